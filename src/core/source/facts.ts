import type { Constant } from '../constant.ts';
import type { ConfigEntry } from '../manifest/entry.ts';

/** What a kernel's Python function is known to be. */
export interface FunctionFacts {
  /** Where it starts in its file, counted from 1. */
  readonly line: number;
  readonly parameters: readonly {
    readonly name: string;
    /** Its default, when that is a literal: what a constexpr is where the manifest gives no value. */
    readonly default?: Constant | undefined;
  }[];
  /** The configs of its @triton.autotune, when it has one. */
  readonly autotune?: readonly ConfigEntry[] | undefined;
}
