import { Failure } from '../../base/errors.ts';
import { vendorName } from '../../manifest/terms/vendor.ts';
import type { HarnessContents } from '../harness/build-harness.ts';
import { caseBytes, codeOfRun, type DeviceNeeds, deviceNeeds, kernelOn } from '../harness/needs.ts';
import { checkKey, runKey } from '../harness/run-tasks.ts';
import type { PackagedKernel } from '../../package/read.ts';
import { selectKernels, type SmokePackage } from '../../package/cases.ts';
import {
  canBeTimed,
  isLargeCase,
  isWholeCase,
  type KernelCases,
  type PackagedCase,
} from '../../manifest/cases/packaged.ts';
import { NO_FLAGS } from '../../base/flags.ts';
import type { SmokeRequest } from './request.ts';
import type { CheckName } from './result.ts';
import { FLUSH_BYTES } from '../measure/meter.ts';
import { furtherChecks } from './further-checks.ts';
import type { Capability, Vendor } from '../../manifest/terms/vendor-terms.ts';

/** The case with the smallest buffers, used for the checks of the interface. All of its blocks run. */
export function smallestCase(cases: readonly PackagedCase[]): PackagedCase | undefined {
  const whole = cases.filter(canBeTimed);
  const written = whole.filter(({ generated }) => generated === undefined);
  return (written.length > 0 ? written : whole).toSorted((a, b) => caseBytes(a) - caseBytes(b))[0];
}

/** The selected tests of one kernel. */
export interface KernelTest {
  readonly kernel: PackagedKernel;
  readonly cases: KernelCases;
  readonly runs: readonly PlannedRun[];
  /**
   * True if all cases and algos are selected. Only then do the checks of the interface and the
   * user's own test run.
   */
  readonly isWhole: boolean;
}

/** One case with one algo and one specialisation. */
export interface PlannedRun {
  readonly case: PackagedCase;
  /** The case's number. */
  readonly index: number;
  readonly algo: number;
  readonly specialisation: number;
  /** The buffers that start one element after an aligned address. */
  readonly offsets: Readonly<Record<string, number>>;
}

export interface TestSelection {
  readonly tests: readonly KernelTest[];
  /** Selected kernels for which the package has no tests. */
  readonly untested: readonly string[];
}

/**
 * Selects the tests that a request asks for.
 * @throws {Failure} `usage` if a kernel, case or algo does not exist, `smoke` if there is nothing
 * to test.
 */
export function selectTests(pkg: SmokePackage, request: SmokeRequest): TestSelection {
  const kernels = selectKernels(pkg, request.only);
  const cases = new Map(pkg.cases.map((item) => [item.name, item]));
  const known = kernels.flatMap((kernel) => {
    const item = cases.get(kernel.name);
    return item === undefined ? [] : [{ kernel, item }];
  });
  const isWhole = [request.case, request.algo, request.specialisation].every(
    (number) => number === undefined,
  );
  const tests = known
    .map(({ kernel, item }) => ({ kernel, cases: item, runs: runsOf(item, request), isWhole }))
    .filter(({ cases: { test }, runs }) => runs.length > 0 || (isWhole && test.length > 0));
  if (tests.length === 0)
    throw nothingToTest(
      pkg,
      known.map(({ item }) => item),
      request,
    );
  const untested = kernels.flatMap(({ name }) => (cases.has(name) ? [] : [name]));
  return { tests, untested };
}

/** A selection for the GPUs of one vendor. */
interface VendorSelection extends TestSelection {
  /** What is not tested on them, as sentences: kernels without code for them. */
  readonly notes: readonly string[];
}

/** Returns the part of a selection that has code for GPUs of a vendor. */
export function selectionOn({ tests, untested }: TestSelection, vendor: Vendor): VendorSelection {
  const own = tests.map((test) => ({ test, kernel: kernelOn(test.kernel, vendor) }));
  return {
    tests: own.flatMap(({ test, kernel }) => (kernel === undefined ? [] : [{ ...test, kernel }])),
    untested,
    notes: own.flatMap(({ test, kernel }) =>
      kernel === undefined
        ? [`${test.kernel.name} was not tested: it has no code for ${vendorName(vendor)} GPUs`]
        : [],
    ),
  };
}

