import type { Constant } from '../model/constant.ts';
import type { Hint } from '../model/kernel.ts';
import {
  type ArgumentType,
  formatArgumentType,
  isInteger,
  parseArgumentType,
} from '../model/types.ts';

/** The type of a run-time parameter and its specialisations, in manifest order. */
export interface ArgumentSpec {
  readonly type: ArgumentType;
  readonly hints: readonly Hint[];
}

/** One token of a signature: a run-time argument or the value of a constexpr. */
export type SignatureToken =
  | { readonly kind: 'argument'; readonly spec: ArgumentSpec }
  | { readonly kind: 'constant'; readonly value: Constant };

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

const HINTS: ReadonlyMap<string, Hint> = new Map([
  ['16', 'divisible-by-16'],
  ['1', 'equal-to-1'],
]);

/** Reads `*fp16:16`, `i32`, `i32:1`. */
export function parseArgument(text: string): ParseResult<ArgumentSpec> {
  if (text.startsWith('(')) {
    return fail('a tuple cannot be passed from C: expected one parameter for each element');
  }
  const [typeText = '', hintText, ...more] = text.split(':').map((part) => part.trim());
  const type = parseArgumentType(typeText);
  if (type === undefined) {
    return fail(
      `\`${typeText}\` is no type: expected one such as i32, fp32, *fp16 or tensordesc<fp16[64, 64]>`,
    );
  }
  if (hintText === undefined) return { ok: true, value: { type, hints: ['none'] } };
  const hint = HINTS.get(hintText);
  if (hint === undefined || more.length > 0) {
    return fail(
      `\`${text.slice(text.indexOf(':') + 1)}\` is no hint: expected 16 (divisible by 16) or 1 (equal to 1)`,
    );
  }
  const name = formatArgumentType(type);
  if (!isInteger(type) && type.kind !== 'pointer') {
    return fail(`${name} takes no hint: only integers and pointers do`);
  }
  if (name === 'i1' || name === 'u1') return fail(`${name} takes no hint: it is 0 or 1 anyway`);
  if (type.kind === 'pointer' && hint === 'equal-to-1') {
    return fail(`a pointer cannot be equal to 1: expected \`${name}:16\` or \`${name}\``);
  }
  return { ok: true, value: { type, hints: [hint] } };
}

/** Reads a list of specialisations: one type, several hints. */
export function parseSpecialisations(texts: readonly string[]): ParseResult<ArgumentSpec> {
  const hints: Hint[] = [];
  let type: ArgumentType | undefined;
  for (const text of texts) {
    const parsed = parseArgument(text);
    if (!parsed.ok) return parsed;
    type ??= parsed.value.type;
    if (formatArgumentType(type) !== formatArgumentType(parsed.value.type)) {
      return fail(
        `specialisations of one argument have one type: found ${formatArgumentType(type)} and ${formatArgumentType(parsed.value.type)}`,
      );
    }
    for (const hint of parsed.value.hints) {
      if (hints.includes(hint)) return fail(`\`${text}\` stands twice in the list`);
      hints.push(hint);
    }
  }
  return type === undefined
    ? fail('expected at least one type')
    : { ok: true, value: { type, hints } };
}

/** Reads the tokens of a signature: types, and literals for constexprs (`1`, `-0.5`, `True`, `None`, `"relu"`). */
export function parseToken(text: string): ParseResult<SignatureToken> {
  const value = parseLiteral(text);
  if (value !== undefined) return { ok: true, value: { kind: 'constant', value } };
  const parsed = parseArgument(text);
  return parsed.ok ? { ok: true, value: { kind: 'argument', spec: parsed.value } } : parsed;
}

/** Splits a signature at its commas, leaving quoted strings and what stands in brackets whole. */
export function splitSignature(text: string): string[] {
  if (text.trim() === '') return [];
  const tokens = [''];
  let quote = '';
  let depth = 0;
  for (const character of text) {
    if (quote === '' && depth === 0 && character === ',') tokens.push('');
    else tokens.push(`${tokens.pop()}${character}`);
    if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (quote === '' && '(['.includes(character)) depth += 1;
    else if (quote === '' && ')]'.includes(character)) depth = Math.max(0, depth - 1);
  }
  return tokens.map((token) => token.trim());
}

function parseLiteral(text: string): Constant | undefined {
  if (/^[+-]?\d+$/.test(text)) return { kind: 'int', value: BigInt(text.replace('+', '')) };
  if (/^[+-]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?$/.test(text)) {
    return { kind: 'float', value: Number(text) };
  }
  if (/^(True|False|true|false)$/.test(text)) {
    return { kind: 'bool', value: text.toLowerCase() === 'true' };
  }
  if (text === 'None' || text === 'null') return { kind: 'none' };
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return { kind: 'string', value: quoted };
  const dtype = /^tl\.(\w+)$/.exec(text)?.[1];
  return dtype === undefined ? undefined : { kind: 'dtype', value: dtype };
}

function fail(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
