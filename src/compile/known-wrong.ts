import { dirname, join } from 'node:path';
import type { Log } from '../base/context.ts';
import { Failure, type Place, type Problem } from '../base/errors.ts';
import { groupBy } from '../base/groups.ts';
import { plural } from '../base/text.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { compareReleases } from '../manifest/terms/triton-version.ts';
import { type Variant, variantName } from '../plan/variants.ts';
import type { CompiledKernel } from '../toolchain/wire/compiled-kernel.ts';

type Miscompilation = CompiledKernel['miscompilations'][number];

/**
 * Warns of code that this Triton is known to compile to wrong results, once for each place and issue.
 * @throws {Failure} `unsafe` instead, if the manifest says `known-wrong: error`.
 */
export function checkKnownWrong(
  compiled: readonly (readonly [Variant, Pick<CompiledKernel, 'miscompilations'>])[],
  { knownWrong, triton, file }: Pick<Manifest, 'knownWrong' | 'triton' | 'file'>,
  log: Pick<Log, 'warning'>,
): void {
  const found = compiled.flatMap(([variant, { miscompilations }]) =>
    miscompilations.map((each) => ({ ...each, variant, place: placeOf(each, variant, file) })),
  );
  const groups = groupBy(found, ({ issue, place }) => JSON.stringify([issue, place]));
  const problems = [...groups.values()].flatMap(([first, ...others]): readonly Problem[] => {
    if (first === undefined) return [];
    const { issue, message, right, place, variant } = first;
    const more = others.length === 0 ? '' : ` and ${plural(others.length, 'more variant')}`;
    return [
      {
        message: `${variantName(variant)}${more}: Triton ${triton} is known to compile this wrongly: ${message} (triton-lang/triton#${issue})`,
        place,
        hint: remedyOf(right, triton),
      },
    ];
  });
  if (knownWrong === 'error' && problems.length > 0) throw new Failure('unsafe', problems);
  for (const problem of problems) log.warning(problem);
}

function remedyOf(right: string | null, triton: string): string {
  return right !== null && compareReleases(triton, right) < 0
    ? `Use Triton ${right} or later, or change the code.`
    : 'Change the code: no release is known to be right. `smoke --emulate` shows whether the results are wrong.';
}

/** The line in the source, or the kernel's if the file has changed since the variant was compiled. */
function placeOf(
  { file, line, sha256 }: Miscompilation,
  { kernel, job }: Variant,
  manifest: string,
): Place {
  const own = { file: join(dirname(manifest), kernel.source.file), line: kernel.source.line };
  if (job.source.kind !== 'slice') return { file: join(dirname(manifest), file), line };
  const module = job.source.modules.find(({ path }) => path === file);
  return module !== undefined && module.fileSha256 === sha256
    ? { file: join(dirname(manifest), file), line }
    : own;
}
