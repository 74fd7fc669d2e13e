import type { Command } from 'commander';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { BuildContext } from '../../../base/context.ts';
import { EXIT_CODES } from '../../../base/errors.ts';
import { makeScratch } from '../../../base/leftovers.ts';
import { ProgramFailure } from '../../../base/process.ts';
import { plural, tryParseJson } from '../../../base/text.ts';
import type { AddCommands } from '../../../cli/command.ts';
import { runEmulated } from '../../../prove/emulate/program.ts';
import { emulationOptions, wordsOfRun } from '../init-run.ts';
import { type KernelVerdict, NOT_COMPARED, SHORT } from './check.ts';

interface CheckRunOptions {
  readonly call?: string;
  readonly target?: string;
  readonly timeout: number;
  readonly sarif?: string;
  readonly python?: string;
  readonly json?: true;
}

/** Options of `check` that a run has too. */
const ALLOWED = ['call', 'target', 'timeout', 'sarif', 'python', 'json'];

/**
 * Runs a program, or a call in the module of a file, with its launches emulated and repeated with other inputs, and
 * prints a verdict for each kernel. The emulation says what is wrong.
 * @throws {ProgramFailure} with the status 6 if a kernel is wrong, else with that of the run if it is not 0
 */
export async function checkRun(
  words: readonly string[],
  { call, target: gpu, timeout, sarif, python, json }: CheckRunOptions,
  self: Command,
  {
    context,
    answer,
  }: { readonly context: BuildContext; readonly answer: Parameters<AddCommands>[2] },
): Promise<void> {
  const program = wordsOfRun(words, ALLOWED, self);
  const folder = await makeScratch(context.scratch, 'check');
  try {
    const path = join(folder, 'report.json');
    const options = [
      '--vary',
      `--report=${path}`,
      ...(sarif === undefined ? [] : [`--sarif=${sarif}`]),
      ...emulationOptions({ call, gpu, limit: `${timeout}` }),
    ];
    const exit = await runEmulated(
      { options, program, python, hasTerminal: process.stdin.isTTY, output: json === true ? 2 : 1 },
      context,
    );
    context.signal.throwIfAborted();
    const report = tryParseJson(await readFile(path, 'utf8').catch(() => ''));
    const read = reportSchema.safeParse(report).data;
    // Without a report, the run did not start, and has said why.
    const verdicts = read === undefined ? [] : verdictsOf(read);
    if (read !== undefined) {
      const lines = verdicts.map((each) => `${lineOf(each, read.gpu)}\n`);
      // Tests compare results themselves.
      const isGreen = call !== undefined && verdicts.some(({ verdict }) => verdict === 'passed');
      answer(json, report, [...lines, ...(isGreen ? [NOT_COMPARED] : [])].join(''));
    }
    const isWrong = verdicts.some(({ verdict }) => verdict === 'wrong');
    const status = isWrong ? { code: EXIT_CODES.smoke, signal: null } : exit;
    if (status.code !== 0) throw new ProgramFailure(words[0] ?? '', status, true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The fields of `--report` that the verdicts need. The reference lists all fields. */
const reportSchema = z.object({
  gpu: z.string(),
  kernels: z.array(z.object({ kernel: z.string(), launches: z.number(), judged: z.number() })),
  found: z.array(
    z.object({
      kernel: z.string(),
      level: z.string(),
      is_known: z.boolean(),
      launches: z.number(),
      expected: z.number(),
      accepted: z.number(),
      file: z.string().nullable(),
      line: z.number().nullable(),
    }),
  ),
});

type Report = z.infer<typeof reportSchema>;

interface RunVerdict {
  readonly kernel: string;
  readonly verdict: KernelVerdict['verdict'];
  readonly launches: number;
  readonly place: string;
}

/** The verdict on each kernel that was launched, in the words of `check`. What tests expect or accept does not count. */
function verdictsOf({ kernels, found }: Report): readonly RunVerdict[] {
  const open = found.filter(
    ({ launches, expected, accepted }) => launches === 0 || launches > expected + accepted,
  );
  const names = new Set([...kernels, ...open].map(({ kernel }) => kernel));
  return [...names].map((kernel) => {
    const own = open.filter((each) => each.kernel === kernel);
    const counted = kernels.find((each) => each.kernel === kernel);
    const wrong = own.find(({ level, is_known: isKnown }) => isKnown && level === 'error');
    const unknown = own.some(({ is_known: isKnown }) => !isKnown);
    const { launches, judged } = counted ?? { launches: 0, judged: 0 };
    const verdict =
      wrong !== undefined
        ? 'wrong'
        : unknown || judged < launches
          ? 'unknown'
          : own.length > 0
            ? 'doubt'
            : 'passed';
    const at = wrong ?? own[0];
    const place = at?.file == null ? '' : `${relative('.', at.file)}:${at.line}: `;
    return { kernel, verdict, launches, place };
  });
}

function lineOf({ kernel, verdict, launches, place }: RunVerdict, gpu: string): string {
  const count = plural(launches, 'launch', 'launches');
  return `${place}${kernel === '' ? 'a kernel' : kernel}: ${SHORT[verdict]} (${count} for ${gpu})`;
}
