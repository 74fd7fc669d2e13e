import type { Environment } from '../../base/process.ts';
import { vendorOf, vendorTable } from '../../manifest/terms/vendor.ts';
import { NVIDIA_HARNESS } from './nvidia.ts';
import { COMMON, pick } from './tools.ts';
import type { TestedDevice, VendorHarness } from './vendor-harness.ts';
import type { Vendor } from '../../manifest/terms/vendor-terms.ts';

export const vendorHarnesses = vendorTable<VendorHarness>(NVIDIA_HARNESS);

/** The environment of the probe, which sees the GPUs that the variables of their vendor allow. */
export function probeEnvironment(env: Environment, vendor: Vendor): Environment {
  const { variables, fixed } = vendorHarnesses.of(vendor);
  return { ...pick(env, [...COMMON, ...variables]), ...fixed };
}

/** The environment of a test, which sees only the given GPUs. It contains no secrets. */
export function testEnvironment(env: Environment, devices: readonly TestedDevice[]): Environment {
  const { fixed, onlyDevices } = vendorHarnesses.of(vendorOf(devices[0]?.arch ?? ''));
  return { ...pick(env, [...COMMON, 'LANG']), ...fixed, ...onlyDevices(env, devices) };
}
