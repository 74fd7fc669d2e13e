import { describe, expect, it } from '#jest';
import { readCubin } from '../../../src/compile/cubin/code-formats.ts';
import { Failure } from '../../../src/base/errors.ts';
import { fakeCubin } from '../../support/fake-cubin.ts';
import { expectGolden } from '../../support/golden.ts';

const scale = { arch: 90, name: 'scale', parameters: [8, 8, 4, 2, 1, 8], registers: 40 };

describe('readCubin', () => {
  it.each([
    [75, 7],
    [90, 7],
    [90, 8],
    [103, 8],
    [121, 8],
  ])('finds sm_%d in the flags of ABI version %d', (arch, abiVersion) => {
    expect(readCubin(fakeCubin({ ...scale, arch, abiVersion })).arch).toBe(arch);
  });

  it('sorts parameters by their ordinals', () => {
    expect(readCubin(fakeCubin(scale)).kernels[0]?.parameters).toEqual([
      { ordinal: 0, offset: 0, size: 8 },
      { ordinal: 1, offset: 8, size: 8 },
      { ordinal: 2, offset: 16, size: 4 },
      { ordinal: 3, offset: 20, size: 2 },
      { ordinal: 4, offset: 22, size: 1 },
      { ordinal: 5, offset: 24, size: 8 },
    ]);
  });

  it('reads registers, stack, shared memory and constant bank', () => {
    const [kernel] = readCubin(fakeCubin({ ...scale, shared: 1234, stack: 400 })).kernels;
    expect(kernel).toMatchObject({
      name: 'scale',
      registers: 40,
      stackBytes: 400,
      staticSharedBytes: 1234,
      constantBankParameterOffset: 0x210,
      constantBankParameterSize: 32,
    });
  });

  it('reads a kernel without parameters and one with hundreds', () => {
    const sizes = Array.from({ length: 400 }, () => 8);
    expect(readCubin(fakeCubin({ ...scale, parameters: [] })).kernels[0]?.parameters).toEqual([]);
    const [many] = readCubin(fakeCubin({ ...scale, parameters: sizes })).kernels;
    expect(many?.parameters.at(-1)).toEqual({ ordinal: 399, offset: 3192, size: 8 });
  });

  it('reads bytes that start in the middle of a buffer', () => {
    const shifted = Buffer.concat([Buffer.alloc(13), fakeCubin(scale)]).subarray(13);
    expect(readCubin(shifted)).toEqual(readCubin(fakeCubin(scale)));
  });

  it('says why a file is not a cubin', () => {
    expectGolden(String(failureOf(Buffer.from('not a cubin'.padEnd(100)))));
    const x86 = fakeCubin(scale);
    x86.writeUInt16LE(62, 18);
    expectGolden(String(failureOf(x86)));
    expectGolden(String(failureOf(fakeCubin({ ...scale, abiVersion: 9 }))));
  });
});

describe('a damaged cubin', () => {
  it('is a failure of kind abi wherever it is cut off', () => {
    const whole = fakeCubin(scale);
    for (let length = 0; length < whole.length; length++) {
      expect(failureOf(whole.subarray(0, length))).toMatchObject({ kind: 'abi' });
    }
  });

  it('is read or is a failure of kind abi, whichever bytes are wrong', () => {
    const random = randomNumbers(1);
    const whole = fakeCubin({ ...scale, shared: 100 });
    for (let round = 0; round < 20_000; round++) {
      const bytes = Buffer.from(whole);
      for (let flips = 1 + (random() % 4); flips > 0; flips--) {
        bytes[random() % bytes.length] = random() & 0xff;
      }
      expect([undefined, 'abi']).toContain(failureOf(bytes)?.kind);
    }
  });
});

/** The failure of reading, if any. Other errors are defects and pass through. */
function failureOf(bytes: Uint8Array): Failure | undefined {
  try {
    readCubin(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** Pseudo-random numbers that are the same in every run (xorshift). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
