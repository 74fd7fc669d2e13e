import { Option } from "../vendor.js";
import { Failure } from "../start.js";
import { ASSET_OPTION, JSON_OPTION, RELEASE_OPTION, REPOSITORY_OPTION, STORE_OPTION, verify } from "../core.js";
import { withVerifiedRelease } from "../github.js";
import { addCompileOptions } from "./common.js";
import { basename, join } from "node:path";
// src/cli/verify.ts
/** Adds the command `verify`. */
const addVerifyCommand = (program, context, answer) => {
	addCompileOptions(program.command("verify"), MANIFEST_OPTION).description("Check a package, or build it again and compare every byte").option("--package <folder>", "Package, folder of packages, or archive", "aot").option(...STORE_OPTION).option(...RELEASE_OPTION).option(...ASSET_OPTION).option(...REPOSITORY_OPTION).option("--attestation", "Require an attestation by a workflow of the repository; needs gh").option(...JSON_OPTION).addHelpText("after", HELP).action(async (options) => {
		const { manifest } = options;
		const store = options.store ?? join(context.home, "store");
		const rebuild = manifest === void 0 ? void 0 : {
			...options,
			manifest,
			store
		};
		const results = await withVerifiedRelease(options, context, async (path, checks) => {
			const verified = await verify({
				rebuild,
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
		answer(options.json, verifyJson(results), verifyText(results));
		const problems = results.flatMap((result) => result.problems);
		if (problems.length > 0) throw new Failure("verification", problems);
	});
};
const MANIFEST_OPTION = new Option("--manifest <file>", "Manifest of the package, to build it again and compare every byte");
const HELP = `
Checks files, cubins, C interface, limits, evidence and SBOM. With --manifest, the package is built
again with the results in the store, and every byte is compared.
Private repositories need a token in GH_TOKEN or GITHUB_TOKEN.

Examples:
  triton-aot verify
  triton-aot verify --package aot --manifest kernels.yaml
  triton-aot verify --release v1.2.0 --repository owner/name --attestation`;
const OUTCOMES = {
	ok: "ok",
	failed: "FAILED",
	skipped: "skipped"
};
/** Returns the text of `verify`: for each package, a line for each check. */
function verifyText(results) {
	return results.map(verificationText).join("");
}
function verifyJson(results) {
	return { packages: results.map(jsonOf) };
}
function verificationText({ pkg, checks }) {
	const { manifest, folder } = pkg;
	const lines = checks.map(({ outcome, text }) => `  ${OUTCOMES[outcome].padEnd(7)}  ${text}\n`);
	return `${manifest.package} ${manifest.version} in ${folder}\n${lines.join("")}`;
}
function jsonOf({ pkg, checks, problems }) {
	const { manifest, manifestSha256, folder } = pkg;
	return {
		package: manifest.package,
		version: manifest.version,
		folder,
		manifestSha256,
		checks,
		problems
	};
}
export { addVerifyCommand };
