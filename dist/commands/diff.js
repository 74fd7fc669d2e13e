import { JSON_OPTION, compareBuilds, differenceJson, differenceMarkdown, differenceText, failOnRegressions, findPackageFolder, isArchiveName, readBuild, unpackArchive } from "../core.js";
import { makeScratch } from "../start.js";
import { failOnOption } from "./common.js";
import { rm } from "node:fs/promises";
// src/cli/diff.ts
/** The command `diff`. */
const addDiffCommand = (program, context, answer) => {
	program.command("diff").description("Compare two builds of a package: registers, spills, occupancy, size").argument("<before>", "Package, archive, or manifest.json").argument("<after>", "What to compare it with, in any of these forms").addOption(failOnOption()).option("--markdown", "Print Markdown, for a job summary or a comment").option(...JSON_OPTION).addHelpText("after", HELP).action(async (before, after, options) => {
		const builds = [await open$1(before, context), await open$1(after, context)];
		const difference = compareBuilds(...builds);
		answer(options.json, differenceJson(difference), options.markdown === true ? differenceMarkdown(difference) : differenceText(difference));
		if (options.failOn !== void 0) failOnRegressions(difference);
	});
};
const HELP = `
Needs no GPU. "Changed in metadata only" means: the same machine code.

Regressions are new spills, a lower occupancy, 10 % more registers or shared memory, and 20 %
more size.

Examples:
  triton-aot diff old/aot aot
  triton-aot diff aot-demo-1.2.0.tar.gz aot --fail-on regressions
  triton-aot diff old/aot aot --markdown >> "$GITHUB_STEP_SUMMARY"`;
/** Reads a build, from an archive too. */
async function open$1(path, { scratch, signal }) {
	if (!isArchiveName(path)) return readBuild(path);
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
