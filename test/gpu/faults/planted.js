// Checks that the smoke test finds planted faults and reports each with the right message.
//   node dist/cli.js build --manifest test/gpu/faults/kernels.yaml --out faults     (on any machine)
//   node test/gpu/faults/planted.js faults                                          (on a GPU of a listed target)
//   node test/gpu/faults/planted.js faults --emulate                                (on the machine of the build)
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = process.env.CLI ?? fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const [packageFolder = 'faults', ...options] = process.argv.slice(2);
const isEmulated = options.includes('--emulate');
const scratch = mkdtempSync(join(tmpdir(), 'planted-'));
let passed = 0;
let failed = 0;

function check(name, isRight, seen) {
  if (isRight) passed += 1;
  else failed += 1;
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${name}: ${seen}`);
}

/** Runs the smoke test. Returns its exit code, its result if it printed one, and its standard error. */
function smoke(args, env = {}, wrap = []) {
  const argv = [
    ...wrap,
    process.execPath,
    CLI,
    'smoke',
    '--json',
    '--timeout',
    '5',
    ...options,
    ...args,
  ];
  const { status, stdout, stderr } = spawnSync(argv[0], argv.slice(1), {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  return { status, stderr, result: stdout.startsWith('{') ? JSON.parse(stdout) : undefined };
}

/** Returns a copy of the package with edited files and matching checksums. */
function tampered(name, edits) {
  const folder = join(scratch, name);
  cpSync(packageFolder, folder, { recursive: true });
  let sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  for (const [file, edit] of Object.entries(edits)) {
    const before = readFileSync(join(folder, file), 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${file} is unchanged`);
    writeFileSync(join(folder, file), after);
    const sha256 = (text) => createHash('sha256').update(text).digest('hex');
    sums = sums.replace(sha256(before), sha256(after));
  }
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  return folder;
}

function kindsOf(result, kernel) {
  const all = [...result.runs, ...result.checks].filter((each) => each.kernel === kernel);
  return { count: all.length, problems: all.flatMap(({ problems }) => problems) };
}

/** The kernel must fail with a problem of this kind and a matching message. */
function expectFault(name, { status, result, stderr }, kernel, kind, message) {
  const { problems } = result ? kindsOf(result, kernel) : { problems: [] };
  const hit = problems.find((problem) => problem.kind === kind && message.test(problem.message));
  check(
    name,
    status === 6 && hit !== undefined,
    hit?.message ?? `exit ${status}, ${JSON.stringify(problems)} ${stderr.slice(-500)}`,
  );
}

/** The smoke test must not start, and end with this exit code and message. */
function expectRefusal(name, { status, stderr }, code, message) {
  check(
    name,
    status === code && message.test(stderr),
    `exit ${status}: ${stderr.slice(-600).trim()}`,
  );
}

const all = smoke(['--package', packageFolder]);
for (const kernel of ['right', 'scaled', ...(isEmulated ? ['only_sm80'] : [])]) {
  const { count, problems } = all.result ? kindsOf(all.result, kernel) : { count: 0, problems: [] };
  check(
    `${kernel} passes beside the faulty ones`,
    count > 2 && problems.length === 0,
    `${count} runs and checks`,
  );
}
/** What is reported of each kernel: on a GPU, and by the emulator if it is something else. */
const FAULTS = {
  wrong_constant: [['values', /y_ptr/]],
  missing_mask: [
    ['out-of-bounds', /past the end of y_ptr/],
    ['out-of-bounds', /writes 4 bytes at element 1551 of y_ptr, .* \(faults\.py:22\)/],
  ],
  swapped_strides: [['values', /y_ptr/]],
  hangs: [
    ['timeout', /5 s/],
    ['deadlock', /runs in a loop that never ends \(faults\.py:35\)/],
  ],
  writes_nothing: [['unwritten', /y_ptr was not written/]],
  writes_input: [['input-changed', /x_ptr/]],
  takes_turns: [['not-repeatable', /y_ptr/]],
  crashes: [
    ['out-of-bounds', /CUDA_ERROR_ILLEGAL_ADDRESS/],
    ['out-of-bounds', /writes 4 bytes at element 35184372088832 of y_ptr, .* \(faults\.py:67\)/],
  ],
  ...(!isEmulated && { only_sm80: [['launch', /no cubin for compute capability/]] }),
};
for (const [kernel, reports] of Object.entries(FAULTS)) {
  const [kind, message] = reports.at(isEmulated ? -1 : 0);
  expectFault(kernel, all, kernel, kind, message);
}

const asDouble = (text) => text.replaceAll('float factor', 'double factor');
const double = tampered('double', {
  'include/faults/scaled.h': asDouble,
  'src/scaled.c': asDouble,
});
expectFault(
  'an fp32 scalar passed as a double',
  smoke(['--package', double, '--only', 'scaled']),
  'scaled',
  'values',
  /y_ptr/,
);

// The second half of every compressed cubin becomes zeros, as in a truncated and padded file.
const truncate = (text) =>
  text.replaceAll(/(?<= cubin_\d+_stream\[\][^=]*=\n)(?:    "[^\n]*"\n?)+(?=;)/g, (body) =>
    body
      .split('\n')
      .map((line, index, lines) => (index < lines.length / 2 ? line : `    "${'\\0'.repeat(64)}"`))
      .join('\n'),
  );
const truncated = tampered('truncated', { 'src/right.c': truncate });
expectFault(
  'a truncated cubin',
  smoke(['--package', truncated, '--only', 'right']),
  'right',
  'launch',
  /CUDA_ERROR_/,
);

const changed = join(scratch, 'changed');
cpSync(packageFolder, changed, { recursive: true });
writeFileSync(join(changed, 'src/right.c'), '/* empty */\n');
expectRefusal(
  'a package that does not match its checksums',
  smoke(['--package', changed]),
  9,
  /src\/right\.c/,
);

/** Machines on which the test cannot run. */
async function wrongMachines() {
  const right = ['--package', packageFolder, '--only', 'right'];
  expectRefusal(
    'only kernels for another architecture',
    smoke(['--package', packageFolder, '--only', 'only_sm80']),
    7,
    /sm_80/,
  );
  expectRefusal('no GPU', smoke(right, { CUDA_VISIBLE_DEVICES: '' }), 7, /CUDA_VISIBLE_DEVICES/);
  const hide =
    'for f in $(ldconfig -p | sed -n "s/.*=> \\(.*libcuda\\.so.*\\)/\\1/p"); do mount --bind /dev/null "$f"; done; exec "$@"';
  expectRefusal(
    'the driver is hidden',
    smoke(right, { LD_LIBRARY_PATH: '' }, ['unshare', '--mount', 'bash', '-c', hide, 'hide']),
    7,
    /libcuda\.so\.1/,
  );

  const FILL = `import torch; free, _ = torch.cuda.mem_get_info()
x = torch.empty(free - (200 << 20), dtype=torch.uint8, device="cuda"); print("full", flush=True); input()`;
  const hog = spawn('python3', ['-c', FILL], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => hog.stdout.once('data', resolve));
  expectRefusal('a full GPU', smoke(right), 7, /MiB/);
  hog.stdin.end('\n');
  await new Promise((resolve) => hog.once('exit', resolve));
}

if (!isEmulated) await wrongMachines();
rmSync(scratch, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
