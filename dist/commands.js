import { ARCHIVE_FORMATS, AUTO_BASELINE, DEFAULT_STORE_LIMIT, DEFAULT_TIMING, ENTRY_KINDS, EVIDENCE_RUN_FORM, FailedBuild, GENERATORS, HOME_VARIABLE, KNOWN_WRONG, RESOURCE_HEADINGS, SIZE_FORM, TUNING_FILE, VERSION, WHEEL_LAYOUTS, acceptedRun, addToManifest, adviseKernels, bench, benchFailure, benchTables, build, checkRegressions, choiceJson, clearStore, compareBuilds, compileSeconds, computeShard, describeConfig, describeExit, describeOperator, describeShortfalls, describeSpecialisation, deviceLockFolder, differenceJson, differenceMarkdown, differenceText, directoryStore, distribute, endText, entryName, explainMisses, findKernels, findPackageFolder, findPackages, findRegressions, formatOf, formatSize, freeBytes, guessKernel, hasPtx, hintFinder, interruptible, keepingWorkers, kernelName, kernelTables, listStore, listed, machineFailure, makeScratch, makeWheel, manifestJsonSchema, manifestToolchain, mapConcurrently, mergeShards, newManifest, openTrials, paceMeter, packageManifestSchema, parseFunction, parseManifest, parseSize, parseThresholds, peaksText, planChoices, planShards, plural, prepare, prepareProfile, progressText, pruneStore, readBuild, readConstants, readDocument, readHistory, readIfExists, readManifestText as readManifestText$1, readPlatform, readTimes, readTuningBeside, reasonOf, record, regressionFailure, reportBuild, reservedName, resourceCells, resourcesOfVariant, resourcesSchema, roughTime, run, shellQuote, smoke, smokeFailure, sourcePath, specialisationOf, storedVariants, toolchainHome, toolchainUse, tune, tuneFailure, tuneTables, typedParameters, unpackArchive, updateReport, variantName, verify, verifyTritonTools, visibleText, withBench, withSmoke, withoutCommands, workersFor, writeReport } from "./core.js";
import { Command, CommanderError, InvalidArgumentError, Option, _enum, array, boolean, number, object, record as record$1, string, union, unknown } from "./vendor.js";
import { Failure, exitCodeOf, formatProblem, systemCode } from "./errors.js";
import { ATTESTATION_MODES, LATEST_MODES, downloadFile, fetchPackage, fetchRequest, previewRelease, publishRelease, repositoryOf, searchPaths, tokenIn, verifyCommands, withVerifiedRelease } from "./github.js";
import { constants, homedir, tmpdir } from "node:os";
import { rm, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join, relative, resolve } from "node:path";
import { styleText } from "node:util";
// src/cli/command.ts
/** Adds the options of `SelectionOptions`. */
function addSelection(command) {
	return command.option("--manifest <file>", "Manifest that lists the kernels", "kernels.yaml").option("--targets <list>", "GPU architectures, such as sm_80,sm_90 (default: those of the manifest)", parseList).option("--triton <version>", "Triton version (default: that of the manifest)").option("--only <globs>", "Kernels to select, such as \"matmul_*\" (default: all)", parseList).option("--python <exe>", "Python interpreter, with or without Triton (default: the first suitable one on PATH)");
}
/** Adds the options of `CompileOptions`. */
function addCompileOptions(command) {
	return addSelection(command).addOption(jobsOption()).option("--timeout <seconds>", "Time limit for one compile", parseCount, 600).addOption(new Option("--generator <name>", "Generator of the C code; `triton` is Triton's own tools").choices(GENERATORS).default(void 0, "that of the manifest, or native")).option("--allow-known-wrong <cases>", `Accept output of Triton's own tools that is known to be wrong: ${KNOWN_WRONG.join(", ")}`, parseKnownWrong, []);
}
function jobsOption() {
	return new Option("--jobs <n>", "Number of parallel compiles").argParser(parseCount).default(workersFor(), "as many as cores and memory allow");
}
/** The option `--json` of most commands. */
/** For commands that add to the report of a build. */
const ADD_REPORT_OPTION = ["--report <folder>", "Add the result to the report that `build --report` wrote there"];
const JSON_OPTION = ["--json", "Print the result as JSON"];
/** The option `--store` of commands that only read the store. */
const STORE_OPTION = ["--store <folder>", "Folder of the store (default: as for build)"];
/** Parses items separated by commas. */
function parseList(text) {
	const items = text.split(",").map((item) => item.trim());
	if (items.includes("")) throw new InvalidArgumentError("Expected a comma-separated list without empty items.");
	return items;
}
function parseArchiveFormats(text) {
	return parseSome(text, ARCHIVE_FORMATS);
}
function parseKnownWrong(text) {
	return parseSome(text, KNOWN_WRONG);
}
/** Parses a number of things or of seconds. */
function parseCount(text) {
	return parseInteger(text, 1);
}
/** Parses a position in a list. */
function parseIndex(text) {
	return parseInteger(text, 0);
}
/** Parses positions in a list, separated by commas. */
function parseIndices(text) {
	return parseList(text).map(parseIndex);
}
/** Parses a size; returns bytes. */
function parseSizeOption(text) {
	const bytes = parseSize(text);
	if (bytes === void 0) throw new InvalidArgumentError(`Expected ${SIZE_FORM}.`);
	return bytes;
}
function parseSome(text, known) {
	return parseList(text).map((item) => {
		const found = known.find((one) => one === item);
		if (found !== void 0) return found;
		throw new InvalidArgumentError(`Expected a comma-separated list of ${known.join(", ")}.`);
	});
}
/** The action has the same limit. As seconds, it is more than eleven days, and a timer can wait so long. */
const MOST = 999999;
function parseInteger(text, least) {
	const number = Number(text);
	if (text.trim() === "" || !Number.isSafeInteger(number) || number < least || number > MOST) throw new InvalidArgumentError(`Expected an integer from ${least} to ${MOST}.`);
	return number;
}
// src/cli/advise.ts
/** The command `advise`. */
const addAdviseCommand = (program, context, answer) => {
	addSelection(program.command("advise")).description("Compare the code of kernels with what more hints would give").addOption(jobsOption()).option("--timeout <seconds>", "Time limit for one compile", parseCount, 600).option(...STORE_OPTION).option(...JSON_OPTION).addHelpText("after", HELP$15).action(async (options) => {
		const advice = await keepingWorkers(context, (kept) => advise({
			...options,
			kept
		}, context));
		answer(options.json, () => advice.map(adviceJson), () => adviceText(advice));
	});
};
async function advise(options, context) {
	const store = directoryStore(options.store ?? join(context.home, "store"), context.log, context.now);
	const preparation = await prepare(options, hintFinder(store, options), context);
	return adviseKernels(preparation, openTrials({
		known: /* @__PURE__ */ new Map(),
		store,
		pull: () => Promise.resolve(),
		python: async () => {
			const { manifest } = preparation;
			return (await manifestToolchain(manifest, options.python, context)).python;
		}
	}, options, context));
}
const HELP$15 = `
Compiles each kernel's first config for its first target: with the most specific
hints of the manifest and, if it lacks any, with those that specialise: auto
would find. No GPU is needed.

Example:
  triton-aot advise --only "matmul_*"`;
