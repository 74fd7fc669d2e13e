import { join } from 'node:path';
import { z } from 'zod';
import { Failure, systemCode } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { readPlainFile } from '../base/files.ts';
import { sha256 } from '../base/text.ts';
import { sentSettings } from '../manifest/terms/options.ts';
import { hintChoicesSchema } from '../toolchain/workers/protocol.ts';
import { GENERATOR_NAME, MANIFEST_FILE, MANIFEST_FORMAT } from './layout.ts';
import { damagedPackage, packageDigest, requireSums } from './sums.ts';

const parametersSchema = z.array(z.object({ name: z.string(), type: z.string() }));

/** Names become parts of paths, and archives are not trusted. */
const name = z.string().regex(/^[A-Za-z]\w*$/);
const target = z.string().regex(/^\w+$/);

const kernelSchema = z.object({
  name,
  parameters: parametersSchema,
  gridParameters: parametersSchema,
  algos: z.array(z.unknown()),
  heuristics: z.array(z.object({ parameter: z.string(), expression: z.string() })).optional(),
  requires: z.array(z.string()).optional(),
  /** The functions that the JIT calls before each launch. */
  hooks: z
    .array(
      z.object({ name: z.string(), place: z.string().optional(), does: z.string().optional() }),
    )
    .optional(),
  specialisations: z.array(z.string()),
  /** How an algo is chosen by the values of a call, as the feature that chose it says. */
  choice: z.unknown().optional(),
  /** The specialisations that the choice knows nothing of. */
  unmeasured: z.array(z.number()).optional(),
  /** The origins of hints that the manifest does not give. */
  hints: z
    .object({ key: z.string(), choices: hintChoicesSchema, origins: z.array(z.string()) })
    .optional(),
  ...sentSettings(z.boolean()),
  /** The specialisations that no case of the smoke test reaches, although it has cases. */
  untested: z.array(z.number()).optional(),
  variants: z.array(
    z.object({
      algo: z.number(),
      specialisation: z.number(),
      target,
      hash: z.string(),
      /** The kernel's name in the cubin. */
      symbol: z.string(),
      /** What it takes: how many of its blocks a multiprocessor has at once. */
      resources: z.object({ occupancy: z.object({ blocks: z.number() }).optional() }).optional(),
      /** Its PTX, if that is embedded too: the name of its architecture, and of its language's version. */
      ptx: z
        .object({
          target: z.string(),
          version: z.string().regex(/^\d{1,3}\.\d{1,3}$/),
          size: z.number(),
          sha256: z.string(),
        })
        .optional(),
    }),
  ),
});

const sourceSchema = z.object({
  path: z.string(),
  sha256: z.string(),
  slice: z.string().optional(),
  license: z.string().optional(),
});

/**
 * The parts of manifest.json that are read. Optional ones were added after the first version. Features read others
 * with `parseField`.
 */
export const packageManifestSchema = z.looseObject({
  package: name,
  version: z.string().regex(/^\d[\w.-]*$/),
  license: z.string().optional(),
  /** The text of the manifest that the package was built from. */
  builtFrom: z.object({ sha256: z.string() }).optional(),
  sources: z.array(sourceSchema).optional(),
  /** The packages that sources are in. */
  packages: z.array(z.object({ name: z.string(), version: z.string() })).optional(),
  triton: z.string(),
  tritonDigest: z.string().optional(),
  ptxas: z.array(z.string()),
  kernels: z.array(kernelSchema),
});

export type PackagedKernel = z.infer<typeof kernelSchema>;

export type ReadManifest = Readonly<z.infer<typeof packageManifestSchema>>;

/** A complete and unmodified package in a folder. */
export interface ReadPackage {
  readonly folder: string;
  readonly manifest: ReadManifest;
  readonly manifestSha256: string;
  /** The SHA-256 of SHA256SUMS, and so of all files. */
  readonly packageSha256: string;
}

/**
 * Reads a package and checks every file against its checksums.
 * @throws {Failure} `usage` if there is no package or it has an unknown format, `verification` if
 * it is damaged.
 */
export async function readPackage(folder: string): Promise<ReadPackage> {
  const text = await readManifestText(folder);
  const manifest = parseManifest(text, folder, packageManifestSchema);
  await requireSums(folder);
  const packageSha256 = await packageDigest(folder);
  return { folder, manifest, manifestSha256: sha256(text), packageSha256 };
}

/** Parses a package's manifest.json. @throws as `parseDocument`. */
export function parseManifest<T>(text: string, folder: string, schema: z.ZodType<T>): T {
  return parseDocument(text, join(folder, MANIFEST_FILE), schema, MANIFEST_FORMAT);
}

/** Parses a field of manifest.json that a feature has written. @throws as `parseDocument`. */
export function parseField<T>(
  manifest: ReadManifest,
  field: string,
  folder: string,
  schema: z.ZodType<T>,
): T {
  const result = schema.safeParse(manifest[field]);
  if (result.success) return result.data;
  throw damagedField(join(folder, MANIFEST_FILE), result.error, [field]);
}

/** @throws {Failure} `usage` if there is no package. */
export async function readManifestText(folder: string): Promise<string> {
  try {
    return (await readPlainFile(join(folder, MANIFEST_FILE))).toString();
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
    const message = isMissing
      ? 'there is no package here: it has no manifest.json'
      : `cannot read the package's ${MANIFEST_FILE}: ${reasonOf(error)}`;
    throw new Failure('usage', {
      message,
      place: { file: folder },
      hint: 'Build a package with `triton-aot build`, or pass its folder with --package.',
    });
  }
}

const formatSchema = z.object({ format: z.number() });
const generatorSchema = z.object({
  generator: z.object({
    name: z.literal(GENERATOR_NAME),
    version: z.string(),
  }),
});

/**
 * Parses a JSON file of a package.
 * @throws {Failure} `usage` if another program or an incompatible version wrote it, `verification`
 * if it is damaged.
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
      message: `not written by ${GENERATOR_NAME}: it has no \`format\``,
      place: { file },
      hint: 'Pass the folder that `triton-aot build` wrote with --package.',
    });
  }
  if (format !== known) {
    const by = generator === undefined ? '' : `, written by triton-aot ${generator.version}`;
    throw new Failure('usage', {
      message: `the package has format ${format}${by}; this version reads format ${known}`,
      place: { file },
      hint: 'Use the version of triton-aot that built it, or build it again with this version.',
    });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw damagedField(file, result.error, []);
}

function damagedField(file: string, { issues }: z.ZodError, path: readonly string[]): Failure {
  const [issue] = issues;
  const place = [...path, ...(issue?.path ?? [])].join('.');
  return damagedPackage(file, `${place}: ${issue?.message ?? 'invalid'}`);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damagedPackage(file, `cut off or damaged (${String(error)})`);
  }
}
