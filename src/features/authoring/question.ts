import { z } from 'zod';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';
import { recordedKernelSchema } from '../../plan/recording.ts';

/** A kernel of a recording as the engine gets it. */
const askedKernelSchema = recordedKernelSchema
  .extend({
    /** True if a target of a manifest has its GPU. */
    isKnownTarget: z.boolean(),
    /** Where the source is on this machine; null if it does not exist. */
    file: z.string().nullable(),
  })
  .meta({ id: 'RecordedKernel' });

/** The name of a parameter, or its place in a signature. */
const parameter = z.union([z.string(), z.int()]);

/** An entry of the manifest. */
export const knownEntrySchema = z
  .object({
    name: z.string(),
    file: z.string(),
    function: z.string(),
    types: z.array(z.object({ parameter, type: z.string() }).meta({ id: 'KnownType' })),
    constants: z.array(
      z.object({ parameter, value: wireConstantSchema }).meta({ id: 'KnownConstant' }),
    ),
    /** The constants that its configs set. */
    tuned: z.array(z.string()),
  })
  .meta({ id: 'KnownEntry' });

/** What the engine gets of a recording. */
const recordedQuestionSchema = z
  .object({
    /** True if entries get the outputs of recorded calls. */
    golden: z.boolean(),
    /** The options that need not be written, with their values. */
    defaults: z.record(z.string(), z.unknown()),
    known: z.array(knownEntrySchema),
    kernels: z.array(askedKernelSchema),
  })
  .meta({ id: 'RecordedQuestion' });

/** What python/bridge/infer_entries.py gets: one of the three questions. */
export const questionSchema = z
  .object({
    /** The manifest's folder. */
    folder: z.string(),
    /** A file or a folder, to list its kernels. */
    listed: z.string().optional(),
    /** A kernel to read. */
    kernel: z
      .object({ file: z.string(), function: z.string() })
      .meta({ id: 'NamedKernel' })
      .optional(),
    recorded: recordedQuestionSchema.optional(),
  })
  .meta({ id: 'EvidenceQuestion' });

export type EvidenceQuestion = z.input<typeof questionSchema>;
