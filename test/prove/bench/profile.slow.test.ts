import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Log } from '../../../src/base/context.ts';
import { run as runTool } from '../../../src/base/process.ts';
import { prepareProfile, type ProfileRequest } from '../../../src/prove/bench/profile.ts';
import { findNcu } from '../../../src/prove/bench/ncu.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { recordedDriver } from '../../support/recorded-driver.ts';
import { silentLog } from '../../support/silent-log.ts';
import { MANIFEST, scaleCases, smokePackage } from '../smoke/smoke-package.ts';

/** Each launch adds a line to a file. */
const kernels = (file: string): string => `
#include <stdio.h>
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  FILE *file = fopen("${file}", "a");
  fprintf(file, "%s\\n", kernel);
  return fclose(file);
}
`;

/** Stands in for ncu: takes its options, runs the program, and writes what that printed as the report. */
const NCU = `#!/bin/sh
while [ "$1" != --export ]; do shift; done
report=$2
shift 3
echo "==PROF== Connected to process 7 ($1)"
"$@" > "$report" || exit 1
echo "==PROF== Report: $report"
`;

let root = '';
let driver = '';
let plain = '';
let lined = '';
let manifest = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'profile-'));
  driver = await recordedDriver(kernels(join(root, 'launches')));
  plain = await smokePackage([scaleCases()]);
  const text = MANIFEST.replace('kernels:', 'defaults: { line_info: true }\nkernels:');
  lined = await smokePackage([scaleCases()], {}, text);
  manifest = join(root, 'kernels.yaml');
  await writeFile(manifest, text);
}, 60_000);
afterAll(() => rm(root, { recursive: true }));

/** A folder with a stand-in for ncu. */
async function withNcu(text: string): Promise<string> {
  const folder = await mkdtemp(join(root, 'bin-'));
  await writeFile(join(folder, 'ncu'), text);
  await chmod(join(folder, 'ncu'), 0o755);
  return folder;
}

interface Changes extends Partial<ProfileRequest> {
  /** The folder of ncu. */
  readonly ncu?: string;
  /** The folder of the driver. */
  readonly driver?: string;
  readonly log?: Log;
}

async function prepare({ ncu, driver: cuda = driver, log = silentLog, ...changes }: Changes = {}) {
  const request: ProfileRequest = {
    package: lined,
    manifest,
    out: join(root, 'out'),
    only: ['scale'],
    algo: 1,
    case: 0,
    wait: 1,
    timeout: 60,
    jobs: 2,
    lockFolder: await mkdtemp(join(root, 'locks-')),
    ...changes,
  };
  const scratch = await mkdtemp(join(root, 'scratch-'));
  const env = {
    PATH: [...(ncu === undefined ? [] : [ncu]), process.env['PATH']].join(delimiter),
    LD_LIBRARY_PATH: cuda,
  };
  const signal = new AbortController().signal;
  const now = (): number => performance.now();
  const context = { env, log, signal, runTool, scratch, now };
  return prepareProfile(request, context, { toolkit: root, packages: root });
}

