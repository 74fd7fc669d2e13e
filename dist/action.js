import { error, exportVariable, group, info, notice, setOutput, summary, warning } from "./runner.js";
import { _enum, boolean, object, record, string, union, unknown } from "./vendor.js";
import { ARCHIVE_FORMATS, DEFAULT_STORE_LIMIT, EVIDENCE_FILE, Failure, GENERATORS, KNOWN_WRONG, build, describeConfig, describeSpecialisation, deviceLockFolder, exitCodeOf, findPackageFolder, formatOf, formatPath, formatProblem, freeBytes, interruptible, kernelTables, readDocument, readPlatform, run, smoke, smokeFailure, systemCode, titleOf, toolchainHome, unpackArchive } from "./core.js";
import { ATTESTATION_MODES, EVIDENCE_PREDICATE, LATEST_MODES, REPOSITORY_FORM, SBOM_PREDICATE, TRUSTED_EVENTS, downloadReleaseArchive, fetchPackage, fetchRequest, publishRelease, repositoryOf, searchPaths, verifyCommands } from "./github.js";
import { createHash, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { availableParallelism, homedir, tmpdir } from "node:os";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
// src/action/artifact.ts
/**
* Downloads an artifact of this workflow run to a fresh folder below `scratch`, and gives the folder of the package in
* it: the artifact itself, or `folder` inside it.
* @throws {Failure} `usage` where the run has no such artifact, `environment` where it does not come over whole.
*/
async function downloadPackage(name, folder, scratch) {
	const { DefaultArtifactClient } = await import("./artifact.js");
	const client = new DefaultArtifactClient();
	const { artifacts } = await reached(client.listArtifacts({ latest: true }));
	const artifact = artifacts.find((one) => one.name === name);
	if (artifact === void 0) {
		const names = artifacts.map((one) => one.name).join(", ") || "none";
		throw new Failure("usage", {
			message: `this workflow run has no artifact \`${name}\``,
			hint: `It has: ${names}. Have the job that uploads it named in \`needs\`.`
		});
	}
	const path = await mkdtemp(join(scratch, "package-"));
	const { digestMismatch } = await reached(client.downloadArtifact(artifact.id, {
		path,
		...artifact.digest !== void 0 && { expectedHash: artifact.digest }
	}));
	if (digestMismatch === true) throw new Failure("environment", {
		message: `the artifact \`${name}\` did not arrive as it was uploaded`,
		hint: "Run the job again."
	});
	return existsSync(join(path, "manifest.json")) ? path : join(path, folder);
}
async function reached(answer) {
	try {
		return await answer;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		throw new Failure("environment", {
			message: `the workflow's artifacts cannot be reached: ${message}`,
			hint: "Run the job again, or download the artifact in a step before and name its folder in `package`."
		}, { cause: error });
	}
}
/**
* A package is mostly cubins written as C text. The default level makes one of 9.8 MB 2.1 MB in 0.27 s; 1 gives 2.6 MB
* in 0.11 s, 9 gives 2.0 MB in 1.7 s.
*/
const COMPRESSION_LEVEL = 6;
/**
* Uploads a folder as an artifact.
* @throws {Failure} `environment` where the service does not take it, `usage` where its name is taken.
*/
async function uploadArtifact({ name, folder, retentionDays }, { env, log, signal }) {
	const root = resolve(folder);
	return log.group(`Upload the artifact ${name}`, async () => {
		const files = await filesBelow(root);
		const { DefaultArtifactClient } = await import("./artifact.js");
		const options = {
			compressionLevel: COMPRESSION_LEVEL,
			...retentionDays !== void 0 && { retentionDays }
		};
		const { id, digest } = await new DefaultArtifactClient().uploadArtifact(name, files, root, options).catch((error) => {
			signal.throwIfAborted();
			throw refusalOf(name, error);
		});
		if (id === void 0 || digest === void 0) throw new Failure("environment", unfinished(name));
		return {
			name,
			id,
			digest: `sha256:${digest}`,
			url: `${runUrl(env)}/artifacts/${id}`
		};
	});
}
async function filesBelow(root) {
	return (await readdir(root, {
		recursive: true,
		withFileTypes: true
	})).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)).toSorted();
}
function runUrl(env) {
	return `${env["GITHUB_SERVER_URL"] || "https://github.com"}/${env["GITHUB_REPOSITORY"] ?? ""}/actions/runs/${env["GITHUB_RUN_ID"] ?? ""}`;
}
function unfinished(name) {
	return {
		message: `the service does not say what became of the artifact \`${name}\``,
		hint: AGAIN$1
	};
}
const AGAIN$1 = "Run the job again, and see githubstatus.com.";
/** What the client's errors mean; it has no codes for most of them. */
function refusalOf(name, error) {
	const said = error instanceof Error ? error.message : String(error);
	const known = REFUSALS.find(({ form }) => form.test(said));
	const problem = {
		message: `the artifact \`${name}\` cannot be uploaded: ${said}`,
		hint: known?.hint ?? AGAIN$1
	};
	return new Failure(known?.kind ?? "environment", problem, { cause: error });
}
const REFUSALS = [
	{
		form: /already exists|\(409\)/,
		kind: "usage",
		hint: "Names of artifacts are unique in a workflow run. Name another in `artifact`, with `${{ matrix.… }}` in it where several jobs upload, or take `auto`. Where no other has this name, the service lost its answer: run the job again."
	},
	{
		form: /quota|insufficient usage/,
		kind: "environment",
		hint: "The storage for artifacts is used up: delete old ones, choose fewer `retention-days`, or raise the limit in the billing settings."
	},
	{
		form: /ACTIONS_RUNTIME_TOKEN|ACTIONS_RESULTS_URL/,
		kind: "environment",
		hint: "Only a job of GitHub Actions can upload: elsewhere leave `artifact` out."
	},
	{
		form: /not currently supported on GHES/,
		kind: "environment",
		hint: "GitHub Enterprise Server takes none from this client: leave `artifact` out, and upload the folder `aot-dir` with the actions/upload-artifact that it supports."
	},
	{
		form: /\((401|403)\)/,
		kind: "environment",
		hint: "The job's own token does not allow it, or is too old: run the job again."
	}
];
/** Stands for a name made of the package and the job's matrix. */
const AUTO_NAME = "auto";
/** The characters no name of an artifact may have. Source: @actions/artifact, "path-and-artifact-name-validation". */
const FORBIDDEN = /["\\/:<>|*?\r\n]/;
/** How much of a name says what it is for; the rest of a longer one is a digest. */
const MAX_LENGTH$1 = 100;
/** Whether a name can be an artifact's as it stands. */
function isArtifactName(name) {
	return !FORBIDDEN.test(name) && name.trim() !== "" && name.length <= 200;
}
/**
* `aot-<package>`, then the values of the job's matrix in its order: jobs of one matrix must not take each other's
* name. Where the values cannot stand in it as they are, or could be those of another job, a digest of them follows.
*/
function automaticName(packageName, matrix) {
	const base = `aot-${packageName}`;
	if (matrix === void 0) return base;
	const values = Object.values(matrix);
	const texts = values.flatMap(leaves);
	const plain = [base, ...texts].join("-");
	const clean = plain.replaceAll(/[^\w.+-]+/g, "_").slice(0, MAX_LENGTH$1);
	const isSingle = values.length <= 1 || !texts.some((text) => text.includes("-"));
	if (clean === plain && isSingle && values.every(isPlain)) return plain;
	return `${clean}-${createHash("sha256").update(JSON.stringify(matrix)).digest("hex").slice(0, 8)}`;
}
/** The values inside lists and objects, each as text. */
function leaves(value) {
	if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
	return isPlain(value) ? [String(value)] : [];
}
function isPlain(value) {
	return [
		"string",
		"number",
		"boolean"
	].includes(typeof value) && value !== "";
}
// src/action/inputs.ts
/** `get` gives an input's text, empty when it was not set. */
function inputReader(get) {
	const problems = [];
	const wrong = (name, text, expected) => {
		problems.push({ message: `input ${name}: \`${text}\` is not usable: expected ${expected}` });
	};
	const list = (name) => {
		const items = get(name).split(/[\s,]+/).filter((item) => item !== "");
		return items.length === 0 ? void 0 : items;
	};
	return {
		text: (name) => get(name) || void 0,
		list,
		some: (name, known) => list(name)?.flatMap((text) => {
			return known.find((one) => one === text) ?? wrong(name, text, `some of ${known.join(", ")}`) ?? [];
		}),
		choice(name, known) {
			const text = get(name);
			if (text === "") return void 0;
			return known.find((one) => one === text) ?? wrong(name, text, `one of ${known.join(", ")}`);
		},
		formed(name, form, expected) {
			const text = get(name);
			return text === "" || form.test(text) ? text || void 0 : wrong(name, text, expected);
		},
		count(name) {
			const text = get(name);
			if (text === "") return void 0;
			return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : wrong(name, text, "a whole number from 1");
		},
		flag(name) {
			const text = get(name);
			if (/^(true|True|TRUE)$/.test(text)) return true;
			if (!/^(false|False|FALSE)?$/.test(text)) wrong(name, text, "true or false");
			return false;
		},
		refuse: (message) => void problems.push({ message }),
		check() {
			if (problems.length > 0) throw new Failure("usage", problems);
		}
	};
}
// src/action/build-inputs.ts
/** auto: restore, and save where only people with write access can have caused the run. read: restore only. */
const CACHE_MODES = [
	"auto",
	"read",
	"off"
];
/** auto: run where a GPU is, else compile and link only. required: fail without a GPU. */
const SMOKE_MODES = [
	"auto",
	"required",
	"off"
];
/**
* Reads all inputs. `get` gives an input's text, empty when it was not set.
* @throws {Failure} `usage` naming every input that makes no sense.
*/
function readBuildInputs(get) {
	const read = inputReader(get);
	const inputs = {
		manifest: read.text("manifest") ?? "kernels.yaml",
		targets: read.list("targets"),
		tritonVersion: read.text("triton-version"),
		python: read.text("python"),
		out: read.text("out") ?? "aot",
		split: read.flag("split"),
		jobs: read.count("jobs") ?? availableParallelism(),
		only: read.list("only"),
		generator: read.choice("generator", GENERATORS),
		allowKnownWrong: read.some("allow-known-wrong", KNOWN_WRONG) ?? [],
		cache: read.choice("cache", CACHE_MODES) ?? "auto",
		smoke: read.choice("smoke", SMOKE_MODES) ?? "auto",
		device: read.text("device"),
		sanitize: read.flag("sanitize"),
		allowUntrusted: read.flag("allow-untrusted"),
		artifact: readArtifact(read),
		retentionDays: read.count("retention-days"),
		matrix: readMatrix(read)
	};
	if (inputs.split && inputs.generator === "triton") read.refuse("input split: files of Triton's own tools are no package that can be split");
	read.check();
	return inputs;
}
function readArtifact(read) {
	const name = read.text("artifact");
	const isFlag = /^(true|false)$/i.test(name ?? "");
	if (name !== void 0 && (isFlag || !isArtifactName(name))) read.refuse(`input artifact: \`${name}\` cannot be an artifact's name: expected \`${AUTO_NAME}\`, or a name without " : < > | * ? \\ / and line breaks`);
	return name;
}
const matrixSchema = record(string(), unknown()).nullable();
function readMatrix(read) {
	const text = read.text("matrix");
	if (text === void 0) return void 0;
	try {
		return matrixSchema.parse(JSON.parse(text)) ?? void 0;
	} catch {
		read.refuse("input matrix: it is the runner that sets it, to `${{ toJSON(matrix) }}`");
		return;
	}
}
// src/action/summary.ts
/** The summary is HTML, and the library writes texts into it as they are. */
function escapeHtml(text) {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
// src/action/smoke-report.ts
/** Like rows, failures and characters of one text are limited. */
const MAX_FAILURES = 50;
const MAX_TEXT = 2e3;
/** The outputs that the root action has of a smoke test; undefined: it was left out. */
function gateOutputs(result) {
	return {
		smoke: result?.outcome ?? "off",
		evidence: evidenceOf(result)
	};
}
/** Every output's name in smoke/action.yml, with its value. `results` is the path of the JSON. */
function smokeOutputs(result, results) {
	return {
		result: result.outcome,
		executed: String(result.executed),
		failed: String(result.failed),
		device: result.device?.name ?? "",
		evidence: evidenceOf(result),
		results
	};
}
/** Writes the result as JSON below `folder` and gives the file's path. */
async function writeResults(result, folder) {
	const file = join(folder, `smoke-${randomUUID().slice(0, 8)}.json`);
	await writeFile(file, `${JSON.stringify(result, void 0, 2)}\n`);
	return file;
}
/** Adds what a smoke test found: a table of all cases, then each failure with the command that repeats it alone. */
function addSmokeSummary(to, result) {
	to.addHeading(`Smoke test of ${result.package.name} ${result.package.version}`, 3);
	to.addRaw(escapeShort(outcome$1(result)), true);
	addTables(to, kernelTables(result));
	addFailures(to, result);
	const remarks = [...result.untested.length > 0 ? [`Not tested, for want of a \`smoke:\` section: ${result.untested.join(", ")}.`] : [], ...result.notes];
	if (remarks.length > 0) to.addList(remarks.slice(0, MAX_FAILURES).map(escapeHtml));
	return to;
}
function outcome$1({ device, reason, executed, failed, seconds }) {
	if (device === void 0) return `Compiled and linked, not run${reason === void 0 ? "." : `: ${reason.message}.`}`;
	const where = `${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`;
	return `${executed - failed} passed, ${failed} failed in ${seconds.toFixed(0)} s on ${where}.`;
}
function addTables(to, tables) {
	const rows = tables.flatMap(tableRows);
	if (rows.length === 0) return;
	to.addTable([[
		"Kernel",
		"Case",
		"Runs",
		"Error",
		"Largest",
		"Time",
		"Rate"
	].map((data) => ({
		data,
		header: true
	})), ...rows.slice(0, 500).map((row) => row.map(escapeShort))]);
	if (rows.length > 500) to.addRaw(`… and ${rows.length - 500} more rows.`, true);
}
function tableRows({ kernel, cases, checks, failedChecks, comparison }) {
	const failures = failedChecks === 0 ? "" : `, ${failedChecks} failed`;
	return [...cases.map(({ name, runs, norm, max, time, rate }) => [
		kernel,
		name,
		runs,
		norm === "" ? comparison : norm,
		max,
		time,
		rate
	]), ...checks === 0 ? [] : [[
		kernel,
		"checks",
		`${checks}${failures}`,
		"",
		"",
		"",
		""
	]]];
}
function addFailures(to, { runs, checks }) {
	const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
	for (const one of failed.slice(0, MAX_FAILURES)) {
		to.addRaw(`<p><b>${escapeShort(titleOf(one))}</b></p>`, true);
		const messages = one.problems.map(({ message }) => message);
		to.addCodeBlock(escapeShort([
			...messages,
			"",
			one.command
		].join("\n")));
	}
	if (failed.length > MAX_FAILURES) to.addRaw(`… and ${failed.length - MAX_FAILURES} more failures.`, true);
}
/** Empty where no kernel passed, or nothing ran: what lies there then speaks of another time. */
function evidenceOf(result) {
	if (result === void 0 || result.outcome === "built") return "";
	const file = resolve(result.package.folder, EVIDENCE_FILE);
	return existsSync(file) ? file : "";
}
function escapeShort(text) {
	return escapeHtml(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}
// src/action/build-report.ts
/** Every output of the build, by its name in action.yml. `hasCache`: GitHub's cache was open to it. */
function buildOutputs(result, hasCache) {
	const { manifest, kernels } = result.preparation;
	return {
		"aot-dir": resolve(result.out),
		package: manifest.package,
		kernels: JSON.stringify(kernels.map((kernel) => ({
			name: kernel.name,
			algos: kernel.configs.map(describeConfig),
			specialisations: kernel.specialisations.map((specialisation) => describeSpecialisation(kernel, specialisation)),
			targets: kernel.targets.map(({ name }) => name)
		}))),
		compiled: String(result.compiled),
		cached: String(result.cached),
		...cacheOutputs(result, hasCache)
	};
}
/** Triton's own tools keep nothing. */
function cacheOutputs(result, hasCache) {
	if (!hasCache || result.generator === "triton") return {
		"cache-hit": "",
		"restored-bytes": "0",
		"saved-bytes": "0"
	};
	return {
		"cache-hit": String(result.compiled === 0),
		"restored-bytes": String(result.restoredBytes),
		"saved-bytes": String(result.savedBytes)
	};
}
/** What all tests together mean, by the first of these that one of them has. */
const OUTCOMES = [
	"failed",
	"passed",
	"built"
];
/** The outputs of the smoke tests of all packages that were built; none: they were left out. */
function testOutputs(results) {
	const outcome = OUTCOMES.find((one) => results.some((result) => result.outcome === one));
	const evidence = results.map((result) => gateOutputs(result)["evidence"]).filter(Boolean);
	return {
		smoke: outcome ?? "off",
		evidence: evidence.join("\n")
	};
}
/** The outputs of the upload; undefined: there was none. */
function artifactOutputs(artifact) {
	return {
		"artifact-name": artifact?.name ?? "",
		"artifact-id": artifact === void 0 ? "" : String(artifact.id),
		"artifact-url": artifact?.url ?? "",
		"artifact-digest": artifact?.digest ?? ""
	};
}
/** Gives the workflow outputs, by their names in action.yml. */
function setOutputs(outputs) {
	for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}
/** Writes the job summary: a row for each entry point and target. */
async function writeBuildSummary(result) {
	const { manifest } = result.preparation;
	const rows = summaryRows(result);
	summary.addHeading(`${manifest.package} ${manifest.version}`, 3).addRaw(`${result.linked.length} variants with Triton ${manifest.triton}: ${result.compiled} compiled, ${result.cached} from the store.`, true).addTable([[
		"Kernel",
		"Target",
		"Variants",
		"Registers",
		"Stack",
		"Shared memory",
		"Size"
	].map((data) => ({
		data,
		header: true
	})), ...rows.slice(0, 500)]);
	if (rows.length > 500) summary.addRaw(`… and ${rows.length - 500} more rows.`, true);
	await summary.write();
}
/** Writes the job summary of a build with Triton's own tools. */
async function writeTritonToolsSummary({ preparation, files }) {
	const { manifest, kernels } = preparation;
	await summary.addHeading(`${manifest.package} ${manifest.version}`, 3).addRaw(`${files.length} files for ${kernels.length} kernels, as the tools of Triton ${manifest.triton} write them.`, true).write();
}
function summaryRows({ preparation, linked }) {
	return preparation.kernels.flatMap((kernel) => kernel.targets.map((target) => {
		const images = linked.filter((image) => image.variant.kernel === kernel && image.target === target);
		return [
			kernel.name,
			target.name,
			String(images.length),
			...resources(images)
		];
	}));
}
/** The most that any of the images needs. */
function resources(images) {
	const most = (of) => Math.max(...images.map(of));
	const shared = most(({ compiled, cubinKernel }) => compiled.shared + cubinKernel.staticSharedBytes);
	const bytes = images.reduce((sum, { compiled }) => sum + compiled.cubin.length, 0);
	return [
		String(most(({ cubinKernel }) => cubinKernel.registers)),
		`${most(({ cubinKernel }) => cubinKernel.stackBytes)} B`,
		`${(shared / 1024).toFixed(1)} KiB`,
		`${(bytes / 1024).toFixed(1)} KiB`
	];
}
// src/action/cache-process.ts
const CACHE_TIMEOUTS = {
	call: 30,
	restore: 120,
	save: 300
};
const PROGRAM = fileURLToPath(new URL("cache-client.js", import.meta.url));
/** Asks by a process for each request, which is ended with all its children when it takes too long. */
function cacheProcess({ env, signal, timeouts = CACHE_TIMEOUTS, program = PROGRAM }) {
	return async (request) => {
		const seconds = timeouts[request.operation];
		const late = AbortSignal.timeout(seconds * 1e3);
		try {
			const { stdout, stderr } = await run([process.execPath, program], {
				env: environmentOf(env),
				signal: AbortSignal.any([signal, late]),
				input: JSON.stringify({
					...request,
					callTimeout: timeouts.call
				})
			});
			return readAnswer(stdout) ?? down(`the connection ended early${lastLine(stderr)}`);
		} catch (error) {
			if (signal.aborted) return void 0;
			return down(late.aborted ? `it took more than ${seconds} s` : String(error));
		}
	};
}
/** What the client reads, and what Node needs to reach the network: proxies and certificates. No other secrets. */
const PASSED_VARIABLES = /^(ACTIONS_(CACHE_\w+|RESULTS_URL|RUNTIME_TOKEN)|GITHUB_SERVER_URL|SEGMENT_DOWNLOAD_TIMEOUT_MINS|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|NODE_(EXTRA_CA_CERTS|OPTIONS|USE_\w+))$/i;
function environmentOf(env) {
	return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_VARIABLES.test(name)));
}
/** The client logs to standard output, too; the answer is its last line. */
function readAnswer(stdout) {
	try {
		const answer = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
		return cacheAnswerSchema.safeParse(answer).data;
	} catch {
		return;
	}
}
function lastLine(stderr) {
	const line = stderr.trimEnd().split("\n").at(-1);
	return line ? `: ${line}` : "";
}
function down(message) {
	return {
		problem: "down",
		message
	};
}
/**
* Why a request was not served. `down`: the service cannot be used now, so that there is no use in asking again;
* `denied`: the job's token does not allow this operation; `failed`: this request alone.
*/
const refusalSchema = object({
	problem: _enum([
		"down",
		"denied",
		"failed"
	]),
	message: string()
});
const restoredSchema = object({ found: string().nullable() });
const savedSchema = object({ kept: boolean() });
/** Its answer: JSON on the last line of its standard output. */
const cacheAnswerSchema = union([
	restoredSchema,
	savedSchema,
	refusalSchema
]);
// src/action/log.ts
/** Between two progress lines, in milliseconds: a log of thousands of lines helps nobody. */
const PROGRESS_INTERVAL = 2e3;
/** The most annotations of a kind the runner shows for a step; the rest is in the log. */
const MAX_ANNOTATIONS = 10;
/** A log for the runner: folded groups, and warnings that appear at the line they are about. */
function runnerLog(now) {
	let lastProgress = -Infinity;
	let warnings = 0;
	return {
		group: (title, body) => group(title, body),
		info: (message) => info(message),
		progress(done, total, label) {
			if (done < total && now() - lastProgress < PROGRESS_INTERVAL) return;
			lastProgress = now();
			info(`[${done}/${total}] ${label}`);
		},
		warning(problem) {
			warnings += 1;
			if (warnings > MAX_ANNOTATIONS) info(`warning: ${formatProblem(problem)}`);
			else warning(textOf$1(problem), annotation(problem));
		}
	};
}
/** Shows what ended the run: an annotation for each problem as far as the runner shows them. */
function annotateErrors(problems) {
	for (const [index, problem] of problems.entries()) if (index < MAX_ANNOTATIONS) error(textOf$1(problem), annotation(problem));
	else info(`error: ${formatProblem(problem)}`);
}
/** Shows something that is neither wrong nor in order. */
function annotateNotice(problem) {
	notice(textOf$1(problem), annotation(problem));
}
function textOf$1({ message, hint, place }) {
	return `${message}${place?.path === void 0 ? "" : ` (at ${place.path})`}${hint === void 0 ? "" : `\n${hint}`}`;
}
function annotation({ place }) {
	if (place === void 0) return {};
	const { file, line, column } = place;
	return {
		file,
		...line !== void 0 && { startLine: line },
		...column !== void 0 && { startColumn: column }
	};
}
// src/action/trust.ts
/**
* Events that run the code a pull request would merge.
* Source: GitHub, "Events that trigger workflows" and "Securely using pull_request_target".
*/
const PULL_REQUEST_EVENTS = [
	"pull_request",
	"pull_request_review",
	"pull_request_review_comment"
];
/** Events that anyone can cause, in workflows that usually look at what a fork proposes. */
const PUBLIC_EVENTS = ["pull_request_target", "issue_comment"];
const repositorySchema = object({ full_name: string() });
const pullRequestSchema = object({ pull_request: object({
	base: object({ repo: repositorySchema }),
	/** null once the fork has been deleted. */
	head: object({ repo: repositorySchema.nullable() })
}) });
const workflowRunSchema = object({
	repository: repositorySchema,
	workflow_run: object({
		event: string(),
		head_repository: repositorySchema.nullable()
	})
});
const SAFE_SETUP = `A self-hosted machine keeps what a job leaves on it. Build packages of forks on a hosted runner, where the smoke test
is compiled and linked without a GPU, and run the GPU job only on trusted code:
  if: github.event_name == 'push' || github.event.pull_request.head.repo.full_name == github.repository
To test a fork's pull request all the same, have it approved first: give the job \`environment: gpu\`, an environment with
required reviewers, and this step \`allow-untrusted: true\`. docs/guides/gpu.md shows whole workflows.`;
/**
* Why the smoke test must not run here: a self-hosted runner would execute code that nobody with write access has
* vouched for. undefined where it may. `event` is the event's payload; one that tells nothing is not trusted.
*/
function refuseUntrusted(env, event) {
	if (env["RUNNER_ENVIRONMENT"] === "github-hosted") return void 0;
	const reason = eventProblem(env["GITHUB_EVENT_NAME"] ?? "", event);
	if (reason === void 0) return void 0;
	return new Failure("unsafe", {
		message: `the smoke test is refused on this self-hosted runner: ${reason}`,
		hint: SAFE_SETUP
	});
}
/**
* Why results of this run are not to be handed to others, on whatever runner: nobody with write access may have vouched
* for the code that made them. undefined where somebody has. What is not known is not trusted.
*/
function untrustedReason(env, event) {
	const name = env["GITHUB_EVENT_NAME"] ?? "";
	const reason = eventProblem(name, event);
	if (reason !== void 0) return reason;
	if ([
		...TRUSTED_EVENTS,
		...PULL_REQUEST_EVENTS,
		"workflow_run"
	].includes(name)) return void 0;
	return name === "" ? "nothing tells of the event that started this run" : `people without write access may have caused the event ${name}`;
}
/** The payload of the event that started the workflow; undefined when it cannot be read. */
async function readEventPayload(env) {
	try {
		return JSON.parse(await readFile(env["GITHUB_EVENT_PATH"] ?? "", "utf8"));
	} catch {
		return;
	}
}
function eventProblem(name, event) {
	if (PUBLIC_EVENTS.includes(name)) return `anyone can cause the event ${name}`;
	if (PULL_REQUEST_EVENTS.includes(name)) return pullRequestProblem(name, event);
	return name === "workflow_run" ? workflowRunProblem(event) : void 0;
}
function pullRequestProblem(name, event) {
	const parsed = pullRequestSchema.safeParse(event);
	if (!parsed.success) return unreadable(name);
	const { base, head } = parsed.data.pull_request;
	return head.repo?.full_name === base.repo.full_name ? void 0 : `the pull request comes from ${fork(head.repo)}`;
}
function workflowRunProblem(event) {
	const parsed = workflowRunSchema.safeParse(event);
	if (!parsed.success) return unreadable("workflow_run");
	const { repository, workflow_run: run } = parsed.data;
	if (run.head_repository?.full_name !== repository.full_name) return `the workflow run before this one worked on ${fork(run.head_repository)}`;
	return [...PUBLIC_EVENTS, "workflow_run"].includes(run.event) ? `the workflow run before this one was caused by the event ${run.event}, which says nothing of whose code it worked on` : void 0;
}
function fork(repository) {
	return repository === null ? "a fork that has been deleted" : `the fork ${repository.full_name}`;
}
function unreadable(name) {
	return `whose code the event ${name} is about cannot be read from its payload`;
}
// src/action/cache.ts
/** GitHub's cache as far as this run may use it; undefined where it may not at all. */
async function openCache(input, { env, log, signal }) {
	const policy = cachePolicy(input, env, await readEventPayload(env));
	if (policy.remark !== void 0) log.info(policy.remark);
	if (!policy.restores && !policy.saves) return void 0;
	return cacheRemote(policy, cacheProcess({
		env,
		signal
	}), {
		...log,
		notice: annotateNotice
	});
}
const LOSS = {
	restore: "What is not in the store is compiled.",
	save: "What was compiled now is compiled again by the next run."
};
/** The cache that `ask` speaks to. After the first answer that tells of a service that is down, nobody asks again. */
function cacheRemote({ restores, saves }, ask, log) {
	const open = {
		restore: restores,
		save: saves
	};
	const tell = (operation, { problem, message }) => {
		if (!open[operation]) return;
		const hint = LOSS[operation];
		if (problem === "failed") log.warning({
			message: `the cache does not ${operation} a file: ${message}`,
			hint
		});
		else if (problem === "denied") {
			open[operation] = false;
			log.notice({
				message: `this run may not ${operation} files of the cache: ${message}`,
				hint
			});
		} else {
			Object.assign(open, {
				restore: false,
				save: false
			});
			log.warning({
				message: `the cache cannot be used: ${message}`,
				hint
			});
		}
	};
	return {
		async restore(prefixes, file) {
			if (!open.restore) return void 0;
			const answer = await ask({
				operation: "restore",
				prefixes,
				file
			});
			const name = foundIn(answer);
			if (name !== void 0 && prefixes.some((prefix) => name.startsWith(prefix))) return name;
			await rm(file, { force: true }).catch(() => void 0);
			if (name !== void 0) tell("restore", {
				problem: "failed",
				message: `it gave ${name}`
			});
			if (isRefusal(answer)) tell("restore", answer);
		},
		async save(name, file) {
			if (!open.save) return false;
			const answer = await ask({
				operation: "save",
				name,
				file
			});
			if (isRefusal(answer)) tell("save", answer);
			return answer !== void 0 && "kept" in answer && answer.kept;
		}
	};
}
function foundIn(answer) {
	return answer !== void 0 && "found" in answer ? answer.found ?? void 0 : void 0;
}
function isRefusal(answer) {
	return answer !== void 0 && "problem" in answer;
}
/** Decides by the input, by what the runner offers, and by the event and its payload. */
function cachePolicy(input, env, event) {
	if (input === "off") return {
		restores: false,
		saves: false
	};
	if (!hasService(env)) return off("this runner has no cache service that is known here");
	const mode = (env["ACTIONS_CACHE_MODE"] ?? "").trim().toLowerCase();
	const restores = !["none", "write-only"].includes(mode);
	const obstacle = !["none", "read"].includes(mode) ? untrustedReason(env, event) : inMode(mode);
	const saves = input === "auto" && obstacle === void 0;
	if (!restores && !saves) return off(inMode(mode));
	if (input === "read" || obstacle === void 0) return {
		restores,
		saves
	};
	return {
		restores,
		saves,
		remark: `nothing is saved to the cache: ${obstacle}`
	};
}
function off(reason) {
	return {
		restores: false,
		saves: false,
		remark: `the cache is off: ${reason}`
	};
}
function inMode(mode) {
	return `ACTIONS_CACHE_MODE is ${mode}`;
}
/** Only the service's second version will do, which servers other than GitHub's own do not have. */
function hasService(env) {
	return isGitHub(env["GITHUB_SERVER_URL"] || "https://github.com") && [
		"ACTIONS_CACHE_SERVICE_V2",
		"ACTIONS_RESULTS_URL",
		"ACTIONS_RUNTIME_TOKEN"
	].every((name) => env[name]);
}
function isGitHub(server) {
	const host = URL.canParse(server) ? new URL(server).hostname : "";
	return host === "github.com" || /\.(ghe\.com|localhost)$/.test(host);
}
/**
* Reads all inputs. `get` gives an input's text, empty when it was not set.
* @throws {Failure} `usage` naming every input that makes no sense.
*/
function readSmokeInputs(get) {
	const read = inputReader(get);
	const inputs = {
		package: read.text("package") ?? "aot",
		artifact: read.text("artifact"),
		release: readRelease(read),
		manifest: read.text("manifest") ?? "kernels.yaml",
		gpu: read.choice("gpu", ["required", "auto"]) ?? "required",
		device: read.text("device"),
		only: read.list("only") ?? [],
		sanitize: read.flag("sanitize"),
		wait: read.count("wait") ?? 600,
		timeout: read.count("timeout") ?? 60,
		allowUntrusted: read.flag("allow-untrusted")
	};
	if (inputs.artifact !== void 0 && inputs.release !== void 0) read.refuse("inputs artifact and release: the package comes from one of them, not from both");
	read.check();
	return inputs;
}
function readRelease(read) {
	const release = read.text("release");
	const asset = read.text("asset");
	const repository = read.formed("repository", REPOSITORY_FORM, "owner/name");
	if (release !== void 0) return {
		release,
		asset,
		repository,
		token: read.text("token")
	};
	for (const [input, text] of Object.entries({
		asset,
		repository
	})) if (text !== void 0) read.refuse(`input ${input}: it is of use with \`release\` only`);
}
// src/action/smoke.ts
/** Tests a package that was built elsewhere, and tells the workflow about it. */
async function runSmoke(inputs, context) {
	const refusal = await gateRefusal(inputs.allowUntrusted, context);
	if (refusal !== void 0) throw refusal;
	const folder = await packageFolder(inputs, context);
	const { gpu, device, only, sanitize, wait, timeout } = inputs;
	const result = await runGate({
		package: folder,
		gpu,
		device,
		only,
		sanitize,
		wait,
		timeout
	}, context);
	setOutputs(smokeOutputs(result, await writeResults(result, context.scratch)));
	const failure = smokeFailure(result, await locator(inputs.manifest));
	if (failure !== void 0) throw failure;
}
async function packageFolder({ artifact, release, package: folder }, context) {
	const { log, scratch } = context;
	if (release !== void 0) return log.group(`Download the release ${release.release}`, () => downloadReleasedPackage(release, folder, context));
	if (artifact === void 0) return folder;
	return log.group(`Download the artifact ${artifact}`, () => downloadPackage(artifact, folder, scratch));
}
/** Finds the lines of a manifest. A GPU job need not have it: then all that is known is the file. */
async function locator(file) {
	const document = await readDocument(file);
	return (path) => document?.locate(path) ?? {
		file,
		path: formatPath(path)
	};
}
/** Runs the smoke test and tells the workflow what it found; whether it passed is for the caller to judge. */
async function runGate(settings, context) {
	const result = await smoke({
		...settings,
		jobs: availableParallelism(),
		lockFolder: deviceLockFolder(context.env)
	}, context);
	if (result.reason !== void 0) {
		const { message, ...more } = result.reason;
		annotateNotice({
			message: `the smoke test is compiled and linked, not run: ${message}`,
			...more
		});
	}
	await addSmokeSummary(summary, result).write();
	return result;
}
/**
* What keeps the smoke test from this runner (see trust.ts); undefined where nothing does, or where it was allowed
* all the same.
*/
async function gateRefusal(allowUntrusted, { env, log }) {
	const failure = refuseUntrusted(env, await readEventPayload(env));
	if (failure === void 0 || !allowUntrusted) return failure;
	for (const { message } of failure.problems) log.warning({ message: `overridden by allow-untrusted: ${message}` });
}
/**
* Downloads a release's archive, unpacks it to a fresh folder below `scratch`, and gives the folder of the package in
* it: the archive itself, `folder` inside it, or the one folder it has.
* @throws {Failure} as `downloadReleaseArchive` and `unpackArchive` do, and `usage` where the archive has no package.
*/
async function downloadReleasedPackage({ repository, ...named }, folder, context, timeouts) {
	const { env, scratch, signal } = context;
	const source = {
		...named,
		repository: repositoryOf(repository, env),
		cache: true
	};
	const download = await mkdtemp(join(scratch, "download-"));
	const root = await mkdtemp(join(scratch, "package-"));
	try {
		const { file } = await downloadReleaseArchive(source, download, context, timeouts);
		await unpackArchive(file, root, signal);
		return await findPackageFolder(root, folder === "aot" ? void 0 : folder);
	} catch (error) {
		await rm(root, {
			recursive: true,
			force: true
		});
		throw error;
	} finally {
		await rm(download, {
			recursive: true,
			force: true
		});
	}
}
// src/action/build.ts
/** Names the folder results are kept in between jobs, when `store` beside the toolchains will not do. */
const STORE_VARIABLE = "TRITON_AOT_STORE";
/** Builds the package, tests and uploads it, and tells the workflow about it. */
async function runBuild(inputs, context) {
	const smoke = await allowedMode(inputs, context);
	const remote = await openCache(inputs.cache, context);
	const result = await build({
		manifest: inputs.manifest,
		targets: inputs.targets,
		triton: inputs.tritonVersion,
		python: inputs.python,
		only: inputs.only,
		out: inputs.out,
		split: inputs.split,
		jobs: inputs.jobs,
		store: context.env[STORE_VARIABLE] || join(context.home, "store"),
		storeLimit: DEFAULT_STORE_LIMIT,
		remote,
		timeout: 600,
		generator: inputs.generator,
		allowKnownWrong: inputs.allowKnownWrong
	}, context);
	setOutputs(buildOutputs(result, remote !== void 0));
	await (result.generator === "triton" ? writeTritonToolsSummary(result) : writeBuildSummary(result));
	const failure = await testAndTell(result, smoke, inputs, context);
	try {
		setOutputs(artifactOutputs(await uploadBuilt(result, inputs, context)));
	} catch (error) {
		if (failure === void 0 || !(error instanceof Failure)) throw error;
		for (const problem of error.problems) context.log.warning(problem);
	}
	if (failure !== void 0) throw failure;
}
/** How the package may be tested on this runner. */
async function allowedMode(inputs, context) {
	if (inputs.smoke === "off") return "off";
	const refusal = await gateRefusal(inputs.allowUntrusted, context);
	if (refusal === void 0) return inputs.smoke;
	if (inputs.smoke === "required") throw refusal;
	for (const problem of refusal.problems) context.log.warning(problem);
	return "off";
}
/** Why the tests failed, or could not be made; undefined where they passed or there were none. */
async function testAndTell(result, smoke, inputs, context) {
	try {
		const tested = await smokeTestPackages(result, smoke, inputs, context);
		setOutputs(testOutputs(tested));
		return testFailure(tested, result.preparation);
	} catch (error) {
		context.signal.throwIfAborted();
		return error;
	}
}
/** After the tests, whose evidence is in it. A package that failed them is what one wants to look at. */
async function uploadBuilt({ out, preparation }, { artifact, matrix, retentionDays }, context) {
	if (artifact === void 0) return void 0;
	return uploadArtifact({
		name: artifact === "auto" ? automaticName(preparation.manifest.package, matrix) : artifact,
		folder: out,
		retentionDays
	}, context);
}
/**
* Tests what was built, one package after the other; nothing where there is nothing to test.
* @throws {Failure} where the test is required and does not run on any package; see `testFailure` for what it finds.
*/
async function smokeTestPackages(result, mode, inputs, context) {
	if (mode === "off") return [];
	if (result.generator === "triton") return untested(mode, stockTree(result));
	const folders = testedFolders(result, inputs.split);
	if (folders.length === 0) return untested(mode, withoutTests(result));
	const gpu = folders.length > 1 ? "auto" : mode;
	const { device, sanitize } = inputs;
	const settings = {
		gpu,
		device,
		only: [],
		sanitize
	};
	const times = {
		wait: 600,
		timeout: 60
	};
	const results = [];
	for (const folder of folders) results.push(await runGate({
		package: folder,
		...settings,
		...times
	}, context));
	const reasons = results.flatMap(({ outcome, reason }) => outcome === "built" && reason !== void 0 ? [reason] : []);
	if (mode === "required" && reasons.length === results.length) throw new Failure("no-gpu", reasons);
	return results;
}
/** The failure that results mean; undefined where none failed. Problems stand at the manifest's lines. */
function testFailure(results, { manifest }) {
	const problems = results.flatMap((result) => smokeFailure(result, (path) => manifest.document.locate(path))?.problems ?? []);
	return problems.length === 0 ? void 0 : new Failure("smoke", problems);
}
/** The packages that hold something to test. */
function testedFolders({ packages, preparation }, isSplit) {
	const tested = preparation.kernels.filter(({ smoke }) => smoke !== void 0);
	const targets = new Set(tested.flatMap((kernel) => kernel.targets.map(({ name }) => name)));
	return packages.filter((folder) => isSplit ? targets.has(basename(folder)) : tested.length > 0);
}
function untested(mode, why) {
	if (mode === "required") throw why;
	for (const problem of why.problems) annotateNotice(problem);
	return [];
}
function stockTree({ preparation }) {
	return new Failure("usage", {
		message: "there is no smoke test: files of Triton's own tools are no package",
		place: { file: preparation.manifest.file },
		hint: "Take the native generator, or `smoke: off`."
	});
}
function withoutTests({ preparation }) {
	return new Failure("smoke", {
		message: "nothing is tested: no kernel has a `smoke:` section",
		place: { file: preparation.manifest.file },
		hint: "docs/guides/gpu.md tells how to write one."
	});
}
// src/action/run.ts
/** Runs an action to its end: the one place that shows what ended it, and turns it into the exit code. */
async function runEntry(host, action) {
	const interruption = interruptible(host);
	try {
		await action(interruption.signal);
	} catch (error) {
		if (error instanceof Failure) annotateErrors(error.problems);
		else annotateErrors([{ message: error instanceof Error ? error.stack ?? error.message : String(error) }]);
		host.exitCode = exitCodeOf(error);
	} finally {
		interruption.release();
	}
}
/** The runner as the core sees it. */
function runnerContext(env, signal) {
	const toolCache = env["RUNNER_TOOL_CACHE"];
	const isOwn = env["TRITON_AOT_HOME"] !== void 0 || toolCache === void 0;
	return {
		env,
		platform: readPlatform(),
		log: runnerLog(Date.now),
		signal,
		home: isOwn ? toolchainHome(env, homedir()) : join(toolCache, "triton-aot"),
		scratch: env["RUNNER_TEMP"] ?? tmpdir(),
		freeBytes,
		now: Date.now
	};
}
// src/action/attest.ts
/** auto: where the job may ask for an identity. required: fail where it may not. */
const ATTEST_MODES = [
	"auto",
	"required",
	"off"
];
/** What is said of a distribution's archives beside where they come from, by the file that says it. */
const STATEMENTS = {
	evidence: {
		what: "the evidence",
		predicateType: EVIDENCE_PREDICATE
	},
	sbom: {
		what: "the SBOM",
		predicateType: SBOM_PREDICATE
	}
};
/**
* What attests distributions for `repository` in this job; undefined where nothing does. Where a job may attest, what
* keeps it from it later is a failure in `auto`, too: a release would silently be worth less than the one before.
* @throws {Failure} `usage` where it is required and the job cannot.
*/
function openAttestor(mode, token, context, repository = context.env["GITHUB_REPOSITORY"]) {
	if (mode === "off") return void 0;
	const obstacle = obstacleTo(token, repository, context.env);
	if (obstacle === void 0) return (distribution) => attest(distribution, token ?? "", context);
	if (mode === "required") throw new Failure("usage", obstacle);
	context.log.info(`Nothing is attested: ${obstacle.message}. ${obstacle.hint ?? ""}`);
}
/** Why this job cannot attest. */
function obstacleTo(token, repository, env) {
	const { hostname } = serverOf(env);
	if (hostname !== "github.com" && !hostname.endsWith(".ghe.com")) return {
		message: `${hostname} has no attestation service`,
		hint: "GitHub Enterprise Server has none: publish with `attest: off`, and have users compare digests."
	};
	if (!env["ACTIONS_ID_TOKEN_REQUEST_URL"] || !env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]) return {
		message: "the job may not ask for an identity to sign with",
		hint: "Give it `permissions: id-token: write` and `attestations: write`. Pull requests of forks never get them."
	};
	if (repository !== env["GITHUB_REPOSITORY"]) return {
		message: `what is signed here speaks for ${env["GITHUB_REPOSITORY"]}, and the release is one of ${repository}`,
		hint: "Publish in a workflow of that repository, or with `attest: off`."
	};
	if (token !== void 0) return void 0;
	return {
		message: "there is no token to store attestations with",
		hint: "Leave out `token`, so that it is the job's own, with `permissions: attestations: write`."
	};
}
async function attest(distribution, token, context) {
	const { stem, files } = distribution;
	const about = {
		subjects: files.filter(({ kind }) => kind === "archive").map(({ name, sha256 }) => ({
			name,
			digest: { sha256 }
		})),
		token
	};
	const sign = async (what, work) => {
		context.signal.throwIfAborted();
		context.log.info(`Sign and store ${what}`);
		try {
			return await unlessAborted(work(), context.signal);
		} catch (error) {
			context.signal.throwIfAborted();
			throw attestFailure(stem, what, error);
		}
	};
	return context.log.group(`Attest ${stem}`, async () => {
		const library = await import("./attest.js");
		const signed = [await sign("the provenance", () => library.attestProvenance(about))];
		for (const { kind, file } of files) {
			const statement = STATEMENTS[kind];
			if (statement === void 0) continue;
			const { what, predicateType } = statement;
			const predicate = JSON.parse(await readFile(file, "utf8"));
			signed.push(await sign(what, () => library.attest({
				...about,
				predicateType,
				predicate
			})));
		}
		return attestationOf(signed, context.env);
	});
}
function attestationOf(signed, env) {
	const page = `${serverOf(env).origin}/${env["GITHUB_REPOSITORY"] ?? ""}/attestations`;
	return {
		lines: signed.map(({ bundle }) => JSON.stringify(bundle)),
		urls: signed.flatMap(({ attestationID: id }) => id === void 0 ? [] : [`${page}/${id}`])
	};
}
function serverOf(env) {
	return new URL(env["GITHUB_SERVER_URL"] || "https://github.com");
}
/** The library cannot be interrupted: it is left to itself. */
function unlessAborted(work, signal) {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener("abort", abort, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
const AGAIN = "Run the job again, and see status.sigstore.dev and githubstatus.com. On a self-hosted runner, see that it reaches the service. To publish without attestations, say `attest: off`.";
/** What the signing library was about to do, by the code of its errors, and the host it asks. */
const SERVICES = {
	CA_CREATE_SIGNING_CERTIFICATE_ERROR: "the certificate authority (Fulcio) gave no certificate",
	TLOG_CREATE_ENTRY_ERROR: "the transparency log (Rekor) took no entry",
	TLOG_FETCH_ENTRY_ERROR: "the transparency log (Rekor) gave no entry",
	TSA_CREATE_TIMESTAMP_ERROR: "the timestamp authority gave no timestamp"
};
const ID_TOKEN = {
	message: "the runner gave no identity to sign with",
	hint: "The job needs `permissions: id-token: write`. Otherwise run it again, or publish with `attest: off`."
};
/**
* What an error of @actions/attest means for whoever attests `stem`, and what to do. It tells the library's own words
* except where these could hold the identity token.
*/
function attestFailure(stem, what, error) {
	const { message, hint } = problemOf(error);
	const problem = {
		message: `${stem}: ${what} cannot be attested: ${message}`,
		hint
	};
	return new Failure("environment", problem);
}
function problemOf(error) {
	const code = systemCode(error) ?? "";
	const said = error instanceof Error ? error.message : String(error);
	const service = SERVICES[code];
	if (service !== void 0) return {
		message: `${service}: ${reasonOf(error, said)}`,
		hint: AGAIN
	};
	if (code.startsWith("IDENTITY_TOKEN")) return ID_TOKEN;
	if (said.startsWith("Failed to get ID token")) return {
		message: `${ID_TOKEN.message}: ${oneLine(said)}`,
		hint: ID_TOKEN.hint
	};
	if (/Resource not accessible|Must have admin rights|Bad credentials/.test(said)) return {
		message: `GitHub does not let the token store it: ${said}`,
		hint: "The job needs `permissions: attestations: write`, and the token must be the job's own."
	};
	if (said.startsWith("Failed to persist attestation")) return {
		message: `GitHub did not store it: ${said}`,
		hint: `Attestations of private repositories need GitHub Enterprise Cloud. ${AGAIN}`
	};
	return {
		message: oneLine(said),
		hint: AGAIN
	};
}
/** Where a service could not be reached at all, only the cause says why. */
function reasonOf(error, said) {
	const cause = error instanceof Error ? error.cause : void 0;
	return cause instanceof Error && !said.includes(cause.message) ? `${said}: ${cause.message}` : said;
}
function oneLine(text) {
	return text.replaceAll(/\s+/g, " ");
}
// src/action/publish.ts
/** Publishes packages, and tells the workflow about it. */
async function runPublish(inputs, context) {
	const { env, log } = context;
	const reason = untrustedReason(env, await readEventPayload(env));
	if (reason !== void 0) throw untrusted(reason);
	const { prerelease, ...chosen } = inputs;
	const repository = repositoryOf(inputs.repository, env);
	const request = {
		...chosen,
		packages: inputs.package,
		tag: inputs.tag ?? tagOf(env),
		repository,
		prerelease: prerelease === "auto" ? void 0 : prerelease === "true",
		attest: openAttestor(inputs.attest, inputs.token, context, repository)
	};
	const published = await publishRelease(request, context);
	const signer = request.attest === void 0 ? void 0 : repository;
	setOutputs(publishOutputs(published));
	for (const line of publishLog(published, signer)) log.info(line);
	await addPublishSummary(summary, published, signer).write();
}
function untrusted(reason) {
	return new Failure("unsafe", {
		message: `nothing is published: ${reason}`,
		hint: "Publish in a workflow that people with write access start: on: push: tags, or workflow_dispatch. docs/guides/releasing.md shows a whole one."
	});
}
function tagOf(env) {
	const name = env["GITHUB_REF_NAME"];
	if (env["GITHUB_REF_TYPE"] === "tag" && name) return name;
	const ref = name ? `the ${env["GITHUB_REF_TYPE"] || "ref"} ${name}` : "no tag";
	throw new Failure("usage", {
		message: `nothing tells the release's tag: the workflow runs on ${ref}`,
		hint: "Name it in `tag`, or start the workflow with on: push: tags."
	});
}
/**
* Reads all inputs. `get` gives an input's text, empty when it was not set.
* @throws {Failure} `usage` naming every input that makes no sense.
*/
function readPublishInputs(get) {
	const read = inputReader(get);
	const inputs = {
		package: read.list("package") ?? ["aot"],
		tag: read.text("tag"),
		repository: read.formed("repository", REPOSITORY_FORM, "owner/name"),
		token: read.text("token"),
		formats: read.some("formats", ARCHIVE_FORMATS) ?? ARCHIVE_FORMATS,
		require: readRequired(read),
		attest: read.choice("attest", ATTEST_MODES) ?? "auto",
		draft: read.flag("draft"),
		prerelease: read.choice("prerelease", [
			"auto",
			"true",
			"false"
		]) ?? "auto",
		latest: read.choice("latest", LATEST_MODES),
		name: read.text("name"),
		notes: read.text("notes")
	};
	read.check();
	return inputs;
}
function readRequired(read) {
	const kind = read.choice("require", ["abi-checked", "ran"]) ?? "abi-checked";
	const targets = read.list("require-targets");
	if (kind === "ran") return {
		kind,
		targets: targets ?? []
	};
	if (targets !== void 0) read.refuse("input require-targets: it is of use with `require: ran` only");
	return { kind };
}
/** Every output's name in publish/action.yml, with its value. */
function publishOutputs(published) {
	const assets = published.files.map(({ asset }) => ({
		name: asset.name,
		id: asset.id,
		url: asset.browser_download_url,
		size: asset.size,
		digest: asset.digest ?? ""
	}));
	const archives = assets.filter(({ name }) => formatOf(name) !== void 0);
	const first = archives.find(({ name }) => formatOf(name) === "tar.zst") ?? archives[0];
	return {
		"release-id": String(published.id),
		"release-url": published.url,
		tag: published.tag,
		published: String(published.isPublished),
		assets: JSON.stringify(assets),
		digest: first?.digest ?? "",
		"attestation-urls": JSON.stringify(published.attestationUrls)
	};
}
/** What the log says in the end. `signer` is the repository whose workflow attests, if any does. */
function publishLog(published, signer) {
	return [
		outcome(published),
		...published.files.map(({ asset, isNew }) => `${isNew ? "uploaded" : "was there"} ${asset.digest ?? ""} ${asset.name}`),
		"To verify:",
		...commandsFor(published, signer).map((line) => `  ${line}`)
	];
}
/** Adds what was published: every file with its digest, and the commands to verify them. */
function addPublishSummary(to, published, signer) {
	const { files, tag, url } = published;
	to.addHeading(`Release ${escapeHtml(tag)}`, 3);
	to.addRaw(`${escapeHtml(outcome(published))} `).addLink("Its page", url).addEOL();
	to.addTable([[
		"File",
		"Size",
		"Digest",
		""
	].map((data) => ({
		data,
		header: true
	})), ...files.slice(0, 500).map(({ asset, isNew }) => [
		asset.name,
		`${(asset.size / 1024).toFixed(1)} KiB`,
		`<code>${escapeHtml(asset.digest ?? "")}</code>`,
		isNew ? "uploaded" : "was there"
	])]);
	if (files.length > 500) to.addRaw(`… and ${files.length - 500} more.`, true);
	to.addRaw("To verify:", true);
	to.addCodeBlock(escapeHtml(commandsFor(published, signer).join("\n")), "sh");
	return to;
}
function outcome({ files, isPublished, repository, tag }) {
	const added = files.filter(({ isNew }) => isNew).length;
	return `The release ${tag} of ${repository} ${isPublished ? "is published" : "is a draft"}: ${added} of ${files.length} files are new.`;
}
function commandsFor(published, signer) {
	return published.distributions.flatMap((one) => verifyCommands(one, published, signer));
}
// src/action/fetch.ts
/** Fetches a package, and has the steps that follow find it. */
async function runFetch(inputs, context) {
	const request = requestOf(inputs, context.env);
	const { source } = request;
	const from = source.kind === "release" ? `release ${source.release}` : `branch ${source.branch}`;
	const fetched = await context.log.group(`Fetch from the ${from} of ${source.repository}`, () => fetchPackage(request, context));
	for (const { name, value } of searchPaths(fetched.folder, context.env)) exportVariable(name, value);
	setOutputs(outputsOf(fetched));
}
function outputsOf(fetched) {
	const { origin } = fetched;
	return {
		"aot-dir": fetched.folder,
		package: fetched.package,
		version: fetched.version,
		targets: JSON.stringify(fetched.targets),
		tag: origin.kind === "release" ? origin.tag : "",
		run: origin.kind === "branch" ? String(origin.run) : "",
		url: origin.url ?? "",
		asset: origin.kind === "release" ? origin.asset : origin.artifact,
		digest: fetched.digest,
		"cache-hit": String(fetched.cacheHit)
	};
}
/**
* Reads all inputs. `get` gives an input's text, empty when it was not set.
* @throws {Failure} `usage` naming every input that makes no sense.
*/
function readFetchInputs(get) {
	const read = inputReader(get);
	const inputs = {
		release: read.text("release"),
		asset: read.text("asset"),
		branch: read.text("branch"),
		workflow: read.text("workflow"),
		artifact: read.text("artifact"),
		repository: read.formed("repository", REPOSITORY_FORM, "owner/name"),
		token: read.text("token"),
		package: read.text("package"),
		targets: read.list("targets"),
		digest: read.text("digest"),
		attestation: read.choice("attestation", ATTESTATION_MODES) ?? "off",
		out: read.text("out") ?? "aot",
		cache: read.text("cache") === void 0 || read.flag("cache")
	};
	read.check();
	return inputs;
}
/**
* What the inputs ask for, in the workflow's own repository where they name none.
* @throws {Failure} `usage` naming everything that does not go together.
*/
function requestOf(inputs, env) {
	return fetchRequest({
		...inputs,
		repository: repositoryOf(inputs.repository, env)
	});
}
// src/action/cache-errors.ts
/** How the client speaks of a service that does not answer, or has no time; most of its errors have texts only. */
const DOWN = [
	/failed to make request after \d+ attempts/i,
	/unable to make request/i,
	/rate limited/i,
	/storage quota has been hit/i,
	/responded with (5\d\d|429)/i,
	/exceeded the timeout|completed in timeout/i,
	/\b(ECONNRESET|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)\b/,
	/socket hang up/i
];
/** The service takes too long. */
var TimeoutError = class extends Error {};
/** The longest text that helps anybody. */
const MAX_LENGTH = 300;
/** What the client's error means for the action. */
function cacheRefusal(error) {
	const text = textOf(error);
	if (/cache (read|write) denied:/.test(text)) return refusal("denied", text);
	return refusal(error instanceof TimeoutError || DOWN.some((words) => words.test(text)) ? "down" : "failed", text);
}
function refusal(problem, text) {
	return {
		problem,
		message: presentable(text)
	};
}
/** The client for Azure gives the body of an answer that it takes for an error, or nothing: its status tells more. */
function textOf(error) {
	if (typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number") return `the storage responded with ${error.statusCode}`;
	return error instanceof Error ? error.message : String(error);
}
/** One line, without what signed addresses give away. */
function presentable(text) {
	const [line = ""] = text.trim().split("\n");
	const open = line.replaceAll(/(https?:\/\/[^\s?]*)\?\S*/g, "$1");
	return open.length > MAX_LENGTH ? `${open.slice(0, MAX_LENGTH)}…` : open;
}
export { TimeoutError, cacheRefusal, readBuildInputs, readFetchInputs, readPublishInputs, readSmokeInputs, runBuild, runEntry, runFetch, runPublish, runSmoke, runnerContext };
