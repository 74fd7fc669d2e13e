import type { BuildContext } from '../context.ts';
import { sha256 } from '../hash.ts';
import { parseManifest, readManifestText } from '../package/read.ts';
import { checkContents } from './contents.ts';
import { checkEvidence } from './evidence.ts';
import type { Finding } from './finding.ts';
import { checkInterface } from './interface.ts';
import { wholeManifestSchema, type WholePackage } from './manifest.ts';
import { checkSbom } from './sbom.ts';

/** A package with all that was found in it, right and wrong. */
export interface Inspection {
  readonly pkg: WholePackage;
  readonly findings: readonly Finding[];
}

/**
 * Checks a package by itself: what holds and what does not.
 * @throws {Failure} `usage` where there is no package that this version reads, `verification` where it is too damaged
 * to be looked into.
 */
export async function inspectPackage(
  folder: string,
  { signal }: BuildContext,
): Promise<Inspection> {
  const text = await readManifestText(folder);
  const manifestSha256 = sha256(text);
  const manifest = parseManifest(text, folder, wholeManifestSchema);
  const findings: Finding[] = [];
  for (const check of [checkContents, checkInterface, checkEvidence, checkSbom]) {
    findings.push(await check(folder, manifest, manifestSha256));
    signal.throwIfAborted();
  }
  return { pkg: { folder, manifest, manifestSha256 }, findings };
}
