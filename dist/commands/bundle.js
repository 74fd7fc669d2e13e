import { COUNT, formatSize, plural } from "../start.js";
import { bundleTargets, checkComplete, makeBundle } from "../after-build.js";
import { JSON_OPTION, jobsOption, parseList, valueOf } from "../core.js";
import { relative } from "node:path";
// src/features/bundle/command.ts
/** The command `bundle`. */
const addBundleCommand = (program, context, answer) => {
	program.command("bundle").description("Compile what a program was recorded to compile, so that it starts without compiling").argument("<recording...>", "Folders that `record --keep` wrote").requiredOption("--name <name>", "Name of the program: the Python package is NAME_bundle").option("--package-version <version>", "Version of the wheel", "0.1.0").option("--out <folder>", "Folder to write to", "dist").option("--python <exe>", "The program's Python", "python3").option("--paths <list>", "Folders that the program imports its own modules from, and its own file if that is in none of them", parseList, ["."]).option("--targets <list>", "GPU architectures, such as sm_80,sm_90 (default: the recorded ones)", parseList).option("--complete", "Add the other classes of sizes and addresses that Triton compiles for").option("--wheel", "Also make a wheel").option("--oci", "Also write an OCI image layout").addOption(jobsOption()).option("--timeout <seconds>", "Time limit for the import of the modules, and for one compile", valueOf(COUNT), 600).option(...JSON_OPTION).addHelpText("after", HELP).action(async (recordings, options) => {
		const { packageVersion, targets, complete, wheel, oci, json, ...chosen } = options;
		const result = await makeBundle({
			...chosen,
			recordings,
			version: packageVersion,
			targets: bundleTargets(targets),
			complete: complete === true,
			wheel: wheel === true,
			image: oci === true
		}, context);
		answer(json, result, bundleText(result));
		checkComplete(result);
	});
};
const HELP = `
Needs the program's own Python with its Triton and its modules, and a C compiler; no GPU. In the image
of the program, set TRITON_CACHE_MANAGER=NAME_bundle:Manager, and Triton compiles nothing. There,
\`python -m NAME_bundle\` says which kernels will be found. With TRITON_AOT_PRELOAD=1, the first call of a
kernel loads all of them.

Examples:
  triton-aot record --keep recording -- python serve.py --warm-up
  triton-aot bundle recording --name serve --targets sm_80,sm_90 --wheel
  triton-aot bundle recording --name serve --python /opt/venv/bin/python --complete --oci`;
/** The text of `bundle`: what was written, and what the program needs to find it. */
function bundleText(result) {
	const { folder, wheel, image, entries, targets, size, added, leftOut, inductor } = result;
	const more = Object.entries(leftOut);
	return [
		`${shown(folder)}: ${plural(entries, "kernel")} for ${targets.join(", ")} (${formatSize(size)})`,
		...wheel === void 0 ? [] : [shown(wheel)],
		...image === void 0 ? [] : [shown(image)],
		...added === 0 ? [] : [`  ${plural(added, "specialisation")} that were not recorded`],
		...more.map(([kernel, count]) => `  ${kernel}: ${count} more were left out (64 at most)`),
		...inductor === 0 ? [] : [`  without ${plural(inductor, "kernel")} of torch.compile, which PyTorch keeps itself`],
		`Set TRITON_CACHE_MANAGER=${result.package}:Manager.`,
		""
	].join("\n");
}
function shown(path) {
	return relative(".", path) || ".";
}
export { addBundleCommand };
