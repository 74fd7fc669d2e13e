#!/usr/bin/env node
/**
 * Changes one operator, number or condition at a time of the Python that decides what a slice contains,
 * and runs the tests of slices: as scripts/mutants.js, with cosmic-ray. The arguments are names of files in
 * python/bridge/aot_sources, also with a line (`names.py:74`), all if there are none, and
 * `--count N`, how many changes are drawn (0: all). The draw is the same each time: a change keeps its
 * place in it as long as its line stays. Fails if fewer than 95 % are noticed.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const TOOLS = ['cosmic-ray==8.7.0', 'pytest==9.2.0'];
const WORKERS = 2;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = 'python/bridge/aot_sources';
/** Each is run if those before notice nothing, since they take longer. The first are run by pytest. */
const TESTS = [
  ['tests/sources'],
  ...[
    ['slices.slow', 'slice-forms.slow', 'inspect-python.slow', 'read-heuristics.slow'],
    ['hash-of-project.long'],
  ].map((names) => names.map((name) => `test/plan/${name}.test.ts`)),
];

/** Operators whose changes mean the same for all values that the sources compare. */
const EQUIVALENT = /_(Eq_Is|NotEq_IsNot|Is_Eq|IsNot_NotEq)$/;

/** Changed lines that no test can notice, with the reason. */
const ACCEPTED = new Map([
  [
    'if isinstance(value, (int, float)) and abs(value) < float("inf"):',
    'No literal is not a number.',
  ],
  [
    'except (SyntaxError, CosmicRayTestingException, RecursionError, MemoryError):',
    'ValueError is for null bytes, and only of some versions of Python.',
  ],
  [
    'if not tritons and len(leaves) != 1 and all(is_function(leaf.node) for leaf in leaves):',
    'If there is no statement, none is chosen.',
  ],
  ['if match.start() >= starts[-1]:', 'No quotes and no comment start where a statement starts.'],
  [
    'if before < 0 or quoted[before][1] < start:',
    'Text in quotes and comments ends with another character than one that a statement can follow.',
  ],
]);

const run = promisify(execFile);
const { values, positionals } = parseArgs({
  options: { count: { type: 'string', default: '300' } },
  allowPositionals: true,
});
const wanted = positionals.map((path) => basename(path).split(':'));
const folder = join(ROOT, '.cache/mutants-python');
const temporary = join(folder, 'tmp');
const tools = await installed();
const cosmicRay = join(tools, 'bin/cosmic-ray');
rmSync(folder, { recursive: true, force: true });
mkdirSync(temporary, { recursive: true });

const drawn = draw(await mutants(), Number(values.count));
const copies = Array.from({ length: WORKERS }, (_, index) => copyOf(`copy-${index}`));
const limits = new Map();
for (const files of TESTS) {
  const start = Date.now();
  const failure = await fails(files, copies[0], 600_000);
  if (failure !== undefined) throw new Error(`The tests fail without a change:\n${failure}`);
  limits.set(files, 10_000 + 5 * (Date.now() - start));
}

const survivors = [];
let tested = 0;
const waiting = [...drawn];
await Promise.all(
  copies.map(async (copy) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const place = join(copy, SOURCES, next.file);
      const original = readFileSync(place, 'utf8');
      const applied = ['apply', next.file, next.operator, String(next.occurrence)];
      await run(cosmicRay, applied, { cwd: join(copy, SOURCES) });
      const changed = difference(original, readFileSync(place, 'utf8'));
      if (!ACCEPTED.has(changed.to) && !(await isNoticed(copy))) {
        survivors.push(next);
        const [line] = next.start;
        console.log(`${next.file}:${line} ${next.operator}\n- ${changed.from}\n+ ${changed.to}`);
      }
      writeFileSync(place, original);
      tested += 1;
      if (tested % 20 === 0) console.log(`${tested} of ${drawn.length} tested`);
    }
  }),
);
for (const file of new Set(drawn.map((each) => each.file))) {
  const all = drawn.filter((each) => each.file === file).length;
  console.log(`${file}: ${all - survivors.filter((each) => each.file === file).length} of ${all}`);
}
rmSync(folder, { recursive: true });
const share = 1 - survivors.length / drawn.length;
console.log(`${drawn.length - survivors.length} of ${drawn.length} are noticed`);
if (!(share >= 0.95)) process.exitCode = 1;

