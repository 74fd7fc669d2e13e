// src/base/errors.ts
const EXIT_CODES = {
	usage: 2,
	environment: 3,
	compile: 4,
	abi: 5,
	smoke: 6,
	"no-gpu": 7,
	unsafe: 8,
	verification: 9,
	threshold: 10,
	interrupted: 130
};
/** An expected failure. Anything else that is thrown is a bug in this program (exit code 1). */
var Failure = class extends Error {
	kind;
	problems;
	/** How much failed and how much did not, if many things were tried. */
	summary;
	constructor(kind, problems, { summary, ...options } = {}) {
		const list = isList(problems) ? problems : [problems];
		super(list.map(formatProblem).join("\n"), options);
		this.name = "Failure";
		this.kind = kind;
		this.problems = list;
		this.summary = summary;
	}
};
/** Returns the exit code for an error that reached the entry point. */
function exitCodeOf(error) {
	return error instanceof Failure ? EXIT_CODES[error.kind] : 1;
}
/** Formats as `file:line:column: message (at path)`, which editors parse, and an indented hint. */
function formatProblem(problem) {
	const { place, message, hint } = problem;
	return `${place === void 0 ? "" : `${formatPlace(place)}: `}${message}${place?.path === void 0 ? "" : ` (at ${place.path})`}${hint === void 0 ? "" : `\n    ${hint.replaceAll("\n", "\n    ")}`}`;
}
/** Formats as `file:line:column`, as far as they are known. */
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
/** Whether a system call failed, for example because the disk is full. */
function isSystemError(error) {
	return /^E[A-Z]+$/.test(systemCode(error) ?? "");
}
function isList(problems) {
	return Array.isArray(problems);
}
// src/action/cache-errors.ts
/** Seconds to wait if the service does not say how long. */
const USUAL_WAIT = 15;
/**
* Returns the limit that a response with the status 429 names: in its header `Retry-After`, in
* seconds or as a date. `now` is in milliseconds since 1970.
*/
function cacheLimit(retryAfter, now) {
	const text = retryAfter ?? "";
	const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1e3;
	return { limitedFor: Number.isNaN(seconds) ? USUAL_WAIT : Math.max(0, seconds) };
}
/** The longest message that is shown. */
const MAX_LENGTH = 300;
/**
* Texts of errors after which no further request can succeed; the library gives most errors no
* other mark.
*/
const DOWN = [
	/failed to make request after \d+ attempts/i,
	/unable to make request/i,
	/rate limited/i,
	/storage quota has been hit/i,
	/responded with (5\d\d|429)/i,
	/exceeded the timeout|completed in timeout/i,
	/GNU tar is not on PATH/,
	/\b(ECONNRESET|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)\b/,
	/socket hang up/i
];
/**
* Returns what an error of the cache library, or a reason from its log, means for this and later
* requests.
*/
function cacheRefusal(error) {
	const text = messageOf(error);
	const message = shownLine(text);
	if (/cache (read|write) denied:/.test(text)) return {
		problem: "denied",
		message
	};
	return {
		problem: DOWN.some((form) => form.test(text)) ? "down" : "failed",
		message
	};
}
/**
* The lines in which the library says why it saved or restored nothing, best first. Its functions
* return the same for any failure as for a miss, and say the reason only in workflow commands.
* Source: @actions/cache 6.3.0, lib/cache.js, and lib/internal/cacheHttpClient.js for version 1 of
* the service.
*/
const REASONS = [
	/^::debug::Failed to reserve cache: (?:Error: )?(.*)$/m,
	/^(?:::(?:warning|error)::)?Failed to (?:save|restore): (.*)$/m,
	/^::(?:warning|error)::(.*)$/m
];
/**
* Returns the reason for a failure that the library has logged; undefined for a log without one.
*/
function loggedReason(log) {
	const [reason] = REASONS.flatMap((form) => form.exec(log)?.[1] ?? []);
	return reason?.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}
/**
* Whether the library has logged that saving failed. With version 1 of the service it returns the
* entry's id then too.
*/
function isSaveRefused(log) {
	return /^(?:::(?:warning|error)::)?Failed to save: /m.test(log);
}
/** The first line of an error of GitHub's libraries, without the signatures in addresses. */
function shownLine(text) {
	const [line = ""] = text.trim().split("\n");
	const open = line.replaceAll(/(https?:\/\/[^\s?]*)\?\S*/g, "$1");
	return open.length > MAX_LENGTH ? `${open.slice(0, MAX_LENGTH)}\u2026` : open;
}
export { Failure, cacheLimit, cacheRefusal, exitCodeOf, formatPath, formatPlace, formatProblem, isSaveRefused, isSystemError, loggedReason, messageOf, shownLine, systemCode };
