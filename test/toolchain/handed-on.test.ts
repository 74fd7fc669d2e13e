import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HandedOn } from '../../src/base/context.ts';
import { formatProblem } from '../../src/base/errors.ts';
import { sha256 } from '../../src/base/text.ts';
import { RELEASES } from '../../src/manifest/terms/triton-version.ts';
import { keptWheel, wheelToInstall } from '../../src/toolchain/handed-on.ts';
import { readPackageSettings } from '../../src/toolchain/package-settings.ts';
import {
  isWheelFor,
  releasedWheel,
  wheelDigests,
  type WheelTarget,
} from '../../src/toolchain/triton-wheels.ts';
import { webDownload } from '../../src/github/web.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { packageIndex } from '../support/package-index.ts';
import { type Machine, makeMachine } from './fakes.ts';

const download = webDownload({ idle: 5000, total: 20_000, pauses: [] });
const TARGET: WheelTarget = { tritonVersion: '3.8.0+mine', tag: 'cp312', machine: 'x86_64' };
const NAME = 'triton-3.8.0+mine-cp312-cp312-manylinux_2_27_x86_64.whl';
const CONTENT = Buffer.from('a wheel');
const FILES = {
  'triton-3.8.0-cp312-cp312-manylinux_2_27_x86_64.whl': Buffer.from('another version'),
  'triton-3.8.0+mine-cp312-cp312-manylinux_2_27_aarch64.whl': Buffer.from('another machine'),
  'triton-3.8.0+mine-cp311-cp311-manylinux_2_27_x86_64.whl': Buffer.from('another Python'),
  [NAME]: CONTENT,
};

let machine: Machine;
beforeEach(async () => {
  machine = await makeMachine();
});

const settingsOf = (index: string) =>
  readPackageSettings({ ...machine.context, env: { ...machine.env, UV_DEFAULT_INDEX: index } });

describe('the wheel of a release', () => {
  it('is known for every Python of its release', () => {
    for (const tritonVersion of RELEASES)
      for (const arch of ['x86_64', 'aarch64'] as const)
        for (const tag of ['cp311', 'cp312', 'cp313', 'cp314', 'cp314t']) {
          const target = { tritonVersion, tag, machine: arch };
          const wheel = releasedWheel(target);
          expect(wheelDigests(tritonVersion)).toContain(wheel?.sha256);
          expect(isWheelFor(wheel?.name ?? '', target)).toBe(true);
        }
    expect(releasedWheel({ tritonVersion: '3.8.0', tag: 'cp312', machine: 'aarch64' })?.name).toBe(
      'triton-3.8.0-cp312-cp312-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl',
    );
    expect(releasedWheel({ tritonVersion: '3.9.0', tag: 'cp314', machine: 'x86_64' })?.name).toBe(
      'triton-3.9.0-cp312-abi3-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl',
    );
  });

  it('is not that of a Python or version without one', () => {
    expect(releasedWheel({ ...TARGET, tritonVersion: '3.9.0', tag: 'cp310' })).toBeUndefined();
    expect(releasedWheel({ ...TARGET, tritonVersion: '3.8.0', tag: 'cp39' })).toBeUndefined();
    expect(releasedWheel(TARGET)).toBeUndefined();
  });
});

describe('a wheel that is kept for others', () => {
  it('is the one for this Python, downloaded once', async () => {
    await using index = await packageIndex('triton', FILES);
    const context = { ...machine.context, download };
    const keep = async () => keptWheel(TARGET, await settingsOf(index.url), context);
    const wheel = await keep();
    expect(wheel).toEqual({
      name: NAME,
      sha256: sha256(CONTENT),
      file: join(context.home, 'wheels', NAME),
    });
    expect(await readFile(wheel?.file ?? '')).toEqual(CONTENT);
    expect(await keep()).toEqual(wheel);
    expect(index.requests).toEqual(['/simple/triton/', `/files/${encodeURIComponent(NAME)}`]);
  });

  it('must be the released one, or is not kept', async () => {
    const target = { ...TARGET, tritonVersion: '3.8.0' };
    const { name = '' } = releasedWheel(target) ?? {};
    await using index = await packageIndex('triton', { [name]: CONTENT });
    const context = { ...machine.context, download };
    // Neither from the index nor from the folder.
    await mkdir(join(context.home, 'wheels'), { recursive: true });
    await writeFile(join(context.home, 'wheels', name), CONTENT);
    expect(await keptWheel(target, await settingsOf(index.url), context)).toBeUndefined();
    expect(index.requests).toHaveLength(2);
    expectGolden(
      machine.warned.map(formatProblem).join('\n').replaceAll(index.url, 'http://INDEX'),
    );
  });

  it('is not there without a network, which is no failure', async () => {
    const env = { ...machine.env, UV_OFFLINE: '1' };
    const settings = await readPackageSettings({ ...machine.context, env });
    expect(await keptWheel(TARGET, settings, machine.context)).toBeUndefined();
    expectGolden(machine.warned.map(formatProblem).join('\n'));
  });
});

describe('a wheel that was handed on', () => {
  const handOn = async (name: string, content: Buffer): Promise<HandedOn> => {
    const folder = join(machine.root, 'plan');
    await mkdir(folder);
    await writeFile(join(folder, name), content);
    return { folder, wheel: { name, sha256: sha256(CONTENT) } };
  };
  const install = async (handedOn: HandedOn, target = TARGET) =>
    wheelToInstall(target, await settingsOf('http://127.0.0.1:9/'), {
      ...machine.context,
      handedOn,
    });

  it('is used for the same Python and machine only', async () => {
    const handedOn = await handOn(NAME, CONTENT);
    expect(await install(handedOn)).toEqual({
      name: NAME,
      sha256: sha256(CONTENT),
      file: join(handedOn.folder, NAME),
    });
    expect(await install(handedOn, { ...TARGET, tag: 'cp311' })).toBeUndefined();
    expect(await install(handedOn, { ...TARGET, machine: 'aarch64' })).toBeUndefined();
    expectGolden(machine.logged.join('\n'));
  });

  it('is refused if it is damaged, missing, or not the released one', async () => {
    const handedOn = await handOn(NAME, Buffer.from('half a whe'));
    const target = { ...TARGET, tritonVersion: '3.8.0' };
    const name = releasedWheel(target)?.name ?? '';
    await writeFile(join(handedOn.folder, name), CONTENT);
    const { wheel } = handedOn;
    const failures = [
      await failureOf(() => install(handedOn)),
      await failureOf(() => install({ folder: machine.root, wheel })),
      // Its digest in the plan does not count.
      await failureOf(() => install({ ...handedOn, wheel: { ...wheel, name } }, target)),
    ];
    expectGolden(failures.join('\n').replaceAll(machine.root, 'ROOT'));
  });
});
