/** A licence's identifier, with the `+` for later versions; those of one's own begin with `LicenseRef-`. */
const IDENTIFIER = /^(DocumentRef-[A-Za-z0-9.-]+:)?[A-Za-z0-9.-]+\+?$/;
const OPERATORS = ['AND', 'OR', 'WITH'];
/** Longer than any that is meant: bounds how deep parentheses can lead. */
const MAX_LENGTH = 1000;

/**
 * Whether a text has the form of an SPDX licence expression, such as `MIT` or `(Apache-2.0 WITH LLVM-exception) OR MIT`.
 * Whether there are such licences is not looked at: there are more every year.
 * Source: SPDX Specification 2.3, annex D.
 */
export function isLicenseExpression(text: string): boolean {
  const tokens = text.match(/[()]|[^()\s]+/g) ?? [];
  let at = 0;
  const take = (...expected: readonly string[]): boolean => {
    const isThere = expected.includes(tokens[at] ?? '');
    if (isThere) at += 1;
    return isThere;
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
