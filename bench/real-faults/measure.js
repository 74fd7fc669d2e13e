// Emulates kernels before and after the fixes of real faults: see README.md.
//
//   node bench/real-faults/measure.js cases [NAME...]       the written cases, and the case that shows the fault
//   node bench/real-faults/measure.js generate [NAME...]    generated cases, which do not know the fault
//
// NAME is the beginning of a folder's name, such as 05. It needs the node_modules of the repository (npm ci).
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMap, parse, parseDocument } from 'yaml';
import { cliAt, ROOT } from '../product.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1,2,3' },
    count: { type: 'string', default: '16' },
    // Where packages are built.
    work: { type: 'string', default: join(tmpdir(), 'real-faults') },
    // Where the folders with the kernels are.
    faults: { type: 'string', default: fileURLToPath(new URL('.', import.meta.url)) },
    // A file for all results, as JSON.
    json: { type: 'string' },
  },
});
const [step, ...names] = positionals;
const STEPS = { cases: measureCases, generate: measureGenerated };
if (!(step in STEPS)) throw new Error('the first argument is `cases` or `generate`');

const work = resolve(options.work);
const results = [];
for (const name of await folders(names)) {
  const folder = join(work, step, name);
  await mkdir(folder, { recursive: true });
  await cp(join(options.faults, name), folder, { recursive: true });
  const result = { name, ...(await STEPS[step](folder)) };
  results.push(result);
  console.log(`| ${[name, ...result.cells].join(' | ')} |`);
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`);
}

/** The names of the folders that begin with one of the given names; without names, all. */
async function folders(beginnings) {
  const all = (await readdir(options.faults)).filter((name) => /^\d\d-/.test(name)).toSorted();
  if (beginnings.length === 0) return all;
  return all.filter((name) => beginnings.some((beginning) => name.startsWith(beginning)));
}

/**
 * Appends the case that shows the fault to the written cases, and runs all of them. Before the fix, only
 * that case must fail, and after it none.
 */
async function measureCases(folder) {
  const file = join(folder, 'kernels.yaml');
  const shows = parse(await readFile(join(folder, 'shows.yaml'), 'utf8'));
  const manifest = parseDocument(await readFile(file, 'utf8'));
  const written = appendCases(manifest, shows);
  await writeFile(file, manifest.toString());
  const built = await build(folder);
  if (built !== undefined) return { cells: ['not built', built, '', ''], error: built };
  const result = await smoke(folder, []);
  const before = result.runs.filter(({ fix }) => fix === 'before');
  return {
    cells: [
      colour(before.filter((each) => each.case < written)),
      colour(before.filter((each) => each.case >= written)),
      colour(result.runs.filter(({ fix }) => fix === 'after')),
      firstMessage(before) || result.message,
      result.seconds.toFixed(0),
    ],
    result,
  };
}

/** Adds cases to each list of cases of a manifest. Returns how many there were. */
function appendCases(manifest, cases) {
  const sections = [
    manifest.get('defaults'),
    ...manifest.get('kernels').items.map(({ value }) => value),
  ];
  let written = 0;
  for (const section of sections) {
    const list = isMap(section) ? section.getIn(['smoke', 'cases']) : undefined;
    if (list === undefined) continue;
    written = list.items.length;
    for (const each of cases) list.add(manifest.createNode(each));
  }
  return written;
}

/** Runs generated cases with each seed. */
async function measureGenerated(folder) {
  const built = await build(folder);
  if (built !== undefined) return { cells: ['not built', built, '', ''], error: built };
  const seeds = options.seeds.split(',');
  const runs = {};
  for (const seed of seeds)
    runs[seed] = await smoke(folder, ['--generate', options.count, '--seed', seed]);
  const red = (wanted) =>
    seeds.filter((seed) => colour(runs[seed].runs.filter(({ fix }) => fix === wanted)) === 'red');
  const limited = (wanted) => seeds.filter((seed) => wrongBeyond(runs[seed], wanted).length > 0);
  // The other limits are left after the fix, such as a size that the fix does not concern.
  const fixed = seeds.filter((seed) => {
    const left = wrongBeyond(runs[seed], 'after');
    return wrongBeyond(runs[seed], 'before').some((name) => !left.includes(name));
  });
  const seconds = seeds.map((seed) => runs[seed].seconds.toFixed(0));
  const shown = red('before');
  const message = firstMessage(
    Object.values(runs).flatMap(({ runs: all }) => all.filter((run) => run.fix === 'before')),
  );
  const unclear = Object.values(runs).find(({ runs: all }) => all.length === 0)?.message;
  return {
    cells: [
      shown.join(', ') || 'none',
      red('after').join(', ') || 'none',
      fixed.join(', ') || 'none',
      limited('after').join(', ') || 'none',
      message || unclear || '',
      seconds.join(', '),
    ],
    runs,
  };
}

/** The cases of more than 2^31 elements with which the kernel before or after the fix is wrong. */
function wrongBeyond({ runs }, wanted) {
  return runs.flatMap(({ fix, name, beyond: found }) =>
    fix === wanted && found.length > 0 ? [name] : [],
  );
}

/** Builds the package of a folder. Returns the error, or undefined. */
async function build(folder) {
  const { code, error } = await cli(folder, [
    'build',
    '--out',
    'aot',
    '--store',
    join(work, 'store'),
  ]);
  return code === 0 ? undefined : error;
}

/**
 * Emulates the package of a folder.
 * @returns the runs, each with `fix` (`before` or `after`), the index of its case and its problems; and the
 *   seconds of the whole command
 */
async function smoke(folder, flags) {
  const start = performance.now();
  const store = join(work, 'store');
  const emulate = ['smoke', '--package', 'aot', '--emulate', '--store', store, '--json'];
  const { output, error } = await cli(folder, [...emulate, ...flags]);
  const seconds = (performance.now() - start) / 1000;
  const json = output.startsWith('{') ? JSON.parse(output) : { runs: [] };
  const runs = json.runs.map(({ kernel, path, case: name, problems, beyond = [] }) => ({
    fix: /_before(?= |$)/.test(kernel) ? 'before' : 'after',
    case: path.findLast((each) => typeof each === 'number'),
    name,
    problems: problems.map(({ kind, message }) => ({ kind, message })),
    // What fails beyond 2^31 elements is a note, and no error.
    beyond: beyond.map(({ kind, message }) => ({ kind, message })),
  }));
  return { runs, seconds, message: error };
}

/** `red` if a run has found a fault, `doubt` if one could not be executed, `none` without runs. */
function colour(runs) {
  const kinds = runs.flatMap(({ problems }) => problems.map(({ kind }) => kind));
  if (kinds.some((kind) => kind !== 'unsupported')) return 'red';
  if (kinds.length > 0) return 'doubt';
  return runs.length > 0 ? 'green' : 'none';
}

function firstMessage(runs) {
  const problem = runs.flatMap(({ problems }) => problems)[0];
  return problem === undefined ? '' : `${problem.kind}: ${problem.message.split('\n')[0]}`;
}

/** Runs the command line in a folder. `error` is its first error, in one line. */
function cli(folder, args) {
  const [program, ...rest] = cliAt(ROOT);
  return new Promise((done) => {
    execFile(
      program,
      [...rest, ...args],
      { cwd: folder, maxBuffer: Infinity },
      (failure, output, log) => {
        const lines = log.split('\n').filter((line) => line.startsWith('error'));
        done({ code: failure === null ? 0 : failure.code, output, error: lines[0] ?? '' });
      },
    );
  });
}
