import { beforeEach, expect, it } from '#jest';
import { deflateRawSync } from 'node:zlib';
import { checkAbi, type CheckedVariant } from '../../../src/compile/cubin/check.ts';
import type { Store } from '../../../src/compile/store/store.ts';
import { keptStreams } from '../../../src/package/c/kept-streams.ts';
import { embeddedCode, packCode } from '../../../src/package/c/packing.ts';
import { FUNCTIONS, MANIFEST } from '../../cli/demo.ts';
import { fakeCompiled, fakePlan } from '../../support/fake-build.ts';

type Files = ReadonlyMap<string, Uint8Array>;

const { variants } = fakePlan(MANIFEST, FUNCTIONS);
const images = checkAbi(
  variants.map((variant, index) => {
    const name = variant.kernel.source.function;
    return [variant, fakeCompiled(variant, { name, registers: 16 + 8 * index })] as const;
  }),
);
const { all } = embeddedCode(images);
const made = all.map(({ bytes, base }) => Buffer.from(packCode(bytes, base?.bytes)));

let kept: Map<string, Files>;
let damaged: number;
let files: Pick<Store['files'], 'get' | 'put'>;
beforeEach(() => {
  kept = new Map();
  damaged = 0;
  files = {
    get: (key, fits) => {
      const value = kept.get(key);
      const isRight = value !== undefined && fits?.(value) !== false;
      if (value !== undefined && !isRight) damaged += 1;
      return Promise.resolve(isRight ? value : undefined);
    },
    put: (key, value) => {
      kept.set(key, value);
      return Promise.resolve();
    },
  };
});

/** Packs all code with what the store has, and saves what it lacks. */
async function pack(source: readonly CheckedVariant[] = images): Promise<readonly Buffer[]> {
  const { pack: packed, save } = await keptStreams([source], files);
  const code = embeddedCode(source).all;
  const streams = code.map(({ bytes, base }) => Buffer.from(packed(bytes, base?.bytes)));
  await save();
  return streams;
}

/** Replaces the streams in the store. */
function replace(other: (index: number, stream: Uint8Array) => Uint8Array): void {
  for (const [key, streams] of kept) {
    const entries = [...streams].map(
      ([name, stream], index) => [name, other(index, stream)] as const,
    );
    kept.set(key, new Map(entries));
  }
}

it('code with a base is among it', () => {
  expect(all.length).toBeGreaterThan(1);
  expect(all.some(({ base }) => base !== undefined)).toBe(true);
});

it('streams are as without a store, and the same the next time', async () => {
  expect(await pack()).toEqual(made);
  expect(kept.size).toBe(1);
  expect(await pack()).toEqual(made);
  expect(damaged).toBe(0);
});

it('streams of the store are not made again', async () => {
  await pack();
  const others = all.map(({ bytes, base }) =>
    deflateRawSync(bytes, { level: 1, ...(base && { dictionary: base.bytes }) }),
  );
  expect(others).not.toEqual(made);
  replace((index, stream) => others[index] ?? stream);
  expect(await pack()).toEqual(others);
});

it.each<[string, (index: number, stream: Uint8Array) => Uint8Array]>([
  ['are of other code', (index) => deflateRawSync(`other code ${index}`)],
  ['are cut off', (_index, stream) => stream.subarray(0, -1)],
  ['open to more', () => deflateRawSync(Buffer.alloc(1e6))],
  ['are empty', () => new Uint8Array()],
])('streams of the store that %s are made again', async (_what, other) => {
  await pack();
  replace(other);
  expect(await pack()).toEqual(made);
  expect(damaged).toBe(1);
  expect(await pack()).toEqual(made);
  expect(damaged).toBe(1);
});

it('a source with other code has other streams', async () => {
  await pack();
  await pack(images.slice(0, -1));
  expect(kept.size).toBe(2);
  expect(damaged).toBe(0);
});
