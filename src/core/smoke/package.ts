import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CASES_FILE, CASES_FORMAT, casesSchema, type KernelCases } from '../cases/document.ts';
import { Failure, systemCode } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { MANIFEST_FILE, SUMS_FILE } from '../package/files.ts';
import { GENERATOR_NAME, MANIFEST_FORMAT } from '../package/manifest.ts';

const parametersSchema = z.array(z.object({ name: z.string(), type: z.string() }));

const kernelSchema = z.object({
  name: z.string(),
  parameters: parametersSchema,
  gridParameters: parametersSchema,
  algos: z.array(z.unknown()),
  specialisations: z.array(z.string()),
  variants: z.array(z.object({ algo: z.number(), specialisation: z.number(), target: z.string() })),
});

const manifestSchema = z.object({
  package: z.string(),
  version: z.string(),
  triton: z.string(),
  ptxas: z.array(z.string()),
  kernels: z.array(kernelSchema),
});

export type PackagedKernel = z.infer<typeof kernelSchema>;

/** A package as the smoke test reads it: whole, and as it was built. */
export interface SmokePackage {
  readonly folder: string;
  readonly manifest: z.infer<typeof manifestSchema>;
  readonly manifestSha256: string;
  /** Empty for a package that was built without any `smoke:` section. */
  readonly cases: readonly KernelCases[];
}

/**
 * Reads a package and checks every file against its checksums.
 * @throws {Failure} `usage` where there is no package that this version reads, `verification` where it is damaged.
 */
export async function readSmokePackage(folder: string): Promise<SmokePackage> {
  const file = join(folder, MANIFEST_FILE);
  const text = await readManifest(folder);
  const manifest = parse(text, file, manifestSchema, MANIFEST_FORMAT);
  await checkSums(folder);
  return { folder, manifest, manifestSha256: sha256(text), cases: await readCases(folder) };
}

async function readManifest(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, MANIFEST_FILE), 'utf8');
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
    const message = isMissing
      ? 'there is no package here: it has no manifest.json'
      : `the package cannot be read: ${String(error)}`;
    throw new Failure('usage', {
      message,
      place: { file: folder },
      hint: 'Build one with `triton-aot build`, or name its folder with --package.',
    });
  }
}

async function readCases(folder: string): Promise<readonly KernelCases[]> {
  const file = join(folder, CASES_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? [] : parse(text, file, casesSchema, CASES_FORMAT).kernels;
}

const formatSchema = z.object({ format: z.number() });
const generatorSchema = z.object({
  generator: z.object({
    name: z.literal(GENERATOR_NAME),
    version: z.string(),
    mode: z.string().optional(),
  }),
});

function parse<T>(text: string, file: string, schema: z.ZodType<T>, known: number): T {
  const value = parseJson(text, file);
  const generator = generatorSchema.safeParse(value).data?.generator;
  const format = formatSchema.safeParse(value).data?.format;
  if (format === undefined) {
    throw new Failure('usage', {
      message: `this is not ${GENERATOR_NAME}'s: it names no format`,
      place: { file },
      hint: 'Name the folder that `triton-aot build` wrote with --package.',
    });
  }
  if (format !== known) {
    const by = generator === undefined ? '' : `, written by triton-aot ${generator.version}`;
    throw new Failure('usage', {
      message: `the package has format ${format}${by}; this version reads format ${known}`,
      place: { file },
      hint: 'Test it with the version of triton-aot that built it, or build it again with this one.',
    });
  }
  if (generator?.mode !== undefined) {
    throw new Failure('usage', {
      message: "these files were made by Triton's own tools, which leave nothing to test them by",
      place: { file },
      hint: 'Build the package with the generator `native`.',
    });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw damaged(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(file, `it is cut off or damaged (${String(error)})`);
  }
}

function damaged(file: string, message: string): Failure {
  return new Failure('verification', { message, place: { file }, hint: REMEDY });
}

const REMEDY = 'Build the package again, or fetch it again from where it was built.';

async function checkSums(folder: string): Promise<void> {
  const place = { file: join(folder, SUMS_FILE) };
  const text = await readFile(place.file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const entries = lines.map((line) => /^([0-9a-f]{64}) {2}(.+)$/.exec(line));
  if (entries.length === 0 || entries.includes(null)) {
    throw damaged(place.file, 'the checksums are missing, cut off or damaged');
  }
  const problems: string[] = [];
  for (const [, sum, path = ''] of entries.flatMap((entry) => (entry === null ? [] : [entry]))) {
    const content = await readFile(join(folder, path)).catch(() => undefined);
    if (content === undefined) problems.push(`${path} is missing`);
    else if (sha256(content) !== sum) problems.push(`${path} is not what was built`);
  }
  if (problems.length === 0) return;
  const shown = problems.map((message) => ({ message, place, hint: REMEDY }));
  throw new Failure('verification', shown);
}
