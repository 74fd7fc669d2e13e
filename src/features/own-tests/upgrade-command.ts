import { Option } from 'commander';
import { ProgramFailure } from '../../base/process.ts';
import type { AddCommands } from '../../cli/command.ts';
import { runEmulated } from '../../prove/emulate/program.ts';
import { wheelMachine } from '../../toolchain/platform.ts';
import { findUv, UV_WHEELS } from '../../toolchain/uv.ts';

interface UpgradeOptions {
  readonly to?: string;
  readonly gpu?: string;
  readonly failOn?: 'slower';
  readonly report?: string;
  readonly limit?: string;
}

/** The command `upgrade`: `emulate`, with each launch executed by other code too. */
export const addUpgradeCommand: AddCommands = (program, context) => {
  const command = program
    .command('upgrade')
    .description('Say what another Triton, or another GPU, changes in the launches of a program')
    .usage('[options] -- <program> [arguments...]')
    .argument('<program...>', 'Program to run, such as `pytest tests`')
    .option('--to <version>', "Triton to compare the program's own with; several as in 3.8.0,3.9.0")
    .option(
      '--gpu <name>',
      "The program's GPU, and after a comma others to compare it with, such as H100,B200",
    )
    .addOption(
      new Option(
        '--fail-on <what>',
        '`slower`: fail too if other code costs a tenth more instructions, sectors, passes or stack',
      ).choices(['slower']),
    )
    .option('--report <file.json>', 'Write the report as JSON too')
    .option('--limit <seconds>', 'Longest time that one launch may take')
    .addHelpText('after', HELP)
    .action(async (words: string[], { to, gpu = '', failOn, ...others }: UpgradeOptions) => {
      const [own = '', ...gpus] = gpu.split(',');
      if (to === undefined && gpus.length === 0)
        command.error('error: expected --to VERSION, or --gpu with several GPUs', { exitCode: 2 });
      const options = [
        ...(to === undefined ? [] : [`--compare-triton=${to}`]),
        ...(own === '' ? [] : [`--gpu=${own}`]),
        ...(gpus.length === 0 ? [] : [`--compare-gpu=${gpus.join(',')}`]),
        ...(failOn === undefined ? [] : ['--fail-on-slower']),
        ...Object.entries(others).map(([name, value]) => `--${name}=${value}`),
      ];
      const uv = await findUv(UV_WHEELS[wheelMachine(context.platform)], context);
      const env = { ...context.env, TRITON_AOT_UV: uv };
      const exit = await runEmulated(
        { options, program: words, hasTerminal: process.stdin.isTTY, output: 1 },
        { ...context, env },
      );
      context.signal.throwIfAborted();
      // The program and the report have said why.
      if (exit.code !== 0) throw new ProgramFailure(words[0] ?? '', exit, true);
    });
};

const HELP = `
The program runs once, without a GPU, with its own Triton. Each launch is executed a second time on the same
inputs, with the code that the other Triton makes of the kernel, or that for the other GPU. Needs as \`emulate\`.
The exit code is the program's. If it ended well, it is 6 if results differ by more than rounding, or if other
code does what is wrong or cannot be compiled, and 3 if a launch was not judged.

Examples:
  triton-aot upgrade --to 3.9.0 -- pytest tests
  triton-aot upgrade --gpu H100,B200 -- pytest tests
  triton-aot upgrade --to 3.9.0 --gpu H100,B200 --fail-on slower -- pytest tests`;
