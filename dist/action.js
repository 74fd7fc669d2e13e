import { COMMAND_LINE, COUNT, EXIT_CODES, Failure, INDEX, Memory, ProgramOutput, VERSION, debugError, describeExit, endText, exitCodeOf, filesBelow, findExecutable, formatPath, formatPlace, formatProblem, formatSize, freeBytes, interruptible, isHarmlessVariable, linePage, machineFailure, makeScratch, marked, matching, messageOf, numberedLines, onDebug, oneOf, plural, progressTexts, readPlatform, reasonOf, sha256, shellQuote, systemCode, toolchainHome, tryParseJson, visibleText, withoutCommands, withoutEmptyColumns, workersFor } from "./start.js";
import { array, boolean, number, object, record, string, unknown } from "./vendor.js";
import { ATTESTATION_MODES, LATEST_MODES, REPOSITORY_FORM, TRUSTED_EVENTS, WORKFLOW_FORM, agreedDigest, downloadReleaseArchive, fetchPackage, fetchRequest, openFetch, publishRelease, repositoryOf, retry, rootCause, searchPaths, sha256In, statementOf, uploadSarif, verifyCommands } from "./github.js";
import { addPath, debug, error, exec, exportVariable, getInput, group, info as info$1, isDebug, notice, setOutput, summary, warning } from "./runner.js";
import { COMPARED_WITH, DEFAULT_STORE_LIMIT, DEFAULT_TIMING, EMPTY_COPY, EVIDENCE_FILE, EVIDENCE_RUN_FORM, FINGERPRINT, FailedBuild, REGRESSIONS, REPORT_FILES, SHARD_FORM, acceptedRun, addEvidence, build, buildShard, causeOf, checkRegressions, choiceSources, copyDigest, describeConfig, describeGpu, describeSpecialisation, deviceLockFolder, didYouMean, differenceCounts, differenceMarkdown, emulationText, failureText, findPackageFolder, findPackages, findRegressions, furtherChecks, groupByCause, isArchiveName, isUnsupported, kernelTables, originOf, parseShard, readBaselineCopy, readCopy, readOwnDocument, readPackage, registerFeatures, releaseKinds, reportBuild, reportMarkdown, runEmulated, scopeName, smokeFailure, smokeSarif, titleOf, unpackArchive, updateReportOf, withBench, withSmoke, writeBaselineCopy, writeCopy, writeReport, writeSarif } from "./core.js";
import { WHEEL_LAYOUTS, bench, benchFailure, benchTables, bundleTargets, checkComplete, makeBundle, makeWheel, smoke, tune, tuneFailure, tuneTables } from "./after-build.js";
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { homedir, tmpdir } from "node:os";
import { promisify } from "node:util";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { execFile } from "node:child_process";
/** Gets files from any web server, into memory. */
const downloadFile = webDownload({
	idle: 6e4,
	total: 6e5,
	pauses: [1e3, 4e3]
});
function webDownload(timeouts) {
	return async (url, { signal: interruption, authorization, certificates }) => {
		const signal = AbortSignal.any([interruption, AbortSignal.timeout(timeouts.total)]);
		const encrypted = url.protocol === "https:";
		const send = openFetch({
			idle: timeouts.idle,
			encrypted,
			certificates
		});
		const headers = {
			"user-agent": "triton-aot-action",
			"accept-encoding": "identity",
			...authorization !== void 0 && { authorization }
		};
		let busy;
		const attempt = async () => {
			busy = void 0;
			const response = await send(url, {
				headers,
				signal
			});
			const { status } = response;
			const body = new Uint8Array(await response.arrayBuffer());
			const file = {
				status,
				url: new URL(response.url),
				body
			};
			if (status < 500 && status !== 429) return file;
			busy = file;
			throw new Error(`HTTP status ${status}`);
		};
		try {
			return await retry(attempt, {
				signal,
				timeouts
			});
		} catch (error) {
			if (busy !== void 0) return busy;
			throw rootCause(error);
		}
	};
}
// src/action/exec-tool.ts
/**
* Runs tools with `@actions/exec`, which writes their commands to the log as every action does. The
* library can neither end a tool nor say its process id, so a tool and all that it starts inherit a
* variable with their own value, with which they are found and ended when the run is aborted. (The
* runner finds the processes that a job has left running in the same way.)
*
* The library cannot start programs that exchange messages with this process (the Python workers, the
* harness): it writes standard input once, and closes it only if there is something to write, and it
* has no process groups.
*/
function execTool(log) {
	return async ([program = "", ...args], { cwd, env, signal, onOutput }) => {
		signal.throwIfAborted();
		const { env: ownEnv, kill } = marked(env);
		const output = new ProgramOutput();
		const stdout = collector((text) => output.append("stdout", text), log, onOutput);
		const stderr = collector((text) => output.append("stderr", text), log, onOutput);
		const running = exec(quoted(program), args, {
			...cwd !== void 0 && { cwd },
			env: definedIn(ownEnv),
			outStream: commandLog(log),
			listeners: {
				stdout: stdout.add,
				stderr: stderr.add
			},
			ignoreReturnCode: true,
			delay: DRAIN_LIMIT
		});
		const done = new AbortController();
		const ending = endOnAbort(kill, signal, done.signal);
		try {
			const code = await running;
			signal.throwIfAborted();
			stdout.end();
			stderr.end();
			return {
				code,
				signal: null,
				...output.of(program)
			};
		} catch (error) {
			signal.throwIfAborted();
			throw error instanceof Failure ? error : startError(program, error);
		} finally {
			done.abort();
			await ending;
		}
	};
}
/** Milliseconds that output stays open after a tool's exit. */
const DRAIN_LIMIT = 1e3;
/** Returns a stream that logs the library's first write, the command. The others are output. */
function commandLog(log) {
	let isFirst = true;
	return new Writable({ write(chunk, _encoding, done) {
		if (isFirst) log.info(chunk.toString("utf8").trimEnd());
		isFirst = false;
		done();
	} });
}
/** Collects output, and passes it on or logs its lines: both streams write whole lines to the log. */
function collector(keep, log, onOutput) {
	const decoder = new StringDecoder("utf8");
	let rest = "";
	const logLines = (text) => {
		const lines = (rest + text).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) log.info(line);
	};
	const pass = (text) => {
		keep(text);
		(onOutput ?? logLines)(text);
	};
	return {
		add: (chunk) => pass(decoder.write(chunk)),
		end: () => {
			pass(decoder.end());
			if (rest !== "") log.info(rest);
		}
	};
}
/** Milliseconds between two searches for processes to end. */
const SEARCH_INTERVAL = 20;
/**
* Kills the tool and all that it starts when `signal` is aborted, until `done` is: one that just starts
* has the mark only when it runs its program.
*/
async function endOnAbort(kill, signal, done) {
	await firstOf(signal, done);
	if (!signal.aborted) return;
	while (!done.aborted) {
		kill();
		await setTimeout$1(SEARCH_INTERVAL);
	}
	kill();
}
function firstOf(...signals) {
	const any = AbortSignal.any([...signals]);
	return new Promise((settle) => {
		if (any.aborted) settle();
		else any.addEventListener("abort", () => settle(), { once: true });
	});
}
/** The library splits the program's name at spaces outside of quotes. */
function quoted(program) {
	return `"${program.replaceAll("\"", "\\\"")}"`;
}
function definedIn(env) {
	return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => value === void 0 ? [] : [[name, value]]));
}
/** The system's error of a tool that did not start. The library keeps only its text. */
function startError(program, error) {
	const text = messageOf(error);
	const code = text.startsWith("Unable to locate executable file") ? "ENOENT" : /spawn .*\b(E[A-Z]+)$/.exec(text)?.[1];
	if (code === void 0) return error instanceof Error ? error : new Error(text);
	return Object.assign(new Error(`spawn ${program} ${code}`, { cause: error }), {
		code,
		syscall: "spawn",
		path: program
	});
}
// src/action/summary.ts
/**
* The runner drops the whole summary of a step that has more bytes.
* Source: GitHub, "Workflow commands", "Step isolation and limits".
*/
const MAX_BYTES = 1048576;
/** The bytes that are left for the error that ends a step, which is written last. */
const RESERVED = 262144;
/** The most rows of a table. */
const MAX_ROWS = 500;
/** The most characters of a text. */
const MAX_TEXT = 2e3;
/** Sets outputs, by their names in the action's metadata file. */
function setOutputs(outputs) {
	for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}
