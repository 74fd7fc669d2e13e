import { join } from 'node:path';
import { readIfExists } from '../base/files.ts';
import {
  CASES_FILE,
  CASES_FORMAT,
  casesSchema,
  type KernelCases,
} from '../manifest/values/document.ts';
import { parseDocument, readPackage, type ReadPackage } from './read.ts';

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
