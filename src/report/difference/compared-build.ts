import { z } from 'zod';
import { resourcesSchema } from '../../compile/cubin/resources.ts';
import { tryParseJson } from '../../base/text.ts';
import { CONSTANT_KINDS, formatConstant } from '../../manifest/terms/constant.ts';
import { readConstants } from '../../package/constants.ts';

// What is compared of a build: the parts of manifest.json and report.json that say what each variant
// takes of a GPU, and how long it ran there.

/** Fields that earlier versions did not write are optional. */
const resourcesPart = resourcesSchema.partial().extend({
  instructions: resourcesSchema.shape.instructions.partial().optional(),
  occupancy: z.object({ share: z.number() }).optional(),
});

const algoSchema = z.object({
  constants: z.record(z.string(), z.unknown()),
  kinds: z.record(z.string(), z.enum(CONSTANT_KINDS)).optional(),
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
      sha256: z.string().optional(),
      resources: resourcesPart.optional(),
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

export type ComparedManifest = z.infer<typeof comparedManifestSchema>;
export type KnownResources = z.infer<typeof resourcesPart>;

/** The values of an algo's constants and options by their names, as text. */
export type Settings = Readonly<Record<string, string>>;

export interface ComparedVariant {
  readonly kernel: string;
  readonly target: string;
  readonly algo: Settings;
  /** The condition of its specialisation; empty for any values. */
  readonly specialisation: string;
  readonly hash: string;
  /** Of the cubin. */
  readonly sha256: string | undefined;
  /** As far as the version that built it wrote them. */
  readonly resources: KnownResources;
  /** Its PTX, if that is embedded too: bytes, and their SHA-256. */
  readonly ptx: { readonly size: number; readonly sha256: string } | undefined;
}

/** How long a call took on a GPU. */
export interface MeasuredTime {
  readonly device: string;
  readonly kernel: string;
  readonly case: string;
  readonly algo: Settings;
  /** Undefined if the call is not of one specialisation. */
  readonly specialisation: string | undefined;
  readonly microseconds: number;
}

export interface ComparedBuild {
  readonly package: string;
  readonly version: string;
  readonly triton: string;
  readonly ptxas: readonly string[];
  /** The version of this program; undefined if several wrote it. */
  readonly generator: string | undefined;
  /** Where it is from, for people, if that is not obvious. */
  readonly origin?: string | undefined;
  readonly variants: readonly ComparedVariant[];
  readonly times: readonly MeasuredTime[];
}

/** Joins the packages of a build, which are several if it was split by target. */
export function joinBuilds(builds: readonly [ComparedBuild, ...ComparedBuild[]]): ComparedBuild {
  const [first] = builds;
  return {
    ...first,
    ptxas: [...new Set(builds.flatMap(({ ptxas }) => ptxas))],
    variants: builds.flatMap(({ variants }) => variants),
    times: builds.flatMap(({ times }) => times),
  };
}

/** Returns a package as it is compared. `reportText` is the content of its report.json. */
export function comparedBuild(manifest: ComparedManifest, reportText?: string): ComparedBuild {
  const algosOf = new Map(manifest.kernels.map(({ name, algos }) => [name, algos.map(settingsOf)]));
  const specialisationsOf = new Map(
    manifest.kernels.map(({ name, specialisations }) => [name, specialisations]),
  );
  return {
    package: manifest.package,
    version: manifest.version,
    triton: manifest.triton,
    ptxas: manifest.ptxas,
    generator: manifest.generator?.version,
    variants: manifest.kernels.flatMap(({ name, specialisations, variants }) =>
      variants.map(({ algo, specialisation, target, hash, sha256, resources = {}, ptx }) => ({
        kernel: name,
        target,
        algo: algosOf.get(name)?.[algo] ?? {},
        specialisation: specialisations[specialisation] ?? '',
        hash,
        sha256,
        resources,
        ptx,
      })),
    ),
    times: runsOf(reportText).flatMap(({ device, run }) => {
      const algo = algosOf.get(run.kernel)?.[run.algo];
      const { kernel, case: name, microseconds = 0 } = run;
      if (algo === undefined || microseconds <= 0) return [];
      const specialisation = specialisationsOf.get(kernel)?.[run.specialisation ?? -1];
      return [{ device, kernel, case: name, algo, specialisation, microseconds }];
    }),
  };
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

const deviceSchema = z.object({
  device: z.object({ name: z.string() }),
  runs: z.array(
    z.object({
      kernel: z.string(),
      case: z.string(),
      algo: z.number(),
      specialisation: z.number().optional(),
      microseconds: z.number().optional(),
    }),
  ),
});

const timesSchema = z.object({ smoke: z.array(deviceSchema), bench: z.array(deviceSchema) });

/** The runs on all GPUs; none without a report that can be read, which is not part of the checksums. */
function runsOf(reportText = '') {
  const { data } = timesSchema.safeParse(tryParseJson(reportText));
  // A benchmark measures longer than a smoke test.
  const tested = [...(data?.bench ?? []), ...(data?.smoke ?? [])];
  return tested.flatMap(({ device, runs }) => runs.map((run) => ({ device: device.name, run })));
}
