import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { readIfExists } from '../base/files.ts';
import { selector } from '../base/globs.ts';
import {
  CASES_FILE,
  CASES_FORMAT,
  casesSchema,
  type KernelCases,
} from '../manifest/cases/packaged.ts';
import { type PackagedKernel, parseDocument, readPackage, type ReadPackage } from './read.ts';

/** A package with its test cases. */
export interface SmokePackage extends ReadPackage {
  /** Empty if no kernel has a `smoke:` section. */
  readonly cases: readonly KernelCases[];
}

/** Reads a package with its test cases. @throws as `readPackage`. */
export async function readSmokePackage(folder: string): Promise<SmokePackage> {
  return { ...(await readPackage(folder)), cases: await readCases(folder) };
}

async function readCases(folder: string): Promise<readonly KernelCases[]> {
  const file = join(folder, CASES_FILE);
  const text = (await readIfExists(file))?.toString();
  return text === undefined ? [] : parseDocument(text, file, casesSchema, CASES_FORMAT).kernels;
}

/**
 * Returns the kernels of a package that globs name; all without globs.
 * @throws {Failure} `usage` if there is none.
 */
export function selectKernels(
  { manifest, folder }: ReadPackage,
  only: readonly string[],
): readonly PackagedKernel[] {
  const isChosen = selector(only);
  const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
  if (chosen.length > 0) return chosen;
  throw new Failure('usage', {
    message: `no kernel of the package matches ${only.map((glob) => `\`${glob}\``).join(', ')}`,
    place: { file: folder },
    hint: `Its kernels are ${manifest.kernels.map(({ name }) => name).join(', ')}.`,
  });
}
