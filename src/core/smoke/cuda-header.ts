import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMOKE_FOLDER } from '../assets.ts';
import type { Environment } from '../process.ts';

/** The first version with context-independent loading, which every package uses. */
const OLDEST_CUDA = 12_000;

/**
 * The folder of the machine's cuda.h, or of the small one of this program where the machine has none that is new
 * enough: a driver alone comes without it. undefined where compilers find it by themselves.
 */
export async function findCudaHeader(
  env: Environment,
  toolkits: readonly string[] = ['/usr/local/cuda'],
): Promise<string | undefined> {
  const named = [env['CUDA_HOME'], env['CUDA_PATH']].filter((folder) => folder !== undefined);
  for (const toolkit of [...named, ...toolkits]) {
    const folder = join(toolkit, 'include');
    if (toolkit !== '' && (await isRecent(join(folder, 'cuda.h')))) return folder;
  }
  return (await isRecent('/usr/include/cuda.h')) ? undefined : join(SMOKE_FOLDER, 'cuda');
}

async function isRecent(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number(/^\s*#\s*define\s+CUDA_VERSION\s+(\d+)/m.exec(text)?.[1] ?? 0) >= OLDEST_CUDA;
}