/** The text of `advise`: a table with the code of each kernel, and what hints would change. */
function adviceText(advice) {
	const rows = advice.flatMap((each) => [rowOf(each, `specialisation ${each.specialisation}`, each.made), ...each.hinted === void 0 ? [] : [rowOf(each, "with missing hints", each.hinted)]]);
	const table = [HEADINGS$3, ...rows];
	const widths = HEADINGS$3.map((_heading, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
	const lines = table.map((row) => row.map((cell, column) => column < TEXT_COLUMNS ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)).join("  ").trimEnd());
	const notes = advice.filter(({ shortfalls }) => shortfalls.length > 0).map((each) => `${each.kernel.name}: ${describeShortfalls(each)}`);
	const verdict = notes.length === 0 ? ["No hint would make a large difference."] : notes;
	return `${[
		...lines,
		"",
		...verdict
	].join("\n")}\n`;
}
const HEADINGS$3 = [
	"kernel",
	"code",
	"loads",
	"stores",
	"async",
	"registers",
	"stack"
];
const TEXT_COLUMNS = 2;
function rowOf({ kernel }, what, code) {
	const target = kernel.targets[0]?.name ?? "";
	const cells = code === void 0 ? ["does not compile"] : [
		code.loads,
		code.stores,
		code.asyncCopies,
		code.registers,
		code.stackBytes
	].map((value) => `${value ?? "-"}`);
	return [
		`${kernel.name} [${target}]`,
		what,
		...cells
	];
}
/** The JSON of one kernel's advice. Widths and stack are in bytes per thread. */
function adviceJson(advice) {
	const { kernel, specialisation, made, hinted, shortfalls, missing } = advice;
	return {
		kernel: kernel.name,
		algo: 0,
		target: kernel.targets[0]?.name,
		specialisation,
		conditions: describeSpecialisation(kernel, specialisationOf(kernel, specialisation)),
		...made !== void 0 && { made: codeJson(made) },
		...hinted !== void 0 && { hinted: codeJson(hinted) },
		missing,
		shortfalls,
		...shortfalls.length > 0 && { advice: describeShortfalls(advice) }
	};
}
function codeJson({ loads, stores, asyncCopies, registers, stackBytes }) {
	return {
		loads,
		stores,
		asyncCopies,
		registers,
		stack: stackBytes
	};
}
// src/cli/baseline.ts
/** Adds the options of `BaselineOptions`. */
function addBaselineOptions(command) {
	return command.addOption(new Option("--baseline [build]", `Compare with a package, its manifest.json, or \`${AUTO_BASELINE}\`: the recorded build of this package`).preset(AUTO_BASELINE)).option("--record-baseline", "Record this build in the store, to compare later ones with it").option(...FAIL_ON_OPTION);
}
/** Thresholds need something to compare with: by default the recorded build. */
function baselineOf({ baseline, recordBaseline, failOn }) {
	return {
		compare: baseline ?? (failOn === void 0 ? void 0 : "auto"),
		record: recordBaseline
	};
}
/** The option `--fail-on` of commands that compare builds. */
const FAIL_ON_OPTION = [
	"--fail-on <thresholds>",
	"Fail if something got worse: `regressions`, or thresholds such as \"spills, registers 10%, time 5%\"",
	parseFailOn
];
/** Parses thresholds; throws an error that commander prints after the option's name. */
function parseFailOn(text) {
	const parsed = parseThresholds(text);
	if ("problem" in parsed) throw new InvalidArgumentError(`${parsed.problem}.`);
	return parsed;
}
// src/cli/prepare.ts
function storeOf({ store }, { home, log, now }) {
	return directoryStore(store ?? join(home, "store"), log, now);
}
/** Plans what the options select. Hints that the store lacks are found with Triton. */
function prepareWith(store, options, context) {
	const findHints = hintFinder(store, {
		...options,
		jobs: workersFor()
	});
	return prepare(options, findHints, context);
}
// src/cli/plan.ts
/** The command `plan`. */
const addPlanCommand = (program, context, answer) => {
	addSelection(program.command("plan")).description("List variants, their hashes and whether they are stored").option(...STORE_OPTION).option("--out <folder>", "Write a plan for several machines to this folder").option("--shards <n>", "At most n machines (default: as many as the work needs)", parseCount).option(...JSON_OPTION).addHelpText("after", PLAN_HELP).action(async (options) => {
		const { json, out, shards } = options;
		if (out !== void 0) {
			const plan = await planShards({
				...options,
				out,
				shards,
				store: options.store ?? join(context.home, "store"),
				jobs: workersFor(),
				timeout: 600
			}, context);
			answer(json, () => shardsJson(plan), () => shardsText(plan, out));
			return;
		}
		if (shards !== void 0) throw new Failure("usage", {
			message: "--shards needs --out",
			hint: "Name the folder for the plan, such as --out plan."
		});
		const store = storeOf(options, context);
		const preparation = await prepareWith(store, options, context);
		const { variants, manifest } = preparation;
		const times = await readTimes(store.directory, manifest.package);
		const state = {
			stored: await storedVariants(variants, store),
			seconds: compileSeconds(variants, times)
		};
		answer(json, () => planJson(preparation, state), () => planText(preparation, state));
	});
};
const PLAN_HELP = `
Triton is needed only if \`configs: autotune\` has to be computed, or if hints are not in the store.

With --out, the plan is for several machines: each computes a shard with the command
\`shard\`, and \`merge\` writes the package.

Examples:
  triton-aot plan --targets sm_90
  triton-aot plan --out plan --json`;
/** The text of `plan`: a line for each variant, and the total, of all and of each target. */
function planText({ variants }, state) {
	const lines = variants.map((variant) => {
		const status = statusOf(variant, state).padEnd(7);
		return `${variant.hash.slice(0, 16)}  ${status}  ${variantName(variant)}`;
	});
	const parts = byTarget(variants);
	const targets = [...parts].map(([target, own]) => `  ${target}: ${totalText(own, state)}`);
	return [
		...lines,
		totalText(variants, state),
		...parts.size > 1 ? targets : [],
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
			targets: Object.fromEntries([...byTarget(variants)].map(([target, own]) => [target, totalOf(own, state)]))
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
function byTarget(variants) {
	const parts = /* @__PURE__ */ new Map();
	for (const variant of variants) {
		const own = parts.get(variant.target.name);
		if (own === void 0) parts.set(variant.target.name, [variant]);
		else own.push(variant);
	}
	return parts;
}
function sum(numbers) {
	return [...numbers].reduce((total, each) => total + each, 0);
}
/** The text of a plan for several machines: a line for each shard. */
function shardsText({ shards }, out) {
	if (shards.length === 0) return `Wrote ${out}: nothing has to be computed. Write the package with \`merge\`.\n`;
	const lines = shards.map(({ seconds, kernels, work }, index) => `  shard ${index + 1}: ${plural(work.length, "result")} of ${plural(kernels.length, "kernel")}, about ${Math.ceil(seconds)} s of CPU time\n`);
	return `Wrote ${out} with ${plural(shards.length, "shard")}\n${lines.join("")}`;
}
function shardsJson({ shards }) {
	return { shards: shards.map(({ seconds, kernels, work }, index) => ({
		shard: index + 1,
		seconds,
		kernels,
		results: work.length
	})) };
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
const addBuildCommand = (program, context, answer) => {
	addBaselineOptions(addCompileOptions(program.command("build"))).description("Compile kernels and write a package").option("--out <folder>", "Folder to write the package to", "aot").option("--split", "Write one package per target, to <out>/<target>").option("--strict-tuning", "Fail if tuning.json has measurements of other code").option("--store <folder>", `Folder of the store, which keeps compiled kernels (default: store in $${HOME_VARIABLE} or the user's cache folder)`).addOption(new Option("--store-limit <size>", "Maximum size of the store after the build").argParser(parseSizeOption).default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT))).option(...REPORT_OPTION).option("--no-advice", "Do not compare the code with that of more hints").option(...JSON_OPTION).addHelpText("after", HELP$14).action(async (options) => {
		const store = options.store ?? join(context.home, "store");
		const times = options.report !== void 0;
		const result = await reported(options.report, context.log, () => build({
			...options,
			store,
			times,
			baseline: baselineOf(options)
		}, context));
		answer(options.json, () => result.generator === "triton" ? tritonToolsJson(result) : buildJson(result), () => result.generator === "triton" ? tritonToolsText(result) : buildText(result));
		if (result.generator === "native") checkRegressions(result, options.failOn);
	});
};
/** The option of commands that build a package. */
const REPORT_OPTION = ["--report <folder>", "Write a report to this folder: HTML, Markdown and JSON"];
/** Builds, and writes the report if it is wanted: also if the build fails. */
async function reported(folder, log, body) {
	try {
		const result = await body();
		if (folder !== void 0 && result.generator === "native") await writeReport(folder, await reportBuild(result));
		else if (folder !== void 0) log.info("no report is written: Triton's own tools do not say what their code takes of a GPU");
		return result;
	} catch (error) {
		if (folder !== void 0 && error instanceof FailedBuild) await writeReport(folder, await reportBuild(error));
		throw error;
	}
}
const HELP$14 = `
Triton is installed first if anything has to be compiled. No GPU is needed.

Examples:
  triton-aot build
  triton-aot build --manifest kernels/kernels.yaml --out build/aot
  triton-aot build --targets sm_80,sm_90 --only "matmul_*" --split
  triton-aot build --baseline old/aot --fail-on regressions`;
/** The text of a build: a line for the package and one for each kernel. */
function buildText(result) {
	const { manifest, kernels } = result.preparation;
	const lines = kernels.map(({ name }) => {
		return `  ${name}: ${summary(result.checked.filter(({ variant }) => variant.kernel.name === name))}\n`;
	});
	const counts = `${result.compiled} compiled, ${result.cached} from the store`;
	const difference = result.difference && `\n${differenceText(result.difference)}`;
	return `Wrote ${manifest.package} ${manifest.version} to ${result.packages.join(", ")} (${counts})\n${lines.join("")}${difference ?? ""}`;
}
function summary(images) {
	const names = images.flatMap(({ variant }) => variant.kernel.targets.map(({ name }) => name));
	const targets = [...new Set(names)].join(", ");
	const bytes = images.reduce((sum, { compiled }) => sum + compiled.cubin.length, 0);
	const ptx = new Set(images.flatMap(({ compiled, target }) => compiled.ptx ? [target.name] : []));
	const registers = images.map(({ cubinKernel }) => cubinKernel.registers);
	const spilling = images.filter(({ cubinKernel }) => cubinKernel.stackBytes > 0).length;
	return [
		`${plural(images.length, "variant")} for ${targets}${ptx.size === 0 ? "" : ` and PTX of ${[...ptx].join(", ")}`}`,
		`${(bytes / 1024).toFixed(0)} KiB`,
		`up to ${Math.max(...registers)} registers`,
		...spilling > 0 ? [`${plural(spilling, "variant")} using stack memory`] : []
	].join(", ");
}
function buildJson(result) {
	const { manifest } = result.preparation;
	return {
		package: manifest.package,
		version: manifest.version,
		triton: manifest.triton,
		out: result.out,
		packages: result.packages,
		compiled: result.compiled,
		cached: result.cached,
		variants: result.checked.map(({ variant, compiled, cubinKernel }) => ({
			...variantJson(variant),
			registers: cubinKernel.registers,
			stack: cubinKernel.stackBytes,
			shared: cubinKernel.staticSharedBytes + compiled.shared,
			size: compiled.cubin.length,
			...compiled.ptx !== void 0 && { ptxSize: Buffer.byteLength(compiled.ptx) }
		})),
		advice: result.advice.map(adviceJson),
		...result.difference !== void 0 && { difference: differenceJson(result.difference) }
	};
}
/** The text of a build by Triton's own tools: a line for the package and one for each kernel. */
function tritonToolsText({ preparation, out, files }) {
	const { manifest, kernels } = preparation;
	const lines = kernels.map((kernel) => {
		const count = files.filter((file) => file.kernel === kernel).length;
		return `  ${kernel.name}: ${plural(count, "file")}\n`;
	});
	return `Wrote ${manifest.package} ${manifest.version} to ${out} with the tools of Triton ${manifest.triton}\n${lines.join("")}`;
}
function tritonToolsJson({ preparation, out, files, compiled }) {
	const { manifest } = preparation;
	return {
		package: manifest.package,
		version: manifest.version,
		triton: manifest.triton,
		out,
		compiled,
		cached: 0,
		files: files.map(({ path }) => path)
	};
}
// src/cli/table.ts
/** Formats rows as indented lines with aligned columns. Columns that are empty below their heading are left out. */
function tableText(headings, rows) {
	if (rows.length === 0) return [];
	const columns = headings.flatMap((_heading, column) => rows.some((row) => row[column] !== "") ? [column] : []);
	const lines = [headings, ...rows];
	const widths = columns.map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	return lines.map((line) => {
		return `  ${columns.map((column, index) => (line[column] ?? "").padEnd(widths[index] ?? 0)).join("  ")}`.trimEnd();
	});
}
// src/cli/bench.ts
/** The command `bench`. */
const addBenchCommand = (program, context, answer) => {
	program.command("bench").description("Measure a package on a GPU, alone or beside Triton's JIT and PyTorch").option("--package <folder>", "Package to measure", "aot").option("--jit", "Run the same kernels through Triton's JIT, and the functions of PyTorch").option("--python <exe>", "For --jit: Python interpreter with Triton and PyTorch (default: python3 on PATH)").option("--manifest <file>", "For --jit and --ncu: manifest of the package", "kernels.yaml").option("--launch", "Measure the time of a call on the CPU instead of that on the GPU").addOption(new Option("--ncu", "Print the command that profiles one call with Nsight Compute, and run it if that is installed").conflicts(["jit", "launch"])).option("--ncu-out <folder>", "For --ncu: folder of the program and the report", "ncu").option("--only <globs>", "Kernels to measure, such as \"matmul_*\" (default: all)", parseList).option("--case <n>", "Measure only this case of each kernel, counted from 0", parseIndex).option("--algo <n>", "Measure only this algo of each kernel, counted from 0", parseIndex).option("--rounds <n>", "How often package, JIT and PyTorch take turns", parseCount, 15).option("--device <id>", "GPU to measure on, by index or UUID (default: an idle one)").option("--wait <seconds>", "How long to wait for a GPU that others use", parseCount, 600).option("--timeout <seconds>", "Time limit for one case with one algo", parseCount, 300).addOption(jobsOption()).option(...ADD_REPORT_OPTION).option(...JSON_OPTION).addHelpText("after", HELP$13).action(async ({ jit, launch, ncu, ncuOut, only = [], json, report, ...chosen }) => {
		const selected = {
			...chosen,
			only,
			lockFolder: deviceLockFolder(context.env)
		};
		if (ncu === true) {
			const { profile, run } = await prepareProfile({
				...selected,
				out: ncuOut
			}, context);
			answer(json, () => profile, () => `${profile.command.map(shellQuote).join(" ")}\n`);
			for (const note of profile.notes) context.log.info(`note: ${note}`);
			if (run === void 0) return;
			await run();
			context.log.info(`The report is ${profile.report}: open it with ncu-ui`);
			return;
		}
		const request = {
			...selected,
			jit: jit === true,
			launch: launch === true
		};
		const result = await bench(request, context);
		answer(json, () => result, () => benchText(result));
		if (report !== void 0) await updateReport(report, [request.package], (old) => withBench(old, result));
		const failure = benchFailure(result);
		if (failure !== void 0) throw failure;
	});
};
const HELP$13 = `
Measures the cases of the package. Before each call, the L2 cache is overwritten.
Package, JIT and PyTorch take turns, and a ratio is the median over the rounds.

Examples:
  triton-aot bench
  triton-aot bench --jit --python .venv/bin/python --only "matmul_*"
  triton-aot bench --launch --json
  triton-aot bench --ncu --only matmul_fp16 --algo 0 --case 2`;
/** The text of `bench`: a table for each kernel, what failed, and what limits the results. */
function benchText(result) {
	const { package: measured, device, versions, peaks, runs, notes } = result;
	const faults = runs.flatMap(({ kernel, algo, case: name, faults: own }) => Object.entries(own).filter(([who]) => who !== "package").map(([who, why]) => `${WHO[who] ?? who} failed for ${kernel} [algo ${algo}, ${name}]: ${why}`));
	return [
		`${measured.name} ${measured.version} in ${measured.folder} on ${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`,
		...versions === void 0 ? [] : [`Python ${versions.python}, Triton ${versions.triton}, PyTorch ${versions.torch}`],
		...peaks === void 0 ? [] : [peaksText(peaks)],
		...benchTables(result).flatMap(({ title, headings, rows }) => [title, ...tableText(headings, rows)]),
		...[...faults, ...notes].map((note) => `note: ${note.replaceAll("\n", "\n    ")}`),
		""
	].join("\n");
}
const WHO = {
	jit: "the JIT",
	torch: "PyTorch"
};
// src/cli/diff.ts
/** The command `diff`. */
const addDiffCommand = (program, context, answer) => {
	program.command("diff").description("Compare two builds of a package: registers, spills, occupancy, size, times").argument("<before>", "Package, folder of split packages, archive, or manifest.json").argument("<after>", "What to compare it with, in any of these forms").option(...FAIL_ON_OPTION).option("--markdown", "Print Markdown, for a job summary or a comment").option(...JSON_OPTION).addHelpText("after", HELP$12).action(async (before, after, options) => {
		const builds = [await open$1(before, context), await open$1(after, context)];
		const difference = compareBuilds(...builds);
		answer(options.json, () => differenceJson(difference), () => options.markdown === true ? differenceMarkdown(difference, options.failOn) : differenceText(difference));
		if (options.failOn === void 0) return;
		const failure = regressionFailure(findRegressions(difference, options.failOn));
		if (failure !== void 0) throw failure;
	});
};
const HELP$12 = `
Needs no GPU. Times are compared if both packages have a report.json with runs of the same
cases on the same kind of GPU. "Only metadata changed" means: the same machine code.

Thresholds are separated by commas: spills, registers, occupancy, shared, stack, code, size,
time. Each may get worse by a share (registers 10%), by an amount (registers 8, shared 4KiB),
or not at all (spills). "regressions" stands for
spills, registers 10%, occupancy, shared 10%, size 20%, time 5%.

Examples:
  triton-aot diff old/aot aot
  triton-aot diff aot-demo-1.2.0.tar.zst aot --fail-on regressions
  triton-aot diff old/manifest.json aot/manifest.json --fail-on "regressions, registers 8"
  triton-aot diff old/aot aot --markdown >> "$GITHUB_STEP_SUMMARY"`;
/** Reads a build, from an archive too. */
async function open$1(path, { scratch, signal }) {
	if (formatOf(path) === void 0) return readBuild(path);
	const folder = await makeScratch(scratch, "archive");
	try {
		await unpackArchive(path, folder, signal);
		return await readBuild(await findPackageFolder(folder));
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
// src/cli/event-log.ts
/** Returns a log that writes one JSON object per line. `show` makes text harmless. */
function eventLog(stream, now, show) {
	const meter = paceMeter(now);
	const write = (event) => {
		const line = JSON.stringify(event, (_key, value) => typeof value === "string" ? show(value) : value);
		stream.write(`${line}\n`);
	};
	return {
		async group(title, body, counted) {
			const start = now();
			const end = (ok) => ({
				event: "group-end",
				title,
				ok,
				seconds: (now() - start) / 1e3
			});
			write({
				event: "group-start",
				title
			});
			meter.start();
			try {
				const result = await body();
				const [count, unit] = counted?.(result) ?? [];
				write({
					...end(true),
					...count !== void 0 && unit !== void 0 && {
						count,
						unit
					}
				});
				return result;
			} catch (error) {
				write(end(false));
				throw error;
			}
		},
		info: (message) => write({
			event: "info",
			message
		}),
		progress: (done, total, label) => write({
			event: "progress",
			done,
			total,
			label,
			...rounded(meter.after(done, total))
		}),
		warning: (problem) => write(problemEvent("warning", problem)),
		error: (problem) => write(problemEvent("error", problem)),
		end: (exitCode) => write({
			event: "end",
			exitCode
		})
	};
}
/** An estimate has no more than three digits. */
function rounded(pace) {
	return pace && {
		rate: Number(pace.rate.toPrecision(3)),
		secondsLeft: Number(pace.secondsLeft.toPrecision(3))
	};
}
function problemEvent(event, { message, place, hint }) {
	return {
		event,
		message,
		...place,
		...hint !== void 0 && { hint }
	};
}
// src/cli/explain.ts
/** The command `explain`. */
const addExplainCommand = (program, context, answer) => {
	addSelection(program.command("explain")).description("Explain why variants are not in the store").argument("<kernels>", "Kernels to explain, such as \"matmul_*\"", parseList).option(...STORE_OPTION).option(...JSON_OPTION).addHelpText("after", HELP$11).action(async (kernels, options) => {
		const { only = [] } = options;
		const store = storeOf(options, context);
		const preparation = await prepareWith(store, {
			...options,
			only: [...kernels, ...only]
		}, context);
		const missing = [];
		for (const variant of preparation.variants) if (await store.read(entryName("kernel", variant.hash)) === void 0) missing.push(variant);
		const history = await readHistory(store.directory, preparation.manifest.package);
		const misses = explainMisses(missing, history);
		answer(options.json, () => explainJson(preparation, misses), () => explainText(preparation, misses));
	});
};
const HELP$11 = `
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
// src/cli/fetch.ts
/** The command `fetch`. */
const addFetchCommand = (program, context, answer) => {
	program.command("fetch").description("Download a package from a release or workflow run").option("--repository <owner/name>", "Repository to download from (default: $GITHUB_REPOSITORY)").option("--release <tag>", "Release: a tag, `latest`, or a range such as ^1.2").option("--asset <name>", "File of the release (default: the only matching archive)").option("--branch <name>", "Use the newest successful workflow run of this branch").option("--workflow <file>", "Workflow of the run (default: any)").option("--artifact <glob>", "Artifact of the run (default: aot*)").option("--package <name>", "Package to choose if there are several").option("--targets <list>", "GPU architectures the package must contain, such as sm_80,sm_90", parseList).option("--digest <sha256>", "Required digest of the archive, as sha256:…").addOption(new Option("--attestation <need>", "Require an attestation by a workflow of the repository").choices(ATTESTATION_MODES).default("off")).option("--signer-workflow <path>", "Workflow that must have signed, owner/name/.github/workflows/FILE (with --attestation required)").option("--deny-self-hosted-runners", "Refuse what a self-hosted runner has built (with --attestation required)").option("--out <folder>", "Folder to write the package to", "aot").option("--no-cache", "Do not use or fill the cache of archives on this machine").option(...JSON_OPTION).addHelpText("after", HELP$10).action(async ({ json, ...chosen }) => {
		const { env } = context;
		const token = tokenIn(env);
		const repository = repositoryOf(chosen.repository, env);
		const fetched = await fetchPackage(fetchRequest({
			...UNSET,
			...chosen,
			repository,
			token
		}), context);
		answer(json, () => fetched, () => fetchText(fetched));
	});
};
const HELP$10 = `
Give either --release or --branch. Prints export commands with which CMake and pkg-config find the
package. Private repositories and all artifacts need a token in GH_TOKEN or GITHUB_TOKEN.

Examples:
  triton-aot fetch --repository owner/name --release latest
  eval "$(triton-aot fetch --repository owner/name --release ^1.2 --targets sm_90)"
  triton-aot fetch --repository owner/name --branch main --artifact "aot-*"`;
/** The options that can be left out. */
const UNSET = {
	release: void 0,
	branch: void 0,
	workflow: void 0,
	artifact: void 0,
	asset: void 0,
	package: void 0,
	targets: void 0,
	digest: void 0
};
/**
* The text of `fetch`: commands for a POSIX shell, which `eval` runs, so that CMake finds the
* package.
*/
function fetchText({ folder }) {
	return searchPaths(folder, {}).map(({ name, folder: added }) => `export ${name}=${shellQuote(added)}"\${${name}:+${delimiter}$${name}}"\n`).join("");
}
// src/cli/init.ts
/** The command `init`. */
const addInitCommand = (program, context, answer) => {
	program.command("init").description("Write a manifest for a kernel, or list the kernels of files").argument("<source>", "A kernel as FILE.py:FUNCTION, or a file or folder to list its kernels").option("--out <file>", "Manifest to write, or to add the kernel to", "kernels.yaml").option("--name <name>", "Name of the C function (default: from the kernel's name)").option("--print", "Write the manifest to standard output").option("--python <exe>", "Python interpreter, with or without Triton (default: the first suitable one on PATH)").option(...JSON_OPTION).addHelpText("after", HELP$9).action(async (source, options) => {
		const request = {
			manifest: options.out,
			python: options.python
		};
		const named = parseFunction(source);
		if (named === void 0) {
			const kernels = await findKernels(source, request, context);
			answer(options.json, () => kernelsJson(kernels), () => kernelsText(kernels));
			return;
		}
		const { file, function: fn } = named;
		const name = checkName(options.name ?? kernelName(fn));
		const guess = await guessKernel(file, fn, request, context);
		const path = `${sourcePath(file, options.out)}:${fn}`;
		if (guess.problem !== null) context.log.warning(guess.problem);
		const kernel = {
			name,
			source: path,
			guess
		};
		const before = options.print === true ? void 0 : await readManifestText(options.out);
		const text = before === void 0 ? newManifest(kernel, basename(resolve(options.out, ".."))) : addToManifest(before, options.out, kernel);
		if (options.print !== true) await writeFile(options.out, text);
		const done = before === void 0 ? "Wrote" : "Added it to";
		answer(options.json, () => ({
			manifest: options.print === true ? null : options.out,
			kernel: name,
			text
		}), () => options.print === true ? text : `${done} ${options.out}: kernel ${name}\n`);
	});
};
const HELP$9 = `
The files are read, not run. Triton is not needed.

Examples:
  triton-aot init kernels/
  triton-aot init saxpy.py:saxpy_kernel
  triton-aot init saxpy.py:saxpy_kernel --print`;
function checkName(name) {
	const reserved = reservedName(name);
	if (reserved === void 0) return name;
	throw new Failure("usage", {
		message: `invalid kernel name \`${name}\`: ${reserved}`,
		hint: "Give another one with --name."
	});
}
async function readManifestText(file) {
	try {
		return (await readIfExists(file))?.toString();
	} catch (error) {
		throw new Failure("usage", {
			message: `cannot read the manifest: ${reasonOf(error)}`,
			place: { file }
		});
	}
}
function shown({ path }) {
	return relative(".", path);
}
/** The text of the list: each kernel with its place, its parameters and a command. */
function kernelsText(kernels) {
	return kernels.map((kernel) => {
		const { function: name, line, parameters } = kernel;
		const file = shown(kernel);
		return `${file}:${line}: ${name}(${parameters.join(", ")})\n    triton-aot init ${shellQuote(`${file}:${name}`)}\n`;
	}).join("");
}
function kernelsJson(kernels) {
	return { kernels: kernels.map((kernel) => ({
		source: `${shown(kernel)}:${kernel.function}`,
		line: kernel.line,
		parameters: kernel.parameters
	})) };
}
// src/cli/resources.ts
/** Variants read at once: each is a file, and only what it takes is kept. */
const READS_AT_ONCE = 8;
/** Reads what variants take from their stored code. */
async function readKnown(variants, store) {
	const known = await mapConcurrently(variants, READS_AT_ONCE, async (variant) => {
		const { config, specialisation, target, hash } = variant;
		const code = await readCode(variant, store);
		return [variant, {
			algo: config,
			specialisation,
			target: target.name,
			hash,
			...code
		}];
	});
	return new Map(known);
}
async function readCode(variant, { kernels, failures }) {
	const { hash, kernel } = variant;
	const compiled = await kernels.get(hash);
	if (compiled !== void 0) {
		const resources = resourcesOfVariant(variant, compiled);
		return {
			status: "stored",
			...resources !== void 0 && { resources }
		};
	}
	const failure = kernel.mayDropConfigs ? await failures.get(hash) : void 0;
	return failure === void 0 ? { status: "missing" } : {
		status: "failed",
		message: failure.message
	};
}
const HEADINGS$2 = [
	"algo",
	"specialisation",
	"target",
	"status",
	...RESOURCE_HEADINGS
];
/** Variants as a table with what they take. */
function variantsText(variants) {
	const rows = variants.map((variant) => [
		String(variant.algo),
		String(variant.specialisation),
		variant.target,
		gapText(variant),
		...variant.status === "stored" && variant.resources !== void 0 ? resourceCells(variant.target, variant.resources) : RESOURCE_HEADINGS.map(() => "")
	]);
	return tableText(HEADINGS$2.map((heading) => heading.toLowerCase()), rows);
}
/** The status, unless the table shows what the variant takes. */
function gapText(variant) {
	switch (variant.status) {
		case "stored": return variant.resources === void 0 ? "unknown" : "";
		case "failed": return "does not compile";
		case "missing": return "not built";
	}
}
/** Says how to build the variants that are not stored; nothing if all are. */
function missingText(kernels, options) {
	const all = kernels.flatMap(({ variants = [] }) => variants);
	const missing = all.filter(({ status }) => status === "missing").length;
	if (missing === 0) return "";
	return `not built: ${missing} of ${plural(all.length, "variant")}\n  To build: ${buildCommand(options)}\n`;
}
/** The build of what the options select. */
function buildCommand({ manifest, targets, triton, only, python, store }) {
	const values = {
		manifest: manifest === "kernels.yaml" ? void 0 : manifest,
		targets: targets?.join(","),
		triton,
		only: only?.join(","),
		python,
		store
	};
	return [
		"triton-aot",
		"build",
		...Object.entries(values).flatMap(([name, value]) => value === void 0 ? [] : [`--${name}`, shellQuote(value)])
	].join(" ");
}
/** The operators that launch a kernel, as `list` shows them; nothing if there are none. */
function operatorsListed(operators, kernel) {
	const own = operators.flatMap((operator) => operator.implementations.flatMap((each) => each.calls.some((call) => call.kernel === kernel) ? [describeOperator(operator, each)] : []));
	return own.length === 0 ? {} : { operators: own };
}
/** The text of `list`. */
function listText(kernels) {
	return kernels.map((kernel) => `${kernelLines(kernel).join("\n")}\n`).join("");
}
function kernelLines(kernel) {
	const { requires = [], heuristics = [], gridParameters = [], hints, variants = [] } = kernel;
	const { operators = [] } = kernel;
	return [
		`${kernel.name}  (${placeText(kernel)})`,
		`  signature: ${typed(kernel.signature)}`,
		`  grid: ${kernel.grid}`,
		...gridParameters.length > 0 ? [`  grid parameters: ${typed(gridParameters)}`] : [],
		`  targets: ${kernel.targets.join(", ")}`,
		...kernel.ptxTarget === void 0 ? [] : [`  other GPUs: PTX of ${kernel.ptxTarget}, compiled by their driver`],
		...kernel.algos.map((algo, index) => `  algo ${index}: ${algo}`),
		...requires.map((text) => `  requires: ${text}`),
		...heuristics.map(({ parameter, expression }) => `  computed: ${parameter} = ${expression}`),
		...operators.map((text) => `  operator: ${text}`),
		...kernel.specialisations.map((condition, index) => {
			const why = hints?.origins[index] ?? "the manifest";
			const from = why === "the manifest" || condition === "" ? "" : `  (${why})`;
			return `  specialisation ${index}: ${condition === "" ? "any values" : condition}${from}`;
		}),
		...hintLines(hints),
		...choiceLines(kernel.choice),
		...variantsText(variants)
	];
}
function placeText({ source, line }) {
	const at = source.lastIndexOf(":");
	return line === void 0 ? source : `${source.slice(0, at)}:${line} ${source.slice(at + 1)}`;
}
function typed(parameters) {
	return parameters.map(({ name, type }) => `${name}: ${type}`).join(", ");
}
function hintLines(hints) {
	if (hints === void 0) return [];
	const { unused, omitted } = hints;
	return [...unused.length > 0 ? [`  hints that change nothing: ${unused.join(", ")}`] : [], ...omitted > 0 ? [`  left out: ${plural(omitted, "more specialisation")}`] : []];
}
/** A line for each device that was measured. */
function choiceLines(choice) {
	if (choice === void 0) return [];
	return choice.devices.flatMap(({ name, table }) => {
		const made = choice.tables[table];
		if (name === void 0 || made === void 0) return [];
		const { algos, sizes, worst } = made;
		return [`  measured: ${name}: algo ${algos.join(", ")}, at most ${worst.toFixed(2)} × the best of ${plural(sizes, "size")}`];
	});
}
/** The JSON of `list`. */
function listJson(kernels) {
	return kernels.map(({ choice, ...kernel }) => ({
		...kernel,
		...choice !== void 0 && { choice: choiceJson(choice) }
	}));
}
// src/cli/list-package.ts
const kernelSchema = packageManifestSchema.shape.kernels.element;
const hintsSchema = kernelSchema.shape.hints.unwrap();
const kinds = _enum([
	"none",
	"int",
	"float",
	"bool",
	"dtype",
	"string"
]);
/** The parts of manifest.json that `list` shows. */
const listedSchema = packageManifestSchema.extend({ kernels: array(kernelSchema.extend({
	source: string(),
	grid: string(),
	targets: array(string()),
	algos: array(object({
		constants: record$1(string(), unknown()),
		kinds: record$1(string(), kinds).optional(),
		options: record$1(string(), union([
			number(),
			string(),
			boolean()
		]))
	})),
	hints: hintsSchema.extend({
		unused: array(string()),
		omitted: number()
	}).optional(),
	variants: array(kernelSchema.shape.variants.element.extend({ resources: resourcesSchema.optional().catch(void 0) }))
})) });
/**
* Describes the kernels of a package by its manifest.json, without a check of other files.
* @throws {Failure} `usage` if there is no package or it has an unknown format, `verification` if
* manifest.json is damaged.
*/
async function readListedPackage(folder, withResources) {
	const text = await readManifestText$1(folder);
	const { kernels, operators = [] } = parseManifest(text, folder, listedSchema);
	return kernels.map((kernel) => {
		const { name, source, grid, gridParameters, targets, specialisations, hints } = kernel;
		const ptxTarget = kernel.variants.find(({ ptx }) => ptx !== void 0)?.target;
		return {
			name,
			source,
			signature: kernel.parameters,
			grid,
			...gridParameters.length > 0 && { gridParameters },
			targets,
			...ptxTarget !== void 0 && { ptxTarget },
			algos: kernel.algos.map(({ options, ...constants }) => describeConfig({
				constants: readConstants(constants),
				options
			})),
			...kernel.requires !== void 0 && { requires: kernel.requires },
			...kernel.heuristics !== void 0 && { heuristics: kernel.heuristics },
			...operatorsListed(operators, name),
			specialisations,
			...hints !== void 0 && { hints: {
				origins: hints.origins,
				unused: hints.unused,
				omitted: hints.omitted
			} },
			...kernel.choice !== void 0 && { choice: kernel.choice },
			...withResources && { variants: kernel.variants.map(({ algo, specialisation, target, hash, resources }) => ({
				algo,
				specialisation,
				target,
				hash,
				status: "stored",
				...resources !== void 0 && { resources }
			})) }
		};
	});
}
// src/cli/list.ts
/** The commands `list` and `schema`, which say what a manifest has and can have. */
const addListCommands = (program, context, answer) => {
	addSelection(program.command("list")).description("List kernels with their signatures, grids, targets, algos and specialisations").option(...STORE_OPTION).addOption(new Option("--package <folder>", "List the kernels of a package instead").conflicts(SELECTION)).option("--resources", "Add what the code of each variant takes on a GPU").option(...JSON_OPTION).addHelpText("after", LIST_HELP).action(async (options) => {
		const { json, resources = false } = options;
		if (options.package !== void 0) {
			const packaged = await readListedPackage(options.package, resources);
			answer(json, () => listJson(packaged), () => visibleText(listText(packaged)));
			return;
		}
		const store = storeOf(options, context);
		const preparation = await prepareWith(store, options, context);
		const tuning = await readTuningBeside(options.manifest);
		const { choices, warnings } = planChoices(tuning, preparation);
		for (const warning of warnings) context.log.warning(warning);
		const kernels = listedKernels(preparation, choices, resources ? await readKnown(preparation.variants, store) : void 0);
		answer(json, () => listJson(kernels), () => `${listText(kernels)}${missingText(kernels, options)}`);
	});
	program.command("schema").description("Print the JSON Schema of the manifest").addHelpText("after", SCHEMA_HELP).action(() => answer(true, manifestJsonSchema, () => ""));
};
/** What a package is not listed with: it was selected when it was built. */
const SELECTION = [
	"manifest",
	"targets",
	"triton",
	"only",
	"python",
	"store"
];
const LIST_HELP = `
--resources reads registers, spills, shared memory, instructions and occupancy from
the code in the store or the package. It compiles nothing and needs no GPU.

Examples:
  triton-aot list --only "matmul_*"
  triton-aot list --resources --targets sm_90
  triton-aot list --resources --package aot`;
const SCHEMA_HELP = `
Example:
  triton-aot schema > kernels.schema.json`;
/**
* Describes the kernels of a plan.
* @param known what the variants take, if that was asked for
*/
function listedKernels({ kernels, operators, variants }, choices, known) {
	return kernels.map((kernel) => {
		const choice = choices.get(kernel.name);
		const own = variants.filter((variant) => variant.kernel === kernel);
		return {
			...describeKernel(kernel),
			...operatorsListed(operators, kernel.name),
			...choice !== void 0 && { choice },
			...known !== void 0 && { variants: own.flatMap((each) => known.get(each) ?? []) }
		};
	});
}
function describeKernel(kernel) {
	const { source, gridParameters, requirements, heuristics, specialisations, automatic } = kernel;
	const ptxTarget = hasPtx(kernel) ? kernel.ptxTarget : void 0;
	return {
		name: kernel.name,
		source: `${source.file}:${source.function}`,
		line: source.line,
		signature: typedParameters(kernel.arguments),
		grid: kernel.gridText,
		...gridParameters.length > 0 && { gridParameters: typedParameters(gridParameters) },
		targets: kernel.targets.map(({ name }) => name),
		...ptxTarget !== void 0 && { ptxTarget: ptxTarget.name },
		algos: kernel.configs.map(describeConfig),
		...requirements.length > 0 && { requires: requirements.map(({ text }) => text) },
		...heuristics.length > 0 && { heuristics: heuristics.map(({ parameter, text }) => ({
			parameter,
			expression: text
		})) },
		specialisations: specialisations.map((each) => describeSpecialisation(kernel, each)),
		...automatic !== void 0 && { hints: {
			origins: specialisations.map(({ origin }) => origin ?? "the manifest"),
			unused: automatic.unused,
			omitted: automatic.omitted
		} }
	};
}
// ../../main/node_modules/ansi-regex/index.js
const ST = String.raw`(?:\u001B\u005C|\u009C)`;
const stringControls = String.raw`\u0018\u001A\u001B\u0080-\u009F`;
const osc = String.raw`(?:\u001B\]|\u009D)[^\u0007${stringControls}]*(?:\u0007|${ST})`;
const controlString = String.raw`(?:\u001B[PX^_k]|[\u0090\u0098\u009E\u009F])[^${stringControls}]*${ST}`;
const pattern = `${String.raw`\u001B\](?:P[\dA-Fa-f]{7}|R)(?:\u0007|${ST})?`}|${osc}|${controlString}|${String.raw`(?:\u001B\[|\u009B)[\u0030-\u003F]*[\u0020-\u002F]*[\u0040-\u007E]`}|${String.raw`\u001B(?:[\u0020-\u002F]+[\u0030-\u007E]|[\dA-PR-TZcf-oq-uy=><~|}])`}`;
function ansiRegex({ onlyFirst = false } = {}) {
	return new RegExp(pattern, onlyFirst ? void 0 : "g");
}
// ../../main/node_modules/strip-ansi/index.js
const regex = ansiRegex();
function stripAnsi(string) {
	if (typeof string !== "string") throw new TypeError(`Expected a \`string\`, got \`${typeof string}\``);
	if (!string.includes("\x1B") && !string.includes("")) return string;
	return string.replace(regex, "");
}
const ambiguousRanges = [
	161,
	161,
	164,
	164,
	167,
	168,
	170,
	170,
	173,
	174,
	176,
	180,
	182,
	186,
	188,
	191,
	198,
	198,
	208,
	208,
	215,
	216,
	222,
	225,
	230,
	230,
	232,
	234,
	236,
	237,
	240,
	240,
	242,
	243,
	247,
	250,
	252,
	252,
	254,
	254,
	257,
	257,
	273,
	273,
	275,
	275,
	283,
	283,
	294,
	295,
	299,
	299,
	305,
	307,
	312,
	312,
	319,
	322,
	324,
	324,
	328,
	331,
	333,
	333,
	338,
	339,
	358,
	359,
	363,
	363,
	462,
	462,
	464,
	464,
	466,
	466,
	468,
	468,
	470,
	470,
	472,
	472,
	474,
	474,
	476,
	476,
	593,
	593,
	609,
	609,
	708,
	708,
	711,
	711,
	713,
	715,
	717,
	717,
	720,
	720,
	728,
	731,
	733,
	733,
	735,
	735,
	768,
	879,
	913,
	929,
	931,
	937,
	945,
	961,
	963,
	969,
	1025,
	1025,
	1040,
	1103,
	1105,
	1105,
	8208,
	8208,
	8211,
	8214,
	8216,
	8217,
	8220,
	8221,
	8224,
	8226,
	8228,
	8231,
	8240,
	8240,
	8242,
	8243,
	8245,
	8245,
	8251,
	8251,
	8254,
	8254,
	8308,
	8308,
	8319,
	8319,
	8321,
	8324,
	8364,
	8364,
	8451,
	8451,
	8453,
	8453,
	8457,
	8457,
	8467,
	8467,
	8470,
	8470,
	8481,
	8482,
	8486,
	8486,
	8491,
	8491,
	8531,
	8532,
	8539,
	8542,
	8544,
	8555,
	8560,
	8569,
	8585,
	8585,
	8592,
	8601,
	8632,
	8633,
	8658,
	8658,
	8660,
	8660,
	8679,
	8679,
	8704,
	8704,
	8706,
	8707,
	8711,
	8712,
	8715,
	8715,
	8719,
	8719,
	8721,
	8721,
	8725,
	8725,
	8730,
	8730,
	8733,
	8736,
	8739,
	8739,
	8741,
	8741,
	8743,
	8748,
	8750,
	8750,
	8756,
	8759,
	8764,
	8765,
	8776,
	8776,
	8780,
	8780,
	8786,
	8786,
	8800,
	8801,
	8804,
	8807,
	8810,
	8811,
	8814,
	8815,
	8834,
	8835,
	8838,
	8839,
	8853,
	8853,
	8857,
	8857,
	8869,
	8869,
	8895,
	8895,
	8978,
	8978,
	9312,
	9449,
	9451,
	9547,
	9552,
	9587,
	9600,
	9615,
	9618,
	9621,
	9632,
	9633,
	9635,
	9641,
	9650,
	9651,
	9654,
	9655,
	9660,
	9661,
	9664,
	9665,
	9670,
	9672,
	9675,
	9675,
	9678,
	9681,
	9698,
	9701,
	9711,
	9711,
	9733,
	9734,
	9737,
	9737,
	9742,
	9743,
	9756,
	9756,
	9758,
	9758,
	9792,
	9792,
	9794,
	9794,
	9824,
	9825,
	9827,
	9829,
	9831,
	9834,
	9836,
	9837,
	9839,
	9839,
	9886,
	9887,
	9919,
	9919,
	9926,
	9933,
	9935,
	9939,
	9941,
	9953,
	9955,
	9955,
	9960,
	9961,
	9963,
	9969,
	9972,
	9972,
	9974,
	9977,
	9979,
	9980,
	9982,
	9983,
	10045,
	10045,
	10102,
	10111,
	11094,
	11097,
	12872,
	12879,
	57344,
	63743,
	65024,
	65039,
	65533,
	65533,
	127232,
	127242,
	127248,
	127277,
	127280,
	127337,
	127344,
	127373,
	127375,
	127376,
	127387,
	127404,
	917760,
	917999,
	983040,
	1048573,
	1048576,
	1114109
];
const fullwidthRanges = [
	12288,
	12288,
	65281,
	65376,
	65504,
	65510
];
const wideRanges = [
	4352,
	4447,
	8986,
	8987,
	9001,
	9002,
	9193,
	9196,
	9200,
	9200,
	9203,
	9203,
	9725,
	9726,
	9748,
	9749,
	9776,
	9783,
	9800,
	9811,
	9855,
	9855,
	9866,
	9871,
	9875,
	9875,
	9889,
	9889,
	9898,
	9899,
	9917,
	9918,
	9924,
	9925,
	9934,
	9934,
	9940,
	9940,
	9962,
	9962,
	9970,
	9971,
	9973,
	9973,
	9978,
	9978,
	9981,
	9981,
	9989,
	9989,
	9994,
	9995,
	10024,
	10024,
	10060,
	10060,
	10062,
	10062,
	10067,
	10069,
	10071,
	10071,
	10133,
	10135,
	10160,
	10160,
	10175,
	10175,
	11035,
	11036,
	11088,
	11088,
	11093,
	11093,
	11904,
	11929,
	11931,
	12019,
	12032,
	12245,
	12272,
	12287,
	12289,
	12350,
	12353,
	12438,
	12441,
	12543,
	12549,
	12591,
	12593,
	12686,
	12688,
	12773,
	12783,
	12830,
	12832,
	12871,
	12880,
	42124,
	42128,
	42182,
	43360,
	43388,
	44032,
	55203,
	63744,
	64255,
	65040,
	65049,
	65072,
	65106,
	65108,
	65126,
	65128,
	65131,
	94176,
	94180,
	94192,
	94198,
	94208,
	101594,
	101631,
	101664,
	101760,
	101874,
	101888,
	102801,
	102816,
	102866,
	110576,
	110579,
	110581,
	110587,
	110589,
	110590,
	110592,
	110888,
	110898,
	110898,
	110928,
	110930,
	110933,
	110933,
	110948,
	110952,
	110960,
	111355,
	119552,
	119638,
	119648,
	119670,
	126980,
	126980,
	127183,
	127183,
	127374,
	127374,
	127377,
	127386,
	127406,
	127406,
	127488,
	127490,
	127504,
	127547,
	127552,
	127560,
	127568,
	127569,
	127584,
	127589,
	127744,
	127776,
	127789,
	127797,
	127799,
	127868,
	127870,
	127891,
	127904,
	127946,
	127951,
	127955,
	127968,
	127984,
	127988,
	127988,
	127992,
	128062,
	128064,
	128064,
	128066,
	128252,
	128255,
	128317,
	128331,
	128334,
	128336,
	128359,
	128378,
	128378,
	128405,
	128406,
	128420,
	128420,
	128507,
	128591,
	128640,
	128709,
	128716,
	128716,
	128720,
	128722,
	128725,
	128729,
	128732,
	128735,
	128747,
	128748,
	128756,
	128764,
	128986,
	128986,
	128992,
	129003,
	129008,
	129008,
	129292,
	129338,
	129340,
	129349,
	129351,
	129535,
	129648,
	129660,
	129664,
	129734,
	129736,
	129736,
	129740,
	129757,
	129759,
	129771,
	129775,
	129786,
	131072,
	196605,
	196608,
	262141
];
// ../../main/node_modules/get-east-asian-width/utilities.js
/**
Binary search on a sorted flat array of [start, end] pairs.

@param {number[]} ranges - Flat array of inclusive [start, end] range pairs, e.g. [0, 5, 10, 20].
@param {number} codePoint - The value to search for.
@returns {boolean} Whether the value falls within any of the ranges.
*/
const isInRange = (ranges, codePoint) => {
	let low = 0;
	let high = Math.floor(ranges.length / 2) - 1;
	while (low <= high) {
		const mid = Math.floor((low + high) / 2);
		const i = mid * 2;
		if (codePoint < ranges[i]) high = mid - 1;
		else if (codePoint > ranges[i + 1]) low = mid + 1;
		else return true;
	}
	return false;
};
// ../../main/node_modules/get-east-asian-width/lookup.js
const commonCjkCodePoint = 19968;
const [wideFastPathStart, wideFastPathEnd] = /* #__PURE__ */ findWideFastPathRange(wideRanges);
function findWideFastPathRange(ranges) {
	let fastPathStart = ranges[0];
	let fastPathEnd = ranges[1];
	for (let index = 0; index < ranges.length; index += 2) {
		const start = ranges[index];
		const end = ranges[index + 1];
		if (commonCjkCodePoint >= start && commonCjkCodePoint <= end) return [start, end];
		if (end - start > fastPathEnd - fastPathStart) {
			fastPathStart = start;
			fastPathEnd = end;
		}
	}
	return [fastPathStart, fastPathEnd];
}
const isAmbiguous = (codePoint) => {
	if (codePoint < 161 || codePoint > 1114109) return false;
	return isInRange(ambiguousRanges, codePoint);
};
const isFullwidth = (codePoint) => {
	if (codePoint < 12288 || codePoint > 65510) return false;
	return isInRange(fullwidthRanges, codePoint);
};
const isWide = (codePoint) => {
	if (codePoint >= wideFastPathStart && codePoint <= wideFastPathEnd) return true;
	if (codePoint < 4352 || codePoint > 262141) return false;
	return isInRange(wideRanges, codePoint);
};
// ../../main/node_modules/get-east-asian-width/index.js
function validate(codePoint) {
	if (!Number.isSafeInteger(codePoint)) throw new TypeError(`Expected a code point, got \`${typeof codePoint}\`.`);
}
function eastAsianWidth(codePoint, { ambiguousAsWide = false } = {}) {
	validate(codePoint);
	if (isFullwidth(codePoint) || isWide(codePoint) || ambiguousAsWide && isAmbiguous(codePoint)) return 2;
	return 1;
}
// ../../main/node_modules/string-width/index.js
/**
Logic:
- Segment graphemes to match how terminals render clusters.
- Width rules:
1. Skip non-printing clusters (Default_Ignorable, Control, pure nonspacing/enclosing Mark, lone Surrogates). Tabs are ignored by design.
2. RGI emoji clusters (\p{RGI_Emoji}) are double-width.
3. Minimally-qualified/unqualified emoji clusters (ZWJ sequences with 2+ Extended_Pictographic, or keycap sequences) are double-width.
4. Hangul jamo collapse each standard modern Hangul L+V or L+V+T syllable piece to width 2.
Unmatched repeated leading/vowel/trailing jamo stay additive because that matches how the terminals we target render them.
5. Otherwise use East Asian Width of the cluster's first visible code point, and add widths for trailing spacing marks and Halfwidth/Fullwidth Forms within the same cluster (e.g., dakuten/handakuten/prolonged sound mark).
*/
const segmenter = new Intl.Segmenter();
const visibleCharacterRegex = /[^\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]/v;
const spacingMarkRegex = /\p{Spacing_Mark}/v;
const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;
const unqualifiedKeycapRegex = /^[\d#*]\u20E3$/;
const extendedPictographicRegex = /\p{Extended_Pictographic}/gu;
function isDoubleWidthNonRgiEmojiSequence(segment) {
	if (segment.length > 50) return false;
	if (unqualifiedKeycapRegex.test(segment)) return true;
	if (segment.includes("‍")) {
		const pictographics = segment.match(extendedPictographicRegex);
		return pictographics !== null && pictographics.length >= 2;
	}
	return false;
}
function baseVisible(segment) {
	const index = segment.search(visibleCharacterRegex);
	return index === -1 ? void 0 : segment.slice(index);
}
function isHangulLeadingJamo(codePoint) {
	return codePoint >= 4352 && codePoint <= 4447 || codePoint >= 43360 && codePoint <= 43388;
}
function isHangulVowelJamo(codePoint) {
	return codePoint >= 4448 && codePoint <= 4519 || codePoint >= 55216 && codePoint <= 55238;
}
function isHangulTrailingJamo(codePoint) {
	return codePoint >= 4520 && codePoint <= 4607 || codePoint >= 55243 && codePoint <= 55291;
}
function isHangulJamo(codePoint) {
	return isHangulLeadingJamo(codePoint) || isHangulVowelJamo(codePoint) || isHangulTrailingJamo(codePoint);
}
function hangulClusterWidth(visibleSegment, eastAsianWidthOptions) {
	const codePoints = [];
	for (const character of visibleSegment) {
		if (!visibleCharacterRegex.test(character)) continue;
		codePoints.push(character.codePointAt(0));
	}
	if (codePoints.length === 0) return;
	let width = 0;
	for (let index = 0; index < codePoints.length; index++) {
		const codePoint = codePoints[index];
		if (!isHangulJamo(codePoint)) {
			if (width === 0) return;
			for (let remaining = index; remaining < codePoints.length; remaining++) width += eastAsianWidth(codePoints[remaining], eastAsianWidthOptions);
			return width;
		}
		if (isHangulLeadingJamo(codePoint) && isHangulVowelJamo(codePoints[index + 1])) {
			width += 2;
			index += isHangulTrailingJamo(codePoints[index + 2]) ? 2 : 1;
			continue;
		}
		width += eastAsianWidth(codePoint, eastAsianWidthOptions);
	}
	return width;
}
function trailingWidth(visibleSegment, eastAsianWidthOptions) {
	let extra = 0;
	let first = true;
	for (const character of visibleSegment) {
		if (first) {
			first = false;
			continue;
		}
		if (spacingMarkRegex.test(character) || character >= "＀" && character <= "￯") extra += eastAsianWidth(character.codePointAt(0), eastAsianWidthOptions);
	}
	return extra;
}
function stringWidth(input, options = {}) {
	if (typeof input !== "string" || input.length === 0) return 0;
	const { ambiguousIsNarrow = true, countAnsiEscapeCodes = false } = options;
	let string = input;
	if (!countAnsiEscapeCodes && (string.includes("\x1B") || string.includes(""))) string = stripAnsi(string);
	if (string.length === 0) return 0;
	if (/^[\u0020-\u007E]*$/.test(string)) return string.length;
	let width = 0;
	const eastAsianWidthOptions = { ambiguousAsWide: !ambiguousIsNarrow };
	for (const { segment } of segmenter.segment(string)) {
		const visibleSegment = baseVisible(segment);
		if (visibleSegment === void 0) continue;
		if (rgiEmojiRegex.test(segment) || isDoubleWidthNonRgiEmojiSequence(segment)) {
			width += 2;
			continue;
		}
		const hangulWidth = hangulClusterWidth(visibleSegment, eastAsianWidthOptions);
		if (hangulWidth !== void 0) {
			width += hangulWidth;
			continue;
		}
		const codePoint = visibleSegment.codePointAt(0);
		width += eastAsianWidth(codePoint, eastAsianWidthOptions);
		width += trailingWidth(visibleSegment, eastAsianWidthOptions);
	}
	return width;
}
// src/cli/log.ts
/** Minimum time between two progress lines if lines cannot be rewritten, in milliseconds. */
const PROGRESS_INTERVAL = 2e3;
/** Moves to the start of the line and erases it. */
const CLEAR_LINE = "\r\x1B[K";
/**
* Returns a log for a terminal or a file, with headings, indented lines and progress. `show` makes
* text harmless.
*/
function terminalLog(terminal, now, show = visibleText, hasColours = false) {
	let depth = 0;
	let lastProgress = -Infinity;
	let isLineOpen = false;
	const meter = paceMeter(now);
	const indent = () => "  ".repeat(depth);
	const styled = (style, text) => hasColours ? styleText(style, text, { validateStream: false }) : text;
	/** Erases the current progress line, if any. */
	const clearLine = () => {
		if (isLineOpen) terminal.write(CLEAR_LINE);
		isLineOpen = false;
	};
	const writeStyled = (text) => {
		clearLine();
		terminal.write(`${indent()}${text.replaceAll("\n", `\n${indent()}`)}\n`);
	};
	const write = (text) => writeStyled(show(text));
	const writeProblem = (style, name, problem) => writeStyled(`${styled(style, `${name}:`)} ${show(formatProblem(problem))}`);
	/** A line that was longer would be wrapped, and could then not be erased. */
	const onOneLine = (text) => {
		return cut(`${indent()}${show(text).replaceAll(/\s+/g, " ")}`, (terminal.columns || Infinity) - 1);
	};
	return {
		async group(title, body, counted) {
			const start = now();
			writeStyled(styled("bold", show(title)));
			depth += 1;
			lastProgress = -Infinity;
			meter.start();
			try {
				const result = await body();
				write(endText(now() - start, counted?.(result) ?? "done"));
				return result;
			} catch (error) {
				write(endText(now() - start, "failed"));
				throw error;
			} finally {
				depth -= 1;
			}
		},
		info: write,
		progress(done, total, label) {
			const text = progressText(done, total, label, meter.after(done, total));
			if (terminal.isTTY === true) {
				terminal.write(`${CLEAR_LINE}${onOneLine(text)}${done < total ? "" : "\n"}`);
				isLineOpen = done < total;
			} else if (done === total || now() - lastProgress >= PROGRESS_INTERVAL) {
				lastProgress = now();
				write(text);
			}
		},
		warning: (problem) => writeProblem("yellow", "warning", problem),
		error: (problem) => writeProblem("red", "error", problem),
		end: clearLine
	};
}
const SEGMENTER = new Intl.Segmenter(void 0, { granularity: "grapheme" });
/** Cuts a text that takes more columns. */
function cut(text, columns) {
	if (stringWidth(text) <= columns) return text;
	let kept = "";
	let width = 1;
	for (const { segment } of SEGMENTER.segment(text)) {
		width += stringWidth(segment);
		if (width > columns) break;
		kept += segment;
	}
	return `${kept}…`;
}
// src/cli/pack.ts
/** The command `pack`. */
const addPackCommand = (program, context, answer) => {
	program.command("pack").description("Create archives of packages").option("--package <folders>", "Packages, or folders of packages", parseList, ["aot"]).option("--out <folder>", "Folder to write the files to", "release").option("--formats <list>", "Formats of the archives", parseArchiveFormats, [...ARCHIVE_FORMATS]).option(...JSON_OPTION).addHelpText("after", HELP$8).action(async (options) => {
		const { formats, out } = options;
		const packages = (await Promise.all(options.package.map(findPackages))).flat();
		const distributions = await context.log.group(`Pack into ${out}`, () => distribute({
			packages,
			formats,
			out
		}, context), (packed) => [packed.length, "package"]);
		answer(options.json, () => packJson(distributions), () => packText(distributions, out));
	});
};
const HELP$8 = `
Writes checksums and an SBOM beside the archives. Equal packages give equal archives, byte for byte,
on every machine.

Examples:
  triton-aot pack
  triton-aot pack --package aot --out dist --formats tar.gz`;
/** The text of `pack`: each package, and its files with size and SHA-256. */
function packText(distributions, out) {
	return distributions.map(({ pkg: { folder, manifest }, files }) => {
		const widths = {
			name: Math.max(...files.map(({ name }) => name.length)),
			size: Math.max(...files.map(({ size }) => formatSize(size).length))
		};
		const lines = files.map(({ name, size, sha256 }) => `  ${name.padEnd(widths.name)}  ${formatSize(size).padStart(widths.size)}  ${sha256}\n`);
		const part = manifest.part === void 0 ? "" : ` for ${manifest.part}`;
		return `Packed ${manifest.package} ${manifest.version}${part} from ${folder} into ${out}\n${lines.join("")}`;
	}).join("");
}
function packJson(distributions) {
	return { packages: distributions.map(({ pkg: { folder, manifest }, stem, files }) => ({
		package: manifest.package,
		version: manifest.version,
		...manifest.part !== void 0 && { part: manifest.part },
		folder,
		stem,
		files
	})) };
}
// src/cli/publish.ts
/** The command `publish`. */
const addPublishCommand = (program, context, answer) => {
	program.command("publish").description("Attach packages to a GitHub release").requiredOption("--tag <tag>", "Tag of the release (required)").option("--package <folders>", "Packages, or folders of packages", parseList, ["aot"]).option("--repository <owner/name>", "Repository of the release (default: $GITHUB_REPOSITORY)").option("--formats <list>", "Formats of the archives", parseArchiveFormats, [...ARCHIVE_FORMATS]).addOption(new Option("--require <evidence>", "Evidence that every kernel must have").choices(["abi-checked", "ran"]).default("abi-checked")).option("--require-targets <list>", "With --require ran, targets on which every kernel must have run (default: any one)", parseList).option("--evidence-run <id>", "With --require ran, run of a workflow whose evidence counts, or `any` (default: the current run if there is one)").option("--draft", "Keep a draft release a draft instead of publishing it").option("--prerelease", "Mark a new release as a prerelease (default: if the tag is a version such as v1.2.0-rc.1)").option("--no-prerelease", "Do not mark a new release as a prerelease").addOption(new Option("--latest <mode>", "Mark the release as the latest; `legacy` decides by date and version").choices([...LATEST_MODES])).option("--name <title>", "Title of a new release (default: the tag)").option("--notes <text>", "Text of a new release (default: describes the packages)").option("--dry-run", "Show what would be uploaded without changing anything").option(...JSON_OPTION).addHelpText("after", HELP$7).action(async (options) => {
		const { dryRun, json, package: packages, ...chosen } = options;
		const { env } = context;
		const request = {
			packages,
			tag: chosen.tag,
			repository: repositoryOf(chosen.repository, env),
			token: tokenIn(env),
			formats: chosen.formats,
			require: requiredEvidence(options, env),
			draft: chosen.draft === true,
			prerelease: chosen.prerelease,
			latest: chosen.latest,
			name: chosen.name,
			notes: chosen.notes,
			attest: void 0
		};
		if (dryRun === true) {
			const preview = await previewRelease(request, context);
			answer(json, () => preview, () => previewText(preview));
			return;
		}
		if (request.token === void 0) throw missingToken();
		const published = await publishRelease(request, context);
		answer(json, () => publishedJson(published), () => publishedText(published));
	});
};
const HELP$7 = `
Creates the release if it does not exist, and keeps files that are already attached. Needs a token
that can write the repository's contents in GH_TOKEN or GITHUB_TOKEN. Attestations are made only in
workflows, by the sub-action publish.

Examples:
  triton-aot publish --tag v1.2.0 --repository owner/name --dry-run
  GH_TOKEN=$(gh auth token) triton-aot publish --tag v1.2.0 --repository owner/name`;
function missingToken() {
	return new Failure("usage", {
		message: "publishing needs a token",
		hint: "Set GH_TOKEN to a token that can write the repository's contents: GH_TOKEN=$(gh auth token)."
	});
}
function requiredEvidence({ require: kind, requireTargets: targets, evidenceRun: run }, env) {
	if (run !== void 0 && !EVIDENCE_RUN_FORM.test(run)) throw new Failure("usage", { message: `--evidence-run: expected the id of a run, or \`any\`` });
	if (kind === "ran") return {
		kind,
		targets: targets ?? [],
		run: acceptedRun(run, env)
	};
	if (targets === void 0 && run === void 0) return { kind };
	throw new Failure("usage", { message: `${targets === void 0 ? "--evidence-run" : "--require-targets"} needs \`--require ran\`` });
}
/**
* The text of `publish`: each file, whether it is new, the release's page, and how to verify the
* files.
*/
function publishedText(published) {
	const { files, isPublished, url } = published;
	return [
		...files.map(({ asset, isNew }) => fileLine(isNew ? "uploaded" : "already present", asset.name, asset.digest)),
		`${isPublished ? "Published" : "Draft"}: ${url}`,
		"To verify:",
		...published.distributions.flatMap((one) => verifyCommands(one, published, void 0)),
		""
	].join("\n");
}
function publishedJson({ files, distributions: _packed, ...more }) {
	return {
		...more,
		files: files.map(({ asset, isNew }) => ({
			...asset,
			isNew
		}))
	};
}
/** The text of `publish --dry-run`. */
function previewText({ repository, tag, release, there, lacking }) {
	return [
		`Release ${tag} of ${repository} ${{
			none: "does not exist and would be created",
			draft: "is a draft",
			published: "is published"
		}[release]}.`,
		...there.map(({ name, digest }) => fileLine("already present", name, digest)),
		...lacking.map(({ name, sha256 }) => fileLine("to upload", name, `sha256:${sha256}`)),
		""
	].join("\n");
}
function fileLine(how, name, digest) {
	return `${how.padEnd(9)} ${name} ${digest ?? ""}`.trimEnd();
}
// src/cli/record.ts
/** Bytes of `--golden` without a size. */
const GOLDEN_SIZE = 16e6;
/** The recorded program failed: the command ends as the program did. */
var ProgramFailure = class extends Error {
	status;
	constructor(name, exit) {
		super(`\`${name}\` ${describeExit(exit)}`);
		this.name = "ProgramFailure";
		this.status = exit.code ?? 128 + (exit.signal === null ? 0 : constants.signals[exit.signal]);
	}
};
/** The command `record`. */
const addRecordCommand = (program, context, answer) => {
	program.command("record").description("Run a program and write a manifest of the Triton kernels it launches").usage("[options] -- <program> [arguments...]").argument("[program...]", "Program to run, such as `python app.py`").option("--out <file>", "Manifest to write, or to add kernels to", "kernels.yaml").addOption(new Option("--golden [size]", "Keep the inputs and outputs of one call of each kernel, if they are not larger (size: 16 MB unless given)").argParser(parseSizeOption)).option("--from <folder>", "Use recordings that were made before instead of running a program").option(...JSON_OPTION).addHelpText("after", HELP$6).action(async (command, options, self) => {
		const { out, golden = 0, from, json } = options;
		if (command.length === 0 === (from === void 0)) self.error("error: expected a program after `--`, or --from", { exitCode: 2 });
		const request = {
			command,
			out,
			golden: golden === true ? GOLDEN_SIZE : golden,
			from,
			hasTerminal: process.stdin.isTTY
		};
		const result = await record(request, context);
		answer(json, () => recordJson(result), () => recordText(result));
		context.signal.throwIfAborted();
		const { exit, nothing } = result;
		if (exit !== void 0 && exit.code !== 0) {
			for (const problem of nothing?.problems ?? []) context.log.warning(problem);
			throw new ProgramFailure(command[0] ?? "", exit);
		}
		if (nothing !== void 0) throw nothing;
	});
};
const HELP$6 = `
The program runs unchanged, with hooks in Triton's JIT. It needs Triton 3.6.0 or later.
If it fails, what it launched is still written, and its exit status is the exit code.
Kernels that the manifest has are kept as they are.

Examples:
  triton-aot record -- python train.py --steps 10
  triton-aot record --golden 4MB -- python -m pytest tests
  triton-aot record --from recordings`;
/** The text of `record`: what is new, what was there, and what cannot be in a manifest. */
function recordText({ manifest, added, kept, refused }) {
	const refusals = refused.map(({ name, file, line, reason }) => `  ${name}${file === "" ? "" : `  (${file}${line === void 0 ? "" : `:${line}`})`}\n    ${reason}\n`);
	return [
		added.length + kept.length > 0 ? `${manifest}: ${plural(added.length, "kernel")} added, ${kept.length} kept\n` : "",
		...added.map((entry) => entryLine("+", entry)),
		...kept.map((entry) => entryLine("=", entry)),
		refusals.length === 0 ? "" : `not recorded:\n`,
		...refusals
	].join("");
}
function entryLine(mark, { name, source, calls }) {
	return `  ${mark} ${name}  (${source}, ${plural(calls, "call")})\n`;
}
function recordJson({ manifest, added, kept, refused, exit }) {
	return {
		manifest,
		added,
		kept,
		refused,
		...exit !== void 0 && { exit }
	};
}
// src/cli/shards.ts
const PLAN_OPTION = [
	"--plan <folder>",
	"Folder of the plan",
	"plan"
];
const PYTHON_OPTION = ["--python <exe>", "Python interpreter (default: as for build)"];
/** The commands `shard` and `merge`: a build on several machines. `plan --out` begins it. */
const addShardCommands = (program, context, answer) => {
	program.command("shard").description("Compute one shard of a plan").argument("<number>", "Which shard, from 1", parseCount).option(...PLAN_OPTION).option("--out <folder>", "Folder to write the results to", "part").option(...PYTHON_OPTION).addOption(jobsOption()).option("--timeout <seconds>", "Time limit for one compile", parseCount, 600).option(...JSON_OPTION).addHelpText("after", SHARD_HELP).action(async (shard, options) => {
		const result = await computeShard({
			...options,
			shard
		}, context);
		answer(options.json, () => ({
			shard,
			computed: result.computed,
			reused: result.reused,
			out: options.out
		}), () => shardText(result, shard, options.out));
	});
	addBaselineOptions(program.command("merge")).description("Write the package from the results of shards").argument("[parts...]", "Folders with the results of the shards").option(...PLAN_OPTION).option("--out <folder>", "Folder to write the package to", "aot").option("--split", "Write one package per target, to <out>/<target>").option("--strict-tuning", "Fail if tuning.json has measurements of other code").option(...STORE_OPTION).addOption(new Option("--store-limit <size>", "Maximum size of the store afterwards").argParser(parseSizeOption).default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT))).option(...PYTHON_OPTION).addOption(jobsOption()).option("--timeout <seconds>", "Time limit for one compile", parseCount, 600).option(...REPORT_OPTION).option(...JSON_OPTION).addHelpText("after", MERGE_HELP).action(async (parts, options) => {
		const store = options.store ?? join(context.home, "store");
		const times = options.report !== void 0;
		const result = await reported(options.report, context.log, () => mergeShards({
			...options,
			parts,
			store,
			times,
			baseline: baselineOf(options)
		}, context));
		answer(options.json, () => buildJson(result), () => buildText(result));
		checkRegressions(result, options.failOn);
	});
};
const SHARD_HELP = `
Run it in the folder where the plan was made, with the same sources. The results that
an earlier run left in --out are not computed again.

Example:
  triton-aot shard 3 --plan plan --out part-3`;
