import { z } from 'zod';
import type { SourceLine } from '../../base/source-lines.ts';

/** The last lines of `printed` after a colon, for a message; empty if there are none. */
export function lastLines(printed: string, count = 5): string {
  const lines = printed.trim().split('\n').slice(-count);
  const shown = lines.map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
  return printed.trim() === '' ? '' : `:\n${shown.join('\n')}`;
}

/** What a problem can be, and what each kind says. The table in docs/reference/cli.md has the same. */
export const PROBLEM_KINDS = {
  'out-of-bounds': 'reads or writes memory that the kernel must not access',
  misaligned: 'an address that is not a multiple of the size of the access',
  undefined: 'depends on memory or a register that nothing has written',
  race: 'depends on which of several threads, warps or thread blocks comes first',
  deadlock: 'threads that wait forever, or a loop that never ends',
  assertion: 'an assertion of the kernel is false',
  approximation: 'a decision that depends on how a GPU rounds an approximate result',
  execution: 'any other failure of the kernel',
  values: 'an output outside of the tolerance',
  'not-a-number': 'an output that is NaN, or infinite where it must not be',
  unwritten: 'elements of an output that the kernel does not write',
  gap: 'writes between the elements of a buffer',
  'input-changed': 'writes to an input',
  'not-repeatable': 'outputs that differ between two calls with the same inputs',
  launch: 'the C function returned an error',
  check: 'a check of the interface, or the own test, failed',
  timeout: 'no result in time',
  crash: 'the test program ended early',
  unsupported: 'the emulator cannot execute it, so nothing is known',
  'too-long': 'the emulator was not done in time, so nothing is known',
} as const;

export type ProblemKind = keyof typeof PROBLEM_KINDS;

export const problemKindSchema = z.enum(
  // Object.keys loses the type of the keys.
  Object.keys(PROBLEM_KINDS) as [ProblemKind, ...ProblemKind[]],
);

/** A problem that the harness found, or that ended it. */
export interface HarnessProblem {
  readonly kind: ProblemKind;
  readonly message: string;
  /** The line of the Python file, if the emulator found it. */
  readonly at?: SourceLine | undefined;
  /** The message without the line. */
  readonly unplaced?: string | undefined;
  /** The index of the thread block in the grid. */
  readonly block?: readonly number[] | undefined;
  /** The element of a buffer, by its number from the start of it. */
  readonly element?: Fault['element'];
  /** True if an offset has overflowed in 32 bits. */
  readonly overflows?: boolean | undefined;
  /** The part that is the same in other cases: the buffer, or the result of a call. */
  readonly about?: string | undefined;
}

/** True if a problem says nothing about the kernel: the emulator could not execute it. */
export function isUndecided({ kind }: { readonly kind: string }): boolean {
  return kind === 'unsupported' || kind === 'too-long';
}

const lineSchema = z.object({ file: z.string(), line: z.number() });

/** What the emulator says of a kernel that failed, or that it cannot execute: `Fault.values` in fault.py. */
export const faultSchema = z.object({
  kind: problemKindSchema,
  /** The sentence, up to where the line is named and after it. Of a kernel, it follows `the kernel`. */
  says: z.tuple([z.string()], z.string()),
  at: lineSchema.optional(),
  /** The instruction, if it has no line. */
  instruction: z.string().optional(),
  /** In place of both: several lines. One of them is the cause. */
  lines: z.array(z.string()).optional(),
  block: z.array(z.number()).optional(),
  element: z.object({ index: z.number(), buffer: z.string(), count: z.number() }).optional(),
  /** Of an access: true if its offset has overflowed in 32 bits, as far as that is known. */
  overflows: z.boolean().optional(),
  /** Of a race: the line of the other access. */
  other: lineSchema.optional(),
  /** Of a launch that takes too long: how many of the blocks ended, and after how long. */
  done: z.number().optional(),
  blocks: z.number().optional(),
  seconds: z.number().optional(),
});
export type Fault = z.infer<typeof faultSchema>;

/** Makes the problem of what the emulator says. `call` names one of several calls. */
export function problemOf(fault: Fault, call?: string): HarnessProblem {
  const { kind, says, instruction, lines, block, element, overflows } = fault;
  const [what, ...rest] = says;
  const before = [
    ...(call === undefined ? [] : [`${call}: `]),
    ...(isUndecided(fault) ? [] : ['the kernel ']),
    what,
  ].join('');
  const { at: line } = fault;
  const where =
    line === undefined ? (instruction ?? lines?.join(', ')) : `${line.file}:${line.line}`;
  // A source that has changed since the compile has another name, and its lines may be others.
  const at = line?.file.endsWith('.py') === true ? line : undefined;
  return {
    kind,
    message: [before, ...(where === undefined ? [] : [` (${where})`]), ...rest].join(''),
    ...(at !== undefined && { at, unplaced: [before, ...rest].join('') }),
    ...(block !== undefined && { block }),
    ...(element !== undefined && { element }),
    ...(overflows !== undefined && { overflows }),
  };
}
