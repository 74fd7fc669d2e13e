import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, systemCode } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { MANIFEST_FILE } from './files.ts';
import { GENERATOR_NAME, MANIFEST_FORMAT } from './manifest.ts';
import { checkSums, damaged, readSums } from './sums.ts';

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
export const manifestSchema = z.object({
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

export type ReadManifest = Readonly<z.infer<typeof manifestSchema>>;

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
  const manifest = parseManifest(text, folder, manifestSchema);
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
export function parseDocument<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  known: number,
): T {
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
