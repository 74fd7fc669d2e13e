import { describe, expect, it } from '#jest';
import { loadCommands } from '../../src/entries/commands.ts';
import { commandLine } from '../../src/cli/program.ts';

async function namesFor(...argv: readonly string[]): Promise<readonly string[]> {
  const commands = await loadCommands(argv);
  const { signal } = new AbortController();
  return commandLine(commands, process, signal).commands.map((command) => command.name());
}

describe('the commands that are loaded', () => {
  it('are those that the name belongs to', async () => {
    for (const name of await namesFor()) expect(await namesFor(name, '--json')).toContain(name);
    expect(await namesFor('build')).toEqual(['build']);
  });

  it.each([['--help'], ['--log-format', 'json', 'build'], ['biuld'], ['help', 'build']])(
    'are all for %s',
    async (...argv) => {
      expect(await namesFor(...argv)).toEqual(await namesFor());
    },
  );
});
