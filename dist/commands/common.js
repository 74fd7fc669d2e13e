import { COUNT, DEFAULT_MANIFEST, HOME_VARIABLE, INDEX, SIZE, formatSize, groupBy, plural, roughTime, workersFor } from "../start.js";
import { Option } from "../vendor.js";
import { AUTO_BASELINE, DEFAULT_STORE_LIMIT, FailedBuild, JSON_OPTION, PYTHON_OPTION, REGRESSIONS, SHARD_FORM, STORE_OPTION, addFlags, build, buildShard, checkRegressions, choiceSources, compileSeconds, differenceJson, differenceText, directoryStore, entryName, flagsIn, givenOptions, jobsOption, keepingWorkers, openToolchain, originOf, outputParts, parseList, parseShard, planVariants, readSelection, readTimes, reportBuild, storedVariants, valueOf, variantName, vendorHarnesses, vendorName, writeReport } from "../core.js";
import { join } from "node:path";
// src/cli/gpu-options.ts
/**
* Adds the options of `GpuOptions`.
* @param verb what the command does with the package
* @param timed what `--timeout` limits, to `seconds` by default
*/
function addGpuOptions(command, verb, timed, seconds) {
	return command.option("--package <folder>", `Package to ${verb}`, "aot").option("--only <globs>", `Kernels to ${verb}, such as "matmul_*" (default: all)`, parseList, []).option("--device <id>", `GPU to ${verb} on, by index${ids()}; default: an idle one`).option("--wait <seconds>", "How long to wait for a GPU that others use", valueOf(COUNT), 600).option("--timeout <seconds>", `Time limit for ${timed}`, valueOf(COUNT), seconds).addOption(jobsOption());
}
/** Returns the vendors' other names of a GPU, as the rest of a list: `, UUID`. */
function ids() {
	const all = vendorHarnesses.rows().map(([, { id }]) => id);
	return all.map((id, index) => `${index < all.length - 1 ? ", " : all.length > 1 ? ", or " : " or "}${id}`).join("");
}
const CASE_OPTION = [
	"--case <n>",
	"Run only this case of each kernel, counted from 0",
	valueOf(INDEX)
];
const ALGO_OPTION = [
	"--algo <n>",
	"Run only this algo of each kernel, counted from 0",
	valueOf(INDEX)
];
/** For commands that add to the report of a build. */
const ADD_REPORT_OPTION = ["--report <folder>", "Add the result to the report that `build --report` wrote there"];
// src/cli/build-options.ts
/** Adds the options of `SelectionOptions`. */
function addSelection(command, manifest = new Option("--manifest <file>", "Manifest that lists the kernels").default(DEFAULT_MANIFEST)) {
	return command.addOption(manifest).option("--targets <list>", "GPU architectures, such as sm_80,sm_90 (default: from the manifest)", parseList).option("--triton <version>", "Triton version (default: from the manifest)").option("--only <globs>", "Kernels to select, such as \"matmul_*\" (default: all)", parseList).option(...PYTHON_OPTION);
}
/** Adds the options of `CompileOptions`. */
function addCompileOptions(command, manifest) {
	return addSelection(command, manifest).addOption(jobsOption()).option("--timeout <seconds>", "Time limit for one compile", valueOf(COUNT), 600);
}
/** Adds the options of `BaselineOptions`. */
function addBaselineOptions(command) {
	return command.addOption(new Option("--baseline [build]", `Compare with a package, its manifest.json, or \`${AUTO_BASELINE}\`: the recorded build of this package`).preset(AUTO_BASELINE)).option("--record-baseline", "Record this build in the store, to compare later ones with it").addOption(failOnOption());
}
/** Returns what a build is compared with: `--fail-on` needs something, by default the recorded build. */
function baselineOf({ baseline, recordBaseline, failOn }) {
	return {
		compare: baseline ?? (failOn === void 0 ? void 0 : "auto"),
		record: recordBaseline
	};
}
/** The option that makes a regression an error. */
function failOnOption() {
	return new Option("--fail-on <what>", "Fail if something got worse").choices([REGRESSIONS]);
}
// src/cli/plan.ts
function storeOf({ store }, { home, log, now }) {
	return directoryStore(store ?? join(home, "store"), log, now);
}
/** Plans what the options select. Hints that the store lacks are found with Triton. */
async function planWith(store, options, context) {
	return context.log.wait(`Plan ${options.manifest}`, () => keepingWorkers(context, async (kept) => {
		const selection = await readSelection(options, context);
		const toolchain = openToolchain(selection.manifest, options, kept, context);
		return planVariants(selection, { jobs: workersFor() }, toolchain, store.hints, context);
	}));
}
/** The command `plan`. */
const addPlanCommand = (program, context, answer) => {
	addSelection(program.command("plan")).description("List variants, their hashes, and which are stored").option(...STORE_OPTION).option(...JSON_OPTION).addHelpText("after", PLAN_HELP).action(async (options) => {
		const store = storeOf(options, context);
		const plan = await planWith(store, options, context);
		const { variants, manifest } = plan;
		const { directory } = store;
		const state = {
			stored: await storedVariants(variants, store),
			seconds: compileSeconds(variants, await readTimes(directory, manifest.package))
		};
		answer(options.json, planJson(plan, state), planText(plan, state));
	});
};
const PLAN_HELP = `
Triton is needed only if \`configs: autotune\` has to be computed, or if hints are not in the store.

Example:
  triton-aot plan --targets sm_90 --only "matmul_*"`;
