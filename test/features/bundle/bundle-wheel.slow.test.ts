import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow, makeFolder } from '../../../src/base/files.ts';
import { run } from '../../../src/base/process.ts';
import { writeBundleWheel } from '../../../src/features/bundle/bundle-wheel.ts';
import { readBundle } from '../../../src/features/bundle/read-bundle.ts';
import { unpackZip } from '../../../src/package/archive/unzip.ts';
import { uvTool } from '../../support/build-tools.ts';
import { expectSuccess } from '../../support/command.ts';
import { writeFakeBundle } from '../../support/fake-bundle.ts';
import { HERE } from '../../support/here.ts';

let space: string;
let folder: string;
beforeEach(async () => {
  space = await mkdtemp(join(tmpdir(), 'wheel-'));
  const unpacked = join(space, 'unpacked');
  await makeFolder(unpacked);
  await unpackZip(await writeFakeBundle(space), unpacked, HERE.signal);
  folder = join(unpacked, 'serve_bundle');
});
afterEach(() => rm(space, { recursive: true }));

async function wheelOf(name: string, python: string, out: string): Promise<string> {
  await makeFolder(join(space, out));
  const bundle = { name, version: '1.2.0rc1', vendors: ['cuda'] as const, python };
  const files = await filesBelow(folder);
  const where = { folder, files, machine: 'x86_64' as const, out: join(space, out) };
  return writeBundleWheel({ ...bundle, ...where }, HERE.signal);
}

describe('the wheel of a bundle', () => {
  it('is what `publish` reads, with the same bytes each time', async () => {
    const wheel = await wheelOf('serve_bundle', '3.12.3', 'out');
    expect(await readdir(join(space, 'out'))).toEqual([
      'serve_bundle-1.2.0rc1-cp312-none-linux_x86_64.whl',
    ]);
    const scratch = join(space, 'scratch');
    await makeFolder(scratch);
    const read = await readBundle(wheel, scratch, HERE.signal);
    expect(read).toMatchObject({ name: 'serve_bundle', version: '1.2.0rc1' });
    const again = await wheelOf('serve_bundle', '3.12.3', 'again');
    expect((await readFile(again)).equals(await readFile(wheel))).toBe(true);
  });

  it('installs without a network, and Python finds its metadata', async () => {
    const { uv, env } = await uvTool();
    const there = await run(['python3', '-c', VERSION], { ...HERE });
    const python = there.stdout.trim();
    // Python's names of packages ignore case and how they are divided.
    const wheel = await wheelOf('Serve__Model_bundle', python, 'out');
    const site = join(space, 'site');
    const offline = ['--offline', '--no-index', '--no-deps', '--python', 'python3'];
    const argv = [uv, 'pip', 'install', ...offline, '--target', site, wheel];
    expectSuccess(await run(argv, { ...HERE, env }));
    const found = await run(['python3', '-S', '-c', METADATA, site], { ...HERE });
    expectSuccess(found);
    expect(found.stdout).toBe(
      'Serve__Model_bundle 1.2.0rc1 Compiled Triton kernels of Serve__Model\n',
    );
    const installed = join(site, 'Serve__Model_bundle/bundle.json');
    expect((await stat(installed)).mode & 0o777).toBe(0o644);
  });
});

const VERSION = 'import platform; print(platform.python_version())';
const METADATA = `
import sys
from importlib.metadata import metadata
sys.path.insert(0, sys.argv[1])
found = metadata("serve-model-bundle")
print(found["Name"], found["Version"], found["Summary"])
`;
