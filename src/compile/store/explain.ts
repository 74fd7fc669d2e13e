import { globMatcher } from '../../base/globs.ts';
import { plural } from '../../base/text.ts';
import type { HashInputs } from '../../plan/kernel-hash.ts';
import type { Variant } from '../../plan/variants.ts';
import type { History } from './history.ts';
import { formatConstant, wireConstantSchema } from '../../manifest/terms/constant.ts';

/** A reason why variants are not in the store. */
export interface MissReason {
  readonly text: string;
  /** The variants this reason applies to. */
  readonly variants: readonly Variant[];
}

/** Longer lists (of changes, files, kernels) are cut to this many items and a count. */
const MAX_NAMED = 3;

/** The most variants of an earlier build that one variant is compared with. */
const MAX_COMPARED = 128;

const GONE: HashChange = {
  text: 'nothing changed, but the stored result is gone (pruned or damaged)',
};

/**
 * Explains why variants are not in the store: how their hash inputs differ from the most similar
 * variant of an earlier build. That is a variant of the same entry point, or else of the same
 * function; with the same target, if there is one; and of these the one with the fewest
 * differences. Reasons that apply to most variants come first.
 */
export function explainMisses(
  missing: readonly Variant[],
  history: History,
): readonly MissReason[] {
  if (missing.length === 0) return [];
  if (history.size === 0) return [{ text: 'no earlier build is known', variants: missing }];
  const findFamily = familyFinder(history);
  const groups = new Map<string, { changes: readonly HashChange[]; variants: Variant[] }>();
  for (const variant of missing) {
    const changes = explain(variant, findFamily(variant));
    const key = changes.map(({ text }) => text).join(', ');
    const group = groups.get(key) ?? { changes, variants: [] };
    group.variants.push(variant);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ changes, variants }) => ({
      text: listed(changes.map((change) => withUsers(change, variants))),
      variants,
    }))
    .toSorted((a, b) => b.variants.length - a.variants.length);
}

/** Formats reasons for a log: `12 variants of matmul_fp16, matmul_bf16: matmul.py changed`. */
export function reasonLines(reasons: readonly MissReason[], most = 8): readonly string[] {
  const lines = reasons.slice(0, most).map(({ text, variants }) => {
    const kernels = [...new Set(variants.map(({ kernel }) => kernel.name))];
    return `${plural(variants.length, 'variant')} of ${listed(kernels)}: ${text}`;
  });
  const left = reasons.length - lines.length;
  return left > 0 ? [...lines, `… and ${plural(left, 'more reason')}`] : lines;
}

/** Variants of one entry point or function in an earlier build. */
interface Family {
  readonly members: readonly HashParts[];
  readonly byTarget: ReadonlyMap<string, readonly HashParts[]>;
  readonly byIdentity: ReadonlyMap<string, HashParts>;
}

function explain(variant: Variant, family: Family | undefined): readonly HashChange[] {
  if (family === undefined) return [{ text: 'new kernel' }];
  const parts = hashParts(variant.inputs);
  const earlier = family.byIdentity.get(variantIdentity(parts)) ?? nearest(variant, parts, family);
  const changes = hashChanges(earlier, parts);
  return changes.length > 0 ? changes : [GONE];
}

function nearest(variant: Variant, parts: HashParts, { members, byTarget }: Family): HashParts {
  const candidates = byTarget.get(targetPart(parts)) ?? members;
  let best: HashParts = new Map();
  let least = Infinity;
  for (const candidate of around(candidates, rankOf(variant))) {
    const away = countDifferences(candidate, parts, least);
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

/** The position of a variant among those of its kernel and target. */
function rankOf({ kernel, config, specialisation }: Variant): number {
  return config * kernel.specialisations.length + specialisation;
}

/** The items near a position. First the one at it, which is most likely the one edited. */
function around<T>(items: readonly T[], rank: number): readonly T[] {
  const start = Math.min(rank - MAX_COMPARED / 2, items.length - MAX_COMPARED);
  const near = items.slice(Math.max(0, start)).slice(0, MAX_COMPARED);
  return [...items.slice(rank, rank + 1), ...near];
}

/** Finds the variants of an earlier build with the same entry point, or else the same function. */
function familyFinder(history: History): (variant: Variant) => Family | undefined {
  const byFunction = grouped([...history.values()].flat(), functionOf);
  const families = new Map<readonly HashInputs[], Family>();
  return ({ kernel, inputs }) => {
    const members = history.get(kernel.name) ?? byFunction.get(functionOf(inputs));
    if (members === undefined) return undefined;
    const family = families.get(members) ?? familyOf(members);
    families.set(members, family);
    return family;
  };
}

function familyOf(inputs: readonly HashInputs[]): Family {
  const members = inputs.map(hashParts);
  return {
    members,
    byTarget: grouped(members, targetPart),
    byIdentity: new Map(members.map((parts) => [variantIdentity(parts), parts])),
  };
}

function functionOf({ module, function: name }: HashInputs): string {
  return `${module}.${name}`;
}

function grouped<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group === undefined) groups.set(groupOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Adds which kernel files use a changed file: its name alone does not say why it matters. */
function withUsers({ text, file }: HashChange, variants: readonly Variant[]): string {
  if (file === undefined) return text;
  const kernels = [...new Set(variants.map(({ kernel }) => kernel))].filter(
    ({ source }) => source.file !== file,
  );
  if (kernels.length === 0) return text;
  const isNamed = kernels.every(({ depends }) => globMatcher(depends, true)(file));
  const users = listed([...new Set(kernels.map(({ source }) => source.file))]);
  return isNamed ? `${text} (named in depends)` : `${text} (imported by ${users})`;
}

/** Formats as `a, b, c and 2 more`. */
function listed(items: readonly string[]): string {
  const named = items.slice(0, MAX_NAMED).join(', ');
  return items.length > MAX_NAMED ? `${named} and ${items.length - MAX_NAMED} more` : named;
}

/** One thing a hash covers, in the user's terms: a file, a parameter, an option. */
interface Part {
  readonly kind: Kind;
  readonly name: string;
  /** The value; parts with equal texts are equal. */
  readonly text: string;
}

/** By kind and name. A parameter has the same key as an argument and as a constant. */
type HashParts = ReadonlyMap<string, Part>;

/** A difference between two hashes. */
interface HashChange {
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
function hashParts(inputs: HashInputs): HashParts {
  const { target } = inputs;
  return new Map(
    [
      part('bridge', '', inputs.bridge),
      part('Triton', '', inputs.triton),
      part('digest of Triton', '', inputs.tritonDigest),
      part('machine', '', inputs.machine),
      part('function', '', `${inputs.module}.${inputs.function}`),
      part('target', '', typeof target.arch === 'number' ? `sm_${target.arch}` : target.arch),
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
function variantIdentity(parts: HashParts): string {
  const own: string[] = [];
  for (const [key, { kind, text }] of parts)
    if (VARIANT_KINDS.has(kind)) own.push(`${key} ${text}`);
  return own.toSorted().join('\n');
}

function targetPart(parts: HashParts): string {
  return parts.get('target ')?.text ?? '';
}

/** Counts the parts that differ, up to `limit`. */
function countDifferences(a: HashParts, b: HashParts, limit: number): number {
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
function hashChanges(before: HashParts, after: HashParts): readonly HashChange[] {
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
function parameterParts({ signature, constants, divisors }: HashInputs): Part[] {
  return signature.map(([name, type]) => {
    if (type !== 'constexpr')
      return part(
        'signature',
        name,
        divisors[name] === undefined ? type : `${type}:${divisors[name]}`,
      );
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
