import { a as info, i as group, l as warning, n as error, o as notice, s as setOutput, u as summary } from "./runner.js";
import { C as freeBytes, D as exitCodeOf, E as Failure, O as formatProblem, S as readPlatform, T as toolchainHome, a as smokeFailure, b as GENERATORS, c as build, d as formatPath, f as parseManifestText, h as describeSpecialisation, i as smoke, m as describeConfig, n as kernelTables, o as titleOf, r as lockFolder, s as EVIDENCE_FILE, v as KNOWN_WRONG, x as interruptible } from "./core.js";
import { v as object, x as string } from "./vendor.js";
import { randomUUID } from "node:crypto";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
// src/action/log.ts
/** Between two progress lines, in milliseconds: a log of thousands of lines helps nobody. */
const PROGRESS_INTERVAL = 2e3;
/** The most annotations of a kind the runner shows for a step; the rest is in the log. */
const MOST_ANNOTATIONS = 10;
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
			if (warnings > MOST_ANNOTATIONS) info(`warning: ${formatProblem(problem)}`);
			else warning(textOf(problem), annotation(problem));
		}
	};
}
/** Shows what ended the run: an annotation for each problem as far as the runner shows them. */
function annotateErrors(problems) {
	for (const [index, problem] of problems.entries()) if (index < MOST_ANNOTATIONS) error(textOf(problem), annotation(problem));
	else info(`error: ${formatProblem(problem)}`);
}
/** Shows something that is neither wrong nor in order. */
function annotateNotice(problem) {
	notice(textOf(problem), annotation(problem));
}
function textOf({ message, hint, place }) {
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
// src/action/context.ts
/** The runner as the core sees it. */
function runnerContext(env, signal) {
	const toolCache = env["RUNNER_TOOL_CACHE"];
	const isOwn = env["TRITON_AOT_HOME"] !== void 0 || toolCache === void 0;
	return {
		cwd: process.cwd(),
		env,
		platform: readPlatform(),
		log: runnerLog(now),
		signal,
		home: isOwn ? toolchainHome(env) : join(toolCache, "triton-aot"),
		scratch: env["RUNNER_TEMP"] ?? tmpdir(),
		freeBytes,
		now
	};
}
function now() {
	return performance.now();
}
// src/action/entry.ts
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
// src/action/input-reader.ts
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
		check() {
			if (problems.length > 0) throw new Failure("usage", problems);
		}
	};
}
// src/action/inputs.ts
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
function readInputs(get) {
	const read = inputReader(get);
	const inputs = {
		manifest: read.text("manifest") ?? "kernels.yaml",
		targets: read.list("targets"),
		tritonVersion: read.text("triton-version"),
		python: read.text("python"),
		out: read.text("out") ?? "aot",
		jobs: read.count("jobs") ?? availableParallelism(),
		only: read.list("only"),
		generator: read.choice("generator", GENERATORS),
		allowKnownWrong: read.some("allow-known-wrong", KNOWN_WRONG) ?? [],
		smoke: read.choice("smoke", SMOKE_MODES) ?? "auto",
		device: read.text("device"),
		sanitize: read.flag("sanitize"),
		allowUntrusted: read.flag("allow-untrusted")
	};
	read.check();
	return inputs;
}
// src/action/smoke-report.ts
/** The runner drops a summary above 1 MiB as a whole: rows, failures and characters of one text are limited. */
const MOST_ROWS$1 = 500;
const MOST_FAILURES = 50;
const LONGEST_TEXT = 2e3;
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
	to.addRaw(escape(outcome(result)), true);
	addTables(to, kernelTables(result));
	addFailures(to, result);
	const remarks = [...result.untested.length > 0 ? [`Not tested, for want of a \`smoke:\` section: ${result.untested.join(", ")}.`] : [], ...result.notes];
	if (remarks.length > 0) to.addList(remarks.slice(0, MOST_FAILURES).map(escape));
	return to;
}
function outcome({ device, reason, executed, failed, seconds }) {
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
	})), ...rows.slice(0, MOST_ROWS$1).map((row) => row.map(escape))]);
	if (rows.length > MOST_ROWS$1) to.addRaw(`… and ${rows.length - MOST_ROWS$1} more rows.`, true);
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
	for (const one of failed.slice(0, MOST_FAILURES)) {
		to.addRaw(`<p><b>${escape(titleOf(one))}</b></p>`, true);
		const messages = one.problems.map(({ message }) => message);
		to.addCodeBlock(escape([
			...messages,
			"",
			one.command
		].join("\n")));
	}
	if (failed.length > MOST_FAILURES) to.addRaw(`… and ${failed.length - MOST_FAILURES} more failures.`, true);
}
/** Empty where no kernel passed, or nothing ran: what lies there then speaks of another time. */
function evidenceOf(result) {
	if (result === void 0 || result.outcome === "built") return "";
	const file = resolve(result.package.folder, EVIDENCE_FILE);
	return existsSync(file) ? file : "";
}
/** The summary is HTML, and the library writes texts into it as they are. */
function escape(text) {
	return (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
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
const ANYONES_EVENTS = ["pull_request_target", "issue_comment"];
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
required reviewers, and this step \`allow-untrusted: true\`. docs/smoke.md shows whole workflows.`;
/**
* Why the smoke test must not run here: a self-hosted runner would execute code that nobody with write access has
* vouched for. undefined where it may. `event` is the event's payload; one that tells nothing is not trusted.
*/
function untrusted(env, event) {
	if (env["RUNNER_ENVIRONMENT"] === "github-hosted") return void 0;
	const reason = suspicion(env["GITHUB_EVENT_NAME"] ?? "", event);
	if (reason === void 0) return void 0;
	return new Failure("unsafe", {
		message: `the smoke test is refused on this self-hosted runner: ${reason}`,
		hint: SAFE_SETUP
	});
}
/** The payload of the event that started the workflow; undefined when it cannot be read. */
async function readEvent(env) {
	try {
		return JSON.parse(await readFile(env["GITHUB_EVENT_PATH"] ?? "", "utf8"));
	} catch {
		return;
	}
}
function suspicion(name, event) {
	if (ANYONES_EVENTS.includes(name)) return `anyone can cause the event ${name}`;
	if (PULL_REQUEST_EVENTS.includes(name)) return pullRequestSuspicion(name, event);
	return name === "workflow_run" ? workflowRunSuspicion(event) : void 0;
}
function pullRequestSuspicion(name, event) {
	const parsed = pullRequestSchema.safeParse(event);
	if (!parsed.success) return unreadable(name);
	const { base, head } = parsed.data.pull_request;
	return head.repo?.full_name === base.repo.full_name ? void 0 : `the pull request comes from ${fork(head.repo)}`;
}
function workflowRunSuspicion(event) {
	const parsed = workflowRunSchema.safeParse(event);
	if (!parsed.success) return unreadable("workflow_run");
	const { repository, workflow_run: run } = parsed.data;
	if (run.head_repository?.full_name !== repository.full_name) return `the workflow run before this one worked on ${fork(run.head_repository)}`;
	return [...ANYONES_EVENTS, "workflow_run"].includes(run.event) ? `the workflow run before this one was caused by the event ${run.event}, which says nothing of whose code it worked on` : void 0;
}
function fork(repository) {
	return repository === null ? "a fork that has been deleted" : `the fork ${repository.full_name}`;
}
function unreadable(name) {
	return `whose code the event ${name} is about cannot be read from its payload`;
}
// src/action/gate.ts
/** Runs the smoke test and tells the workflow what it found; whether it passed is for the caller to judge. */
async function runGate(settings, context) {
	const result = await smoke({
		...settings,
		jobs: availableParallelism(),
		lockFolder: lockFolder(context.env)
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
	const failure = untrusted(env, await readEvent(env));
	if (failure === void 0 || !allowUntrusted) return failure;
	for (const { message } of failure.problems) log.warning({ message: `overridden by allow-untrusted: ${message}` });
}
// src/action/report.ts
/** Rows of the summary's table: the runner drops a summary above 1 MiB as a whole. */
const MOST_ROWS = 500;
/** Every output of the build, by its name in action.yml. */
function outputsOf(result) {
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
		cached: String(result.cached)
	};
}
/** Gives the workflow outputs, by their names in action.yml. */
function setOutputs(outputs) {
	for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}
/** Writes the job summary: a row for each entry point and target. */
async function writeSummary(result) {
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
	})), ...rows.slice(0, MOST_ROWS)]);
	if (rows.length > MOST_ROWS) summary.addRaw(`… and ${rows.length - MOST_ROWS} more rows.`, true);
	await summary.write();
}
/** Writes the job summary of a build with Triton's own tools. */
async function writeStockSummary({ preparation, files }) {
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
// src/action/run.ts
/** Builds the package, tests it, and tells the workflow about it. */
async function runBuild(inputs, context) {
	const smoke = await allowedMode(inputs, context);
	const result = await build({
		manifest: inputs.manifest,
		targets: inputs.targets,
		triton: inputs.tritonVersion,
		python: inputs.python,
		only: inputs.only,
		out: inputs.out,
		jobs: inputs.jobs,
		store: join(context.home, "store"),
		timeout: 600,
		generator: inputs.generator,
		allowKnownWrong: inputs.allowKnownWrong
	}, context);
	setOutputs(outputsOf(result));
	await (result.generator === "triton" ? writeStockSummary(result) : writeSummary(result));
	const tested = await testBuilt(result, smoke, inputs, context);
	setOutputs(gateOutputs(tested));
	const { document } = result.preparation.manifest;
	const failure = tested && smokeFailure(tested, (path) => document.locate(path));
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
async function testBuilt(result, mode, inputs, context) {
	if (mode === "off") return void 0;
	const obstacle = untestable(result);
	if (obstacle !== void 0) {
		if (mode === "required") throw obstacle;
		for (const problem of obstacle.problems) annotateNotice(problem);
		return;
	}
	return runGate({
		package: result.out,
		gpu: mode,
		device: inputs.device,
		only: [],
		sanitize: inputs.sanitize,
		wait: 600,
		timeout: 60
	}, context);
}
/** Why there is nothing to test. */
function untestable({ generator, preparation }) {
	const place = { file: preparation.manifest.file };
	if (generator === "triton") return new Failure("usage", {
		message: "there is no smoke test: files of Triton's own tools are no package",
		place,
		hint: "Take the native generator, or `smoke: off`."
	});
	if (preparation.kernels.some((kernel) => kernel.smoke !== void 0)) return void 0;
	return new Failure("smoke", {
		message: "nothing is tested: no kernel has a `smoke:` section",
		place,
		hint: "docs/smoke.md tells how to write one."
	});
}
// src/action/smoke-inputs.ts
/**
* Reads all inputs. `get` gives an input's text, empty when it was not set.
* @throws {Failure} `usage` naming every input that makes no sense.
*/
function readSmokeInputs(get) {
	const read = inputReader(get);
	const inputs = {
		package: read.text("package") ?? "aot",
		artifact: read.text("artifact"),
		manifest: read.text("manifest") ?? "kernels.yaml",
		gpu: read.choice("gpu", ["required", "auto"]) ?? "required",
		device: read.text("device"),
		only: read.list("only") ?? [],
		sanitize: read.flag("sanitize"),
		wait: read.count("wait") ?? 600,
		timeout: read.count("timeout") ?? 60,
		allowUntrusted: read.flag("allow-untrusted")
	};
	read.check();
	return inputs;
}
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
async function packageFolder({ artifact, package: folder }, { log, scratch }) {
	if (artifact === void 0) return folder;
	return log.group(`Download the artifact ${artifact}`, () => downloadPackage(artifact, folder, scratch));
}
/** Finds the lines of a manifest. A GPU job need not have it: then all that is known is the file. */
async function locator(file) {
	try {
		const document = parseManifestText(await readFile(file, "utf8"), file);
		return (path) => document.locate(path);
	} catch {
		return (path) => ({
			file,
			path: formatPath(path)
		});
	}
}
export { runEntry as a, readInputs as i, readSmokeInputs as n, runnerContext as o, runBuild as r, runSmoke as t };
