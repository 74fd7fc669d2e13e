import { plural } from "../start.js";
import { entryName, explainMisses, listed, readHistory, variantName } from "../core.js";
import { JSON_OPTION, STORE_OPTION, addSelection, parseList, prepareWith, storeOf, variantJson } from "./common.js";
// src/cli/explain.ts
/** The command `explain`. */
const addExplainCommand = (program, context, answer) => {
	addSelection(program.command("explain")).description("Explain why variants are not in the store").argument("<kernels>", "Kernels to explain, such as \"matmul_*\"", parseList).option(...STORE_OPTION).option(...JSON_OPTION).addHelpText("after", HELP).action(async (kernels, options) => {
		const { only = [] } = options;
		const store = storeOf(options, context);
		const selection = {
			...options,
			only: [...kernels, ...only]
		};
		const preparation = await prepareWith(store, selection, context);
		const missing = [];
		for (const variant of preparation.variants) if (await store.read(entryName("kernel", variant.hash)) === void 0) missing.push(variant);
		const history = await readHistory(store.directory, preparation.manifest.package);
		const misses = explainMisses(missing, history);
		answer(options.json, explainJson(preparation, misses), explainText(preparation, misses));
	});
};
const HELP = `
Compares each variant that is not stored with the most similar one of earlier builds.

Example:
  triton-aot explain "matmul_*"`;
/** A line for each cause, with the variants it concerns. */
function explainText({ variants }, misses) {
	const missing = new Set(misses.flatMap((miss) => miss.variants));
	const stored = variants.filter((variant) => !missing.has(variant));
	return [...misses, ...stored.length > 0 ? [{
		text: "stored",
		variants: stored
	}] : []].map(({ text, variants: own }) => {
		const names = listed(own.map(variantName));
		return `${plural(own.length, "variant")} (${names}): ${text}\n`;
	}).join("");
}
function explainJson({ manifest, variants }, misses) {
	const reasons = new Map(misses.flatMap((miss) => miss.variants.map((variant) => [variant, miss.text])));
	return {
		package: manifest.package,
		triton: manifest.triton,
		variants: variants.map((variant) => {
			const reason = reasons.get(variant);
			return {
				...variantJson(variant),
				stored: reason === void 0,
				...reason !== void 0 && { reason }
			};
		})
	};
}
export { addExplainCommand };
