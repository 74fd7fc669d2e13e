import type { BuildSelection } from '../prepare.ts';

export interface VerifyRequest {
  /** The folder of a package, or its archive. */
  readonly package: string;
  /** What it should have been built from; undefined where that is not to be looked at. */
  readonly sources: Sources | undefined;
  /** Whether it is to be built once more and compared to the byte, and how. */
  readonly rebuild: RebuildSettings | undefined;
}

export interface Sources {
  readonly selection: BuildSelection;
  /** Whether the user names the manifest: otherwise it is only looked at where it is of this package. */
  readonly isNamed: boolean;
}

export interface RebuildSettings {
  /** How many compiles run at once. */
  readonly jobs: number;
  /** After how many seconds a compile is given up. */
  readonly timeout: number;
}
