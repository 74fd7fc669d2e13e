import { __toESM } from "./rolldown-runtime.js";
import { BRIDGE_FOLDER, BUILD_SYSTEMS_FOLDER, EMULATE_FOLDER, Failure, HARNESS_FOLDER, KERNEL_READER, LOCKS_FOLDER, LONGEST_GLOB, NEWEST_TESTED, OutputExcerpt, PAGE_FILES, PARTIAL_SUFFIX, RELEASES, RUNTIME_FOLDER, SPACE_HINT, TOOLCHAIN_LIMIT, VERSION as VERSION$1, asciiControls, bridgeEnvironment, cFloat, cInteger, cMessage, cString, cacheFolder, canonicalJson, capitalised, codeEnvironment, compareReleases, describeDamage, describeExit, fileJson, findBasePython, findExecutable, formatPath, formatPlace, formatSize, globMatcher, groupBy, indent, inspectInterpreter, inspectNamedPython, installationFolder, installerEnvironment, isCompiler, isSystemError, lineDifference, machineFailure, makeFolder, makeScratch, mapConcurrently, markdownCode, markdownTable, markdownText, markerFile, markerOf, memoryNote, messageOf, mountPointFailure, moveIntoPlace, nearest as nearest$1, normalName, parseSize, parseTritonVersion, plural, pruneToolchains, pythonOf, readBelow, readIfExists, readPlainFile, readerContext, reasonOf as reasonOf$1, removeFolder as removeFolder$1, replaceFolder, requirementProblem, run, runReader, selector, sha256, shellQuote, shortcoming, shownPath, startProcess, stepCounter, systemCode, tryParseJson, visibleText, waitForExit, wheelMachine, withWorkFolder, withoutEmptyColumns, writeAtomically } from "./start.js";
import { require_dist } from "./yaml.js";
import { NEVER, _enum, _null, array, base64, bigint, boolean, custom, datetime, discriminatedUnion, int, literal as literal$1, number, object, record, strictObject, string, toJSONSchema, tuple, union, unknown, url } from "./vendor.js";
import { createHash } from "node:crypto";
import { access, copyFile, lstat, mkdtemp, open, opendir, readFile, readdir, readlink, realpath, rename, rm, rmdir, stat, utimes, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, extname, isAbsolute, join, posix, relative, resolve, sep, win32 } from "node:path";
import { constants as constants$1 } from "node:os";
import { closeSync, constants as constants$2, createReadStream, createWriteStream, existsSync, fstatSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setImmediate as setImmediate$1, setTimeout as setTimeout$1 } from "node:timers/promises";
import { once, setMaxListeners } from "node:events";
import { pipeline } from "node:stream/promises";
import { Writable } from "node:stream";
import { brotliCompressSync, brotliDecompressSync, constants as constants$3, createGunzip, gunzip, gzip } from "node:zlib";
import { createRequire } from "module";
import { promisify } from "node:util";
import { STATUS_CODES } from "node:http";
import { buffer } from "node:stream/consumers";
// src/manifest/grid/evaluate.ts
const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);
/**
* Evaluates one axis. Integers are signed and have 64 bits. Division and modulo round down, as in
* Python; `cdiv` rounds up. Comparisons give 0 or 1. Only the chosen branch of `?:` is evaluated.
* `isDefined` answers `defined(NAME)`, which expressions without pointers do not need.
*/
function evaluateGrid(expression, valueOf, isDefined = unanswered) {
	const evaluate = (child) => evaluateGrid(child, valueOf, isDefined);
	switch (expression.kind) {
		case "integer": return inRange(expression.value);
		case "name": return inRange(valueOf(expression.name));
		case "defined": return {
			ok: true,
			value: BigInt(isDefined(expression.name))
		};
		case "negate": {
			const operand = evaluate(expression.operand);
			return operand.ok ? inRange(-operand.value) : operand;
		}
		case "binary": {
			const left = evaluate(expression.left);
			if (!left.ok) return left;
			const right = evaluate(expression.right);
			return right.ok ? applyOperator(expression.operator, left.value, right.value) : right;
		}
		case "choice": {
			const condition = evaluate(expression.condition);
			if (!condition.ok) return condition;
			return evaluate(condition.value === 0n ? expression.whenFalse : expression.whenTrue);
		}
	}
}
function unanswered(name) {
	throw new Error(`whether ${name} is defined was not checked`);
}
/** True if an integer fits in 64 bits. */
function fitsInt64(value) {
	return value >= MIN_INTEGER && value <= MAX_INTEGER;
}
/**
* Substitutes the constants, computes what is constant, and drops branches that are never taken.
* Calls `onFault` for each operation that always fails and keeps it as it is.
*/
function foldGrid(expression, names, onFault = () => void 0) {
	const fold = (child) => foldGrid(child, names, onFault);
	switch (expression.kind) {
		case "integer": return expression;
		case "name": {
			const meaning = names.get(expression.name);
			return meaning?.kind === "constant" && fitsInt64(meaning.value) ? integer$2(meaning.value, expression.offset) : expression;
		}
		case "defined": {
			const meaning = names.get(expression.name);
			if (meaning === void 0) return expression;
			const presence = meaning.kind === "unusable" ? meaning.presence : void 0;
			if (presence === "nullable") return expression;
			return integer$2(presence === "absent" ? 0n : 1n, expression.offset);
		}
		case "negate": return foldNegation(fold(expression.operand), expression.offset, onFault);
		case "binary": return foldBinary({
			...expression,
			left: fold(expression.left),
			right: fold(expression.right)
		}, onFault);
		case "choice": {
			const condition = fold(expression.condition);
			if (condition.kind === "integer") return fold(condition.value === 0n ? expression.whenFalse : expression.whenTrue);
			const { whenTrue, whenFalse } = expression;
			return {
				...expression,
				condition,
				whenTrue: fold(whenTrue),
				whenFalse: fold(whenFalse)
			};
		}
	}
}
function foldNegation(operand, offset, onFault) {
	const node = {
		kind: "negate",
		operand,
		offset
	};
	if (operand.kind !== "integer") return node;
	return settle(node, applyOperator("-", 0n, operand.value), onFault);
}
function foldBinary(node, onFault) {
	const { operator, left, right } = node;
	if (right.kind !== "integer") return node;
	if (divides(operator) && right.value === 0n) {
		onFault("division by zero", right.offset);
		return node;
	}
	if (left.kind !== "integer") return node;
	return settle(node, applyOperator(operator, left.value, right.value), onFault);
}
function settle(node, result, onFault) {
	if (result.ok) return integer$2(result.value, node.offset);
	onFault(result.fault, node.offset);
	return node;
}
function integer$2(value, offset) {
	return {
		kind: "integer",
		value,
		offset
	};
}
function applyOperator(operator, left, right) {
	if (divides(operator) && right === 0n) return {
		ok: false,
		fault: "division by zero"
	};
	return inRange(OPERATIONS[operator](left, right));
}
function divides(operator) {
	return operator === "/" || operator === "%" || operator === "cdiv";
}
function inRange(value) {
	return fitsInt64(value) ? {
		ok: true,
		value
	} : {
		ok: false,
		fault: "overflow"
	};
}
const OPERATIONS = {
	"+": (left, right) => left + right,
	"-": (left, right) => left - right,
	"*": (left, right) => left * right,
	"/": floorDivide,
	"%": (left, right) => left - floorDivide(left, right) * right,
	cdiv: (left, right) => -floorDivide(-left, right),
	min: (left, right) => left < right ? left : right,
	max: (left, right) => left > right ? left : right,
	"==": (left, right) => BigInt(left === right),
	"!=": (left, right) => BigInt(left !== right),
	"<": (left, right) => BigInt(left < right),
	"<=": (left, right) => BigInt(left <= right),
	">": (left, right) => BigInt(left > right),
	">=": (left, right) => BigInt(left >= right)
};
function floorDivide(left, right) {
	const quotient = left / right;
	return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}
// src/manifest/grid/expression.ts
const COMPARISONS = [
	"==",
	"!=",
	"<",
	"<=",
	">",
	">="
];
const FUNCTIONS = [
	"min",
	"max",
	"cdiv"
];
/** True if a node compares two integers. */
function isComparison(expression) {
	return expression.kind === "binary" && COMPARISONS.some((operator) => operator === expression.operator);
}
/** Returns the operands of a node, in the order of the text. */
function childrenOf(expression) {
	switch (expression.kind) {
		case "integer":
		case "name":
		case "defined": return [];
		case "negate": return [expression.operand];
		case "binary": return [expression.left, expression.right];
		case "choice": return [
			expression.condition,
			expression.whenTrue,
			expression.whenFalse
		];
	}
}
/** Returns every use of a name's value, in the order of the text. `definedIn` has the others. */
function namesIn$1(expression) {
	if (expression.kind === "name") return [{
		name: expression.name,
		offset: expression.offset
	}];
	return childrenOf(expression).flatMap(namesIn$1);
}
/** Returns the names that `defined` asks about, in the order of the text. */
function definedIn(expression) {
	if (expression.kind === "defined") return [{
		name: expression.name,
		offset: expression.offset
	}];
	return childrenOf(expression).flatMap(definedIn);
}
/** Replaces names by expressions. Those put in are not searched for names again. */
function substitute(expression, values) {
	const inside = (child) => substitute(child, values);
	switch (expression.kind) {
		case "integer":
		case "defined": return expression;
		case "name": return values.get(expression.name) ?? expression;
		case "negate": return {
			...expression,
			operand: inside(expression.operand)
		};
		case "binary": return {
			...expression,
			left: inside(expression.left),
			right: inside(expression.right)
		};
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			return {
				...expression,
				condition: inside(condition),
				whenTrue: inside(whenTrue),
				whenFalse: inside(whenFalse)
			};
		}
	}
}
// src/manifest/grid/check.ts
/**
* The axes of a grid and the maximum number of blocks on each.
* Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
*/
const GRID_AXES = [
	{
		name: "x",
		limit: 2n ** 31n - 1n
	},
	{
		name: "y",
		limit: 65535n
	},
	{
		name: "z",
		limit: 65535n
	}
];
const FAULTS$1 = {
	"division by zero": "division by zero: this divisor is always 0",
	overflow: "overflow: this value never fits in 64 bits"
};
/** Returns the errors in a grid that do not depend on values. A name is reported once per axis. */
function checkGrid(axes, names) {
	return axes.flatMap((expression, axis) => [...checkNames(expression, names), ...checkValues(expression, names, axis)].toSorted((left, right) => left.offset - right.offset).map((problem) => ({
		...problem,
		axis
	})));
}
function checkNames(expression, names) {
	const uses = namesIn$1(expression);
	const wrong = [...new Map(uses.toReversed().map(({ name, offset }) => [name, offset]))].flatMap(([name, offset]) => {
		const message = checkName$1(name, names);
		return message === void 0 ? [] : [{
			message,
			offset
		}];
	});
	const unknown = definedIn(expression).filter(({ name }) => !names.has(name)).map(({ name, offset }) => ({
		message: unknownName$1(name, [...names.keys()]),
		offset
	}));
	return [...wrong, ...unknown];
}
function checkName$1(name, names) {
	const meaning = names.get(name);
	switch (meaning?.kind) {
		case void 0: return unknownName$1(name, usableNames(names));
		case "unusable": return `\`${name}\` is ${meaning.why}; only integers can be used here`;
		case "constant":
			if (fitsInt64(meaning.value)) return void 0;
			return `\`${name}\` is ${meaning.value}, which does not fit in 64 bits`;
		case "value": return;
	}
}
function usableNames(names) {
	return [...names].filter(([, { kind }]) => kind !== "unusable").map(([known]) => known);
}
function unknownName$1(name, usable) {
	const message = `unknown name \`${name}\``;
	if (usable.length === 0) return `${message}; there is no integer argument or constant to use`;
	const likely = nearest$1(name, usable);
	return `${message};${likely === void 0 ? "" : ` did you mean \`${likely}\`?`} available names: ${usable.join(", ")}`;
}
function checkValues(expression, names, index) {
	const problems = [];
	const folded = foldGrid(expression, names, (fault, offset) => {
		problems.push({
			message: FAULTS$1[fault],
			offset
		});
	});
	const axis = GRID_AXES[index];
	if (axis !== void 0 && folded.kind === "integer" && folded.value > axis.limit) {
		const message = `the ${axis.name} axis is always ${folded.value} blocks; the limit is ${axis.limit}`;
		problems.push({
			message,
			offset: expression.offset
		});
	}
	return problems;
}
// src/manifest/grid/tokenize.ts
/** A syntax error. `offset` counts UTF-16 units from the start of the text. */
var GridSyntaxError = class extends Error {
	offset;
	constructor(message, offset) {
		super(message);
		this.name = "GridSyntaxError";
		this.offset = offset;
	}
};
const SUPPORTED = "integers, names, + - * / // %, == != < <= > >=, ?:, parentheses, min, max and cdiv";
/** Operators of C and Python that the language lacks, and what to write instead. */
const ALTERNATIVES = /* @__PURE__ */ new Map([
	["=", "to compare, write `==`"],
	["&&", "for `a && b` write `a ? b : 0`"],
	["and", "for `a and b` write `a ? b : 0`"],
	["||", "for `a || b` write `a ? 1 : b`"],
	["or", "for `a or b` write `a ? 1 : b`"],
	["!", "for `!a` write `a == 0`"],
	["not", "for `not a` write `a == 0`"],
	["if", "for `a if c else b` write `c ? a : b`"],
	["else", "for `a if c else b` write `c ? a : b`"]
]);
const SPACE = /[ \t\r\n]*/y;
/**
* A number includes letters and dots that follow it, so that `1.5` or `0x1g` is one error. The axis
* of a tensor, such as `x.shape[0]`, is one name.
*/
const WORD = /\d[\w.]*|\w+\.(?:shape|stride)\[\d\]|\w+/y;
const SYMBOL = /\/\/|\*\*|<<|>>|&&|\|\||[=!<>]=|./suy;
const SYMBOLS = new Set("+ - * / // % == != < <= > >= ? : ( ) ,".split(" "));
/**
* Splits a text into tokens; the last one is always the `end`.
* @throws {GridSyntaxError} for a character or word that is not supported.
*/
function tokenize(text) {
	const tokens = [];
	for (let offset = skipSpace(text, 0); offset < text.length;) {
		const token = readWord(text, offset) ?? readSymbol(text, offset);
		tokens.push(token);
		offset = skipSpace(text, offset + token.text.length);
	}
	return [...tokens, {
		kind: "end",
		text: "",
		offset: text.length
	}];
}
/** Returns the next token. */
function peek(cursor) {
	return tokenAt(cursor, cursor.position);
}
/** Returns the token that was taken last. */
function previous(cursor) {
	return tokenAt(cursor, cursor.position - 1);
}
/** Takes the next token if it is of the kind. */
function acceptKind(cursor, kind) {
	const token = peek(cursor);
	if (!isKind(token, kind)) return void 0;
	cursor.position += 1;
	return token;
}
/** Takes the next token if it is one of the symbols, and returns it. */
function acceptSymbol(cursor, ...symbols) {
	const { text } = peek(cursor);
	const symbol = symbols.find((candidate) => candidate === text);
	if (symbol !== void 0) cursor.position += 1;
	return symbol;
}
/** Takes the symbol, or throws; `expected` names everything that is allowed at this point. */
function expectSymbol(cursor, symbol, expected) {
	if (acceptSymbol(cursor, symbol) === void 0) throw unexpected$1(cursor, expected);
}
/** Throws unless all tokens were taken. */
function expectEnd(cursor, expected) {
	if (acceptKind(cursor, "end") === void 0) throw unexpected$1(cursor, expected);
}
/** Returns the error for a next token that is not allowed at this point. */
function unexpected$1(cursor, expected) {
	const { kind, text, offset } = peek(cursor);
	return new GridSyntaxError(`expected ${expected}, found ${kind === "end" ? "the end" : `\`${text}\``}`, offset);
}
function tokenAt({ tokens }, position) {
	return tokens[position] ?? {
		kind: "end",
		text: "",
		offset: 0
	};
}
function isKind(token, kind) {
	return token.kind === kind;
}
function skipSpace(text, offset) {
	return offset + (match(SPACE, text, offset)?.length ?? 0);
}
function readWord(text, offset) {
	const word = match(WORD, text, offset);
	if (word === void 0) return void 0;
	if (/^\d/.test(word)) return readInteger(word, offset);
	if (ALTERNATIVES.has(word)) throw unsupported(word, offset);
	return {
		kind: "name",
		text: word,
		offset
	};
}
function readInteger(text, offset) {
	if (!/^(?:0|[1-9][0-9]*|0[xX][0-9a-fA-F]+)$/.test(text)) throw new GridSyntaxError(`\`${text}\` is not an integer; expected a decimal number such as 128, without leading zeros, or a hexadecimal one such as 0x80`, offset);
	const value = BigInt(text);
	if (value > MAX_INTEGER) throw new GridSyntaxError(`\`${text}\` is too large; the largest integer is ${MAX_INTEGER}`, offset);
	return {
		kind: "integer",
		value,
		text,
		offset
	};
}
function readSymbol(text, offset) {
	const symbol = match(SYMBOL, text, offset) ?? "";
	if (!SYMBOLS.has(symbol)) throw unsupported(symbol, offset);
	return {
		kind: "symbol",
		text: symbol,
		offset
	};
}
function unsupported(text, offset) {
	const alternative = ALTERNATIVES.get(text);
	const advice = alternative === void 0 ? "" : ` (${alternative})`;
	return new GridSyntaxError(`${visible(text)} is not supported here${advice}; use ${SUPPORTED}`, offset);
}
/** Quotes a text; a character that is invisible or blank is shown by its number. */
function visible(text) {
	if (!/[\p{C}\p{Z}]/u.test(text)) return `\`${text}\``;
	return `the character U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
function match(pattern, text, offset) {
	pattern.lastIndex = offset;
	return pattern.exec(text)?.[0];
}
// src/manifest/grid/parse.ts
/** The maximum depth. It limits recursion, and nested parentheses in C: clang allows 256. */
const MAX_DEPTH = 100;
/** Parses a grid: one to three axes separated by commas. */
function parseGrid(text) {
	return parseList(text, GRID_AXES.length);
}
/** Parses the sizes of a block: expressions separated by commas, in the language of grids. */
function parseSizes(text) {
	return parseList(text, Infinity);
}
function parseList(text, most) {
	try {
		return {
			ok: true,
			axes: parseAxes$1(startParser(text), most)
		};
	} catch (error) {
		if (!(error instanceof GridSyntaxError)) throw error;
		return {
			ok: false,
			message: error.message,
			offset: error.offset
		};
	}
}
function parseAxes$1(parser, most) {
	const axes = [parseChoice(parser)];
	while (acceptSymbol(parser, ",") !== void 0) {
		if (axes.length === most) throw new GridSyntaxError("a grid has at most three axes, found `,` after the third", previous(parser).offset);
		axes.push(parseChoice(parser));
	}
	expectEnd(parser, "an operator, `,` or the end of the grid");
	return axes;
}
function startParser(text) {
	return {
		tokens: tokenize(text),
		position: 0,
		nesting: 0,
		heights: /* @__PURE__ */ new Map()
	};
}
function parseChoice(parser) {
	const condition = parseComparison(parser);
	if (acceptSymbol(parser, "?") === void 0) return condition;
	const whenTrue = nested(parser, parseChoice);
	expectSymbol(parser, ":", "an operator or the `:` of `?:`");
	return build$1(parser, {
		kind: "choice",
		condition,
		whenTrue,
		whenFalse: nested(parser, parseChoice),
		offset: condition.offset
	});
}
function parseComparison(parser) {
	const left = parseSum(parser);
	const operator = acceptSymbol(parser, ...COMPARISONS);
	if (operator === void 0) return left;
	const comparison = binary(parser, operator, left, parseSum(parser));
	if (acceptSymbol(parser, ...COMPARISONS) !== void 0) throw new GridSyntaxError("comparisons do not chain; for `a < b < c` write `a < b ? b < c : 0`", previous(parser).offset);
	return comparison;
}
function parseSum(parser) {
	let left = parseProduct(parser);
	for (;;) {
		const operator = acceptSymbol(parser, "+", "-");
		if (operator === void 0) return left;
		left = binary(parser, operator, left, parseProduct(parser));
	}
}
function parseProduct(parser) {
	let left = parseSigned(parser);
	for (;;) {
		const operator = acceptSymbol(parser, "*", "/", "//", "%");
		if (operator === void 0) return left;
		left = binary(parser, operator === "//" ? "/" : operator, left, parseSigned(parser));
	}
}
function parseSigned(parser) {
	const { offset } = peek(parser);
	const sign = acceptSymbol(parser, "+", "-");
	if (sign === void 0) return parsePrimary(parser);
	const operand = nested(parser, parseSigned);
	return sign === "+" ? operand : build$1(parser, {
		kind: "negate",
		operand,
		offset
	});
}
function parsePrimary(parser) {
	const integer = acceptKind(parser, "integer");
	if (integer !== void 0) return {
		kind: "integer",
		value: integer.value,
		offset: integer.offset
	};
	const name = acceptKind(parser, "name");
	if (name === void 0) return parseParentheses(parser);
	if (acceptSymbol(parser, "(") !== void 0) return parseCall(parser, name.text, name.offset);
	return {
		kind: "name",
		name: name.text,
		offset: name.offset
	};
}
function parseParentheses(parser) {
	expectSymbol(parser, "(", "an integer, a name or `(`");
	const inner = nested(parser, parseChoice);
	if (peek(parser).text === ",") throw unexpected$1(parser, "an operator or `)` (write axes without parentheses)");
	expectSymbol(parser, ")", "an operator or `)`");
	return inner;
}
/** Parses a call after its `(`. */
function parseCall(parser, callee, offset) {
	if (callee === DEFINED) return parseDefined(parser, offset);
	const operator = FUNCTIONS.find((name) => name === callee);
	if (operator === void 0) throw new GridSyntaxError(`unknown function \`${callee}\`; available functions: ${[...FUNCTIONS, DEFINED].join(", ")}`, offset);
	let result = nested(parser, parseChoice);
	let count = 1;
	for (; acceptSymbol(parser, ",") !== void 0; count += 1) result = binary(parser, operator, result, nested(parser, parseChoice), offset);
	expectSymbol(parser, ")", "an operator, `,` or `)`");
	if (count < 2 || count > 2 && operator === "cdiv") throw new GridSyntaxError(`${operator} takes ${operator === "cdiv" ? "two values" : "at least two values"}, found ${count}`, offset);
	return result;
}
const DEFINED = "defined";
/** Parses `defined(NAME)` after its `(`. */
function parseDefined(parser, offset) {
	const name = acceptKind(parser, "name");
	if (name === void 0) throw unexpected$1(parser, "the name of an argument or constant");
	expectSymbol(parser, ")", "`)`");
	return {
		kind: "defined",
		name: name.text,
		offset
	};
}
function binary(parser, operator, left, right, offset = left.offset) {
	return build$1(parser, {
		kind: "binary",
		operator,
		left,
		right,
		offset
	});
}
function nested(parser, parse) {
	parser.nesting += 1;
	if (parser.nesting > MAX_DEPTH) throw tooDeep(peek(parser).offset);
	const expression = parse(parser);
	parser.nesting -= 1;
	return expression;
}
/** Limits the depth of chains such as `a + b + \u2026`, which have no open parentheses. */
function build$1(parser, node) {
	const height = 1 + Math.max(...childrenOf(node).map((child) => parser.heights.get(child) ?? 0));
	if (height > MAX_DEPTH) throw tooDeep(node.offset);
	parser.heights.set(node, height);
	return node;
}
function tooDeep(offset) {
	return new GridSyntaxError(`more than ${MAX_DEPTH} nested operations`, offset);
}
// src/manifest/terms/types.ts
/**
* The scalar types of Triton's signatures, with the size in bytes and the C type a caller passes.
*/
const SCALARS = {
	i1: {
		size: 1,
		c: "bool"
	},
	i8: {
		size: 1,
		c: "int8_t"
	},
	i16: {
		size: 2,
		c: "int16_t"
	},
	i32: {
		size: 4,
		c: "int32_t"
	},
	i64: {
		size: 8,
		c: "int64_t"
	},
	u1: {
		size: 1,
		c: "bool"
	},
	u8: {
		size: 1,
		c: "uint8_t"
	},
	u16: {
		size: 2,
		c: "uint16_t"
	},
	u32: {
		size: 4,
		c: "uint32_t"
	},
	u64: {
		size: 8,
		c: "uint64_t"
	},
	fp16: {
		size: 2,
		c: "uint16_t"
	},
	bf16: {
		size: 2,
		c: "uint16_t"
	},
	fp32: {
		size: 4,
		c: "float"
	},
	f32: {
		size: 4,
		c: "float"
	},
	fp64: {
		size: 8,
		c: "double"
	}
};
/** Types that exist in memory only: pointers may point to them, but they are not scalars. */
const MEMORY_ONLY = [
	"fp8e4nv",
	"fp8e4b8",
	"fp8e4b15",
	"fp8e5",
	"fp8e5b16"
];
/** Every type name a manifest may use, for messages and the schema. */
const ARGUMENT_TYPE_NAMES = [
	...Object.keys(SCALARS),
	...Object.keys(SCALARS).map((name) => `*${name}`),
	...MEMORY_ONLY.map((name) => `*${name}`)
];
/** Parses a type of Triton's signatures: `*fp16`, `i32`, `tensordesc<fp16[64, BLOCK // 2]>`. */
function parseArgumentType(text) {
	if (isScalar$1(text)) return {
		kind: "scalar",
		scalar: text
	};
	if (text.startsWith(TENSOR)) {
		const type = parseTensorType(text);
		return typeof type === "string" ? void 0 : type;
	}
	const element = text.startsWith("*") ? text.slice(1) : "";
	return isElementType(element) ? {
		kind: "pointer",
		element
	} : void 0;
}
/** Returns what is wrong with a type that begins as a tensor descriptor does. */
function tensorTypeProblem(text) {
	const type = text.startsWith(TENSOR) ? parseTensorType(text) : void 0;
	return typeof type === "string" ? type : void 0;
}
/** Formats a type as in Triton's signatures, with the shape as it is written or these sizes. */
function formatArgumentType(type, sizes) {
	switch (type.kind) {
		case "pointer": return `*${type.element}`;
		case "scalar": return type.scalar;
		case "tensor": return `${TENSOR}${type.element}[${sizes?.join(",") ?? type.shape}]>`;
	}
}
/** Computes one size of a tensor's block. */
function blockSize(size, constants) {
	const values = /* @__PURE__ */ new Map();
	for (const { name } of namesIn$1(size)) {
		const constant = constants.get(name);
		if (constant?.kind !== "int") return {
			ok: false,
			why: `\`${name}\` is not an integer constant`
		};
		values.set(name, constant.value);
	}
	const result = evaluateGrid(size, (name) => values.get(name) ?? 0n);
	return result.ok ? result : {
		ok: false,
		why: result.fault
	};
}
/** The sizes of a tensor's block, which the plan has checked. */
function blockSizes({ block }, constants) {
	return block.map((size) => {
		const result = blockSize(size, constants);
		if (!result.ok) throw new Error(`the block size was not checked: ${result.why}`);
		return result.value;
	});
}
/** Returns the size of a scalar or pointer parameter in bytes, which is also its alignment. */
function sizeOf$1(type) {
	return type.kind === "pointer" ? 8 : SCALARS[type.scalar].size;
}
/** Returns the C type of a parameter in the generated interface. */
function cTypeOf(type) {
	if (type.kind === "tensor") return "const aot_tensor *";
	return type.kind === "pointer" ? "CUdeviceptr" : SCALARS[type.scalar].c;
}
/** Returns the size in bytes of a C type that `cTypeOf` gives; undefined for tensors and others. */
function sizeOfC(type) {
	if (type === "CUdeviceptr") return 8;
	return Object.values(SCALARS).find(({ c }) => c === type)?.size;
}
/** True if values of the type are integers, including i1. */
function isInteger(type) {
	return type.kind === "scalar" && /^[iu]\d+$/.test(type.scalar);
}
/** True if a pointer may point to the type. */
function isElementType(text) {
	return isScalar$1(text) || isMemoryOnly(text);
}
/** Returns the range of an integer type; undefined for a float. i1 is 0 or 1, like u1. */
function integerRange(element) {
	const [, sign, digits = ""] = /^([iu])(\d+)$/.exec(element) ?? [];
	if (sign === void 0) return void 0;
	const bits = BigInt(digits);
	if (sign === "u" || bits === 1n) return {
		from: 0n,
		to: 2n ** bits - 1n
	};
	return {
		from: -(2n ** (bits - 1n)),
		to: 2n ** (bits - 1n) - 1n
	};
}
/** The most axes of a tensor descriptor. Source: CUDA Driver API, cuTensorMapEncodeTiled. */
const MAX_AXES$1 = 5;
const TENSOR = "tensordesc<";
/** Returns the type, or what is wrong. */
function parseTensorType(text) {
	const [, element = "", shape] = /^tensordesc<\s*(\w*)\s*\[([^\]]*)\]\s*>$/.exec(text) ?? [];
	if (shape === void 0) return /\]\s*,/.test(text) ? "a tensor descriptor with a layout (Gluon) is not supported" : "expected a tensor descriptor such as `tensordesc<fp16[64, 64]>`";
	if (!isElementType(element)) return `\`${element}\` is not an element type`;
	const parsed = parseSizes(shape);
	if (!parsed.ok) return `in the block shape \`${shape}\`: ${parsed.message}`;
	const { axes } = parsed;
	if (axes.length > MAX_AXES$1) return `a tensor descriptor has at most ${MAX_AXES$1} axes, found ${axes.length}`;
	return {
		kind: "tensor",
		element,
		block: axes,
		shape: shape.replaceAll(/\s/g, "")
	};
}
function isScalar$1(text) {
	return Object.hasOwn(SCALARS, text);
}
/** True if a type exists in memory only, so that a kernel cannot have an argument of it. */
function isMemoryOnly(text) {
	return MEMORY_ONLY.includes(text);
}
/**
* Source: dlpack/dlpack.h 1.3, DLDataTypeCode. Triton's names of fp8 types, by their definitions in
* its language reference: fp8e4nv is e4m3fn, fp8e4b8 e4m3fnuz, fp8e5 e5m2, fp8e5b16 e5m2fnuz.
*/
const CODES = {
	i1: [6, 8],
	u1: [6, 8],
	i8: [0, 8],
	i16: [0, 16],
	i32: [0, 32],
	i64: [0, 64],
	u8: [1, 8],
	u16: [1, 16],
	u32: [1, 32],
	u64: [1, 64],
	fp16: [2, 16],
	bf16: [4, 16],
	fp32: [2, 32],
	f32: [2, 32],
	fp64: [2, 64],
	fp8e4nv: [10, 8],
	fp8e4b8: [11, 8],
	fp8e5: [12, 8],
	fp8e5b16: [13, 8]
};
/** Returns the type of tensors with these elements; undefined for fp8e4b15, which DLPack lacks. */
function dlpackType(element) {
	const [code, bits] = CODES[element] ?? [];
	return code === void 0 || bits === void 0 ? void 0 : {
		code,
		bits
	};
}
// src/manifest/terms/type-names.ts
/** Names of types in other places: C, NumPy, PyTorch, triton.language, LLVM. */
const OTHER_NAMES = new Map([
	...[
		8,
		16,
		32,
		64
	].flatMap((bits) => [
		[`int${bits}`, `i${bits}`],
		[`int${bits}_t`, `i${bits}`],
		[`uint${bits}`, `u${bits}`],
		[`uint${bits}_t`, `u${bits}`]
	]),
	["bool", "i1"],
	["int1", "i1"],
	["int", "i32"],
	["uint", "u32"],
	["long", "i64"],
	["half", "fp16"],
	["f16", "fp16"],
	["float16", "fp16"],
	["bfloat16", "bf16"],
	["float", "fp32"],
	["float32", "fp32"],
	["double", "fp64"],
	["f64", "fp64"],
	["float64", "fp64"],
	["fp8", "fp8e4nv"],
	...[
		"e4m3",
		"e4m3fn",
		"e4nv"
	].flatMap(fp8("fp8e4nv")),
	...["e5m2", "e5"].flatMap(fp8("fp8e5")),
	...["e4m3fnuz", "e4b8"].flatMap(fp8("fp8e4b8")),
	...["e5m2fnuz", "e5b16"].flatMap(fp8("fp8e5b16"))
]);
function fp8(name) {
	return (format) => [
		`fp8${format}`,
		`fp8_${format}`,
		`float8${format}`,
		`float8_${format}`
	].map((other) => [other, name]);
}
/** Returns the type that a name such as `float32`, `*half` or `int *` most likely means. */
function likelyType(text) {
	const name = text.toLowerCase().replaceAll(/\s|\bconst\b|\*/g, "").replace(/^(?:tl|torch|np|numpy|jnp|triton\.language)\./, "");
	const element = isElementType(name) ? name : OTHER_NAMES.get(name);
	if (element === void 0) return nearest$1(text, ARGUMENT_TYPE_NAMES);
	return text.includes("*") || isMemoryOnly(element) ? `*${element}` : element;
}
// src/manifest/yaml-errors.ts
var import_dist = require_dist();
/**
* Explains the errors of the YAML parser. After an error of syntax most others are its
* consequences, so only the first is reported. Duplicate keys are all reported.
*/
function explainErrors(errors, text) {
	const syntax = errors.filter(({ code }) => code !== "DUPLICATE_KEY");
	const first = syntax.find(({ code }) => code === "TAB_AS_INDENT") ?? syntax[0];
	if (first !== void 0) return [explain$2(first, syntax, text)];
	return errors.map(({ pos, message }) => ({
		offset: pos[0],
		message: `invalid YAML: ${message}`
	}));
}
/** The error for an unquoted `*name` without an anchor `&name`: most likely a pointer type. */
function unknownAlias(name, offset) {
	const [type = ""] = name.split(":");
	if (likelyType(`*${type}`) !== void 0 || type === "") return unquotedStar(`*${name}`, offset);
	const hint = `If \`*${name}\` is text, quote it.`;
	return {
		offset,
		message: `\`*${name}\` refers to an anchor \`&${name}\`, which is not in the file before`,
		hint
	};
}
function unquotedStar(text, offset) {
	return {
		offset,
		message: `\`${text}\` needs quotes: in YAML, an unquoted \`*\` refers to an anchor`,
		hint: `Write "${text}", in quotes.`
	};
}
const INDENTATION = "Keys of one map begin in the same column. Check the indentation.";
const INDENTATION_CODES = [
	"BAD_INDENT",
	"BLOCK_AS_IMPLICIT_KEY",
	"MULTILINE_IMPLICIT_KEY"
];
function explain$2(error, all, text) {
	const [offset] = error.pos;
	const { code } = error;
	const message = `invalid YAML: ${error.message}`;
	const start = text.lastIndexOf("\n", offset - 1) + 1;
	const line = text.slice(start).split("\n", 1)[0] ?? "";
	if (code === "TAB_AS_INDENT") return {
		offset,
		message: "invalid YAML: a tab in the indentation",
		hint: "Use spaces."
	};
	const star = findStar(line);
	const isAnchored = text.includes(`&${/^\*([\w-]*)/.exec(star?.value ?? "")?.[1]}`);
	if (star !== void 0 && start + star.index <= offset && !isAnchored) return unquotedStar(star.value, start + star.index);
	if (code === "UNEXPECTED_TOKEN" && /\{\w+\}$/.test(text.slice(start, offset))) return {
		offset,
		message: "invalid YAML: unexpected text after a map in braces",
		hint: "Quote text that begins with `{`, such as \"{dtype}_x\"."
	};
	if (code === "BLOCK_AS_IMPLICIT_KEY") {
		const key = all.find((each) => each.code === "MULTILINE_IMPLICIT_KEY")?.pos;
		const end = key?.[0] === offset ? text.indexOf("\n", offset) : -1;
		if (end >= 0 && end < (key?.[1] ?? 0)) return {
			offset: end + 1 + (/^\s*/.exec(text.slice(end + 1))?.[0].length ?? 0),
			message: "invalid YAML: this line is indented more than the key above, which has a value",
			hint: INDENTATION
		};
		if (error.message.startsWith("Nested mappings")) return {
			offset,
			message: "invalid YAML: a value without quotes contains a colon",
			hint: "Quote the value."
		};
	}
	const bracket = /end with a ([\]}])$/.exec(error.message)?.[1];
	if (bracket !== void 0) return {
		offset,
		message: `invalid YAML: expected \`${bracket}\` before this`
	};
	return {
		offset,
		message,
		...(INDENTATION_CODES.includes(code) || code === "UNEXPECTED_TOKEN" && text.slice(start, offset).trim() === "") && { hint: INDENTATION }
	};
}
/** Finds the first unquoted `*` that begins a value in a line, and the value. */
function findStar(line) {
	const before = /^(?:[^"'#*]|"[^"]*"|'[^']*'|(?<!(?:^|[:,[{-])\s*)\*)*/.exec(line)?.[0] ?? "";
	if (line[before.length] !== "*") return void 0;
	const rest = line.slice(before.length);
	const value = (/[[{]/.test(before.replaceAll(/"[^"]*"|'[^']*'/g, "")) ? /^(?:\{\w*\}|[^,\]}])*/ : /^(?:(?! #).)*/).exec(rest)?.[0] ?? rest;
	return {
		index: before.length,
		value: value.trim()
	};
}
// src/manifest/yaml.ts
/** The YAML library takes seconds for each MiB of unusual text. The largest example has 4 KiB. */
const LONGEST = 2 ** 19;
/**
* Parses a manifest's text. `file` is the name in messages.
* @throws {Failure} `usage` with the first error of syntax, or every other error, with line and
* column.
*/
function parseManifestText(text, file) {
	if (text.length > LONGEST) throw new Failure("usage", {
		message: `the manifest has ${text.length} characters; at most ${LONGEST} can be read`,
		place: {
			file,
			line: 1,
			column: 1
		},
		hint: "Describe similar kernels together with `for:`, or split the manifest."
	});
	try {
		return parseText(text, file);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new Failure("usage", {
			message: "the YAML is nested too deeply to be read",
			place: {
				file,
				line: 1,
				column: 1
			},
			hint: "Look for a row of `- `, `? `, `[` or `{`."
		}, { cause: error });
	}
}
function parseText(text, file) {
	const lines = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: lines,
		intAsBigInt: true,
		prettyErrors: false,
		merge: true
	});
	const placeAt = (offset) => {
		const { line, col } = lines.linePos(offset);
		return {
			file,
			line,
			column: col
		};
	};
	const tooDeep = document.errors.find(({ message }) => message.includes("call stack"));
	if (tooDeep !== void 0) throw new RangeError(tooDeep.message);
	const errors = [...explainErrors(document.errors, text)];
	let firstAlias;
	(0, import_dist.visit)(document, {
		Pair(_key, { key, value }) {
			const offset = startOf(key) ?? 0;
			if (!(0, import_dist.isScalar)(key)) {
				if (document.errors.length === 0) errors.push({
					offset,
					message: "a key must be text"
				});
				return import_dist.visit.SKIP;
			}
			if (keyText(key) === "__proto__") errors.push({
				offset,
				message: "the key `__proto__` is not allowed"
			});
			if (isMergeKey(key.value) && !areMaps(value, document)) errors.push({
				offset: startOf(value) ?? offset,
				message: "`<<` takes a map, or a list of maps, which mostly are aliases such as `*name`"
			});
		},
		Alias(_key, alias) {
			firstAlias ??= startOf(alias);
			if (document.errors.length === 0 && alias.resolve(document) === void 0) errors.push(unknownAlias(alias.source, startOf(alias) ?? 0));
		}
	});
	const problems = errors.map(({ offset, ...problem }) => ({
		...problem,
		place: placeAt(offset)
	}));
	if (problems.length > 0) throw new Failure("usage", problems);
	const value = toData(document, placeAt(firstAlias ?? 0));
	const places = /* @__PURE__ */ new Map();
	const locate = (path) => {
		const place = placeAt(offsetOf(document, path));
		return path.length === 0 ? place : {
			...place,
			path: formatPath(path)
		};
	};
	return {
		file,
		value,
		has: (path) => hasIn(value, path),
		locate(path) {
			const key = path.join("\0");
			const place = places.get(key) ?? locate(path);
			places.set(key, place);
			return place;
		}
	};
}
/** Reads a manifest for the places in it; undefined if it cannot be read or parsed. */
async function readDocument(file) {
	try {
		return parseManifestText(String(await readPlainFile(file)), file);
	} catch {
		return;
	}
}
/** True if `<<` can merge a value: a map, a list of maps, or an alias of one. */
function areMaps(value, document) {
	const node = (0, import_dist.isAlias)(value) ? value.resolve(document) : value;
	if ((0, import_dist.isSeq)(node)) return node.items.every((item) => (0, import_dist.isMap)((0, import_dist.isAlias)(item) ? item.resolve(document) : item));
	return (0, import_dist.isMap)(node) || (0, import_dist.isAlias)(value) && node === void 0;
}
function isMergeKey(value) {
	return value === "<<" || typeof value === "symbol" && value.description === "<<";
}
function toData(document, place) {
	try {
		return document.toJS({ maxAliasCount: 100 });
	} catch (error) {
		const message = messageOf(error);
		throw new Failure("usage", {
			message: `cannot read the YAML: ${message}`,
			place
		});
	}
}
/** Follows the part of the path that exists. A map entry is located at its key. */
function offsetOf(document, path) {
	let node = document.contents;
	let offset = startOf(node) ?? 0;
	for (const key of path) {
		if ((0, import_dist.isAlias)(node)) node = node.resolve(document);
		if ((0, import_dist.isMap)(node)) {
			const pair = node.items.find((item) => keyText(item.key) === String(key));
			if (!(0, import_dist.isPair)(pair)) break;
			offset = startOf(pair.key) ?? offset;
			node = pair.value;
		} else if ((0, import_dist.isSeq)(node)) {
			node = node.items[Number(key)];
			offset = startOf(node) ?? offset;
		} else break;
	}
	return offset;
}
/** True if the data, with aliases and merge keys resolved, has a value at the path. */
function hasIn(value, [first, ...rest]) {
	if (first === void 0) return value !== void 0;
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return false;
	return hasIn(Reflect.get(value, first), rest);
}
function keyText(key) {
	return String((0, import_dist.isScalar)(key) ? key.value : key);
}
function startOf(node) {
	return (0, import_dist.isNode)(node) ? node.range?.[0] : void 0;
}
// src/compile/cubin/ptx.ts
/** The name of a target's PTX, which is not that of its cubins. */
function ptxName({ arch }) {
	return `compute_${arch}`;
}
/** Returns what manifest.json says about PTX. */
function ptxFacts(text, target) {
	return {
		target: ptxName(target),
		version: readPtx(text).version
	};
}
/** Checks PTX of one kernel for one target, by its cubin's parameters. Returns what is wrong. */
function checkPtx(text, expected) {
	const { version, target, kernels } = readPtx(text);
	if (version === "") return ["the PTX does not begin as PTX does"];
	const problems = [];
	if (target !== expected.target.name) problems.push(`the PTX is for ${target}, not for ${expected.target.name}`);
	const [kernel, ...others] = kernels;
	if (kernel?.name !== expected.kernel || others.length > 0) {
		const names = kernels.map(({ name }) => name).join(", ") || "no kernel";
		problems.push(`the PTX should contain only the kernel ${expected.kernel}, but contains ${names}`);
		return problems;
	}
	const sizes = expected.parameters.map(({ size }) => size).join(", ");
	const own = kernel.sizes.join(", ");
	if (own !== sizes) problems.push(`the parameters of the PTX have ${own || "no"} bytes, those of the cubin ${sizes}`);
	return problems;
}
/** The first directives, after comments. Source: PTX ISA, "PTX Module Directives". */
const HEAD$1 = /^(?:\/\/.*\n|\s)*\.version (\d+\.\d+)\n\.target (\w+)/;
/** A kernel and its parameters, of which no more fit. */
const ENTRY = /^\.visible \.entry ([\w$]+)\(([^)]{0,20000})\)/gm;
const PARAMETER = /^\.param .*\.[subf](\d+)\b[^[]*(?:\[(\d+)\])?$/;
function readPtx(text) {
	const [, version = "", target = ""] = HEAD$1.exec(text) ?? [];
	return {
		version,
		target,
		kernels: [...text.matchAll(ENTRY)].map(([, name = "", list = ""]) => ({
			name,
			sizes: list.split(",").map((each) => each.trim()).filter((each) => each !== "").map((each) => {
				const [, bits, count = "1"] = PARAMETER.exec(each) ?? [];
				return Number(bits) / 8 * Number(count);
			})
		}))
	};
}
// src/manifest/terms/target.ts
/**
* The architectures that Triton's NVIDIA backend compiles for.
* Source of the versions: compiled with each; see docs/background/triton.md. Source of the others:
* CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", and
* `cuda::arch_traits` of CCCL 3.2 (`max_shared_memory_per_block_optin`,
* `max_warps_per_multiprocessor`, `max_blocks_per_multiprocessor`,
* `max_shared_memory_per_multiprocessor`).
*/
const ARCHITECTURES = /* @__PURE__ */ new Map([
	[75, {
		since: "3.6.0",
		sharedKib: 64,
		sm: {
			warps: 32,
			blocks: 16,
			sharedKib: 64
		}
	}],
	[80, {
		since: "3.6.0",
		sharedKib: 163,
		sm: {
			warps: 64,
			blocks: 32,
			sharedKib: 164
		}
	}],
	[86, {
		since: "3.6.0",
		sharedKib: 99,
		sm: {
			warps: 48,
			blocks: 16,
			sharedKib: 100
		}
	}],
	[87, {
		since: "3.6.0",
		sharedKib: 163,
		sm: {
			warps: 48,
			blocks: 16,
			sharedKib: 164
		}
	}],
	[89, {
		since: "3.6.0",
		sharedKib: 99,
		sm: {
			warps: 48,
			blocks: 24,
			sharedKib: 100
		}
	}],
	[90, {
		since: "3.6.0",
		sharedKib: 227,
		sm: {
			warps: 64,
			blocks: 32,
			sharedKib: 228
		}
	}],
	[100, {
		since: "3.6.0",
		sharedKib: 227,
		sm: {
			warps: 64,
			blocks: 32,
			sharedKib: 228
		}
	}],
	[103, {
		since: "3.6.0",
		sharedKib: 227,
		sm: {
			warps: 64,
			blocks: 32,
			sharedKib: 228
		}
	}],
	[110, {
		since: "3.8.0",
		sharedKib: 227,
		sm: {
			warps: 48,
			blocks: 24,
			sharedKib: 228
		}
	}],
	[120, {
		since: "3.6.0",
		sharedKib: 99,
		sm: {
			warps: 48,
			blocks: 24,
			sharedKib: 100
		}
	}],
	[121, {
		since: "3.6.0",
		sharedKib: 99,
		sm: {
			warps: 48,
			blocks: 24,
			sharedKib: 100
		}
	}]
]);
/** Every target name a manifest may use. */
const TARGET_NAMES = [...ARCHITECTURES.keys()].map((arch) => `sm_${arch}`);
/** Parses `sm_90` or `cuda:90`; undefined if Triton does not compile for it. */
function parseTarget(text) {
	const digits = /^(?:sm_|cuda:)(\d{2,3})$/.exec(text)?.[1];
	const arch = Number(digits);
	return digits !== void 0 && ARCHITECTURES.has(arch) ? {
		backend: "cuda",
		arch,
		name: `sm_${digits}`
	} : void 0;
}
/** Returns the name of the target that `sm90`, `sm_90a`, `9.0` or `compute_90` most likely means. */
function likelyTarget(text) {
	const digits = /^\D*(\d{1,2})\.?(\d)[a-z]?$/i.exec(text.trim())?.slice(1).join("");
	return TARGET_NAMES.find((name) => name === `sm_${digits}`);
}
/** Returns the first supported Triton version that compiles for the target. */
function firstTritonFor(target) {
	return ARCHITECTURES.get(target.arch)?.since ?? "";
}
/**
* Returns the compute capabilities a cubin runs on. Up to 8.9, a cubin runs on its major version
* from its minor version upwards. From 9.0 on, Triton compiles architecture-specific code (sm_90a,
* \u2026), which runs on one only.
* Source: CUDA C++ Programming Guide, "Compute capabilities" and "Feature-specific compilation
* targets".
*/
function minorRange(target) {
	const major = Math.floor(target.arch / 10);
	const from = target.arch % 10;
	return {
		major,
		from,
		to: target.arch >= 90 ? from : 9
	};
}
/** Reads a compute capability such as `9.0`. */
function parseCapability(text) {
	const [major = 0, minor = 0] = text.split(".").map(Number);
	return {
		major,
		minor
	};
}
/** The compute capability that a target is compiled for. */
function capabilityOf({ arch }) {
	return {
		major: Math.floor(arch / 10),
		minor: arch % 10
	};
}
/** True if a device of this compute capability runs code compiled for the target. */
function runsOn(target, { major, minor }) {
	const range = minorRange(target);
	return range.major === major && range.from <= minor && minor <= range.to;
}
/**
* The target whose PTX drivers compile for GPUs that no cubin is for: the oldest one. Undefined if
* there is none: Triton's PTX for sm_90 and later is architecture-specific (sm_90a, \u2026), and runs
* where the cubin does.
* Source: CUDA C++ Programming Guide, "Feature-specific compilation targets"; `sm_arch_from_capability`
* of Triton 3.6.0 to 3.9.0.
*/
function ptxTargetOf(targets) {
	return targets.filter(({ arch }) => arch < 90).toSorted((a, b) => a.arch - b.arch)[0];
}
/** True if a driver can compile PTX of a target for a device of this compute capability. */
function ptxRunsOn({ arch }, { major, minor }) {
	return 10 * major + minor >= arch;
}
/**
* Returns the limits of launches. The generated launcher asks for the shared memory, and for
* clusters of more than 8 blocks, which not every GPU has.
* Source of the tensor memory: PTX ISA, "tcgen05.alloc", and the check that Triton's JIT makes. Source
* of the others: as above; threads, registers and clusters are the same wherever there are any.
*/
function launchLimits({ arch }) {
	return {
		sharedBytes: (ARCHITECTURES.get(arch)?.sharedKib ?? 0) * 1024,
		tensorColumns: 512,
		threads: 1024,
		registers: 65536,
		clusterBlocks: arch >= 90 ? 16 : 1
	};
}
/**
* Returns what blocks share on one multiprocessor of a target's own GPUs.
* Source: as above; of the unit `cudaOccSMemAllocationGranularity` in the CUDA toolkit's
* cuda_occupancy.h.
*/
function multiprocessorOf(target) {
	const { warps = 0, blocks = 0, sharedKib = 0 } = ARCHITECTURES.get(target.arch)?.sm ?? {};
	const { registers, tensorColumns } = launchLimits(target);
	return {
		warps,
		blocks,
		registers,
		sharedBytes: sharedKib * 1024,
		reservedSharedBytes: target.arch >= 80 ? 1024 : 0,
		sharedUnit: target.arch >= 80 ? 128 : 256,
		tensorColumns
	};
}
/** Parses target names. Duplicates are problems. */
function readTargets(names, problems) {
	return names.flatMap((name, index) => {
		const target = parseTarget(name);
		if (target === void 0) {
			const likely = likelyTarget(name);
			const advice = likely === void 0 ? `expected one of ${TARGET_NAMES.join(", ")}` : `did you mean \`${likely}\`?`;
			problems.at(index).add(`unsupported target \`${name}\`; ${advice}`);
			return [];
		}
		if (names.findIndex((other) => parseTarget(other)?.name === target.name) < index) {
			problems.at(index).add(`duplicate target ${target.name}`);
			return [];
		}
		return [target];
	});
}
/** Parses the targets of a kernel, which must be among the manifest's own if it has some. */
function readKernelTargets(names, own, problems) {
	const targets = readTargets(names, problems);
	if (own === void 0) return targets;
	const ownNames = own.map(({ name }) => name);
	for (const { name } of targets) {
		if (ownNames.includes(name)) continue;
		const index = names.findIndex((each) => parseTarget(each)?.name === name);
		problems.at(index).add(`target ${name} is not in the manifest's \`targets\` (${ownNames.join(", ")})`, "Add it there or remove it here: a kernel can only leave out targets of the manifest.");
	}
	return targets;
}
// src/manifest/values/elements.ts
/**
* The memory formats of the element types, little-endian.
* Sources: IEEE 754; OCP 8-bit Floating Point Specification (fp8e5, fp8e4nv); Triton's conversions
* for fp8e4b8, fp8e5b16 (no infinities, no minus zero) and fp8e4b15.
*/
const FORMATS = {
	i1: {
		kind: "integer",
		bytes: 1,
		npy: "|b1"
	},
	u1: {
		kind: "integer",
		bytes: 1,
		npy: "|b1"
	},
	i8: {
		kind: "integer",
		bytes: 1,
		npy: "|i1"
	},
	i16: {
		kind: "integer",
		bytes: 2,
		npy: "<i2"
	},
	i32: {
		kind: "integer",
		bytes: 4,
		npy: "<i4"
	},
	i64: {
		kind: "integer",
		bytes: 8,
		npy: "<i8"
	},
	u8: {
		kind: "integer",
		bytes: 1,
		npy: "|u1"
	},
	u16: {
		kind: "integer",
		bytes: 2,
		npy: "<u2"
	},
	u32: {
		kind: "integer",
		bytes: 4,
		npy: "<u4"
	},
	u64: {
		kind: "integer",
		bytes: 8,
		npy: "<u8"
	},
	fp64: {
		kind: "float64",
		bytes: 8,
		npy: "<f8"
	},
	fp32: {
		kind: "float32",
		bytes: 4,
		npy: "<f4"
	},
	f32: {
		kind: "float32",
		bytes: 4,
		npy: "<f4"
	},
	fp16: small(2, "<f2", 10, 15, 31743, 31744, 32256),
	bf16: small(2, "<u2", 7, 127, 32639, 32640, 32704),
	fp8e5: small(1, "|u1", 2, 15, 123, 124, 126),
	fp8e4nv: small(1, "|u1", 3, 7, 126, 126, 127),
	fp8e4b15: small(1, "|u1", 3, 15, 126, 126, 127),
	fp8e4b8: small(1, "|u1", 3, 8, 127, 127, 128),
	fp8e5b16: small(1, "|u1", 2, 16, 127, 127, 128)
};
function small(bytes, npy, mantissa, bias, largest, overflow, nan) {
	return {
		kind: "small",
		bytes,
		npy,
		mantissa,
		bias,
		largest,
		overflow,
		nan
	};
}
/** Parses the name of an element type in a package. */
function elementType(text) {
	if (!Object.hasOwn(FORMATS, text)) throw new Error(`unknown element type \`${text}\``);
	return text;
}
/** Returns the size of an element in bytes. */
function bytesOf(element) {
	return FORMATS[element].bytes;
}
/** Returns the type in a .npy file. Types NumPy lacks are unsigned integers of the same size. */
function npyTypeOf(element) {
	return FORMATS[element].npy;
}
function isFloat(element) {
	return FORMATS[element].kind !== "integer";
}
/**
* Encodes numbers. Floats are rounded to nearest even (first to fp32 if the type is smaller),
* integers are taken modulo 2^bits.
*/
function encodeElements(element, values) {
	const format = FORMATS[element];
	switch (format.kind) {
		case "float64": return bytesIn(values.slice());
		case "float32": return bytesIn(new Float32Array(values));
		case "small": return encodeSmall(format, values);
		case "integer": return format.npy === "|b1" ? Uint8Array.from(values, (value) => value === 0 ? 0 : 1) : encodeIntegers(format.bytes, values);
	}
}
/** Decodes elements of a float type. */
function decodeFloats(element, bytes) {
	const format = FORMATS[element];
	const { buffer, byteOffset } = aligned(bytes, format.bytes);
	const length = Math.floor(bytes.length / format.bytes);
	switch (format.kind) {
		case "float64": return new Float64Array(buffer, byteOffset, length).slice();
		case "float32": return new Float64Array(new Float32Array(buffer, byteOffset, length));
		case "small": {
			const codes = new (format.bytes === 1 ? Uint8Array : Uint16Array)(buffer, byteOffset, length);
			const table = tableOf$1(format);
			const values = new Float64Array(length);
			for (let i = 0; i < length; i++) values[i] = table[codes[i]];
			return values;
		}
		case "integer": throw new Error(`${element} is not a float type`);
	}
}
/** Returns bytes with the same content that a view of elements of `size` bytes can be made of. */
function aligned(bytes, size) {
	return bytes.byteOffset % size === 0 ? bytes : bytes.slice();
}
function encodeIntegers(bytes, values) {
	if (bytes === 1) return new Uint8Array(values);
	if (bytes === 2) return bytesIn(new Uint16Array(values));
	if (bytes === 4) return bytesIn(new Uint32Array(values));
	const halves = new Uint32Array(values.length * 2);
	for (let i = 0; i < values.length; i++) {
		const value = values[i];
		halves[2 * i] = value;
		halves[2 * i + 1] = Math.floor(value / 2 ** 32);
	}
	return bytesIn(halves);
}
const floatScratch = /* @__PURE__ */ new Float32Array(1);
const bitScratch = new Uint32Array(floatScratch.buffer);
function encodeSmall(format, values) {
	const { bytes, mantissa, bias, largest, overflow, nan } = format;
	const bits = new Uint32Array(new Float32Array(values).buffer);
	const codes = bytes === 1 ? new Uint8Array(bits.length) : new Uint16Array(bits.length);
	const signBit = 1 << 8 * bytes - 1;
	const shift = 23 - mantissa;
	const belowHalf = (1 << shift - 1) - 1;
	const rebias = 127 - bias << mantissa;
	const smallestNormal = 128 - bias << 23;
	const rounder = 2 ** (24 - bias - mantissa);
	const rounderBits = bitsOf(rounder);
	for (let i = 0; i < bits.length; i++) {
		const word = bits[i];
		const size = word & 2147483647;
		if (size > 2139095040) {
			codes[i] = nan;
			continue;
		}
		let code;
		if (size < smallestNormal) {
			bitScratch[0] = size;
			code = bitsOf(floatScratch[0] + rounder) - rounderBits;
		} else {
			code = (size + belowHalf + (size >>> shift & 1) >>> shift) - rebias;
			if (code > largest) code = overflow;
		}
		const isNegative = word >>> 31 === 1 && (code !== 0 || nan !== signBit);
		codes[i] = isNegative ? code | signBit : code;
	}
	return bytesIn(codes);
}
function bitsOf(value) {
	floatScratch[0] = value;
	return bitScratch[0];
}
const tables = /* @__PURE__ */ new Map();
/** Returns the number for each code. */
function tableOf$1(format) {
	const known = tables.get(format);
	if (known !== void 0) return known;
	const signBit = 1 << 8 * format.bytes - 1;
	const table = new Float64Array(2 * signBit);
	for (let code = 0; code < signBit; code++) {
		table[code] = decodeOne(format, code);
		table[code | signBit] = -table[code];
	}
	if (format.nan === signBit) table[signBit] = NaN;
	tables.set(format, table);
	return table;
}
function decodeOne({ mantissa, bias, largest, overflow }, code) {
	if (code > largest) return code === overflow ? Infinity : NaN;
	const exponent = code >>> mantissa;
	const fraction = code & (1 << mantissa) - 1;
	return exponent === 0 ? fraction * 2 ** (1 - bias - mantissa) : (fraction + (1 << mantissa)) * 2 ** (exponent - bias - mantissa);
}
function bytesIn(values) {
	return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
// src/prove/harness/needs.ts
/** Bytes for the driver's contexts on a large GPU, and for cubins. */
const OVERHEAD = 600 * (1 << 20);
/** Returns what calls of kernels need; `bytes` are those of the buffers at any one time. */
function deviceNeeds(ptxas, kernels, bytes) {
	const targets = new Map(kernels.flatMap(targetsOf).map((target) => [target.name, target]));
	const ptx = new Map(kernels.flatMap(ptxOf).map((each) => [`${each.target.name} ${each.version}`, each]));
	return {
		targets: [...targets.values()],
		ptx: [...ptx.values()],
		ptxas,
		memory: bytes + OVERHEAD
	};
}
/** Returns the targets of a kernel's cubins. */
function targetsOf(kernel) {
	return [...new Set(kernel.variants.map(({ target }) => target))].flatMap((name) => parseTarget(name) ?? []);
}
/** Returns the PTX of a kernel's variants. */
function ptxOf({ variants }) {
	return variants.flatMap(({ target: name, ptx }) => {
		const target = parseTarget(name);
		return ptx === void 0 || target === void 0 ? [] : [{
			target,
			version: ptx.version
		}];
	});
}
/** Returns the PTX that a driver compiles for a device that no cubin is for; undefined if there is none. */
function ptxFor(ptx, capability) {
	return ptx.find(({ target }) => ptxRunsOn(target, capability));
}
/** True if a device has code for any variant of a kernel. */
function hasCodeFor(kernel, capability) {
	return targetFor(targetsOf(kernel), capability) !== void 0 || ptxFor(ptxOf(kernel), capability) !== void 0;
}
/**
* The target whose cubin a device loads: of those that run on it, the one with the highest minor
* version.
*/
function targetFor(targets, capability) {
	return targets.filter((target) => runsOn(target, capability)).toSorted((a, b) => b.arch - a.arch)[0];
}
/**
* Returns the code that a device loads for a config and specialisation: a cubin, else PTX;
* undefined if there is neither.
*/
function codeOfRun(kernel, run, capability) {
	const variants = kernel.variants.filter(({ algo, specialisation }) => algo === run.algo && specialisation === run.specialisation);
	const own = {
		...kernel,
		variants
	};
	const cubin = targetFor(targetsOf(own), capability);
	if (cubin !== void 0) return {
		target: cubin,
		name: cubin.name
	};
	const ptx = ptxFor(ptxOf(own), capability);
	return ptx && {
		target: ptx.target,
		name: ptxName(ptx.target)
	};
}
/** Bytes of the guards before and after each buffer. */
const GUARDS = 131072;
/** Bytes of GPU memory for the buffers of a case. */
function caseBytes({ buffers }) {
	return Object.values(buffers).map((buffer) => buffer === null ? 0 : bufferBytes(buffer)).reduce((sum, size) => sum + size, 0);
}
/** The most bytes that a buffer starts after an aligned address. */
const MOST_OFFSET = 16;
function bufferBytes({ length, element }) {
	return length * bytesOf(elementType(element)) + MOST_OFFSET + GUARDS;
}
// src/prove/harness/choose-gpu.ts
/** Percent of utilisation below which a GPU counts as idle. */
const IDLE = 10;
/**
* Returns the usable GPUs: idle ones first, then by free memory. The needed memory is checked
* later, with `memoryShortage`, when a GPU is locked: until then another run may use it.
*/
function chooseDevices(probed, needs, wanted) {
	const named = probed.devices.filter((device) => isWanted(device, wanted));
	if (named.length === 0) return refuse(noSuchDevice(probed.devices, wanted ?? ""));
	const withCubin = named.filter((device) => targetFor(needs.targets, device) !== void 0);
	const withPtx = named.filter((device) => ptxFor(needs.ptx, device) !== void 0);
	const fitting = withCubin.length > 0 ? withCubin : withPtx;
	if (fitting.length === 0) return refuse(noCubin(named, needs));
	const supported = fitting.filter((device) => probed.driver >= oldestDriver(device, needs));
	const [first] = fitting;
	if (supported.length === 0 && first !== void 0) {
		const what = withCubin.length > 0 ? "cubins need" : "PTX needs";
		return refuse(oldDriver(probed.driver, oldestDriver(first, needs), what));
	}
	return {
		candidates: supported.toSorted(byIdleness),
		problems: []
	};
}
/**
* Returns the problem that a GPU has too little free memory; undefined if it has enough, or if that is
* unknown.
*/
function memoryShortage(device, needs) {
	if (device.memoryFree === null || device.memoryFree >= needs.memory) return void 0;
	return {
		message: `not enough free memory on ${deviceText(device)}: ${mebibytes(device.memoryFree)} of ${mebibytes(device.memoryTotal)} are free, ${mebibytes(needs.memory)} are needed`,
		hint: "Find the programs that use it with `nvidia-smi`, choose another GPU with --device, or make the cases smaller."
	};
}
/** `NVIDIA H100 80GB HBM3 (GPU 0, compute capability 9.0)`. */
function deviceText({ name, ordinal, major, minor }) {
	return `${name} (GPU ${ordinal}, compute capability ${major}.${minor})`;
}
/** Formats 13000 as `13.0`. */
function cudaVersion(version) {
	return `${Math.floor(version / 1e3)}.${Math.floor(version % 1e3 / 10)}`;
}
function isWanted({ ordinal, uuid }, wanted) {
	if (wanted === void 0) return true;
	return /^\d+$/.test(wanted) ? ordinal === Number(wanted) : uuid.startsWith(wanted);
}
function byIdleness(a, b) {
	return Number(isBusy(a)) - Number(isBusy(b)) || (b.memoryFree ?? b.memoryTotal) - (a.memoryFree ?? a.memoryTotal) || a.ordinal - b.ordinal;
}
function isBusy({ utilisation }) {
	return (utilisation ?? 0) >= IDLE;
}
/**
* The first CUDA version whose driver supports an architecture. Source: the release notes of CUDA
* 12.8, 12.9 and 13.0.
*/
const FIRST_VERSIONS = /* @__PURE__ */ new Map([
	[100, 12080],
	[120, 12080],
	[103, 12090],
	[121, 12090],
	[110, 13e3]
]);
/** The first version with context-independent loading, which every package uses. */
const OLDEST = 12e3;
/**
* The oldest CUDA version whose driver can load the cubins for a device. A driver loads cubins of
* newer assemblers of the same major version (minor version compatibility). If the package's
* assemblers have two major versions, the lower one counts.
*/
function oldestDriver(device, { targets, ptx, ptxas }) {
	const target = targetFor(targets, device);
	const compiled = target === void 0 ? ptxFor(ptx, device) : void 0;
	if (compiled !== void 0) return Math.max(OLDEST, driverForPtx(compiled.version));
	const majors = ptxas.map((version) => Number(version.split(".")[0])).filter(Number.isFinite);
	const major = majors.length === 0 ? 0 : Math.min(...majors);
	const arch = target?.arch ?? 0;
	return Math.max(OLDEST, FIRST_VERSIONS.get(arch) ?? 0, major * 1e3);
}
/**
* The oldest CUDA version whose driver compiles a version of PTX. Source: PTX ISA, "Release Notes":
* 8.0 to 8.5 came with CUDA 12.0 to 12.5, 8.6 with 12.7, 8.7 and 8.8 with 12.8 and 12.9, 9.0 with 13.0.
*/
function driverForPtx(version) {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	return (major + 4) * 1e3 + (minor + (major === 8 && minor > 5 ? 1 : 0)) * 10;
}
function refuse(problem) {
	return {
		candidates: [],
		problems: [problem]
	};
}
function noSuchDevice(devices, wanted) {
	return {
		message: `GPU ${wanted} not found`,
		hint: `The GPUs of this machine: ${devices.map((device) => `${deviceText(device)} ${device.uuid}`).join(", ")}.`
	};
}
function noCubin(devices, { targets, ptx }) {
	const older = ptx.map(({ target }) => `PTX of ${target.name} for later GPUs`);
	const has = [...targets.map(({ name }) => name), ...new Set(older)].join(", ");
	const [first] = devices;
	const target = `sm_${(first?.major ?? 0) * 10 + (first?.minor ?? 0)}`;
	return {
		message: `the package has no cubin for ${devices.map(deviceText).join(" or ")}, only for ${has || "no target"}`,
		hint: `Add ${target} to \`targets:\` in the manifest and build the package again, or use a GPU of these targets.`
	};
}
function oldDriver(driver, needed, what) {
	return {
		message: `the NVIDIA driver is too old: it supports CUDA ${cudaVersion(driver)}, the ${what} CUDA ${cudaVersion(needed)}`,
		hint: `Update the driver of this machine to one that supports CUDA ${cudaVersion(needed)} or later.`
	};
}
function mebibytes(bytes) {
	return `${Math.floor(bytes / (1 << 20))} MiB`;
}
/** Describes the first GPU of a lease. */
function describeDevice({ device, driver }) {
	const { name, uuid, major, minor, multiprocessors } = device;
	return {
		name,
		uuid,
		capability: `${major}.${minor}`,
		multiprocessors,
		driver: cudaVersion(driver)
	};
}
// src/prove/harness/run-program.ts
/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE$1 = 5e3;
/** Longer than any line of the protocol. */
const MAX_LINE = 1 << 20;
/**
* Runs a program that may hang, crash, flood its output or start processes that outlive it. Ends all
* of them. Rejects with the abort reason if the run is interrupted.
*/
async function runTestProgram(argv, options) {
	const group = startProcess(argv, options);
	const { child } = group;
	child.stdin.end();
	const printed = new OutputExcerpt();
	const watch = watchdog(group, options.limit);
	child.stderr.setEncoding("utf8").on("data", (text) => printed.append(text));
	const lines = lineReader((line) => {
		const rest = options.onLine === void 0 ? line : options.onLine(line);
		if (rest === void 0) watch.restart();
		else printed.append(`${rest}\n`);
	});
	child.stdout.setEncoding("utf8").on("data", lines.append);
	try {
		const exit = await waitForExit(group);
		options.signal.throwIfAborted();
		lines.end();
		return {
			...exit,
			isTimeout: watch.isTimeout(),
			printed: printed.text
		};
	} finally {
		watch.stop();
	}
}
/** The last lines of `printed` after a colon, for a message; empty if there are none. */
function lastLines(printed, count = 5) {
	const shown = printed.trim().split("\n").slice(-count).map((line) => line.length > 300 ? `${line.slice(0, 299)}\u2026` : line);
	return printed.trim() === "" ? "" : `:\n${shown.join("\n")}`;
}
/** Terminates the group (SIGTERM, then SIGKILL) after `limit` milliseconds without a restart. */
function watchdog(group, limit) {
	let isTimeout = false;
	let timer;
	const restart = () => {
		if (isTimeout) return;
		clearTimeout(timer);
		timer = setTimeout(() => {
			isTimeout = true;
			group.kill("SIGTERM");
			timer = setTimeout(() => group.kill(), GRACE$1);
		}, limit);
	};
	restart();
	return {
		restart,
		stop: () => clearTimeout(timer),
		isTimeout: () => isTimeout
	};
}
/** Splits text into lines. A line longer than `MAX_LINE` is passed on in pieces. */
function lineReader(onLine) {
	let open = "";
	return {
		append(text) {
			const lines = (open + text).split("\n");
			open = lines.pop() ?? "";
			for (const line of lines) onLine(line);
			if (open.length > MAX_LINE) {
				onLine(open);
				open = "";
			}
		},
		end: () => {
			if (open !== "") onLine(open);
			open = "";
		}
	};
}
const PROBLEM_KINDS = [
	"launch",
	"execution",
	"values",
	"not-a-number",
	"unwritten",
	"out-of-bounds",
	"gap",
	"input-changed",
	"not-repeatable",
	"check",
	"unsupported",
	"timeout",
	"crash"
];
// src/prove/harness/tools.ts
const INSTALL = "Install the compilers (Debian and Ubuntu: apt-get install -y gcc g++; Fedora and RHEL: dnf install -y gcc gcc-c++), or set CC and CXX.";
/**
* Returns the compilers that CC and CXX name, or the first common ones on PATH.
* @throws {Failure} `environment` if there are none.
*/
async function findCompilers(env) {
	const [c, cxx] = await Promise.all([find("CC", C_NAMES, env), find("CXX", [
		"c++",
		"g++",
		"clang++"
	], env)]);
	if (c !== void 0 && cxx !== void 0) return {
		c,
		cxx
	};
	const missing = [...c === void 0 ? ["C compiler (cc, gcc or clang)"] : [], ...cxx === void 0 ? ["C++ compiler (c++, g++ or clang++)"] : []];
	throw new Failure("environment", {
		message: `the kernels are called by a C++ program, but there is no ${missing.join(" and no ")} on PATH`,
		hint: INSTALL
	});
}
/**
* Returns the C compiler that CC names, or the first common one on PATH.
* @throws {Failure} `environment` if there is none.
*/
async function findCCompiler(env) {
	const c = await find("CC", C_NAMES, env);
	if (c !== void 0) return c;
	throw new Failure("environment", {
		message: `this needs a C compiler, but none is on PATH (${C_NAMES.join(", ")})`,
		hint: "Install one (Debian and Ubuntu: apt-get install -y gcc; Fedora and RHEL: dnf install -y gcc), or set CC."
	});
}
const C_NAMES = [
	"cc",
	"gcc",
	"clang"
];
async function find(variable, names, env) {
	const [named, ...args] = (env[variable] ?? "").split(" ").filter((word) => word !== "");
	if (named !== void 0) {
		const found = await findExecutable(named, env);
		if (found !== void 0) return [found, ...args];
		throw new Failure("environment", {
			message: `compiler not found: ${named} (from ${variable})`,
			hint: `Correct ${variable}, or unset it to use a compiler on PATH.`
		});
	}
	for (const name of names) {
		const found = await findExecutable(name, env);
		if (found !== void 0) return [found];
	}
}
/** The seconds that a compiler has for one file. The largest files of packages need a few. */
const COMPILER_LIMIT = 600;
/**
* Runs a compiler, whose arguments end with `-o FILE`. Its temporary files are beside that file, so
* that they are removed with it. Returns no problem on success, or one with the compiler's first
* errors, or one that says that it took too long.
*/
async function runCompiler({ argv, label }, context, seconds = COMPILER_LIMIT) {
	const output = argv.at(-1) ?? "";
	const env = {
		...compilerEnvironment(context.env),
		TMPDIR: dirname(output)
	};
	const limit = AbortSignal.timeout(seconds * 1e3);
	const signal = AbortSignal.any([context.signal, limit]);
	const result = await context.runTool(argv, {
		env,
		signal
	}).catch((error) => {
		if (context.signal.aborted || !limit.aborted) throw error;
	});
	if (result === void 0) return [{
		message: `${label}: ${argv[0]} was ended because it took longer than ${plural(seconds, "second")}`,
		hint: "Run the compiler by hand, or set CC and CXX to another one."
	}];
	if (result.code === 0 && existsSync(output)) return [];
	if (result.code === 0) return [{
		message: `${argv[0]} ended without an error, but did not write ${basename(output)}`,
		hint: "Set CC and CXX to compilers, or unset them to use those on PATH."
	}];
	return [compileProblem(label, `${argv[0]} ${describeExit(result)}`, result.stderr)];
}
const ERROR = /^(?<file>[^:\s][^:\n]*):(?<line>\d+):(?:(?<column>\d+):)? (?:fatal )?error: (?<message>.*)$/m;
/** Lines of a compiler's output in a message, and characters of each. */
const SHOWN_LINES = 10;
const SHOWN_COLUMNS = 300;
function compileProblem(label, exit, output) {
	const lines = output.split("\n").filter((line) => line.trim() !== "");
	const from = Math.max(0, lines.findIndex((line) => /error|undefined reference/i.test(line)));
	const hint = lines.slice(from, from + SHOWN_LINES).map((line) => line.slice(0, SHOWN_COLUMNS)).join("\n");
	const found = ERROR.exec(output)?.groups;
	if (found === void 0) return {
		message: `${label} does not compile: ${exit}`,
		hint
	};
	const { file = "", line, column, message } = found;
	const place = {
		file,
		line: Number(line),
		...column !== void 0 && { column: Number(column) }
	};
	return {
		message: `${label} does not compile: ${message}`,
		place,
		hint
	};
}
/** The first version with context-independent loading, which every package uses. */
const OLDEST_CUDA = 12e3;
/**
* Returns the folder of the machine's cuda.h; undefined if compilers find it without. If the
* machine has none that is new enough (a driver is installed without cuda.h), returns the folder of
* a small one that is part of this program.
*/
async function findCudaHeader(env, toolkits = ["/usr/local/cuda"]) {
	const named = [env["CUDA_HOME"], env["CUDA_PATH"]].filter((folder) => folder !== void 0);
	for (const toolkit of [...named, ...toolkits]) {
		const folder = join(toolkit, "include");
		if (toolkit !== "" && await isRecent(join(folder, "cuda.h"))) return folder;
	}
	return await isRecent("/usr/include/cuda.h") ? void 0 : join(HARNESS_FOLDER, "cuda");
}
async function isRecent(file) {
	const text = await readFile(file, "utf8").catch(() => "");
	return Number(/^[ \t]*#[ \t]*define[ \t]+CUDA_VERSION[ \t]+(\d+)/m.exec(text)?.[1] ?? 0) >= OLDEST_CUDA;
}
const COMMON = [
	"PATH",
	"HOME",
	"TMPDIR",
	"LD_LIBRARY_PATH"
];
const COMPILER = [
	"CPATH",
	"C_INCLUDE_PATH",
	"CPLUS_INCLUDE_PATH",
	"LIBRARY_PATH"
];
/** The addresses of CUDA's multi-process service, which programs need to share a GPU. */
const DRIVER = ["CUDA_MPS_PIPE_DIRECTORY", "CUDA_MPS_LOG_DIRECTORY"];
/** The environment of compilers and linkers. Their messages are in English. */
function compilerEnvironment(env) {
	return {
		...pick(env, [...COMMON, ...COMPILER]),
		LC_ALL: "C"
	};
}
/** The environment of the probe, which sees the GPUs that CUDA_VISIBLE_DEVICES allows. */
function probeEnvironment(env) {
	return {
		...pick(env, [
			...COMMON,
			...DRIVER,
			"CUDA_VISIBLE_DEVICES"
		]),
		...ORDER
	};
}
/** The environment of a test, which sees only the given GPUs. It contains no secrets. */
function testEnvironment(env, uuids) {
	return {
		...pick(env, [
			...COMMON,
			...DRIVER,
			"LANG"
		]),
		...ORDER,
		CUDA_VISIBLE_DEVICES: uuids.join(",")
	};
}
/** The same numbers for GPUs as nvidia-smi shows. */
const ORDER = { CUDA_DEVICE_ORDER: "PCI_BUS_ID" };
function pick(env, names) {
	return Object.fromEntries(names.flatMap((name) => {
		const value = env[name];
		return value === void 0 ? [] : [[name, value]];
	}));
}
// src/prove/harness/probe.ts
/** The source of the program that lists and locks the GPUs. It is not part of the harness. */
const PROBE_SOURCE = join(HARNESS_FOLDER, "probe.cpp");
const deviceSchema$2 = object({
	ordinal: number(),
	name: string(),
	uuid: string(),
	major: number(),
	minor: number(),
	multiprocessors: number(),
	memoryTotal: number(),
	memoryFree: number().nullable(),
	/** Percent of the last sample period in which a kernel ran. */
	utilisation: number().nullable()
});
const answerSchema$3 = union([object({
	problem: _enum([
		"no-driver",
		"init",
		"no-device"
	]),
	message: string()
}), object({
	driver: number(),
	devices: array(deviceSchema$2)
})]);
/** Milliseconds after which a driver that does not list its devices is considered to hang. */
const LIMIT$1 = 6e4;
/** Compiles the program that lists and locks the GPUs. Returns its path. */
async function buildProbe(settings, context) {
	const { compilers, cudaInclude, folder } = settings;
	const program = join(folder, "probe");
	const flags = [
		"-std=c++17",
		"-O1",
		...cudaInclude === void 0 ? [] : [`-I${cudaInclude}`],
		`-I${HARNESS_FOLDER}`
	];
	const problems = await runCompiler({
		argv: [
			...compilers.cxx,
			...flags,
			PROBE_SOURCE,
			"-ldl",
			"-pthread",
			"-o",
			program
		],
		label: "probe.cpp",
		blame: "environment"
	}, context);
	if (problems.length > 0) throw new Failure("environment", problems);
	return program;
}
/** Lists the driver's devices, in a separate process: a broken driver may hang or crash. */
async function probeDevices(probe, context) {
	let answer;
	const exit = await runTestProgram([probe, "devices"], {
		env: probeEnvironment(context.env),
		signal: context.signal,
		limit: LIMIT$1,
		onLine: (line) => {
			answer ??= answerSchema$3.safeParse(tryParseJson(line)).data;
			return answer === void 0 ? line : void 0;
		}
	});
	if (answer === void 0) return {
		kind: "none",
		problem: {
			message: `cannot list the GPUs: the probe ${exit.isTimeout ? `did not finish in ${LIMIT$1 / 1e3} s` : describeExit(exit)}${lastLines(exit.printed)}`,
			hint: REBOOT
		}
	};
	if ("devices" in answer && answer.devices.length > 0) return {
		kind: "devices",
		...answer
	};
	const { problem, message } = "problem" in answer ? answer : {
		problem: "no-device",
		message: ""
	};
	return {
		kind: "none",
		problem: explain$1(problem, message, context.env)
	};
}
const CONTAINER = "In a container, start it with --gpus all (NVIDIA container toolkit). In Kubernetes, request nvidia.com/gpu.";
const REBOOT = "Check that `nvidia-smi` works. If the driver was just updated, reboot or reload its kernel modules.";
/** The causes and remedies of driver errors. Source: CUDA Driver API, CUresult. */
const REMEDIES$1 = {
	CUDA_ERROR_NOT_INITIALIZED: `The driver's kernel module is not loaded or not accessible. ${REBOOT}`,
	CUDA_ERROR_OUT_OF_MEMORY: "The machine or its GPU has no free memory.",
	CUDA_ERROR_STUB_LIBRARY: "The toolkit's stub of libcuda was loaded instead of the driver. Remove its `stubs` folder from LD_LIBRARY_PATH.",
	CUDA_ERROR_DEVICE_UNAVAILABLE: "The GPU is in exclusive or prohibited compute mode, and another process uses it. Check with `nvidia-smi -q -d COMPUTE`.",
	CUDA_ERROR_SYSTEM_NOT_READY: "The fabric manager is not running. Start the one of the same version as the driver: systemctl start nvidia-fabricmanager.",
	CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: `libcuda and the kernel module have different versions. ${REBOOT} Restart the container, if this is one.`,
	CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: "A forward-compatibility libcuda (cuda-compat) was loaded, but this GPU does not support it. Remove it from LD_LIBRARY_PATH, or update the driver.",
	CUDA_ERROR_UNKNOWN: `${REBOOT} In a container, /dev/nvidia* might not be accessible: restart it.`
};
function explain$1(problem, message, env) {
	const detail = message === "" ? "" : ` (${message})`;
	switch (problem) {
		case "no-driver": return {
			message: `there is no CUDA driver: libcuda.so.1 not found${detail}`,
			hint: `Use a machine with an NVIDIA GPU and its driver. ${CONTAINER}`
		};
		case "no-device": {
			const visible = env["CUDA_VISIBLE_DEVICES"];
			const hint = visible === void 0 ? `Check that \`nvidia-smi -L\` lists a GPU. ${CONTAINER}` : `CUDA_VISIBLE_DEVICES is "${visible}", which hides all GPUs. Unset it, or set it to GPUs that exist.`;
			return {
				message: `the CUDA driver found no GPU${detail}`,
				hint
			};
		}
		case "init": {
			const name = /CUDA_ERROR_\w+/.exec(message)?.[0] ?? "";
			return {
				message: `the CUDA driver cannot be initialised: ${message}`,
				hint: REMEDIES$1[name] ?? REBOOT
			};
		}
	}
}
// src/prove/harness/lease.ts
/** Milliseconds between two attempts, and between two log messages. */
const POLL = 1e3;
const REMINDER = 3e4;
/** Returns why this machine cannot run the kernels. Free memory and locks are checked later. */
async function deviceObstacles(probe, needs, device, context) {
	const probed = await probeDevices(probe, context);
	return probed.kind === "none" ? [probed.problem] : chooseDevices(probed, needs, device).problems;
}
/**
* Locks the best free GPU. Waits if all are locked.
* @throws {Failure} `no-gpu` if none is usable, or none becomes free in time.
*/
async function leaseDevice(probe, needs, settings, context) {
	const start = context.now();
	for (let logged = start;;) {
		const attempt = await leaseNow(probe, needs, settings, context);
		if ("release" in attempt) return attempt;
		if (!attempt.isBusy) throw new Failure("no-gpu", attempt.problems);
		const waited = context.now() - start;
		if (waited >= settings.wait * 1e3) throw busy(waited, attempt.problems);
		if (logged === start || context.now() - logged >= REMINDER) {
			context.log.info(`waiting for a GPU: other tests or measurements use all of them (${Math.round(waited / 1e3)} of ${settings.wait} s)`);
			logged = context.now();
		}
		await pause(Math.min(POLL, settings.wait * 1e3 - waited), context.signal);
	}
}
async function leaseNow(probe, needs, settings, context) {
	const probed = await probeDevices(probe, context);
	if (probed.kind === "none") return {
		isBusy: false,
		problems: [probed.problem]
	};
	const { candidates, problems } = chooseDevices(probed, needs, settings.device);
	const found = [...problems];
	let isBusy = false;
	for (const candidate of candidates) {
		const lock = await lockOf(probe, candidate, settings, context);
		if (lock === void 0) {
			isBusy = true;
			continue;
		}
		const device = await probeAgain(probe, candidate, context);
		const shortage = memoryShortage(device, needs);
		if (shortage === void 0) {
			const others = settings.wantsSecond ? probed.devices.filter(({ uuid }) => uuid !== device.uuid) : [];
			const second = await secondDevice(probe, device, others, needs, settings, context);
			return {
				device,
				driver: probed.driver,
				second: second?.device,
				note: settings.wantsSecond && second === void 0 ? whyAlone(device, others) : void 0,
				release: async () => {
					await Promise.all([lock.release(), second?.lock.release()]);
				}
			};
		}
		found.push(shortage);
		await lock.release();
	}
	return {
		isBusy,
		problems: found
	};
}
function lockOf(probe, { uuid }, { lockFolder }, context) {
	return tryLock(probe, join(lockFolder, `triton-aot-${uuid}.lock`), context);
}
async function probeAgain(probe, device, context) {
	const probed = await probeDevices(probe, context);
	return (probed.kind === "devices" ? probed.devices : []).find(({ uuid }) => uuid === device.uuid) ?? device;
}
async function secondDevice(probe, first, others, needs, settings, context) {
	for (const device of others) {
		if (!isAlike(device, first) || memoryShortage(device, needs) !== void 0) continue;
		const lock = await lockOf(probe, device, settings, context);
		if (lock !== void 0) return {
			device,
			lock
		};
	}
}
function isAlike(a, b) {
	return a.major === b.major && a.minor === b.minor;
}
function whyAlone(device, others) {
	const reason = others.some((other) => isAlike(other, device)) ? "the other GPUs of the same compute capability are not free" : `there is no other GPU of compute capability ${device.major}.${device.minor}`;
	return `calls on a second GPU beside ${deviceText(device)} were not tested: ${reason}`;
}
function busy(waited, problems) {
	const first = {
		message: `no GPU became free in ${Math.round(waited / 1e3)} s: other tests or measurements use all of them`,
		hint: "Wait longer with --wait, or run fewer tests at the same time on this machine."
	};
	return new Failure("no-gpu", [first, ...problems]);
}
async function pause(milliseconds, signal) {
	await setTimeout$1(milliseconds, void 0, { signal }).catch(() => signal.throwIfAborted());
}
const answerSchema$2 = object({ locked: boolean() });
/**
* Locks a file without waiting, and creates it if missing. Returns undefined if another process has
* locked it. Node.js cannot lock files, so a process of the probe holds the lock.
* @throws {Failure} `environment` if the file cannot be locked.
*/
async function tryLock(probe, file, context) {
	const env = probeEnvironment(context.env);
	const group = startProcess([
		probe,
		"lock",
		file
	], {
		env,
		signal: context.signal
	});
	const { child } = group;
	const closed = new Promise((resolve) => {
		child.once("close", () => resolve()).once("error", () => resolve());
	});
	let printed = "";
	child.stderr.setEncoding("utf8").on("data", (text) => printed += text);
	const line = await Promise.race([firstLine(child.stdout), closed]);
	const answer = answerSchema$2.safeParse(tryParseJson(line ?? "")).data;
	const end = async () => {
		group.kill();
		await closed;
	};
	if (answer?.locked === true) return { release: end };
	await end();
	context.signal.throwIfAborted();
	if (answer?.locked === false) return void 0;
	throw new Failure("environment", {
		message: `cannot lock a GPU: ${printed.trim() || line || "the probe printed nothing"}`,
		place: { file },
		hint: "Make sure that the folder is writable. If another user left the file there, remove it."
	});
}
async function firstLine(stream) {
	return new Promise((resolve) => {
		createInterface({ input: stream }).once("line", resolve);
	});
}
/**
* Returns the folder of the GPU locks. It must be the same for all jobs and users of the machine,
* so TMPDIR is not used. On machines whose jobs do not share /tmp, set TRITON_AOT_LOCKS.
*/
function deviceLockFolder(env) {
	return env["TRITON_AOT_LOCKS"] || "/tmp";
}
// src/package/layout.ts
const MANIFEST_FILE = "manifest.json";
/** The generator in manifest.json, which identifies packages of this program. */
const GENERATOR_NAME = "triton-aot";
const SUMS_FILE = "SHA256SUMS";
/** The software bill of materials, with licences: CycloneDX, as JSON. */
const SBOM_FILE = "sbom.cdx.json";
/** The file that records on which GPUs the package's kernels ran and passed. */
const EVIDENCE_FILE = "evidence.json";
/** The files of a report. They are in the folder of a package if the user asks for that. */
const REPORT_FILES = {
	json: "report.json",
	markdown: "report.md",
	html: "report.html"
};
/** Files that a package may contain although its checksums do not list them. */
const SIDE_FILES = [
	SUMS_FILE,
	EVIDENCE_FILE,
	...Object.values(REPORT_FILES)
];
// src/package/archive/entries.ts
const LIMITS$1 = {
	bytes: 4 * 2 ** 30,
	entries: 1e5
};
/** Returns a function that checks each entry of an archive before it is written. */
function entryCheck(archive, limits) {
	const seen = /* @__PURE__ */ new Set();
	let bytes = 0;
	return ({ path, size, problem }) => {
		bytes += size;
		if (bytes > limits.bytes || seen.size >= limits.entries) return tooLarge$1(archive, limits, ` with \`${path}\``);
		const name = path.replace(/^\.\//, "").replace(/\/$/, "");
		const key = name.normalize().toLowerCase();
		const reason = problem ?? nameProblem(name) ?? (seen.has(key) ? "occurs twice" : void 0);
		seen.add(key);
		if (reason === void 0) return void 0;
		return new Failure("verification", {
			message: `refusing to unpack the archive ${archive}: its entry \`${path}\` ${reason}`,
			hint: `A package has only plain files and folders. ${AGAIN}`
		});
	};
}
const AGAIN = "Pack or upload the built package again.";
/** Control characters, and those that change the direction of writing or are not seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
function nameProblem(name) {
	if (win32.parse(name).root !== "") return "has an absolute path";
	const parts = name.split(/[/\\]/);
	if (parts.includes("..")) return "has a path outside of the archive";
	if (name !== "" && (parts.includes(".") || parts.includes(""))) return "has `.` or an empty part in its path";
	return UNSEEN.test(name) ? "has characters in its name that are not seen" : void 0;
}
/** Returns the failure for an archive that exceeds the limits; `where` names the entry. */
function tooLarge$1(archive, limits, where = "") {
	const { bytes, entries } = limits;
	return new Failure("verification", {
		message: `refusing to unpack the archive ${archive}:${where} it exceeds ${bytes} bytes or ${entries} entries`,
		hint: `No package is that large. ${AGAIN}`
	});
}
/** Returns the failure for an error while an archive was unpacked. `otherwise` is what it may be. */
function unusable$1(archive, otherwise, error) {
	const reason = messageOf(error);
	const cause = { cause: error };
	if (isSystemError(error)) return new Failure("environment", { message: `cannot unpack ${archive}: ${reason}` }, cause);
	const message = `the archive ${archive} is damaged, or ${otherwise}: ${reason}`;
	return new Failure("verification", {
		message,
		hint: AGAIN
	}, cause);
}
// node_modules/fflate/esm/index.mjs
var require = createRequire("/");
var _a;
try {
	_a = require("worker_threads"), _a.Worker, _a.isMarkedAsUntransferable;
} catch (e) {}
var u8 = Uint8Array;
var u16 = Uint16Array;
var i32 = Int32Array;
var fleb = new u8([
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	1,
	1,
	1,
	1,
	2,
	2,
	2,
	2,
	3,
	3,
	3,
	3,
	4,
	4,
	4,
	4,
	5,
	5,
	5,
	5,
	0,
	0,
	0,
	0
]);
var fdeb = new u8([
	0,
	0,
	0,
	0,
	1,
	1,
	2,
	2,
	3,
	3,
	4,
	4,
	5,
	5,
	6,
	6,
	7,
	7,
	8,
	8,
	9,
	9,
	10,
	10,
	11,
	11,
	12,
	12,
	13,
	13,
	0,
	0
]);
var clim = new u8([
	16,
	17,
	18,
	0,
	8,
	7,
	9,
	6,
	10,
	5,
	11,
	4,
	12,
	3,
	13,
	2,
	14,
	1,
	15
]);
var freb = function(eb, start) {
	var b = new u16(31);
	for (var i = 0; i < 31; ++i) b[i] = start += 1 << eb[i - 1];
	var r = new i32(b[30]);
	for (var i = 1; i < 30; ++i) for (var j = b[i]; j < b[i + 1]; ++j) r[j] = j - b[i] << 5 | i;
	return {
		b,
		r
	};
};
var _a = freb(fleb, 2);
var fl = _a.b;
var revfl = _a.r;
fl[28] = 258, revfl[258] = 28;
var _b = freb(fdeb, 0);
var fd = _b.b;
var revfd = _b.r;
var rev = new u16(32768);
for (var i = 0; i < 32768; ++i) {
	var x = (i & 43690) >> 1 | (i & 21845) << 1;
	x = (x & 52428) >> 2 | (x & 13107) << 2;
	x = (x & 61680) >> 4 | (x & 3855) << 4;
	rev[i] = ((x & 65280) >> 8 | (x & 255) << 8) >> 1;
}
var hMap = (function(cd, mb, r) {
	var s = cd.length;
	var i = 0;
	var l = new u16(mb);
	for (; i < s; ++i) if (cd[i]) ++l[cd[i] - 1];
	var le = new u16(mb);
	for (i = 1; i < mb; ++i) le[i] = le[i - 1] + l[i - 1] << 1;
	var co;
	if (r) {
		co = new u16(1 << mb);
		var rvb = 15 - mb;
		for (i = 0; i < s; ++i) if (cd[i]) {
			var sv = i << 4 | cd[i];
			var r_1 = mb - cd[i];
			var v = le[cd[i] - 1]++ << r_1;
			for (var m = v | (1 << r_1) - 1; v <= m; ++v) co[rev[v] >> rvb] = sv;
		}
	} else {
		co = new u16(s);
		for (i = 0; i < s; ++i) if (cd[i]) co[i] = rev[le[cd[i] - 1]++] >> 15 - cd[i];
	}
	return co;
});
var flt = new u8(288);
for (var i = 0; i < 144; ++i) flt[i] = 8;
for (var i = 144; i < 256; ++i) flt[i] = 9;
for (var i = 256; i < 280; ++i) flt[i] = 7;
for (var i = 280; i < 288; ++i) flt[i] = 8;
var fdt = new u8(32);
for (var i = 0; i < 32; ++i) fdt[i] = 5;
var flm = /*#__PURE__*/ hMap(flt, 9, 0);
var flrm = /*#__PURE__*/ hMap(flt, 9, 1);
var fdm = /*#__PURE__*/ hMap(fdt, 5, 0);
var fdrm = /*#__PURE__*/ hMap(fdt, 5, 1);
var max = function(a) {
	var m = a[0];
	for (var i = 1; i < a.length; ++i) if (a[i] > m) m = a[i];
	return m;
};
var bits = function(d, p, m) {
	var o = p / 8 | 0;
	return (d[o] | d[o + 1] << 8) >> (p & 7) & m;
};
var bits16 = function(d, p) {
	var o = p / 8 | 0;
	return (d[o] | d[o + 1] << 8 | d[o + 2] << 16) >> (p & 7);
};
var shft = function(p) {
	return (p + 7) / 8 | 0;
};
var slc = function(v, s, e) {
	if (s == null || s < 0) s = 0;
	if (e == null || e > v.length) e = v.length;
	return new u8(v.subarray(s, e));
};
var ec = [
	"unexpected EOF",
	"invalid block type",
	"invalid length/literal",
	"invalid distance",
	"stream finished",
	"no stream handler",
	,
	"no callback",
	"invalid UTF-8 data",
	"extra field too long",
	"date not in range 1980-2099",
	"filename too long",
	"stream finishing",
	"invalid zip data"
];
var err = function(ind, msg, nt) {
	var e = new Error(msg || ec[ind]);
	e.code = ind;
	if (Error.captureStackTrace) Error.captureStackTrace(e, err);
	if (!nt) throw e;
	return e;
};
var inflt = function(dat, st, buf, dict) {
	var sl = dat.length, dl = dict ? dict.length : 0;
	if (!sl || st.f && !st.l) return buf || new u8(0);
	var noBuf = !buf;
	var resize = noBuf || st.i != 2;
	var noSt = st.i;
	if (noBuf) buf = new u8(sl * 3);
	var cbuf = function(l) {
		var bl = buf.length;
		if (l > bl) {
			var nbuf = new u8(Math.max(bl * 2, l));
			nbuf.set(buf);
			buf = nbuf;
		}
	};
	var final = st.f || 0, pos = st.p || 0, bt = st.b || 0, lm = st.l, dm = st.d, lbt = st.m, dbt = st.n;
	var tbts = sl * 8;
	do {
		if (!lm) {
			final = bits(dat, pos, 1);
			var type = bits(dat, pos + 1, 3);
			pos += 3;
			if (!type) {
				var s = shft(pos) + 4, l = dat[s - 4] | dat[s - 3] << 8, t = s + l;
				if (t > sl) {
					if (noSt) err(0);
					break;
				}
				if (resize) cbuf(bt + l);
				buf.set(dat.subarray(s, t), bt);
				st.b = bt += l, st.p = pos = t * 8, st.f = final;
				continue;
			} else if (type == 1) lm = flrm, dm = fdrm, lbt = 9, dbt = 5;
			else if (type == 2) {
				var hLit = bits(dat, pos, 31) + 257, hcLen = bits(dat, pos + 10, 15) + 4;
				var tl = hLit + bits(dat, pos + 5, 31) + 1;
				pos += 14;
				var ldt = new u8(tl);
				var clt = new u8(19);
				for (var i = 0; i < hcLen; ++i) clt[clim[i]] = bits(dat, pos + i * 3, 7);
				pos += hcLen * 3;
				var clb = max(clt), clbmsk = (1 << clb) - 1;
				var clm = hMap(clt, clb, 1);
				for (var i = 0; i < tl;) {
					var r = clm[bits(dat, pos, clbmsk)];
					pos += r & 15;
					var s = r >> 4;
					if (s < 16) ldt[i++] = s;
					else {
						var c = 0, n = 0;
						if (s == 16) n = 3 + bits(dat, pos, 3), pos += 2, c = ldt[i - 1];
						else if (s == 17) n = 3 + bits(dat, pos, 7), pos += 3;
						else if (s == 18) n = 11 + bits(dat, pos, 127), pos += 7;
						while (n--) ldt[i++] = c;
					}
				}
				var lt = ldt.subarray(0, hLit), dt = ldt.subarray(hLit);
				lbt = max(lt);
				dbt = max(dt);
				lm = hMap(lt, lbt, 1);
				dm = hMap(dt, dbt, 1);
			} else err(1);
			if (pos > tbts) {
				if (noSt) err(0);
				break;
			}
		}
		if (resize) cbuf(bt + 131072);
		var lms = (1 << lbt) - 1, dms = (1 << dbt) - 1;
		var lpos = pos;
		for (;; lpos = pos) {
			var c = lm[bits16(dat, pos) & lms], sym = c >> 4;
			pos += c & 15;
			if (pos > tbts) {
				if (noSt) err(0);
				break;
			}
			if (!c) err(2);
			if (sym < 256) buf[bt++] = sym;
			else if (sym == 256) {
				lpos = pos, lm = null;
				break;
			} else {
				var add = sym - 254;
				if (sym > 264) {
					var i = sym - 257, b = fleb[i];
					add = bits(dat, pos, (1 << b) - 1) + fl[i];
					pos += b;
				}
				var d = dm[bits16(dat, pos) & dms], dsym = d >> 4;
				if (!d) err(3);
				pos += d & 15;
				var dt = fd[dsym];
				if (dsym > 3) {
					var b = fdeb[dsym];
					dt += bits16(dat, pos) & (1 << b) - 1, pos += b;
				}
				if (pos > tbts) {
					if (noSt) err(0);
					break;
				}
				if (resize) cbuf(bt + 131072);
				var end = bt + add;
				if (bt < dt) {
					var shift = dl - dt, dend = Math.min(dt, end);
					if (shift + bt < 0) err(3);
					for (; bt < dend; ++bt) buf[bt] = dict[shift + bt];
				}
				for (; bt < end; ++bt) buf[bt] = buf[bt - dt];
			}
		}
		st.l = lm, st.p = lpos, st.b = bt, st.f = final;
		if (lm) final = 1, st.m = lbt, st.d = dm, st.n = dbt;
	} while (!final);
	return bt != buf.length && noBuf ? slc(buf, 0, bt) : buf.subarray(0, bt);
};
var wbits = function(d, p, v) {
	v <<= p & 7;
	var o = p / 8 | 0;
	d[o] |= v;
	d[o + 1] |= v >> 8;
};
var wbits16 = function(d, p, v) {
	v <<= p & 7;
	var o = p / 8 | 0;
	d[o] |= v;
	d[o + 1] |= v >> 8;
	d[o + 2] |= v >> 16;
};
var hTree = function(d, mb) {
	var t = [];
	for (var i = 0; i < d.length; ++i) if (d[i]) t.push({
		s: i,
		f: d[i]
	});
	var s = t.length;
	var t2 = t.slice();
	if (!s) return {
		t: et,
		l: 0
	};
	if (s == 1) {
		var v = new u8(t[0].s + 1);
		v[t[0].s] = 1;
		return {
			t: v,
			l: 1
		};
	}
	t.sort(function(a, b) {
		return a.f - b.f;
	});
	t.push({
		s: -1,
		f: 25001
	});
	var l = t[0], r = t[1], i0 = 0, i1 = 1, i2 = 2;
	t[0] = {
		s: -1,
		f: l.f + r.f,
		l,
		r
	};
	while (i1 != s - 1) {
		l = t[t[i0].f < t[i2].f ? i0++ : i2++];
		r = t[i0 != i1 && t[i0].f < t[i2].f ? i0++ : i2++];
		t[i1++] = {
			s: -1,
			f: l.f + r.f,
			l,
			r
		};
	}
	var maxSym = t2[0].s;
	for (var i = 1; i < s; ++i) if (t2[i].s > maxSym) maxSym = t2[i].s;
	var tr = new u16(maxSym + 1);
	var mbt = ln(t[i1 - 1], tr, 0);
	if (mbt > mb) {
		var i = 0, dt = 0;
		var lft = mbt - mb, cst = 1 << lft;
		t2.sort(function(a, b) {
			return tr[b.s] - tr[a.s] || a.f - b.f;
		});
		for (; i < s; ++i) {
			var i2_1 = t2[i].s;
			if (tr[i2_1] > mb) {
				dt += cst - (1 << mbt - tr[i2_1]);
				tr[i2_1] = mb;
			} else break;
		}
		dt >>= lft;
		while (dt > 0) {
			var i2_2 = t2[i].s;
			if (tr[i2_2] < mb) dt -= 1 << mb - tr[i2_2]++ - 1;
			else ++i;
		}
		for (; i >= 0 && dt; --i) {
			var i2_3 = t2[i].s;
			if (tr[i2_3] == mb) {
				--tr[i2_3];
				++dt;
			}
		}
		mbt = mb;
	}
	return {
		t: new u8(tr),
		l: mbt
	};
};
var ln = function(n, l, d) {
	return n.s == -1 ? Math.max(ln(n.l, l, d + 1), ln(n.r, l, d + 1)) : l[n.s] = d;
};
var lc = function(c) {
	var s = c.length;
	while (s && !c[--s]);
	var cl = new u16(++s);
	var cli = 0, cln = c[0], cls = 1;
	var w = function(v) {
		cl[cli++] = v;
	};
	for (var i = 1; i <= s; ++i) if (c[i] == cln && i != s) ++cls;
	else {
		if (!cln && cls > 2) {
			for (; cls > 138; cls -= 138) w(32754);
			if (cls > 2) {
				w(cls > 10 ? cls - 11 << 5 | 28690 : cls - 3 << 5 | 12305);
				cls = 0;
			}
		} else if (cls > 3) {
			w(cln), --cls;
			for (; cls > 6; cls -= 6) w(8304);
			if (cls > 2) w(cls - 3 << 5 | 8208), cls = 0;
		}
		while (cls--) w(cln);
		cls = 1;
		cln = c[i];
	}
	return {
		c: cl.subarray(0, cli),
		n: s
	};
};
var clen = function(cf, cl) {
	var l = 0;
	for (var i = 0; i < cl.length; ++i) l += cf[i] * cl[i];
	return l;
};
var wfblk = function(out, pos, dat) {
	var s = dat.length;
	var o = shft(pos + 2);
	out[o] = s & 255;
	out[o + 1] = s >> 8;
	out[o + 2] = out[o] ^ 255;
	out[o + 3] = out[o + 1] ^ 255;
	for (var i = 0; i < s; ++i) out[o + i + 4] = dat[i];
	return (o + 4 + s) * 8;
};
var wblk = function(dat, out, final, syms, lf, df, eb, li, bs, bl, p) {
	wbits(out, p++, final);
	++lf[256];
	var _a = hTree(lf, 15), dlt = _a.t, mlb = _a.l;
	var _b = hTree(df, 15), ddt = _b.t, mdb = _b.l;
	var _c = lc(dlt), lclt = _c.c, nlc = _c.n;
	var _d = lc(ddt), lcdt = _d.c, ndc = _d.n;
	var lcfreq = new u16(19);
	for (var i = 0; i < lclt.length; ++i) ++lcfreq[lclt[i] & 31];
	for (var i = 0; i < lcdt.length; ++i) ++lcfreq[lcdt[i] & 31];
	var _e = hTree(lcfreq, 7), lct = _e.t, mlcb = _e.l;
	var nlcc = 19;
	for (; nlcc > 4 && !lct[clim[nlcc - 1]]; --nlcc);
	var flen = bl + 5 << 3;
	var ftlen = clen(lf, flt) + clen(df, fdt) + eb;
	var dtlen = clen(lf, dlt) + clen(df, ddt) + eb + 14 + 3 * nlcc + clen(lcfreq, lct) + 2 * lcfreq[16] + 3 * lcfreq[17] + 7 * lcfreq[18];
	if (bs >= 0 && flen <= ftlen && flen <= dtlen) return wfblk(out, p, dat.subarray(bs, bs + bl));
	var lm, ll, dm, dl;
	wbits(out, p, 1 + (dtlen < ftlen)), p += 2;
	if (dtlen < ftlen) {
		lm = hMap(dlt, mlb, 0), ll = dlt, dm = hMap(ddt, mdb, 0), dl = ddt;
		var llm = hMap(lct, mlcb, 0);
		wbits(out, p, nlc - 257);
		wbits(out, p + 5, ndc - 1);
		wbits(out, p + 10, nlcc - 4);
		p += 14;
		for (var i = 0; i < nlcc; ++i) wbits(out, p + 3 * i, lct[clim[i]]);
		p += 3 * nlcc;
		var lcts = [lclt, lcdt];
		for (var it = 0; it < 2; ++it) {
			var clct = lcts[it];
			for (var i = 0; i < clct.length; ++i) {
				var len = clct[i] & 31;
				wbits(out, p, llm[len]), p += lct[len];
				if (len > 15) wbits(out, p, clct[i] >> 5 & 127), p += clct[i] >> 12;
			}
		}
	} else lm = flm, ll = flt, dm = fdm, dl = fdt;
	for (var i = 0; i < li; ++i) {
		var sym = syms[i];
		if (sym > 255) {
			var len = sym >> 18 & 31;
			wbits16(out, p, lm[len + 257]), p += ll[len + 257];
			if (len > 7) wbits(out, p, sym >> 23 & 31), p += fleb[len];
			var dst = sym & 31;
			wbits16(out, p, dm[dst]), p += dl[dst];
			if (dst > 3) wbits16(out, p, sym >> 5 & 8191), p += fdeb[dst];
		} else wbits16(out, p, lm[sym]), p += ll[sym];
	}
	wbits16(out, p, lm[256]);
	return p + ll[256];
};
var deo = /*#__PURE__*/ new i32([
	65540,
	131080,
	131088,
	131104,
	262176,
	1048704,
	1048832,
	2114560,
	2117632
]);
var et = /*#__PURE__*/ new u8(0);
var dflt = function(dat, lvl, plvl, pre, post, st) {
	var s = st.z || dat.length;
	var o = new u8(pre + s + 5 * (1 + Math.ceil(s / 7e3)) + post);
	var w = o.subarray(pre, o.length - post);
	var lst = st.l;
	var pos = (st.r || 0) & 7;
	if (lvl) {
		if (pos) w[0] = st.r >> 3;
		var opt = deo[lvl - 1];
		var n = opt >> 13, c = opt & 8191;
		var msk_1 = (1 << plvl) - 1;
		var prev = st.p || new u16(32768), head = st.h || new u16(msk_1 + 1);
		var bs1_1 = Math.ceil(plvl / 3), bs2_1 = 2 * bs1_1;
		var hsh = function(i) {
			return (dat[i] ^ dat[i + 1] << bs1_1 ^ dat[i + 2] << bs2_1) & msk_1;
		};
		var syms = new i32(25e3);
		var lf = new u16(288), df = new u16(32);
		var lc_1 = 0, eb = 0, i = st.i || 0, li = 0, wi = st.w || 0, bs = 0;
		for (; i + 2 < s; ++i) {
			var hv = hsh(i);
			var imod = i & 32767, pimod = head[hv];
			prev[imod] = pimod;
			head[hv] = imod;
			if (wi <= i) {
				var rem = s - i;
				if ((lc_1 > 7e3 || li > 24576) && (rem > 423 || !lst)) {
					pos = wblk(dat, w, 0, syms, lf, df, eb, li, bs, i - bs, pos);
					li = lc_1 = eb = 0, bs = i;
					for (var j = 0; j < 286; ++j) lf[j] = 0;
					for (var j = 0; j < 30; ++j) df[j] = 0;
				}
				var l = 2, d = 0, ch_1 = c, dif = imod - pimod & 32767;
				if (rem > 2 && hv == hsh(i - dif)) {
					var maxn = Math.min(n, rem) - 1;
					var maxd = Math.min(32767, i);
					var ml = Math.min(258, rem);
					while (dif <= maxd && --ch_1 && imod != pimod) {
						if (dat[i + l] == dat[i + l - dif]) {
							var nl = 0;
							for (; nl < ml && dat[i + nl] == dat[i + nl - dif]; ++nl);
							if (nl > l) {
								l = nl, d = dif;
								if (nl > maxn) break;
								var mmd = Math.min(dif, nl - 2);
								var md = 0;
								for (var j = 0; j < mmd; ++j) {
									var ti = i - dif + j & 32767;
									var cd = ti - prev[ti] & 32767;
									if (cd > md) md = cd, pimod = ti;
								}
							}
						}
						imod = pimod, pimod = prev[imod];
						dif += imod - pimod & 32767;
					}
				}
				if (d) {
					syms[li++] = 268435456 | revfl[l] << 18 | revfd[d];
					var lin = revfl[l] & 31, din = revfd[d] & 31;
					eb += fleb[lin] + fdeb[din];
					++lf[257 + lin];
					++df[din];
					wi = i + l;
					++lc_1;
				} else {
					syms[li++] = dat[i];
					++lf[dat[i]];
				}
			}
		}
		for (i = Math.max(i, wi); i < s; ++i) {
			syms[li++] = dat[i];
			++lf[dat[i]];
		}
		pos = wblk(dat, w, lst, syms, lf, df, eb, li, bs, i - bs, pos);
		if (!lst) {
			st.r = pos & 7 | w[pos / 8 | 0] << 3;
			pos -= 7;
			st.h = head, st.p = prev, st.i = i, st.w = wi;
		}
	} else {
		for (var i = st.w || 0; i < s + lst; i += 65535) {
			var e = i + 65535;
			if (e >= s) {
				w[pos / 8 | 0] = lst;
				e = s;
			}
			pos = wfblk(w, pos + 1, dat.subarray(i, e));
		}
		st.i = s;
	}
	return slc(o, 0, pre + shft(pos) + post);
};
var crct = /*#__PURE__*/ (function() {
	var t = /* @__PURE__ */ new Int32Array(256);
	for (var i = 0; i < 256; ++i) {
		var c = i, k = 9;
		while (--k) c = (c & 1 && -306674912) ^ c >>> 1;
		t[i] = c;
	}
	return t;
})();
var crc = function() {
	var c = -1;
	return {
		p: function(d) {
			var cr = c;
			for (var i = 0; i < d.length; ++i) cr = crct[cr & 255 ^ d[i]] ^ cr >>> 8;
			c = cr;
		},
		d: function() {
			return ~c;
		}
	};
};
var dopt = function(dat, opt, pre, post, st) {
	if (!st) {
		st = { l: 1 };
		if (opt.dictionary) {
			var dict = opt.dictionary.subarray(-32768);
			var newDat = new u8(dict.length + dat.length);
			newDat.set(dict);
			newDat.set(dat, dict.length);
			dat = newDat;
			st.w = dict.length;
		}
	}
	return dflt(dat, opt.level == null ? 6 : opt.level, opt.mem == null ? st.l ? Math.ceil(Math.max(8, Math.min(13, Math.log(dat.length))) * 1.5) : 20 : 12 + opt.mem, pre, post, st);
};
var wbytes = function(d, b, v) {
	for (; v; ++b) d[b] = v, v >>>= 8;
};
var gzh = function(c, o) {
	var fn = o.filename;
	c[0] = 31, c[1] = 139, c[2] = 8, c[8] = o.level < 2 ? 4 : o.level == 9 ? 2 : 0, c[9] = 3;
	if (o.mtime != 0) wbytes(c, 4, Math.floor(new Date(o.mtime || Date.now()) / 1e3));
	if (fn) {
		c[3] = 8;
		for (var i = 0; i <= fn.length; ++i) c[i + 10] = fn.charCodeAt(i);
	}
};
var gzhl = function(o) {
	return 10 + (o.filename ? o.filename.length + 1 : 0);
};
var zls = function(d, dict) {
	if ((d[0] & 15) != 8 || d[0] >> 4 > 7 || (d[0] << 8 | d[1]) % 31) err(6, "invalid zlib data");
	if ((d[1] >> 5 & 1) == +!dict) err(6, "invalid zlib data: " + (d[1] & 32 ? "need" : "unexpected") + " dictionary");
	return (d[1] >> 3 & 4) + 2;
};
/**
* Streaming DEFLATE compression
*/
var Deflate = /* @__PURE__ */ function() {
	function Deflate(opts, cb) {
		if (typeof opts == "function") cb = opts, opts = {};
		this.ondata = cb;
		this.o = opts || {};
		this.s = {
			l: 0,
			i: 32768,
			w: 32768,
			z: 32768
		};
		this.b = new u8(98304);
		if (this.o.dictionary) {
			var dict = this.o.dictionary.subarray(-32768);
			this.b.set(dict, 32768 - dict.length);
			this.s.i = 32768 - dict.length;
		}
	}
	Deflate.prototype.p = function(c, f) {
		this.ondata(dopt(c, this.o, 0, 0, this.s), f);
	};
	/**
	* Pushes a chunk to be deflated
	* @param chunk The chunk to push
	* @param final Whether this is the last chunk
	*/
	Deflate.prototype.push = function(chunk, final) {
		if (!this.ondata) err(5);
		if (this.s.l) err(4);
		var endLen = chunk.length + this.s.z;
		if (endLen > this.b.length) {
			if (endLen > 2 * this.b.length - 32768) {
				var newBuf = new u8(endLen & -32768);
				newBuf.set(this.b.subarray(0, this.s.z));
				this.b = newBuf;
			}
			var split = this.b.length - this.s.z;
			this.b.set(chunk.subarray(0, split), this.s.z);
			this.s.z = this.b.length;
			this.p(this.b, false);
			this.b.set(this.b.subarray(-32768));
			this.b.set(chunk.subarray(split), 32768);
			this.s.z = chunk.length - split + 32768;
			this.s.i = 32766, this.s.w = 32768;
		} else {
			this.b.set(chunk, this.s.z);
			this.s.z += chunk.length;
		}
		this.s.l = final & 1;
		if (this.s.z > this.s.w + 8191 || final) {
			this.p(this.b, final || false);
			this.s.w = this.s.i, this.s.i -= 2;
		}
		if (final) {
			this.s = this.o = {};
			this.b = et;
		}
	};
	/**
	* Flushes buffered uncompressed data. Useful to immediately retrieve the
	* deflated output for small inputs.
	* @param sync Whether to flush to a byte boundary. A sync flush takes 4-5
	*             extra bytes, but guarantees all pushed data is immediately
	*             decompressible. A separate DEFLATE stream may be concatenated
	*             with the current output after a sync flush.
	*/
	Deflate.prototype.flush = function(sync) {
		if (!this.ondata) err(5);
		if (this.s.l) err(4);
		this.p(this.b, false);
		this.s.w = this.s.i, this.s.i -= 2;
		if (sync) {
			var c = new u8(6);
			c[0] = this.s.r >> 3;
			var ep = wfblk(c, this.s.r, et);
			this.s.r = 0;
			this.ondata(c.subarray(0, ep >> 3), false);
		}
	};
	return Deflate;
}();
/**
* Compresses data with DEFLATE without any wrapper
* @param data The data to compress
* @param opts The compression options
* @returns The deflated version of the data
*/
function deflateSync(data, opts) {
	return dopt(data, opts || {}, 0, 0);
}
function inflateSync(data, opts) {
	return inflt(data, { i: 2 }, opts && opts.out, opts && opts.dictionary);
}
/**
* Streaming GZIP compression
*/
var Gzip = /* @__PURE__ */ function() {
	function Gzip(opts, cb) {
		this.c = crc();
		this.l = 0;
		this.v = 1;
		Deflate.call(this, opts, cb);
	}
	/**
	* Pushes a chunk to be GZIPped
	* @param chunk The chunk to push
	* @param final Whether this is the last chunk
	*/
	Gzip.prototype.push = function(chunk, final) {
		this.c.p(chunk);
		this.l += chunk.length;
		Deflate.prototype.push.call(this, chunk, final);
	};
	Gzip.prototype.p = function(c, f) {
		var raw = dopt(c, this.o, this.v && gzhl(this.o), f && 8, this.s);
		if (this.v) gzh(raw, this.o), this.v = 0;
		if (f) wbytes(raw, raw.length - 8, this.c.d()), wbytes(raw, raw.length - 4, this.l);
		this.ondata(raw, f);
	};
	/**
	* Flushes buffered uncompressed data. Useful to immediately retrieve the
	* GZIPped output for small inputs.
	* @param sync Whether to flush to a byte boundary. A sync flush takes 4-5
	*             extra bytes, but guarantees all pushed data is immediately
	*             decompressible.
	*/
	Gzip.prototype.flush = function(sync) {
		Deflate.prototype.flush.call(this, sync);
	};
	return Gzip;
}();
function unzlibSync(data, opts) {
	return inflt(data.subarray(zls(data, opts && opts.dictionary), -4), { i: 2 }, opts && opts.out, opts && opts.dictionary);
}
var td = typeof TextDecoder != "undefined" && /*#__PURE__*/ new TextDecoder();
try {
	td.decode(et, { stream: true });
} catch (e) {}
// src/package/archive/zstd.ts
/** Higher levels gain nothing (measured: 9, 12, 15, 17, 19, 22). Takes about 2 s for 10 MB of C. */
const LEVEL$1 = 19;
/** A frame with the content `x`. */
const X_FRAME = Uint8Array.of(40, 181, 47, 253, 32, 1, 9, 0, 0, 120);
let turn = Promise.resolve();
/**
* Runs `body` with the library. It handles one stream at a time, so calls wait for each other and
* must not nest.
*/
async function withZstd(body) {
	const result = turn.then(async () => {
		const { Zstd } = await import("./zstd.js");
		return body(await Zstd.load());
	});
	turn = result.catch(() => void 0);
	return result;
}
/**
* Compresses to one frame without a checksum. Its bytes depend on the content and on the size of
* the chunks.
*/
function compressZstd(zstd) {
	return async function* compress(source) {
		zstd.reset();
		zstd.setCompressionLevel(LEVEL$1);
		for await (const chunk of source) yield zstd.compressChunk(chunk);
		yield zstd.compressEnd();
	};
}
/**
* Decompresses one frame, in chunks of 128 KiB at most. Rejects if it is damaged; see
* `framePieces`.
*/
function decompressZstd(zstd) {
	return async function* decompress(source) {
		zstd.reset();
		for await (const piece of framePieces(source)) yield decompressPiece(zstd, piece);
		if (zstd.decompressChunk(X_FRAME, 1).length !== 1) throw new Error("incorrect data check");
	};
}
/**
* Decompresses a single piece, so the library's output buffer cannot overflow or keep bytes back.
*/
function decompressPiece(zstd, { bytes, size }) {
	const content = zstd.decompressChunk(bytes, MAX_BLOCK);
	if (!(size === void 0 ? content.length > 0 : content.length === size)) throw new Error("a block is damaged");
	return content;
}
/** The most bytes that a block decompresses to. Source of the format: RFC 8878, 3.1.1. */
const MAX_BLOCK = 1 << 17;
/** The largest window accepted, in bytes: the default limit of the zstd tool. */
const MAX_WINDOW = 2 ** 27;
const BLOCK_KINDS = [
	"raw",
	"repeated",
	"compressed"
];
/**
* Splits a .zst with one frame into header, blocks and checksum, so that no piece is large and the
* end is known. Rejects if it is cut off, needs a lot of memory, or has data after the frame.
*/
async function* framePieces(source) {
	const { take, isAtEnd } = chunkReader(source);
	const start = await take(5);
	const descriptor = start[4] ?? 0;
	const hasWindow = (descriptor & 32) === 0;
	const hasChecksum = (descriptor & 4) !== 0;
	const sizeBytes = [
		hasWindow ? 0 : 1,
		2,
		4,
		8
	][descriptor >> 6] ?? 0;
	if ((descriptor & 8) !== 0) throw new Error("its frame has an unknown format");
	if ((descriptor & 3) !== 0) throw new Error("it needs a dictionary");
	const rest = await take((hasWindow ? 1 : 0) + sizeBytes);
	const window = hasWindow ? windowOf(rest[0] ?? 0) : littleEndian(rest) + (sizeBytes === 2 ? 256 : 0);
	if (window > MAX_WINDOW) throw new Error(`its window of ${window} bytes exceeds ${MAX_WINDOW}`);
	yield {
		bytes: Buffer.concat([start, rest]),
		size: 0
	};
	let isLast = false;
	while (!isLast) {
		const header = await take(3);
		isLast = ((header[0] ?? 0) & 1) === 1;
		yield await readBlock(header, take);
	}
	if (hasChecksum) yield {
		bytes: await take(4),
		size: 0
	};
	if (!await isAtEnd()) throw new Error("there is data after its end");
}
async function readBlock(header, take) {
	const fields = littleEndian(header);
	const kind = BLOCK_KINDS[fields >> 1 & 3];
	const size = fields >> 3;
	if (kind === void 0) throw new Error("a block has an unknown type");
	if (size > MAX_BLOCK) throw new Error("a block is too large");
	const bytes = Buffer.concat([header, await take(kind === "repeated" ? 1 : size)]);
	return kind === "compressed" ? { bytes } : {
		bytes,
		size
	};
}
function windowOf(byte) {
	const base = 2 ** (10 + (byte >> 3));
	return base + base / 8 * (byte & 7);
}
function littleEndian(bytes) {
	return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}
/**
* Regroups bytes into chunks of `size` (the last may be smaller), so that compressed bytes do not
* depend on how files are read. A chunk is overwritten when the next one is requested.
*/
async function* chunksOf(source, size) {
	const chunk = new Uint8Array(size);
	let filled = 0;
	for await (const piece of source) {
		let at = 0;
		while (at < piece.length) {
			const part = piece.subarray(at, at + size - filled);
			chunk.set(part, filled);
			at += part.length;
			filled += part.length;
			if (filled === size) {
				yield chunk;
				filled = 0;
			}
		}
	}
	if (filled > 0) yield chunk.subarray(0, filled);
}
/** Reads a source in pieces of the requested sizes. Rejects if it ends early. */
function chunkReader(source) {
	const chunks = source[Symbol.asyncIterator]();
	let held = /* @__PURE__ */ new Uint8Array();
	const fill = async (count) => {
		const pieces = [held];
		let length = held.length;
		while (length < count) {
			const { done, value } = await chunks.next();
			if (done === true) break;
			pieces.push(value);
			length += value.length;
		}
		held = pieces.length === 1 ? held : Buffer.concat(pieces);
		return length >= count;
	};
	return {
		async take(count) {
			if (!await fill(count)) throw new Error("unexpected end of file");
			const taken = held.subarray(0, count);
			held = held.subarray(count);
			return taken;
		},
		isAtEnd: async () => !await fill(1)
	};
}
// src/package/archive/pack.ts
/** The archive formats, the one with the smaller files first. */
const ARCHIVE_FORMATS = ["tar.zst", "tar.gz"];
/** The format that a file's name ends with; undefined for any other file. */
function formatOf(name) {
	return ARCHIVE_FORMATS.find((format) => name.endsWith(`.${format}`));
}
/** The format of a file by its first bytes. Sources: RFC 1952, 2.3.1, and RFC 8878, 3.1.1. */
function formatOfBytes(start) {
	const hex = Buffer.from(start.subarray(0, 4)).toString("hex");
	if (hex === "28b52ffd") return "tar.zst";
	return hex.startsWith("1f8b") ? "tar.gz" : void 0;
}
/**
* Files of a release must be smaller. Source: GitHub's documentation, "About releases", storage
* quotas.
*/
const RELEASE_LIMIT = 2 ** 31;
/**
* Bytes given to the compressor at a time. Part of the format: the compressed bytes depend on it.
*/
const CHUNK$1 = 2 ** 18;
/**
* Writes an archive atomically. Its bytes depend only on the entries and their order.
* @throws {Failure} `usage` if it would be too large, `environment` if a file changes while it is
* packed.
*/
async function packArchive(entries, file, format, options) {
	return format === "tar.gz" ? write$4(entries, file, compressGzip, options) : withZstd((zstd) => write$4(entries, file, compressZstd(zstd), options));
}
async function write$4(entries, file, compress, { signal, onEntry, limit = RELEASE_LIMIT }) {
	const hash = createHash("sha256");
	let size = 0;
	const measure = async function* (source) {
		for await (const chunk of source) {
			size += chunk.length;
			if (size >= limit) throw tooLarge(file, entries, limit);
			hash.update(chunk);
			yield chunk;
		}
	};
	const content = compress(chunksOf(tar(entries, onEntry), CHUNK$1));
	try {
		await writeAtomically(file, (fresh) => pipeline(measure(content), createWriteStream(fresh, { flags: "wx" }), { signal }));
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	}
	return {
		size,
		sha256: hash.digest("hex")
	};
}
function tooLarge(file, entries, limit) {
	const total = entries.reduce((sum, { size }) => sum + size, 0);
	return new Failure("usage", {
		message: `${basename(file)} would exceed ${limit - 1} bytes, the size limit for files of a GitHub release: the package has ${formatSize(total)} in ${entries.length} files`,
		hint: "Build with `--split` to get one package for each target, or build for fewer targets."
	});
}
const BLOCK = 512;
/** The time of every file: the oldest that every tool and file system accepts. */
const MODIFIED = new Date(Date.UTC(1980, 0, 1));
/**
* Yields a tar with the entries in this order. Owner, mode and time are the same for all files. A
* path that is too long or not ASCII is in an extended header before the file's own. Source:
* POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format".
* @throws {Failure} `environment` if a file's size has changed.
*/
async function* tar(entries, onEntry) {
	for (const entry of entries) {
		yield* await headersOf$1(entry);
		yield* contentOf$1(entry);
		yield Buffer.alloc(-entry.size & 511);
		onEntry(entry);
	}
	yield Buffer.alloc(2 * BLOCK);
}
async function headersOf$1({ path, size }) {
	const { Header, Pax } = await import("./tar.js");
	const block = Buffer.alloc(BLOCK);
	return new Header({
		mode: 420,
		uid: 0,
		gid: 0,
		mtime: MODIFIED,
		path,
		size,
		type: "File"
	}).encode(block) ? [new Pax({ path }).encode(), block] : [block];
}
async function* contentOf$1({ path, file, size }) {
	let left = size;
	for await (const chunk of createReadStream(file)) {
		left -= chunk.length;
		if (left < 0) break;
		yield chunk;
	}
	if (left === 0) return;
	throw new Failure("environment", {
		message: `${path} changed while it was packed`,
		place: { file },
		hint: "Run the command again when no other program writes to the package."
	});
}
/** A percent smaller than level 6, the usual default, for a third more time. */
const LEVEL = 9;
/**
* Compresses with fflate: the output of Node's zlib depends on its version and on the processor.
*/
async function* compressGzip(source) {
	const ready = [];
	const gzip = new Gzip({
		level: LEVEL,
		mtime: 0
	}, (chunk) => ready.push(chunk));
	for await (const chunk of source) {
		gzip.push(chunk);
		yield* ready.splice(0);
	}
	gzip.push(/* @__PURE__ */ new Uint8Array(), true);
	yield* ready;
}
// src/package/archive/unpack.ts
/**
* Unpacks a .tar.zst or .tar.gz (recognised by its first bytes) to `folder`, which must exist and
* be empty. Removes `folder` on failure.
* @throws {Failure} `verification` if the archive is damaged, exceeds the limits, or has an entry
* that is not a plain file or folder inside it; `environment` if the archive cannot be read or
* `folder` cannot be written.
*/
async function unpackArchive(file, folder, signal, limits = LIMITS$1) {
	const name = basename(file);
	try {
		const format = await readFormat(file);
		await withSink(folder, name, limits, (sink) => {
			const content = createReadStream(file);
			return format === "tar.gz" ? pipeline(content, createGunzip(), onceCompressed, sink, { signal }) : withZstd((zstd) => pipeline(content, decompressZstd(zstd), onceCompressed, sink, { signal }));
		});
	} catch (error) {
		await rm(folder, {
			recursive: true,
			force: true
		});
		signal.throwIfAborted();
		if (error instanceof Failure) throw error;
		throw unusable$1(name, "neither .tar.zst nor .tar.gz", error);
	}
}
/**
* Finds the package in an unpacked archive: `root` itself, the folder `named` in it, or the only
* folder that has one.
* @throws {Failure} `usage` with a list of what is there instead.
*/
async function findPackageFolder(root, named) {
	const entries = await readdir(root, { withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	const packages = ["", ...named === void 0 ? folders : [named]].map((place) => join(root, place)).filter((folder) => existsSync(join(folder, MANIFEST_FILE)));
	const [folder, another] = packages;
	if (folder !== void 0 && (folder === root || another === void 0)) return folder;
	const names = entries.map(({ name }) => name).toSorted();
	const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
	throw new Failure("usage", {
		message: another === void 0 ? `the archive has no package: there is no ${MANIFEST_FILE} at its top level or in ${named === void 0 ? "a top-level folder" : `the folder \`${named}\``}` : `the archive has ${packages.length} packages, expected one`,
		hint: `The archive contains ${shown.join(", ") || "nothing"}.`
	});
}
/** Returns the format that the first bytes of an archive show. @throws if they show none. */
async function readFormat(file) {
	const handle = await open(file);
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
		const format = formatOfBytes(buffer.subarray(0, bytesRead));
		if (format === void 0) throw new Error(bytesRead === 0 ? "it is empty" : "its first bytes are those of neither");
		return format;
	} finally {
		await handle.close();
	}
}
/** Rejects compressed content: the tar library would decompress it without limits. */
async function* onceCompressed(source) {
	let start = /* @__PURE__ */ new Uint8Array();
	for await (const chunk of source) {
		if (start === void 0) {
			yield chunk;
			continue;
		}
		start = Buffer.concat([start, chunk]);
		if (formatOfBytes(start) !== void 0) throw new Error("it is compressed twice");
		if (start.length < 4) continue;
		yield start;
		start = void 0;
	}
	if (start !== void 0) yield start;
}
/** Runs `body` with a stream that unpacks a tar to `folder`. */
async function withSink(folder, name, limits, body) {
	const { Unpack } = await import("./tar.js");
	const check = entryCheck(name, limits);
	const refuse = (entry) => {
		const { path, size } = entry;
		const refusal = check({
			path,
			size,
			problem: entryProblem$1(entry)
		});
		if (refusal !== void 0) sink.destroy(refusal);
	};
	const unpack = new Unpack({
		cwd: folder,
		strict: true,
		preserveOwner: false,
		noMtime: true,
		onReadEntry: (entry) => void (entry.mode = isFile$1(entry) ? 420 : 493),
		filter(_path, entry) {
			refuse(entry);
			return !sink.destroyed;
		}
	});
	const closed = new Promise((resolve) => unpack.once("close", resolve));
	const sink = writableOf(unpack, name, limits);
	unpack.on("ignoredEntry", refuse);
	try {
		await body(sink);
	} catch (error) {
		unpack.end();
		await closed;
		throw error;
	}
}
/** Wraps `unpack`, which is not a Node.js stream, in one. */
function writableOf(unpack, name, limits) {
	let bytes = 0;
	let atEnd = false;
	const sink = new Writable({
		write(chunk, _encoding, done) {
			const isAccepted = atEnd || unpack.write(chunk);
			bytes += chunk.length;
			if (bytes > limits.bytes) done(tooLarge$1(name, limits));
			else if (isAccepted) done();
			else unpack.once("drain", done);
		},
		final(done) {
			unpack.once("close", done);
			unpack.end();
		}
	});
	unpack.on("eof", () => atEnd = true);
	unpack.on("error", (error) => sink.destroy(error));
	return sink;
}
const FILES = [
	"File",
	"OldFile",
	"ContiguousFile"
];
/** Returns true for a plain file, under any of the names for it. */
function isFile$1({ type }) {
	return FILES.includes(type);
}
function entryProblem$1({ size, type }) {
	if (!Number.isSafeInteger(size)) return `has an invalid size: ${size} bytes`;
	if (type === "Link" || type === "SymbolicLink") return "is a link";
	return type === "Directory" || isFile$1({ type }) ? void 0 : `is neither a file nor a folder (${type})`;
}
// src/compile/cubin/instructions.ts
/** Formats each width as `4 \u00d7 16 B`, the widest first. */
function widthTexts(counts, unit = " B") {
	return Object.entries(counts).toSorted(([a], [b]) => Number(b) - Number(a)).map(([width, count]) => `${count} \u00d7 ${width}${unit}`);
}
/** Bytes of an instruction on all architectures since sm_70. */
const INSTRUCTION_SIZE = 16;
/**
* The kinds of instructions, by the lowest nine bits. The three bits above them say in which form the
* operands are.
* Source: what nvdisasm of CUDA 13.1 prints for code of ptxas for sm_75 to sm_121.
*/
const KINDS$1 = /* @__PURE__ */ new Map([
	[280, "fill"],
	[55, "tensor-core"],
	[60, "tensor-core"],
	[61, "tensor-core"],
	[63, "tensor-core"],
	[122, "tensor-core"],
	[127, "tensor-core"],
	[490, "tensor-core"],
	[496, "tensor-core"],
	[497, "tensor-core"],
	[498, "tensor-core"],
	[499, "tensor-core"],
	[382, "load"],
	[384, "load"],
	[385, "load"],
	[383, "store"],
	[389, "store"],
	[390, "store"],
	[387, "spill-load"],
	[391, "spill-store"],
	[394, "atomic"],
	[398, "atomic"],
	[419, "atomic"],
	[422, "atomic"],
	[424, "atomic"],
	[425, "atomic"],
	[430, "async-copy"],
	[436, "bulk-copy"],
	[437, "bulk-copy"],
	[438, "bulk-copy"],
	[442, "bulk-copy"],
	[443, "bulk-copy"]
]);
/** Counts the instructions of machine code, which may be in several parts, for an architecture. */
function countInstructions(parts, arch) {
	const counts = /* @__PURE__ */ new Map();
	let others = 0;
	for (const part of parts) for (let at = 0; at + INSTRUCTION_SIZE <= part.byteLength; at += INSTRUCTION_SIZE) {
		const opcode = part.getUint16(at, true) & 511;
		const kind = KINDS$1.get(opcode);
		if (kind === void 0) {
			others += 1;
			continue;
		}
		const width = widthOf(opcode, part.getUint32(at + 8, true), arch);
		const own = counts.get(kind) ?? /* @__PURE__ */ new Map();
		counts.set(kind, own.set(width, (own.get(width) ?? 0) + 1));
	}
	const byWidth = (kind) => Object.fromEntries([...counts.get(kind) ?? []].toSorted(([a], [b]) => a - b));
	const number = (kind) => [...counts.get(kind)?.values() ?? []].reduce((sum, count) => sum + count, 0);
	const spilled = [...counts.get("spill-store") ?? []];
	return {
		total: [...counts.keys()].reduce((sum, kind) => sum + (kind === "fill" ? 0 : number(kind)), others),
		globalLoads: byWidth("load"),
		globalStores: byWidth("store"),
		asyncCopies: byWidth("async-copy"),
		bulkCopies: number("bulk-copy"),
		atomics: number("atomic"),
		tensorCore: number("tensor-core"),
		spillLoads: number("spill-load"),
		spillStores: number("spill-store"),
		spillBytes: spilled.reduce((sum, [width, count]) => sum + width * count, 0)
	};
}
/** Bytes of an access, by the number in the instruction: signed and unsigned, up to 128 bits. */
const WIDTHS = [
	1,
	1,
	2,
	2,
	4,
	8,
	16,
	16
];
/** The bytes that a load or store accesses in one thread. Means nothing for other instructions. */
function widthOf(opcode, highBits, arch) {
	if (opcode === 382 || opcode === 383) return 32;
	if (opcode === 430 && arch >= 100) return 4 << (highBits >>> 10 & 3);
	return WIDTHS[highBits >>> 9 & 7] ?? 16;
}
// src/compile/cubin/occupancy.ts
const OCCUPANCY_LIMITS = [
	"warps",
	"blocks",
	"registers",
	"shared memory",
	"tensor memory"
];
/** Each warp gets a multiple of so many registers. Source: `cudaOccRegAllocationGranularity`. */
const REGISTER_UNIT = 256;
/** A multiprocessor has so many parts. Source: `cudaOccSubPartitionsPerMultiprocessor`. */
const PARTITIONS = 4;
/**
* Returns the theoretical occupancy, as cuOccupancyMaxActiveBlocksPerMultiprocessor does, but for
* tensor memory, which that function does not know. Clusters can lower it further.
* Source: the CUDA toolkit's cuda_occupancy.h; for tensor memory PTX ISA, "tcgen05.alloc".
*/
function occupancyOf(target, block) {
	const most = multiprocessorOf(target);
	const perWarp = roundUp(block.registers * 32, REGISTER_UNIT);
	const warpsByRegisters = PARTITIONS * Math.floor(most.registers / PARTITIONS / Math.max(perWarp, REGISTER_UNIT));
	const shared = roundUp(block.sharedBytes + most.reservedSharedBytes, most.sharedUnit);
	const limits = [
		["warps", Math.floor(most.warps / block.warps)],
		["blocks", most.blocks],
		["registers", Math.floor(warpsByRegisters / block.warps)],
		["shared memory", shared === 0 ? Infinity : Math.floor(most.sharedBytes / shared)],
		["tensor memory", block.tensorColumns === 0 ? Infinity : Math.floor(most.tensorColumns / block.tensorColumns)]
	];
	const blocks = Math.min(...limits.map(([, number]) => number));
	const [limit] = limits.find(([, number]) => number === blocks) ?? ["warps"];
	const warps = blocks * block.warps;
	return {
		blocks,
		warps,
		share: warps / most.warps,
		limit
	};
}
/**
* The registers that a launch reserves for a block, which has as many warps in each partition.
* Source: `regsAssumedPerCTA` in cuda_occupancy.h, "Hardware check".
*/
function reservedRegisters(perThread, warps) {
	return roundUp(perThread * 32, REGISTER_UNIT) * roundUp(warps, PARTITIONS);
}
function roundUp(value, step) {
	return Math.ceil(value / step) * step;
}
// src/compile/cubin/resources.ts
const count$1 = number().int().nonnegative();
const byWidth = record(string().regex(/^\d+$/), count$1);
/** The resources that a variant's code takes on a GPU, as manifest.json has it. Memory in bytes. */
const resourcesSchema = object({
	/** Registers per thread. */
	registers: count$1,
	/** Stack frame per thread. */
	stack: count$1,
	/** Shared memory per block as the cubin has it: from sm_90 on with that of the system. */
	sharedStatic: count$1,
	/** Shared memory per block that the launch asks for. */
	sharedDynamic: count$1,
	/** Tensor memory per block, in columns. */
	tensorColumns: count$1,
	/** Per block. */
	warps: count$1,
	/** Blocks per cluster. */
	ctas: count$1,
	/** Of the cubin. */
	size: count$1,
	/** Of its machine code. */
	code: count$1,
	/**
	* The SHA-256 of machine code and constants. If it is the same, cubins differ only in what surrounds
	* the code, such as names and line tables.
	*/
	codeSha256: string(),
	instructions: object({
		total: count$1,
		globalLoads: byWidth,
		globalStores: byWidth,
		asyncCopies: byWidth,
		bulkCopies: count$1,
		atomics: count$1,
		tensorCore: count$1,
		spillLoads: count$1,
		spillStores: count$1,
		spillBytes: count$1
	}),
	occupancy: object({
		blocks: count$1,
		warps: count$1,
		share: number(),
		limit: _enum(OCCUPANCY_LIMITS)
	})
});
/** Returns what a variant takes. */
function resourcesOf(target, compiled, kernel) {
	const { registers, stackBytes, staticSharedBytes, code, data } = kernel;
	return {
		registers,
		stack: stackBytes,
		sharedStatic: staticSharedBytes,
		sharedDynamic: compiled.shared,
		tensorColumns: compiled.tensorMemory,
		warps: compiled.numWarps,
		ctas: compiled.numCtas,
		size: compiled.cubin.length,
		code: code.reduce((sum, { byteLength }) => sum + byteLength, 0),
		codeSha256: digest$1([...code, ...data]),
		instructions: countInstructions(code, target.arch),
		occupancy: occupancyOf(target, {
			warps: compiled.numWarps,
			registers,
			sharedBytes: sharedBytesOf(target, compiled, kernel),
			tensorColumns: compiled.tensorMemory
		})
	};
}
/** From sm_90 on, the static shared memory of a cubin includes that of the system. In bytes. */
const SYSTEM_SHARED = 1024;
/** The shared memory of a block that is the kernel's own, static and dynamic, in bytes. */
function sharedBytesOf({ arch }, { shared }, { staticSharedBytes }) {
	return shared + Math.max(0, staticSharedBytes - (arch >= 90 ? SYSTEM_SHARED : 0));
}
/** The same of a target's name and of what manifest.json has. */
function sharedOf(target, { sharedStatic, sharedDynamic }) {
	return sharedBytesOf({ arch: Number(/\d+/.exec(target)?.[0]) }, { shared: sharedDynamic }, { staticSharedBytes: sharedStatic });
}
/** The SHA-256 of parts and their lengths. */
function digest$1(parts) {
	const hash = createHash("sha256");
	for (const part of parts) hash.update(`${part.byteLength}\n`).update(part);
	return hash.digest("hex");
}
// src/manifest/terms/constant.ts
/** The kinds of constants. */
const CONSTANT_KINDS = [
	"int",
	"float",
	"bool",
	"string",
	"none",
	"dtype"
];
/** Converts without loss: Python's `int()` and `float()` restore the value, even `inf` or `nan`. */
function toWire(constant) {
	switch (constant.kind) {
		case "none": return ["none", ""];
		case "float": return ["float", Object.is(constant.value, -0) ? "-0.0" : String(constant.value)];
		case "int":
		case "bool":
		case "string":
		case "dtype": return [constant.kind, String(constant.value)];
	}
}
/**
* The dtypes of `triton.language`. A constant can also be one of its functions, such as `tl.exp`.
* Source: triton/language/core.py of 3.6.0 to 3.9.0.
*/
const DTYPES = "int1 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 float8e5 float8e5b16 float8e4nv float8e4b8 float8e4b15".split(" ").map((name) => `tl.${name}`);
/** Reads a constant from text: `tl.float16` is a member of `triton.language`, the rest is text. */
function textConstant(text) {
	const member = /^tl\.(\w+)$/.exec(text)?.[1];
	return member === void 0 ? {
		kind: "string",
		value: text
	} : {
		kind: "dtype",
		value: member
	};
}
/** Returns what is wrong with a text as a constant, and what to do; undefined if it is right. */
function textConstantProblem(text) {
	const likely = DTYPES.includes(text) ? void 0 : likelyDtype(text);
	if (likely !== void 0) return {
		message: `unknown dtype \`${text}\`; did you mean \`${likely}\`?`,
		hint: "A constant of Triton begins with `tl.`, such as `tl.float16`."
	};
	if (!/^(?:tl|gl|ttgl|gluon|triton|torch)\.[\w.]+(?:\(.*)?$/s.test(text) || /^tl\.\w+$/.test(text)) return void 0;
	return {
		message: `a manifest cannot compute the Python expression \`${text}\``,
		hint: "Make it the default of the parameter in the Python file, and leave the parameter out here. Layouts and functions are given this way."
	};
}
function likelyDtype(text) {
	const name = /^(?:tl|gl|ttgl|torch|triton\.language)\.(\w+)$/.exec(text)?.[1];
	return name === void 0 ? void 0 : nearest$1(`tl.${name}`, DTYPES);
}
/** Formats a constant as in Python source, for listings and messages. */
function formatConstant(constant) {
	switch (constant.kind) {
		case "none": return "None";
		case "bool": return constant.value ? "True" : "False";
		case "string": return JSON.stringify(constant.value);
		case "dtype": return `tl.${constant.value}`;
		case "int": return String(constant.value);
		case "float": return Number.isInteger(constant.value) ? constant.value.toFixed(1) : String(constant.value);
	}
}
/** True if an integer is a power of two, as every axis of a block must be. */
function isPowerOfTwo(value) {
	return value > 0n && (value & value - 1n) === 0n;
}
/** Parses a `WireConstant`. */
const wireConstantSchema = union([
	tagged("int").transform(([, text]) => ({
		kind: "int",
		value: BigInt(text)
	})),
	tagged("float").transform(([, text]) => ({
		kind: "float",
		value: Number(text)
	})),
	tagged("bool").transform(([, text]) => ({
		kind: "bool",
		value: text === "true"
	})),
	tagged("string").transform(([, text]) => ({
		kind: "string",
		value: text
	})),
	tagged("none").transform(() => ({ kind: "none" })),
	tagged("dtype").transform(([, text]) => ({
		kind: "dtype",
		value: text
	}))
]);
function tagged(kind) {
	return tuple([literal$1(kind), string()]);
}
// src/package/constants.ts
/** Writes constants as JSON. */
function writeConstants$1({ constants }) {
	const values = [...constants].map(([name, value]) => [name, toJson(value)]);
	const kinds = [...constants].flatMap(([name, value]) => fromJson(toJson(value)).kind === value.kind ? [] : [[name, value.kind]]);
	return {
		constants: Object.fromEntries(values),
		...kinds.length > 0 && { kinds: Object.fromEntries(kinds) }
	};
}
/** Reads what `writeConstants` wrote. */
function readConstants$1({ constants, kinds = {} }) {
	return new Map(Object.entries(constants).map(([name, value]) => [name, fromJson(value, kinds[name])]));
}
/** Large integers, infinities and dtypes become strings: JSON cannot represent them. */
function toJson(constant) {
	switch (constant.kind) {
		case "none": return null;
		case "int": {
			const number = Number(constant.value);
			return Number.isSafeInteger(number) ? number : String(constant.value);
		}
		case "float": return Number.isFinite(constant.value) ? constant.value : String(constant.value);
		case "dtype": return `tl.${constant.value}`;
		case "bool":
		case "string": return constant.value;
	}
}
function fromJson(value, kind = likelyKind(value)) {
	const text = String(value);
	switch (kind) {
		case "none": return { kind };
		case "int": return {
			kind,
			value: /^-?\d+$/.test(text) ? BigInt(text) : 0n
		};
		case "float": return {
			kind,
			value: Number(value)
		};
		case "bool": return {
			kind,
			value: value === true
		};
		case "dtype": return {
			kind,
			value: text.replace(/^tl\./, "")
		};
		case "string": return {
			kind,
			value: text
		};
	}
}
function likelyKind(value) {
	if (value === null) return "none";
	if (typeof value === "boolean") return "bool";
	if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
	return typeof value === "string" && /^-?\d{16,}$/.test(value) ? "int" : "string";
}
// src/manifest/terms/hint.ts
/** From the least to the most that a compiler can do with it. The first is always met. */
const ALL_HINTS = [
	0,
	2,
	4,
	8,
	16,
	1
];
/** True if a value or address meets a hint. */
function meets(value, hint) {
	return hint <= 1 ? hint === 0 || value === 1n : value % BigInt(hint) === 0n;
}
/** Returns the hint that the compiler can do most with, of several. */
function strongest(hints) {
	return ALL_HINTS.findLast((hint) => hints.includes(hint)) ?? 0;
}
/** Ranks hints by what the compiler can do with them: 0 for none. */
function strengthOf(hint) {
	return ALL_HINTS.indexOf(hint);
}
/** The condition of a hint as Python and C write it, such as `n % 16 == 0`; none for hint 0. */
function hintConditions(value, hint = 0) {
	if (hint === 0) return [];
	return [hint === 1 ? `${value} == 1` : `${value} % ${hint} == 0`];
}
/** Returns the hint with this text, as in `i32:8`; undefined if there is none. */
function parseFact(text) {
	return ALL_HINTS.find((hint) => hint !== 0 && String(hint) === text);
}
/** Returns why an argument of a type cannot have a hint; undefined if it can. */
function hintProblem(type, hint) {
	const name = formatArgumentType(type);
	if (!isInteger(type) && type.kind !== "pointer") return `${name} cannot have a hint, only integers and pointers can`;
	if (name === "i1" || name === "u1") return `${name} cannot have a hint, since it is always 0 or 1`;
	if (type.kind === "pointer" && hint === 1) return `a pointer cannot be equal to 1; expected \`${name}:16\` or \`${name}\``;
}
// src/toolchain/workers/protocol.ts
/**
* The part of the sources that a kernel is made from, as inspect_sources.py takes it. It runs
* instead of the files.
*/
const sliceSchema = object({
	kind: literal$1("slice"),
	/** The path of the module with the kernel. */
	entry: string(),
	/** Its dotted name. */
	module: string(),
	modules: array(object({
		/** Relative to the manifest's folder; identifies the module. */
		path: string(),
		file: string(),
		name: string(),
		package: boolean(),
		/** The name for imports in functions. */
		importName: string(),
		/** The taken lines, each where it is in the file. */
		text: string(),
		/** Values of names that the manifest gives. */
		answers: record(string(), unknown()),
		/** Builtins whose value is unknown, with their numbers in `unknown`. */
		unknown: record(string(), number()),
		/** The hash of the text without comments, and of the answers. */
		sha256: string(),
		/** The hash of the file. */
		fileSha256: string()
	})),
	/** Values that are known only when the program runs. An error if the compiler needs one. */
	unknown: array(object({
		message: string(),
		hint: string()
	})),
	/** The Python expressions to evaluate in the entry: for configs, and for the function that prunes them. */
	expression: string().optional(),
	prune: string().optional()
});
/**
* Names the code that runs for a source. Only jobs with the same name share a process, since code
* can change everything in its process.
*/
function closureOf(source) {
	if (source.kind === "slice") return source.key;
	const { path, module, closure } = source;
	return sha256(canonicalJson({
		path,
		module,
		closure
	}));
}
const FACTS = ALL_HINTS.filter((hint) => hint !== 0);
const hintSetSchema = record(string(), literal$1(FACTS));
/** Choices of hints, the most important first. */
const hintChoicesSchema = array(object({
	from: _enum([
		"aligned",
		"narrow",
		"partly",
		"pointers",
		"call"
	]),
	call: number().optional(),
	asked: hintSetSchema,
	kept: hintSetSchema,
	cost: number()
}));
/**
* A tensor map in an answer and in the store: the arguments for encoding it, without the tensor.
*/
const tensorMapSchema = object({
	/** CUtensorMapDataType, CUtensorMapSwizzle. */
	dataType: number(),
	swizzle: number(),
	/** Bytes of an element. */
	elementSize: number(),
	/** Elements of a box, outermost axis first. */
	box: array(number()),
	/** A mode that the launcher does not support, such as im2col. */
	mode: string().optional()
});
const memorySchema = object({
	size: number(),
	align: number()
});
/** A compiled kernel with the data for its launcher. Sizes are in bytes. */
const compiledKernelSchema = object({
	cubin: base64().transform((text) => Buffer.from(text, "base64")),
	/** The kernel's name inside the cubin: letters, digits, `_`, `$` and `.`. */
	name: string().regex(/^[\p{L}\p{N}_$.]+$/u),
	/** The version of ptxas. */
	ptxas: string(),
	/** Dynamic shared memory of one block. */
	shared: number(),
	/** Tensor memory of one block, in columns of 512 bytes. */
	tensorMemory: number(),
	/** Warps of one block, including those of warp specialisation. */
	numWarps: number(),
	/** Blocks of one cluster. */
	numCtas: number(),
	globalScratch: memorySchema,
	profileScratch: memorySchema,
	launchPdl: boolean(),
	launchCooperativeGrid: boolean(),
	/**
	* The tensor maps of the parameters that are tensor descriptors, in order. Empty if the target
	* has no hardware for them: then the kernel takes the parts of each tensor as parameters.
	*/
	tensorMaps: array(tensorMapSchema),
	/** The type to which values for an output are rounded, where it is less precise than the output's. */
	rounding: record(string(), string().regex(/^\w+$/)),
	/** The PTX, if the job asks for it. */
	ptx: string().optional(),
	/** The PTX with the lines of the source, compressed by zlib, for `smoke --emulate`. */
	packedPtx: base64().transform((text) => Buffer.from(text, "base64")).optional()
});
/** A config of @triton.autotune: values of constexpr parameters, and options such as num_warps. */
const autotuneConfigSchema = object({
	constants: record(string(), wireConstantSchema),
	options: record(string(), number())
});
/**
* The value of a parameter in @triton.heuristics. `expression` is the lambda's body in the grid
* language; `untranslated` is its text in Python, if it has no translation.
*/
const heuristicSchema = object({
	parameter: string(),
	line: number(),
	expression: string().optional(),
	untranslated: string().optional()
});
/** A kernel function. Lines count from 1. */
const kernelFunctionSchema = object({
	line: number(),
	parameters: array(object({
		name: string(),
		constexpr: boolean(),
		hasDefault: boolean(),
		/** The default, if it is a constant. */
		default: wireConstantSchema.optional(),
		line: number()
	})),
	/** True if it is decorated with @triton.jit. */
	jit: boolean(),
	/** The configs of @triton.autotune, if any; `dynamic` if they are known only at run time. */
	autotune: union([object({ static: array(autotuneConfigSchema) }), literal$1("dynamic")]).nullable(),
	/** The names that @triton.autotune chooses by (its `key`). */
	autotuneKey: array(string()),
	/** The values of @triton.heuristics, in the order in which Triton computes them. */
	heuristics: array(heuristicSchema)
});
/** The first line that a worker sends. */
const helloSchema = object({
	ready: literal$1(true),
	bridge: number(),
	/** `namespaces` if kernels are compiled in namespaces of their own; otherwise why they are not. */
	isolation: string(),
	/** True if Landlock protects other processes and, unless namespaces are turned off, all files. */
	landlock: boolean().default(false)
});
/** The answer of a worker if the process of the closure has ended. */
const endedSchema = object({ exit: object({
	code: number().nullable(),
	signal: custom((name) => String(name) in constants$1.signals).nullable()
}) });
/** The reason for which a variant did not compile. */
const failureSchema$1 = object({
	/** The pool says that a worker crashed, or took too long. */
	reason: _enum([
		"import",
		"unknown",
		"function",
		"parameters",
		"options",
		"compile",
		"crash",
		"timeout"
	]),
	message: string(),
	file: string().optional(),
	/** Counts from 1 in `file`. */
	line: number().optional(),
	/** The module that could not be imported, if that is the reason. */
	missingModule: string().optional(),
	/** The remedy, if Python knows one. */
	hint: string().optional()
});
/** The answer to a job that failed. */
const failedSchema = object({
	ok: literal$1(false),
	failure: failureSchema$1,
	cpuSeconds: number()
});
/** Returns a function that parses answers; `printed` is the output of the compiler. */
function answerParser(found) {
	return (answer, printed) => {
		const { data } = failedSchema.safeParse(answer);
		if (data === void 0) return {
			ok: true,
			...found.parse(answer)
		};
		return {
			...data,
			failure: withDiagnostics(data.failure, printed)
		};
	};
}
const parseCompiled$1 = answerParser(object({
	kernel: compiledKernelSchema,
	cpuSeconds: number()
}));
const parseHints = answerParser(object({
	choices: hintChoicesSchema,
	cpuSeconds: number()
}));
const parseDescribed = answerParser(object({ function: kernelFunctionSchema }));
const parseConfigs = answerParser(object({
	configs: array(autotuneConfigSchema),
	/** Those that are kept for the calls, or why it is not known which they are. */
	kept: array(autotuneConfigSchema).optional(),
	reason: string().optional()
}));
/**
* Adds the errors that the compiler printed to a failure. Its later stages raise exceptions without
* details, and print `file:line:column: error: message`. A failure with a line is from the front
* end.
*/
function withDiagnostics(failure, printed) {
	if (failure.reason !== "compile" || failure.line !== void 0) return failure;
	const found = [...printed.matchAll(/^(.+?):(\d+)(?::\d+)?: error: (.*)$/gm)];
	if (found.length === 0) return failure;
	const messages = new Set(found.map(([, , , message = ""]) => message.slice(0, 1e3)));
	const known = found.find(([, , line]) => Number(line) > 0);
	return {
		...failure,
		message: [failure.message, ...[...messages].slice(0, 3)].join("\n"),
		...known === void 0 ? {} : {
			file: known[1],
			line: Number(known[2])
		}
	};
}
// src/manifest/tuning/time-model.ts
/** The values that are tried. */
const RESIDENT = [
	1,
	2,
	3,
	4,
	6,
	8,
	12,
	16
];
/** Digits of a term: the C code has the same number. */
const DIGITS$1 = 6;
/** Returns the time that a model predicts, in microseconds. */
function predict({ resident, terms }, size, multiprocessors) {
	return featuresOf(size, resident, multiprocessors).reduce((sum, feature, index) => sum + (terms[index] ?? 0) * feature, 0);
}
/** Returns the model with the least squared relative errors, and their sum. */
function fitTimes(sizes, multiprocessors, candidates = RESIDENT) {
	return candidates.map((resident) => {
		const rows = sizes.map((size) => featuresOf(size, resident, multiprocessors).map((feature) => feature * size.weight / size.microseconds));
		const wanted = sizes.map(({ weight }) => weight);
		const exact = leastSquares(rows, wanted);
		const error = rows.reduce((sum, row, index) => sum + (dot(row, exact) - (wanted[index] ?? 0)) ** 2, 0);
		return {
			model: {
				resident,
				terms: exact.map((each) => Number(each.toPrecision(DIGITS$1)))
			},
			error
		};
	}).reduce((best, fit) => fit.error < best.error * .999 ? fit : best);
}
function featuresOf({ blocks, length }, resident, multiprocessors) {
	const waves = Math.ceil(blocks / (multiprocessors * resident));
	return [
		1,
		length,
		waves,
		waves * length,
		length * blocks / multiprocessors
	];
}
const ROUNDS = 300;
/**
* Solves rows \u00b7 x = wanted for x \u2265 0 by coordinate descent: each number in turn is set to its best value.
* @param rows one for each equation, of equal lengths
*/
function leastSquares(rows, wanted) {
	const columns = (rows[0] ?? []).map((_each, at) => rows.map((row) => row[at] ?? 0));
	const scales = columns.map((column) => Math.sqrt(dot(column, column)) || 1);
	const scaled = columns.map((column, at) => column.map((each) => each / (scales[at] ?? 1)));
	const products = scaled.map((one) => scaled.map((other) => dot(one, other)));
	const targets = scaled.map((column) => dot(column, wanted));
	const x = scaled.map(() => 0);
	for (let round = 0; round < ROUNDS; round += 1) for (const [at, row] of products.entries()) {
		const own = row[at] ?? 0;
		if (own > 0) x[at] = Math.max(0, (x[at] ?? 0) + ((targets[at] ?? 0) - dot(row, x)) / own);
	}
	return x.map((each, at) => each / (scales[at] ?? 1));
}
function dot(one, other) {
	return one.reduce((sum, each, index) => sum + each * (other[index] ?? 0), 0);
}
// src/manifest/tuning/choice.ts
/**
* Returns the algo that is predicted to be the fastest for a call of a class, of those that accept the
* call. Returns the first one if all refuse it, and 0 if there is none.
*/
function decide({ multiprocessors, length, classes }, ofClass, { valueOf, blocksOf }) {
	const product = length.reduce((all, name) => all * Number(valueOf(name)), 1);
	let best;
	const algos = classes[ofClass]?.algos ?? [];
	for (const { algo, ...model } of algos) {
		const blocks = blocksOf(algo);
		if (blocks === void 0) continue;
		const time = predict(model, {
			blocks: Number(blocks),
			length: product
		}, multiprocessors);
		if (best === void 0 || time < best.time) best = {
			algo,
			time
		};
	}
	return best?.algo ?? algos[0]?.algo ?? 0;
}
/** The algos that a choice can take, in ascending order. */
function chosenAlgos({ tables }) {
	const all = tables.flatMap(({ classes }) => classes.flatMap(({ algos }) => algos));
	return [...new Set(all.map(({ algo }) => algo))].toSorted((a, b) => a - b);
}
/** True if a choice depends on the device. */
function dependsOnDevice({ tables }) {
	return tables.length > 1;
}
/** A choice as JSON. */
function choiceJson({ tables, ...rest }) {
	return {
		...rest,
		tables: tables.map(({ mean, worst, ...table }) => ({
			...table,
			mean: Number(mean.toFixed(3)),
			worst: Number(worst.toFixed(3))
		}))
	};
}
const count = number().int().nonnegative();
/** Reads what `choiceJson` writes. */
const choiceSchema = object({
	tuning: string(),
	devices: array(object({
		name: string().regex(/^[\x20-\x7e]+$/).optional(),
		capability: string().optional(),
		table: count
	})),
	tables: array(object({
		multiprocessors: count,
		length: array(string()),
		classes: array(object({
			sizes: count,
			algos: array(object({
				algo: count,
				resident: count,
				terms: array(number().nonnegative())
			}))
		})),
		sizes: count,
		mean: number(),
		worst: number()
	}))
});
// src/package/operators.ts
/** The operators that a package with these kernels has, and their implementations. */
function operatorsOf(operators, kernels) {
	const complete = operators.flatMap((operator) => {
		const implementations = operator.implementations.filter(({ calls }) => calls.every(({ kernel }) => kernels.includes(kernel)));
		return implementations.length === 0 ? [] : [{
			...operator,
			implementations
		}];
	});
	const names = complete.map(({ name }) => name);
	return complete.map((operator) => operator.backward === void 0 || names.includes(operator.backward.operator) ? operator : {
		...operator,
		backward: void 0
	});
}
/** The operators as manifest.json has them. `operatorSchema` reads them. */
function operatorsJson(operators) {
	return operators.map(({ name, tensors, outputs, scalars, implementations, backward }) => ({
		name,
		tensors,
		outputs,
		scalars: scalars.map(({ default: value, ...scalar }) => ({
			...scalar,
			...value !== void 0 && { default: numberJson(value) }
		})),
		implementations: implementations.map(implementationJson),
		...backward !== void 0 && { backward }
	}));
}
function implementationJson(implementation) {
	const { layouts, temporaries, values, conditions, calls } = implementation;
	return {
		layouts: Object.fromEntries([...layouts].map(([name, { element, shape, strides }]) => [name, {
			element,
			shape: shape.map(textOf$2),
			...strides && { strides: strides.map(textOf$2) }
		}])),
		temporaries,
		values: values.map(({ name, text }) => ({
			name,
			expression: text
		})),
		conditions: conditions.map(textOf$2),
		calls: calls.map(({ kernel, arguments: list }) => ({
			kernel,
			arguments: list.map(argumentJson)
		}))
	};
}
function argumentJson(argument) {
	return argument.kind === "number" ? {
		...argument,
		value: numberJson(argument.value)
	} : argument;
}
function textOf$2({ text }) {
	return text;
}
/** JSON has no numbers for infinities, NaN and large integers: they are text. */
function numberJson(value) {
	if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	return typeof value === "boolean" || Number.isFinite(value) ? value : String(value);
}
/** A name in C and Python. Packages are not trusted, and names become parts of code. */
const name$1 = string().regex(/^[A-Za-z]\w*$/);
const formula = string().transform((text, context) => {
	const parsed = parseGrid(text);
	const [tree] = parsed.ok ? parsed.axes : [];
	if (tree !== void 0 && parsed.ok && parsed.axes.length === 1) return {
		tree,
		text
	};
	context.addIssue(`\`${text}\` is not an expression`);
	return NEVER;
});
const tensorSchema = object({
	name: name$1,
	role: _enum([
		"in",
		"out",
		"inout"
	]),
	axes: int().min(0).max(8)
});
const numberSchema$1 = union([number(), string()]);
const scalarSchema = object({
	name: name$1,
	kind: _enum([
		"int",
		"float",
		"bool"
	]),
	default: union([numberSchema$1, boolean()]).optional()
}).transform(({ kind, default: value, ...scalar }, context) => {
	if (value === void 0) return {
		...scalar,
		kind,
		default: void 0
	};
	const literal = literalOf(kind, value);
	if (literal === void 0) {
		context.addIssue(`\`${value}\` is not of type ${kind}`);
		return NEVER;
	}
	return {
		...scalar,
		kind,
		default: literal
	};
});
function literalOf(kind, value) {
	if (typeof value === "boolean") return kind === "bool" ? value : void 0;
	if (kind === "int") return /^-?\d+$/.test(String(value)) ? BigInt(value) : void 0;
	return kind === "float" && isNumber(value) ? Number(value) : void 0;
}
/** True for numbers in the forms that `numberJson` writes. */
function isNumber(value) {
	return value === "NaN" || !Number.isNaN(Number(value));
}
const layoutSchema = object({
	element: string().refine(isElementType),
	shape: array(formula),
	strides: array(formula).optional()
}).transform(({ element, shape, strides }) => ({
	element,
	shape,
	strides
}));
const argumentSchema = union([
	object({
		kind: _enum([
			"tensor",
			"value",
			"scalar"
		]),
		name: name$1
	}),
	object({ kind: literal$1("null") }),
	object({
		kind: literal$1("number"),
		value: numberSchema$1.refine(isNumber).transform(Number)
	})
]);
const implementationSchema = object({
	layouts: record(name$1, layoutSchema).transform((layouts) => new Map(Object.entries(layouts))),
	temporaries: array(name$1),
	values: array(object({
		name: name$1,
		expression: formula
	}).transform(({ name: own, expression }) => ({
		name: own,
		...expression
	}))),
	conditions: array(formula),
	calls: array(object({
		kernel: name$1,
		arguments: array(argumentSchema)
	}))
});
const backwardSchema = object({
	operator: name$1,
	tensors: array(object({
		kind: _enum(["saved", "gradient"]),
		name: name$1
	})),
	scalars: array(name$1),
	gradients: array(name$1)
});
/** The schema of one of `operators` in manifest.json. Gives the operator. */
const operatorSchema = object({
	name: name$1,
	tensors: array(tensorSchema),
	outputs: array(tensorSchema),
	scalars: array(scalarSchema),
	implementations: array(implementationSchema).min(1),
	backward: backwardSchema.optional()
}).transform(({ backward, ...operator }) => ({
	...operator,
	place: { file: "" },
	backward
}));
// src/package/sums.ts
const REMEDY$1 = "Build the package again, or fetch it again.";
/** The failure for a damaged file of a package. */
function damagedPackage(file, message) {
	return new Failure("verification", {
		message,
		place: { file },
		hint: REMEDY$1
	});
}
/**
* @throws {Failure} `verification` if the checksums are damaged or have paths outside the package.
*/
async function readSums(folder) {
	const file = join(folder, SUMS_FILE);
	const lines = (await readPlainFile(file).then(String, () => "")).split("\n").filter((line) => line !== "");
	const entries = lines.flatMap((line) => {
		const [, sum = "", path = ""] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
		return isInside$1(path) ? [[path, sum]] : [];
	});
	const sums = new Map(entries);
	if (lines.length === 0 || sums.size !== lines.length) throw damagedPackage(file, "the checksums are missing, cut off or damaged");
	return sums;
}
/** Finds files that are missing or do not match their checksums. */
async function checkSums(folder, sums) {
	const problems = [];
	const place = { file: join(folder, SUMS_FILE) };
	for (const [path, sum] of sums) {
		const what = await readPlainFile(join(folder, path)).then((content) => sha256(content) === sum ? void 0 : "does not match its checksum", (error) => systemCode(error) === "ENOENT" ? "is missing" : `cannot be read: ${reasonOf$1(error)}`);
		if (what !== void 0) problems.push({
			message: `${path} ${what}`,
			place,
			hint: REMEDY$1
		});
	}
	return problems;
}
/**
* Finds files that the checksums do not list, entries that are not plain files, and empty folders.
* Reads no content.
*/
async function checkUnlistedFiles(folder, sums) {
	const problems = [];
	if (!sums.has("manifest.json")) problems.push({
		message: `${SUMS_FILE} does not list ${MANIFEST_FILE}`,
		place: { file: join(folder, SUMS_FILE) }
	});
	const entries = await readdir(folder, {
		recursive: true,
		withFileTypes: true
	});
	const used = new Set(entries.map(({ parentPath }) => parentPath));
	for (const entry of entries) {
		const file = join(entry.parentPath, entry.name);
		const path = relative(folder, file).split(sep).join("/");
		if (entry.isDirectory()) {
			if (!used.has(file)) problems.push({
				message: `${path} is an empty folder: a package has none`,
				place: { file }
			});
			continue;
		}
		const isKnown = sums.has(path) || SIDE_FILES.includes(path);
		if (!entry.isFile()) {
			const what = entry.isSymbolicLink() ? "a link" : "not a plain file";
			problems.push({
				message: `${path} is ${what}: a package has only plain files`,
				place: { file }
			});
		} else if (!isKnown) problems.push({
			message: `${path} is not part of the package: ${SUMS_FILE} does not list it`,
			place: { file },
			hint: "Move it elsewhere: a build system might use it as part of the package."
		});
	}
	return problems;
}
/** The SHA-256 of a package's checksums; of nothing if it has none. */
async function packageDigest(folder) {
	return sha256(await readPlainFile(join(folder, SUMS_FILE)).catch(() => ""));
}
/** Returns whether a path is normalised and below the folder it is relative to. */
function isInside$1(path) {
	return path !== "" && posix.normalize(path) === path && !path.includes("\\") && !posix.isAbsolute(path) && path !== ".." && !path.startsWith("../");
}
// src/package/read.ts
const parametersSchema = array(object({
	name: string(),
	type: string()
}));
/** Names become parts of paths, and archives are not trusted. */
const name = string().regex(/^[A-Za-z]\w*$/);
const target = string().regex(/^\w+$/);
const kernelSchema$6 = object({
	name,
	parameters: parametersSchema,
	gridParameters: parametersSchema,
	algos: array(unknown()),
	heuristics: array(object({
		parameter: string(),
		expression: string()
	})).optional(),
	requires: array(string()).optional(),
	specialisations: array(string()),
	/** The choice of algos, if they were measured. */
	choice: choiceSchema.optional(),
	/** The specialisations that no measured size reaches, if algos were measured. */
	unmeasured: array(number()).optional(),
	/** The origins of hints that the manifest does not give. */
	hints: object({
		key: string(),
		choices: hintChoicesSchema,
		origins: array(string())
	}).optional(),
	/** True if the cubins have line tables. */
	lineInfo: boolean().optional(),
	/** The specialisations that no case of the smoke test reaches, although it has cases. */
	untested: array(number()).optional(),
	variants: array(object({
		algo: number(),
		specialisation: number(),
		target,
		hash: string(),
		/** The kernel's name in the cubin. */
		symbol: string(),
		/** Its PTX, if that is embedded too: the name of its architecture, and of its language's version. */
		ptx: object({
			target: string(),
			version: string().regex(/^\d{1,3}\.\d{1,3}$/),
			size: number(),
			sha256: string()
		}).optional()
	}))
});
const sourceSchema = object({
	path: string(),
	sha256: string(),
	slice: string().optional(),
	license: string().optional()
});
/** The parts of manifest.json that are read. Optional ones were added after the first version. */
const packageManifestSchema = object({
	package: name,
	version: string().regex(/^\d[\w.-]*$/),
	license: string().optional(),
	part: target.optional(),
	sources: array(sourceSchema).optional(),
	/** The packages that sources are in. */
	packages: array(object({
		name: string(),
		version: string()
	})).optional(),
	triton: string(),
	tritonDigest: string().optional(),
	ptxas: array(string()),
	kernels: array(kernelSchema$6),
	operators: array(operatorSchema).optional()
});
/**
* Reads a package and checks every file against its checksums.
* @throws {Failure} `usage` if there is no package or it has an unknown format, `verification` if
* it is damaged.
*/
async function readPackage(folder) {
	const text = await readManifestText(folder);
	const manifest = parseManifest(text, folder, packageManifestSchema);
	const problems = await checkSums(folder, await readSums(folder));
	if (problems.length > 0) throw new Failure("verification", problems);
	const packageSha256 = await packageDigest(folder);
	return {
		folder,
		manifest,
		manifestSha256: sha256(text),
		packageSha256
	};
}
/** Parses a package's manifest.json. @throws as `parseDocument`. */
function parseManifest(text, folder, schema) {
	return parseDocument$1(text, join(folder, MANIFEST_FILE), schema, 1);
}
/** @throws {Failure} `usage` if there is no package. */
async function readManifestText(folder) {
	try {
		return (await readPlainFile(join(folder, MANIFEST_FILE))).toString();
	} catch (error) {
		const message = ["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "") ? "there is no package here: it has no manifest.json" : `cannot read the package's ${MANIFEST_FILE}: ${reasonOf$1(error)}`;
		throw new Failure("usage", {
			message,
			place: { file: folder },
			hint: "Build a package with `triton-aot build`, or pass its folder with --package."
		});
	}
}
const formatSchema = object({ format: number() });
const generatorSchema = object({ generator: object({
	name: literal$1(GENERATOR_NAME),
	version: string(),
	mode: string().optional()
}) });
/**
* Parses a JSON file of a package.
* @throws {Failure} `usage` if another program or an incompatible version wrote it, `verification`
* if it is damaged.
*/
function parseDocument$1(text, file, schema, known) {
	const value = parseJson(text, file);
	const generator = generatorSchema.safeParse(value).data?.generator;
	const format = formatSchema.safeParse(value).data?.format;
	if (format === void 0) throw new Failure("usage", {
		message: `not written by ${GENERATOR_NAME}: it has no \`format\``,
		place: { file },
		hint: "Pass the folder that `triton-aot build` wrote with --package."
	});
	if (format !== known) {
		const by = generator === void 0 ? "" : `, written by triton-aot ${generator.version}`;
		throw new Failure("usage", {
			message: `the package has format ${format}${by}; this version reads format ${known}`,
			place: { file },
			hint: "Use the version of triton-aot that built it, or build it again with this version."
		});
	}
	if (generator?.mode !== void 0) throw new Failure("usage", {
		message: "these files were written by Triton's own tools and cannot be tested",
		place: { file },
		hint: "Build the package with the generator `native`."
	});
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw damagedPackage(file, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`);
}
function parseJson(text, file) {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw damagedPackage(file, `cut off or damaged (${String(error)})`);
	}
}
// src/report/difference/build.ts
const algoSchema = object({
	constants: record(string(), unknown()),
	kinds: record(string(), _enum(CONSTANT_KINDS)).optional(),
	options: record(string(), unknown())
});
const kernelSchema$5 = object({
	name: string(),
	algos: array(algoSchema),
	specialisations: array(string()),
	variants: array(object({
		algo: number(),
		specialisation: number(),
		target: string(),
		hash: string(),
		sha256: string(),
		resources: resourcesSchema,
		ptx: object({
			size: number(),
			sha256: string()
		}).optional()
	}))
});
/** The parts of manifest.json that are compared. */
const comparedManifestSchema = object({
	generator: object({ version: string() }).optional(),
	package: string(),
	version: string(),
	triton: string(),
	ptxas: array(string()),
	kernels: array(kernelSchema$5)
});
/** Joins the packages of a build, which are several if it was split by target. */
function joinBuilds(builds) {
	const [first] = builds;
	return first && {
		...first,
		ptxas: [...new Set(builds.flatMap(({ ptxas }) => ptxas))],
		variants: builds.flatMap(({ variants }) => variants),
		times: builds.flatMap(({ times }) => times)
	};
}
/** Returns a package as it is compared. `reportText` is the content of its report.json. */
function comparedBuild(manifest, reportText) {
	const kernels = new Map(manifest.kernels.map((kernel) => [kernel.name, {
		...kernel,
		settings: kernel.algos.map(settingsOf$1)
	}]));
	return {
		package: manifest.package,
		version: manifest.version,
		triton: manifest.triton,
		ptxas: manifest.ptxas,
		generator: manifest.generator?.version,
		variants: [...kernels.values()].flatMap((kernel) => kernel.variants.map((variant) => ({
			kernel: kernel.name,
			target: variant.target,
			algo: kernel.settings[variant.algo] ?? {},
			specialisation: kernel.specialisations[variant.specialisation] ?? "",
			...labelsOf(kernel, variant),
			hash: variant.hash,
			sha256: variant.sha256,
			resources: variant.resources,
			ptx: variant.ptx
		}))),
		times: runsOf$1(reportText).flatMap(({ device, run }) => {
			const kernel = kernels.get(run.kernel);
			const algo = kernel?.settings[run.algo];
			const { case: name, microseconds = 0 } = run;
			if (kernel === void 0 || algo === void 0 || microseconds <= 0) return [];
			const specialisation = kernel.specialisations[run.specialisation ?? -1];
			const { label } = labelsOf(kernel, run);
			return [{
				device,
				kernel: kernel.name,
				case: name,
				algo,
				specialisation,
				label,
				microseconds
			}];
		})
	};
}
/** Names a variant as `list` and the build do. */
function labelsOf({ algos, specialisations }, { algo, specialisation }) {
	const algoLabel = algos.length > 1 ? `algo ${algo}` : "";
	const specialisationLabel = specialisations.length <= 1 || specialisation === void 0 ? "" : `specialisation ${specialisation}`;
	return {
		algoLabel,
		specialisationLabel,
		label: [algoLabel, specialisationLabel].filter((text) => text !== "").join(", ")
	};
}
function settingsOf$1({ constants, kinds, options }) {
	const values = readConstants$1({
		constants,
		kinds
	});
	return Object.fromEntries([...[...values].map(([name, value]) => [name, formatConstant(value)]), ...Object.entries(options).flatMap(([name, value]) => values.has(name) ? [] : [[name, JSON.stringify(value)]])]);
}
const deviceSchema$1 = object({
	device: object({ name: string() }),
	runs: array(object({
		kernel: string(),
		case: string(),
		algo: number(),
		specialisation: number().optional(),
		microseconds: number().optional()
	}))
});
const timesSchema$1 = object({
	smoke: array(deviceSchema$1),
	bench: array(deviceSchema$1)
});
/** The runs on all GPUs; none without a report that can be read, which is not part of the checksums. */
function runsOf$1(reportText = "") {
	const { data } = timesSchema$1.safeParse(tryParseJson(reportText));
	return [...data?.bench ?? [], ...data?.smoke ?? []].flatMap(({ device, runs }) => runs.map((run) => ({
		device: device.name,
		run
	})));
}
const WHAT = "Pass the folder of a package, a folder of split packages, or a manifest.json.";
/**
* Reads a build to compare: a package, the packages directly below a folder, or a manifest.json.
* Times are those of the report.json beside it. Checksums are not checked.
* @throws {Failure} `usage` if there is none or another program wrote it, `verification` if it is
* damaged.
*/
async function readBuild(path) {
	const files = await manifestsAt(path);
	const build = joinBuilds(await Promise.all(files.map(readOne)));
	if (build !== void 0) return build;
	throw new Failure("usage", {
		message: `there is no package to compare: no ${MANIFEST_FILE} here or in a folder directly below`,
		place: { file: path },
		hint: WHAT
	});
}
async function readOne(file) {
	return parseBuild((await readPlainFile(file)).toString(), file, (await readIfExists(join(dirname(file), REPORT_FILES.json)).catch(() => void 0))?.toString());
}
/** Parses a manifest.json, and the report.json of the package. @throws as `readBuild`. */
function parseBuild(text, file, reportText) {
	try {
		return comparedBuild(parseDocument$1(text, file, comparedManifestSchema, 1), reportText);
	} catch (error) {
		if (!(error instanceof Failure) || error.kind !== "usage") throw error;
		throw new Failure("usage", error.problems.map((problem) => ({
			...problem,
			hint: WHAT
		})), { cause: error });
	}
}
/** The files of a package or of split packages, sorted; empty if there are none. */
async function manifestsAt(path) {
	try {
		if ((await stat(path)).isFile()) return [path];
		const own = join(path, MANIFEST_FILE);
		if (await isFile(own)) return [own];
		const below = (await readdir(path)).toSorted().map((name) => join(path, name, MANIFEST_FILE));
		const found = await Promise.all(below.map(isFile));
		return below.filter((_file, index) => found[index]);
	} catch (error) {
		const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "");
		throw new Failure("usage", {
			message: isMissing ? "no such file or folder" : `cannot be read: ${reasonOf$1(error)}`,
			place: { file: path },
			hint: WHAT
		});
	}
}
async function isFile(path) {
	return stat(path).then((entry) => entry.isFile(), () => false);
}
// src/manifest/terms/smoke-case.ts
const BUFFER_ROLES = [
	"in",
	"out",
	"inout",
	"scratch"
];
/** Formats the values a case chooses, such as `M=512, N=512`. */
function formatCase(chosen) {
	if (chosen.size === 0) return "default";
	return [...chosen].map(([name, value]) => `${name}=${value}`).join(", ");
}
// src/manifest/smoke-schema.ts
/** A string. `what` completes `expected \u2026`. */
const textSchema = (what) => string({ error: `expected ${what}` });
/** Any float, also `.inf` and `.nan`. */
const floatSchema = custom((value) => typeof value === "number");
/** A placeholder for a value of `for`. The value is checked after it is filled in. */
const placeholder = string().regex(/^\{[A-Za-z_]\w*\}$/, { abort: true });
const expressionSchema = union([string(), bigint()], { error: "expected an expression (quote it if it contains `?:`)" });
/** A value or a placeholder. Messages are the schema's own, since placeholders are rare. */
function orPlaceholder(schema) {
	return union([schema, placeholder], { error: ({ input }) => schema.safeParse(input).error?.issues[0]?.message ?? "invalid value" });
}
/** The schema of a list of cases. */
function casesOf$1(hole) {
	const literal = hole(union([
		bigint(),
		floatSchema,
		boolean()
	], { error: "expected an integer, a float, true or false" }));
	return array(record(string(), literal, { error: "expected a map of names to values" }), { error: "expected a list of cases such as [{ M: 512, N: 512 }]" }).min(1, { error: "expected at least one case" });
}
/** The schema of `tune:`. */
function tuneOf(hole) {
	return strictObject({
		cases: casesOf$1(hole).optional().describe("The calls to measure, with the `arguments` and `buffers` of `smoke:`. Default: the cases of `smoke:`."),
		key: array(textSchema("the name of an integer parameter"), { error: "expected a list of parameters such as [M, N]" }).min(1, { error: "expected at least one parameter" }).optional().describe("The integer parameters that the choice of an algo may depend on. Default: all.")
	}, { error: "expected a map with `cases` or `key`" });
}
/** The schema of `smoke:`. */
function sectionOf(hole) {
	const number = (error = "expected a number") => hole(union([bigint(), floatSchema], { error }));
	const index = hole(bigint({ error: "expected an index, counted from 0" }));
	const flag = hole(boolean({ error: "expected true or false" }));
	const axes = array(expressionSchema, { error: "expected a list of expressions such as [M, K]" }).min(1, { error: "expected at least one axis" });
	const fill = union([hole(_enum(FILL_WORDS)), strictObject(fillsOf(number))], { error: `expected one of ${FILL_WORDS.join(", ")}, or a map with one of ${FILLS.join(", ")}` }).describe("The contents of the buffer before the call.");
	const buffer = union([
		axes,
		strictObject({
			shape: axes.describe("The number of elements on each axis, outermost first."),
			strides: axes.optional().describe("Strides in elements. Default: contiguous."),
			role: hole(_enum(BUFFER_ROLES, { error: `expected one of ${BUFFER_ROLES.join(", ")}` })).optional(),
			fill: fill.optional()
		}),
		_null()
	], { error: "expected a shape such as [M, K], a map with `shape`, or null" }).describe("A shape, a map with `shape`, or null for a null pointer.");
	const limitsError = "expected a number for `norm`, `rtol` or `atol`, or a map of these for a buffer or an element type";
	const limits = {
		norm: number(limitsError).optional().describe("The limit of \u2016out \u2212 expected\u2016 / \u2016expected\u2016."),
		rtol: number(limitsError).optional(),
		atol: number(limitsError).optional()
	};
	return strictObject({
		reference: textSchema("`FILE.py:FUNCTION`, `interpreter` or `none`").optional().describe("The source of the expected outputs: a NumPy function (`FILE.py:FUNCTION`), Triton's `interpreter` (the default) or `none`."),
		cases: casesOf$1(hole).optional().describe("Calls of the kernel: values of scalar parameters, and sizes for expressions."),
		arguments: record(string(), union([
			string(),
			bigint(),
			floatSchema,
			boolean()
		], { error: "expected a number, true, false or an expression (quote it if it contains a comma)" }), { error: "expected a map of scalar parameters to expressions" }).optional().describe("Values of the scalar parameters that a case does not set."),
		buffers: record(string(), buffer, { error: "expected a map of pointer parameters to shapes" }).optional(),
		seed: hole(bigint({ error: "expected an integer" })).optional().describe("The seed of the random inputs. Default: 0."),
		tolerance: object(limits, { error: limitsError }).catchall(strictObject(limits, { error: limitsError })).optional().describe("The tolerance for all floating-point outputs, or by buffer or element type. Default: that of the least precise type to which the kernel rounds on the way to an output."),
		algos: array(index, { error: "expected a list of algos, counted from 0" }).min(1, { error: "expected at least one algo" }).optional().describe("The algos to test. Default: all."),
		specialisations: array(index, { error: "expected a list of specialisations, counted from 0" }).min(1, { error: "expected at least one specialisation" }).optional().describe("The specialisations to test, numbered in the order they are tried. Default: all."),
		deterministic: flag.optional().describe("Whether equal inputs must give equal bytes. Default: true."),
		bytes: expressionSchema.optional().describe("The bytes that a call moves. `buffers` counts each input and output once, and `inout` twice."),
		flops: expressionSchema.optional().describe("The floating-point operations of a call."),
		source: union([string(), array(textSchema("a file")).min(1, { error: "expected at least one file" })], { error: "expected a C++ file, or a list of it and the files that it includes" }).optional().describe("Your own C++ test: the file to compile, then the files that it includes.")
	}, { error: "expected a map with `cases` or `source`" });
}
const FILL_WORDS = [
	"normal",
	"uniform",
	"zeros",
	"ones"
];
const FILLS = [
	"normal",
	"uniform",
	"constant",
	"file"
];
function fillsOf(number) {
	return {
		normal: strictObject({
			mean: number().optional(),
			deviation: number().optional()
		}, { error: "expected a map with `mean` and `deviation`" }).optional(),
		uniform: strictObject({
			from: number(),
			to: number()
		}, { error: "expected a map with `from` and `to`" }).optional(),
		constant: number().optional(),
		file: textSchema("a .npy file").optional()
	};
}
/** The cast is safe: sections are parsed again after the placeholders are filled in. */
const PLACEHOLDERS = (schema) => orPlaceholder(schema);
const NO_HOLES = (schema) => schema;
/** The sections in the manifest. A placeholder can replace any single value. */
const smokeSchema$1 = sectionOf(PLACEHOLDERS);
const tuneSchema = tuneOf(PLACEHOLDERS);
/** The sections of one kernel, after the placeholders are filled in. */
const filledSmokeSchema = sectionOf(NO_HOLES);
const filledTuneSchema = tuneOf(NO_HOLES);
/** The keys of the map at a path inside the section. */
function smokeKeys(path) {
	const last = path.at(-1);
	if (path.length === 0) return Object.keys(filledSmokeSchema.shape);
	if (path[0] === "tolerance") return [
		"norm",
		"rtol",
		"atol"
	];
	if (path.length === 2) return [
		"shape",
		"strides",
		"role",
		"fill"
	];
	if (last === "normal") return ["mean", "deviation"];
	return last === "uniform" ? ["from", "to"] : FILLS;
}
/** The schema of `bench:` in a kernel. */
const benchSchema$1 = strictObject({ torch: string({ error: "expected `FILE.py:FUNCTION`" }).optional().describe("A function that computes the same with PyTorch: `FILE.py:FUNCTION`. It takes parameters of the kernel by name, as tensors and numbers, and returns the outputs or writes them.") });
// src/manifest/budget.ts
/** Lists the limits: upper limits, except `occupancy`, which is a lower limit. */
const BUDGET_KEYS = [
	"registers",
	"spills",
	"shared",
	"size",
	"occupancy"
];
const registers = expected("a number of registers per thread, from 1 to 255");
const size = expected("a size such as 48KiB, 512B or 0");
const percentage = expected("a percentage such as 50%, at most 100%");
const sizeSchema$1 = union([literal$1(0n, size), string(size).regex(/^(0|\d+(\.\d+)? ?[KMGTkmgt]?[Ii]?[Bb])$/, size).refine((text) => parseSize(text) !== void 0, size)], size);
/** The values of each limit, and what it is. */
const LIMITS = {
	registers: [bigint(registers).min(1n, registers).max(255n, registers), "The most registers per thread of any variant."],
	spills: [sizeSchema$1, "The most bytes that a thread of any variant spills."],
	shared: [sizeSchema$1, "The most shared memory per block of any variant."],
	size: [sizeSchema$1, "The most bytes of all cubins of the kernel for one target."],
	occupancy: [string(percentage).regex(/^\d+(\.\d+)? ?%$/, percentage).refine((text) => Number.parseFloat(text) > 0, percentage).refine((text) => Number.parseFloat(text) <= 100, percentage), "The least theoretical occupancy of any variant."]
};
/** The schema of `budget:`. */
function budgetOf(hole) {
	const limit = (key) => {
		const [schema, what] = LIMITS[key];
		return hole(schema.nullable()).optional().describe(`${what} Null: no limit.`);
	};
	return strictObject({
		registers: limit("registers"),
		spills: limit("spills"),
		shared: limit("shared"),
		size: limit("size"),
		occupancy: limit("occupancy"),
		exceeded: hole(_enum(["error", "warning"], expected("error or warning"))).optional().describe("What exceeding a limit is: an `error` (the default) or a `warning`.")
	}, { error: `expected a map with ${BUDGET_KEYS.join(", ")} or exceeded` });
}
/** The section in the manifest. A placeholder can replace any value. */
const budgetSchema = budgetOf(PLACEHOLDERS);
/** The section of one kernel, after the placeholders are filled in. */
const filledBudgetSchema = budgetOf(NO_HOLES);
/** Reads the section of one kernel. The result must not be used if there are problems. */
function readBudget(raw, problems) {
	const filled = filledBudgetSchema.safeParse(raw ?? {});
	if (!filled.success) problems.addIssues(filled.error.issues, () => []);
	const { exceeded = "error", ...given } = filled.data ?? {};
	const limits = BUDGET_KEYS.flatMap((key) => {
		const value = given[key];
		if (value === void 0 || value === null) return [];
		const text = String(value);
		const limit = parseLimit(key, text);
		return limit === void 0 ? [] : [[key, {
			limit,
			text,
			place: problems.at(key).place
		}]];
	});
	return {
		limits: new Map(limits),
		exceeded
	};
}
/** The message for another value. */
function expected(what) {
	return { error: ({ input }) => `expected ${what}; found ${shown$1(input)}` };
}
/** A value of YAML, for messages. */
function shown$1(value) {
	if (typeof value === "string") return `\`${value}\``;
	if (typeof value === "object") return Array.isArray(value) ? "a list" : "a map";
	return typeof value === "boolean" ? JSON.stringify(value) : Number(value).toString();
}
/** The measures that a limit can be for, in a budget or in `fail-on`, the most important first. */
const LIMITED = {
	spills: {
		label: "spills",
		unit: "B",
		worse: "higher"
	},
	registers: {
		label: "registers",
		unit: "",
		worse: "higher"
	},
	occupancy: {
		label: "occupancy",
		unit: "%",
		worse: "lower"
	},
	shared: {
		label: "shared memory",
		unit: "B",
		worse: "higher"
	},
	stack: {
		label: "stack",
		unit: "B",
		worse: "higher"
	},
	code: {
		label: "code",
		unit: "B",
		worse: "higher"
	},
	size: {
		label: "size",
		unit: "B",
		worse: "higher"
	},
	time: {
		label: "time",
		unit: "\u00b5s",
		worse: "higher"
	}
};
const LIMITED_NAMES = Object.keys(LIMITED);
/** Parses `50%` as a share, `48KiB` or `8` as an amount; undefined if the measure has no such limit. */
function parseLimit(name, text) {
	const percent = /^(\d+(?:\.\d+)?) ?%$/.exec(text)?.[1];
	if (percent !== void 0) return { percent: Number(percent) };
	const { unit } = LIMITED[name];
	const isNumber = unit === "" && /^\d{1,6}$/.test(text);
	const amount = unit === "B" ? parseSize(text) : isNumber ? Number(text) : void 0;
	return amount === void 0 ? void 0 : { amount };
}
/** Describes what `parseLimit` accepts, for messages. */
function limitForm(name) {
	const example = {
		B: `, or an amount such as \`${name} 64B\``,
		"": `, or a number such as \`${name} 8\``
	};
	const { unit } = LIMITED[name];
	return `a share such as \`${name} 10%\`${unit === "B" || unit === "" ? example[unit] : ""}`;
}
/** Returns the amount that a limit allows, if its shares are those of `whole`. */
function amountOf(limit, whole) {
	return "percent" in limit ? whole * limit.percent / 100 : limit.amount;
}
/** Returns by how much a value is worse than another one; negative if it is better. */
function worseBy({ worse }, value, than) {
	if (worse === void 0) return 0;
	return worse === "higher" ? value - than : than - value;
}
// src/compile/figures.ts
const { time: _time, ...limited } = LIMITED;
/** The compared measures of the code of a variant, the most important first. */
const FIGURES = {
	...limited,
	ptx: {
		label: "PTX for other GPUs",
		unit: "B",
		worse: void 0
	},
	tensorColumns: {
		label: "tensor memory columns",
		unit: "",
		worse: void 0
	},
	warps: {
		label: "warps",
		unit: "",
		worse: void 0
	},
	ctas: {
		label: "blocks of a cluster",
		unit: "",
		worse: void 0
	},
	instructions: {
		label: "instructions",
		unit: "",
		worse: void 0
	},
	tensorCore: {
		label: "tensor-core instructions",
		unit: "",
		worse: void 0
	},
	globalLoads: {
		label: "global loads",
		unit: "",
		worse: void 0
	},
	globalStores: {
		label: "global stores",
		unit: "",
		worse: void 0
	},
	asyncCopies: {
		label: "asynchronous copies",
		unit: "",
		worse: void 0
	},
	bulkCopies: {
		label: "bulk copies",
		unit: "",
		worse: void 0
	},
	atomics: {
		label: "atomics",
		unit: "",
		worse: void 0
	}
};
const FIGURE_NAMES = Object.keys(FIGURES);
/** A number, or how many accesses there are of each width in bytes. */
const valueSchema = union([number(), record(string(), number()).readonly()]);
const figureChangeSchema = object({
	figure: _enum(FIGURE_NAMES),
	before: valueSchema,
	after: valueSchema
}).readonly();
/** Returns the figures that differ. */
function changedFigures(before, after) {
	const [old, now] = [figuresOf(before), figuresOf(after)];
	return FIGURE_NAMES.flatMap((figure) => {
		const [was, is] = [old[figure], now[figure]];
		return isEqual(was, is) ? [] : [{
			figure,
			before: was,
			after: is
		}];
	});
}
/** Returns the figures of a variant. */
function figuresOf({ resources, target, ptx }) {
	const { instructions, occupancy } = resources;
	return {
		registers: resources.registers,
		stack: resources.stack,
		shared: sharedOf(target, resources),
		tensorColumns: resources.tensorColumns,
		warps: resources.warps,
		ctas: resources.ctas,
		size: resources.size,
		ptx: ptx?.size ?? 0,
		code: resources.code,
		occupancy: Math.round(occupancy.share * 1e3) / 10,
		spills: instructions.spillBytes,
		instructions: instructions.total,
		tensorCore: instructions.tensorCore,
		globalLoads: instructions.globalLoads,
		globalStores: instructions.globalStores,
		asyncCopies: instructions.asyncCopies,
		bulkCopies: instructions.bulkCopies,
		atomics: instructions.atomics
	};
}
function isEqual(a, b) {
	return typeof a === "number" || typeof b === "number" ? a === b : formatWidths(a) === formatWidths(b);
}
/** Formats a change as `168 \u2192 255 (+52 %)`. */
function formatChange({ figure, before, after }) {
	const { unit } = FIGURES[figure];
	return `${formatFigure(before, unit)} \u2192 ${formatFigure(after, unit)}${percentOf(figure, before, after)}`;
}
/** The change in percent, if it says something: shares of the same whole are shown as they are. */
function percentOf(figure, before, after) {
	if (typeof before !== "number" || typeof after !== "number") return "";
	return before === 0 || after === 0 || FIGURES[figure].unit === "%" ? "" : ` (${formatPercent(after / before - 1)})`;
}
/** Formats a ratio as `+52 %` or `\u221212 %`, with a digit after the point below 10 %. */
function formatPercent(ratio) {
	const percent = Math.abs(ratio * 100);
	const text = percent < 9.95 ? percent.toFixed(1).replace(/\.0$/, "") : percent.toFixed(0);
	return `${ratio < 0 ? "\u2212" : "+"}${text} %`;
}
/** Formats bytes as `48 B` or `24 KiB`, shares as `12.5 %`, widths as `4 \u00d7 16 B + 2 \u00d7 4 B`. */
function formatFigure(value, unit) {
	if (typeof value !== "number") return formatWidths(value);
	if (unit === "B" && value >= 1024) return `${trimmed(value / 1024)} KiB`;
	return unit === "" ? String(value) : `${trimmed(value)} ${unit}`;
}
function trimmed(value) {
	return value.toFixed(1).replace(/\.0$/, "");
}
/** Widest first. */
function formatWidths(counts) {
	return widthTexts(counts).join(" + ") || "none";
}
/**
* Ranks how much worse a change is: the increase \u00f7 the old value, or for a decrease of what should be
* high, that \u00f7 the new one. Any spill counts more than anything else. 0 if it is not worse.
*/
function worsening({ figure, before, after }) {
	if (typeof before !== "number" || typeof after !== "number") return 0;
	const measure = FIGURES[figure];
	const increase = Math.max(0, worseBy(measure, after, before));
	return (figure === "spills" ? MOST_WEIGHT : 1) * increase / Math.max(1, measure.worse === "higher" ? before : after);
}
const MOST_WEIGHT = 1e6;
// src/report/difference/match.ts
/**
* Matches variants by kernel, target, settings of the algo and condition of the specialisation:
* numbers of algos and specialisations shift. Of settings and conditions that only one of the builds
* has, those of the same kernel with the fewest differences are matched.
*/
function matchVariants(before, after) {
	const algos = matchValues(before, after, ({ algo }) => algo, differingSettings);
	const conditions = matchValues(before, after, ({ specialisation }) => specialisation, differingConditions);
	const waiting = new Map([...groupBy(after, keyOf$9)].map(([key, those]) => [key, [...those]]));
	const pairs = [];
	const removed = [];
	for (const was of before) {
		const { kernel, target, algo, specialisation } = was;
		const key = canonicalJson([
			kernel,
			target,
			algos.get(canonicalJson([kernel, algo])) ?? algo,
			conditions.get(canonicalJson([kernel, specialisation])) ?? specialisation
		]);
		const is = waiting.get(key)?.shift();
		if (is === void 0) removed.push(was);
		else pairs.push([was, is]);
	}
	const matched = new Set(pairs.map(([, is]) => is));
	return {
		pairs,
		added: after.filter((each) => !matched.has(each)),
		removed
	};
}
function keyOf$9({ kernel, target, algo, specialisation }) {
	return canonicalJson([
		kernel,
		target,
		algo,
		specialisation
	]);
}
/** Returns, by kernel and value before, the value that takes its place, if it is another one. */
function matchValues(before, after, valueOf, distance) {
	const keyOfValue = (variant) => canonicalJson([variant.kernel, valueOf(variant)]);
	const [old, now] = [groupBy(before, keyOfValue), groupBy(after, keyOfValue)];
	const added = onlyIn(now, old);
	const matched = /* @__PURE__ */ new Map();
	for (const [kernel, removed] of onlyIn(old, now)) {
		const choices = added.get(kernel) ?? [];
		const nearest = removed.flatMap((was, row) => choices.map((is, column) => ({
			was,
			is,
			far: distance(valueOf(was.first), valueOf(is.first)),
			shift: Math.abs(row - column)
		}))).toSorted((a, b) => a.far - b.far || a.shift - b.shift);
		const taken = /* @__PURE__ */ new Set();
		for (const { was, is } of nearest) {
			if (matched.has(was.key) || taken.has(is.key)) continue;
			matched.set(was.key, valueOf(is.first));
			taken.add(is.key);
		}
	}
	return matched;
}
/** Returns, by kernel, the values that the other build does not have, with a variant of each. */
function onlyIn(values, other) {
	return groupBy([...values].flatMap(([key, [first]]) => first && !other.has(key) ? [{
		key,
		first
	}] : []), ({ first }) => first.kernel);
}
function differingSettings(before, after) {
	return [.../* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]).length;
}
function differingConditions(before, after) {
	const [old, now] = [before, after].map((text) => text.split(", ").filter((each) => each !== ""));
	const common = old?.filter((each) => now?.includes(each)).length ?? 0;
	return (old?.length ?? 0) + (now?.length ?? 0) - 2 * common;
}
// src/report/difference/difference.ts
const settingsSchema = record(string(), string()).readonly();
const integer$1 = number().int().nonnegative();
/** A compared build, without its kernels. */
const buildSchema = object({
	package: string(),
	version: string(),
	triton: string(),
	ptxas: array(string()).readonly(),
	generator: string().optional(),
	origin: string().optional(),
	variants: integer$1
}).readonly();
const namedSchema = object({
	kernel: string(),
	target: string(),
	algo: settingsSchema,
	specialisation: string(),
	label: string()
});
/** A constant or option that has another value, as text; absent if a build does not have it. */
const settingSchema = object({
	name: string(),
	before: string().optional(),
	after: string().optional()
}).readonly();
const changeSchema = namedSchema.extend({
	/**
	* code: the machine code, PTX, or what it takes of a GPU. metadata: only what surrounds the code, such
	* as names, line tables, or the kernel hash.
	*/
	kind: _enum(["code", "metadata"]),
	/** The settings of the algo that have other values: then it is another variant in its place. */
	settings: array(settingSchema).readonly(),
	/** The condition before, if that changed. */
	specialisationBefore: string().optional(),
	figures: array(figureChangeSchema).readonly()
}).readonly();
const timeSchema = namedSchema.pick({
	kernel: true,
	algo: true,
	label: true
}).extend({
	device: string(),
	case: string(),
	before: number(),
	after: number(),
	/** True if the code of the algo changed. If not, the times differ for another reason. */
	isChanged: boolean()
}).readonly();
/** The number of variants of each kind; `changed` are those with another code. */
const countsSchema = object({
	added: integer$1,
	removed: integer$1,
	changed: integer$1,
	metadata: integer$1,
	unchanged: integer$1
}).readonly();
const kernelSchema$4 = object({
	kernel: string(),
	counts: countsSchema,
	/** The changed settings and conditions, such as `num_warps 8 \u2192 4 (algo 0)`. */
	settings: array(string()).readonly()
}).readonly();
/** The changes from one build of a package to another, as report.json has them. */
const differenceSchema = object({
	before: buildSchema,
	after: buildSchema,
	/** The worst first. */
	kernels: array(kernelSchema$4).readonly(),
	addedKernels: array(string()).readonly(),
	removedKernels: array(string()).readonly(),
	added: array(namedSchema).readonly(),
	removed: array(namedSchema).readonly(),
	/** The worst first. */
	changed: array(changeSchema).readonly(),
	unchanged: integer$1,
	/** Of calls that both builds have measured, the worst first. */
	times: array(timeSchema).readonly()
}).readonly();
/** Compares two builds of a package. */
function compareBuilds(before, after) {
	const matches = matchVariants(before.variants, after.variants);
	const pairs = matches.pairs.map(([was, is]) => ({
		was,
		is,
		change: changeOf(was, is)
	}));
	const changed = sorted$1(pairs.flatMap(({ change }) => change ?? []), severityOf);
	const [old, now] = [before, after].map(({ variants }) => new Set(variants.map(({ kernel }) => kernel)));
	const [added, removed] = [matches.added.map(named$1), matches.removed.map(named$1)];
	const groups = {
		added: groupBy(added, kernelOf),
		removed: groupBy(removed, kernelOf),
		pairs: groupBy(pairs, ({ is }) => is.kernel)
	};
	const inCode = changed.filter(({ kind }) => kind !== "metadata");
	const kernels = /* @__PURE__ */ new Set([...[
		...inCode,
		...added,
		...removed,
		...changed
	].map(kernelOf), ...now]);
	return {
		before: summaryOf$1(before),
		after: summaryOf$1(after),
		kernels: [...kernels].map((kernel) => kernelDifference(kernel, groups.added.get(kernel)?.length ?? 0, groups.removed.get(kernel)?.length ?? 0, groups.pairs.get(kernel) ?? [])),
		addedKernels: [...now].filter((name) => !old.has(name)),
		removedKernels: [...old].filter((name) => !now.has(name)),
		added,
		removed,
		changed,
		unchanged: pairs.length - changed.length,
		times: sorted$1(timeChanges(before.times, after.times, pairs), timeRatio)
	};
}
function kernelOf({ kernel }) {
	return kernel;
}
function named$1({ kernel, target, algo, specialisation, label }) {
	return {
		kernel,
		target,
		algo,
		specialisation,
		label
	};
}
function kernelDifference(kernel, added, removed, pairs) {
	const count = (kind) => pairs.filter(({ change }) => change?.kind === kind).length;
	const algos = new Set(pairs.map(({ is }) => is.algoLabel));
	const settings = /* @__PURE__ */ new Map();
	const add = (text, label) => void settings.set(text, (settings.get(text) ?? /* @__PURE__ */ new Set()).add(label));
	for (const { is, change } of pairs) {
		if (change === void 0) continue;
		for (const each of change.settings) add(settingText(each), is.algoLabel);
		const condition = conditionText(change);
		if (condition !== void 0) add(condition, is.specialisationLabel);
	}
	return {
		kernel,
		counts: {
			added,
			removed,
			changed: count("code"),
			metadata: count("metadata"),
			unchanged: count(void 0)
		},
		settings: [...settings].map(([text, labels]) => labels.has("") || algos.size === labels.size ? text : `${text} (${[...labels].join(", ")})`)
	};
}
/** Describes a setting as `num_warps 4 \u2192 8`. */
function settingText({ name, before = "not set", after = "not set" }) {
	return `${name} ${before} \u2192 ${after}`;
}
/** Describes another condition; undefined if it is the same. */
function conditionText({ specialisationBefore, specialisation }) {
	if (specialisationBefore === void 0) return void 0;
	return `${specialisationBefore || "any values"} \u2192 ${specialisation || "any values"}`;
}
/** Returns the time of a call now \u00f7 that before. */
function timeRatio({ before, after }) {
	return after / before;
}
function summaryOf$1({ variants, times: _times, ...build }) {
	return {
		...build,
		variants: variants.length
	};
}
/** Returns undefined if nothing changed. */
function changeOf(was, is) {
	const settings = changedSettings(was.algo, is.algo);
	const figures = changedFigures(was, is);
	const isMoved = was.specialisation !== is.specialisation;
	if (was.hash === is.hash && was.sha256 === is.sha256 && hasSamePtx(was, is) && settings.length + figures.length === 0 && !isMoved) return void 0;
	const isSet = (figure) => settings.some(({ name }) => name === SETTINGS_OF[figure]);
	return {
		...named$1(is),
		kind: kindOf$1(was, is, figures),
		settings,
		specialisationBefore: isMoved ? was.specialisation : void 0,
		figures: figures.filter(({ figure }) => !isSet(figure))
	};
}
/** Settings that are figures too. */
const SETTINGS_OF = {
	warps: "num_warps",
	ctas: "num_ctas"
};
function hasSamePtx(was, is) {
	return was.ptx?.sha256 === is.ptx?.sha256;
}
function kindOf$1(was, is, figures) {
	if (!hasSamePtx(was, is)) return "code";
	if (figures.some(({ figure }) => figure !== "size")) return "code";
	return was.resources.codeSha256 === is.resources.codeSha256 ? "metadata" : "code";
}
function changedSettings(before, after) {
	return [.../* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => before[name] === after[name] ? [] : [{
		name,
		before: before[name],
		after: after[name]
	}]);
}
/** Compares the times of the calls that both builds have measured. */
function timeChanges(old, now, pairs) {
	const known = /* @__PURE__ */ new Map();
	for (const time of old.toReversed()) known.set(keyOf$8(time), time.microseconds);
	const earlier = new Map(pairs.map(({ was, is }) => [algoOf(is), was.algo]));
	const changed = new Set(pairs.flatMap(({ is, change }) => change === void 0 || change.kind === "metadata" ? [] : [algoOf(is)]));
	const seen = /* @__PURE__ */ new Set();
	return now.flatMap(({ microseconds, specialisation, ...time }) => {
		const key = keyOf$8({
			...time,
			specialisation
		});
		const algo = earlier.get(algoOf(time)) ?? time.algo;
		const before = known.get(keyOf$8({
			...time,
			algo,
			specialisation
		}));
		if (before === void 0 || seen.has(key)) return [];
		seen.add(key);
		return [{
			...time,
			before,
			after: microseconds,
			isChanged: changed.has(algoOf(time))
		}];
	});
}
function keyOf$8({ device, kernel, case: name, algo, specialisation }) {
	return canonicalJson([
		device,
		kernel,
		name,
		algo,
		specialisation ?? null
	]);
}
function algoOf({ kernel, algo }) {
	return canonicalJson([kernel, algo]);
}
/** Ranks what is worse first, then changes of code, then the rest. */
function severityOf({ kind, figures }) {
	return {
		code: 1,
		metadata: 0
	}[kind] + figures.reduce((sum, change) => sum + worsening(change), 0);
}
/** Sorts the largest first; equal ones stay in order. */
function sorted$1(items, by) {
	return items.map((item) => [by(item), item]).toSorted(([a], [b]) => b - a).map(([, item]) => item);
}
// src/manifest/terms/kernel.ts
/** Returns the arguments of the compiled kernel: those the specialisation does not fix to 1. */
function passedArguments(kernel, specialisation) {
	return kernel.arguments.filter((_argument, index) => specialisation.hints[index] !== 1);
}
/** Returns the parameters of the C entry point between the stream and the algo id. */
function allParameters(kernel) {
	return [...kernel.arguments, ...kernel.gridParameters];
}
/** The integer parameters of the C entry point, which the choice of an algo can depend on. */
function integersOf(kernel) {
	return allParameters(kernel).filter(({ type }) => isInteger(type));
}
/** Parameters with their types as text, as documents have them. */
function typedParameters(list) {
	return list.map(({ name, type }) => ({
		name,
		type: formatArgumentType(type)
	}));
}
/** True if PTX of a kernel is embedded too: not if only other targets are built. */
function hasPtx({ targets, ptxTarget }) {
	return targets.some(({ name }) => name === ptxTarget?.name);
}
/** True if any argument is a tensor descriptor. */
function hasTensors(kernel) {
	return kernel.arguments.some(({ type }) => type.kind === "tensor");
}
/**
* Returns the conditions of a specialisation, such as `a % 16 == 0, stride == 1, EVEN = True`; may
* be empty.
*/
function describeSpecialisation(kernel, specialisation) {
	const { hints, heuristics } = specialisation;
	const hinted = kernel.arguments.flatMap(({ name }, index) => hintConditions(name, hints[index]));
	const computed = [...heuristics].map(([name, value]) => `${name} = ${formatConstant(value)}`);
	return [...hinted, ...computed].join(", ");
}
/**
* Returns the different sets of hints of the specialisations, in the order they are tried. Without
* heuristics, each specialisation has its own.
*/
function hintSets({ specialisations }) {
	return [...new Map(specialisations.map(({ hints }) => [hints.join(), hints])).values()];
}
/** Returns the index of a specialisation's set of hints in `hintSets`. */
function hintSetOf(kernel, specialisation) {
	const own = kernel.specialisations[specialisation]?.hints.join();
	return hintSets(kernel).findIndex((hints) => hints.join() === own);
}
/** Returns the specialisation at an index of the kernel's list. */
function specialisationOf(kernel, index) {
	const specialisation = kernel.specialisations[index];
	if (specialisation === void 0) throw new Error(`${kernel.name} has no specialisation ${index}`);
	return specialisation;
}
/** Returns the constants of a config in one specialisation: its own, and the heuristics' values. */
function constantsIn({ constants }, { heuristics }) {
	return new Map([...heuristics, ...constants]);
}
/**
* True if calls can reach a specialisation with a config: it fixes no heuristic to another value.
*/
function isReachable({ constants }, { heuristics }) {
	return [...heuristics].every(([name, value]) => {
		const fixed = constants.get(name);
		return fixed === void 0 || integerOf$1(fixed) === integerOf$1(value);
	});
}
/** True if a config is not built for a target of its kernel. */
function isNotFor({ notFor = [] }, { name }) {
	return notFor.some((each) => each.name === name);
}
/** The value of an integer or bool in expressions; undefined for other constants. */
function integerOf$1(constant) {
	if (constant.kind === "int") return constant.value;
	return constant.kind === "bool" ? BigInt(constant.value) : void 0;
}
/** Formats the constants and options of a config: `BLOCK=64, ACTIVATION="relu", num_warps=4`. */
function describeConfig(config) {
	return settingsOf(config).join(", ");
}
/** Formats what several configs have in common, and what each of them has in other ways. */
function describeConfigs(configs) {
	const shared = configs.length > 1 ? sharedSettings(configs) : /* @__PURE__ */ new Set();
	const apart = (config) => settingsOf(config).filter((setting) => !shared.has(setting));
	return {
		settings: [...shared].join(", "),
		algos: configs.map((config) => apart(config).join(", "))
	};
}
/**
* Says which config an algo is by what it has in other ways than the kernel's other configs, such as
* ` (BLOCK=64, num_warps=4)`. Empty if there is nothing.
*/
function algoSettings({ configs }, algo) {
	const config = configs[algo];
	if (config === void 0) return "";
	const shared = SHARED.get(configs) ?? sharedSettings(configs);
	SHARED.set(configs, shared);
	const apart = settingsOf(config).filter((setting) => !shared.has(setting));
	return apart.length === 0 ? "" : ` (${apart.join(", ")})`;
}
/** The settings that are the same in all configs of a kernel. Kept, since 10,000 configs can each have an error. */
const SHARED = /* @__PURE__ */ new WeakMap();
function sharedSettings([first, ...others]) {
	let shared = new Set(first === void 0 ? [] : settingsOf(first));
	for (const other of others) {
		const own = new Set(settingsOf(other));
		shared = new Set([...shared].filter((setting) => own.has(setting)));
	}
	return shared;
}
function settingsOf({ constants, options }) {
	return [...[...constants].map(([name, value]) => `${name}=${formatConstant(value)}`), ...Object.entries(options).map(([name, value]) => `${name}=${JSON.stringify(value)}`)];
}
// src/plan/kernel-hash.ts
/** Returns the inputs of a job that compiles this code. */
function hashInputs(code, context) {
	const requirements = context.requirements.toSorted();
	const closure = code.files.map(({ path, sha256: part }) => ({
		path,
		sha256: part
	}));
	const withLines = code.files.map(({ path, sha256: part, textSha256 = part }) => ({
		path,
		sha256: textSha256
	}));
	return (job) => ({
		bridge: 9,
		triton: context.tritonVersion,
		tritonDigest: context.tritonDigest,
		machine: context.machine,
		requirements,
		environment: context.environment,
		closure: containsLines(job, context) ? withLines : closure,
		module: code.module,
		function: job.source.function,
		signature: job.signature,
		constants: job.constants,
		divisors: job.divisors,
		options: job.options,
		target: job.target,
		lineInfo: job.lineInfo,
		ptx: job.ptx
	});
}
/** The kernel hash: a content hash of everything that affects the result. */
function kernelHash(inputs) {
	return sha256(canonicalJson(inputs));
}
/** Returns whether the compiler writes line numbers into the cubin, as for the assertions of a debug build. */
function containsLines({ options, lineInfo }, { environment }) {
	return lineInfo === true || Boolean(options["debug"]) || environment["TRITON_DEBUG"] !== void 0;
}
// src/plan/variants.ts
/**
* Plans every variant of a kernel that calls can reach and its configs are for, ordered by config, specialisation and
* target. There can be 100,000: they share what they have in common.
*/
function planKernel(kernel, code, context) {
	const { source, files } = code;
	const inputsOf = hashInputs(code, context);
	const targets = kernel.targets.map((target) => {
		const { backend, arch } = target;
		return [target, {
			backend,
			arch,
			warpSize: 32
		}];
	});
	const signatures = hasTensors(kernel) ? void 0 : kernel.specialisations.map((each) => signatureOf$2(kernel, each, /* @__PURE__ */ new Map()));
	return kernel.configs.flatMap((values, config) => kernel.specialisations.flatMap((conditions, specialisation) => {
		if (!isReachable(values, conditions)) return [];
		const known = constantsIn(values, conditions);
		const signature = signatures?.[specialisation] ?? signatureOf$2(kernel, conditions, known);
		const { ones, divisors } = hintedArguments(kernel, conditions);
		const constants = wiresOf(known, ones);
		return targets.flatMap(([target, wanted]) => {
			if (isNotFor(values, target)) return [];
			const job = {
				source,
				signature,
				constants,
				divisors,
				options: values.options,
				target: wanted,
				lineInfo: kernel.lineInfo ? true : void 0,
				ptx: kernel.ptxTarget?.name === target.name ? true : void 0
			};
			const inputs = inputsOf(job);
			const hash = kernelHash(inputs);
			return [{
				kernel,
				config,
				specialisation,
				target,
				job,
				files,
				inputs,
				hash
			}];
		});
	}));
}
/** The name of a variant in logs, such as `matmul [algo 1, specialisation 0, sm_90]`. */
function variantName(variant) {
	const { kernel, config, specialisation, target } = variant;
	const parts = [
		...kernel.configs.length > 1 ? [`algo ${config}`] : [],
		...kernel.specialisations.length > 1 ? [`specialisation ${specialisation}`] : [],
		target.name
	];
	return `${kernel.name} [${parts.join(", ")}]`;
}
function signatureOf$2({ arguments: args, parameters }, { hints }, constants) {
	const types = new Map(args.map(({ name, type }, index) => [name, hints[index] === 1 ? "constexpr" : formatArgumentType(type, type.kind === "tensor" ? blockSizes(type, constants) : void 0)]));
	return parameters.map((name) => [name, types.get(name) ?? "constexpr"]);
}
/** The arguments that are equal to 1, and what divides others. */
function hintedArguments({ arguments: args }, { hints }) {
	const facts = args.flatMap(({ name }, index) => {
		const hint = hints[index] ?? 0;
		return hint === 0 ? [] : [[name, hint]];
	});
	return {
		ones: facts.flatMap(([name, fact]) => fact === 1 ? [name] : []),
		divisors: Object.fromEntries(facts.filter(([, fact]) => fact !== 1))
	};
}
function wiresOf(constants, ones) {
	return Object.fromEntries([...[...constants].map(([name, value]) => [name, toWire(value)]), ...ones.map((name) => [name, ["int", "1"]])]);
}
// src/compile/budgets.ts
/**
* Compares what the variants take with the budgets of their kernels. Logs a warning for what is
* exceeded, where the manifest says so.
* @throws {Failure} `threshold` with one problem for each kernel and limit.
*/
function checkBudgets(checked, { kernels }, log) {
	const variants = groupBy(checked, ({ variant }) => variant.kernel.name);
	failOverLimits(kernels.flatMap(({ name, budget: { limits, exceeded } }) => {
		const problems = [...limits].flatMap(([key, limit]) => excessOf(variants.get(name) ?? [], key, limit));
		if (exceeded === "error") return problems;
		for (const problem of problems) log.warning(problem);
		return [];
	}));
}
/** The most problems that a failure lists. */
const MOST_LISTED = 50;
/**
* Ends a build or a comparison that exceeds limits: those of a budget, or of `fail-on`.
* @throws {Failure} `threshold` if there is any problem.
*/
function failOverLimits(problems) {
	const more = problems.length - MOST_LISTED;
	const rest = more > 0 ? [{ message: `\u2026 and ${plural(more, "more problem")}` }] : [];
	if (problems.length > 0) throw new Failure("threshold", [...problems.slice(0, MOST_LISTED), ...rest]);
}
/** Returns a problem if the worst of the variants, or of the targets, exceeds the limit. */
function excessOf(variants, key, { limit, text, place }) {
	const measure = LIMITED[key];
	const allowed = amountOf(limit, 100);
	const by = ({ value }) => worseBy(measure, value, allowed);
	const measured = key === "size" ? sizesOf$3(variants) : valuesOf$1(variants, key);
	const over = measured.filter((each) => by(each) > 0);
	const worst = highest(over, by);
	if (worst === void 0) return [];
	const { name, value, hint } = worst;
	const amount = {
		B: plural(value, "byte"),
		"%": `${value}%`,
		"": String(value)
	}[measure.unit];
	const than = measure.worse === "lower" ? "less" : "more";
	return [{
		message: `${name}: ${measure.label} ${amount}, ${than} than the budget of ${measure.unit === "B" ? sizeText$1(text, allowed) : text}`,
		hint: `${hint(over.length, measured.length)}, or ${than === "less" ? "lower" : "raise"} the budget.`,
		place
	}];
}
function valuesOf$1(variants, key) {
	return variants.map((checked) => {
		const { target, resources, variant } = checked;
		const { limit } = resources.occupancy;
		return {
			name: variantName(variant),
			value: figuresOf({
				target: target.name,
				resources
			})[key],
			hint: (over, all) => {
				const limited = key === "occupancy" ? ` Limited by ${limit}.` : "";
				const remedy = key === "occupancy" ? MORE_BLOCKS[limit] : REMEDIES[key];
				return `Compiled with ${described$1(checked)}. Over budget: ${over} of ${plural(all, "variant")}.${limited}\n${remedy}`;
			}
		};
	});
}
const REMEDIES = {
	registers: "Use smaller blocks or more warps (`num_warps`), limit registers with `maxnreg`",
	spills: "Use smaller blocks or more warps (`num_warps`), raise `maxnreg` if it is set",
	shared: "Use smaller blocks or fewer stages (`num_stages`)"
};
/** Says how more warps fit, by the limit. */
const MORE_BLOCKS = {
	warps: "Use another number of warps (`num_warps`)",
	blocks: "Use more warps in each block (`num_warps`)",
	registers: "Use smaller blocks, or limit registers with `maxnreg`",
	"shared memory": "Use smaller blocks or fewer stages (`num_stages`)",
	"tensor memory": "Use smaller blocks"
};
/** Returns the bytes of the cubins for each target. */
function sizesOf$3(variants) {
	return [...groupBy(variants, ({ target }) => target.name)].flatMap(([target, own]) => {
		const cubins = differentCubins(own);
		const largest = highest(cubins, ({ resources }) => resources.size);
		if (largest === void 0) return [];
		const { variant, resources } = largest;
		return {
			name: `${variant.kernel.name} [${plural(cubins.length, "cubin")} for ${target}]`,
			value: cubins.reduce((sum, each) => sum + each.resources.size, 0),
			hint: () => `The largest has ${resources.size} bytes: ${variantName(variant)}, compiled with ${described$1(largest)}.\nUse fewer configs or specialisations`
		};
	});
}
/** Returns variants without those whose cubin another has too: a package has it once. */
function differentCubins(variants) {
	const byContent = variants.map((each) => [sha256(each.compiled.cubin), each]);
	return [...new Map(byContent.toReversed()).values()].toReversed();
}
/** Returns the constants, options and hints of a variant. */
function described$1({ variant: { kernel, config, specialisation } }) {
	const chosen = kernel.configs[config];
	const values = chosen === void 0 ? "" : describeConfig(chosen);
	const conditions = describeSpecialisation(kernel, specialisationOf(kernel, specialisation));
	return [values, ...conditions === "" ? [] : [`for ${conditions}`]].join(" ");
}
/** Returns a size as it is written, and in bytes if it has a larger unit. */
function sizeText$1(text, bytes) {
	if (bytes === 0) return text;
	return /\d ?b$/i.test(text) ? plural(bytes, "byte") : `${text} (${plural(bytes, "byte")})`;
}
/** Returns the first of those for which `by` is highest. */
function highest(items, by) {
	return items.reduce((best, item) => best === void 0 || by(item) > by(best) ? item : best, void 0);
}
// src/report/difference/text.ts
/** Times that differ by less are shown only if they were asked for, as a share. */
const NOTABLE = .02;
/** Returns the difference as text for a terminal: the kernels that changed, and their variants. */
function differenceText(difference) {
	const times = difference.times.filter(isNotableTime).map((time) => `  ${timeLine(time)}\n`);
	const kernels = changedKernels(difference).map((kernel) => kernelText(kernel, difference));
	return [
		`${headingOf(difference)}\n${countsText(difference)}\n`,
		...kernels.length === 0 ? [] : [kernels.join("")],
		...times.length === 0 ? [] : [`Times:\n${times.join("")}`],
		...comparisonNotes(difference).map((note) => `note: ${note}\n`)
	].join("\n");
}
function kernelText(own, difference) {
	const variants = difference.changed.filter((change) => change.kernel === own.kernel && isNotable(change)).map((change) => `${variantPlace(change)}: ${figuresText(change)}`);
	const lines = [...own.settings, ...variants].map((line) => `  ${line}\n`);
	return `${own.kernel}: ${kernelCounts(own, difference)}\n${lines.join("")}`;
}
/** Returns the kernels in which anything changed. */
function changedKernels({ kernels }) {
	return kernels.filter(({ counts }) => Object.entries(counts).some(([kind, count]) => kind !== "unchanged" && count > 0));
}
/** Such as `3 changed, 1 added, 8 unchanged`, for one kernel. */
function kernelCounts({ kernel, counts }, { addedKernels, removedKernels }) {
	const isWhole = addedKernels.includes(kernel) || removedKernels.includes(kernel);
	return `${countTexts(counts)}${isWhole ? ", the whole kernel" : ""}`;
}
/** Returns the difference as JSON. Absent fields are not known, or did not change. */
function differenceJson(difference) {
	const { counts, ...rest } = {
		counts: differenceCounts(difference),
		...difference
	};
	return {
		counts,
		...rest,
		notes: comparisonNotes(difference)
	};
}
/** Returns the numbers of variants of all kernels. */
function differenceCounts({ kernels }) {
	const sum = (kind) => kernels.reduce((total, { counts }) => total + counts[kind], 0);
	return {
		added: sum("added"),
		removed: sum("removed"),
		changed: sum("changed"),
		metadata: sum("metadata"),
		unchanged: sum("unchanged")
	};
}
/** Such as `demo 1.0.0 \u2192 1.1.0, Triton 3.8.0 \u2192 3.9.0`: what the packages were built with. */
function headingOf({ before, after }) {
	const change = (label, of) => {
		const [old, now] = [of(before), of(after)];
		if (old === void 0 || now === void 0) return [];
		return old === now ? [] : [`${label} ${old} \u2192 ${now}`];
	};
	return [
		before.package === after.package ? `${after.package} ${[.../* @__PURE__ */ new Set([before.version, after.version])].join(" \u2192 ")}` : `${before.package} ${before.version} \u2192 ${after.package} ${after.version}`,
		...change("Triton", ({ triton }) => triton),
		...change("ptxas", ({ ptxas }) => ptxas.join(" and ")),
		...change("triton-aot", ({ generator }) => generator),
		...before.origin === void 0 ? [] : [`compared with ${before.origin}`]
	].join(", ");
}
/** Such as `nothing changed: 12 variants`, or the counts of what did. */
function countsText(difference) {
	const total = plural(difference.after.variants, "variant");
	return changedKernels(difference).length === 0 ? `nothing changed: ${total}` : `${total}: ${countTexts(differenceCounts(difference))}`;
}
function countTexts({ added, removed, changed, metadata, unchanged }) {
	return [
		[changed, "changed"],
		[metadata, "changed in metadata only"],
		[added, "added"],
		[removed, "removed"],
		[unchanged, "unchanged"]
	].flatMap(([count, what]) => count === 0 ? [] : [`${count} ${what}`]).join(", ");
}
/**
* Says which figure got worse most, such as `spills 0 B \u2192 256 B in 12 variants`. Empty if none got
* worse.
*/
function worstText({ changed }) {
	const all = changed.flatMap(({ figures }) => figures).filter((each) => COLUMNS.some((name) => name === each.figure) && worsening(each) > 0);
	const [worst] = all.toSorted((a, b) => worsening(b) - worsening(a));
	if (worst === void 0) return "";
	const same = all.filter(({ figure }) => figure === worst.figure);
	const variants = plural(same.length, "variant");
	const { label } = FIGURES[worst.figure];
	return new Set(same.map(formatFigures)).size === 1 ? `${label} ${formatFigures(worst)} in ${variants}` : `${label} got worse in ${variants}, at most ${formatFigures(worst)}`;
}
/** The figures that have a column in tables. `othersText` has the others. */
const COLUMNS = [
	"registers",
	"spills",
	"shared",
	"occupancy",
	"size"
];
/** Returns the worst change of a figure in some variants; undefined if it did not change. */
function worstChange(variants, name) {
	return variants.flatMap((variant) => variant.figures.flatMap((change) => change.figure === name ? [{
		variant,
		change
	}] : [])).toSorted((a, b) => worsening(b.change) - worsening(a.change))[0];
}
/** Such as `168 \u2192 255`. */
function formatFigures({ figure, before, after }) {
	const { unit } = FIGURES[figure];
	return `${formatFigure(before, unit)} \u2192 ${formatFigure(after, unit)}`;
}
/** Returns what has no column: other settings, another condition, and the other figures. */
function othersText(change) {
	const others = change.figures.filter(({ figure }) => !COLUMNS.some((name) => name === figure));
	return [settingsText(change), ...others.map((each) => `${FIGURES[each.figure].label} ${formatChange(each)}`)].filter((text) => text !== "").join("; ");
}
/** Returns what limits the comparison. */
function comparisonNotes({ before, after }) {
	return before.package === after.package ? [] : [`the packages have different names: ${before.package} and ${after.package}`];
}
/** True if a change deserves a separate line. Line tables change the size of every cubin. */
function isNotable({ kind, figures }) {
	return kind !== "metadata" && figures.length > 0;
}
function isNotableTime(time) {
	return Math.abs(time.after / time.before - 1) >= NOTABLE;
}
/** Returns what a variant was before, if it takes the place of another: `num_warps 4 \u2192 8`. */
function settingsText(change) {
	const condition = conditionText(change);
	return [...change.settings.map(settingText), ...condition === void 0 ? [] : [condition]].join(", ");
}
/** Such as `12.3 \u00b5s \u2192 14.1 \u00b5s (+15 %)`. */
function formatTimes({ before, after }) {
	return `${formatTime(before)} \u2192 ${formatTime(after)} (${formatPercent(after / before - 1)})`;
}
function formatTime(microseconds) {
	const [value, unit] = microseconds < 1e3 ? [microseconds, "\u00b5s"] : [microseconds / 1e3, "ms"];
	return `${Number(value.toPrecision(3))} ${unit}`;
}
/** Returns the name of a variant without its kernel, such as `algo 1, specialisation 0, sm_90`. */
function variantPlace({ target, label }) {
	return joined$1([label, target]);
}
/** Returns the case and the label of a measured call, and its GPU. */
function timePlace(time) {
	return joined$1([
		`case ${time.case}`,
		time.label,
		time.device
	]);
}
function joined$1(parts) {
	return parts.filter((part) => part !== "").join(", ");
}
function figuresText({ figures, kind }) {
	return [...figures.map((each) => `${FIGURES[each.figure].label} ${formatChange(each)}`), ...kind === "metadata" ? ["the same code"] : []].join("; ");
}
function timeLine(time) {
	const { kernel, isChanged } = time;
	return `${kernel} [${timePlace(time)}]: ${formatTimes(time)}${isChanged ? "" : ", the same code"}`;
}
// src/report/difference/regressions.ts
/** The word for the default thresholds. */
const DEFAULTS = "regressions";
/**
* The thresholds of `regressions`. Spilled registers go to memory and back, and a lower occupancy hides
* less of the time that memory takes: any of them is worth a look. Another version of a compiler
* uses a few registers more or less, and a step of the allocation is 8: 10 % is more than that.
* Times of the same code differ by a few percent from run to run.
*/
const DEFAULT_THRESHOLDS = /* @__PURE__ */ new Map([
	["spills", { amount: 0 }],
	["registers", { percent: 10 }],
	["occupancy", { amount: 0 }],
	["shared", { percent: 10 }],
	["size", { percent: 20 }],
	["time", { percent: 5 }]
]);
const THRESHOLDS_FORM = `\`${DEFAULTS}\`, or a list such as \`spills, registers 10%, shared 4KiB, time 5%\` of ${LIMITED_NAMES.join(", ")}`;
/**
* Parses thresholds: `regressions` for the default ones, and names with a share (`10%`) or an amount
* (`8`, `4KiB`); a name alone allows nothing. Later items replace earlier ones. Returns the problem
* if it is not a list of thresholds.
*/
function parseThresholds(text) {
	const limits = /* @__PURE__ */ new Map();
	for (const item of text.split(",").map((each) => each.trim())) {
		if (item === DEFAULTS) {
			for (const [name, limit] of DEFAULT_THRESHOLDS) limits.set(name, limit);
			continue;
		}
		const [, word = "", rest = ""] = /^([a-z]*)(.*)$/.exec(item) ?? [];
		const name = LIMITED_NAMES.find((each) => each === word);
		if (name === void 0) {
			const meant = nearest$1(word, [...LIMITED_NAMES, DEFAULTS]);
			return { problem: `unknown threshold \`${item}\`; ${meant === void 0 ? `expected ${THRESHOLDS_FORM}` : `did you mean \`${meant}\`?`}` };
		}
		const amount = rest.trim();
		const limit = amount === "" ? { amount: 0 } : parseLimit(name, amount);
		if (limit === void 0) return { problem: `invalid threshold \`${item}\`: expected \`${name}\`, ${limitForm(name)}` };
		limits.set(name, limit);
	}
	return limits;
}
/** Returns what got worse by more than the thresholds allow, in the order of the difference. */
function findRegressions(difference, thresholds = DEFAULT_THRESHOLDS) {
	return [...difference.changed.flatMap((variant) => variant.figures.map((change) => ({
		name: LIMITED_NAMES.find((each) => each === change.figure),
		kernel: variant.kernel,
		where: variantPlace(variant),
		before: change.before,
		after: change.after,
		text: `${FIGURES[change.figure].label} ${formatChange(change)}`
	}))), ...difference.times.flatMap((time) => time.isChanged ? [{
		name: "time",
		kernel: time.kernel,
		where: timePlace(time),
		before: time.before,
		after: time.after,
		text: `time ${formatTimes(time)}`
	}] : [])].flatMap(({ name, kernel, where, before, after, text }) => {
		const limit = name && thresholds.get(name);
		if (name === void 0 || limit === void 0) return [];
		if (typeof before !== "number" || typeof after !== "number") return [];
		return worseBy(LIMITED[name], after, before) > amountOf(limit, before) ? [{
			kernel,
			where,
			name,
			text,
			limit
		}] : [];
	});
}
/** Returns a key that a regression has in common with the time or the figure that got worse. */
function keyOf$7({ kernel, where, name }) {
	return `${kernel}\n${where}\n${name}`;
}
/** Returns the same key for a changed figure. */
function keyOfFigure({ variant, change }) {
	return keyOf$7({
		kernel: variant.kernel,
		where: variantPlace(variant),
		name: change.figure
	});
}
/**
* Ends a comparison in which something got worse by more than the thresholds allow. `placeOf` returns
* the place of a kernel in the manifest, if there is one.
* @throws {Failure} `threshold` with each regression.
*/
function failOnRegressions(difference, thresholds, placeOf = () => void 0) {
	if (thresholds === void 0) return;
	failOverLimits(findRegressions(difference, thresholds).map(({ kernel, where, name, text, limit }, index) => ({
		message: `${kernel} [${where}]: ${text}${allowedText(name, limit)}`,
		place: placeOf(kernel),
		...index === 0 && { hint: "If the change is intended, raise the threshold in `fail-on`, or record a new baseline." }
	})));
}
function allowedText(name, limit) {
	if ("percent" in limit) return `, more than the ${limit.percent} % that \`fail-on\` allows`;
	if (limit.amount === 0) return ", which `fail-on` does not allow";
	return `, more than the ${formatFigure(limit.amount, LIMITED[name].unit)} that \`fail-on\` allows`;
}
// src/compile/store/entry.ts
/** The kinds of content. The file name of an entry ends with its kind. */
const ENTRY_KINDS = [
	"kernel",
	"expected",
	"failure",
	"hints"
];
const NAME$1 = new RegExp(`^([0-9a-f]{64})\\.(${ENTRY_KINDS.join("|")})$`);
function entryName(kind, hash) {
	return `${hash}.${kind}`;
}
function isEntryName(text) {
	return NAME$1.test(text);
}
/** Splits a name into hash and kind. */
function parseEntryName(name) {
	const end = name.lastIndexOf(".");
	return {
		hash: name.slice(0, end),
		kind: name.slice(end + 1)
	};
}
/** The offset of the second line, after the seal and its line end. */
const HEAD_START$1 = 65;
const headSchema = object({
	hash: string(),
	kind: string(),
	record: unknown()
});
/**
* Encodes an entry: a line with the SHA-256 of everything after it (the seal), a line of JSON with
* hash, kind and record, and then the bytes. Equal values give equal entries.
*/
function encodeEntry(kind, hash, value) {
	const { record, bytes } = kind.split(value);
	const head = Buffer.from(`${canonicalJson({
		hash,
		kind: kind.name,
		record
	})}\n`);
	return Buffer.concat([
		Buffer.from(`${sealOf(head, bytes)}\n`),
		head,
		bytes
	]);
}
/**
* Decodes an entry. The value shares the memory of `content`. Returns undefined unless seal, hash
* and kind match.
*/
function decodeEntry(kind, hash, content) {
	if (content.toString("latin1", 0, HEAD_START$1) !== `${sealOf(content.subarray(HEAD_START$1))}\n`) return void 0;
	const end = content.indexOf("\n", HEAD_START$1);
	const head = headSchema.safeParse(tryParseJson(content.toString("utf8", HEAD_START$1, end)));
	if (!head.success || head.data.hash !== hash || head.data.kind !== kind.name) return void 0;
	const { buffer, byteOffset } = content.subarray(end + 1);
	const bytes = new Uint8Array(buffer, byteOffset, content.length - end - 1);
	return kind.join(head.data.record, bytes);
}
function sealOf(...parts) {
	const hash = createHash("sha256");
	for (const part of parts) hash.update(part);
	return hash.digest("hex");
}
/** The folder of a store that holds the files of this format, and nothing else. */
function entriesFolder(directory) {
	return join(directory, "v2");
}
/** The file of an entry. */
function entryFile(directory, name) {
	return join(entriesFolder(directory), name.slice(0, 2), name);
}
/** The recorded time of last use is updated if it is older. */
const USE_INTERVAL_MS = 864e5;
/**
* Reads an entry's file into its own memory, and records the use as the modification time: many
* disks do not record access times. Returns undefined if the file cannot be read, and an empty
* buffer if it is too large, or no file but a folder or a pipe.
*/
async function readEntryFile(file, nowMs) {
	try {
		const handle = await open(file, constants$2.O_RDONLY | constants$2.O_NONBLOCK);
		try {
			const stats = await handle.stat();
			const { size, mtimeMs } = stats;
			if (!stats.isFile() || size > 268435456) return Buffer.alloc(0);
			const content = Buffer.allocUnsafeSlow(size);
			const { bytesRead } = await handle.read(content, 0, size, 0);
			if (nowMs - mtimeMs > USE_INTERVAL_MS) await recordUse(file, nowMs);
			return content.subarray(0, bytesRead);
		} finally {
			await handle.close();
		}
	} catch {
		return;
	}
}
/** Fails silently: another user's file may be readable but not writable. */
async function recordUse(file, nowMs) {
	const now = new Date(nowMs);
	await utimes(file, now, now).catch(() => void 0);
}
/** A write is tried this often while other processes remove its folder. */
const ATTEMPTS = 8;
/**
* Writes a file atomically and creates its folder. Replaces a folder in place of the file.
* @throws the system's error.
*/
async function writeEntryFile(file, content) {
	for (let attempt = 1;; attempt += 1) try {
		await makeFolder(dirname(file));
		await writeAtomically(file, (fresh) => writeFile(fresh, content));
		return;
	} catch (error) {
		const code = systemCode(error) ?? "";
		if (![
			"ENOENT",
			"EEXIST",
			"EISDIR"
		].includes(code) || attempt === ATTEMPTS) throw error;
		if (code === "EISDIR") await removeFolder$1(file);
	}
}
/** Removes a file. Returns true if it is gone, even if another process removed it. */
async function removeFile(file) {
	try {
		await rm(file);
		return true;
	} catch (error) {
		return systemCode(error) === "ENOENT";
	}
}
// src/compile/store/baseline.ts
const FORMAT$5 = 1;
const baselineSchema = object({
	format: literal$1(FORMAT$5),
	time: number().nonnegative(),
	commit: string().optional(),
	manifests: array(unknown()).min(1)
});
/** A file that decompresses to more is not read, in bytes. */
const MAX_BYTES$2 = 268435456;
/** Returns the scope of a build. */
function scopeOf$2(name, { targets, only, triton }) {
	return {
		package: name,
		targets,
		only,
		triton
	};
}
/** Returns the name of a scope in files and caches. */
function scopeName({ package: name, targets, only, triton }) {
	const lists = [targets, only].map((list) => list?.toSorted() ?? null);
	return sha256(canonicalJson([
		name,
		...lists,
		triton ?? null
	])).slice(0, 16);
}
/** The file of a baseline, beside the histories. It can be copied between stores: reading checks it. */
function baselineFile(directory, scope) {
	return join(entriesFolder(directory), "history", `${scopeName(scope)}.baseline.gz`);
}
/** Reads a baseline; undefined if there is none that this version can read. */
async function readBaseline(file) {
	try {
		const packed = await readPlainFile(file);
		const content = await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES$2 });
		return baselineSchema.parse(JSON.parse(content.toString()));
	} catch {
		return;
	}
}
/** @throws the system's error. */
async function writeBaseline(file, baseline) {
	const text = canonicalJson({
		format: FORMAT$5,
		...baseline
	});
	await writeEntryFile(file, await promisify(gzip)(text));
}
// src/report/difference/baseline.ts
/** The baseline that the store has recorded last. */
const AUTO_BASELINE = "auto";
/**
* Opens the baseline of a build before anything is compiled.
* @throws {Failure} `usage` or `verification` if the path that the request names has no package.
*/
async function openBaseline(packageName, { directory }, { baseline = {}, targets, only, triton }, { log, now }) {
	const { compare, record = false, commit } = baseline;
	if (compare === void 0 && !record) return () => Promise.resolve(void 0);
	const named = compare !== void 0 && compare !== "auto" ? {
		...await readBuild(compare),
		origin: compare
	} : void 0;
	const scope = scopeOf$2(packageName, {
		targets,
		only,
		triton
	});
	const recorded = record || compare === "auto" ? await readBaseline(baselineFile(directory, scope)) : void 0;
	return async (packages) => {
		const texts = await Promise.all(packages.map(readManifestText));
		const built = joinBuilds(texts.map((text, index) => parseBuild(text, manifestOf(packages[index]))));
		const before = named ?? (compare === void 0 ? void 0 : buildOf(recorded));
		if (compare !== void 0 && before === void 0) log.info("no build is recorded to compare with: `--record-baseline` records one, as the action does for pushes to the default branch");
		const manifests = texts.map((text) => JSON.parse(text));
		const isSame = canonicalJson(manifests) === canonicalJson(recorded?.manifests ?? []);
		if (record && !isSame) await save(baselineFile(directory, scope), {
			time: now(),
			...commit !== void 0 && { commit },
			manifests
		}, log);
		return before && built && compareBuilds(before, built);
	};
}
/**
* Checks what got worse, at the places of the kernels in the manifest.
* @throws {Failure} `threshold` with everything that got worse by more than the thresholds allow.
*/
function checkRegressions({ difference, plan }, thresholds) {
	if (difference === void 0) return;
	const places = new Map(plan.kernels.map(({ name, place }) => [name, place]));
	failOnRegressions(difference, thresholds, (kernel) => places.get(kernel));
}
function manifestOf(folder = "") {
	return join(folder, MANIFEST_FILE);
}
/** A recorded build; undefined if this version cannot read it. */
function buildOf(baseline) {
	if (baseline === void 0) return void 0;
	const { time, commit, manifests } = baseline;
	const day = new Date(time).toISOString().slice(0, 10);
	const origin = `${commit === void 0 ? "the build" : `commit ${commit.slice(0, 7)}`} of ${day}`;
	try {
		const build = joinBuilds(manifests.map((manifest) => parseBuild(JSON.stringify(manifest), "the recorded baseline")));
		return build && {
			...build,
			origin
		};
	} catch {
		return;
	}
}
/** Never fails: a full disk may not fail a build. */
async function save(file, content, log) {
	try {
		await writeBaseline(file, content);
	} catch (error) {
		log.warning({
			message: `cannot record the build as a baseline: ${reasonOf$1(error)}`,
			place: { file }
		});
		return;
	}
	log.info("recorded the build as the baseline of later ones");
}
// src/compile/store/history.ts
const NO_TIMES = /* @__PURE__ */ new Map();
/** The name of a variant's time: it stays the same when the code of the kernel changes. */
function timeOfVariant({ inputs }) {
	const { signature, constants, divisors, options, target } = inputs;
	return sha256(canonicalJson({
		signature,
		constants,
		divisors,
		options,
		target
	})).slice(0, 16);
}
/** The name of the time of a test case. */
function timeOfCase(name) {
	return `case ${name}`;
}
/** The most variants kept for one package. Kernels with the oldest builds are dropped first. */
const MAX_HISTORY_VARIANTS = 2e4;
/** Reads the history of a package. Returns an empty history if there is none that can be read. */
async function readHistory(directory, packageName) {
	return (await read(historyFile(directory, packageName))).history;
}
/** Reads the times of a package, those that are known. */
async function readTimes(directory, packageName) {
	return await readAs(historyFile(directory, packageName), (text) => timesOf$2(timesSchema.parse(JSON.parse(text)))) ?? NO_TIMES;
}
/**
* Adds a build to the history of its package, with the times of what it computed. Kernels that were
* not part of the build keep their inputs. If two builds write at once, one of them may be lost.
* @returns whether the history was written; never throws.
*/
async function writeHistory(directory, packageName, variants, times = NO_TIMES) {
	const file = historyFile(directory, packageName);
	const before = await read(file);
	const kernels = new Map(before.history);
	for (const [name, own] of groupBy(variants, ({ kernel }) => kernel.name)) {
		kernels.delete(name);
		kernels.set(name, own.map(({ inputs }) => inputs));
	}
	const kept = dropOldest(kernels);
	const updated = encode(kept, newerTimes([...kept.keys()], before.times, times));
	const { text } = before;
	if (updated === text) return true;
	return writeEntryFile(file, await promisify(gzip)(updated)).then(() => true, () => false);
}
/** The file of a package's history. It can be copied between stores: reading checks it. */
function historyFile(directory, packageName) {
	return join(entriesFolder(directory), "history", `${sha256(packageName).slice(0, 16)}.json.gz`);
}
/** A file that decompresses to more is not read, in bytes. */
const MAX_BYTES$1 = 268435456;
async function read(file) {
	return await readAs(file, (text) => ({
		...decode(text),
		text
	})) ?? {
		history: /* @__PURE__ */ new Map(),
		times: NO_TIMES
	};
}
async function readAs(file, decodeText) {
	try {
		return decodeText((await promisify(gunzip)(await readPlainFile(file), { maxOutputLength: MAX_BYTES$1 })).toString());
	} catch {
		return;
	}
}
/** The most times kept for one kernel: those of values that are no longer built go first. */
const MAX_TIMES = 5e3;
function newerTimes(kernels, before, now) {
	const known = kernels.map((kernel) => {
		const newest = [...now.get(kernel) ?? []];
		const all = new Map([
			...newest,
			...before.get(kernel) ?? [],
			...newest
		]);
		return [kernel, new Map([...all].slice(0, MAX_TIMES))];
	});
	return new Map(known.filter(([, times]) => times.size > 0));
}
function dropOldest(kernels) {
	let variants = 0;
	const kept = [...kernels].toReversed().filter(([, inputs]) => {
		variants += inputs.length;
		return variants <= MAX_HISTORY_VARIANTS;
	});
	return new Map(kept.toReversed());
}
/** Every field of `HashInputs`: `satisfies` rejects a schema that lacks one. */
const inputsSchema = object({
	bridge: number(),
	triton: string(),
	tritonDigest: string().default("not covered"),
	machine: string(),
	requirements: array(string()),
	environment: record(string(), string()),
	closure: array(object({
		path: string(),
		sha256: string()
	})),
	module: string(),
	function: string(),
	signature: array(tuple([string(), string()])),
	constants: record(string(), tuple([_enum([
		"int",
		"float",
		"bool",
		"string",
		"none",
		"dtype"
	]), string()])),
	divisors: record(string(), literal$1([
		2,
		4,
		8,
		16
	])),
	options: record(string(), union([
		string(),
		number(),
		boolean()
	])),
	target: object({
		backend: string(),
		arch: number(),
		warpSize: number()
	}),
	lineInfo: literal$1(true).optional(),
	ptx: literal$1(true).optional()
});
/** Format 1 had no `format` field and is not read. */
const FORMAT$4 = 2;
const documentSchema = object({
	format: literal$1(FORMAT$4),
	/** Pairs and not an object, because their order matters. */
	kernels: array(tuple([string(), array(inputsSchema)])),
	/** Earlier versions did not measure. */
	seconds: array(tuple([string(), array(tuple([string(), number().nonnegative()]))])).default([])
});
const timesSchema = documentSchema.pick({
	format: true,
	seconds: true
});
function encode(history, times) {
	const seconds = [...times].map(([kernel, own]) => [kernel, [...own]]);
	return canonicalJson({
		format: FORMAT$4,
		kernels: [...history],
		...seconds.length > 0 && { seconds }
	});
}
/** @throws if the text is not a history of this format. */
function decode(text) {
	const document = documentSchema.parse(JSON.parse(text));
	return {
		history: new Map(document.kernels),
		times: timesOf$2(document)
	};
}
function timesOf$2({ seconds }) {
	return new Map(seconds.map(([kernel, own]) => [kernel, new Map(own)]));
}
// src/compile/estimate.ts
/** Estimates how long each result takes, from the times of earlier builds. */
function workItems(variants, jobs, times) {
	return guessesOf(variants, jobs, times).flatMap(withEstimates);
}
/** The number of times that the share of the work is estimated again. */
const ESTIMATES = 200;
/**
* Returns a function to call with the name and the CPU seconds of each result. It returns the share of
* all CPU time that is spent, from 0 to 1. Results that were never computed before take as long as
* those of the same kernel so far.
*/
function workShare(variants, jobs, times) {
	const kinds = guessesOf(variants, jobs, times);
	const every = Math.ceil(kinds.flat().length / ESTIMATES);
	const done = /* @__PURE__ */ new Map();
	let spent = 0;
	let share = 0;
	return (name, cpuSeconds) => {
		spent += cpuSeconds;
		done.set(name, cpuSeconds);
		if (done.size % every !== 0) return share;
		const remaining = kinds.flatMap((guesses) => withEstimates(guesses.map((guess) => ({
			...guess,
			measured: done.get(guess.name) ?? guess.measured
		})))).filter((item) => !done.has(item.name));
		share = spent / (spent + remaining.reduce((sum, { seconds }) => sum + seconds, 0));
		return share;
	};
}
/** Returns what is known about each compile, and about each case. */
function guessesOf(variants, jobs, times) {
	const compiles = variants.map((variant) => ({
		name: entryName("kernel", variant.hash),
		kernel: variant.kernel.name,
		measured: times.get(variant.kernel.name)?.get(timeOfVariant(variant)),
		weight: weightOf(variant)
	}));
	const cases = jobs.map(({ key, kernel, smokeCase }) => ({
		name: entryName("expected", key),
		kernel: kernel.name,
		measured: times.get(kernel.name)?.get(timeOfCase(smokeCase.name)),
		weight: 1
	}));
	return [distinct$2(compiles), distinct$2(cases)];
}
/**
* Estimates the CPU seconds of each variant's result, if the time of at least one of them is known.
* Variants that are stored help with the others.
*/
function compileSeconds(variants, times) {
	if (!variants.some((variant) => times.get(variant.kernel.name)?.has(timeOfVariant(variant)) === true)) return void 0;
	return new Map(workItems(variants, [], times).map(({ name, seconds }) => [name, seconds]));
}
/** Seconds from which on the cost of compiling is worth a note. */
const MUCH = 120;
/** Says how long compiles probably take, and which kernel takes most; undefined if that is not long. */
function costNote(variants, times) {
	const seconds = new Map(workItems(variants, [], times).map((item) => [item.name, item.seconds]));
	const totals = [...groupBy(variants, ({ kernel }) => kernel)].map(([kernel, own]) => {
		return {
			kernel,
			seconds: [...new Set(own.map(({ hash }) => entryName("kernel", hash)))].reduce((total, name) => total + (seconds.get(name) ?? 0), 0),
			configs: new Set(own.map(({ config }) => config)).size
		};
	});
	const all = totals.reduce((sum, each) => sum + each.seconds, 0);
	const [most] = totals.toSorted((a, b) => b.seconds - a.seconds);
	if (most === void 0 || all < MUCH) return void 0;
	return `about ${minutes(all)} of CPU time, of which ${minutes(most.seconds)} for ${plural(most.configs, "config")} of ${most.kernel.name}`;
}
function minutes(seconds) {
	return `${Math.max(1, Math.round(seconds / 60))} min`;
}
/** Kernels can share results. */
function distinct$2(guesses) {
	const byName = /* @__PURE__ */ new Map();
	for (const guess of guesses) if (byName.get(guess.name)?.measured === void 0) byName.set(guess.name, guess);
	return [...byName.values()];
}
/** Seconds for each unit of weight, if nothing at all is known. */
const USUAL_SECONDS = .2;
function withEstimates(guesses) {
	const usual = rateOf(guesses) ?? USUAL_SECONDS;
	return [...groupBy(guesses, ({ kernel }) => kernel).values()].flatMap((own) => {
		const rate = rateOf(own) ?? usual;
		return own.map(({ name, measured, weight }) => ({
			name,
			seconds: measured ?? weight * rate
		}));
	});
}
/** Seconds for each unit of weight, of the results whose time is known. */
function rateOf(guesses) {
	const timed = guesses.filter((guess) => guess.measured !== void 0);
	const seconds = timed.reduce((sum, guess) => sum + (guess.measured ?? 0), 0);
	return timed.length === 0 ? void 0 : seconds / timed.reduce((sum, { weight }) => sum + weight, 0);
}
/** The time of a compile grows with the warps and stages to generate code for. */
function weightOf({ job: { options } }) {
	return 1 + Number(options["num_warps"] ?? 4) * Number(options["num_stages"] ?? 3) / 12;
}
/**
* Divides work into `count` shards of about the same time: the longest result comes first, and each
* goes to the shard with the shortest time so far.
*/
function divide(items, count) {
	const shards = Array.from({ length: count }, () => ({
		items: [],
		seconds: 0
	}));
	const sorted = items.toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
	for (const item of sorted) {
		const least = shards.reduce((a, b) => b.seconds < a.seconds ? b : a);
		least.items.push(item);
		least.seconds += item.seconds;
	}
	return shards.map((shard) => shard.items);
}
// src/compile/store/prune.ts
/** The default size limit of a store, in bytes. */
const DEFAULT_STORE_LIMIT = 5e9;
/** A partial file older than this is abandoned. */
const STALE_MS = 864e5;
/** A store is pruned to this part of its limit, so that the next runs need not prune again. */
const TARGET = .9;
/**
* If a store is larger than `limit` bytes, removes the least recently used entries until it is 10 %
* below the limit. Entries in `used` and files that cannot be removed stay. Other processes may
* read, write and prune the store at the same time.
*/
async function pruneStore(directory, limit, used, nowMs) {
	const files = await listStore(directory);
	let size = files.reduce((sum, file) => sum + file.size, 0);
	let entries = 0;
	let bytes = 0;
	const remove = async (each) => {
		if (!await removeFile(each.file)) return;
		size -= each.size;
		bytes += each.size;
		if (each.role.kind === "entry") entries += 1;
	};
	for (const each of files) if (each.role.kind === "temporary" && nowMs - each.usedMs > STALE_MS) await remove(each);
	if (size <= limit) return {
		entries,
		bytes
	};
	const target = limit * TARGET;
	for (const each of files.toSorted(byLastUse)) {
		if (size <= target) break;
		if (each.role.kind === "entry" && !used.has(each.role.name)) await remove(each);
	}
	return {
		entries,
		bytes
	};
}
/** Removes every file of the store. Its folder stays, and so does what others put there. */
async function clearStore(directory) {
	let entries = 0;
	let bytes = 0;
	for (const { file, role, size } of await listStore(directory)) {
		if (!await removeFile(file)) continue;
		if (role.kind === "entry") entries += 1;
		bytes += size;
	}
	for (const folder of [...await storeFolders(directory), entriesFolder(directory)]) await rmdir(folder).catch(() => void 0);
	return {
		entries,
		bytes
	};
}
function byLastUse(a, b) {
	return a.usedMs - b.usedMs;
}
/** Folders read at once. */
const FOLDERS_AT_ONCE = 8;
/** Lists the files of a store, without unreadable ones and those that others put there. */
async function listStore(directory) {
	const folders = await storeFolders(directory);
	return (await mapConcurrently(folders, FOLDERS_AT_ONCE, async (folder) => {
		const found = [];
		for (const name of await namesIn(folder)) {
			const role = roleOf(name);
			if (role === void 0) continue;
			const file = join(folder, name);
			const stats = await lstat(file).catch(() => void 0);
			if (stats?.isFile() === true) found.push({
				file,
				role,
				size: stats.size,
				usedMs: stats.mtimeMs
			});
		}
		return found;
	})).flat();
}
/** The folders with files: one for each two first digits of a hash, and `history`. */
async function storeFolders(directory) {
	const folder = entriesFolder(directory);
	return (await namesIn(folder)).filter((name) => /^([0-9a-f]{2}|history)$/.test(name)).map((name) => join(folder, name));
}
/** The ends of names of partial files; earlier versions wrote `.tmp`. */
const PARTIAL_SUFFIXES = [PARTIAL_SUFFIX, ".tmp"];
/** Returns the role of a file by its name; undefined if it is not a file of the store. */
function roleOf(name) {
	if (isEntryName(name)) return {
		kind: "entry",
		name
	};
	const stem = name.split(".").slice(0, 2).join(".");
	const isHistory = /^[0-9a-f]{16}\.(json|baseline)$/.test(stem);
	if (/^[0-9a-f]{64}\.packed$/.test(name)) return { kind: "temporary" };
	if (PARTIAL_SUFFIXES.some((suffix) => name.endsWith(suffix)) && (isHistory || isEntryName(stem))) return { kind: "temporary" };
	return isHistory && name === `${stem}.gz` ? { kind: "history" } : void 0;
}
async function namesIn(folder) {
	return readdir(folder).catch(() => []);
}
// src/manifest/values/document.ts
/** The paths in a package of the test description, its data, and the user's own tests. */
const CASES_FILE = "smoke/cases.json";
const DATA_FOLDER = "smoke/data";
const TESTS_FOLDER = "smoke/tests";
/** Names become paths, and neither packages nor stores are trusted. */
const dataFile = string().regex(/^smoke\/data\/[0-9a-f]{16}\.br$/);
const testFile = string().regex(/^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/);
/** A brotli stream of elements: the first bytes of all elements, then the second ones, \u2026 */
const dataSchema = strictObject({
	file: dataFile,
	elementSize: number().int().min(1).max(8)
});
const fillSchema = discriminatedUnion("kind", [
	strictObject({
		kind: literal$1("normal"),
		mean: number(),
		deviation: number()
	}),
	strictObject({
		kind: literal$1("uniform"),
		from: number(),
		to: number()
	}),
	strictObject({
		kind: literal$1("constant"),
		value: number()
	}),
	strictObject({
		kind: literal$1("data"),
		data: dataSchema
	})
]);
/** Elements in the order of the axes. `exact`: of the buffer's element type. */
const expectedSchema = strictObject({
	type: _enum([
		"f32",
		"f64",
		"exact"
	]),
	data: dataSchema
});
const bufferSchema = strictObject({
	element: string(),
	shape: array(number()),
	strides: array(number()),
	length: number(),
	role: _enum(BUFFER_ROLES),
	seed: string(),
	fill: fillSchema.optional(),
	tolerance: strictObject({
		norm: number(),
		rtol: number(),
		atol: number(),
		/** The type whose default it is; without it, the manifest gives the norm. */
		default: string().regex(/^\w+$/).optional()
	}),
	expected: expectedSchema.optional()
});
/** Integers in decimal, floats as in JavaScript (including `Infinity` and `NaN`). */
const scalarsSchema = record(string(), string());
const pathSchema = array(union([string(), number()]));
const caseSchema = strictObject({
	name: string(),
	path: pathSchema,
	scalars: scalarsSchema,
	buffers: record(string(), bufferSchema.nullable()),
	/** Without `algos`, the run is for all algos of the kernel. */
	runs: array(strictObject({
		specialisation: number(),
		offsets: record(string(), number()),
		algos: array(number()).optional()
	})),
	empty: scalarsSchema.optional(),
	/** The number of blocks on each axis, for each algo. Packages of the first versions have none. */
	grids: array(tuple([
		number(),
		number(),
		number()
	])).optional(),
	bytes: number().optional(),
	flops: number().optional()
});
/** A kind and the value as text: see `WireConstant`. */
const constantSchema = tuple([string(), string()]);
const kernelSchema$3 = strictObject({
	name: string(),
	path: pathSchema,
	/** The constants of each algo without loss, which manifest.json has for readers. */
	constants: array(record(string(), constantSchema)).optional(),
	/** The source of the expected outputs. */
	expected: _enum([
		"reference",
		"interpreter",
		"none"
	]),
	/** The reason that the interpreter could not compute them. */
	note: string().optional(),
	deterministic: boolean(),
	algos: array(number()),
	cases: array(caseSchema),
	/** The cases that are only timed, without expected outputs; without it, those of the tests are. */
	timed: array(caseSchema).optional(),
	/** Further cases that only `tune` times. */
	proposed: array(caseSchema).optional(),
	/** The integer parameters that the choice of an algo may depend on; without it, all. */
	key: array(string()).optional(),
	/** The user's own test: the file to compile, then the files it includes. */
	test: array(testFile)
});
/** smoke/cases.json: the tests of the package, whose manifest has the parameters and types. */
const casesSchema = strictObject({
	format: literal$1(1),
	kernels: array(kernelSchema$3)
});
// src/compile/store/kinds.ts
/** The bytes of an entry are the cubin, then the compressed PTX. */
const kernelSchema$2 = compiledKernelSchema.omit({
	cubin: true,
	packedPtx: true
}).extend({ packedPtx: number().int().nonnegative().optional() });
/** Compiled kernels, by kernel hash. */
const KERNELS = {
	name: "kernel",
	damaged: "this stored kernel is damaged and will be compiled again",
	split: ({ cubin, packedPtx, ...record }) => packedPtx === void 0 ? {
		record,
		bytes: cubin
	} : {
		record: {
			...record,
			packedPtx: packedPtx.length
		},
		bytes: Buffer.concat([cubin, packedPtx])
	},
	join(record, bytes) {
		const parsed = kernelSchema$2.safeParse(record);
		if (!parsed.success) return void 0;
		const { packedPtx, ...kernel } = parsed.data;
		if (packedPtx === void 0) return {
			...kernel,
			cubin: bytes
		};
		const end = bytes.length - packedPtx;
		return {
			...kernel,
			cubin: bytes.subarray(0, end),
			packedPtx: bytes.subarray(end)
		};
	}
};
const outputsSchema = object({
	/** One line. */
	note: string().regex(/^.*$/).optional(),
	outputs: array(expectedSchema.extend({
		name: string(),
		length: number().int().nonnegative()
	}))
});
/** Expected outputs of a test case, by the case's key. */
const EXPECTED = {
	name: "expected",
	damaged: "these stored expected outputs are damaged and will be computed again",
	split: ({ note, outputs }) => ({
		record: {
			...note !== void 0 && { note },
			outputs: [...outputs].map(([name, { content, ...source }]) => ({
				...source,
				name,
				length: content.length
			}))
		},
		bytes: Buffer.concat([...outputs.values()].map(({ content }) => content))
	}),
	join(record, bytes) {
		const parsed = outputsSchema.safeParse(record);
		if (!parsed.success) return void 0;
		let at = 0;
		const outputs = parsed.data.outputs.map(({ name, length, ...source }) => {
			const content = bytes.subarray(at, at += length);
			return [name, {
				...source,
				content
			}];
		});
		return at === bytes.length ? {
			note: parsed.data.note,
			outputs: new Map(outputs)
		} : void 0;
	}
};
const failureSchema = strictObject({
	message: string(),
	file: string().optional(),
	line: number().optional()
});
/** The errors of variants that do not compile, by kernel hash. Only read for configs that may be dropped. */
const FAILURES = {
	name: "failure",
	damaged: "this stored compile error is damaged, and the variant will be compiled again",
	split: (failure) => ({
		record: failure,
		bytes: /* @__PURE__ */ new Uint8Array()
	}),
	join: (record, bytes) => bytes.length === 0 ? failureSchema.safeParse(record).data : void 0
};
/** The hints of kernels, by the key of the request. */
const HINTS = {
	name: "hints",
	damaged: "these stored hints are damaged and will be found again",
	split: (choices) => ({
		record: choices,
		bytes: /* @__PURE__ */ new Uint8Array()
	}),
	join: (record, bytes) => bytes.length === 0 ? hintChoicesSchema.safeParse(record).data : void 0
};
/** Returns whether `content` is the entry of that name, complete and usable. */
function isEntry(name, content) {
	const { hash, kind } = parseEntryName(name);
	switch (kind) {
		case "kernel": return decodeEntry(KERNELS, hash, content) !== void 0;
		case "expected": return decodeEntry(EXPECTED, hash, content) !== void 0;
		case "failure": return decodeEntry(FAILURES, hash, content) !== void 0;
		case "hints": return decodeEntry(HINTS, hash, content) !== void 0;
	}
}
// src/compile/store/store.ts
/**
* Opens a store in a directory, which many processes and users may use at once: entries are written
* atomically. A damaged entry is removed with a warning. If the store cannot be written, it warns
* once and the build goes on. `clock` returns milliseconds since 1970.
*/
function directoryStore(directory, log, clock) {
	const used = /* @__PURE__ */ new Set();
	const writer = entryWriter(directory, log);
	const write = async (name, content) => {
		const isWritten = await writer.write(entryFile(directory, name), content);
		if (isWritten) used.add(name);
		return isWritten;
	};
	const section = (kind) => ({
		async get(hash, fits = () => true) {
			const name = entryName(kind.name, hash);
			const file = entryFile(directory, name);
			const content = await readEntryFile(file, clock());
			if (content === void 0) return void 0;
			const value = decodeEntry(kind, hash, content);
			if (value === void 0 || !fits(value)) {
				log.warning({
					message: kind.damaged,
					place: { file }
				});
				await removeFolder$1(file).catch(() => void 0);
				return;
			}
			used.add(name);
			return value;
		},
		async put(hash, value) {
			await write(entryName(kind.name, hash), encodeEntry(kind, hash, value));
		}
	});
	return {
		kernels: section(KERNELS),
		expected: section(EXPECTED),
		failures: section(FAILURES),
		hints: section(HINTS),
		directory,
		used,
		hasGrown: () => writer.hasWritten(),
		sizeOf: (name) => stat(entryFile(directory, name)).then(({ size }) => size, () => void 0),
		async read(name) {
			const content = await readEntryFile(entryFile(directory, name), clock());
			return content !== void 0 && isEntry(name, content) ? content : void 0;
		},
		async accept(name, content) {
			if (!isEntry(name, content)) return "corrupt";
			return await write(name, content) ? "accepted" : "unwritable";
		}
	};
}
/** Entries read at once: Node reads files with four threads, so more gain nothing. */
const READS_AT_ONCE = 8;
/** Returns the values that a section has, by hash. Those that do not fit count as damaged. */
async function loadEntries(section, hashes, fits = () => true) {
	const found = /* @__PURE__ */ new Map();
	await mapConcurrently([...new Set(hashes)], READS_AT_ONCE, async (hash) => {
		const value = await section.get(hash, (each) => fits(hash, each));
		if (value !== void 0) found.set(hash, value);
	});
	return found;
}
/** Files checked at once; each takes one system call. */
const CHECKS_AT_ONCE = 8;
/**
* Returns the variants with a result in the store, which can be that a config does not compile, with
* the bytes of its entry. Entries are not read: damaged ones count.
*/
async function storedVariants(variants, store) {
	const found = await mapConcurrently(variants, CHECKS_AT_ONCE, async (variant) => {
		const { hash, kernel } = variant;
		const size = await store.sizeOf(entryName("kernel", hash)) ?? (kernel.mayDropConfigs ? await store.sizeOf(entryName("failure", hash)) : void 0);
		return size === void 0 ? [] : [[variant, size]];
	});
	return new Map(found.flat());
}
/** Writes files. After the first failure it warns, and writes no more. */
function entryWriter(directory, log) {
	let writable = true;
	let written = false;
	return {
		hasWritten: () => written,
		async write(file, content) {
			if (!writable) return false;
			try {
				await writeEntryFile(file, content);
				written = true;
				return true;
			} catch (error) {
				if (writable) {
					writable = false;
					log.warning({
						message: `cannot write to the store, so results are not saved: ${reasonOf$1(error)}`,
						place: { file: directory },
						hint: "Choose another folder with --store."
					});
				}
				return false;
			}
		}
	};
}
// src/plan/without-configs.ts
/**
* Leaves out configs for targets. One that is left out for all targets loses its number. The smoke
* test may be left without an algo.
*/
function withoutConfigs(kernel, isMissing) {
	const kept = keptConfigs(kernel, isMissing);
	const configs = kernel.configs.flatMap((config, index) => {
		if (!kept.includes(index)) return [];
		const notFor = kernel.targets.filter((target) => isLeftOut(config, target, isMissing));
		return [notFor.length === 0 ? config : {
			...config,
			notFor
		}];
	});
	const smoke = kernel.smoke && renumberSmoke(kernel.smoke, kept);
	return {
		...kernel,
		configs,
		smoke
	};
}
/** The indices of configs that are left for any target. */
function keptConfigs(kernel, isMissing) {
	return kernel.configs.flatMap((config, index) => kernel.targets.every((target) => isLeftOut(config, target, isMissing)) ? [] : [index]);
}
/** The targets for which no config is left. */
function targetsWithoutConfig(kernel, isMissing) {
	return kernel.targets.filter((target) => kernel.configs.every((config) => isLeftOut(config, target, isMissing)));
}
/**
* Leaves out the configs that are for none of the kernel's targets.
* @param problems bound to the kernel
*/
function withoutUnusedConfigs(kernel, problems) {
	const empty = targetsWithoutConfig(kernel, isNotFor);
	if (empty.length > 0) {
		problems.at("configs").add(`${kernel.name}: no config is for ${empty.map(({ name }) => name).join(", ")}`, "Add the target to `targets:` of a config, or remove it from those of the kernel.");
		return kernel;
	}
	if (keptConfigs(kernel, isNotFor).length === kernel.configs.length) return kernel;
	const remaining = withoutConfigs(kernel, isNotFor);
	if (remaining.smoke?.algos.length === 0) problems.at("smoke", "algos").add(noAlgoToTest(kernel), "Add algos that are for these targets.");
	return remaining;
}
/** Returns what to say if no algo is left that the smoke test names. */
function noAlgoToTest({ name, smoke }) {
	return `${name}: none of the algos to test is built: ${smoke?.algos.join(", ")}`;
}
function isLeftOut(config, target, isMissing) {
	return isNotFor(config, target) || isMissing(config, target);
}
/** The smoke test with the numbers of the kept configs. */
function renumberSmoke(smoke, kept) {
	const renumber = (algos) => algos.flatMap((algo) => kept.includes(algo) ? [kept.indexOf(algo)] : []);
	const renumberCase = (each) => ({
		...each,
		grids: each.grids.filter((_grid, algo) => kept.includes(algo)),
		runs: each.runs.flatMap((run) => {
			if (run.algos === void 0) return [run];
			const own = renumber(run.algos);
			return own.length === 0 ? [] : [{
				...run,
				algos: own
			}];
		})
	});
	return {
		...smoke,
		algos: renumber(smoke.algos),
		cases: smoke.cases.map(renumberCase),
		timed: smoke.timed.map(renumberCase),
		proposed: smoke.proposed.map(renumberCase)
	};
}
// src/compile/drop-configs.ts
/**
* Leaves out the configs that do not compile or cannot be launched, of kernels that allow it. A config is left out for a
* target if one of its specialisations fails. Those left out for all targets lose their number.
* @throws {Failure} `compile` if a kernel has no config left for a target, `usage` if none that its
* smoke test names.
*/
function dropConfigs(plan, failures, manifest) {
	if (failures.size === 0) return {
		plan,
		dropped: []
	};
	const dropped = [];
	const variants = [];
	const planned = groupBy(plan.variants, ({ kernel }) => kernel);
	const kernels = plan.kernels.map((kernel) => {
		const own = planned.get(kernel) ?? [];
		const missing = kernel.mayDropConfigs ? missingConfigs(kernel, own, failures) : [];
		if (missing.length === 0) {
			variants.push(...own);
			return kernel;
		}
		dropped.push(...missing);
		checkRemaining(kernel, missing, manifest);
		const isMissing = missingIn(missing);
		const remaining = withoutConfigs(kernel, isMissing);
		if (remaining.smoke?.algos.length === 0) throw new Failure("usage", {
			message: noAlgoToTest(kernel),
			place: kernel.place,
			hint: "Change `algos:` in the smoke section."
		});
		variants.push(...remainingVariants(kernel, own, remaining, isMissing));
		return remaining;
	});
	return {
		plan: {
			...plan,
			kernels,
			variants
		},
		dropped
	};
}
/** A warning for each config that is left out. */
function droppedWarnings(dropped, manifest) {
	return dropped.map(({ kernel, config, targets, failure }) => ({
		message: `${kernel.name}: the config ${describeConfig(config)} is left out for ${namesOf$1(targets)}, because ${failure.cannotLaunch ? "no GPU there can launch it" : "it does not compile"}: ${failure.message}`,
		place: placeOf(kernel, failure, manifest),
		hint: "Set `strict_configs: true` to make this an error."
	}));
}
function missingConfigs(kernel, variants, failures) {
	return kernel.configs.flatMap((config, index) => {
		const failed = variants.flatMap((variant) => {
			const failure = variant.config === index ? failures.get(variant.hash) : void 0;
			return failure === void 0 ? [] : [{
				target: variant.target,
				failure
			}];
		});
		const targets = kernel.targets.filter((target) => failed.some((each) => each.target === target));
		const [first] = failed;
		return first === void 0 ? [] : [{
			kernel,
			config,
			targets,
			failure: first.failure
		}];
	});
}
function checkRemaining(kernel, missing, manifest) {
	const empty = targetsWithoutConfig(kernel, missingIn(missing));
	if (empty.length === 0) return;
	const causes = /* @__PURE__ */ new Map();
	for (const each of missing.filter(({ targets }) => targets.some((one) => empty.includes(one)))) {
		const cause = JSON.stringify(each.failure);
		causes.set(cause, [...causes.get(cause) ?? [], each]);
	}
	const problems = [...causes.values()].flatMap(([first, ...others]) => {
		if (first === void 0) return [];
		const more = others.length === 0 ? "" : ` and ${plural(others.length, "more config")}`;
		return [{
			message: `${kernel.name}: no config is left for ${namesOf$1(empty)}; ${describeConfig(first.config)}${more}: ${first.failure.message}`,
			place: placeOf(kernel, first.failure, manifest)
		}];
	});
	throw new Failure("compile", problems);
}
function missingIn(missing) {
	return (config, target) => missing.some((each) => each.config === config && each.targets.includes(target));
}
function remainingVariants(kernel, variants, remaining, isMissing) {
	const kept = keptConfigs(kernel, isMissing);
	return variants.flatMap((variant) => {
		const config = kernel.configs[variant.config];
		if (config === void 0 || isMissing(config, variant.target)) return [];
		return [{
			...variant,
			kernel: remaining,
			config: kept.indexOf(variant.config)
		}];
	});
}
function namesOf$1(targets) {
	return targets.map(({ name }) => name).join(", ");
}
function placeOf({ source }, { file = source.file, line = source.line }, manifest) {
	return {
		file: shownPath(join(dirname(manifest), file), manifest),
		line
	};
}
// src/manifest/problems.ts
/**
* Collects the problems of a manifest, so that all of them are reported at once. An instance is
* bound to a part of the manifest: what is added gets that part's place. `at` binds to a part
* below.
*
* A function that checks or parses a part takes `problems` bound to it, and returns undefined if it
* added a problem and has no value to return.
*/
var Problems = class Problems {
	#list = [];
	#document;
	#parent;
	#toPath;
	/** Without a document the problems have no place, as those of a command-line option. */
	constructor(document, parent, toPath = (path) => path) {
		this.#document = document;
		this.#parent = parent;
		this.#toPath = toPath;
	}
	/** The path of the part in the manifest. */
	get path() {
		return this.#toPath([]);
	}
	/** The place of the part; undefined without a document. */
	get place() {
		return this.#document?.locate(this.path);
	}
	/** True if nothing was added here or to a part bound from here. */
	get isEmpty() {
		return this.#list.length === 0;
	}
	/** Binds to a part below this one. */
	at(...keys) {
		return this.under((relative) => [...keys, ...relative]);
	}
	/** Binds to a part whose paths in the manifest come from `toPath`. */
	under(toPath) {
		return new Problems(this.#document, this, (relative) => this.#toPath(toPath(relative)));
	}
	/** Adds a problem of this part. The same message at the same place counts once. */
	add(message, hint) {
		this.#collect({
			message,
			place: this.place,
			...hint !== void 0 && { hint }
		});
	}
	/** Adds the issues of a schema. `keysAt` returns the known keys of the map at a path. */
	addIssues(issues, keysAt) {
		for (const issue of issues) {
			const path = issue.path.map((key) => typeof key === "symbol" ? String(key) : key);
			const part = this.at(...path);
			const branch = issue.code === "invalid_union" ? closestBranch(issue) : void 0;
			if (issue.code === "unrecognized_keys") for (const key of issue.keys) part.at(key).#addUnknownKey(key, keysAt(path));
			else if (issue.code === "invalid_key") part.add(issue.issues[0]?.message ?? issue.message);
			else if (branch !== void 0) part.addIssues(branch, (relative) => keysAt([...path, ...relative]));
			else {
				const isMissing = this.#document?.has(part.path) === false;
				part.add(isMissing ? `missing \`${path.at(-1)}\`: ${issue.message}` : issue.message);
			}
		}
	}
	/**
	* @throws {Failure} of this kind with every problem, in the order of the file, if there are any.
	*/
	throwIfAny(kind = "usage") {
		if (this.isEmpty) return;
		throw new Failure(kind, this.#list.toSorted((a, b) => lineOf(a) - lineOf(b)));
	}
	#addUnknownKey(key, known) {
		this.add(`unknown key \`${key}\`${didYouMean(key, known)}`, `The known keys are ${known.join(", ")}.`);
	}
	#collect(problem) {
		if (!this.#list.some(({ message, place }) => message === problem.message && place?.path === problem.place?.path)) this.#list.push(problem);
		if (this.#parent !== void 0) this.#parent.#collect(problem);
	}
};
/** `; did you mean \u2026?` with the known name closest to `name`; empty if none is close. */
function didYouMean(name, known) {
	const guess = nearest$1(name, known);
	return guess === void 0 ? "" : `; did you mean \`${guess}\`?`;
}
/** The issues of the alternative that fits except for parts inside it, which have own places. */
function closestBranch(issue) {
	return issue.errors.find((branch) => branch.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"));
}
function lineOf({ place }) {
	return place?.line ?? 0;
}
// src/plan/grid-scope.ts
/** The meaning of the names in a kernel's grid under one config. */
function gridScope(args, gridParameters, config) {
	const values = [...args, ...gridParameters].map(({ name, type }) => [name, isInteger(type) ? { kind: "value" } : {
		kind: "unusable",
		why: `of type ${formatArgumentType(type)}`,
		...type.kind === "pointer" && { presence: "nullable" }
	}]);
	const constants = [...config.constants].map(([name, value]) => [name, constantInGrid(value)]);
	return new Map([...values, ...constants]);
}
function constantInGrid(constant) {
	switch (constant.kind) {
		case "int": return {
			kind: "constant",
			value: constant.value
		};
		case "bool": return {
			kind: "constant",
			value: constant.value ? 1n : 0n
		};
		case "none": return {
			kind: "unusable",
			why: "the constant None",
			presence: "absent"
		};
		case "float":
		case "string":
		case "dtype": return {
			kind: "unusable",
			why: `the constant ${formatConstant(constant)}`
		};
	}
}
/** Replaces the parameters of heuristics by their expressions, unless the config fixes them. */
function inlineHeuristics(expression, heuristics, { constants }) {
	const trees = /* @__PURE__ */ new Map();
	for (const { parameter, tree } of heuristics) if (!constants.has(parameter)) trees.set(parameter, substitute(tree, trees));
	return trees.size === 0 ? expression : substitute(expression, trees);
}
// src/plan/smoke-conditions.ts
/** Evaluates an expression of the kernel, such as its grid, for the call of a case with one algo. */
function evaluateForCall(kernel, algo, expression, { scalars, buffers }) {
	const config = configAt(kernel, algo);
	return evaluateGrid(inlineHeuristics(expression, kernel.heuristics, config), (name) => {
		const constant = config.constants.get(name);
		const scalar = scalars.get(name);
		const value = constant === void 0 ? void 0 : integerOf$1(constant);
		if (value !== void 0) return value;
		if (scalar?.kind !== "integer") throw new Error(`the name ${name} was not checked`);
		return scalar.value;
	}, (name) => config.constants.get(name)?.kind !== "none" && buffers.get(name) !== null);
}
/** Returns why the C function refuses the call of a case with one algo; undefined if it does not. */
function refusalOf(kernel, algo, call) {
	for (const { tree, text } of kernel.requirements) {
		const result = evaluateForCall(kernel, algo, tree, call);
		if (!result.ok) return `${result.fault} in \`${text}\``;
		if (result.value === 0n) return `\`${text}\` does not hold`;
	}
	for (const { tree, text, parameter } of kernel.heuristics) {
		const result = evaluateForCall(kernel, algo, tree, call);
		if (!result.ok) return `${result.fault} in the value of ${parameter}, \`${text}\``;
	}
}
/**
* The config of an algo with the values of the heuristics for the call of a case. A value that
* cannot be computed is missing.
*/
function configForCall(kernel, algo, call) {
	const config = configAt(kernel, algo);
	const computed = kernel.heuristics.flatMap(({ parameter, tree }) => {
		const result = evaluateForCall(kernel, algo, tree, call);
		const value = result.ok ? valueOf$2(kernel, parameter, result.value) : void 0;
		return value === void 0 ? [] : [[parameter, value]];
	});
	if (computed.length === 0) return config;
	return {
		...config,
		constants: new Map([...computed, ...config.constants])
	};
}
/** The constant with which variants are compiled for a value of a heuristic. */
function valueOf$2(kernel, parameter, value) {
	return kernel.specialisations.flatMap(({ heuristics }) => heuristics.get(parameter) ?? []).find((constant) => integerOf$1(constant) === value);
}
function configAt({ name, configs }, algo) {
	const config = configs[algo];
	if (config === void 0) throw new Error(`${name} has no algo ${algo}`);
	return config;
}
// src/plan/source-code.ts
/**
* Returns the code of a function, with the files of the entry's `depends`.
* @param problems bound to the manifest
*/
async function sourceCode({ code }, entry, folder, problems, { file, function: name } = entry.source) {
	const further = await dependencies(entry, folder, problems.under(entry.pathOf).at("depends"));
	const own = filesOf$1(code);
	const known = new Set(own.map(({ path }) => path));
	const files = [...own, ...further.filter(({ path }) => !known.has(path))];
	return {
		source: compilerSource(code, file, name, folder, files),
		module: code.module,
		files
	};
}
/** Returns the files that match `depends`, with their hashes. `problems` is bound to the key. */
async function dependencies({ depends }, folder, problems) {
	if (depends.length === 0) return [];
	const { glob } = await import("./globs.js");
	const files = await glob([...depends], {
		cwd: folder,
		onlyFiles: true,
		dot: true,
		followSymbolicLinks: false
	});
	if (files.length === 0) problems.add(`no file matches ${depends.map((each) => `\`${each}\``).join(" or ")}`);
	const found = [];
	for (const path of files.toSorted((a, b) => a < b ? -1 : 1)) {
		const content = await readBelow(folder, path);
		if ("problem" in content) {
			problems.add(`cannot read ${path}: ${content.problem}`);
			continue;
		}
		const hash = sha256(content);
		found.push({
			path,
			sha256: hash,
			fileSha256: hash
		});
	}
	return found;
}
function filesOf$1(code) {
	if (code.kind === "import") return code.closure.map((file) => ({
		...file,
		fileSha256: file.sha256
	}));
	return code.modules.map(({ path, sha256: hash, text, answers, fileSha256 }) => ({
		path,
		sha256: hash,
		fileSha256,
		textSha256: sha256(Object.keys(answers).length === 0 ? text : canonicalJson([text, answers]))
	}));
}
/** Returns what workers get of a function's code. */
function compilerSource(code, file, name, folder, files) {
	if (code.kind === "slice") return sliceSource(code, file, name);
	return {
		kind: "import",
		path: [.../* @__PURE__ */ new Set([code.root, folder])],
		module: code.module,
		file: join(folder, file),
		function: name,
		folder,
		closure: [...new Set([...code.closure, ...files].map(({ path }) => join(folder, path)))]
	};
}
/** Returns what workers get of a slice. */
function sliceSource(slice, file, name) {
	const { module: _module, ...sent } = slice;
	const entry = slice.modules.find(({ path }) => path === slice.entry);
	return {
		...sent,
		key: sha256(canonicalJson(sent)),
		file: entry?.file ?? file,
		function: name
	};
}
// src/manifest/paths.ts
/** Reads the `source` of a kernel, `FILE.py:FUNCTION`, or `MODULE:FUNCTION` for one of a package. */
function readSource(text, kernel) {
	const expected = "expected `FILE.py:FUNCTION`, or `MODULE:FUNCTION` for a package in `packages:`";
	if (text === void 0) {
		kernel.add(`missing \`source\`: ${expected}`);
		return;
	}
	const problems = kernel.at("source");
	const source = parseFunction(text) ?? parseModule(text);
	if (source === void 0) {
		const [, owner, method] = /:(\w+)\.(\w+)$/.exec(text) ?? [];
		problems.add(`invalid source \`${text}\`: ${expected}`, method && `For a function in a class, write \`${method} = ${owner}.${method}\` at the end of the file, and name \`${method}\`.`);
		return;
	}
	if (namesModule(source)) return source;
	const file = readInside(source.file, problems, "Move the manifest to a folder that contains every kernel file.");
	return file === void 0 ? void 0 : {
		...source,
		file
	};
}
/** Splits `FILE.py:FUNCTION` without checking the path; undefined if the text has another form. */
function parseFunction(text) {
	const [, file, functionName] = /^(.+\.py):([A-Za-z_]\w*)$/.exec(text) ?? [];
	return file === void 0 || functionName === void 0 ? void 0 : {
		file,
		function: functionName
	};
}
/** True for a function of a package: `file` is then a dotted module name, such as `library.ops.norm`. */
function namesModule({ file }) {
	return !file.endsWith(".py");
}
function parseModule(text) {
	const [, file, functionName] = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)$/.exec(text) ?? [];
	return file === void 0 || functionName === void 0 ? void 0 : {
		file,
		function: functionName
	};
}
/** In bytes. Source: NAME_MAX of Linux's file systems. */
const LONGEST_NAME = 255;
/** Checks that a file is below the manifest's folder, and returns its shortest spelling. */
function readInside(file, problems, hint = "Use a relative path with forward slashes and without `..`.") {
	if (file.startsWith("/") || file.includes("\\") || file.split("/").includes("..")) {
		problems.add(`\`${file}\` is not below the manifest's folder`, hint);
		return;
	}
	if (!file.split("/").every((part) => Buffer.byteLength(part) <= LONGEST_NAME) || /[\p{Cc}\p{Cs}]/u.test(file)) {
		problems.add(`no file can have the name ${JSON.stringify(file.slice(0, 60))}`);
		return;
	}
	return file.split("/").filter((part) => part !== "." && part !== "").join("/");
}
// src/manifest/terms/python-packages.ts
/**
* Packages whose name in `requirements:` is not the name of the module they contain.
* Source: https://pypi.org/project/NAME/ of each package.
*/
const PACKAGES = /* @__PURE__ */ new Map([
	["attr", "attrs"],
	["cv2", "opencv-python"],
	["dateutil", "python-dateutil"],
	["fla", "flash-linear-attention"],
	["PIL", "pillow"],
	["pkg_resources", "setuptools"],
	["pynvml", "nvidia-ml-py"],
	["skimage", "scikit-image"],
	["sklearn", "scikit-learn"],
	["yaml", "pyyaml"]
]);
/** Returns the name to write in `requirements:` for a module, such as `pyyaml` for `yaml`. */
function packageOfModule(module) {
	return PACKAGES.get(module) ?? module;
}
/** Returns the name of the module in the package that a requirement such as `pyyaml>=6` names. */
function moduleOfRequirement(requirement) {
	const name = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)/.exec(requirement)?.[1]?.toLowerCase();
	if (name === void 0) return void 0;
	return [...PACKAGES].find(([, each]) => each === name)?.[0] ?? name.replaceAll(/[-.]+/g, "_");
}
// src/toolchain/package-index.ts
const PYPI = "https://pypi.org/simple";
/**
* Returns the environment for uv, which reads its own variables and files. If these name no index or
* certificates, uv gets those of pip.
*/
async function uvEnvironment(machine) {
	const { env } = machine;
	const pip = await readPip(machine);
	const isOwn = env["UV_DEFAULT_INDEX"] || env["UV_INDEX_URL"] || await hasIndexInFile(machine);
	return {
		...pip.index && !isOwn && { UV_DEFAULT_INDEX: pip.index },
		...pip.certificates && { SSL_CERT_FILE: pip.certificates },
		...installerEnvironment(env)
	};
}
/**
* Gets a file of a project from the index of this machine, into memory.
* @throws an error that says what is wrong with which address. It has no credentials.
*/
async function fetchFromIndex(project, name, context) {
	const { env, download, signal } = context;
	const pip = await readPip(context);
	const certificates = await readText(env["SSL_CERT_FILE"] || pip.certificates);
	const get = async (url, page) => {
		const authorization = await authorizationFor(url, page, env);
		const plain = Object.assign(new URL(url), {
			username: "",
			password: ""
		});
		const answer = await download(plain, {
			authorization,
			certificates: certificates || void 0,
			signal
		}).catch((error) => {
			throw new Error(`${shown(url)}: ${messageOf(error)}`, { cause: error });
		});
		if (answer.status === 200) return answer;
		throw new Error(`${shown(url)}: HTTP status ${answer.status} (${STATUS_CODES[answer.status]})`);
	};
	const address = `${(env["UV_DEFAULT_INDEX"] || env["UV_INDEX_URL"] || pip.index || PYPI).replace(/^[\w.-]+=/, "").replace(/\/*$/, "")}/${project}/`;
	if (!/^https?:/.test(address) || !URL.canParse(address)) throw new Error("The index has no valid address that begins with https: or http:.");
	const page = new URL(address);
	const list = await get(page, page);
	const links = new TextDecoder().decode(list.body).matchAll(/\shref\s*=\s*["']([^"'#]+)/gi);
	for (const [, link = ""] of links) {
		const url = new URL(link.replaceAll("&amp;", "&"), list.url);
		if (decodeURIComponent(basename(url.pathname)) === name) return (await get(url, page)).body;
	}
	throw new Error(`${shown(page)}: does not have ${name}`);
}
/** Hides the user names and passwords in the addresses of a text. */
function redact(text) {
	return text.replaceAll(/(?<=\/\/)[^\s/]+@/g, "***@");
}
/**
* Reads the index and the certificates of pip. Variables are more important than files, the files of
* the user than those of the machine, and `[install]` than `[global]`.
* Source: "Configuration" in pip's documentation.
*/
async function readPip(machine) {
	const { env } = machine;
	const found = /* @__PURE__ */ new Map();
	const chosen = env["PIP_CONFIG_FILE"];
	const files = [
		...systemFiles(machine, "pip/pip.conf"),
		join(machine.platform.etc, "pip.conf"),
		join(env["HOME"] ?? "/", ".pip", "pip.conf"),
		userFile(env, "pip/pip.conf"),
		chosen
	];
	for (const file of chosen === "/dev/null" ? [] : files) {
		let section = "";
		for (const [, title, name, value = ""] of (await readText(file)).matchAll(PIP_LINE)) {
			section = title ?? section;
			if (name !== void 0) found.set(`${section}.${name.replace("_", "-")}`, value.trim());
		}
	}
	const valueOf = (name) => found.get(`install.${name}`) ?? found.get(`global.${name}`);
	return {
		index: env["PIP_INDEX_URL"] || valueOf("index-url"),
		certificates: env["PIP_CERT"] || valueOf("cert")
	};
}
/** A section, or a name with its value, which may be on the next line. */
const PIP_LINE = /^\[(.+?)\]|^(index[-_]url|cert)[ \t]*[=:][ \t]*(?:\r?\n[ \t]+)?(\S.*)/gm;
/**
* True if a file of uv for the user or the machine names an index.
* Source: "Configuration files" in the documentation of uv.
*/
async function hasIndexInFile(machine) {
	const files = [
		machine.env["UV_CONFIG_FILE"],
		userFile(machine.env, "uv/uv.toml"),
		...systemFiles(machine, "uv/uv.toml"),
		join(machine.platform.etc, "uv/uv.toml")
	];
	return (await Promise.all(files.map(readText))).some((text) => /^[^#\n]*\bindex/m.test(text));
}
function userFile(env, path) {
	return join(env["XDG_CONFIG_HOME"] || join(env["HOME"] ?? "/", ".config"), path);
}
function systemFiles({ env, platform }, path) {
	return (env["XDG_CONFIG_DIRS"] || join(platform.etc, "xdg")).split(":").map((folder) => join(folder, path));
}
async function readText(file) {
	return file === void 0 ? "" : readFile(file, "utf8").catch(() => "");
}
/**
* Returns the header `authorization` for an address: the user and password in it or in that of the
* page that links to it, if they have one origin, else those in the file of NETRC or ~/.netrc.
*/
async function authorizationFor(url, page, env) {
	const netrc = env["NETRC"] || join(env["HOME"] ?? "/", ".netrc");
	const own = [url, page].find(({ origin, username }) => origin === url.origin && username);
	const found = own === void 0 ? credentialsIn(await readText(netrc), url.hostname) : [decodeURIComponent(own.username), decodeURIComponent(own.password)];
	return found && `Basic ${Buffer.from(found.join(":")).toString("base64")}`;
}
/** Returns the user and the password for a host in the text of a file of netrc. */
function credentialsIn(netrc, host) {
	const words = netrc.replaceAll(/(?:^|\s)#.*/g, "").split(/\s+/);
	const start = words.findIndex((word, at) => word === "default" || word === "machine" && words[at + 1] === host);
	if (start === -1) return void 0;
	const found = /* @__PURE__ */ new Map();
	let at = start + (words[start] === "default" ? 1 : 2);
	for (; at < words.length && !/^(?:machine|default)$/.test(words[at] ?? ""); at += 2) found.set(words[at] ?? "", words[at + 1] ?? "");
	return [found.get("login") ?? "", found.get("password") ?? ""];
}
/** Returns an address for messages, without its credentials and its query, which may be a signature. */
function shown({ origin, pathname }) {
	return `${origin}${pathname}`;
}
// src/toolchain/installer.ts
/**
* Creates an environment in `env` of the work folder and returns that folder. `installs` has the
* arguments of each `uv pip install`. Packages are hard links to those in uv's cache in the home
* folder, so that several environments need the disk once.
* @param what is installed, for messages
* @throws {Failure} `environment` with uv's message if it fails.
*/
async function createEnvironment(what, installs, installer, context) {
	const folder = join(installer.work, "env");
	await rm(folder, {
		recursive: true,
		force: true
	});
	const install = [
		"pip",
		"install",
		"--python",
		pythonOf(folder),
		"--compile-bytecode"
	];
	for (const args of [[
		"venv",
		"--no-project",
		"--python",
		installer.base.python,
		folder
	], ...installs.map((each) => [...install, ...each])]) {
		const { code, stdout, stderr } = await runUv(args, installer, context);
		const message = `cannot install ${what} into ${installer.work}`;
		if (code !== 0) throw failureOf$1(message, redact(`${stdout}\n${stderr}`));
	}
	return folder;
}
/** Removes packages from uv's cache, or all of them. Environments that have them keep them. */
async function forgetPackages(names, installer, context) {
	await runUv([
		"cache",
		"clean",
		...names
	], installer, context);
}
/** An environment of 1.2 GB (3.9.0 with NumPy; uv unpacks while it downloads), and a margin. */
const NEEDED_BYTES = 14e8;
/** Fails if a new environment does not fit into `folder`, whose disk has `free` bytes. */
function requireSpace(folder, free) {
	if (free >= NEEDED_BYTES) return;
	const sizes = `${formatSize(free)} free, but installing Triton needs about ${formatSize(NEEDED_BYTES)}`;
	throw new Failure("environment", {
		message: `not enough disk space in ${folder}: ${sizes}`,
		hint: SPACE_HINT
	});
}
const STEP = /^\s*(?:Downloading|Building|Resolved|Prepared|Installed|[+] )/;
/** Runs uv in an empty folder, one at a time on this machine, and logs what it installs. */
async function runUv(args, { uv, base, work }, context) {
	const { home, log, runTool, signal } = context;
	const temporary = join(work, "tmp");
	await makeFolder(temporary);
	const env = {
		...await uvEnvironment(context),
		TMPDIR: temporary,
		UV_CACHE_DIR: cacheFolder(home),
		UV_LINK_MODE: "hardlink"
	};
	let rest = "";
	const onOutput = (text) => {
		const lines = (rest + text).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) if (STEP.test(line)) log.info(redact(line.trimEnd()));
	};
	const cwd = await emptyProject(work);
	const lock = join(home, "uv", "lock");
	await makeFolder(dirname(lock));
	const locked = [
		"-I",
		"-S",
		join(BRIDGE_FOLDER, "run_locked.py"),
		String(process.pid),
		lock
	];
	return runTool([
		base.python,
		...locked,
		uv,
		...args
	], {
		cwd,
		env,
		signal,
		onOutput
	});
}
/**
* Makes a folder for uv to run in. uv reads the settings of the working directory or the nearest one
* above it that has any, which may be a checkout: here it finds none, and goes on to those of the
* user and the machine.
* Source: "Configuration files" in the documentation of uv.
*/
async function emptyProject(work) {
	const folder = join(work, "empty");
	await makeFolder(folder);
	await writeFile(join(folder, "uv.toml"), "");
	return folder;
}
/** A failure of uv, with what it printed. `message` says what was not done. */
function failureOf$1(message, output) {
	const isFull = /No space left on device|Disk quota exceeded/i.test(output);
	const lines = output.split("\n").filter((line) => line.trim() !== "" && !STEP.test(line));
	return new Failure("environment", {
		message: isFull ? `${message}: no disk space left` : message,
		hint: [
			isFull ? SPACE_HINT : INDEX_HINT,
			"Output of uv:",
			...lines.slice(-12)
		].join("\n")
	});
}
const INDEX_HINT = "uv reads where packages come from in its variables, such as UV_DEFAULT_INDEX, UV_INDEX, UV_FIND_LINKS and SSL_CERT_FILE, and in uv.toml.";
// src/toolchain/triton-digest.ts
const releasesSchema = record(string(), array(object({
	/** Hexadecimal, as all digests here. */
	sha256: string(),
	/** The digest of the list of files that the wheel installs. */
	content: string()
})));
let releases;
/** Returns the wheels of a release for every Python and machine; undefined for any other version. */
function wheelsOf$1(tritonVersion) {
	releases ??= releasesSchema.parse(JSON.parse(readFileSync(join(LOCKS_FOLDER, "releases.json"), "utf8")));
	return releases[tritonVersion];
}
/**
* Returns the digest of a known release: the SHA-256 of the list of its wheels' digests. It is the
* same for every Python and machine, and known before Triton is installed. Returns undefined for any
* other version.
*/
function releaseDigest(tritonVersion) {
	const digests = wheelsOf$1(tritonVersion)?.map((wheel) => wheel.sha256);
	return digests && `sha256:${sha256(canonicalJson(digests.toSorted()))}`;
}
/**
* Returns the digest of the Triton of an interpreter: that of the release if its files are what one of
* the release's wheels installs, else that of the list of its files, or `unknown` without a list.
*/
function installedDigest({ triton, content }) {
	if (content === null) return "unknown";
	return ((wheelsOf$1(triton ?? "") ?? []).some((wheel) => wheel.content === content) ? releaseDigest(triton ?? "") : void 0) ?? `sha256:${content}`;
}
const digestsSchema = record(string(), string());
/**
* Requires that a Triton that is no known release has the files it had when it was first installed
* on this machine, and notes them at first use.
* @throws {Failure} `environment` if they differ.
*/
async function requireSameAsBefore({ content }, { tritonVersion, tag, machine }, { home, log }) {
	if (releaseDigest(tritonVersion) !== void 0 || content === null) return;
	const file = join(home, "uv", "triton.json");
	const text = await readFile(file, "utf8").catch(() => "");
	const noted = digestsSchema.safeParse(tryParseJson(text)).data ?? {};
	const name = `${tritonVersion} ${tag} ${machine}`;
	const before = noted[name];
	if (before === void 0) {
		log.info(`Triton ${tritonVersion} is not a known release; its files have sha256:${content}`);
		await makeFolder(dirname(file));
		const all = `${JSON.stringify({
			...noted,
			[name]: content
		}, void 0, 2)}\n`;
		await writeAtomically(file, (temporary) => writeFile(temporary, all));
		return;
	}
	if (before === content) return;
	throw new Failure("environment", {
		message: `Triton ${tritonVersion} has other files than when it was first installed: sha256:${content}, not sha256:${before}`,
		hint: `Find out which index has changed it. If it may have changed, remove \`${name}\` from ${file}.`
	});
}
// src/toolchain/uv.ts
/** The uv that is downloaded. */
const UV_VERSION = "0.13.9";
/** A uv on PATH is used from the first of these versions on, and before the second. */
const KNOWN_UV = ["0.8.0", "0.14.0"];
/**
* The wheels of uv by machine. They run with glibc 2.17 and later. All digests are hexadecimal.
* Source: https://pypi.org/simple/uv/
*/
const UV_WHEELS = {
	x86_64: {
		name: `uv-${UV_VERSION}-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl`,
		sha256: "d7f459fe4fd247d830351c75686d3996ace3c6f3f728eb0e85a30b7ada0cef19",
		program: "b73acdf73b96c3ac9e56d2fa933427b3ee6a901e3cce6ba1e3ecb3f91ca0d86a"
	},
	aarch64: {
		name: `uv-${UV_VERSION}-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl`,
		sha256: "5435c5ce14a56431208ca0996416d310f1598e8c2c8ba707688985a16bb82dbe",
		program: "bbecb5ac518030bb5e84f1999c577228460192832ac24a92bd772735682979f4"
	}
};
/**
* Returns the path of uv, which makes environments and installs packages: the one on PATH if its
* version is known to work, else the program of `wheel` in the home folder, downloaded at
* first use.
* @throws {Failure} `environment` if it cannot be downloaded.
*/
async function findUv(wheel, context) {
	const found = await uvOnPath(context);
	if (found !== void 0) return found;
	const file = join(context.home, "uv", `uv-${UV_VERSION}`);
	if (await isProgramOf(file, wheel)) return file;
	const program = await downloadProgram(wheel, context);
	await makeFolder(dirname(file));
	await writeAtomically(file, (temporary) => writeFile(temporary, program, { mode: 493 }));
	return file;
}
/** Returns the uv on PATH; undefined if PATH has no uv, or none that starts and has a known version. */
async function uvOnPath({ env, signal }) {
	const uv = await findExecutable("uv", env);
	if (uv === void 0) return void 0;
	try {
		const limit = AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)]);
		const settings = {
			env: installerEnvironment(env),
			signal: limit
		};
		const { code, stdout } = await run([uv, "--version"], settings);
		const version = /^uv (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
		if (code !== 0 || version === void 0) return void 0;
		const [oldest, tooNew] = KNOWN_UV;
		return compareReleases(version, oldest) >= 0 && compareReleases(version, tooNew) < 0 ? uv : void 0;
	} catch {
		signal.throwIfAborted();
		return;
	}
}
/** Milliseconds that uv has to print its version. */
const START_LIMIT = 2e4;
/** True if the file is the program of the wheel. */
async function isProgramOf(file, { program }) {
	const content = await readFile(file).catch(() => "");
	return sha256(content) === program;
}
/** Gets the program of a wheel from the index, which can be any: the digest is known. */
async function downloadProgram(wheel, context) {
	const { env, log, signal } = context;
	log.info(`downloading uv ${UV_VERSION}, which installs packages`);
	try {
		if (/^(?:1|true|yes|on|y|t)$/i.test(env["UV_OFFLINE"] ?? "")) throw new Error("UV_OFFLINE is set.");
		const content = await fetchFromIndex("uv", wheel.name, context);
		if (sha256(content) === wheel.sha256) return await unpackProgram(content);
		throw new Error(`The index has another ${wheel.name} than expected, by its SHA-256.`);
	} catch (error) {
		signal.throwIfAborted();
		throw new Failure("environment", {
			message: `cannot get uv ${UV_VERSION}, which installs packages`,
			hint: [messageOf(error), `Put uv ${KNOWN_UV[0]} or later (before ${KNOWN_UV[1]}) on PATH, or set UV_DEFAULT_INDEX to an index that has it, and SSL_CERT_FILE and HTTPS_PROXY if your network needs them.`].join("\n")
		});
	}
}
/** Returns the program in a wheel. Source: PEP 427, "The .data directory". */
async function unpackProgram(wheel) {
	const { fromBufferPromise } = await import("./zip.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const zip = await fromBufferPromise(Buffer.from(wheel), { lazyEntries: true });
	const path = `uv-${UV_VERSION}.data/scripts/uv`;
	for await (const entry of zip.eachEntry()) if (entry.fileName === path) return buffer(await zip.openReadStreamPromise(entry));
	throw new Error(`no ${path} in the wheel of uv`);
}
// src/toolchain/own-environment.ts
/**
* Uses an existing environment, or creates one.
* @throws {Failure} `environment` if this machine lacks something.
*/
async function shareEnvironment(shared, context) {
	const { folder, marker, what, base } = shared;
	const { log, now, signal } = context;
	const file = markerFile(folder);
	const inspectMarked = async () => {
		if (await readFile(file, "utf8").catch(() => "") !== marker) return void 0;
		return judged(await inspectInterpreter(pythonOf(folder), [], context, { whose: "own" }), shared);
	};
	const existing = await inspectMarked();
	if (existing?.ok) {
		await utimes(file, now() / 1e3, now() / 1e3).catch(() => void 0);
		log.info(`using ${what} in ${folder}`);
		return existing.interpreter;
	}
	if (existing !== void 0) log.info(`recreating ${folder}: its Python ${existing.reason}`);
	return withWorkFolder(folder, async (work) => {
		const installs = await shared.prepare(work);
		const installer = {
			uv: await findUv(UV_WHEELS[shared.machine], context),
			base,
			work
		};
		log.info(`installing ${what} for Python ${base.version} into ${folder}`);
		const { made, interpreter } = await installWhole(shared, installs, installer, context);
		await shared.check?.(interpreter);
		await writeFile(markerFile(made), marker);
		signal.throwIfAborted();
		const rival = await moveIntoPlace(made, folder, work, async () => {
			const other = await inspectMarked();
			return other?.ok ? other.interpreter : void 0;
		});
		await pruneToolchains(TOOLCHAIN_LIMIT, () => forgetPackages([], installer, context), context);
		return rival ?? {
			...interpreter,
			python: pythonOf(folder)
		};
	});
}
/** Compares the digests of all files, with time for slow disks. */
const FULL_CHECK = {
	whose: "own",
	digests: "all",
	milliseconds: 3e5
};
/** Refuses a Python that cannot be used. */
function judged(inspection, { problem }) {
	const reason = inspection.ok ? problem(inspection.interpreter) : void 0;
	return reason === void 0 ? inspection : {
		ok: false,
		reason
	};
}
/**
* Installs, and again with new downloads if files are damaged: they are those of uv's cache, which
* other environments share.
*/
async function installWhole(shared, installs, installer, context) {
	const { what } = shared;
	let made = await createEnvironment(what, installs, installer, context);
	let inspection = await inspectInterpreter(pythonOf(made), [], context, FULL_CHECK);
	const damage = inspection.ok ? inspection.interpreter.damage : [];
	if (damage.length > 0) {
		context.log.info(`downloading again, since ${describeDamage(damage)} in uv's cache`);
		await forgetPackages([...new Set(damage.map((each) => each.package))], installer, context);
		made = await createEnvironment(what, installs, installer, context);
		inspection = await inspectInterpreter(pythonOf(made), [], context, FULL_CHECK);
	}
	const result = judged(inspection, shared);
	if (result.ok) return {
		made,
		interpreter: result.interpreter
	};
	throw new Failure("environment", {
		message: `the new environment for ${what} is unusable: its Python ${result.reason}`,
		hint: "Check which package index uv uses: it may have another build of this version."
	});
}
/**
* Runs `body`, which compiles with `python`. If it fails and files of Triton are damaged, the damage is
* the error: the kernels are not to blame. The next run installs a damaged environment of ours again.
*/
async function withWholeToolchain(python, context, body) {
	try {
		return await body();
	} catch (error) {
		if (context.signal.aborted) throw error;
		throw await damageOf(python, context) ?? error;
	}
}
async function damageOf(python, context) {
	const folder = dirname(dirname(python));
	const marker = markerFile(folder);
	const isOwn = await stat(marker).catch(() => void 0) !== void 0;
	const check = {
		...FULL_CHECK,
		whose: isOwn ? "own" : "foreign"
	};
	const inspection = await inspectInterpreter(python, [], context, check);
	const damage = inspection.ok ? inspection.interpreter.damage : [];
	if (damage.length === 0) return void 0;
	if (isOwn) await rm(marker, { force: true });
	return new Failure("environment", {
		message: `packages in ${folder} are damaged: ${describeDamage(damage)}`,
		hint: isOwn ? "Run the same command again: it installs them again." : `Install ${damage[0]?.package} again.`
	});
}
/**
* NumPy, if a manifest does not require it. Triton 3.6.0's interpreter fails with 2.4.6. The digests of
* its wheels are in locks/numpy.txt.
*/
const NUMPY = ["numpy==2.2.6; python_version < \"3.11\"", "numpy==2.3.5; python_version >= \"3.11\""];
/** Uses an existing environment with Triton, or creates one. Throws like `shareEnvironment`. */
async function shareTriton(key, base, context) {
	const { tritonVersion, machine } = key;
	const folder = installationFolder(context.home, key);
	return shareEnvironment({
		folder,
		marker: markerOf(key),
		what: shownPackages(key),
		base,
		machine,
		prepare: async (work) => {
			requireSpace(folder, await context.freeBytes(work));
			return installsOf(key, work);
		},
		problem: (python) => shortcoming(python, tritonVersion) ?? otherBuild(python, tritonVersion),
		check: (python) => requireSameAsBefore(python, key, context)
	}, context);
}
function otherBuild(python, tritonVersion) {
	const released = releaseDigest(tritonVersion);
	return released === void 0 || installedDigest(python) === released ? void 0 : `has another Triton ${tritonVersion} than the release`;
}
/** `Triton 3.8.0, scipy and NumPy`: NumPy that the manifest does not ask for has a version for each Python. */
function shownPackages({ tritonVersion, requirements }) {
	const asked = requirements.filter((text) => !NUMPY.includes(text));
	const packages = [`Triton ${tritonVersion}`, ...asked].join(", ");
	return asked.length === requirements.length ? packages : `${packages} and NumPy`;
}
/**
* Returns the arguments of the installations. Triton, and NumPy if `NUMPY` is required, come from lock
* files, which have the digests of all wheels. Writes a file for a version without a lock file.
*/
async function installsOf({ tritonVersion, requirements }, work) {
	const isLocked = releaseDigest(tritonVersion) !== void 0;
	const file = isLocked ? join(LOCKS_FOLDER, `triton-${tritonVersion}.txt`) : join(work, "triton.txt");
	if (!isLocked) await writeFile(file, `triton==${tritonVersion}\n`);
	const listed = ["--only-binary=triton", ...[file, ...NUMPY.every((text) => requirements.includes(text)) ? [join(LOCKS_FOLDER, "numpy.txt")] : []].flatMap((each) => ["-r", each])];
	const further = requirements.filter((text) => !NUMPY.includes(text));
	return [[...isLocked ? ["--require-hashes"] : [], ...listed], ...further.length > 0 ? [[...listed, ...further]] : []];
}
// src/toolchain/workers/kept-workers.ts
/**
* Workers without a job, which wait for those of later parts of the run. Starting one and importing
* Triton takes half a second of CPU time.
*/
var KeptWorkers = class {
	#parent;
	#scratch;
	#workers = [];
	/** @param parent where the folder for temporary files is made */
	constructor(parent) {
		this.#parent = parent;
	}
	/** Returns the folder for temporary files of workers, which exists until `close`. */
	async scratch() {
		this.#scratch ??= makeScratch(this.#parent, "work");
		return this.#scratch;
	}
	keep(context, worker) {
		this.#workers.push({
			kind: kindOf(context),
			worker
		});
	}
	/** Returns a worker that was started for the same program. It may have ended. */
	take(context) {
		const kind = kindOf(context);
		const index = this.#workers.findIndex((each) => each.kind === kind);
		return index === -1 ? void 0 : this.#workers.splice(index, 1)[0]?.worker;
	}
	async close() {
		await Promise.allSettled(this.#workers.map(({ worker }) => worker.close()));
		if (this.#scratch === void 0) return;
		await rm(await this.#scratch, {
			recursive: true,
			force: true
		});
	}
};
function kindOf({ python, kind = "compiler" }) {
	return JSON.stringify([python, kind]);
}
/** Runs `body` with an object that keeps workers until it ends. */
async function keepingWorkers(context, body) {
	const kept = new KeptWorkers(context.scratch);
	try {
		return await body(kept);
	} finally {
		await kept.close();
	}
}
// src/toolchain/workers/worker.ts
/** Milliseconds in which a worker can end what kernel code has started, before it is killed. */
const GRACE = 2e3;
/** A Python process that answers one request at a time. */
var WorkerProcess = class WorkerProcess {
	#group;
	/** The folder that the worker can write to. It is removed when the worker is closed. */
	scratch;
	/** `namespaces`, or why the worker has none. */
	isolation = "";
	/** True if Landlock protects other processes and files. */
	hasLandlock = false;
	/** The number of requests that it has answered. */
	answered = 0;
	#printed = new OutputExcerpt();
	#closed;
	#exit;
	#answer;
	/** The last characters of standard error, searched for the marker of a finished request. */
	#recent = "";
	#awaited;
	constructor(group, scratch) {
		this.#group = group;
		this.scratch = scratch;
		this.#closed = this.#watch();
	}
	/**
	* Starts a worker and waits for its first line.
	* @throws {Failure} `environment` with Python's output if it cannot start, cannot import Triton
	* or does not answer in time.
	*/
	static async start(context) {
		context.signal.throwIfAborted();
		const scratch = await mkdtemp(join(context.scratch, "worker-"));
		const env = {
			...context.env,
			PYTHONHASHSEED: "0"
		};
		let worker;
		const argv = [
			context.python,
			"-B",
			join(context.bridge, "worker.py"),
			context.kind ?? "compiler",
			...context.namespaces === false ? ["--no-namespaces"] : [],
			scratch
		];
		try {
			const group = startProcess(argv, {
				env,
				signal: context.signal,
				graceMs: GRACE
			});
			await new Promise((resolve, reject) => {
				group.child.once("spawn", resolve).once("error", reject);
			});
			worker = new WorkerProcess(group, scratch);
			await worker.#hello(context);
			return worker;
		} catch (error) {
			await (worker === void 0 ? removeFolder(scratch) : worker.close());
			context.signal.throwIfAborted();
			throw error instanceof Failure ? error : cannotStart(context, "could not be started", String(error));
		}
	}
	/**
	* Sends one request. Never rejects. After any reply but an answer, the worker cannot be used
	* again. An aborted signal ends the worker.
	*/
	async request(message, timeoutMs, signal) {
		this.#printed.clear();
		const end = () => this.#group.end();
		signal.addEventListener("abort", end);
		if (signal.aborted) end();
		const replied = this.#next(message.id, timeoutMs);
		this.#group.child.stdin.write(`${JSON.stringify(message)}\n`);
		const reply = await replied;
		signal.removeEventListener("abort", end);
		if (reply.kind === "answer") this.answered += 1;
		return reply;
	}
	/** True if it can get a request: its process has not ended. */
	get isAlive() {
		return this.#exit === void 0;
	}
	/** Ends the process with everything it has started and removes its scratch folder. */
	async close() {
		this.#group.end();
		await this.#closed;
		await removeFolder(this.scratch);
	}
	async #hello(context) {
		const seconds = (context.startTimeoutMs ?? 6e4) / 1e3;
		const reply = await this.#next(void 0, seconds * 1e3);
		const hello = reply.kind === "answer" ? helloSchema.safeParse(reply.answer) : void 0;
		if (hello?.success === true && hello.data.bridge === 9) {
			this.isolation = hello.data.isolation;
			this.hasLandlock = hello.data.landlock;
			return;
		}
		throw cannotStart(context, reply.kind === "timeout" ? `was not ready after ${seconds} seconds` : hello?.success === true ? `runs another version of the bridge (${hello.data.bridge}, not 9)` : "could not be started", reply.printed);
	}
	#next(id, timeoutMs) {
		if (this.#exit !== void 0) return Promise.resolve(this.#exit);
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				this.#settle({
					kind: "timeout",
					printed: this.#printed.text
				});
				this.#group.end();
			}, timeoutMs);
			this.#awaited = {
				id,
				settle: (reply) => {
					clearTimeout(timer);
					resolve(reply);
				}
			};
		});
	}
	#settle(reply) {
		this.#awaited?.settle(reply);
		this.#awaited = void 0;
		this.#answer = void 0;
	}
	async #watch() {
		const { child } = this.#group;
		createInterface({ input: child.stdout }).on("line", (line) => this.#readAnswer(line));
		child.stderr.setEncoding("utf8").on("data", (text) => this.#readPrinted(text));
		const exit = await waitForExit(this.#group);
		this.#exit = {
			kind: "exit",
			...exit,
			printed: this.#printed.text
		};
		this.#settle(this.#exit);
	}
	/** A line that does not answer the request was printed before the bridge took over the stream. */
	#readAnswer(line) {
		const answer = parseObject(line);
		if (answer === void 0 || answer.id !== this.#awaited?.id) this.#printed.append(`${line}\n`);
		else this.#answer = answer;
		this.#finish();
	}
	#readPrinted(text) {
		this.#recent = (this.#recent + text).slice(-64);
		this.#printed.append(text);
		this.#finish();
	}
	/** A request is finished when both its answer and the marker after its output have arrived. */
	#finish() {
		if (this.#answer === void 0) return;
		const { id } = this.#answer;
		const marker = `\u001E${String(id)}\n`;
		if (id !== void 0 && !this.#recent.includes(marker)) return;
		const printed = this.#printed.text.replace(marker, "");
		this.#recent = "";
		const ended = endedSchema.safeParse(this.#answer);
		this.#settle(ended.success ? {
			kind: "exit",
			...ended.data.exit,
			printed
		} : {
			kind: "answer",
			answer: this.#answer,
			printed
		});
	}
};
async function removeFolder(folder) {
	await rm(folder, {
		recursive: true,
		force: true,
		maxRetries: 3
	});
}
function cannotStart({ python, kind = "compiler" }, why, printed) {
	const details = printed.trim().slice(-2e3);
	return new Failure("environment", {
		message: `the ${kind} process (${python}) ${why}${details === "" ? "" : `:\n${details}`}`,
		hint: "Check that this Python can run `import triton`."
	});
}
function parseObject(line) {
	const value = tryParseJson(line);
	return typeof value === "object" && value !== null ? value : void 0;
}
// src/toolchain/workers/pool.ts
/** Keeps workers in the namespaces of this process if it is 0: their files then are not read-only. */
const NAMESPACES_VARIABLE = "TRITON_AOT_NAMESPACES";
/**
* Runs `body` with a scratch folder for workers, and an environment without secrets.
* @throws {Failure} `environment` if a worker cannot start, or the failure of `body`.
*/
async function withWorkerContext(request, context, body) {
	if (request.kept === void 0) return keepingWorkers(context, (kept) => withWorkerContext({
		...request,
		kept
	}, context, body));
	const pool = {
		python: request.python,
		bridge: BRIDGE_FOLDER,
		env: bridgeEnvironment(context.env),
		namespaces: context.env[NAMESPACES_VARIABLE] !== "0",
		scratch: await request.kept.scratch(),
		workers: request.jobs,
		timeoutMs: request.timeout * 1e3,
		kept: request.kept,
		mayStart: request.mayStart,
		log: context.log,
		signal: context.signal
	};
	return withWholeToolchain(request.python, context, () => body(pool));
}
/**
* Compiles every job in a few Python processes, and returns the outcomes in the order of the jobs.
* A job that fails, exceeds the time limit or crashes its process has a failed outcome. Calls
* `onDone` with each outcome as soon as it is known.
* @throws {Failure} `environment` if a worker cannot start; the abort reason if the run is aborted.
*/
function compileAll(jobs, context, onDone) {
	return answerAll(jobs, context, {
		message: (job) => ({
			kind: "compile",
			...job
		}),
		parse: parseCompiled$1
	}, onDone);
}
/** Runs the files of functions and describes the functions. Throws like `compileAll`. */
function describeAll(jobs, context) {
	return answerAll(jobs, context, {
		message: (job) => ({
			kind: "describe",
			...job
		}),
		parse: parseDescribed
	});
}
/** Computes the configs of @triton.autotune. Throws like `compileAll`. */
function configsAll(jobs, context) {
	return answerAll(jobs, context, {
		message: (job) => ({
			kind: "configs",
			...job
		}),
		parse: parseConfigs
	});
}
/** Finds the hints of kernels. Throws like `compileAll`. */
function hintsAll(jobs, context) {
	return answerAll(jobs, context, {
		message: (job) => ({
			kind: "hints",
			...job
		}),
		parse: parseHints
	});
}
/** Answers every job in a few Python processes; see `compileAll`. */
async function answerAll(jobs, context, protocol, onDone) {
	context.signal.throwIfAborted();
	const outcomes = /* @__PURE__ */ new Map();
	const stop = new AbortController();
	const signal = AbortSignal.any([context.signal, stop.signal]);
	setMaxListeners(0, signal);
	const take = byClosure(jobs);
	const count = Math.min(Math.max(context.workers, 1), jobs.length);
	const kept = Array.from({ length: count }, () => context.kept?.take(context));
	const finished = new AbortController();
	const isOver = once(AbortSignal.any([signal, finished.signal]), "abort");
	const isFirstAhead = context.areJobsShort === true || kept[0] !== void 0;
	const serve = async (started, index) => {
		try {
			await Promise.race([context.mayStart?.(index), isOver]);
			const worker = started?.isAlive === true ? started : void 0;
			if (index > 0 && started === void 0 && isFirstAhead) await Promise.race([setTimeout$1(HEAD_START, void 0, { ref: false }), isOver]);
			await serveQueue(take, worker, {
				...context,
				signal
			}, protocol, (job, outcome) => {
				outcomes.set(job, outcome);
				onDone?.(job, outcome);
				if (outcomes.size === jobs.length) finished.abort();
			});
		} catch (error) {
			stop.abort(error);
			throw error;
		}
	};
	await Promise.allSettled(kept.map(serve));
	signal.throwIfAborted();
	return jobs.map((job) => outcomes.get(job));
}
/** Milliseconds in which the first worker can finish the jobs, before others are started. */
const HEAD_START = 300;
/**
* The number of jobs after which a worker is replaced, since libtriton keeps up to 0.3 MB of each
* (measured with 3.6.0 to 3.9.0).
*/
const MAX_JOBS = 500;
/**
* Hands out each job once. A worker that stays with a closure has to run its code once only. Other
* workers get the closure whose next job comes first.
*/
function byClosure(jobs) {
	const waiting = /* @__PURE__ */ new Map();
	for (const [index, { source }] of jobs.entries()) {
		const closure = closureOf(source);
		const own = waiting.get(closure);
		if (own === void 0) waiting.set(closure, [index]);
		else own.push(index);
	}
	for (const own of waiting.values()) own.reverse();
	return (last) => {
		let closure = last;
		if (closure === void 0 || !waiting.has(closure)) {
			closure = void 0;
			let first = jobs.length;
			for (const [name, own] of waiting) {
				const next = own.at(-1) ?? first;
				if (next < first) [closure, first] = [name, next];
			}
		}
		const own = closure === void 0 ? void 0 : waiting.get(closure);
		const job = jobs[own?.pop() ?? -1];
		if (closure === void 0 || job === void 0) return void 0;
		if (own?.length === 0) waiting.delete(closure);
		return {
			job,
			closure
		};
	};
}
/** Answers jobs, and replaces the process if it ends. */
async function serveQueue(take, kept, context, protocol, onDone) {
	let worker = kept;
	let isDone = false;
	try {
		for (let next = take(); next !== void 0; next = take(next.closure)) {
			const { job, closure } = next;
			if (worker?.answered === MAX_JOBS) {
				await worker.close();
				worker = void 0;
			}
			if (worker === void 0) {
				worker = await WorkerProcess.start(context);
				reportIsolation(worker, context);
			}
			const message = {
				...protocol.message(job, worker.scratch),
				closure
			};
			const reply = await worker.request(message, context.timeoutMs, context.signal);
			context.signal.throwIfAborted();
			if (reply.kind === "answer") {
				onDone(job, protocol.parse(reply.answer, reply.printed));
				continue;
			}
			const failure = workerFailure(reply, job.source, context);
			context.log?.info(`${failure.message}; starting a new ${context.kind ?? "compiler"} process`);
			await worker.close();
			worker = void 0;
			onDone(job, {
				ok: false,
				failure,
				cpuSeconds: 0
			});
		}
		isDone = true;
	} finally {
		if (isDone && worker !== void 0 && context.kept !== void 0) context.kept.keep(context, worker);
		else await worker?.close();
	}
}
/** The logs that say that workers are not isolated. */
const informed = /* @__PURE__ */ new WeakSet();
function reportIsolation({ isolation, hasLandlock }, { log, namespaces = true }) {
	if (isolation === "namespaces" || log === void 0 || informed.has(log)) return;
	informed.add(log);
	const isReadOnly = hasLandlock && namespaces;
	log.info(`kernel code runs without its own namespaces (${isolation}): it can read ${isReadOnly ? "the files of this user, but not change them" : "and write what this user can"}`);
}
/** Returns the failure of a job whose worker crashed or exceeded the time limit. */
function workerFailure(reply, source, { timeoutMs, kind = "compiler" }) {
	const printed = reply.printed.trim().slice(-1500);
	const output = printed === "" ? "" : `:\n${printed}`;
	if (reply.kind === "timeout") return {
		reason: "timeout",
		message: `${`took longer than ${plural(timeoutMs / 1e3, "second")} (raise the limit with --timeout)`}${output}`,
		file: source.file
	};
	return {
		reason: "crash",
		message: `the ${kind} process ${describeExit(reply)}${output}`,
		file: source.file
	};
}
// src/toolchain/toolchain.ts
/**
* Returns a Python with the requested Triton and requirements: the named one if it has them, else
* one in an environment below `home`, which is created if necessary. Concurrent runs may share
* `home`.
* @throws {Failure} `usage` for an invalid version or requirement; `environment` if this machine
* lacks something.
*/
async function ensureToolchain(request, context) {
	const tritonVersion = checkRequest(request, context.log);
	const { python: name, requirements } = request;
	const named = name === void 0 ? void 0 : await inspectNamedPython({
		name,
		requirements
	}, context);
	if (named !== void 0) {
		const missing = shortcoming(named, tritonVersion);
		if (missing === void 0) return named;
		context.log.info(`${named.python} ${missing}; creating an environment based on it`);
	}
	const machine = wheelMachine(context.platform);
	const base = named ?? await findBasePython(tritonVersion, context);
	return shareTriton({
		tritonVersion,
		requirements,
		tag: base.tag,
		machine,
		base: named?.python
	}, base, context);
}
/**
* Returns the Python for everything in a manifest: it has Triton, the manifest's requirements, and
* NumPy if expected outputs are computed. `python` is the interpreter the user named. Throws like
* `ensureToolchain`.
*/
function manifestToolchain(manifest, python, context) {
	const request = requestOf(manifest, python);
	const key = [
		"toolchain",
		request,
		context.env["PATH"]
	];
	return context.memory.once(key, () => ensureToolchain(request, context));
}
/**
* Returns the digest of the Triton that `manifestToolchain` would return, for the kernel hash.
* Installs it only if it is not a known release, since its digest is known by its files alone.
*/
async function manifestTriton(manifest, python, context) {
	const request = requestOf(manifest, python);
	const named = python === void 0 ? void 0 : await inspectNamedPython({
		name: python,
		requirements: request.requirements
	}, context);
	if (named !== void 0 && shortcoming(named, manifest.triton) === void 0) return installedDigest(named);
	return releaseDigest(manifest.triton) ?? installedDigest(await ensureToolchain(request, context));
}
function requestOf(manifest, python) {
	const { triton, requirements } = manifest;
	const hasNumpy = requirements.some((text) => /^numpy(?![\w.-])/i.test(text.trim()));
	const further = needsNumpy(manifest) && !hasNumpy ? NUMPY : [];
	return {
		tritonVersion: triton,
		requirements: [...requirements, ...further],
		python
	};
}
function needsNumpy({ kernels }) {
	return kernels.some(({ smoke }) => smoke !== void 0 && smoke.expected.kind !== "none" && smoke.cases.length > 0);
}
function checkRequest(request, log) {
	const parsed = parseTritonVersion(request.tritonVersion);
	const problems = request.requirements.flatMap((text) => requirementProblem(text) ?? []);
	if (!parsed.ok) throw new Failure("usage", [parsed.problem, ...problems]);
	if (problems.length > 0) throw new Failure("usage", problems);
	if (parsed.untested) log.warning({ message: `Triton ${parsed.version} is newer than ${NEWEST_TESTED}, the newest tested version` });
	return parsed.version;
}
// src/manifest/signature.ts
/** Parses the specialisations of an argument: one type with several hints, such as `*fp16:16`. */
function parseSpecialisations(texts, problems) {
	const hints = [];
	let type;
	for (const text of texts) {
		const parsed = parseArgument(text, problems);
		if (parsed === void 0) return void 0;
		type ??= parsed.type;
		const [first, other] = [formatArgumentType(type), formatArgumentType(parsed.type)];
		if (first !== other) {
			problems.add(`all specialisations of an argument must have the same type, found ${first} and ${other}`);
			return;
		}
		if (parsed.hints.some((hint) => hints.includes(hint))) {
			problems.add(`duplicate specialisation \`${text}\``);
			return;
		}
		hints.push(...parsed.hints);
	}
	return type && {
		type,
		hints,
		isGiven: hints.length > 1 || !hints.includes(0)
	};
}
/** Parses a token of a signature: a type, or a literal (`1`, `-0.5`, `True`, `None`, `"relu"`). */
function parseToken(text, problems) {
	const value = parseLiteral(text);
	const problem = value === void 0 || value.kind === "dtype" ? textConstantProblem(text) : void 0;
	if (problem !== void 0) {
		problems.add(problem.message, problem.hint);
		return;
	}
	if (value !== void 0) return {
		kind: "constant",
		value
	};
	const spec = parseArgument(text, problems);
	return spec && {
		kind: "argument",
		spec
	};
}
/** Splits a signature at its commas, but not at those inside quotes, parentheses or brackets. */
function splitSignature(text) {
	if (text.trim() === "") return [];
	const tokens = [""];
	let quote = "";
	let depth = 0;
	for (const character of text) {
		if (quote === "" && depth === 0 && character === ",") tokens.push("");
		else tokens.push(`${tokens.pop()}${character}`);
		if (character === quote) quote = "";
		else if (quote === "" && (character === "\"" || character === "'")) quote = character;
		else if (quote === "" && "([".includes(character)) depth += 1;
		else if (quote === "" && ")]".includes(character)) depth = Math.max(0, depth - 1);
	}
	return tokens.map((token) => token.trim());
}
/** Parses a type with an optional hint: `*fp16:16`, `i32`, `i32:1`. */
function parseArgument(text, problems) {
	const start = text.startsWith("tensordesc<") ? text.lastIndexOf(">") + 1 : 0;
	const [rest = "", ...hintTexts] = text.slice(start).split(":");
	const typeText = `${text.slice(0, start)}${rest}`.trim();
	const type = parseArgumentType(typeText);
	if (type === void 0) {
		addUnknownType(typeText, problems);
		return;
	}
	if (hintTexts.length === 0) return {
		type,
		hints: [0],
		isGiven: false
	};
	const hint = parseHint(text, hintTexts.map((part) => part.trim()).join(":"), type, problems);
	return hint === void 0 ? void 0 : {
		type,
		hints: [hint],
		isGiven: true
	};
}
function addUnknownType(text, problems) {
	if (text === "") problems.add("expected a type, found nothing");
	else if (text.startsWith("(")) problems.add("a tuple cannot be passed from C", "Give the kernel one parameter for each element of the tuple.");
	else {
		const why = tensorTypeProblem(text);
		const likely = likelyType(text);
		const hint = "Use a type such as i32, fp32, *fp16 or tensordesc<fp16[64, 64]>.";
		if (why !== void 0) problems.add(`unknown type \`${text}\`: ${why}`);
		else if (likely === void 0) problems.add(`unknown type \`${text}\``, hint);
		else problems.add(`unknown type \`${text}\`; did you mean \`${likely}\`?`);
	}
}
function parseHint(text, hintText, type, problems) {
	const hint = parseFact(hintText);
	if (hint === void 0) problems.add(`unknown hint \`${hintText}\` in \`${text}\``, "Use `:2`, `:4`, `:8` or `:16` for a value that this number divides, or `:1` for a value equal to 1.");
	else {
		const why = hintProblem(type, hint);
		if (why === void 0) return hint;
		problems.add(why.startsWith("a pointer") ? why : `${why}: \`${text}\``);
	}
}
function parseLiteral(text) {
	if (/^[+-]?\d+$/.test(text)) return {
		kind: "int",
		value: BigInt(text.replace("+", ""))
	};
	if (/^[+-]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?$/.test(text)) return {
		kind: "float",
		value: Number(text)
	};
	if (/^(True|False|true|false)$/.test(text)) return {
		kind: "bool",
		value: text.toLowerCase() === "true"
	};
	if (text === "None" || text === "null") return { kind: "none" };
	const quoted = /^(["'])(.*)\1$/.exec(text)?.[2];
	if (quoted !== void 0) return {
		kind: "string",
		value: quoted
	};
	return text.startsWith("tl.") ? textConstant(text) : void 0;
}
// src/manifest/expression.ts
/** Parses one expression. */
function parseExpression(value, problems) {
	const expressions = parseExpressions([value], problems);
	if (expressions === void 0 || expressions.length === 1) return expressions?.[0];
	problems.add(`expected one expression, found ${expressions.length} in \`${value}\``);
}
/** Parses a list of expressions. */
function parseExpressions(values, problems) {
	const text = joinAxes(values);
	const expressions = [];
	for (const part of text.trim() === "" ? [""] : splitSignature(text)) {
		const trees = parseAxes(part, problems);
		if (trees === void 0) return void 0;
		expressions.push(...trees.map((tree) => ({
			tree,
			text: part
		})));
	}
	return expressions;
}
/** Parses expressions separated by commas, at most three. */
function parseAxes(text, problems) {
	const parsed = parseGrid(text);
	if (parsed.ok) return parsed.axes;
	const isBlank = text.trim() === "";
	problems.add(isBlank ? "expected an expression, found nothing" : messageInText(parsed.message, text, parsed.offset));
}
/** Joins a list of expressions. YAML splits `[cdiv(M, 64), N]` at the comma in parentheses too. */
function joinAxes(values) {
	return values.join(", ");
}
/** Returns a message with its place in the expression, since YAML's folding hides line and column. */
function messageInText(message, text, offset) {
	return `at character ${offset + 1} of \`${text}\`: ${message}`;
}
// src/plan/smoke-scope.ts
/** The scope of every case: the kernel's integer constants that are the same in all configs. */
function kernelScope(kernel) {
	const [first, ...others] = kernel.configs;
	const values = /* @__PURE__ */ new Map();
	const unusable = new Map(allParameters(kernel).flatMap(({ name, type }) => type.kind === "scalar" ? [] : [[name, `it is a ${type.kind}, not an integer`]]));
	for (const [name, constant] of first?.constants ?? []) if (!others.every(({ constants }) => equals(constants.get(name), constant))) unusable.set(name, "its value differs between configs");
	else if (constant.kind === "int") values.set(name, integerScalar(constant.value));
	else if (constant.kind === "bool") values.set(name, integerScalar(BigInt(constant.value)));
	else unusable.set(name, `it is the constant ${formatConstant(constant)}, not an integer`);
	for (const { parameter } of kernel.heuristics) {
		values.delete(parameter);
		unusable.set(parameter, "it is computed from the arguments of each call");
	}
	return {
		values,
		unusable
	};
}
/** The scalar parameters of the C entry point, including those of the grid, with their types. */
function scalarTypes(kernel) {
	return new Map(allParameters(kernel).flatMap(({ name, type }) => type.kind === "scalar" ? [[name, type.scalar]] : []));
}
/** Evaluates an expression. Problems name the values that it was evaluated with. */
function evaluateInteger({ tree, text }, scope, problems) {
	for (const { name, offset } of definedIn(tree)) {
		const message = `\`defined(${name})\` cannot be used here`;
		problems.add(messageInText(message, text, offset));
		return;
	}
	for (const { name, offset } of namesIn$1(tree)) {
		if (scope.values.get(name)?.kind === "integer") continue;
		addUnusableName(name, scope, (message) => messageInText(message, text, offset), problems);
		return;
	}
	const result = evaluateGrid(tree, (name) => {
		const value = scope.values.get(name);
		if (value?.kind !== "integer") throw new Error(`the name ${name} was not checked`);
		return value.value;
	});
	if (result.ok) return result.value;
	const values = [...new Set(namesIn$1(tree).map(({ name }) => name))].map((name) => `${name} = ${scope.values.get(name)?.value}`).join(", ");
	problems.add(`${FAULTS[result.fault]} in \`${text}\`${values && ` with ${values}`}`);
}
const FAULTS = {
	"division by zero": "division by zero",
	overflow: "64-bit overflow"
};
function addUnusableName(name, { values, unusable }, inText, problems) {
	const reason = values.has(name) ? "it is a float, not an integer" : unusable.get(name);
	const usable = [...values].flatMap(([known, { kind }]) => kind === "integer" ? [known] : []);
	problems.add(inText(reason === void 0 ? `unknown name \`${name}\`${didYouMean(name, usable)}` : `cannot use \`${name}\`: ${reason}`), usable.length === 0 ? "There are no names that this expression can use." : `This expression can use ${usable.join(", ")}.`);
}
/**
* Evaluates every name that the expressions of a case can use, and checks that values fit their
* parameters.
* @param problems bound to the section
*/
function caseScope({ index, chosen, given }, kernel, types, problems) {
	const values = new Map(kernel.values);
	const scope = {
		...kernel,
		values
	};
	const failed = /* @__PURE__ */ new Set();
	const put = (name, literal, part) => {
		const value = literal === void 0 ? void 0 : toScalar(name, literal, types.get(name), part);
		if (value === void 0) failed.add(name);
		else values.set(name, value);
	};
	const evaluate = (name, open) => {
		const value = given.get(name);
		if (value === void 0 || values.has(name) || failed.has(name)) return;
		const part = problems.at("arguments", name);
		if (typeof value !== "object") return put(name, value, part);
		if (open.includes(name)) {
			const cycle = [...open.slice(open.indexOf(name)), name].join(" \u2192 ");
			part.add(`\`${name}\` depends on itself: ${cycle}`);
			failed.add(name);
			return;
		}
		const names = namesIn$1(value.tree).map((use) => use.name);
		for (const used of names) evaluate(used, [...open, name]);
		if (failed.has(name)) return;
		if (names.some((used) => failed.has(used))) return void failed.add(name);
		put(name, evaluateInteger(value, scope, part), part);
	};
	for (const [name, literal] of chosen) put(name, literal, problems.at("cases", index, name));
	for (const name of given.keys()) evaluate(name, []);
	return failed.size === 0 ? scope : void 0;
}
/** The values of the scalar parameters, in the order of the C parameters. */
function scalarsIn({ values }, types) {
	return new Map([...types.keys()].flatMap((name) => {
		const value = values.get(name);
		return value === void 0 ? [] : [[name, value]];
	}));
}
/** Converts a literal to the value of a parameter, or of a name without a type. */
function toScalar(name, literal, type, problems) {
	const range = type && integerRange(type);
	if (type !== void 0 && range === void 0 && typeof literal === "boolean") {
		problems.add(`\`${name}\` is ${literal}, but its type is ${type}`);
		return;
	}
	if (type !== void 0 && range === void 0) return {
		kind: "float",
		value: Number(literal)
	};
	if (typeof literal === "number") {
		if (type === void 0) return {
			kind: "float",
			value: literal
		};
		problems.add(`\`${name}\` is ${literal}, but its type is ${type}`);
		return;
	}
	const value = BigInt(literal);
	if (range === void 0 || value >= range.from && value <= range.to) return integerScalar(value);
	problems.add(`\`${name}\` is ${value}, but ${type} ranges from ${range.from} to ${range.to}`);
}
function integerScalar(value) {
	return {
		kind: "integer",
		value
	};
}
function equals(a, b) {
	if (a?.kind !== b.kind) return false;
	return a.kind === "none" || b.kind === "none" || a.value === b.value;
}
// src/plan/prune-calls.ts
/**
* Returns the arguments of the calls that the cases of `smoke` and `tune` describe, as far as they are
* known without the kernel's configs: for the function that prunes these.
*/
function pruneCalls({ constants, shape, smoke, tune }, { parameters }) {
	const known = new Map(constants);
	const types = new Map(shape.form === "arguments" ? shape.arguments : []);
	for (const [index, token] of (shape.form === "signature" ? shape.tokens : []).entries()) {
		const name = parameters[index]?.name ?? "";
		if (token.kind === "constant") known.set(name, token.value);
		else types.set(name, token.spec);
	}
	const passed = [...types].map(([name, { type }]) => [name, type.kind === "scalar" ? null : bytesOf(type.element)]);
	const given = smoke?.arguments ?? /* @__PURE__ */ new Map();
	return [...smoke?.cases ?? [], ...tune.cases].flatMap((chosen, index) => {
		const scope = caseScope({
			index,
			chosen,
			given
		}, scopeOf$1(known), /* @__PURE__ */ new Map(), new Problems());
		if (scope === void 0) return [];
		const values = [...scope.values].map(([name, { kind, value }]) => [name, [kind === "integer" ? "int" : "float", String(value)]]);
		const wires = [...known].map(([name, value]) => [name, toWire(value)]);
		return [Object.fromEntries([
			...passed,
			...wires,
			...values
		])];
	});
}
function scopeOf$1(constants) {
	return {
		values: new Map([...constants].flatMap(([name, constant]) => constant.kind === "int" ? [[name, {
			kind: "integer",
			value: constant.value
		}]] : [])),
		unusable: /* @__PURE__ */ new Map()
	};
}
// src/plan/ask-triton.ts
/** The time limit in seconds to run a kernel file whose function or configs cannot be read. */
const DESCRIBE_TIMEOUT = 120;
const NOTHING_ASKED = {
	functions: /* @__PURE__ */ new Map(),
	configs: /* @__PURE__ */ new Map()
};
/** Runs slices and kernel files to describe what cannot be read: functions and configs. */
async function askTriton(read, manifest, folder, problems, settings, context) {
	const functions = [...read].filter(([entry, source]) => needsDescription(entry, source));
	const configs = configQuestions(read);
	if (functions.length + configs.length === 0) return NOTHING_ASKED;
	const asking = [...functions.map(([entry]) => entry), ...configs.map(({ entry }) => entry)];
	const names = [...new Set(asking.map(({ name }) => name))];
	context.log.info(`evaluating ${names.join(", ")} with Triton`);
	const toolchain = await manifestToolchain(manifest, settings.python, context);
	const { kept } = settings;
	return withWorkerContext({
		python: toolchain.python,
		jobs: 1,
		timeout: DESCRIBE_TIMEOUT,
		kept
	}, context, async (pool) => ({
		functions: await describeFunctions(functions, manifest, folder, problems, settings, pool),
		configs: await computeConfigs(configs, manifest, problems, settings, pool, context)
	}));
}
function needsDescription(entry, { function: fn, configs }) {
	if (fn === null) return true;
	return entry.configs === "autotune" && fn.autotune === "dynamic" && configs === void 0;
}
async function describeFunctions(entries, manifest, folder, problems, settings, pool) {
	const jobs = entries.map(([entry, { code }], id) => ({
		id,
		source: compilerSource(code, entry.source.file, entry.source.function, folder, []),
		target: jobTarget(manifest.targets[0])
	}));
	const described = /* @__PURE__ */ new Map();
	for (const [index, outcome] of (await describeAll(jobs, pool)).entries()) {
		const entry = entries[index]?.[0];
		if (entry === void 0) continue;
		if (outcome.ok) described.set(entry, outcome.function);
		else addFailure(outcome.failure, entry, "source", problems, settings);
	}
	return described;
}
function configQuestions(read) {
	return [...read].flatMap(([entry, { function: fn, configs, prune }]) => {
		const calls = fn === null ? [] : pruneCalls(entry, fn);
		return [...configs === void 0 ? [] : [{
			entry,
			slice: configs
		}], ...prune === void 0 ? [] : [{
			entry,
			slice: prune,
			calls
		}]];
	});
}
/** Computes configs for every target. Those of all targets together become the kernel's. */
async function computeConfigs(questions, manifest, problems, settings, pool, { log }) {
	const tasks = questions.flatMap((question) => (question.entry.targets ?? manifest.targets).map((target) => ({
		question,
		target
	})));
	const outcomes = await configsAll(tasks.map(({ question: { entry, slice, calls }, target }, id) => ({
		id,
		source: sliceSource(slice, entry.source.file, entry.source.function),
		target: jobTarget(target),
		calls
	})), pool);
	const computed = /* @__PURE__ */ new Map();
	for (const question of questions) {
		const { entry, calls } = question;
		const own = outcomes.filter((_outcome, index) => tasks[index]?.question === question);
		const failures = own.flatMap((each) => each.ok ? [] : [each.failure]);
		const known = own.flatMap((each) => each.ok ? [each] : []);
		const all = byKey(known.flatMap(({ configs }) => configs));
		if (calls === void 0) {
			for (const each of failures) addFailure(each, entry, "configs", problems, settings);
			if (failures.length === 0) computed.set(entry, [...all.values()]);
			continue;
		}
		const kept = byKey(known.flatMap((each) => each.kept ?? []));
		const reason = calls.length === 0 ? "no case of `smoke` or `tune` gives the arguments of a call" : [...failures.map(({ message }) => message), ...known.flatMap((each) => each.reason ?? [])][0];
		log.info(pruneNote(entry, all.size, reason ?? {
			kept: kept.size,
			calls: calls.length
		}));
		if (reason === void 0) computed.set(entry, [...new Map([...all, ...kept]).values()].filter((each) => kept.has(configKey(each))));
	}
	return computed;
}
/** Says what `early_config_prune` leaves, or why it is not known. */
function pruneNote({ name, mostConfigs }, all, result) {
	if (typeof result !== "string") return `${name}: early_config_prune keeps ${result.kept} of ${plural(all, "config")} for ${plural(result.calls, "case")}`;
	const note = `${name}: early_config_prune is not used: ${result}`;
	if (mostConfigs !== void 0) return note;
	return `${note}; ${all > 0 ? `all ${plural(all, "config")}` : "all configs"} are compiled for each specialisation and target${all > 12 ? " (`configs: { autotune: 12 }` takes the 12 that differ most)" : ""}`;
}
function byKey(configs) {
	return new Map(configs.map((config) => [configKey(config), config]));
}
function configKey({ constants, options }) {
	const wires = Object.entries(constants).map(([name, value]) => [name, toWire(value)]);
	return canonicalJson({
		constants: Object.fromEntries(wires),
		options
	});
}
function addFailure({ message, file, line, hint }, entry, key, problems, { manifest }) {
	const place = file === void 0 ? void 0 : {
		file: shownPath(file, manifest),
		...line && { line }
	};
	const located = place === void 0 ? message : `${formatPlace(place)}: ${message}`;
	problems.under(entry.pathOf).at(key).add(located, hint);
}
/** Values that need a GPU's name do not depend on it; the first target serves. */
function jobTarget(target) {
	return {
		backend: "cuda",
		arch: 80,
		...target,
		warpSize: 32
	};
}
// src/plan/different-configs.ts
/**
* Returns the `count` configs that differ most, in their order. The first one is taken, then always the
* one that is farthest from its nearest among those taken: sizes that are far apart cover more calls
* than ones that are alike.
*/
function mostDifferent(configs, count) {
	const points = pointsOf(configs);
	const [first] = points;
	if (first === void 0 || count >= configs.length) return configs;
	const taken = /* @__PURE__ */ new Set([0]);
	const nearest = points.map((point) => distance(point, first));
	while (taken.size < count) {
		const farthest = nearest.reduce((best, each, index) => !taken.has(index) && each > (nearest[best] ?? 0) ? index : best, 0);
		if (taken.has(farthest)) break;
		taken.add(farthest);
		for (const [index, point] of points.entries()) nearest[index] = Math.min(nearest[index] ?? 0, distance(point, points[farthest] ?? point));
	}
	return configs.filter((_config, index) => taken.has(index));
}
/** Places configs in a space with an axis for each constant and option that differs. */
function pointsOf(configs) {
	const values = configs.map(({ constants, options }) => {
		const all = [...Object.entries(constants), ...Object.entries(options)];
		return new Map(all);
	});
	const axes = [...new Set(values.flatMap((each) => [...each.keys()]))].map((name) => axisOf(values.map((each) => each.get(name))));
	return configs.map((_config, index) => axes.map((axis) => axis[index] ?? 0));
}
/** Sizes count by their logarithm: 128 is as far from 64 as 64 from 32. */
function axisOf(values) {
	const numbers = values.map((value) => {
		if (typeof value === "number") return value;
		return value?.kind === "int" || value?.kind === "float" ? Number(value.value) : void 0;
	});
	const known = numbers.filter((each) => each !== void 0).map(logarithm);
	const [low, high] = [Math.min(...known), Math.max(...known)];
	return numbers.map((number, index) => {
		const value = values[index];
		if (number !== void 0) return high > low ? (logarithm(number) - low) / (high - low) : 0;
		return typeof value === "object" && "value" in value ? String(value.value) : "none";
	});
}
/** Continued to 0 and below, which some constants are. */
function logarithm(value) {
	const size = Math.abs(value);
	return Math.sign(value) * (size < 1 ? size : 1 + Math.log2(size));
}
/** The squared distance. Values that are no numbers are one apart. */
function distance(a, b) {
	return a.reduce((sum, value, axis) => {
		const other = b[axis];
		if (typeof value === "number" && typeof other === "number") return sum + (value - other) ** 2;
		return sum + (value === other ? 0 : 1);
	}, 0);
}
// src/plan/sources.ts
/**
* Finds the Python functions of the entries. Reads the source files, and runs slices and files with
* Triton only for functions and configs that cannot be read, and only if there is no problem
* before. Entries with problems are left out.
* @param problems bound to the manifest
* @throws {Failure} `environment` if Triton cannot be started.
*/
async function readKernelSources(manifest, entries, settings, readSources, problems, context) {
	const folder = resolve(dirname(settings.manifest));
	const requests = entries.map((entry) => requestFor(entry, manifest));
	const references = referencesOf(entries);
	const inspected = await readOnce([...requests, ...references.map(referenceRequest)], folder, readSources);
	const read = checkReadable(entries, inspected, settings.manifest, problems.usage);
	checkGlobals(manifest, read, problems.usage);
	reportNotes(read, context);
	const asked = problems.usage.isEmpty ? await askTriton(read, manifest, folder, problems.compile, settings, context) : NOTHING_ASKED;
	const found = /* @__PURE__ */ new Map();
	const codes = /* @__PURE__ */ new Map();
	for (const [entry, source] of read) {
		const fn = asked.functions.get(entry) ?? source.function;
		const configs = asked.configs.get(entry);
		if (fn === null || source.configs !== void 0 && configs === void 0) continue;
		const code = (entry.depends.length === 0 ? codes.get(source) : void 0) ?? await sourceCode(source, entry, folder, problems.usage);
		if (entry.depends.length === 0) codes.set(source, code);
		const module = namesModule(entry.source) && source.code.kind === "slice" ? source.code : void 0;
		const facts = functionFacts(fn, configs, entry, context);
		found.set(entry, {
			function: facts,
			code,
			file: module?.entry
		});
	}
	const ofReferences = inspected.slice(entries.length);
	return {
		kernels: found,
		references: new Map(references.flatMap((reference, index) => {
			const source = ofReferences[index];
			return source === void 0 ? [] : [[referenceName(reference), source]];
		}))
	};
}
/** Reads each function once, however many kernels are made from it. */
async function readOnce(requests, folder, readSources) {
	const named = requests.map((request) => [JSON.stringify(request), request]);
	const distinct = new Map(named);
	const sources = await readSources([...distinct.values()], folder);
	const found = new Map([...distinct.keys()].map((key, index) => [key, sources[index]]));
	return named.flatMap(([key]) => found.get(key) ?? []);
}
/** The name of a reference function in `Sources`. */
function referenceName({ file, function: name }) {
	return `${file}:${name}`;
}
/** The reference functions of the entries, each once. */
function referencesOf(entries) {
	const named = entries.flatMap(({ smoke }) => smoke?.expected.kind === "reference" ? [smoke.expected.source] : []);
	return [...new Map(named.map((source) => [referenceName(source), source])).values()];
}
function referenceRequest(source) {
	return {
		...source,
		mode: "reference",
		globals: {},
		installed: [],
		configs: false
	};
}
/** Says what to read for an entry. */
function requestFor(entry, { requirements }) {
	return {
		...entry.source,
		mode: entry.sourceMode,
		globals: Object.fromEntries([...entry.globals].map(([name, value]) => [name, toWire(value)])),
		installed: requirements.flatMap((each) => moduleOfRequirement(each) ?? []),
		configs: entry.configs === "autotune"
	};
}
function checkReadable(entries, inspected, manifestPath, problems) {
	const read = /* @__PURE__ */ new Map();
	for (const [index, entry] of entries.entries()) {
		const source = inspected[index];
		if (source === void 0) continue;
		if ("error" in source) {
			const { message, hint } = unreadableSource(source, entry.source.file, manifestPath);
			problems.under(entry.pathOf).at("source").add(message, hint);
		} else read.set(entry, source);
	}
	return read;
}
/** The message for a file that cannot be read, with the place in it, and what to do. */
function unreadableSource({ error }, file, manifestPath) {
	const hint = error.hint === "" ? void 0 : error.hint;
	if (error.file === null && namesModule({ file })) return {
		message: error.message,
		hint
	};
	const path = resolve(dirname(manifestPath), error.file ?? file);
	const shown = shownPath(path, manifestPath);
	return {
		message: `${formatPlace({
			file: shown,
			...error.line !== null && { line: error.line }
		})}: ${error.message}`,
		hint
	};
}
/** Checks that every name in `globals` is read: by its kernel, or by any kernel if in `defaults`. */
function checkGlobals(manifest, read, problems) {
	const isComplete = read.size === manifest.kernels.length;
	for (const [entry, { unused }] of read) for (const { name, near } of unused) {
		const [top] = entry.pathOf(["globals", name]);
		const isShared = top === "defaults";
		if (isShared && (!isComplete || isReadByAny(name, read))) continue;
		problems.under(entry.pathOf).at("globals", name).add(`${isShared ? "no kernel reads" : `${entry.source.function} does not read`} \`${name}\`${near === null ? "" : `; did you mean \`${near}\`?`}`);
	}
}
function isReadByAny(name, read) {
	return [...read.values()].some(({ unused }) => unused.every((each) => each.name !== name));
}
function reportNotes(read, { log }) {
	const notes = [...read.values()].flatMap((source) => source.notes);
	for (const text of new Set(notes.map(({ file, line, message }) => `${file}:${line}: ${message}`))) log.info(text);
}
/** Returns the facts about a function, with the configs of @triton.autotune that Triton computed. */
function functionFacts({ line, parameters, autotune, autotuneKey, heuristics }, configs, { name, mostConfigs }, { log }) {
	const all = configs ?? (autotune !== null && autotune !== "dynamic" ? autotune.static : void 0);
	const known = all && mostDifferent(all, mostConfigs ?? all.length);
	if (all !== void 0 && known !== void 0 && known.length < all.length) log.info(`${name}: ${known.length} of ${plural(all.length, "config")}, those that differ most`);
	return {
		line,
		parameters,
		heuristics,
		...known !== void 0 && {
			autotune: known.map(({ constants, options }) => ({
				constants: new Map(Object.entries(constants)),
				options
			})),
			autotuneKey
		}
	};
}
// src/compile/expected/jobs.ts
/** Part of every key. Increase it if the same job would give another result (with a new NumPy). */
const FORMAT$3 = 2;
/**
* Plans a job for every case with expected outputs. Does not run the user's code. The interpreter
* runs the code of the kernels.
* @throws {Failure} `usage` if the file of a reference is missing or is not valid Python.
*/
async function planExpected(packed, plan, manifestFile) {
	const { manifest, codes } = plan;
	const sources = packed.flatMap((each) => {
		const source = sourceOf(each);
		return source === void 0 || each.cases.cases.length === 0 ? [] : [[each, source]];
	});
	if (sources.length === 0) return [];
	const references = await readReferences(sources, plan, manifestFile);
	return sources.flatMap(([each]) => {
		const { kernel, smoke, cases } = each;
		const code = references.get(each) ?? codes.get(kernel.name);
		const { kind } = smoke.expected;
		if (code === void 0 || kind === "none") return [];
		return smoke.cases.flatMap((smokeCase, index) => {
			const packaged = cases.cases[index];
			if (packaged === void 0) return [];
			return [expectedJob({
				kind,
				kernel,
				smokeCase,
				packaged
			}, smoke.algos[0] ?? 0, code, manifest)];
		});
	});
}
/**
* Returns the constants that have the same value in every config, for a reference function; with
* them the heuristics' values for the case.
*/
function sharedConstants(kernel, call) {
	const [first, ...others] = kernel.configs.map((_config, algo) => configForCall(kernel, algo, call));
	const shared = [...first?.constants ?? []].flatMap(([name, constant]) => {
		if (constant.kind === "none" || constant.kind === "dtype") return [];
		const wire = toWire(constant);
		return others.every(({ constants }) => {
			const other = constants.get(name);
			return other !== void 0 && canonicalJson(toWire(other)) === canonicalJson(wire);
		}) ? [[name, wire]] : [];
	});
	return Object.fromEntries(shared);
}
/** Returns the constants of a config. */
function constantsOf$1({ constants }) {
	return Object.fromEntries([...constants].map(([name, constant]) => [name, toWire(constant)]));
}
/** Returns the function to run for a kernel's cases. */
function sourceOf({ kernel, smoke: { expected } }) {
	if (expected.kind === "none") return void 0;
	return expected.kind === "reference" ? expected.source : kernel.source;
}
/** Returns the code of the reference functions. */
async function readReferences(sources, { manifest, references: read }, manifestFile) {
	const references = sources.filter(([{ smoke }]) => smoke.expected.kind === "reference");
	const folder = resolve(dirname(manifestFile));
	const problems = new Problems(manifest.document);
	const codes = /* @__PURE__ */ new Map();
	for (const [each, reference] of references) {
		const source = read.get(referenceName(reference));
		const entry = manifest.kernels.find(({ name }) => name === each.kernel.name);
		if (source === void 0 || entry === void 0) continue;
		if ("error" in source) {
			const { message, hint } = unreadableSource(source, reference.file, manifestFile);
			problems.at(...each.smoke.path, "reference").add(message, hint);
			continue;
		}
		codes.set(each, await sourceCode(source, entry, folder, problems, reference));
	}
	problems.throwIfAny();
	return codes;
}
/** Returns the job of a case; `algo` is the config that the interpreter runs. */
function expectedJob(job, algo, { source, module, files }, { triton, requirements }) {
	const config = configForCall(job.kernel, algo, job.smokeCase);
	const grid = (job.smokeCase.grids[algo] ?? []).map(Number);
	const key = sha256(canonicalJson({
		format: FORMAT$3,
		kind: job.kind,
		requirements: requirements.toSorted(),
		closure: files.map(({ path, sha256: hash }) => ({
			path,
			sha256: hash
		})),
		module,
		function: source.function,
		...job.kind === "reference" ? { constants: sharedConstants(job.kernel, job.smokeCase) } : {
			...interpreted(job.kernel, config),
			triton,
			grid
		},
		scalars: job.packaged.scalars,
		buffers: Object.entries(job.packaged.buffers).map(([buffer, each]) => [buffer, each && contentOf(each)])
	}));
	return {
		...job,
		source,
		config,
		grid,
		key
	};
}
function interpreted(kernel, config) {
	return {
		signature: kernel.arguments.map(({ name, type }) => [name, formatArgumentType(type)]),
		constants: constantsOf$1(config)
	};
}
function contentOf({ element, shape, strides, role, seed, fill }) {
	return {
		element,
		shape,
		strides,
		role,
		seed,
		fill
	};
}
// src/manifest/values/npy.ts
const MAGIC$1 = "\u0093NUMPY";
const ALIGNMENT = 64;
/** Formats a .npy file of version 1.0. Source: NumPy's documentation, `numpy.lib.format`. */
function writeNpy({ type, shape, bytes }) {
	const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.map((size) => `${size},`).join(" ")}), }`;
	const start = 10;
	const padded = Math.ceil((start + text.length + 1) / ALIGNMENT) * ALIGNMENT;
	const header = Buffer.alloc(padded, " ");
	header.write(MAGIC$1, "latin1");
	header.writeUInt16LE(1, 6);
	header.writeUInt16LE(padded - start, 8);
	header.write(`${text.padEnd(padded - start - 1)}\n`, start, "latin1");
	return Buffer.concat([header, bytes]);
}
/** A .npy file that cannot be used. The message completes `FILE \u2026`. */
var NpyError = class extends Error {};
/**
* Parses a .npy file of little-endian numbers in C order.
* @throws {NpyError} for any other content.
*/
function readNpy(content) {
	const file = Buffer.from(content.buffer, content.byteOffset, content.length);
	if (file.toString("latin1", 0, 6) !== MAGIC$1) throw new NpyError("is not a .npy file");
	const wide = (file[6] ?? 0) > 1;
	const start = 6 + (wide ? 6 : 4);
	if (file.length < start) throw new NpyError("is truncated");
	const length = wide ? file.readUInt32LE(start - 4) : file.readUInt16LE(start - 2);
	const header = file.toString("latin1", start, start + length);
	const type = /'descr': '([^']+)'/.exec(header)?.[1];
	const order = /'fortran_order': (True|False)/.exec(header)?.[1];
	const sizes = /'shape': \(([\d, ]*)\)/.exec(header)?.[1];
	if (type === void 0 || order === void 0 || sizes === void 0) throw new NpyError("is not an array of plain numbers");
	const [, width] = /^[<|][biuf]([1248])$/.exec(type) ?? [];
	if (width === void 0) throw new NpyError(`has elements of type \`${type}\`, which are not little-endian numbers`);
	const shape = (sizes.match(/\d+/g) ?? []).map(Number);
	if (order === "True" && shape.length > 1) throw new NpyError("is in Fortran order; save `numpy.ascontiguousarray(array)` instead");
	const size = shape.reduce((product, each) => product * each, Number(width));
	const bytes = content.subarray(start + length);
	if (bytes.length !== size) throw new NpyError(`has ${bytes.length} bytes of elements, but its shape needs ${size}`);
	return {
		type,
		shape,
		bytes
	};
}
// src/manifest/values/fill.ts
/** The number of elements computed at a time. */
const CHUNK = 16384;
/**
* Returns the bytes of `count` elements. Uses only additions and multiplications of doubles, so
* that every machine gives the same bytes.
*/
function fillElements(fill, element, count, seed) {
	const bytes = new Uint8Array(count * bytesOf(element));
	const next = generator(fill, element, seed);
	for (let start = 0; start < count; start += CHUNK) {
		const values = new Float64Array(Math.min(CHUNK, count - start));
		next(values);
		bytes.set(encodeElements(element, values), start * bytesOf(element));
	}
	return bytes;
}
/**
* Returns the random sequence for a seed of 32 hexadecimal digits: xoshiro128**, whose four state
* words are the seed, in order.
* Source: D. Blackman, S. Vigna, Scrambled Linear Pseudorandom Number Generators.
*/
function randomSequence(seed) {
	const state = Int32Array.from([
		0,
		8,
		16,
		24
	], (at) => Number(`0x${seed.slice(at, at + 8)}`));
	return (target) => {
		let [a = 0, b = 0, c = 0, d = 0] = state;
		for (let i = 0; i < target.length; i++) {
			target[i] = Math.imul(rotate(Math.imul(b, 5), 7), 9);
			const shifted = b << 9;
			c ^= a;
			d ^= b;
			b ^= c;
			a ^= d;
			c ^= shifted;
			d = rotate(d, 11);
		}
		state.set([
			a,
			b,
			c,
			d
		]);
	};
}
function rotate(word, by) {
	return word << by | word >>> 32 - by;
}
function generator(fill, element, seed) {
	switch (fill.kind) {
		case "constant": return (values) => void values.fill(fill.value);
		case "normal": return normal(fill.mean, fill.deviation, seed);
		case "uniform": return isFloat(element) ? uniformFloats(fill.from, largestBelow(fill.to, element), fill.to - fill.from, seed) : uniformIntegers$1(fill.from, fill.to, seed);
	}
}
const DRAWS = 4;
const MEAN = 2 ** 33 - 2;
const SCALE = 1.7320508075688772 * 2 ** -32;
/** Generates nearly normal numbers, at most 3.47 standard deviations from the mean. */
function normal(mean, deviation, seed) {
	const random = randomSequence(seed);
	const draws = new Uint32Array(DRAWS * CHUNK);
	return (values) => {
		random(draws.subarray(0, DRAWS * values.length));
		for (let i = 0, at = 0; i < values.length; i++, at += DRAWS) {
			const sum = draws[at] + draws[at + 1] + draws[at + 2] + draws[at + 3];
			values[i] = mean + deviation * ((sum - MEAN) * SCALE);
		}
	};
}
function uniformFloats(from, most, width, seed) {
	return uniform(seed, (share) => Math.min(from + width * share, most));
}
function uniformIntegers$1(from, to, seed) {
	const choices = to - from + 1;
	return uniform(seed, (share) => Math.min(from + Math.floor(choices * share), to));
}
/** Calls `valueOf` with numbers from 0 to 1, excluding 1. */
function uniform(seed, valueOf) {
	const random = randomSequence(seed);
	const draws = new Uint32Array(CHUNK);
	return (values) => {
		random(draws.subarray(0, values.length));
		for (let i = 0; i < values.length; i++) values[i] = valueOf(draws[i] * 2 ** -32);
	};
}
/** Returns the largest number of a float type below `limit`. */
function largestBelow(limit, element) {
	const rounded = (value) => decodeFloats(element, encodeElements(element, Float64Array.of(value)))[0] ?? value;
	for (let step = 2 ** -52;; step *= 2) {
		const below = rounded(limit - Math.max(Math.abs(limit), 2 ** -970) * step);
		if (below < limit || step > 1) return below;
	}
}
/** Converts elements from the order of the axes to the layout in memory, and poisons the gaps. */
function toPhysical(logical, layout, bytes) {
	const physical = new Uint8Array(layout.length * bytes).fill(255);
	const [from, to] = [unitsOf(logical, bytes), unitsOf(physical, bytes)];
	forEachRow(layout, bytes, (at, start, count, stride) => {
		if (stride === 1) to.set(from.subarray(start, start + count), at);
		else for (let i = 0; i < count; i++) to[at + i * stride] = from[start + i];
	});
	return physical;
}
/** Converts elements from the layout in memory to the order of the axes. */
function toLogical(physical, layout, bytes) {
	const logical = new Uint8Array(countOf$3(layout) * bytes);
	const [from, to] = [unitsOf(physical, bytes), unitsOf(logical, bytes)];
	forEachRow(layout, bytes, (at, start, count, stride) => {
		if (stride === 1) to.set(from.subarray(at, at + count), start);
		else for (let i = 0; i < count; i++) to[start + i] = from[at + i * stride];
	});
	return logical;
}
/** Returns the number of elements of a shape. */
function countOf$3({ shape }) {
	return shape.reduce((product, size) => product * size, 1);
}
/** Returns a view of elements; those of eight bytes are two units of four bytes. */
function unitsOf(bytes, size) {
	const View = size === 1 ? Uint8Array : size === 2 ? Uint16Array : Uint32Array;
	const { buffer, byteOffset, length } = aligned(bytes, View.BYTES_PER_ELEMENT);
	return new View(buffer, byteOffset, Math.floor(length / View.BYTES_PER_ELEMENT));
}
/** Merges all axes that can be merged. Sizes and strides are in units. */
function axesOf$2({ shape, strides }, bytes) {
	const units = bytes === 8 ? 2 : 1;
	const axes = [];
	for (const [index, size] of [...shape, units].entries()) {
		const stride = index < shape.length ? (strides[index] ?? 0) * units : 1;
		const outer = axes.at(-1);
		if (outer !== void 0 && outer.stride === size * stride) axes[axes.length - 1] = {
			size: outer.size * size,
			stride
		};
		else if (size !== 1) axes.push({
			size,
			stride
		});
	}
	return axes.length === 0 ? [{
		size: 1,
		stride: 1
	}] : axes;
}
function forEachRow(layout, bytes, visit) {
	if (countOf$3(layout) === 0) return;
	const axes = axesOf$2(layout, bytes);
	let logicalAt = 0;
	const walk = (depth, physicalAt) => {
		const { size, stride } = axes[depth];
		if (depth === axes.length - 1) {
			visit(physicalAt, logicalAt, size, stride);
			logicalAt += size;
		} else for (let i = 0; i < size; i++) walk(depth + 1, physicalAt + i * stride);
	};
	walk(0, 0);
}
// src/manifest/values/packing.ts
/** Higher qualities are slower, and random mantissas hardly get smaller. */
const QUALITY = 6;
/**
* Compresses elements, the first bytes of all elements first, since they are similar. The file name
* is a hash of the content, so that equal data is stored once.
*/
function compressData(bytes, elementSize) {
	const planes = toPlanes(bytes, elementSize);
	const content = brotliCompressSync(planes, { params: {
		[constants$3.BROTLI_PARAM_QUALITY]: QUALITY,
		[constants$3.BROTLI_PARAM_SIZE_HINT]: planes.length
	} });
	return {
		data: {
			file: fileOf(planes),
			elementSize
		},
		content
	};
}
function fileOf(planes) {
	return `${DATA_FOLDER}/${sha256(planes).slice(0, 16)}.br`;
}
/** Decompresses elements. Throws if `content` is not a brotli stream of at most `count` of them. */
function decompressData(content, elementSize, count) {
	return fromPlanes(decompressPlanes(content, elementSize, count), elementSize);
}
function decompressPlanes(content, elementSize, count) {
	return brotliDecompressSync(content, { maxOutputLength: Math.max(1, elementSize * count) });
}
/** Returns the memory of a buffer before the kernel runs. */
function physicalInput(buffer, readData) {
	const element = elementType(buffer.element);
	const bytes = bytesOf(element);
	const { fill } = buffer;
	if (fill === void 0) return new Uint8Array(buffer.length * bytes).fill(255);
	return toPhysical(fill.kind === "data" ? decompressData(readData(fill.data.file), fill.data.elementSize, countOf$3(buffer)) : fillElements(fill, element, countOf$3(buffer), buffer.seed), buffer, bytes);
}
/**
* Returns the expected elements in the order of the axes, of the type that `buffer.expected` names;
* undefined if there are none.
*/
function expectedBytes(buffer, readData) {
	const data = buffer.expected?.data;
	if (data === void 0) return void 0;
	return decompressData(readData(data.file), data.elementSize, countOf$3(buffer));
}
/**
* Returns true if results from elsewhere are those of a case: each of its outputs, with as many
* elements of the right type, in a file that is named after its content; or a note.
*/
function areOutputsOf(buffers, { note, outputs }) {
	if (note !== void 0) return outputs.size === 0;
	const wanted = Object.entries(buffers).flatMap(([name, buffer]) => buffer?.role === "out" || buffer?.role === "inout" ? [[name, buffer]] : []);
	return wanted.length === outputs.size && wanted.every(([name, buffer]) => isOutputOf(buffer, outputs.get(name)));
}
function isOutputOf(buffer, output) {
	if (output === void 0) return false;
	const { type, size } = expectedType(elementType(buffer.element));
	const { data, content } = output;
	if (output.type !== type || data.elementSize !== size) return false;
	const count = countOf$3(buffer);
	try {
		const planes = decompressPlanes(content, size, count);
		return planes.length === size * count && data.file === fileOf(planes);
	} catch {
		return false;
	}
}
/**
* Returns the form in which the expected elements of a buffer are kept, and their size in bytes.
*/
function expectedType(element) {
	if (!isFloat(element)) return {
		type: "exact",
		size: bytesOf(element)
	};
	return element === "fp64" ? {
		type: "f64",
		size: 8
	} : {
		type: "f32",
		size: 4
	};
}
/** The smallest number that fp16 rounds to infinity. */
const FP16_OVERFLOW = 65520;
/** Packs expected elements of a float type. For types of 16 and 8 bits, keeps 15 mantissa bits. */
function packFloats(element, values) {
	if (element === "fp64") return {
		type: "f64",
		...compressData(new Uint8Array(values.buffer), 8)
	};
	const floats = new Float32Array(values);
	if (bytesOf(element) < 4) {
		if (element === "fp16") overflowToInfinity(floats);
		dropLowByte(new Uint32Array(floats.buffer));
	}
	return {
		type: "f32",
		...compressData(new Uint8Array(floats.buffer), 4)
	};
}
/** Packs the expected elements of an integer type without changes. */
function packIntegers(element, bytes) {
	return {
		type: "exact",
		...compressData(bytes, bytesOf(element))
	};
}
function toPlanes(bytes, size) {
	const count = bytes.length / size;
	const planes = new Uint8Array(bytes.length);
	for (let plane = 0, to = 0; plane < size; plane++) for (let i = 0, from = plane; i < count; i++, from += size) planes[to++] = bytes[from];
	return planes;
}
function fromPlanes(planes, size) {
	const count = planes.length / size;
	const bytes = new Uint8Array(planes.length);
	for (let plane = 0, from = 0; plane < size; plane++) for (let i = 0, to = plane; i < count; i++, to += size) bytes[to] = planes[from++];
	return bytes;
}
function overflowToInfinity(values) {
	for (let i = 0; i < values.length; i++) {
		const value = values[i];
		if (Math.abs(value) >= FP16_OVERFLOW) values[i] = value > 0 ? Infinity : -Infinity;
	}
}
/**
* Rounds floats to nearest even with eight bits fewer. The rest is enough to compare types of 16
* bits, and the zeros compress well.
*/
function dropLowByte(words) {
	for (let i = 0; i < words.length; i++) {
		const word = words[i];
		words[i] = word + 127 + (word >>> 8 & 1) & 4294967040;
	}
}
// src/compile/expected/tolerance.ts
/**
* The default limits of \u2016out \u2212 ref\u2016 / \u2016ref\u2016, by the least precise type to which a kernel rounds an
* output. That of a 16-bit type is two of its steps, that of a larger one what a reduction adds up to.
*/
const NORMS = {
	fp64: 1e-12,
	fp32: 1e-5,
	f32: 1e-5,
	tf32: .002,
	fp16: .002,
	bf16: .016,
	fp8e4nv: .1,
	fp8e4b8: .1,
	fp8e4b15: .1,
	fp8e5: .2,
	fp8e5b16: .2
};
/** The tolerance of a single element, divided by that of the whole buffer. */
const ELEMENTWISE = 5;
/**
* Returns the tolerance of a buffer, with the type whose default it is unless the manifest gives it.
* Integers must be equal unless the buffer or its type is named.
*/
function toleranceOf(name, element, spec, rounding = /* @__PURE__ */ new Map()) {
	const floats = isFloat(elementType(element)) ? spec.floats : void 0;
	const given = spec.named.get(name) ?? spec.named.get(element) ?? floats ?? {};
	const type = lessPrecise(element, rounding.get(name));
	const norm = given.norm ?? NORMS[type] ?? 0;
	return {
		norm,
		rtol: given.rtol ?? ELEMENTWISE * norm,
		atol: given.atol ?? 0,
		...given.norm === void 0 && type in NORMS && { default: type }
	};
}
/** Returns the rounding of each kernel: in any of its variants. */
function roundingOf(checked) {
	const kernels = /* @__PURE__ */ new Map();
	for (const { variant, compiled } of checked) {
		const known = kernels.get(variant.kernel.name) ?? /* @__PURE__ */ new Map();
		kernels.set(variant.kernel.name, known);
		for (const [name, type] of Object.entries(compiled.rounding)) known.set(name, lessPrecise(type, known.get(name)));
	}
	return kernels;
}
/** Widens the default tolerances of a kernel's outputs to what its code rounds to. */
function withRounding({ cases, ...kernel }, spec, rounding) {
	const widened = cases.map((item) => ({
		...item,
		buffers: Object.fromEntries(Object.entries(item.buffers).map(([name, buffer]) => [name, buffer && {
			...buffer,
			tolerance: toleranceOf(name, buffer.element, spec, rounding)
		}]))
	}));
	return {
		...kernel,
		cases: widened
	};
}
function lessPrecise(type, other = type) {
	return (NORMS[other] ?? 0) > (NORMS[type] ?? 0) ? other : type;
}
// src/compile/expected/pack-cases.ts
/**
* Describes the tests of kernels for the package, without expected outputs. `folder` is the
* manifest's.
* @throws {Failure} `usage` with each file that is missing or does not match its buffer.
*/
async function packCases(kernels, document, folder) {
	const files = /* @__PURE__ */ new Map();
	const problems = new Problems(document);
	const read = async (file, part) => {
		const content = await readBelow(folder, file);
		if (!("problem" in content)) return content;
		part.add(`cannot read ${file}: ${content.problem}`);
	};
	const packed = [];
	for (const kernel of kernels) {
		const { smoke } = kernel;
		if (smoke === void 0) continue;
		for (const file of smoke.test) {
			const content = await read(file, problems.at(...smoke.path, "source"));
			if (content !== void 0) files.set(`${TESTS_FOLDER}/${kernel.name}/${file}`, content);
		}
		const context = {
			smoke,
			files,
			problems,
			read
		};
		const lists = [];
		for (const list of [
			smoke.cases,
			smoke.timed,
			smoke.proposed
		]) {
			const own = [];
			for (const each of list) own.push(await packCase(each, context));
			lists.push(own);
		}
		packed.push({
			kernel,
			smoke,
			cases: describeKernel$2(kernel, smoke, lists)
		});
	}
	problems.throwIfAny();
	return {
		kernels: packed,
		files
	};
}
/**
* Adds the expected outputs to the cases. If those of one case of a kernel could not be computed,
* the kernel has no expected outputs, and a note says why.
*/
function addExpected({ kernels, files }, expected) {
	const all = new Map(files);
	return {
		kernels: kernels.map((each) => {
			const { cases } = each.cases;
			const note = cases.flatMap((item) => expected.get(item)?.note ?? [])[0];
			if (note !== void 0) return {
				...each,
				cases: {
					...each.cases,
					expected: "none",
					note
				}
			};
			const filled = cases.map((item) => {
				const outputs = expected.get(item)?.outputs ?? /* @__PURE__ */ new Map();
				for (const { data, content } of outputs.values()) all.set(data.file, content);
				return withOutputs(item, outputs);
			});
			return {
				...each,
				cases: {
					...each.cases,
					cases: filled
				}
			};
		}),
		files: all
	};
}
/** Returns a reader for the files of the tests before the package is written. */
function readPacked({ files }) {
	return (file) => {
		const content = files.get(file);
		if (content === void 0) throw new Error(`the package has no file ${file}`);
		return content;
	};
}
/** Warns about kernels whose expected outputs the interpreter could not compute. */
function warnOfMissingOutputs({ kernels }, manifest, log) {
	for (const { kernel, smoke, cases } of kernels) {
		if (cases.note === void 0) continue;
		log.warning({
			message: `${kernel.name} is tested without expected outputs, since Triton's interpreter cannot compute them: ${cases.note}`,
			place: manifest.document.locate([...smoke.path, "reference"]),
			hint: "Set `reference: FILE.py:FUNCTION` to a NumPy function, or set `reference: none`."
		});
	}
}
/**
* Returns the files of a package that describe its tests; none if no kernel is tested.
* @param rounding that of each kernel, which widens the default tolerances
*/
function casesFiles(packed, rounding) {
	if (packed.kernels.length === 0) return /* @__PURE__ */ new Map();
	const kernels = packed.kernels.map(({ kernel, smoke, cases }) => withRounding(cases, smoke.tolerance, rounding.get(kernel.name)));
	const text = fileJson({
		format: 1,
		kernels
	});
	return new Map([[CASES_FILE, text], ...packed.files]);
}
function describeKernel$2({ name, configs }, { path, expected, isDeterministic, algos, key, test }, [cases = [], timed = [], proposed = []]) {
	return {
		name,
		path: [...path],
		constants: configs.map(writeConstants),
		expected: expected.kind,
		deterministic: isDeterministic,
		algos: [...algos],
		cases,
		...timed.length > 0 && { timed },
		...proposed.length > 0 && { proposed },
		...key !== void 0 && { key: [...key] },
		test: [...test]
	};
}
function writeConstants({ constants }) {
	return Object.fromEntries([...constants].map(([name, value]) => [name, [...toWire(value)]]));
}
async function packCase(each, context) {
	const buffers = [];
	for (const [name, buffer] of each.buffers) buffers.push([name, buffer && await packBuffer(name, buffer, context)]);
	return {
		name: each.name,
		path: [...each.path],
		scalars: writeScalars(each.scalars),
		buffers: Object.fromEntries(buffers),
		runs: each.runs.map(({ specialisation, offsets, algos }) => ({
			specialisation,
			offsets,
			...algos !== void 0 && { algos: [...algos] }
		})),
		...each.empty !== void 0 && { empty: writeScalars(each.empty) },
		grids: each.grids.map(([x, y, z]) => [
			Number(x),
			Number(y),
			Number(z)
		]),
		...each.bytes !== void 0 && { bytes: Number(each.bytes) },
		...each.flops !== void 0 && { flops: Number(each.flops) }
	};
}
function writeScalars(scalars) {
	return Object.fromEntries([...scalars].map(([name, { value }]) => [name, Object.is(value, -0) ? "-0" : String(value)]));
}
async function packBuffer(name, buffer, context) {
	const { element, shape, strides, length, role, seed, fill } = buffer;
	const packed = fill?.kind === "file" ? await packFile(name, fill.file, buffer, context) : fill;
	return {
		element,
		shape: [...shape],
		strides: [...strides],
		length,
		role,
		seed,
		...packed !== void 0 && { fill: packed },
		tolerance: toleranceOf(name, element, context.smoke.tolerance)
	};
}
async function packFile(name, file, { element, shape }, { smoke, files, problems, read }) {
	const part = problems.at(...smoke.path, "buffers", name, "fill", "file");
	const content = await read(file, part);
	if (content === void 0) return void 0;
	try {
		const array = readNpy(content);
		const type = npyTypeOf(element);
		if (array.type !== type) throw new NpyError(`has elements of type ${array.type}, expected ${type} for ${element}`);
		if (array.shape.join() !== shape.join()) {
			const [found, expected] = [array.shape.join(", "), shape.join(", ")];
			throw new NpyError(`has the shape [${found}], expected [${expected}]`);
		}
		const { data, content: packed } = compressData(array.bytes, bytesOf(element));
		files.set(data.file, packed);
		return {
			kind: "data",
			data
		};
	} catch (error) {
		if (!(error instanceof NpyError)) throw error;
		part.add(`${file} ${error.message}`);
		return;
	}
}
function withOutputs(item, outputs) {
	const buffers = Object.entries(item.buffers).map(([name, buffer]) => {
		const output = outputs.get(name);
		if (buffer === null || output === void 0) return [name, buffer];
		return [name, {
			...buffer,
			expected: {
				type: output.type,
				data: output.data
			}
		}];
	});
	return {
		...item,
		buffers: Object.fromEntries(buffers)
	};
}
// src/compile/work.ts
/** Plans the test cases of a build. @throws {Failure} `usage` with everything the cases lack. */
async function planWork(plan, manifestFile) {
	const { manifest, kernels } = plan;
	const folder = resolve(dirname(manifestFile));
	const cases = await packCases(kernels, manifest.document, folder);
	return {
		plan,
		cases,
		jobs: await planExpected(cases.kernels, plan, manifestFile)
	};
}
/**
* Leaves out configs that do not compile or cannot be launched. The test cases are planned again,
* since the algos have other numbers.
* @throws {Failure} `compile` if a kernel has no config left for a target.
*/
async function withoutFailing(work, failures, manifestFile) {
	const { plan, dropped } = dropConfigs(work.plan, failures, manifestFile);
	if (dropped.length === 0) return {
		...work,
		warnings: []
	};
	return {
		...await planWork(plan, manifestFile),
		warnings: droppedWarnings(dropped, manifestFile)
	};
}
/** The store entries with the results of variants and jobs. */
function entryNames(variants, jobs) {
	return [...variants.map(({ hash }) => entryName("kernel", hash)), ...jobs.map(({ key }) => entryName("expected", key))];
}
// src/compile/shard.ts
/** The most shards of a build: a matrix has no more jobs. Source: GitHub, "Actions limits". */
const MAX_SHARDS = 256;
/** Describes the form of a shard, for messages. */
const SHARD_FORM = `the number of a shard and how many there are, such as 2/8, at most ${MAX_SHARDS}`;
/** Parses a shard such as `2/8`. Returns undefined if the text is none. */
function parseShard(text) {
	const [, index, count] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? []).map(Number);
	return index !== void 0 && count !== void 0 && index <= count && count <= MAX_SHARDS ? {
		index,
		count
	} : void 0;
}
const PART_FILE = "part.json";
const STORE_FOLDER = "store";
const FORMAT$2 = 1;
const partSchema = strictObject({
	format: literal$1(FORMAT$2),
	package: string(),
	triton: string(),
	/** The SHA-256 of the manifest's file: says what differs if the plan does. */
	manifest: string(),
	/** The SHA-256 of the names of all results that the build needs. */
	plan: string(),
	shard: int().positive(),
	count: int().positive(),
	/** The SHA-256 of how the work was divided. */
	division: string(),
	/** The CPU seconds of each result that the shard has computed, by its key. */
	seconds: record(string(), number())
});
/** Returns the fields of a part that every shard of the same build has. */
async function planOf({ plan, jobs }) {
	const { manifest, variants } = plan;
	const names = [...new Set(entryNames(variants, jobs))].toSorted();
	return {
		package: manifest.package,
		triton: manifest.triton,
		manifest: sha256(await readIfExists(manifest.file) ?? ""),
		plan: sha256(canonicalJson([
			manifest.package,
			manifest.triton,
			names
		]))
	};
}
/** Returns a shard's work: of all that the build needs, so that what a store has changes nothing. */
function workOfShard(work, { index, count }, times) {
	const names = divide(workItems(work.plan.variants, work.jobs, times), count).map((items) => items.map(({ name }) => name));
	return {
		names: new Set(names[index - 1]),
		division: sha256(canonicalJson(names))
	};
}
/** @throws {Failure} `usage` if the folder has files that are not of a part. */
async function checkPartFolder(folder) {
	const other = (await readdir(folder).catch(() => [])).find((file) => file !== PART_FILE && file !== STORE_FOLDER);
	if (other === void 0) return;
	throw new Failure("usage", {
		message: `the output folder contains ${other}, which would be deleted`,
		place: { file: folder },
		hint: "Choose another folder with --out, or empty this one."
	});
}
/**
* Writes what a store has of a shard's results, and the hints of its kernels. Replaces an older part.
* @throws {Failure} `environment` if the folder cannot be written.
*/
async function writePart(folder, work, { index, count }, { names, division }, seconds, store, context) {
	const { log, now } = context;
	const document = {
		format: FORMAT$2,
		...await planOf(work),
		shard: index,
		count,
		division,
		seconds: Object.fromEntries(seconds)
	};
	const fill = async (fresh) => {
		const part = directoryStore(join(fresh, STORE_FOLDER), log, now);
		for (const name of [...hintNames(work), ...[...names].flatMap(resultNames)]) {
			const content = await store.read(name);
			if (content !== void 0) await accept(part, name, content);
		}
		await writeFile(join(fresh, PART_FILE), `${JSON.stringify(document, null, 2)}\n`);
		return { folder: fresh };
	};
	await replaceFolder(folder, fill, context);
}
function hintNames({ plan }) {
	return plan.kernels.flatMap(({ automatic }) => automatic === void 0 ? [] : [entryName("hints", automatic.key)]);
}
/** Returns the names that a result can have: a config that does not compile is one too. */
function resultNames(name) {
	const { kind, hash } = parseEntryName(name);
	return kind === "kernel" ? [name, entryName("failure", hash)] : [name];
}
/** @throws {Failure} `environment` if the store cannot be written. */
async function accept(store, name, content) {
	if (await store.accept(name, content) === "accepted") return;
	throw new Failure("environment", {
		message: "cannot write results",
		place: { file: store.directory },
		hint: "Choose another folder, or free space on the disk."
	});
}
/**
* Opens parts in these folders, or one level below them.
* @throws {Failure} `usage` if a folder has no part, or one that cannot be read.
*/
async function openParts(folders, { log, now }) {
	const parts = (await Promise.all(folders.map(findParts))).flat();
	const copy = async (wanted, to) => {
		for (const { folder } of parts) {
			const from = directoryStore(join(folder, STORE_FOLDER), log, now);
			for (const { file, role } of await listStore(from.directory)) {
				if (role.kind !== "entry" || !wanted(role.name)) continue;
				const content = await from.read(role.name);
				if (content !== void 0) await accept(to, role.name, content);
				else log.warning({
					message: "this result is damaged and is not used",
					place: { file }
				});
			}
		}
	};
	return {
		copyHints: (store) => copy((name) => parseEntryName(name).kind === "hints", store),
		async copyResults(work, store) {
			const plan = await planOf(work);
			for (const part of parts) checkOrigin(part, plan, parts[0]?.document.count);
			warnOfOthers(parts, log);
			const names = entryNames(work.plan.variants, work.jobs);
			const wanted = new Set(names.flatMap(resultNames));
			await copy((name) => wanted.has(name), store);
			return new Map(parts.flatMap(({ document }) => Object.entries(document.seconds)));
		}
	};
}
async function findParts(folder) {
	const own = await readPart(folder);
	if (own !== void 0) return [own];
	const names = await readdir(folder).catch(() => []);
	const found = (await Promise.all(names.map((name) => readPart(join(folder, name))))).filter((part) => part !== void 0);
	if (found.length > 0) return found;
	throw new Failure("usage", {
		message: "the folder has no results of a shard",
		place: { file: folder },
		hint: "Name a folder that `build --shard` has written, or the folder with all of them."
	});
}
async function readPart(folder) {
	const file = join(folder, PART_FILE);
	const content = await readIfExists(file);
	if (content === void 0) return void 0;
	const { data: document } = partSchema.safeParse(tryParseJson(String(content)));
	if (document !== void 0) return {
		folder,
		document
	};
	throw new Failure("usage", {
		message: "this is not a part that this version of triton-aot can read",
		place: { file },
		hint: "Use the same version of triton-aot for all shards and the package."
	});
}
/** @throws {Failure} `usage` with what differs if a part is not of this build. */
function checkOrigin({ folder, document }, plan, count) {
	const wrong = (what, hint) => new Failure("usage", {
		message: `these results are of another build: ${what}`,
		place: { file: folder },
		hint
	});
	const differs = (name, theirs, ours) => wrong(`${name} ${theirs}, not ${ours}`, "Build the shards and the package from the same.");
	if (document.package !== plan.package) throw differs("the package", document.package, plan.package);
	if (document.triton !== plan.triton) throw differs("Triton", document.triton, plan.triton);
	if (count !== void 0 && document.count !== count) throw wrong(`shard ${document.shard} of ${document.count}, with others of ${count}`, "Name the parts of one division.");
	if (document.plan === plan.plan) return;
	if (document.manifest !== plan.manifest) throw wrong("the manifest differs", "Check out the same commit for all shards and the package.");
	throw wrong(`its plan is ${document.plan.slice(0, 16)}, not ${plan.plan.slice(0, 16)}`, "Use the same sources, targets, kernels, kind of machine and version of triton-aot for all.");
}
function warnOfOthers(parts, log) {
	const count = parts[0]?.document.count ?? 0;
	const there = new Set(parts.map(({ document }) => document.shard));
	const missing = Array.from({ length: count }, (_each, at) => at + 1).filter((shard) => !there.has(shard));
	if (missing.length > 0) log.warning({
		message: `no results of shard ${missing.join(", ")} of ${count}`,
		hint: "What they lack is computed here. Run their jobs again, or name their folders."
	});
	if (new Set(parts.map(({ document }) => document.division)).size > 1) log.warning({
		message: `${plural(parts.length, "shard")} divided the work by different times`,
		hint: "What none of them has is computed here. Give them the same store."
	});
}
// src/manifest/terms/package.ts
/** A licence identifier; `+` includes later versions. Custom ones start with `LicenseRef-`. */
const IDENTIFIER = /^(DocumentRef-[A-Za-z0-9.-]+:)?[A-Za-z0-9.-]+\+?$/;
const OPERATORS = [
	"AND",
	"OR",
	"WITH"
];
/** The maximum length, which also limits the depth of parentheses. */
const MAX_LENGTH = 1e3;
/**
* True if a text has the form of an SPDX licence expression, such as `MIT` or `(Apache-2.0 WITH
* LLVM-exception) OR MIT`. Does not check that the licences exist, since the list grows every year.
* Source: SPDX Specification 2.3, annex D.
*/
function isLicenseExpression(text) {
	const tokens = text.match(/[()]|[^()\s]+/g) ?? [];
	let at = 0;
	const take = (...expected) => {
		const isNext = expected.includes(tokens[at] ?? "");
		if (isNext) at += 1;
		return isNext;
	};
	const identifier = () => {
		const token = tokens[at] ?? "";
		at += 1;
		return IDENTIFIER.test(token) && !OPERATORS.includes(token);
	};
	const term = () => {
		if (take("(")) return expression() && take(")");
		return identifier() && (!take("WITH") || identifier());
	};
	const expression = () => {
		if (!term()) return false;
		return take("AND", "OR") ? expression() : true;
	};
	return text.length <= MAX_LENGTH && expression() && at === tokens.length;
}
/** The forms that cubins have in a package's C sources: compressed, or byte by byte. */
const EMBED_FORMS = ["compressed", "raw"];
const DEFAULT_EMBED = "compressed";
// src/manifest/terms/options.ts
/**
* The options of Triton's CUDA backend that a manifest may set, by Triton's names. They are listed
* here because Triton ignores unknown names. Options that name files (the kernel hash would miss
* their content), that Triton overwrites, or that instrument code are left out.
* Source: `CUDAOptions` of Triton 3.6.0 to 3.9.0.
*/
const OPTIONS$1 = {
	num_warps: {
		schema: powerOfTwo(32).describe("Warps of one block."),
		since: "3.6.0"
	},
	num_stages: {
		schema: whole(1, 64).describe("Stages of software pipelining."),
		since: "3.6.0"
	},
	num_ctas: {
		schema: powerOfTwo(16).describe("Blocks of one cluster (sm_90 and later)."),
		since: "3.6.0"
	},
	maxnreg: {
		schema: whole(1, 255).describe("The most registers a thread may use."),
		since: "3.6.0"
	},
	enable_fp_fusion: {
		schema: flag().describe("Contract a multiplication and an addition into one operation."),
		since: "3.6.0"
	},
	launch_pdl: {
		schema: flag().describe("Programmatic dependent launch (sm_90 and later)."),
		since: "3.6.0"
	},
	launch_cooperative_grid: {
		schema: flag().describe("Launch all blocks at once or not at all."),
		since: "3.6.0"
	},
	enable_reflect_ftz: {
		schema: flag().describe("Flush denormals to zero in libdevice functions."),
		since: "3.6.0"
	},
	default_dot_input_precision: {
		schema: _enum([
			"tf32",
			"tf32x3",
			"ieee",
			"bf16x3",
			"bf16x6"
		], { error: "expected one of tf32, tf32x3, ieee, bf16x3, bf16x6" }).describe("How tl.dot treats fp32 inputs."),
		since: "3.6.0"
	},
	sanitize_overflow: {
		schema: flag().describe("Check integer overflow (with debug)."),
		since: "3.6.0"
	},
	debug: {
		schema: flag().describe("Keep device_assert and other checks."),
		since: "3.6.0"
	},
	ptx_options: {
		schema: string({ error: "expected text" }).regex(/^(?!.*(?:options-file|-optf))[\w .,:=+-]*$/, { error: "expected ptxas options (letters, digits, spaces and _ . , : = + -), no options file" }).describe("Further command line options for ptxas."),
		since: "3.6.0"
	},
	sched4reg: {
		schema: flag().describe("Schedule for few registers."),
		since: "3.9.0"
	},
	clc: {
		schema: flag().describe("Cluster launch control (sm_100 and later)."),
		since: "3.9.0"
	}
};
/**
* The default options, as in Triton's JIT. enable_fp_fusion is set explicitly, since its default
* changes with Triton 3.10.
*/
const DEFAULT_OPTIONS = {
	num_warps: 4,
	num_stages: 3,
	enable_fp_fusion: true
};
function isOptionName(name) {
	return Object.hasOwn(OPTIONS$1, name);
}
/**
* Checks the value of an option from the manifest, where integers are bigint.
* @returns the value, or a message with what was expected.
*/
function readOption(name, value) {
	const checked = OPTIONS$1[name].schema.safeParse(value);
	if (!checked.success) return {
		ok: false,
		message: checked.error.issues[0]?.message ?? "invalid value"
	};
	return {
		ok: true,
		value: typeof checked.data === "bigint" ? Number(checked.data) : checked.data
	};
}
/** Sorts options into the order of the table, so that equal options give equal JSON. */
function sortOptions(options) {
	return Object.fromEntries(Object.keys(OPTIONS$1).flatMap((name) => {
		const value = options[name];
		return value === void 0 ? [] : [[name, value]];
	}));
}
function whole(least, most) {
	const error = `expected a whole number from ${least} to ${most}`;
	return bigint({ error }).min(BigInt(least), { error }).max(BigInt(most), { error });
}
function powerOfTwo(most) {
	const error = `expected a power of two up to ${most}`;
	return bigint({ error }).refine((value) => value <= BigInt(most) && isPowerOfTwo(value), { error });
}
function flag() {
	return boolean({ error: "expected true or false" });
}
// src/manifest/operator-schema.ts
const literal = union([
	bigint(),
	floatSchema,
	boolean()
], { error: "expected an integer, a float, true or false" });
const names = record(string(), textSchema("a name"), { error: "expected a map of names in the kernel to names of the operator" });
const backward = union([string(), strictObject({
	op: textSchema("the name of an operator"),
	gradients: record(string(), textSchema("a tensor of this operator"), { error: "expected a map such as { dy: y, dx: x }" }).optional().describe("For tensors of the other operator, the tensor here that each is the gradient of.")
})], { error: "expected the name of an operator, or a map with `op` and `gradients`" });
const shared = {
	arguments: record(string(), union([
		expressionSchema,
		floatSchema,
		boolean()
	], { error: "expected a number, true, false or an expression such as `x.shape[0]`" }), { error: "expected a map of sizes and scalar parameters to values" }).optional().describe("Sizes and scalar parameters that callers do not give: numbers, or expressions of other sizes and of `TENSOR.shape[AXIS]` and `TENSOR.stride[AXIS]`."),
	defaults: record(string(), literal, { error: "expected a map of arguments to values" }).optional().describe("Values of scalar arguments that callers can leave out."),
	returns: array(textSchema("an output"), { error: "expected a list of outputs" }).optional().describe("The outputs to return. Default: those that no later kernel reads."),
	backward: backward.optional().describe("The operator that computes gradients. Its name, or a map with `op` and `gradients`.")
};
const inKernel = strictObject({
	name: textSchema("a name").optional().describe("The name of the operator. Kernels with the same name are one operator. Default: the name of the kernel."),
	names: names.optional().describe("Other names of tensors, sizes and scalar parameters, by those in the kernel."),
	...shared
}, { error: "expected a name, or a map with settings of the operator" });
/** The schema of `op:` in a kernel. */
const kernelOperatorSchema = union([string(), inKernel], { error: "expected a name, or a map with settings of the operator" });
/** The schema of an entry of `ops:`, without its `for`. */
const operatorShape = {
	kernels: array(union([string(), strictObject({
		kernel: textSchema("the name of a kernel"),
		names: names.optional()
	})], { error: "expected the name of a kernel, or a map with `kernel` and `names`" }), { error: "expected a list of kernels" }).min(1, { error: "expected at least one kernel" }).describe("The kernels to launch, in order. Tensors, sizes and scalars of the same name are the same."),
	...shared
};
strictObject(operatorShape);
/** The known keys of the map at a path inside `op:`, or inside an entry of `ops:`. */
function operatorKeys(path, isJoint) {
	if (path[0] === "backward") return ["op", "gradients"];
	if (path[0] === "kernels") return ["kernel", "names"];
	return isJoint ? ["for", ...Object.keys(operatorShape)] : Object.keys(inKernel.shape);
}
// src/manifest/schema.ts
/** The generator of the C code: this program, or Triton's own compile.py and link.py. */
const GENERATORS = ["native", "triton"];
/** The sources of hints for arguments that have none in the manifest. */
const SPECIALISE_MODES = ["auto", "listed"];
/** The ways to take kernels from their files. */
const SOURCE_MODES = ["slice", "import"];
const constant = union([
	bigint(),
	floatSchema,
	boolean(),
	string(),
	_null()
], { error: ({ input }) => `expected an integer, a float, true, false, a string or null${Array.isArray(input) ? "; found a list. Write one entry of `configs:` for each value. A kernel that needs the list itself reads it from its file, as in `NAME = tl.constexpr([\u2026])`" : ""}` }).describe("The value of a constexpr. `tl.float16` is the Triton dtype.");
const constants$4 = record(string(), constant, { error: "expected a map of parameter names to values" });
const argument = textSchema("a type such as `*fp16:16`, `i32` or `i32:1`").describe(`A type with an optional hint: \`TYPE\`, \`TYPE:16\`, \`:8\`, \`:4\` or \`:2\` (divisible by that number) or \`TYPE:1\` (equal to 1). Types: ${ARGUMENT_TYPE_NAMES.join(" ")}`);
const targetList = array(textSchema(`a target such as \`sm_90\``), { error: "expected a list of targets" }).min(1, { error: "expected at least one target" });
const targets = union([targetList, string().transform((text) => text.split(",").map((name) => name.trim()))], { error: "expected a list of targets such as [sm_80, sm_90], or one target" }).describe(`GPU architectures, as a list or as text with commas: ${TARGET_NAMES.join(" ")}`);
const config = object({ targets: targets.optional().describe("The targets that the config is for. Default: all of the kernel.") }, { error: "expected a map of parameter names to values" }).catchall(constant);
const mostConfigs = bigint({ error: "expected the number of configs to take, such as 12" }).min(1n, { error: "expected at least one config" });
const grid = union([expressionSchema, array(expressionSchema).min(1)], { error: "expected one to three expressions, as a list or as text with commas (quote one that contains `?:`)" }).describe("The number of blocks on each axis: one to three expressions of arguments, constants and grid parameters.");
const body = {
	source: textSchema("`FILE.py:FUNCTION`").optional().describe("The kernel function: `FILE.py:FUNCTION`, the file relative to the manifest, or `MODULE:FUNCTION` for a package in `packages`."),
	source_mode: _enum(SOURCE_MODES, { error: `expected one of ${SOURCE_MODES.join(", ")}` }).optional().describe("How the kernel is taken from its file: only the function and what it needs (`slice`, the default), or by importing the file (`import`)."),
	globals: record(string(), constant, { error: "expected a map of names to values" }).optional().describe("Values that the kernel reads and that are known only when the program runs, by name. `tl.NAME` is an object of Triton."),
	signature: textSchema("one token per parameter, separated by commas").optional().describe("Types and constants in the order of the function's parameters, separated by commas."),
	arguments: record(string(), union([argument, array(argument).min(1)], { error: "expected a type such as `*fp16:16` or `i32`, or a list of specialisations of one type" }), { error: "expected a map of parameter names to types" }).optional().describe("Types of run-time parameters by name. A list gives several specialisations."),
	specialise: _enum(SPECIALISE_MODES, { error: `expected one of ${SPECIALISE_MODES.join(", ")}` }).optional().describe("Whether hints are found for arguments that have none (`auto`, the default), or only those that the manifest lists are used (`listed`)."),
	specialisations: array(record(string(), literal$1([
		16n,
		8n,
		4n,
		2n,
		1n
	], { error: "expected 16, 8, 4 or 2 (a divisor of the value), or 1 (equal to 1)" }), { error: "expected a map of parameters to hints, such as { K: 16, stride_ak: 1 }" }), { error: "expected a list of maps, such as [{ K: 16 }, {}]" }).min(1, { error: "expected at least one specialisation" }).optional().describe("Sets of hints for all arguments at once. Arguments that a set does not name have none. `{}` takes any values."),
	constants: constants$4.optional().describe("Values of constexpr parameters by name."),
	configs: union([
		literal$1("autotune"),
		strictObject({ autotune: mostConfigs }),
		array(config).min(1)
	], { error: "expected a list of configs, or `autotune` or `{ autotune: COUNT }` to use those of @triton.autotune" }).optional().describe("Choices of constants and options. Each is one algo, numbered in this order. `autotune` uses those of @triton.autotune, and `{ autotune: 12 }` the 12 of them that differ most."),
	grid: grid.optional(),
	grid_parameters: record(string(), textSchema("an integer type such as `i32`"), { error: "expected a map of names to integer types" }).optional().describe("Additional C parameters that only the grid uses."),
	requires: union([expressionSchema, array(expressionSchema)], { error: "expected an expression such as `n % 16 == 0`, or a list of expressions" }).optional().describe("Conditions on arguments, grid parameters and constants. A call that does not meet all of them is refused."),
	strict_configs: boolean({ error: "expected true or false" }).optional().describe("Whether a config of `configs: autotune` that does not compile is an error. Default: false, which drops it with a warning."),
	depends: array(textSchema("a glob"), { error: "expected a list of globs" }).optional().describe("Globs of further files that the kernel depends on. The Python files it imports need not be listed."),
	line_info: boolean({ error: "expected true or false" }).optional().describe("Whether cubins have line tables, so that profilers show the lines of the Python source. Default: false."),
	targets: targets.optional(),
	smoke: smokeSchema$1.optional().describe("The test of the kernel on a GPU."),
	budget: budgetSchema.optional().describe("Limits of what the kernel takes. Exceeding one fails the build, or warns."),
	bench: benchSchema$1.optional().describe("What `triton-aot bench` compares the kernel with."),
	op: kernelOperatorSchema.optional().describe("The operator over tensors that the kernel is, for PyTorch and others: its name, or a map. It needs `smoke.buffers`."),
	tune: tuneSchema.optional().describe("What is measured on a GPU to choose an algo by the sizes of a call."),
	...Object.fromEntries(Object.entries(OPTIONS$1).map(([name, { schema }]) => [name, orPlaceholder(schema).describe(schema.description ?? "").optional()]))
};
const choice = union([
	string(),
	bigint(),
	number(),
	boolean()
], { error: "expected a string, a number, true or false" });
const choiceLists = record(string(), array(choice, { error: "expected a list of values" }).min(1, { error: "expected at least one value" }), { error: "expected a map of names to lists" });
const choices = array(record(string(), choice, { error: "expected a map of names to values" })).min(1, { error: "expected at least one map" });
const forSchema = union([choiceLists, choices], { error: "expected a map of names to lists, or a list of maps of names to values" }).optional();
const kernel = strictObject({
	for: forSchema.describe("Lists of values by name: one kernel for each combination. Or a list of maps of values by name: one kernel for each map. `{name}` is replaced by the value."),
	...body
}, { error: "expected a map with the settings of a kernel" }).describe("One C entry point.");
const operator = strictObject({
	for: forSchema.describe("Values by name, as for kernels: one implementation of the operator for each choice."),
	...operatorShape
}, { error: "expected a map with `kernels`" }).describe("An operator over tensors that launches several kernels.");
const vendored = strictObject({
	flat: boolean({ error: "expected true or false" }).optional().describe("All files directly in the folder, not in one folder for each entry point."),
	header: textSchema("text").optional().describe("The comment at the start of each file. `{file}`, `{kernel}`, `{source}` and `{triton}` are replaced."),
	trailing_whitespace: _enum(["kept", "trimmed"], { error: "expected kept or trimmed" }).optional().describe("`trimmed`: without blanks at the end of lines and empty lines at the end of files."),
	extra_files: array(textSchema("a glob"), { error: "expected a list of globs" }).optional().describe("Globs of files that `verify` ignores.")
}, { error: "expected a map with `flat`, `header`, `trailing_whitespace` or `extra_files`" });
const manifestSchema$1 = strictObject({
	package: textSchema("the name of the package").describe("The name of the package: a C identifier."),
	version: textSchema("a version such as 1.2.0 (in quotes if it has only one dot)").optional().describe("The version of the package. Default: 0.0.0."),
	license: textSchema("an SPDX license expression such as `MIT`").optional().describe("The license of the kernels, as an SPDX expression."),
	triton: string({ error: ({ input }) => versionError(input) }).describe(`The exact Triton version. Releases: ${RELEASES.join(" ")}`),
	targets: targets.optional(),
	generator: _enum(GENERATORS, { error: `expected one of ${GENERATORS.join(", ")}` }).optional().describe("The generator of the C code: this program (`native`, the default) or Triton's own tools (`triton`)."),
	embed: _enum(EMBED_FORMS, { error: `expected one of ${EMBED_FORMS.join(", ")}` }).optional().describe("How cubins are in the C sources: `compressed` (the default), or `raw`, as the driver takes them."),
	ptx_fallback: boolean({ error: "expected true or false" }).optional().describe("Embed the PTX of the oldest target too, for GPUs that no cubin is for. Default: false."),
	vendored: vendored.optional().describe("How files of Triton's own tools are kept in a repository (generator `triton`)."),
	requirements: array(textSchema("a requirement such as `numpy` or `numpy==2.1.0`"), { error: "expected a list of requirements" }).optional().describe("Python packages that the kernel files import. Triton need not be listed."),
	packages: record(string(), textSchema("an exact version such as 1.2.0 (in quotes if it has only one dot)"), { error: "expected a map of package names to exact versions" }).optional().describe("Packages of the index whose kernels are built, with their exact versions. Their wheels are unpacked, not installed."),
	budget: budgetSchema.optional().describe("The budget of every kernel. `budget` in a kernel replaces single limits."),
	defaults: strictObject(body, { error: "expected a map of settings" }).optional().describe("Settings merged into every kernel."),
	kernels: record(string(), kernel, { error: "expected a map of kernel names to settings" }),
	ops: record(string(), operator, { error: "expected a map of operator names to settings" }).optional().describe("Operators that launch several kernels. `op` in a kernel makes one of that kernel.")
}, { error: "expected a map with `package`, `triton`, `targets` and `kernels`" });
/** YAML reads `3.8` as a number. */
function versionError(input) {
	const expected = `expected an exact Triton version such as ${NEWEST_TESTED}`;
	if (typeof input !== "number" && typeof input !== "bigint") return expected;
	const parsed = parseTritonVersion(String(input));
	return parsed.ok ? expected : parsed.problem.message;
}
/** The JSON Schema of `kernels.yaml`, for editors. */
function manifestJsonSchema() {
	return {
		title: "triton-aot kernels.yaml",
		...toJSONSchema(manifestSchema$1, {
			target: "draft-7",
			io: "input",
			unrepresentable: "any",
			override: ({ zodSchema, jsonSchema }) => {
				const { type } = zodSchema._zod.def;
				if (type === "bigint") jsonSchema.type = "integer";
				if (type === "custom") jsonSchema.type = "number";
			}
		})
	};
}
// src/manifest/terms/c-names.ts
/** Keywords of C11 and C++20. */
const KEYWORDS = new Set(`alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
  co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype
  default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
  int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
  reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch
  template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void
  volatile wchar_t while xor xor_eq`.split(/\s+/));
/** Macros with ordinary names that headers or compilers may define. */
const MACROS = new Set("NULL EOF errno assert linux unix i386 stdin stdout stderr".split(" "));
/** Functions of the C library that compilers know: redeclaring one is an error or a warning. */
const LIBRARY = new Set(`abort abs acos acosh asin asinh atan atan2 atanh atexit atof atoi atol bsearch calloc cbrt ceil clock copysign
  cos cosh div erf erfc exit exp exp2 expm1 fabs fdim floor fma fmax fmin fmod free frexp getc getenv hypot ilogb
  index isalnum isalpha isdigit isfinite isinf isnan isspace j0 j1 jn labs ldexp ldiv lgamma llabs llrint llround
  log log10 log1p log2 logb lrint lround main malloc memchr memcmp memcpy memmove memset modf nan nearbyint
  nextafter pow printf putc puts qsort raise rand read realloc remainder remove remquo rename rewind rindex rint
  round scalbln scalbn signal signbit sin sinh snprintf sprintf sqrt srand strcat strchr strcmp strcpy strlen
  strstr strtod strtol system tan tanh tgamma time tolower toupper trunc ungetc vprintf write y0 y1 yn`.split(/\s+/));
/** Returns why `name` cannot be the name of a generated C function; undefined if it can. */
function reservedName(name) {
	if (!/^[A-Za-z]\w*$/.test(name) || name.includes("__")) return "expected a letter, then letters, digits and single underscores";
	if (KEYWORDS.has(name)) return "it is a keyword of C or C++";
	if (MACROS.has(name) || LIBRARY.has(name)) return "the C library uses it";
	if (name.startsWith("aot_")) return "names that start with `aot_` are reserved";
	if (/^cu[A-Z]/.test(name)) return "names that start with `cu` and a capital letter belong to the CUDA driver API";
}
/** True if the name is a keyword of C or C++ or a common macro. */
function isKeyword(name) {
	return KEYWORDS.has(name) || MACROS.has(name);
}
/** Names that the generated code and the headers it includes use. */
const GENERATED = /^(aot_|CU|cu[A-Z])|_t$/;
/** Returns a C name for a Python parameter: the same name if C and the generated code allow it. */
function parameterName(name, taken) {
	const plain = name.replaceAll(/\W/g, "_").replace(/^_(?=[A-Z_])/, "p_");
	let candidate = GENERATED.test(plain) ? `p_${plain}_` : plain;
	while (isKeyword(candidate) || taken.has(candidate)) candidate += "_";
	return candidate;
}
// src/package/triton-tools/refusals.ts
/** Options with these values are what compile.py does by default. */
const IMPLIED = {
	enable_fp_fusion: true,
	num_ctas: 1
};
const SETTABLE = ["num_warps", "num_stages"];
/** Returns a problem for everything that Triton's tools have no option for, or fail at. */
function unsupportedProblems(kernel, triton) {
	const messages = [
		...kernel.configs.flatMap((config) => [...constantsOf(config), ...optionsOf(config)]),
		...repeatedConfigs(kernel),
		...argumentsOf(kernel),
		...otherDivisors(kernel),
		...unreadableHints(kernel, triton),
		...conditionsOf$1(kernel),
		...kernel.lineInfo ? ["`line_info: true`: the line tables of compile.py have the absolute path and the time of the kernel file"] : []
	];
	return [...new Set(messages)].map((message) => ({
		message: `${kernel.name}: ${message}`,
		place: kernel.place,
		hint: "Use the native generator, which supports this."
	}));
}
function constantsOf({ constants }) {
	return [...constants].flatMap(([name, { kind }]) => kind === "int" || kind === "float" ? [] : [`the constant \`${name}\` is of kind ${kind}, but compile.py only accepts integers and floats`]);
}
function optionsOf({ options }) {
	return Object.entries(options).flatMap(([name, value]) => SETTABLE.includes(name) || IMPLIED[name] === value ? [] : [`\`${name}: ${value}\`: compile.py has no such option, only num_warps and num_stages`]);
}
/** compile.py names files by signature, num_warps and num_stages: equal configs share a file. */
function repeatedConfigs({ configs }) {
	const first = /* @__PURE__ */ new Map();
	return configs.flatMap(({ constants, options }, index) => {
		const key = [
			...[...constants.values()].map((constant) => JSON.stringify(Object.values(constant).map(String))),
			options.num_warps,
			options.num_stages
		].join(" ");
		const before = first.get(key);
		if (before === void 0) first.set(key, index);
		return before === void 0 ? [] : [`algo ${index} is the same as algo ${before}, and compile.py would write one file for both`];
	});
}
function argumentsOf(kernel) {
	const given = [
		...kernel.arguments.map(({ name }) => name),
		...kernel.heuristics.map(({ parameter }) => parameter),
		...constantNames(kernel)
	];
	const fromPython = kernel.parameters.filter((name) => !given.includes(name));
	const tensors = kernel.arguments.filter(({ type }) => type.kind === "tensor");
	const isEmpty = kernel.specialisations.some((specialisation) => passedArguments(kernel, specialisation).length === 0);
	return [
		...tensors.map(({ name }) => `\`${name}\` is a tensor descriptor, which compile.py does not support`),
		...fromPython.map((name) => `\`${name}\` has the default of the Python function, which compile.py does not use`),
		...kernel.gridParameters.map(({ name }) => `the grid parameter \`${name}\` is not supported: functions of compile.py only take the kernel's arguments`),
		...isEmpty ? ["no run-time argument is left, and without one compile.py writes C that does not compile"] : []
	];
}
function constantNames({ configs }) {
	return configs.flatMap(({ constants }) => [...constants.keys()]);
}
/** Their functions pass what they get: they neither compute a parameter nor refuse a call. */
function conditionsOf$1({ heuristics, requirements }) {
	return [...heuristics.map(({ parameter }) => `\`${parameter}\` is computed by @triton.heuristics, which functions of link.py do not do`), ...requirements.map(({ text }) => `functions of link.py do not check the condition \`${text}\``)];
}
function otherDivisors({ arguments: args, specialisations }) {
	return specialisations.flatMap(({ hints }) => args.flatMap(({ name }, index) => {
		const hint = hints[index] ?? 0;
		return [
			0,
			1,
			16
		].includes(hint) ? [] : [`\`${name}\` has the hint \`:${hint}\`, but compile.py knows only :16 and :1`];
	}));
}
function unreadableHints(kernel, triton) {
	return kernel.specialisations.flatMap(({ hints }) => readHints(kernel, hints, triton) === void 0 ? [`link.py fails to read the hints \`${hintSuffix(kernel, hints, triton)}\` (Triton 3.7 to 3.9)`] : []);
}
const LETTERS = {
	16: "d",
	1: "c"
};
/**
* The file name suffix in which compile.py encodes the hints: by position among all parameters,
* constants included. Triton 3.6 lists every position, later releases only those with a hint.
*/
function hintSuffix(kernel, hints, triton) {
	const byName = new Map(kernel.arguments.map(({ name }, index) => [name, hints[index] ?? 0]));
	return kernel.parameters.map((name, position) => {
		const letter = LETTERS[byName.get(name) ?? 0] ?? "";
		return letter !== "" || listsEveryPosition(triton) ? `${position}${letter}` : "";
	}).join("");
}
/**
* Reads the suffix as link.py does: by position among the run-time arguments, and by what the rest
* of the text starts with. Returns the hints of the run-time arguments; undefined if link.py fails.
* Source: link.py of 3.6.0, 3.8.0 and 3.9.0, compared by test/integration/triton-tools.test.ts.
*/
function readHints(kernel, suffixed, triton) {
	let rest = hintSuffix(kernel, suffixed, triton);
	const hints = kernel.arguments.map((_argument, position) => {
		if (!rest.startsWith(String(position))) return 0;
		rest = rest.slice(String(position).length);
		const hint = hintOf(rest.charAt(0));
		if (hint !== 0) rest = rest.slice(1);
		return hint;
	});
	return rest === "" || listsEveryPosition(triton) ? hints : void 0;
}
function hintOf(letter) {
	if (letter === "d") return 16;
	return letter === "c" ? 1 : 0;
}
function listsEveryPosition(triton) {
	return compareReleases(triton, "3.7.0") < 0;
}
// src/package/triton-tools/known-wrong.ts
/**
* Known errors in files of compile.py and link.py, by the name that allows them.
* Source: the tools of Triton 3.6.0, 3.8.0 and 3.9.0.
*/
const KNOWN_WRONG = [
	"float-scalar",
	"misread-hint",
	"split-one",
	"wide-one",
	"constant-name",
	"parameter-name",
	"several-targets",
	"renamed-kernel",
	"warp-specialised"
];
/** The problem for a known error in the files of a kernel. */
function knownWrongProblem(kernel, name, what) {
	return {
		message: `${kernel.name}: ${what} (known wrong: ${name})`,
		place: kernel.place,
		hint: `Use the native generator, which does this right, or write the files anyway with --allow-known-wrong ${name}.`
	};
}
/** Finds known errors that the plan alone shows, except for those in `allowed`. */
function knownWrong(kernel, triton, allowed) {
	return Object.entries(CHECKS).filter(([name]) => !allowed.has(name)).flatMap(([name, check]) => [...new Set(check(kernel, triton))].map((what) => knownWrongProblem(kernel, name, what)));
}
const CHECKS = {
	"float-scalar": ({ arguments: args }) => args.flatMap(({ name, type }) => type.kind === "scalar" && /^(?:b?f|fp)(?:16|32)$/.test(type.scalar) ? [`compile.py passes \`${name}\` (${type.scalar}) as a double, but the kernel reads only ${sizeOf$1(type)} of its 8 bytes (Triton 3.4 to 3.9)`] : []),
	"misread-hint": (kernel, triton) => kernel.specialisations.flatMap(({ hints }) => {
		const read = readHints(kernel, hints, triton);
		if (read === void 0 || read.every((hint, index) => hint === hints[index])) return [];
		const [found, meant] = [read, hints].map((each) => conditions(kernel, each));
		return [`link.py checks ${found}, but the kernel is compiled for ${meant}, because ${reason(kernel)}`];
	}),
	"split-one": ({ arguments: args, specialisations }) => args.flatMap(({ name }, index) => {
		const hints = new Set(specialisations.map(({ hints: own }) => own[index]));
		return hints.size > 1 && hints.has(1) ? [`link.py makes separate algos for \`${name}\` with and without \`:1\`, so the caller has to choose (Triton 3.6 to 3.9)`] : [];
	}),
	"wide-one": ({ arguments: args, specialisations }) => args.flatMap(({ name, type }, index) => isInteger(type) && formatArgumentType(type).endsWith("64") && specialisations.some(({ hints }) => hints[index] === 1) ? [`compile.py declares \`${name}\` (${formatArgumentType(type)}:1) as int32_t, which truncates the value before it is compared with 1 (Triton 3.6 to 3.9)`] : []),
	"constant-name": ({ configs }) => configs.flatMap(({ constants }) => [...constants].flatMap(([name, constant]) => constant.kind === "float" || constant.kind === "int" && constant.value < 0n ? [`link.py writes the constant \`${name}\` (${constant.value}) into the name of a function, which is not valid C (Triton 3.6 to 3.9)`] : [])),
	"parameter-name": (kernel) => kernel.arguments.flatMap(({ name }) => isKeyword(name) || LOCALS.has(name) || name === kernel.name ? [`with a parameter named \`${name}\`, the generated files do not compile as both C and C++ (Triton 3.6 to 3.9)`] : []),
	"several-targets": ({ targets }) => targets.length > 1 ? [`compile.py names its files without the target, so the files for ${targets.at(-1)?.name} replace those for ${targets.slice(0, -1).map(({ name }) => name).join(", ")}; build each target into its own folder with --targets (Triton 3.6 to 3.9)`] : []
};
/** Variables in the generated functions of compile.py and link.py. */
const LOCALS = /* @__PURE__ */ new Set([
	"stream",
	"algo_id",
	"gX",
	"gY",
	"gZ",
	"args",
	"global_scratch",
	"profile_scratch"
]);
function conditions(kernel, hints) {
	return `\`${kernel.arguments.flatMap(({ name }, index) => hintConditions(name, hints[index])).join(" && ") || "nothing"}\``;
}
function reason(kernel) {
	const runtime = new Set(kernel.arguments.map(({ name }) => name));
	return kernel.parameters.slice(0, kernel.arguments.length).every((name) => runtime.has(name)) ? "link.py reads positions from 10 on digit by digit (Triton 3.7 to 3.9)" : "link.py does not count constants before an argument (Triton 3.6 to 3.9)";
}
// src/manifest/tuning/classes.ts
/** The classes of a kernel's calls, the most regular first. The last of a set of hints takes all others. */
function callClasses(kernel) {
	return hintSets(kernel).flatMap((hints, index) => {
		const whole = kernel.arguments.filter(({ type }, at) => isInteger(type) && isWeak(hints[at] ?? 0));
		const others = {
			hints: index,
			whole: []
		};
		return whole.length === 0 ? [others] : [{
			hints: index,
			whole
		}, others];
	});
}
/** Returns the index of the class of a call with a set of hints. */
function classOf(classes, hints, values) {
	return classes.findIndex((each) => each.hints === hints && each.whole.every(({ name }) => meets(values.get(name) ?? 0n, 16)));
}
/** Returns the indices of the specialisations that no measured size reaches on any device. */
function unmeasuredSpecialisations(kernel, { tables }) {
	const classes = callClasses(kernel);
	const measured = new Set(tables.flatMap((table) => classes.flatMap(({ hints }, at) => (table.classes[at]?.sizes ?? 0) > 0 ? [hints] : [])));
	return [...kernel.specialisations.keys()].filter((index) => !measured.has(hintSetOf(kernel, index)));
}
function isWeak(hint) {
	return hint > 1 && hint < 16;
}
// src/manifest/tuning/choose-algos.ts
/**
* Chooses algos by the measurements of one kernel: for each device that was measured, for each of
* their compute capabilities, and for all others. A device that was not measured gets the choice of
* the one with the most multiprocessors. The result does not depend on the order of the measurements.
*/
function chooseAlgos(measurements, settings) {
	const byName = groupBy(measurements.toSorted(bySize), ({ device }) => device.name);
	const names = [...byName.keys()].toSorted();
	const tables = names.map((name) => makeTable(byName.get(name) ?? [], settings));
	const devices = names.map((name, table) => ({
		name,
		table
	}));
	const capabilityOf = (table) => Number(byName.get(names[table] ?? "")?.[0]?.device.capability);
	const ranked = [...names.keys()].toSorted((a, b) => capabilityOf(b) - capabilityOf(a) || (tables[b]?.multiprocessors ?? 0) - (tables[a]?.multiprocessors ?? 0));
	const ofCapability = [...new Set(ranked.map(capabilityOf))].toSorted((a, b) => a - b).map((capability) => ({
		capability: capability.toFixed(1),
		table: ranked.find((table) => capabilityOf(table) === capability) ?? 0
	}));
	return {
		devices: [
			...devices,
			...ofCapability,
			{ table: ranked[0] ?? 0 }
		],
		tables
	};
}
/** Returns the algo that is chosen for a measured size on its device. */
function chosenFor({ devices, tables }, measurement) {
	const { device } = measurement;
	const table = tables[(devices.find(({ name }) => name === device.name) ?? devices.find(({ capability }) => capability === device.capability) ?? devices.at(-1))?.table ?? 0];
	return table === void 0 ? 0 : decideFor(table, measurement);
}
function decideFor(table, { values, blocks, class: ofClass }) {
	return decide(table, ofClass, {
		valueOf: (name) => values.get(name) ?? 0n,
		blocksOf: (algo) => blocks.get(algo)
	});
}
function bySize(a, b) {
	const [one, other] = [a, b].map(({ values }) => [...values].join(" "));
	return (one ?? "") < (other ?? "") ? -1 : 1;
}
function makeTable(measurements, { parameters, classes, rank }) {
	const { multiprocessors = 1, capability = "" } = measurements[0]?.device ?? {};
	const ofClass = classes.map((_each, index) => measurements.filter((each) => each.class === index));
	const length = lengthOf$1(ofClass.reduce((one, other) => other.length > one.length ? other : one), keyOf$6(measurements, parameters), multiprocessors);
	const fitted = ofClass.map((own) => fitClass(own, length, multiprocessors));
	const all = [...new Set(measurements.flatMap(({ times }) => [...times.keys()]))];
	const table = {
		multiprocessors,
		length,
		classes: classes.map(({ hints }, index) => {
			const own = fitted[index] ?? [];
			const sizes = ofClass[index]?.length ?? 0;
			if (own.length > 0) return {
				sizes,
				algos: own
			};
			const sibling = fitted.find((each, at) => each.length > 0 && classes[at]?.hints === hints);
			if (sibling !== void 0) return {
				sizes,
				algos: sibling
			};
			const best = bestRanked(all, (algo) => rank(algo, hints, capability));
			const others = fitted.find((each) => each.length > 0) ?? [];
			return {
				sizes,
				algos: best === void 0 ? others : [{
					algo: best,
					...UNKNOWN$1
				}]
			};
		})
	};
	const known = measurements.map((each) => {
		const time = each.times.get(decideFor(table, each));
		return time === void 0 ? Infinity : time / Math.min(...each.times.values());
	}).filter(Number.isFinite);
	const mean = known.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, known.length);
	return {
		...table,
		sizes: measurements.length,
		mean,
		worst: Math.max(1, ...known)
	};
}
/** The model of an algo that is the only one. */
const UNKNOWN$1 = {
	resident: 1,
	terms: []
};
/** The parameters that the choice may depend on and that have several values. */
function keyOf$6(measurements, parameters) {
	const allowed = new Set(measurements.flatMap(({ key }) => key ?? parameters));
	return parameters.filter((name) => allowed.has(name) && new Set(measurements.map(({ values }) => values.get(name))).size > 1);
}
/**
* Returns the parameters whose product explains the times best as the length of a block's loop: none,
* one, or two of them.
*/
function lengthOf$1(measurements, key, multiprocessors) {
	const pairs = key.flatMap((one, index) => key.slice(index + 1).map((other) => [one, other]));
	const algos = candidates(measurements);
	let best;
	for (const names of [
		[],
		...key.map((name) => [name]),
		...pairs
	]) {
		const error = algos.reduce((sum, algo) => sum + fitTimes(timedSizes(measurements, algo, names), multiprocessors, [1]).error, 0);
		if (best === void 0 || error < best.error * .98) best = {
			names,
			error
		};
	}
	return best?.names ?? [];
}
function fitClass(measurements, length, multiprocessors) {
	return candidates(measurements).map((algo) => ({
		algo,
		...fitTimes(timedSizes(measurements, algo, length), multiprocessors).model
	}));
}
function timedSizes(measurements, algo, length) {
	return measurements.flatMap(({ times, values, blocks }) => {
		const microseconds = times.get(algo);
		if (microseconds === void 0) return [];
		return {
			microseconds,
			blocks: Number(blocks.get(algo) ?? 0n),
			length: length.reduce((product, name) => product * Number(values.get(name) ?? 0n), 1),
			weight: Math.min(...times.values()) / microseconds
		};
	});
}
/** The algos with times, in ascending order. One that failed for a size counts only if all did. */
function candidates(measurements) {
	const all = [...new Set(measurements.flatMap(({ times }) => [...times.keys()]))];
	const reliable = all.filter((algo) => !measurements.some(({ failed }) => failed.has(algo)));
	return (reliable.length > 0 ? reliable : all).toSorted((a, b) => a - b);
}
/** The algo with the lowest rank, and of equal ones the first; undefined if none has a rank. */
function bestRanked(algos, rank) {
	let best;
	for (const algo of algos.toSorted((a, b) => a - b)) {
		const cost = rank(algo);
		if (cost !== void 0 && (best === void 0 || isLower(cost, best.cost))) best = {
			algo,
			cost
		};
	}
	return best?.algo;
}
function isLower(one, other) {
	const at = one.findIndex((value, index) => value !== other[index]);
	return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}
// src/manifest/tuning/file.ts
/** The name of the file with measurements, beside the manifest. */
const TUNING_FILE = "tuning.json";
/** Format 1 has no multiprocessors. */
const TUNING_FORMAT = 2;
/** One algo with one size: how long a call takes, or why it has no time. */
const scoreSchema = object({
	/** The algo's number when it was measured. */
	algo: number().int().nonnegative(),
	/** The kernel hash of the variant that ran. It decides whether the score still holds. */
	hash: string().regex(/^[0-9a-f]{64}$/),
	/** The median time of a call. */
	microseconds: number().positive().optional(),
	/** The reason that there is no time: the call failed, hung or was refused. */
	fault: string().optional()
});
const sizeSchema = object({
	/** The integer parameters of the call, and its grid parameters, by name. */
	values: record(string(), union([number().int(), string().regex(/^-?\d+$/)], { error: "expected an integer, as text if it is large" })),
	scores: array(scoreSchema)
});
const tunedKernelSchema = object({
	kernel: string(),
	device: object({
		name: string(),
		/** The compute capability, such as `9.0`. */
		capability: string().regex(/^\d+\.\d+$/),
		multiprocessors: number().int().positive(),
		/** The version of the driver. */
		driver: string(),
		/** The SM clock while measuring, in MHz: the lowest and the highest seen. */
		clocks: object({
			from: number(),
			to: number()
		}).optional()
	}),
	triton: string(),
	/** The parameters that the choice may depend on. Default: all integers. */
	key: array(string()).optional(),
	/** The whole score matrix. */
	sizes: array(sizeSchema)
});
const tuningSchema = object({
	format: literal$1(TUNING_FORMAT, { error: `expected format ${TUNING_FORMAT}: it was written by another version of triton-aot` }),
	kernels: array(tunedKernelSchema)
});
/** Returns the measurements in a tuning file; undefined if there is none. @throws as `readTuningFile`. */
async function readTuning(file) {
	return (await readTuningFile(file))?.kernels;
}
/**
* Reads a tuning file. Returns undefined if there is none.
* @throws {Failure} `usage` if it is not a tuning file.
*/
async function readTuningFile(file) {
	let text;
	try {
		text = (await readIfExists(file))?.toString();
	} catch (error) {
		const message = `cannot read the tuning file: ${reasonOf$1(error)}`;
		throw new Failure("usage", {
			message,
			place: { file }
		}, { cause: error });
	}
	if (text === void 0) return void 0;
	const value = tryParseJson(text);
	const parsed = tuningSchema.safeParse(value);
	if (parsed.success) return {
		file,
		text,
		kernels: parsed.data.kernels
	};
	const [issue] = parsed.error.issues;
	const where = issue === void 0 || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
	throw new Failure("usage", {
		message: `not a tuning file${where}: ${value === void 0 ? "not JSON" : issue?.message}`,
		place: { file },
		hint: "Run `triton-aot tune` again, or delete the file."
	});
}
/**
* Writes a tuning file with one line for each size, sorted, so that differences are easy to read.
* @throws {Failure} `environment` if it cannot be written.
*/
async function writeTuning(file, kernels) {
	const entries = kernels.toSorted((a, b) => keyOf$5(a) < keyOf$5(b) ? -1 : 1).map(({ sizes, ...rest }) => {
		return `    ${JSON.stringify(rest, void 0, 2).replaceAll("\n", "\n    ").slice(0, -6)},\n      "sizes": [\n${sizes.map((size) => `        ${JSON.stringify(size)}`).join(",\n")}\n      ]\n    }`;
	});
	const text = `{\n  "format": ${TUNING_FORMAT},\n  "kernels": [\n${entries.join(",\n")}\n  ]\n}\n`;
	try {
		await writeAtomically(file, (fresh) => writeFile(fresh, text));
	} catch (error) {
		const message = `cannot write the tuning file: ${reasonOf$1(error)}`;
		throw new Failure("environment", {
			message,
			place: { file }
		}, { cause: error });
	}
}
function keyOf$5({ kernel, device }) {
	return [
		kernel,
		device.capability,
		device.name
	].join("\0");
}
// src/plan/smoke-launches.ts
/**
* The specialisations that a case reaches with one of `algos`, and with which of them, unless it is
* all. Integers have the case's values. A pointer is aligned to 16 bytes; in the run of a
* specialisation with a weaker hint than others, it is aligned to that hint only.
*/
function reachedSpecialisations(kernel, algos, call) {
	const configs = algos.map((algo) => ({
		algo,
		config: configForCall(kernel, algo, call)
	}));
	return kernel.specialisations.flatMap((specialisation, index) => {
		const offsets = Object.fromEntries(kernel.arguments.flatMap(({ name, type }, position) => {
			if (type.kind !== "pointer" || call.buffers.get(name) === null) return [];
			const hint = specialisation.hints[position] ?? 0;
			if (hint === Math.max(...hintsAt(kernel, position))) return [];
			return [[name, Math.max(hint, bytesOf(type.element))]];
		}));
		const reached = configs.flatMap(({ algo, config }) => takenBy(kernel, config, call, offsets) === index ? [algo] : []);
		if (reached.length === 0) return [];
		return [{
			specialisation: index,
			offsets,
			...!(reached.length === algos.length) && { algos: reached }
		}];
	});
}
/** Returns the index of the specialisation that a call with aligned pointers takes with an algo, or -1. */
function specialisationFor(kernel, algo, call) {
	return takenBy(kernel, configForCall(kernel, algo, call), call, {});
}
/** The specialisation that a call takes, the first of which all holds; -1 if there is none. */
function takenBy(kernel, config, call, offsets) {
	return kernel.specialisations.findIndex((specialisation) => isReachable(config, specialisation) && kernel.arguments.every(({ name }, position) => holds$1(specialisation.hints[position] ?? 0, name, call, offsets)));
}
function holds$1(hint, name, call, offsets) {
	const value = call.scalars.get(name);
	return meets(value?.kind === "integer" ? value.value : BigInt(offsets[name] ?? 0), hint);
}
/** Returns why a case reaches no specialisation: `K is 65, but every specialisation needs K % 16 == 0`. */
function unreachedReason(kernel, call) {
	return kernel.arguments.flatMap(({ name }, position) => {
		const hints = [...hintsAt(kernel, position)];
		if (hints.some((hint) => holds$1(hint, name, call, {}))) return [];
		const needed = hints.flatMap((hint) => hintConditions(name, hint)).join(" or ");
		return [`${name} is ${call.scalars.get(name)?.value}, but every specialisation needs ${needed}`];
	}).join("; ");
}
/** The conditions to reach a specialisation: its hints hold, those of more specific ones do not. */
function reachingValues(kernel, specialisation, isNull) {
	const needs = kernel.arguments.flatMap(({ name, type }, position) => {
		const hint = specialisation.hints[position] ?? 0;
		const others = [...hintsAt(kernel, position)].filter((other) => other !== hint);
		if (type.kind === "pointer") return hint === 0 && others.length > 0 && isNull(name) ? [`${name} not null`] : [];
		const stronger = others.filter((other) => strengthOf(other) > strengthOf(hint) && (hint === 0 || other !== 1));
		return [...hintConditions(name, hint), ...stronger.flatMap((other) => hintConditions(name, other)).map((each) => each.replace("==", "!="))];
	});
	const computed = kernel.heuristics.flatMap(({ parameter, text }) => {
		const value = specialisation.heuristics.get(parameter);
		return value === void 0 ? [] : [`${parameter} = ${formatConstant(value)} (\`${text}\`)`];
	});
	return [...needs, ...computed].join(", ");
}
/** The hints of an argument in all specialisations. */
function hintsAt(kernel, position) {
	return new Set(kernel.specialisations.map(({ hints }) => hints[position] ?? 0));
}
/** The number of blocks of a case under one algo. */
function evaluateCaseGrid(kernel, algo, call, problems) {
	const grid = `the grid of algo ${algo} in case \`${call.name}\``;
	const blocks = [];
	for (const expression of kernel.grid) {
		const result = evaluateForCall(kernel, algo, expression, call);
		if (!result.ok) {
			problems.add(`${result.fault} in ${grid}`);
			return;
		}
		blocks.push(result.value);
	}
	const over = GRID_AXES.find(({ limit }, axis) => (blocks[axis] ?? 1n) > limit);
	if (over !== void 0) {
		const limit = `the ${over.name} axis can have at most ${over.limit} blocks`;
		problems.add(`${grid} is ${blocks.join(" \u00d7 ")}, but ${limit}`);
		return;
	}
	const [x = 1n, y = 1n, z = 1n] = blocks;
	return [
		x,
		y,
		z
	];
}
/** Returns whether a launch of the grid does nothing. */
function isEmptyGrid(grid) {
	return grid.some((blocks) => blocks <= 0n);
}
/** The scalars of a case with one integer set to 0 so that no tested algo launches anything. */
function emptyScalars(shared, values, buffers) {
	const { kernel, algos, scope, types } = shared;
	for (const [name, value] of [...values.chosen, ...values.given]) {
		if (typeof value !== "bigint") continue;
		const chosen = new Map([...values.chosen, [name, 0n]]);
		const attempt = new Problems();
		const changed = caseScope({
			...values,
			chosen
		}, scope, types, attempt);
		if (changed === void 0) continue;
		const scalars = scalarsIn(changed, types);
		if (algos.every((algo) => {
			const grid = evaluateCaseGrid(kernel, algo, {
				name,
				scalars,
				buffers
			}, attempt);
			return grid !== void 0 && isEmptyGrid(grid);
		})) return scalars;
	}
}
/** The bytes and operations of one call of a case, if the manifest gives them. */
function measuresOf(smoke, scope, buffers, name, problems) {
	const measure = (key) => {
		const expression = smoke[key];
		if (expression === void 0) return void 0;
		if (expression === "buffers") return movedBytes(buffers);
		const value = evaluateInteger(expression, scope, problems.at(key));
		if (value === void 0 || value >= 0n) return value;
		problems.at(key).add(`\`${expression.text}\` is negative in case \`${name}\``);
	};
	return {
		bytes: measure("bytes"),
		flops: measure("flops")
	};
}
/** The bytes that a call reads and writes: every input or output once, an `inout` twice. */
function movedBytes(buffers) {
	let bytes = 0;
	for (const buffer of buffers.values()) {
		if (buffer === null || buffer.role === "scratch") continue;
		bytes += countOf$3(buffer) * bytesOf(buffer.element) * (buffer.role === "inout" ? 2 : 1);
	}
	return BigInt(bytes);
}
// src/plan/measurements.ts
const NOTHING = {
	measurements: [],
	scores: 0,
	outdated: 0,
	unmeasured: []
};
/**
* Reads the measurements of a kernel on one device. Algos are recognised by the hashes of the
* variants that the device runs, so their numbers can change.
* @param problems bound to the entry
*/
function readMeasurements(entry, kernel, variants, problems) {
	checkEntry(entry, kernel, problems);
	if (!problems.isEmpty) return NOTHING;
	const algos = algosByHash(variants, entry.device.capability);
	if (algos.size === 0) return NOTHING;
	const scores = entry.sizes.flatMap((size) => size.scores);
	const measured = new Set(scores.map(({ hash }) => algos.get(hash)));
	const present = [...new Set(algos.values())].toSorted((a, b) => a - b);
	return {
		measurements: entry.sizes.flatMap((size) => measurementOf(entry, size, kernel, algos) ?? []),
		scores: scores.length,
		outdated: scores.filter(({ hash }) => !algos.has(hash)).length,
		unmeasured: present.filter((algo) => !measured.has(algo))
	};
}
/** Formats as `M = 16, N = 32`. */
function describeValues(values) {
	return [...values].map(([name, value]) => `${name} = ${value}`).join(", ");
}
/** The algos of the variants that a device runs, by kernel hash. Of equal configs, the first. */
function algosByHash(variants, capability) {
	const version = parseCapability(capability);
	const nearest = /* @__PURE__ */ new Map();
	for (const variant of variants.filter(({ target }) => runsOn(target, version))) {
		const row = `${variant.config} ${variant.specialisation}`;
		const other = nearest.get(row);
		if (other === void 0 || variant.target.arch > other.target.arch) nearest.set(row, variant);
	}
	const sorted = [...nearest.values()].toSorted((a, b) => b.config - a.config);
	return new Map(sorted.map(({ hash, config }) => [hash, config]));
}
/** Returns undefined if no algo of the plan has a time. */
function measurementOf({ device, key }, { values, scores }, kernel, algos) {
	const times = /* @__PURE__ */ new Map();
	const failed = /* @__PURE__ */ new Set();
	for (const { hash, microseconds, fault } of scores) {
		const algo = algos.get(hash);
		if (algo === void 0) continue;
		if (microseconds !== void 0) times.set(algo, Math.min(microseconds, times.get(algo) ?? microseconds));
		else if (!/refuse/i.test(fault ?? "")) failed.add(algo);
	}
	if (times.size === 0) return void 0;
	const integers = new Map(Object.entries(values).map(([name, each]) => [name, BigInt(each)]));
	const call = callWith(integers);
	const [first = 0] = algos.values();
	const reached = specialisationFor(kernel, first, call);
	if (reached < 0) return void 0;
	return {
		device,
		key: kernel.tune.key ?? key,
		values: integers,
		blocks: blocksOf(kernel, [...algos.values()], call),
		class: classOf(callClasses(kernel), hintSetOf(kernel, reached), integers),
		times,
		failed
	};
}
/** Returns how many blocks algos launch, for those that do not refuse the call. */
function blocksOf(kernel, algos, call) {
	return new Map(algos.flatMap((algo) => {
		if (refusalOf(kernel, algo, call) !== void 0) return [];
		const grid = evaluateCaseGrid(kernel, algo, {
			...call,
			name: ""
		}, new Problems());
		return grid === void 0 ? [] : [[algo, grid.reduce((all, axis) => all * axis, 1n)]];
	}));
}
function callWith(values) {
	const scalars = [...values].map(([name, value]) => [name, {
		kind: "integer",
		value
	}]);
	return {
		scalars: new Map(scalars),
		buffers: /* @__PURE__ */ new Map()
	};
}
/** Checks that an entry is of this kernel and has a time for every size. */
function checkEntry(entry, kernel, problems) {
	const { device, key = [], sizes } = entry;
	if (!/^[\x20-\x7e]+$/.test(device.name)) problems.at("device", "name").add(`\`${device.name}\` is not the name of a GPU`);
	const integers = integersOf(kernel);
	const names = integers.map(({ name }) => name);
	const known = /* @__PURE__ */ new Set([...names, ...kernel.parameters]);
	for (const [index, name] of key.entries()) if (!known.has(name)) problems.at("key", index).add(`${kernel.name} has no parameter \`${name}\``, OTHER_KERNEL);
	for (const [index, size] of sizes.entries()) {
		const inSize = problems.at("sizes", index);
		for (const name of Object.keys(size.values).filter((each) => !names.includes(each))) {
			const message = `${kernel.name} has no integer parameter \`${name}\`${didYouMean(name, names)}`;
			inSize.at("values", name).add(message, OTHER_KERNEL);
		}
		for (const argument of integers) checkValue(argument, kernel, size, inSize.at("values"));
		if (!size.scores.some(({ microseconds }) => microseconds !== void 0)) {
			const fault = size.scores.find((score) => score.fault !== void 0)?.fault;
			inSize.add(`${kernel.name}: no algo has a time for ${describeValues(Object.entries(size.values))} on ${device.name}${fault === void 0 ? "" : `: ${fault}`}`, "Correct the kernel and run `triton-aot tune` again, or remove this size.");
		}
	}
}
const OTHER_KERNEL = "These are measurements of another kernel. Run `triton-aot tune` again, or remove them.";
function checkValue({ name, type }, kernel, { values }, problems) {
	const value = values[name];
	if (value === void 0) {
		problems.add(`${kernel.name}: no value for \`${name}\``, OTHER_KERNEL);
		return;
	}
	const range = type.kind === "scalar" ? integerRange(type.scalar) : void 0;
	const number = BigInt(value);
	if (range === void 0 || range.from <= number && number <= range.to) return;
	problems.at(name).add(`${kernel.name}: \`${name}\` is ${formatArgumentType(type)} and cannot be ${value}`);
}
// src/plan/choices.ts
/** The choices if there are no measurements. */
const NO_CHOICES = {
	choices: /* @__PURE__ */ new Map(),
	measured: /* @__PURE__ */ new Map(),
	warnings: []
};
/** Reads the measurements beside a manifest; undefined if there are none. @throws as `readTuningFile`. */
function readTuningBeside(manifest) {
	return readTuningFile(join(dirname(manifest), TUNING_FILE));
}
/**
* Chooses the algos of a plan by measurements and, for specialisations that were not measured, by what
* the compiler says of their code.
* @throws {Failure} `usage` with all problems at once.
*/
function planChoices(tuning, { kernels, variants, manifest }, { isStrict = false, rankOf = () => void 0 } = {}) {
	if (tuning === void 0) return NO_CHOICES;
	const choices = /* @__PURE__ */ new Map();
	const measured = /* @__PURE__ */ new Map();
	const document = documentOf(tuning);
	const problems = new Problems(document);
	const outdated = unknownKernels(tuning, manifest, document);
	const warnings = [];
	const planned = groupBy(variants, ({ kernel }) => kernel);
	for (const kernel of kernels) {
		const indices = [...tuning.kernels.keys()].filter((index) => tuning.kernels[index]?.kernel === kernel.name);
		const [first] = indices;
		if (first === void 0) continue;
		const own = planned.get(kernel) ?? [];
		const read = indices.flatMap((index) => {
			const entry = tuning.kernels[index];
			const inEntry = problems.at("kernels", index);
			return entry === void 0 ? [] : [readMeasurements(entry, kernel, own, inEntry)];
		});
		const place = document.locate(["kernels", first]);
		outdated.push(...outdatedScores(kernel, read, place));
		const measurements = read.flatMap((each) => each.measurements);
		if (measurements.length === 0) continue;
		measured.set(kernel.name, measurements);
		const choice = chooseAlgos(measurements, {
			parameters: integersOf(kernel).map(({ name }) => name),
			classes: callClasses(kernel),
			rank: (algo, hints, capability) => {
				const version = parseCapability(capability);
				const costs = own.filter(({ config, specialisation, target }) => config === algo && hintSetOf(kernel, specialisation) === hints && runsOn(target, version)).flatMap((variant) => {
					const cost = rankOf(variant);
					return cost === void 0 ? [] : [cost];
				});
				return costs.length === 0 ? void 0 : worstCost(costs);
			}
		});
		choices.set(kernel.name, {
			tuning: sha256(tuning.text),
			...choice
		});
		warnings.push(...slowChoices(kernel, choice, place), ...missingAlgos(kernel, read, place));
	}
	problems.throwIfAny();
	if (isStrict && outdated.length > 0) throw new Failure("usage", outdated);
	return {
		choices,
		measured,
		warnings: [...outdated, ...warnings]
	};
}
/** The highest number at each place. */
function worstCost(costs) {
	return costs.reduce((worst, cost) => worst.map((each, at) => Math.max(each, cost[at] ?? each)));
}
/** A problem for each kernel of the file that the manifest does not have. */
function unknownKernels({ kernels }, manifest, document) {
	const known = manifest.kernels.map(({ name }) => name);
	const names = kernels.map(({ kernel }) => kernel);
	return [...new Set(names)].filter((name) => !known.includes(name)).map((name) => ({
		message: `the measurements of \`${name}\` are not used, because the manifest has no such kernel${didYouMean(name, known)}`,
		place: document.locate([
			"kernels",
			names.indexOf(name),
			"kernel"
		]),
		hint: "Remove them, or rename them if the kernel was renamed."
	}));
}
function outdatedScores({ name }, read, place) {
	const outdated = read.reduce((sum, each) => sum + each.outdated, 0);
	if (outdated === 0) return [];
	const scores = read.reduce((sum, each) => sum + each.scores, 0);
	return [{
		message: `${name}: ${outdated} of ${plural(scores, "measured time")} are not used, because they are of other code than this build's`,
		place,
		hint: "The kernel, its configs or Triton changed after the measurement. Run `triton-aot tune` again."
	}];
}
/** The mean ratio of times above which a choice is reported. */
const SLOW = 1.1;
/** A warning for each device on which the choice is slow for the measured sizes. */
function slowChoices({ name }, { devices, tables }, place) {
	return devices.flatMap(({ name: device, table }) => {
		const mean = tables[table]?.mean ?? 1;
		if (device === void 0 || mean <= SLOW) return [];
		return [{
			message: `${name}: on ${device}, the chosen algo takes ${mean.toFixed(2)} \u00d7 the time of the best on average, because the times of the measured sizes do not follow the number of blocks and the parameters`,
			place,
			hint: "Name more parameters in the `key` of `tune:`."
		}];
	});
}
/** A warning for algos that the choice ignores because they were not measured. */
function missingAlgos({ name }, read, place) {
	const missing = [...new Set(read.flatMap(({ unmeasured }) => unmeasured))];
	if (missing.length === 0) return [];
	return [{
		message: `${name}: no measurement of algo ${missing.toSorted((a, b) => a - b).join(", ")}, so it is never chosen`,
		place,
		hint: "Run `triton-aot tune` again. Without `cases` in `tune:`, it measures the `algos` of the smoke section only."
	}];
}
/** The places in a tuning file, which is parsed for them when the first one is needed. */
function documentOf({ file, text }) {
	let parsed;
	const locate = (path) => {
		try {
			parsed ??= parseManifestText(text, file);
			return parsed.locate(path);
		} catch {
			return {
				file,
				path: formatPath(path)
			};
		}
	};
	return {
		file,
		value: void 0,
		has: () => true,
		locate
	};
}
// src/compile/cubin/elf.ts
const HEADER_SIZE = 64;
const SECTION_HEADER_SIZE = 64;
const SYMBOL_SIZE = 24;
const SHT_NOBITS = 8;
/** Longer than any compiler's names. Limits the work that a damaged string table can cause. */
const MAX_NAME = 4096;
/** `\x7fELF`, 64-bit, little-endian, version 1. */
const MAGIC = [
	127,
	69,
	76,
	70,
	2,
	1,
	1
];
/**
* Reads the section and symbol tables.
* @throws {Failure} `abi` if the file is damaged or cut off.
*/
function readElf(bytes) {
	const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const header = sliceBytes(file, 0, HEADER_SIZE, "the ELF header");
	if (MAGIC.some((byte, at) => header.getUint8(at) !== byte)) throw damagedCubin("it is not a 64-bit little-endian ELF file");
	const programSize = header.getUint16(54, true) * header.getUint16(56, true);
	sliceBytes(file, programSize === 0 ? 0 : offsetAt(header, 32), programSize, "the program headers");
	const sections = readSections(file, header);
	return {
		machine: header.getUint16(18, true),
		abiVersion: header.getUint8(8),
		flags: header.getUint32(48, true),
		sections,
		symbols: readSymbols(sections)
	};
}
/** The failure for an unreadable cubin. */
function damagedCubin(message) {
	return new Failure("abi", {
		message: `cannot read the cubin: ${message}`,
		hint: "Compile the kernel again. If that does not help, its Triton version writes an unknown format."
	});
}
/**
* Returns a part of `view`, called `what` in errors.
* @throws {Failure} `abi` if it exceeds the view.
*/
function sliceBytes(view, offset, size, what) {
	if (offset + size > view.byteLength) throw damagedCubin(`${what} is cut off: it ends at byte ${offset + size}, but there are only ${view.byteLength} bytes`);
	return new DataView(view.buffer, view.byteOffset + offset, size);
}
function readSections(file, header) {
	const count = header.getUint16(60, true);
	if (header.getUint16(58, true) !== SECTION_HEADER_SIZE) throw damagedCubin(`its section headers have ${header.getUint16(58, true)} bytes`);
	const table = sliceBytes(file, offsetAt(header, 40), count * SECTION_HEADER_SIZE, "the section table");
	const entries = Array.from({ length: count }, (_, index) => {
		const entry = sliceBytes(table, index * SECTION_HEADER_SIZE, SECTION_HEADER_SIZE, "a section header");
		const size = offsetAt(entry, 32);
		const inFile = entry.getUint32(4, true) === SHT_NOBITS ? 0 : size;
		const offset = inFile === 0 ? 0 : offsetAt(entry, 24);
		return {
			nameAt: entry.getUint32(0, true),
			size,
			contents: sliceBytes(file, offset, inFile, `section ${index}`)
		};
	});
	const names = entries[header.getUint16(62, true)]?.contents;
	if (names === void 0) throw damagedCubin("it has no section names");
	return entries.map(({ nameAt, size, contents }) => ({
		name: nameIn(names, nameAt),
		size,
		contents
	}));
}
function readSymbols(sections) {
	const table = sections.find(({ name }) => name === ".symtab")?.contents;
	const names = sections.find(({ name }) => name === ".strtab")?.contents;
	if (table === void 0 || names === void 0) throw damagedCubin("it has no symbols");
	return Array.from({ length: Math.floor(table.byteLength / SYMBOL_SIZE) }, (_, index) => {
		const at = index * SYMBOL_SIZE;
		return {
			name: nameIn(names, table.getUint32(at, true)),
			type: table.getUint8(at + 4) & 15,
			other: table.getUint8(at + 5)
		};
	});
}
/** A 64-bit offset. Above 2^53 it is not exact, but still beyond the end of any file. */
function offsetAt(view, at) {
	return Number(view.getBigUint64(at, true));
}
function nameIn(table, at) {
	const rest = sliceBytes(table, at, Math.max(0, Math.min(MAX_NAME, table.byteLength - at)), "a name");
	const bytes = new Uint8Array(rest.buffer, rest.byteOffset, rest.byteLength);
	const end = bytes.indexOf(0);
	if (end < 0) throw damagedCubin(`the name at ${at} of a string table has no end`);
	return new TextDecoder().decode(bytes.subarray(0, end));
}
// src/compile/cubin/cubin.ts
const EM_CUDA = 190;
const STT_FUNC = 2;
/** Set in `st_other` of functions that the host can launch. */
const STO_CUDA_ENTRY = 16;
/** Reads a cubin. @throws {Failure} `abi` if it is damaged or has an unknown format. */
function readCubin(bytes) {
	const elf = readElf(bytes);
	if (elf.machine !== EM_CUDA) throw damagedCubin(`it is for machine ${elf.machine}, not for a GPU`);
	const common = attributesIn(elf, ".nv.info");
	const kernels = elf.symbols.flatMap(({ name, type, other }, index) => type === STT_FUNC && (other & STO_CUDA_ENTRY) !== 0 ? [readKernel(elf, name, index, common)] : []);
	return {
		arch: archOf(elf),
		kernels
	};
}
/**
* ABI 7 has the architecture in the lowest byte of the flags, ABI 8 in the one above.
* Source: cubins of ptxas 12.8, 12.9 and 13.x for sm_75 to sm_121.
*/
function archOf({ abiVersion, flags }) {
	if (abiVersion === 7) return flags & 255;
	if (abiVersion === 8) return flags >>> 8 & 255;
	throw damagedCubin(`its ABI version ${abiVersion} is unknown`);
}
function readKernel(elf, name, symbol, common) {
	const own = attributesIn(elf, `.nv.info.${name}`);
	const bank = own.find(({ tag }) => tag === EIATTR.PARAM_CBANK);
	const bankSize = own.find(({ tag }) => tag === EIATTR.CBANK_PARAM_SIZE);
	const contentsOf = (names) => elf.sections.flatMap((each) => names.test(each.name) ? [each.contents] : []);
	const kernel = {
		name,
		parameters: readParameters(own),
		registers: valueFor(common, EIATTR.REGCOUNT, symbol),
		stackBytes: valueFor(common, EIATTR.FRAME_SIZE, symbol),
		staticSharedBytes: elf.sections.find((it) => it.name === `.nv.shared.${name}`)?.size ?? 0,
		code: contentsOf(/^\.text\./),
		data: contentsOf(/^\.nv\.(constant(?!0)|global)/),
		constantBankParameterOffset: bank === void 0 ? 0 : symbolValueOf(bank).number & 65535,
		constantBankParameterSize: bankSize === void 0 ? 0 : halfOf(bankSize)
	};
	checkLayout$1(kernel);
	return kernel;
}
function readParameters(attributes) {
	return attributes.flatMap(({ tag, value }) => {
		if (tag !== EIATTR.KPARAM_INFO && tag !== EIATTR.KPARAM_INFO_V2) return [];
		const info = sliceBytes(value, 0, 12, "a parameter's description");
		const word = info.getUint32(8, true);
		const size = tag === EIATTR.KPARAM_INFO ? word >>> 18 : word & 65535;
		return [{
			ordinal: info.getUint16(4, true),
			offset: info.getUint16(6, true),
			size
		}];
	}).toSorted((a, b) => a.ordinal - b.ordinal);
}
/** Rejects a parameter table with gaps or overlaps. */
function checkLayout$1({ name, parameters, constantBankParameterSize: bankSize }) {
	let end = 0;
	for (const [index, { ordinal, offset, size }] of parameters.entries()) {
		if (ordinal !== index || size === 0 || offset < end) throw damagedCubin(`the parameter table of ${name} is inconsistent at parameter ${index}`);
		end = offset + size;
	}
	if (end > bankSize) throw damagedCubin(`the parameters of ${name} end at byte ${end} of ${bankSize}`);
}
function attributesIn(elf, name) {
	const section = elf.sections.find((it) => it.name === name);
	if (section === void 0) throw damagedCubin(`it has no section ${name}`);
	return readAttributes(section.contents);
}
function valueFor(attributes, wanted, symbol) {
	for (const attribute of attributes) {
		if (attribute.tag !== wanted) continue;
		const value = symbolValueOf(attribute);
		if (value.symbol === symbol) return value.number;
	}
	throw damagedCubin(`it has no register count or stack size for symbol ${symbol}`);
}
/**
* The attributes that are read, with the names and layout that `cuobjdump -elf` shows.
* Source: its output for cubins of Triton 3.6, 3.8 and 3.9 from sm_75 to sm_121.
*/
const EIATTR = {
	PARAM_CBANK: 10,
	FRAME_SIZE: 17,
	KPARAM_INFO: 23,
	CBANK_PARAM_SIZE: 25,
	REGCOUNT: 47,
	/** Replaces KPARAM_INFO in kernels whose parameters take more than 4 KiB. */
	KPARAM_INFO_V2: 69
};
/**
* The ways in which an attribute stores its value: nothing, one or two bytes in place, or a counted byte string.
*/
const FORMAT$1 = {
	none: 1,
	byte: 2,
	half: 3,
	counted: 4
};
/** Reads an `.nv.info` section. @throws {Failure} `abi` if it is damaged. */
function readAttributes(section) {
	const attributes = [];
	let at = 0;
	while (at < section.byteLength) {
		const head = sliceBytes(section, at, 4, "an attribute");
		const format = head.getUint8(0);
		if (format < FORMAT$1.none || format > FORMAT$1.counted) throw damagedCubin(`an attribute has the unknown format ${format}`);
		const counted = format === FORMAT$1.counted;
		const size = counted ? head.getUint16(2, true) : 2;
		const value = sliceBytes(section, at + (counted ? 4 : 2), size, "an attribute's value");
		attributes.push({
			tag: head.getUint8(1),
			value
		});
		at += counted ? 4 + size : 4;
	}
	return attributes;
}
/** The value of an attribute with 16 bits. */
function halfOf({ value }) {
	return sliceBytes(value, 0, 2, "an attribute's value").getUint16(0, true);
}
/** The value of an attribute with a symbol index and a number. */
function symbolValueOf({ value }) {
	const pair = sliceBytes(value, 0, 8, "an attribute's value");
	return {
		symbol: pair.getUint32(0, true),
		number: pair.getUint32(4, true)
	};
}
// src/compile/cubin/parameters.ts
/** Checks a cubin with one kernel for one target. Returns what is wrong. */
function checkCubin(cubin, expected) {
	const problems = [];
	if (cubin.arch !== expected.target.arch) problems.push(`the cubin is made for sm_${cubin.arch}, not for ${expected.target.name}`);
	const names = cubin.kernels.map(({ name }) => name);
	const kernel = cubin.kernels.find(({ name }) => name === expected.kernel);
	if (kernel === void 0 || names.length !== 1) problems.push(`the cubin should contain only the kernel ${expected.kernel}, but contains ${list$2(names)}`);
	if (kernel !== void 0) problems.push(...checkParameters(kernel, expected.parameters));
	return problems;
}
/** Compares the parameters that a launcher passes with the kernel's own table. */
function checkParameters(kernel, expected) {
	const problems = [];
	const base = kernel.constantBankParameterOffset;
	let next = 0;
	for (const [index, parameter] of expected.entries()) {
		const read = kernel.parameters[index];
		const what = `parameter ${index} \`${parameter.name}\``;
		const offset = alignUp(base + next, parameter.align ?? parameter.size) - base;
		const passed = {
			offset,
			size: parameter.size
		};
		if (read === void 0) problems.push(`${what}: the header passes ${describe$3(passed)}, the kernel reads nothing`);
		else if (read.size !== passed.size || read.offset !== passed.offset) problems.push(`${what}: the header passes ${describe$3(passed)}, the kernel reads ${describe$3(read)}`);
		next = read === void 0 ? offset + passed.size : read.offset + read.size;
	}
	for (const read of kernel.parameters.slice(expected.length)) problems.push(`parameter ${read.ordinal}: the header passes nothing, the kernel reads ${describe$3(read)}`);
	return problems;
}
function describe$3({ offset, size }) {
	return `${size} ${size === 1 ? "byte" : "bytes"} at offset ${offset}`;
}
function alignUp(offset, alignment) {
	return Math.ceil(offset / alignment) * alignment;
}
function list$2(names) {
	return names.length === 0 ? "no kernel" : names.join(", ");
}
// src/compile/cubin/tensor-layout.ts
/** CUtensorMap, in bytes. Source: CUDA Driver API. */
const MAP = {
	size: 128,
	align: 64
};
/** The layout of a tensor whose first parameter is at `index` of the cubin's table. */
function tensorLayout(type, map, table, index) {
	const rank = type.block.length;
	if (map !== void 0) return {
		kind: "map",
		rank,
		map
	};
	const flags = table.slice(index + 1 + 2 * rank).findIndex(({ size }) => size !== 1);
	return {
		kind: "separate",
		rank,
		flags: Math.max(0, flags)
	};
}
/** The parameters of a tensor, in order. */
function tensorParameters(name, layout) {
	const { rank } = layout;
	const list = (count, size, what) => Array.from({ length: count }, (_, index) => ({
		name: `${name}.${what}[${index}]`,
		size
	}));
	return [
		...layout.kind === "map" ? [{
			name,
			...MAP
		}] : [
			{
				name,
				size: 8
			},
			...list(rank, 8, "shape"),
			...list(rank, 8, "strides"),
			...list(layout.flags, 1, "flags")
		],
		...list(rank, 4, "shape"),
		...list(rank, 8, "strides")
	];
}
/** The same parameters, as members of the launcher's `struct aot_passed_tensor`. */
function tensorNames(layout) {
	const axes = Array.from({ length: layout.rank }, (_, axis) => axis);
	const shape = axes.map((axis) => `shape[${axis}]`);
	const strides = axes.map((axis) => `strides[${axis}]`);
	return [
		...layout.kind === "map" ? ["map"] : [
			"data",
			...shape,
			...strides,
			...["nan_padding", "no_rounding"].slice(0, layout.flags)
		],
		...axes.map((axis) => `short_shape[${axis}]`),
		...strides
	];
}
/** Returns the size of a member of `struct aot_passed_tensor`, or of an element of it. */
function tensorPart(name) {
	return PARTS.get(name);
}
const PARTS = /* @__PURE__ */ new Map([
	["map", MAP],
	["data", { size: 8 }],
	["shape", { size: 8 }],
	["strides", { size: 8 }],
	["short_shape", { size: 4 }],
	["nan_padding", { size: 1 }],
	["no_rounding", { size: 1 }]
]);
// src/compile/cubin/check.ts
/**
* Returns a ranking of checked variants: those that spill fewer bytes first, then those of which a
* multiprocessor can have more warps.
*/
function rankByCode(checked) {
	const byHash = new Map(checked.map(({ variant, resources }) => [variant.hash, resources]));
	return ({ hash }) => {
		const resources = byHash.get(hash);
		return resources && [resources.instructions.spillBytes, -resources.occupancy.warps];
	};
}
/** The alignment of the driver's memory pools, in bytes. Source: CUDA Driver API, cuMemAlloc. */
const POOL_ALIGNMENT = 256;
/** Pointers Triton appends to the arguments. Source: its NVIDIA driver, 3.6.0 to 3.9.0. */
const HIDDEN_PARAMETERS = [{
	name: "global scratch",
	size: 8
}, {
	name: "profile scratch",
	size: 8
}];
/**
* Checks that every kernel reads the parameters that its generated launcher passes.
* @throws {Failure} `compile` if a kernel needs something that launchers do not provide, `abi` if
* parameters differ or a cubin cannot be read.
*/
function checkAbi(compiled) {
	const unsupported = compiled.flatMap(([variant, kernel]) => unsupportedNeeds(variant, kernel));
	if (unsupported.length > 0) throw new Failure("compile", unsupported);
	const problems = [];
	const checked = compiled.flatMap(([variant, kernel]) => {
		const { cubinKernel, wrong, tensors } = inspect$1(variant, kernel);
		problems.push(...wrong.map((message) => ({
			message: `${variantName(variant)}: ${message}`,
			place: variant.kernel.place,
			hint: "The package would pass wrong arguments. Please report this together with the kernel."
		})));
		if (cubinKernel === void 0) return [];
		const { config, specialisation, target } = variant;
		return [{
			variant,
			config,
			specialisation,
			target,
			compiled: kernel,
			parameters: cubinKernel.parameters,
			resources: resourcesOf(target, kernel, cubinKernel),
			tensors
		}];
	});
	if (problems.length > 0) throw new Failure("abi", problems);
	return checked;
}
function inspect$1(variant, kernel) {
	const cubin = readCubin(kernel.cubin);
	const [cubinKernel] = cubin.kernels;
	const table = cubinKernel?.parameters ?? [];
	const { passed, tensors } = passedParameters(variant, kernel, table);
	return {
		cubinKernel,
		wrong: [...checkCubin(cubin, {
			kernel: kernel.name,
			target: variant.target,
			parameters: [...passed, ...HIDDEN_PARAMETERS]
		}), ...inspectPtx(variant, kernel, table)],
		tensors
	};
}
/** Lists the faults of a variant's PTX, if it needs any: the launcher passes it the same parameters. */
function inspectPtx({ job, target }, { name, ptx }, parameters) {
	if (job.ptx !== true) return [];
	if (ptx === void 0) return ["the compiler returned no PTX"];
	return checkPtx(ptx, {
		kernel: name,
		target,
		parameters
	});
}
/** The parameters that the launcher passes for a variant's arguments. */
function passedParameters(variant, kernel, table) {
	const specialisation = specialisationOf(variant.kernel, variant.specialisation);
	const passed = [];
	const tensors = [];
	for (const { name, type } of passedArguments(variant.kernel, specialisation)) {
		if (type.kind !== "tensor") {
			passed.push({
				name,
				size: sizeOf$1(type)
			});
			continue;
		}
		const layout = tensorLayout(type, kernel.tensorMaps[tensors.length], table, passed.length);
		tensors.push(layout);
		passed.push(...tensorParameters(name, layout));
	}
	return {
		passed,
		tensors
	};
}
/** Lists what a kernel needs from its launcher that generated launchers do not provide. */
function unsupportedNeeds(variant, kernel) {
	return [
		...kernel.globalScratch.align > POOL_ALIGNMENT ? [`scratch memory aligned to ${kernel.globalScratch.align} bytes`] : [],
		...kernel.profileScratch.size > 0 ? ["profile scratch memory"] : [],
		...kernel.tensorMaps.flatMap(({ mode }) => mode === void 0 ? [] : [`a tensor descriptor with ${mode}`])
	].map((need) => ({
		message: `${variantName(variant)}: the kernel needs ${need}, which generated launchers do not provide`,
		place: variant.kernel.place,
		hint: "Change the kernel so that it does not need this, or remove the target from `targets:`."
	}));
}
// src/compile/failures.ts
/**
* Describes failures: one problem for each cause, with the variants and kernels that it affects. The
* hint for the first missing module names all of them.
* @param manifest the manifest's path
*/
function problemsOf(failures, manifest) {
	const causes = /* @__PURE__ */ new Map();
	for (const failed of failures) {
		const cause = causeOf(failed);
		causes.set(cause, [...causes.get(cause) ?? [], failed]);
	}
	const groups = [...causes.values()];
	const modules = [...new Set(failures.flatMap(({ failure }) => missingModule(failure) ?? []))];
	const firstMissing = groups.find(isMissing);
	return groups.map((group) => problemOf$1(group, group === firstMissing ? modules : [], manifest));
}
function causeOf({ variant, failure, place }) {
	const module = missingModule(failure);
	if (module !== void 0) return `module ${module}`;
	const { file, function: name } = variant.kernel.source;
	if (place !== void 0) return JSON.stringify([failure, place]);
	return JSON.stringify([failure, ...failure.file === void 0 ? [file, name] : []]);
}
function isMissing(group) {
	return group.some(({ failure }) => missingModule(failure) !== void 0);
}
function missingModule({ reason, missingModule: module }) {
	return reason === "import" ? module : void 0;
}
function problemOf$1(group, modules, manifest) {
	const [first] = group;
	if (first === void 0) throw new Error("a cause without a failure");
	const { variant, failure } = first;
	const { source } = variant.kernel;
	const others = group.length - 1;
	const more = others === 0 ? "" : ` and ${plural(others, "more variant")}`;
	const file = failure.file ?? join(dirname(manifest), source.file);
	return {
		message: `${variantName(variant)}${algoSettings(variant.kernel, variant.config)}${more}${kernelsOf$1(group)}: ${failure.message}`,
		place: first.place ?? {
			file: shownPath(file, manifest),
			line: failure.line ?? source.line
		},
		hint: missingModule(failure) === void 0 ? hintFor$2(group) : requirementsHint(modules)
	};
}
/** The most kernels that a message names. */
const MOST_NAMES = 8;
function kernelsOf$1(group) {
	const names = [...new Set(group.map(({ variant }) => variant.kernel.name))];
	if (names.length < 2) return "";
	const rest = names.length - MOST_NAMES;
	return ` (${names.slice(0, MOST_NAMES).join(", ")}${rest > 0 ? ` and ${plural(rest, "more kernel")}` : ""})`;
}
function requirementsHint(modules) {
	if (modules.length === 0) return void 0;
	const packages = modules.map((module) => {
		const name = packageOfModule(module);
		return name === module ? `\`${name}\`` : `\`${name}\` (for the module \`${module}\`)`;
	});
	const what = modules.length === 1 ? "the module" : "modules of your own";
	return `Add ${packages.join(", ")} to \`requirements:\` in the manifest, or put ${what} next to the kernel file.`;
}
function hintFor$2(group) {
	const { message = "", hint } = group[0]?.failure ?? {};
	if (hint !== void 0) return hint;
	if (/power of (?:2|two)/i.test(message)) {
		const values = valuesOf(group, "int", (value) => !isPowerOfTwo(BigInt(value)));
		if (values !== void 0) return `Not a power of two: ${values}.`;
	}
	if (message.includes("'str' object is not callable")) {
		const values = valuesOf(group, "string", () => true);
		if (values !== void 0) return `A constant in quotes is text: ${values}. Give a function as the default of the parameter in the Python file.`;
	}
}
/** The constants of a kind that the variants have, such as `BLOCK` = 1000. */
function valuesOf(group, kind, isWanted) {
	const values = group.flatMap(({ variant: { kernel, config } }) => [...kernel.configs[config]?.constants ?? []].flatMap(([name, constant]) => constant.kind === kind && isWanted(String(constant.value)) ? [`\`${name}\` = ${formatConstant(constant)}`] : []));
	const distinct = [...new Set(values)];
	return distinct.length === 0 ? void 0 : distinct.slice(0, MOST_NAMES).join(", ");
}
// src/compile/limits.ts
/**
* Returns why variants cannot be launched, of those whose config may be left out, by kernel hash.
* Called with every result, also of the store: an older version may have put it there.
*/
function launchFailures(variants, kernels) {
	return new Map(variants.flatMap((variant) => {
		const compiled = kernels.get(variant.hash);
		if (!variant.kernel.mayDropConfigs || compiled === void 0) return [];
		const excess = launchExcess(variant.target, compiled);
		if (excess === void 0) return [];
		return [[variant.hash, {
			message: excess.message,
			cannotLaunch: true
		}]];
	}));
}
/**
* Checks that every target has GPUs that can launch its kernels.
* @param manifest the manifest's path
* @throws {Failure} `compile` with one problem for each config and cause.
*/
function checkLaunches(compiled, manifest) {
	const failed = compiled.flatMap(([variant, kernel]) => failedLaunch(variant, needsOf(variant.target, kernel)));
	if (failed.length > 0) throw new Failure("compile", problemsOf(failed, manifest));
}
/** Returns the failure of a variant that no GPU of its target can launch; else nothing. */
function failedLaunch(variant, needs) {
	const { kernel, config, target } = variant;
	const excess = findExcess(target, needs);
	if (excess === void 0) return [];
	const message = `no ${target.name} GPU can launch the kernel: ${excess.message}`;
	const hint = `${excess.hint}, or leave out ${target.name} with \`targets:\` in the config or the kernel.`;
	const { place } = kernel.configs[config] ?? {};
	return [{
		variant,
		failure: {
			reason: "compile",
			message,
			hint
		},
		place
	}];
}
/** The first limit of the target that a launch exceeds. */
function findExcess(target, needs) {
	const limits = launchLimits(target);
	const found = [
		[
			needs.sharedBytes,
			limits.sharedBytes,
			"bytes of shared memory in a block",
			"Use smaller blocks or fewer stages (`num_stages`)"
		],
		[
			needs.tensorColumns ?? 0,
			limits.tensorColumns,
			"columns of tensor memory in a block",
			"Use smaller blocks, or fewer results of `tl.dot` at once"
		],
		[
			needs.warps * 32,
			limits.threads,
			"threads in a block",
			"Use fewer warps (`num_warps`)"
		],
		[
			needs.clusterBlocks ?? 1,
			limits.clusterBlocks,
			"blocks in a cluster",
			"Use smaller clusters (`num_ctas`)"
		],
		[
			needs.registers ?? 0,
			limits.registers,
			"registers in a block",
			"Use fewer warps (`num_warps`) or fewer registers of each thread (`maxnreg`)"
		]
	].find(([needed, allowed]) => needed > allowed);
	if (found === void 0) return void 0;
	const [needed, allowed, what, hint] = found;
	return {
		message: `it needs ${needed} ${what}, and ${target.name} allows ${allowed}`,
		hint
	};
}
/** Returns the first limit of the target that the launch of a compiled kernel exceeds. */
function launchExcess(target, compiled) {
	return findExcess(target, needsOf(target, compiled));
}
function needsOf(target, compiled) {
	const { numWarps, numCtas, tensorMemory, name, cubin } = compiled;
	const kernel = readCubin(cubin).kernels.find((each) => each.name === name);
	return {
		sharedBytes: sharedBytesOf(target, compiled, kernel ?? { staticSharedBytes: 0 }),
		tensorColumns: tensorMemory,
		warps: numWarps,
		clusterBlocks: numCtas,
		registers: reservedRegisters(kernel?.registers ?? 0, numWarps)
	};
}
// src/compile/check-variants.ts
/**
* Checks that variants can be launched, have the parameters that launchers pass, and keep within their
* budgets. Logs warnings about the configs that were left out, the choices of configs, the budgets and
* the test cases.
* @throws {Failure} `compile`, `abi` or `threshold`; `usage` for measurements that do not fit.
*/
function checkVariants({ remaining, results: { kernels, outputs } }, tuning, manifestFile, log) {
	const { plan, jobs } = remaining;
	const { manifest, variants } = plan;
	const compiled = variants.map((variant) => [variant, resultOf$1(kernels, variant.hash)]);
	checkLaunches(compiled, manifestFile);
	const checked = checkAbi(compiled);
	const choices = planChoices(tuning, plan, { rankOf: rankByCode(checked) });
	for (const warning of [...remaining.warnings, ...choices.warnings]) log.warning(warning);
	checkBudgets(checked, manifest, log);
	const cases = addExpected(remaining.cases, new Map(jobs.map((job) => [job.packaged, resultOf$1(outputs, job.key)])));
	warnOfMissingOutputs(cases, manifest, log);
	return {
		plan,
		choices,
		checked,
		cases
	};
}
function resultOf$1(results, hash) {
	const result = results.get(hash);
	if (result === void 0) throw new Error(`no result for ${hash}`);
	return result;
}
// src/compile/compile.ts
/**
* Compiles variants and stores each result at once, so that a later run has it even if this one
* fails.
* @throws {Failure} `compile` with one problem per cause, after all variants have been tried. Errors
* in configs that may be dropped are part of the result.
*/
async function compileVariants(variants, store, request, context) {
	const distinct = largestFirst([...new Map(variants.map((variant) => [variant.hash, variant])).values()], ({ job }) => job.constants);
	const kernels = /* @__PURE__ */ new Map();
	const failures = [];
	const stored = [];
	const onResult = request.onResult ?? stepCounter(distinct.length, context.log);
	const running = withWorkerContext(request, context, (pool) => compileAll(distinct.map(({ job }, id) => ({
		id,
		...job
	})), pool, ({ id }, outcome) => {
		const variant = distinct[id];
		if (variant === void 0) return;
		onResult(variantName(variant), variant.hash, outcome.cpuSeconds);
		request.onCompiled?.(variant.hash, outcome);
		if (outcome.ok) {
			kernels.set(variant.hash, outcome.kernel);
			stored.push(store.kernels.put(variant.hash, outcome.kernel));
		} else failures.push({
			variant,
			failure: outcome.failure
		});
	}));
	let outcomes;
	try {
		outcomes = await running;
	} finally {
		await Promise.all(stored);
	}
	const demanded = new Map(variants.flatMap((variant) => variant.kernel.mayDropConfigs ? [] : [[variant.hash, variant]]));
	const [dropped, others] = [true, false].map((isDropped) => failures.filter(({ variant, failure }) => isDropped === (!demanded.has(variant.hash) && isErrorOfKernel(failure))));
	const droppable = new Map((dropped ?? []).map(({ variant, failure }) => [variant.hash, withoutFolder(failure, request.manifest)]));
	stored.push(...[...droppable].map(([hash, failure]) => store.failures.put(hash, failure)));
	await Promise.all(stored);
	if (others !== void 0 && others.length > 0) {
		const named = others.map((failed) => ({
			...failed,
			variant: demanded.get(failed.variant.hash) ?? failed.variant
		}));
		throw new Failure("compile", problemsOf(named, request.manifest), { summary: summaryOf(named, kernels.size) });
	}
	return {
		kernels,
		failures: droppable,
		cpuSeconds: outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0)
	};
}
/** Says how many variants failed, such as `4 variants of 2 kernels failed, 64 variants compiled`. */
function summaryOf(failed, compiled) {
	const names = new Set(failed.map(({ variant }) => variant.kernel.name));
	return `${plural(failed.length, "variant")} of ${plural(names.size, "kernel")} failed, ${plural(compiled, "variant")} compiled`;
}
/** The compiler can also fail for reasons that are not in the kernel's code. */
const FAILURES_OF_MACHINE = /\bMemoryError\b|\[Errno \d+\]|error code -\d|raised SIG/;
/** Returns whether the config itself does not compile, so that compiling it again would fail again. */
function isErrorOfKernel({ reason, message }) {
	return (reason === "compile" || reason === "options") && !FAILURES_OF_MACHINE.test(message);
}
/** A failure that is the same in every copy of the manifest's folder. */
function withoutFolder({ message, file, line }, manifest) {
	const path = file === void 0 ? ".." : relative(resolve(dirname(manifest)), resolve(file));
	if (path.startsWith("..") || isAbsolute(path)) return { message };
	return {
		message,
		file: path.replaceAll("\\", "/"),
		...line !== void 0 && { line }
	};
}
/**
* Sorts items by expected compile time, the longest first, so that no worker is idle at the end. The
* time grows with the tile size, which the product of the integer constants estimates.
*/
function largestFirst(items, constantsOf) {
	const sizes = new Map(items.map((item) => [item, tileSize(constantsOf(item))]));
	return items.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}
function tileSize(constants) {
	return Object.values(constants).filter(([kind, text]) => kind === "int" && Number(text) > 1).reduce((product, [, text]) => product * Number(text), 1);
}
// src/compile/expected/request.ts
/** Writes the inputs of a job as files into `folder`, and returns the request to the bridge. */
function writeExpectedRequest(job, folder, readData) {
	const isReference = job.kind === "reference";
	return {
		kind: job.kind,
		arguments: isReference ? referenceArguments(job, folder, readData) : interpreterArguments(job, folder, readData),
		outputs: outputsOf(job).map(([name, { element: text, shape }]) => {
			const element = elementType(text);
			const type = isFloat(element) ? "<f8" : npyTypeOf(element);
			return {
				name,
				file: outputFile(folder, name),
				...isReference && {
					type,
					shape
				}
			};
		}),
		...!isReference && { grid: job.grid }
	};
}
/** Reads the outputs that the bridge has written. */
function readExpectedOutputs(job, folder) {
	const outputs = /* @__PURE__ */ new Map();
	for (const [name, buffer] of outputsOf(job)) {
		const element = elementType(buffer.element);
		const file = readOutput(outputFile(folder, name));
		const type = job.kind === "reference" ? "fp64" : element === "bf16" ? "fp32" : element;
		const bytes = job.kind === "reference" ? file : toLogical(file, buffer, bytesOf(type));
		if (!isFloat(element)) {
			outputs.set(name, packIntegers(element, bytes));
			continue;
		}
		const values = decodeFloats(type, bytes);
		const wrong = job.kind === "interpreter" ? unusable(values) : void 0;
		if (wrong !== void 0) return {
			note: `${name} came out ${wrong}`,
			outputs: /* @__PURE__ */ new Map()
		};
		outputs.set(name, packFloats(element, values));
	}
	return { outputs };
}
/** Reads a file that kernel code has written. Refuses links, which could lead to what only this process can read. */
function readOutput(path) {
	const file = openSync(path, constants$2.O_RDONLY | constants$2.O_NOFOLLOW | constants$2.O_NONBLOCK);
	try {
		if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
		return readFileSync(file);
	} finally {
		closeSync(file);
	}
}
/** Returns what is wrong with values, for a note in the package; undefined if they can be used. */
function unusable(values) {
	const nans = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
	if (nans > 0) return `as NaN in ${nans} of ${plural(values.length, "element")}`;
	return values.length > 0 && values.every((value) => !Number.isFinite(value)) ? "as nothing but infinities" : void 0;
}
function outputsOf({ kernel, packaged }) {
	return kernel.arguments.flatMap(({ name }) => {
		const buffer = packaged.buffers[name];
		return buffer?.role === "out" || buffer?.role === "inout" ? [[name, buffer]] : [];
	});
}
const outputFile = (folder, name) => join(folder, `${name}.out`);
/** Returns the inputs, scalars and shared constants by name, for a reference function. */
function referenceArguments(job, folder, readData) {
	const given = {};
	for (const { name, type } of allParameters(job.kernel)) {
		const value = job.smokeCase.scalars.get(name);
		if (type.kind === "scalar") {
			if (value !== void 0) given[name] = { value: toWire(scalarConstant(type.scalar, value)) };
			continue;
		}
		const buffer = job.packaged.buffers[name];
		if (buffer === null) given[name] = { value: toWire({ kind: "none" }) };
		if (buffer?.role !== "in" && buffer?.role !== "inout") continue;
		const file = join(folder, `${name}.npy`);
		writeFileSync(file, logicalNpy(buffer, readData));
		given[name] = { file };
	}
	const shared = sharedConstants(job.kernel, job.smokeCase);
	for (const [name, value] of Object.entries(shared)) given[name] = { value };
	return given;
}
/** Returns the value that the kernel receives: floats are rounded to their type. */
function scalarConstant(element, { kind, value }) {
	if (element === "i1" || element === "u1") return {
		kind: "bool",
		value: Number(value) !== 0
	};
	if (kind === "integer" && !isFloat(element)) return {
		kind: "int",
		value
	};
	const [rounded = NaN] = decodeFloats(element, encodeElements(element, Float64Array.of(Number(value))));
	return {
		kind: "float",
		value: rounded
	};
}
function logicalNpy(buffer, readData) {
	const element = elementType(buffer.element);
	const bytes = toLogical(physicalInput(buffer, readData), buffer, bytesOf(element));
	return isFloat(element) ? writeNpy({
		type: "<f8",
		shape: buffer.shape,
		bytes: new Uint8Array(decodeFloats(element, bytes).buffer)
	}) : writeNpy({
		type: npyTypeOf(element),
		shape: buffer.shape,
		bytes
	});
}
/** Returns every parameter of the kernel, for the interpreter. */
function interpreterArguments(job, folder, readData) {
	const constants = Object.entries(constantsOf$1(job.config)).map(([name, value]) => [name, {
		kind: "constant",
		value
	}]);
	const others = job.kernel.arguments.map((each) => [each.name, interpreterArgument(each, job, folder, readData)]);
	return Object.fromEntries([...constants, ...others]);
}
function interpreterArgument({ name, type }, job, folder, readData) {
	if (type.kind === "scalar") {
		const value = job.smokeCase.scalars.get(name);
		if (value === void 0) throw new Error(`the case has no ${name}`);
		const bytes = Buffer.from(scalarBytes(type.scalar, value)).toString("base64");
		return {
			kind: "scalar",
			type: tritonName(type.scalar),
			bytes
		};
	}
	const element = tritonName(type.element);
	const buffer = job.packaged.buffers[name];
	if (buffer === null || buffer === void 0) return {
		kind: "null",
		element
	};
	const file = join(folder, `${name}.in`);
	writeFileSync(file, physicalInput(buffer, readData));
	const { shape, strides } = buffer;
	if (type.kind === "pointer") return {
		kind: "buffer",
		element,
		file,
		shape
	};
	return {
		kind: "tensor",
		element,
		file,
		shape,
		strides,
		block: blockSizes(type, job.config.constants).map(Number)
	};
}
function scalarBytes(type, { kind, value }) {
	if (kind === "float" || isFloat(type)) return encodeElements(type, Float64Array.of(Number(value)));
	const bits = Buffer.alloc(8);
	bits.writeBigUInt64LE(BigInt.asUintN(64, value));
	return bits.subarray(0, bytesOf(type));
}
/** Returns the name of a type that Triton's functions accept. */
function tritonName(type) {
	return type === "f32" ? "fp32" : type;
}
// src/compile/expected/compute.ts
/**
* Computes the expected outputs of each job and stores each result as soon as it is known. If the
* interpreter cannot run a kernel, the result has a note instead of outputs.
* @returns the results by the keys of the jobs.
* @throws {Failure} `compile` with each case whose reference failed or that exceeded the time
* limit.
*/
async function computeExpected(jobs, store, document, request, context, readData) {
	const distinct = [...new Map(jobs.map((job) => [job.key, job])).values()];
	const results = /* @__PURE__ */ new Map();
	const problems = [];
	const stored = [];
	const onResult = request.onResult ?? stepCounter(distinct.length, context.log);
	const keep = (job, outputs) => {
		results.set(job.key, outputs);
		stored.push(store.put(job.key, outputs));
	};
	const running = withWorkerContext(request, context, async (pool) => {
		const folders = /* @__PURE__ */ new Map();
		const protocol = {
			message: ({ id, source, job }, scratch) => {
				const folder = mkdtempSync(join(scratch, "case-"));
				folders.set(id, folder);
				return {
					id,
					source,
					target: targetOf(job),
					...writeExpectedRequest(job, folder, readData)
				};
			},
			parse: (answer) => answerSchema$1.parse(answer)
		};
		const settings = {
			...pool,
			kind: "reference",
			areJobsShort: true
		};
		await answerAll(tasksOf$1(distinct), settings, protocol, ({ id, job }, outcome) => {
			onResult(`${job.kernel.name} (${job.smokeCase.name})`, job.key, outcome.cpuSeconds);
			const folder = folders.get(id) ?? "";
			if (outcome.ok) keep(job, readExpectedOutputs(job, folder));
			else if (isError(job, outcome.failure)) problems.push(problemOf(job, outcome.failure, document, request.manifest));
			else {
				const outputs = {
					note: noteOf(outcome.failure, request.manifest),
					outputs: /* @__PURE__ */ new Map()
				};
				if (outcome.failure.reason === "crash") results.set(job.key, outputs);
				else keep(job, outputs);
			}
			stored.push(rm(folder, {
				recursive: true,
				force: true
			}));
		});
	});
	try {
		await running;
	} finally {
		await Promise.all(stored);
	}
	if (problems.length > 0) {
		const summary = `${plural(problems.length, "case")} failed, ${results.size} computed`;
		throw new Failure("compile", problems, { summary });
	}
	return results;
}
const answerSchema$1 = discriminatedUnion("ok", [object({
	ok: literal$1(true),
	cpuSeconds: number()
}), object({
	ok: literal$1(false),
	cpuSeconds: number(),
	failure: failedSchema.shape.failure.extend({ reason: _enum([
		"import",
		"function",
		"parameters",
		"run",
		"bounds",
		"result"
	]) })
})]);
function tasksOf$1(jobs) {
	return jobs.map((job, id) => ({
		id,
		source: job.source,
		job
	}));
}
/** Returns the GPU that a file sees while it is imported. */
function targetOf({ kernel }) {
	const [target] = kernel.targets;
	return {
		backend: target?.backend,
		arch: target?.arch,
		warpSize: 32
	};
}
/**
* Returns whether a failure is an error, not a note. The kernel is not wrong if the interpreter cannot run
* it. But the package must not depend on how fast a machine is, and a kernel that leaves its tensors
* would do so on a GPU too.
*/
function isError({ kind }, { reason }) {
	return kind === "reference" || reason === "timeout" || reason === "bounds";
}
function problemOf(job, failure, document, manifest) {
	const { file, line, message } = failure;
	const at = line === void 0 ? "" : `:${line}`;
	const where = file === void 0 ? "" : `${shownPath(file, manifest)}${at}: `;
	const subject = job.kind === "reference" || failure.reason === "bounds" ? "" : "Triton's interpreter ";
	return {
		message: `${job.kernel.name} (${job.smokeCase.name}): ${where}${subject}${message}`,
		place: document.locate(job.smokeCase.path),
		hint: hintFor$1(job, failure)
	};
}
function hintFor$1({ kind, source }, { reason, missingModule }) {
	if (reason === "bounds") return "Correct the shape of the tensor in `smoke.buffers`, or mask the access in the kernel.";
	if (kind === "interpreter") return "Make the case smaller, set `reference:` to a NumPy function, or set `reference: none`.";
	switch (reason) {
		case "import": return missingModule === void 0 ? "Make sure that Python can import the file." : `Add \`${packageOfModule(missingModule)}\` to \`requirements:\` in the manifest, or put the module next to the reference.`;
		case "function": return "Set `reference: FILE.py:FUNCTION` to a function in the file.";
		case "parameters": return "A reference can take inputs, scalars, and constants that are equal in all configs. Give other parameters a default.";
		case "result": return "Return a dict of arrays by output name, or one array for each output in the order of the parameters, without NaN.";
		case "timeout":
		case "crash": return "Make the case smaller, or make the reference use less time and memory.";
		default: return `Call ${source.function} in Python with inputs of these shapes to find the error.`;
	}
}
/** Returns a note for the package. Files are relative to the manifest's folder. */
function noteOf({ message, file, line }, manifest) {
	const inside = file === void 0 ? ".." : relative(resolve(dirname(manifest)), file);
	const where = !inside.startsWith("..") && !isAbsolute(inside) ? `${inside}${line === void 0 ? "" : `:${line}`}: ` : "";
	const [first = ""] = message.split(/[\r\n\u2028\u2029]/);
	return `${where}${first}`.slice(0, 300);
}
// src/compile/compute.ts
/**
* Computes expected outputs while variants compile, with `jobs` workers in all, and stores each result
* at once. Returns why variants that may be dropped do not compile, or cannot be launched.
* @throws {Failure} `compile` with everything that failed, after all variants have been tried.
*/
async function computeMissing({ variants, jobs }, { plan, cases }, store, { triesAll = false, onTime, times, ...request }, context) {
	const compiles = new Set(variants.map(({ hash }) => hash)).size;
	const outputs = new Set(jobs.map(({ key }) => key)).size;
	if (compiles + outputs === 0) return {
		kernels: /* @__PURE__ */ new Map(),
		failures: /* @__PURE__ */ new Map(),
		outputs: /* @__PURE__ */ new Map()
	};
	const shareAfter = workShare(variants, jobs, times);
	let done = 0;
	const onResult = (kind) => (label, key, cpuSeconds) => {
		onTime(key, cpuSeconds);
		const share = shareAfter(entryName(kind, key), cpuSeconds);
		context.log.progress(done += 1, compiles + outputs, label, share);
	};
	const stop = new AbortController();
	const ahead = Math.max(request.jobs - compiles, Math.min(request.jobs - 1, outputs, 1));
	const compile = async () => {
		const settings = {
			...request,
			onResult: onResult("kernel"),
			mayStart: async (worker) => worker < request.jobs - ahead || Promise.allSettled([computing])
		};
		try {
			return await compileAndLog(variants, store, settings, context);
		} catch (error) {
			if (!triesAll) stop.abort(error);
			throw error;
		}
	};
	const compute = async () => {
		if (jobs.length === 0) return /* @__PURE__ */ new Map();
		const settings = {
			...request,
			onResult: onResult("expected"),
			mayStart: async (worker) => worker < ahead || Promise.allSettled([compiling])
		};
		const { document } = plan.manifest;
		return computeExpected(jobs, store.expected, document, settings, {
			...context,
			signal: AbortSignal.any([context.signal, stop.signal])
		}, readPacked(cases));
	};
	let compiling;
	let computing;
	return context.log.group(titleOf$1(variants.length, jobs.length), async () => {
		[compiling, computing] = [compile(), compute()];
		const ends = await Promise.allSettled([compiling, computing]);
		const [kernels, results] = ends;
		if (kernels.status === "fulfilled" && results.status === "fulfilled") return {
			...kernels.value,
			outputs: results.value
		};
		throw joinErrors(ends.flatMap((end) => end.status === "rejected" ? [end.reason] : []));
	}, () => countOf$2(variants.length, jobs.length));
}
/** Compiles variants, and logs how long that took. */
async function compileAndLog(variants, store, request, context) {
	if (variants.length === 0) return {
		kernels: /* @__PURE__ */ new Map(),
		failures: /* @__PURE__ */ new Map()
	};
	const { log, now } = context;
	const note = variants.length > request.jobs ? memoryNote(request.jobs) : void 0;
	if (note !== void 0) log.info(note);
	const start = now();
	const { kernels, failures, cpuSeconds } = await compileVariants(variants, store, request, context);
	const seconds = (now() - start) / 1e3;
	log.info(`${plural(variants.length, "variant")}: ${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s, with ${plural(request.jobs, "worker")}`);
	const cannotLaunch = launchFailures(variants, kernels);
	return {
		kernels,
		failures: new Map([...failures, ...cannotLaunch])
	};
}
/** Joins what did not compile and cases that failed, unless something else ends the build. */
function joinErrors(errors) {
	const failures = [...new Set(errors)].filter((error) => error instanceof Failure);
	const other = errors.find((error) => !(error instanceof Failure && error.kind === "compile"));
	if (other !== void 0 || failures.length === 1) return other ?? failures[0];
	return new Failure("compile", failures.flatMap(({ problems }) => problems), { summary: failures.flatMap(({ summary }) => summary ?? []).join("; ") });
}
function titleOf$1(variants, cases) {
	const outputs = `the expected outputs of ${plural(cases, "case")}`;
	if (variants === 0) return `Compute ${outputs}`;
	const compile = `Compile ${plural(variants, "variant")}`;
	return cases === 0 ? compile : `${compile} and compute ${outputs}`;
}
function countOf$2(variants, cases) {
	if (variants === 0) return [cases, "case"];
	return cases === 0 ? [variants, "variant"] : [variants + cases, "result"];
}
// src/compile/results.ts
/** Reads the results that the store has. */
async function readProgress(work, store, manifestFile) {
	const { variants } = work.plan;
	return dropFailing(work, await load({
		variants,
		jobs: work.jobs
	}, store), work.jobs, store, manifestFile);
}
/** Drops configs that fail. Loads the outputs of cases that were not among those `asked` for before. */
async function dropFailing(work, results, asked, store, manifestFile) {
	const remaining = await withoutFailing(work, results.failures, manifestFile);
	const outputs = await loadOutputs(remaining.jobs, asked, results.outputs, store);
	const complete = {
		...results,
		outputs
	};
	const { variants } = missingResults(work, complete);
	const { jobs } = missingResults(remaining, complete);
	return {
		results: complete,
		remaining,
		missing: {
			variants,
			jobs
		}
	};
}
/** The hashes of variants whose config may be dropped: for these, a compile error is a result. */
function droppable(variants) {
	return variants.flatMap(({ kernel, hash }) => kernel.mayDropConfigs ? [hash] : []);
}
function missingResults({ plan, jobs }, { kernels, failures, outputs }) {
	return {
		variants: plan.variants.filter(({ kernel, hash }) => !kernels.has(hash) && !(kernel.mayDropConfigs && failures.has(hash))),
		jobs: jobs.filter(({ key }) => !outputs.has(key))
	};
}
/** Loads the expected outputs of jobs that were not among those `asked` for before. */
async function loadOutputs(jobs, asked, outputs, store) {
	const before = new Set(asked.map(({ key }) => key));
	const added = jobs.filter(({ key }) => !before.has(key));
	if (added.length === 0) return outputs;
	return new Map([...outputs, ...await loadExpected(store, added)]);
}
async function load({ variants, jobs }, store) {
	const hashes = variants.map(({ hash }) => hash);
	const kernels = await loadEntries(store.kernels, hashes);
	const unknown = droppable(variants).filter((hash) => !kernels.has(hash));
	const compileErrors = await loadEntries(store.failures, unknown);
	return {
		kernels,
		failures: new Map([...compileErrors, ...launchFailures(variants, kernels)]),
		outputs: await loadExpected(store, jobs)
	};
}
function loadExpected(store, jobs) {
	const cases = new Map(jobs.map(({ key, packaged }) => [key, packaged]));
	return loadEntries(store.expected, [...cases.keys()], (key, outputs) => areOutputsOf(cases.get(key)?.buffers ?? {}, outputs));
}
// src/compile/store/explain.ts
/** Longer lists (of changes, files, kernels) are cut to this many items and a count. */
const MAX_NAMED = 3;
/** The most variants of an earlier build that one variant is compared with. */
const MAX_COMPARED = 128;
const GONE = { text: "nothing changed, but the stored result is gone (pruned or damaged)" };
/**
* Explains why variants are not in the store: how their hash inputs differ from the most similar
* variant of an earlier build. That is a variant of the same entry point, or else of the same
* function; with the same target, if there is one; and of these the one with the fewest
* differences. Reasons that apply to most variants come first.
*/
function explainMisses(missing, history) {
	if (missing.length === 0) return [];
	if (history.size === 0) return [{
		text: "no earlier build is known",
		variants: missing
	}];
	const findFamily = familyFinder(history);
	const groups = /* @__PURE__ */ new Map();
	for (const variant of missing) {
		const changes = explain(variant, findFamily(variant));
		const key = changes.map(({ text }) => text).join(", ");
		const group = groups.get(key) ?? {
			changes,
			variants: []
		};
		group.variants.push(variant);
		groups.set(key, group);
	}
	return [...groups.values()].map(({ changes, variants }) => ({
		text: listed$1(changes.map((change) => withUsers(change, variants))),
		variants
	})).toSorted((a, b) => b.variants.length - a.variants.length);
}
/** Formats reasons for a log: `12 variants of matmul_fp16, matmul_bf16: matmul.py changed`. */
function reasonLines(reasons, most = 8) {
	const lines = reasons.slice(0, most).map(({ text, variants }) => {
		const kernels = [...new Set(variants.map(({ kernel }) => kernel.name))];
		return `${plural(variants.length, "variant")} of ${listed$1(kernels)}: ${text}`;
	});
	const left = reasons.length - lines.length;
	return left > 0 ? [...lines, `\u2026 and ${plural(left, "more reason")}`] : lines;
}
function explain(variant, family) {
	if (family === void 0) return [{ text: "new kernel" }];
	const parts = hashParts(variant.inputs);
	const changes = hashChanges(family.byIdentity.get(variantIdentity(parts)) ?? nearest(variant, parts, family), parts);
	return changes.length > 0 ? changes : [GONE];
}
function nearest(variant, parts, { members, byTarget }) {
	const candidates = byTarget.get(targetPart(parts)) ?? members;
	let best = /* @__PURE__ */ new Map();
	let least = Infinity;
	for (const candidate of around(candidates, rankOf(variant))) {
		const away = countDifferences(candidate, parts, least);
		if (away < least) [best, least] = [candidate, away];
	}
	return best;
}
/** The position of a variant among those of its kernel and target. */
function rankOf({ kernel, config, specialisation }) {
	return config * kernel.specialisations.length + specialisation;
}
/** The items near a position. First the one at it, which is most likely the one edited. */
function around(items, rank) {
	const start = Math.min(rank - MAX_COMPARED / 2, items.length - MAX_COMPARED);
	const near = items.slice(Math.max(0, start)).slice(0, MAX_COMPARED);
	return [...items.slice(rank, rank + 1), ...near];
}
/** Finds the variants of an earlier build with the same entry point, or else the same function. */
function familyFinder(history) {
	const byFunction = grouped([...history.values()].flat(), functionOf);
	const families = /* @__PURE__ */ new Map();
	return ({ kernel, inputs }) => {
		const members = history.get(kernel.name) ?? byFunction.get(functionOf(inputs));
		if (members === void 0) return void 0;
		const family = families.get(members) ?? familyOf(members);
		families.set(members, family);
		return family;
	};
}
function familyOf(inputs) {
	const members = inputs.map(hashParts);
	return {
		members,
		byTarget: grouped(members, targetPart),
		byIdentity: new Map(members.map((parts) => [variantIdentity(parts), parts]))
	};
}
function functionOf({ module, function: name }) {
	return `${module}.${name}`;
}
function grouped(items, groupOf) {
	const groups = /* @__PURE__ */ new Map();
	for (const item of items) {
		const group = groups.get(groupOf(item));
		if (group === void 0) groups.set(groupOf(item), [item]);
		else group.push(item);
	}
	return groups;
}
/** Adds which kernel files use a changed file: its name alone does not say why it matters. */
function withUsers({ text, file }, variants) {
	if (file === void 0) return text;
	const kernels = [...new Set(variants.map(({ kernel }) => kernel))].filter(({ source }) => source.file !== file);
	if (kernels.length === 0) return text;
	const isNamed = kernels.every(({ depends }) => globMatcher(depends, true)(file));
	const users = listed$1([...new Set(kernels.map(({ source }) => source.file))]);
	return isNamed ? `${text} (named in depends)` : `${text} (imported by ${users})`;
}
/** Formats as `a, b, c and 2 more`. */
function listed$1(items) {
	const named = items.slice(0, MAX_NAMED).join(", ");
	return items.length > MAX_NAMED ? `${named} and ${items.length - MAX_NAMED} more` : named;
}
const described = (label) => (name, before = "unset", after = "unset") => `${label} ${name}: ${before} -> ${after}`;
const replaced = (label) => (_name, before = "", after = "") => `${label} ${before} -> ${after}`;
/** In the order they are listed. */
const DESCRIBE = {
	bridge: replaced("compiler bridge"),
	Triton: replaced("Triton"),
	"digest of Triton": replaced("digest of Triton"),
	machine: replaced("machine"),
	function: replaced("function"),
	target: (_name, _before, after) => `target ${after} is new`,
	requirements: () => "requirements changed",
	environment: (name, before, after) => `environment variable ${name} ${happened(before, after, "set")}`,
	file: (name, before, after) => before === void 0 ? `new file ${name}` : `${name} ${happened(before, after, "needed")}`,
	signature: described("signature of"),
	constant: described("constant"),
	option: described("option"),
	setting: (name, before = "unset", after = "unset") => `${name}: ${before} -> ${after}`
};
const KINDS = Object.keys(DESCRIBE);
/** Kinds that make variants of one kernel different. */
const VARIANT_KINDS = /* @__PURE__ */ new Set([
	"target",
	"signature",
	"constant",
	"option"
]);
/** Splits the inputs of a hash into parts, in the order they are listed. */
function hashParts(inputs) {
	const { target } = inputs;
	return new Map([
		part("bridge", "", inputs.bridge),
		part("Triton", "", inputs.triton),
		part("digest of Triton", "", inputs.tritonDigest),
		part("machine", "", inputs.machine),
		part("function", "", `${inputs.module}.${inputs.function}`),
		part("target", "", `sm_${target.arch}`),
		part("requirements", "", inputs.requirements.join("\n")),
		...Object.entries(inputs.environment).map(([name, value]) => part("environment", name, value)),
		...inputs.closure.map(({ path, sha256 }) => part("file", path, sha256)),
		...parameterParts(inputs),
		...Object.entries(inputs.options).map(([name, value]) => part("option", name, value)),
		...inputs.lineInfo ? [part("setting", LINE_TABLES, true)] : [],
		...inputs.ptx ? [part("setting", "ptx_fallback", true)] : []
	].map((each) => [keyOf$4(each), each]));
}
/** The setting with which hashes cover comments too. */
const LINE_TABLES = "line_info";
/** Returns what distinguishes a variant from the others of its kernel, as one text. */
function variantIdentity(parts) {
	const own = [];
	for (const [key, { kind, text }] of parts) if (VARIANT_KINDS.has(kind)) own.push(`${key} ${text}`);
	return own.toSorted().join("\n");
}
function targetPart(parts) {
	return parts.get("target ")?.text ?? "";
}
/** Counts the parts that differ, up to `limit`. */
function countDifferences(a, b, limit) {
	let different = 0;
	let shared = 0;
	for (const [key, { text }] of a) {
		const other = b.get(key);
		if (other !== void 0) shared += 1;
		if (other?.text !== text && ++different >= limit) return limit;
	}
	return Math.min(limit, different + b.size - shared);
}
/**
* Lists the changes. If the function is another one, only that: nothing else is comparable. Another
* version of Triton has another digest, which goes without saying. With line tables, the hash of a
* file covers its comments too, so those with and without are not comparable.
*/
function hashChanges(before, after) {
	const found = [.../* @__PURE__ */ new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
		const [old, now] = [before.get(key), after.get(key)];
		const either = now ?? old;
		if (either === void 0 || old?.text === now?.text) return [];
		const { name } = either;
		const kind = old !== void 0 && old.kind !== either.kind ? "signature" : either.kind;
		const text = DESCRIBE[kind](name, old?.text, now?.text);
		return [{
			kind,
			name,
			change: kind === "file" ? {
				text,
				file: name
			} : { text }
		}];
	});
	const functions = found.filter(({ kind }) => kind === "function");
	const isUpgrade = found.some(({ kind }) => kind === "Triton");
	return (functions.length > 0 ? functions : found).filter(({ kind }) => kind !== "digest of Triton" || !isUpgrade).filter(({ kind }) => kind !== "file" || !found.some(({ name }) => name === LINE_TABLES)).toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)).map(({ change }) => change);
}
/** An argument that becomes a constant remains the same parameter. */
function keyOf$4({ kind, name }) {
	return `${kind === "constant" || kind === "signature" ? "parameter" : kind} ${name}`;
}
/** Parameters as the manifest writes them: `i32:16`, or the value of a constant. */
function parameterParts({ signature, constants, divisors }) {
	return signature.map(([name, type]) => {
		if (type !== "constexpr") return part("signature", name, divisors[name] === void 0 ? type : `${type}:${divisors[name]}`);
		const value = constants[name];
		return part("constant", name, value === void 0 ? "unset" : formatConstant(wireConstantSchema.parse([...value])));
	});
}
function part(kind, name, text) {
	return {
		kind,
		name,
		text: String(text)
	};
}
function happened(before, after, what) {
	if (before === void 0) return `is ${what}`;
	return after === void 0 ? `is no longer ${what}` : "changed";
}
// src/compile/store/build-store.ts
/** Logs why each variant is missing, compared with the history of the package. */
async function explainMissing(missing, packageName, { directory }, log) {
	if (missing.length === 0) return;
	const history = await readHistory(directory, packageName);
	for (const line of reasonLines(explainMisses(missing, history))) log.info(line);
}
/** Adds the CPU times of results, by their keys, to the history of the package. */
async function saveTimes({ directory }, { manifest, variants }, jobs, seconds) {
	if (seconds.size === 0) return;
	const times = timesOf$1(seconds, variants, jobs);
	await writeHistory(directory, manifest.package, variants, times);
}
/** Returns the CPU times of results as the history keeps them. */
function timesOf$1(seconds, variants, jobs) {
	const times = /* @__PURE__ */ new Map();
	const add = (kernel, name, key) => {
		const measured = seconds.get(key);
		if (measured === void 0) return;
		const own = times.get(kernel) ?? /* @__PURE__ */ new Map();
		times.set(kernel, own.set(name, Math.round(measured * 1e3) / 1e3));
	};
	for (const variant of variants) add(variant.kernel.name, timeOfVariant(variant), variant.hash);
	for (const { kernel, smokeCase, key } of jobs) add(kernel.name, timeOfCase(smokeCase.name), key);
	return times;
}
/** Prunes the store, and saves what the build used or made. Does neither after an interrupt. */
async function saveResults(store, packageName, request, { signal, log, now }) {
	if (signal.aborted) return;
	const { cache, storeLimit } = request;
	await cache?.save(scopeOf$2(packageName, request), store);
	if (!store.hasGrown()) return;
	const { entries, bytes } = await pruneStore(store.directory, storeLimit, store.used, now());
	if (entries > 0) log.info(`removed ${plural(entries, "least recently used result")} from the store (${formatSize(bytes)})`);
}
// src/compile/compile-missing.ts
/**
* Takes the results of a build from the store and computes the others. Drops configs that fail, again
* until no result is missing: without these configs, cases can have other outputs. Installs Triton if
* anything has to be computed.
* @throws {Failure} as `computeMissing`.
*/
async function compileMissing(work, store, recorder, request, context) {
	const { manifest, variants } = work.plan;
	const { log } = context;
	let progress = await readProgress(work, store, request.manifest);
	recorder.addStored(progress.results.kernels);
	const fresh = new Set(progress.missing.variants);
	log.info(`${variants.length - fresh.size} of ${plural(variants.length, "variant")} in the store`);
	await explainMissing(progress.missing.variants, manifest.package, store, log);
	const python = isComplete(progress) ? "" : await installTriton(work.plan, request, context);
	const { onTime, onCompiled } = recorder;
	const times = await readTimes(store.directory, manifest.package);
	const cost = costNote(progress.missing.variants, times);
	if (cost !== void 0) log.info(cost);
	const settings = {
		...request,
		python,
		onTime,
		onCompiled,
		times
	};
	const asked = [...work.jobs];
	while (!isComplete(progress)) {
		asked.push(...progress.remaining.jobs);
		const { missing, remaining } = progress;
		const computed = await withWholeToolchain(python, context, () => computeMissing(missing, remaining, store, settings, context));
		progress = await dropFailing(work, joinResults(progress.results, computed), asked, store, request.manifest);
	}
	recorder.replan(progress.remaining.plan);
	const { kernels } = progress.results;
	const cached = variants.filter((variant) => !fresh.has(variant) && kernels.has(variant.hash));
	return {
		...progress,
		compiled: fresh.size,
		cached: cached.length
	};
}
function isComplete({ missing }) {
	return missing.variants.length + missing.jobs.length === 0;
}
function joinResults(first, second) {
	return {
		kernels: new Map([...first.kernels, ...second.kernels]),
		failures: new Map([...first.failures, ...second.failures]),
		outputs: new Map([...first.outputs, ...second.outputs])
	};
}
/** Finds or installs Triton. Returns the Python interpreter that has it. */
async function installTriton({ manifest }, request, context) {
	const { python } = await context.log.group(`Install Triton ${manifest.triton}`, () => manifestToolchain(manifest, request.python, context));
	return python;
}
// src/manifest/measurements.ts
/** Reads the section of one kernel. The result must not be used if there are problems. */
function readTune(raw, problems) {
	const filled = filledTuneSchema.safeParse(raw ?? {});
	if (!filled.success) problems.addIssues(filled.error.issues, () => []);
	const { cases = [], key } = filled.data ?? {};
	return {
		cases: cases.map((values) => new Map(Object.entries(values))),
		key
	};
}
/** Reads the section of one kernel. */
function readBench(raw, problems) {
	if (raw?.torch === void 0) return void 0;
	const inTorch = problems.at("torch");
	const source = parseFunction(raw.torch);
	if (source === void 0) {
		inTorch.add(`invalid function \`${raw.torch}\`: expected \`FILE.py:FUNCTION\``);
		return;
	}
	const file = readInside(source.file, inTorch);
	return file === void 0 ? void 0 : { torch: {
		...source,
		file
	} };
}
// src/manifest/smoke-buffer.ts
const MAX_AXES = 8;
/** Reads one entry of `buffers`. Returns null for a null pointer. */
function readBuffer(raw, problems) {
	if (raw === null) return null;
	const full = Array.isArray(raw) ? { shape: raw } : raw;
	const shape = readAxes(full.shape, problems);
	const strides = full.strides && readAxes(full.strides, problems);
	if (shape !== void 0 && strides !== void 0 && strides.length !== shape.length) problems.add(`expected ${plural(shape.length, "stride")}, one per axis; found ${strides.length}`);
	const role = full.role ?? "in";
	if (role === "out" && full.fill !== void 0 && problems.isEmpty) problems.at("fill").add("a buffer with the role `out` cannot have a `fill`", "Outputs are poisoned to detect elements that the kernel does not write. Remove `fill`, or use the role `inout`.");
	if (shape === void 0 || !problems.isEmpty) return void 0;
	const fill = full.fill && readFill(full.fill, problems.at("fill"));
	return problems.isEmpty ? {
		shape,
		strides,
		role,
		fill
	} : void 0;
}
function readAxes(values, problems) {
	const axes = parseExpressions(values, problems);
	if (axes === void 0 || axes.length <= MAX_AXES) return axes;
	problems.add(`a buffer can have at most ${MAX_AXES} axes, found ${axes.length}`);
}
function readFill(raw, problems) {
	switch (raw) {
		case "normal": return {
			kind: "normal",
			mean: 0,
			deviation: 1
		};
		case "uniform": return {
			kind: "uniform",
			from: void 0,
			to: void 0
		};
		case "zeros": return {
			kind: "constant",
			value: 0
		};
		case "ones": return {
			kind: "constant",
			value: 1
		};
		default: return readFillMap(raw, problems);
	}
}
function readFillMap(raw, problems) {
	const [kind = "", ...others] = Object.keys(raw);
	const part = problems.at(kind);
	const { normal, uniform, constant, file } = raw;
	if (others.length > 0 || kind === "") problems.add("expected exactly one of normal, uniform, constant, file");
	else if (normal !== void 0) {
		const [mean, deviation] = [Number(normal.mean ?? 0), Number(normal.deviation ?? 1)];
		if (deviation >= 0 && Number.isFinite(mean) && Number.isFinite(deviation)) return {
			kind: "normal",
			mean,
			deviation
		};
		part.add("`mean` and `deviation` must be finite, and `deviation` must not be negative");
	} else if (uniform !== void 0) {
		const [from, to] = [Number(uniform.from), Number(uniform.to)];
		if (uniform.from <= uniform.to && Number.isFinite(from) && Number.isFinite(to)) return {
			kind: "uniform",
			from,
			to
		};
		part.add("`from` and `to` must be finite, and `from` must not be greater than `to`");
	} else if (constant !== void 0) {
		const value = Number(constant);
		if (Number.isFinite(value)) return {
			kind: "constant",
			value
		};
		part.add(`expected a finite number, found ${constant}`, "Use a .npy file for other values.");
	} else if (file !== void 0) {
		const read = readInside(file, part);
		if (read?.endsWith(".npy") === true) return {
			kind: "file",
			file: read
		};
		if (read !== void 0) part.add(`\`${file}\` is not a .npy file`, "Save the array with numpy.save.");
	}
}
// src/manifest/smoke.ts
/** Reads the section of one kernel. The result must not be used if there are problems. */
function readSmoke(raw, problems) {
	if (raw === void 0) return void 0;
	const filled = filledSmokeSchema.safeParse(raw);
	if (!filled.success) {
		problems.addIssues(filled.error.issues, smokeKeys);
		return;
	}
	const section = filled.data;
	const { bytes } = section;
	const spec = {
		expected: readExpected(section.reference ?? "interpreter", problems.at("reference")),
		cases: (section.cases ?? []).map((values) => new Map(Object.entries(values))),
		arguments: readMap(section.arguments, readValue, problems.at("arguments")),
		buffers: readMap(section.buffers, readBuffer, problems.at("buffers")),
		seed: section.seed ?? 0n,
		tolerance: readTolerance(section.tolerance, problems.at("tolerance")),
		algos: section.algos,
		specialisations: section.specialisations,
		isDeterministic: section.deterministic ?? true,
		bytes: bytes === "buffers" ? bytes : readMeasure(bytes, problems.at("bytes")),
		flops: readMeasure(section.flops, problems.at("flops")),
		test: readTest(section.source, problems.at("source"))
	};
	if (spec.cases.length === 0 && spec.test.length === 0) problems.add("missing `cases`: there is nothing to test", "List calls of the kernel, such as `cases: [{ M: 512 }]`, or name your own test in `source:`.");
	return spec;
}
function readExpected(text, problems) {
	if (text === "interpreter" || text === "none") return { kind: text };
	const source = parseFunction(text);
	if (source === void 0) {
		problems.add(`invalid reference \`${text}\`: expected \`FILE.py:FUNCTION\`, \`interpreter\` or \`none\``);
		return { kind: "none" };
	}
	const file = readInside(source.file, problems) ?? source.file;
	return {
		kind: "reference",
		source: {
			...source,
			file
		}
	};
}
/** Reads every value of a map, leaving out those with problems. */
function readMap(raw, read, problems) {
	const entries = Object.entries(raw ?? {}).flatMap(([name, each]) => {
		const value = read(each, problems.at(name));
		return value === void 0 ? [] : [[name, value]];
	});
	return new Map(entries);
}
function readValue(raw, problems) {
	return typeof raw === "string" ? parseExpression(raw, problems) : raw;
}
function readMeasure(raw, problems) {
	return raw === void 0 ? void 0 : parseExpression(raw, problems);
}
function readTolerance(raw, problems) {
	const { norm, rtol, atol, ...named } = raw ?? {};
	const floats = Object.entries({
		norm,
		rtol,
		atol
	}).filter(([, value]) => value !== void 0);
	if (floats.length > 0 && Object.keys(named).length > 0) problems.add("`tolerance` mixes numbers with names", "Give `norm`, `rtol` and `atol` once for all outputs, or by name of an output or element type.");
	return {
		floats: floats.length === 0 ? void 0 : readLimits(Object.fromEntries(floats), problems),
		named: readMap(named, readLimits, problems)
	};
}
function readLimits(raw, problems) {
	const limits = Object.entries(raw).flatMap(([name, value]) => {
		if (value !== void 0 && value >= 0 && Number.isFinite(Number(value))) return [[name, Number(value)]];
		problems.at(name).add(`expected a finite number that is not negative, found ${value}`);
		return [];
	});
	return Object.fromEntries(limits);
}
function readTest(raw, problems) {
	const files = typeof raw === "string" ? [raw] : raw ?? [];
	const first = files[0];
	const of = (index) => typeof raw === "string" ? problems : problems.at(index);
	if (first?.endsWith(".cu")) of(0).add(`\`${first}\` needs nvcc, but tests are compiled without the CUDA toolkit`, "Call the kernels from a C++ file (.cpp, .cc or .cxx). It can include <cuda.h>.");
	else if (first !== void 0 && !/\.(cpp|cc|cxx)$/.test(first)) of(0).add(`\`${first}\` is not a C++ file`, "List the file to compile (.cpp, .cc or .cxx) before the files it includes.");
	return files.flatMap((file, index) => readInside(file, of(index)) ?? []);
}
// src/manifest/entry.ts
/**
* Reads one expanded kernel.
* @param manifestTargets the `targets` at the top of the manifest
* @param ptxTargets the targets of kernels that list none, if PTX is embedded
*/
function readEntry({ settings, name, place, pathOf }, manifestTargets, ptxTargets, problems) {
	const reserved = reservedName(name);
	if (reserved !== void 0) problems.add(`invalid kernel name \`${name}\`: ${reserved}`);
	const source = readSource(settings.source, problems);
	const shape = readShape$1(settings, problems);
	const grid = readGrid(settings.grid, problems);
	const targets = settings.targets && readKernelTargets(settings.targets, manifestTargets, problems.at("targets"));
	const rest = {
		sourceMode: settings.source_mode ?? "slice",
		globals: readGlobals(settings, problems),
		specialise: settings.specialise ?? "auto",
		specialisations: readSpecialisations(settings, problems),
		constants: readConstants(settings.constants ?? {}, problems.at("constants")),
		options: readOptions(settings, problems),
		configs: settings.configs === void 0 ? [{
			constants: /* @__PURE__ */ new Map(),
			options: {},
			place
		}] : readConfigs(settings.configs, manifestTargets, problems.at("configs")),
		mostConfigs: mostConfigsOf(settings.configs),
		gridParameters: readGridParameters(settings.grid_parameters ?? {}, problems.at("grid_parameters")),
		requires: readRequires(settings.requires, problems.at("requires")),
		strictConfigs: settings.strict_configs ?? false,
		depends: readDepends(settings.depends ?? [], problems.at("depends")),
		lineInfo: settings.line_info ?? false,
		ptxTarget: ptxTargets && ptxTargetOf(targets ?? ptxTargets),
		targets,
		smoke: readSmoke(settings.smoke, problems.at("smoke")),
		bench: readBench(settings.bench, problems.at("bench")),
		budget: readBudget(settings.budget, problems.at("budget")),
		tune: readTune(settings.tune, problems.at("tune"))
	};
	return problems.isEmpty && source && shape && grid ? {
		name,
		place,
		pathOf,
		source,
		shape,
		grid,
		...rest
	} : void 0;
}
function readShape$1(settings, problems) {
	const { signature, arguments: named } = settings;
	if (signature !== void 0 && named !== void 0) {
		problems.at("arguments").add("`signature` and `arguments` are both given; use one of them");
		return;
	}
	if (signature !== void 0) {
		const inSignature = problems.at("signature");
		return {
			form: "signature",
			tokens: splitSignature(signature).flatMap((text, index) => {
				if (text !== "") return parseToken(text, inSignature) ?? [];
				inSignature.add(`token ${index + 1} of the signature is empty`);
				return [];
			})
		};
	}
	if (named === void 0) {
		problems.add("missing `signature` or `arguments`: expected the types of the parameters");
		return;
	}
	const specs = Object.entries(named).flatMap(([name, value]) => {
		const spec = parseSpecialisations(typeof value === "string" ? [value] : value, problems.at("arguments", name));
		return spec === void 0 ? [] : [[name, spec]];
	});
	return {
		form: "arguments",
		arguments: new Map(specs)
	};
}
function readSpecialisations({ specialise, specialisations }, problems) {
	if (specialise === "auto" && specialisations !== void 0) problems.at("specialise").add("`specialise: auto` and `specialisations` are both given", "Remove one of them.");
	return specialisations?.map((set) => Object.fromEntries(Object.entries(set).map(([name, value]) => [name, parseFact(String(value)) ?? 1])));
}
function readGlobals({ globals = {}, source_mode: mode }, problems) {
	const inGlobals = problems.at("globals");
	const values = Object.entries(globals).map(([name, value]) => [name, typeof value === "string" ? {
		kind: "string",
		value
	} : toConstant(value, inGlobals.at(name))]);
	if (mode === "import" && values.length > 0) inGlobals.add("`globals` has no effect with `source_mode: import`", "Remove one of them.");
	return new Map(values);
}
function readGrid(grid, problems) {
	if (grid === void 0) {
		problems.add("missing `grid`: expected one to three expressions");
		return;
	}
	const text = Array.isArray(grid) ? joinAxes(grid) : `${grid}`;
	const axes = parseAxes(text, problems.at("grid"));
	return axes && {
		axes,
		text
	};
}
function readConfigs(configs, manifestTargets, problems) {
	if (!Array.isArray(configs)) return "autotune";
	return configs.map((config, index) => readConfig(config, manifestTargets, problems.at(index)));
}
function mostConfigsOf(configs) {
	return typeof configs === "object" && "autotune" in configs ? Number(configs.autotune) : void 0;
}
/**
* Splits a config into constants, options and targets. The name of an option means the option here,
* since the parameters of the function are not known yet.
*/
function readConfig({ targets, ...config }, manifestTargets, problems) {
	const constants = Object.entries(config).filter(([name]) => !isOptionName(name));
	return {
		constants: readConstants(Object.fromEntries(constants), problems),
		options: readOptions(config, problems),
		targets: targets && readKernelTargets(targets, manifestTargets, problems.at("targets")),
		place: problems.place
	};
}
function readConstants(given, problems) {
	return new Map(Object.entries(given).map(([name, value]) => [name, toConstant(value, problems.at(name))]));
}
function readOptions(given, problems) {
	return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => {
		if (!isOptionName(name)) return [];
		const read = readOption(name, value);
		if (read.ok) return [[name, read.value]];
		problems.at(name).add(read.message);
		return [];
	}));
}
function readGridParameters(parameters, problems) {
	return Object.entries(parameters).flatMap(([name, text]) => {
		const type = parseArgumentType(text.trim());
		const part = problems.at(name);
		if (type === void 0 || !isInteger(type)) {
			const likely = type === void 0 ? likelyType(text) : void 0;
			const guess = likely === void 0 ? "" : `; did you mean \`${likely}\`?`;
			part.add(`expected an integer type without a hint, such as \`i32\`; found \`${text}\`${guess}`);
		} else if (!/^[A-Za-z_]\w*$/.test(name)) part.add(`\`${name}\` is not a C identifier`);
		else return [{
			name,
			type
		}];
		return [];
	});
}
function readRequires(given, problems) {
	if (given === void 0) return void 0;
	const list = Array.isArray(given) ? given : [given];
	return list.length === 0 ? [] : parseExpressions(list, problems) ?? [];
}
function readDepends(globs, problems) {
	for (const [index, glob] of globs.entries()) if (glob.length > 1e3) problems.at(index).add(`the pattern has ${glob.length} characters; at most ${LONGEST_GLOB} are allowed`);
	else readInside(glob, problems.at(index));
	return globs;
}
function toConstant(value, problems) {
	if (value === null) return { kind: "none" };
	if (typeof value === "bigint") return {
		kind: "int",
		value
	};
	if (typeof value === "number") return {
		kind: "float",
		value
	};
	if (typeof value === "boolean") return {
		kind: "bool",
		value
	};
	const problem = textConstantProblem(value);
	if (problem !== void 0) problems.add(problem.message, problem.hint);
	return textConstant(value);
}
/** The C functions that a kernel's source defines; the last one only if it has PTX. */
function symbolsOf(name, withPtx = false) {
	return [
		name,
		`${name}_default`,
		`${name}_choose`,
		`${name}_get_num_algos`,
		`load_${name}`,
		`unload_${name}`,
		...withPtx ? [`${name}_ptx_log`] : []
	];
}
/** Checks that no two kernels define the same C function. */
function checkSymbolNames(kernels, problems) {
	const owners = /* @__PURE__ */ new Map();
	for (const kernel of kernels) {
		const symbols = symbolsOf(kernel.name, kernel.ptxTarget !== void 0);
		const shared = symbols.find((symbol) => owners.has(symbol)) ?? "";
		const owner = owners.get(shared);
		for (const symbol of symbols) if (!owners.has(symbol)) owners.set(symbol, kernel);
		const inKernel = problems.under(kernel.pathOf);
		if (owner?.name === kernel.name) inKernel.add(`duplicate kernel name \`${kernel.name}\``, "Use the names of `for` in the key, such as `add_{dtype}`, so that every choice has its own.");
		else if (owner !== void 0) inKernel.add(`kernels \`${kernel.name}\` and \`${owner.name}\` would both define the C function \`${shared}\``, "Rename one of them.");
	}
}
// src/manifest/expand.ts
/**
* Expands every kernel, in the order of the manifest. A `for` with lists gives every combination,
* the first name varying slowest. A `for` with maps gives one kernel for each map.
*/
function expandKernels(manifest, document, problems) {
	let configs = 0;
	return Object.entries(manifest.kernels).flatMap(([key, kernel]) => {
		const { for: given = {}, ...own } = kernel;
		const settings = mergeDefaults(defaultsOf(manifest), own);
		const pathOf = (relative) => {
			const inKernel = [
				"kernels",
				key,
				...relative
			];
			return [inKernel, ...[["defaults", ...relative], ...relative[0] === "budget" ? [relative] : []]].find((path) => document.has(path)) ?? inKernel;
		};
		const shared = {
			place: document.locate(pathOf([])),
			pathOf
		};
		const inKernel = problems.under(pathOf);
		const isOne = Object.keys(given).length === 0;
		const choices = isOne ? [/* @__PURE__ */ new Map()] : choicesOf(given, inKernel.at("for"));
		const before = configs;
		configs += choices.length * configCount(settings);
		if (configs > MAX_CONFIGS) {
			if (before <= MAX_CONFIGS) inKernel.add(`with \`${key}\` the kernels have ${configs} configs; at most ${MAX_CONFIGS} are allowed`, "Every choice of `for` has all configs of its kernel. Use shorter lists, or split the manifest.");
			return [];
		}
		if (isOne) return [{
			name: key,
			settings,
			...shared
		}];
		return choices.map((choice) => ({
			name: String(fillIn(key, [], choice, inKernel)),
			settings: fillIn(settings, [], choice, inKernel),
			...shared
		}));
	});
}
/** Expands every entry of `ops:`, as `expandKernels` does those of `kernels:`. */
function expandOperators({ ops = {} }, problems) {
	return Object.entries(ops).flatMap(([key, { for: given = {}, ...settings }]) => {
		const pathOf = (relative) => [
			"ops",
			key,
			...relative
		];
		if (Object.keys(given).length === 0) return [{
			name: key,
			settings,
			pathOf
		}];
		const part = problems.under(pathOf);
		return choicesOf(given, part.at("for")).map((choice) => ({
			name: String(fillIn(key, [], choice, part)),
			settings: fillIn(settings, [], choice, part),
			pathOf
		}));
	});
}
/** More entry points than this from one key are a mistake. */
const MAX_CHOICES = 1e4;
/** As many variants can be built at once, and each config makes one or more. */
const MAX_CONFIGS = 1e5;
function configCount({ configs }) {
	return Array.isArray(configs) ? configs.length : 1;
}
/** Settings that are maps: defaults and kernel are merged entry by entry. */
const MERGED_MAPS = [
	"arguments",
	"budget",
	"constants",
	"globals",
	"grid_parameters",
	"op",
	"smoke",
	"tune"
];
/** The defaults with the budget at the top of the manifest. */
function defaultsOf({ defaults = {}, budget }) {
	return budget === void 0 ? defaults : {
		...defaults,
		budget: {
			...budget,
			...defaults.budget
		}
	};
}
function mergeDefaults(defaults, kernel) {
	const merged = {
		...defaults,
		...kernel
	};
	for (const key of MERGED_MAPS) {
		const [inherited, own] = [defaults[key], kernel[key]].map(mapOf$1);
		if (inherited !== void 0 && own !== void 0) Object.assign(merged, { [key]: {
			...inherited,
			...own
		} });
	}
	if (kernel.arguments !== void 0 && kernel.signature === void 0) delete merged.signature;
	if (kernel.signature !== void 0 && kernel.arguments === void 0) delete merged.arguments;
	return merged;
}
/** `op: NAME` is short for a map. */
function mapOf$1(value) {
	return typeof value === "string" ? { name: value } : value;
}
function choicesOf(given, problems) {
	const isPaired = Array.isArray(given);
	const count = isPaired ? given.length : Object.values(given).reduce((product, { length }) => product * length, 1);
	if (count > MAX_CHOICES) {
		const message = `\`for\` makes ${count} kernels; at most ${MAX_CHOICES} are allowed`;
		problems.add(message, isPaired ? void 0 : "Every combination of values is a kernel. Use fewer or shorter lists.");
		return [];
	}
	return isPaired ? pairedChoices(given, problems) : combinations(given);
}
function combinations(lists) {
	return Object.entries(lists).reduce((choices, [name, values]) => choices.flatMap((choice) => values.map((value) => new Map([...choice, [name, value]]))), [/* @__PURE__ */ new Map()]);
}
/** Without the maps that lack a name or have one more, so that `{name}` is not reported as well. */
function pairedChoices(maps, problems) {
	const names = Object.keys(maps[0] ?? {});
	if (names.length === 0) problems.at(0).add("expected at least one name");
	return maps.flatMap((map, index) => {
		const missing = names.filter((name) => !Object.hasOwn(map, name));
		const extra = Object.keys(map).filter((name) => !names.includes(name));
		const differences = [...missing.length > 0 ? [`lacks ${list$1(missing)}`] : [], ...extra.length > 0 ? [`has ${list$1(extra)} in addition`] : []];
		if (differences.length === 0) return [new Map(Object.entries(map))];
		problems.at(index).add(`every map of \`for\` must have the same names: this one ${differences.join(" and ")}`, `The first map has ${list$1(names)}.`);
		return [];
	});
}
function list$1(names) {
	return names.map((name) => `\`${name}\``).join(", ");
}
/**
* Replaces the placeholders in every string. A string that is one placeholder becomes the value
* with its type where `keepsType` says so.
*/
function fillIn(value, path, choice, problems) {
	if (typeof value === "string") {
		const whole = /^\{(\w+)\}$/.exec(value)?.[1];
		const typed = whole === void 0 ? void 0 : choice.get(whole);
		if (typed !== void 0 && keepsType(path)) return typed;
		return value.replaceAll(/\{([A-Za-z_]\w*)\}/g, (placeholder, name) => {
			const found = choice.get(name);
			if (found === void 0) addUnknownPlaceholder(name, choice, problems.at(...path));
			return found === void 0 ? placeholder : String(found);
		});
	}
	if (Array.isArray(value)) return value.map((item, index) => fillIn(item, [...path, index], choice, problems));
	if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, [...path, key], choice, problems)]));
	return value;
}
function keepsType([first, , third]) {
	if (first === "configs" && third === "targets") return false;
	return [
		"budget",
		"constants",
		"configs",
		"globals",
		"op",
		"smoke",
		"tune"
	].includes(String(first)) || isOptionName(String(first));
}
function addUnknownPlaceholder(name, choice, problems) {
	const known = [...choice.keys()].map((each) => `{${each}}`);
	problems.add(`unknown placeholder \`{${name}}\`${didYouMean(`{${name}}`, known)}`, `The names in \`for\` give ${known.join(", ")}.`);
}
// src/manifest/operator.ts
/**
* Reads the operators of kernels, and those of several kernels.
* @param problems bound to the manifest
*/
function readOperators(kernels, operators, problems) {
	const own = kernels.flatMap(({ name, settings: { op }, pathOf }) => {
		if (op === void 0) return [];
		const settings = typeof op === "string" ? { name: op } : op;
		const toPath = (relative) => pathOf(["op", ...relative]);
		const part = problems.under(toPath);
		const launch = {
			kernel: name,
			names: readNames(settings.names, part.at("names"))
		};
		return [readOperator(settings.name ?? name, [launch], settings, toPath, part)];
	});
	const known = kernels.map(({ name }) => name);
	const joint = operators.map(({ name, settings, pathOf }) => {
		const part = problems.under(pathOf);
		return readOperator(name, settings.kernels.map((each, index) => readLaunch(each, known, part.at("kernels", index))), settings, pathOf, part);
	});
	return [...own, ...joint];
}
function readLaunch(raw, known, problems) {
	const { kernel, names } = typeof raw === "string" ? {
		kernel: raw,
		names: void 0
	} : raw;
	if (!known.includes(kernel)) problems.add(`there is no kernel \`${kernel}\`${didYouMean(kernel, known)}`, `The kernels are ${known.join(", ")}.`);
	return {
		kernel,
		names: readNames(names, problems.at("names"))
	};
}
function readNames(raw, problems) {
	for (const [from, to] of Object.entries(raw ?? {})) checkName(to, problems.at(from));
	return mapOf(raw);
}
function readOperator(name, launches, { defaults, returns, backward, ...settings }, pathOf, problems) {
	checkName(name, problems);
	const { op: operator, gradients } = typeof backward === "string" ? {
		op: backward,
		gradients: {}
	} : {
		op: "",
		...backward
	};
	return {
		name,
		pathOf,
		launches,
		arguments: readArguments(settings.arguments, problems.at("arguments")),
		defaults: mapOf(defaults),
		returns,
		backward: backward === void 0 ? void 0 : {
			operator,
			gradients: mapOf(gradients)
		}
	};
}
function readArguments(raw, problems) {
	return new Map(Object.entries(raw ?? {}).flatMap(([name, value]) => {
		const read = typeof value === "string" ? parseExpression(value, problems.at(name)) : value;
		return read === void 0 ? [] : [[name, read]];
	}));
}
function mapOf(record) {
	return new Map(Object.entries(record ?? {}));
}
/** Checks the name of an operator or of one of its arguments, which is a name in C and in Python. */
function checkName(name, problems) {
	if (!/^[A-Za-z]\w*$/.test(name) || name.includes("__")) problems.add(`invalid name \`${name}\`: expected a letter, then letters, digits and single underscores`);
	else if (isPythonKeyword(name)) problems.add(`invalid name \`${name}\`: it is a keyword of Python`);
}
/** True if Python reserves the name. */
function isPythonKeyword(name) {
	return PYTHON_KEYWORDS.has(name);
}
/** Source: Python's keyword.kwlist. */
const PYTHON_KEYWORDS = new Set(`False None True and as assert async await break class continue def del elif else except finally for from global
  if import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/));
// src/manifest/packages.ts
/** Source: "Names and normalization" in the Python packaging specifications. */
const NAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i;
/** An exact version. Source: PEP 440, in its normal form. */
const VERSION = /^(?:\d+!)?\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:\.[a-z0-9]+)*)?$/;
/** Reads the section `packages:`: names of packages, each with an exact version. */
function readPackages(given = {}, problems) {
	const pins = /* @__PURE__ */ new Map();
	for (const [text, version] of Object.entries(given)) {
		const inPackage = problems.at(text);
		const name = normalName(text);
		if (!NAME.test(text)) inPackage.add(`\`${text}\` is not the name of a package`);
		else if (isCompiler(text)) inPackage.add(`\`${text}\` is the compiler, not a package with kernels`, "Set the Triton version with `triton:`.");
		else if (pins.has(name)) inPackage.add(`\`${name}\` is listed twice`);
		else if (!VERSION.test(version)) inPackage.add(`\`${version}\` is not an exact version`, `Write one such as \`${name}: 1.2.0\`, without \`==\`, \`>=\` or \`*\`.`);
		pins.set(name, {
			name,
			version,
			place: inPackage.place
		});
	}
	return [...pins.values()];
}
// src/manifest/manifest.ts
/**
* Reads a manifest from its text.
* @throws {Failure} `usage`, with all problems at once, each with file, line, column and path.
*/
function readManifest(text, file, overrides = {}) {
	const document = parseManifestText(text, file);
	const problems = new Problems(document);
	const raw = readShape(document, problems);
	checkHead(raw, problems);
	const inOverrides = new Problems();
	const triton = overrides.triton === void 0 ? readTriton(raw.triton, problems.at("triton")) : readTriton(overrides.triton, inOverrides);
	const own = raw.targets && readTargets(raw.targets, problems.at("targets"));
	const targets = overrides.targets ? readTargets(overrides.targets, inOverrides) : own;
	if (targets === void 0) problems.add("missing `targets`: expected a list such as `[sm_80, sm_90]`");
	inOverrides.throwIfAny();
	const generator = overrides.generator ?? raw.generator ?? "native";
	const ptxFallback = raw.ptx_fallback ?? false;
	const listed = own ?? targets ?? [];
	if (ptxFallback) checkPtxFallback(generator, listed, problems.at("ptx_fallback"));
	const ptxTargets = ptxFallback ? listed : void 0;
	const expanded = expandKernels(raw, document, problems);
	const entries = expanded.flatMap((kernel) => readEntry(kernel, own, ptxTargets, problems.under(kernel.pathOf)) ?? []);
	const packages = readPackages(raw.packages, problems.at("packages"));
	const kernels = generator === "triton" ? entries.map(forTritonTools) : entries;
	for (const { source, sourceMode, pathOf } of kernels.filter((each) => namesModule(each.source))) checkPackageSource(source.file, sourceMode, raw.packages !== void 0, problems.under(pathOf).at("source"));
	const operators = readOperators(expanded, expandOperators(raw, problems), problems);
	if (Object.keys(raw.kernels).length === 0) problems.at("kernels").add("`kernels` is empty: expected at least one kernel");
	checkSymbolNames(kernels, problems);
	const vendored = readVendored(raw.vendored, problems.at("vendored"));
	if (triton !== void 0) {
		const names = overrides.targets === void 0 ? raw.targets : void 0;
		checkTargetSupport(triton, targets ?? [], names, problems);
		checkOptionSupport(triton, kernels, problems);
	}
	problems.throwIfAny();
	return {
		file,
		package: raw.package,
		version: raw.version ?? "0.0.0",
		license: raw.license,
		triton: triton ?? raw.triton,
		targets: targets ?? [],
		generator,
		embed: raw.embed ?? "compressed",
		ptxFallback,
		vendored,
		requirements: raw.requirements ?? [],
		packages,
		kernels,
		operators,
		document
	};
}
/** @throws {Failure} if the data does not have the shape of a manifest. */
function readShape(document, problems) {
	const parsed = manifestSchema$1.safeParse(document.value);
	if (parsed.success) return parsed.data;
	problems.addIssues(parsed.error.issues, knownKeys);
	problems.throwIfAny();
	throw parsed.error;
}
function knownKeys(path) {
	const { shape } = manifestSchema$1;
	if (path.length === 0) return Object.keys(shape);
	if (path[0] === "vendored") return Object.keys(shape.vendored.unwrap().shape);
	if (path[0] === "budget") return Object.keys(budgetSchema.shape);
	if (path[0] === "ops") return operatorKeys(path.slice(2), true);
	const inSmoke = path[0] === "kernels" ? 3 : 2;
	if (path[inSmoke - 1] === "smoke") return smokeKeys(path.slice(inSmoke));
	if (path[inSmoke - 1] === "op") return operatorKeys(path.slice(inSmoke), false);
	if (path[inSmoke - 1] === "configs") return ["autotune"];
	if (path[inSmoke - 1] === "bench") return Object.keys(benchSchema$1.shape);
	if (path[inSmoke - 1] === "budget") return Object.keys(budgetSchema.shape);
	if (path[inSmoke - 1] === "tune") return Object.keys(tuneSchema.shape);
	const body = Object.keys(shape.defaults.unwrap().shape);
	return path[0] === "kernels" ? ["for", ...body] : body;
}
/** Checks the settings above `kernels`, except `triton` and `targets`. */
function checkHead(raw, problems) {
	const reserved = reservedName(raw.package);
	if (reserved !== void 0) problems.at("package").add(`invalid package name \`${raw.package}\`: ${reserved}`);
	if (raw.version !== void 0 && !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(raw.version)) problems.at("version").add(`invalid version \`${raw.version}\`: expected three numbers, such as 1.2.0`);
	if (raw.license !== void 0 && !isLicenseExpression(raw.license)) problems.at("license").add(`invalid SPDX license expression \`${raw.license}\`: expected one such as \`MIT\` or \`Apache-2.0 OR BSD-3-Clause\``, "The identifiers are listed at https://spdx.org/licenses. For any other license, use a name such as `LicenseRef-Ours`.");
	for (const [index, requirement] of (raw.requirements ?? []).entries()) {
		const problem = requirementProblem(requirement);
		if (problem !== void 0) problems.at("requirements", index).add(problem.message, problem.hint);
	}
}
/** Checks a kernel whose source is in a package. */
function checkPackageSource(module, mode, hasPackages, problems) {
	const name = normalName(packageOfModule(module.split(".")[0] ?? module));
	if (!hasPackages) problems.add(`\`${module}\` does not end with \`.py\`, and the manifest has no \`packages:\` with a module of this name`, `Name a file, or add the package that has the module: \`packages: { ${name}: VERSION }\`.`);
	if (mode === "import") problems.add("`source_mode: import` and the generator `triton` need a file: packages are not installed, so their modules cannot be imported", "Remove the setting: the kernel and what it needs are then taken from the package.");
}
/**
* Returns an entry as Triton's own tools read it: compile.py imports the file, and finds no hints. What
* it writes is not tested.
*/
function forTritonTools(entry) {
	return {
		...entry,
		sourceMode: "import",
		specialise: "listed",
		smoke: void 0
	};
}
function checkPtxFallback(generator, targets, problems) {
	if (generator === "triton") problems.add("`ptx_fallback` needs the generator `native`: Triton's own tools embed cubins only", "Remove one of `ptx_fallback` and `generator`.");
	if (targets.length === 0 || ptxTargetOf(targets) !== void 0) return;
	const names = targets.map(({ name }) => name).join(", ");
	problems.add(`\`ptx_fallback\` needs a target before sm_90, and the targets are ${names}: the PTX of sm_90 and later is architecture-specific (sm_90a, \u2026), so no driver compiles it for another architecture`, "Add an older target, such as sm_80 or sm_89, or remove `ptx_fallback`.");
}
function readTriton(text, problems) {
	const parsed = parseTritonVersion(text);
	if (parsed.ok) return parsed.version;
	problems.add(parsed.problem.message, parsed.problem.hint);
}
/** @param isOwn whether the targets come from the manifest, and so have a place in it. */
function checkTargetSupport(triton, targets, names, problems) {
	for (const target of targets) {
		const since = firstTritonFor(target);
		if (compareReleases(triton, since) >= 0) continue;
		const index = names?.findIndex((name) => parseTarget(name)?.name === target.name);
		(index === void 0 ? problems : problems.at("targets", index)).add(`Triton ${triton} does not support ${target.name}; use ${since} or later`);
	}
}
/** Checks that the Triton version has every option, since older versions ignore unknown ones. */
function checkOptionSupport(triton, kernels, problems) {
	for (const { configs, options, pathOf } of kernels) {
		const all = [options, ...configs === "autotune" ? [] : configs.map((each) => each.options)];
		for (const name of all.flatMap((each) => Object.keys(each)).filter(isOptionName)) {
			const { since } = OPTIONS$1[name];
			if (compareReleases(triton, since) >= 0) continue;
			problems.under(pathOf).at(name).add(`Triton ${triton} does not have the option ${name}; use ${since} or later`);
		}
	}
}
/** The placeholders of a header. */
const HEADER_NAMES = [
	"file",
	"kernel",
	"source",
	"triton"
];
/** Reads the section `vendored:`. */
function readVendored(given, problems) {
	const { flat = false, header = "", trailing_whitespace, extra_files = [] } = given ?? {};
	const inHeader = problems.at("header");
	for (const [placeholder, name = ""] of header.matchAll(/\{(\w+)\}/g)) {
		if (HEADER_NAMES.some((known) => known === name)) continue;
		inHeader.add(`unknown placeholder \`${placeholder}\``, `A header can use ${HEADER_NAMES.map((known) => `{${known}}`).join(", ")}.`);
	}
	if (header.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g, unclosed).trim() !== "") inHeader.add("expected comments of C only", "Begin each line with `//`, or use `/* \u2026 */`.");
	return {
		flat,
		header: header === "" || header.endsWith("\n") ? header : `${header}\n`,
		trimmed: trailing_whitespace === "trimmed",
		extraFiles: extra_files
	};
}
/** Returns a comment if it is not closed. */
function unclosed(comment) {
	return comment.length >= 4 && comment.endsWith("*/") || comment.startsWith("//") ? "" : comment;
}
// src/plan/inspect-python.ts
const importedCodeSchema = object({
	kind: literal$1("import"),
	/** The folder that Python imports the file from: the first one above it that is not a package. */
	root: string(),
	/** The file's dotted module name below the root. */
	module: string(),
	file: string(),
	/** The file and all local files it imports, sorted, relative to the manifest's folder. */
	closure: array(object({
		path: string(),
		sha256: string()
	}))
});
const readSchema = object({
	/** Null if the function is known only when the file runs (`describeAll`). */
	function: kernelFunctionSchema.nullable(),
	code: discriminatedUnion("kind", [sliceSchema, importedCodeSchema]),
	/** The slice that computes the configs of @triton.autotune, if they are not literals. */
	configs: sliceSchema.optional(),
	/** The slice that prunes them for a call, if @triton.autotune has a function for it. */
	prune: sliceSchema.optional(),
	/** Names of `globals` that the kernel does not read. */
	unused: array(object({
		name: string(),
		near: string().nullable()
	})).default([]),
	notes: array(object({
		file: string(),
		line: number(),
		message: string()
	}))
});
const unreadableSchema = object({ error: object({
	kind: _enum([
		"missing",
		"outside",
		"syntax",
		"encoding",
		"function",
		"unknown"
	]),
	message: string(),
	/** The file that is wrong, relative to the manifest's folder. */
	file: string().nullable(),
	line: number().nullable(),
	hint: string()
}) });
const answerSchema = array(union([readSchema, unreadableSchema]));
/**
* Reads functions without running their files, in the order of the requests. Errors in a file are
* part of the result.
* @throws {Failure} `environment` if Python cannot be started or fails.
*/
async function inspectSources(manifestFolder, sources, context, wheels = []) {
	const request = {
		manifestFolder,
		packages: Object.fromEntries(wheels.map(({ name, folder }) => [name, folder])),
		sources
	};
	const answer = await runReader(KERNEL_READER, request, context);
	return answerSchema.parse(answer);
}
/**
* Returns a reader for all files of a run. Finds Python once, since that takes longer than reading
* files.
* @throws {Failure} `environment` if no Python is found.
*/
async function sourceReader(tritonVersion, named, context, wheels = []) {
	const settings = await readerContext(tritonVersion, named, context);
	return (requests, folder) => inspectSources(folder, requests, settings, wheels);
}
// src/manifest/terms/operator.ts
/** The layout of a tensor, output or temporary. */
function layoutOf({ layouts }, name) {
	const layout = layouts.get(name);
	if (layout === void 0) throw new Error(`the operator has no layout of ${name}`);
	return layout;
}
/** The names of the kernels that operators call, in the order of the calls. */
function calledKernels(operators) {
	return new Set(operators.flatMap(({ implementations }) => implementations.flatMap(({ calls }) => calls.map(({ kernel }) => kernel))));
}
/** Text such as `softmax(x: fp32[rows, cols]) -> y: fp32[rows, cols]` for one implementation. */
function describeOperator({ name, tensors, outputs, scalars }, implementation) {
	const described = ({ name: own, role }) => {
		const { element, shape } = layoutOf(implementation, own);
		const axes = shape.map(({ text }) => text).join(", ");
		return `${role === "inout" ? "inout " : ""}${own}: ${element}[${axes}]`;
	};
	const taken = [...tensors.map(described), ...scalars.map(describeScalar)];
	const made = outputs.map(described);
	const returned = made.length === 1 ? made[0] : `(${made.join(", ")})`;
	return `${name}(${taken.join(", ")}) -> ${returned}`;
}
/** Text such as `scale: float = 0.5`. */
function describeScalar({ name, kind, default: value }) {
	return `${name}: ${kind}${value === void 0 ? "" : ` = ${value}`}`;
}
// src/manifest/grid/format.ts
/** Formats an expression with as few parentheses as its meaning allows. Parsing it gives it again. */
function formatGrid(expression) {
	return format(expression, 0);
}
/** True if two expressions are written in the same way. */
function isSameText(left, right) {
	return right !== void 0 && formatGrid(left) === formatGrid(right);
}
/** The name of an axis: `x.shape[0]`, or `x.stride[0]` in elements. */
function formatAxis({ tensor, property, axis }) {
	return `${tensor}.${property}[${axis}]`;
}
/** Parses the name of an axis; undefined for any other name. */
function parseAxis(name) {
	const [, tensor = "", property, axis] = /^(\w+)\.(shape|stride)\[(\d)\]$/.exec(name) ?? [];
	if (property !== "shape" && property !== "stride") return void 0;
	return {
		tensor,
		property,
		axis: Number(axis)
	};
}
/** Ranks how tightly operators bind, from `?:` to signs. */
const CHOICE$3 = 0;
const COMPARISON = 1;
const SUM$2 = 2;
const PRODUCT$2 = 3;
const SIGN$1 = 4;
function format(expression, level) {
	switch (expression.kind) {
		case "integer": return expression.value < 0n && level > SUM$2 ? `(${expression.value})` : `${expression.value}`;
		case "name": return expression.name;
		case "defined": return `defined(${expression.name})`;
		case "negate": return wrap$1(`-${format(expression.operand, SIGN$1)}`, SIGN$1, level);
		case "binary": return formatBinary(expression, level);
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			return wrap$1(`${format(condition, COMPARISON)} ? ${format(whenTrue, CHOICE$3)} : ${format(whenFalse, CHOICE$3)}`, CHOICE$3, level);
		}
	}
}
function formatBinary({ operator, left, right }, level) {
	if (operator === "min" || operator === "max" || operator === "cdiv") return `${operator}(${format(left, CHOICE$3)}, ${format(right, CHOICE$3)})`;
	const own = levelOf(operator);
	return wrap$1(`${format(left, own === COMPARISON ? SUM$2 : own)} ${operator} ${format(right, own + 1)}`, own, level);
}
function levelOf(operator) {
	if (operator === "+" || operator === "-") return SUM$2;
	return operator === "*" || operator === "/" || operator === "%" ? PRODUCT$2 : COMPARISON;
}
function wrap$1(text, own, level) {
	return own < level ? `(${text})` : text;
}
// src/plan/operator-tensors.ts
/** Lists the tensors of the launches by the operator's names, in order of their first use. */
function tensorsOf(launches, problems) {
	const tensors = /* @__PURE__ */ new Map();
	for (const launch of launches) for (const parameter of allParameters(launch.kernel)) {
		if (parameter.type.kind === "scalar") continue;
		const tensor = readTensor(launch, parameter, problems);
		if (tensor === void 0) continue;
		const known = tensors.get(tensor.name);
		if (known === void 0) tensors.set(tensor.name, tensor);
		else join$2(known, tensor, launch, problems);
	}
	return tensors;
}
function readTensor(launch, { name, type }, problems) {
	const { kernel, smoke, translate } = launch;
	const buffer = smoke.buffers.get(name);
	if (buffer === null || type.kind === "scalar") return void 0;
	if (buffer === void 0) {
		problems.add(`the operator needs the shape of \`${name}\` of \`${kernel.name}\``, `Add it to \`smoke.buffers\`, such as \`${name}: [M, N]\`.`);
		return;
	}
	if (dlpackType(type.element) === void 0) {
		problems.add(`\`${name}\` of \`${kernel.name}\` has elements of type ${type.element}, which frameworks do not have`);
		return;
	}
	const translateAll = (axes) => axes.flatMap(({ tree, text }) => translate(tree, text, problems) ?? []);
	return {
		name: tensorName(launch, name, buffer.role),
		element: type.element,
		layouts: [{
			shape: translateAll(buffer.shape),
			strides: buffer.strides && translateAll(buffer.strides)
		}],
		role: buffer.role,
		isReadLater: false,
		isDescribed: type.kind === "tensor"
	};
}
/** The operator's name of a tensor. Two kernels never share scratch memory. */
function tensorName({ kernel, nameOf }, name, role) {
	return role === "scratch" ? `${nameOf(name)}_of_${kernel.name}` : nameOf(name);
}
/** Adds what a later kernel does with a tensor. */
function join$2(known, later, { kernel }, problems) {
	const difference = differenceOf(known, later);
	if (difference !== void 0) {
		problems.add(`\`${known.name}\` ${difference[0]} in \`${kernel.name}\`, but ${difference[1]} in a kernel before it`, "Describe it in the same way, or give one of them another name with `names`.");
		return;
	}
	known.layouts.push(...later.layouts);
	known.isDescribed &&= later.isDescribed;
	if (known.role === "out" && later.role !== "out") known.isReadLater = true;
	if (known.role === "in" && later.role !== "in") known.role = "inout";
}
function differenceOf(known, later) {
	if (known.element !== later.element) return [`has elements of type ${later.element}`, `of type ${known.element}`];
	const [own, other] = [known, later].map(({ layouts: [first] }) => first);
	const [axes, wanted] = [other?.shape.length ?? 0, own?.shape.length ?? 0];
	if (axes !== wanted) return [`has ${plural(axes, "axis", "axes")}`, plural(wanted, "axis", "axes")];
	if (own?.strides === void 0 !== (other?.strides === void 0)) return own?.strides === void 0 ? ["has strides", "none"] : ["has no strides", "some"];
}
/** Lists the sizes of a layout, then its strides. */
function axesOf$1({ shape, strides = [] }) {
	return [...shape.map((tree, axis) => ({
		property: "shape",
		axis,
		tree
	})), ...strides.map((tree, axis) => ({
		property: "stride",
		axis,
		tree
	}))];
}
/** Returns what later kernels write for the axes of a tensor, each with what the first one writes. */
function laterAxes({ layouts: [first, ...others] }) {
	const axes = first === void 0 ? [] : axesOf$1(first);
	return others.flatMap((layout) => axesOf$1(layout).flatMap(({ tree: later }, index) => {
		const own = axes[index];
		return own === void 0 ? [] : [{
			first: own.tree,
			later
		}];
	}));
}
/** @param problems bound to `returns` */
function rolesOf({ returns }, used, problems) {
	const all = [...used.values()];
	const written = all.filter(({ role }) => role === "out");
	const names = returns ?? written.flatMap((each) => each.isReadLater ? [] : [each.name]);
	for (const [index, name] of (returns ?? []).entries()) {
		if (written.some((each) => each.name === name)) continue;
		const known = written.map((each) => each.name);
		problems.at(index).add(`\`${name}\` is not an output${didYouMean(name, known)}`, `The outputs are ${known.join(", ")}.`);
	}
	const outputs = names.flatMap((name) => written.filter((each) => each.name === name));
	return {
		tensors: all.filter(({ role }) => role === "in" || role === "inout"),
		outputs,
		temporaries: all.filter((each) => each.role === "scratch" || each.role === "out" && !outputs.includes(each))
	};
}
// src/plan/operator-scope.ts
/**
* Defines every name that callers do not give. What a formula needs becomes a value, or a scalar
* argument if nothing defines it.
* @param problems bound to the operator
*/
function openScope(spec, launches, roles, problems) {
	const names = new Set(launches.flatMap((launch) => launch.names));
	const known = definitionsOf(spec, launches, names, roles, problems);
	const { tensors } = roles;
	const parameters = scalarParameters(launches);
	const values = [];
	const scalars = [];
	const open = [];
	const done = /* @__PURE__ */ new Set();
	const addScalar = (name, kind) => {
		if (scalars.some((each) => each.name === name)) return;
		scalars.push({
			name,
			kind,
			default: void 0
		});
	};
	const need = (name, asked) => {
		if (done.has(name)) return;
		const axis = parseAxis(name);
		if (axis !== void 0) {
			const tensor = tensors.find((each) => each.name === axis.tensor);
			const axes = tensor?.layouts[0]?.shape.length ?? 0;
			if (axis.axis >= axes) {
				const own = tensors.map((each) => each.name);
				asked.add(tensor === void 0 ? `there is no tensor \`${axis.tensor}\`${didYouMean(axis.tensor, own)}` : `\`${axis.tensor}\` has no axis ${axis.axis}: it has ${plural(axes, "axis", "axes")}`, `The tensors are ${own.join(", ")}.`);
			}
			return;
		}
		const definition = known.get(name);
		if (definition === void 0) {
			const type = parameters.get(name)?.type;
			if (type !== void 0 && !isInteger(type)) {
				asked.add(`\`${name}\` is of type ${formatArgumentType(type)}; only integers can be used here`);
				return;
			}
			if (!names.has(name)) {
				asked.add(...unknownName(name, names));
				return;
			}
			const isFlag = type !== void 0 && ["i1", "u1"].includes(formatArgumentType(type));
			addScalar(name, isFlag ? "bool" : "int");
			return;
		}
		if (open.includes(name)) {
			definition.problems.add(`\`${name}\` depends on itself: ${[...open, name].join(" \u2192 ")}`);
			return;
		}
		open.push(name);
		for (const each of namesIn$1(definition.tree)) need(each.name, definition.problems);
		open.pop();
		done.add(name);
		values.push({
			name,
			tree: definition.tree,
			text: formatGrid(definition.tree)
		});
	};
	return {
		values,
		scalars,
		formula(tree) {
			for (const { name } of namesIn$1(tree)) need(name, problems);
			return {
				tree,
				text: formatGrid(tree)
			};
		},
		float: (name) => addScalar(name, "float"),
		has: (name) => known.has(name) || scalars.some((each) => each.name === name)
	};
}
/** True if the manifest says `n: n`: callers give it, even if it could be computed. */
function isAsked({ arguments: given }, name) {
	const value = given.get(name);
	return typeof value === "object" && value.tree.kind === "name" && value.tree.name === name;
}
/** Finds the definitions of all names that callers do not give. */
function definitionsOf(spec, launches, names, { tensors, outputs, temporaries }, problems) {
	const known = /* @__PURE__ */ new Map();
	const define = (name, tree, part = problems) => {
		if (tree !== void 0 && !known.has(name) && !isAsked(spec, name)) known.set(name, {
			tree,
			problems: part
		});
	};
	for (const [name, value] of spec.arguments) {
		const part = problems.at("arguments", name);
		if (!names.has(name)) part.add(...unknownName(name, names));
		define(name, typeof value === "object" ? translated(value, launches, part) : integer(value), part);
	}
	for (const wanted of ["shape", "stride"]) for (const { name: tensor, layouts } of tensors) for (const { property, axis, tree } of layouts.flatMap(axesOf$1)) {
		const name = formatAxis({
			tensor,
			property,
			axis
		});
		if (property === wanted && tree.kind === "name") define(tree.name, {
			kind: "name",
			name,
			offset: 0
		});
	}
	const made = [...outputs, ...temporaries];
	for (const { first, later } of made.flatMap(laterAxes)) if (later.kind === "name" && !isSameText(later, first)) define(later.name, first);
	const inOutputs = new Set(made.flatMap(({ layouts }) => layouts.flatMap(axesOf$1)).flatMap(({ tree }) => namesIn$1(tree).map(({ name }) => name)));
	for (const { smoke, nameOf, translate } of launches) for (const [name, value] of smoke.arguments) {
		const own = nameOf(name);
		if (typeof value !== "object") {
			if (inOutputs.has(own)) define(own, integer(value));
		} else if (value.tree.kind !== "integer" || inOutputs.has(own)) define(own, translate(value.tree, value.text, new Problems()));
	}
	return known;
}
function unknownName(name, names) {
	return [`no kernel of the operator has a parameter or size \`${name}\`${didYouMean(name, names)}`, `They are ${[...names].join(", ")}.`];
}
/** An expression of the operator itself, with the constants of its kernels as numbers. */
function translated({ tree, text }, launches, problems) {
	for (const { name, offset } of definedIn(tree)) {
		problems.add(messageInText(`\`defined(${name})\` cannot be used here`, text, offset));
		return;
	}
	const constants = /* @__PURE__ */ new Map();
	for (const { kernel } of launches) for (const [name, value] of kernelScope(kernel).values) if (value.kind === "integer") constants.set(name, integerOf(value.value));
	return substitute(tree, constants);
}
function integer(value) {
	return typeof value === "number" ? void 0 : integerOf(BigInt(value));
}
function integerOf(value) {
	return {
		kind: "integer",
		value,
		offset: 0
	};
}
/** The scalar parameters of all launches by the operator's names. */
function scalarParameters(launches) {
	return new Map(launches.flatMap(({ kernel, nameOf }) => allParameters(kernel).flatMap((parameter) => parameter.type.kind === "scalar" ? [[nameOf(parameter.name), parameter]] : [])));
}
// src/plan/implementation.ts
/**
* Finds what an operator takes and returns, and how every parameter of its kernels follows from
* that. A size or scalar parameter is, in this order: what `arguments:` says, an axis of an input
* whose shape or strides in `smoke.buffers` are this name, what `smoke.arguments` computes it from,
* or an argument of the operator.
* @param problems bound to the operator
*/
function resolveImplementation(spec, launches, problems) {
	const used = tensorsOf(launches, problems);
	if (!problems.isEmpty) return void 0;
	const roles = rolesOf(spec, used, problems.at("returns"));
	const scope = openScope(spec, launches, roles, problems);
	const calls = launches.map((launch) => ({
		kernel: launch.kernel.name,
		arguments: allParameters(launch.kernel).map((parameter) => argumentOf(launch, parameter, spec, scope, problems))
	}));
	const all = [
		...roles.tensors,
		...roles.outputs,
		...roles.temporaries
	];
	const layouts = new Map(all.map((tensor) => [tensor.name, resolveLayout(tensor, scope)]));
	const conditions = [...all.flatMap((tensor) => agreements(tensor, scope)), ...launches.flatMap((launch) => requirementsOf(launch, scope))];
	checkInferred(spec, roles.tensors, scope, problems);
	const scalars = withDefaults(spec, scope.scalars, problems.at("defaults"));
	for (const { name } of [...scope.values, ...scalars]) if (layouts.has(name)) problems.add(`\`${name}\` is a tensor and a size or scalar`, "Give one of them another name with `names`.");
	if (!problems.isEmpty) return void 0;
	return {
		tensors: roles.tensors.map(describe$2),
		outputs: roles.outputs.map(describe$2),
		scalars,
		layouts,
		temporaries: roles.temporaries.map(({ name }) => name),
		values: scope.values,
		conditions,
		calls
	};
}
function describe$2({ name, role, layouts: [layout] }) {
	if (role === "scratch") throw new Error(`${name} is not an argument`);
	return {
		name,
		role,
		axes: layout?.shape.length ?? 0
	};
}
function argumentOf(launch, { name: own, type }, spec, scope, problems) {
	const { nameOf, smoke, kernel } = launch;
	const name = nameOf(own);
	if (type.kind !== "scalar") {
		const role = smoke.buffers.get(own)?.role;
		return role === void 0 ? { kind: "null" } : {
			kind: "tensor",
			name: tensorName(launch, own, role)
		};
	}
	if (isInteger(type)) {
		scope.formula({
			kind: "name",
			name,
			offset: 0
		});
		return {
			kind: "value",
			name
		};
	}
	const given = spec.arguments.get(name);
	const part = problems.at("arguments", name);
	if (type.scalar === "fp16" || type.scalar === "bf16") problems.add(`\`${own}\` of \`${kernel.name}\` is of type ${type.scalar}, which operators cannot pass`, "Make the parameter fp32 in the manifest: the kernel can convert it.");
	else if (typeof given === "object") part.add(`\`${name}\` is of type ${type.scalar}: expected a number, not an expression`);
	else if (given !== void 0) return {
		kind: "number",
		value: Number(given)
	};
	scope.float(name);
	return {
		kind: "scalar",
		name
	};
}
function resolveLayout({ name: tensor, element, role, isDescribed, layouts: [layout] }, { formula }) {
	const { shape = [], strides } = layout ?? {};
	const own = shape.map((_size, axis) => axis === shape.length - 1 ? {
		kind: "integer",
		value: 1n,
		offset: 0
	} : {
		kind: "name",
		name: formatAxis({
			tensor,
			property: "stride",
			axis
		}),
		offset: 0
	});
	const isFree = isDescribed && (role === "in" || role === "inout");
	return {
		element,
		shape: shape.map(formula),
		strides: (isFree ? own : strides)?.map(formula)
	};
}
/** Conditions for which later kernels' descriptions of a tensor are those of the first. */
function agreements(tensor, { formula, values }) {
	const defined = (tree) => substitute(tree, new Map(values.map(({ name, tree: value }) => [name, value])));
	return laterAxes(tensor).flatMap(({ first: left, later: right }) => {
		const equal = formula({
			kind: "binary",
			operator: "==",
			left,
			right,
			offset: 0
		});
		return isSameText(defined(left), defined(right)) ? [] : [equal];
	});
}
/**
* Returns the requirements of a kernel that operators can check. The kernel itself checks the others, and
* refuses calls that do not meet them.
*/
function requirementsOf({ kernel, translate }, { formula, has }) {
	return kernel.requirements.flatMap(({ tree, text }) => {
		const own = definedIn(tree).length > 0 ? void 0 : translate(tree, text, new Problems());
		const isKnown = own !== void 0 && namesIn$1(own).every(({ name }) => has(name));
		return own !== void 0 && isKnown ? [formula(own)] : [];
	});
}
/**
* Checks that no size of an input became an argument only because its shape is a formula, such as
* `[cdiv(n, 2)]`, that cannot be solved for it.
*/
function checkInferred(spec, inputs, { scalars }, problems) {
	for (const { name } of scalars) {
		if (isAsked(spec, name)) continue;
		const use = inputs.flatMap((tensor) => tensor.layouts.flatMap(axesOf$1).map((axis) => ({
			...axis,
			tensor: tensor.name
		}))).find(({ tree }) => namesIn$1(tree).some((each) => each.name === name));
		if (use === void 0) continue;
		const axis = formatAxis(use);
		problems.add(`\`${name}\` does not follow from the tensors: \`${axis}\` is \`${formatGrid(use.tree)}\``, `Compute it in \`arguments\` of the operator, such as \`${name}: ${axis} * 2\`, or write \`${name}: ${name}\` there if callers give it.`);
	}
}
function withDefaults({ defaults }, scalars, problems) {
	const names = scalars.map(({ name }) => name);
	for (const name of defaults.keys()) {
		if (names.includes(name)) continue;
		problems.at(name).add(`\`${name}\` is not an argument of the operator${didYouMean(name, names)}`, names.length === 0 ? "Everything follows from the tensors." : `The arguments that are not tensors are ${names.join(", ")}.`);
	}
	return scalars.map((scalar) => ({
		...scalar,
		default: defaultOf(scalar, defaults.get(scalar.name), problems.at(scalar.name))
	})).toSorted((a, b) => Number(a.default !== void 0) - Number(b.default !== void 0));
}
function defaultOf({ name, kind }, value, problems) {
	if (value === void 0) return void 0;
	if (kind === "float" && typeof value !== "boolean") return Number(value);
	if (kind === "int" && typeof value === "bigint") return value;
	if (kind === "bool" && typeof value === "boolean") return value;
	const expected = {
		int: "an integer",
		float: "a number",
		bool: "true or false"
	}[kind];
	problems.add(`expected ${expected} for \`${name}\`, found ${value}`);
}
// src/plan/operator-launches.ts
/**
* Finds the kernels of an operator. Returns undefined if one is not built.
* @param problems bound to the operator
*/
function launchesOf({ launches }, drafts, problems) {
	const built = launches.flatMap(({ kernel, names }) => {
		const draft = drafts.get(kernel);
		return draft === void 0 ? [] : [{
			draft,
			names
		}];
	});
	if (built.length < launches.length) return void 0;
	const found = built.map(({ draft: { kernel, entry }, names }) => {
		if (entry.smoke === void 0) {
			problems.add(`the operator needs the shapes of the tensors of \`${kernel.name}\`, which has no \`smoke:\``, "Write `smoke.buffers` for the kernel: operators and tests use the same shapes.");
			return;
		}
		return named(kernel, entry.smoke, names, problems);
	});
	return found.every((each) => each !== void 0) ? found : void 0;
}
function named(kernel, smoke, given, problems) {
	const parameters = allParameters(kernel);
	const sizes = [...smoke.buffers.values()].flatMap((buffer) => [...buffer?.shape ?? [], ...buffer?.strides ?? []].flatMap(({ tree }) => namesIn$1(tree).map(({ name }) => name)));
	const known = /* @__PURE__ */ new Set([...parameters.map(({ name }) => name), ...sizes]);
	for (const name of given.keys()) {
		if (known.has(name)) continue;
		problems.at("names", name).add(`\`${kernel.name}\` has no parameter or size \`${name}\``, `It has ${[...known].join(", ")}.`);
	}
	const short = new Map(parameters.flatMap((parameter) => shortName(parameter, known)));
	const nameOf = (name) => given.get(name) ?? short.get(name) ?? name;
	const scope = kernelScope(kernel);
	const translate = (tree, text, part) => {
		const trees = /* @__PURE__ */ new Map();
		for (const { name, offset } of namesIn$1(tree)) {
			const constant = scope.values.get(name);
			const why = scope.unusable.get(name);
			if (why !== void 0) {
				part.add(messageInText(`cannot use \`${name}\` in an operator: ${why}`, text, offset));
				return;
			}
			trees.set(name, constant?.kind === "integer" ? {
				kind: "integer",
				value: constant.value,
				offset
			} : {
				kind: "name",
				name: nameOf(name),
				offset
			});
		}
		return substitute(tree, trees);
	};
	return {
		kernel,
		smoke,
		nameOf,
		translate,
		names: [...known].map(nameOf)
	};
}
/** `x` for a pointer `x_ptr`, unless another parameter or size has that name. */
function shortName({ name, type }, known) {
	const short = name.replace(/_ptr$/, "");
	return type.kind === "scalar" || short === "" || known.has(short) ? [] : [[name, short]];
}
// src/plan/operators.ts
/**
* Joins the operators of a manifest with their kernels. Implementations whose kernels are not built
* are left out.
* @param problems bound to the manifest
*/
function resolveOperators(specs, drafts, problems) {
	const byName = new Map(drafts.map((draft) => [draft.kernel.name, draft]));
	const groups = /* @__PURE__ */ new Map();
	for (const spec of specs) {
		const part = problems.under(spec.pathOf);
		const launches = launchesOf(spec, byName, part);
		const own = launches && resolveImplementation(spec, launches, part);
		if (own === void 0) continue;
		const group = groups.get(spec.name) ?? [];
		groups.set(spec.name, [...group, {
			spec,
			own,
			problems: part
		}]);
	}
	if (!problems.isEmpty) return [];
	for (const group of groups.values()) checkAgreement(group);
	const operators = new Map([...groups].map(([name, group]) => [name, join$1(name, group)]));
	if (!problems.isEmpty) return [];
	return [...operators.values()].map((operator) => {
		const { spec, problems: part } = firstOf(groups.get(operator.name) ?? []);
		const { backward } = spec;
		if (backward === void 0) return operator;
		const other = operators.get(backward.operator);
		const inBackward = part.at("backward");
		if (other !== void 0) return {
			...operator,
			backward: resolveBackward(operator, other, backward.gradients, inBackward)
		};
		if (!specs.some(({ name }) => name === backward.operator)) inBackward.add(`there is no operator \`${backward.operator}\`${didYouMean(backward.operator, operators.keys())}`, `The operators are ${[...operators.keys()].join(", ")}.`);
		return operator;
	});
}
function firstOf(group) {
	const [first] = group;
	if (first === void 0) throw new Error("an operator without implementations");
	return first;
}
function join$1(name, group) {
	const { own, problems } = firstOf(group);
	const { tensors, outputs, scalars } = own;
	return {
		name,
		place: problems.place ?? { file: "" },
		tensors,
		outputs,
		scalars,
		implementations: group.map(({ own: each }) => {
			const { layouts, temporaries, values, conditions, calls } = each;
			return {
				layouts,
				temporaries,
				values,
				conditions,
				calls
			};
		}),
		backward: void 0
	};
}
/** Checks that implementations of one operator take the same arguments, and that each can be reached. */
function checkAgreement(group) {
	const first = firstOf(group);
	const wanted = signatureOf$1(first.own);
	for (const [index, { spec, own, problems }] of group.entries()) {
		const found = signatureOf$1(own);
		if (found !== wanted) problems.add(`implementations of the operator \`${spec.name}\` take different arguments: ${found} here, ${wanted} for ${kernelsOf(first)}`, "Give one of them another `name`, or the same names to tensors and scalars with `names`.");
		const rival = group.slice(0, index).find((each) => each.own.conditions.length === 0 && typesOf(each.own) === typesOf(own));
		if (rival !== void 0) problems.add(`this implementation of the operator \`${spec.name}\` is never used: ${kernelsOf(rival)} takes the same types`, "Give one of them another `name`, or write with `requires` which calls the first takes.");
		if (JSON.stringify(backwardOf(spec)) !== JSON.stringify(backwardOf(first.spec))) problems.at("backward").add(`\`backward\` differs from that of ${kernelsOf(first)}`);
	}
}
function backwardOf({ backward }) {
	return backward && [backward.operator, [...backward.gradients]];
}
function kernelsOf({ spec }) {
	return spec.launches.map(({ kernel }) => `\`${kernel}\``).join(" and ");
}
/** Text such as `(x[2 axes], scale: float = 0.5) -> (y[2 axes])`. */
function signatureOf$1({ tensors, outputs, scalars }) {
	const taken = [...tensors.map(({ name, role, axes: count }) => `${role === "inout" ? "inout " : ""}${name}[${plural(count, "axis", "axes")}]`), ...scalars.map(describeScalar)];
	const made = outputs.map(({ name, axes: count }) => `${name}[${plural(count, "axis", "axes")}]`);
	return `\`(${taken.join(", ")}) -> (${made.join(", ")})\``;
}
/** The element types that a call must have. */
function typesOf(own) {
	return own.tensors.map(({ name }) => layoutOf(own, name).element).join(", ");
}
/**
* Finds what the backward operator takes: gradients that the manifest names, tensors of the same
* name, and by their names (`dy`, `d_y`, `grad_y` or `y_grad`) gradients of outputs.
*/
function resolveBackward(forward, other, given, problems) {
	const outputs = forward.outputs.map(({ name }) => name);
	const inputs = forward.tensors.map(({ name }) => name);
	const inGradients = problems.at("gradients");
	const gradientOf = (name, among, what) => {
		const named = given.get(name);
		const found = named ?? among.find((each) => gradientNames(each).includes(name));
		if (found !== void 0 && among.includes(found)) return found;
		(named === void 0 ? problems : inGradients.at(name)).add(named === void 0 ? `\`${name}\` of \`${other.name}\` is no gradient of ${what} of \`${forward.name}\`${what === "an output" ? ", and no tensor of it" : ""}` : `\`${forward.name}\` has no ${what.replace(/^an? /, "")} \`${named}\`${didYouMean(named, among)}`, `Name it: \`backward: { op: ${other.name}, gradients: { ${name}: ${among[0] ?? "x"} } }\`.`);
	};
	const taken = [...other.tensors, ...other.outputs].map(({ name }) => name);
	for (const name of given.keys()) if (!taken.includes(name)) inGradients.at(name).add(`\`${other.name}\` has no tensor \`${name}\`${didYouMean(name, taken)}`, `It has ${taken.join(", ")}.`);
	const changed = [...forward.tensors, ...other.tensors].filter(({ role }) => role === "inout");
	for (const { name } of changed) problems.add(`\`${name}\` is changed in place, so there are no gradients`, "Operators with `backward`, and those that compute gradients, must not have buffers with the role `inout`.");
	const tensors = other.tensors.flatMap(({ name }) => {
		if (!given.has(name) && [...inputs, ...outputs].includes(name)) return [{
			kind: "saved",
			name
		}];
		const of = gradientOf(name, outputs, "an output");
		return of === void 0 ? [] : [{
			kind: "gradient",
			name: of
		}];
	});
	const gradients = other.outputs.flatMap(({ name }) => gradientOf(name, inputs, "a tensor") ?? []);
	const scalars = other.scalars.map(({ name, kind }) => {
		if (!forward.scalars.some((each) => each.name === name && each.kind === kind)) problems.add(`\`${other.name}\` takes the ${kind} \`${name}\`, which \`${forward.name}\` does not`, `Give it a value in \`arguments\` of \`${other.name}\`.`);
		return name;
	});
	return problems.isEmpty ? {
		operator: other.name,
		tensors,
		scalars,
		gradients
	} : void 0;
}
function gradientNames(name) {
	return [
		`d${name}`,
		`d_${name}`,
		`grad_${name}`,
		`${name}_grad`
	];
}
// src/toolchain/wheels.ts
/** The start of the paths of a package's modules, as inspect_sources.py names them. */
function pathIn(name) {
	return `${name}.whl/`;
}
/**
* The wheels that are chosen: those for this Python on this machine, so that all machines have the same
* sources. Most packages have one wheel for all. Building another form of package would run its code.
*/
const CHOICE$2 = [
	"--no-deps",
	"--only-binary=:all:",
	"--python-version=3.12",
	"--python-platform=x86_64-manylinux_2_28"
];
/**
* Asks the index for the wheels of packages.
* @throws {Failure} `usage` if it has none; `environment` if it does not answer.
*/
async function lockPackages(pins, context) {
	return withWorkFolder(wheelFolder(context, "lock"), async (work) => {
		const installer = await installerIn(work, context);
		const locked = [];
		for (const pin of pins) {
			context.log.info(`looking for the wheel of ${pin.name} ${pin.version}`);
			const list = join(work, "packages.in");
			await writeFile(list, `${pin.name}==${pin.version}\n`);
			const { code, stdout, stderr } = await runUv([
				"pip",
				"compile",
				"--python",
				installer.base.python,
				...[
					"--format",
					"pylock.toml",
					"--no-header",
					"--quiet"
				],
				...CHOICE$2,
				list
			], installer, context);
			const sha256 = chosenWheel(stdout);
			if (code !== 0 || sha256 === void 0) throw wheelFailure(pin, redact(`${stdout}\n${stderr}`));
			locked.push({
				...pin,
				sha256
			});
		}
		return locked;
	});
}
/** Returns the SHA-256 of the wheel in a lock file. Early versions of uv list all wheels. Source: PEP 751. */
function chosenWheel(lock) {
	const wheels = [...lock.matchAll(/"[^"]*\/([^"/]+\.whl)".*?\bsha256 = "([0-9a-f]{64})"/g)].map(([, name = "", hash]) => ({
		name,
		hash
	}));
	const fits = /-none-any\.whl|-cp3\d+-abi3-manylinux\S*x86_64|-cp312-cp312-manylinux\S*x86_64/;
	return (wheels.length === 1 ? wheels[0] : wheels.find(({ name }) => fits.test(name)))?.hash;
}
/**
* Returns the wheel of a package, which is downloaded and unpacked into the home folder at first use, and
* later found there without a network. Other processes may do the same at once.
* @throws {Failure} `usage` if the index has no such wheel; `environment` if it does not answer.
*/
async function unpackWheel(pin, context) {
	const { name, version, sha256 } = pin;
	const { home, now } = context;
	const folder = wheelFolder({ home }, `${name}-${version}-${sha256.slice(0, 16)}`);
	const marker = `${name}==${version} --hash=sha256:${sha256}\n`;
	const isThere = async () => await readFile(markerFile(folder), "utf8").catch(() => "") === marker;
	if (await isThere()) await utimes(markerFile(folder), now() / 1e3, now() / 1e3).catch(() => void 0);
	else await withWorkFolder(folder, async (work) => {
		const installer = await installerIn(work, context);
		context.log.info(`unpacking ${name} ${version} into ${folder}`);
		const made = join(work, "wheel");
		const list = join(work, "packages.txt");
		await writeFile(list, marker);
		const { code, stdout, stderr } = await runUv([
			"pip",
			"install",
			...[
				"--python",
				installer.base.python,
				"--target",
				join(made, "modules")
			],
			"--require-hashes",
			...CHOICE$2,
			"-r",
			list
		], installer, context);
		if (code !== 0) throw wheelFailure(pin, redact(`${stdout}\n${stderr}`));
		await writeFile(markerFile(made), marker);
		context.signal.throwIfAborted();
		await moveIntoPlace(made, folder, work, async () => await isThere() || void 0);
	});
	const modules = join(folder, "modules");
	return {
		...pin,
		folder: modules,
		license: await licenseOf(modules)
	};
}
/** Beside environments, so that it is removed with them when it was not used for long. */
function wheelFolder({ home }, name) {
	return resolve(home, "toolchains", `wheel-${name}`);
}
async function installerIn(work, context) {
	const base = await findBasePython(void 0, context);
	return {
		uv: await findUv(UV_WHEELS[wheelMachine(context.platform)], context),
		base,
		work
	};
}
/** Explains the answers of uv that do not mean that the index is out of reach. */
function wheelFailure(pin, output) {
	const problem = explained(pin, output);
	if (problem !== void 0) return new Failure("usage", {
		...problem,
		place: pin.place
	});
	return failureOf$1(`cannot get the wheel of ${pin.name} ${pin.version}`, output);
}
function explained({ name, version }, output) {
	if (/\bHash mismatch\b/.test(output)) {
		const [expected, found] = [...output.matchAll(/sha256:([0-9a-f]{64})/g)].map(([, hash]) => hash);
		return {
			message: `the wheel of ${name} ${version} has another SHA-256 than the lock file says: ${found} instead of ${expected}`,
			hint: "The lock file was changed, or the index now has another file under this version. If you trust the file, remove the line of the package from the lock file and build again."
		};
	}
	if (/\bwas not found in the package registry\b/.test(output)) return { message: `the package index has no package \`${name}\`` };
	if (/\bthere is no version of\b/.test(output)) return { message: `the package index has no version ${version} of ${name}` };
	if (/\bhas no (?:usable )?wheels\b/.test(output)) return {
		message: `${name} ${version} has no wheel for Linux and Python 3.12`,
		hint: "Building it from its source would run its code. Copy the files with kernels beside the manifest instead."
	};
}
/** Reads the licence from the metadata. Source: "Core metadata specifications" of Python packaging. */
async function licenseOf(folder) {
	const { glob } = await import("./globs.js");
	const [file] = await glob("*.dist-info/METADATA", {
		cwd: folder,
		absolute: true
	});
	const [head = ""] = (file === void 0 ? "" : await readFile(file, "utf8")).split(/\r?\n\r?\n/, 1);
	const field = (pattern) => pattern.exec(head)?.[1]?.trim();
	return field(/^License-Expression:(.+)/m) ?? field(/^License:(.+)/m) ?? field(/^Classifier: License ::.*:: (.+)/m);
}
// src/plan/packages.ts
/** Returns the lock file of a manifest: `kernels.lock` beside `kernels.yaml`. */
function lockFile(manifest) {
	return join(dirname(manifest), `${basename(manifest).replace(/\.ya?ml$/, "")}.lock`);
}
/**
* Unpacks the wheels of the manifest's packages. Their SHA-256 are in the lock file beside the manifest.
* Packages that it lacks are looked up and added to it, but not in CI, where `CI` is set: a package is
* chosen once, by a person.
* @throws {Failure} `usage` if a wheel is not the locked one, or there is none; `environment` if the index
* does not answer.
*/
async function unpackPackages({ packages, file }, context) {
	if (packages.length === 0) return [];
	const lock = lockFile(file);
	const known = await readLock(lock);
	const missing = packages.filter((pin) => !known.has(keyOf$3(pin)));
	if (missing.length > 0) {
		if (!/^(?:|0|false)$/i.test(context.env["CI"] ?? "")) throw notLocked(missing, lock);
		for (const each of await lockPackages(missing, context)) known.set(keyOf$3(each), each.sha256);
	}
	const locked = packages.flatMap((pin) => {
		const sha256 = known.get(keyOf$3(pin));
		return sha256 === void 0 ? [] : [{
			...pin,
			sha256
		}];
	});
	if (missing.length > 0) await writeLock(lock, file, locked);
	const wheels = [];
	for (const each of locked) wheels.push(await unpackWheel(each, context));
	return wheels;
}
function keyOf$3({ name, version }) {
	return `${name}==${version}`;
}
/** Reads the SHA-256 of each package, which are lines as in a requirements file of pip. */
async function readLock(file) {
	const text = String(await readIfExists(file) ?? "");
	const known = /* @__PURE__ */ new Map();
	for (const [index, line] of text.split(/\r?\n/).entries()) {
		if (/^\s*(?:#|$)/.test(line)) continue;
		const [, key, sha256] = /^(\S+==\S+) --hash=sha256:([0-9a-f]{64})\s*$/.exec(line) ?? [];
		const place = {
			file,
			line: index + 1
		};
		const hint = "Remove the line, and build again outside of CI: it is written then.";
		if (key === void 0 || sha256 === void 0) throw new Failure("usage", {
			message: "expected `NAME==VERSION --hash=sha256:` and 64 digits",
			place,
			hint
		});
		if (known.has(key)) throw new Failure("usage", {
			message: `${key} is twice`,
			place,
			hint
		});
		known.set(key, sha256);
	}
	return known;
}
async function writeLock(file, manifest, locked) {
	const text = `${[`# The wheels of \`packages:\` in ${basename(manifest)}. Written by triton-aot; commit it.`, ...locked.map((each) => `${keyOf$3(each)} --hash=sha256:${each.sha256}`).toSorted()].join("\n")}\n`;
	await writeAtomically(file, (temporary) => writeFile(temporary, text)).catch((error) => {
		const message = `cannot write the lock file: ${reasonOf$1(error)}`;
		throw new Failure("environment", {
			message,
			place: { file }
		}, { cause: error });
	});
}
function notLocked(missing, lock) {
	const hint = `Run \`triton-aot plan\` on your machine, and commit ${basename(lock)}. In CI (\`CI\` is set) no package is added to it.`;
	return new Failure("usage", missing.map((pin) => ({
		message: `${lock} has no SHA-256 for ${pin.name} ${pin.version}`,
		place: pin.place,
		hint
	})));
}
// src/plan/configs.ts
/**
* Completes every config with all its constants and options. A config's own constants come first,
* then the kernel's, the signature's and the defaults of the function's parameters.
* @param targets those of the kernel
*/
function configsOf$1(entry, source, specs, targets, problems) {
	const names = source.parameters.map(({ name }) => name);
	const defaults = new Map(source.parameters.flatMap(({ name, default: value }) => value === void 0 || specs.has(name) ? [] : [[name, value]]));
	const given = givenConstants(entry, names, problems);
	const inConfigs = problems.at("configs");
	return chosenConfigs(entry, source, inConfigs).map((config, index) => {
		checkParameterNames(entry, config.constants.keys(), names, (name) => entry.configs === "autotune" ? inConfigs : inConfigs.at(index, name));
		const options = {
			...entry.options,
			...config.options
		};
		const constants = new Map([
			...defaults,
			...optionsAsConstants(options, specs),
			...given,
			...config.constants
		]);
		return {
			constants: new Map(names.flatMap((name) => {
				const value = constants.get(name);
				return value === void 0 ? [] : [[name, value]];
			})),
			options: sortOptions({
				...DEFAULT_OPTIONS,
				...options
			}),
			...notForOf(config, targets),
			...config.place !== void 0 && { place: config.place }
		};
	});
}
/** The targets that the manifest leaves the config out for. */
function notForOf(config, targets) {
	const own = config.targets?.map(({ name }) => name);
	const notFor = own === void 0 ? [] : targets.filter(({ name }) => !own.includes(name));
	return notFor.length === 0 ? {} : { notFor };
}
/** The constants that the signature and `constants:` give. They must not contradict each other. */
function givenConstants(entry, names, problems) {
	const { shape, constants } = entry;
	const tokens = shape.form === "signature" ? shape.tokens : [];
	const inSignature = new Map(tokens.flatMap((token, index) => token.kind === "constant" ? [[names[index] ?? "", token.value]] : []));
	const inConstants = problems.at("constants");
	checkParameterNames(entry, constants.keys(), names, (name) => inConstants.at(name));
	for (const [name, value] of constants) {
		const other = inSignature.get(name);
		if (other === void 0 || formatConstant(other) === formatConstant(value)) continue;
		inConstants.at(name).add(`\`${name}\` is ${formatConstant(value)} here, but ${formatConstant(other)} in \`signature\``, "Give it in one place.");
	}
	return new Map([...inSignature, ...constants]);
}
function chosenConfigs(entry, source, problems) {
	if (entry.configs !== "autotune") return entry.configs;
	if (source.autotune !== void 0 && source.autotune.length > 0) return source.autotune.map((config) => withOptionsOf(config, problems));
	problems.add(`${entry.source.function} has no @triton.autotune configs`, "List the configs in the manifest, or add @triton.autotune to the function.");
	return [];
}
/**
* A name in the dictionary of a `triton.Config` can be an option too. The fields of the `Config`
* come first. Source: `Config.all_kwargs` of Triton 3.6.0 to 3.9.0.
*/
function withOptionsOf(config, problems) {
	const entries = [...config.constants];
	const inDictionary = entries.flatMap(([name, constant]) => {
		if (!isOptionName(name)) return [];
		const read = readOption(name, "value" in constant ? constant.value : null);
		if (read.ok) return [[name, read.value]];
		problems.add(`\`${name}\` in a config of @triton.autotune: ${read.message}`);
		return [];
	});
	return {
		constants: new Map(entries.filter(([name]) => !isOptionName(name))),
		options: {
			...Object.fromEntries(inDictionary),
			...config.options
		}
	};
}
/**
* The options as values of parameters with the same name. Triton's JIT uses a keyword argument such
* as `num_stages=4`, also one that comes from a `triton.Config`, for both. An argument by position
* sets the parameter only, as `signature` and `constants:` do.
* Source: `JITFunction.run` of Triton 3.6.0, 3.8.0 and 3.9.0, which gives all keyword arguments to
* the function and to the backend's options.
*/
function optionsAsConstants(options, specs) {
	return Object.entries(options).flatMap(([name, value]) => specs.has(name) ? [] : [[name, asConstant(value)]]);
}
function asConstant(value) {
	if (typeof value === "number") return {
		kind: "int",
		value: BigInt(value)
	};
	return typeof value === "boolean" ? {
		kind: "bool",
		value
	} : {
		kind: "string",
		value
	};
}
/** Checks that every name is a parameter of the function. `partOf` is where a name is given. */
function checkParameterNames(entry, given, names, partOf) {
	for (const name of given) {
		if (names.includes(name)) continue;
		if (isOptionName(name)) {
			partOf(name).add(`\`${name}\` is an option, and ${entry.source.function} has no parameter of this name`, "Move it from `constants:` to the kernel.");
			continue;
		}
		partOf(name).add(`${entry.source.function} has no parameter \`${name}\`${didYouMean(name, names)}`, `Its parameters are ${names.join(", ")}.`);
	}
}
/**
* Checks that every parameter is either an argument or a constant of a config. The compiler takes a
* default that is not a literal from the function.
*/
function checkCoverage(entry, source, specs, config, problems) {
	const part = problems.at(entry.shape.form);
	for (const { name, hasDefault } of source.parameters) {
		const isArgument = specs.has(name);
		const value = config.constants.get(name);
		if (isArgument && value !== void 0) part.add(`parameter \`${name}\` of ${entry.source.function} has both a type and a value`, "Give it a type if callers pass it, or a value if it is a constant.");
		else if (!isArgument && value === void 0 && hasDefault !== true) part.add(`parameter \`${name}\` of ${entry.source.function} has neither a type nor a value`, "Add its type to `arguments:`, or its value to `constants:` or to every config.");
	}
}
/** Checks that the block of every tensor has sizes that the compiler accepts. */
function checkBlocks(entry, specs, config, problems) {
	for (const [name, { type }] of specs) {
		const part = problems.at(entry.shape.form);
		const inType = entry.shape.form === "signature" ? part : part.at(name);
		const sizes = type.kind === "tensor" ? type.block : [];
		for (const [axis, size] of sizes.entries()) {
			const result = blockSize(size, config.constants);
			if (!result.ok) inType.add(`${result.why} in the block shape of \`${name}\``, "Every size is computed from integers and integer constants. Give constants in `constants:` or in every config.");
			else if (!isPowerOfTwo(result.value)) {
				const values = namesIn$1(size).map((use) => use.name).map((each) => `\`${each}\` is ${intOf(config, each)}`);
				const because = values.length === 0 ? "" : `: ${[...new Set(values)].join(", ")}`;
				inType.add(`axis ${axis} of the block of \`${name}\` has ${result.value} elements${because}`, "Every axis of a block must be a power of two.");
			}
		}
	}
}
function intOf({ constants }, name) {
	const constant = constants.get(name);
	return constant === void 0 ? "" : formatConstant(constant);
}
// src/plan/heuristic-value.ts
/** Parses the translation of a lambda; undefined if it has none. */
function parseHeuristic({ expression }) {
	if (expression === void 0) return void 0;
	const parsed = parseGrid(expression);
	const [tree, ...others] = parsed.ok ? parsed.axes : [];
	return tree === void 0 || others.length > 0 ? void 0 : {
		tree,
		text: expression
	};
}
/**
* Evaluates a heuristic with one config. Returns undefined if it uses something that expressions
* cannot, such as a float.
* @param before the heuristics before it whose values are chosen at call time
*/
function heuristicValue({ tree }, config, args, before) {
	const scope = gridScope(args, [], config);
	const whole = inlineHeuristics(tree, before, config);
	let fault;
	const folded = foldGrid(whole, scope, (found) => fault ??= found);
	if (!(namesIn$1(folded).every(({ name }) => scope.get(name)?.kind === "value") && definedIn(folded).every(({ name }) => scope.has(name)))) return void 0;
	if (fault !== void 0) return {
		kind: "fault",
		fault
	};
	const isBool = isBoolean(whole, (name) => isBooleanName(name, config, args));
	if (folded.kind !== "integer") return {
		kind: "call",
		isBool
	};
	const { value } = folded;
	return {
		kind: "constant",
		value: isBool ? {
			kind: "bool",
			value: value !== 0n
		} : {
			kind: "int",
			value
		}
	};
}
/** Returns whether Python would give a bool. `a and b` is translated to `a ? b : 0`, `a or b` likewise. */
function isBoolean(expression, isName) {
	switch (expression.kind) {
		case "defined": return true;
		case "name": return isName(expression.name);
		case "binary": return isComparison(expression);
		case "choice": {
			const branches = [expression.whenTrue, expression.whenFalse];
			const bools = branches.filter((branch) => isBoolean(branch, isName));
			return bools.length > 0 && branches.every((each) => bools.includes(each) || isBit(each));
		}
		case "integer":
		case "negate": return false;
	}
}
function isBit(expression) {
	return expression.kind === "integer" && (expression.value === 0n || expression.value === 1n);
}
function isBooleanName(name, { constants }, args) {
	const constant = constants.get(name);
	if (constant !== void 0) return constant.kind === "bool";
	const type = args.find((argument) => argument.name === name)?.type;
	return type?.kind === "scalar" && (type.scalar === "i1" || type.scalar === "u1");
}
/** The file and line of a heuristic. */
function heuristicPlace({ source, place }, { line }) {
	const file = shownPath(join(dirname(place.file), source.file), place.file);
	return formatPlace({
		file,
		line
	});
}
/** Checks that the value in the manifest is the one that the constants give. */
function checkEqual({ entry, facts: { parameter }, name, place, problems }, own, computed, algo) {
	if (integerOf$1(own) === integerOf$1(computed)) return;
	partOf(entry, parameter, problems).add(`${name} is ${formatConstant(own)}, but @triton.heuristics in ${place} gives ${formatConstant(computed)} for algo ${algo}`, `Remove \`${parameter}\`: its value is computed for every config.`);
}
/** The key of the manifest that gives the value of a parameter. */
function partOf(entry, parameter, problems) {
	if (entry.constants.has(parameter)) return problems.at("constants", parameter);
	return entry.shape.form === "signature" ? problems.at("signature") : problems.at("configs");
}
/** Checks that values of the manifest can be compared with those of the heuristic. */
function checkComparable({ entry, facts: { parameter }, name, place, problems }, given, argument) {
	const other = given.find((value) => integerOf$1(value) === void 0);
	if (other !== void 0) {
		const message = `${name} is ${formatConstant(other)}, but @triton.heuristics in ${place} gives an integer`;
		partOf(entry, parameter, problems).add(message);
	} else if (argument !== void 0 && !isInteger(argument.type)) {
		const message = `${name} must be an integer or a constant: @triton.heuristics in ${place} computes it`;
		problems.at(entry.shape.form).add(message);
	}
}
/** Reports a value that is neither given nor can be chosen at call time. */
function addNumeric({ facts: { parameter }, name, place, problems }, { text }) {
	problems.add(`${name} is computed from arguments by @triton.heuristics in ${place}, and is not a bool: \`${text}\``, `Write its value in \`constants:\`, such as \`${parameter}: 1\`. Calls with arguments that give another value are refused.`);
}
/** Heuristics that only a program run gives need a word on when the manifest's values are right. */
function checkUnknownHeuristics({ entry, source, facts, place, problems }) {
	if (entry.requires !== void 0) return;
	const text = facts.untranslated ?? "";
	problems.add(`the values of @triton.heuristics of ${entry.source.function} are known only when the program runs: ${place}: \`${text}\``, `Write the values of the constexprs it computes in \`constants:\`, and the conditions under which they are right in \`requires:\` (\`requires: []\` if they always are). The parameters are ${source.parameters.map(({ name }) => name).join(", ")}.`);
}
/** A heuristic without translation needs a value, and a word on when that value is right. */
function checkUntranslated({ entry, facts, args, name, place, problems }, configs) {
	const { parameter, untranslated, expression = "" } = facts;
	const isGiven = args.some((argument) => argument.name === parameter) || configs.every(({ constants }) => constants.has(parameter));
	if (isGiven && entry.requires !== void 0) return;
	const what = `${name} is computed by @triton.heuristics in ${place}, which cannot be translated: \`${untranslated ?? expression}\``;
	if (isGiven) {
		problems.add(`${what}; nothing checks that the manifest's value is right`, "Add `requires:` with the conditions under which it is right, or `requires: []` if it always is.");
		return;
	}
	problems.add(what, `Write its value in \`constants:\`, and the conditions under which it is right in \`requires:\` (\`requires: []\` if it always is).`);
}
// src/plan/heuristics.ts
/** Stands for the parameters of @triton.heuristics whose values are not a dict in the source. */
const ALL_UNKNOWN = "*";
/** Returns the facts without defaults of parameters that heuristics compute: they never apply. */
function withoutComputedDefaults(source) {
	const computed = new Set(source.heuristics?.map(({ parameter }) => parameter));
	if (computed.size === 0) return source;
	const parameters = source.parameters.map((each) => computed.has(each.name) ? { name: each.name } : each);
	return {
		...source,
		parameters
	};
}
/**
* Evaluates the heuristics of a function for every config. A value that depends on constants only
* becomes a constant of the config. One that depends on arguments is chosen at call time, if it is
* a bool. If the manifest gives the value, calls are checked instead.
* @param problems bound to the kernel
*/
function resolveHeuristics(entry, source, given, args, problems) {
	let resolved = {
		configs: given,
		chosen: [],
		guards: []
	};
	for (const facts of source.heuristics ?? []) {
		const call = {
			entry,
			source,
			facts,
			args,
			name: `\`${facts.parameter}\` of ${entry.source.function}`,
			place: heuristicPlace(entry, facts),
			problems
		};
		const formula = parseHeuristic(facts);
		const values = resolved.configs.map((config) => formula && heuristicValue(formula, config, args, resolved.chosen));
		if (facts.parameter === ALL_UNKNOWN) checkUnknownHeuristics(call);
		else if (!source.parameters.some(({ name: each }) => each === facts.parameter)) resolved = {
			...resolved,
			configs: withOption(call, resolved.configs, values)
		};
		else if (formula === void 0 || !values.every((value) => value !== void 0)) checkUntranslated(call, resolved.configs);
		else resolved = resolveOne(call, formula, values, resolved);
	}
	return resolved;
}
function resolveOne(call, formula, values, { configs, chosen, guards }) {
	const { facts, args, source, problems, name, place } = call;
	const { parameter } = facts;
	const argument = args.find((each) => each.name === parameter);
	const domain = [];
	let isChosen = false;
	let isGuarded = false;
	const completed = configs.map((config, algo) => {
		const value = values[algo];
		const own = config.constants.get(parameter);
		if (value === void 0) return config;
		if (value.kind === "fault") {
			problems.at("source").add(`${place}: ${value.fault} in the value of ${name}: \`${formula.text}\``);
			return config;
		}
		if (own !== void 0 || argument !== void 0) {
			if (own !== void 0) domain.push(own);
			if (own !== void 0 && value.kind === "constant") checkEqual(call, own, value.value, algo);
			else isGuarded = true;
			return config;
		}
		if (value.kind === "constant") {
			domain.push(value.value);
			return withConstant(source, config, parameter, value.value);
		}
		if (value.isBool) domain.push({
			kind: "bool",
			value: true
		}, {
			kind: "bool",
			value: false
		});
		else addNumeric(call, formula);
		isChosen = true;
		return config;
	});
	if (isGuarded) checkComparable(call, domain, argument);
	return {
		configs: completed,
		chosen: isChosen ? [...chosen, {
			parameter,
			...formula,
			values: distinct$1(domain)
		}] : chosen,
		guards: isGuarded ? [...guards, guardOf(parameter, formula)] : guards
	};
}
/** The condition that a parameter has the value that its heuristic gives. */
function guardOf(parameter, { tree, text }) {
	return {
		tree: {
			kind: "binary",
			operator: "==",
			left: {
				kind: "name",
				name: parameter,
				offset: 0
			},
			right: tree,
			offset: 0
		},
		text: `${parameter} == (${text})`
	};
}
function distinct$1(values) {
	return [...new Map(values.map((value) => [integerOf$1(value), value])).values()].toSorted((a, b) => Number((integerOf$1(b) ?? 0n) - (integerOf$1(a) ?? 0n)));
}
/** Adds a constant to a config, in the order of the parameters. */
function withConstant({ parameters }, config, parameter, value) {
	const constants = new Map([...config.constants, [parameter, value]]);
	const ordered = parameters.flatMap(({ name }) => {
		const constant = constants.get(name);
		return constant === void 0 ? [] : [[name, constant]];
	});
	return {
		...config,
		constants: new Map(ordered)
	};
}
/**
* Applies a heuristic for an option, such as num_warps, to configs that have the default. Options do
* not change results, so others are left to the manifest.
*/
function withOption({ facts: { parameter }, name, place, problems }, configs, values) {
	if (!isOptionName(parameter)) {
		problems.at("source").add(`${place}: @triton.heuristics gives a value for ${name}, which has no such parameter`);
		return configs;
	}
	return configs.map((config, algo) => {
		const value = values[algo];
		if (!(config.options[parameter] === DEFAULT_OPTIONS[parameter]) || value?.kind !== "constant" || !("value" in value.value)) return config;
		const read = readOption(parameter, value.value.value);
		return read.ok ? {
			...config,
			options: {
				...config.options,
				[parameter]: read.value
			}
		} : config;
	});
}
// src/plan/smoke-buffers.ts
/** Evaluates a buffer of one case. */
function resolveBuffer({ name, type }, spec, smoke, owner, scope, problems) {
	if (type.kind === "scalar") throw new Error(`${name} is not a pointer`);
	const shape = evaluateAxes(spec.shape, scope, problems);
	const strides = spec.strides === void 0 ? shape && contiguous(shape) : evaluateAxes(spec.strides, scope, problems);
	if (shape === void 0 || strides === void 0) return void 0;
	const layout = {
		shape,
		strides,
		inCase: `in case \`${owner.case}\``
	};
	checkLayout(layout, spec.role, problems);
	if (problems.isEmpty && type.kind === "tensor") checkTensor(type, layout, problems);
	const fill = problems.isEmpty ? chooseFill(type.element, spec, problems) : void 0;
	if (!problems.isEmpty) return void 0;
	const seed = `${smoke.seed}\n${owner.kernel}\n${owner.case}\n${name}`;
	return {
		element: type.element,
		shape: shape.map(Number),
		strides: strides.map(Number),
		length: Number(lengthOf(shape, strides)),
		role: spec.role,
		fill,
		seed: sha256(seed).slice(0, 32)
	};
}
function evaluateAxes(expressions, scope, problems) {
	const values = [];
	for (const expression of expressions) {
		const value = evaluateInteger(expression, scope, problems);
		if (value === void 0) return void 0;
		values.push(value);
	}
	return values;
}
function contiguous(shape) {
	return shape.map((_size, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1n));
}
/** The number of elements from the first to the last, including gaps. */
function lengthOf(shape, strides) {
	if (shape.includes(0n)) return 0n;
	return shape.reduce((sum, size, axis) => sum + (size - 1n) * (strides[axis] ?? 0n), 1n);
}
const MAX_ELEMENTS = 2n ** 31n;
function checkLayout({ shape, strides, inCase }, role, problems) {
	const sizes = `[${shape.join(", ")}]`;
	const both = `shape ${sizes} and strides [${strides.join(", ")}]`;
	const count = shape.reduce((product, size) => product * size, 1n);
	const isOutput = role === "out" || role === "inout";
	if (shape.some((size) => size < 0n)) problems.add(`negative size in shape ${sizes} ${inCase}`);
	else if (strides.some((stride) => stride < 0n)) problems.add(`negative stride in ${both} ${inCase}`);
	else if (lengthOf(shape, strides) > MAX_ELEMENTS || count > MAX_ELEMENTS) problems.add(`${both} have more than 2^31 elements ${inCase}`);
	else if (isOutput && overlaps(shape, strides)) problems.add(`elements of an output overlap: ${both} ${inCase}`);
}
/** Returns whether two elements can overlap: each stride must exceed the reach of all smaller ones. */
function overlaps(shape, strides) {
	if (shape.includes(0n)) return false;
	const axes = shape.map((size, axis) => ({
		size,
		stride: strides[axis] ?? 0n
	})).filter(({ size }) => size > 1n).toSorted((a, b) => Number(a.stride - b.stride));
	let reach = 0n;
	for (const { size, stride } of axes) {
		if (stride <= reach) return true;
		reach += (size - 1n) * stride;
	}
	return false;
}
/** The unit of a tensor's strides in bytes. Source: CUDA Driver API, cuTensorMapEncodeTiled. */
const TENSOR_STRIDE = 16n;
function checkTensor({ element, block }, { shape, strides, inCase }, problems) {
	const size = BigInt(bytesOf(element));
	const wrong = strides.slice(0, -1).find((stride) => stride * size % TENSOR_STRIDE !== 0n);
	if (shape.length !== block.length) problems.add(`the tensor has ${plural(shape.length, "axis", "axes")}, but its block has ${block.length} ${inCase}`);
	else if (shape.includes(0n)) problems.add(`the tensor has no elements: shape [${shape.join(", ")}] ${inCase}`);
	else if (strides.at(-1) !== 1n) problems.add(`the last stride of a tensor must be 1, found ${strides.at(-1)} ${inCase}`);
	else if (wrong !== void 0) problems.add(`the strides of a tensor must be multiples of ${TENSOR_STRIDE} bytes; ${wrong} elements are ${wrong * size} bytes ${inCase}`);
}
/** The contents of a buffer before the call; undefined if it is poisoned. */
function chooseFill(element, { role, fill }, problems) {
	const range = integerRange(element);
	if (fill === void 0) return role === "out" || role === "scratch" ? void 0 : defaultFill(range);
	if (fill.kind === "uniform" && fill.from === void 0) return range === void 0 ? UNIT : uniformIntegers(range);
	if (range !== void 0) checkIntegers(fill, element, range, problems);
	else if (fill.kind === "uniform" && fill.from >= fill.to) problems.add(`\`to\` must be greater than \`from\` for floats, found ${fill.from} to ${fill.to}`, "The upper end is excluded.");
	return fill;
}
const UNIT = {
	kind: "uniform",
	from: 0,
	to: 1
};
function defaultFill(range) {
	return range === void 0 ? {
		kind: "normal",
		mean: 0,
		deviation: 1
	} : uniformIntegers(range);
}
/** Small enough for every type, and for sums that stay exact. */
function uniformIntegers({ from, to }) {
	const most = Math.min(100, Number(to));
	return {
		kind: "uniform",
		from: from < 0n ? -most : 0,
		to: most
	};
}
function checkIntegers(fill, element, range, problems) {
	if (fill.kind === "file") return;
	if (fill.kind === "normal") {
		problems.add(`the fill \`normal\` is for floats, but the elements are ${element}`);
		return;
	}
	const wrong = (fill.kind === "constant" ? [fill.value] : [fill.from, fill.to]).find((value) => !isWithin(value, range));
	if (wrong === void 0) return;
	const from = range.from < -SAFE ? -SAFE : range.from;
	const to = range.to > SAFE ? SAFE : range.to;
	problems.add(`a fill of ${element} must be an integer from ${from} to ${to}, found ${wrong}`);
}
/** The largest integer up to which JavaScript numbers, and so fills, are exact. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
function isWithin(value, { from, to }) {
	return Number.isSafeInteger(value) && BigInt(value) >= from && BigInt(value) <= to;
}
// src/plan/smoke-names.ts
/** Checks that every name in the section exists, and every parameter has a value in every case. */
function checkSmokeNames(kernel, smoke, problems) {
	const parameters = allParameters(kernel);
	const scalars = parameters.filter(({ type }) => type.kind === "scalar");
	const pointers = parameters.filter(({ type }) => type.kind !== "scalar");
	checkCases(kernel, smoke, scalars, pointers, problems.at("cases"));
	const inArguments = problems.at("arguments");
	for (const name of smoke.arguments.keys()) checkParameter(name, "scalar", scalars, pointers, "buffers", inArguments.at(name));
	const inBuffers = problems.at("buffers");
	for (const name of smoke.buffers.keys()) checkParameter(name, "pointer", pointers, scalars, "arguments", inBuffers.at(name));
	for (const parameter of scalars) checkScalar(parameter, smoke, problems.at("cases"));
	for (const parameter of pointers) checkPointer(parameter, smoke, inBuffers);
	const outputs = pointers.filter(({ name }) => {
		const role = smoke.buffers.get(name)?.role;
		return role === "out" || role === "inout";
	});
	if (outputs.length > 0) checkTolerance(outputs, smoke, problems.at("tolerance"));
	else if (pointers.length > 0) inBuffers.add("no buffer has the role `out` or `inout`, so nothing would be checked", "Write `{ shape: [\u2026], role: out }` for the buffers that the kernel writes.");
}
/** Checks that every name in a case is a scalar parameter, or a size that an expression uses. */
function checkCases(kernel, smoke, scalars, pointers, problems) {
	const used = expressionsOf(smoke).flatMap(({ tree }) => namesIn$1(tree).map(nameOf));
	const known = /* @__PURE__ */ new Set([...scalars.map(nameOf), ...used]);
	for (const [index, chosen] of smoke.cases.entries()) for (const name of chosen.keys()) {
		const part = problems.at(index, name);
		if (kernel.configs.some(({ constants }) => constants.has(name)) || kernel.heuristics.some(({ parameter }) => parameter === name)) part.add(`\`${name}\` is a constant of the kernel, which a case cannot set`);
		else if (pointers.some((pointer) => pointer.name === name)) part.add(`\`${name}\` is not a scalar`, "Describe it under `buffers:`.");
		else if (!known.has(name)) part.add(`\`${name}\` is not a scalar parameter, and no expression uses it${didYouMean(name, known)}`);
	}
}
/** Checks that a name is one of the parameters of its kind. */
function checkParameter(name, kind, own, others, elsewhere, problems) {
	if (own.some((parameter) => parameter.name === name)) return;
	const other = others.find((parameter) => parameter.name === name);
	if (other !== void 0) {
		const type = formatArgumentType(other.type);
		problems.add(`\`${name}\` is not a ${kind}: its type is ${type}`, `Move it to \`${elsewhere}:\`.`);
		return;
	}
	const names = own.map(nameOf);
	problems.add(`unknown ${kind} parameter \`${name}\`${didYouMean(name, names)}`, names.length === 0 ? `The kernel has no ${kind} parameters.` : `The ${kind} parameters are ${names.join(", ")}.`);
}
function checkScalar({ name, type }, smoke, problems) {
	if (smoke.arguments.has(name)) return;
	const index = smoke.cases.findIndex((chosen) => !chosen.has(name));
	const chosen = smoke.cases[index];
	if (chosen === void 0) return;
	const message = `\`${name}\` (${formatArgumentType(type)}) has no value in case \`${formatCase(chosen)}\``;
	problems.at(index).add(message, "Set it in every case, or under `arguments:` to a number or an expression.");
}
function checkPointer({ name, type }, smoke, problems) {
	const buffer = smoke.buffers.get(name);
	if (buffer === void 0) problems.add(`\`${name}\` (${formatArgumentType(type)}) has no buffer`, `Add its shape, such as \`${name}: [M, N]\`, or null for a null pointer.`);
	else if (buffer === null && type.kind === "tensor") problems.at(name).add("a tensor cannot be null; expected a shape");
}
/** Checks that the tolerance applies to outputs. */
function checkTolerance(outputs, { tolerance }, problems) {
	const names = outputs.map(nameOf);
	for (const name of tolerance.named.keys()) {
		if (names.includes(name) || isElementType(name)) continue;
		const message = `\`${name}\` is neither an output nor an element type`;
		const hint = `The outputs are ${names.join(", ")}.`;
		problems.at(name).add(`${message}${didYouMean(name, names)}`, hint);
	}
	const hasFloats = outputs.some(({ type }) => type.kind !== "scalar" && isFloat(type.element));
	if (tolerance.floats !== void 0 && !hasFloats) problems.add("the tolerance has no effect: all outputs are integers, which must be equal", "To allow differences in a buffer, name it: `tolerance: { NAME: { atol: 1 } }`.");
}
function expressionsOf(smoke) {
	const { arguments: given, buffers, bytes, flops } = smoke;
	return [
		...[...given.values()].filter((value) => typeof value === "object"),
		...[...buffers.values()].flatMap((buffer) => [...buffer?.shape ?? [], ...buffer?.strides ?? []]),
		...[bytes, flops].filter((value) => typeof value === "object")
	];
}
function nameOf({ name }) {
	return name;
}
// src/plan/smoke-cases.ts
/**
* Evaluates the cases of a `smoke:` section. Their runs are found later, when the kernel's
* specialisations are known.
* @param problems bound to the section
* @param isTimed whether the cases are only timed: then some algos may refuse a case
*/
function resolveCases(kernel, smoke, problems, isTimed = false) {
	const algos = choose("algo", smoke.algos, kernel.configs.length, problems.at("algos"));
	checkDuplicates(smoke, problems.at("cases"));
	if (smoke.cases.length > 0) checkSmokeNames(kernel, smoke, problems);
	if (!problems.isEmpty) return void 0;
	const shared = {
		kernel,
		smoke,
		algos,
		isTimed,
		scope: kernelScope(kernel),
		types: scalarTypes(kernel)
	};
	const cases = smoke.cases.flatMap((chosen, index) => resolveCase(shared, chosen, index, problems) ?? []);
	return problems.isEmpty ? cases : void 0;
}
/**
* Joins a `smoke:` section with the kernel that it tests: finds the specialisations that its cases
* reach.
* @param kernel with its specialisations
* @param problems bound to the section
*/
function resolveSmoke(kernel, smoke, resolved, problems) {
	const algos = choose("algo", smoke.algos, kernel.configs.length, problems.at("algos"));
	const wanted = choose("specialisation", smoke.specialisations, kernel.specialisations.length, problems.at("specialisations"));
	if (!problems.isEmpty) return void 0;
	const shared = {
		kernel,
		smoke,
		algos
	};
	const cases = resolved.map((call, index) => withRuns(kernel, algos, call, problems.at("cases", index)));
	if (!problems.isEmpty) return void 0;
	if (cases.length > 0) checkReach(shared, cases, wanted, problems.at("cases"));
	if (!problems.isEmpty) return void 0;
	return {
		path: problems.path,
		expected: smoke.expected,
		cases: cases.map((each) => ({
			...each,
			runs: runsAmong(each, wanted)
		})),
		algos,
		timed: [],
		proposed: [],
		key: void 0,
		tolerance: smoke.tolerance,
		isDeterministic: smoke.isDeterministic,
		test: smoke.test
	};
}
/**
* Completes a case with a run for each specialisation that it reaches with one of `algos`.
* @param problems bound to the case
*/
function withRuns(kernel, algos, call, problems) {
	const runs = reachedSpecialisations(kernel, algos, call);
	if (runs.length === 0) addUnreached(kernel, call, problems);
	return {
		...call,
		runs
	};
}
/** Adds the problem of a case that reaches no specialisation. */
function addUnreached(kernel, call, problems) {
	const reason = unreachedReason(kernel, call);
	problems.add(`case \`${call.name}\` reaches no specialisation: ${reason}`);
}
/** The indices to test: the given ones, or all. */
function choose(kind, given, length, problems) {
	const all = Array.from({ length }, (_, index) => index);
	if (given === void 0) return all;
	for (const [position, index] of given.entries()) {
		if (index >= 0n && index < BigInt(length)) continue;
		const range = length === 1 ? "the only one is 0" : `expected 0 to ${length - 1}`;
		problems.at(position).add(`${kind} ${index} does not exist; ${range}`);
	}
	return all.filter((index) => given.includes(BigInt(index)));
}
function checkDuplicates(smoke, problems) {
	const names = smoke.cases.map(formatCase);
	for (const [index, name] of names.entries()) if (names.indexOf(name) < index) problems.at(index).add(`duplicate case \`${name}\``);
}
/**
* Checks that every wanted specialisation is reached with every algo, and that every case reaches
* one.
*/
function checkReach({ kernel, smoke, algos }, cases, wanted, problems) {
	const runs = cases.flatMap((each) => each.runs);
	const isNull = (name) => smoke.buffers.get(name) === null;
	for (const index of wanted) {
		const specialisation = specialisationOf(kernel, index);
		if (specialisation.origin !== void 0) continue;
		const able = algos.filter((algo) => {
			const config = kernel.configs[algo];
			return config !== void 0 && isReachable(config, specialisation);
		});
		const lacking = able.filter((algo) => !runs.some((run) => run.specialisation === index && (run.algos ?? algos).includes(algo)));
		if (lacking.length === 0) continue;
		const needs = reachingValues(kernel, specialisation, isNull);
		const which = lacking.length === able.length ? "" : ` with algo ${lacking.join(", ")}`;
		problems.add(`no case reaches specialisation ${describe$1(kernel, index)}${which}`, `Add a case with ${needs}, or list the specialisations to test in \`specialisations:\`.`);
	}
	for (const [index, each] of cases.entries()) {
		if (runsAmong(each, wanted).length > 0) continue;
		const others = each.runs.map(({ specialisation }) => describe$1(kernel, specialisation));
		const message = `case \`${each.name}\` reaches none of \`specialisations\`, only ${others.join(", ")}`;
		problems.at(index).add(message, "Remove the case, or add one of these to the list.");
	}
}
function runsAmong({ runs }, wanted) {
	return runs.filter(({ specialisation }) => wanted.includes(specialisation));
}
function describe$1(kernel, index) {
	return `${index} (${describeSpecialisation(kernel, specialisationOf(kernel, index)) || "any values"})`;
}
/** Evaluates one case. */
function resolveCase(shared, chosen, index, problems) {
	const { smoke, isTimed } = shared;
	const name = formatCase(chosen);
	const values = {
		index,
		chosen,
		given: smoke.arguments
	};
	const inCase = problems.at("cases", index);
	const scope = caseScope(values, shared.scope, shared.types, problems);
	if (scope === void 0) return void 0;
	const scalars = scalarsIn(scope, shared.types);
	const buffers = buffersOf(shared, scope, name, problems.at("buffers"));
	if (buffers === void 0) return void 0;
	if (!fitsMemory(buffers, name, inCase)) return void 0;
	const call = {
		name,
		scalars,
		buffers
	};
	const algos = acceptingAlgos(shared, call, inCase);
	if (algos === void 0) return void 0;
	return {
		name,
		path: inCase.path,
		scalars,
		buffers,
		runs: [],
		empty: isTimed ? void 0 : emptyScalars(shared, values, buffers),
		grids: gridsOf({
			...shared,
			algos
		}, call, inCase),
		...measuresOf(smoke, scope, buffers, name, problems)
	};
}
/** The algos that do not refuse the call: all to test, or some that only time it. */
function acceptingAlgos({ kernel, algos, isTimed }, call, problems) {
	const refusals = algos.flatMap((algo) => {
		const reason = refusalOf(kernel, algo, call);
		return reason === void 0 ? [] : [[algo, reason]];
	});
	const accepting = algos.filter((algo) => !refusals.some(([other]) => other === algo));
	if (isTimed && accepting.length > 0) return accepting;
	for (const [algo, reason] of refusals) problems.add(`case \`${call.name}\` is refused by algo ${algo}${algoSettings(kernel, algo)}: ${reason}`, isTimed ? "Change the values of the case: no algo takes it." : "Change the values of the case, or list the algos to test in `algos:`.");
	return refusals.length === 0 ? algos : void 0;
}
function buffersOf({ kernel, smoke }, scope, name, problems) {
	const buffers = /* @__PURE__ */ new Map();
	for (const parameter of allParameters(kernel)) {
		const spec = smoke.buffers.get(parameter.name);
		if (spec === null) buffers.set(parameter.name, null);
		if (spec === null || spec === void 0) continue;
		const buffer = resolveBuffer(parameter, spec, smoke, {
			kernel: kernel.name,
			case: name
		}, scope, problems.at(parameter.name));
		if (buffer !== void 0) buffers.set(parameter.name, buffer);
	}
	return problems.isEmpty ? buffers : void 0;
}
const MAX_BYTES = 8 * 2 ** 30;
function fitsMemory(buffers, name, problems) {
	const bytes = [...buffers.values()].reduce((sum, buffer) => sum + (buffer === null ? 0 : buffer.length * bytesOf(buffer.element)), 0);
	if (bytes <= MAX_BYTES) return true;
	const size = `${(bytes / 2 ** 30).toFixed(1)} GiB`;
	problems.add(`the buffers of case \`${name}\` need ${size}; at most 8 GiB are allowed`);
	return false;
}
/** The grid of every algo. Only those of algos to test must be valid. */
function gridsOf({ kernel, algos }, call, problems) {
	return kernel.configs.map((_config, algo) => {
		const part = algos.includes(algo) ? problems : new Problems();
		const grid = evaluateCaseGrid(kernel, algo, call, part);
		if (grid !== void 0 && isEmptyGrid(grid)) part.add(`the grid of algo ${algo}${algoSettings(kernel, algo)} in case \`${call.name}\` is empty: ${grid.join(" \u00d7 ")}`);
		return grid ?? [
			0n,
			0n,
			0n
		];
	});
}
// src/plan/hint-request.ts
/** Returns the arguments whose hints are found: pointers and integers without a hint in the manifest. */
function freeArguments(entry, args, specs) {
	if (entry.specialise === "listed" || entry.specialisations !== void 0) return [];
	return args.filter(({ type }, index) => {
		const isGiven = specs[index]?.isGiven ?? true;
		const name = formatArgumentType(type);
		return !isGiven && (type.kind === "pointer" || isInteger(type) && !/^[iu]1$/.test(name));
	});
}
/** No hints were found: everything that could be hinted is. */
const NO_HINTS = /* @__PURE__ */ new Map();
/** More calls are not looked at: each can become a specialisation. */
const MOST_CALLS = 8;
/** The elements of all buffers of a call that takes longer than its launch. */
const WORTHWHILE = 2 ** 16;
/** The request for a kernel's hints; undefined if the manifest gives all of them. */
function hintRequest({ kernel, given, cases, timed }, code, context) {
	const { free } = given;
	if (free.length === 0) return void 0;
	const names = new Set(free.map(({ name }) => name));
	const calls = callsOf$1(kernel, given, [...cases, ...timed]);
	const worthwhile = calls.filter(({ elements }) => elements >= WORTHWHILE).slice(0, MOST_CALLS);
	const ones = free.filter(({ type }) => type.kind === "scalar").filter(({ name }) => calls.every(({ set }) => set[name] === 1));
	const [config] = configsOf(kernel, given);
	const types = new Map(kernel.arguments.map(({ name, type }) => [name, formatArgumentType(type, type.kind === "tensor" ? blockSizes(type, config?.values ?? /* @__PURE__ */ new Map()) : void 0)]));
	const job = {
		source: code.source,
		signature: kernel.parameters.map((name) => [name, types.get(name) ?? "constexpr"]),
		configs: configsOf(kernel, given).map(({ constants, options }) => ({
			constants,
			options
		})),
		targets: HINT_TARGETS,
		target: HINT_TARGETS[0],
		free: [...names],
		fixed: setOf(kernel.arguments, (_argument, index) => strongest(given.hints[index] ?? [])),
		pointers: free.filter(({ type }) => type.kind === "pointer").map(({ name }) => name),
		isCalled: calls.length > 0,
		ones: ones.map(({ name }) => name),
		calls: worthwhile.map(({ set }) => set)
	};
	const { source, ...rest } = job;
	return {
		key: sha256(canonicalJson({
			bridge: 9,
			triton: context.tritonVersion,
			tritonDigest: context.tritonDigest,
			machine: context.machine,
			requirements: context.requirements.toSorted(),
			environment: context.environment,
			closure: code.files.map(({ path, sha256: part }) => ({
				path,
				sha256: part
			})),
			module: code.module,
			function: source.function,
			...rest
		})),
		kernel,
		job,
		cases: worthwhile.map(({ name }) => name)
	};
}
/** Hints are found with the first of these that a kernel compiles for, whatever is built. */
const HINT_TARGETS = [
	{
		backend: "cuda",
		arch: 80,
		warpSize: 32
	},
	{
		backend: "cuda",
		arch: 90,
		warpSize: 32
	},
	{
		backend: "cuda",
		arch: 100,
		warpSize: 32
	}
];
/** Returns what the JIT would know about the arguments of each case, those that move most memory first. */
function callsOf$1({ arguments: args }, { hints, free }, cases) {
	const isFree = new Set(free.map(({ name }) => name));
	const calls = cases.flatMap((call) => {
		const holding = args.map(({ name }, index) => (isFree.has(name) ? ALL_HINTS : hints[index] ?? []).filter((hint) => holds(hint, name, call)));
		if (holding.some((own) => own.length === 0)) return [];
		return {
			name: call.name,
			elements: [...call.buffers.values()].reduce((sum, each) => sum + (each?.length ?? 0), 0),
			set: setOf(args, (_argument, index) => strongest(holding[index] ?? []))
		};
	}).toSorted((a, b) => b.elements - a.elements);
	return calls.filter(({ set }, index) => calls.findIndex((other) => canonicalJson(other.set) === canonicalJson(set)) === index);
}
/** Returns whether a hint holds for the value of a case. Buffers are aligned. */
function holds(hint, name, { scalars, buffers }) {
	const value = scalars.get(name);
	if (value?.kind === "integer") return meets(value.value, hint);
	return hint === 0 || hint > 1 && buffers.has(name);
}
function setOf(args, hintOf) {
	return Object.fromEntries(args.flatMap((argument, index) => {
		const hint = hintOf(argument, index);
		return hint === 0 ? [] : [[argument.name, hint]];
	}));
}
/** The configs, each with the values of heuristics for the most and for the least regular calls. */
function configsOf({ configs }, { computed }) {
	return configs.flatMap((config) => {
		return [0, -1].map((index) => new Map([...computed.flatMap(({ parameter, values }) => {
			const value = values.at(index);
			return value === void 0 ? [] : [[parameter, value]];
		}), ...config.constants])).slice(0, computed.length === 0 ? 1 : 2).map((values) => ({
			values,
			constants: Object.fromEntries([...values].map(([name, value]) => [name, toWire(value)])),
			options: config.options
		}));
	});
}
// src/plan/derived-cases.ts
/** Cases for each class of calls, those of the manifest included: enough to predict the times of others. */
const WANTED = 40;
/** A size up to which 1 is likely too. */
const SMALL$1 = 64;
/** Candidates that are looked at, and how many in a row may be of no use. */
const MOST$1 = 4e3;
const USELESS = 400;
/** The step in which a size of a case is a multiple of a power of two, but of no larger one. */
const DIVISORS = [
	16,
	8,
	2,
	1,
	4
];
/** The multiples of the square roots of primes are spread evenly, modulo 1. Source: H. Weyl, 1916. */
const PRIMES = [
	2,
	3,
	5,
	7,
	11,
	13,
	17,
	19,
	23,
	29,
	31,
	37,
	41,
	43,
	47
];
/**
* Returns further cases to time, so that each class of calls has some: sizes between half of the
* smallest (or 1, if that is small) and the largest of the manifest's, divisible by 16, 8, 4, 2 or only
* 1, spread evenly on a logarithmic scale; and the largest case with each size set to 1, a single row
* or column. No case computes more than the largest of the manifest.
* @param kernel with its specialisations
* @param resolved the cases of the manifest
* @param chosen their values, in the same order
*/
function derivedCases(kernel, { arguments: given }, resolved, chosen) {
	const [scope, types] = [kernelScope(kernel), scalarTypes(kernel)];
	const classes = callClasses(kernel);
	const [first] = resolved;
	/** The class of a call; undefined if it is no call of the kernel. */
	const classOfCase = (values) => {
		const changed = caseScope({
			index: 0,
			chosen: values,
			given
		}, scope, types, new Problems());
		if (changed === void 0 || first === void 0) return void 0;
		const scalars = scalarsIn(changed, types);
		const call = {
			scalars,
			buffers: first.buffers
		};
		const algo = [...kernel.configs.keys()].find((each) => refusalOf(kernel, each, call) === void 0);
		const index = algo === void 0 ? -1 : specialisationFor(kernel, algo, call);
		if (index < 0) return void 0;
		const integers = [...scalars].flatMap(([name, value]) => value.kind === "integer" ? [[name, value.value]] : []);
		return classOf(classes, hintSetOf(kernel, index), new Map(integers));
	};
	const counts = /* @__PURE__ */ new Map();
	const names = /* @__PURE__ */ new Set();
	const found = [];
	const add = (values, isNew) => {
		const name = formatCase(values);
		const own = names.has(name) ? void 0 : classOfCase(values);
		if (own === void 0 || isNew && (counts.get(own) ?? 0) >= WANTED) return;
		names.add(name);
		counts.set(own, (counts.get(own) ?? 0) + 1);
		if (isNew) found.push(values);
	};
	for (const values of chosen) add(values, false);
	for (const values of thinCases(chosen)) add(values, true);
	let useless = 0;
	for (const values of spreadCases(chosen)) {
		const before = found.length;
		add(values, true);
		useless = found.length > before ? 0 : useless + 1;
		if (useless === USELESS) break;
	}
	return found;
}
/** The sizes that a case sets. */
function sizesOf$2(values) {
	return [...values].flatMap(([name, value]) => typeof value === "bigint" && value > 0n ? [[name, Number(value)]] : []);
}
function productOf$1(values) {
	return sizesOf$2(values).reduce((product, [, size]) => product * size, 1);
}
/** The largest case with each size set to 1 that is not the same in all cases. */
function thinCases(chosen) {
	const largest = chosen.toSorted((a, b) => productOf$1(b) - productOf$1(a))[0] ?? /* @__PURE__ */ new Map();
	const isFree = (name) => chosen.length === 1 || chosen.some((each) => each.get(name) !== largest.get(name));
	return sizesOf$2(largest).flatMap(([name, size]) => size > 1 && isFree(name) ? [new Map([...largest, [name, 1n]])] : []);
}
/** Yields cases with all combinations of sizes, each with another divisor. */
function* spreadCases(chosen) {
	const most = Math.max(...chosen.map(productOf$1));
	const free = [...groupBy(chosen.flatMap(sizesOf$2), ([name]) => name)].map(([name, own]) => {
		const least = Math.min(...own.map(([, size]) => size));
		const to = Math.max(...own.map(([, size]) => size));
		return [name, {
			least,
			from: least <= SMALL$1 ? 1 : Math.ceil(least / 2),
			to
		}];
	}).filter(([, { least, to }]) => to > least);
	const [base = /* @__PURE__ */ new Map()] = chosen;
	for (let index = 1; index <= MOST$1 && free.length > 0; index += 1) {
		const isMixed = spread(index, 0) < 1 / 3;
		const values = new Map(base);
		for (const [at, [name, { from, to }]] of free.entries()) {
			const size = between$1(from, to, spread(index, 2 + at));
			const turn = spread(index, isMixed ? 2 + free.length + at : 1);
			const divisor = DIVISORS[Math.floor(turn * DIVISORS.length)] ?? 1;
			values.set(name, BigInt(withDivisor(size, divisor, {
				from,
				to
			})));
		}
		if (productOf$1(values) <= most) yield values;
	}
}
/**
* Returns a number near `size` that a power of two divides, but, below 16, no larger one. If the range
* has none, the number is for a smaller power.
*/
function withDivisor(size, divisor, range) {
	const step = divisor === 16 ? 16 : 2 * divisor;
	const below = size - size % step + (divisor === 16 ? 0 : divisor);
	const found = [...[below > size ? below - step : below, below], below + step].find((each) => range.from <= each && each <= range.to);
	if (found !== void 0) return found;
	return divisor === 1 ? size : withDivisor(size, divisor / 2, range);
}
/** A number from 0 to 1. Those of successive indices are spread evenly, and independently for each axis. */
function spread(index, axis) {
	return index * Math.sqrt(PRIMES[axis % PRIMES.length] ?? 2) % 1;
}
/** Returns a size on a nearly logarithmic scale, without functions that differ between platforms. */
function between$1(from, to, share) {
	let octaves = 0;
	while (from * 2 ** (octaves + 1) <= to) octaves += 1;
	const at = share * (octaves + to / (from * 2 ** octaves) - 1);
	return Math.floor(from * 2 ** Math.floor(at) * (1 + at - Math.floor(at)));
}
// src/plan/timed-cases.ts
/**
* Evaluates the cases of a `tune:` section, which are only timed, with the arguments and buffers of
* the `smoke:` section. Their runs are found later, when the kernel's specialisations are known.
* @param problems bound to the kernel
*/
function resolveTimedCases(kernel, { smoke, tune }, problems) {
	checkKey$1(kernel, tune.key ?? [], problems.at("tune", "key"));
	if (tune.cases.length === 0) return problems.isEmpty ? [] : void 0;
	if (smoke === void 0) {
		problems.at("tune", "cases").add("there is no `smoke:` section, whose `arguments` and `buffers` these cases use", "Add `smoke:` with `buffers`, and with at least one case that is tested.");
		return;
	}
	return resolveCases(kernel, {
		...smoke,
		cases: tune.cases,
		algos: void 0
	}, problems.under(([first, ...rest]) => first === "cases" ? [
		"tune",
		"cases",
		...rest
	] : [
		"smoke",
		...first === void 0 ? [] : [first],
		...rest
	]), true);
}
/**
* Returns further cases that reach the specialisations which the timed ones do not reach.
* @param kernel with its specialisations
* @param problems bound to the cases
*/
function proposedCases(kernel, { smoke, tune }, cases, problems) {
	if (smoke === void 0 || cases.length === 0 || kernel.configs.length === 1) return [];
	return completeTimedCases(kernel, derivedCases(kernel, smoke, cases, tune.cases).flatMap((chosen) => {
		return (resolveCases(kernel, {
			...smoke,
			cases: [chosen],
			algos: void 0
		}, new Problems(), true) ?? []).map((each) => ({
			...each,
			path: problems.path
		}));
	}), problems);
}
/**
* Completes timed cases with the specialisations that they reach with aligned pointers, and the algos
* that take them.
* @param kernel with its specialisations
* @param problems bound to the cases
*/
function completeTimedCases(kernel, cases, problems) {
	return cases.map((call, index) => {
		const all = [...kernel.configs.keys()];
		const accepting = all.filter((algo) => refusalOf(kernel, algo, call) === void 0);
		const runs = [...groupBy(accepting, (algo) => specialisationFor(kernel, algo, call))].flatMap(([specialisation, algos]) => specialisation < 0 ? [] : [{
			specialisation,
			offsets: {},
			...algos.length < all.length && { algos }
		}]);
		if (runs.length === 0) addUnreached(kernel, call, problems.at(index));
		return {
			...call,
			runs
		};
	});
}
/** Checks that a choice can depend on the parameters. */
function checkKey$1(kernel, key, problems) {
	const names = integersOf(kernel).map(({ name }) => name);
	for (const [index, name] of key.entries()) {
		if (names.includes(name)) continue;
		problems.at(index).add(`\`${name}\` is not an integer parameter${didYouMean(name, names)}`, names.length === 0 ? "The kernel has no integer parameters." : `The integer parameters are ${names.join(", ")}.`);
	}
}
// src/plan/resolve.ts
/**
* Joins a manifest's entry with the Python function that it names.
* @param problems bound to the kernel
*/
function resolveKernel(entry, source, targets, problems) {
	const specs = specsOf(entry, source, problems);
	const listed = configsOf$1(entry, withoutComputedDefaults(source), specs, targets, problems);
	const [args, gridParameters] = nameArguments(entry, source, specs, problems);
	if (!problems.isEmpty) return void 0;
	const { configs, chosen, guards } = resolveHeuristics(entry, source, listed, args, problems);
	if (!problems.isEmpty) return void 0;
	const computed = new Set(chosen.map(({ parameter }) => parameter));
	const fixed = source.parameters.filter(({ name }) => !computed.has(name));
	for (const config of configs) {
		checkCoverage(entry, {
			...source,
			parameters: fixed
		}, specs, config, problems);
		checkBlocks(entry, specs, config, problems);
	}
	const hints = [...specs.values()].map((spec) => spec.hints);
	checkCount$1(hints, chosen, problems.at("arguments"));
	checkSets(entry, specs, problems.at("specialisations"));
	const heuristics = chosen.map(({ parameter, tree, text }) => ({
		parameter,
		tree,
		text
	}));
	const calls = {
		args,
		gridParameters,
		configs,
		heuristics
	};
	checkGrids(entry, calls, problems.at("grid"));
	const required = entry.requires ?? [];
	checkRequirements(required, calls, problems.at("requires"));
	if (!problems.isEmpty) return void 0;
	const kernel = {
		name: entry.name,
		place: entry.place,
		source: {
			...entry.source,
			line: source.line
		},
		parameters: source.parameters.map(({ name }) => name),
		arguments: args,
		configs,
		mayDropConfigs: entry.configs === "autotune" && !entry.strictConfigs,
		specialisations: [],
		automatic: void 0,
		heuristics,
		requirements: [...guards, ...required],
		grid: entry.grid.axes,
		gridText: entry.grid.text,
		gridParameters,
		depends: entry.depends,
		lineInfo: entry.lineInfo,
		ptxTarget: entry.ptxTarget,
		targets,
		smoke: void 0,
		tune: { key: keyOf$2(entry, source, {
			arguments: args,
			gridParameters
		}) }
	};
	const given = {
		hints,
		free: freeArguments(entry, args, [...specs.values()]),
		sets: entry.specialisations,
		computed: chosen.map(({ parameter, values }) => ({
			parameter,
			values
		}))
	};
	const cases = entry.smoke === void 0 ? [] : resolveCases(kernel, entry.smoke, problems.at("smoke"));
	const timed = cases && resolveTimedCases(kernel, entry, problems);
	return timed && {
		entry,
		kernel,
		given,
		cases,
		timed
	};
}
/**
* Returns what the choice of an algo depends on: the manifest's names, or those of @triton.autotune that C
* code can compare. Undefined: every integer.
*/
function keyOf$2({ configs, tune }, { autotuneKey = [] }, kernel) {
	if (tune.key !== void 0 || configs !== "autotune") return tune.key;
	const integers = new Set(integersOf(kernel).map(({ name }) => name));
	const names = autotuneKey.filter((name) => integers.has(name));
	return names.length === 0 ? void 0 : names;
}
/** Checks that every set of hints names arguments that can have them. */
function checkSets({ specialisations = [] }, specs, problems) {
	for (const [index, set] of specialisations.entries()) for (const [name, value] of Object.entries(set)) {
		const part = problems.at(index, name);
		const spec = specs.get(name);
		if (spec === void 0) {
			part.add(`no argument \`${name}\`${didYouMean(name, [...specs.keys()])}`, `The arguments are ${[...specs.keys()].join(", ")}.`);
			continue;
		}
		if (spec.isGiven) part.add(`\`${name}\` has a hint in its type too`, "Remove one of them.");
		const why = hintProblem(spec.type, value);
		if (why !== void 0) part.add(why);
	}
}
/** The run-time arguments by name, in the function's order. */
function specsOf(entry, source, problems) {
	const names = source.parameters.map(({ name }) => name);
	const { shape } = entry;
	if (shape.form === "signature") {
		if (shape.tokens.length !== names.length) {
			problems.at("signature").add(`the signature has ${plural(shape.tokens.length, "token")}, but ${entry.source.function} has ${plural(names.length, "parameter")}: ${names.join(", ")}`, "Write one token per parameter: a type, or the value of a constexpr.");
			return /* @__PURE__ */ new Map();
		}
		return new Map(shape.tokens.flatMap((token, index) => token.kind === "argument" ? [[names[index] ?? "", token.spec]] : []));
	}
	checkParameterNames(entry, shape.arguments.keys(), names, (name) => problems.at("arguments", name));
	return new Map(names.flatMap((name) => {
		const spec = shape.arguments.get(name);
		return spec === void 0 ? [] : [[name, spec]];
	}));
}
/** More are a mistake: each specialisation is compiled for every config and target. */
const MAX_SPECIALISATIONS = 256;
/** Checks the number of specialisations before they are listed. */
function checkCount$1(hints, chosen, problems) {
	const count = [...hints, ...chosen.map(({ values }) => values)].reduce((product, { length }) => product * length, 1);
	if (count <= MAX_SPECIALISATIONS) return;
	const message = `${count} specialisations; at most ${MAX_SPECIALISATIONS} are allowed`;
	if (chosen.length === 0) {
		problems.add(message, "Every combination of hints is a specialisation. Use a list for fewer arguments.");
		return;
	}
	const names = chosen.map(({ parameter }) => parameter).join(", ");
	problems.add(message, `Every combination of hints and of the values of ${names} is a specialisation. Use a list for fewer arguments, or write values in \`constants:\`.`);
}
function nameArguments(entry, source, specs, problems) {
	for (const { name } of entry.gridParameters) if (source.parameters.some((parameter) => parameter.name === name)) problems.at("grid_parameters", name).add(`\`${name}\` is already a parameter of the kernel`, "Choose another name.");
	const args = [...specs].map(([name, { type }]) => ({
		name,
		type
	}));
	return namedArguments(entry.name, args, entry.gridParameters);
}
/** Gives the arguments and grid parameters of a kernel their names in C. */
function namedArguments(kernel, args, gridParameters) {
	const taken = /* @__PURE__ */ new Set([
		"stream",
		"algo_id",
		...symbolsOf(kernel)
	]);
	const withName = ({ name, type }) => {
		const cName = parameterName(name, taken);
		taken.add(cName);
		return {
			name,
			cName,
			type
		};
	};
	return [args.map(withName), gridParameters.map(withName)];
}
function checkGrids(entry, calls, problems) {
	const { axes, text } = entry.grid;
	for (const config of calls.configs) for (const { message, offset } of checkGrid(axes, scopeOf(calls, config))) problems.add(messageInText(message, text, offset));
}
/** The names of a call. Checks see a heuristic as a value, although its expression is used. */
function scopeOf({ args, gridParameters, heuristics }, config) {
	const computed = heuristics.map(({ parameter }) => [parameter, { kind: "value" }]);
	return new Map([...computed, ...gridScope(args, gridParameters, config)]);
}
/** Checks the names in `requires`, and that no algo refuses every call. */
function checkRequirements(required, calls, problems) {
	for (const { tree, text } of required) for (const [algo, config] of calls.configs.entries()) {
		const scope = scopeOf(calls, config);
		const wrong = checkGrid([tree], scope);
		for (const { message, offset } of wrong) problems.add(messageInText(message, text, offset));
		const folded = foldGrid(inlineHeuristics(tree, calls.heuristics, config), scope);
		if (wrong.length > 0 || folded.kind !== "integer" || folded.value !== 0n) continue;
		problems.add(`\`${text}\` is never true for algo ${algo}${algoSettings(calls, algo)}, so every call would be refused`, "Correct the condition, or remove the config.");
	}
}
// src/plan/specialise.ts
/**
* Completes a kernel with its specialisations, and its smoke test. Leaves out the configs that are
* for other targets than its own.
* @param choices the answer to the request; undefined if there is none
* @param problems bound to the kernel
*/
function completeKernel({ kernel, given, entry, cases, timed }, request, choices, problems) {
	const whole = {
		...kernel,
		...specialisationsOf(kernel, given, request, choices)
	};
	if (entry.smoke === void 0) return withoutUnusedConfigs(whole, problems);
	const smoke = resolveSmoke(whole, entry.smoke, cases, problems.at("smoke"));
	const inTimed = problems.at("tune", "cases");
	const complete = completeTimedCases(whole, timed, inTimed);
	const proposed = proposedCases(whole, entry, timed, inTimed);
	const key = kernel.tune.key;
	return withoutUnusedConfigs({
		...whole,
		smoke: smoke && {
			...smoke,
			timed: complete,
			proposed,
			key
		}
	}, problems);
}
/** The specialisations of a kernel, and how those were found that the manifest does not list. */
function specialisationsOf(kernel, given, request, choices) {
	const { arguments: args } = kernel;
	const listed = (given.sets ?? [void 0]).flatMap((set) => productOf(given.hints.map((hints, index) => hintsIn(set, hints, args[index]))));
	const found = request === void 0 ? [] : choices ?? [alignedChoice(request)];
	const most = mostAutomatic(kernel, given);
	const all = distinct(found.map((choice) => ({
		hints: hintsOf(args, choice.kept),
		origin: originOf$1(choice, found, request?.cases ?? []),
		cost: choice.cost
	}))).filter(({ hints }) => !listed.some((other) => isSame$2(other, hints)));
	const own = all.slice(0, most);
	const ofAny = request === void 0 || listed.length > 1 ? {} : { origin: "any values" };
	const specialisations = [...own.toSorted((a, b) => a.cost - b.cost || specificityOf(b.hints) - specificityOf(a.hints)).map(({ hints, origin }) => ({
		hints,
		origin
	})), ...distinct(listed.map((hints) => ({
		hints,
		...ofAny
	}))).toSorted((a, b) => specificityOf(b.hints) - specificityOf(a.hints))].flatMap((each) => productOf(given.computed.map(({ values }) => values)).map((values) => ({
		...each,
		heuristics: new Map(given.computed.flatMap(({ parameter }, index) => {
			const value = values[index];
			return value === void 0 ? [] : [[parameter, value]];
		}))
	})));
	if (request === void 0) return {
		specialisations,
		automatic: void 0
	};
	const used = new Set(found.flatMap(({ kept }) => Object.keys(kept)));
	const unused = given.free.map(({ name }) => name).filter((name) => !used.has(name));
	return {
		specialisations,
		automatic: {
			key: request.key,
			choices: found,
			unused: found.length === 0 ? [] : unused,
			omitted: all.length - own.length
		}
	};
}
/** The hints of an argument in a set, or those that the manifest gives for it. */
function hintsIn(set, hints, argument) {
	const value = argument === void 0 ? void 0 : set?.[argument.name];
	return value === void 0 ? hints : [value];
}
/** Variants of a kernel and target, from which on fewer specialisations are found. */
const MANY = 48;
const MOST = 6;
/** Returns how many specialisations are added at most: each is compiled for every config. */
function mostAutomatic({ configs }, { computed }) {
	const each = computed.reduce((product, { values }) => product * values.length, configs.length);
	return Math.min(MOST, Math.max(1, Math.floor(MANY / each)));
}
/** The choice for a kernel that the compiler says nothing about. */
function alignedChoice({ job: { free, ones, isCalled, fixed } }) {
	const known = isCalled ? ones : [];
	const all = [...free.map((name) => [name, 16]), ...known.map((name) => [name, 1])];
	const asked = {
		...Object.fromEntries(all),
		...fixed
	};
	return {
		from: "aligned",
		asked,
		kept: asked,
		cost: 0
	};
}
function originOf$1({ from, call, asked }, choices, cases) {
	if (from === "aligned") return "aligned values";
	if (from === "narrow") return "asynchronous loads";
	if (from === "pointers") return "aligned pointers";
	if (from === "call") return `case ${cases[call ?? 0] ?? ""}`;
	const whole = choices.find((each) => each.from === "aligned")?.asked ?? {};
	return `aligned values, but not ${Object.keys(whole).filter((name) => !Object.hasOwn(asked, name)).join(", ")}`;
}
function hintsOf(args, set) {
	return args.map(({ name }) => set[name] ?? 0);
}
function distinct(all) {
	return all.filter(({ hints }, index) => all.findIndex((other) => isSame$2(other.hints, hints)) === index);
}
function isSame$2(a, b) {
	return a.every((hint, index) => hint === b[index]);
}
function specificityOf(hints) {
	return hints.reduce((sum, hint) => sum + strengthOf(hint), 0);
}
/** Every choice of one item from each list. The first list varies slowest. */
function productOf(lists) {
	return lists.reduce((chosen, own) => chosen.flatMap((before) => own.map((item) => [...before, item])), [[]]);
}
// src/plan/plan.ts
/**
* Reads manifest and sources. Needs Python, and Triton only for kernels that cannot be understood by
* reading their source, and for the digest of a Triton that is no known release.
* @param onManifest called with the manifest, before anything else is read
* @throws {Failure} `usage` with all problems at once.
*/
async function draftPlan(selection, context, onManifest) {
	const manifest = await loadManifest(selection);
	await onManifest?.(manifest);
	const packages = await unpackPackages(manifest, context);
	return {
		...await draftManifest(manifest, selection, await sourceReader(manifest.triton, selection.python, context, packages), context),
		packages
	};
}
/** Drafts the plan of a manifest that was read. @throws as `draftPlan`. */
async function draftManifest(manifest, selection, readSources, context) {
	const chosen = chooseKernels(manifest, selection, context);
	const entries = chosen.map(({ entry }) => entry);
	const all = new Problems(manifest.document);
	checkCount(chosen.map(({ entry, targets }) => ({
		entry,
		count: sizeOf(entry.configs) * targets.length
	})), all);
	const problems = {
		usage: all.at(),
		compile: all.at()
	};
	const { kernels: sources, references } = await readKernelSources(manifest, entries, selection, readSources, problems, context);
	const codes = /* @__PURE__ */ new Map();
	const drafts = chosen.flatMap(({ entry, targets }) => {
		const source = sources.get(entry);
		if (source === void 0) return [];
		const inKernel = problems.usage.under(entry.pathOf);
		const { file = entry.source.file } = source;
		const draft = resolveKernel({
			...entry,
			source: {
				...entry.source,
				file
			}
		}, source.function, targets, inKernel);
		if (draft === void 0) return [];
		codes.set(entry.name, source.code);
		return [{
			draft,
			code: source.code
		}];
	});
	const operators = resolveOperators(manifest.operators, drafts.map(({ draft }) => draft), problems.usage);
	all.throwIfAny(problems.usage.isEmpty ? "compile" : "usage");
	const hashContext = {
		tritonVersion: manifest.triton,
		tritonDigest: await manifestTriton(manifest, selection.python, context),
		machine: context.platform.arch,
		requirements: manifest.requirements,
		environment: await codeEnvironment(context.env)
	};
	return {
		manifest,
		kernels: drafts.map(({ draft, code }) => ({
			draft,
			code,
			request: hintRequest(draft, code, hashContext)
		})),
		operators,
		codes,
		references,
		hashContext
	};
}
/**
* Plans every variant with the hints that were found.
* @throws {Failure} `usage` with all problems at once, and for more variants than can be built.
*/
async function completePlan({ hashContext, ...draft }, found, context) {
	const problems = new Problems(draft.manifest.document);
	const planned = [];
	for (const { draft: each, request, code } of draft.kernels) {
		await letSignalsIn(context);
		const { entry } = each;
		const inKernel = problems.under(entry.pathOf);
		const kernel = completeKernel(each, request, request && found.get(request.key), inKernel);
		planned.push({
			entry,
			kernel,
			code
		});
	}
	problems.throwIfAny("usage");
	checkCount(planned.map(({ entry, kernel: { configs, specialisations, targets } }) => ({
		entry,
		count: configs.length * specialisations.length * targets.length
	})), problems);
	const variants = [];
	for (const { kernel, code } of planned) {
		await letSignalsIn(context);
		for (const variant of planKernel(kernel, code, hashContext)) variants.push(variant);
	}
	const kernels = planned.map(({ kernel }) => kernel);
	noteMissingPtx(draft.manifest, kernels, context);
	return {
		...draft,
		kernels,
		variants
	};
}
/** Names the kernels that run on listed targets only, although the manifest asks for PTX. */
function noteMissingPtx({ ptxFallback }, kernels, { log }) {
	const without = ptxFallback ? kernels.filter((kernel) => !hasPtx(kernel)) : [];
	for (const { name, targets, ptxTarget } of without) {
		const why = ptxTarget === void 0 ? `the PTX of ${targets.map((target) => target.name).join(", ")} runs on no other architecture` : `it is the PTX of ${ptxTarget.name}, which is not built`;
		log.info(`${name} gets no PTX: ${why}`);
	}
}
/** Lets the handlers of signals run, which long work would hold up, and ends if one has come. */
async function letSignalsIn({ signal }) {
	await setImmediate$1();
	signal.throwIfAborted();
}
function sizeOf(configs) {
	return configs === "autotune" ? 1 : configs.length;
}
/** More do not fit into memory; packages of people have some hundreds. */
const MOST_VARIANTS = 1e5;
/** @throws {Failure} `usage` if the kernels together have more variants than can be built. */
function checkCount(counts, problems) {
	const count = counts.reduce((sum, each) => sum + each.count, 0);
	const [largest] = counts.toSorted((a, b) => b.count - a.count);
	if (count <= MOST_VARIANTS || largest === void 0) return;
	problems.under(largest.entry.pathOf).add(`there are ${count} variants; at most ${MOST_VARIANTS} can be built at once`, "A kernel has one for each config, specialisation and target. Build fewer kernels with --only, or fewer targets with --targets.");
	problems.throwIfAny("usage");
}
async function loadManifest(selection) {
	const { manifest: file, targets, triton, generator } = selection;
	let text;
	try {
		text = String(await readPlainFile(file));
	} catch (error) {
		const message = `cannot read the manifest: ${systemCode(error) === "ENOENT" ? "no such file" : reasonOf$1(error)}`;
		const hint = `Create ${basename(file)}, or name another manifest with --manifest.`;
		throw new Failure("usage", {
			message,
			place: { file },
			hint
		}, { cause: error });
	}
	return readManifest(text, file, {
		targets,
		triton,
		generator
	});
}
function chooseKernels(manifest, { only = [] }, { log }) {
	const isChosen = selector(only);
	const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
	if (chosen.length === 0) throw new Failure("usage", {
		message: `no kernel matches ${only.map((glob) => `\`${glob}\``).join(" or ")}`,
		place: { file: manifest.file },
		hint: `The kernels are ${manifest.kernels.map(({ name }) => name).join(", ")}.`
	});
	return chosen.flatMap((entry) => {
		const targets = manifest.targets.filter(({ name }) => entry.targets?.some((target) => target.name === name) ?? true);
		if (targets.length > 0) return [{
			entry,
			targets
		}];
		log.warning({
			message: `skipping ${entry.name}: none of its targets is built`,
			place: manifest.document.locate(entry.pathOf(["targets"]))
		});
		return [];
	});
}
// src/compile/plan-build.ts
/** Opens the store and plans every variant. @throws as `draftPlan`. */
async function planBuild(request, context) {
	const { log } = context;
	const store = directoryStore(request.store, log, context.now);
	const parts = request.results && await openParts(request.results, context);
	await parts?.copyHints(store);
	const plan = await log.group(`Plan ${request.manifest}`, async () => {
		return finishPlan(await draftPlan(request, context, async (manifest) => {
			if (manifest.generator === "triton") checkDivision(request);
			else await request.cache?.restore(scopeOf$2(manifest.package, request), store);
		}), store, request, context);
	}, (prepared) => [prepared.variants.length, "variant"]);
	const { manifest, kernels, variants } = plan;
	log.info(`${plural(kernels.length, "kernel")}, ${plural(variants.length, "variant")}, Triton ${manifest.triton}`);
	return {
		plan,
		store,
		tuning: await readTuningBeside(request.manifest),
		parts
	};
}
/** Triton's own tools write all files at once, for all targets. */
function checkDivision({ manifest, results, shard, split }) {
	const [option] = Object.entries({
		results,
		shard,
		split
	}).flatMap(([name, value]) => value === void 0 || value === false ? [] : [name]);
	if (option === void 0) return;
	throw new Failure("usage", {
		message: `the work of Triton's own tools cannot be divided: \`${option}\` needs the generator \`native\``,
		place: { file: manifest },
		hint: `Use the native generator, or omit \`${option}\`.`
	});
}
/**
* Plans the test cases of a build too.
* @throws {Failure} `usage` for cases that are wrong, and measurements that do not fit: before
* compiling, so that the error comes at once.
*/
async function planCases({ plan, tuning }, request) {
	planChoices(tuning, plan, { isStrict: request.strictTuning });
	return planWork(plan, request.manifest);
}
/** Finishes a plan with the hints of the store, or of Triton, which is installed if it is needed. */
async function finishPlan(draft, store, settings, context) {
	const requests = draft.kernels.flatMap(({ request }) => request ?? []);
	const keys = requests.map(({ key }) => key);
	const stored = await loadEntries(store.hints, keys);
	const missing = requests.filter(({ key }) => !stored.has(key));
	if (missing.length === 0) return completePlan(draft, stored, context);
	const { python } = await manifestToolchain(draft.manifest, settings.python, context);
	const found = await askCompiler(missing, store, {
		...settings,
		python
	}, context);
	return completePlan(draft, new Map([...stored, ...found]), context);
}
/** Asks the compiler for hints, and stores them. Returns them by the keys of the requests. */
async function askCompiler(requests, store, { manifest, python, jobs, timeout = 600, kept }, context) {
	const found = /* @__PURE__ */ new Map();
	const distinct = largestFirst([...new Map(requests.map((request) => [request.key, request])).values()], ({ job }) => job.configs[0]?.constants ?? {});
	const start = context.now();
	const outcomes = await withWorkerContext({
		python,
		jobs,
		timeout,
		kept
	}, context, (pool) => hintsAll(distinct.map(({ job }, id) => ({
		id,
		...job
	})), pool));
	for (const [index, outcome] of outcomes.entries()) {
		const request = distinct[index];
		if (request === void 0) continue;
		found.set(request.key, outcome.ok ? sorted(outcome.choices) : []);
		if (outcome.ok) await store.hints.put(request.key, outcome.choices);
		else if (outcome.failure.reason === "crash" || outcome.failure.reason === "timeout") context.log.warning({
			message: `${request.kernel.name}: no hints are used, since finding them failed: ${outcome.failure.message}`,
			place: { file: manifest },
			hint: "List them in `specialisations:`, or set `specialise: listed`."
		});
	}
	const seconds = (context.now() - start) / 1e3;
	const cpuSeconds = outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0);
	context.log.info(`hints of ${plural(distinct.length, "kernel")}: ${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s`);
	return found;
}
function sorted(choices) {
	return hintChoicesSchema.parse(JSON.parse(canonicalJson(choices)));
}
// src/compile/run.ts
/** A build that ended with a failure, and what it has come to. */
var FailedBuild = class extends Failure {
	run;
	constructor(failure, run) {
		super(failure.kind, failure.problems, {
			summary: failure.summary,
			cause: failure
		});
		this.run = run;
	}
};
/**
* Starts to record a build.
* @param measured the times of results that other machines have computed for it
* @param now milliseconds since any moment
*/
async function recordRun(planned, { directory }, measured, { times: wantsTimes = false }, now) {
	const times = wantsTimes ? await readTimes(directory, planned.manifest.package) : NO_TIMES;
	const start = now();
	let plan = planned;
	const kernels = /* @__PURE__ */ new Map();
	const failed = /* @__PURE__ */ new Map();
	const seconds = new Map(measured);
	const run = () => {
		const elapsed = (now() - start) / 1e3;
		return {
			plan,
			kernels,
			failed,
			seconds,
			times,
			elapsed
		};
	};
	return {
		onTime: (key, cpuSeconds) => void seconds.set(key, cpuSeconds),
		onCompiled(hash, outcome) {
			if (outcome.ok) kernels.set(hash, outcome.kernel);
			else failed.set(hash, outcome.failure.message);
		},
		addStored(stored) {
			for (const [hash, kernel] of stored) kernels.set(hash, kernel);
		},
		replan: (remaining) => void (plan = remaining),
		seconds,
		run,
		failed: (error) => error instanceof Failure ? new FailedBuild(error, run()) : error
	};
}
// src/package/folder.ts
/**
* Checks that a package may replace `folder`: it does not exist, is empty, or contains a package of
* this program (or the parts of one) and no other files. A link is followed.
* @throws {Failure} `usage` with the files that would be lost, `environment` if it cannot be replaced.
*/
async function checkOutputFolder(out) {
	const folder = await behindLinks(out);
	const place = { file: out };
	const hint = "Choose another folder with --out.";
	if (isInside(await realpath(resolve()), folder)) throw new Failure("usage", {
		message: "the output folder contains the current directory, so it cannot be replaced",
		place,
		hint
	});
	await checkPlace(folder, out);
	const contents = await packageContents(folder) ?? await partsContents(folder);
	const others = await otherFiles(folder, /* @__PURE__ */ new Set([...contents ?? [], ...Object.values(REPORT_FILES)]));
	if (others.length === 0) return;
	if (contents === void 0) throw new Failure("usage", {
		message: "the output folder contains files that are not part of a triton-aot package",
		place,
		hint: "Choose another folder with --out, or empty this one."
	});
	const shown = others.slice(0, SHOWN$2).toSorted((a, b) => a < b ? -1 : 1);
	throw new Failure("usage", {
		message: `the output folder also contains ${shown.join(", ")}${others.length > SHOWN$2 ? " and more" : ""}, which would be deleted`,
		place,
		hint: "Move these files elsewhere, or choose another folder with --out."
	});
}
/** Returns the absolute path of an output folder. If it is a link, the folder it leads to. */
async function behindLinks(out) {
	const folder = resolve(out);
	const target = await readlink(folder).catch(() => void 0);
	try {
		return await realpath(folder);
	} catch (error) {
		if (target === void 0) return folder;
		throw new Failure("usage", {
			message: `the output folder is a link to ${target}, which is not a folder`,
			place: { file: out },
			hint: "Create that folder, remove the link, or choose another folder with --out."
		}, { cause: error });
	}
}
function isInside(path, folder) {
	const between = relative(folder, path);
	return between !== ".." && !between.startsWith(`..${sep}`);
}
/** Checks that a folder, or a new one in its place, can be replaced. */
async function checkPlace(folder, out) {
	const place = { file: out };
	const parent = await stat(dirname(folder)).catch(() => void 0);
	const there = await stat(folder).catch(() => void 0);
	if (there !== void 0 && !there.isDirectory()) throw new Failure("usage", {
		message: "the output folder is a file",
		place,
		hint: "Choose another folder with --out."
	});
	if (there !== void 0 && parent !== void 0 && there.dev !== parent.dev) throw mountPointFailure(out);
	try {
		if (parent !== void 0) await access(dirname(folder), constants$2.W_OK);
	} catch (error) {
		throw machineFailure(error) ?? error;
	}
}
/** Checks that a path of a package stays below its folder. Callers check the names that a path is made of. */
function checkPath(path) {
	if (path.split("/").some((part) => part === "" || part === "." || part === "..") || /[\\\0]/.test(path)) throw new Error(`the package would have a file ${JSON.stringify(path)}`);
}
/**
* Writes a package next to `out` and replaces `out` with it once it is complete. Call
* `checkOutputFolder` first.
* @throws {Failure} as `replaceFolder`.
*/
async function writePackage(out, files, context) {
	for (const path of files.keys()) checkPath(path);
	const write = async (folder) => {
		const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
		for (const each of folders) await makeFolder(each);
		let written = 0;
		for (const path of files.keys()) {
			writeFileSync(join(folder, path), files.get(path) ?? "");
			written += 1;
			if (written % WRITES_BETWEEN === 0) await setImmediate$1();
			context.signal.throwIfAborted();
		}
		return { folder };
	};
	await replaceOutput(out, write, context);
}
/** Files that are written before anything else can happen. */
const WRITES_BETWEEN = 16;
/** As `replaceFolder`; if `out` is a link, it stays one, and the folder it leads to is replaced. */
async function replaceOutput(out, fill, context) {
	return replaceFolder(await behindLinks(out), fill, context);
}
/** Lists all files below a folder, with slashes in their paths. @throws the system's error. */
async function listFiles(folder) {
	return (await readdir(folder, {
		recursive: true,
		withFileTypes: true
	})).filter((entry) => !entry.isDirectory()).map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
const manifestSchema = object({
	generator: object({ name: literal$1(GENERATOR_NAME) }),
	part: string().optional()
});
/** The files of a package of this program; undefined if it is not one, or not that part of one. */
async function packageContents(folder, part) {
	try {
		const read = manifestSchema.safeParse(await readHead(join(folder, MANIFEST_FILE))).data;
		if (read === void 0 || part !== void 0 && read.part !== part) return void 0;
		return [...(await readPlainFile(join(folder, SUMS_FILE))).toString().split("\n").map((line) => line.slice(line.indexOf("  ") + 2)), ...SIDE_FILES];
	} catch {
		return;
	}
}
/** The bytes that have everything in a manifest.json but its kernels and operators. */
const HEAD = 2 ** 16;
/** Reads a manifest.json without its kernels, which can be many megabytes. @throws if it is not JSON. */
async function readHead(file) {
	const text = (await readPlainFile(file, HEAD)).toString();
	const end = text.indexOf("\n  \"kernels\": [");
	if (end === -1) return JSON.parse((await readPlainFile(file)).toString());
	return JSON.parse(`${text.slice(0, end)}\n  "kernels": []\n}`);
}
/** A folder with more than that is not one of parts: there are not so many targets. */
const MOST_PARTS = 1e3;
/** The same for parts in folders named after their targets; undefined if there are none. */
async function partsContents(folder) {
	const known = [];
	let count = 0;
	for await (const entry of await entriesOf$1(folder)) {
		count += 1;
		if (count > MOST_PARTS) return void 0;
		const { name } = entry;
		const paths = entry.isDirectory() ? await packageContents(join(folder, name), name) : void 0;
		known.push(...(paths ?? []).map((path) => `${name}/${path}`));
	}
	return known.length === 0 ? void 0 : known;
}
/** Files in a message. */
const SHOWN$2 = 3;
/** The first files of a folder that are not `known`: one more than are shown, to save time. */
async function otherFiles(folder, known) {
	const found = [];
	const folders = [""];
	for (let inside = folders.pop(); inside !== void 0; inside = folders.pop()) for await (const entry of await entriesOf$1(join(folder, inside))) {
		const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
		if (entry.isDirectory()) folders.push(path);
		else if (!known.has(path)) found.push(path);
		if (found.length > SHOWN$2) return found;
	}
	return found;
}
/** The entries of a folder, which can be many; none if it does not exist. */
async function entriesOf$1(folder) {
	try {
		return await opendir(folder);
	} catch (error) {
		if (systemCode(error) === "ENOENT") return [];
		throw machineFailure(error) ?? error;
	}
}
// src/package/c/header.ts
/** The prototypes of a kernel's entry points, without a semicolon. */
function prototypes(kernel) {
	const { name } = kernel;
	const parameters = ["CUstream stream", ...cParameters(allParameters(kernel))];
	const integers = cParameters(allParameters(kernel).filter(({ type }) => isInteger(type)));
	return {
		launch: `CUresult ${name}(${[...parameters, "int algo_id"].join(", ")})`,
		byDefault: `CUresult ${name}_default(${parameters.join(", ")})`,
		choose: `int ${name}_choose(${["CUstream stream", ...integers].join(", ")})`,
		algos: `int ${name}_get_num_algos(void)`,
		load: `CUresult load_${name}(void)`,
		unload: `CUresult unload_${name}(void)`
	};
}
/** The prototype of the function that says why PTX was not compiled, without a semicolon. */
function ptxLogPrototype({ name }) {
	return `const char *${name}_ptx_log(void)`;
}
function cParameters(parameters) {
	return parameters.map(({ type, cName }) => `${cTypeOf(type)} ${cName}`);
}
/**
* The symbol of a function. It contains package and version, so that one program can link kernels
* of the same name from several packages or versions.
*/
function linkName({ package: name, version }, symbol) {
	return `${name}_${version.replaceAll(/\W/g, "_")}_${symbol}`;
}
/** Writes the public header of a kernel. `choice` says how its algo is chosen, if it was measured. */
function writeHeader(owner, kernel, choice) {
	const guard = `AOT_${kernel.name}_OF_${owner.package}_H`;
	const withPtx = hasPtx(kernel);
	const symbols = symbolsOf(kernel.name, withPtx);
	const [launch, byDefault, choose, algos, load, unload, ptxLog] = [...Object.values(prototypes(kernel)), ptxLogPrototype(kernel)].map((prototype, index) => `${prototype}\n    __asm__("${linkName(owner, symbols[index] ?? "")}")`);
	return `${comment([
		`${kernel.name}: the Triton kernel ${kernel.source.function}, compiled ahead of time for ${kernel.targets.map(({ name }) => name).join(", ")}.`,
		"",
		"Every function works in the current context, from any thread. CUDA_ERROR_NO_BINARY_FOR_GPU: the device",
		withPtx ? "is none of those above, and older than the PTX." : "is none of those above.",
		...describePtx(kernel)
	])}
#ifndef ${guard}
#define ${guard}

#include <stdbool.h>
#include <stdint.h>

#include "aot_cuda.h"
${hasTensors(kernel) ? "#include \"aot_tensor.h\"\n" : ""}
#ifdef __cplusplus
extern "C" {
#endif

${comment([
		"Launches the kernel on `stream`. An empty grid succeeds and launches nothing; an unknown algo_id and",
		"argument values that no specialisation fits give CUDA_ERROR_INVALID_VALUE.",
		"",
		"algo_id:",
		...kernel.configs.map((config, index) => `  ${index}: ${describeConfig(config)}${missingTargets(kernel, config)}`),
		...describeConditions(kernel),
		...describeHints(kernel)
	])}
${launch};

${describeDefault(kernel, choice)}
${byDefault};

/* The algo that the function above launches for these integers on the stream's device; -1 if it has none. */
${choose};

/* How many algos there are: valid ids are 0 to one less. */
${algos};

/* Loads what the current device needs ahead of the first call, which otherwise does so. */
${load};

/* Unloads the kernel from every device; a later call loads it again. Must not overlap with other calls. */
${unload};
${withPtx ? `\n${PTX_LOG_COMMENT}\n${ptxLog};\n` : ""}
#ifdef __cplusplus
}
#endif

#endif
`;
}
const PTX_LOG_COMMENT = `/*
 * What the driver said when it could not compile the kernel's PTX; empty if that has not happened. Calls
 * then give its error, such as CUDA_ERROR_INVALID_PTX or CUDA_ERROR_UNSUPPORTED_PTX_VERSION.
 */`;
function describePtx(kernel) {
	if (!hasPtx(kernel) || kernel.ptxTarget === void 0) return [];
	const { major, from } = minorRange(kernel.ptxTarget);
	return [
		"",
		`Other devices of compute capability ${major}.${from} or later get PTX of ${kernel.ptxTarget.name}, which the driver compiles when it`,
		"loads the kernel: the first call can take seconds."
	];
}
/** Writes the header that includes those of all kernels. */
function writeUmbrellaHeader(packageName, kernels) {
	const guard = `AOT_${packageName}_H`;
	return `/* Every kernel of the package ${packageName}. */
#ifndef ${guard}
#define ${guard}

${kernels.map(({ name }) => `#include "${packageName}/${name}.h"`).join("\n")}

#endif
`;
}
/** Names the targets for which an algo gives CUDA_ERROR_NO_BINARY_FOR_GPU; mostly none. */
function missingTargets({ targets }, config) {
	const missing = targets.filter((target) => isNotFor(config, target));
	return missing.length === 0 ? "" : ` (not for ${missing.map(({ name }) => name).join(", ")})`;
}
function describeDefault(kernel, choice) {
	const [first] = kernel.configs;
	const other = first !== void 0 && missingTargets(kernel, first) !== "" ? "the first algo that exists for the device" : "algo 0";
	if (choice === void 0) return `/* The same with ${other}. */`;
	return comment([
		"The same with the algo that was the fastest for such values on the device, as measured on:",
		...choice.devices.flatMap(({ name }) => name === void 0 ? [] : [`  ${name}`]),
		"Other devices get the choice for one of their compute capability, or else for the newest of these.",
		`If the algo refuses the call, ${other} is launched.`
	]);
}
function describeConditions({ heuristics, requirements }) {
	return [...requirements.length === 0 ? [] : [
		"",
		"Calls that do not meet all of these give CUDA_ERROR_INVALID_VALUE:",
		...requirements.map(({ text }) => `  ${text}`)
	], ...heuristics.length === 0 ? [] : [
		"",
		"Computed from the arguments:",
		...heuristics.map(({ parameter, text }) => `  ${parameter} = ${text}`)
	]];
}
function describeHints(kernel) {
	const described = kernel.specialisations.map((specialisation) => describeSpecialisation(kernel, specialisation));
	if (described.every((text) => text === "")) return [];
	return [
		"",
		"Argument values, the first that fits:",
		...described.map((text) => `  ${text || "any"}`)
	];
}
/** Writes a C comment that no text inside can end. */
function comment(lines) {
	return [
		"/*",
		...lines.map((line) => ` * ${visibleText(line).replaceAll("*/", "* /").replaceAll("/*", "/ *")}`.trimEnd()),
		" */"
	].join("\n");
}
// src/manifest/grid/emit-c.ts
/**
* Writes a grid without errors (see `checkGrid`) as C. It computes what `evaluateGrid` computes; if
* that has no result, it sets `*bad` to 1 and the value has no meaning.
*/
function emitGrid(axes, target) {
	const folded = axes.map((axis) => foldGrid(axis, target.names));
	return {
		axes: folded.map((axis) => write$3(axis, target)),
		operators: new Set(folded.flatMap(operatorsIn))
	};
}
/**
* Returns the C functions that the grids of one file call, in a fixed order, and no others:
* compilers warn about unused ones. They need `<stdint.h>` and gcc or clang.
*/
function gridFunctions(grids) {
	const operators = new Set(grids.flatMap((grid) => [...grid.operators]));
	return Object.entries(C_FUNCTIONS).filter(([operator]) => operators.has(operator)).map(([, { text }]) => text).join("\n");
}
function write$3(expression, target) {
	switch (expression.kind) {
		case "integer": return cInteger(expression.value);
		case "name": return writeName(expression.name, target);
		case "defined": return target.cDefined(expression.name);
		case "negate": return callOperator("-", cInteger(0n), write$3(expression.operand, target), target.bad);
		case "binary": {
			const { operator, left, right } = expression;
			return callOperator(operator, write$3(left, target), write$3(right, target), target.bad);
		}
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			const [test, yes, no] = [
				condition,
				whenTrue,
				whenFalse
			].map((child) => write$3(child, target));
			return `(${test} != 0 ? ${yes} : ${no})`;
		}
	}
}
function writeName(name, { names, cName }) {
	if (names.get(name)?.kind !== "value") throw new Error(`the grid's name ${name} was not checked`);
	return cName(name);
}
function operatorsIn(expression) {
	const below = childrenOf(expression).flatMap(operatorsIn);
	if (expression.kind === "negate") return ["-", ...below];
	return expression.kind === "binary" ? [expression.operator, ...below] : below;
}
/** Writes the C call of an operator. */
function callOperator(operator, left, right, bad) {
	const { name, checked: isChecked } = C_FUNCTIONS[operator];
	return `${name}(${left}, ${right}${isChecked ? `, ${bad}` : ""})`;
}
/**
* The C function for each operator. A checked one sets `*bad` if there is no result; none has
* undefined behaviour. Comparisons are functions too, so that compilers do not warn about those
* that are always true or false.
*/
const C_FUNCTIONS = {
	"+": checked("grid_add", overflowing("__builtin_add_overflow")),
	"-": checked("grid_sub", overflowing("__builtin_sub_overflow")),
	"*": checked("grid_mul", overflowing("__builtin_mul_overflow")),
	"/": checked("grid_div", quotient("a / b - (a % b != 0 && (a < 0) != (b < 0))")),
	"%": checked("grid_mod", [
		"if (b == 0) {",
		"    *bad = 1;",
		"    return 0;",
		"}",
		"/* INT64_MIN % -1 is 0, but undefined in C. */",
		"if (b == -1) return 0;",
		"const int64_t rest = a % b;",
		"return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;"
	]),
	cdiv: checked("grid_cdiv", quotient("a / b + (a % b != 0 && (a < 0) == (b < 0))")),
	min: plain("grid_min", "a < b ? a : b"),
	max: plain("grid_max", "a > b ? a : b"),
	"==": plain("grid_eq", "a == b"),
	"!=": plain("grid_ne", "a != b"),
	"<": plain("grid_lt", "a < b"),
	"<=": plain("grid_le", "a <= b"),
	">": plain("grid_gt", "a > b"),
	">=": plain("grid_ge", "a >= b")
};
function checked(name, body) {
	return {
		name,
		checked: true,
		text: define(`${name}(int64_t a, int64_t b, int *bad)`, body)
	};
}
function plain(name, value) {
	return {
		name,
		checked: false,
		text: define(`${name}(int64_t a, int64_t b)`, [`return ${value};`])
	};
}
function define(head, body) {
	return [
		"static inline int64_t ",
		head,
		"\n{\n",
		...body.map((line) => `    ${line}\n`),
		"}\n"
	].join("");
}
function overflowing(builtin) {
	return [
		"int64_t result;",
		`if (!${builtin}(a, b, &result)) return result;`,
		"*bad = 1;",
		"return 0;"
	];
}
function quotient(value) {
	return [
		"if (b == 0 || (a == INT64_MIN && b == -1)) {",
		"    *bad = 1;",
		"    return 0;",
		"}",
		`return ${value};`
	];
}
// src/package/c/implementation-scope.ts
/** The names of an implementation in C, and the formulas written so far. */
var ImplementationScope = class {
	emitted = [];
	locals = /* @__PURE__ */ new Map();
	implementation;
	constructor(implementation) {
		this.implementation = implementation;
	}
	/** A local variable; `prefix` says what it is of the thing with that name. */
	local(prefix, name) {
		const key = `${prefix}_${name}`;
		const taken = /* @__PURE__ */ new Set([...this.locals.values(), ...this.implementation.calls.map(({ kernel }) => `${kernel}_default`)]);
		const local = this.locals.get(key) ?? parameterName(key, taken);
		this.locals.set(key, local);
		return local;
	}
	/** The address of a tensor or temporary. */
	address(name) {
		return this.implementation.temporaries.includes(name) ? `session.memory + ${this.local("m", name)}` : `aot_address(${this.local("t", name)})`;
	}
	/** Writes a formula as C. `subject` begins the message if it has no value. */
	formula(formula, subject) {
		return this.formulas([formula], subject, ([c = ""]) => c);
	}
	/** Writes formulas in one C expression. */
	formulas(list, subject, join) {
		const used = list.flatMap(({ tree }) => [...namesIn$1(tree), ...definedIn(tree)]);
		const emitted = emitGrid(list.map(({ tree }) => tree), {
			names: new Map(used.map(({ name }) => [name, { kind: "value" }])),
			cName: (name) => this.value(name),
			cDefined: () => "1",
			bad: "&bad"
		});
		this.emitted.push(emitted);
		const c = join(emitted.axes);
		const faults = new Set(list.flatMap(({ tree }) => faultsIn(foldGrid(tree, /* @__PURE__ */ new Map()))));
		if (faults.size === 0) return {
			c,
			check: []
		};
		return {
			c,
			check: [`    if (bad) return aot_raise(call, "ValueError", ${this.message(`${subject} ${[...faults].join(" or ")}`, list)});`]
		};
	}
	/** The arguments of a function like printf: a text, and the values of the names in formulas. */
	message(text, formulas) {
		const names = [...new Set(formulas.flatMap(({ tree }) => namesIn$1(tree).map(({ name }) => name)))];
		const before = text.replaceAll("%", "%%");
		if (names.length === 0) return cMessage(before);
		const format = names.map((name, index) => cMessage(`${index === 0 ? `${before} (` : ", "}${name} = %`));
		const values = names.map((name) => this.value(name)).join(", ");
		return `${format.join(" PRId64 ")} PRId64 ")", ${values}`;
	}
	/** The value of a name in a formula. */
	value(name) {
		const axis = parseAxis(name);
		if (axis === void 0) return this.local("v", name);
		const tensor = this.local("t", axis.tensor);
		if (axis.property === "shape") return `${tensor}->shape[${axis.axis}]`;
		return `${layoutOf(this.implementation, axis.tensor).strides === void 0 ? "aot_dense_stride" : "aot_stride"}(${tensor}, ${axis.axis})`;
	}
};
/** Names the faults that can happen when C computes an expression. */
function faultsIn(expression) {
	const inside = childrenOf(expression).flatMap(faultsIn);
	if (expression.kind === "negate") return ["overflows", ...inside];
	if (expression.kind !== "binary") return inside;
	const { operator, right } = expression;
	if ([
		"+",
		"-",
		"*"
	].includes(operator)) return ["overflows", ...inside];
	const isSafe = right.kind === "integer" && right.value > 0n;
	return [
		"/",
		"%",
		"cdiv"
	].includes(operator) && !isSafe ? ["divides by zero", ...inside] : inside;
}
/** A formula as messages have it. */
function formulaText({ text }) {
	return text.trim().replaceAll(/\s+/g, " ");
}
// src/package/c/kernel-calls.ts
/** Returns the launches of an implementation with their kernels. */
function callsOf({ calls }, kernels) {
	return calls.map(({ kernel: name, arguments: list }) => {
		const kernel = kernels.get(name);
		if (kernel === void 0) throw new Error(`the operator calls ${name}, which is no kernel`);
		const parameters = allParameters(kernel);
		if (parameters.length !== list.length) throw new Error(`the operator calls ${name} with another number of arguments`);
		return {
			kernel,
			passed: parameters.flatMap((to, index) => {
				const argument = list[index];
				return argument === void 0 ? [] : [{
					kernel,
					argument,
					to
				}];
			})
		};
	});
}
/** The tensors that are passed as descriptors. */
function describedTensors(passed) {
	const names = passed.flatMap(({ argument, to }) => argument.kind === "tensor" && to.type.kind === "tensor" ? [argument.name] : []);
	return [...new Set(names)];
}
/** The alignment in bytes that a tensor's address needs: more if all code of a kernel assumes it. */
function alignmentOf(name, { element }, passed) {
	const needed = passed.map(({ kernel, argument, to }) => {
		if (argument.kind !== "tensor" || argument.name !== name) return 0;
		if (to.type.kind === "tensor") return 16;
		const index = kernel.arguments.indexOf(to);
		return Math.min(...kernel.specialisations.map(({ hints }) => hints[index] ?? 0));
	});
	return Math.max(bytesOf(element), ...needed);
}
/** Checks each integer against the types of the parameters that it is passed to. */
function writeRanges(passed, { values }, scope) {
	const checks = /* @__PURE__ */ new Map();
	for (const { kernel, argument, to } of passed) {
		if (argument.kind !== "value" || !isInteger(to.type)) continue;
		const range = rangeOf(cTypeOf(to.type));
		const tree = values.find(({ name }) => name === argument.name)?.tree;
		if (range === void 0 || tree !== void 0 && isComparison(tree)) continue;
		const parameter = `${formatArgumentType(to.type)} parameter ${to.name} of ${kernel.name}`;
		const key = `${argument.name} ${range}`;
		if (checks.has(key)) continue;
		const given = [
			scope.local("v", argument.name),
			range,
			cMessage(meaningOf(argument.name, values)),
			cMessage(parameter)
		];
		checks.set(key, `    if (aot_check_range(call, ${given.join(", ")}) != 0) return -1;`);
	}
	return [...checks.values()];
}
/** The limits of a C type; undefined for int64_t. */
function rangeOf(type) {
	if (type === "bool") return "0, 1";
	const [, unsigned, bits] = /^(u?)int(\d+)_t$/.exec(type) ?? [];
	if (unsigned === "") return bits === "64" ? void 0 : `INT${bits}_MIN, INT${bits}_MAX`;
	return bits === "64" ? "0, INT64_MAX" : `0, UINT${bits}_MAX`;
}
/** Returns the name of a value in messages: an axis by its own name, others with their formula. */
function meaningOf(name, values) {
	const formula = values.find((each) => each.name === name);
	const text = formula && formulaText(formula);
	if (text === void 0 || text === name) return name;
	return parseAxis(text) === void 0 ? `${name} (${text})` : text;
}
/** Launches a kernel, unless one before it failed. */
function writeCall({ kernel: { name }, passed }, scope) {
	const given = passed.map(({ argument, to }) => writeArgument(argument, to, scope));
	return [
		"    if (status == CUDA_SUCCESS) {",
		`        session.kernel = &${kernelLabel(name)};`,
		`        status = ${name}_default(${["session.stream", ...given].join(", ")});`,
		"    }"
	];
}
/** The C name of what messages say about a kernel. */
function kernelLabel(name) {
	return `aot_kernel_${name}`;
}
function writeArgument(argument, { type }, scope) {
	switch (argument.kind) {
		case "null": return type.kind === "tensor" ? "NULL" : "0";
		case "tensor": return type.kind === "tensor" ? `&${scope.local("d", argument.name)}` : scope.address(argument.name);
		case "value":
		case "scalar": return `(${cTypeOf(type)})${scope.local("v", argument.name)}`;
		case "number": return writeNumber(argument.value, type);
	}
}
function writeNumber(value, type) {
	if (type.kind === "scalar" && /^b?f(p?)16$/.test(type.scalar)) return `0x${Buffer.from(encodeElements(type.scalar, Float64Array.of(value))).readUInt16LE().toString(16)}`;
	return `(${cTypeOf(type)})${isInteger(type) ? cInteger(BigInt(value)) : cFloat(value)}`;
}
// src/package/c/tensor-layouts.ts
/** Checks the shape, strides and address of a tensor; `alignment` is in bytes. */
function writeTensorCheck(name, index, layout, alignment, scope) {
	const { shape, strides, why, lines } = writeLayout(name, layout, scope);
	const given = [
		index,
		shape,
		strides,
		why,
		alignment
	];
	return [...lines, `    if (aot_check_tensor(call, ${given.join(", ")}) != 0) return -1;`];
}
/** Declares where each temporary begins in the memory of a call, and how many bytes all need. */
function writeTemporaries(implementation, scope) {
	const { temporaries } = implementation;
	if (temporaries.length === 0) return [];
	return [`    size_t bytes = 0, ${temporaries.map((name) => `${scope.local("m", name)} = 0`).join(", ")};`, ...temporaries.flatMap((name) => {
		const layout = layoutOf(implementation, name);
		const { shape, why, lines } = writeLayout(name, layout, scope);
		const given = [
			cMessage(name),
			layout.shape.length,
			shape,
			why,
			bytesOf(layout.element),
			"&bytes",
			`&${scope.local("m", name)}`
		];
		return [...lines, `    if (aot_reserve(call, ${given.join(", ")}) != 0) return -1;`];
	})];
}
/** Declares the descriptor of a tensor that `writeTensorCheck` or `writeTemporaries` wrote. */
function writeDescriptor(name, { shape, strides, element }, scope) {
	const descriptor = scope.local("d", name);
	const given = [
		cMessage(name),
		shape.length,
		scope.local("shape", name),
		strides === void 0 ? "NULL" : scope.local("strides", name),
		bytesOf(element),
		`${descriptor}.shape`,
		`${descriptor}.strides`
	];
	return [
		`    aot_tensor ${descriptor};`,
		`    ${descriptor}.nan_padding = false;`,
		`    if (aot_describe(call, ${given.join(", ")}) != 0) return -1;`
	];
}
/** Declares the arrays of a shape and of strides that are not those of a contiguous tensor. */
function writeLayout(name, { shape, strides = [] }, scope) {
	const declare = (what, list) => {
		if (list.length === 0) return [];
		const { c, check } = scope.formulas(list, `the ${what} of ${name}, [${list.map(formulaText).join(", ")}],`, (each) => `{${each.join(", ")}}`);
		return [`    const int64_t ${scope.local(what, name)}[] = ${c};`, ...check];
	};
	const nameOf = (what, list) => list.length === 0 ? "NULL" : scope.local(what, name);
	const why = nameOf("why", shape);
	const texts = [...shape, ...strides].map(reasonOf).join(", ");
	return {
		shape: nameOf("shape", shape),
		strides: nameOf("strides", strides),
		why,
		lines: [
			...declare("shape", shape),
			...declare("strides", strides),
			...why === "NULL" ? [] : [`    static const char *const ${why}[] = {${texts}};`]
		]
	};
}
/** The text that explains an expected number; NULL if it is the number. */
function reasonOf(formula) {
	return formula.tree.kind === "integer" ? "NULL" : cMessage(formulaText(formula));
}
// src/package/c/implementation.ts
/**
* Writes the C function that checks a call with the implementation's element types and launches its
* kernels. It returns 0, -1 if it raised an error, or 1 if a condition does not hold.
*/
function writeImplementation(name, operator, implementation, kernels) {
	const scope = new ImplementationScope(implementation);
	const calls = callsOf(implementation, kernels);
	const passed = calls.flatMap((call) => call.passed);
	const described = describedTensors(passed);
	const after = [
		...implementation.conditions.flatMap((each) => writeCondition(each, scope)),
		...writeTensorChecks(operator, implementation, passed, scope),
		...writeRanges(passed, implementation, scope),
		...writeTemporaries(implementation, scope),
		...described.flatMap((each) => writeDescriptor(each, layoutOf(implementation, each), scope)),
		"    struct aot_session session;",
		`    CUresult status = aot_enter(call, ${implementation.temporaries.length === 0 ? "0" : "bytes"}, &session);`,
		...described.map((each) => `    ${scope.local("d", each)}.data = ${scope.address(each)};`),
		...calls.flatMap((call) => writeCall(call, scope)),
		"    return aot_leave(call, &session, status);"
	];
	const lines = [...usedValues(implementation, after, scope), ...after];
	return {
		text: `static int ${name}(const struct aot_call *call) {\n${[...declarations(operator, lines, scope), ...lines].join("\n")}\n}\n`,
		emitted: scope.emitted
	};
}
function writeCondition(condition, scope) {
	const text = formulaText(condition);
	const { c, check } = scope.formula(condition, text);
	const unmet = `return aot_unmet(call, ${scope.message(`${text} does not hold`, [condition])});`;
	if (check.length === 0) return [`    if (${c} == 0) ${unmet}`];
	return [
		"    {",
		`        const int64_t holds = ${c};`,
		...check.map((line) => indent(line, 4)),
		`        if (holds == 0) ${unmet}`,
		"    }"
	];
}
function writeTensorChecks({ tensors, outputs }, implementation, passed, scope) {
	return [...tensors, ...outputs].flatMap(({ name }, index) => {
		const layout = layoutOf(implementation, name);
		return writeTensorCheck(name, index, layout, alignmentOf(name, layout, passed), scope);
	});
}
/** Computes the values that the lines use, and those that these are computed from. */
function usedValues({ values }, lines, scope) {
	return values.toReversed().reduce((known, value) => {
		const local = scope.local("v", value.name);
		if (!uses([...known, ...lines], local)) return known;
		const { c, check } = scope.formula(value, `${value.name} = ${formulaText(value)}`);
		return [
			`    const int64_t ${local} = ${c};`,
			...check,
			...known
		];
	}, []);
}
/** Declares the tensors and scalars that the lines use. */
function declarations({ tensors, outputs, scalars }, lines, scope) {
	const all = [...tensors, ...outputs];
	return [
		...all.map(({ name }, index) => {
			const local = scope.local("t", name);
			return {
				local,
				text: `const struct aot_dl_tensor *const ${local} = aot_tensor_at(call, ${index});`
			};
		}),
		...scalars.map(({ name, kind }, index) => {
			const local = scope.local("v", name);
			return {
				local,
				text: `const ${kind === "float" ? "double" : "int64_t"} ${local} = aot_${kind}_at(call, ${all.length + index});`
			};
		}),
		{
			local: "bad",
			text: "int bad = 0;"
		}
	].flatMap(({ local, text }) => uses(lines, local) ? [`    ${text}`] : []);
}
/** Returns true if lines of C use a local variable other than by naming it in texts. */
function uses(lines, local) {
	const use = new RegExp(String.raw`(?<![\w"])${local}\b`);
	return lines.some((line) => use.test(line.replaceAll(/"(?:[^"\\]|\\.)*"/g, "\"\"")));
}
// src/package/c/operators.ts
/** Returns the kernels that operators call, in the order of the package. */
function launchedKernels(operators, kernels) {
	const called = calledKernels(operators);
	return kernels.filter(({ name }) => called.has(name));
}
/**
* Writes the C source of a package's operators: a function for each in the calling convention of
* TVM-FFI's stable C ABI, and one that registers it with PyTorch. It needs the headers of the package,
* and aot_ops.h and aot_torch.h beside it.
*/
function writeOperators(owner, operators, kernels) {
	const called = launchedKernels(operators, kernels);
	const byName = new Map(kernels.map((kernel) => [kernel.name, kernel]));
	const written = operators.map((operator) => writeOperator(operator, byName));
	const functions = gridFunctions(written.flatMap(({ emitted }) => emitted));
	const labels = called.map((kernel) => {
		const targets = kernel.targets.map((each) => each.name).join(", ");
		const log = hasPtx(kernel) ? `${kernel.name}_ptx_log` : "NULL";
		return `static const struct aot_kernel ${kernelLabel(kernel.name)} = {${cMessage(kernel.name)}, ${cMessage(targets)}, ${log}};\n`;
	});
	return `/*
 * The operators of the package ${owner.package} ${owner.version}: functions over tensors that check their arguments
 * and launch kernels, in the calling convention of TVM-FFI's stable C ABI. They take tensors, then outputs, which the
 * caller allocates, then scalars, and return None. PyTorch calls the same operators through its dispatcher.
 */
${called.map(({ name }) => `#include "${owner.package}/${name}.h"\n`).join("")}
#include "aot_ops.h"
#include "aot_torch.h"

${labels.join("")}
${functions}${functions === "" ? "" : "\n"}${written.map(({ text }) => text).join("\n")}`;
}
function writeOperator(operator, kernels) {
	const { name, implementations, scalars, tensors, outputs } = operator;
	const all = [...tensors, ...outputs];
	const functionOf = (index) => `aot_implementation_${index}_of_${name}`;
	const elementsOf = (index) => `aot_elements_${index}_of_${name}`;
	const written = implementations.map((each, index) => {
		const { text, emitted } = writeImplementation(functionOf(index), operator, each, kernels);
		const elements = writeElements(elementsOf(index), operator, each);
		return {
			text: `${describeTypes(operator, each)}${elements}\n${text}`,
			emitted
		};
	});
	const rows = [...all.map((tensor) => `    {${cMessage(tensor.name)}, AOT_TENSOR, ${tensor.axes}, ${tensor.role === "inout" ? 1 : 0}, 0},`), ...scalars.map(writeScalar)];
	const required = all.length + scalars.filter((each) => each.default === void 0).length;
	const facts = [
		cMessage(name),
		`aot_arguments_of_${name}`,
		tensors.length,
		all.length,
		required,
		rows.length,
		implementations.length,
		`aot_implementations_of_${name}`
	];
	return {
		text: `/* ${name}(${rows.length === 0 ? "" : [...all, ...scalars].map((each) => each.name).join(", ")}) */
static const struct aot_argument aot_arguments_of_${name}[] = {
${rows.join("\n")}
};

${written.map((each) => each.text).join("\n")}
static const struct aot_implementation aot_implementations_of_${name}[] = {
${written.map((_each, index) => `    {${elementsOf(index)}, ${functionOf(index)}},`).join("\n")}
};

static const struct aot_operation aot_operation_${name} = {
    ${facts.join(", ")}
};

AOT_OPERATOR int __tvm_ffi_${name}(void *self, const struct aot_any *args, int32_t count, struct aot_any *result);

AOT_OPERATOR int __tvm_ffi_${name}(void *self, const struct aot_any *args, int32_t count, struct aot_any *result) {
    (void)self;
    return aot_call_operation(&aot_operation_${name}, args, count, result);
}

static void aot_torch_${name}(aot_torch_value *values, uint64_t arguments, uint64_t results) {
    struct aot_torch_tensor tensors[${all.length}];
    struct aot_any all[${rows.length}];
    (void)arguments;
    (void)results;
    aot_torch_call(&aot_operation_${name}, values, tensors, all);
}

AOT_OPERATOR int aot_torch_register_${name}(const char *part, const char *name);

AOT_OPERATOR int aot_torch_register_${name}(const char *part, const char *name) {
    return aot_torch_register(part, name, aot_torch_${name});
}
`,
		emitted: written.flatMap(({ emitted }) => emitted)
	};
}
function writeScalar({ name, kind, default: value = 0n }) {
	const [integer, number] = kind === "float" ? ["0", cFloat(Number(value))] : [cInteger(BigInt(value)), "0"];
	return `    {${cMessage(name)}, AOT_${kind.toUpperCase()}, 0, ${integer}, ${number}},`;
}
function describeTypes({ tensors, outputs }, implementation) {
	return `/* ${[...tensors, ...outputs].map(({ name }) => `${name}: ${layoutOf(implementation, name).element}`).join(", ")} */\n`;
}
function writeElements(variable, { name: operator, tensors, outputs }, implementation) {
	return `static const struct aot_element ${variable}[] = {${[...tensors, ...outputs].map(({ name }) => {
		const type = dlpackType(layoutOf(implementation, name).element);
		if (type === void 0) throw new Error(`${operator}: DLPack has no type for ${name}`);
		return `{${type.code}, ${type.bits}}`;
	}).join(", ")}};\n`;
}
// src/package/c/conditions.ts
/** Writes the function that computes the values of the heuristics, in their order. */
function writeHeuristics(kernel) {
	const { heuristics, configs } = kernel;
	if (heuristics.length === 0) return {
		emitted: [],
		text: ""
	};
	const names = heuristics.map(({ parameter }) => parameter);
	const emitted = configs.map((config) => emitFor(kernel, config, names.map((name) => ({
		kind: "name",
		name,
		offset: 0
	}))));
	return {
		emitted,
		text: writeSwitch("static CUresult heuristics_of(const struct aot_arguments *a, int algo_id, int64_t *h)", emitted.map(({ axes }) => axes.map((value, index) => `        h[${index}] = ${value};`).join("\n")))
	};
}
/** Writes the function that refuses calls which do not meet the kernel's requirements. */
function writeRequirements(kernel) {
	const { requirements, configs } = kernel;
	if (requirements.length === 0) return {
		emitted: [],
		text: ""
	};
	const trees = requirements.map(({ tree }) => tree);
	const emitted = configs.map((config) => emitFor(kernel, config, trees));
	return {
		emitted,
		text: writeSwitch("static CUresult check_requirements(const struct aot_arguments *a, int algo_id)", emitted.map(({ axes }) => axes.map((value) => `        if (${value} == 0) return CUDA_ERROR_INVALID_VALUE;`).join("\n")))
	};
}
function writeSwitch(head, cases) {
	return `
${head} {
    int bad = 0;
    (void)a;
    switch (algo_id) {
${groupIndices(cases).map(({ text, indices }) => `${caseLabels(indices)}\n${text}\n        break;`).join("\n")}
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    return bad ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
`;
}
/** Writes expressions as C for one config. They read `a` and write `bad`. */
function emitFor(kernel, config, expressions) {
	const parameters = new Map(allParameters(kernel).map((argument) => [argument.name, argument]));
	return emitGrid(expressions.map((each) => inlineHeuristics(each, kernel.heuristics, config)), {
		names: gridScope(kernel.arguments, kernel.gridParameters, config),
		cName: (name) => valueOf$1(parameters.get(name)),
		cDefined: (name) => `(int64_t)(a->${existing(parameters.get(name)).cName} != 0)`,
		bad: "&bad"
	});
}
function valueOf$1(argument) {
	const { type, cName } = existing(argument);
	return formatArgumentType(type) === "u64" ? `aot_from_u64(a->${cName}, &bad)` : `(int64_t)a->${cName}`;
}
function existing(argument) {
	if (argument === void 0) throw new Error("an expression refers to an unknown argument");
	return argument;
}
/** Groups equal texts, in the order of their first index. Indices without text have no branch. */
function groupIndices(texts) {
	const groups = /* @__PURE__ */ new Map();
	for (const [index, text] of texts.entries()) if (text !== void 0) groups.set(text, [...groups.get(text) ?? [], index]);
	return [...groups].map(([text, indices]) => ({
		text,
		indices
	}));
}
/** The labels of a branch. */
function caseLabels(indices) {
	return indices.map((index) => `    case ${index}:`).join("\n");
}
// src/package/c/table.ts
/** An image of no device: no call chooses it. */
const MISSING_ROW = "    {NULL, NULL, 0, 1, 0, 0, 0, 0, 0, 0, 0}, /* none */";
/** Puts images into their places in the table. */
function tableOf(kernel, images) {
	const known = new Map(images.map((image) => [keyOf$1(image.config, image.specialisation, image.target.name), image]));
	const { targets, ptxTarget } = kernel;
	const withPtx = hasPtx(kernel);
	return {
		columns: targets.length + (withPtx ? 1 : 0),
		images: kernel.configs.flatMap((_config, config) => kernel.specialisations.flatMap((_specialisation, index) => {
			const row = targets.map(({ name }) => known.get(keyOf$1(config, index, name)));
			const portable = row.find((image) => image?.target.name === ptxTarget?.name);
			return [...row.map((image) => image && {
				...image,
				form: "cubin",
				of: image
			}), ...withPtx ? [portable && {
				...portable,
				form: "ptx",
				of: portable
			}] : []];
		}))
	};
}
function keyOf$1(config, specialisation, target) {
	return `${config} ${specialisation} ${target}`;
}
/** The functions that choose and load images: of aot_launch.h, or with PTX of aot_ptx.h. */
function tableFunctions(kernel) {
	const withPtx = hasPtx(kernel);
	const suffix = withPtx ? "_or_ptx" : "";
	return {
		choose: `aot_choose${suffix}`,
		chooseReady: `aot_choose_ready${suffix}`,
		loadAll: `aot_load_all${suffix}`,
		log: withPtx ? ", ptx_log" : ""
	};
}
/** Writes the body of the function that loads what the device needs. */
function writeLoad(kernel, { images }) {
	const { loadAll, log } = tableFunctions(kernel);
	if (images.every((image) => image !== void 0)) return `    return ${loadAll}(images, slots, ROWS, TARGETS${log});`;
	return `    CUresult status = CUDA_ERROR_NO_BINARY_FOR_GPU;
    int row;
    for (row = 0; row < ROWS; row++) {
        const CUresult one = ${loadAll}(&images[row * TARGETS], &slots[row * TARGETS], 1, TARGETS${log});
        if (one == CUDA_SUCCESS) status = CUDA_SUCCESS;
        if (one != CUDA_SUCCESS && one != CUDA_ERROR_NO_BINARY_FOR_GPU) return one;
    }
    return status;`;
}
// src/package/c/choose.ts
/**
* Writes the C functions that choose the algo of a call: the measured one if it takes the call, else
* the first that has code for the device. Asks for the device only if the choice depends on it.
* @param choice undefined if nothing was measured
*/
function writeChoice$1(kernel, table, choice) {
	const values = allParameters(kernel);
	const names = values.map(({ cName }) => cName);
	const rows = rowsOf(kernel, table);
	const isPlain = rows[0]?.isWhole === true;
	if (choice === void 0 && isPlain) {
		const unused = values.filter(({ type }) => isInteger(type)).map(({ cName }) => cName);
		return {
			functions: "",
			byDefault: `    return ${kernel.name}(${[
				"stream",
				...names,
				"0"
			].join(", ")});`,
			choose: `${["stream", ...unused].map((name) => `    (void)${name};\n`).join("")}    return 0;`
		};
	}
	return {
		functions: `${choice === void 0 ? "" : `${writeRefuses(kernel.requirements.length > 0)}${writeTuned(kernel, choice)}`}${writeChoose(kernel, rows, choice)}`,
		byDefault: `    const struct aot_arguments aot_values = {${names.join(", ") || "0"}};
    return aot_launch_default(aot_values, stream);`,
		choose: `    const struct aot_arguments aot_values = {${values.map(integerOrGiven).join(", ") || "0"}};
    int aot_chosen, aot_fallback;
    return aot_choose_algo(&aot_values, stream, &aot_chosen, &aot_fallback) == CUDA_SUCCESS ? aot_chosen : -1;`
	};
}
/** Writes the measured choice as C. */
function writeTuned(kernel, choice) {
	const { devices, tables } = choice;
	const classes = callClasses(kernel);
	const written = tables.map((table, index) => writeTable(kernel, table, index));
	const models = written.map(({ models: own }) => own).join("");
	const helpers = `${models === "" ? "" : FASTEST}${models}${writeClasses(kernel, classes)}`;
	const head = dependsOnDevice(choice) ? `/* The devices that were measured. A device has the table of the first entry that fits it. */
static const struct aot_tuned_device aot_tuned_devices[] = {
${devices.map(writeDevice).join("\n")}
};

/* The algo for these values, as measured. */
static int aot_tuned_algo(const struct aot_arguments *a, int table) {` : `/* The algo for these values, as measured on ${namesOf(devices)}. */
static int aot_tuned_algo(const struct aot_arguments *a) {`;
	const start = classes.length > 1 ? "    const int of_class = class_of(a);\n" : "";
	const bodies = written.map(({ body }) => body);
	const [first = ""] = bodies;
	return `${helpers}${head}
    (void)a;
${start}${dependsOnDevice(choice) ? `    switch (table) {
${groupIndices(bodies).map(({ text, indices }) => `${caseLabels(indices)}\n${text.replaceAll(/^/gm, "    ")}`).join("\n")}
    default:
        return 0;
    }` : first}
}

`;
}
/** Writes the models of a table, and the statements that choose by them. */
function writeTable(kernel, { multiprocessors, length, classes }, index) {
	const product = length.map((name) => ` * (double)a->${cNameOf(kernel, name)}`).join("");
	const models = [];
	const returns = classes.map(({ algos }, at) => {
		const [only] = algos;
		if (algos.length <= 1 || only === void 0) return `return ${only?.algo ?? 0};`;
		const name = `aot_times_${index}_${at}`;
		const rows = algos.map(({ algo, resident, terms }) => `    {${algo}, ${resident}, {${terms.join(", ")}}},\n`);
		models.push(`static const struct aot_time ${name}[] = {\n${rows.join("")}};\n\n`);
		return `return aot_fastest(a, ${name}, ${algos.length}, ${multiprocessors}, 1.0${product});`;
	});
	const [first = "return 0;"] = returns;
	const body = returns.length === 1 ? `    ${first}` : `    switch (of_class) {
${groupIndices(returns).map(({ text, indices }) => `${caseLabels(indices)}\n        ${text}`).join("\n")}
    default:
        return 0;
    }`;
	return {
		models: models.join(""),
		body
	};
}
function cNameOf(kernel, name) {
	return allParameters(kernel).find((each) => each.name === name)?.cName ?? "?";
}
const FASTEST = `/*
 * What a call with an algo takes, as measured: t[0] + t[1] length + waves (t[2] + t[3] length) + t[4] length blocks /
 * multiprocessors, in microseconds. A wave is as many blocks as all multiprocessors run at once.
 */
struct aot_time {
    int algo, resident;
    double t[5];
};

/* The algo that takes least of those that do not refuse the call. */
static int aot_fastest(const struct aot_arguments *a, const struct aot_time *times, int count, int multiprocessors,
                       double length) {
    double least = 0;
    int i, fastest = -1;
    for (i = 0; i < count; i++) {
        const double *t = times[i].t;
        const double room = (double)multiprocessors * times[i].resident;
        struct aot_grid grid = {0, 0, 0};
        double blocks, waves, time;
        if (aot_refuses(a, times[i].algo, &grid)) continue;
        /* With an empty grid, nothing runs. */
        if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return times[i].algo;
        blocks = (double)grid.x * (double)grid.y * (double)grid.z;
        waves = (double)(int64_t)(blocks / room);
        if (waves * room < blocks) waves += 1;
        time = t[0] + t[1] * length + waves * (t[2] + t[3] * length) + t[4] * length * blocks / multiprocessors;
        if (fastest >= 0 && time >= least) continue;
        least = time;
        fastest = times[i].algo;
    }
    return fastest < 0 ? times[0].algo : fastest;
}

`;
/** Writes the function that finds the class of a call, if there are several. */
function writeClasses(kernel, classes) {
	if (classes.length === 1) return "";
	const sets = hintSets(kernel).map((hints) => kernel.arguments.flatMap(({ cName }, index) => hintConditions(`a->${cName}`, hints[index])).join(" && "));
	return `/* The class of a call: the hints that its values meet, and if its rows are aligned to more than these say. */
static int class_of(const struct aot_arguments *a) {
    switch (${kernel.heuristics.length === 0 ? "specialisation_of(a)" : sets.reduceRight((rest, text, index) => text === "" ? String(index) : `${text} ? ${index} : ${rest}`, String(sets.length - 1))}) {
${sets.map((_text, index) => {
		const at = classes.findIndex((each) => each.hints === index);
		const whole = classes[at]?.whole.map(({ cName }) => `a->${cName} % 16 == 0`) ?? [];
		return `    case ${index}:\n        return ${whole.length === 0 ? String(at) : `${whole.join(" && ")} ? ${at} : ${at + 1}`};\n`;
	}).join("")}    default:
        return 0;
    }
}

`;
}
function writeDevice({ name, capability, table }) {
	const text = name === void 0 ? "NULL" : cString(name);
	const { major, minor } = parseCapability(capability ?? "0.0");
	return `    {${text}, ${10 * major + minor}, ${table}},`;
}
function namesOf(devices) {
	return devices.flatMap(({ name }) => name ?? []).join(", ").replaceAll("*/", "* /").replaceAll("/*", "/ *");
}
/** Pointers count as not null; the values of other parameters decide nothing. */
function integerOrGiven({ type, cName }) {
	if (isInteger(type)) return cName;
	return type.kind === "pointer" ? "16" : "0";
}
function writeChoose(kernel, rows, choice) {
	const hasCode = tableFunctions(kernel).choose;
	const isPlain = rows[0]?.isWhole === true;
	const mayLack = (choice === void 0 ? [] : chosenAlgos(choice)).some((algo) => rows[algo]?.isWhole !== true);
	const byDevice = choice !== void 0 && dependsOnDevice(choice);
	const needsRows = !isPlain || mayLack;
	const needsDevice = needsRows || byDevice;
	const device = `    CUdevice device = 0;
${needsRows ? `    /* A row of each algo. */\n    static const int rows[ALGOS] = {${rows.map(({ row }) => row).join(", ")}};\n    int capability = 0;\n` : ""}${byDevice ? "    int table = 0;\n" : ""}    CUresult status = aot_find_driver();
    if (status == CUDA_SUCCESS) status = aot_device(stream, &device);
${needsRows ? "    if (status == CUDA_SUCCESS) status = aot_capability(device, &capability);\n" : ""}${byDevice ? "    if (status == CUDA_SUCCESS) status = aot_table(device, aot_tuned_devices, cache, &table);\n" : ""}    if (status != CUDA_SUCCESS) return status;
`;
	const first = isPlain ? "    *fallback = 0;\n" : `    for (*fallback = 0; ${hasCode}(&images[rows[*fallback] * TARGETS], TARGETS, capability) < 0;) {
        if (++*fallback == ALGOS) return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
`;
	const lacks = mayLack ? ` || ${hasCode}(&images[rows[*algo_id] * TARGETS], TARGETS, capability) < 0` : "";
	const chosen = choice === void 0 ? "    *algo_id = *fallback;\n" : `    *algo_id = aot_tuned_algo(a${byDevice ? ", table" : ""});
    if (aot_refuses(a, *algo_id, &grid)${lacks}) *algo_id = *fallback;
`;
	return `/* The algo of a call by default, and the first one that has code for the device. */
static CUresult aot_choose_algo(const struct aot_arguments *a, CUstream stream, int *algo_id, int *fallback) {
${byDevice ? "    static int cache[AOT_CACHED_DEVICES];\n" : ""}${choice === void 0 ? "" : "    struct aot_grid grid = {0, 0, 0};\n"}${needsDevice ? device : "    (void)stream;\n"}${choice === void 0 ? "    (void)a;\n" : ""}${first}${chosen}    return CUDA_SUCCESS;
}

static CUresult aot_launch_default(struct aot_arguments a, CUstream stream) {
    int algo_id, fallback;
    CUresult status = aot_choose_algo(&a, stream, &algo_id, &fallback);
    /* The call fails in the same way, unless its grid is empty. */
    if (status != CUDA_SUCCESS) return aot_launch_kernel(a, stream, 0);
${choice === void 0 ? "    return aot_launch_kernel(a, stream, algo_id);\n" : `    status = aot_launch_kernel(a, stream, algo_id);
    /* On a device that nobody measured, an algo may need more than there is. */
    if (algo_id == fallback || !aot_is_refusal(status)) return status;
    return aot_launch_kernel(a, stream, fallback);
`}}

`;
}
/** Writes the check of all that depends on the algo and not on the device. The launch itself checks everything. */
function writeRefuses(hasRequirements) {
	return `/* Whether an algo refuses a call that another one may take. Computes its grid. */
static int aot_refuses(const struct aot_arguments *a, int algo_id, struct aot_grid *grid) {
    if (grid_of(a, algo_id, grid) != CUDA_SUCCESS) return 1;
${hasRequirements ? "    if (check_requirements(a, algo_id) != CUDA_SUCCESS) return 1;\n" : ""}    return grid->x > INT32_MAX || grid->y > 65535 || grid->z > 65535;
}

`;
}
function rowsOf(kernel, { columns, images }) {
	return kernel.configs.map((_config, config) => {
		const first = config * kernel.specialisations.length;
		const { row, count } = kernel.specialisations.map((_specialisation, index) => {
			const row = first + index;
			return {
				row,
				count: images.slice(row * columns, (row + 1) * columns).filter((image) => image !== void 0).length
			};
		}).find((each) => each.count > 0) ?? {
			row: first,
			count: 0
		};
		return {
			row,
			isWhole: count === columns
		};
	});
}
// src/package/c/embed.ts
/**
* Bytes per line of the literal: short lines are readable in a diff and cost nothing to compile.
*/
const BYTES_PER_LINE = 64;
/**
* Writes a cubin as a C array. A string literal compiles several times faster than a list of
* numbers and gives an object file of the same size. Unlike `.incbin` it needs no path; see
* docs/background/why.md. The driver reads the image's length from its ELF header, so the closing
* NUL is harmless.
*/
function embedCubin(symbol, bytes) {
	return `static const char ${symbol}[] __attribute__((aligned(16))) =\n${literals(bytes)};\n`;
}
/**
* Writes compressed code for src/package/c/runtime/aot_inflate.h.
* @param size the number of bytes that are compressed
* @param base the symbol of the base, if any
*/
function embedPacked(symbol, packed, size, base) {
	const origin = base === void 0 ? "NULL" : `&${base}`;
	return `static const char ${symbol}_stream[] =
${literals(packed)};
static const struct aot_packed ${symbol} = {${origin}, ${symbol}_stream, ${packed.length}, ${size}};
`;
}
/** Disables the warning for literals longer than the 4095 bytes that ISO C guarantees. */
const EMBED_PRAGMA = "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n";
/** One literal per line. Written to a buffer, because packages have many megabytes of them. */
function literals(bytes) {
	const lines = Math.ceil(bytes.length / BYTES_PER_LINE);
	const text = Buffer.allocUnsafe(bytes.length * MAX_ESCAPE + lines * 7);
	let at = 0;
	for (let start = 0; start < bytes.length; start += BYTES_PER_LINE) {
		const end = Math.min(start + BYTES_PER_LINE, bytes.length);
		at += text.write(start === 0 ? "    \"" : "\n    \"", at, "latin1");
		for (let index = start; index < end; index += 1) {
			const escapes = isDigit(index + 1 < end ? bytes[index + 1] ?? 0 : 0) ? BEFORE_DIGIT : ESCAPES;
			for (const character of escapes[bytes[index] ?? 0] ?? []) text[at++] = character;
		}
		text[at++] = QUOTE;
	}
	return text.toString("latin1", 0, at);
}
const MAX_ESCAPE = 4;
const QUOTE = 34;
/** The text of each byte. Before a digit, octal escapes need all three digits. */
const ESCAPES = escapesOf((byte) => byte.toString(8));
const BEFORE_DIGIT = escapesOf((byte) => byte.toString(8).padStart(3, "0"));
/** Printable characters are not escaped, except for `?`: two of them start a trigraph. */
function escapesOf(octal) {
	return Array.from({ length: 256 }, (_, byte) => {
		const character = String.fromCharCode(byte);
		const isSpecial = character === "\"" || character === "\\" || character === "?";
		const isPrintable = byte >= 32 && byte < 127;
		if (isSpecial) return Buffer.from(`\\${character}`);
		return Buffer.from(isPrintable ? character : `\\${octal(byte)}`);
	});
}
function isDigit(byte) {
	return byte >= 48 && byte <= 57;
}
// src/package/c/packing.ts
/** Names the cubins and the PTX of images. Equal ones share a name: a hint may change nothing. */
function embeddedCode(images) {
	const [cubins, ptx] = [nameCubins(images), namePtx(images)];
	return {
		cubins,
		ptx,
		all: [.../* @__PURE__ */ new Set([...cubins.values(), ...ptx.values()])]
	};
}
function nameCubins(images) {
	return nameCode(images.map((image) => ({
		image,
		prefix: "cubin",
		bytes: image.compiled.cubin,
		family: image.target.name
	})));
}
function namePtx(images) {
	return nameCode(images.flatMap((image) => {
		const { ptx } = image.compiled;
		if (ptx === void 0) return [];
		return [{
			image,
			prefix: "ptx",
			bytes: Buffer.from(`${ptx}\0`),
			family: ""
		}];
	}));
}
/** @param list the code of images; that of one family is much alike */
function nameCode(list) {
	const bases = /* @__PURE__ */ new Map();
	const all = /* @__PURE__ */ new Map();
	return new Map(list.map(({ image, prefix, bytes, family }) => {
		const digest = digestOf(bytes);
		const known = all.get(digest);
		if (known !== void 0) return [image, known];
		const first = bases.get(family);
		const base = first !== void 0 && first.bytes.length <= MOST_OF_BASE * bytes.length ? first : void 0;
		const code = {
			symbol: `${prefix}_${all.size}`,
			bytes,
			base,
			hasEnd: prefix === "ptx"
		};
		all.set(digest, code);
		if (first === void 0) bases.set(family, code);
		return [image, code];
	}));
}
/** A base is at most so many times as large as the cubin: it is opened too. */
const MOST_OF_BASE = 2;
/**
* Settings of fflate. Level 9 is 0.4 % smaller and takes half as long again; the default memory takes
* 3 times as long.
*/
const SETTINGS = {
	level: 6,
	mem: 8
};
/**
* Compresses code with DEFLATE. fflate writes the same bytes on every machine; Node's zlib does not.
* @param base the preset dictionary, if any
*/
function packCode(bytes, base) {
	return deflateSync(bytes, base === void 0 ? SETTINGS : {
		...SETTINGS,
		dictionary: base
	});
}
/**
* Decompresses code of `size` bytes.
* @throws {Error} if the stream is damaged.
*/
function unpackCode(packed, size, base) {
	if (size > packed.length * MOST_RATIO) throw new Error(`${size} bytes are too many`);
	const out = new Uint8Array(size + 1);
	const { length } = inflateSync(packed, base === void 0 ? { out } : {
		out,
		dictionary: base
	});
	if (length !== size) throw new Error(`it does not open to ${size} bytes`);
	return out.subarray(0, size);
}
/** The largest ratio of DEFLATE: 258 bytes in 2 bits. */
const MOST_RATIO = 1032;
/** The SHA-256 of a cubin's bytes. Computed once, since several files of a package have it. */
function digestOf(cubin) {
	const digest = digests.get(cubin) ?? sha256(cubin);
	digests.set(cubin, digest);
	return digest;
}
const digests = /* @__PURE__ */ new WeakMap();
// src/package/c/launch.ts
/**
* Writes the branches that collect the parameters and launch, and the expression that selects one:
* the specialisation or, because images may take tensors in different ways, the image.
*/
function writeLaunches(kernel, images) {
	const ofImage = images.map((image) => image && writeLaunch(kernel, image));
	if (images.some((image) => image !== void 0 && image.tensors.length > 0)) return {
		selector: "(int)(image - images)",
		branches: writeBranches(ofImage)
	};
	return {
		selector: "specialisation",
		branches: writeBranches(kernel.specialisations.map((_specialisation, index) => {
			const first = images.findIndex((image) => image?.specialisation === index);
			return ofImage[first];
		}))
	};
}
function writeBranches(texts) {
	return groupIndices(texts).map(({ text, indices }) => `${caseLabels(indices)} {\n${text}\n    }`).join("\n");
}
function writeLaunch(kernel, image) {
	const specialisation = specialisationOf(kernel, image.specialisation);
	const lines = [];
	const parameters = [];
	let tensors = 0;
	for (const { type, cName } of passedArguments(kernel, specialisation)) {
		const layout = type.kind === "tensor" ? image.tensors[tensors] : void 0;
		if (layout === void 0) {
			parameters.push(`&a.${cName}`);
			continue;
		}
		const name = `tensor_${tensors}`;
		tensors += 1;
		lines.push(`struct aot_passed_tensor ${name};`);
		lines.push(`status = aot_pass_tensor(&${name}, a.${cName}, ${layout.rank});`);
		lines.push("if (status != CUDA_SUCCESS) return status;");
		if (layout.kind === "map") lines.push(...writeEncode(name, layout.map));
		parameters.push(...tensorNames(layout).map((part) => `&${name}.${part}`));
	}
	parameters.push("&scratch", "&none");
	lines.push(`void *parameters[] = {${parameters.join(", ")}};`);
	lines.push("return aot_launch(image, loaded, grid, stream, parameters, &scratch);");
	return lines.map((line) => `        ${line}`).join("\n");
}
function writeEncode(name, map) {
	const { box, dataType, elementSize, swizzle } = map;
	return [
		`const cuuint32_t ${name}_box[] = {${box.toReversed().join(", ")}};`,
		`status = aot_encode_tensor(&${name}, ${box.length}, ${dataType}, ${elementSize}, ${swizzle}, ${name}_box);`,
		"if (status != CUDA_SUCCESS) return status;"
	];
}
/** Writes the C function that computes the grid. Equal grids share a case. */
function writeGrids(kernel) {
	const emitted = kernel.configs.map((config) => emitFor(kernel, config, kernel.grid));
	return {
		emitted,
		text: `
static CUresult grid_of(const struct aot_arguments *a, int algo_id, struct aot_grid *grid) {
    int bad = 0;
    (void)a;
    switch (algo_id) {
${groupIndices(emitted.map(({ axes }) => writeAxes(axes))).map(({ text, indices }) => `${caseLabels(indices)}\n${text}\n        break;`).join("\n")}
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    return bad ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
`
	};
}
function writeAxes([x = "1", y = "1", z = "1"]) {
	return [
		`grid->x = ${x};`,
		`grid->y = ${y};`,
		`grid->z = ${z};`
	].map((line) => `        ${line}`).join("\n");
}
// src/package/c/source.ts
/**
* Writes the C source of a kernel: its cubins, their launch data, and the entry points.
* @param images in the order of configs, specialisations and targets. Those of specialisations that a
* config never reaches, and of configs that do not compile for a target, are missing.
* @param choice how an algo is chosen, if it was measured
* @param embed how the cubins are written
*/
function writeSource(owner, kernel, images, choice, embed = DEFAULT_EMBED) {
	const { cubins, ptx, all } = embeddedCode(images);
	const referenceTo = ({ form, of }) => `${embed === "raw" ? "" : "&"}${(form === "ptx" ? ptx : cubins).get(of)?.symbol}`;
	const table = tableOf(kernel, images);
	const withPtx = hasPtx(kernel);
	const { chooseReady, log } = tableFunctions(kernel);
	const grids = writeGrids(kernel);
	const [heuristics, requirements] = [writeHeuristics(kernel), writeRequirements(kernel)];
	const functions = gridFunctions([
		grids,
		heuristics,
		requirements
	].flatMap(({ emitted }) => emitted));
	const launches = writeLaunches(kernel, table.images);
	const chosen = writeChoice$1(kernel, table, choice);
	const { launch: entry, byDefault, choose, algos, load, unload } = prototypes(kernel);
	const values = allParameters(kernel).map(({ cName }) => cName);
	const rows = kernel.configs.length * kernel.specialisations.length;
	return `#include "${owner.package}/${kernel.name}.h"

${embed === "raw" ? "" : "#include \"aot_inflate.h\"\n"}#include "${hasTensors(kernel) ? "aot_pass_tensor.h" : "aot_launch.h"}"${withPtx ? "\n#include \"aot_ptx.h\"" : ""}

${EMBED_PRAGMA}
${embed === "raw" ? writeRawCode(all) : writePackedCode(all)}
enum {
    ALGOS = ${kernel.configs.length},
    SPECIALISATIONS = ${kernel.specialisations.length},
    TARGETS = ${table.columns},${withPtx ? " /* the last has PTX, for devices that no cubin is for */" : ""}
    ROWS = ${rows} /* an algo and a specialisation each, with one image for each target */
};

/* cubin, kernel, major, minor from, to, warps, cluster, shared memory, scratch, programmatic, cooperative */
static const struct aot_image images[ROWS * TARGETS] = {
${table.images.map((image) => image === void 0 ? MISSING_ROW : writeImage(image, referenceTo(image), kernel)).join("\n")}
};
static struct aot_slot slots[ROWS * TARGETS];
${withPtx ? "static char ptx_log[AOT_PTX_LOG];\n" : ""}
struct aot_arguments {
${fields(kernel).join("\n")}
};

${functions}${grids.text}${heuristics.text}${requirements.text}
${writeDispatch(kernel)}
static CUresult aot_launch_kernel(struct aot_arguments a, CUstream stream, int algo_id) {
    struct aot_grid grid = {0, 0, 0};
    const struct aot_image *image = NULL;
    CUkernel loaded = NULL;
    CUdeviceptr scratch = 0, none = 0;
${kernel.heuristics.length === 0 ? "" : `    int64_t h[${kernel.heuristics.length}] = {0};\n`}    int specialisation, row;
    CUresult status = grid_of(&a, algo_id, &grid);
    if (status != CUDA_SUCCESS) return status;
    if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return CUDA_SUCCESS;
${writeJudgement(kernel)}    if (specialisation < 0) return CUDA_ERROR_INVALID_VALUE;
    row = (algo_id * SPECIALISATIONS + specialisation) * TARGETS;
    status = ${chooseReady}(&images[row], &slots[row], TARGETS, stream${log}, &image, &loaded);
    if (status != CUDA_SUCCESS) return status;
    switch (${launches.selector}) {
${launches.branches}
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

${chosen.functions}/* Nothing but the parameters' own names may stand here: they can be any. */
${entry} {
    const struct aot_arguments aot_values = {${values.length === 0 ? "0" : values.join(", ")}};
    return aot_launch_kernel(aot_values, stream, algo_id);
}

${byDefault} {
${chosen.byDefault}
}

${choose} {
${chosen.choose}
}

${algos} {
    return ALGOS;
}

${load} {
${writeLoad(kernel, table)}
}

${unload} {
    return aot_unload_all(slots, ROWS * TARGETS);
}

${withPtx ? `${ptxLogPrototype(kernel)} {\n    return ptx_log;\n}\n\n` : ""}/* The plain names, for those who look functions up by name. Callers of the header never depend on them. */
${symbolsOf(kernel.name, withPtx).map((symbol) => `AOT_PLAIN_NAME(${symbol}, "${linkName(owner, symbol)}");`).join("\n")}
`;
}
function writeRawCode(code) {
	return code.map(({ symbol, bytes, hasEnd }) => embedCubin(symbol, hasEnd ? bytes.subarray(0, -1) : bytes)).join("\n");
}
function writePackedCode(code) {
	return code.map(({ symbol, bytes, base }) => embedPacked(symbol, packCode(bytes, base?.bytes), bytes.length, base?.symbol)).join("\n");
}
function writeImage(image, reference, kernel) {
	const { compiled, target, form } = image;
	const { major, from, to } = minorRange(target);
	const specialisation = specialisationOf(kernel, image.specialisation);
	const values = [
		reference,
		JSON.stringify(compiled.name),
		major,
		from,
		form === "ptx" ? -1 : to,
		compiled.numWarps,
		compiled.numCtas,
		compiled.shared,
		compiled.globalScratch.size,
		compiled.launchPdl && target.arch >= 90 ? 1 : 0,
		compiled.launchCooperativeGrid ? 1 : 0
	];
	const when = describeSpecialisation(kernel, specialisation);
	return `    {${values.join(", ")}}, /* algo ${image.config}, ${form === "ptx" ? "PTX of " : ""}${target.name}${when === "" ? "" : `, ${when}`} */`;
}
function fields(kernel) {
	const all = allParameters(kernel);
	if (all.length === 0) return ["    char none;"];
	return all.map(({ type, cName }) => `    ${cTypeOf(type)} ${cName};`);
}
/** Writes the statements that refuse a call, and choose its specialisation. */
function writeJudgement({ heuristics, requirements }) {
	return [
		requirements.length === 0 ? "" : orReturn("check_requirements(&a, algo_id)"),
		heuristics.length === 0 ? "" : orReturn("heuristics_of(&a, algo_id, h)"),
		`    specialisation = specialisation_of(&a${heuristics.length === 0 ? "" : ", h"});\n`
	].join("");
}
function orReturn(call) {
	return `    status = ${call};\n    if (status != CUDA_SUCCESS) return status;\n`;
}
function writeDispatch(kernel) {
	const { heuristics, specialisations } = kernel;
	const conditions = specialisations.map((each) => conditionsOf(kernel, each));
	const always = conditions.findIndex((list) => list.length === 0);
	const tested = always === -1 ? conditions : conditions.slice(0, always);
	const [parameter, comment] = heuristics.length === 0 ? ["", ""] : [", const int64_t *h", ` \`h\`: the values of ${heuristics.map(({ parameter: name }) => name).join(", ")}.`];
	return `/* The first specialisation that the values fit; -1 when none does.${comment} */
static int specialisation_of(const struct aot_arguments *a${parameter}) {
    (void)a;
${tested.map((list, index) => `    if (${list.join(" && ")}) return ${index};\n`).join("")}    return ${always};
}
`;
}
function conditionsOf(kernel, { hints, heuristics }) {
	const hinted = kernel.arguments.flatMap(({ cName }, index) => hintConditions(`a->${cName}`, hints[index]));
	const computed = kernel.heuristics.flatMap(({ parameter }, index) => {
		const value = heuristics.get(parameter);
		return value === void 0 ? [] : [`h[${index}] == ${integerOf$1(value)}`];
	});
	return [...hinted, ...computed];
}
// src/package/build-systems.ts
/** The package's stub of the driver library, which build systems can make a library of. */
const STUB_FILE = "stub/libcuda.c";
/** The source of the package's operators. */
const OPERATORS_FILE = "ops/operators.c";
/**
* Generates the files for build systems from the templates in src/package/build-systems. Those below
* `lib` are for the unpacked package, those below `cmake` for a library that is built and installed
* from it.
* @param inOperators the kernels that operators call
*/
function consumeFiles({ package: name, version }, kernels, inOperators) {
	const numbers = versionNumbers(version);
	const values = {
		NAME: name,
		VERSION: version,
		NUMBERS: numbers,
		OLDEST: oldestCompatible(version)
	};
	const fill = (file, more = {}) => fillTemplate(file, {
		...values,
		...more
	});
	const parts = (stub) => ({
		FILTER: fill("kernel-filter.cmake").trimEnd(),
		DRIVER: indent(fill("find-driver.cmake", { STUB: stub }).trimEnd(), 2)
	});
	const root = `\${_${name}_root}`;
	const operators = [OPERATORS_FILE, ...inOperators.map((kernel) => `src/${kernel.name}.c`)];
	const config = fill("Config.cmake", {
		...parts(`${root}/${STUB_FILE}`),
		KERNELS: kernels.map((kernel) => kernel.name).join("\n  ")
	});
	const operatorsTarget = fill("operators.cmake", { SOURCES: operators.map((source) => `    "${root}/${source}"`).join("\n") });
	const exact = `elseif(PACKAGE_FIND_VERSION VERSION_EQUAL "${numbers}")\n  set(PACKAGE_VERSION_EXACT TRUE)\n`;
	return /* @__PURE__ */ new Map([
		["CMakeLists.txt", fill("CMakeLists.txt")],
		[`lib/cmake/${name}/${name}Config.cmake`, inOperators.length === 0 ? config : `${config}${operatorsTarget}`],
		[`lib/cmake/${name}/${name}ConfigVersion.cmake`, fill("ConfigVersion.cmake", { EXACT: version === numbers ? exact : "" })],
		[`lib/pkgconfig/${name}.pc`, fill("package.pc", { SOURCES: kernels.map((kernel) => `\${prefix}/src/${kernel.name}.c`).join(" ") })],
		["cmake/install.cmake", fill("install.cmake")],
		[`cmake/${name}Config.cmake.in`, fill("InstalledConfig.cmake.in", parts("${CMAKE_CURRENT_LIST_DIR}/libcuda.c"))],
		[`cmake/${name}.pc.in`, fill("package.pc.in")],
		[`cmake/${name}.cps.in`, fill("package.cps.in")]
	]);
}
function fillTemplate(file, values) {
	return readFileSync(join(BUILD_SYSTEMS_FOLDER, file), "utf8").replaceAll(/<([A-Z]+)>/g, (_mark, name) => {
		const value = values[name];
		if (value === void 0) throw new Error(`${file} has the mark <${name}>, which has no value`);
		return value;
	});
}
/** Returns the numbers of a version, which are all that CMake compares: `1.2.0` for `1.2.0-rc.1`. */
function versionNumbers(version) {
	return version.replace(/[-+].*$/, "");
}
/**
* Returns the oldest version that this one can replace: versions with the same major number are
* compatible, before 1.0 those with the same minor number.
*/
function oldestCompatible(version) {
	const [major = "0", minor = "0"] = versionNumbers(version).split(".");
	return major === "0" ? `0.${minor}.0` : `${major}.0.0`;
}
// src/package/made-files.ts
/**
* Files by path, each made when it is asked for and then forgotten: all of a large package together
* do not fit into memory. They are made in the order of the paths.
*/
var MadeFiles = class MadeFiles {
	#makers;
	constructor(makers) {
		this.#makers = new Map(makers);
	}
	/** Joins files, without making them. @throws {Error} if two have the same path. */
	static join(...parts) {
		const makers = parts.flatMap((files) => [...makersOf(files)]);
		const joined = new MadeFiles(makers);
		if (joined.size < makers.length) {
			const paths = makers.map(([path]) => path);
			const twice = paths.find((path, index) => paths.indexOf(path) < index);
			throw new Error(`two files of the package are ${twice}`);
		}
		return joined;
	}
	get size() {
		return this.#makers.size;
	}
	get(path) {
		return this.#makers.get(path)?.();
	}
	has(path) {
		return this.#makers.has(path);
	}
	keys() {
		return this.#makers.keys();
	}
	*values() {
		for (const make of this.#makers.values()) yield make();
	}
	*entries() {
		for (const [path, make] of this.#makers) yield [path, make()];
	}
	[Symbol.iterator]() {
		return this.entries();
	}
	forEach(visit) {
		for (const [path, content] of this) visit(content, path, this);
	}
};
/** The paths of files, each with a function that makes its content. */
function makersOf(files) {
	return [...files.keys()].map((path) => [path, () => files.get(path) ?? ""]);
}
// src/package/manifest.ts
/** Generates manifest.json: the content of the package, and how each cubin was built. */
function packageManifest(facts, checked) {
	const images = groupBy(checked, ({ variant }) => variant.kernel);
	const wheels = wheelsOf(checked, facts);
	const manifest = {
		format: 1,
		generator: {
			name: GENERATOR_NAME,
			version: facts.generatorVersion
		},
		package: facts.package,
		version: facts.version,
		...facts.license !== void 0 && { license: facts.license },
		...facts.part !== void 0 && { part: facts.part },
		triton: facts.tritonVersion,
		tritonDigest: tritonDigestOf(checked),
		ptxas: [...new Set(checked.map(({ compiled }) => compiled.ptxas))].toSorted(),
		embed: facts.embed ?? "compressed",
		targets: [...new Set([...images.keys()].flatMap(({ targets }) => targets.map(({ name }) => name)))],
		sources: sourcesOf(checked, facts.sourceLicenses),
		...wheels.length > 0 && { packages: wheels.map(({ name, version, sha256: hash, license }) => ({
			name,
			version,
			sha256: hash,
			...license !== void 0 && { license }
		})) },
		kernels: [...images].map(([kernel, own]) => ({ toJSON: () => ({
			...describeKernel$1(kernel, facts.choices?.get(kernel.name)),
			variants: own.map(describeVariant$1)
		}) })),
		...facts.operators !== void 0 && facts.operators.length > 0 && { operators: operatorsJson(facts.operators) }
	};
	return fileJson(manifest);
}
/** The digest of the Triton that compiled the kernels, which all hashes of a build share. */
function tritonDigestOf(checked) {
	return checked[0]?.variant.inputs.tritonDigest;
}
function describeKernel$1(kernel, choice) {
	const unmeasured = choice === void 0 ? [] : unmeasuredSpecialisations(kernel, choice);
	return {
		name: kernel.name,
		source: `${kernel.source.file}:${kernel.source.function}`,
		parameters: typedParameters(kernel.arguments),
		gridParameters: typedParameters(kernel.gridParameters),
		grid: kernel.gridText,
		targets: kernel.targets.map(({ name }) => name),
		...kernel.lineInfo && { lineInfo: true },
		algos: kernel.configs.map((config) => ({
			...writeConstants$1(config),
			options: config.options
		})),
		...kernel.heuristics.length > 0 && { heuristics: kernel.heuristics.map(({ parameter, text }) => ({
			parameter,
			expression: text
		})) },
		...kernel.requirements.length > 0 && { requires: kernel.requirements.map(({ text }) => text) },
		specialisations: kernel.specialisations.map((specialisation) => describeSpecialisation(kernel, specialisation)),
		...kernel.automatic !== void 0 && { hints: {
			...kernel.automatic,
			origins: kernel.specialisations.map(({ origin }) => origin ?? "the manifest")
		} },
		...untestedOf(kernel).length > 0 && { untested: untestedOf(kernel) },
		...choice !== void 0 && { choice: choiceJson(choice) },
		...unmeasured.length > 0 && { unmeasured }
	};
}
/** The specialisations that no case reaches, although there are cases. Only of those that are found. */
function untestedOf({ specialisations, smoke }) {
	if (smoke === void 0 || smoke.cases.length === 0) return [];
	const reached = new Set(smoke.cases.flatMap(({ runs }) => runs.map((run) => run.specialisation)));
	return specialisations.flatMap(({ origin }, index) => origin === void 0 || reached.has(index) ? [] : [index]);
}
function describeVariant$1(image) {
	const { variant, compiled, parameters } = image;
	return {
		algo: image.config,
		specialisation: image.specialisation,
		target: image.target.name,
		hash: variant.hash,
		symbol: compiled.name,
		parameters: parameters.map(({ offset, size }) => ({
			offset,
			size
		})),
		resources: image.resources,
		launch: {
			scratch: compiled.globalScratch.size,
			programmatic: compiled.launchPdl,
			cooperative: compiled.launchCooperativeGrid,
			...compiled.tensorMaps.length > 0 && { tensorMaps: compiled.tensorMaps }
		},
		sha256: digestOf(compiled.cubin),
		...compiled.ptx !== void 0 && { ptx: {
			...ptxFacts(compiled.ptx, image.target),
			size: Buffer.byteLength(compiled.ptx),
			sha256: sha256(compiled.ptx)
		} },
		evidence: "abi-checked"
	};
}
/** Lists the source files of the kernels, sorted by path. */
function sourcesOf(checked, licenses = /* @__PURE__ */ new Map()) {
	const whole = fileHashes(checked);
	return [...sourceHashes(checked.map(({ variant }) => variant))].toSorted(([a], [b]) => a < b ? -1 : 1).map(([path, part]) => {
		const license = licenses.get(path);
		const hash = whole.get(path) ?? part;
		return {
			path,
			sha256: hash,
			...part !== hash && { slice: part },
			...license !== void 0 && { license }
		};
	});
}
/** Returns the packages that sources of the kernels are in. */
function wheelsOf(checked, { packages = [] }) {
	const paths = [...fileHashes(checked).keys()];
	return packages.filter(({ name }) => paths.some((path) => path.startsWith(pathIn(name))));
}
/** The hashes of the whole source files, by path. */
function fileHashes(checked) {
	const lists = new Set(checked.map(({ variant }) => variant.files));
	return new Map([...lists].flat().map(({ path, fileSha256 }) => [path, fileSha256]));
}
/** The hashes of what kernels use of their files, by path. One hash covers the parts of all kernels. */
function sourceHashes(variants) {
	const parts = /* @__PURE__ */ new Map();
	const closures = new Set(variants.map(({ inputs }) => inputs.closure));
	for (const { path, sha256: part } of [...closures].flat()) parts.set(path, (parts.get(path) ?? /* @__PURE__ */ new Set()).add(part));
	return new Map([...parts].map(([path, hashes]) => {
		const [first = "", ...others] = [...hashes].toSorted();
		return [path, others.length === 0 ? first : sha256([first, ...others].join("\n"))];
	}));
}
/** Reads the licences in all source files below the manifest's `folder`. */
async function readLicenses(checked, folder) {
	const licenses = /* @__PURE__ */ new Map();
	for (const [path, hash] of fileHashes(checked)) {
		const content = await readPlainFile(join(folder, path)).catch(() => void 0);
		if (content === void 0 || sha256(content) !== hash) continue;
		const license = licenseIn(content.toString("latin1"));
		if (license !== void 0) licenses.set(path, license);
	}
	return licenses;
}
/** The first `SPDX-License-Identifier:` of a file, in any form of comment. */
function licenseIn(text) {
	for (const [, rest = ""] of text.matchAll(/SPDX-License-Identifier:(.{0,1100})/g)) {
		const license = /^[\w.+:() -]*[\w.+)]/.exec(rest.trim())?.[0];
		if (license !== void 0) return isLicenseExpression(license) ? license : void 0;
	}
}
// src/package/files.ts
/**
* Generates every file of a package and adds `tests`, in the order in which they are written. The
* text depends on the arguments only: not on paths, time or host.
* @param manifest the text of `packageManifest`
*/
function packageFiles(facts, checked, tests = /* @__PURE__ */ new Map(), manifest = packageManifest(facts, checked)) {
	const generated = generatedFiles(facts, imagesByKernel(checked));
	return sealPackage(MadeFiles.join(generated, tests), manifest);
}
/** Groups the images of a package by their kernels, in their order. */
function imagesByKernel(checked) {
	return groupBy(checked, ({ variant }) => variant.kernel);
}
/** Generates the C code of a package and the files for build systems. */
function generatedFiles(facts, images) {
	const kernels = [...images.keys()];
	const name = facts.package;
	const { operators = [] } = facts;
	const first = /* @__PURE__ */ new Map([[`include/${name}.h`, writeUmbrellaHeader(name, kernels)]]);
	const interfaces = new MadeFiles(kernels.map((kernel) => [`include/${name}/${kernel.name}.h`, () => writeHeader(facts, kernel, facts.choices?.get(kernel.name))]));
	const runtime = new Map([
		[`include/${name}/aot_cuda.h`, runtimeText("aot_cuda.h")],
		[`include/${name}/aot_driver.h`, runtimeText("aot_driver.h")],
		["src/aot_launch.h", runtimeText("aot_launch.h")],
		...facts.embed === "raw" ? [] : [["src/aot_inflate.h", runtimeText("aot_inflate.h")]],
		...kernels.some(hasPtx) ? [["src/aot_ptx.h", runtimeText("aot_ptx.h")]] : [],
		...kernels.some(hasTensors) ? [[`include/${name}/aot_tensor.h`, runtimeText("aot_tensor.h")], ["src/aot_pass_tensor.h", runtimeText("aot_pass_tensor.h")]] : []
	]);
	const sources = new MadeFiles([...images].map(([kernel, own]) => {
		const choice = facts.choices?.get(kernel.name);
		return [`src/${kernel.name}.c`, () => writeSource(facts, kernel, own, choice, facts.embed)];
	}));
	const others = new Map([
		...operators.length === 0 ? [] : [
			[OPERATORS_FILE, writeOperators(facts, operators, kernels)],
			["ops/aot_ops.h", runtimeText("aot_ops.h")],
			["ops/aot_torch.h", runtimeText("aot_torch.h")]
		],
		[STUB_FILE, runtimeText("libcuda_stub.c")],
		...consumeFiles(facts, kernels, launchedKernels(operators, kernels))
	]);
	return MadeFiles.join(first, interfaces, runtime, sources, others);
}
/** Reads C that packages contain as it is. */
function runtimeText(file) {
	return readFileSync(join(RUNTIME_FOLDER, file), "utf8");
}
/** Adds the checksums and, last, the manifest. */
function sealPackage(files, manifest) {
	const sums = /* @__PURE__ */ new Map([[MANIFEST_FILE, sha256(manifest)]]);
	const noted = makersOf(files).map(([path, make]) => {
		const made = () => {
			const content = make();
			sums.set(path, sha256(content));
			return content;
		};
		return [path, made];
	});
	const write = () => {
		for (const [path, make] of noted) if (!sums.has(path)) make();
		return [...sums].map(([path, hash]) => [path, `${hash}  ${path}\n`]).toSorted(([a], [b]) => a < b ? -1 : 1).map(([, line]) => line).join("");
	};
	return new MadeFiles([
		...noted,
		[SUMS_FILE, write],
		[MANIFEST_FILE, () => manifest]
	]);
}
// src/package/sbom.ts
/** The licence of this program, of its files in packages, and of Triton. */
const MIT = "MIT";
const NVIDIA = {
	name: "NVIDIA Corporation",
	url: "https://www.nvidia.com",
	license: "NVIDIA CUDA Toolkit EULA",
	licenseUrl: "https://docs.nvidia.com/cuda/eula/index.html"
};
/**
* Generates the SBOM. Like the rest of the package it only depends on what was built: it has no
* time, and its serial number is derived from manifest.json.
* @param manifest the text of `packageManifest`
*/
async function sbomFiles(facts, checked, manifest = packageManifest(facts, checked)) {
	const library = await import("./sbom.js");
	const { Models, Spec, Serialize } = library;
	const bom = new Models.Bom({ serialNumber: serialNumberOf(sha256(manifest)) });
	bom.metadata.component = describe(facts, checked, bom.components, library);
	bom.metadata.tools.components.add(ours(GENERATOR_NAME, facts, library));
	const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
	const text = new Serialize.JsonSerializer(factory).serialize(bom, {
		sortLists: false,
		space: 2
	});
	return /* @__PURE__ */ new Map([[SBOM_FILE, `${asciiControls(text)}\n`]]);
}
/** A UUID (version 8, custom) derived from the hash of a package's manifest.json. */
function serialNumberOf(manifestSha256) {
	const digits = manifestSha256.slice(0, 32).split("");
	digits[12] = "8";
	digits[16] = "8";
	const text = digits.join("");
	return `urn:uuid:${[
		[0, 8],
		[8, 12],
		[12, 16],
		[16, 20],
		[20, 32]
	].map(([from, to]) => text.slice(from, to)).join("-")}`;
}
/** Describes the package, and adds what it contains to `components`. */
function describe(facts, checked, components, library) {
	const { Enums, Models } = library;
	const { version } = facts;
	const bomRef = `pkg:generic/${facts.package}@${version}`;
	const whole = new Models.Component(Enums.ComponentType.Library, facts.package, {
		bomRef,
		purl: bomRef,
		version,
		...facts.part !== void 0 && { description: `The part for ${facts.part}` }
	});
	if (facts.license !== void 0) whole.licenses.add(expression(facts.license, library));
	const made = tools(facts, checked, library);
	const launcher = ours("launcher", facts, library);
	const sources = new Map(sourcesOf(checked, facts.sourceLicenses).map((source) => [source.path, file(source, library)]));
	const wheels = wheelsOf(checked, facts).map((each) => [pathIn(each.name), wheel(each, library)]);
	const packages = wheels.map(([, component]) => component);
	for (const component of [
		launcher,
		...made,
		...packages,
		...sources.values()
	]) components.add(component);
	whole.dependencies.add(launcher.bomRef);
	for (const [{ name, source }, variants] of groupBy(checked, ({ variant }) => variant.kernel)) {
		const kernel = new Models.Component(Enums.ComponentType.Library, name, {
			bomRef: `kernel:${name}`,
			version,
			description: `${source.function} of ${source.file}, compiled`
		});
		if (facts.license !== void 0) kernel.licenses.add(expression(facts.license, library));
		const paths = sourcesOf(variants).map(({ path }) => path);
		const from = [...wheels.flatMap(([start, each]) => paths.some((path) => path.startsWith(start)) ? [each] : []), ...paths.flatMap((path) => sources.get(path) ?? [])];
		for (const part of [...from, ...made]) kernel.dependencies.add(part.bomRef);
		whole.dependencies.add(kernel.bomRef);
		components.add(kernel);
	}
	return whole;
}
/** The tools that compiled the kernels: Triton and its assemblers. */
function tools({ tritonVersion }, checked, library) {
	const { Enums, Models } = library;
	const assemblers = [...new Set(checked.map(({ compiled }) => compiled.ptxas))].map((version) => {
		const ptxas = new Models.Component(Enums.ComponentType.Application, "ptxas", {
			bomRef: `ptxas@${version}`,
			version,
			description: "Assembled the kernels; comes with Triton",
			supplier: new Models.OrganizationalEntity({
				name: NVIDIA.name,
				url: /* @__PURE__ */ new Set([NVIDIA.url])
			})
		});
		ptxas.licenses.add(new Models.NamedLicense(NVIDIA.license, { url: NVIDIA.licenseUrl }));
		return ptxas;
	});
	const purl = `pkg:pypi/triton@${tritonVersion}`;
	const triton = new Models.Component(Enums.ComponentType.Library, "triton", {
		bomRef: purl,
		purl,
		version: tritonVersion,
		description: "Compiled the kernels"
	});
	triton.licenses.add(expression(MIT, library));
	const digest = tritonDigestOf(checked);
	if (digest !== void 0) triton.properties.add(new Models.Property(`${GENERATOR_NAME}:digest`, digest));
	for (const { bomRef } of assemblers) triton.dependencies.add(bomRef);
	return [triton, ...assemblers];
}
/** This program, or its C code in the package. */
function ours(name, { generatorVersion: version }, library) {
	const { Enums, Models } = library;
	const component = name === "triton-aot" ? new Models.Component(Enums.ComponentType.Application, name, { version }) : new Models.Component(Enums.ComponentType.Library, `${GENERATOR_NAME}-${name}`, {
		bomRef: name,
		version,
		description: `The C code around the kernels, written by ${GENERATOR_NAME}`
	});
	component.licenses.add(expression(MIT, library));
	return component;
}
function file({ path, sha256: hash, license }, library) {
	const { Enums, Models } = library;
	const component = new Models.Component(Enums.ComponentType.File, path, {
		bomRef: `source:${path}`,
		hashes: new Models.HashDictionary([[Enums.HashAlgorithm["SHA-256"], hash]])
	});
	if (license !== void 0) component.licenses.add(expression(license, library));
	return component;
}
/** A package whose modules have code of kernels. */
function wheel({ name, version, sha256: hash, license }, library) {
	const { Enums, Models } = library;
	const purl = `pkg:pypi/${name}@${version}`;
	const component = new Models.Component(Enums.ComponentType.Library, name, {
		bomRef: purl,
		purl,
		version,
		description: "Has sources of the kernels",
		hashes: new Models.HashDictionary([[Enums.HashAlgorithm["SHA-256"], hash]])
	});
	if (license !== void 0) component.licenses.add(isLicenseExpression(license) ? expression(license, library) : new Models.NamedLicense(license));
	return component;
}
function expression(license, { Models }) {
	return new Models.LicenseExpression(license);
}
// src/package/split.ts
/**
* Makes a part for each target, identical to the package of a build for this target only. Algos that
* do not compile for it have no number in the part. All parts define the same functions: a program
* links one of them.
*/
function splitByTarget(checked) {
	const kernelTargets = checked.flatMap(({ variant }) => variant.kernel.targets);
	return [...new Set(kernelTargets.map(({ name }) => name))].map((target) => {
		const own = checked.filter((image) => image.target.name === target);
		const narrowed = new Map([...groupBy(own, ({ variant }) => variant.kernel)].map(([kernel, images]) => {
			const kept = new Set(images.map(({ config }) => config));
			const left = kernel.configs.flatMap((_config, index) => kept.has(index) ? [index] : []);
			return [kernel, {
				algos: left,
				kernel: narrowKernel(kernel, target, left)
			}];
		}));
		const algos = new Map([...narrowed].map(([{ name }, here]) => [name, here.algos]));
		return {
			target,
			checked: own.flatMap((image) => {
				const here = narrowed.get(image.variant.kernel);
				if (here === void 0) return [];
				const config = here.algos.indexOf(image.config);
				return [{
					...image,
					config,
					variant: {
						...image.variant,
						config,
						kernel: here.kernel
					}
				}];
			}),
			algos
		};
	});
}
/** The test cases of a part's kernels, with their files. */
function casesOfPart({ kernels, files }, { algos }) {
	const own = kernels.flatMap((each) => {
		const kept = algos.get(each.kernel.name);
		return kept === void 0 ? [] : [{
			...each,
			cases: renumberCases(each.cases, kept)
		}];
	});
	const data = new Set(own.flatMap(dataOf));
	const isOwn = (path) => data.has(path) || own.some(({ kernel }) => path.startsWith(`smoke/tests/${kernel.name}/`));
	return {
		kernels: own,
		files: new Map([...files].filter(([path]) => isOwn(path)))
	};
}
/** Joins the files of all parts, each in a folder named after its target. */
function joinParts(parts) {
	return new MadeFiles(parts.flatMap(([{ target }, files]) => makersOf(files).map(([path, make]) => [`${target}/${path}`, make])));
}
function narrowKernel(kernel, target, algos) {
	return {
		...kernel,
		configs: kernel.configs.filter((_config, index) => algos.includes(index)),
		targets: kernel.targets.filter(({ name }) => name === target)
	};
}
/** The cases with the numbers of the kept algos. */
function renumberCases(cases, kept) {
	const renumber = (algos) => algos.flatMap((algo) => kept.includes(algo) ? [kept.indexOf(algo)] : []);
	const renumbered = cases.cases.map((item) => ({
		...item,
		runs: item.runs.flatMap((run) => {
			const algos = run.algos && renumber(run.algos);
			if (algos?.length === 0) return [];
			return [{
				...run,
				...algos !== void 0 && { algos }
			}];
		})
	}));
	return {
		...cases,
		algos: renumber(cases.algos),
		cases: renumbered
	};
}
function dataOf({ cases }) {
	return cases.cases.flatMap((item) => Object.values(item.buffers)).flatMap((buffer) => [...buffer?.fill?.kind === "data" ? [buffer.fill.data.file] : [], ...buffer?.expected === void 0 ? [] : [buffer.expected.data.file]]);
}
// src/package/packages.ts
/** Writes the package, or one per target. Returns the folder of each. */
async function writePackages(build, tuning, request, context) {
	const what = request.split === true ? "a package for each target" : "the package";
	return context.log.group(`Write ${what} to ${request.out}`, () => writeParts(build, tuning, request, context), (written) => [written.length, "package"]);
}
async function writeParts({ plan: { manifest, operators, packages }, checked, cases }, tuning, request, context) {
	const { out, split = false } = request;
	const facts = {
		package: manifest.package,
		version: manifest.version,
		license: manifest.license,
		embed: manifest.embed,
		tritonVersion: manifest.triton,
		generatorVersion: VERSION$1,
		sourceLicenses: await readLicenses(checked, resolve(dirname(request.manifest))),
		packages
	};
	const ofPart = (here, images) => {
		const variants = images.map(({ variant }) => variant);
		const kernels = [...new Set(variants.map(({ kernel }) => kernel))];
		const names = kernels.map(({ name }) => name);
		return {
			...here,
			choices: planChoices(tuning, {
				kernels,
				variants,
				manifest
			}, { rankOf: rankByCode(images) }).choices,
			operators: operatorsOf(operators, names)
		};
	};
	if (!split) {
		await writePackage(out, await filesOf(ofPart(facts, checked), checked, cases), context);
		return [out];
	}
	const parts = await Promise.all(splitByTarget(checked).map(async (part) => {
		return [part, await filesOf(ofPart({
			...facts,
			part: part.target
		}, part.checked), part.checked, casesOfPart(cases, part))];
	}));
	await writePackage(out, joinParts(parts), context);
	return parts.map(([{ target }]) => join(out, target));
}
async function filesOf(facts, checked, cases) {
	const manifest = packageManifest(facts, checked);
	return packageFiles(facts, checked, new Map([...casesFiles(cases, roundingOf(checked)), ...await sbomFiles(facts, checked, manifest)]), manifest);
}
// src/package/triton-tools/invocation.ts
/** The call of compile.py for a variant of a kernel without `unsupportedProblems`. */
function invocationOf({ kernel, config, specialisation }) {
	const { constants, options } = at(kernel.configs, config);
	const { hints } = at(kernel.specialisations, specialisation);
	return {
		signature: signatureOf(kernel, constants, hints),
		grid: tritonToolsGrid(kernel, at(kernel.configs, config), hints),
		num_warps: Number(options.num_warps),
		num_stages: Number(options.num_stages),
		out_name: kernel.name
	};
}
function signatureOf(kernel, constants, hints) {
	const types = new Map(kernel.arguments.map(({ name, type }, index) => [name, `${formatArgumentType(type)}${suffixOf(hints[index])}`]));
	return kernel.parameters.map((name) => types.get(name) ?? formatConstant(constants.get(name) ?? { kind: "none" })).join(", ");
}
function suffixOf(hint = 0) {
	return hint === 0 ? "" : `:${hint}`;
}
function at(list, index) {
	const item = list[index];
	if (item === void 0) throw new Error(`the plan has no item ${index}`);
	return item;
}
/**
* The grid for compile.py's option `-g`: three C expressions, which it copies into the code. An axis
* that is C already stays as it is written; others are written as C. They compute in the arguments'
* C types and divisions round towards zero, which makes no difference unless a value is negative.
*/
function tritonToolsGrid(kernel, config, hints) {
	const names = new Map(gridScope(kernel.arguments, [], config));
	for (const [index, { name }] of kernel.arguments.entries()) if (hints[index] === 1) names.set(name, {
		kind: "constant",
		value: 1n
	});
	return [
		...splitAxes(kernel.gridText.trim()).map((text, index) => {
			const axis = at(kernel.grid, index);
			if (isC(text, axis, names)) return text;
			const [before = "", after = ""] = [/^\s*/, /\s*$/].map((blank) => blank.exec(text)?.[0]);
			return `${before}${write$2(foldGrid(axis, names)).text}${after}`;
		}),
		" 1",
		" 1"
	].slice(0, 3).join(",");
}
/** Splits a valid grid at the commas between its axes, and keeps all blanks. */
function splitAxes(text) {
	const axes = [""];
	let depth = 0;
	for (const character of text) {
		if (character === "(") depth += 1;
		if (character === ")") depth -= 1;
		if (character === "," && depth === 0) axes.push("");
		else axes.push(`${axes.pop()}${character}`);
	}
	return axes;
}
/** Returns whether an axis means the same in C: no function, no constant, and none of `//`, `--`, `++`. */
function isC(text, axis, names) {
	const isArgument = ({ name }) => names.get(name)?.kind === "value";
	return !/\b(?:cdiv|min|max)\s*\(|\/\/|--|\+\+/.test(text) && namesIn$1(axis).every(isArgument);
}
const CHOICE$1 = 1;
const SUM$1 = 4;
const PRODUCT$1 = 5;
const UNARY = 6;
const PRIMARY = 7;
const INFIX = {
	"<": 3,
	"<=": 3,
	">": 3,
	">=": 3,
	"==": 2,
	"!=": 2,
	"+": SUM$1,
	"-": SUM$1,
	"*": PRODUCT$1,
	"/": PRODUCT$1,
	"%": PRODUCT$1
};
function write$2(expression) {
	switch (expression.kind) {
		case "integer": return {
			text: String(expression.value),
			level: expression.value < 0n ? UNARY : PRIMARY
		};
		case "name": return {
			text: expression.name,
			level: PRIMARY
		};
		case "defined": return {
			text: `(${expression.name} != 0)`,
			level: PRIMARY
		};
		case "negate": return {
			text: `-${wrap(expression.operand, PRIMARY)}`,
			level: UNARY
		};
		case "binary": return writeBinary$1(expression.operator, expression.left, expression.right);
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			return writeChoice(wrap(condition, 2), whenTrue, whenFalse);
		}
	}
}
function writeBinary$1(operator, left, right) {
	if (operator === "min" || operator === "max") {
		const sign = operator === "min" ? "<" : ">";
		return writeChoice(`${wrap(left, SUM$1)} ${sign} ${wrap(right, SUM$1)}`, left, right);
	}
	if (operator === "cdiv") {
		const raise = right.kind === "integer" ? String(right.value - 1n) : `${wrap(right, 5)} - 1`;
		return {
			text: `(${wrap(left, SUM$1)} + ${raise}) / ${wrap(right, UNARY)}`,
			level: PRODUCT$1
		};
	}
	const level = INFIX[operator];
	return {
		text: `${wrap(left, level)} ${operator} ${wrap(right, level + 1)}`,
		level
	};
}
function writeChoice(test, whenTrue, whenFalse) {
	const [yes, no] = [whenTrue, whenFalse].map((branch) => wrap(branch, 2));
	return {
		text: `${test} ? ${yes} : ${no}`,
		level: CHOICE$1
	};
}
/** The expression, in parentheses if its precedence is below `least`. */
function wrap(expression, least) {
	const { text, level } = write$2(expression);
	return level < least ? `(${text})` : text;
}
// src/package/triton-tools/vendored.ts
/**
* Arranges what the tools wrote for a kernel as the manifest's `vendored:` says.
* @param files contents by name
*/
function vendoredFiles(kernel, files, triton, { flat, header, trimmed }) {
	const source = `${kernel.source.file}:${kernel.source.function}`;
	return Object.entries(files).map(([name, text]) => {
		const values = {
			file: name,
			kernel: kernel.name,
			source,
			triton
		};
		const whole = `${header.replaceAll(/\{(\w+)\}/g, (_all, key) => values[key] ?? "")}${text}`;
		return {
			path: flat ? name : `${kernel.name}/${name}`,
			text: trimmed ? trimTrailing(whole) : whole,
			kernel
		};
	});
}
/** Removes blanks at the end of lines and empty lines at the end. The text ends with one newline. */
function trimTrailing(text) {
	return `${text.split("\n").map(withoutBlanks).join("\n").trimEnd()}\n`;
}
/** A pattern would look at a long row of blanks once for each of them. */
function withoutBlanks(line) {
	let end = line.length;
	while (end > 0 && " 	\r".includes(line.charAt(end - 1))) end -= 1;
	return line.slice(0, end);
}
/** Finds the first difference of a file from what is expected; undefined if there is none. */
function firstDifferentLine(expected, found, { trimmed }) {
	const [left = "", right = ""] = [expected, found].map((text) => trimmed ? trimTrailing(text) : text);
	return lineDifference(left, right);
}
// src/package/triton-tools/tools.ts
/** Keeps line tables out of cubins: by default compile.py writes them, with absolute paths. */
const LINE_INFO_VARIABLE = "TRITON_DISABLE_LINE_INFO";
/**
* Runs Triton's own compile.py and link.py for every entry point. Does not use the store.
* @throws {Failure} `usage` for what the tools do not support, `unsafe` for known errors that are
* not allowed, `compile` if a tool fails.
*/
async function generateTree({ manifest, kernels, variants }, request, context) {
	const { log } = context;
	const allowed = new Set(request.allowKnownWrong);
	checkKernels(kernels, manifest.triton, allowed);
	const { python } = await log.group(`Install Triton ${manifest.triton}`, () => manifestToolchain(manifest, request.python, context));
	return withWorkerContext({
		...request,
		python
	}, context, async (pool) => {
		const setting = context.env[LINE_INFO_VARIABLE] ?? "1";
		const toolPool = {
			...pool,
			env: {
				...pool.env,
				[LINE_INFO_VARIABLE]: setting
			}
		};
		const compiled = await log.group(`Run compile.py for ${plural(variants.length, "variant")}`, () => compile(variants, request, toolPool, context), () => [variants.length, "variant"]);
		checkCompiled(compiled, allowed);
		return log.group(`Run link.py for ${plural(kernels.length, "kernel")}`, () => link(manifest, kernels, compiled, request, toolPool), () => [kernels.length, "kernel"]);
	});
}
function checkKernels(kernels, triton, allowed) {
	const refused = kernels.flatMap((kernel) => unsupportedProblems(kernel, triton));
	const wrong = kernels.flatMap((kernel) => knownWrong(kernel, triton, allowed));
	if (refused.length > 0) throw new Failure("usage", [...refused, ...wrong]);
	if (wrong.length > 0) throw new Failure("unsafe", wrong);
}
async function compile(variants, request, pool, { log }) {
	let done = 0;
	const jobs = variants.map((variant, id) => {
		const { source, target } = variant.job;
		return {
			id,
			source,
			target,
			arguments: invocationOf(variant)
		};
	});
	const outcomes = await runCompilePy(jobs, pool, ({ id }) => {
		done += 1;
		const variant = variants[id];
		if (variant !== void 0) log.progress(done, jobs.length, variantName(variant));
	});
	const compiled = /* @__PURE__ */ new Map();
	const failures = variants.flatMap((variant, index) => {
		const outcome = outcomes[index];
		if (outcome?.ok === false) return [{
			variant,
			failure: outcome.failure
		}];
		if (outcome === void 0) return [];
		const { shared, tensorMemory, numWarps } = outcome;
		compiled.set(variant, outcome);
		return failedLaunch(variant, {
			sharedBytes: shared,
			tensorColumns: tensorMemory,
			warps: numWarps
		});
	});
	if (failures.length > 0) throw new Failure("compile", problemsOf(failures, request.manifest));
	return compiled;
}
/** Checks for known errors that only a compiled kernel shows. */
function checkCompiled(compiled, allowed) {
	const problems = [...compiled].flatMap(([{ kernel, config }, { symbol, numWarps }]) => {
		const { function: name } = kernel.source;
		const warps = Number(kernel.configs[config]?.options.num_warps);
		return [...symbol === name || allowed.has("renamed-kernel") ? [] : [knownWrongProblem(kernel, "renamed-kernel", `the C of compile.py looks for \`${name}\` in the cubin, but the kernel is named \`${symbol}\` there (Triton 3.6 to 3.9)`)], ...numWarps === warps || allowed.has("warp-specialised") ? [] : [knownWrongProblem(kernel, "warp-specialised", `the C of compile.py launches ${warps} warps, but the kernel is warp-specialised and needs ${numWarps} (Triton 3.6 to 3.9)`)]];
	});
	const distinct = new Map(problems.map((problem) => [problem.message, problem]));
	if (distinct.size > 0) throw new Failure("unsafe", [...distinct.values()]);
}
async function link({ triton, vendored }, kernels, compiled, request, pool) {
	const results = groupBy(compiled, ([variant]) => variant.kernel);
	const inputs = kernels.flatMap((kernel) => {
		const own = results.get(kernel) ?? [];
		const files = Object.assign({}, ...own.map(([, { files: written }]) => written));
		return own.slice(0, 1).map(([variant]) => ({
			variant,
			files
		}));
	});
	const outcomes = await runLinkPy(inputs.map(({ variant: { kernel, job }, files }, id) => ({
		id,
		source: job.source,
		name: kernel.name,
		headers: headersOf(files)
	})), {
		...pool,
		workers: 1
	});
	const tree = [];
	const failures = inputs.flatMap(({ variant, files }, index) => {
		const outcome = outcomes[index];
		if (outcome?.ok === false) return [{
			variant,
			failure: outcome.failure
		}];
		const written = {
			...files,
			...outcome?.files
		};
		tree.push(...vendoredFiles(variant.kernel, written, triton, vendored));
		return [];
	});
	if (failures.length > 0) throw new Failure("compile", problemsOf(failures, request.manifest));
	return tree;
}
/** The headers, in the manifest's order so that algo ids are those of the manifest. */
function headersOf(files) {
	return Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith(".h")));
}
const filesSchema = record(string(), string());
const parseCompiled = answerParser(object({
	files: filesSchema,
	/** The kernel's name inside the cubin. */
	symbol: string(),
	/** Warps of one block, warp specialisation included. */
	numWarps: number(),
	/** Dynamic shared memory of one block, in bytes. */
	shared: number(),
	/** Tensor memory of one block, in columns. */
	tensorMemory: number()
}));
const parseLinked = answerParser(object({ files: filesSchema }));
/**
* Runs compile.py for every job. Returns outcomes in the order of the jobs.
* @throws as `compileAll`.
*/
async function runCompilePy(jobs, context, onDone) {
	const protocol = {
		message: (job) => ({
			kind: "compile-py",
			...job
		}),
		parse: parseCompiled
	};
	return answerAll(jobs, {
		...context,
		kind: "triton-tools"
	}, protocol, onDone);
}
/**
* Runs link.py for every job. Returns outcomes in the order of the jobs.
* @throws as `compileAll`.
*/
async function runLinkPy(jobs, context) {
	return answerAll(jobs, {
		...context,
		kind: "triton-tools"
	}, {
		message: (job) => ({
			kind: "link-py",
			...job
		}),
		parse: parseLinked
	});
}
// src/package/triton-tools/triton-tools.ts
/**
* Writes the files of Triton's own tools, and returns them. Says what is not done for them. Call
* `checkOutputFolder` first.
* @throws as `generateTree`.
*/
async function buildWithTritonTools(planned, request, context) {
	const { plan } = planned;
	const { out, allowKnownWrong } = request;
	noteUnused(planned, request, context.log);
	const tree = await generateTree(plan, request, context);
	await context.log.group(`Write the files to ${out}`, () => writePackage(out, tritonToolsFiles(plan, tree, allowKnownWrong), context), () => [tree.length, "file"]);
	return tree;
}
function noteUnused({ plan, tuning }, { baseline }, log) {
	if (tuning !== void 0) log.info(`${tuning.file} is not used: the code of Triton's own tools does not choose algos`);
	warnOfUncheckedBudgets(plan.manifest, log);
	if (plan.operators.length > 0) log.info("operators are left out: Triton's own tools do not make them");
	if (baseline?.compare !== void 0) log.info("nothing is compared: Triton's own tools do not say what their code takes of a GPU");
}
/** Warns that budgets are not checked, if there are any: Triton's own tools keep their cubins. */
function warnOfUncheckedBudgets({ kernels }, log) {
	const [limit] = kernels.flatMap(({ budget }) => [...budget.limits.values()]);
	if (limit === void 0) return;
	log.warning({
		message: "budgets are not checked for files of Triton's own tools",
		place: limit.place,
		hint: "Use the native generator to check them."
	});
}
const FORMAT = 1;
/** Adds checksums and a manifest.json that says how each file was generated. */
function tritonToolsFiles({ manifest, kernels, variants }, tree, allowedKnownWrong) {
	const { package: name, version, triton, targets } = manifest;
	const planned = groupBy(variants, ({ kernel }) => kernel);
	const description = {
		format: FORMAT,
		generator: {
			name: GENERATOR_NAME,
			version: VERSION$1,
			mode: "triton"
		},
		package: name,
		version,
		triton,
		targets: targets.map((target) => target.name),
		allowedKnownWrong,
		kernels: kernels.map((kernel) => ({
			name: kernel.name,
			source: `${kernel.source.file}:${kernel.source.function}`,
			compiled: (planned.get(kernel) ?? []).map((variant) => ({
				target: variant.target.name,
				...invocationOf(variant)
			}))
		}))
	};
	return sealPackage(new Map(tree.map(({ path, text }) => [path, text])), fileJson(description));
}
/** Returns true if a manifest names Triton's own tools as the generator, or the request does. */
async function usesTritonTools({ generator, manifest }) {
	if (generator !== void 0) return generator === "triton";
	const value = (await readDocument(manifest))?.value;
	return typeof value === "object" && value !== null && "generator" in value && value.generator === "triton";
}
/** Files this program adds. A verified tree may lack them. */
const OWN_FILES = /* @__PURE__ */ new Set([MANIFEST_FILE, SUMS_FILE]);
/**
* Compares a tree with what the sources produce. Returns the number of files.
* @throws {Failure} `verification` with each file that differs, is missing or is extra.
*/
async function verifyTritonTools(request, context) {
	const plan = await context.log.group(`Plan ${request.manifest}`, async () => completePlan(await draftPlan(request, context), NO_HINTS, context), ({ variants }) => [variants.length, "variant"]);
	const expected = await generateTree(plan, request, context);
	const { vendored } = plan.manifest;
	const starts = plan.kernels.map(({ name }) => `${name}${vendored.flat ? "." : "/"}`);
	const isOurs = (path) => request.only === void 0 || starts.some((start) => path.startsWith(start));
	const problems = await treeProblems(expected, request.package, vendored, isOurs);
	if (problems.length > 0) throw new Failure("verification", problems);
	return expected.length;
}
/**
* Compares the files in a folder with those that the tools write.
* @param isOurs whether a file that the tools do not write should not be there
*/
async function treeProblems(expected, folder, vendored, isOurs = () => true) {
	const found = new Set(await filesBelow(folder));
	const texts = new Map(expected.map(({ path, text }) => [path, text]));
	const isExtra = globMatcher(vendored.extraFiles);
	const paths = [.../* @__PURE__ */ new Set([...texts.keys(), ...found])].toSorted();
	const problems = [];
	for (const path of paths) {
		const text = texts.get(path);
		const place = { file: join(folder, path) };
		if (text === void 0) {
			if (!OWN_FILES.has(path) && isOurs(path) && !isExtra(path)) problems.push({
				message: "extra: the tools do not write this file",
				place,
				hint: "Remove it, or add it to `extra_files:` in `vendored:`."
			});
		} else if (!found.has(path)) problems.push({
			message: "missing: the tools write this file",
			place
		});
		else {
			const difference = firstDifferentLine(text, String(await readPlainFile(place.file)), vendored);
			if (difference !== void 0) problems.push(drifted(place.file, difference));
		}
	}
	return problems;
}
function drifted(file, difference) {
	const { line, column, expected, found } = difference;
	const [wanted, actual] = [expected, found].map((text) => text === void 0 ? "nothing" : `\`${text}\``);
	return {
		message: `drifted: the tools write ${wanted}, found ${actual}`,
		place: {
			file,
			line,
			column
		}
	};
}
async function filesBelow(folder) {
	try {
		return await listFiles(folder);
	} catch (error) {
		const message = systemCode(error) === "ENOENT" ? "no such folder" : `cannot read the folder: ${String(error)}`;
		throw new Failure("usage", {
			message,
			place: { file: folder },
			hint: "Pass the folder of the committed files with --package."
		});
	}
}
// src/build.ts
/**
* Builds a package from a manifest, or runs Triton's own tools if the manifest or the request names
* that generator. Writes nothing to the output folder unless every variant compiles and passes its
* checks.
* @throws {Failure} of any kind: a `FailedBuild` once the build is planned.
*/
async function build(request, context) {
	return keepingWorkers(context, async (kept) => {
		await checkOutputFolder(request.out);
		const planned = await planBuild({
			...request,
			kept
		}, context);
		return planned.plan.manifest.generator === "triton" ? buildToolFiles(planned, request, context) : buildPackage(planned, {
			...request,
			kept
		}, context);
	});
}
async function buildToolFiles(planned, request, context) {
	const { plan } = planned;
	const toolFiles = await buildWithTritonTools(planned, request, context);
	return {
		plan,
		out: request.out,
		toolFiles,
		compiled: plan.variants.length,
		cached: 0,
		checked: [],
		choices: NO_CHOICES,
		packages: [],
		run: void 0
	};
}
/** Saves results even if the build fails: the next one then has less to compile. */
async function buildPackage(planned, request, context) {
	const { store, tuning, parts } = planned;
	const { package: name } = planned.plan.manifest;
	const work = await planCases(planned, request);
	const measured = await parts?.copyResults(work, store);
	const recorder = await recordRun(work.plan, store, measured, request, context.now);
	try {
		const compare = await openBaseline(name, store, request, context);
		const results = await compileMissing(work, store, recorder, request, context);
		const checkedBuild = checkVariants(results, tuning, request.manifest, context.log);
		const packages = await writePackages(checkedBuild, tuning, request, context);
		await saveTimes(store, work.plan, results.remaining.jobs, recorder.seconds);
		const run = recorder.run();
		const difference = await compare(packages);
		const { plan, choices, checked } = checkedBuild;
		const { compiled, cached } = results;
		return {
			out: request.out,
			plan,
			choices,
			checked,
			compiled,
			cached,
			packages,
			run,
			difference
		};
	} catch (error) {
		throw recorder.failed(error);
	} finally {
		await saveResults(store, name, request, context);
	}
}
// src/shard.ts
/**
* Computes a shard of what a build needs, and writes its results to a folder: if some fail, those that
* do not.
* @throws {Failure} as `build` does before it compiles, then `compile` with everything that fails.
*/
async function buildShard(request, context) {
	await checkPartFolder(request.out);
	return keepingWorkers(context, async (kept) => {
		return computeShard(await planBuild({
			...request,
			kept
		}, context), {
			...request,
			kept
		}, context);
	});
}
async function computeShard(opened, request, context) {
	const { shard, out } = request;
	const { manifest } = opened.plan;
	const work = await planCases(opened, request);
	const store = opened.store;
	try {
		const { remaining, missing } = await readProgress(work, store, request.manifest);
		const times = await readTimes(store.directory, manifest.package);
		const own = workOfShard(work, shard, times);
		const variants = missing.variants.filter(({ hash }) => own.names.has(entryName("kernel", hash)));
		const jobs = missing.jobs.filter(({ key }) => own.names.has(entryName("expected", key)));
		const computed = /* @__PURE__ */ new Set([...variants.map(({ hash }) => hash), ...jobs.map(({ key }) => key)]);
		const cached = own.names.size - computed.size;
		context.log.info(`shard ${shard.index} of ${shard.count}: ${plural(own.names.size, "result")}, ${cached} in the store`);
		const seconds = /* @__PURE__ */ new Map();
		let failure;
		if (computed.size > 0) {
			const { python } = await manifestToolchain(manifest, request.python, context);
			const onTime = (key, cpuSeconds) => void seconds.set(key, cpuSeconds);
			const settings = {
				...request,
				python,
				onTime,
				times,
				triesAll: true
			};
			try {
				await computeMissing({
					variants,
					jobs
				}, remaining, store, settings, context);
			} catch (error) {
				context.signal.throwIfAborted();
				if (!(error instanceof Failure)) throw error;
				failure = error;
			}
		}
		await writePart(out, work, shard, own, seconds, store, context);
		if (failure !== void 0) throw failure;
		return {
			package: manifest.package,
			shard,
			out,
			computed: computed.size,
			cached
		};
	} finally {
		await saveResults(store, manifest.package, request, context);
	}
}
// src/compile/store/copy.ts
const EMPTY_COPY = {
	entries: /* @__PURE__ */ new Set(),
	bytes: 0
};
/** Returns a name for the content: equal results give equal names. */
function copyDigest({ entries }) {
	return sha256(canonicalJson([...entries].toSorted())).slice(0, 32);
}
/**
* Adds the files of a copy that a store lacks, and returns what the copy has.
* @throws the system's error.
*/
async function readCopy(folder, scope, { directory }) {
	const entries = /* @__PURE__ */ new Set();
	let bytes = 0;
	for (const name of await readdir(folder)) {
		const from = join(folder, name);
		const stats = await lstat(from);
		if (!stats.isFile()) continue;
		bytes += stats.size;
		if (!isEntryName(name)) continue;
		entries.add(name);
		await copyMissing(from, entryFile(directory, name));
	}
	const history = historyFile(directory, scope.package);
	await copyMissing(join(folder, basename(history)), history);
	return {
		entries,
		bytes
	};
}
/**
* Copies what a build used and, up to `limit` bytes, what an earlier copy had, the last used first.
* Returns undefined, and writes nothing, if the earlier copy has it all.
* @throws the system's error.
*/
async function writeCopy(folder, scope, { directory, used }, earlier, limit) {
	if ([...used].every((name) => earlier.entries.has(name))) return void 0;
	await makeFolder(folder);
	const entries = /* @__PURE__ */ new Set();
	let bytes = 0;
	const add = async ({ name, size }) => {
		await copyWithTimes(entryFile(directory, name), join(folder, name));
		entries.add(name);
		bytes += size;
	};
	for (const each of await sizesOf$1(directory, [...used])) await add(each);
	const others = await sizesOf$1(directory, [...earlier.entries].filter((name) => !entries.has(name)));
	for (const each of others.toSorted((a, b) => b.usedMs - a.usedMs)) {
		if (bytes + each.size > limit) break;
		await add(each);
	}
	const history = historyFile(directory, scope.package);
	await copyMissing(history, join(folder, basename(history)));
	return {
		entries,
		bytes: bytes + ((await statsOf(history))?.size ?? 0)
	};
}
/**
* Adds the recorded build of a copy to the store if it is newer, and returns its digest and size.
* @throws the system's error.
*/
async function readBaselineCopy(folder, scope, { directory }) {
	const file = baselineFile(directory, scope);
	const copied = join(folder, basename(file));
	const [known, restored] = [await readBaseline(file), await readBaseline(copied)];
	if (restored === void 0) return void 0;
	if (known === void 0 || known.time < restored.time) await copyWithTimes(copied, file);
	return describeBaseline(copied);
}
/**
* Copies the recorded build of a store. Returns undefined, and writes nothing, if there is none, or
* the earlier copy has it.
* @throws the system's error.
*/
async function writeBaselineCopy(folder, scope, { directory }, earlier) {
	const file = baselineFile(directory, scope);
	const baseline = await describeBaseline(file);
	if (baseline === void 0 || baseline.digest === earlier?.digest) return void 0;
	await copyWithTimes(file, join(folder, basename(file)));
	return baseline;
}
async function describeBaseline(file) {
	const content = await readIfExists(file);
	return content && {
		digest: sha256(content).slice(0, 32),
		bytes: content.length
	};
}
/** Returns the entries that still exist: other processes may prune the store. */
async function sizesOf$1(directory, names) {
	const found = [];
	for (const name of names) {
		const stats = await statsOf(entryFile(directory, name));
		if (stats?.isFile() === true) found.push({
			name,
			size: stats.size,
			usedMs: stats.mtimeMs
		});
	}
	return found;
}
/** Copies a file if it exists, and the other one does not. */
async function copyMissing(from, to) {
	if (!(await statsOf(to) !== void 0) && (await statsOf(from))?.isFile() === true) await copyWithTimes(from, to);
}
/** Copies a file with the time of its last use. Other processes see it complete or not at all. */
async function copyWithTimes(from, to) {
	const { atime, mtime } = await lstat(from);
	await makeFolder(dirname(to));
	await writeAtomically(to, async (fresh) => {
		await copyFile(from, fresh);
		await utimes(fresh, atime, mtime);
	});
}
async function statsOf(file) {
	return lstat(file).catch(() => void 0);
}
// src/report/difference/markdown.ts
const HEADINGS$1 = COLUMNS.map((name) => capitalised(FIGURES[name].label));
/** The most rows of the table of kernels, and of the folded one of variants. */
const MOST_ROWS$1 = 20;
const MOST_FOLDED = 50;
/** The most characters of a name, and of a cell with several figures. */
const MOST_TEXT = 100;
const MOST_FIGURES = 250;
/**
* Returns the difference as Markdown of GitHub, for a job summary or a comment: a table of the kernels
* that changed, the worst first, and a folded one of their variants. It has less than 64 KiB, which
* is the most of a comment. What exceeds the thresholds is bold.
*/
function differenceMarkdown(difference, thresholds) {
	const kernels = changedKernels(difference);
	const notable = difference.changed.filter(isNotable);
	const regressions = findRegressions(difference, thresholds);
	const bold = new Set(regressions.map(keyOf$7));
	const times = difference.times.filter(isNotableTime);
	const summary = [
		...regressions.length === 0 ? [] : [`\u26a0\ufe0f ${plural(regressions.length, "regression")}`],
		worstText(difference),
		countsText(difference)
	];
	return `${[
		`**${markdownText(headingOf(difference), MOST_FIGURES)}**`,
		summary.filter((text) => text !== "").map(sentence$1).join(" "),
		kernelsTable(kernels.slice(0, MOST_ROWS$1), difference, bold),
		omitted(kernels.length - MOST_ROWS$1, "kernels"),
		timesTable(times.slice(0, MOST_ROWS$1), bold),
		omitted(times.length - MOST_ROWS$1, "times"),
		details(plural(Math.min(notable.length, MOST_FOLDED), "changed variant"), changesTable(notable.slice(0, MOST_FOLDED), bold)),
		omitted(notable.length - MOST_FOLDED, "changes"),
		...comparisonNotes(difference).map((note) => `Note: ${markdownText(note, MOST_FIGURES)}.`)
	].filter((part) => part !== "").join("\n\n")}\n`;
}
/** A row for each kernel, with the worst change of each figure. */
function kernelsTable(kernels, difference, bold) {
	const changes = groupBy(difference.changed.filter(isNotable), ({ kernel }) => kernel);
	const rows = kernels.map((own) => [
		markdownCode(own.kernel, MOST_TEXT),
		kernelCounts(own, difference),
		...COLUMNS.map((name) => figureCell(worstChange(changes.get(own.kernel) ?? [], name), bold)),
		markdownText(own.settings.join("; "), MOST_FIGURES)
	]);
	return table([
		"Kernel",
		"Variants",
		...HEADINGS$1,
		"Settings"
	], rows);
}
function changesTable(changes, bold) {
	const rows = changes.map((change) => {
		const { kernel, target, label } = change;
		return [
			markdownCode(kernel, MOST_TEXT),
			label,
			target,
			...COLUMNS.map((name) => figureCell(worstChange([change], name), bold)),
			markdownText(othersText(change), MOST_FIGURES)
		];
	});
	return table([
		"Kernel",
		"Variant",
		"Target",
		...HEADINGS$1,
		"Also"
	], rows);
}
function figureCell(cell, bold) {
	if (cell === void 0) return "";
	const text = formatFigures(cell.change);
	return bold.has(keyOfFigure(cell)) ? `**${text}**` : text;
}
function timesTable(times, bold) {
	return table([
		"Kernel",
		"Case",
		"Algo",
		"GPU",
		"Time"
	], times.map((time) => {
		const { kernel, label, device, isChanged } = time;
		const text = formatTimes(time);
		const isBold = bold.has(keyOf$7({
			kernel,
			where: timePlace(time),
			name: "time"
		}));
		const remark = isChanged ? "" : ", the same code";
		return [...[
			markdownCode(kernel, MOST_TEXT),
			markdownCode(time.case, MOST_TEXT),
			markdownCode(label, MOST_TEXT),
			markdownText(device, MOST_TEXT)
		], `${isBold ? `**${text}**` : text}${remark}`];
	}));
}
function details(title, body) {
	return body === "" ? "" : `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}
function omitted(count, items) {
	return count > 0 ? `\u2026 and ${count} more ${items}: \`triton-aot diff\` lists all.` : "";
}
function table(headings, rows) {
	if (rows.length === 0) return "";
	return markdownTable(withoutEmptyColumns({
		headings,
		rows
	})).join("").trimEnd();
}
function sentence$1(text) {
	return `${capitalised(text)}.`;
}
const digest = string().regex(/^[0-9a-f]{64}$/);
const index$1 = number().int().nonnegative().max(1e6);
/** The version of a program. */
const versionSchema = string().regex(/^\d{1,4}(?:\.\d{1,4}){1,3}[\w.+-]{0,40}$/);
/** The run of a workflow. */
const runSchema$1 = object({
	/** `owner/name`. */
	repository: string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
	id: string().regex(/^\d{1,20}$/)
});
/**
* The fields of every record. Their text is shown in release notes and summaries, and signed: it can be
* nothing but names and numbers.
*/
const tested = {
	/** The hash of the package's manifest.json, which contains the hash of every cubin. */
	manifestSha256: digest,
	/** The hash of the package's SHA256SUMS, which contains the hash of every other file. */
	packageSha256: digest,
	kernel: string().regex(/^[A-Za-z]\w{0,255}$/),
	triton: versionSchema,
	/** The run of a workflow that tested; undefined on other machines. */
	run: runSchema$1.optional()
};
/** Those of a test on a GPU. */
const common = {
	...tested,
	device: string().regex(/^[A-Za-z0-9][\w .,()/+-]{0,127}$/),
	capability: string().regex(/^\d{1,3}\.\d$/),
	driver: versionSchema
};
const recordSchema = object({
	...common,
	algo: index$1,
	specialisation: index$1,
	/** The target whose cubin ran; `compute_80`: the PTX of sm_80, which the driver compiled. */
	target: string().regex(/^(?:sm|compute)_\d{2,3}$/),
	outcome: literal$1("ran")
});
const emulatedSchema = object({
	...tested,
	algo: index$1,
	specialisation: index$1,
	/** The target whose PTX was executed. */
	target: string().regex(/^sm_\d{2,3}$/),
	outcome: literal$1("emulated"),
	/** What the outputs were compared with. */
	expected: _enum([
		"reference",
		"interpreter",
		"none"
	])
});
const tunedSchema$1 = object({
	...common,
	outcome: literal$1("tuned"),
	/** The number of sizes that were timed with every algo. */
	sizes: index$1,
	/** The highest time of a chosen algo, as a multiple of the best algo's. */
	worst: number().positive().max(1e3)
});
const MOST_RECORDS = 2e5;
/** evidence.json. */
const evidenceSchema = object({
	format: literal$1(1),
	records: array(recordSchema).max(MOST_RECORDS),
	emulated: array(emulatedSchema).max(MOST_RECORDS).optional(),
	tuned: array(tunedSchema$1).max(MOST_RECORDS).optional()
});
/** Reads all records, including those of other builds. Returns none if the file cannot be read. */
async function readEvidence(file) {
	try {
		const { records, emulated = [], tuned = [] } = evidenceSchema.parse(JSON.parse(String(await readPlainFile(file))));
		return {
			records,
			emulated,
			tuned
		};
	} catch {
		return {
			records: [],
			emulated: [],
			tuned: []
		};
	}
}
/** The text of evidence.json. Nothing but known fields is in it, whatever the records were read from. */
function evidenceText({ records = [], emulated = [], tuned = [] }) {
	const document = {
		format: 1,
		records,
		...emulated.length > 0 && { emulated },
		...tuned.length > 0 && { tuned }
	};
	return fileJson(document);
}
/** Says what the outputs of a test were compared with. */
const COMPARED_WITH = {
	reference: "compared with the reference",
	interpreter: "compared with Triton's interpreter",
	none: "not compared with anything"
};
/** Returns, in parentheses, how many records were compared with less than the user's reference; empty if none. */
function weakerComparisons(records) {
	const kinds = ["interpreter", "none"].flatMap((kind) => {
		const count = records.filter(({ expected }) => expected === kind).length;
		return count === 0 ? [] : [`${count} ${COMPARED_WITH[kind]}`];
	});
	return kinds.length === 0 ? "" : ` (${kinds.join(", ")})`;
}
/** Returns true if a record is of exactly this package: all its files are the ones that were tested. */
function isOfPackage(record, pkg) {
	return record.manifestSha256 === pkg.manifestSha256 && record.packageSha256 === pkg.packageSha256;
}
/** The run of a workflow that a process belongs to; undefined outside of workflows. */
function testRun(env) {
	if (env["GITHUB_ACTIONS"] !== "true") return void 0;
	return runSchema$1.safeParse({
		repository: env["GITHUB_REPOSITORY"],
		id: env["GITHUB_RUN_ID"]
	}).data;
}
/** The name of a GPU as evidence can have it. */
function recordedDevice(name) {
	const text = name.replaceAll(/[^\w .,()/+-]/g, "_").slice(0, 128);
	return /^[A-Za-z0-9]/.test(text) ? text : `GPU ${text}`.slice(0, 128);
}
/** The runs of records, such as `run 12 of me/kernels`, or where they were made without one. */
function describeRuns(records) {
	const names = records.map(({ run }) => run === void 0 ? "no run of a workflow" : `run ${run.id} of ${run.repository}`);
	return [...new Set(names)].join(", ");
}
// src/report/add.ts
/** Adds which GPUs ran the variants, and which were emulated, by the evidence in the folders of packages. */
async function withEvidence(report, packages) {
	const cubins = /* @__PURE__ */ new Map();
	const ptx = /* @__PURE__ */ new Map();
	const executed = /* @__PURE__ */ new Map();
	for (const folder of packages) {
		const { records, emulated } = await readEvidence(join(folder, EVIDENCE_FILE));
		if (records.length === 0 && emulated.length === 0) continue;
		const pkg = await readPackage(folder);
		for (const record of emulated.filter((each) => isOfPackage(each, pkg))) for (const { hash } of variantsOf(pkg, record)) executed.set(hash, record.expected);
		for (const record of records.filter((each) => isOfPackage(each, pkg))) {
			const [ran] = variantsOf(pkg, record);
			if (ran === void 0) continue;
			const devices = ran.target === record.target ? cubins : ptx;
			devices.set(ran.hash, (devices.get(ran.hash) ?? /* @__PURE__ */ new Set()).add(record.device));
		}
	}
	return {
		...report,
		kernels: report.kernels.map((kernel) => ({
			...kernel,
			variants: kernel.variants.map((variant) => ({
				...variant,
				ran: joined(variant.ran, cubins.get(variant.hash)),
				...executed.has(variant.hash) && { emulated: executed.get(variant.hash) },
				...variant.ptx !== void 0 && { ptx: {
					...variant.ptx,
					ran: joined(variant.ptx.ran, ptx.get(variant.hash))
				} }
			}))
		}))
	};
}
/** The variants that a record is of. */
function variantsOf({ manifest }, record) {
	return (manifest.kernels.find(({ name }) => name === record.kernel)?.variants ?? []).filter((each) => each.algo === record.algo && each.specialisation === record.specialisation && [each.target, each.ptx?.target].includes(record.target));
}
function joined(known, more = []) {
	return [.../* @__PURE__ */ new Set([...known, ...more])].toSorted();
}
/** Adds a smoke test, in place of an earlier one on the same GPU. A test that did not run adds nothing. */
function withSmoke(report, result) {
	const { device, emulated, executed, failed, seconds, runs } = result;
	if (device === void 0) return report;
	const tested = {
		device: namedDevice(device),
		passed: executed - failed,
		failed,
		seconds,
		...emulated !== void 0 && { emulated },
		runs: runs.map((run) => ({
			kernel: run.kernel,
			case: run.case,
			algo: run.algo,
			specialisation: run.specialisation,
			expected: run.expected,
			...ratesOf(run),
			outputs: run.outputs.map(({ name, norm, max }) => ({
				name,
				...norm !== void 0 && { norm },
				...max !== void 0 && { max }
			})),
			problems: run.problems.map(({ message }) => message)
		}))
	};
	return {
		...report,
		smoke: [...report.smoke.filter((each) => !isSame$1(each, tested)), tested]
	};
}
/** Adds measurements, in place of earlier ones on the same GPU. */
function withBench(report, { device, peaks, runs }) {
	const measured = {
		device: namedDevice(device),
		...peaks !== void 0 && { peaks },
		runs: runs.map((run) => ({
			kernel: run.kernel,
			case: run.case,
			algo: run.algo,
			...ratesOf(run),
			...run.jit !== void 0 && { jit: run.jit.ratio },
			...run.torch !== void 0 && { torch: run.torch.ratio }
		}))
	};
	return {
		...report,
		bench: [...report.bench.filter((each) => !isSame$1(each, measured)), measured]
	};
}
function namedDevice({ name, capability, driver }) {
	return {
		name,
		capability,
		driver
	};
}
function isSame$1(one, other) {
	return one.device.name === other.device.name && one.device.capability === other.device.capability;
}
/** The known ones. */
function ratesOf({ microseconds, gigabytesPerSecond, teraflops }) {
	return {
		...microseconds !== void 0 && { microseconds },
		...gigabytesPerSecond !== void 0 && { gigabytesPerSecond },
		...teraflops !== void 0 && { teraflops }
	};
}
// src/report/rows.ts
/**
* A lower occupancy leaves time unused in which memory answers. Kernels with matrix products have it on
* purpose: their blocks take most of the registers and of the shared memory.
*/
const LOW_OCCUPANCY = .25;
/** True if the occupancy of a variant is worth a look. */
function hasLowOccupancy({ occupancy, instructions }) {
	return occupancy.share < LOW_OCCUPANCY && instructions.tensorCore === 0;
}
/** Returns a row for each kernel and target, in the order of the report. */
function reportRows({ kernels }) {
	return kernels.flatMap((kernel, number) => kernel.targets.flatMap((target) => {
		const variants = kernel.variants.filter((variant) => variant.target === target);
		return variants.length === 0 ? [] : [{
			...rowOf(kernel, target, variants),
			number
		}];
	}));
}
/** Formats statuses as `1 built, 7 cached`. */
function statusText(statuses) {
	return Object.entries(statuses).flatMap(([status, count]) => count === 0 ? [] : [`${count} ${status}`]).join(", ");
}
/** The target of a variant, and whether its PTX is embedded too. */
function targetText({ target, ptx }) {
	return ptx === void 0 ? target : `${target} and PTX`;
}
/** The GPUs that ran a variant's cubin, or its PTX. */
function ranText({ ran, ptx }) {
	return [...ran, ...(ptx?.ran ?? []).map((device) => `${device} (from PTX)`)].join(", ");
}
/** The bytes of the cubins of a kernel's variants, as the package has them: equal ones once. */
function cubinBytes(variants) {
	return [...new Map(variants.map(({ cubin, hash, resources }) => [cubin ?? hash, resources?.size ?? 0])).values()].reduce((sum, size) => sum + size, 0);
}
function rowOf(kernel, target, variants) {
	const count = (status) => variants.filter((variant) => variant.status === status).length;
	const ran = variants.filter((variant) => variant.ran.length > 0);
	const isTuned = isTunedFor(kernel, target);
	const times = variants.flatMap(({ seconds }) => seconds === void 0 ? [] : [seconds]);
	return {
		kernel,
		target,
		variants,
		algos: new Set(variants.map(({ algo }) => algo)).size,
		specialisations: new Set(variants.map(({ specialisation }) => specialisation)).size,
		statuses: {
			built: count("built"),
			cached: count("cached"),
			failed: count("failed")
		},
		seconds: times.length === 0 ? void 0 : times.reduce((sum, each) => sum + each, 0),
		size: cubinBytes(variants),
		worst: worstOf(variants),
		ran: ran.length,
		isTuned,
		evidence: evidenceOf(variants, ran, isTuned)
	};
}
function worstOf(variants) {
	const known = variants.flatMap(({ resources }) => resources ?? []);
	if (known.length === 0) return void 0;
	const shared = variants.flatMap(({ target, resources }) => resources === void 0 ? [] : [sharedOf(target, resources)]);
	const shares = known.map(({ occupancy }) => occupancy.share);
	return {
		registers: Math.max(...known.map(({ registers }) => registers)),
		spills: Math.max(...known.map(({ instructions }) => instructions.spillBytes)),
		shared: Math.max(...shared),
		occupancy: {
			from: Math.min(...shares),
			to: Math.max(...shares)
		},
		low: known.filter(hasLowOccupancy).toSorted((a, b) => a.occupancy.share - b.occupancy.share)[0]
	};
}
function isTunedFor({ tuned }, name) {
	const target = parseTarget(name);
	return tuned.some(({ capability }) => {
		return target !== void 0 && runsOn(target, parseCapability(capability));
	});
}
function evidenceOf(variants, ran, isTuned) {
	if (variants.some(({ resources }) => resources === void 0)) return "";
	const other = new Set(variants.flatMap(({ ptx }) => ptx?.ran ?? []));
	const measured = `${other.size === 0 ? "" : `, PTX ran on ${[...other].join(", ")}`}${isTuned ? ", tuned" : ""}`;
	if (ran.length === 0) {
		const emulated = variants.flatMap((variant) => variant.emulated ?? []);
		const [first] = emulated;
		if (first === void 0) return `ABI-checked${measured}`;
		return `${emulated.length === variants.length ? "" : `${emulated.length} of ${plural(variants.length, "variant")} `}emulated (PTX on a CPU${first === "reference" ? "" : `, ${COMPARED_WITH[first]}`})${measured}`;
	}
	const devices = [...new Set(ran.flatMap((variant) => variant.ran))].join(", ");
	return `${ran.length === variants.length ? "" : `${ran.length} of ${plural(variants.length, "variant")} `}ran on ${devices}${measured}`;
}
/** Says how a variant came into the package (compiled now, or before), or why it did not. */
const STATUSES = [
	"built",
	"cached",
	"failed"
];
const index = number().int().nonnegative();
/** What outputs are compared with. */
const comparedSchema = _enum([
	"reference",
	"interpreter",
	"none"
]);
const typed$1 = array(object({
	name: string(),
	type: string()
}));
const variantSchema$1 = object({
	algo: index,
	specialisation: index,
	target: string(),
	hash: string(),
	status: _enum(STATUSES),
	/** CPU time of the compile in seconds, when it was compiled; absent if it is not known. */
	seconds: number().optional(),
	/** Absent if it did not compile. */
	resources: resourcesSchema.optional(),
	/** The SHA-256 of the cubin. A kernel has equal cubins once. */
	cubin: string().optional(),
	/** The reason that it did not compile. */
	message: string().optional(),
	/** The GPUs that ran it in a smoke test that passed. */
	ran: array(string()),
	/** What its outputs were compared with, if its PTX was executed on a CPU in a smoke test that passed. */
	emulated: comparedSchema.optional(),
	/** Its PTX, if that is embedded too: bytes, and the GPUs that ran it. */
	ptx: object({
		size: index,
		ran: array(string())
	}).optional()
});
const tunedSchema = object({
	device: string(),
	/** Such as `9.0`. */
	capability: string(),
	/** The specialisations that no measured size reaches, as text. */
	unmeasured: array(string()).default([]),
	/** The scores of all algos for each measured size. */
	sizes: array(object({
		/** The integers of the call. */
		values: record(string(), string()),
		/** Microseconds, by algo; null if it failed or was not measured. */
		times: array(number().nullable()),
		/** The algo that the package chooses. */
		chosen: index.optional()
	}))
});
const kernelSchema$1 = object({
	name: string(),
	/** `FILE.py:FUNCTION`, and its line. */
	source: string(),
	line: number(),
	/** Run-time parameters in order, with their Triton types. */
	parameters: typed$1,
	gridParameters: typed$1,
	grid: string(),
	targets: array(string()),
	/** The constants and options of each algo, as text, without those that all algos have. */
	algos: array(string()),
	/** The constants and options that all algos have. */
	settings: string().default(""),
	/** The condition of each specialisation; empty for any values. */
	specialisations: array(string()),
	variants: array(variantSchema$1),
	tuned: array(tunedSchema)
});
const runSchema = object({
	kernel: string(),
	case: string(),
	algo: index,
	specialisation: index,
	/** What the outputs were compared with; absent in reports of earlier versions. */
	expected: comparedSchema.optional(),
	/** Of a call on the GPU. */
	microseconds: number().optional(),
	gigabytesPerSecond: number().optional(),
	teraflops: number().optional(),
	/** \u2016out \u2212 ref\u2016 / \u2016ref\u2016 and the largest |out \u2212 ref| of each output, if there are expected values. */
	outputs: array(object({
		name: string(),
		norm: number().optional(),
		max: number().optional()
	})),
	/** The problems; empty if it passed. */
	problems: array(string())
});
const deviceSchema = object({
	name: string(),
	capability: string(),
	driver: string()
});
const smokeSchema = object({
	device: deviceSchema,
	passed: index,
	failed: index,
	seconds: number(),
	/** The targets whose PTX was executed on the CPU, in place of cubins on a GPU. */
	emulated: string().optional(),
	runs: array(runSchema)
});
const benchSchema = object({
	device: deviceSchema,
	/** The published rates of the GPU: bytes in a second, and operations in a second by element type. */
	peaks: object({
		bandwidth: number(),
		matrix: record(string(), number()),
		source: string().optional()
	}).optional(),
	runs: array(object({
		kernel: string(),
		case: string(),
		algo: index,
		microseconds: number().optional(),
		gigabytesPerSecond: number().optional(),
		teraflops: number().optional(),
		/** Time of the package \u00f7 that of Triton's JIT, and \u00f7 that of PyTorch. */
		jit: number().optional(),
		torch: number().optional()
	}))
});
const address = url({ protocol: /^https?$/ });
/** When a package was built, and from what. */
const originSchema = object({
	time: datetime(),
	commit: string().optional(),
	/** The pages of the commit and of the workflow run. */
	commitUrl: address.optional(),
	runUrl: address.optional()
});
/** report.json: what was built, what it costs, and how far it is proven. */
const reportSchema = object({
	format: literal$1(1),
	/** The version of this program. */
	generator: string(),
	package: string(),
	version: string(),
	triton: string(),
	ptxas: array(string()),
	origin: originSchema.optional(),
	totals: object({
		variants: index,
		built: index,
		cached: index,
		failed: index,
		/** Wall-clock time of the build. */
		seconds: number(),
		/** CPU time of what was compiled. */
		cpuSeconds: number(),
		/** The known part of the CPU time that the store saved. */
		savedSeconds: number(),
		/** Bytes of all cubins. */
		size: index
	}),
	kernels: array(kernelSchema$1),
	/** Absent if the build was not compared. */
	difference: differenceSchema.optional(),
	/** The problems that ended the build; empty if there is a package. */
	errors: array(object({
		message: string(),
		place: string().optional()
	})),
	/** Of each GPU. */
	smoke: array(smokeSchema),
	bench: array(benchSchema)
});
// src/report/create.ts
/**
* Reports a build, complete or not. For a package, adds which GPUs ran it, from its evidence.
* @param origin when it was built, and from what, if the report says so
*/
async function reportBuild(ended, origin) {
	const from = origin === void 0 ? {} : { origin };
	if (ended instanceof FailedBuild) return {
		...createReport(ended.run, void 0, ended.problems),
		...from
	};
	const report = {
		...createReport(ended.run, ended.choices, []),
		...from
	};
	const { difference } = ended;
	return withEvidence(difference === void 0 ? report : {
		...report,
		difference
	}, ended.packages);
}
/** Returns the origin of a build that runs now. Only a workflow has a commit and addresses. */
function originOf({ env, now }) {
	const { GITHUB_SHA: commit, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
	const page = `${env["GITHUB_SERVER_URL"]}/${repository}`;
	return {
		time: new Date(now()).toISOString(),
		...commit && { commit },
		...commit && repository && { commitUrl: `${page}/commit/${commit}` },
		...run && repository && { runUrl: `${page}/actions/runs/${run}` }
	};
}
/**
* Reports a build.
* @param choices the measurements of its kernels; undefined if there is no package
* @param problems what ended it; empty if there is a package
*/
function createReport(run, choices, problems) {
	const { manifest, kernels, variants } = run.plan;
	const planned = groupBy(variants, ({ kernel }) => kernel);
	const reported = kernels.map((kernel) => {
		const own = planned.get(kernel) ?? [];
		const known = run.times.get(kernel.name);
		return {
			...describeKernel(kernel),
			variants: own.map((variant) => describeVariant(variant, run, known)),
			tuned: tunedOf(kernel, choices)
		};
	});
	const all = reported.flatMap((kernel) => kernel.variants);
	const those = (status) => all.filter((variant) => variant.status === status);
	const secondsOf = (some) => rounded(some.reduce((sum, { seconds = 0 }) => sum + seconds, 0));
	return {
		format: 1,
		generator: VERSION$1,
		package: manifest.package,
		version: manifest.version,
		triton: manifest.triton,
		ptxas: [...new Set([...run.kernels.values()].map(({ ptxas }) => ptxas))].toSorted(),
		totals: {
			variants: all.length,
			built: those("built").length,
			cached: those("cached").length,
			failed: those("failed").length,
			seconds: rounded(run.elapsed),
			cpuSeconds: secondsOf(those("built")),
			savedSeconds: secondsOf(those("cached")),
			size: reported.reduce((sum, kernel) => sum + cubinBytes(kernel.variants), 0)
		},
		kernels: reported,
		errors: problems.map(({ message, place }) => ({
			message,
			...place !== void 0 && { place: formatPlace(place) }
		})),
		smoke: [],
		bench: []
	};
}
function describeKernel(kernel) {
	return {
		name: kernel.name,
		source: `${kernel.source.file}:${kernel.source.function}`,
		line: kernel.source.line,
		parameters: typedParameters(kernel.arguments),
		gridParameters: typedParameters(kernel.gridParameters),
		grid: kernel.gridText,
		targets: kernel.targets.map(({ name }) => name),
		...describeConfigs(kernel.configs),
		specialisations: kernel.specialisations.map((each) => describeSpecialisation(kernel, each))
	};
}
function describeVariant(variant, { kernels, failed, seconds }, known) {
	const { config, specialisation, target, hash } = variant;
	const compiled = kernels.get(hash);
	const time = seconds.get(hash) ?? known?.get(timeOfVariant(variant));
	return {
		algo: config,
		specialisation,
		target: target.name,
		hash,
		status: compiled === void 0 ? "failed" : seconds.has(hash) ? "built" : "cached",
		...time !== void 0 && { seconds: rounded(time) },
		...compiled === void 0 ? { message: failed.get(hash) ?? "the build ended before it was compiled" } : {
			resources: resourcesOfVariant(variant, compiled),
			cubin: sha256(compiled.cubin),
			...compiled.ptx !== void 0 && { ptx: {
				size: Buffer.byteLength(compiled.ptx),
				ran: []
			} }
		},
		ran: []
	};
}
/** Returns what a variant takes; undefined if its cubin cannot be read. */
function resourcesOfVariant({ target }, compiled) {
	try {
		const kernel = readCubin(compiled.cubin).kernels.find(({ name }) => name === compiled.name);
		return kernel && resourcesOf(target, compiled, kernel);
	} catch {
		return;
	}
}
function tunedOf(kernel, choices) {
	const devices = /* @__PURE__ */ new Map();
	for (const each of choices?.measured.get(kernel.name) ?? []) {
		const key = `${each.device.name}\0${each.device.capability}`;
		devices.set(key, [...devices.get(key) ?? [], each]);
	}
	const choice = choices?.choices.get(kernel.name);
	const unmeasured = (choice === void 0 ? [] : unmeasuredSpecialisations(kernel, choice)).map((index) => describeSpecialisation(kernel, specialisationOf(kernel, index)) || "any values");
	return [...devices.values()].flatMap((measurements) => {
		const [first] = measurements;
		if (first === void 0) return [];
		const sizes = measurements.map((each) => ({
			values: Object.fromEntries([...each.values].map(([name, value]) => [name, String(value)])),
			times: kernel.configs.map((_config, algo) => each.times.get(algo) ?? null),
			...choice !== void 0 && { chosen: chosenFor(choice, each) }
		}));
		return [{
			device: first.device.name,
			capability: first.device.capability,
			unmeasured,
			sizes
		}];
	});
}
/** Milliseconds are enough. */
function rounded(seconds) {
	return Math.round(seconds * 1e3) / 1e3;
}
// src/report/cells.ts
/** The figures in a table of variants. */
const SHOWN$1 = [
	"registers",
	"spills",
	"stack",
	"shared",
	"code",
	"occupancy",
	"globalLoads",
	"globalStores",
	"asyncCopies",
	"bulkCopies",
	"tensorCore"
];
/** The headings of `resourceCells`. */
const RESOURCE_HEADINGS = [...SHOWN$1.map((name) => capitalised(FIGURES[name].label)), "Limited by"];
/** The cells of a variant whose resources are not known. */
const NO_RESOURCES = RESOURCE_HEADINGS.map(() => "");
/** Returns the resources of a variant as the cells of a table. Instructions that it does not have are left out. */
function resourceCells(target, resources) {
	const figures = figuresOf({
		target,
		resources
	});
	return [...SHOWN$1.map((name) => formatFigure(figures[name], FIGURES[name].unit)).map((cell) => cell === "none" || cell === "0" ? "" : cell), resources.occupancy.limit];
}
/** Formats three significant digits, without an exponent. More digits before the point stay. */
function threeDigits(value) {
	if (value === void 0) return "\u2013";
	const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
	return value.toFixed(Math.min(20, Math.max(0, 2 - digits)));
}
/** Formats bytes in KiB, with one digit after the point. */
function kibibytes(bytes) {
	return bytes === void 0 ? "\u2013" : (bytes / 1024).toFixed(1);
}
/** Formats bytes with their unit, for text: `12.3 KiB` or `3.1 MiB`. */
function sizeText(bytes) {
	return bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
/** Formats seconds with one digit after the point, or two if there are few. */
function secondsText(seconds) {
	return seconds === void 0 ? "\u2013" : seconds.toFixed(seconds < .1 ? 2 : 1);
}
/** Formats a time in its unit, for text: `48 s` or `3 min 20 s`. */
function durationText(seconds) {
	if (seconds < .1) return `${Math.round(seconds * 1e3)} ms`;
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	if (whole < 120) return `${whole} s`;
	return whole < 7200 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${Math.floor(whole / 3600)} h ${Math.round(whole % 3600 / 60)} min`;
}
/** Formats a relative or absolute error: `2.3e-4`, or `0` if there is none. */
function errorSizeText(value) {
	if (value === void 0) return "\u2013";
	return value === 0 ? "0" : value.toExponential(1);
}
// src/report/markdown.ts
/** The part of the bytes that the table of all kernels may take; the rest is for details. */
const TABLE_SHARE = .5;
/**
* Formats a report as Markdown for GitHub: totals, a table of kernels and targets, what changed
* since another build, and folded details of each kernel. What does not fit into the limit is left
* out, which the text says.
*/
function reportMarkdown(report, limits) {
	const rows = reportRows(report);
	const head = `### ${markdownText(`${report.package} ${report.version}`)}\n\n${totalsText(report)}\n\n${errorsText(report)}`;
	const end = limits.bytes - Buffer.byteLength(`\n${limits.rest}\n`) - SPARE;
	const table = fill(head, markdownTable({
		headings: HEADINGS,
		rows: rows.map(cellsOf)
	}, TEXTS), end * TABLE_SHARE);
	const details = fill(`${table.text}${changesText(report)}`, report.kernels.map(detailsOf), end);
	const left = [...table.left === 0 ? [] : [plural(table.left, "row")], ...details.left === 0 ? [] : [`the details of ${plural(details.left, "kernel")}`]];
	return left.length === 0 ? details.text : `${details.text}\nLeft out, because there is no room: ${left.join(" and ")}. ${limits.rest}\n`;
}
/** Room for the sentence about what is left out. */
const SPARE = 200;
/** Totals as a sentence, with the versions. */
function totalsText({ totals, triton, ptxas, kernels, origin }) {
	const { variants, built, cached, failed, seconds, cpuSeconds, savedSeconds, size } = totals;
	const parts = [
		...built > 0 ? [`${built} built`] : [],
		...cached > 0 ? [`${cached} from the store`] : [],
		...failed > 0 ? [`**${failed} failed**`] : []
	];
	const times = [
		durationText(seconds),
		...built > 0 ? [`${durationText(cpuSeconds)} of CPU time for compiling`] : [],
		...savedSeconds > 0 ? [`${durationText(savedSeconds)} saved by the store`] : []
	];
	const assembler = ptxas.length === 0 ? "" : `, ptxas ${ptxas.map((each) => markdownText(each)).join(" and ")}`;
	return `${plural(kernels.length, "kernel")}, ${plural(variants, "variant")}: ${parts.join(", ")}. ${times.join(", ")}. ${formatFigure(size, "B")} of cubins. Triton ${markdownText(triton)}${assembler}.${originText(origin)}`;
}
function originText(origin) {
	if (origin === void 0) return "";
	const { time, commit, commitUrl, runUrl } = origin;
	return [
		` Built on ${time.slice(0, 10)}`,
		...commit === void 0 ? [] : [` from commit ${linked$1(markdownText(commit.slice(0, 7)), commitUrl)}`],
		...runUrl === void 0 ? [] : [` in a ${linked$1("workflow run", runUrl)}`],
		"."
	].join("");
}
function linked$1(text, address) {
	return address === void 0 ? text : `[${text}](${address})`;
}
/** The most errors in a report as Markdown. */
const MAX_ERRORS = 20;
function errorsText({ errors }) {
	if (errors.length === 0) return "";
	const lines = errors.slice(0, MAX_ERRORS).map(({ message, place }) => {
		return `- ${place === void 0 ? "" : `${markdownCode(place)}: `}${markdownText(message, MAX_MESSAGE)}\n`;
	});
	const more = errors.length - MAX_ERRORS;
	return `There is no package:\n\n${lines.join("")}${more > 0 ? `- \u2026 and ${more} more\n` : ""}\n`;
}
const HEADINGS = [
	"Kernel",
	"Target",
	"Algos",
	"Specialisations",
	"Status",
	"Compile time",
	"Size",
	"Registers",
	"Spills",
	"Shared memory",
	"Occupancy",
	"Evidence"
];
/** The columns of text; the others have numbers. */
const TEXTS = [
	"Kernel",
	"Target",
	"Status",
	"Evidence",
	"Limited by"
];
function cellsOf(row) {
	const { kernel, target, algos, specialisations, statuses, seconds, size, worst, evidence } = row;
	return [
		markdownCode(kernel.name),
		markdownText(target),
		String(algos),
		String(specialisations),
		statuses.failed > 0 ? `**${statusText(statuses)}**` : statusText(statuses),
		seconds === void 0 ? "" : durationText(seconds),
		size === 0 ? "" : formatFigure(size, "B"),
		worst === void 0 ? "" : String(worst.registers),
		worst === void 0 ? "" : formatFigure(worst.spills, "B"),
		worst === void 0 ? "" : formatFigure(worst.shared, "B"),
		worst === void 0 ? "" : rangeText$1(worst.occupancy),
		markdownText(evidence)
	];
}
/** Says what changed since another build; nothing if there was none. */
function changesText({ difference }) {
	return difference === void 0 ? "" : `\n#### What changed\n\n${differenceMarkdown(difference, void 0)}`;
}
/** The details of a kernel, folded. */
function detailsOf(kernel) {
	const { name, source, line, parameters, gridParameters, grid } = kernel;
	const { settings, algos, specialisations } = kernel;
	const facts = [
		`Source: ${markdownCode(source)}, line ${line}`,
		`Signature: ${markdownCode(typed(parameters))}`,
		...gridParameters.length > 0 ? [`Grid parameters: ${markdownCode(typed(gridParameters))}`] : [],
		`Grid: ${markdownCode(grid)}`,
		...settings === "" ? [] : [`All algos: ${markdownCode(settings)}`],
		...algos.map((text, index) => `Algo ${index}: ${markdownCode(text)}`),
		...specialisations.map((text, index) => `Specialisation ${index}: ${text === "" ? "any values" : markdownCode(text)}`)
	];
	const rows = kernel.variants.map(detailCells);
	const table = markdownTable(withoutEmptyColumns({
		headings: DETAIL_HEADINGS,
		rows
	}), TEXTS);
	return `\n<details><summary>${markdownCode(name)}: ${plural(kernel.variants.length, "variant")}</summary>\n\n${facts.map((fact) => `- ${fact}\n`).join("")}\n${table.join("")}\n</details>\n`;
}
function typed(list) {
	return list.map((each) => `${each.name}: ${each.type}`).join(", ");
}
const DETAIL_HEADINGS = [
	"Algo",
	"Specialisation",
	"Target",
	"Status",
	"Compile time",
	...RESOURCE_HEADINGS
];
function detailCells(variant) {
	const { algo, specialisation, target, status, seconds, resources, message = "" } = variant;
	return [
		...[
			String(algo),
			String(specialisation),
			markdownText(targetText(variant))
		],
		status === "failed" ? `**failed**: ${markdownText(message, MAX_MESSAGE)}` : status,
		seconds === void 0 ? "" : durationText(seconds),
		...resources === void 0 ? NO_RESOURCES : resourceCells(target, resources)
	];
}
function rangeText$1({ from, to }) {
	const [least, most] = [from, to].map((share) => formatFigure(Math.round(100 * share), "%"));
	return least === most ? `${most}` : `${least} to ${most}`;
}
/** The most characters of a message in a cell. */
const MAX_MESSAGE = 300;
/** Adds parts to a text as long as there is room, and counts those that are left out. */
function fill(text, parts, limit) {
	let length = Buffer.byteLength(text);
	const full = parts.findIndex((part) => (length += Buffer.byteLength(part)) > limit);
	const count = full === -1 ? parts.length : full;
	return {
		text: text + parts.slice(0, count).join(""),
		left: parts.length - count
	};
}
// src/report/html.ts
/**
* The tag of templates of HTML: markup`<b>${name}</b>`. Attributes in a template must have quotation marks.
*/
function markup(parts, ...values) {
	return { html: unindented(parts).map((part, index) => part + textOf$1(values[index])).join("") };
}
/** A large report uses the same templates a hundred thousand times. */
const UNINDENTED = /* @__PURE__ */ new WeakMap();
function unindented(parts) {
	const known = UNINDENTED.get(parts) ?? parts.map((part) => part.replaceAll(/\n\s*/g, "\n"));
	UNINDENTED.set(parts, known);
	return known;
}
function textOf$1(value) {
	if (value === void 0) return "";
	if (typeof value === "number") return String(value);
	if (typeof value === "string") return escapeText(value);
	return "html" in value ? value.html : value.map(textOf$1).join("");
}
const ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&#39;"
};
/** Most cells of a large table: ASCII without the characters below. */
const PLAIN = /^[\w !#$%()*+,\-./:;=?@[\\\]^`{|}~]*$/;
function escapeText(text) {
	if (PLAIN.test(text)) return text;
	return visibleText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
/** Returns a column of text, with a title such as `Registers|of 255`: with the unit. */
function textColumn(key, titles, cell, marks) {
	const [title = "", unit = ""] = titles.split("|");
	return {
		key,
		title,
		unit,
		kind: "text",
		cell,
		...marks
	};
}
/** Returns a column of numbers, with a title as in `textColumn`. */
function numberColumn(...parts) {
	return {
		...textColumn(...parts),
		kind: "number"
	};
}
/** Returns a name that a narrow column breaks after underscores. */
function breakable(name) {
	return markup`${name.split(/(?<=_)/).map((part, index) => index === 0 ? part : markup`<wbr>${part}`)}`;
}
/** Returns bytes with their unit. The table is sorted by their number. */
function bytesCell(bytes) {
	return markup`<data value="${bytes}">${formatFigure(bytes, "B")}</data>`;
}
/**
* Returns a table in its own box, which scrolls sideways if it is wider. The first cell names a row.
* Columns without any value are left out.
*/
function htmlTable(name, caption, all, rows) {
	const columns = all.filter(({ cell }) => rows.some((row) => (cell(row) ?? "\u2013") !== "\u2013"));
	return markup`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table data-table="${name}">
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>${columns.map(headerOf$1)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => markup`<tr>${columns.map((column, index) => cellOf(column, row, index === 0))}</tr>\n`)}</tbody>
    </table>
  </div>
`;
}
function headerOf$1({ key, title, unit, kind }) {
	const small = unit === "" ? void 0 : markup` <small>${unit}</small>`;
	return markup`<th scope="col"${kind === "number" ? markup` class="n"` : void 0} data-key="${key}" data-kind="${kind}">${title}${small}</th>`;
}
function cellOf(column, row, isFirst) {
	const share = column.share?.(row);
	const classes = [
		...column.kind === "number" ? ["n"] : [],
		...share === void 0 ? [] : ["bar"],
		...column.wraps === true ? ["wraps"] : [],
		column.mark?.(row) ?? ""
	].join(" ").trim();
	const attributes = [...classes === "" ? [] : [markup` class="${classes}"`], ...share === void 0 ? [] : [markup` style="--v:${Math.round(100 * Math.min(1, Math.max(0, share)))}%"`]];
	const content = column.cell(row) ?? "\u2013";
	return isFirst ? markup`<th scope="row"${attributes}>${content}</th>` : markup`<td${attributes}>${content}</td>`;
}
/** Returns the place of a chart, which the script draws from a table. Without a script, it is hidden. */
function chartOf(name, table, caption) {
	return markup`<figure data-chart="${name}" data-of="${table}" hidden>
    <figcaption>${caption}<span class="note"></span></figcaption>
    <div class="plot"></div>
  </figure>
`;
}
/** Returns the heading of a GPU, as the sections about measurements name it. */
function deviceHeading({ name, capability, driver }) {
	return markup`<h3>${name} <span class="note">${[`compute capability ${capability}`, ...driver === void 0 ? [] : [`CUDA ${driver}`]].join(", ")}</span></h3>
`;
}
// src/report/page-changes.ts
/**
* Returns what changed since another build: the worst in a sentence, a row for each kernel, and folded
* rows for each variant. What the default thresholds of `fail-on` refuse is marked.
*/
function changesSection(difference) {
	const regressions = new Set(findRegressions(difference).map(keyOf$7));
	const kernels = changedKernels(difference);
	const notable = difference.changed.filter(isNotable);
	const times = difference.times.filter(isNotableTime);
	const worst = worstText(difference);
	return markup`<p>${worst === "" ? "" : markup`<strong>${capitalised(worst)}.</strong> `}${capitalised(countsText(difference))}.</p>
    <p class="note">${[headingOf(difference), ...comparisonNotes(difference)].join("; ")}.</p>
    ${kernels.length === 0 ? "" : htmlTable("changes", "Changes by kernel", kernelColumns(difference, notable, regressions), kernels)}
    ${times.length === 0 ? "" : htmlTable("changed-times", "Changed times", timeColumns(regressions), times)}
    ${notable.length === 0 ? "" : foldedVariants(notable, regressions)}`;
}
function kernelColumns(difference, notable, regressions) {
	const changes = groupBy(notable, ({ kernel }) => kernel);
	return [
		textColumn("kernel", "Kernel", ({ kernel }) => breakable(kernel)),
		...COLUMNS.map((name) => figureColumn(name, "worst", ({ kernel }) => worstChange(changes.get(kernel) ?? [], name), regressions)),
		{
			...textColumn("variants", "Variants", (own) => kernelCounts(own, difference)),
			wraps: true
		},
		{
			...textColumn("settings", "Settings", ({ settings }) => settings.join("; ") || void 0),
			wraps: true
		}
	];
}
function foldedVariants(variants, regressions) {
	const columns = [
		textColumn("kernel", "Kernel", ({ kernel }) => kernel),
		textColumn("target", "Target", ({ target }) => target),
		textColumn("variant", "Variant", ({ label }) => label || void 0),
		...COLUMNS.map((name) => figureColumn(name, "", (each) => worstChange([each], name), regressions)),
		{
			...textColumn("also", "Also", (each) => othersText(each) || void 0),
			wraps: true
		}
	];
	return markup`<details>
      <summary>${plural(variants.length, "changed variant")}</summary>
      ${htmlTable("changed-variants", "Changed variants", columns, variants)}
    </details>
`;
}
/** A column that is sorted by how much worse a figure is. */
function figureColumn(name, unit, cellOf, regressions) {
	return numberColumn(name, `${capitalised(FIGURES[name].label)}|${unit}`, (row) => {
		const cell = cellOf(row);
		return cell && markup`<data value="${worsening(cell.change)}">${formatFigures(cell.change)}</data>`;
	}, { mark: (row) => {
		const cell = cellOf(row);
		return cell !== void 0 && regressions.has(keyOfFigure(cell)) ? "bad" : void 0;
	} });
}
function timeColumns(regressions) {
	return [
		textColumn("kernel", "Kernel", ({ kernel }) => kernel),
		textColumn("time", "Time", (time) => formatTimes(time), { mark: (time) => {
			const key = keyOf$7({
				kernel: time.kernel,
				where: timePlace(time),
				name: "time"
			});
			return regressions.has(key) ? "bad" : void 0;
		} }),
		textColumn("call", "Call", (time) => timePlace(time)),
		textColumn("code", "Code", ({ isChanged }) => isChanged ? "changed" : "the same")
	];
}
// src/report/page-kernels.ts
/** A thread has no more registers. Source: CUDA C++ Programming Guide, "Technical Specifications". */
const REGISTER_LIMIT = 255;
const KERNEL_COLUMNS = [
	textColumn("kernel", "Kernel", ({ kernel, number }) => markup`<a href="#kernel-${number}">${breakable(kernel.name)}</a>`),
	textColumn("target", "Target", ({ target }) => target),
	numberColumn("registers", "Registers|of 255", ({ worst }) => worst?.registers, { share: ({ worst }) => worst && worst.registers / REGISTER_LIMIT }),
	numberColumn("spills", "Spills|B", ({ worst }) => worst?.spills, { mark: ({ worst }) => (worst?.spills ?? 0) > 0 ? "bad" : void 0 }),
	numberColumn("occupancy", "Occupancy|%", ({ worst }) => worst && rangeText(worst.occupancy), {
		share: ({ worst }) => worst?.occupancy.from,
		mark: ({ worst }) => worst?.low === void 0 ? void 0 : "low"
	}),
	numberColumn("shared", "Shared|memory", ({ worst }) => worst && bytesCell(worst.shared), { share: ({ worst, target }) => sharedShare(target, worst?.shared) }),
	numberColumn("size", "Size|KiB, all", ({ worst, size }) => worst && kibibytes(size)),
	numberColumn("seconds", "Compile time|CPU s, all", ({ seconds }) => secondsText(seconds)),
	textColumn("status", "Status|variants", ({ statuses }) => statusText(statuses), { mark: ({ statuses }) => statuses.failed > 0 ? "bad" : void 0 }),
	textColumn("evidence", "Evidence", shortEvidence)
];
/** Returns the table with a row for each kernel and target, and which one to look at first. */
function kernelTable(rows) {
	const table = htmlTable("kernels", "Kernels by target: what their variants take", KERNEL_COLUMNS, rows);
	return markup`${firstLook(rows)}${table}<p class="note">Registers, spills, occupancy and shared memory are the worst of all variants.</p>
`;
}
/** Names the row that spills most; if none spills, that with the lowest occupancy. */
function firstLook(rows) {
	const compiled = rows.filter(({ worst }) => worst !== void 0);
	const [most] = compiled.toSorted((a, b) => spillsOf(b) - spillsOf(a));
	if (most === void 0) return markup``;
	if (spillsOf(most) > 0) return markup`<p>${lookAt(most)}: each thread spills up to ${spillsOf(most)} B of registers to memory.</p>`;
	const [lowest] = compiled.flatMap((row) => row.worst?.low === void 0 ? [] : [{
		row,
		...row.worst.low.occupancy
	}]).toSorted((a, b) => a.share - b.share);
	return lowest === void 0 ? markup`<p>No kernel spills registers.</p>` : markup`<p>${lookAt(lowest.row)}: no kernel spills registers, but its occupancy is ${Math.round(100 * lowest.share)} %, limited by ${lowest.limit}.</p>`;
}
function lookAt({ kernel, number, target }) {
	return markup`Look first at <a href="#kernel-${number}">${kernel.name}</a> on ${target}`;
}
function spillsOf({ worst }) {
	return worst?.spills ?? 0;
}
/** Without the names of GPUs, which the sections of measurements have. */
function shortEvidence({ variants, evidence, ran, isTuned }) {
	if (evidence === "") return "\u2013";
	const emulated = variants.filter((variant) => variant.emulated !== void 0).length;
	const shareOf = (count, what) => count === variants.length ? what : `${count} of ${variants.length} ${what}`;
	const parts = [
		...ran === 0 && emulated > 0 ? [shareOf(emulated, "emulated")] : [],
		...ran === 0 ? [] : [shareOf(ran, "ran")],
		...isTuned ? ["tuned"] : []
	];
	return parts.length === 0 ? "ABI-checked" : parts.join(", ");
}
/** Returns the share of the shared memory that a block can have. */
function sharedShare(targetName, bytes) {
	const target = parseTarget(targetName);
	return target && bytes !== void 0 ? bytes / launchLimits(target).sharedBytes : void 0;
}
function rangeText(range) {
	const [from, to] = [Math.round(100 * range.from), Math.round(100 * range.to)];
	return from === to ? String(to) : `${from}\u2013${to}`;
}
/** Returns a folded part for each kernel, with its interface and a table of its variants. */
function kernelDetails({ kernels }) {
	return markup`${kernels.map((kernel, number) => markup`<details class="kernel" data-kernel="${kernel.name}">
        <summary>
          <h3>${kernel.name}</h3>
          <span class="note">${kernelNote(kernel)}</span>
        </summary>
        <div class="body" id="kernel-${number}">
          ${interfaceOf(kernel)}${failuresOf(kernel)}${variantTable(kernel)}
        </div>
      </details>
`)}`;
}
function kernelNote({ variants }) {
	const compiled = variants.flatMap(({ resources }) => resources ?? []);
	const failed = variants.length - compiled.length;
	const spilling = compiled.filter(({ instructions }) => instructions.spillBytes > 0).length;
	return [
		plural(variants.length, "variant"),
		sizeText(cubinBytes(variants)),
		...spilling === 0 ? [] : [`${spilling} with spills`],
		...failed === 0 ? [] : [`${failed} failed`]
	].join(", ");
}
function interfaceOf(kernel) {
	const { parameters, gridParameters, settings, algos, specialisations } = kernel;
	return markup`<dl class="interface">
    ${[
		["Source", markup`<code>${kernel.source}</code>, line ${kernel.line}`],
		["Parameters", markup`<code>${parameters.map(typedName).join(", ")}</code>`],
		...gridParameters.length === 0 ? [] : [["Grid parameters", markup`<code>${gridParameters.map(typedName).join(", ")}</code>`]],
		["Grid", markup`<code>${kernel.grid}</code>`],
		...settings === "" ? [] : [["All algos", markup`<code>${settings}</code>`]],
		["Algos", numbered(algos, "no constants and options")],
		["Specialisations", numbered(specialisations, "any values")]
	].map(([title, content]) => markup`<div>
          <dt>${title}</dt>
          <dd>${content}</dd>
        </div>
`)}
  </dl>
`;
}
function typedName({ name, type }) {
	return `${name}: ${type}`;
}
/** A list that counts from 0, as algos and specialisations do. */
function numbered(items, ofEmpty) {
	return markup`<ol start="0">
    ${items.map((item) => markup`<li>${item === "" ? ofEmpty : markup`<code>${item}</code>`}</li>`)}
  </ol>`;
}
function failuresOf({ variants }) {
	const byMessage = /* @__PURE__ */ new Map();
	for (const variant of variants) {
		const { message } = variant;
		if (message !== void 0) byMessage.set(message, [...byMessage.get(message) ?? [], variant]);
	}
	return [...byMessage].map(([message, [first, ...more]]) => markup`<div class="failure">
        <p>
          <strong>Failed:</strong> algo ${first?.algo}, specialisation ${first?.specialisation},
          ${first?.target}${more.length === 0 ? "" : ` and ${plural(more.length, "other variant")}`}
        </p>
        <pre tabindex="0">${message}</pre>
      </div>
`);
}
const VARIANT_COLUMNS = [
	numberColumn("algo", "Algo", ({ algo }) => algo),
	numberColumn("specialisation", "Specialisation", ({ specialisation }) => specialisation),
	textColumn("target", "Target", targetText),
	numberColumn("registers", "Registers|of 255", ({ resources }) => resources?.registers, { share: ({ resources }) => resources && resources.registers / REGISTER_LIMIT }),
	numberColumn("spills", "Spills|B", ({ resources }) => resources?.instructions.spillBytes, { mark: ({ resources }) => (resources?.instructions.spillBytes ?? 0) > 0 ? "bad" : void 0 }),
	numberColumn("occupancy", "Occupancy|%, limited by", ({ resources }) => resources && occupancyCell(resources), {
		share: ({ resources }) => resources?.occupancy.share,
		mark: ({ resources }) => resources && hasLowOccupancy(resources) ? "low" : void 0
	}),
	numberColumn("shared", "Shared|memory", ({ target, resources }) => resources && bytesCell(sharedOf(target, resources)), { share: ({ target, resources }) => sharedShare(target, resources && sharedOf(target, resources)) }),
	numberColumn("warps", "Warps|of a block", ({ resources }) => resources?.warps),
	numberColumn("stack", "Stack|B", ({ resources }) => resources?.stack || void 0),
	numberColumn("tensor", "Tensor cores|instructions", ({ resources }) => resources?.instructions.tensorCore || void 0),
	numberColumn("copies", "Async copies|instructions", ({ resources }) => resources && copiesOf(resources) || void 0),
	textColumn("loads", "Global loads|number \u00d7 bytes", ({ resources }) => resources && widths(resources.instructions.globalLoads)),
	textColumn("stores", "Global stores|number \u00d7 bytes", ({ resources }) => resources && widths(resources.instructions.globalStores)),
	numberColumn("size", "Size|KiB", ({ resources }) => kibibytes(resources?.size)),
	numberColumn("seconds", "Compile time|CPU s", ({ seconds }) => secondsText(seconds)),
	textColumn("status", "Status", ({ status }) => status, { mark: ({ status }) => status === "failed" ? "bad" : void 0 }),
	textColumn("ran", "Ran on", (variant) => ranText(variant) || void 0)
];
function variantTable({ name, variants }) {
	return htmlTable("variants", `Variants of ${name}`, VARIANT_COLUMNS, variants);
}
function occupancyCell({ occupancy: { share, limit } }) {
	return markup`${Math.round(100 * share)} <small>${limit}</small>`;
}
function copiesOf({ instructions: { asyncCopies, bulkCopies } }) {
	return Object.values(asyncCopies).reduce((sum, count) => sum + count, bulkCopies);
}
/** Formats as `4 \u00d7 16, 2 \u00d7 4`: the widest accesses first. */
function widths(counts) {
	return widthTexts(counts, "").join(", ") || "\u2013";
}
// src/prove/smoke/tables.ts
/** Says what was executed in place of cubins on a GPU, and what that cannot show. Empty: nothing. */
function emulationText(target) {
	if (target === "") return "none of its PTX can be executed on the CPU";
	return `the PTX of ${target} was executed on the CPU; the cubins, ptxas, the driver and the timing were not tested`;
}
/** Returns a table for each tested kernel, in the order of the results. */
function kernelTables({ runs, checks }) {
	return [...new Set([...runs, ...checks].map(({ kernel }) => kernel))].map((kernel) => {
		const own = runs.filter((run) => run.kernel === kernel);
		const ownChecks = checks.filter((check) => check.kernel === kernel);
		const cases = new Set(own.map((run) => run.case));
		return {
			kernel,
			runs: own.length,
			checks: ownChecks.length,
			comparison: own[0] === void 0 ? "" : COMPARED_WITH[own[0].expected],
			cases: [...cases].map((name) => caseRow(name, own.filter((run) => run.case === name))),
			failedChecks: ownChecks.filter(({ problems }) => problems.length > 0).length
		};
	});
}
function caseRow(name, runs) {
	const outputs = runs.flatMap((run) => run.outputs);
	const failed = runs.filter(({ problems }) => problems.length > 0).length;
	return {
		name,
		runs: failed === 0 ? String(runs.length) : `${runs.length}, ${failed} failed`,
		norm: errorText(defined(outputs.map(({ norm }) => norm))),
		max: errorText(defined(outputs.map(({ max }) => max))),
		time: timeText(defined(runs.map(({ microseconds }) => microseconds))),
		rate: [...rateText(defined(runs.map(({ teraflops }) => teraflops)), "TFLOP/s"), ...rateText(defined(runs.map(({ gigabytesPerSecond }) => gigabytesPerSecond)), "GB/s")].join(", ")
	};
}
function errorText(values) {
	return values.length === 0 ? "" : Math.max(...values).toExponential(1);
}
function defined(values) {
	return values.filter((value) => value !== void 0);
}
/** Formats times in one unit, with three significant digits: `12.3 \u00b5s` or `12.3 to 45.6 \u00b5s`. */
function timeText(microseconds) {
	if (microseconds.length === 0) return "";
	const slowest = Math.max(...microseconds);
	const [scale, unit] = slowest < 1e3 ? [1, "\u00b5s"] : [1e3, "ms"];
	const from = digits(Math.min(...microseconds) / scale);
	const to = digits(slowest / scale);
	return from === to ? `${to} ${unit}` : `${from} to ${to} ${unit}`;
}
/** Formats the highest of some rates; nothing if there are none. */
function rateText(values, unit) {
	return values.length === 0 ? [] : [`${digits(Math.max(...values))} ${unit}`];
}
/** Formats three significant digits, without an exponent. */
function digits(value) {
	return String(Number(value.toPrecision(3)));
}
// src/report/page-runs.ts
/** If there are more runs, the page has the worst of each kernel, case and algo. */
const MOST_ROWS = 5e3;
/** Returns charts and a table of the runs on each GPU, and what failed. */
function smokeSection({ smoke }) {
	return markup`${smoke.map(deviceOf)}`;
}
function deviceOf({ device, emulated, passed, failed, seconds, runs }, index) {
	const isTooLong = runs.length > MOST_ROWS;
	const rows = isTooLong ? worstRuns(runs) : runs;
	const table = `smoke-${index}`;
	const title = isTooLong ? `The worst of ${plural(runs.length, "run")} for each kernel, case and algo` : `All ${plural(runs.length, "run")}`;
	return markup`${emulated === void 0 ? deviceHeading(device) : markup`<h3>PTX of ${emulated}</h3>
    <p>${sentence(emulationText(emulated))}</p>`}
    <p>
      ${passed} passed,
      ${failed === 0 ? "0 failed" : markup`<strong class="bad">${failed} failed</strong>`}, in
      ${durationText(seconds)}.
    </p>
    ${runs.filter(isFailed).map(failureOf)}${chartOf("errors", table, "Relative error of the outputs, by case")}${chartOf("times", table, "Time of a call on the GPU, by case")}
    <details>
      <summary>${title}</summary>
      ${htmlTable(table, `Runs on ${device.name}`, RUN_COLUMNS, rows)}
    </details>
`;
}
function sentence(text) {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
function failureOf({ kernel, case: name, algo, specialisation, problems }) {
	return markup`<div class="failure">
    <p>
      <strong>Failed:</strong> ${kernel}, ${name}, algo ${algo}, specialisation ${specialisation}
    </p>
    <ul>
      ${problems.map((problem) => markup`<li>${problem}</li>`)}
    </ul>
  </div>
`;
}
const RUN_COLUMNS = [
	textColumn("kernel", "Kernel", ({ kernel }) => kernel),
	textColumn("case", "Case", (run) => run.case),
	numberColumn("algo", "Algo", ({ algo }) => algo),
	numberColumn("specialisation", "Specialisation", ({ specialisation }) => specialisation),
	textColumn("result", "Result", (run) => isFailed(run) ? "failed" : "passed", { mark: (run) => isFailed(run) ? "bad" : void 0 }),
	numberColumn("error", "Relative error|\u2016out \u2212 ref\u2016 \u00f7 \u2016ref\u2016", (run) => errorSizeText(largestOf(run, "norm"))),
	numberColumn("largest", "Largest error|of one element", (run) => errorSizeText(largestOf(run, "max"))),
	numberColumn("time", "Time|\u00b5s", ({ microseconds }) => threeDigits(microseconds)),
	numberColumn("bandwidth", "Memory|GB/s", ({ gigabytesPerSecond }) => threeDigits(gigabytesPerSecond)),
	numberColumn("rate", "Compute|TFLOP/s", ({ teraflops }) => threeDigits(teraflops)),
	textColumn("expected", "Outputs", ({ expected }) => expected === void 0 ? "\u2013" : COMPARED_WITH[expected]),
	textColumn("outputs", "Relative error of each output", ({ outputs }) => outputs.map(({ name, norm }) => `${name} ${errorSizeText(norm)}`).join(", "))
];
function isFailed({ problems }) {
	return problems.length > 0;
}
/** The run with the most problems, then with the largest error, of each kernel, case and algo. */
function worstRuns(runs) {
	const rank = (run) => isFailed(run) ? Infinity : largestOf(run, "norm") ?? -1;
	const worst = /* @__PURE__ */ new Map();
	for (const run of runs) {
		const key = JSON.stringify([
			run.kernel,
			run.case,
			run.algo
		]);
		const known = worst.get(key);
		if (known === void 0 || rank(run) > rank(known)) worst.set(key, run);
	}
	return [...worst.values()];
}
/** Returns the largest error of the outputs; undefined if none is known. */
function largestOf({ outputs }, error) {
	const known = outputs.flatMap((output) => output[error] ?? []);
	return known.length === 0 ? void 0 : Math.max(...known);
}
/** At this multiple of the best time, a cell of the heat map has no colour any more. */
const COLD = 2;
/** Returns a heat map for each kernel and GPU: sizes \u00d7 algos, as tables that need no script. */
function tuningSection({ kernels }) {
	return markup`<p>
      The time of each algo \u00f7 that of the best, for the sizes of a call. The stronger the colour,
      the faster; from ${COLD.toFixed(2)} on, there is none. \u2713 marks the algo that the package
      chooses.
    </p>
    <div class="heat-maps">
      ${kernels.flatMap((kernel, number) => kernel.tuned.map((measured) => heatMap(kernel, number, measured)))}
    </div>
`;
}
function heatMap({ name, algos }, number, { device, capability, unmeasured, sizes }) {
	const names = [...new Set(sizes.flatMap(({ values }) => Object.keys(values)))];
	const caption = `Times of the algos of ${name} on ${device}, relative to the best`;
	return markup`<div data-kernel="${name}">
    <h3>
      <a href="#kernel-${number}">${name}</a>
      <span class="note">on ${device}, compute capability ${capability}</span>
    </h3>
    ${unmeasured.map((text) => markup`<p class="note">Not measured: ${text}. Its algo is the one that spills least, and then the one with the highest occupancy.</p>`)}
    <div class="scroll" role="region" aria-label="${caption}" tabindex="0">
      <table class="heat">
        <caption class="unseen">${caption}</caption>
        <thead>
          <tr>
            ${names.map((size) => markup`<th scope="col" class="n">${size}</th>`)}
            <th scope="col" class="n">Best <small>\u00b5s</small></th>
            ${algos.map((constants, algo) => markup`<th scope="col" class="n" title="${constants}">Algo ${algo}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${sizes.map((size) => heatRow(names, algos.length, size))}
        </tbody>
      </table>
    </div>
  </div>
`;
}
function heatRow(names, algos, { values, times, chosen }) {
	const best = times.reduce((least, time) => Math.min(least, time ?? Infinity), Infinity);
	return markup`<tr>${names.map((name) => markup`<th scope="row" class="n">${values[name] ?? "\u2013"}</th>`)}<td class="n">${Number.isFinite(best) ? threeDigits(best) : "\u2013"}</td>${Array.from({ length: algos }, (_, algo) => heatCell(times[algo], best, algo === chosen))}</tr>
`;
}
function heatCell(time, best, isChosen) {
	const mark = isChosen ? markup`<span class="mark" aria-hidden="true">\u2713 </span><span class="unseen">chosen: </span>` : "";
	if (time === null || time === void 0) return markup`<td class="n${isChosen ? " chosen" : ""}">${mark}${"\u2013"}</td>`;
	const ratio = time / best;
	const warmth = Math.max(0, 1 - Math.log(ratio) / Math.log(COLD));
	return markup`<td class="n heat-cell${isChosen ? " chosen" : ""}" style="--v:${Math.round(100 * warmth)}%">${mark}${ratio.toFixed(2)}</td>`;
}
/** Returns a roofline and a table of the runs on each GPU. */
function benchSection({ bench }) {
	return markup`${bench.map(benchDevice)}`;
}
const BENCH_COLUMNS = [
	textColumn("kernel", "Kernel", ({ kernel }) => kernel),
	textColumn("case", "Case", (run) => run.case),
	numberColumn("algo", "Algo", ({ algo }) => algo),
	numberColumn("time", "Time|\u00b5s", ({ microseconds }) => microseconds === void 0 ? "failed" : threeDigits(microseconds)),
	numberColumn("bandwidth", "Memory|GB/s", ({ gigabytesPerSecond }) => threeDigits(gigabytesPerSecond)),
	numberColumn("rate", "Compute|TFLOP/s", ({ teraflops }) => threeDigits(teraflops)),
	numberColumn("intensity", "Intensity|FLOP/byte", (run) => threeDigits(intensityOf(run))),
	numberColumn("jit", "\u00f7 JIT|time", ({ jit }) => jit?.toFixed(2)),
	numberColumn("torch", "\u00f7 PyTorch|time", ({ torch }) => torch?.toFixed(2))
];
const PEAK_COLUMNS = [
	textColumn("what", "Published peak", ({ name }) => name),
	numberColumn("value", "Rate", ({ rate }) => threeDigits(rate)),
	textColumn("unit", "Unit", ({ unit }) => unit)
];
function benchDevice({ device, peaks, runs }, index) {
	return markup`${deviceHeading(device)}${rooflineOf(runs, peaks, index)}
    <p>
      \u00f7 JIT and \u00f7 PyTorch are the time of the package \u00f7 that of the other. Below 1, the package is
      faster.
    </p>
    ${htmlTable(`bench-${index}`, `Times on ${device.name}`, BENCH_COLUMNS, runs)}`;
}
function rooflineOf(runs, peaks, index) {
	if (peaks === void 0) return [markup`<p class="empty">
        A roofline needs the published peaks of the GPU, which are unknown for this one.
      </p>
`];
	if (runs.every((run) => intensityOf(run) === void 0)) return [markup`<p class="empty">
        A roofline needs <code>flops:</code> and <code>bytes:</code> in the
        <code>smoke:</code> section of a kernel.
      </p>
`];
	const rates = [{
		name: "Memory",
		rate: peaks.bandwidth / 1e9,
		unit: "GB/s"
	}, ...Object.entries(peaks.matrix).map(([element, rate]) => ({
		name: `Matrix product, ${element}`,
		rate: rate / 0xe8d4a51000,
		unit: "TFLOP/s"
	}))];
	return [
		chartOf("roofline", `bench-${index}`, "Roofline: the best algo of each case, and the published peaks of the GPU"),
		...peaks.source === void 0 ? [] : [markup`<p>Source: ${peaks.source}</p>
`],
		htmlTable(`peaks-${index}`, "Published peaks of the GPU", PEAK_COLUMNS, rates)
	];
}
/** Operations for each byte of memory. */
function intensityOf({ teraflops, gigabytesPerSecond }) {
	if (teraflops === void 0 || gigabytesPerSecond === void 0 || gigabytesPerSecond === 0) return void 0;
	return teraflops * 0xe8d4a51000 / (gigabytesPerSecond * 1e9);
}
// \0@oxc-project+runtime@0.156.0/helpers/esm/taggedTemplateLiteral.js
function _taggedTemplateLiteral(e, t) {
	return t || (t = e.slice(0)), Object.freeze(Object.defineProperties(e, { raw: { value: Object.freeze(t) } }));
}
// src/report/page.ts
var _templateObject;
/**
* Returns the report as one HTML file that loads nothing. All tables are in the text. The script
* sorts and filters them and draws charts from them.
*/
function htmlReport(report, code) {
	const script = code.script.replaceAll(/<(?=\/script|!--|script)/gi, String.raw`\x3C`);
	const style = code.style.replaceAll("</", String.raw`<\/`);
	const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'`;
	const rows = reportRows(report);
	const sections = sectionsOf(report, rows);
	const { package: name, version, origin } = report;
	return markup(_templateObject || (_templateObject = _taggedTemplateLiteral([
		"<!doctype html>\n    <html lang=\"en\">\n      <head>\n        <meta charset=\"utf-8\">\n        <meta http-equiv=\"Content-Security-Policy\" content=\"",
		"\">\n        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n        <meta name=\"color-scheme\" content=\"light dark\">\n        <meta name=\"generator\" content=\"",
		"\">\n        <title>",
		" ",
		"",
		": report</title>\n        <link rel=\"icon\" href=\"data:,\">\n        <style>",
		"</style>\n      </head>\n      <body>\n        <a class=\"skip\" href=\"#kernels\">Skip to the kernels</a>\n        ",
		"\n        <main>\n          ",
		"",
		"",
		"\n        </main>\n        <footer>Written by triton-aot ",
		". <code>report.json</code> has the same data for programs.</footer>\n        <script>",
		"<\/script>\n      </body>\n    </html>\n"
	])), policy, report.generator, name, version, origin?.commit === void 0 ? "" : ` (${origin.commit.slice(0, 7)})`, { html: style }, headerOf(report, sections), errorsOf(report), filterOf(rows), sections.map(({ id, title, content }) => markup`<section id="${id}" aria-labelledby="${id}-title">
                <h2 id="${id}-title">${title}</h2>
                ${content}
              </section>
`), report.generator, { html: script }).html;
}
/** With fewer kernels, the table of kernels says the same as charts of it. */
const FEWEST_CHARTED = 3;
/** Returns the sections with data, and what was not measured. */
function sectionsOf(report, rows) {
	const { kernels, difference, smoke, bench } = report;
	const missing = missingMeasurements(report);
	return [
		{
			id: "kernels",
			title: "Kernels",
			content: kernelTable(rows)
		},
		{
			id: "changes",
			title: "What changed",
			content: difference && changesSection(difference)
		},
		{
			id: "cost",
			title: "Size and compile time",
			content: kernels.length >= FEWEST_CHARTED && markup`${chartOf("size", "kernels", "KiB of all cubins, by kernel and target")}${chartOf("seconds", "kernels", "Seconds of CPU time to compile, by kernel and target")}`
		},
		{
			id: "variants",
			title: "Variants",
			content: kernelDetails(report)
		},
		{
			id: "smoke",
			title: "Smoke test",
			content: smoke.length > 0 && smokeSection(report)
		},
		{
			id: "tuning",
			title: "Tuning",
			content: isTuned(report) && tuningSection(report)
		},
		{
			id: "bench",
			title: "Benchmark",
			content: bench.length > 0 && benchSection(report)
		},
		{
			id: "missing",
			title: "Not measured yet",
			content: missing.length > 0 && missingSection(missing)
		}
	].flatMap(({ content, ...rest }) => content ? [{
		...rest,
		content
	}] : []);
}
function isTuned({ kernels }) {
	return kernels.some(({ tuned }) => tuned.length > 0);
}
/** Returns what can still be measured, and how. Without a package, there is nothing to measure. */
function missingMeasurements(report) {
	const { kernels, difference, smoke, bench, errors } = report;
	if (errors.length > 0) return [];
	return [
		{
			title: "Smoke test",
			isMissing: smoke.length === 0,
			command: "triton-aot smoke --package aot --report FOLDER",
			effect: "runs each case on a GPU and checks its outputs. --emulate needs no GPU."
		},
		{
			title: "Tuning",
			isMissing: !isTuned(report) && kernels.some(({ algos }) => algos.length > 1),
			command: "triton-aot tune --package aot",
			effect: "times all algos on a GPU. The next build chooses by these times."
		},
		{
			title: "Benchmark",
			isMissing: bench.length === 0,
			command: "triton-aot bench --package aot --jit --report FOLDER",
			effect: "compares the kernels with Triton's JIT, PyTorch and the peaks of the GPU."
		},
		{
			title: "What changed",
			isMissing: difference === void 0,
			command: "triton-aot build --baseline PACKAGE",
			effect: "compares the build with another package."
		}
	].filter(({ isMissing }) => isMissing);
}
function missingSection(missing) {
	return markup`<dl class="missing">
      ${missing.map(({ title, command, effect }) => markup`<div>
            <dt>${title}</dt>
            <dd><code>${command}</code> ${effect}</dd>
          </div>
`)}
    </dl>
    <p class="note">FOLDER is the folder of this page.</p>
`;
}
function headerOf(report, sections) {
	const { totals, triton, ptxas } = report;
	const tiles = [
		[
			"Variants",
			String(totals.variants),
			`${plural(report.kernels.length, "kernel")}, ${plural(targetCount(report), "target")}`
		],
		[
			"Compiled",
			String(totals.built),
			totals.failed === 0 ? `${totals.cached} from the store` : `${totals.failed} failed`
		],
		[
			"Build time",
			durationText(totals.seconds),
			`${durationText(totals.cpuSeconds)} of CPU time to compile`
		],
		...totals.savedSeconds > 0 ? [[
			"Saved by the store",
			durationText(totals.savedSeconds),
			"of CPU time to compile"
		]] : [],
		[
			"Size",
			sizeText(totals.size),
			"all cubins"
		],
		...smokeTile(report)
	];
	return markup`<header>
    <h1>${report.package} <span class="version">${report.version}</span></h1>
    <p class="made">${originLine(report)}Triton ${triton}${ptxas.length === 0 ? "" : `, ptxas ${ptxas.join(", ")}`}</p>
    <dl class="totals">
      ${tiles.map(([title, value, note]) => markup`<div>
            <dt>${title}</dt>
            <dd>${value} <small>${note}</small></dd>
          </div>
`)}
    </dl>
    <nav aria-label="Sections">
      ${sections.map(({ id, title }) => markup`<a href="#${id}">${title}</a> `)}
    </nav>
  </header>`;
}
/** Returns when the package was built and from what, for the line with the versions. */
function originLine({ origin }) {
	if (origin === void 0) return "";
	const { time, commit, commitUrl, runUrl } = origin;
	const short = commit && markup`<code>${commit.slice(0, 7)}</code>`;
	return [
		...short === void 0 || short === "" ? [] : [markup`Commit ${linked(commitUrl, short)} \u00b7 `],
		...runUrl === void 0 ? [] : [markup`${linked(runUrl, markup`workflow run`)} \u00b7 `],
		markup`<time datetime="${time}">${time.slice(0, 16).replace("T", " ")} UTC</time> \u00b7 `
	];
}
function linked(address, text) {
	return address === void 0 ? text : markup`<a href="${address}">${text}</a>`;
}
function smokeTile({ smoke }) {
	if (smoke.length === 0) return [[
		"Smoke test",
		"not run",
		"no GPU was used"
	]];
	const passed = smoke.reduce((sum, each) => sum + each.passed, 0);
	const failed = smoke.reduce((sum, each) => sum + each.failed, 0);
	const on = smoke.length === 1 ? `on ${smoke[0]?.device.name}` : `on ${smoke.length} GPUs`;
	return [[
		"Smoke test",
		failed === 0 ? "passed" : `${failed} failed`,
		`${passed} passed, ${on}`
	]];
}
function targetCount({ kernels }) {
	return new Set(kernels.flatMap(({ targets }) => targets)).size;
}
function errorsOf({ errors }) {
	if (errors.length === 0) return markup``;
	return markup`<section class="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">${errors.length === 1 ? "An error" : `${errors.length} errors`}</h2>
    ${errors.map(({ message, place }) => markup`<div>
          ${place === void 0 ? "" : markup`<p><code>${place}</code></p>`}
          <pre tabindex="0">${message}</pre>
        </div>
`)}
  </section>
`;
}
/** A table with fewer rows needs no filter. */
const FEWEST_FILTERED = 8;
/** The script shows the form. */
function filterOf(rows) {
	if (rows.length < FEWEST_FILTERED) return markup``;
	return markup`<form class="filter" role="search" aria-label="Filter the tables" hidden>
    <label>Kernel <input type="search" name="kernel" autocomplete="off" spellcheck="false" placeholder="part of a name"></label>
    <label>Target <select name="target"><option value="">all</option>${[...new Set(rows.map(({ target }) => target))].map(optionOf)}</select></label>
    <label>Status <select name="status"><option value="">all</option>${[
		"built",
		"cached",
		"failed"
	].map(optionOf)}</select></label>
    <output></output>
  </form>
`;
}
function optionOf(value) {
	return markup`<option>${value}</option>`;
}
// src/report/files.ts
/** GitHub renders files up to this size, in bytes. */
const MARKDOWN_BYTES = 524288;
/**
* Writes the report's files to a folder.
* @throws {Failure} `environment` if they cannot be written.
*/
async function writeReport(folder, report) {
	const rest = `See ${REPORT_FILES.html}.`;
	const texts = {
		[REPORT_FILES.json]: `${JSON.stringify(report)}\n`,
		[REPORT_FILES.markdown]: reportMarkdown(report, {
			bytes: MARKDOWN_BYTES,
			rest
		}),
		[REPORT_FILES.html]: htmlReport(report, await readPageCode())
	};
	try {
		await makeFolder(folder);
		for (const [name, text] of Object.entries(texts)) await writeAtomically(join(folder, name), (fresh) => writeFile(fresh, text));
	} catch (error) {
		const message = `cannot write the report: ${reasonOf$1(error)}`;
		throw new Failure("environment", {
			message,
			place: { file: folder }
		}, { cause: error });
	}
}
/**
* Changes the report in a folder, with what the packages prove now.
* @param packages the folders of packages whose evidence counts
* @throws {Failure} `usage` if there is no report, `environment` if it cannot be written.
*/
async function updateReport(folder, packages, change) {
	const old = await readReport(folder);
	if (old === void 0) throw new Failure("usage", {
		message: "there is no report here",
		place: { file: folder },
		hint: "Build with `--report` and this folder first."
	});
	const report = change(await withEvidence(old, packages));
	await writeReport(folder, report);
	return report;
}
/**
* Changes the report in the folder of a package, if there is one. Returns the absolute path of the page
* for people; empty if there is no report.
* @throws as `updateReport`.
*/
async function updateReportOf(folder, change) {
	if (!existsSync(join(folder, REPORT_FILES.json))) return "";
	await updateReport(folder, [folder], change);
	return resolve(folder, REPORT_FILES.html);
}
/**
* Reads the report in a folder; undefined if there is none.
* @throws {Failure} `usage` if it is not a report of this version.
*/
async function readReport(folder) {
	const file = join(folder, REPORT_FILES.json);
	const text = (await readIfExists(file))?.toString();
	if (text === void 0) return void 0;
	const parsed = reportSchema.safeParse(tryParseJson(text));
	if (parsed.success) return parsed.data;
	throw new Failure("usage", {
		message: "this is not a report of this version of triton-aot",
		place: { file },
		hint: "Build with `--report` again, or delete the file."
	});
}
/** Reads the script and style of every page. Only a run that writes a page needs it. */
async function readPageCode() {
	const [script, style] = await Promise.all([readFile(PAGE_FILES.script, "utf8"), readFile(PAGE_FILES.style, "utf8")]);
	return {
		script,
		style
	};
}
// src/prove/smoke/request.ts
/** Returns the command that tests only one kernel, or only one case of it with one algo. */
function rerunCommand(settings, kernel, run) {
	return [
		"triton-aot",
		"smoke",
		"--package",
		settings.package,
		"--only",
		kernel,
		...run === void 0 ? [] : [
			"--case",
			String(run.index),
			"--algo",
			String(run.algo)
		],
		...settings.sanitize ? ["--sanitize"] : [],
		...settings.emulate === void 0 ? [] : ["--emulate"],
		...settings.emulate?.target === void 0 ? [] : ["--target", settings.emulate.target]
	].map(shellQuote).join(" ");
}
// src/package/cases.ts
/** Reads a package with its test cases. @throws as `readPackage`. */
async function readSmokePackage(folder) {
	return {
		...await readPackage(folder),
		cases: await readCases(folder)
	};
}
async function readCases(folder) {
	const file = join(folder, CASES_FILE);
	const text = (await readIfExists(file))?.toString();
	return text === void 0 ? [] : parseDocument$1(text, file, casesSchema, 1).kernels;
}
// src/prove/emulate/code.ts
/**
* Writes the PTX of a package's variants, all or those for a target, to a folder: `SHA256.ptx` is that of the cubin with
* this hash. It is in the store of the build. Returns this hash for each hash of a variant.
* @throws {Failure} `usage` if the store lacks any.
*/
async function writeCode({ manifest, folder: place }, kernels, target, store, folder) {
	await makeFolder(folder);
	const hashes = manifest.kernels.filter(({ name }) => kernels.includes(name)).flatMap(({ variants }) => variants.flatMap((variant) => variant.target === (target?.name ?? variant.target) ? [variant.hash] : []));
	const found = await loadEntries(store.kernels, hashes);
	const missing = [...new Set(hashes)].filter((hash) => found.get(hash)?.packedPtx === void 0);
	if (missing.length > 0) throw new Failure("usage", {
		message: `the store has no PTX of ${missing.length} of the ${new Set(hashes).size} variants`,
		place: { file: place },
		hint: `The emulation executes the PTX that the build has kept in the store ${store.directory}. Build the package on this machine first, or name the store of its build with --store.`
	});
	const names = /* @__PURE__ */ new Map();
	for (const [hash, { cubin, packedPtx = /* @__PURE__ */ new Uint8Array() }] of found) {
		const name = sha256(cubin);
		names.set(hash, name);
		await writeFile(join(folder, `${name}.ptx`), currentLines(packedPtx, manifest));
	}
	return names;
}
/** Reads the PTX in a folder as the emulator does. `names` has the names of the files, by the hashes of variants. */
async function findUnknown(python, folder, names, context) {
	const { code, stdout, stderr } = await run([
		python,
		"-B",
		"-E",
		"-s",
		"-m",
		"aot_emulate",
		"decode",
		folder
	], {
		...context,
		cwd: join(EMULATE_FOLDER, "python")
	});
	if (code !== 0) throw new Error(`the emulator cannot read PTX: ${stderr}`);
	const unknown = record(string(), string()).parse(JSON.parse(stdout));
	return ({ hash }) => unknown[names.get(hash) ?? ""];
}
/**
* Returns the PTX. If a source has changed since it was compiled, such as by a comment, its lines may be
* others: then the name of the file says so.
*/
function currentLines(packed, { sources = [] }) {
	const hashes = new Map(sources.map(({ path, sha256: hash }) => [path, hash]));
	let text = Buffer.from(unzlibSync(packed)).toString();
	for (const [, hash, path = ""] of text.matchAll(/^\/\/ source (\w+) (.*)$/gm)) {
		if (hashes.get(path) === hash) continue;
		const name = basename(path);
		text = text.replaceAll(/^\s*\.file\s.*$/gm, (line) => line.replace(`${name}"`, `${name} as it was compiled"`));
	}
	return text;
}
// src/prove/emulate/device.ts
const FLAGS = [
	"-std=c++17",
	"-O1",
	"-fPIC",
	"-fvisibility=hidden",
	"-pthread",
	"-shared"
];
/**
* Compiles the `libcuda.so.1` that executes PTX. Returns its folder.
* @throws {Failure} `environment` if the compiler fails.
*/
async function buildEmulator({ compilers, folder }, context) {
	const library = join(folder, "emulator");
	await makeFolder(library);
	const problems = await runCompiler({
		argv: [
			...compilers.cxx,
			...FLAGS,
			`-I${join(HARNESS_FOLDER, "cuda")}`,
			join(EMULATE_FOLDER, "driver/emulator.cpp"),
			"-Wl,-soname,libcuda.so.1",
			"-o",
			join(library, "libcuda.so.1")
		],
		label: "emulator.cpp",
		blame: "environment"
	}, context);
	if (problems.length > 0) throw new Failure("environment", problems);
	return library;
}
/** Returns the device that executes the PTX of a target. */
function emulatedDevice(target, { library, python, code, limit }, environment) {
	const { LD_LIBRARY_PATH: others = "", ...env } = testEnvironment(environment, []);
	return {
		emulated: target,
		device: asProbed(target),
		driver: 13e3,
		second: void 0,
		note: void 0,
		env: {
			...env,
			LD_LIBRARY_PATH: [library, ...others === "" ? [] : [others]].join(delimiter),
			TRITON_AOT_EMULATE_DEVICE: `${target.arch} ${launchLimits(target).sharedBytes}`,
			TRITON_AOT_EMULATE_PYTHON: python,
			TRITON_AOT_EMULATE_FOLDER: join(EMULATE_FOLDER, "python"),
			TRITON_AOT_EMULATE_CODE: code,
			TRITON_AOT_EMULATE_LIMIT: String(limit),
			OPENBLAS_NUM_THREADS: "1",
			OMP_NUM_THREADS: "1"
		}
	};
}
/** Describes the device as the probe describes a GPU. */
function asProbed(target) {
	return {
		ordinal: 0,
		name: "PTX emulator",
		uuid: "GPU-00000000-0000-0000-0000-000000000000",
		...capabilityOf(target),
		multiprocessors: 0,
		memoryTotal: 0,
		memoryFree: null,
		utilisation: null
	};
}
const cannotTellSchema = object({
	message: string(),
	/** How many of the blocks ended before the launch was ended, and after how long. */
	done: number().optional(),
	blocks: number().optional(),
	seconds: number().optional()
});
/** Reads the launches that a program's emulator has recorded in a file, a line of JSON for each. */
async function readCannotTell(file) {
	return ((await readIfExists(file))?.toString() ?? "").split("\n").filter((line) => line !== "").map((line) => cannotTellSchema.parse(JSON.parse(line)));
}
// src/prove/emulate/target.ts
/**
* Returns the target whose PTX is executed for a kernel. By default it is the one with the fewest
* variants that the emulator does not know: of several the first from Ampere on, else the newest before.
*/
function emulatedTarget(kernel, wanted, unknownOf) {
	if (wanted !== void 0) return wanted;
	const [first] = targetsOf(kernel).map((target) => {
		return {
			target,
			unknown: kernel.variants.filter((variant) => variant.target === target.name).filter((variant) => unknownOf(variant) !== void 0).length,
			arch: target.arch >= 80 ? target.arch : 1e3 - target.arch
		};
	}).toSorted((a, b) => a.unknown - b.unknown || a.arch - b.arch);
	if (first === void 0) throw new Error(`${kernel.name} has code for no target`);
	return first.target;
}
/**
* Parses the target that a request names.
* @throws {Failure} `usage` if none of the kernels has code for it.
*/
function wantedTarget(kernels, text) {
	const known = new Set(kernels.flatMap(targetsOf).map(({ name }) => name));
	const target = parseTarget(text);
	if (target !== void 0 && known.has(target.name)) return target;
	throw new Failure("usage", {
		message: `no selected kernel has code for ${text}`,
		hint: `The selected kernels have code for ${[...known].join(", ")}.`
	});
}
// src/prove/harness/harness-source.ts
/**
* Returns the package-specific C++ file of the harness: a table of the kernels, with a uniform call
* of each.
*/
function writeGlue(packageName, kernels) {
	return `#include "smoke.hpp"

#include <${packageName}.h>

namespace smoke {

${kernels.map(writeKernel).join("\n\n")}

const std::vector<Kernel> kernels = {
${kernels.map(writeEntry).join("\n")}
};

}  // namespace smoke
`;
}
/** True if any kernel takes a tensor. The harness then needs the tensor type of the package. */
function takesTensors(kernels) {
	return kernels.some((kernel) => parametersOf(kernel).some(({ type }) => type.includes("<")));
}
/** The parameters between the stream and the algo id, in C's order. */
function parametersOf({ parameters, gridParameters }) {
	return [...parameters, ...gridParameters];
}
function writeKernel(kernel, index) {
	const parameters = parametersOf(kernel);
	const values = parameters.map(({ type }, at) => writeValue(type, `v[${at}]`));
	const unused = parameters.length === 0 ? "" : " v";
	const table = parameters.map(({ name, type }) => `    {${JSON.stringify(name)}, ${JSON.stringify(type)}},`);
	return `static CUresult call_${index}(CUstream stream, const Value *${unused}, int algo) {
  return ${kernel.name}(${[
		"stream",
		...values,
		"algo"
	].join(", ")});
}
static const std::vector<Parameter> parameters_${index} = {
${table.join("\n")}
};${writeChooser(kernel, index)}`;
}
/** Asks for the chosen algo by the integers of a call. Empty if the kernel was not measured. */
function writeChooser(kernel, index) {
	if (kernel.choice === void 0) return "";
	const values = parametersOf(kernel).flatMap(({ type }, at) => {
		const parsed = parseArgumentType(type);
		return parsed !== void 0 && isInteger(parsed) ? [writeValue(type, `v[${at}]`)] : [];
	});
	return `
static int choose_${index}(CUstream stream, const Value *${values.length === 0 ? "" : " v"}) {
  return ${kernel.name}_choose(${["stream", ...values].join(", ")});
}`;
}
function writeEntry({ name, choice, variants }, index) {
	const hasPtx = variants.some(({ ptx }) => ptx !== void 0);
	const chooser = choice === void 0 ? void 0 : `&choose_${index}`;
	return `    {"${name}", &call_${index}, &${name}_get_num_algos, &load_${name}, &unload_${name}, parameters_${index}${(hasPtx ? [chooser ?? "nullptr", `&${name}_ptx_log`] : [chooser ?? []].flat()).map((each) => `, ${each}`).join("")}},`;
}
function writeValue(typeText, value) {
	const type = parseArgumentType(typeText);
	if (type === void 0) throw new Error(`unknown type: ${typeText}`);
	switch (type.kind) {
		case "pointer": return `${value}.pointer`;
		case "tensor": return `&${value}.tensor`;
		case "scalar": {
			const { scalar } = type;
			if (scalar === "fp16" || scalar === "bf16") return `${value}.half_bits(${scalar})`;
			const c = cTypeOf(type);
			return c === "float" || c === "double" ? `${value}.real<${c}>()` : `${value}.integer<${c}>()`;
		}
	}
}
/** CUDA_ERROR_STUB_LIBRARY. */
const STUB_ERROR = 34;
/**
* Returns C for a library with every driver function that the object files use. The test is linked
* with this stub, so that it can be built without a driver. The stub is never loaded.
*/
async function writeDriverStub(objects) {
	const names = /* @__PURE__ */ new Set();
	for (const object of objects) {
		const { symbols } = readElf(await readFile(object));
		for (const { name } of symbols) if (/^cu[A-Z]\w*$/.test(name)) names.add(name);
	}
	return `/* A stub of the CUDA driver, for linking only. */\n${[...names].toSorted().map((name) => `int ${name}(void) { return ${STUB_ERROR}; }\n`).join("")}`;
}
// src/prove/harness/compile-units.ts
/** Creates the folders that units are compiled to. */
async function makeFolders({ folder }) {
	await Promise.all(["objects", "stub"].map((name) => makeFolder(join(folder, name))));
}
/** The units of a package's kernels, by name, compiled as programs compile a package. */
function packageUnits({ folder }, kernels, settings, flags = []) {
	return kernels.map((name) => compileUnit(join(folder, "src", `${name}.c`), "package", [
		...includes(folder, settings),
		"-O2",
		...flags
	], settings));
}
/** The compiler's options for the headers of a package and of CUDA. */
function includes(folder, { cudaInclude }) {
	return [join(folder, "include"), ...cudaInclude === void 0 ? [] : [cudaInclude]].map((path) => `-I${path}`);
}
/** Builds a library with every driver function that the objects use, for linking only. */
async function buildStub(units, settings, context) {
	const source = join(settings.folder, "stub", "driver.c");
	await writeFile(source, await writeDriverStub(units.map(({ object }) => object)));
	const object = join(settings.folder, "stub", "libcuda.so.1");
	const flags = [
		"-shared",
		"-fPIC",
		"-Wl,-soname,libcuda.so.1"
	];
	await compileUnits([{
		argv: [
			...settings.compilers.c,
			...flags,
			source,
			"-o",
			object
		],
		object,
		label: "libcuda.so.1",
		blame: "environment"
	}], settings, context);
	return object;
}
/** The unit that compiles a C or C++ source. `group` makes the name of the object file unique. */
function compileUnit(source, group, flags, { compilers, folder }) {
	const isC = extname(source) === ".c";
	const object = join(folder, "objects", `${group}_${basename(source, extname(source))}.o`);
	const language = isC ? [...compilers.c, "-std=gnu11"] : [...compilers.cxx, "-std=c++17"];
	const options = [
		"-O1",
		"-fPIC",
		"-pthread",
		...flags
	];
	return {
		argv: [
			...language,
			...options,
			"-c",
			source,
			"-o",
			object
		],
		object,
		label: basename(source),
		blame: "environment"
	};
}
/**
* Runs the compilers of all units, `jobs` at a time.
* @throws {Failure} with the problems of all units that do not compile.
*/
async function compileUnits(units, { jobs }, context) {
	let done = 0;
	const failed = (await mapConcurrently(units, Math.max(1, jobs), async (unit) => {
		const problems = await runCompiler(unit, context);
		done += 1;
		context.log.progress(done, units.length, unit.label);
		return {
			blame: unit.blame,
			problems
		};
	})).filter(({ problems }) => problems.length > 0);
	if (failed.length === 0) return;
	throw new Failure(failed.some(({ blame }) => blame === "environment") ? "environment" : "smoke", failed.flatMap(({ problems }) => problems));
}
// src/prove/harness/build-harness.ts
/** The source of the harness, apart from the glue. */
const HARNESS_SOURCE = join(HARNESS_FOLDER, "harness.cpp");
/**
* Compiles the package, the harness and the users' own tests, and links them with a stub of the
* driver.
* @throws {Failure} `environment` if the package or the harness does not compile, `smoke` if a
* user's test does not.
*/
async function buildTestPrograms(pkg, contents, settings, context) {
	const { folder } = settings;
	await makeFolders(settings);
	const sources = packageUnits(pkg, contents.compiled, settings);
	const harness = await harnessUnits(pkg, contents.called, settings);
	const tests = ownTestUnits(pkg, contents, settings);
	const units = [
		...sources,
		...harness,
		...tests.values()
	];
	await compileUnits(units, settings, context);
	const stub = await buildStub(units, settings, context);
	const link = (name, own, blame) => {
		const object = join(folder, name);
		const objects = [...own, ...sources].map((unit) => unit.object);
		return {
			argv: [
				...settings.compilers.cxx,
				...objects,
				stub,
				"-pthread",
				"-ldl",
				"-o",
				object
			],
			object,
			label: name,
			blame
		};
	};
	const program = harness.length === 0 ? [] : [link("smoke_test", harness, "environment")];
	const ownTests = [...tests].map(([kernel, unit]) => [kernel, link(`test_${kernel}`, [unit], "smoke")]);
	await compileUnits([...program, ...ownTests.map(([, unit]) => unit)], settings, context);
	return {
		harness: program[0]?.object,
		ownTests: new Map(ownTests.map(([kernel, { object }]) => [kernel, object]))
	};
}
async function harnessUnits({ folder, manifest }, kernels, settings) {
	if (kernels.length === 0) return [];
	const glue = join(settings.folder, "glue.cpp");
	await writeFile(glue, writeGlue(manifest.package, kernels));
	const flags = [
		...includes(folder, settings),
		`-I${HARNESS_FOLDER}`,
		...takesTensors(kernels) ? [`-DAOT_SMOKE_TENSORS="${manifest.package}/aot_tensor.h"`] : []
	];
	return [glue, HARNESS_SOURCE].map((source) => compileUnit(source, "harness", flags, settings));
}
function ownTestUnits({ folder }, { ownTests }, settings) {
	return new Map([...ownTests].map(([name, main]) => {
		return [name, {
			...compileUnit(join(folder, TESTS_FOLDER, name, main), `own_${name}`, includes(folder, settings), settings),
			blame: "smoke"
		}];
	}));
}
// src/prove/smoke/result.ts
/** `matmul_fp16 [algo 1, specialisation 0, M=257]`, or with the name of a check. */
function titleOf(result) {
	if ("check" in result) return `${result.kernel} [check ${result.check}]`;
	const { kernel, algo, specialisation } = result;
	return `${kernel} [algo ${algo}, specialisation ${specialisation}, ${result.case}]`;
}
/** True if a run or check fails only because the emulator does not know an instruction. */
function isUnsupported({ problems }) {
	return problems.length > 0 && problems.every(({ kind }) => kind === "unsupported");
}
/** The title of a failed run or check, and all its problems. */
function failureText(result) {
	return `${titleOf(result)}: ${result.problems.map(({ message }) => message).join("; ")}`;
}
/**
* Returns the command of compute-sanitizer, to be put before the command of a test program.
* @throws {Failure} `environment` if the machine has no compute-sanitizer.
*/
async function findSanitizer(env) {
	const names = ["compute-sanitizer", ...[
		env["CUDA_HOME"],
		env["CUDA_PATH"],
		"/usr/local/cuda"
	].flatMap((folder) => folder === void 0 || folder === "" ? [] : [join(folder, "bin", "compute-sanitizer")])];
	for (const name of names) {
		const found = await findExecutable(name, env);
		if (found !== void 0) return [found, ...OPTIONS];
	}
	throw new Failure("environment", {
		message: "compute-sanitizer not found on PATH, in CUDA_HOME, CUDA_PATH or /usr/local/cuda",
		hint: "Install it (Debian and Ubuntu: package cuda-sanitizer of the CUDA repository), or omit --sanitize."
	});
}
const OPTIONS = [
	"--tool",
	"memcheck",
	"--error-exitcode",
	String(99),
	"--target-processes",
	"all",
	"--report-api-errors",
	"no"
];
/** True if a line of output is the sanitizer's. */
function isSanitizerLine(line) {
	return line.startsWith("=========");
}
/** Lines of a report in a message. */
const SHOWN = 6;
/** Returns the first error report in the sanitizer's lines; undefined if there is none. */
function sanitizerProblem(lines) {
	const texts = lines.map((line) => line.replace(/^=+ ?/, ""));
	const first = texts.findIndex((text) => text.trim() !== "" && !/^(COMPUTE-SANITIZER|ERROR SUMMARY)/.test(text));
	if (first < 0) return void 0;
	const report = texts.slice(first, first + SHOWN).filter((text) => text.trim() !== "");
	const [title = ""] = report;
	return {
		kind: /^Invalid|out.of.bounds/i.test(title) ? "out-of-bounds" : "execution",
		message: `compute-sanitizer: ${report.join("\n")}`
	};
}
// src/prove/harness/run-tasks.ts
function runKey(id) {
	return `run ${id}`;
}
function checkKey(name) {
	return `check ${name}`;
}
/**
* Runs the tasks in as few processes as possible. If a process crashes, hangs or gives up, the
* remaining tasks run in a new process. No task is started twice, so this terminates whatever the
* kernel does.
*/
async function runTasks(tasks, settings) {
	const outcomes = /* @__PURE__ */ new Map();
	const settle = (task, outcome) => {
		outcomes.set(task, outcome);
		settings.onOutcome?.(task, outcome);
	};
	let timeouts = 0;
	for (;;) {
		const remaining = tasks.filter((task) => !outcomes.has(task));
		if (remaining.length === 0) return outcomes;
		const before = outcomes.size;
		const { failed, problem } = await runInOneProcess(remaining, settings, settle);
		if (failed !== void 0) settle(failed, failure(problem));
		if (problem.kind === "timeout") timeouts += 1;
		const isHung = timeouts >= settings.maxTimeouts;
		if (!(outcomes.size === before || isHung)) continue;
		const hung = `not run: the kernel already hung${timeouts === 1 ? "" : ` ${timeouts} times`}`;
		const why = isHung ? {
			kind: problem.kind,
			message: hung
		} : problem;
		for (const task of remaining) if (!outcomes.has(task)) settle(task, failure(why));
	}
}
async function runInOneProcess(tasks, settings, settle) {
	const file = join(settings.folder, "plan.txt");
	await writeFile(file, settings.plan(tasks));
	const waiting = new Map(tasks.map((task) => [task.key, task]));
	let current;
	let last;
	let fatal;
	let report = [];
	const flush = () => {
		if (last !== void 0) settle(last.task, withReport(last.outcome, report));
		if (last !== void 0) report = [];
		last = void 0;
	};
	const onLine = (line) => {
		if (isSanitizerLine(line)) {
			report.push(line);
			return line;
		}
		const { event, printed } = parseTestEvent(line);
		if (event === void 0) return printed;
		flush();
		if (event.event === "start") current = waiting.get(event.key);
		if (event.event === "fatal") fatal = event.message;
		const task = event.event === "done" ? waiting.get(event.key) : void 0;
		if (event.event === "done" && task !== void 0) {
			waiting.delete(event.key);
			last = {
				task,
				outcome: event.outcome
			};
			current = void 0;
		}
	};
	const { env, signal, limit } = settings;
	const exit = await runTestProgram([...settings.argv, file], {
		env,
		signal,
		limit,
		onLine
	});
	if (last !== void 0 && exit.code === 99 && report.length === 0) report.push(`exited with status 99${lastLines(exit.printed)}`);
	flush();
	const problem = exitProblem(exit, fatal, limit);
	const found = sanitizerProblem(report);
	const isSanitized = problem.kind === "crash" && found !== void 0;
	return {
		failed: current,
		problem: isSanitized ? found : problem
	};
}
function withReport(outcome, report) {
	const found = sanitizerProblem(report);
	return found === void 0 ? outcome : {
		...outcome,
		problems: [...outcome.problems, found]
	};
}
function exitProblem(exit, fatal, limit) {
	const output = lastLines(exit.printed);
	if (exit.isTimeout) return {
		kind: "timeout",
		message: `no result after ${limit / 1e3} s: the kernel hangs, or needs a longer --timeout${output}`
	};
	if (fatal !== void 0) return {
		kind: "crash",
		message: fatal
	};
	return {
		kind: "crash",
		message: `the test program ${describeExit(exit)}${output}`
	};
}
function failure(problem) {
	return {
		problems: [problem],
		outputs: [],
		microseconds: void 0,
		range: void 0
	};
}
const problemsSchema = array(object({
	kind: _enum(PROBLEM_KINDS),
	message: string()
}));
/** JSON has no NaN or infinity: the test program writes null. */
const numberSchema = number().nullish().transform((value) => value ?? void 0);
const idSchema = union([number(), string()]).transform(Number);
const outcomeFields = {
	problems: problemsSchema,
	outputs: array(object({
		name: string(),
		norm: numberSchema,
		max: numberSchema
	})).default([]),
	microseconds: numberSchema,
	/** Of steps that are only timed: the interquartile range in microseconds, the number of calls, and the SM clock. */
	range: numberSchema,
	calls: number().optional(),
	clocks: object({
		from: number(),
		to: number()
	}).optional(),
	/** Of steps that ask for it: the algo that is chosen for the call. */
	chosen: number().optional(),
	/** The first call of an algo, in microseconds from the call to its end on the GPU. */
	first: number().optional(),
	note: string().optional()
};
const eventSchema = union([
	object({ event: literal$1("device") }),
	object({ event: literal$1("end") }),
	object({
		event: literal$1("fatal"),
		message: string()
	}),
	object({
		event: literal$1("start"),
		run: idSchema
	}).transform(({ event, run }) => ({
		event,
		key: runKey(run)
	})),
	object({
		event: literal$1("start"),
		check: string()
	}).transform(({ event, check }) => ({
		event,
		key: checkKey(check)
	})),
	object({
		event: literal$1("run"),
		run: idSchema,
		...outcomeFields
	}).transform(({ event: _event, run, ...outcome }) => done(runKey(run), outcome)),
	object({
		event: literal$1("check"),
		check: string(),
		...outcomeFields
	}).transform(({ event: _event, check, ...outcome }) => done(checkKey(check), outcome))
]);
function done(key, outcome) {
	return {
		event: "done",
		key,
		outcome
	};
}
/**
* Parses a line of the test program's output. A kernel that prints may leave a line open: text
* before the event is `printed`. A line without an event is `printed` as a whole.
*/
function parseTestEvent(line) {
	const at = line.indexOf("{\"event\":");
	const event = at < 0 ? void 0 : eventSchema.safeParse(tryParseJson(line.slice(at))).data;
	return {
		event,
		printed: event === void 0 ? line : line.slice(0, at)
	};
}
// src/prove/harness/case-data.ts
/**
* Writes the inputs and expected outputs of a case to files whose paths start with `prefix`.
* Returns the lines of a plan file that describe the case.
*/
async function describeComparedCase(item, prefix, readData) {
	return describeCase(item, async (name, buffer, index) => {
		const { element, role, length, fill, expected, tolerance } = buffer;
		const input = `${prefix}_${index}.input`;
		if (fill !== void 0) await writeFile(input, physicalInput(buffer, readData));
		const lines = [`buffer ${name} ${element} ${role} ${length} ${fill === void 0 ? "poison" : input}`, axesOf(name, buffer)];
		const content = expectedBytes(buffer, readData);
		if (expected === void 0 || content === void 0) return lines;
		const file = `${prefix}_${index}.expected`;
		await writeFile(file, content);
		const { norm, rtol, atol, default: type = "-" } = tolerance;
		return [...lines, `expected ${name} ${expected.type} ${norm} ${rtol} ${atol} ${type} ${file}`];
	});
}
/**
* Elements in the file of a computed input that is only timed. A prime, so that no two rows of a
* matrix are alike.
*/
const TILE = 1048573;
/**
* Like `describeComparedCase`, for a case whose outputs are not compared. A large input with computed
* elements is a file of some of them, which the harness repeats: the buffers of such a case may be
* very large. The elements between those of the layout have values too.
*/
async function describeTimedCase(item, prefix, readData) {
	return describeCase(item, async (name, buffer, index) => {
		const { element, role, length, fill, seed } = buffer;
		const input = `${prefix}_${index}.input`;
		const axes = axesOf(name, buffer);
		if (fill === void 0) return [`buffer ${name} ${element} ${role} ${length} poison`, axes];
		if (fill.kind === "data" || length <= TILE) {
			await writeFile(input, physicalInput(buffer, readData));
			return [`buffer ${name} ${element} ${role} ${length} ${input}`, axes];
		}
		await writeFile(input, fillElements(fill, elementType(element), TILE, seed));
		return [`tiled ${name} ${element} ${role} ${length} ${input}`, axes];
	});
}
async function describeCase(item, describeBuffer) {
	const lines = [...Object.entries(item.scalars).map(([name, value]) => `scalar ${name} ${value}`), ...Object.entries(item.empty ?? {}).map(([name, value]) => `empty ${name} ${value}`)];
	for (const [index, [name, buffer]] of Object.entries(item.buffers).entries()) if (buffer === null) lines.push(`null ${name}`);
	else lines.push(...await describeBuffer(name, buffer, index));
	return lines;
}
function axesOf(name, { shape, strides }) {
	return [
		"axes",
		name,
		shape.length,
		...shape,
		...strides
	].join(" ");
}
// src/prove/measure/device.ts
/**
* Locks a GPU that kernels of a package have code for, and calls `body` with it. Afterwards, nothing
* of it is left.
* @throws {Failure} `environment` without compilers, `no-gpu` if there is no usable GPU.
*/
async function withDevice({ pkg, measured, bytes }, settings, context, body) {
	return withTools(settings.jobs, context, async (tools) => {
		const kernels = measured.map(({ kernel }) => kernel);
		const needs = deviceNeeds(pkg.manifest.ptxas, kernels, bytes);
		const lease = await leaseDevice(await context.log.group("Look for a GPU", async () => {
			const program = await buildProbe(tools, context);
			const obstacles = await deviceObstacles(program, needs, settings.device, context);
			if (obstacles.length > 0) throw new Failure("no-gpu", obstacles);
			return program;
		}), needs, {
			...settings,
			wantsSecond: false
		}, context);
		try {
			return await body({
				lease,
				tools
			});
		} finally {
			await lease.release();
		}
	});
}
/**
* Calls `body` with the machine's compilers and a folder to build in, which is removed afterwards.
* @throws {Failure} `environment` without compilers.
*/
async function withTools(jobs, context, body) {
	const folder = await makeScratch(context.scratch, "measure");
	try {
		return await body({
			compilers: await findCompilers(context.env),
			cudaInclude: await findCudaHeader(context.env),
			folder,
			jobs
		});
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/** Bytes of GPU memory for the buffers of the largest case. */
function largestCase(measured) {
	return Math.max(0, ...measured.flatMap(({ cases }) => cases.map(caseBytes)));
}
// src/prove/measure/timed-call.ts
/** The call of a case with an algo, with aligned pointers if any specialisation takes these. */
function timedCall(kernel, algo, item, capability) {
	const { run, obstacle: refusal } = alignedRun(item, algo);
	if (run === void 0) return {
		item,
		run: {
			specialisation: 0,
			offsets: {}
		},
		variant: void 0,
		obstacle: refusal
	};
	const { specialisation } = run;
	const code = codeOfRun(kernel, {
		algo,
		specialisation
	}, capability);
	const found = kernel.variants.find((each) => each.algo === algo && each.specialisation === specialisation && each.target === code?.target.name);
	const variant = found === void 0 || code === void 0 ? void 0 : {
		specialisation,
		target: code.name,
		hash: found.hash
	};
	const { major, minor } = capability;
	return {
		item,
		run,
		variant,
		obstacle: `algo ${algo} has no cubin for compute capability ${major}.${minor}`
	};
}
/**
* The run of a case with an algo, with aligned pointers if any specialisation takes these. Without a
* run, the obstacle says why.
*/
function alignedRun({ runs }, algo) {
	const [run] = runs.filter(({ algos }) => algos?.includes(algo) ?? true).toSorted((a, b) => Object.keys(a.offsets).length - Object.keys(b.offsets).length);
	return {
		run,
		obstacle: `algo ${algo} refuses the call`
	};
}
// src/prove/measure/meter.ts
const DEFAULT_TIMING = {
	milliseconds: 500,
	precision: .01,
	flush: true
};
/** Bytes of GPU memory for flushing the L2 cache: twice that of a large GPU. */
const FLUSH_BYTES = 512 * 2 ** 20;
/**
* Locks a GPU, and calls `body` with a meter that times kernels of a package on it. Afterwards,
* nothing of it is left.
* @throws {Failure} `no-gpu` if there is no usable GPU, `environment` if the package does not
* compile.
*/
async function withMeter(pkg, measured, settings, context, body) {
	return withDevice({
		pkg,
		measured,
		bytes: largestCase(measured) + FLUSH_BYTES
	}, settings, context, ({ lease, tools }) => {
		const called = measured.map(({ kernel }) => kernel);
		const contents = {
			called,
			compiled: called.map(({ name }) => name),
			ownTests: /* @__PURE__ */ new Map()
		};
		const build = () => context.log.group("Build the harness", () => buildTestPrograms(pkg, contents, tools, context));
		const { timing, timeout } = settings;
		return body(meterOn({
			pkg,
			lease,
			build,
			folder: tools.folder,
			timing,
			timeout
		}, context));
	});
}
/** Returns a meter for a GPU that is locked. */
function meterOn({ pkg, lease: { device, driver }, build, folder, timing, timeout }, { env, signal }) {
	let built;
	const run = async (tasks, plan) => {
		if (tasks.length === 0) return /* @__PURE__ */ new Map();
		built ??= build();
		const { harness = "" } = await built;
		return runTasks(tasks, {
			argv: [harness],
			env: testEnvironment(env, [device.uuid]),
			signal,
			folder,
			limit: timeout * 1e3,
			maxTimeouts: 1,
			plan
		});
	};
	const data = join(folder, "data");
	const described = /* @__PURE__ */ new Map();
	const linesOf = async (item) => {
		const known = described.get(item);
		if (known !== void 0) return known;
		await makeFolder(data);
		const lines = await describeTimedCase(item, join(data, `case${described.size}`), (file) => readFileSync(join(pkg.folder, file)));
		described.set(item, lines);
		return lines;
	};
	return {
		device: describeDevice({
			device,
			driver
		}),
		variantOf: (kernel, algo, item) => timedCall(kernel, algo, item, device).variant,
		async measure(kernel, algo, cases) {
			const calls = cases.map((item) => timedCall(kernel, algo, item, device));
			const tasks = [];
			for (const [id, { item, run: own, variant }] of calls.entries()) {
				if (variant === void 0) continue;
				const lines = await linesOf(item);
				tasks.push({
					id,
					key: runKey(id),
					lines,
					offsets: own.offsets
				});
			}
			const outcomes = await run(tasks, (remaining) => timingPlanText(kernel.name, algo, remaining, timing));
			const byId = new Map([...outcomes].map(([{ id }, outcome]) => [id, outcome]));
			return calls.map(({ item, variant, obstacle }, id) => ({
				case: item,
				algo,
				variant,
				result: resultOf(byId.get(id), obstacle)
			}));
		},
		async chosen(kernel, cases) {
			const tasks = [];
			for (const [id, item] of cases.entries()) tasks.push({
				id,
				key: runKey(id),
				lines: await linesOf(item),
				offsets: {}
			});
			const outcomes = await run(tasks, (remaining) => planText([`kernel ${kernel.name}`], remaining, ({ id }) => `choose ${id}`));
			return tasks.map((task) => outcomes.get(task)?.chosen);
		}
	};
}
function resultOf(outcome, obstacle) {
	if (outcome === void 0) return {
		kind: "fault",
		fault: {
			kind: "launch",
			message: obstacle
		}
	};
	const { problems, microseconds, range, calls, clocks, first } = outcome;
	const [fault] = problems;
	if (fault !== void 0) return {
		kind: "fault",
		fault
	};
	if (microseconds === void 0 || microseconds <= 0) return {
		kind: "fault",
		fault: {
			kind: "execution",
			message: "the call took no time"
		}
	};
	return {
		kind: "time",
		microseconds,
		range: range ?? 0,
		calls: calls ?? 0,
		clocks,
		first
	};
}
/** Returns the plan file of a process that times cases with one algo. */
function timingPlanText(kernel, algo, tasks, { milliseconds, precision, flush }) {
	return planText([`kernel ${kernel}`, `timing ${milliseconds} ${precision} ${flush ? 1 : 0}`], tasks, ({ id, offsets }) => [
		"time",
		id,
		algo,
		...Object.entries(offsets).flat()
	].join(" "));
}
function planText(head, tasks, step) {
	return `${[
		...head,
		...tasks.flatMap((task) => [
			`case ${task.id}`,
			...task.lines,
			step(task)
		]),
		"end"
	].join("\n")}\n`;
}
// src/prove/smoke/selection.ts
/** The case with the smallest buffers, used for the checks of the interface. */
function smallestCase(cases) {
	return cases.toSorted((a, b) => caseBytes(a) - caseBytes(b))[0];
}
/**
* Selects the tests that a request asks for.
* @throws {Failure} `usage` if a kernel, case or algo does not exist, `smoke` if there is nothing
* to test.
*/
function selectTests(pkg, request) {
	const kernels = selectKernels(pkg, request.only);
	const cases = new Map(pkg.cases.map((item) => [item.name, item]));
	const known = kernels.flatMap((kernel) => {
		const item = cases.get(kernel.name);
		return item === void 0 ? [] : [{
			kernel,
			item
		}];
	});
	const isWhole = request.case === void 0 && request.algo === void 0;
	const tests = known.map(({ kernel, item }) => ({
		kernel,
		cases: item,
		runs: runsOf(item, request),
		isWhole
	})).filter(({ cases: { test }, runs }) => runs.length > 0 || isWhole && test.length > 0);
	if (tests.length === 0) throw nothingToTest(pkg, known.map(({ item }) => item), request);
	return {
		tests,
		untested: kernels.flatMap(({ name }) => cases.has(name) ? [] : [name])
	};
}
function runsOf(kernel, request) {
	const algos = kernel.algos.filter((algo) => algo === (request.algo ?? algo));
	return kernel.cases.flatMap((item, index) => {
		if (index !== (request.case ?? index)) return [];
		return algos.flatMap((algo) => item.runs.filter((run) => run.algos?.includes(algo) ?? true).map(({ specialisation, offsets }) => ({
			case: item,
			index,
			algo,
			specialisation,
			offsets
		})));
	});
}
function nothingToTest({ folder }, kernels, request) {
	const place = { file: folder };
	if (kernels.length === 0) return new Failure("smoke", {
		message: "nothing to test: none of the selected kernels has test cases",
		place,
		hint: "Add a `smoke:` section with `cases` to the kernels in the manifest, and build the package again."
	});
	const has = kernels.map(({ name, cases, algos }) => `${name} has ${cases.length === 0 ? "no cases" : `cases 0 to ${cases.length - 1} with algos ${algos.join(", ")}`}`);
	const wanted = [...request.case === void 0 ? [] : [`case ${request.case}`], ...request.algo === void 0 ? [] : [`algo ${request.algo}`]];
	return new Failure("usage", {
		message: `none of the selected kernels has ${wanted.join(" and ") || "any case"}`,
		place,
		hint: `${has.join("; ")}.`
	});
}
/**
* Returns what the selected tests call: the selected kernels, or all if there is a user's own test,
* which may call any kernel.
*/
function contentsOf({ manifest }, { tests, untested }) {
	const chosen = /* @__PURE__ */ new Set([...tests.map(({ kernel }) => kernel.name), ...untested]);
	const needsAll = tests.some(({ cases }) => cases.test.length > 0);
	return {
		called: tests.flatMap(({ kernel, runs }) => runs.length > 0 ? [kernel] : []),
		compiled: manifest.kernels.map(({ name }) => name).filter((name) => needsAll || chosen.has(name)),
		ownTests: new Map(tests.flatMap(({ kernel: { name }, cases: { test }, isWhole }) => {
			const [main] = test;
			return main === void 0 || !isWhole ? [] : [[name, main]];
		}))
	};
}
/** Returns the tasks of a kernel's test, given the number of GPUs. */
function tasksOf({ runs, cases, isWhole }, devices) {
	const tasks = runs.map((run, id) => ({
		kind: "run",
		key: runKey(id),
		id,
		run
	}));
	const smallest = smallestCase(cases.cases);
	if (!isWhole || smallest === void 0) return tasks;
	const checks = [
		"bad-algo",
		...smallest.empty === void 0 ? [] : ["empty-grid"],
		"threads",
		...devices < 2 ? [] : ["second-device"],
		"memory"
	];
	return [...tasks, ...checks.map((check) => ({
		kind: "check",
		key: checkKey(check),
		check
	}))];
}
/**
* Returns the kernels of a package that globs name; all without globs.
* @throws {Failure} `usage` if there is none.
*/
function selectKernels({ manifest, folder }, only) {
	const isChosen = selector(only);
	const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
	if (chosen.length > 0) return chosen;
	throw new Failure("usage", {
		message: `no kernel of the package matches ${only.map((glob) => `\`${glob}\``).join(", ")}`,
		place: { file: folder },
		hint: `Its kernels are ${manifest.kernels.map(({ name }) => name).join(", ")}.`
	});
}
/** Returns what the selected tests of a package need. */
function testNeeds({ manifest }, tests, { requireTuned }) {
	const kernels = tests.map(({ kernel }) => kernel);
	const timed = requireTuned === true ? tests.flatMap(({ cases }) => cases.timed ?? []) : [];
	const largest = requireTuned === true ? FLUSH_BYTES + Math.max(0, ...timed.map(caseBytes)) : 0;
	return deviceNeeds(manifest.ptxas, kernels, Math.max(largest, ...tests.map(memoryOf)));
}
/** Returns the part of a kernel's test for which a device has code: configs may not compile for all. */
function testOn(test, capability) {
	const { kernel, cases } = test;
	const hasCode = (algo) => kernel.specialisations.some((_conditions, specialisation) => codeOfRun(kernel, {
		algo,
		specialisation
	}, capability) !== void 0);
	return {
		...test,
		cases: {
			...cases,
			algos: cases.algos.filter(hasCode)
		},
		runs: test.runs.filter((run) => codeOfRun(kernel, run, capability) !== void 0)
	};
}
function memoryOf({ cases, runs, isWhole }) {
	const largest = Math.max(0, ...runs.map((run) => caseBytes(run.case)));
	const smallest = smallestCase(cases.cases);
	const copies = isWhole && smallest !== void 0 ? 8 * caseBytes(smallest) : 0;
	return Math.max(largest, copies);
}
// src/prove/smoke/plan-file.ts
/**
* Writes the inputs and expected outputs of all cases that the tasks use to `folder`, which is
* created.
*/
async function writeCaseData(test, tasks, folder, readData) {
	await makeFolder(folder);
	const lines = /* @__PURE__ */ new Map();
	for (const [item] of casesOf(test, tasks)) {
		const prefix = join(folder, `case${test.cases.cases.indexOf(item)}`);
		lines.set(item, await describeComparedCase(item, prefix, readData));
	}
	return lines;
}
/**
* Returns the plan for one process. The checks use the smallest case, because one of them calls the
* kernel from many threads, and they come last, because they may crash the process.
*/
function testPlanText(test, tasks, lines, { timing, smallestFirst = false, keep }) {
	const { kernel, cases } = test;
	const [algo = 0] = cases.algos;
	const groups = [...casesOf(test, tasks)];
	if (smallestFirst) groups.sort(([a], [b]) => caseBytes(a) - caseBytes(b));
	const described = groups.flatMap(([item, own]) => [
		`case ${cases.cases.indexOf(item)}`,
		...lines.get(item) ?? [],
		...own.flatMap((task) => task.kind === "run" ? [[
			"run",
			task.id,
			task.run.algo,
			...Object.entries(task.run.offsets).flat()
		].join(" "), ...keep === void 0 ? [] : [`keep ${keep(task.run)}`]] : [`check ${task.check} 8 ${algo}`])
	]);
	return `${[
		`kernel ${kernel.name}`,
		`deterministic ${cases.deterministic ? 1 : 0}`,
		`timing ${timing}`,
		...described,
		"end"
	].join("\n")}\n`;
}
/** Groups tasks by case. The smallest case, which has the checks, comes last. */
function casesOf({ cases }, tasks) {
	const found = /* @__PURE__ */ new Map();
	const smallest = smallestCase(cases.cases);
	const isLast = (task) => task.kind === "check" || task.run.case === smallest;
	const ordered = [...tasks.filter((task) => !isLast(task)), ...tasks.filter(isLast)];
	for (const task of ordered) {
		const item = task.kind === "run" ? task.run.case : smallest;
		if (item !== void 0) found.set(item, [...found.get(item) ?? [], task]);
	}
	return found;
}
// src/prove/smoke/run-kernel.ts
/** The folders of a setup, below that of the build. */
function dataFolders(folder, { keep }) {
	const outputs = keep === void 0 ? void 0 : join(folder, "outputs");
	return {
		folder: join(folder, "data"),
		outputs
	};
}
/** Timeouts of a kernel after which its remaining runs and checks are not started. */
const MAX_TIMEOUTS = 3;
/** Milliseconds of timing for each run that passed. */
const TIMING$1 = 50;
/** Runs all tests of a kernel on the locked GPUs. */
async function testKernel(test, setup, context) {
	const { name } = test.kernel;
	const folder = join(setup.folder, name);
	let outcomes, ownProblems;
	try {
		await makeFolder(folder);
		outcomes = await runCases(test, folder, setup, context);
		const own = setup.programs.ownTests.get(name);
		ownProblems = own === void 0 ? void 0 : await runOwnTest(own, folder, setup, context);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
	const tasks = [...outcomes];
	const command = rerunCommand(setup.request, name);
	const check = {
		kernel: name,
		path: test.cases.path,
		command
	};
	return {
		runs: tasks.flatMap(([task, outcome]) => task.kind === "run" ? [runResult(test, task.run, outcome, setup)] : []),
		checks: [...tasks.flatMap(([task, { problems }]) => task.kind === "check" ? [{
			...check,
			check: task.check,
			problems
		}] : []), ...ownProblems === void 0 ? [] : [{
			...check,
			check: "own-test",
			problems: ownProblems
		}]],
		notes: [...untestedNotes(test.kernel), ...[test.cases, ...outcomes.values()].flatMap(({ note }) => note === void 0 ? [] : [`${name}: ${note}`])]
	};
}
/** Names the found specialisations that no case reaches. */
function untestedNotes({ name, untested = [], specialisations }) {
	return untested.map((index) => {
		return `${name}: no case reaches specialisation ${index} (${specialisations[index] || "any values"}), so it was not tested`;
	});
}
async function runCases(test, folder, setup, context) {
	const { programs, pkg, sanitizer, lease } = setup;
	const tasks = tasksOf(test, lease.second === void 0 ? 1 : 2);
	if (programs.harness === void 0 || tasks.length === 0) return /* @__PURE__ */ new Map();
	const isEmulated = "emulated" in lease;
	const record = join(folder, "cases.jsonl");
	const lines = await writeCaseData(test, tasks, folder, (file) => readFileSync(join(pkg.folder, file)));
	const planSettings = {
		timing: sanitizer.length > 0 || isEmulated ? 0 : TIMING$1,
		smallestFirst: isEmulated,
		keep: await keeperOf(test, setup)
	};
	const outcomes = await runTasks(tasks, {
		argv: [...sanitizer, programs.harness],
		...processSettings(setup, context, record),
		folder,
		maxTimeouts: MAX_TIMEOUTS,
		plan: (remaining) => testPlanText(test, remaining, lines, planSettings),
		onOutcome: () => setup.onDone(test.kernel.name)
	});
	const cannotTell = await readCannotTell(record);
	return new Map(tasks.flatMap((task) => {
		const outcome = outcomes.get(task);
		if (outcome === void 0) return [];
		return [[task, withProposal(task, outcome, cannotTell, setup)]];
	}));
}
/** Adds a smaller case to what the emulator says of a case that takes too long. */
function withProposal(task, outcome, cannotTell, { request: { timeout } }) {
	const problems = outcome.problems.map((problem) => {
		const { done, blocks, seconds } = cannotTell.find(({ message }) => message === problem.message) ?? {};
		if (task.kind === "check" || done === void 0) return problem;
		if (blocks === void 0 || seconds === void 0) return problem;
		const excess = blocks / Math.max(done, .5) * (seconds / timeout);
		const smaller = smallerCase(task.run.case.name, excess);
		const message = `${problem.message}; add a smaller case${smaller === void 0 ? "" : `, such as ${smaller}`}, or raise the limit with --timeout`;
		return {
			...problem,
			message
		};
	});
	return {
		...outcome,
		problems
	};
}
/** Divides the sizes in the name of a case by powers of two, together at least by `factor`; undefined if all are small. */
function smallerCase(name, factor) {
	const large = /(?<==)\d{3,}\b/g;
	const count = name.match(large)?.length ?? 0;
	if (count === 0) return void 0;
	const divisor = 2 ** Math.max(1, Math.ceil(Math.log2(factor) / count));
	return name.replaceAll(large, (size) => String(Math.ceil(Number(size) / divisor)));
}
/** Returns where a run's outputs are kept: the same file names on every device, so that devices can be compared. */
async function keeperOf({ kernel }, { outputs }) {
	if (outputs === void 0) return void 0;
	const folder = join(outputs, kernel.name);
	await makeFolder(folder);
	return ({ index, algo, specialisation }) => join(folder, `case${index}-algo${algo}-spec${specialisation}-`);
}
/** Runs a user's own test, which passes if it exits with status 0. */
async function runOwnTest(program, folder, setup, context) {
	const record = join(folder, "own-test.jsonl");
	const settings = processSettings(setup, context, record);
	const exit = await runTestProgram([...setup.sanitizer, program], settings);
	setup.onDone("own test");
	if (exit.code === 0 && !exit.isTimeout) return [];
	const output = lastLines(exit.printed, 10);
	const [first] = await readCannotTell(record);
	if (first !== void 0) return [{
		kind: "unsupported",
		message: first.message
	}];
	if (exit.isTimeout) return [{
		kind: "timeout",
		message: `the test did not finish in ${settings.limit / 1e3} s (raise the limit with --timeout)${output}`
	}];
	return [{
		kind: exit.signal === null ? "check" : "crash",
		message: `the test ${describeExit(exit)}${output}`
	}];
}
function processSettings({ lease, request, sanitizer }, context, record) {
	const uuids = [lease.device, lease.second].flatMap((item) => item === void 0 ? [] : [item.uuid]);
	const isEmulated = "emulated" in lease;
	return {
		env: isEmulated ? {
			...lease.env,
			TRITON_AOT_EMULATE_RECORD: record
		} : testEnvironment(context.env, uuids),
		signal: context.signal,
		limit: request.timeout * 1e3 * (sanitizer.length > 0 || isEmulated ? 10 : 1)
	};
}
function runResult({ kernel: { name }, cases }, run, { problems, outputs, microseconds }, { request }) {
	const { bytes, flops } = run.case;
	const per = (amount, unit) => amount === void 0 || microseconds === void 0 ? void 0 : amount / microseconds / unit;
	return {
		kernel: name,
		case: run.case.name,
		path: run.case.path,
		algo: run.algo,
		specialisation: run.specialisation,
		expected: cases.expected,
		outputs,
		problems,
		microseconds,
		gigabytesPerSecond: per(bytes, 1e3),
		teraflops: per(flops, 1e6),
		command: rerunCommand(request, name, run)
	};
}
// src/prove/smoke/evidence.ts
/** Returns the evidence of a kernel's test. None if any part of it failed or was left out. */
function recordsOf(pkg, { kernel, isWhole }, results, device, run) {
	const all = [...results.runs, ...results.checks];
	const capability = parseCapability(device.capability);
	if (!isWhole || all.some(({ problems }) => problems.length > 0)) return [];
	const records = results.runs.flatMap(({ algo, specialisation }) => {
		const code = codeOfRun(kernel, {
			algo,
			specialisation
		}, capability);
		if (code === void 0) return [];
		return [{
			...factsOf(pkg, kernel.name, device, run),
			algo,
			specialisation,
			target: code.name,
			outcome: "ran"
		}];
	});
	return [...new Map(records.map((record) => [keyOf(record), record])).values()];
}
/** As `recordsOf`, for a test that executed the PTX of a target. */
function emulatedRecordsOf(pkg, { kernel, isWhole }, results, target, run) {
	const all = [...results.runs, ...results.checks];
	if (!isWhole || all.some(({ problems }) => problems.length > 0)) return [];
	const { manifestSha256, packageSha256, manifest } = pkg;
	const records = results.runs.filter((each) => codeOfRun(kernel, each, capabilityOf(target))?.name === target.name).map(({ algo, specialisation, expected }) => ({
		manifestSha256,
		packageSha256,
		kernel: kernel.name,
		triton: manifest.triton,
		...run !== void 0 && { run },
		algo,
		specialisation,
		target: target.name,
		outcome: "emulated",
		expected
	}));
	return [...new Map(records.map((record) => [emulatedKeyOf(record), record])).values()];
}
/** Returns the facts that every record of a test contains. */
function factsOf(pkg, kernel, device, run) {
	const { manifestSha256, packageSha256, manifest } = pkg;
	return {
		manifestSha256,
		packageSha256,
		kernel,
		device: recordedDevice(device.name),
		capability: device.capability,
		driver: device.driver,
		triton: manifest.triton,
		...run !== void 0 && { run }
	};
}
/**
* Adds records to a package's evidence and drops those of other builds. Writes the file atomically.
*/
async function writeEvidence(pkg, added) {
	const file = join(pkg.folder, EVIDENCE_FILE);
	const old = await readEvidence(file);
	const merge = (before, more, key) => mergeRecords([...before, ...more ?? []].filter((each) => isOfPackage(each, pkg)), key);
	const evidence = {
		records: merge(old.records, added.records, keyOf),
		emulated: merge(old.emulated, added.emulated, emulatedKeyOf),
		tuned: merge(old.tuned, added.tuned, tunedKeyOf)
	};
	if (Object.values(evidence).every(({ length }) => length === 0)) {
		await rm(file, { force: true });
		return;
	}
	const text = evidenceText(evidence);
	await writeAtomically(file, (fresh) => writeFile(fresh, text));
}
/**
* Adds the records of each evidence.json at or below a folder to the evidence of a package: those of
* tests of this package on several machines.
* @throws {Failure} `usage` if there is no such file.
*/
async function addEvidence(pkg, folder) {
	const files = (await readdir(folder, { recursive: true }).catch(() => [])).filter((path) => basename(path) === EVIDENCE_FILE).toSorted();
	if (files.length === 0) throw new Failure("usage", {
		message: `there is no ${EVIDENCE_FILE} in \`${folder}\``,
		hint: "Download the artifacts with the evidence to this folder first."
	});
	const found = await Promise.all(files.map((path) => readEvidence(join(folder, path))));
	await writeEvidence(pkg, {
		records: found.flatMap(({ records }) => records),
		emulated: found.flatMap(({ emulated }) => emulated),
		tuned: found.flatMap(({ tuned }) => tuned)
	});
}
/** Of records with the same key, the last one; sorted by key. */
function mergeRecords(records, key) {
	return [...new Map(records.map((record) => [key(record), record]))].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, record]) => record);
}
/** Returns a problem for each kernel of a package without the required evidence. */
async function missingEvidence(pkg, need) {
	if (need.kind === "abi-checked") return [];
	const { manifest } = pkg;
	const file = join(pkg.folder, EVIDENCE_FILE);
	const { records: ran, emulated } = await readEvidence(file);
	const records = need.kind === "ran" ? ran : [...ran, ...emulated];
	const own = records.filter((record) => isOfPackage(record, pkg));
	const counting = own.filter(({ run }) => need.run === void 0 || run?.id === need.run);
	return manifest.kernels.flatMap((kernel) => {
		const missing = missingParts(kernel, counting, need.targets);
		if (missing.length === 0) return [];
		const others = own.filter((record) => record.kernel === kernel.name);
		const isOfOtherRun = missing.length > missingParts(kernel, others, need.targets).length;
		return {
			message: `${manifest.package}: there is no evidence that \`${kernel.name}\` ${need.kind === "ran" ? "ran" : "ran or was emulated"} with ${missing.join("; ")}${isOfOtherRun ? ` in run ${need.run}, only in ${describeRuns(others.filter(({ run }) => run?.id !== need.run))}` : ""}`,
			place: { file },
			hint: isOfOtherRun ? "Test the package in the workflow that publishes it. If you trust the other run, name it with `evidence-run`." : hintFor(need.kind, records, own)
		};
	});
}
function hintFor(kind, records, own) {
	return `${records.length > 0 && own.length === 0 ? "The evidence is of another build of the package. " : ""}Run the smoke test of this build for all kernels, without --case and --algo, ${kind === "ran" ? "on a GPU of each target" : "with --emulate, or on a GPU of each target"}. Then publish the package with its evidence.json.`;
}
/**
* The run whose evidence counts: the given one, or else the workflow's own.
* @param given the id of a run, or `any`
*/
function acceptedRun(given, env) {
	if (given === "any") return void 0;
	return given ?? testRun(env)?.id;
}
/** Matches the name of the run whose evidence counts. */
const EVIDENCE_RUN_FORM = /^(?:\d{1,20}|any)$/;
/** Returns the required targets that no package has code for. */
function unknownTargets(packages, need) {
	if (need.kind === "abi-checked") return [];
	const kernels = packages.flatMap(({ manifest }) => manifest.kernels);
	const known = new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)));
	return need.targets.filter((target) => !known.has(target));
}
function keyOf({ kernel, algo, specialisation, target, device }) {
	return [
		kernel,
		sortable(algo),
		sortable(specialisation),
		target,
		device
	].join("\0");
}
function emulatedKeyOf({ kernel, algo, specialisation, target }) {
	return [
		kernel,
		sortable(algo),
		sortable(specialisation),
		target
	].join("\0");
}
function tunedKeyOf({ kernel, device, capability }) {
	return [
		kernel,
		capability,
		device
	].join("\0");
}
function sortable(value) {
	return String(value).padStart(6, "0");
}
function missingParts(kernel, records, required) {
	const own = records.filter((record) => record.kernel === kernel.name);
	return partsOf(kernel).flatMap(({ algo, specialisation, targets }) => {
		if (kernel.untested?.includes(specialisation) === true) return [];
		const ran = own.filter((record) => record.algo === algo && record.specialisation === specialisation).map(({ target }) => target);
		const demanded = required.filter((target) => targets.includes(target));
		const missing = demanded.filter((target) => !ran.includes(target));
		if (demanded.length === 0 ? targets.some((target) => ran.includes(target)) : missing.length === 0) return [];
		const where = missing.length > 0 ? missing.join(" and ") : `any of ${targets.join(", ")}`;
		return [`algo ${algo}, specialisation ${specialisation} (${kernel.specialisations[specialisation] || "any"}) on ${where}`];
	});
}
function partsOf({ variants }) {
	const parts = /* @__PURE__ */ new Map();
	for (const { algo, specialisation, target } of variants) {
		const key = `${algo} ${specialisation}`;
		const targets = [...parts.get(key)?.targets ?? [], target];
		parts.set(key, {
			algo,
			specialisation,
			targets
		});
	}
	return [...parts.values()];
}
// src/prove/measure/scores.ts
/** The sizes of cases. Of cases with the same integers, only the first is one. */
function sizesOf({ parameters, gridParameters }, cases) {
	const integers = [...parameters, ...gridParameters].filter(({ type }) => {
		const parsed = parseArgumentType(type);
		return parsed !== void 0 && isInteger(parsed);
	});
	const sizes = cases.map((item) => {
		const values = integers.flatMap(({ name }) => {
			const text = item.scalars[name];
			return text === void 0 ? [] : [[name, valueOf(text)]];
		});
		return {
			case: item,
			values: Object.fromEntries(values)
		};
	});
	return sizes.filter(({ values }, index) => sizes.findIndex((other) => isSame(other.values, values)) === index);
}
/** Large integers are texts, since JSON cannot represent them. */
function valueOf(text) {
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : text;
}
function isSame(a, b) {
	const names = Object.keys(a);
	return names.length === Object.keys(b).length && names.every((name) => String(a[name]) === String(b[name]));
}
/** The entry of a kernel on a device; undefined if it was not measured there. */
function entryOf(entries, kernel, device) {
	return entries.find((entry) => isEntryOf(entry, kernel, device));
}
/** The entries with one replaced or added. */
function withEntry(entries, fresh) {
	return [...entries.filter((entry) => !isEntryOf(entry, fresh.kernel, fresh.device)), fresh];
}
function isEntryOf(entry, kernel, { name, capability }) {
	const { device } = entry;
	return entry.kernel === kernel && device.name === name && device.capability === capability;
}
/** The score of a size that an entry has for the code of a variant, with the number of its algo. */
function earlierScore(earlier, { values }, algo, { hash }) {
	const score = (earlier?.sizes.find((each) => isSame(each.values, values)))?.scores.find((each) => each.hash === hash);
	return score && {
		...score,
		algo
	};
}
/** Significant digits of a time: the median is not more precise. */
const DIGITS = 5;
/** Characters of a fault. */
const MAX_FAULT = 200;
/** Returns the score of a measured call in the tuning file; undefined if there is no code for it. */
function scoreOf({ algo, variant, result }) {
	if (variant === void 0) return void 0;
	const { hash } = variant;
	if (result.kind === "time") return {
		algo,
		hash,
		microseconds: Number(result.microseconds.toPrecision(DIGITS))
	};
	const { kind, message } = result.fault;
	const [first = ""] = message.split("\n");
	return {
		algo,
		hash,
		fault: `${kind === "launch" && message.includes("CUDA_ERROR_INVALID_VALUE") ? "refused" : kind}: ${first.replace(/:$/, "")}`.slice(0, MAX_FAULT)
	};
}
// src/prove/measure/tune-kernel.ts
/**
* Returns what there is to measure of a kernel, with further cases or without. Only tested algos reach
* the cases of the test.
*/
function subjectOf(kernel, item, further = []) {
	return {
		kernel,
		sizes: sizesOf(kernel, [...item.timed ?? item.cases, ...further]),
		algos: item.timed === void 0 ? item.algos : [...kernel.algos.keys()],
		key: item.key
	};
}
/** Measures what the file does not have of a kernel, and writes it after every algo. */
async function measureKernel({ kernel, sizes, algos, key }, meter, triton, { file, again }, context, onAlgo) {
	const { device } = meter;
	const old = entryOf(await readTuning(file) ?? [], kernel.name, device);
	const earlier = old?.device.driver === device.driver && old.triton === triton ? old : void 0;
	let clocks = earlier?.device.clocks;
	const scores = new Map(sizes.map((size) => {
		const kept = [...kernel.algos.keys()].flatMap((algo) => {
			const variant = meter.variantOf(kernel, algo, size.case);
			if (variant === void 0 || again && algos.includes(algo)) return [];
			const score = earlierScore(earlier, size, algo, variant);
			return score === void 0 ? [] : [score];
		});
		return [size, new Map(kept.map((score) => [score.algo, score]))];
	}));
	const kept = countOf$1(scores);
	const save = async () => {
		const { name, capability, multiprocessors, driver } = device;
		const entry = {
			kernel: kernel.name,
			device: {
				name,
				capability,
				multiprocessors,
				driver,
				...clocks !== void 0 && { clocks }
			},
			triton,
			...key !== void 0 && { key: [...key] },
			sizes: sizes.map((size) => ({
				values: size.values,
				scores: inOrder(scores.get(size))
			}))
		};
		await writeTuning(file, withEntry(await readTuning(file) ?? [], entry));
	};
	for (const algo of algos) {
		const missing = sizes.filter((size) => scores.get(size)?.has(algo) !== true && meter.variantOf(kernel, algo, size.case) !== void 0);
		if (missing.length > 0) {
			const calls = await meter.measure(kernel, algo, missing.map((size) => size.case));
			for (const [index, call] of calls.entries()) {
				const score = scoreOf(call);
				const size = missing[index];
				if (size !== void 0 && score !== void 0) scores.get(size)?.set(algo, score);
				if (call.result.kind === "time") clocks = widened(clocks, call.result.clocks);
			}
			await save();
			warnOfFaults(kernel.name, algo, calls, context);
		}
		onAlgo(algo);
	}
	await save();
	return {
		kernel: kernel.name,
		sizes: sizes.map((size) => ({
			case: size.case.name,
			path: size.case.path,
			scores: inOrder(scores.get(size)),
			bytes: size.case.bytes,
			flops: size.case.flops
		})),
		measured: countOf$1(scores) - kept,
		kept
	};
}
function countOf$1(scores) {
	return [...scores.values()].reduce((sum, own) => sum + own.size, 0);
}
function inOrder(scores) {
	return [...scores?.values() ?? []].toSorted((a, b) => a.algo - b.algo);
}
function widened(earlier, seen) {
	if (earlier === void 0 || seen === void 0) return earlier ?? seen;
	return {
		from: Math.min(earlier.from, seen.from),
		to: Math.max(earlier.to, seen.to)
	};
}
/** Warns about an algo that has no time for some sizes, with the first reason. */
function warnOfFaults(kernel, algo, calls, { log }) {
	const faults = calls.flatMap(({ case: { name }, result }) => result.kind === "fault" ? [{
		name,
		message: result.fault.message
	}] : []);
	const [first] = faults;
	if (first === void 0) return;
	const more = faults.length === 1 ? "" : ` and ${plural(faults.length - 1, "more size")}`;
	log.warning({
		message: `${kernel}: algo ${algo} is not measured for ${first.name}${more}: ${first.message}`,
		hint: "It is never chosen for these sizes."
	});
}
// src/prove/smoke/tuned.ts
/** The longest time of a chosen algo, as a multiple of the best algo's. */
const LIMIT = 1.1;
/** True if there is anything to choose. */
function hasChoice({ kernel, isWhole }) {
	return isWhole && kernel.algos.length > 1;
}
/**
* Times every algo of a kernel that was measured for all its sizes, and compares with the best the
* algo that the package chooses. What seems slow is timed once more.
*/
async function checkTuned({ kernel, cases }, meter) {
	const { sizes, algos } = subjectOf(kernel, cases);
	const items = sizes.map((size) => size.case);
	const chosen = await meter.chosen(kernel, items);
	const times = /* @__PURE__ */ new Map();
	for (const algo of algos) times.set(algo, await timesOf(meter, kernel, algo, sizes));
	const problems = [];
	const ratios = [];
	for (const [index, size] of sizes.entries()) {
		const name = size.case.name;
		const own = chosen[index];
		const [best] = [...times].flatMap(([algo, all]) => {
			const time = all.get(size);
			return time === void 0 ? [] : [{
				algo,
				time
			}];
		}).toSorted((a, b) => a.time - b.time);
		const time = own === void 0 ? void 0 : times.get(own)?.get(size);
		if (own === void 0 || best === void 0 || time === void 0) {
			const what = own === void 0 ? "no algo is chosen" : `algo ${own} is chosen, but has no time`;
			problems.push({
				kind: "check",
				message: `${what} for ${name}`
			});
			continue;
		}
		let ratio = time / best.time;
		if (ratio > LIMIT) {
			const again = async (algo) => (await timesOf(meter, kernel, algo, [size])).get(size) ?? Infinity;
			ratio = Math.min(ratio, await again(own) / await again(best.algo));
		}
		ratios.push(ratio);
		if (ratio <= LIMIT) continue;
		const message = `algo ${own}, which is chosen for ${name}, takes ${ratio.toFixed(2)} \u00d7 the time of algo ${best.algo}; at most ${LIMIT} \u00d7 is allowed`;
		problems.push({
			kind: "check",
			message
		});
	}
	const isComplete = ratios.length === sizes.length && sizes.length > 0;
	return {
		sizes: sizes.length,
		worst: isComplete ? Number(Math.max(...ratios).toFixed(3)) : void 0,
		problems
	};
}
/** Measures the times of an algo in microseconds, for the sizes for which it has one. */
async function timesOf(meter, kernel, algo, sizes) {
	const calls = await meter.measure(kernel, algo, sizes.map((size) => size.case));
	return new Map(calls.flatMap(({ result }, index) => {
		const size = sizes[index];
		return result.kind === "time" && size !== void 0 ? [[size, result.microseconds]] : [];
	}));
}
// src/prove/smoke/run-package.ts
/**
* Tests the kernels one after another on the locked GPU, or side by side on the CPU, and writes evidence
* for those that pass.
*/
async function testPackage(tests, common, context) {
	const { pkg, lease } = common;
	const device = describeDevice(lease);
	const own = tests.map((test) => testOn(test, lease.device));
	const total = countSteps(own, common);
	let done = 0;
	const onDone = (label) => context.log.progress(done += 1, total, label);
	const records = [];
	const emulated = [];
	const tuned = [];
	const jobs = "emulated" in lease ? Math.max(1, common.request.jobs) : 1;
	const results = await mapConcurrently(own, jobs, async (test) => {
		const hasCode = hasCodeFor(test.kernel, lease.device);
		const result = hasCode ? await testKernel(test, {
			...common,
			onDone
		}, context) : withoutCubin(test, common, device);
		const judged = hasCode ? await withTuned(test, result, common, tuned, context) : result;
		const run = testRun(context.env);
		if ("emulated" in lease) emulated.push(...emulatedRecordsOf(pkg, test, result, lease.emulated, run));
		else records.push(...recordsOf(pkg, test, result, device, run));
		logResult(test, judged, context);
		return judged;
	});
	await keepEvidence(common, {
		records,
		emulated,
		tuned
	}, context);
	return {
		device,
		runs: results.flatMap(({ runs }) => runs),
		checks: results.flatMap(({ checks }) => checks),
		notes: [
			...lease.note === void 0 ? [] : [lease.note],
			...ptxNotes(own, device),
			...results.flatMap(({ notes }) => notes)
		]
	};
}
/** Milliseconds of timing one algo with one size. */
const TIMING = 100;
/**
* Adds to the result of a kernel that passed whether its chosen algos are about as fast as the best,
* and to `tuned` a record if they are.
*/
async function withTuned(test, result, { pkg, lease, programs, request, sanitizer, folder }, tuned, context) {
	const { kernel, cases } = test;
	const { harness } = programs;
	const failed = [...result.runs, ...result.checks].some(({ problems }) => problems.length > 0);
	if ("emulated" in lease || failed || harness === void 0) return result;
	if (!hasChoice(test) || sanitizer.length > 0) return result;
	const command = `${rerunCommand(request, kernel.name)} --require-tuned`;
	const check = {
		kernel: kernel.name,
		check: "tuned",
		path: cases.path,
		command
	};
	if (kernel.choice === void 0) {
		if (request.requireTuned !== true) return result;
		const problems = [{
			kind: "check",
			message: `the kernel has ${kernel.algos.length} algos, but no measurements; run \`triton-aot tune\`, commit tuning.json and build the package again`
		}];
		return {
			...result,
			checks: [...result.checks, {
				...check,
				problems
			}]
		};
	}
	const settings = {
		pkg,
		lease,
		build: () => Promise.resolve({ harness }),
		folder: join(folder, `${kernel.name}-tuned`),
		timing: {
			...DEFAULT_TIMING,
			milliseconds: TIMING
		},
		timeout: request.timeout
	};
	await makeFolder(settings.folder);
	const meter = meterOn(settings, context);
	const { sizes, worst, problems } = await checkTuned(test, meter);
	if (problems.length === 0 && worst !== void 0) {
		const facts = factsOf(pkg, kernel.name, meter.device, testRun(context.env));
		tuned.push({
			...facts,
			outcome: "tuned",
			sizes,
			worst
		});
	}
	if (problems.length === 0 || request.requireTuned === true) return {
		...result,
		checks: [...result.checks, {
			...check,
			problems
		}]
	};
	const notes = problems.map(({ message }) => `${kernel.name}: ${message}`);
	return {
		...result,
		notes: [...result.notes, ...notes]
	};
}
/**
* The failed result of a kernel without a cubin for the GPU: it must not look as if it had passed.
*/
function withoutCubin({ kernel, cases: { path } }, { request }, { capability }) {
	const message = `the kernel has no cubin for compute capability ${capability}, only for ${targetsOf(kernel).map(({ name }) => name).join(", ")}; select kernels for this GPU with --only`;
	const command = rerunCommand(request, kernel.name);
	const problems = [{
		kind: "launch",
		message
	}];
	return {
		runs: [],
		checks: [{
			kernel: kernel.name,
			check: "cubin",
			path,
			problems,
			command
		}],
		notes: []
	};
}
/** Names the kernels that ran from PTX, which proves nothing about their cubins. */
function ptxNotes(tests, { capability }) {
	return tests.flatMap(({ kernel, runs }) => {
		const [target] = runs.flatMap((run) => {
			const code = codeOfRun(kernel, run, parseCapability(capability));
			return code === void 0 || code.name === code.target.name ? [] : [code.target.name];
		});
		if (target === void 0) return [];
		return [`${kernel.name}: ran from the PTX of ${target}, which the driver compiled: the package has no cubin for compute capability ${capability}`];
	});
}
function countSteps(tests, { programs, lease }) {
	const devices = lease.second === void 0 ? 1 : 2;
	const own = tests.filter(({ kernel }) => programs.ownTests.has(kernel.name)).length;
	return tests.reduce((sum, test) => sum + tasksOf(test, devices).length, own);
}
/** Logs a line for each failure, and one for the kernel. */
function logResult({ kernel, cases }, { runs, checks }, { log }) {
	const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
	for (const result of failed) log.info(`failed: ${failureText(result)}`);
	const norms = runs.flatMap(({ outputs }) => outputs.map(({ norm }) => norm ?? 0));
	const error = cases.expected === "none" ? "no expected values" : `relative error at most ${Math.max(0, ...norms).toPrecision(2)}`;
	const parts = [
		plural(runs.length, "run"),
		plural(checks.length, "check"),
		...runs.length > 0 ? [error] : [],
		...failed.length > 0 ? [`${failed.length} failed`] : []
	];
	log.info(`${kernel.name}: ${parts.join(", ")}`);
}
async function keepEvidence({ pkg }, evidence, { log }) {
	try {
		await writeEvidence(pkg, evidence);
	} catch (error) {
		log.warning({ message: `cannot write the evidence: ${String(error)}` });
	}
}
// src/prove/smoke/emulate-package.ts
/**
* Tests a package with its PTX on the CPU, in place of its cubins on a GPU: of each kernel that of one
* target. What the emulator does not know is found before anything is compiled.
* @throws {Failure} `usage` if the store lacks the PTX, or no kernel has code for the target.
*/
async function emulatePackage(pkg, selection, settings, request, context) {
	const { store, target, python } = request.emulate;
	const kernels = selection.tests.map(({ kernel }) => kernel);
	const wanted = target === void 0 ? void 0 : wantedTarget(kernels, target);
	const code = join(settings.folder, "ptx");
	const kept = directoryStore(store, context.log, context.now);
	const { compiled } = contentsOf(pkg, selection);
	const names = await writeCode(pkg, compiled, wanted, kept, code);
	const { python: executable } = await ensureToolchain({
		tritonVersion: pkg.manifest.triton,
		requirements: NUMPY,
		python
	}, context);
	const unknownOf = await findUnknown(executable, code, names, context);
	const plans = selection.tests.map((test) => planTest(test, emulatedTarget(test.kernel, wanted, unknownOf), unknownOf, request));
	const refused = plans.flatMap(({ check }) => check ?? []);
	for (const check of refused) context.log.info(failureText(check));
	const tests = plans.filter(({ test }) => test.runs.length > 0 || test.isWhole);
	const results = [];
	if (tests.length > 0) {
		const contents = contentsOf(pkg, {
			...selection,
			tests: tests.map(({ test }) => test)
		});
		const { programs, library } = await context.log.group("Build the smoke test", async () => ({
			programs: await buildTestPrograms(pkg, contents, settings, context),
			library: await buildEmulator(settings, context)
		}));
		const emulator = {
			library,
			python: executable,
			code,
			limit: request.timeout
		};
		const setup = {
			pkg,
			programs,
			request,
			sanitizer: [],
			...dataFolders(settings.folder, request)
		};
		const targets = new Map(tests.map(({ target: own }) => [own.name, own]));
		for (const [name, own] of targets) {
			const lease = emulatedDevice(own, emulator, context.env);
			const ownTests = tests.filter((each) => each.target.name === name).map(({ test }) => test);
			results.push(await context.log.group(`Execute the PTX of ${name} on the CPU`, () => testPackage(ownTests, {
				...setup,
				lease
			}, context), ({ runs, checks }) => [runs.length + checks.length, "test"]));
		}
	}
	return {
		device: results[0]?.device,
		targets: [...new Set(tests.map((each) => each.target.name))],
		left: plans.flatMap((plan) => tests.includes(plan) ? [] : [plan.test.kernel]),
		runs: results.flatMap(({ runs }) => runs),
		checks: [...refused, ...results.flatMap(({ checks }) => checks)],
		notes: results.flatMap(({ notes }) => notes)
	};
}
function planTest(test, target, unknownOf, request) {
	const { kernel, cases } = test;
	const capability = capabilityOf(target);
	const { runs } = testOn(test, capability);
	const textOf = (run) => {
		const name = codeOfRun(kernel, run, capability)?.target.name;
		const variant = kernel.variants.find(({ algo, specialisation, target: own }) => own === name && algo === run.algo && specialisation === run.specialisation);
		return variant && unknownOf(variant);
	};
	const known = runs.filter((run) => textOf(run) === void 0);
	if (known.length === runs.length) return {
		target,
		test
	};
	const unknown = new Map(runs.filter((run) => !known.includes(run)).map((run) => [`algo ${run.algo}, specialisation ${run.specialisation}`, textOf(run)]));
	const texts = [...groupBy(unknown, ([, text]) => text)].map(([text, own]) => `${text} of the code for ${target.name} (${listed(own.map(([name]) => name))})`);
	const rest = `${known.length === 0 ? "none" : known.length} of the ${plural(runs.length, "run")} can be executed`;
	return {
		target,
		test: {
			...test,
			isWhole: false,
			runs: known
		},
		check: {
			kernel: kernel.name,
			check: "ptx",
			path: cases.path,
			problems: [...texts, rest].map((message) => ({
				kind: "unsupported",
				message
			})),
			command: rerunCommand(request, kernel.name)
		}
	};
}
/** The first few names. */
function listed(names) {
	const more = names.length > 4 ? `, and ${names.length - 4} more` : "";
	return `${names.slice(0, 4).join("; ")}${more}`;
}
// src/emulate.ts
/** The target that the emulator knows best. */
const STAND_IN = "sm_80";
/**
* Tests a package with its PTX on the CPU. Kernels of which the emulator can execute nothing are compiled for
* sm_80, and that code is tested: it checks the source and the compiler, and gives no evidence.
* @throws {Failure} as `emulatePackage`.
*/
async function emulate(pkg, selection, settings, request, context) {
	const { targets, left, ...results } = await emulatePackage(pkg, selection, settings, request, context);
	const found = {
		...results,
		reason: void 0,
		emulated: targets.join(" and ")
	};
	const others = left.filter((kernel) => !targetsOf(kernel).some(({ name }) => name === STAND_IN));
	if (others.length === 0) return found;
	const names = others.map(({ name }) => name);
	const own = [...new Set(others.flatMap(targetsOf).map(({ name }) => name))].join(" and ");
	const why = `the code of ${names.join(", ")} for ${own} cannot be executed`;
	try {
		const standIn = await testStandIn(pkg, names, settings, request, context);
		const label = `${STAND_IN} in place of ${own}`;
		const named = (result) => ({
			...result,
			kernel: `${result.kernel} (${label})`
		});
		const note = `${why}: that for ${STAND_IN} was compiled and executed in its place. This checks the source and the compiler. It is no evidence for the package`;
		return {
			reason: void 0,
			device: found.device ?? standIn.device,
			emulated: [...targets, ...standIn.targets.length > 0 ? [label] : []].join(" and "),
			runs: [...found.runs, ...standIn.runs.map(named)],
			checks: [...found.checks, ...standIn.checks.map(named)],
			notes: [
				...found.notes,
				...standIn.notes,
				note
			]
		};
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const note = `${why}, and that for ${STAND_IN} could not be tested in its place: ${error.problems[0]?.message}`;
		return {
			...found,
			notes: [...found.notes, note]
		};
	}
}
/** Compiles kernels for sm_80 into a temporary package, and tests its PTX. */
async function testStandIn({ manifest: { triton } }, only, settings, request, context) {
	const { emulate: emulation, jobs } = request;
	const { manifest, store, python } = emulation;
	const folder = join(settings.folder, STAND_IN);
	const out = join(folder, "aot");
	await build({
		manifest,
		only,
		targets: [STAND_IN],
		triton,
		python,
		out,
		store,
		storeLimit: Number.MAX_SAFE_INTEGER,
		jobs,
		timeout: 600,
		allowKnownWrong: []
	}, context);
	const pkg = await readSmokePackage(out);
	const selection = selectTests(pkg, {
		...request,
		only
	});
	const again = {
		...request,
		emulate: {
			...emulation,
			target: void 0
		}
	};
	return emulatePackage(pkg, selection, {
		...settings,
		folder
	}, again, context);
}
// src/toolchain/wheel-tools.ts
/** The build backend, for `build-system` of projects. */
const BUILD_BACKEND = "hatchling==1.33.0";
/**
* What both tools need, with the digests of the wheels, which are for every platform. Source:
* `uv pip compile --universal --generate-hashes --python-version 3.10`.
*/
const LOCK = join(LOCKS_FOLDER, "wheel-tools.txt");
/**
* Returns a Python with hatchling, and with auditwheel, which knows the platforms that a library runs
* on. It is in an environment below `home`, which is created at first use.
* @param machine as in the file names of wheels
* @throws {Failure} `environment` if this machine lacks something.
*/
async function ensureWheelTools(machine, context) {
	const base = await findBasePython(void 0, context);
	const requirements = await readFile(LOCK, "utf8");
	const name = `wheel-tools-${base.tag}-${machine}-${sha256(requirements).slice(0, 8)}`;
	const { python } = await shareEnvironment({
		folder: resolve(context.home, "toolchains", name),
		marker: requirements,
		what: `${BUILD_BACKEND} and auditwheel`,
		base,
		machine,
		prepare: async () => [[
			"--require-hashes",
			"--only-binary=:all:",
			"-r",
			LOCK
		]],
		problem: ({ damage }) => damage.length === 0 ? void 0 : `has damaged files: ${describeDamage(damage)}`
	}, context);
	return python;
}
// src/manifest/grid/emit-python.ts
/**
* Writes an expression without errors (see `checkGrid`) as Python. It computes what `evaluateGrid`
* computes, without its limit to 64 bits; a division by zero is Python's error.
*/
function emitPython(expression, target) {
	return write$1(expression, target).text;
}
/** Writes an expression as a condition, which is true unless it is 0. */
function emitPythonCondition(expression, target) {
	if (isComparison(expression)) {
		const { operator, left, right } = expression;
		return `${inside(left, SUM, target)} ${operator} ${inside(right, SUM, target)}`;
	}
	return `${inside(expression, SUM, target)} != 0`;
}
/**
* Ranks how tightly Python expressions bind; no operand needs more than a sign. Source: The Python
* Language Reference, 6.17.
*/
const [CHOICE, SUM, PRODUCT, SIGN] = [
	0,
	1,
	2,
	3
];
function write$1(expression, target) {
	switch (expression.kind) {
		case "integer": return {
			text: String(expression.value),
			binding: SIGN
		};
		case "name": return {
			text: target.pyName(expression.name),
			binding: SIGN
		};
		case "defined": return {
			text: "1",
			binding: SIGN
		};
		case "negate": return {
			text: `-${inside(expression.operand, SIGN, target)}`,
			binding: SIGN
		};
		case "binary": return writeBinary(expression, target);
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			const [yes, no] = [inside(whenTrue, SUM, target), inside(whenFalse, CHOICE, target)];
			return {
				text: `${yes} if ${emitPythonCondition(condition, target)} else ${no}`,
				binding: CHOICE
			};
		}
	}
}
function writeBinary(expression, target) {
	const { operator, left, right } = expression;
	switch (operator) {
		case "+":
		case "-": return {
			text: `${inside(left, SUM, target)} ${operator} ${inside(right, PRODUCT, target)}`,
			binding: SUM
		};
		case "*":
		case "/":
		case "%": {
			const sign = operator === "/" ? "//" : operator;
			return {
				text: `${inside(left, PRODUCT, target)} ${sign} ${inside(right, SIGN, target)}`,
				binding: PRODUCT
			};
		}
		case "cdiv": return {
			text: `-(-${inside(left, SIGN, target)} // ${inside(right, SIGN, target)})`,
			binding: SIGN
		};
		case "min":
		case "max": {
			const [a, b] = [left, right].map((child) => write$1(child, target).text);
			return {
				text: `${target[operator]}(${a}, ${b})`,
				binding: SIGN
			};
		}
		case "==":
		case "!=":
		case "<":
		case "<=":
		case ">":
		case ">=": return {
			text: `1 if ${emitPythonCondition(expression, target)} else 0`,
			binding: CHOICE
		};
	}
}
/** Writes an operand, in parentheses if it binds less tightly than `least`. */
function inside(expression, least, target) {
	const { text, binding } = write$1(expression, target);
	return binding < least ? `(${text})` : text;
}
// src/package/archive/distribution.ts
/** The endings of the files beside the archives, after the stem. */
const ENDINGS = {
	sbom: "cdx.json",
	evidence: "evidence.json",
	replays: "replays.json",
	sums: "SHA256SUMS"
};
/** The endings of all files of a distribution, but of attestations. */
const ALL_ENDINGS = [...ARCHIVE_FORMATS, ...Object.values(ENDINGS)];
/**
* The only folder in a package's archives: `attention-1.2.0`, or `attention-1.2.0-sm_90` for a
* part.
*/
function topFolder({ manifest }) {
	const { package: name, version, part } = manifest;
	return [
		name,
		version,
		...part === void 0 ? [] : [part]
	].join("-");
}
/** The start of all file names of a package's distribution. */
function distributionStem(pkg) {
	return `aot-${topFolder(pkg)}`;
}
/** Packs a package in each of the formats. Throws as `packArchive`. */
async function packPackage(pkg, formats, out, { log, signal }) {
	const entries = await entriesOf(pkg);
	const archives = [];
	for (const format of new Set(formats)) {
		const name = `${distributionStem(pkg)}.${format}`;
		const file = join(out, name);
		let done = 0;
		const onEntry = ({ path }) => {
			done += 1;
			log.progress(done, entries.length, `${name}: ${path}`);
		};
		const packed = await packArchive(entries, file, format, {
			signal,
			onEntry
		});
		archives.push({
			kind: "archive",
			name,
			file,
			...packed
		});
	}
	return archives;
}
/**
* Returns the files of the build, below one folder. Without evidence.json, which depends on the GPU
* and is not covered by the checksums.
*/
async function entriesOf(pkg) {
	const paths = [...(await readSums(pkg.folder)).keys(), SUMS_FILE].toSorted();
	const top = topFolder(pkg);
	return Promise.all(paths.map(async (path) => {
		const file = join(pkg.folder, path);
		return {
			path: `${top}/${path}`,
			file,
			size: (await stat(file)).size
		};
	}));
}
/** Copies a package's SBOM. Packages of early versions have none. */
async function copySbom(pkg, out) {
	const content = await readIfExists(join(pkg.folder, SBOM_FILE));
	return content === void 0 ? [] : [await writeBeside("sbom", content, distributionStem(pkg), out)];
}
/** Writes a package's evidence, unless it is that of another build. */
async function copyEvidence(pkg, out, { log }) {
	const file = join(pkg.folder, EVIDENCE_FILE);
	const evidence = await readEvidence(file);
	const { records, emulated, tuned } = evidence;
	if ((records.length > 0 || emulated.length > 0) && [
		...records,
		...emulated,
		...tuned
	].every((each) => isOfPackage(each, pkg))) return [await writeBeside("evidence", evidenceText(evidence), distributionStem(pkg), out)];
	if (existsSync(file)) log.warning({
		message: `${pkg.manifest.package}: the evidence is left out: it is damaged, or not of this build of the package`,
		place: { file },
		hint: "Run the smoke test of this build."
	});
	return [];
}
/** Writes the checksums of a distribution's other files, in the format of `sha256sum --check`. */
async function writeSums(stem, files, out) {
	return writeBeside("sums", files.toSorted((a, b) => a.name < b.name ? -1 : 1).map((file) => `${file.sha256}  ${file.name}\n`).join(""), stem, out);
}
/** Writes a file of a distribution atomically. */
async function writeBeside(kind, content, stem, out) {
	const name = `${stem}.${ENDINGS[kind]}`;
	const file = join(out, name);
	await writeAtomically(file, (fresh) => writeFile(fresh, content));
	return {
		kind,
		name,
		file,
		size: Buffer.byteLength(content),
		sha256: sha256(content)
	};
}
/** The checksums that `distribute` writes next to an archive; undefined if it is not named as one. */
function sumsFileOf(archive) {
	const format = formatOf(archive);
	return format && `${archive.slice(0, -format.length)}${ENDINGS.sums}`;
}
// src/package/archive/distribute.ts
/**
* Writes the release files of each package: archives (reproducible to the byte), SBOM, evidence,
* and a file with their checksums. Replaces or removes the files of an earlier distribution of the
* same name; attestations and all other files stay.
* @throws {Failure} `usage` if a folder has no package, two packages would have the same file
* names, or one is too large; `verification` if one is damaged; `environment` if `out` cannot be
* written.
*/
async function distribute({ packages, ...settings }, context) {
	const read = [];
	for (const folder of packages) read.push(await readPackage(folder));
	return distributeRead(read, settings, context);
}
/** Like `distribute`, for packages that have already been read and checked. */
async function distributeRead(packages, { formats, out }, context) {
	checkStems(packages);
	try {
		await makeFolder(out);
		const distributions = [];
		for (const pkg of packages) distributions.push(await distributeOne(pkg, formats, out, context));
		return distributions;
	} catch (error) {
		if (!isSystemError(error)) throw error;
		throw new Failure("environment", {
			message: `cannot write the distribution: ${reasonOf$1(error)}`,
			place: { file: out }
		}, { cause: error });
	}
}
/** Writes all files to a folder in `out` first, which a later run removes if this one is killed. */
async function distributeOne(pkg, formats, out, context) {
	const fresh = await makeScratch(out, "pack");
	try {
		const described = [
			...await packPackage(pkg, formats, fresh, context),
			...await copySbom(pkg, fresh),
			...await copyEvidence(pkg, fresh, context)
		];
		const files = [...described, await writeSums(distributionStem(pkg), described, fresh)].map((each) => ({
			...each,
			file: join(out, each.name)
		}));
		for (const { name, file } of files) await rename(join(fresh, name), file);
		await removeStale(pkg, files, out);
		return {
			pkg,
			stem: distributionStem(pkg),
			files
		};
	} finally {
		await removeFolder$1(fresh);
	}
}
function checkStems(packages) {
	const problems = packages.flatMap((pkg, index) => {
		const twin = packages.slice(0, index).find((other) => distributionStem(other) === distributionStem(pkg));
		if (twin === void 0) return [];
		return [{
			message: `the packages in ${twin.folder} and ${pkg.folder} have the same name and version: both would be written to ${distributionStem(pkg)}.*`,
			hint: "Give them different names or versions in their manifests, or leave one out."
		}];
	});
	if (problems.length > 0) throw new Failure("usage", problems);
}
/** Removes files of an earlier distribution that would be taken for part of this one. */
async function removeStale(pkg, files, out) {
	const fresh = new Set(files.map(({ name }) => name));
	for (const ending of ALL_ENDINGS) {
		const name = `${distributionStem(pkg)}.${ending}`;
		if (!fresh.has(name)) await rm(join(out, name), { force: true });
	}
}
/**
* Returns the package folders in `folder`: itself, or those directly below it, as `build --split`
* writes them.
* @throws {Failure} `usage` if there is none.
*/
async function findPackages(folder) {
	if (isPackage(folder)) return [folder];
	const packages = (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter((entry) => entry.isDirectory()).map(({ name }) => name).toSorted().map((name) => join(folder, name)).filter(isPackage);
	if (packages.length > 0) return packages;
	throw new Failure("usage", {
		message: `no package found: there is no ${MANIFEST_FILE} in this folder or directly below it`,
		place: { file: folder },
		hint: "Build a package with `triton-aot build`, or give the path of its folder."
	});
}
/** Returns true for a folder that is a package, or was one: it can lack its manifest. */
function isPackage(folder) {
	return [MANIFEST_FILE, SUMS_FILE].some((name) => existsSync(join(folder, name)));
}
// src/package/archive/unzip.ts
/** The most times its own size that a zip may unpack to. Kernel sources have a ratio of about 10. */
const MAX_RATIO = 200;
/** The ratio is not checked up to this many bytes. */
const SMALL = 2 ** 20;
/**
* Unpacks a .zip into the empty `folder`, and removes the folder if that fails.
* @throws {Failure} `verification` if the zip is damaged or exceeds the limits, or an entry is not
* a regular file or folder inside the zip; `environment` if a file cannot be written.
*/
async function unpackZip(file, folder, signal, limits = LIMITS$1) {
	const { openPromise } = await import("./zip.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const name = basename(file);
	try {
		const packed = Math.max(SMALL, (await stat(file)).size * MAX_RATIO);
		const check = entryCheck(name, {
			...limits,
			bytes: Math.min(limits.bytes, packed)
		});
		const zip = await openPromise(file, { strictFileNames: true });
		for await (const entry of zip.eachEntry()) {
			signal.throwIfAborted();
			const { fileName: path, uncompressedSize: size } = entry;
			const refusal = check({
				path,
				size,
				problem: entryProblem(entry)
			});
			if (refusal !== void 0) throw refusal;
			await write(zip, entry, join(folder, entry.fileName), signal);
		}
	} catch (error) {
		await rm(folder, {
			recursive: true,
			force: true
		});
		signal.throwIfAborted();
		throw error instanceof Failure ? error : unusable$1(name, "unsafe", error);
	}
}
async function write(zip, entry, path, signal) {
	if (isFolder(entry)) {
		await makeFolder(path);
		return;
	}
	await makeFolder(dirname(path));
	const content = await zip.openReadStreamPromise(entry);
	await pipeline(content, createWriteStream(path, {
		flags: "wx",
		mode: 420
	}), { signal });
}
/**
* Source: APPNOTE.TXT 4.4.2 and 4.4.15; the upper half is the mode if the zip was made on Unix or
* macOS.
*/
function entryProblem(entry) {
	const { externalFileAttributes, versionMadeBy } = entry;
	if (entry.isEncrypted()) return "is encrypted";
	const kind = [3, 19].includes(versionMadeBy >>> 8) ? externalFileAttributes >>> 16 & 61440 : 0;
	if (kind === 40960) return "is a link";
	return [
		0,
		32768,
		16384
	].includes(kind) ? void 0 : "is neither a file nor a folder";
}
function isFolder({ fileName }) {
	return fileName.endsWith("/");
}
// src/plan/entry-text.ts
/** Writes the entry of a kernel, not indented. Lines with `# guess` are not certain. */
function entryText(entry) {
	const { name, comment, isGuess, source, configs, requires, gridParameters, smoke } = entry;
	const launch = entry.launch === void 0 ? void 0 : `from the launch at ${entry.launch}`;
	const settings = [
		...forLines(entry.choices ?? /* @__PURE__ */ new Map()),
		`source: ${scalar(source)}`,
		...globalLines(entry.globals ?? [], isGuess),
		...entry.arguments.length === 0 ? ["arguments: {}"] : [`arguments:${noteText(launch)}`, ...settingLines(entry.arguments)],
		...mapLines("constants", entry.constants, launch),
		...(entry.heuristics ?? []).map((text) => `# ${text}`),
		...requires === void 0 ? [] : [...commentLines(requires), "requires: [] # guess: they are always right"],
		...entry.configsComment === void 0 ? [] : commentLines(entry.configsComment),
		...configLines(configs ?? []),
		...(entry.gridComments ?? []).flatMap(commentLines),
		...mapLines("grid_parameters", gridParameters.map((each) => ({
			name: each,
			text: "i32"
		})), isGuess ? "only the grid uses them" : void 0),
		...settingLines([{
			name: "grid",
			text: list(entry.grid),
			note: entry.gridNote
		}, ...entry.options ?? []], 0),
		...smoke === void 0 ? [] : smokeLines(smoke, isGuess)
	];
	const key = `${textOf(name)}:${isGuess ? " # the name of the C function" : ""}`;
	return [
		...comment === void 0 ? [] : commentLines(comment),
		key,
		indent(settings.join("\n"), 2)
	].join("\n");
}
function forLines(choices) {
	const columns = [...choices];
	const [first] = columns;
	if (first === void 0) return [];
	if (columns.length === 1) return [`for: { ${scalar(first[0])}: [${first[1].join(", ")}] }`];
	return ["for:", ...itemLines(first[1].map((_text, row) => columns.map(([name, texts]) => ({
		name,
		text: texts[row] ?? ""
	}))))];
}
function globalLines(globals, isGuess) {
	if (!isGuess) return mapLines("globals", globals);
	if (globals.length === 0) return [];
	return [`${globals.every(({ text }) => text === "") ? "# " : ""}globals: # values that are known only when the program runs`, ...globals.flatMap(({ name, text, comment = "" }) => [...commentLines(comment, 2), text === "" ? `  # ${scalar(name)}: tl.NAME # not a constant: name an object of Triton that replaces it` : `  ${scalar(name)}: ${text} # guess`])];
}
function configLines(configs) {
	if (configs === "autotune") return ["configs: autotune # those of @triton.autotune"];
	return configs.length === 0 ? [] : ["configs:", ...itemLines(configs)];
}
function smokeLines(smoke, isGuess) {
	const { reference, buffers, arguments: values, cases, others = [], problem } = smoke;
	const note = isGuess ? "guess" : void 0;
	const isComplete = problem === void 0;
	const settings = [
		...settingLines([{
			name: "reference",
			...reference
		}], 0),
		...buffers.length === 0 ? [] : [`buffers:${noteText(note)}`],
		...settingLines(buffers.map((each) => ({
			name: each.name,
			text: bufferText(each, isComplete)
		}))),
		...mapLines("arguments", values, note),
		`cases:${noteText(note)}`,
		...itemLines(cases),
		...settingLines(others, 0)
	];
	const lines = [`smoke:${isGuess ? " # how to test the kernel on a GPU" : ""}`, ...settings.map((line) => `  ${line}`)];
	if (problem === void 0) return lines;
	return [...commentLines(`no test yet: ${problem}. Complete it and remove the "# ":`), ...lines.map((line) => `# ${line}`)];
}
function bufferText({ role, shape, strides, fill }, isComplete) {
	if (shape === null && isComplete) return "null # nothing uses it with these constants";
	const axes = list(shape ?? ["SIZE"]);
	if (role === "in" && strides === void 0 && fill === void 0) return axes;
	return flowMap([
		{
			name: "shape",
			text: axes
		},
		...strides === void 0 ? [] : [{
			name: "strides",
			text: list(strides)
		}],
		...role === "in" ? [] : [{
			name: "role",
			text: role
		}],
		...fill === void 0 ? [] : [{
			name: "fill",
			text: flow(fill)
		}]
	]);
}
function noteText(note) {
	return note === void 0 ? "" : ` # ${note}`;
}
function settingLines(settings, spaces = 2) {
	return settings.flatMap(({ name, text, note, comment }) => [...comment === void 0 ? [] : commentLines(comment, spaces), `${" ".repeat(spaces)}${scalar(name)}: ${text}${noteText(note)}`]);
}
function itemLines(items) {
	return items.map((item) => `  - ${flowMap(item)}`);
}
/** Writes a map in one line if nothing in it has a note and it fits. */
function mapLines(name, settings, note) {
	if (settings.length === 0) return [];
	const line = `${name}: ${flowMap(settings)}`;
	return note === void 0 && settings.every((each) => each.note === void 0) && line.length < 90 ? [line] : [`${name}:${noteText(note)}`, ...settingLines(settings)];
}
function flowMap(settings) {
	const parts = settings.map(({ name, text }) => `${scalar(name)}: ${text}`);
	return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
function flow(value) {
	if (typeof value === "string") return textOf(value);
	if (typeof value !== "object" || value === null) return scalar(value);
	return flowMap(Object.entries(value).map(([name, item]) => ({
		name,
		text: flow(item)
	})));
}
function list(axes) {
	return `[${axes.map(expressionText).join(", ")}]`;
}
/** Writes an expression. In a list, a comma in parentheses does not end it (see `joinAxes`). */
function expressionText(text) {
	return /^[\w.+*/%(), -]+$/.test(text) ? text : JSON.stringify(text);
}
function constantText(constant) {
	switch (constant.kind) {
		case "none": return "null";
		case "dtype": return `tl.${constant.value}`;
		case "float": return floatText(constant.value);
		case "string": return JSON.stringify(constant.value);
		case "int":
		case "bool": return String(constant.value);
	}
}
/** Writes a float. YAML needs a dot in it, also before an exponent. */
function floatText(value) {
	const text = scalar(value);
	if (/^-?\d+$/.test(text)) return `${text}.0`;
	return text.replace(/^(-?\d+)e/, "$1.0e");
}
/** Writes a text that may have placeholders, in quotes if it has. */
function textOf(text) {
	return text.includes("{") ? JSON.stringify(text) : scalar(text);
}
/** Writes a text, plain if it can be, or a number. */
function scalar(value) {
	return (0, import_dist.stringify)(value, { lineWidth: 0 }).trimEnd();
}
/** Writes comment lines of at most 100 characters. */
function commentLines(text, spaces = 0) {
	const start = `${" ".repeat(spaces)}#`;
	const lines = [];
	let line = start;
	for (const word of text.split(/\s+/)) {
		if (line !== start && `${line} ${word}`.length > 96) {
			lines.push(line);
			line = start;
		}
		line += ` ${word}`;
	}
	return [...lines, line];
}
// src/plan/manifest-text.ts
/** Writes a manifest with a comment above its settings. */
function newManifest(comment, settings, entries) {
	const head = settings.map(({ name, text, note }) => `${name}: ${text}${note === void 0 ? "" : ` # ${note}`}`);
	const texts = entries.map((entry) => `${indent(entryText(entry), 2)}\n`);
	return [
		`# ${comment}`,
		...head,
		"",
		"kernels:",
		texts.join("\n")
	].join("\n");
}
/**
* Adds entries after the kernels of a manifest. Everything else keeps its bytes if the kernels are a
* block map, and otherwise its comments and order. Returns undefined if the kernels are no map.
*/
function addEntries(text, entries) {
	if (entries.length === 0) return text;
	const lines = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: lines,
		keepSourceTokens: true
	});
	const kernels = document.get("kernels", true);
	if (!(0, import_dist.isMap)(kernels)) return void 0;
	const first = kernels.items[0]?.key;
	if (kernels.flow === true || !(first instanceof import_dist.Scalar)) {
		for (const entry of entries) {
			const { contents } = (0, import_dist.parseDocument)(entryText(entry));
			if ((0, import_dist.isMap)(contents)) document.setIn(["kernels", entry.name], contents.items[0]?.value);
		}
		return endLine(document.toString({ lineWidth: 100 }));
	}
	const start = first.range?.[0] ?? 0;
	const column = lines.linePos(start).col - 1;
	const end = endOf(text, kernels.range?.[1] ?? text.length);
	const before = endLine(text.slice(0, end));
	const isApart = kernels.items.length === 1 || /\n[ \t]*\n/.test(before.slice(start));
	const added = entries.map((entry) => `${indent(entryText(entry), column)}\n`).join("\n");
	return `${before}${isApart ? "\n" : ""}${added}${text.slice(end)}`;
}
/**
* Adds packages to a manifest that may have some. Everything else keeps its bytes if it has none. Those that it has in
* another version stay as they are.
*/
function addPackages(text, packages) {
	const document = (0, import_dist.parseDocument)(text);
	const own = document.get("packages", true);
	const missing = [...packages].filter(([name]) => !(0, import_dist.isMap)(own) || !own.has(name));
	if (missing.length === 0) return text;
	if (!(0, import_dist.isMap)(own)) return text.replace(/^kernels:/m, `packages: ${packagesText(new Map(missing))}\n$&`);
	for (const [name, version] of missing) own.set(name, version);
	return endLine(document.toString({ lineWidth: 100 }));
}
/** Writes the section `packages`. */
function packagesText(packages) {
	return `{ ${[...packages].map(([name, version]) => `${name}: ${scalar(version)}`).join(", ")} }`;
}
/** Returns the end of the line in which the last value of the map ends. */
function endOf(text, offset) {
	let trimmed = text.slice(0, offset).trimEnd().length;
	for (;;) {
		const line = text.lastIndexOf("\n", trimmed - 1);
		if (line === -1 || !text.slice(line, trimmed).trimStart().startsWith("#")) break;
		trimmed = text.slice(0, line).trimEnd().length;
	}
	const newline = text.indexOf("\n", trimmed);
	return newline === -1 ? text.length : newline + 1;
}
/** Returns a text that ends with a line feed, unless it is empty. */
function endLine(text) {
	return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
/** Makes a name that C and the generated code allow. */
function cName(text, prefix = "kernel") {
	const plain = text.replaceAll(/\W+/g, "_").replaceAll(/_{2,}/g, "_").replaceAll(/^_|_$/g, "");
	return reservedName(plain) === void 0 ? plain : `${prefix}_${plain}`.replace(/_$/, "");
}
/** Returns a path relative to a folder, with slashes; undefined if it is not below the folder. */
function insideOf(folder, file) {
	const inside = relative(folder, file);
	return inside.startsWith("..") || isAbsolute(inside) ? void 0 : inside.split(sep).join("/");
}
// src/package/verify/finding.ts
/** Returns the finding of a check, which failed if there are `problems`. */
function checkResult(name, text, problems = []) {
	const { length } = problems;
	return length === 0 ? {
		check: {
			name,
			outcome: "ok",
			text
		},
		problems
	} : {
		check: {
			name,
			outcome: "failed",
			text: `${name}: ${plural(length, "problem")}`
		},
		problems
	};
}
/** Returns the finding of a skipped check; `text` says why. */
function skippedCheck(name, text) {
	return {
		check: {
			name,
			outcome: "skipped",
			text
		},
		problems: []
	};
}
// src/package/verify/differences.ts
/** More differences only say that there are more. */
const MOST_PROBLEMS = 20;
/**
* Compares a package with one that was built again, byte by byte. Ignores evidence and reports, which
* are not part of a build. Each problem names the first line of a file that differs.
*/
async function differences(folder, rebuilt) {
	const [here, there] = [new Set(await listFiles(folder)), new Set(await listFiles(rebuilt))];
	const others = [.../* @__PURE__ */ new Set([...here, ...there])].filter((path) => path !== "manifest.json" && path !== "SHA256SUMS" && !SIDE_FILES.includes(path));
	const paths = [
		MANIFEST_FILE,
		...others.toSorted(),
		SUMS_FILE
	];
	const problems = [];
	for (const path of paths) {
		const file = join(folder, path);
		if (!here.has(path)) problems.push({
			message: "missing: a build of the sources writes this file",
			place: { file }
		});
		else if (!there.has(path)) problems.push({
			message: "extra: a build of the sources does not write this file",
			place: { file }
		});
		else {
			const [ours, theirs] = [await readPlainFile(file), await readPlainFile(join(rebuilt, path))];
			if (!ours.equals(theirs)) problems.push(differenceIn(file, ours, theirs));
		}
	}
	const more = problems.length - MOST_PROBLEMS;
	if (more <= 0) return {
		files: paths.length,
		problems
	};
	const message = `${plural(more, "more file")} differ from a build of the sources`;
	const bounded = [...problems.slice(0, MOST_PROBLEMS), {
		message,
		place: { file: folder }
	}];
	return {
		files: paths.length,
		problems: bounded
	};
}
function differenceIn(file, ours, theirs) {
	const difference = lineDifference(theirs.toString(), ours.toString()) ?? lineDifference(theirs.toString("latin1"), ours.toString("latin1"));
	if (difference === void 0) throw new Error(`${file} does not differ`);
	const { line, column } = difference;
	const [expected, found] = [difference.expected, difference.found].map((text) => text === void 0 ? "nothing" : `\`${visibleText(text)}\``);
	return {
		message: `differs from a build of the sources, which has ${expected} here; found ${found}`,
		place: {
			file,
			line,
			column
		}
	};
}
/**
* Returns the offset of the first byte that differs (the shorter length if one starts with the
* other), or undefined.
*/
function firstDifference(one, other) {
	const length = Math.min(one.length, other.length);
	for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
	return one.length === other.length ? void 0 : length;
}
// src/package/verify/archive.ts
/**
* Checks that an archive contains only the package, is what its name says, and matches the checksums
* next to it.
*/
async function checkArchiveContents({ file, beside }) {
	const problems = beside.map((name) => ({
		message: `the archive also contains ${name}, which is not part of the package`,
		place: { file }
	}));
	const name = basename(file);
	const [named, format] = [formatOf(name), await readFormat(file)];
	if (named !== void 0 && named !== format) {
		const message = `the archive is a .${format}, but its name ends with .${named}`;
		problems.push({
			message,
			place: { file }
		});
	}
	const sums = sumsFileOf(file);
	const text = sums === void 0 ? void 0 : (await readIfExists(sums))?.toString();
	const contents = `${name} contains only the package`;
	if (sums === void 0 || text === void 0) return checkResult("archive", `${contents}; the bytes of the archive were not compared: ${sums === void 0 ? "its name has no known ending" : `no ${basename(sums)} beside it`}`, problems);
	const listed = text.split("\n").filter((line) => line.slice(SUM_LENGTH + 2) === name);
	const isListed = listed.length === 1;
	if (!(isListed && listed[0]?.startsWith(`${await sha256Of(file)}  `) === true)) {
		const message = isListed ? `the archive does not match its checksum in ${basename(sums)}` : `${basename(sums)} does not list the archive`;
		problems.push({
			message,
			place: { file }
		});
	}
	return checkResult("archive", `${contents} and matches ${basename(sums)}`, problems);
}
/** Hexadecimal digits of a SHA-256. */
const SUM_LENGTH = 64;
async function sha256Of(file) {
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), hash);
	return hash.digest("hex");
}
/** Packs the package of an archive again and compares the archives byte by byte. */
async function checkRepacked({ folder }, { file: archive }, context) {
	const name = basename(archive);
	const format = formatOf(name);
	if (format === void 0) return skippedCheck("repacked", `${name} was not repacked: its name has no known ending`);
	const out = await makeScratch(context.scratch, "pack");
	try {
		const [packed] = await distribute({
			packages: [folder],
			formats: [format],
			out
		}, context);
		const again = packed?.files.find(({ kind }) => kind === "archive");
		if (again === void 0) throw new Error("no archive was written");
		const [ours, theirs] = [await readFile(archive), await readFile(again.file)];
		const offset = firstDifference(ours, theirs);
		const problem = {
			message: `the archive differs from a new archive of the same package, first at byte ${offset}`,
			place: { file: archive },
			hint: "It was packed by another program, or by another version of triton-aot."
		};
		return checkResult("repacked", `${name} is reproducible: packing again gives the same bytes`, offset === void 0 ? [] : [problem]);
	} finally {
		await rm(out, {
			recursive: true,
			force: true
		});
	}
}
/**
* Runs `body` on a package folder. Unpacks an archive to a temporary folder first.
* @throws {Failure} what `body` throws, with places given as paths in the archive; `verification`
* if the archive cannot be unpacked.
*/
async function withPackage(path, { scratch, signal }, body) {
	if (!await isArchive(path)) return body(path, void 0);
	const root = await makeScratch(scratch, "archive");
	const shown = (problem) => insideArchive(problem, root, path);
	try {
		await unpackArchive(path, root, signal);
		const folder = await findPackageFolder(root);
		return await body(folder, {
			file: path,
			beside: folder === root ? [] : (await readdir(root)).filter((name) => name !== basename(folder)),
			shown
		});
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		throw new Failure(error.kind, error.problems.map(shown), { cause: error });
	} finally {
		await rm(root, {
			recursive: true,
			force: true
		});
	}
}
/** Returns true if `path` is a file: packages are folders. */
function isArchive(path) {
	return stat(path).then((entry) => entry.isFile(), () => false);
}
function insideArchive(problem, root, archive) {
	const { place } = problem;
	if (place === void 0 || !place.file.startsWith(root)) return problem;
	return {
		...problem,
		place: {
			...place,
			file: `${basename(archive)}${place.file.slice(root.length)}`
		}
	};
}
// src/package/verify/package.ts
const kernelSchema = packageManifestSchema.shape.kernels.element;
const variantSchema = kernelSchema.shape.variants.element.extend({
	sha256: string(),
	resources: object({
		sharedDynamic: number(),
		tensorColumns: number().default(0),
		warps: number(),
		ctas: number()
	})
});
/** The parts of manifest.json that are compared with the package's files. */
const verifiedManifestSchema = packageManifestSchema.extend({ kernels: array(kernelSchema.extend({ variants: array(variantSchema) })) });
/**
* Reads the manifest.json of a package folder. Checks no other file.
* @throws {Failure} `usage` if there is no package that this version can read.
*/
async function openPackage(folder) {
	const text = await readManifestText(folder);
	return {
		folder,
		manifest: parseManifest(text, folder, verifiedManifestSchema),
		manifestSha256: sha256(text),
		packageSha256: await packageDigest(folder)
	};
}
/** Returns a variant's name, such as `scale [algo 1, specialisation 0, sm_90]`. */
function variantTitle({ name }, { algo, specialisation, target }) {
	return `${name} [algo ${algo}, specialisation ${specialisation}, ${target}]`;
}
// src/package/verify/files.ts
/**
* Checks that every file matches its checksum, and that there are no other files.
* @throws {Failure} `verification` if the checksums cannot be read.
*/
async function checkFiles({ folder }) {
	const sums = await readSums(folder);
	const problems = [...await checkSums(folder, sums), ...await checkUnlistedFiles(folder, sums)];
	return checkResult("files", `${plural(sums.size, "file")} match ${SUMS_FILE}, and there are no other files`, problems);
}
/** Checks that the evidence is for this build of the package, and for kernels that it has. */
async function checkEvidence({ folder, manifest, manifestSha256, packageSha256 }) {
	const file = join(folder, EVIDENCE_FILE);
	const text = (await readIfExists(file))?.toString();
	if (text === void 0) return skippedCheck("evidence", `the package has no ${EVIDENCE_FILE}: it was not tested`);
	const evidence = evidenceSchema.safeParse(tryParseJson(text)).data;
	if (evidence === void 0) return checkResult("evidence", "", [{
		message: `${EVIDENCE_FILE} is damaged, or of an earlier version`,
		place: { file },
		hint: REMEDY
	}]);
	const known = new Set(manifest.kernels.flatMap((kernel) => kernel.variants.flatMap((variant) => [variantTitle(kernel, variant), ...variant.ptx === void 0 ? [] : [variantTitle(kernel, {
		...variant,
		target: variant.ptx.target
	})]])));
	const { records, emulated = [] } = evidence;
	const problems = [...records, ...emulated].flatMap((record) => {
		const title = evidenceTitle(record);
		const isThisBuild = isOfPackage(record, {
			manifestSha256,
			packageSha256
		});
		if (isThisBuild && known.has(title)) return [];
		return [{
			message: isThisBuild ? `the evidence lists ${title}, which the package does not have` : `the evidence for ${title} is from another build of the package`,
			place: { file },
			hint: REMEDY
		}];
	});
	const share = (found) => `${new Set(found.map(evidenceTitle)).size} of ${plural(known.size, "variant")}`;
	const devices = new Set(records.map(({ device }) => device));
	return checkResult("evidence", [...emulated.length > 0 ? [`the PTX of ${share(emulated)} was executed on a CPU${weakerComparisons(emulated)} in ${describeRuns(emulated)}`] : [], ...records.length > 0 || emulated.length === 0 ? [`${share(records)} ran on a GPU (${[...devices].join(", ")}) in ${describeRuns(records)}`] : []].join("; "), problems);
}
const REMEDY = "Test the package again with `triton-aot smoke`, or remove the file.";
function evidenceTitle(record) {
	return variantTitle({ name: record.kernel }, record);
}
const sbomSchema = object({
	serialNumber: string(),
	components: array(object({
		type: string(),
		name: string(),
		hashes: array(object({
			alg: string(),
			content: string()
		})).default([])
	}))
});
/**
* Checks that the SBOM is for this build of the package, and lists the sources that manifest.json
* lists.
*/
async function checkSbom({ folder, manifest: { sources = [] }, manifestSha256 }) {
	const file = join(folder, SBOM_FILE);
	const text = await readPlainFile(file).then(String, () => void 0);
	if (text === void 0) return skippedCheck("sbom", `the package has no ${SBOM_FILE}`);
	const problem = (message) => ({
		message,
		place: { file }
	});
	const sbom = sbomSchema.safeParse(tryParseJson(text)).data;
	if (sbom === void 0) return checkResult("sbom", "", [problem(`${SBOM_FILE} is damaged`)]);
	const files = sbom.components.filter(({ type }) => type === "file").map(({ name, hashes }) => `${hashes[0]?.content ?? ""} ${name}`);
	const expected = sources.map(({ path, sha256 }) => `${sha256} ${path}`);
	const problems = [...sbom.serialNumber === serialNumberOf(manifestSha256) ? [] : [problem(`${SBOM_FILE} is from another build of the package`)], ...files.toSorted().join("\n") === expected.toSorted().join("\n") ? [] : [problem(`${SBOM_FILE} and manifest.json list different sources`)]];
	return checkResult("sbom", `${SBOM_FILE} lists ${plural(sources.length, "source")}, the same as manifest.json`, problems);
}
// src/package/verify/embedded.ts
/**
* Reads the images in the C source of a kernel, in the order of its table.
* @throws {Failure} `verification` if the source is not as `writeSource` writes it.
*/
function readImages(source) {
	const text = source.toString("latin1");
	const code = readCode(text);
	const [targets, specialisations] = [countOf(text, "TARGETS"), countOf(text, "SPECIALISATIONS")];
	const rows = between(text, "\nstatic const struct aot_image images[ROWS * TARGETS] = {\n");
	const launches = readLaunches(text);
	return rows.split("\n").flatMap((row, place) => {
		if (row === "    {NULL, NULL, 0, 1, 0, 0, 0, 0, 0, 0, 0}, /* none */") return [];
		const [, symbol = "", kernel = "\"\"", ...numbers] = ROW.exec(row) ?? [];
		const bytes = code.get(symbol);
		if (bytes === void 0) throw unexpected(`has a row without code: ${row.trim()}`);
		const [major = 0, from = 0, to = 0, warps = 0, ctas = 0, shared = 0] = numbers.map(Number);
		const line = Math.floor(place / targets);
		const specialisation = line % specialisations;
		const passed = launches.passed.get(launches.byImage ? place : specialisation);
		if (passed === void 0) throw unexpected(`has no launch of a row: ${row.trim()}`);
		const isPtx = to < from;
		return [{
			form: isPtx ? "ptx" : "cubin",
			bytes: isPtx ? untilEnd(bytes) : bytes,
			algo: Math.floor(line / specialisations),
			specialisation,
			kernel: String(JSON.parse(kernel)),
			capabilities: isPtx ? `${major}.${from}` : `${major}.${from} to ${major}.${to}`,
			warps,
			ctas,
			shared,
			passed
		}];
	});
}
const ROW = /^ {4}\{&?(\w+), ("(?:[^"\\]|\\.)*"), (\d+), (\d+), (-1|\d+), (\d+), (\d+), (\d+), \d+, [01], [01]\}, \/\*.*\*\/$/;
const CODE = /^static const char (\w+)\[\][^=\n]*=\n/gm;
const PACKED = /^static const struct aot_packed (\w+) = \{(?:NULL|&(\w+)), \w+, \d+, (\d+)\};\n/;
/** Reads the cubins and the PTX of a source, by their names in C. */
function readCode(text) {
	const code = /* @__PURE__ */ new Map();
	for (const match of text.matchAll(CODE)) {
		const [head, name = ""] = match;
		const start = match.index + head.length;
		const end = text.indexOf("\";\n", start) + 3;
		if (end < 3) throw unexpected(`is cut off in ${name}`);
		const bytes = decodeLiterals(text.slice(start, end - 3));
		const packed = name.endsWith("_stream") ? PACKED.exec(text.slice(end, end + 300)) : null;
		const [after = "", symbol = name, base, size] = packed ?? [];
		if ((packed === null ? embedCubin(symbol, bytes) : embedPacked(symbol, bytes, Number(size), base)) !== `${text.slice(match.index, end)}${after}`) throw unexpected(`contains ${symbol} in a form that triton-aot does not write`);
		code.set(symbol, packed === null ? bytes : unpack(symbol, bytes, Number(size), base, code));
	}
	return code;
}
/** Returns the bytes of lines of C string literals. */
function decodeLiterals(lines) {
	const strings = lines.split("\n").map((line) => unescape(line.replace(/^ {4}"|";?$/g, "")));
	return Buffer.from(strings.join(""), "latin1");
}
/** Reads the escapes of a C string: in a line, since an octal one ends with the line. */
function unescape(line) {
	return line.replaceAll(/\\(?:([0-7]{1,3})|(.))/g, (_all, octal, other = "") => octal === void 0 ? other : String.fromCharCode(parseInt(octal, 8)));
}
function unpack(symbol, packed, size, base, code) {
	const before = base === void 0 ? void 0 : code.get(base);
	if (base !== void 0 && before === void 0) throw unexpected(`contains ${symbol}, whose base ${base} does not come before it`);
	try {
		return unpackCode(packed, size, before);
	} catch (error) {
		throw unexpected(`contains ${symbol}, which is damaged: ${messageOf(error)}`);
	}
}
/** Returns the text that the driver reads of PTX: that before the first NUL. */
function untilEnd(bytes) {
	const end = bytes.indexOf(0);
	return end < 0 ? bytes : bytes.subarray(0, end);
}
/** Reads which parameters a source passes, with their sizes as C has them. */
function readLaunches(text) {
	const fields = between(text, "\nstruct aot_arguments {\n").split("\n");
	const types = new Map(fields.flatMap((field) => {
		const [, type = "", name = ""] = /^ {4}(.*\W)(\w+);$/.exec(field) ?? [];
		return [[name, type.trim()]];
	}));
	const body = between(text, "\nstatic CUresult aot_launch_kernel(", "\n}\n");
	const parameterOf = (reference) => {
		const [owner = "", part = ""] = reference.slice(1).split(".");
		const size = sizeOfC(types.get(part) ?? "");
		const known = owner === "a" ? size && { size } : owner.startsWith("tensor_") ? tensorPart(part.replace(/\[.*/, "")) : SCRATCH.includes(owner) && { size: 8 };
		if (!known) throw unexpected(`passes ${reference}, which no launcher passes`);
		return {
			name: owner === "a" ? part : reference.slice(1),
			...known
		};
	};
	const passed = /* @__PURE__ */ new Map();
	const branches = body.slice(body.indexOf("\n    switch (")).split("\n    }\n");
	for (const branch of branches) {
		const [, list] = /\n {8}void \*parameters\[\] = \{(.*)\};\n/.exec(branch) ?? [];
		const parameters = list?.split(", ").map(parameterOf);
		for (const [, place] of branch.matchAll(/^ {4}case (\d+):/gm)) if (parameters !== void 0) passed.set(Number(place), parameters);
	}
	return {
		byImage: body.includes("\n    switch ((int)(image - images)) {\n"),
		passed
	};
}
/** The variables of a launcher for the two pointers that Triton appends. */
const SCRATCH = ["scratch", "none"];
function countOf(text, name) {
	const count = Number(new RegExp(`^ {4}${name} = (\\d+),`, "m").exec(text)?.[1]);
	if (!(count > 0)) throw unexpected(FORM);
	return count;
}
/** Returns the text between `start`, which must occur exactly once, and the next `end`. */
function between(text, start, end = "\n};") {
	const from = text.indexOf(start) + start.length;
	const to = text.indexOf(end, from);
	if (from < start.length || to < 0 || text.includes(start, from)) throw unexpected(FORM);
	return text.slice(from, to);
}
const FORM = "has a form that triton-aot does not write";
function unexpected(message) {
	return new Failure("verification", { message: `the C source ${message}` });
}
// src/package/verify/interface.ts
/**
* Checks the cubins and the PTX in the C sources: they are those of manifest.json, read exactly the
* parameters that the C functions pass, and can be launched on their targets.
*/
async function checkInterface({ folder, manifest }) {
	const { kernels } = manifest;
	const problems = [];
	let parameters = 0;
	for (const kernel of kernels) {
		const file = join(folder, "src", `${kernel.name}.c`);
		const messages = await messagesOf(kernel.name, async () => {
			const images = readImages(await readPlainFile(file));
			const cubins = images.filter(({ form }) => form === "cubin");
			for (const { passed } of cubins) parameters += passed.length;
			return [...checkImages(kernel, kernel.variants, cubins, "cubins"), ...checkImages(kernel, kernel.variants.filter(({ ptx }) => ptx !== void 0), images.filter(({ form }) => form === "ptx"), "PTX")];
		});
		problems.push(...messages.map((message) => ({
			message,
			place: { file }
		})));
	}
	const variants = kernels.flatMap((kernel) => kernel.variants);
	const withPtx = variants.filter(({ ptx }) => ptx !== void 0).length;
	return checkResult("interface", `${`${plural(variants.length, "cubin")}${withPtx === 0 ? "" : ` and ${withPtx} PTX`}`} of ${plural(kernels.length, "kernel")} checked against manifest.json, and the C functions pass all ${plural(parameters, "parameter")} correctly`, problems);
}
/** Returns the problems that `body` finds, or why it cannot read its file. */
async function messagesOf(title, body) {
	try {
		return await body();
	} catch (error) {
		if (error instanceof Failure) return error.problems.map(({ message }) => `${title}: ${message}`);
		if (systemCode(error) === void 0) throw error;
		return [`${title}: cannot read its source: ${reasonOf$1(error)}`];
	}
}
/** Compares variants with their images: both have the order of the table. */
function checkImages(kernel, variants, images, what) {
	if (variants.length !== images.length) return [`${kernel.name}: the C source has ${what} for ${plural(images.length, "variant")}, and manifest.json for ${variants.length}`];
	return variants.flatMap((variant, index) => {
		const image = images[index];
		if (image === void 0) return [];
		const title = variantTitle(kernel, variant);
		return checkImage(variant, image).map((message) => `${title}: ${message}`);
	});
}
function checkImage(variant, image) {
	const target = parseTarget(variant.target);
	if (target === void 0) return [`unknown target ${variant.target}`];
	const what = image.form === "ptx" ? "the PTX" : "the cubin";
	const hash = image.form === "ptx" ? variant.ptx?.sha256 : variant.sha256;
	const listed = listedRow(variant, target, image.form);
	const row = rowText(image);
	return [
		...sha256(image.bytes) === hash ? [] : [`${what} in the C source is not the one in manifest.json`],
		...row === listed ? [] : [`the C source has ${row}, but manifest.json lists ${listed}`],
		...image.form === "ptx" ? checkPtx(Buffer.from(image.bytes).toString(), {
			kernel: variant.symbol,
			target,
			parameters: image.passed
		}) : checkCode(variant, target, image)
	];
}
function checkCode({ symbol, resources }, target, { bytes, passed, shared, warps, ctas }) {
	try {
		const wrong = checkCubin(readCubin(bytes), {
			kernel: symbol,
			target,
			parameters: passed
		});
		const excess = launchExcess(target, {
			name: symbol,
			cubin: bytes,
			shared,
			numWarps: warps,
			numCtas: ctas,
			tensorMemory: resources.tensorColumns
		});
		return excess === void 0 ? wrong : [...wrong, `no ${target.name} GPU can launch the kernel: ${excess.message}`];
	} catch (error) {
		if (error instanceof Failure) return error.problems.map(({ message }) => message);
		throw error;
	}
}
function rowText(row) {
	return `algo ${row.algo}, specialisation ${row.specialisation}, ${row.kernel} for ${row.capabilities} with ${plural(row.warps, "warp")}, ${plural(row.ctas, "block")} per cluster and ${plural(row.shared, "byte")} of shared memory`;
}
/** Describes the row of the C source that manifest.json asks for. */
function listedRow({ algo, specialisation, symbol, resources }, target, form) {
	const { major, from, to } = minorRange(target);
	const capabilities = form === "ptx" ? `${major}.${from}` : `${major}.${from} to ${major}.${to}`;
	const { warps, ctas, sharedDynamic: shared } = resources;
	return rowText({
		algo,
		specialisation,
		kernel: symbol,
		capabilities,
		warps,
		ctas,
		shared
	});
}
// src/verify.ts
/**
* Checks a package, all packages directly below a folder, or the package in an archive. Builds each
* again and compares every byte, if requested.
* @throws {Failure} if a package cannot be read or is too damaged to check, and what a build throws.
*/
async function verify(request, context) {
	const path = request.package;
	const paths = await isArchive(path) ? [path] : await findPackages(path);
	const verified = [];
	for (const each of paths) verified.push(await verifyOne(each, request.rebuild, context));
	return verified;
}
async function verifyOne(path, rebuild, context) {
	return withPackage(path, context, async (folder, archive) => {
		const pkg = await openPackage(folder);
		const findings = [];
		for (const check of [
			checkFiles,
			checkInterface,
			checkEvidence,
			checkSbom
		]) {
			findings.push(await check(pkg));
			context.signal.throwIfAborted();
		}
		findings.push(await checkRebuilt(pkg, rebuild, context));
		if (archive !== void 0) findings.push(await checkArchiveContents(archive));
		if (archive !== void 0 && rebuild !== void 0) findings.push(await checkRepacked(pkg, archive, context));
		const problems = findings.flatMap((finding) => finding.problems);
		return {
			pkg: {
				...pkg,
				folder: path
			},
			checks: findings.map(({ check }) => check),
			problems: archive === void 0 ? problems : problems.map(archive.shown)
		};
	});
}
/** Builds a package again in a temporary folder and compares every byte. Needs what a build needs. */
async function checkRebuilt({ folder, manifest: { part, sources = [] } }, rebuild, context) {
	if (rebuild === void 0) return skippedCheck("rebuilt", "not built again: --manifest names the sources");
	const scratch = await makeScratch(context.scratch, "rebuild");
	const out = join(scratch, "aot");
	try {
		await build({
			...rebuild,
			targets: rebuild.targets ?? (part === void 0 ? void 0 : [part]),
			out,
			split: part !== void 0,
			storeLimit: Number.MAX_SAFE_INTEGER,
			allowKnownWrong: []
		}, context);
		const rebuilt = part === void 0 ? out : join(out, part);
		const { files, problems } = await differences(folder, rebuilt);
		const text = `building again gives the same ${plural(files, "file")}, byte for byte`;
		if (problems.length === 0) return checkResult("rebuilt", text);
		const { manifest } = await openPackage(rebuilt);
		const hint = remedyFor(sources, manifest.sources ?? []);
		return checkResult("rebuilt", text, problems.map((problem, index) => index === 0 ? {
			...problem,
			hint
		} : problem));
	} finally {
		await rm(scratch, {
			recursive: true,
			force: true
		});
	}
}
/** Returns the hint for a package that a build does not give, with the sources that differ. */
function remedyFor(packaged, built) {
	const hashes = new Map(packaged.map(({ path, sha256 }) => [path, sha256]));
	const changed = built.filter(({ path, sha256 }) => hashes.get(path) !== sha256);
	return `${changed.length === 0 ? "The sources are the same" : `Changed since: ${changed.map(({ path }) => path).join(", ")}`}. Give the --targets, --only and --triton of the build, and use the same version of triton-aot on the same type of machine.`;
}
export { ARCHIVE_FORMATS, AUTO_BASELINE, BUILD_BACKEND, COMPARED_WITH, DEFAULT_OPTIONS, DEFAULT_STORE_LIMIT, DEFAULT_TIMING, EMPTY_COPY, ENTRY_KINDS, EVIDENCE_FILE, EVIDENCE_RUN_FORM, FailedBuild, GENERATORS, KNOWN_WRONG, MANIFEST_FILE, NO_RESOURCES, OPERATORS_FILE, Problems, REPORT_FILES, RESOURCE_HEADINGS, SBOM_FILE, SHARD_FORM, SUMS_FILE, TARGET_NAMES, TUNING_FILE, acceptedRun, addEntries, addEvidence, addPackages, alignedRun, blockSizes, build, buildProbe, buildShard, buildTestPrograms, bytesOf, cName, calledKernels, checkOutputFolder, checkRegressions, checkUnlistedFiles, choiceJson, clearStore, codeOfRun, compareBuilds, compileSeconds, compileUnit, compileUnits, constantText, contentsOf, copyDigest, dataFolders, describeConfig, describeDevice, describeOperator, describeRuns, describeSpecialisation, describeTimedCase, deviceLockFolder, deviceObstacles, differenceCounts, differenceJson, differenceMarkdown, differenceText, directoryStore, distribute, distributeRead, draftPlan, elementType, emitPython, emitPythonCondition, emulate, emulationText, endLine, ensureWheelTools, entryName, explainMisses, expressionText, failOnRegressions, failureText, findCCompiler, findCompilers, findCudaHeader, findPackageFolder, findPackages, findRegressions, findSanitizer, finishPlan, formatArgumentType, formatAxis, formatConstant, formatGrid, formatOf, functionFacts, hasPtx, includes, insideOf, isFloat, isInteger, isOfPackage, isOptionName, isPythonKeyword, isUnsupported, kernelFunctionSchema, kernelTables, largestCase, lastLines, layoutOf, leaseDevice, listFiles, listStore, makeFolders, manifestJsonSchema, measureKernel, minorRange, missingEvidence, namesIn$1 as namesIn, namesModule, newManifest, originOf, packArchive, packageManifestSchema, packageUnits, packagesText, parseArgumentType, parseAxis, parseFunction, parseManifest, parseManifestText, parseShard, parseTarget, parseThresholds, pathIn, physicalInput, planChoices, pruneStore, rateText, readBaselineCopy, readBuild, readConstants$1 as readConstants, readCopy, readDocument, readEvidence, readHistory, readManifest, readManifestText, readPackage, readSmokePackage, readSums, readTargets, readTimes, readTuning, readTuningBeside, reasonLines, recordedDevice, replaceOutput, reportBuild, reportMarkdown, requestFor, reservedName, resolveKernel, resourceCells, resourcesOfVariant, resourcesSchema, runKey, runSchema$1 as runSchema, runTestProgram, runsOn, scalar, scopeName, selectKernels, selectTests, sourceReader, storedVariants, subjectOf, substitute, symbolsOf, testEnvironment, testNeeds, testPackage, textOf, timeText, timedCall, timingPlanText, titleOf, toWire, typedParameters, unknownTargets, unmeasuredSpecialisations, unpackArchive, unpackPackages, unpackZip, unreadableSource, updateReport, updateReportOf, usesTritonTools, variantName, verify, verifyTritonTools, versionSchema, weakerComparisons, wireConstantSchema, withBench, withDevice, withMeter, withSmoke, withTools, writeBaselineCopy, writeBeside, writeCopy, writeReport, writeSums, writeTuning };
