import type { Problem } from '../base/errors.ts';
import { plural } from '../base/text.ts';

/** One thing that was looked at. */
export interface Check {
  readonly name:
    | 'files'
    | 'interface'
    | 'evidence'
    | 'sbom'
    | 'sources'
    | 'rebuilt'
    | 'archive'
    | 'repacked'
    | 'attestation';
  /** `skipped` where it was not looked at. */
  readonly outcome: 'ok' | 'failed' | 'skipped';
  /** What holds, in a line with counts; how much does not; or why it was not looked at. */
  readonly text: string;
}

/** A check with everything that does not hold. */
export interface CheckFinding {
  readonly check: Check;
  readonly problems: readonly Problem[];
}

/** A check that found nothing wrong, or has `problems`. */
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

/** A check that was not made. */
export function skippedCheck(name: Check['name'], text: string): CheckFinding {
  return { check: { name, outcome: 'skipped', text }, problems: [] };
}
