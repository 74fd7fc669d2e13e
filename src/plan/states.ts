import type { KernelEntry } from '../manifest/entry.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import type { Constant } from '../manifest/terms/constant.ts';
import type { HintChoice, HintSet } from '../manifest/terms/hint.ts';
import type { Argument, Kernel, KernelDefinition } from '../manifest/terms/kernel.ts';
import type { EvaluatedCases } from '../manifest/cases/evaluate.ts';
import type { HintJob } from '../toolchain/workers/protocol.ts';
import type { SourceCode } from './source-code.ts';

// What is known of a kernel: first what manifest and sources say, then its hints, then its specialisations.

/** The hints of a kernel's arguments as the manifest gives them. */
export interface GivenHints {
  /** For each argument, in order. Several: a list of specialisations. */
  readonly hints: readonly ArgumentSpec['hints'][];
  /** The arguments whose hints are found. */
  readonly free: readonly Argument[];
  /** The arguments that the JIT never compiles as the constant 1, which is an i32. */
  readonly neverOne: ReadonlySet<string>;
  /** Sets of hints for all arguments; undefined if the manifest gives hints for each. */
  readonly sets: readonly HintSet[] | undefined;
  /** The values that call-time heuristics can have, by parameter. */
  readonly computed: readonly {
    readonly parameter: string;
    readonly values: readonly Constant[];
  }[];
}

/** A kernel of the manifest, joined with its Python function. */
export interface ReadKernel extends EvaluatedCases {
  readonly entry: KernelEntry;
  readonly kernel: KernelDefinition;
  readonly given: GivenHints;
}

/** A kernel that was read, with its code and with what the compiler says of its hints. */
export interface HintedKernel {
  readonly read: ReadKernel;
  readonly code: SourceCode;
  /** Undefined if the manifest gives all hints. */
  readonly hints: AnsweredHints | undefined;
}

/** What the compiler is asked about hints. */
type HintQuestion = Omit<HintJob, 'id'>;

/** A kernel whose hints to find. */
export interface HintRequest {
  /** The hash of everything that the answer depends on. */
  readonly key: string;
  readonly kernel: Pick<KernelDefinition, 'name' | 'targets'>;
  readonly job: HintQuestion;
  /**
   * The same with fp16 for bf16, and its key; the request's own if it has no bf16. Kernels of both types have the
   * same hints, since hints depend on how wide elements are, so the compiler is asked once.
   */
  readonly alike: Pick<HintRequest, 'key' | 'job'>;
  /** The cases that the job's calls come from, by name. */
  readonly cases: readonly string[];
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
