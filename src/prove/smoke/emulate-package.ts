import { join } from 'node:path';
import type { BuildContext } from '../../base/context.ts';
import { groupBy } from '../../base/groups.ts';
import { plural } from '../../base/text.ts';
import { directoryStore } from '../../compile/store/store.ts';
import { capabilityOf } from '../../manifest/terms/nvidia.ts';
import type { SmokePackage } from '../../package/cases.ts';
import { NUMPY } from '../../toolchain/own-environment.ts';
import { ensureToolchain } from '../../toolchain/toolchain.ts';
import { checkAssembled, type ExecutedVariant } from '../emulate/assemble.ts';
import { findUnknown, type UnknownOf, writeCode } from '../emulate/code.ts';
import { buildEmulator, emulatedDevice } from '../emulate/device.ts';
import { emulatedTarget, wantedTarget } from '../emulate/target.ts';
import { buildTestPrograms } from '../harness/build-harness.ts';
import type { HarnessSettings } from '../harness/compile-units.ts';
import { codeOfRun } from '../harness/needs.ts';
import type { PackagedKernel } from '../../package/read.ts';
import { type EmulateRequest, rerunCommand, type SmokeRequest } from './request.ts';
import { type CheckResult, failureText, type SmokeResult } from './result.ts';
import { dataFolders } from './run-kernel.ts';
import { type PackageResult, testPackage } from './run-package.ts';
import {
  contentsOf,
  type KernelTest,
  type PlannedRun,
  type TestSelection,
  testOn,
} from './selection.ts';
import type { CudaTarget } from '../../manifest/terms/vendor-terms.ts';

/** A request to execute PTX. */
export type EmulatedRequest = SmokeRequest & { readonly emulate: EmulateRequest };

/** The results of a package whose PTX was executed. */
interface EmulatedResult extends Omit<PackageResult, 'device'> {
  /** Undefined if nothing could be executed. */
  readonly device: SmokeResult['device'];
  /** The targets whose PTX was executed. */
  readonly targets: readonly string[];
  /** The kernels that could not be executed at all. */
  readonly left: readonly PackagedKernel[];
}

/**
 * Tests a package with its PTX on the CPU, in place of its cubins on a GPU: one target per kernel. What the emulator does not know is found before anything is compiled.
 * @throws {Failure} `usage` if the store lacks the PTX, or no kernel has code for the target.
 */
export async function emulatePackage(
  pkg: SmokePackage,
  selection: TestSelection,
  settings: HarnessSettings,
  request: EmulatedRequest,
  context: BuildContext,
): Promise<EmulatedResult> {
  const { store, target, python } = request.emulate;
  const kernels = selection.tests.map(({ kernel }) => kernel);
  const wanted = target === undefined ? undefined : wantedTarget(kernels, target);
  const code = join(settings.folder, 'ptx');
  const kept = directoryStore(store, context.log, context.now);
  const { compiled } = contentsOf(pkg, selection, 'cuda');
  const written = await writeCode(pkg, compiled, wanted, kept, code);
  const numpy = { tritonVersion: pkg.manifest.triton, requirements: NUMPY, python };
  const { python: executable } = await ensureToolchain(numpy, context);
  const unknownOf = await findUnknown(executable, code, written, request.timeout, context);
  const plans = selection.tests.map((test) =>
    planTest(test, emulatedTarget(test.kernel, wanted, unknownOf), unknownOf, request),
  );
  const refused = plans.flatMap(({ check }) => check ?? []);
  for (const check of refused) context.log.info(failureText(check));
  const tests = plans.filter(({ test }) => test.runs.length > 0 || test.isWhole);
  const results: PackageResult[] = [];
  if (tests.length > 0) {
    await context.log.group(
      'Compare the PTX with the cubins',
      () =>
        checkAssembled(pkg, executedVariants(tests), written, { ...request, executable }, context),
      () => [executedVariants(tests).length, 'variant'],
    );
    const contents = contentsOf(
      pkg,
      { ...selection, tests: tests.map(({ test }) => test) },
      'cuda',
    );
    const { programs, library } = await context.log.group('Build the smoke test', async () => ({
      programs: await buildTestPrograms(pkg, contents, settings, context),
      library: await buildEmulator(settings, context),
    }));
    const emulator = { library, python: executable, code, limit: request.timeout };
    const folders = dataFolders(settings.folder, request);
    const setup = { pkg, programs, request, sanitizer: [], ...folders };
    const targets = new Map(tests.map(({ target: own }) => [own.name, own]));
    for (const [name, own] of targets) {
      const lease = emulatedDevice(own, emulator, context.env);
      const ownTests = tests.filter((each) => each.target.name === name).map(({ test }) => test);
      results.push(
        await context.log.group(
          `Execute the PTX of ${name} on the CPU`,
          () => testPackage(ownTests, { ...setup, lease }, context),
          ({ runs, checks }) => [runs.length + checks.length, 'test'],
        ),
      );
    }
  }
  return {
    device: results[0]?.device,
    targets: [...new Set(tests.map((each) => each.target.name))],
    left: plans.flatMap((plan) => (tests.includes(plan) ? [] : [plan.test.kernel])),
    runs: results.flatMap(({ runs }) => runs),
    checks: [...refused, ...results.flatMap(({ checks }) => checks)],
    notes: results.flatMap(({ notes }) => notes),
  };
}

