import { describe, expect, it } from '#jest';
import { Argument, Command, Option } from 'commander';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completionScript } from '../../src/cli/completion.ts';
import { run } from '../../src/base/process.ts';
import { workspace } from '../support/command.ts';

/** A program with a command of each kind of words. */
function program(): Command {
  const made = new Command('aot').option('--verbose', 'Say more');
  made
    .command('build')
    .description('Build a package')
    .option('--manifest <file>', 'The manifest')
    .addOption(
      new Option('--embed <form>', "The form, such as the cubins' bytes").choices([
        'raw',
        'packed',
      ]),
    );
  made.command('report').addArgument(new Argument('<format>').choices(['json', 'text']));
  return made;
}

describe('completion', () => {
  it.each([
    [['aot', ''], 'build report help'],
    [['aot', 'b'], 'build'],
    [['aot', '--v'], '--verbose'],
    [['aot', '--verbose', 'build', '--'], '--manifest --embed --help'],
    [['aot', 'build', '--embed', ''], 'raw packed'],
    [['aot', 'build', '--embed', 'p'], 'packed'],
    [['aot', 'report', ''], 'json text'],
    // Then bash completes names of files.
    [['aot', 'build', '--manifest', ''], ''],
    [['aot', 'build', 'ker'], ''],
  ])('gives bash words for %j', async (words, expected) => {
    const space = await workspace();
    const script = `${completionScript(program(), 'bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_triton_aot; echo "\${COMPREPLY[*]}"; complete -p aot`;
    await writeFile(join(space.folder, 'script'), script);
    const signal = new AbortController().signal;
    const { stdout, stderr } = await run(['bash', 'script'], {
      cwd: space.folder,
      env: {},
      signal,
    });
    await space.remove();
    expect({ stdout, stderr }).toEqual({
      stdout: `${expected}\ncomplete -o default -F _triton_aot aot\n`,
      stderr: '',
    });
  });

  it('lets zsh run the script for bash', () => {
    const [first, ...rest] = completionScript(program(), 'zsh').split('\n');
    expect(first).toBe('autoload -U +X bashcompinit && bashcompinit');
    expect(rest.join('\n')).toBe(completionScript(program(), 'bash'));
  });

  it('has a line for each command and option in fish, with what it is for', () => {
    const lines = completionScript(program(), 'fish').split('\n');
    expect(lines).toContain(
      "complete -c aot -n '__fish_use_subcommand' -f -a build -d 'Build a package'",
    );
    expect(lines).toContain(
      String.raw`complete -c aot -n '__fish_seen_subcommand_from build' -l embed -r -f -a 'raw packed' -d 'The form, such as the cubins\' bytes'`,
    );
  });
});
