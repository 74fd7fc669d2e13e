// Compares the cubins of the examples in several forms of embedding: how large the C source and the object file are, and
// how long C compilers take. Then compares whole packages with what Triton's compile.py and link.py write: how large both
// are on disk and in a program, how long they compile, and how long opening a compressed cubin takes.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, EXAMPLES, median, readPackage, ROOT, run, table } from './product.js';
import { onlyStock, pythonOf, stockVariants } from './stock.js';

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
  compressed: (_name, { text }) => text,
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

/** Whole packages, without test data, beside the files that compile.py and link.py write for the same variants. */
async function comparePackages(packages, [compiler, ...flags]) {
  const rows = [];
  for (const each of packages) {
    const { example, out, variants, files, opening, opened } = each;
    const stock = await writeStockTree(each);
    const include = [`-I${join(out, 'include')}`, `-I${CUDA}`];
    const [ours, theirs] = [
      await link(await filesIn(join(out, 'src'), '.c'), [compiler, ...flags, ...include]),
      await link(await filesIn(stock, '.c'), [compiler, ...flags, `-I${await stockCuda()}`]),
    ];
    const disk = [sum(await sizes(await filesIn(stock))), sum(await sizes(files))];
    rows.push({ example, variants: variants.length, theirs, ours, disk, opening, opened });
  }
  const all = rows.reduce((one, other) => ({
    example: 'all',
    variants: one.variants + other.variants,
    theirs: addLinked(one.theirs, other.theirs),
    ours: addLinked(one.ours, other.ours),
    disk: one.disk.map((size, index) => size + other.disk[index]),
    opening: one.opening + other.opening,
    opened: one.opened + other.opened,
  }));
  process.stdout.write(
    `\nwith what compile.py and link.py write, both linked with -O2 as one library for each example: bytes, seconds to compile and link, bytes on disk, and the ratios; ms to open 100 kB\n\n`,
  );
  const both = ['compile.py', 'package', 'ratio'];
  process.stdout.write(
    table([
      ['', '', 'linked', '', '', 'seconds', '', '', 'on disk', '', '', 'ms per'],
      ['', 'variants', ...both, ...both, ...both, '100 kB'],
      ...[...rows, all].map(packageRow),
    ]),
  );
}

function packageRow({ example, variants, theirs, ours, disk, opening, opened }) {
  return [
    example,
    String(variants),
    ...pair(theirs.size, ours.size, 0),
    ...pair(theirs.seconds, ours.seconds, 2),
    ...pair(...disk, 0),
    ((opening * 1000) / (opened / 100_000)).toFixed(2),
  ];
}

function pair(one, other, digits) {
  return [one.toFixed(digits), other.toFixed(digits), (one / other).toFixed(2)];
}

function addLinked(one, other) {
  return { size: one.size + other.size, seconds: one.seconds + other.seconds };
}

/** Links sources to one library as a program has them: without symbols that only a linker needs. */
async function link(sources, [compiler, ...flags]) {
  const library = join(work, 'kernels.so');
  const shared = ['-O2', '-fPIC', '-shared', '-s'];
  const { seconds } = await run(compiler, [...flags, ...shared, ...sources, '-o', library]);
  return { size: (await stat(library)).size, seconds };
}

/** Writes the files of compile.py and link.py for the variants of a package. Returns their folder. */
async function writeStockTree({ example, kernels, cubins, python }) {
  const folder = join(work, 'stock', example);
  const described = await stockVariants(example, kernels, join(folder, 'kernels'));
  const files = new Map(cubins.map(({ sha256, file }) => [sha256, file]));
  const variants = described.map((variant) => ({
    ...variant,
    // The names of compile.py do not contain the target.
    name: `${variant.kernel}_${variant.target}`,
    cubin: files.get(variant.sha256),
  }));
  // ptxas may give other bytes for sm_100.
  variants.sort((one, other) => Number(one.arch === 100) - Number(other.arch === 100));
  await writeFile(join(folder, 'request.json'), JSON.stringify({ folder, variants }));
  const env = { TRITON_CACHE_DIR: join(work, 'cache'), TRITON_DISABLE_LINE_INFO: '1' };
  await run(python, [join(ROOT, 'bench', 'stock_tree.py'), join(folder, 'request.json')], {
    env: { ...process.env, ...env },
  });
  const { refused } = JSON.parse(await readFile(join(folder, 'refused.json'), 'utf8'));
  for (const line of refused) process.stdout.write(`not linked by link.py: ${line}\n`);
  return join(folder, 'tree');
}

/** The declarations of the CUDA driver that packages need. */
const CUDA = join(ROOT, 'src', 'prove', 'harness', 'cpp', 'cuda');

