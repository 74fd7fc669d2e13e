import { __toESM } from "./rolldown-runtime.js";
import { ZodError, array, boolean, literal, number, object, require_picomatch, require_semver, string, unknown, url } from "./vendor.js";
import { EVIDENCE_FILE, Failure, MANIFEST_FILE, PARTIAL_SUFFIX, TARGET_NAMES, checkOutputFolder, checkUnlistedFiles, distributeRead, findExecutable, findPackageFolder, findPackages, isSystemError, listFiles, minorRange, missingEvidence, parseTarget, readEvidence, readPackage, readSums, replaceFolder, run, runsOn, sha256, shellQuote, systemCode, unknownTargets, unpackArchive, writeAtomically } from "./core.js";
import http from "node:http";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { pipeline } from "node:stream/promises";
import { json, text } from "node:stream/consumers";
import https from "node:https";
// src/github/trusted-events.ts
var import_picomatch = /* @__PURE__ */ __toESM(require_picomatch(), 1);
/**
* Events that only people with write access cause, whose runs work on code that lies in the repository. Others may be
* about anybody's.
* Source: GitHub's documentation, "Events that trigger workflows".
*/
const TRUSTED_EVENTS = [
	"push",
	"schedule",
	"workflow_dispatch",
	"repository_dispatch",
	"merge_group",
	"release"
];
// src/github/http.ts
/** An answer that says when to ask again. */
var RetryAfterError = class extends Error {
	seconds;
	constructor(message, seconds) {
		super(message);
		this.name = "Later";
		this.seconds = seconds;
	}
};
const JSON_TYPE = "application/vnd.github+json";
const MAX_REDIRECTS = 5;
/**
* Asks for an address and follows redirects. Whatever the status is, it is an answer; rejects with the system's error
* where none comes.
* @throws {Failure} `environment` for redirects without end, or to where anyone may listen.
*/
async function httpGet(url, accept, access) {
	const get = (at) => exchange("GET", at, accept, access);
	return follow(url, [
		301,
		302,
		303,
		307,
		308
	], get);
}
/**
* Sends something to the API, once: whether it may be repeated is for the caller to know. Of redirects those are
* followed that say to send the same again. Otherwise as `request`.
*/
async function httpSend({ method, url, content }, access) {
	const put = (at) => exchange(method, at, JSON_TYPE, access, content);
	return follow(url, [307, 308], put);
}
async function follow(url, redirects, ask) {
	let at = url;
	for (let left = MAX_REDIRECTS; left >= 0; left -= 1) {
		const answer = await ask(at);
		const { location } = answer.headers;
		if (!redirects.includes(statusOf(answer)) || location === void 0) return answer;
		answer.destroy();
		const next = new URL(location, at);
		if (next.protocol !== "https:" && next.protocol !== at.protocol) throw badRedirect(url, `is led to ${next.origin}, without encryption`);
		at = next;
	}
	throw badRedirect(url, `is led from one address to the next, more than ${MAX_REDIRECTS} times`);
}
/** The status of an answer: a number wherever an answer has come. */
function statusOf({ statusCode = 0 }) {
	return statusCode;
}
/**
* Attempts until it succeeds, as often as `timeouts` allows. A `Failure` is final at once, all other errors are
* taken for ones that may pass; the last of them is rejected with.
*/
async function retry(attempt, { signal, timeouts }) {
	for (let tries = 0;; tries += 1) try {
		return await attempt();
	} catch (error) {
		signal.throwIfAborted();
		const pause = timeouts.pauses[tries];
		if (error instanceof Failure || pause === void 0) throw error;
		const wait = error instanceof RetryAfterError ? Math.max(pause, error.seconds * 1e3) : pause;
		await setTimeout$1(wait, void 0, { signal }).catch(() => signal.throwIfAborted());
	}
}
async function exchange(method, url, accept, { api, uploads, token, signal, timeouts }, content) {
	const isOurs = url.origin === api.origin || url.origin === uploads?.origin;
	const body = content === void 0 ? void 0 : bodyOf(content);
	const headers = {
		accept,
		"user-agent": "triton-aot-action",
		...isOurs && { "x-github-api-version": "2022-11-28" },
		...isOurs && token !== void 0 && { authorization: `Bearer ${token}` },
		...body?.headers
	};
	const { agentFor } = await import("./agent.js");
	const agent = agentFor(url);
	return new Promise((resolve, reject) => {
		const { request: open } = url.protocol === "https:" ? https : http;
		let coming;
		const asked = open(url, {
			method,
			headers,
			agent,
			signal
		}, (answer) => {
			coming = answer;
			resolve(answer);
		});
		coming = asked;
		asked.setTimeout(timeouts.idle, () => coming.destroy(/* @__PURE__ */ new Error(`nothing came for ${timeouts.idle / 1e3} s`)));
		asked.on("error", reject);
		if (body === void 0) {
			asked.end();
			return;
		}
		asked.once("response", (answer) => answer.once("close", () => asked.destroy()));
		pipeline(body.data(), asked).catch(reject);
	});
}
function bodyOf(content) {
	if (content.kind === "file") {
		const { path, size } = content;
		return {
			headers: {
				"content-type": "application/octet-stream",
				"content-length": size
			},
			data: () => createReadStream(path)
		};
	}
	const data = Buffer.from(JSON.stringify(content.value));
	return {
		headers: {
			"content-type": "application/json",
			"content-length": data.length
		},
		data: () => [data]
	};
}
function badRedirect(url, how) {
	return new Failure("environment", {
		message: `who asks for ${url.origin}${url.pathname} ${how}`,
		hint: "A proxy on the way, or GITHUB_API_URL, is not set up right."
	});
}
// src/github/errors.ts
const bodySchema = object({
	message: string(),
	errors: array(object({
		code: string().optional(),
		field: string().optional(),
		message: string().optional()
	})).catch([]).optional()
});
/** The longest that a write waits for GitHub to take more of them, in seconds. */
const MAX_WAIT = 120;
/** Where GitHub does not say how long. Source: "Rate limits for the REST API", on secondary ones. */
const USUAL_WAIT = 60;
const HINTS = { 422: "GitHub does not take it as it is. A tag that an immutable release has had, for one, cannot be used again." };
const OTHER_HINT = "Run the job again, and see githubstatus.com.";
/**
* What an answer other than the one wished for means: a `Failure` that says what to do, or any other error where GitHub
* may answer otherwise when asked again. `what` was asked for; `permission` is what the job needs for it.
* Source: GitHub's REST API, "Troubleshooting" and "Rate limits".
*/
async function apiFailure(answer, what, permission = "contents: read") {
	const status = statusOf(answer);
	const isWrite = permission.endsWith("write");
	const said = `GitHub answers ${status}${messageIn(await text(answer))}`;
	if (status >= 500 || status === 408) return new Error(said);
	if (status === 404) {
		const hint = `${permissionHint(permission)}${permission === "contents: read" ? " A draft has no tag yet, and neither it nor a prerelease is `latest`." : ""}`;
		const message = `${what} is not there, or the token may not ${isWrite ? "write" : "read"} it`;
		return new Failure("usage", {
			message,
			hint
		});
	}
	const done = isWrite ? "written" : "read";
	const wait = status === 403 || status === 429 ? rateLimit(answer) : void 0;
	if (wait !== void 0) {
		const message = `${what} cannot be ${done}: GitHub's rate limit is used up, ${wait.text}`;
		if (isWrite && wait.seconds <= MAX_WAIT) return new RetryAfterError(message, wait.seconds);
		return new Failure("environment", {
			message,
			hint: "Run the job again then. With a `token` the limit is higher than without, and each has its own."
		});
	}
	const isDenied = status === 401 || status === 403;
	return new Failure("environment", {
		message: `${what} cannot be ${done}: ${said}`,
		hint: isDenied ? permissionHint(permission) : HINTS[status] ?? OTHER_HINT
	});
}
function permissionHint(permission) {
	const needed = `The job needs \`permissions: ${permission}\``;
	const [scope = ""] = permission.split(":");
	return permission.endsWith("write") ? `${needed}, which runs for forks and Dependabot never get; a repository other than the workflow's own needs a \`token\` that may write its ${scope}.` : `${needed}; a private repository other than the workflow's own also a \`token\` that may read its ${scope}.`;
}
/** What the body says: its message, and of each invalid field what is wrong with it. */
function messageIn(body) {
	const parsed = bodySchema.safeParse(parseJson(body)).data;
	if (parsed === void 0) return "";
	const details = (parsed.errors ?? []).map(({ message, field, code }) => message ?? [field, code].filter(Boolean).join(" "));
	return `: ${[parsed.message, ...details].join("; ")}`;
}
/** When the limit that an answer tells of is over; undefined when it tells of none. */
function rateLimit({ statusCode, headers }) {
	const after = headers["retry-after"];
	if (after !== void 0) return {
		text: `for another ${after} s`,
		seconds: Number(after)
	};
	const reset = Number(headers["x-ratelimit-reset"]);
	if (headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset)) return {
		text: `until ${(/* @__PURE__ */ new Date(reset * 1e3)).toISOString()}`,
		seconds: Infinity
	};
	return statusCode === 429 ? {
		text: "for some minutes",
		seconds: USUAL_WAIT
	} : void 0;
}
function parseJson(content) {
	try {
		return JSON.parse(content);
	} catch {
		return;
	}
}
// src/github/download.ts
/** The most GitHub takes for a file of a release, and more than any package has. */
const MAX_DOWNLOAD_BYTES = 2 * 2 ** 30;
/**
* Writes a file on GitHub to `file`, with as many attempts as it takes and `access` allows, and makes sure that it is
* what was uploaded.
* @throws {Failure} `verification` where size or digest are not those of the upload, `usage` for one that is too large.
*/
async function download$1(remote, file, access, largest = MAX_DOWNLOAD_BYTES) {
	const { name, size: expected } = remote;
	if (expected !== void 0 && expected > largest) throw tooLarge$1(name, expected, largest);
	const measured = await retry(() => attempt(remote, file, access, largest), access);
	if (remote.sha256 !== void 0 && measured.sha256 !== remote.sha256) throw altered(name, `its digest is sha256:${measured.sha256}, not sha256:${remote.sha256}`);
	return measured;
}
/** Rejects with any error where another attempt may succeed. */
async function attempt({ name, url, accept, size: expected, permission }, file, access, largest) {
	const answer = await httpGet(url, accept, access);
	if (answer.statusCode === 410) throw expired(name);
	if (answer.statusCode !== 200) throw await apiFailure(answer, `\`${name}\``, permission);
	const measured = await writeMeasured(answer, file, access.signal, (size) => {
		if (expected !== void 0 && size > expected) throw altered(name, `it has more than ${expected} bytes`);
		if (size > largest) throw tooLarge$1(name, size, largest);
	});
	if (expected !== void 0 && measured.size < expected) throw new Error(`only ${measured.size} of ${expected} bytes came`);
	return measured;
}
function expired(name) {
	return new Failure("usage", {
		message: `\`${name}\` has expired: GitHub keeps artifacts for 90 days at most`,
		hint: "Run its workflow again, or fetch a release, which does not expire."
	});
}
function tooLarge$1(name, size, largest) {
	return new Failure("usage", {
		message: `\`${name}\` has ${size} bytes, more than the ${largest} that are downloaded`,
		hint: "No package is that large. Name another file."
	});
}
function altered(name, how) {
	return new Failure("verification", {
		message: `\`${name}\` did not arrive as it was uploaded: ${how}`,
		hint: "Run the job again. If this stays, see what changes files on the way, and upload it anew."
	});
}
/** The hexadecimal digits of a SHA-256, with or without `sha256:` before it; undefined for anything else. */
function sha256In(text) {
	return /^(?:sha256:)?([0-9a-f]{64})$/.exec(text.toLowerCase())?.[1];
}
/**
* The SHA-256 that `what` must have, in hexadecimal: the one GitHub or the release tells, or the pinned one; where there
* are both they must agree.
* @throws {Failure} `verification` where they do not, or there is none.
*/
function agreedDigest(what, told, pinned) {
	const wanted = sha256In(pinned ?? "");
	if (wanted !== void 0 && told !== void 0 && wanted !== told) throw new Failure("verification", {
		message: `${what} is not what \`digest\` names: its digest is sha256:${told}, not sha256:${wanted}`,
		hint: "It was made anew, or another one is meant. Find out which before you change `digest`."
	});
	const expected = told ?? wanted;
	if (expected !== void 0) return expected;
	throw new Failure("verification", {
		message: `nothing tells the digest of ${what}: neither GitHub, which keeps none for old files, nor a list of checksums beside it`,
		hint: "Name it in `digest`: sha256:… as whoever uploaded it tells it."
	});
}
/** Writes what comes to `file` and measures it on the way. `watch` may throw when it sees the size. */
async function writeMeasured(coming, file, signal, watch = () => void 0) {
	const hash = createHash("sha256");
	let size = 0;
	const measure = async function* (chunks) {
		for await (const chunk of chunks) {
			size += chunk.length;
			watch(size);
			hash.update(chunk);
			yield chunk;
		}
	};
	await pipeline(coming, measure, createWriteStream(file), { signal });
	return {
		size,
		sha256: hash.digest("hex")
	};
}
/** Copies a file and measures the copy: what is used later is what was measured. */
function copyMeasured(from, to, signal) {
	return writeMeasured(createReadStream(from), to, signal);
}
// src/github/archive-cache.ts
/** How many bytes of archives are kept. */
const LIMIT = 2 * 2 ** 30;
/** A file that was being written then, in milliseconds, has lost its writer. */
const ABANDONED = 864e5;
/**
* Puts the archive of this digest at `file`: from the cache where it is there, else by `get`, and keeps it then.
* A cache that cannot be used is none. Gives whether it was there.
*/
async function throughCache(sha256, file, get, context, limit = LIMIT) {
	const folder = join(context.home, "archives");
	if (await restore(join(folder, sha256), sha256, file, context)) return true;
	await get();
	try {
		await keep(file, join(folder, sha256));
		await prune(folder, sha256, limit, context.now());
	} catch (error) {
		context.log.warning({
			message: `the archive is not kept for later: ${String(error)}`,
			place: { file: folder }
		});
	}
	return false;
}
/**
* Downloads an archive whose digest is known to `file`; with `isKept` through the cache. Gives whether it was there.
*/
async function downloadArchive(remote, file, isKept, access, context) {
	const get = () => download$1(remote, file, access);
	if (isKept === true) return throughCache(remote.sha256, file, get, context);
	await get();
	return false;
}
/** Takes a copy of an entry, which others may prune meanwhile, and believes nothing but the copy's own digest. */
async function restore(entry, sha256, file, { log, now, signal }) {
	try {
		if ((await copyMeasured(entry, file, signal)).sha256 === sha256) {
			await touch(entry, now());
			return true;
		}
		log.info(`the kept archive ${entry} is damaged, and replaced`);
	} catch (error) {
		signal.throwIfAborted();
		if (systemCode(error) !== "ENOENT") log.info(`the kept archive cannot be read: ${String(error)}`);
	}
	await rm(entry, {
		recursive: true,
		force: true
	}).catch(() => void 0);
	return false;
}
/** The time of its last use decides what is pruned. Who may only read the cache leaves it as it is. */
async function touch(entry, nowMs) {
	const now = new Date(nowMs);
	await utimes(entry, now, now).catch(() => void 0);
}
/** Whole at once: no reader sees a part. */
async function keep(file, entry) {
	await mkdir(join(entry, ".."), { recursive: true });
	await writeAtomically(entry, (fresh) => copyFile(file, fresh));
}
/** Removes the entries that were not used for longest until the rest fits; `newest` stays. */
async function prune(folder, newest, limit, nowMs) {
	const entries = await Promise.all((await readdir(folder)).map(async (name) => {
		const facts = await stat(join(folder, name)).catch(() => void 0);
		return {
			name,
			size: facts?.size ?? 0,
			used: facts?.mtimeMs ?? 0
		};
	}));
	const unfinished = entries.filter(({ name }) => name.endsWith(PARTIAL_SUFFIX));
	const abandoned = unfinished.filter(({ used }) => nowMs - used > ABANDONED);
	const oldestLast = entries.filter((one) => !unfinished.includes(one)).toSorted((a, b) => Number(b.name === newest) - Number(a.name === newest) || b.used - a.used);
	let total = 0;
	const beyond = oldestLast.filter(({ name, size }) => {
		total += size;
		return total > limit && name !== newest;
	});
	for (const { name } of [...abandoned, ...beyond]) await rm(join(folder, name), { force: true });
}
// src/github/release-assets.ts
/** A file of a release. Source: GitHub's REST API, "Get a release asset"; assets before June 2025 have no digest. */
const assetSchema = object({
	name: string(),
	url: url(),
	state: string(),
	size: number(),
	digest: string().nullish()
});
/** What the names of all files about a package begin with, by that of its archive. */
function archiveStem(archive) {
	return archive.replace(/\.(tar\.\w+|tgz)$/, "");
}
/** What an asset is, to whom downloads it. */
function assetSource({ name, url, size, digest }) {
	const sha256 = sha256In(digest ?? "");
	return {
		name,
		url: new URL(url),
		accept: "application/octet-stream",
		size,
		permission: "contents: read",
		...sha256 !== void 0 && { sha256 }
	};
}
/** No list of checksums is longer, in bytes. */
const MAX_SUMS = 2 ** 20;
/**
* The SHA-256 an asset must have, in hexadecimal: the one that GitHub keeps, else the one in the release's own list
* (`<stem>.SHA256SUMS`), else the pinned one; where there are two of them they must agree. `folder` takes the list.
* @throws {Failure} `verification` where nothing tells, or the asset is not the pinned one.
*/
async function expectedDigest(asset, assets, pinned, folder, access) {
	const told = sha256In(asset.digest ?? "") ?? await listedDigest(asset, assets, folder, access);
	return agreedDigest(`\`${asset.name}\``, told, pinned);
}
async function listedDigest({ name }, assets, folder, access) {
	const list = [`${archiveStem(name)}.SHA256SUMS`, "SHA256SUMS"].flatMap((one) => assets.find((asset) => asset.name === one) ?? [])[0];
	if (list === void 0) return void 0;
	const file = join(folder, "sums");
	await download$1(assetSource(list), file, access, MAX_SUMS);
	return (await readFile(file, "utf8")).split("\n").map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trimEnd())).find((line) => line?.[2] === name)?.[1];
}
// src/github/session.ts
const TIMEOUTS = {
	downloaded: {
		idle: 6e4,
		total: 18e5,
		pauses: [
			1e3,
			3e3,
			9e3
		]
	},
	published: {
		idle: 12e4,
		total: 36e5,
		pauses: [
			1e3,
			3e3,
			9e3,
			27e3
		]
	}
};
const RETRY_HINTS = {
	downloaded: "Run the job again, or download it in a step before.",
	published: "Run the job again: it goes on where this one stopped."
};
/**
* Does `work` with access to GitHub, all of it within the time `timeouts` allows.
* @throws {Failure} whatever `work` throws, and `environment` in the place of any other error.
*/
async function withAccess({ named, done, token }, { env, signal: ending }, work, timeouts = TIMEOUTS[done]) {
	const fail = (reason, cause) => {
		const problem = {
			message: `${named} cannot be ${done}: ${reason}`,
			hint: `${RETRY_HINTS[done]} On a self-hosted runner, see that it reaches GitHub, by a proxy in https_proxy if need be.`
		};
		return new Failure("environment", problem, { cause });
	};
	const limit = new AbortController();
	const tooSlow = () => limit.abort(fail(`it took over ${timeouts.total / 6e4} minutes`));
	const timer = setTimeout(tooSlow, timeouts.total);
	const signal = AbortSignal.any([ending, limit.signal]);
	const api = new URL(env["GITHUB_API_URL"] || "https://api.github.com");
	try {
		return await work({
			api,
			token,
			signal,
			timeouts
		});
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Failure) throw error;
		throw fail(error instanceof ZodError ? "an answer that makes no sense" : String(error), error);
	} finally {
		clearTimeout(timer);
	}
}
/** `owner/name`; names of dots alone would lead elsewhere. */
const REPOSITORY_FORM = /^[\w-]+\/(?!\.\.?$)[\w.-]+$/;
/**
* The repository that is named, else the workflow's own.
* @throws {Failure} `usage` where neither tells.
*/
function repositoryOf(named, env) {
	const repository = named ?? env["GITHUB_REPOSITORY"];
	if (repository !== void 0 && REPOSITORY_FORM.test(repository)) return repository;
	throw new Failure("usage", {
		message: repository === void 0 ? "nothing tells of which repository the package is" : `\`${repository}\` is no repository`,
		hint: "Name it in `repository`: owner/name."
	});
}
/** The token of the command line, where GitHub's own tool looks for it too; undefined where there is none. */
function tokenIn(env) {
	return env["GH_TOKEN"] || env["GITHUB_TOKEN"] || void 0;
}
// src/github/fetch/choose-package.ts
/**
* The package that is meant in what was unpacked to `root`: at its root or in folders of it, whole or in parts. `named`
* is where that is from, for messages.
* @throws {Failure} `usage` where none is, or more than one could be, `verification` where one is damaged.
*/
async function choosePackage(root, wish, named) {
	const found = await packagesBelow(root);
	const ofName = found.filter(({ manifest }) => wish.package === void 0 || manifest.package === wish.package);
	const names = new Set(found.map(({ manifest }) => manifest.package));
	const [first, ...others] = ofName;
	if (first === void 0) throw unfound$2(named, wish, names);
	if (others.length === 0) return first;
	if (wish.package === void 0 && names.size > 1) throw new Failure("usage", {
		message: `${named} holds several packages: ${[...names].join(", ")}`,
		hint: "Name one in `package`."
	});
	return partFor$1(ofName, wish, named);
}
/** Packages in packages are parts of those. */
async function packagesBelow(root) {
	const folders = (await listFiles(root)).filter((file) => file === "manifest.json" || file.endsWith(`/manifest.json`)).map((file) => dirname(file)).toSorted();
	const outer = folders.filter((folder) => folder === "." || !folders.some((one) => one === "." || folder.startsWith(`${one}/`)));
	return Promise.all(outer.map((folder) => readPackage(join(root, folder))));
}
function partFor$1(parts, { targets = [] }, named) {
	const wanted = parseTargetNames(targets);
	const held = parts.map(({ manifest }) => packageTargets(manifest));
	const fitting = parts.filter(({ manifest }) => missingTargets(packageTargets(manifest), wanted).length === 0).toSorted((a, b) => rank(a, targets) - rank(b, targets));
	const [best] = fitting;
	if (best !== void 0 && (wanted.length > 0 || fitting.length === 1)) return best;
	const list = held.map((one) => one.join("+")).join(", ");
	throw new Failure("usage", {
		message: `${named} holds the package in parts, by architectures: ${list}`,
		hint: "Each part is a package of its own: name one architecture in `targets`, or fetch each to a folder of its own."
	});
}
function rank({ manifest }, targets) {
	const held = packageTargets(manifest);
	return (targets.every((target) => held.includes(target)) ? 0 : 1e3) + held.length;
}
function unfound$2(named, wish, names) {
	const of = wish.package === void 0 ? "" : ` \`${wish.package}\``;
	return new Failure("usage", {
		message: `${named} holds no package${of}`,
		hint: names.size === 0 ? `No folder of it has a ${MANIFEST_FILE}.` : `It holds: ${[...names].join(", ")}.`
	});
}
/**
* The architectures by their names.
* @throws {Failure} `usage` naming each that is none.
*/
function parseTargetNames(names = []) {
	const unknown = names.filter((name) => parseTarget(name) === void 0);
	if (unknown.length > 0) throw new Failure("usage", unknown.map((name) => ({
		message: `targets: \`${name}\` is not a known architecture`,
		hint: `Known are ${TARGET_NAMES.join(", ")}.`
	})));
	return names.flatMap((name) => parseTarget(name) ?? []);
}
/** Whether a GPU of architecture `wanted` runs what was compiled for `held`. */
function runsOnTarget(held, wanted) {
	const { major, from: minor } = minorRange(wanted);
	return runsOn(held, {
		major,
		minor
	});
}
/** Those of the wanted architectures that nothing held runs on. */
function missingTargets(held, wanted) {
	const cubins = held.flatMap((name) => parseTarget(name) ?? []);
	return wanted.filter((target) => !cubins.some((cubin) => runsOnTarget(cubin, target)));
}
/** The architectures a package holds cubins for. */
function packageTargets({ kernels }) {
	const names = kernels.flatMap(({ variants }) => variants.map(({ target }) => target));
	return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}
