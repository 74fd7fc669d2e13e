import { Option } from "../vendor.js";
import { Failure } from "../start.js";
import { EVIDENCE_RUN_FORM, JSON_OPTION, REPOSITORY_OPTION, acceptedRun, parseList, releaseKinds, releasedThings } from "../core.js";
import { LATEST_MODES, previewRelease, publishRelease, repositoryOf, tokenIn, verifyCommands } from "../github.js";
import { PACKAGES_OPTION } from "../pack.js";
// src/cli/publish.ts
/** The command `publish`. */
const addPublishCommand = (program, context, answer) => {
	const kinds = releaseKinds.parts.map(optionsOf);
	const command = program.command("publish").description(`Attach ${releasedThings()} to a GitHub release`).requiredOption("--tag <tag>", "Tag of the release (required)").option(...PACKAGES_OPTION).option("--no-package", "Attach no package");
	for (const { option } of kinds.flat()) command.addOption(option);
	command.option(...REPOSITORY_OPTION).addOption(new Option("--require <evidence>", "Evidence that every kernel must have").choices([
		"abi-checked",
		"emulated",
		"ran"
	]).default("abi-checked")).option("--require-targets <list>", "With --require emulated or ran, targets on which every kernel must have run (default: any one)", parseList).option("--evidence-run <id>", "With --require emulated or ran, run of a workflow whose evidence counts, or `any` (default: the current run if there is one)").option("--draft", "Keep a draft release a draft instead of publishing it").option("--prerelease", "Mark a new release as a prerelease (default: if the tag is a version such as v1.2.0-rc.1)").option("--no-prerelease", "Do not mark a new release as a prerelease").addOption(new Option("--latest <mode>", "Mark the release as the latest; `legacy` decides by date and version").choices([...LATEST_MODES])).option("--name <title>", "Title of a new release (default: the tag)").option("--notes <text>", "Text of a new release (default: describes the packages)").option("--dry-run", "Show what would be uploaded without changing anything").option(...JSON_OPTION).addHelpText("after", [HELP, ...releaseKinds.parts.map(({ example }) => example)].join("\n  ")).action(async (options) => {
		const { dryRun, json, package: packages, ...chosen } = options;
		const { env } = context;
		const request = {
			packages: packages === false ? [] : packages,
			others: Object.fromEntries(kinds.flat().map(({ name, option }) => [name, options[option.attributeName()] ?? []])),
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
  GH_TOKEN=$(gh auth token) triton-aot publish --tag v1.2.0 --repository owner/name`;
function optionsOf({ paths, details }) {
	return [optionOf(paths, parseList), ...details.map((detail) => optionOf(detail, Array.of))];
}
function optionOf({ name, option: [flags, text] }, parse) {
	return {
		name,
		option: new Option(flags, text).argParser((value) => parse(value))
	};
}
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
