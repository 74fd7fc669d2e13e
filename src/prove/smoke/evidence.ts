import { capabilityOf } from '../../manifest/terms/nvidia.ts';
import { parseCapability } from '../../manifest/terms/target.ts';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Failure, type Problem } from '../../base/errors.ts';
import { writeAtomically } from '../../base/files.ts';
import type { Environment } from '../../base/process.ts';
import type { HarnessDevice } from '../harness/choose-gpu.ts';
import { codeOfRun } from '../harness/needs.ts';
import {
  allRecords,
  describeRuns,
  distinctEvidence,
  type EmulatedRecord,
  type SomeEvidence,
  type EvidenceRecord,
  evidenceText,
  isOfPackage,
  joinEvidence,
  readEvidence,
  recordedDevice,
  recordKey,
  type TestFacts,
  type TestRun,
  testRun,
} from '../../package/evidence.ts';
import { EVIDENCE_FILE } from '../../package/layout.ts';
import type { PackagedKernel, ReadPackage } from '../../package/read.ts';
import type { SmokePackage } from '../../package/cases.ts';
import type { CheckResult, RunResult } from './result.ts';
import { launchesBlocks } from '../../manifest/cases/packaged.ts';
import type { KernelTest } from './selection.ts';
import type { CudaTarget } from '../../manifest/terms/vendor-terms.ts';

/** Returns the evidence of a kernel's test. None if any part of it failed or was left out. */
export function recordsOf(
  pkg: SmokePackage,
  { kernel, cases, isWhole }: KernelTest,
  results: { readonly runs: readonly RunResult[]; readonly checks: readonly CheckResult[] },
  device: HarnessDevice,
  run: TestRun | undefined,
): readonly EvidenceRecord[] {
  const all = [...results.runs, ...results.checks];
  const capability = parseCapability(device.capability);
  if (!isWhole || all.some(isFaulty)) return [];
  const records = launched(cases, results.runs).flatMap(
    ({ algo, specialisation }): EvidenceRecord[] => {
      const code = codeOfRun(kernel, { algo, specialisation }, capability);
      if (code === undefined) return [];
      return [
        {
          ...factsOf(pkg, kernel.name, device, run),
          algo,
          specialisation,
          target: code.name,
          outcome: 'ran',
        },
      ];
    },
  );
  return [...new Map(records.map((record) => [recordKey(record), record])).values()];
}

/** The runs that launched the kernel: those of a case with a size of 0 prove nothing about its code. */
function launched(
  { cases }: KernelTest['cases'],
  runs: readonly RunResult[],
): readonly RunResult[] {
  const empty = new Set(cases.filter((each) => !launchesBlocks(each)).map(({ name }) => name));
  return runs.filter((run) => !empty.has(run.case));
}

/** Returns whether a test proves nothing: also if the manifest accepts what it found. */
function isFaulty({ problems, accepted }: RunResult | CheckResult): boolean {
  return problems.length > 0 || accepted !== undefined;
}

/** As `recordsOf`, for a test that executed the PTX of a target. */
export function emulatedRecordsOf(
  pkg: SmokePackage,
  { kernel, cases, isWhole }: KernelTest,
  results: { readonly runs: readonly RunResult[]; readonly checks: readonly CheckResult[] },
  target: CudaTarget,
  run: TestRun | undefined,
): readonly EmulatedRecord[] {
  const all = [...results.runs, ...results.checks];
  if (!isWhole || all.some(isFaulty)) return [];
  const { manifestSha256, packageSha256, manifest } = pkg;
  const own = launched(cases, results.runs).filter(
    (each) =>
      each.partial === undefined &&
      codeOfRun(kernel, each, capabilityOf(target))?.name === target.name,
  );
  // Of several cases, the one that was compared counts.
  const compared = own.toSorted(
    (a, b) => Number(b.expected === 'none') - Number(a.expected === 'none'),
  );
  const records = compared.map(({ algo, specialisation, expected }): EmulatedRecord => ({
    manifestSha256,
    packageSha256,
    kernel: kernel.name,
    triton: manifest.triton,
    ...(run !== undefined && { run }),
    algo,
    specialisation,
    target: target.name,
    outcome: 'emulated',
    expected,
  }));
  return [...new Map(records.map((record) => [recordKey(record), record])).values()];
}

/** Returns the facts that every record of a test contains. */
export function factsOf(
  pkg: ReadPackage,
  kernel: string,
  device: Pick<HarnessDevice, 'name' | 'capability' | 'driver'>,
  run: TestRun | undefined,
): TestFacts {
  const { manifestSha256, packageSha256, manifest } = pkg;
  return {
    manifestSha256,
    packageSha256,
    kernel,
    device: recordedDevice(device.name),
    capability: device.capability,
    driver: device.driver,
    triton: manifest.triton,
    ...(run !== undefined && { run }),
  };
}

/**
 * Adds records to a package's evidence and drops those of other builds. Writes the file atomically.
 */
export async function writeEvidence(
  pkg: Pick<ReadPackage, 'folder' | 'manifestSha256' | 'packageSha256'>,
  added: SomeEvidence,
): Promise<void> {
  const file = join(pkg.folder, EVIDENCE_FILE);
  const old = await readEvidence(file);
  const evidence = distinctEvidence(joinEvidence([old, added]), (each) => isOfPackage(each, pkg));
  if (allRecords(evidence).length === 0) {
    // Only records of other builds are left.
    await rm(file, { force: true });
    return;
  }
  const text = evidenceText(evidence);
  await writeAtomically(file, (fresh) => writeFile(fresh, text));
}

