import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { runForeignProgram } from '../../base/foreign-program.ts';
import { makeFolder } from '../../base/files.ts';
import { plural } from '../../base/text.ts';
import { describeExit } from '../../base/process.ts';
import { constantOutputs } from '../../compile/expected/constant.ts';
import type { TestPrograms } from '../harness/build-harness.ts';
import { type EmulatedDevice, readFaults } from '../emulate/device.ts';
import type { Lease } from '../harness/lease.ts';
import { caseBytes, codeOfRun } from '../harness/needs.ts';
import { type HarnessProblem, lastLines, problemOf } from '../harness/problem.ts';
import { runTasks, type TaskOutcome } from '../harness/run-tasks.ts';
import { SANITIZER_FACTOR } from '../harness/sanitizer.ts';
import { testEnvironment } from '../harness/vendor.ts';
import type { SmokePackage } from '../../package/cases.ts';
import { acceptedNotes, judge } from './accepted.ts';
import { type PlanSettings, testPlanText, writeCaseData } from './plan-file.ts';
import { rerunCommand, type SmokeRequest } from './request.ts';
import { isGenerated, limitNotes, undecidedNotes, withLimits } from './generated.ts';
import { type CheckResult, isUnsupported, type RunResult } from './result.ts';
import { type KernelTest, type PlannedRun, tasksOf, type TestTask } from './selection.ts';

/** Everything that the tests of all kernels share. */
export interface TestSetup {
  readonly pkg: SmokePackage;
  readonly programs: TestPrograms;
  readonly lease: Omit<Lease, 'release'> | EmulatedDevice;
  readonly request: SmokeRequest;
  /** The command of compute-sanitizer with its options; empty if not requested. */
  readonly sanitizer: readonly string[];
  /** The folder for plans and data. */
  readonly folder: string;
  /** The folder to keep the outputs of each run in; undefined: they are not kept. */
  readonly outputs: string | undefined;
  readonly onDone: (label: string) => void;
}

/** The folders of a setup, below that of the build. */
export function dataFolders(
  folder: string,
  { keep }: Pick<SmokeRequest, 'keep'>,
): Pick<TestSetup, 'folder' | 'outputs'> {
  const outputs = keep === undefined ? undefined : join(folder, 'outputs');
  return { folder: join(folder, 'data'), outputs };
}

/** The results of one kernel. */
export interface KernelResult {
  readonly runs: readonly RunResult[];
  readonly checks: readonly CheckResult[];
  readonly notes: readonly string[];
}

/** Timeouts of a kernel after which its remaining runs and checks are not started. */
const MAX_TIMEOUTS = 3;

/** Milliseconds of timing for each run that passed. */
const TIMING = 50;

