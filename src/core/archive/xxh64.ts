/** The five primes of XXH64. Source: the xxHash specification, "XXH64 algorithm description". */
const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const STRIPE = 32;

/** The checksum of zstd's frames: XXH64 of bytes that come piece by piece, with the seed 0. */
interface Xxh64 {
  update(bytes: Uint8Array): void;
  digest(): bigint;
}

export function xxh64(): Xxh64 {
  const lanes = [wrap(P1 + P2), P2, 0n, wrap(-P1)];
  const held = Buffer.alloc(STRIPE);
  let length = 0;
  const consume = (stripe: Buffer, at: number): void => {
    for (let lane = 0; lane < 4; lane += 1)
      lanes[lane] = round(lanes[lane] ?? 0n, stripe.readBigUInt64LE(at + 8 * lane));
  };
  return {
    update(bytes) {
      const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      let at = 0;
      const waiting = length % STRIPE;
      length += source.length;
      if (waiting > 0) {
        at = source.copy(held, waiting);
        if (waiting + at < STRIPE) return;
        consume(held, 0);
      }
      for (; at + STRIPE <= source.length; at += STRIPE) consume(source, at);
      source.copy(held, 0, at);
    },
    digest() {
      const start = length < STRIPE ? P5 : merge(lanes);
      return avalanche(finish(wrap(start + BigInt(length)), held.subarray(0, length % STRIPE)));
    },
  };
}

function merge([a = 0n, b = 0n, c = 0n, d = 0n]: readonly bigint[]): bigint {
  const sum = wrap(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n));
  return [a, b, c, d].reduce((hash, lane) => wrap((hash ^ round(0n, lane)) * P1 + P4), sum);
}

function finish(start: bigint, rest: Buffer): bigint {
  let hash = start;
  let at = 0;
  for (; at + 8 <= rest.length; at += 8)
    hash = wrap(rotate(hash ^ round(0n, rest.readBigUInt64LE(at)), 27n) * P1 + P4);
  if (at + 4 <= rest.length) {
    hash = wrap(rotate(hash ^ wrap(BigInt(rest.readUInt32LE(at)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < rest.length; at += 1)
    hash = wrap(rotate(hash ^ wrap(BigInt(rest.readUInt8(at)) * P5), 11n) * P1);
  return hash;
}

function avalanche(hash: bigint): bigint {
  const second = wrap((hash ^ (hash >> 33n)) * P2);
  const third = wrap((second ^ (second >> 29n)) * P3);
  return third ^ (third >> 32n);
}

function round(lane: bigint, input: bigint): bigint {
  return wrap(rotate(wrap(lane + input * P2), 31n) * P1);
}

function rotate(value: bigint, bits: bigint): bigint {
  return wrap(value << bits) | (value >> (64n - bits));
}

function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
