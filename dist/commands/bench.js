import { bench, benchFailure, benchTables } from "../after-build.js";
import { JSON_OPTION, describeGpu, deviceLockFolder, updateReport, valueOf, withBench } from "../core.js";
import { COUNT, DEFAULT_MANIFEST, tableText } from "../start.js";
import { ADD_REPORT_OPTION, ALGO_OPTION, CASE_OPTION, addGpuOptions } from "./common.js";
// src/cli/bench.ts
/** The command `bench`. */
const addBenchCommand = (program, context, answer) => {
	const command = program.command("bench").description("Measure a package on a GPU, alone or compared with Triton's JIT and PyTorch");
	addGpuOptions(command, "measure", "one case with one algo", 300).option("--jit", "Run the same kernels through Triton's JIT, and the functions of PyTorch").option("--python <exe>", "For --jit: Python interpreter with Triton and PyTorch (default: python3 on PATH)").option("--manifest <file>", "For --jit: manifest of the package", DEFAULT_MANIFEST).option(...CASE_OPTION).option(...ALGO_OPTION).option("--rounds <n>", "How often package, JIT and PyTorch take turns", valueOf(COUNT), 15).option(...ADD_REPORT_OPTION).option(...JSON_OPTION).addHelpText("after", HELP).action(async ({ jit, json, report, ...chosen }) => {
		const selected = {
			...chosen,
			lockFolder: deviceLockFolder(context.env)
		};
		const result = await bench({
			...selected,
			jit: jit === true
		}, context);
		answer(json, result, benchText(result));
		if (report !== void 0) await updateReport(report, selected.package, (old) => withBench(old, result));
		const failure = benchFailure(result);
		if (failure !== void 0) throw failure;
	});
};
const HELP = `
Measures the cases of the package. Before each call, the L2 cache is overwritten.
Package, JIT and PyTorch take turns, and a ratio is the median over the rounds.

Examples:
  triton-aot bench
  triton-aot bench --jit --python .venv/bin/python --only "matmul_*"`;
/** The text of `bench`: a table for each kernel, what failed, and what limits the results. */
function benchText(result) {
	const { package: measured, device, versions, runs, notes } = result;
	const faults = runs.flatMap(({ kernel, algo, case: name, faults: own }) => Object.entries(own).filter(([who]) => who !== "package").map(([who, why]) => `${WHO[who] ?? who} failed for ${kernel} [algo ${algo}, ${name}]: ${why}`));
	return [
		`${measured.name} ${measured.version} in ${measured.folder} on ${describeGpu(device)}`,
		...versions === void 0 ? [] : [`Python ${versions.python}, Triton ${versions.triton}, PyTorch ${versions.torch}`],
		...benchTables(result).flatMap(({ title, headings, rows }) => [title, ...tableText(headings, rows)]),
		...[...faults, ...notes].map((note) => `note: ${note.replaceAll("\n", "\n    ")}`),
		""
	].join("\n");
}
const WHO = {
	jit: "the JIT",
	torch: "PyTorch"
};
export { addBenchCommand };
