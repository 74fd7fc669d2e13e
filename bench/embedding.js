// Compares how long C compilers take for the cubins of the examples in several forms of embedding.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
 * Each form writes one array as C. The first is the one triton-aot writes; the others are compared
 * with it.
 */
const FORMS = {
  'string literals': (name, { literal }) => array('char', name, `\n${literal}`),
  'hex bytes': (name, { bytes }) => array('unsigned char', name, hexList(bytes, 1)),
  '64-bit words': (name, { bytes }) => array('unsigned long long', name, hexList(bytes, 8)),
  '.incbin': (name, { file }) =>
    `extern const unsigned char ${name}[];\n` +
    `__asm__(".section .rodata\\n.balign 16\\n.globl ${name}\\n${name}:\\n.incbin \\"${file}\\"\\n.previous");\n`,
};

const work = await mkdtemp(join(tmpdir(), 'bench-embedding-'));
try {
  await compare();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function compare() {
  const cubins = [];
  for (const example of EXAMPLES) cubins.push(...(await cubinsOf(example)));
  for (const [index, cubin] of cubins.entries()) {
    cubin.file = join(work, `${index}.cubin`);
    await writeFile(cubin.file, cubin.bytes);
  }
  const size = cubins.reduce((total, { bytes }) => total + bytes.length, 0);
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
    `${cubins.length} cubins of ${options.targets}, ${size} bytes; seconds, median of ${options.rounds} rounds; source and object in bytes per byte of cubin\n\n`,
  );
  const rows = forms.map(({ name, source, seconds, object }) => ({
    name,
    figures: [source / size, ...seconds.map(median), object / size],
  }));
  process.stdout.write(table([heading, ...rows.map((row) => [row.name, ...print(row.figures)])]));
  process.stdout.write(`\nas multiples of ${rows[0].name}\n\n`);
  const relative = ({ figures }) => figures.map((figure, index) => figure / rows[0].figures[index]);
  process.stdout.write(table([heading, ...rows.map((row) => [row.name, ...print(relative(row))])]));
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
    await writeFile(file, cubins.map((cubin, index) => write(`cubin_${index}`, cubin)).join('\n'));
    const seconds = COMPILERS.map(() => []);
    forms.push({ name, file, source: (await stat(file)).size, seconds, object: 0 });
  }
  return forms;
}

async function compile([compiler, ...flags], form) {
  const object = join(work, 'form.o');
  const { seconds } = await run(compiler, [...flags, '-O2', '-c', form.file, '-o', object]);
  form.object = (await stat(object)).size;
  return seconds;
}

/** Builds an example and reads each cubin and its string literal from the C sources. */
async function cubinsOf(example) {
  const out = join(work, example);
  const flags = ['--targets', options.targets];
  if (options.python !== undefined) flags.push('--python', options.python);
  await build(example, out, join(work, 'store'), flags);
  const cubins = [];
  for (const name of await readdir(join(out, 'src'))) {
    const source = await readFile(join(out, 'src', name), 'latin1');
    const arrays = source.matchAll(/^static const char \w+\[\].* =\n((?: {4}".*";?\n)+)/gm);
    for (const [, text] of arrays) {
      const literal = text.replace(/;\n$/, '');
      cubins.push({ literal, bytes: bytesOf(literal) });
    }
  }
  const { kernels } = await readPackage(out);
  const expected = kernels.flatMap(({ variants }) => variants.map(({ sha256 }) => sha256));
  const found = new Set(
    cubins.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
  );
  if (!expected.every((sha256) => found.has(sha256)))
    throw new Error(`${example}: a cubin is missing`);
  return cubins;
}

function bytesOf(literal) {
  // Line by line, since an escape ends with its literal, even if the next one starts with a digit.
  const characters = literal.split('\n').flatMap((line) => {
    return [...line.slice(5, -1).matchAll(/\\(?:([0-7]{1,3})|(.))|[^\\]/g)];
  });
  return Buffer.from(
    characters.map(([all, octal, escaped]) =>
      octal === undefined ? (escaped ?? all).charCodeAt(0) : Number.parseInt(octal, 8),
    ),
  );
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
