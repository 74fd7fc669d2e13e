import type { Problem } from '../base/errors.ts';
import type { Flag, Flags } from '../base/flags.ts';
import { type Extras, slot } from '../base/slot.ts';
import type { Kernel } from '../manifest/terms/kernel.ts';
import type { Plan } from './plan.ts';
import type { Variant } from './variants.ts';
import type { Vendor } from '../manifest/terms/vendor-terms.ts';

/** Chooses the algo for calls of a kernel. Without one, calls get the first algo that exists for their device. */
export interface AlgoChooser {
  /** The choice in manifest.json and in `list`. */
  readonly json: unknown;
  /** The specialisations that the choice knows nothing of. */
  readonly unmeasured: readonly number[];
  /** Says in the header how an algo is chosen. */
  readonly description: readonly string[];
  /** Returns the choice for the GPUs of a vendor; undefined: they get the first algo. */
  readonly on: (vendor: Vendor) => VendorChooser | undefined;
  /** What the feature keeps of it for the report. */
  readonly extras: Extras;
}

/** Chooses algos on the GPUs of one vendor. */
export interface VendorChooser {
  /** Writes it for a kernel with the targets of the vendor. */
  readonly write: (kernel: Kernel) => WrittenChooser;
}

/** The C code that chooses an algo. */
export interface WrittenChooser {
  /** Functions, which can call `aot_refuses`. */
  readonly functions: string;
  /** The expression of the algo for the arguments `a`. */
  readonly algo: string;
  /** The algos that it can be. */
  readonly algos: readonly number[];
  /** Looks the device up, if the choice depends on it. */
  readonly lookup?: DeviceLookup | undefined;
}

/** The C code that finds out what a choice has to know of a device. */
export interface DeviceLookup {
  /** Lines that declare static variables, and others. */
  readonly statics: string;
  readonly locals: string;
  /** The expression that looks up `device`. Its value is a status. */
  readonly call: string;
}

/** The part of a plan for which algos are chosen. */
export interface ChoosingPlan extends Pick<Plan, 'kernels' | 'variants'> {
  readonly manifest: Pick<Plan['manifest'], 'kernels'>;
}

/** Settings of a choice. */
interface ChoiceOptions {
  readonly flags?: Flags | undefined;
  /** Ranks a variant by its code, lower is better. Undefined: it is not compiled. */
  readonly rankOf?: ((variant: Variant) => readonly number[] | undefined) | undefined;
}

/** The choosers of a plan, by the names of the kernels. Kernels without a choice have none. */
export interface Choosers {
  readonly choosers: ReadonlyMap<string, AlgoChooser>;
  readonly warnings: readonly Problem[];
}

/** Makes the choosers of a plan. @throws {Failure} `usage` with all problems at once. */
export type ChoosePlan = (plan: ChoosingPlan, options?: ChoiceOptions) => Choosers;

/** Something that choices are made from: a file beside the manifest. */
interface ChoiceSource {
  /** A flag of `build` for it. */
  readonly flag: Flag;
  /** Reads it; undefined if there is none. */
  readonly read: (manifest: string) => Promise<ChoosePlan | undefined>;
  /** Returns lines for `list` about a choice of manifest.json. */
  readonly describe: (choice: unknown) => readonly string[];
}

/** What features choose algos from. */
export const choiceSources = slot<ChoiceSource>();

/** Reads what choices are made from, which is beside a manifest. @throws {Failure} `usage` if it cannot be read. */
export async function readChoices(manifest: string): Promise<ChoosePlan> {
  const read = await Promise.all(choiceSources.parts.map((source) => source.read(manifest)));
  const all = read.filter((choose) => choose !== undefined);
  return (plan, options) => {
    const found = all.map((choose) => choose(plan, options));
    return {
      choosers: new Map(found.flatMap(({ choosers }) => [...choosers])),
      warnings: found.flatMap(({ warnings }) => warnings),
    };
  };
}
