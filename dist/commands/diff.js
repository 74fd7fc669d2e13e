import { compareBuilds, differenceJson, differenceMarkdown, differenceText, failOnRegressions, findPackageFolder, formatOf, readBuild, unpackArchive } from "../core.js";
import { makeScratch } from "../start.js";
import { FAIL_ON_OPTION, JSON_OPTION } from "./common.js";
import { rm } from "node:fs/promises";
// src/cli/diff.ts
/** The command `diff`. */
const addDiffCommand = (program, context, answer) => {
	program.command("diff").description("Compare two builds of a package: registers, spills, occupancy, size, times").argument("<before>", "Package, folder of split packages, archive, or manifest.json").argument("<after>", "What to compare it with, in any of these forms").option(...FAIL_ON_OPTION).option("--markdown", "Print Markdown, for a job summary or a comment").option(...JSON_OPTION).addHelpText("after", HELP).action(async (before, after, options) => {
		const builds = [await open$1(before, context), await open$1(after, context)];
		const difference = compareBuilds(...builds);
		answer(options.json, differenceJson(difference), options.markdown === true ? differenceMarkdown(difference, options.failOn) : differenceText(difference));
		failOnRegressions(difference, options.failOn);
	});
};
const HELP = `
Needs no GPU. Times are compared if both packages have a report.json with runs of the same
cases on the same kind of GPU. "Changed in metadata only" means: the same machine code.

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
export { addDiffCommand };
