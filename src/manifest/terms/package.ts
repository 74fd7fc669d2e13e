/** A licence identifier; `+` includes later versions. Custom ones start with `LicenseRef-`. */
const IDENTIFIER = /^(DocumentRef-[A-Za-z0-9.-]+:)?[A-Za-z0-9.-]+\+?$/;
const OPERATORS = ['AND', 'OR', 'WITH'];
/** The maximum length, which also limits the depth of parentheses. */
const MAX_LENGTH = 1000;

/**
 * True if a text has the form of an SPDX licence expression, such as `MIT` or `(Apache-2.0 WITH
 * LLVM-exception) OR MIT`. Does not check that the licences exist, since the list grows every year.
 * Source: SPDX Specification 2.3, annex D.
 */
export function isLicenseExpression(text: string): boolean {
  const tokens = text.match(/[()]|[^()\s]+/g) ?? [];
  let at = 0;
  const take = (...expected: readonly string[]): boolean => {
    const isNext = expected.includes(tokens[at] ?? '');
    if (isNext) at += 1;
    return isNext;
  };
  const identifier = (): boolean => {
    const token = tokens[at] ?? '';
    at += 1;
    return IDENTIFIER.test(token) && !OPERATORS.includes(token);
  };
  const term = (): boolean => {
    if (take('(')) return expression() && take(')');
    return identifier() && (!take('WITH') || identifier());
  };
  const expression = (): boolean => {
    if (!term()) return false;
    return take('AND', 'OR') ? expression() : true;
  };
  return text.length <= MAX_LENGTH && expression() && at === tokens.length;
}

/** The forms that cubins have in a package's C sources: compressed, or byte by byte. */
export const EMBED_FORMS = ['compressed', 'raw'] as const;

export type EmbedForm = (typeof EMBED_FORMS)[number];

export const DEFAULT_EMBED: EmbedForm = 'compressed';
