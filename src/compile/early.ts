import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import type { KeptWorkers } from '../toolchain/workers/kept-workers.ts';
import { startWorkers } from '../toolchain/workers/pool.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { historyFile } from './store/history.ts';
import { listInstallations } from '../toolchain/installation.ts';
import { type StartedToolchain, startToolchain } from '../toolchain/toolchain.ts';
import { type PlannedBuild, planBuild } from './open.ts';
import type { BuildRequest } from './work.ts';

type EarlyRequest = BuildRequest & { readonly kept: KeptWorkers };

/**
 * Opens the build. If something is to compile, as far as can be told at once, Triton is installed and
 * compiler processes start meanwhile. With a cache, that cannot be told: it may have every result.
 */
export async function openEarly(request: EarlyRequest, context: BuildContext): Promise<PlannedBuild> {
  if (request.cache !== undefined) return planBuild(request, context);
  const isStoreEmpty = (await readdir(request.store).catch(() => [])).length === 0;
  let started: StartedToolchain | undefined;
  let isOver = false;
  const start = async (manifest: Manifest): Promise<void> => {
    if (!isStoreEmpty && !(await willCompile(manifest, request, context))) return;
    if (isOver) return;
    started = startToolchain(manifest, request.python, context);
    const { toolchain, unchecked } = started;
    const early = await unchecked;
    const python = early ?? (await toolchain).python;
    const usable = toolchain.then(({ origin }) => early === undefined || origin !== 'installed');
    // Without a Triton, the workers are not used.
    usable.catch(() => undefined);
    const count = isStoreEmpty ? request.jobs : 1;
    if (!isOver && manifest.generator === 'native')
      await startWorkers(count, { ...request, python }, context, usable);
  };
  try {
    return await planBuild(request, context, (manifest) => {
      // Whoever needs Triton gets the error.
      start(manifest).catch(() => undefined);
    });
  } catch (error) {
    isOver = true;
    started?.end();
    throw error;
  }
}

/** Whether a kernel's file was changed since something was last compiled, and Triton is installed. */
async function willCompile(
  manifest: Manifest,
  { store, manifest: file }: Pick<BuildRequest, 'store' | 'manifest'>,
  { home }: Pick<BuildContext, 'home'>,
): Promise<boolean> {
  const compiled = await changedMs(historyFile(store, manifest.package));
  if (compiled === undefined) return false;
  const files = new Set(manifest.kernels.map(({ source }) => join(dirname(file), source.file)));
  const changes = await Promise.all(Array.from(files, changedMs));
  if (!changes.some((changed) => changed !== undefined && changed > compiled)) return false;
  const installed = await listInstallations(home);
  return installed.some(({ folder }) => basename(folder).startsWith(`triton-${manifest.triton}-`));
}

async function changedMs(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
