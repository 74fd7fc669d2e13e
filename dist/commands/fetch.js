import { Option } from "../vendor.js";
import { shellQuote } from "../start.js";
import { ATTESTATION_MODES, fetchPackage, fetchRequest, repositoryOf, searchPaths, tokenIn } from "../github.js";
import { ASSET_OPTION, JSON_OPTION, RELEASE_OPTION, REPOSITORY_OPTION, parseList } from "../core.js";
import { delimiter } from "node:path";
// src/cli/fetch.ts
/** The command `fetch`. */
const addFetchCommand = (program, context, answer) => {
	program.command("fetch").description("Download a package from a release or workflow run").option(...REPOSITORY_OPTION).option(...RELEASE_OPTION).option(...ASSET_OPTION).option("--branch <name>", "Use the newest successful workflow run of this branch").option("--workflow <file>", "Workflow of the run (default: any)").option("--artifact <glob>", "Artifact of the run (default: aot*)").option("--package <name>", "Package to choose if there are several").option("--targets <list>", "GPU architectures the package must contain, such as sm_80,sm_90", parseList).option("--digest <sha256>", "Required digest of the archive, as sha256:\u2026").addOption(new Option("--attestation <need>", "Require an attestation by a workflow of the repository").choices(ATTESTATION_MODES).default("off")).option("--signer-workflow <path>", "Workflow that must have signed, owner/name/.github/workflows/FILE (with --attestation required)").option("--deny-self-hosted-runners", "Refuse what a self-hosted runner has built (with --attestation required)").option("--out <folder>", "Folder to write the package to", "aot").option(...JSON_OPTION).addHelpText("after", HELP).action(async ({ json, ...chosen }) => {
		const { env } = context;
		const token = tokenIn(env);
		const repository = repositoryOf(chosen.repository, env);
		const fetched = await fetchPackage(fetchRequest({
			...UNSET,
			...chosen,
			repository,
			token
		}), context);
		answer(json, fetched, fetchText(fetched));
	});
};
const HELP = `
Give either --release or --branch. Prints export commands that let CMake and pkg-config find the
package. Private repositories and all artifacts need a token in GH_TOKEN or GITHUB_TOKEN.

Examples:
  triton-aot fetch --repository owner/name --release latest
  env=$(triton-aot fetch --repository owner/name --release ^1.2 --targets sm_90) && eval "$env"
  triton-aot fetch --repository owner/name --branch main --artifact "aot-*"`;
/** The options that can be left out. */
const UNSET = {
	release: void 0,
	branch: void 0,
	workflow: void 0,
	artifact: void 0,
	asset: void 0,
	package: void 0,
	targets: void 0,
	digest: void 0
};
/**
* The text of `fetch`: commands for a POSIX shell, which `eval` runs, so that CMake finds the
* package.
*/
function fetchText({ folder }) {
	return searchPaths(folder, {}).map(({ name, folder: added }) => `export ${name}=${shellQuote(added)}"\${${name}:+${delimiter}$${name}}"\n`).join("");
}
export { addFetchCommand };
