import { visibleText } from '../base/text.ts';

/** Text of HTML in which everything that others wrote is escaped. Only `markup` makes it. */
export interface Html {
  readonly html: string;
}

/** What a template can contain. Text and numbers are escaped; nothing is written for `undefined`. */
export type HtmlContent = Html | string | number | undefined | readonly HtmlContent[];

/**
 * The tag of templates of HTML: markup`<b>${name}</b>`. Attributes in a template must have quotation marks.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return {
    html: unindented(parts)
      .map((part, index) => part + textOf(values[index]))
      .join(''),
  };
}

/** A large report uses the same templates a hundred thousand times. */
const UNINDENTED = new WeakMap<TemplateStringsArray, readonly string[]>();

function unindented(parts: TemplateStringsArray): readonly string[] {
  const known = UNINDENTED.get(parts) ?? parts.map((part) => part.replaceAll(/\n\s*/g, '\n'));
  UNINDENTED.set(parts, known);
  return known;
}

function textOf(value: HtmlContent): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeText(value);
  return 'html' in value ? value.html : value.map(textOf).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Most cells of a large table: ASCII without the characters below. */
const PLAIN = /^[\w !#$%()*+,\-./:;=?@[\\\]^`{|}~]*$/;

function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
