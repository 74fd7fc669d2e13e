import { z } from 'zod';
import { CONSTANT_KINDS } from '../../manifest/terms/constant.ts';

/**
 * A value by its kind: a constant as in `WireConstant`, the type of an argument, an expression of the grid language, or
 * the name of a placeholder of `for`. `json` is what buffers have in one case.
 */
const valueSchema = z.tuple([
  z.enum([...CONSTANT_KINDS, 'type', 'expression', 'placeholder', 'json']),
  z.string(),
]);

export type EntryValue = Readonly<z.infer<typeof valueSchema>>;

/** A value under a name, with a note in the same line and a comment above it. */
const settingSchema = z
  .object({
    name: z.string(),
    /** Missing where a person must give one. */
    value: valueSchema.optional(),
    note: z.string().optional(),
    comment: z.string().optional(),
  })
  .meta({ id: 'EntrySetting' });

export type EntrySetting = Readonly<z.infer<typeof settingSchema>>;

const settingsSchema = z.array(settingSchema);

const bufferSchema = z
  .object({
    name: z.string(),
    role: z.string(),
    /** Expressions; missing if they are not known, or if nothing uses the buffer. */
    shape: z.array(z.string()).optional(),
    strides: z.array(z.string()).optional(),
    /** The type of the elements that a list of addresses leads to. */
    table: z.string().optional(),
    /** Names and numbers. */
    fill: z.unknown().optional(),
  })
  .meta({ id: 'EntryBuffer' });

/** The `smoke:` section of an entry. */
const smokeSchema = z
  .object({
    reference: z
      .object({
        text: z.string(),
        comment: z.string().optional(),
      })
      .meta({ id: 'EntryReference' }),
    buffers: z.array(bufferSchema),
    arguments: settingsSchema,
    cases: z.array(settingsSchema),
    /** The outputs that the kernel rounds to integers or fp8. */
    rounded: z.array(z.string()),
    /** False if the order of atomic operations can change the outputs. */
    deterministic: z.boolean(),
    /** The reason for which the section is commented out. */
    problem: z.string().optional(),
  })
  .meta({ id: 'EntrySmoke' });

export type SmokeDescription = Readonly<z.infer<typeof smokeSchema>>;

/** An entry of a manifest without its name, as python/bridge/aot_evidence/entry.py has it. */
export const entrySchema = z
  .object({
    /** A comment above the entry. */
    comment: z.string().optional(),
    /** True if the entry is what the kernel's text says: then notes explain it to a newcomer, and a person must give what has no value. */
    isText: z.boolean(),
    /** `FILE.py:FUNCTION`, relative to the manifest. */
    source: z.string(),
    /** The values of each placeholder: `for`. */
    choices: z.record(z.string(), z.array(valueSchema)),
    /** Values that are known only when the program runs. */
    globals: settingsSchema,
    /** The types of the arguments. */
    arguments: settingsSchema,
    constants: settingsSchema,
    /** Comments on the constants that @triton.heuristics computes. */
    heuristics: z.array(z.string()),
    /** Conditions of a call, with a note; empty if a person must give them. */
    requires: z
      .object({ conditions: z.array(z.string()), note: z.string().optional() })
      .meta({ id: 'EntryRequires' })
      .optional(),
    /** `autotune`, or the configs, each with its values. */
    configs: z.union([z.literal('autotune'), z.array(settingsSchema)]),
    /** The number of configs of @triton.autotune, of which a program used these, and the globals that all of them need. */
    autotuned: z
      .object({ configs: z.number(), globals: settingsSchema })
      .meta({ id: 'Autotuned' })
      .optional(),
    gridParameters: z.array(z.string()),
    /** An expression for each axis; empty if it is not known. */
    grid: z.array(z.string()),
    gridNote: z.string().optional(),
    gridComments: z.array(z.string()),
    options: settingsSchema,
    smoke: smokeSchema.optional(),
  })
  .meta({ id: 'Entry' });

/** A kernel as its entry in a manifest describes it. */
export interface EntryDescription extends Readonly<z.infer<typeof entrySchema>> {
  /** The name of the C function, with placeholders for `choices`. */
  readonly name: string;
}
