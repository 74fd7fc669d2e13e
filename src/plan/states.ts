import type { KernelEntry } from '../manifest/entry.ts';
import type { HintChoice } from '../manifest/terms/hint.ts';
import type { Kernel, KernelDefinition } from '../manifest/terms/kernel.ts';
import type { EvaluatedCase } from '../manifest/terms/smoke-case.ts';
import type { GivenHints, HintRequest } from './hint-request.ts';
import type { SourceCode } from './source-code.ts';

// What is known of a kernel: first what manifest and sources say, then its hints, then its specialisations.

/** A kernel of the manifest, joined with its Python function. */
export interface ReadKernel {
  readonly entry: KernelEntry;
  readonly kernel: KernelDefinition;
  readonly given: GivenHints;
  /** The cases of the smoke test. */
  readonly cases: readonly EvaluatedCase[];
  /** The cases that are only timed. */
  readonly timed: readonly EvaluatedCase[];
}

/** A kernel that was read, with its code and with what the compiler says of its hints. */
export interface HintedKernel {
  readonly read: ReadKernel;
  readonly code: SourceCode;
  /** Undefined if the manifest gives all hints. */
  readonly hints: AnsweredHints | undefined;
}

/** A request for hints, and its answer. */
export interface AnsweredHints {
  readonly request: HintRequest;
  /** Undefined if there is none: then everything that can be hinted is. */
  readonly choices: readonly HintChoice[] | undefined;
}

/** A kernel with its specialisations and its test. */
export interface PlannedKernel {
  readonly entry: KernelEntry;
  readonly kernel: Kernel;
  readonly code: SourceCode;
}