/** Installs cosmic-ray and pytest, once. Returns their environment. */
async function installed() {
  const environment = join(ROOT, '.cache', TOOLS.join('-').replaceAll('==', '-'));
  const marker = join(environment, 'installed');
  if (!existsSync(marker)) {
    await run('python3', ['-m', 'venv', '--clear', environment]);
    await run(join(environment, 'bin/pip'), ['install', '--quiet', ...TOOLS]);
    writeFileSync(marker, '');
  }
  return environment;
}

/** Lists all changes of the files. */
async function mutants() {
  const config = `[cosmic-ray]
module-path = "."
timeout = 1
test-command = "true"
[cosmic-ray.distributor]
name = "local"
`;
  const [settings, session] = [join(folder, 'config.toml'), join(folder, 'session.sqlite')];
  writeFileSync(settings, config);
  const cwd = join(ROOT, SOURCES);
  await run(cosmicRay, ['init', settings, session], { cwd });
  const { stdout } = await run(cosmicRay, ['dump', session], { cwd, maxBuffer: 1e9 });
  return stdout
    .trim()
    .split('\n')
    .flatMap((line) => JSON.parse(line)[0].mutations)
    .map((each) => ({
      file: each.module_path,
      operator: each.operator_name,
      occurrence: each.occurrence,
      start: each.start_pos,
    }))
    .filter(({ operator }) => !EQUIVALENT.test(operator))
    .filter(
      ({ file, start: [row] }) =>
        wanted.length === 0 ||
        wanted.some(([name, line = row]) => name === file && Number(line) === row),
    );
}

/** Draws changes: of each operator in the sources at most one, since most have many. */
function draw(all, count) {
  const lines = new Map();
  const textOf = ({ file, start: [line] }) => {
    const path = join(ROOT, SOURCES, file);
    if (!lines.has(file)) lines.set(file, readFileSync(path, 'utf8').split('\n'));
    return lines.get(file)[line - 1];
  };
  const order = all
    .map((each) => {
      const identity = [each.file, textOf(each), each.start[1], each.operator];
      const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
      return { ...each, key: `${hash} ${each.occurrence}` };
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const places = new Map();
  for (const each of order) {
    const place = JSON.stringify([each.file, each.start, each.operator.replace(/_.*/, '')]);
    if (!places.has(place)) places.set(place, each);
  }
  return [...places.values()].slice(0, count || undefined);
}

/** Copies what the tests need. */
function copyOf(name) {
  const copy = join(folder, name);
  for (const path of ['python', 'src', 'test', 'jest.config.js', 'package.json']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The first lines of two texts that differ. */
function difference(one, other) {
  const [from, to] = [one.split('\n'), other.split('\n')];
  const line = from.findIndex((text, index) => text !== to[index]);
  return { from: from[line]?.trim(), to: to[line]?.trim() };
}

async function isNoticed(copy) {
  for (const [files, limit] of limits) {
    if ((await fails(files, copy, limit)) !== undefined) return true;
  }
  return false;
}

/** Runs tests in a copy. Tests that take too long have noticed the change. */
async function fails(files, copy, milliseconds) {
  const jest = ['node_modules/jest/bin/jest.js', '--runTestsByPath', ...files];
  const [program, argv, cwd] =
    files === TESTS[0]
      ? [join(tools, 'bin/python'), ['-m', 'pytest', '-q', '-x', ...files], 'python']
      : [process.execPath, [...jest, '--bail', '--maxWorkers', '1'], '.'];
  const child = spawn(program, argv, {
    cwd: join(copy, cwd),
    env: { ...process.env, TMPDIR: temporary, PYTHONDONTWRITEBYTECODE: '1' },
    // With the programs that the tests start.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), milliseconds);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearTimeout(timer);
  return code === 0 ? undefined : text;
}
