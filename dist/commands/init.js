import { DEFAULT_MANIFEST, Failure, newestTriton, readIfExists, reasonOf } from "../start.js";
import { addToManifest, findKernels, guessKernel, kernelName, keyOfEntry, manifestOf, sourcePath } from "../after-build.js";
import { freeKernelName, kernelNameProblem, parseFunction } from "../core.js";
import { JSON_OPTION, PYTHON_OPTION, proposeBuild } from "./common.js";
import { writeFile } from "node:fs/promises";
import { basename, relative, resolve } from "node:path";
// src/cli/init.ts
/** The command `init`. */
const addInitCommand = (program, context, answer, propose) => {
	program.command("init").description("Write a manifest for a kernel, or list the kernels of files").argument("<source>", "A kernel as FILE.py:FUNCTION, or a file or folder to list its kernels").option("--out <file>", "Manifest to write, or to add the kernel to", DEFAULT_MANIFEST).option("--name <name>", "Name of the C function (default: from the kernel's name)").option("--print", "Write the manifest to standard output").option(...PYTHON_OPTION).option(...JSON_OPTION).addHelpText("after", HELP).action(async (source, options) => {
		const request = {
			manifest: options.out,
			python: options.python
		};
		const named = parseFunction(source);
		if (named === void 0) {
			const kernels = await findKernels(source, request, context);
			answer(options.json, kernelsJson(kernels), kernelsText(kernels, propose));
			return;
		}
		const { file, function: fn } = named;
		const name = options.name ?? kernelName(fn);
		const guess = await guessKernel(file, fn, request, context);
		checkName(name, guess.dtypes);
		const path = `${sourcePath(file, options.out)}:${fn}`;
		if (guess.problem !== null) context.log.warning(guess.problem);
		const kernel = {
			name,
			source: path,
			guess
		};
		const before = options.print === true ? void 0 : await readManifestText(options.out);
		const text = before === void 0 ? manifestOf(kernel, basename(resolve(options.out, "..")), await newestTriton(options.python, context)) : addToManifest(before, options.out, kernel);
		if (options.print !== true) await writeFile(options.out, text);
		const done = before === void 0 ? "Wrote" : "Added it to";
		answer(options.json, {
			manifest: options.print === true ? null : options.out,
			kernel: keyOfEntry(kernel),
			text
		}, options.print === true ? text : `${done} ${options.out}: kernel ${keyOfEntry(kernel)}\nNext: ${proposeBuild(options.out, propose)}\n`);
	});
};
const HELP = `
The files are read, not run. Triton is not needed.

Examples:
  triton-aot init kernels/
  triton-aot init saxpy.py:saxpy_kernel
  triton-aot init saxpy.py:saxpy_kernel --print`;
/** @throws {Failure} `usage` if a kernel of the entry would have a name that is not free. */
function checkName(name, dtypes) {
	const [problem] = (dtypes === null ? [name] : dtypes.map((dtype) => `${name}_${dtype}`)).flatMap((each) => kernelNameProblem(each) ?? []);
	if (problem === void 0) return;
	throw new Failure("usage", {
		message: `invalid kernel name \`${name}\`: ${problem}`,
		hint: `Give another one with --name, such as \`${freeKernelName(name)}\`.`
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
function kernelsText(kernels, propose) {
	return kernels.map((kernel) => {
		const { function: name, line, parameters } = kernel;
		const file = shown(kernel);
		return `${file}:${line}: ${name}(${parameters.join(", ")})\n    ${propose("init", `${file}:${name}`)}\n`;
	}).join("");
}
function kernelsJson(kernels) {
	return { kernels: kernels.map((kernel) => ({
		source: `${shown(kernel)}:${kernel.function}`,
		line: kernel.line,
		parameters: kernel.parameters
	})) };
}
export { addInitCommand };