/** True for a case with a choice of blocks that was written: nobody expects a generated one to run. */
function isAskedFor({ case: item }: PlannedRun): boolean {
  return !isWholeCase(item) && !isLargeCase(item);
}

/** Returns the part of a selection that a GPU can run, which has no choice of blocks. */
export function onGpus({ tests, notes, ...rest }: VendorSelection): VendorSelection {
  const left = tests.flatMap(({ kernel, runs }) =>
    [...new Set(runs.filter(isAskedFor).map((run) => run.case.name))].map(
      (name) =>
        `${kernel.name} (${name}): not run, since a GPU cannot run some blocks of a grid; \`smoke --emulate\` checks their accesses`,
    ),
  );
  const own = tests.map((test) => ({
    ...test,
    runs: test.runs.filter((run) => isWholeCase(run.case)),
  }));
  return { ...rest, tests: own, notes: [...notes, ...left] };
}

function runsOf(kernel: KernelCases, request: SmokeRequest): readonly PlannedRun[] {
  const algos = kernel.algos.filter((algo) => algo === (request.algo ?? algo));
  return kernel.cases.flatMap((item, index) => {
    if (index !== (request.case ?? index)) return [];
    const runs = algos.flatMap((algo) =>
      item.runs
        .filter(
          ({ algos: own, specialisation }) =>
            (own?.includes(algo) ?? true) &&
            specialisation === (request.specialisation ?? specialisation),
        )
        .map(({ specialisation, offsets }) => ({
          case: item,
          index,
          algo,
          specialisation,
          offsets,
        })),
    );
    // All code of a kernel computes offsets alike, and a fault ends the process of the test.
    return isLargeCase(item) ? runs.slice(0, 1) : runs;
  });
}

function nothingToTest(
  { folder }: SmokePackage,
  kernels: readonly KernelCases[],
  request: SmokeRequest,
): Failure {
  const place = { file: folder };
  if (kernels.length === 0) {
    return new Failure('smoke', {
      message: 'nothing to test: none of the selected kernels has test cases',
      place,
      hint: 'Add a `smoke:` section with `cases` to the kernels in the manifest, and build the package again.',
    });
  }
  const has = kernels.map(
    ({ name, cases, algos }) =>
      `${name} has ${cases.length === 0 ? 'no cases' : `cases 0 to ${cases.length - 1} with algos ${algos.join(', ')}`}${specialisationsOf(cases)}`,
  );
  const wanted = [
    ...(request.case === undefined ? [] : [`case ${request.case}`]),
    ...(request.algo === undefined ? [] : [`algo ${request.algo}`]),
    ...(request.specialisation === undefined ? [] : [`specialisation ${request.specialisation}`]),
  ];
  return new Failure('usage', {
    message: `none of the selected kernels has ${wanted.join(' and ') || 'any case'}`,
    place,
    hint: `${has.join('; ')}.`,
  });
}

/** Says which specialisations cases reach, if there are several. */
function specialisationsOf(cases: readonly PackagedCase[]): string {
  const reached = new Set(cases.flatMap(({ runs }) => runs.map((run) => run.specialisation)));
  return reached.size < 2
    ? ''
    : ` and specialisations ${[...reached].toSorted((a, b) => a - b).join(', ')}`;
}

/**
 * Returns what the selected tests call: the selected kernels, or all if there is a user's own test,
 * which may call any kernel.
 */