const MERGE_HELP = `
Needs the results of every shard. The package has the same bytes as one built on one
machine.

Example:
  triton-aot merge --plan plan part-*`;
function shardText({ plan, computed, reused }, shard, out) {
	const before = reused === 0 ? "" : `, ${reused} from an earlier run`;
	return `Wrote shard ${shard} of ${plan.shards.length} to ${out} (${plural(computed, "result")} computed${before})\n`;
}
// src/cli/smoke.ts
/** The command `smoke`. */
const addSmokeCommand = (program, context, answer) => {
	program.command("smoke").description("Test a package on a GPU").option("--package <folder>", "Package to test", "aot").option("--manifest <file>", "Manifest of the package, used to locate failures if it exists", "kernels.yaml").addOption(new Option("--gpu <need>", "If there is no usable GPU, `required` fails, and `auto` only compiles the test").choices(["required", "auto"]).default("required")).option("--device <id>", "GPU to test on, by index or UUID (default: an idle one)").option("--only <globs>", "Kernels to test, such as \"matmul_*\" (default: all)", parseList).option("--case <n>", "Run only this case of each kernel, counted from 0", parseIndex).option("--algo <n>", "Run only this algo of each kernel, counted from 0", parseIndex).option("--sanitize", "Run under compute-sanitizer, which must be installed").option("--require-tuned", "Fail if the chosen algo of any size takes more than 1.1 times the best, or nothing was measured").option("--wait <seconds>", "How long to wait for a GPU that other tests use", parseCount, 600).option("--timeout <seconds>", "Time limit for one run of a kernel", parseCount, 60).addOption(jobsOption()).option("--keep <folder>", "Keep the compiled test in this folder").option(...ADD_REPORT_OPTION).option(...JSON_OPTION).addHelpText("after", HELP$5).action(async ({ manifest, only = [], sanitize, json, report, ...chosen }) => {
		const request = {
			...chosen,
			only,
			sanitize: sanitize === true,
			lockFolder: deviceLockFolder(context.env)
		};
		const result = await smoke(request, context);
		answer(json, () => result, () => smokeText(result));
		if (report !== void 0) await updateReport(report, [request.package], (old) => withSmoke(old, result));
		const document = await readDocument(manifest);
		const failure = smokeFailure(result, (path) => document?.locate(path));
		if (failure !== void 0) throw failure;
	});
};
const HELP$5 = `
Runs the cases under \`smoke:\` in the manifest. Python and Triton are not needed; a C++ compiler is.

Examples:
  triton-aot smoke
  triton-aot smoke --package aot --gpu auto
  triton-aot smoke --only matmul_fp16 --case 2 --algo 0`;
