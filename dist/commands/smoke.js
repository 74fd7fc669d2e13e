import { Option } from "../vendor.js";
import { COUNT, DEFAULT_MANIFEST, INDEX, plural, tableText } from "../start.js";
import { JSON_OPTION, PYTHON_OPTION, SARIF_OPTION, addFlags, attributeOf, describeGpu, deviceLockFolder, emulationText, flagsIn, furtherChecks, givenOptions, kernelTables, readOwnDocument, smokeFailure, smokeSarif, updateReport, valueOf, withSmoke, writeSarif } from "../core.js";
import { smoke } from "../after-build.js";
import { ADD_REPORT_OPTION, ALGO_OPTION, CASE_OPTION, addGpuOptions } from "./common.js";
import { join } from "node:path";
// src/cli/smoke.ts
/** The command `smoke`. */
const addSmokeCommand = (program, context, answer, propose) => {
	const command = program.command("smoke").description("Test a package on a GPU, or without one on an emulator");
	const flags = furtherChecks.parts.map(({ flag }) => flag);
	addGpuOptions(command, "test", "one run of a kernel", 60).option("--manifest <file>", "Manifest of the package, if it exists: to say what has changed, to locate failures, and with --emulate to compile", DEFAULT_MANIFEST).addOption(new Option("--gpu <need>", "If there is no usable GPU, `required` fails, and `auto` only compiles the test").choices(["required", "auto"]).default("required")).option(...CASE_OPTION).option(...ALGO_OPTION).option("--specialisation <n>", "Run only this specialisation of each kernel, counted from 0", valueOf(INDEX)).addOption(new Option("--emulate", "Execute the PTX on the CPU, in place of the cubins on a GPU").conflicts([
		"device",
		"sanitize",
		...flags.map(attributeOf)
	])).option("--generate <n>", "Also run so many generated cases for each kernel, from the manifest: sizes, strides and data that are hardly ever written", valueOf(COUNT)).option("--seed <n>", "With --generate: the seed of the choice (default: 0)", valueOf(INDEX)).option("--target <name>", "With --emulate: the target whose PTX is executed, such as sm_80").option("--store <folder>", "With --emulate or --generate: the store of the build (default: as for build)").option(...PYTHON_OPTION).option("--sanitize", "Run under compute-sanitizer, which must be installed");
	addFlags(command, flags).option("--keep <folder>", "Keep the compiled test, and the outputs of each run, in this folder").option(...ADD_REPORT_OPTION).option(...SARIF_OPTION).option(...JSON_OPTION).addHelpText("after", HELP).action(async (options, self) => {
		const { manifest, sanitize, json, report, sarif, emulate, target, store, python, ...given } = options;
		const { generate, seed = 0, ...chosen } = given;
		const folder = store ?? join(context.home, "store");
		const request = {
			...chosen,
			manifest,
			emulate: emulate === true ? {
				when: "always",
				target,
				python,
				store: folder
			} : void 0,
			generate: generate === void 0 ? void 0 : {
				count: generate,
				seed: BigInt(seed),
				store: folder,
				python
			},
			sanitize: sanitize === true,
			flags: flagsIn(options, flags),
			lockFolder: deviceLockFolder(context.env),
			command: propose("smoke", "--package", chosen.package, ...givenOptions(self, isRepeated(flags)))
		};
		const result = await smoke(request, context);
		answer(json, result, smokeText(result));
		if (report !== void 0) await updateReport(report, request.package, (old) => withSmoke(old, result));
		const document = await readOwnDocument(request.package, manifest);
		const locate = (path) => document?.locate(path);
		if (sarif !== void 0) await writeSarif(sarif, smokeSarif(result, locate), context.env);
		const failure = smokeFailure(result, locate);
		if (failure !== void 0) throw failure;
	});
};
/** The options that say which tests run, and what is done with the result. */
const NOT_REPEATED = [
	"package",
	"only",
	"case",
	"algo",
	"specialisation",
	"keep",
	"report",
	"sarif",
	"json"
];
function isRepeated(flags) {
	const left = /* @__PURE__ */ new Set([...NOT_REPEATED, ...flags.map(attributeOf)]);
	return (name) => !left.has(name);
}
const HELP = `
Runs the cases under \`smoke:\` in the manifest. It needs a C and a C++ compiler. On a GPU, it needs
neither Python nor Triton. With --emulate, it needs Python and the store of the build, and no GPU.

Examples:
  triton-aot smoke
  triton-aot smoke --emulate
  triton-aot smoke --emulate --target sm_90
  triton-aot smoke --package aot --gpu auto
  triton-aot smoke --only matmul_fp16 --case 2 --algo 0`;
const HEADINGS = [
	"case",
	"runs",
	"error",
	"max error",
	"time",
	"rate"
];
const COLUMNS = [
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
		...kernelTables(result).flatMap(tableLines),
		...untested.length > 0 ? [`not tested (no smoke cases): ${untested.join(", ")}`] : [],
		...notes.map((note) => `note: ${note}`),
		...result.outcome === "built" ? [] : [`${executed - failed} passed, ${failed} failed`],
		""
	].join("\n");
}
function heading({ package: tested, device, reason, emulated }) {
	const name = `${tested.name} ${tested.version} in ${tested.folder}`;
	if (emulated !== void 0) return `${name}: ${emulationText(emulated)}`;
	if (device !== void 0) return `${name} on ${describeGpu(device)}`;
	return `${name}: compiled and linked, not run${reason === void 0 ? "" : `: ${reason.message}`}`;
}
function tableLines(table) {
	const facts = [
		...table.runs > 0 ? [`${plural(table.runs, "run")} ${table.comparison}`] : [],
		...table.checks > 0 ? [plural(table.checks, "check")] : [],
		...table.failedChecks > 0 ? [`${plural(table.failedChecks, "check")} failed`] : []
	];
	const rows = table.cases.map((row) => COLUMNS.map((column) => row[column]));
	return [`${table.kernel}: ${facts.join(", ")}`, ...tableText(HEADINGS, rows)];
}
export { addSmokeCommand };