/**
* Appends what was added to the summary, if the summary of this step does not get too large by it;
* otherwise says that it is left out. `isLast`: nothing follows.
*/
async function writeSummary(to, env, isLast = false) {
	const file = env["GITHUB_STEP_SUMMARY"];
	if (!file) {
		to.emptyBuffer();
		return;
	}
	const { size } = await stat(file);
	if (size + Buffer.byteLength(to.stringify()) > MAX_BYTES - (isLast ? 0 : RESERVED)) to.emptyBuffer().addRaw("The rest is left out, because it is too large. See the log.", true);
	await to.write();
}
/** Adds a table with escaped cells. If it has too many rows, says how many are left out. */
function addTable(to, headings, rows) {
	if (rows.length === 0) return;
	to.addTable([headings.map((data) => ({
		data,
		header: true
	})), ...rows.slice(0, MAX_ROWS).map((row) => row.map(cellHtml))]);
	addOmitted(to, rows.length - MAX_ROWS, "row");
}
/** Says how many items are left out, if any. */
function addOmitted(to, count, item) {
	if (count > 0) to.addRaw(`\u2026 and ${plural(count, `more ${item}`)}.`, true);
}
/**
* Adds escaped text as a block after an empty line: only then is it one block for Markdown, in which empty lines do not
* end the HTML. Source: CommonMark 0.31, "HTML blocks".
*/
function addBlock(to, text) {
	to.addEOL().addCodeBlock(text);
}
/** Escapes text for the summary, which is HTML: the library writes texts as they are. */
function escapeHtml(text) {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
/** Cuts a text that is too long. */
function shorten(text) {
	return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\u2026` : text;
}
/** Escapes text of any length, and cuts it. */
function escapeShort(text) {
	return escapeHtml(shorten(text));
}
function cellHtml(cell) {
	if (typeof cell === "string") return escapeShort(cell);
	if ("code" in cell) return `<code>${escapeShort(cell.code)}</code>`;
	const text = escapeShort(cell.text);
	return cell.url === void 0 ? text : `<a href="${escapeHtml(cell.url)}">${text}</a>`;
}
// src/action/failure-report.ts
/** The headings of failures in the job summary: what the exit codes mean. */
const HEADINGS = {
	usage: "Invalid inputs or manifest",
	environment: "Problem of the environment",
	compile: "A kernel did not compile",
	abi: "A kernel's parameters do not match its cubin",
	smoke: "A smoke test or a measurement failed",
	"no-gpu": "No usable GPU",
	unsafe: "Refused as unsafe",
	verification: "Verification failed",
	threshold: "A budget was exceeded, or something got worse by more than `fail-on` allows",
	interrupted: "Interrupted"
};
/** The most problems in a summary: escaped, they fit into the bytes that are left for them. */
const MAX_PROBLEMS = 20;
/** The errors that the job summary has. */
const summarised = /* @__PURE__ */ new WeakSet();
/**
* Writes an error that ends an action to the job summary, once. What knows of it before it is thrown writes it first,
* so that people read the cause before tables.
*/
async function summariseFailure(error, env) {
	if (error instanceof Error) {
		if (summarised.has(error)) return;
		summarised.add(error);
	}
	await writeSummary(addFailure(summary.emptyBuffer(), error, env), env, true);
}
/**
* Adds the error that ended an action to the job summary: every problem with its place and what to
* do. A problem whose line is known has the lines around it, below a link to it. Everything else is preformatted text: messages can contain the output of compilers, and names that
* others chose, which must not become Markdown or HTML.
* @param env of this process: the values of its secret variables are not shown.
*/
function addFailure(to, error, env) {
	const isKnown = error instanceof Failure;
	const problems = isKnown ? error.problems : [{ message: messageOf(error) }];
	to.addHeading(`\u274c ${isKnown ? HEADINGS[error.kind] : "Internal error"}`, 3);
	const shown = problems.slice(0, MAX_PROBLEMS);
	const textOf = (problem) => {
		return escapeHtml(shorten(withoutSecrets(visibleText(formatProblem(problem)), env)));
	};
	if (shown.every(({ source }) => source === void 0)) addBlock(to, shown.map(textOf).join("\n\n"));
	else for (const problem of shown) addWithSource(to, problem, textOf);
	addOmitted(to, problems.length - MAX_PROBLEMS, "problem");
	if (isKnown && error.summary !== void 0) to.addRaw(`${escapeHtml(error.summary)}.`, true);
	return to.addRaw(isKnown ? "The log of the step has the details." : REPORT, true);
}
function addWithSource(to, { source, hint, message, place }, textOf) {
	const isLinked = source?.url !== void 0 && place !== void 0;
	if (isLinked) to.addRaw(`<p><a href="${escapeHtml(source.url)}">${textOf({ message: formatPlace(place) })}</a></p>`, true);
	const lines = source && numberedLines(source).map(({ text }) => text);
	addBlock(to, [isLinked ? { message } : {
		message,
		place
	}, ...[lines?.join("\n"), hint].flatMap((text) => text ? [{ message: text }] : [])].map(textOf).join("\n\n"));
}
const REPORT = "This is a bug in triton-aot. Please report it with the log of the step and the manifest.";
/** Names of variables whose values are secret. */
const SECRET = /TOKEN|SECRET|PASSWORD|CREDENTIAL|API_?KEY/i;
/** Shorter values are hardly secrets, and occur in other words. */
const SHORTEST_SECRET = 6;
/** The runner masks the secrets that it knows in summaries too, but not all of them on all runners. */
function withoutSecrets(text, env) {
	let masked = text;
	for (const [name, value = ""] of Object.entries(env)) if (SECRET.test(name) && value.length >= SHORTEST_SECRET) masked = masked.replaceAll(value, "***");
	return masked;
}
// src/action/log.ts
/** The least time between two progress lines, in milliseconds. */
const PROGRESS_INTERVAL = 2e3;
/**
* The most annotations of each kind that the runner shows for a step; further ones go to the log.
*/
const MAX_ANNOTATIONS = 10;
/**
* Returns a log for the runner: folded groups, and warnings as annotations of the line they are about. A
* group that is silent for long gets a line with its time.
*/
function runnerLog(now, every) {
	let lastProgress = -Infinity;
	let lastShown = now();
	let warnings = 0;
	const beat = (text) => {
		if (now() - lastShown < 1e4) return;
		lastShown = now();
		info(text);
	};
	const texts = progressTexts(now, beat, every);
	return {
		async group(title, body, counted) {
			const start = now();
			lastProgress = -Infinity;
			lastShown = start;
			try {
				const result = await texts.during(title, () => group(harmless(title), body));
				info(endText(now() - start, counted?.(result) ?? "done"));
				return result;
			} catch (error) {
				info(endText(now() - start, "failed"));
				throw error;
			}
		},
		async wait(title, body) {
			lastShown = now();
			return texts.during(title, body);
		},
		info,
		detail: info,
		progress(done, total, label, share) {
			const text = texts.step(done, total, label, share);
			if (done < total && now() - lastProgress < PROGRESS_INTERVAL) return;
			lastProgress = now();
			lastShown = lastProgress;
			info(text);
		},
		warning(problem) {
			warnings += 1;
			if (warnings > MAX_ANNOTATIONS) info(`warning: ${formatProblem(problem)}`);
			else warning(problemText(problem), annotation(problem));
		}
	};
}
/** Shows problems as errors, and then how much failed. */
function annotateErrors(problems, summary) {
	for (const [index, problem] of problems.entries()) if (index < MAX_ANNOTATIONS) error(problemText(problem), annotation(problem));
	else info(`error: ${formatProblem(problem)}`);
	if (summary !== void 0) info(summary);
}
/** Shows a problem as a notice: it is not an error, but worth knowing. */
function annotateNotice(problem) {
	notice(problemText(problem), annotation(problem));
}
/** Shows text, which can have names and output of kernels and compilers, as nothing but text. */
function info(text) {
	info$1(harmless(text));
}
function harmless(text) {
	return withoutCommands(visibleText(text));
}
/**
* Returns the text of an annotation, in which the toolkit escapes what would end it. It begins with the place:
* the log shows only the text.
*/
function problemText(problem) {
	const { hint, ...rest } = problem;
	return visibleText(`${formatProblem(rest)}${hint === void 0 ? "" : `\n${hint}`}`);
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
* Events that run the code of a pull request.
* Source: GitHub, "Events that trigger workflows" and "Securely using pull_request_target".
*/
const PULL_REQUEST_EVENTS = [
	"pull_request",
	"pull_request_review",
	"pull_request_review_comment"
];
/** Events that anyone can cause, in workflows that usually handle the code of forks. */
const PUBLIC_EVENTS = ["pull_request_target", "issue_comment"];
const repositorySchema = object({ full_name: string() });
const pullRequestSchema = object({ pull_request: object({
	base: object({ repo: repositorySchema }),
	/** null for a deleted fork. */
	head: object({ repo: repositorySchema.nullable() })
}) });
const workflowRunSchema = object({
	repository: repositorySchema,
	workflow_run: object({
		event: string(),
		head_repository: repositorySchema.nullable()
	})
});
const SAFE_SETUP = `A self-hosted machine keeps what a job leaves on it. Build packages of forks on a hosted runner, which compiles and
links the smoke test without a GPU, and run jobs on your own machines only for trusted code:
  if: github.event_name == 'push' || github.event.pull_request.head.repo.full_name == github.repository
To test a fork's pull request after an approval, set \`environment: gpu\` on the job, an environment with required
reviewers, and \`allow-untrusted: true\` on this step. docs/guides/gpu.md says what else to set.`;
const PRIVILEGED_SETUP = `Building and testing run code of the repository, and a run for such an event has its secrets and can write to it. Use
\`pull_request\`, whose runs for forks have no secrets. If this run only handles code of people with write access, set
\`allow-untrusted: true\` on this step.`;
/**
* Decides by the event, the runner and the row of an entry in `ENTRIES` what the entry may do. Code
* that may not be from people with write access runs on hosted runners only, and only for pull
* requests, whose runs for forks have neither secrets nor a token that can write. Nothing that it
* makes is published or kept on the machine. `event` is the event's payload; one that cannot be read
* is not trusted, and neither is an event that is not known.
* @param isAllowed true if the user has set `allow-untrusted`
*/
function decisionFor({ executes, publishes }, isAllowed, env, event) {
	const reason = untrustedReason(env, event);
	if (reason === void 0) return { kind: "full" };
	if (publishes === true) return {
		kind: "refuse",
		failure: refusalToPublish(reason)
	};
	if (executes === void 0 || !isWorkflow(env)) return { kind: "full" };
	const failure = refusalToRun(reason, env);
	if (failure !== void 0 && !isAllowed) return {
		kind: "refuse",
		failure
	};
	return {
		kind: "throwaway",
		reason,
		allowed: failure?.problems[0]?.message
	};
}
function refusalToRun(reason, env) {
	if (env["RUNNER_ENVIRONMENT"] !== "github-hosted") return new Failure("unsafe", {
		message: `refusing to run code of this repository on a self-hosted runner: ${reason}`,
		hint: SAFE_SETUP
	});
	if (PULL_REQUEST_EVENTS.includes(env["GITHUB_EVENT_NAME"] ?? "")) return void 0;
	return new Failure("unsafe", {
		message: `refusing to run code with the secrets of this repository: ${reason}`,
		hint: PRIVILEGED_SETUP
	});
}
function refusalToPublish(reason) {
	return new Failure("unsafe", {
		message: `refusing to publish: ${reason}`,
		hint: "Publish in a workflow that only people with write access can start, such as `on: push: tags` or `workflow_dispatch`. docs/guides/releasing.md has an example."
	});
}
/**
* Returns the context in which an entry runs, which keeps nothing on the machine if the code is not
* trusted. Warns if the user allows what would be refused, and if the code could use an identity.
* @throws {Failure} `unsafe` as `decisionFor`.
*/
async function admit(entry, isAllowed, context) {
	const { env, log } = context;
	const decision = decisionFor(entry, isAllowed, env, await readEventPayload(env));
	if (decision.kind === "refuse") throw decision.failure;
	if (decision.kind === "throwaway" && decision.allowed !== void 0) log.warning({ message: `allowed by allow-untrusted: ${decision.allowed}` });
	if (entry.executes !== void 0 && env["ACTIONS_ID_TOKEN_REQUEST_URL"]) log.warning({
		message: "this job has `id-token: write` and runs kernel code, which could use its identity",
		hint: "Give that permission to the job that publishes, and build and test in another."
	});
	return decision.kind === "full" ? context : throwaway(decision.reason, context);
}
/**
* Returns why others must not get the results of this run, on any runner: the code that made them
* may not be from people with write access. undefined if it is. Unknown events are not trusted.
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
	return name === "" ? "the event that started this run is unknown" : `people without write access can cause the event ${name}`;
}
/** True if the runner says which event started the run. Every runner of workflows does. */
function isWorkflow(env) {
	return env["GITHUB_EVENT_NAME"] !== void 0 || env["RUNNER_ENVIRONMENT"] !== void 0;
}
/** Reads the payload of the event that started the workflow; undefined if it cannot be read. */
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
	if (run.head_repository?.full_name !== repository.full_name) return `the workflow run that triggered this one worked on ${fork(run.head_repository)}`;
	return [...TRUSTED_EVENTS, ...PULL_REQUEST_EVENTS].includes(run.event) ? void 0 : `the event ${run.event} of the workflow run that triggered this one does not say whose code it worked on`;
}
function fork(repository) {
	return repository === null ? "a deleted fork" : `the fork ${repository.full_name}`;
}
function unreadable(name) {
	return `the payload of the event ${name} does not say whose code it is about`;
}
/** Overrides the folder of the store, which is beside the toolchains by default. */
const STORE_VARIABLE = "TRITON_AOT_STORE";
/** Returns the folder of the store of a run. */
function storeFolder({ env, home }) {
	return env[STORE_VARIABLE] || join(home, "store");
}
/** Returns a context that shares neither store nor Triton environments with other runs on the machine. */
async function throwaway(reason, context) {
	const home = await mkdtemp(join(context.scratch, "triton-aot-home-"));
	context.log.info(`the store and Triton are in ${home} for this run only: ${reason}`);
	return {
		...context,
		home,
		env: {
			...context.env,
			[STORE_VARIABLE]: void 0
		}
	};
}
// src/action/run.ts
/**
* Runs an action, if the code that the run works on may do what the action does. The only place that
* shows errors of an action and sets the exit code.
* @param entry its row in the table of entries
* @param read reads its inputs, if it gets a function that returns the text of one
*/
async function runEntry(host, entry, read, run) {
	const action = async (signal) => {
		const inputs = read(getInput);
		if ("summary" in inputs && inputs.summary === false) delete host.env["GITHUB_STEP_SUMMARY"];
		await run(inputs, await admit(entry, "allowUntrusted" in inputs && inputs.allowUntrusted === true, runnerContext(host.env, signal)));
	};
	if (isDebug()) onDebug(debug);
	const interruption = interruptible(host);
	try {
		hideEnvironment(host.env);
	} catch (error) {
		annotateNotice({ message: `processes of this user can read the inputs and tokens of this step: ${messageOf(error)}` });
	}
	try {
		await Promise.race([action(interruption.signal), strayError(host)]);
	} catch (thrown) {
		debugError(thrown);
		const error = machineFailure(thrown) ?? thrown;
		if (error instanceof Failure) annotateErrors(error.problems, error.summary);
		else annotateErrors([{ message: error instanceof Error ? error.stack ?? error.message : String(error) }]);
		host.exitCode = exitCodeOf(error);
		await summarise(error, host.env);
	} finally {
		interruption.release();
	}
	host.exit();
}
/**
* Rejects with an error that a library has let slip, whose promise then never settles: @actions/exec
* does so with an error that Node throws for a program that cannot be started.
*/
function strayError(host) {
	return new Promise((_settle, reject) => host.on("unhandledRejection", reject));
}
/** Adds the error to the job summary, if it is not there yet. The log has it already. */
async function summarise(error, env) {
	try {
		await summariseFailure(error, env);
	} catch (problem) {
		annotateNotice({ message: `cannot write the job summary: ${messageOf(problem)}` });
	}
}
/** Returns the context of a run on the runner. */
function runnerContext(env, signal) {
	const toolCache = env["RUNNER_TOOL_CACHE"];
	const isOwn = env["TRITON_AOT_HOME"] !== void 0 || toolCache === void 0;
	const log = runnerLog(Date.now);
	return {
		env,
		platform: readPlatform(),
		log,
		signal,
		runTool: execTool(log),
		home: isOwn ? toolchainHome(env, homedir()) : join(toolCache, "triton-aot"),
		scratch: env["RUNNER_TEMP"] ?? tmpdir(),
		memory: new Memory(),
		freeBytes,
		download: downloadFile,
		now: Date.now
	};
}
/**
* Makes inputs, tokens and the rest of this process's environment unreadable for other processes,
* which see in /proc/PID/environ the memory that the process started with. Moves the values
* elsewhere, so that `env` has the same ones as before. Sources: proc_pid_environ(5),
* proc_pid_stat(5) (`env_start`), proc_pid_mem(5).
* @param env of this process
* @throws the system's error if /proc does not allow it.
*/
function hideEnvironment(env) {
	const block = readFileSync("/proc/self/environ");
	const start = startOfBlock();
	const secret = [];
	for (let at = 0, end = 0; at < block.length; at = end + 1) {
		end = block.indexOf(0, at);
		if (end < 0) end = block.length;
		const [name = ""] = block.toString("utf8", at, end).split("=", 1);
		const value = env[name];
		if (isHarmlessVariable(name) || value === void 0 || value.includes("\ufffd")) continue;
		secret.push([name, value]);
		block.fill(0, at, end);
	}
	for (const [name] of secret) Reflect.deleteProperty(env, name);
	const memory = openSync("/proc/self/mem", "r+");
	try {
		writeSync(memory, block, 0, block.length, start);
	} finally {
		closeSync(memory);
		Object.assign(env, Object.fromEntries(secret));
	}
}
/** Returns the 50th field of /proc/self/stat. Before the third is a name that can contain anything. */
function startOfBlock() {
	const text = readFileSync("/proc/self/stat", "utf8");
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const start = Number(fields[47]);
	if (!(start > 0)) throw new Error("/proc/self/stat does not say where the environment is");
	return start;
}
// src/entries/table.ts
/**
* Every action, by the name of its file in `entries`. `runEntry` takes a row and decides with
* `decisionFor` of trust.ts whether the action runs. An action that executes code has the input
* `allow-untrusted`.
*/
const ENTRIES = {
	main: { executes: "kernel files, reference functions, and the smoke test with the kernels; the program that `emulate` names" },
	smoke: { executes: "the test program and the kernels of a package; kernel files, to emulate them" },
	tune: { executes: "the measuring program and the kernels of a package" },
	bench: { executes: "the measuring program and the kernels of a package; kernel files, with `jit`" },
	bundle: { executes: "the modules of a Python program that have the recorded kernels" },
	wheel: { executes: "the C compiler, with the code of a package" },
	fetch: {},
	publish: { publishes: true },
	setup: {}
};
({ ...ENTRIES.main }), { ...ENTRIES.main }, { ...ENTRIES.smoke }, { ...ENTRIES.tune }, { ...ENTRIES.bench }, `${ENTRIES.bundle.executes}`, { ...ENTRIES.publish };
// src/entries/run-action.ts
/** Runs the action that has this row in the table of entries, with every feature. */
async function runAction(host, name, read, run) {
	registerFeatures();
	await runEntry(host, ENTRIES[name], read, run);
}
// src/action/artifact.ts
/** A name to upload, for a name made of the package's name and the job's matrix. */
const AUTO_NAME = "auto";
/**
* A package is mostly cubins written as C text. The default level makes one of 9.8 MB 2.1 MB in
* 0.27 s; 1 gives 2.6 MB in 0.11 s, 9 gives 2.0 MB in 1.7 s.
*/
const COMPRESSION_LEVEL = 6;
/**
* Downloads the package in an artifact of this workflow run to a new folder below `scratch`, and
* returns its folder: the artifact's root, or `folder` inside it. `pinned` is the digest that the
* artifact must have: any job of the run can replace it.
* @throws {Failure} `usage` if the run has no such artifact, `environment` if the download fails,
* `verification` if the artifact has another digest.
*/
async function downloadPackage(name, folder, scratch, pinned) {
	const path = await downloadArtifact(name, scratch, pinned);
	return existsSync(join(path, "manifest.json")) ? path : join(path, folder);
}
async function downloadArtifact(name, scratch, pinned) {
	const { client, artifacts } = await listArtifacts();
	const artifact = artifacts.find((one) => one.name === name);
	if (artifact !== void 0) return download(client, artifact, scratch, pinned);
	const names = artifacts.map((one) => one.name).join(", ") || "none";
	throw new Failure("usage", {
		message: `this workflow run has no artifact \`${name}\``,
		hint: `Its artifacts are: ${names}. Add the job that uploads it to \`needs\`.`
	});
}
async function listArtifacts() {
	const { DefaultArtifactClient } = await import("./artifact.js");
	const client = new DefaultArtifactClient();
	const { artifacts } = await orUnreachable(client.listArtifacts({ latest: true }));
	return {
		client,
		artifacts
	};
}
async function download(client, { id, name, digest }, scratch, pinned) {
	const what = `the artifact \`${name}\``;
	const reported = sha256In(digest);
	const wanted = pinned === void 0 ? reported : agreedDigest(what, reported, pinned, "artifact-digest");
	const path = await mkdtemp(join(scratch, "artifact-"));
	const options = {
		path,
		...wanted !== void 0 && { expectedHash: `sha256:${wanted}` }
	};
	const { digestMismatch } = await orUnreachable(client.downloadArtifact(id, options));
	if (digestMismatch === true) throw new Failure("verification", {
		message: `${what} is not the file that was uploaded: its digest is not sha256:${wanted}`,
		hint: "Run the workflow again. If it fails again, find out which job uploads the artifact."
	});
	return path;
}
/**
* Uploads a folder as an artifact.
* @throws {Failure} `usage` if the name is taken, `environment` if the service rejects it
* otherwise.
*/
async function uploadArtifact({ name, folder, retentionDays, replaces = false }, { env, log, signal }) {
	const root = resolve(folder);
	const files = (await filesBelow(root)).map((path) => join(root, path));
	const upload = async () => {
		const { DefaultArtifactClient } = await import("./artifact.js");
		const options = {
			compressionLevel: COMPRESSION_LEVEL,
			...retentionDays !== void 0 && { retentionDays }
		};
		const client = new DefaultArtifactClient();
		if (replaces) await client.deleteArtifact(name).catch(() => void 0);
		const { id, digest } = await client.uploadArtifact(name, files, root, options).catch((error) => {
			signal.throwIfAborted();
			throw uploadFailure(name, root, error, env);
		});
		if (id === void 0 || digest === void 0) throw new Failure("environment", {
			message: `the service did not confirm the upload of the artifact \`${name}\``,
			hint: `${tryAgain(env)} ${builtIn(root)}`
		});
		return {
			name,
			id,
			digest: `sha256:${digest}`,
			url: `${runUrl(env)}/artifacts/${id}`
		};
	};
	return log.group(`Upload the artifact ${name}`, upload, () => [files.length, "file"]);
}
/**
* The characters that names of artifacts cannot have. Source: @actions/artifact,
* "path-and-artifact-name-validation".
*/
const FORBIDDEN = /["\\/:<>|*?\r\n]/;
/** The longest readable part of an automatic name. */
const MAX_LENGTH = 100;
/** True if a text can be the name of an artifact. */
function isArtifactName(name) {
	return !FORBIDDEN.test(name) && name.trim() !== "" && name.length <= 200;
}
/**
* `aot-<package>`, then the values of the job's matrix in its order, so that jobs of a matrix have
* different names. If the values do not fit into a name, or another job could have the same name, a
* digest of them follows.
*/
function automaticName(packageName, matrix) {
	const base = `aot-${packageName}`;
	if (matrix === void 0) return base;
	const values = Object.values(matrix);
	const texts = values.flatMap(leaves);
	const plain = [base, ...texts].join("-");
	const clean = plain.replaceAll(/[^\w.+-]+/g, "_").slice(0, MAX_LENGTH);
	const isUnambiguous = values.length <= 1 || !texts.some((text) => text.includes("-"));
	if (clean === plain && isUnambiguous && values.every(isPlain)) return plain;
	return `${clean}-${sha256(JSON.stringify(matrix)).slice(0, 8)}`;
}
/** The values inside lists and objects, as text. */
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
function runUrl(env) {
	return `${serverUrl(env)}/${env["GITHUB_REPOSITORY"] ?? ""}/actions/runs/${env["GITHUB_RUN_ID"] ?? ""}`;
}
function serverUrl(env) {
	return env["GITHUB_SERVER_URL"] || "https://github.com";
}
async function orUnreachable(result) {
	try {
		return await result;
	} catch (error) {
		throw new Failure("environment", {
			message: `cannot read the artifacts of this workflow run: ${clientReason(error)}`,
			hint: "Run the job again, or download the artifact in an earlier step and set `package` to its folder."
		}, { cause: error });
	}
}
/** Returns what to do if a service fails. Only that of github.com has a public status page. */
function tryAgain(env) {
	return /^https:\/\/github\.com\/?$/.test(serverUrl(env)) ? "Run the job again, and check githubstatus.com." : "Run the job again.";
}
function builtIn(root) {
	return `What was built is in ${root}.`;
}
/** The failure for an error of the client, which has codes for few of them. */
function uploadFailure(name, root, error, env) {
	const reason = clientReason(error);
	const known = UPLOAD_ERRORS.find(({ form }) => form.test(reason));
	const problem = {
		message: `cannot upload the artifact \`${name}\`: ${reason}`,
		hint: `${known?.hint ?? tryAgain(env)} ${builtIn(root)}`
	};
	return new Failure(known?.kind ?? "environment", problem, { cause: error });
}
/** Details that errors of the storage client and of Node have in addition to their message. */
const detailsSchema = object({
	statusCode: number().optional().catch(void 0),
	code: string().optional().catch(void 0)
});
/**
* Returns why a request failed. Errors of the storage client can have a status and an empty
* message.
*/
function clientReason(error) {
	const line = shownLine(messageOf(error)).replace(/[\s:]+$/, "");
	const { statusCode, code } = detailsSchema.safeParse(error).data ?? {};
	const more = [...statusCode === void 0 ? [] : [`status ${statusCode}`], code ?? ""].filter((detail) => detail !== "" && !line.includes(detail)).join(", ");
	if (line === "") return `the service gave no reason${more === "" ? "" : ` (${more})`}`;
	return more === "" ? line : `${line} (${more})`;
}
const UPLOAD_ERRORS = [
	{
		form: /already exists|\(409\)/,
		kind: "usage",
		hint: "Names of artifacts are unique in a workflow run. Set `artifact` to another name (with `${{ matrix.\u2026 }}` if several jobs upload), or to `auto`. If no other artifact has this name, the response of the service was lost: run the job again."
	},
	{
		form: /quota|insufficient usage/,
		kind: "environment",
		hint: "The storage for artifacts is full. Delete old ones, set `retention-days` lower, or raise the limit in the billing settings."
	},
	{
		form: /ACTIONS_RUNTIME_TOKEN|ACTIONS_RESULTS_URL/,
		kind: "environment",
		hint: "Only a job of GitHub Actions can upload artifacts. Elsewhere do not set `artifact`."
	},
	{
		form: /not currently supported on GHES/,
		kind: "environment",
		hint: "GitHub Enterprise Server does not support this client. Do not set `artifact`, and upload the folder `aot-dir` with a version of actions/upload-artifact that it supports."
	},
	{
		form: /\((401|403)\)/,
		kind: "environment",
		hint: "The job's token does not allow it, or has expired. Run the job again."
	}
];
/** The longest message that is shown. */
const MAX_LINE = 300;
/** Returns the first line of an error of GitHub's libraries, without the signatures in addresses. */
function shownLine(text) {
	const [line = ""] = text.trim().split("\n");
	const open = line.replaceAll(/(https?:\/\/[^\s?]*)\?\S*/g, "$1");
	return open.length > MAX_LINE ? `${open.slice(0, MAX_LINE)}\u2026` : open;
}
// src/action/package-folder.ts
/** Downloads the package if it is in an artifact or a release. Returns its folder. */
async function packageFolder({ artifact, artifactDigest, release, package: folder }, context) {
	const { log, scratch } = context;
	if (release !== void 0) return log.group(`Download the release ${release.release}`, () => downloadReleasedPackage(release, folder, context));
	if (artifact === void 0) return folder;
	return log.group(`Download the artifact ${artifact}`, () => downloadPackage(artifact, folder, scratch, artifactDigest));
}
/**
* Downloads a release's archive, unpacks it into a new folder below `scratch`, and returns the
* folder of the package: the archive's root, `folder` inside it, or its only folder.
* @throws {Failure} as `downloadReleaseArchive` and `unpackArchive`, and `usage` if the archive has
* no package.
*/
async function downloadReleasedPackage({ repository, ...named }, folder, context, timeouts) {
	const { env, scratch, signal } = context;
	const source = {
		...named,
		repository: repositoryOf(repository, env)
	};
	const download = await makeScratch(scratch, "download");
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
/** Reads the inputs that name a package in a folder or an artifact. */
function readPackageInputs(read) {
	const artifact = read.text("artifact");
	const artifactDigest = read.value("artifact-digest", DIGEST);
	if (artifactDigest !== void 0 && artifact === void 0) read.reject("input artifact-digest: it can only be used with `artifact`");
	return {
		package: read.text("package") ?? "aot",
		artifact,
		artifactDigest
	};
}
/** The digest of an artifact. The output of actions/upload-artifact has no `sha256:`. */
const DIGEST = {
	expected: "sha256: and 64 hexadecimal digits",
	parse: sha256In
};
/** The form of a repository of GitHub. */
const REPOSITORY = matching(REPOSITORY_FORM, "owner/name");
/** Reads the inputs that name a package in a release. */
function readRelease(read) {
	const release = read.text("release");
	const asset = read.text("asset");
	const repository = read.value("repository", REPOSITORY);
	const token = read.text("token");
	if (release !== void 0) return {
		release,
		asset,
		repository,
		token
	};
	for (const [input, text] of Object.entries({
		asset,
		repository
	})) if (text !== void 0) read.reject(`input ${input}: it can only be used with \`release\``);
}
// src/action/gpu.ts
/** Reads the inputs that say what to run where. `seconds` is the default of `timeout`. */
function readGpuInputs(read, seconds) {
	return {
		...readPackageInputs(read),
		only: read.list("only") ?? [],
		device: read.text("device"),
		/** In seconds, like `timeout`. */
		wait: read.value("wait", COUNT) ?? 600,
		timeout: read.value("timeout", COUNT) ?? seconds,
		allowUntrusted: read.flag("allow-untrusted"),
		summary: read.flag("summary", true)
	};
}
/** Downloads the package if need be, and returns what every request for a GPU has. */
async function gpuRequest(inputs, context) {
	const { only, device, wait, timeout } = inputs;
	return {
		package: await packageFolder(inputs, context),
		only,
		device,
		wait,
		timeout,
		...machineSettings(context)
	};
}
/** What to do without a GPU: `auto` executes the PTX on the CPU. */
const EMULATE_MODES = ["auto", "never"];
/** Says how to execute PTX if there is no GPU; undefined if that is turned off. */
function emulateRequest(mode, { python }, context) {
	if (mode === "never") return void 0;
	return {
		when: "no-gpu",
		store: storeFolder(context),
		python
	};
}
/** Returns how many compilers run at the same time, and where GPUs are locked. */
function machineSettings({ env }) {
	return {
		jobs: workersFor(),
		lockFolder: deviceLockFolder(env)
	};
}
/**
* Finds places in the manifest of a package. A GPU job may not have it, or another text of it: then lines
* are unknown.
*/
async function locator(folder, file) {
	const document = await readOwnDocument(folder, file);
	return (path) => document?.locate(path) ?? {
		file,
		path: formatPath(path)
	};
}
/** Writes a result as JSON to a new file in `folder`: a job can have several. Returns its path. */
async function writeResults(kind, result, folder) {
	const file = join(folder, `${kind}-${randomUUID().slice(0, 8)}.json`);
	await writeFile(file, `${JSON.stringify(result, void 0, 2)}\n`);
	return file;
}
// src/action/inputs.ts
/**
* Returns the function that reads the inputs of an action. It throws a failure of the kind `usage` with
* every invalid input.
*/
function inputsOf(body) {
	return (get) => {
		const problems = [];
		const inputs = body(inputReader(get, problems));
		if (problems.length > 0) throw new Failure("usage", problems);
		return inputs;
	};
}
function inputReader(get, problems) {
	const reject = (message) => void problems.push({ message });
	const valueIn = (name, text, form) => {
		const value = form.parse(text);
		if (value === void 0) reject(`input ${name}: invalid value \`${text}\`: expected ${form.expected}`);
		return value;
	};
	const value = (name, form) => {
		const text = get(name);
		return text === "" ? void 0 : valueIn(name, text, form);
	};
	const list = (name) => {
		const items = get(name).split(/[\s,]+/).filter((item) => item !== "");
		return items.length === 0 ? void 0 : items;
	};
	const flag = (name, otherwise = false) => value(name, FLAG) ?? otherwise;
	return {
		text: (name) => get(name) || void 0,
		value,
		list,
		values: (name, form) => list(name)?.flatMap((item) => valueIn(name, item, form) ?? []),
		flag,
		flags: (all) => new Set(all.flatMap(({ name }) => flag(name) ? [name] : [])),
		reject
	};
}
const FLAG = {
	expected: "true or false",
	parse: (text) => /^(true|True|TRUE)$/.test(text) || (/^(false|False|FALSE)$/.test(text) ? false : void 0)
};
// src/action/sarif.ts
/** Reads the input that says whether findings are uploaded. */
function readUpload(read) {
	return read.flag("upload-sarif");
}
/** Writes findings to a new file: a job can have several. Returns its path. */
async function writeFindings(run, context) {
	const file = join(context.scratch, `findings-${randomUUID().slice(0, 8)}.sarif`);
	await writeSarif(file, run, context.env);
	return file;
}
/**
* Uploads a SARIF file to code scanning if that is asked for. If there is a `failure` already, that is more important:
* then a failed upload is a warning.
*/
async function uploadFindings(file, { uploadSarif: isWanted, token }, failure, context) {
	if (!isWanted) return;
	try {
		const sarif = JSON.parse(await readFile(file, "utf8"));
		const status = await uploadSarif(sarif, FINGERPRINT, token, context);
		context.log.info(`uploaded ${file} to code scanning: ${status}`);
	} catch (error) {
		if (failure === void 0 || !(error instanceof Failure)) throw error;
		for (const problem of error.problems) context.log.warning(problem);
	}
}
// src/action/build-inputs.ts
/**
* auto: restore, and save if only people with write access can have caused the run. required: the
* same, and fail if saving fails. read: restore only.
*/
const CACHE_MODES = [
	"auto",
	"required",
	"read",
	"off"
];
/** auto: run if there is a GPU, otherwise only compile and link. required: fail without a GPU. */
const SMOKE_MODES = [
	"auto",
	"required",
	"off"
];
/** Reads the inputs of the root action. */
const readBuildInputs = inputsOf((read) => {
	const inputs = {
		manifest: read.text("manifest") ?? "kernels.yaml",
		targets: read.list("targets"),
		tritonVersion: read.text("triton-version"),
		only: read.list("only"),
		/** Undefined for a whole package. */
		shard: read.value("shard", {
			parse: parseShard,
			expected: SHARD_FORM
		}),
		/** Folders with the results of shards. */
		results: read.list("results"),
		python: read.text("python"),
		out: read.text("out") ?? "aot",
		flags: read.flags(choiceSources.parts.map(({ flag }) => flag)),
		jobs: read.value("jobs", COUNT) ?? workersFor(),
		cache: read.value("cache", oneOf(CACHE_MODES)) ?? "auto",
		smoke: read.value("smoke", oneOf(SMOKE_MODES)) ?? "auto",
		emulate: read.value("emulate", oneOf(EMULATE_MODES)) ?? "auto",
		device: read.text("device"),
		sanitize: read.flag("sanitize"),
		allowUntrusted: read.flag("allow-untrusted"),
		/** True if a report is written to the package's folder. */
		report: read.flag("report", true),
		summary: read.flag("summary", true),
		uploadSarif: readUpload(read),
		token: read.text("token"),
		/** The name of the artifact to upload, or `auto`; nothing is uploaded if undefined. */
		artifact: read.value("artifact", ARTIFACT),
		retentionDays: read.value("retention-days", COUNT),
		/** The job's values, if it has a matrix. */
		matrix: read.value("matrix", MATRIX) ?? void 0,
		...readComparison(read)
	};
	if (inputs.shard !== void 0 && inputs.results !== void 0) read.reject("input shard: it computes results, and writes no package: omit results");
	if (read.list("upgrade") !== void 0) read.reject("input upgrade: name the program whose launches are compared in the input emulate");
	return inputs;
});
/** Names what the build is compared with, and says what may not get worse. */
function readComparison(read) {
	const baseline = read.text("baseline") ?? "auto";
	const failOn = read.value("fail-on", oneOf([REGRESSIONS]));
	if (failOn !== void 0 && baseline === "none") read.reject("input fail-on: there is nothing to compare with `baseline: none`");
	return {
		baseline,
		failOn
	};
}
const ARTIFACT = {
	expected: `\`${AUTO_NAME}\`, or a name without " : < > | * ? \\ / and line breaks`,
	parse: (name) => isArtifactName(name) && !/^(true|false)$/i.test(name) ? name : void 0
};
const MATRIX = {
	expected: "its default, `${{ toJSON(matrix) }}`: do not set it",
	parse: (text) => matrixSchema.safeParse(tryParseJson(text)).data
};
const matrixSchema = record(string(), unknown()).nullable();
// src/action/cache-policy.ts
/** Decides by the input, the runner's environment, and the payload of the event. */
function cachePolicy(input, env, event) {
	if (input === "off") return {
		restores: false,
		saves: false
	};
	const missing = missingService(env);
	if (missing !== void 0) return off(missing);
	const mode = (env["ACTIONS_CACHE_MODE"] ?? "").trim().toLowerCase();
	const restores = !["none", "write-only"].includes(mode);
	const obstacle = !["none", "read"].includes(mode) ? untrustedReason(env, event) : inMode(mode);
	const saves = input !== "read" && obstacle === void 0;
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
		remark: `the cache is off: ${reason}; kernels that are not in the store of this machine are compiled`
	};
}
function inMode(mode) {
	return `ACTIONS_CACHE_MODE is ${mode}`;
}
/**
* Returns what the runner lacks for a cache; undefined if it has one. github.com and ghe.com have
* version 2 of the service, GitHub Enterprise Server and act have version 1, and act's needs no token.
* Source: @actions/cache, lib/internal/config.js; nektos/act, pkg/artifactcache.
*/
function missingService(env) {
	const server = env["GITHUB_SERVER_URL"] || "https://github.com";
	if (!URL.canParse(server)) return `GITHUB_SERVER_URL is not an address: ${server}`;
	const { hostname: host } = new URL(server);
	const isNew = host === "github.com" || /\.(ghe\.com|localhost)$/.test(host);
	if (isNew && env["ACTIONS_CACHE_SERVICE_V2"]) {
		const missing = ["ACTIONS_RESULTS_URL", "ACTIONS_RUNTIME_TOKEN"].filter((name) => !env[name]);
		if (missing.length === 0) return void 0;
		return `this runner does not set ${missing.join(" and ")} for its cache service`;
	}
	if (env["ACTIONS_CACHE_URL"]) return void 0;
	return isNew ? "this runner has no cache service: it sets neither ACTIONS_CACHE_SERVICE_V2 nor ACTIONS_CACHE_URL" : `${host} has no cache service: its runner does not set ACTIONS_CACHE_URL`;
}
// src/action/cache.ts
/**
* Opens GitHub's cache for what this run may do with it.
* @throws {Failure} `environment` if the input requires it and the runner does not have it.
*/
async function openCache(input, context, client = LIBRARY, limits = LIMITS) {
	const { env, log } = context;
	const missing = missingService(env);
	if (input === "required" && missing !== void 0) {
		const message = `there is no cache to save results to: ${missing}`;
		throw new Failure("environment", {
			message,
			hint: "Set `cache: auto`, which goes on without it."
		});
	}
	const policy = cachePolicy(input, env, await readEventPayload(env));
	if (policy.remark !== void 0) log.info(policy.remark);
	let traffic = {
		restored: 0,
		saved: 0
	};
	let loss;
	const requireSaved = () => {
		if (input !== "required" || loss === void 0) return;
		const hint = `${SAVE_LOSS} Run the job again, or set \`cache: auto\`, which only warns.`;
		throw new Failure("environment", {
			message: loss,
			hint
		});
	};
	const opened = {
		traffic: () => traffic,
		requireSaved
	};
	if (!policy.restores && !policy.saves) return {
		...opened,
		store: void 0
	};
	/** The library finds only archives of the same path: it gets the name alone, which is the same everywhere. */
	const folder = join(context.scratch, "triton-aot-store-3");
	let earlier = EMPTY_COPY;
	let baseline;
	/** A request that takes too long cannot be ended, and still uses the folder. */
	let isLate = false;
	/** Does requests with a time limit. Returns why they failed. */
	const attempt = async (seconds, body) => {
		if (isLate) return "an earlier request is still waiting for it";
		try {
			await within(seconds, context.signal, body());
			return;
		} catch (error) {
			isLate = error instanceof LateError;
			return reasonOf(error);
		}
	};
	const clear = () => rm(folder, {
		recursive: true,
		force: true
	});
	const pull = async (prefixes, read) => {
		await clear();
		if (await client.restore(folder, prefixes) !== void 0) await read();
		await clear();
		const restored = earlier.bytes + (baseline?.bytes ?? 0);
		traffic = {
			...traffic,
			restored
		};
	};
	const push = async (key, bytes) => {
		if (!await client.save(folder, key)) throw new Error("it did not keep the entry");
		traffic = {
			...traffic,
			saved: traffic.saved + bytes
		};
		await clear();
	};
	const restore = async (scope, store) => {
		if (!policy.restores) return;
		const keys = keysOf(scope, context);
		const reason = await attempt(limits.restore, async () => {
			await pull([keys.selection, keys.package], async () => {
				earlier = await readCopy(folder, scope, store);
			});
			await pull([keys.baseline], async () => {
				baseline = await readBaselineCopy(folder, scope, store);
			});
		});
		const { size } = earlier.entries;
		if (size > 0) log.info(`restored ${plural(size, "result")} from the cache (${formatSize(earlier.bytes)})`);
		if (reason === void 0 || context.signal.aborted) return;
		log.warning({
			message: `cannot restore from GitHub's cache: ${reason}`,
			hint: "Kernels that are not in the store are compiled."
		});
	};
	const save = async (scope, store) => {
		if (!policy.saves) return;
		const keys = keysOf(scope, context);
		const reason = await attempt(limits.save, async () => {
			await clear();
			const copy = await writeCopy(folder, scope, store, earlier, limits.bytes);
			if (copy !== void 0) {
				await push(`${keys.selection}${copyDigest(copy)}`, copy.bytes);
				const { size } = copy.entries;
				log.info(`saved ${plural(size, "result")} to the cache (${formatSize(copy.bytes)})`);
			}
			const recorded = await writeBaselineCopy(folder, scope, store, baseline);
			if (recorded !== void 0) await push(`${keys.baseline}${recorded.digest}`, recorded.bytes);
		});
		if (reason === void 0 || context.signal.aborted) return;
		loss = `cannot save to GitHub's cache: ${reason}`;
		log.warning({
			message: loss,
			hint: SAVE_LOSS
		});
	};
	return {
		...opened,
		store: {
			restore,
			save
		}
	};
}
const SAVE_LOSS = "The next run compiles the same kernels again.";
const LIMITS = {
	restore: 120,
	save: 300,
	bytes: 5e8
};
/** Long names are cut: a key can have 512 characters. */
function keysOf(scope, { platform }) {
	const all = `triton-aot-2-${platform.os}-${platform.arch}-${scope.package.slice(0, 200)}-`;
	const selection = scopeName(scope);
	return {
		package: `${all}store-`,
		selection: `${all}store-${selection}-`,
		baseline: `${all}baseline-${selection}-`
	};
}
var LateError = class extends Error {};
/** Rejects if `work` takes too long or the run is interrupted. `work` itself goes on. */
async function within(seconds, signal, work) {
	let timer;
	let interrupt;
	const end = new Promise((_settle, reject) => {
		const late = new LateError(`it took more than ${seconds} s`);
		timer = setTimeout(() => reject(late), seconds * 1e3);
		interrupt = () => reject(late);
		signal.addEventListener("abort", interrupt, { once: true });
	});
	try {
		await Promise.race([work, end]);
	} finally {
		clearTimeout(timer);
		if (interrupt !== void 0) signal.removeEventListener("abort", interrupt);
	}
}
/** The milliseconds after which the library has resolved the path that it saves. */
const RESOLVED = 500;
/** The client is GitHub's own. It reports failures of the service in the log, and as a miss. */
const LIBRARY = {
	async restore(folder, [first = "", ...others]) {
		const { restoreCache } = await import("./actions-cache.js");
		return flattened(folder, () => restoreCache([basename(folder)], first, others));
	},
	async save(folder, key) {
		const { restoreCache, saveCache } = await import("./actions-cache.js");
		const name = basename(folder);
		const here = process.cwd();
		process.chdir(dirname(folder));
		const saving = saveCache([name], key);
		await Promise.race([saving, setTimeout$1(RESOLVED, void 0, { ref: false })]).finally(() => process.chdir(here));
		await saving;
		return await restoreCache([name], key, [], { lookupOnly: true }) === key;
	}
};
/**
* Lets GNU tar extract every member of an archive directly below a folder, links' targets included.
* The library extracts with `tar -P`, which writes to any path that an archive names.
*/
async function flattened(folder, extract) {
	if ((await promisify(execFile)("tar", ["--version"]).catch(() => void 0))?.stdout.includes("GNU tar") !== true) throw new Error("GNU tar is not on PATH");
	if (!/^[\w./@+-]+$/.test(folder)) throw new Error(`RUNNER_TEMP has special characters: ${folder}`);
	await mkdir(folder);
	const before = process.env["TAR_OPTIONS"];
	process.env["TAR_OPTIONS"] = `--transform=s,/*$,,;s,^.*/,,;s,^[.]*$,none,;s,^,${folder}/,`;
	try {
		return await extract();
	} finally {
		if (before === void 0) delete process.env["TAR_OPTIONS"];
		else process.env["TAR_OPTIONS"] = before;
	}
}
// src/action/difference.ts
/**
* Decides what to compare with, and whether later runs are compared with this one. What the default
* branch builds is the baseline, even if something got worse: it was accepted there.
*/
async function comparisonOf({ baseline, failOn }, { env }) {
	if (baseline === "none") return {
		baseline: {},
		failOn: void 0
	};
	const record = baseline === "auto" && isPushToDefaultBranch(env, await readEventPayload(env));
	return {
		baseline: {
			compare: baseline,
			record,
			commit: env["GITHUB_SHA"] || void 0
		},
		failOn: record ? void 0 : failOn
	};
}
const pushSchema = object({ repository: object({ default_branch: string() }) });
/**
* Returns true if the run is for a push to the default branch. Only people with write access can push to it:
* runs for other events never record, whatever code they work on.
*/
function isPushToDefaultBranch(env, event) {
	const branch = pushSchema.safeParse(event).data?.repository.default_branch;
	return env["GITHUB_EVENT_NAME"] === "push" && branch !== void 0 && env["GITHUB_REF"] === `refs/heads/${branch}`;
}
/** The output `difference`: counts as JSON, empty if nothing was compared. */
function differenceOutputs({ difference }) {
	if (difference === void 0) return { difference: "" };
	const regressions = findRegressions(difference).length;
	return { difference: JSON.stringify({
		...differenceCounts(difference),
		regressions
	}) };
}
/** Adds the difference to the job summary, if there is one. */
function addDifferenceSummary(to, { difference }) {
	if (difference === void 0) return to;
	return to.addRaw(`\n\n${differenceMarkdown(difference)}`, true);
}
// src/action/build-report.ts
/** The outputs of the build, by their names in action.yml. */
function buildOutputs(result, { restored, saved }) {
	const { manifest, kernels } = result.plan;
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
		"cache-hit": String(result.compiled === 0),
		"restored-bytes": String(restored),
		"saved-bytes": String(saved)
	};
}
/** The outputs of the upload; undefined if nothing was uploaded. */
function artifactOutputs(artifact) {
	return {
		"artifact-name": artifact?.name ?? "",
		"artifact-id": artifact === void 0 ? "" : String(artifact.id),
		"artifact-url": artifact?.url ?? "",
		"artifact-digest": artifact?.digest ?? ""
	};
}
/**
* The most bytes of a report in the job summary. The rest of 1 MiB is for the tests and for the error
* that ends a step.
*/
const SUMMARY_BYTES = 524288;
/**
* Adds the report of a build to the job summary, without what other parts of the summary say: what failed,
* what changed, and the commit.
*/
function addReport(to, report, env) {
	const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
	const rest = `The report in the [artifacts of this run](${`${server}/${repository}/actions/runs/${run}#artifacts`}) has everything.`;
	return to.addRaw(reportMarkdown(report, {
		bytes: SUMMARY_BYTES,
		rest,
		isPart: true
	}), true);
}
// src/action/smoke-report.ts
/** The most failures in a summary. */
const MAX_FAILURES = 50;
/** Returns the outputs of the root action; empty if there was no smoke test. */
function testOutputs(result, sarif = "") {
	return {
		smoke: result?.outcome ?? "off",
		evidence: result === void 0 ? "" : evidenceOf(result),
		sarif
	};
}
/**
* Returns the outputs, by their names in smoke/action.yml. `results` is the path of the JSON file, `report` that
* of the page, `sarif` that of the findings.
*/
function smokeOutputs(result, results, report, sarif) {
	return {
		result: result.outcome,
		executed: String(result.executed),
		failed: String(result.failed),
		device: result.emulated === void 0 ? result.device?.name ?? "" : "",
		emulated: result.emulated ?? "",
		evidence: evidenceOf(result),
		results,
		sarif,
		report
	};
}
/**
* Adds a smoke test to the job summary: what the emulator cannot execute, then a table of all cases. The failure of the
* test is written before it.
*/
function addSmokeSummary(to, result) {
	to.addHeading(`Smoke test of ${result.package.name} ${result.package.version}`, 3);
	to.addRaw(escapeShort(outcomeText(result)), true);
	if (result.outcome === "unsupported") addUndecided(to, result);
	addTable(to, [
		"Kernel",
		"Case",
		"Runs",
		"Error",
		"Max error",
		"Time",
		"Rate"
	], kernelTables(result).flatMap(tableRows));
	const interpreted = kernelTables(result).flatMap(({ kernel, comparison }) => comparison === COMPARED_WITH.interpreter ? [kernel] : []);
	const remarks = [
		...interpreted.length > 0 ? [`Compared with Triton's interpreter, which can have the same fault as the code: ${interpreted.join(", ")}.`] : [],
		...result.untested.length > 0 ? [`Not tested (no smoke cases): ${result.untested.join(", ")}.`] : [],
		...result.notes
	];
	if (remarks.length > 0) to.addList(remarks.slice(0, MAX_FAILURES).map(escapeHtml));
	return to;
}
function outcomeText(result) {
	const { device, emulated, reason, executed, failed, seconds } = result;
	const counts = `${{
		passed: "\u2705 ",
		failed: "\u274c ",
		unsupported: "\u26a0\ufe0f ",
		built: ""
	}[result.outcome]}${executed - failed} passed, ${failed} failed in ${seconds.toFixed(0)} s`;
	if (emulated !== void 0) return `${counts}: ${emulationText(emulated)}.`;
	if (device === void 0) return `Compiled and linked, not run${reason === void 0 ? "." : `: ${reason.message}.`}`;
	return `${counts} on ${describeGpu(device)}.`;
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
/** The first test of each cause, with the command that repeats it. */
function addUndecided(to, { runs, checks }) {
	const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
	const groups = groupByCause(failed, causeOf);
	for (const [one, ...others] of groups.slice(0, MAX_FAILURES)) {
		const also = others.length === 0 ? "" : `, also in ${plural(others.length, "more test")}`;
		to.addRaw(`<p><b>${escapeShort(titleOf(one))}</b>${also}</p>`, true);
		addBlock(to, escapeShort([
			...one.problems.map(({ message }) => message),
			"",
			one.command
		].join("\n")));
	}
	addOmitted(to, groups.length - MAX_FAILURES, "cause");
}
/**
* Returns the file with the evidence. Empty if no kernel has run: a file in the package is then from an
* earlier test.
*/
function evidenceOf(result) {
	if (result.outcome === "built") return "";
	const file = resolve(result.package.folder, EVIDENCE_FILE);
	return existsSync(file) ? file : "";
}
// src/action/smoke.ts
/** Reads the inputs of the sub-action smoke. */
const readSmokeInputs = inputsOf((read) => {
	const inputs = {
		...readGpuInputs(read, 60),
		release: readRelease(read),
		manifest: read.text("manifest") ?? "kernels.yaml",
		gpu: read.value("gpu", oneOf(["required", "auto"])) ?? "required",
		emulate: read.value("emulate", oneOf(EMULATE_MODES)) ?? "auto",
		python: read.text("python"),
		generate: read.value("generate", COUNT),
		seed: read.value("seed", INDEX) ?? 0,
		sanitize: read.flag("sanitize"),
		token: read.text("token"),
		uploadSarif: readUpload(read),
		flags: read.flags(furtherChecks.parts.map(({ flag }) => flag))
	};
	if (inputs.artifact !== void 0 && inputs.release !== void 0) read.reject("inputs artifact and release: set only one of them");
	return inputs;
});
/** Tests a package that was built before, and reports the result to the workflow. */
async function runSmoke(inputs, context) {
	const { gpu, manifest, sanitize, flags, seed, generate: count, python } = inputs;
	const settings = {
		manifest,
		gpu,
		emulate: emulateRequest(inputs.emulate, inputs, context),
		generate: count === void 0 ? void 0 : {
			count,
			seed: BigInt(seed),
			store: storeFolder(context),
			python
		},
		sanitize,
		flags
	};
	const request = {
		...await gpuRequest(inputs, context),
		...settings
	};
	const result = await runSmokeTest(request, context);
	const locate = await locator(request.package, manifest);
	const found = smokeFailure(result, locate);
	const failure = result.outcome === "unsupported" ? void 0 : found;
	if (failure !== void 0) await summariseFailure(failure, context.env);
	await writeSummary(addSmokeSummary(summary, result), context.env);
	const report = await updateReportOf(request.package, (old) => withSmoke(old, result));
	const results = await writeResults("smoke", result, context.scratch);
	const sarif = await writeFindings(smokeSarif(result, locate), context);
	setOutputs(smokeOutputs(result, results, report, sarif));
	await uploadFindings(sarif, inputs, failure, context);
	if (failure !== void 0) throw failure;
}
/** Runs the smoke test of a package. The caller reports it, and decides whether it is a failure. */
async function runSmokeTest(settings, context) {
	const result = await smoke({
		...settings,
		...machineSettings(context)
	}, context);
	if (result.reason !== void 0) {
		const { message, ...more } = result.reason;
		annotateNotice({
			message: `the smoke test was compiled and linked, but not run: ${message}`,
			...more
		});
	}
	if (result.outcome === "unsupported") {
		const [first] = [...result.runs, ...result.checks].filter(isUnsupported);
		annotateNotice({
			message: `not all of the smoke test was emulated: ${first === void 0 ? "" : failureText(first)}`,
			hint: "Test it on a GPU. `require: emulated` of the action publish does not accept it."
		});
	}
	return result;
}
// src/action/finish.ts
/**
* Builds a package, tests it, reports it to the workflow and uploads it.
* @throws what `build` throws, what the tests found, that results were not saved to `cache` although
* they must be, or what got worse by more than `failOn` allows.
*/
async function buildAndFinish(build, cache, inputs, failOn, context) {
	let result;
	try {
		result = await build();
	} catch (error) {
		if (error instanceof FailedBuild) {
			await summariseFailure(error, context.env);
			const report = await reportBuild(error);
			await writeSummary(addReport(summary, report, context.env), context.env);
		}
		throw error;
	}
	setOutputs({
		...buildOutputs(result, cache.traffic()),
		...differenceOutputs(result)
	});
	const { tested, failure } = await testBuilt(result, inputs, context);
	const findings = tested && smokeSarif(tested, (path) => result.plan.manifest.document.locate(path));
	const sarif = findings && await writeFindings(findings, context);
	setOutputs(testOutputs(tested, sarif));
	const built = await reportBuild(result, originOf(context));
	const report = tested === void 0 ? built : withSmoke(built, tested);
	if (inputs.report) await writeReport(result.out, report);
	setOutputs({ report: inputs.report ? resolve(result.out, REPORT_FILES.html) : "" });
	if (failure !== void 0) await summariseFailure(failure, context.env);
	addReport(summary, report, context.env);
	addDifferenceSummary(summary, result);
	await writeSummary(summary, context.env);
	if (tested !== void 0) await writeSummary(addSmokeSummary(summary, tested), context.env);
	context.signal.throwIfAborted();
	if (sarif !== void 0) await uploadFindings(sarif, inputs, failure, context);
	await reportUpload(() => uploadBuilt(result, inputs, context), failure, context.log);
	if (failure !== void 0) throw failure;
	cache.requireSaved();
	if (failOn !== void 0) checkRegressions(result);
}
/**
* Uploads, and sets the outputs about the artifact. If there is a `failure` already, that is more
* important: then a failed upload is a warning.
*/
async function reportUpload(upload, failure, log) {
	try {
		setOutputs(artifactOutputs(await upload()));
	} catch (error) {
		if (failure === void 0 || !(error instanceof Failure)) throw error;
		for (const problem of error.problems) log.warning(problem);
	}
}
/** Tests the package. Returns the result, and why the test failed or could not run. */
async function testBuilt(result, inputs, context) {
	try {
		const tested = await smokeTestPackage(result, inputs, context);
		return {
			tested,
			failure: tested && testFailure(tested, inputs.smoke, result.plan)
		};
	} catch (error) {
		return { failure: error };
	}
}
/**
* Uploads the package after the tests, because it contains their evidence. Uploads it after failed tests too, for
* inspection.
*/
async function uploadBuilt({ out, plan }, { artifact, matrix, retentionDays }, context) {
	if (artifact === void 0) return void 0;
	return uploadArtifact({
		name: artifact === "auto" ? automaticName(plan.manifest.package, matrix) : artifact,
		folder: out,
		retentionDays
	}, context);
}
/**
* Tests the package. Returns undefined if there is nothing to test.
* @throws {Failure} if the test is required but does not run.
*/
async function smokeTestPackage(result, inputs, context) {
	const { smoke: gpu, device, sanitize } = inputs;
	if (gpu === "off") return void 0;
	if (result.plan.kernels.every(({ smoke }) => smoke === void 0)) {
		skipTest(gpu, withoutTests(result));
		return;
	}
	const emulate = emulateRequest(gpu === "required" ? "never" : inputs.emulate, inputs, context);
	const { file: manifest } = result.plan.manifest;
	const settings = {
		manifest,
		gpu,
		device,
		emulate,
		only: [],
		sanitize
	};
	const times = {
		wait: 600,
		timeout: 60
	};
	return runSmokeTest({
		package: result.out,
		...settings,
		...times
	}, context);
}
/** The failure of a test, with places in the manifest; undefined if it did not fail. */
function testFailure(result, mode, { manifest }) {
	const { outcome, reason } = result;
	if (mode === "required" && outcome === "built" && reason !== void 0) return new Failure("no-gpu", reason);
	if (outcome === "unsupported") return void 0;
	return smokeFailure(result, (path) => manifest.document.locate(path));
}
function skipTest(mode, reason) {
	if (mode === "required") throw reason;
	for (const problem of reason.problems) annotateNotice(problem);
}
function withoutTests({ plan }) {
	return new Failure("smoke", {
		message: "nothing to test: no kernel has a `smoke:` section",
		place: { file: plan.manifest.file },
		hint: "docs/guides/gpu.md explains how to write one."
	});
}
// src/action/build.ts
/** Builds, tests and uploads the package; with the input `shard`, computes and uploads a part. */
async function runBuild(inputs, context) {
	const { shard, results } = inputs;
	const cache = await openCache(shard !== void 0 && inputs.cache !== "off" ? "read" : inputs.cache, context);
	const request = {
		manifest: inputs.manifest,
		targets: inputs.targets,
		triton: inputs.tritonVersion,
		python: inputs.python,
		only: inputs.only,
		out: inputs.out,
		flags: inputs.flags,
		jobs: inputs.jobs,
		store: storeFolder(context),
		storeLimit: DEFAULT_STORE_LIMIT,
		cache: cache.store,
		timeout: 600
	};
	if (shard !== void 0) return runShard({
		...request,
		shard
	}, inputs, context);
	const { baseline, failOn } = await comparisonOf(inputs, context);
	const whole = {
		...request,
		results,
		baseline,
		times: true
	};
	await buildAndFinish(() => build(whole, context), cache, inputs, failOn, context);
}
/** Computes a shard, and uploads what compiles even if something else does not. */
async function runShard(request, { artifact, retentionDays }, context) {
	const { index, count } = request.shard;
	let result;
	let failure;
	try {
		result = await buildShard(request, context);
	} catch (error) {
		if (!(error instanceof Failure) || error.kind !== "compile") throw error;
		failure = error;
	}
	context.signal.throwIfAborted();
	if (artifact !== void 0) {
		const upload = {
			name: artifact === "auto" ? `aot-part-${index}-of-${count}` : artifact,
			folder: request.out,
			retentionDays,
			replaces: true
		};
		await reportUpload(() => uploadArtifact(upload, context), failure, context.log);
	}
	if (failure !== void 0) throw failure;
	setOutputs({
		compiled: String(result?.computed ?? 0),
		cached: String(result?.cached ?? 0)
	});
}
// src/features/own-tests/action.ts
/** True if the input `emulate` of the root action names a program, which then runs in place of a build. */
function namesProgram(get) {
	return !["", ...EMULATE_MODES].includes(get("emulate"));
}
/** Words that switch something on or off, also where they are programs, and the mode that they mean. */
const SWITCHES = new Map([...[
	"true",
	"on",
	"yes",
	"required",
	"always",
	"1"
].map((word) => [word, "auto"]), ...[
	"false",
	"off",
	"no",
	"none",
	"0"
].map((word) => [word, "never"])]);
/**
* Refuses a single word that is no program, such as a misspelt mode. A shell would only say that it found no such command.
* @throws {Failure} `usage`
*/
async function requireProgram(script, env) {
	const word = script.trim();
	if (!/^[\w-]+$/.test(word)) return;
	const meant = SWITCHES.get(word.toLowerCase());
	if (meant === void 0 && await findExecutable(word, env) !== void 0) return;
	const guess = meant === void 0 ? didYouMean(word, EMULATE_MODES) : `; did you mean \`${meant}\`?`;
	const message = `input emulate: invalid value \`${word}\`: expected ${`${EMULATE_MODES.join(", ")} or a program that is on PATH, such as \`pytest tests\``}${guess}`;
	throw new Failure("usage", [{ message }]);
}
/** Reads the inputs of the root action that a program uses. */
const readProgramInputs = inputsOf((read) => ({
	script: read.text("emulate") ?? "",
	gpus: read.list("targets") ?? ["sm_80"],
	upgrade: read.list("upgrade") ?? [],
	summary: read.flag("summary", true),
	artifact: read.text("artifact"),
	retentionDays: read.value("retention-days", COUNT),
	allowUntrusted: read.flag("allow-untrusted"),
	uploadSarif: readUpload(read),
	token: read.text("token")
}));
/**
* Runs a program as a step with `run` would, with its Triton launches executed on the CPU, as for each GPU.
* @throws {Failure} `smoke` if it fails for one of them, `environment` if a launch was not judged, `usage` if the input names no program
*/
async function runProgram({ script, gpus, upgrade, artifact, retentionDays, ...inputs }, context) {
	await requireProgram(script, context.env);
	const folder = join(context.scratch, "emulated");
	await mkdir(folder, { recursive: true });
	const path = join(folder, "report.json");
	const sarif = join(folder, "report.sarif");
	const options = [
		`--gpu=${gpus.join(",")}`,
		`--report=${path}`,
		`--junit=${join(folder, "report.xml")}`,
		`--sarif=${sarif}`,
		...upgrade.length === 0 ? [] : [`--compare-triton=${upgrade.join(",")}`]
	];
	const exit = await runEmulated({
		options,
		program: [
			"bash",
			"--noprofile",
			"--norc",
			"-eo",
			"pipefail",
			"-c",
			script
		],
		hasTerminal: false,
		output: 1
	}, {
		...context,
		env: programEnvironment(context.env)
	});
	context.signal.throwIfAborted();
	const text = await readFile(path, "utf8").catch(() => "");
	const report = emulationSchema.safeParse(tryParseJson(text)).data;
	if (report !== void 0) await writeSummary(addCompared(addEmulation(summary, report, context.env), report.compared, context.env), context.env);
	const isRight = exit.code === 0 && report !== void 0;
	setOutputs({
		smoke: isRight ? "passed" : "failed",
		report: folder,
		sarif: existsSync(sarif) ? sarif : ""
	});
	if (artifact !== void 0) {
		const uploaded = await uploadArtifact({
			name: artifact,
			folder,
			retentionDays
		}, context);
		setOutputs({
			"artifact-name": uploaded.name,
			"artifact-url": uploaded.url
		});
	}
	const lacks = report === void 0 ? "; there is no report on its launches" : "";
	const isUnknown = exit.code === 0 || exit.code === EXIT_CODES.environment && report?.exit === 0;
	const failure = isRight ? void 0 : new Failure(isUnknown ? "environment" : "smoke", { message: `\`${script.trim()}\` failed: it ${describeExit(exit)}, emulated for ${gpus.join(" and ")}${lacks}` });
	if (existsSync(sarif)) await uploadFindings(sarif, inputs, failure, context);
	if (failure !== void 0) throw failure;
}
/** The environment that a step with `run` has: inputs and the runner's tokens are the action's. */
function programEnvironment(env) {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:INPUT_|ACTIONS_)/.test(name)));
}
/** A kernel, and the results of other code in its launches: that of another Triton, or for another GPU. */
const comparedSchema = object({
	kernel: string(),
	file: string(),
	line: number(),
	other: string(),
	verdict: string(),
	launches: number(),
	note: string(),
	costs: string()
});
/** The fields of `triton_aot_emulate --report` that the job summary shows. The reference lists all fields. */
const emulationSchema = object({
	gpu: string(),
	exit: number(),
	right: boolean(),
	kernels: array(object({
		kernel: string(),
		launches: number(),
		judged: number(),
		seconds: number()
	})),
	found: array(object({
		kernel: string(),
		kind: string(),
		message: string(),
		launches: number(),
		expected: number(),
		accepted: number(),
		file: string().nullable(),
		line: number().nullable(),
		tests: array(string()),
		gpus: array(string())
	})),
	compared: array(comparedSchema),
	problems: array(string()),
	no_launch: string()
});
/** Adds the kernels, and what is wrong with them, to the job summary. */
function addEmulation(to, { gpu, right, kernels, found, problems, no_launch: noLaunch }, env) {
	to.addHeading(`Triton kernels, emulated for ${escapeShort(gpu)}`, 3);
	const launches = kernels.reduce((sum, kernel) => sum + kernel.launches, 0);
	const notJudged = launches - kernels.reduce((sum, kernel) => sum + kernel.judged, 0);
	const wrong = found.filter((each) => each.launches === 0 || each.launches > each.expected + each.accepted);
	const parts = [
		plural(launches, "launch", "launches"),
		...notJudged > 0 ? [`${notJudged} not judged`] : [],
		...right ? wrong.length === 0 && notJudged === 0 ? ["all right"] : [] : ["not all right"]
	];
	to.addRaw(noLaunch === "" ? `${parts.join(", ")}.` : `No launch, and none was needed: ${escapeShort(noLaunch)}.`, true);
	addTable(to, [
		"wrong",
		"kernel",
		"line",
		"GPU",
		"launches",
		"tests",
		"message"
	], wrong.map(({ kind, kernel, file, line, gpus, tests, message, ...each }) => [
		kind,
		kernel === "" ? "" : { code: kernel },
		file === null ? "" : placeCell(file, line ?? 1, env),
		gpus.join(", "),
		each.launches === 0 ? "unknown" : `${each.launches}`,
		tests.join(", "),
		message
	]));
	for (const problem of problems) to.addRaw(escapeShort(problem), true);
	addTable(to, [
		"kernel",
		"launches",
		"seconds"
	], kernels.map((each) => [
		{ code: each.kernel },
		`${each.launches}`,
		each.seconds.toFixed(1)
	]));
	return to;
}
/** Adds what other code of the kernels computed and costs, the worst first: what a release manager decides by. */
function addCompared(to, compared, env) {
	for (const other of new Set(compared.map((each) => each.other))) {
		to.addHeading(`The same launches with the code of ${escapeShort(other)}`, 3);
		addTable(to, [
			"result",
			"kernel",
			"line",
			"launches",
			"note",
			"costs"
		], compared.filter((each) => each.other === other).map((each) => [
			each.verdict,
			{ code: each.kernel },
			each.file === "" ? "" : placeCell(each.file, each.line, env),
			`${each.launches}`,
			each.note,
			each.costs
		]));
	}
	return to;
}
/** A line of a file, with a link to it if it is in the repository. */
function placeCell(file, line, env) {
	return {
		text: `${relative(env["GITHUB_WORKSPACE"] ?? "", file)}:${line}`,
		url: linePage(env, file, line)
	};
}
// src/features/tuning/action.ts
/** Reads the inputs of the sub-action tune. */
const readTuneInputs = inputsOf((read) => {
	const manifest = read.text("manifest") ?? "kernels.yaml";
	return {
		...readGpuInputs(read, 60),
		manifest,
		out: read.text("out") ?? join(dirname(manifest), "tuning.json"),
		algo: read.values("algo", INDEX),
		again: read.flag("again")
	};
});
/** Measures a package that was built before, and reports the result to the workflow. */
async function runTune(inputs, context) {
	const { manifest, out: file, algo: algos, again } = inputs;
	const settings = await gpuRequest(inputs, context);
	const result = await tune({
		...settings,
		file,
		algos,
		again,
		timing: DEFAULT_TIMING
	}, context);
	const failure = tuneFailure(result, await locator(settings.package, manifest));
	if (failure !== void 0) await summariseFailure(failure, context.env);
	await writeSummary(addTuneSummary(summary, result), context.env);
	setOutputs(tuneOutputs(result, await writeResults("tune", result, context.scratch)));
	if (failure !== void 0) throw failure;
}
/** Returns the outputs, by their names in tune/action.yml. `results` is the path of the JSON file. */
function tuneOutputs({ file, kernels, device }, results) {
	return {
		tuning: resolve(file),
		measured: String(kernels.reduce((sum, { measured }) => sum + measured, 0)),
		kept: String(kernels.reduce((sum, { kept }) => sum + kept, 0)),
		device: device.name,
		results
	};
}
/** Adds the best algo of each size to the job summary. */
function addTuneSummary(to, result) {
	const { package: measured, device, untuned, seconds } = result;
	to.addHeading(`Measurements of ${measured.name} ${measured.version}`, 3);
	const where = describeGpu(device);
	to.addRaw(escapeShort(`Measured in ${seconds.toFixed(0)} s on ${where}.`), true);
	addTable(to, [
		"Kernel",
		"Size",
		"Best algo",
		"Time",
		"Rate",
		"Algo 0",
		"Slowest",
		"Failed"
	], tuneTables(result).flatMap(({ kernel, rows: own }) => own.map(({ size, best, time, rate, first, slowest, faults }) => [
		kernel,
		size,
		best,
		time,
		rate,
		first,
		slowest,
		faults
	])));
	if (untuned.length > 0) to.addRaw(escapeShort(`Not measured (no cases): ${untuned.join(", ")}.`), true);
	return to;
}
// src/action/bench.ts
/** Reads the inputs of the sub-action bench. */
const readBenchInputs = inputsOf((read) => ({
	...readGpuInputs(read, 300),
	jit: read.flag("jit"),
	python: read.text("python"),
	manifest: read.text("manifest") ?? "kernels.yaml"
}));
/** Times the calls of a package that was built before, and reports them to the workflow. */
async function runBench(inputs, context) {
	const { jit, python, manifest } = inputs;
	const request = {
		...await gpuRequest(inputs, context),
		jit,
		python,
		manifest,
		rounds: 15
	};
	const result = await bench(request, context);
	const report = await updateReportOf(request.package, (old) => withBench(old, result));
	const failure = benchFailure(result);
	if (failure !== void 0) await summariseFailure(failure, context.env);
	await writeSummary(addBenchSummary(summary, result), context.env);
	setOutputs(benchOutputs(result, await writeResults("bench", result, context.scratch), report));
	if (failure !== void 0) throw failure;
}
/**
* The outputs, by their names in bench/action.yml. `results` is the path of the JSON file, `report` that
* of the page.
*/
function benchOutputs({ device }, results, report) {
	return {
		device: device.name,
		results,
		report
	};
}
/** Adds a table for each kernel to the job summary, and what limits the results. */
function addBenchSummary(to, result) {
	const { package: measured, device, notes } = result;
	to.addHeading(`Times of ${measured.name} ${measured.version}`, 3);
	const where = describeGpu(device);
	to.addRaw(escapeShort(`Measured on ${where}.`), true);
	for (const { title, ...table } of benchTables(result)) {
		to.addHeading(escapeShort(title), 4);
		const { headings, rows } = withoutEmptyColumns(table);
		addTable(to, headings, rows);
	}
	for (const remark of notes) to.addRaw(escapeShort(remark), true);
	return to;
}
// src/features/operators/action.ts
/** Reads the inputs of the sub-action wheel. */
const readWheelInputs = inputsOf((read) => ({
	...readPackageInputs(read),
	out: read.text("out") ?? "dist",
	name: read.text("name"),
	layout: read.value("layout", oneOf(WHEEL_LAYOUTS)) ?? WHEEL_LAYOUTS[0],
	allowUntrusted: read.flag("allow-untrusted")
}));
/** Makes a Python package of the operators in a package that was built before. */
async function runWheel(inputs, context) {
	const { out, name, layout } = inputs;
	const request = {
		package: await packageFolder(inputs, context),
		out,
		name,
		layout,
		jobs: workersFor()
	};
	setOutputs(wheelOutputs(await makeWheel(request, context)));
}
/** Returns the outputs, by their names in wheel/action.yml. */
function wheelOutputs(result) {
	const { layout, files, name, version, operators } = result;
	return {
		wheel: layout === "wheel" ? files[0] ?? "" : "",
		files: JSON.stringify(files),
		name,
		version,
		operators: JSON.stringify(operators)
	};
}
// src/features/bundle/action.ts
/** Reads the inputs of the sub-action bundle. */
const readBundleInputs = inputsOf((read) => {
	const recordings = read.list("recordings") ?? [];
	if (recordings.length === 0) read.reject("input recordings is not set");
	const name = read.text("name");
	if (name === void 0) read.reject("input name is not set");
	return {
		recordings,
		name: name ?? "",
		version: read.text("version") ?? "0.1.0",
		out: read.text("out") ?? "dist",
		python: read.text("python") ?? "python3",
		paths: read.list("paths") ?? ["."],
		targets: bundleTargets(read.list("targets")),
		complete: read.flag("complete"),
		wheel: true,
		image: read.flag("oci"),
		allowUntrusted: read.flag("allow-untrusted")
	};
});
/** Compiles what a Python program was recorded to compile. */
async function runBundle(inputs, context) {
	const result = await makeBundle({
		...inputs,
		jobs: workersFor(),
		timeout: 600
	}, context);
	setOutputs(bundleOutputs(result));
	checkComplete(result);
}
/** Returns the outputs, by their names in bundle/action.yml. */
function bundleOutputs(result) {
	return {
		folder: result.folder,
		wheel: result.wheel ?? "",
		image: result.image ?? "",
		package: result.package,
		kernels: String(result.entries)
	};
}
// src/action/attest.ts
/** auto: attest if the job can. required: fail if it cannot. */
const ATTEST_MODES = [
	"auto",
	"required",
	"off"
];
/**
* Returns the function that attests packages for `repository` in this job; undefined if nothing is
* attested. If a job can attest, a later error is a failure with `auto` too: otherwise a release
* could silently lose its attestations.
* @throws {Failure} `usage` if it is required and the job cannot attest.
*/
function openAttestor(mode, token, context, repository = context.env["GITHUB_REPOSITORY"]) {
	if (mode === "off") return void 0;
	const obstacle = obstacleTo(token, repository, context.env);
	if (obstacle === void 0) return (distribution) => attest(distribution, token ?? "", context);
	if (mode === "required") throw new Failure("usage", obstacle);
	context.log.info(`nothing is attested: ${obstacle.message}. ${obstacle.hint ?? ""}`);
}
/** Returns why this job cannot attest. */
function obstacleTo(token, repository, env) {
	const { hostname } = serverOf(env);
	if (hostname !== "github.com" && !hostname.endsWith(".ghe.com")) return {
		message: `${hostname} has no attestation service`,
		hint: "GitHub Enterprise Server has none. Set `attest: off`; users can compare digests."
	};
	if (!env["ACTIONS_ID_TOKEN_REQUEST_URL"] || !env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]) return {
		message: "the job may not request an identity token",
		hint: "Set `permissions: id-token: write` and `attestations: write` on the job. Pull requests of forks never get them."
	};
	if (repository !== env["GITHUB_REPOSITORY"]) return {
		message: `this workflow can only attest for ${env["GITHUB_REPOSITORY"]}, but the release is in ${repository}`,
		hint: "Publish in a workflow of that repository, or set `attest: off`."
	};
	if (token !== void 0) return void 0;
	return {
		message: "there is no token for storing attestations",
		hint: "Do not set `token`: the default is the job's own token, which needs `permissions: attestations: write`."
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
	const signAll = async () => {
		const library = await import("./attest.js");
		const signed = [await sign("the provenance", () => library.attestProvenance(about))];
		for (const { kind, file } of files) {
			const statement = statementOf(kind);
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
	};
	return context.log.group(`Attest ${stem}`, signAll, ({ lines }) => [lines.length, "attestation"]);
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
/**
* Rejects when the signal is aborted. The library cannot be interrupted: its work continues in the
* background.
*/
function unlessAborted(work, signal) {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener("abort", abort, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
const AGAIN = "Run the job again, and check status.sigstore.dev and githubstatus.com. On a self-hosted runner, check that it can reach the service. To publish without attestations, set `attest: off`.";
/** The service that failed, by the code of the signing library's error. */
const SERVICES = {
	CA_CREATE_SIGNING_CERTIFICATE_ERROR: "the certificate authority (Fulcio) issued no certificate",
	TLOG_CREATE_ENTRY_ERROR: "the transparency log (Rekor) accepted no entry",
	TLOG_FETCH_ENTRY_ERROR: "the transparency log (Rekor) returned no entry",
	TSA_CREATE_TIMESTAMP_ERROR: "the timestamp authority issued no timestamp"
};
const ID_TOKEN = {
	message: "the runner provided no identity token",
	hint: "The job needs `permissions: id-token: write`. If it has that, run it again, or set `attest: off`."
};
/**
* The failure for an error of @actions/attest. Has the library's own message, unless that could
* contain the identity token.
*/
function attestFailure(stem, what, error) {
	const { message, hint } = problemOf(error);
	const problem = {
		message: `${stem}: cannot attest ${what}: ${message}`,
		hint
	};
	return new Failure("environment", problem);
}
function problemOf(error) {
	const code = systemCode(error) ?? "";
	const text = messageOf(error);
	const service = SERVICES[code];
	if (service !== void 0) return {
		message: `${service}: ${attestFailureText(error, text)}`,
		hint: AGAIN
	};
	if (code.startsWith("IDENTITY_TOKEN")) return ID_TOKEN;
	if (text.startsWith("Failed to get ID token")) return {
		message: `${ID_TOKEN.message}: ${oneLine(text)}`,
		hint: ID_TOKEN.hint
	};
	if (/Resource not accessible|Must have admin rights|Bad credentials/.test(text)) return {
		message: `the token may not store attestations: ${text}`,
		hint: "The job needs `permissions: attestations: write`, and the token must be the job's own."
	};
	if (text.startsWith("Failed to persist attestation")) return {
		message: `GitHub did not store the attestation: ${text}`,
		hint: `Attestations of private repositories need GitHub Enterprise Cloud. ${AGAIN}`
	};
	return {
		message: oneLine(text),
		hint: AGAIN
	};
}
/** If a service could not be reached, only the cause says why. */
function attestFailureText(error, text) {
	const cause = error instanceof Error ? error.cause : void 0;
	return cause instanceof Error && !text.includes(cause.message) ? `${text}: ${cause.message}` : text;
}
function oneLine(text) {
	return text.replaceAll(/\s+/g, " ");
}
// src/action/publish-report.ts
/** The outputs, by their names in publish/action.yml. */
function publishOutputs(published) {
	const assets = published.files.map(({ asset }) => ({
		name: asset.name,
		id: asset.id,
		url: asset.browser_download_url,
		size: asset.size,
		digest: asset.digest ?? ""
	}));
	const first = assets.find(({ name }) => isArchiveName(name));
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
/**
* The lines of the log about the release. `signer` is the repository whose workflow attests, if any
* does.
*/
function publishLog(published, signer) {
	return [
		outcome(published),
		...published.files.map(({ asset, isNew }) => `${origin(isNew)} ${asset.digest ?? ""} ${asset.name}`),
		...remarksOf(published),
		"To verify:",
		...commandsFor(published, signer).map((line) => `  ${line}`)
	];
}
/**
* Adds the release to the job summary: every file with its digest, and the commands that verify
* them.
*/
function addPublishSummary(to, published, signer) {
	const { files, tag, url } = published;
	to.addHeading(`Release ${escapeHtml(tag)}`, 3);
	to.addRaw(`${escapeHtml(outcome(published))} `).addLink("Release page", url).addEOL();
	addTable(to, [
		"File",
		"Size",
		"Digest",
		""
	], files.map(({ asset, isNew }) => [
		asset.name,
		`${(asset.size / 1024).toFixed(1)} KiB`,
		{ code: asset.digest ?? "" },
		origin(isNew)
	]));
	for (const line of remarksOf(published)) to.addRaw(escapeHtml(line), true).addEOL();
	to.addRaw("To verify:", true);
	to.addCodeBlock(escapeHtml(commandsFor(published, signer).join("\n")), "sh");
	return to;
}
function outcome({ files, isPublished, repository, tag }) {
	const added = files.filter(({ isNew }) => isNew).length;
	return `The release ${tag} of ${repository} ${isPublished ? "is published" : "is a draft"}: ${added} of ${plural(files.length, "file")} ${files.length === 1 ? "is" : "are"} new.`;
}
function origin(isNew) {
	return isNew ? "uploaded" : "already present";
}
function remarksOf({ distributions }) {
	return distributions.flatMap(({ remarks }) => remarks);
}
function commandsFor(published, signer) {
	return published.distributions.flatMap((one) => verifyCommands(one, published, signer));
}
// src/action/publish.ts
/** Reads the inputs of the sub-action publish. */
const readPublishInputs = inputsOf((read) => ({
	...readReleased(read),
	/** The tag that the workflow runs on if undefined. */
	tag: read.text("tag"),
	repository: read.value("repository", REPOSITORY),
	token: read.text("token"),
	/** A folder with evidence of tests elsewhere. */
	evidence: read.text("evidence"),
	require: readRequired(read),
	attest: read.value("attest", oneOf(ATTEST_MODES)) ?? "auto",
	signerWorkflow: read.value("signer-workflow", matching(WORKFLOW_FORM, "a path such as owner/name/.github/workflows/release.yml")),
	draft: read.flag("draft"),
	prerelease: read.value("prerelease", oneOf([
		"auto",
		"true",
		"false"
	])) ?? "auto",
	latest: read.value("latest", oneOf(LATEST_MODES)),
	name: read.text("name"),
	notes: read.text("notes"),
	summary: read.flag("summary", true)
}));
/** Reads the inputs that name what to publish. An empty `package` means none if another one is set. */
function readReleased(read) {
	const others = {};
	for (const { paths, details } of releaseKinds.parts) {
		others[paths.name] = read.list(paths.name) ?? [];
		for (const { name } of details) others[name] = [read.text(name) ?? []].flat();
	}
	const hasOthers = releaseKinds.parts.some(({ paths }) => others[paths.name]?.length);
	return {
		package: read.list("package") ?? (hasOthers ? [] : ["aot"]),
		others
	};
}
const EVIDENCE_RUN = matching(EVIDENCE_RUN_FORM, "the id of a run, or `any`");
/** The evidence that is required, with the id of the run as it is given. */
function readRequired(read) {
	const kind = read.value("require", oneOf([
		"abi-checked",
		"emulated",
		"ran"
	])) ?? "abi-checked";
	const targets = read.list("require-targets");
	const run = read.value("evidence-run", EVIDENCE_RUN);
	if (kind !== "abi-checked") return {
		kind,
		targets: targets ?? [],
		run
	};
	if (targets !== void 0) read.reject("input require-targets: it can only be used with `require: emulated` or `ran`");
	if (run !== void 0) read.reject("input evidence-run: it can only be used with `require: emulated` or `ran`");
	return { kind };
}
/** Publishes what the inputs name, and reports the release to the workflow. */
async function runPublish(inputs, context) {
	const { env, log } = context;
	const { prerelease, evidence, ...chosen } = inputs;
	if (evidence !== void 0) {
		const found = await Promise.all(inputs.package.map((folder) => findPackages(folder)));
		for (const folder of found.flat()) await addEvidence(await readPackage(folder), evidence);
	}
	const repository = repositoryOf(inputs.repository, env);
	const request = {
		...chosen,
		packages: inputs.package,
		tag: inputs.tag ?? tagOf(env),
		repository,
		require: inputs.require.kind !== "abi-checked" ? {
			...inputs.require,
			run: acceptedRun(inputs.require.run, env)
		} : inputs.require,
		prerelease: prerelease === "auto" ? void 0 : prerelease === "true",
		attest: openAttestor(inputs.attest, inputs.token, context, repository)
	};
	const published = await publishRelease(request, context);
	const signer = request.attest === void 0 ? void 0 : repository;
	setOutputs(publishOutputs(published));
	for (const line of publishLog(published, signer)) log.info(line);
	await writeSummary(addPublishSummary(summary, published, signer), env);
}
function tagOf(env) {
	const name = env["GITHUB_REF_NAME"];
	if (env["GITHUB_REF_TYPE"] === "tag" && name) return name;
	const ref = name ? `on the ${env["GITHUB_REF_TYPE"] || "ref"} ${name}` : "without a ref";
	throw new Failure("usage", {
		message: `no tag for the release: the workflow runs ${ref}`,
		hint: "Set `tag`, or start the workflow with `on: push: tags`."
	});
}
// src/action/fetch.ts
/** Reads the inputs of the sub-action fetch. */
const readFetchInputs = inputsOf((read) => ({
	release: read.text("release"),
	asset: read.text("asset"),
	branch: read.text("branch"),
	workflow: read.text("workflow"),
	artifact: read.text("artifact"),
	repository: read.value("repository", REPOSITORY),
	token: read.text("token"),
	package: read.text("package"),
	targets: read.list("targets"),
	digest: read.text("digest"),
	attestation: read.value("attestation", oneOf(ATTESTATION_MODES)) ?? "off",
	signerWorkflow: read.text("signer-workflow"),
	denySelfHostedRunners: read.flag("deny-self-hosted-runners"),
	out: read.text("out") ?? "aot"
}));
/**
* Turns inputs into a request, for the workflow's own repository if they name none.
* @throws {Failure} `usage` with every problem of the inputs.
*/
function requestOf(inputs, env) {
	return fetchRequest({
		...inputs,
		repository: repositoryOf(inputs.repository, env)
	});
}
/** Fetches a package, and sets the variables with which later steps find it. */
async function runFetch(inputs, context) {
	const request = requestOf(inputs, context.env);
	const { source } = request;
	const from = source.kind === "release" ? `release ${source.release}` : `branch ${source.branch}`;
	const fetched = await context.log.group(`Fetch from the ${from} of ${source.repository}`, () => fetchPackage(request, context));
	for (const { name, value } of searchPaths(fetched.folder, context.env)) exportVariable(name, value);
	setOutputs(fetchOutputs(fetched));
}
/** The outputs, by their names in fetch/action.yml. */
function fetchOutputs(fetched) {
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
		digest: fetched.digest
	};
}
// src/action/setup.ts
/** The sub-action setup has no inputs. */
const readSetupInputs = inputsOf(() => ({}));
/**
* Puts `triton-aot` on PATH for later steps of the job. It runs this version with the Node of the runner, so that the job
* needs no other.
*/
async function runSetup(_inputs, context) {
	const folder = join(context.scratch, "triton-aot-bin");
	const path = join(folder, "triton-aot");
	await mkdir(folder, { recursive: true });
	const program = [process.execPath, COMMAND_LINE].map(shellQuote).join(" ");
	await writeFile(path, `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 493 });
	addPath(folder);
	context.log.info(`triton-aot ${VERSION} is on PATH for the next steps`);
	setOutputs({
		version: VERSION,
		path
	});
}
export { downloadFile, namesProgram, readBenchInputs, readBuildInputs, readBundleInputs, readFetchInputs, readProgramInputs, readPublishInputs, readSetupInputs, readSmokeInputs, readTuneInputs, readWheelInputs, runAction, runBench, runBuild, runBundle, runFetch, runProgram, runPublish, runSetup, runSmoke, runTune, runWheel, webDownload };
