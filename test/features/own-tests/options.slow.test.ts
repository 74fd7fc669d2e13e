import { expect, it } from '#jest';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMULATOR_FOLDER } from '../../../src/base/assets.ts';
import { HERE } from '../../support/here.ts';
import { ROOT } from '../../support/command.ts';

const FILE = join(ROOT, 'src/features/own-tests/options.json');
const PRINT = `
import json, sys
sys.path.append(sys.argv[1])
from triton_aot_emulate.options import Instead, Options, Outputs, rows
print(json.dumps([
    {"flag": row.flag, "value": row.value, "help": row.help[0].upper() + row.help[1:], "initial": row.initial}
    for row in rows(Options, Outputs, Instead)
], indent=2, ensure_ascii=False))
`;

it('the command has the options of the Python program (UPDATE=1 writes them)', async () => {
  const { stdout, stderr } = await HERE.runTool(['python3', '-c', PRINT, EMULATOR_FOLDER], HERE);
  expect(stderr).toBe('');
  if (process.env['UPDATE'] === '1') writeFileSync(FILE, stdout);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(stdout));
});
