import { Option } from "../vendor.js";
import { formatSize, plural } from "../start.js";
import { WHEEL_LAYOUTS, makeWheel } from "../after-build.js";
import { JSON_OPTION, allTerms, jobsOption } from "../core.js";
import { relative } from "node:path";
// src/features/operators/command.ts
/** The command `wheel`. */
const addWheelCommand = (program, context, answer) => {
	program.command("wheel").description("Make a Python package of the operators, for PyTorch and other frameworks").option("--package <folder>", "Package with operators", "aot").option("--out <folder>", "Folder to write to", "dist").option("--name <name>", "Name for pip install, or on the Hugging Face Hub (default: that of the package)").addOption(new Option("--layout <layout>", "What to make").choices(WHEEL_LAYOUTS).default(WHEEL_LAYOUTS[0])).addOption(jobsOption()).option(...JSON_OPTION).addHelpText("after", help).action(async ({ name, json, ...chosen }) => {
		const result = await makeWheel({
			...chosen,
			name
		}, context);
		answer(json, result, wheelText(result));
	});
};
/** The drivers that users of a wheel need are those of the vendors that there are. */
function help() {
	return `
Needs operators in the package (\`op:\` in the manifest), a C compiler, and Python 3.10 or later. Installs
hatchling and auditwheel once. Users of the wheel need ${allTerms().map((terms) => terms.needs).join(" or ")}, but no
compiler and no CUDA toolkit. It serves all versions of Python and of PyTorch.

Examples:
  triton-aot wheel
  triton-aot wheel --package aot --out dist --name my-kernels
  triton-aot wheel --layout hf-kernels --out my-kernels`;
}
/** The text of `wheel`: what was written, and how to use it. */
function wheelText({ layout, name, version, operators, files, size }) {
	const shown = files.map((file) => relative(".", file) || ".");
	return [
		`${layout === "wheel" ? "Wheel of" : "Kernel for the Hugging Face Hub:"} ${name} ${version} with ${plural(operators.length, "operator")}: ${operators.join(", ")}`,
		...shown.map((file) => `  ${file}${layout === "wheel" ? ` (${formatSize(size)})` : ""}`),
		""
	].join("\n");
}
export { addWheelCommand };
