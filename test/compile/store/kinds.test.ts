import { describe, expect, it } from '#jest';
import { sha256 } from '../../../src/base/text.ts';
import {
  decodeEntry,
  encodeEntry,
  type EntryKind,
  entryName,
} from '../../../src/compile/store/entry.ts';
import { EXPECTED, FAILURES, HINTS, isEntry, KERNELS } from '../../../src/compile/store/kinds.ts';
import { compressData } from '../../../src/manifest/values/packing.ts';
import { fakeCompiled, fakeVariants } from '../../support/fake-build.ts';

const HASH = sha256('one');
const OTHER = sha256('other');

const [variant] = fakeVariants(
  `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  scale: { source: "k.py:scale", signature: "*fp32, i32", grid: 1 }
`,
  { scale: ['x', 'n'] },
);
if (variant === undefined) throw new Error('no variant');

const output = (bytes: readonly number[]) => ({
  type: 'exact' as const,
  ...compressData(Uint8Array.from(bytes), 1),
});

describe('a stored result', () => {
  it.each<[what: string, check: () => void]>([
    ['a kernel', () => check(KERNELS, fakeCompiled(variant))],
    [
      'expected outputs',
      () => check(EXPECTED, { outputs: new Map([['c', output([1, 2])]]) }, 'all bytes'),
    ],
    ['no outputs', () => check(EXPECTED, { note: 'why', outputs: new Map() }, 'all bytes')],
    ['a compile error', () => check(FAILURES, { message: 'bad', line: 3 }, 'all bytes')],
    [
      'hints',
      () =>
        check(HINTS, [{ from: 'call', call: 0, asked: { n: 16 }, kept: {}, cost: 1 }], 'all bytes'),
    ],
  ])('that is %s is decoded by its kind, its hash and its form', (_what, passes) => passes());

  it('has no field without a value: equal results give equal entries', () => {
    expect(EXPECTED.split({ note: undefined, outputs: new Map() }).record).toEqual({ outputs: [] });
    expect(Object.keys(EXPECTED.split({ outputs: new Map() }).record as object)).toEqual([
      'outputs',
    ]);
  });
});

/** With `all bytes`, an entry with a byte that its record does not speak of is none. */
function check<T>(kind: EntryKind<T>, value: T, bytesOf?: 'all bytes'): void {
  const content = encodeEntry(kind, HASH, value);
  // A clone has Uint8Arrays for Buffers.
  expect(structuredClone(decodeEntry(kind, HASH, content))).toEqual(structuredClone(value));
  expect(isEntry(entryName(kind.name, HASH), content)).toBe(true);
  expect(isEntry(entryName(kind.name, OTHER), content)).toBe(false);
  for (const other of [KERNELS, EXPECTED, FAILURES, HINTS] as readonly EntryKind<unknown>[])
    if (other.name !== kind.name) expect(isEntry(entryName(other.name, HASH), content)).toBe(false);

  const { record, bytes } = kind.split(value);
  const wrongRecord = encodeEntry({ ...kind, split: () => ({ record: 1, bytes }) }, HASH, value);
  expect(decodeEntry(kind, HASH, wrongRecord)).toBeUndefined();
  const longer = { record, bytes: Buffer.concat([bytes, Buffer.of(0)]) };
  const withMore = decodeEntry(
    kind,
    HASH,
    encodeEntry({ ...kind, split: () => longer }, HASH, value),
  );
  if (bytesOf === 'all bytes') expect(withMore).toBeUndefined();
  else expect(structuredClone(withMore)).toEqual(structuredClone(kind.join(record, longer.bytes)));
}