/** The kernels that are narrowed to other architectures than a wanted one the package holds. */
function kernelsWithout({ kernels }, wanted) {
	return kernels.filter(({ variants }) => {
		return missingTargets(variants.map(({ target }) => target), [wanted]).length > 0;
	}).map(({ name }) => name);
}
/** The failure of a package, or archive, that lacks architectures. */
function missingTargetsFailure(what, missing, held) {
	return new Failure("usage", {
		message: `${what} has nothing for ${missing.map(({ name }) => name).join(", ")}`,
		hint: `It holds ${held.join(", ")}. Have the missing added to the manifest's targets, or take them out of \`targets\`.`
	});
}
// src/github/fetch/choose-asset.ts
/** Unpacked more quickly, and smaller, first. */
const SUFFIXES = [
	".tar.zst",
	".tar.gz",
	".tgz"
];
/**
* The archive that is meant among the files of a release; `named` is the release, for messages.
* @throws {Failure} `usage` where none is, or more than one could be.
*/
function chooseAsset(assets, wanted, named) {
	const whole = assets.filter(({ state }) => state === "uploaded");
	if (wanted.asset !== void 0) return namedAsset(whole, wanted.asset, named);
	const ofPackage = packageArchives(whole).filter((archive) => wanted.package === void 0 || archive.package === wanted.package);
	if (ofPackage.length === 0) throw unfound$1(`${named} has no archive${wanted.package === void 0 ? "" : ` of the package \`${wanted.package}\``}, aot-*.tar.zst or aot-*.tar.gz`, whole);
	return oneOf$1(ofPackage, wanted, named).asset;
}
function namedAsset(whole, name, named) {
	const asset = whole.find((one) => one.name === name);
	if (asset === void 0) throw unfound$1(`${named} has no file \`${name}\``, whole);
	if (SUFFIXES.some((suffix) => name.endsWith(suffix))) return asset;
	throw new Failure("usage", {
		message: `\`${name}\` of ${named} is no archive of a package`,
		hint: `Name one that ends with ${SUFFIXES.join(", ")} in \`asset\`.`
	});
}
/** One for each package, or part of one, in the format that is best. */
function packageArchives(assets) {
	const byStem = /* @__PURE__ */ new Map();
	for (const suffix of SUFFIXES) for (const asset of assets) {
		const stem = asset.name.slice(0, -suffix.length);
		if (!asset.name.endsWith(suffix) || !stem.startsWith("aot-") || byStem.has(stem)) continue;
		byStem.set(stem, {
			asset,
			stem,
			...factsIn(stem)
		});
	}
	return [...byStem.values()];
}
/** `aot-<package>-<version>[-<target>]`: a package's name is a C identifier, without hyphens. */
function factsIn(stem) {
	const [, name, version, target] = /^aot-([A-Za-z_]\w*)-(\d.*?)(?:-(sm_\d+))?$/.exec(stem) ?? [];
	return {
		package: name,
		version,
		target
	};
}
function oneOf$1(archives, { targets }, named) {
	const packages = new Set(archives.map((archive) => archive.package ?? archive.stem));
	if (packages.size > 1) throw several(`${named} has several packages`, packages, "Name one in `package`.");
	if (new Set(archives.map(({ version }) => version)).size > 1) {
		const stems = archives.map(({ stem }) => stem);
		throw several(`${named} has several versions`, stems, "Name the file in `asset`.");
	}
	return partFor(archives, targets) ?? wholeOf(archives, targets, named);
}
/** The part that serves all that is wanted, best the GPU's own. */
function partFor(archives, targets = []) {
	const wanted = parseTargetNames(targets);
	const parts = archives.filter(({ target }) => wanted.length > 0 && target !== void 0 && missingTargets([target], wanted).length === 0);
	const arch = ({ target = "" }) => parseTarget(target)?.arch ?? 0;
	return parts.toSorted((a, b) => arch(b) - arch(a))[0];
}
function wholeOf(archives, targets, named) {
	const [only] = archives;
	const whole = archives.find(({ target }) => target === void 0);
	if (whole !== void 0) return whole;
	const held = archives.flatMap(({ target }) => target ?? []);
	const missing = missingTargets(held, parseTargetNames(targets));
	if (missing.length > 0) throw missingTargetsFailure(named, missing, held);
	if (archives.length === 1 && only !== void 0) return only;
	throw several(`${named} has the package in parts, one for each architecture`, held, "Each part is a package of its own: name one architecture in `targets`, or fetch each to a folder of its own.");
}
function several(message, names, hint) {
	return new Failure("usage", {
		message: `${message}: ${[...names].join(", ")}`,
		hint
	});
}
function unfound$1(message, whole) {
	const names = whole.map(({ name }) => name).join(", ") || "no files";
	return new Failure("usage", {
		message,
		hint: `It has: ${names}. Name a package's archive in \`asset\`, or another release.`
	});
}
// src/github/rest.ts
var import_semver = /* @__PURE__ */ __toESM(require_semver(), 1);
/** An address of the API, whose own may have a path, as GitHub Enterprise's has. */
function apiUrl({ api }, path) {
	return new URL(`${api.href.replace(/\/$/, "")}/${path}`);
}
/** Asks the API, again where that may help. Rejects as `refusal` says where the answer is no. */
async function query(asked, access) {
	const page = await queryIfThere(asked, access, false);
	if (page === void 0) throw new Error("what is missing is refused");
	return page;
}
/** The same, but undefined where there is no such thing and `mayBeMissing`. */
function queryIfThere({ url, what, permission, schema }, access, mayBeMissing = true) {
	return retry(async () => {
		const answer = await httpGet(url, "application/vnd.github+json", access);
		if (answer.statusCode === 404 && mayBeMissing) {
			answer.resume();
			return;
		}
		if (answer.statusCode !== 200) throw await apiFailure(answer, what, permission);
		return {
			body: schema.parse(await json(answer)),
			next: nextPage(answer.headers, url)
		};
	}, access);
}
/** Every page from the first on, at most `most` of them. */
async function* pages(first, most, access) {
	let url = first.url;
	for (let left = most; left > 0 && url !== void 0; left -= 1) {
		const page = await query({
			...first,
			url
		}, access);
		yield page.body;
		url = page.next;
	}
}
/** Source: RFC 8288, and GitHub's REST API, "Using pagination". */
function nextPage({ link }, at) {
	const target = [link ?? ""].flat().flatMap((links) => links.split(",")).map((one) => /^\s*<([^>]*)>\s*;.*\brel="?next"?/.exec(one)?.[1]).find((one) => one !== void 0);
	return target === void 0 ? void 0 : new URL(target, at);
}
/** What publishing needs of a token, and all it needs. */
const PERMISSION = "contents: write";
/** As many as GitHub lists: 10 000 items. */
const MAX_LIST_PAGES = 100;
/** The address of something of the repository. */
function repositoryUrl({ repository, access }, path) {
	return apiUrl(access, `repos/${repository}/${path}`);
}
/** Every item of a list. */
async function listAll({ url, ...more }, access) {
	const items = [];
	const first = new URL("?per_page=100", url);
	for await (const page of pages({
		...more,
		url: first
	}, MAX_LIST_PAGES, access)) items.push(...page);
	return items;
}
/** Attempts something of several requests, again as a whole where that may help. */
function retryAsWhole(home, work) {
	const { access } = home;
	const once = {
		...home,
		access: {
			...access,
			timeouts: {
				...access.timeouts,
				pauses: []
			}
		}
	};
	return retry(() => work(once), access);
}
/** Sends something, once, and reads what comes of it. `what` is written to. */
async function write$1(sending, schema, what, access) {
	const answer = await httpSend(sending, access);
	if (answer.statusCode === 200 || answer.statusCode === 201) return schema.parse(await json(answer));
	throw await refused(answer, what);
}
/** Removes something; that it is gone already is as good. */
async function deleteIfThere(url, what, access) {
	const answer = await httpSend({
		method: "DELETE",
		url
	}, access);
	if (answer.statusCode !== 204 && answer.statusCode !== 404) throw await refused(answer, what);
	answer.resume();
}
/** What others have just made may be in the way: then it helps to look, and go on from there. */
async function refused(answer, what) {
	const error = await apiFailure(answer, what, PERMISSION);
	return answer.statusCode === 422 && error.message.includes("already_exists") ? new Error(error.message) : error;
}
// src/github/fetch/choose-release.ts
const releaseSchema$1 = object({
	tag_name: string(),
	html_url: string().optional(),
	draft: boolean().default(false),
	prerelease: boolean().default(false),
	assets: array(assetSchema)
});
/** Of a hundred releases each. GitHub itself lists ten thousand at most. */
const MAX_PAGES = 30;
/** How many tags a message shows. */
const SHOWN = 8;
/**
* The release that is meant: `latest` (the newest that is neither draft nor prerelease, as GitHub says), the one with
* this tag, or the highest version in a semver range.
* @throws {Failure} `usage` where there is none.
*/
async function chooseRelease(wanted, access) {
	const { release: name, repository } = wanted;
	const ask = (path) => ({
		url: apiUrl(access, `repos/${repository}/releases/${path}`),
		what: `the release ${name} of ${repository}`,
		permission: "contents: read",
		schema: releaseSchema$1
	});
	if (name === "latest") return (await query(ask(name), access)).body;
	const byTag = ask(`tags/${encodeURIComponent(name)}`);
	if ((0, import_semver.validRange)(name) === null) return (await query(byTag, access)).body;
	const tagged = mayBeTag(name) ? await queryIfThere(byTag, access) : void 0;
	if (tagged !== void 0) return tagged.body;
	return highest(await listReleases(wanted, access), wanted);
}
/** Source: git-check-ref-format, which forbids these and more. */
function mayBeTag(name) {
	return !/[\s~^:?*[\\]/.test(name);
}
async function listReleases({ repository }, access) {
	const first = {
		url: apiUrl(access, `repos/${repository}/releases?per_page=100`),
		what: `the list of releases of ${repository}`,
		permission: "contents: read",
		schema: array(releaseSchema$1)
	};
	const found = [];
	for await (const page of pages(first, MAX_PAGES, access)) found.push(...page);
	return found;
}
function highest(releases, wanted) {
	const published = releases.filter(({ draft }) => !draft);
	const [best] = ofPackage(published.flatMap((release) => versioned(release) ?? []).filter(({ version }) => (0, import_semver.satisfies)(version, wanted.release)).filter(({ release, version }) => !release.prerelease || (0, import_semver.prerelease)(version) !== null), wanted).toSorted((a, b) => (0, import_semver.rcompare)(a.version, b.version));
	if (best !== void 0) return best.release;
	const tags = published.map(({ tag_name: tag }) => tag);
	const tagless = mayBeTag(wanted.release) ? "has the tag or is" : "is";
	const more = tags.length > SHOWN ? `, and ${tags.length - SHOWN} more` : "";
	throw new Failure("usage", {
		message: `no release of ${wanted.repository} ${tagless} in the range ${wanted.release}`,
		hint: `It has: ${tags.slice(0, SHOWN).join(", ") || "none"}${more}. Drafts are never taken, prereleases where the range names one (^1.3.0-rc.1).`
	});
}
/** Reads `v1.2.3`, `1.2.3`, `attention-v1.2.3`, `attention@1.2.3` and `attention/v1.2.3`. */
function versioned(release) {
	const [, prefix = "", version] = /^(?:(.+?)[-@/])??v?(\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?)$/.exec(release.tag_name) ?? [];
	return version === void 0 ? void 0 : {
		release,
		version,
		prefix
	};
}
/** Those whose tags begin with the package's name, else those that begin with none, else those of the only beginning. */
function ofPackage(fitting, wanted) {
	const own = fitting.filter(({ prefix }) => prefix !== "" && asName(prefix) === wanted.package);
	if (own.length > 0) return own;
	const plain = fitting.filter(({ prefix }) => prefix === "");
	if (plain.length > 0) return plain;
	const prefixes = new Set(fitting.map(({ prefix }) => prefix));
	if (prefixes.size <= 1) return fitting;
	throw new Failure("usage", {
		message: `${wanted.repository} has releases of several packages in the range ${wanted.release}: ${[...prefixes].join(", ")}`,
		hint: "Name one in `package`, or a release by its tag."
	});
}
/** A package's name is a C identifier; tags often have hyphens instead. */
function asName(prefix) {
	return prefix.replaceAll("-", "_");
}
// src/github/fetch/release.ts
/** In bytes: a bundle has some kilobytes. */
const MAX_BUNDLE = 16 * 2 ** 20;
/**
* Downloads a package's archive from a release to `folder`, or takes the one that was kept, and verifies its digest.
* @throws {Failure} `usage` where there is no such release or archive, `verification` where it is not what was uploaded,
* `environment` where it does not come over.
*/
async function downloadReleaseArchive(source, folder, context, timeouts) {
	const named = `the release ${source.release} of ${source.repository}`;
	const fetch = async (access) => {
		const release = await chooseRelease(source, access);
		const asset = chooseAsset(release.assets, source, named);
		const kind = release.prerelease ? " (a prerelease)" : "";
		context.log.info(`${asset.name} of ${release.tag_name}${kind}, ${asset.size} bytes`);
		const pinned = source.digest;
		const sha256 = await expectedDigest(asset, release.assets, pinned, folder, access);
		const file = join(folder, basename(asset.name));
		const cached = await downloadArchive({
			...assetSource(asset),
			sha256
		}, file, source.cache, access, context);
		const bundle = source.bundle === true ? await downloadBundle(asset, release, folder, access) : void 0;
		const { tag_name: tag, html_url: url } = release;
		return {
			file,
			name: asset.name,
			tag,
			url,
			sha256,
			size: asset.size,
			bundle,
			cached
		};
	};
	return withAccess({
		named,
		done: "downloaded",
		token: source.token
	}, context, fetch, timeouts);
}
/** `<stem>.sigstore.jsonl`, which publishing leaves beside the archives. */
async function downloadBundle({ name }, { assets }, folder, access) {
	const asset = assets.find((one) => one.name === `${archiveStem(name)}.sigstore.jsonl`);
	if (asset === void 0 || asset.state !== "uploaded") return void 0;
	const file = join(folder, asset.name);
	await download$1(assetSource(asset), file, access, MAX_BUNDLE);
	return file;
}
// src/github/attestation.ts
/** The kinds of statements about an archive; docs/background/security.md tells what each says. */
const PROVENANCE_PREDICATE = "https://slsa.dev/provenance/v1";
const SBOM_PREDICATE = "https://cyclonedx.org/bom";
const EVIDENCE_PREDICATE = "https://github.com/triton-aot/triton-aot-action/evidence/v1";
/** What of the environment `gh` needs: where it keeps keys and settings, and how it reaches the network. */
const PASSED = [
	"PATH",
	"HOME",
	"XDG_CACHE_HOME",
	"XDG_CONFIG_HOME",
	"XDG_STATE_HOME",
	"GH_CONFIG_DIR",
	"SSL_CERT_FILE",
	"SSL_CERT_DIR",
	"HTTPS_PROXY",
	"https_proxy",
	"HTTP_PROXY",
	"http_proxy",
	"NO_PROXY",
	"no_proxy"
];
/**
* Verifies through GitHub's own tool `gh` that a workflow of the repository attested where an archive came from.
* @throws {Failure} `environment` where `gh` is missing, too old or cannot ask GitHub, `verification` where it finds
* nothing that holds.
*/
async function verifyAttestation(archive, source, context) {
	const { env, log, signal } = context;
	const gh = await findExecutable("gh", env);
	if (gh === void 0) throw new Failure("environment", {
		message: `${archive} cannot be verified: GitHub's command line tool \`gh\` is not on PATH`,
		hint: "Install it from https://cli.github.com, or leave the attestation unverified."
	});
	const argv = [
		gh,
		"attestation",
		"verify",
		archive,
		...flags(source)
	];
	const ended = await run(argv, {
		env: environmentOf(env, source.token),
		signal
	});
	const signers = ended.code === 0 ? signersOf(ended.stdout) : [];
	if (signers.length === 0) throw unverified(archive, source, ended);
	log.info(`${archive} was attested by ${signers.join(", ")}`);
}
/**
* What a user may type to verify the archive `name`, each a line: its digest, where it came from, the same with what
* was downloaded beside it, and the evidence of its GPU tests where there is any.
*/
function attestationCommands(name, repository, hasEvidence = true) {
	const stem = name.replace(/\.tar\.(zst|gz)$/, "");
	const verify = `gh attestation verify ${name} --repo ${repository}`;
	return [
		`sha256sum --check --ignore-missing ${stem}.SHA256SUMS`,
		verify,
		`${verify} --bundle ${stem}.sigstore.jsonl`,
		...hasEvidence ? [`${verify} --predicate-type ${EVIDENCE_PREDICATE} --format json`] : []
	];
}
function flags({ repository, bundle }) {
	const wanted = [
		"--repo",
		repository,
		"--predicate-type",
		PROVENANCE_PREDICATE,
		"--format",
		"json"
	];
	return bundle === void 0 ? wanted : [
		...wanted,
		"--bundle",
		bundle
	];
}
function environmentOf(env, token) {
	const server = env["GITHUB_SERVER_URL"];
	return {
		...Object.fromEntries(PASSED.map((name) => [name, env[name]])),
		GH_HOST: server ? new URL(server).host : env["GH_HOST"],
		GH_TOKEN: token ?? env["GH_TOKEN"] ?? env["GITHUB_TOKEN"],
		GH_NO_UPDATE_NOTIFIER: "1",
		GH_PROMPT_DISABLED: "1",
		NO_COLOR: "1"
	};
}
const verifiedSchema = array(object({ verificationResult: object({
	statement: object({ predicateType: literal(PROVENANCE_PREDICATE) }),
	signature: object({ certificate: object({ buildSignerURI: string() }) })
}) }));
/**
* Who signed, as `gh` found it. Its exit status alone proves nothing: versions before 2.67 end with 0, and print
* nothing, where there are attestations of another predicate type only. Source: cli/cli,
* pkg/cmd/attestation/verify/verify.go.
*/
function signersOf(stdout) {
	try {
		return verifiedSchema.parse(JSON.parse(stdout)).map(({ verificationResult }) => verificationResult.signature.certificate.buildSignerURI);
	} catch {
		return [];
	}
}
/** The exit status of `gh` where it must be told who asks. Source: its manual, "gh help exit-codes". */
const NEEDS_TOKEN = 4;
function unverified(archive, { repository }, { code, stdout, stderr }) {
	const said = stderr.trim() || stdout.trim() || "nothing";
	const message = `${archive} is not verified as attested by ${repository}: gh says: ${said}`;
	if (code === NEEDS_TOKEN || /HTTP 40[13]\b/.test(said)) return new Failure("environment", {
		message,
		hint: `Give a token that may read ${repository} and its attestations: \`permissions: attestations: read\`.`
	});
	if (/unknown (flag|command)/.test(said)) return new Failure("environment", {
		message,
		hint: "The `gh` on PATH is too old: update it, see https://cli.github.com."
	});
	if (/HTTP 5\d\d\b|dial tcp|no such host|timeout/i.test(said)) return new Failure("environment", {
		message,
		hint: "Run it again, and see githubstatus.com. With the bundle beside the archive GitHub need not be asked for attestations."
	});
	return new Failure("verification", {
		message,
		hint: `Do not use the archive. Fetch it again, and ask the owners of ${repository} whether a workflow of theirs published it.`
	});
}
// src/github/publish/notes.ts
/** Kernels that are named one by one. */
const MAX_NAMES = 30;
/**
* The text of a release: what the packages are, and how to verify them. `signer` is the repository whose workflow
* attests them, if any does.
*/
async function releaseNotes(request, distributions, signer) {
	const isSigned = request.attest !== void 0;
	const parts = distributions.map(async (one) => {
		const commands = verifyCommands(one, request, isSigned ? signer : void 0);
		return `${await describePackage(one.pkg)}\nTo verify:\n\n${fenced(commands)}`;
	});
	return (await Promise.all(parts)).join("\n");
}
/** What a user may type to download and verify a package, each a line. */
function verifyCommands({ stem, files }, { tag, repository }, signer) {
	const archives = files.filter(({ kind }) => kind === "archive").map(({ name }) => name);
	const attested = signer === void 0 ? [] : archives.slice(0, 1);
	return [
		`gh release download ${shellQuote(tag)} --repo ${repository} --pattern '${stem}.*'`,
		`sha256sum --check ${stem}.SHA256SUMS`,
		...attested.flatMap((name) => attestationCommands(name, signer ?? ""))
	];
}
async function describePackage(pkg) {
	const { package: name, version, triton, kernels } = pkg.manifest;
	const targets = new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)));
	const names = kernels.map((kernel) => `\`${kernel.name}\``);
	const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [];
	return `### ${name} ${version}

- kernels: ${[...names.slice(0, MAX_NAMES), ...more].join(", ")}
- targets: ${[...targets].join(", ")}
- compiled with Triton ${triton}
- evidence: ${await describeEvidence(pkg)}
`;
}
async function describeEvidence(pkg) {
	const records = (await readEvidence(join(pkg.folder, EVIDENCE_FILE))).filter((one) => one.manifestSha256 === pkg.manifestSha256);
	if (records.length === 0) return "every kernel's parameters checked against its cubin";
	const ran = new Set(records.map(({ kernel }) => kernel));
	const devices = new Set(records.map(({ device, target }) => `${device} (${target})`));
	return `${ran.size} of ${pkg.manifest.kernels.length} kernels ran on ${[...devices].join(", ")}`;
}
function fenced(lines) {
	return [
		"```sh",
		...lines,
		"```",
		""
	].join("\n");
}
// src/github/publish/release.ts
/** Does `work` with the repository that is published to, as `withAccess` does. */
function withRepository({ repository, tag, token }, context, work, timeouts) {
	return withAccess({
		named: releaseTitle({ repository }, tag),
		done: "published",
		token
	}, context, (access) => work({
		repository,
		access
	}), timeouts);
}
/** Source: GitHub's REST API, "Releases". Older servers know nothing of immutable ones. */
const releaseSchema = object({
	id: number(),
	tag_name: string(),
	draft: boolean(),
	immutable: boolean().nullish(),
	html_url: string(),
	upload_url: string()
});
/** Whether a published release becomes the one that is `latest`; GitHub chooses by date and version with `legacy`. */
const LATEST_MODES = [
	"true",
	"false",
	"legacy"
];
/** The published release with a tag, or else the oldest draft for it: all who publish at once agree on that one. */
async function findReleaseByTag(home, tag) {
	const { access } = home;
	const asked = {
		what: releaseTitle(home, tag),
		permission: PERMISSION
	};
	const url = repositoryUrl(home, `releases/tags/${encodeURIComponent(tag)}`);
	const published = await queryIfThere({
		...asked,
		url,
		schema: releaseSchema
	}, access);
	if (published !== void 0) return published.body;
	const listed = repositoryUrl(home, "releases");
	const [first] = (await listAll({
		...asked,
		url: listed,
		schema: array(releaseSchema)
	}, access)).filter((release) => release.tag_name === tag).toSorted((a, b) => Number(a.draft) - Number(b.draft) || a.id - b.id);
	return first;
}
async function createDraft(home, draft) {
	const { tag, name, notes, isPrerelease, commit } = draft;
	const what = releaseTitle(home, tag);
	const value = {
		tag_name: tag,
		name,
		body: notes,
		draft: true,
		prerelease: isPrerelease,
		...commit !== void 0 && !await hasTag(home, tag) && { target_commitish: commit }
	};
	return write$1({
		method: "POST",
		url: repositoryUrl(home, "releases"),
		content: {
			kind: "json",
			value
		}
	}, releaseSchema, what, home.access);
}
/** Makes a draft a release for everyone. May be repeated. */
async function publishDraft(home, { id, tag_name: tag }, latest) {
	const value = {
		draft: false,
		...latest !== void 0 && { make_latest: latest }
	};
	return write$1({
		method: "PATCH",
		url: repositoryUrl(home, `releases/${id}`),
		content: {
			kind: "json",
			value
		}
	}, releaseSchema, releaseTitle(home, tag), home.access);
}
async function deleteRelease(home, { id, tag_name }) {
	await deleteIfThere(repositoryUrl(home, `releases/${id}`), releaseTitle(home, tag_name), home.access);
}
async function hasTag(home, tag) {
	return await queryIfThere({
		url: repositoryUrl(home, `git/ref/tags/${encodeURIComponent(tag)}`),
		what: releaseTitle(home, tag),
		permission: PERMISSION,
		schema: unknown()
	}, home.access) !== void 0;
}
/** How a release is called in messages. */
function releaseTitle({ repository }, tag) {
	return `the release ${tag} of ${repository}`;
}
// src/github/publish/assets.ts
const fileSchema = assetSchema.extend({
	id: number(),
	browser_download_url: string()
});
async function listAssets(home, { id, tag_name }) {
	return listAll({
		url: repositoryUrl(home, `releases/${id}/assets`),
		what: `the list of files of ${releaseTitle(home, tag_name)}`,
		permission: PERMISSION,
		schema: array(fileSchema)
	}, home.access);
}
/** Sends a file, once. Rejects with any error where it may be there all the same: look before sending it again. */
async function uploadAsset({ access }, { upload_url: template }, { name, file, size }) {
	const url = new URL(template.replace(/\{[^}]*\}$/, ""));
	if (url.protocol !== "https:" && url.protocol !== access.api.protocol) throw new Failure("environment", {
		message: `files are to be sent to ${url.origin}, without encryption`,
		hint: "GITHUB_API_URL, or the server behind it, is not set up right."
	});
	url.searchParams.set("name", name);
	return write$1({
		method: "POST",
		url,
		content: {
			kind: "file",
			path: file,
			size
		}
	}, fileSchema, `\`${name}\``, {
		...access,
		uploads: url
	});
}
async function deleteAsset({ access }, { name, url }) {
	await deleteIfThere(new URL(url), `\`${name}\``, access);
}
/** A file's digest, `sha256:` and hexadecimal digits: as the API tells it, or of what comes down where it tells none. */
async function digestOf({ access }, asset) {
	if (asset.digest?.startsWith("sha256:") === true) return asset.digest;
	return retry(async () => {
		const answer = await httpGet(new URL(asset.url), "application/octet-stream", access);
		if (answer.statusCode !== 200) throw await apiFailure(answer, `\`${asset.name}\``, PERMISSION);
		const hash = createHash("sha256");
		await pipeline(answer, hash, { signal: access.signal });
		return `sha256:${hash.digest("hex")}`;
	}, access);
}
/** Compares a file with what a release has under its name, by size and digest. */
async function assetState({ name, size, sha256 }, assets, home) {
	const asset = assets.find((one) => one.name === name);
	if (asset === void 0) return { kind: "missing" };
	if (asset.state !== "uploaded") return {
		kind: "broken",
		asset
	};
	const digest = await digestOf(home, asset);
	return digest === `sha256:${sha256}` && asset.size === size ? {
		kind: "there",
		asset: {
			...asset,
			digest
		}
	} : {
		kind: "other",
		asset,
		digest
	};
}
/** What is wrong where another file has the name. */
function assetConflict({ name, size, sha256 }, { asset, digest }) {
	return {
		message: `\`${name}\` of the release is another file: it has ${digest} (${asset.size} bytes), this one sha256:${sha256} (${size} bytes)`,
		hint: "Nothing was overwritten. Publish what changed as a new version; or, where the release's file is wrong, delete it there and run the job again."
	};
}
// src/github/publish/plan.ts
/** The file of a release that attests the archives of a package. */
function attestationName({ stem }) {
	return `${stem}.sigstore.jsonl`;
}
/**
* Compares what is to be published with what a release has; undefined: there is none. Nothing is changed.
* @throws {Failure} `verification` where it has other files under the same names, or cannot take what it lacks.
*/
async function planRelease(home, release, distributions, isAttested) {
	const assets = release === void 0 ? [] : await listAssets(home, release);
	const standings = /* @__PURE__ */ new Map();
	for (const file of distributions.flatMap(({ files }) => files)) standings.set(file, await assetState(file, assets, home));
	const problems = [...standings].flatMap(([file, standing]) => standing.kind === "other" ? assetConflict(file, standing) : []);
	if (problems.length > 0) throw new Failure("verification", problems);
	const lacking = [...standings].flatMap(([file, { kind }]) => kind === "there" ? [] : file);
	const files = [...standings.values()].flatMap((one) => one.kind === "there" ? one.asset : []);
	const { attestations, unattested } = isAttested ? planAttestations(distributions, lacking, assets) : {
		attestations: [],
		unattested: []
	};
	const plan = {
		there: [...files, ...attestations],
		lacking,
		unattested
	};
	if (release?.immutable === true) refuseToChange(plan, releaseTitle(home, release.tag_name));
	return plan;
}
/** Signing anew gives other bytes each time: what was signed is kept. */
function planAttestations(distributions, lacking, assets) {
	const unattested = [];
	const attestations = [];
	for (const distribution of distributions) {
		const name = attestationName(distribution);
		const found = assets.find((asset) => asset.name === name && asset.state === "uploaded");
		if (found === void 0) unattested.push(distribution);
		else {
			const other = distribution.files.find((file) => file.kind === "archive" && lacking.includes(file));
			if (other !== void 0) throw strayAttestation(name, other.name);
			attestations.push(found);
		}
	}
	return {
		unattested,
		attestations
	};
}
function strayAttestation(name, archive) {
	return new Failure("verification", {
		message: `the release has \`${name}\` already, but not \`${archive}\`, which it should attest`,
		hint: `Nothing was overwritten. Delete \`${name}\` from the release and run the job again, or publish a new version.`
	});
}
function refuseToChange({ lacking, unattested }, named) {
	const names = [...lacking.map(({ name }) => name), ...unattested.map(attestationName)];
	if (names.length === 0) return;
	throw new Failure("verification", {
		message: `${named} is published and immutable, and lacks ${names.map((name) => `\`${name}\``).join(", ")}`,
		hint: "No file can be added to it any more: publish a new version. To add files in several jobs, give all but the last `draft: true`."
	});
}
// src/github/publish/request.ts
/**
* Packs what is to be published into a folder that is there while `work` runs. Nothing is asked of GitHub.
* @throws {Failure} `verification` for packages that are damaged or lack evidence, `usage` where there are none, or
* what they become cannot be files of one release.
*/
async function withDistributions(request, context, work) {
	const folders = (await Promise.all(request.packages.map((folder) => findPackages(folder)))).flat();
	const packages = await Promise.all(folders.map((folder) => readPackage(folder)));
	const problems = await evidenceProblems(packages, request.require);
	if (problems.length > 0) throw new Failure("verification", problems);
	const out = await mkdtemp(join(context.scratch, "publish-"));
	try {
		const settings = {
			formats: request.formats,
			out
		};
		const distributions = await context.log.group("Pack", () => distributeRead(packages, settings, context));
		checkFiles(distributions.flatMap(({ files }) => files));
		return await work(distributions, out);
	} finally {
		await rm(out, {
			recursive: true,
			force: true
		});
	}
}
async function evidenceProblems(packages, need) {
	const missing = await Promise.all(packages.map((pkg) => missingEvidence(pkg, need)));
	return [...unknownTargets(packages, need).map((target) => ({
		message: `no package has code for ${target}, which is required to have run`,
		hint: "Build for it, or take it out of `require-targets`."
	})), ...missing.flat()];
}
function checkFiles(files) {
	const names = files.map(({ name }) => name);
	const problems = [
		...names.filter((name, index) => names.indexOf(name) !== index).map((name) => ({
			message: `two packages would both be \`${name}\` in the release`,
			hint: "Give them different names or versions in their manifests."
		})),
		...names.filter((name) => !/^[A-Za-z0-9][\w.+-]*$/.test(name)).map((name) => ({
			message: `GitHub would keep \`${name}\` under another name`,
			hint: "Use letters, digits, `.`, `+` and `-` only in `version` of the manifest."
		})),
		...files.filter(({ size }) => size >= MAX_DOWNLOAD_BYTES).map(({ name, size }) => ({
			message: `\`${name}\` has ${size} bytes; a release takes files below ${MAX_DOWNLOAD_BYTES}`,
			hint: "Give each target a package of its own: `split`."
		}))
	];
	if (problems.length > 0) throw new Failure("usage", problems);
}
// src/github/publish/upload.ts
/**
* Brings files to a release, one after the other, as far as it does not have them.
* @throws {Failure} `verification` where another file has the name of one.
*/
async function uploadFiles(home, release, files, log) {
	const published = [];
	for (const file of files) {
		const one = await retryAsWhole(home, (once) => bring(once, release, file));
		published.push(one);
		const how = one.isNew ? "uploaded" : "is there already";
		log.progress(published.length, files.length, `${file.name} (${file.size} bytes) ${how}`);
	}
	return checked(home, release, published);
}
/** An attempt begins with what is there: one before it may have done more than its answer told, or half of it. */
async function bring(home, release, file) {
	const standing = await assetState(file, await listAssets(home, release), home);
	switch (standing.kind) {
		case "there": return {
			file,
			asset: standing.asset,
			isNew: false
		};
		case "other": throw new Failure("verification", assetConflict(file, standing));
		case "broken": await deleteAsset(home, standing.asset);
	}
	return {
		file,
		asset: await uploadAsset(home, release, file),
		isNew: true
	};
}
/** The files as the release has them in the end. */
async function checked(home, release, published) {
	return retryAsWhole(home, async (once) => {
		const assets = await listAssets(once, release);
		const all = [];
		for (const one of published) {
			const standing = await assetState(one.file, assets, once);
			if (standing.kind !== "there") throw unlike(one.file, standing.kind);
			all.push({
				...one,
				asset: standing.asset
			});
		}
		return all;
	});
}
function unlike({ name }, kind) {
	const how = {
		missing: "is not there",
		broken: "is not whole",
		other: "is another file"
	}[kind];
	return new Failure("verification", {
		message: `\`${name}\` was uploaded, but in the release it ${how}`,
		hint: "Another job may publish the same. Run this one again: what is right is kept. The release was left as it is."
	});
}
// src/github/publish/publish.ts
/**
* Brings packages to the release of a tag, and publishes it when it has all of them. What is there already is kept, so
* it may be called again after whatever went wrong.
* @throws {Failure} `verification` for packages that are damaged or lack evidence, and where the release has other files
* under the same names or cannot take more; `usage` and `environment` where GitHub refuses, or cannot be reached.
*/
async function publishRelease(request, context, timeouts) {
	return withDistributions(request, context, (distributions, folder) => withRepository(request, context, (home) => publish({
		request,
		distributions,
		folder,
		home
	}, context), timeouts));
}
async function publish(publication, context) {
	const { request, distributions, home } = publication;
	const { tag, repository, attest, draft, latest } = request;
	const { log } = context;
	const found = await findReleaseByTag(home, tag);
	const plan = await planRelease(home, found, distributions, attest !== void 0);
	const release = found ?? await openRelease(home, await draftOf(publication, context));
	const signed = await sign(publication, plan);
	const uploaded = await log.group(`Upload to ${releaseTitle(home, tag)}`, () => uploadFiles(home, release, [...plan.lacking, ...signed.files], log));
	const last = release.draft && !draft ? await retryAsWhole(home, (once) => publishDraft(once, release, latest)) : release;
	const files = [...plan.there.map((asset) => ({
		asset,
		isNew: false
	})), ...uploaded.map(({ asset, isNew }) => ({
		asset,
		isNew
	}))];
	return {
		repository,
		tag,
		id: last.id,
		url: last.html_url,
		isPublished: !last.draft,
		distributions,
		files: files.toSorted((a, b) => a.asset.name < b.asset.name ? -1 : 1),
		attestationUrls: signed.urls
	};
}
/** Signs what the release has no signature of, and writes that to files beside the archives. */
async function sign({ request: { attest }, folder }, { unattested }) {
	const files = [];
	const urls = [];
	if (attest === void 0) return {
		files,
		urls
	};
	for (const distribution of unattested) {
		const attestation = await attest(distribution);
		const name = attestationName(distribution);
		const file = join(folder, name);
		const text = attestation.lines.map((line) => `${line}\n`).join("");
		await writeFile(file, text);
		const size = Buffer.byteLength(text);
		files.push({
			kind: "attestation",
			name,
			file,
			size,
			sha256: sha256(text)
		});
		urls.push(...attestation.urls);
	}
	return {
		files,
		urls
	};
}
async function draftOf({ request, distributions }, { env }) {
	const { tag, repository, name, notes, prerelease } = request;
	const isOwn = repository === env["GITHUB_REPOSITORY"];
	return {
		tag,
		name: name ?? tag,
		notes: notes ?? await releaseNotes(request, distributions, env["GITHUB_REPOSITORY"]),
		isPrerelease: prerelease ?? isPrerelease(tag),
		commit: isOwn ? env["GITHUB_SHA"] : void 0
	};
}
/** Everything of `publishRelease` that changes nothing, with the same failures. */
async function previewRelease(request, context) {
	return withDistributions(request, context, (distributions) => withRepository(request, context, async (home) => {
		const { repository, tag } = request;
		const found = await findReleaseByTag(home, tag);
		const { there, lacking } = await planRelease(home, found, distributions, false);
		const named = lacking.map(({ file: _file, ...shown }) => shown);
		const release = found?.draft === true ? "draft" : "published";
		return {
			repository,
			tag,
			release: found ? release : "none",
			there,
			lacking: named
		};
	}));
}
/**
* Whether a tag names a version before a release, such as `v1.2.0-rc.1`. In a repository with several packages the
* version may follow a name: `attention/v1.2.0-rc.1`, `attention-1.2.0-rc.1`.
*/
function isPrerelease(tag) {
	const [, version] = /(?:^|[/@_-])v?(\d+\.\d+\.\d+\S*)$/.exec(tag) ?? [];
	return version !== void 0 && (import_semver.default.prerelease(version)?.length ?? 0) > 0;
}
/**
* The release for a tag, or a new draft for it. Jobs that make one at the same time all go on with the oldest, and the
* others remove theirs.
*/
async function openRelease(home, draft) {
	let own;
	return retryAsWhole(home, async (once) => {
		let release = await findReleaseByTag(once, draft.tag);
		if (release === void 0) {
			own = await createDraft(once, draft);
			release = await findReleaseByTag(once, draft.tag) ?? own;
		}
		if (own !== void 0 && own.id !== release.id) await discard(once, own);
		return release;
	});
}
/** What somebody has put files to is not ours alone any more. */
async function discard(home, release) {
	if ((await listAssets(home, release)).length === 0) await deleteRelease(home, release);
}
// src/github/fetch/artifact.ts
const artifactSchema = object({
	id: number(),
	name: string(),
	expired: boolean(),
	digest: string().nullish()
});
/** How many runs of the right kind are looked into. */
const MAX_RUNS = 50;
/** Of a hundred artifacts each; a run has five hundred for each job. */
const MAX_ARTIFACT_PAGES = 10;
/**
* Downloads an artifact of the newest good run for a branch to `folder`, or takes the one that was kept, and verifies its
* digest. Runs that worked on a fork's code are never taken, whatever their branch is called.
* @throws {Failure} `usage` where there is none, or several could be meant, `verification` where it is not what was
* uploaded, `environment` where it does not come over.
*/
async function downloadWorkflowArtifact(source, folder, context, timeouts) {
	const { repository, branch, token } = source;
	const named = `the artifact of ${branch} of ${repository}`;
	const fetch = async (access) => {
		const { run, artifact } = await findArtifact(source, access, context);
		const { id, name } = artifact;
		context.log.info(`the artifact ${name} of ${describe(run)}`);
		const sha256 = agreedDigest(`the artifact \`${name}\``, sha256In(artifact.digest ?? ""), source.digest);
		const file = join(folder, `${id}.zip`);
		return {
			file,
			name,
			run,
			sha256,
			cached: await downloadArchive({
				name,
				url: apiUrl(access, `repos/${repository}/actions/artifacts/${id}/zip`),
				accept: "application/vnd.github+json",
				sha256,
				permission: "actions: read"
			}, file, source.cache, access, context)
		};
	};
	return withAccess({
		named,
		done: "downloaded",
		token
	}, context, fetch, timeouts);
}
async function findArtifact(source, access, { log }) {
	const pattern = source.artifact ?? "aot*";
	const passed = [];
	const passOver = (run, reason) => {
		log.info(`passed over ${describe(run)}: ${reason}`);
		passed.push(reason);
	};
	let looked = 0;
	for await (const run of listRuns(source, access)) {
		const reason = rejectReason(run, source.branch);
		if (reason !== void 0) {
			passOver(run, reason);
			continue;
		}
		looked += 1;
		if (looked > MAX_RUNS) break;
		const fitting = (await artifactsOf(run, source.repository, access)).filter(({ name }) => import_picomatch.default.isMatch(name, pattern, { dot: true }));
		const left = fitting.filter(({ expired }) => !expired);
		if (left.length > 0) return {
			run,
			artifact: oneOf(left, source, run)
		};
		passOver(run, fitting.length > 0 ? "its artifact has expired" : `it has no artifact ${pattern}`);
	}
	throw unfound(source, pattern, passed);
}
/** Those of a run. What a later attempt of it uploaded again is the later one. */
async function artifactsOf({ id }, repository, access) {
	const first = {
		url: apiUrl(access, `repos/${repository}/actions/runs/${id}/artifacts?per_page=100`),
		what: `the artifacts of run ${id} of ${repository}`,
		permission: "actions: read",
		schema: object({ artifacts: array(artifactSchema) })
	};
	const byName = /* @__PURE__ */ new Map();
	for await (const { artifacts } of pages(first, MAX_ARTIFACT_PAGES, access)) for (const artifact of artifacts) {
		const known = byName.get(artifact.name);
		if (known === void 0 || known.id < artifact.id) byName.set(artifact.name, artifact);
	}
	return [...byName.values()];
}
function oneOf(artifacts, { package: wanted, targets = [] }, run) {
	const [target] = targets;
	const ofTarget = narrowed(narrowed(artifacts, (name) => name === `aot-${wanted}` || name.startsWith(`aot-${wanted}-`)), (name) => targets.length === 1 && name.endsWith(`-${target}`));
	const [artifact, ...others] = ofTarget;
	if (artifact !== void 0 && others.length === 0) return artifact;
	throw new Failure("usage", {
		message: `${describe(run)} has several artifacts that could be meant: ${ofTarget.map(({ name }) => name).join(", ")}`,
		hint: "Name one in `artifact`."
	});
}
/** Those with such names, or all where none has one: names only hint at what is inside. */
function narrowed(artifacts, fits) {
	const fitting = artifacts.filter(({ name }) => fits(name));
	return fitting.length > 0 ? fitting : artifacts;
}
function describe({ id, event, created_at: created }) {
	return `run ${id} (${event}, ${created})`;
}
function unfound(source, pattern, passed) {
	const { repository, branch, workflow } = source;
	const shown = [...new Set(passed)].slice(0, 5).map((reason) => `; ${reason}`);
	const tried = passed.length === 0 ? "There is no successful run." : `${passed.length} successful runs were passed over${shown.join("")}.`;
	const of = workflow === void 0 ? "" : ` of the workflow ${workflow}`;
	return new Failure("usage", {
		message: `no run${of} for the branch ${branch} of ${repository} has an artifact ${pattern} that can be taken`,
		hint: `${tried} Run the workflow again where it has expired, name the workflow in \`workflow\` and the artifact in \`artifact\`, or fetch a release, which does not expire.`
	});
}
const ownerSchema = object({
	id: number(),
	full_name: string()
});
const runSchema = object({
	id: number(),
	html_url: string(),
	event: string(),
	head_branch: string().nullable(),
	head_sha: string(),
	conclusion: string().nullable(),
	created_at: string(),
	repository: ownerSchema,
	head_repository: ownerSchema.nullish()
});
/** Of a hundred runs each. */
const MAX_RUN_PAGES = 3;
/** The successful runs for a branch, newest first, a few hundred at most: good or not. */
async function* listRuns(source, access) {
	const { repository, branch, workflow } = source;
	const url = apiUrl(access, `repos/${repository}/actions/${workflow === void 0 ? "" : `workflows/${encodeURIComponent(basename(workflow))}/`}runs`);
	url.search = new URLSearchParams({
		branch,
		status: "success",
		per_page: "100"
	}).toString();
	const first = {
		url,
		what: `the list of runs of ${workflow === void 0 ? "workflows" : `the workflow ${workflow}`} of ${repository}`,
		permission: "actions: read",
		schema: object({ workflow_runs: array(runSchema) })
	};
	for await (const { workflow_runs: runs } of pages(first, MAX_RUN_PAGES, access)) yield* runs;
}
/** Why nothing is taken from a run; undefined where it is good. */
function rejectReason(run, branch) {
	if (run.head_branch !== branch) return `it is of the branch ${run.head_branch ?? "(none)"}`;
	if (run.conclusion !== "success") return `it ended as ${run.conclusion ?? "nothing yet"}`;
	if (run.head_repository?.id !== run.repository.id) return `it worked on the code of ${run.head_repository?.full_name ?? "a fork that is gone"}`;
	return TRUSTED_EVENTS.includes(run.event) ? void 0 : `its event is ${run.event}, which may be about anybody's code`;
}
// src/github/fetch/unzip.ts
/** Sources of kernels shrink to a tenth; 200 times is what runs of a single byte do. */
const LIMITS = {
	bytes: 4 * 2 ** 30,
	entries: 1e5,
	ratio: 200
};
/** Below this many bytes no ratio matters. */
const SMALL = 2 ** 20;
/**
* Unpacks a .zip to `folder`, which has to be there, empty. It is removed again when anything is wrong.
* @throws {Failure} `verification` naming the entry that is not a plain file or folder inside the zip, or that exceeds
* the limits, or saying how the zip is damaged; `environment` where it cannot be written.
*/
async function unpackZip(file, folder, signal, limits = LIMITS) {
	const { openPromise } = await import("./zip.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const name = basename(file);
	let zip;
	try {
		zip = await openPromise(file, {
			autoClose: false,
			strictFileNames: true
		});
		const check = entryCheck(name, (await stat(file)).size, limits);
		for await (const entry of zip.eachEntry()) {
			signal.throwIfAborted();
			check(entry);
			await write(zip, entry, join(folder, entry.fileName), signal);
		}
	} catch (error) {
		await rm(folder, {
			recursive: true,
			force: true
		});
		signal.throwIfAborted();
		throw error instanceof Failure ? error : unusable(name, error);
	} finally {
		zip?.close();
	}
}
async function write(zip, entry, path, signal) {
	if (isFolder(entry)) {
		await mkdir(path, { recursive: true });
		return;
	}
	await mkdir(dirname(path), { recursive: true });
	const content = await zip.openReadStreamPromise(entry);
	await pipeline(content, createWriteStream(path, {
		flags: "wx",
		mode: 420
	}), { signal });
}
/** Looks at each entry before anything of it is written: names that lead elsewhere, yauzl itself refuses. */
function entryCheck(zip, packed, limits) {
	const seen = /* @__PURE__ */ new Set();
	let bytes = 0;
	return (entry) => {
		const { fileName, uncompressedSize } = entry;
		bytes += uncompressedSize;
		const isBomb = bytes > SMALL && bytes > packed * limits.ratio;
		if (bytes > limits.bytes || seen.size >= limits.entries || isBomb) throw tooLarge(zip, fileName, limits);
		const path = fileName.replace(/\/$/, "").toLowerCase();
		const reason = seen.has(path) ? "is there twice" : entryProblem(entry);
		seen.add(path);
		if (reason === void 0) return;
		throw new Failure("verification", {
			message: `${zip} is not unpacked: its entry \`${fileName}\` ${reason}`,
			hint: "A package has plain files and folders only. Upload the folder anew as it was built."
		});
	};
}
const CONTROL = /\p{Cc}/u;
/** Source: APPNOTE.TXT 4.4.2 and 4.4.15; the upper half is the mode where the zip was made on Unix or macOS. */
function entryProblem(entry) {
	const { fileName, externalFileAttributes, versionMadeBy } = entry;
	if (entry.isEncrypted()) return "is encrypted";
	if (CONTROL.test(fileName)) return "has a name that no file has";
	if (fileName.split("/").includes(".") || /\/\//.test(fileName)) return "has an unclear name";
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
function tooLarge(zip, entry, { bytes, entries, ratio }) {
	return new Failure("verification", {
		message: `${zip} is not unpacked: with \`${entry}\` it exceeds ${bytes} bytes, ${entries} entries, or ${ratio} times its own size`,
		hint: "No package is that large. Upload the folder anew as it was built."
	});
}
function unusable(zip, error) {
	const reason = error instanceof Error ? error.message : String(error);
	const isRefused = isSystemError(error);
	const problem = isRefused ? { message: `${zip} cannot be unpacked: ${reason}` } : {
		message: `${zip} is not unpacked, it is damaged or unsafe: ${reason}`,
		hint: "Upload the folder anew as it was built."
	};
	return new Failure(isRefused ? "environment" : "verification", problem, { cause: error });
}
// src/github/fetch/fetch.ts
/**
* Fetches a package from a release, or from the newest good run of a workflow, to `request.out`: verified at every
* step, and whole or not at all. A package that lies there is replaced, anything else is not.
* @throws {Failure} `usage` where there is no such package, or it lacks an architecture; `verification` where anything
* is not what was uploaded or built, or must not be unpacked; `environment` where it does not come over.
*/
async function fetchPackage({ source, out, attestation }, context, timeouts) {
	const folder = resolve(out);
	await checkOutputFolder(folder);
	const attested = attestation === "required";
	const work = await mkdtemp(join(context.scratch, "fetch-"));
	const fresh = `${folder}.${randomUUID().slice(0, 8)}.new`;
	try {
		const parcel = await download(source, attested, work, context, timeouts);
		await mkdir(fresh, { recursive: true });
		const pkg = await parcel.unpack(fresh);
		await checkNoStrayFiles(pkg);
		checkFit(pkg, source, context);
		await replaceFolder(pkg.folder, folder);
		const { manifest } = pkg;
		return {
			folder,
			package: manifest.package,
			version: manifest.version,
			targets: packageTargets(manifest),
			repository: source.repository,
			origin: parcel.origin,
			digest: `sha256:${parcel.sha256}`,
			cacheHit: parcel.cached,
			attested
		};
	} finally {
		await rm(fresh, {
			recursive: true,
			force: true
		});
		await rm(work, {
			recursive: true,
			force: true
		});
	}
}
async function download(source, attested, work, context, timeouts) {
	if (source.kind === "branch") {
		const { file, name, run, sha256, cached } = await downloadWorkflowArtifact(source, work, context, timeouts);
		const { id, head_sha: commit, html_url: url } = run;
		return {
			origin: {
				kind: "branch",
				run: id,
				commit,
				artifact: name,
				url
			},
			sha256,
			cached,
			async unpack(folder) {
				await unpackZip(file, folder, context.signal);
				return choosePackage(folder, source, `the artifact ${name}`);
			}
		};
	}
	const { file, name, tag, url, sha256, cached, bundle } = await downloadReleaseArchive(source, work, context, timeouts);
	if (attested) {
		const { repository, token } = source;
		await verifyAttestation(file, {
			repository,
			token,
			...bundle !== void 0 && { bundle }
		}, context);
	}
	return {
		origin: {
			kind: "release",
			tag,
			asset: name,
			url
		},
		sha256,
		cached,
		async unpack(folder) {
			await unpackArchive(file, folder, context.signal);
			return readPackage(await findPackageFolder(folder));
		}
	};
}
/** What the checksums do not list would be compiled all the same. */
async function checkNoStrayFiles({ folder }) {
	const problems = await checkUnlistedFiles(folder, await readSums(folder));
	if (problems.length > 0) throw new Failure("verification", problems);
}
/** Whether it is the package that was asked for, and holds what is needed. */
function checkFit({ manifest }, source, { log }) {
	const { package: name, version } = manifest;
	if (source.package !== void 0 && name !== source.package) throw new Failure("usage", {
		message: `the archive holds the package \`${name}\`, not \`${source.package}\``,
		hint: "Name that in `package`, or another file in `asset`."
	});
	const held = packageTargets(manifest);
	const wanted = parseTargetNames(source.targets);
	const missing = missingTargets(held, wanted);
	if (missing.length > 0) throw missingTargetsFailure(`the package ${name} ${version}`, missing, held);
	log.info(`${name} ${version} for ${held.join(", ")}`);
	for (const target of wanted) {
		const kernels = kernelsWithout(manifest, target);
		if (kernels.length > 0) log.info(`not for ${target.name}, as its manifest says: ${kernels.join(", ")}`);
	}
}
// src/github/fetch/request.ts
/** How sure it must be that a workflow of the repository made the archive. */
const ATTESTATION_MODES = ["off", "required"];
/**
* Makes a request of what users say.
* @throws {Failure} `usage` naming everything that makes no sense.
*/
function fetchRequest(wish) {
	const problems = problemsOf(wish);
	if (problems.length > 0) throw new Failure("usage", problems);
	const { repository, token, release, branch, digest, attestation, cache, out } = wish;
	const targets = wish.targets?.flatMap((name) => parseTarget(name)?.name ?? []);
	const common = {
		repository,
		token,
		package: wish.package,
		targets,
		digest,
		cache
	};
	if (release !== void 0) {
		const { asset } = wish;
		const bundle = attestation === "required";
		return {
			source: {
				kind: "release",
				...common,
				release,
				asset,
				bundle
			},
			out,
			attestation
		};
	}
	const { workflow, artifact } = wish;
	return {
		source: {
			kind: "branch",
			...common,
			branch: branch ?? "",
			workflow,
			artifact
		},
		out,
		attestation
	};
}
function problemsOf(wish) {
	const { release, branch, workflow, artifact, asset, digest, attestation, targets = [] } = wish;
	const unfit = release === void 0 ? {
		asset,
		attestation: attestation === "required" || void 0
	} : branch === void 0 ? {
		workflow,
		artifact
	} : {};
	const other = release === void 0 ? "release" : "branch";
	const unknown = targets.filter((name) => parseTarget(name) === void 0);
	return [
		...release === void 0 === (branch === void 0) ? [{ message: "release, branch: exactly one of them says where the package comes from" }] : [],
		...Object.entries(unfit).filter(([, value]) => value !== void 0).map(([name]) => ({ message: `${name}: it is of use with \`${other}\` only` })),
		...digest !== void 0 && sha256In(digest) === void 0 ? [{ message: `digest: \`${digest}\` is not sha256: and 64 hexadecimal digits` }] : [],
		...unknown.map((name) => ({
			message: `targets: \`${name}\` is not a known architecture`,
			hint: `Known are ${TARGET_NAMES.join(", ")}.`
		}))
	];
}
/** By what CMake and pkg-config find the package in a folder ahead of others. */
function searchPaths(folder, env) {
	const paths = {
		CMAKE_PREFIX_PATH: folder,
		PKG_CONFIG_PATH: join(folder, "lib", "pkgconfig")
	};
	return Object.entries(paths).map(([name, added]) => {
		return {
			name,
			folder: added,
			value: [added, ...(env[name] ?? "").split(delimiter).filter((one) => one !== "" && one !== added)].join(delimiter)
		};
	});
}
// src/github/fetch/verify-release.ts
/**
* Runs `body` on a package's path, for a release on the archive that is downloaded for the time, with what was checked
* of it before.
* @throws {Failure} as `downloadReleaseArchive` and `verifyAttestation`.
*/
async function withVerifiedRelease(wish, context, body) {
	const { release, attestation = false } = wish;
	if (release === void 0 && !attestation) return body(wish.package, []);
	if (release === void 0) await checkArchive(wish.package);
	const { env } = context;
	const repository = repositoryOf(wish.repository, env);
	const token = tokenIn(env);
	const folder = await mkdtemp(join(context.scratch, "release-"));
	try {
		const { asset, targets } = wish;
		const archive = release === void 0 ? void 0 : await downloadReleaseArchive({
			release,
			repository,
			token,
			asset,
			targets,
			bundle: attestation
		}, folder, context);
		const path = archive?.file ?? wish.package;
		const checks = [];
		if (archive !== void 0) {
			const text = `${archive.name} of ${repository} ${archive.tag} is as it was uploaded (sha256 ${archive.sha256})`;
			checks.push({
				name: "archive",
				outcome: "ok",
				text
			});
		}
		if (attestation) {
			const bundle = archive?.bundle;
			await verifyAttestation(path, {
				repository,
				token,
				...bundle !== void 0 && { bundle }
			}, context);
			const text = `a workflow of ${repository} signed where it comes from`;
			checks.push({
				name: "attestation",
				outcome: "ok",
				text
			});
		}
		return await body(path, checks);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/** @throws {Failure} `usage` for a folder. */
async function checkArchive(path) {
	if ((await stat(path).catch(() => void 0))?.isFile() === true) return;
	throw new Failure("usage", {
		message: "only archives are signed, and this is none",
		place: { file: path },
		hint: "Name the archive with --package, or the release that it is in with --release."
	});
}
export { ATTESTATION_MODES, EVIDENCE_PREDICATE, LATEST_MODES, REPOSITORY_FORM, SBOM_PREDICATE, TRUSTED_EVENTS, downloadReleaseArchive, fetchPackage, fetchRequest, previewRelease, publishRelease, repositoryOf, searchPaths, tokenIn, verifyCommands, withVerifiedRelease };