describe('a profile', () => {
  it('is a command and a program that needs neither ncu nor a GPU to be made', async () => {
    const { profile, run } = await prepare({ driver: '/nowhere', device: '1' });
    expect(run).toBeUndefined();
    expectGolden(
      JSON.stringify(profile, undefined, 2).replaceAll(root, 'ROOT').replaceAll(lined, 'AOT'),
    );
    const files = await readdir(join(root, 'out/scale-algo1-case0'));
    expect(files.toSorted()).toEqual(['buffer_0.input', 'plan', 'program']);
  });

  it('is run on a GPU, and writes the report', async () => {
    const ncu = await withNcu(NCU);
    const out = join(root, '100 %');
    const messages: string[] = [];
    const log = { ...silentLog, info: (message: string) => void messages.push(message) };
    const { profile, run } = await prepare({ ncu, out, log });
    expect(profile).toMatchObject({ kernel: 'scale', algo: 1, case: 'n=256', notes: [] });
    expect(profile.report).toBe(join(out, 'scale-algo1-case0.ncu-rep'));
    expect(profile.command.slice(0, 2)).toEqual([join(ncu, 'ncu'), '--set']);
    // ncu takes %% as %.
    expect(profile.command).toContain(join(root, '100 %%', 'scale-algo1-case0.ncu-rep'));
    await mkdir(join(root, '100 %%'));
    await expect(run?.()).rejects.toThrow('ncu ended without a report');
    const text = await readFile(join(ncu, 'ncu'), 'utf8');
    await writeFile(
      join(ncu, 'ncu'),
      text.replace('report=$2', `report=$(echo "$2" | sed s/%%/%/)`),
    );
    await run?.();
    expect(messages).toContain(`==PROF== Report: ${profile.report}`);
    expect(messages.filter((message) => !message.startsWith('==PROF=='))).toEqual([]);
    expect(await readFile(profile.report, 'utf8')).toContain('"calls"');
    const launches = (await readFile(join(root, 'launches'), 'utf8')).trim().split('\n');
    expect(new Set(launches)).toEqual(new Set(['scale']));
    expect(launches.length).toBeGreaterThan(2);
  }, 60_000);

  it('says what to do if the kernel has no line tables, or the manifest is not there', async () => {
    const { profile } = await prepare({ package: plain });
    expect(profile.command).not.toContain('--source-folders');
    expect(profile.notes[0]).toContain('Set `line_info: true` in the manifest');
    const { profile: elsewhere } = await prepare({ manifest: join(root, 'other/kernels.yaml') });
    expect(elsewhere.notes[0]).toContain('name the manifest with --manifest');
  });

  it('is refused for several calls, with what there is to choose from', async () => {
    const none = { only: [], algo: undefined, case: undefined };
    const failures = [
      await failureOf(() => prepare(none)),
      await failureOf(() => prepare({ ...none, case: 1 })),
      await failureOf(() => prepare({ ...none, algo: 0 })),
      await failureOf(() => prepare({ ...none, only: ['missing'] })),
    ];
    expectGolden(failures.join('\n').replaceAll(lined, 'AOT'));
  });

  it('fails with the reason if ncu does', async () => {
    const failures: string[] = [];
    for (const body of [
      'echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters"',
      'echo "==ERROR== unrecognised option --set"; exit 1',
      'echo "==WARNING== No kernels were profiled."',
    ]) {
      const { run } = await prepare({ ncu: await withNcu(`#!/bin/sh\n${body}\n`) });
      failures.push(await failureOf(() => run?.()));
    }
    const { run } = await prepare({ ncu: await withNcu('#!/bin/sh\nsleep 30\n'), timeout: 1 });
    failures.push(await failureOf(() => run?.()));
    expectGolden(failures.join('\n'));
  }, 60_000);

  it('needs a GPU to be run', async () => {
    const { run } = await prepare({ ncu: await withNcu(NCU), driver: '/nowhere' });
    await expect(run?.()).rejects.toMatchObject({ kind: 'no-gpu' });
  });
});

describe('ncu', () => {
  it('is found on PATH, in a toolkit, and the newest of its own packages', async () => {
    const installed = join(root, 'installed');
    for (const version of ['2024.3.2', '2025.10.0', '2025.2.1', 'host'])
      await mkdir(join(installed, version), { recursive: true });
    const place = async (folder: string): Promise<string> => {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'ncu'), '#!/bin/sh\n');
      await chmod(join(folder, 'ncu'), 0o755);
      return join(folder, 'ncu');
    };
    const env = { PATH: join(root, 'path'), CUDA_HOME: join(root, 'cuda') };
    const places = { toolkit: join(root, 'usual'), packages: installed };
    expect(await findNcu(env, places)).toBeUndefined();
    const older = await place(join(installed, '2025.2.1'));
    expect(await findNcu(env, places)).toBe(older);
    const newest = await place(join(installed, '2025.10.0'));
    expect(await findNcu(env, places)).toBe(newest);
    const usual = await place(join(root, 'usual/bin'));
    expect(await findNcu(env, places)).toBe(usual);
    const inToolkit = await place(join(root, 'cuda/bin'));
    expect(await findNcu(env, places)).toBe(inToolkit);
    const onPath = await place(join(root, 'path'));
    expect(await findNcu(env, places)).toBe(onPath);
  });
});
