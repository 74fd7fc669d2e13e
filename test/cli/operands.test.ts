import { describe, expect, it } from '#jest';
import { loadCommands } from '../../src/entries/commands.ts';
import { commandLine, exitStatusOf, selectedLog } from '../../src/cli/program.ts';

const ALL = await loadCommands([]);

function programWith(write: (text: string) => void) {
  const log = selectedLog({ stderr: { write }, env: {} });
  const host = { ...process, env: {}, stderr: { write } } as unknown as NodeJS.Process;
  return commandLine(ALL, host, new AbortController().signal, log);
}

/** Returns what a command line prints that is wrong, and the exit code. */
async function parse(...args: readonly string[]): Promise<{ text: string; status: number }> {
  let text = '';
  const program = programWith((more) => (text += more));
  const error: unknown = await program.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { text, status: exitStatusOf(error) };
}

/** The commands without operands that take a manifest or a package by an option. */
const COMMANDS = programWith(() => undefined)
  .commands.filter(
    ({ registeredArguments, options }) =>
      registeredArguments.length === 0 &&
      options.some(({ long }) => long === '--manifest' || long === '--package'),
  )
  .map((command) => ({
    name: command.name(),
    // Without these, commander complains about them first.
    required: command.options.flatMap((option) =>
      option.mandatory ? [String(option.long), 'v1.0.0'] : [],
    ),
  }));

describe('a word without its option', () => {
  it('is expected by many commands', () => {
    expect(COMMANDS.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['build', 'smoke', 'verify', 'pack', 'tune']),
    );
  });

  it.each(COMMANDS)('gets a hint from $name that names the option', async ({ name, required }) => {
    const { text, status } = await parse(name, 'aot', ...required);
    expect(status).toBe(2);
    expect(text).toMatch(
      new RegExp(
        `^error: unexpected argument \`aot\` of \`${name}\`\n {4}Write \`triton-aot ${name} --(?:package|manifest) aot\`\\.\n`,
      ),
    );
  });

  it.each([
    ['build', 'kernels.yaml', '--manifest kernels.yaml'],
    ['smoke', 'my k.yml', `--manifest 'my k.yml'`],
    ['smoke', 'aot', '--package aot'],
  ])('of %s is a manifest or a package by its name: %s', async (name, word, option) => {
    expect((await parse(name, word)).text).toContain(`Write \`triton-aot ${name} ${option}\`.`);
  });

  it('has no hint if no option takes it', async () => {
    const { text } = await parse('diff', 'a', 'b', 'c');
    expect(text).toMatch(/^error: unexpected argument `c` of `diff`\n/);
    expect(text).not.toContain('Write');
  });
});
