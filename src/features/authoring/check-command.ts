import { type Command, Option } from 'commander';
import { join, relative, resolve } from 'node:path';
import { Failure, type Problem } from '../../base/errors.ts';
import { COUNT, INDEX } from '../../base/form.ts';
import { plural } from '../../base/text.ts';
import { DEFAULT_STORE_LIMIT } from '../../compile/store/prune.ts';
import type { AddCommands } from '../../cli/command.ts';
import {
  afterDashes,
  CALL_OPTION,
  JSON_OPTION,
  jobsOption,
  PYTHON_OPTION,
  SARIF_OPTION,
  valueOf,
} from '../../cli/options.ts';
import type { BuildContext } from '../../base/context.ts';
import { parseFunction } from '../../manifest/paths.ts';
import { deviceLockFolder } from '../../prove/harness/lease.ts';
import { DEFAULT_RUN_TIMEOUT } from '../../prove/smoke/request.ts';
import { type SarifRun, writeSarif } from '../../report/sarif.ts';
import { newestTriton } from '../../toolchain/python.ts';
import { DEFAULT_TIMEOUT } from '../../toolchain/workers/pool.ts';
import { findKernels, type FoundKernel, guessKernel, noKernels } from './guesses.ts';
import { addKernel } from './add-kernel.ts';
import { kernelName } from './init-entry.ts';
import {
  checkKernel,
  type KernelVerdict,
  NOT_COMPARED,
  SHORT,
  unknownVerdict,
} from './check/check.ts';
import { checkRun } from './check/run.ts';

interface CheckOptions {
  readonly call?: string;
  readonly generate: number;
  readonly seed: number;
  readonly target?: string;
  readonly triton?: string;
  readonly write?: string;
  readonly store?: string;
  readonly jobs: number;
  readonly timeout: number;
  readonly python?: string;
  readonly sarif?: string;
  readonly json?: true;
}

/** The command `check`. */
export const addCheckCommand: AddCommands = (program, context, answer) => {
  const isProgram = afterDashes(program);
  program
    .command('check')
    .description('Look for faults in kernels, without a GPU and without a manifest')
    .usage('[options] <sources...>\n       triton-aot check [options] -- <program> [arguments...]')
    .argument(
      '<sources...>',
      'Files and folders to check all of their kernels, or kernels as FILE.py:FUNCTION; a file for --call; or a program after `--`',
    )
    .option(...CALL_OPTION)
    .option('--generate <n>', 'Number of generated cases for each kernel', valueOf(COUNT), 16)
    .option('--seed <n>', 'Seed of the generated cases', valueOf(INDEX), 0)
    .option(
      '--target <name>',
      'Target whose PTX is executed (default: sm_80, or what the kernel needs)',
    )
    .option('--triton <version>', 'Triton version (default: the newest that was tested)')
    .option('--write <file>', 'Keep the manifest: write it to this file, or add the kernels to it')
    .option(
      '--store <folder>',
      'Folder of the store, which keeps compiled kernels (default: as for build)',
    )
    .addOption(jobsOption())
    .addOption(
      new Option('--timeout <seconds>', 'Time limit for one run of a kernel')
        .argParser(valueOf(COUNT))
        .default(DEFAULT_RUN_TIMEOUT),
    )
    .option(...PYTHON_OPTION)
    .option(...SARIF_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (sources: readonly string[], options: CheckOptions, self: Command) => {
      if (isProgram() || options.call !== undefined) {
        await checkRun(sources, options, self, { context, answer });
        return;
      }
      const request = {
        ...options,
        newest: options.triton ?? (await newestTriton(options.python, context)),
        generate: { count: options.generate, seed: BigInt(options.seed) },
        store: options.store ?? join(context.home, 'store'),
        storeLimit: DEFAULT_STORE_LIMIT,
        timeout: DEFAULT_TIMEOUT,
        runTimeout: options.timeout,
        lockFolder: deviceLockFolder(context.env),
      };
      const verdicts: KernelVerdict[] = [];
      const { kernels, unread } = await kernelsIn(sources, options, context);
      for (const { path: file, function: name, line } of kernels) {
        const title = `Check ${relative('.', file)}:${name}`;
        try {
          verdicts.push(
            await context.log.wait(title, () => checkKernel(file, name, request, context)),
          );
        } catch (error) {
          // The other kernels can be checked.
          if (!isUsage(error)) throw error;
          if (line === undefined) unread.push(...error.problems);
          else verdicts.push(unknownVerdict(`${relative('.', file)}:${name}`, line, error.message));
          continue;
        }
        if (options.write !== undefined) await keep(file, name, options.write, request, context);
      }
      answer(options.json, { kernels: verdicts }, textOf(verdicts));
      if (options.sarif !== undefined)
        await writeSarif(options.sarif, sarifRun(verdicts, unread), context.env);
      report(verdicts, unread, context);
    });
};