const HEADINGS$1 = [
	"case",
	"runs",
	"error",
	"max error",
	"time",
	"rate"
];
const COLUMNS$1 = [
	"name",
	"runs",
	"norm",
	"max",
	"time",
	"rate"
];
/** The text of `smoke`: a table for each kernel, what was not tested, and how many passed. */
function smokeText(result) {
	const { executed, failed, untested, notes } = result;
	return [
		heading(result),
		...kernelTables(result).flatMap(tableLines$1),
		...untested.length > 0 ? [`not tested (no smoke cases): ${untested.join(", ")}`] : [],
		...notes.map((note) => `note: ${note}`),
		...result.outcome === "built" ? [] : [`${executed - failed} passed, ${failed} failed`],
		""
	].join("\n");
}
function heading({ package: tested, device, reason }) {
	const name = `${tested.name} ${tested.version} in ${tested.folder}`;
	if (device !== void 0) return `${name} on ${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`;
	return `${name}: compiled and linked, not run${reason === void 0 ? "" : `: ${reason.message}`}`;
}
function tableLines$1(table) {
	const facts = [
		...table.runs > 0 ? [`${plural(table.runs, "run")} ${table.comparison}`] : [],
		...table.checks > 0 ? [plural(table.checks, "check")] : [],
		...table.failedChecks > 0 ? [`${plural(table.failedChecks, "check")} failed`] : []
	];
	const rows = table.cases.map((row) => COLUMNS$1.map((column) => row[column]));
	return [`${table.kernel}: ${facts.join(", ")}`, ...tableText(HEADINGS$1, rows)];
}
// src/cli/store.ts
/** The command `store`. */
const addStoreCommand = (program, context, answer) => {
	program.command("store").description("Show the contents of the store and the Triton environments, or remove results").option(...STORE_OPTION).option("--prune <size>", "Remove the least recently used results until the store is no larger than this", parseSizeOption).addOption(new Option("--clear", "Remove all results").conflicts("prune")).option(...JSON_OPTION).addHelpText("after", HELP$4).action(async (options) => {
		const directory = options.store ?? join(context.home, "store");
		const removed = await remove(directory, options, context.now());
		const view = {
			directory,
			files: await listStore(directory),
			removed,
			home: context.home,
			toolchains: await toolchainUse(context.home)
		};
		answer(options.json, () => storeJson(view), () => storeText(view));
	});
};
const HELP$4 = `
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
		`  uv's cache: ${formatSize(toolchains.cacheBytes)} more`,
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
			hints: ofKind("hints"),
			packed: ofKind("packed")
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
// src/cli/tune.ts
/** The command `tune`. */
const addTuneCommand = (program, context, answer) => {
	program.command("tune").description("Measure every algo of a package on a GPU, for the choice of an algo by size").option("--package <folder>", "Package to measure", "aot").option("--manifest <file>", "Manifest of the package, used to locate problems").option("--out <file>", `File with the measurements, which may exist (default: ${TUNING_FILE} beside the manifest, or in the working directory)`).option("--only <globs>", "Kernels to measure, such as \"matmul_*\" (default: all)", parseList).option("--algo <list>", "Algos to measure, counted from 0 (default: all)", parseIndices).option("--device <id>", "GPU to measure on, by index or UUID (default: an idle one)").option("--again", "Measure again what the file already has").option("--time <ms>", "Longest time to measure one algo for one size; it ends earlier when the median is known to 1 %", parseCount, DEFAULT_TIMING.milliseconds).option("--no-flush", "Do not flush the L2 cache before every call").option("--wait <seconds>", "How long to wait for a GPU that other tests use", parseCount, 600).option("--timeout <seconds>", "Time limit for one algo with one size", parseCount, 60).addOption(jobsOption()).option(...JSON_OPTION).addHelpText("after", HELP$3).action(async ({ manifest, out, only = [], json, ...chosen }) => {
		const { algo, again, time, flush, ...settings } = chosen;
		const beside = manifest === void 0 ? "." : dirname(manifest);
		const request = {
			...settings,
			file: out ?? join(beside, "tuning.json"),
			only,
			algos: algo,
			again: again === true,
			timing: {
				...DEFAULT_TIMING,
				milliseconds: time,
				flush
			},
			lockFolder: deviceLockFolder(context.env)
		};
		const result = await tune(request, context);
		answer(json, () => result, () => tuneText(result));
		const document = manifest === void 0 ? void 0 : await readDocument(manifest);
		const failure = tuneFailure(result, (path) => document?.locate(path));
		if (failure !== void 0) throw failure;
	});
};
const HELP$3 = `
Measures the sizes under \`tune:\` in the manifest, or the cases under \`smoke:\`. Each algo runs in a
process of its own: those that fail, crash or hang are set aside. What the file already has for the
same code, GPU and driver is not measured again. Commit the file, and build the package again.
Python and Triton are not needed; a C++ compiler is.

Examples:
  triton-aot tune --manifest kernels.yaml
  triton-aot tune --package aot --out tuning.json --only "matmul_*"
  triton-aot tune --only matmul_fp16 --algo 3,4 --again`;
