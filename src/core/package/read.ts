import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { Failure, type Problem, systemCode } from '../base/errors.ts';
import { sha256 } from '../base/text.ts';
import { CASES_FILE, CASES_FORMAT, casesSchema, type KernelCases } from '../testdata/document.ts';
import { MANIFEST_FILE, SUMS_FILE } from './files.ts';
import { GENERATOR_NAME, MANIFEST_FORMAT } from './manifest.ts';

const parametersSchema = z.array(z.object({ name: z.string(), type: z.string() }));

/** Names become parts of paths, and those of an archive may be anyone's. */
const name = z.string().regex(/^[A-Za-z]\w*$/);
const target = z.string().regex(/^\w+$/);

const kernelSchema = z.object({
  name,
  parameters: parametersSchema,
  gridParameters: parametersSchema,
  algos: z.array(z.unknown()),
  specialisations: z.array(z.string()),
  variants: z.array(z.object({ algo: z.number(), specialisation: z.number(), target })),
});

const sourceSchema = z.object({
  path: z.string(),
  sha256: z.string(),
  license: z.string().optional(),
});

/** manifest.json as far as others than its writer look at it. What is optional came later than the format. */
export const packageManifestSchema = z.object({
  package: name,
  version: z.string().regex(/^\d[\w.-]*$/),
  license: z.string().optional(),
  part: target.optional(),
  sources: z.array(sourceSchema).optional(),
  triton: z.string(),
  ptxas: z.array(z.string()),
  kernels: z.array(kernelSchema),
});

export type PackagedKernel = z.infer<typeof kernelSchema>;

export type ReadManifest = Readonly<z.infer<typeof packageManifestSchema>>;

/** A package as it lies in a folder: whole, and as it was built. */
export interface ReadPackage {
  readonly folder: string;
  readonly manifest: ReadManifest;
  readonly manifestSha256: string;
}

/**
 * Reads a package and checks every file against its checksums.
 * @throws {Failure} `usage` where there is no package that this version reads, `verification` where it is damaged.
 */
export async function readPackage(folder: string): Promise<ReadPackage> {
  const text = await readManifestText(folder);
  const manifest = parseManifest(text, folder, packageManifestSchema);
  const problems = await checkSums(folder, await readSums(folder));
  if (problems.length > 0) throw new Failure('verification', problems);
  return { folder, manifest, manifestSha256: sha256(text) };
}

/** Reads a package's manifest.json as `schema` says. Throws as `parseDocument`. */
export function parseManifest<T>(text: string, folder: string, schema: z.ZodType<T>): T {
  return parseDocument(text, join(folder, MANIFEST_FILE), schema, MANIFEST_FORMAT);
}

/** @throws {Failure} `usage` where there is no package. */
export async function readManifestText(folder: string): Promise<string> {
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

const formatSchema = z.object({ format: z.number() });
const generatorSchema = z.object({
  generator: z.object({
    name: z.literal(GENERATOR_NAME),
    version: z.string(),
    mode: z.string().optional(),
  }),
});

/**
 * Reads a JSON file of a package.
 * @throws {Failure} `usage` where another version wrote it, or another program; `verification` where it is damaged.
 */
function parseDocument<T>(text: string, file: string, schema: z.ZodType<T>, known: number): T {
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
  throw damagedPackage(
    file,
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`,
  );
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damagedPackage(file, `it is cut off or damaged (${String(error)})`);
  }
}

/** SHA-256 in hexadecimal by path, relative to the package's folder. */
export type Sums = ReadonlyMap<string, string>;

const REMEDY = 'Build the package again, or fetch it again from where it was built.';

/** The failure for a file of a package that is not as it was written. */
function damagedPackage(file: string, message: string): Failure {
  return new Failure('verification', { message, place: { file }, hint: REMEDY });
}

/** @throws {Failure} `verification` where a package's checksums cannot be read, or lead out of it. */
export async function readSums(folder: string): Promise<Sums> {
  const file = join(folder, SUMS_FILE);
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const entries = lines.flatMap((line) => {
    const [, sum = '', path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    return isInside(path) ? [[path, sum] as const] : [];
  });
  const sums = new Map(entries);
  if (lines.length === 0 || sums.size !== lines.length) {
    throw damagedPackage(file, 'the checksums are missing, cut off or damaged');
  }
  return sums;
}

/** What of a package's files is missing, or is not what its checksums say. */
export async function checkSums(folder: string, sums: Sums): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const place = { file: join(folder, SUMS_FILE) };
  for (const [path, sum] of sums) {
    const content = await readFile(join(folder, path)).catch(() => undefined);
    const what = content === undefined ? 'is missing' : 'is not what was built';
    if (content === undefined || sha256(content) !== sum)
      problems.push({ message: `${path} ${what}`, place, hint: REMEDY });
  }
  return problems;
}

/** Whether a path is one below the folder it is relative to, in the only way to write it. */
function isInside(path: string): boolean {
  const isPlain = path !== '' && posix.normalize(path) === path && !path.includes('\\');
  return isPlain && !posix.isAbsolute(path) && path !== '..' && !path.startsWith('../');
}

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