/**
 * Adds the records of each evidence.json at or below a folder to the evidence of a package: those of
 * tests of this package on several machines.
 * @throws {Failure} `usage` if there is no such file.
 */
export async function addEvidence(pkg: ReadPackage, folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  const files = paths.filter((path) => basename(path) === EVIDENCE_FILE).toSorted();
  if (files.length === 0) {
    throw new Failure('usage', {
      message: `there is no ${EVIDENCE_FILE} in \`${folder}\``,
      hint: 'Download the artifacts with the evidence to this folder first.',
    });
  }
  const found = await Promise.all(files.map((path) => readEvidence(join(folder, path))));
  await writeEvidence(pkg, joinEvidence(found));
}

/**
 * The evidence that kernels must have. Every built package is `abi-checked`. `emulated`: each algo and
 * specialisation passed its tests on a CPU, which executed its PTX, or on a GPU. `ran`: on a GPU. Both on
 * at least one target and on all of `targets` that it has code for, in the run of a workflow with the id
 * `run`; undefined: wherever.
 */
export type RequiredEvidence =
  | { readonly kind: 'abi-checked' }
  | {
      readonly kind: 'emulated' | 'ran';
      readonly targets: readonly string[];
      readonly run?: string | undefined;
    };

/** Returns a problem for each kernel of a package without the required evidence. */
export async function missingEvidence(
  pkg: ReadPackage,
  need: RequiredEvidence,
): Promise<readonly Problem[]> {
  if (need.kind === 'abi-checked') return [];
  const { manifest } = pkg;
  const file = join(pkg.folder, EVIDENCE_FILE);
  const { records: ran, emulated } = await readEvidence(file);
  const records: readonly TestedRecord[] = need.kind === 'ran' ? ran : [...ran, ...emulated];
  const own = records.filter((record) => isOfPackage(record, pkg));
  const counting = own.filter(({ run }) => need.run === undefined || run?.id === need.run);
  return manifest.kernels.flatMap((kernel) => {
    const missing = missingParts(kernel, counting, need.targets);
    if (missing.length === 0) return [];
    const others = own.filter((record) => record.kernel === kernel.name);
    const isOfOtherRun = missing.length > missingParts(kernel, others, need.targets).length;
    return {
      message: `${manifest.package}: there is no evidence that \`${kernel.name}\` ${need.kind === 'ran' ? 'ran' : 'ran or was emulated'} with ${missing.join('; ')}${isOfOtherRun ? ` in run ${need.run}, only in ${describeRuns(others.filter(({ run }) => run?.id !== need.run))}` : ''}`,
      place: { file },
      hint: isOfOtherRun
        ? 'Test the package in the workflow that publishes it. If you trust the other run, name it with `evidence-run`.'
        : hintFor(need.kind, records, own),
    };
  });
}

type TestedRecord = EvidenceRecord | EmulatedRecord;

function hintFor(
  kind: 'emulated' | 'ran',
  records: readonly TestedRecord[],
  own: readonly TestedRecord[],
): string {
  const what =
    records.length > 0 && own.length === 0
      ? 'The evidence is of another build of the package. '
      : '';
  return `${what}Run the smoke test of this build for all kernels, without --case and --algo, ${kind === 'ran' ? 'on a GPU of each target' : 'with --emulate, or on a GPU of each target'}. Then publish the package with its evidence.json.`;
}

/**
 * The run whose evidence counts: the given one, or else the workflow's own.
 * @param given the id of a run, or `any`
 */
export function acceptedRun(given: string | undefined, env: Environment): string | undefined {
  if (given === 'any') return undefined;
  return given ?? testRun(env)?.id;
}

/** Matches the name of the run whose evidence counts. */
export const EVIDENCE_RUN_FORM = /^(?:\d{1,20}|any)$/;

/** Returns the required targets that no package has code for. */
export function unknownTargets(
  packages: readonly ReadPackage[],
  need: RequiredEvidence,
): readonly string[] {
  if (need.kind === 'abi-checked') return [];
  const kernels = packages.flatMap(({ manifest }) => manifest.kernels);
  const known = new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)));
  return need.targets.filter((target) => !known.has(target));
}

function missingParts(
  kernel: PackagedKernel,
  records: readonly TestedRecord[],
  required: readonly string[],
): string[] {
  const own = records.filter((record) => record.kernel === kernel.name);
  return partsOf(kernel).flatMap(({ algo, specialisation, targets }) => {
    // No case reaches it, as the smoke test says.
    if (kernel.untested?.includes(specialisation) === true) return [];
    const ran = own
      .filter((record) => record.algo === algo && record.specialisation === specialisation)
      .map(({ target }) => target);
    const demanded = required.filter((target) => targets.includes(target));
    const missing = demanded.filter((target) => !ran.includes(target));
    const isComplete =
      demanded.length === 0 ? targets.some((target) => ran.includes(target)) : missing.length === 0;
    if (isComplete) return [];
    const where = missing.length > 0 ? missing.join(' and ') : `any of ${targets.join(', ')}`;
    // A specialisation without hints is shown as `any`, as in the headers.
    const which = kernel.specialisations[specialisation] || 'any';
    return [`algo ${algo}, specialisation ${specialisation} (${which}) on ${where}`];
  });
}

interface Part {
  readonly algo: number;
  readonly specialisation: number;
  /** The targets it has code for. */
  readonly targets: readonly string[];
}

function partsOf({ variants }: PackagedKernel): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const { algo, specialisation, target } of variants) {
    const key = `${algo} ${specialisation}`;
    const targets = [...(parts.get(key)?.targets ?? []), target];
    parts.set(key, { algo, specialisation, targets });
  }
  return [...parts.values()];
}
