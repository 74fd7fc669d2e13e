import { canonicalJson, sha256 } from '../base/text.ts';
import { BRIDGE_VERSION, type VariantJob } from '../toolchain/workers/protocol.ts';
import { hasLines, type KernelSettings } from '../manifest/terms/options.ts';
import type { SourceCode } from './source-code.ts';

/** The inputs that all variants of a run share. */
export interface HashContext {
  readonly tritonVersion: string;
  /** The digest of the toolchain. */
  readonly tritonDigest: string;
  /** The host's architecture, such as `x64`: Triton's wheels differ. */
  readonly machine: string;
  /** The manifest's requirements: packages that kernel files can import code from. */
  readonly requirements: readonly string[];
  /** The environment variables that are set and change generated code. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Everything that affects a variant's result. A new field changes every hash. */
export interface HashInputs
  extends
    Pick<VariantJob, 'signature' | 'constants' | 'divisors' | 'options' | 'target' | 'ptx'>,
    KernelSettings {
  readonly bridge: number;
  readonly triton: string;
  readonly tritonDigest: string;
  readonly machine: string;
  /** Sorted. */
  readonly requirements: readonly string[];
  readonly environment: HashContext['environment'];
  /** Paths are relative to the manifest's folder, so that the project can be moved. */
  readonly closure: readonly { readonly path: string; readonly sha256: string }[];
  /** Triton uses it in the names of called functions in generated code. */
  readonly module: string;
  readonly function: string;
}

/** Returns the inputs of a job that compiles this code. */
export function hashInputs(
  code: SourceCode,
  context: HashContext,
): (job: VariantJob) => HashInputs {
  const requirements = context.requirements.toSorted();
  const closure = code.files.map(({ path, sha256: part }) => ({ path, sha256: part }));
  const withLines = code.files.map(({ path, sha256: part, textSha256 = part }) => ({
    path,
    sha256: textSha256,
  }));
  return (job) => {
    const inputs = {
      bridge: BRIDGE_VERSION,
      triton: context.tritonVersion,
      tritonDigest: context.tritonDigest,
      machine: context.machine,
      requirements,
      environment: context.environment,
      closure: containsLines(job, context) ? withLines : closure,
      module: code.module,
      function: job.source.function,
      signature: job.signature,
      constants: job.constants,
      divisors: job.divisors,
      options: job.options,
      target: job.target,
      // Without it, the hash is that of earlier versions: undefined is not part of the JSON.
      ptx: job.ptx,
    };
    return job.settings === undefined ? inputs : { ...inputs, ...job.settings };
  };
}

/** The kernel hash: a content hash of everything that affects the result. */
export function kernelHash(inputs: HashInputs): string {
  return sha256(canonicalJson(inputs));
}

function containsLines({ options, settings }: VariantJob, { environment }: HashContext): boolean {
  return hasLines(options, settings) || environment['TRITON_DEBUG'] !== undefined;
}
