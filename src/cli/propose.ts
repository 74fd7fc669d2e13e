import type { Command } from 'commander';
import { basename, delimiter, dirname, relative } from 'node:path';
import { DEFAULT_MANIFEST } from '../base/form.ts';
import { shellQuote } from '../base/text.ts';

/** Returns a command that works as it is typed: this program, as the user started it, and these words. */
export type Propose = (...words: readonly string[]) => string;

/** The parts of a process that say how the user started it. */
type Host = Pick<NodeJS.Process, 'argv' | 'env' | 'cwd'>;

/** Set by the Python package, which knows whether pip's script, uvx or `python -m` started it. */
const STARTED_AS = 'TRITON_AOT_STARTED_AS';

/** Makes proposals that start the program as the user did. */
export function proposalsOf(host: Host): Propose {
  const start = startOf(host);
  return (...words) => [start, ...words.map(shellQuote)].join(' ');
}

/**
 * Returns the command that starts the program again: `node dist/cli.js` in a clone, `npx triton-aot`
 * for a program that npm installed, `triton-aot` if that name is on PATH.
 */
function startOf({ argv, env, cwd }: Host): string {
  const given = env[STARTED_AS];
  if (given) return given;
  const [, script = 'triton-aot'] = argv;
  const below = relative(cwd(), script);
  const path = shellQuote(below.length < script.length ? below : script);
  if (script.endsWith('.js')) return `node ${path}`;
  if (/\/node_modules\/\.bin\/[^/]+$/.test(script)) return `npx ${basename(script)}`;
  const isOnPath = (env['PATH'] ?? '').split(delimiter).includes(dirname(script));
  if (isOnPath) return basename(script);
  return path.includes('/') ? path : `./${path}`;
}

/** Proposes to build a manifest, which is named unless it is the default one, with further options. */
export function proposeBuild(
  manifest: string,
  propose: Propose,
  further: readonly string[] = [],
): string {
  const named = manifest === DEFAULT_MANIFEST ? [] : ['--manifest', manifest];
  return propose('build', ...named, ...further);
}

/** Returns the options that the user set, as words for another command. Defaults are left out. */
export function givenOptions(command: Command, isWanted: (name: string) => boolean): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== 'cli' || !isWanted(name)) return [];
    const value: unknown = command.getOptionValue(name);
    const flag = option.long ?? option.short ?? '';
    if (value === true) return [flag];
    return [flag, ...(Array.isArray(value) ? [value.join(',')] : [String(value)])];
  });
}
