import { allTerms } from './vendor.ts';

/** Words in the names of any vendor's GPUs that do not change the target. */
const AROUND = ['GPU', 'PCIE', String.raw`HBM\w+`, String.raw`\d+GB`];

/** Returns the target of a GPU such as `H100`, `rtx-4090` or `NVIDIA A100-SXM4-80GB`, if it is known. */
export function targetOfGpu(name: string): string | undefined {
  const terms = allTerms();
  const around = [...AROUND, ...terms.flatMap(({ brands }) => brands)];
  const words = new RegExp(String.raw`\b(?:${around.join('|')})\b`, 'g');
  const plain = (text: string): string =>
    text.toUpperCase().replaceAll('_', ' ').replaceAll(words, '').replaceAll(/[\s-]/g, '');
  const wanted = plain(name);
  for (const { gpus } of terms)
    for (const [target, names] of Object.entries(gpus))
      if (names.some((each) => plain(each) === wanted)) return target;
  return undefined;
}
