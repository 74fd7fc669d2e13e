import { readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure, systemCode } from '../base/errors.ts';
import { type Environment, findExecutable } from '../base/process.ts';
import { sha256 } from '../base/text.ts';
import { buildPackageLibrary } from '../harness/build-library.ts';
import type { HarnessSettings } from '../harness/compile-units.ts';
import type { Lease } from '../harness/lease.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { readManifest } from '../manifest/manifest.ts';
import type { SmokePackage } from '../package/read.ts';
import type { BenchRequest } from './request.ts';
import type { BenchResult } from './result.ts';
import { runWorker } from './run-worker.ts';
import { differenceNotes, runOf } from './runs.ts';
import type { BenchTask } from './tasks.ts';

/** What the JIT needs besides the package. */
interface JitSetup {
  /** The path of the interpreter. */
  readonly python: string;
  /** The kernels of the manifest, by name. */
  readonly entries: ReadonlyMap<string, KernelEntry>;
  /** Why the JIT may run other kernels than the package, as sentences. */
  readonly notes: readonly string[];
}

/**
 * Finds the Python and the kernels' files.
 * @throws {Failure} `usage` if the manifest is missing or wrong, `environment` without Python.
 */
export async function readJitSetup(
  { manifest: { sources = [], triton: _triton } }: SmokePackage,
  { manifest: file, python = 'python3' }: Pick<BenchRequest, 'manifest' | 'python'>,
  { env }: Pick<RunContext, 'env'>,
): Promise<JitSetup> {
  const found = await findExecutable(python, env);
  if (found === undefined) {
    throw new Failure('environment', {
      message: `Python not found: ${python}`,
      hint: 'Name a Python with PyTorch and Triton in --python, or leave out --jit.',
    });
  }
  const { kernels } = readManifest(await readManifestText(file), file);
  const notes: string[] = [];
  for (const { path, sha256: expected } of sources) {
    const content = await readFile(join(dirname(file), path)).catch(() => undefined);
    if (content === undefined || sha256(content) !== expected)
      notes.push(`${path} is not the file that the package was built from`);
  }
  return { python: found, entries: new Map(kernels.map((entry) => [entry.name, entry])), notes };
}

async function readManifestText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const message = `cannot read the manifest: ${systemCode(error) ?? String(error)}`;
    const hint = 'Name the manifest of the package in --manifest: it says where the kernels are.';
    throw new Failure('usage', { message, place: { file }, hint }, { cause: error });
  }
}

interface Setup {
  readonly pkg: SmokePackage;
  readonly request: BenchRequest;
  readonly lease: Lease;
  readonly settings: HarnessSettings;
  readonly jit: JitSetup;
}

type Measured = Pick<BenchResult, 'versions' | 'peaks' | 'runs' | 'launches' | 'notes'>;

/**
 * Measures the tasks in Python: the package is loaded as a shared library, so that all contenders
 * have the same process, tensors, stream and events.
 */
export async function measureBesideJit(
  tasks: readonly BenchTask[],
  { pkg, request, lease, settings, jit }: Setup,
  context: BuildContext,
): Promise<Measured> {
  const { log } = context;
  const names = [...new Set(tasks.map(({ kernel }) => kernel.name))];
  const library = await log.group('Build the package', () =>
    buildPackageLibrary(
      pkg,
      names,
      { ...settings, folder: join(settings.folder, 'library') },
      context,
    ),
  );
  const folder = join(settings.folder, 'data');
  await mkdir(folder);
  const { python, entries } = jit;
  const worker = {
    library,
    folder,
    request,
    entries,
    readData: (file: string) => readFileSync(join(pkg.folder, file)),
    python,
    env: workerEnvironment(context.env, lease, join(settings.folder, 'triton')),
    limit: request.timeout * 1000,
  };
  const { versions, peaks, outcomes } = await log.group(
    `Measure on ${lease.device.name} (${lease.device.uuid})`,
    () => runWorker(tasks, worker, context),
  );
  const measured = tasks.flatMap((task) => {
    const outcome = outcomes.get(task);
    return outcome === undefined ? [] : [{ task, outcome }];
  });
  return {
    versions,
    peaks,
    runs: measured.map(({ task, outcome }) => runOf(task, outcome, peaks)),
    launches: [],
    notes: [
      ...jit.notes,
      ...(versions !== undefined && versions.triton !== pkg.manifest.triton
        ? [
            `the package was built with Triton ${pkg.manifest.triton}, the JIT is ${versions.triton}`,
          ]
        : []),
      ...differenceNotes(measured),
    ],
  };
}

/** The user's own environment, since the JIT must run as it does there, with an empty cache. */
function workerEnvironment(env: Environment, { device }: Lease, cache: string): Environment {
  return {
    ...env,
    CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
    CUDA_VISIBLE_DEVICES: device.uuid,
    TRITON_CACHE_DIR: cache,
    PYTHONDONTWRITEBYTECODE: '1',
  };
}
