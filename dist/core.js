import { __toESM } from "./rolldown-runtime.js";
import { _enum, _null, array, base64, bigint, boolean, custom, discriminatedUnion, glob, int, lazy, literal as literal$2, number, object, record as record$1, require_dist, require_picomatch, strictObject, string, toJSONSchema, tuple, union, unknown } from "./vendor.js";
import { Failure, formatPath, formatPlace, formatProblem, isSystemError, messageOf as messageOf$1, systemCode } from "./errors.js";
import { STATUS_CODES } from "node:http";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import { setMaxListeners } from "node:events";
import { brotliCompressSync, brotliDecompressSync, constants, createGunzip, gunzip, gzip } from "node:zlib";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { fileURLToPath, pathToFileURL } from "node:url";
import { availableParallelism, constants as constants$2, freemem, hostname } from "node:os";
import { closeSync, constants as constants$3, createReadStream, createWriteStream, existsSync, fstatSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { access, chmod, copyFile, link, lstat, mkdir, mkdtemp, open, opendir, readFile, readdir, readlink, realpath, rename, rm, rmdir, stat, statfs, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, posix, relative, resolve, sep, win32 } from "node:path";
import { spawn } from "node:child_process";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
// src/core/base/text.ts
/** Returns the candidate that `word` most likely misspells; undefined if none is close. */
function nearest$1(word, candidates) {
	const limit = Math.min(word.length - 1, Math.max(1, Math.floor(word.length / 3)));
	let best;
	for (const candidate of candidates) {
		if (Math.abs(candidate.length - word.length) > limit) continue;
		const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
		if (distance <= limit && distance < (best?.distance ?? Infinity)) best = {
			candidate,
			distance
		};
	}
	return best?.candidate;
}
/** Formats as `1 file` or `2 files`. */
function plural(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
/**
* Characters that move the cursor, change colours or the direction of writing, or are not seen: all
* control characters but tab and line feed, and the format characters of Unicode.
*/
const UNSEEN$1 = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Writes unseen characters as `\u{202E}`, for text that others wrote. Every line ends with a line feed. */
function visibleText(text) {
	return text.replaceAll(/\r\n?/g, "\n").replaceAll(UNSEEN$1, (character) => {
		return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`;
	});
}
/**
* Changes lines that a runner of workflows would take for commands: `::error::…` at the beginning,
* and `##[…]` anywhere.
* Source: actions/runner, ActionCommand.cs.
*/
function withoutCommands(text) {
	return text.replaceAll(/^([^\S\n]*)::/gm, "$1: :").replaceAll("##[", "## [");
}
/** Quotes a word for a POSIX shell, if it needs quotes. */
function shellQuote(word) {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
/** Returns the SHA-256 of text or bytes in hexadecimal. */
function sha256(content) {
	return createHash("sha256").update(content).digest("hex");
}
/** Formats as JSON with sorted keys, so that equal values give equal text. */
function canonicalJson(value) {
	return JSON.stringify(value, (_key, item) => typeof item === "object" && item !== null && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => a < b ? -1 : 1)) : item);
}
/** What `parseSize` accepts, for messages. */
const SIZE_FORM = "a size such as 5GB, 500 MB or 2GiB";
const UNITS = {
	B: 1,
	KB: 1e3,
	MB: 1e6,
	GB: 1e9,
	TB: 0xe8d4a51000,
	KIB: 1024,
	MIB: 2 ** 20,
	GIB: 2 ** 30,
	TIB: 2 ** 40
};
/**
* Parses a size such as `5GB` to bytes; undefined if it is not a size. Only 0 needs no unit: whoever
* writes 5 hardly means five bytes.
*/
function parseSize(text) {
	const [, digits = "", unit = "B"] = /^(0|\d+(?:\.\d+)?(?= ?[a-z])) ?([kmgt]?i?b)?$/i.exec(text.trim()) ?? [];
	const factor = UNITS[unit.toUpperCase()];
	const bytes = Math.floor(Number(digits) * (factor ?? NaN));
	return digits !== "" && Number.isSafeInteger(bytes) ? bytes : void 0;
}
/** Formats a number of bytes as `1.4 MB`, with about three digits. */
function formatSize(bytes) {
	const units = [
		"B",
		"KB",
		"MB",
		"GB",
		"TB"
	];
	const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
	const amount = bytes / 1e3 ** power;
	return `${power === 0 || amount >= 100 ? amount.toFixed(0) : amount.toFixed(1)} ${units[power]}`;
}
/** Parses JSON; returns undefined if the text is not JSON. */
function tryParseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
/** Returns the Levenshtein distance, computed one row at a time. */
function editDistance(a, b) {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [i, ofA] of Array.from(a).entries()) {
		const next = [i + 1];
		for (const [j, ofB] of Array.from(b).entries()) {
			const replaced = (row[j] ?? 0) + (ofA === ofB ? 0 : 1);
			next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
// src/core/base/workers.ts
/**
* The memory of one worker in bytes: twice what the largest examples need.
* See "How many compiles run at once" in docs/background/triton.md.
*/
const WORKER_BYTES = 5e8;
/** Returns how many workers fit: one for each core, if each has enough memory, and at least one. */
function workersFor({ cores, memory } = readCapacity()) {
	return Math.max(1, Math.min(cores, Math.floor(memory / WORKER_BYTES)));
}
/** Says that memory allows fewer workers than there are cores; undefined if it does not. */
function memoryNote(workers, capacity = readCapacity()) {
	return workers < capacity.cores && workers === workersFor(capacity) ? `${plural(workers, "worker")} for ${capacity.cores} cores: each may need ${formatSize(WORKER_BYTES)} of the ${formatSize(capacity.memory)} of memory` : void 0;
}
let here;
/** Reads what this machine has, once, so that a run does not change its mind. */
function readCapacity() {
	here ??= {
		cores: availableParallelism(),
		memory: usableMemory(process.constrainedMemory(), freemem())
	};
	return here;
}
/**
* Returns how many bytes this process may use.
* @param constrained the limit of its cgroup, of version 1 or 2. Without one it is 0, or more than any
* machine has, by the version of Node.
* @param available what the machine can give without swapping. `process.availableMemory` is less
* in a cgroup: it takes files that the system keeps in memory for used.
*/
function usableMemory(constrained, available) {
	return constrained > 0 ? Math.min(constrained, available) : available;
}
// src/core/model/constant.ts
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
/** What is wrong with a text as a constant, and what to do; undefined if it is right. */
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
/** Whether an integer is a power of two, as every axis of a block must be. */
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
	return tuple([literal$2(kind), string()]);
}
// src/core/model/options.ts
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
// src/core/model/target.ts
/**
* The architectures that Triton's NVIDIA backend compiles for.
* Source of the versions: compiled with each; see docs/background/triton.md. Source of the shared
* memory: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", and
* `cuda::arch_traits` of CCCL 3.2 (`max_shared_memory_per_block_optin`).
*/
const ARCHITECTURES = /* @__PURE__ */ new Map([
	[75, {
		since: "3.6.0",
		sharedKib: 64
	}],
	[80, {
		since: "3.6.0",
		sharedKib: 163
	}],
	[86, {
		since: "3.6.0",
		sharedKib: 99
	}],
	[87, {
		since: "3.6.0",
		sharedKib: 163
	}],
	[89, {
		since: "3.6.0",
		sharedKib: 99
	}],
	[90, {
		since: "3.6.0",
		sharedKib: 227
	}],
	[100, {
		since: "3.6.0",
		sharedKib: 227
	}],
	[103, {
		since: "3.6.0",
		sharedKib: 227
	}],
	[110, {
		since: "3.8.0",
		sharedKib: 227
	}],
	[120, {
		since: "3.6.0",
		sharedKib: 99
	}],
	[121, {
		since: "3.6.0",
		sharedKib: 99
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
* …), which runs on one only.
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
/** Whether a device of this compute capability runs code compiled for the target. */
function runsOn(target, { major, minor }) {
	const range = minorRange(target);
	return range.major === major && range.from <= minor && minor <= range.to;
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
// src/core/model/triton-version.ts
/** The first release with the compiler interface that the bridge uses. */
const OLDEST_SUPPORTED = "3.6.0";
/** The newest release that the tests run with. */
const NEWEST_TESTED = "3.9.0";
/** The supported releases, for messages. Source: https://pypi.org/project/triton/#history */
const RELEASES$1 = [
	"3.6.0",
	"3.7.0",
	"3.7.1",
	"3.8.0",
	"3.9.0"
];
const EXACT = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:\.[a-z0-9]+)*)?$/;
/** Parses an exact, supported Triton version such as `3.8.0`, `3.9.0rc1` or `3.9.0+git123`. */
function parseTritonVersion(text) {
	const version = text.trim().toLowerCase();
	if (!EXACT.test(version)) return reject(`${JSON.stringify(text)} is not an exact Triton version${likelyReleases(version)}`, `Write the full version, so that every build gives the same package. The releases are ${RELEASES$1.join(", ")}.`);
	if (compareReleases(version, "3.6.0") < 0) return reject(`Triton ${version} is too old: the oldest supported version is ${OLDEST_SUPPORTED}`, `Use a version from ${OLDEST_SUPPORTED} to ${NEWEST_TESTED}.`);
	return {
		ok: true,
		version,
		untested: compareReleases(version, NEWEST_TESTED) > 0
	};
}
/**
* Compares versions by their release numbers, so that `3.9.0rc1` equals 3.9.0. Returns a negative
* number, 0 or a positive number.
*/
function compareReleases(left, right) {
	const a = releaseNumbers(left);
	const b = releaseNumbers(right);
	for (let i = 0; i < Math.max(a.length, b.length); i++) {
		const difference = (a[i] ?? 0) - (b[i] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}
const REQUIREMENT = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*((?:[[(<>=!~;@].*)?)$/i;
const COMPILERS = /^(?:pytorch-)?triton(?:-(?:ascend|cpu|nightly|rocm|windows|xpu))?$/;
/** Returns what is wrong with an entry of `requirements:`; undefined if it is valid. */
function requirementProblem(text) {
	const [, name, rest = ""] = REQUIREMENT.exec(text.trim()) ?? [];
	if (name === void 0) return {
		message: `${JSON.stringify(text)} is not a Python requirement`,
		hint: "Write a package name, optionally with a version, such as `numpy` or `scipy==1.14.1`."
	};
	if (COMPILERS.test(name.toLowerCase().replaceAll(/[-_.]+/g, "-"))) return {
		message: `${JSON.stringify(text)} is not allowed in \`requirements:\`, since it would replace the compiler`,
		hint: "Set the Triton version with `triton:`."
	};
	if (/^(?:\[[^\]]*\])?\s*@/.test(rest)) return {
		message: `${JSON.stringify(text)} names a file or an address, which can have another package under this name`,
		hint: "Write a name and a version, and let the machine say where packages come from, such as with PIP_INDEX_URL or UV_DEFAULT_INDEX."
	};
}
function likelyReleases(text) {
	const numbers = /^[v=~<>^\s]*(\d+\.\d[\d.]*?)[.*\s]*$/.exec(text.slice(0, 50))?.[1];
	const likely = RELEASES$1.filter((release) => `${release}.`.startsWith(`${numbers}.`));
	return likely.length === 0 ? "" : `; did you mean ${likely.map((release) => `\`${release}\``).join(" or ")}?`;
}
function releaseNumbers(version) {
	return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
}
function reject(message, hint) {
	return {
		ok: false,
		problem: {
			message,
			hint
		}
	};
}
// src/core/grid/evaluate.ts
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
/** Whether an integer fits in 64 bits. */
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
			return meaning?.kind === "constant" && fitsInt64(meaning.value) ? integer(meaning.value, expression.offset) : expression;
		}
		case "defined": {
			const meaning = names.get(expression.name);
			if (meaning === void 0) return expression;
			const presence = meaning.kind === "unusable" ? meaning.presence : void 0;
			if (presence === "nullable") return expression;
			return integer(presence === "absent" ? 0n : 1n, expression.offset);
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
	if (divides$1(operator) && right.value === 0n) {
		onFault("division by zero", right.offset);
		return node;
	}
	if (left.kind !== "integer") return node;
	return settle(node, applyOperator(operator, left.value, right.value), onFault);
}
function settle(node, result, onFault) {
	if (result.ok) return integer(result.value, node.offset);
	onFault(result.fault, node.offset);
	return node;
}
function integer(value, offset) {
	return {
		kind: "integer",
		value,
		offset
	};
}
function applyOperator(operator, left, right) {
	if (divides$1(operator) && right === 0n) return {
		ok: false,
		fault: "division by zero"
	};
	return inRange(OPERATIONS[operator](left, right));
}
function divides$1(operator) {
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
// src/core/grid/expression.ts
const COMPARISONS$1 = [
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
// src/core/grid/check.ts
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
const FAULTS$2 = {
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
		const message = checkName(name, names);
		return message === void 0 ? [] : [{
			message,
			offset
		}];
	});
	const unknown = definedIn(expression).filter(({ name }) => !names.has(name)).map(({ name, offset }) => ({
		message: unknownName(name, [...names.keys()]),
		offset
	}));
	return [...wrong, ...unknown];
}
function checkName(name, names) {
	const meaning = names.get(name);
	switch (meaning?.kind) {
		case void 0: return unknownName(name, usableNames(names));
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
function unknownName(name, usable) {
	const message = `unknown name \`${name}\``;
	if (usable.length === 0) return `${message}; there is no integer argument or constant to use`;
	const likely = nearest$1(name, usable);
	return `${message};${likely === void 0 ? "" : ` did you mean \`${likely}\`?`} available names: ${usable.join(", ")}`;
}
function checkValues(expression, names, index) {
	const problems = [];
	const folded = foldGrid(expression, names, (fault, offset) => {
		problems.push({
			message: FAULTS$2[fault],
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
// src/core/grid/tokenize.ts
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
/** A number includes letters and dots that follow it, so that `1.5` or `0x1g` is one error. */
const WORD = /\d[\w.]*|\w+/y;
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
	if (ALTERNATIVES.has(word)) throw unsupported$1(word, offset);
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
	if (!SYMBOLS.has(symbol)) throw unsupported$1(symbol, offset);
	return {
		kind: "symbol",
		text: symbol,
		offset
	};
}
function unsupported$1(text, offset) {
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
// src/core/grid/parse.ts
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
	const operator = acceptSymbol(parser, ...COMPARISONS$1);
	if (operator === void 0) return left;
	const comparison = binary(parser, operator, left, parseSum(parser));
	if (acceptSymbol(parser, ...COMPARISONS$1) !== void 0) throw new GridSyntaxError("comparisons do not chain; for `a < b < c` write `a < b ? b < c : 0`", previous(parser).offset);
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
/** Limits the depth of chains such as `a + b + …`, which have no open parentheses. */
function build$1(parser, node) {
	const height = 1 + Math.max(...childrenOf(node).map((child) => parser.heights.get(child) ?? 0));
	if (height > MAX_DEPTH) throw tooDeep(node.offset);
	parser.heights.set(node, height);
	return node;
}
function tooDeep(offset) {
	return new GridSyntaxError(`more than ${MAX_DEPTH} nested operations`, offset);
}
// src/core/model/types.ts
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
	if (isScalar$2(text)) return {
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
function sizeOf(type) {
	return type.kind === "pointer" ? 8 : SCALARS[type.scalar].size;
}
/** Returns the C type of a parameter in the generated interface. */
function cTypeOf(type) {
	if (type.kind === "tensor") return "const aot_tensor *";
	return type.kind === "pointer" ? "CUdeviceptr" : SCALARS[type.scalar].c;
}
/** Whether values of the type are integers, including i1. */
function isInteger(type) {
	return type.kind === "scalar" && /^[iu]\d+$/.test(type.scalar);
}
/** Whether a pointer may point to the type. */
function isElementType(text) {
	return isScalar$2(text) || isMemoryOnly(text);
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
function isScalar$2(text) {
	return Object.hasOwn(SCALARS, text);
}
/** Whether a type exists in memory only, so that a kernel cannot have an argument of it. */
function isMemoryOnly(text) {
	return MEMORY_ONLY.includes(text);
}
// src/core/manifest/paths.ts
/** Reads the `source` of a kernel, `FILE.py:FUNCTION`. */
function readSource(text, kernel) {
	if (text === void 0) {
		kernel.add("missing `source`: expected `FILE.py:FUNCTION`");
		return;
	}
	const problems = kernel.at("source");
	const source = parseFunction(text);
	if (source === void 0) {
		problems.add(`invalid source \`${text}\`: expected \`FILE.py:FUNCTION\``);
		return;
	}
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
// src/core/manifest/bench.ts
/** The schema of `bench:` in a kernel. */
const benchSchema = strictObject({ torch: string({ error: "expected `FILE.py:FUNCTION`" }).optional().describe("A function that computes the same with PyTorch: `FILE.py:FUNCTION`. It takes parameters of the kernel by name, as tensors and numbers, and returns the outputs or writes them.") });
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
// src/core/model/smoke-case.ts
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
// src/core/manifest/smoke-schema.ts
/** A string. `what` completes `expected …`. */
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
	return array(record$1(string(), literal, { error: "expected a map of names to values" }), { error: "expected a list of cases such as [{ M: 512, N: 512 }]" }).min(1, { error: "expected at least one case" });
}
/** The schema of `tune:`. */
function tuneOf(hole) {
	return strictObject({
		cases: casesOf$1(hole).optional().describe("The calls to measure, with the `arguments` and `buffers` of `smoke:`. Default: the cases of `smoke:`."),
		key: array(textSchema("the name of an integer parameter"), { error: "expected a list of parameters such as [M, N]" }).min(1, { error: "expected at least one parameter" }).optional().describe("The integer parameters that the choice of an algo may depend on. Default: all."),
		keep: hole(union([
			literal$2("all"),
			bigint(),
			floatSchema
		], { error: "expected `all`, or a ratio to the best time such as 1.1" })).optional().describe("The algos that calls can get: `all`, or the fewest within this ratio to the best time for every measured size. Default: 1.1.")
	}, { error: "expected a map with `cases`, `key` or `keep`" });
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
		norm: number(limitsError).optional().describe("The limit of ‖out − expected‖ / ‖expected‖."),
		rtol: number(limitsError).optional(),
		atol: number(limitsError).optional()
	};
	return strictObject({
		reference: textSchema("`FILE.py:FUNCTION`, `interpreter` or `none`").optional().describe("The source of the expected outputs: a NumPy function (`FILE.py:FUNCTION`), Triton's `interpreter` (the default) or `none`."),
		cases: casesOf$1(hole).optional().describe("Calls of the kernel: values of scalar parameters, and sizes for expressions."),
		arguments: record$1(string(), union([
			string(),
			bigint(),
			floatSchema,
			boolean()
		], { error: "expected a number, true, false or an expression (quote it if it contains a comma)" }), { error: "expected a map of scalar parameters to expressions" }).optional().describe("Values of the scalar parameters that a case does not set."),
		buffers: record$1(string(), buffer, { error: "expected a map of pointer parameters to shapes" }).optional(),
		seed: hole(bigint({ error: "expected an integer" })).optional().describe("The seed of the random inputs. Default: 0."),
		tolerance: object(limits, { error: limitsError }).catchall(strictObject(limits, { error: limitsError })).optional().describe("The tolerance for all floating-point outputs, or by buffer or element type."),
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
const placeholders = (schema) => orPlaceholder(schema);
/** The sections in the manifest. A placeholder can replace any single value. */
const smokeSchema = sectionOf(placeholders);
const tuneSchema = tuneOf(placeholders);
/** The sections of one kernel, after the placeholders are filled in. */
const filledSmokeSchema = sectionOf((schema) => schema);
const filledTuneSchema = tuneOf((schema) => schema);
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
// src/core/manifest/schema.ts
/** The generator of the C code: this program, or Triton's own compile.py and link.py. */
const GENERATORS = ["native", "triton"];
/** Where the hints of arguments come from that have none in the manifest. */
const SPECIALISE_MODES = ["auto", "listed"];
/** How kernels are taken from their files. */
const SOURCE_MODES = ["slice", "import"];
const constant$2 = union([
	bigint(),
	floatSchema,
	boolean(),
	string(),
	_null()
], { error: "expected an integer, a float, true, false, a string or null" }).describe("The value of a constexpr. `tl.float16` is the Triton dtype.");
const constants$5 = record$1(string(), constant$2, { error: "expected a map of parameter names to values" });
const argument = textSchema("a type such as `*fp16:16`, `i32` or `i32:1`").describe(`A type with an optional hint: \`TYPE\`, \`TYPE:16\` (divisible by 16) or \`TYPE:1\` (equal to 1). Types: ${ARGUMENT_TYPE_NAMES.join(" ")}`);
const targetList = array(textSchema(`a target such as \`sm_90\``), { error: "expected a list of targets" }).min(1, { error: "expected at least one target" });
const targets = union([targetList, string().transform((text) => text.split(",").map((name) => name.trim()))], { error: "expected a list of targets such as [sm_80, sm_90], or one target" }).describe(`GPU architectures, as a list or as text with commas: ${TARGET_NAMES.join(" ")}`);
const config = object({ targets: targets.optional().describe("The targets that the config is for. Default: all of the kernel.") }, { error: "expected a map of parameter names to values" }).catchall(constant$2);
const grid = union([expressionSchema, array(expressionSchema).min(1)], { error: "expected one to three expressions, as a list or as text with commas (quote one that contains `?:`)" }).describe("The number of blocks on each axis: one to three expressions of arguments, constants and grid parameters.");
const body = {
	source: textSchema("`FILE.py:FUNCTION`").optional().describe("The kernel function: `FILE.py:FUNCTION`, the file relative to the manifest."),
	source_mode: _enum(SOURCE_MODES, { error: `expected one of ${SOURCE_MODES.join(", ")}` }).optional().describe("How the kernel is taken from its file: only the function and what it needs (`slice`, the default), or by importing the file (`import`)."),
	globals: record$1(string(), constant$2, { error: "expected a map of names to values" }).optional().describe("Values that the kernel reads and that are known only when the program runs, by name. `tl.NAME` is an object of Triton."),
	signature: textSchema("one token per parameter, separated by commas").optional().describe("Types and constants in the order of the function's parameters, separated by commas."),
	arguments: record$1(string(), union([argument, array(argument).min(1)], { error: "expected a type such as `*fp16:16` or `i32`, or a list of specialisations of one type" }), { error: "expected a map of parameter names to types" }).optional().describe("Types of run-time parameters by name. A list gives several specialisations."),
	specialise: _enum(SPECIALISE_MODES, { error: `expected one of ${SPECIALISE_MODES.join(", ")}` }).optional().describe("Whether hints are found for arguments that have none (`auto`, the default), or only those that the manifest lists are used (`listed`)."),
	specialisations: array(record$1(string(), union([literal$2(16n), literal$2(1n)], { error: "expected 16 (divisible by 16) or 1 (equal to 1)" }), { error: "expected a map of parameters to hints, such as { K: 16, stride_ak: 1 }" }), { error: "expected a list of maps, such as [{ K: 16 }, {}]" }).min(1, { error: "expected at least one specialisation" }).optional().describe("Sets of hints for all arguments at once. Arguments that a set does not name have none. `{}` takes any values."),
	constants: constants$5.optional().describe("Values of constexpr parameters by name."),
	configs: union([literal$2("autotune"), array(config).min(1)], { error: "expected a list of configs, or `autotune` to use those of @triton.autotune" }).optional().describe("Choices of constants and options. Each is one algo, numbered in this order."),
	grid: grid.optional(),
	grid_parameters: record$1(string(), textSchema("an integer type such as `i32`"), { error: "expected a map of names to integer types" }).optional().describe("Additional C parameters that only the grid uses."),
	requires: union([expressionSchema, array(expressionSchema)], { error: "expected an expression such as `n % 16 == 0`, or a list of expressions" }).optional().describe("Conditions on arguments, grid parameters and constants. A call that does not meet all of them is refused."),
	strict_configs: boolean({ error: "expected true or false" }).optional().describe("Whether a config of `configs: autotune` that does not compile is an error. Default: false, which drops it with a warning."),
	depends: array(textSchema("a glob"), { error: "expected a list of globs" }).optional().describe("Globs of files that the kernel depends on besides the Python files it imports."),
	targets: targets.optional(),
	smoke: smokeSchema.optional().describe("The test of the kernel on a GPU."),
	bench: benchSchema.optional().describe("What `triton-aot bench` compares the kernel with."),
	tune: tuneSchema.optional().describe("What is measured on a GPU to choose an algo by the sizes of a call."),
	...Object.fromEntries(Object.entries(OPTIONS$1).map(([name, { schema }]) => [name, orPlaceholder(schema).describe(schema.description ?? "").optional()]))
};
const choice = union([
	string(),
	bigint(),
	number(),
	boolean()
], { error: "expected a string, a number, true or false" });
const choiceLists = record$1(string(), array(choice, { error: "expected a list of values" }).min(1, { error: "expected at least one value" }), { error: "expected a map of names to lists" });
const choices = array(record$1(string(), choice, { error: "expected a map of names to values" })).min(1, { error: "expected at least one map" });
const kernel = strictObject({
	for: union([choiceLists, choices], { error: "expected a map of names to lists, or a list of maps of names to values" }).optional().describe("Lists of values by name: one kernel for each combination. Or a list of maps of values by name: one kernel for each map. `{name}` is replaced by the value."),
	...body
}, { error: "expected a map with the settings of a kernel" }).describe("One C entry point.");
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
	triton: string({ error: ({ input }) => versionError(input) }).describe(`The exact Triton version. Releases: ${RELEASES$1.join(" ")}`),
	targets: targets.optional(),
	generator: _enum(GENERATORS, { error: `expected one of ${GENERATORS.join(", ")}` }).optional().describe("The generator of the C code: this program (`native`, the default) or Triton's own tools (`triton`)."),
	vendored: vendored.optional().describe("How files of Triton's own tools are kept in a repository (generator `triton`)."),
	requirements: array(textSchema("a requirement such as `numpy` or `numpy==2.1.0`"), { error: "expected a list of requirements" }).optional().describe("Python packages that the kernel files import besides triton."),
	defaults: strictObject(body, { error: "expected a map of settings" }).optional().describe("Settings merged into every kernel."),
	kernels: record$1(string(), kernel, { error: "expected a map of kernel names to settings" })
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
// src/core/model/c-names.ts
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
/** Whether the name is a keyword of C or C++ or a common macro. */
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
// src/core/model/kernel.ts
const DEFAULT_KEPT = 1.1;
/** Returns the arguments of the compiled kernel: those the specialisation does not fix to 1. */
function passedArguments(kernel, specialisation) {
	return kernel.arguments.filter((_argument, index) => specialisation.hints[index] !== "equal-to-1");
}
/** Returns the parameters of the C entry point between the stream and the algo id. */
function allParameters(kernel) {
	return [...kernel.arguments, ...kernel.gridParameters];
}
/** The integer parameters of the C entry point, which the choice of an algo can depend on. */
function integersOf(kernel) {
	return allParameters(kernel).filter(({ type }) => isInteger(type));
}
/** Whether any argument is a tensor descriptor. */
function hasTensors(kernel) {
	return kernel.arguments.some(({ type }) => type.kind === "tensor");
}
/**
* Returns the conditions of a specialisation, such as `a % 16 == 0, stride == 1, EVEN = True`; may
* be empty.
*/
function describeSpecialisation(kernel, specialisation) {
	const { hints, heuristics } = specialisation;
	const hinted = kernel.arguments.flatMap(({ name }, index) => {
		const hint = hints[index];
		if (hint === "divisible-by-16") return [`${name} % 16 == 0`];
		return hint === "equal-to-1" ? [`${name} == 1`] : [];
	});
	const computed = [...heuristics].map(([name, value]) => `${name} = ${formatConstant(value)}`);
	return [...hinted, ...computed].join(", ");
}
/** Returns the specialisation at an index of the kernel's list. */
function specialisationOf$1(kernel, index) {
	const specialisation = kernel.specialisations[index];
	if (specialisation === void 0) throw new Error(`${kernel.name} has no specialisation ${index}`);
	return specialisation;
}
/** Returns the constants of a config in one specialisation: its own, and the heuristics' values. */
function constantsIn$1({ constants }, { heuristics }) {
	return new Map([...heuristics, ...constants]);
}
/** Whether calls can reach a specialisation with a config: it fixes no heuristic to another value. */
function isReachable({ constants }, { heuristics }) {
	return [...heuristics].every(([name, value]) => {
		const fixed = constants.get(name);
		return fixed === void 0 || integerOf$1(fixed) === integerOf$1(value);
	});
}
/** Whether a config is not built for a target of its kernel. */
function isNotFor({ notFor = [] }, { name }) {
	return notFor.some((each) => each.name === name);
}
/** The value of an integer or bool in expressions; undefined for other constants. */
function integerOf$1(constant) {
	if (constant.kind === "int") return constant.value;
	return constant.kind === "bool" ? BigInt(constant.value) : void 0;
}
// src/core/triton-tools/refusals.ts
/** Options with these values are what compile.py does by default. */
const IMPLIED = {
	enable_fp_fusion: true,
	num_ctas: 1
};
const SETTABLE = ["num_warps", "num_stages"];
/** What Triton's tools do not support: they have no option for it, or fail. */
function unsupportedProblems(kernel, triton) {
	const messages = [
		...kernel.configs.flatMap((config) => [...constantsOf$1(config), ...optionsOf$2(config)]),
		...repeatedConfigs(kernel),
		...argumentsOf(kernel),
		...unreadableHints(kernel, triton),
		...conditionsOf$1(kernel)
	];
	return [...new Set(messages)].map((message) => ({
		message: `${kernel.name}: ${message}`,
		place: kernel.place,
		hint: "Use the native generator, which supports this."
	}));
}
function constantsOf$1({ constants }) {
	return [...constants].flatMap(([name, { kind }]) => kind === "int" || kind === "float" ? [] : [`the constant \`${name}\` is of kind ${kind}, but compile.py only accepts integers and floats`]);
}
function optionsOf$2({ options }) {
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
function unreadableHints(kernel, triton) {
	return kernel.specialisations.flatMap(({ hints }) => readHints(kernel, hints, triton) === void 0 ? [`link.py fails to read the hints \`${hintSuffix(kernel, hints, triton)}\` (Triton 3.7 to 3.9)`] : []);
}
const LETTERS = {
	none: "",
	"divisible-by-16": "d",
	"equal-to-1": "c"
};
/**
* The file name suffix in which compile.py encodes the hints: by position among all parameters,
* constants included. Triton 3.6 lists every position, later releases only those with a hint.
*/
function hintSuffix(kernel, hints, triton) {
	const byName = new Map(kernel.arguments.map(({ name }, index) => [name, hints[index] ?? "none"]));
	return kernel.parameters.map((name, position) => {
		const letter = LETTERS[byName.get(name) ?? "none"];
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
		if (!rest.startsWith(String(position))) return "none";
		rest = rest.slice(String(position).length);
		const hint = hintOf(rest.charAt(0));
		if (hint !== "none") rest = rest.slice(1);
		return hint;
	});
	return rest === "" || listsEveryPosition(triton) ? hints : void 0;
}
function hintOf(letter) {
	if (letter === "d") return "divisible-by-16";
	return letter === "c" ? "equal-to-1" : "none";
}
function listsEveryPosition(triton) {
	return compareReleases(triton, "3.7.0") < 0;
}
// src/core/triton-tools/known-wrong.ts
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
	"float-scalar": ({ arguments: args }) => args.flatMap(({ name, type }) => type.kind === "scalar" && /^(?:b?f|fp)(?:16|32)$/.test(type.scalar) ? [`compile.py passes \`${name}\` (${type.scalar}) as a double, but the kernel reads only ${sizeOf(type)} of its 8 bytes (Triton 3.4 to 3.9)`] : []),
	"misread-hint": (kernel, triton) => kernel.specialisations.flatMap(({ hints }) => {
		const read = readHints(kernel, hints, triton);
		if (read === void 0 || read.every((hint, index) => hint === hints[index])) return [];
		const [found, meant] = [read, hints].map((each) => conditions(kernel, each));
		return [`link.py checks ${found}, but the kernel is compiled for ${meant}, because ${reason(kernel)}`];
	}),
	"split-one": ({ arguments: args, specialisations }) => args.flatMap(({ name }, index) => {
		const hints = new Set(specialisations.map(({ hints: own }) => own[index]));
		return hints.size > 1 && hints.has("equal-to-1") ? [`link.py makes separate algos for \`${name}\` with and without \`:1\`, so the caller has to choose (Triton 3.6 to 3.9)`] : [];
	}),
	"wide-one": ({ arguments: args, specialisations }) => args.flatMap(({ name, type }, index) => isInteger(type) && formatArgumentType(type).endsWith("64") && specialisations.some(({ hints }) => hints[index] === "equal-to-1") ? [`compile.py declares \`${name}\` (${formatArgumentType(type)}:1) as int32_t, which truncates the value before it is compared with 1 (Triton 3.6 to 3.9)`] : []),
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
	return `\`${kernel.arguments.flatMap(({ name }, index) => {
		if (hints[index] === "divisible-by-16") return [`${name} % 16 == 0`];
		return hints[index] === "equal-to-1" ? [`${name} == 1`] : [];
	}).join(" && ") || "nothing"}\``;
}
function reason(kernel) {
	const runtime = new Set(kernel.arguments.map(({ name }) => name));
	return kernel.parameters.slice(0, kernel.arguments.length).every((name) => runtime.has(name)) ? "link.py reads positions from 10 on digit by digit (Triton 3.7 to 3.9)" : "link.py does not count constants before an argument (Triton 3.6 to 3.9)";
}
// src/core/base/process.ts
/**
* Starts `argv` (no shell) in its own process group. Emits `error` if the program cannot be
* started; throws it if there are too many open files.
*/
function startProcess(argv, options) {
	options.signal.throwIfAborted();
	const [command = "", ...args] = argv;
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: { ...options.env },
		stdio: [
			"pipe",
			"pipe",
			"pipe"
		],
		detached: true
	});
	if (child.stdin === void 0) {
		child.once("error", () => void 0);
		throw Object.assign(/* @__PURE__ */ new Error("spawn EMFILE"), {
			code: "EMFILE",
			syscall: "spawn",
			path: command
		});
	}
	child.stdin.on("error", () => void 0);
	const kill = (signal) => signalGroup(child.pid, signal);
	let limit;
	const end = () => {
		const hasExited = child.exitCode !== null || child.signalCode !== null;
		if (options.graceMs === void 0 || hasExited) kill();
		else if (limit === void 0) {
			kill("SIGTERM");
			limit = setTimeout(kill, options.graceMs);
		}
	};
	options.signal.addEventListener("abort", end, { once: true });
	child.once("exit", () => clearTimeout(limit));
	child.once("close", () => options.signal.removeEventListener("abort", end));
	return {
		child,
		kill,
		end
	};
}
function signalGroup(pid, signal = "SIGKILL") {
	if (pid === void 0) return;
	try {
		process.kill(-pid, signal);
	} catch (error) {
		if (systemCode(error) !== "ESRCH") throw error;
	}
}
/** Milliseconds that pipes stay open after a program's exit. */
const DRAIN_LIMIT = 1e3;
/**
* Waits until the program has exited and its output is read. Kills the children it left running:
* they must neither outlive it nor hold its pipes open. Rejects with the system's error if the
* program cannot be started.
*/
function waitForExit({ child, kill }) {
	return new Promise((settle, reject) => {
		child.once("error", reject);
		child.once("exit", () => {
			kill();
			setTimeout(() => {
				child.stdout.destroy();
				child.stderr.destroy();
			}, DRAIN_LIMIT).unref();
		});
		child.once("close", (code, signal) => settle({
			code,
			signal
		}));
	});
}
const SIGNAL_MEANINGS = {
	SIGKILL: "probably out of memory",
	SIGABRT: "aborted, usually by a failed assertion",
	SIGSEGV: "segmentation fault",
	SIGBUS: "bus error",
	SIGFPE: "arithmetic error",
	SIGILL: "illegal instruction"
};
/** `exited with status 3`, `was killed by signal 11 (SIGSEGV: segmentation fault)`. */
function describeExit({ code, signal }) {
	if (signal === null) return code === null ? "was killed" : `exited with status ${code}`;
	const meaning = SIGNAL_MEANINGS[signal];
	const name = meaning === void 0 ? signal : `${signal}: ${meaning}`;
	return `was killed by signal ${constants$2.signals[signal]} (${name})`;
}
/**
* Runs `argv` to its end and returns its output. A non-zero status is a result, not an error.
* Rejects with the system's error if the program cannot be started, and with the abort reason if
* `signal` is aborted.
*/
async function run(argv, options) {
	const { child } = startProcess(argv, options);
	child.stdin.end(options.input ?? "");
	const output = {
		stdout: "",
		stderr: ""
	};
	for (const stream of ["stdout", "stderr"]) child[stream].setEncoding("utf8").on("data", (text) => {
		output[stream] += text;
		options.onOutput?.(text);
	});
	return new Promise((settle, reject) => {
		child.once("error", reject);
		child.once("close", (code, signal) => {
			if (options.signal.aborted) reject(abortReason(options.signal));
			else settle({
				code,
				signal,
				...output
			});
		});
	});
}
/** Milliseconds that a program has to end after it was asked to. */
const END_LIMIT = 15e3;
/**
* Runs `argv` with this process's own input and output, as a shell does. When `signal` is aborted,
* the program gets the signal that interrupted this process, and is killed if it does not end.
* Rejects with the system's error if the program cannot be started.
*/
async function runAttached(argv, { cwd, env, signal, hasTerminal }) {
	signal.throwIfAborted();
	const [command = "", ...args] = argv;
	const child = spawn(command, args, {
		cwd,
		env: { ...env },
		stdio: "inherit"
	});
	let limit;
	const onAbort = () => {
		const name = signalOf(signal.reason);
		if (name !== "SIGINT" || !hasTerminal) child.kill(name);
		limit = setTimeout(() => child.kill("SIGKILL"), END_LIMIT);
	};
	signal.addEventListener("abort", onAbort, { once: true });
	try {
		return await new Promise((settle, reject) => {
			child.once("error", reject);
			child.once("exit", (code, killedBy) => settle({
				code,
				signal: killedBy
			}));
		});
	} finally {
		signal.removeEventListener("abort", onAbort);
		clearTimeout(limit);
	}
}
/** The failure of a run that signal `name` interrupted. */
function interruptedFailure(name) {
	return new Failure("interrupted", { message: `interrupted by ${name}` }, { cause: name });
}
/** The signal behind an abort of `interruptible`. */
function signalOf(reason) {
	const name = reason instanceof Failure ? reason.cause : void 0;
	return INTERRUPTS.find((each) => each === name) ?? "SIGTERM";
}
function abortReason(signal) {
	return signal.reason instanceof Error ? signal.reason : /* @__PURE__ */ new Error("aborted");
}
const INTERRUPTS = [
	"SIGINT",
	"SIGTERM",
	"SIGHUP"
];
/** Returns an abort signal for the run, aborted by Ctrl-C and by requests to terminate. */
function interruptible(source) {
	const controller = new AbortController();
	setMaxListeners(0, controller.signal);
	const listeners = INTERRUPTS.map((name) => {
		const listener = () => controller.abort(interruptedFailure(name));
		source.on(name, listener);
		return {
			name,
			listener
		};
	});
	return {
		signal: controller.signal,
		release: () => {
			for (const { name, listener } of listeners) source.off(name, listener);
		}
	};
}
/** Characters kept of the beginning and of the end. */
const KEPT = 16384;
/**
* The beginning and the end of what a program printed since the last `clear`. Memory use is
* bounded.
*/
var OutputExcerpt = class {
	#head = "";
	#tail = "";
	#cut = false;
	append(text) {
		const room = KEPT - this.#head.length;
		this.#head += text.slice(0, room);
		const rest = this.#tail + text.slice(room);
		this.#cut ||= rest.length > KEPT;
		this.#tail = rest.slice(-16384);
	}
	clear() {
		this.#head = "";
		this.#tail = "";
		this.#cut = false;
	}
	get text() {
		return this.#cut ? `${this.#head}\n[…]\n${this.#tail}` : this.#head + this.#tail;
	}
};
/**
* Returns the absolute path of a program, as a shell finds it: a bare name on PATH, a path as it
* is.
*/
async function findExecutable(name, env) {
	if (name.includes("/")) return await isExecutable(resolve(name)) ? resolve(name) : void 0;
	for (const folder of (env["PATH"] ?? "").split(":").filter(Boolean)) {
		const file = resolve(join(folder, name));
		if (await isExecutable(file)) return file;
	}
}
async function isExecutable(file) {
	try {
		await access(file, constants$3.X_OK);
		return (await stat(file)).isFile();
	} catch {
		return false;
	}
}
/**
* Runs `body` for every item, `atOnce` at a time, and returns the results in the order of the
* items.
*/
async function mapConcurrently(items, atOnce, body) {
	const results = [];
	let next = 0;
	const work = async () => {
		for (let at = next++; at < items.length; at = next++) results[at] = await body(items[at]);
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
	return results;
}
// src/core/base/assets.ts
/** The folder of package.json: the same whether the code runs from src or from dist. */
const root = findRoot(new URL(".", import.meta.url));
/** The folder of the Python bridge. */
const BRIDGE_FOLDER = fileURLToPath(new URL("src/bridge/", root));
/** The folder that starts the recorder in every Python that has it on PYTHONPATH. */
const RECORDER_FOLDER = fileURLToPath(new URL("src/recorder/", root));
/** The folder of the Python that times a package beside Triton's JIT. */
const BENCH_FOLDER = fileURLToPath(new URL("src/bench/", root));
/** The folder of the C headers that generated sources include. */
const RUNTIME_FOLDER = fileURLToPath(new URL("src/runtime/", root));
/** The folder of the C++ programs that test packages. */
const HARNESS_FOLDER = fileURLToPath(new URL("src/harness/", root));
/** This program's version. */
const VERSION = object({ version: string() }).parse(JSON.parse(readFileSync(new URL("package.json", root), "utf8"))).version;
function findRoot(folder) {
	try {
		readFileSync(new URL("package.json", folder));
		return folder;
	} catch {
		const parent = new URL("..", folder);
		if (parent.href === folder.href) throw new Error(`no package.json above ${import.meta.url}`);
		return findRoot(parent);
	}
}
// src/core/model/type-names.ts
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
// src/core/manifest/signature.ts
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
		isGiven: hints.length > 1 || !hints.includes("none")
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
		hints: ["none"],
		isGiven: false
	};
	const hint = parseHint(text, hintTexts.map((part) => part.trim()).join(":"), type, problems);
	return hint && {
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
const HINTS$2 = /* @__PURE__ */ new Map([["16", "divisible-by-16"], ["1", "equal-to-1"]]);
function parseHint(text, hintText, type, problems) {
	const hint = HINTS$2.get(hintText);
	if (hint === void 0) problems.add(`unknown hint \`${hintText}\` in \`${text}\``, "Use `:16` for a value divisible by 16, or `:1` for a value equal to 1.");
	else {
		const why = hintProblem(type, hint);
		if (why === void 0) return hint;
		problems.add(why.startsWith("a pointer") ? why : `${why}: \`${text}\``);
	}
}
/** Why an argument of a type cannot have a hint; undefined if it can. */
function hintProblem(type, hint) {
	const name = formatArgumentType(type);
	if (!isInteger(type) && type.kind !== "pointer") return `${name} cannot have a hint, only integers and pointers can`;
	if (name === "i1" || name === "u1") return `${name} cannot have a hint, since it is always 0 or 1`;
	if (type.kind === "pointer" && hint === "equal-to-1") return `a pointer cannot be equal to 1; expected \`${name}:16\` or \`${name}\``;
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
// src/core/manifest/expression.ts
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
/** A message with its place in the expression, since YAML's folding hides line and column. */
function messageInText(message, text, offset) {
	return `at character ${offset + 1} of \`${text}\`: ${message}`;
}
// src/core/manifest/smoke-buffer.ts
const MAX_AXES = 8;
/** Reads one entry of `buffers`. Returns null for a null pointer. */
function readBuffer(raw, problems) {
	if (raw === null) return null;
	const full = Array.isArray(raw) ? { shape: raw } : raw;
	const shape = readAxes(full.shape, problems);
	const strides = full.strides && readAxes(full.strides, problems);
	if (shape !== void 0 && strides !== void 0 && strides.length !== shape.length) problems.add(`expected ${shape.length} strides, one per axis; found ${strides.length}`);
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
// src/core/manifest/smoke.ts
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
// src/core/manifest/targets.ts
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
// src/core/manifest/tune.ts
/** Reads the section of one kernel. The result must not be used if there are problems. */
function readTune(raw, problems) {
	const filled = filledTuneSchema.safeParse(raw ?? {});
	if (!filled.success) problems.addIssues(filled.error.issues, () => []);
	const { cases = [], key, keep } = filled.data ?? {};
	return {
		cases: cases.map((values) => new Map(Object.entries(values))),
		key,
		keep: readKept(keep, problems.at("keep"))
	};
}
function readKept(given, problems) {
	if (given === void 0) return DEFAULT_KEPT;
	if (given === "all") return given;
	const ratio = Number(given);
	if (ratio >= 1 && ratio <= 10) return ratio;
	problems.add(`expected \`all\` or a ratio from 1 to 10; found ${given}`);
	return DEFAULT_KEPT;
}
// src/core/manifest/entry.ts
/**
* Reads one expanded kernel.
* @param manifestTargets the `targets` at the top of the manifest
*/
function readEntry({ settings, name, place, pathOf }, manifestTargets, problems) {
	const reserved = reservedName(name);
	if (reserved !== void 0) problems.add(`invalid kernel name \`${name}\`: ${reserved}`);
	const source = readSource(settings.source, problems);
	const shape = readShape$1(settings, problems);
	const grid = readGrid(settings.grid, problems);
	const rest = {
		sourceMode: settings.source_mode ?? "slice",
		globals: readGlobals(settings, problems),
		specialise: settings.specialise ?? "auto",
		specialisations: readSpecialisations(settings, problems),
		constants: readConstants$1(settings.constants ?? {}, problems.at("constants")),
		options: readOptions(settings, problems),
		configs: settings.configs === void 0 ? [{
			constants: /* @__PURE__ */ new Map(),
			options: {},
			place
		}] : readConfigs(settings.configs, manifestTargets, problems.at("configs")),
		gridParameters: readGridParameters(settings.grid_parameters ?? {}, problems.at("grid_parameters")),
		requires: readRequires(settings.requires, problems.at("requires")),
		strictConfigs: settings.strict_configs ?? false,
		depends: readDepends(settings.depends ?? [], problems.at("depends")),
		targets: settings.targets && readKernelTargets(settings.targets, manifestTargets, problems.at("targets")),
		smoke: readSmoke(settings.smoke, problems.at("smoke")),
		bench: readBench(settings.bench, problems.at("bench")),
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
	return specialisations?.map((set) => Object.fromEntries(Object.entries(set).map(([name, value]) => [name, value === 16n ? 16 : 1])));
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
	if (configs === "autotune") return "autotune";
	return configs.map((config, index) => readConfig(config, manifestTargets, problems.at(index)));
}
/**
* Splits a config into constants, options and targets. The name of an option means the option here,
* since the parameters of the function are not known yet.
*/
function readConfig({ targets, ...config }, manifestTargets, problems) {
	const constants = Object.entries(config).filter(([name]) => !isOptionName(name));
	return {
		constants: readConstants$1(Object.fromEntries(constants), problems),
		options: readOptions(config, problems),
		targets: targets && readKernelTargets(targets, manifestTargets, problems.at("targets")),
		place: problems.place
	};
}
function readConstants$1(given, problems) {
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
/** Longer patterns are no paths, and take too long to match. */
const LONGEST_GLOB = 1e3;
function readDepends(globs, problems) {
	for (const [index, glob] of globs.entries()) if (glob.length > LONGEST_GLOB) problems.at(index).add(`the pattern has ${glob.length} characters; at most ${LONGEST_GLOB} are allowed`);
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
/** The C functions that a kernel's source defines. */
function symbolsOf(name) {
	return [
		name,
		`${name}_default`,
		`${name}_choose`,
		`${name}_get_num_algos`,
		`load_${name}`,
		`unload_${name}`
	];
}
/** Checks that no two kernels define the same C function. */
function checkSymbolNames(kernels, problems) {
	const owners = /* @__PURE__ */ new Map();
	for (const kernel of kernels) {
		const symbols = symbolsOf(kernel.name);
		const shared = symbols.find((symbol) => owners.has(symbol)) ?? "";
		const owner = owners.get(shared);
		for (const symbol of symbols) if (!owners.has(symbol)) owners.set(symbol, kernel);
		const inKernel = problems.under(kernel.pathOf);
		if (owner?.name === kernel.name) inKernel.add(`duplicate kernel name \`${kernel.name}\``, "Use the names of `for` in the key, such as `add_{dtype}`, so that every choice has its own.");
		else if (owner !== void 0) inKernel.add(`kernels \`${kernel.name}\` and \`${owner.name}\` would both define the C function \`${shared}\``, "Rename one of them.");
	}
}
// src/core/codegen/header.ts
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
	const [launch, byDefault, choose, algos, load, unload] = Object.values(prototypes(kernel)).map((prototype, index) => `${prototype}\n    __asm__("${linkName(owner, symbolsOf(kernel.name)[index] ?? "")}")`);
	return `${comment$1([
		`${kernel.name}: the Triton kernel ${kernel.source.function}, compiled ahead of time for ${kernel.targets.map(({ name }) => name).join(", ")}.`,
		"",
		"Every function works in the current context, from any thread. CUDA_ERROR_NO_BINARY_FOR_GPU: the device",
		"is none of those above."
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

${comment$1([
		"Launches the kernel on `stream`. An empty grid succeeds and launches nothing; an unknown algo_id and",
		"argument values that no specialisation fits give CUDA_ERROR_INVALID_VALUE.",
		"",
		"algo_id:",
		...kernel.configs.map((config, index) => `  ${index}: ${describeConfig(config)}${missingTargets(kernel, config)}`),
		...describeConditions(kernel),
		...describeHints$1(kernel)
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

#ifdef __cplusplus
}
#endif

#endif
`;
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
/** Formats the constants and options of a config: `BLOCK=64, ACTIVATION="relu", num_warps=4`. */
function describeConfig(config) {
	return [...[...config.constants].map(([name, value]) => `${name}=${formatConstant(value)}`), ...Object.entries(config.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(", ");
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
	return comment$1([
		"The same with the algo that was the fastest for such values on the device, as measured on:",
		...choice.devices.flatMap(({ name }) => name === void 0 ? [] : [`  ${name}`]),
		"Other devices get the choice for those of their compute capability, or else for all of these.",
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
function describeHints$1(kernel) {
	const described = kernel.specialisations.map((specialisation) => describeSpecialisation(kernel, specialisation));
	if (described.every((text) => text === "")) return [];
	return [
		"",
		"Argument values, the first that fits:",
		...described.map((text) => `  ${text || "any"}`)
	];
}
/** Writes a C comment that no text inside can end. */
function comment$1(lines) {
	return [
		"/*",
		...lines.map((line) => ` * ${visibleText(line).replaceAll("*/", "* /").replaceAll("/*", "/ *")}`.trimEnd()),
		" */"
	].join("\n");
}
/** Reads these files from src/runtime. */
async function readRuntimeHeaders() {
	const [cuda, driver, launch, tensor, passTensor, stub] = await Promise.all([
		read$1("aot_cuda.h"),
		read$1("aot_driver.h"),
		read$1("aot_launch.h"),
		read$1("aot_tensor.h"),
		read$1("aot_pass_tensor.h"),
		read$1("libcuda_stub.c")
	]);
	return {
		cuda,
		driver,
		launch,
		tensor,
		passTensor,
		stub
	};
}
function read$1(name) {
	return readFile(join(RUNTIME_FOLDER, name), "utf8");
}
// src/core/grid/emit-c.ts
/**
* Writes a grid without errors (see `checkGrid`) as C. It computes what `evaluateGrid` computes; if
* that has no result, it sets `*bad` to 1 and the value has no meaning.
*/
function emitGrid(axes, target) {
	const folded = axes.map((axis) => foldGrid(axis, target.names));
	return {
		axes: folded.map((axis) => write$2(axis, target)),
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
function write$2(expression, target) {
	switch (expression.kind) {
		case "integer": return writeInteger(expression.value);
		case "name": return writeName(expression.name, target);
		case "defined": return target.cDefined(expression.name);
		case "negate": return callOperator("-", writeInteger(0n), write$2(expression.operand, target), target.bad);
		case "binary": {
			const { operator, left, right } = expression;
			return callOperator(operator, write$2(left, target), write$2(right, target), target.bad);
		}
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			const [test, yes, no] = [
				condition,
				whenTrue,
				whenFalse
			].map((child) => write$2(child, target));
			return `(${test} != 0 ? ${yes} : ${no})`;
		}
	}
}
/** In C, a minus is not part of the literal, and 2^63 on its own does not fit. */
function writeInteger(value) {
	if (value === MIN_INTEGER) return "INT64_MIN";
	return value < 0n ? `-INT64_C(${-value})` : `INT64_C(${value})`;
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
	"/": checked("grid_div", quotient$1("a / b - (a % b != 0 && (a < 0) != (b < 0))")),
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
	cdiv: checked("grid_cdiv", quotient$1("a / b + (a % b != 0 && (a < 0) == (b < 0))")),
	min: plain$1("grid_min", "a < b ? a : b"),
	max: plain$1("grid_max", "a > b ? a : b"),
	"==": plain$1("grid_eq", "a == b"),
	"!=": plain$1("grid_ne", "a != b"),
	"<": plain$1("grid_lt", "a < b"),
	"<=": plain$1("grid_le", "a <= b"),
	">": plain$1("grid_gt", "a > b"),
	">=": plain$1("grid_ge", "a >= b")
};
function checked(name, body) {
	return {
		name,
		checked: true,
		text: define(`${name}(int64_t a, int64_t b, int *bad)`, body)
	};
}
function plain$1(name, value) {
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
function quotient$1(value) {
	return [
		"if (b == 0 || (a == INT64_MIN && b == -1)) {",
		"    *bad = 1;",
		"    return 0;",
		"}",
		`return ${value};`
	];
}
// src/core/tuning/points.ts
/** The value `specialisation()`: the index of the specialisation that a call reaches. */
const SPECIALISATION = "specialisation()";
/** The value `blocks(ALGO)`: how many blocks an algo launches. */
function blocksValue(algo) {
	return `blocks(${algo})`;
}
/** Returns the algo of `blocks(ALGO)`; undefined for another value. */
function algoOfBlocks(value) {
	const algo = /^blocks\((\d+)\)$/.exec(value)?.[1];
	return algo === void 0 ? void 0 : Number(algo);
}
/** The ratio of an algo without a time. It is finite, so that sums can be compared. */
const UNMEASURED = 1e6;
/** The time of an algo, divided by that of the fastest. */
function ratioOf({ ratios }, algo) {
	return ratios.get(algo) ?? 1e6;
}
/** The ratio of the fastest of some algos. */
function lowestRatio(point, algos) {
	return Math.min(...algos.map((algo) => ratioOf(point, algo)));
}
/**
* The algos that are fast enough for a point: not slower than `within` × the best or, if none of
* them is that fast, the fastest.
*/
function acceptable(point, algos, within) {
	const limit = Math.max(within, lowestRatio(point, algos));
	return algos.filter((algo) => ratioOf(point, algo) <= limit);
}
/** Whether one cost is lower than another. */
function isLower(one, other) {
	const at = one.findIndex((value, index) => value !== other[index]);
	return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}
/** The sum of numbers, which does not depend on their order. */
function sumOf(numbers) {
	return numbers.toSorted((a, b) => a - b).reduce((sum, number) => sum + number, 0);
}
// src/core/tuning/smallest-set.ts
/** Sets of one size that are tried one by one. With more, algos are added one by one. */
const MAX_SETS = 5e4;
/**
* Returns the smallest set of algos that has one within `within` × the best for every point, in
* ascending order. Of several, the set with the fewest missing times, then the lowest worst ratio,
* then the lowest sum of ratios. It is exact while there are few sets of a size, which is so for
* small sets of dozens of algos.
*/
function smallestSet(points, algos, within) {
	const sorted = algos.toSorted((a, b) => a - b);
	const needs = distinctNeeds(points.map((point) => acceptable(point, sorted, within)));
	for (let size = 1; size <= sorted.length; size += 1) {
		if (countSets(sorted.length, size) > MAX_SETS) break;
		const found = bestOfSize(points, sorted, needs, size);
		if (found !== void 0) return found;
	}
	return greedySet(points, sorted, needs);
}
/** The different needs, without those that another one implies. */
function distinctNeeds(lists) {
	const all = [...new Map(lists.map((list) => [list.join(), new Set(list)])).values()];
	return all.filter((need) => !all.some((other) => other.size < need.size && [...other].every((a) => need.has(a))));
}
function countSets(length, size) {
	let count = 1;
	for (let at = 0; at < size; at += 1) count = count * (length - at) / (at + 1);
	return count;
}
function bestOfSize(points, algos, needs, size) {
	let best;
	for (const set of setsOf(algos, size)) {
		if (!needs.every((need) => set.some((algo) => need.has(algo)))) continue;
		const cost = costOf(points, set);
		if (best === void 0 || isLower(cost, best.cost)) best = {
			set,
			cost
		};
	}
	return best?.set;
}
/** Lists the subsets of a size in the order of their elements. */
function* setsOf(algos, size) {
	if (size === 0) {
		yield [];
		return;
	}
	for (const [index, first] of algos.entries()) for (const rest of setsOf(algos.slice(index + 1), size - 1)) yield [first, ...rest];
}
/** Adds the algo that serves most points until all are served. */
function greedySet(points, algos, needs) {
	const set = [];
	const costs = new Map(algos.map((algo) => [algo, costOf(points, [algo])]));
	let open = needs;
	while (open.length > 0) {
		let best;
		for (const algo of algos) {
			const cost = [-open.filter((need) => need.has(algo)).length, ...costs.get(algo) ?? []];
			if (best === void 0 || isLower(cost, best.cost)) best = {
				algo,
				cost
			};
		}
		if (best === void 0) break;
		const { algo } = best;
		set.push(algo);
		open = open.filter((need) => !need.has(algo));
	}
	return set.toSorted((a, b) => a - b);
}
function costOf(points, set) {
	const lowest = points.map((point) => lowestRatio(point, set));
	return [
		points.reduce((sum, { ratios }) => sum + set.filter((a) => (ratios.get(a) ?? 1e6) >= UNMEASURED).length, 0),
		Math.max(...lowest),
		sumOf(lowest)
	];
}
/** Times that differ by less count as equal, because measurements vary by about that much. */
const NOISE = 1.03;
/** The ratios that are tried if a tree within a lower one has too many comparisons. */
const FURTHER = [
	1.05,
	1.1,
	1.15,
	1.2,
	1.3,
	1.5,
	2,
	4,
	Infinity
];
/**
* Fits a tree with few comparisons and a low worst ratio. The result does not depend on the order
* of the points.
* @param points with different values
* @param names the names of the points' values
* @param within the ratio that is good enough if not all algos can do better
* @param comparisons the most that a choice may take
*/
function fitTree(points, names, algos, within, comparisons = 8) {
	const reachable = Math.max(...points.map((point) => lowestRatio(point, algos)));
	const first = Math.max(NOISE, Math.min(reachable, within));
	const limit = Math.max(first, reachable);
	let best;
	for (const tolerance of [first, ...FURTHER.filter((ratio) => ratio > first)]) {
		const grower = growerOf(points, names, algos, tolerance);
		for (const isEven of [false, true]) {
			const tree = grow(grower, grower.items, comparisons, isEven);
			const ratios = ratiosOf(tree, points, names);
			const worst = Math.max(...ratios);
			const size = leavesOf(tree);
			const cost = worst <= limit ? [
				0,
				size,
				worst
			] : [
				worst,
				sumOf(ratios),
				size
			];
			if (best === void 0 || isLower(cost, best.cost)) best = {
				tree,
				worst,
				cost
			};
		}
		if (best !== void 0 && best.worst <= limit) break;
	}
	if (best === void 0) throw new Error("a tree needs points");
	return {
		tree: best.tree,
		worst: best.worst
	};
}
/** Returns the algo that a tree chooses. `valueOf` gives a value by its name. */
function decide(tree, valueOf) {
	if ("algo" in tree) return tree.algo;
	return decide(valueOf(tree.value) <= tree.atMost ? tree.small : tree.large, valueOf);
}
/** Returns the algos that a tree chooses from, in ascending order. */
function algosOf$1(tree) {
	if ("algo" in tree) return [tree.algo];
	return [.../* @__PURE__ */ new Set([...algosOf$1(tree.small), ...algosOf$1(tree.large)])].toSorted((a, b) => a - b);
}
function leavesOf(tree) {
	return "algo" in tree ? 1 : leavesOf(tree.small) + leavesOf(tree.large);
}
/** The ratios of what a tree chooses for points, whose values have these names. */
function ratiosOf(tree, points, names) {
	return points.map((point) => {
		return ratioOf(point, decide(tree, (name) => point.values[names.indexOf(name)] ?? 0n));
	});
}
function growerOf(points, names, algos, tolerance) {
	const sorted = algos.toSorted((a, b) => a - b);
	const sets = points.map((point) => acceptable(point, sorted, tolerance));
	const texts = [...new Set(sets.map((set) => set.join()))].toSorted();
	return {
		items: points.map((point, index) => ({
			point,
			kind: texts.indexOf(sets[index]?.join() ?? "")
		})),
		names,
		algos: sorted,
		kinds: texts.map((text) => new Set(text.split(",").map(Number))),
		order: names.map((name, at) => algoOfBlocks(name) === void 0 ? new Set(points.map(({ values }) => values[at])).size : 0)
	};
}
function grow(grower, items, depth, isEven) {
	const counts = grower.kinds.map((_set, kind) => items.filter((each) => each.kind === kind).length);
	const split = depth === 0 || impurity(grower, counts) === 0 ? void 0 : bestSplit(grower, items, isEven);
	if (split === void 0) return { algo: bestAlgo(grower, items) };
	const { at, atMost } = split;
	const isSmall = ({ point }) => (point.values[at] ?? 0n) <= atMost;
	const small = grow(grower, items.filter(isSmall), depth - 1, isEven);
	const large = grow(grower, items.filter((item) => !isSmall(item)), depth - 1, isEven);
	if ("algo" in small && "algo" in large && small.algo === large.algo) return small;
	return {
		value: grower.names[at] ?? "",
		atMost,
		small,
		large
	};
}
/** The algo with the lowest worst ratio, then the lowest sum of ratios, then the lowest number. */
function bestAlgo({ algos }, items) {
	let best;
	for (const algo of algos) {
		const ratios = items.map(({ point }) => ratioOf(point, algo));
		const cost = [Math.max(...ratios), sumOf(ratios)];
		if (best === void 0 || isLower(cost, best.cost)) best = {
			algo,
			cost
		};
	}
	return best?.algo ?? 0;
}
/**
* Finds the comparison after which points are the least mixed. Of equal ones, it takes the number of
* blocks, which says how busy the GPU is, then the parameter with the fewest values, since others,
* such as strides, are often computed from it, and then the widest gap between values.
* @param isEven whether the more mixed side counts first, which gives more even trees
*/
function bestSplit(grower, items, isEven) {
	let best;
	for (const [at, order] of grower.order.entries()) {
		const valueOf = ({ point }) => point.values[at] ?? 0n;
		const sorted = items.toSorted((a, b) => compare$1(valueOf(a), valueOf(b)));
		const below = grower.kinds.map(() => 0);
		const above = [...below];
		for (const { kind } of sorted) above[kind] = (above[kind] ?? 0) + 1;
		for (const [index, item] of sorted.slice(0, -1).entries()) {
			below[item.kind] = (below[item.kind] ?? 0) + 1;
			above[item.kind] = (above[item.kind] ?? 0) - 1;
			const [from, to] = [valueOf(item), valueOf(sorted[index + 1] ?? item)];
			if (from === to) continue;
			const sides = [impurity(grower, below), impurity(grower, above)];
			const cost = [
				isEven ? Math.max(...sides) : 0,
				sides[0] + sides[1],
				order,
				-gapOf(from, to),
				at
			];
			if (best !== void 0 && !isLower(cost, best.cost)) continue;
			best = {
				split: {
					at,
					atMost: middleOf(from, to)
				},
				cost
			};
		}
	}
	return best?.split;
}
function compare$1(a, b) {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
/**
* How mixed points are: 0 if one algo is acceptable for all. Algos are assigned to as many points as
* possible, one after the other, and the Gini impurity is that of the groups.
*/
function impurity({ kinds, algos }, counts) {
	const left = [...counts];
	const total = left.reduce((sum, count) => sum + count, 0);
	let rest = total;
	let squares = 0;
	while (rest > 0) {
		let [most, chosen] = [0, -1];
		for (const algo of algos) {
			let served = 0;
			for (const [kind, count] of left.entries()) if (kinds[kind]?.has(algo)) served += count;
			if (served > most) [most, chosen] = [served, algo];
		}
		squares += most * most;
		rest -= most;
		for (const kind of left.keys()) if (kinds[kind]?.has(chosen)) left[kind] = 0;
	}
	return total === 0 ? 0 : total - squares / total;
}
/** How far values are apart: as a ratio if both are positive. */
function gapOf(from, to) {
	return from < 0n ? Number(to - from) : Number(to + 1n) / Number(from + 1n);
}
/** The geometric mean of two values, so that a size between them gets the choice of the nearer one. */
function middleOf(from, to) {
	if (from < 0n) return from + to >> 1n;
	const mean = from === 0n ? squareRoot(to + 1n) - 1n : squareRoot(from * to);
	return mean < to ? mean : to - 1n;
}
/** The integer square root. */
function squareRoot(value) {
	let root = BigInt(Math.floor(Math.sqrt(Number(value))));
	while (root * root > value) root -= 1n;
	while ((root + 1n) * (root + 1n) <= value) root += 1n;
	return root;
}
// src/core/tuning/choice.ts
/**
* Chooses algos by the measurements of one kernel: for each device that was measured, for each of
* their compute capabilities, and for all others. The result does not depend on the order of the
* measurements.
*/
function chooseAlgos(measurements, settings) {
	const classes = deviceClasses(measurements);
	const holes = [];
	const tables = [];
	const indices = /* @__PURE__ */ new Map();
	return {
		choice: {
			devices: classes.map(({ name, capability, isMember }) => {
				const own = measurements.filter(isMember);
				const members = [...new Set(own.map(({ device }) => device.name))].toSorted().join("\n");
				let index = indices.get(members);
				if (index === void 0) {
					const made = makeTable(own, settings);
					if (name !== void 0 && made.hole !== void 0) holes.push({
						device: name,
						values: made.hole
					});
					index = tables.push(made.table) - 1;
					indices.set(members, index);
				}
				return {
					name,
					capability,
					table: index
				};
			}),
			tables
		},
		holes
	};
}
/** Whether a choice depends on the device. */
function dependsOnDevice({ tables }) {
	return new Set(tables.map(({ tree }) => JSON.stringify(treeJson(tree)))).size > 1;
}
function deviceClasses(measurements) {
	const names = new Set(measurements.map(({ device }) => device.name));
	const capabilities = new Set(measurements.map(({ device }) => device.capability));
	return [
		...[...names].toSorted().map((name) => ({
			name,
			isMember: ({ device }) => device.name === name
		})),
		...[...capabilities].toSorted((a, b) => Number(a) - Number(b)).map((capability) => ({
			capability,
			isMember: ({ device }) => device.capability === capability
		})),
		{ isMember: () => true }
	];
}
function makeTable(measurements, settings) {
	const { keep } = settings;
	const samples = samplesOf(measurements, settings);
	const { points } = samples;
	const algos = candidates(measurements, points);
	const within = keep === "all" ? DEFAULT_KEPT : keep;
	const fit = (from) => {
		const kept = keep === "all" ? from : smallestSet(points, from, within);
		return fitSpecialisations(samples, kept, within, settings.lastHinted);
	};
	let tree = fit(algos);
	const everywhere = algos.filter((algo) => points.every((point) => isMeasured(point, algo)));
	if (worstOf(tree, samples) >= 1e6 && everywhere.length > 0) tree = fit(everywhere);
	const worst = worstOf(tree, samples);
	const table = {
		algos: algosOf$1(tree),
		sizes: measurements.length,
		worst,
		tree
	};
	const unmeasured = points.find((point) => {
		const [ratio = UNMEASURED] = ratiosOf(tree, [point], samples.names);
		return ratio >= UNMEASURED;
	});
	return {
		table,
		hole: unmeasured && new Map(samples.keys.map((name, index) => [name, unmeasured.values[index] ?? 0n]))
	};
}
/**
* Fits a tree. Calls without hints run other code, so they get a tree of their own if that of the
* others is bad for them.
*/
function fitSpecialisations({ points, names }, algos, within, lastHinted) {
	const others = names.slice(0, -1);
	const at = names.length - 1;
	const limit = BigInt(lastHinted);
	const isHinted = ({ values }) => (values[at] ?? 0n) <= limit;
	const hinted = points.filter(isHinted);
	const rest = points.filter((point) => !isHinted(point));
	if (hinted.length > 0 && rest.length > 0) {
		const small = fitTree(hinted, others, algos, within, 7).tree;
		const reachable = Math.max(...rest.map((point) => lowestRatio(point, algos)));
		if (Math.max(...ratiosOf(small, rest, others)) > Math.max(within, reachable)) {
			const large = fitTree(rest, others, algos, within, 7).tree;
			return {
				value: SPECIALISATION,
				atMost: limit,
				small,
				large
			};
		}
	}
	return fitTree(points, others, algos, within).tree;
}
function worstOf(tree, { points, names }) {
	return Math.max(...ratiosOf(tree, points, names));
}
/** The parameters that the choice may depend on and that have several values. */
function keyOf$6(measurements, parameters) {
	const keys = measurements.map(({ key }) => key ?? parameters);
	const allowed = new Set(keys.flat());
	return parameters.filter((name) => allowed.has(name) && new Set(measurements.map(({ values }) => values.get(name))).size > 1);
}
/** Groups measurements with the same values. The ratio of a group is the highest of its members. */
function samplesOf(measurements, settings) {
	const keys = keyOf$6(measurements, settings.parameters);
	const finest = keys.length < 2 ? void 0 : finestAlgo(measurements);
	const groups = /* @__PURE__ */ new Map();
	for (const each of measurements) {
		const key = [...keys.map((name) => each.values.get(name)), each.isHinted].join();
		groups.set(key, [...groups.get(key) ?? [], each]);
	}
	const algos = new Set(measurements.flatMap(({ times }) => [...times.keys()]));
	const points = [...groups].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, members]) => ({
		values: [
			...keys.map((name) => members[0]?.values.get(name) ?? 0n),
			...finest === void 0 ? [] : [members[0]?.blocks?.get(finest) ?? 0n],
			BigInt(settings.lastHinted + (members[0]?.isHinted === true ? 0 : 1))
		],
		ratios: new Map([...algos].map((algo) => [algo, Math.max(...members.map((each) => timeRatio(each, algo)))]))
	}));
	const blocks = finest === void 0 ? [] : [blocksValue(finest)];
	return {
		points,
		names: [
			...keys,
			...blocks,
			SPECIALISATION
		],
		keys
	};
}
/** The algo with the most blocks, whose number tells sizes apart best. Undefined if one has none. */
function finestAlgo(measurements) {
	if (measurements.some(({ blocks }) => blocks === void 0)) return void 0;
	const totals = /* @__PURE__ */ new Map();
	for (const { blocks } of measurements) for (const [algo, count] of blocks ?? []) totals.set(algo, (totals.get(algo) ?? 0n) + count);
	const [first] = [...totals].toSorted(([a, x], [b, y]) => x === y ? a - b : x > y ? -1 : 1);
	return first?.[0];
}
function timeRatio({ times }, algo) {
	const time = times.get(algo);
	return time === void 0 ? UNMEASURED : time / Math.min(...times.values());
}
/** The algos with times. One that failed for a size counts only if there is a hole without it. */
function candidates(measurements, points) {
	const all = [...new Set(measurements.flatMap(({ times }) => [...times.keys()]))];
	const reliable = all.filter((algo) => !measurements.some(({ failed }) => failed.has(algo)));
	return points.every((point) => reliable.some((algo) => isMeasured(point, algo))) ? reliable : all;
}
function isMeasured({ ratios }, algo) {
	return (ratios.get(algo) ?? 1e6) < UNMEASURED;
}
/** A choice as JSON. Thresholds beyond the integers of JavaScript are text. */
function choiceJson({ tuning, devices, tables }) {
	return {
		tuning,
		devices,
		tables: tables.map(({ tree, worst, ...rest }) => ({
			...rest,
			worst: Number(worst.toFixed(3)),
			tree: treeJson(tree)
		}))
	};
}
function treeJson(tree) {
	if ("algo" in tree) return tree;
	const { value, atMost, small, large } = tree;
	return {
		value,
		atMost: Number.isSafeInteger(Number(atMost)) ? Number(atMost) : String(atMost),
		small: treeJson(small),
		large: treeJson(large)
	};
}
const treeSchema = lazy(() => union([object({ algo: number().int().nonnegative() }), object({
	value: string(),
	atMost: union([number().int(), string().regex(/^-?\d+$/)]).transform((value) => BigInt(value)),
	small: treeSchema,
	large: treeSchema
})]));
/** What `choiceJson` writes. */
const choiceSchema = object({
	tuning: string(),
	devices: array(object({
		name: string().regex(/^[\x20-\x7e]+$/).optional(),
		capability: string().optional(),
		table: number().int().nonnegative()
	})),
	tables: array(object({
		algos: array(number()),
		sizes: number(),
		worst: number(),
		tree: treeSchema
	}))
});
// src/core/plan/grid-scope.ts
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
// src/core/codegen/expressions.ts
/** Writes expressions as C for one config. They read `a` and write `bad`. */
function emitFor(kernel, config, expressions) {
	const parameters = new Map(allParameters(kernel).map((argument) => [argument.name, argument]));
	return emitGrid(expressions.map((each) => inlineHeuristics(each, kernel.heuristics, config)), {
		names: gridScope(kernel.arguments, kernel.gridParameters, config),
		cName: (name) => valueOf$2(parameters.get(name)),
		cDefined: (name) => `(int64_t)(a->${known$1(parameters.get(name)).cName} != 0)`,
		bad: "&bad"
	});
}
function valueOf$2(argument) {
	const { type, cName } = known$1(argument);
	return formatArgumentType(type) === "u64" ? `aot_from_u64(a->${cName}, &bad)` : `(int64_t)a->${cName}`;
}
function known$1(argument) {
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
// src/core/codegen/choose.ts
/**
* Writes the C functions that choose the algo of a call: the measured one if it takes the call, else
* the first that has code for the device. Only compares integers, and asks for the device only if
* the choice depends on it.
* @param choice undefined if nothing was measured
*/
function writeChoice$1(kernel, table, choice) {
	const values = allParameters(kernel);
	const names = values.map(({ cName }) => cName);
	const rows = rowsOf(kernel, table);
	const isPlain = rows[0]?.isWhole ?? true;
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
		functions: `${choice === void 0 ? "" : writeTuned(choice, values)}${writeChoose(kernel, rows, choice)}`,
		byDefault: `    const struct aot_arguments aot_values = {${names.join(", ") || "0"}};
    return aot_launch_default(aot_values, stream);`,
		choose: `    const struct aot_arguments aot_values = {${values.map(integerOrGiven).join(", ") || "0"}};
    int aot_chosen, aot_fallback;
    return aot_choose_algo(&aot_values, stream, &aot_chosen, &aot_fallback) == CUDA_SUCCESS ? aot_chosen : -1;`
	};
}
/** Writes the measured choice as C, which `verify` compares with manifest.json. */
function writeTuned(choice, parameters) {
	const cases = choice.tables.map(({ tree }) => writeTree(tree, parameters, "        "));
	const [first = ""] = cases;
	if (!dependsOnDevice(choice)) return `${writeBlocks(choice)}/* The algo for these values, as measured on ${namesOf$1(choice.devices)}. */
static int aot_tuned_algo(const struct aot_arguments *a) {
    (void)a;
${first.replaceAll(/^ {4}/gm, "")}
}

`;
	const branches = groupIndices(cases).map(({ text, indices }) => `${caseLabels(indices)}\n${text}`);
	const { devices } = choice;
	return `${writeBlocks(choice)}/* The devices that were measured. A device has the table of the first entry that fits it. */
static const struct aot_tuned_device aot_tuned_devices[] = {
${devices.map(writeDevice).join("\n")}
};

/* The algo for these values, as measured. */
static int aot_tuned_algo(const struct aot_arguments *a, int table) {
    (void)a;
    switch (table) {
${branches.join("\n")}
    default:
        return 0;
    }
}

`;
}
function writeDevice({ name, capability, table }) {
	const text = name === void 0 ? "NULL" : JSON.stringify(name).replaceAll("?", String.raw`\?`);
	const [major = 0, minor = 0] = (capability ?? "").split(".").map(Number);
	return `    {${text}, ${10 * major + minor}, ${table}},`;
}
function namesOf$1(devices) {
	return devices.flatMap(({ name }) => name ?? []).join(", ").replaceAll("*/", "* /").replaceAll("/*", "/ *");
}
function writeTree(tree, parameters, indent) {
	if ("algo" in tree) return `${indent}return ${tree.algo};`;
	const { value, atMost, small, large } = tree;
	const test = `${indent}if (${valueText$1(value, parameters)} <= ${literal$1(atMost)})`;
	return `${"algo" in small ? `${test} return ${small.algo};` : `${test} {\n${writeTree(small, parameters, `${indent}    `)}\n${indent}}`}\n${writeTree(large, parameters, indent)}`;
}
function valueText$1(value, parameters) {
	if (value === "specialisation()") return "specialisation_of(a)";
	const algo = algoOfBlocks(value);
	if (algo !== void 0) return `aot_blocks(a, ${algo})`;
	return `a->${parameters.find(({ name }) => name === value)?.cName ?? "?"}`;
}
/** Writes the function that counts blocks, if a choice compares their number. */
function writeBlocks({ tables }) {
	if (!tables.some(({ tree }) => comparesBlocks(tree))) return "";
	return `/* The number of blocks that an algo launches. */
static double aot_blocks(const struct aot_arguments *a, int algo_id) {
    struct aot_grid grid = {0, 0, 0};
    if (grid_of(a, algo_id, &grid) != CUDA_SUCCESS) return 0;
    return (double)grid.x * (double)grid.y * (double)grid.z;
}

`;
}
function comparesBlocks(tree) {
	if ("algo" in tree) return false;
	return algoOfBlocks(tree.value) !== void 0 || comparesBlocks(tree.small) || comparesBlocks(tree.large);
}
const INT_MAX = 2n ** 31n - 1n;
const INT64_MAX = 2n ** 63n - 1n;
function literal$1(value) {
	if (value >= -INT_MAX && value <= INT_MAX) return String(value);
	if (value < -INT64_MAX) return `(-INT64_C(${INT64_MAX}) - 1)`;
	return value > INT64_MAX ? `UINT64_C(${value})` : `INT64_C(${value})`;
}
/** Pointers count as not null; the values of other parameters decide nothing. */
function integerOrGiven({ type, cName }) {
	if (isInteger(type)) return cName;
	return type.kind === "pointer" ? "16" : "0";
}
function writeChoose({ requirements }, rows, choice) {
	const isPlain = rows[0]?.isWhole ?? true;
	const mayLack = [...new Set(choice?.tables.flatMap(({ algos }) => algos))].some((algo) => rows[algo]?.isWhole !== true);
	const byDevice = choice !== void 0 && dependsOnDevice(choice);
	const needsRows = !isPlain || mayLack;
	const needsDevice = needsRows || byDevice;
	const device = `    CUdevice device = 0;
${needsRows ? `    /* A row of each algo. */\n    static const int rows[ALGOS] = {${rows.map(({ row }) => row).join(", ")}};\n    int capability = 0;\n` : ""}${byDevice ? "    int table = 0;\n" : ""}    CUresult status = aot_find_driver();
    if (status == CUDA_SUCCESS) status = aot_device(stream, &device);
${needsRows ? "    if (status == CUDA_SUCCESS) status = aot_capability(device, &capability);\n" : ""}${byDevice ? "    if (status == CUDA_SUCCESS) status = aot_table(device, aot_tuned_devices, cache, &table);\n" : ""}    if (status != CUDA_SUCCESS) return status;
`;
	const first = isPlain ? "    *fallback = 0;\n" : `    for (*fallback = 0; aot_choose(&images[rows[*fallback] * TARGETS], TARGETS, capability) < 0;) {
        if (++*fallback == ALGOS) return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
`;
	const chosen = choice === void 0 ? "    *algo_id = *fallback;\n" : `    *algo_id = aot_tuned_algo(a${byDevice ? ", table" : ""});
    if (aot_refuses(*a, *algo_id)${mayLack ? " || aot_choose(&images[rows[*algo_id] * TARGETS], TARGETS, capability) < 0" : ""}) *algo_id = *fallback;
`;
	return `${choice === void 0 ? "" : writeRefuses(requirements.length > 0)}/* The algo of a call by default, and the first one that has code for the device. */
static CUresult aot_choose_algo(const struct aot_arguments *a, CUstream stream, int *algo_id, int *fallback) {
${byDevice ? "    static int cache[AOT_CACHED_DEVICES];\n" : ""}${needsDevice ? device : "    (void)stream;\n"}${choice === void 0 ? "    (void)a;\n" : ""}${first}${chosen}    return CUDA_SUCCESS;
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
/** What depends on the algo and not on the device. The launch itself checks everything. */
function writeRefuses(hasRequirements) {
	return `/* Whether an algo refuses a call that another one may take. */
static int aot_refuses(struct aot_arguments a, int algo_id) {
    struct aot_grid grid = {0, 0, 0};
    if (grid_of(&a, algo_id, &grid) != CUDA_SUCCESS) return 1;
${hasRequirements ? "    if (check_requirements(&a, algo_id) != CUDA_SUCCESS) return 1;\n" : ""}    return grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535;
}

`;
}
function rowsOf(kernel, table) {
	const { length: targets } = kernel.targets;
	return kernel.configs.map((_config, config) => {
		const first = config * kernel.specialisations.length;
		const { row, count } = kernel.specialisations.map((_specialisation, index) => {
			const row = first + index;
			return {
				row,
				count: table.slice(row * targets, (row + 1) * targets).filter((image) => image !== void 0).length
			};
		}).find((each) => each.count > 0) ?? {
			row: first,
			count: 0
		};
		return {
			row,
			isWhole: count === targets
		};
	});
}
// src/core/codegen/conditions.ts
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
// src/core/codegen/embed.ts
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
		text[at++] = QUOTE$1;
	}
	return text.toString("latin1", 0, at);
}
const MAX_ESCAPE = 4;
const QUOTE$1 = 34;
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
// src/core/abi/tensor-layout.ts
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
// src/core/codegen/launch.ts
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
	const specialisation = specialisationOf$1(kernel, image.specialisation);
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
// src/core/codegen/table.ts
/** An image of no device: no call chooses it. */
const MISSING_ROW = "    {NULL, NULL, 0, 1, 0, 0, 0, 0, 0, 0, 0}, /* none */";
/** Puts images into their places in the table. */
function tableOf$1(kernel, images) {
	const known = new Map(images.map((image) => [keyOf$5(image.config, image.specialisation, image.target.name), image]));
	return kernel.configs.flatMap((_config, config) => kernel.specialisations.flatMap((_specialisation, index) => kernel.targets.map(({ name }) => known.get(keyOf$5(config, index, name)))));
}
function keyOf$5(config, specialisation, target) {
	return `${config} ${specialisation} ${target}`;
}
/** Writes the body of the function that loads what the device needs. */
function writeLoad(table) {
	if (table.every((image) => image !== void 0)) return "    return aot_load_all(images, slots, ROWS, TARGETS);";
	return `    CUresult status = CUDA_ERROR_NO_BINARY_FOR_GPU;
    int row;
    for (row = 0; row < ROWS; row++) {
        const CUresult one = aot_load_all(&images[row * TARGETS], &slots[row * TARGETS], 1, TARGETS);
        if (one == CUDA_SUCCESS) status = CUDA_SUCCESS;
        if (one != CUDA_SUCCESS && one != CUDA_ERROR_NO_BINARY_FOR_GPU) return one;
    }
    return status;`;
}
// src/core/codegen/source.ts
/**
* Writes the C source of a kernel: its cubins, their launch data, and the entry points.
* @param images in the order of configs, specialisations and targets. Those of specialisations that a
* config never reaches, and of configs that do not compile for a target, are missing.
* @param choice how an algo is chosen, if it was measured
*/
function writeSource(owner, kernel, images, choice) {
	const symbols = nameCubins(images);
	const table = tableOf$1(kernel, images);
	const grids = writeGrids(kernel);
	const [heuristics, requirements] = [writeHeuristics(kernel), writeRequirements(kernel)];
	const functions = gridFunctions([
		grids,
		heuristics,
		requirements
	].flatMap(({ emitted }) => emitted));
	const launches = writeLaunches(kernel, table);
	const chosen = writeChoice$1(kernel, table, choice);
	const { launch: entry, byDefault, choose, algos, load, unload } = prototypes(kernel);
	const values = allParameters(kernel).map(({ cName }) => cName);
	const rows = kernel.configs.length * kernel.specialisations.length;
	return `#include "${owner.package}/${kernel.name}.h"

#include "${hasTensors(kernel) ? "aot_pass_tensor.h" : "aot_launch.h"}"

${EMBED_PRAGMA}
${writeCubins(symbols)}
enum {
    ALGOS = ${kernel.configs.length},
    SPECIALISATIONS = ${kernel.specialisations.length},
    TARGETS = ${kernel.targets.length},
    ROWS = ${rows} /* an algo and a specialisation each, with one image for each target */
};

/* cubin, kernel, major, minor from, to, warps, cluster, shared memory, scratch, programmatic, cooperative */
static const struct aot_image images[ROWS * TARGETS] = {
${table.map((image) => image === void 0 ? MISSING_ROW : writeImage(image, symbols.get(image) ?? "", kernel)).join("\n")}
};
static struct aot_slot slots[ROWS * TARGETS];

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
    status = aot_choose_ready(&images[row], &slots[row], TARGETS, stream, &image, &loaded);
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
${writeLoad(table)}
}

${unload} {
    return aot_unload_all(slots, ROWS * TARGETS);
}

/* The plain names, for those who look functions up by name. Callers of the header never depend on them. */
${symbolsOf(kernel.name).map((symbol) => `AOT_PLAIN_NAME(${symbol}, "${linkName(owner, symbol)}");`).join("\n")}
`;
}
/** Names each image's cubin. Equal cubins share a symbol: a hint may change nothing. */
function nameCubins(images) {
	const symbols = /* @__PURE__ */ new Map();
	return new Map(images.map((image) => {
		const content = Buffer.from(image.compiled.cubin).toString("latin1");
		const symbol = symbols.get(content) ?? `cubin_${symbols.size}`;
		symbols.set(content, symbol);
		return [image, symbol];
	}));
}
function writeCubins(symbols) {
	return [...new Map([...symbols].map(([image, symbol]) => [symbol, image.compiled.cubin]))].map(([symbol, cubin]) => embedCubin(symbol, cubin)).join("\n");
}
function writeImage(image, symbol, kernel) {
	const { compiled, target } = image;
	const { major, from, to } = minorRange(target);
	const specialisation = specialisationOf$1(kernel, image.specialisation);
	const values = [
		symbol,
		JSON.stringify(compiled.name),
		major,
		from,
		to,
		compiled.numWarps,
		compiled.numCtas,
		compiled.shared,
		compiled.globalScratch.size,
		compiled.launchPdl && target.arch >= 90 ? 1 : 0,
		compiled.launchCooperativeGrid ? 1 : 0
	];
	const when = describeSpecialisation(kernel, specialisation);
	return `    {${values.join(", ")}}, /* algo ${image.config}, ${target.name}${when === "" ? "" : `, ${when}`} */`;
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
	const hinted = kernel.arguments.flatMap(({ cName }, index) => {
		const hint = hints[index];
		if (hint === "divisible-by-16") return [`a->${cName} % 16 == 0`];
		return hint === "equal-to-1" ? [`a->${cName} == 1`] : [];
	});
	const computed = kernel.heuristics.flatMap(({ parameter }, index) => {
		const value = heuristics.get(parameter);
		return value === void 0 ? [] : [`h[${index}] == ${integerOf$1(value)}`];
	});
	return [...hinted, ...computed];
}
// src/core/package/cmake.ts
/** The package's stub of the driver library, which build systems can make a library of. */
const STUB_FILE = "stub/libcuda.c";
/**
* The CMake package of the unpacked tree: the kernels' sources as one library of the consumer's
* project. Every call adds the requested kernels. The library is only compiled if something links
* it.
*/
function cmakeConfig({ package: name, version }, kernels) {
	const library = libraryTarget(name);
	return `# ${name}::${name} are the kernels asked for (COMPONENTS, else ${name}_KERNELS, else all of them),
# ${name}::<kernel> is one of them. Settings: ${name}_LIBRARY_TYPE, ${name}_DRIVER, ${name}_KERNELS, ${name}_CUDA_DRIVER.
${begin(name)}
set(_${name}_kernels
${kernels.map((kernel) => `  ${kernel.name}`).join("\n")})

if(NOT DEFINED ${name}_LIBRARY_TYPE)
  set(${name}_LIBRARY_TYPE STATIC CACHE STRING "STATIC, SHARED, or SOURCES: compiled into each target that links them")
  set_property(CACHE ${name}_LIBRARY_TYPE PROPERTY STRINGS STATIC SHARED SOURCES)
endif()
if(NOT ${name}_LIBRARY_TYPE MATCHES "^(STATIC|SHARED|SOURCES)$")
  string(APPEND _${name}_problem "${name}_LIBRARY_TYPE is \\"\${${name}_LIBRARY_TYPE}\\": set it to STATIC, SHARED or SOURCES. ")
endif()
if(NOT DEFINED ${name}_DRIVER)
  set(${name}_DRIVER LINKED CACHE STRING "LINKED, STUB: linked through a stub of it, or RUNTIME: found at the first call")
  set_property(CACHE ${name}_DRIVER PROPERTY STRINGS LINKED STUB RUNTIME)
endif()
if(NOT ${name}_DRIVER MATCHES "^(LINKED|STUB|RUNTIME)$")
  string(APPEND _${name}_problem "${name}_DRIVER is \\"\${${name}_DRIVER}\\": set it to LINKED, STUB or RUNTIME. ")
endif()

set(_${name}_asked \${${name}_FIND_COMPONENTS})
if(NOT _${name}_asked)
  set(_${name}_asked \${${name}_KERNELS})
endif()
${kernelFilter(name)}
${giveUp(name)}

enable_language(C)
get_filename_component(_${name}_root "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT ${name}_DRIVER STREQUAL "RUNTIME")
${indent$2(findDriver(name, `\${_${name}_root}/${STUB_FILE}`))}
endif()

# What whoever calls the kernels needs, and what compiling them does.
function(_${name}_equip target scope)
  target_include_directories(\${target} \${scope} "$<BUILD_INTERFACE:\${_${name}_root}/include>")
  if(NOT ${name}_DRIVER STREQUAL "RUNTIME")
    target_link_libraries(\${target} \${scope} ${name}::cuda-driver)
  elseif(scope STREQUAL "PUBLIC")
    target_compile_definitions(\${target} PRIVATE AOT_DYNAMIC_DRIVER)
    target_link_libraries(\${target} PRIVATE \${CMAKE_DL_LIBS})
  else()
    target_compile_definitions(\${target} INTERFACE AOT_DYNAMIC_DRIVER)
    target_link_libraries(\${target} INTERFACE \${CMAKE_DL_LIBS})
  endif()
endfunction()

if(NOT TARGET ${library})
  if(${name}_LIBRARY_TYPE STREQUAL "SOURCES")
    add_library(${library} INTERFACE)
  else()
    add_library(${library} \${${name}_LIBRARY_TYPE} EXCLUDE_FROM_ALL)
    # The kernels' link names hold the whole version, so that no other version's library can take this one's place.
    set_target_properties(${library} PROPERTIES OUTPUT_NAME ${name} EXPORT_NAME ${name} SOVERSION "${version}"
      C_STANDARD 11 C_VISIBILITY_PRESET default POSITION_INDEPENDENT_CODE ON)
    _${name}_equip(${library} PUBLIC)
  endif()
  add_library(${name}::${name} ALIAS ${library})
endif()

get_target_property(_${name}_type ${library} TYPE)
foreach(_${name}_kernel IN LISTS _${name}_asked)
  set(_${name}_target "${library}-\${_${name}_kernel}")
  if(TARGET \${_${name}_target})
    continue()
  endif()
  add_library(\${_${name}_target} INTERFACE)
  set_target_properties(\${_${name}_target} PROPERTIES EXPORT_NAME \${_${name}_kernel})
  if(_${name}_type STREQUAL "INTERFACE_LIBRARY")
    target_sources(\${_${name}_target} INTERFACE "\${_${name}_root}/src/\${_${name}_kernel}.c")
    target_compile_features(\${_${name}_target} INTERFACE c_std_11)
    _${name}_equip(\${_${name}_target} INTERFACE)
    target_link_libraries(${library} INTERFACE \${_${name}_target})
  else()
    target_sources(${library} PRIVATE "\${_${name}_root}/src/\${_${name}_kernel}.c")
    target_link_libraries(\${_${name}_target} INTERFACE ${library})
  endif()
  # A kernel may be called as the package is; the name then stands for all that were asked for.
  if(NOT TARGET ${name}::\${_${name}_kernel})
    add_library(${name}::\${_${name}_kernel} ALIAS \${_${name}_target})
  endif()
endforeach()
`;
}
function indent$2(text) {
	return text.replaceAll(/^(?=.)/gm, "  ");
}
/** CMakeLists.txt, for add_subdirectory and FetchContent, and to build and install a library. */
function cmakeLists({ package: name, version }) {
	return `cmake_minimum_required(VERSION 3.18...4.4)
project(${name} VERSION ${versionNumbers(version)} LANGUAGES C)

include("\${CMAKE_CURRENT_SOURCE_DIR}/lib/cmake/${name}/${name}Config.cmake")
if(${name}_NOT_FOUND_MESSAGE)
  message(FATAL_ERROR "\${${name}_NOT_FOUND_MESSAGE}")
endif()

if(NOT DEFINED ${name}_INSTALL)
  string(COMPARE EQUAL "\${CMAKE_SOURCE_DIR}" "\${CMAKE_CURRENT_SOURCE_DIR}" _${name}_alone)
  set(${name}_INSTALL \${_${name}_alone} CACHE BOOL "Whether this project's install holds ${name}")
endif()
if(${name}_INSTALL)
  include(cmake/install.cmake)
endif()
`;
}
/** Begins a CMake package file and sets policies independently of the project that reads it. */
function begin(name) {
	return `cmake_policy(VERSION 3.18...4.4)
unset(${name}_NOT_FOUND_MESSAGE)
set(_${name}_problem "")`;
}
/**
* Reduces `_NAME_asked` to known kernels; if it is empty, sets it to all in `_NAME_kernels`. Only
* optional components may be unknown.
*/
function kernelFilter(name) {
	return `set(_${name}_unknown "")
foreach(_${name}_kernel IN LISTS _${name}_asked)
  if(_${name}_kernel IN_LIST _${name}_kernels)
    set(${name}_\${_${name}_kernel}_FOUND TRUE)
  else()
    set(${name}_\${_${name}_kernel}_FOUND FALSE)
    list(REMOVE_ITEM _${name}_asked "\${_${name}_kernel}")
    if(NOT DEFINED ${name}_FIND_REQUIRED_\${_${name}_kernel} OR ${name}_FIND_REQUIRED_\${_${name}_kernel})
      list(APPEND _${name}_unknown "\${_${name}_kernel}")
    endif()
  endif()
endforeach()
if(_${name}_unknown)
  list(JOIN _${name}_unknown ", " _${name}_unknown)
  list(JOIN _${name}_kernels ", " _${name}_known)
  string(APPEND _${name}_problem "The package has no kernel \${_${name}_unknown}. There are: \${_${name}_known}. ")
elseif(NOT _${name}_asked)
  set(_${name}_asked \${_${name}_kernels})
endif()`;
}
/**
* Defines the target `NAME::cuda-driver`, a name that no kernel can have: the driver library, or a
* stub of it. Stubs are linked by their folder: linked as a file, or as a target, its folder would
* be added to the program's run path, where the program would find the stub. The package's own stub
* is no file that a program could load either, because that would be called libcuda.so.1.
*
* @param stub The C source of the stub, as text for CMake.
*/
function findDriver(name, stub) {
	const target = `${libraryTarget(name)}-cuda-stub`;
	return `if(NOT TARGET ${name}::cuda-driver)
  add_library(${name}::cuda-driver INTERFACE IMPORTED GLOBAL)
  if(NOT ${name}_DRIVER STREQUAL "STUB")
    set(_${name}_toolkits "\${CUDAToolkit_ROOT}" "$ENV{CUDAToolkit_ROOT}" "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda)
    find_library(${name}_CUDA_DRIVER NAMES cuda libcuda.so.1 HINTS \${_${name}_toolkits}
      PATH_SUFFIXES lib64 lib64/stubs lib lib/stubs DOC "The CUDA driver library, or a toolkit's stub of it")
    if(NOT ${name}_CUDA_DRIVER AND NOT ${name}_FIND_QUIETLY)
      message(STATUS "${name}: no CUDA driver library (libcuda.so) was found; linking a stub of it. Programs load the driver when they start.")
    endif()
  endif()
  if(${name}_DRIVER STREQUAL "STUB" OR NOT ${name}_CUDA_DRIVER)
    add_library(${target} SHARED EXCLUDE_FROM_ALL "${stub}")
    set_target_properties(${target} PROPERTIES OUTPUT_NAME cuda NO_SONAME ON
      LIBRARY_OUTPUT_DIRECTORY "\${CMAKE_CURRENT_BINARY_DIR}/${target}")
    target_link_options(${target} PRIVATE "-Wl,-soname,libcuda.so.1")
    add_dependencies(${name}::cuda-driver ${target})
    target_link_options(${name}::cuda-driver INTERFACE "-L$<TARGET_FILE_DIR:${target}>")
    target_link_libraries(${name}::cuda-driver INTERFACE -lcuda)
  elseif(${name}_CUDA_DRIVER MATCHES "^(.*/stubs)/libcuda\\\\.so$")
    target_link_options(${name}::cuda-driver INTERFACE "-L\${CMAKE_MATCH_1}")
    target_link_libraries(${name}::cuda-driver INTERFACE -lcuda)
  else()
    target_link_libraries(${name}::cuda-driver INTERFACE "\${${name}_CUDA_DRIVER}")
  endif()
endif()`;
}
/** If there is a problem, returns from the file and reports the package as not found. */
function giveUp(name) {
	return `if(_${name}_problem)
  set(${name}_FOUND FALSE)
  set(${name}_NOT_FOUND_MESSAGE "\${_${name}_problem}")
  return()
endif()`;
}
/** The name of the library's target, which a consumer's project does not use for its own. */
function libraryTarget(name) {
	return `aot-${name}`;
}
/**
* The version file of the CMake package. Its rules are those of CMake for the installed CPS file,
* so that the answer does not depend on which of the two is found.
*/
function cmakeVersion({ version }) {
	const numbers = versionNumbers(version);
	const isRelease = version === numbers;
	return `# ${version} serves who asks for ${oldestCompatible(version)} up to ${numbers}.
set(PACKAGE_VERSION "${version}")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION VERSION_GREATER_EQUAL "${oldestCompatible(version)}"
    AND PACKAGE_FIND_VERSION VERSION_LESS_EQUAL "${numbers}")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION_RANGE)
  if(PACKAGE_FIND_VERSION_MAX VERSION_LESS "${numbers}"
      OR (PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL "EXCLUDE" AND PACKAGE_FIND_VERSION_MAX VERSION_EQUAL "${numbers}"))
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
  endif()
${isRelease ? `elseif(PACKAGE_FIND_VERSION VERSION_EQUAL "${numbers}")\n  set(PACKAGE_VERSION_EXACT TRUE)\n` : ""}endif()
`;
}
/** The numbers of a version, which are all that CMake compares: `1.2.0` for `1.2.0-rc.1`. */
function versionNumbers(version) {
	return version.replace(/[-+].*$/, "");
}
/**
* The oldest version that this one can replace: versions with the same major number are compatible,
* before 1.0 those with the same minor number.
*/
function oldestCompatible(version) {
	const [major = "0", minor = "0"] = versionNumbers(version).split(".");
	return major === "0" ? `0.${minor}.0` : `${major}.0.0`;
}
// src/core/package/cmake-install.ts
/** cmake/install.cmake: installs the library, the headers, and package files for what was built. */
function cmakeInstall({ package: name }) {
	const library = libraryTarget(name);
	return `if(${name}_LIBRARY_TYPE STREQUAL "SOURCES")
  message(FATAL_ERROR "${name} is installed as a library: set ${name}_LIBRARY_TYPE to STATIC or SHARED.")
endif()
include(GNUInstallDirs)

# A kernel that is called as the package is has no target of its own.
set(targets \${_${name}_asked})
list(REMOVE_ITEM targets ${name})
list(TRANSFORM targets PREPEND ${library}-)
set_target_properties(${library} PROPERTIES EXCLUDE_FROM_ALL OFF)
install(TARGETS ${library} \${targets} EXPORT ${name}
  ARCHIVE DESTINATION \${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION \${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION \${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT ${name} NAMESPACE ${name}:: FILE ${name}Targets.cmake
  DESTINATION \${CMAKE_INSTALL_LIBDIR}/cmake/${name})
install(DIRECTORY include/ DESTINATION \${CMAKE_INSTALL_INCLUDEDIR})

set(built "\${_${name}_asked}")
set(soname "\${CMAKE_\${${name}_LIBRARY_TYPE}_LIBRARY_PREFIX}${name}\${CMAKE_\${${name}_LIBRARY_TYPE}_LIBRARY_SUFFIX}")
set(type archive)
set(libraries "")
if(${name}_LIBRARY_TYPE STREQUAL "SHARED")
  set(type dylib)
endif()
if(NOT ${name}_DRIVER STREQUAL "RUNTIME")
  set(libraries cuda)
elseif(${name}_LIBRARY_TYPE STREQUAL "STATIC")
  set(libraries \${CMAKE_DL_LIBS})
endif()

list(TRANSFORM libraries PREPEND " -l" OUTPUT_VARIABLE flags)
string(REPLACE ";" "" flags "\${flags}")
file(RELATIVE_PATH up "/prefix/\${CMAKE_INSTALL_LIBDIR}/pkgconfig" /prefix)
string(REGEX REPLACE "/$" "" up "\${up}")
configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)

list(TRANSFORM libraries REPLACE "(.+)" "\\"\\\\1\\"")
list(JOIN libraries ", " libraries)
set(components "")
set(kernels \${_${name}_asked})
list(REMOVE_ITEM kernels ${name})
foreach(kernel IN LISTS kernels)
  string(APPEND components ",\\n    \\"\${kernel}\\": { \\"type\\": \\"interface\\", \\"requires\\": [\\":${name}\\"] }")
endforeach()
set(prefix "@prefix@") # stays as it is: the mark of CPS for wherever the tree lies
configure_file(cmake/${name}.cps.in ${name}.cps @ONLY)
configure_file(cmake/${name}Config.cmake.in ${name}Config.cmake @ONLY)

install(FILES "\${CMAKE_CURRENT_BINARY_DIR}/${name}.pc" DESTINATION \${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES "\${CMAKE_CURRENT_BINARY_DIR}/${name}.cps" DESTINATION \${CMAKE_INSTALL_LIBDIR}/cps)
install(FILES "\${CMAKE_CURRENT_BINARY_DIR}/${name}Config.cmake" lib/cmake/${name}/${name}ConfigVersion.cmake
  ${STUB_FILE} DESTINATION \${CMAKE_INSTALL_LIBDIR}/cmake/${name})
`;
}
/** The CMake package of an installed library, with the same target names. */
function cmakeInstalledConfig({ package: name }) {
	return `# ${name}::${name} is the library, ${name}::<kernel> the same for those who need that kernel.
${begin(name)}
set(_${name}_kernels "@built@")
set(_${name}_asked \${${name}_FIND_COMPONENTS})
${kernelFilter(name)}
${giveUp(name)}
if(NOT "@${name}_DRIVER@" STREQUAL "RUNTIME")
  enable_language(C)
${findDriver(name, "${CMAKE_CURRENT_LIST_DIR}/libcuda.c").replaceAll(/^(?=.)/gm, "  ")}
endif()
include("\${CMAKE_CURRENT_LIST_DIR}/${name}Targets.cmake")
`;
}
// src/core/package/build-systems.ts
/**
* Generates the files for build systems. Those below `lib` are for the unpacked package, those
* below `cmake` for a library that is built and installed from it.
*/
function consumeFiles(facts, kernels) {
	const name = facts.package;
	return /* @__PURE__ */ new Map([
		["CMakeLists.txt", cmakeLists(facts)],
		[`lib/cmake/${name}/${name}Config.cmake`, cmakeConfig(facts, kernels)],
		[`lib/cmake/${name}/${name}ConfigVersion.cmake`, cmakeVersion(facts)],
		[`lib/pkgconfig/${name}.pc`, pkgConfig(facts, kernels)],
		["cmake/install.cmake", cmakeInstall(facts)],
		[`cmake/${name}Config.cmake.in`, cmakeInstalledConfig(facts)],
		[`cmake/${name}.pc.in`, pkgConfigTemplate(facts)],
		[`cmake/${name}.cps.in`, cpsTemplate(facts)]
	]);
}
/**
* For the unpacked package, which has no library to link: the sources are a variable, and so is the
* source of a stub of the driver.
*/
function pkgConfig(facts, kernels) {
	return `prefix=\${pcfiledir}/../..
includedir=\${prefix}/include
sources=${kernels.map(({ name }) => `\${prefix}/src/${name}.c`).join(" ")}
stub=\${prefix}/${STUB_FILE}

${describe$4(facts)}
Cflags: -I\${includedir}
`;
}
/** The template for an installed library. */
function pkgConfigTemplate(facts) {
	return `prefix=\${pcfiledir}/@up@
includedir=\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=\${prefix}/@CMAKE_INSTALL_LIBDIR@

${describe$4(facts)}
Cflags: -I\${includedir}
Libs: -L\${libdir} -l${facts.package}@flags@
`;
}
function describe$4({ package: name, version }) {
	return `Name: ${name}
Description: Triton kernels compiled ahead of time
Version: ${version}`;
}
/**
* The template of the installed Common Package Specification file, which CMake 4.3 and later prefer
* to their own package files. The unpacked package has none: the specification has no packages of
* sources. Source: https://cps-org.github.io/cps/
*/
function cpsTemplate({ package: name, version }) {
	return `{
  "cps_version": "0.13.0",
  "name": "${name}",
  "version": "${version}",
  "compat_version": "${oldestCompatible(version)}",
  "cps_path": "@prefix@/@CMAKE_INSTALL_LIBDIR@/cps",
  "default_components": ["${name}"],
  "components": {
    "${name}": {
      "type": "@type@",
      "location": "@prefix@/@CMAKE_INSTALL_LIBDIR@/@soname@",
      "includes": ["@prefix@/@CMAKE_INSTALL_INCLUDEDIR@"],
      "link_libraries": [@libraries@]
    }@components@
  }
}
`;
}
// src/core/base/files.ts
/** The suffix of files that are still being written. */
const PARTIAL_SUFFIX = ".part";
/**
* Writes a temporary file next to `file` and renames it when it is complete, so that readers never
* see half a file. If `write` fails, `file` is unchanged.
*/
async function writeAtomically(file, write) {
	const temporary = `${file}.${randomUUID().slice(0, 8)}${PARTIAL_SUFFIX}`;
	try {
		const result = await write(temporary);
		await rename(temporary, file);
		return result;
	} finally {
		await rm(temporary, { force: true });
	}
}
/**
* Creates a folder and those above it, like `mkdir -p`. Node's own way never ends in /proc: there,
* creating a folder fails as if the one above it were missing.
* @throws the system's error.
*/
async function makeFolder(folder) {
	for (let attempt = 1; attempt < ATTEMPTS$2; attempt += 1) {
		if (await madeOrThere(folder)) return;
		await makeFolder(dirname(folder));
	}
	await mkdir(folder);
}
/** Others can remove a folder, or the one above it, just after it was found. */
const ATTEMPTS$2 = 4;
/** Returns false if the folder above it is missing, or it was removed meanwhile. */
async function madeOrThere(folder) {
	try {
		await mkdir(folder);
		return true;
	} catch (error) {
		if (systemCode(error) === "ENOENT" && dirname(folder) !== folder) return false;
		const there = await stat(folder).catch(() => void 0);
		if (there?.isDirectory() === true) return true;
		if (systemCode(error) === "EEXIST" && there === void 0) return false;
		throw error;
	}
}
/**
* Reads a file. A pipe or device, which may never end, is not opened for reading.
* @throws the system's error, or one with the code `EFTYPE` as if from it.
*/
async function readPlainFile(file) {
	const handle = await open(file, constants$3.O_RDONLY | constants$3.O_NONBLOCK);
	try {
		if ((await handle.stat()).isFile()) return await handle.readFile();
	} finally {
		await handle.close();
	}
	throw Object.assign(/* @__PURE__ */ new Error("not a regular file"), {
		code: "EFTYPE",
		syscall: "open",
		path: file
	});
}
/** Reads a file as `readPlainFile`; undefined if it does not exist. @throws the system's error. */
async function readIfExists(file) {
	try {
		return await readPlainFile(file);
	} catch (error) {
		if (systemCode(error) === "ENOENT") return void 0;
		throw error;
	}
}
/** Returns a file below the manifest's folder relative to the path the manifest was given by. */
function shownPath(file, manifest) {
	const folder = dirname(manifest);
	const inside = relative(resolve(folder), resolve(file));
	return inside.startsWith("..") || isAbsolute(inside) ? file : join(folder, inside);
}
/**
* Reads a file of the user whose content or hash goes into a package. A link may not lead out of
* `folder`, and a device, a pipe or a file of /proc is not read. Returns why if it is not read.
*/
async function readBelow(folder, path) {
	try {
		const file = await realpath(join(folder, path));
		const inside = relative(await realpath(folder), file);
		if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return { problem: `it is a link to ${file}, which is not below the manifest's folder` };
		return await readPlainFile(file);
	} catch (error) {
		const code = systemCode(error);
		if (code === "ENOENT") return { problem: "no such file" };
		if (code === "EFTYPE") return { problem: "it is not a regular file" };
		return { problem: code === "ELOOP" ? "its links lead in a circle" : String(error) };
	}
}
// src/core/model/license.ts
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
* Whether a text has the form of an SPDX licence expression, such as `MIT` or `(Apache-2.0 WITH
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
// src/core/package/constants.ts
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
function readConstants({ constants, kinds = {} }) {
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
// src/core/package/manifest.ts
/** The generator in manifest.json, by which packages of this program are recognised. */
const GENERATOR_NAME = "triton-aot";
/** Generates manifest.json: the content of the package, and how each cubin was built. */
function packageManifest(facts, checked) {
	const kernels = [...new Set(checked.map(({ variant }) => variant.kernel))];
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
		targets: [...new Set(kernels.flatMap(({ targets }) => targets.map(({ name }) => name)))],
		sources: sourcesOf(checked, facts.sourceLicenses),
		kernels: kernels.map((kernel) => ({
			...describeKernel$1(kernel, facts.choices?.get(kernel.name)),
			variants: checked.filter(({ variant }) => variant.kernel === kernel).map((image) => describeVariant(image))
		}))
	};
	return `${JSON.stringify(manifest, void 0, 2)}\n`;
}
/** The digest of the Triton that compiled the kernels, which all hashes of a build share. */
function tritonDigestOf(checked) {
	return checked[0]?.variant.inputs.tritonDigest;
}
function describeKernel$1(kernel, choice) {
	return {
		name: kernel.name,
		source: `${kernel.source.file}:${kernel.source.function}`,
		parameters: kernel.arguments.map(({ name, type }) => ({
			name,
			type: formatArgumentType(type)
		})),
		gridParameters: kernel.gridParameters.map(({ name, type }) => ({
			name,
			type: formatArgumentType(type)
		})),
		grid: kernel.gridText,
		targets: kernel.targets.map(({ name }) => name),
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
		...choice !== void 0 && { choice: choiceJson(choice) }
	};
}
/** The specialisations that no case reaches, although there are cases. Only of those that are found. */
function untestedOf({ specialisations, smoke }) {
	if (smoke === void 0 || smoke.cases.length === 0) return [];
	const reached = new Set(smoke.cases.flatMap(({ runs }) => runs.map((run) => run.specialisation)));
	return specialisations.flatMap(({ origin }, index) => origin === void 0 || reached.has(index) ? [] : [index]);
}
function describeVariant(image) {
	const { variant, compiled, cubinKernel } = image;
	return {
		algo: image.config,
		specialisation: image.specialisation,
		target: image.target.name,
		hash: variant.hash,
		symbol: compiled.name,
		parameters: cubinKernel.parameters.map(({ offset, size }) => ({
			offset,
			size
		})),
		resources: {
			registers: cubinKernel.registers,
			stack: cubinKernel.stackBytes,
			sharedStatic: cubinKernel.staticSharedBytes,
			sharedDynamic: compiled.shared,
			warps: compiled.numWarps,
			ctas: compiled.numCtas,
			size: compiled.cubin.length
		},
		launch: {
			scratch: compiled.globalScratch.size,
			programmatic: compiled.launchPdl,
			cooperative: compiled.launchCooperativeGrid,
			...compiled.tensorMaps.length > 0 && { tensorMaps: compiled.tensorMaps }
		},
		sha256: sha256(compiled.cubin),
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
/** The hashes of the whole source files, by path. */
function fileHashes(checked) {
	const files = checked.flatMap(({ variant }) => variant.files);
	return new Map(files.map(({ path, fileSha256 }) => [path, fileSha256]));
}
/** The hashes of what kernels use of their files, by path. One hash covers the parts of all kernels. */
function sourceHashes(variants) {
	const parts = /* @__PURE__ */ new Map();
	for (const { path, sha256: part } of variants.flatMap(({ inputs }) => inputs.closure)) parts.set(path, (parts.get(path) ?? /* @__PURE__ */ new Set()).add(part));
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
// src/core/package/files.ts
const MANIFEST_FILE = "manifest.json";
const SUMS_FILE = "SHA256SUMS";
/**
* Generates every file of a package and adds `tests`, in the order in which they are written. The
* text depends on the arguments only: not on paths, time or host.
*/
function packageFiles(facts, checked, headers, tests = /* @__PURE__ */ new Map()) {
	const images = /* @__PURE__ */ new Map();
	for (const image of checked) {
		const { kernel } = image.variant;
		images.set(kernel, [...images.get(kernel) ?? [], image]);
	}
	const files = new Map(generatedFiles(facts, images, headers));
	for (const [path, content] of tests) {
		if (files.has(path)) throw new Error(`two files of the package are ${path}`);
		files.set(path, content);
	}
	return sealPackage(files, packageManifest(facts, checked));
}
/** Generates the C code of a package and the files for build systems. */
function generatedFiles(facts, images, headers) {
	const kernels = [...images.keys()];
	const name = facts.package;
	return new Map([
		[`include/${name}.h`, writeUmbrellaHeader(name, kernels)],
		...kernels.map((kernel) => {
			const header = writeHeader(facts, kernel, facts.choices?.get(kernel.name));
			return [`include/${name}/${kernel.name}.h`, header];
		}),
		[`include/${name}/aot_cuda.h`, headers.cuda],
		[`include/${name}/aot_driver.h`, headers.driver],
		["src/aot_launch.h", headers.launch],
		...kernels.some(hasTensors) ? [[`include/${name}/aot_tensor.h`, headers.tensor], ["src/aot_pass_tensor.h", headers.passTensor]] : [],
		...[...images].map(([kernel, own]) => {
			const source = writeSource(facts, kernel, own, facts.choices?.get(kernel.name));
			return [`src/${kernel.name}.c`, source];
		}),
		[STUB_FILE, headers.stub],
		...consumeFiles(facts, kernels)
	]);
}
/** Adds the checksums and, last, the manifest: if it exists, the package is complete. */
function sealPackage(files, manifest) {
	const sums = [...files, [MANIFEST_FILE, manifest]].toSorted(([a], [b]) => a < b ? -1 : 1).map(([path, content]) => `${sha256(content)}  ${path}\n`).join("");
	return new Map([
		...files,
		[SUMS_FILE, sums],
		[MANIFEST_FILE, manifest]
	]);
}
// src/core/toolchain/environment.ts
/**
* The variables that change the code Triton generates for CUDA; the kernel hash covers them. Left
* out on purpose: TRITON_OVERRIDE_ARCH (the job has the target), TRITON_INTERPRET, plugins,
* sanitizers and dumps.
* Source: triton/knobs.py, triton/backends/nvidia/compiler.py and libtriton's
* `get_cache_invalidating_env_vars` of 3.6.0, 3.8.0 and 3.9.0.
*/
const CODE_VARIABLES = [
	"ALLOW_LHS_TMEM_LAYOUT_CONVERSION",
	"DISABLE_LLVM_OPT",
	"DISABLE_MMA_V3",
	"DISABLE_MMA_V5",
	"DISABLE_PTXAS_OPT",
	"PTXAS_OPTIONS",
	"TRITON_ALLOW_NON_CONSTEXPR_GLOBALS",
	"TRITON_DEBUG",
	"TRITON_DEFAULT_FP_FUSION",
	"TRITON_F32_DEFAULT",
	"TRITON_FORCE_DISABLE_FP_FUSION",
	"TRITON_LIBDEVICE_PATH",
	"TRITON_PTXAS_BLACKWELL_PATH",
	"TRITON_PTXAS_PATH"
];
const BRIDGE_VARIABLES = new Set([
	"PATH",
	"HOME",
	"USER",
	"LOGNAME",
	"LANG",
	"TZ",
	"TMPDIR",
	"LD_LIBRARY_PATH"
].concat(CODE_VARIABLES, "RUNNER_TRACKING_ID"));
/** Whether kernel code may see a variable. */
function isHarmlessVariable(name) {
	return BRIDGE_VARIABLES.has(name) || name.startsWith("LC_");
}
/**
* Returns the environment for kernel code. It contains listed variables only, so that kernel code
* sees no secrets. PYTHONNOUSERSITE limits it to the packages that were checked with the
* interpreter.
*/
function bridgeEnvironment(env) {
	return {
		...filter(env, isHarmlessVariable),
		PYTHONDONTWRITEBYTECODE: "1",
		PYTHONNOUSERSITE: "1",
		TRITON_ALWAYS_COMPILE: "1",
		TRITON_DISABLE_LINE_INFO: "1"
	};
}
const FILE_VARIABLES = /* @__PURE__ */ new Set([
	"TRITON_LIBDEVICE_PATH",
	"TRITON_PTXAS_BLACKWELL_PATH",
	"TRITON_PTXAS_PATH"
]);
/** Returns the code variables for the kernel hash. Paths of readable files become hashes. */
async function codeEnvironment(env) {
	const set = filter(env, (name) => CODE_VARIABLES.includes(name));
	for (const [name, value] of Object.entries(set)) if (FILE_VARIABLES.has(name)) set[name] = await contentOf$2(value);
	return set;
}
const INSTALLER_VARIABLES = new Set(`
    PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR LD_LIBRARY_PATH
    HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
    NETRC SSL_CERT_FILE SSL_CERT_DIR SSL_CLIENT_CERT REQUESTS_CA_BUNDLE CURL_CA_BUNDLE
    XDG_CACHE_HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME SOURCE_DATE_EPOCH
    CC CXX AR LD CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CMAKE_PREFIX_PATH
  `.match(/\w+/g));
const REDIRECTING = /^UV_(?:CACHE_DIR|LINK_MODE|NO_CACHE|NO_(?:REQUIRE|VERIFY)_HASHES|PROJECT|PYTHON|SYSTEM_PYTHON|WORKING_DIR(?:ECTORY)?)$/;
/**
* Returns the environment for uv: its settings, and a list of variables that it may need. Building
* a source package runs its code, which sees nothing else.
*/
function installerEnvironment(env) {
	return {
		...filter(env, (name) => INSTALLER_VARIABLES.has(name) || name.startsWith("LC_") || name.startsWith("UV_") && !REDIRECTING.test(name)),
		NO_COLOR: "1",
		PYTHONUNBUFFERED: "1"
	};
}
async function contentOf$2(file) {
	try {
		return `sha256:${sha256(await readFile(file))}`;
	} catch {
		return file;
	}
}
function filter(env, keep) {
	const kept = {};
	for (const [name, value] of Object.entries(env)) if (value !== void 0 && keep(name)) kept[name] = value;
	return kept;
}
// src/core/base/leftovers.ts
const OWNED = /^(.+)\.([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{8}(?:\.new|\.old)?$/;
/** Returns a new name that says that this process owns it. */
async function ownedName(stem, suffix) {
	const start = (await readProcess(process.pid))?.start ?? "0";
	return `${stem}.${`${await machine()}-${process.pid}-${start}`}-${randomBytes(4).toString("hex")}${suffix}`;
}
/** How names of folders for temporary files begin. */
const SCRATCH = "triton-aot-";
/**
* Creates a folder for temporary files in `parent`, which only this user can read, and removes those
* that ended processes left there.
* @throws the system's error.
*/
async function makeScratch(parent, purpose) {
	const folder = join(parent, await ownedName(`${SCRATCH}${purpose}`, ""));
	try {
		await mkdir(folder, { mode: 448 });
	} catch (error) {
		throw Object.assign(error, { syscall: "mkdtemp" });
	}
	await removeLeftovers(parent, (each) => each.startsWith(SCRATCH), folder);
	return folder;
}
/** Folders of other machines, containers and of the time before a restart are left alone so long. */
const UNKNOWN_OWNER_MS = 6048e5;
/**
* Removes temporary folders in `parent` whose process has ended, if they belong to this user. Never
* fails.
* @param isStem returns whether to look at a folder, given the first part of its name
* @param fresh a new folder there: its time is that of the disk
*/
async function removeLeftovers(parent, isStem, fresh) {
	const names = await readdir(parent).catch(() => []);
	for (const name of names) {
		const [, stem, owner, pid, start] = OWNED.exec(name) ?? [];
		if (stem === void 0 || !isStem(stem)) continue;
		const folder = join(parent, name);
		const stats = await lstat(folder).catch(() => void 0);
		if (stats?.isDirectory() !== true || stats.uid !== process.getuid?.()) continue;
		if (owner === await machine() ? !await isAlive(Number(pid), start ?? "") : await timeOf$1(fresh) - stats.mtimeMs > UNKNOWN_OWNER_MS) await removeFolder$1(folder).catch(() => void 0);
	}
}
async function timeOf$1(file) {
	return lstat(file).then(({ mtimeMs }) => mtimeMs, () => 0);
}
/** Removes a folder, also one that its owner made read-only. @throws the system's error. */
async function removeFolder$1(folder) {
	try {
		await rm(folder, {
			recursive: true,
			force: true
		});
	} catch (error) {
		if (!["EACCES", "EPERM"].includes(systemCode(error) ?? "")) throw error;
		await allowChanges(folder);
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
async function allowChanges(folder) {
	await chmod(folder, 448);
	for (const entry of await readdir(folder, { withFileTypes: true })) if (entry.isDirectory()) await allowChanges(join(folder, entry.name));
}
let known;
/** Identifies what process ids are valid in: this machine since its start, and this container. */
function machine() {
	return known ??= Promise.all([readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""), readlink("/proc/self/ns/pid").catch(() => "")]).then((ids) => {
		return createHash("sha256").update([hostname(), ...ids].join("\n")).digest("hex").slice(0, 8);
	});
}
/** Whether a process exists that was started at that time. */
async function isAlive(pid, start) {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if (systemCode(error) === "ESRCH") return false;
	}
	const found = await readProcess(pid);
	return found === void 0 || found.start === start && !/[ZX]/.test(found.state);
}
/** Reads when a process was started, in ticks since the machine's start; undefined without /proc. */
async function readProcess(pid) {
	const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => void 0);
	const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
	const [state, start] = [fields?.[0], fields?.[19]];
	return state === void 0 || start === void 0 ? void 0 : {
		state,
		start
	};
}
// src/core/bridge/kept-workers.ts
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
	/** The folder for temporary files of workers, which exists until `close`. */
	scratch() {
		this.#scratch ??= makeScratch(this.#parent, "work");
		return this.#scratch;
	}
	keep(context, worker) {
		this.#workers.push({
			kind: kindOf(context),
			worker
		});
	}
	/** Returns a worker that was started for the same program. */
	take(context) {
		const kind = kindOf(context);
		const index = this.#workers.findIndex((each) => each.kind === kind && each.worker.isAlive);
		return index === -1 ? void 0 : this.#workers.splice(index, 1)[0]?.worker;
	}
	async close() {
		await Promise.all(this.#workers.map(({ worker }) => worker.close()));
		if (this.#scratch === void 0) return;
		await rm(await this.#scratch, {
			recursive: true,
			force: true
		});
	}
};
function kindOf({ python, program = "compile_worker.py" }) {
	return JSON.stringify([python, program]);
}
/** Runs `body` with an object that keeps workers meanwhile. */
async function keepingWorkers(context, body) {
	const kept = new KeptWorkers(context.scratch);
	try {
		return await body(kept);
	} finally {
		await kept.close();
	}
}
// src/core/bridge/protocol.ts
/**
* The part of the sources that a kernel is made from, as inspect_sources.py takes it. It runs
* instead of the files.
*/
const sliceSchema = object({
	kind: literal$2("slice"),
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
		answers: record$1(string(), unknown()),
		/** Builtins whose value is unknown, with their numbers in `unknown`. */
		unknown: record$1(string(), number()),
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
	/** The Python expression to evaluate in the entry, for configs. */
	expression: string().optional()
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
const hintSetSchema = record$1(string(), union([literal$2(16), literal$2(1)]));
/** Choices of hints, the most important first. */
const hintChoicesSchema = array(object({
	from: _enum([
		"aligned",
		"partly",
		"pointers",
		"call"
	]),
	call: number().optional(),
	asked: hintSetSchema,
	kept: hintSetSchema
}));
/**
* A tensor map in an answer and in the store: the arguments for encoding it, besides the tensor.
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
/** Accesses of one thread to global memory, of one kind and width. */
const accessSchema = object({
	/**
	* `async-copy`: cp.async, from global to shared memory. `tensor-copy`: a box of a tensor
	* descriptor, either way, with 0 bytes here.
	*/
	kind: _enum([
		"load",
		"store",
		"async-copy",
		"tensor-copy"
	]),
	bytes: number(),
	/** How many loops are around them. */
	loops: number(),
	/** How many instructions there are. */
	count: number()
});
const memorySchema = object({
	size: number(),
	align: number()
});
/** A compiled kernel with the data for its launcher. Sizes are in bytes. */
const compiledKernelSchema = object({
	cubin: base64().transform((text) => Buffer.from(text, "base64")),
	/** The kernel's name inside the cubin. */
	name: string(),
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
	/** Its accesses to global memory, as the PTX has them. */
	accesses: array(accessSchema)
});
/** A config of @triton.autotune: values of constexpr parameters, and options such as num_warps. */
const autotuneConfigSchema = object({
	constants: record$1(string(), wireConstantSchema),
	options: record$1(string(), number())
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
	/** Whether it is decorated with @triton.jit. */
	jit: boolean(),
	/** The configs of @triton.autotune, if any; `dynamic` if they are known only at run time. */
	autotune: union([object({ static: array(autotuneConfigSchema) }), literal$2("dynamic")]).nullable(),
	/** The names that @triton.autotune chooses by (its `key`). */
	autotuneKey: array(string()),
	/** The values of @triton.heuristics, in the order in which Triton computes them. */
	heuristics: array(heuristicSchema)
});
/** The first line that a worker sends. */
const helloSchema = object({
	ready: literal$2(true),
	triton: string(),
	python: string(),
	bridge: number(),
	/** `namespaces` if kernels are compiled in namespaces of their own; otherwise why they are not. */
	isolation: string()
});
/** What a worker answers if the process of the closure has ended. */
const endedSchema = object({ exit: object({
	code: number().nullable(),
	signal: custom((name) => String(name) in constants$2.signals).nullable()
}) });
/** The answer to a request that failed. */
const failedSchema = object({
	ok: literal$2(false),
	failure: object({
		reason: _enum([
			"import",
			"unknown",
			"function",
			"parameters",
			"options",
			"compile"
		]),
		message: string(),
		file: string().optional(),
		line: number().optional(),
		missingModule: string().optional(),
		hint: string().optional()
	}),
	cpuSeconds: number()
});
const compiledSchema$1 = object({
	ok: literal$2(true),
	kernel: compiledKernelSchema,
	cpuSeconds: number()
});
const describedSchema = object({
	ok: literal$2(true),
	function: kernelFunctionSchema
});
const configsSchema = object({
	ok: literal$2(true),
	configs: array(autotuneConfigSchema)
});
/** Parses the answer to a compile request; `printed` is the output of the compiler. */
function parseCompiled(answer, printed) {
	const outcome = discriminatedUnion("ok", [compiledSchema$1, failedSchema]).parse(answer);
	return outcome.ok ? outcome : {
		...outcome,
		failure: withDiagnostics(outcome.failure, printed)
	};
}
const hintsSchema = object({
	ok: literal$2(true),
	choices: hintChoicesSchema,
	cpuSeconds: number()
});
/** Parses the answer to a request for hints. */
function parseHints(answer) {
	return discriminatedUnion("ok", [hintsSchema, failedSchema]).parse(answer);
}
/** Parses the answer to a describe request. */
function parseDescribed(answer) {
	return discriminatedUnion("ok", [describedSchema, failedSchema]).parse(answer);
}
/** Parses the answer to a request for configs. */
function parseConfigs(answer) {
	return discriminatedUnion("ok", [configsSchema, failedSchema]).parse(answer);
}
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
// src/core/bridge/worker.ts
/** Milliseconds in which a worker can end what kernel code has started, before it is killed. */
const GRACE$1 = 2e3;
/** A Python process that answers one request at a time. */
var WorkerProcess = class WorkerProcess {
	#group;
	/** The folder that the worker can write to. It is removed when the worker is closed. */
	scratch;
	/** `namespaces`, or why the worker is in none of its own. */
	isolation = "";
	/** How many requests it has answered. */
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
			join(context.bridge, context.program ?? "compile_worker.py"),
			...context.namespaces === false ? ["--no-namespaces"] : [],
			scratch
		];
		try {
			const group = startProcess(argv, {
				env,
				signal: context.signal,
				graceMs: GRACE$1
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
	/** Whether it can get a request: its process has not ended. */
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
		if (hello?.success === true && hello.data.bridge === 7) {
			this.isolation = hello.data.isolation;
			return;
		}
		throw cannotStart(context, reply.kind === "timeout" ? `was not ready after ${seconds} seconds` : hello?.success === true ? `runs another version of the bridge (${hello.data.bridge}, not 7)` : "could not be started", reply.printed);
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
function cannotStart({ python, role = "compiler" }, why, printed) {
	const details = printed.trim().slice(-2e3);
	return new Failure("environment", {
		message: `the ${role} process (${python}) ${why}${details === "" ? "" : `:\n${details}`}`,
		hint: "Check that this Python can run `import triton`."
	});
}
function parseObject(line) {
	const value = tryParseJson(line);
	return typeof value === "object" && value !== null ? value : void 0;
}
// src/core/bridge/pool.ts
/** Keeps workers in the namespaces of this process if it is 0: their files then are not read-only. */
const NAMESPACES_VARIABLE = "TRITON_AOT_NAMESPACES";
/** Runs `body` with a scratch folder for workers, and an environment without secrets. */
async function withWorkerContext(request, context, body) {
	if (request.kept === void 0) return keepingWorkers(context, (kept) => withWorkerContext({
		...request,
		kept
	}, context, body));
	return body({
		python: request.python,
		bridge: BRIDGE_FOLDER,
		env: bridgeEnvironment(context.env),
		namespaces: context.env[NAMESPACES_VARIABLE] !== "0",
		scratch: await request.kept.scratch(),
		workers: request.jobs,
		timeoutMs: request.timeout * 1e3,
		kept: request.kept,
		log: context.log,
		signal: context.signal
	});
}
/**
* Compiles every job in a few Python processes, and returns the outcomes in the order of the jobs.
* A job that fails, exceeds the time limit or crashes its process has a failed outcome. Calls
* `onDone` with each outcome as soon as it is known.
* @throws {Failure} `environment` if a worker cannot start; the abort reason if the run is aborted.
*/
async function compileAll(jobs, context, onDone) {
	return answerAll(jobs, context, {
		message: (job) => ({
			kind: "compile",
			...job
		}),
		parse: parseCompiled,
		failed: (failure) => ({
			ok: false,
			failure,
			cpuSeconds: 0
		})
	}, onDone);
}
/** Runs the files of functions and describes the functions. Throws like `compileAll`. */
async function describeAll(jobs, context) {
	return answerAll(jobs, context, {
		message: (job) => ({
			kind: "describe",
			...job
		}),
		parse: parseDescribed,
		failed: (failure) => ({
			ok: false,
			failure
		})
	});
}
/** Computes the configs of @triton.autotune. Throws like `compileAll`. */
async function configsAll(jobs, context) {
	return answerAll(jobs, context, {
		message: (job) => ({
			kind: "configs",
			...job
		}),
		parse: parseConfigs,
		failed: (failure) => ({
			ok: false,
			failure
		})
	});
}
/** Finds the hints of kernels. Throws like `compileAll`. */
async function hintsAll(jobs, context) {
	return answerAll(jobs, context, {
		message: (job) => ({
			kind: "hints",
			...job
		}),
		parse: parseHints,
		failed: (failure) => ({
			ok: false,
			failure,
			cpuSeconds: 0
		})
	});
}
/** Answers every job in a few Python processes; see `compileAll`. */
async function answerAll(jobs, context, protocol, onDone) {
	context.signal.throwIfAborted();
	const outcomes = /* @__PURE__ */ new Map();
	const stop = new AbortController();
	const signal = AbortSignal.any([context.signal, stop.signal]);
	const take = byClosure(jobs);
	const count = Math.min(Math.max(context.workers, 1), jobs.length);
	const kept = Array.from({ length: count }, () => context.kept?.take(context));
	const delay = kept[0] === void 0 ? 0 : HEAD_START$1;
	const serve = async (worker) => {
		try {
			if (worker === void 0 && delay > 0) await setTimeout$1(delay, void 0, { signal });
			await serveQueue(take, worker, {
				...context,
				signal
			}, protocol, (job, outcome) => {
				outcomes.set(job, outcome);
				onDone?.(job, outcome);
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
/** Milliseconds in which kept workers can finish the jobs, before others are started. */
const HEAD_START$1 = 300;
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
	const left = /* @__PURE__ */ new Map();
	for (const [index, { source }] of jobs.entries()) {
		const closure = closureOf(source);
		const own = left.get(closure);
		if (own === void 0) left.set(closure, [index]);
		else own.push(index);
	}
	for (const own of left.values()) own.reverse();
	return (last) => {
		let closure = last;
		if (closure === void 0 || !left.has(closure)) {
			closure = void 0;
			let first = jobs.length;
			for (const [name, own] of left) {
				const next = own.at(-1) ?? first;
				if (next < first) [closure, first] = [name, next];
			}
		}
		const own = closure === void 0 ? void 0 : left.get(closure);
		const job = jobs[own?.pop() ?? -1];
		if (closure === void 0 || job === void 0) return void 0;
		if (own?.length === 0) left.delete(closure);
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
				reportIsolation(worker.isolation, context.log);
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
			context.log?.info(`${failure.message}; starting a new ${context.role ?? "compiler"} process`);
			await worker.close();
			worker = void 0;
			onDone(job, protocol.failed(failure));
		}
		isDone = true;
	} finally {
		if (isDone && worker !== void 0 && context.kept !== void 0) context.kept.keep(context, worker);
		else await worker?.close();
	}
}
/** The logs that say that workers are not isolated. */
const informed = /* @__PURE__ */ new WeakSet();
function reportIsolation(isolation, log) {
	if (isolation === "namespaces" || log === void 0 || informed.has(log)) return;
	informed.add(log);
	log.info(`kernel code runs without namespaces of its own (${isolation}): it can read and write what this user can`);
}
/** Returns the failure of a job whose worker crashed or exceeded the time limit. */
function workerFailure(reply, source, { timeoutMs, role = "compiler" }) {
	const printed = reply.printed.trim().slice(-1500);
	const output = printed === "" ? "" : `:\n${printed}`;
	if (reply.kind === "timeout") return {
		reason: "timeout",
		message: `${`took longer than ${timeoutMs / 1e3} seconds (raise the limit with --timeout)`}${output}`,
		file: source.file
	};
	return {
		reason: "crash",
		message: `the ${role} process ${describeExit(reply)}${output}`,
		file: source.file
	};
}
// src/core/plan/kernel-hash.ts
function hashInputs(job, code, context) {
	const hasLines = containsLines(job, context);
	return {
		bridge: 7,
		triton: context.tritonVersion,
		tritonDigest: context.tritonDigest,
		machine: context.machine,
		requirements: context.requirements.toSorted(),
		environment: context.environment,
		closure: code.files.map(({ path, sha256: part, textSha256 }) => ({
			path,
			sha256: hasLines ? textSha256 ?? part : part
		})),
		module: code.module,
		function: job.source.function,
		signature: job.signature,
		constants: job.constants,
		divisibleBy16: job.divisibleBy16,
		options: job.options,
		target: job.target
	};
}
/** The kernel hash: a content hash of everything that affects the result. */
function kernelHash(inputs) {
	return sha256(canonicalJson(inputs));
}
/** Whether the compiler writes line numbers into the code, as for the assertions of a debug build. */
function containsLines({ options }, { environment }) {
	return Boolean(options["debug"]) || environment["TRITON_DEBUG"] !== void 0;
}
/**
* Plans every variant of a kernel that calls can reach and its configs are for, ordered by config, specialisation and
* target.
*/
function planKernel(kernel, code, context) {
	return kernel.configs.flatMap((values, config) => kernel.specialisations.flatMap((conditions, specialisation) => isReachable(values, conditions) ? targetsOfConfig(kernel, values).map((target) => {
		const job = jobOf(kernel, config, specialisation, target, code);
		const inputs = hashInputs(job, code, context);
		const hash = kernelHash(inputs);
		return {
			kernel,
			config,
			specialisation,
			target,
			job,
			files: code.files,
			inputs,
			hash
		};
	}) : []));
}
function targetsOfConfig({ targets }, config) {
	return targets.filter((target) => !isNotFor(config, target));
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
function jobOf(kernel, configIndex, specialisationIndex, target, { source }) {
	const config = kernel.configs[configIndex] ?? {
		constants: /* @__PURE__ */ new Map(),
		options: {}
	};
	const specialisation = specialisationOf$1(kernel, specialisationIndex);
	const constants = constantsIn$1(config, specialisation);
	const { hints } = specialisation;
	const types = new Map(kernel.arguments.map(({ name, type }, index) => [name, hints[index] === "equal-to-1" ? "constexpr" : formatArgumentType(type, type.kind === "tensor" ? blockSizes(type, constants) : void 0)]));
	const ones = kernel.arguments.filter((_argument, index) => hints[index] === "equal-to-1");
	return {
		source,
		signature: kernel.parameters.map((name) => [name, types.get(name) ?? "constexpr"]),
		constants: Object.fromEntries([...[...constants].map(([name, value]) => [name, toWire(value)]), ...ones.map(({ name }) => [name, ["int", "1"]])]),
		divisibleBy16: kernel.arguments.filter((_argument, index) => hints[index] === "divisible-by-16").map(({ name }) => name),
		options: config.options,
		target: {
			backend: target.backend,
			arch: target.arch,
			warpSize: 32
		}
	};
}
// src/core/abi/elf.ts
const HEADER_SIZE = 64;
const SECTION_HEADER_SIZE = 64;
const SYMBOL_SIZE = 24;
const SHT_NOBITS = 8;
/** Longer than any compiler's names. Limits the work that a damaged string table can cause. */
const MAX_NAME = 4096;
/** `\x7fELF`, 64-bit, little-endian, version 1. */
const MAGIC$2 = [
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
	if (MAGIC$2.some((byte, at) => header.getUint8(at) !== byte)) throw damagedCubin("it is not a 64-bit little-endian ELF file");
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
// src/core/abi/cubin.ts
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
	const kernel = {
		name,
		parameters: readParameters(own),
		registers: valueFor(common, EIATTR.REGCOUNT, symbol),
		stackBytes: valueFor(common, EIATTR.FRAME_SIZE, symbol),
		staticSharedBytes: elf.sections.find((it) => it.name === `.nv.shared.${name}`)?.size ?? 0,
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
* How an attribute stores its value: nothing, one or two bytes in place, or a counted byte string.
*/
const FORMAT$5 = {
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
		if (format < FORMAT$5.none || format > FORMAT$5.counted) throw damagedCubin(`an attribute has the unknown format ${format}`);
		const counted = format === FORMAT$5.counted;
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
// src/core/abi/parameters.ts
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
// src/core/abi/check.ts
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
			cubinKernel,
			tensors
		}];
	});
	if (problems.length > 0) throw new Failure("abi", problems);
	return checked;
}
function inspect$1(variant, kernel) {
	const cubin = readCubin(kernel.cubin);
	const cubinKernel = cubin.kernels.find(({ name }) => name === kernel.name);
	const { passed, tensors } = passedParameters$1(variant, kernel, cubinKernel?.parameters ?? []);
	return {
		cubinKernel,
		wrong: checkCubin(cubin, {
			kernel: kernel.name,
			target: variant.target,
			parameters: [...passed, ...HIDDEN_PARAMETERS]
		}),
		tensors
	};
}
/** The parameters that the launcher passes for a variant's arguments. */
function passedParameters$1(variant, kernel, table) {
	const specialisation = specialisationOf$1(variant.kernel, variant.specialisation);
	const passed = [];
	const tensors = [];
	for (const { name, type } of passedArguments(variant.kernel, specialisation)) {
		if (type.kind !== "tensor") {
			passed.push({
				name,
				size: sizeOf(type)
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
/** What a kernel needs from its launcher besides arguments, and does not get. */
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
// src/core/advice/code-summary.ts
/**
* Summarises compiled code.
* @throws {Failure} `abi` if the cubin cannot be read.
*/
function summariseCode({ accesses, cubin, name }) {
	const kernel = readCubin(cubin).kernels.find((each) => each.name === name);
	return {
		loads: commonWidth(accesses, "load"),
		stores: commonWidth(accesses, "store"),
		asyncCopies: commonWidth(accesses, "async-copy"),
		hasAsyncLoop: accesses.some(({ kind, loops }) => kind === "async-copy" && loops > 0),
		meanWidth: meanWidth(accesses.filter(({ kind }) => kind !== "tensor-copy")),
		registers: kernel?.registers ?? 0,
		stackBytes: kernel?.stackBytes ?? 0
	};
}
/**
* How much narrower accesses must be on average. Half the width, such as 8 bytes instead of 16,
* still moves data at almost full speed.
*/
const MUCH_NARROWER = 3;
/** Less stack than this, in bytes per thread, costs little. */
const MUCH_STACK = 128;
/** How many times more stack is much more: code that spills anyway may spill twice as much. */
const MUCH_MORE_STACK = 4;
/** Fewer registers than this hardly limit how many threads run at once. */
const MANY_REGISTERS = 128;
/** 255, the most there are, counts as twice 128. */
const MANY_MORE_REGISTERS = 1.9;
/** Returns how code is so much worse than other code that it takes longer; empty if it is not. */
function shortfallsOf(made, other) {
	return [
		...narrowing(made, other) >= MUCH_NARROWER ? ["narrow"] : [],
		...other.hasAsyncLoop && made.asyncCopies === void 0 ? ["synchronous"] : [],
		...made.stackBytes >= Math.max(MUCH_STACK, MUCH_MORE_STACK * other.stackBytes) ? ["spills"] : [],
		...made.registers > MANY_REGISTERS && made.registers >= MANY_MORE_REGISTERS * other.registers ? ["registers"] : []
	];
}
/** How many times narrower the accesses are than those of other code; 1 if there are none. */
function narrowing(made, other) {
	if (made.meanWidth === void 0 || other.meanWidth === void 0) return 1;
	return other.meanWidth / made.meanWidth;
}
/** How often the body of a loop runs, for weights: the loop over K of a matmul with K = 2048. */
const TURNS = 32;
/** Deeper loops count as this deep. */
const MOST_LOOPS = 3;
function weightOf$2({ loops, count }) {
	return count * TURNS ** Math.min(loops, MOST_LOOPS);
}
function commonWidth(accesses, wanted) {
	const weights = /* @__PURE__ */ new Map();
	for (const access of accesses) if (access.kind === wanted) weights.set(access.bytes, (weights.get(access.bytes) ?? 0) + weightOf$2(access));
	return [...weights].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
/** A mean of widths, and not a count of accesses, is the same for a loop that is unrolled. */
function meanWidth(accesses) {
	const total = accesses.reduce((sum, access) => sum + weightOf$2(access), 0);
	const bytes = accesses.reduce((sum, access) => sum + weightOf$2(access) * access.bytes, 0);
	return total === 0 ? void 0 : bytes / total;
}
// src/core/advice/advise.ts
/** The config that is compared. */
const CONFIG = 0;
/**
* Compares the most specific specialisation of every kernel with the hints that `specialise: auto`
* would find besides its own, for the first config and the first target. Kernels whose hints were
* found lack none. For each other kernel it asks for the hints once, and compiles one more variant
* if there are any.
*/
async function adviseKernels(preparation, trials) {
	const { kernels, plan } = preparation;
	const subjects = kernels.flatMap((kernel) => subjectOf$1(kernel, preparation) ?? []);
	const choices = await trials.findHints(subjects.flatMap(({ request }) => request ?? []));
	const planned = subjects.map((subject) => {
		const { kernel, specialisation, request } = subject;
		const own = specialisationOf$1(kernel, specialisation);
		const missing = missingIn$1(kernel, own, request && choices.get(request.key));
		const hinted = missing.length === 0 ? void 0 : trialOf(kernel, withMissing(kernel, own, missing), plan);
		return {
			...subject,
			missing,
			hinted
		};
	});
	const compiled = await trials.compile(planned.flatMap(({ made, hinted }) => [made, ...hinted === void 0 ? [] : [hinted]]));
	const codeOf = (variant) => {
		const kernel = variant && compiled.get(variant.hash);
		return kernel && summariseCode(kernel);
	};
	return planned.map(({ kernel, specialisation, missing, ...variants }) => {
		const [made, hinted] = [codeOf(variants.made), codeOf(variants.hinted)];
		return {
			kernel,
			specialisation,
			made,
			hinted,
			missing,
			shortfalls: made && hinted ? shortfallsOf(made, hinted) : []
		};
	});
}
function subjectOf$1(kernel, { plan, requestHints }) {
	const specialisation = mostSpecific$1(kernel);
	if (specialisation === void 0) return void 0;
	const own = specialisationOf$1(kernel, specialisation);
	const made = trialOf(kernel, own, plan);
	if (made === void 0) return void 0;
	const isFound = (kernel.automatic?.choices.length ?? 0) > 0;
	const open = own.hints.map((hint, index) => {
		const type = kernel.arguments[index]?.type;
		return hint === "none" && type !== void 0 && hintProblem(type, "divisible-by-16") === void 0 ? void 0 : hint;
	});
	return {
		kernel,
		specialisation,
		made,
		request: isFound || !open.includes(void 0) ? void 0 : requestHints(kernel, open)
	};
}
/**
* Returns the index of the most specific specialisation that calls of the config can reach. If
* heuristics are computed, it is the one where most of them hold, as for even sizes.
*/
function mostSpecific$1({ configs, specialisations }) {
	const config = configs[CONFIG];
	if (config === void 0) return void 0;
	const reachable = specialisations.flatMap((specialisation, index) => isReachable(config, specialisation) ? [{
		...specialisation,
		index
	}] : []);
	const [first] = reachable;
	return reachable.filter(({ hints }) => hints.every((hint, index) => hint === first?.hints[index])).toSorted((a, b) => holding(b) - holding(a))[0]?.index;
}
/** How many heuristics have a value other than 0 or False. */
function holding({ heuristics }) {
	return [...heuristics.values()].filter((value) => (integerOf$1(value) ?? 0n) !== 0n).length;
}
/** The hints of aligned calls that change the code, for arguments that have none. */
function missingIn$1(kernel, { hints }, choices = []) {
	const kept = choices.find(({ from }) => from === "aligned")?.kept ?? {};
	return kernel.arguments.flatMap(({ name: argument }, index) => {
		const value = hints[index] === "none" ? kept[argument] : void 0;
		if (value === void 0) return [];
		return [{
			argument,
			hint: value === 1 ? "equal-to-1" : "divisible-by-16"
		}];
	});
}
function withMissing(kernel, own, missing) {
	const added = new Map(missing.map(({ argument, hint }) => [argument, hint]));
	const hints = kernel.arguments.map(({ name }, index) => added.get(name) ?? own.hints[index] ?? "none");
	return {
		...own,
		hints
	};
}
/** A variant that is compiled only to look at its code. */
function trialOf(kernel, specialisation, plan) {
	const [trial] = plan({
		...kernel,
		configs: kernel.configs.slice(CONFIG, 1),
		targets: kernel.targets.slice(0, 1),
		specialisations: [specialisation],
		mayDropConfigs: true
	});
	return trial;
}
// src/core/model/python-packages.ts
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
// src/core/compile/failures.ts
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
	return groups.map((group) => problemOf$3(group, group === firstMissing ? modules : [], manifest));
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
function problemOf$3(group, modules, manifest) {
	const [first] = group;
	if (first === void 0) throw new Error("a cause without a failure");
	const { variant, failure } = first;
	const { source } = variant.kernel;
	const others = group.length - 1;
	const more = others === 0 ? "" : ` and ${plural(others, "more variant")}`;
	const file = failure.file ?? join(dirname(manifest), source.file);
	return {
		message: `${variantName(variant)}${more}${kernelsOf$2(group)}: ${failure.message}`,
		place: first.place ?? {
			file: shownPath(file, manifest),
			line: failure.line ?? source.line
		},
		hint: missingModule(failure) === void 0 ? hintFor$2(group) : requirementsHint(modules)
	};
}
/** How many kernels a message names. */
const MOST_NAMES$1 = 8;
function kernelsOf$2(group) {
	const names = [...new Set(group.map(({ variant }) => variant.kernel.name))];
	if (names.length < 2) return "";
	const rest = names.length - MOST_NAMES$1;
	return ` (${names.slice(0, MOST_NAMES$1).join(", ")}${rest > 0 ? ` and ${plural(rest, "more kernel")}` : ""})`;
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
	return distinct.length === 0 ? void 0 : distinct.slice(0, MOST_NAMES$1).join(", ");
}
// src/core/compile/compile.ts
/**
* Compiles variants and stores each result at once, so that a later run has it even if this one
* fails.
* @throws {Failure} `compile` with one problem per cause, after all variants have been tried. Errors
* in configs that may be dropped are part of the result.
*/
async function compileVariants(variants, store, request, context) {
	const distinct = largestFirst([...new Map(variants.map((variant) => [variant.hash, variant])).values()]);
	const kernels = /* @__PURE__ */ new Map();
	const failures = [];
	const stored = [];
	let done = 0;
	const outcomes = await withWorkerContext(request, context, (pool) => compileAll(distinct.map(({ job }, id) => ({
		id,
		...job
	})), pool, ({ id }, outcome) => {
		const variant = distinct[id];
		if (variant === void 0) return;
		done += 1;
		context.log.progress(done, distinct.length, variantName(variant));
		request.onTime?.(variant.hash, outcome.cpuSeconds);
		if (outcome.ok) {
			kernels.set(variant.hash, outcome.kernel);
			stored.push(store.kernels.put(variant.hash, outcome.kernel));
		} else failures.push({
			variant,
			failure: outcome.failure
		});
	}));
	const demanded = new Map(variants.flatMap((variant) => variant.kernel.mayDropConfigs ? [] : [[variant.hash, variant]]));
	const [dropped, others] = [true, false].map((isDropped) => failures.filter(({ variant, failure }) => isDropped === (!demanded.has(variant.hash) && isErrorOfKernel(failure))));
	const known = new Map((dropped ?? []).map(({ variant, failure }) => [variant.hash, withoutFolder(failure, request.manifest)]));
	stored.push(...[...known].map(([hash, failure]) => store.failures.put(hash, failure)));
	await Promise.all(stored);
	if (others !== void 0 && others.length > 0) {
		const named = others.map((failed) => ({
			...failed,
			variant: demanded.get(failed.variant.hash) ?? failed.variant
		}));
		throw new Failure("compile", problemsOf(named, request.manifest));
	}
	return {
		kernels,
		failures: known,
		cpuSeconds: outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0)
	};
}
/** The compiler can also fail for reasons that are not in the kernel's code. */
const FAILURES_OF_MACHINE = /\bMemoryError\b|\[Errno \d+\]|error code -\d|raised SIG/;
/** Whether the config itself does not compile, so that compiling it again would fail again. */
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
* Sorts variants by expected compile time, the longest first, so that no worker is idle at the end.
* The time grows with the tile size, which the product of the integer constants estimates.
*/
function largestFirst(variants) {
	const weights = new Map(variants.map((variant) => [variant, weightOf$1(variant)]));
	return variants.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
}
function weightOf$1({ job }) {
	return Object.values(job.constants).filter(([kind, text]) => kind === "int" && Number(text) > 1).reduce((product, [, text]) => product * Number(text), 1);
}
// src/core/store/entry.ts
/** What an entry holds. Its file name ends with this. */
const ENTRY_KINDS = [
	"kernel",
	"expected",
	"failure",
	"hints"
];
const NAME = new RegExp(`^([0-9a-f]{64})\\.(${ENTRY_KINDS.join("|")})$`);
function entryName(kind, hash) {
	return `${hash}.${kind}`;
}
function isEntryName(text) {
	return NAME.test(text);
}
/** Splits a name into hash and kind. */
function parseEntryName(name) {
	const [, hash, kind] = NAME.exec(name) ?? [];
	if (hash === void 0 || kind === void 0) throw new Error(`not an entry name: ${name}`);
	return {
		hash,
		kind
	};
}
/** Larger files are not entries, in bytes. */
const MAX_ENTRY_BYTES = 268435456;
/** Where the second line begins, behind the seal and its line end. */
const HEAD_START = 65;
const headSchema$1 = object({
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
	if (content.toString("latin1", 0, HEAD_START) !== `${sealOf(content.subarray(HEAD_START))}\n`) return void 0;
	const end = content.indexOf("\n", HEAD_START);
	if (end === -1) return void 0;
	const head = headSchema$1.safeParse(tryParseJson(content.toString("utf8", HEAD_START, end)));
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
/** How old the recorded time of last use must be before it is updated. */
const USE_INTERVAL_MS = 864e5;
/**
* Reads an entry's file into its own memory, and records the use as the modification time: many
* disks do not record access times. Returns undefined if the file cannot be read, and an empty
* buffer if it is too large, or no file but a folder or a pipe.
*/
async function readEntryFile(file, nowMs) {
	try {
		const handle = await open(file, constants$3.O_RDONLY | constants$3.O_NONBLOCK);
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
/** How often a write is tried while other processes remove its folder. */
const ATTEMPTS$1 = 8;
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
		].includes(code) || attempt === ATTEMPTS$1) throw error;
		if (code === "EISDIR") await removeFolder$1(file);
	}
}
/** Removes a file. Returns whether it is gone, whoever removed it. */
async function removeFile(file) {
	try {
		await rm(file);
		return true;
	} catch (error) {
		return systemCode(error) === "ENOENT";
	}
}
// src/core/base/faults.ts
/** What the codes of failed system calls mean, and what to do. Source: errno(3). */
const FAULTS$1 = {
	EACCES: ["permission denied", "Change its permissions, or use another path."],
	EPERM: ["the operation is not permitted", "Change its permissions, or use another path."],
	EROFS: ["the file system is read-only", "Use a path on another file system."],
	ENOSPC: ["the disk is full", "Free space on the disk, or use another one."],
	EDQUOT: ["the disk quota is used up", "Free space, or use a path on another disk."],
	EFBIG: ["the file would exceed the limit of its size", "Raise the limit (`ulimit -f`)."],
	EIO: ["the disk cannot be read or written", "Check the disk, or use another one."],
	ENOMEM: ["there is not enough memory", "Use fewer --jobs, or a machine with more memory."],
	EAGAIN: ["the limit of processes is reached", "Use fewer --jobs, or raise it (`ulimit -u`)."],
	EMFILE: ["too many open files", "Use fewer --jobs, or raise the limit (`ulimit -n`)."],
	ENFILE: ["too many open files on this machine", "End other programs, or raise the limit."],
	EBUSY: ["it is in use, or a mount point", "Use another path."],
	ETXTBSY: ["the program is being written", "Try again."],
	EXDEV: ["it cannot be moved to another file system", "Use another path."],
	ESTALE: ["its file server no longer has it", "Try again, or use another path."],
	ENOENT: ["no such file or folder", "Something removed it, or it cannot be created there."],
	ENOTDIR: ["a part of its path is not a folder", "Use another path."],
	EISDIR: ["it is a folder, not a file", "Remove it, or use another path."],
	EFTYPE: ["it is not a regular file", "Put a file in its place, or use another path."],
	EEXIST: ["it already exists", "Remove it, or use another path."],
	ENOTEMPTY: ["the folder is not empty", "Something else writes to it. Try again."],
	ELOOP: ["its links lead in a circle", "Correct the links, or use another path."],
	ENAMETOOLONG: ["its path is too long", "Use a shorter path."]
};
/**
* Returns the failure behind an error of a system call, such as a full disk: it is no defect of this
* program. Returns undefined for any other error.
* @param path where it happened, if the error does not say so: failed writes do not
*/
function machineFailure(error, path) {
	const code = systemCode(error) ?? "";
	const [message, hint] = FAULTS$1[code] ?? [];
	if (message === void 0 || !isCall(error)) return void 0;
	const file = error.path ?? path;
	const problem = specialProblem(error, code) ?? {
		message: code === "EFTYPE" ? message : `${message} (${error.syscall}: ${code})`,
		...file !== void 0 && { place: { file } },
		hint
	};
	return new Failure("environment", problem, { cause: error });
}
/** Returns why something failed, for a message about what failed. */
function reasonOf(error) {
	const [problem] = machineFailure(error)?.problems ?? [];
	return problem?.message ?? messageOf$1(error);
}
function isCall(error) {
	return typeof error === "object" && error !== null && "syscall" in error;
}
function specialProblem({ syscall, path }, code) {
	if (syscall === "uv_cwd") return {
		message: "the current folder no longer exists",
		hint: "Change to a folder that exists."
	};
	if (syscall === "mkdtemp" && path !== void 0) return {
		message: `cannot create a folder for temporary files: ${FAULTS$1[code]?.[0]} (${code})`,
		place: { file: dirname(path) },
		hint: "Set TMPDIR to a folder that exists and can be written. In a workflow, it is RUNNER_TEMP."
	};
}
// src/core/testdata/document.ts
/** The paths in a package of the test description, its data, and the user's own tests. */
const CASES_FILE = "smoke/cases.json";
const DATA_FOLDER = "smoke/data";
const TESTS_FOLDER = "smoke/tests";
/** Names become paths, and neither packages nor stores are trusted. */
const dataFile = string().regex(/^smoke\/data\/[0-9a-f]{16}\.br$/);
const testFile = string().regex(/^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/);
/** A brotli stream of elements: the first bytes of all elements, then the second ones, … */
const dataSchema = strictObject({
	file: dataFile,
	elementSize: number().int().min(1).max(8)
});
const fillSchema = discriminatedUnion("kind", [
	strictObject({
		kind: literal$2("normal"),
		mean: number(),
		deviation: number()
	}),
	strictObject({
		kind: literal$2("uniform"),
		from: number(),
		to: number()
	}),
	strictObject({
		kind: literal$2("constant"),
		value: number()
	}),
	strictObject({
		kind: literal$2("data"),
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
const bufferSchema$1 = strictObject({
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
		atol: number()
	}),
	expected: expectedSchema.optional()
});
/** Integers in decimal, floats as in JavaScript (including `Infinity` and `NaN`). */
const scalarsSchema = record$1(string(), string());
const pathSchema = array(union([string(), number()]));
const caseSchema = strictObject({
	name: string(),
	path: pathSchema,
	scalars: scalarsSchema,
	buffers: record$1(string(), bufferSchema$1.nullable()),
	/** Without `algos`, the run is for all algos of the kernel. */
	runs: array(strictObject({
		specialisation: number(),
		misaligned: array(string()),
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
const kernelSchema$4 = strictObject({
	name: string(),
	path: pathSchema,
	/** The constants of each algo without loss, which manifest.json has for readers. */
	constants: array(record$1(string(), constantSchema)).optional(),
	/** The source of the expected outputs. */
	expected: _enum([
		"reference",
		"interpreter",
		"none"
	]),
	/** Why the interpreter could not compute them. */
	note: string().optional(),
	deterministic: boolean(),
	algos: array(number()),
	cases: array(caseSchema),
	/** The cases that are only timed, without expected outputs; without it, those of the tests are. */
	timed: array(caseSchema).optional(),
	/** The integer parameters that the choice of an algo may depend on; without it, all. */
	key: array(string()).optional(),
	/** The user's own test: the file to compile, then the files it includes. */
	test: array(testFile)
});
/** smoke/cases.json: the tests of the package, whose manifest has the parameters and types. */
const casesSchema = strictObject({
	format: literal$2(1),
	kernels: array(kernelSchema$4)
});
// src/core/store/kinds.ts
/** The bytes of an entry are the cubin. */
const kernelSchema$3 = compiledKernelSchema.omit({ cubin: true });
/** Compiled kernels, by kernel hash. */
const KERNELS = {
	name: "kernel",
	damaged: "this stored kernel is damaged and will be compiled again",
	split: ({ cubin, ...record }) => ({
		record,
		bytes: cubin
	}),
	join(record, bytes) {
		const kernel = kernelSchema$3.safeParse(record);
		return kernel.success ? {
			...kernel.data,
			cubin: bytes
		} : void 0;
	}
};
const outputsSchema = object({
	note: string().optional(),
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
/** Why variants do not compile, by kernel hash. Only read for configs that may be dropped. */
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
const HINTS$1 = {
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
		case "hints": return decodeEntry(HINTS$1, hash, content) !== void 0;
	}
}
// src/core/store/store.ts
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
			if (writer.isWritable()) await write(entryName(kind.name, hash), encodeEntry(kind, hash, value));
		}
	});
	return {
		kernels: section(KERNELS),
		expected: section(EXPECTED),
		failures: section(FAILURES),
		hints: section(HINTS$1),
		directory,
		used,
		hasGrown: () => writer.hasWritten(),
		has: (name) => access(entryFile(directory, name)).then(() => true, () => false),
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
const CHECKS_AT_ONCE$1 = 8;
/**
* Returns the variants with a result in the store, which can be that a config does not compile.
* Entries are not read: damaged ones count.
*/
async function storedVariants(variants, store) {
	const isStored = await mapConcurrently(variants, CHECKS_AT_ONCE$1, async ({ hash, kernel }) => await store.has(entryName("kernel", hash)) || kernel.mayDropConfigs && await store.has(entryName("failure", hash)));
	return new Set(variants.filter((_variant, index) => isStored[index]));
}
/** Writes files. After the first failure it warns, and writes no more. */
function entryWriter(directory, log) {
	let writable = true;
	let written = false;
	return {
		isWritable: () => writable,
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
						message: `cannot write to the store, so results are not saved: ${reasonOf(error)}`,
						place: { file: directory },
						hint: "Choose another folder with --store."
					});
				}
				return false;
			}
		}
	};
}
// src/core/toolchain/installation.ts
/** The variable that sets the folder of toolchains. */
const HOME_VARIABLE = "TRITON_AOT_HOME";
/** What to do if the disk is full. */
const SPACE_HINT = `Free some disk space, or set ${HOME_VARIABLE} to a folder on a larger disk.`;
/** Returns the folder of toolchains: TRITON_AOT_HOME, else one in the user's cache folder. */
function toolchainHome(env, userHome) {
	const fromVariable = env[HOME_VARIABLE];
	if (fromVariable) return fromVariable;
	const cache = env["XDG_CACHE_HOME"] || join(env["HOME"] || userHome, ".cache");
	return join(cache, "triton-aot");
}
const markerSchema = object({
	tritonVersion: string(),
	requirements: array(string()),
	tag: string(),
	machine: string(),
	base: string().optional()
});
const MARKER = "toolchain.json";
const WORK_STEM = ".making";
/** Returns the folder of the environment for `key` below `home`. */
function installationFolder(home, key) {
	const { requirements, base } = key;
	const plain = requirements.length === 0 && base === void 0;
	const special = JSON.stringify([normalise(requirements), base ?? null]);
	const suffix = plain ? "" : `-${sha256(special).slice(0, 8)}`;
	const name = `triton-${key.tritonVersion}-${key.tag}-${key.machine}${suffix}`;
	return resolve(home, "toolchains", name);
}
/** Whether `folder` has a complete environment for `key`. */
async function isMarkedFor(folder, key) {
	try {
		const marker = markerSchema.parse(JSON.parse(await readFile(join(folder, MARKER), "utf8")));
		return JSON.stringify(marker) === JSON.stringify(markerSchema.parse(markerOf(key)));
	} catch {
		return false;
	}
}
/** Marks the environment in `folder` as complete. Must be the last step. */
async function markInstalled(folder, key) {
	await writeFile(join(folder, MARKER), `${JSON.stringify(markerOf(key), void 0, 2)}\n`);
}
/** Notes that an environment is used now, for pruning. One of another user, or read-only, is not. */
async function noteUse(folder, nowMs) {
	await utimes(join(folder, MARKER), nowMs / 1e3, nowMs / 1e3).catch(() => void 0);
}
/** Lists the complete environments below `home`, those used longest ago first. */
async function listInstallations(home) {
	const parent = join(home, "toolchains");
	const names = await readdir(parent).catch(() => []);
	return (await Promise.all(names.map(async (name) => {
		const folder = join(parent, name);
		const marker = await stat(join(folder, MARKER)).catch(() => void 0);
		return name.startsWith(WORK_STEM) || marker === void 0 ? [] : [{
			folder,
			usedMs: marker.mtimeMs
		}];
	}))).flat().toSorted((a, b) => a.usedMs - b.usedMs);
}
/** Removes an environment. It is renamed first, so that nobody finds a part of it. */
async function removeInstallation(folder) {
	await withWorkFolder(folder, async (work) => {
		await moved$1(folder, join(work, "old"));
	});
}
/**
* Runs `body` with a new folder next to `folder`, and removes it afterwards. Also removes what runs
* that were killed have left there.
*/
async function withWorkFolder(folder, body) {
	const parent = dirname(folder);
	const work = await makeWorkFolder(parent);
	try {
		await removeLeftovers(parent, (stem) => stem === WORK_STEM, work);
		return await body(work);
	} finally {
		await rm(work, {
			recursive: true,
			force: true
		});
	}
}
/**
* Moves the new environment `made` to `folder` in one step. If another run was faster and
* `findRival` accepts its environment, keeps that one and returns it; moves a broken one into
* `work`.
*/
async function moveIntoPlace(made, folder, work, findRival) {
	for (let attempt = 1; attempt <= 5; attempt++) {
		if (await moved$1(made, folder)) return void 0;
		const rival = await findRival();
		if (rival !== void 0) return rival;
		await moved$1(folder, join(work, `broken-${attempt}`));
	}
	throw new Failure("environment", {
		message: `cannot move the new environment to ${folder}: other processes keep changing it`,
		hint: "Remove the folder and try again."
	});
}
/** Renames; returns false if the target exists or the source does not. */
async function moved$1(from, to) {
	try {
		await rename(from, to);
		return true;
	} catch (error) {
		const code = systemCode(error) ?? "";
		if ([
			"ENOTEMPTY",
			"EEXIST",
			"ENOTDIR",
			"ENOENT"
		].includes(code)) return false;
		throw error;
	}
}
async function makeWorkFolder(parent) {
	try {
		await makeFolder(parent);
		const work = join(parent, await ownedName(WORK_STEM, ""));
		await mkdir(work);
		return work;
	} catch (error) {
		throw new Failure("environment", {
			message: `cannot create a folder in ${parent}: ${systemCode(error) ?? String(error)}`,
			hint: `Make it writable, or set ${HOME_VARIABLE} to a writable folder.`
		}, { cause: error });
	}
}
function markerOf(key) {
	return {
		...key,
		requirements: normalise(key.requirements)
	};
}
function normalise(requirements) {
	return [...new Set(requirements.map((text) => text.trim()))].toSorted();
}
// src/core/toolchain/install-errors.ts
/** Returns the cause, what to do about it, and the relevant lines of uv's output. */
function explainInstallFailure(failed) {
	const { message, hint } = explain$3(failed);
	const lines = relevantLines(failed.output);
	const quote = lines.length === 0 ? [] : ["Output of uv:", ...lines];
	return {
		message,
		hint: [...hint === void 0 ? [] : [hint], ...quote].join("\n")
	};
}
const INDEX = "the index (UV_DEFAULT_INDEX, PIP_INDEX_URL)";
const OFFLINE_HINT = "Without a network, put the wheels into a folder, set UV_FIND_LINKS to it, and set UV_OFFLINE=1.";
const CAUSES = [
	{
		pattern: /No space left on device|Disk quota exceeded/i,
		explain: ({ tritonVersion, folder }) => ({
			message: `no disk space left while installing Triton ${tritonVersion} into ${folder}`,
			hint: SPACE_HINT
		})
	},
	{
		pattern: /Hash mismatch for `([^`]+)`/,
		explain: (_failed, match) => ({
			message: `the index has another file for ${match[1]} than expected, by its SHA-256`,
			hint: `Check ${INDEX}, and whether a mirror or proxy changes files.`
		})
	},
	{
		pattern: /conflicting dependencies|depends on [^]*(?:unsatisfiable|incompatible)/,
		explain: ({ tritonVersion }) => ({
			message: `the requirements conflict with Triton ${tritonVersion}`,
			hint: "Change or remove the conflicting requirement. Each torch version requires one Triton version."
		})
	},
	{
		pattern: /triton\S* has no wheels with a matching/,
		explain: ({ tritonVersion, pythonVersion, output }) => {
			const tags = output.match(/(?<=tags?:[^\n]*`)\w+(?=`)/g) ?? [];
			return {
				message: `Triton ${tritonVersion} has no wheel for Python ${pythonVersion} on this machine${tags.length === 0 ? "" : `; available wheels: ${tags.join(", ")}`}`,
				hint: "Put another Python first on PATH, or set `--python` (input `python`)."
			};
		}
	},
	{
		pattern: /invalid peer certificate/i,
		explain: () => ({
			message: "the certificate of the package index is not trusted",
			hint: "Set SSL_CERT_FILE to a file with the certificates of your network."
		})
	},
	{
		pattern: /tunnel error|Proxy Authentication/i,
		explain: () => ({
			message: "cannot connect to the proxy for the package index",
			hint: `Check HTTPS_PROXY and NO_PROXY. ${OFFLINE_HINT}`
		})
	},
	{
		pattern: /40[13] (?:Unauthorized|Forbidden)|valid authentication credentials/i,
		explain: () => ({
			message: "the package index rejected the credentials",
			hint: "Put them into the address of the index (UV_DEFAULT_INDEX, PIP_INDEX_URL) or into ~/.netrc."
		})
	},
	{
		pattern: /HTTP status server error \((\d+ [^)]*)\)/,
		explain: (_failed, match) => ({
			message: `the package index is out of order: it responded with ${match[1]}`,
			hint: `Try again later, or set UV_DEFAULT_INDEX or PIP_INDEX_URL to another index. ${OFFLINE_HINT}`
		})
	},
	{
		pattern: /Failed to (?:fetch|download)|error sending request|connect error|dns error|timed? ?out/i,
		explain: () => ({
			message: "cannot connect to the package index",
			hint: `Check the network, or set HTTPS_PROXY, or set UV_DEFAULT_INDEX or PIP_INDEX_URL to a mirror. ${OFFLINE_HINT}`
		})
	},
	{
		pattern: /the network was disabled|index lookups were disabled/,
		explain: () => ({
			message: "a package is in no folder, and the network may not be used (UV_OFFLINE, PIP_NO_INDEX)",
			hint: "Put its wheel, and those it depends on, into a folder of UV_FIND_LINKS or PIP_FIND_LINKS."
		})
	},
	{
		pattern: /(?:versions? of|Because(?: only)?) (?!triton\b|there\b|only\b)([a-z0-9][\w.-]*)[^\n]*unsatisfiable/i,
		explain: (_failed, match) => ({
			message: `the package index has no matching version of ${match[1]} for this Python`,
			hint: "Correct `requirements:` in the manifest, or set UV_DEFAULT_INDEX or PIP_INDEX_URL to an index that has it."
		})
	},
	{
		pattern: /no version of triton|triton was not found|only triton/,
		explain: ({ tritonVersion }) => ({
			message: `the package index has no Triton ${tritonVersion}`,
			hint: `Check the version and ${INDEX}.`
		})
	}
];
function explain$3(failed) {
	const output = failed.output.replaceAll(/\n\s+/g, " ");
	for (const cause of CAUSES) {
		const match = cause.pattern.exec(output);
		if (match !== null) return cause.explain(failed, match);
	}
	return { message: `cannot install Triton ${failed.tritonVersion} into ${failed.folder}` };
}
const RELEVANT = /error|cause|sha256:|because|hint|conflict|depends on|fail|requested|\bgot\b|expected/i;
function relevantLines(output) {
	const lines = output.split("\n").filter((line) => line.trim() !== "");
	const relevant = lines.filter((line) => RELEVANT.test(line));
	return (relevant.length > 0 ? relevant : lines).slice(-6).map((line) => line.length > 300 ? `${line.slice(0, 299)}…` : line);
}
// src/core/toolchain/triton-wheels.ts
/**
* The wheels of the releases of Triton, for every Python and machine.
* Source: https://pypi.org/simple/triton/, and the RECORD in each wheel.
*/
const RELEASES = {
	"3.6.0": [
		{
			tags: "cp310-cp310",
			machine: "aarch64",
			sha256: "6c723cfb12f6842a0ae94ac307dba7e7a44741d720a40cf0e270ed4a4e3be781",
			content: "23b0f9bada6107da4a9d24f0df54bb09edee44bc630db663b07e2c001282cf0c"
		},
		{
			tags: "cp311-cp311",
			machine: "aarch64",
			sha256: "49df5ef37379c0c2b5c0012286f80174fcf0e073e5ade1ca9a86c36814553651",
			content: "2904a827768aca1e5a27cf0abb264413674c93a5f1ea7f5ef320129becabaf3a"
		},
		{
			tags: "cp312-cp312",
			machine: "aarch64",
			sha256: "374f52c11a711fd062b4bfbb201fd9ac0a5febd28a96fb41b4a0f51dde3157f4",
			content: "ec719c99ca20052fe9557137a5da677748a6e3cece6d3c059be0bd26b7631a80"
		},
		{
			tags: "cp313-cp313",
			machine: "aarch64",
			sha256: "448e02fe6dc898e9e5aa89cf0ee5c371e99df5aa5e8ad976a80b93334f3494fd",
			content: "19c4aeabf2f6577fb4c30db98a4660d14f8392a2411c2978082d4641be5f8a66"
		},
		{
			tags: "cp313-cp313t",
			machine: "aarch64",
			sha256: "1722e172d34e32abc3eb7711d0025bb69d7959ebea84e3b7f7a341cd7ed694d6",
			content: "526dc77e0c421ff58db9871239803c78bd67156136dcd4220b52367b21cc561d"
		},
		{
			tags: "cp314-cp314",
			machine: "aarch64",
			sha256: "ef5523241e7d1abca00f1d240949eebdd7c673b005edbbce0aca95b8191f1d43",
			content: "e2cbf1aa12f77c0af18e2e18174746df0492f48bb6ecb7c03737f3c4bb1dc1bf"
		},
		{
			tags: "cp314-cp314t",
			machine: "aarch64",
			sha256: "0b3a97e8ed304dfa9bd23bb41ca04cdf6b2e617d5e782a8653d616037a5d537d",
			content: "422f060e844ec3d320ffd0f57e5235f1a9c0df05a6d638e6ba043fe3931ba1cd"
		},
		{
			tags: "cp310-cp310",
			machine: "x86_64",
			sha256: "a6550fae429e0667e397e5de64b332d1e5695b73650ee75a6146e2e902770bea",
			content: "f5d498b7d42cb385dc34d627e0202deea2a39f6524d3d195d430ce194e270268"
		},
		{
			tags: "cp311-cp311",
			machine: "x86_64",
			sha256: "e8e323d608e3a9bfcc2d9efcc90ceefb764a82b99dea12a86d643c72539ad5d3",
			content: "60627eac9e5d0aea2de18e7bc388acfc7d9fbbc481b7f2b278855f7a988e43a1"
		},
		{
			tags: "cp312-cp312",
			machine: "x86_64",
			sha256: "74caf5e34b66d9f3a429af689c1c7128daba1d8208df60e81106b115c00d6fca",
			content: "eb7216373eba180298dc8aab17f2a67428af201e46ad35dc5084acb64e58526f"
		},
		{
			tags: "cp313-cp313",
			machine: "x86_64",
			sha256: "10c7f76c6e72d2ef08df639e3d0d30729112f47a56b0c81672edc05ee5116ac9",
			content: "7319f51a407083cc0f16fb41ca279fcb555092fc183cbe68e82580d4108c2bc5"
		},
		{
			tags: "cp313-cp313t",
			machine: "x86_64",
			sha256: "d002e07d7180fd65e622134fbd980c9a3d4211fb85224b56a0a0efbd422ab72f",
			content: "6f01b1f7f2f96d132574a396d6ff41ab1da2c5d0d597e8bdc1ecf5560b4a92b1"
		},
		{
			tags: "cp314-cp314",
			machine: "x86_64",
			sha256: "a17a5d5985f0ac494ed8a8e54568f092f7057ef60e1b0fa09d3fd1512064e803",
			content: "fc9eb733444582a361c443926cc748f7991e7c55e404135b1c3af1056b5ea3f2"
		},
		{
			tags: "cp314-cp314t",
			machine: "x86_64",
			sha256: "46bd1c1af4b6704e554cad2eeb3b0a6513a980d470ccfa63189737340c7746a7",
			content: "6886d12a66ccc878e2f9976d725e848d3ad72a65937a1109411981e8323326ba"
		}
	],
	"3.7.0": [
		{
			tags: "cp310-cp310",
			machine: "aarch64",
			sha256: "223ac302091491436c248a34ee1e6c47a1026486579103c906ffd805be50cb89",
			content: "722fd23c1993e8d2b67a226c76d0872595034dd423b4ff27aaa98a1a39c47fac"
		},
		{
			tags: "cp311-cp311",
			machine: "aarch64",
			sha256: "a9e71fc392675fac364e0ecf4ef3f76f85b7f5433a16f4c3c5fe5f05a52c85fe",
			content: "6b61f05d70b3ea13ce06f40af29fac915ec61eb525dd129d60b18133f276d23a"
		},
		{
			tags: "cp312-cp312",
			machine: "aarch64",
			sha256: "a4bf49b00a7a377a68a6da603a876e797614e6455a80e9021669c476a953ad9a",
			content: "4df17a6c3a5ac6a0863dee0a14472f5cecd24a126bc9b213b6573c137e560a07"
		},
		{
			tags: "cp313-cp313",
			machine: "aarch64",
			sha256: "abdf6beaa89b1bcfb9a43cd990536ce66091a997841a4814b260b7bee4c88c3c",
			content: "3f420a9c698078aa714802db9425cc6800ae730e663252fdd3098c1f198e0a4f"
		},
		{
			tags: "cp313-cp313t",
			machine: "aarch64",
			sha256: "cc1d61c172d257db80ddf42595131fb196ad2e9bdd751e90fe2ef13531734e8b",
			content: "a33e2eef0973dbf7a658d9105d88997dca74bd95f681e6663340aa81ca570296"
		},
		{
			tags: "cp314-cp314",
			machine: "aarch64",
			sha256: "c4a44a8476d0d3571eac4e4d1048e1ff75aad81a09ff4602ccfc56c6dea1672e",
			content: "d85d483be49bd64552f6fd00fa60952134f964b744dfe3089c979e807df0cbff"
		},
		{
			tags: "cp314-cp314t",
			machine: "aarch64",
			sha256: "18a160de426fd99f92b0baf509045360afbd3bfaa0b4a5171dde800ec9f09684",
			content: "55bf78880218d07084a7af520c1dfa746f5f6cc47f2bb12345268419457934a2"
		},
		{
			tags: "cp310-cp310",
			machine: "x86_64",
			sha256: "c631b65668d4951213b948a413c0564184305b77bb45cc9d686d3e1ecc4701a3",
			content: "982633093000fbe16489d52b44de162636224a46e42a0f95717e318afb1e2e66"
		},
		{
			tags: "cp311-cp311",
			machine: "x86_64",
			sha256: "22bacffce443f54593dd20f05294d5a40622e0ea9ab632816f87154504356221",
			content: "8bc57fefcd529c2994bdbe76d6ffa4ae50b35822d65b7b138cf5f22ce88be91f"
		},
		{
			tags: "cp312-cp312",
			machine: "x86_64",
			sha256: "8f111161d49bf903c0eaedde3962353a3d841c08a836839b7cc1025b8426efcf",
			content: "f9500623efb3eb928dc1b6fd3a066a7638018e8f8a4edea73079a94eed0511fc"
		},
		{
			tags: "cp313-cp313",
			machine: "x86_64",
			sha256: "a35d7afe3f3f058e7ec49fcce09794049e0ffc5c59019ac25ec3413741b8c4e7",
			content: "6689659ffd0eb9ca466d8fca40994e27b1575ba18d77a616d5b21685ff9fa2c3"
		},
		{
			tags: "cp313-cp313t",
			machine: "x86_64",
			sha256: "70fb9bbdc9f400afc54bbf6eb2670af28829a6ae3996863317964783141daf56",
			content: "456b31cd45c96478e48069d29836edbf20698c2373194b028ad8021927e47a44"
		},
		{
			tags: "cp314-cp314",
			machine: "x86_64",
			sha256: "b9b85e72968a9d8bba5ddb24e9b64aaabaf48affb042f2755cb7cfa92b7531ce",
			content: "b6d1a78cdfd90498600d2f17884d551d57457d5634bd69ddd72d7e7c63e49089"
		},
		{
			tags: "cp314-cp314t",
			machine: "x86_64",
			sha256: "ce061073102714b725f3660ec6939d94a1da7984b3aa99c921417cae273672f5",
			content: "39d591c81fe5d9237769d55874b7d36c6d44a1a8837a9a59853ad58177364e66"
		}
	],
	"3.7.1": [
		{
			tags: "cp310-cp310",
			machine: "aarch64",
			sha256: "3daf64305d6cea88d3334c65ebc9bcd0c64c9564a977084366aa768d57cbcf64",
			content: "b967740d6729387b7103051732f937ded279a222454831d2b002b4781bf70949"
		},
		{
			tags: "cp311-cp311",
			machine: "aarch64",
			sha256: "d4a0e1cd4c4a76370ed74a8432a53cea28716827d19e40ffc732233e35ceb3f6",
			content: "73e323f354e84c21c7f2d41f433ee22965169f0c28c6d65753e917a71883279e"
		},
		{
			tags: "cp312-cp312",
			machine: "aarch64",
			sha256: "9497f2e696ee368862a181a90b2dcc03ca978cc4f602abd67c7d81022a6988e1",
			content: "0ece1291be9b9d37808465767bc1b0904f04d8fdaf933a92734e1661b7fbe3b9"
		},
		{
			tags: "cp313-cp313",
			machine: "aarch64",
			sha256: "cdbfc09d9ec58bc5e68321525653220de7515c199e7a8097a97c85e62b52cd0a",
			content: "d4843d604d8a6e655b298fd166410a4388b0e3fa6a7a05651fb03869e343cad2"
		},
		{
			tags: "cp314-cp314",
			machine: "aarch64",
			sha256: "fe4ea396a06171f1f1f58cbd39c70b09294398f7dd7c620939bab54ad6f934fa",
			content: "5d15a1b1def2756517e3b97840bfeac3195e6890b2ba2ac6ab784127a1adf1c3"
		},
		{
			tags: "cp314-cp314t",
			machine: "aarch64",
			sha256: "c58e4c61f0c73b5dba3b5d19b4a7093c32f90dc18b2a7f121a7c16ccd31107b7",
			content: "e5136df41ac226182fc85f65819cb831ce2fa2edb699cba0b4dac6be19227760"
		},
		{
			tags: "cp310-cp310",
			machine: "x86_64",
			sha256: "ee89fbf782ec2ad50391dd1cf26cbea4f4467154c37f4773026da8fc31c0f58e",
			content: "3f271c4bad66c93ddaf0a3c91617af35eb02b71bf9eda6b96b538e762ac3ed8b"
		},
		{
			tags: "cp311-cp311",
			machine: "x86_64",
			sha256: "6744957e9fd610a29680ec2346057d0c86948ed3812468670719f391e94b44a5",
			content: "a1533d283246223cf8cb35e6fb6e49304d94000549ff058d2847d686a0202762"
		},
		{
			tags: "cp312-cp312",
			machine: "x86_64",
			sha256: "7e40869937a68206ec70d7f25bb7ec6433cb083f9135e1f36dbd318dc449a728",
			content: "ec15943b17e6bfaf37c88f7969383871de6612ec40324f3deee4ad4105b5a03d"
		},
		{
			tags: "cp313-cp313",
			machine: "x86_64",
			sha256: "58c0e131da05134a2a4788ccbcc0c1105cf0f54c8e98f19e34cd465396dc15eb",
			content: "2964f7f5e1b6ad77cad41fe3bcbb81c11f3c0b6eba624b65885e78c296e8c326"
		},
		{
			tags: "cp314-cp314",
			machine: "x86_64",
			sha256: "2020153b08280415ec0da6607834e79166442147e78e144df06b508c75b186d2",
			content: "f1fa5a7738c937aa401dce46d6c9ab571ea293432e617baa7d5640c5b8a673f4"
		},
		{
			tags: "cp314-cp314t",
			machine: "x86_64",
			sha256: "10ba85fa2cca4a2fbdeb36bf1cb082f2c252bda55bf9fccd74f65ec5bc647e68",
			content: "e0e6a09fa96532dbf791e6b88743a972e85a715c7bf9cb61cf3a6442f04a54b4"
		}
	],
	"3.8.0": [
		{
			tags: "cp310-cp310",
			machine: "aarch64",
			sha256: "398f4b009c7ab08ed9aeb1d1282dee822945b53f399a5e12a4fecb643cf2007d",
			content: "fcdf858ab55fbed74d30387e20ec4b0e25df5dc03163ec8fb566af77b8032cff"
		},
		{
			tags: "cp311-cp311",
			machine: "aarch64",
			sha256: "372285307d4c44ee74cee32de0b4f04bd157e071427e38c6f4ee3e3beb2194f4",
			content: "ebc441b5133a8c27cbf094194008225eecfe893bbae772e30ee0575514a7d112"
		},
		{
			tags: "cp312-cp312",
			machine: "aarch64",
			sha256: "a9c404c69ed4a39e8ec632eaf6b9fe058a060bf98979c177f6ef666f06bb8d50",
			content: "83dcd40d9ed285bafde1848fb3790e12fbc42ecd64cae3332993e6e9a0d7a088"
		},
		{
			tags: "cp313-cp313",
			machine: "aarch64",
			sha256: "b7004666652f500ed854a86988e4b3d69d247188b5d2092b5df1e44f4a954099",
			content: "0430f884406f0de7997cc7deb4969b612f9794eda5e5cf20077f1aab262d421a"
		},
		{
			tags: "cp314-cp314",
			machine: "aarch64",
			sha256: "1f6b48d0591929a3867973acac3dccd4e058585f91bfb41022de496c9ffab304",
			content: "3a44ae5ddcf58cc53db00d2330727079b437f83aace3a9d4b86257fe58b15a3c"
		},
		{
			tags: "cp314-cp314t",
			machine: "aarch64",
			sha256: "1b84e7d512490ba529111260fa6f7cad8b254a6bb5fbdf41d5ef9a5e57f52d0a",
			content: "8c1429c44eaad941761c1ff0d8e6d1334ce5e6f3db6f5eb96b22bb3ecc4d825b"
		},
		{
			tags: "cp310-cp310",
			machine: "x86_64",
			sha256: "6d914c52f89dc942b1819db959e7c07a5999f678ec760f677625c706b7e0d743",
			content: "c2fd2638c7772eb3f8c48a06d4dea1261fc1d7081f8496f04b9830eb8aac9a86"
		},
		{
			tags: "cp311-cp311",
			machine: "x86_64",
			sha256: "68988ac85d5e7086baeda0ddc175af9667db7529b3c5e11a5c0601b8bef2200a",
			content: "44d715a958cfd1f31663481bcdd8c55fc9b865b6e851fc93074044b79e150890"
		},
		{
			tags: "cp312-cp312",
			machine: "x86_64",
			sha256: "e91ffa46d095b252248297292dd22bcbacd53a125a0c2eefbbbf74925a320bc3",
			content: "cf673875be70b48ca0815c00878a9351c6c802d01a85932c150681577c8cffda"
		},
		{
			tags: "cp313-cp313",
			machine: "x86_64",
			sha256: "1f0497218e26b7d79773ad9c2a3fa3b539ee69f587a13fac2e552b1d322a8015",
			content: "7a1436f75f56a42b4e6e96f71f634892b6b7337f7f90c44c7e0514b17398712b"
		},
		{
			tags: "cp314-cp314",
			machine: "x86_64",
			sha256: "387dae4cb0089a7b6ba1a428ae0782b65c4c58f57d94617cb22ca8593d8ccbca",
			content: "5f8e2c19c760e1d44d9a8e8793d29308a236f608d81cae7cb40eccb078bf15d2"
		},
		{
			tags: "cp314-cp314t",
			machine: "x86_64",
			sha256: "74217bb56ed8692759227758e4c4b3bd2d608a209c1a7a081bf361fb4c2c1bf9",
			content: "8fdfa5070392daf0c835e2ee306f9e1874cea759fef0b4d6e53b0a12e9d94d0f"
		}
	],
	"3.9.0": [
		{
			tags: "cp311-cp311",
			machine: "aarch64",
			sha256: "feaaec13578ca84301d561d034cb08b3ae293d7f0b7ab6b8ddbb2d6796363716",
			content: "b3b95bd4a8439c1785154e4024f94be3125ae1ba285aeec4ed2757e0a542da5b"
		},
		{
			tags: "cp312-abi3",
			machine: "aarch64",
			sha256: "5542f4328472fd827dbb1ec43873364c2894682cc3f5d1c74a643762900e243e",
			content: "52a73dc13871880907e3f771d2b5de743c145ca534c25697eb687e1546ec6353"
		},
		{
			tags: "cp314-cp314t",
			machine: "aarch64",
			sha256: "8d0b97b333d919e86d06a6b3c8656c27eecaf14f74c1eb64d210234603268ba2",
			content: "e15cfed0ff5e070b9de29168734f3a7b9e57d51c0c9123633420489731bf5843"
		},
		{
			tags: "cp315-cp315t",
			machine: "aarch64",
			sha256: "990d43d967bbcc90f973fc17ad9cd7352e67940f41b31d94afd53b9867a3c1a1",
			content: "ca880f5f61021558014c6169d428b11ea3dbde7aae6ea15029c530b17b7068b7"
		},
		{
			tags: "cp311-cp311",
			machine: "x86_64",
			sha256: "1622118a038b0c6e16fa4a0305da62c8b3c15904ee1cc4d4e65846a25969e41e",
			content: "ab499446f858b43ca3d86d2ae1f5961336698537d45829441f00c4fecbb94bfd"
		},
		{
			tags: "cp312-abi3",
			machine: "x86_64",
			sha256: "5e52ab4e2f1d64f0ac494c9aa723697b793f81a91c4cae4c36608ca0bc4267bf",
			content: "ca9d5069cfe538aa6a87cb9e7b3791c623a1a4f4c838a66aed65e5920b101cfd"
		},
		{
			tags: "cp314-cp314t",
			machine: "x86_64",
			sha256: "eab30be40d412e947f3b74b20f50e4f8e07dd11439e7ddc6bd6184cabda2be79",
			content: "63b0ee79f54d7917c6130b21741cb1b9a6a582b1235ef2bf0610a4ae6c187830"
		},
		{
			tags: "cp315-cp315t",
			machine: "x86_64",
			sha256: "bac2ed42a2b7aa232aeec57c2f7b0d88b61a74a29b3bf358f4cec6b20be356f6",
			content: "91c00dc8033cc786d99323fad34c2b32c5d9e5cfbaa610e4b4bcab63c17cd244"
		}
	]
};
/** Returns the wheel of a release for a Python; undefined if there is none, or if the release is not known. */
function releasedWheel(target) {
	const { tritonVersion, machine } = target;
	const found = RELEASES[tritonVersion]?.find((wheel) => wheel.machine === machine && areTagsFor(wheel.tags, target.tag));
	if (found === void 0) return void 0;
	const platform = `manylinux_2_27_${machine}.manylinux_2_28_${machine}`;
	return {
		name: `triton-${tritonVersion}-${found.tags}-${platform}.whl`,
		sha256: found.sha256
	};
}
/**
* Whether a wheel's file name is of this version for this Python and machine.
* Source: "Binary distribution format" of the Python Packaging User Guide.
*/
function isWheelFor(name, { tritonVersion, tag, machine }) {
	const [, version, tags = "", platforms = ""] = /^triton-([^-]+)-([^-]+-[^-]+)-([^-]+)\.whl$/.exec(name) ?? [];
	const isForMachine = platforms.split(".").some((each) => /^(?:many)?linux/.test(each) && each.endsWith(`_${machine}`));
	return version === tritonVersion && isForMachine && areTagsFor(tags, tag);
}
/** Whether a wheel with these tags of Python and ABI is for a Python with the tag, such as `cp313t`. */
function areTagsFor(tags, tag) {
	const stable = /^cp3(\d+)-abi3$/.exec(tags)?.[1];
	const minor = /^cp3(\d+)$/.exec(tag)?.[1];
	if (stable !== void 0) return minor !== void 0 && Number(minor) >= Number(stable);
	return tags === `${tag.replace(/t$/, "")}-${tag}`;
}
/** Returns the SHA-256 of every wheel of a release; undefined if the version is not a known release. */
function wheelDigests(tritonVersion) {
	return RELEASES[tritonVersion]?.map((wheel) => wheel.sha256);
}
/**
* Returns the digest of a known release: the SHA-256 of the list of its wheels' digests. It is the
* same for every Python and machine, and known before Triton is installed. Returns undefined for any
* other version.
*/
function releaseDigest(tritonVersion) {
	const digests = wheelDigests(tritonVersion);
	return digests && `sha256:${sha256(canonicalJson(digests.toSorted()))}`;
}
/**
* Returns the digest of an installed Triton by its content: that of the release if it is what one of
* the release's wheels installs, else that of the content.
*/
function installedDigest(tritonVersion, content) {
	return (RELEASES[tritonVersion]?.some((wheel) => wheel.content === content) ?? false ? releaseDigest(tritonVersion) : void 0) ?? `sha256:${content}`;
}
// src/core/toolchain/install.ts
/**
* Creates an environment with Triton and the requirements in `work`/env and returns that folder.
* Also keeps the installer's temporary files in `work`. Its packages are hard links to those in uv's
* cache in the home folder, so that several environments need the disk once.
* @throws {Failure} `environment` with the cause if the installer fails.
*/
async function installEnvironment(plan, work, context) {
	const folder = join(work, "env");
	await rm(folder, {
		recursive: true,
		force: true
	});
	const hashes = join(work, "triton.txt");
	await writeFile(hashes, pinnedTriton(plan));
	for (const argv of commands(plan, folder, hashes)) {
		const finished = await runUv(argv, plan, work, context);
		if (finished.code === 0) continue;
		throw new Failure("environment", explainInstallFailure({
			tritonVersion: plan.key.tritonVersion,
			pythonVersion: plan.base.version,
			folder: work,
			output: redact(`${finished.stdout}\n${finished.stderr}`)
		}));
	}
	return folder;
}
/** Removes packages from uv's cache. Environments that have them keep them. */
async function forgetPackages(names, plan, work, context) {
	await runUv([
		plan.uv,
		"cache",
		"clean",
		...names
	], plan, work, context);
}
/** The folder of uv's cache, which must be on the disk of the environments for hard links. */
function cacheFolder(home) {
	return join(home, "uv", "cache");
}
/**
* Makes a folder for uv to run in. uv reads the settings of the working directory or the nearest one
* above it that has any, which may be a checkout: here it finds none, and goes on to those of the
* user and the machine.
* Source: "Configuration files" in the documentation of uv.
*/
async function emptyProject(work) {
	const folder = join(work, "empty");
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, "uv.toml"), "");
	return folder;
}
/** Returns the Python of an environment that `installEnvironment` created. */
function pythonOf(folder) {
	return join(folder, "bin", "python");
}
/** An environment of 1.2 GB (3.9.0 with NumPy; uv unpacks while it downloads), and a margin. */
const NEEDED_BYTES = 14e8;
/** Returns how many bytes an ordinary user can write to the disk that holds `path`. */
async function freeBytes(path) {
	const { bavail, bsize } = await statfs(path);
	return bavail * bsize;
}
/** Fails if a new environment does not fit into `folder`, whose disk has `free` bytes. */
function requireSpace(folder, free) {
	if (free >= NEEDED_BYTES) return;
	const sizes = `${formatSize(free)} free, but installing Triton needs about ${formatSize(NEEDED_BYTES)}`;
	throw new Failure("environment", {
		message: `not enough disk space in ${folder}: ${sizes}`,
		hint: SPACE_HINT
	});
}
function commands({ key, uv, settings, base }, folder, hashes) {
	const install = [
		uv,
		"pip",
		"install",
		"--python",
		pythonOf(folder),
		"--only-binary=triton",
		"--compile-bytecode",
		...settings.noIndex ? ["--no-index"] : []
	];
	const isPinned = wheelDigests(key.tritonVersion) !== void 0;
	return [
		[
			uv,
			"venv",
			"--no-project",
			"--python",
			base.python,
			folder
		],
		[
			...install,
			...isPinned ? ["--require-hashes"] : [],
			"-r",
			hashes
		],
		...key.requirements.length > 0 ? [[
			...install,
			"-r",
			hashes,
			...key.requirements
		]] : []
	];
}
/** The requirement of Triton, with the digest of its wheel, or those of its wheels if they are known. */
function pinnedTriton({ key: { tritonVersion }, wheel }) {
	const digests = wheel === void 0 ? wheelDigests(tritonVersion) ?? [] : [wheel.sha256];
	return [`triton${wheel === void 0 ? `==${tritonVersion}` : ` @ ${pathToFileURL(wheel.file).href}`}`, ...digests.map((digest) => `--hash=sha256:${digest}`)].join(" ").concat("\n");
}
const STEP = /^\s*(?:Downloading|Building|Resolved|Prepared|Installed|[+] )/;
async function runUv(argv, { settings, base }, work, { home, signal, log, runTool }) {
	const temporary = join(work, "tmp");
	await mkdir(temporary, { recursive: true });
	const env = {
		...settings.env,
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
	return runTool(alone(argv, lock, base.python), {
		cwd,
		env,
		signal,
		onOutput
	});
}
/**
* Returns the command that runs `argv` when no other process has locked the file `lock`, since two
* that install one package at once would both download and keep it.
*/
function alone(argv, lock, python) {
	return [
		python,
		"-I",
		"-S",
		join(BRIDGE_FOLDER, "alone.py"),
		String(process.pid),
		lock,
		...argv
	];
}
/** Hides the user names and passwords of URLs. */
function redact(text) {
	return text.replaceAll(/(?<=\/\/)[^\s/@]+@/g, "***@");
}
// src/core/toolchain/index-credentials.ts
/**
* Returns the value of the header `authorization` for a server: from the user and password in one
* of the addresses, else from the file of NETRC or ~/.netrc; undefined if it has no credentials.
*/
async function authorizationFor(url, others, env) {
	const own = [url, ...others].find(({ origin, username }) => origin === url.origin && username);
	const found = own === void 0 ? await credentialsInNetrc(url.hostname, env) : [decodeURIComponent(own.username), decodeURIComponent(own.password)];
	return found && `Basic ${Buffer.from(found.join(":")).toString("base64")}`;
}
async function credentialsInNetrc(host, env) {
	const file = env["NETRC"] || join(env["HOME"] ?? "/", ".netrc");
	const words = (await readFile(file, "utf8").catch(() => "")).replaceAll(/(?:^|\s)#.*/g, "").split(/\s+/);
	let isOwn = false;
	const found = {};
	for (let at = 0; at < words.length; at += 1) {
		const [word = "", next = ""] = words.slice(at, at + 2);
		if (word === "machine" || word === "default") {
			if (isOwn) break;
			isOwn = word === "default" || next === host;
		} else if (isOwn && (word === "login" || word === "password")) found[word] = next;
		else continue;
		if (word !== "default") at += 1;
	}
	return isOwn ? [found["login"] ?? "", found["password"] ?? ""] : void 0;
}
// src/core/toolchain/package-places.ts
/** Gets a file from the first place of packages that has it, into memory. */
async function fetchFromPlaces(wanted, { findLinks, indexes, offline, certificates }, context) {
	const pem = certificates === void 0 ? void 0 : await readFile(certificates, "utf8").catch(() => void 0);
	const get = async (url, others) => {
		const { env, signal } = context;
		const authorization = await authorizationFor(url, others, env);
		return context.download(withoutCredentials(url), {
			authorization,
			certificates: pem,
			signal
		});
	};
	const tried = [];
	for (const place of placesOf(wanted.project, findLinks, offline ? [] : indexes)) try {
		const found = place.protocol === "file:" ? await readListed(wanted, fileURLToPath(place)) : await fetchLinked(wanted, place, get);
		if (wanted.sha256 === void 0 || sha256(found.content) === wanted.sha256) return {
			ok: true,
			...found
		};
		tried.push(`${shown(place)}: its ${found.name} is another file, by its SHA-256`);
	} catch (error) {
		context.signal.throwIfAborted();
		const isAbsent = systemCode(error) === "ENOENT";
		tried.push(`${shown(place)}: ${isAbsent ? "does not have it" : messageOf$1(error)}`);
	}
	return tried.length === 0 ? {
		ok: false,
		tried: ["There is no place to get it from: the network may not be used."]
	} : {
		ok: false,
		tried
	};
}
function placesOf(project, findLinks, indexes) {
	return [...findLinks.map((link) => /^https?:/.test(link) ? new URL(link) : pathToFileURL(link)), ...indexes.map((index) => new URL(`${index.replace(/\/*$/, "")}/${project}/`))];
}
async function readListed({ isWanted, what }, folder) {
	const name = (await readdir(folder)).find(isWanted);
	if (name === void 0) throw new Error(`does not have ${what}`);
	return {
		name,
		content: await readFile(join(folder, name))
	};
}
/** Gets the file that a page links to. */
async function fetchLinked({ isWanted, what }, page, get) {
	const list = await get(page, []);
	if (list.status !== 200) throw new Error(statusText(list.status));
	const links = new TextDecoder().decode(list.body).matchAll(/\shref\s*=\s*["']([^"'#]+)/gi);
	for (const [, link = ""] of links) {
		const url = new URL(link.replaceAll("&amp;", "&"), list.url);
		const name = decodeURIComponent(basename(url.pathname));
		if (!isWanted(name)) continue;
		const { status, body } = await get(url, [page]);
		if (status === 200) return {
			name,
			content: body
		};
		throw new Error(`${shown(url)}: ${statusText(status)}`);
	}
	throw new Error(`does not have ${what}`);
}
function statusText(status) {
	const name = STATUS_CODES[status];
	return `HTTP status ${status}${name === void 0 ? "" : ` (${name})`}`;
}
function withoutCredentials(url) {
	const plain = new URL(url);
	plain.username = "";
	plain.password = "";
	return plain;
}
function shown(place) {
	return place.protocol === "file:" ? fileURLToPath(place) : withoutCredentials(place).href;
}
// src/core/toolchain/handed-on.ts
/**
* Returns the wheel of Triton to install from: the one that an earlier job has handed on, or one
* that this job keeps for others; undefined if uv has to ask the index.
* @throws {Failure} `verification` if the wheel was handed on and is damaged.
*/
async function wheelToInstall(target, settings, context) {
	const { handedOn } = context;
	if (handedOn === void 0) return void 0;
	if (handedOn === "keep") return keptWheel(target, settings, context);
	const { folder, wheel } = handedOn;
	const released = releasedWheel(target);
	if (released === void 0 ? !isWheelFor(wheel.name, target) : released.name !== wheel.name) {
		const { tritonVersion, tag, machine } = target;
		context.log.info(`${wheel.name} is not for Triton ${tritonVersion}, ${tag} and ${machine}: the index is asked`);
		return;
	}
	const file = join(folder, wheel.name);
	const content = await readIfExists(file);
	const expected = released ?? wheel;
	if (content !== void 0 && sha256(content) === expected.sha256) return {
		...expected,
		file
	};
	throw new Failure("verification", {
		message: `the wheel of Triton is ${content === void 0 ? "missing" : "damaged"}`,
		place: { file },
		hint: "Run the job that wrote the plan again."
	});
}
/** The folder of the wheels that are kept for other jobs. */
function wheelFolder(home) {
	return join(home, "wheels");
}
/**
* Returns the wheel of Triton from the home folder. Downloads it at first use; warns and returns
* undefined if that is not possible.
*/
async function keptWheel(target, settings, context) {
	const { home, log, now } = context;
	const folder = wheelFolder(home);
	const released = releasedWheel(target);
	const isWanted = (name) => released === void 0 ? isWheelFor(name, target) : name === released.name;
	const kept = (await readdir(folder).catch(() => [])).find(isWanted);
	if (kept !== void 0) {
		const file = join(folder, kept);
		const digest = sha256(await readFile(file));
		await utimes(file, now() / 1e3, now() / 1e3).catch(() => void 0);
		if (released === void 0 || digest === released.sha256) return {
			name: kept,
			sha256: digest,
			file
		};
	}
	const { tritonVersion, tag, machine } = target;
	const what = released?.name ?? `a wheel of Triton ${tritonVersion} for ${tag} and ${machine}`;
	log.info(`downloading ${what}, which other jobs use too`);
	const answer = await fetchFromPlaces({
		project: "triton",
		what,
		isWanted,
		sha256: released?.sha256
	}, settings, context);
	if (!answer.ok) return cannotKeep(answer.tried.join("\n"), context);
	const { name, content } = answer;
	const file = join(folder, name);
	try {
		await makeFolder(folder);
		await writeAtomically(file, (temporary) => writeFile(temporary, content));
	} catch (error) {
		return cannotKeep(messageOf$1(error), context);
	}
	return {
		name,
		sha256: sha256(content),
		file
	};
}
function cannotKeep(hint, { log }) {
	log.warning({
		message: "cannot keep a wheel of Triton for other jobs, so that each asks the index",
		hint
	});
}
// src/core/toolchain/package-settings.ts
const PYPI = "https://pypi.org/simple";
const UV_PLACES = [
	"UV_INDEX",
	"UV_DEFAULT_INDEX",
	"UV_INDEX_URL",
	"UV_EXTRA_INDEX_URL",
	"UV_FIND_LINKS"
];
/**
* Reads the settings of uv and pip for indexes, proxies and certificates from the environment and
* the files of the user and the machine. uv reads its files itself; here they only say where uv
* itself can come from.
*/
async function readPackageSettings({ env, platform: { etc } }) {
	const pip = await readPip(env, etc);
	const uvFiles = await readUvFiles(env, etc);
	const fromUv = UV_PLACES.some((name) => env[name]);
	const translated = {
		...translateNetwork(pip),
		...fromUv || uvFiles.length > 0 ? {} : await translatePlaces(pip)
	};
	const certificates = env["SSL_CERT_FILE"] || pip.get("cert") || env["REQUESTS_CA_BUNDLE"] || env["CURL_CA_BUNDLE"] || await firstExisting(SYSTEM_CERTIFICATES.map((file) => join(etc, file)));
	const own = Object.fromEntries(Object.entries(installerEnvironment(env)).filter(([, value]) => value !== ""));
	const all = {
		...translated,
		...own,
		...certificates && { SSL_CERT_FILE: certificates }
	};
	const findLinks = (all["UV_FIND_LINKS"] ?? "").split(",").filter(Boolean).map(absoluteLink);
	const noIndex = isTrue(pip.get("no-index")) || isTrue(env["UV_NO_INDEX"]);
	return {
		env: {
			...all,
			...findLinks.length > 0 && { UV_FIND_LINKS: findLinks.join(",") }
		},
		noIndex,
		offline: noIndex || isTrue(all["UV_OFFLINE"]),
		indexes: indexesOf(all, pip, uvFiles),
		findLinks,
		certificates
	};
}
const SYSTEM_CERTIFICATES = ["ssl/certs/ca-certificates.crt", "pki/tls/certs/ca-bundle.crt"];
/**
* The variables of uv for what pip says about places.
* Source: "User Guide" and "Configuration" in pip's documentation, "Environment variables" and
* "Compatibility with pip" in uv's.
*/
async function translatePlaces(pip) {
	const words = (name) => (pip.get(name) ?? "").split(/\s+/).filter(Boolean);
	const links = await Promise.all(words("find-links").map(existingLink));
	const extra = words("extra-index-url").join(" ");
	return defined$1({
		UV_DEFAULT_INDEX: words("index-url")[0],
		UV_EXTRA_INDEX_URL: extra,
		UV_INDEX_STRATEGY: extra && "unsafe-best-match",
		UV_FIND_LINKS: links.filter((link) => link !== void 0).join(",")
	});
}
/** The variables for what pip says about the network. */
function translateNetwork(pip) {
	const proxy = pip.get("proxy");
	const timeout = pip.get("timeout") ?? pip.get("default-timeout");
	return defined$1({
		...proxy !== void 0 && {
			HTTPS_PROXY: proxy,
			HTTP_PROXY: proxy
		},
		UV_HTTP_TIMEOUT: timeout === void 0 ? void 0 : String(Math.ceil(Number(timeout)) || ""),
		UV_HTTP_RETRIES: pip.get("retries"),
		UV_INSECURE_HOST: pip.get("trusted-host")?.split(/\s+/).join(" "),
		UV_KEYRING_PROVIDER: pip.get("keyring-provider") === "subprocess" ? "subprocess" : void 0,
		SSL_CLIENT_CERT: pip.get("client-cert")
	});
}
/** Returns undefined for a folder that does not exist, which pip skips and uv does not. */
async function existingLink(link) {
	const absolute = absoluteLink(link);
	return /^https?:/.test(absolute) || await isFolder(absolute) ? absolute : void 0;
}
function absoluteLink(link) {
	return /^https?:/.test(link) ? link : resolve(link.replace(/^file:\/\/(?:localhost)?/, ""));
}
function indexesOf(env, pip, uvFiles) {
	const first = env["UV_DEFAULT_INDEX"] ?? env["UV_INDEX_URL"] ?? pip.get("index-url");
	const named = [
		env["UV_INDEX"],
		env["UV_EXTRA_INDEX_URL"],
		first
	].join(" ").split(/\s+/).map((word) => namedIndex(word, env));
	const inFiles = uvFiles.flatMap((text) => [...text.matchAll(URL_SETTING)].map(([, url = ""]) => url));
	const hasDefault = first !== void 0 || uvFiles.some((text) => DEFAULT_SETTING.test(text));
	const urls = [
		...named,
		...inFiles,
		...hasDefault ? [] : [PYPI]
	];
	return [...new Set(urls.filter((url) => /^(?:https?|file):/.test(url)))];
}
/** The address of `name=https://…`, with the credentials that uv's variables have for the name. */
function namedIndex(text, env) {
	const [, name, address] = /^([\w.-]+)=(\w+:.*)$/.exec(text) ?? [];
	if (name === void 0 || address === void 0 || !URL.canParse(address)) return text;
	const url = new URL(address);
	const prefix = `UV_INDEX_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
	url.username ||= encodeURIComponent(env[`${prefix}_USERNAME`] ?? "");
	url.password ||= encodeURIComponent(env[`${prefix}_PASSWORD`] ?? "");
	return url.href;
}
const URL_SETTING = /^\s*(?:index-)?url\s*=\s*["']([^"']+)["']/gm;
const DEFAULT_SETTING = /^\s*(?:index-url\s*=|default\s*=\s*true)/m;
/**
* Returns pip's settings by the names of its options. Variables are more important than files, and
* the files of the user than those of the machine.
*/
async function readPip(env, etc) {
	const settings = /* @__PURE__ */ new Map();
	for (const file of pipFiles(env, etc)) {
		const sections = parseConfiguration(await readText(file));
		for (const section of ["global", "install"]) for (const [name, value] of sections.get(section) ?? []) settings.set(name, value);
	}
	for (const [name, value] of Object.entries(env)) {
		const [, option] = /^PIP_(\w+)$/.exec(name) ?? [];
		if (option !== void 0 && value) settings.set(option.toLowerCase().replaceAll("_", "-"), value);
	}
	return settings;
}
/** Source: "Configuration" in pip's documentation. */
function pipFiles(env, etc) {
	const chosen = env["PIP_CONFIG_FILE"];
	if (chosen === "/dev/null") return [];
	const home = env["HOME"] ?? "/";
	return [
		...systemFolders(env, etc).map((folder) => join(folder, "pip", "pip.conf")),
		join(etc, "pip.conf"),
		join(home, ".pip", "pip.conf"),
		join(userFolder(env), "pip", "pip.conf"),
		...chosen ? [chosen] : []
	];
}
/** Parses a file as Python's configparser does, as far as pip's files use it. */
function parseConfiguration(text) {
	const sections = /* @__PURE__ */ new Map();
	let section = /* @__PURE__ */ new Map();
	let last = "";
	for (const line of text.split(/\r?\n/)) {
		const [, title] = /^\[([^\]]+)\]/.exec(line) ?? [];
		const [, name, value = ""] = /^([^\s#;=:][^=:]*?)\s*[=:]\s*(.*)$/.exec(line) ?? [];
		if (title !== void 0) {
			section = sections.get(title) ?? /* @__PURE__ */ new Map();
			sections.set(title, section);
			last = "";
		} else if (name !== void 0) {
			last = name.toLowerCase().replaceAll("_", "-");
			section.set(last, value.trim());
		} else if (/^\s+[^\s#;]/.test(line) && last !== "") section.set(last, `${section.get(last)}\n${line.trim()}`.trim());
	}
	return sections;
}
/** Returns the contents of uv's files of the user and the machine, or the one that is chosen. */
async function readUvFiles(env, etc) {
	if (isTrue(env["UV_NO_CONFIG"])) return [];
	const chosen = env["UV_CONFIG_FILE"];
	const folders = [
		userFolder(env),
		...systemFolders(env, etc),
		etc
	];
	const files = chosen ? [chosen] : folders.map((folder) => join(folder, "uv", "uv.toml"));
	return (await Promise.all(files.map(readText))).filter((text) => text !== "");
}
/** Source: "Configuration files" in the documentation of uv. */
function userFolder(env) {
	return env["XDG_CONFIG_HOME"] || join(env["HOME"] ?? "/", ".config");
}
function systemFolders(env, etc) {
	return (env["XDG_CONFIG_DIRS"] || join(etc, "xdg")).split(":");
}
async function readText(file) {
	return readFile(file, "utf8").catch(() => "");
}
async function isFolder(path) {
	return stat(path).then((found) => found.isDirectory(), () => false);
}
async function firstExisting(files) {
	for (const file of files) if (await readText(file) !== "") return file;
}
function isTrue(value) {
	return /^(?:1|true|yes|on|y|t)$/i.test(value ?? "");
}
function defined$1(env) {
	return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}
// src/core/toolchain/platform.ts
/** Reads the facts about the machine this process runs on. */
function readPlatform() {
	return {
		os: process.platform,
		arch: process.arch,
		glibc: glibcVersion(),
		etc: "/etc"
	};
}
const OLDEST_GLIBC = "2.27";
const MACHINES = {
	x64: "x86_64",
	arm64: "aarch64"
};
/**
* Returns the machine name in the file names of the wheels for a platform.
* @throws {Failure} `environment` if Triton has no wheels for it.
*/
function wheelMachine(platform) {
	const machine = MACHINES[platform.arch];
	const found = unsupportedPlatform(platform);
	if (machine !== void 0 && found === void 0) return machine;
	throw new Failure("environment", {
		message: `Triton has no wheels for ${found ?? `${platform.arch} machines`}`,
		hint: [`Triton's wheels need Linux on x86_64 or aarch64 with glibc ${OLDEST_GLIBC} or later.`, "Build the package on an ubuntu runner or in a Debian or Ubuntu container; no GPU is needed."].join("\n")
	});
}
function unsupportedPlatform({ os, glibc }) {
	if (os === "darwin") return "macOS";
	if (os === "win32") return "Windows";
	if (os !== "linux") return os;
	if (glibc === void 0) return "Linux without glibc (musl, such as Alpine)";
	if (compareReleases(glibc, OLDEST_GLIBC) < 0) return `glibc ${glibc}`;
}
function glibcVersion() {
	return process.report.getReport().header?.glibcVersionRuntime;
}
// src/core/toolchain/python.ts
const OLDEST_PYTHON = "3.10";
const NEWEST_PYTHON = "3.14";
const CANDIDATES = [
	"python3",
	"python",
	"3.14",
	"3.13",
	"3.12",
	"3.11",
	"3.10"
].map((name) => name.startsWith("3") ? `python${name}` : name);
/** What runs know about interpreters. A run has one signal. */
const inspected = /* @__PURE__ */ new WeakMap();
/** Inspects interpreters once in a run: by what is asked for, and PATH. */
function onceInRun(asked, { env, signal }, inspect) {
	const known = inspected.get(signal) ?? /* @__PURE__ */ new Map();
	inspected.set(signal, known);
	const key = JSON.stringify([...asked, env["PATH"]]);
	const found = known.get(key) ?? inspect();
	known.set(key, found);
	return found;
}
/**
* Returns the first Python on PATH that can create an environment with this Triton. Looks for it once
* in a run.
* @throws {Failure} `environment` if there is none.
*/
function findBasePython(tritonVersion, context) {
	return onceInRun([tritonVersion], context, () => searchPath(tritonVersion, context));
}
async function searchPath(tritonVersion, context) {
	const tried = [];
	for (const name of CANDIDATES) {
		const python = await findExecutable(name, context.env);
		if (python === void 0) continue;
		const inspection = await inspectInterpreter(python, [], context);
		const reason = inspection.ok ? unfit(inspection.interpreter, tritonVersion) : inspection.reason;
		if (inspection.ok && reason === void 0) return inspection.interpreter;
		tried.push(`${python}: ${reason}`);
	}
	const oldest = oldestPythonFor(tritonVersion);
	throw new Failure("environment", {
		message: `no usable Python on PATH: Triton ${tritonVersion} needs CPython ${oldest} to ${NEWEST_PYTHON}`,
		hint: [...tried.length === 0 ? [`There is none of ${CANDIDATES.join(", ")}.`] : tried, "Install Python 3.12 (in a workflow, with actions/setup-python), or set `--python` (input `python`)."].join("\n")
	});
}
/**
* Inspects the interpreter that a user named, by path or by a name on PATH, once in a run.
* @throws {Failure} `environment` if it is not CPython 3.10 or later.
*/
function inspectNamedPython(name, requirements, context) {
	return onceInRun([name, requirements], context, () => inspectNamed(name, requirements, context));
}
async function inspectNamed(name, requirements, context) {
	const python = await findExecutable(name, context.env);
	const inspection = python === void 0 ? {
		ok: false,
		reason: name.includes("/") ? "no such program" : "not found on PATH"
	} : await inspectInterpreter(python, requirements, context);
	const reason = inspection.ok ? unsupported(inspection.interpreter) : inspection.reason;
	if (inspection.ok && reason === void 0) return inspection.interpreter;
	throw new Failure("environment", {
		message: `cannot use ${python ?? name}: ${reason}`,
		hint: `Set \`--python\` (input \`python\`) to CPython ${OLDEST_PYTHON} or later, or omit it to use a Python on PATH.`
	});
}
/** Milliseconds that a Python has to say what it is. A good one needs less than one second. */
const START_LIMIT$1 = 2e4;
/**
* Asks the Python at `python` what it is, which Triton it has, and which of `requirements` it
* lacks, in one short process. Runs it isolated (-I), so that only the interpreter's own folders
* count. Also checks the files of Triton, and of all packages if the environment is our own.
*/
async function inspectInterpreter(python, requirements, context, whose = "foreign", milliseconds = START_LIMIT$1) {
	const limit = AbortSignal.timeout(milliseconds);
	const signal = AbortSignal.any([context.signal, limit]);
	const env = installerEnvironment(context.env);
	try {
		const finished = await run([
			python,
			"-I",
			"-c",
			PROBE,
			whose,
			...requirements
		], {
			env,
			signal
		});
		const facts = parseFacts(finished.stdout);
		if (finished.code === 0 && facts !== void 0) return {
			ok: true,
			interpreter: facts
		};
		return {
			ok: false,
			reason: `does not run as Python 3: ${finished.stderr.split("\n").find((text) => text.trim() !== "") ?? "no error message"}`
		};
	} catch (error) {
		context.signal.throwIfAborted();
		if (limit.aborted) return {
			ok: false,
			reason: `did not answer within ${milliseconds / 1e3} s, and was ended`
		};
		return {
			ok: false,
			reason: `cannot be started: ${String(error)}`
		};
	}
}
function parseFacts(stdout) {
	try {
		return factsSchema.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
	} catch {
		return;
	}
}
function unfit(found, tritonVersion) {
	const basic = unsupported(found);
	if (basic !== void 0) return basic;
	const oldest = oldestPythonFor(tritonVersion);
	if (compareReleases(found.version, oldest) < 0) return `Python ${found.version} is too old for Triton ${tritonVersion}`;
	if (compareReleases(minor(found.version), NEWEST_PYTHON) > 0) return `Python ${found.version} is too new; Triton supports up to ${NEWEST_PYTHON}`;
	if (found.tag.endsWith("t")) return `Python ${found.version} is a free-threaded build`;
}
function unsupported(found) {
	if (found.implementation !== "cpython") return `${found.implementation} is not CPython`;
	if (compareReleases(found.version, OLDEST_PYTHON) < 0) return `Python ${found.version} is too old; ${OLDEST_PYTHON} or later is required`;
	return found.bits === 64 ? void 0 : `it is a ${found.bits}-bit Python`;
}
/**
* Source: the wheels on PyPI: cp310 to cp314 up to 3.8.0; cp311, and one from cp312 on, for 3.9.0.
*/
function oldestPythonFor(tritonVersion) {
	return compareReleases(tritonVersion, "3.9.0") >= 0 ? "3.11" : OLDEST_PYTHON;
}
function minor(version) {
	return version.split(".").slice(0, 2).join(".");
}
const factsSchema = object({
	python: string().min(1),
	implementation: string(),
	version: string(),
	tag: string(),
	bits: number(),
	triton: string().nullable(),
	/**
	* The SHA-256 of the list of files that Triton's wheel brought, with their digests: the same for
	* every installer. Null if there is no such list.
	*/
	content: string().nullable(),
	/** What is wrong with files of Triton, or of any package of our own environments. */
	damage: array(object({
		package: string(),
		problem: string()
	})),
	unmet: array(string())
});
const PROBE = `
import csv, hashlib, json, os, re, sys
try:
    from importlib import metadata
except ImportError:
    metadata = None

def distribution(name):
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None

def version(name):
    found = distribution(name)
    return found and found.version

def met(text):
    try:
        try:
            from packaging.requirements import Requirement
        except ImportError:
            from pip._vendor.packaging.requirements import Requirement
    except ImportError:
        text, _, marker = text.partition(";")
        limit = re.match(r'\\s*python_version\\s*(<|>=)\\s*"3\\.(\\d+)"\\s*$', marker)
        if limit and (sys.version_info[1] < int(limit.group(2))) != (limit.group(1) == "<"):
            return True
        name, _, pin = (text if limit or not marker else "?").partition("==")
        found = version(name.strip())
        return found is not None and pin.strip() in ("", found)
    try:
        requirement = Requirement(text)
    except ValueError:
        return False
    if requirement.marker and not requirement.marker.evaluate():
        return True
    found = version(requirement.name)
    return found is not None and requirement.specifier.contains(found, prereleases=True)

# What installers add: scripts outside the packages' folder, and notes of their own.
ADDED = re.compile(r"\\.\\.|/|[^/]+\\.dist-info/(?:INSTALLER|REQUESTED|RECORD|direct_url\\.json|uv_\\w+\\.json)$")

def files(found):
    rows = csv.reader((found.read_text("RECORD") or "").splitlines())
    return [row for row in rows if len(row) == 3 and row[1] and row[2] and not ADDED.match(row[0])]

def content(found):
    text = "\\n".join(sorted(",".join(row) for row in files(found)))
    return hashlib.sha256(text.encode()).hexdigest() if text else None

def problems(found):
    listed = files(found)
    if own and not listed:
        yield "its list of files is missing"
    for path, _, size in listed:
        # Installers compile, and some wheels bring compiled files too.
        if "__pycache__" in path:
            continue
        file = str(found.locate_file(path))
        try:
            actual = os.stat(file).st_size
        except OSError:
            yield "%s is missing" % path
            continue
        if actual != int(size):
            yield "%s has %d bytes instead of %s" % (path, actual, size)
        elif "/bin/" in path and path.startswith("triton/") and not os.access(file, os.X_OK):
            yield "%s is not executable" % path

own = sys.argv[1] == "own"
triton = metadata and distribution("triton")
print(json.dumps({
    "python": sys.executable,
    "implementation": sys.implementation.name,
    "version": "%d.%d.%d" % sys.version_info[:3],
    "tag": "cp%d%d%s" % (sys.version_info[0], sys.version_info[1], getattr(sys, "abiflags", "")),
    "bits": 64 if sys.maxsize > 2**32 else 32,
    "triton": triton and triton.version,
    "content": triton and content(triton),
    "damage": [
        {"package": found.metadata["Name"] or "?", "problem": problem}
        for found in (list(metadata.distributions()) if own else [triton] if triton else [])
        for problem in problems(found)
    ],
    "unmet": [text for text in sys.argv[2:] if not (metadata and met(text))],
}))
`;
// src/core/toolchain/prune.ts
/** The bytes of all environments and of uv's cache, after an installation. */
const TOOLCHAIN_LIMIT = 1e10;
/** Environments used within this time can be in use. */
const RECENT_MS = 864e5;
/** Measures the environments below `home`. A file with several names counts once. */
async function toolchainUse(home) {
	const seen = /* @__PURE__ */ new Set();
	const installed = await listInstallations(home);
	let bytes = 0;
	for (const { folder } of installed) bytes += await bytesOf$2(folder, seen);
	const cacheBytes = await bytesOf$2(cacheFolder(home), seen) + await bytesOf$2(wheelFolder(home), seen);
	return {
		environments: installed.length,
		bytes,
		cacheBytes
	};
}
/**
* If environments and uv's cache are larger than `limit` bytes, empties the cache with `cleanCache`,
* and then removes the environments that were not used for the longest time, until the rest is no
* larger. Keeps what was used within a day.
*/
async function pruneToolchains(limit, cleanCache, { home, log, now }) {
	const before = await toolchainUse(home);
	if (before.bytes + before.cacheBytes <= limit) return;
	await cleanCache();
	await removeWheels(home, now() - RECENT_MS);
	let use = await toolchainUse(home);
	for (const { folder, usedMs } of await listInstallations(home)) {
		if (use.bytes + use.cacheBytes <= limit || now() - usedMs < RECENT_MS) break;
		await removeInstallation(folder);
		use = await toolchainUse(home);
	}
	const removed = before.environments - use.environments;
	const freed = before.bytes + before.cacheBytes - use.bytes - use.cacheBytes;
	const what = removed === 0 ? "" : `${plural(removed, "environment")} and `;
	log.info(`removed ${what}uv's cache, ${formatSize(freed)}: together they had more than ${formatSize(limit)}`);
}
/** Removes the wheels that were last used before this time. */
async function removeWheels(home, ms) {
	const folder = wheelFolder(home);
	for (const name of await readdir(folder).catch(() => [])) {
		const file = join(folder, name);
		const found = await stat(file).catch(() => void 0);
		if (found !== void 0 && found.mtimeMs < ms) await rm(file, { force: true });
	}
}
/** Bytes on the disk of files below `folder` that are not in `seen`, by file system and inode. */
async function bytesOf$2(folder, seen) {
	let bytes = 0;
	const entries = await readdir(folder, {
		withFileTypes: true,
		recursive: true
	}).catch(() => []);
	for (const entry of entries) {
		if (!entry.isFile()) continue;
		const file = await lstat(join(entry.parentPath, entry.name)).catch(() => void 0);
		if (file === void 0 || seen.has(`${file.dev}:${file.ino}`)) continue;
		seen.add(`${file.dev}:${file.ino}`);
		bytes += file.blocks * 512;
	}
	return bytes;
}
// src/core/toolchain/first-use.ts
const digestsSchema = record$1(string(), string());
/**
* Requires that a Triton that is no known release has the files it had when it was first installed
* on this machine, and notes them at first use.
* @throws {Failure} `environment` if they differ.
*/
async function requireSameAsBefore({ content }, { tritonVersion, tag, machine }, { home, log }) {
	if (releaseDigest(tritonVersion) !== void 0 || content === null) return;
	const file = join(home, "uv", "triton.json");
	const text = await readFile(file, "utf8").catch(() => "");
	const known = digestsSchema.safeParse(tryParseJson(text)).data ?? {};
	const name = `${tritonVersion} ${tag} ${machine}`;
	const before = known[name];
	if (before === void 0) {
		log.info(`Triton ${tritonVersion} is not a known release; its files have sha256:${content}`);
		await mkdir(dirname(file), { recursive: true });
		const noted = `${JSON.stringify({
			...known,
			[name]: content
		}, void 0, 2)}\n`;
		await writeAtomically(file, (temporary) => writeFile(temporary, noted));
		return;
	}
	if (before === content) return;
	throw new Failure("environment", {
		message: `Triton ${tritonVersion} has other files than when it was first installed: sha256:${content}, not sha256:${before}`,
		hint: `Find out which index has changed it. If it may have changed, remove \`${name}\` from ${file}.`
	});
}
// src/core/toolchain/uv.ts
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
/** The name of the file with the program. */
const UV_FILE = `uv-${UV_VERSION}`;
/**
* Returns the path of uv, which makes environments and installs packages: the one on PATH if its
* version is known to work, else the program of `wheel` in the home folder: at first use, the one that
* another job has handed on, or a downloaded one.
* @throws {Failure} `environment` if no place of packages has it.
*/
async function findUv(settings, wheel, context) {
	const found = await uvOnPath(context);
	if (found !== void 0) return found;
	const file = join(context.home, "uv", UV_FILE);
	if (await readProgram(file, wheel) !== void 0) return file;
	const program = await handedOnProgram(wheel, context) ?? await downloadProgram(wheel, settings, context);
	await mkdir(dirname(file), { recursive: true });
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
async function handedOnProgram(wheel, { handedOn }) {
	return typeof handedOn === "object" ? readProgram(join(handedOn.folder, UV_FILE), wheel) : void 0;
}
/** Returns the program if the file is that of the wheel. */
async function readProgram(file, { program }) {
	const content = await readFile(file).catch(() => void 0);
	return content !== void 0 && sha256(content) === program ? content : void 0;
}
async function downloadProgram(wheel, settings, context) {
	context.log.info(`downloading uv ${UV_VERSION}, which installs packages`);
	return unpackProgram(await fetchWheel(wheel, settings, context));
}
/** Gets the wheel from the first place that has it. Its digest is known, so any place is good. */
async function fetchWheel(wheel, settings, context) {
	const answer = await fetchFromPlaces({
		project: "uv",
		what: wheel.name,
		sha256: wheel.sha256,
		isWanted: (name) => name === wheel.name
	}, settings, context);
	if (answer.ok) return answer.content;
	throw new Failure("environment", {
		message: `cannot get uv ${UV_VERSION}, which installs packages`,
		hint: [...answer.tried, `Check the network and the index (UV_DEFAULT_INDEX, PIP_INDEX_URL, HTTPS_PROXY, SSL_CERT_FILE). Without a network, put uv ${KNOWN_UV[0]} or later (before ${KNOWN_UV[1]}) on PATH, or ${wheel.name} into a folder of UV_FIND_LINKS or PIP_FIND_LINKS.`].join("\n")
	});
}
/** Returns the program in a wheel. Source: PEP 427, "The .data directory". */
async function unpackProgram(wheel) {
	const { fromBufferPromise } = await import("./zip.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const zip = await fromBufferPromise(Buffer.from(wheel), { lazyEntries: true });
	const path = `uv-${UV_VERSION}.data/scripts/uv`;
	for await (const entry of zip.eachEntry()) if (entry.fileName === path) return buffer(await zip.openReadStreamPromise(entry));
	throw new Error(`no ${path} in the wheel of uv`);
}
// src/core/toolchain/toolchain.ts
/**
* Returns a Python with the requested Triton and requirements: the named one if it has them, else
* one in an environment below `home`, which is created if necessary. Concurrent runs may share
* `home`.
* @throws {Failure} `usage` for an invalid version or requirement; `environment` if this machine
* lacks something.
*/
async function ensureToolchain(request, context) {
	const found = await locate(request, context);
	return "toolchain" in found ? found.toolchain : shareInstallation(found.key, found.base, context);
}
/** Returns the named Python if it has what is requested, else what to install it with. */
async function locate(request, context) {
	const tritonVersion = checkRequest(request, context.log);
	const { requirements } = request;
	const named = request.python === void 0 ? void 0 : await inspectNamedPython(request.python, requirements, context);
	if (named !== void 0) {
		const missing = shortcoming(named, tritonVersion);
		if (missing === void 0) return { toolchain: toolchain(named, "named") };
		context.log.info(`${named.python} ${missing}; creating an environment based on it`);
	}
	const machine = wheelMachine(context.platform);
	const base = named ?? await findBasePython(tritonVersion, context);
	return {
		key: {
			tritonVersion,
			requirements,
			tag: base.tag,
			machine,
			base: named?.python
		},
		base
	};
}
/** NumPy, if a manifest does not require it. Triton 3.6.0's interpreter fails with 2.4.6. */
const NUMPY = ["numpy==2.2.6; python_version < \"3.11\"", "numpy==2.3.5; python_version >= \"3.11\""];
/**
* Returns the Python for everything in a manifest: it has Triton, the manifest's requirements, and
* NumPy if expected outputs are computed. `python` is the interpreter the user named. Throws like
* `ensureToolchain`.
*/
function manifestToolchain(manifest, python, context) {
	return ensureToolchain(requestOf(manifest, python), context);
}
/**
* Returns the digest of the Triton that `manifestToolchain` would return, for the kernel hash.
* Installs it only if it is not a known release, since its digest is known by its files alone.
*/
async function manifestTriton(manifest, python, context) {
	const request = requestOf(manifest, python);
	const named = python === void 0 ? void 0 : await inspectNamedPython(python, request.requirements, context);
	if (named !== void 0 && shortcoming(named, manifest.triton) === void 0) return digestOf(named);
	return releaseDigest(manifest.triton) ?? (await ensureToolchain(request, context)).digest;
}
/**
* Returns what other jobs need to install what `manifestToolchain` returns. Downloads it if it is not
* there. Returns undefined if they have it, since the named Python does, or if it cannot be downloaded.
* Throws like `ensureToolchain`.
*/
async function filesToHandOn(manifest, python, context) {
	const found = await locate(requestOf(manifest, python), context);
	if ("toolchain" in found) return void 0;
	const settings = await readPackageSettings(context);
	const wheel = await keptWheel(found.key, settings, context);
	if (wheel === void 0) return void 0;
	const uv = await findUv(settings, UV_WHEELS[found.key.machine], context);
	return {
		wheel,
		uv: basename(uv) === "uv-0.13.9" ? uv : void 0
	};
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
function needsNumpy({ generator, kernels }) {
	return generator === "native" && kernels.some(({ smoke }) => smoke !== void 0 && smoke.expected.kind !== "none" && smoke.cases.length > 0);
}
/** Uses an existing environment, or creates one. */
async function shareInstallation(key, base, context) {
	const { log, signal } = context;
	const { tritonVersion } = key;
	const folder = installationFolder(context.home, key);
	const existing = await inspectInstallation(folder, key, context);
	if (existing?.ok) {
		await noteUse(folder, context.now());
		log.info(`using Triton ${tritonVersion} in ${folder}`);
		return toolchain(existing.interpreter, "reused");
	}
	if (existing !== void 0) log.info(`recreating ${folder}: its Python ${existing.reason}`);
	return withWorkFolder(folder, async (work) => {
		requireSpace(folder, await context.freeBytes(work));
		const settings = await readPackageSettings(context);
		const uv = await findUv(settings, UV_WHEELS[key.machine], context);
		const packages = [`Triton ${tritonVersion}`, ...key.requirements].join(", ");
		log.info(`installing ${packages} for Python ${base.version} into ${folder}`);
		const plan = {
			key,
			uv,
			settings,
			base,
			wheel: await wheelToInstall(key, settings, context)
		};
		const { made, installed } = await installWorking(plan, work, context);
		await requireSameAsBefore(installed, key, context);
		await markInstalled(made, key);
		signal.throwIfAborted();
		const rival = await moveIntoPlace(made, folder, work, async () => {
			const found = await inspectInstallation(folder, key, context);
			return found?.ok ? found.interpreter : void 0;
		});
		await pruneToolchains(TOOLCHAIN_LIMIT, () => forgetPackages([], plan, work, context), context);
		return rival === void 0 ? toolchain({
			...installed,
			python: pythonOf(folder)
		}, "installed") : toolchain(rival, "reused");
	});
}
/**
* Installs, and again with new downloads if files are damaged: they are those of uv's cache, which
* other environments share.
*/
async function installWorking(plan, work, context) {
	const { tritonVersion } = plan.key;
	let made = await installEnvironment(plan, work, context);
	let inspection = await inspectInterpreter(pythonOf(made), [], context, "own");
	const damage = inspection.ok ? inspection.interpreter.damage : [];
	if (damage.length > 0) {
		context.log.info(`downloading again, since ${describeDamage(damage)} in uv's cache`);
		await forgetPackages([...new Set(damage.map((each) => each.package))], plan, work, context);
		made = await installEnvironment(plan, work, context);
		inspection = await inspectInterpreter(pythonOf(made), [], context, "own");
	}
	const reason = inspection.ok ? ownShortcoming(inspection.interpreter, tritonVersion) : inspection.reason;
	if (inspection.ok && reason === void 0) return {
		made,
		installed: inspection.interpreter
	};
	throw new Failure("environment", {
		message: `the new environment for Triton ${tritonVersion} is unusable: its Python ${reason}`,
		hint: "Check which package index uv uses: it may have another build of this version."
	});
}
/** Inspects the environment in `folder`, which may be damaged; undefined if there is none. */
async function inspectInstallation(folder, key, context) {
	if (!await isMarkedFor(folder, key)) return void 0;
	return inspectFor(key.tritonVersion, pythonOf(folder), context);
}
async function inspectFor(tritonVersion, python, context) {
	const inspection = await inspectInterpreter(python, [], context, "own");
	const reason = inspection.ok ? ownShortcoming(inspection.interpreter, tritonVersion) : void 0;
	return reason === void 0 ? inspection : {
		ok: false,
		reason
	};
}
/** Returns what an interpreter lacks, to complete `its Python …`; undefined if it can be used. */
function shortcoming(found, tritonVersion) {
	if (found.triton === null) return "does not have Triton";
	if (found.triton !== tritonVersion) return `has Triton ${found.triton}, not ${tritonVersion}`;
	if (found.damage.length > 0) return `has damaged files: ${describeDamage(found.damage)}`;
	return found.unmet.length === 0 ? void 0 : `does not have ${found.unmet.join(", ")}`;
}
/** The same for one of our environments: a known release must be the released one. */
function ownShortcoming(found, tritonVersion) {
	const missing = shortcoming(found, tritonVersion);
	const released = releaseDigest(tritonVersion);
	if (missing !== void 0 || released === void 0 || digestOf(found) === released) return missing;
	return `has another Triton ${tritonVersion} than the release`;
}
function describeDamage(damage) {
	const [first, ...others] = damage;
	return `${first?.problem}${others.length === 0 ? "" : ` (and ${others.length} more)`}`;
}
/** The result for a Python that has Triton. */
function toolchain(found, origin) {
	const { python, version: pythonVersion, triton } = found;
	return {
		python,
		pythonVersion,
		tritonVersion: triton ?? "",
		digest: digestOf(found),
		origin
	};
}
function digestOf({ triton, content }) {
	return content === null ? UNLISTED : installedDigest(triton ?? "", content);
}
/** In place of the digest of a Triton that has no list of its files. */
const UNLISTED = "unknown";
function checkRequest(request, log) {
	const parsed = parseTritonVersion(request.tritonVersion);
	const problems = request.requirements.flatMap((text) => requirementProblem(text) ?? []);
	if (!parsed.ok) throw new Failure("usage", [parsed.problem, ...problems]);
	if (problems.length > 0) throw new Failure("usage", problems);
	if (parsed.untested) log.warning({ message: `Triton ${parsed.version} is newer than ${NEWEST_TESTED}, the newest tested version` });
	return parsed.version;
}
// src/core/compile/hints.ts
/** Returns a function for planning that looks for hints, and installs Triton if it needs it. */
function hintFinder(store, settings) {
	return (requests, manifest, kernels, context) => {
		const plan = requests.map(({ key }) => key);
		return findHints(requests, {
			store,
			pull: async (names) => settings.openRemote?.(manifest.package, kernels, plan).pull(names),
			python: async () => (await manifestToolchain(manifest, settings.python, context)).python
		}, settings, context);
	};
}
/** Finds hints by the key of their request, and stores those of the compiler. */
async function findHints(requests, { store, pull, python }, settings, context) {
	const keys = requests.map(({ key }) => key);
	const known = await loadEntries(store.hints, keys);
	const missing = keys.filter((key) => !known.has(key));
	if (missing.length === 0) return known;
	await pull(missing.map((key) => entryName("hints", key)));
	const restored = await loadEntries(store.hints, missing);
	const left = requests.filter(({ key }) => !known.has(key) && !restored.has(key));
	const compiler = left.length === 0 ? void 0 : await python();
	const found = compiler === void 0 ? [] : await askCompiler(left, store, {
		...settings,
		python: compiler
	}, context);
	return new Map([
		...known,
		...restored,
		...found
	]);
}
async function askCompiler(requests, store, { manifest, python, jobs, timeout = 600, kept }, context) {
	const found = /* @__PURE__ */ new Map();
	const distinct = [...new Map(requests.map((request) => [request.key, request])).values()];
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
// src/core/advice/trials.ts
/** Looks for answers in the store first, and stores those of the compiler. */
function openTrials(sources, request, context) {
	return {
		findHints: (requests) => findHints(requests, sources, request, context),
		async compile(variants) {
			const { store, pull, known } = sources;
			const wanted = new Map(variants.map((variant) => [variant.hash, variant]));
			const hashes = [...wanted.keys()].filter((hash) => !known.has(hash));
			const stored = await loadEntries(store.kernels, hashes);
			const absent = hashes.filter((hash) => !stored.has(hash));
			const names = absent.flatMap((hash) => [entryName("kernel", hash), entryName("failure", hash)]);
			if (names.length > 0) await pull(names);
			const restored = await loadEntries(store.kernels, absent);
			const failed = await loadEntries(store.failures, absent);
			const compiled = await compileTrials([...wanted.values()].filter(({ hash }) => absent.includes(hash) && !restored.has(hash) && !failed.has(hash)), sources, request, context);
			return new Map([
				...known,
				...stored,
				...restored,
				...compiled
			]);
		}
	};
}
async function compileTrials(missing, sources, request, context) {
	const python = missing.length === 0 ? void 0 : await sources.python();
	if (python === void 0) return /* @__PURE__ */ new Map();
	const { log } = context;
	return log.group(`Compile ${plural(missing.length, "variant")} to compare with`, () => tolerantly(log, async () => {
		const settings = {
			...request,
			python
		};
		const { kernels } = await compileVariants(missing, sources.store, settings, context);
		return kernels;
	}));
}
/** Without its trials a kernel is not compared, which is no reason to end a build. */
async function tolerantly(log, compile) {
	try {
		return await compile();
	} catch (error) {
		if (!(error instanceof Failure) || error.kind !== "compile") throw error;
		log.info(`not compared: ${error.message}`);
		return /* @__PURE__ */ new Map();
	}
}
// src/core/advice/warnings.ts
/** A warning for each kernel with much worse code; one for all kernels of an entry that are alike. */
function adviceWarnings(advice, { kernels, document }) {
	const groups = /* @__PURE__ */ new Map();
	for (const each of advice) {
		if (each.shortfalls.length === 0) continue;
		const entry = kernels.find(({ name }) => name === each.kernel.name);
		const place = placeOf$1(each.kernel, entry, document);
		const message = describeShortfalls(each);
		const hint = [claimOf(each), remedyFor(each.missing, entry)].filter((text) => text !== "").join(" ");
		const key = JSON.stringify([
			place,
			message,
			hint
		]);
		const group = groups.get(key) ?? {
			names: [],
			warning: {
				message,
				place,
				hint
			}
		};
		group.names.push(each.kernel.name);
		groups.set(key, group);
	}
	return [...groups.values()].map(({ names, warning }) => ({
		...warning,
		message: `${joinNames(names)}: ${warning.message}`
	}));
}
/**
* Describes the difference and the hints, such as `loads are 2 bytes wide; with K divisible by 16,
* they are 16 bytes wide`; empty if there is none.
*/
function describeShortfalls(advice) {
	const { kernel, made, hinted, missing, shortfalls } = advice;
	if (made === void 0 || hinted === void 0 || shortfalls.length === 0) return "";
	const [is, becomes] = factOf(shortfalls, made, hinted);
	return `${is}; with ${describeHints(kernel, missing)}, ${becomes}`;
}
/** Formats as `all pointers, K divisible by 16 and stride_ak equal to 1`. */
function describeHints(kernel, hints) {
	const names = kernel.arguments.filter(({ type }) => type.kind === "pointer").map(({ name }) => name);
	const hinted = new Set(hints.map(({ argument }) => argument));
	const all = names.length > 1 && names.every((name) => hinted.has(name)) ? names : [];
	const aligned = hints.filter(({ hint }) => hint === "divisible-by-16");
	const ones = hints.filter(({ hint }) => hint === "equal-to-1");
	const divisible = [...all.length > 0 ? ["all pointers"] : [], ...aligned.flatMap(({ argument }) => all.includes(argument) ? [] : [argument])];
	return [...divisible.length > 0 ? [`${divisible.join(", ")} divisible by 16`] : [], ...ones.length > 0 ? [`${ones.map(({ argument }) => argument).join(", ")} equal to 1`] : []].join(" and ");
}
/** The worst of what is worse, and what it becomes. */
function factOf(shortfalls, made, other) {
	const isAsync = shortfalls.includes("synchronous") && other.hasAsyncLoop;
	if (shortfalls.includes("narrow")) {
		const [is, becomes] = widthsOf(made, other);
		return [is, isAsync ? `${becomes}, and loads are asynchronous` : becomes];
	}
	if (isAsync) return ["no load is asynchronous", "loads in loops are"];
	if (shortfalls.includes("spills")) return [`${plural(made.stackBytes, "byte")} of each thread's registers are on the stack`, other.stackBytes === 0 ? "none are" : `${other.stackBytes} are`];
	return [`a thread takes ${made.registers} registers`, `it takes ${other.registers}`];
}
function widthsOf(made, other) {
	const widths = [{
		what: "loads",
		is: readWidth(made),
		becomes: readWidth(other)
	}, {
		what: "stores",
		is: made.stores,
		becomes: other.stores
	}].filter(({ is, becomes }) => is !== void 0 && becomes !== void 0 && becomes > is);
	if (widths.length === 0) {
		const [is, becomes] = [made, other].map(({ meanWidth = 0 }) => meanWidth.toFixed(1));
		return [`accesses are ${is} bytes wide on average`, `they are ${becomes} bytes wide`];
	}
	return [`${widths.map(({ what }) => what).join(" and ")} are ${bytesOf$1(widths.map((each) => each.is))} wide`, `they are ${bytesOf$1(widths.map(({ becomes }) => becomes))} wide`];
}
/** The width of most reads of global memory, whatever they write to. */
function readWidth({ loads, asyncCopies, hasAsyncLoop }) {
	return hasAsyncLoop ? asyncCopies : loads ?? asyncCopies;
}
/** Formats as `2 bytes`, or `2 and 4 bytes` if widths differ. */
function bytesOf$1(widths) {
	const distinct = [...new Set(widths)];
	return `${distinct.join(" and ")} byte${distinct.length === 1 && distinct[0] === 1 ? "" : "s"}`;
}
/**
* What such a difference cost where it was measured. Source: a matmul of 4096³ in fp16 on an H100
* with Triton 3.6.0, 128 × 128 × 64 tiles, 8 warps, 3 stages: 3,212 µs without hints for M, N and K,
* 237 µs with all hints.
*/
function claimOf({ made, hinted }) {
	return made?.loads === 2 && !made.hasAsyncLoop && hinted?.hasAsyncLoop === true && hinted.asyncCopies === 16 ? "On an H100, a matmul with such loads ran 14 times slower." : "";
}
/** The line that the hints are missing from. */
function placeOf$1(kernel, entry, document) {
	if (entry === void 0) return kernel.place;
	const key = entry.specialisations === void 0 ? entry.shape.form : "specialisations";
	return document.locate(entry.pathOf([key]));
}
/** Sets with more hints are not written out. */
const MOST_HINTS = 8;
function remedyFor(missing, entry) {
	const set = missing.map(({ argument, hint }) => `${argument}: ${hint === "equal-to-1" ? 1 : 16}`).join(", ");
	if (entry?.specialisations !== void 0) return `Remove \`specialisations:\`, so that hints are found, or ${missing.length > MOST_HINTS ? "add the hints to a set" : `add \`${set}\` to a set`}.`;
	return `Remove \`specialise: listed\`, so that hints are found, or ${missing.length > MOST_HINTS ? "list them in `specialisations:`" : `list them: \`specialisations: [{ ${set} }, {}]\``}.`;
}
/** How many kernels a message names. */
const MOST_NAMES = 4;
function joinNames(names) {
	const rest = names.length - MOST_NAMES;
	return `${names.slice(0, MOST_NAMES).join(", ")}${rest > 0 ? ` and ${plural(rest, "more kernel")}` : ""}`;
}
// src/core/compile/limits.ts
/**
* Returns why variants cannot be launched, of those whose config may be left out, by kernel hash.
* Called with every result, also of the store: an older version may have put it there.
*/
function launchFailures(variants, kernels) {
	return new Map(variants.flatMap((variant) => {
		const compiled = kernels.get(variant.hash);
		if (!variant.kernel.mayDropConfigs || compiled === void 0) return [];
		const excess = findExcess(variant.target, needsOf(variant.target, compiled));
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
function checkLaunches(variants, kernels, manifest) {
	const failed = variants.flatMap((variant) => {
		const compiled = kernels.get(variant.hash);
		return compiled === void 0 ? [] : failedLaunch(variant, needsOf(variant.target, compiled));
	});
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
/** From sm_90 on, the static shared memory of a cubin includes that of the system. In bytes. */
const SYSTEM_SHARED = 1024;
function needsOf({ arch }, compiled) {
	const { numWarps, numCtas, shared, tensorMemory, name, cubin } = compiled;
	const { staticSharedBytes = 0, registers = 0 } = readCubin(cubin).kernels.find((kernel) => kernel.name === name) ?? {};
	return {
		sharedBytes: shared + Math.max(0, staticSharedBytes - (arch >= 90 ? SYSTEM_SHARED : 0)),
		tensorColumns: tensorMemory,
		warps: numWarps,
		clusterBlocks: numCtas,
		registers: reservedRegisters(registers, numWarps)
	};
}
/**
* The registers that a launch reserves for a block. Each warp gets a multiple of 256, and there are
* as many warps in each of the four partitions of a multiprocessor.
* Source: `regsAssumedPerCTA` in the CUDA toolkit's cuda_occupancy.h, "Hardware check".
*/
function reservedRegisters(perThread, warps) {
	return roundUp(perThread * 32, 256) * roundUp(warps, 4);
}
function roundUp(value, step) {
	return Math.ceil(value / step) * step;
}
// src/core/manifest/problems.ts
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
	/** Whether nothing was added here or to a part bound from here. */
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
/** `; did you mean …?` with the known name closest to `name`; empty if none is close. */
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
// src/core/testdata/elements.ts
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
			const table = tableOf(format);
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
function tableOf(format) {
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
// src/core/testdata/npy.ts
const MAGIC$1 = "NUMPY";
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
/** A .npy file that cannot be used. The message completes `FILE …`. */
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
// src/core/testdata/fill.ts
/** The number of elements computed at a time. */
const CHUNK$2 = 16384;
/**
* Returns the bytes of `count` elements. Uses only additions and multiplications of doubles, so
* that every machine gives the same bytes.
*/
function fillElements(fill, element, count, seed) {
	const bytes = new Uint8Array(count * bytesOf(element));
	const next = generator(fill, element, seed);
	for (let start = 0; start < count; start += CHUNK$2) {
		const values = new Float64Array(Math.min(CHUNK$2, count - start));
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
	const draws = new Uint32Array(DRAWS * CHUNK$2);
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
	const draws = new Uint32Array(CHUNK$2);
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
	const logical = new Uint8Array(countOf$2(layout) * bytes);
	const [from, to] = [unitsOf(physical, bytes), unitsOf(logical, bytes)];
	forEachRow(layout, bytes, (at, start, count, stride) => {
		if (stride === 1) to.set(from.subarray(at, at + count), start);
		else for (let i = 0; i < count; i++) to[start + i] = from[at + i * stride];
	});
	return logical;
}
/** Returns the number of elements of a shape. */
function countOf$2({ shape }) {
	return shape.reduce((product, size) => product * size, 1);
}
/** Returns a view of elements; those of eight bytes are two units of four bytes. */
function unitsOf(bytes, size) {
	const View = size === 1 ? Uint8Array : size === 2 ? Uint16Array : Uint32Array;
	const { buffer, byteOffset, length } = aligned(bytes, View.BYTES_PER_ELEMENT);
	return new View(buffer, byteOffset, Math.floor(length / View.BYTES_PER_ELEMENT));
}
/** Merges axes as far as possible. Sizes and strides are in units. */
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
	if (countOf$2(layout) === 0) return;
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
// src/core/testdata/packing.ts
/** Higher qualities are slower, and random mantissas hardly get smaller. */
const QUALITY = 6;
/**
* Compresses elements, the first bytes of all elements first, since they are similar. The file name
* is a hash of the content, so that equal data is stored once.
*/
function compressData(bytes, elementSize) {
	const planes = toPlanes(bytes, elementSize);
	const content = brotliCompressSync(planes, { params: {
		[constants.BROTLI_PARAM_QUALITY]: QUALITY,
		[constants.BROTLI_PARAM_SIZE_HINT]: planes.length
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
	return toPhysical(fill.kind === "data" ? decompressData(readData(fill.data.file), fill.data.elementSize, countOf$2(buffer)) : fillElements(fill, element, countOf$2(buffer), buffer.seed), buffer, bytes);
}
/**
* Returns the expected elements in the order of the axes, of the type that `buffer.expected` names;
* undefined if there are none.
*/
function expectedBytes(buffer, readData) {
	const data = buffer.expected?.data;
	if (data === void 0) return void 0;
	return decompressData(readData(data.file), data.elementSize, countOf$2(buffer));
}
/**
* Whether results from elsewhere are those of a case: each of its outputs, with as many elements of
* the right type, in a file that is named after its content; or a note.
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
	const count = countOf$2(buffer);
	try {
		const planes = decompressPlanes(content, size, count);
		return planes.length === size * count && data.file === fileOf(planes);
	} catch {
		return false;
	}
}
/** How the expected elements of a buffer are kept, and their size in bytes. */
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
// src/core/expected/pack-cases.ts
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
		const cases = [];
		for (const each of smoke.cases) cases.push(await packCase(each, context));
		const timed = [];
		for (const each of smoke.timed) timed.push(await packCase(each, context));
		packed.push({
			kernel,
			smoke,
			cases: describeKernel(kernel, smoke, cases, timed)
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
/** Returns the files of a package that describe its tests; none if no kernel is tested. */
function casesFiles(packed) {
	if (packed.kernels.length === 0) return /* @__PURE__ */ new Map();
	const kernels = packed.kernels.map(({ cases }) => cases);
	const text = `${JSON.stringify({
		format: 1,
		kernels
	}, void 0, 2)}\n`;
	return new Map([[CASES_FILE, text], ...packed.files]);
}
function describeKernel({ name, configs }, { path, expected, isDeterministic, algos, key, test }, cases, timed) {
	return {
		name,
		path: [...path],
		constants: configs.map(writeConstants),
		expected: expected.kind,
		deterministic: isDeterministic,
		algos: [...algos],
		cases,
		...timed.length > 0 && { timed },
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
		runs: each.runs.map(({ specialisation, misaligned, algos }) => ({
			specialisation,
			misaligned: [...misaligned],
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
	const { element, shape, strides, length, role, seed, tolerance, fill } = buffer;
	const packed = fill?.kind === "file" ? await packFile(name, fill.file, buffer, context) : fill;
	return {
		element,
		shape: [...shape],
		strides: [...strides],
		length,
		role,
		seed,
		...packed !== void 0 && { fill: packed },
		tolerance: {
			norm: tolerance.norm,
			rtol: tolerance.rtol,
			atol: tolerance.atol
		}
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
// src/core/base/replace-folder.ts
/**
* Fills a new folder next to `folder`, and puts it in its place as a whole. Whoever looks sees the
* old folder or the new one, also if many processes replace it at once: the last one wins. On disks
* that cannot exchange two folders (NFS, some container images), and without python3, the folder is
* missing for a moment. Removes what interrupted processes left next to it.
* @param fill writes to an empty folder, and returns the folder to use: that one, or one inside of it
* @throws {Failure} `environment` if the disk does not allow it, and what `fill` throws; the old
* folder is then unchanged.
*/
async function replaceFolder(folder, fill, context) {
	const fresh = await ownedName(folder, ".new");
	const left = [fresh];
	let filled;
	try {
		await makeFolder(fresh);
		await removeLeftovers(dirname(folder), (stem) => stem === basename(folder), fresh);
		filled = await fill(fresh);
		context.signal.throwIfAborted();
		await putInPlace(filled.folder, folder, left, context);
	} catch (error) {
		for (const each of left) await removeFolder$1(each).catch(() => void 0);
		throw machineFailure(error, folder) ?? error;
	}
	for (const each of left) await removeOld(each);
	return filled;
}
/** Moves `fresh` to `folder`. Adds what it moved away to `left`. */
async function putInPlace(fresh, folder, left, context) {
	if (await moved(fresh, folder)) return;
	if (await exchanged(fresh, folder, context)) return;
	for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
		const old = await ownedName(folder, ".old");
		const isOldMoved = await moveAway(folder, old);
		if (isOldMoved) left.push(old);
		try {
			if (await moved(fresh, folder)) return;
		} catch (error) {
			if (isOldMoved) await moved(old, folder);
			throw error;
		}
	}
	throw new Failure("environment", {
		message: "other processes replace the folder all the time",
		place: { file: folder },
		hint: "Write to another folder."
	});
}
/** How often a folder is moved to a place that others use too. */
const ATTEMPTS = 100;
/** Moves a folder to a place where nothing or an empty folder is. Returns false if there is more. */
async function moved(from, to) {
	try {
		await rename(from, to);
		return true;
	} catch (error) {
		if (["ENOTEMPTY", "EEXIST"].includes(systemCode(error) ?? "")) return false;
		throw isMountPoint(error) ? mountPointFailure(to, error) : error;
	}
}
/** Moves the old folder away. Returns false if it does not exist, or had to be removed instead. */
async function moveAway(folder, old) {
	try {
		await rename(folder, old);
		return true;
	} catch (error) {
		const code = systemCode(error);
		if (code === "ENOENT") return false;
		if (code !== "EXDEV") throw isMountPoint(error) ? mountPointFailure(folder, error) : error;
		await removeFolder$1(folder);
		return false;
	}
}
function isMountPoint(error) {
	return systemCode(error) === "EBUSY";
}
/** The failure for a folder that is a mount point, such as a volume of a container. */
function mountPointFailure(folder, cause) {
	return new Failure("environment", {
		message: "the folder is a mount point, so it cannot be replaced as a whole",
		place: { file: folder },
		hint: `Write to a folder inside of it, such as ${folder}/aot.`
	}, { cause });
}
/** Node cannot exchange two files. 2 is RENAME_EXCHANGE, -100 AT_FDCWD. Source: rename(2). */
const EXCHANGE = `
import ctypes, os, sys
a, b = map(os.fsencode, sys.argv[1:])
sys.exit(ctypes.CDLL(None).renameat2(-100, a, -100, b, 2) != 0)`;
/** Milliseconds that the exchange may take. */
const EXCHANGE_LIMIT = 1e4;
/** Exchanges two folders atomically. Returns whether that was possible. */
async function exchanged(fresh, folder, { env, signal }) {
	const python = await findExecutable("python3", env);
	if (python === void 0) return false;
	const { ino } = await stat(fresh);
	const limited = AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_LIMIT)]);
	await run([
		python,
		"-I",
		"-S",
		"-c",
		EXCHANGE,
		fresh,
		folder
	], {
		env,
		signal: limited
	}).catch(() => void 0);
	return (await stat(fresh)).ino !== ino;
}
async function removeOld(folder) {
	try {
		await removeFolder$1(folder);
	} catch (error) {
		throw new Failure("environment", {
			message: "cannot remove the folder that was replaced: permission denied",
			place: { file: folder },
			hint: "Remove it."
		}, { cause: error });
	}
}
// src/core/package/evidence.ts
/** The file that records on which GPUs the package's kernels ran and passed. */
const EVIDENCE_FILE = "evidence.json";
const digest = string().regex(/^[0-9a-f]{64}$/);
const index = number().int().nonnegative().max(1e6);
const version = string().regex(/^\d{1,4}(?:\.\d{1,4}){1,3}[\w.+-]{0,40}$/);
const runSchema = object({
	/** `owner/name`. */
	repository: string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
	id: string().regex(/^\d{1,20}$/)
});
/**
* What every record says. The text is shown in release notes and summaries, and signed: it can be
* nothing but names and numbers.
*/
const common = {
	/** The hash of the package's manifest.json, which contains the hash of every cubin. */
	manifestSha256: digest,
	/** The hash of the package's SHA256SUMS, which contains the hash of every other file. */
	packageSha256: digest,
	kernel: string().regex(/^[A-Za-z]\w{0,255}$/),
	device: string().regex(/^[A-Za-z0-9][\w .,()/+-]{0,127}$/),
	capability: string().regex(/^\d{1,3}\.\d$/),
	driver: version,
	triton: version,
	/** The run of a workflow that tested; undefined on other machines. */
	run: runSchema.optional()
};
const recordSchema = object({
	...common,
	algo: index,
	specialisation: index,
	/** The target whose cubin ran. */
	target: string().regex(/^sm_\d{2,3}$/),
	outcome: literal$2("ran")
});
const tunedSchema = object({
	...common,
	outcome: literal$2("tuned"),
	/** How many sizes were timed with every algo. */
	sizes: index,
	/** The highest time of a chosen algo, as a multiple of the best algo's. */
	worst: number().positive().max(1e3)
});
const MOST_RECORDS = 2e5;
/** evidence.json. */
const evidenceSchema = object({
	format: literal$2(1),
	records: array(recordSchema).max(MOST_RECORDS),
	tuned: array(tunedSchema).max(MOST_RECORDS).optional()
});
/** Reads all records, including those of other builds. Returns none if the file cannot be read. */
async function readEvidence(file) {
	try {
		const { records, tuned = [] } = evidenceSchema.parse(JSON.parse(String(await readPlainFile(file))));
		return {
			records,
			tuned
		};
	} catch {
		return {
			records: [],
			tuned: []
		};
	}
}
/** The text of evidence.json. Nothing but known fields is in it, whatever the records were read from. */
function evidenceText({ records, tuned }) {
	const document = {
		format: 1,
		records,
		...tuned.length > 0 && { tuned }
	};
	return `${JSON.stringify(document, void 0, 2)}\n`;
}
/** Whether a record is of exactly this package: all its files are the ones that were tested. */
function isOfPackage(record, pkg) {
	return record.manifestSha256 === pkg.manifestSha256 && record.packageSha256 === pkg.packageSha256;
}
/** The run of a workflow that a process belongs to; undefined outside of workflows. */
function testRun(env) {
	if (env["GITHUB_ACTIONS"] !== "true") return void 0;
	return runSchema.safeParse({
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
// src/core/package/folder.ts
/** Files that a package may contain besides those in its checksums. */
const SIDE_FILES = [SUMS_FILE, EVIDENCE_FILE];
/**
* Checks that a package may replace `folder`: it does not exist, is empty, or contains a package of
* this program (or the parts of one) and no other files. A link is followed.
* @throws {Failure} `usage` with the files that would be lost, `environment` if it cannot be replaced.
*/
async function checkOutputFolder(out) {
	const folder = await behindLinks(out);
	const place = { file: out };
	const hint = "Choose another folder with --out.";
	if (isInside$1(await realpath(resolve()), folder)) throw new Failure("usage", {
		message: "the output folder contains the current directory, so it cannot be replaced",
		place,
		hint
	});
	await checkPlace(folder, out);
	const known = new Set(await packageContents(folder) ?? await partsContents(folder) ?? []);
	const others = await otherFiles(folder, known);
	if (others.length === 0) return;
	if (known.size === 0) throw new Failure("usage", {
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
function isInside$1(path, folder) {
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
		if (parent !== void 0) await access(dirname(folder), constants$3.W_OK);
	} catch (error) {
		throw machineFailure(error) ?? error;
	}
}
/** Checks that a path of a package stays below its folder. Whoever makes one checks its parts. */
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
		for (const [path, content] of files) {
			const file = join(folder, path);
			await makeFolder(dirname(file));
			await writeFile(file, content);
		}
		return { folder };
	};
	await replaceOutput(out, write, context);
}
/** As `replaceFolder`; if `out` is a link, it stays one, and the folder behind it is replaced. */
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
	generator: object({ name: literal$2(GENERATOR_NAME) }),
	part: string().optional()
});
/** The files of a package of this program; undefined if it is not one, or not that part of one. */
async function packageContents(folder, part) {
	try {
		const manifest = JSON.parse((await readPlainFile(join(folder, MANIFEST_FILE))).toString());
		const read = manifestSchema.safeParse(manifest).data;
		if (read === void 0 || part !== void 0 && read.part !== part) return void 0;
		return [...(await readPlainFile(join(folder, SUMS_FILE))).toString().split("\n").map((line) => line.slice(line.indexOf("  ") + 2)), ...SIDE_FILES];
	} catch {
		return;
	}
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
// src/core/manifest/yaml-errors.ts
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
// src/core/manifest/yaml.ts
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
	return {
		file,
		value,
		has: (path) => hasIn(value, path),
		locate: (path) => ({
			...placeAt(offsetOf(document, path)),
			...path.length > 0 && { path: formatPath(path) }
		})
	};
}
/** Reads a manifest for the places in it; undefined if it cannot be read or parsed. */
async function readDocument$1(file) {
	try {
		return parseManifestText(String(await readPlainFile(file)), file);
	} catch {
		return;
	}
}
/** Whether `<<` can merge a value: a map, a list of maps, or an alias of one. */
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
		const message = messageOf$1(error);
		throw new Failure("usage", {
			message: `cannot read the YAML: ${message}`,
			place
		});
	}
}
/** Follows the path as far as it exists. A map entry is located at its key. */
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
/** Whether the data, with aliases and merge keys resolved, has a value at the path. */
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
// src/core/tuning/file.ts
/** The name of the file with measurements, beside the manifest. */
const TUNING_FILE = "tuning.json";
const TUNING_FORMAT = 1;
/** One algo with one size: how long a call takes, or why it has no time. */
const scoreSchema = object({
	/** The algo's number when it was measured. */
	algo: number().int().nonnegative(),
	/** The kernel hash of the variant that ran. It decides whether the score still holds. */
	hash: string().regex(/^[0-9a-f]{64}$/),
	/** The median time of a call. */
	microseconds: number().positive().optional(),
	/** Why there is no time: the call failed, hung or was refused. */
	fault: string().optional()
});
const sizeSchema$1 = object({
	/** The integer parameters of the call, and its grid parameters, by name. */
	values: record$1(string(), union([number().int(), string().regex(/^-?\d+$/)], { error: "expected an integer, as text if it is large" })),
	scores: array(scoreSchema)
});
const tunedKernelSchema = object({
	kernel: string(),
	device: object({
		name: string(),
		/** The compute capability, such as `9.0`. */
		capability: string().regex(/^\d+\.\d+$/),
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
	sizes: array(sizeSchema$1)
});
const tuningSchema = object({
	format: literal$2(TUNING_FORMAT, { error: `unknown format: this version of triton-aot reads format ${TUNING_FORMAT}` }),
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
		const message = `cannot read the tuning file: ${reasonOf(error)}`;
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
	const entries = kernels.toSorted((a, b) => keyOf$4(a) < keyOf$4(b) ? -1 : 1).map(({ sizes, ...rest }) => {
		return `    ${JSON.stringify(rest, void 0, 2).replaceAll("\n", "\n    ").slice(0, -6)},\n      "sizes": [\n${sizes.map((size) => `        ${JSON.stringify(size)}`).join(",\n")}\n      ]\n    }`;
	});
	const text = `{\n  "format": ${TUNING_FORMAT},\n  "kernels": [\n${entries.join(",\n")}\n  ]\n}\n`;
	try {
		await writeAtomically(file, (fresh) => writeFile(fresh, text));
	} catch (error) {
		const message = `cannot write the tuning file: ${reasonOf(error)}`;
		throw new Failure("environment", {
			message,
			place: { file }
		}, { cause: error });
	}
}
function keyOf$4({ kernel, device }) {
	return [
		kernel,
		device.capability,
		device.name
	].join("\0");
}
// src/core/plan/smoke-conditions.ts
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
/** Why the C function refuses the call of a case with one algo; undefined if it does not. */
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
		const value = result.ok ? valueOf$1(kernel, parameter, result.value) : void 0;
		return value === void 0 ? [] : [[parameter, value]];
	});
	if (computed.length === 0) return config;
	return {
		...config,
		constants: new Map([...computed, ...config.constants])
	};
}
/** The constant with which variants are compiled for a value of a heuristic. */
function valueOf$1(kernel, parameter, value) {
	return kernel.specialisations.flatMap(({ heuristics }) => heuristics.get(parameter) ?? []).find((constant) => integerOf$1(constant) === value);
}
function configAt({ name, configs }, algo) {
	const config = configs[algo];
	if (config === void 0) throw new Error(`${name} has no algo ${algo}`);
	return config;
}
// src/core/plan/smoke-scope.ts
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
			const cycle = [...open.slice(open.indexOf(name)), name].join(" → ");
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
// src/core/plan/smoke-launches.ts
/**
* The specialisations that a case reaches with one of `algos`, and with which of them, unless it is
* all. Integers have the case's values. A pointer is aligned, except in the run of a specialisation
* without its alignment hint.
*/
function reachedSpecialisations(kernel, algos, call) {
	const configs = algos.map((algo) => ({
		algo,
		config: configForCall(kernel, algo, call)
	}));
	return kernel.specialisations.flatMap((specialisation, index) => {
		const misaligned = kernel.arguments.flatMap(({ name, type }, position) => {
			const hasBuffer = type.kind === "pointer" && call.buffers.get(name) !== null;
			const isUnhinted = specialisation.hints[position] === "none" && hintsAt(kernel, position).size > 1;
			return hasBuffer && isUnhinted ? [name] : [];
		});
		const reached = configs.flatMap(({ algo, config }) => takenBy(kernel, config, call, misaligned) === index ? [algo] : []);
		if (reached.length === 0) return [];
		return [{
			specialisation: index,
			misaligned,
			...!(reached.length === algos.length) && { algos: reached }
		}];
	});
}
/** Returns the index of the specialisation that a call with aligned pointers takes with an algo, or -1. */
function specialisationFor(kernel, algo, call) {
	return takenBy(kernel, configForCall(kernel, algo, call), call, []);
}
/** The specialisation that a call takes, the first of which all holds; -1 if there is none. */
function takenBy(kernel, config, call, misaligned) {
	return kernel.specialisations.findIndex((specialisation) => isReachable(config, specialisation) && kernel.arguments.every(({ name }, position) => holds$1(specialisation.hints[position] ?? "none", name, call, misaligned)));
}
function holds$1(hint, name, call, misaligned) {
	if (hint === "none") return true;
	const value = call.scalars.get(name);
	if (value?.kind !== "integer") return !misaligned.includes(name);
	return hint === "equal-to-1" ? value.value === 1n : value.value % 16n === 0n;
}
/** Why a case reaches no specialisation: `K is 65, but every specialisation needs K % 16 == 0`. */
function unreachedReason(kernel, call) {
	return kernel.arguments.flatMap(({ name }, position) => {
		const hints = [...hintsAt(kernel, position)];
		if (hints.some((hint) => holds$1(hint, name, call, []))) return [];
		const needed = hints.map((hint) => condition(name, hint)).join(" or ");
		return [`${name} is ${call.scalars.get(name)?.value}, but every specialisation needs ${needed}`];
	}).join("; ");
}
/** The conditions to reach a specialisation: its hints hold, those of more specific ones do not. */
function reachingValues(kernel, specialisation, isNull) {
	const needs = kernel.arguments.flatMap(({ name, type }, position) => {
		const hint = specialisation.hints[position] ?? "none";
		const others = [...hintsAt(kernel, position)].filter((other) => other !== hint);
		if (type.kind === "pointer") return hint === "none" && others.length > 0 && isNull(name) ? [`${name} not null`] : [];
		if (hint !== "none") return [condition(name, hint)];
		return others.map((other) => condition(name, other).replace("==", "!="));
	});
	const computed = kernel.heuristics.flatMap(({ parameter, text }) => {
		const value = specialisation.heuristics.get(parameter);
		return value === void 0 ? [] : [`${parameter} = ${formatConstant(value)} (\`${text}\`)`];
	});
	return [...needs, ...computed].join(", ");
}
function condition(name, hint) {
	return hint === "equal-to-1" ? `${name} == 1` : `${name} % 16 == 0`;
}
/** The hints of an argument in all specialisations. */
function hintsAt(kernel, position) {
	return new Set(kernel.specialisations.map(({ hints }) => hints[position] ?? "none"));
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
		problems.add(`${grid} is ${blocks.join(" × ")}, but ${limit}`);
		return;
	}
	const [x = 1n, y = 1n, z = 1n] = blocks;
	return [
		x,
		y,
		z
	];
}
/** Whether a launch of the grid does nothing. */
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
		bytes += countOf$2(buffer) * bytesOf(buffer.element) * (buffer.role === "inout" ? 2 : 1);
	}
	return BigInt(bytes);
}
// src/core/plan/measurements.ts
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
	const [major = 0, minor = 0] = capability.split(".").map(Number);
	const nearest = /* @__PURE__ */ new Map();
	for (const variant of variants.filter(({ target }) => runsOn(target, {
		major,
		minor
	}))) {
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
	const names = kernel.tune.key ?? key;
	return {
		device,
		key: names,
		values: integers,
		blocks: blocksOf(kernel, [...algos.values()], call, names),
		isHinted: isHinted(kernel, algos.values(), call),
		times,
		failed
	};
}
/** How many blocks algos launch; undefined if that depends on more than the key. */
function blocksOf(kernel, algos, call, key) {
	const [config] = kernel.configs;
	const axes = config && kernel.grid.map((axis) => inlineHeuristics(axis, kernel.heuristics, config));
	const used = new Set(axes?.flatMap(namesIn$1).map(({ name }) => name));
	if (integersOf(kernel).some(({ name }) => used.has(name) && key?.includes(name) === false)) return void 0;
	return new Map(algos.map((algo) => {
		return [algo, kernel.grid.map((axis) => evaluateForCall(kernel, algo, axis, call)).reduce((product, axis) => axis.ok ? product * axis.value : 0n, 1n)];
	}));
}
/** Whether a call with aligned pointers reaches a specialisation with more hints than the last. */
function isHinted(kernel, algos, call) {
	const [first = 0] = algos;
	const reached = specialisationFor(kernel, first, call);
	return reached >= 0 && reached <= lastHinted(kernel);
}
/** The index of the last specialisation with more hints than the last one of all; -1 without one. */
function lastHinted({ specialisations }) {
	const last = specialisations.at(-1)?.hints ?? [];
	return specialisations.findLastIndex(({ hints }) => hints.some((hint, index) => hint !== last[index]));
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
// src/core/plan/choices.ts
/** Reads the measurements beside a manifest; undefined if there are none. @throws as `readTuningFile`. */
function readTuningBeside(manifest) {
	return readTuningFile(join(dirname(manifest), TUNING_FILE));
}
/**
* Chooses the algos of a plan by measurements.
* @param isStrict whether measurements of other code than the plan's are an error
* @throws {Failure} `usage` with all problems at once.
*/
function planChoices(tuning, { kernels, variants, manifest }, isStrict = false) {
	const choices = /* @__PURE__ */ new Map();
	if (tuning === void 0) return {
		choices,
		warnings: []
	};
	const document = documentOf(tuning);
	const problems = new Problems(document);
	const outdated = unknownKernels(tuning, manifest, document);
	const warnings = [];
	for (const kernel of kernels) {
		const indices = [...tuning.kernels.keys()].filter((index) => tuning.kernels[index]?.kernel === kernel.name);
		const [first] = indices;
		if (first === void 0) continue;
		const inFirst = problems.at("kernels", first);
		const own = variants.filter((variant) => variant.kernel === kernel);
		const read = indices.flatMap((index) => {
			const entry = tuning.kernels[index];
			const inEntry = problems.at("kernels", index);
			return entry === void 0 ? [] : [readMeasurements(entry, kernel, own, inEntry)];
		});
		const place = document.locate(["kernels", first]);
		outdated.push(...outdatedScores(kernel, read, place));
		const measurements = read.flatMap((each) => each.measurements);
		if (measurements.length === 0) continue;
		const { choice, holes } = chooseAlgos(measurements, {
			parameters: integersOf(kernel).map(({ name }) => name),
			keep: kernel.tune.keep,
			lastHinted: lastHinted(kernel)
		});
		for (const { device, values } of holes) {
			const [where, which] = values.size === 0 ? ["", ""] : [` for ${describeValues(values)}`, " with these values"];
			inFirst.add(`${kernel.name}: no algo can be chosen${where} on ${device}, because none has a time for every size${which}`, "Name more parameters in `tune: { key: … }` of the kernel.");
		}
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
		warnings: [...outdated, ...warnings]
	};
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
	return [{
		message: `${name}: ${outdated} of ${plural(read.reduce((sum, each) => sum + each.scores, 0), "measured time")} are not used, because they are of other code than this build's`,
		place,
		hint: "The kernel, its configs or Triton changed after the measurement. Run `triton-aot tune` again."
	}];
}
/** A warning for each device on which the choice for a measured size is slow. */
function slowChoices({ name, tune: { keep } }, { devices, tables }, place) {
	const limit = keep === "all" ? DEFAULT_KEPT : Math.max(keep, NOISE);
	return devices.flatMap(({ name: device, table }) => {
		const worst = tables[table]?.worst ?? 1;
		if (device === void 0 || worst <= limit) return [];
		return [{
			message: `${name}: on ${device}, the chosen algo takes up to ${worst.toFixed(2)} × the time of the best, because few comparisons cannot tell the measured sizes apart`,
			place,
			hint: "Measure fewer sizes, or name more parameters in the `key` of `tune:`."
		}];
	});
}
/** A warning for algos that the choice ignores because nobody measured them. */
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
// src/core/manifest/expand.ts
var import_picomatch = /* @__PURE__ */ __toESM(require_picomatch(), 1);
/**
* Expands every kernel, in the order of the manifest. A `for` with lists gives every combination,
* the first name varying slowest. A `for` with maps gives one kernel for each map.
*/
function expandKernels(manifest, document, problems) {
	return Object.entries(manifest.kernels).flatMap(([key, kernel]) => {
		const { for: given = {}, ...own } = kernel;
		const settings = mergeDefaults(manifest.defaults ?? {}, own);
		const pathOf = (relative) => {
			const inKernel = [
				"kernels",
				key,
				...relative
			];
			const inDefaults = ["defaults", ...relative];
			return !document.has(inKernel) && document.has(inDefaults) ? inDefaults : inKernel;
		};
		const shared = {
			place: document.locate(pathOf([])),
			pathOf
		};
		if (Object.keys(given).length === 0) return [{
			name: key,
			settings,
			...shared
		}];
		const inKernel = problems.under(pathOf);
		return choicesOf(given, inKernel.at("for")).map((choice) => ({
			name: String(fillIn(key, [], choice, inKernel)),
			settings: fillIn(settings, [], choice, inKernel),
			...shared
		}));
	});
}
/** More entry points than this from one key are a mistake. */
const MAX_CHOICES = 1e4;
/** Settings that are maps: defaults and kernel are merged entry by entry. */
const MERGED_MAPS = [
	"arguments",
	"constants",
	"globals",
	"grid_parameters",
	"smoke",
	"tune"
];
function mergeDefaults(defaults, kernel) {
	const merged = {
		...defaults,
		...kernel
	};
	for (const key of MERGED_MAPS) if (defaults[key] !== void 0 && kernel[key] !== void 0) Object.assign(merged, { [key]: {
		...defaults[key],
		...kernel[key]
	} });
	if (kernel.arguments !== void 0 && kernel.signature === void 0) delete merged.signature;
	if (kernel.signature !== void 0 && kernel.arguments === void 0) delete merged.arguments;
	return merged;
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
		"constants",
		"configs",
		"globals",
		"smoke",
		"tune"
	].includes(String(first)) || isOptionName(String(first));
}
function addUnknownPlaceholder(name, choice, problems) {
	const known = [...choice.keys()].map((each) => `{${each}}`);
	problems.add(`unknown placeholder \`{${name}}\`${didYouMean(`{${name}}`, known)}`, `The names in \`for\` give ${known.join(", ")}.`);
}
// src/core/manifest/vendored.ts
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
	if (header.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g, unclosed).trim() !== "") inHeader.add("expected comments of C only", "Begin each line with `//`, or use `/* … */`.");
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
// src/core/manifest/manifest.ts
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
	const kernels = expandKernels(raw, document, problems).flatMap((kernel) => readEntry(kernel, own, problems.under(kernel.pathOf)) ?? []);
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
		generator: overrides.generator ?? raw.generator ?? "native",
		vendored,
		requirements: raw.requirements ?? [],
		kernels,
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
	const inSmoke = path[0] === "kernels" ? 3 : 2;
	if (path[inSmoke - 1] === "smoke") return smokeKeys(path.slice(inSmoke));
	if (path[inSmoke - 1] === "bench") return Object.keys(benchSchema.shape);
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
// src/core/plan/inspect-python.ts
const importedCodeSchema = object({
	kind: literal$2("import"),
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
const answerSchema$3 = array(union([readSchema, unreadableSchema]));
/**
* Reads functions without running their files, in the order of the requests. Errors in a file are
* part of the result.
* @throws {Failure} `environment` if Python cannot be started or fails.
*/
async function inspectSources(manifestFolder, sources, context) {
	const answer = await runReader("inspect_sources.py", {
		manifestFolder,
		sources
	}, context);
	return answerSchema$3.parse(answer);
}
/** The seconds after which reading sources counts as hanging. */
const READING_LIMIT = 300;
/**
* Runs a script of the bridge that reads sources, and returns its answer.
* @throws {Failure} `environment` if Python cannot be started, fails, or takes too long.
*/
async function runReader(script, request, { python, bridge, env, signal }, seconds = READING_LIMIT) {
	const argv = [
		python,
		"-I",
		"-S",
		"-B",
		`${bridge}/${script}`
	];
	const input = JSON.stringify(request);
	const limit = AbortSignal.timeout(seconds * 1e3);
	const finished = await run(argv, {
		env,
		signal: AbortSignal.any([signal, limit]),
		input
	}).catch((error) => {
		if (signal.aborted) throw error;
		if (limit.aborted) throw unusablePython(python, `it was ended because it took longer than ${seconds} seconds`);
		throw unusablePython(python, messageOf$1(error));
	});
	if (finished.code !== 0) throw unusablePython(python, finished.stderr.slice(-2e3).trim());
	return JSON.parse(finished.stdout);
}
function unusablePython(python, details) {
	return new Failure("environment", {
		message: `${python} could not read the kernel files: ${details}`,
		hint: "Python 3.10 or later is required. Select it with --python."
	});
}
/**
* Returns a reader for all files of a run. Finds Python once, since that takes longer than reading
* files.
* @throws {Failure} `environment` if no Python is found.
*/
async function sourceReader(tritonVersion, named, context) {
	const settings = await readerContext(tritonVersion, named, context);
	return (requests, folder) => inspectSources(folder, requests, settings);
}
/**
* Finds the Python for scripts that read sources.
* @throws {Failure} `environment` if no Python is found.
*/
async function readerContext(tritonVersion, named, context) {
	const { python } = named === void 0 ? await findBasePython(tritonVersion, context) : await inspectNamedPython(named, [], context);
	const env = bridgeEnvironment(context.env);
	return {
		python,
		bridge: BRIDGE_FOLDER,
		env,
		signal: context.signal
	};
}
// src/core/plan/configs.ts
/**
* Completes every config with all its constants and options. A config's own constants come first,
* then the kernel's, the signature's and the defaults of the function's parameters.
* @param targets those of the kernel
*/
function configsOf$2(entry, source, specs, targets, problems) {
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
// src/core/plan/heuristic-problems.ts
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
/** Where the manifest gives the value of a parameter. */
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
// src/core/plan/heuristic-value.ts
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
/** Whether Python would give a bool. `a and b` is translated to `a ? b : 0`, `a or b` likewise. */
function isBoolean(expression, isName) {
	switch (expression.kind) {
		case "defined": return true;
		case "name": return isName(expression.name);
		case "binary": return COMPARISONS$1.some((operator) => operator === expression.operator);
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
// src/core/plan/heuristics.ts
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
			values: distinct$2(domain)
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
function distinct$2(values) {
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
// src/core/plan/smoke-buffers.ts
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
		seed: sha256(seed).slice(0, 32),
		tolerance: toleranceOf$1(name, type.element, smoke.tolerance)
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
/** Whether two elements can overlap: each stride must exceed the reach of all smaller ones. */
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
	if (shape.length !== block.length) problems.add(`the tensor has ${shape.length} axes, but its block has ${block.length} ${inCase}`);
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
/** The default limits of ‖out − ref‖ / ‖ref‖: a few units in the last place after a reduction. */
const NORMS = {
	fp64: 1e-12,
	fp32: 1e-5,
	f32: 1e-5,
	fp16: .002,
	bf16: .016,
	fp8e4nv: .1,
	fp8e4b8: .1,
	fp8e4b15: .1,
	fp8e5: .2,
	fp8e5b16: .2
};
/** The factor by which a single element can be further off than the whole buffer. */
const ELEMENTWISE = 5;
/** The tolerance of a buffer. Integers must be equal unless the buffer or its type is named. */
function toleranceOf$1(name, element, spec) {
	const floats = isFloat(element) ? spec.floats : void 0;
	const given = spec.named.get(name) ?? spec.named.get(element) ?? floats ?? {};
	const norm = given.norm ?? NORMS[element] ?? 0;
	return {
		norm,
		rtol: given.rtol ?? ELEMENTWISE * norm,
		atol: given.atol ?? 0
	};
}
// src/core/plan/smoke-names.ts
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
	else if (pointers.length > 0) inBuffers.add("no buffer has the role `out` or `inout`, so nothing would be checked", "Write `{ shape: […], role: out }` for the buffers that the kernel writes.");
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
// src/core/plan/smoke-cases.ts
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
		key: void 0,
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
	if (runs.length === 0) {
		const reason = unreachedReason(kernel, call);
		problems.add(`case \`${call.name}\` reaches no specialisation: ${reason}`);
	}
	return {
		...call,
		runs
	};
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
		const specialisation = specialisationOf$1(kernel, index);
		if (specialisation.origin !== void 0) continue;
		const able = algos.filter((algo) => {
			const config = kernel.configs[algo];
			return config !== void 0 && isReachable(config, specialisation);
		});
		const lacking = able.filter((algo) => !runs.some((run) => run.specialisation === index && (run.algos ?? algos).includes(algo)));
		if (lacking.length === 0) continue;
		const needs = reachingValues(kernel, specialisation, isNull);
		const which = lacking.length === able.length ? "" : ` with algo ${lacking.join(", ")}`;
		problems.add(`no case reaches specialisation ${describe$2(kernel, index)}${which}`, `Add a case with ${needs}, or list the specialisations to test in \`specialisations:\`.`);
	}
	for (const [index, each] of cases.entries()) {
		if (runsAmong(each, wanted).length > 0) continue;
		const others = each.runs.map(({ specialisation }) => describe$2(kernel, specialisation));
		const message = `case \`${each.name}\` reaches none of \`specialisations\`, only ${others.join(", ")}`;
		problems.at(index).add(message, "Remove the case, or add one of these to the list.");
	}
}
function runsAmong({ runs }, wanted) {
	return runs.filter(({ specialisation }) => wanted.includes(specialisation));
}
function describe$2(kernel, index) {
	return `${index} (${describeSpecialisation(kernel, specialisationOf$1(kernel, index)) || "any values"})`;
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
	for (const [algo, reason] of refusals) problems.add(`case \`${call.name}\` is refused by algo ${algo}: ${reason}`, isTimed ? "Change the values of the case: no algo takes it." : "Change the values of the case, or list the algos to test in `algos:`.");
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
const MAX_BYTES$1 = 8 * 2 ** 30;
function fitsMemory(buffers, name, problems) {
	const bytes = [...buffers.values()].reduce((sum, buffer) => sum + (buffer === null ? 0 : buffer.length * bytesOf(buffer.element)), 0);
	if (bytes <= MAX_BYTES$1) return true;
	const size = `${(bytes / 2 ** 30).toFixed(1)} GiB`;
	problems.add(`the buffers of case \`${name}\` need ${size}; at most 8 GiB are allowed`);
	return false;
}
/** The grid of every algo. Only those of algos to test must be valid. */
function gridsOf({ kernel, algos }, call, problems) {
	return kernel.configs.map((_config, algo) => {
		const part = algos.includes(algo) ? problems : new Problems();
		const grid = evaluateCaseGrid(kernel, algo, call, part);
		if (grid !== void 0 && isEmptyGrid(grid)) part.add(`the grid of algo ${algo} in case \`${call.name}\` is empty: ${grid.join(" × ")}`);
		return grid ?? [
			0n,
			0n,
			0n
		];
	});
}
// src/core/plan/kernel-draft.ts
/** The arguments whose hints are found: pointers and integers without a hint in the manifest. */
function freeArguments(entry, args, specs) {
	if (entry.specialise === "listed" || entry.specialisations !== void 0) return [];
	return args.filter(({ type }, index) => {
		const isGiven = specs[index]?.isGiven ?? true;
		const name = formatArgumentType(type);
		return !isGiven && (type.kind === "pointer" || isInteger(type) && !/^[iu]1$/.test(name));
	});
}
/** A draft with these hints instead of the manifest's; those that are undefined are free. */
function withHints(draft, hints) {
	const { kernel, given } = draft;
	const free = kernel.arguments.filter((_argument, index) => hints[index] === void 0);
	const own = hints.map((hint) => [hint ?? "none"]);
	return {
		...draft,
		given: {
			...given,
			hints: own,
			free,
			sets: void 0
		}
	};
}
// src/core/plan/timed-cases.ts
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
* Completes timed cases with the specialisations that they reach, with the algos that take them.
* @param kernel with its specialisations
* @param problems bound to the cases
*/
function completeTimedCases(kernel, cases, problems) {
	return cases.map((call, index) => {
		const all = [...kernel.configs.keys()];
		const accepting = all.filter((algo) => refusalOf(kernel, algo, call) === void 0);
		const complete = withRuns(kernel, accepting, call, problems.at(index));
		if (accepting.length === all.length) return complete;
		return {
			...complete,
			runs: complete.runs.map((run) => ({
				algos: accepting,
				...run
			}))
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
// src/core/plan/resolve.ts
/**
* Joins a manifest's entry with the Python function that it names.
* @param problems bound to the kernel
*/
function resolveKernel(entry, source, targets, problems) {
	const specs = specsOf(entry, source, problems);
	const listed = configsOf$2(entry, withoutComputedDefaults(source), specs, targets, problems);
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
	checkCount(hints, chosen, problems.at("arguments"));
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
		targets,
		smoke: void 0,
		tune: {
			key: keyOf$3(entry, source, {
				arguments: args,
				gridParameters
			}),
			keep: entry.tune.keep
		}
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
* What the choice of an algo depends on: the manifest's names, or those of @triton.autotune that C
* code can compare. Undefined: every integer.
*/
function keyOf$3({ configs, tune }, { autotuneKey = [] }, kernel) {
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
		const why = hintProblem(spec.type, value === 1 ? "equal-to-1" : "divisible-by-16");
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
function checkCount(hints, chosen, problems) {
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
	for (const config of calls.configs) for (const { message, offset } of checkGrid(axes, scopeOf$1(calls, config))) problems.add(messageInText(message, text, offset));
}
/** The names of a call. Checks see a heuristic as a value, although its expression is used. */
function scopeOf$1({ args, gridParameters, heuristics }, config) {
	const computed = heuristics.map(({ parameter }) => [parameter, { kind: "value" }]);
	return new Map([...computed, ...gridScope(args, gridParameters, config)]);
}
/** Checks the names in `requires`, and that no algo refuses every call. */
function checkRequirements(required, calls, problems) {
	for (const { tree, text } of required) for (const [algo, config] of calls.configs.entries()) {
		const scope = scopeOf$1(calls, config);
		const wrong = checkGrid([tree], scope);
		for (const { message, offset } of wrong) problems.add(messageInText(message, text, offset));
		const folded = foldGrid(inlineHeuristics(tree, calls.heuristics, config), scope);
		if (wrong.length > 0 || folded.kind !== "integer" || folded.value !== 0n) continue;
		problems.add(`\`${text}\` is never true for algo ${algo}, so every call would be refused`, "Correct the condition, or remove the config.");
	}
}
// src/core/plan/depends.ts
/** The files that match `depends`, with their hashes. `problems` is bound to the key. */
async function dependencies({ depends }, folder, problems) {
	if (depends.length === 0) return [];
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
// src/core/plan/source-code.ts
/**
* The code of a function, with the files of the entry's `depends`.
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
function filesOf$1(code) {
	if (code.kind === "import") return code.closure.map((file) => ({
		...file,
		fileSha256: file.sha256
	}));
	return code.modules.map(({ path, sha256: hash, text, fileSha256 }) => ({
		path,
		sha256: hash,
		fileSha256,
		textSha256: sha256(text)
	}));
}
/** What workers get of a function's code. */
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
/** What workers get of a slice. */
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
// src/core/plan/ask-triton.ts
/** The time limit in seconds to run a kernel file whose function or configs cannot be read. */
const DESCRIBE_TIMEOUT = 120;
const NOTHING_ASKED = {
	functions: /* @__PURE__ */ new Map(),
	configs: /* @__PURE__ */ new Map()
};
/** Runs slices and kernel files to describe what cannot be read: functions and configs. */
async function askTriton(read, manifest, folder, problems, settings, context) {
	const functions = [...read].filter(([entry, source]) => needsDescription(entry, source));
	const configs = [...read].flatMap(([entry, { configs: slice }]) => slice === void 0 ? [] : [[entry, slice]]);
	if (functions.length + configs.length === 0) return NOTHING_ASKED;
	const names = [...new Set([...functions, ...configs].map(([{ name }]) => name))];
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
		configs: await computeConfigs(configs, manifest, problems, settings, pool)
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
/** Computes configs for every target. Those of all targets together become the kernel's. */
async function computeConfigs(entries, manifest, problems, settings, pool) {
	const tasks = entries.flatMap(([entry, slice]) => (entry.targets ?? manifest.targets).map((target) => ({
		entry,
		slice,
		target
	})));
	const jobs = tasks.map(({ entry, slice, target }, id) => ({
		id,
		source: sliceSource(slice, entry.source.file, entry.source.function),
		target: jobTarget(target)
	}));
	const computed = /* @__PURE__ */ new Map();
	for (const [index, outcome] of (await configsAll(jobs, pool)).entries()) {
		const task = tasks[index];
		if (task === void 0) continue;
		const { entry } = task;
		if (!outcome.ok) {
			addFailure(outcome.failure, entry, "configs", problems, settings);
			continue;
		}
		const known = computed.get(entry) ?? /* @__PURE__ */ new Map();
		computed.set(entry, known);
		for (const config of outcome.configs) known.set(configKey(config), config);
	}
	return new Map([...computed].map(([entry, configs]) => [entry, [...configs.values()]]));
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
// src/core/plan/sources.ts
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
	const inspected = await readSources([...requests, ...references.map(referenceRequest)], folder);
	const read = checkReadable(entries, inspected, settings.manifest, problems.usage);
	checkGlobals(manifest, read, problems.usage);
	reportNotes(read, context);
	const asked = problems.usage.isEmpty ? await askTriton(read, manifest, folder, problems.compile, settings, context) : NOTHING_ASKED;
	const found = /* @__PURE__ */ new Map();
	for (const [entry, source] of read) {
		const fn = asked.functions.get(entry) ?? source.function;
		const configs = asked.configs.get(entry);
		if (fn === null || source.configs !== void 0 && configs === void 0) continue;
		const code = await sourceCode(source, entry, folder, problems.usage);
		found.set(entry, {
			function: factsOf$2(fn, configs),
			code
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
function requestFor(entry, { requirements, generator }) {
	return {
		...entry.source,
		mode: generator === "triton" ? "import" : entry.sourceMode,
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
	const shown = shownPath(resolve(dirname(manifestPath), error.file ?? file), manifestPath);
	const place = formatPlace({
		file: shown,
		...error.line !== null && { line: error.line }
	});
	const hint = error.hint === "" ? void 0 : error.hint;
	return {
		message: `${place}: ${error.message}`,
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
function factsOf$2({ line, parameters, autotune, autotuneKey, heuristics }, configs) {
	const known = configs ?? (autotune !== null && autotune !== "dynamic" ? autotune.static : void 0);
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
// src/core/plan/hint-request.ts
/** Finds nothing: everything that could be hinted is. */
const NO_HINTS = () => Promise.resolve(/* @__PURE__ */ new Map());
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
	const [config] = configsOf$1(kernel, given);
	const types = new Map(kernel.arguments.map(({ name, type }) => [name, formatArgumentType(type, type.kind === "tensor" ? blockSizes(type, config?.values ?? /* @__PURE__ */ new Map()) : void 0)]));
	const job = {
		source: code.source,
		signature: kernel.parameters.map((name) => [name, types.get(name) ?? "constexpr"]),
		configs: configsOf$1(kernel, given).map(({ constants, options }) => ({
			constants,
			options
		})),
		targets: HINT_TARGETS,
		target: HINT_TARGETS[0],
		free: [...names],
		fixed: setOf(kernel.arguments, (_argument, index) => mostSpecific(given.hints[index] ?? [])),
		divisible: [...names],
		pointers: free.filter(({ type }) => type.kind === "pointer").map(({ name }) => name),
		isCalled: calls.length > 0,
		ones: ones.map(({ name }) => name),
		calls: worthwhile.map(({ set }) => set)
	};
	const { source, ...rest } = job;
	return {
		key: sha256(canonicalJson({
			bridge: 7,
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
/** What the JIT would know about the arguments of each case, those that move most memory first. */
function callsOf$1({ arguments: args }, { hints, free }, cases) {
	const isFree = new Set(free.map(({ name }) => name));
	const calls = cases.map((call) => ({
		name: call.name,
		elements: [...call.buffers.values()].reduce((sum, each) => sum + (each?.length ?? 0), 0),
		set: setOf(args, ({ name }, index) => {
			return mostSpecific((isFree.has(name) ? FOUND : hints[index] ?? []).filter((hint) => hint === "none" || holds(hint, name, call)));
		})
	})).toSorted((a, b) => b.elements - a.elements);
	return calls.filter(({ set }, index) => calls.findIndex((other) => canonicalJson(other.set) === canonicalJson(set)) === index);
}
const FOUND = [
	"equal-to-1",
	"divisible-by-16",
	"none"
];
/** Whether a hint holds for the value of a case. Buffers are aligned. */
function holds(hint, name, { scalars, buffers }) {
	if (buffers.has(name)) return hint === "divisible-by-16";
	const value = scalars.get(name);
	if (value?.kind !== "integer") return false;
	return hint === "equal-to-1" ? value.value === 1n : value.value % 16n === 0n;
}
function mostSpecific(hints) {
	if (hints.includes("equal-to-1")) return "equal-to-1";
	return hints.includes("divisible-by-16") ? "divisible-by-16" : "none";
}
function setOf(args, hintOf) {
	return Object.fromEntries(args.flatMap((argument, index) => {
		const hint = hintOf(argument, index);
		return hint === "none" ? [] : [[argument.name, hint === "equal-to-1" ? 1 : 16]];
	}));
}
/** The configs, each with the values of heuristics for the most and for the least regular calls. */
function configsOf$1({ configs }, { computed }) {
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
// src/core/plan/without-configs.ts
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
	const left = withoutConfigs(kernel, isNotFor);
	if (left.smoke?.algos.length === 0) problems.at("smoke", "algos").add(noAlgoToTest(kernel), "Add algos that are for these targets.");
	return left;
}
/** What to say if no algo is left that the smoke test names. */
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
		timed: smoke.timed.map(renumberCase)
	};
}
// src/core/plan/specialise.ts
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
	const complete = completeTimedCases(whole, timed, problems.at("tune", "cases"));
	return withoutUnusedConfigs({
		...whole,
		smoke: smoke && {
			...smoke,
			timed: complete,
			key: kernel.tune.key
		}
	}, problems);
}
/** The specialisations of a kernel, and how those were found that the manifest does not list. */
function specialisationsOf(kernel, given, request, choices) {
	const { arguments: args } = kernel;
	const listed = (given.sets ?? [void 0]).flatMap((set) => productOf$1(given.hints.map((hints, index) => hintsIn(set, hints, args[index]))));
	const found = request === void 0 ? [] : choices ?? [alignedChoice(request)];
	const most = mostAutomatic(kernel, given);
	const all = distinct$1(found.map(({ kept, ...choice }) => ({
		hints: hintsOf$1(args, kept),
		origin: originOf({
			kept,
			...choice
		}, found, request?.cases ?? [])
	}))).filter(({ hints }) => !listed.some((other) => isSame$1(other, hints)));
	const own = all.slice(0, most);
	const ofAny = request === void 0 || listed.length > 1 ? {} : { origin: "any values" };
	const specialisations = [...own, ...distinct$1(listed.map((hints) => ({
		hints,
		...ofAny
	})))].toSorted((a, b) => specificityOf(b.hints) - specificityOf(a.hints)).flatMap((each) => productOf$1(given.computed.map(({ values }) => values)).map((values) => ({
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
	if (value === void 0) return hints;
	return [value === 1 ? "equal-to-1" : "divisible-by-16"];
}
/** Variants of a kernel and target, from which on fewer specialisations are found. */
const MANY = 48;
const MOST = 6;
/** How many specialisations are added at most: each is compiled for every config. */
function mostAutomatic({ configs }, { computed }) {
	const each = computed.reduce((product, { values }) => product * values.length, configs.length);
	return Math.min(MOST, Math.max(1, Math.floor(MANY / each)));
}
/** The choice for a kernel that the compiler says nothing about. */
function alignedChoice({ job: { divisible, ones, isCalled, fixed } }) {
	const known = isCalled ? ones : [];
	const all = [...divisible.map((name) => [name, 16]), ...known.map((name) => [name, 1])];
	const asked = {
		...Object.fromEntries(all),
		...fixed
	};
	return {
		from: "aligned",
		asked,
		kept: asked
	};
}
function originOf({ from, call, asked }, choices, cases) {
	if (from === "aligned") return "aligned values";
	if (from === "pointers") return "aligned pointers";
	if (from === "call") return `case ${cases[call ?? 0] ?? ""}`;
	const whole = choices.find((each) => each.from === "aligned")?.asked ?? {};
	return `aligned values, but not ${Object.keys(whole).filter((name) => !Object.hasOwn(asked, name)).join(", ")}`;
}
function hintsOf$1(args, set) {
	return args.map(({ name }) => {
		const value = set[name];
		if (value === void 0) return "none";
		return value === 1 ? "equal-to-1" : "divisible-by-16";
	});
}
function distinct$1(all) {
	return all.filter(({ hints }, index) => all.findIndex((other) => isSame$1(other.hints, hints)) === index);
}
function isSame$1(a, b) {
	return a.every((hint, index) => hint === b[index]);
}
const SPECIFICITY = {
	none: 0,
	"divisible-by-16": 1,
	"equal-to-1": 2
};
function specificityOf(hints) {
	return hints.reduce((sum, hint) => sum + SPECIFICITY[hint], 0);
}
/** Every choice of one item from each list. The first list varies slowest. */
function productOf$1(lists) {
	return lists.reduce((chosen, own) => chosen.flatMap((before) => own.map((item) => [...before, item])), [[]]);
}
// src/core/plan/prepare.ts
/**
* Reads manifest and sources and plans every variant. Needs Python, and Triton only for kernels
* that cannot be understood by reading their source, for hints that `findHints` does not know, and
* for the digest of a Triton that is no known release.
* @throws {Failure} `usage` with all problems at once.
*/
async function prepare(selection, findHints, context) {
	const manifest = await loadManifest(selection);
	return planManifest(manifest, selection, await sourceReader(manifest.triton, selection.python, context), findHints, context);
}
/** Plans every variant of a manifest that was read. @throws as `prepare`. */
async function planManifest(manifest, selection, readSources, findHints, context) {
	const chosen = chooseKernels(manifest, selection, context);
	const entries = chosen.map(({ entry }) => entry);
	const all = new Problems(manifest.document);
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
		const draft = resolveKernel(entry, source.function, targets, inKernel);
		if (draft === void 0) return [];
		codes.set(entry.name, source.code);
		return [{
			draft,
			code: source.code
		}];
	});
	all.throwIfAny(problems.usage.isEmpty ? "compile" : "usage");
	const hashContext = {
		tritonVersion: manifest.triton,
		tritonDigest: await manifestTriton(manifest, selection.python, context),
		machine: context.platform.arch,
		requirements: manifest.requirements,
		environment: await codeEnvironment(context.env)
	};
	const isNative = manifest.generator === "native";
	const asked = drafts.map(({ draft, code }) => ({
		draft,
		code,
		request: isNative ? hintRequest(draft, code, hashContext) : void 0
	}));
	const requests = asked.flatMap(({ request }) => request ?? []);
	const found = requests.length === 0 ? /* @__PURE__ */ new Map() : await findHints(requests, manifest, drafts.map(({ draft }) => draft.kernel), context);
	const kernels = [];
	const variants = [];
	let count = 0;
	for (const { draft, request, code } of asked) {
		const choices = request && found.get(request.key);
		const inKernel = problems.usage.under(draft.entry.pathOf);
		const kernel = completeKernel(draft, request, choices, inKernel);
		kernels.push(kernel);
		const { configs, specialisations, targets } = kernel;
		count += configs.length * specialisations.length * targets.length;
		if (count > MOST_VARIANTS) {
			inKernel.add(`with ${kernel.name} there are ${count} variants; at most ${MOST_VARIANTS} can be built at once`, "A kernel has one for each config, specialisation and target. Build fewer kernels with --only, or fewer targets with --targets.");
			break;
		}
		for (const variant of planKernel(kernel, code, hashContext)) variants.push(variant);
	}
	all.throwIfAny("usage");
	return {
		manifest,
		kernels,
		variants,
		plan(kernel) {
			const code = codes.get(kernel.name);
			return code === void 0 ? [] : planKernel(kernel, code, hashContext);
		},
		requestHints(kernel, hints) {
			const own = drafts.find(({ draft }) => draft.entry.name === kernel.name);
			return own && hintRequest(withHints(own.draft, hints), own.code, hashContext);
		},
		codes,
		references
	};
}
/** More do not fit into memory; packages of people have some hundreds. */
const MOST_VARIANTS = 1e5;
async function loadManifest(selection) {
	const { manifest: file, targets, triton, generator } = selection;
	let text;
	try {
		text = String(await readPlainFile(file));
	} catch (error) {
		const message = `cannot read the manifest: ${systemCode(error) === "ENOENT" ? "no such file" : reasonOf(error)}`;
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
	const isChosen = only.length === 0 ? () => true : (0, import_picomatch.default)([...only]);
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
// src/core/triton-tools/invocation.ts
const HINTS = {
	none: "",
	"divisible-by-16": ":16",
	"equal-to-1": ":1"
};
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
	const types = new Map(kernel.arguments.map(({ name, type }, index) => [name, `${formatArgumentType(type)}${HINTS[hints[index] ?? "none"]}`]));
	return kernel.parameters.map((name) => types.get(name) ?? formatConstant(constants.get(name) ?? { kind: "none" })).join(", ");
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
	for (const [index, { name }] of kernel.arguments.entries()) if (hints[index] === "equal-to-1") names.set(name, {
		kind: "constant",
		value: 1n
	});
	return [
		...splitAxes(kernel.gridText.trim()).map((text, index) => {
			const axis = at(kernel.grid, index);
			if (isC(text, axis, names)) return text;
			const [before = "", after = ""] = [/^\s*/, /\s*$/].map((blank) => blank.exec(text)?.[0]);
			return `${before}${write$1(foldGrid(axis, names)).text}${after}`;
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
/** Whether an axis means the same in C: no function, no constant, and none of `//`, `--`, `++`. */
function isC(text, axis, names) {
	const isArgument = ({ name }) => names.get(name)?.kind === "value";
	return !/\b(?:cdiv|min|max)\s*\(|\/\/|--|\+\+/.test(text) && namesIn$1(axis).every(isArgument);
}
const CHOICE = 1;
const SUM = 4;
const PRODUCT = 5;
const UNARY = 6;
const PRIMARY = 7;
const INFIX = {
	"<": 3,
	"<=": 3,
	">": 3,
	">=": 3,
	"==": 2,
	"!=": 2,
	"+": SUM,
	"-": SUM,
	"*": PRODUCT,
	"/": PRODUCT,
	"%": PRODUCT
};
function write$1(expression) {
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
		case "binary": return writeBinary(expression.operator, expression.left, expression.right);
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			return writeChoice(wrap(condition, 2), whenTrue, whenFalse);
		}
	}
}
function writeBinary(operator, left, right) {
	if (operator === "min" || operator === "max") {
		const sign = operator === "min" ? "<" : ">";
		return writeChoice(`${wrap(left, SUM)} ${sign} ${wrap(right, SUM)}`, left, right);
	}
	if (operator === "cdiv") {
		const raise = right.kind === "integer" ? String(right.value - 1n) : `${wrap(right, 5)} - 1`;
		return {
			text: `(${wrap(left, SUM)} + ${raise}) / ${wrap(right, UNARY)}`,
			level: PRODUCT
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
		level: CHOICE
	};
}
/** The expression, in parentheses if its precedence is below `least`. */
function wrap(expression, least) {
	const { text, level } = write$1(expression);
	return level < least ? `(${text})` : text;
}
// src/core/base/line-difference.ts
/** Finds the first place where a text differs from the expected one; undefined if they are equal. */
function lineDifference(expected, found) {
	const [left, right] = [expected.split("\n"), found.split("\n")];
	const count = Math.max(left.length, right.length);
	for (let index = 0; index < count; index++) {
		const [a, b] = [left[index], right[index]];
		if (a === b) continue;
		const column = commonLength(a ?? "", b ?? "");
		const [ofA, ofB] = [a, b].map((each) => each && excerpt(each, column));
		return {
			line: index + 1,
			column: column + 1,
			expected: ofA ?? a,
			found: ofB ?? b
		};
	}
}
function commonLength(a, b) {
	let length = 0;
	while (length < a.length && a[length] === b[length]) length += 1;
	return length;
}
/** Characters of a long line before and after a difference. A line of a cubin has megabytes. */
const AROUND = 40;
function excerpt(line, column) {
	if (line.length <= 80) return line;
	const from = Math.max(0, Math.min(column, line.length) - AROUND);
	const to = Math.min(line.length, column + AROUND);
	return `${from > 0 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
}
// src/core/triton-tools/vendored.ts
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
// src/core/triton-tools/tools.ts
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
		const compiled = await log.group(`Run compile.py for ${plural(variants.length, "variant")}`, () => compile(variants, request, toolPool, context));
		checkCompiled(compiled, allowed);
		return log.group(`Run link.py for ${plural(kernels.length, "kernel")}`, () => link$1(manifest, kernels, compiled, request, toolPool));
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
		const { shared, tensorMemory, numWarps } = outcome.result;
		compiled.set(variant, outcome.result);
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
async function link$1({ triton, vendored }, kernels, compiled, request, pool) {
	const inputs = kernels.flatMap((kernel) => {
		const own = [...compiled].filter(([variant]) => variant.kernel === kernel);
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
		headers: headersOf$1(files)
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
			...outcome?.result.files
		};
		tree.push(...vendoredFiles(variant.kernel, written, triton, vendored));
		return [];
	});
	if (failures.length > 0) throw new Failure("compile", problemsOf(failures, request.manifest));
	return tree;
}
/** The headers, in the manifest's order so that algo ids are those of the manifest. */
function headersOf$1(files) {
	return Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith(".h")));
}
const filesSchema = record$1(string(), string());
const compiledSchema = object({
	ok: literal$2(true),
	files: filesSchema,
	symbol: string(),
	numWarps: number(),
	shared: number(),
	tensorMemory: number()
});
const linkedSchema = object({
	ok: literal$2(true),
	files: filesSchema
});
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
		parse: (answer, printed) => parse(compiledSchema, answer, printed),
		failed
	};
	return answerAll(jobs, {
		...context,
		program: "triton_tools_worker.py"
	}, protocol, onDone);
}
/**
* Runs link.py for every job. Returns outcomes in the order of the jobs.
* @throws as `compileAll`.
*/
async function runLinkPy(jobs, context) {
	return answerAll(jobs, {
		...context,
		program: "triton_tools_worker.py"
	}, {
		message: (job) => ({
			kind: "link-py",
			...job
		}),
		parse: (answer, printed) => parse(linkedSchema, answer, printed),
		failed
	});
}
function failed(failure) {
	return {
		ok: false,
		failure
	};
}
function parse(schema, answer, printed) {
	const failure = failedSchema.safeParse(answer).data?.failure;
	return failure === void 0 ? {
		ok: true,
		result: schema.parse(answer)
	} : failed(withDiagnostics(failure, printed));
}
// src/core/triton-tools/triton-tools.ts
/**
* Writes the files of Triton's own tools. Call `checkOutputFolder` first.
* @throws as `generateTree`.
*/
async function buildWithTritonTools(preparation, request, context) {
	const { out, allowKnownWrong } = request;
	const tree = await generateTree(preparation, request, context);
	await context.log.group(`Write the files to ${out}`, () => writePackage(out, tritonToolsFiles(preparation, tree, allowKnownWrong), context));
	return {
		generator: "triton",
		preparation,
		out,
		files: tree,
		compiled: preparation.variants.length,
		cached: 0
	};
}
const FORMAT$4 = 1;
/** Adds checksums and a manifest.json that says how each file was generated. */
function tritonToolsFiles({ manifest, kernels, variants }, tree, allowedKnownWrong) {
	const { package: name, version, triton, targets } = manifest;
	const description = {
		format: FORMAT$4,
		generator: {
			name: GENERATOR_NAME,
			version: VERSION,
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
			compiled: variants.filter((variant) => variant.kernel === kernel).map((variant) => ({
				target: variant.target.name,
				...invocationOf(variant)
			}))
		}))
	};
	return sealPackage(new Map(tree.map(({ path, text }) => [path, text])), `${JSON.stringify(description, void 0, 2)}\n`);
}
/** Files this program adds. A verified tree may lack them. */
const OWN_FILES = /* @__PURE__ */ new Set([MANIFEST_FILE, SUMS_FILE]);
/**
* Compares a tree with what the sources produce. Returns the number of files.
* @throws {Failure} `verification` with each file that differs, is missing or is extra.
*/
async function verifyTritonTools(request, context) {
	const preparation = await context.log.group(`Plan ${request.manifest}`, () => prepare(request, NO_HINTS, context));
	if (preparation.manifest.generator !== "triton") throw new Failure("usage", {
		message: "the manifest does not use the generator `triton`",
		hint: "Add --generator triton, or `generator: triton` in the manifest."
	});
	const expected = await generateTree(preparation, request, context);
	const { vendored } = preparation.manifest;
	const starts = preparation.kernels.map(({ name }) => `${name}${vendored.flat ? "." : "/"}`);
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
	const isExtra = vendored.extraFiles.length > 0 ? (0, import_picomatch.default)([...vendored.extraFiles]) : () => false;
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
// src/core/store/hash-diff.ts
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
	option: described("option")
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
		...Object.entries(inputs.options).map(([name, value]) => part("option", name, value))
	].map((each) => [keyOf$2(each), each]));
}
/** What distinguishes a variant from the others of its kernel, as one text. */
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
* version of Triton has another digest, which goes without saying.
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
			change: kind === "file" ? {
				text,
				file: name
			} : { text }
		}];
	});
	const functions = found.filter(({ kind }) => kind === "function");
	const isUpgrade = found.some(({ kind }) => kind === "Triton");
	return (functions.length > 0 ? functions : found).filter(({ kind }) => kind !== "digest of Triton" || !isUpgrade).toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)).map(({ change }) => change);
}
/** An argument that becomes a constant remains the same parameter. */
function keyOf$2({ kind, name }) {
	return `${kind === "constant" || kind === "signature" ? "parameter" : kind} ${name}`;
}
/** Parameters as the manifest writes them: `i32:16`, or the value of a constant. */
function parameterParts({ signature, constants, divisibleBy16 }) {
	return signature.map(([name, type]) => {
		if (type !== "constexpr") return part("signature", name, divisibleBy16.includes(name) ? `${type}:16` : type);
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
// src/core/store/explain.ts
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
		const changes = explain$1(variant, findFamily(variant));
		const key = changes.map(({ text }) => text).join(", ");
		const group = groups.get(key) ?? {
			changes,
			variants: []
		};
		group.variants.push(variant);
		groups.set(key, group);
	}
	return [...groups.values()].map(({ changes, variants }) => ({
		text: listed(changes.map((change) => withUsers(change, variants))),
		variants
	})).toSorted((a, b) => b.variants.length - a.variants.length);
}
/** Formats reasons for a log: `12 variants of matmul_fp16, matmul_bf16: matmul.py changed`. */
function reasonLines(reasons, most = 8) {
	const lines = reasons.slice(0, most).map(({ text, variants }) => {
		const kernels = [...new Set(variants.map(({ kernel }) => kernel.name))];
		return `${plural(variants.length, "variant")} of ${listed(kernels)}: ${text}`;
	});
	const left = reasons.length - lines.length;
	return left > 0 ? [...lines, `… and ${plural(left, "more reason")}`] : lines;
}
function explain$1(variant, family) {
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
	const isNamed = kernels.every(({ depends }) => depends.length > 0 && import_picomatch.default.isMatch(file, [...depends], { dot: true }));
	const users = listed([...new Set(kernels.map(({ source }) => source.file))]);
	return isNamed ? `${text} (named in depends)` : `${text} (imported by ${users})`;
}
function listed(items) {
	const named = items.slice(0, MAX_NAMED).join(", ");
	return items.length > MAX_NAMED ? `${named} and ${items.length - MAX_NAMED} more` : named;
}
// src/core/store/history.ts
const NO_TIMES = /* @__PURE__ */ new Map();
/** The name of a variant's time: it stays the same when the code of the kernel changes. */
function timeOfVariant({ inputs }) {
	const { signature, constants, divisibleBy16, options, target } = inputs;
	return sha256(canonicalJson({
		signature,
		constants,
		divisibleBy16,
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
	return (await read(historyFile(directory, packageName))).times;
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
	for (const [name, inputs] of inputsByKernel(variants)) {
		kernels.delete(name);
		kernels.set(name, inputs);
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
const MAX_BYTES = 268435456;
async function read(file) {
	try {
		const text = (await promisify(gunzip)(await readPlainFile(file), { maxOutputLength: MAX_BYTES })).toString();
		return {
			...decode(text),
			text
		};
	} catch {
		return {
			history: /* @__PURE__ */ new Map(),
			times: NO_TIMES
		};
	}
}
function inputsByKernel(variants) {
	const kernels = /* @__PURE__ */ new Map();
	for (const { kernel, inputs } of variants) {
		const known = kernels.get(kernel.name);
		if (known === void 0) kernels.set(kernel.name, [inputs]);
		else known.push(inputs);
	}
	return kernels;
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
	environment: record$1(string(), string()),
	closure: array(object({
		path: string(),
		sha256: string()
	})),
	module: string(),
	function: string(),
	signature: array(tuple([string(), string()])),
	constants: record$1(string(), tuple([_enum([
		"int",
		"float",
		"bool",
		"string",
		"none",
		"dtype"
	]), string()])),
	divisibleBy16: array(string()),
	options: record$1(string(), union([
		string(),
		number(),
		boolean()
	])),
	target: object({
		backend: string(),
		arch: number(),
		warpSize: number()
	})
});
/** Format 1 had no `format` field and is not read. */
const FORMAT$3 = 2;
const documentSchema = object({
	format: literal$2(FORMAT$3),
	/** Pairs and not an object, because their order matters. */
	kernels: array(tuple([string(), array(inputsSchema)])),
	/** Earlier versions did not measure. */
	seconds: array(tuple([string(), array(tuple([string(), number().nonnegative()]))])).default([])
});
function encode(history, times) {
	const seconds = [...times].map(([kernel, own]) => [kernel, [...own]]);
	return canonicalJson({
		format: FORMAT$3,
		kernels: [...history],
		...seconds.length > 0 && { seconds }
	});
}
/** @throws if the text is not a history of this format. */
function decode(text) {
	const { kernels, seconds } = documentSchema.parse(JSON.parse(text));
	return {
		history: new Map(kernels),
		times: new Map(seconds.map(([kernel, own]) => [kernel, new Map(own)]))
	};
}
// src/core/store/prune.ts
/** How large a store may grow by default, in bytes. */
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
	return a.usedMs - b.usedMs || (a.file < b.file ? -1 : 1);
}
/** Folders read at once. */
const FOLDERS_AT_ONCE = 8;
/** Lists the files of a store, without unreadable ones and those that others put there. */
async function listStore(directory) {
	return (await mapConcurrently(await storeFolders(directory), FOLDERS_AT_ONCE, async (folder) => {
		const found = [];
		for (const name of await namesIn(folder)) {
			const role = roleOf$1(name);
			const file = join(folder, name);
			const stats = role && await lstat(file).catch(() => void 0);
			if (role === void 0 || stats?.isFile() !== true) continue;
			found.push({
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
/** How names of partial files end; earlier versions wrote `.tmp`. */
const PARTIAL_SUFFIXES = [PARTIAL_SUFFIX, ".tmp"];
/** Returns the role of a file by its name; undefined if it is not a file of the store. */
function roleOf$1(name) {
	if (isEntryName(name)) return {
		kind: "entry",
		name
	};
	const stem = name.split(".").slice(0, 2).join(".");
	const isHistory = /^[0-9a-f]{16}\.json$/.test(stem);
	if (PARTIAL_SUFFIXES.some((suffix) => name.endsWith(suffix)) && (isHistory || isEntryName(stem))) return { kind: "temporary" };
	return isHistory && name === `${stem}.gz` ? { kind: "history" } : void 0;
}
async function namesIn(folder) {
	return readdir(folder).catch(() => []);
}
// src/core/store/remote-names.ts
/**
* Names an index after selection and plan. The same plan starts from its own index, a changed
* kernel from the newest index of the same selection, and a new selection from the newest index
* of the package.
*/
function remoteNames(scope) {
	const all = `triton-aot-1-${scope.platform}-${scope.arch}-${scope.package.slice(0, 200)}-`;
	const selection = `${all}index-${shortDigest(scope.selection)}-`;
	const plan = `${selection}${shortDigest(scope.plan)}-`;
	return {
		indexPrefixes: [
			plan,
			selection,
			`${all}index-`
		],
		index: (digest) => `${plan}${digest}`,
		pack: (digest) => `${all}pack-${digest}`,
		history: (digest) => `${all}history-2-${digest}`
	};
}
function shortDigest(value) {
	return sha256(canonicalJson(value)).slice(0, 16);
}
// src/core/store/pack.ts
const MAGIC = "triton-aot pack 1\n";
/** The most bytes the two lines may take: names of about 150,000 entries. */
const MAX_HEAD_BYTES = 16777216;
/** Bytes of a pack in memory while it is checked. */
const CHUNK$1 = 1048576;
/** Entries in memory at once while a pack is read. */
const ENTRIES_AT_ONCE = 4;
const sizeSchema = int().nonnegative().max(MAX_ENTRY_BYTES);
/** The entries of a pack in order, with their sizes in bytes. */
const entriesSchema = array(tuple([custom((value) => typeof value === "string" && isEntryName(value)), sizeSchema]));
const headSchema = strictObject({
	sha256: string(),
	entries: entriesSchema
});
/**
* Writes a new pack with those of the named entries that `read` returns, one at a time: packs may
* be larger than memory. Equal entries give equal packs. @throws the system's error.
*/
async function writePack(file, names, read) {
	const sorted = [...new Set(names)].toSorted();
	const reserved = headOf$1(sha256(""), sorted.map((name) => [name, MAX_ENTRY_BYTES])).length;
	const hash = createHash("sha256");
	const entries = /* @__PURE__ */ new Map();
	const handle = await open(file, "w");
	try {
		let bytes = reserved;
		for (const name of sorted) {
			const content = await read(name);
			if (content === void 0 || content.length > 268435456) continue;
			await writeAll(handle, content, bytes);
			hash.update(content);
			entries.set(name, content.length);
			bytes += content.length;
		}
		const head = headOf$1(hash.digest("hex"), [...entries], reserved);
		await writeAll(handle, head, 0);
		return {
			digest: sha256(head),
			bytes,
			entries
		};
	} finally {
		await handle.close();
	}
}
/** Checks every byte of a pack. @throws an error that says what is wrong. */
async function checkPack(file, digest) {
	const handle = await open(file);
	try {
		const { size } = await handle.stat();
		const start = await readAt(handle, {
			start: 0,
			size: Math.min(size, MAX_HEAD_BYTES)
		});
		const end = start.indexOf("\n", 18) + 1;
		const head = start.subarray(0, end);
		if (sha256(head) !== digest) throw new Error("its content does not match its name");
		const { sha256: bodyDigest, entries } = parseHead(head);
		const spans = spansOf(entries, end);
		if (size !== end + entries.reduce((sum, [, length]) => sum + length, 0)) throw new Error("its size is wrong");
		if (await digestFrom(handle, end, size) !== bodyDigest) throw new Error("its entries are damaged");
		return {
			file,
			spans
		};
	} finally {
		await handle.close();
	}
}
/** Reads entries of a checked pack and passes them to `take`, a few at a time. */
async function readPack({ file, spans }, names, take) {
	const handle = await open(file);
	try {
		await mapConcurrently([...names], ENTRIES_AT_ONCE, async (name) => {
			const span = spans.get(name);
			if (span !== void 0) await take(name, await readAt(handle, span));
		});
	} finally {
		await handle.close();
	}
}
/** The first two lines, padded with spaces to `length`. */
function headOf$1(digest, entries, length = 0) {
	const text = `${MAGIC}${JSON.stringify({
		sha256: digest,
		entries
	})}`;
	return Buffer.from(`${text.padEnd(length - 1)}\n`);
}
function parseHead(head) {
	if (!head.toString("latin1").startsWith(MAGIC)) throw new Error("it is not a pack");
	return headSchema.parse(JSON.parse(head.toString("utf8", 18)));
}
function spansOf(entries, from) {
	let start = from;
	return new Map(entries.map(([name, size]) => {
		const span = {
			start,
			size
		};
		start += size;
		return [name, span];
	}));
}
async function digestFrom(handle, start, end) {
	const hash = createHash("sha256");
	const chunk = Buffer.allocUnsafe(CHUNK$1);
	for (let at = start; at < end;) {
		const { bytesRead } = await handle.read(chunk, 0, CHUNK$1, at);
		if (bytesRead === 0) break;
		hash.update(chunk.subarray(0, bytesRead));
		at += bytesRead;
	}
	return hash.digest("hex");
}
async function readAt(handle, { start, size }) {
	const content = Buffer.allocUnsafeSlow(size);
	let length = 0;
	while (length < size) {
		const { bytesRead } = await handle.read(content, length, size - length, start + length);
		if (bytesRead === 0) break;
		length += bytesRead;
	}
	return content.subarray(0, length);
}
async function writeAll(handle, content, at) {
	for (let done = 0; done < content.length;) {
		const { bytesWritten } = await handle.write(content, done, content.length - done, at + done);
		done += bytesWritten;
	}
}
/** Indexes of other formats are rejected. */
const indexSchema = strictObject({
	format: literal$2(1),
	packs: array(strictObject({
		digest: string().regex(/^[0-9a-f]{64}$/),
		bytes: int().nonnegative(),
		entries: entriesSchema
	})).max(64)
});
/** Encodes the index of some packs. */
function encodeIndex(packs) {
	const listed = packs.map(({ digest, bytes, entries }) => ({
		digest,
		bytes,
		entries: [...entries]
	}));
	return `${JSON.stringify({
		format: 1,
		packs: listed
	})}\n`;
}
/** Reads the packs an index lists. @throws an error if the text is not an index. */
function decodeIndex(text) {
	const { packs } = indexSchema.parse(JSON.parse(text));
	return packs.map((pack) => ({
		...pack,
		entries: new Map(pack.entries)
	}));
}
// src/core/store/remote-packs.ts
/** The most packs one run restores: with more, compiling is faster. */
const MAX_RESTORES = 6;
/** The packs of a remote that this run knows. Each file is restored once, and checked. */
var RemotePacks = class {
	/** Undefined until the index has been restored. */
	known;
	/** Files that failed a check, each with the reason. */
	corrupt = [];
	/** The size of all restored files, damaged ones included. */
	restoredBytes = 0;
	#remote;
	#names;
	#temporary;
	#restored = /* @__PURE__ */ new Map();
	#restores = 0;
	/** @param temporary returns the path of a temporary file. */
	constructor(remote, names, temporary) {
		this.#remote = remote;
		this.#names = names;
		this.#temporary = temporary;
	}
	/** Lists the packs of the newest index that matches. */
	async list() {
		this.known ??= await this.#restoreIndex() ?? [];
		return this.known;
	}
	isRestored({ digest }) {
		return this.#restored.has(digest);
	}
	/** Returns whether the pack has been restored, or still may be. */
	isAvailable(pack) {
		return this.#restores < MAX_RESTORES || this.isRestored(pack);
	}
	/** Returns the pack's checked file. If it cannot be restored, the pack is forgotten. */
	async restore(pack) {
		const file = this.#restored.get(pack.digest) ?? await this.#restorePack(pack);
		if (file === void 0) this.#forget(pack);
		else this.#restored.set(pack.digest, file);
		return file;
	}
	/** Forgets a pack with a wrong entry, so that a push saves its entries again. */
	reject(pack, reason) {
		this.corrupt.push(`${this.#names.pack(pack.digest)}: ${reason}`);
		this.#forget(pack);
	}
	#forget(pack) {
		this.known = this.known?.filter((each) => each !== pack);
	}
	async #restoreIndex() {
		const file = await this.#temporary("index");
		return this.#restoreChecked(this.#names.indexPrefixes, file, async (name, size) => {
			if (size > 33554432) throw new Error("it is too large");
			const text = await readFile(file, "utf8");
			if (!name.endsWith(`-${sha256(text)}`)) throw new Error("its content does not match its name");
			return decodeIndex(text);
		});
	}
	async #restorePack({ digest, bytes }) {
		this.#restores += 1;
		const file = await this.#temporary(`${digest}.pack`);
		return this.#restoreChecked([this.#names.pack(digest)], file, async (name, size) => {
			if (name !== this.#names.pack(digest)) throw new Error("its name is not the one asked for");
			if (size !== bytes) throw new Error("its size is wrong");
			return checkPack(file, digest);
		});
	}
	/** Restores one file. An error thrown by `check` becomes the reason why it is corrupt. */
	async #restoreChecked(prefixes, file, check) {
		const name = await this.#remote.restore(prefixes, file);
		if (name === void 0) return void 0;
		try {
			const { size } = await stat(file);
			this.restoredBytes += size;
			return await check(name, size);
		} catch (error) {
			this.corrupt.push(`${name}: ${firstLine$1(error)}`);
			await rm(file, { force: true });
			return;
		}
	}
};
/** The first line of an error's message. */
function firstLine$1(error) {
	return String(error instanceof Error ? error.message : error).split("\n", 1)[0] ?? "";
}
/** The most packs of one index: each may cost a restore. */
const MAX_PACKS = 5;
/** Chooses the pack with the most wanted entries. Restored packs cost nothing and come first. */
function choosePack(packs, wanted, isRestored) {
	const [best] = packs.map((pack) => ({
		pack,
		count: countHeld(pack, wanted),
		cost: isRestored(pack) ? 0 : 1
	})).filter(({ count }) => count > 0).toSorted((a, b) => a.cost - b.cost || b.count - a.count || a.pack.bytes - b.pack.bytes);
	return best?.pack;
}
/**
* Plans a push: entries that no pack has go into a new one. If there are too many packs then, or if
* less than half of their content is wanted, one pack with all wanted entries replaces them.
*/
function planPush(packs, wanted) {
	const held = new Set(packs.flatMap(({ entries }) => [...entries.keys()]));
	const added = [...wanted].filter((name) => !held.has(name));
	if (added.length === 0) return {
		kept: packs,
		added
	};
	return packs.length + 1 > MAX_PACKS || isMostlyUnwanted(packs, wanted) ? {
		kept: [],
		added: [...wanted]
	} : {
		kept: packs,
		added
	};
}
function countHeld({ entries }, wanted) {
	let count = 0;
	for (const name of wanted) if (entries.has(name)) count += 1;
	return count;
}
function isMostlyUnwanted(packs, wanted) {
	let balance = 0;
	for (const { entries } of packs) for (const [name, size] of entries) balance += wanted.has(name) ? size : -size;
	return balance < 0;
}
// src/core/store/remote.ts
/** For a run without a remote. */
const NO_REMOTE = {
	pull: () => Promise.resolve(/* @__PURE__ */ new Set()),
	open: () => Promise.resolve(),
	push: () => Promise.resolve(),
	pullHistory: () => Promise.resolve(),
	pushHistory: () => Promise.resolve(),
	traffic: () => ({
		restoredBytes: 0,
		savedBytes: 0
	}),
	close: () => Promise.resolve()
};
/**
* Prepares the synchronisation of a store with a remote, which is first called when a result is
* missing. All pulls together call it at most seven times, a push twice; the history takes a call
* each way. `scratch` is a folder for temporary files.
*/
function openRemoteSync(store, remote, names, scratch, log) {
	let folder;
	const temporary = async (name) => join(await (folder ??= makeScratch(scratch, "work")), name);
	const packs = new RemotePacks(remote, names, temporary);
	let savedBytes = 0;
	async function save(name, file) {
		const { size } = await stat(file);
		const isSaved = await remote.save(name, file);
		if (isSaved) savedBytes += size;
		return isSaved;
	}
	async function push(wanted) {
		if (packs.known === void 0) return;
		const { kept, added } = planPush(packs.known, wanted);
		if (added.length === 0) return;
		const file = await temporary("new.pack");
		const pack = await writePack(file, added, (name) => store.read(name));
		if (pack.entries.size === 0 || !await save(names.pack(pack.digest), file)) return;
		const text = encodeIndex([...kept, pack]);
		const index = await temporary("new.index");
		await writeFile(index, text);
		if (!await save(names.index(sha256(text)), index)) return;
		log.info(`saved ${plural(pack.entries.size, "result")} to the cache (${formatSize(pack.bytes)})`);
	}
	return {
		async pull(entries) {
			const all = [...entries];
			const missing = new Set(all);
			if (missing.size > 0) await guarded(log, () => restore(packs, missing, store));
			warnOfCorrupt(packs.corrupt.splice(0), log);
			return new Set(all.filter((name) => !missing.has(name)));
		},
		open: () => guarded(log, async () => void await packs.list()),
		push: (entries) => guarded(log, () => push(new Set(entries))),
		pullHistory: (file) => guarded(log, async () => {
			await makeFolder(dirname(file));
			if (await remote.restore([names.history("")], file) !== void 0) packs.restoredBytes += (await stat(file)).size;
		}),
		pushHistory: (file) => guarded(log, async () => {
			await save(names.history(sha256(await readFile(file))), file);
		}),
		traffic: () => ({
			restoredBytes: packs.restoredBytes,
			savedBytes
		}),
		async close() {
			await folder?.then((path) => rm(path, {
				recursive: true,
				force: true
			})).catch(() => {});
		}
	};
}
/** Copies wanted entries from packs to the store; those left in `wanted` were not found. */
async function restore(packs, wanted, store) {
	let usable = await packs.list();
	for (;;) {
		usable = usable.filter((pack) => packs.isAvailable(pack));
		const pack = choosePack(usable, wanted, (each) => packs.isRestored(each));
		if (pack === void 0) return;
		const file = await packs.restore(pack);
		if (file !== void 0) await unpack(file, wanted, store, (corrupt) => packs.reject(pack, corrupt));
		usable = usable.filter((each) => each !== pack);
	}
}
async function unpack(file, wanted, store, onCorrupt) {
	await readPack(file, [...wanted].filter((name) => file.spans.has(name)), async (name, content) => {
		const outcome = await store.accept(name, content);
		if (outcome === "accepted") wanted.delete(name);
		if (outcome === "corrupt") onCorrupt(`its entry ${name} is damaged or of another name`);
	});
}
/** Turns errors into warnings: neither a cache nor a full disk may fail a build. */
async function guarded(log, body) {
	try {
		await body();
	} catch (error) {
		log.warning({ message: `cannot use the cache: ${reasonOf(error)}` });
	}
}
/** One warning for all corrupt files. */
function warnOfCorrupt([first, ...others], log) {
	if (first === void 0) return;
	const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
	log.warning({
		message: `ignored a damaged file in the cache: ${first}${more}`,
		hint: "Its results are built and saved again. If this warning returns, delete the file from the cache."
	});
}
// src/core/compile/drop-configs.ts
/**
* Leaves out the configs that do not compile or cannot be launched, of kernels that allow it. A config is left out for a
* target if one of its specialisations fails. Those left out for all targets lose their number.
* @throws {Failure} `compile` if a kernel has no config left for a target, `usage` if none that its
* smoke test names.
*/
function dropConfigs(preparation, failures, manifest) {
	if (failures.size === 0) return {
		preparation,
		dropped: []
	};
	const dropped = [];
	const variants = [];
	const kernels = preparation.kernels.map((kernel) => {
		const own = preparation.variants.filter((variant) => variant.kernel === kernel);
		const missing = kernel.mayDropConfigs ? missingConfigs(kernel, own, failures) : [];
		if (missing.length === 0) {
			variants.push(...own);
			return kernel;
		}
		dropped.push(...missing);
		checkLeft(kernel, missing, manifest);
		const isMissing = missingIn(missing);
		const left = withoutConfigs(kernel, isMissing);
		if (left.smoke?.algos.length === 0) throw new Failure("usage", {
			message: noAlgoToTest(kernel),
			place: kernel.place,
			hint: "Change `algos:` in the smoke section."
		});
		variants.push(...remainingVariants(kernel, own, left, isMissing));
		return left;
	});
	return {
		preparation: {
			...preparation,
			kernels,
			variants
		},
		dropped
	};
}
/** A warning for each config that is left out. */
function droppedWarnings(dropped, manifest) {
	return dropped.map(({ kernel, config, targets, failure }) => ({
		message: `${kernel.name}: the config ${describeConfig(config)} is left out for ${namesOf(targets)}, because ${failure.cannotLaunch ? "no GPU there can launch it" : "it does not compile"}: ${failure.message}`,
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
function checkLeft(kernel, missing, manifest) {
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
			message: `${kernel.name}: no config is left for ${namesOf(empty)}; ${describeConfig(first.config)}${more}: ${first.failure.message}`,
			place: placeOf(kernel, first.failure, manifest)
		}];
	});
	throw new Failure("compile", problems);
}
function missingIn(missing) {
	return (config, target) => missing.some((each) => each.config === config && each.targets.includes(target));
}
function remainingVariants(kernel, variants, left, isMissing) {
	const kept = keptConfigs(kernel, isMissing);
	return variants.flatMap((variant) => {
		const config = kernel.configs[variant.config];
		if (config === void 0 || isMissing(config, variant.target)) return [];
		return [{
			...variant,
			kernel: left,
			config: kept.indexOf(variant.config)
		}];
	});
}
function namesOf(targets) {
	return targets.map(({ name }) => name).join(", ");
}
function placeOf({ source }, { file = source.file, line = source.line }, manifest) {
	return {
		file: shownPath(join(dirname(manifest), file), manifest),
		line
	};
}
// src/core/expected/jobs.ts
/** Part of every key. Increase it if the same job would give another result (with a new NumPy). */
const FORMAT$2 = 1;
/**
* Plans a job for every case with expected outputs. Does not run the user's code. The interpreter
* runs the code of the kernels.
* @throws {Failure} `usage` if the file of a reference is missing or is not valid Python.
*/
async function planExpected(packed, preparation, settings) {
	const { manifest, codes } = preparation;
	const sources = packed.flatMap((each) => {
		const source = sourceOf(each);
		return source === void 0 || each.cases.cases.length === 0 ? [] : [[each, source]];
	});
	if (sources.length === 0) return [];
	const references = await readReferences(sources, preparation, settings);
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
function constantsOf({ constants }) {
	return Object.fromEntries([...constants].map(([name, constant]) => [name, toWire(constant)]));
}
/** Returns the function to run for a kernel's cases. */
function sourceOf({ kernel, smoke: { expected } }) {
	if (expected.kind === "none") return void 0;
	return expected.kind === "reference" ? expected.source : kernel.source;
}
/** Returns the code of the reference functions. */
async function readReferences(sources, { manifest, references: read }, { manifest: path, folder }) {
	const references = sources.filter(([{ smoke }]) => smoke.expected.kind === "reference");
	const problems = new Problems(manifest.document);
	const codes = /* @__PURE__ */ new Map();
	for (const [each, reference] of references) {
		const source = read.get(referenceName(reference));
		const entry = manifest.kernels.find(({ name }) => name === each.kernel.name);
		if (source === void 0 || entry === void 0) continue;
		if ("error" in source) {
			const { message, hint } = unreadableSource(source, reference.file, path);
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
		format: FORMAT$2,
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
		buffers: Object.entries(job.packaged.buffers).map(([buffer, each]) => [buffer, each && contentOf$1(each)])
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
		constants: constantsOf(config)
	};
}
function contentOf$1({ element, shape, strides, role, seed, fill }) {
	return {
		element,
		shape,
		strides,
		role,
		seed,
		fill
	};
}
// src/core/build/work.ts
/** Plans the test cases of a build. @throws {Failure} `usage` with everything the cases lack. */
async function planWork(preparation, manifestFile) {
	const { manifest, kernels } = preparation;
	const folder = resolve(dirname(manifestFile));
	const cases = await packCases(kernels, manifest.document, folder);
	const settings = {
		manifest: manifestFile,
		folder
	};
	return {
		preparation,
		cases,
		jobs: await planExpected(cases.kernels, preparation, settings)
	};
}
/**
* Leaves out configs that do not compile or cannot be launched. The test cases are planned again,
* since the algos have other numbers.
* @throws {Failure} `compile` if a kernel has no config left for a target.
*/
async function withoutFailing(work, failures, manifestFile) {
	const { preparation, dropped } = dropConfigs(work.preparation, failures, manifestFile);
	if (dropped.length === 0) return {
		...work,
		warnings: []
	};
	return {
		...await planWork(preparation, manifestFile),
		warnings: droppedWarnings(dropped, manifestFile)
	};
}
/** The store entries with the results of variants and jobs. */
function entryNames(variants, jobs) {
	return [...variants.map(({ hash }) => entryName("kernel", hash)), ...jobs.map(({ key }) => entryName("expected", key))];
}
// src/core/build/store.ts
function remoteOpener(local, { remote }, { platform, log, scratch }) {
	let opened;
	return (packageName, kernels, plan) => {
		if (remote === void 0) return NO_REMOTE;
		const names = remoteNames({
			platform: platform.os,
			arch: platform.arch,
			package: packageName,
			selection: kernels.flatMap(({ name, targets }) => targets.map((target) => `${name} ${target.name}`)),
			plan
		});
		return opened ??= openRemoteSync(local, remote, names, scratch, log);
	};
}
function openStore({ preparation, jobs }, local, openRemote) {
	const { manifest, kernels, variants } = preparation;
	const keys = kernels.flatMap(({ automatic }) => automatic?.key ?? []);
	const plan = keys.length > 0 ? keys : entryNames(variants, jobs);
	return {
		local,
		remote: openRemote(manifest.package, kernels, plan)
	};
}
/**
* Logs why each variant is missing, compared with the history of the package: that of the store or,
* if the package has not been built on this machine, of the remote.
*/
async function explainMissing(missing, packageName, { local: { directory }, remote }, log) {
	if (missing.length === 0) return;
	let history = await readHistory(directory, packageName);
	if (history.size === 0) {
		await remote.pullHistory(historyFile(directory, packageName));
		history = await readHistory(directory, packageName);
	}
	for (const line of reasonLines(explainMisses(missing, history))) log.info(line);
}
/** The CPU times of results, by their keys, as the history keeps them. */
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
/** Records the build in the history, for the explanations of the next one. Never fails. */
async function saveHistory(packageName, variants, times, { local: { directory }, remote }) {
	if (await writeHistory(directory, packageName, variants, times)) await remote.pushHistory(historyFile(directory, packageName));
}
/**
* Saves the results that the build used or made to the remote, prunes the store, and closes the
* remote. After an interrupt it only closes the remote. Never fails.
*/
async function saveResults({ local, remote }, limit, { signal, log, now }) {
	if (!signal.aborted) {
		await remote.push(local.used);
		if (local.hasGrown()) {
			const { entries, bytes } = await pruneStore(local.directory, limit, local.used, now());
			if (entries > 0) log.info(`removed ${plural(entries, "least recently used result")} from the store (${formatSize(bytes)})`);
		}
	}
	await remote.close();
}
// src/core/build/open.ts
/** Opens the store and plans every variant. @throws as `prepare`. */
async function openBuild(request, context) {
	const { log } = context;
	const local = directoryStore(request.store, log, context.now);
	const openRemote = remoteOpener(local, request, context);
	const preparation = await log.group(`Plan ${request.manifest}`, () => prepare(request, hintFinder(local, {
		...request,
		openRemote
	}), context));
	const { manifest, kernels, variants } = preparation;
	log.info(`${plural(kernels.length, "kernel")}, ${plural(variants.length, "variant")}, Triton ${manifest.triton}`);
	return {
		preparation,
		local,
		openRemote,
		tuning: await readTuningBeside(request.manifest)
	};
}
/**
* Plans the test cases of a build too.
* @throws {Failure} `usage` for cases that are wrong, and measurements that do not fit: before
* compiling, so that the error comes at once.
*/
async function openWork({ preparation, local, openRemote, tuning }, request) {
	planChoices(tuning, preparation, request.strictTuning);
	const work = await planWork(preparation, request.manifest);
	return {
		work,
		store: openStore(work, local, openRemote)
	};
}
// src/core/package/sbom.ts
/** The software bill of materials, with licences: CycloneDX, as JSON. */
const SBOM_FILE = "sbom.cdx.json";
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
*/
async function sbomFiles(facts, checked) {
	const library = await import("./sbom.js");
	const { Models, Spec, Serialize } = library;
	const bom = new Models.Bom({ serialNumber: serialNumberOf(sha256(packageManifest(facts, checked))) });
	bom.metadata.component = describe$1(facts, checked, bom.components, library);
	bom.metadata.tools.components.add(ours(GENERATOR_NAME, facts, library));
	const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
	return /* @__PURE__ */ new Map([[SBOM_FILE, `${new Serialize.JsonSerializer(factory).serialize(bom, {
		sortLists: false,
		space: 2
	})}\n`]]);
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
function describe$1(facts, checked, components, library) {
	const { Enums, Models } = library;
	const { version } = facts;
	const bomRef = `pkg:generic/${facts.package}@${version}`;
	const whole = new Models.Component(Enums.ComponentType.Library, facts.package, {
		bomRef,
		purl: bomRef,
		version,
		...facts.part !== void 0 && { description: `The part for ${facts.part}` }
	});
	if (facts.license !== void 0) whole.licenses.add(expression$1(facts.license, library));
	const made = tools(facts, checked, library);
	const launcher = ours("launcher", facts, library);
	const sources = new Map(sourcesOf(checked, facts.sourceLicenses).map((source) => [source.path, file(source, library)]));
	for (const component of [
		launcher,
		...made,
		...sources.values()
	]) components.add(component);
	whole.dependencies.add(launcher.bomRef);
	const kernels = new Set(checked.map(({ variant }) => variant.kernel));
	for (const { name, source } of kernels) {
		const variants = checked.filter(({ variant }) => variant.kernel.name === name);
		const kernel = new Models.Component(Enums.ComponentType.Library, name, {
			bomRef: `kernel:${name}`,
			version,
			description: `${source.function} of ${source.file}, compiled`
		});
		if (facts.license !== void 0) kernel.licenses.add(expression$1(facts.license, library));
		const from = sourcesOf(variants).flatMap(({ path }) => sources.get(path) ?? []);
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
	triton.licenses.add(expression$1(MIT, library));
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
	component.licenses.add(expression$1(MIT, library));
	return component;
}
function file({ path, sha256: hash, license }, library) {
	const { Enums, Models } = library;
	const component = new Models.Component(Enums.ComponentType.File, path, {
		bomRef: `source:${path}`,
		hashes: new Models.HashDictionary([[Enums.HashAlgorithm["SHA-256"], hash]])
	});
	if (license !== void 0) component.licenses.add(expression$1(license, library));
	return component;
}
function expression$1(license, { Models }) {
	return new Models.LicenseExpression(license);
}
// src/core/package/split.ts
/**
* Makes a part for each target, identical to the package of a build for this target only. Algos that
* do not compile for it have no number in the part. All parts define the same functions: a program
* links one of them.
*/
function splitByTarget(checked) {
	const kernelTargets = checked.flatMap(({ variant }) => variant.kernel.targets);
	return [...new Set(kernelTargets.map(({ name }) => name))].map((target) => {
		const own = checked.filter((image) => image.target.name === target);
		const kernels = [...new Set(own.map(({ variant }) => variant.kernel))];
		const narrowed = new Map(kernels.map((kernel) => {
			const images = own.filter(({ variant }) => variant.kernel === kernel);
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
	return new Map(parts.flatMap(([{ target }, files]) => [...files].map(([path, content]) => [`${target}/${path}`, content])));
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
// src/core/build/packages.ts
/** Writes the package, or one per target. Returns the folder of each. */
async function writePackages(manifest, checked, cases, tuning, request, context) {
	const { out, split = false } = request;
	const facts = {
		package: manifest.package,
		version: manifest.version,
		license: manifest.license,
		tritonVersion: manifest.triton,
		generatorVersion: VERSION,
		sourceLicenses: await readLicenses(checked, resolve(dirname(request.manifest)))
	};
	const withChoices = (here, images) => {
		const variants = images.map(({ variant }) => variant);
		const kernels = [...new Set(variants.map(({ kernel }) => kernel))];
		return {
			...here,
			choices: planChoices(tuning, {
				kernels,
				variants,
				manifest
			}).choices
		};
	};
	if (!split) {
		await writePackage(out, await filesOf(withChoices(facts, checked), checked, cases), context);
		return [out];
	}
	const parts = await Promise.all(splitByTarget(checked).map(async (part) => {
		return [part, await filesOf(withChoices({
			...facts,
			part: part.target
		}, part.checked), part.checked, casesOfPart(cases, part))];
	}));
	await writePackage(out, joinParts(parts), context);
	return parts.map(([{ target }]) => join(out, target));
}
async function filesOf(facts, checked, cases) {
	return packageFiles(facts, checked, await readRuntimeHeaders(), new Map([...casesFiles(cases), ...await sbomFiles(facts, checked)]));
}
// src/core/expected/request.ts
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
		const wrong = job.kind === "interpreter" ? unusable$2(values) : void 0;
		if (wrong !== void 0) return {
			note: `${name} came out ${wrong}`,
			outputs: /* @__PURE__ */ new Map()
		};
		outputs.set(name, packFloats(element, values));
	}
	return { outputs };
}
/** Reads a file that kernel code has written. Behind a link could be what only this process can read. */
function readOutput(path) {
	const file = openSync(path, constants$3.O_RDONLY | constants$3.O_NOFOLLOW | constants$3.O_NONBLOCK);
	try {
		if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
		return readFileSync(file);
	} finally {
		closeSync(file);
	}
}
/** Returns what is wrong with values, for a note in the package; undefined if they can be used. */
function unusable$2(values) {
	const nans = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
	if (nans > 0) return `as NaN in ${nans} of ${values.length} elements`;
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
	const constants = Object.entries(constantsOf(job.config)).map(([name, value]) => [name, {
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
	if (type.kind === "pointer") return {
		kind: "buffer",
		element,
		file
	};
	const { shape, strides } = buffer;
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
// src/core/expected/compute.ts
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
	let done = 0;
	const keep = (job, outputs) => {
		results.set(job.key, outputs);
		stored.push(store.put(job.key, outputs));
	};
	await withWorkerContext(request, context, async (pool) => {
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
			parse: (answer) => answerSchema$2.parse(answer),
			failed: (failure) => ({
				ok: false,
				failure,
				cpuSeconds: 0
			})
		};
		const settings = {
			...pool,
			program: "reference_worker.py",
			role: "reference"
		};
		await answerAll(tasksOf$1(distinct), settings, protocol, ({ id, job }, outcome) => {
			done += 1;
			context.log.progress(done, distinct.length, `${job.kernel.name} (${job.smokeCase.name})`);
			request.onTime?.(job.key, outcome.cpuSeconds);
			const folder = folders.get(id) ?? "";
			if (outcome.ok) keep(job, readExpectedOutputs(job, folder));
			else if (isError(job, outcome.failure)) problems.push(problemOf$2(job, outcome.failure, document, request.manifest));
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
	await Promise.all(stored);
	if (problems.length > 0) throw new Failure("compile", problems);
	return results;
}
const answerSchema$2 = discriminatedUnion("ok", [object({
	ok: literal$2(true),
	cpuSeconds: number()
}), object({
	ok: literal$2(false),
	cpuSeconds: number(),
	failure: failedSchema.shape.failure.extend({ reason: _enum([
		"import",
		"function",
		"parameters",
		"run",
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
* Whether a failure is an error, not a note. The kernel is not wrong if the interpreter cannot run
* it. But the package must not depend on how fast a machine is.
*/
function isError({ kind }, { reason }) {
	return kind === "reference" || reason === "timeout";
}
function problemOf$2(job, failure, document, manifest) {
	const { file, line, message } = failure;
	const at = line === void 0 ? "" : `:${line}`;
	const where = file === void 0 ? "" : `${shownPath(file, manifest)}${at}: `;
	const subject = job.kind === "reference" ? "" : "Triton's interpreter ";
	return {
		message: `${job.kernel.name} (${job.smokeCase.name}): ${where}${subject}${message}`,
		place: document.locate(job.smokeCase.path),
		hint: hintFor$1(job, failure)
	};
}
function hintFor$1({ kind, source }, { reason, missingModule }) {
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
	const [first = ""] = message.split("\n");
	return `${where}${first}`.slice(0, 300);
}
// src/core/build/results.ts
/** Finds out what has to be computed, after restoring results from the remote. */
async function readStanding(work, store, manifestFile) {
	const stored = await loadStored(work, store);
	const known = await withoutFailing(work, stored.failures, manifestFile);
	const outputs = await loadOutputs(known.jobs, work.jobs, stored, store);
	const complete = {
		...stored,
		outputs
	};
	const { variants } = missingResults(work, stored);
	return {
		stored: complete,
		known,
		missing: {
			variants,
			jobs: missingResults(known, complete).jobs
		}
	};
}
/** Loads results from the store, after restoring those it lacks from the remote. */
async function loadStored(work, store) {
	const { variants } = work.preparation;
	const loaded = await load({
		variants,
		jobs: work.jobs
	}, store.local);
	const missing = missingResults(work, loaded);
	if ((await store.remote.pull([...entryNames(missing.variants, missing.jobs), ...droppable(missing.variants).map((hash) => entryName("failure", hash))])).size === 0) return loaded;
	const more = await load(missing, store.local);
	return {
		kernels: new Map([...loaded.kernels, ...more.kernels]),
		failures: new Map([...loaded.failures, ...more.failures]),
		outputs: new Map([...loaded.outputs, ...more.outputs])
	};
}
/** The hashes of variants whose config may be dropped: for these, a compile error is a result. */
function droppable(variants) {
	return variants.flatMap(({ kernel, hash }) => kernel.mayDropConfigs ? [hash] : []);
}
function missingResults({ preparation, jobs }, { kernels, failures, outputs }) {
	return {
		variants: preparation.variants.filter(({ kernel, hash }) => !kernels.has(hash) && !(kernel.mayDropConfigs && failures.has(hash))),
		jobs: jobs.filter(({ key }) => !outputs.has(key))
	};
}
/** Loads the expected outputs of jobs that were not among those `asked` for before. */
async function loadOutputs(jobs, asked, { outputs }, store) {
	const before = new Set(asked.map(({ key }) => key));
	const added = jobs.filter(({ key }) => !before.has(key));
	if (added.length === 0) return outputs;
	await store.remote.pull(added.map(({ key }) => entryName("expected", key)));
	return new Map([...outputs, ...await loadExpected(store.local, added)]);
}
/**
* Compiles variants and stores the results. Returns why those that may be dropped do not compile, or
* cannot be launched.
* @throws {Failure} `compile` with everything that does not compile, after all others have
* finished.
*/
async function compileMissing(missing, store, request, context) {
	if (missing.length === 0) return {
		kernels: /* @__PURE__ */ new Map(),
		failures: /* @__PURE__ */ new Map()
	};
	const { log, now } = context;
	return log.group(`Compile ${plural(missing.length, "variant")}`, async () => {
		const note = missing.length > request.jobs ? memoryNote(request.jobs) : void 0;
		if (note !== void 0) log.info(note);
		const start = now();
		const { kernels, failures, cpuSeconds } = await compileVariants(missing, store, request, context);
		const seconds = (now() - start) / 1e3;
		log.info(`${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s, with ${plural(request.jobs, "worker")}`);
		return {
			kernels,
			failures: new Map([...failures, ...launchFailures(missing, kernels)])
		};
	});
}
/**
* Computes expected outputs and stores them.
* @throws {Failure} `compile` with every case that failed.
*/
async function computeMissing(missing, { preparation, cases }, store, request, context) {
	if (missing.length === 0) return /* @__PURE__ */ new Map();
	const { document } = preparation.manifest;
	const title = `Compute the expected outputs of ${plural(missing.length, "case")}`;
	return context.log.group(title, () => computeExpected(missing, store.expected, document, request, context, readPacked(cases)));
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
// src/core/build/build.ts
/**
* Builds a package from a manifest, or runs Triton's own tools if the manifest or the request names
* that generator. Writes nothing to the output folder unless every variant compiles and passes its
* checks.
* @throws {Failure} of any kind.
*/
async function build(request, context) {
	return keepingWorkers(context, (kept) => buildWith({
		...request,
		kept
	}, context));
}
async function buildWith(request, context) {
	const { log } = context;
	await checkOutputFolder(request.out);
	const opened = await openBuild(request, context);
	const { preparation, tuning } = opened;
	if (preparation.manifest.generator === "native") {
		const { work, store } = await openWork(opened, request);
		return buildPackage(work, store, tuning, request, context);
	}
	if (tuning !== void 0) log.info(`${tuning.file} is not used: the code of Triton's own tools does not choose algos`);
	if (request.split === true) throw new Failure("usage", {
		message: "files of Triton's own tools cannot be split by target",
		place: { file: request.manifest },
		hint: "Use the native generator, or omit --split."
	});
	return buildWithTritonTools(preparation, request, context);
}
/** Saves results even if the build fails: the next one then has less to compile. */
async function buildPackage(work, store, tuning, request, context) {
	let built;
	try {
		if (request.measured !== void 0) await store.remote.open();
		built = await buildWork(work, tuning, store, request, context);
	} finally {
		await saveResults(store, request.storeLimit, context);
	}
	const { out } = request;
	return {
		generator: "native",
		out,
		...built,
		...store.remote.traffic()
	};
}
async function buildWork(work, tuning, store, request, context) {
	const { manifest, variants } = work.preparation;
	const { log } = context;
	const { stored, known, missing } = await readStanding(work, store, request.manifest);
	const { length } = missing.variants;
	log.info(`${variants.length - length} of ${plural(variants.length, "variant")} in the store`);
	await explainMissing(missing.variants, manifest.package, store, log);
	const python = length + missing.jobs.length === 0 ? "" : await installTriton(work.preparation, request, context);
	const seconds = new Map(request.measured);
	const onTime = (key, cpuSeconds) => void seconds.set(key, cpuSeconds);
	const settings = {
		...request,
		python,
		onTime
	};
	const compiled = await compileMissing(missing.variants, store.local, settings, context);
	const kernels = new Map([...stored.kernels, ...compiled.kernels]);
	const failures = new Map([...stored.failures, ...compiled.failures]);
	const left = compiled.failures.size === 0 ? known : await withoutFailing(work, failures, request.manifest);
	checkLaunches(left.preparation.variants, kernels, request.manifest);
	const choices = planChoices(tuning, left.preparation);
	for (const warning of [...left.warnings, ...choices.warnings]) log.warning(warning);
	const checked = checkAbi(left.preparation.variants.map((variant) => [variant, resultOf$2(kernels, variant.hash)]));
	const asked = [...work.jobs, ...known.jobs];
	const after = {
		...stored,
		outputs: await loadOutputs(left.jobs, asked, stored, store)
	};
	const { jobs } = missingResults(left, after);
	const computed = await computeMissing(jobs, left, store.local, settings, context);
	const outputs = new Map([...after.outputs, ...computed]);
	const cases = addExpected(left.cases, new Map(left.jobs.map((job) => [job.packaged, resultOf$2(outputs, job.key)])));
	warnOfMissingOutputs(cases, manifest, log);
	const what = request.split === true ? "a package for each target" : "the package";
	const packages = await log.group(`Write ${what} to ${request.out}`, () => writePackages(manifest, checked, cases, tuning, request, context));
	if (seconds.size > 0) await saveHistory(manifest.package, variants, timesOf$1(seconds, variants, left.jobs), store);
	const advice = await advise(left.preparation, kernels, store, settings, context);
	const fresh = new Set(missing.variants);
	const cached = variants.filter((variant) => !fresh.has(variant) && kernels.has(variant.hash));
	return {
		preparation: left.preparation,
		checked,
		packages,
		compiled: length,
		cached: cached.length,
		advice
	};
}
/** Compares the code with that of more hints, and warns of what is much worse. */
async function advise(preparation, known, { local, remote }, request, context) {
	if (request.advice === false) return [];
	const python = request.python === "" ? void 0 : request.python;
	const advice = await adviseKernels(preparation, openTrials({
		known,
		store: local,
		pull: (names) => remote.pull(names),
		python: () => Promise.resolve(python)
	}, request, context));
	for (const warning of adviceWarnings(advice, preparation.manifest)) context.log.warning(warning);
	return advice;
}
/** Finds or installs Triton. Returns the Python interpreter that has it. */
async function installTriton({ manifest }, request, context) {
	const { python } = await context.log.group(`Install Triton ${manifest.triton}`, () => manifestToolchain(manifest, request.python, context));
	return python;
}
function resultOf$2(results, hash) {
	const result = results.get(hash);
	if (result === void 0) throw new Error(`no result for ${hash}`);
	return result;
}
// src/core/harness/needs.ts
/** Bytes for the driver's contexts on a large GPU, and for cubins. */
const OVERHEAD = 600 * (1 << 20);
/** Returns what calls of kernels need; `bytes` are those of the buffers at any one time. */
function deviceNeeds(ptxas, kernels, bytes) {
	return {
		targets: [...new Map(kernels.flatMap(targetsOf).map((target) => [target.name, target])).values()],
		ptxas,
		memory: bytes + OVERHEAD
	};
}
/** The targets of a kernel's cubins. */
function targetsOf(kernel) {
	return [...new Set(kernel.variants.map(({ target }) => target))].flatMap((name) => parseTarget(name) ?? []);
}
/**
* The target whose cubin a device loads: of those that run on it, the one with the highest minor
* version.
*/
function targetFor(targets, capability) {
	return targets.filter((target) => runsOn(target, capability)).toSorted((a, b) => b.arch - a.arch)[0];
}
/** The target whose cubin a device loads for an algo and specialisation; undefined if none. */
function targetOfRun({ variants }, run, capability) {
	return targetFor(variants.filter(({ algo, specialisation }) => algo === run.algo && specialisation === run.specialisation).flatMap(({ target }) => parseTarget(target) ?? []), capability);
}
/** Bytes of the guards before and after each buffer. */
const GUARDS = 131072;
/** Bytes of GPU memory for the buffers of a case. */
function caseBytes({ buffers }) {
	return Object.values(buffers).map((buffer) => buffer === null ? 0 : bufferBytes(buffer)).reduce((sum, size) => sum + size, 0);
}
/** One element more than its length: a misaligned buffer starts one element later. */
function bufferBytes({ length, element }) {
	return (length + 1) * bytesOf(elementType(element)) + GUARDS;
}
// src/core/harness/choose-gpu.ts
/** Percent of utilisation below which a GPU counts as idle. */
const IDLE = 10;
/**
* Returns the usable GPUs: idle ones first, then by free memory. The needed memory is checked
* later, with `memoryShortage`, when a GPU is locked: until then another run may use it.
*/
function chooseDevices(probed, needs, wanted) {
	const named = probed.devices.filter((device) => isWanted(device, wanted));
	if (named.length === 0) return refuse(noSuchDevice(probed.devices, wanted ?? ""));
	const fitting = named.filter((device) => targetFor(needs.targets, device) !== void 0);
	if (fitting.length === 0) return refuse(noCubin(named, needs.targets));
	const supported = fitting.filter((device) => probed.driver >= oldestDriver(device, needs));
	const [first] = fitting;
	if (supported.length === 0 && first !== void 0) return refuse(oldDriver(probed.driver, oldestDriver(first, needs)));
	return {
		candidates: supported.toSorted(byIdleness),
		problems: []
	};
}
/**
* The problem that a GPU has too little free memory; undefined if it has enough, or if that is
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
/** 13000 as `13.0`. */
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
function oldestDriver(device, { targets, ptxas }) {
	const majors = ptxas.map((version) => Number(version.split(".")[0])).filter(Number.isFinite);
	const major = majors.length === 0 ? 0 : Math.min(...majors);
	const arch = targetFor(targets, device)?.arch ?? 0;
	return Math.max(OLDEST, FIRST_VERSIONS.get(arch) ?? 0, major * 1e3);
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
function noCubin(devices, targets) {
	const has = targets.map(({ name }) => name).join(", ");
	const [first] = devices;
	const target = `sm_${(first?.major ?? 0) * 10 + (first?.minor ?? 0)}`;
	return {
		message: `the package has no cubin for ${devices.map(deviceText).join(" or ")}, only for ${has || "no target"}`,
		hint: `Add ${target} to \`targets:\` in the manifest and build the package again, or use a GPU of these targets.`
	};
}
function oldDriver(driver, needed) {
	return {
		message: `the NVIDIA driver is too old: it supports CUDA ${cudaVersion(driver)}, the cubins need CUDA ${cudaVersion(needed)}`,
		hint: `Update the driver of this machine to one that supports CUDA ${cudaVersion(needed)} or later.`
	};
}
function mebibytes(bytes) {
	return `${Math.floor(bytes / (1 << 20))} MiB`;
}
// src/core/harness/run-program.ts
/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE = 5e3;
/** Longer than any line of the protocol. */
const MAX_LINE = 1 << 20;
/**
* Runs a program that may hang, crash, flood its output or leave children behind. Nothing of it is
* left running. Rejects with the abort reason if the run is interrupted.
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
	const shown = printed.trim().split("\n").slice(-count).map((line) => line.length > 300 ? `${line.slice(0, 299)}…` : line);
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
			timer = setTimeout(() => group.kill(), GRACE);
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
// src/core/harness/tools.ts
const INSTALL = "Install the compilers (Debian and Ubuntu: apt-get install -y gcc g++; Fedora and RHEL: dnf install -y gcc gcc-c++), or set CC and CXX.";
/**
* Returns the compilers that CC and CXX name, or the first common ones on PATH.
* @throws {Failure} `environment` if there are none.
*/
async function findCompilers(env) {
	const [c, cxx] = await Promise.all([find("CC", [
		"cc",
		"gcc",
		"clang"
	], env), find("CXX", [
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
* Runs a compiler, whose arguments end with `-o FILE`. Returns no problem on success, or one with the
* compiler's first errors, or one that says that it took too long.
*/
async function runCompiler({ argv, label }, context, seconds = COMPILER_LIMIT) {
	const env = compilerEnvironment(context.env);
	const limit = AbortSignal.timeout(seconds * 1e3);
	const signal = AbortSignal.any([context.signal, limit]);
	const result = await context.runTool(argv, {
		env,
		signal
	}).catch((error) => {
		if (context.signal.aborted || !limit.aborted) throw error;
	});
	if (result === void 0) return [{
		message: `${label}: ${argv[0]} was ended because it took longer than ${seconds} seconds`,
		hint: "Run the compiler by hand, or set CC and CXX to another one."
	}];
	const output = argv.at(-1) ?? "";
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
// src/core/harness/probe.ts
/** The source of the program that lists and locks the GPUs. It is not part of the harness. */
const PROBE_SOURCE = join(HARNESS_FOLDER, "probe.cpp");
const deviceSchema = object({
	ordinal: number(),
	name: string(),
	uuid: string(),
	major: number(),
	minor: number(),
	memoryTotal: number(),
	memoryFree: number().nullable(),
	/** Percent of the last sample period in which a kernel ran. */
	utilisation: number().nullable()
});
const answerSchema$1 = union([object({
	problem: _enum([
		"no-driver",
		"init",
		"no-device"
	]),
	message: string()
}), object({
	driver: number(),
	devices: array(deviceSchema)
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
			answer ??= answerSchema$1.safeParse(tryParseJson(line)).data;
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
		problem: explain(problem, message, context.env)
	};
}
const CONTAINER = "In a container, start it with --gpus all (NVIDIA container toolkit). In Kubernetes, request nvidia.com/gpu.";
const REBOOT = "Check that `nvidia-smi` works. If the driver was just updated, reboot or reload its kernel modules.";
/** The causes and remedies of driver errors. Source: CUDA Driver API, CUresult. */
const REMEDIES = {
	CUDA_ERROR_NOT_INITIALIZED: `The driver's kernel module is not loaded or not accessible. ${REBOOT}`,
	CUDA_ERROR_OUT_OF_MEMORY: "The machine or its GPU has no free memory.",
	CUDA_ERROR_STUB_LIBRARY: "The toolkit's stub of libcuda was loaded instead of the driver. Remove its `stubs` folder from LD_LIBRARY_PATH.",
	CUDA_ERROR_DEVICE_UNAVAILABLE: "The GPU is in exclusive or prohibited compute mode, and another process uses it. Check with `nvidia-smi -q -d COMPUTE`.",
	CUDA_ERROR_SYSTEM_NOT_READY: "The fabric manager is not running. Start the one of the same version as the driver: systemctl start nvidia-fabricmanager.",
	CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: `libcuda and the kernel module have different versions. ${REBOOT} Restart the container, if this is one.`,
	CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: "A forward-compatibility libcuda (cuda-compat) was loaded, but this GPU does not support it. Remove it from LD_LIBRARY_PATH, or update the driver.",
	CUDA_ERROR_UNKNOWN: `${REBOOT} In a container, /dev/nvidia* might not be accessible: restart it.`
};
function explain(problem, message, env) {
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
				hint: REMEDIES[name] ?? REBOOT
			};
		}
	}
}
// src/core/harness/lease.ts
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
const answerSchema = object({ locked: boolean() });
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
	const answer = answerSchema.safeParse(tryParseJson(line ?? "")).data;
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
// src/core/smoke/request.ts
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
		...settings.sanitize ? ["--sanitize"] : []
	].map(shellQuote).join(" ");
}
// src/core/harness/harness-source.ts
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
/** Whether any kernel takes a tensor. The harness then needs the tensor type of the package. */
function takesTensors(kernels) {
	return kernels.some((kernel) => parametersOf$1(kernel).some(({ type }) => type.includes("<")));
}
/** The parameters between the stream and the algo id, in C's order. */
function parametersOf$1({ parameters, gridParameters }) {
	return [...parameters, ...gridParameters];
}
function writeKernel(kernel, index) {
	const parameters = parametersOf$1(kernel);
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
	const values = parametersOf$1(kernel).flatMap(({ type }, at) => {
		const parsed = parseArgumentType(type);
		return parsed !== void 0 && isInteger(parsed) ? [writeValue(type, `v[${at}]`)] : [];
	});
	return `
static int choose_${index}(CUstream stream, const Value *${values.length === 0 ? "" : " v"}) {
  return ${kernel.name}_choose(${["stream", ...values].join(", ")});
}`;
}
function writeEntry({ name, choice }, index) {
	return `    {"${name}", &call_${index}, &${name}_get_num_algos, &load_${name}, &unload_${name}, parameters_${index}${choice === void 0 ? "" : `, &choose_${index}`}},`;
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
// src/core/harness/compile-units.ts
/** Creates the folders that units are compiled to. */
async function makeFolders({ folder }) {
	await Promise.all(["objects", "stub"].map((name) => mkdir(join(folder, name), { recursive: true })));
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
// src/core/harness/build-harness.ts
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
/** Whether a line of output is the sanitizer's. */
function isSanitizerLine(line) {
	return line.startsWith("=========");
}
/** Lines of a report in a message. */
const SHOWN$1 = 6;
/** Returns the first error report in the sanitizer's lines; undefined if there is none. */
function sanitizerProblem(lines) {
	const texts = lines.map((line) => line.replace(/^=+ ?/, ""));
	const first = texts.findIndex((text) => text.trim() !== "" && !/^(COMPUTE-SANITIZER|ERROR SUMMARY)/.test(text));
	if (first < 0) return void 0;
	const report = texts.slice(first, first + SHOWN$1).filter((text) => text.trim() !== "");
	const [title = ""] = report;
	return {
		kind: /^Invalid|out.of.bounds/i.test(title) ? "out-of-bounds" : "execution",
		message: `compute-sanitizer: ${report.join("\n")}`
	};
}
// src/core/package/read.ts
const parametersSchema = array(object({
	name: string(),
	type: string()
}));
/** Names become parts of paths, and archives are not trusted. */
const name = string().regex(/^[A-Za-z]\w*$/);
const target = string().regex(/^\w+$/);
const kernelSchema$2 = object({
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
	/** How an algo is chosen, if it was measured. */
	choice: choiceSchema.optional(),
	/** How hints were chosen that the manifest does not give. */
	hints: object({
		key: string(),
		choices: hintChoicesSchema,
		origins: array(string())
	}).optional(),
	/** The specialisations that no case of the smoke test reaches, although it has cases. */
	untested: array(number()).optional(),
	variants: array(object({
		algo: number(),
		specialisation: number(),
		target,
		hash: string()
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
	triton: string(),
	tritonDigest: string().optional(),
	ptxas: array(string()),
	kernels: array(kernelSchema$2)
});
/**
* Reads a package and checks every file against its checksums.
* @throws {Failure} `usage` if there is no package or it has an unknown format, `verification` if
* it is damaged.
*/
async function readPackage(folder) {
	const text = await readManifestText$1(folder);
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
/** The SHA-256 of a package's checksums; of nothing if it has none. */
async function packageDigest(folder) {
	return sha256(await readPlainFile(join(folder, SUMS_FILE)).catch(() => ""));
}
/** Parses a package's manifest.json. @throws as `parseDocument`. */
function parseManifest(text, folder, schema) {
	return parseDocument$2(text, join(folder, MANIFEST_FILE), schema, 1);
}
/** @throws {Failure} `usage` if there is no package. */
async function readManifestText$1(folder) {
	try {
		return (await readPlainFile(join(folder, MANIFEST_FILE))).toString();
	} catch (error) {
		const message = ["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "") ? "there is no package here: it has no manifest.json" : `cannot read the package's ${MANIFEST_FILE}: ${reasonOf(error)}`;
		throw new Failure("usage", {
			message,
			place: { file: folder },
			hint: "Build a package with `triton-aot build`, or pass its folder with --package."
		});
	}
}
const formatSchema = object({ format: number() });
const generatorSchema = object({ generator: object({
	name: literal$2(GENERATOR_NAME),
	version: string(),
	mode: string().optional()
}) });
/**
* Parses a JSON file of a package.
* @throws {Failure} `usage` if another program or an incompatible version wrote it, `verification`
* if it is damaged.
*/
function parseDocument$2(text, file, schema, known) {
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
		return isInside(path) ? [[path, sum]] : [];
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
		const what = await readPlainFile(join(folder, path)).then((content) => sha256(content) === sum ? void 0 : "does not match its checksum", (error) => systemCode(error) === "ENOENT" ? "is missing" : `cannot be read: ${reasonOf(error)}`);
		if (what !== void 0) problems.push({
			message: `${path} ${what}`,
			place,
			hint: REMEDY$1
		});
	}
	return problems;
}
/** Returns whether a path is normalised and below the folder it is relative to. */
function isInside(path) {
	return path !== "" && posix.normalize(path) === path && !path.includes("\\") && !posix.isAbsolute(path) && path !== ".." && !path.startsWith("../");
}
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
	return text === void 0 ? [] : parseDocument$2(text, file, casesSchema, 1).kernels;
}
// src/core/measure/timing.ts
const DEFAULT_TIMING = {
	milliseconds: 500,
	precision: .01,
	flush: true
};
/** Bytes of GPU memory for flushing the L2 cache: twice that of a large GPU. */
const FLUSH_BYTES = 512 * 2 ** 20;
// src/core/harness/select-kernels.ts
/**
* Returns the kernels of a package that globs name; all without globs.
* @throws {Failure} `usage` if there is none.
*/
function selectKernels({ manifest, folder }, only) {
	const isChosen = only.length === 0 ? () => true : (0, import_picomatch.default)([...only]);
	const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
	if (chosen.length > 0) return chosen;
	throw new Failure("usage", {
		message: `no kernel of the package matches ${only.map((glob) => `\`${glob}\``).join(", ")}`,
		place: { file: folder },
		hint: `Its kernels are ${manifest.kernels.map(({ name }) => name).join(", ")}.`
	});
}
// src/core/harness/problem.ts
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
	"timeout",
	"crash"
];
// src/core/harness/run-tasks.ts
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
		const left = tasks.filter((task) => !outcomes.has(task));
		if (left.length === 0) return outcomes;
		const before = outcomes.size;
		const { failed, problem } = await runInOneProcess(left, settings, settle);
		if (failed !== void 0) settle(failed, failure(problem));
		if (problem.kind === "timeout") timeouts += 1;
		const isHung = timeouts >= settings.maxTimeouts;
		if (!(outcomes.size === before || isHung)) continue;
		const hung = `not run: the kernel already hung${timeouts === 1 ? "" : ` ${timeouts} times`}`;
		const why = isHung ? {
			kind: problem.kind,
			message: hung
		} : problem;
		for (const task of left) if (!outcomes.has(task)) settle(task, failure(why));
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
	/** Nanoseconds of a call on the CPU, one number for each round. */
	host: object({
		package: array(number()),
		driver: array(number())
	}).optional(),
	note: string().optional()
};
const eventSchema$1 = union([
	object({ event: literal$2("device") }),
	object({ event: literal$2("end") }),
	object({
		event: literal$2("fatal"),
		message: string()
	}),
	object({
		event: literal$2("start"),
		run: idSchema
	}).transform(({ event, run }) => ({
		event,
		key: runKey(run)
	})),
	object({
		event: literal$2("start"),
		check: string()
	}).transform(({ event, check }) => ({
		event,
		key: checkKey(check)
	})),
	object({
		event: literal$2("run"),
		run: idSchema,
		...outcomeFields
	}).transform(({ event: _event, run, ...outcome }) => done(runKey(run), outcome)),
	object({
		event: literal$2("check"),
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
	const event = at < 0 ? void 0 : eventSchema$1.safeParse(tryParseJson(line.slice(at))).data;
	return {
		event,
		printed: event === void 0 ? line : line.slice(0, at)
	};
}
// src/core/smoke/selection.ts
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
		return algos.flatMap((algo) => item.runs.filter((run) => run.algos?.includes(algo) ?? true).map(({ specialisation, misaligned }) => ({
			case: item,
			index,
			algo,
			specialisation,
			misaligned
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
* What the selected tests call: the selected kernels, or all if there is a user's own test, which
* may call any kernel.
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
/** Returns what the selected tests of a package need. */
function testNeeds({ manifest }, tests, { requireTuned }) {
	const kernels = tests.map(({ kernel }) => kernel);
	const timed = requireTuned === true ? tests.flatMap(({ cases }) => cases.timed ?? []) : [];
	const largest = requireTuned === true ? FLUSH_BYTES + Math.max(0, ...timed.map(caseBytes)) : 0;
	return deviceNeeds(manifest.ptxas, kernels, Math.max(largest, ...tests.map(memoryOf)));
}
/** The part of a kernel's test for which a device has code: configs may not compile for all. */
function testOn(test, capability) {
	const { kernel, cases } = test;
	const hasCode = (algo) => kernel.specialisations.some((_conditions, specialisation) => targetOfRun(kernel, {
		algo,
		specialisation
	}, capability) !== void 0);
	return {
		...test,
		cases: {
			...cases,
			algos: cases.algos.filter(hasCode)
		},
		runs: test.runs.filter((run) => targetOfRun(kernel, run, capability) !== void 0)
	};
}
function memoryOf({ cases, runs, isWhole }) {
	const largest = Math.max(0, ...runs.map((run) => caseBytes(run.case)));
	const smallest = smallestCase(cases.cases);
	const copies = isWhole && smallest !== void 0 ? 8 * caseBytes(smallest) : 0;
	return Math.max(largest, copies);
}
// src/core/smoke/result.ts
/** `matmul_fp16 [algo 1, specialisation 0, M=257]`, or with the name of a check. */
function titleOf(result) {
	if ("check" in result) return `${result.kernel} [check ${result.check}]`;
	const { kernel, algo, specialisation } = result;
	return `${kernel} [algo ${algo}, specialisation ${specialisation}, ${result.case}]`;
}
/** The title of a failed run or check, and all its problems. */
function failureText(result) {
	return `${titleOf(result)}: ${result.problems.map(({ message }) => message).join("; ")}`;
}
// src/core/harness/device.ts
/** Describes the first GPU of a lease. */
function describeDevice({ device, driver }) {
	const { name, uuid, major, minor } = device;
	return {
		name,
		uuid,
		capability: `${major}.${minor}`,
		driver: cudaVersion(driver)
	};
}
// src/core/harness/case-data.ts
/**
* Writes the inputs and expected outputs of a case to files whose paths start with `prefix`.
* Returns the lines of a plan file that describe the case.
*/
async function describeComparedCase(item, prefix, readData) {
	return describeCase$1(item, async (name, buffer, index) => {
		const { element, role, length, fill, expected, tolerance } = buffer;
		const input = `${prefix}_${index}.input`;
		if (fill !== void 0) await writeFile(input, physicalInput(buffer, readData));
		const lines = [`buffer ${name} ${element} ${role} ${length} ${fill === void 0 ? "poison" : input}`, axesOf$1(name, buffer)];
		const content = expectedBytes(buffer, readData);
		if (expected === void 0 || content === void 0) return lines;
		const file = `${prefix}_${index}.expected`;
		await writeFile(file, content);
		const { norm, rtol, atol } = tolerance;
		return [...lines, `expected ${name} ${expected.type} ${norm} ${rtol} ${atol} ${file}`];
	});
}
/**
* Elements in the file of a computed input that is only timed. A prime, so that no two rows of a
* matrix are alike.
*/
const TILE = 1048573;
/**
* Like `describeComparedCase`, for a case whose outputs nobody looks at. A large input with computed
* elements is a file of some of them, which the harness repeats: the buffers of such a case may be
* very large. The elements between those of the layout have values too.
*/
async function describeTimedCase(item, prefix, readData) {
	return describeCase$1(item, async (name, buffer, index) => {
		const { element, role, length, fill, seed } = buffer;
		const input = `${prefix}_${index}.input`;
		const axes = axesOf$1(name, buffer);
		if (fill === void 0) return [`buffer ${name} ${element} ${role} ${length} poison`, axes];
		if (fill.kind === "data" || length <= TILE) {
			await writeFile(input, physicalInput(buffer, readData));
			return [`buffer ${name} ${element} ${role} ${length} ${input}`, axes];
		}
		await writeFile(input, fillElements(fill, elementType(element), TILE, seed));
		return [`tiled ${name} ${element} ${role} ${length} ${input}`, axes];
	});
}
async function describeCase$1(item, describeBuffer) {
	const lines = [...Object.entries(item.scalars).map(([name, value]) => `scalar ${name} ${value}`), ...Object.entries(item.empty ?? {}).map(([name, value]) => `empty ${name} ${value}`)];
	for (const [index, [name, buffer]] of Object.entries(item.buffers).entries()) if (buffer === null) lines.push(`null ${name}`);
	else lines.push(...await describeBuffer(name, buffer, index));
	return lines;
}
function axesOf$1(name, { shape, strides }) {
	return [
		"axes",
		name,
		shape.length,
		...shape,
		...strides
	].join(" ");
}
// src/core/measure/plan-file.ts
/** Returns the plan of a process that times cases with one algo. */
function timingPlanText(kernel, algo, tasks, { milliseconds, precision, flush }, step = "time") {
	return planOf([`kernel ${kernel}`, `timing ${milliseconds} ${precision} ${flush ? 1 : 0}`], tasks, (task) => [
		step,
		task.id,
		algo,
		...task.misaligned
	].join(" "));
}
/** Returns the plan of a process that asks which algo is chosen for cases. */
function choicePlanText(kernel, tasks) {
	return planOf([`kernel ${kernel}`], tasks, ({ id }) => `choose ${id}`);
}
function planOf(head, tasks, step) {
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
/** Returns the plan of a process that times a copy of as many bytes within the GPU's memory. */
function copyPlanText(kernel, id, bytes) {
	return `kernel ${kernel}\ncase 0\ncopy ${id} ${bytes}\nend\n`;
}
// src/core/measure/timed-call.ts
/** The call of a case with an algo, with aligned pointers if any specialisation takes these. */
function timedCall(kernel, algo, item, capability) {
	const [run] = item.runs.filter(({ algos }) => algos?.includes(algo) ?? true).toSorted((a, b) => a.misaligned.length - b.misaligned.length);
	if (run === void 0) return {
		item,
		run: {
			specialisation: 0,
			misaligned: []
		},
		variant: void 0,
		obstacle: `algo ${algo} refuses the call`
	};
	const { specialisation } = run;
	const target = targetOfRun(kernel, {
		algo,
		specialisation
	}, capability)?.name;
	const found = kernel.variants.find((each) => each.algo === algo && each.specialisation === specialisation && each.target === target);
	const variant = found === void 0 ? void 0 : {
		specialisation,
		target: found.target,
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
// src/core/measure/meter.ts
/** Bytes of a copy: more than any cache, and so long that its start does not count. */
const COPY_BYTES = 512 * 2 ** 20;
/** Returns what runs tasks in the harness, which the first tasks build. */
function runnerOf({ build, lease: { device }, folder, timeout }, { env, signal }) {
	let built;
	return async (tasks, plan) => {
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
}
/** Returns a meter for a GPU that is locked. `any` is one of the kernels that are measured. */
function meterOn(any, settings, context) {
	const { pkg, lease, folder, timing } = settings;
	const run = runnerOf(settings, context);
	const data = join(folder, "data");
	const described = /* @__PURE__ */ new Map();
	const linesOf = async (item) => {
		const known = described.get(item);
		if (known !== void 0) return known;
		await mkdir(data, { recursive: true });
		const lines = await describeTimedCase(item, join(data, `case${described.size}`), (file) => readFileSync(join(pkg.folder, file)));
		described.set(item, lines);
		return lines;
	};
	const timed = (step, timeOf) => async (kernel, algo, cases) => {
		const calls = cases.map((item) => timedCall(kernel, algo, item, lease.device));
		const tasks = [];
		for (const [id, { item, run: own, variant }] of calls.entries()) {
			if (variant === void 0) continue;
			const lines = await linesOf(item);
			tasks.push({
				id,
				key: runKey(id),
				lines,
				misaligned: own.misaligned
			});
		}
		const outcomes = await run(tasks, (left) => timingPlanText(kernel.name, algo, left, timing, step));
		const byId = new Map([...outcomes].map(([{ id }, outcome]) => [id, outcome]));
		return calls.map(({ item, variant, obstacle }, id) => ({
			case: item,
			algo,
			variant,
			result: resultOf$1(byId.get(id), obstacle, timeOf)
		}));
	};
	return {
		device: describeDevice(lease),
		variantOf: (kernel, algo, item) => timedCall(kernel, algo, item, lease.device).variant,
		measure: timed("time", callTimeOf),
		measureHost: timed("launch", hostTimeOf),
		async chosen(kernel, cases) {
			const tasks = [];
			for (const [id, item] of cases.entries()) tasks.push({
				id,
				key: runKey(id),
				lines: await linesOf(item),
				misaligned: []
			});
			const outcomes = await run(tasks, (left) => choicePlanText(kernel.name, left));
			return tasks.map((task) => outcomes.get(task)?.chosen);
		},
		async measureCopy() {
			const task = { key: runKey(0) };
			const time = (await run([task], () => copyPlanText(any?.name ?? "", 0, COPY_BYTES))).get(task)?.microseconds;
			return time === void 0 || time <= 0 ? void 0 : 2 * COPY_BYTES / (time / 1e6);
		}
	};
}
function resultOf$1(outcome, obstacle, timeOf) {
	if (outcome === void 0) return {
		kind: "fault",
		fault: {
			kind: "launch",
			message: obstacle
		}
	};
	const [fault] = outcome.problems;
	if (fault !== void 0) return {
		kind: "fault",
		fault
	};
	const time = timeOf(outcome);
	return time === void 0 ? {
		kind: "fault",
		fault: {
			kind: "execution",
			message: "the call took no time"
		}
	} : {
		kind: "time",
		...time
	};
}
/** A time of 0 is below the resolution of the events: nothing ran. */
function callTimeOf(outcome) {
	const { microseconds, range, calls, clocks, first } = outcome;
	if (microseconds === void 0 || microseconds <= 0) return void 0;
	return {
		microseconds,
		range: range ?? 0,
		calls: calls ?? 0,
		clocks,
		first
	};
}
function hostTimeOf({ host, first, note }) {
	return host === void 0 ? void 0 : {
		...host,
		first,
		note
	};
}
// src/core/smoke/evidence.ts
/** Returns the evidence of a kernel's test. None if any part of it failed or was left out. */
function recordsOf(pkg, { kernel, isWhole }, results, device, run) {
	const all = [...results.runs, ...results.checks];
	const [major = 0, minor = 0] = device.capability.split(".").map(Number);
	if (!isWhole || all.some(({ problems }) => problems.length > 0)) return [];
	const records = results.runs.flatMap(({ algo, specialisation }) => {
		const target = targetOfRun(kernel, {
			algo,
			specialisation
		}, {
			major,
			minor
		});
		if (target === void 0) return [];
		return [{
			...factsOf$1(pkg, kernel.name, device, run),
			algo,
			specialisation,
			target: target.name,
			outcome: "ran"
		}];
	});
	return [...new Map(records.map((record) => [keyOf$1(record), record])).values()];
}
/** What every record of a test says. */
function factsOf$1(pkg, kernel, device, run) {
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
async function writeEvidence(pkg, records, tuned = []) {
	const file = join(pkg.folder, EVIDENCE_FILE);
	const old = await readEvidence(file);
	const isOwn = (record) => isOfPackage(record, pkg);
	const all = mergeRecords([...old.records.filter(isOwn), ...records], keyOf$1);
	const allTuned = mergeRecords([...old.tuned.filter(isOwn), ...tuned], tunedKeyOf);
	if (all.length === 0 && allTuned.length === 0) {
		await rm(file, { force: true });
		return;
	}
	const text = evidenceText({
		records: all,
		tuned: allTuned
	});
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
	const isOwn = (record) => isOfPackage(record, pkg);
	await writeEvidence(pkg, found.flatMap(({ records }) => records.filter(isOwn)), found.flatMap(({ tuned }) => tuned.filter(isOwn)));
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
	const { records } = await readEvidence(file);
	const own = records.filter((record) => isOfPackage(record, pkg));
	const counting = own.filter(({ run }) => need.run === void 0 || run?.id === need.run);
	return manifest.kernels.flatMap((kernel) => {
		const missing = missingParts(kernel, counting, need.targets);
		if (missing.length === 0) return [];
		const others = own.filter((record) => record.kernel === kernel.name);
		const isOfOtherRun = missing.length > missingParts(kernel, others, need.targets).length;
		return {
			message: `${manifest.package}: there is no evidence that \`${kernel.name}\` ran with ${missing.join("; ")}${isOfOtherRun ? ` in run ${need.run}, only in ${describeRuns(others.filter(({ run }) => run?.id !== need.run))}` : ""}`,
			place: { file },
			hint: isOfOtherRun ? "Test the package in the workflow that publishes it. If you trust the other run, name it with `evidence-run`." : hintFor(records, own)
		};
	});
}
function hintFor(records, own) {
	return `${records.length > 0 && own.length === 0 ? "The evidence is of another build of the package. " : ""}Run the smoke test of this build for all kernels, without --case and --algo, on a GPU of each target. Then publish the package with its evidence.json.`;
}
/**
* The run whose evidence counts: the given one, or else the workflow's own.
* @param given the id of a run, or `any`
*/
function acceptedRun(given, env) {
	if (given === "any") return void 0;
	return given ?? testRun(env)?.id;
}
/** What names the run whose evidence counts. */
const EVIDENCE_RUN_FORM = /^(?:\d{1,20}|any)$/;
/** Returns the required targets that no package has code for. */
function unknownTargets(packages, need) {
	if (need.kind === "abi-checked") return [];
	const kernels = packages.flatMap(({ manifest }) => manifest.kernels);
	const known = new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)));
	return need.targets.filter((target) => !known.has(target));
}
function keyOf$1({ kernel, algo, specialisation, target, device }) {
	return [
		kernel,
		sortable(algo),
		sortable(specialisation),
		target,
		device
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
// src/core/smoke/plan-file.ts
/**
* Writes the inputs and expected outputs of all cases that the tasks use to `folder`, which is
* created.
*/
async function writeCaseData(test, tasks, folder, readData) {
	await mkdir(folder, { recursive: true });
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
function testPlanText(test, tasks, lines, timing) {
	const { kernel, cases } = test;
	const [algo = 0] = cases.algos;
	const described = [...casesOf(test, tasks)].flatMap(([item, own]) => [
		`case ${cases.cases.indexOf(item)}`,
		...lines.get(item) ?? [],
		...own.map((task) => task.kind === "run" ? [
			"run",
			task.id,
			task.run.algo,
			...task.run.misaligned
		].join(" ") : `check ${task.check} 8 ${algo}`)
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
// src/core/smoke/run-kernel.ts
/** Timeouts of a kernel after which its remaining runs and checks are not started. */
const MAX_TIMEOUTS = 3;
/** Milliseconds of timing for each run that passed. */
const TIMING$1 = 50;
/** Runs all tests of a kernel on the locked GPUs. */
async function testKernel(test, setup, context) {
	const { name } = test.kernel;
	const outcomes = await runCases(test, setup, context);
	const own = setup.programs.ownTests.get(name);
	const ownProblems = own === void 0 ? void 0 : await runOwnTest(own, setup, context);
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
async function runCases(test, setup, context) {
	const { programs, pkg, sanitizer, lease } = setup;
	const tasks = tasksOf(test, lease.second === void 0 ? 1 : 2);
	if (programs.harness === void 0 || tasks.length === 0) return /* @__PURE__ */ new Map();
	const folder = join(setup.folder, test.kernel.name);
	try {
		const lines = await writeCaseData(test, tasks, folder, (file) => readFileSync(join(pkg.folder, file)));
		const timing = sanitizer.length > 0 ? 0 : TIMING$1;
		const outcomes = await runTasks(tasks, {
			argv: [...sanitizer, programs.harness],
			...processSettings(setup, context),
			folder,
			maxTimeouts: MAX_TIMEOUTS,
			plan: (left) => testPlanText(test, left, lines, timing),
			onOutcome: () => setup.onDone(test.kernel.name)
		});
		return new Map(tasks.flatMap((task) => {
			const outcome = outcomes.get(task);
			return outcome === void 0 ? [] : [[task, outcome]];
		}));
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/** Runs a user's own test, which passes if it exits with status 0. */
async function runOwnTest(program, setup, context) {
	const settings = processSettings(setup, context);
	const exit = await runTestProgram([...setup.sanitizer, program], settings);
	setup.onDone("own test");
	if (exit.code === 0 && !exit.isTimeout) return [];
	const output = lastLines(exit.printed, 10);
	if (exit.isTimeout) return [{
		kind: "timeout",
		message: `the test did not finish in ${settings.limit / 1e3} s (raise the limit with --timeout)${output}`
	}];
	return [{
		kind: exit.signal === null ? "check" : "crash",
		message: `the test ${describeExit(exit)}${output}`
	}];
}
function processSettings({ lease: { device, second }, request, sanitizer }, context) {
	const uuids = [device, second].flatMap((item) => item === void 0 ? [] : [item.uuid]);
	return {
		env: testEnvironment(context.env, uuids),
		signal: context.signal,
		limit: request.timeout * 1e3 * (sanitizer.length > 0 ? 10 : 1)
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
// src/core/measure/scores.ts
/** The sizes of cases. Of cases with the same integers, only the first is one. */
function sizesOf$1({ parameters, gridParameters }, cases) {
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
	return names.length === Object.keys(b).length && names.every((name) => b[name] !== void 0 && String(a[name]) === String(b[name]));
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
function knownScore(known, { values }, algo, { hash }) {
	const score = (known?.sizes.find((each) => isSame(each.values, values)))?.scores.find((each) => each.hash === hash);
	return score && {
		...score,
		algo
	};
}
/** Significant digits of a time: the median is not more precise. */
const DIGITS = 5;
/** Characters of a fault. */
const MAX_FAULT = 200;
/** What the tuning file says about a measured call; undefined if there is no code for it. */
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
// src/core/measure/tune-kernel.ts
/** What there is to measure of a kernel. Only tested algos reach the cases of the test. */
function subjectOf(kernel, item) {
	return {
		kernel,
		sizes: sizesOf$1(kernel, item.timed ?? item.cases),
		algos: item.timed === void 0 ? item.algos : [...kernel.algos.keys()],
		key: item.key
	};
}
/** Measures what the file does not have of a kernel, and writes it after every algo. */
async function measureKernel({ kernel, sizes, algos, key }, meter, triton, { file, again }, context, onAlgo) {
	const { device } = meter;
	const old = entryOf(await readTuning(file) ?? [], kernel.name, device);
	const known = old?.device.driver === device.driver && old.triton === triton ? old : void 0;
	let clocks = known?.device.clocks;
	const scores = new Map(sizes.map((size) => {
		const kept = [...kernel.algos.keys()].flatMap((algo) => {
			const variant = meter.variantOf(kernel, algo, size.case);
			if (variant === void 0 || again && algos.includes(algo)) return [];
			const score = knownScore(known, size, algo, variant);
			return score === void 0 ? [] : [score];
		});
		return [size, new Map(kept.map((score) => [score.algo, score]))];
	}));
	const kept = countOf$1(scores);
	const save = async () => {
		const { name, capability, driver } = device;
		const entry = {
			kernel: kernel.name,
			device: {
				name,
				capability,
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
function widened(known, seen) {
	if (known === void 0 || seen === void 0) return known ?? seen;
	return {
		from: Math.min(known.from, seen.from),
		to: Math.max(known.to, seen.to)
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
// src/core/smoke/tuned.ts
/** The longest time of a chosen algo, as a multiple of the best algo's. */
const LIMIT = 1.1;
/** Whether there is anything to choose. */
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
		const message = `algo ${own}, which is chosen for ${name}, takes ${ratio.toFixed(2)} × the time of algo ${best.algo}; at most ${LIMIT} × is allowed`;
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
/** The times of an algo in microseconds, for the sizes for which it has one. */
async function timesOf(meter, kernel, algo, sizes) {
	const calls = await meter.measure(kernel, algo, sizes.map((size) => size.case));
	return new Map(calls.flatMap(({ result }, index) => {
		const size = sizes[index];
		return result.kind === "time" && size !== void 0 ? [[size, result.microseconds]] : [];
	}));
}
// src/core/smoke/run-package.ts
/**
* Tests the kernels one after another on the locked GPU, and writes evidence for those that pass.
*/
async function testPackage(tests, common, context) {
	const { pkg, lease } = common;
	const device = describeDevice(lease);
	const own = tests.map((test) => testOn(test, lease.device));
	const total = countSteps(own, common);
	let done = 0;
	const onDone = (label) => context.log.progress(done += 1, total, label);
	const results = [];
	const records = [];
	const tuned = [];
	for (const test of own) {
		const hasCubin = targetFor(targetsOf(test.kernel), lease.device) !== void 0;
		const result = hasCubin ? await testKernel(test, {
			...common,
			onDone
		}, context) : withoutCubin(test, common, device);
		const judged = hasCubin ? await withTuned(test, result, common, tuned, context) : result;
		results.push(judged);
		records.push(...recordsOf(pkg, test, result, device, testRun(context.env)));
		logResult(test, judged, context);
	}
	await keepEvidence(common, records, tuned, context);
	return {
		device,
		runs: results.flatMap(({ runs }) => runs),
		checks: results.flatMap(({ checks }) => checks),
		notes: [...lease.note === void 0 ? [] : [lease.note], ...results.flatMap(({ notes }) => notes)]
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
	if ([...result.runs, ...result.checks].some(({ problems }) => problems.length > 0) || harness === void 0 || !hasChoice(test) || sanitizer.length > 0) return result;
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
	await mkdir(settings.folder, { recursive: true });
	const meter = meterOn(kernel, settings, context);
	const { sizes, worst, problems } = await checkTuned(test, meter);
	if (problems.length === 0 && worst !== void 0) {
		const facts = factsOf$1(pkg, kernel.name, meter.device, testRun(context.env));
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
async function keepEvidence({ pkg }, records, tuned, { log }) {
	try {
		await writeEvidence(pkg, records, tuned);
	} catch (error) {
		log.warning({ message: `cannot write the evidence: ${String(error)}` });
	}
}
// src/core/smoke/smoke.ts
/**
* Tests a package on a GPU: selects the tests, builds a C++ program that calls every kernel (the
* harness), locks a GPU, runs the tests, and writes evidence.json to the package. Failed tests are
* part of the result; see `smokeFailure`.
* @throws {Failure} `usage`, `verification`, `environment`, `no-gpu`, or `smoke` if there is
* nothing to test or a user's own test does not compile.
*/
async function smoke(request, context) {
	const start = context.now();
	const pkg = await readSmokePackage(request.package);
	const selection = selectTests(pkg, request);
	const folder = await buildFolder(request, context);
	try {
		return resultOf(pkg, selection, await buildAndTest(pkg, selection, folder, request, context), (context.now() - start) / 1e3);
	} finally {
		if (request.keep === void 0) await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/**
* Returns a failed result as a failure; undefined if it passed or was only built. `locate` finds
* manifest lines.
*/
function smokeFailure({ runs, checks, outcome }, locate) {
	if (outcome !== "failed") return void 0;
	const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
	if (failed.length === 0) return new Failure("smoke", { message: "no test was run" });
	return new Failure("smoke", failed.map((result) => ({
		message: failureText(result),
		place: locate?.(result.path),
		hint: `Run only this test: ${result.command}`
	})));
}
async function buildFolder({ keep }, { scratch }) {
	if (keep === void 0) return makeScratch(scratch, "smoke");
	const folder = resolve(keep);
	await makeFolder(folder);
	return folder;
}
async function buildAndTest(pkg, selection, folder, request, context) {
	const { log } = context;
	const sanitizer = request.sanitize ? await findSanitizer(context.env) : [];
	const settings = {
		compilers: await findCompilers(context.env),
		cudaInclude: await findCudaHeader(context.env),
		folder,
		jobs: request.jobs
	};
	const needs = testNeeds(pkg, selection.tests, request);
	const { probe, obstacles } = await log.group("Look for a GPU", async () => {
		const program = await buildProbe(settings, context);
		return {
			probe: program,
			obstacles: await deviceObstacles(program, needs, request.device, context)
		};
	});
	const [reason] = obstacles;
	if (reason !== void 0 && request.gpu === "required") throw new Failure("no-gpu", obstacles);
	const programs = await log.group("Build the smoke test", () => buildTestPrograms(pkg, contentsOf(pkg, selection), settings, context));
	if (reason !== void 0) {
		log.info(`built, but not run: ${reason.message}`);
		return {
			reason,
			device: void 0,
			runs: [],
			checks: [],
			notes: []
		};
	}
	const wantsSecond = selection.tests.some(({ isWhole, runs }) => isWhole && runs.length > 0);
	const lease = await leaseDevice(probe, needs, {
		...request,
		wantsSecond
	}, context);
	try {
		const setup = {
			pkg,
			programs,
			lease,
			request,
			sanitizer,
			folder: join(folder, "data")
		};
		return {
			reason,
			...await log.group(`Test on ${lease.device.name} (${lease.device.uuid})`, () => testPackage(selection.tests, setup, context))
		};
	} finally {
		await lease.release();
	}
}
function resultOf({ manifest, folder }, { untested }, results, seconds) {
	const { runs, checks, reason } = results;
	const all = [...runs, ...checks];
	const failed = all.filter(({ problems }) => problems.length > 0).length;
	return {
		package: {
			name: manifest.package,
			version: manifest.version,
			folder
		},
		outcome: reason !== void 0 ? "built" : failed > 0 || all.length === 0 ? "failed" : "passed",
		...results,
		untested,
		executed: all.length,
		failed,
		seconds
	};
}
// src/core/harness/format-times.ts
/** Formats times in one unit, with three significant digits: `12.3 µs` or `12.3 to 45.6 µs`. */
function timeText$1(microseconds) {
	if (microseconds.length === 0) return "";
	const slowest = Math.max(...microseconds);
	const [scale, unit] = slowest < 1e3 ? [1, "µs"] : [1e3, "ms"];
	const from = digits$1(Math.min(...microseconds) / scale);
	const to = digits$1(slowest / scale);
	return from === to ? `${to} ${unit}` : `${from} to ${to} ${unit}`;
}
/** Formats the highest of some rates; nothing if there are none. */
function rateText(values, unit) {
	return values.length === 0 ? [] : [`${digits$1(Math.max(...values))} ${unit}`];
}
/** Three significant digits, without an exponent. */
function digits$1(value) {
	return String(Number(value.toPrecision(3)));
}
// src/core/smoke/tables.ts
const COMPARISONS = {
	reference: "compared with the reference",
	interpreter: "compared with Triton's interpreter",
	none: "not compared with anything"
};
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
			comparison: own[0] === void 0 ? "" : COMPARISONS[own[0].expected],
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
		time: timeText$1(defined(runs.map(({ microseconds }) => microseconds))),
		rate: [...rateText(defined(runs.map(({ teraflops }) => teraflops)), "TFLOP/s"), ...rateText(defined(runs.map(({ gigabytesPerSecond }) => gigabytesPerSecond)), "GB/s")].join(", ")
	};
}
function errorText(values) {
	return values.length === 0 ? "" : Math.max(...values).toExponential(1);
}
function defined(values) {
	return values.filter((value) => value !== void 0);
}
// src/core/archive/zstd.ts
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
// src/core/archive/pack.ts
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
const CHUNK = 2 ** 18;
/**
* Writes an archive atomically. Its bytes depend only on the entries and their order.
* @throws {Failure} `usage` if it would be too large, `environment` if a file changes while it is
* packed.
*/
async function packArchive(entries, file, format, options) {
	return format === "tar.gz" ? write(entries, file, compressGzip, options) : withZstd((zstd) => write(entries, file, compressZstd(zstd), options));
}
async function write(entries, file, compress, { signal, onEntry, limit = RELEASE_LIMIT }) {
	const hash = createHash("sha256");
	let size = 0;
	const measure = async function* (source) {
		for await (const chunk of source) {
			size += chunk.length;
			if (size >= limit) throw tooLarge$1(file, entries, limit);
			hash.update(chunk);
			yield chunk;
		}
	};
	const content = compress(chunksOf(tar(entries, onEntry), CHUNK));
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
function tooLarge$1(file, entries, limit) {
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
		yield* await headersOf(entry);
		yield* contentOf(entry);
		yield Buffer.alloc(-entry.size & 511);
		onEntry(entry);
	}
	yield Buffer.alloc(2 * BLOCK);
}
async function headersOf({ path, size }) {
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
async function* contentOf({ path, file, size }) {
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
	const { Gzip } = await import("./gzip.js");
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
// src/core/archive/unpack.ts
const LIMITS = {
	bytes: 4 * 2 ** 30,
	files: 1e5
};
/**
* Unpacks a .tar.zst or .tar.gz (recognised by its first bytes) to `folder`, which must exist and
* be empty. Removes `folder` on failure.
* @throws {Failure} `verification` if the archive is damaged, exceeds the limits, or has an entry
* that is not a plain file or folder inside it; `environment` if the archive cannot be read or
* `folder` cannot be written.
*/
async function unpackArchive(file, folder, signal, limits = LIMITS) {
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
		throw error instanceof Failure ? error : unusable$1(name, error);
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
		const refusal = check(entry);
		if (refusal !== void 0) sink.destroy(refusal);
	};
	const unpack = new Unpack({
		cwd: folder,
		strict: true,
		preserveOwner: false,
		noMtime: true,
		onReadEntry: (entry) => void (entry.mode = isFile(entry) ? 420 : 493),
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
			if (bytes > limits.bytes) done(tooLarge(name, limits));
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
function unusable$1(archive, error) {
	const reason = messageOf$1(error);
	const isSystem = isSystemError(error);
	const problem = isSystem ? { message: `cannot unpack the archive ${archive}: ${reason}` } : {
		message: `the archive ${archive} is damaged, or neither .tar.zst nor .tar.gz: ${reason}`,
		hint: "Pack the built package again with `triton-aot pack`, then upload the new archive."
	};
	return new Failure(isSystem ? "environment" : "verification", problem, { cause: error });
}
const FILES = [
	"File",
	"OldFile",
	"ContiguousFile"
];
/** Whether an entry is a plain file, under any of the names for it. */
function isFile({ type }) {
	return FILES.includes(type);
}
/** Returns a function that checks each entry before it is written. */
function entryCheck(archive, limits) {
	let files = 0;
	let bytes = 0;
	return (entry) => {
		files += 1;
		bytes += entry.size;
		if (bytes > limits.bytes || files > limits.files) return tooLarge(archive, limits, ` with \`${entry.path}\``);
		const reason = entryProblem(entry);
		if (reason === void 0) return void 0;
		return new Failure("verification", {
			message: `refusing to unpack the archive ${archive}: its entry \`${entry.path}\` ${reason}`,
			hint: "A package has only plain files and folders. Pack the built package again with `triton-aot pack`."
		});
	};
}
function entryProblem({ path, size, type }) {
	if (win32.parse(path).root !== "") return "has an absolute path";
	if (path.split(/[/\\]/).includes("..")) return "has a path outside of the archive";
	if (!Number.isSafeInteger(size)) return `has an invalid size: ${size} bytes`;
	if (type === "Link" || type === "SymbolicLink") return "is a link";
	return type === "Directory" || isFile({ type }) ? void 0 : `is neither a file nor a folder (${type})`;
}
/** The failure for an archive that exceeds the limits; `where` names the entry. */
function tooLarge(archive, { bytes, files }, where = "") {
	return new Failure("verification", {
		message: `refusing to unpack the archive ${archive}:${where} it exceeds ${bytes} bytes or ${files} entries`,
		hint: "No package is that large. Pack the built package again with `triton-aot pack`."
	});
}
// src/core/shards/document.ts
const FORMAT$1 = 1;
const PLAN_FILE = "plan.json";
const PART_FILE = "part.json";
const PACK_FILE = "results.pack";
const WHEEL_NAME = /^triton-[\w.+-]+\.whl$/;
const UV_NAME = /^uv-[\d.]+$/;
const entryNameSchema = custom((value) => typeof value === "string" && isEntryName(value), "not the name of a result");
const planSchema = strictObject({
	format: literal$2(FORMAT$1),
	package: string(),
	triton: string(),
	/** How to plan the same variants again. */
	selection: strictObject({
		/** The manifest's path as it was given. */
		manifest: string(),
		targets: array(string()).optional(),
		triton: string().optional(),
		only: array(string()).optional()
	}),
	/** The digest of the pack with everything that is known already: hints and stored results. */
	pack: string(),
	/** The wheel of Triton, if it is in the folder. */
	wheel: strictObject({
		name: string().regex(WHEEL_NAME),
		sha256: string()
	}).optional(),
	/** Shard 1 comes first. */
	shards: array(strictObject({
		/** The expected CPU time. */
		seconds: number(),
		kernels: array(string()),
		/** The results to compute: kernels by their hash, expected outputs by their key. */
		work: array(entryNameSchema)
	}))
});
const partSchema = strictObject({
	format: literal$2(FORMAT$1),
	/** The digest of the plan. */
	plan: string(),
	shard: int().positive(),
	pack: string(),
	/** The CPU time of each result, by its key. */
	seconds: record$1(string(), number()),
	/** What is wrong with the kernels that failed. */
	problems: array(string())
});
/** @throws {Failure} `usage` if the folder has no plan of this version. */
function readPlan(folder) {
	return readDocument(folder, PLAN_FILE, planSchema, "plan");
}
/** @throws {Failure} `usage` if the folder has no part of this version. */
function readPart(folder) {
	return readDocument(folder, PART_FILE, partSchema, "part of a plan");
}
async function readDocument(folder, name, schema, what) {
	const file = join(folder, name);
	const content = await readIfExists(file);
	if (content === void 0) throw new Failure("usage", {
		message: `the folder has no ${name}`,
		place: { file: folder },
		hint: `Name the folder of a ${what}.`
	});
	try {
		return {
			folder,
			document: schema.parse(JSON.parse(String(content))),
			digest: sha256(content)
		};
	} catch (error) {
		throw new Failure("usage", {
			message: `this is not a ${what} that this version of triton-aot can read`,
			place: { file },
			hint: "Use the same version of triton-aot for plan, shards and merge."
		}, { cause: error });
	}
}
/** Returns what the plan's job has downloaded for this one. */
function handedOnBy({ folder, document: { wheel } }) {
	return wheel === void 0 ? void 0 : {
		folder,
		wheel
	};
}
/**
* Writes a plan or a part: a document about a pack with those of these entries that a store has, and
* copies of `files`. Replaces an older one. Returns the document.
* @throws {Failure} `usage` if the folder has other files, `environment` if it cannot be written.
*/
async function writeDocument(folder, name, entries, store, describe, context, files = []) {
	await checkFolder(folder, name);
	const { document } = await replaceFolder(folder, async (fresh) => {
		const present = await presentIn(store, entries);
		const pack = await writePack(join(fresh, PACK_FILE), present, (each) => store.read(each));
		for (const file of files) await linkOrCopy(file, join(fresh, basename(file)));
		const written = describe(pack);
		await writeFile(join(fresh, name), `${JSON.stringify(written, null, 2)}\n`);
		return {
			folder: fresh,
			document: written
		};
	}, context);
	return document;
}
/** A link takes no space on the disk, but needs to be on the same. */
async function linkOrCopy(from, to) {
	await link(from, to).catch(() => copyFile(from, to));
}
/** Files checked at once; each takes one system call. */
const CHECKS_AT_ONCE = 8;
async function presentIn(store, entries) {
	const names = [...entries];
	const isThere = await mapConcurrently(names, CHECKS_AT_ONCE, (name) => store.has(name));
	return names.filter((_name, index) => isThere[index]);
}
/** @throws {Failure} `usage` if the folder has files that are not of a plan or part. */
async function checkFolder(folder, name) {
	const files = await readdir(folder).catch(() => []);
	const own = (file) => file === name || file === PACK_FILE || name === "plan.json" && (WHEEL_NAME.test(file) || UV_NAME.test(file));
	const others = files.filter((file) => !own(file));
	if (others.length === 0) return;
	throw new Failure("usage", {
		message: `the output folder contains ${others[0] ?? ""}, which would be deleted`,
		place: { file: folder },
		hint: "Choose another folder with --out, or empty this one."
	});
}
/**
* Copies the results of a plan or part to a store.
* @param isExpected returns whether a result belongs there
* @returns the names of the results.
* @throws {Failure} `verification` if anything is damaged or does not belong there, `environment` if
* the store cannot be written.
*/
async function acceptResults({ folder, document }, isExpected, store) {
	const file = join(folder, PACK_FILE);
	const wrong = (message, cause) => new Failure("verification", {
		message,
		place: { file },
		hint: "Run the job that wrote it again."
	}, { cause });
	const pack = await checkPack(file, document.pack).catch((error) => {
		throw wrong(`the results are damaged: ${messageOf$1(error)}`, error);
	});
	const names = [...pack.spans.keys()];
	const foreign = names.find((name) => !isExpected(name));
	if (foreign !== void 0) throw wrong(`it contains ${foreign}, which is not in the plan`);
	await readPack(pack, names, async (name, content) => {
		const outcome = await store.accept(name, content);
		if (outcome === "corrupt") throw wrong(`the result ${name} is damaged`);
		if (outcome === "unwritable") throw new Failure("environment", {
			message: "cannot write to the store",
			place: { file: store.directory },
			hint: "Choose another folder with --store."
		});
	});
	return names;
}
// src/core/shards/shard.ts
/**
* Computes the results of a shard, and writes them to a folder: if some fail, those that do not. Uses
* no store but the plan, so that every machine plans the same.
* @throws {Failure} `usage` if the manifest or its sources are not those of the plan, `compile` with
* everything that does not compile.
*/
async function computeShard(request, context) {
	await checkFolder(request.out, PART_FILE);
	const plan = await readPlan(request.plan);
	const store = await makeScratch(context.scratch, "shard");
	try {
		return await keepingWorkers(context, (kept) => compute(plan, {
			...plan.document.selection,
			...request,
			kept,
			store
		}, {
			...context,
			handedOn: handedOnBy(plan)
		}));
	} finally {
		await removeFolder$1(store);
	}
}
async function compute(plan, request, context) {
	const own = plan.document.shards[request.shard - 1];
	if (own === void 0) throw new Failure("usage", {
		message: `the plan has no shard ${request.shard}: it has ${plan.document.shards.length}`,
		place: { file: plan.folder }
	});
	const { log, now } = context;
	await acceptResults(plan, () => true, directoryStore(request.store, log, now));
	const opened = await openBuild(request, context);
	const { work, store } = await openWork(opened, request);
	const { known, missing } = await readStanding(work, store, request.manifest);
	checkSources$1(own.work, missing, plan.folder, request.manifest);
	const earlier = await acceptEarlier(plan, own.work, request, store.local, context);
	const left = new Set(own.work.filter((name) => !earlier.hashes.has(parseEntryName(name).hash)));
	const variants = missing.variants.filter(({ hash }) => left.has(entryName("kernel", hash)));
	const jobs = missing.jobs.filter(({ key }) => left.has(entryName("expected", key)));
	const seconds = new Map(Object.entries(earlier.seconds));
	const errors = [];
	if (left.size > 0) {
		const { manifest } = opened.preparation;
		const { python } = await manifestToolchain(manifest, request.python, context);
		const onTime = (key, cpuSeconds) => void seconds.set(key, cpuSeconds);
		const settings = {
			...request,
			python,
			onTime
		};
		const keep = (error) => void errors.push(error);
		await compileMissing(variants, store.local, settings, context).catch(keep);
		await computeMissing(jobs, known, store.local, settings, context).catch(keep);
	}
	context.signal.throwIfAborted();
	const problems = errors.flatMap((error) => error instanceof Failure ? error.problems : []);
	await writeDocument(request.out, PART_FILE, resultNames(own.work), store.local, ({ digest }) => ({
		format: 1,
		plan: plan.digest,
		shard: request.shard,
		pack: digest,
		seconds: Object.fromEntries(seconds),
		problems: problems.map(formatProblem)
	}), context);
	const other = errors.find((error) => !(error instanceof Failure && error.kind === "compile"));
	if (other !== void 0) throw other;
	if (problems.length > 0) throw new Failure("compile", problems);
	return {
		plan: plan.document,
		computed: left.size,
		reused: own.work.length - left.size
	};
}
/** @throws {Failure} `usage` if work of the plan is not missing here: the sources are others. */
function checkSources$1(work, { variants, jobs }, plan, manifest) {
	const here = new Set(entryNames(variants, jobs));
	const unknown = work.filter((name) => !here.has(name));
	if (unknown.length === 0) return;
	throw new Failure("usage", {
		message: `${unknown.length} of ${work.length} results of the plan do not belong to this manifest and its sources`,
		place: { file: manifest },
		hint: `Check out the commit that ${plan} was planned for, and use the same version of triton-aot.`
	});
}
/** Takes over what an earlier run of the same shard has computed. */
async function acceptEarlier(plan, work, { out, shard }, store, { log }) {
	const nothing = {
		hashes: /* @__PURE__ */ new Set(),
		seconds: {}
	};
	if (!existsSync(join(out, "part.json"))) return nothing;
	const part = await readPart(out);
	if (part.document.plan !== plan.digest || part.document.shard !== shard) {
		log.info(`${out} has results of another plan, which are not used`);
		return nothing;
	}
	const names = new Set(work);
	const accepted = await acceptResults(part, (name) => isOfWork(name, names), store);
	log.info(`${accepted.length} of ${work.length} results are there from an earlier run`);
	return {
		hashes: new Set(accepted.map((name) => parseEntryName(name).hash)),
		seconds: part.document.seconds
	};
}
/** Whether a result belongs to work: a kernel that does not compile can be a result too. */
function isOfWork(name, work) {
	const { kind, hash } = parseEntryName(name);
	return work.has(kind === "failure" ? entryName("kernel", hash) : name);
}
/** The names under which a store can have the results of work. */
function resultNames(work) {
	return work.flatMap((name) => {
		const { kind, hash } = parseEntryName(name);
		return kind === "kernel" ? [name, entryName("failure", hash)] : [name];
	});
}
// src/core/shards/merge.ts
/**
* Writes the package of a plan, whose shards other machines have computed: the same bytes as a
* build on one machine.
* @throws {Failure} `verification` if a part is damaged, `usage` if it is of another plan, `compile`
* with the kernels that failed, `environment` with the shards that have no results; and what
* `build` throws.
*/
async function mergeShards(request, context) {
	const plan = await readPlan(request.plan);
	const parts = /* @__PURE__ */ new Map();
	for (const folder of request.parts) {
		const part = await readPart(folder);
		checkOrigin(part, plan);
		parts.set(part.document.shard, part);
	}
	const store = directoryStore(request.store, context.log, context.now);
	await acceptResults(plan, () => true, store);
	const seconds = /* @__PURE__ */ new Map();
	const there = /* @__PURE__ */ new Set();
	for (const [shard, part] of parts) {
		const work = new Set(plan.document.shards[shard - 1]?.work);
		for (const name of await acceptResults(part, (each) => isOfWork(each, work), store)) there.add(parseEntryName(name).hash);
		for (const [key, value] of Object.entries(part.document.seconds)) seconds.set(key, value);
	}
	const lacking = plan.document.shards.map(({ work }) => work.filter((name) => !there.has(parseEntryName(name).hash)));
	if (lacking.some((names) => names.length > 0)) throw incomplete(plan, parts, lacking);
	context.log.info(`${plural(there.size, "result")} of ${plural(plan.document.shards.length, "shard")}`);
	const settings = {
		...plan.document.selection,
		generator: "native",
		measured: seconds
	};
	const result = await build({
		...request,
		...settings,
		advice: false,
		allowKnownWrong: []
	}, {
		...context,
		handedOn: handedOnBy(plan)
	});
	if (result.generator !== "native") throw new Error("a plan is built by the native generator");
	return result;
}
/** @throws {Failure} `usage` if the part is not of a shard of the plan. */
function checkOrigin({ folder, document: { plan: digest, shard } }, plan) {
	const { length } = plan.document.shards;
	if (digest === plan.digest && shard <= length) return;
	throw new Failure("usage", {
		message: "the results are of another plan",
		place: { file: folder },
		hint: `Merge the results of shards that were computed with ${plan.folder}.`
	});
}
/** How many kernels a message names. */
const SHOWN = 8;
/** The failure for shards without all their results. */
function incomplete(plan, parts, lacking) {
	const { shards } = plan.document;
	const problems = lacking.flatMap((names, index) => {
		if (names.length === 0) return [];
		const subject = `shard ${index + 1} of ${shards.length}`;
		const failed = parts.get(index + 1)?.document.problems ?? [];
		const hint = "Run its job again. What the other shards have computed is kept.";
		if (failed.length > 0) return failed.map((message) => ({ message: `${subject} failed: ${message}` }));
		const kernels = shards[index]?.kernels ?? [];
		const more = kernels.length > SHOWN ? ` and ${kernels.length - SHOWN} more` : "";
		return [{
			message: `${subject} lacks ${plural(names.length, "result")} of ${kernels.slice(0, SHOWN).join(", ")}${more}`,
			hint
		}];
	});
	const isCompileError = [...parts.values()].some(({ document }) => document.problems.length > 0);
	return new Failure(isCompileError ? "compile" : "environment", problems);
}
// src/core/shards/balance.ts
/** The CPU seconds that one shard should take, if the user does not say how many there are. */
const SECONDS_OF_SHARD = 480;
/** Estimates how long each result takes, from the times of earlier builds. */
function workItems(variants, jobs, times) {
	const compiles = variants.map((variant) => ({
		name: entryName("kernel", variant.hash),
		kernel: variant.kernel.name,
		known: times.get(variant.kernel.name)?.get(timeOfVariant(variant)),
		weight: weightOf(variant)
	}));
	const cases = jobs.map(({ key, kernel, smokeCase }) => ({
		name: entryName("expected", key),
		kernel: kernel.name,
		known: times.get(kernel.name)?.get(timeOfCase(smokeCase.name)),
		weight: 1
	}));
	return [...withEstimates(distinct(compiles)), ...withEstimates(distinct(cases))];
}
/** Kernels can share results. */
function distinct(guesses) {
	const byName = /* @__PURE__ */ new Map();
	for (const guess of guesses) if (byName.get(guess.name)?.known === void 0) byName.set(guess.name, guess);
	return [...byName.values()];
}
/** Seconds for each unit of weight, if nothing at all is known. */
const USUAL_SECONDS = .2;
function withEstimates(guesses) {
	const byKernel = /* @__PURE__ */ new Map();
	for (const guess of guesses) {
		const own = byKernel.get(guess.kernel);
		if (own === void 0) byKernel.set(guess.kernel, [guess]);
		else own.push(guess);
	}
	const usual = rateOf(guesses) ?? USUAL_SECONDS;
	return [...byKernel.values()].flatMap((own) => {
		const rate = rateOf(own) ?? usual;
		return own.map(({ name, kernel, known, weight }) => ({
			name,
			kernel,
			seconds: known ?? weight * rate
		}));
	});
}
/** Seconds for each unit of weight, of the results whose time is known. */
function rateOf(guesses) {
	const known = guesses.filter((guess) => guess.known !== void 0);
	const seconds = known.reduce((sum, guess) => sum + (guess.known ?? 0), 0);
	return known.length === 0 ? void 0 : seconds / known.reduce((sum, { weight }) => sum + weight, 0);
}
/** The time of a compile grows with the warps and stages to generate code for. */
function weightOf({ job: { options } }) {
	return 1 + Number(options["num_warps"] ?? 4) * Number(options["num_stages"] ?? 3) / 12;
}
/** How many shards there should be for this much work. */
function shardCount(items) {
	return Math.ceil(secondsOf(items) / SECONDS_OF_SHARD);
}
/**
* Divides work into at most `count` shards of about the same time: the longest result comes first,
* and each goes to the shard with the shortest time so far. No shard is empty.
*/
function balance(items, count) {
	const number = Math.min(Math.max(count, 1), 256, items.length);
	const shards = Array.from({ length: number }, () => ({
		items: [],
		seconds: 0
	}));
	const sorted = items.toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
	for (const item of sorted) {
		const least = shards.reduce((a, b) => isLess(b, a) ? b : a);
		least.items.push(item);
		least.seconds += item.seconds;
	}
	return shards.map((shard) => shard.items);
}
/** With equal times, such as none, the shard with fewer results. */
function isLess(a, b) {
	return a.seconds < b.seconds || a.seconds === b.seconds && a.items.length < b.items.length;
}
/** The CPU time of all work together. */
function secondsOf(items) {
	return items.reduce((sum, { seconds }) => sum + seconds, 0);
}
// src/core/shards/plan.ts
/**
* Finds out what no store has, divides it into shards, and writes a plan: with it, other machines
* compute the shards, and merge them. The plan has everything that is known already, and the wheel of
* Triton that the shards install, so that it is downloaded once.
* @throws {Failure} as `build` does before it compiles.
*/
async function planShards(request, context) {
	await checkFolder(request.out, PLAN_FILE);
	const keeping = {
		...context,
		handedOn: "keep"
	};
	return keepingWorkers(context, (kept) => planWith({
		...request,
		kept
	}, keeping));
}
async function planWith(request, context) {
	const opened = await openBuild(request, context);
	const { manifest, kernels, variants } = opened.preparation;
	if (manifest.generator !== "native") throw new Failure("usage", {
		message: "the work of Triton's own tools cannot be divided into shards",
		place: { file: request.manifest },
		hint: "Use the native generator, or build on one machine."
	});
	const { work, store } = await openWork(opened, request);
	try {
		const { stored, known, missing } = await readStanding(work, store, request.manifest);
		await explainMissing(missing.variants, manifest.package, store, context.log);
		const times = await readTimes(store.local.directory, manifest.package);
		const items = workItems(missing.variants, missing.jobs, times);
		const shards = balance(items, request.shards ?? shardCount(items));
		context.log.info(`${variants.length - missing.variants.length} of ${plural(variants.length, "variant")} in the store`);
		const present = [
			...hintNames(kernels),
			...entryNames(variants, [...work.jobs, ...known.jobs]),
			...[...stored.failures.keys()].map((hash) => entryName("failure", hash))
		];
		const files = shards.length === 0 ? void 0 : await filesToHandOn(manifest, request.python, context);
		const plan = {
			format: 1,
			package: manifest.package,
			triton: manifest.triton,
			selection: selectionOf(request),
			...files !== void 0 && { wheel: {
				name: files.wheel.name,
				sha256: files.wheel.sha256
			} },
			shards: shards.map(shardOf)
		};
		return await writeDocument(request.out, PLAN_FILE, present, store.local, ({ digest }) => ({
			...plan,
			pack: digest
		}), context, files === void 0 ? [] : [files.wheel.file, files.uv].filter((file) => file !== void 0));
	} finally {
		await store.remote.close();
	}
}
/** The names of the hints of kernels. */
function hintNames(kernels) {
	return kernels.flatMap(({ automatic }) => automatic === void 0 ? [] : [entryName("hints", automatic.key)]);
}
function selectionOf({ manifest, targets, triton, only }) {
	return {
		manifest,
		...targets !== void 0 && { targets: [...targets] },
		...triton !== void 0 && { triton },
		...only !== void 0 && { only: [...only] }
	};
}
function shardOf(items) {
	return {
		seconds: Math.round(secondsOf(items) * 10) / 10,
		kernels: [...new Set(items.map(({ kernel }) => kernel))].toSorted(),
		work: items.map(({ name }) => name)
	};
}
// src/core/measure/tune-table.ts
/** Returns a table for each measured kernel. */
function tuneTables({ kernels }) {
	return kernels.map(({ kernel, sizes, measured, kept }) => ({
		kernel,
		algos: new Set(sizes.flatMap(({ scores }) => scores.map(({ algo }) => algo))).size,
		measured,
		kept,
		rows: sizes.map(rowOf$1)
	}));
}
function rowOf$1({ case: size, scores, bytes, flops }) {
	const times = scores.flatMap(({ algo, microseconds }) => microseconds === void 0 ? [] : [{
		algo,
		microseconds
	}]);
	const faults = scores.length - times.length;
	const failed = faults === 0 ? "" : String(faults);
	const [best, ...others] = times.toSorted((a, b) => a.microseconds - b.microseconds);
	if (best === void 0) return {
		size,
		best: "",
		time: "",
		rate: "",
		first: "",
		slowest: "",
		faults: failed
	};
	const { microseconds } = best;
	const first = times.find(({ algo }) => algo === 0);
	return {
		size,
		best: String(best.algo),
		time: timeText$1([microseconds]),
		rate: [...rateText(flops === void 0 ? [] : [flops / microseconds / 1e6], "TFLOP/s"), ...rateText(bytes === void 0 ? [] : [bytes / microseconds / 1e3], "GB/s")].join(", "),
		first: ratioText$1(first?.microseconds, microseconds),
		slowest: ratioText$1(others.at(-1)?.microseconds, microseconds),
		faults: failed
	};
}
function ratioText$1(time, best) {
	return time === void 0 ? "" : `${(time / best).toFixed(2)} ×`;
}
// src/core/measure/device.ts
/**
* Locks a GPU that kernels of a package have code for, and calls `body` with it. Afterwards, nothing
* of it is left.
* @throws {Failure} `environment` without compilers, `no-gpu` if there is no usable GPU.
*/
async function withDevice({ pkg, measured, bytes }, settings, context, body) {
	const folder = await makeScratch(context.scratch, "measure");
	try {
		const tools = {
			compilers: await findCompilers(context.env),
			cudaInclude: await findCudaHeader(context.env),
			folder,
			jobs: settings.jobs
		};
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
// src/core/measure/measure.ts
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
		bytes: Math.max(largestCase(measured) + FLUSH_BYTES, 2 * COPY_BYTES)
	}, settings, context, ({ lease, tools }) => {
		const called = measured.map(({ kernel }) => kernel);
		const contents = {
			called,
			compiled: called.map(({ name }) => name),
			ownTests: /* @__PURE__ */ new Map()
		};
		const build = () => context.log.group("Build the harness", () => buildTestPrograms(pkg, contents, tools, context));
		const { timing, timeout } = settings;
		const own = {
			pkg,
			lease,
			build,
			folder: tools.folder,
			timing,
			timeout
		};
		return body(meterOn(called[0], own, context));
	});
}
// src/core/measure/tune.ts
/**
* Measures the algos of a package's kernels on a GPU over their sizes, and writes the tuning file
* after every algo, so that an interrupted run can go on. The file keeps what it has of other
* kernels and other GPUs. Sizes without a time are part of the result; see `tuneFailure`.
* @throws {Failure} `usage`, `verification`, `environment` or `no-gpu`.
*/
async function tune(request, context) {
	const start = context.now();
	const pkg = await readSmokePackage(request.package);
	const subjects = subjectsOf(pkg, request);
	await readTuning(request.file);
	return withMeter(pkg, subjects.map(({ kernel, sizes }) => ({
		kernel,
		cases: sizes.map((size) => size.case)
	})), request, context, async (meter) => {
		await writeTuning(request.file, await readTuning(request.file) ?? []);
		const { name, uuid } = meter.device;
		const kernels = await context.log.group(`Measure on ${name} (${uuid})`, () => measureAll(subjects, meter, pkg, request, context));
		const tuned = new Set(subjects.map(({ kernel }) => kernel.name));
		const untuned = selectKernels(pkg, request.only).filter((kernel) => !tuned.has(kernel.name));
		return {
			package: {
				name: pkg.manifest.package,
				version: pkg.manifest.version,
				folder: pkg.folder
			},
			device: meter.device,
			file: request.file,
			kernels,
			untuned: untuned.map((kernel) => kernel.name),
			seconds: (context.now() - start) / 1e3
		};
	});
}
/** Returns a failure with every size that no algo has a time for; undefined if there is none. */
function tuneFailure({ kernels }, locate) {
	const problems = kernels.flatMap(({ kernel, sizes }) => sizes.filter(({ scores }) => !scores.some(({ microseconds }) => microseconds !== void 0)).map(({ case: name, path, scores }) => {
		return {
			message: `${kernel}: no algo could be measured for ${name}: ${scores[0]?.fault ?? "there is no code for this GPU"}`,
			place: locate?.(path),
			hint: "Correct the kernel, or remove the size."
		};
	}));
	return problems.length === 0 ? void 0 : new Failure("smoke", problems);
}
function subjectsOf(pkg, { only, algos }) {
	const chosen = selectKernels(pkg, only);
	const cases = new Map(pkg.cases.map((item) => [item.name, item]));
	const subjects = chosen.flatMap((kernel) => {
		const item = cases.get(kernel.name);
		if (item === void 0) return [];
		const subject = subjectOf(kernel, item);
		const own = subject.algos.filter((algo) => algos?.includes(algo) ?? true);
		return subject.sizes.length === 0 || own.length === 0 ? [] : [{
			...subject,
			algos: own
		}];
	});
	if (subjects.length > 0) return subjects;
	const which = algos === void 0 ? "" : ` with algo ${algos.join(" or ")}`;
	throw new Failure("usage", {
		message: `nothing to measure: none of the selected kernels has cases${which}`,
		place: { file: pkg.folder },
		hint: "Add `smoke:` with `cases`, or `tune:` with `cases` beside it, to the kernels in the manifest, and build the package again."
	});
}
async function measureAll(subjects, meter, pkg, request, context) {
	const total = subjects.reduce((sum, { algos }) => sum + algos.length, 0);
	let done = 0;
	const results = [];
	for (const subject of subjects) {
		const { name } = subject.kernel;
		const onAlgo = (algo) => context.log.progress(done += 1, total, `${name}, algo ${algo}`);
		results.push(await measureKernel(subject, meter, pkg.manifest.triton, request, context, onAlgo));
	}
	return results;
}
// src/core/bench/rates.ts
/**
* Compares two contenders that took turns, in microseconds: the median of the ratios of their rounds, so that a
* change of the clocks between rounds does not count. Returns undefined without rounds.
*/
function compare(own, other) {
	if (own === void 0 || other === void 0) return void 0;
	const ratios = own.slice(0, other.length).map((time, round) => time / (other[round] ?? time));
	if (ratios.length === 0) return void 0;
	return {
		microseconds: median(other),
		ratio: median(ratios),
		...commonRange(ratios)
	};
}
/** The range of numbers without the lowest and the highest tenth. */
function commonRange(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const outside = Math.floor(values.length / 10);
	const [from = NaN, to = NaN] = [sorted[outside], sorted[sorted.length - 1 - outside]];
	return {
		from,
		to
	};
}
/** The median of numbers, of which there is at least one. */
function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const [low = NaN, high = NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
	return (low + high) / 2;
}
/**
* The share of the GPU's peak that a call reaches: the time that the bytes and operations of the
* case need at least ÷ the time that it takes. The larger of the two limits it. Undefined if the
* manifest gives neither, or the peaks are unknown.
*/
function shareOfPeak(microseconds, item, peaks) {
	const seconds = microseconds / 1e6;
	const element = matrixElement(item);
	const rate = element === void 0 ? void 0 : peaks.matrix[element];
	return [...item.bytes === void 0 ? [] : [{
		of: "memory",
		value: item.bytes / peaks.bandwidth / seconds
	}], ...item.flops === void 0 || rate === void 0 ? [] : [{
		of: "matrix",
		value: item.flops / rate / seconds
	}]].toSorted((a, b) => b.value - a.value)[0];
}
/**
* The element type whose matrix throughput limits a case with operations: that of the largest input
* of floats. Undefined if the case has no such input, or no operations.
*/
function matrixElement({ buffers, flops }) {
	if (flops === void 0) return void 0;
	return Object.values(buffers).filter((buffer) => buffer !== null).filter(({ role, element }) => role !== "out" && /^(?:fp|bf|f)\d/.test(element)).toSorted((a, b) => sizeOfBuffer(b) - sizeOfBuffer(a))[0]?.element;
}
function sizeOfBuffer({ length, element }) {
	return length * bytesOf(elementType(element));
}
// src/core/bench/job.ts
/** Milliseconds of one turn of a contender. */
const ROUND = 20;
/** Milliseconds of all rounds of launches, and their calls: fewer than the driver's queue takes. */
const LAUNCHES = {
	milliseconds: 3e3,
	rounds: 400,
	calls: 500
};
/**
* Writes the job file for the tasks, and the inputs that cannot be computed. Returns its path.
* @param measuresPeaks whether the process measures the GPU too
*/
async function writeJob(tasks, measuresPeaks, settings) {
	const { folder, request, entries } = settings;
	const cases = [...new Set(tasks.map((task) => task.case))];
	const described = await Promise.all(cases.map((item, index) => describeCase(kernelOf(item, tasks), item, `case${index}`, settings)));
	const elements = cases.flatMap((item) => matrixElement(item) ?? []);
	const job = {
		library: settings.library ?? null,
		folder: resolve(dirname(request.manifest)),
		settings: {
			rounds: request.rounds,
			roundMilliseconds: ROUND,
			launches: LAUNCHES
		},
		peaks: measuresPeaks && !request.launch ? [...new Set(elements)] : null,
		cases: described,
		tasks: tasks.map((task) => ({
			...describeTask(task, entries.get(task.kernel.name), request),
			case: cases.indexOf(task.case)
		}))
	};
	const file = join(folder, "job.json");
	await writeFile(file, JSON.stringify(job));
	return file;
}
function kernelOf(item, tasks) {
	const task = tasks.find((each) => each.case === item);
	if (task === void 0) throw new Error("a case without a task");
	return task.kernel;
}
async function describeCase({ parameters, gridParameters }, { scalars, buffers }, prefix, { folder, readData }) {
	const described = [];
	for (const [index, [name, buffer]] of Object.entries(buffers).entries()) {
		const file = join(folder, `${prefix}_${index}.input`);
		described.push([name, buffer && await describeBuffer(buffer, file, readData)]);
	}
	const types = [...parameters, ...gridParameters].map(({ name, type }) => [name, type]);
	return {
		scalars,
		types: Object.fromEntries(types),
		buffers: Object.fromEntries(described)
	};
}
/** Random numbers are computed on the GPU: only their distribution matters for the time. */
async function describeBuffer(buffer, file, readData) {
	const { element, shape, strides, length, role, seed, fill } = buffer;
	const described = {
		element,
		shape,
		strides,
		length,
		role,
		seed
	};
	if (fill?.kind !== "data") return {
		...described,
		fill
	};
	await writeFile(file, physicalInput(buffer, readData));
	return {
		...described,
		fill: {
			kind: "data",
			file
		}
	};
}
function describeTask({ id, kernel, cases, case: item, algo }, entry, { manifest, launch }) {
	const folder = resolve(dirname(manifest));
	const grid = item.grids?.[algo];
	const inFolder = (source) => source === void 0 ? null : {
		...source,
		file: join(folder, source.file)
	};
	const constants = cases.constants?.[algo] ?? {};
	return {
		id,
		kind: launch ? "launch" : "time",
		kernel: kernel.name,
		algo,
		parameters: [...kernel.parameters, ...kernel.gridParameters].map(({ name, type }) => ({
			name,
			type,
			...blockOf(type, constants)
		})),
		constants,
		options: optionsOf$1(kernel.algos[algo]),
		grid: grid ?? null,
		source: grid === void 0 ? null : inFolder(entry?.source),
		torch: launch ? null : inFolder(entry?.bench?.torch)
	};
}
/** The sizes of the block that a tensor descriptor is made for. */
function blockOf(text, constants) {
	const type = parseArgumentType(text);
	if (type?.kind !== "tensor") return {};
	const values = Object.entries(constants).map(([name, wire]) => [name, wireConstantSchema.parse(wire)]);
	return { block: blockSizes(type, new Map(values)).map(Number) };
}
function optionsOf$1(algo) {
	return typeof algo === "object" && algo !== null && "options" in algo ? algo.options : {};
}
// src/core/bench/tasks.ts
/** The kernels of tasks, each with its cases. */
function kernelsOf$1(tasks) {
	return [...new Set(tasks.map(({ kernel }) => kernel))].map((kernel) => {
		const own = tasks.filter((task) => task.kernel === kernel);
		return {
			kernel,
			cases: [...new Set(own.map((task) => task.case))]
		};
	});
}
/** A name of a task, for people. */
function taskLabel({ kernel, algo, case: item }) {
	return `${kernel.name} [algo ${algo}, ${item.name}]`;
}
/**
* Selects the cases and algos to measure, without those for which a GPU has no code. The algos of a
* case follow one another.
* @throws {Failure} `usage` if there is none.
*/
function selectTasks({ manifest, cases, folder }, request, capability) {
	const isChosen = request.only.length === 0 ? () => true : (0, import_picomatch.default)([...request.only]);
	const tasks = manifest.kernels.filter(({ name }) => isChosen(name)).flatMap((kernel) => {
		const own = cases.find(({ name }) => name === kernel.name);
		return own === void 0 ? [] : tasksOfKernel(kernel, own, request, capability);
	});
	if (tasks.length > 0) return tasks.map((task, id) => ({
		...task,
		id
	}));
	const names = manifest.kernels.map(({ name }) => name).join(", ");
	throw new Failure("usage", {
		message: "there is nothing to measure: no kernel of the package has the selected cases and algos",
		place: { file: folder },
		hint: `Its kernels are ${names}. Cases are in the \`smoke:\` and \`tune:\` sections of the manifest.`
	});
}
function tasksOfKernel(kernel, cases, request, capability) {
	const hasCode = (algo) => capability === void 0 || kernel.specialisations.some((_text, specialisation) => targetOfRun(kernel, {
		algo,
		specialisation
	}, capability) !== void 0);
	const algos = cases.timed === void 0 ? cases.algos : [...kernel.algos.keys()];
	return (cases.timed ?? cases.cases).flatMap((item, index) => {
		if (index !== (request.case ?? index)) return [];
		return algos.filter((algo) => algo === (request.algo ?? algo) && hasCode(algo)).map((algo) => ({
			kernel,
			cases,
			case: item,
			algo
		}));
	});
}
// src/core/bench/run-worker.ts
/**
* Measures the tasks in as few Python processes as possible. A task that crashes its process or
* hangs is set aside, and the others run in a new one.
* @throws {Failure} `environment` if Python cannot measure anything, such as without PyTorch.
*/
async function runWorker(tasks, settings, context) {
	const outcomes = /* @__PURE__ */ new Map();
	let facts = {
		versions: void 0,
		peaks: void 0
	};
	const settle = (task, outcome) => {
		outcomes.set(task, outcome);
		context.log.progress(outcomes.size, tasks.length, taskLabel(task));
	};
	for (;;) {
		const left = tasks.filter((task) => !outcomes.has(task));
		if (left.length === 0) return {
			...facts,
			outcomes
		};
		const before = outcomes.size;
		const ended = await runInPython(await writeJob(left, facts.peaks === void 0, settings), left, settings, context, settle);
		facts = {
			versions: ended.versions ?? facts.versions,
			peaks: ended.peaks ?? facts.peaks
		};
		if (ended.failed !== void 0) settle(ended.failed, {
			...NOTHING_MEASURED,
			faults: { package: ended.problem }
		});
		if (outcomes.size === before) throw unusable(settings.python, ended.problem);
	}
}
async function runInPython(job, tasks, { python, env, limit }, { signal }, settle) {
	let versions;
	let peaks;
	let failed;
	let fatal;
	const onLine = (line) => {
		const { event, printed } = parseEvent(line);
		if (event === void 0) return line;
		const task = "task" in event ? tasks.find(({ id }) => id === event.task) : void 0;
		if (event.event === "versions") versions = withoutTag(event);
		if (event.event === "peaks") peaks = withoutTag(event);
		if (event.event === "fatal") fatal = event.message;
		if (event.event === "start") failed = task;
		if (event.event === "done" && task !== void 0) {
			settle(task, event);
			failed = void 0;
		}
		return printed === "" ? void 0 : printed;
	};
	const exit = await runTestProgram([
		python,
		"-u",
		join(BENCH_FOLDER, "bench_worker.py"),
		job
	], {
		env,
		signal,
		limit,
		onLine
	});
	return {
		versions,
		peaks,
		failed,
		problem: fatal ?? problemOf$1(exit, limit)
	};
}
function problemOf$1(exit, limit) {
	const output = lastLines(exit.printed);
	return exit.isTimeout ? `no result after ${limit / 1e3} s: a kernel hangs, or it needs a longer --timeout${output}` : `Python ${describeExit(exit)}${output}`;
}
function unusable(python, problem) {
	return new Failure("environment", {
		message: `cannot measure with ${python}: ${problem}`,
		hint: "Name a Python with PyTorch and Triton in --python, or leave out --jit."
	});
}
const timesSchema = array(number().positive());
const textsSchema = record$1(string(), string());
const outcomeSchema = object({
	/** Microseconds on the GPU: the median of each round, by contender. */
	rounds: record$1(string(), timesSchema).default({}),
	/** Nanoseconds of a call on the CPU: the mean of each round, by contender. */
	launches: record$1(string(), timesSchema).default({}),
	/** Microseconds of the first call. */
	first: record$1(string(), number()).default({}),
	/** ‖other − package‖ / ‖package‖ of each output, by contender; null if one is not a number. */
	differences: record$1(string(), record$1(string(), number().nullable())).default({}),
	faults: textsSchema.default({})
});
/** An outcome without any times. */
const NOTHING_MEASURED = {
	rounds: {},
	launches: {},
	first: {},
	differences: {},
	faults: {}
};
const eventSchema = discriminatedUnion("event", [
	object({
		event: literal$2("versions"),
		python: string(),
		triton: string(),
		torch: string()
	}),
	object({
		event: literal$2("peaks"),
		bandwidth: number(),
		matrix: record$1(string(), number())
	}),
	object({
		event: literal$2("start"),
		task: number()
	}),
	outcomeSchema.extend({
		event: literal$2("done"),
		task: number()
	}),
	object({
		event: literal$2("fatal"),
		message: string()
	}),
	object({ event: literal$2("end") })
]);
/** Parses a line of the worker. A kernel that prints may leave a line open before the event. */
function parseEvent(line) {
	const at = line.indexOf("{\"event\":");
	const event = at < 0 ? void 0 : eventSchema.safeParse(tryParseJson(line.slice(at))).data;
	return {
		event,
		printed: event === void 0 ? line : line.slice(0, at)
	};
}
function withoutTag({ event: _event, ...rest }) {
	return rest;
}
// src/core/bench/runs.ts
/** Returns the result of a task from what was measured. */
function runOf({ kernel, case: item, algo }, { rounds, first, faults }, peaks) {
	const own = rounds["package"];
	const microseconds = own === void 0 || own.length === 0 ? void 0 : median(own);
	return {
		kernel: kernel.name,
		case: item.name,
		algo,
		microseconds,
		...ratesOf(item, microseconds),
		share: microseconds === void 0 || peaks === void 0 ? void 0 : shareOfPeak(microseconds, item, peaks),
		jit: compare(own, rounds["jit"]),
		torch: compare(own, rounds["torch"]),
		first,
		faults
	};
}
function ratesOf({ bytes, flops }, microseconds) {
	const per = (amount, unit) => amount === void 0 || microseconds === void 0 ? void 0 : amount / microseconds / unit;
	return {
		gigabytesPerSecond: per(bytes, 1e3),
		teraflops: per(flops, 1e6)
	};
}
const NAMES = {
	jit: "the JIT",
	torch: "PyTorch"
};
/**
* Says where the outputs of others are not those of the package: then the times cannot be compared.
* Both may be off by the tolerance of the smoke test.
*/
function differenceNotes(measured) {
	return measured.flatMap(({ task: { kernel, algo, case: item }, outcome }) => Object.entries(outcome.differences).flatMap(([who, outputs]) => Object.entries(outputs).flatMap(([name, norm]) => {
		const tolerance = 2 * (item.buffers[name]?.tolerance.norm ?? 0);
		if (norm !== null && norm <= tolerance) return [];
		const how = norm === null ? "one of them is not a number" : `relative error ${norm.toPrecision(2)}`;
		return [`${kernel.name} [algo ${algo}, ${item.name}]: ${name} of ${NAMES[who] ?? who} differs from the package's (${how})`];
	})));
}
// src/core/bench/alone.ts
/** Measures the tasks with the harness alone: no Python is needed. */
async function measureAlone(pkg, tasks, request, context) {
	return withBenchMeter(pkg, tasks, DEFAULT_TIMING, request, context, async (meter) => {
		const bandwidth = await meter.measureCopy();
		const peaks = bandwidth === void 0 ? void 0 : {
			bandwidth,
			matrix: {}
		};
		const { calls, notes } = await measureTasks(tasks, meter.measure, context);
		const runs = [...calls].map(([task, call]) => runOf(task, outcomeOf(call), peaks));
		return {
			device: meter.device,
			versions: void 0,
			peaks,
			runs,
			launches: [],
			notes
		};
	});
}
function outcomeOf({ result }) {
	if (result.kind === "fault") return {
		...NOTHING_MEASURED,
		faults: { package: result.fault.message }
	};
	return {
		...NOTHING_MEASURED,
		rounds: { package: [result.microseconds] },
		first: result.first === void 0 ? {} : { package: result.first }
	};
}
/** Calls `body` with a meter for the kernels of the tasks, in a group of the log. */
function withBenchMeter(pkg, tasks, timing, request, context, body) {
	return withMeter(pkg, kernelsOf$1(tasks), {
		...request,
		timing
	}, context, (meter) => {
		const { name, uuid } = meter.device;
		return context.log.group(`Measure on ${name} (${uuid})`, () => body(meter));
	});
}
/** Measures each algo of each kernel in a process of its own. Returns what ran, in the tasks' order. */
async function measureTasks(tasks, measure, { log }) {
	const found = /* @__PURE__ */ new Map();
	for (const group of algosOf(tasks)) {
		const [first] = group;
		if (first === void 0) continue;
		const calls = await measure(first.kernel, first.algo, group.map((task) => task.case));
		for (const [index, call] of calls.entries()) {
			const task = group[index];
			if (task !== void 0) found.set(task, call);
		}
		log.progress(found.size, tasks.length, `${first.kernel.name} [algo ${first.algo}]`);
	}
	const results = tasks.flatMap((task) => {
		const call = found.get(task);
		return call === void 0 ? [] : [{
			task,
			call
		}];
	});
	const ran = results.filter(({ call }) => call.variant !== void 0);
	const notes = results.flatMap(({ task, call: { variant, result } }) => variant === void 0 && result.kind === "fault" ? [`${taskLabel(task)} was not measured: ${result.fault.message}`] : []);
	return {
		calls: new Map(ran.map(({ task, call }) => [task, call])),
		notes
	};
}
/** The tasks of each algo of each kernel. */
function algosOf(tasks) {
	const groups = /* @__PURE__ */ new Map();
	for (const task of tasks) {
		const key = `${task.kernel.name} ${task.algo}`;
		groups.set(key, [...groups.get(key) ?? [], task]);
	}
	return [...groups.values()];
}
// src/core/harness/build-library.ts
/**
* Compiles kernels of a package to a shared library, which finds the driver when it is first called.
* Returns its path.
* @throws {Failure} `environment` if the package does not compile.
*/
async function buildPackageLibrary(pkg, kernels, settings, context) {
	await makeFolders(settings);
	const units = packageUnits(pkg, kernels, settings, ["-DAOT_DYNAMIC_DRIVER"]);
	await compileUnits(units, settings, context);
	const object = join(settings.folder, "package.so");
	const objects = units.map((unit) => unit.object);
	await compileUnits([{
		argv: [
			...settings.compilers.c,
			"-shared",
			...objects,
			"-pthread",
			"-ldl",
			"-o",
			object
		],
		object,
		label: "package.so",
		blame: "environment"
	}], settings, context);
	return object;
}
// src/core/bench/jit-worker.ts
/**
* Finds the Python and the kernels' files.
* @throws {Failure} `usage` if the manifest is missing or wrong, `environment` without Python.
*/
async function readJitSetup({ manifest: { sources = [] } }, { manifest: file, python = "python3" }, { env }) {
	const found = await findExecutable(python, env);
	if (found === void 0) throw new Failure("environment", {
		message: `Python not found: ${python}`,
		hint: "Name a Python with PyTorch and Triton in --python, or leave out --jit."
	});
	const { kernels } = readManifest(await readManifestText(file), file);
	const notes = [];
	for (const { path, sha256: expected } of sources) {
		const content = await readPlainFile(join(dirname(file), path)).catch(() => void 0);
		if (content === void 0 || sha256(content) !== expected) notes.push(`${path} is not the file that the package was built from`);
	}
	return {
		python: found,
		entries: new Map(kernels.map((entry) => [entry.name, entry])),
		notes
	};
}
async function readManifestText(file) {
	try {
		return String(await readPlainFile(file));
	} catch (error) {
		const message = `cannot read the manifest: ${reasonOf(error)}`;
		throw new Failure("usage", {
			message,
			place: { file },
			hint: "Name the manifest of the package in --manifest: it says where the kernels are."
		}, { cause: error });
	}
}
/** Measures the tasks in Python, on one GPU, with an empty cache of the JIT. */
async function withJitWorker(pkg, tasks, { request, jit: { python, entries }, device, library }, context) {
	const folder = await makeScratch(context.scratch, "jit");
	const worker = {
		library,
		folder,
		request,
		entries,
		readData: (file) => readFileSync(join(pkg.folder, file)),
		python,
		env: workerEnvironment(context.env, device.uuid, join(folder, "triton")),
		limit: request.timeout * 1e3
	};
	try {
		return await runWorker(tasks, worker, context);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/** The user's own environment, since the JIT must run as it does there, with an empty cache. */
function workerEnvironment(env, uuid, cache) {
	return {
		...env,
		CUDA_DEVICE_ORDER: "PCI_BUS_ID",
		CUDA_VISIBLE_DEVICES: uuid,
		TRITON_CACHE_DIR: cache,
		PYTHONDONTWRITEBYTECODE: "1"
	};
}
// src/core/bench/beside-jit.ts
/** Bytes for what PyTorch takes besides the buffers: the flushes, and the products that it is measured with. */
const TORCH = 3 * 2 ** 30;
/**
* Measures the tasks in Python: the package is loaded as a shared library, so that all contenders
* have the same process, tensors, stream and events.
*/
async function measureBesideJit(pkg, selected, request, jit, context) {
	const { log } = context;
	const measured = kernelsOf$1(selected);
	const names = measured.map(({ kernel }) => kernel.name);
	return withDevice({
		pkg,
		measured,
		bytes: largestCase(measured) + TORCH
	}, request, context, async ({ lease, tools }) => {
		const library = await log.group("Build the package", () => buildPackageLibrary(pkg, names, tools, context));
		const device = describeDevice(lease);
		const tasks = selectTasks(pkg, request, lease.device);
		const { versions, peaks, outcomes } = await log.group(`Measure on ${device.name} (${device.uuid})`, () => withJitWorker(pkg, tasks, {
			request,
			jit,
			device,
			library
		}, context));
		const results = tasks.flatMap((task) => {
			const outcome = outcomes.get(task);
			return outcome === void 0 ? [] : [{
				task,
				outcome
			}];
		});
		return {
			device,
			versions,
			peaks,
			runs: results.map(({ task, outcome }) => runOf(task, outcome, peaks)),
			launches: [],
			notes: [
				...jit.notes,
				...versionNotes(pkg, versions),
				...differenceNotes(results)
			]
		};
	});
}
function versionNotes({ manifest: { triton } }, versions) {
	return versions === void 0 || versions.triton === triton ? [] : [`the package was built with Triton ${triton}, the JIT is ${versions.triton}`];
}
// src/core/bench/launches.ts
/** Milliseconds for the rounds of one case with one algo. */
const LAUNCH_MILLISECONDS = 3e3;
/**
* Measures the time of a call on the CPU, with the harness: the package takes turns with the same
* launch by the driver alone. Afterwards, with `jit`, the JIT in Python.
*/
async function measureLaunches(pkg, tasks, request, jit, context) {
	return withBenchMeter(pkg, tasks, {
		milliseconds: LAUNCH_MILLISECONDS,
		precision: 0,
		flush: false
	}, request, context, async (meter) => {
		const { calls, notes } = await measureTasks(tasks, meter.measureHost, context);
		const ran = tasks.filter((task) => calls.has(task));
		const python = jit === void 0 ? void 0 : await withJitWorker(pkg, ran, {
			request,
			jit,
			device: meter.device
		}, context);
		const measured = [...calls].map(([task, call]) => ({
			task,
			call
		}));
		return {
			device: meter.device,
			versions: python?.versions,
			peaks: void 0,
			runs: [],
			launches: measured.map(({ task, call }) => launchRun(task, call, python?.outcomes.get(task) ?? NOTHING_MEASURED)),
			notes: [
				...jit?.notes ?? [],
				...notes,
				...measured.flatMap(driverNotes)
			]
		};
	});
}
function launchRun({ kernel, case: item, algo }, { result }, { launches, first, faults }) {
	const time = result.kind === "time" ? result : void 0;
	const own = time?.package.map((nanoseconds) => nanoseconds / 1e3);
	const microseconds = own === void 0 || own.length === 0 ? void 0 : median(own);
	const ofJit = launches["jit"];
	const jit = ofJit === void 0 || ofJit.length === 0 ? void 0 : median(ofJit) / 1e3;
	return {
		kernel: kernel.name,
		case: item.name,
		algo,
		parameters: kernel.parameters.length + kernel.gridParameters.length,
		microseconds,
		driver: compare(own, time?.driver.map((nanoseconds) => nanoseconds / 1e3)),
		jit: jit === void 0 || microseconds === void 0 ? void 0 : {
			microseconds: jit,
			ratio: microseconds / jit
		},
		first: {
			...first,
			...time?.first !== void 0 && { package: time.first }
		},
		faults: result.kind === "fault" ? {
			...faults,
			package: result.fault.message
		} : faults
	};
}
/** Why there is no launch by the driver alone. */
function driverNotes({ task, call: { result } }) {
	return result.kind === "time" && result.note !== void 0 ? [`${taskLabel(task)} has no launch by the driver alone: ${result.note}`] : [];
}
// src/core/bench/bench.ts
/**
* Measures a package on a GPU: each case with each algo. With `jit`, the same kernels through
* Triton's JIT and the functions of PyTorch take turns with it in one process. With `launch`, the
* time of a call on the CPU. What fails is part of the result; see `benchProblems`.
* @throws {Failure} `usage`, `verification`, `environment` or `no-gpu`.
*/
async function bench(request, context) {
	const pkg = await readSmokePackage(request.package);
	const tasks = selectTasks(pkg, request);
	const jit = request.jit ? await readJitSetup(pkg, request, context) : void 0;
	const { package: name, version } = pkg.manifest;
	const measured = request.launch ? await measureLaunches(pkg, tasks, request, jit, context) : jit === void 0 ? await measureAlone(pkg, tasks, request, context) : await measureBesideJit(pkg, tasks, request, jit, context);
	return {
		package: {
			name,
			version,
			folder: pkg.folder
		},
		...measured
	};
}
// src/core/bench/result.ts
/** What failed of the package's own calls. */
function benchProblems({ runs, launches }) {
	return [...runs, ...launches].flatMap(({ kernel, algo, case: name, faults }) => faults.package === void 0 ? [] : [{ message: `${kernel} [algo ${algo}, ${name}]: ${faults.package}` }]);
}
// src/core/bench/tables.ts
/** Returns a table for each kernel, then that of launches. */
function benchTables({ runs, launches }) {
	const tables = [...new Set(runs.map(({ kernel }) => kernel))].map((kernel) => ({
		title: kernel,
		headings: HEADINGS,
		rows: runs.filter((run) => run.kernel === kernel).map(rowOf)
	}));
	if (launches.length === 0) return tables;
	const title = "time of a call on the CPU";
	return [...tables, {
		title,
		headings: LAUNCH_HEADINGS,
		rows: launches.map(launchRow)
	}];
}
/** What the GPU reaches, in one line. */
function peaksText(peaks) {
	const rates = Object.entries(peaks.matrix).map(([element, rate]) => `torch.mm of ${element} ${digits(rate / 0xe8d4a51000)} TFLOP/s`);
	return `measured peaks: ${[`copy ${digits(peaks.bandwidth / 1e9)} GB/s`, ...rates].join(", ")}`;
}
const HEADINGS = [
	"case",
	"algo",
	"time",
	"rate",
	"of peak",
	"÷ JIT",
	"÷ torch",
	"first call",
	"JIT first call"
];
function rowOf(run) {
	const { case: name, algo, microseconds, share, jit, torch, first, faults } = run;
	return [
		name,
		String(algo),
		microseconds === void 0 ? "failed" : timeText(microseconds),
		[...run.teraflops === void 0 ? [] : [`${digits(run.teraflops)} TFLOP/s`], ...run.gigabytesPerSecond === void 0 ? [] : [`${digits(run.gigabytesPerSecond)} GB/s`]].join(", "),
		share === void 0 ? "" : `${Math.round(100 * share.value)} % ${share.of}`,
		faults.jit === void 0 ? ratioText(jit) : "failed",
		faults.torch === void 0 ? ratioText(torch) : "failed",
		timeOrNothing(first.package),
		timeOrNothing(first.jit)
	];
}
const LAUNCH_HEADINGS = [
	"kernel",
	"case",
	"algo",
	"arguments",
	"package",
	"driver",
	"÷ driver",
	"JIT",
	"÷ JIT",
	"first call",
	"JIT first call"
];
function launchRow(run) {
	const { kernel, case: name, algo, parameters, microseconds, driver, jit, first, faults } = run;
	return [
		kernel,
		name,
		String(algo),
		String(parameters),
		microseconds === void 0 ? "failed" : timeText(microseconds),
		timeOrNothing(driver?.microseconds),
		ratioText(driver),
		faults.jit === void 0 ? timeOrNothing(jit?.microseconds) : "failed",
		jit === void 0 ? "" : digits(jit.ratio),
		timeOrNothing(first.package),
		timeOrNothing(first.jit)
	];
}
function timeOrNothing(microseconds) {
	return microseconds === void 0 ? "" : timeText(microseconds);
}
/** Package ÷ other, and the range over the rounds if it is wide. */
function ratioText(comparison) {
	if (comparison === void 0) return "";
	const { ratio, from, to } = comparison;
	return to - from > .1 * ratio ? `${ratio.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})` : ratio.toFixed(2);
}
function timeText(microseconds) {
	if (microseconds < 1e3) return `${digits(microseconds)} µs`;
	return microseconds < 1e6 ? `${digits(microseconds / 1e3)} ms` : `${digits(microseconds / 1e6)} s`;
}
/** Three significant digits, without an exponent. */
function digits(value) {
	return String(Number(value.toPrecision(3)));
}
// src/core/archive/distribution.ts
/** The endings of the files beside the archives, after the stem. */
const ENDINGS = {
	sbom: "cdx.json",
	evidence: "evidence.json",
	sums: "SHA256SUMS"
};
/** The endings of all files that `distribute` writes. Attestations are written elsewhere. */
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
	return content === void 0 ? [] : [await writeBeside("sbom", content, pkg, out)];
}
/** Writes a package's evidence, unless it is that of another build. */
async function copyEvidence(pkg, out, { log }) {
	const file = join(pkg.folder, EVIDENCE_FILE);
	const evidence = await readEvidence(file);
	const { records, tuned } = evidence;
	if (records.length > 0 && [...records, ...tuned].every((each) => isOfPackage(each, pkg))) return [await writeBeside("evidence", Buffer.from(evidenceText(evidence)), pkg, out)];
	if (existsSync(file)) log.warning({
		message: `${pkg.manifest.package}: the evidence is left out: it is damaged, or not of this build of the package`,
		place: { file },
		hint: "Run the smoke test of this build."
	});
	return [];
}
/** Writes the checksums of a distribution's other files, in the format of `sha256sum --check`. */
async function writeSums(pkg, files, out) {
	const text = files.toSorted((a, b) => a.name < b.name ? -1 : 1).map((file) => `${file.sha256}  ${file.name}\n`).join("");
	return writeBeside("sums", Buffer.from(text), pkg, out);
}
/** Writes a file of a distribution atomically. */
async function writeBeside(kind, content, pkg, out) {
	const name = `${distributionStem(pkg)}.${ENDINGS[kind]}`;
	const file = join(out, name);
	await writeAtomically(file, (fresh) => writeFile(fresh, content));
	return {
		kind,
		name,
		file,
		size: content.length,
		sha256: sha256(content)
	};
}
/** The checksums that `distribute` writes next to an archive; undefined if it is not named as one. */
function sumsFileOf(archive) {
	const format = formatOf(archive);
	return format && `${archive.slice(0, -format.length)}${ENDINGS.sums}`;
}
// src/core/archive/distribute.ts
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
			message: `cannot write the distribution: ${reasonOf(error)}`,
			place: { file: out }
		}, { cause: error });
	}
}
async function distributeOne(pkg, formats, out, context) {
	const described = [
		...await packPackage(pkg, formats, out, context),
		...await copySbom(pkg, out),
		...await copyEvidence(pkg, out, context)
	];
	const files = [...described, await writeSums(pkg, described, out)];
	await removeStale(pkg, files, out);
	return {
		pkg,
		stem: distributionStem(pkg),
		files
	};
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
/** Whether a folder is a package, or was one: it can lack its manifest. */
function isPackage(folder) {
	return [MANIFEST_FILE, SUMS_FILE].some((name) => existsSync(join(folder, name)));
}
// src/core/verify/finding.ts
/** The finding of a check, which failed if there are `problems`. */
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
/** The finding of a skipped check; `text` says why. */
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
// src/core/verify/variant.ts
/**
* Compares a variant in manifest.json with its cubin and its row of the table. Returns the
* differences.
*/
function checkVariant(kernel, variant, image) {
	const { bytes, sha256 } = image.cubin;
	const changed = sha256 === variant.sha256 ? [] : ["the cubin in the C source is not the one in manifest.json"];
	const target = parseTarget(variant.target);
	if (target === void 0) return [...changed, `unknown target ${variant.target}`];
	let cubin;
	try {
		cubin = readCubin(bytes);
	} catch (error) {
		if (error instanceof Failure) return [...changed, ...error.problems.map(({ message }) => message)];
		throw error;
	}
	const inside = cubin.kernels.find(({ name }) => name === variant.symbol);
	const table = inside?.parameters ?? [];
	const parameters = [...passedParameters(kernel, variant, table), ...HIDDEN_PARAMETERS];
	const wrong = checkCubin(cubin, {
		kernel: variant.symbol,
		target,
		parameters
	});
	const { major, from, to } = minorRange(target);
	const { resources } = variant;
	const differing = [
		[
			"parameters",
			inside && layoutOf(table),
			layoutOf(variant.parameters)
		],
		[
			"registers",
			inside?.registers,
			resources.registers
		],
		[
			"bytes of stack",
			inside?.stackBytes,
			resources.stack
		],
		[
			"bytes of static shared memory",
			inside?.staticSharedBytes,
			resources.sharedStatic
		],
		[
			"bytes of the cubin",
			bytes.length,
			resources.size
		],
		[
			"bytes of dynamic shared memory",
			image.shared,
			resources.sharedDynamic
		],
		[
			"warps",
			image.warps,
			resources.warps
		],
		[
			"blocks per cluster",
			image.ctas,
			resources.ctas
		],
		[
			"symbol",
			image.kernel,
			variant.symbol
		],
		[
			"compute capabilities",
			`${image.major}.${image.from} to ${image.major}.${image.to}`,
			`${major}.${from} to ${major}.${to}`
		]
	].flatMap(([what, inSource, inManifest]) => inSource === inManifest || inSource === void 0 ? [] : [`${what}: ${inSource} in the C source, but ${inManifest} in manifest.json`]);
	return [
		...changed,
		...wrong,
		...differing
	];
}
function layoutOf(table) {
	return table.map(({ offset, size }) => `${size} at ${offset}`).join(", ") || "none";
}
/** The parameters that the launcher passes to a variant's cubin, according to manifest.json. */
function passedParameters(kernel, variant, table) {
	const parts = (kernel.specialisations[variant.specialisation] ?? "").split(",").map((part) => part.trim().split(" "));
	const ones = new Set(parts.filter(isOne$1).map(([name]) => name));
	const passed = [];
	for (const { name, type: text } of kernel.parameters) {
		if (ones.has(name)) continue;
		const type = parseArgumentType(text);
		if (type !== void 0) passed.push(...parametersOf(name, type, table, passed.length));
	}
	return passed;
}
/** Whether the words of a condition say that its argument is 1. */
function isOne$1(words) {
	return words.slice(1).join(" ") === "== 1";
}
/**
* The size of a tensor map in bytes. Tensors are passed as a map, or as pointer, shape and strides.
*/
const MAP_SIZE = 128;
function parametersOf(name, type, table, index) {
	if (type.kind !== "tensor") return [{
		name,
		size: sizeOf(type)
	}];
	return tensorParameters(name, table[index]?.size === MAP_SIZE ? {
		kind: "map",
		rank: type.block.length
	} : tensorLayout(type, void 0, table, index));
}
const variantSchema = object({
	algo: number(),
	specialisation: number(),
	target: string(),
	hash: string(),
	symbol: string(),
	parameters: array(object({
		offset: number(),
		size: number()
	})),
	resources: object({
		registers: number(),
		stack: number(),
		sharedStatic: number(),
		sharedDynamic: number(),
		warps: number(),
		ctas: number(),
		size: number()
	}),
	sha256: string()
});
const algoSchema = object({
	constants: record$1(string(), unknown()),
	kinds: record$1(string(), _enum(CONSTANT_KINDS)).optional()
});
const kernelSchema$1 = object({
	...packageManifestSchema.shape.kernels.element.shape,
	algos: array(algoSchema),
	variants: array(variantSchema)
});
/** The parts of manifest.json that are compared with the package's files. */
const fullManifestSchema = object({
	...packageManifestSchema.shape,
	targets: array(string()),
	kernels: array(kernelSchema$1)
});
/** `scale [algo 1, specialisation 0, sm_90]`. */
function variantTitle({ name }, { algo, specialisation, target }) {
	return `${name} [algo ${algo}, specialisation ${specialisation}, ${target}]`;
}
// src/core/verify/files.ts
/**
* Checks that every file matches its checksum, and that there are no other files.
* @throws {Failure} `verification` if the checksums cannot be read.
*/
async function checkFiles(folder) {
	const sums = await readSums(folder);
	const problems = [...await checkSums(folder, sums), ...await checkUnlistedFiles(folder, sums)];
	return checkResult("files", `${plural(sums.size, "file")} match ${SUMS_FILE}, and there are no other files`, problems);
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
/** Checks that the evidence is for this build of the package, and for kernels that it has. */
async function checkEvidence(folder, manifest, manifestSha256) {
	const file = join(folder, EVIDENCE_FILE);
	const text = (await readIfExists(file))?.toString();
	if (text === void 0) return skippedCheck("evidence", `the package has no ${EVIDENCE_FILE}: it was not tested on a GPU`);
	const records = evidenceSchema.safeParse(tryParseJson(text)).data?.records;
	if (records === void 0) return checkResult("evidence", "", [{
		message: `${EVIDENCE_FILE} is damaged, or of an earlier version`,
		place: { file },
		hint: REMEDY
	}]);
	const packageSha256 = await packageDigest(folder);
	const known = new Set(manifest.kernels.flatMap((kernel) => kernel.variants.map((variant) => variantTitle(kernel, variant))));
	const problems = records.flatMap((record) => {
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
	const ran = new Set(records.map(evidenceTitle));
	const devices = new Set(records.map(({ device }) => device));
	return checkResult("evidence", `${ran.size} of ${plural(known.size, "variant")} ran on a GPU (${[...devices].join(", ")}) in ${describeRuns(records)}`, problems);
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
async function checkSbom(folder, { sources = [] }, manifestSha256) {
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
// src/core/init/guesses.ts
const constant$1 = {
	value: wireConstantSchema,
	guess: boolean()
};
const parameterSchema = discriminatedUnion("kind", [
	object({
		kind: literal$2("pointer"),
		name: string(),
		type: string()
	}),
	object({
		kind: literal$2("tensor"),
		name: string(),
		type: string()
	}),
	object({
		kind: literal$2("scalar"),
		name: string(),
		type: string(),
		/** Whether the type is a guess, not that of the default. */
		guess: boolean()
	}),
	object({
		kind: literal$2("constant"),
		name: string(),
		...constant$1,
		/** The line of @triton.heuristics that computes it from the arguments of a call. */
		computed: number().optional()
	}),
	object({
		kind: literal$2("config"),
		name: string(),
		...constant$1
	}),
	object({
		kind: literal$2("heuristic"),
		name: string(),
		line: number()
	})
]);
const bufferSchema = object({
	name: string(),
	role: _enum([
		"in",
		"out",
		"inout"
	]),
	/** Null for a pointer that nothing uses, or whose size is not known. */
	shape: array(string()).nullable(),
	strides: array(string()).optional(),
	fill: string().optional()
});
const kernelGuessSchema = object({
	line: number(),
	function: kernelFunctionSchema,
	parameters: array(parameterSchema),
	/** Whether @triton.autotune has its configs. */
	autotune: boolean(),
	/** Whether it makes block pointers. */
	blockPointers: boolean(),
	grid: array(object({
		axis: string(),
		guess: string()
	})),
	gridParameters: array(string()),
	smoke: object({
		/** Whether the sizes of all buffers are known. */
		known: boolean(),
		why: string().optional(),
		buffers: array(bufferSchema),
		/** Values of scalars: a number or an expression. */
		arguments: array(tuple([string(), string()])),
		cases: array(record$1(string(), number()))
	}),
	/**
	* Values that are known only when the program runs, with guesses. Null for a function or another
	* object that no constant can replace.
	*/
	globals: array(object({
		name: string(),
		value: wireConstantSchema.nullable(),
		message: string()
	})),
	/** Why the kernel cannot be taken from its file, even with the globals. */
	problem: object({
		message: string(),
		hint: string()
	}).nullable()
});
const foundKernelSchema = object({
	path: string(),
	function: string(),
	line: number(),
	parameters: array(string())
});
const errorSchema = object({ error: object({
	message: string(),
	file: string().nullable(),
	line: number().nullable(),
	hint: string()
}) });
/**
* Lists the kernels of a file or of the files below a folder, without running them. Functions that
* other kernels of their file call are left out.
* @throws {Failure} `usage` if there is no such path, or no kernel.
*/
async function findKernels(path, request, context) {
	await checkExists(path);
	const answer = await ask({
		path: resolve(path),
		function: null
	}, request, context);
	const { kernels } = object({ kernels: array(foundKernelSchema) }).parse(answer);
	if (kernels.length > 0) return kernels;
	throw new Failure("usage", {
		message: `${path} has no kernels`,
		hint: "A kernel is a function with @triton.jit."
	});
}
/**
* Guesses the entry of a function, without running its file.
* @throws {Failure} `usage` if there is no such file or function, or if it is not a kernel.
*/
async function guessKernel(file, name, request, context) {
	await checkExists(file);
	const answer = await ask({
		path: sourcePath(file, request.manifest),
		function: name
	}, request, context);
	return object({ guess: kernelGuessSchema }).parse(answer).guess;
}
/**
* The path of a file relative to the manifest's folder, with forward slashes.
* @throws {Failure} `usage` if the file is elsewhere.
*/
function sourcePath(file, manifest) {
	const path = relative(resolve(manifest, ".."), resolve(file));
	if (!path.startsWith("..")) return path.replaceAll(sep, "/");
	throw new Failure("usage", {
		message: `${file} is not below the folder of ${manifest}`,
		hint: "Write the manifest to a folder that contains every kernel file, with --out."
	});
}
async function checkExists(path) {
	if (await stat(path).catch(() => void 0) === void 0) throw new Failure("usage", {
		message: `${path}: no such file or folder`,
		hint: "Name a function (`FILE.py:FUNCTION`), or a file or a folder to list its kernels."
	});
}
async function ask(question, { manifest, python }, context) {
	const reader = await readerContext(NEWEST_TESTED, python, context);
	const folder = resolve(manifest, "..");
	const answer = await runReader("guess_manifest.py", {
		folder,
		...question
	}, reader);
	const refused = errorSchema.safeParse(answer);
	if (!refused.success) return answer;
	const { message, file, line, hint } = refused.data.error;
	const place = formatPlace({
		file: shownPath(resolve(folder, file ?? question.path), manifest),
		...line !== null && { line }
	});
	throw new Failure("usage", {
		message: `${place}: ${message}`,
		...hint !== "" && { hint }
	});
}
// src/core/init/entry-text.ts
/**
* Writes the entry of a kernel: its settings without its name, not indented. Lines with `# guess`
* are not certain.
* @param source `FILE.py:FUNCTION`
*/
function entryText(source, guess, smoke) {
	return [
		`source: ${scalar(source)}`,
		...globalLines(guess),
		...argumentLines(guess),
		...constantLines(guess),
		...heuristicLines(guess),
		...requiresLines(guess),
		...guess.autotune ? ["configs: autotune # those of @triton.autotune"] : [],
		...gridLines(guess),
		...smokeLines(guess, smoke)
	].join("\n");
}
function globalLines({ globals }) {
	if (globals.length === 0) return [];
	return [`${globals.every(({ value }) => value === null) ? "# " : ""}globals: # values that are known only when the program runs`, ...globals.flatMap(({ name, value, message }) => [...comment(message, 2), value === null ? `  # ${scalar(name)}: tl.NAME # not a constant: name an object of Triton that replaces it` : `  ${scalar(name)}: ${constantText(value)} # guess`])];
}
function argumentLines({ parameters }) {
	const lines = parameters.flatMap((parameter) => {
		switch (parameter.kind) {
			case "pointer": return [`${scalar(parameter.name)}: "${parameter.type}" # guess`];
			case "tensor": return [`${scalar(parameter.name)}: "${parameter.type}" # guess`];
			case "scalar": return [`${scalar(parameter.name)}: ${parameter.type}${mark(parameter.guess)}`];
			case "constant":
			case "config":
			case "heuristic": return [];
		}
	});
	return lines.length === 0 ? ["arguments: {}"] : ["arguments:", ...lines.map(indent$1)];
}
function constantLines({ parameters }) {
	const lines = parameters.flatMap((parameter) => {
		if (parameter.kind !== "constant") return [];
		const { computed, guess } = parameter;
		const by = computed === void 0 ? "" : `: @triton.heuristics (line ${computed}) computes it`;
		const note = guess ? ` # guess${by}` : ` # the default${by}`;
		return [`  ${scalar(parameter.name)}: ${constantText(parameter.value)}${note}`];
	});
	return lines.length === 0 ? [] : ["constants:", ...lines];
}
function heuristicLines({ parameters }) {
	return parameters.flatMap((parameter) => parameter.kind === "heuristic" ? [`# ${parameter.name} comes from @triton.heuristics (line ${parameter.line})`] : []);
}
/** Nothing checks values of heuristics without translation: `requires` says when they are right. */
function requiresLines({ function: { heuristics } }) {
	const found = heuristics.filter(({ untranslated }) => untranslated !== void 0);
	const [first] = found;
	if (first === void 0) return [];
	const names = found.map(({ parameter }) => parameter).filter((name) => name !== "*");
	const what = names.length === 0 ? "the constants" : names.join(", ");
	return [...comment(`@triton.heuristics (line ${first.line}) computes ${what} for each call, and nothing checks the values above: list the conditions under which they are right, such as \`n <= 1024\``, 0), "requires: [] # guess: they are always right"];
}
function gridLines({ grid, gridParameters }) {
	const own = gridParameters.map((name) => `  ${scalar(name)}: i32`);
	return [...own.length === 0 ? [] : ["grid_parameters: # only the grid uses them", ...own], `grid: ${list(grid.map(({ axis }) => axis))} # guess: ${gridNote(grid)}`];
}
function gridNote(grid) {
	const [first, ...others] = grid.map(({ guess }) => guess);
	if (others.every((guess) => guess === first)) return first ?? "";
	return grid.map(({ guess }, axis) => `axis ${axis}: ${guess}`).join("; ");
}
function smokeLines({ smoke }, form) {
	const { buffers, arguments: values, cases } = smoke;
	const lines = [
		"smoke: # how to test the kernel on a GPU",
		"  reference: interpreter # or a NumPy function of yours: reference.py:FUNCTION",
		...buffers.length === 0 ? [] : ["  buffers: # guess"],
		...buffers.map((buffer) => `    ${scalar(buffer.name)}: ${bufferText(buffer, form)}`),
		...values.length === 0 ? [] : ["  arguments: # guess"],
		...values.map(([name, text]) => `    ${scalar(name)}: ${expression(text)}`),
		"  cases: # guess",
		...cases.map((chosen) => `    - ${caseText$1(chosen)}`)
	];
	if (form === "active") return lines;
	return [...comment(`no test yet: ${form.commentedOut}. Complete it and remove the "# ":`, 0), ...lines.map((line) => `# ${line}`)];
}
function bufferText({ role, shape, strides, fill }, form) {
	if (shape === null && form === "active") return "null # nothing uses it with these constants";
	const axes = list(shape ?? ["SIZE"]);
	if (role === "in" && strides === void 0 && fill === void 0) return axes;
	return `{ ${[
		`shape: ${axes}`,
		...strides === void 0 ? [] : [`strides: ${list(strides)}`],
		...role === "in" ? [] : [`role: ${role}`],
		...fill === void 0 ? [] : [`fill: ${fill}`]
	].join(", ")} }`;
}
function caseText$1(chosen) {
	const parts = Object.entries(chosen).map(([name, value]) => `${scalar(name)}: ${value}`);
	return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
function list(axes) {
	return `[${axes.map(expression).join(", ")}]`;
}
/** An expression. In a list, a comma in parentheses does not end it (see `joinAxes`). */
function expression(text) {
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
/** YAML needs a dot in a float, also before an exponent. */
function floatText(value) {
	const text = String(value);
	if (/^-?\d+$/.test(text)) return `${text}.0`;
	return text.replace(/^(-?\d+)e/, "$1.0e");
}
/** A text as YAML: plain if it can be. */
function scalar(text) {
	return (0, import_dist.stringify)(text, { lineWidth: 0 }).trimEnd();
}
function mark(isGuess) {
	return isGuess ? " # guess" : "";
}
function indent$1(line) {
	return `  ${line}`;
}
/** Comment lines of at most 100 characters. */
function comment(text, spaces) {
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
// src/core/init/skeleton.ts
/** Writes a manifest with one kernel. `folder` is the name of its folder. */
function newManifest(kernel, folder) {
	return skeleton(kernel, packageName$1(folder), smokeForm(kernel));
}
/**
* Adds a kernel to the text of a manifest, at the end of `kernels`. Everything else keeps its bytes.
* @throws {Failure} `usage` if the text is not YAML, has the kernel already, or if there is no place
* for the kernel.
*/
function addToManifest(text, file, kernel) {
	const before = parseManifestText(text, file);
	const kernels = (0, import_dist.parseDocument)(text).get("kernels");
	if (!(0, import_dist.isMap)(kernels) || kernels.flow === true || kernels.items.length === 0) throw new Failure("usage", {
		message: "cannot add a kernel: `kernels` is not a map with one kernel in each line",
		place: before.locate(["kernels"]),
		hint: "Use --print, and copy the entry."
	});
	if (before.has(["kernels", kernel.name])) throw new Failure("usage", {
		message: `the manifest has a kernel \`${kernel.name}\``,
		place: before.locate(["kernels", kernel.name]),
		hint: "Give the new one another name with --name."
	});
	const [first] = kernels.items;
	const column = (0, import_dist.isScalar)(first?.key) ? columnOf(text, first.key.range?.[0] ?? 0) : 2;
	const end = kernels.range?.[1] ?? text.length;
	const head = text.slice(0, end).trimEnd();
	const tail = text.slice(head.length).replace(/^[^\n]*/, "");
	const added = `${head}${text.slice(head.length, text.length - tail.length)}\n\n${namedEntry(kernel, smokeForm(kernel), " ".repeat(column))}${tail === "" ? "\n" : tail}`;
	checkAdded(before.value, parseManifestText(added, file).value, kernel.name, file);
	return added;
}
/** Returns a name for a function's kernel that a C function can have. */
function kernelName(functionName) {
	const plain = functionName.replace(/_(triton_)?kernel_?$/, "").replaceAll(/_+/g, "_").replaceAll(/^_|_$/g, "");
	return reservedName(plain) === void 0 ? plain : `kernel_${plain}`.replace(/_$/, "");
}
/** Returns a name for a package in a folder. */
function packageName$1(folder) {
	const plain = folder.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_|_$/g, "").toLowerCase();
	return reservedName(plain) === void 0 ? plain : `kernels_${plain}`.replace(/_$/, "");
}
function skeleton(kernel, name, smoke) {
	return `# Written by triton-aot init. What is marked "guess" is guessed from the text of the kernel: check it.
package: ${name} # the header is <${name}.h>
version: 0.1.0
triton: ${tritonLine$1(kernel.guess)}
targets: [sm_80, sm_90] # A100, H100: list every GPU architecture that your program runs on

kernels:
${namedEntry(kernel, smoke, "  ")}
`;
}
/** The last release with block pointers: 3.9.0 raises `Block pointers have been removed`. */
const LAST_WITH_BLOCK_POINTERS = "3.8.0";
function tritonLine$1({ blockPointers }) {
	return blockPointers ? `${LAST_WITH_BLOCK_POINTERS} # the exact Triton version: the last one with block pointers` : `${NEWEST_TESTED} # the exact Triton version`;
}
function namedEntry({ name, source, guess }, smoke, margin) {
	return `${margin}${name}: # the name of the C function\n${entryText(source, guess, smoke).replaceAll(/^/gm, `${margin}  `)}`;
}
/** Whether the smoke test can be active: only if it fits the kernel. */
function smokeForm(kernel) {
	const { smoke } = kernel.guess;
	if (!smoke.known) return { commentedOut: smoke.why ?? "the sizes of buffers are not known" };
	const manifest = readManifest(skeleton(kernel, "check", "active"), "kernels.yaml");
	const problems = new Problems(manifest.document);
	const [entry] = manifest.kernels;
	if (entry === void 0) return { commentedOut: "the entry is not valid" };
	resolveKernel(entry, factsOf(kernel.guess), manifest.targets, problems.under(entry.pathOf));
	try {
		problems.throwIfAny();
		return "active";
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const found = error.problems.find(({ place }) => place?.path?.includes(".smoke") === true);
		return found === void 0 ? "active" : { commentedOut: found.message };
	}
}
function factsOf({ function: fn, parameters }) {
	const { autotune } = fn;
	const guessed = parameters.flatMap((each) => each.kind === "config" ? [[each.name, each.value]] : []);
	const configs = autotune === "dynamic" ? [{
		constants: new Map(guessed),
		options: {}
	}] : autotune?.static.map(({ constants, options }) => ({
		constants: new Map(Object.entries(constants)),
		options
	}));
	return {
		...fn,
		autotune: configs
	};
}
function columnOf(text, offset) {
	return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}
/** Checks that only the kernel's entry is new. */
function checkAdded(before, after, name, file) {
	const others = (path, value) => {
		if (typeof value === "bigint") return `${value}n`;
		if (Array.isArray(value)) return value.map((item) => others([...path, ""], item));
		if (typeof value !== "object" || value === null) return value;
		const kept = Object.entries(value).filter(([key]) => !(path.length === 1 && path[0] === "kernels" && key === name));
		return Object.fromEntries(kept.map(([key, item]) => [key, others([...path, key], item)]));
	};
	if (canonicalJson(others([], after)) === canonicalJson(others([], before))) return;
	throw new Failure("usage", {
		message: "cannot add a kernel without changing the rest of the manifest",
		place: { file },
		hint: "Use --print, and copy the entry."
	});
}
// src/core/record/refusals.ts
/** Why a kernel cannot be in a manifest; undefined if it can. `inside`: its file below the folder. */
function reasonToSkip(kernel, file, inside) {
	const { source, name, target } = kernel;
	if (source === null) return "it was compiled from intermediate code, not from a Python function";
	if (/^<.*>$/.test(source.file)) return `its source is not in a file: ${source.file}`;
	if (file === void 0) return `its source ${source.file} does not exist`;
	if (inside === void 0) return "its source is outside the manifest's folder";
	if (name.includes(".")) return "it is defined inside another function or class";
	if (target?.backend !== "cuda") return `it was compiled for ${target?.backend ?? "nothing"}`;
	if (parseTarget(`cuda:${target.arch}`) === void 0) return `it was compiled for compute capability ${target.arch}, which no target has`;
	for (const parameter of kernel.parameters) {
		const type = kernel.signature.get(parameter.name) ?? "";
		const value = kernel.constants.get(parameter.name);
		if (value?.kind === "other") return `\`${parameter.name}\` is ${value.value}`;
		if (type === "constexpr" && value !== void 0) continue;
		if (type === "tuple") return `\`${parameter.name}\` is a tuple`;
		if (parseArgumentType(type) === void 0) return `\`${parameter.name}\` has the type \`${type}\``;
	}
}
function describeRefusal({ name, source }, inside, reason) {
	return {
		name,
		file: inside ?? source?.file ?? "",
		line: source?.line,
		reason
	};
}
/** Returns a path relative to a folder, with slashes; undefined if it is not below the folder. */
function insideOf(folder, file) {
	const inside = relative(folder, file);
	return inside.startsWith("..") || isAbsolute(inside) ? void 0 : inside.split(sep).join("/");
}
// src/core/record/drafts.ts
/** Sorts compiled kernels into entries: those that differ in hints and sizes only are one. */
function draftEntries(kernels, folders) {
	const refusals = [];
	const groups = [];
	const sorted = kernels.toSorted((a, b) => countUnknown(a) - countUnknown(b));
	for (const kernel of sorted) {
		const file = folders.find(kernel);
		const inside = file === void 0 ? void 0 : insideOf(folders.folder, file);
		const reason = reasonToSkip(kernel, file, inside);
		if (reason === void 0) place(kernel, inside ?? "", groups);
		else refusals.push(describeRefusal(kernel, inside, reason));
	}
	const position = (group) => kernels.indexOf(group.members[0]);
	return {
		drafts: groups.filter(({ members }) => members.some(wasCalled)).toSorted((a, b) => position(a) - position(b)).map(draftOf),
		refusals: uniqueBy(refusals, canonicalJson)
	};
}
/** The type of a parameter that was 1 in every call so far: any integer. */
const UNKNOWN = "";
function place(kernel, file, groups) {
	const own = typesOf(kernel);
	const key = canonicalJson({
		file,
		name: kernel.name,
		constants: wires(fixedConstants(kernel)),
		options: fixedOptions(kernel),
		parameters: [...own.keys()]
	});
	const group = groups.find((each) => each.key === key && [...own].every(([name, type]) => fits(type, each.types.get(name))));
	if (group === void 0) {
		groups.push({
			file,
			key,
			types: own,
			members: [kernel]
		});
		return;
	}
	group.members.push(kernel);
	for (const [name, type] of own) if (type !== UNKNOWN) group.types.set(name, type);
}
function fits(type, other) {
	if (type === other) return true;
	return type === UNKNOWN && isIntegerType(other) || other === UNKNOWN && isIntegerType(type);
}
function isIntegerType(text) {
	const type = parseArgumentType(text ?? "");
	return type !== void 0 && isInteger(type);
}
/** The types of what callers pass. Triton's JIT makes a constant of an argument that is 1. */
function typesOf({ parameters, signature, constants }) {
	return new Map(parameters.flatMap(({ name, constexpr }) => {
		const type = signature.get(name) ?? "";
		if (type !== "constexpr") return [[name, type]];
		return !constexpr && isOne(constants.get(name)) ? [[name, UNKNOWN]] : [];
	}));
}
function isOne(constant) {
	return constant?.kind === "int" && constant.value === 1n;
}
function countUnknown(kernel) {
	return [...typesOf(kernel).values()].filter((type) => type === UNKNOWN).length;
}
function tunedNames({ autotune }) {
	const configs = autotune?.configs ?? [];
	return new Set(configs.flatMap(({ constants, options }) => [...constants.keys(), ...Object.keys(options)]));
}
function allConstants(kernel) {
	const types = typesOf(kernel);
	return new Map(kernel.parameters.flatMap(({ name }) => {
		const value = kernel.constants.get(name);
		return value !== void 0 && value.kind !== "other" && !types.has(name) ? [[name, value]] : [];
	}));
}
function fixedConstants(kernel) {
	const tuned = tunedNames(kernel);
	return new Map([...allConstants(kernel)].filter(([name]) => !tuned.has(name)));
}
function tunedConstants(kernel) {
	const tuned = tunedNames(kernel);
	return new Map([...allConstants(kernel)].filter(([name]) => tuned.has(name)));
}
/** Options that the manifest knows and that are not those of every kernel. */
function optionsOf(kernel, isTuned) {
	const tuned = tunedNames(kernel);
	return Object.fromEntries(Object.entries(kernel.options).filter(([name, value]) => isOptionName(name) && value !== null && tuned.has(name) === isTuned));
}
function fixedOptions(kernel) {
	return optionsOf(kernel, false);
}
function wasCalled({ calls }) {
	return calls.length > 0;
}
function draftOf({ file, types, members: all }) {
	const members = all.filter(wasCalled);
	const first = members[0];
	const allConfigs = Math.max(...members.map(({ autotune }) => autotune?.configs.length ?? 0));
	return {
		file,
		function: first.name,
		line: first.source?.line ?? 1,
		parameters: first.parameters.map(({ name }) => name),
		types: new Map([...types].map(([name, type]) => [name, type === UNKNOWN ? "i32" : type])),
		constants: fixedConstants(first),
		options: fixedOptions(first),
		configs: allConfigs === 0 ? [] : configsOf(members),
		allConfigs,
		calls: mergeCalls(members.flatMap((kernel) => callsOf(kernel, kernel.calls))),
		trials: all.flatMap((kernel) => callsOf(kernel, kernel.trials)),
		members
	};
}
function callsOf(kernel, calls) {
	const ones = [...typesOf(kernel)].flatMap(([name, type]) => type === UNKNOWN ? [[name, {
		kind: "int",
		value: 1n
	}]] : []);
	return calls.map((call) => ({
		kernel,
		config: tunedConstants(kernel),
		grid: call.grid,
		scalars: new Map([...constantsIn(call), ...ones]),
		buffers: call.buffers,
		count: call.count,
		gpuMs: call.gpuMs,
		id: call.id
	}));
}
function constantsIn({ scalars }) {
	return [...scalars].flatMap(([name, value]) => value.kind === "other" ? [] : [[name, value]]);
}
/** Floats decide neither sizes nor blocks: calls that differ in them only are one. */
function mergeCalls(calls) {
	const merged = /* @__PURE__ */ new Map();
	for (const call of calls) {
		const key = canonicalJson([
			call.grid,
			wires(new Map([...call.scalars].filter(([, { kind }]) => kind !== "float"))),
			wires(call.config),
			Object.fromEntries(call.buffers)
		]);
		const known = merged.get(key);
		const { count, gpuMs } = known ?? {
			count: 0,
			gpuMs: null
		};
		merged.set(key, {
			...known ?? call,
			count: count + call.count,
			gpuMs: gpuMs ?? call.gpuMs
		});
	}
	return [...merged.values()];
}
function configsOf(members) {
	const counts = /* @__PURE__ */ new Map();
	for (const kernel of members) {
		const config = {
			constants: tunedConstants(kernel),
			options: optionsOf(kernel, true)
		};
		const key = canonicalJson([wires(config.constants), config.options]);
		const known = counts.get(key) ?? {
			config,
			count: 0
		};
		known.count += kernel.calls.reduce((sum, { count }) => sum + count, 0);
		counts.set(key, known);
	}
	return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ config }) => config);
}
/** Constants as JSON. */
function wires(constants) {
	return Object.fromEntries([...constants].map(([name, value]) => [name, toWire(value)]));
}
function uniqueBy(items, keyOf) {
	return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
// src/core/record/access.ts
/**
* Finds out which pointers a kernel reads and writes. `ttir` is Triton's intermediate code after
* inlining (MLIR text): the value of every pointer is followed from the parameters to the loads and
* stores, also through loops and branches.
*/
function accessOf(ttir) {
	const origins = /* @__PURE__ */ new Map();
	const [reads, writes] = [/* @__PURE__ */ new Set(), /* @__PURE__ */ new Set()];
	const lines = ttir.split("\n").map((line) => line.replace(/ loc\(.*$/, ""));
	for (const [value, name] of pointersIn(ttir)) origins.set(value, /* @__PURE__ */ new Set([name]));
	for (let pass = 0; pass < 2; pass += 1) {
		const open = [];
		for (const line of lines) follow(line, origins, open, reads, writes);
	}
	return {
		reads,
		writes,
		hasAtomics: /tt\.atomic_|tt\.descriptor_reduce/.test(ttir),
		product: productOf(lines),
		hasForeignCode: /tt\.extern_elementwise|tt\.elementwise_inline_asm/.test(ttir)
	};
}
/** The pointers among the parameters of the kernel: each value with the parameter's name. */
function pointersIn(ttir) {
	const [, list = ""] = /tt\.func public @[^(]*\((.*)$/m.exec(ttir) ?? [];
	return list.split(/, (?=%)/).flatMap((text) => {
		const [, value = "", type = ""] = /^(%\w+): (.*)$/.exec(text) ?? [];
		const name = /loc\("([^"]+)"/.exec(type)?.[1] ?? value.slice(1);
		return type.startsWith("!tt.ptr") || type.startsWith("!tt.tensordesc") ? [[value, name.split(".")[0] ?? name]] : [];
	});
}
function follow(line, origins, open, reads, writes) {
	const text = line.trim();
	const [, left = "", right = text] = /^(%[\w:, %]+?) = (.*)$/.exec(text) ?? [];
	const results = resultsOf(left);
	const operation = /^"?([\w.]+)/.exec(right)?.[1] ?? "";
	const operands = [...right.matchAll(/%\w+(?:#\d+)?/g)].map(([name]) => name);
	const from = (names) => new Set(names.flatMap((name) => [...origins.get(name) ?? []]));
	if ([
		"scf.for",
		"scf.while",
		"scf.if"
	].includes(operation)) {
		const carried = [...right.matchAll(/(%\w+) = (%\w+(?:#\d+)?)/g)].flatMap(([, name = "", initial = ""]) => {
			if (operation === "scf.for" && right.startsWith(`scf.for ${name} =`)) return [];
			add(origins, name, from([initial]));
			return [name];
		});
		for (const [index, result] of results.entries()) add(origins, result, from(carried.slice(index, index + 1)));
		open.push({
			results,
			carried,
			passed: []
		});
	} else if (operation === "scf.yield") {
		const region = open.at(-1);
		for (const [index, operand] of operands.entries()) {
			const targets = [region?.results[index], region?.carried[index]];
			for (const target of targets) if (target !== void 0) add(origins, target, from([operand]));
		}
	} else if (operation === "scf.condition") {
		const region = open.at(-1);
		const passed = operands.slice(1);
		if (region !== void 0) region.passed = passed;
		for (const [index, operand] of passed.entries()) {
			const result = region?.results[index];
			if (result !== void 0) add(origins, result, from([operand]));
		}
	} else if (text.startsWith("^")) {
		const names = [...text.matchAll(/(%\w+):/g)].map(([, name = ""]) => name);
		for (const [index, name] of names.entries()) add(origins, name, from((open.at(-1)?.passed ?? []).slice(index, index + 1)));
	} else if (text === "}") open.pop();
	else if (WRITERS.includes(operation)) {
		for (const name of from(operands.slice(0, 1))) writes.add(name);
		if (operation.startsWith("tt.atomic") || operation === "tt.descriptor_reduce") for (const name of from(operands.slice(0, 1))) reads.add(name);
	} else if (READERS.includes(operation)) for (const name of from(operands.slice(0, 1))) reads.add(name);
	else if (operation === "tt.call") for (const name of from(operands)) {
		reads.add(name);
		writes.add(name);
	}
	else if (carriesPointer(right)) for (const result of results) add(origins, result, from(operands));
}
const WRITERS = [
	"tt.store",
	"tt.descriptor_store",
	"tt.descriptor_scatter",
	"tt.descriptor_reduce",
	"tt.atomic_rmw",
	"tt.atomic_cas"
];
const READERS = [
	"tt.load",
	"tt.descriptor_load",
	"tt.descriptor_gather"
];
/** `%a`, or `%a:2` for `%a#0` and `%a#1`. */
function resultsOf(left) {
	return left.split(",").flatMap((each) => {
		const [, name = "", count] = /^\s*(%\w+)(?::(\d+))?\s*$/.exec(each) ?? [];
		if (name === "") return [];
		if (count === void 0) return [name];
		return Array.from({ length: Number(count) }, (_, index) => `${name}#${index}`);
	});
}
function carriesPointer(text) {
	return /!tt\.ptr|!tt\.tensordesc|tt\.addptr|arith\.select/.test(text);
}
function add(origins, name, more) {
	const known = origins.get(name) ?? /* @__PURE__ */ new Set();
	for (const each of more) known.add(each);
	origins.set(name, known);
}
function productOf(lines) {
	const products = lines.filter((line) => /tt\.dot(_scaled)? /.test(line)).join("\n");
	if (/xf8|tt\.dot_scaled/.test(products)) return "fp8";
	if (/xbf16/.test(products)) return "bf16";
	if (/xf16/.test(products)) return "fp16";
	return /inputPrecision = tf32\b/.test(products) ? "tf32" : void 0;
}
// src/core/record/search.ts
/**
* Finds the most likely expression that has these values in all calls; undefined if there is none.
* An expression is a number, a name, `cdiv` of them, a product of up to three of these, or a `min`
* of two. Every expression was checked against every call.
*/
function findExpression(targets, names) {
	const first = targets[0];
	if (first === void 0) return void 0;
	const isFixed = targets.every((each) => each === first);
	const candidates = [];
	if (isFixed) candidates.push(literal(first, targets.length));
	if (isFixed && (first === 0n || first === 1n)) return candidates[0];
	const terms = termsOf(names);
	candidates.push(...terms.filter(({ values }) => isEqual(values, targets)));
	candidates.push(...products(targets, terms), ...minima(targets, terms));
	const [best, next] = candidates.toSorted((a, b) => a.cost - b.cost);
	const isClose = best !== void 0 && next !== void 0 && next.cost - best.cost < CLOSE;
	return best && isClose && next.text !== best.text ? {
		...best,
		rival: next.text
	} : best;
}
/** The difference in cost up to which two expressions are equally likely. */
const CLOSE = .3;
/** The cost of a number that is the same in all calls: with one call, almost anything is. */
function literal(value, calls) {
	const cost = calls > 1 ? 6 : 9;
	return {
		text: `${value}`,
		values: Array.from({ length: calls }, () => value),
		cost
	};
}
/** Every name, and everything that `cdiv` and divisions make of two names. */
function termsOf({ values, constants: given, hasQuotients }) {
	const constants = given.map((each) => ({
		...each,
		isConstant: true
	}));
	if (!hasQuotients) return [...values, ...constants];
	return [
		...values,
		...constants,
		...values.flatMap((value) => [...constants.flatMap((constant) => quotients(value, constant)), ...POWERS.flatMap((power) => quotientByNumber(value, power))]),
		...values.flatMap((value, index) => values.slice(index + 1).flatMap((other) => constants.flatMap((constant) => quotientOfProduct(value, other, constant))))
	];
}
const POWERS = [
	2n,
	4n,
	8n,
	16n,
	32n,
	64n,
	128n,
	256n,
	512n,
	1024n
];
function quotients(value, constant) {
	if (constant.values.some((each) => each <= 0n) || constant.values.every((each) => each === 1n)) return [];
	const cost = value.cost + 1 + affinity(value.text, constant.text);
	const divided = value.values.map((each, call) => cdiv(each, constant.values[call] ?? 1n));
	const isExact = value.values.every((each, call) => each % (constant.values[call] ?? 1n) === 0n);
	const text = `cdiv(${value.text}, ${constant.text})`;
	if (isExact) return [{
		text,
		values: divided,
		cost
	}];
	const floored = value.values.map((each, call) => each / (constant.values[call] ?? 1n));
	return [{
		text,
		values: divided,
		cost
	}, {
		text: `${value.text} // ${constant.text}`,
		values: floored,
		cost: cost + 1.5,
		isSum: true
	}];
}
/** A number as divisor is only believed if there are several values to see it in. */
function quotientByNumber(value, divisor) {
	if (new Set(value.values).size < 2) return [];
	const values = value.values.map((each) => cdiv(each, divisor));
	return [{
		text: `cdiv(${value.text}, ${divisor})`,
		values,
		cost: value.cost + 4
	}];
}
function quotientOfProduct(value, other, constant) {
	if (constant.values.some((each) => each <= 1n)) return [];
	const values = value.values.map((each, call) => cdiv(each * (other.values[call] ?? 1n), constant.values[call] ?? 1n));
	return [{
		text: `cdiv(${value.text} * ${other.text}, ${constant.text})`,
		values,
		cost: value.cost + other.cost + 2,
		isWhole: true
	}];
}
/** Products of two or three terms. A term that is 1 in all calls says nothing. */
function products(targets, terms) {
	const factors = terms.filter(({ values, isWhole }) => isWhole !== true && values.some((each) => each !== 1n) && divides(values, targets)).toSorted((a, b) => a.cost - b.cost);
	const byValues = /* @__PURE__ */ new Map();
	for (const factor of factors) {
		const key = factor.values.join();
		if (!byValues.has(key)) byValues.set(key, factor);
	}
	const pairs = (left, rest) => {
		const right = byValues.get(rest.join());
		if (right === void 0 || left.isConstant && right.isConstant) return [];
		return [product(factors.indexOf(right) < factors.indexOf(left) ? [right, left] : [left, right], left.cost + right.cost + 1)];
	};
	const found = factors.flatMap((left) => pairs(left, quotient(targets, left.values)));
	if (found.length > 0) return found;
	const likely = factors.slice(0, MOST_FACTORS);
	return likely.flatMap((left) => {
		const rest = quotient(targets, left.values);
		return likely.filter((middle) => divides(middle.values, rest)).flatMap((middle) => {
			const right = byValues.get(quotient(rest, middle.values).join());
			if (right === void 0 || [
				left,
				middle,
				right
			].every((each) => each.isConstant)) return [];
			return [product([
				left,
				middle,
				right
			], left.cost + middle.cost + right.cost + 2)];
		});
	});
}
/** Factors that are tried for products of three. */
const MOST_FACTORS = 24;
function product(factors, cost) {
	const text = factors.map((factor) => factor.isSum ? `(${factor.text})` : factor.text);
	const values = (factors[0]?.values ?? []).map((_value, call) => factors.reduce((result, { values: own }) => result * (own[call] ?? 1n), 1n));
	return {
		text: text.join(" * "),
		values,
		cost
	};
}
/** `min` of a limit and a term: as many blocks as there is work, but no more than the GPU has. */
function minima(targets, terms) {
	const most = targets.reduce((a, b) => a > b ? a : b);
	const limits = terms.filter(({ values }) => values.every((each) => each === values[0]));
	return [...terms, ...pairsOf(terms)].filter(({ values }) => values.every((each, call) => each >= (targets[call] ?? 0n)) && values.some((each, call) => each > (targets[call] ?? 0n)) && values.some((each, call) => each === targets[call]) && values.every((each, call) => each === targets[call] || targets[call] === most)).map((work) => {
		const limit = limits.find(({ values }) => values[0] === most);
		return {
			text: `min(${limit?.text ?? most}, ${work.text})`,
			values: targets,
			cost: work.cost + (limit?.cost ?? 4) + 1
		};
	});
}
function pairsOf(terms) {
	const quotientsOnly = terms.filter(({ text }) => text.startsWith("cdiv(")).slice(0, 60);
	return quotientsOnly.flatMap((left, index) => quotientsOnly.slice(index + 1).map((right) => product([left, right], left.cost + right.cost + 1)));
}
/**
* How well a constant fits an argument by name: `BLOCK_M` is for `M`, and `BLOCK_N` is not.
* Negative: well.
*/
function affinity(value, constant) {
	const [own, last = ""] = [wordsOf(value), wordsOf(constant).at(-1)];
	const isBlock = /block|tile|chunk|^b[a-z]$/i.test(constant);
	if (own.length === 1 && own[0] === last || constant.toLowerCase() === `b${value.toLowerCase()}`) return -.6;
	const [first = ""] = own;
	return (last.length === 1 && (own.length === 1 ? first.length === 1 : false) ? 1 : 0) + (isBlock ? -.2 : .6);
}
function wordsOf(name) {
	return name.toLowerCase().split("_").filter(Boolean);
}
function cdiv(a, b) {
	return b === 0n ? 0n : (a + b - 1n) / b;
}
function isEqual(a, b) {
	return a.every((each, index) => each === b[index]);
}
function divides(factors, targets) {
	return factors.every((each, call) => each > 0n && (targets[call] ?? 0n) % each === 0n);
}
function quotient(targets, factors) {
	return targets.map((each, call) => each / (factors[call] ?? 1n));
}
// src/core/record/grid.ts
const AXES = [
	"x",
	"y",
	"z"
];
/**
* Finds the grid in the arguments and constants, or else in the sizes of the buffers, which then
* are grid parameters. Launches that measured other configs, and calls of other entries of the same
* function, are evidence too.
*/
function findGrid(draft, all) {
	const own = [...draft.calls, ...draft.trials];
	const others = all.filter((each) => each !== draft && isSameFunction(each, draft));
	const evidence = [...own, ...others.flatMap(({ calls, trials }) => [...calls, ...trials])];
	const parameters = /* @__PURE__ */ new Map();
	const notes = /* @__PURE__ */ new Set();
	const axes = AXES.map((axis, index) => {
		const targets = own.map(({ grid }) => BigInt(grid[index] ?? 1));
		const found = findAxis(draft, evidence, index) ?? findAxis(draft, own, index);
		if (found === void 0) {
			const name = freeName(`grid_${axis}`, draft);
			parameters.set(name, {
				text: name,
				values: targets.slice(0, draft.calls.length),
				cost: 3
			});
			notes.add(`No expression fits the ${axis} axis of the grid in every call: callers pass it.`);
			return name;
		}
		for (const size of sizeTerms(draft, draft.calls)) {
			if (!wordsIn(found.text).includes(size.text)) continue;
			parameters.set(size.text, size);
			notes.add("The grid depends on a size that the kernel does not get: callers pass it.");
		}
		if (found.rival !== void 0 && parameters.size === 0) notes.add(`\`${found.rival}\` would also fit the ${axis} axis in every call.`);
		return found.text;
	});
	if (!axes.every((axis) => /^\w+$/.test(axis)) && new Set(evidence.map(({ grid }) => grid.join())).size === 1) notes.add("Every recorded call had the same grid: check that the expressions are meant.");
	while (axes.length > 1 && axes.at(-1) === "1") axes.pop();
	return {
		axes,
		parameters: [...parameters.values()],
		notes: [...notes]
	};
}
function isSameFunction(a, b) {
	return a.file === b.file && a.function === b.function;
}
/** Finds one axis; undefined if only a size fits that is not a likely one. */
function findAxis(draft, calls, index) {
	const targets = calls.map(({ grid }) => BigInt(grid[index] ?? 1));
	const names = {
		...gridNames(draft, calls),
		hasQuotients: true
	};
	const found = findExpression(targets, names);
	if (found !== void 0 && !/^\d+$/.test(found.text)) return found;
	if (found?.text === "1") return found;
	const values = [...names.values, ...sizeTerms(draft, calls)];
	const bySize = findExpression(targets, {
		...names,
		values
	});
	return bySize !== void 0 && bySize.cost < MOST_LIKELY ? bySize : found;
}
/** The cost from which an expression with sizes is less likely than a number. */
const MOST_LIKELY = 7;
/** The integer arguments and constants, with their values in every call. */
function gridNames(draft, calls) {
	const values = [...draft.types].flatMap(([name, text]) => {
		const type = parseArgumentType(text);
		if (type === void 0 || !isInteger(type)) return [];
		return termOf(name, calls, ({ scalars }) => scalars.get(name), nameCost(name));
	});
	const fixed = [...draft.constants.keys()].flatMap((name) => termOf(name, calls, ({ kernel }) => knownConstant(kernel.constants.get(name)), 3));
	const tuned = [...draft.configs[0]?.constants.keys() ?? []].flatMap((name) => termOf(name, calls, ({ config }) => config.get(name), 3));
	return {
		values,
		constants: [...fixed, ...tuned]
	};
}
function knownConstant(constant) {
	return constant?.kind === "other" ? void 0 : constant;
}
/** The cost of an argument in an expression. Strides and seeds rarely decide how many blocks there are. */
function nameCost(name) {
	return isStride(name) || /seed|offset|eps/i.test(name) ? 4 : 2;
}
function isStride(name) {
	return /stride|^ld[a-z]?$/i.test(name);
}
function termOf(name, calls, valueOf, cost) {
	const values = calls.flatMap((call) => integerOf(valueOf(call)) ?? []);
	return values.length === calls.length ? [{
		text: name,
		values,
		cost
	}] : [];
}
function integerOf(constant) {
	if (constant?.kind === "bool") return BigInt(constant.value);
	return constant?.kind === "int" ? constant.value : void 0;
}
/** The sizes of the buffers' axes, under names such as `x_size_0`. */
function sizeTerms(draft, calls) {
	return [...draft.calls[0].buffers].flatMap(([name, { shape }]) => shape.flatMap((_size, axis) => {
		const values = calls.flatMap(({ buffers }) => buffers.get(name)?.shape[axis] ?? []);
		if (values.length < calls.length) return [];
		return [{
			text: sizeName(name, axis, draft),
			values: values.map(BigInt),
			cost: 5
		}];
	}));
}
/** A name for the size of an axis: `x_size_0` for `x_ptr`. */
function sizeName(buffer, axis, draft) {
	const plain = buffer.replace(/_?ptr$/i, "").replaceAll(/^_+|_+$/g, "");
	return freeName(`${plain === "" ? buffer : plain}_size_${axis}`, draft);
}
function freeName(name, draft) {
	return draft.parameters.includes(name) ? freeName(`${name}_`, draft) : name;
}
function wordsIn(text) {
	return text.match(/[A-Za-z_]\w*/g) ?? [];
}
// src/core/record/smoke-section.ts
/** Bytes of the buffers of a case. */
const MOST_BYTES = 2 ** 30;
const MOST_CASES = 6;
const MOST_AXES = 8;
/**
* Describes calls of the kernel. Sizes are expressions of arguments if these hold in every recorded
* call; otherwise each case sets them.
*/
function draftSmoke(draft, grid, access, only) {
	const usable = draft.calls.filter((call) => isUsable(call, draft));
	const calls = only === void 0 ? chooseCalls(usable, draft) : usable.filter((c) => c === only);
	if (calls.length === 0) return void 0;
	const sheet = new Sheet(draft, grid, calls);
	const buffers = /* @__PURE__ */ new Map();
	for (const [name, text] of draft.types) {
		const type = parseArgumentType(text);
		if (type === void 0 || type.kind === "scalar") continue;
		const role = roleOf(name, draft, access);
		const { shape, strides } = only === void 0 ? sheet.layoutOf(name) : exactLayout(name, only);
		buffers.set(name, {
			shape,
			strides,
			role,
			fill: fillOf(name, type, role, draft)
		});
	}
	const cases = sheet.cases();
	const distinct = cases.flatMap((each, index) => cases.findIndex((other) => caseText(other) === caseText(each)) === index ? [index] : []);
	return {
		cases: distinct.map((index) => cases[index] ?? /* @__PURE__ */ new Map()),
		calls: distinct.map((index) => calls[index]),
		arguments: sheet.arguments,
		buffers
	};
}
/** The layout of one call in numbers, to which the files of the call fit. */
function exactLayout(name, { buffers }) {
	const { shape, strides } = buffers.get(name) ?? {
		shape: [1],
		strides: [1]
	};
	const isPlain = isContiguous(shape, strides);
	return {
		shape: shape.map(String),
		strides: isPlain ? void 0 : strides.map(String)
	};
}
function caseText(values) {
	return canonicalJson(wires(values));
}
/** Which values the cases set, and which follow from them. */
var Sheet = class {
	arguments = /* @__PURE__ */ new Map();
	#draft;
	#calls;
	#names;
	/** Sizes that each case sets, with their values in every call of the draft. */
	#sizes = /* @__PURE__ */ new Map();
	#inCases = /* @__PURE__ */ new Set();
	constructor(draft, grid, calls) {
		this.#draft = draft;
		this.#calls = calls;
		const { values, constants } = gridNames(draft, draft.calls);
		const isShared = ({ text: name }) => draft.constants.has(name);
		const parameters = grid.parameters.map((each) => ({
			...each,
			cost: 1.8
		}));
		this.#names = {
			values: [...parameters, ...values],
			constants: constants.filter(isShared),
			hasQuotients: true
		};
		for (const { text: name, values: sizes } of grid.parameters) this.#sizes.set(name, sizes);
		this.#placeScalars();
	}
	/** Decides for each scalar whether the cases set it, or one value or expression does for all. */
	#placeScalars() {
		const values = this.#names.values.filter(({ text: name }) => !this.#draft.types.has(name));
		const scalars = [...this.#draft.types].filter(([, text]) => parseArgumentType(text)?.kind === "scalar");
		for (const [name, text] of scalars.filter(([each]) => !isStride(each))) {
			const given = this.#calls.map(({ scalars: own }) => own.get(name));
			const texts = new Set(given.map((each) => each === void 0 ? "" : formatConstant(each)));
			const isSize = /^[iu]/.test(text) && this.#calls.length === 1;
			if (given[0] !== void 0 && texts.size === 1 && !isSize) this.arguments.set(name, given[0]);
			else this.#inCases.add(name);
			values.push(...this.#names.values.filter((term) => term.text === name));
		}
		for (const [name] of scalars.filter(([each]) => isStride(each))) {
			const own = this.#names.values.find((term) => term.text === name);
			const names = {
				values,
				constants: this.#names.constants,
				hasQuotients: false
			};
			const found = own && findExpression(own.values, names);
			if (found === void 0) this.#inCases.add(name);
			else this.arguments.set(name, found.text);
			if (own !== void 0) values.push(own);
		}
	}
	layoutOf(name) {
		const layouts = this.#draft.calls.flatMap(({ buffers }) => buffers.get(name) ?? []);
		const axes = (layouts[0] ?? {
			shape: [],
			strides: []
		}).shape.map((_size, axis) => axis);
		const isSameRank = layouts.every(({ shape }) => shape.length === axes.length);
		const isPlain = layouts.every(({ shape, strides }) => isContiguous(shape, strides));
		const found = axes.map((axis) => this.#find(sizesOf(layouts, axis), nameCost));
		if (isPlain && (!isSameRank || axes.length === 0 || found.includes(void 0))) {
			const counts = layouts.map(({ shape }) => BigInt(shape.reduce((a, b) => a * b, 1)));
			const count = this.#find(counts, nameCost);
			if (count !== void 0) return {
				shape: [count.text],
				strides: void 0
			};
			if (!isSameRank) return {
				shape: [this.#inCase(counts, sizeName(name, 0, this.#draft))],
				strides: void 0
			};
		}
		const shape = axes.map((axis) => found[axis]?.text ?? this.#inCase(sizesOf(layouts, axis), sizeName(name, axis, this.#draft)));
		if (isPlain) return {
			shape,
			strides: void 0
		};
		return {
			shape,
			strides: axes.map((axis) => {
				const values = layouts.map((each) => BigInt(each.strides[axis] ?? 0));
				const stride = sizeName(name, axis, this.#draft).replace("_size_", "_stride_");
				return this.#find(values, (each) => strideCost(each, name))?.text ?? this.#inCase(values, stride);
			})
		};
	}
	#find(targets, costOf) {
		const sizes = [...this.#sizes].map(([size, values]) => ({
			text: size,
			values,
			cost: 1.8
		}));
		return findExpression(targets, {
			values: [...this.#names.values.map((term) => ({
				...term,
				cost: costOf(term.text)
			})), ...sizes.filter((size) => !this.#names.values.some((term) => term.text === size.text))],
			constants: this.#names.constants,
			hasQuotients: false
		});
	}
	#inCase(values, name) {
		this.#sizes.set(name, values);
		return name;
	}
	cases() {
		return this.#calls.map((call) => {
			const index = this.#draft.calls.indexOf(call);
			const scalars = [...this.#inCases].flatMap((name) => {
				const value = call.scalars.get(name);
				return value === void 0 ? [] : [[name, value]];
			});
			const sizes = [...this.#sizes].map(([name, values]) => [name, {
				kind: "int",
				value: values[index] ?? 0n
			}]);
			return new Map([...scalars, ...sizes]);
		});
	}
};
function sizesOf(layouts, axis) {
	return layouts.map(({ shape }) => BigInt(shape[axis] ?? 0));
}
/** An argument that is called a stride comes first, and of these one with the buffer's letter. */
function strideCost(name, buffer) {
	if (!isStride(name)) return 2;
	return name.toLowerCase().split("_").map((word) => word.charAt(0)).includes(buffer.toLowerCase().charAt(0)) ? 1 : 1.4;
}
function isContiguous(shape, strides) {
	let step = 1;
	for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
		if (shape[axis] !== 1 && strides[axis] !== step) return false;
		step *= shape[axis] ?? 1;
	}
	return true;
}
function isUsable(call, draft) {
	if (call.grid.some((size) => size < 1)) return false;
	return [...call.buffers].map(([name, { shape }]) => {
		const type = parseArgumentType(draft.types.get(name) ?? "");
		if (type === void 0 || type.kind === "scalar") return Number.POSITIVE_INFINITY;
		if (shape.length > MOST_AXES || shape.includes(0)) return Number.POSITIVE_INFINITY;
		return shape.reduce((a, b) => a * b, bytesOf(type.element));
	}).reduce((a, b) => a + b, 0) <= MOST_BYTES;
}
/** A small call for each set of hints, then those that took the most time. */
function chooseCalls(usable, draft) {
	const bySize = usable.toSorted((a, b) => workOf(a) - workOf(b));
	const chosen = /* @__PURE__ */ new Set();
	for (const kernel of draft.members) {
		const smallest = bySize.find((call) => call.kernel === kernel);
		if (smallest !== void 0 && chosen.size < MOST_CASES) chosen.add(smallest);
	}
	const byTime = usable.toSorted((a, b) => timeOf(b) - timeOf(a));
	for (const call of [...bySize.slice(0, 1), ...byTime]) if (chosen.size < MOST_CASES) chosen.add(call);
	return usable.filter((call) => chosen.has(call)).toSorted((a, b) => workOf(a) - workOf(b));
}
function workOf({ buffers }) {
	return [...buffers.values()].reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
}
function timeOf({ count, gpuMs }) {
	return count * (gpuMs ?? .01);
}
/** What a kernel does with a buffer. */
function roleOf(name, draft, access) {
	const seen = draft.members.flatMap(({ contents }) => contents?.buffers.get(name) ?? []);
	const keepsSome = !(draft.allConfigs > 1) && seen.some(({ unchanged }) => unchanged !== null && unchanged > 0);
	const changes = seen.some(({ unchanged, elements }) => unchanged !== null && unchanged < elements);
	if (access === void 0) return changes ? "inout" : "in";
	if (!access.writes.has(name)) return "in";
	return access.reads.has(name) || keepsSome ? "inout" : "out";
}
/** Contents like those that the program used: random numbers can be indices or square roots. */
function fillOf(name, type, role, draft) {
	if (role === "out") return void 0;
	const range = draft.members.flatMap(({ contents }) => contents?.buffers.get(name)?.range ?? []);
	const [from, to] = [Math.min(...range), Math.max(...range)];
	if (range.length === 0 || !Number.isFinite(from) || !Number.isFinite(to)) return void 0;
	if (from === 0 && to === 0) return "zeros";
	if (from === 1 && to === 1) return "ones";
	if (from === to) return { constant: from };
	if (type.element === "i1" || type.element === "u1") return void 0;
	if (!isFloat(type.element)) return Number.isSafeInteger(from) && Number.isSafeInteger(to) ? { uniform: {
		from,
		to
	} } : void 0;
	if (from < 0 && to > 0 && Math.max(-from, to) < 100 && Math.max(-from, to) > .1) return void 0;
	const [low, high] = [from > 0 && from < to / 100 ? 0 : Number(from.toPrecision(3)), Number(to.toPrecision(3))];
	return low < high ? { uniform: {
		from: low,
		to: high
	} } : { constant: low };
}
// src/core/record/yaml-nodes.ts
/** Makes nodes of a document: as blocks, in one line, and an empty map. */
function builder(document) {
	const node = (value) => document.createNode(value);
	const flow = (value) => document.createNode(value, { flow: true });
	const blank = () => document.createNode({});
	return {
		node,
		flow,
		blank
	};
}
/** The values of a map of constants. */
function constantNodes(constants) {
	return Object.fromEntries([...constants].map(([name, value]) => [name, constantNode(value)]));
}
function constantNode(constant) {
	switch (constant.kind) {
		case "none": return null;
		case "dtype": return `tl.${constant.value}`;
		case "float": {
			const scalar = new import_dist.Scalar(constant.value);
			if (Number.isInteger(constant.value)) scalar.minFractionDigits = 1;
			return scalar;
		}
		case "int":
		case "bool":
		case "string": return constant.value;
	}
}
/** A number or an expression. */
function expressionNode(text) {
	return /^-?\d+$/.test(text) ? BigInt(text) : text;
}
// src/core/record/smoke-text.ts
/** Writes the `smoke:` section of an entry. */
function smokeNode(smoke, draft, access, golden, document) {
	const { node, flow, blank } = builder(document);
	const { reference, note, indices } = expectedOf(smoke, access, golden);
	const cases = indices.map((index) => smoke.cases[index] ?? /* @__PURE__ */ new Map());
	const section = blank();
	const put = (key, value, comment) => {
		const scalar = new import_dist.Scalar(key);
		if (comment !== void 0) scalar.commentBefore = ` ${comment}`;
		section.items.push(document.createPair(scalar, value));
	};
	put("reference", reference, note);
	put("cases", node(cases.map((each) => flow(constantNodes(each)))));
	if (smoke.arguments.size > 0) {
		const values = [...smoke.arguments].map(([name, value]) => [name, typeof value === "string" ? expressionNode(value) : constantNode(value)]);
		const map = Object.fromEntries(values);
		put("arguments", values.length > MOST_IN_LINE ? node(map) : flow(map));
	}
	const buffers = [...smoke.buffers].map(([name, buffer]) => [name, flow(bufferNode(buffer, golden?.inputs.get(name)))]);
	put("buffers", node(Object.fromEntries(buffers)));
	const tolerance = toleranceOf(smoke, draft, access);
	if (tolerance !== void 0) put("tolerance", flow({ norm: tolerance }), `The inputs of tl.dot are ${access?.product}.`);
	if (access?.hasAtomics === true) put("deterministic", false, "The order of atomic operations differs from call to call.");
	return section;
}
/** Values that fit in one line. */
const MOST_IN_LINE = 6;
/** Blocks and elements that Triton's interpreter computes in seconds. */
const MOST_BLOCKS = 1024;
const MOST_ELEMENTS = 2 ** 23;
/** Where the expected outputs come from, and the cases for which there are some. */
function expectedOf({ calls }, access, golden) {
	const all = calls.map((_call, index) => index);
	if (golden !== void 0) return {
		reference: golden.reference,
		indices: all
	};
	const without = (reason) => ({
		reference: "none",
		note: `${reason}: nothing is compared. Record with --golden, or write a reference.`,
		indices: all
	});
	if (access === void 0) return without("Triton's interpreter does not run Gluon kernels");
	if (access.hasForeignCode) return without("Triton's interpreter does not run libdevice functions and assembly");
	const small = all.filter((index) => isSmall(calls[index]));
	if (small.length === 0) return without("Every recorded call is too large for Triton's interpreter");
	return {
		reference: "interpreter",
		indices: small
	};
}
function isSmall({ grid, buffers }) {
	const elements = [...buffers.values()].map(({ shape }) => shape.reduce((a, b) => a * b, 1));
	return grid.reduce((a, b) => a * b, 1) <= MOST_BLOCKS && elements.reduce((a, b) => a + b, 0) <= MOST_ELEMENTS;
}
function bufferNode({ shape, strides, role, fill }, file) {
	const axes = shape.map(expressionNode);
	const contents = role === "out" ? void 0 : file === void 0 ? fill : { file };
	if (strides === void 0 && role === "in" && contents === void 0) return axes;
	return {
		shape: axes,
		...strides !== void 0 && { strides: strides.map(expressionNode) },
		...role !== "in" && { role },
		...contents !== void 0 && { fill: contents }
	};
}
/** The default tolerance of each type of input, as for outputs of that type. */
const PRODUCT_TOLERANCE = {
	tf32: .002,
	fp16: .002,
	bf16: .016,
	fp8: .1
};
/** Products of less precise inputs make outputs less precise than their own type. */
function toleranceOf({ buffers }, { types }, access) {
	if (access?.product === void 0) return void 0;
	return [...buffers].filter(([, { role }]) => role === "out" || role === "inout").some(([name]) => {
		const type = parseArgumentType(types.get(name) ?? "");
		return type?.kind !== "scalar" && (type?.element === "fp32" || type?.element === "fp64");
	}) ? PRODUCT_TOLERANCE[access.product] : void 0;
}
// src/core/record/entry-text.ts
/** Returns what a draft's kernels read and write, over all of them; undefined if it is unknown. */
function accessOfDraft({ members }) {
	const known = members.flatMap(({ ttir }) => ttir === null ? [] : [accessOf(ttir)]);
	const first = known[0];
	if (first === void 0) return void 0;
	return {
		...first,
		reads: new Set(known.flatMap(({ reads }) => [...reads])),
		writes: new Set(known.flatMap(({ writes }) => [...writes]))
	};
}
/**
* Writes the entry of a kernel: its key and settings in YAML, with comments, not indented.
*
* @param all every draft: others of the same function are evidence for the grid
*/
function recordedEntry(name, draft, all, golden) {
	const document = new import_dist.Document();
	const { node, flow, blank } = builder(document);
	const access = accessOfDraft(draft);
	const grid = findGrid(draft, all);
	const smoke = draftSmoke(draft, grid, access, golden?.call);
	const settings = blank();
	const put = (key, value, comment) => {
		const pair = document.createPair(key, value);
		if (comment !== void 0) {
			const scalar = new import_dist.Scalar(key);
			scalar.commentBefore = ` ${comment.replaceAll("\n", "\n ")}`;
			pair.key = scalar;
		}
		settings.items.push(pair);
	};
	put("source", `${draft.file}:${draft.function}`);
	put("arguments", node(Object.fromEntries(draft.types)));
	if (draft.constants.size > 0) put("constants", flow(constantNodes(draft.constants)));
	if (draft.configs.length > 0) {
		const configs = draft.configs.map((config) => flow({
			...constantNodes(config.constants),
			...config.options
		}));
		const those = draft.configs.length === 1 ? "this" : "these";
		put("configs", node(configs), `@triton.autotune chose ${those} of its ${plural(draft.allConfigs, "config")}. \`configs: autotune\` takes them all.`);
	}
	put("grid", flow(grid.axes.map(expressionNode)), grid.notes.length > 0 ? grid.notes.join("\n") : void 0);
	if (grid.parameters.length > 0) put("grid_parameters", flow(Object.fromEntries(grid.parameters.map(({ text }) => [text, "i32"]))));
	for (const [option, value] of Object.entries(changedOptions(draft.options))) put(option, value);
	if (smoke !== void 0) put("smoke", smokeNode(smoke, draft, access, golden, document));
	const key = new import_dist.Scalar(name);
	key.commentBefore = ` ${summary(draft)}`;
	const root = blank();
	root.items.push(document.createPair(key, settings));
	document.contents = root;
	return tightLists(document.toString({ lineWidth: 100 }));
}
/** `[a, b]` as everywhere in the documentation; the library writes `[ a, b ]`. */
function tightLists(text) {
	return text.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*|\[ (?=\S)| \]/g, (part) => part === "[ " || part === " ]" ? part.trim() : part);
}
function summary({ file, line, calls, members }) {
	const count = calls.reduce((sum, call) => sum + call.count, 0);
	const more = members.reduce((sum, each) => sum + each.more, 0);
	const most = calls.toSorted((a, b) => b.count - a.count).find(({ gpuMs }) => gpuMs !== null);
	const times = calls.length === 1 ? "" : `, ${calls.length} different ones`;
	const time = most === void 0 ? "" : `, at most ${Number((most.gpuMs ?? 0).toPrecision(2))} ms on the GPU`;
	const unseen = more > 0 ? ` (${more} more were counted but not compared)` : "";
	return `${file}:${line}: ${plural(count + more, "call")}${times}${time}${unseen}`;
}
function changedOptions(options) {
	const changed = Object.entries(options).filter(([name, value]) => name === "num_warps" || Reflect.get(DEFAULT_OPTIONS, name) !== value);
	return Object.fromEntries(changed);
}
// src/core/record/golden.ts
/** The folder beside the manifest that has a folder for each kernel. */
const FOLDER = "golden";
/**
* Copies the inputs and outputs of one recorded call to the manifest's folder, with a reference
* function that returns the outputs. Returns undefined if the recording has none.
*/
async function saveGolden(name, draft, recorded, folder) {
	for (const member of draft.members) {
		const { contents } = member;
		const call = draft.calls.find(({ kernel, id }) => kernel === member && id === contents?.call);
		const buffers = [...contents?.buffers ?? []];
		if (call === void 0 || buffers.length === 0) continue;
		if (buffers.some(([, { files }]) => files === null)) continue;
		const access = accessOfDraft(draft);
		const own = join(FOLDER, name);
		await mkdir(join(folder, own), { recursive: true });
		const [inputs, digests] = [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()];
		for (const [buffer, { files }] of buffers) {
			const role = roleOf(buffer, draft, access);
			if (files !== null && role !== "out") {
				const file = join(own, `${buffer}.npy`);
				await copyFile(join(recorded, files.before), join(folder, file));
				inputs.set(buffer, file);
			}
			if (files !== null && role !== "in") {
				const file = join(own, `${buffer}-expected.npy`);
				await copyFile(join(recorded, files.after), join(folder, file));
				digests.set(buffer, sha256(await readFile(join(folder, file))));
			}
		}
		await writeFile(join(folder, own, "outputs.py"), referenceText(name, digests));
		return {
			call,
			inputs,
			reference: `${own}/outputs.py:outputs`
		};
	}
}
/** The digests are in the text, so that the build sees when the files change. */
function referenceText(name, digests) {
	return `"""The outputs of ${name}, as the recorded program computed them."""

import hashlib
import pathlib

import numpy

SHA256 = {
${[...digests].map(([buffer, digest]) => `    "${buffer}": "${digest}",\n`).join("")}}


def outputs():
    return {name: load(name, digest) for name, digest in SHA256.items()}


def load(name, digest):
    file = pathlib.Path(__file__).with_name(f"{name}-expected.npy")
    if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
        raise ValueError(f"{file.name} was changed: record it again")
    return numpy.load(file)
`;
}
// src/core/record/manifest-text.ts
/** Writes a manifest with these entries, which are not indented. */
function recordedManifest(head, entries, refusals) {
	return [
		`# Recorded from \`${head.command}\`.`,
		`package: ${head.package}`,
		`triton: ${head.triton}`,
		`targets: [${head.targets.join(", ")}]`,
		"",
		"kernels:",
		entries.map((entry) => indent(entry, 2)).join("\n"),
		...refusalComments(refusals)
	].join("\n");
}
/**
* Adds entries to a manifest. Everything that the manifest has stays as it is, to the byte, if its
* kernels are a block map. Otherwise comments and order stay.
*/
function addEntries(text, entries, refusals) {
	const comments = refusalComments(refusals.filter((refusal) => !text.includes(refusalLine(refusal)))).join("\n");
	const tail = comments === "" ? "" : `${endLine(text)}\n${comments}`;
	if (entries.length === 0) return `${text}${tail.slice(text.length)}`;
	const lines = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: lines,
		keepSourceTokens: true
	});
	const kernels = document.get("kernels", true);
	const last = (0, import_dist.isMap)(kernels) ? kernels.items.at(-1) : void 0;
	const first = (0, import_dist.isMap)(kernels) ? kernels.items[0]?.key : void 0;
	if (!(0, import_dist.isMap)(kernels) || kernels.flow === true || !(first instanceof import_dist.Scalar) || last === void 0) {
		for (const entry of entries) {
			const added = (0, import_dist.parseDocument)(entry).contents;
			if ((0, import_dist.isMap)(added)) document.setIn(["kernels", keyOf(entry)], added.items[0]?.value);
		}
		return endLine(document.toString({ lineWidth: 100 })) + (comments && `\n${comments}`);
	}
	const column = lines.linePos(first.range?.[0] ?? 0).col - 1;
	const end = endOf(text, kernels.range?.[1] ?? text.length);
	const added = entries.map((entry) => indent(entry, column)).join("\n");
	const before = endLine(text.slice(0, end));
	return `${before}${/\n[ \t]*\n/.test(before.slice(first.range?.[0] ?? 0)) ? "\n" : ""}${added}${text.slice(end)}${comments && `\n${comments}`}`;
}
/** The end of the line in which the last value of the map ends. */
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
function keyOf(entry) {
	return /^([A-Za-z]\w*):/m.exec(entry)?.[1] ?? "";
}
/**
* Returns the entry of a manifest that describes the same kernel: the same function with the same
* types and constants. Hints may differ, since a person might have changed them.
*/
function entryFor(draft, manifest) {
	return manifest.kernels.find((entry) => entry.source.file === draft.file && entry.source.function === draft.function && hasTypes(entry, draft) && hasConstants(entry, draft));
}
function hasTypes({ shape }, { parameters, types }) {
	const own = new Map(shape.form === "arguments" ? [...shape.arguments].map(([name, { type }]) => [name, formatArgumentType(type)]) : shape.tokens.flatMap((token, index) => token.kind === "argument" ? [[parameters[index] ?? "", formatArgumentType(token.spec.type)]] : []));
	return own.size === types.size && [...types].every(([name, text]) => own.get(name) === plain(text));
}
/** The type in its usual form: `tensordesc<fp16[64,64]>` without spaces. */
function plain(text) {
	const type = parseArgumentType(text);
	return type === void 0 ? text : formatArgumentType(type);
}
/** Constants of the entry must be the recorded ones. What it leaves out has a default. */
function hasConstants(entry, draft) {
	const fromSignature = entry.shape.form === "signature" ? entry.shape.tokens.flatMap((token, index) => token.kind === "constant" ? [[draft.parameters[index] ?? "", token.value]] : []) : [];
	const given = new Map([...fromSignature, ...entry.constants]);
	const configs = entry.configs === "autotune" ? [] : entry.configs;
	const tuned = new Set(configs.flatMap(({ constants }) => [...constants.keys()]));
	return [...draft.constants].every(([name, value]) => {
		const own = given.get(name);
		if (own === void 0) return true;
		return tuned.has(name) || canonicalJson(toWire(own)) === canonicalJson(toWire(value));
	});
}
function refusalComments(refusals) {
	return refusals.length === 0 ? [] : [
		"# Not recorded:",
		...refusals.map(refusalLine),
		""
	];
}
function refusalLine({ name, file, line, reason }) {
	return `#   ${name}${file === "" ? "" : ` (${file}${line === void 0 ? "" : `:${line}`})`}: ${reason}`;
}
function indent(text, columns) {
	return text.replaceAll(/^(?=.)/gm, " ".repeat(columns));
}
function endLine(text) {
	return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
// src/core/record/names.ts
/**
* Names entries: after the function and, if `all` has several of it, after what differs: flags,
* element types, constants and options. No entry gets a C function of another one or of `taken`.
*/
function nameDrafts(drafts, all, taken) {
	const symbols = new Set([...taken].flatMap(symbolsOf));
	const names = /* @__PURE__ */ new Map();
	for (const draft of drafts) {
		const likes = all.filter((other) => other.function === draft.function);
		const wanted = cName([draft.function, ...differences$1(draft, likes)].join("_"));
		let name = wanted;
		for (let number = 2; symbolsOf(name).some((each) => symbols.has(each)); number += 1) name = `${wanted}_${number}`;
		for (const symbol of symbolsOf(name)) symbols.add(symbol);
		names.set(draft, name);
	}
	return names;
}
/** Makes a name that C and the generated code allow. */
function cName(text) {
	const plain = text.replaceAll(/\W+/g, "_").replaceAll(/_{2,}/g, "_").replaceAll(/^_|_$/g, "");
	return reservedName(plain) === void 0 ? plain : `kernel_${plain}`;
}
/** The words that set an entry apart from the others of its function, as few as that takes. */
function differences$1(draft, likes) {
	const features = featuresOf(likes).filter(({ keyOf }) => differ(likes, keyOf));
	const chosen = [];
	const groups = () => new Set(likes.map((each) => chosen.map(({ keyOf }) => keyOf(each)).join("\n"))).size;
	for (const each of features) {
		const before = groups();
		if (before === likes.length) break;
		chosen.push(each);
		if (groups() === before) chosen.pop();
	}
	return chosen.map(({ wordOf }) => wordOf(draft)).filter((word) => word !== "");
}
/** What says most about an entry comes first. */
function featuresOf(likes) {
	const types = [...likes[0]?.types.keys() ?? []].filter((name) => likes.every((each) => each.types.has(name)));
	const constants = new Set(likes.flatMap((each) => [...each.constants.keys()]));
	const kindOf = (name) => likes.map((each) => each.constants.get(name)?.kind ?? "none").toSorted()[0] ?? "";
	const named = [...constants].toSorted((a, b) => rank(kindOf(a)) - rank(kindOf(b)));
	const options = new Set(likes.flatMap((each) => Object.keys(each.options)));
	return [
		{
			keyOf: ({ file }) => file,
			wordOf: ({ file }) => file.replaceAll(/^.*\/|\.py$/g, "")
		},
		...types.map((name) => feature(({ types: own }) => typeWord(own.get(name)))),
		...named.map((name) => feature(({ constants: own }) => constantWord(name, own.get(name)))),
		...[...options].map((name) => feature(({ options: own }) => `${name.replace("num_", "")}_${Reflect.get(own, name)}`))
	];
}
function feature(wordOf) {
	return {
		keyOf: wordOf,
		wordOf
	};
}
/** Flags make better names than block sizes, and these better ones than missing arguments. */
function rank(kind) {
	return [
		"bool",
		"string",
		"dtype",
		"int",
		"float",
		"none"
	].indexOf(kind);
}
function typeWord(type) {
	if (type === void 0) return "";
	return type.replace(/^\*/, "").replace(/^tensordesc<(\w+)\[(.*)\]>$/, "$1_$2");
}
function constantWord(name, value) {
	const lower = name.toLowerCase();
	if (value === void 0) return "";
	if (value.kind === "none") return `no_${lower}`;
	if (value.kind === "bool") return value.value ? lower : `no_${lower}`;
	if (value.kind === "dtype" || value.kind === "string") return value.value;
	return `${lower}_${formatConstant(value).replace("-", "minus_").replace(".", "p")}`;
}
function differ(drafts, valueOf) {
	return new Set(drafts.map(valueOf)).size > 1;
}
// src/core/record/recording.ts
/** Part of the recording's format; the recorder writes the same number. */
const FORMAT = 1;
const constant = union([wireConstantSchema, tuple([literal$2("other"), string()]).transform(([, value]) => ({
	kind: "other",
	value
}))]);
const constants$4 = record$1(string(), constant).transform((map) => new Map(Object.entries(map)));
const options = record$1(string(), union([
	number(),
	boolean(),
	string(),
	_null()
]));
const processLine = object({
	kind: literal$2("process"),
	format: number(),
	arguments: array(string()),
	folder: string(),
	python: string(),
	hasTriton: boolean(),
	interpreted: boolean()
});
const tritonLine = object({
	kind: literal$2("triton"),
	version: string()
});
const kernelLine = object({
	kind: literal$2("kernel"),
	id: number(),
	name: string(),
	/** null: compiled from a file of Triton's intermediate code. */
	source: object({
		file: string(),
		module: string(),
		line: number()
	}).nullable(),
	parameters: array(object({
		name: string(),
		constexpr: boolean()
	})).default([]),
	/** Types by parameter, as Triton's JIT computed them; `constexpr` for those it fixed. */
	signature: record$1(string(), string()).default({}).transform((map) => new Map(Object.entries(map))),
	constants: constants$4.default(/* @__PURE__ */ new Map()),
	divisibleBy16: array(string()).default([]),
	/** Those that differ from Triton's defaults, and the number of warps and stages. */
	options: options.default({}),
	target: object({
		backend: string(),
		arch: union([number(), string()])
	}).optional(),
	autotune: object({
		keys: array(string()),
		configs: array(object({
			constants: constants$4,
			options
		}))
	}).nullable().default(null),
	isGluon: boolean().default(false),
	ttir: string().nullable().default(null)
});
const callLine = object({
	kind: literal$2("call"),
	kernel: number(),
	call: number(),
	grid: array(number()),
	scalars: constants$4,
	buffers: record$1(string(), object({
		shape: array(number()),
		strides: array(number())
	})).transform((map) => new Map(Object.entries(map)))
});
const trialLine = callLine.omit({ call: true }).extend({ kind: literal$2("trial") });
const countLine = object({
	kind: literal$2("count"),
	kernel: number(),
	call: number(),
	count: number(),
	launchNs: number().nullable(),
	gpuMs: number().nullable()
});
const moreLine = object({
	kind: literal$2("more"),
	kernel: number(),
	count: number()
});
const contentsLine = object({
	kind: literal$2("contents"),
	kernel: number(),
	call: number(),
	buffers: record$1(string(), object({
		elements: number(),
		/** The least and the greatest element before the call. */
		range: tuple([number(), number()]).nullable(),
		/** Elements that the call did not change; null if that is unknown. */
		unchanged: number().nullable(),
		/** Files beside the recording with the elements before and after the call. */
		files: object({
			before: string(),
			after: string()
		}).nullable()
	})).transform((map) => new Map(Object.entries(map)))
});
const faultLine = object({
	kind: literal$2("fault"),
	message: string()
});
const lineSchema = discriminatedUnion("kind", [
	processLine,
	tritonLine,
	kernelLine,
	callLine,
	trialLine,
	countLine,
	moreLine,
	contentsLine,
	faultLine
]);
/**
* Reads the recordings of all processes in a folder.
* @throws {Failure} `environment` if a file was written by another version of the recorder.
*/
async function readRecording(folder) {
	const files = (await readdir(folder)).filter((file) => file.endsWith(".jsonl")).toSorted();
	const processes = await Promise.all(files.map(async (file) => linesOf(await readFile(join(folder, file), "utf8"), file)));
	return {
		processes: processes.flatMap((lines) => ofKind(lines, "process")),
		triton: processes.flatMap((lines) => ofKind(lines, "triton"))[0]?.version,
		kernels: processes.flatMap(kernelsOf),
		faults: [...new Set(processes.flatMap((lines) => ofKind(lines, "fault")).map(messageOf))]
	};
}
/** The last line of a process that was killed might be incomplete, and is left out. */
function linesOf(text, file) {
	return text.slice(0, text.lastIndexOf("\n") + 1).split("\n").flatMap((line) => {
		if (line === "") return [];
		const value = tryParseJson(line) ?? tryParseJson(line.replaceAll(/\b(NaN|-?Infinity)\b/g, "0"));
		const parsed = lineSchema.safeParse(value);
		if (parsed.success && (parsed.data.kind !== "process" || parsed.data.format === FORMAT)) return [parsed.data];
		throw new Failure("environment", {
			message: `cannot read the recording ${file}: it has a line of another version of triton-aot`,
			hint: "Record the program again with this version."
		});
	});
}
const UNSEEN = {
	id: -1,
	count: 0,
	launchNs: null,
	gpuMs: null
};
function kernelsOf(lines) {
	const folder = ofKind(lines, "process")[0]?.folder ?? "";
	const calls = ofKind(lines, "call");
	const counts = new Map(ofKind(lines, "count").map((line) => [`${line.kernel} ${line.call}`, line]));
	const more = new Map(ofKind(lines, "more").map((line) => [line.kernel, line.count]));
	const contents = new Map(ofKind(lines, "contents").map((line) => [line.kernel, line]));
	return ofKind(lines, "kernel").map((kernel) => ({
		...kernel,
		folder,
		contents: contents.get(kernel.id),
		more: more.get(kernel.id) ?? 0,
		trials: ofKind(lines, "trial").filter((line) => line.kernel === kernel.id).map(({ grid, scalars, buffers }) => ({
			...UNSEEN,
			grid,
			scalars,
			buffers
		})),
		calls: calls.filter((line) => line.kernel === kernel.id).map(({ call, grid, scalars, buffers }) => {
			const { count = 1, launchNs = null, gpuMs = null } = counts.get(`${kernel.id} ${call}`) ?? {};
			return {
				id: call,
				grid,
				scalars,
				buffers,
				count,
				launchNs,
				gpuMs
			};
		})
	}));
}
function ofKind(lines, kind) {
	return lines.filter((line) => line.kind === kind);
}
function messageOf({ message }) {
	return message;
}
// src/core/record/record.ts
/**
* Runs a program with the recorder and writes a manifest of the kernels it launched. A manifest
* that exists keeps everything it has.
* @throws {Failure} `environment` if the program cannot be started or has no Triton; `usage` if it
*   launched no kernel, or if the manifest that exists is wrong.
*/
async function record(request, context) {
	const existing = await readExisting(request.out);
	if (request.from !== void 0) return writeManifest(await readRecording(request.from), request.from, existing, request, void 0, context);
	const folder = await makeScratch(context.scratch, "record");
	try {
		const exit = await runRecorded(request, folder, context);
		return await writeManifest(await readRecording(folder), folder, existing, request, exit, context);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
async function readExisting(file) {
	const text = (await readIfExists(file))?.toString();
	return text === void 0 ? void 0 : {
		text,
		manifest: readManifest(text, file)
	};
}
/** The environment that starts the recorder in a program and in the programs that it starts. */
function recorderEnvironment(env, folder, golden) {
	const path = [RECORDER_FOLDER, env["PYTHONPATH"] ?? ""].filter((each) => each !== "").join(":");
	return {
		...env,
		PYTHONPATH: path,
		TRITON_AOT_RECORD: resolve(folder),
		TRITON_AOT_RECORD_GOLDEN: `${golden}`
	};
}
async function runRecorded({ command, golden, hasTerminal }, folder, { env, signal }) {
	try {
		return await runAttached(command, {
			env: recorderEnvironment(env, folder, golden),
			signal,
			hasTerminal
		});
	} catch (error) {
		if (error instanceof Failure) throw error;
		const reason = systemCode(error) === "ENOENT" ? "not found" : String(error);
		throw new Failure("environment", { message: `cannot start \`${command[0]}\`: ${reason}` });
	}
}
async function writeManifest(recording, recorded, existing, request, exit, { log }) {
	const folder = resolve(dirname(request.out));
	for (const fault of recording.faults) log.warning({
		message: `the recorder failed for a launch: ${lastLine(fault)}`,
		hint: fault
	});
	const { drafts, refusals } = draftEntries(recording.kernels, {
		folder,
		find: (kernel) => findSource(kernel, request.from !== void 0)
	});
	const matches = drafts.map((draft) => existing && entryFor(draft, existing.manifest));
	const fresh = drafts.filter((_draft, index) => matches[index] === void 0);
	const names = nameDrafts(fresh, drafts, existing?.manifest.kernels.map(({ name }) => name) ?? []);
	const head = headOf(recording, request);
	const refused = [...refusals];
	const entries = [];
	const added = [];
	for (const draft of fresh) {
		const name = names.get(draft) ?? draft.function;
		const text = recordedEntry(name, draft, drafts, request.golden > 0 ? await saveGolden(name, draft, recorded, folder) : void 0);
		const problem = problemOf(existing === void 0 ? recordedManifest(head, [text], []) : addEntries(existing.text, [text], []), request.out);
		if (problem === void 0) {
			entries.push(text);
			added.push(describe(name, draft));
		} else {
			const reason = problem.split("\n").map((line) => line.trim()).join("; ");
			refused.push({
				name: draft.function,
				file: draft.file,
				line: draft.line,
				reason
			});
		}
	}
	const kept = drafts.flatMap((draft, index) => {
		const match = matches[index];
		return match === void 0 ? [] : [describe(match.name, draft)];
	});
	const result = {
		manifest: request.out,
		added,
		kept,
		refused,
		exit
	};
	if (added.length === 0 && kept.length === 0) return {
		...result,
		nothing: nothingIn(recording)
	};
	if (existing !== void 0) warnOfOtherHead(head, existing.manifest, log);
	const text = existing === void 0 ? recordedManifest(head, entries, refused) : addEntries(existing.text, entries, refused);
	readManifest(text, request.out);
	if (text !== existing?.text) {
		await makeFolder(folder);
		await writeAtomically(request.out, (temporary) => writeFile(temporary, text));
	}
	return {
		...result,
		nothing: void 0
	};
}
/** Why there is no manifest to write. */
function nothingIn({ processes, triton, kernels }) {
	const first = processes[0];
	if (first === void 0) return new Failure("usage", {
		message: "nothing was recorded: the program started no Python that reads PYTHONPATH",
		hint: "Python ignores PYTHONPATH with -I, -E and -S."
	});
	if (triton === void 0 && !processes.some(({ hasTriton }) => hasTriton)) return new Failure("environment", {
		message: `nothing was recorded: Python ${first.python} has no Triton`,
		hint: "Run the program with the Python that it usually runs with."
	});
	if (triton !== void 0 && compareReleases(triton, OLDEST_TRITON) < 0) return new Failure("environment", { message: `nothing was recorded: the program uses Triton ${triton}; expected ${OLDEST_TRITON} or later` });
	if (kernels.length > 0) return new Failure("usage", { message: "no manifest was written: none of the kernels can be in one" });
	const isInterpreted = processes.some(({ interpreted }) => interpreted);
	return new Failure("usage", {
		message: "nothing was recorded: the program launched no Triton kernel",
		...isInterpreted && { hint: "Unset TRITON_INTERPRET: the interpreter launches nothing." }
	});
}
/** The oldest Triton whose launches the recorder sees. */
const OLDEST_TRITON = "3.6.0";
function headOf({ triton, kernels, processes }, { command, out }) {
	const targets = kernels.flatMap(({ target }) => parseTarget(`${target?.backend}:${target?.arch}`)?.name ?? []);
	const words = command.length > 0 ? command : processes[0]?.arguments ?? [];
	return {
		package: packageName(words, out),
		triton: (triton ?? "").replace(/\+.*$/, ""),
		targets: [...new Set(targets)],
		command: programOf(words).map((word) => shellQuote(basename(word))).join(" ")
	};
}
/** The words up to the program: its own arguments might be secret. */
function programOf(words) {
	const script = words.findIndex((word) => word.endsWith(".py"));
	const module = words.indexOf("-m");
	if (script === -1 && module === -1) return words.slice(0, 1);
	return words.slice(0, script === -1 || module !== -1 && module < script ? module + 2 : script + 1);
}
/** The package is named after the program: `train` for `python train.py` and `python -m train`. */
function packageName(words, out) {
	const script = words.find((word) => word.endsWith(".py"));
	const module = words[words.indexOf("-m") + 1];
	const name = script ?? (words.includes("-m") ? module : void 0) ?? dirname(resolve(out));
	return cName(basename(name).replace(/\.py$/, "").toLowerCase());
}
function warnOfOtherHead(head, { file, triton, targets }, log) {
	if (triton !== head.triton) log.warning({
		message: `the program used Triton ${head.triton}, but the manifest has \`triton: ${triton}\``,
		place: {
			file,
			path: "triton"
		}
	});
	const missing = head.targets.filter((name) => !targets.some((target) => target.name === name));
	if (missing.length > 0) log.warning({
		message: `the program ran on ${missing.join(", ")}, which \`targets\` does not list`,
		place: {
			file,
			path: "targets"
		}
	});
}
/**
* Returns where a kernel's source is. A recording that was brought here has the paths of another
* machine: then the folder in which the program started is this one.
*/
function findSource({ source, folder }, isBrought) {
	const own = resolve(folder, source?.file ?? "");
	const here = resolve(relative(folder, own));
	return (isBrought ? [here, own] : [own]).find((candidate) => existsSync(candidate));
}
function describe(name, { file, line, function: own, calls }) {
	const count = calls.reduce((sum, call) => sum + call.count, 0);
	return {
		name,
		source: `${file}:${line} ${own}`,
		calls: count
	};
}
/** The first problem of an entry; undefined if it is a valid one. */
function problemOf(text, file) {
	try {
		readManifest(text, file);
		return;
	} catch (error) {
		if (error instanceof Failure) return error.problems[0]?.message ?? error.message;
		throw error;
	}
}
function lastLine(text) {
	return text.trimEnd().split("\n").at(-1) ?? "";
}
// src/core/verify/rebuild.ts
/**
* Builds a package again, with an empty store, and compares every byte. Needs what a build needs.
*/
async function checkRebuilt(pkg, request, context) {
	const scratch = await makeScratch(context.scratch, "rebuild");
	const { part } = pkg.manifest;
	const out = join(scratch, "aot");
	try {
		await build({
			...selectionFor(pkg, request),
			out,
			split: part !== void 0,
			store: join(scratch, "store"),
			storeLimit: Number.MAX_SAFE_INTEGER,
			allowKnownWrong: [],
			advice: false
		}, context);
		const rebuilt = part === void 0 ? out : join(out, part);
		const { files, problems } = await differences(pkg.folder, rebuilt);
		return checkResult("rebuilt", `building again gives the same ${plural(files, "file")}, byte for byte`, problems);
	} finally {
		await rm(scratch, {
			recursive: true,
			force: true
		});
	}
}
/** Compares two packages byte by byte. Ignores the evidence, which is not part of a build. */
async function differences(folder, rebuilt) {
	const [here, there] = [new Set(await listFiles(folder)), new Set(await listFiles(rebuilt))];
	const paths = [.../* @__PURE__ */ new Set([...here, ...there])].filter((path) => path !== EVIDENCE_FILE);
	const problems = [];
	for (const path of paths.toSorted()) {
		const place = { file: join(folder, path) };
		if (!here.has(path)) problems.push({
			message: "missing: a build of the sources writes this file",
			place
		});
		else if (!there.has(path)) problems.push({
			message: "extra: a build of the sources does not write this file",
			place
		});
		else {
			const [ours, theirs] = [await readPlainFile(place.file), await readPlainFile(join(rebuilt, path))];
			const offset = firstDifference(ours, theirs);
			if (offset === void 0) continue;
			const line = ours.subarray(0, offset).toString("latin1").split("\n").length;
			const message = `differs from a build of the sources, first at byte ${offset}`;
			problems.push({
				message,
				place: {
					...place,
					line
				}
			});
		}
	}
	return {
		files: paths.length,
		problems
	};
}
/**
* The offset of the first byte that differs (the shorter length if one starts with the other), or
* undefined.
*/
function firstDifference(one, other) {
	const length = Math.min(one.length, other.length);
	for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
	return one.length === other.length ? void 0 : length;
}
/** The selection for a build of `pkg`. A part is built for its own target only. */
function selectionFor({ manifest: { part } }, selection) {
	return part === void 0 ? selection : {
		...selection,
		targets: selection.targets ?? [part]
	};
}
// src/core/verify/archive.ts
/** Checks that an archive contains only the package, and matches the checksums next to it. */
async function checkArchiveContents({ file, beside }) {
	const problems = beside.map((name) => ({
		message: `the archive also contains ${name}, which is not part of the package`,
		place: { file }
	}));
	const name = basename(file);
	const sums = sumsFileOf(file);
	const text = sums === void 0 ? void 0 : (await readIfExists(sums))?.toString();
	if (sums === void 0 || text === void 0) return checkResult("archive", `${name} contains only the package`, problems);
	const listed = text.split("\n").filter((line) => line.slice(SUM_LENGTH + 2) === name);
	const isListed = listed.length === 1;
	if (!(isListed && listed[0]?.startsWith(`${await sha256Of(file)}  `) === true)) {
		const message = isListed ? `the archive does not match its checksum in ${basename(sums)}` : `${basename(sums)} does not list the archive`;
		problems.push({
			message,
			place: { file }
		});
	}
	return checkResult("archive", `${name} contains only the package and matches ${basename(sums)}`, problems);
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
/** Whether `path` is a file: packages are folders. */
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
// src/core/verify/described.ts
const kernelSchema = fullManifestSchema.shape.kernels.element;
/** Names that C comments and strings can contain: no character in them could end a comment or string. */
const identifier = string().regex(/^[\p{L}_$][\p{L}\p{N}_$.]*$/u, { error: "not a name" });
const parameters = array(object({
	name: identifier,
	type: string()
}));
const count = number().int().nonnegative();
const describedKernelSchema = kernelSchema.extend({
	source: string(),
	parameters,
	gridParameters: parameters,
	grid: string(),
	targets: array(string()),
	algos: array(kernelSchema.shape.algos.element.extend({ options: record$1(string(), union([
		number(),
		string(),
		boolean()
	])) })),
	variants: array(kernelSchema.shape.variants.element.extend({
		symbol: identifier,
		launch: object({
			scratch: count,
			programmatic: boolean(),
			cooperative: boolean(),
			tensorMaps: array(tensorMapSchema).optional()
		})
	}))
});
/** Everything in manifest.json that the C code is generated from. */
const describedManifestSchema = fullManifestSchema.extend({
	generator: object({ version: string() }),
	kernels: array(describedKernelSchema)
});
/**
* Makes the kernel that manifest.json describes, as far as C code is generated from it.
* @throws {Error} if no build writes this: the message says why.
*/
function describedKernel(described) {
	const { name, algos, heuristics = [], requires = [], variants } = described;
	const reserved = reservedName(name);
	if (reserved !== void 0) throw new Error(`invalid kernel name: ${reserved}`);
	const targets = described.targets.map(targetNamed);
	const typed = [described.parameters, described.gridParameters].map((list) => list.map(({ name: each, type }) => ({
		name: each,
		type: typeNamed(type)
	})));
	const [args, gridParameters] = namedArguments(name, typed[0] ?? [], typed[1] ?? []);
	const [file = "", functionName = ""] = described.source.split(/:(?=[^:]*$)/);
	return {
		name,
		source: {
			file,
			function: functionName,
			line: 1
		},
		arguments: args,
		gridParameters,
		targets,
		configs: algos.map((algo, index) => {
			const own = variants.filter((variant) => variant.algo === index);
			return {
				constants: readConstants(algo),
				options: algo.options,
				notFor: targets.filter(({ name: each }) => !own.some(({ target }) => target === each))
			};
		}),
		heuristics: heuristics.map(({ parameter, expression }) => ({
			parameter: identifier.parse(parameter),
			...formulaOf$1(expression)
		})),
		requirements: requires.map(formulaOf$1),
		specialisations: described.specialisations.map((text) => specialisationOf(text, args, heuristics)),
		grid: axesOf(described.grid),
		gridText: described.grid,
		place: { file },
		parameters: [],
		mayDropConfigs: false,
		automatic: void 0,
		depends: [],
		smoke: void 0,
		tune: {
			key: void 0,
			keep: DEFAULT_KEPT
		}
	};
}
/** Makes the images of a kernel, from what manifest.json says and the cubins by their SHA-256. */
function describedImages({ variants }, kernel, cubins) {
	return variants.map(({ algo, specialisation, target, sha256, symbol, ...rest }) => {
		const cubin = cubins.get(sha256);
		if (cubin === void 0) throw new Error(`the C source has no cubin ${sha256}`);
		const { resources, launch } = rest;
		const table = rest.parameters.map((each, ordinal) => ({
			...each,
			ordinal
		}));
		const { tensorMaps = [] } = launch;
		const { tensors } = passedParameters$1({
			kernel,
			specialisation
		}, { tensorMaps }, table);
		return {
			config: algo,
			specialisation,
			target: targetNamed(target),
			tensors,
			compiled: {
				cubin,
				name: symbol,
				numWarps: resources.warps,
				numCtas: resources.ctas,
				shared: resources.sharedDynamic,
				globalScratch: {
					size: launch.scratch,
					align: 1
				},
				launchPdl: launch.programmatic,
				launchCooperativeGrid: launch.cooperative,
				tensorMaps,
				ptxas: "",
				tensorMemory: 0,
				profileScratch: {
					size: 0,
					align: 1
				},
				accesses: []
			}
		};
	});
}
function targetNamed(name) {
	const target = parseTarget(name);
	if (target === void 0) throw new Error(`unknown target ${name}`);
	return target;
}
function typeNamed(text) {
	const type = parseArgumentType(text);
	if (type === void 0) throw new Error(`unknown type ${text}`);
	return type;
}
function axesOf(text) {
	const parsed = parseGrid(text);
	if (!parsed.ok) throw new Error(`\`${text}\` is not an expression: ${parsed.message}`);
	return parsed.axes;
}
function formulaOf$1(text) {
	const [tree, ...others] = axesOf(text);
	if (tree === void 0 || others.length > 0) throw new Error(`\`${text}\` is not one expression`);
	return {
		tree,
		text
	};
}
/** Reads conditions as `describeSpecialisation` writes them: `a % 16 == 0, n == 1, EVEN = True`. */
function specialisationOf(text, args, heuristics) {
	const conditions = new Set(text === "" ? [] : text.split(", "));
	const hints = args.map(({ name }) => {
		if (conditions.delete(`${name} % 16 == 0`)) return "divisible-by-16";
		return conditions.delete(`${name} == 1`) ? "equal-to-1" : "none";
	});
	const values = heuristics.flatMap(({ parameter }) => {
		const found = [...conditions].find((each) => each.startsWith(`${parameter} = `)) ?? "";
		const [, value] = / = (True|False|-?\d+)$/.exec(found) ?? [];
		if (value === void 0) return [];
		conditions.delete(found);
		return [[parameter, value === "True" || value === "False" ? {
			kind: "bool",
			value: value === "True"
		} : {
			kind: "int",
			value: BigInt(value)
		}]];
	});
	if (conditions.size > 0) throw new Error(`unknown condition \`${[...conditions].join(", ")}\``);
	return {
		hints,
		heuristics: new Map(values)
	};
}
// src/core/verify/embedded.ts
/**
* Reads the C source of a kernel, as `writeSource` writes it.
* @throws {Failure} `verification` if the source has another form. Cubins must have the same form
* to the byte.
*/
function readEmbedded(source) {
	const text = source.toString("latin1");
	const cubins = readCubins(source, text);
	const rows = between(text, /\nstatic const struct aot_image images\[[^\]]*\] = \{\n/, "\n};");
	const fields = between(text, /\nstruct aot_arguments \{\n/, "\n};");
	const dispatch = between(text, /\nstatic int specialisation_of\(.*\) \{\n.*\n/, "\n}");
	const used = /* @__PURE__ */ new Set();
	const images = rows.split("\n").map((row) => row === "    {NULL, NULL, 0, 1, 0, 0, 0, 0, 0, 0, 0}, /* none */" ? void 0 : readRow(row, cubins, used));
	const unused = [...cubins.keys()].filter((symbol) => !used.has(symbol));
	if (unused.length > 0) throw unexpected(`contains ${unused.join(", ")}, which no row of its table uses`);
	return {
		algos: countOf(text, "ALGOS"),
		specialisations: countOf(text, "SPECIALISATIONS"),
		targets: countOf(text, "TARGETS"),
		images,
		parameters: fields === EMPTY ? [] : fields.split("\n").map((field) => field.slice(4, -1)),
		dispatch: dispatch.split("\n").map((line) => line.trim())
	};
}
/** The field of a kernel without parameters: C has no empty structures. */
const EMPTY = "    char none;";
const CUBIN = /^static const char (\w+)\[\] __attribute__\(\(aligned\(16\)\)\) =\n/gm;
const LITERAL_END = "\";\n";
function readCubins(source, text) {
	const cubins = /* @__PURE__ */ new Map();
	for (const match of text.matchAll(CUBIN)) {
		const [head, symbol = ""] = match;
		const start = match.index + head.length;
		const end = text.indexOf(LITERAL_END, start);
		if (end < 0) throw unexpected(`is cut off in ${symbol}`);
		const bytes = decodeLiterals(source.subarray(start, end + 1));
		if (!(embedCubin(symbol, bytes) === text.slice(match.index, end + 3))) throw unexpected(`contains ${symbol} in a form that triton-aot does not write`);
		cubins.set(symbol, {
			bytes,
			sha256: sha256(bytes)
		});
	}
	return cubins;
}
const QUOTE = 34;
const BACKSLASH = 92;
/** Decodes lines of C string literals. */
function decodeLiterals(literals) {
	const bytes = Buffer.allocUnsafe(literals.length);
	let length = 0;
	let isInside = false;
	for (let at = 0; at < literals.length; at += 1) {
		const character = literals[at] ?? 0;
		if (character === QUOTE) isInside = !isInside;
		else if (isInside && character === BACKSLASH) {
			let value = 0;
			let digits = 0;
			for (; digits < 3 && isOctal(literals[at + 1]); digits += 1) {
				value = value * 8 + (literals[at + 1] ?? 0) - ZERO;
				at += 1;
			}
			if (digits === 0) value = literals[at += 1] ?? 0;
			bytes[length++] = value;
		} else if (isInside) bytes[length++] = character;
	}
	return bytes.subarray(0, length);
}
const ZERO = 48;
function isOctal(character) {
	return character !== void 0 && character >= ZERO && character < 56;
}
const ROW = /^ {4}\{(\w+), ("(?:[^"\\]|\\.)*"), (\d+), (\d+), (\d+), (\d+), (\d+), (\d+), \d+, [01], [01]\}, \/\*.*\*\/$/;
function readRow(row, cubins, used) {
	const [, symbol = "", kernel = "\"\"", ...numbers] = ROW.exec(row) ?? [];
	const cubin = cubins.get(symbol);
	if (cubin === void 0) throw unexpected(`has a row in its table without a cubin: ${row.trim()}`);
	used.add(symbol);
	const [major = 0, from = 0, to = 0, warps = 0, ctas = 0, shared = 0] = numbers.map(Number);
	return {
		cubin,
		kernel: String(JSON.parse(kernel)),
		major,
		from,
		to,
		warps,
		ctas,
		shared
	};
}
function countOf(text, name) {
	return Number(between(text, new RegExp(`\\n    ${name} = (?=\\d+,)`), ","));
}
/** The text between `start`, which must occur exactly once, and the next `end`. */
function between(text, start, end) {
	const [match, ...others] = text.matchAll(new RegExp(start, "g"));
	const from = match === void 0 ? -1 : match.index + match[0].length;
	const to = text.indexOf(end, from);
	if (from < 0 || to < 0 || others.length > 0) throw unexpected("has a form that triton-aot does not write");
	return text.slice(from, to);
}
function unexpected(message) {
	return new Failure("verification", { message: `the C source ${message}` });
}
// src/core/verify/generated.ts
/**
* Generates the C code and the files for build systems again, from manifest.json and the cubins, and
* compares them byte by byte. Needs neither sources nor Triton.
*/
async function checkGenerated(folder) {
	const file = join(folder, MANIFEST_FILE);
	const failed = (message, hint) => checkResult("generated", "", [{
		message,
		place: { file },
		hint
	}]);
	const parsed = describedManifestSchema.safeParse(tryParseJson(await readManifestText$1(folder)));
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		return failed(`${MANIFEST_FILE} does not describe the C code: ${issue?.path.join(".")}: ${issue?.message}`, "Packages of earlier versions do not: build the package again with this version.");
	}
	const { version } = parsed.data.generator;
	const hint = version === VERSION ? "The package was changed, or another state of this version of triton-aot built it." : `triton-aot ${version} built the package: verify it with that version, this is ${VERSION}.`;
	let files;
	try {
		files = await generate(folder, parsed.data);
	} catch (error) {
		const reason = messageOf$1(error);
		return failed(`no C code can be generated from ${MANIFEST_FILE}: ${reason}`, hint);
	}
	const problems = await findDifferences(folder, files);
	return checkResult("generated", `generating again gives the same ${plural(files.size, "file")}: the C code is what ${MANIFEST_FILE} describes`, problems.map((problem) => ({
		...problem,
		hint
	})));
}
async function generate(folder, { kernels, ...manifest }) {
	const images = /* @__PURE__ */ new Map();
	for (const described of kernels) {
		const kernel = describedKernel(described);
		const source = await readIfExists(join(folder, "src", `${described.name}.c`));
		if (source === void 0) throw new Error(`there is no src/${described.name}.c`);
		const cubins = readEmbedded(source).images.flatMap((image) => image === void 0 ? [] : [[image.cubin.sha256, image.cubin.bytes]]);
		images.set(kernel, describedImages(described, kernel, new Map(cubins)));
	}
	return generatedFiles({
		package: manifest.package,
		version: manifest.version,
		tritonVersion: manifest.triton,
		generatorVersion: manifest.generator.version,
		choices: new Map(kernels.flatMap(({ name, choice }) => choice === void 0 ? [] : [[name, choice]]))
	}, images, await readRuntimeHeaders());
}
async function findDifferences(folder, expected) {
	const present = (await listFiles(folder)).filter((path) => !isOther(path));
	const paths = [.../* @__PURE__ */ new Set([...expected.keys(), ...present])].toSorted();
	const problems = [];
	for (const path of paths) {
		const file = join(folder, path);
		const wanted = expected.get(path);
		if (wanted === void 0) {
			problems.push({
				message: "extra: no build writes this file",
				place: { file }
			});
			continue;
		}
		const found = await readIfExists(file);
		const bytes = Buffer.from(wanted);
		if (found === void 0) problems.push({
			message: "missing: every build writes this file",
			place: { file }
		});
		else if (!found.equals(bytes)) problems.push(changed(file, found, bytes));
	}
	return problems;
}
function changed(file, found, wanted) {
	const difference = lineDifference(wanted.toString(), found.toString()) ?? lineDifference(wanted.toString("latin1"), found.toString("latin1"));
	if (difference === void 0) throw new Error(`${file} does not differ`);
	const { line, column } = difference;
	const [expected, actual] = [difference.expected, difference.found].map((text) => text === void 0 ? "nothing" : `\`${visibleText(text)}\``);
	return {
		message: `generating it again gives ${expected} here, found ${actual}`,
		place: {
			file,
			line,
			column
		}
	};
}
/** Whether a file is not generated from manifest.json. The tests are the package's own. */
function isOther(path) {
	return [
		"manifest.json",
		"SHA256SUMS",
		"sbom.cdx.json",
		"smoke/cases.json",
		...SIDE_FILES
	].includes(path) || path.startsWith(`smoke/data/`) || path.startsWith(`smoke/tests/`);
}
// src/core/verify/choice.ts
/**
* Checks that the C source chooses algos as manifest.json lists it, by writing these functions again.
* @param cNames the names of the C parameters
*/
function checkChoice(source, cNames, kernel) {
	const { choice, name, algos } = kernel;
	const written = source.match(/\baot_tuned_algo\(const struct/g) ?? [];
	const differs = [`${name}: the C source does not choose algos as manifest.json lists it`];
	if (choice === void 0) return written.length === 0 ? [] : differs;
	const parameters = [...kernel.parameters, ...kernel.gridParameters].flatMap((each, index) => {
		const [type, cName] = [parseArgumentType(each.type), cNames[index]];
		return type === void 0 || cName === void 0 ? [] : [{
			name: each.name,
			cName,
			type
		}];
	});
	if (!(choice.devices.at(-1)?.name === void 0 && choice.devices.at(-1)?.capability === void 0 && choice.devices.every(({ table }) => choice.tables[table] !== void 0) && choice.tables.every(({ tree }) => Math.max(...algosOf$1(tree)) < algos.length))) return [`${name}: manifest.json has a choice of algos that the kernel does not have`];
	return written.length === 1 && source.includes(writeTuned(choice, parameters)) ? [] : differs;
}
// src/core/verify/conditions.ts
/**
* Checks that the C source computes the heuristics and refuses the calls that manifest.json lists,
* by writing these functions again.
* @param cNames the names of the C parameters
*/
function checkConditions(source, cNames, kernel) {
	const scope = scopeOf(kernel, cNames);
	if (scope === void 0) return [`${kernel.name}: manifest.json has a condition that is not an expression`];
	const functions = [...source.matchAll(FUNCTION)].map(([text]) => text);
	let expected;
	try {
		expected = [writeHeuristics(scope).text, writeRequirements(scope).text].map((text) => text.trim()).filter((text) => text !== "");
	} catch {
		return [`${kernel.name}: manifest.json has a condition that uses an unknown name`];
	}
	return functions.join("\n") === expected.join("\n") && source.includes(writeJudgement(scope)) ? [] : [`${kernel.name}: the C source does not check the conditions that manifest.json lists`];
}
const FUNCTION = /^static CUresult (?:heuristics_of|check_requirements)\([^)]*\) \{\n(?:.+\n)*?\}$/gm;
function scopeOf({ parameters, gridParameters, algos, heuristics = [], requires = [] }, cNames) {
	const all = [...parameters, ...gridParameters].flatMap(({ name, type: text }, index) => {
		const type = parseArgumentType(text);
		const cName = cNames[index];
		return type === void 0 || cName === void 0 ? [] : [{
			name,
			cName,
			type
		}];
	});
	const formulas = heuristics.flatMap(({ parameter, expression }) => {
		const formula = formulaOf(expression);
		return formula === void 0 ? [] : [{
			parameter,
			...formula
		}];
	});
	const requirements = requires.flatMap((text) => formulaOf(text) ?? []);
	return formulas.length === heuristics.length && requirements.length === requires.length ? {
		arguments: all.slice(0, parameters.length),
		gridParameters: all.slice(parameters.length),
		configs: algos.map((algo) => ({
			constants: readConstants(algo),
			options: {}
		})),
		heuristics: formulas,
		requirements
	} : void 0;
}
function formulaOf(text) {
	const parsed = parseGrid(text);
	const [tree] = parsed.ok ? parsed.axes : [];
	return tree && {
		tree,
		text
	};
}
// src/core/verify/interface.ts
/**
* Compares manifest.json with the C sources and headers: the cubins, the parameters and resources
* that each cubin declares, and the C functions that pass the parameters.
*/
async function checkInterface(folder, manifest) {
	const problems = [...checkTargets(folder, manifest)];
	for (const kernel of manifest.kernels) problems.push(...await checkKernel(folder, manifest, kernel));
	const variants = manifest.kernels.flatMap((kernel) => kernel.variants);
	const parameters = variants.reduce((sum, variant) => sum + variant.parameters.length, 0);
	return checkResult("interface", `${plural(variants.length, "cubin")} of ${plural(manifest.kernels.length, "kernel")} checked against manifest.json, and the C functions pass all ${plural(parameters, "parameter")} correctly`, problems);
}
/** Checks that the package's targets are those of its kernels. A part has one target. */
function checkTargets(folder, { targets, part, kernels }) {
	const had = [...new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)))];
	const said = part === void 0 ? targets : [part];
	if (had.toSorted().join() === said.toSorted().join() && said.length === targets.length) return [];
	return [{
		message: `manifest.json lists the targets ${said.join(", ")}, but its kernels have ${had.join(", ")}`,
		place: { file: join(folder, MANIFEST_FILE) }
	}];
}
/** With `\w+$` alone, a long word is looked at once for each of its letters. */
const LAST_WORD = /(?<!\w)\w+$/;
async function checkKernel(folder, manifest, kernel) {
	const { name } = kernel;
	const source = join(folder, "src", `${name}.c`);
	const header = join(folder, "include", manifest.package, `${name}.h`);
	try {
		const content = await readPlainFile(source);
		const text = content.toString("latin1");
		const embedded = readEmbedded(content);
		const cNames = embedded.parameters.map((parameter) => LAST_WORD.exec(parameter)?.[0] ?? "");
		const prototype = checkPrototypes(String(await readPlainFile(header)), embedded, kernel);
		const rows = [
			...checkDispatch(embedded, kernel),
			...checkConditions(text, cNames, kernel),
			...checkChoice(text, cNames, kernel),
			...checkRows(embedded, kernel)
		];
		return [...prototype.map((message) => ({
			message: `${name}: ${message}`,
			place: { file: header }
		})), ...rows.map((message) => ({
			message,
			place: { file: source }
		}))];
	} catch (error) {
		return reasonsOf(error).map((message) => ({
			message: `${name}: ${message}`,
			place: { file: source }
		}));
	}
}
/** Why a kernel's files could not be checked. */
function reasonsOf(error) {
	if (error instanceof Failure) return error.problems.map(({ message }) => message);
	if (systemCode(error) === void 0) throw error;
	return [`cannot read its source or header: ${reasonOf(error)}`];
}
/**
* Checks that the source has the parameters that manifest.json lists, in order, and the header
* declares them.
*/
function checkPrototypes(header, { parameters }, kernel) {
	const expected = [...kernel.parameters, ...kernel.gridParameters].map(({ type }) => parseArgumentType(type)).map((type) => type === void 0 ? "?" : cTypeOf(type));
	const inSource = parameters.map((parameter) => parameter.replace(/ ?(?<!\w)\w+$/, ""));
	const declared = (name, last) => `CUresult ${name}(${[
		"CUstream stream",
		...parameters,
		...last
	].join(", ")})\n`;
	return [...expected.join() === inSource.join() ? [] : [`the C functions take (${inSource.join(", ")}), but manifest.json lists (${expected.join(", ")})`], ...[declared(kernel.name, ["int algo_id"]), declared(`${kernel.name}_default`, [])].flatMap((prototype) => header.includes(prototype) ? [] : [`the header does not declare \`${prototype.trim()}\``])];
}
/** Checks that the C functions try the specialisations that manifest.json lists, in order. */
function checkDispatch({ dispatch, parameters }, kernel) {
	const cNames = new Map(kernel.parameters.map(({ name }, index) => [name, LAST_WORD.exec(parameters[index] ?? "")?.[0]]));
	const always = kernel.specialisations.indexOf("");
	return [...kernel.specialisations.slice(0, always === -1 ? void 0 : always).map((text, index) => {
		return `if (${text.split(", ").map((condition) => {
			const name = condition.split(" ")[0] ?? "";
			const computed = (kernel.heuristics ?? []).findIndex(({ parameter }) => parameter === name);
			if (computed !== -1 && condition.startsWith(`${name} = `)) return `h[${computed}] == ${valueText(condition.slice(name.length + 3))}`;
			return `a->${cNames.get(name) ?? "?"}${condition.slice(name.length)}`;
		}).join(" && ")}) return ${index};`;
	}), `return ${always};`].join("\n") === dispatch.join("\n") ? [] : [`${kernel.name}: the C source does not choose specialisations as manifest.json lists them`];
}
/** The integer of a heuristic's value in manifest.json, such as `True`. */
function valueText(text) {
	if (text === "True") return "1";
	return text === "False" ? "0" : text;
}
/**
* Checks the rows of the table, which have the order of the variants: by algo, specialisation and
* target.
*/
function checkRows(embedded, kernel) {
	const { algos, specialisations, targets, images } = embedded;
	const { variants } = kernel;
	const present = images.flatMap((image, place) => image === void 0 ? [] : [{
		image,
		place
	}]);
	const sizes = [
		algos,
		specialisations,
		images.length,
		present.length
	];
	const listed = [
		kernel.algos.length,
		kernel.specialisations.length,
		algos * specialisations * targets,
		variants.length
	];
	if (sizes.join() !== listed.join() || targets === 0) return [`${kernel.name}: the C source has ${algos} algos, ${specialisations} specialisations, ${targets} targets and ${present.length} cubins; manifest.json has ${kernel.algos.length} algos, ${kernel.specialisations.length} specialisations and ${variants.length} variants`];
	const names = /* @__PURE__ */ new Map();
	return present.flatMap(({ image, place }, index) => {
		const variant = variants[index];
		if (variant === void 0) return [];
		const row = Math.floor(place / targets);
		const column = place % targets;
		names.set(column, names.get(column) ?? variant.target);
		return (variant.algo === Math.floor(row / specialisations) && variant.specialisation === row % specialisations && variant.target === names.get(column) ? checkVariant(kernel, variant, image) : ["manifest.json lists it in the wrong order"]).map((message) => `${variantTitle(kernel, variant)}: ${message}`);
	});
}
// src/core/verify/sources.ts
/**
* Compares a package with its sources, if they are available, and rebuilds it if requested.
* @throws {Failure} `usage` if a rebuild is requested and there is no manifest of this package.
*/
async function compareWithSources(pkg, { sources, rebuild }, context) {
	if (sources === void 0) return [skippedCheck("sources", "not compared with the sources")];
	const { selection } = sources;
	const obstacle = await obstacleTo(pkg, sources);
	if (obstacle !== void 0 && rebuild === void 0) return [skippedCheck("sources", `not compared with the sources: ${obstacle}`)];
	if (obstacle !== void 0) throw new Failure("usage", {
		message: `cannot rebuild the package: ${obstacle}`,
		hint: "Give the path of the manifest that it was built from with --manifest."
	});
	const drift = await checkSources(pkg, selection, context);
	if (rebuild === void 0) return [drift];
	if (drift.problems.length > 0) return [drift, skippedCheck("rebuilt", "not rebuilt: the sources have changed")];
	return [drift, await checkRebuilt(pkg, {
		...selection,
		...rebuild
	}, context)];
}
/**
* Why the default manifest is not this package's; undefined if it is, or if the user named a
* manifest.
*/
async function obstacleTo({ manifest }, { selection, isNamed }) {
	if (isNamed) return void 0;
	const value = (await readDocument$1(selection.manifest))?.value;
	if (value === void 0) return `${selection.manifest} not found`;
	return typeof value === "object" && value !== null && "package" in value && value.package === manifest.package ? void 0 : `${selection.manifest} is not a manifest of ${manifest.package}`;
}
/**
* Checks by kernel hashes whether a build of the sources would give this package. Reports kernels
* that are changed, new or removed. Needs Python to read the sources.
*/
async function checkSources(pkg, selection, context) {
	const preparation = withoutDropped(await prepare(selectionFor(pkg, selection), hintsOf(pkg), context), pkg, selection.manifest);
	const { variants } = preparation;
	const drifted = [...factProblems(pkg, preparation, selection), ...kernelProblems(pkg, preparation)];
	const problems = drifted.length > 0 ? drifted : [...sourceProblems(pkg, variants), ...await choiceProblems(pkg, preparation, selection)];
	return checkResult("sources", `the package is up to date with ${selection.manifest}: ${plural(variants.length, "variant")} from ${plural((pkg.manifest.sources ?? []).length, "source")}`, problems);
}
/** The hints that the package was built with. Those of changed kernels have another key. */
function hintsOf({ manifest: { kernels } }) {
	const known = kernels.flatMap(({ hints }) => hints === void 0 ? [] : [[hints.key, hints.choices]]);
	return () => Promise.resolve(new Map(known));
}
/**
* The plan without configs that the package does not have, of kernels that leave out those that do
* not compile. Only a build knows whether they compile.
*/
function withoutDropped(preparation, { manifest: { kernels: packaged } }, manifest) {
	const parts = preparation.kernels.map((kernel) => {
		const variants = preparation.variants.filter((variant) => variant.kernel === kernel);
		const whole = {
			...preparation,
			kernels: [kernel],
			variants
		};
		const known = packaged.find(({ name }) => name === kernel.name)?.variants ?? [];
		const hashes = new Set(known.map(({ hash }) => hash));
		const lacking = variants.filter(({ hash }) => !hashes.has(hash));
		const failures = new Map(lacking.map(({ hash }) => [hash, { message: "not in the package" }]));
		try {
			return dropConfigs(whole, failures, manifest).preparation;
		} catch (error) {
			if (error instanceof Failure) return whole;
			throw error;
		}
	});
	return {
		...preparation,
		kernels: parts.flatMap(({ kernels }) => kernels),
		variants: parts.flatMap(({ variants }) => variants)
	};
}
function factProblems({ manifest }, preparation, selection) {
	const { package: name, version, license, triton } = preparation.manifest;
	const digest = preparation.variants[0]?.inputs.tritonDigest;
	const hasDigests = manifest.tritonDigest !== void 0 && manifest.triton === triton;
	const withDigest = (release, own) => hasDigests ? `${release} (${own})` : release;
	return [
		[
			"package",
			manifest.package,
			name
		],
		[
			"version",
			manifest.version,
			version
		],
		[
			"license",
			manifest.license,
			license
		],
		[
			"triton",
			withDigest(manifest.triton, manifest.tritonDigest),
			withDigest(triton, digest)
		]
	].flatMap(([key, inPackage, inManifest]) => {
		if (inPackage === inManifest) return [];
		return [{
			message: `\`${key}\` is ${inPackage ?? "not set"} in the package, but ${inManifest ?? "not set"} in ${selection.manifest}`,
			place: preparation.manifest.document.locate([key]),
			hint: REBUILD
		}];
	});
}
const REBUILD = "Build the package again. If it was built with --targets, --only or --triton, use the same options here.";
/** Reports kernels that are changed, new or removed. */
function kernelProblems(pkg, { kernels, variants, manifest }) {
	const hashes = new Map(pkg.manifest.kernels.flatMap((kernel) => kernel.variants.map((variant) => [variantTitle(kernel, variant), variant.hash])));
	const changed = changedSources(pkg, variants);
	const present = kernels.flatMap((kernel) => {
		const own = variants.filter((variant) => variant.kernel === kernel);
		const fresh = own.filter((variant) => !hashes.has(sourceTitle(variant)));
		const other = own.filter((variant) => !fresh.includes(variant) && hashes.get(sourceTitle(variant)) !== variant.hash);
		return [...other.length > 0 ? [`has changed (${ofAll(other, own)}): ${reasonFor(other, changed)}`] : [], ...fresh.length > 0 ? [`is new: the package does not have ${ofAll(fresh, own)}`] : []].map((what) => ({
			message: `${kernel.name} ${what}`,
			place: kernel.place,
			hint: REBUILD
		}));
	});
	const given = new Set(variants.map(sourceTitle));
	const gone = pkg.manifest.kernels.flatMap((kernel) => {
		const lost = kernel.variants.filter((variant) => !given.has(variantTitle(kernel, variant)));
		if (lost.length === 0) return [];
		return [{
			message: `${kernel.name} was removed: ${manifest.file} no longer has ${ofAll(lost, kernel.variants)}`,
			place: { file: join(pkg.folder, MANIFEST_FILE) },
			hint: REBUILD
		}];
	});
	return [...present, ...gone];
}
function ofAll(some, all) {
	return `${some.length} of ${plural(all.length, "variant")}`;
}
/** Compares the sources. Only called if no kernel has changed: then they must be the same. */
function sourceProblems({ folder, manifest }, variants) {
	const { sources } = manifest;
	const given = sourceHashes(variants);
	return sources === void 0 || sources.length === given.size && sources.every(({ path, sha256, slice = sha256 }) => given.get(path) === slice) ? [] : [{
		message: `${MANIFEST_FILE} does not list the sources of the kernels`,
		place: { file: join(folder, MANIFEST_FILE) }
	}];
}
/** Compares the choices of algos with those that the measurements beside the manifest give now. */
async function choiceProblems({ manifest }, preparation, selection) {
	const tuning = await readTuningBeside(selection.manifest);
	const { choices } = planChoices(tuning, preparation);
	return manifest.kernels.flatMap(({ name, choice }) => {
		const texts = [choice, choices.get(name)].map((each) => each && canonicalJson(choiceJson(each)));
		if (texts[0] === texts[1]) return [];
		const place = tuning === void 0 ? preparation.manifest.document.locate([]) : { file: tuning.file };
		return [{
			message: `${name}: the package does not choose algos by the measurements in ${TUNING_FILE}, which have changed`,
			place,
			hint: REBUILD
		}];
	});
}
/** The source files that have changed since the package was built. */
function changedSources({ manifest: { sources } }, variants) {
	const built = new Map((sources ?? []).map(({ path, sha256, slice = sha256 }) => [path, slice]));
	const other = [...sourceHashes(variants)].filter(([path, hash]) => built.get(path) !== hash);
	return new Set(other.map(([path]) => path));
}
function reasonFor(variants, changed) {
	const closure = variants.flatMap(({ inputs }) => inputs.closure.map(({ path }) => path));
	const files = [...new Set(closure)].filter((path) => changed.has(path));
	return files.length > 0 ? `${files.join(", ")} changed` : "the sources are the same, but the manifest, Triton, the platform or an environment variable changed";
}
function sourceTitle({ kernel, config, specialisation, target }) {
	return variantTitle(kernel, {
		algo: config,
		specialisation,
		target: target.name
	});
}
// src/core/verify/verify.ts
/**
* Checks a package, all packages directly below a folder, or the package in an archive. Compares it
* with its sources and rebuilds it, as requested.
* @throws {Failure} if a package cannot be read, and what a build throws.
*/
async function verify(request, context) {
	const path = request.package;
	const paths = await isArchive(path) ? [path] : await findPackages(path);
	const verified = [];
	for (const each of paths) verified.push(await verifyOne({
		...request,
		package: each
	}, context));
	return verified;
}
async function verifyOne(request, context) {
	return withPackage(request.package, context, async (folder, archive) => {
		const { pkg, findings } = await inspectPackage(folder, context);
		const all = [...findings];
		if (request.strict === true) all.push(await checkGenerated(folder));
		all.push(...await compareWithSources(pkg, request, context));
		if (archive !== void 0) all.push(await checkArchiveContents(archive));
		if (archive !== void 0 && request.rebuild !== void 0) all.push(await checkRepacked(pkg, archive, context));
		const problems = all.flatMap((finding) => finding.problems);
		return {
			pkg: {
				...pkg,
				folder: request.package
			},
			checks: all.map(({ check }) => check),
			problems: archive === void 0 ? problems : problems.map(archive.shown)
		};
	});
}
/**
* Checks a package folder. Problems are part of the result.
* @throws {Failure} `usage` if there is no package that this version can read, `verification` if it
* is too damaged to check.
*/
async function inspectPackage(folder, { signal }) {
	const text = await readManifestText$1(folder);
	const manifestSha256 = sha256(text);
	const manifest = parseManifest(text, folder, fullManifestSchema);
	const findings = [];
	for (const check of [
		checkFiles,
		checkInterface,
		checkEvidence,
		checkSbom
	]) {
		findings.push(await check(folder, manifest, manifestSha256));
		signal.throwIfAborted();
	}
	return {
		pkg: {
			folder,
			manifest,
			manifestSha256,
			packageSha256: await packageDigest(folder)
		},
		findings
	};
}
export { ARCHIVE_FORMATS, DEFAULT_STORE_LIMIT, DEFAULT_TIMING, ENTRY_KINDS, EVIDENCE_FILE, EVIDENCE_RUN_FORM, GENERATORS, HOME_VARIABLE, KNOWN_WRONG, MANIFEST_FILE, PARTIAL_SUFFIX, PART_FILE, SIZE_FORM, TARGET_NAMES, TUNING_FILE, VERSION, acceptedRun, addEvidence, addToManifest, adviseKernels, bench, benchProblems, benchTables, build, canonicalJson, checkOutputFolder, checkUnlistedFiles, choiceJson, clearStore, computeShard, describeConfig, describeExit, describeRuns, describeShortfalls, describeSpecialisation, deviceLockFolder, directoryStore, distribute, distributeRead, entryName, explainMisses, findExecutable, findKernels, findPackageFolder, findPackages, formatOf, formatSize, freeBytes, guessKernel, hintFinder, interruptible, isHarmlessVariable, isOfPackage, keepingWorkers, kernelName, kernelTables, listFiles, listStore, machineFailure, makeFolder, makeScratch, manifestJsonSchema, manifestToolchain, mapConcurrently, mergeShards, minorRange, missingEvidence, newManifest, openTrials, parseFunction, parseSize, parseTarget, peaksText, planChoices, planShards, plural, prepare, pruneStore, readDocument$1 as readDocument, readEvidence, readHistory, readIfExists, readPackage, readPlan, readPlatform, readSums, readTuningBeside, reasonOf, record, replaceOutput, reservedName, run, runsOn, sha256, shellQuote, smoke, smokeFailure, sourcePath, specialisationOf$1 as specialisationOf, storedVariants, titleOf, toolchainHome, toolchainUse, tryParseJson, tune, tuneFailure, tuneTables, unknownTargets, unpackArchive, variantName, verify, verifyTritonTools, visibleText, withoutCommands, workersFor, writeAtomically };
