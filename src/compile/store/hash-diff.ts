import { formatConstant, wireConstantSchema } from '../../manifest/terms/constant.ts';
import type { HashInputs } from '../../plan/kernel-hash.ts';

/** One thing a hash covers, in the user's terms: a file, a parameter, an option. */
interface Part {
  readonly kind: Kind;
  readonly name: string;
  /** The value; parts with equal texts are equal. */
  readonly text: string;
}

/** By kind and name. A parameter has the same key as an argument and as a constant. */
export type HashParts = ReadonlyMap<string, Part>;

/** A difference between two hashes. */
export interface HashChange {
  readonly text: string;
  /** The path, if a file changed. */
  readonly file?: string;
}

type Kind = keyof typeof DESCRIBE;
type Describe = (name: string, before: string | undefined, after: string | undefined) => string;

const described =
  (label: string): Describe =>
  (name, before = 'unset', after = 'unset') =>
    `${label} ${name}: ${before} -> ${after}`;

const replaced =
  (label: string): Describe =>
  (_name, before = '', after = '') =>
    `${label} ${before} -> ${after}`;

/** In the order they are listed. */
const DESCRIBE = {
  bridge: replaced('compiler bridge'),
  Triton: replaced('Triton'),
  'digest of Triton': replaced('digest of Triton'),
  machine: replaced('machine'),
  function: replaced('function'),
  target: (_name, _before, after) => `target ${after} is new`,
  requirements: () => 'requirements changed',
  environment: (name, before, after) =>
    `environment variable ${name} ${happened(before, after, 'set')}`,
  file: (name, before, after) =>
    before === undefined ? `new file ${name}` : `${name} ${happened(before, after, 'needed')}`,
  signature: described('signature of'),
  constant: described('constant'),
  option: described('option'),
  setting: (name, before = 'unset', after = 'unset') => `${name}: ${before} -> ${after}`,
} satisfies Readonly<Record<string, Describe>>;

const KINDS: readonly string[] = Object.keys(DESCRIBE);

/** Kinds that make variants of one kernel different. */
const VARIANT_KINDS: ReadonlySet<Kind> = new Set(['target', 'signature', 'constant', 'option']);

/** Splits the inputs of a hash into parts, in the order they are listed. */
export function hashParts(inputs: HashInputs): HashParts {
  const { target } = inputs;
  return new Map(
    [
      part('bridge', '', inputs.bridge),
      part('Triton', '', inputs.triton),
      part('digest of Triton', '', inputs.tritonDigest),
      part('machine', '', inputs.machine),
      part('function', '', `${inputs.module}.${inputs.function}`),
      part('target', '', `sm_${target.arch}`),
      part('requirements', '', inputs.requirements.join('\n')),
      ...Object.entries(inputs.environment).map(([name, value]) =>
        part('environment', name, value),
      ),
      ...inputs.closure.map(({ path, sha256 }) => part('file', path, sha256)),
      ...parameterParts(inputs),
      ...Object.entries(inputs.options).map(([name, value]) => part('option', name, value)),
      ...(inputs.lineInfo ? [part('setting', LINE_TABLES, true)] : []),
      ...(inputs.ptx ? [part('setting', 'ptx_fallback', true)] : []),
    ].map((each) => [keyOf(each), each]),
  );
}

/** The setting with which hashes cover comments too. */
const LINE_TABLES = 'line_info';

/** Returns what distinguishes a variant from the others of its kernel, as one text. */
export function variantIdentity(parts: HashParts): string {
  const own: string[] = [];
  for (const [key, { kind, text }] of parts)
    if (VARIANT_KINDS.has(kind)) own.push(`${key} ${text}`);
  return own.toSorted().join('\n');
}

export function targetPart(parts: HashParts): string {
  return parts.get('target ')?.text ?? '';
}

/** Counts the parts that differ, up to `limit`. */
export function countDifferences(a: HashParts, b: HashParts, limit: number): number {
  let different = 0;
  let shared = 0;
  for (const [key, { text }] of a) {
    const other = b.get(key);
    if (other !== undefined) shared += 1;
    if (other?.text !== text && ++different >= limit) return limit;
  }
  return Math.min(limit, different + b.size - shared);
}

/**
 * Lists the changes. If the function is another one, only that: nothing else is comparable. Another
 * version of Triton has another digest, which goes without saying. With line tables, the hash of a
 * file covers its comments too, so those with and without are not comparable.
 */
export function hashChanges(before: HashParts, after: HashParts): readonly HashChange[] {
  const found = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    const either = now ?? old;
    if (either === undefined || old?.text === now?.text) return [];
    const { name } = either;
    // An argument that became a constant, or a constant that became an argument.
    const kind = old !== undefined && old.kind !== either.kind ? 'signature' : either.kind;
    const text = DESCRIBE[kind](name, old?.text, now?.text);
    return [{ kind, name, change: kind === 'file' ? { text, file: name } : { text } }];
  });
  const functions = found.filter(({ kind }) => kind === 'function');
  const isUpgrade = found.some(({ kind }) => kind === 'Triton');
  return (functions.length > 0 ? functions : found)
    .filter(({ kind }) => kind !== 'digest of Triton' || !isUpgrade)
    .filter(({ kind }) => kind !== 'file' || !found.some(({ name }) => name === LINE_TABLES))
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
    .map(({ change }) => change);
}

/** An argument that becomes a constant remains the same parameter. */
function keyOf({ kind, name }: Part): string {
  return `${kind === 'constant' || kind === 'signature' ? 'parameter' : kind} ${name}`;
}

/** Parameters as the manifest writes them: `i32:16`, or the value of a constant. */
function parameterParts({ signature, constants, divisibleBy16 }: HashInputs): Part[] {
  return signature.map(([name, type]) => {
    if (type !== 'constexpr')
      return part('signature', name, divisibleBy16.includes(name) ? `${type}:16` : type);
    const value = constants[name];
    const text =
      value === undefined ? 'unset' : formatConstant(wireConstantSchema.parse([...value]));
    return part('constant', name, text);
  });
}

function part(kind: Kind, name: string, text: unknown): Part {
  return { kind, name, text: String(text) };
}

function happened(before: string | undefined, after: string | undefined, what: string): string {
  if (before === undefined) return `is ${what}`;
  return after === undefined ? `is no longer ${what}` : 'changed';
}
