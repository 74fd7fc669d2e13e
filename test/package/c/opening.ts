import { afterAll, beforeAll, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../src/base/text.ts';
import { EMBED_PRAGMA, embedPacked } from '../../../src/package/c/embed.ts';
import { COMPILERS } from '../../support/compilers.ts';

/** Compressed bytes. */
export interface PackedSample {
  readonly bytes: Buffer;
  readonly packed: Uint8Array;
  /** The index of the base. */
  readonly base?: number;
}

/** A program that opens samples. */
interface OpeningProgram {
  /** Compiles it without warnings. */
  compile(compiler: string, flags: readonly string[]): string;
  readonly folder: string;
}

/** How often the program damages each sample. */
const DAMAGES = 150;

const RUNTIME = new URL('../../../src/package/c/runtime/', import.meta.url).pathname;
const STRICT = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror', '-O1'];

/** Tests that the C code of packages opens samples, compiled by every compiler, and refuses damaged ones. */
export function testOpening(samples: readonly PackedSample[]): void {
  let program: OpeningProgram;
  beforeAll(async () => {
    program = await openingProgram(samples);
  });
  afterAll(() => rm(program.folder, { recursive: true }));

  it.each(COMPILERS.flatMap((compiler) => LANGUAGES.map((flags) => [compiler, flags] as const)))(
    'is opened by code of %s %j, without warnings',
    (compiler, language) => {
      const content = execFileSync(program.compile(compiler, language), { maxBuffer: 1 << 26 });
      expect(sha256(content)).toBe(sha256(Buffer.concat(samples.map(({ bytes }) => bytes))));
    },
  );

  it('is refused if it is damaged, without access to other memory', () => {
    const { opened, damaged, withoutMemory } = openDamaged(program);
    expect(opened + damaged).toBe(samples.length * DAMAGES);
    expect(opened).toBeGreaterThan(samples.length);
    expect(damaged).toBeGreaterThan(opened);
    expect(withoutMemory).toBe(0);
  });
}

/** Writes a program that writes all samples to standard output, or opens copies of them with changed bytes. */
async function openingProgram(samples: readonly PackedSample[]): Promise<OpeningProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'opening-'));
  const source = join(folder, 'program.c');
  await writeFile(source, programText(samples));
  const compile = (compiler: string, flags: readonly string[]): string => {
    const program = join(folder, `program-${compiler}-${flags.length}${flags[1] ?? ''}`);
    execFileSync(compiler, [...flags, ...STRICT, `-I${RUNTIME}`, source, '-o', program]);
    return program;
  };
  return { compile, folder };
}

function programText(samples: readonly PackedSample[]): string {
  return `
#include "aot_inflate.h"
#include <stdio.h>

${EMBED_PRAGMA}
${samples
  .map(({ packed, bytes, base }, index) =>
    embedPacked(
      `cubin_${index}`,
      packed,
      bytes.length,
      base === undefined ? base : `cubin_${base}`,
    ),
  )
  .join('')}
static const struct aot_packed *const all[] = {${samples.map((_, index) => `&cubin_${index}`).join(', ')}};
enum { ALL = sizeof all / sizeof *all };

static uint32_t state = 12345;
static uint32_t below(uint32_t most) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % most;
}

/* What becomes of copies with changed bytes, cut off, or with another size. */
static void damage(const struct aot_packed *cubin, unsigned results[3]) {
    unsigned round, change;
    for (round = 0; round < ${DAMAGES}; round++) {
        struct aot_packed changed = *cubin;
        char *stream = (char *)malloc(cubin->length + 1);
        void *memory = NULL;
        const void *content = NULL;
        enum aot_opened result;
        if (stream == NULL) return;
        memcpy(stream, cubin->stream, cubin->length);
        for (change = 0; change < round % 4 && cubin->length > 0; change++) {
            const uint32_t at = below(round % 3 == 0 && cubin->length > 8 ? 8 : (uint32_t)cubin->length);
            stream[at] = (char)(round % 5 == 0 ? below(0x100) : (unsigned char)stream[at] ^ (1u << below(8)));
        }
        changed.stream = stream;
        if (round % 4 == 0) changed.length = below((uint32_t)cubin->length + 1);
        if (round % 7 == 0) changed.size = below((uint32_t)cubin->size + 2);
        result = aot_open(&changed, &memory, &content);
        results[result]++;
        if (result == AOT_OPENED) {
            /* The sanitizer sees bytes that are outside. */
            volatile unsigned char last = changed.size == 0 ? 0 : ((const unsigned char *)content)[changed.size - 1];
            (void)last;
            free(memory);
        }
        free(stream);
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
        if (aot_open(all[i], &memory, &content) != AOT_OPENED) return 1;
        if ((uintptr_t)content % 16 != 0) return 2;
        fwrite(content, 1, all[i]->size, stdout);
        free(memory);
    }
    if (argc == 1) {
        struct aot_packed large = *all[0];
        void *memory = NULL;
        const void *content = NULL;
        large.size = SIZE_MAX / 4;
        if (aot_open(&large, &memory, &content) != AOT_NO_MEMORY) return 3;
    }
    if (argc > 1) printf("%u opened, %u damaged, %u without memory", results[0], results[1], results[2]);
    return 0;
}
`;
}

/** Runs the program with damaged copies, with sanitizers. Returns how many were opened and refused. */
function openDamaged(program: OpeningProgram): {
  readonly opened: number;
  readonly damaged: number;
  readonly withoutMemory: number;
} {
  const path = program.compile('cc', [
    '-std=c11',
    '-g',
    '-fsanitize=address,undefined',
    '-fno-sanitize-recover=all',
  ]);
  const text = execFileSync(path, ['damage'], { timeout: 60_000 }).toString();
  const [opened = 0, damaged = 0, withoutMemory = 0] = [...text.matchAll(/\d+/g)].map(Number);
  return { opened, damaged, withoutMemory };
}

/** Every compiler, for C and for C++. */
const LANGUAGES = [
  ['-x', 'c', '-std=c11'],
  ['-x', 'c++', '-std=c++17'],
] as const;

/** Bytes below `most` that look random. */
export function scrambled(length: number, most: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 16) % most;
    }),
  );
}
