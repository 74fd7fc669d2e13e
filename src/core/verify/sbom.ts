import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Problem } from '../errors.ts';
import { SBOM_FILE, serialNumberOf } from '../package/sbom.ts';
import { counted, found, skipped, type Finding } from './finding.ts';
import type { WholeManifest } from './manifest.ts';

const sbomSchema = z.object({
  serialNumber: z.string(),
  components: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
    }),
  ),
});

/** The SBOM is that of this very package, with the sources that manifest.json lists. */
export async function checkSbom(
  folder: string,
  { sources = [] }: WholeManifest,
  manifestSha256: string,
): Promise<Finding> {
  const file = join(folder, SBOM_FILE);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return skipped('sbom', `the package has no ${SBOM_FILE}`);
  const problem = (message: string): Problem => ({ message, place: { file } });
  const sbom = parse(text);
  if (sbom === undefined) return found('sbom', '', [problem(`${SBOM_FILE} is damaged`)]);
  const files = sbom.components
    .filter(({ type }) => type === 'file')
    .map(({ name, hashes }) => `${hashes[0]?.content ?? ''} ${name}`);
  const expected = sources.map(({ path, sha256 }) => `${sha256} ${path}`);
  const problems = [
    ...(sbom.serialNumber === serialNumberOf(manifestSha256)
      ? []
      : [problem(`${SBOM_FILE} is of another build of the package`)]),
    ...(files.toSorted().join('\n') === expected.toSorted().join('\n')
      ? []
      : [problem(`${SBOM_FILE} and manifest.json do not list the same sources`)]),
  ];
  return found(
    'sbom',
    `${SBOM_FILE} lists ${counted(sources.length, 'source')} as manifest.json does`,
    problems,
  );
}

function parse(text: string): z.infer<typeof sbomSchema> | undefined {
  try {
    return sbomSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
