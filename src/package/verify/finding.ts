import type { Problem } from '../../base/errors.ts';
import { plural } from '../../base/text.ts';

/** A check of a package. */
export interface Check {
  readonly name:
    | 'files'
    | 'interface'
    | 'evidence'
    | 'sbom'
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

/** Returns the finding of a check, which failed if there are `problems`. */
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

/** Returns the finding of a skipped check; `text` says why. */
export function skippedCheck(name: Check['name'], text: string): CheckFinding {
  return { check: { name, outcome: 'skipped', text }, problems: [] };
}
