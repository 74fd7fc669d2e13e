import { z } from 'zod';

// What Python is asked about the cases of a kernel, and its answer: the changes with which generated cases are made. Python
// also varies the calls of programs, so the values, layouts, contents and conditions are defined there, once.

const names = z.array(z.string()).readonly();
const integers = z.array(z.int()).readonly();

const sizeSchema = z
  .object({
    name: z.string(),
    value: z.int(),
    /** The constants of the kernel that probably divide it, the likeliest first. */
    blocks: integers,
    /** The numbers that specialisations take as its divisors. */
    hints: integers,
    /** True if `requires` can name it. */
    isParameter: z.boolean(),
  })
  .meta({ id: 'CaseSize' });

const bufferSchema = z
  .object({
    name: z.string(),
    isInput: z.boolean(),
    rank: z.int(),
    /** The axes whose strides callers choose. */
    strided: integers,
    /** Describes its elements; null if a case cannot change them. */
    contents: z
      .object({
        kind: z.enum(['float', 'integer', 'bool']),
        isSigned: z.boolean(),
        /** `other`: one that has to stay. */
        fill: z.enum(['default', 'normal', 'uniform', 'other']),
        hasSentinel: z.boolean(),
      })
      .meta({ id: 'CaseContents' })
      .nullable(),
  })
  .meta({ id: 'AskedBuffer' });

/** A condition of `requires`, with the sizes and numbers that it names. */
const limitSchema = z
  .object({ text: z.string(), sizes: names, numbers: integers })
  .meta({ id: 'CaseLimit' });

const questionSchema = z
  .object({
    kernel: z.string(),
    seed: z.string(),
    count: z.int(),
    /** The Python code of the kernel. */
    source: z.string(),
    /** False if nothing says which outputs are right. */
    isCompared: z.boolean(),
    /** The sizes of the small case that is changed. */
    sizes: z.array(sizeSchema).readonly(),
    buffers: z.array(bufferSchema).readonly(),
    requirements: z.array(limitSchema).readonly(),
    /** The name of a constant, by its value. */
    constants: z.record(z.string(), z.string()),
  })
  .meta({ id: 'CaseQuestion' });

export type CaseQuestion = Readonly<z.input<typeof questionSchema>>;

const layoutSchema = z
  .object({
    /** The axes, the outermost first. */
    order: integers,
    /** Elements between rows. */
    gap: z.int(),
    /** The distance of neighbouring elements. */
    step: z.int(),
    /** The axis whose elements are one in memory. */
    repeated: z.int().nullable(),
  })
  .meta({ id: 'CaseLayout' });

export type CaseLayout = Readonly<z.output<typeof layoutSchema>>;

/** JSON has no infinity. */
const realSchema = z.union([z.number(), z.literal('-Infinity').transform(() => -Infinity)]);

/** A number everywhere; random numbers between two; or the fill of the manifest, changed. */
const fillSchema = z
  .object({
    constant: realSchema.optional(),
    between: z.tuple([z.number(), z.number()]).optional(),
    sentinel: realSchema.optional(),
    /** Only this limit of the manifest's. */
    only: z.enum(['from', 'to']).optional(),
    sorted: z.literal(true).optional(),
  })
  .meta({ id: 'CaseFill' });

export type CaseFill = Readonly<z.output<typeof fillSchema>>;

/** Sets values by the names of sizes and buffers. */
const changeSchema = z
  .object({
    kind: z.enum(['size', 'layout', 'data']),
    text: z.string(),
    sizes: z.record(z.string(), z.int()).default({}),
    layouts: z.record(z.string(), layoutSchema).default({}),
    /** Elements from an aligned address to the first element. */
    offsets: z.record(z.string(), z.int()).default({}),
    fills: z.record(z.string(), fillSchema).default({}),
  })
  .meta({ id: 'ProposedChange' });

export type ProposedChange = Readonly<z.output<typeof changeSchema>>;

const proposalSchema = z
  .object({
    changes: z.array(changeSchema).readonly(),
    /** Changes that make a case alone, by their indices, those that find most first. */
    single: integers,
    /** Changes that make cases together. */
    combined: z.array(integers).readonly(),
    /** The conditions on sizes that kernels often assume, the likeliest first, as `requires` takes them. */
    conditions: names,
  })
  .meta({ id: 'CaseProposal' });

export type CaseProposal = Readonly<z.output<typeof proposalSchema>>;

export const caseQuestionsSchema = z
  .object({ questions: z.array(questionSchema).readonly() })
  .meta({ id: 'CaseQuestions' });

/** One proposal for each question. */
export const caseProposalsSchema = z
  .object({ proposals: z.array(proposalSchema) })
  .meta({ id: 'CaseProposals' });

/** Asks for proposals, one for each question. */
export type CaseProposer = (questions: readonly CaseQuestion[]) => Promise<readonly CaseProposal[]>;
