import { a as info, f as HttpClient, i as group, l as warning, n as error, o as notice, s as setOutput, u as summary } from "./runner.js";
import { C as DEFAULT_STORE_LIMIT, F as GENERATORS, H as Failure, I as interruptible, L as run, N as KNOWN_WRONG, R as readPlatform, U as exitCodeOf, V as toolchainHome, W as formatProblem, _ as MANIFEST_FILE, a as kernelTables, c as smokeFailure, d as build, g as readDocument, h as formatPath, i as unpackArchive, l as titleOf, o as lockFolder, s as smoke, u as EVIDENCE_FILE, v as describeConfig, y as describeSpecialisation, z as freeBytes } from "./core.js";
import { C as string, D as url, O as ZodError, T as union, b as object, c as _enum, p as boolean, u as array, y as number } from "./vendor.js";
import http from "node:http";
import { createHash, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createWriteStream, existsSync } from "node:fs";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { json, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import https from "node:https";
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
// src/action/inputs.ts
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
		cache: read.choice("cache", CACHE_MODES) ?? "auto",
		smoke: read.choice("smoke", SMOKE_MODES) ?? "auto",
		device: read.text("device"),
		sanitize: read.flag("sanitize"),
		allowUntrusted: read.flag("allow-untrusted")
	};
	read.check();
	return inputs;
}
// src/action/cache/exchange.ts
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
// src/action/cache/child.ts
const PATIENCE$1 = {
	call: 30,
	restore: 120,
	save: 300
};
const PROGRAM = fileURLToPath(new URL("cache.js", import.meta.url));
/** Asks by a process for each request, which is ended with all its children when it takes too long. */
function cacheChild({ env, signal, patience = PATIENCE$1, program = PROGRAM }) {
	return async (request) => {
		const seconds = patience[request.operation];
		const late = AbortSignal.timeout(seconds * 1e3);
		try {
			const { stdout, stderr } = await run([process.execPath, program], {
				env: environmentOf(env),
				signal: AbortSignal.any([signal, late]),
				input: JSON.stringify({
					...request,
					patience: patience.call
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
const NEEDED = /^(ACTIONS_(CACHE_\w+|RESULTS_URL|RUNTIME_TOKEN)|GITHUB_SERVER_URL|SEGMENT_DOWNLOAD_TIMEOUT_MINS|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|NODE_(EXTRA_CA_CERTS|OPTIONS|USE_\w+))$/i;
function environmentOf(env) {
	return Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.test(name)));
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
/** Events that nobody without write access can cause, and that run code which lies in the repository. */
const OWN_EVENTS = [
	"push",
	"schedule",
	"workflow_dispatch",
	"repository_dispatch",
	"merge_group",
	"release"
];
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
/**
* Why results of this run are not to be handed to others, on whatever runner: nobody with write access may have vouched
* for the code that made them. undefined where somebody has. What is not known is not trusted.
*/
function distrust(env, event) {
	const name = env["GITHUB_EVENT_NAME"] ?? "";
	const reason = suspicion(name, event);
	if (reason !== void 0) return reason;
	if ([
		...OWN_EVENTS,
		...PULL_REQUEST_EVENTS,
		"workflow_run"
	].includes(name)) return void 0;
	return name === "" ? "nothing tells of the event that started this run" : `people without write access may have caused the event ${name}`;
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
// src/action/cache/policy.ts
/** Decides by the input, by what the runner offers, and by the event and its payload. */
function cachePolicy(input, env, event) {
	if (input === "off") return {
		restores: false,
		saves: false
	};
	if (!hasService(env)) return off("this runner has no cache service that is known here");
	const mode = (env["ACTIONS_CACHE_MODE"] ?? "").trim().toLowerCase();
	const restores = !["none", "write-only"].includes(mode);
	const obstacle = !["none", "read"].includes(mode) ? distrust(env, event) : inMode(mode);
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
// src/action/cache.ts
/** GitHub's cache as far as this run may use it; undefined where it may not at all. */
async function openCache(input, { env, log, signal }) {
	const policy = cachePolicy(input, env, await readEvent(env));
	if (policy.remark !== void 0) log.info(policy.remark);
	if (!policy.restores && !policy.saves) return void 0;
	return cacheRemote(policy, cacheChild({
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
/** Every output of the build, by its name in action.yml. `hasCache`: GitHub's cache was open to it. */
function outputsOf(result, hasCache) {
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
/** Names the folder results are kept in between jobs, when `store` beside the toolchains will not do. */
const STORE_VARIABLE = "TRITON_AOT_STORE";
/** Builds the package, tests it, and tells the workflow about it. */
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
		jobs: inputs.jobs,
		store: context.env[STORE_VARIABLE] || join(context.home, "store"),
		storeLimit: DEFAULT_STORE_LIMIT,
		remote,
		timeout: 600,
		generator: inputs.generator,
		allowKnownWrong: inputs.allowKnownWrong
	}, context);
	setOutputs(outputsOf(result, remote !== void 0));
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
	const tag = read.text("release");
	const asset = read.text("asset");
	const repository = read.formed("repository", /^[\w-]+\/(?!\.\.?$)[\w.-]+$/, "owner/name");
	if (tag !== void 0) return {
		tag,
		asset,
		repository,
		token: read.text("token")
	};
	for (const [input, text] of Object.entries({
		asset,
		repository
	})) if (text !== void 0) read.refuse(`input ${input}: it is of use with \`release\` only`);
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
// src/action/request.ts
const MOST_REDIRECTS = 5;
/**
* Asks for an address and follows redirects. Whatever the status is, it is an answer; rejects with the system's error
* where none comes.
* @throws {Failure} `environment` for redirects without end, or to where anyone may listen.
*/
async function request(url, accept, access) {
	let at = url;
	for (let left = MOST_REDIRECTS; left >= 0; left -= 1) {
		const answer = await send(at, accept, access);
		const { location } = answer.headers;
		if (![
			301,
			302,
			303,
			307,
			308
		].includes(statusOf(answer)) || location === void 0) return answer;
		answer.destroy();
		const next = new URL(location, at);
		if (next.protocol !== "https:" && next.protocol !== at.protocol) throw misled(url, `is led to ${next.origin}, without encryption`);
		at = next;
	}
	throw misled(url, `is led from one address to the next, more than ${MOST_REDIRECTS} times`);
}
/** The status of an answer: a number wherever an answer has come. */
function statusOf({ statusCode = 0 }) {
	return statusCode;
}
/**
* Attempts until it succeeds, as often as `patience` allows. A `Failure` is final at once, all other errors are
* taken for ones that may pass; the last of them is rejected with.
*/
async function persist(attempt, { signal, patience }) {
	for (let tries = 0;; tries += 1) try {
		return await attempt();
	} catch (error) {
		signal.throwIfAborted();
		const pause = patience.pauses[tries];
		if (error instanceof Failure || pause === void 0) throw error;
		await setTimeout$1(pause, void 0, { signal }).catch(() => signal.throwIfAborted());
	}
}
function send(url, accept, { api, token, signal, patience }) {
	const isOurs = url.origin === api.origin;
	const headers = {
		accept,
		"user-agent": "triton-aot-action",
		...isOurs && { "x-github-api-version": "2022-11-28" },
		...isOurs && token !== void 0 && { authorization: `Bearer ${token}` }
	};
	const agent = new HttpClient().getAgent(url.href);
	return new Promise((resolve, reject) => {
		const { get } = url.protocol === "https:" ? https : http;
		let coming;
		const asked = get(url, {
			headers,
			agent,
			signal
		}, (answer) => {
			coming = answer;
			resolve(answer);
		});
		coming = asked;
		asked.setTimeout(patience.idle, () => coming.destroy(/* @__PURE__ */ new Error(`nothing came for ${patience.idle / 1e3} s`)));
		asked.on("error", reject);
	});
}
function misled(url, how) {
	return new Failure("environment", {
		message: `who asks for ${url.origin}${url.pathname} ${how}`,
		hint: "A proxy on the way, or GITHUB_API_URL, is not set up right."
	});
}
// src/action/release-refusal.ts
const bodySchema = object({ message: string() });
const PERMISSION = "The job needs `permissions: contents: read`; a private repository other than the workflow's own also a `token` that may read its contents.";
/**
* What an answer other than 200 means: a `Failure` that says what to do, or any other error where GitHub may answer
* otherwise when asked again. `what` was asked for.
* Source: GitHub's REST API, "Troubleshooting" and "Rate limits".
*/
async function refusal(answer, what) {
	const status = statusOf(answer);
	const body = parseJson(await text(answer));
	const message = bodySchema.safeParse(body).data?.message;
	const said = `GitHub answers ${status}${message === void 0 ? "" : `: ${message}`}`;
	if (status >= 500 || status === 408) return new Error(said);
	if (status === 404) return new Failure("usage", {
		message: `${what} is not there, or the token may not read it`,
		hint: `${PERMISSION} A draft has no tag yet, and neither it nor a prerelease is \`latest\`.`
	});
	const wait = status === 403 || status === 429 ? rateLimit(answer) : void 0;
	if (wait !== void 0) return new Failure("environment", {
		message: `${what} cannot be read: GitHub's rate limit is used up, ${wait}`,
		hint: "Run the job again then. With a `token` the limit is higher than without, and each has its own."
	});
	const isDenied = status === 401 || status === 403;
	return new Failure("environment", {
		message: `${what} cannot be read: ${said}`,
		hint: isDenied ? PERMISSION : "Run the job again, and see githubstatus.com."
	});
}
/** When the limit that an answer tells of is over; undefined when it tells of none. */
function rateLimit({ statusCode, headers }) {
	const after = headers["retry-after"];
	if (after !== void 0) return `for another ${after} s`;
	const reset = Number(headers["x-ratelimit-reset"]);
	if (headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset)) return `until ${(/* @__PURE__ */ new Date(reset * 1e3)).toISOString()}`;
	return statusCode === 429 ? "for some minutes" : void 0;
}
function parseJson(content) {
	try {
		return JSON.parse(content);
	} catch {
		return;
	}
}
// src/action/release-asset.ts
/** A file of a release. Source: GitHub's REST API, "Get a release asset"; assets before June 2025 have no digest. */
const assetSchema = object({
	name: string(),
	url: url(),
	state: string(),
	size: number(),
	digest: string().nullish()
});
/** The most GitHub takes for a file of a release. */
const LARGEST = 2 * 2 ** 30;
/**
* Writes an asset to `file`, and makes sure that it is what was uploaded. Rejects with any error where another attempt
* may succeed.
* @throws {Failure} `verification` where size or digest are not those of the upload, `usage` for one that is too large.
*/
async function downloadAsset(asset, file, access) {
	if (asset.size > LARGEST) throw new Failure("usage", {
		message: `\`${asset.name}\` has ${asset.size} bytes, more than the ${LARGEST} that are downloaded`,
		hint: "No package is that large. Name another file in `asset`."
	});
	const answer = await request(new URL(asset.url), "application/octet-stream", access);
	if (answer.statusCode !== 200) throw await refusal(answer, `\`${asset.name}\``);
	const hash = createHash("sha256");
	let size = 0;
	const measure = async function* (chunks) {
		for await (const chunk of chunks) {
			size += chunk.length;
			if (size > asset.size) throw altered(asset, `it has more than ${asset.size} bytes`);
			hash.update(chunk);
			yield chunk;
		}
	};
	await pipeline(answer, measure, createWriteStream(file), { signal: access.signal });
	if (size < asset.size) throw new Error(`only ${size} of ${asset.size} bytes came`);
	const digest = `sha256:${hash.digest("hex")}`;
	if (asset.digest?.startsWith("sha256:") === true && asset.digest !== digest) throw altered(asset, `its digest is ${digest}, not ${asset.digest}`);
}
function altered({ name }, how) {
	return new Failure("verification", {
		message: `\`${name}\` did not arrive as it was uploaded: ${how}`,
		hint: "Run the job again. If this stays, see what changes files on the way, and upload it anew."
	});
}
// src/action/release.ts
const PATIENCE = {
	idle: 6e4,
	total: 18e5,
	pauses: [
		1e3,
		3e3,
		9e3
	]
};
const releaseSchema = object({
	tag_name: string(),
	prerelease: boolean().default(false),
	assets: array(assetSchema)
});
/**
* Downloads a release's asset, unpacks it to a fresh folder below `scratch`, and gives the folder of the package in it:
* the archive itself, `folder` inside it, or the one folder it has.
* @throws {Failure} `usage` where there is no such release, asset or folder, `verification` where the asset is not what
* was uploaded or must not be unpacked, `environment` where it does not come over.
*/
async function downloadRelease(source, folder, { env, log, scratch, signal: ending }, patience = PATIENCE) {
	const repository = source.repository ?? env["GITHUB_REPOSITORY"];
	if (repository === void 0) throw new Failure("usage", NO_REPOSITORY);
	const named = `the release ${source.tag} of ${repository}`;
	const limit = new AbortController();
	const timer = setTimeout(() => limit.abort(tooSlow(named, patience)), patience.total);
	const signal = AbortSignal.any([ending, limit.signal]);
	const access = {
		api: new URL(env["GITHUB_API_URL"] || "https://api.github.com"),
		token: source.token,
		signal,
		patience
	};
	const download = await mkdtemp(join(scratch, "download-"));
	try {
		const release = await persist(() => findRelease(repository, source.tag, access), access);
		const asset = chooseAsset(release, source.asset, named);
		const kind = release.prerelease ? " (a prerelease)" : "";
		log.info(`${asset.name} of ${release.tag_name}${kind}, ${asset.size} bytes`);
		const file = join(download, basename(asset.name));
		await persist(() => downloadAsset(asset, file, access), access);
		const root = await mkdtemp(join(scratch, "package-"));
		await unpackArchive(file, root, signal);
		return await packageIn(root, folder, asset.name);
	} catch (error) {
		throw error instanceof Failure ? error : unreached(named, error);
	} finally {
		clearTimeout(timer);
		await rm(download, {
			recursive: true,
			force: true
		});
	}
}
/** The newest release that is neither draft nor prerelease, or the one with a tag. */
async function findRelease(repository, tag, access) {
	const which = tag === "latest" ? tag : `tags/${encodeURIComponent(tag)}`;
	const base = access.api.href.replace(/\/$/, "");
	const answer = await request(new URL(`${base}/repos/${repository}/releases/${which}`), "application/vnd.github+json", access);
	if (answer.statusCode === 200) return releaseSchema.parse(await json(answer));
	throw await refusal(answer, `the release ${tag} of ${repository}`);
}
function chooseAsset({ assets }, name, named) {
	const whole = assets.filter(({ state }) => state === "uploaded");
	const isMeant = (asset) => name === void 0 ? /^aot-.*\.tar\.gz$/.test(asset.name) : asset.name === name;
	const [asset, ...others] = whole.filter(isMeant);
	const names = whole.map((one) => one.name).join(", ") || "none";
	const wanted = name === void 0 ? "file aot-*.tar.gz" : `file \`${name}\``;
	if (asset === void 0 || others.length > 0) throw new Failure("usage", {
		message: `${named} has ${asset === void 0 ? "no" : "more than one"} ${wanted}`,
		hint: `It has: ${names}. Name the package's archive, a .tar.gz, in \`asset\`.`
	});
	if (!/\.(tar\.gz|tgz)$/.test(asset.name)) throw new Failure("usage", {
		message: `\`${asset.name}\` of ${named} is no .tar.gz`,
		hint: "Only .tar.gz is read, .tar.zst not yet: upload the package as one, made with `tar -czf`."
	});
	return asset;
}
async function packageIn(root, folder, archive) {
	const entries = await readdir(root);
	const [top = "", ...others] = entries;
	const alone = folder === "aot" && others.length === 0 ? [join(root, top)] : [];
	const found = [
		root,
		join(root, folder),
		...alone
	].find(isPackage);
	if (found !== void 0) return found;
	await rm(root, {
		recursive: true,
		force: true
	});
	throw new Failure("usage", {
		message: `the archive ${archive} has no package: no \`${MANIFEST_FILE}\`, and no \`${folder}/${MANIFEST_FILE}\``,
		hint: `It has: ${entries.join(", ") || "nothing"}. Name the package's folder inside it in \`package\`.`
	});
}
function isPackage(folder) {
	return existsSync(join(folder, MANIFEST_FILE));
}
const NO_REPOSITORY = {
	message: "nothing tells of which repository the release is",
	hint: "Name it in `repository`: owner/name."
};
function tooSlow(named, { total }) {
	return new Failure("environment", {
		message: `${named} did not come within ${total / 6e4} minutes`,
		hint: "Run the job again, or download it in a step before and name the folder in `package`."
	});
}
function unreached(named, error) {
	const problem = {
		message: `${named} cannot be downloaded: ${error instanceof ZodError ? "an answer that makes no sense" : String(error)}`,
		hint: "Run the job again. On a self-hosted runner, see that it reaches GitHub, by a proxy in https_proxy if need be."
	};
	return new Failure("environment", problem, { cause: error });
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
	if (release !== void 0) return log.group(`Download the release ${release.tag}`, () => downloadRelease(release, folder, context));
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
export { runEntry as a, readInputs as i, readSmokeInputs as n, runnerContext as o, runBuild as r, runSmoke as t };
