import { afterAll, beforeAll, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupBy } from '../../src/base/groups.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { inspectSources } from '../../src/toolchain/reader.ts';
import type { InspectedSource } from '../../src/toolchain/wire/reading.ts';
import { readManifestPlan } from '../support/read-plan.ts';
import { Memory } from '../../src/base/context.ts';
import { run } from '../../src/base/process.ts';
import { expectGolden } from '../support/golden.ts';
import { noNetwork } from '../support/no-network.ts';
import { silentLog } from '../support/silent-log.ts';
import { type WarmPython, warmPython } from '../support/warm-python.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BRIDGE = join(ROOT, 'python/bridge');

let warm: WarmPython;
beforeAll(async () => {
  warm = await warmPython();
});
afterAll(() => warm.stop());

/** Reads the functions of a manifest, and returns each with what was found. */
async function sourcesOf(file: string): Promise<readonly (readonly [string, InspectedSource])[]> {
  const path = join(ROOT, file);
  const context = {
    env: process.env,
    log: silentLog,
    signal: new AbortController().signal,
    runTool: run,
    scratch: '/nonexistent',
    home: '/nonexistent',
    platform: { os: 'linux' as const, arch: 'x64', glibc: '2.36', etc: '/nonexistent' },
    download: noNetwork,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(0),
    now: () => 0,
  };
  let found: readonly (readonly [string, InspectedSource])[] = [];
  const manifest = readManifest(await readFile(path, 'utf8'), path);
  const enough = new Error('enough was read');
  await expect(
    readManifestPlan(manifest, context, async (requests, folder) => {
      const settings = { ...context, python: warm.python, bridge: BRIDGE };
      const sources = await inspectSources(folder, requests, settings);
      found = requests.flatMap((request, index) => {
        const source = sources[index];
        return source === undefined ? [] : [[`${request.file}:${request.function}`, source]];
      });
      throw enough;
    }),
  ).rejects.toBe(enough);
  return found;
}

/** The lines of a text that are not empty, such as `1-3,7`. */
function linesOf(text: string): string {
  const taken = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  const first = (line: number): number => (taken.includes(line - 1) ? first(line - 1) : line);
  return [...groupBy(taken, first)]
    .map(([start, all]) => (all.length > 1 ? `${start}-${start + all.length - 1}` : `${start}`))
    .join(',');
}

function slice(code: Extract<InspectedSource, { code: unknown }>['code']): readonly string[] {
  if (code.kind === 'import') return code.closure.map(({ path }) => `imports ${path}`);
  return code.modules.map(({ path, text }) => `${path} ${linesOf(text)}`);
}

function json(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, each: unknown) =>
    typeof each === 'bigint' ? `${each}` : each,
  );
}

function textOf(name: string, source: InspectedSource): string {
  if ('error' in source) {
    const { file, line, message, hint } = source.error;
    return `${name}\n  ${file}:${line}: ${message} (${hint})`;
  }
  const { heuristics = [], autotune, parameters = [] } = source.function ?? {};
  const lines = [
    ...slice(source.code),
    `takes ${parameters.map((each) => `${each.name}${each.hasDefault ? ` = ${json(each.default)}` : ''}`).join(', ')}`,
    ...heuristics.map((each) => `computes ${json(each)}`),
    ...(autotune ? [`autotune ${json(autotune)}`] : []),
    ...(source.configs ? slice({ ...source.configs }).map((each) => `configs ${each}`) : []),
    ...source.unused.map((each) => `unused ${each.name}, near ${each.near}`),
    ...source.notes.map(({ file, line, message }) => `note ${file}:${line}: ${message}`),
  ];
  return [name, ...lines.map((line) => `  ${line}`)].join('\n');
}

it.each([
  'test/slices/kernels.yaml',
  'test/slices/refused.yaml',
  'test/cases/kernels.yaml',
  'test/cases/automatic.yaml',
])('%s: the lines that are taken for each kernel', async (file) => {
  const sources = await sourcesOf(file);
  const texts = sources.map(([name, source]) =>
    textOf(name, source).replaceAll(dirname(join(ROOT, file)), '…'),
  );
  expectGolden([...new Set(texts)].join('\n'));
});
