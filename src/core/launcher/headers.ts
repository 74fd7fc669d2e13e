import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LAUNCHER_FOLDER } from '../assets.ts';

/** The C headers that generated sources include, as text. */
export interface LauncherHeaders {
  /** The driver's interface: the toolkit's where there is one, else the part in `driver`. */
  readonly cuda: string;
  readonly driver: string;
  readonly launch: string;
  readonly tensor: string;
  readonly passTensor: string;
}

/** Reads the headers from this program's own files. */
export async function readLauncherHeaders(): Promise<LauncherHeaders> {
  const [cuda, driver, launch, tensor, passTensor] = await Promise.all([
    read('aot_cuda.h'),
    read('aot_driver.h'),
    read('aot_launch.h'),
    read('aot_tensor.h'),
    read('aot_pass_tensor.h'),
  ]);
  return { cuda, driver, launch, tensor, passTensor };
}

function read(name: string): Promise<string> {
  return readFile(join(LAUNCHER_FOLDER, name), 'utf8');
}