export function contentsOf(
  { manifest }: SmokePackage,
  { tests, untested }: TestSelection,
  vendor: Vendor,
): HarnessContents {
  const run = tests.filter(({ runs }) => runs.length > 0);
  const called = new Set(run.flatMap(({ kernel, cases }) => [kernel.name, ...laterKernels(cases)]));
  const chosen = new Set([...tests.map(({ kernel }) => kernel.name), ...untested, ...called]);
  const needsAll = tests.some(({ cases }) => cases.test.length > 0);
  return {
    called: manifest.kernels.flatMap((kernel) =>
      called.has(kernel.name) ? (kernelOn(kernel, vendor) ?? []) : [],
    ),
    compiled: manifest.kernels
      .filter((kernel) => kernelOn(kernel, vendor) !== undefined)
      .map(({ name }) => name)
      .filter((name) => needsAll || chosen.has(name)),
    ownTests: new Map(
      tests.flatMap(({ kernel: { name }, cases: { test }, isWhole }) => {
        const [main] = test;
        return main === undefined || !isWhole ? [] : [[name, main] as const];
      }),
    ),
  };
}

/** The kernels that the cases of a kernel launch after it. */
function laterKernels({ cases }: Pick<KernelCases, 'cases'>): readonly string[] {
  return cases.flatMap(({ later = [] }) => later.map(({ kernel }) => kernel));
}

/** A check that the harness makes. */
type InterfaceCheck = Exclude<CheckName, 'cubin' | 'ptx' | 'own-test'>;

/** A run or check for the harness. */
export type TestTask =
  | { readonly kind: 'run'; readonly key: string; readonly id: number; readonly run: PlannedRun }
  | { readonly kind: 'check'; readonly key: string; readonly check: InterfaceCheck };

/** Returns the tasks of a kernel's test, given the number of GPUs. */
export function tasksOf(
  { runs, cases, isWhole }: KernelTest,
  devices: number,
): readonly TestTask[] {
  const tasks = runs.map((run, id): TestTask => ({ kind: 'run', key: runKey(id), id, run }));
  const smallest = smallestCase(cases.cases);
  if (!isWhole || smallest === undefined) return tasks;
  const checks: readonly InterfaceCheck[] = [
    'bad-algo',
    ...(smallest.empty === undefined ? [] : (['empty-grid'] as const)),
    'threads',
    ...(devices < 2 ? [] : (['second-device'] as const)),
    'memory',
  ];
  return [
    ...tasks,
    ...checks.map((check): TestTask => ({ kind: 'check', key: checkKey(check), check })),
  ];
}

/** Threads in the check that calls a kernel from many threads. */
export const CHECK_THREADS = 8;

/** Returns what the selected tests of a package need on GPUs of a vendor. */
export function testNeeds(
  vendor: Vendor,
  { manifest }: SmokePackage,
  tests: readonly KernelTest[],
  { flags = NO_FLAGS }: Pick<SmokeRequest, 'flags'>,
): DeviceNeeds {
  const kernels = tests.map(({ kernel }) => kernel);
  const required = furtherChecks.parts.filter(({ flag }) => flags.has(flag.name));
  const timed = required.flatMap((check) => tests.flatMap(({ cases }) => check.timed(cases)));
  const largest = required.length === 0 ? 0 : FLUSH_BYTES + Math.max(0, ...timed.map(caseBytes));
  const bytes = Math.max(largest, ...tests.map(memoryOf));
  return deviceNeeds(vendor, manifest.ptxas, kernels, bytes);
}

/** Returns the part of a kernel's test for which a device has code: configs may not compile for all. */
export function testOn(test: KernelTest, capability: Capability): KernelTest {
  const { kernel, cases } = test;
  const hasCode = (algo: number): boolean =>
    kernel.specialisations.some(
      (_conditions, specialisation) =>
        codeOfRun(kernel, { algo, specialisation }, capability) !== undefined,
    );
  return {
    ...test,
    cases: { ...cases, algos: cases.algos.filter(hasCode) },
    runs: test.runs.filter((run) => codeOfRun(kernel, run, capability) !== undefined),
  };
}

function memoryOf({ cases, runs, isWhole }: KernelTest): number {
  const largest = Math.max(
    0,
    ...runs.filter((run) => isWholeCase(run.case)).map((run) => caseBytes(run.case)),
  );
  const smallest = smallestCase(cases.cases);
  const copies = isWhole && smallest !== undefined ? CHECK_THREADS * caseBytes(smallest) : 0;
  return Math.max(largest, copies);
}
