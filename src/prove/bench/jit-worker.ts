import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunContext, ScratchContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { readPlainFile } from '../../base/files.ts';
import { makeScratch } from '../../base/leftovers.ts';
import { findExecutable } from '../../base/executable.ts';
import type { Environment } from '../../base/process.ts';
import { sha256 } from '../../base/text.ts';
import type { HarnessDevice } from '../harness/choose-gpu.ts';
import type { KernelEntry } from '../../manifest/entry.ts';
import { pathIn } from '../../toolchain/unpacked-package.ts';
import { readManifest } from '../../manifest/manifest.ts';
import type { SmokePackage } from '../../package/cases.ts';
import type { BenchRequest } from './request.ts';
import { runWorker, type WorkerResults } from './run-worker.ts';
import type { BenchTask } from './tasks.ts';

/** The needs of the JIT in addition to the package. */
export interface JitSetup {
  /** The path of the interpreter. */
  readonly python: string;
  /** The kernels of the manifest, by name. */
  readonly entries: ReadonlyMap<string, KernelEntry>;
  /** Reasons for which the JIT may run other kernels than the package, as sentences. */
  readonly notes: readonly string[];
}

/**
 * Finds the Python and the kernels' files.
 * @throws {Failure} `usage` if the manifest is missing or wrong, `environment` without Python.
 */
export async function readJitSetup(
  { manifest: { sources = [], packages = [] } }: SmokePackage,
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
  const notes = packages.map(
    ({ name, version }) =>
      `the JIT runs kernels of the ${name} that this Python has, which must be ${version} to compare`,
  );
  for (const { path, sha256: expected } of sources) {
    if (packages.some(({ name }) => path.startsWith(pathIn(name)))) continue;
    const content = await readPlainFile(join(dirname(file), path)).catch(() => undefined);
    if (content === undefined || sha256(content) !== expected)
      notes.push(`${path} is not the file that the package was built from`);
  }
  return { python: found, entries: new Map(kernels.map((entry) => [entry.name, entry])), notes };
}

async function readManifestText(file: string): Promise<string> {
  try {
    return String(await readPlainFile(file));
  } catch (error) {
    const message = `cannot read the manifest: ${reasonOf(error)}`;
    const hint = 'Name the manifest of the package in --manifest: it says where the kernels are.';
    throw new Failure('usage', { message, place: { file }, hint }, { cause: error });
  }
}

interface WorkerSetup {
  readonly request: BenchRequest;
  readonly jit: JitSetup;
  readonly device: Pick<HarnessDevice, 'uuid'>;
  /** The package as a shared library. */
  readonly library: string;
}

/** Measures the tasks in Python, on one GPU, with an empty cache of the JIT. */
export async function withJitWorker(
  pkg: SmokePackage,
  tasks: readonly BenchTask[],
  { request, jit: { python, entries }, device, library }: WorkerSetup,
  context: ScratchContext,
): Promise<WorkerResults> {
  const folder = await makeScratch(context.scratch, 'jit');
  const worker = {
    library,
    owner: pkg.manifest,
    folder,
    request,
    entries,
    readData: (file: string) => readFileSync(join(pkg.folder, file)),
    python,
    env: workerEnvironment(context.env, device.uuid, join(folder, 'triton')),
    limit: request.timeout * 1000,
  };
  try {
    return await runWorker(tasks, worker, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the user's environment, since the JIT must run as it does there, with an empty cache. */
function workerEnvironment(env: Environment, uuid: string, cache: string): Environment {
  return {
    ...env,
    CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
    CUDA_VISIBLE_DEVICES: uuid,
    TRITON_CACHE_DIR: cache,
    PYTHONDONTWRITEBYTECODE: '1',
  };
}