const HEADINGS = [
	"size",
	"best algo",
	"time",
	"rate",
	"algo 0",
	"slowest",
	"failed"
];
const COLUMNS = [
	"size",
	"best",
	"time",
	"rate",
	"first",
	"slowest",
	"faults"
];
/** The text of `tune`: a table for each kernel, and what was not measured. */
function tuneText(result) {
	const { package: measured, device, file, untuned } = result;
	return [
		`${measured.name} ${measured.version} in ${measured.folder} on ${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`,
		...tuneTables(result).flatMap(tableLines),
		...untuned.length > 0 ? [`not measured (no cases): ${untuned.join(", ")}`] : [],
		`wrote ${file}`,
		""
	].join("\n");
}
function tableLines({ kernel, algos, measured, kept, rows }) {
	const facts = [
		plural(algos, "algo"),
		plural(rows.length, "size"),
		plural(measured, "new score"),
		...kept > 0 ? [`${kept} kept`] : []
	];
	const cells = rows.map((row) => COLUMNS.map((column) => row[column]));
	return [`${kernel}: ${facts.join(", ")}`, ...tableText(HEADINGS, cells)];
}
// src/cli/verify.ts
/** The command `verify`. */
const addVerifyCommand = (program, context, answer) => {
	const command = addCompileOptions(program.command("verify")).description("Check a package and compare it with its sources").option("--package <folder>", "Package, folder of packages, or archive", "aot").option("--no-sources", "Do not compare the package with its sources").option("--strict", "Generate all C code again from manifest.json, and compare every byte").option("--reproducible", "Build the package again without a store, and compare every byte").option("--release <tag>", "Check a package of a release: a tag, `latest`, or a range such as ^1.2").option("--asset <name>", "File of the release (default: the only matching archive)").option("--repository <owner/name>", "Repository of the release (default: $GITHUB_REPOSITORY)").option("--attestation", "Require an attestation by a workflow of the repository; needs gh").option(...JSON_OPTION).addHelpText("after", HELP$2).action(async (options) => {
		const isNamed = command.getOptionValueSource("manifest") === "cli";
		if (await isFromTritonTools(options)) {
			const files = await verifyTritonTools(options, context);
			answer(options.json, () => ({
				package: options.package,
				files
			}), () => `${plural(files, "file")} in ${options.package} match the sources\n`);
			return;
		}
		const { jobs, timeout, reproducible, strict } = options;
		const request = {
			sources: sourcesOf(options, isNamed),
			strict,
			rebuild: reproducible === true ? {
				jobs,
				timeout
			} : void 0
		};
		const results = await withVerifiedRelease(options, context, async (path, checks) => {
			const verified = await verify({
				...request,
				package: path
			}, context);
			const shown = options.release === void 0 ? void 0 : { folder: basename(path) };
			return verified.map(({ pkg, checks: further, problems }) => ({
				pkg: {
					...pkg,
					...shown
				},
				checks: [...checks, ...further],
				problems
			}));
		});
		answer(options.json, () => verifyJson(results), () => verifyText(results));
		const problems = results.flatMap((result) => result.problems);
		if (problems.length > 0) throw new Failure("verification", problems);
	});
};
const HELP$2 = `
Checks files, cubins, C interface, evidence and SBOM. A local package is also compared with its
sources if the manifest exists; a package of a release only with --manifest or --reproducible.
Private repositories need a token in GH_TOKEN or GITHUB_TOKEN.

Examples:
  triton-aot verify
  triton-aot verify --package aot --reproducible
  triton-aot verify --release v1.2.0 --repository owner/name --attestation`;