/** Runs all tests of a kernel on the locked GPUs. */
export async function testKernel(
  test: KernelTest,
  setup: TestSetup,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<KernelResult> {
  const { name } = test.kernel;
  const folder = join(setup.folder, name);
  let outcomes, ownProblems;
  try {
    await makeFolder(folder);
    outcomes = await runCases(test, folder, setup, context);
    const own = setup.programs.ownTests.get(name);
    ownProblems = own === undefined ? undefined : await runOwnTest(own, folder, setup, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const tasks = [...outcomes];
  const command = rerunCommand(setup.request, name);
  const [target] = test.kernel.variants.flatMap(
    (variant) => codeOfRun(test.kernel, variant, setup.lease.device)?.target.name ?? [],
  );
  const check = { kernel: name, path: test.cases.path, target, command };
  const all = tasks.flatMap(([task, outcome]) =>
    task.kind === 'run' ? [runResult(test, task.run, outcome, setup)] : [],
  );
  const undecided = all.filter((run) => isGenerated(run) && isUnsupported(run));
  const runs = withLimits(all.filter((run) => !undecided.includes(run)));
  const { accepted } = test.cases;
  const checks: readonly CheckResult[] = [
    ...tasks.flatMap(([task, { problems }]) =>
      task.kind === 'check'
        ? [
            {
              ...check,
              check: task.check,
              ...judge(
                problems.map(({ fault: _fault, ...problem }) => problem),
                accepted,
              ),
            },
          ]
        : [],
    ),
    ...(ownProblems === undefined
      ? []
      : [{ ...check, check: 'own-test' as const, problems: ownProblems }]),
  ];
  // A GPU shows wrong outputs, and nothing of the other kinds.
  const isEmulated = 'emulated' in setup.lease;
  return {
    runs,
    checks,
    notes: [
      ...acceptedNotes(
        name,
        accepted,
        [...runs, ...checks],
        ({ kind }) => test.isWhole && (isEmulated || kind === 'values'),
      ),
      ...undecidedNotes(undecided),
      ...limitNotes(runs),
      ...leftOutNotes(test.cases),
      ...constantNotes(test, setup.pkg),
      ...untestedNotes(test.kernel),
      ...varyingNotes(test.kernel, outcomes),
      ...otherwiseNotes(test.kernel, outcomes),
      ...unwatchedNotes(test.kernel, outcomes),
      ...partialNotes(test.kernel, outcomes),
      ...[test.cases, ...outcomes.values()].flatMap(({ note }) =>
        note === undefined ? [] : [`${name}: ${note}`],
      ),
    ],
  };
}

/** Says that a test proves nothing, as the build has warned. */
function constantNotes({ kernel, cases }: KernelTest, { folder }: SmokePackage): string[] {
  const found = constantOutputs(
    cases.cases,
    ({ buffers }) =>
      new Map(
        Object.entries(buffers).flatMap(([name, buffer]) => {
          const expected = buffer?.expected;
          if (expected === undefined) return [];
          return [[name, { ...expected, content: readFileSync(join(folder, expected.data.file)) }]];
        }),
      ),
  );
  return found === undefined ? [] : [`${kernel.name}: ${found.message}`];
}

/** Says how many generated cases the reference could not compute. */
function leftOutNotes({ name, leftOut }: KernelTest['cases']): string[] {
  if (leftOut === undefined) return [];
  const { count, reason } = leftOut;
  return [
    `${name}: ${plural(count, 'generated case')} ${count === 1 ? 'was' : 'were'} left out, since the reference does not compute them: ${reason}`,
  ];
}

/** Names the found specialisations that no case reaches. */
function untestedNotes({ name, untested = [], specialisations }: KernelTest['kernel']): string[] {
  return untested.map((index) => {
    const condition = specialisations[index] || 'any values';
    return `${name}: no case reaches specialisation ${index} (${condition}), so it was not tested`;
  });
}

/** Names the lines where threads store copies of a result that differ by rounding, once for the kernel. */
function varyingNotes(
  { name }: KernelTest['kernel'],
  outcomes: ReadonlyMap<TestTask, TaskOutcome>,
): string[] {
  const lines = new Set([...outcomes.values()].flatMap(({ varies }) => varies ?? []));
  if (lines.size === 0) return [];
  return [
    `${name}: several threads store copies of a result that differ by rounding, and which of them remains is undefined (${[...lines].join(', ')}): Triton issue #11614. The last bits of the outputs can change. Set \`enable_fp_fusion: false\`, or use a version of Triton that has the fix.`,
  ];
}

/** Says by which approximate results a kernel decides otherwise on a GPU, once for each line. */
function otherwiseNotes(
  { name }: KernelTest['kernel'],
  outcomes: ReadonlyMap<TestTask, TaskOutcome>,
): string[] {
  const decisions = new Set([...outcomes.values()].flatMap(({ otherwise }) => otherwise ?? []));
  return [...decisions].map((says) => `${name}: ${says}. The outputs are those of a GPU.`);
}

/** Says which races of a kernel were not watched, once for each reason. */
function unwatchedNotes(
  { name }: KernelTest['kernel'],
  outcomes: ReadonlyMap<TestTask, TaskOutcome>,
): string[] {
  const reasons = new Set([...outcomes.values()].flatMap(({ unwatched }) => unwatched ?? []));
  return [...reasons].map(
    (reason) =>
      `${name}: not all races in device memory were watched: ${reason}. Add a smaller case.`,
  );
}

/** Says of each case of which not all blocks ran what that shows. */
function partialNotes(
  { name }: KernelTest['kernel'],
  outcomes: ReadonlyMap<TestTask, TaskOutcome>,
): string[] {
  const cases = new Map<string, string>();
  for (const [task, { partial }] of outcomes)
    if (task.kind === 'run' && partial !== undefined && task.run.case.generated === undefined)
      cases.set(task.run.case.name, cases.get(task.run.case.name) ?? partial);
  return [...cases].map(
    ([label, partial]) =>
      `${name} (${label}): ${partial} ran: their accesses were checked, and no outputs were compared`,
  );
}

async function runCases(
  test: KernelTest,
  folder: string,
  setup: TestSetup,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<ReadonlyMap<TestTask, TaskOutcome>> {
  const { programs, pkg, sanitizer, lease } = setup;
  const tasks = tasksOf(test, lease.second === undefined ? 1 : 2);
  if (programs.harness === undefined || tasks.length === 0) return new Map();
  const isEmulated = 'emulated' in lease;
  const record = join(folder, 'cases.jsonl');
  const lines = await writeCaseData(test, tasks, folder, (file) =>
    readFileSync(join(pkg.folder, file)),
  );
  const planSettings = {
    timing: sanitizer.length > 0 || isEmulated ? 0 : TIMING,
    smallestFirst: isEmulated,
    keep: await keeperOf(test, setup),
  };
  const outcomes = await runTasks(tasks, {
    argv: [...sanitizer, programs.harness],
    ...processSettings(setup, context, record),
    folder,
    maxTimeouts: MAX_TIMEOUTS,
    plan: (remaining) => testPlanText(test, remaining, lines, planSettings),
    onOutcome: () => setup.onDone(test.kernel.name),
  });
  // Tasks run in another order; results are in the order of the manifest.
  return new Map(
    tasks.flatMap((task) => {
      const outcome = outcomes.get(task);
      if (outcome === undefined) return [];
      return [[task, withProposal(task, outcome, setup)] as const];
    }),
  );
}

/** Adds a smaller case to what the emulator says of a case that takes too long. */
function withProposal(
  task: TestTask,
  outcome: TaskOutcome,
  { request: { timeout } }: TestSetup,
): TaskOutcome {
  const problems = outcome.problems.map((problem) => {
    const { done, blocks, seconds } = problem.fault ?? {};
    if (task.kind === 'check' || done === undefined) return problem;
    if (blocks === undefined || seconds === undefined) return problem;
    const excess = (blocks / Math.max(done, 0.5)) * (seconds / timeout);
    const smaller = smallerCase(task.run.case.name, excess);
    const message = `${problem.message}; add a smaller case${smaller === undefined ? '' : `, such as ${smaller}`}, or raise the limit with --timeout`;
    return { ...problem, message };
  });
  return { ...outcome, problems };
}

/** Divides the sizes in the name of a case by powers of two, together at least by `factor`; undefined if all are small. */
function smallerCase(name: string, factor: number): string | undefined {
  const large = /(?<==)\d{3,}\b/g;
  const count = name.match(large)?.length ?? 0;
  if (count === 0) return undefined;
  const divisor = 2 ** Math.max(1, Math.ceil(Math.log2(factor) / count));
  return name.replaceAll(large, (size) => String(Math.ceil(Number(size) / divisor)));
}

/** Returns where a run's outputs are kept: the same file names on every device, so that devices can be compared. */
async function keeperOf(
  { kernel }: KernelTest,
  { outputs }: TestSetup,
): Promise<PlanSettings['keep']> {
  if (outputs === undefined) return undefined;
  const folder = join(outputs, kernel.name);
  await makeFolder(folder);
  return ({ index, algo, specialisation }) =>
    join(folder, `case${index}-algo${algo}-spec${specialisation}-`);
}

/** Runs a user's own test, which passes if it exits with status 0. */
async function runOwnTest(
  program: string,
  folder: string,
  setup: TestSetup,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<readonly HarnessProblem[]> {
  const record = join(folder, 'own-test.jsonl');
  const settings = processSettings(setup, context, record);
  const exit = await runForeignProgram([...setup.sanitizer, program], settings);
  setup.onDone('own test');
  if (exit.code === 0 && !exit.isTimeout) return [];
  const output = lastLines(exit.printed, 10);
  const [first] = await readFaults(record);
  if (first !== undefined) return [problemOf(first)];
  if (exit.isTimeout) {
    const message = `the test did not finish in ${settings.limit / 1000} s (raise the limit with --timeout)${output}`;
    return [{ kind: 'timeout', message }];
  }
  const kind = exit.signal === null ? 'check' : 'crash';
  return [{ kind, message: `the test ${describeExit(exit)}${output}` }];
}

function processSettings(
  { lease, request, sanitizer }: TestSetup,
  context: Pick<RunContext, 'env' | 'signal'>,
  record: string,
): Pick<Parameters<typeof runForeignProgram>[1], 'env' | 'signal' | 'limit'> {
  const devices = [lease.device, lease.second].flatMap((device) => device ?? []);
  const isEmulated = 'emulated' in lease;
  return {
    env: isEmulated
      ? { ...lease.env, TRITON_AOT_EMULATE_RECORD: record }
      : testEnvironment(context.env, devices),
    signal: context.signal,
    // The emulator ends launches itself. A run has several.
    limit: request.timeout * 1000 * (sanitizer.length > 0 || isEmulated ? SANITIZER_FACTOR : 1),
  };
}

function runResult(
  { kernel, cases }: KernelTest,
  run: PlannedRun,
  { problems, outputs, microseconds, unwatched, partial }: TaskOutcome,
  { request, lease }: TestSetup,
): RunResult {
  const { name } = kernel;
  const { bytes, flops } = run.case;
  const per = (amount: number | undefined, unit: number): number | undefined =>
    amount === undefined || microseconds === undefined ? undefined : amount / microseconds / unit;
  return {
    kernel: name,
    case: run.case.name,
    path: run.case.path,
    algo: run.algo,
    specialisation: run.specialisation,
    target: codeOfRun(kernel, run, lease.device)?.target.name,
    expected: run.case.note === undefined ? cases.expected : 'none',
    outputs,
    ...judge(
      problems.map(({ fault: _fault, ...problem }) => problem),
      cases.accepted,
    ),
    microseconds,
    // 1 GB/s = 1e3 bytes per microsecond, 1 TFLOP/s = 1e6 operations per microsecond.
    gigabytesPerSecond: per(bytes, 1e3),
    teraflops: per(flops, 1e6),
    ...(run.case.generated !== undefined && {
      generated: { ...run.case.generated, bytes: caseBytes(run.case) },
    }),
    ...(unwatched !== undefined && { unwatched }),
    ...(partial !== undefined && { partial }),
    command: rerunCommand(request, name, run),
  };
}
