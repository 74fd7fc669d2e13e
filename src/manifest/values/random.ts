/** Fills an array with the next 32-bit numbers of a sequence. */
export type Random = (target: Uint32Array) => void;

/**
 * Returns the random sequence for a seed of 32 hexadecimal digits: xoshiro128**, whose four state
 * words are the seed, in order.
 * Source: D. Blackman, S. Vigna, Scrambled Linear Pseudorandom Number Generators.
 */
export function randomSequence(seed: string): Random {
  const state = Int32Array.from([0, 8, 16, 24], (at) => Number(`0x${seed.slice(at, at + 8)}`));
  return (target) => {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let i = 0; i < target.length; i++) {
      target[i] = Math.imul(rotate(Math.imul(b, 5), 7), 9);
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = rotate(d, 11);
    }
    state.set([a, b, c, d]);
  };
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