/** Returns whether the package is one of Triton's own tools, which has no manifest.json. */
async function isFromTritonTools({ generator, manifest, release }) {
	if (release !== void 0 || generator !== void 0) return generator === "triton";
	const value = (await readDocument(manifest))?.value;
	return typeof value === "object" && value !== null && "generator" in value && value.generator === "triton";
}
function sourcesOf(options, isNamed) {
	const { sources, release, reproducible } = options;
	if (!sources) return void 0;
	return release === void 0 || isNamed || reproducible === true ? {
		selection: {
			...options,
			generator: "native"
		},
		isNamed
	} : void 0;
}
const OUTCOMES = {
	ok: "ok",
	failed: "FAILED",
	skipped: "skipped"
};
/** The text of `verify`: for each package, a line for each check. */
function verifyText(results) {
	return results.map(textOf).join("");
}
function verifyJson(results) {
	return { packages: results.map(jsonOf) };
}
function textOf({ pkg, checks }) {
	const { manifest, folder } = pkg;
	const part = manifest.part === void 0 ? "" : ` for ${manifest.part}`;
	const lines = checks.map(({ outcome, text }) => `  ${OUTCOMES[outcome].padEnd(7)}  ${text}\n`);
	return `${manifest.package} ${manifest.version}${part} in ${folder}\n${lines.join("")}`;
}
function jsonOf({ pkg, checks, problems }) {
	const { manifest, manifestSha256, folder } = pkg;
	return {
		package: manifest.package,
		version: manifest.version,
		...manifest.part !== void 0 && { part: manifest.part },
		folder,
		manifestSha256,
		checks,
		problems
	};
}
// src/cli/wheel.ts
/** The command `wheel`. */
const addWheelCommand = (program, context, answer) => {
	program.command("wheel").description("Make a Python package of the operators, for PyTorch and other frameworks").option("--package <folder>", "Package with operators", "aot").option("--out <folder>", "Folder to write to", "dist").option("--name <name>", "Name for pip install, or on the Hugging Face Hub (default: that of the package)").addOption(new Option("--layout <layout>", "What to make").choices(WHEEL_LAYOUTS).default(WHEEL_LAYOUTS[0])).addOption(jobsOption()).option(...JSON_OPTION).addHelpText("after", HELP$1).action(async ({ name, json, ...chosen }) => {
		const result = await makeWheel({
			...chosen,
			name
		}, context);
		answer(json, () => result, () => wheelText(result));
	});
};
const HELP$1 = `
Needs operators in the package (\`op:\` in the manifest), a C compiler, and Python 3.10 or later. Installs
hatchling and auditwheel once. Who uses the result needs an NVIDIA driver, and no compiler and no CUDA
toolkit. One library serves all versions of Python and of PyTorch.

Examples:
  triton-aot wheel
  triton-aot wheel --package aot --out dist --name my-kernels
  triton-aot wheel --layout hf-kernels --out my-kernels`;
