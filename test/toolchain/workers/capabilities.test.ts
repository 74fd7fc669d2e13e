import { expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { BRIDGE_FOLDER } from '../../../src/base/assets.ts';

// Linux randomises the addresses of a program again that starts with more rights than its parent has.
it('programs that a confined worker starts keep its address layout, so that ptxas gives the same code', () => {
  const script = `
import subprocess, sys
sys.path.insert(0, sys.argv[1])
from aot_bridge.confinement import drop_capabilities
from aot_bridge.reproducible_ptxas import fix_address_layout
drop_capabilities()
fix_address_layout()
print(subprocess.check_output(["cat", "/proc/self/personality"], text=True))
`;
  const printed = execFileSync('python3', ['-c', script, BRIDGE_FOLDER], { encoding: 'utf8' });
  expect(printed.trim()).toBe('00040000');
});
