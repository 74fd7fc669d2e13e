import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deflateSync } from 'fflate';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { EMBED_PRAGMA } from '../../../src/core/codegen/embed.ts';
import {
  embedPacked,
  fromCharacters,
  packCubin,
  unpackCubin,
} from '../../../src/core/codegen/pack-cubin.ts';
import { sha256 } from '../../../src/core/base/text.ts';
import { COMPILERS } from '../../support/compilers.ts';

interface Sample {
  readonly bytes: Buffer;
  readonly packed: Uint8Array;
  /** The index of the base. */
  readonly base?: number;
}

const SAMPLES = samples();
const RUNTIME = new URL('../../../src/runtime/', import.meta.url).pathname;
const STRICT = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror', '-O1'];

/** Writes every cubin to standard output, or opens copies of them with changed characters. */
const PROGRAM = `
#include "aot_inflate.h"
#include <stdio.h>

${EMBED_PRAGMA}
${SAMPLES.map(({ packed, bytes, base }, index) =>
  embedPacked(`cubin_${index}`, packed, bytes.length, base === undefined ? base : `cubin_${base}`),
).join('')}
static const struct aot_packed *const all[] = {${SAMPLES.map((_, index) => `&cubin_${index}`).join(', ')}};
enum { ALL = sizeof all / sizeof *all };

static uint32_t state = 12345;
static uint32_t below(uint32_t most) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % most;
}

/* What becomes of copies with changed characters, cut off, or with another size. */
static void damage(const struct aot_packed *cubin, unsigned results[3]) {
    unsigned round, change;
    for (round = 0; round < 150; round++) {
        struct aot_packed changed = *cubin;
        const size_t bytes = cubin->length * sizeof(aot_character);
        aot_character *text = (aot_character *)malloc(bytes + 1);
        void *memory = NULL;
        const void *content = NULL;
        enum aot_inflated result;
        if (text == NULL) return;
        memcpy(text, cubin->text, bytes);
        for (change = 0; change < round % 4 && cubin->length > 0; change++) {
            const uint32_t at = below(round % 3 == 0 && cubin->length > 8 ? 8 : (uint32_t)cubin->length);
            text[at] = (aot_character)(round % 5 == 0 ? below(0x10000) : text[at] ^ (1u << below(15)));
        }
        changed.text = text;
        if (round % 4 == 0) changed.length = below((uint32_t)cubin->length + 1);
        if (round % 7 == 0) changed.size = below((uint32_t)cubin->size + 2);
        result = aot_open(&changed, &memory, &content);
        results[result]++;
        if (result == AOT_INFLATE_DONE) {
            /* The sanitizer sees bytes that are outside. */
            volatile unsigned char last = changed.size == 0 ? 0 : ((const unsigned char *)content)[changed.size - 1];
            (void)last;
            free(memory);
        }
        free(text);
    }
}

int main(int argc, char **argv) {
    unsigned i, results[3] = {0, 0, 0};
    (void)argv;
    for (i = 0; i < ALL; i++) {
        void *memory = NULL;
        const void *content = NULL;
        if (argc > 1) {
            damage(all[i], results);
            continue;
        }
        if (aot_open(all[i], &memory, &content) != AOT_INFLATE_DONE) return 1;
        if ((uintptr_t)content % AOT_CUBIN_ALIGNMENT != 0) return 2;
        fwrite(content, 1, all[i]->size, stdout);
        free(memory);
    }
    if (argc == 1) {
        struct aot_packed large = *all[0];
        void *memory = NULL;
        const void *content = NULL;
        large.size = SIZE_MAX / 4;
        if (aot_open(&large, &memory, &content) != AOT_INFLATE_NO_MEMORY) return 3;
    }
    if (argc > 1) printf("%u opened, %u damaged, %u without memory", results[0], results[1], results[2]);
    return 0;
}
`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inflate-'));
  await writeFile(join(folder, 'program.c'), PROGRAM);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a compressed cubin', () => {
  it('is read back from its text by `verify`', () => {
    for (const { bytes, packed, base } of SAMPLES) {
      const text = embedPacked('x', packed, bytes.length).split('\nstatic const struct')[0] ?? '';
      const characters = [...text.matchAll(/^ {4}u?"(.*)";?$/gm)].map(([, line]) => line).join('');
      const found = fromCharacters(characters) ?? Buffer.from('unknown characters');
      const before = base === undefined ? undefined : SAMPLES[base]?.bytes;
      expect(Buffer.from(unpackCubin(found, bytes.length, before)).equals(bytes)).toBe(true);
    }
  });

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, ['-x', 'c', '-std=c11']] as const,
      [compiler, ['-x', 'c++', '-std=c++17']] as const,
    ]),
  )('is opened by code of %s %j, without warnings', (compiler, language) => {
    const program = compileWith(compiler, language);
    const content = execFileSync(program, { maxBuffer: 1 << 26 });
    expect(sha256(content)).toBe(sha256(Buffer.concat(SAMPLES.map(({ bytes }) => bytes))));
  });

  it('is refused if it is damaged, without access to other memory', () => {
    const program = compileWith('cc', [
      '-std=c11',
      '-g',
      '-fsanitize=address,undefined',
      '-fno-sanitize-recover=all',
    ]);
    const text = execFileSync(program, ['damage'], { timeout: 60_000 }).toString();
    const [opened = 0, damaged = 0, none] = [...text.matchAll(/\d+/g)].map(Number);
    expect(opened + damaged).toBe(SAMPLES.length * 150);
    expect(damaged).toBeGreaterThan(opened);
    expect(opened).toBeGreaterThan(SAMPLES.length);
    expect(none).toBe(0);
  });
});

