// Compares the cubins of the examples in several forms of embedding: how large the C source, the object file and the
// package are, how long C compilers take, and how long opening a compressed cubin takes.
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { build, EXAMPLES, median, readPackage, run, table } from './product.js';

const { values: options } = parseArgs({
  options: {
    targets: { type: 'string', default: 'sm_90' },
    rounds: { type: 'string', default: '5' },
    python: { type: 'string' },
  },
});

const COMPILERS = [
  { name: 'gcc C11', argv: ['gcc', '-x', 'c', '-std=c11'] },
  { name: 'gcc C++17', argv: ['g++', '-x', 'c++', '-std=c++17'] },
  { name: 'clang C11', argv: ['clang', '-x', 'c', '-std=c11'] },
  { name: 'clang C++17', argv: ['clang++', '-x', 'c++', '-std=c++17'] },
];

/**
 * Each form writes one array as C. The first is that of `embed: compressed`, the second that of
 * `embed: raw`; Triton's compile.py writes hex bytes.
 */
const FORMS = {
  compressed: (_name, { packed }) => packed,
  'string literals': (name, { bytes }) => array('char', name, `\n${literals(bytes)}`),
  'hex bytes': (name, { bytes }) => array('unsigned char', name, hexList(bytes, 1)),
  '64-bit words': (name, { bytes }) => array('unsigned long long', name, hexList(bytes, 8)),
  '.incbin': (name, { file }) =>
    `extern const unsigned char ${name}[];\n` +
    `__asm__(".section .rodata\\n.balign 16\\n.globl ${name}\\n${name}:\\n.incbin \\"${file}\\"\\n.previous");\n`,
};

async function compare() {
  const packages = [];
  for (const example of EXAMPLES) packages.push(await readExample(example));
  const cubins = packages.flatMap((each) => each.cubins);
  for (const [index, cubin] of cubins.entries()) {
    cubin.file = join(work, `${index}.cubin`);
    await writeFile(cubin.file, cubin.bytes);
  }
  const size = sum(cubins.map(({ bytes }) => bytes.length));
  const compilers = await availableCompilers();
  const forms = await writeForms(cubins);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const form of forms) {
      for (const [index, { argv }] of compilers.entries()) {
        form.seconds[index].push(await compile(argv, form));
      }
    }
  }
  const heading = ['', 'source', ...compilers.map(({ name }) => name), 'object'];
  process.stdout.write(
    `${cubins.length} different cubins for ${options.targets}, ${size} bytes; seconds, median of ${options.rounds} rounds; source and object in bytes per byte of cubin\n\n`,
  );
  const rows = forms.map(({ name, source, seconds, object }) => ({
    name,
    figures: [source / size, ...seconds.map(median), object / size],
  }));
  process.stdout.write(table([heading, ...rows.map((row) => [row.name, ...print(row.figures)])]));
  const hex = rows.find(({ name }) => name === 'hex bytes');
  process.stdout.write(`\nas parts of ${hex.name}, which compile.py writes\n\n`);
  const relative = ({ figures }) => figures.map((figure, index) => figure / hex.figures[index]);
  process.stdout.write(table([heading, ...rows.map((row) => [row.name, ...print(relative(row))])]));
  await comparePackages(packages, compilers[0].argv);
}

/** Whole packages, without test data, beside the files of compile.py, which has one for each variant. */
async function comparePackages(packages, [compiler, ...flags]) {
  const rows = [];
  const total = { variants: 0, stock: 0, linked: 0, disk: 0, opening: 0, opened: 0 };
  for (const { example, out, variants, files, kernels } of packages) {
    const include = ['-I', join(out, 'include'), '-I', join(out, 'src'), '-I', CUDA];
    const command = [compiler, ...flags, '-O2', ...include];
    const linked = [];
    for (const name of kernels)
      linked.push(await linkedSize(join(out, 'src', `${name}.c`), command));
    const figures = {
      variants: variants.length,
      stock: sum(variants.map(({ resources }) => resources.size)),
      linked: sum(linked),
      disk: sum(files),
      ...(await openingTime(out, kernels, command)),
    };
    for (const key of Object.keys(total)) total[key] += figures[key];
    rows.push(packageRow(example, figures));
  }
  process.stdout.write(
    '\npackages; how many times smaller than the files of compile.py: linked, and on disk; ms to open 100 kB\n\n',
  );
  const heading = ['', 'variants', 'linked', 'on disk', 'ms per 100 kB'];
  process.stdout.write(table([heading, ...rows, packageRow('all', total)]));
}