/**
* Returns the text of `plan`: the total, of all and of each target, and a line for each variant.
*/
function planText({ variants }, state) {
	const lines = variants.map((variant) => {
		const status = statusOf(variant, state).padEnd(7);
		return `${variant.hash.slice(0, 16)}  ${status}  ${variantName(variant)}`;
	});
	const parts = groupBy(variants, ({ target }) => target.name);
	const targets = [...parts].map(([target, own]) => `  ${target}: ${totalText(own, state)}`);
	return [
		...[totalText(variants, state), ...parts.size > 1 ? targets : []],
		...lines,
		""
	].join("\n");
}
function planJson({ manifest, variants }, state) {
	return {
		package: manifest.package,
		triton: manifest.triton,
		variants: variants.map((variant) => {
			const bytes = state.stored.get(variant);
			return {
				...variantJson(variant),
				status: statusOf(variant, state),
				...bytes !== void 0 && { bytes }
			};
		}),
		total: {
			...totalOf(variants, state),
			targets: Object.fromEntries([...groupBy(variants, ({ target }) => target.name)].map(([target, own]) => [target, totalOf(own, state)]))
		}
	};
}
/** Variants of several kernels can have one entry, which counts once. */
function totalOf(variants, { stored, seconds }) {
	const sizes = /* @__PURE__ */ new Map();
	const missing = /* @__PURE__ */ new Map();
	for (const variant of variants) {
		const { hash } = variant;
		const bytes = stored.get(variant);
		if (bytes === void 0) missing.set(hash, seconds?.get(entryName("kernel", hash)) ?? 0);
		else sizes.set(hash, bytes);
	}
	const count = variants.filter((variant) => stored.has(variant)).length;
	return {
		variants: variants.length,
		stored: count,
		missing: variants.length - count,
		bytes: sum(sizes.values()),
		...seconds !== void 0 && { seconds: Math.round(sum(missing.values()) * 10) / 10 }
	};
}
function totalText(variants, state) {
	const { stored, missing, bytes, seconds } = totalOf(variants, state);
	const parts = [
		...stored > 0 ? [`${stored} stored (${formatSize(bytes)})`] : [],
		...missing > 0 ? [`${missing} to compile`] : [],
		...missing > 0 && seconds !== void 0 ? [`about ${roughTime(seconds)} of CPU time`] : []
	];
	return `${plural(variants.length, "variant")}: ${parts.join(", ")}`;
}
function sum(numbers) {
	return [...numbers].reduce((total, each) => total + each, 0);
}
/** The fields of a variant in every JSON answer. */
function variantJson(variant) {
	return {
		kernel: variant.kernel.name,
		algo: variant.config,
		specialisation: variant.specialisation,
		target: variant.target.name,
		hash: variant.hash
	};
}
function statusOf(variant, { stored }) {
	return stored.has(variant) ? "stored" : "missing";
}
// src/cli/build.ts
/** The command `build`. */
const addBuildCommand = (program, context, answer, propose) => {
	const flags = choiceSources.parts.map(({ flag }) => flag);
	const command = addBaselineOptions(addCompileOptions(program.command("build"))).description("Compile kernels and write a package").option("--out <folder>", "Folder to write the package to", "aot");
	addFlags(command, flags).option("--store <folder>", `Folder of the store, which keeps compiled kernels (default: store in $${HOME_VARIABLE} or the user's cache folder)`).addOption(new Option("--store-limit <size>", "Maximum size of the store after the build").argParser(valueOf(SIZE)).default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT))).option("--report <folder>", "Write a report to this folder: HTML, Markdown and JSON").addOption(new Option("--shard <i/n>", "Compute the i-th of n shares of the work, and write no package").argParser(valueOf({
		parse: parseShard,
		expected: SHARD_FORM
	})).conflicts([
		"results",
		"report",
		"baseline",
		"failOn",
		"recordBaseline"
	])).option("--results <folders...>", "Build from what --shard has written to these folders").option(...JSON_OPTION).addHelpText("after", HELP).action(async (options, self) => {
		const store = options.store ?? join(context.home, "store");
		const { shard } = options;
		if (shard !== void 0) {
			const own = {
				...options,
				baseline: void 0,
				shard,
				store
			};
			const result = await buildShard({
				...own,
				flags: flagsIn(options, flags)
			}, context);
			answer(options.json, result, shardText(result));
			return;
		}
		const times = options.report !== void 0;
		const result = await reported(options.report, context, () => build({
			...options,
			store,
			times,
			baseline: baselineOf(options),
			flags: flagsIn(options, flags)
		}, context));
		const given = givenOptions(self, (name) => SHARED_WITH_SMOKE.includes(name));
		answer(options.json, buildJson(result), buildText(result, given, propose));
		if (options.failOn !== void 0) checkRegressions(result);
	});
};
/** Builds, and writes the report if it is wanted, even if the build fails. */
async function reported(folder, context, body) {
	try {
		const result = await body();
		if (folder !== void 0) await writeReport(folder, await reportBuild(result, originOf(context)));
		return result;
	} catch (error) {
		if (folder !== void 0 && error instanceof FailedBuild) await writeReport(folder, await reportBuild(error, originOf(context)));
		throw error;
	}
}
const HELP = `
Triton is installed first if anything has to be compiled. No GPU is needed.

Examples:
  triton-aot build
  triton-aot build --manifest kernels/kernels.yaml --out build/aot
  triton-aot build --targets sm_80,sm_90 --only "matmul_*"
  triton-aot build --baseline old/aot --fail-on regressions
  triton-aot build --shard 2/8 --out part-2
  triton-aot build --results part-*`;
