import { describe, expect, it } from '#jest';
import { Command } from 'commander';
import { givenOptions, proposalsOf, proposeBuild } from '../../src/cli/propose.ts';

/** Returns how a proposal begins in /repo, if this script was started. */
function startOf(script: string, env: Readonly<Record<string, string>> = {}): string {
  const host = { argv: ['/usr/bin/node', script], env, cwd: () => '/repo' };
  return proposalsOf(host)('smoke').replace(/ smoke$/, '');
}

describe('a proposed command', () => {
  it.each([
    ['in a clone', '/repo/dist/cli.js', {}, 'node dist/cli.js'],
    ['beside a clone', '/clone/dist/cli.js', {}, 'node /clone/dist/cli.js'],
    ['near a clone', '/repo-clone/it is/dist/cli.js', {}, "node '/repo-clone/it is/dist/cli.js'"],
    ['by npx', '/root/.npm/_npx/1f/node_modules/.bin/triton-aot', {}, 'npx triton-aot'],
    ['by a link on PATH', '/usr/bin/triton-aot', { PATH: '/bin:/usr/bin' }, 'triton-aot'],
    ['by a link elsewhere', '/opt/bin/triton-aot', { PATH: '/bin' }, '/opt/bin/triton-aot'],
    ['by a link here', '/repo/triton-aot', { PATH: '/bin' }, './triton-aot'],
    [
      'by the Python package',
      '/x/dist/cli.js',
      { TRITON_AOT_STARTED_AS: 'uvx triton-aot' },
      'uvx triton-aot',
    ],
  ])('starts the program as it was started: %s', (_how, script, env, start) => {
    expect(startOf(script, env)).toBe(start);
  });

  it('quotes its words for a shell', () => {
    const host = { argv: [], env: { TRITON_AOT_STARTED_AS: 'triton-aot' }, cwd: () => '/' };
    expect(proposeBuild("it's.yaml", proposalsOf(host))).toBe(
      `triton-aot build --manifest 'it'\\''s.yaml'`,
    );
    expect(proposeBuild('kernels.yaml', proposalsOf(host))).toBe('triton-aot build');
  });

  it('repeats the options that the user gave, as they can be typed', () => {
    const list = (text: string): string[] => text.split(',');
    const command = new Command()
      .option('--store <folder>')
      .option('--manifest <file>', '', 'kernels.yaml')
      .option('--targets <list>', '', list)
      .option('--wait <seconds>', '', Number, 600)
      .option('--emulate')
      .option('--keep <folder>');
    const words = ['--emulate', '--store=s', '--targets', 'sm_80,sm_90', '--wait', '5'];
    command.parse([...words, '--keep', 'k'], { from: 'user' });
    expect(givenOptions(command, (name) => name !== 'keep')).toEqual([
      '--store',
      's',
      '--targets',
      'sm_80,sm_90',
      '--wait',
      '5',
      '--emulate',
    ]);
  });
});
