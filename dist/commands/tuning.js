import { COUNT, INDEX, plural, tableText } from "../start.js";
import { DEFAULT_TIMING, JSON_OPTION, TUNING_FILE, describeGpu, deviceLockFolder, listOf, readOwnDocument, valueOf } from "../core.js";
import { tune, tuneFailure, tuneTables } from "../after-build.js";
import { addGpuOptions } from "./common.js";
import { dirname, join } from "node:path";
// src/features/tuning/command.ts
/** The command `tune`. */
const addTuneCommand = (program, context, answer) => {
	const command = program.command("tune").description("Measure every algo of a package on a GPU, to choose one by size");
	addGpuOptions(command, "measure", "one algo with one size", 60).option("--manifest <file>", "Manifest of the package, used to locate problems").option("--out <file>", `File to add the measurements to (default: ${TUNING_FILE} beside the manifest, or in the working directory)`).option("--algo <list>", "Algos to measure, counted from 0 (default: all)", listOf(INDEX)).option("--again", "Measure again what the file already has").option("--time <ms>", "Longest time to measure one algo for one size; it ends earlier when the median is known to 1 %", valueOf(COUNT), DEFAULT_TIMING.milliseconds).option("--no-flush", "Do not flush the L2 cache before every call").option(...JSON_OPTION).addHelpText("after", HELP).action(async ({ manifest, out, json, ...chosen }) => {
		const { algo, again, time, flush, ...settings } = chosen;
		const beside = manifest === void 0 ? "." : dirname(manifest);
		const request = {
			...settings,
			file: out ?? join(beside, "tuning.json"),
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
		answer(json, result, tuneText(result));
		const document = manifest === void 0 ? void 0 : await readOwnDocument(settings.package, manifest);
		const failure = tuneFailure(result, (path) => document?.locate(path));
		if (failure !== void 0) throw failure;
	});
};
const HELP = `
Measures the sizes under \`tune:\` in the manifest and others between them, so that all code of the
kernel is measured; or, without \`tune:\`, the cases under \`smoke:\`. Each algo runs in a separate process: those that fail, crash or hang are set aside. What the file already has for the
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
		`${measured.name} ${measured.version} in ${measured.folder} on ${describeGpu(device)}`,
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
export { addTuneCommand };
