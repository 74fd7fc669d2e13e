import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../context.ts';
import { testEnvironment } from './environment.ts';
import type { Outcome } from './event.ts';
import { execute } from './execute.ts';
import type { Lease } from './lease.ts';
import type { SmokePackage } from './package.ts';
import { planText, writeCaseData } from './plan-file.ts';
import type { Programs } from './program.ts';
import type { SmokeRequest } from './request.ts';
import type { CheckResult, RunResult, SmokeProblem } from './result.ts';
import { SANITIZER_FACTOR } from './sanitizer.ts';
import type { KernelTest, PlannedRun } from './selection.ts';
import { tasksOf, type Task } from './task.ts';
import { endingInWords, lastLines, runTest } from './test-process.ts';
import { aloneCommand } from './title.ts';

/** What the tests of all kernels have in common. */
export interface TestSetup {
  readonly pkg: SmokePackage;
  readonly programs: Programs;
  readonly lease: Omit<Lease, 'release'>;
  readonly request: SmokeRequest;
  /** compute-sanitizer with its options; empty where it is not asked for. */
  readonly sanitizer: readonly string[];
  /** The folder for plans and data. */
  readonly folder: string;
  readonly onDone: (label: string) => void;
}

/** What the tests of one kernel found. */
export interface KernelResult {
  readonly runs: readonly RunResult[];
  readonly checks: readonly CheckResult[];
  readonly notes: readonly string[];
}

/** Milliseconds for timing a run, once it has passed. */
const TIMING = 50;

/** Runs everything that is to be tested of a kernel on the leased GPUs. */
export async function testKernel(
  test: KernelTest,
  setup: TestSetup,
  context: BuildContext,
): Promise<KernelResult> {
  const { name } = test.kernel;
  const outcomes = await runCases(test, setup, context);
  const own = setup.programs.ownTests.get(name);
  const ownProblems = own === undefined ? undefined : await runOwnTest(own, setup, context);
  const tasks = [...outcomes];
  const command = aloneCommand(setup.request, name);
  const check = { kernel: name, path: test.cases.path, command };
  return {
    runs: tasks.flatMap(([task, outcome]) =>
      task.kind === 'run' ? [runResult(test, task.run, outcome, setup)] : [],
    ),
    checks: [
      ...tasks.flatMap(([task, { problems }]) =>
        task.kind === 'check' ? [{ ...check, check: task.check, problems }] : [],
      ),
      ...(ownProblems === undefined
        ? []
        : [{ ...check, check: 'own-test' as const, problems: ownProblems }]),
    ],
    notes: [test.cases, ...outcomes.values()].flatMap(({ note }) =>
      note === undefined ? [] : [`${name}: ${note}`],
    ),
  };
}

async function runCases(
  test: KernelTest,
  setup: TestSetup,
  context: BuildContext,
): Promise<ReadonlyMap<Task, Outcome>> {
  const { programs, pkg, sanitizer, lease } = setup;
  const tasks = tasksOf(test, lease.second === undefined ? 1 : 2);
  if (programs.harness === undefined || tasks.length === 0) return new Map();
  const folder = join(setup.folder, test.kernel.name);
  try {
    const lines = await writeCaseData(test, tasks, folder, (file) =>
      readFileSync(join(pkg.folder, file)),
    );
    const timing = sanitizer.length > 0 ? 0 : TIMING;
    const outcomes = await execute(tasks, {
      argv: [...sanitizer, programs.harness],
      ...processSettings(setup, context),
      folder,
      plan: (left) => planText(test, left, lines, timing),
      onOutcome: () => setup.onDone(test.kernel.name),
    });
    // In the order of the manifest, whatever the order they were run in.
    return new Map(
      tasks.flatMap((task) => {
        const outcome = outcomes.get(task);
        return outcome === undefined ? [] : [[task, outcome] as const];
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A user's own test passes when it ends with status 0. */
async function runOwnTest(
  program: string,
  setup: TestSetup,
  context: BuildContext,
): Promise<readonly SmokeProblem[]> {
  const settings = processSettings(setup, context);
  const ending = await runTest([...setup.sanitizer, program], settings);
  setup.onDone('own test');
  if (ending.code === 0 && !ending.isLate) return [];
  const said = lastLines(ending.printed, 10);
  if (ending.isLate) {
    const seconds = settings.limit / 1000;
    return [
      { kind: 'timeout', message: `the test did not end in ${seconds} s (--timeout)${said}` },
    ];
  }
  const kind = ending.signal === null ? 'check' : 'crash';
  return [{ kind, message: `the test ${endingInWords(ending)}${said}` }];
}

function processSettings(
  { lease: { device, second }, request, sanitizer }: TestSetup,
  context: BuildContext,
): Pick<Parameters<typeof runTest>[1], 'env' | 'signal' | 'limit'> {
  const uuids = [device, second].flatMap((item) => (item === undefined ? [] : [item.uuid]));
  return {
    env: testEnvironment(context.env, uuids),
    signal: context.signal,
    limit: request.timeout * 1000 * (sanitizer.length > 0 ? SANITIZER_FACTOR : 1),
  };
}

function runResult(
  { kernel: { name }, cases }: KernelTest,
  run: PlannedRun,
  { problems, outputs, microseconds }: Outcome,
  { request }: TestSetup,
): RunResult {
  const { bytes, flops } = run.case;
  const per = (amount: number | undefined, unit: number): number | undefined =>
    amount === undefined || microseconds === undefined ? undefined : amount / microseconds / unit;
  return {
    kernel: name,
    case: run.case.name,
    path: run.case.path,
    algo: run.algo,
    specialisation: run.specialisation,
    expected: cases.expected,
    outputs,
    problems,
    microseconds,
    // A microsecond has 1e-6 of a second: 1e9 bytes a second are 1e3 bytes a microsecond.
    gigabytesPerSecond: per(bytes, 1e3),
    teraflops: per(flops, 1e6),
    command: aloneCommand(request, name, run),
  };
}
