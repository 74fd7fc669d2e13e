import { canonicalJson, sha256 } from '../base/text.ts';
import { BRIDGE_VERSION, type VariantJob } from '../bridge/protocol.ts';
import type { SourceModule } from './sources.ts';

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
  return sha256(canonicalJson(inputs));
}

/**
 * The finer hash: all that the kernel hash covers, with the function's digest in the place of the files it comes
 * from. A variant has none where the compiler writes lines of those files into the code, as a debug build's
 * assertions do.
 */
export function functionHash(inputs: HashInputs, digest: string): string | undefined {
  if (isDebug(inputs)) return undefined;
  // The digest covers the names of modules as far as they matter.
  const { closure: _closure, module: _module, ...others } = inputs;
  return sha256(canonicalJson({ ...others, digest }));
}

function isDebug({ options, environment }: HashInputs): boolean {
  return Boolean(options['debug']) || environment['TRITON_DEBUG'] !== undefined;
}
