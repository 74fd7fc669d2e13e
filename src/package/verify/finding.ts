import type { Problem } from '../../base/errors.ts';
import { plural } from '../../base/text.ts';
import type { BuildSelection } from '../../plan/prepare.ts';

/** What to verify, and against what. */
export interface VerifyRequest {
  /** The folder of a package, or its archive. */
  readonly package: string;
  /** The sources to compare it with; undefined for no comparison. */
  readonly sources: SourceComparison | undefined;
  /** Whether to generate the C code again. */
  readonly strict?: boolean | undefined;
  /** How to rebuild it for a comparison byte by byte; undefined for no rebuild. */
  readonly rebuild: RebuildSettings | undefined;
}

/** The sources that a package is compared with. */
export interface SourceComparison {
  readonly selection: BuildSelection;
  /**
   * Whether the user named the manifest. The default one is ignored if it is that of another
   * package.
   */
  readonly isNamed: boolean;
}

/** How to rebuild a package. */
export interface RebuildSettings {
  /** How many compiles run at once. */
  readonly jobs: number;
  /** Seconds a compile may take. */
  readonly timeout: number;
}

/** One check of a package. */
export interface Check {
  readonly name:
    | 'files'
    | 'interface'
    | 'generated'
    | 'evidence'
    | 'sbom'
    | 'sources'
    | 'rebuilt'
    | 'archive'
    | 'repacked'
    | 'attestation';
  readonly outcome: 'ok' | 'failed' | 'skipped';
  /**
   * One line: what was confirmed, with counts; how many problems there are; or why the check was
   * skipped.
   */
  readonly text: string;
}

/** A check with the problems it found. */
export interface CheckFinding {
  readonly check: Check;
  readonly problems: readonly Problem[];
}

/** The finding of a check, which failed if there are `problems`. */
export function checkResult(
  name: Check['name'],
  text: string,
  problems: readonly Problem[] = [],
): CheckFinding {
  const { length } = problems;
  return length === 0
    ? { check: { name, outcome: 'ok', text }, problems }
    : {
        check: { name, outcome: 'failed', text: `${name}: ${plural(length, 'problem')}` },
        problems,
      };
}

/** The finding of a skipped check; `text` says why. */
export function skippedCheck(name: Check['name'], text: string): CheckFinding {
  return { check: { name, outcome: 'skipped', text }, problems: [] };
}
