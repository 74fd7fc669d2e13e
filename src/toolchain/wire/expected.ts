import { z } from 'zod';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';
import { requestSchema } from '../workers/protocol.ts';

/** An argument of a reference function: the file of an array, or a value. */
const referenceArgumentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('array'), file: z.string() }).meta({ id: 'ArrayArgument' }),
  z.object({ kind: z.literal('value'), value: wireConstantSchema }).meta({ id: 'ValueArgument' }),
]);

export type ReferenceArgument = Readonly<z.input<typeof referenceArgumentSchema>>;

const sizes = z.array(z.int()).readonly();

/** An argument of a kernel in Triton's interpreter. Types of elements are Triton's. */
const interpretedArgumentSchema = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('constant'), value: wireConstantSchema })
    .meta({ id: 'ConstantArgument' }),
  z
    .object({
      kind: z.literal('scalar'),
      type: z.string(),
      /** The bytes of the value, in base64. */
      bytes: z.string(),
    })
    .meta({ id: 'ScalarArgument' }),
  z.object({ kind: z.literal('null'), element: z.string() }).meta({ id: 'NullArgument' }),
  z
    .object({ kind: z.literal('buffer'), element: z.string(), file: z.string(), shape: sizes })
    .meta({ id: 'BufferArgument' }),
  z
    .object({
      kind: z.literal('tensor'),
      element: z.string(),
      file: z.string(),
      shape: sizes,
      strides: sizes,
      block: sizes,
    })
    .meta({ id: 'TensorArgument' }),
  z
    .object({
      kind: z.literal('view'),
      element: z.string(),
      /** The argument with the memory, and the number of elements from its start. */
      of: z.string(),
      offset: z.int(),
    })
    .meta({ id: 'ViewArgument' }),
  z
    .object({
      kind: z.literal('tensor-view'),
      element: z.string(),
      of: z.string(),
      offset: z.int(),
      shape: sizes,
      strides: sizes,
      block: sizes,
    })
    .meta({ id: 'TensorViewArgument' }),
]);

export type InterpretedArgument = Readonly<z.input<typeof interpretedArgumentSchema>>;

/** A call of a reference function. It writes each output to a file. */
export const referenceJobSchema = requestSchema
  .extend({
    kind: z.literal('reference'),
    arguments: z.record(z.string(), referenceArgumentSchema),
    outputs: z
      .array(
        z
          .object({
            name: z.string(),
            file: z.string(),
            /** As in an `.npy` file, such as `<f8`. */
            type: z.string(),
            shape: sizes,
            /** True if it can have NaN. */
            nan: z.literal(true).optional(),
          })
          .meta({ id: 'ReferenceOutput' }),
      )
      .readonly(),
  })
  .meta({ id: 'ReferenceJob' });

/** A launch of a kernel in Triton's interpreter. It writes each output to a file. */
export const interpreterJobSchema = requestSchema
  .extend({
    kind: z.literal('interpreter'),
    arguments: z.record(z.string(), interpretedArgumentSchema),
    outputs: z
      .array(
        z
          .object({
            name: z.string(),
            file: z.string(),
            /** The file that says which elements the kernel has written. */
            written: z.string().optional(),
          })
          .meta({ id: 'InterpretedOutput' }),
      )
      .readonly(),
    grid: sizes,
  })
  .meta({ id: 'InterpreterJob' });

/** What a job has beside its number and source. */
export type ExpectedRequest =
  | Readonly<Omit<z.input<typeof referenceJobSchema>, keyof WorkerRequest>>
  | Readonly<Omit<z.input<typeof interpreterJobSchema>, keyof WorkerRequest>>;

type WorkerRequest = z.input<typeof requestSchema>;
