import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, systemCode } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { readPlainFile } from '../../base/files.ts';
import { type Resources, resourcesSchema } from '../../compile/cubin/resources.ts';
import { formatConstant } from '../../manifest/terms/constant.ts';
import { kindSchema, readConstants } from '../../package/constants.ts';
import { MANIFEST_FILE, MANIFEST_FORMAT } from '../../package/layout.ts';
import { parseDocument } from '../../package/read.ts';
import { requireSums } from '../../package/sums.ts';

// What is compared of a build: the parts of manifest.json that say what each variant takes of a GPU.

const algoSchema = z.object({
  constants: z.record(z.string(), z.unknown()),
  kinds: z.record(z.string(), kindSchema).optional(),
  options: z.record(z.string(), z.unknown()),
});

const kernelSchema = z.object({
  name: z.string(),
  algos: z.array(algoSchema),
  specialisations: z.array(z.string()),
  variants: z.array(
    z.object({
      algo: z.number(),
      specialisation: z.number(),
      target: z.string(),
      hash: z.string(),
      sha256: z.string(),
      resources: resourcesSchema,
      ptx: z.object({ size: z.number(), sha256: z.string() }).optional(),
    }),
  ),
});

/** The parts of manifest.json that are compared. */
export const comparedManifestSchema = z.object({
  generator: z.object({ version: z.string() }).optional(),
  package: z.string(),
  version: z.string(),
  triton: z.string(),
  ptxas: z.array(z.string()),
  kernels: z.array(kernelSchema),
});

type ComparedManifest = z.infer<typeof comparedManifestSchema>;

/** The values of an algo's constants and options by their names, as text. */
export type Settings = Readonly<Record<string, string>>;

export interface ComparedVariant {
  readonly kernel: string;
  readonly target: string;
  readonly algo: Settings;
  /** The condition of its specialisation; empty for any values. */
  readonly specialisation: string;
  /** Such as `algo 1` and `specialisation 0`; empty where the kernel has only one. */
  readonly algoLabel: string;
  readonly specialisationLabel: string;
  /** Both. */
  readonly label: string;
  readonly hash: string;
  /** Of the cubin. */
  readonly sha256: string;
  readonly resources: Resources;
  /** Its PTX, if that is embedded too: bytes, and their SHA-256. */
  readonly ptx: { readonly size: number; readonly sha256: string } | undefined;
}

export interface ComparedBuild {
  readonly package: string;
  readonly version: string;
  readonly triton: string;
  readonly ptxas: readonly string[];
  /** The version of this program; undefined if several wrote it. */
  readonly generator: string | undefined;
  /** Says where it is from, for people, if that is not obvious. */
  readonly origin?: string | undefined;
  readonly variants: readonly ComparedVariant[];
}

/** Returns a package as it is compared. */
export function comparedBuild(manifest: ComparedManifest): ComparedBuild {
  const kernels = new Map(
    manifest.kernels.map((kernel) => [
      kernel.name,
      { ...kernel, settings: kernel.algos.map(settingsOf) },
    ]),
  );
  return {
    package: manifest.package,
    version: manifest.version,
    triton: manifest.triton,
    ptxas: manifest.ptxas,
    generator: manifest.generator?.version,
    variants: [...kernels.values()].flatMap((kernel) =>
      kernel.variants.map((variant) => ({
        kernel: kernel.name,
        target: variant.target,
        algo: kernel.settings[variant.algo] ?? {},
        specialisation: kernel.specialisations[variant.specialisation] ?? '',
        ...labelsOf(kernel, variant),
        hash: variant.hash,
        sha256: variant.sha256,
        resources: variant.resources,
        ptx: variant.ptx,
      })),
    ),
  };
}

/** Names a variant as `list` and the build do. */
function labelsOf(
  { algos, specialisations }: z.infer<typeof kernelSchema>,
  { algo, specialisation }: { readonly algo: number; readonly specialisation: number },
) {
  const algoLabel = algos.length > 1 ? `algo ${algo}` : '';
  const specialisationLabel = specialisations.length > 1 ? `specialisation ${specialisation}` : '';
  const label = [algoLabel, specialisationLabel].filter((text) => text !== '').join(', ');
  return { algoLabel, specialisationLabel, label };
}

function settingsOf({ constants, kinds, options }: z.infer<typeof algoSchema>): Settings {
  const values = readConstants({ constants, kinds });
  return Object.fromEntries([
    ...[...values].map(([name, value]) => [name, formatConstant(value)]),
    // A constant is more important than an option with the same name.
    ...Object.entries(options).flatMap(([name, value]) =>
      values.has(name) ? [] : [[name, JSON.stringify(value)]],
    ),
  ]);
}

const WHAT = 'Pass the folder of a package, or a manifest.json.';

/**
 * Reads a build to compare: a package (each file is compared with its checksum), or a manifest.json.
 * @throws {Failure} `usage` if there is none or another program wrote it, `verification` if it is
 * damaged.
 */
export async function readBuild(path: string): Promise<ComparedBuild> {
  const failed = (message: string, cause?: unknown): Failure =>
    new Failure('usage', { message, place: { file: path }, hint: WHAT }, { cause });
  try {
    const file = (await stat(path)).isFile() ? path : join(path, MANIFEST_FILE);
    if (file !== path && !(await isFile(file)))
      throw failed(`there is no package to compare: no ${MANIFEST_FILE} here`);
    const build = parseBuild((await readPlainFile(file)).toString(), file);
    if (file !== path) await requireSums(path);
    return build;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
    throw failed(
      isMissing ? 'no such file or folder' : `cannot be read: ${reasonOf(error)}`,
      error,
    );
  }
}

/** Parses a manifest.json. @throws as `readBuild`. */
export function parseBuild(text: string, file: string): ComparedBuild {
  try {
    return comparedBuild(parseDocument(text, file, comparedManifestSchema, MANIFEST_FORMAT));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    throw new Failure(
      'usage',
      error.problems.map((problem) => ({ ...problem, hint: WHAT })),
      { cause: error },
    );
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}
