import { Option } from 'commander';
import { ProgramFailure } from '../../base/process.ts';
import type { AddCommands } from '../../cli/command.ts';
import OPTIONS from './options.json' with { type: 'json' };
import { runEmulated } from '../../prove/emulate/program.ts';

/** The command `emulate`. Its options are those of `python -m triton_aot_emulate`. */
export const addEmulateCommand: AddCommands = (program, context) => {
  const command = program
    .command('emulate')
    .description('Run a program, such as a test suite, with its Triton kernels executed on the CPU')
    .usage('[options] -- <program> [arguments...]')
    .argument('[program...]', 'Program to run, such as `pytest tests`');
  for (const { flag, value, help, initial } of OPTIONS) {
    const option = new Option(value === '' ? flag : `${flag} <${value.toLowerCase()}>`, help);
    // The default is Python's: only what is given is handed on.
    if (initial !== '') option.defaultValueDescription = initial;
    command.addOption(option);
  }
  command
    .addHelpText('after', HELP)
    .action(async (words: string[], chosen: Readonly<Record<string, string | true>>) => {
      if ((words.length === 0) === (chosen['from'] === undefined))
        command.error('error: expected a program after `--`, or --from', { exitCode: 2 });
      const options = command.options.flatMap((option) => {
        const value = chosen[option.attributeName()];
        return value === undefined
          ? []
          : [value === true ? `${option.long}` : `${option.long}=${value}`];
      });
      const exit = await runEmulated(
        { options, program: words, hasTerminal: process.stdin.isTTY, output: 1 },
        context,
      );
      context.signal.throwIfAborted();
      // The program and the report have said why.
      if (exit.code !== 0) throw new ProgramFailure(words[0] ?? '', exit, true);
    });
};

const HELP = `
The program runs unchanged and needs no GPU. Its Python needs Triton 3.6 to 3.9, PyTorch and NumPy.
Its kernels are compiled as for the GPU, and the compiled code is executed. An access out of
bounds, a race or a value that nothing has written is an error where the program launches the kernel.
The exit code is the program's. If it ended well, it is 6 if a launch was wrong, or 3 if one was not judged.

Examples:
  triton-aot emulate -- pytest tests
  triton-aot emulate --gpu H100 -- pytest -n 4 tests/kernels
  triton-aot emulate --report report.json -- python train.py --steps 1
  triton-aot emulate --from kept`;
