import { NVIDIA } from './nvidia.ts';
import type { Option, Options } from './options.ts';
import type { Capability, LaunchLimits, Target } from './target.ts';

/** The vendor of GPUs, by Triton's name of its backend: `cuda` for NVIDIA. */
export type Vendor = string;

/** A row for each vendor, with what a layer must know of its GPUs. NVIDIA's row is part of the core, and features add others. */
export interface VendorTable<Row> {
  readonly add: (vendor: Vendor, row: Row) => void;
  readonly of: (vendor: Vendor) => Row;
  /** In the order in which they were added: NVIDIA is first wherever there is an order. */
  readonly rows: () => readonly (readonly [vendor: Vendor, row: Row])[];
}

/** Makes a table with NVIDIA's row. */
export function vendorTable<Row>(nvidia: Row): VendorTable<Row> {
  const rows = new Map<Vendor, Row>([['cuda', nvidia]]);
  return {
    add: (vendor, row) => {
      rows.set(vendor, row);
    },
    of: (vendor) => {
      const row = rows.get(vendor);
      if (row === undefined) throw new Error(`${vendor} is not a vendor`);
      return row;
    },
    rows: () => [...rows],
  };
}

/** The terms in which manifests and messages speak of a vendor's GPUs. */
export interface VendorTerms {
  /** The vendor in sentences, and the interface of its driver: `NVIDIA`, `CUDA`. */
  readonly title: string;
  readonly driver: string;
  /** True if this program's own tests run on its GPUs. */
  readonly isTested: boolean;
  /** What users of operators for its GPUs need, and PyPI's classifier for these. */
  readonly needs: string;
  readonly classifier: string;
  /** What the code is that a GPU loads: `cubin`. */
  readonly code: string;
  /** The names that belong to the driver in C begin so, followed by a capital letter. */
  readonly prefixes: readonly string[];
  /** The names of its targets. */
  readonly targets: readonly string[];
  /** The GPUs of each target, by the names people use, and the words that drivers and shops add to these. */
  readonly gpus: Readonly<Record<string, readonly string[]>>;
  readonly brands: readonly string[];
  /** The options that only its compiler has, and the defaults that its compiler has in place of NVIDIA's. */
  readonly options: Readonly<Record<string, Option>>;
  readonly defaults: Options;
  /** Returns the target of a name such as `sm_90` or `cuda:90`; undefined if it is none of its names. */
  readonly parse: (name: string) => Target | undefined;
  /** Returns the name of a target that a wrong name most likely means: `sm_90` for `9.0`. */
  readonly meant: (name: string) => string | undefined;
  /** Returns the first supported Triton version that compiles for a target. */
  readonly since: (target: Target) => string;
  /** True if its code takes tensor descriptors from the host. */
  readonly takesTensors: boolean;
  readonly warpSize: (target: Target) => 32 | 64;
  readonly limits: (target: Target) => LaunchLimits;
  /** Reads a compute capability or the name of an architecture; undefined if it is none of its GPUs. */
  readonly readCapability: (text: string) => Capability | undefined;
  /** Formats it for sentences. */
  readonly describeCapability: (text: string) => string;
  /** Returns the name of the target of a GPU. */
  readonly targetOf: (capability: string) => string;
  /** Returns a number that is higher for newer GPUs, from 0 to 65,535. */
  readonly age: (capability: Capability) => number;
  /** True if a GPU runs code that is compiled for the target. */
  readonly runsOn: (target: Target, capability: Capability) => boolean;
}

/** The vendors that there are targets of. */
export const vendorTerms = vendorTable<VendorTerms>(NVIDIA);

/** Returns all vendors, NVIDIA first. */
export function vendors(): readonly Vendor[] {
  return vendorTerms.rows().map(([vendor]) => vendor);
}

/** Returns the terms of all vendors. */
export function allTerms(): readonly VendorTerms[] {
  return vendorTerms.rows().map(([, terms]) => terms);
}

/** Returns the name of a vendor in sentences. */
export function vendorName(vendor: Vendor): string {
  return vendorTerms.of(vendor).title;
}

/** The vendor of a GPU, given its compute capability or architecture as text. */
export function vendorOf(capability: string): Vendor {
  const own = vendorTerms.rows().find(([, terms]) => terms.readCapability(capability));
  return own?.[0] ?? 'cuda';
}

/** True for a compute capability such as `9.0`, or the name of an architecture of another vendor. */
export function isCapability(text: string): boolean {
  return allTerms().some((terms) => terms.readCapability(text) !== undefined);
}
