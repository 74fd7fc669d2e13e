import { describe, expect, it } from '#jest';
import type { Command, CommanderError } from 'commander';
import { loadCommands } from '../../src/entries/commands.ts';
import { registerFeatures } from '../../src/entries/features.ts';
import { commandLine, selectedLog } from '../../src/cli/program.ts';
import { expectGolden } from '../support/golden.ts';

registerFeatures();
const ALL = await loadCommands([]);
const COMMANDS = commandLine(ALL, process, new AbortController().signal).commands.map((one) =>
  one.name(),
);

/**
 * Runs a command line that ends before a command starts; returns what commander prints and the exit
 * code.
 */
async function parse(...args: readonly string[]): Promise<{ text: string; exitCode: number }> {
  let text = '';
  const write = (more: string): void => void (text += more);
  const log = selectedLog({ stderr: { write }, env: {} });
  const commands = await loadCommands(args);
  const program = commandLine(commands, process, new AbortController().signal, log);
  const settings = {
    writeOut: write,
    writeErr: write,
    getOutHelpWidth: () => 80,
    getErrHelpWidth: () => 80,
  };
  for (const command of [program, ...program.commands] as Command[])
    command.configureOutput(settings);
  const ended = program.parseAsync(args, { from: 'user' });
  const error = await ended.then(
    () => undefined,
    (thrown: CommanderError) => thrown,
  );
  return { text, exitCode: error?.exitCode ?? 0 };
}

describe('--help', () => {
  it('describes the program', async () => {
    const { text, exitCode } = await parse('--help');
    expect(exitCode).toBe(0);
    expectGolden(text);
  });

  it.each(COMMANDS)('describes %s', async (command) => {
    const { text, exitCode } = await parse(command, '--help');
    expect(exitCode).toBe(0);
    expectGolden(text);
  });
});

describe('a wrong command line', () => {
  it.each([
    'buld',
    'build --manifst kernels.yaml',
    'build --jobs many',
    'build --targets sm_80,,sm_90',
    'build --store-limit much',
    'smoke --case -1',
    'publish',
  ])('is refused: %s', async (line) => {
    const { text, exitCode } = await parse(...line.split(' '));
    expect(exitCode).toBe(1);
    expectGolden(text);
  });
});
