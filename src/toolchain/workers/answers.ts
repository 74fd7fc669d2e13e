import { z } from 'zod';
import { compiledKernelSchema } from '../wire/compiled-kernel.ts';
import { autotuneConfigSchema, kernelFunctionSchema } from '../wire/kernel-function.ts';
import { hintChoicesSchema } from './protocol.ts';

/** The reason for which Python could not do a job. */
const failureSchema = z
  .object({
    reason: z.enum([
      'import',
      'unknown',
      'function',
      'parameters',
      'options',
      'compile',
      'run',
      'bounds',
      'assumption',
      'result',
    ]),
    message: z.string(),
    file: z.string().optional(),
    /** Counts from 1 in `file`. */
    line: z.int().optional(),
    /** The module that could not be imported, if that is the reason. */
    missingModule: z.string().optional(),
    /** The buffer that the kernel accesses outside of its elements, if that is the reason. */
    buffer: z.string().optional(),
    /** The remedy, if Python knows one. */
    hint: z.string().optional(),
  })
  .meta({ id: 'Failure' });

/** The reason for which a job failed. The pool says that a worker crashed, or took too long. */
export interface CompileFailure extends Readonly<Omit<z.infer<typeof failureSchema>, 'reason'>> {
  readonly reason: z.infer<typeof failureSchema>['reason'] | 'crash' | 'timeout';
}

/** What a worker says about every job. */
const costSchema = z.object({ cpuSeconds: z.number() });

type Cost = Readonly<z.infer<typeof costSchema>>;

export const failedSchema = z
  .object({ ok: z.literal(false), failure: failureSchema })
  .meta({ id: 'Failed' });

/** The answer to a job that failed. */
export interface FailedAnswer extends Cost {
  readonly ok: false;
  readonly failure: CompileFailure;
}

/** Returns a function that parses answers; `printed` is the output of the compiler. */
function answerParser<Found extends { readonly ok: true }>(found: z.ZodType<Found>) {
  return (answer: unknown, printed: string): (Found & Cost) | FailedAnswer => {
    const cost = costSchema.parse(answer);
    const failed = failedSchema.safeParse(answer).data;
    if (failed === undefined) return { ...found.parse(answer), ...cost };
    return { ...failed, ...cost, failure: withDiagnostics(failed.failure, printed) };
  };
}

const done = z.object({ ok: z.literal(true) });

/** The answer to a job whose results are files. */
export const doneSchema = done.meta({ id: 'Done' });

export const compiledSchema = done
  .extend({ kernel: compiledKernelSchema })
  .meta({ id: 'Compiled' });

export const hintsFoundSchema = done
  .extend({ choices: hintChoicesSchema })
  .meta({ id: 'HintsFound' });

export const describedSchema = done
  .extend({ function: kernelFunctionSchema })
  .meta({ id: 'Described' });

export const configsSchema = done
  .extend({
    configs: z.array(autotuneConfigSchema),
    /** Those that are kept for the calls, or why it is not known which they are. */
    kept: z.array(autotuneConfigSchema).optional(),
    reason: z.string().optional(),
  })
  .meta({ id: 'ConfigsComputed' });

export const parseDone = answerParser(doneSchema);
export const parseCompiled = answerParser(compiledSchema);
export const parseHints = answerParser(hintsFoundSchema);
export const parseDescribed = answerParser(describedSchema);
export const parseConfigs = answerParser(configsSchema);

export type CompileOutcome = ReturnType<typeof parseCompiled>;

/**
 * Adds the errors that the compiler printed to a failure. Its later stages raise exceptions without
 * details, and print `file:line:column: error: message`. A failure with a line is from the front
 * end.
 */
function withDiagnostics(failure: CompileFailure, printed: string): CompileFailure {
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
