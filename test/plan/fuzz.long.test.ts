import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildContext, Memory } from '../../src/base/context.ts';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import { Failure } from '../../src/base/errors.ts';
import { run } from '../../src/base/process.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import type { InspectedSource } from '../../src/toolchain/wire/reading.ts';
import { inspectSources } from '../../src/toolchain/reader.ts';
import { completePlan } from '../../src/plan/plan.ts';
import type { SourceReader } from '../../src/toolchain/toolchain.ts';
import { readManifestPlan } from '../support/read-plan.ts';
import { releaseDigest } from '../../src/toolchain/triton-digest.ts';
import { expectCpuTime } from '../support/cpu-time.ts';
import { ROOT } from '../support/command.ts';
import { runs } from '../support/fuzzing.ts';
import { mutantsOf } from '../support/mutants.ts';
import { noNetwork } from '../support/no-network.ts';
import { silentLog } from '../support/silent-log.ts';

import { withoutHints } from '../support/without-hints.ts';
import * as fc from 'fast-check';

const EXAMPLES = ['flash-attention', 'layernorm-linear', 'matmul', 'softmax', 'vector-add'];
/** Manifests that a run found once, each with the example whose sources it names. */
const FIXTURES = join(import.meta.dirname, '../fixtures/mutants');

const fixtures = await readdir(FIXTURES);

/** Of CPU time, which other programs on the machine do not change. */
const MOST_SECONDS = 5;
const MOST_BYTES = 2 ** 30;

let context: BuildContext;
beforeAll(async () => {
  context = {
    env: process.env,
    log: silentLog,
    signal: new AbortController().signal,
    runTool: run,
    scratch: await mkdtemp(join(tmpdir(), 'mutants-')),
    home: '/nonexistent',
    platform: { os: 'linux', arch: 'x64', glibc: '2.36', etc: '/nonexistent' },
    download: noNetwork,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(2 ** 40),
    now: () => 0,
  };
});
afterAll(() => rm(context.scratch, { recursive: true }));

/** Thrown where a plan would go on with Triton. */
class NeedsTriton extends Error {}

const read = new Map<string, InspectedSource>();

/** Reads functions with Python, each once. */
const readSources: SourceReader = async (requests, folder) => {
  const keys = requests.map((request) => JSON.stringify([folder, request]));
  const unread = requests.filter((_request, index) => !read.has(keys[index] ?? ''));
  if (unread.length > 0) {
    const settings = { ...context, python: 'python3', bridge: BRIDGE_FOLDER };
    const found = await inspectSources(folder, unread, settings);
    for (const [index, source] of found.entries())
      read.set(JSON.stringify([folder, unread[index]]), source);
  }
  const sources = keys.flatMap((key) => read.get(key) ?? []);
  const isKnown = (source: InspectedSource, index: number): boolean =>
    requests[index]?.mode === 'reference' ||
    'error' in source ||
    (source.function !== null && source.configs === undefined);
  if (!sources.every(isKnown)) throw new NeedsTriton();
  return sources;
};

/** Plans an example with another text of its manifest. Returns the error that ends it. */
async function errorOf(example: string, text: string): Promise<unknown> {
  const file = join(ROOT, 'examples', example, 'kernels.yaml');
  try {
    const manifest = readManifest(text, file);
    if (releaseDigest(manifest.triton) === undefined) throw new NeedsTriton();
    const draft = await readManifestPlan(manifest, context, readSources);
    await completePlan(await withoutHints(draft), context);
    return undefined;
  } catch (error) {
    return error instanceof NeedsTriton ? undefined : error;
  }
}

/** Checks that a plan ends as it should: with a plan, or with problems that each have a place. */
async function expectAnswer(example: string, text: string): Promise<void> {
  const bytes = process.memoryUsage().rss;
  let error: unknown;
  await expectCpuTime(MOST_SECONDS * 1000, async () => (error = await errorOf(example, text)));
  expect(process.memoryUsage().rss - bytes).toBeLessThan(MOST_BYTES);
  if (error === undefined) return;
  if (!(error instanceof Failure)) throw error;
  if (error.kind !== 'usage') throw error;
  expect(error.problems.length).toBeGreaterThan(0);
  for (const { message, place } of error.problems) {
    if (place?.line === undefined || place.column === undefined)
      throw new Error(`no line and column: ${message}`);
  }
}

describe('a mutant of an example manifest is planned, or refused with a place', () => {
  it('in all of many runs', async () => {
    const texts = new Map<string, string>();
    for (const name of EXAMPLES)
      texts.set(name, await readFile(join(ROOT, 'examples', name, 'kernels.yaml'), 'utf8'));
    const property = fc.asyncProperty(mutantsOf(texts), ({ name, text }) =>
      expectAnswer(name, text),
    );
    await fc.assert(property, runs(500));
  }, 3_600_000);

  it.each(fixtures)('in the case of %s', async (name) => {
    const [example = ''] = name.split('.');
    await expectAnswer(example, await readFile(join(FIXTURES, name), 'utf8'));
  });
});
