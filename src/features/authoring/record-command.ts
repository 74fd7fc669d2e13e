import { Option } from 'commander';
import { SIZE, DEFAULT_MANIFEST } from '../../base/form.ts';
import { ProgramFailure } from '../../base/process.ts';
import { plural } from '../../base/text.ts';
import type { RecordedEntry } from './new-entries.ts';
import { record, type RecordResult } from './record.ts';
import type { AddCommands } from '../../cli/command.ts';
import { JSON_OPTION, valueOf } from '../../cli/options.ts';
import { type Propose, proposeBuild } from '../../cli/propose.ts';

interface RecordOptions {
  readonly out?: string;
  readonly golden?: number | true;
  readonly from?: string;
  readonly keep?: string;
  readonly json?: true;
}

/** Bytes of `--golden` without a size. */
const GOLDEN_SIZE = 16_000_000;

/** The command `record`. */
export const addRecordCommand: AddCommands = (program, context, answer, propose) => {
  program
    .command('record')
    .description('Run a program and write a manifest of the Triton kernels it launches')
    .usage('[options] -- <program> [arguments...]')
    .argument('[program...]', 'Program to run, such as `python app.py`')
    .option(
      '--out <file>',
      `Manifest to write, or to add kernels to (default: ${DEFAULT_MANIFEST} here, or in the nearest folder that has all sources)`,
    )
    .addOption(
      new Option(
        '--golden [size]',
        'Keep the inputs and outputs of one call of each kernel, if they are not larger (size: 16 MB unless given)',
      ).argParser(valueOf(SIZE)),
    )
    .option('--from <folder>', 'Use recordings that were made before instead of running a program')
    .option(
      '--keep <folder>',
      'Keep the recording in this folder, for `bundle`; it can contain others',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (command: string[], options: RecordOptions, self) => {
      const { out, golden = 0, from, keep, json } = options;
      if ((command.length === 0) === (from === undefined))
        self.error('error: expected a program after `--`, or --from', { exitCode: 2 });
      const request = {
        command,
        out,
        golden: golden === true ? GOLDEN_SIZE : golden,
        from,
        keep,
        hasTerminal: process.stdin.isTTY,
        output: json === true ? 2 : 1,
      } as const;
      const result = await record(request, context);
      answer(json, recordJson(result), recordText(result, propose));
      context.signal.throwIfAborted();
      const { exit, nothing } = result;
      if (exit !== undefined && exit.code !== 0) {
        for (const problem of nothing?.problems ?? []) context.log.warning(problem);
        throw new ProgramFailure(command[0] ?? '', exit);
      }
      if (nothing !== undefined) throw nothing;
    });
};

const HELP = `
The program runs unchanged, with hooks in Triton's JIT. It needs Triton 3.6.0 or later.
If it fails, what it launched is still written, and its exit status is the exit code.
Kernels that are already in the manifest are kept as they are.

Examples:
  triton-aot record -- python train.py --steps 10
  triton-aot record --golden 4MB -- python -m pytest tests
  triton-aot record --from recordings`;

/** The text of `record`, and of `init` of a run: what is new, what was there, and what cannot be in a manifest. */
export function recordText(
  { manifest, added, kept, refused }: RecordResult,
  propose: Propose,
): string {
  const refusals = refused.map(
    ({ name, file, line, reason }) =>
      `  ${name}${file === '' ? '' : `  (${file}${line === undefined ? '' : `:${line}`})`}\n    ${reason}\n`,
  );
  const isWritten = added.length + kept.length > 0;
  return [
    isWritten ? `${manifest}: ${plural(added.length, 'kernel')} added, ${kept.length} kept\n` : '',
    ...added.map((entry) => entryLine('+', entry)),
    ...kept.map((entry) => entryLine('=', entry)),
    refusals.length === 0 ? '' : `not recorded:\n`,
    ...refusals,
    isWritten ? `Next: ${proposeBuild(manifest, propose)}\n` : '',
  ].join('');
}

function entryLine(mark: string, { name, source, calls, doubt }: RecordedEntry): string {
  const line = `  ${mark} ${name}  (${source}, ${plural(calls, 'call')})\n`;
  return doubt === undefined ? line : `${line}      ${doubt}\n`;
}

export function recordJson({ manifest, added, kept, refused, exit }: RecordResult): unknown {
  return { manifest, added, kept, refused, ...(exit !== undefined && { exit }) };
}