/** The folder of a cuda.h that also has what the files of compile.py need. */
async function stockCuda() {
  const folder = join(work, 'cuda');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'cuda.h'),
    `#include <stdlib.h>
#include "${join(CUDA, 'cuda.h')}"
typedef struct CUmod_st *CUmodule;
typedef enum CUfunc_cache_enum { CU_FUNC_CACHE_PREFER_SHARED = 1 } CUfunc_cache;
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
`,
  );
  return folder;
}

async function filesIn(folder, end = '') {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function sizes(files) {
  return Promise.all(files.map(async (file) => (await stat(file)).size));
}

/**
 * Opens all images of a kernel with its own code: the least processor seconds of several rounds, and
 * the bytes of each.
 */
async function openImages(out, name) {
  const program = join(work, 'opening');
  const source = join(work, 'opening.c');
  const results = join(work, 'opening.out');
  await writeFile(source, OPENING.replace('"SOURCE"', `"${join(out, 'src', `${name}.c`)}"`));
  const include = [`-I${join(out, 'include')}`, `-I${CUDA}`];
  const stub = join(out, 'stub', 'libcuda.c');
  await run('cc', ['-O2', ...include, source, stub, '-o', program]);
  await run(program, [results]);
  const content = await readFile(results);
  const images = [];
  for (let at = 8; at < content.length;) {
    const size = Number(content.readBigUInt64LE(at));
    images.push(content.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  return { seconds: content.readDoubleLE(0), images };
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
static int open_all(FILE *file) {
    size_t i;
    for (i = 0; i < sizeof images / sizeof *images; i++) {
        const struct aot_packed *packed = (const struct aot_packed *)images[i].cubin;
        void *memory = NULL;
        const void *cubin = NULL;
        uint64_t size;
        if (packed == NULL) continue;
        if (aot_open(packed, &memory, &cubin) != AOT_OPENED) return 1;
        size = packed->size;
        if (file != NULL) fwrite(&size, sizeof size, 1, file);
        if (file != NULL) fwrite(cubin, 1, packed->size, file);
        free(memory);
    }
    return 0;
}
int main(int argc, char **argv) {
    double least = 1e9;
    int round;
    FILE *file = fopen(argv[argc - 1], "wb");
    if (file == NULL) return 1;
    for (round = 0; round < 15; round++) {
        const double start = now();
        if (open_all(NULL)) return 1;
        if (now() - start < least) least = now() - start;
    }
    fwrite(&least, sizeof least, 1, file);
    if (open_all(file)) return 1;
    return fclose(file);
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
  const flags = ['--targets', options.targets, ...onlyStock(example)];
  if (options.python !== undefined) flags.push('--python', options.python);
  const { log } = await build(example, out, join(work, 'store'), flags);
  await cp(join(out, 'src', 'aot_inflate.h'), join(work, 'aot_inflate.h'));
  const { kernels } = await readPackage(out);
  const cubins = new Map();
  const texts = [];
  let [opening, opened] = [0, 0];
  for (const { name } of kernels) {
    const { seconds, images } = await openImages(out, name);
    opening += seconds;
    opened += sum(images.map(({ length }) => length));
    for (const bytes of images) cubins.set(createHash('sha256').update(bytes).digest('hex'), bytes);
    texts.push(...packedTexts(await readFile(join(out, 'src', `${name}.c`), 'utf8'), name));
  }
  const variants = kernels.flatMap((kernel) => kernel.variants);
  if (!variants.every(({ sha256 }) => cubins.has(sha256)) || texts.length < cubins.size)
    throw new Error(`${example}: a cubin is missing`);
  return {
    example,
    out,
    kernels,
    variants,
    files: (await filesIn(out)).filter((path) => !path.startsWith(join(out, 'smoke'))),
    cubins: [...cubins].map(([sha256, bytes], index) => ({ sha256, bytes, text: texts[index] })),
    opening,
    opened,
    python: options.python ?? pythonOf(log),
  };
}

const PACKED =
  /static const char (cubin_\d+)_stream\[\] =\n(?: {4}".*";?\n)+static const struct aot_packed \1 = \{[^}]*\};\n/g;

/** The texts of compressed cubins, as they can all be in one file: none static, or a compiler would drop it. */
function packedTexts(source, kernel) {
  return [...source.matchAll(PACKED)].map(([text, symbol]) =>
    text
      .replaceAll('cubin_', `${kernel}_cubin_`)
      .replace(
        '\nstatic const struct',
        `\nextern const struct aot_packed ${kernel}_${symbol};\nconst struct`,
      ),
  );
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
