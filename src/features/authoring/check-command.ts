import { type Command, Option } from 'commander';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { BuildContext } from '../../base/context.ts';
import { EXIT_CODES } from '../../base/errors.ts';
import { COUNT } from '../../base/form.ts';
import { makeScratch } from '../../base/leftovers.ts';
import { type ProcessExit, ProgramFailure } from '../../base/process.ts';
import { plural, tryParseJson } from '../../base/text.ts';
import type { AddCommands } from '../../cli/command.ts';
import { afterDashes, CALL_OPTION, JSON_OPTION, SARIF_OPTION, valueOf } from '../../cli/options.ts';
import type { Propose } from '../../cli/propose.ts';
import { runEmulated } from '../../prove/emulate/program.ts';
import { emulationOptions, wordsOfRun } from './init-run.ts';

interface CheckOptions {
  readonly call?: string;
  readonly target?: string;
  readonly timeout: number;
  readonly assumptions?: string;
  readonly accept?: true;
  readonly batchInvariant?: true;
  readonly reference?: string;
  readonly gradients?: true;
  readonly sarif?: string;
  readonly python?: string;
  readonly json?: true;
}

/** Seconds that a launch may take, as of the emulation. */
const DEFAULT_TIMEOUT = 30;

/** The command `check`. */
export const addCheckCommand: AddCommands = (program, context, answer, propose) => {
  const isProgram = afterDashes(program);
  program
    .command('check')
    .description('Look for faults in kernels, without a GPU and without a manifest')
    .usage('[options] <sources...>\n       triton-aot check [options] -- <program> [arguments...]')
    .argument(
      '<sources...>',
      'Files and folders whose kernels to check, or kernels as FILE.py:FUNCTION; a file for --call; or a program after `--`',
    )
    .option(...CALL_OPTION)
    .option('--target <name>', 'GPU to emulate (default: sm_80)')
    .addOption(
      new Option(
        '--timeout <seconds>',
        'Time limit for one launch; all of a file may take 20 times as long',
      )
        .argParser(valueOf(COUNT))
        .default(DEFAULT_TIMEOUT),
    )
    .option(
      '--assumptions <file>',
      'What functions may assume of their arguments, a line for each; anything else that they assume is wrong',
    )
    .option('--accept', 'Write what functions assume to the file of --assumptions')
    .option('--batch-invariant', 'A row alone must have the same bits as in its batch')
    .option(
      '--reference <function>',
      'Compare what functions compute with MODULE:FUNCTION or FILE.py:FUNCTION, which gets the same arguments',
    )
    .option('--gradients', 'Compare gradients with those of the reference, or with differences')
    .option('--python <exe>', 'Python with Triton and PyTorch (default: the first one on PATH)')
    .option(...SARIF_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (sources: readonly string[], options: CheckOptions, self: Command) => {
      const words = wordsOfRun(sources, undefined, self);
      const isFound = !isProgram() && options.call === undefined;
      const { report, exit } = await checkRun(words, isFound, options, { context, propose });
      context.signal.throwIfAborted();
      const verdicts = report === undefined ? [] : verdictsOf(report.read);
      if (report !== undefined)
        answer(options.json, report.json, textOf(verdicts, report.read, isProgram()));
      const isWrong = verdicts.some(({ verdict }) => verdict === 'wrong');
      const status = isWrong ? { code: EXIT_CODES.smoke, signal: null } : exit;
      if (status.code !== 0) throw new ProgramFailure(words[0] ?? '', status, true);
    });
};

const HELP = `
Everything runs with its launches emulated on the CPU, and each call that launches a kernel is repeated
with other inputs. Of a file, that is the first of these that launches one of its kernels: the tests that
import it, the file as a program, the examples in its docstrings. If nothing does, the command names the
call to write for --call. Its Python needs Triton 3.6 to 3.9, PyTorch and NumPy.
The exit code is 6 if a kernel is wrong, else 2 if a file cannot be read or nothing launches its kernels,
and 0 otherwise, also for files without kernels; of a program or a test that fails otherwise, its own.

Examples:
  triton-aot check softmax.py
  triton-aot check matmul.py kernels/
  triton-aot check kernels/softmax.py:softmax_kernel
  triton-aot check softmax.py --call "softmax(torch.randn(64, 1000))"
  triton-aot check -- pytest tests`;

interface Ran {
  /** Undefined if the run did not start: it has said why. */
  readonly report: { readonly json: unknown; readonly read: Report } | undefined;
  readonly exit: ProcessExit;
}

