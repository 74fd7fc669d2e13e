import { n as downloadCache, r as saveCache, t as internalCacheTwirpClient } from "./cache-client.js";
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { text } from "node:stream/consumers";
// src/cache/refusal.ts
/** How the client speaks of a service that does not answer, or has no time; most of its errors have texts only. */
const DOWN = [
	/failed to make request after \d+ attempts/i,
	/unable to make request/i,
	/rate limited/i,
	/storage quota has been hit/i,
	/responded with (5\d\d|429)/i,
	/exceeded the timeout|completed in timeout/i,
	/\b(ECONNRESET|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)\b/,
	/socket hang up/i
];
/** The service takes too long. */
var LateError = class extends Error {};
/** The longest text that helps anybody. */
const LONGEST = 300;
/** What the client's error means for the action. */
function refusalOf(error) {
	const text = textOf(error);
	if (/cache (read|write) denied:/.test(text)) return refusal("denied", text);
	return refusal(error instanceof LateError || DOWN.some((words) => words.test(text)) ? "down" : "failed", text);
}
function refusal(problem, text) {
	return {
		problem,
		message: presentable(text)
	};
}
/** The client for Azure gives the body of an answer that it takes for an error, or nothing: its status tells more. */
function textOf(error) {
	if (typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number") return `the storage responded with ${error.statusCode}`;
	return error instanceof Error ? error.message : String(error);
}
/** One line, without what signed addresses give away. */
function presentable(text) {
	const [line = ""] = text.trim().split("\n");
	const open = line.replaceAll(/(https?:\/\/[^\s?]*)\?\S*/g, "$1");
	return open.length > LONGEST ? `${open.slice(0, LONGEST)}…` : open;
}
// src/cache/service.ts
/** The service finds an entry only by the version it was saved with: ours is the format, not a list of paths. */
const VERSION = createHash("sha256").update("triton-aot-store-1").digest("hex");
/** The third attempt follows the first after eight to ten seconds; the client's own five would take half a minute. */
const ATTEMPTS = 3;
/** The service the environment names (ACTIONS_RESULTS_URL, ACTIONS_RUNTIME_TOKEN). */
function cacheService(maxAttempts = ATTEMPTS) {
	return internalCacheTwirpClient({ maxAttempts });
}
/**
* What the call gives, unless it takes more than `seconds`. Where the connection has ended meanwhile, the client
* waits for ever with nothing left to wait for: then the timer does not keep the process alive either.
*/
function within(seconds, call) {
	const late = new Promise((_resolve, reject) => {
		const give = () => reject(new LateError(`no answer within ${seconds} s`));
		setTimeout(give, seconds * 1e3).unref();
	});
	return Promise.race([call, late]);
}
// src/cache/restore.ts
/** Writes the newest entry of the first prefix that has any to the file. Throws as the client does. */
async function restore({ prefixes, file, patience }) {
	const [key = "", ...restoreKeys] = prefixes;
	const request = {
		key,
		restoreKeys,
		version: VERSION
	};
	const entry = await within(patience, cacheService().GetCacheEntryDownloadURL(request));
	if (!entry.ok) return { found: null };
	await downloadCache(entry.signedDownloadUrl, file, { useAzureSdk: true });
	return { found: entry.matchedKey };
}
// src/cache/save.ts
/** What the client's own saveCache asks for: parts of 64 MiB, eight at a time. */
const UPLOAD = {
	useAzureSdk: true,
	uploadChunkSize: 64 * 1024 ** 2,
	uploadConcurrency: 8
};
/** Keeps the file under the name, unless something is there already. Throws as the client does. */
async function save({ name, file, patience }) {
	const { size } = await stat(file);
	const url = await reserve(name, patience);
	if (url === void 0) return { kept: await isKept(name, patience) };
	await saveCache(-1, file, url, {
		...UPLOAD,
		archiveSizeBytes: size
	});
	try {
		await finalize(name, size, patience);
		return { kept: true };
	} catch (error) {
		if (await isKept(name, patience).catch(() => false)) return { kept: true };
		throw error;
	}
}
/** The address to upload to; undefined where the name is taken. */
async function reserve(name, patience) {
	try {
		const request = {
			key: name,
			version: VERSION
		};
		const answer = await within(patience, cacheService().CreateCacheEntry(request));
		if (!answer.ok) throw new Error(answer.message || "the service refuses to save this");
		return answer.signedUploadUrl;
	} catch (error) {
		if (error instanceof Error && /\(409\)|already exists/.test(error.message)) return void 0;
		throw error;
	}
}
async function finalize(name, size, patience) {
	const request = {
		key: name,
		version: VERSION,
		sizeBytes: String(size)
	};
	const answer = await within(patience, cacheService().FinalizeCacheEntryUpload(request));
	if (!answer.ok) throw new Error(answer.message || "the service refuses what was uploaded");
}
async function isKept(name, patience) {
	const request = {
		key: name,
		restoreKeys: [],
		version: VERSION
	};
	const entry = await within(patience, cacheService(1).GetCacheEntryDownloadURL(request));
	return entry.ok && entry.matchedKey === name;
}
// src/cache.ts
const request = JSON.parse(await text(process.stdin));
process.stdout.write(`\n${JSON.stringify(await serve(request))}\n`);
process.exit();
async function serve(asked) {
	try {
		return await (asked.operation === "restore" ? restore(asked) : save(asked));
	} catch (error) {
		return refusalOf(error);
	}
}
export {};
