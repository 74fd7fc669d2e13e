import { Option } from "../vendor.js";
import { Failure } from "../start.js";
import { EVIDENCE_RUN_FORM, acceptedRun } from "../core.js";
import { LATEST_MODES, previewRelease, publishRelease, repositoryOf, tokenIn, verifyCommands } from "../github.js";
import { JSON_OPTION, REPOSITORY_OPTION, parseList } from "./common.js";
import { PACKAGES_OPTION } from "../pack.js";
// src/cli/publish.ts
/** The command `publish`. */
const addPublishCommand = (program, context, answer) => {
	program.command("publish").description("Attach packages and bundles to a GitHub release").requiredOption("--tag <tag>", "Tag of the release (required)").option(...PACKAGES_OPTION).option("--no-package", "Attach bundles only").option("--bundle <wheels>", "Wheels of bundles, or folders of them", parseList, []).option("--replays <folder>", "What programs wrote to TRITON_AOT_REPLAY with these bundles").option(...REPOSITORY_OPTION).addOption(new Option("--require <evidence>", "Evidence that every kernel must have").choices([
		"abi-checked",
		"emulated",
		"ran"
	]).default("abi-checked")).option("--require-targets <list>", "With --require emulated or ran, targets on which every kernel must have run (default: any one)", parseList).option("--evidence-run <id>", "With --require emulated or ran, run of a workflow whose evidence counts, or `any` (default: the current run if there is one)").option("--draft", "Keep a draft release a draft instead of publishing it").option("--prerelease", "Mark a new release as a prerelease (default: if the tag is a version such as v1.2.0-rc.1)").option("--no-prerelease", "Do not mark a new release as a prerelease").addOption(new Option("--latest <mode>", "Mark the release as the latest; `legacy` decides by date and version").choices([...LATEST_MODES])).option("--name <title>", "Title of a new release (default: the tag)").option("--notes <text>", "Text of a new release (default: describes the packages)").option("--dry-run", "Show what would be uploaded without changing anything").option(...JSON_OPTION).addHelpText("after", HELP).action(async (options) => {
		const { dryRun, json, package: packages, bundle: bundles, ...chosen } = options;
		const { env } = context;
		const request = {
			packages: packages === false ? [] : packages,
			bundles,
			replays: chosen.replays,
			tag: chosen.tag,
			repository: repositoryOf(chosen.repository, env),
			token: tokenIn(env),
			require: requiredEvidence(options, env),
			draft: chosen.draft === true,
			prerelease: chosen.prerelease,
			latest: chosen.latest,
			name: chosen.name,
			notes: chosen.notes,
			attest: void 0
		};
		if (dryRun === true) {
			const preview = await previewRelease(request, context);
			answer(json, preview, previewText(preview));
			return;
		}
		if (request.token === void 0) throw missingToken();
		const published = await publishRelease(request, context);
		answer(json, publishedJson(published), publishedText(published));
	});
};
const HELP = `
Creates the release if it does not exist, and keeps files that are already attached. Needs a token
that can write the repository's contents in GH_TOKEN or GITHUB_TOKEN. Attestations are made only in
workflows, by the sub-action publish.

Examples:
  triton-aot publish --tag v1.2.0 --repository owner/name --dry-run
  GH_TOKEN=$(gh auth token) triton-aot publish --tag v1.2.0 --repository owner/name
  triton-aot publish --tag v1.2.0 --no-package --bundle dist --replays replays`;
function missingToken() {
	return new Failure("usage", {
		message: "publishing needs a token",
		hint: "Set GH_TOKEN to a token that can write the repository's contents: GH_TOKEN=$(gh auth token)."
	});
}
function requiredEvidence({ require: kind, requireTargets: targets, evidenceRun: run }, env) {
	if (run !== void 0 && !EVIDENCE_RUN_FORM.test(run)) throw new Failure("usage", { message: `--evidence-run: expected the id of a run, or \`any\`` });
	if (kind !== "abi-checked") return {
		kind,
		targets: targets ?? [],
		run: acceptedRun(run, env)
	};
	if (targets === void 0 && run === void 0) return { kind };
	throw new Failure("usage", { message: `${targets === void 0 ? "--evidence-run" : "--require-targets"} needs \`--require emulated\` or \`ran\`` });
}
/**
* The text of `publish`: each file, whether it is new, the release's page, and how to verify the
* files.
*/
function publishedText(published) {
	const { files, isPublished, url } = published;
	return [
		...files.map(({ asset, isNew }) => fileLine(isNew ? "uploaded" : "already present", asset.name, asset.digest)),
		`${isPublished ? "Published" : "Draft"}: ${url}`,
		"To verify:",
		...published.distributions.flatMap((one) => verifyCommands(one, published, void 0)),
		""
	].join("\n");
}
function publishedJson({ files, distributions: _packed, ...more }) {
	return {
		...more,
		files: files.map(({ asset, isNew }) => ({
			...asset,
			isNew
		}))
	};
}
/** The text of `publish --dry-run`. */
function previewText({ repository, tag, release, there, lacking }) {
	return [
		`Release ${tag} of ${repository} ${{
			none: "does not exist and would be created",
			draft: "is a draft",
			published: "is published"
		}[release]}.`,
		...there.map(({ name, digest }) => fileLine("already present", name, digest)),
		...lacking.map(({ name, sha256 }) => fileLine("to upload", name, `sha256:${sha256}`)),
		""
	].join("\n");
}
function fileLine(how, name, digest) {
	return `${how.padEnd(9)} ${name} ${digest ?? ""}`.trimEnd();
}
export { addPublishCommand };