const HELP = `
With --call or a program, it runs with its launches emulated on the CPU, and each is repeated with
other inputs. Nothing is guessed. Its Python needs Triton 3.6 to 3.9, PyTorch and NumPy.
Otherwise the kernel's text and its calls say what its arguments are. It is compiled and executed with
sizes, strides and data that are hardly ever tested. What depends on a guess is a warning that names
the guess. It needs a C and a C++ compiler.
The exit code is 6 if a kernel is wrong whatever was guessed, else 2 if a file cannot be read, and 0
otherwise, also for files without kernels; of a program that fails otherwise, its own.

Examples:
  triton-aot check -- pytest tests
  triton-aot check softmax.py --call "softmax(torch.randn(64, 1000))"
  triton-aot check kernels/softmax.py
  triton-aot check matmul.py kernels/
  triton-aot check kernels/softmax.py:softmax_kernel --generate 50 --seed 3
  triton-aot check kernels/softmax.py --write kernels.yaml`;

/**
 * The kernels that the user named, each once, and why the sources of others cannot be read. Warns of sources without
 * kernels: those who check all files of a change have some.
 */
async function kernelsIn(
  sources: readonly string[],
  { python, write = 'kernels.yaml' }: CheckOptions,
  context: BuildContext,
): Promise<{ readonly kernels: Iterable<NamedKernel>; readonly unread: Problem[] }> {
  const kernels = new Map<string, NamedKernel>();
  const unread: Problem[] = [];
  for (const source of sources) {
    const named = parseFunction(source);
    try {
      const found =
        named === undefined
          ? await findKernels(source, { manifest: write, python }, context)
          : [{ path: named.file, function: named.function, line: undefined }];
      for (const kernel of found) {
        const key = `${resolve(kernel.path)}:${kernel.function}`;
        kernels.set(key, kernels.get(key) ?? kernel);
      }
      if (found.length === 0) context.log.warning(noKernels(source));
    } catch (error) {
      if (!isUsage(error)) throw error;
      unread.push(...error.problems);
    }
  }
  return { kernels: kernels.values(), unread };
}

function isUsage(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'usage';
}

/** A kernel to check. `line` is known of those that were found in a file. */
interface NamedKernel extends Pick<FoundKernel, 'path' | 'function'> {
  readonly line: number | undefined;
}

/** Adds a kernel to the manifest that is kept. */
async function keep(
  file: string,
  fn: string,
  manifest: string,
  { python, newest }: { readonly python?: string; readonly newest: string },
  context: BuildContext,
): Promise<void> {
  const guess = await guessKernel(file, fn, { manifest, python }, context);
  await addKernel({ name: kernelName(fn), guess }, manifest, async () => newest);
}

/** The file and the function of a verdict's `source`. */
function partsOf(source: string): { readonly file: string; readonly name: string } {
  const at = source.lastIndexOf(':');
  return { file: source.slice(0, at), name: source.slice(at + 1) };
}

