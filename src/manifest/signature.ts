import {
  type Constant,
  formatConstant,
  textConstant,
  textConstantProblem,
} from './terms/constant.ts';
import { type Hint, hintProblem, parseFact } from './terms/hint.ts';
import { likelyType } from './terms/type-names.ts';
import {
  type ArgumentType,
  formatArgumentType,
  parseArgumentType,
  tensorTypeProblem,
} from './terms/types.ts';
import type { Problems } from './problems.ts';

/** The type of a run-time parameter and its specialisations, in manifest order. */
export interface ArgumentSpec {
  readonly type: ArgumentType;
  readonly hints: readonly Hint[];
  /** True if the manifest says anything about hints: one, or a list of specialisations. */
  readonly isGiven: boolean;
}

/** One token of a signature: a run-time argument or the value of a constexpr. */
export type SignatureToken =
  | { readonly kind: 'argument'; readonly spec: ArgumentSpec }
  | { readonly kind: 'constant'; readonly value: Constant };

/** Parses the specialisations of an argument: one type with several hints, such as `*fp16:16`. */
export function parseSpecialisations(
  texts: readonly string[],
  problems: Problems,
): ArgumentSpec | undefined {
  const hints: Hint[] = [];
  let type: ArgumentType | undefined;
  for (const text of texts) {
    const parsed = parseArgument(text, problems);
    if (parsed === undefined) return undefined;
    type ??= parsed.type;
    const [first, other] = [formatArgumentType(type), formatArgumentType(parsed.type)];
    if (first !== other) {
      problems.add(
        `all specialisations of an argument must have the same type, found ${first} and ${other}`,
      );
      return undefined;
    }
    if (parsed.hints.some((hint) => hints.includes(hint))) {
      problems.add(`duplicate specialisation \`${text}\``);
      return undefined;
    }
    hints.push(...parsed.hints);
  }
  return type && { type, hints, isGiven: hints.length > 1 || !hints.includes(0) };
}

/** Parses a token of a signature: a type, or a literal (`1`, `-0.5`, `True`, `None`, `"relu"`, `(64, 32)`). */
export function parseToken(text: string, problems: Problems): SignatureToken | undefined {
  const value = parseLiteral(text);
  const problem = value === undefined ? textConstantProblem(text) : dtypeProblem(value);
  if (problem !== undefined) {
    problems.add(problem.message, problem.hint);
    return undefined;
  }
  if (value !== undefined) return { kind: 'constant', value };
  const spec = parseArgument(text, problems);
  return spec && { kind: 'argument', spec };
}

/** Returns what is wrong with a dtype, or with the first wrong one in a tuple. */
function dtypeProblem(constant: Constant): ReturnType<typeof textConstantProblem> {
  if (constant.kind === 'dtype') return textConstantProblem(formatConstant(constant));
  if (constant.kind !== 'tuple') return undefined;
  return constant.value.map(dtypeProblem).find((problem) => problem !== undefined);
}

/** Splits a signature at its commas, but not at those inside quotes, parentheses or brackets. */
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

/** Parses a type with an optional hint: `*fp16:16`, `i32`, `i32:1`. */
function parseArgument(text: string, problems: Problems): ArgumentSpec | undefined {
  // A size in a tensor descriptor can contain a colon too.
  const start = text.startsWith('tensordesc<') ? text.lastIndexOf('>') + 1 : 0;
  const [rest = '', ...hintTexts] = text.slice(start).split(':');
  const typeText = `${text.slice(0, start)}${rest}`.trim();
  const type = parseArgumentType(typeText);
  if (type === undefined) {
    addUnknownType(typeText, problems);
    return undefined;
  }
  if (hintTexts.length === 0) return { type, hints: [0], isGiven: false };
  const hintText = hintTexts.map((part) => part.trim()).join(':');
  const hint = parseHint(text, hintText, type, problems);
  return hint === undefined ? undefined : { type, hints: [hint], isGiven: true };
}

function addUnknownType(text: string, problems: Problems): void {
  if (text === '') {
    problems.add('expected a type, found nothing');
  } else if (parseLiteral(text)?.kind === 'tuple') {
    problems.add(
      `\`${text}\` is a value, not a type`,
      `Write it as a list in \`constants:\`, such as \`[64, 32]\`. The parameter must be a constexpr.`,
    );
  } else if (text.startsWith('(')) {
    problems.add(
      `not all elements of the tuple \`${text}\` are constants, and a tuple cannot be passed from C`,
      'For values that are known only at run time, give the kernel one parameter for each element. A tuple of constants, such as `(64, 32)`, can be the value of a constexpr parameter.',
    );
  } else {
    const why = tensorTypeProblem(text);
    const likely = likelyType(text);
    const hint = 'Use a type such as i32, fp32, *fp16 or tensordesc<fp16[64, 64]>.';
    if (why !== undefined) problems.add(`unknown type \`${text}\`: ${why}`);
    else if (likely === undefined) problems.add(`unknown type \`${text}\``, hint);
    else problems.add(`unknown type \`${text}\`; did you mean \`${likely}\`?`);
  }
}

function parseHint(
  text: string,
  hintText: string,
  type: ArgumentType,
  problems: Problems,
): Hint | undefined {
  const hint = parseFact(hintText);
  if (hint === undefined) {
    problems.add(
      `unknown hint \`${hintText}\` in \`${text}\``,
      'Use `:2`, `:4`, `:8` or `:16` for a value that this number divides, or `:1` for a value equal to 1.',
    );
  } else {
    const why = hintProblem(type, hint);
    if (why === undefined) return hint;
    problems.add(why.startsWith('a pointer') ? why : `${why}: \`${text}\``);
  }
  return undefined;
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
  if (text.startsWith('(')) return parseTuple(text);
  return text.startsWith('tl.') ? textConstant(text) : undefined;
}

/** Parses a tuple as in Python: `(64, 32)`, `(64,)`, `()`. Without a comma it is the value in parentheses. */
function parseTuple(text: string): Constant | undefined {
  const inner = /^\((.*)\)$/s.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const parts = splitSignature(inner);
  // A comma may follow the last element.
  const texts = parts.length > 1 && parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  const elements = texts.flatMap((each) => parseLiteral(each) ?? []);
  if (elements.length < texts.length) return undefined;
  return parts.length === 1 ? elements[0] : { kind: 'tuple', value: elements };
}
