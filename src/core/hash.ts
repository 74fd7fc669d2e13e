import { createHash } from 'node:crypto';
import { BRIDGE_VERSION, type VariantJob } from './compile/job.ts';
import type { SourceModule } from './source/module.ts';

/** What all variants of a run have in common. */
export interface HashContext {
  readonly tritonVersion: string;
  /** The host's machine, such as `x86_64`: Triton's wheel differs. */
  readonly machine: string;
  /** The manifest's requirements: packages the kernel files may take code from. */
  readonly requirements: readonly string[];
  /** Environment variables that change generated code, as far as they are set. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The kernel hash: names a result by everything that decides it. Paths appear relative to the manifest's
 * folder only, and neither time nor order of the run enters.
 */
export function kernelHash(job: VariantJob, module: SourceModule, context: HashContext): string {
  return sha256(
    canonical({
      bridge: BRIDGE_VERSION,
      triton: context.tritonVersion,
      machine: context.machine,
      requirements: context.requirements.toSorted(),
      environment: context.environment,
      closure: module.closure,
      module: module.module,
      function: job.source.function,
      signature: job.signature,
      constants: job.constants,
      divisibleBy16: job.divisibleBy16,
      options: job.options,
      target: job.target,
    }),
  );
}

/** The SHA-256 of text or bytes in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** JSON with sorted keys: equal values give equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
