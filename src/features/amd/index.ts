import { codeFormats } from '../../compile/cubin/code-formats.ts';
import { vendorTerms } from '../../manifest/terms/vendor.ts';
import { vendorSources } from '../../package/c/vendor.ts';
import { vendorHarnesses } from '../../prove/harness/vendor.ts';
import { CODE_FORMAT } from './code-format.ts';
import { HARNESS } from './harness.ts';
import { SOURCES } from './sources.ts';
import { HIP, TERMS } from './terms.ts';

/** Adds AMD to the vendors whose GPUs have targets. */
export function registerAmd(): void {
  vendorTerms.add(HIP, TERMS);
  codeFormats.add(HIP, CODE_FORMAT);
  vendorSources.add(HIP, SOURCES);
  vendorHarnesses.add(HIP, HARNESS);
}
