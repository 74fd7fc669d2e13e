import { z } from 'zod';
import type { Config } from '../manifest/terms/kernel.ts';
import type { Options } from '../manifest/terms/options.ts';
import { vendors, vendorTerms } from '../manifest/terms/vendor.ts';
import type { Vendor } from '../manifest/terms/vendor-terms.ts';

/** Returns the fields of manifest.json with the options of a config that are others for a vendor's targets. */
export function writeVendorOptions({
  vendorOptions = {},
}: Pick<Config, 'vendorOptions'>): Readonly<Record<string, Options>> {
  return Object.fromEntries(
    Object.entries(vendorOptions).map(([vendor, own]) => [fieldOf(vendor), own]),
  );
}

/** Options by name, as manifest.json has them. */
export const optionsSchema = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]));

/** Reads these fields of a config. */
export function readVendorOptions(
  fields: Readonly<Record<string, unknown>>,
): Pick<Config, 'vendorOptions'> {
  const own = vendors().flatMap((vendor) => {
    const options = optionsSchema.safeParse(fields[fieldOf(vendor)]).data;
    return options === undefined ? [] : [[vendor, options] as const];
  });
  return own.length === 0 ? {} : { vendorOptions: Object.fromEntries(own) };
}

function fieldOf(vendor: Vendor): string {
  return `${vendorTerms.of(vendor).title.toLowerCase()}Options`;
}