function shardText({ shard, out, computed, cached }) {
	return `Wrote shard ${shard.index} of ${shard.count} to ${out} (${plural(computed, "result")} computed, ${cached} from the store)\n`;
}
/** The options of `build` that `smoke` has too, with the same meaning. */
const SHARED_WITH_SMOKE = [
	"manifest",
	"store",
	"python"
];
/**
* Returns the text of a build: a line for the package, one for each kernel, and what to do next.
* `shared` are the options that the user gave and that `smoke` needs too.
*/
function buildText(result, shared, propose) {
	const { manifest, kernels } = result.plan;
	const checked = groupBy(result.checked, ({ variant }) => variant.kernel.name);
	const lines = kernels.map(({ name }) => `  ${name}: ${summary(checked.get(name) ?? [])}\n`);
	const counts = `${result.compiled} compiled, ${result.cached} from the store`;
	const difference = result.difference && `\n${differenceText(result.difference)}`;
	const next = nextSteps(result, shared, propose).join("\n  or ");
	return `Wrote ${manifest.package} ${manifest.version} to ${result.out} (${counts})\n${lines.join("")}${difference ?? ""}Next: ${next}\n`;
}
/** Returns what to do with a package, first a test: without a GPU if it has code that the emulator executes. */
function nextSteps(result, shared, propose) {
	const { out, plan } = result;
	const further = outputParts.parts.flatMap(({ nextCommands }) => nextCommands?.(result) ?? []);
	const tested = plan.kernels.filter(({ smoke }) => smoke !== void 0);
	const vendors = new Set(tested.flatMap(({ targets }) => targets.map(({ backend }) => backend)));
	const smoke = [
		"smoke",
		"--package",
		out
	];
	const test = vendors.has("cuda") ? [propose(...smoke, "--emulate", ...shared), "the same without --emulate, which needs a GPU"] : [`${propose(...smoke, ...shared)}\n  which needs an ${[...vendors].map(vendorName).join(" or ")} GPU: there is no emulator for its code`];
	return [
		...tested.length > 0 ? test : [],
		...further.map((words) => propose(...words)),
		`#include <${plan.manifest.package}.h>`
	];
}
function summary(images) {
	const names = images.flatMap(({ variant }) => variant.kernel.targets.map(({ name }) => name));
	const targets = [...new Set(names)].join(", ");
	const bytes = images.reduce((sum, { resources }) => sum + resources.size, 0);
	const ptx = new Set(images.flatMap(({ compiled, target }) => compiled.ptx ? [target.name] : []));
	const registers = images.map(({ resources }) => resources.registers);
	const spilling = images.filter(({ resources }) => resources.stack > 0).length;
	return [
		`${plural(images.length, "variant")} for ${targets}${ptx.size === 0 ? "" : ` and PTX of ${[...ptx].join(", ")}`}`,
		`${(bytes / 1024).toFixed(0)} KiB`,
		`up to ${Math.max(...registers)} registers`,
		...spilling > 0 ? [`${plural(spilling, "variant")} using stack memory`] : []
	].join(", ");
}
function buildJson(result) {
	const { manifest } = result.plan;
	return {
		package: manifest.package,
		version: manifest.version,
		triton: manifest.triton,
		out: result.out,
		compiled: result.compiled,
		cached: result.cached,
		variants: result.checked.map(({ variant, compiled, resources }) => ({
			...variantJson(variant),
			registers: resources.registers,
			stack: resources.stack,
			shared: resources.sharedStatic + resources.sharedDynamic,
			size: resources.size,
			...compiled.ptx !== void 0 && { ptxSize: Buffer.byteLength(compiled.ptx) }
		})),
		...result.difference !== void 0 && { difference: differenceJson(result.difference) }
	};
}
export { ADD_REPORT_OPTION, ALGO_OPTION, CASE_OPTION, addBuildCommand, addCompileOptions, addGpuOptions, addPlanCommand, addSelection, buildJson, buildText, failOnOption, planJson, planText, planWith, storeOf, variantJson };
