import { buildTestPrograms, type TestPrograms } from '../harness/build-harness.ts';
import type { ReadPackage } from '../../package/read.ts';
import {
  type DeviceSettings,
  largestCase,
  type MeasureContext,
  type MeasuredKernel,
  withDevice,
} from './device.ts';
import { COPY_BYTES, type HostMeter, meterOn } from './meter.ts';
import { FLUSH_BYTES, type TimingSettings } from './timing.ts';

export interface MeasureSettings extends DeviceSettings {
  readonly timing: TimingSettings;
  /** Seconds that the timing of one case with one algo may take. */
  readonly timeout: number;
}

/**
 * Locks a GPU, and calls `body` with a meter that times kernels of a package on it. Afterwards,
 * nothing of it is left.
 * @throws {Failure} `no-gpu` if there is no usable GPU, `environment` if the package does not
 * compile.
 */
export async function withMeter<T>(
  pkg: ReadPackage,
  measured: readonly MeasuredKernel[],
  settings: MeasureSettings,
  context: MeasureContext,
  body: (meter: HostMeter) => Promise<T>,
): Promise<T> {
  const bytes = Math.max(largestCase(measured) + FLUSH_BYTES, 2 * COPY_BYTES);
  return withDevice({ pkg, measured, bytes }, settings, context, ({ lease, tools }) => {
    const called = measured.map(({ kernel }) => kernel);
    const contents = { called, compiled: called.map(({ name }) => name), ownTests: new Map() };
    const build = (): Promise<TestPrograms> =>
      context.log.group('Build the harness', () =>
        buildTestPrograms(pkg, contents, tools, context),
      );
    const { timing, timeout } = settings;
    const own = { pkg, lease, build, folder: tools.folder, timing, timeout };
    return body(meterOn(called[0], own, context));
  });
}
