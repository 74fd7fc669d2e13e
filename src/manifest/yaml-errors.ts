import type { YAMLParseError } from 'yaml';
import { likelyType } from './terms/type-names.ts';

/** An error in YAML, with the offset of its cause. */
interface YamlError {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

/**
 * Explains the errors of the YAML parser. After an error of syntax most others are its
 * consequences, so only the first is reported. Duplicate keys are not errors of syntax.
 */
export function explainErrors(
  errors: readonly YAMLParseError[],
  text: string,
): readonly YamlError[] {
  const syntax = errors.filter(({ code }) => code !== 'DUPLICATE_KEY');
  const first = syntax.find(({ code }) => code === 'TAB_AS_INDENT') ?? syntax[0];
  if (first !== undefined) return [explain(first, syntax, text)];
  return [];
}

/** A value that begins with a call of Triton's class: in a list, after a key, or in brackets. */
const PYTHON_CONFIG = /^(?<before>[^#\n"']*?(?:^|[-[,:])[ \t]*)(?:triton\.)?Config\(/m;

/** Returns the error for a config that is copied from Python; undefined if there is none. */
export function pastedConfig(text: string): YamlError | undefined {
  const found = PYTHON_CONFIG.exec(text);
  if (found === null) return undefined;
  const offset = found.index + (found.groups?.['before'] ?? '').length;
  const call = insideParentheses(text, found.index + found[0].length);
  const entries = [...call.matchAll(/["']?\b([A-Za-z_]\w*)["']?\s*[:=]\s*([\w.+-]+)/g)].map(
    ([, name, value]) => `${name}: ${VALUES.get(value ?? '') ?? value}`,
  );
  const example = entries.length === 0 ? 'BLOCK: 64, num_warps: 4' : entries.join(', ');
  return {
    offset,
    message: '`triton.Config(…)` is Python; a config in the manifest is a map',
    hint: `Write { ${example} }. Or \`configs: autotune\` uses those of @triton.autotune.`,
  };
}

/** Returns the text from `start`, after a parenthesis, to the one that closes it. */
function insideParentheses(text: string, start: number): string {
  let depth = 1;
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, end);
  }
  return text.slice(start);
}

/** Values of Python in YAML. */
const VALUES: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** The error for a key that its map has before, in line `first`. */
export function duplicateKey(key: string, offset: number, first: number): YamlError {
  const message = `duplicate key \`${key}\`: the first one is in line ${first}`;
  return { offset, message, hint: 'Remove one of them, or give it another name.' };
}

/** The error for an unquoted `*name` without an anchor `&name`: most likely a pointer type. */
export function unknownAlias(name: string, offset: number): YamlError {
  const [type = ''] = name.split(':');
  if (likelyType(`*${type}`) !== undefined || type === '') return unquotedStar(`*${name}`, offset);
  const hint = `If \`*${name}\` is text, quote it.`;
  return {
    offset,
    message: `\`*${name}\` refers to an anchor \`&${name}\`, which is not in the file before`,
    hint,
  };
}

function unquotedStar(text: string, offset: number): YamlError {
  return {
    offset,
    message: `\`${text}\` needs quotes: in YAML, an unquoted \`*\` refers to an anchor`,
    hint: `Write "${text}", in quotes.`,
  };
}

const INDENTATION = 'Keys of one map begin in the same column. Check the indentation.';

const INDENTATION_CODES = ['BAD_INDENT', 'BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY'];

function explain(error: YAMLParseError, all: readonly YAMLParseError[], text: string): YamlError {
  const [offset] = error.pos;
  const { code } = error;
  const message = `invalid YAML: ${error.message}`;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(start).split('\n', 1)[0] ?? '';
  if (code === 'TAB_AS_INDENT')
    return { offset, message: 'invalid YAML: a tab in the indentation', hint: 'Use spaces.' };
  const star = findStar(line);
  const isAnchored = text.includes(`&${/^\*([\w-]*)/.exec(star?.value ?? '')?.[1]}`);
  if (star !== undefined && start + star.index <= offset && !isAnchored)
    return unquotedStar(star.value, start + star.index);
  if (code === 'UNEXPECTED_TOKEN' && /\{\w+\}$/.test(text.slice(start, offset))) {
    const hint = 'Quote text that begins with `{`, such as "{dtype}_x".';
    return { offset, message: 'invalid YAML: unexpected text after a map in braces', hint };
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    // The value and the lines below it are read as one key.
    const key = all.find((each) => each.code === 'MULTILINE_IMPLICIT_KEY')?.pos;
    const end = key?.[0] === offset ? text.indexOf('\n', offset) : -1;
    if (end >= 0 && end < (key?.[1] ?? 0)) {
      const next = end + 1 + (/^\s*/.exec(text.slice(end + 1))?.[0].length ?? 0);
      const deeper =
        'invalid YAML: this line is indented more than the key above, which has a value';
      return { offset: next, message: deeper, hint: INDENTATION };
    }
    if (error.message.startsWith('Nested mappings')) {
      const colon = 'invalid YAML: a value without quotes contains a colon';
      return { offset, message: colon, hint: 'Quote the value.' };
    }
  }
  const bracket = /end with a ([\]}])$/.exec(error.message)?.[1];
  if (bracket !== undefined)
    return { offset, message: `invalid YAML: expected \`${bracket}\` before this` };
  const isIndentation =
    INDENTATION_CODES.includes(code) ||
    (code === 'UNEXPECTED_TOKEN' && text.slice(start, offset).trim() === '');
  return { offset, message, ...(isIndentation && { hint: INDENTATION }) };
}

/** Finds the first unquoted `*` that begins a value in a line, and the value. */
function findStar(line: string): { readonly index: number; readonly value: string } | undefined {
  const before = /^(?:[^"'#*]|"[^"]*"|'[^']*'|(?<!(?:^|[:,[{-])\s*)\*)*/.exec(line)?.[0] ?? '';
  if (line[before.length] !== '*') return undefined;
  const rest = line.slice(before.length);
  // In brackets, a value ends at a comma. `{dtype}` is part of it.
  const isInside = /[[{]/.test(before.replaceAll(/"[^"]*"|'[^']*'/g, ''));
  const value = (isInside ? /^(?:\{\w*\}|[^,\]}])*/ : /^(?:(?! #).)*/).exec(rest)?.[0] ?? rest;
  return { index: before.length, value: value.trim() };
}
