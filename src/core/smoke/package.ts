import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CASES_FILE, CASES_FORMAT, casesSchema, type KernelCases } from '../cases/document.ts';
import { systemCode } from '../errors.ts';
import { parseDocument, readPackage, type ReadPackage } from '../package/read.ts';

/** A package as the smoke test reads it. */
export interface SmokePackage extends ReadPackage {
  /** Empty for a package that was built without any `smoke:` section. */
  readonly cases: readonly KernelCases[];
}

/**
 * Reads a package with its test cases, and checks every file against its checksums.
 * @throws {Failure} `usage` where there is no package that this version reads, `verification` where it is damaged.
 */
export async function readSmokePackage(folder: string): Promise<SmokePackage> {
  return { ...(await readPackage(folder)), cases: await readCases(folder) };
}

async function readCases(folder: string): Promise<readonly KernelCases[]> {
  const file = join(folder, CASES_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? [] : parseDocument(text, file, casesSchema, CASES_FORMAT).kernels;
}
