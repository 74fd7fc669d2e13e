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

/** Everything that decides a variant's result, and nothing else. What is added here changes every hash. */
export interface HashInputs extends Pick<
  VariantJob,
  'signature' | 'constants' | 'divisibleBy16' | 'options' | 'target'
> {
  readonly bridge: number;
  readonly triton: string;
  readonly machine: string;
  /** Sorted. */
  readonly requirements: readonly string[];
  readonly environment: HashContext['environment'];
  /** Paths are relative to the manifest's folder: where the project lies does not matter. */
  readonly closure: SourceModule['closure'];
  /** Triton names called functions by it in the code it generates. */
  readonly module: string;
  readonly function: string;
}

export function hashInputs(
  job: VariantJob,
  module: SourceModule,
  context: HashContext,
): HashInputs {
  return {
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
  };
}

/** The kernel hash: names a result by everything that decides it. */
export function kernelHash(inputs: HashInputs): string {
  return sha256(canonical(inputs));
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
