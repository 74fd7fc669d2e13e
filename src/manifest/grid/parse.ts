import { GRID_AXES } from './check.ts';
import {
  type BinaryOperator,
  childrenOf,
  COMPARISONS,
  FUNCTIONS,
  type GridExpression,
} from './expression.ts';
import {
  acceptKind,
  acceptSymbol,
  type Cursor,
  expectEnd,
  expectSymbol,
  GridSyntaxError,
  peek,
  previous,
  tokenize,
  unexpected,
} from './tokenize.ts';

type ParsedGrid =
  | { readonly ok: true; readonly axes: readonly GridExpression[] }
  /** The offset is in UTF-16 units from the start of the text. */
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** The maximum depth. It limits recursion, and nested parentheses in C: clang allows 256. */
const MAX_DEPTH = 100;

/** Parses a grid: one to three axes separated by commas. */
export function parseGrid(text: string): ParsedGrid {
  return parseList(text, GRID_AXES.length);
}

/** Parses the sizes of a block: expressions separated by commas, in the language of grids. */
export function parseSizes(text: string): ParsedGrid {
  return parseList(text, Infinity);
}

function parseList(text: string, most: number): ParsedGrid {
  try {
    return { ok: true, axes: parseAxes(startParser(text), most) };
  } catch (error) {
    if (!(error instanceof GridSyntaxError)) throw error;
    return { ok: false, message: error.message, offset: error.offset };
  }
}

function parseAxes(parser: Parser, most: number): readonly GridExpression[] {
  const axes = [parseChoice(parser)];
  while (acceptSymbol(parser, ',') !== undefined) {
    if (axes.length === most) {
      const message = 'a grid has at most three axes, found `,` after the third';
      throw new GridSyntaxError(message, previous(parser).offset);
    }
    axes.push(parseChoice(parser));
  }
  expectEnd(parser, 'an operator, `,` or the end of the grid');
  return axes;
}

interface Parser extends Cursor {
  /** Counts the open parentheses, signs and branches. */
  nesting: number;
  /** The depth of each operation built so far. */
  readonly heights: Map<GridExpression, number>;
}

function startParser(text: string): Parser {
  return { tokens: tokenize(text), position: 0, nesting: 0, heights: new Map() };
}

function parseChoice(parser: Parser): GridExpression {
  const condition = parseComparison(parser);
  if (acceptSymbol(parser, '?') === undefined) return condition;
  const whenTrue = nested(parser, parseChoice);
  expectSymbol(parser, ':', 'an operator or the `:` of `?:`');
  const whenFalse = nested(parser, parseChoice);
  return build(parser, {
    kind: 'choice',
    condition,
    whenTrue,
    whenFalse,
    offset: condition.offset,
  });
}

function parseComparison(parser: Parser): GridExpression {
  const left = parseSum(parser);
  const operator = acceptSymbol(parser, ...COMPARISONS);
  if (operator === undefined) return left;
  const comparison = binary(parser, operator, left, parseSum(parser));
  if (acceptSymbol(parser, ...COMPARISONS) !== undefined) {
    const message = 'comparisons do not chain; for `a < b < c` write `a < b ? b < c : 0`';
    throw new GridSyntaxError(message, previous(parser).offset);
  }
  return comparison;
}

function parseSum(parser: Parser): GridExpression {
  let left = parseProduct(parser);
  for (;;) {
    const operator = acceptSymbol(parser, '+', '-');
    if (operator === undefined) return left;
    left = binary(parser, operator, left, parseProduct(parser));
  }
}

function parseProduct(parser: Parser): GridExpression {
  let left = parseSigned(parser);
  for (;;) {
    const operator = acceptSymbol(parser, '*', '/', '//', '%');
    if (operator === undefined) return left;
    left = binary(parser, operator === '//' ? '/' : operator, left, parseSigned(parser));
  }
}

function parseSigned(parser: Parser): GridExpression {
  const { offset } = peek(parser);
  const sign = acceptSymbol(parser, '+', '-');
  if (sign === undefined) return parsePrimary(parser);
  const operand = nested(parser, parseSigned);
  return sign === '+' ? operand : build(parser, { kind: 'negate', operand, offset });
}

function parsePrimary(parser: Parser): GridExpression {
  const integer = acceptKind(parser, 'integer');
  if (integer !== undefined) {
    return { kind: 'integer', value: integer.value, offset: integer.offset };
  }
  const name = acceptKind(parser, 'name');
  if (name === undefined) return parseParentheses(parser);
  if (acceptSymbol(parser, '(') !== undefined) return parseCall(parser, name.text, name.offset);
  return { kind: 'name', name: name.text, offset: name.offset };
}

function parseParentheses(parser: Parser): GridExpression {
  expectSymbol(parser, '(', 'an integer, a name or `(`');
  const inner = nested(parser, parseChoice);
  if (peek(parser).text === ',') {
    throw unexpected(parser, 'an operator or `)` (write axes without parentheses)');
  }
  expectSymbol(parser, ')', 'an operator or `)`');
  return inner;
}

/** Parses a call after its `(`. */
function parseCall(parser: Parser, callee: string, offset: number): GridExpression {
  if (callee === DEFINED) return parseDefined(parser, offset);
  const operator = FUNCTIONS.find((name) => name === callee);
  if (operator === undefined) {
    const available = [...FUNCTIONS, DEFINED].join(', ');
    const message = `unknown function \`${callee}\`; available functions: ${available}`;
    throw new GridSyntaxError(message, offset);
  }
  let result = nested(parser, parseChoice);
  let count = 1;
  for (; acceptSymbol(parser, ',') !== undefined; count += 1) {
    result = binary(parser, operator, result, nested(parser, parseChoice), offset);
  }
  expectSymbol(parser, ')', 'an operator, `,` or `)`');
  if (count < 2 || (count > 2 && operator === 'cdiv')) {
    const wanted = operator === 'cdiv' ? 'two values' : 'at least two values';
    throw new GridSyntaxError(`${operator} takes ${wanted}, found ${count}`, offset);
  }
  return result;
}

const DEFINED = 'defined';

/** Parses `defined(NAME)` after its `(`. */
function parseDefined(parser: Parser, offset: number): GridExpression {
  const name = acceptKind(parser, 'name');
  if (name === undefined) throw unexpected(parser, 'the name of an argument or constant');
  expectSymbol(parser, ')', '`)`');
  return { kind: 'defined', name: name.text, offset };
}

function binary(
  parser: Parser,
  operator: BinaryOperator,
  left: GridExpression,
  right: GridExpression,
  offset = left.offset,
): GridExpression {
  return build(parser, { kind: 'binary', operator, left, right, offset });
}

function nested(parser: Parser, parse: (parser: Parser) => GridExpression): GridExpression {
  parser.nesting += 1;
  if (parser.nesting > MAX_DEPTH) throw tooDeep(peek(parser).offset);
  const expression = parse(parser);
  parser.nesting -= 1;
  return expression;
}

/** Limits the depth of chains such as `a + b + …`, which have no open parentheses. */
function build(parser: Parser, node: GridExpression): GridExpression {
  const height = 1 + Math.max(...childrenOf(node).map((child) => parser.heights.get(child) ?? 0));
  if (height > MAX_DEPTH) throw tooDeep(node.offset);
  parser.heights.set(node, height);
  return node;
}

function tooDeep(offset: number): GridSyntaxError {
  return new GridSyntaxError(`more than ${MAX_DEPTH} nested operations`, offset);
}