/** A test with the target whose PTX is executed. */
interface PlannedTest {
  readonly target: CudaTarget;
  /** Without the runs of code that the emulator does not know. */
  readonly test: KernelTest;
  /** What the emulator does not know; undefined if it knows all. */
  readonly check?: CheckResult;
}

/** The variants whose PTX is executed, with their kernels. */
function executedVariants(tests: readonly PlannedTest[]): readonly ExecutedVariant[] {
  return tests.flatMap(({ target, test: { kernel, runs } }) =>
    kernel.variants
      .filter(
        (variant) =>
          variant.target === target.name &&
          runs.some(
            ({ algo, specialisation }) =>
              algo === variant.algo && specialisation === variant.specialisation,
          ),
      )
      .map((variant) => ({ kernel, target, variant })),
  );
}

function planTest(
  test: KernelTest,
  target: CudaTarget,
  unknownOf: UnknownOf,
  request: EmulatedRequest,
): PlannedTest {
  const { kernel, cases } = test;
  const capability = capabilityOf(target);
  const { runs } = testOn(test, capability);
  const textOf = (run: PlannedRun): string | undefined => {
    const name = codeOfRun(kernel, run, capability)?.target.name;
    const variant = kernel.variants.find(
      ({ algo, specialisation, target: own }) =>
        own === name && algo === run.algo && specialisation === run.specialisation,
    );
    return variant && unknownOf(variant);
  };
  const known = runs.filter((run) => textOf(run) === undefined);
  if (known.length === runs.length) return { target, test };
  const unknown = new Map(
    runs
      .filter((run) => !known.includes(run))
      .map((run) => [`algo ${run.algo}, specialisation ${run.specialisation}`, textOf(run)]),
  );
  const texts = [...groupBy(unknown, ([, text]) => text)].map(
    ([text, own]) =>
      `${text} of the code for ${target.name} (${listed(own.map(([name]) => name))})`,
  );
  const rest = `${known.length === 0 ? 'none' : known.length} of the ${plural(runs.length, 'run')} can be executed`;
  return {
    target,
    test: { ...test, isWhole: false, runs: known },
    check: {
      kernel: kernel.name,
      check: 'ptx',
      path: cases.path,
      problems: [...texts, rest].map((message) => ({ kind: 'unsupported', message })),
      command: rerunCommand(request, kernel.name),
    },
  };
}

/** The first few names. */
function listed(names: readonly string[]): string {
  const more = names.length > 4 ? `, and ${names.length - 4} more` : '';
  return `${names.slice(0, 4).join('; ')}${more}`;
}
