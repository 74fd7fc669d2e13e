import type { BuildSelection } from '../prepare.ts';
import type { Remote } from '../store/remote.ts';

export interface BuildRequest extends BuildSelection {
  /** The folder of the package. */
  readonly out: string;
  /** Whether each target gets a package of its own, in a folder of its name below `out`. */
  readonly split?: boolean | undefined;
  /** The folder of the store. */
  readonly store: string;
  /** How large the store may be after the build, in bytes. */
  readonly storeLimit: number;
  /** Where results are kept besides, if anywhere. */
  readonly remote?: Remote | undefined;
  /** How many compiles run at once. */
  readonly jobs: number;
  /** After how many seconds a compile is given up. */
  readonly timeout: number;
  /** Cases in which the generator `triton` is known to be wrong and writes its files all the same. */
  readonly allowKnownWrong: readonly string[];
}