/** The text of `wheel`: what was written, and how to use it. */
function wheelText({ layout, name, version, operators, files, size }) {
	const shown = files.map((file) => relative(".", file) || ".");
	return [
		`${layout === "wheel" ? "Wheel of" : "Kernel for the Hugging Face Hub:"} ${name} ${version} with ${plural(operators.length, "operator")}: ${operators.join(", ")}`,
		...shown.map((file) => `  ${file}${layout === "wheel" ? ` (${formatSize(size)})` : ""}`),
		""
	].join("\n");
}
// src/cli/program.ts
/**
* Returns the program with all commands. Results go to standard output, everything else to standard
* error.
*/
function commandLine(host, signal, log = selectedLog(host)) {
	const context = contextOf(host, signal, log);
	const program = new Command("triton-aot").description("Compile Triton kernels ahead of time into C packages that C++ programs link").version(VERSION, "-V, --version", "Print the version").helpOption("-h, --help", "Print help").helpCommand("help [command]", "Print help for a command").configureHelp(HELP_STYLE).addOption(new Option("--log-format <format>", "Format of standard error").choices(LOG_FORMATS).default("text")).on("option:log-format", (format) => log.select(format)).exitOverride().configureOutput({
		outputError: (text) => log.log.error({ message: text.trimEnd().replace(/^error: /, "") }),
		writeErr: (text) => {
			if (log.format === "text") host.stderr.write(text);
		}
	}).showHelpAfterError(TRY_HELP).addHelpText("after", HELP);
	for (const add of COMMANDS) add(program, context, (isJson, json, text) => {
		host.stdout.write(isJson === true ? `${JSON.stringify(json(), void 0, 2)}\n` : shownText(text(), host.env));
	});
	return program;
}
const LOG_FORMATS = ["text", "json"];
function selectedLog({ stderr, env }) {
	const show = (text) => shownText(text, env);
	const open = (format) => format === "json" ? eventLog(stderr, Date.now, show) : terminalLog(stderr, Date.now, show, hasColours(stderr, env));
	let [format, log] = ["text", open("text")];
	return {
		get format() {
			return format;
		},
		get log() {
			return log;
		},
		select: (selected) => [format, log] = [selected, open(selected)]
	};
}
/** Whether to write colours: to a terminal that has them, unless NO_COLOR is set. */
function hasColours(stream, env) {
	return stream.isTTY === true && (stream.getColorDepth?.(env) ?? 1) > 1;
}
const TRY_HELP = "For more information, try '--help'.";
const COMMANDS = [
	addInitCommand,
	addRecordCommand,
	addBuildCommand,
	addAdviseCommand,
	addSmokeCommand,
	addTuneCommand,
	addBenchCommand,
	addVerifyCommand,
	addDiffCommand,
	addPackCommand,
	addWheelCommand,
	addPublishCommand,
	addFetchCommand,
	addPlanCommand,
	addListCommands,
	addShardCommands,
	addExplainCommand,
	addStoreCommand
];
/** Choices and the default follow an option's description, in parentheses and without quotes. */
const HELP_STYLE = { optionDescription: ({ description, argChoices, defaultValue, defaultValueDescription }) => {
	const initial = defaultValueDescription ?? String(defaultValue ?? "");
	const notes = [...argChoices === void 0 ? [] : [`one of ${argChoices.join(", ")}`], ...initial === "" ? [] : [`default: ${initial}`]];
	return notes.length === 0 ? description : `${description} (${notes.join("; ")})`;
} };
const HELP = `
Environment:
  ${HOME_VARIABLE}         Folder of Triton environments, downloads and the store
                          (default: triton-aot in the user's cache folder)
  GH_TOKEN, GITHUB_TOKEN  Token for GitHub, used by fetch, publish and verify
  GITHUB_REPOSITORY       Default of --repository
  GITHUB_API_URL          Address of GitHub's API (default: https://api.github.com)
  NO_COLOR                No colours on standard error

Exit codes:
    0  Success
    1  Internal error
    2  Invalid command line or manifest
    3  Environment problem, such as Python, Triton, disk or network
    4  A kernel did not compile
    5  A kernel's parameters do not match its cubin
    6  A smoke test or a measurement failed
    7  No usable GPU
    8  Refused as unsafe
    9  Verification failed
   10  A budget, or the threshold of a regression, was exceeded
  130  Interrupted
  141  The reader of the output has closed it

Examples:
  triton-aot build --manifest kernels.yaml --out aot
  triton-aot smoke --package aot
  triton-aot pack --package aot --out release`;
