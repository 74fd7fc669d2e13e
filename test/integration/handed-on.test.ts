import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HandedOn } from '../../src/base/context.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { freeBytes } from '../../src/base/files.ts';
import { readPackageSettings } from '../../src/toolchain/package-settings.ts';
import { readPlatform, wheelMachine } from '../../src/toolchain/platform.ts';
import { findBasePython } from '../../src/toolchain/python.ts';
import { filesToHandOn, manifestToolchain } from '../../src/toolchain/toolchain.ts';
import { findUv, UV_FILE, UV_WHEELS } from '../../src/toolchain/uv.ts';
import { downloadFile } from '../../src/github/web.ts';
import { HERE } from '../support/here.ts';
import { TEST_HOME } from '../support/command.ts';
import { packageIndex } from '../support/package-index.ts';
import { silentLog } from '../support/silent-log.ts';
import { zipFile } from '../support/zip-file.ts';

const VERSION = '3.8.0+mine';
const SHARDS = 3;

/** A wheel of a Triton that is small. */
function smallTriton(): Buffer {
  const info = `triton-${VERSION}.dist-info`;
  const files = {
    'triton/__init__.py': '',
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: triton\nVersion: ${VERSION}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n',
  };
  const rows = Object.entries(files).map(([name, content]) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    return `${name},sha256=${digest},${content.length}\n`;
  });
  const record = { name: `${info}/RECORD`, content: `${rows.join('')}${info}/RECORD,,\n` };
  return zipFile([...Object.entries(files).map(([name, content]) => ({ name, content })), record]);
}

it('the machines of a build download Triton once, and uv too', async () => {
  const root = await mkdtemp(join(tmpdir(), 'handed-on-'));
  const platform = readPlatform();
  const machine = wheelMachine(platform);
  const here = { ...HERE, platform };
  const common = { ...here, log: silentLog, freeBytes, download: downloadFile, now: Date.now };
  const own = await findUv(await readPackageSettings(here), UV_WHEELS[machine], {
    ...common,
    home: TEST_HOME,
  });
  const { tag } = await findBasePython(VERSION, here);
  const wheel = `triton-${VERSION}-${tag}-${tag}-manylinux_2_27_${machine}.whl`;
  await using index = await packageIndex('triton', { [wheel]: smallTriton() });
  const manifest = readManifest(
    `package: demo\ntriton: ${VERSION}\ntargets: [sm_80]\nkernels:\n  k: { source: k.py:k, signature: "*fp32", grid: 1 }\n`,
    'kernels.yaml',
  );
  // The index has no uv.
  const env = { ...process.env, UV_DEFAULT_INDEX: index.url };
  const contextOf = (name: string, handedOn: HandedOn | 'keep') => ({
    ...common,
    env,
    home: join(root, name),
    handedOn,
  });

  const plan = contextOf('plan', 'keep');
  await mkdir(join(plan.home, 'uv'), { recursive: true });
  await copyFile(own, join(plan.home, 'uv', UV_FILE));
  const first = await manifestToolchain(manifest, undefined, plan);
  const files = await filesToHandOn(manifest, undefined, plan);
  if (files === undefined) throw new Error('there are no files to hand on');
  const folder = join(root, 'folder');
  await mkdir(folder);
  await copyFile(files.wheel.file, join(folder, files.wheel.name));
  if (files.uv !== undefined) await copyFile(files.uv, join(folder, UV_FILE));

  const { name, sha256 } = files.wheel;
  for (let shard = 1; shard <= SHARDS; shard += 1) {
    const context = contextOf(`shard-${shard}`, { folder, wheel: { name, sha256 } });
    const found = await manifestToolchain(manifest, undefined, context);
    expect(found).toMatchObject({ origin: 'installed', digest: first.digest });
  }
  expect(index.requests).toEqual(['/simple/triton/', `/files/${encodeURIComponent(wheel)}`]);
  await rm(root, { recursive: true });
});
