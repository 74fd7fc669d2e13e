import { z } from 'zod';
import { PROBLEM_KINDS } from './result.ts';
import { checkKey, runKey } from './task.ts';

const problemsSchema = z.array(z.object({ kind: z.enum(PROBLEM_KINDS), message: z.string() }));
/** JSON has no NaN or infinity: such an error is null. */
const errorSchema = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined);
const idSchema = z.union([z.number(), z.string()]).transform(Number);

const outcomeFields = {
  problems: problemsSchema,
  outputs: z.array(z.object({ name: z.string(), norm: errorSchema, max: errorSchema })).default([]),
  microseconds: z
    .number()
    .nullish()
    .transform((value) => value ?? undefined),
  note: z.string().optional(),
};

const eventSchema = z.union([
  z.object({ event: z.literal('device') }),
  z.object({ event: z.literal('end') }),
  z.object({ event: z.literal('fatal'), message: z.string() }),
  z
    .object({ event: z.literal('start'), run: idSchema })
    .transform(({ event, run }) => ({ event, key: runKey(run) })),
  z
    .object({ event: z.literal('start'), check: z.string() })
    .transform(({ event, check }) => ({ event, key: checkKey(check) })),
  z
    .object({ event: z.literal('run'), run: idSchema, ...outcomeFields })
    .transform(({ event: _event, run, ...outcome }) => done(runKey(run), outcome)),
  z
    .object({ event: z.literal('check'), check: z.string(), ...outcomeFields })
    .transform(({ event: _event, check, ...outcome }) => done(checkKey(check), outcome)),
]);

/** What the test program tells, one line each. */
export type TestEvent = z.infer<typeof eventSchema>;

/** What came of a task. */
export type Outcome = Extract<TestEvent, { event: 'done' }>['outcome'];

/**
 * Reads a line of the test program's output. A kernel that prints may have left the line open: what stands before
 * the event is `printed`, and all of a line that is none.
 */
export function readEvent(line: string): {
  readonly event: TestEvent | undefined;
  readonly printed: string;
} {
  const at = line.indexOf('{"event":');
  const event = at < 0 ? undefined : parse(line.slice(at));
  return { event, printed: event === undefined ? line : line.slice(0, at) };
}

function done<T>(key: string, outcome: T): { event: 'done'; key: string; outcome: T } {
  return { event: 'done', key, outcome };
}

function parse(text: string): TestEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
