import type { Manifest } from '../../manifest/manifest.ts';
import { freeKernelName, symbolsOf } from '../../manifest/terms/c-names.ts';
import type { Inferred } from './inferred.ts';

/** Returns a function that names entries. No entry gets a C function of another one, or of the manifest, or a reserved name. */
export function namer(
  manifest: Manifest | undefined,
  reserved: Iterable<string> = [],
): (name: NonNullable<Inferred['name']>) => string {
  const names = [...(manifest?.kernels.map(({ name }) => name) ?? []), ...reserved];
  const symbols = new Set(names.flatMap((name) => symbolsOf(name)));
  return ({ words, placeholders, choices }) => {
    const own = freeKernelName(words.join('_'));
    const suffixes =
      choices.length === 0 ? [''] : choices.map((each) => each.map((word) => `_${word}`).join(''));
    const symbolsWith = (base: string): string[] =>
      suffixes.flatMap((suffix) => symbolsOf(base + suffix));
    let base = own;
    for (let number = 2; symbolsWith(base).some((each) => symbols.has(each)); number += 1)
      base = `${own}_${number}`;
    for (const symbol of symbolsWith(base)) symbols.add(symbol);
    return [base, ...placeholders.map((each) => `{${each}}`)].join('_');
  };
}