/** Runs a program, a call in the module of a file, or what is found of files, which says what is wrong. */
async function checkRun(
  program: readonly string[],
  isFound: boolean,
  { call, target: gpu, timeout, sarif, python, json, ...options }: CheckOptions,
  { context, propose }: { readonly context: BuildContext; readonly propose: Propose },
): Promise<Ran> {
  const folder = await makeScratch(context.scratch, 'check');
  try {
    const path = join(folder, 'report.json');
    const words = [
      '--vary',
      ...(isFound ? ['--find'] : []),
      `--report=${path}`,
      ...(options.accept === true ? ['--accept'] : []),
      ...(options.batchInvariant === true ? ['--batch-invariant'] : []),
      ...(options.gradients === true ? ['--gradients'] : []),
      ...emulationOptions({
        assumptions: options.assumptions,
        reference: options.reference,
        sarif,
        call,
        gpu,
        limit: `${timeout}`,
      }),
    ];
    const exit = await runEmulated(
      {
        options: words,
        program,
        python,
        hasTerminal: process.stdin.isTTY,
        output: json === true ? 2 : 1,
      },
      { ...context, env: { ...context.env, TRITON_AOT_COMMAND: `${propose()} check` } },
    );
    const report = tryParseJson(await readFile(path, 'utf8').catch(() => ''));
    const read = reportSchema.safeParse(report).data;
    return { report: read && { json: report, read }, exit };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The fields of `--report` that the verdicts need. The reference lists all fields. */
const reportSchema = z.object({
  gpu: z.string(),
  exit: z.number(),
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
  assumptions: z.array(
    z.object({ function: z.string(), file: z.string(), line: z.number(), condition: z.string() }),
  ),
  varied: z.array(
    z.object({
      how: z.enum(['all', 'part', 'not', 'failed']),
      why: z.string(),
      kernels: z.array(z.string()),
    }),
  ),
  sources: z.array(
    z.object({
      file: z.string(),
      kernels: z.array(z.object({ name: z.string(), line: z.number(), launched: z.boolean() })),
    }),
  ),
});

type Report = z.infer<typeof reportSchema>;

interface Verdict {
  readonly kernel: string;
  readonly verdict: 'wrong' | 'unknown' | 'doubt' | 'failed' | 'all' | 'part' | 'not';
  readonly launches: number;
  readonly place: string;
  /** The reason for the verdict. */
  readonly why?: string;
}

/** Each verdict in the words of the user. */
const SHORT: Readonly<Record<Verdict['verdict'], string>> = {
  wrong: 'wrong',
  doubt: 'in doubt',
  all: 'no fault found',
  failed: 'not checked to the end, since the program or a test failed',
  part: 'repeated in part',
  not: 'not repeated',
  unknown: 'not checked',
};

/** The extent to which a call was repeated, the best first. */
const HOWS = ['all', 'part', 'not'] as const;

/** The verdict on each kernel that was launched, or that nothing launched. What tests expect or accept does not count. */
function verdictsOf({ kernels, found, sources, varied, exit }: Report): readonly Verdict[] {
  const open = found.filter(
    ({ launches, expected, accepted }) => launches === 0 || launches > expected + accepted,
  );
  // What is wrong explains why the program failed.
  const isUnexplained =
    exit !== 0 && !open.some(({ level, is_known: isKnown }) => isKnown && level === 'error');
  const hasTests = varied.some(({ how }) => how === 'failed');
  const names = new Set([...kernels, ...open].map(({ kernel }) => kernel));
  const launched = [...names].map((kernel) => {
    const own = open.filter((each) => each.kernel === kernel);
    const counted = kernels.find((each) => each.kernel === kernel);
    const wrong = own.find(({ level, is_known: isKnown }) => isKnown && level === 'error');
    const unknown = own.some(({ is_known: isKnown }) => !isKnown);
    const { launches, judged } = counted ?? { launches: 0, judged: 0 };
    const repeats = varied.filter((each) => each.kernels.includes(kernel));
    const best = HOWS.flatMap((how) => repeats.filter((each) => each.how === how))[0];
    const hasFailed = isUnexplained && (!hasTests || repeats.some(({ how }) => how === 'failed'));
    const verdict: Verdict['verdict'] =
      wrong !== undefined
        ? 'wrong'
        : unknown || judged < launches
          ? 'unknown'
          : own.length > 0
            ? 'doubt'
            : hasFailed
              ? 'failed'
              : (best?.how ?? 'not');
    const at = wrong ?? own[0];
    const place = at?.file == null ? '' : `${relative('.', at.file)}:${at.line}: `;
    const why = verdict === best?.how ? best.why : '';
    return { kernel, verdict, launches, place, why };
  });
  const missed = sources.flatMap((source) =>
    source.kernels
      .filter((kernel) => !kernel.launched)
      .map(({ name, line }) => ({
        kernel: name,
        verdict: 'unknown' as const,
        launches: 0,
        place: `${source.file}:${line}: `,
      })),
  );
  return [...launched, ...missed];
}

function textOf(
  verdicts: readonly Verdict[],
  { gpu, assumptions }: Report,
  isProgram: boolean,
): string {
  const lines = verdicts.map(({ kernel, verdict, launches, place, why }) => {
    const count = launches === 0 ? 'no launch' : plural(launches, 'launch', 'launches');
    const name = kernel === '' ? 'a kernel' : kernel;
    return `${place}${name}: ${SHORT[verdict]} (${count}${gpu === '' ? '' : ` for ${gpu}`})${why === undefined || why === '' ? '' : `: ${why}`}\n`;
  });
  const assumed = assumptions.map(
    ({ function: name, file, line, condition }) =>
      `${relative('.', file)}:${line}: ${name}: assumes ${condition}\n`,
  );
  // Tests compare results themselves.
  const isGreen = !isProgram && verdicts.some(({ verdict }) => verdict === 'all');
  return [...lines, ...assumed, ...(isGreen ? [NOT_COMPARED] : [])].join('');
}

const NOT_COMPARED =
  'Accesses, races and undefined values were checked. Results are compared only where a test or a program does it.\n';
