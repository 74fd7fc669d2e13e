import { createHash } from 'node:crypto';

/** What stands for the values of a job's matrix: JSON, as `toJSON(matrix)` writes it. */
export type Matrix = Readonly<Record<string, unknown>>;

/** Stands for a name made of the package and the job's matrix. */
export const AUTO = 'auto';

/** The characters no name of an artifact may have. Source: @actions/artifact, "path-and-artifact-name-validation". */
const FORBIDDEN = /["\\/:<>|*?\r\n]/;

/** How much of a name says what it is for; the rest of a longer one is a digest. */
const LONGEST = 100;

/** Whether a name can be an artifact's as it stands. */
export function isArtifactName(name: string): boolean {
  return !FORBIDDEN.test(name) && name.trim() !== '' && name.length <= 2 * LONGEST;
}

/**
 * `aot-<package>`, then the values of the job's matrix in its order: jobs of one matrix must not take each other's
 * name. Where the values cannot stand in it as they are, or could be those of another job, a digest of them follows.
 */
export function automaticName(packageName: string, matrix: Matrix | undefined): string {
  const base = `aot-${packageName}`;
  if (matrix === undefined) return base;
  const values = Object.values(matrix);
  const texts = values.flatMap(leaves);
  const plain = [base, ...texts].join('-');
  const clean = plain.replaceAll(/[^\w.+-]+/g, '_').slice(0, LONGEST);
  const isSingle = values.length <= 1 || !texts.some((text) => text.includes('-'));
  if (clean === plain && isSingle && values.every(isPlain)) return plain;
  const digest = createHash('sha256').update(JSON.stringify(matrix)).digest('hex').slice(0, 8);
  return `${clean}-${digest}`;
}

/** The values inside lists and objects, each as text. */
function leaves(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return isPlain(value) ? [String(value)] : [];
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}
