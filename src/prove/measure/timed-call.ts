import { capabilityText, describeCapability } from '../../manifest/terms/target.ts';
import { codeOfRun } from '../harness/needs.ts';
import type { PackagedKernel } from '../../package/read.ts';
import type { PackagedCase } from '../../manifest/cases/packaged.ts';
import { vendorOf, vendorTerms } from '../../manifest/terms/vendor.ts';
import type { Capability } from '../../manifest/terms/vendor-terms.ts';

export interface MeasuredVariant {
  readonly specialisation: number;
  /** Its target or, if the driver compiles its PTX, the name of that. */
  readonly target: string;
  /** The kernel hash. */
  readonly hash: string;
}

type Run = Pick<PackagedCase['runs'][number], 'specialisation' | 'offsets'>;

/** A call to time: the specialisation that it takes and the variant that runs. */
interface TimedCall {
  readonly item: PackagedCase;
  readonly run: Run;
  readonly variant: MeasuredVariant | undefined;
  /** The reason if there is no variant. */
  readonly obstacle: string;
}

/** The call of a case with an algo, with aligned pointers if any specialisation takes these. */
export function timedCall(
  kernel: PackagedKernel,
  algo: number,
  item: PackagedCase,
  capability: Capability,
): TimedCall {
  const { run, obstacle: refusal } = alignedRun(item, algo);
  if (run === undefined) {
    const none = { specialisation: 0, offsets: {} };
    return { item, run: none, variant: undefined, obstacle: refusal };
  }
  const { specialisation } = run;
  const code = codeOfRun(kernel, { algo, specialisation }, capability);
  const found = kernel.variants.find(
    (each) =>
      each.algo === algo &&
      each.specialisation === specialisation &&
      each.target === code?.target.name,
  );
  const variant =
    found === undefined || code === undefined
      ? undefined
      : { specialisation, target: code.name, hash: found.hash };
  const text = capabilityText(capability);
  const { code: what } = vendorTerms.of(vendorOf(text));
  const obstacle = `algo ${algo} has no ${what} for ${describeCapability(text)}`;
  return { item, run, variant, obstacle };
}

/**
 * The run of a case with an algo, with aligned pointers if any specialisation takes these. Without a
 * run, the obstacle says why.
 */
function alignedRun(
  { runs }: PackagedCase,
  algo: number,
): { readonly run: Run | undefined; readonly obstacle: string } {
  const [run] = runs
    .filter(({ algos }) => algos?.includes(algo) ?? true)
    .toSorted((a, b) => Object.keys(a.offsets).length - Object.keys(b.offsets).length);
  return { run, obstacle: `algo ${algo} refuses the call` };
}
