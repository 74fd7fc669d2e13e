import { z } from 'zod';
import type { KernelEntry } from '../../manifest/entry.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { toWire } from '../../manifest/terms/constant.ts';
import { DEFAULT_OPTIONS, isOptionName } from '../../manifest/terms/options.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import { formatArgumentType } from '../../manifest/terms/types.ts';
import type { PythonContext } from '../../toolchain/python.ts';
import { entrySchema } from './entry.ts';
import { inferEntries } from './evidence.ts';
import type { EvidenceQuestion, knownEntrySchema } from './question.ts';
import type { RecordedKernel } from '../../plan/recording.ts';

export const inferredSchema = z
  .object({
    /** Relative to the manifest's folder, with slashes, or the module of a package. */
    file: z.string(),
    function: z.string(),
    line: z.number(),
    /** The number of calls. */
    calls: z.number(),
    /** The package that has the source. */
    package: z
      .object({ name: z.string(), version: z.string() })
      .meta({ id: 'PinnedPackage' })
      .optional(),
    /** The name of the entry that the manifest has for the kernel. Then there is nothing more. */
    kept: z.string().optional(),
    name: z
      .object({
        /** The function, and what sets it apart from other entries of it. */
        words: z.array(z.string()),
        /** The placeholders that end the name, with their words for each choice. */
        placeholders: z.array(z.string()),
        choices: z.array(z.array(z.string())),
      })
      .meta({ id: 'InferredName' })
      .optional(),
    entry: entrySchema.optional(),
    /** For each choice, the files of the recording with the elements of buffers before and after a call. */
    golden: z
      .array(
        z.array(
          z
            .object({
              name: z.string(),
              before: z.string().optional(),
              after: z.string().optional(),
            })
            .meta({ id: 'GoldenFile' }),
        ),
      )
      .optional(),
  })
  .meta({ id: 'InferredEntry' });

/** A kernel of a recording: one that the manifest has, or a new entry. */
export type Inferred = z.infer<typeof inferredSchema>;

const refusalSchema = z.object({
  name: z.string(),
  file: z.string(),
  line: z.number().optional(),
  reason: z.string(),
});

/** A kernel that cannot be in the manifest, with the reason. */
export type Refusal = z.infer<typeof refusalSchema>;

const recordedAnswerSchema = z.object({
  entries: z.array(inferredSchema),
  refusals: z.array(refusalSchema),
});

interface RecordedRequest {
  /** The manifest's path, which may not exist, and what it has. */
  readonly out: string;
  readonly manifest: Manifest | undefined;
  /** True if entries get the outputs of recorded calls. */
  readonly golden: boolean;
  /** Returns the path of a recorded source on this machine; undefined if it does not exist. */
  readonly find: (kernel: RecordedKernel) => string | undefined;
}

/**
 * Infers entries from what a program launched: those that differ in hints and sizes only are one.
 * @throws {Failure} `environment` if there is no Python.
 */
export async function inferRecorded(
  kernels: readonly RecordedKernel[],
  { out, manifest, golden, find }: RecordedRequest,
  context: PythonContext,
): Promise<z.infer<typeof recordedAnswerSchema>> {
  const recorded: EvidenceQuestion['recorded'] = {
    golden,
    defaults: DEFAULT_OPTIONS,
    known: manifest?.kernels.map(knownEntry) ?? [],
    kernels: kernels.map(({ target, options, ...kernel }) => ({
      ...kernel,
      target,
      isKnownTarget: parseTarget(`${target?.backend}:${target?.arch}`) !== undefined,
      options: Object.fromEntries(Object.entries(options).filter(([name]) => isOptionName(name))),
      file: find({ target, options, ...kernel }) ?? null,
    })),
  };
  return inferEntries({ recorded }, recordedAnswerSchema, { manifest: out }, context);
}

function knownEntry({
  name,
  source,
  shape,
  constants,
  configs,
}: KernelEntry): z.input<typeof knownEntrySchema> {
  const tokens = shape.form === 'signature' ? [...shape.tokens.entries()] : [];
  const given = shape.form === 'arguments' ? [...shape.arguments] : [];
  return {
    name,
    file: source.file,
    function: source.function,
    types: [
      ...given.map(([own, { type }]) => ({ parameter: own, type: formatArgumentType(type) })),
      ...tokens.flatMap(([index, token]) =>
        token.kind === 'argument'
          ? [{ parameter: index, type: formatArgumentType(token.spec.type) }]
          : [],
      ),
    ],
    constants: [
      ...tokens.flatMap(([index, token]) =>
        token.kind === 'constant' ? [{ parameter: index, value: toWire(token.value) }] : [],
      ),
      ...[...constants].map(([own, value]) => ({ parameter: own, value: toWire(value) })),
    ],
    tuned: configs === 'autotune' ? [] : configs.flatMap((config) => [...config.constants.keys()]),
  };
}
