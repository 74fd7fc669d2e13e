import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Log } from '../../base/context.ts';
import { shellQuote } from '../../base/text.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { freePackageName } from '../../manifest/terms/c-names.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import type { Recording } from '../../plan/recording.ts';

/** What a manifest begins with. */
export type Head = ReturnType<typeof headOf>;

/** Returns what the recorded program says: its name, its Triton, its GPUs. */
export function headOf(
  { triton, kernels, processes }: Recording,
  command: readonly string[],
  out: string,
) {
  const targets = kernels.flatMap(
    ({ target }) => parseTarget(`${target?.backend}:${target?.arch}`)?.name ?? [],
  );
  const program = programOf(command.length > 0 ? command : (processes[0]?.arguments ?? []));
  return {
    package: packageName(program, out),
    // A version with a local part, such as 3.6.0+git1234, is a build of that release.
    triton: (triton ?? '').replace(/\+.*$/, ''),
    targets: [...new Set(targets)],
    command: program
      .map((word) => shellQuote(basename(word)).replaceAll(/\p{Cc}+/gu, ' '))
      .join(' '),
  };
}

/** Returns the words up to the program: its own arguments might be secret. */
function programOf(words: readonly string[]): readonly string[] {
  const script = words.findIndex((word) => word.endsWith('.py'));
  const module = words.indexOf('-m');
  if (script === -1 && module === -1) return words.slice(0, 1);
  return words.slice(
    0,
    script === -1 || (module !== -1 && module < script) ? module + 2 : script + 1,
  );
}

/**
 * Names the package after the program: `train` for `python train.py` and `python -m train`, but after the folder for a
 * program of others, such as `python -m pytest`.
 */
function packageName(program: readonly string[], out: string): string {
  const last = program.at(-1) ?? '';
  const module = last.replaceAll('.', '/');
  const isOwn = existsSync(`${module}.py`) || existsSync(module);
  const isNamed = last.endsWith('.py') || (program.length > 1 && isOwn);
  const name = isNamed ? last : dirname(resolve(out));
  return freePackageName(basename(name).replace(/\.py$/, '').toLowerCase());
}

/** Warns of a program that has another Triton or GPU than its manifest says. */
export function warnOfOtherHead(head: Head, { file, triton, targets }: Manifest, log: Log): void {
  if (triton !== head.triton)
    log.warning({
      message: `the program used Triton ${head.triton}, but the manifest has \`triton: ${triton}\``,
      place: { file, path: 'triton' },
    });
  const missing = head.targets.filter((name) => !targets.some((target) => target.name === name));
  if (missing.length > 0)
    log.warning({
      message: `the program ran on ${missing.join(', ')}, which \`targets\` does not list`,
      place: { file, path: 'targets' },
    });
}
