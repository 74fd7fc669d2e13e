import { downloadCache, internalCacheTwirpClient, saveCache } from "./actions-cache.js";
import { TimeoutError, cacheRefusal } from "./action.js";
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { text } from "node:stream/consumers";
// src/cache-client.ts
async function serve(asked) {
	try {
		return await (asked.operation === "restore" ? restore(asked) : save(asked));
	} catch (error) {
		return cacheRefusal(error);
	}
}
/** Writes the newest entry of the first prefix that has any to the file. Throws as the client does. */
async function restore({ prefixes, file, callTimeout }) {
	const [key = "", ...restoreKeys] = prefixes;
	const request = {
		key,
		restoreKeys,
		version: ENTRY_VERSION
	};
	const entry = await within(callTimeout, cacheService().GetCacheEntryDownloadURL(request));
	if (!entry.ok) return { found: null };
	await downloadCache(entry.signedDownloadUrl, file, { useAzureSdk: true });
	return { found: entry.matchedKey };
}
/** What the client's own saveCache asks for: parts of 64 MiB, eight at a time. */
const UPLOAD = {
	useAzureSdk: true,
	uploadChunkSize: 64 * 1024 ** 2,
	uploadConcurrency: 8
};
/** Keeps the file under the name, unless something is there already. Throws as the client does. */
async function save({ name, file, callTimeout }) {
	const { size } = await stat(file);
	const url = await reserve(name, callTimeout);
	if (url === void 0) return { kept: await isKept(name, callTimeout) };
	await saveCache(-1, file, url, {
		...UPLOAD,
		archiveSizeBytes: size
	});
	try {
		await finalize(name, size, callTimeout);
		return { kept: true };
	} catch (error) {
		if (await isKept(name, callTimeout).catch(() => false)) return { kept: true };
		throw error;
	}
}
/** The address to upload to; undefined where the name is taken. */
async function reserve(name, callTimeout) {
	try {
		const request = {
			key: name,
			version: ENTRY_VERSION
		};
		const answer = await within(callTimeout, cacheService().CreateCacheEntry(request));
		if (!answer.ok) throw new Error(answer.message || "the service refuses to save this");
		return answer.signedUploadUrl;
	} catch (error) {
		if (error instanceof Error && /\(409\)|already exists/.test(error.message)) return void 0;
		throw error;
	}
}
async function finalize(name, size, callTimeout) {
	const request = {
		key: name,
		version: ENTRY_VERSION,
		sizeBytes: String(size)
	};
	const answer = await within(callTimeout, cacheService().FinalizeCacheEntryUpload(request));
	if (!answer.ok) throw new Error(answer.message || "the service refuses what was uploaded");
}
async function isKept(name, callTimeout) {
	const request = {
		key: name,
		restoreKeys: [],
		version: ENTRY_VERSION
	};
	const entry = await within(callTimeout, cacheService(1).GetCacheEntryDownloadURL(request));
	return entry.ok && entry.matchedKey === name;
}
/** The service finds an entry only by the version it was saved with: ours is the format, not a list of paths. */
const ENTRY_VERSION = createHash("sha256").update("triton-aot-store-1").digest("hex");
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
		const give = () => reject(new TimeoutError(`no answer within ${seconds} s`));
		setTimeout(give, seconds * 1e3).unref();
	});
	return Promise.race([call, late]);
}
const request = JSON.parse(await text(process.stdin));
process.stdout.write(`\n${JSON.stringify(await serve(request))}\n`);
process.exit();
export {};
