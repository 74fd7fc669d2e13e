import { Option, array, looseObject, number, record, string, unknown } from "../vendor.js";
import { groupBy, mapConcurrently, plural, tableText, visibleText } from "../start.js";
import { JSON_OPTION, MANIFEST_FILE, NO_RESOURCES, RESOURCE_HEADINGS, STORE_OPTION, choiceSources, describeConfig, describeHook, describeSpecialisation, givenOptions, hasPtx, kindSchema, manifestJsonSchema, optionsSchema, outputParts, packageManifestSchema, parseManifest, readChoices, readConstants, readManifestText, readVendorOptions, requireSums, resourceCells, resourcesOfVariant, resourcesSchema, typedParameters } from "../core.js";
import { addSelection, planWith, storeOf } from "./common.js";
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
const HEADINGS = [
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
		...variant.status === "stored" && variant.resources !== void 0 ? resourceCells(variant.target, variant.resources) : NO_RESOURCES
	]);
	return tableText(HEADINGS.map((heading) => heading.toLowerCase()), rows);
}
/** The status, unless the table shows what the variant takes. */
function gapText(variant) {
	switch (variant.status) {
		case "stored": return variant.resources === void 0 ? "unknown" : "";
		case "failed": return "does not compile";
		case "missing": return "not built";
	}
}
/** Says which command builds the variants that are not stored; nothing if all are. */
function missingText(kernels, command) {
	const all = kernels.flatMap(({ variants = [] }) => variants);
	const missing = all.filter(({ status }) => status === "missing").length;
	if (missing === 0) return "";
	return `not built: ${missing} of ${plural(all.length, "variant")}\n  To build: ${command}\n`;
}
/** The text of `list`. */
function listText(kernels) {
	return kernels.map((kernel) => `${kernelLines(kernel).join("\n")}\n`).join("");
}
function kernelLines(kernel) {
	const { requires = [], heuristics = [], gridParameters = [], hints, variants = [] } = kernel;
	const { rows = [], hooks = [] } = kernel;
	return [
		`${kernel.name}  (${placeText(kernel)})`,
		`  signature: ${typed(kernel.signature)}`,
		`  grid: ${kernel.grid}`,
		...gridParameters.length > 0 ? [`  grid parameters: ${typed(gridParameters)}`] : [],
		`  targets: ${kernel.targets.join(", ")}`,
		...kernel.ptxTarget === void 0 ? [] : [`  other GPUs: PTX of ${kernel.ptxTarget}, compiled by their driver`],
		...kernel.algos.map((algo, index) => `  algo ${index}: ${algo}`),
		...requires.map((text) => `  requires: ${text}`),
		...hooks.map((hook) => `  call first: ${describeHook(hook)}`),
		...heuristics.map(({ parameter, expression }) => `  computed: ${parameter} = ${expression}`),
		...rows.flatMap(({ label, texts }) => texts.map((text) => `  ${label}: ${text}`)),
		...kernel.specialisations.map((condition, index) => {
			const why = hints?.origins[index] ?? "the manifest";
			const from = why === "the manifest" || condition === "" ? "" : `  (${why})`;
			const state = kernel.unmeasured?.includes(index) === true ? "  (not measured)" : "";
			return `  specialisation ${index}: ${condition === "" ? "any values" : condition}${from}${state}`;
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
/** Says how algos are chosen by the values of a call. */
function choiceLines(choice) {
	if (choice === void 0) return [];
	return choiceSources.parts.flatMap(({ describe }) => describe(choice).map((line) => `  ${line}`));
}
/** The JSON of `list`. */
function listJson(kernels) {
	return kernels.map(({ rows = [], ...kernel }) => ({
		...kernel,
		...Object.fromEntries(rows.map(({ name, texts }) => [name, texts]))
	}));
}
// src/cli/list-package.ts
const kernelSchema = packageManifestSchema.shape.kernels.element;
const hintsSchema = kernelSchema.shape.hints.unwrap();
/** The parts of manifest.json that `list` shows. */
const listedSchema = packageManifestSchema.extend({ kernels: array(kernelSchema.extend({
	source: string(),
	grid: string(),
	targets: array(string()),
	algos: array(looseObject({
		constants: record(string(), unknown()),
		kinds: record(string(), kindSchema).optional(),
		options: optionsSchema
	})),
	hints: hintsSchema.extend({
		unused: array(string()),
		omitted: number()
	}).optional(),
	variants: array(kernelSchema.shape.variants.element.extend({ resources: resourcesSchema.optional().catch(void 0) }))
})) });
/**
* Describes the kernels of a package by its manifest.json, whose checksum is checked. Other files are not read.
* @throws {Failure} `usage` if there is no package or it has an unknown format, `verification` if
* manifest.json is damaged.
*/
async function readListedPackage(folder, withResources) {
	const text = await readManifestText(folder);
	const manifest = parseManifest(text, folder, listedSchema);
	await requireSums(folder, MANIFEST_FILE);
	const rowsOf = outputParts.parts.flatMap(({ rowsOfPackage }) => rowsOfPackage?.(manifest, folder) ?? []);
	return manifest.kernels.map((kernel) => {
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
			algos: kernel.algos.map(({ options, constants, kinds: own, ...fields }) => describeConfig({
				constants: readConstants({
					constants,
					kinds: own
				}),
				options,
				...readVendorOptions(fields)
			})),
			...kernel.requires !== void 0 && { requires: kernel.requires },
			...kernel.hooks !== void 0 && { hooks: kernel.hooks },
			...kernel.heuristics !== void 0 && { heuristics: kernel.heuristics },
			rows: rowsOf.flatMap((rows) => rows(name)),
			specialisations,
			...hints !== void 0 && { hints: {
				origins: hints.origins,
				unused: hints.unused,
				omitted: hints.omitted
			} },
			...kernel.unmeasured !== void 0 && { unmeasured: kernel.unmeasured },
			...withResources && { variants: kernel.variants.map(({ algo, specialisation, target, hash, resources }) => ({
				algo,
				specialisation,
				target,
				hash,
				status: "stored",
				...resources !== void 0 && { resources }
			})) },
			...kernel.choice !== void 0 && { choice: kernel.choice }
		};
	});
}
// src/cli/list.ts
/** The commands `list` and `schema`, which say what a manifest has and can have. */
const addListCommands = (program, context, answer, propose) => {
	addSelection(program.command("list")).description("List kernels with their signatures, grids, targets, algos and specialisations").option(...STORE_OPTION).addOption(new Option("--package <folder>", "List the kernels of a package instead").conflicts(SELECTION)).option("--resources", "Add the GPU resources that each variant uses").option(...JSON_OPTION).addHelpText("after", LIST_HELP).action(async (options, self) => {
		const { json, resources = false } = options;
		if (options.package !== void 0) {
			const packaged = await readListedPackage(options.package, resources);
			answer(json, listJson(packaged), visibleText(listText(packaged)));
			return;
		}
		const store = storeOf(options, context);
		const plan = await planWith(store, options, context);
		const { choosers, warnings } = (await readChoices(options.manifest))(plan);
		for (const warning of warnings) context.log.warning(warning);
		const kernels = listedKernels(plan, choosers, resources ? await readKnown(plan.variants, store) : void 0);
		const build = propose("build", ...givenOptions(self, (name) => name !== "json" && name !== "resources"));
		answer(json, listJson(kernels), `${listText(kernels)}${missingText(kernels, build)}`);
	});
	program.command("schema").description("Print the JSON Schema of the manifest").addHelpText("after", SCHEMA_HELP).action(() => answer(true, manifestJsonSchema(), ""));
};
/** The options that do not apply to a package: it was selected when it was built. */
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
function listedKernels(plan, choosers, known) {
	const planned = groupBy(plan.variants, ({ kernel }) => kernel);
	const rowsOf = outputParts.parts.flatMap(({ rowsOfPlan }) => rowsOfPlan?.(plan) ?? []);
	return plan.kernels.map((kernel) => {
		const chooser = choosers.get(kernel.name);
		const unmeasured = chooser?.unmeasured ?? [];
		const own = planned.get(kernel) ?? [];
		return {
			...listedKernel(kernel),
			rows: rowsOf.flatMap((rows) => rows(kernel.name)),
			...unmeasured.length > 0 && { unmeasured },
			...known !== void 0 && { variants: own.flatMap((each) => known.get(each) ?? []) },
			...chooser !== void 0 && { choice: chooser.json }
		};
	});
}
function listedKernel(kernel) {
	const { source, gridParameters, requirements, heuristics, specialisations, automatic } = kernel;
	const { hooks = [] } = kernel;
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
		...hooks.length > 0 && { hooks },
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
export { addListCommands };
