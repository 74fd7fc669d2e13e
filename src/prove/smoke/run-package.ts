import { describeCapability, parseCapability } from '../../manifest/terms/target.ts';
import { vendorOf, vendorTerms } from '../../manifest/terms/vendor.ts';
import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { mapConcurrently } from '../../base/concurrently.ts';
import { plural } from '../../base/text.ts';
import { describeDevice, type HarnessDevice } from '../harness/choose-gpu.ts';
import { codeOfRun, hasCodeFor, targetsOf } from '../harness/needs.ts';
import { type Evidence, type SomeEvidence, joinEvidence, testRun } from '../../package/evidence.ts';
import { emulatedRecordsOf, factsOf, recordsOf, writeEvidence } from './evidence.ts';
import { type KernelTest, tasksOf, testOn } from './selection.ts';
import { rerunCommand } from './request.ts';
import { failureText } from './result.ts';
import { type KernelResult, testKernel, type TestSetup } from './run-kernel.ts';
import { furtherChecks } from './further-checks.ts';

/** The results of a package, and the GPU they were obtained on. */
export interface PackageResult extends KernelResult {
  readonly device: HarnessDevice;
}

type PackageSetup = Omit<TestSetup, 'onDone'>;

/**
 * Tests the kernels one after another on the locked GPU, or side by side on the CPU, and writes evidence
 * for those that pass.
 */
export async function testPackage(
  tests: readonly KernelTest[],
  common: PackageSetup,
  context: RunContext,
): Promise<PackageResult> {
  const { pkg, lease } = common;
  const device = describeDevice(lease);
  const own = tests.map((test) => testOn(test, lease.device));
  const total = countSteps(own, common);
  let done = 0;
  const onDone = (label: string): void => context.log.progress((done += 1), total, label);
  const evidence: SomeEvidence[] = [];
  const jobs = 'emulated' in lease ? Math.max(1, common.request.jobs) : 1;
  const results = await mapConcurrently(own, jobs, async (test) => {
    const hasCode = hasCodeFor(test.kernel, lease.device);
    const result = hasCode
      ? await testKernel(test, { ...common, onDone }, context)
      : withoutCubin(test, common, device);
    const judged = hasCode
      ? await withFurtherChecks(test, result, common, evidence, context)
      : result;
    const run = testRun(context.env);
    evidence.push(
      'emulated' in lease
        ? { emulated: emulatedRecordsOf(pkg, test, result, lease.emulated, run) }
        : { records: recordsOf(pkg, test, result, device, run) },
    );
    logResult(test, judged, context);
    return judged;
  });
  await keepEvidence(common, joinEvidence(evidence), context);
  return {
    device,
    runs: results.flatMap(({ runs }) => runs),
    checks: results.flatMap(({ checks }) => checks),
    notes: [
      ...(lease.note === undefined ? [] : [lease.note]),
      ...ptxNotes(own, device),
      ...results.flatMap(({ notes }) => notes),
    ],
  };
}

/** Adds to the result of a kernel that passed what further checks found, and to `evidence` what they prove. */
async function withFurtherChecks(
  test: KernelTest,
  result: KernelResult,
  { pkg, lease, programs, request, sanitizer, folder }: PackageSetup,
  evidence: SomeEvidence[],
  context: RunContext,
): Promise<KernelResult> {
  const { kernel, cases, isWhole } = test;
  const { harness } = programs;
  const failed = [...result.runs, ...result.checks].some(({ problems }) => problems.length > 0);
  if ('emulated' in lease || failed || harness === undefined) return result;
  if (!isWhole || sanitizer.length > 0) return result;
  const [checks, notes] = [[...result.checks], [...result.notes]];
  for (const { name, flag, run } of furtherChecks.parts) {
    const isRequired = request.flags?.has(flag.name) === true;
    const own = join(folder, `${kernel.name}-${name}`);
    const setup = { pkg, lease, harness, folder: own, timeout: request.timeout, isRequired };
    const found = await run({ kernel, cases }, setup, context);
    if (found === undefined) continue;
    const { problems } = found;
    const facts = factsOf(pkg, kernel.name, describeDevice(lease), testRun(context.env));
    if (problems.length === 0) evidence.push(found.evidence?.(facts) ?? {});
    const command = `${rerunCommand(request, kernel.name)} --${flag.name}`;
    if (problems.length === 0 || isRequired)
      checks.push({ kernel: kernel.name, check: name, path: cases.path, command, problems });
    else notes.push(...problems.map(({ message }) => `${kernel.name}: ${message}`));
  }
  return { ...result, checks, notes };
}

/**
 * The failed result of a kernel without a cubin for the GPU: it must not look as if it had passed.
 */
function withoutCubin(
  { kernel, cases: { path } }: KernelTest,
  { request }: PackageSetup,
  { capability }: HarnessDevice,
): KernelResult {
  const has = targetsOf(kernel).map(({ name }) => name);
  const { code: what } = vendorTerms.of(vendorOf(capability));
  const message = `the kernel has no ${what} for ${describeCapability(capability)}, only for ${has.join(', ')}; select kernels for this GPU with --only`;
  const command = rerunCommand(request, kernel.name);
  const problems = [{ kind: 'launch' as const, message }];
  return {
    runs: [],
    checks: [{ kernel: kernel.name, check: 'cubin', path, problems, command }],
    notes: [],
  };
}

/** Names the kernels that ran from PTX, which proves nothing about their cubins. */
function ptxNotes(tests: readonly KernelTest[], { capability }: HarnessDevice): readonly string[] {
  return tests.flatMap(({ kernel, runs }) => {
    const names = runs.flatMap((run) => {
      const code = codeOfRun(kernel, run, parseCapability(capability));
      return code === undefined || code.name === code.target.name ? [] : [code.target.name];
    });
    const [target] = names;
    if (target === undefined) return [];
    return [
      `${kernel.name}: ran from the PTX of ${target}, which the driver compiled: the package has no cubin for compute capability ${capability}`,
    ];
  });
}

function countSteps(tests: readonly KernelTest[], { programs, lease }: PackageSetup): number {
  const devices = lease.second === undefined ? 1 : 2;
  const own = tests.filter(({ kernel }) => programs.ownTests.has(kernel.name)).length;
  return tests.reduce((sum, test) => sum + tasksOf(test, devices).length, own);
}

/** Logs a line for each failure, and one for the kernel. */
function logResult(
  { kernel, cases }: KernelTest,
  { runs, checks }: KernelResult,
  { log }: Pick<RunContext, 'log'>,
): void {
  const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
  for (const result of failed) log.info(`failed: ${failureText(result)}`);
  const norms = runs.flatMap(({ outputs }) => outputs.map(({ norm }) => norm ?? 0));
  const error =
    cases.expected === 'none'
      ? 'no expected values'
      : `relative error at most ${Math.max(0, ...norms).toPrecision(2)}`;
  const parts = [
    plural(runs.length, 'run'),
    plural(checks.length, 'check'),
    ...(runs.length > 0 ? [error] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  log.info(`${kernel.name}: ${parts.join(', ')}`);
}

async function keepEvidence(
  { pkg }: PackageSetup,
  evidence: Evidence,
  { log }: Pick<RunContext, 'log'>,
): Promise<void> {
  try {
    await writeEvidence(pkg, evidence);
  } catch (error) {
    // A read-only package can still be tested.
    log.warning({ message: `cannot write the evidence: ${String(error)}` });
  }
}