function packageRow(name, { variants, stock, linked, disk, opening, opened }) {
  return [
    name,
    String(variants),
    (stock / linked).toFixed(1),
    ((stock * HEX_BYTES) / disk).toFixed(1),
    ((opening * 1000) / (opened / 100_000)).toFixed(2),
  ];
}

/** The size of a kernel's source as a library, without symbols. */
async function linkedSize(source, [compiler, ...flags]) {
  const library = join(work, 'kernel.so');
  const link = ['-fPIC', '-shared', '-s', '-Wl,-z,noseparate-code'];
  await run(compiler, [...flags, ...link, source, '-o', library]);
  return (await stat(library)).size;
}

/** Of compile.py's source for each byte of a cubin: `0x7f, `. */
const HEX_BYTES = 6;

/** The declarations of the CUDA driver. */
const CUDA = fileURLToPath(new URL('../src/harness/cuda', import.meta.url));

/** The processor seconds to open all images of the kernels, the least of several rounds, and their bytes. */
async function openingTime(out, kernels, command) {
  const times = [];
  for (const name of kernels) {
    const program = join(work, 'opening');
    const source = join(work, 'opening.c');
    await writeFile(source, OPENING.replace('"SOURCE"', `"${join(out, 'src', `${name}.c`)}"`));
    const stub = join(out, 'stub', 'libcuda.c');
    await run(command[0], [...command.slice(1), source, stub, '-o', program]);
    const file = join(work, 'opening.txt');
    await run(program, [file]);
    times.push((await readFile(file, 'utf8')).split(' ').map(Number));
  }
  const [opening, opened] = [0, 1].map((index) => sum(times.map((each) => each[index])));
  return { opening, opened };
}

const OPENING = `#define _POSIX_C_SOURCE 199309L
#include "SOURCE"
#include <stdio.h>
#include <time.h>
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
int main(int argc, char **argv) {
    double least = 1e9, bytes = 0;
    int round;
    for (round = 0; round < 15; round++) {
        const double start = now();
        size_t i;
        bytes = 0;
        for (i = 0; i < sizeof images / sizeof *images; i++) {
            const struct aot_packed *packed = (const struct aot_packed *)images[i].cubin;
            void *memory = NULL;
            const void *cubin = NULL;
            if (packed == NULL) continue;
            if (aot_open(packed, &memory, &cubin) != AOT_INFLATE_DONE) return 1;
            free(memory);
            bytes += (double)packed->size;
        }
        if (now() - start < least) least = now() - start;
    }
    {
        FILE *file = fopen(argv[argc - 1], "w");
        if (file == NULL) return 1;
        fprintf(file, "%.9f %.0f", least, bytes);
        return fclose(file);
    }
}
`;

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

function print(figures) {
  return figures.map((figure) => figure.toFixed(2));
}

async function availableCompilers() {
  const answers = await Promise.allSettled(
    COMPILERS.map(({ argv }) => run(argv[0], ['--version'])),
  );
  return COMPILERS.filter((_, index) => answers[index].status === 'fulfilled');
}

async function writeForms(cubins) {
  const forms = [];
  for (const [name, write] of Object.entries(FORMS)) {
    const file = join(work, `form-${forms.length}.c`);
    const text = cubins.map((cubin, index) => write(`cubin_${index}`, cubin)).join('\n');
    await writeFile(file, name === 'compressed' ? `#include "aot_inflate.h"\n${text}` : text);
    const seconds = COMPILERS.map(() => []);
    forms.push({ name, file, source: (await stat(file)).size, seconds, object: 0 });
  }
  return forms;
}

