import { r as __toESM } from "./rolldown-runtime.js";
import { C as union, S as tuple, T as toJSONSchema, _ as number, a as require_dist, b as strictObject, c as _enum, d as base64, f as bigint, g as literal, h as discriminatedUnion, l as _null, m as custom, o as glob, p as boolean, s as require_picomatch, u as array, v as object, w as unknown, x as string, y as record } from "./vendor.js";
import { createHash, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { constants, homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { constants as constants$1, readFileSync } from "node:fs";
import { access, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { spawn } from "node:child_process";
// src/core/errors.ts
const EXIT_CODES = {
	usage: 2,
	environment: 3,
	compile: 4,
	abi: 5,
	smoke: 6,
	"no-gpu": 7,
	unsafe: 8,
	verification: 9,
	interrupted: 130
};
/** An expected failure. Everything else that is thrown is a defect of this program (exit code 1). */
var Failure = class extends Error {
	kind;
	problems;
	constructor(kind, problems, options) {
		const list = isList(problems) ? problems : [problems];
		super(list.map(formatProblem).join("\n"), options);
		this.name = "Failure";
		this.kind = kind;
		this.problems = list;
	}
};
/** The exit code for whatever an entry caught. */
function exitCodeOf(error) {
	return error instanceof Failure ? EXIT_CODES[error.kind] : 1;
}
/** `file:line:column: message (at path)`, then an indented hint: the form editors and people both read. */
function formatProblem(problem) {
	const { place, message, hint } = problem;
	return `${place === void 0 ? "" : `${formatPlace(place)}: `}${message}${place?.path === void 0 ? "" : ` (at ${place.path})`}${hint === void 0 ? "" : `\n    ${hint.replaceAll("\n", "\n    ")}`}`;
}
/** `file:line:column`, as far as they are known. */
function formatPlace(place) {
	const parts = [place.file];
	if (place.line !== void 0) {
		parts.push(String(place.line));
		if (place.column !== void 0) parts.push(String(place.column));
	}
	return parts.join(":");
}
/** The system's code of a failed call, such as `ENOENT`; undefined for any other error. */
function systemCode(error) {
	return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : void 0;
}
function isList(problems) {
	return Array.isArray(problems);
}
// src/core/stock/generator.ts
/** Who writes the C: this program, or Triton's own compile.py and link.py. */
const GENERATORS = ["native", "triton"];
function isGenerator(name) {
	return GENERATORS.includes(name);
}
// src/core/c-names.ts
/** Words of C11 and C++20 that cannot name a function or a parameter. */
const KEYWORDS = new Set(`alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
  co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype
  default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
  int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
  reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch
  template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void
  volatile wchar_t while xor xor_eq`.split(/\s+/));
/** Macros that headers or compilers may define under plain names. */
const MACROS = new Set("NULL EOF errno assert linux unix i386 stdin stdout stderr".split(" "));
/** Functions of the C library whose names compilers reserve: redeclaring one is an error or a warning. */
const LIBRARY = new Set(`abort abs acos acosh asin asinh atan atan2 atanh atexit atof atoi atol bsearch calloc cbrt ceil clock copysign
  cos cosh div erf erfc exit exp exp2 expm1 fabs fdim floor fma fmax fmin fmod free frexp getc getenv hypot ilogb
  index isalnum isalpha isdigit isfinite isinf isnan isspace j0 j1 jn labs ldexp ldiv lgamma llabs llrint llround
  log log10 log1p log2 logb lrint lround main malloc memchr memcmp memcpy memmove memset modf nan nearbyint
  nextafter pow printf putc puts qsort raise rand read realloc remainder remove remquo rename rewind rindex rint
  round scalbln scalbn signal signbit sin sinh snprintf sprintf sqrt srand strcat strchr strcmp strcpy strlen
  strstr strtod strtol system tan tanh tgamma time tolower toupper trunc ungetc vprintf write y0 y1 yn`.split(/\s+/));
/** Why `name` cannot name a C function of ours; undefined when it can. */
function reservedName(name) {
	if (!/^[A-Za-z]\w*$/.test(name) || name.includes("__")) return "expected a letter, then letters, digits and single underscores";
	if (KEYWORDS.has(name)) return "it is a keyword of C or C++";
	if (MACROS.has(name) || LIBRARY.has(name)) return "the C library has that name";
	if (/^cu[A-Z]/.test(name)) return "names with `cu` and a capital letter belong to the CUDA driver";
}
/** Whether C, C++ or a usual macro takes the name. */
function isKeyword(name) {
	return KEYWORDS.has(name) || MACROS.has(name);
}
/** Names the generated code and the headers it includes use themselves. */
const OWN = /^(aot_|CU|cu[A-Z])|_t$/;
/** A C name for a Python parameter: itself where C and the generated code allow it. */
function parameterName(name, taken) {
	const plain = name.replaceAll(/\W/g, "_").replace(/^_(?=[A-Z_])/, "p_");
	let candidate = OWN.test(plain) ? `p_${plain}_` : plain;
	while (isKeyword(candidate) || taken.has(candidate)) candidate += "_";
	return candidate;
}
// src/core/argument-type.ts
/** The scalar types Triton's signatures name, with their size in bytes and the C type a caller passes. */
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
/** What a pointer may point to besides the scalars: types that only exist in memory. */
const MEMORY_ONLY = [
	"fp8e4nv",
	"fp8e4b8",
	"fp8e4b15",
	"fp8e5",
	"fp8e5b16"
];
/** The most axes a tensor descriptor has. Source: CUDA Driver API, cuTensorMapEncodeTiled. */
const MOST_AXES = 5;
/** Reads a type as Triton's signatures write it (`*fp16`, `i32`, `tensordesc<fp16[64, BLOCK]>`). */
function parseArgumentType(text) {
	if (isScalar(text)) return {
		kind: "scalar",
		scalar: text
	};
	if (text.startsWith("tensordesc<")) return parseTensorType(text);
	const element = text.startsWith("*") ? text.slice(1) : "";
	return isElement(element) ? {
		kind: "pointer",
		element
	} : void 0;
}
/** The type in Triton's spelling; `valueOf` gives the values of the constants a block's shape names. */
function formatArgumentType(type, valueOf = (constant) => constant) {
	switch (type.kind) {
		case "pointer": return `*${type.element}`;
		case "scalar": return type.scalar;
		case "tensor": {
			const block = type.block.map((size) => typeof size === "number" ? size : valueOf(size));
			return `tensordesc<${type.element}[${block.join(",")}]>`;
		}
	}
}
/** The size of a scalar or pointer as a kernel parameter in bytes, which is also its alignment. */
function sizeOf(type) {
	return type.kind === "pointer" ? 8 : SCALARS[type.scalar].size;
}
/** The C type of the parameter in the generated interface. */
function cTypeOf(type) {
	if (type.kind === "tensor") return "const aot_tensor *";
	return type.kind === "pointer" ? "CUdeviceptr" : SCALARS[type.scalar].c;
}
/** Whether values of the type are whole numbers (i1 counts: 0 or 1). */
function isInteger(type) {
	return type.kind === "scalar" && /^[iu]\d+$/.test(type.scalar);
}
/** Every type name a manifest may use, for messages and the schema. */
const ARGUMENT_TYPE_NAMES = [
	...Object.keys(SCALARS),
	...Object.keys(SCALARS).map((name) => `*${name}`),
	...MEMORY_ONLY.map((name) => `*${name}`)
];
function parseTensorType(text) {
	const [, element = "", shape = ""] = /^tensordesc<(\w+)\[([\w\s,]+)\]>$/.exec(text) ?? [];
	const block = shape.split(",").map((size) => size.trim());
	const isBlock = block.length <= MOST_AXES && block.every((size) => /^([1-9]\d*|[A-Za-z_]\w*)$/.test(size));
	if (!isElement(element) || !isBlock) return void 0;
	return {
		kind: "tensor",
		element,
		block: block.map((size) => /^\d/.test(size) ? Number(size) : size)
	};
}
function isElement(text) {
	return isScalar(text) || isMemoryOnly(text);
}
function isScalar(text) {
	return Object.hasOwn(SCALARS, text);
}
function isMemoryOnly(text) {
	return MEMORY_ONLY.includes(text);
}
// src/core/toolchain/triton-version.ts
/** The first release with the compiler interface the bridge drives, and the first the tests run with. */
const OLDEST_SUPPORTED = "3.6.0";
const NEWEST_TESTED = "3.9.0";
const EXACT = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:\.[a-z0-9]+)*)?$/;
/** Reads an exact, supported Triton version such as `3.8.0`, `3.9.0rc1` or `3.9.0+git123`. */
function parseTritonVersion(text) {
	const version = text.trim().toLowerCase();
	if (!EXACT.test(version)) return refuse(`${JSON.stringify(text)} is no exact Triton version`, `Write one release in full, such as ${NEWEST_TESTED}: a package must come out the same every day.`);
	if (compareReleases(version, "3.6.0") < 0) return refuse(`Triton ${version} is too old: ${OLDEST_SUPPORTED} is the oldest supported release`, `Earlier releases have another compiler interface. Use ${OLDEST_SUPPORTED} to ${NEWEST_TESTED}.`);
	return {
		ok: true,
		version,
		untested: compareReleases(version, NEWEST_TESTED) > 0
	};
}
/** Orders versions by their release numbers alone: negative, 0 or positive. `3.9.0rc1` counts as 3.9.0. */
function compareReleases(left, right) {
	const a = releaseNumbers(left);
	const b = releaseNumbers(right);
	for (let i = 0; i < Math.max(a.length, b.length); i++) {
		const difference = (a[i] ?? 0) - (b[i] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}
function releaseNumbers(version) {
	return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
}
function refuse(message, hint) {
	return {
		ok: false,
		problem: {
			message,
			hint
		}
	};
}
// src/core/stock/suffix.ts
const LETTERS = {
	none: "",
	"divisible-by-16": "d",
	"equal-to-1": "c"
};
/**
* The suffix in which compile.py writes the hints down: by position among all parameters, constants included.
* Triton 3.6 lists every position, later releases only those with a hint.
*/
function hintSuffix(kernel, specialisation, triton) {
	const hints = new Map(kernel.arguments.map(({ name }, index) => [name, specialisation[index] ?? "none"]));
	return kernel.parameters.map((name, position) => {
		const letter = LETTERS[hints.get(name) ?? "none"];
		return letter !== "" || listsAll(triton) ? `${position}${letter}` : "";
	}).join("");
}
/**
* How link.py reads that suffix: by position among the run-time arguments, and by what the rest of the text starts
* with. Source: what link.py of 3.6.0, 3.8.0 and 3.9.0 does; test/integration/stock.test.ts compares.
*/
function readHints(kernel, specialisation, triton) {
	let rest = hintSuffix(kernel, specialisation, triton);
	const hints = kernel.arguments.map((_argument, position) => {
		if (!rest.startsWith(String(position))) return "none";
		rest = rest.slice(String(position).length);
		const hint = hintOf(rest.charAt(0));
		if (hint !== "none") rest = rest.slice(1);
		return hint;
	});
	return rest === "" || listsAll(triton) ? hints : void 0;
}
function hintOf(letter) {
	if (letter === "d") return "divisible-by-16";
	return letter === "c" ? "equal-to-1" : "none";
}
function listsAll(triton) {
	return compareReleases(triton, "3.7.0") < 0;
}
// src/core/stock/known-wrong.ts
/**
* The ways in which the files of compile.py and link.py are known to be wrong, by the name that lets them pass.
* Source: the tools of Triton 3.6.0, 3.8.0 and 3.9.0; docs/stock-mode.md tells what was seen.
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
function isKnownWrong(name) {
	return KNOWN_WRONG.includes(name);
}
/** The problem that a known case makes of a kernel. */
function knownWrongProblem(kernel, name, what) {
	return {
		message: `${kernel.name}: ${what} (known wrong: ${name})`,
		place: kernel.place,
		hint: `Use the native generator, which does this right; --allow-known-wrong ${name} writes the files all the same.`
	};
}
/** What the plan alone tells to come out wrong, but for the cases that are `allowed`. */
function knownWrong(kernel, triton, allowed) {
	return Object.entries(CHECKS).filter(([name]) => !allowed.has(name)).flatMap(([name, check]) => [...new Set(check(kernel, triton))].map((what) => knownWrongProblem(kernel, name, what)));
}
const CHECKS = {
	"float-scalar": ({ arguments: args }) => args.flatMap(({ name, type }) => type.kind === "scalar" && /^(?:b?f|fp)(?:16|32)$/.test(type.scalar) ? [`compile.py passes \`${name}\` (${type.scalar}) as a double, of which the kernel reads ${sizeOf(type)} of 8 bytes (Triton 3.4 to 3.9)`] : []),
	"misread-hint": (kernel, triton) => kernel.specialisations.flatMap((specialisation) => {
		const read = readHints(kernel, specialisation, triton);
		if (read === void 0 || read.every((hint, index) => hint === specialisation[index])) return [];
		const [found, meant] = [read, specialisation].map((hints) => conditions(kernel, hints));
		return [`link.py checks ${found} where the kernel was compiled for ${meant}, since ${reason(kernel)}`];
	}),
	"split-one": ({ arguments: args, specialisations }) => args.flatMap(({ name }, index) => {
		const hints = new Set(specialisations.map((specialisation) => specialisation[index]));
		return hints.size > 1 && hints.has("equal-to-1") ? [`link.py makes \`${name}\` with and without \`:1\` two algos, of which the caller has to choose (Triton 3.6 to 3.9)`] : [];
	}),
	"wide-one": ({ arguments: args, specialisations }) => args.flatMap(({ name, type }, index) => isInteger(type) && formatArgumentType(type).endsWith("64") && specialisations.some((specialisation) => specialisation[index] === "equal-to-1") ? [`compile.py declares \`${name}\` (${formatArgumentType(type)}:1) as int32_t, which cuts the value before it is compared with 1 (Triton 3.6 to 3.9)`] : []),
	"constant-name": ({ configs }) => configs.flatMap(({ constants }) => [...constants].flatMap(([name, constant]) => constant.kind === "float" || constant.kind === "int" && constant.value < 0n ? [`link.py writes the constant \`${name}\` (${constant.value}) into the name of a function, which C does not compile (Triton 3.6 to 3.9)`] : [])),
	"parameter-name": (kernel) => kernel.arguments.flatMap(({ name }) => isKeyword(name) || LOCALS.has(name) || name === kernel.name ? [`the generated files do not compile in C and C++ with a parameter named \`${name}\` (Triton 3.6 to 3.9)`] : []),
	"several-targets": ({ targets }) => targets.length > 1 ? [`compile.py names its files without the target, so that those for ${targets.at(-1)?.name} replace those for ${targets.slice(0, -1).map(({ name }) => name).join(", ")}; build each with --targets into a folder of its own (Triton 3.6 to 3.9)`] : []
};
/** Names that the functions of compile.py and link.py give their own variables. */
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
	return kernel.parameters.slice(0, kernel.arguments.length).every((name) => runtime.has(name)) ? "it confuses positions from 10 on with their first digit (Triton 3.7 to 3.9)" : "it does not count the constants that stand before an argument (Triton 3.6 to 3.9)";
}
// src/core/assets.ts
/** Files of this program that are not TypeScript, found from wherever the code runs: src or dist. */
const root = findRoot(new URL(".", import.meta.url));
/** The folder of the Python bridge. */
const BRIDGE_FOLDER = fileURLToPath(new URL("bridge/", root));
/** The folder of the C headers that generated sources include. */
const LAUNCHER_FOLDER = fileURLToPath(new URL("launcher/", root));
/** This program's version. */
const VERSION = object({ version: string() }).parse(JSON.parse(readFileSync(new URL("package.json", root), "utf8"))).version;
function findRoot(folder) {
	try {
		readFileSync(new URL("package.json", folder));
		return folder;
	} catch {
		const above = new URL("..", folder);
		if (above.href === folder.href) throw new Error("this program lies in no package");
		return findRoot(above);
	}
}
// src/core/constant.ts
/** Lossless: Python's `int()` and `float()` read the text back exactly (also `inf` and `nan`). */
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
/** The constant as Python would print it, for listings and messages. */
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
// src/core/hash.ts
/**
* The kernel hash: names a result by everything that decides it. Paths appear relative to the manifest's
* folder only, and neither time nor order of the run enters.
*/
function kernelHash(job, module, context) {
	return sha256(canonical({
		bridge: 3,
		triton: context.tritonVersion,
		machine: context.machine,
		requirements: context.requirements.toSorted(),
		environment: context.environment,
		closure: module.closure,
		module: module.module,
		function: job.source.function,
		signature: job.signature,
		constants: job.constants,
		divisibleBy16: job.divisibleBy16,
		options: job.options,
		target: job.target
	}));
}
/** The SHA-256 of text or bytes in hexadecimal. */
function sha256(content) {
	return createHash("sha256").update(content).digest("hex");
}
/** JSON with sorted keys: equal values give equal text. */
function canonical(value) {
	return JSON.stringify(value, (_key, item) => typeof item === "object" && item !== null && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => a < b ? -1 : 1)) : item);
}
// src/core/plan.ts
const WARP_SIZE = 32;
/** Every variant of a kernel, by config, specialisation and target in that order. */
function planKernel(kernel, module, context) {
	return kernel.configs.flatMap((_config, config) => kernel.specialisations.flatMap((_specialisation, specialisation) => kernel.targets.map((target) => {
		const job = jobOf(kernel, config, specialisation, target, module);
		return {
			kernel,
			config,
			specialisation,
			target,
			job,
			hash: kernelHash(job, module, context)
		};
	})));
}
/** `matmul_fp16[algo 1, K % 16 == 0, sm_90]`-like names for logs. */
function variantName(variant) {
	const { kernel, config, specialisation, target } = variant;
	const parts = [
		...kernel.configs.length > 1 ? [`algo ${config}`] : [],
		...kernel.specialisations.length > 1 ? [`specialisation ${specialisation}`] : [],
		target.name
	];
	return `${kernel.name} [${parts.join(", ")}]`;
}
function jobOf(kernel, configIndex, specialisationIndex, target, module) {
	const { constants, options } = kernel.configs[configIndex] ?? {
		constants: /* @__PURE__ */ new Map(),
		options: {}
	};
	const hints = kernel.specialisations[specialisationIndex] ?? [];
	const types = new Map(kernel.arguments.map(({ name, type }, index) => [name, hints[index] === "equal-to-1" ? "constexpr" : formatArgumentType(type, (constant) => blockSize(constant, constants))]));
	const ones = kernel.arguments.filter((_argument, index) => hints[index] === "equal-to-1");
	return {
		source: {
			path: module.path,
			module: module.module,
			file: module.file,
			function: kernel.source.function
		},
		signature: kernel.parameters.map((name) => [name, types.get(name) ?? "constexpr"]),
		constants: Object.fromEntries([...[...constants].map(([name, value]) => [name, toWire(value)]), ...ones.map(({ name }) => [name, ["int", "1"]])]),
		divisibleBy16: kernel.arguments.filter((_argument, index) => hints[index] === "divisible-by-16").map(({ name }) => name),
		options,
		target: {
			backend: target.backend,
			arch: target.arch,
			warpSize: WARP_SIZE
		}
	};
}
/** The value of a constant in the shape of a tensor's block; the kernel was checked to have it. */
function blockSize(name, constants) {
	const constant = constants.get(name);
	if (constant?.kind !== "int") throw new Error(`the block size ${name} was not checked`);
	return String(constant.value);
}
// src/core/toolchain/environment.ts
/**
* Variables that change the code Triton generates for CUDA; they are part of what a kernel's hash covers. Left out on purpose: TRITON_OVERRIDE_ARCH (the target says
* that), TRITON_INTERPRET, plugins, sanitizers and dumps.
* Source: triton/knobs.py, triton/backends/nvidia/compiler.py and libtriton's `get_cache_invalidating_env_vars`
* of 3.6.0, 3.8.0 and 3.9.0.
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
].concat(CODE_VARIABLES));
/**
* The environment kernel code runs in: only what is listed, so that no secret reaches it whatever its name is.
* PYTHONNOUSERSITE keeps it to the packages that were checked when its interpreter was chosen.
*/
function bridgeEnvironment(env) {
	return {
		...filter(env, (name) => BRIDGE_VARIABLES.has(name) || name.startsWith("LC_")),
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
/** The code variables that are set, for a kernel's hash: a file's content stands for its path, where it can be read. */
async function codeEnvironment(env) {
	const set = filter(env, (name) => CODE_VARIABLES.includes(name));
	for (const [name, value] of Object.entries(set)) if (FILE_VARIABLES.has(name)) set[name] = await contentOf(value);
	return set;
}
async function contentOf(file) {
	try {
		return `sha256:${createHash("sha256").update(await readFile(file)).digest("hex")}`;
	} catch {
		return file;
	}
}
const RUNNER_VARIABLE = /^(?:INPUT|ACTIONS|GITHUB)_|^GH_(?:ENTERPRISE_)?TOKEN$/;
const MISDIRECTING = /^(?:PYTHONPATH|PYTHONHOME|PIP_(?:DRY_RUN|PREFIX|PYTHON|REPORT|ROOT|TARGET|USER)|UV_(?:PYTHON|SYSTEM_PYTHON))$/;
/**
* The environment of pip and uv: everything a package index, proxy or certificate store may need, without what
* only the runner needs (a source package of the requirements runs code when it is built).
*/
function installerEnvironment(env) {
	const { FORCE_COLOR: _force, CLICOLOR_FORCE: _clicolor, ...plain } = filter(env, (name) => !RUNNER_VARIABLE.test(name) && !MISDIRECTING.test(name));
	return {
		...plain,
		NO_COLOR: "1",
		PYTHONUNBUFFERED: "1"
	};
}
function filter(env, keep) {
	const kept = {};
	for (const [name, value] of Object.entries(env)) if (value !== void 0 && keep(name)) kept[name] = value;
	return kept;
}
// src/core/wire-constant.ts
/** Reads a constant as the bridge writes it (see `WireConstant`). */
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
	return tuple([literal(kind), string()]);
}
// src/core/source/function.ts
/** One choice of @triton.autotune: values of constexpr parameters, and options such as num_warps. */
const autotuneConfigSchema = object({
	constants: record(string(), wireConstantSchema),
	options: record(string(), number())
});
/** A kernel function as its file defines it. Lines count from 1. */
const kernelFunctionSchema = object({
	line: number(),
	parameters: array(object({
		name: string(),
		constexpr: boolean(),
		hasDefault: boolean(),
		/** The default's value, where it is a constant. */
		default: wireConstantSchema.optional(),
		line: number()
	})),
	/** Whether it is decorated with @triton.jit. */
	jit: boolean(),
	/** The configs of @triton.autotune: none, known, or known to Triton only once the file has run. */
	autotune: union([object({ static: array(autotuneConfigSchema) }), literal("dynamic")]).nullable()
});
// src/core/compile/answer.ts
/** The first line of a worker. */
const helloSchema = object({
	ready: literal(true),
	triton: string(),
	python: string(),
	bridge: number()
});
const memorySchema = object({
	size: number(),
	align: number()
});
/** One tensor map, here and in the store. */
const tensorMapSchema = object({
	dataType: number(),
	swizzle: number(),
	elementSize: number(),
	box: array(number()),
	mode: string().optional()
});
const kernelSchema = object({
	cubin: base64().transform((text) => Buffer.from(text, "base64")),
	name: string(),
	ptxas: string(),
	shared: number(),
	numWarps: number(),
	numCtas: number(),
	globalScratch: memorySchema,
	profileScratch: memorySchema,
	launchPdl: boolean(),
	launchCooperativeGrid: boolean(),
	tensorMaps: array(tensorMapSchema)
});
/** The answer to a request that could not be met, whatever it was. */
const failedSchema = object({
	ok: literal(false),
	failure: object({
		reason: _enum([
			"import",
			"function",
			"parameters",
			"options",
			"compile"
		]),
		message: string(),
		file: string().optional(),
		line: number().optional(),
		missingModule: string().optional()
	}),
	cpuSeconds: number()
});
const compiledSchema$1 = object({
	ok: literal(true),
	kernel: kernelSchema,
	cpuSeconds: number()
});
const describedSchema = object({
	ok: literal(true),
	function: kernelFunctionSchema
});
/** Reads the answer to a compile request; `printed` is what the compiler wrote besides. */
function parseCompiled(answer, printed) {
	const outcome = discriminatedUnion("ok", [compiledSchema$1, failedSchema]).parse(answer);
	return outcome.ok ? outcome : {
		...outcome,
		failure: withDiagnostics(outcome.failure, printed)
	};
}
/** Reads the answer to a describe request. */
function parseDescribed(answer) {
	return discriminatedUnion("ok", [describedSchema, failedSchema]).parse(answer);
}
/**
* The compiler's later stages raise an exception that says little and print what is wrong as
* `file:line:column: error: message`. A failure that has a line already comes from the front end.
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
// src/core/compile/ending.ts
const SIGNAL_MEANINGS = {
	SIGKILL: "killed, probably out of memory",
	SIGABRT: "aborted, usually by a failed check inside the compiler",
	SIGSEGV: "crashed with a segmentation fault",
	SIGBUS: "crashed with a bus error",
	SIGFPE: "crashed with an arithmetic error",
	SIGILL: "crashed with an illegal instruction"
};
/** What is reported for the job a worker was busy with when it died or took too long. */
function endingFailure(reply, source, timeoutMs) {
	const printed = reply.printed.trim().slice(-1500);
	const said = printed === "" ? "" : `:\n${printed}`;
	if (reply.kind === "timeout") return {
		reason: "timeout",
		message: `${`took longer than ${timeoutMs / 1e3} seconds (raise the limit with --timeout)`}${said}`,
		file: source.file
	};
	return {
		reason: "crash",
		message: `the compiler process ${endingInWords(reply.code, reply.signal)}${said}`,
		file: source.file
	};
}
function endingInWords(code, signal) {
	if (signal === null) return `ended with status ${code ?? "unknown"}`;
	return `was ended by signal ${constants.signals[signal]} (${signal}: ${SIGNAL_MEANINGS[signal] ?? "from outside"})`;
}
// src/core/process.ts
/** Starts `argv` (no shell) in its own process group. A program that cannot be started emits `error`. */
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
	child.stdin.on("error", () => void 0);
	const kill = () => killGroup(child.pid);
	options.signal.addEventListener("abort", kill, { once: true });
	child.once("close", () => options.signal.removeEventListener("abort", kill));
	return {
		child,
		kill
	};
}
/**
* Runs `argv` to its end and gives back what it printed. Rejects with the system's error when it cannot be
* started, and with the abort reason when `signal` ended it; a non-zero status is an answer, not an error.
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
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code, signal) => {
			if (options.signal.aborted) reject(abortReason(options.signal));
			else resolve({
				code,
				signal,
				...output
			});
		});
	});
}
/** The failure every interrupted step ends with. */
function interrupted(name) {
	return new Failure("interrupted", { message: `interrupted by ${name}` });
}
function abortReason(signal) {
	return signal.reason instanceof Error ? signal.reason : /* @__PURE__ */ new Error("aborted");
}
function killGroup(pid) {
	if (pid === void 0) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch (error) {
		if (systemCode(error) !== "ESRCH") throw error;
	}
}
// src/core/compile/excerpt.ts
/** Characters kept of each end. */
const KEPT = 16384;
/** What a program printed since the last `clear`: its beginning and its end, so that a flood costs no memory. */
var Excerpt = class {
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
// src/core/compile/worker.ts
/** A Python process that compiles one request after the other, with a scratch folder of its own. */
var WorkerProcess = class WorkerProcess {
	#group;
	#scratch;
	#printed = new Excerpt();
	#closed;
	#ended;
	#answer;
	/** The last characters of standard error, in which the marker of a finished request is looked for. */
	#recent = "";
	#awaited;
	constructor(group, scratch) {
		this.#group = group;
		this.#scratch = scratch;
		this.#closed = this.#watch();
	}
	/**
	* Starts a worker and waits for its first line. Throws Failure `environment` with what Python printed when
	* it cannot start, lacks Triton or is silent for too long.
	*/
	static async start(context) {
		context.signal.throwIfAborted();
		const scratch = await mkdtemp(join(context.scratch, "worker-"));
		await mkdir(join(scratch, "tmp"));
		const env = {
			...context.env,
			TMPDIR: join(scratch, "tmp"),
			TRITON_CACHE_DIR: join(scratch, "cache"),
			PYTHONHASHSEED: "0"
		};
		let worker;
		const argv = [
			context.python,
			"-B",
			join(context.bridge, context.program ?? "compile_worker.py")
		];
		try {
			const group = startProcess(argv, {
				env,
				signal: context.signal
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
			throw error instanceof Failure ? error : cannotStart(context.python, "could not be started", String(error));
		}
	}
	/** Sends one request; never rejects. After any reply but an answer the worker is of no further use. */
	async request(message, timeoutMs) {
		this.#printed.clear();
		const reply = this.#next(message.id, timeoutMs);
		this.#group.child.stdin.write(`${JSON.stringify(message)}\n`);
		return reply;
	}
	/** Ends the process with all its children and removes its scratch folder. */
	async close() {
		this.#group.kill();
		await this.#closed;
		await removeFolder(this.#scratch);
	}
	async #hello(context) {
		const seconds = (context.startTimeoutMs ?? 6e4) / 1e3;
		const reply = await this.#next(void 0, seconds * 1e3);
		const hello = reply.kind === "answer" ? helloSchema.safeParse(reply.answer) : void 0;
		if (hello?.success === true && hello.data.bridge === 3) return;
		const why = reply.kind === "timeout" ? `was not ready after ${seconds} seconds` : hello?.success === true ? `runs another version of the bridge (${hello.data.bridge}, not 3)` : "could not be started";
		throw cannotStart(context.python, why, reply.printed);
	}
	#next(id, timeoutMs) {
		if (this.#ended !== void 0) return Promise.resolve(this.#ended);
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				this.#settle({
					kind: "timeout",
					printed: this.#printed.text
				});
				this.#group.kill();
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
	#watch() {
		const { child } = this.#group;
		createInterface({ input: child.stdout }).on("line", (line) => this.#readAnswer(line));
		child.stderr.setEncoding("utf8").on("data", (text) => this.#readPrinted(text));
		return new Promise((resolve) => {
			child.once("exit", () => {
				this.#group.kill();
				setTimeout(() => {
					child.stdout.destroy();
					child.stderr.destroy();
				}, 1e3).unref();
			});
			child.once("close", (code, signal) => {
				this.#ended = {
					kind: "ended",
					code,
					signal,
					printed: this.#printed.text
				};
				this.#settle(this.#ended);
				resolve();
			});
		});
	}
	/** Lines that do not answer the request were printed by someone else before the bridge took the stream. */
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
	/** A request is over once both its answer and the marker after all it printed have come. */
	#finish() {
		if (this.#answer === void 0) return;
		const { id } = this.#answer;
		const marker = `\u001E${String(id)}\n`;
		if (id !== void 0 && !this.#recent.includes(marker)) return;
		const printed = this.#printed.text.replace(marker, "");
		this.#recent = "";
		this.#settle({
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
function cannotStart(python, why, printed) {
	const details = printed.trim().slice(-2e3);
	return new Failure("environment", {
		message: `the compile worker (${python}) ${why}${details === "" ? "" : `:\n${details}`}`,
		hint: "Check that this Python can run `import triton`."
	});
}
function parseObject(line) {
	try {
		const value = JSON.parse(line);
		return typeof value === "object" && value !== null ? value : void 0;
	} catch {
		return;
	}
}
// src/core/compile/pool.ts
/** Jobs after which a worker is replaced: libtriton keeps up to 0.3 MB of each (measured, 3.6.0 to 3.9.0). */
const RETIREMENT = 500;
/**
* Compiles every job, each in one of a few Python processes, and gives the outcomes in the order of the jobs.
* A job that fails, takes too long or takes its process down is one failed outcome. `onDone` sees each
* outcome as it comes. Throws Failure `environment` when a worker cannot start, and the abort reason.
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
/** Asks Triton for the functions that reading alone cannot tell; their files are run. Throws as `compileAll`. */
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
/**
* Has every job answered, and gives the outcomes in the order of the jobs; see `compileAll`.
*/
async function answerAll(jobs, context, protocol, onDone) {
	context.signal.throwIfAborted();
	const outcomes = /* @__PURE__ */ new Map();
	const stop = new AbortController();
	const signal = AbortSignal.any([context.signal, stop.signal]);
	const queue = jobs.values();
	const serve = async () => {
		try {
			await serveQueue(queue, {
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
	const count = Math.min(Math.max(context.workers, 1), jobs.length);
	await Promise.allSettled(Array.from({ length: count }, serve));
	signal.throwIfAborted();
	return jobs.map((job) => outcomes.get(job));
}
/** Works through the queue that all workers share, with a new process where one has ended. */
async function serveQueue(queue, context, protocol, onDone) {
	let worker;
	let answered = 0;
	try {
		for (let next = queue.next(); next.done !== true; next = queue.next()) {
			const job = next.value;
			if (answered === RETIREMENT) {
				await worker?.close();
				worker = void 0;
			}
			if (worker === void 0) {
				worker = await WorkerProcess.start(context);
				answered = 0;
			}
			const reply = await worker.request(protocol.message(job), context.timeoutMs);
			context.signal.throwIfAborted();
			if (reply.kind === "answer") {
				answered += 1;
				onDone(job, protocol.parse(reply.answer, reply.printed));
				continue;
			}
			const failure = endingFailure(reply, job.source, context.timeoutMs);
			context.log?.info(`${failure.message}; going on with a new compiler process`);
			await worker.close();
			worker = void 0;
			onDone(job, protocol.failed(failure));
		}
	} finally {
		await worker?.close();
	}
}
// src/core/compile/variants.ts
/**
* Compiles every variant and stores each result as it comes, so that a later run has it even if this one fails.
* @throws {Failure} `compile` with one problem for each cause, after all others have finished.
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
		if (outcome.ok) {
			kernels.set(variant.hash, outcome.kernel);
			stored.push(store.put(variant.hash, outcome.kernel));
		} else failures.push({
			variant,
			failure: outcome.failure
		});
	}));
	await Promise.all(stored);
	if (failures.length > 0) throw new Failure("compile", problemsOf(failures, request.manifest));
	return {
		kernels,
		cpuSeconds: outcomes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
	};
}
/** Gives the workers a scratch folder of their own and an environment without secrets. */
async function withWorkerContext(request, context, body) {
	const scratch = await mkdtemp(join(context.scratch, "triton-aot-"));
	try {
		return await body({
			python: request.python,
			bridge: BRIDGE_FOLDER,
			env: bridgeEnvironment(context.env),
			scratch,
			workers: request.jobs,
			timeoutMs: request.timeout * 1e3,
			log: context.log,
			signal: context.signal
		});
	} finally {
		await rm(scratch, {
			recursive: true,
			force: true
		});
	}
}
/**
* A compile's time grows with its tile, so the product of the sizes among the constants tells which one to start
* first: the end of the run then has small ones to fill every worker with.
*/
function largestFirst(variants) {
	const weights = new Map(variants.map((variant) => [variant, weightOf(variant)]));
	return variants.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
}
function weightOf({ job }) {
	return Object.values(job.constants).filter(([kind, text]) => kind === "int" && Number(text) > 1).reduce((product, [, text]) => product * Number(text), 1);
}
/** One problem for each cause in a kernel, however many variants it hit. */
function problemsOf(failures, manifest) {
	const causes = /* @__PURE__ */ new Map();
	for (const failed of failures) {
		const { kernel } = failed.variant;
		const cause = JSON.stringify([kernel.source, failed.failure]);
		causes.set(cause, [...causes.get(cause) ?? [], failed]);
	}
	return [...causes.values()].flatMap((group) => {
		const [first, ...others] = group;
		return first === void 0 ? [] : [problemOf(first, others.length, manifest)];
	});
}
function problemOf({ variant, failure }, others, manifest) {
	const { source } = variant.kernel;
	const more = others === 0 ? "" : ` and ${others} more variant${others === 1 ? "" : "s"}`;
	const file = failure.file ?? join(dirname(manifest), source.file);
	return {
		message: `${variantName(variant)}${more}: ${failure.message}`,
		place: {
			file: shownPath(file, manifest),
			line: failure.line ?? source.line
		},
		hint: hintFor(failure)
	};
}
/** A file below the manifest's folder as the manifest's own path would name it. */
function shownPath(file, manifest) {
	const folder = dirname(manifest);
	const inside = relative(resolve(folder), resolve(file));
	return inside.startsWith("..") || isAbsolute(inside) ? file : join(folder, inside);
}
function hintFor({ reason, missingModule }) {
	if (reason === "import" && missingModule !== void 0) return `Add \`${missingModule}\` to \`requirements:\` in the manifest, or put the module beside the kernel file.`;
}
// src/core/launcher/headers.ts
/** Reads the headers from this program's own files. */
async function readLauncherHeaders() {
	const [launch, tensor, passTensor] = await Promise.all([
		read("aot_launch.h"),
		read("aot_tensor.h"),
		read("aot_pass_tensor.h")
	]);
	return {
		launch,
		tensor,
		passTensor
	};
}
function read(name) {
	return readFile(join(LAUNCHER_FOLDER, name), "utf8");
}
// src/core/cubin/check.ts
/** What is wrong with a cubin that should hold one kernel for one target; empty when nothing is. */
function checkCubin(cubin, expected) {
	const problems = [];
	if (cubin.arch !== expected.target.arch) problems.push(`the cubin is made for sm_${cubin.arch}, not for ${expected.target.name}`);
	const names = cubin.kernels.map(({ name }) => name);
	const kernel = cubin.kernels.find(({ name }) => name === expected.kernel);
	if (kernel === void 0 || names.length !== 1) problems.push(`the cubin should hold the kernel ${expected.kernel} only, and holds ${list(names)}`);
	if (kernel !== void 0) problems.push(...checkParameters(kernel, expected.parameters));
	return problems;
}
/** Compares what a launcher passes, in order, with the table the kernel reads its parameters by. */
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
		if (read === void 0) problems.push(`${what}: the header passes ${describe(passed)}, the kernel reads nothing`);
		else if (read.size !== passed.size || read.offset !== passed.offset) problems.push(`${what}: the header passes ${describe(passed)}, the kernel reads ${describe(read)}`);
		next = read === void 0 ? offset + passed.size : read.offset + read.size;
	}
	for (const read of kernel.parameters.slice(expected.length)) problems.push(`parameter ${read.ordinal}: the header passes nothing, the kernel reads ${describe(read)}`);
	return problems;
}
function describe({ offset, size }) {
	return `${size} ${size === 1 ? "byte" : "bytes"} at offset ${offset}`;
}
function alignUp(offset, alignment) {
	return Math.ceil(offset / alignment) * alignment;
}
function list(names) {
	return names.length === 0 ? "none" : names.join(", ");
}
// src/core/cubin/elf.ts
const HEADER_SIZE = 64;
const SECTION_HEADER_SIZE = 64;
const SYMBOL_SIZE = 24;
const SHT_NOBITS = 8;
/** Longer than any name a compiler makes: bounds the work that a damaged string table can cause. */
const LONGEST_NAME = 4096;
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
/** Reads the section and symbol tables. Throws a `Failure` of kind `abi` for anything damaged or cut off. */
function readElf(bytes) {
	const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const header = slice(file, 0, HEADER_SIZE, "the ELF header");
	if (MAGIC.some((byte, at) => header.getUint8(at) !== byte)) throw damaged("it is no 64-bit little-endian ELF file");
	const programSize = header.getUint16(54, true) * header.getUint16(56, true);
	slice(file, programSize === 0 ? 0 : offsetAt(header, 32), programSize, "the program headers");
	const sections = readSections(file, header);
	return {
		machine: header.getUint16(18, true),
		abiVersion: header.getUint8(8),
		flags: header.getUint32(48, true),
		sections,
		symbols: readSymbols(sections)
	};
}
/** The failure for a cubin that is not what a compiler writes. */
function damaged(message) {
	return new Failure("abi", {
		message: `the cubin cannot be read: ${message}`,
		hint: "compile the kernel again; if that does not help, its Triton version writes a format this version does not know"
	});
}
/** A part of `view`, or a failure that names it where it reaches over the end. */
function slice(view, offset, size, what) {
	if (offset + size > view.byteLength) throw damaged(`${what} ends at byte ${offset + size} of ${view.byteLength}`);
	return new DataView(view.buffer, view.byteOffset + offset, size);
}
function readSections(file, header) {
	const count = header.getUint16(60, true);
	if (header.getUint16(58, true) !== SECTION_HEADER_SIZE) throw damaged(`its section headers have ${header.getUint16(58, true)} bytes`);
	const table = slice(file, offsetAt(header, 40), count * SECTION_HEADER_SIZE, "the section table");
	const entries = Array.from({ length: count }, (_, index) => {
		const entry = slice(table, index * SECTION_HEADER_SIZE, SECTION_HEADER_SIZE, "a section header");
		const size = offsetAt(entry, 32);
		const inFile = entry.getUint32(4, true) === SHT_NOBITS ? 0 : size;
		const offset = inFile === 0 ? 0 : offsetAt(entry, 24);
		return {
			nameAt: entry.getUint32(0, true),
			size,
			contents: slice(file, offset, inFile, `section ${index}`)
		};
	});
	const names = entries[header.getUint16(62, true)]?.contents;
	if (names === void 0) throw damaged("it has no section names");
	return entries.map(({ nameAt, size, contents }) => ({
		name: nameIn(names, nameAt),
		size,
		contents
	}));
}
function readSymbols(sections) {
	const table = sections.find(({ name }) => name === ".symtab")?.contents;
	const names = sections.find(({ name }) => name === ".strtab")?.contents;
	if (table === void 0 || names === void 0) throw damaged("it has no symbols");
	return Array.from({ length: Math.floor(table.byteLength / SYMBOL_SIZE) }, (_, index) => {
		const at = index * SYMBOL_SIZE;
		return {
			name: nameIn(names, table.getUint32(at, true)),
			type: table.getUint8(at + 4) & 15,
			other: table.getUint8(at + 5)
		};
	});
}
/** A 64-bit offset. Beyond 2^53 it loses digits, but stays beyond the end of every file. */
function offsetAt(view, at) {
	return Number(view.getBigUint64(at, true));
}
function nameIn(table, at) {
	const rest = slice(table, at, Math.max(0, Math.min(LONGEST_NAME, table.byteLength - at)), "a name");
	const bytes = new Uint8Array(rest.buffer, rest.byteOffset, rest.byteLength);
	const end = bytes.indexOf(0);
	if (end < 0) throw damaged(`the name at ${at} of a string table has no end`);
	return new TextDecoder().decode(bytes.subarray(0, end));
}
// src/core/cubin/attributes.ts
/**
* The attributes a cubin is read for, by the names and in the layout `cuobjdump -elf` shows.
* Source: compared with its output for cubins of Triton 3.6, 3.8 and 3.9 from sm_75 to sm_121.
*/
const EIATTR = {
	PARAM_CBANK: 10,
	FRAME_SIZE: 17,
	KPARAM_INFO: 23,
	CBANK_PARAM_SIZE: 25,
	REGCOUNT: 47,
	/** Written instead of KPARAM_INFO for kernels whose parameters take more than 4 KiB. */
	KPARAM_INFO_V2: 69
};
/** How an attribute carries its value: nothing, one byte or two in place, or a counted string of bytes. */
const FORMAT$2 = {
	none: 1,
	byte: 2,
	half: 3,
	counted: 4
};
/** Reads an `.nv.info` section. Throws a `Failure` of kind `abi` when it is damaged. */
function readAttributes(section) {
	const attributes = [];
	let at = 0;
	while (at < section.byteLength) {
		const head = slice(section, at, 4, "an attribute");
		const format = head.getUint8(0);
		if (format < FORMAT$2.none || format > FORMAT$2.counted) throw damaged(`an attribute has the unknown format ${format}`);
		const counted = format === FORMAT$2.counted;
		const size = counted ? head.getUint16(2, true) : 2;
		const value = slice(section, at + (counted ? 4 : 2), size, "an attribute's value");
		attributes.push({
			tag: head.getUint8(1),
			value
		});
		at += counted ? 4 + size : 4;
	}
	return attributes;
}
/** The value of an attribute that counts in 16 bits. */
function halfOf({ value }) {
	return slice(value, 0, 2, "an attribute's value").getUint16(0, true);
}
/** The value of an attribute of `.nv.info`: a symbol's index and a number. */
function symbolValueOf({ value }) {
	const pair = slice(value, 0, 8, "an attribute's value");
	return {
		symbol: pair.getUint32(0, true),
		number: pair.getUint32(4, true)
	};
}
// src/core/cubin/cubin.ts
const EM_CUDA = 190;
const STT_FUNC = 2;
/** Set in `st_other` of functions that the host can launch. */
const STO_CUDA_ENTRY = 16;
/** Reads a cubin without any tool. Throws a `Failure` of kind `abi` when it is damaged or of unknown form. */
function readCubin(bytes) {
	const elf = readElf(bytes);
	if (elf.machine !== EM_CUDA) throw damaged(`it is made for machine ${elf.machine}, not for a GPU`);
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
	throw damaged(`its ABI version ${abiVersion} is unknown`);
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
	checkLayout(kernel);
	return kernel;
}
function readParameters(attributes) {
	return attributes.flatMap(({ tag, value }) => {
		if (tag !== EIATTR.KPARAM_INFO && tag !== EIATTR.KPARAM_INFO_V2) return [];
		const info = slice(value, 0, 12, "a parameter's description");
		const word = info.getUint32(8, true);
		const size = tag === EIATTR.KPARAM_INFO ? word >>> 18 : word & 65535;
		return [{
			ordinal: info.getUint16(4, true),
			offset: info.getUint16(6, true),
			size
		}];
	}).toSorted((a, b) => a.ordinal - b.ordinal);
}
/** A table with gaps or overlaps is not one a launch could follow. */
function checkLayout({ name, parameters, constantBankParameterSize: bankSize }) {
	let end = 0;
	for (const [index, { ordinal, offset, size }] of parameters.entries()) {
		if (ordinal !== index || size === 0 || offset < end) throw damaged(`the parameter table of ${name} is inconsistent at parameter ${index}`);
		end = offset + size;
	}
	if (end > bankSize) throw damaged(`the parameters of ${name} end at byte ${end}, but take ${bankSize} bytes`);
}
function attributesIn(elf, name) {
	const section = elf.sections.find((it) => it.name === name);
	if (section === void 0) throw damaged(`it has no section ${name}`);
	return readAttributes(section.contents);
}
function valueFor(attributes, wanted, symbol) {
	for (const attribute of attributes) {
		if (attribute.tag !== wanted) continue;
		const value = symbolValueOf(attribute);
		if (value.symbol === symbol) return value.number;
	}
	throw damaged(`it does not tell the registers and stack of symbol ${symbol}`);
}
// src/core/kernel.ts
/** The arguments the compiled kernel still takes: those not fixed to 1 by the specialisation. */
function passedArguments(kernel, specialisation) {
	return kernel.arguments.filter((_argument, index) => specialisation[index] !== "equal-to-1");
}
/** The parameters of the C entry point between the stream and the algo id. */
function allParameters(kernel) {
	return [...kernel.arguments, ...kernel.gridParameters];
}
/** Whether any argument is a tensor, which the launcher takes apart. */
function hasTensors(kernel) {
	return kernel.arguments.some(({ type }) => type.kind === "tensor");
}
// src/core/tensor-layout.ts
/** CUtensorMap, in bytes. Source: CUDA Driver API. */
const MAP = {
	size: 128,
	align: 64
};
/** The layout of a tensor whose first parameter is the one at `index` of the cubin's table. */
function tensorLayout(type, map, table, index) {
	const rank = type.block.length;
	if (map !== void 0) return {
		kind: "map",
		rank,
		map
	};
	const flags = table.slice(index + 1 + 2 * rank).findIndex(({ size }) => size !== 1);
	return {
		kind: "apart",
		rank,
		flags: Math.max(0, flags)
	};
}
/** The parameters a tensor becomes, in order. */
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
/** The same parameters as parts of the launcher's `struct aot_passed_tensor`. */
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
// src/core/link.ts
/** What the driver's memory pools align to, in bytes. Source: CUDA Driver API, cuMemAlloc. */
const POOL_ALIGNMENT = 256;
/** Pointers Triton adds behind the arguments. Source: its NVIDIA driver, 3.6.0 to 3.9.0. */
const HIDDEN = [{
	name: "global scratch",
	size: 8
}, {
	name: "profile scratch",
	size: 8
}];
/**
* Checks every variant against what its launcher will pass.
* @throws {Failure} `compile` where a kernel needs what the launcher does not provide, else `abi`.
*/
function linkVariants(compiled) {
	const refused = compiled.flatMap(([variant, kernel]) => refusals$1(variant, kernel));
	if (refused.length > 0) throw new Failure("compile", refused);
	const problems = [];
	const linked = compiled.flatMap(([variant, kernel]) => {
		const { cubinKernel, wrong, tensors } = inspect$1(variant, kernel);
		problems.push(...wrong.map((message) => ({
			message: `${variantName(variant)}: ${message}`,
			place: variant.kernel.place,
			hint: "The package would pass wrong arguments. Please report this, with the kernel."
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
	return linked;
}
function inspect$1(variant, kernel) {
	const cubin = readCubin(kernel.cubin);
	const cubinKernel = cubin.kernels.find(({ name }) => name === kernel.name);
	const { passed, tensors } = passedParameters(variant, kernel, cubinKernel?.parameters ?? []);
	return {
		cubinKernel,
		wrong: checkCubin(cubin, {
			kernel: kernel.name,
			target: variant.target,
			parameters: [...passed, ...HIDDEN]
		}),
		tensors
	};
}
/** The kernel parameters the launcher passes for a variant's arguments. */
function passedParameters(variant, kernel, table) {
	const specialisation = variant.kernel.specialisations[variant.specialisation] ?? [];
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
/** Kernels that need more from their launcher than arguments. */
function refusals$1(variant, kernel) {
	return [
		...kernel.globalScratch.align > POOL_ALIGNMENT ? [`scratch memory aligned to ${kernel.globalScratch.align} bytes`] : [],
		...kernel.profileScratch.size > 0 ? ["profile scratch memory"] : [],
		...kernel.tensorMaps.flatMap(({ mode }) => mode === void 0 ? [] : [`a tensor descriptor with ${mode}`])
	].map((need) => ({
		message: `${variantName(variant)}: the kernel needs ${need}, which this version's launcher does not provide`,
		place: variant.kernel.place,
		hint: "Change the kernel so that it does without, or leave out the target."
	}));
}
// src/core/manifest/names.ts
/** The C functions a kernel's source defines. */
function symbolsOf(name) {
	return [
		name,
		`${name}_default`,
		`${name}_get_num_algos`,
		`load_${name}`,
		`unload_${name}`
	];
}
/** Every name the generated C defines must be defined once. */
function checkNames$1(kernels, problems) {
	const owners = /* @__PURE__ */ new Map();
	for (const kernel of kernels) for (const symbol of symbolsOf(kernel.name)) {
		const owner = owners.get(symbol);
		if (owner === void 0) owners.set(symbol, kernel);
		else if (owner.name === kernel.name) {
			problems.add(kernel.at([]), `two kernels are named \`${kernel.name}\``, "Use every name of `for:` in the key, such as `add_{dtype}`.");
			break;
		} else {
			problems.add(kernel.at([]), `kernel \`${kernel.name}\` and kernel \`${owner.name}\` would both define \`${symbol}\``);
			break;
		}
	}
}
// src/core/launcher/interface.ts
/** The C parameters between the stream and the algo id, as a prototype writes them. */
function cParameters(kernel) {
	return allParameters(kernel).map(({ type, cName }) => `${cTypeOf(type)} ${cName}`);
}
/** The entry points of a kernel, without the semicolon or body. */
function prototypes(kernel) {
	const { name } = kernel;
	const parameters = ["CUstream stream", ...cParameters(kernel)];
	return {
		launch: `CUresult ${name}(${[...parameters, "int algo_id"].join(", ")})`,
		byDefault: `CUresult ${name}_default(${parameters.join(", ")})`,
		algos: `int ${name}_get_num_algos(void)`,
		load: `CUresult load_${name}(void)`,
		unload: `CUresult unload_${name}(void)`
	};
}
/**
* The name the linker sees. It holds package and version, so that kernels of the same name in other packages, or in
* another version of this one, stay apart in one program.
*/
function linkName({ package: name, version }, symbol) {
	return `${name}_${version.replaceAll(/\W/g, "_")}_${symbol}`;
}
/** The public header of one kernel. */
function writeHeader(owner, kernel) {
	const guard = `AOT_${kernel.name}_OF_${owner.package}_H`;
	const [launch, byDefault, algos, load, unload] = Object.values(prototypes(kernel)).map((prototype, index) => `${prototype}\n    __asm__("${linkName(owner, symbolsOf(kernel.name)[index] ?? "")}")`);
	return `${comment([
		`${kernel.name}: the Triton kernel ${kernel.source.function}, compiled ahead of time for ${kernel.targets.map(({ name }) => name).join(", ")}.`,
		"",
		"Every function works in the current context, from any thread. CUDA_ERROR_NO_BINARY_FOR_GPU: the device",
		"is none of those above."
	])}
#ifndef ${guard}
#define ${guard}

#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>
${hasTensors(kernel) ? `\n#include "${owner.package}/aot_tensor.h"\n` : ""}
#ifdef __cplusplus
extern "C" {
#endif

${comment([
		"Launches the kernel on `stream`. An empty grid succeeds and launches nothing; an unknown algo_id and",
		"argument values that no specialisation fits give CUDA_ERROR_INVALID_VALUE.",
		"",
		"algo_id:",
		...kernel.configs.map((config, index) => `  ${index}: ${describeConfig(config)}`),
		...describeHints(kernel)
	])}
${launch};

/* The same with algo 0. */
${byDefault};

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
/** The header that includes every kernel's. */
function writeUmbrellaHeader(packageName, kernels) {
	const guard = `AOT_${packageName}_H`;
	return `/* Every kernel of the package ${packageName}. */
#ifndef ${guard}
#define ${guard}

${kernels.map(({ name }) => `#include "${packageName}/${name}.h"`).join("\n")}

#endif
`;
}
/** `BLOCK=64, ACTIVATION="relu", num_warps=4`: constants and options of one config. */
function describeConfig(config) {
	return [...[...config.constants].map(([name, value]) => `${name}=${formatConstant(value)}`), ...Object.entries(config.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(", ");
}
/** `a_ptr % 16 == 0, stride_ak == 1`: what must hold for a specialisation; empty when nothing must. */
function describeSpecialisation(kernel, specialisation) {
	return kernel.arguments.flatMap(({ name }, index) => {
		const hint = specialisation[index];
		if (hint === "divisible-by-16") return [`${name} % 16 == 0`];
		return hint === "equal-to-1" ? [`${name} == 1`] : [];
	}).join(", ");
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
/** A C comment that no text inside can end early. */
function comment(lines) {
	return [
		"/*",
		...lines.map((line) => ` * ${line.replaceAll("*/", "* /").replaceAll("/*", "/ *")}`.trimEnd()),
		" */"
	].join("\n");
}
// src/core/target.ts
/**
* The architectures Triton's NVIDIA backend compiles for and the first supported Triton version that does.
* Source: compiled with each of the versions; see docs/triton-versions.md.
*/
const ARCHITECTURES = /* @__PURE__ */ new Map([
	[75, "3.6.0"],
	[80, "3.6.0"],
	[86, "3.6.0"],
	[87, "3.6.0"],
	[89, "3.6.0"],
	[90, "3.6.0"],
	[100, "3.6.0"],
	[103, "3.6.0"],
	[110, "3.8.0"],
	[120, "3.6.0"],
	[121, "3.6.0"]
]);
/** Every target name a manifest may use. */
const TARGET_NAMES = [...ARCHITECTURES.keys()].map((arch) => `sm_${arch}`);
/** Reads `sm_90` or `cuda:90`; undefined when it names no architecture Triton compiles for. */
function parseTarget(text) {
	const digits = /^(?:sm_|cuda:)(\d{2,3})$/.exec(text)?.[1];
	const arch = Number(digits);
	return digits !== void 0 && ARCHITECTURES.has(arch) ? {
		backend: "cuda",
		arch,
		name: `sm_${digits}`
	} : void 0;
}
/** The first supported Triton version that compiles for the target. */
function firstTritonFor(target) {
	return ARCHITECTURES.get(target.arch) ?? "";
}
/**
* The compute capabilities a cubin runs on. Up to 8.9 a cubin runs on its own major version from its minor
* upwards; from 9.0 on Triton compiles arch-specific code (sm_90a, …), which runs on exactly one.
* Source: CUDA C++ Programming Guide, "Compute capabilities" and "Feature-specific compilation targets".
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
// src/core/launcher/embed.ts
/** Bytes of a line of the literal: lines stay readable in a diff and cost nothing to compile. */
const BYTES_PER_LINE = 64;
/**
* A cubin as a C array. A string literal compiles several times faster than a list of numbers and is as small
* in the object file; unlike `.incbin` it needs no path and works from any folder (docs/embedding.md). The
* driver reads the image's length from its ELF header, so the literal's closing NUL does no harm.
*/
function embedCubin(symbol, bytes) {
	const lines = [];
	for (let start = 0; start < bytes.length; start += BYTES_PER_LINE) lines.push(`    "${escape(bytes.subarray(start, start + BYTES_PER_LINE))}"`);
	return `static const char ${symbol}[] __attribute__((aligned(16))) =\n${lines.join("\n")};\n`;
}
/** Allows literals longer than the 4095 bytes ISO C guarantees, which GCC and Clang point out. */
const EMBED_PRAGMA = "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n";
function escape(bytes) {
	let text = "";
	for (const [index, byte] of bytes.entries()) {
		const next = bytes[index + 1] ?? 0;
		text += ESCAPES[byte] ?? octal(byte, next);
	}
	return text;
}
/** Printable characters stand for themselves; `?` is escaped, since two of them start a trigraph. */
const ESCAPES = Array.from({ length: 256 }, (_, byte) => {
	const character = String.fromCharCode(byte);
	if (character === "\"" || character === "\\" || character === "?") return `\\${character}`;
	return byte >= 32 && byte < 127 ? character : void 0;
});
/** The shortest octal escape that a following digit cannot lengthen. */
function octal(byte, next) {
	const digits = byte.toString(8);
	return `\\${next >= 48 && next <= 57 ? digits.padStart(3, "0") : digits}`;
}
// src/core/grid/evaluate.ts
const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);
/** Combines two 64-bit integers. */
function applyOperator(operator, left, right) {
	if (divides(operator) && right === 0n) return {
		ok: false,
		fault: "division by zero"
	};
	return inRange(OPERATIONS[operator](left, right));
}
/** Whether a right operand of zero is a fault. */
function divides(operator) {
	return operator === "/" || operator === "%" || operator === "cdiv";
}
/** Whether an integer is one of the language's. */
function fits(value) {
	return value >= MIN_INTEGER && value <= MAX_INTEGER;
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
function inRange(value) {
	return fits(value) ? {
		ok: true,
		value
	} : {
		ok: false,
		fault: "overflow"
	};
}
// src/core/grid/expression.ts
const COMPARISONS = [
	"==",
	"!=",
	"<",
	"<=",
	">",
	">="
];
const FUNCTIONS$1 = [
	"min",
	"max",
	"cdiv"
];
/** The expressions directly below a node, in the order of the text. */
function childrenOf(expression) {
	switch (expression.kind) {
		case "integer":
		case "name": return [];
		case "negate": return [expression.operand];
		case "binary": return [expression.left, expression.right];
		case "choice": return [
			expression.condition,
			expression.whenTrue,
			expression.whenFalse
		];
	}
}
/** Every use of a name, in the order of the text. */
function namesIn(expression) {
	if (expression.kind === "name") return [{
		name: expression.name,
		offset: expression.offset
	}];
	return childrenOf(expression).flatMap(namesIn);
}
// src/core/grid/fold.ts
/**
* Puts the constants in, computes what is constant, and drops branches that are never taken. An operation
* that must fail is left as it is, after `onFault` was told.
*/
function foldGrid(expression, names, onFault = () => void 0) {
	const fold = (child) => foldGrid(child, names, onFault);
	switch (expression.kind) {
		case "integer": return expression;
		case "name": {
			const meaning = names.get(expression.name);
			return meaning?.kind === "constant" && fits(meaning.value) ? integer(meaning.value, expression.offset) : expression;
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
// src/core/grid/runtime.ts
/**
* The C function behind each operator. A checked one sets `*bad` where the language has no result; none of
* them has undefined behaviour. Comparisons are functions too, so that no compiler warns of one whose
* outcome it can tell.
*/
const FUNCTIONS = {
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
/** The C call of an operator; `bad` is an expression of type `int *`. */
function callOperator(operator, left, right, bad) {
	const called = FUNCTIONS[operator];
	return `${called.name}(${left}, ${right}${called.checked ? `, ${bad}` : ""})`;
}
/** The definitions the operators need, in a fixed order. They need `<stdint.h>`. */
function defineOperators(operators) {
	return Object.entries(FUNCTIONS).filter(([operator]) => operators.has(operator)).map(([, { text }]) => text).join("\n");
}
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
// src/core/grid/emit.ts
/**
* Writes a grid that `checkGrid` found nothing wrong with as C. What it computes is what `evaluateGrid`
* does; where that has no result, `*bad` becomes 1 and the value means nothing.
*/
function emitGrid(axes, target) {
	const folded = axes.map((axis) => foldGrid(axis, target.names));
	return {
		axes: folded.map((axis) => write$1(axis, target)),
		operators: new Set(folded.flatMap(operatorsIn))
	};
}
/**
* The C functions that the grids of one file call: exactly those, since compilers warn of unused ones.
* They need `<stdint.h>` and gcc or clang.
*/
function gridFunctions(grids) {
	return defineOperators(new Set(grids.flatMap(({ operators }) => [...operators])));
}
function write$1(expression, target) {
	switch (expression.kind) {
		case "integer": return writeInteger(expression.value);
		case "name": return writeName(expression.name, target);
		case "negate": return callOperator("-", writeInteger(0n), write$1(expression.operand, target), target.bad);
		case "binary": {
			const { operator, left, right } = expression;
			return callOperator(operator, write$1(left, target), write$1(right, target), target.bad);
		}
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			const [test, yes, no] = [
				condition,
				whenTrue,
				whenFalse
			].map((child) => write$1(child, target));
			return `(${test} != 0 ? ${yes} : ${no})`;
		}
	}
}
/** In C a minus is not part of the literal, and 2^63 alone does not fit. */
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
// src/core/grid/scope.ts
/** What the names in a kernel's grid stand for under one config. */
function gridScope(args, gridParameters, config) {
	const values = [...args, ...gridParameters].map(({ name, type }) => [name, isInteger(type) ? { kind: "value" } : {
		kind: "unusable",
		why: `of type ${formatArgumentType(type)}`
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
		case "float":
		case "string":
		case "none":
		case "dtype": return {
			kind: "unusable",
			why: `the constant ${formatConstant(constant)}`
		};
	}
}
// src/core/launcher/cases.ts
/** Groups equal texts, in the order of their first index. */
function groupIndices(texts) {
	const groups = /* @__PURE__ */ new Map();
	for (const [index, text] of texts.entries()) groups.set(text, [...groups.get(text) ?? [], index]);
	return [...groups].map(([text, indices]) => ({
		text,
		indices
	}));
}
/** The labels of one branch. */
function labels(indices) {
	return indices.map((index) => `    case ${index}:`).join("\n");
}
// src/core/launcher/grid.ts
/** The C function that computes the grid, and those it calls. Algos whose grids come out equal share a case. */
function writeGrids(kernel) {
	const parameters = new Map(allParameters(kernel).map((argument) => [argument.name, argument]));
	const emitted = kernel.configs.map((config) => emitGrid(kernel.grid, {
		names: gridScope(kernel.arguments, kernel.gridParameters, config),
		cName: (name) => gridValue(parameters.get(name)),
		bad: "&bad"
	}));
	const cases = groupIndices(emitted.map(({ axes }) => writeAxes(axes)));
	return {
		functions: gridFunctions(emitted),
		text: `
static CUresult grid_of(const struct aot_arguments *a, int algo_id, struct aot_grid *grid) {
    int bad = 0;
    (void)a;
    switch (algo_id) {
${cases.map(({ text, indices }) => `${labels(indices)}\n${text}\n        break;`).join("\n")}
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
function gridValue(argument) {
	if (argument === void 0) throw new Error("the grid was not checked against the arguments");
	return formatArgumentType(argument.type) === "u64" ? `aot_from_u64(a->${argument.cName}, &bad)` : `(int64_t)a->${argument.cName}`;
}
// src/core/launcher/launch.ts
/**
* The branches that collect the parameters and launch, and what tells them apart: the specialisation, or the image
* where tensors are passed differently from one to another.
*/
function writeLaunches(kernel, images) {
	const ofImage = images.map((image) => writeLaunch(kernel, image));
	if (images.some(({ tensors }) => tensors.length > 0)) return {
		selector: "(int)(image - images)",
		branches: writeBranches(ofImage)
	};
	return {
		selector: "specialisation",
		branches: writeBranches(kernel.specialisations.map((_specialisation, index) => {
			const first = images.findIndex(({ specialisation }) => specialisation === index);
			return ofImage[first] ?? "";
		}))
	};
}
function writeBranches(texts) {
	return groupIndices(texts).map(({ text, indices }) => `${labels(indices)} {\n${text}\n    }`).join("\n");
}
function writeLaunch(kernel, image) {
	const specialisation = kernel.specialisations[image.specialisation] ?? [];
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
// src/core/launcher/source.ts
/**
* The C source of one kernel: its cubins, what they need, and the entry points.
* @param images one for each config, specialisation and target, in that order.
*/
function writeSource(owner, kernel, images) {
	const symbols = nameCubins(images);
	const grids = writeGrids(kernel);
	const launches = writeLaunches(kernel, images);
	const { launch: entry, byDefault, algos, load, unload } = prototypes(kernel);
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
${images.map((image) => writeImage(image, symbols.get(image) ?? "", kernel)).join("\n")}
};
static struct aot_slot slots[ROWS * TARGETS];

struct aot_arguments {
${fields(kernel).join("\n")}
};

${grids.functions}${grids.text}
${writeDispatch(kernel)}
static CUresult aot_launch_kernel(struct aot_arguments a, CUstream stream, int algo_id) {
    struct aot_grid grid = {0, 0, 0};
    const struct aot_image *image = NULL;
    CUkernel loaded = NULL;
    CUdeviceptr scratch = 0, none = 0;
    int specialisation, row;
    CUresult status = grid_of(&a, algo_id, &grid);
    if (status != CUDA_SUCCESS) return status;
    if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return CUDA_SUCCESS;
    specialisation = specialisation_of(&a);
    if (specialisation < 0) return CUDA_ERROR_INVALID_VALUE;
    row = (algo_id * SPECIALISATIONS + specialisation) * TARGETS;
    status = aot_choose_ready(&images[row], &slots[row], TARGETS, stream, &image, &loaded);
    if (status != CUDA_SUCCESS) return status;
    switch (${launches.selector}) {
${launches.branches}
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

/* Nothing but the parameters' own names may stand here: they can be any. */
${entry} {
    const struct aot_arguments aot_values = {${values.length === 0 ? "0" : values.join(", ")}};
    return aot_launch_kernel(aot_values, stream, algo_id);
}

${byDefault} {
    return ${kernel.name}(${[
		"stream",
		...values,
		"0"
	].join(", ")});
}

${algos} {
    return ALGOS;
}

${load} {
    return aot_load_all(images, slots, ROWS, TARGETS);
}

${unload} {
    return aot_unload_all(slots, ROWS * TARGETS);
}

/* The plain names, for those who look functions up by name. Callers of the header never depend on them. */
${symbolsOf(kernel.name).map((symbol) => `AOT_PLAIN_NAME(${symbol}, "${linkName(owner, symbol)}");`).join("\n")}
`;
}
/** The symbol of each image's cubin. Equal cubins (a hint may change nothing) share one. */
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
	const specialisation = kernel.specialisations[image.specialisation] ?? [];
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
function writeDispatch(kernel) {
	const conditions = kernel.specialisations.map((specialisation) => kernel.arguments.flatMap(({ cName }, index) => {
		const hint = specialisation[index];
		if (hint === "divisible-by-16") return [`a->${cName} % 16 == 0`];
		return hint === "equal-to-1" ? [`a->${cName} == 1`] : [];
	}));
	const always = conditions.findIndex((list) => list.length === 0);
	return `/* The first specialisation that the values fit; -1 when none does. */
static int specialisation_of(const struct aot_arguments *a) {
    (void)a;
${(always === -1 ? conditions : conditions.slice(0, always)).map((list, index) => `    if (${list.join(" && ")}) return ${index};\n`).join("")}    return ${always};
}
`;
}
// src/core/package/consume.ts
/** CMakeLists.txt: for add_subdirectory and FetchContent, and to build and install a library. */
function cmakeLists({ package: name, version }) {
	return `cmake_minimum_required(VERSION 3.18)
project(${name} VERSION ${numeric(version)} LANGUAGES C)

include("\${CMAKE_CURRENT_SOURCE_DIR}/lib/cmake/${name}/${name}Config.cmake")

include(GNUInstallDirs)
install(TARGETS ${name} ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
install(DIRECTORY include/ DESTINATION include)
install(FILES lib/pkgconfig/${name}.pc DESTINATION lib/pkgconfig)
`;
}
/**
* The CMake package: a library target made of the package's sources, so that one tree serves every compiler.
* The driver's header and library are looked for where toolkits put them; both can be named.
*/
function cmakeConfig({ package: name }, kernels) {
	return `# ${name}::${name} holds every kernel. Set ${name}_CUDA_INCLUDE_DIR and ${name}_CUDA_DRIVER
# (a library or target) where the CUDA toolkit is in no usual place.
if(TARGET ${name}::${name})
  return()
endif()
include(CMakeFindDependencyMacro)

get_filename_component(_${name}_root "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_${name}_toolkits "\${CUDAToolkit_ROOT}" "$ENV{CUDAToolkit_ROOT}" "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda)
find_path(${name}_CUDA_INCLUDE_DIR cuda.h HINTS \${_${name}_toolkits} PATH_SUFFIXES include)
find_library(${name}_CUDA_DRIVER cuda HINTS \${_${name}_toolkits} PATH_SUFFIXES lib64 lib64/stubs lib lib/stubs)
foreach(_${name}_needed IN ITEMS ${name}_CUDA_INCLUDE_DIR ${name}_CUDA_DRIVER)
  if(NOT \${_${name}_needed})
    message(FATAL_ERROR "${name} needs the CUDA driver's header and library (cuda.h, libcuda.so or its stub): "
      "install the CUDA toolkit, or set \${_${name}_needed}.")
  endif()
endforeach()

enable_language(C)
add_library(${name}
${kernels.map((kernel) => `  "\${_${name}_root}/src/${kernel.name}.c"`).join("\n")})
add_library(${name}::${name} ALIAS ${name})
target_include_directories(${name} PUBLIC
  "$<BUILD_INTERFACE:\${_${name}_root}/include>" "$<INSTALL_INTERFACE:include>"
  "$<BUILD_INTERFACE:\${${name}_CUDA_INCLUDE_DIR}>")
target_link_libraries(${name} PUBLIC "\${${name}_CUDA_DRIVER}")
set_target_properties(${name} PROPERTIES C_STANDARD 11 POSITION_INDEPENDENT_CODE ON)
`;
}
/** The version file of the CMake package: the same major version and not older is compatible. */
function cmakeConfigVersion({ version }) {
	const major = version.split(".")[0] ?? "0";
	return `set(PACKAGE_VERSION "${numeric(version)}")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION OR NOT "\${PACKAGE_FIND_VERSION_MAJOR}" STREQUAL "${major}")
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
`;
}
/** For pkg-config, after the library has been built and installed into the package's prefix. */
function pkgConfig({ package: name, version }) {
	return `prefix=\${pcfiledir}/../..
includedir=\${prefix}/include
libdir=\${prefix}/lib

Name: ${name}
Description: Triton kernels compiled ahead of time
Version: ${version}
Cflags: -I\${includedir}
Libs: -L\${libdir} -l${name} -lcuda
`;
}
/** The Common Package Specification file (CMake 4.3 and later read it). */
function cps({ package: name, version }) {
	const specification = {
		cps_version: "0.13",
		name,
		version,
		cps_path: "@prefix@/lib/cps",
		default_components: [name],
		components: { [name]: {
			type: "archive",
			location: `@prefix@/lib/lib${name}.a`,
			includes: ["@prefix@/include"],
			link_libraries: ["cuda"]
		} }
	};
	return `${JSON.stringify(specification, void 0, 2)}\n`;
}
/** CMake's versions are numbers only. */
function numeric(version) {
	return version.replace(/-.*$/, "");
}
// src/core/package/manifest.ts
/** The name by which a folder is recognised as a package of ours. */
const GENERATOR_NAME = "triton-aot";
const FORMAT$1 = 1;
/** manifest.json: what is inside the package and how each cubin came about. */
function packageManifest(facts, linked) {
	const kernels = [...new Set(linked.map(({ variant }) => variant.kernel))];
	const manifest = {
		format: FORMAT$1,
		generator: {
			name: GENERATOR_NAME,
			version: facts.generatorVersion
		},
		package: facts.package,
		version: facts.version,
		triton: facts.tritonVersion,
		ptxas: [...new Set(linked.map(({ compiled }) => compiled.ptxas))].toSorted(),
		targets: [...new Set(linked.map(({ target }) => target.name))],
		kernels: kernels.map((kernel) => ({
			...describeKernel(kernel),
			variants: linked.filter(({ variant }) => variant.kernel === kernel).map((image) => describeVariant(image))
		}))
	};
	return `${JSON.stringify(manifest, void 0, 2)}\n`;
}
function describeKernel(kernel) {
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
		algos: kernel.configs.map(({ constants, options }) => ({
			constants: Object.fromEntries([...constants].map(([name, value]) => [name, toJson(value)])),
			options
		})),
		specialisations: kernel.specialisations.map((specialisation) => describeSpecialisation(kernel, specialisation))
	};
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
		sha256: sha256(compiled.cubin),
		evidence: "abi-checked"
	};
}
/** JSON has no place for large integers, infinities and dtypes: those are written as text. */
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
// src/core/package/files.ts
const MANIFEST_FILE = "manifest.json";
const SUMS_FILE = "SHA256SUMS";
/**
* Every file of the package, in the order they are to be written. The text depends on the arguments alone: no
* path, time or host enters.
*/
function packageFiles(facts, linked, headers) {
	const kernels = [...new Set(linked.map(({ variant }) => variant.kernel))];
	const name = facts.package;
	return sealPackage(new Map([
		[`include/${name}.h`, writeUmbrellaHeader(name, kernels)],
		...kernels.map((kernel) => [`include/${name}/${kernel.name}.h`, writeHeader(facts, kernel)]),
		["src/aot_launch.h", headers.launch],
		...kernels.some(hasTensors) ? [[`include/${name}/aot_tensor.h`, headers.tensor], ["src/aot_pass_tensor.h", headers.passTensor]] : [],
		...kernels.map((kernel) => [`src/${kernel.name}.c`, sourceOf(facts, kernel, linked)]),
		["CMakeLists.txt", cmakeLists(facts)],
		[`lib/cmake/${name}/${name}Config.cmake`, cmakeConfig(facts, kernels)],
		[`lib/cmake/${name}/${name}ConfigVersion.cmake`, cmakeConfigVersion(facts)],
		[`lib/pkgconfig/${name}.pc`, pkgConfig(facts)],
		[`lib/cps/${name}.cps`, cps(facts)]
	]), packageManifest(facts, linked));
}
/** Adds the checksums and, last, the manifest: its presence means that the package is whole. */
function sealPackage(files, manifest) {
	const sums = [...files, [MANIFEST_FILE, manifest]].toSorted(([a], [b]) => a < b ? -1 : 1).map(([path, content]) => `${sha256(content)}  ${path}\n`).join("");
	return new Map([
		...files,
		[SUMS_FILE, sums],
		[MANIFEST_FILE, manifest]
	]);
}
function sourceOf(facts, kernel, linked) {
	return writeSource(facts, kernel, linked.filter(({ variant }) => variant.kernel === kernel));
}
// src/core/package/folder.ts
/** Files that may lie in a package beside those its sums list. */
const SIDE_FILES = /* @__PURE__ */ new Set([SUMS_FILE, "evidence.json"]);
/**
* Makes sure that a package may be written to `folder`: it does not exist, is empty, or is a package of ours
* with nothing else in it.
* @throws {Failure} `usage` naming what would be lost.
*/
async function checkOutputFolder(folder, cwd) {
	if (`${resolve(cwd)}/`.startsWith(`${resolve(folder)}/`)) throw new Failure("usage", {
		message: "the output folder is the current one, or holds it: it could not be replaced as a whole",
		place: { file: folder },
		hint: "Choose another folder with --out."
	});
	const files = await filesBelow$1(folder);
	if (files === void 0 || files.length === 0) return;
	const known = await packageContents(folder);
	if (known === void 0) throw new Failure("usage", {
		message: "the output folder holds something else than a package of triton-aot",
		place: { file: folder },
		hint: "It is left as it is. Choose another folder with --out, or empty it yourself."
	});
	const foreign = files.filter((file) => !known.has(file) && !SIDE_FILES.has(file)).toSorted((a, b) => a < b ? -1 : 1);
	if (foreign.length > 0) throw new Failure("usage", {
		message: `the package in the output folder also holds ${foreign.slice(0, 3).join(", ")}${foreign.length > 3 ? ` and ${foreign.length - 3} more` : ""}, which would be lost`,
		place: { file: folder },
		hint: "Move what is not part of the package elsewhere, or choose another folder with --out."
	});
}
/**
* Writes a package beside `out` and puts it in its place when it is whole. What was there before stays
* until then. Call `checkOutputFolder` first.
*/
async function writePackage(out, files) {
	const folder = resolve(out);
	const id = randomUUID().slice(0, 8);
	const fresh = `${folder}.${id}.new`;
	const old = `${folder}.${id}.old`;
	try {
		for (const [path, content] of files) {
			const file = join(fresh, path);
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, content);
		}
		const existed = await renameIfThere(folder, old);
		try {
			await rename(fresh, folder);
		} catch (error) {
			if (existed) await rename(old, folder);
			throw error;
		}
	} finally {
		await rm(fresh, {
			recursive: true,
			force: true
		});
		await rm(old, {
			recursive: true,
			force: true
		});
	}
}
const manifestSchema$1 = object({ generator: object({ name: literal(GENERATOR_NAME) }) });
/** The paths a package's sums list; undefined when the folder holds no package of ours. */
async function packageContents(folder) {
	try {
		const manifest = JSON.parse(await readFile(join(folder, MANIFEST_FILE), "utf8"));
		if (!manifestSchema$1.safeParse(manifest).success) return void 0;
		const sums = await readFile(join(folder, SUMS_FILE), "utf8");
		return new Set(sums.split("\n").map((line) => line.slice(line.indexOf("  ") + 2)));
	} catch {
		return;
	}
}
/** Everything below a folder that is no folder, by its path with slashes. Rejects with the system's error. */
async function listFiles(folder) {
	return (await readdir(folder, {
		recursive: true,
		withFileTypes: true
	})).filter((entry) => !entry.isDirectory()).map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
async function filesBelow$1(folder) {
	try {
		return await listFiles(folder);
	} catch (error) {
		const code = systemCode(error);
		if (code === "ENOENT") return void 0;
		throw new Failure("usage", {
			message: code === "ENOTDIR" ? "the output folder is a file" : String(error),
			place: { file: folder },
			hint: "Choose another folder with --out."
		});
	}
}
async function renameIfThere(from, to) {
	try {
		await rename(from, to);
		return true;
	} catch (error) {
		if (systemCode(error) === "ENOENT") return false;
		throw error;
	}
}
// src/core/source/dependencies.ts
var import_picomatch = /* @__PURE__ */ __toESM(require_picomatch(), 1);
/** The files that `depends` names, as further parts of the closure. */
async function dependencies(entry, { document }, folder) {
	if (entry.depends.length === 0) return [];
	const files = await glob([...entry.depends], {
		cwd: folder,
		onlyFiles: true,
		dot: true
	});
	if (files.length === 0) throw new Failure("usage", {
		message: `${entry.depends.join(", ")}: no file is named like this`,
		place: document.locate(entry.at(["depends"]))
	});
	return Promise.all(files.toSorted((a, b) => a < b ? -1 : 1).map(async (path) => ({
		path,
		sha256: sha256(await readFile(join(folder, path)))
	})));
}
// src/core/nearest.ts
/** The candidate that `word` is most likely a misspelling of; undefined when none is close. */
function nearest(word, candidates) {
	const limit = Math.max(1, Math.floor(word.length / 3));
	let best;
	for (const candidate of candidates) {
		const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
		if (distance <= limit && distance < (best?.distance ?? Infinity)) best = {
			candidate,
			distance
		};
	}
	return best?.candidate;
}
/** Levenshtein's distance, one row at a time. */
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
// src/core/manifest/problems.ts
/** Gathers what is wrong with a manifest, each with its place; the same thing at the same place counts once. */
var Problems = class {
	#list = [];
	#document;
	constructor(document) {
		this.#document = document;
	}
	/** What has been found, in the order of the file. */
	get list() {
		return this.#list.toSorted((a, b) => lineOf(a) - lineOf(b));
	}
	add(path, message, hint) {
		const place = this.#document.locate(path);
		if (!this.#list.some((other) => other.message === message && other.place?.path === place.path)) this.#list.push({
			message,
			place,
			...hint !== void 0 && { hint }
		});
	}
	addIssues(issues, knownKeys, base = []) {
		for (const issue of issues) {
			const own = issue.path.map((key) => typeof key === "symbol" ? String(key) : key);
			const path = [...base, ...own];
			if (issue.code === "unrecognized_keys") for (const key of issue.keys) this.#addUnknownKey([...path, key], key, knownKeys(path));
			else if (issue.code === "invalid_key") this.add(path, issue.issues[0]?.message ?? issue.message);
			else if (issue.code === "invalid_union" && closestBranch(issue) !== void 0) this.addIssues(closestBranch(issue) ?? [], knownKeys, path);
			else this.add(path, this.#document.has(path) ? issue.message : `missing: ${issue.message}`);
		}
	}
	#addUnknownKey(path, key, known) {
		const guess = nearest(key, known);
		this.add(path, `unknown key \`${key}\`: expected one of ${known.join(", ")}`, guess === void 0 ? void 0 : `Did you mean \`${guess}\`?`);
	}
};
function lineOf(problem) {
	return problem.place?.line ?? 0;
}
/** The alternative that fits but for something inside it, so that this can be told at its own place. */
function closestBranch(issue) {
	return issue.errors.find((branch) => branch.every(({ path }) => path.length > 0));
}
// src/core/source/inspect.ts
const readSchema = object({
	file: string(),
	/** The folder Python imports the file from: the first one above it that is no package. */
	root: string(),
	/** The file's dotted module name below the root. */
	module: string(),
	/** The file and the local files it imports, directly or not, sorted, relative to the manifest's folder. */
	closure: array(object({
		path: string(),
		sha256: string()
	})),
	/** Top-level modules it imports that are neither local nor Python's own. */
	external: array(string()),
	/** By name; null where reading cannot tell and Triton must be asked (`describeAll`). */
	functions: record(string(), kernelFunctionSchema.nullable())
});
const unreadableSchema = object({
	file: string(),
	error: object({
		kind: _enum([
			"missing",
			"outside",
			"syntax",
			"encoding"
		]),
		message: string(),
		line: number().nullable()
	})
});
const answerSchema = array(union([readSchema, unreadableSchema]));
/**
* Reads the kernel files without running them. Throws Failure `environment` when Python cannot be started or
* fails; what is wrong with a source is part of the answer.
*/
async function inspectSources(manifestFolder, sources, context) {
	const { python, bridge, env, signal } = context;
	const finished = await run([
		python,
		"-I",
		"-S",
		"-B",
		`${bridge}/inspect_sources.py`
	], {
		env,
		signal,
		input: JSON.stringify({
			manifestFolder,
			sources
		})
	}).catch((error) => {
		if (signal.aborted) throw error;
		throw unusablePython(python, error instanceof Error ? error.message : String(error));
	});
	if (finished.code !== 0) throw unusablePython(python, finished.stderr.slice(-2e3).trim());
	return answerSchema.parse(JSON.parse(finished.stdout));
}
function unusablePython(python, details) {
	return new Failure("environment", {
		message: `${python} could not read the kernel files: ${details}`,
		hint: "Python 3.10 or later is needed; name one with --python."
	});
}
// src/core/toolchain/executable.ts
/** The absolute path of a program, as a shell finds it: a bare name on PATH, anything with a slash as it stands. */
async function findExecutable(name, env) {
	if (name.includes("/")) return await isExecutable(resolve(name)) ? resolve(name) : void 0;
	for (const folder of (env["PATH"] ?? "").split(":").filter(Boolean)) {
		const file = resolve(join(folder, name));
		if (await isExecutable(file)) return file;
	}
}
async function isExecutable(file) {
	try {
		await access(file, constants$1.X_OK);
		return (await stat(file)).isFile();
	} catch {
		return false;
	}
}
// src/core/toolchain/interpreter.ts
const Facts = object({
	python: string().min(1),
	implementation: string(),
	version: string(),
	tag: string(),
	bits: number(),
	venv: boolean(),
	triton: string().nullable(),
	unmet: array(string())
});
const PROBE = `
import json, sys
try:
    from importlib import metadata
    from importlib.util import find_spec
except ImportError:
    metadata = find_spec = None

def version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None

def met(text):
    try:
        try:
            from packaging.requirements import Requirement
        except ImportError:
            from pip._vendor.packaging.requirements import Requirement
    except ImportError:
        name, _, pin = text.partition("==")
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

print(json.dumps({
    "python": sys.executable,
    "implementation": sys.implementation.name,
    "version": "%d.%d.%d" % sys.version_info[:3],
    "tag": "cp%d%d%s" % (sys.version_info[0], sys.version_info[1], getattr(sys, "abiflags", "")),
    "bits": 64 if sys.maxsize > 2**32 else 32,
    "venv": bool(find_spec and find_spec("venv") and find_spec("ensurepip")),
    "triton": metadata and version("triton"),
    "unmet": [text for text in sys.argv[1:] if not (metadata and met(text))],
}))
`;
/**
* Asks the Python at `python` what it is, which Triton it has, and which of `requirements` it lacks; one short
* process. Isolated (-I), so that only what lies in the interpreter's own folders counts.
*/
async function inspectInterpreter(python, requirements, context) {
	const { signal } = context;
	const env = installerEnvironment(context.env);
	try {
		const finished = await run([
			python,
			"-I",
			"-c",
			PROBE,
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
			reason: `does not start as Python 3: ${finished.stderr.split("\n").find((text) => text.trim() !== "") ?? "it said nothing"}`
		};
	} catch (error) {
		if (signal.aborted) throw error;
		return {
			ok: false,
			reason: `cannot be started: ${String(error)}`
		};
	}
}
function parseFacts(stdout) {
	try {
		return Facts.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
	} catch {
		return;
	}
}
// src/core/toolchain/base-python.ts
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
/** The first Python on PATH that an environment with this Triton can be made from. */
async function findBasePython(needs, context) {
	const tried = [];
	for (const name of CANDIDATES) {
		const python = await findExecutable(name, context.env);
		if (python === void 0) continue;
		const inspection = await inspectInterpreter(python, [], context);
		const reason = inspection.ok ? unfit(inspection.interpreter, needs) : inspection.reason;
		if (inspection.ok && reason === void 0) return inspection.interpreter;
		tried.push(`${python}: ${reason}`);
	}
	const oldest = oldestPythonFor(needs.tritonVersion);
	throw new Failure("environment", {
		message: `no Python on PATH can serve Triton ${needs.tritonVersion}, which needs CPython ${oldest} to ${NEWEST_PYTHON}`,
		hint: [...tried.length === 0 ? ["None of the usual names was found."] : tried, `Install Python 3.12 (in a workflow: actions/setup-python), or name an interpreter (--python, or the input python).`].join("\n")
	});
}
/** The interpreter a user named, as found, with what it lacks of `requirements`. Fails if it is no Python ≥ 3.10. */
async function inspectNamedPython(name, requirements, context) {
	const python = await findExecutable(name, context.env);
	const inspection = python === void 0 ? {
		ok: false,
		reason: name.includes("/") ? "no such program" : "not found on PATH"
	} : await inspectInterpreter(python, requirements, context);
	const reason = inspection.ok ? unsupported(inspection.interpreter) : inspection.reason;
	if (inspection.ok && reason === void 0) return inspection.interpreter;
	throw new Failure("environment", {
		message: `the named Python cannot be used: ${python ?? name}: ${reason}`,
		hint: `Name a CPython ${OLDEST_PYTHON} or later, or none, to have one found on PATH.`
	});
}
/** Fails when no environment can be made from an interpreter the user named. */
function requireVenv(base, installer) {
	if (installer === "uv" || base.venv) return;
	throw new Failure("environment", {
		message: `${base.python}: ${missingVenv(base)}`,
		hint: "Or put uv on PATH, which does without."
	});
}
function unfit(found, needs) {
	const basic = unsupported(found);
	if (basic !== void 0) return basic;
	const oldest = oldestPythonFor(needs.tritonVersion);
	if (compareReleases(found.version, oldest) < 0) return `Python ${found.version} is too old for Triton ${needs.tritonVersion}`;
	if (compareReleases(minor(found.version), NEWEST_PYTHON) > 0) return `Python ${found.version} is newer than Triton's wheels`;
	if (found.tag.endsWith("t")) return `Python ${found.version} is a free-threaded build`;
	return needs.installer === "pip" && !found.venv ? missingVenv(found) : void 0;
}
function unsupported(found) {
	if (found.implementation !== "cpython") return `${found.implementation} is not CPython`;
	if (compareReleases(found.version, OLDEST_PYTHON) < 0) return `Python ${found.version} is too old, ${OLDEST_PYTHON} is needed`;
	return found.bits === 64 ? void 0 : `a ${found.bits}-bit Python`;
}
function missingVenv(found) {
	const version = minor(found.version);
	return `Python ${version} has no venv module (Debian and Ubuntu: apt install python${version}-venv)`;
}
/** Source: the wheels on PyPI, cp310 to cp314 up to 3.8.0; 3.9.0 has cp311 and one for all from 3.12 on. */
function oldestPythonFor(tritonVersion) {
	return compareReleases(tritonVersion, "3.9.0") >= 0 ? "3.11" : OLDEST_PYTHON;
}
function minor(version) {
	return version.split(".").slice(0, 2).join(".");
}
// src/core/toolchain/home.ts
/** Names the folder toolchains are kept in, when the usual one will not do. */
const HOME_VARIABLE = "TRITON_AOT_HOME";
/** The folder toolchains are kept in: as the environment says, else in the user's cache folder. */
function toolchainHome(env) {
	const named = env[HOME_VARIABLE];
	if (named) return named;
	const cache = env["XDG_CACHE_HOME"] || join(env["HOME"] || homedir(), ".cache");
	return join(cache, "triton-aot");
}
// src/core/toolchain/free-space.ts
/** A wheel of up to 300 MB, 1.1 GB unpacked (3.9.0), and some room. Measured with 3.6.0, 3.8.0 and 3.9.0. */
const NEEDED_BYTES = 16e8;
/** How many bytes an ordinary user may still write on the disk `path` is on. */
async function freeBytes(path) {
	const { bavail, bsize } = await statfs(path);
	return bavail * bsize;
}
/** Fails when a fresh installation will not fit into `folder`, which has `free` bytes. */
function requireSpace(folder, free) {
	if (free >= NEEDED_BYTES) return;
	throw new Failure("environment", {
		message: `${gigabytes(free)} free in ${folder}, but installing Triton needs about ${gigabytes(NEEDED_BYTES)}`,
		hint: spaceHint()
	});
}
/** What to do about a full disk. */
function spaceHint() {
	return `Free some space there, or set ${HOME_VARIABLE} to a folder on a larger disk.`;
}
function gigabytes(bytes) {
	return `${(bytes / 1e9).toFixed(1)} GB`;
}
// src/core/toolchain/diagnosis.ts
const OFFLINE_HINT = "Without a network, put the wheels into a folder and set PIP_NO_INDEX=1 and PIP_FIND_LINKS to it.";
const CAUSES = [
	{
		sign: /No space left on device|Disk quota exceeded/i,
		explain: ({ tritonVersion, folder }) => ({
			message: `the disk filled up while Triton ${tritonVersion} was installed into ${folder}`,
			hint: `${spaceHint()} The installer's own cache may be on another disk.`
		})
	},
	{
		sign: /DO NOT MATCH THE HASHES|Hash mismatch/i,
		explain: () => ({
			message: "a downloaded package is not the one the index announced",
			hint: "A mirror or proxy delivers damaged files, or a requirement's hash is wrong."
		})
	},
	{
		sign: /ResolutionImpossible|conflicting dependencies|depends on [^]*unsatisfiable/,
		explain: ({ tritonVersion }) => ({
			message: `the requirements do not go together with Triton ${tritonVersion}`,
			hint: "torch, for one, wants its own Triton: leave it out, or use the Triton version it names."
		})
	},
	{
		sign: /satisfies the requirement triton\S* \(from versions: (?!none)([^)]+)\)/,
		explain: (failed, match) => failed.wheels.length > 0 ? noWheel(failed, failed.wheels) : noVersion(failed, match[1])
	},
	{
		sign: /has no wheels with a matching/,
		explain: (failed) => noWheel(failed, failed.output.match(/(?<=tags?:[^\n]*`)\w+(?=`)/g) ?? failed.wheels)
	},
	{
		sign: /CERTIFICATE_VERIFY_FAILED|confirming the ssl certificate|invalid peer certificate/i,
		explain: () => ({
			message: "the package index's certificate is not trusted here",
			hint: "Set SSL_CERT_FILE (for pip also PIP_CERT) to the file with the certificates of your network."
		})
	},
	{
		sign: /ProxyError|Cannot connect to proxy|tunnel error|Proxy Authentication/i,
		explain: () => ({
			message: "the proxy to the package index does not answer",
			hint: `Check HTTPS_PROXY and NO_PROXY. ${OFFLINE_HINT}`
		})
	},
	{
		sign: /\b40[13] (?:Client )?(?:Error|Unauthorized|Forbidden)|HTTP error 40[13]|valid authentication credentials/i,
		explain: () => ({
			message: "the package index refused the credentials",
			hint: "Give them in the index address (PIP_INDEX_URL, UV_INDEX_URL) or in ~/.netrc."
		})
	},
	{
		sign: /connection broken|ConnectTimeout|Read timed out|Failed to fetch|error sending request|Connection refused|Network is unreachable|dns error/i,
		explain: () => ({
			message: "the package index cannot be reached",
			hint: `Check the network, or set HTTPS_PROXY, or PIP_INDEX_URL to a mirror. ${OFFLINE_HINT}`
		})
	},
	{
		sign: /(?:satisfies the requirement|versions? of|Because(?: only)?) (?!triton\b|there\b|only\b)([a-z0-9][\w.-]*)[^\n]*(?:from versions|unsatisfiable)/i,
		explain: (_failed, match) => ({
			message: `the package index has no fitting ${match[1]} for this Python`,
			hint: "Correct it in requirements:, or name the index that has it."
		})
	},
	{
		sign: /No matching distribution found for triton|no version of triton|triton was not found/,
		explain: (failed) => noVersion(failed, void 0)
	}
];
/** What went wrong, what to do about it, and the installer's own last words. */
function diagnose(failed) {
	const { message, hint } = explain(failed);
	const said = tellingLines(failed.output);
	const quote = said.length === 0 ? [] : [`${failed.installer} said:`, ...said];
	return {
		message,
		hint: [...hint === void 0 ? [] : [hint], ...quote].join("\n")
	};
}
function explain(failed) {
	const output = failed.output.replaceAll(/\n\s+/g, " ");
	for (const cause of CAUSES) {
		const match = cause.sign.exec(output);
		if (match !== null) return cause.explain(failed, match);
	}
	return { message: `Triton ${failed.tritonVersion} could not be installed into ${failed.folder}` };
}
function noWheel({ tritonVersion, pythonVersion }, tags) {
	return {
		message: `Triton ${tritonVersion} has no wheel for Python ${pythonVersion} on this machine${tags.length === 0 ? "" : `; it has wheels for ${tags.join(", ")}`}`,
		hint: "Put another Python first on PATH, or name one (--python, or the input python)."
	};
}
function noVersion({ tritonVersion }, listed) {
	const versions = (listed ?? "").split(", ").filter(isSupported);
	return {
		message: `the package index has no Triton ${tritonVersion}${versions.length === 0 ? "" : `; it has ${versions.join(", ")}`}`,
		hint: versions.length === 0 ? "Check the version, the network, and the index it comes from (PIP_INDEX_URL, PIP_FIND_LINKS, credentials)." : "Correct the version."
	};
}
function isSupported(version) {
	return version !== "" && compareReleases(version, "3.6.0") >= 0;
}
const TELLING = /error|cause|because|hint|conflict|depends on|fail|requested|\bgot\b|expected/i;
function tellingLines(output) {
	const lines = output.split("\n").filter((line) => line.trim() !== "");
	const telling = lines.filter((line) => TELLING.test(line));
	return (telling.length > 0 ? telling : lines).slice(-6).map((line) => line.length > 300 ? `${line.slice(0, 299)}…` : line);
}
// src/core/toolchain/install.ts
/**
* Makes an environment with Triton and the requirements in `work`/env and gives back that folder. What the
* installer needs meanwhile lies in `work` too. Fails with the cause when the installer does.
*/
async function installEnvironment(plan, work, context) {
	const folder = join(work, "env");
	const temporary = join(work, "tmp");
	await mkdir(temporary);
	const env = {
		...installerEnvironment(context.env),
		TMPDIR: temporary
	};
	for (const argv of commands(plan, folder)) {
		const finished = await runInstaller(argv, {
			...context,
			env
		});
		if (finished.code === 0) continue;
		const output = redact(`${finished.stdout}\n${finished.stderr}`);
		throw new Failure("environment", diagnose({
			tritonVersion: plan.tritonVersion,
			pythonVersion: plan.base.version,
			folder: work,
			installer: plan.installer.kind,
			output,
			wheels: /No matching distribution/.test(output) ? await listWheels(pythonOf(folder), plan, temporary, {
				...context,
				env
			}) : []
		}));
	}
	return folder;
}
/** The Python of an environment made here. */
function pythonOf(folder) {
	return join(folder, "bin", "python");
}
function commands(plan, folder) {
	const { installer, base } = plan;
	const python = pythonOf(folder);
	const packages = [`triton==${plan.tritonVersion}`, ...plan.requirements];
	if (installer.kind === "pip") return [[
		base.python,
		"-I",
		"-m",
		"venv",
		folder
	], [
		python,
		"-I",
		"-m",
		"pip",
		"install",
		...[
			"--no-input",
			"--disable-pip-version-check",
			"--progress-bar=off"
		],
		"--only-binary=triton",
		...packages
	]];
	const options = [
		"--python",
		python,
		"--only-binary=triton",
		"--compile-bytecode"
	];
	return [[
		installer.uv,
		"venv",
		"--no-project",
		"--python",
		base.python,
		folder
	], [
		installer.uv,
		"pip",
		"install",
		...options,
		...packages
	]];
}
const STEP = /^\s*(?:Looking|Collecting|Downloading|Using cached|Processing|Building|Installing|Successfully|Resolved|Prepared|Installed|[+] )/;
async function runInstaller(argv, context) {
	const { env, signal, log } = context;
	let rest = "";
	const onOutput = (text) => {
		const lines = (rest + text).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) if (STEP.test(line)) log.info(redact(line.trimEnd()));
	};
	return run(argv, {
		env,
		signal,
		onOutput
	});
}
/** pip does not tell a version for other Pythons from one that does not exist; its debug output does. */
async function listWheels(python, plan, temporary, { env, signal }) {
	const { tritonVersion, machine } = plan;
	const { stdout } = await run([
		python,
		"-I",
		"-m",
		"pip",
		"download",
		...[
			"--no-input",
			"--no-deps",
			"-vv",
			"--dest",
			temporary,
			"--only-binary=triton"
		],
		`triton==${tritonVersion}`
	], {
		env,
		signal
	});
	const tags = [...stdout.matchAll(/\btriton-([^-\s/]+)-(\w+-\w+)-(\S+?)\.whl/g)].filter(([, version, , where]) => version === tritonVersion && where?.endsWith(machine)).map(([, , tag]) => (tag ?? "").replace(/^(\w+)-\1$/, "$1"));
	return [...new Set(tags)];
}
/** Without the user name and password an index address may carry. */
function redact(text) {
	return text.replaceAll(/(?<=\/\/)[^\s/@]+@/g, "***@");
}
// src/core/toolchain/installation.ts
const Marker = object({
	tritonVersion: string(),
	requirements: array(string()),
	tag: string(),
	machine: string(),
	base: string().optional()
});
const MARKER = "toolchain.json";
const WORK_PREFIX = ".making-";
const STALE_MS = 864e5;
/** Where the environment for `key` lies below `home`. */
function installationFolder(home, key) {
	const { requirements, base } = key;
	const plain = requirements.length === 0 && base === void 0;
	const special = JSON.stringify([normalise(requirements), base ?? null]);
	const hash = createHash("sha256").update(special).digest("hex").slice(0, 8);
	const name = `triton-${key.tritonVersion}-${key.tag}-${key.machine}${plain ? "" : `-${hash}`}`;
	return resolve(home, "toolchains", name);
}
/** Whether `folder` was finished, and for just this. */
async function isMarkedFor(folder, key) {
	try {
		const marker = Marker.parse(JSON.parse(await readFile(join(folder, MARKER), "utf8")));
		return JSON.stringify(marker) === JSON.stringify(Marker.parse(markerOf(key)));
	} catch {
		return false;
	}
}
/** Marks `folder` as finished for `key`; to be done last. */
async function mark(folder, key) {
	await writeFile(join(folder, MARKER), `${JSON.stringify(markerOf(key), void 0, 2)}\n`);
}
/**
* Runs `body` with a new folder beside `folder`, and removes it whatever happens; clears away what crashed runs
* have left there.
*/
async function withWorkFolder(folder, body) {
	const parent = dirname(folder);
	const work = await makeWorkFolder(parent);
	try {
		await removeStale(parent, work);
		return await body(work);
	} finally {
		await rm(work, {
			recursive: true,
			force: true
		});
	}
}
/**
* Moves the finished environment `made` to `folder` in one step. Where another run was first and `findRival` finds
* that its environment serves, that one stays and is given back; a broken one is moved into `work`.
*/
async function place(made, folder, work, findRival) {
	for (let attempt = 1; attempt <= 5; attempt++) {
		if (await moved(made, folder)) return void 0;
		const rival = await findRival();
		if (rival !== void 0) return rival;
		await moved(folder, join(work, `broken-${attempt}`));
	}
	throw new Failure("environment", {
		message: `${folder} is changed by something else all the time`,
		hint: "Remove it, and try again."
	});
}
/** Renames; false when the target is taken or the source has gone. */
async function moved(from, to) {
	try {
		await rename(from, to);
		return true;
	} catch (error) {
		if ([
			"ENOTEMPTY",
			"EEXIST",
			"ENOTDIR",
			"ENOENT"
		].includes(codeOf(error))) return false;
		throw error;
	}
}
async function makeWorkFolder(parent) {
	try {
		await mkdir(parent, { recursive: true });
		return await mkdtemp(join(parent, WORK_PREFIX));
	} catch (error) {
		throw new Failure("environment", {
			message: `cannot make a folder in ${parent}: ${codeOf(error)}`,
			hint: `Make it writable, or set ${HOME_VARIABLE} to a folder that is.`
		}, { cause: error });
	}
}
async function removeStale(parent, work) {
	const { mtimeMs: now } = await stat(work);
	for (const name of await readdir(parent)) {
		if (!name.startsWith(WORK_PREFIX)) continue;
		const folder = join(parent, name);
		const made = await stat(folder).catch(() => void 0);
		if (made !== void 0 && now - made.mtimeMs > STALE_MS) await rm(folder, {
			recursive: true,
			force: true
		}).catch(() => void 0);
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
function codeOf(error) {
	return typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);
}
// src/core/toolchain/installer.ts
const PIP_VARIABLES = [
	"PIP_INDEX_URL",
	"PIP_EXTRA_INDEX_URL",
	"PIP_FIND_LINKS",
	"PIP_NO_INDEX",
	"PIP_CONFIG_FILE",
	"PIP_CERT"
];
const UV_VARIABLES = [
	"UV_INDEX",
	"UV_DEFAULT_INDEX",
	"UV_INDEX_URL",
	"UV_EXTRA_INDEX_URL",
	"UV_FIND_LINKS",
	"UV_NO_INDEX",
	"UV_CONFIG_FILE"
];
/**
* uv where it is found, being several times faster, else pip. uv reads neither pip's variables nor its files, so
* where pip alone has been told which index to use, uv would go to another one: then it is pip.
*/
async function chooseInstaller(context) {
	const uv = await findExecutable("uv", context.env);
	if (uv === void 0) return { kind: "pip" };
	if (!await isUvConfigured(context) && await isPipConfigured(context)) return { kind: "pip" };
	return await starts(uv, context) ? {
		kind: "uv",
		uv
	} : { kind: "pip" };
}
/** A version manager's stand-in is on PATH even where there is no uv behind it. */
async function starts(uv, { env, signal }) {
	try {
		return (await run([uv, "--version"], {
			env: installerEnvironment(env),
			signal
		})).code === 0;
	} catch (error) {
		if (signal.aborted) throw error;
		return false;
	}
}
async function isUvConfigured({ env, etc }) {
	if (UV_VARIABLES.some((name) => env[name])) return true;
	return anyExists(configFolders(env, etc).map((folder) => join(folder, "uv", "uv.toml")));
}
async function isPipConfigured({ env, etc }) {
	if (PIP_VARIABLES.some((name) => env[name])) return true;
	const folders = configFolders(env, etc).map((folder) => join(folder, "pip"));
	const legacy = [etc, join(env["HOME"] ?? "/", ".pip")];
	return anyExists([...folders, ...legacy].map((folder) => join(folder, "pip.conf")));
}
/** The folders pip and uv look for a folder of their own in. Source: "Configuration" in either's documentation. */
function configFolders(env, etc) {
	return [
		env["XDG_CONFIG_HOME"] || join(env["HOME"] ?? "/", ".config"),
		...(env["XDG_CONFIG_DIRS"] || join(etc, "xdg")).split(":"),
		etc
	];
}
async function anyExists(files) {
	return (await Promise.all(files.map(async (file) => stat(file).then(() => true, () => false)))).includes(true);
}
// src/core/toolchain/platform.ts
/** The facts about the machine this process runs on. */
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
/** The machine name in the wheels that run here. Fails where there are none. */
function wheelMachine(platform) {
	const machine = MACHINES[platform.arch];
	const found = unservable(platform);
	if (machine !== void 0 && found === void 0) return machine;
	throw new Failure("environment", {
		message: `Triton has no wheels for ${found ?? `${platform.arch} machines`}`,
		hint: [`They need Linux on x86_64 or aarch64 with glibc ${OLDEST_GLIBC} or later. Build on an ubuntu runner or in a`, "Debian or Ubuntu container (no GPU needed), and use the finished package here."].join("\n")
	});
}
function unservable({ os, glibc }) {
	if (os === "darwin") return "macOS";
	if (os === "win32") return "Windows";
	if (os !== "linux") return os;
	if (glibc === void 0) return "Linux without glibc (musl, such as Alpine)";
	if (compareReleases(glibc, OLDEST_GLIBC) < 0) return `glibc ${glibc}`;
}
function glibcVersion() {
	return process.report.getReport().header?.glibcVersionRuntime;
}
// src/core/toolchain/requirement.ts
const REQUIREMENT = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(?:[[(<>=!~;@].*)?$/i;
/** What is wrong with one entry of `requirements:`, if anything. */
function requirementProblem(text) {
	const name = REQUIREMENT.exec(text.trim())?.[1];
	if (name === void 0) return {
		message: `${JSON.stringify(text)} is no Python requirement`,
		hint: "Write a package name, with a version where one is needed: numpy or scipy==1.14.1."
	};
	if (name.toLowerCase() === "triton") return {
		message: `${JSON.stringify(text)} must not stand among the requirements`,
		hint: "Triton's version has its own entry, triton:."
	};
}
// src/core/toolchain/toolchain.ts
/**
* Gives back a Python with the requested Triton and requirements: the one that was named if it has them, else one
* in an environment of its own, which is made when there is none yet. Any number of runs may do so at once.
* Fails with kind `usage` for a version or requirement that is none, `environment` for whatever this machine lacks.
*/
async function ensureToolchain(request, context) {
	const tritonVersion = checkRequest(request, context.log);
	const { requirements } = request;
	const { log } = context;
	const named = request.python === void 0 ? void 0 : await inspectNamedPython(request.python, requirements, context);
	if (named !== void 0) {
		const missing = shortcoming(named, tritonVersion);
		if (missing === void 0) return toolchain(named, tritonVersion, "named");
		log.info(`${named.python} ${missing}; it becomes the base of an environment that has it`);
	}
	const machine = wheelMachine(context.platform);
	const installer = await chooseInstaller({
		...context,
		etc: context.platform.etc
	});
	const needs = {
		tritonVersion,
		installer: installer.kind
	};
	if (named !== void 0) requireVenv(named, installer.kind);
	const base = named ?? await findBasePython(needs, context);
	return shareInstallation({
		tritonVersion,
		requirements,
		tag: base.tag,
		machine,
		base: named?.python
	}, {
		installer,
		base,
		machine,
		tritonVersion,
		requirements
	}, context);
}
async function shareInstallation(key, plan, context) {
	const { log, signal } = context;
	const { tritonVersion } = key;
	const folder = installationFolder(context.home, key);
	const existing = await inspectInstallation(folder, key, context);
	if (existing?.ok) {
		log.info(`using Triton ${tritonVersion} in ${folder}`);
		return toolchain(existing.interpreter, tritonVersion, "reused");
	}
	if (existing !== void 0) log.info(`${folder} is made anew: its Python ${existing.reason}`);
	return withWorkFolder(folder, async (work) => {
		requireSpace(folder, await context.freeBytes(work));
		const packages = [`Triton ${tritonVersion}`, ...key.requirements].join(", ");
		log.info(`installing ${packages} for Python ${plan.base.version} into ${folder}`);
		const made = await installEnvironment(plan, work, context);
		const installed = await requireWorking(made, tritonVersion, context);
		await mark(made, key);
		signal.throwIfAborted();
		const rival = await place(made, folder, work, async () => {
			const found = await inspectInstallation(folder, key, context);
			return found?.ok ? found.interpreter : void 0;
		});
		return rival === void 0 ? toolchain({
			...installed,
			python: pythonOf(folder)
		}, tritonVersion, "installed") : toolchain(rival, tritonVersion, "reused");
	});
}
/** The finished environment in `folder`, which may have come to harm since; undefined if there is none. */
async function inspectInstallation(folder, key, context) {
	if (!await isMarkedFor(folder, key)) return void 0;
	return inspectFor(key.tritonVersion, pythonOf(folder), context);
}
async function requireWorking(folder, tritonVersion, context) {
	const inspection = await inspectFor(tritonVersion, pythonOf(folder), context);
	if (inspection.ok) return inspection.interpreter;
	throw new Failure("environment", {
		message: `the environment made for Triton ${tritonVersion} does not serve: its Python ${inspection.reason}`,
		hint: "The package index may have served another build: check which index pip or uv is told to use."
	});
}
async function inspectFor(tritonVersion, python, context) {
	const inspection = await inspectInterpreter(python, [], context);
	const reason = inspection.ok ? shortcoming(inspection.interpreter, tritonVersion) : void 0;
	return reason === void 0 ? inspection : {
		ok: false,
		reason
	};
}
/** What an interpreter lacks for the build, said of it. */
function shortcoming(found, tritonVersion) {
	if (found.triton === null) return "has no Triton";
	if (found.triton !== tritonVersion) return `has Triton ${found.triton}, not ${tritonVersion}`;
	return found.unmet.length === 0 ? void 0 : `lacks ${found.unmet.join(", ")}`;
}
function toolchain(found, tritonVersion, origin) {
	return {
		python: found.python,
		pythonVersion: found.version,
		tritonVersion,
		origin
	};
}
function checkRequest(request, log) {
	const parsed = parseTritonVersion(request.tritonVersion);
	const problems = request.requirements.flatMap((text) => requirementProblem(text) ?? []);
	if (!parsed.ok) throw new Failure("usage", [parsed.problem, ...problems]);
	if (problems.length > 0) throw new Failure("usage", problems);
	if (parsed.untested) log.warning({ message: `Triton ${parsed.version} is newer than ${NEWEST_TESTED}, the newest this program was tested with` });
	return parsed.version;
}
// src/core/source/read.ts
/** Seconds a kernel file may take to be imported where its function cannot be read. */
const DESCRIBE_TIMEOUT = 120;
/**
* Finds the Python side of every entry: by reading the sources, and by asking Triton only for functions that
* cannot be read.
* @throws {Failure} `usage` for sources that are missing, outside or no Python, naming the entries.
*/
async function readKernelSources(manifest, entries, settings, context) {
	const folder = resolve(dirname(settings.manifest));
	const sources = await inspect(manifest, entries, folder, settings.python, context);
	checkReadable(manifest, entries, sources, settings.manifest);
	const described = await askTriton(entries.filter((entry) => needsTriton(entry, functionOf(entry, sources))), manifest, sources, folder, settings, context);
	const found = /* @__PURE__ */ new Map();
	for (const entry of entries) {
		const source = sources.get(entry.source.file);
		const fn = described.get(entry) ?? functionOf(entry, sources);
		if (source === void 0 || fn === void 0) continue;
		const further = await dependencies(entry, manifest, folder);
		const module = {
			...moduleOf(source, folder),
			closure: [...source.closure, ...further]
		};
		found.set(entry, {
			function: factsOf(fn),
			module
		});
	}
	return found;
}
async function inspect({ triton }, entries, folder, named, context) {
	const interpreter = named === void 0 ? await findBasePython({
		tritonVersion: triton,
		installer: "uv"
	}, context) : await inspectNamedPython(named, [], context);
	const functions = /* @__PURE__ */ new Map();
	for (const { source } of entries) functions.set(source.file, (functions.get(source.file) ?? /* @__PURE__ */ new Set()).add(source.function));
	const inspected = await inspectSources(folder, [...functions].map(([file, names]) => ({
		file,
		functions: [...names]
	})), {
		python: interpreter.python,
		bridge: BRIDGE_FOLDER,
		env: bridgeEnvironment(context.env),
		signal: context.signal
	});
	return new Map(inspected.map((source) => [source.file, source]));
}
function checkReadable(manifest, entries, sources, manifestPath) {
	const problems = new Problems(manifest.document);
	for (const entry of entries) {
		const source = sources.get(entry.source.file);
		if (source === void 0 || !("error" in source)) continue;
		const { message, line } = source.error;
		const at = line === null ? "" : `:${line}`;
		const file = shownPath(resolve(dirname(manifestPath), entry.source.file), manifestPath);
		problems.add(entry.at(["source"]), `${file}${at}: ${message}`);
	}
	if (problems.list.length > 0) throw new Failure("usage", problems.list);
}
function functionOf(entry, sources) {
	return sources.get(entry.source.file)?.functions[entry.source.function] ?? void 0;
}
function needsTriton(entry, fn) {
	return fn === void 0 || entry.configs === "autotune" && fn.autotune === "dynamic";
}
/** Runs the kernel files to learn of functions that reading cannot tell. */
async function askTriton(entries, manifest, sources, folder, settings, context) {
	const [target] = manifest.targets;
	if (entries.length === 0 || target === void 0) return /* @__PURE__ */ new Map();
	context.log.info(`asking Triton for ${entries.map(({ name }) => name).join(", ")}`);
	const { triton, requirements } = manifest;
	const request = {
		python: (await ensureToolchain({
			tritonVersion: triton,
			requirements,
			python: settings.python
		}, context)).python,
		jobs: 1,
		timeout: DESCRIBE_TIMEOUT
	};
	const jobs = entries.flatMap((entry, id) => {
		const source = sources.get(entry.source.file);
		if (source === void 0) return [];
		return [{
			id,
			source: {
				...moduleOf(source, folder),
				function: entry.source.function
			},
			target: {
				...target,
				warpSize: 32
			}
		}];
	});
	const outcomes = await withWorkerContext(request, context, (pool) => describeAll(jobs, pool));
	const problems = [];
	const described = /* @__PURE__ */ new Map();
	for (const [index, outcome] of outcomes.entries()) {
		const entry = entries[index];
		if (entry === void 0) continue;
		if (outcome.ok) described.set(entry, outcome.function);
		else {
			const { message, file, line } = outcome.failure;
			const where = file === void 0 ? "" : `${shownPath(file, settings.manifest)}${line === void 0 ? "" : `:${line}`}: `;
			problems.push({
				message: `${where}${message}`,
				place: manifest.document.locate(entry.at(["source"]))
			});
		}
	}
	if (problems.length > 0) throw new Failure("compile", problems);
	return described;
}
function moduleOf(source, folder) {
	return {
		path: [.../* @__PURE__ */ new Set([source.root, folder])],
		module: source.module,
		file: join(folder, source.file),
		closure: source.closure
	};
}
function factsOf(fn) {
	const { line, parameters, autotune } = fn;
	return {
		line,
		parameters,
		...autotune !== null && autotune !== "dynamic" && { autotune: autotune.static.map(({ constants, options }) => ({
			constants: new Map(Object.entries(constants)),
			options
		})) }
	};
}
// src/core/manifest/document.ts
var import_dist = require_dist();
/**
* Parses a manifest's text. `file` is the name messages use.
* @throws {Failure} `usage`, listing every YAML error (also duplicate keys) with line and column.
*/
function parseManifestText(text, file) {
	const lines = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: lines,
		intAsBigInt: true,
		prettyErrors: false,
		merge: true
	});
	const problems = document.errors.map((error) => {
		const { line, col } = lines.linePos(error.pos[0]);
		return {
			message: `not valid YAML: ${error.message}`,
			place: {
				file,
				line,
				column: col
			}
		};
	});
	(0, import_dist.visit)(document, { Pair(_key, { key }) {
		if (!(0, import_dist.isNode)(key) || keyText(key) !== "__proto__") return;
		const { line, col } = lines.linePos(startOf(key) ?? 0);
		problems.push({
			message: "`__proto__` cannot be a key",
			place: {
				file,
				line,
				column: col
			}
		});
	} });
	if (problems.length > 0) throw new Failure("usage", problems);
	const value = toData(document, file);
	return {
		file,
		value,
		has: (path) => hasIn(value, path),
		locate(path) {
			const { line, col } = lines.linePos(offsetOf(document, path));
			return {
				file,
				line,
				column: col,
				...path.length > 0 && { path: formatPath(path) }
			};
		}
	};
}
/** `kernels.add.configs[0].BLOCK`; keys that are no plain words are quoted. */
function formatPath(path) {
	return path.map((key, index) => {
		if (typeof key === "number") return `[${key}]`;
		return /^[A-Za-z_]\w*$/.test(key) ? `${index > 0 ? "." : ""}${key}` : `[${JSON.stringify(key)}]`;
	}).join("");
}
function toData(document, file) {
	try {
		return document.toJS({ maxAliasCount: 100 });
	} catch (error) {
		throw new Failure("usage", {
			message: `not usable YAML: ${error instanceof Error ? error.message : String(error)}`,
			place: { file }
		});
	}
}
/** Walks down as far as the path exists; a map entry's place is its key, a list entry's its value. */
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
/** Whether the data, with aliases and merge keys resolved, holds something at the path. */
function hasIn(value, [first, ...rest]) {
	if (first === void 0) return value !== void 0;
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return false;
	return hasIn(Reflect.get(value, first), rest);
}
function keyText(key) {
	return (0, import_dist.isNode)(key) ? String(key.toJSON()) : String(key);
}
function startOf(node) {
	return (0, import_dist.isNode)(node) ? node.range?.[0] : void 0;
}
// src/core/options.ts
/**
* Options of Triton's CUDA backend that a manifest may set, by Triton's own names. Triton ignores names it
* does not know, so they are listed here. Source: `CUDAOptions` of Triton 3.6.0 to 3.9.0. Left out are
* options that name files (they would escape the kernel hash), that Triton overwrites, or that instrument.
*/
const OPTIONS = {
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
		schema: string({ error: "expected the options as text" }).regex(/^(?!.*(?:options-file|-optf))[\w .,:=+-]*$/, { error: "expected options of ptxas in letters, digits and . , : = + -, and no options file" }).describe("Further command line options for ptxas."),
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
* What a kernel gets where the manifest is silent: what Triton's JIT takes. Contraction is spelled out, since
* its default changes with Triton 3.10.
*/
const DEFAULT_OPTIONS = {
	num_warps: 4,
	num_stages: 3,
	enable_fp_fusion: true
};
function isOptionName(name) {
	return Object.hasOwn(OPTIONS, name);
}
function whole(least, most) {
	const error = `expected a whole number from ${least} to ${most}`;
	return bigint({ error }).min(BigInt(least), { error }).max(BigInt(most), { error });
}
function powerOfTwo(most) {
	const error = `expected a power of two up to ${most}`;
	return bigint({ error }).refine((value) => value >= 1n && value <= BigInt(most) && (value & value - 1n) === 0n, { error });
}
function flag() {
	return boolean({ error: "expected true or false" });
}
/**
* Reads one option's value, as the manifest gives it (whole numbers are bigint).
* @returns the value, or what was expected instead.
*/
function readOption(name, value) {
	const checked = OPTIONS[name].schema.safeParse(value);
	if (!checked.success) return {
		ok: false,
		message: checked.error.issues[0]?.message ?? "not usable"
	};
	return {
		ok: true,
		value: typeof checked.data === "bigint" ? Number(checked.data) : checked.data
	};
}
/** The options in the order of the table, so that equal choices are written equally. */
function sortOptions(options) {
	return Object.fromEntries(Object.keys(OPTIONS).flatMap((name) => {
		const value = options[name];
		return value === void 0 ? [] : [[name, value]];
	}));
}
// src/core/manifest/targets.ts
/** The targets to build for: the overriding ones, else the manifest's. */
function chooseTargets(raw, override, problems) {
	const own = readTargets(raw.targets ?? [], (index, message) => problems.add(["targets", index], message));
	if (override !== void 0) {
		const wrong = [];
		const chosen = readTargets(override, (_index, message) => wrong.push(message));
		if (wrong.length > 0) throw new Failure("usage", wrong.map((message) => ({ message: `targets: ${message}` })));
		return chosen;
	}
	if (raw.targets === void 0) problems.add([], "missing `targets`: expected at least one, such as `[sm_80, sm_90]`");
	return own;
}
/** Reads target names; `onProblem` gets the index and message of each that is none. */
function readTargets(names, onProblem) {
	return names.flatMap((name, index) => {
		const target = parseTarget(name);
		if (target === void 0) {
			onProblem(index, `unsupported target \`${name}\`: expected one of ${TARGET_NAMES.join(", ")}`);
			return [];
		}
		if (names.findIndex((other) => parseTarget(other)?.name === target.name) < index) {
			onProblem(index, `target ${target.name} stands twice in the list`);
			return [];
		}
		return [target];
	});
}
// src/core/manifest/compatibility.ts
/** What younger versions brought, older ones would refuse or, worse, ignore. */
function checkTritonHas(version, targets, kernels, raw, problems) {
	const lacks = (since) => compareReleases(version, since) < 0;
	for (const [index, target] of targets.entries()) {
		const since = firstTritonFor(target);
		const path = raw.targets === void 0 ? [] : ["targets", index];
		if (lacks(since)) problems.add(path, `Triton ${version} does not compile for ${target.name}: ${since} is the first that does`);
	}
	for (const kernel of kernels) {
		const configs = kernel.configs === "autotune" ? [] : kernel.configs;
		for (const options of [kernel.options, ...configs.map((config) => config.options)]) for (const name of Object.keys(options).filter(isOptionName)) {
			const { since } = OPTIONS[name];
			if (lacks(since)) problems.add(kernel.at([name]), `Triton ${version} has no option ${name}: ${since} is the first that does`);
		}
	}
}
/** A kernel may leave out targets of the manifest, not add any. */
function checkNarrowing(kernels, raw, problems) {
	if (raw.targets === void 0) return;
	const own = readTargets(raw.targets, () => void 0).map(({ name }) => name);
	for (const kernel of kernels) for (const [index, target] of (kernel.targets ?? []).entries()) {
		if (own.includes(target.name)) continue;
		problems.add(kernel.at(["targets", index]), `a kernel's targets narrow the manifest's: expected some of ${own.join(", ")}, found ${target.name}`);
	}
}
// src/core/grid/token.ts
/** Text that is not of the grid language. `offset` counts UTF-16 units from the start of the text. */
var GridSyntaxError = class extends Error {
	offset;
	constructor(message, offset) {
		super(message);
		this.name = "GridSyntaxError";
		this.offset = offset;
	}
};
const CONTENTS = "integers, names, + - * / // %, == != < <= > >=, ?:, parentheses, min, max and cdiv";
/** What people write from habit with C or Python, and what says the same here. */
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
/** A number takes all that clings to it, so that `1.5` or `0x1g` is one mistake. */
const WORD = /\d[\w.]*|\w+/y;
const SYMBOL = /\/\/|\*\*|<<|>>|&&|\|\||[=!<>]=|./suy;
const SYMBOLS = new Set("+ - * / // % == != < <= > >= ? : ( ) ,".split(" "));
/** Splits a text into its tokens; the last one is always the `end`. Throws GridSyntaxError. */
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
function skipSpace(text, offset) {
	return offset + (match(SPACE, text, offset)?.length ?? 0);
}
function readWord(text, offset) {
	const word = match(WORD, text, offset);
	if (word === void 0) return void 0;
	if (/^\d/.test(word)) return readInteger(word, offset);
	if (ALTERNATIVES.has(word)) throw foreign(word, offset);
	return {
		kind: "name",
		text: word,
		offset
	};
}
function readInteger(text, offset) {
	if (!/^(?:0|[1-9][0-9]*|0[xX][0-9a-fA-F]+)$/.test(text)) throw new GridSyntaxError(`\`${text}\` is not an integer; expected decimal digits without leading zeros (128) or hexadecimal ones (0x80)`, offset);
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
	if (!SYMBOLS.has(symbol)) throw foreign(symbol, offset);
	return {
		kind: "symbol",
		text: symbol,
		offset
	};
}
function foreign(text, offset) {
	const alternative = ALTERNATIVES.get(text);
	const advice = alternative === void 0 ? "" : ` (${alternative})`;
	return new GridSyntaxError(`${visible(text)} is not part of the grid language${advice}; it has ${CONTENTS}`, offset);
}
/** Characters that print as nothing or as a blank are shown by number. */
function visible(text) {
	if (!/[\p{C}\p{Z}]/u.test(text)) return `\`${text}\``;
	return `the character U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
function match(pattern, text, offset) {
	pattern.lastIndex = offset;
	return pattern.exec(text)?.[0];
}
// src/core/grid/cursor.ts
function peek(cursor) {
	return tokenAt(cursor, cursor.position);
}
/** The token that was taken last. */
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
/** Takes the next token if it is one of the symbols, and tells which. */
function acceptSymbol(cursor, ...symbols) {
	const { text } = peek(cursor);
	const symbol = symbols.find((candidate) => candidate === text);
	if (symbol !== void 0) cursor.position += 1;
	return symbol;
}
/** Takes the symbol; `expected` names everything that could have stood here. */
function expectSymbol(cursor, symbol, expected) {
	if (acceptSymbol(cursor, symbol) === void 0) throw unexpected(cursor, expected);
}
/** Throws unless all tokens were taken. */
function expectEnd(cursor, expected) {
	if (acceptKind(cursor, "end") === void 0) throw unexpected(cursor, expected);
}
/** The error for a next token that cannot stand where it does. */
function unexpected(cursor, expected) {
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
// src/core/grid/parse.ts
const MAX_AXES = 3;
/**
* How deep an expression may be. It bounds the recursion of every walk, and the parentheses of the C that is
* written for it: clang stops at 256 of them in one another.
*/
const MAX_DEPTH = 100;
/** Parses a grid: one to three axes with commas between them. */
function parseGrid(text) {
	try {
		return {
			ok: true,
			axes: parseAxes(startParser(text))
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
function parseAxes(parser) {
	const axes = [parseChoice(parser)];
	while (acceptSymbol(parser, ",") !== void 0) {
		if (axes.length === MAX_AXES) throw new GridSyntaxError("a grid has at most three axes, found `,` after the third", previous(parser).offset);
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
	if (peek(parser).text === ",") throw unexpected(parser, "an operator or `)` (axes are not put in parentheses)");
	expectSymbol(parser, ")", "an operator or `)`");
	return inner;
}
/** The call whose `(` was taken. */
function parseCall(parser, callee, offset) {
	const operator = FUNCTIONS$1.find((name) => name === callee);
	if (operator === void 0) throw new GridSyntaxError(`there is no function \`${callee}\`; there are min, max and cdiv`, offset);
	let result = nested(parser, parseChoice);
	let count = 1;
	for (; acceptSymbol(parser, ",") !== void 0; count += 1) result = binary(parser, operator, result, nested(parser, parseChoice), offset);
	expectSymbol(parser, ")", "an operator, `,` or `)`");
	if (count < 2 || count > 2 && operator === "cdiv") throw new GridSyntaxError(`${operator} takes ${operator === "cdiv" ? "two values" : "at least two values"}, found ${count}`, offset);
	return result;
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
/** A chain such as `a + b + …` nests with no parenthesis open, hence the second bound. */
function build$1(parser, node) {
	const height = 1 + Math.max(...childrenOf(node).map((child) => parser.heights.get(child) ?? 0));
	if (height > MAX_DEPTH) throw tooDeep(node.offset);
	parser.heights.set(node, height);
	return node;
}
function tooDeep(offset) {
	return new GridSyntaxError(`more than ${MAX_DEPTH} operations in one another`, offset);
}
// src/core/manifest/argument.ts
const HINTS$1 = /* @__PURE__ */ new Map([["16", "divisible-by-16"], ["1", "equal-to-1"]]);
/** Reads `*fp16:16`, `i32`, `i32:1`. */
function parseArgument(text) {
	if (text.startsWith("(")) return fail("a tuple cannot be passed from C: expected one parameter for each element");
	const [typeText = "", hintText, ...more] = text.split(":").map((part) => part.trim());
	const type = parseArgumentType(typeText);
	if (type === void 0) return fail(`\`${typeText}\` is no type: expected one such as i32, fp32, *fp16 or tensordesc<fp16[64, 64]>`);
	if (hintText === void 0) return {
		ok: true,
		value: {
			type,
			hints: ["none"]
		}
	};
	const hint = HINTS$1.get(hintText);
	if (hint === void 0 || more.length > 0) return fail(`\`${text.slice(text.indexOf(":") + 1)}\` is no hint: expected 16 (divisible by 16) or 1 (equal to 1)`);
	const name = formatArgumentType(type);
	if (!isInteger(type) && type.kind !== "pointer") return fail(`${name} takes no hint: only integers and pointers do`);
	if (name === "i1" || name === "u1") return fail(`${name} takes no hint: it is 0 or 1 anyway`);
	if (type.kind === "pointer" && hint === "equal-to-1") return fail(`a pointer cannot be equal to 1: expected \`${name}:16\` or \`${name}\``);
	return {
		ok: true,
		value: {
			type,
			hints: [hint]
		}
	};
}
/** Reads a list of specialisations: one type, several hints. */
function parseSpecialisations(texts) {
	const hints = [];
	let type;
	for (const text of texts) {
		const parsed = parseArgument(text);
		if (!parsed.ok) return parsed;
		type ??= parsed.value.type;
		if (formatArgumentType(type) !== formatArgumentType(parsed.value.type)) return fail(`specialisations of one argument have one type: found ${formatArgumentType(type)} and ${formatArgumentType(parsed.value.type)}`);
		for (const hint of parsed.value.hints) {
			if (hints.includes(hint)) return fail(`\`${text}\` stands twice in the list`);
			hints.push(hint);
		}
	}
	return type === void 0 ? fail("expected at least one type") : {
		ok: true,
		value: {
			type,
			hints
		}
	};
}
/** Reads the tokens of a signature: types, and literals for constexprs (`1`, `-0.5`, `True`, `None`, `"relu"`). */
function parseToken(text) {
	const value = parseLiteral(text);
	if (value !== void 0) return {
		ok: true,
		value: {
			kind: "constant",
			value
		}
	};
	const parsed = parseArgument(text);
	return parsed.ok ? {
		ok: true,
		value: {
			kind: "argument",
			spec: parsed.value
		}
	} : parsed;
}
/** Splits a signature at its commas, leaving quoted strings and what stands in brackets whole. */
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
	const dtype = /^tl\.(\w+)$/.exec(text)?.[1];
	return dtype === void 0 ? void 0 : {
		kind: "dtype",
		value: dtype
	};
}
function fail(message) {
	return {
		ok: false,
		message
	};
}
// src/core/manifest/source-reference.ts
const RELATIVE = "expected a relative path without `..`";
/** Reads `FILE.py:FUNCTION`. */
function readSource(text, problem) {
	if (text === void 0) {
		problem([], "missing `source`: expected `FILE.py:FUNCTION`");
		return;
	}
	const [, file, functionName] = /^(.+\.py):([A-Za-z_]\w*)$/.exec(text) ?? [];
	if (file === void 0 || functionName === void 0) {
		problem(["source"], `\`${text}\` names no kernel: expected \`FILE.py:FUNCTION\``);
		return;
	}
	if (!isInside(file)) {
		problem(["source"], `\`${file}\` lies outside the manifest's folder: ${RELATIVE}`, "Move the manifest to a folder that holds every kernel file.");
		return;
	}
	return {
		file: file.split("/").filter((part) => part !== "." && part !== "").join("/"),
		function: functionName
	};
}
/** Reads the globs of further files; they stay below the manifest's folder too. */
function readDepends(globs, problem) {
	for (const [index, glob] of globs.entries()) {
		if (isInside(glob)) continue;
		problem(["depends", index], `\`${glob}\` lies outside the manifest's folder: ${RELATIVE}`);
	}
	return globs;
}
/** Whether a path names something below the manifest's folder. */
function isInside(path) {
	return !path.startsWith("/") && !path.includes("\\") && !path.split("/").includes("..");
}
// src/core/manifest/entry.ts
/** Interprets one expanded kernel; what is wrong goes to `problems`, and then nothing comes back. */
function readEntry(kernel, problems) {
	const { settings, at, name } = kernel;
	const before = problems.list.length;
	const problem = (path, message, hint) => problems.add(at(path), message, hint);
	const reserved = reservedName(name);
	if (reserved !== void 0) problem([], `\`${name}\` cannot name a C function: ${reserved}`);
	const source = readSource(settings.source, problem);
	const shape = readShape(settings, problem);
	const grid = readGrid(settings.grid, problem);
	const { constants, options } = splitConfig(settings.constants ?? {}, ["constants"], problem);
	for (const option of Object.keys(options)) problem(["constants", option], `\`${option}\` is an option, not a constant`, "Write it beside `constants:`.");
	const entry = {
		name,
		at,
		source,
		shape,
		constants,
		options: {
			...DEFAULT_OPTIONS,
			...readOptions(settings, problem)
		},
		configs: readConfigs(settings.configs, problem),
		grid,
		gridParameters: readGridParameters(settings.grid_parameters ?? {}, problem),
		depends: readDepends(settings.depends ?? [], problem),
		targets: settings.targets && readTargets(settings.targets, (index, message) => problem(["targets", index], message))
	};
	const { source: found, shape: given } = entry;
	if (problems.list.length > before || found === void 0 || given === void 0) return void 0;
	return {
		...entry,
		source: found,
		shape: given
	};
}
function readShape(settings, problem) {
	const { signature, arguments: named } = settings;
	if (signature !== void 0 && named !== void 0) {
		problem(["arguments"], "both `signature` and `arguments`: expected one of them");
		return;
	}
	if (signature !== void 0) return {
		form: "signature",
		tokens: splitSignature(signature).flatMap((text, index) => {
			const token = parseToken(text);
			if (token.ok) return [token.value];
			problem(["signature"], `token ${index + 1} of the signature: ${token.message}`);
			return [];
		})
	};
	if (named === void 0) {
		problem([], "missing `signature` or `arguments`: expected the types of the parameters");
		return;
	}
	const specs = Object.entries(named).flatMap(([name, value]) => {
		const parsed = typeof value === "string" ? parseArgument(value) : parseSpecialisations(value);
		if (parsed.ok) return [[name, parsed.value]];
		problem(["arguments", name], parsed.message);
		return [];
	});
	return {
		form: "arguments",
		arguments: new Map(specs)
	};
}
function readGrid(grid, problem) {
	if (grid === void 0) {
		problem([], "missing `grid`: expected one to three expressions");
		return {
			axes: [],
			text: ""
		};
	}
	const text = Array.isArray(grid) ? grid.join(", ") : `${grid}`;
	const parsed = parseGrid(text);
	if (parsed.ok) return {
		axes: parsed.axes,
		text
	};
	problem(["grid"], gridMessage(parsed.message, text, parsed.offset));
	return {
		axes: [],
		text
	};
}
/** A grid problem with the place inside the expression, which YAML's folding hides from line and column. */
function gridMessage(message, text, offset) {
	return `grid: ${message}, at character ${offset + 1} of \`${text}\``;
}
function readConfigs(configs, problem) {
	if (configs === "autotune") return "autotune";
	if (configs === void 0) return [{
		constants: /* @__PURE__ */ new Map(),
		options: {}
	}];
	return configs.map((config, index) => splitConfig(config, ["configs", index], problem));
}
/** A config names constants and options alike; an option's name always means the option. */
function splitConfig(config, path, problem) {
	const constants = /* @__PURE__ */ new Map();
	const options = {};
	for (const [name, value] of Object.entries(config)) {
		if (!isOptionName(name)) {
			constants.set(name, toConstant(value));
			continue;
		}
		const read = readOption(name, value);
		if (read.ok) options[name] = read.value;
		else problem([...path, name], read.message);
	}
	return {
		constants,
		options
	};
}
/** The options beside `constants:`. */
function readOptions(settings, problem) {
	const given = Object.entries(settings);
	return Object.fromEntries(given.flatMap(([name, value]) => {
		if (!isOptionName(name)) return [];
		const read = readOption(name, value);
		if (read.ok) return [[name, read.value]];
		problem([name], read.message);
		return [];
	}));
}
function readGridParameters(parameters, problem) {
	return Object.entries(parameters).flatMap(([name, text]) => {
		const parsed = parseArgument(text);
		const type = parsed.ok ? parsed.value.type : void 0;
		if (type === void 0 || !isInteger(type) || text.includes(":")) {
			problem(["grid_parameters", name], `\`${text}\`: expected an integer type such as i32, without a hint`);
			return [];
		}
		if (!/^[A-Za-z_]\w*$/.test(name)) {
			problem(["grid_parameters", name], `\`${name}\` is no C identifier`);
			return [];
		}
		return [{
			name,
			type
		}];
	});
}
function toConstant(value) {
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
	if (typeof value === "string") {
		const dtype = /^tl\.(\w+)$/.exec(value)?.[1];
		return dtype === void 0 ? {
			kind: "string",
			value
		} : {
			kind: "dtype",
			value: dtype
		};
	}
	throw new Failure("usage", { message: `not a constant: ${String(value)}` });
}
// src/core/manifest/expand.ts
/** More entry points than this from one key are a mistake. */
const MOST_CHOICES = 1e4;
/** Settings that are maps: defaults and kernel are merged entry by entry. */
const MERGED_MAPS = [
	"arguments",
	"constants",
	"grid_parameters",
	"smoke"
];
/** Every entry point of the manifest, in its order; the first name of a `for` varies slowest. */
function expandKernels(manifest, document, problems) {
	return Object.entries(manifest.kernels).flatMap(([key, kernel]) => {
		const { for: lists = {}, ...own } = kernel;
		const settings = mergeDefaults(manifest.defaults ?? {}, own);
		const at = (relative) => {
			const inKernel = [
				"kernels",
				key,
				...relative
			];
			const inDefaults = ["defaults", ...relative];
			return !document.has(inKernel) && document.has(inDefaults) ? inDefaults : inKernel;
		};
		if (Object.keys(lists).length === 0) return [{
			name: key,
			settings,
			at
		}];
		const count = Object.values(lists).reduce((product, { length }) => product * length, 1);
		if (count > MOST_CHOICES) {
			problems.add(at(["for"]), `${count} entry points from one key: expected at most ${MOST_CHOICES}`, "The lists multiply: give each fewer values, or use fewer lists.");
			return [];
		}
		return choicesOf(lists).map((choice) => {
			const fill = (value, path) => fillIn(value, path, choice, (missing, where) => {
				const names = [...choice.keys()].map((name) => `{${name}}`).join(", ");
				problems.add(at(where), `unknown placeholder \`{${missing}}\`: expected one of ${names}`);
			});
			return {
				name: String(fill(key, [])),
				settings: fill(settings, []),
				at
			};
		});
	});
}
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
function choicesOf(lists) {
	return Object.entries(lists).reduce((choices, [name, values]) => choices.flatMap((choice) => values.map((value) => new Map([...choice, [name, value]]))), [/* @__PURE__ */ new Map()]);
}
/** Fills placeholders into every string; one that is all of a constant or option keeps its value's type. */
function fillIn(value, path, choice, onMissing) {
	if (typeof value === "string") {
		const whole = /^\{(\w+)\}$/.exec(value)?.[1];
		const typed = whole === void 0 ? void 0 : choice.get(whole);
		if (typed !== void 0 && keepsType(path)) return typed;
		return value.replaceAll(/\{([A-Za-z_]\w*)\}/g, (placeholder, name) => {
			const found = choice.get(name);
			if (found === void 0) onMissing(name, path);
			return found === void 0 ? placeholder : String(found);
		});
	}
	if (Array.isArray(value)) return value.map((item, index) => fillIn(item, [...path, index], choice, onMissing));
	if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, [...path, key], choice, onMissing)]));
	return value;
}
function keepsType([first]) {
	return first === "constants" || first === "configs" || isOptionName(String(first));
}
// src/core/manifest/schema.ts
/** What a manifest may hold. Messages say what was expected; the JSON Schema for editors comes from here. */
const text = (what) => string({ error: `expected ${what}` });
/** Any float: also `.inf` and `.nan`. */
const float = custom((value) => typeof value === "number");
/** Stands for a value of `for`, which is checked once it is filled in. */
const placeholder = string().regex(/^\{[A-Za-z_]\w*\}$/);
const constant = union([
	bigint(),
	float,
	boolean(),
	string(),
	_null()
], { error: "expected an integer, a float, true, false, a string or null" }).describe("The value of a constexpr; `tl.float16` is the Triton dtype of that name.");
const constants$2 = record(string(), constant, { error: "expected a map of parameter names to values" });
const argument = text("a type such as `*fp16:16`, `i32` or `i32:1`").describe(`A type with an optional hint, \`TYPE\`, \`TYPE:16\` (divisible by 16) or \`TYPE:1\` (equal to 1). Types: ${ARGUMENT_TYPE_NAMES.join(" ")}`);
const targets = array(text(`a target such as \`sm_90\``), { error: "expected a list of targets" }).min(1, { error: "expected at least one target" }).describe(`GPU architectures: ${TARGET_NAMES.join(" ")}`);
const expression = union([string(), bigint()], { error: "expected an expression (put quotes around one that has `?` and `:`)" });
const grid = union([expression, array(expression).min(1)], { error: "expected one to three expressions, as a list or as text with commas (put quotes around one that has `?` and `:`)" }).describe("Blocks per axis: one to three expressions over arguments, constants and grid parameters.");
/** What the option itself says is wrong, since a placeholder is the rare case. */
function expectedOption(schema, input) {
	return schema.safeParse(input).error?.issues[0]?.message ?? "not usable";
}
const body = {
	source: text("`FILE.py:FUNCTION`").optional().describe("The kernel: file (relative to the manifest) and function."),
	signature: text("one token per parameter, separated by commas").optional().describe("Types and constants in the order of the kernel's parameters, separated by commas."),
	arguments: record(string(), union([argument, array(argument).min(1)], { error: "expected a type such as `*fp16:16` or `i32`, or a list of specialisations of one type" }), { error: "expected a map of parameter names to types" }).optional().describe("Run-time parameters by name; a list names specialisations."),
	constants: constants$2.optional().describe("Constexpr parameters by name."),
	configs: union([literal("autotune"), array(constants$2).min(1)], { error: "expected a list of configs, or `autotune` for those of @triton.autotune" }).optional().describe("Choices of constants and options; each one is an algo, numbered in this order."),
	grid: grid.optional(),
	grid_parameters: record(string(), text("an integer type such as `i32`"), { error: "expected a map of names to integer types" }).optional().describe("Further C parameters that only the grid uses."),
	depends: array(text("a glob"), { error: "expected a list of globs" }).optional().describe("Files beside the imported ones that belong to the kernel's sources."),
	targets: targets.optional(),
	smoke: record(string(), unknown(), { error: "expected a map" }).optional().describe("How the kernel is tested on a GPU."),
	...Object.fromEntries(Object.entries(OPTIONS).map(([name, { schema }]) => [name, union([schema, placeholder], { error: ({ input }) => expectedOption(schema, input) }).describe(schema.description ?? "").optional()]))
};
const kernel = strictObject({
	for: record(string(), array(union([
		string(),
		bigint(),
		number(),
		boolean()
	], { error: "expected text, a number or a boolean" }), { error: "expected a list of values" }).min(1, { error: "expected at least one value" }), { error: "expected a map of names to lists" }).optional().describe("Cross product: one entry point for each choice; {name} stands for the value."),
	...body
}, { error: "expected a map that describes a kernel" }).describe("One C entry point.");
const manifestSchema = strictObject({
	package: text("the name of the package").describe("The package; a C identifier."),
	version: text("a version such as 1.2.0 (in quotes if it has only one dot)").optional().describe("The version of the package; 0.0.0 when left out."),
	triton: text("an exact Triton version such as 3.8.0 (in quotes if it has only one dot)").describe("The exact Triton version."),
	targets: targets.optional(),
	generator: _enum(GENERATORS, { error: `expected one of ${GENERATORS.join(", ")}` }).optional().describe("Who writes the C: this program (`native`), or Triton's own tools (`triton`)."),
	requirements: array(text("a requirement such as `numpy` or `numpy==2.1.0`"), { error: "expected a list of requirements" }).optional().describe("Python packages the kernel files import besides triton."),
	defaults: strictObject(body, { error: "expected a map of settings" }).optional().describe("Merged into every kernel."),
	kernels: record(string(), kernel, { error: "expected a map of entry points to kernels" })
}, { error: "expected a map with `package`, `triton`, `targets` and `kernels`" });
/** The JSON Schema of `kernels.yaml`, for editors. */
function manifestJsonSchema() {
	return {
		title: "triton-aot kernels.yaml",
		...toJSONSchema(manifestSchema, {
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
// src/core/manifest/manifest.ts
/**
* Reads a manifest from its text.
* @throws {Failure} `usage`, naming everything that is wrong at once, each with file, line, column and path.
*/
function readManifest(text, file, overrides = {}) {
	const document = parseManifestText(text, file);
	const problems = new Problems(document);
	const raw = checkShape(document, problems);
	const stop = () => {
		throw new Failure("usage", problems.list);
	};
	if (raw === void 0) return stop();
	const packageProblem = reservedName(raw.package);
	if (packageProblem !== void 0) problems.add(["package"], `\`${raw.package}\` cannot name a package: ${packageProblem}`);
	if (raw.version !== void 0 && !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(raw.version)) problems.add(["version"], `\`${raw.version}\` is no version: expected one such as 1.2.0`);
	for (const [index, requirement] of (raw.requirements ?? []).entries()) {
		const problem = requirementProblem(requirement);
		if (problem !== void 0) problems.add(["requirements", index], problem.message, problem.hint);
	}
	const triton = chooseTriton(raw, overrides, problems);
	const targets = chooseTargets(raw, overrides.targets, problems);
	const kernels = expandKernels(raw, document, problems).flatMap((kernel) => {
		const entry = readEntry(kernel, problems);
		return entry === void 0 ? [] : [entry];
	});
	if (Object.keys(raw.kernels).length === 0) problems.add(["kernels"], "expected at least one kernel");
	checkNames$1(kernels, problems);
	checkNarrowing(kernels, raw, problems);
	if (triton !== void 0) checkTritonHas(triton, targets, kernels, raw, problems);
	if (problems.list.length > 0) return stop();
	return {
		file,
		package: raw.package,
		version: raw.version ?? "0.0.0",
		triton: triton ?? raw.triton,
		targets,
		generator: overrides.generator ?? raw.generator ?? "native",
		requirements: raw.requirements ?? [],
		kernels,
		document
	};
}
function checkShape(document, problems) {
	const parsed = manifestSchema.safeParse(document.value);
	if (parsed.success) return parsed.data;
	problems.addIssues(parsed.error.issues, knownKeys);
}
function knownKeys(path) {
	const { shape } = manifestSchema;
	if (path.length === 0) return Object.keys(shape);
	const body = Object.keys(shape.defaults.unwrap().shape);
	return path[0] === "kernels" ? ["for", ...body] : body;
}
function chooseTriton(raw, overrides, problems) {
	const parsed = parseTritonVersion(overrides.triton ?? raw.triton);
	if (parsed.ok) return parsed.version;
	if (overrides.triton !== void 0) throw new Failure("usage", parsed.problem);
	problems.add(["triton"], parsed.problem.message, parsed.problem.hint);
}
// src/core/grid/check.ts
/**
* The axes of a grid and the most blocks each may have.
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
const FAULTS = {
	"division by zero": "division by zero: this divisor is always 0",
	overflow: "overflow: this is always outside of 64 bits"
};
/** Everything that is wrong with a grid whatever the values are. A name is reported once an axis. */
function checkGrid(axes, names) {
	return axes.flatMap((expression, axis) => [...checkNames(expression, names), ...checkValues(expression, names, axis)].toSorted((left, right) => left.offset - right.offset).map((problem) => ({
		...problem,
		axis
	})));
}
function checkNames(expression, names) {
	const uses = namesIn(expression);
	return [...new Map(uses.toReversed().map(({ name, offset }) => [name, offset]))].flatMap(([name, offset]) => {
		const message = checkName(name, names);
		return message === void 0 ? [] : [{
			message,
			offset
		}];
	});
}
function checkName(name, names) {
	const meaning = names.get(name);
	switch (meaning?.kind) {
		case void 0: return `unknown name \`${name}\`${suggest(name, names)}`;
		case "unusable": return `\`${name}\` is ${meaning.why}; a grid computes with integers`;
		case "constant":
			if (fits(meaning.value)) return void 0;
			return `\`${name}\` is ${meaning.value}, which does not fit 64 bits`;
		case "value": return;
	}
}
function suggest(name, names) {
	const usable = [...names].filter(([, { kind }]) => kind !== "unusable").map(([known]) => known);
	if (usable.length === 0) return "; there are no names a grid could use";
	const likely = nearest(name, usable);
	return `;${likely === void 0 ? "" : ` did you mean \`${likely}\`?`} a grid may use ${usable.join(", ")}`;
}
function checkValues(expression, names, index) {
	const problems = [];
	const folded = foldGrid(expression, names, (fault, offset) => {
		problems.push({
			message: FAULTS[fault],
			offset
		});
	});
	const axis = GRID_AXES[index];
	if (axis !== void 0 && folded.kind === "integer" && folded.value > axis.limit) {
		const message = `the ${axis.name} axis is always ${folded.value}, but may have at most ${axis.limit} blocks`;
		problems.push({
			message,
			offset: expression.offset
		});
	}
	return problems;
}
// src/core/configs.ts
/** Every config with all its constants: the signature's, the kernel's, then its own. */
function configsOf(entry, source, specs, problems) {
	const names = source.parameters.map(({ name }) => name);
	const shared = new Map([
		...source.parameters.flatMap(({ name, default: value }) => value === void 0 || specs.has(name) ? [] : [[name, value]]),
		...entry.shape.form === "signature" ? entry.shape.tokens.flatMap((token, index) => token.kind === "constant" ? [[names[index] ?? "", token.value]] : []) : [],
		...entry.constants
	]);
	for (const name of entry.constants.keys()) if (!names.includes(name)) unknownParameter(entry, ["constants", name], name, names, problems);
	return chosenConfigs(entry, source, problems).map((config, index) => {
		for (const name of config.constants.keys()) {
			if (names.includes(name)) continue;
			unknownParameter(entry, entry.configs === "autotune" ? ["configs"] : [
				"configs",
				index,
				name
			], name, names, problems);
		}
		const constants = new Map([...shared, ...config.constants]);
		return {
			constants: new Map(names.flatMap((name) => {
				const value = constants.get(name);
				return value === void 0 ? [] : [[name, value]];
			})),
			options: sortOptions({
				...entry.options,
				...config.options
			})
		};
	});
}
function chosenConfigs(entry, source, problems) {
	if (entry.configs !== "autotune") return entry.configs;
	if (source.autotune !== void 0 && source.autotune.length > 0) return source.autotune;
	problems.add(entry.at(["configs"]), `${entry.source.function} carries no @triton.autotune configs`, "List the configs in the manifest, or decorate the function.");
	return [];
}
/** Every parameter is either an argument or a constant, in every config. */
function checkCoverage(entry, source, specs, config, problems) {
	const where = entry.shape.form === "signature" ? "signature" : "arguments";
	for (const { name } of source.parameters) {
		const isArgument = specs.has(name);
		const value = config.constants.get(name);
		if (isArgument && value !== void 0) problems.add(entry.at([where]), `\`${name}\` is both a run-time argument and a constant: expected one of them`);
		else if (!isArgument && value === void 0) problems.add(entry.at([where]), `parameter \`${name}\` of ${entry.source.function} has no type and no value`, `Give it a type under \`arguments:\`, or a value under \`constants:\` or in every config.`);
	}
}
/** Every name in the shape of a tensor's block is an integer constant of every config. */
function checkBlocks(entry, specs, config, problems) {
	const path = entry.shape.form === "signature" ? ["signature"] : ["arguments"];
	for (const [name, { type }] of specs) {
		const sizes = type.kind === "tensor" ? type.block : [];
		for (const size of sizes) {
			if (typeof size === "number" || config.constants.get(size)?.kind === "int") continue;
			const at = entry.shape.form === "signature" ? path : [...path, name];
			problems.add(entry.at(at), `\`${size}\` in the block of \`${name}\` is no integer constant`);
		}
	}
}
/** Tells of a name that is none of the function's parameters. */
function unknownParameter(entry, path, name, names, problems) {
	const guess = nearest(name, names);
	problems.add(entry.at(path), `${entry.source.function} has no parameter \`${name}\`: its parameters are ${names.join(", ")}`, guess === void 0 ? void 0 : `Did you mean \`${guess}\`?`);
}
// src/core/specialisations.ts
const SPECIFICITY = {
	none: 0,
	"divisible-by-16": 1,
	"equal-to-1": 2
};
/** How many there are, without making them. */
function countSpecialisations(specs) {
	return specs.reduce((count, { hints }) => count * hints.length, 1);
}
/** The cross product of all hints, most specific first; equally specific ones keep the manifest's order. */
function specialisationsOf(specs) {
	return specs.reduce((chosen, { hints }) => chosen.flatMap((before) => hints.map((hint) => [...before, hint])), [[]]).toSorted((a, b) => specificityOf(b) - specificityOf(a));
}
function specificityOf(specialisation) {
	return specialisation.reduce((sum, hint) => sum + SPECIFICITY[hint], 0);
}
// src/core/resolve.ts
/** More specialisations than this are a mistake: each costs a compile for every config and target. */
const MOST_SPECIALISATIONS = 256;
/**
* Joins a manifest's entry with the Python function it names. What does not fit goes to `problems`, and then
* nothing comes back.
*/
function resolveKernel(entry, source, targets, document, problems) {
	const before = problems.list.length;
	const specs = specsOf(entry, source, problems);
	const configs = configsOf(entry, source, specs, problems);
	if (problems.list.length > before) return void 0;
	for (const config of configs) {
		checkCoverage(entry, source, specs, config, problems);
		checkBlocks(entry, specs, config, problems);
	}
	const count = countSpecialisations([...specs.values()]);
	if (count > MOST_SPECIALISATIONS) problems.add(entry.at(["arguments"]), `${count} specialisations: expected at most ${MOST_SPECIALISATIONS}`, "Lists multiply: give fewer arguments a list.");
	const [args, gridParameters] = nameArguments(entry, source, specs, problems);
	checkGrids(entry, args, gridParameters, configs, problems);
	if (problems.list.length > before) return void 0;
	return {
		name: entry.name,
		place: document.locate(entry.at([])),
		source: {
			...entry.source,
			line: source.line
		},
		parameters: source.parameters.map(({ name }) => name),
		arguments: args,
		configs,
		specialisations: specialisationsOf([...specs.values()]),
		grid: entry.grid.axes,
		gridParameters,
		depends: entry.depends,
		targets
	};
}
/** The run-time arguments by name, in the function's order. */
function specsOf(entry, source, problems) {
	const names = source.parameters.map(({ name }) => name);
	const { shape } = entry;
	if (shape.form === "signature") {
		if (shape.tokens.length !== names.length) {
			problems.add(entry.at(["signature"]), `the signature has ${shape.tokens.length} tokens, but ${entry.source.function} takes ${names.length} parameters: ${names.join(", ")}`, "Write one token per parameter: a type, or the value of a constexpr.");
			return /* @__PURE__ */ new Map();
		}
		return new Map(shape.tokens.flatMap((token, index) => token.kind === "argument" ? [[names[index] ?? "", token.spec]] : []));
	}
	for (const name of shape.arguments.keys()) if (!names.includes(name)) unknownParameter(entry, ["arguments", name], name, names, problems);
	return new Map(names.flatMap((name) => {
		const spec = shape.arguments.get(name);
		return spec === void 0 ? [] : [[name, spec]];
	}));
}
function nameArguments(entry, source, specs, problems) {
	const taken = /* @__PURE__ */ new Set([
		"stream",
		"algo_id",
		...symbolsOf(entry.name)
	]);
	const give = (name, type) => {
		const cName = parameterName(name, taken);
		taken.add(cName);
		return {
			name,
			cName,
			type
		};
	};
	const args = [...specs].map(([name, { type }]) => give(name, type));
	for (const { name } of entry.gridParameters) if (source.parameters.some((parameter) => parameter.name === name)) problems.add(entry.at(["grid_parameters", name]), `\`${name}\` is a parameter of the kernel already: expected another name`);
	return [args, entry.gridParameters.map(({ name, type }) => give(name, type))];
}
function checkGrids(entry, args, gridParameters, configs, problems) {
	const { axes, text } = entry.grid;
	for (const config of configs) for (const { message, offset } of checkGrid(axes, gridScope(args, gridParameters, config))) problems.add(entry.at(["grid"]), gridMessage(message, text, offset));
}
// src/core/prepare.ts
/**
* Reads manifest and sources and plans every variant. Needs Python, and Triton only where a kernel cannot be
* understood by reading its source.
* @throws {Failure} `usage` with everything that is wrong.
*/
async function prepare(selection, context) {
	const manifest = await loadManifest(selection);
	const chosen = chooseKernels(manifest, selection, context);
	const sources = await readKernelSources(manifest, chosen.map(({ entry }) => entry), selection, context);
	const problems = new Problems(manifest.document);
	const hashContext = {
		tritonVersion: manifest.triton,
		machine: context.platform.arch,
		requirements: manifest.requirements,
		environment: await codeEnvironment(context.env)
	};
	const kernels = [];
	const variants = [];
	for (const { entry, targets } of chosen) {
		const source = sources.get(entry);
		if (source === void 0) continue;
		const kernel = resolveKernel(entry, source.function, targets, manifest.document, problems);
		if (kernel === void 0) continue;
		kernels.push(kernel);
		variants.push(...planKernel(kernel, source.module, hashContext));
	}
	if (problems.list.length > 0) throw new Failure("usage", problems.list);
	return {
		manifest,
		kernels,
		variants
	};
}
async function loadManifest(selection) {
	const { manifest: file, targets, triton, generator } = selection;
	let text;
	try {
		text = await readFile(file, "utf8");
	} catch (error) {
		throw new Failure("usage", {
			message: "the manifest cannot be read",
			place: { file },
			hint: `Write a ${basename(file)}, or name another with --manifest.`
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
		message: `no kernel is named like ${only.join(", ")}`,
		place: { file: manifest.file },
		hint: `There are ${manifest.kernels.map(({ name }) => name).join(", ")}.`
	});
	return chosen.flatMap((entry) => {
		const targets = manifest.targets.filter(({ name }) => entry.targets?.some((target) => target.name === name) ?? true);
		if (targets.length > 0) return [{
			entry,
			targets
		}];
		log.warning({
			message: `${entry.name} is left out: it is narrowed to targets that are not built`,
			place: manifest.document.locate(entry.at(["targets"]))
		});
		return [];
	});
}
// src/core/stock/grid.ts
/**
* The grid as compile.py's `-g` takes it: three C expressions, which it pastes as they are. They compute in the
* arguments' own C types, so divisions round as C does: the same for values that are not negative.
*/
function stockGrid(kernel, config, specialisation) {
	const names = new Map(gridScope(kernel.arguments, [], config));
	for (const [index, { name }] of kernel.arguments.entries()) if (specialisation[index] === "equal-to-1") names.set(name, {
		kind: "constant",
		value: 1n
	});
	return [
		...kernel.grid.map((axis) => write(foldGrid(axis, names)).text),
		"1",
		"1"
	].slice(0, 3).join(", ");
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
function write(expression) {
	switch (expression.kind) {
		case "integer": return {
			text: String(expression.value),
			level: expression.value < 0n ? UNARY : PRIMARY
		};
		case "name": return {
			text: expression.name,
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
/** The expression in parentheses unless it binds at least as tightly as its place needs. */
function wrap(expression, least) {
	const { text, level } = write(expression);
	return level < least ? `(${text})` : text;
}
// src/core/stock/invocation.ts
const HINTS = {
	none: "",
	"divisible-by-16": ":16",
	"equal-to-1": ":1"
};
/** The call of compile.py that a variant stands for. The kernel must be one that `refusals` lets pass. */
function invocationOf({ kernel, config, specialisation }) {
	const { constants, options } = at(kernel.configs, config);
	const hints = at(kernel.specialisations, specialisation);
	return {
		signature: signatureOf(kernel, constants, hints),
		grid: stockGrid(kernel, at(kernel.configs, config), hints),
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
	if (item === void 0) throw new Error(`a plan without its part ${index}`);
	return item;
}
// src/core/stock/files.ts
const FORMAT = 1;
/** The tree with a manifest.json that says how each file came about, and its checksums. */
function stockFiles({ manifest, kernels, variants }, tree, allowedKnownWrong) {
	const { package: name, version, triton, targets } = manifest;
	const description = {
		format: FORMAT,
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
	return sealPackage(tree, `${JSON.stringify(description, void 0, 2)}\n`);
}
// src/core/stock/refusals.ts
/** Options that stand for what compile.py does anyway. */
const IMPLIED = {
	enable_fp_fusion: true,
	num_ctas: 1
};
const SETTABLE = ["num_warps", "num_stages"];
/** What Triton's tools have no way to say, or end with an error on: for these there are no files to be written. */
function refusals(kernel, triton) {
	const messages = [
		...kernel.configs.flatMap((config) => [...constantsOf(config), ...optionsOf(config)]),
		...repeatedConfigs(kernel),
		...argumentsOf(kernel),
		...unreadable(kernel, triton)
	];
	return [...new Set(messages)].map((message) => ({
		message: `${kernel.name}: ${message}`,
		place: kernel.place,
		hint: "Use the native generator, which can do this."
	}));
}
function constantsOf({ constants }) {
	return [...constants].flatMap(([name, { kind }]) => kind === "int" || kind === "float" ? [] : [`the constant \`${name}\` is of kind ${kind}: compile.py takes integers and floats only`]);
}
function optionsOf({ options }) {
	return Object.entries(options).flatMap(([name, value]) => SETTABLE.includes(name) || IMPLIED[name] === value ? [] : [`\`${name}: ${value}\`: compile.py has no such option, only num_warps and num_stages`]);
}
/** compile.py names its files by signature, num_warps and num_stages: equal ones are one file. */
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
		return before === void 0 ? [] : [`algo ${index} is the same as algo ${before}: compile.py would write one file for both`];
	});
}
function argumentsOf(kernel) {
	const tensors = kernel.arguments.filter(({ type }) => type.kind === "tensor");
	const isEmpty = kernel.specialisations.some((specialisation) => passedArguments(kernel, specialisation).length === 0);
	return [
		...tensors.map(({ name }) => `\`${name}\` is a tensor descriptor, which compile.py cannot pass on`),
		...kernel.gridParameters.map(({ name }) => `the grid parameter \`${name}\`: compile.py's functions take the kernel's arguments only`),
		...isEmpty ? ["there is no run-time argument left: compile.py writes C that does not compile"] : []
	];
}
function unreadable(kernel, triton) {
	return kernel.specialisations.flatMap((specialisation) => readHints(kernel, specialisation, triton) === void 0 ? [`link.py cannot read the hints \`${hintSuffix(kernel, specialisation, triton)}\` and ends with an error (Triton 3.7 to 3.9)`] : []);
}
// src/core/stock/tools.ts
const filesSchema = record(string(), string());
const compiledSchema = object({
	ok: literal(true),
	files: filesSchema,
	symbol: string(),
	numWarps: number()
});
const linkedSchema = object({
	ok: literal(true),
	files: filesSchema
});
/** Runs compile.py for every job, several at once; outcomes come in the order of the jobs. Throws as `compileAll`. */
async function runCompilePy(jobs, context, onDone) {
	const protocol = {
		message: (job) => ({
			kind: "stock-compile",
			...job
		}),
		parse: (answer, printed) => parse(compiledSchema, answer, printed),
		failed
	};
	return answerAll(jobs, {
		...context,
		program: "stock_worker.py"
	}, protocol, onDone);
}
/** Runs link.py for every job. */
async function runLinkPy(jobs, context) {
	return answerAll(jobs, {
		...context,
		program: "stock_worker.py"
	}, {
		message: (job) => ({
			kind: "stock-link",
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
	const outcome = union([failedSchema, schema]).parse(answer);
	return isFailed(outcome) ? failed(withDiagnostics(outcome.failure, printed)) : {
		ok: true,
		result: outcome
	};
}
function isFailed(outcome) {
	return failedSchema.safeParse(outcome).success;
}
// src/core/stock/tree.ts
/** The variable that keeps line tables out of cubins; compile.py leaves them in, with absolute paths. */
const LINE_INFO_VARIABLE = "TRITON_DISABLE_LINE_INFO";
/**
* What Triton's own compile.py and link.py write for every entry point. Nothing is kept or read from the store.
* @throws {Failure} `usage` for what the tools cannot do, `unsafe` for what they are known to do wrong, `compile`
* for what they fail at.
*/
async function generateTree({ manifest, kernels, variants }, request, context) {
	const { log } = context;
	const allowed = new Set(request.allowKnownWrong);
	checkKernels(kernels, manifest.triton, allowed);
	const { triton, requirements } = manifest;
	const { python } = await log.group(`Install Triton ${triton}`, () => ensureToolchain({
		tritonVersion: triton,
		requirements,
		python: request.python
	}, context));
	return withWorkerContext({
		...request,
		python
	}, context, async (pool) => {
		const setting = context.env["TRITON_DISABLE_LINE_INFO"] ?? "1";
		const stockPool = {
			...pool,
			env: {
				...pool.env,
				[LINE_INFO_VARIABLE]: setting
			}
		};
		const compiled = await log.group(`Run compile.py for ${variants.length} variants`, () => compile(variants, request, stockPool, context));
		checkCompiled(compiled, allowed);
		return log.group(`Run link.py for ${kernels.length} kernels`, () => link(kernels, compiled, request, stockPool));
	});
}
function checkKernels(kernels, triton, allowed) {
	const refused = kernels.flatMap((kernel) => refusals(kernel, triton));
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
		if (outcome?.ok === true) compiled.set(variant, outcome.result);
		return outcome?.ok === false ? [{
			variant,
			failure: outcome.failure
		}] : [];
	});
	if (failures.length > 0) throw new Failure("compile", problemsOf(failures, request.manifest));
	return compiled;
}
/** What only the compiled kernel tells. */
function checkCompiled(compiled, allowed) {
	const problems = [...compiled].flatMap(([{ kernel, config }, { symbol, numWarps }]) => {
		const { function: name } = kernel.source;
		const warps = Number(kernel.configs[config]?.options.num_warps);
		return [...symbol === name || allowed.has("renamed-kernel") ? [] : [knownWrongProblem(kernel, "renamed-kernel", `compile.py's C looks for \`${name}\` in the cubin, where the kernel is named \`${symbol}\` (Triton 3.6 to 3.9)`)], ...numWarps === warps || allowed.has("warp-specialised") ? [] : [knownWrongProblem(kernel, "warp-specialised", `compile.py's C launches ${warps} warps of a kernel that is warp-specialised and needs ${numWarps} (Triton 3.6 to 3.9)`)]];
	});
	const distinct = new Map(problems.map((problem) => [problem.message, problem]));
	if (distinct.size > 0) throw new Failure("unsafe", [...distinct.values()]);
}
async function link(kernels, compiled, request, pool) {
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
		headers: headersOf(files)
	})), {
		...pool,
		workers: 1
	});
	const tree = /* @__PURE__ */ new Map();
	const failures = inputs.flatMap(({ variant, files }, index) => {
		const outcome = outcomes[index];
		if (outcome?.ok === false) return [{
			variant,
			failure: outcome.failure
		}];
		for (const [file, text] of Object.entries({
			...files,
			...outcome?.result.files
		})) tree.set(`${variant.kernel.name}/${file}`, text);
		return [];
	});
	if (failures.length > 0) throw new Failure("compile", problemsOf(failures, request.manifest));
	return tree;
}
/** In the manifest's order, so that algo ids are those of the manifest. */
function headersOf(files) {
	return Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith(".h")));
}
// src/core/stock/build.ts
/** Writes what Triton's own tools give. Call `checkOutputFolder` first. Throws as `generateTree`. */
async function buildStock(preparation, request, context) {
	const { out, allowKnownWrong } = request;
	const tree = await generateTree(preparation, request, context);
	await context.log.group(`Write the files to ${out}`, () => writePackage(out, stockFiles(preparation, tree, allowKnownWrong)));
	return {
		generator: "triton",
		preparation,
		out,
		files: [...tree.keys()],
		compiled: preparation.variants.length,
		cached: 0
	};
}
// src/core/store.ts
/**
* A store in a directory, safe for many processes at once: an entry is one file that appears whole or not at
* all. An entry that does not check out is removed with a warning; a store that cannot be written costs a
* warning too, never the build.
*/
function directoryStore(directory, log) {
	const fileOf = (hash) => join(directory, "v1", hash.slice(0, 2), `${hash}.kernel`);
	let writable = true;
	return {
		async get(hash) {
			const file = fileOf(hash);
			const content = await readIfThere(file);
			if (content === void 0) return void 0;
			const kernel = decode(hash, content);
			if (kernel === void 0) {
				log.warning({
					message: "a stored kernel is damaged: it is compiled again",
					place: { file }
				});
				await rm(file, { force: true });
			}
			return kernel;
		},
		async put(hash, kernel) {
			if (!writable) return;
			const file = fileOf(hash);
			const temporary = `${file}.${randomUUID()}.tmp`;
			try {
				await mkdir(dirname(file), { recursive: true });
				await writeFile(temporary, encode(hash, kernel));
				await rename(temporary, file);
			} catch (error) {
				await rm(temporary, { force: true }).catch(() => void 0);
				if (!writable) return;
				writable = false;
				log.warning({
					message: `cannot write to the store, so results are not kept: ${String(error)}`,
					place: { file: directory },
					hint: "Choose another folder with --store."
				});
			}
		}
	};
}
const scratchSchema = object({
	size: number(),
	align: number()
});
/** What stands before the cubin, as one line of JSON. */
const headerSchema = object({
	hash: string(),
	/** Of the record and the cubin together. */
	sha256: string(),
	record: object({
		name: string(),
		ptxas: string(),
		shared: number(),
		numWarps: number(),
		numCtas: number(),
		globalScratch: scratchSchema,
		profileScratch: scratchSchema,
		launchPdl: boolean(),
		launchCooperativeGrid: boolean(),
		tensorMaps: array(tensorMapSchema)
	})
});
function encode(hash, kernel) {
	const { cubin, ...record } = kernel;
	const header = {
		hash,
		sha256: seal(record, cubin),
		record
	};
	return Buffer.concat([Buffer.from(`${canonical(header)}\n`), cubin]);
}
function decode(hash, content) {
	const end = content.indexOf("\n");
	const header = headerSchema.safeParse(parseJson(content.subarray(0, Math.max(0, end)).toString()));
	if (!header.success) return void 0;
	const cubin = new Uint8Array(content.subarray(end + 1));
	const { record } = header.data;
	return header.data.hash === hash && header.data.sha256 === seal(record, cubin) ? {
		...record,
		cubin
	} : void 0;
}
function seal(record, cubin) {
	return sha256(Buffer.concat([Buffer.from(`${canonical(record)}\n`), cubin]));
}
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
async function readIfThere(file) {
	try {
		return await readFile(file);
	} catch {
		return;
	}
}
// src/core/build.ts
/**
* The main job: from a manifest to a package, or to the files of Triton's own tools where the manifest or the
* request names that generator. Nothing is written to the output folder unless everything compiled and checked out.
* @throws {Failure} with the kind of whatever went wrong.
*/
async function build(request, context) {
	const { log } = context;
	await checkOutputFolder(request.out, context.cwd);
	const preparation = await log.group(`Plan ${request.manifest}`, () => prepare(request, context));
	const { manifest, kernels, variants } = preparation;
	log.info(`${kernels.length} kernels, ${variants.length} variants, Triton ${manifest.triton}`);
	return manifest.generator === "triton" ? buildStock(preparation, request, context) : buildPackage(preparation, request, context);
}
async function buildPackage(preparation, request, context) {
	const { log } = context;
	const { manifest, variants } = preparation;
	const store = directoryStore(request.store, log);
	const stored = await loadStored(variants, store);
	const missing = variants.filter(({ hash }) => !stored.has(hash));
	log.info(`${variants.length - missing.length} variants are in the store, ${missing.length} to compile`);
	const compiled = await compileMissing(missing, store, request, preparation, context);
	const linked = linkVariants(variants.map((variant) => [variant, resultOf(variant, stored, compiled)]));
	await log.group(`Write the package to ${request.out}`, async () => {
		const facts = {
			package: manifest.package,
			version: manifest.version,
			tritonVersion: manifest.triton,
			generatorVersion: VERSION
		};
		const headers = await readLauncherHeaders();
		await writePackage(request.out, packageFiles(facts, linked, headers));
	});
	return {
		generator: "native",
		preparation,
		linked,
		out: request.out,
		compiled: missing.length,
		cached: variants.length - missing.length
	};
}
async function loadStored(variants, store) {
	const found = /* @__PURE__ */ new Map();
	for (const { hash } of variants) {
		const kernel = await store.get(hash);
		if (kernel !== void 0) found.set(hash, kernel);
	}
	return found;
}
async function compileMissing(missing, store, request, { manifest }, context) {
	if (missing.length === 0) return /* @__PURE__ */ new Map();
	const { log } = context;
	const toolchain = await log.group(`Install Triton ${manifest.triton}`, () => ensureToolchain({
		tritonVersion: manifest.triton,
		requirements: manifest.requirements,
		python: request.python
	}, context));
	return log.group(`Compile ${missing.length} variants`, async () => {
		const start = context.now();
		const { kernels, cpuSeconds } = await compileVariants(missing, store, {
			...request,
			python: toolchain.python
		}, context);
		const seconds = (context.now() - start) / 1e3;
		log.info(`${cpuSeconds.toFixed(1)} s of compiling in ${seconds.toFixed(1)} s on ${request.jobs} workers`);
		return kernels;
	});
}
function resultOf(variant, stored, compiled) {
	const kernel = stored.get(variant.hash) ?? compiled.get(variant.hash);
	if (kernel === void 0) throw new Error(`no result for ${variant.hash}`);
	return kernel;
}
// src/core/interruption.ts
const ENDING = [
	"SIGINT",
	"SIGTERM",
	"SIGHUP"
];
/** A signal for the run that is aborted by Ctrl-C and by requests to end. */
function interruptible(source) {
	const controller = new AbortController();
	const listeners = ENDING.map((name) => {
		const listener = () => controller.abort(interrupted(name));
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
// src/core/stock/verify.ts
/** Files this program adds for itself: a tree need not have them. */
const OWN_FILES = /* @__PURE__ */ new Set([MANIFEST_FILE, SUMS_FILE]);
/**
* Compares a tree with what the sources give, and tells how many files agree.
* @throws {Failure} `verification` naming each file that differs, is missing or should not be there.
*/
async function verifyStock(request, context) {
	const preparation = await context.log.group(`Plan ${request.manifest}`, () => prepare(request, context));
	if (preparation.manifest.generator !== "triton") throw new Failure("usage", {
		message: "only the files of the generator `triton` can be compared in this version",
		hint: "Add --generator triton, or `generator: triton` to the manifest. For a package, build it again and compare."
	});
	const expected = await generateTree(preparation, request, context);
	const entries = preparation.kernels.map(({ name }) => name);
	const isOurs = (path) => request.only === void 0 || entries.some((name) => path.startsWith(`${name}/`));
	const problems = await differences(expected, request.package, isOurs);
	if (problems.length > 0) throw new Failure("verification", problems);
	return expected.size;
}
async function differences(expected, folder, isOurs) {
	const found = new Set(await filesBelow(folder));
	const paths = [.../* @__PURE__ */ new Set([...expected.keys(), ...found])].toSorted();
	const problems = [];
	for (const path of paths) {
		const text = expected.get(path);
		const place = { file: join(folder, path) };
		if (text === void 0) {
			if (!OWN_FILES.has(path) && isOurs(path)) problems.push({
				message: "extra: the sources do not give this file",
				place
			});
		} else if (!found.has(path)) problems.push({
			message: "missing: the sources give this file",
			place
		});
		else if (!(await readFile(place.file)).equals(Buffer.from(text))) problems.push({
			message: "drifted: the sources give other bytes",
			place
		});
	}
	return problems;
}
async function filesBelow(folder) {
	try {
		return await listFiles(folder);
	} catch (error) {
		throw new Failure("usage", {
			message: systemCode(error) === "ENOENT" ? "there is no such folder" : `cannot be read: ${String(error)}`,
			place: { file: folder },
			hint: "Name the folder of the committed files with --package."
		});
	}
}
export { isGenerator as _, manifestJsonSchema as a, formatProblem as b, HOME_VARIABLE as c, describeSpecialisation as d, variantName as f, GENERATORS as g, isKnownWrong as h, prepare as i, toolchainHome as l, KNOWN_WRONG as m, interruptible as n, readPlatform as o, VERSION as p, build as r, freeBytes as s, verifyStock as t, describeConfig as u, Failure as v, exitCodeOf as y };
