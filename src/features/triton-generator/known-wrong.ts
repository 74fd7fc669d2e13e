import type { CheckedVariant } from '../../compile/cubin/check.ts';
import { isListed } from '../../manifest/terms/reserved-names.ts';
import { compareReleases } from '../../manifest/terms/triton-version.ts';

/** A parameter as the tools get it. */
interface Parameter {
  readonly name: string;
  /** Its part of the signature. */
  readonly token: string;
  /** The tokens before it. */
  readonly before: readonly string[];
  /** Its tokens in the variants that are linked with this one. */
  readonly linked: readonly string[];
  readonly variant: CheckedVariant;
}

type Fault = readonly [since: string, isFaulty: (given: Parameter) => boolean, text: string];

/** Numbers that cannot be part of a name in C: negative ones and fractions. */
const NO_NAME = /^-|^[+\d]*\.|^\d+e/i;

/** Variables in the C functions of the tools. */
const LOCAL = /^(?:stream|algo_id|g[XYZ]|args|global_scratch|profile_scratch)$/;

const ELSEWHERE = 'can check the hint of {} on another argument, because of';

const isHinted = ({ token }: Parameter): boolean => token.includes(':');
const isTaken = (name: string): boolean => LOCAL.test(name) || isListed(name, 'keywords');

const hasOther = ({ token, linked }: Parameter): boolean =>
  token.endsWith(':1') && linked.some((other) => !other.endsWith(':1'));
const isRenamed = ({ variant, compiled }: CheckedVariant): boolean =>
  compiled.name !== variant.kernel.source.function;
const hasMoreWarps = ({ variant, compiled }: CheckedVariant): boolean =>
  compiled.numWarps !== variant.job.options['num_warps'];

/** The faults of compile.py and link.py, since the first of 3.6.0, 3.8.0 and 3.9.0 that has each. */
const FAULTS: readonly Fault[] = [
  ['3.6.0', (p) => /^(?:fp16|bf16|fp32)$/.test(p.token), 'compile.py passes {} as a double'],
  ['3.6.0', (p) => /^[iu]64:1$/.test(p.token), 'compile.py cuts {} to 32 bits and compares with 1'],
  ['3.6.0', (p) => NO_NAME.test(p.token), 'link.py makes {} part of a name, which is not C'],
  ['3.6.0', (p) => isTaken(p.name), 'the C code of the tools has another meaning for {}'],
  [
    '3.6.0',
    (p) => isHinted(p) && p.before.some(isNumber),
    `link.py ${ELSEWHERE} a constant before it`,
  ],
  ['3.8.0', (p) => isHinted(p) && p.before.length > 9, `link.py ${ELSEWHERE} ten before it`],
  ['3.6.0', (p) => hasOther(p), 'link.py makes separate algos of {} and without `:1`'],
  ['3.6.0', (p) => isRenamed(p.variant), 'compile.py does not look for the name in the cubin'],
  ['3.6.0', (p) => hasMoreWarps(p.variant), 'compile.py starts fewer warps than the kernel needs'],
];

/** The last release whose tools were looked at. */
const LAST = '3.9.0';

/** Returns what the tools of a release are known to do wrong with a parameter. */
export function knownFaults(triton: string, given: Parameter): readonly string[] {
  if (compareReleases(triton, LAST) > 0) return [];
  return FAULTS.flatMap(([since, isFaulty, text]) =>
    compareReleases(triton, since) >= 0 && isFaulty(given)
      ? [text.replace('{}', `\`${given.name}\` (${given.token})`)]
      : [],
  );
}

/** True for the token of a constant. */
export function isNumber(token: string): boolean {
  return /^[-+.\d]/.test(token);
}