async function compile([compiler, ...flags], form) {
  const object = join(work, 'form.o');
  const { seconds } = await run(compiler, [
    ...flags,
    '-O2',
    '-I',
    work,
    '-c',
    form.file,
    '-o',
    object,
  ]);
  form.object = (await stat(object)).size;
  return seconds;
}

/** Builds an example, and reads each cubin and its text from the C sources. */
async function readExample(example) {
  const out = join(work, example);
  const flags = ['--targets', options.targets];
  if (options.python !== undefined) flags.push('--python', options.python);
  await build(example, out, join(work, 'store'), flags);
  await cp(join(out, 'src', 'aot_inflate.h'), join(work, 'aot_inflate.h'));
  const { kernels } = await readPackage(out);
  const cubins = [];
  for (const { name } of kernels) {
    const source = await readFile(join(out, 'src', `${name}.c`), 'utf8');
    cubins.push(...cubinsOf(source, name));
  }
  const variants = kernels.flatMap((kernel) => kernel.variants);
  const found = new Set(
    cubins.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
  );
  if (!variants.every(({ sha256 }) => found.has(sha256)))
    throw new Error(`${example}: a cubin is missing`);
  const paths = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(out, 'smoke')));
  const files = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return { example, out, variants, files, cubins, kernels: kernels.map(({ name }) => name) };
}

const PACKED =
  /static const aot_character (cubin_\d+)_text\[\] =\n([^;]*);\nstatic const struct aot_packed \1 = \{(?:NULL|&(\w+)), \w+, \d+, \d+\};\n/g;

function cubinsOf(source, kernel) {
  const known = new Map();
  return [...source.matchAll(PACKED)].map(([text, symbol, lines, base]) => {
    const stream = streamOf(lines.replaceAll(/^ {4}u?"|"$/gm, '').replaceAll('\n', ''));
    const dictionary = base === undefined ? undefined : known.get(base);
    const bytes = inflateRawSync(stream, dictionary === undefined ? {} : { dictionary });
    known.set(symbol, bytes);
    // All are in one file here, and none is static: a compiler would drop it.
    const packed = text
      .replaceAll('cubin_', `${kernel}_cubin_`)
      .replace(
        '\nstatic const struct',
        `\nextern const struct aot_packed ${kernel}_${symbol};\nconst struct`,
      );
    return { bytes, packed };
  });
}

/** The bytes of a text with 15 bits in each character. */
function streamOf(text) {
  const bytes = [];
  let [bits, count] = [0, 0];
  for (const character of text) {
    bits |= (character.charCodeAt(0) - 0x3400) << count;
    for (count += 15; count >= 8; count -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  }
  return Buffer.from(bytes);
}

/** As `embed: raw` writes them: octal escapes, of three digits before a digit. */
function literals(bytes) {
  const lines = [];
  for (let start = 0; start < bytes.length; start += 64) {
    const line = [...bytes.subarray(start, start + 64)].map((byte, index, all) => {
      const text = String.fromCharCode(byte);
      if ('"\\?'.includes(text)) return `\\${text}`;
      if (byte >= 32 && byte < 127) return text;
      const next = all[index + 1] ?? 0;
      return `\\${byte.toString(8).padStart(next >= 48 && next < 58 ? 3 : 1, '0')}`;
    });
    lines.push(`    "${line.join('')}"`);
  }
  return lines.join('\n');
}

function array(type, name, value) {
  const aligned = '__attribute__((aligned(16)))';
  return `extern const ${type} ${name}[];\nconst ${type} ${name}[] ${aligned} = ${value};\n`;
}

/** Formats bytes as a list of little-endian numbers of `width` bytes. */
function hexList(bytes, width) {
  const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & (width - 1))]);
  const numbers = [];
  for (let start = 0; start < padded.length; start += width) {
    const digits = Buffer.from(padded.subarray(start, start + width).toReversed()).toString('hex');
    const line = start % 64 === 0 ? '\n' : '';
    numbers.push(`${line}0x${digits}`);
  }
  return `{${numbers.join(', ')}}`;
}

const work = await mkdtemp(join(tmpdir(), 'bench-embedding-'));
try {
  await compare();
} finally {
  await rm(work, { recursive: true, force: true });
}
