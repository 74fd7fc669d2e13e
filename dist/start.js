import { __toESM } from "./rolldown-runtime.js";
import { NEVER, _enum, array, boolean, discriminatedUnion, int, literal, number, object, record, string, tuple, union, unknown } from "./vendor.js";
import { require_picomatch } from "./yaml.js";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { constants as constants$1, createReadStream, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { access, chmod, lstat, mkdir, open, readFile, readdir, readlink, realpath, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { availableParallelism, constants as constants$2, freemem, hostname } from "node:os";
import { channel } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { setMaxListeners } from "node:events";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
// src/base/context.ts
/** Remembers what a run has found out about the machine, so that it asks once. */
var Memory = class {
	#found = /* @__PURE__ */ new Map();
	#facts = /* @__PURE__ */ new Set();
	/** Returns what `find` returned first for this key, which says everything that it depends on. */
	once(key, find) {
		const text = JSON.stringify(key);
		const found = this.#found.get(text) ?? find();
		this.#found.set(text, found);
		return found;
	}
	/** Notes a fact that was found out by the way. */
	note(fact) {
		this.#facts.add(fact);
	}
	knows(fact) {
		return this.#facts.has(fact);
	}
};
// src/base/text.ts
/** Returns the candidate that `word` most likely misspells; undefined if none is close. */
function nearest(word, candidates) {
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
function plural(count, noun, many = `${noun}s`) {
	return `${count} ${count === 1 ? noun : many}`;
}
/** Formats three significant digits, such as `12.3` or `1870`. */
function threeDigits(value) {
	return String(Number(value.toPrecision(3)));
}
/** Returns the beginning and the end of a text that has more than `most` characters. */
function withoutMiddle(text, most) {
	if (text.length <= most) return text;
	const half = Math.floor((most - 3) / 2);
	return `${text.slice(0, half)} \u2026 ${text.slice(-half)}`;
}
/** Indents the lines of a text that are not empty. */
function indent(text, columns) {
	return text.replaceAll(/^(?=.)/gm, " ".repeat(columns));
}
/**
* Characters that move the cursor, change colours or the direction of writing, or are not seen: all
* control characters but tab and line feed, and the format characters of Unicode.
*/
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Writes unseen characters as `\u{202E}`, for text that others wrote. Every line ends with a line feed. */
function visibleText(text) {
	return text.replaceAll(/\r\n?/g, "\n").replaceAll(UNSEEN, (character) => {
		return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`;
	});
}
/** Formats as JSON for a file that people read too. `replace` is as for `JSON.stringify`. */
function fileJson(value, replace) {
	return `${asciiControls(JSON.stringify(value, replace, 2))}\n`;
}
/** Writes unseen characters in JSON as `\u202e`. */
function asciiControls(json) {
	return json.replaceAll(UNSEEN, (character) => character.split("").map(escapeUnit).join(""));
}
function escapeUnit(unit) {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
/**
* Changes lines that a runner of workflows would take for commands: `::error::\u2026` at the beginning,
* and `##[\u2026]` anywhere.
* Source: actions/runner, ActionCommand.cs.
*/
function withoutCommands(text) {
	return text.replaceAll(/^([^\S\n]*)::/gm, "$1: :").replaceAll("##[", "## [");
}
/** Quotes a word for a POSIX shell, if it needs quotes. */
function shellQuote(word) {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
/** Writes an integer of 64 bits as C. A minus is not part of a literal, and 2^63 on its own does not fit. */
function cInteger(value) {
	if (value > 2n ** 63n - 1n) return `UINT64_C(${value})`;
	if (value === -(2n ** 63n)) return "INT64_MIN";
	return value < 0n ? `-INT64_C(${-value})` : `INT64_C(${value})`;
}
/** Writes a float as a C `double`. */
function cFloat(value) {
	if (Number.isNaN(value)) return "__builtin_nan(\"\")";
	if (!Number.isFinite(value)) return `${value < 0 ? "-" : ""}__builtin_inf()`;
	const text = Object.is(value, -0) ? "-0" : String(value);
	return /[.e]/.test(text) ? text : `${text}.0`;
}
/** Writes a text as a C string, as it is. `??` begins a trigraph in C11. */
function cString(text) {
	return JSON.stringify(text).replaceAll("?", String.raw`\?`);
}
/** Writes a text for people as a C string, with unseen characters as `\u{202E}`. */
function cMessage(text) {
	return cString(visibleText(text));
}
/** Returns the SHA-256 of text or bytes in hexadecimal. */
function sha256(content) {
	return createHash("sha256").update(content).digest("hex");
}
/** Formats as JSON with sorted keys, so that equal values give equal text. */
function canonicalJson(value) {
	return written(value);
}
/** Writes piece by piece: sorted copies of objects would be most of the garbage of a large plan. */
function written(value) {
	if (typeof value === "number" && !Number.isFinite(value)) return JSON.stringify(String(value));
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	if ("toJSON" in value && typeof value.toJSON === "function") return written(value.toJSON());
	let text = "";
	if (Array.isArray(value)) {
		for (const item of value) text += `${text === "" ? "" : ","}${written(item) ?? "null"}`;
		return `[${text}]`;
	}
	for (const key of sortedKeys(value)) {
		const item = written(Reflect.get(value, key));
		if (item !== void 0) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${item}`;
	}
	return `{${text}}`;
}
/** Whole numbers come first, in their order, as they do in every object. */
function sortedKeys(value) {
	const keys = Object.keys(value);
	const numbers = keys.findIndex((key) => !isIndex(key));
	if (numbers <= 0) return numbers === 0 ? keys.toSorted() : keys;
	return [...keys.slice(0, numbers), ...keys.slice(numbers).toSorted()];
}
function isIndex(key) {
	return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}
/** Describes what `parseSize` accepts, for messages. */
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
* Parses a size such as `5GB` to bytes; undefined if it is not a size. Only 0 needs no unit:
* 5 hardly means five bytes.
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
/** Returns a text that begins with a capital. */
function capitalised(text) {
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
/** Parses JSON; returns undefined if the text is not JSON. */
function tryParseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
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
	return `${from > 0 ? "\u2026" : ""}${line.slice(from, to)}${to < line.length ? "\u2026" : ""}`;
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
// src/base/errors.ts
/** The exit code for each reason that ends a command. docs/reference/cli.md and `--help` have the same. */
const EXIT_CODES = {
	usage: 2,
	environment: 3,
	compile: 4,
	abi: 5,
	smoke: 6,
	"no-gpu": 7,
	unsafe: 8,
	verification: 9,
	/** A budget was exceeded, or something got worse by more than `fail-on` allows. */
	threshold: 10,
	interrupted: 130
};
/** An expected failure. Anything else that is thrown is a bug in this program (exit code 1). */
var Failure = class extends Error {
	kind;
	problems;
	/** Counts what failed and what did not, if many things were tried. */
	summary;
	constructor(kind, problems, { summary, ...options } = {}) {
		const list = (isList(problems) ? problems : [problems]).map(bounded);
		super(list.map(formatProblem).join("\n"), options);
		this.name = "Failure";
		this.kind = kind;
		this.problems = list;
		this.summary = summary;
	}
};
/** The most characters of a message or a path, and of a hint, which can be the output of a program. */
const LONGEST = 1e3;
const LONGEST_HINT = 1e4;
/** Shortens the texts of a problem: they quote the manifest, in which an expression can have a megabyte. */
function bounded(problem) {
	const { message, place, hint } = problem;
	return {
		...problem,
		message: withoutMiddle(message, LONGEST),
		...place?.path !== void 0 && { place: {
			...place,
			path: withoutMiddle(place.path, LONGEST)
		} },
		...hint !== void 0 && { hint: withoutMiddle(hint, LONGEST_HINT) }
	};
}
/** Returns the exit code for an error that reached the entry point. */
function exitCodeOf(error) {
	return error instanceof Failure ? EXIT_CODES[error.kind] : 1;
}
/** Formats as `file:line:column: message (at path)`, which editors parse, and an indented hint. */
function formatProblem(problem) {
	const { place, message, hint } = problem;
	return `${place === void 0 ? "" : `${formatPlace(place)}: `}${message}${place?.path === void 0 ? "" : ` (at ${place.path})`}${hint === void 0 ? "" : `\n    ${hint.replaceAll("\n", "\n    ")}`}`;
}
/** Formats as `file:line:column`, without what is unknown. */
function formatPlace(place) {
	const parts = [place.file];
	if (place.line !== void 0) {
		parts.push(String(place.line));
		if (place.column !== void 0) parts.push(String(place.column));
	}
	return parts.join(":");
}
/** Formats as `kernels.add.configs[0].BLOCK`; keys that are not identifiers are quoted. */
function formatPath(path) {
	return path.map((key, index) => {
		if (typeof key === "number") return `[${key}]`;
		return /^[A-Za-z_]\w*$/.test(key) ? `${index > 0 ? "." : ""}${key}` : `[${JSON.stringify(key)}]`;
	}).join("");
}
/** Returns the code of a failed system call, such as `ENOENT`; undefined for any other error. */
function systemCode(error) {
	return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : void 0;
}
/** Returns what a thrown value says. */
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}
/** True if a system call failed, for example because the disk is full. */
function isSystemError(error) {
	return /^E[A-Z]+$/.test(systemCode(error) ?? "");
}
function isList(problems) {
	return Array.isArray(problems);
}
// src/base/leftovers.ts
/** The suffix of files that are still being written. */
const PARTIAL_SUFFIX = ".part";
const OWNED = /^(.+)\.([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{8}(\.new|\.old|\.part)?$/;
/** Returns a new name that says that this process owns it. */
async function ownedName(stem, suffix) {
	const start = (await readProcess(process.pid))?.start ?? "0";
	return `${stem}.${`${await machine()}-${process.pid}-${start}`}-${randomBytes(4).toString("hex")}${suffix}`;
}
/** Begins the names of folders for temporary files. */
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
* Removes temporary folders and files in `parent` whose process has ended, if they belong to this user.
* Never fails.
* @param isStem returns whether to look at one, given the first part of its name
* @param fresh a new one there: its time is that of the disk
*/
async function removeLeftovers(parent, isStem, fresh) {
	for (const folder of await leftoversIn(parent, isStem, fresh)) await removeFolder(folder).catch(() => void 0);
}
/** Returns what `removeLeftovers` removes. */
async function leftoversIn(parent, isStem, fresh) {
	const found = [];
	for (const name of await readdir(parent).catch(() => [])) {
		const [, stem, owner, pid, start, suffix] = OWNED.exec(name) ?? [];
		if (stem === void 0 || !isStem(stem)) continue;
		const folder = join(parent, name);
		const stats = await lstat(folder).catch(() => void 0);
		const isKind = suffix === ".part" ? stats?.isFile() : stats?.isDirectory();
		if (stats === void 0 || isKind !== true || stats.uid !== process.getuid?.()) continue;
		if (owner === await machine() ? !await isAlive(Number(pid), start ?? "") : await timeOf(fresh) - stats.mtimeMs > UNKNOWN_OWNER_MS) found.push(folder);
	}
	return found;
}
async function timeOf(file) {
	return lstat(file).then(({ mtimeMs }) => mtimeMs, () => 0);
}
/** Removes a folder, also one that its owner made read-only. @throws the system's error. */
async function removeFolder(folder) {
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
let machineId;
/** Identifies what process ids are valid in: this machine since its start, and this container. */
function machine() {
	return machineId ??= Promise.all([readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""), readlink("/proc/self/ns/pid").catch(() => "")]).then((ids) => {
		return createHash("sha256").update([hostname(), ...ids].join("\n")).digest("hex").slice(0, 8);
	});
}
/** True if a process exists that was started at that time. */
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
// src/base/files.ts
/**
* Writes a temporary file next to `file` and renames it when it is complete, so that readers never
* see half a file. If `write` fails, `file` is unchanged. Removes the temporary files for `file` that
* killed processes left there.
*/
async function writeAtomically(file, write) {
	const temporary = await ownedName(file, PARTIAL_SUFFIX);
	try {
		const result = await write(temporary);
		await removeLeftovers(dirname(file), (stem) => stem === basename(file), temporary);
		await rename(temporary, file);
		return result;
	} finally {
		await rm(temporary, { force: true });
	}
}
/**
* Writes a new file from a stream. It is opened before anything can fail: a stream that opens a file itself can do so after
* its removal.
*/
async function writeStream(file, content, signal) {
	const stream = (await open(file, "wx")).createWriteStream();
	await pipeline(content, stream, { signal });
}
/**
* Creates a folder and those above it, like `mkdir -p`. Node's own way never ends in /proc: there,
* creating a folder fails as if the one above it were missing. If a disk has no room for more files,
* it reports a missing folder.
* @throws the system's error; one with the code `ENOTSUP` in /proc.
*/
async function makeFolder(folder) {
	for (let attempt = 1; attempt < ATTEMPTS$1; attempt += 1) {
		if (await madeOrThere(folder)) return;
		await makeFolder(dirname(folder));
	}
	const error = await mkdir(folder).catch((thrown) => thrown);
	if (error === void 0) return;
	throw systemCode(error) !== "ENOENT" || !await pathExists(resolve(dirname(folder))) ? error : Object.assign(error, { code: "ENOTSUP" });
}
/** Others can remove a folder, or the one above it, just after it was found. */
const ATTEMPTS$1 = 4;
/** Returns false if the folder above it is missing, or it was removed at the same time. */
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
/** More bytes of a file are not read at once. A text cannot be much longer. */
const LARGEST = 5e8;
/**
* Reads a file. A pipe or device, which may never end, is not opened for reading.
* @param most the bytes to read at most. Default: all of a file that is not larger than 500 MB
* @throws the system's error, or one with the code `EFTYPE` or `ELARGE` as if from it.
*/
async function readPlainFile(file, most) {
	const handle = await open(file, constants$1.O_RDONLY | constants$1.O_NONBLOCK);
	try {
		const found = await handle.stat();
		const refusal = (code, message) => Object.assign(new Error(message), {
			code,
			syscall: "open",
			path: file
		});
		if (!found.isFile()) throw refusal("EFTYPE", "not a regular file");
		if (most === void 0) {
			if (found.size > LARGEST) throw refusal("ELARGE", "larger than 500 MB");
			return await handle.readFile();
		}
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}
/** Returns the SHA-256 of a file of any size. @throws the system's error. */
async function fileDigest(file) {
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), hash);
	return hash.digest("hex");
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
async function readBelow(folder, path, folderName = "the manifest's folder") {
	try {
		const file = await realpath(join(folder, path));
		const inside = relative(await realpath(folder), file);
		if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return { problem: `it is a link to ${file}, which is not below ${folderName}` };
		return await readPlainFile(file);
	} catch (error) {
		const code = systemCode(error);
		if (code === "ENOENT") return { problem: "no such file" };
		if (code === "EFTYPE") return { problem: "it is not a regular file" };
		if (code === "ELARGE") return { problem: "it is larger than 500 MB" };
		return { problem: code === "ELOOP" ? "its links lead in a circle" : String(error) };
	}
}
/** Lists the plain files below a folder: their sorted paths, relative to it. @throws the system's error. */
async function filesBelow(folder) {
	return (await readdir(folder, {
		recursive: true,
		withFileTypes: true
	})).filter((each) => each.isFile()).map((each) => relative(folder, join(each.parentPath, each.name))).toSorted();
}
/**
* Once a folder has more than `most` files with this ending, removes those that were not used for the longest time, so that
* half of `most` stay. @throws the system's error
*/
async function removeUnused(folder, ending, most) {
	const all = (await readdir(folder)).filter((name) => name.endsWith(ending));
	if (all.length <= most) return;
	const used = all.map((name) => {
		const path = join(folder, name);
		return {
			path,
			time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
		};
	});
	for (const { path } of used.toSorted((a, b) => b.time - a.time).slice(most / 2)) await rm(path, { force: true });
}
/** Returns true if this user can see something at `path`. Follows links. */
async function pathExists(path) {
	return stat(path).then(() => true, () => false);
}
/** Returns how many bytes an ordinary user can write to the disk that holds `path`. */
async function freeBytes(path) {
	const { bavail, bsize } = await statfs(path);
	return bavail * bsize;
}
// src/base/debug.ts
/** Carries what helps to find the cause of something. It has no listener unless the user asks for one. */
const debugging = channel("triton-aot:debug");
/** Tells the listeners; `text` is called only if there is one. It must not contain secrets. */
function debug(text) {
	if (debugging.hasSubscribers) debugging.publish(text());
}
/** Tells the listeners about an error: where it was thrown, and the errors that caused it. */
function debugError(error) {
	debug(() => inspect(error));
}
/** Calls `show` with each text from now on. Returns a function that ends this. */
function onDebug(show) {
	const listener = (message) => show(String(message));
	debugging.subscribe(listener);
	return () => debugging.unsubscribe(listener);
}
// src/base/faults.ts
/** Explains the codes of failed system calls, and what to do. Source: errno(3). */
const FAULTS = {
	EACCES: ["permission denied", "Change its permissions, or use another path."],
	EPERM: ["the operation is not permitted", "Change its permissions, or use another path."],
	EROFS: ["the file system is read-only", "Use a path on another file system."],
	ENOSPC: ["the disk is full, or has no room for more files", "Remove files from the disk (see `df -h` and `df -i`), or use another one."],
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
	ENOTSUP: ["the file system does not support this", "Use a path on another file system."],
	ENOENT: ["no such file or folder", "Something removed it, or it cannot be created there."],
	ENOTDIR: ["a part of its path is not a folder", "Use another path."],
	EISDIR: ["it is a folder, not a file", "Remove it, or use another path."],
	EFTYPE: ["it is not a regular file", "Put a file in its place, or use another path."],
	ELARGE: ["it is larger than 500 MB", "Put a smaller file in its place, or use another path."],
	EEXIST: ["it already exists", "Remove it, or use another path."],
	ENOTEMPTY: ["the folder is not empty", "Something else writes to it. Try again."],
	ELOOP: ["its links lead in a circle", "Correct the links, or use another path."],
	ENAMETOOLONG: ["its path is too long", "Use a shorter path."]
};
/**
* Returns the failure for an error of a system call, such as a full disk: it is no defect of this
* program. Returns undefined for any other error.
* @param path where it happened, if the error does not say so: failed writes do not
*/
function machineFailure(error, path) {
	const code = systemCode(error) ?? "";
	const [message, hint] = FAULTS[code] ?? [];
	if (message === void 0 || !isCall(error)) return void 0;
	const file = error.path ?? path;
	return new Failure("environment", specialProblem(error, code) ?? {
		message: code === "EFTYPE" || code === "ELARGE" ? message : `${message} (${error.syscall}: ${code})`,
		...file !== void 0 && { place: { file } },
		hint
	}, { cause: error });
}
/** Returns why something failed, for a message about what failed. */
function reasonOf(error) {
	const [problem] = machineFailure(error)?.problems ?? [];
	return problem?.message ?? messageOf(error);
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
		message: `cannot create a folder for temporary files: ${FAULTS[code]?.[0]} (${code})`,
		place: { file: dirname(path) },
		hint: "Set TMPDIR to a folder that exists and can be written. In a workflow, it is RUNNER_TEMP."
	};
}
// src/base/interrupts.ts
/** The failure of a run that signal `name` interrupted. */
function interruptedFailure(name) {
	return new Failure("interrupted", { message: `interrupted by ${name}` }, { cause: name });
}
/** Returns the signal that aborted a run of `interruptible`. */
function signalOf(reason) {
	const name = reason instanceof Failure ? reason.cause : void 0;
	return INTERRUPTS.find((each) => each === name) ?? "SIGTERM";
}
const INTERRUPTS = [
	"SIGINT",
	"SIGTERM",
	"SIGHUP"
];
/** The exit code of an interrupted run. */
const INTERRUPTED = 130;
/** Milliseconds in which signals count as one: npm forwards the Ctrl-C that the terminal sent too. */
const SAME_INTERRUPT = 1e3;
/**
* Returns an abort signal for the run, aborted by Ctrl-C and by requests to terminate. The run then
* ends its programs and removes temporary files; a second signal ends this process at once.
*/
function interruptible(source, now = Date.now) {
	const controller = new AbortController();
	setMaxListeners(0, controller.signal);
	let firstMs;
	const listeners = INTERRUPTS.map((name) => {
		const listener = () => {
			firstMs ??= now();
			if (now() - firstMs > SAME_INTERRUPT) source.exit(INTERRUPTED);
			controller.abort(interruptedFailure(name));
		};
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
// src/toolchain/installation.ts
/** The variable that sets the folder of toolchains. */
const HOME_VARIABLE = "TRITON_AOT_HOME";
/** The remedy for a full disk. */
const SPACE_HINT = `Free some disk space (see \`df -h\` and \`df -i\`), or set ${HOME_VARIABLE} to a folder on a larger disk.`;
/** Returns the folder of toolchains: TRITON_AOT_HOME, else one in the user's cache folder. */
function toolchainHome(env, userHome) {
	const fromVariable = env[HOME_VARIABLE];
	if (fromVariable) return fromVariable;
	const cache = env["XDG_CACHE_HOME"] || join(env["HOME"] || userHome, ".cache");
	return join(cache, "triton-aot");
}
/**
* The number of the way in which environments are made. Those made in another way are made again:
* earlier ones had none, and might lack files of Triton.
*/
const LAYOUT = 2;
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
/** Returns the folder of uv's cache. Hard links need it on the disk of the environments. */
function cacheFolder(home) {
	return join(home, "uv", "cache");
}
/** Returns the folder of the Pythons that uv installs. */
function pythonFolder(home) {
	return join(home, "uv", "python");
}
/** Returns the Python of an environment. */
function pythonOf(folder) {
	return join(folder, "bin", "python");
}
/** Returns the file that marks an environment as complete. */
function markerFile(folder) {
	return join(folder, MARKER);
}
/** Returns the text that marks an environment for `key` as complete. */
function markerOf(key) {
	const marker = {
		layout: LAYOUT,
		...key,
		requirements: normalise(key.requirements)
	};
	return `${JSON.stringify(marker, void 0, 2)}\n`;
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
/** Removes an environment. It is renamed first, so that no run finds a part of it. */
async function removeInstallation(folder) {
	await withWorkFolder(folder, async (work) => {
		await moved$1(folder, join(work, "old"));
	});
}
/** The bytes of all environments and of uv's cache, after an installation. */
const TOOLCHAIN_LIMIT = 1e10;
/** Environments used within this time can be in use. */
const RECENT_MS = 864e5;
/** Measures the environments below `home`. A file with several names counts once. */
async function toolchainUse(home) {
	const seen = /* @__PURE__ */ new Set();
	const installed = await listInstallations(home);
	let bytes = 0;
	for (const { folder } of installed) bytes += await bytesOf(folder, seen);
	const cacheBytes = await bytesOf(cacheFolder(home), seen);
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
/** Bytes on the disk of files below `folder` that are not in `seen`, by file system and inode. */
async function bytesOf(folder, seen) {
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
		const hint = systemCode(error) === "ENOSPC" ? SPACE_HINT : `Make it writable, or set ${HOME_VARIABLE} to a writable folder.`;
		throw new Failure("environment", {
			message: `cannot create a folder in ${parent}: ${reasonOf(error)}`,
			hint
		}, { cause: error });
	}
}
function normalise(requirements) {
	return [...new Set(requirements.map((text) => text.trim()))].toSorted();
}
// src/manifest/terms/triton-version.ts
/** The first release with the compiler interface that the bridge uses. */
const OLDEST_SUPPORTED = "3.6.0";
/** The newest release that the tests run with. */
const NEWEST_TESTED = "3.9.0";
/** The supported releases, for messages. Source: https://pypi.org/project/triton/#history */
const RELEASES = [
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
	if (!EXACT.test(version)) return reject(`${JSON.stringify(text)} is not an exact Triton version${likelyReleases(version)}`, `Write the full version, so that every build gives the same package. The releases are ${RELEASES.join(", ")}.`);
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
/** The name of a package as indexes write it: names are equal if only case, `-`, `_` and `.` differ. Source: PEP 503. */
function normalName(name) {
	return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
/** True if a package brings a module `triton`, and so would replace the compiler. */
function isCompiler(name) {
	return COMPILERS.test(normalName(name));
}
/** Returns what is wrong with an entry of `requirements:`; undefined if it is valid. */
function requirementProblem(text) {
	const [, name, rest = ""] = REQUIREMENT.exec(text.trim()) ?? [];
	if (name === void 0) return {
		message: `${JSON.stringify(text)} is not a Python requirement`,
		hint: "Write a package name, optionally with a version, such as `numpy` or `scipy==1.14.1`."
	};
	if (isCompiler(name)) return {
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
	const likely = RELEASES.filter((release) => `${release}.`.startsWith(`${numbers}.`));
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
// src/toolchain/platform.ts
/** Reads the facts about the machine this process runs on. */
function readPlatform() {
	let glibc;
	return {
		os: process.platform,
		arch: process.arch,
		get glibc() {
			return glibc ??= glibcVersion();
		},
		etc: "/etc"
	};
}
const OLDEST_GLIBC = "2.27";
const MACHINES = {
	x64: "x86_64",
	arm64: "aarch64"
};
/**
* Returns the machine name in the file names of the wheels for a platform. `refusal` begins the
* message if there are none.
* @throws {Failure} `environment` if Triton has no wheels for it.
*/
function wheelMachine(platform, refusal = "Triton has no wheels for") {
	const machine = MACHINES[platform.arch];
	const found = unsupportedPlatform(platform);
	if (machine !== void 0 && found === void 0) return machine;
	throw new Failure("environment", {
		message: `${refusal} ${found ?? `${platform.arch} machines`}`,
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
// src/base/marked-processes.ts
/** A variable that a program and all that it starts inherit. */
const MARK_VARIABLE = "TRITON_AOT_TOOL";
/** Adds a mark to an environment. GitHub's runner finds what a job leaves running in the same way. */
function marked(env) {
	const mark = randomUUID();
	const marks = [env[MARK_VARIABLE], mark].filter((each) => each !== void 0);
	return {
		env: {
			...env,
			[MARK_VARIABLE]: marks.join(" ")
		},
		kill: () => killMarked(mark)
	};
}
/** The searches for processes at most: a process can start others during a search. */
const SEARCHES = 10;
function killMarked(mark) {
	for (let search = 0; search < SEARCHES; search += 1) if (!killFound(mark)) return;
}
/** Returns whether there was a process to kill. Source: proc_pid_environ(5). */
function killFound(mark) {
	let hasFound = false;
	for (const name of readdirSync("/proc")) {
		if (!/^\d+$/.test(name)) continue;
		try {
			if (!readFileSync(`/proc/${name}/environ`).includes(mark)) continue;
			process.kill(Number(name), "SIGKILL");
			hasFound = true;
		} catch {}
	}
	return hasFound;
}
// src/base/output.ts
/** Characters kept of the beginning and of the end. */
const KEPT = 16384;
/**
* The beginning and the end of what a program printed since the last `clear`. Memory use is
* bounded.
*/
var OutputExcerpt = class {
	#kept;
	#head = "";
	#tail = "";
	#cut = false;
	constructor(kept = KEPT) {
		this.#kept = kept;
	}
	append(text) {
		const room = this.#kept - this.#head.length;
		this.#head += text.slice(0, room);
		this.#tail += text.slice(room);
		if (this.#tail.length > 2 * this.#kept) this.#shorten();
	}
	#shorten() {
		this.#cut ||= this.#tail.length > this.#kept;
		this.#tail = this.#tail.slice(-this.#kept);
	}
	clear() {
		this.#head = "";
		this.#tail = "";
		this.#cut = false;
	}
	get text() {
		this.#shorten();
		return this.#cut ? `${this.#head}\n[\u2026]\n${this.#tail}` : this.#head + this.#tail;
	}
};
/** The most characters of standard output. No program whose output is read prints a tenth of it. */
const MOST_OUTPUT = 1e8;
/** Characters kept of the beginning and of the end of standard error. */
const KEPT_ERRORS = 1e6;
/** The output of a program: all of standard output, up to a limit, and an excerpt of standard error. */
var ProgramOutput = class {
	#stdout = "";
	#stderr = new OutputExcerpt(KEPT_ERRORS);
	#isTooLong = false;
	append(stream, text) {
		if (stream === "stderr") this.#stderr.append(text);
		else if (this.#stdout.length + text.length > MOST_OUTPUT) this.#isTooLong = true;
		else this.#stdout += text;
	}
	get isTooLong() {
		return this.#isTooLong;
	}
	/**
	* Returns what `program` has printed.
	* @throws {Failure} `environment` if it is too long.
	*/
	of(program) {
		if (!this.#isTooLong) return {
			stdout: this.#stdout,
			stderr: this.#stderr.text
		};
		throw new Failure("environment", {
			message: `${program} was ended because it printed more than ${formatSize(MOST_OUTPUT)}`,
			hint: "Run it by hand to see what it prints."
		});
	}
};
// src/base/source-lines.ts
/** The name of a line, by which results and excerpts find each other: also the cause of problems there. */
function keyOfLine({ file, line }) {
	return `${file}:${line}`;
}
/** Returns the lines of an excerpt with their numbers, and which of them is the one that is named. */
function numberedLines({ first, line, lines }) {
	const width = String(first + lines.length - 1).length;
	return lines.map((text, index) => {
		const isNamed = first + index === line;
		const number = String(first + index).padStart(width);
		return {
			text: `${isNamed ? ">" : " "} ${number} | ${text}`.trimEnd(),
			isNamed
		};
	});
}
// src/base/progress.ts
/** With fewer steps, chance decides how long one seems to take. */
const LEAST_STEPS = 3;
/** In the first seconds, workers start, and all steps seem to take as long as that. */
const LEAST_MS = 3e3;
/** Returns a meter. `now` returns milliseconds. */
function paceMeter(now) {
	let groupMs = now();
	let startMs = groupMs;
	let steps = 0;
	let last;
	let left;
	return {
		start() {
			groupMs = now();
			startMs = groupMs;
			steps = 0;
			last = void 0;
			left = void 0;
		},
		after(done, total, share = done / total) {
			if (last !== void 0 && (done < last.done || total !== last.total)) {
				startMs = last.ms;
				steps = 0;
			}
			steps += 1;
			last = {
				ms: now(),
				done,
				total
			};
			const ms = last.ms - startMs;
			const elapsed = (last.ms - groupMs) / 1e3;
			const isEarly = Math.max(steps, done) < LEAST_STEPS || ms < LEAST_MS;
			left = void 0;
			if (isEarly || share === 0 || share >= 1) return { elapsed };
			const secondsLeft = (1 - share) / share * (ms / 1e3);
			left = {
				ms: last.ms,
				secondsLeft
			};
			return {
				elapsed,
				rate: done / ms * 1e3,
				secondsLeft
			};
		},
		current() {
			const elapsed = (now() - groupMs) / 1e3;
			const secondsLeft = left === void 0 ? 0 : left.secondsLeft - (now() - left.ms) / 1e3;
			return secondsLeft > 0 ? {
				elapsed,
				secondsLeft
			} : { elapsed };
		}
	};
}
/** Repeats by a timer that does not keep the program running. */
const everyInterval = (milliseconds, beat) => {
	const timer = setInterval(beat, milliseconds);
	timer.unref();
	return () => clearInterval(timer);
};
/** The milliseconds between two looks at whether anything has been said. */
const BEAT = 1e3;
/**
* Follows the groups of a log. `now` returns milliseconds. While any runs, `beat` gets a text again and again: how far the one is
* that began last.
*/
function progressTexts(now, beat, every = everyInterval) {
	const meter = paceMeter(now);
	const groups = [];
	let last;
	let stop;
	const pending = () => {
		const group = groups.at(-1);
		if (group === void 0) return void 0;
		if (last !== void 0) return progressText(...last, meter.current());
		return `${group.title}: ${elapsedText((now() - group.startMs) / 1e3)} so far`;
	};
	return {
		async during(title, body) {
			groups.push({
				title,
				startMs: now()
			});
			last = void 0;
			meter.start();
			if (groups.length === 1) stop = every(BEAT, () => {
				const text = pending();
				if (text !== void 0) beat(text);
			});
			try {
				return await body();
			} finally {
				groups.pop();
				last = void 0;
				if (groups.length === 0) stop?.();
			}
		},
		step(done, total, label, share) {
			last = [
				done,
				total,
				label
			];
			return progressText(done, total, label, meter.after(done, total, share));
		}
	};
}
/** The most milliseconds without a line in a file while a group runs. */
const LONGEST_SILENCE = 1e4;
/** Returns a function that reports one more of `total` steps, of one kind of work or of several at once. */
function stepCounter(total, log) {
	let done = 0;
	return (label) => log.progress(done += 1, total, label);
}
/** Formats progress as `[12/68] 8 s, 17 s left: label`. */
function progressText(done, total, label, { elapsed, secondsLeft }) {
	const times = [...elapsed < 1 ? [] : [elapsedText(elapsed)], ...secondsLeft === void 0 ? [] : [`${roughTime(secondsLeft)} left`]];
	return `[${done}/${total}] ${times.length === 0 ? "" : `${times.join(", ")}: `}${label}`;
}
/** The line at the end of a group: `3 kernels in 1.2 s`, `done in 1.2 s` or `failed after 1.2 s`. */
function endText(milliseconds, end) {
	const time = timeText(milliseconds / 1e3);
	if (typeof end === "string") return end === "done" ? `done in ${time}` : `failed after ${time}`;
	return `${plural(...end)} in ${time}`;
}
/** Up to here, a minute more or less matters. In seconds. */
const SHORT = 300;
/** Formats a time that is not known exactly, as `40 s`, `1 min 50 s`, `7 min` or `1 h 5 min`. */
function roughTime(seconds) {
	if (seconds > SHORT) return minutesText(Math.ceil(seconds / 60));
	const step = seconds > 60 ? 10 : 1;
	const whole = Math.ceil(seconds / step) * step;
	if (whole < 60) return `${whole} s`;
	const rest = whole % 60;
	return `${minutesText(Math.floor(whole / 60))}${rest === 0 ? "" : ` ${rest} s`}`;
}
/** Formats the time that something has taken until now, without fractions. */
function elapsedText(seconds) {
	return seconds < 60 ? `${Math.floor(seconds)} s` : timeText(seconds);
}
function timeText(seconds) {
	if (seconds < 60) return `${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	const rest = whole < 3600 ? ` ${whole % 60} s` : "";
	return `${minutesText(Math.floor(whole / 60))}${rest}`;
}
function minutesText(minutes) {
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
// src/toolchain/environment.ts
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
/** True if kernel code may see a variable. */
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
		...keptVariables(env, isHarmlessVariable),
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
	const set = keptVariables(env, (name) => CODE_VARIABLES.includes(name));
	for (const [name, value] of Object.entries(set)) if (FILE_VARIABLES.has(name)) set[name] = await contentOf(value);
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
	const kept = keptVariables(env, (name) => INSTALLER_VARIABLES.has(name) || name.startsWith("LC_") || name.startsWith("UV_") && !REDIRECTING.test(name));
	const set = Object.entries(kept).filter(([, value]) => value !== "");
	return {
		...Object.fromEntries(set),
		NO_COLOR: "1",
		PYTHONUNBUFFERED: "1"
	};
}
async function contentOf(file) {
	try {
		return `sha256:${sha256(await readFile(file))}`;
	} catch {
		return file;
	}
}
/** Returns the variables whose names `keep` accepts. */
function keptVariables(env, keep) {
	const kept = {};
	for (const [name, value] of Object.entries(env)) if (value !== void 0 && keep(name)) kept[name] = value;
	return kept;
}
// src/base/assets.ts
/** The folder of package.json: the same whether the code runs from src or from dist. */
const root = findRoot(new URL(".", import.meta.url));
/** The program of the command line, as the build writes it. */
const COMMAND_LINE = fileURLToPath(new URL("dist/cli.js", root));
/** The folder of the Python bridge. */
const BRIDGE_FOLDER = fileURLToPath(new URL("python/bridge/", root));
/** The folder of what is known of the releases of Triton, and of the lock files for uv. */
const LOCKS_FOLDER = fileURLToPath(new URL("src/toolchain/locks/", root));
/** The names that packages and kernels cannot have. */
const RESERVED_NAMES_FILE = fileURLToPath(new URL("src/manifest/terms/reserved-names.txt", root));
/** The folder that starts the recorder in every Python that has it on PYTHONPATH. */
const RECORDER_FOLDER = fileURLToPath(new URL("python/record/", root));
/** The folder of the Python that times a package beside Triton's JIT. */
const BENCH_FOLDER = fileURLToPath(new URL("python/bench/", root));
/** The folder of the Python that fills bundles; `aot_bundle` is part of every bundle. */
const BUNDLE_FOLDER = fileURLToPath(new URL("python/bundle/", root));
/** The folder of the C headers that generated sources include. */
const RUNTIME_FOLDER = fileURLToPath(new URL("src/package/c/runtime/", root));
/** The folder of the templates of a package's files for CMake, pkg-config and CPS. */
const BUILD_SYSTEMS_FOLDER = fileURLToPath(new URL("src/package/build-systems/", root));
/** The folder of the C++ programs that test packages. */
const HARNESS_FOLDER = fileURLToPath(new URL("src/prove/harness/cpp/", root));
/** The folder of the C++ of the CUDA driver that executes PTX on the CPU. */
const EMULATED_DRIVER_FOLDER = fileURLToPath(new URL("src/prove/emulate/driver/", root));
/** The folder of the Python that executes PTX. */
const EMULATOR_FOLDER = fileURLToPath(new URL("python/emulate/", root));
/** The style of a report as a page. */
const PAGE_STYLE = fileURLToPath(new URL("src/report/page.css", root));
/** Returns a folder of this program, by its path relative to package.json. */
function assetFolder(path) {
	return fileURLToPath(new URL(path, root));
}
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
// src/base/executable.ts
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
		await access(file, constants$1.X_OK);
		return (await stat(file)).isFile();
	} catch {
		return false;
	}
}
// src/base/process.ts
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
	debugChild(child, argv, options.cwd);
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
/** Tells those who debug what was started, and how it ended. The environment can have secrets, and is left out. */
function debugChild(child, argv, cwd = process.cwd()) {
	const start = performance.now();
	debug(() => `process ${child.pid}: ${argv.map(shellQuote).join(" ")} (in ${cwd})`);
	child.once("exit", (code, signal) => debug(() => {
		const seconds = (performance.now() - start) / 1e3;
		return `process ${child.pid} ${describeExit({
			code,
			signal
		})} after ${seconds.toFixed(2)} s`;
	}));
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
* they must neither outlive it nor hold its pipes open. Those that have left its group can do both, so
* that pipes are closed a second after the exit. Rejects with the system's error if the program cannot
* be started.
*/
function waitForExit({ child, kill }) {
	return new Promise((settle, reject) => {
		child.once("error", reject);
		child.once("exit", () => {
			kill();
			setTimeout(() => {
				setImmediate(() => {
					child.stdout.destroy();
					child.stderr.destroy();
				});
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
/** A program of the user failed: this one ends as it did. */
var ProgramFailure = class extends Error {
	status;
	/** True if the user knows already: this program says nothing. */
	isReported;
	constructor(name, exit, isReported = false) {
		super(`\`${name}\` ${describeExit(exit)}`);
		this.name = "ProgramFailure";
		this.isReported = isReported;
		this.status = exit.code ?? 128 + (exit.signal === null ? 0 : constants$2.signals[exit.signal]);
	}
};
/**
* Runs `argv` to its end and returns its output, standard error without its middle if it is long. A
* non-zero status is a result, not an error. What it leaves running is not waited for. Rejects with the
* system's error if the program cannot be started, with the abort reason if `signal` is aborted, and
* with a `Failure` (`environment`) if it prints far too much.
*/
async function run(argv, options) {
	const group = startProcess(argv, options);
	const { child } = group;
	endWithThis(child);
	Promise.resolve(options.input ?? "").then((text) => child.stdin.end(text));
	const output = new ProgramOutput();
	for (const stream of ["stdout", "stderr"]) child[stream].setEncoding("utf8").on("data", (text) => {
		output.append(stream, text);
		if (output.isTooLong) group.kill();
		else options.onOutput?.(text);
	});
	const exit = await waitForExit(group);
	if (options.signal.aborted) throw abortReason(options.signal);
	return {
		...exit,
		...output.of(argv[0] ?? "")
	};
}
/**
* Kills a program and its group, if it leads one, if this process is killed first: a shell waits for a line,
* which it does not get then.
*/
function endWithThis(child, leadsGroup = true) {
	if (child.pid === void 0) return;
	const argv = [
		"-c",
		"read -r line || kill -s KILL -- \"$0\"",
		`${leadsGroup ? "-" : ""}${child.pid}`
	];
	const guard = spawn("/bin/sh", argv, {
		env: {},
		stdio: [
			"pipe",
			"ignore",
			"ignore"
		],
		detached: true
	});
	guard.once("error", () => void 0);
	const stdin = guard.stdin;
	stdin?.on("error", () => void 0);
	guard.unref();
	child.once("close", () => stdin?.end("\n"));
}
/** Milliseconds that a program has to end after it was asked to. */
const END_LIMIT = 15e3;
/**
* Runs `argv` with this process's own input and output, as a shell does. When `signal` is aborted,
* the program gets the signal that interrupted this process, and is killed if it does not end.
* Rejects with the system's error if the program cannot be started.
*/
async function runAttached(argv, { cwd, env, signal, hasTerminal, output }) {
	signal.throwIfAborted();
	const [command = "", ...args] = argv;
	const child = spawn(command, args, {
		cwd,
		env: { ...env },
		stdio: [
			0,
			output,
			2
		]
	});
	debugChild(child, argv, cwd);
	endWithThis(child, false);
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
function abortReason(signal) {
	return signal.reason instanceof Error ? signal.reason : /* @__PURE__ */ new Error("aborted");
}
// src/base/slot.ts
/** Makes a slot without parts. */
function slot() {
	const parts = [];
	return {
		add: (part) => parts.push(part),
		parts
	};
}
/** Makes a key. @param name shown when the extras are printed */
function key(name) {
	const made = {
		name,
		of: ({ extras }) => extras?.get(made),
		with: (value) => [made, value]
	};
	return made;
}
// src/manifest/terms/constant.ts
/** The kinds of constants. */
const CONSTANT_KINDS = [
	"int",
	"float",
	"bool",
	"string",
	"none",
	"dtype",
	"tuple"
];
/**
* A constant as sent to the bridge in JSON. The value is text, so that no digit is lost. The text of a
* tuple is a JSON list of its elements in this form.
*/
const wireSchema = tuple([_enum(CONSTANT_KINDS), string()]).readonly().meta({ id: "WireConstant" });
/** Converts without loss: Python's `int()` and `float()` restore the value, even `inf` or `nan`. */
function toWire(constant) {
	switch (constant.kind) {
		case "none": return ["none", ""];
		case "float": return ["float", Object.is(constant.value, -0) ? "-0.0" : String(constant.value)];
		case "tuple": return ["tuple", JSON.stringify(constant.value.map(toWire))];
		case "int":
		case "bool":
		case "string":
		case "dtype": return [constant.kind, String(constant.value)];
	}
}
/** True if two constants are the same value of the same kind. */
function sameConstant(a, b) {
	const [[kind, text], [otherKind, otherText]] = [toWire(a), toWire(b)];
	return kind === otherKind && text === otherText;
}
/** Parses a `WireConstant`. */
const wireConstantSchema = wireSchema.transform(([kind, text], context) => {
	switch (kind) {
		case "none": return { kind };
		case "int": return {
			kind,
			value: BigInt(text)
		};
		case "float": return {
			kind,
			value: Number(text)
		};
		case "bool": return {
			kind,
			value: text === "true"
		};
		case "string":
		case "dtype": return {
			kind,
			value: text
		};
		case "tuple": {
			const elements = readElements(text);
			if (elements !== void 0) return {
				kind,
				value: elements
			};
			context.addIssue("expected the elements of a tuple as a JSON list");
			return NEVER;
		}
	}
});
/** Returns the elements in the text of a tuple; undefined if the text is not a list of constants. */
function readElements(text) {
	try {
		return array(wireConstantSchema).safeParse(JSON.parse(text)).data;
	} catch {
		return;
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
/**
* A dtype of torch. Kernels can compare it, as in `KIND == torch.bfloat16`, but cannot convert to it. The constant is a text.
* Code that is compiled without torch gets an object for torch, whose `bfloat16` is equal to this text.
*/
const TORCH_DTYPE = /^torch\.(?:bool|bfloat16|float(?:16|32|64|8_\w+)|u?int(?:8|16|32|64))$/;
/** Returns what is wrong with a text as a constant, and what to do; undefined if it is right. */
function textConstantProblem(text) {
	if (TORCH_DTYPE.test(text)) return void 0;
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
	return name === void 0 ? void 0 : nearest(`tl.${name}`, DTYPES);
}
/** Formats a constant as in Python source, for listings and messages. */
function formatConstant(constant) {
	switch (constant.kind) {
		case "none": return "None";
		case "bool": return constant.value ? "True" : "False";
		case "string": return JSON.stringify(constant.value);
		case "dtype": return `tl.${constant.value}`;
		case "tuple": return `(${constant.value.map(formatConstant).join(", ")}${constant.value.length === 1 ? "," : ""})`;
		case "int": return String(constant.value);
		case "float": return Number.isInteger(constant.value) ? constant.value.toFixed(1) : String(constant.value);
	}
}
/** Returns constants by name as expressions use them: with the elements of tuples, such as `TILE[0]`. */
function withElements(constants) {
	return new Map([...constants].flatMap(([name, constant]) => named(name, constant)));
}
function named(name, constant) {
	const elements = constant.kind === "tuple" ? constant.value : [];
	return [[name, constant], ...elements.flatMap((each, index) => named(`${name}[${index}]`, each))];
}
/** True if an integer is a power of two, as every axis of a block must be. */
function isPowerOfTwo(value) {
	return value > 0n && (value & value - 1n) === 0n;
}
// src/toolchain/wire/source.ts
/**
* The part of the sources that a kernel is made from, as inspect_sources.py takes it. It runs
* instead of the files.
*/
const sliceSchema = object({
	kind: literal("slice"),
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
		answers: record(string(), object({
			value: unknown(),
			/** True for a `tl.constexpr`. */
			constexpr: boolean(),
			/** True for a function that returns the value. */
			called: boolean()
		}).meta({ id: "SliceAnswer" })),
		/** Builtins whose value is unknown, with their numbers in `unknown`. */
		unknown: record(string(), int()),
		/** The hash of the text without comments, and of the answers. */
		sha256: string(),
		/** The hash of the file. */
		fileSha256: string()
	}).meta({ id: "SliceModule" })),
	/** Values that are known only when the program runs. An error if the compiler needs one. */
	unknown: array(object({
		message: string(),
		hint: string()
	}).meta({ id: "UnknownValue" })),
	/** The Python expressions to evaluate in the entry: for configs, and for the function that prunes them. */
	expression: string().optional(),
	prune: string().optional()
}).meta({ id: "Slice" });
/** A kernel function in a slice. */
const sliceSourceSchema = sliceSchema.omit({ module: true }).extend({
	/** Equal for equal slices. */
	key: string(),
	file: string(),
	function: string(),
	/** As those of an import: the files of `depends`. */
	folder: string(),
	closure: array(string()).readonly(),
	depends: array(string()).readonly()
}).meta({ id: "SliceSource" });
/** The facts with which Python imports a function. */
const importSourceSchema = object({
	kind: literal("import"),
	/** Absolute folders for Python's module path, most specific first. */
	path: array(string()).readonly(),
	/** The module's dotted name below the first folder. */
	module: string(),
	file: string(),
	function: string(),
	/** The manifest's folder, for paths in messages. */
	folder: string(),
	/** The absolute paths of the files that the kernel hash covers. */
	closure: array(string()).readonly(),
	/** The globs of the manifest's `depends`. */
	depends: array(string()).readonly()
}).meta({ id: "ImportSource" });
const kernelSourceSchema = discriminatedUnion("kind", [sliceSourceSchema, importSourceSchema]).meta({ id: "KernelSource" });
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
// src/base/groups.ts
/** Groups items by a key, in the order in which the keys first occur. */
function groupBy(items, keyOf) {
	const groups = /* @__PURE__ */ new Map();
	for (const item of items) {
		const key = keyOf(item);
		const known = groups.get(key);
		if (known === void 0) groups.set(key, [item]);
		else known.push(item);
	}
	return groups;
}
// src/base/table.ts
/** Returns a table without the columns that are empty below their heading. */
function withoutEmptyColumns({ headings, rows }) {
	const isFilled = (_cell, column) => rows.some((row) => (row[column] ?? "") !== "");
	return {
		headings: headings.filter(isFilled),
		rows: rows.map((row) => row.filter(isFilled))
	};
}
/** Formats a table as indented lines with aligned columns, without empty ones. */
function tableText(headings, rows) {
	if (rows.length === 0) return [];
	const filled = withoutEmptyColumns({
		headings,
		rows
	});
	const lines = [filled.headings, ...filled.rows];
	const widths = filled.headings.map((_heading, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	return lines.map((line) => {
		return `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd();
	});
}
// src/base/markdown.ts
/** Characters that are HTML or Markdown inside a line. An underscore inside a word is neither. */
const SPECIAL = /[&<>|`*~[\]\\#@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/**
* Text of others as nothing but text in one line of Markdown, such as a cell of a table. It is cut
* after `most` characters.
*/
function markdownText(text, most = Infinity) {
	const line = visibleText(text).replaceAll(/\s+/g, " ");
	return (line.length > most ? `${line.slice(0, most)}\u2026` : line).replaceAll(SPECIAL, (character) => `&#${character.codePointAt(0)};`);
}
/** The same as code. With tags, because backticks cannot hold every text. Nothing for no text. */
function markdownCode(text, most = Infinity) {
	return text === "" ? "" : `<code>${markdownText(text, most)}</code>`;
}
/**
* Returns the lines of a table, whose cells are Markdown. Columns are aligned right if their heading is
* none of `texts`.
*/
function markdownTable({ headings, rows }, texts = headings) {
	return [
		headings,
		headings.map((heading) => texts.includes(heading) ? "---" : "--:"),
		...rows
	].map((cells) => `| ${cells.join(" | ")} |\n`);
}
// src/base/form.ts
/** The manifest and the folder of the package if none is named. */
const DEFAULT_MANIFEST = "kernels.yaml";
/** As seconds, it is more than eleven days, and a timer can wait so long. */
const MOST = 999999;
/** A number of things or of seconds. */
const COUNT = wholeNumber(1);
/** A position in a list. */
const INDEX = wholeNumber(0);
/** A size in bytes. */
const SIZE = {
	expected: SIZE_FORM,
	parse: parseSize
};
function wholeNumber(least) {
	return {
		expected: `a whole number from ${least} to ${MOST}`,
		parse: (text) => /^(0|[1-9]\d{0,5})$/.test(text) && Number(text) >= least ? Number(text) : void 0
	};
}
function oneOf(items) {
	return {
		expected: `one of ${items.join(", ")}`,
		parse: (text) => items.find((item) => item === text)
	};
}
/** A text that matches `pattern`, which `expected` describes. */
function matching(pattern, expected) {
	return {
		expected,
		parse: (text) => pattern.test(text) ? text : void 0
	};
}
// src/base/workers.ts
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
// src/base/foreign-program.ts
/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE = 5e3;
/** Longer than any line of a protocol. */
const MAX_LINE = 1 << 22;
/**
* Runs a program with code that others have written: it may hang, crash, flood its output or start
* processes that outlive it, also in a session of their own. Ends all of them. Rejects with the abort
* reason if the run is interrupted.
*/
async function runForeignProgram(argv, options) {
	const { env, kill } = marked(options.env);
	const group = startProcess(argv, {
		...options,
		env
	});
	const { child } = group;
	endWithThis(child);
	child.once("exit", kill);
	child.stdin.end(options.input ?? "");
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
			const end = text.lastIndexOf("\n");
			const lines = end < 0 ? [] : (open + text.slice(0, end)).split("\n");
			open = end < 0 ? open + text : text.slice(end + 1);
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
// src/base/globs.ts
var import_picomatch = /* @__PURE__ */ __toESM(require_picomatch(), 1);
/** The most characters of a glob. The regular expression of a longer one can be too large to run. */
const LONGEST_GLOB = 1e3;
/**
* Returns a function that says whether a text matches any of the globs.
* @param dot true if `*` matches a dot at the beginning
* @throws {Failure} `usage` if a glob is too long.
*/
function globMatcher(globs, dot = false) {
	for (const { length } of globs) if (length > 1e3) throw new Failure("usage", { message: `a pattern has ${length} characters; at most ${LONGEST_GLOB} are allowed` });
	return globs.length === 0 ? () => false : (0, import_picomatch.default)([...globs], { dot });
}
/** As `globMatcher`, but without globs, every text matches. */
function selector(globs) {
	return globs.length === 0 ? () => true : globMatcher(globs);
}
// src/base/replace-folder.ts
/**
* Fills a new folder next to `folder`, then renames the old one away and the new one into its place,
* so that a reader sees the old folder, the new one, or for the moment between the two renames none.
* The next call puts back what a process that was killed in that moment had renamed. If many processes replace it at once, the last one wins.
* Removes what interrupted processes left next to it. Warns if the old folder cannot be removed, such as
* one with folders of another user.
* @param fill writes to an empty folder, and returns the folder to use: that one, or one inside of it
* @throws {Failure} `environment` if the disk does not allow it, and what `fill` throws; the old
* folder is then unchanged.
*/
async function replaceFolder(folder, fill, { log, signal }) {
	const fresh = await ownedName(folder, ".new");
	const leftovers = [fresh];
	let filled;
	try {
		await makeFolder(fresh);
		await tidy(folder, fresh);
		filled = await fill(fresh);
		signal.throwIfAborted();
		await putInPlace(filled.folder, folder, leftovers);
	} catch (error) {
		for (const each of leftovers) await removeFolder(each).catch(() => void 0);
		throw machineFailure(error, folder) ?? error;
	}
	for (const each of leftovers) await removeOld(each, log);
	return filled;
}
/**
* Removes what killed processes left next to the folder. If it is missing, the old folder that one of
* them had moved away is put back first.
*/
async function tidy(folder, fresh) {
	const leftovers = await leftoversIn(dirname(folder), (stem) => stem === basename(folder), fresh);
	const old = leftovers.find((each) => each.endsWith(".old"));
	if (old !== void 0 && !await pathExists(folder)) await moved(old, folder);
	for (const each of leftovers) await removeFolder(each).catch(() => void 0);
}
/** Moves `fresh` to `folder`. Adds what it moved away to `leftovers`. */
async function putInPlace(fresh, folder, leftovers) {
	if (await moved(fresh, folder)) return;
	for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
		const old = await ownedName(folder, ".old");
		const isOldMoved = await moveAway(folder, old);
		if (isOldMoved) leftovers.push(old);
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
/** The attempts to move a folder to a place that others use too. */
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
		await removeFolder(folder);
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
async function removeOld(folder, log) {
	try {
		await removeFolder(folder);
	} catch (error) {
		log.warning({
			message: `cannot remove the folder that was replaced: ${reasonOf(error)}`,
			place: { file: folder },
			hint: "Remove it, with the rights of its owner. The new one is complete."
		});
	}
}
// src/base/concurrently.ts
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
// src/toolchain/inspected-python.ts
const packagesSchema = object({
	triton: string().nullable(),
	/**
	* The SHA-256 of the list of files that Triton's wheel brought, with their digests: the same for
	* every installer. Null if there is no such list.
	*/
	content: string().nullable(),
	/** The faults of files of Triton, or of any package of our own environments. */
	damage: array(object({
		package: string(),
		problem: string()
	})),
	unmet: array(string())
});
/** The script that a Python runs to say what it is. */
const PROBE = `${BRIDGE_FOLDER}/inspect_interpreter.py`;
/** Milliseconds that a Python has to say what it is. A good one needs less than one second. */
const START_LIMIT = 2e4;
/**
* Asks the Python at `python` what it is, which Triton it has, and which of `requirements` it
* lacks, in one short process. Runs it isolated (-I), so that only the interpreter's own folders
* count. Compares the files of Triton, and of all packages if the environment is ours, with the
* lists in their wheels: their sizes, and digests.
*/
function inspectInterpreter(python, requirements, context, { whose = "foreign", digests = "newer", milliseconds = START_LIMIT } = {}) {
	return askPython([
		python,
		"-I",
		PROBE,
		whose,
		digests,
		...requirements
	], readInterpreter, context, milliseconds);
}
/** Asks the Python at `python` what it is, in a fifth of the time of `inspectInterpreter`. */
function identify(python, context) {
	return askPython([
		python,
		"-I",
		"-S",
		PROBE,
		"identity"
	], readIdentity, context, START_LIMIT);
}
async function askPython(argv, read, context, milliseconds) {
	const limit = AbortSignal.timeout(milliseconds);
	const signal = AbortSignal.any([context.signal, limit]);
	const env = installerEnvironment(context.env);
	try {
		const finished = await run(argv, {
			env,
			signal
		});
		const found = read(finished.stdout.trim().split("\n").at(-1) ?? "");
		if (finished.code === 0 && found !== void 0) return {
			ok: true,
			interpreter: found
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
function readIdentity(line) {
	const [implementation = "", version = "", tag = "", bits = "", path = ""] = line.split(" ");
	const python = Buffer.from(path, "hex").toString();
	return python === "" ? void 0 : {
		python,
		implementation,
		version,
		tag,
		bits: Number(bits)
	};
}
function readInterpreter(line) {
	const identity = readIdentity(line);
	if (identity === void 0) return void 0;
	const packages = packagesSchema.safeParse(tryParseJson(line.split(" ").slice(5).join(" ")));
	return packages.success ? {
		...identity,
		...packages.data
	} : void 0;
}
/** Returns what an interpreter lacks, to complete `its Python \u2026`; undefined if it can be used. */
function shortcoming(found, tritonVersion) {
	if (found.triton === null) return "does not have Triton";
	if (found.triton !== tritonVersion) return `has Triton ${found.triton}, not ${tritonVersion}`;
	if (found.damage.length > 0) return `has damaged files: ${describeDamage(found.damage)}`;
	return found.unmet.length === 0 ? void 0 : `does not have ${found.unmet.join(", ")}`;
}
/** Describes damage in the middle of a sentence. */
function describeDamage(damage) {
	const [first, ...others] = damage;
	return `${first?.problem}${others.length === 0 ? "" : ` (and ${others.length} more)`}`;
}
// src/toolchain/wire/kernel-function.ts
/** A config of @triton.autotune: values of constexpr parameters, and options such as num_warps. */
const autotuneConfigSchema = object({
	constants: record(string(), wireConstantSchema),
	options: record(string(), int()),
	/** The name of the function that the JIT calls before each launch, if the config was computed. */
	hook: string().optional()
}).meta({ id: "AutotuneConfig" });
/**
* The value of a parameter in @triton.heuristics. `expression` is the lambda's body in the grid
* language; `untranslated` is its text in Python, if it has no translation.
*/
const heuristicSchema = object({
	parameter: string(),
	line: int(),
	expression: string().optional(),
	untranslated: string().optional()
}).meta({ id: "Heuristic" });
/** A function that the JIT calls before each launch. */
const hookSchema = object({
	name: string(),
	/** Relative to the manifest's folder. */
	file: string().nullable(),
	line: int().nullable(),
	/** Such as ``zeroes `out` ``; empty if launches from C need nothing of it, null if it is not known. */
	does: string().nullable()
}).meta({ id: "LaunchHook" });
/** A kernel function. Lines count from 1. */
const kernelFunctionSchema = object({
	line: int(),
	parameters: array(object({
		name: string(),
		constexpr: boolean(),
		hasDefault: boolean(),
		/** The default, if it is a constant. */
		default: wireConstantSchema.optional(),
		/** The type that the JIT takes from the annotation, such as `u8` or `*fp32`. */
		type: string().optional(),
		line: int()
	}).meta({ id: "KernelParameter" })),
	/** True if it is decorated with @triton.jit, also by a call. */
	jit: boolean(),
	/** The configs of @triton.autotune, if any; `dynamic` if they are known only at run time. */
	autotune: union([object({ static: array(autotuneConfigSchema) }).meta({ id: "StaticConfigs" }), literal("dynamic")]).nullable(),
	/** The names that @triton.autotune chooses by (its `key`). */
	autotuneKey: array(string()),
	/** The values of @triton.heuristics, in the order in which Triton computes them. */
	heuristics: array(heuristicSchema),
	/** The functions that the text gives the JIT to call before each launch. */
	hooks: array(hookSchema)
}).meta({ id: "KernelFunction" });
// src/base/repository-pages.ts
/** Returns the page of the repository whose workflow runs; undefined outside of workflows. */
function repositoryPage(env) {
	const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
	return server && repository ? `${server}/${repository}` : void 0;
}
/** Returns the page of a line at the commit that the workflow runs for; undefined if the file is not in the checkout. */
function linePage(env, file, line) {
	const [page, commit, root] = [
		repositoryPage(env),
		env["GITHUB_SHA"],
		env["GITHUB_WORKSPACE"]
	];
	const path = root && pathInside(root, file);
	if (page === void 0 || !commit || !path) return void 0;
	return `${page}/blob/${commit}/${encodePath(path)}#L${line}`;
}
/** Returns the path of a file below a folder, with forward slashes; undefined if it is elsewhere. */
function pathInside(folder, file) {
	const path = relative(realPath(folder), realPath(file));
	return path === "" || path === ".." || path.startsWith(`..${sep}`) || resolve(path) === path ? void 0 : path.replaceAll(sep, "/");
}
/** Encodes a path with forward slashes as part of an address. */
function encodePath(path) {
	return path.split("/").map(encodeURIComponent).join("/");
}
function realPath(path) {
	try {
		return realpathSync(path);
	} catch {
		return resolve(path);
	}
}
// src/manifest/cases/generate/proposal.ts
const names = array(string()).readonly();
const integers = array(int()).readonly();
const sizeSchema = object({
	name: string(),
	value: int(),
	/** The constants of the kernel that probably divide it, the likeliest first. */
	blocks: integers,
	/** The numbers that specialisations take as its divisors. */
	hints: integers,
	/** True if `requires` can name it. */
	isParameter: boolean()
}).meta({ id: "CaseSize" });
const bufferSchema = object({
	name: string(),
	isInput: boolean(),
	rank: int(),
	/** The axes whose strides callers choose. */
	strided: integers,
	/** Describes its elements; null if a case cannot change them. */
	contents: object({
		kind: _enum([
			"float",
			"integer",
			"bool"
		]),
		isSigned: boolean(),
		/** `other`: one that has to stay. */
		fill: _enum([
			"default",
			"normal",
			"uniform",
			"other"
		]),
		hasSentinel: boolean()
	}).meta({ id: "CaseContents" }).nullable()
}).meta({ id: "AskedBuffer" });
/** A condition of `requires`, with the sizes and numbers that it names. */
const limitSchema = object({
	text: string(),
	sizes: names,
	numbers: integers
}).meta({ id: "CaseLimit" });
const questionSchema = object({
	kernel: string(),
	seed: string(),
	count: int(),
	/** The Python code of the kernel. */
	source: string(),
	/** False if nothing says which outputs are right. */
	isCompared: boolean(),
	/** The sizes of the small case that is changed. */
	sizes: array(sizeSchema).readonly(),
	buffers: array(bufferSchema).readonly(),
	requirements: array(limitSchema).readonly(),
	/** The name of a constant, by its value. */
	constants: record(string(), string())
}).meta({ id: "CaseQuestion" });
const layoutSchema = object({
	/** The axes, the outermost first. */
	order: integers,
	/** Elements between rows. */
	gap: int(),
	/** The distance of neighbouring elements. */
	step: int(),
	/** The axis whose elements are one in memory. */
	repeated: int().nullable()
}).meta({ id: "CaseLayout" });
/** JSON has no infinity. */
const realSchema = union([number(), literal("-Infinity").transform(() => -Infinity)]);
/** A number everywhere; random numbers between two; or the fill of the manifest, changed. */
const fillSchema = object({
	constant: realSchema.optional(),
	between: tuple([number(), number()]).optional(),
	sentinel: realSchema.optional(),
	/** Only this limit of the manifest's. */
	only: _enum(["from", "to"]).optional(),
	sorted: literal(true).optional()
}).meta({ id: "CaseFill" });
/** Sets values by the names of sizes and buffers. */
const changeSchema = object({
	kind: _enum([
		"size",
		"layout",
		"data"
	]),
	text: string(),
	sizes: record(string(), int()).default({}),
	layouts: record(string(), layoutSchema).default({}),
	/** Elements from an aligned address to the first element. */
	offsets: record(string(), int()).default({}),
	fills: record(string(), fillSchema).default({})
}).meta({ id: "ProposedChange" });
const proposalSchema = object({
	changes: array(changeSchema).readonly(),
	/** Changes that make a case alone, by their indices, those that find most first. */
	single: integers,
	/** Changes that make cases together. */
	combined: array(integers).readonly(),
	/** The conditions on sizes that kernels often assume, the likeliest first, as `requires` takes them. */
	conditions: names
}).meta({ id: "CaseProposal" });
object({ questions: array(questionSchema).readonly() }).meta({ id: "CaseQuestions" });
/** One proposal for each question. */
const caseProposalsSchema = object({ proposals: array(proposalSchema) }).meta({ id: "CaseProposals" });
// src/toolchain/python.ts
const OLDEST_PYTHON = "3.10";
const NEWEST_PYTHON = "3.14";
/** How to get a Python that fits each Triton. */
const PYTHON_HINT = "Install Python 3.12 (in a workflow, with actions/setup-python), or set `--python` (input `python`).";
const CANDIDATES = [
	"python3",
	"python",
	"3.14",
	"3.13",
	"3.12",
	"3.11",
	"3.10"
].map((name) => name.startsWith("3") ? `python${name}` : name);
/**
* Returns the newest tested Triton that a build can use: one that runs with the named Python, or the
* newest of all, since uv installs a Python if none on PATH fits.
* @throws {Failure} `environment` if the named Python cannot be used.
*/
async function newestTriton(named, context) {
	if (named === void 0) return NEWEST_TESTED;
	const { version } = await inspectNamedPython({
		name: named,
		requirements: []
	}, context);
	return RELEASES.filter((release) => compareReleases(version, oldestPythonFor(release)) >= 0).at(-1) ?? "3.9.0";
}
/**
* Returns the first Python on PATH that can create an environment with this Triton, or, if it is
* undefined, one without Triton. Starts each once in a run.
* @throws {Failure} `environment` if there is none.
*/
async function findBasePython(tritonVersion, context) {
	const tried = [];
	for (const name of CANDIDATES) {
		const python = await findExecutable(name, context.env);
		if (python === void 0) continue;
		const inspection = await context.memory.once(["identity", python], () => identify(python, context));
		const unusable = tritonVersion === void 0 ? unsupported : unfit;
		const reason = inspection.ok ? unusable(inspection.interpreter, tritonVersion ?? "") : inspection.reason;
		if (inspection.ok && reason === void 0) return inspection.interpreter;
		tried.push(`${python}: ${reason}`);
	}
	throw new Failure("environment", {
		message: `no usable Python on PATH: ${tritonVersion === void 0 ? `CPython ${OLDEST_PYTHON} or later is needed` : `Triton ${tritonVersion} needs CPython ${oldestPythonFor(tritonVersion)} to ${NEWEST_PYTHON}`}`,
		hint: [...tried.length === 0 ? [`There is none of ${CANDIDATES.join(", ")}.`] : tried, PYTHON_HINT].join("\n")
	});
}
/**
* Inspects the interpreter that a user named, by path or by a name on PATH, once in a run.
* @throws {Failure} `environment` if it is not CPython 3.10 or later.
*/
function inspectNamedPython(named, context) {
	const key = [
		"named",
		named,
		context.env["PATH"]
	];
	return context.memory.once(key, () => inspectNamed(named, context));
}
async function inspectNamed({ name, requirements }, context) {
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
// src/toolchain/wire/reading.ts
/** A function to read, in a file relative to the manifest's folder, or in a module of a package. */
const sourceRequestSchema = object({
	file: string(),
	function: string(),
	/**
	* `slice`: take the kernel and what it needs. `import`: a kernel whose file is imported.
	* `reference`: any function of a file that is imported.
	*/
	mode: _enum([
		"slice",
		"import",
		"reference"
	]),
	/** Values of module-level names that are known only when the program runs. */
	globals: record(string(), wireConstantSchema),
	/** Modules other than Triton that can be imported. */
	installed: array(string()).readonly(),
	/** True if the configs of @triton.autotune are wanted. */
	configs: boolean()
}).meta({ id: "SourceRequest" });
object({
	manifestFolder: string(),
	/** The folders of unpacked packages, by name. */
	packages: record(string(), string()),
	sources: array(sourceRequestSchema).readonly()
}).meta({ id: "ReadRequest" });
const importedCodeSchema = object({
	kind: literal("import"),
	/** The folder that Python imports the file from: the first one above it that is not a package. */
	root: string(),
	/** The file's dotted module name below the root. */
	module: string(),
	file: string(),
	/** The file and all local files it imports, sorted, relative to the manifest's folder. */
	closure: array(object({
		path: string(),
		sha256: string()
	}).meta({ id: "FileHash" }))
}).meta({ id: "ImportedCode" });
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
	}).meta({ id: "UnusedGlobal" })).default([]),
	notes: array(object({
		file: string(),
		line: int(),
		message: string()
	}).meta({ id: "SourceNote" }))
}).meta({ id: "ReadSource" });
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
	line: int().nullable(),
	hint: string()
}).meta({ id: "SourceFault" }) }).meta({ id: "UnreadableSource" });
const readBasisSchema = object({
	/** The SHA-256 of each file that was read. */
	contents: record(string(), string()),
	/** What is at other paths that were looked for; null for nothing. */
	kinds: record(string(), _enum([
		"file",
		"folder",
		"other"
	]).nullable()),
	/** Paths without their links. */
	links: record(string(), string())
}).meta({ id: "ReadBasis" });
/** What inspect_sources.py says. */
const readAnswerSchema = object({
	/** One entry for each source. */
	sources: array(union([readSchema, unreadableSchema])),
	/** Null if a source cannot be read, or not everything can be named. */
	basis: readBasisSchema.nullable()
}).meta({ id: "ReadAnswer" });
// src/toolchain/reader.ts
/** The script that reads kernels and reference functions. */
const KERNEL_READER = "inspect_sources.py";
/**
* Finds the Python for scripts that read sources: one that fits this Triton, or else any.
* @throws {Failure} `environment` if no Python is found.
*/
async function readerContext(tritonVersion, named, context) {
	const { python } = named === void 0 ? await findBasePython(tritonVersion, context).catch(() => findBasePython(void 0, context)) : await inspectNamedPython({
		name: named,
		requirements: []
	}, context);
	const env = bridgeEnvironment(context.env);
	return {
		python,
		bridge: BRIDGE_FOLDER,
		env,
		signal: context.signal
	};
}
/**
* Reads functions without running their files, in the order of the requests. Errors in a file are
* part of the result.
* @param wheels the packages whose modules can be sources
* @throws {Failure} `environment` if Python cannot be started or fails.
*/
async function inspectSources(manifestFolder, sources, context, wheels = []) {
	const question = questionAbout(manifestFolder, sources, wheels);
	return readAnswerSchema.parse(await runReader(KERNEL_READER, question, context)).sources;
}
/**
* Asks for the changes with which cases are generated, in the order of the questions.
* @throws {Failure} `environment` if Python cannot be started or fails.
*/
async function proposeCases(questions, context) {
	const answer = await runReader("propose_cases.py", { questions }, context);
	return caseProposalsSchema.parse(answer).proposals;
}
/** Returns what the reader is asked. */
function questionAbout(manifestFolder, sources, wheels = []) {
	return {
		manifestFolder,
		packages: Object.fromEntries(wheels.map(({ name, folder }) => [name, folder])),
		sources
	};
}
/**
* Runs a script of the bridge that reads sources, and returns its answer.
* @throws {Failure} `environment` if Python cannot be started, fails, or takes too long.
*/
async function runReader(script, request, { python, bridge, env, signal }, { seconds = 300, memory = 2 ** 32 } = {}) {
	const file = `${bridge}/${script}`;
	const input = JSON.stringify(request);
	const limit = AbortSignal.timeout(seconds * 1e3);
	const options = {
		env,
		signal: AbortSignal.any([signal, limit]),
		input
	};
	const finished = await run([
		python,
		"-I",
		"-S",
		"-B",
		file,
		String(memory)
	], options).catch((error) => {
		if (signal.aborted) throw error;
		if (limit.aborted) throw unusablePython(python, `it was ended because it took longer than ${seconds} seconds`);
		throw unusablePython(python, messageOf(error));
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
// src/base/flags.ts
/** The flags of a run that sets none. */
const NO_FLAGS = /* @__PURE__ */ new Set();
export { BENCH_FOLDER, BRIDGE_FOLDER, BUILD_SYSTEMS_FOLDER, BUNDLE_FOLDER, COMMAND_LINE, CONSTANT_KINDS, COUNT, DEFAULT_MANIFEST, EMULATED_DRIVER_FOLDER, EMULATOR_FOLDER, EXIT_CODES, Failure, HARNESS_FOLDER, HOME_VARIABLE, INDEX, KERNEL_READER, LOCKS_FOLDER, LONGEST_GLOB, LONGEST_SILENCE, Memory, NEWEST_TESTED, NO_FLAGS, OLDEST_SUPPORTED, OutputExcerpt, PAGE_STYLE, PARTIAL_SUFFIX, PYTHON_HINT, ProgramFailure, ProgramOutput, RECORDER_FOLDER, RELEASES, RESERVED_NAMES_FILE, RUNTIME_FOLDER, SIZE, SPACE_HINT, TOOLCHAIN_LIMIT, TORCH_DTYPE, VERSION, asciiControls, assetFolder, autotuneConfigSchema, bridgeEnvironment, cFloat, cInteger, cMessage, cString, cacheFolder, canonicalJson, capitalised, closureOf, codeEnvironment, compareReleases, debugError, describeDamage, describeExit, encodePath, endText, exitCodeOf, fileDigest, fileJson, filesBelow, findBasePython, findExecutable, formatConstant, formatPath, formatPlace, formatProblem, formatSize, freeBytes, globMatcher, groupBy, identify, indent, inspectInterpreter, inspectNamedPython, inspectSources, installationFolder, installerEnvironment, interruptible, isCompiler, isHarmlessVariable, isPowerOfTwo, isSystemError, keptVariables, kernelFunctionSchema, kernelSourceSchema, key, keyOfLine, lineDifference, linePage, machineFailure, makeFolder, makeScratch, mapConcurrently, markdownCode, markdownTable, markdownText, marked, markerFile, markerOf, matching, memoryNote, messageOf, mountPointFailure, moveIntoPlace, nearest, newestTriton, normalName, numberedLines, onDebug, oneOf, paceMeter, parseSize, parseTritonVersion, pathInside, plural, progressTexts, proposeCases, pruneToolchains, pythonFolder, pythonOf, questionAbout, readAnswerSchema, readBelow, readIfExists, readPlainFile, readPlatform, readerContext, reasonOf, removeFolder, removeUnused, replaceFolder, repositoryPage, requirementProblem, roughTime, run, runAttached, runForeignProgram, runReader, sameConstant, selector, sha256, shellQuote, shortcoming, shownPath, slot, startProcess, stepCounter, systemCode, tableText, textConstant, textConstantProblem, threeDigits, toWire, toolchainHome, tryParseJson, visibleText, waitForExit, wheelMachine, wireConstantSchema, wireSchema, withElements, withWorkFolder, withoutCommands, withoutEmptyColumns, workersFor, writeAtomically, writeStream };
