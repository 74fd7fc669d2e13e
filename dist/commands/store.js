import { Option } from "../vendor.js";
import { SIZE, formatSize, plural, toolchainUse } from "../start.js";
import { ENTRY_KINDS, clearStore, listStore, pruneStore } from "../core.js";
import { JSON_OPTION, STORE_OPTION, valueOf } from "./common.js";
import { join } from "node:path";
// src/cli/store.ts
/** The command `store`. */
const addStoreCommand = (program, context, answer) => {
	program.command("store").description("Show the contents of the store and the Triton environments, or remove results").option(...STORE_OPTION).option("--prune <size>", "Remove the least recently used results until the store is no larger than this", valueOf(SIZE)).addOption(new Option("--clear", "Remove all results").conflicts("prune")).option(...JSON_OPTION).addHelpText("after", HELP).action(async (options) => {
		const directory = options.store ?? join(context.home, "store");
		const removed = await remove(directory, options, context.now());
		const view = {
			directory,
			files: await listStore(directory),
			removed,
			home: context.home,
			toolchains: await toolchainUse(context.home)
		};
		answer(options.json, storeJson(view), storeText(view));
	});
};
const HELP = `
Examples:
  triton-aot store
  triton-aot store --prune 2GB`;
async function remove(directory, { prune, clear }, nowMs) {
	if (clear === true) return clearStore(directory);
	return prune === void 0 ? void 0 : pruneStore(directory, prune, /* @__PURE__ */ new Set(), nowMs);
}
/**
* The text of `store`: its folder, a line for each kind of entry, and the total; then the Triton
* environments.
*/
function storeText({ directory, files, removed, home, toolchains }) {
	const { entries, bytes, oldestUse, newestUse, kinds } = summaryOf(files);
	const lines = ENTRY_KINDS.map((kind) => `  ${kind}: ${countOf(kinds[kind].entries)}, ${formatSize(kinds[kind].bytes)}`);
	return [
		...removed === void 0 ? [] : [`Removed ${countOf(removed.entries)}, ${formatSize(removed.bytes)}`],
		directory,
		...lines,
		`  total: ${countOf(entries)}, ${formatSize(bytes)}${spanOf(oldestUse, newestUse)}`,
		join(home, "toolchains"),
		`  ${plural(toolchains.environments, "environment")}, ${formatSize(toolchains.bytes)}`,
		`  kept packages: ${formatSize(toolchains.cacheBytes)} more`,
		""
	].join("\n");
}
/**
* The same as JSON. `bytes` is the size of all files of the store, including those that are not
* entries.
*/
function storeJson({ directory, files, removed, home, toolchains }) {
	return {
		store: directory,
		...summaryOf(files),
		...removed && { removed },
		toolchains: {
			folder: join(home, "toolchains"),
			...toolchains
		}
	};
}
function summaryOf(files) {
	const entries = files.filter(({ role }) => role.kind === "entry");
	const ofKind = (kind) => {
		const some = entries.filter(({ role }) => role.kind === "entry" && isOf(kind, role.name));
		return {
			entries: some.length,
			bytes: bytesOf(some)
		};
	};
	const uses = entries.map(({ usedMs }) => usedMs).toSorted((a, b) => a - b);
	return {
		entries: entries.length,
		bytes: bytesOf(files),
		kinds: {
			kernel: ofKind("kernel"),
			expected: ofKind("expected"),
			failure: ofKind("failure"),
			hints: ofKind("hints")
		},
		oldestUse: momentOf(uses[0]),
		newestUse: momentOf(uses.at(-1))
	};
}
function isOf(kind, name) {
	return name.endsWith(`.${kind}`);
}
function bytesOf(files) {
	return files.reduce((sum, { size }) => sum + size, 0);
}
function momentOf(ms) {
	return ms === void 0 ? null : new Date(ms).toISOString();
}
function spanOf(oldest, newest) {
	const [first = "", last = ""] = [oldest, newest].map((moment) => moment?.slice(0, 10));
	if (first === "") return "";
	return first === last ? `, last used on ${first}` : `, last used between ${first} and ${last}`;
}
function countOf(entries) {
	return `${entries} ${entries === 1 ? "entry" : "entries"}`;
}
export { addStoreCommand };
