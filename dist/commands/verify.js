import { Failure, plural } from "../start.js";
import { readDocument, verifyTritonTools } from "../core.js";
import { verify } from "../after-build.js";
import { withVerifiedRelease } from "../github.js";
import { JSON_OPTION, addCompileOptions } from "./common.js";
import { basename } from "node:path";
// src/cli/verify.ts
/** The command `verify`. */
const addVerifyCommand = (program, context, answer) => {
	const command = addCompileOptions(program.command("verify")).description("Check a package and compare it with its sources").option("--package <folder>", "Package, folder of packages, or archive", "aot").option("--no-sources", "Do not compare the package with its sources").option("--strict", "Generate all C code again from manifest.json, and compare every byte").option("--reproducible", "Build the package again without a store, and compare every byte").option("--release <tag>", "Check a package of a release: a tag, `latest`, or a range such as ^1.2").option("--asset <name>", "File of the release (default: the only matching archive)").option("--repository <owner/name>", "Repository of the release (default: $GITHUB_REPOSITORY)").option("--attestation", "Require an attestation by a workflow of the repository; needs gh").option(...JSON_OPTION).addHelpText("after", HELP).action(async (options) => {
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
const HELP = `
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
export { addVerifyCommand };