/** Warns of doubts, and throws what is wrong, or else what cannot be read. */
function report(
  verdicts: readonly KernelVerdict[],
  unread: readonly Problem[],
  { log }: Pick<BuildContext, 'log'>,
): void {
  const wrong: Problem[] = [];
  for (const verdict of verdicts) {
    for (const problem of unchecked(verdict)) log.warning({ ...problem, hint: UNKNOWN });
    for (const { level, message, hint, place } of foundIn(verdict))
      if (level === 'wrong') wrong.push({ message, hint, place });
      else log.warning({ message, hint, place });
  }
  if (wrong.length > 0) throw new Failure('smoke', [...wrong, ...unread]);
  if (unread.length > 0) throw new Failure('usage', unread);
}

/** The judgements on a kernel with their places: the line that is wrong, or else that of the kernel. */
function foundIn({ source, line, judgements }: KernelVerdict) {
  const { file, name: kernel } = partsOf(source);
  return judgements.map(({ at, ...judgement }) => ({
    ...judgement,
    kernel,
    place: { file: at?.file ?? file, line: at?.line ?? line },
  }));
}

/** Says why a kernel was not checked, if it was not. */
function unchecked({ source, line, reason }: KernelVerdict): readonly Problem[] {
  const { file, name } = partsOf(source);
  return reason === undefined
    ? []
    : [{ message: `${name} was not checked: ${reason}`, place: { file, line } }];
}

/** The content of the SARIF file: what depends on a guess is a warning. */
function sarifRun(verdicts: readonly KernelVerdict[], unread: readonly Problem[]): SarifRun {
  return {
    category: 'check',
    findings: verdicts.flatMap(foundIn).map(({ kind, kernel, level, message, hint, place }) => ({
      kind,
      kernel,
      level: level === 'wrong' ? 'error' : 'warning',
      message: `${message}\n${hint}`,
      place,
    })),
    unjudged: [
      ...verdicts.flatMap(unchecked).map((problem) => notified('warning', problem)),
      ...unread.map((problem) => notified('error', problem)),
    ],
  };
}

function notified(
  level: 'warning' | 'error',
  { message, place }: Problem,
): SarifRun['unjudged'][number] {
  return { level, message, place };
}

const UNKNOWN =
  'Write its manifest with `init`, complete the `smoke:` section, and test it with `build` and `smoke --emulate`.';

function textOf(verdicts: readonly KernelVerdict[]): string {
  const isGreen = verdicts.some(({ verdict }) => verdict === 'passed');
  return [
    ...verdicts.map(verdictText),
    ...(verdicts.length > 1 ? [summaryText(verdicts)] : []),
    ...(isGreen ? [NOT_COMPARED] : []),
  ].join('');
}

/** Returns one line that counts the kernels of each verdict. */
function summaryText(verdicts: readonly KernelVerdict[]): string {
  const files = new Set(verdicts.map(({ source }) => partsOf(source).file));
  const count = (of: KernelVerdict['verdict']): number =>
    verdicts.filter(({ verdict }) => verdict === of).length;
  const parts = [
    ...(['wrong', 'doubt', 'unknown'] as const).flatMap((of) =>
      count(of) === 0 ? [] : [`${count(of)} ${SHORT[of]}`],
    ),
    ...(count('passed') === 0 ? [] : [`no fault found in ${count('passed')}`]),
  ];
  return `${plural(verdicts.length, 'kernel')} in ${plural(files.size, 'file')}: ${parts.join(', ')}\n`;
}

function verdictText(verdict: KernelVerdict): string {
  const { source, line, sizes, guessed, limits, cases, seconds, target } = verdict;
  const { file, name } = partsOf(source);
  const head = `${file}:${line}: ${name}: ${SHORT[verdict.verdict]}`;
  if (target === undefined) return `${head}\n`;
  const ranges = sizes.map(({ name: size, from, to }) =>
    from === to ? `${size} = ${from}` : `${size} = ${from} to ${to}`,
  );
  return [
    `${head} (${plural(cases, 'case')} for ${target}, ${seconds.toFixed(1)} s)`,
    ...(ranges.length > 0 ? [`  tried: ${ranges.join(', ')}`] : []),
    ...limits.map((limit) => `  limit: ${limit}`),
    ...(guessed.length > 0 ? [`  guessed: ${guessed.join('; ')}`] : []),
    '',
  ].join('\n');
}
