import { NVIDIA } from './nvidia.ts';
import type { Vendor, VendorTerms } from './vendor-terms.ts';

/** A row for each vendor, with what a layer must know of its GPUs. NVIDIA's row is part of the core, and features add others. */
interface VendorTable<Row> {
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