function compileWith(compiler: string, flags: readonly string[]): string {
  const program = join(folder, `program-${compiler}-${flags.length}${flags[1] ?? ''}`);
  const source = join(folder, 'program.c');
  execFileSync(compiler, [...flags, ...STRICT, `-I${RUNTIME}`, source, '-o', program]);
  return program;
}

/** Every kind of block, lengths and distances from the shortest to the longest, and bases. */
function samples(): Sample[] {
  const random = (length: number, most: number, seed: number): Buffer => {
    let state = seed;
    return Buffer.from(
      Uint8Array.from({ length }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return (state >>> 16) % most;
      }),
    );
  };
  const code = Buffer.concat(
    Array.from({ length: 4000 }, (_, index) =>
      Buffer.concat([random(5, 7, index % 37), random(3, 256, index), Buffer.alloc(8, index % 11)]),
    ),
  );
  const inputs = [
    Buffer.alloc(0),
    Buffer.from('a'),
    Buffer.from('abcabcabcabcabcabc'),
    Buffer.alloc(100_000),
    random(70_000, 256, 1),
    random(20_000, 3, 2),
    // Codes of up to 15 bits.
    Buffer.concat(
      Array.from({ length: 19 }, (_, index) => Buffer.alloc(Math.min(2 ** index, 30_000), index)),
    ),
    Buffer.concat([random(32_768, 256, 3), random(32_768, 256, 3)]),
    code,
    ...Array.from({ length: 15 }, (_, index) => random(index * 17 + 1, 2 ** (index % 9), index)),
  ];
  const found: Sample[] = inputs.map((bytes) => ({ bytes, packed: packCubin(bytes) }));
  for (const bytes of [...inputs.slice(0, 5), code]) {
    const { Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
    for (const strategy of [Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE])
      found.push({ bytes, packed: deflateRawSync(bytes, { strategy, level: 9 }) });
    found.push({ bytes, packed: deflateSync(bytes, { level: 0 }) });
  }
  const changed = Buffer.from(code);
  for (let at = 0; at < changed.length; at += 997) changed[at] = at % 251;
  for (const bytes of [code, changed, changed.subarray(0, 100), Buffer.alloc(0)])
    found.push({ bytes, packed: packCubin(bytes, code), base: inputs.indexOf(code) });
  return found;
}
