import { z } from 'zod';
import { kernelFunctionSchema, type KernelFunction } from '../source/function.ts';
import type { CompileFailure, CompileOutcome } from './job.ts';

/** The first line of a worker. */
export const helloSchema = z.object({
  ready: z.literal(true),
  triton: z.string(),
  python: z.string(),
  bridge: z.number(),
});

const memorySchema = z.object({ size: z.number(), align: z.number() });

/** One tensor map, here and in the store. */
export const tensorMapSchema = z.object({
  dataType: z.number(),
  swizzle: z.number(),
  elementSize: z.number(),
  box: z.array(z.number()),
  mode: z.string().optional(),
});

const kernelSchema = z.object({
  cubin: z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64')),
  name: z.string(),
  ptxas: z.string(),
  shared: z.number(),
  numWarps: z.number(),
  numCtas: z.number(),
  globalScratch: memorySchema,
  profileScratch: memorySchema,
  launchPdl: z.boolean(),
  launchCooperativeGrid: z.boolean(),
  tensorMaps: z.array(tensorMapSchema),
});

/** The answer to a request that could not be met, whatever it was. */
export const failedSchema = z.object({
  ok: z.literal(false),
  failure: z.object({
    reason: z.enum(['import', 'function', 'parameters', 'options', 'compile']),
    message: z.string(),
    file: z.string().optional(),
    line: z.number().optional(),
    missingModule: z.string().optional(),
  }),
  cpuSeconds: z.number(),
});

const digestSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullish()
  .transform((digest) => digest ?? undefined);

const compiledSchema = z.object({
  ok: z.literal(true),
  kernel: kernelSchema,
  digest: digestSchema,
  cpuSeconds: z.number(),
});

const digestedSchema = z.object({ ok: z.literal(true), digest: digestSchema });

const describedSchema = z.object({ ok: z.literal(true), function: kernelFunctionSchema });

export type DescribeOutcome =
  | { readonly ok: true; readonly function: KernelFunction }
  | { readonly ok: false; readonly failure: CompileFailure };

/** Reads the answer to a compile request; `printed` is what the compiler wrote besides. */
export function parseCompiled(answer: unknown, printed: string): CompileOutcome {
  const outcome = z.discriminatedUnion('ok', [compiledSchema, failedSchema]).parse(answer);
  return outcome.ok ? outcome : { ...outcome, failure: withDiagnostics(outcome.failure, printed) };
}

/** Reads the answer to a describe request. */
export function parseDescribed(answer: unknown): DescribeOutcome {
  return z.discriminatedUnion('ok', [describedSchema, failedSchema]).parse(answer);
}

/** Reads the answer to a digest request; a function that has none, or whose file cannot be imported, gives nothing. */
export function parseDigested(answer: unknown): string | undefined {
  const outcome = z.discriminatedUnion('ok', [digestedSchema, failedSchema]).parse(answer);
  return outcome.ok ? outcome.digest : undefined;
}

/**
 * The compiler's later stages raise an exception that says little and print what is wrong as
 * `file:line:column: error: message`. A failure that has a line already comes from the front end.
 */
export function withDiagnostics(failure: CompileFailure, printed: string): CompileFailure {
  if (failure.reason !== 'compile' || failure.line !== undefined) return failure;
  const found = [...printed.matchAll(/^(.+?):(\d+)(?::\d+)?: error: (.*)$/gm)];
  if (found.length === 0) return failure;
  const messages = new Set(found.map(([, , , message = '']) => message.slice(0, 1000)));
  const known = found.find(([, , line]) => Number(line) > 0);
  return {
    ...failure,
    message: [failure.message, ...[...messages].slice(0, 3)].join('\n'),
    ...(known === undefined ? {} : { file: known[1], line: Number(known[2]) }),
  };
}
