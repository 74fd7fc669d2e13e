import { restoreCache, saveCache } from "./actions-cache.js";
import { cacheLimit, cacheRefusal } from "./errors.js";
import { copyFile, lstat } from "node:fs/promises";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { text } from "node:stream/consumers";
import { subscribe } from "node:diagnostics_channel";
// src/action/cache-client.ts
/**
* The file that every entry of the cache holds. The service finds an entry only by the path and the
* compression (zstd, or gzip on machines without it) that it was saved with, so this name is also
* the version of the format.
*/
const ENTRY_FILE = "triton-aot-store-2";
async function serve(request) {
	switch (request.operation) {
		case "restore": {
			const [key = "", ...restoreKeys] = request.prefixes;
			const found = await restoreCache([ENTRY_FILE], key, restoreKeys);
			if (found !== void 0) await takeEntry(request.file);
			return { found: found ?? null };
		}
		case "find": return { found: await restoreCache([ENTRY_FILE], request.name, [], { lookupOnly: true }) ?? null };
		case "save":
			await copyFile(request.file, ENTRY_FILE);
			return { kept: await saveCache([ENTRY_FILE], request.name) >= 0 };
	}
}
/**
* Copies the extracted file. Any job of the repository can have written the entry, so it can hold
* anything.
*/
async function takeEntry(file) {
	if (!(await lstat(ENTRY_FILE)).isFile()) throw new Error("the entry is not a regular file");
	await copyFile(ENTRY_FILE, file);
}
/** Only GNU tar reads TAR_OPTIONS: with another one, an entry could write any file. */
async function requireGnuTar() {
	if ((await promisify(execFile)("tar", ["--version"]).catch(() => void 0))?.stdout.includes("GNU tar") !== true) throw new Error("GNU tar is not on PATH");
}
process.env["TAR_OPTIONS"] = `--transform=s,.*,${ENTRY_FILE},`;
process.env["RUNNER_TEMP"] = process.cwd();
const { token, ...request } = JSON.parse(await text(process.stdin));
if (token !== void 0) process.env["ACTIONS_RUNTIME_TOKEN"] = token;
let limit;
subscribe("http.client.response.finish", (message) => {
	const { statusCode, headers } = message.response;
	limit = statusCode === 429 ? cacheLimit(headers["retry-after"], Date.now()) : void 0;
});
const answer = await requireGnuTar().then(() => serve(request)).catch(cacheRefusal);
process.stdout.write(`\n${JSON.stringify({
	...answer,
	...limit
})}\n`);
process.exit();
export {};
