import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../src/core/base/text.ts';
import type { CompiledKernel } from '../../../src/core/bridge/protocol.ts';
import { reuseByFunction, storeAliases } from '../../../src/core/compile/reuse-by-function.ts';
import { functionHash, kernelHash } from '../../../src/core/plan/kernel-hash.ts';
import type { Variant } from '../../../src/core/plan/variants.ts';
import type { EntryName } from '../../../src/core/store/entry.ts';
import type { StoreSection } from '../../../src/core/store/store.ts';
import { fakeCompiled, fakeVariants } from '../../support/fake-build.ts';
import { fakeContext, fakeInterpreter } from '../../support/fake-digests.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  add: { source: "k.py:add", signature: "*fp32, i32", grid: 1 }
  opaque: { source: "k.py:opaque", signature: "*fp32, i32", grid: 1 }
`;

const before = fakeVariants(MANIFEST, { add: ['x', 'n'], opaque: ['x', 'n'] });

/** The variants after their file has changed. */
const after = before.map((variant) => {
  const inputs = { ...variant.inputs, closure: [{ path: 'k.py', sha256: 'new' }] };
  return { ...variant, inputs, hash: kernelHash(inputs) };
});

/** The digests that compiling all variants returned. */
const digests = new Map(
  before
    .filter(({ job }) => job.source.function === 'add')
    .map(({ hash }) => [hash, sha256('add')]),
);

let scratch: string;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'reuse-'));
});

afterEach(async () => {
  await rm(scratch, { recursive: true });
});

function mapSection<T>(): StoreSection<T> & { readonly entries: Map<string, T> } {
  const entries = new Map<string, T>();
  return {
    entries,
    get: (hash) => Promise.resolve(entries.get(hash)),
    put(hash, value) {
      entries.set(hash, value);
      return Promise.resolve();
    },
  };
}

/** A store after a build of the variants. */
async function storeWith(variants: readonly Variant[]) {
  const store = { kernels: mapSection<CompiledKernel>(), aliases: mapSection<string>() };
  for (const variant of variants) await store.kernels.put(variant.hash, fakeCompiled(variant));
  await storeAliases(variants, digests, store);
  return store;
}

async function reuseFrom(
  store: Awaited<ReturnType<typeof storeWith>>,
  pull: (names: Iterable<string>) => Promise<void> = () => Promise.resolve(),
) {
  const python = await fakeInterpreter(scratch);
  const remote = {
    pull: async (names: Iterable<EntryName>) => {
      await pull(names);
      return new Set<EntryName>();
    },
  };
  return reuseByFunction(after, store, remote, python, fakeContext(scratch));
}

describe('kernels whose file has changed', () => {
  it('are found by their functions and stored under their new hash', async () => {
    const store = await storeWith(before);
    const { found, functionHashes } = await reuseFrom(store);
    expect([...found]).toEqual(
      [0, 1].map((index) => [
        after[index]?.hash,
        store.kernels.entries.get(before[index]?.hash ?? ''),
      ]),
    );
    expect([...functionHashes.keys()]).toEqual([...found.keys()]);
    for (const [hash, kernel] of found) expect(store.kernels.entries.get(hash)).toBe(kernel);
    // After the next edit they are found even if the entries of the first build are gone.
    for (const [hash, alias] of functionHashes) expect(store.aliases.entries.get(alias)).toBe(hash);
  });

  it('are not found if the entry is gone, but have a function hash', async () => {
    const store = await storeWith(before);
    store.kernels.entries.clear();
    const { found, functionHashes } = await reuseFrom(store);
    expect(found.size).toBe(0);
    expect(functionHashes.size).toBe(2);
    expect(store.kernels.entries.size).toBe(0);
  });

  it('are restored from the remote if the store lacks them', async () => {
    const elsewhere = await storeWith(before);
    const store = await storeWith([]);
    const asked: string[][] = [];
    const pull = async (names: Iterable<string>): Promise<void> => {
      const all = [...names];
      asked.push(all.map((name) => name.replace(/[0-9a-f]{64}/, '…')));
      for (const [hash, alias] of elsewhere.aliases.entries) await store.aliases.put(hash, alias);
      if (asked.length < 2) return;
      for (const [hash, kernel] of elsewhere.kernels.entries) await store.kernels.put(hash, kernel);
    };
    expect((await reuseFrom(store, pull)).found.size).toBe(2);
    expect(asked).toEqual([
      ['….alias', '….alias'],
      ['….kernel', '….kernel'],
    ]);
  });
});

describe('the function hash', () => {
  const [variant] = before;
  if (variant === undefined) throw new Error('no variants');
  const { inputs } = variant;
  const hash = functionHash(inputs, 'a');

  it.each<[what: string, same: boolean, other: string | undefined]>([
    ['files', true, functionHash({ ...inputs, closure: [{ path: 'x', sha256: 'y' }] }, 'a')],
    ['digest', false, functionHash(inputs, 'b')],
    ['Triton', false, functionHash({ ...inputs, triton: '3.9.0' }, 'a')],
    ['machine', false, functionHash({ ...inputs, machine: 'arm64' }, 'a')],
    ['requirements', false, functionHash({ ...inputs, requirements: ['numpy'] }, 'a')],
    ['environment', false, functionHash({ ...inputs, environment: { PTXAS_OPTIONS: '-v' } }, 'a')],
    ['bridge', false, functionHash({ ...inputs, bridge: 0 }, 'a')],
    ['function', false, functionHash({ ...inputs, function: 'sub' }, 'a')],
    ['signature', false, functionHash({ ...inputs, signature: [] }, 'a')],
    ['constants', false, functionHash({ ...inputs, constants: { N: ['int', '1'] } }, 'a')],
    ['hints', false, functionHash({ ...inputs, divisibleBy16: ['x'] }, 'a')],
    ['options', false, functionHash({ ...inputs, options: { num_warps: 8 } }, 'a')],
    ['target', false, functionHash({ ...inputs, target: { ...inputs.target, arch: 75 } }, 'a')],
  ])('with other %s is the same: %s', (_what, same, other) => {
    expect(other).toMatch(/^[0-9a-f]{64}$/);
    expect(other === hash).toBe(same);
  });

  it('is not a kernel hash', () => {
    expect(hash).not.toBe(variant.hash);
  });

  it('is undefined if the code contains line numbers of the file', () => {
    expect(functionHash({ ...inputs, options: { debug: true } }, 'a')).toBeUndefined();
    expect(functionHash({ ...inputs, environment: { TRITON_DEBUG: '1' } }, 'a')).toBeUndefined();
  });
});