function contextOf(host, signal, selected) {
	return {
		env: host.env,
		platform: readPlatform(),
		get log() {
			return selected.log;
		},
		signal,
		runTool: run,
		home: toolchainHome(host.env, homedir()),
		scratch: tmpdir(),
		freeBytes,
		download: downloadFile,
		now: Date.now
	};
}
/** Returns text for the user, with names and output of others, as nothing but text. */
function shownText(text, env) {
	const visible = visibleText(text);
	return env["GITHUB_ACTIONS"] === "true" ? withoutCommands(visible) : visible;
}
/** Reports the error that ended a command. */
function reportError(error, { format, log }) {
	if (error instanceof CommanderError) {
		if (format === "json" && error.code === "commander.help") log.error({
			message: "no command is given",
			hint: TRY_HELP
		});
		return;
	}
	for (const problem of problemsIn(error)) log.error(problem);
	if (error instanceof Failure && error.summary !== void 0) log.info(error.summary);
}
function problemsIn(error) {
	if (error instanceof Failure) return error.problems;
	if (error instanceof ProgramFailure) return [{ message: error.message }];
	return [{
		message: `internal error: ${error instanceof Error ? error.stack ?? error.message : String(error)}`,
		hint: "This is a bug in triton-aot. Please report it with the command and the manifest."
	}];
}
/**
* Returns the exit code for the error that ended a command: 0 if help or the version was requested.
*/
function exitStatusOf(error) {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	return error instanceof ProgramFailure ? error.status : exitCodeOf(error);
}
/** The exit code of a program that SIGPIPE ends, as `triton-aot plan | head -1` does. */
const BROKEN_PIPE = 141;
/** Returns the exit code if standard output cannot be written any more; says why, if it is not closed. */
function endOfOutput(error, log) {
	if (systemCode(error) === "EPIPE") return BROKEN_PIPE;
	log.error({ message: `cannot write to standard output: ${error.message}` });
	return 3;
}
// src/cli/main.ts
/** Runs the command that `process` was started with, and sets the exit code. */
async function runCommandLine() {
	const selected = selectedLog(process);
	process.once("exit", (code) => selected.log.end(code));
	process.stdout.on("error", (error) => {
		process.exitCode = endOfOutput(error, selected.log);
	});
	process.stderr.on("error", () => {
		process.exitCode = 3;
	});
	const interruption = interruptible(process);
	try {
		await commandLine(process, interruption.signal, selected).parseAsync();
	} catch (thrown) {
		const error = machineFailure(thrown) ?? thrown;
		reportError(error, selected);
		process.exitCode = exitStatusOf(error);
	} finally {
		interruption.release();
	}
}
export { runCommandLine };
