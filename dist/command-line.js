import { Failure, HOME_VARIABLE, Memory, ProgramFailure, VERSION, debugError, endText, exitCodeOf, formatProblem, freeBytes, interruptible, machineFailure, onDebug, paceMeter, progressTexts, readPlatform, run, shellQuote, systemCode, toolchainHome, visibleText, withoutCommands } from "./start.js";
import { proposalsOf, registerFeatures } from "./core.js";
import { Command, CommanderError, Option } from "./vendor.js";
import { homedir, tmpdir } from "node:os";
import { styleText } from "node:util";
// src/entries/commands.ts
/** In the order of the help. A command is loaded when it is asked for: all take twice as long. */
const LOADERS = [
	[["emulate"], async () => (await import("./commands/own-tests.js")).addEmulateCommand],
	[["upgrade"], async () => (await import("./commands/upgrade-command.js")).addUpgradeCommand],
	[["check"], async () => (await import("./commands/check-command.js")).addCheckCommand],
	[["init"], async () => (await import("./commands/init-command.js")).addInitCommand],
	[["record"], async () => (await import("./commands/record-command.js")).addRecordCommand],
	[["build"], async () => (await import("./commands/build.js")).addBuildCommand],
	[["smoke"], async () => (await import("./commands/smoke.js")).addSmokeCommand],
	[["tune"], async () => (await import("./commands/tuning.js")).addTuneCommand],
	[["bench"], async () => (await import("./commands/bench.js")).addBenchCommand],
	[["verify"], async () => (await import("./commands/verify.js")).addVerifyCommand],
	[["diff"], async () => (await import("./commands/diff.js")).addDiffCommand],
	[["pack"], async () => (await import("./commands/pack.js")).addPackCommand],
	[["wheel"], async () => (await import("./commands/operators.js")).addWheelCommand],
	[["bundle"], async () => (await import("./commands/bundle.js")).addBundleCommand],
	[["publish"], async () => (await import("./commands/publish.js")).addPublishCommand],
	[["fetch"], async () => (await import("./commands/fetch.js")).addFetchCommand],
	[["plan"], async () => (await import("./commands/plan.js")).addPlanCommand],
	[["list", "schema"], async () => (await import("./commands/list.js")).addListCommands],
	[["completion"], async () => (await import("./commands/completion.js")).addCompletionCommand]
];
/**
* Loads what adds the command that the arguments begin with, or all commands if they begin otherwise:
* with an option, `help` or a wrong name, or ask what commands there are.
*/
async function loadCommands([name = ""]) {
	const named = name === "completion" ? [] : LOADERS.filter(([names]) => names.includes(name));
	const loaded = [];
	for (const [, load] of named.length > 0 ? named : LOADERS) loaded.push(await load());
	return loaded;
}
// src/cli/event-log.ts
/** Returns a log that writes one JSON object per line. `show` makes text harmless. */
function eventLog(stream, now, show) {
	const meter = paceMeter(now);
	const write = (event) => {
		const line = JSON.stringify(event, (_key, value) => typeof value === "string" ? show(value) : value);
		stream.write(`${line}\n`);
	};
	return {
		async group(title, body, counted) {
			const start = now();
			const end = (ok) => ({
				event: "group-end",
				title,
				ok,
				seconds: (now() - start) / 1e3
			});
			write({
				event: "group-start",
				title
			});
			meter.start();
			try {
				const result = await body();
				const [count, unit] = counted?.(result) ?? [];
				write({
					...end(true),
					...count !== void 0 && unit !== void 0 && {
						count,
						unit
					}
				});
				return result;
			} catch (error) {
				write(end(false));
				throw error;
			}
		},
		wait: (_title, body) => body(),
		info: (message) => write({
			event: "info",
			message
		}),
		detail: (message) => write({
			event: "detail",
			message
		}),
		progress: (done, total, label, share) => write({
			event: "progress",
			done,
			total,
			label,
			...rounded(meter.after(done, total, share))
		}),
		warning: (problem) => write(problemEvent("warning", problem)),
		error: (problem) => write(problemEvent("error", problem)),
		end: (exitCode) => write({
			event: "end",
			exitCode
		})
	};
}
/** A measured time has no more than three digits. */
function rounded(pace) {
	const entries = Object.entries(pace).map(([key, value]) => [key, Number(value.toPrecision(3))]);
	return Object.fromEntries(entries);
}
function problemEvent(event, { message, place, hint }) {
	return {
		event,
		message,
		...place,
		...hint !== void 0 && { hint }
	};
}
// src/cli/log.ts
/** A group that fails at once needs no line: the error says enough. */
const QUICK = 1e3;
/** Moves to the start of the line and erases it. */
const CLEAR_LINE = "\r\x1B[K";
/**
* Returns a log for a terminal or a file, with indented lines and progress. A group is one line when it
* ends, or, if it logs something, a heading and a line at the end. While a group runs, a terminal shows
* its time, and a file gets a line every ten seconds.
*/
function terminalLog(terminal, now, { show = visibleText, hasColours = false, cut = (text) => text, isVerbose = false, every } = {}) {
	const groups = [];
	let lastProgress = now();
	let isLineOpen = false;
	const styled = (style, text) => hasColours ? styleText(style, text, { validateStream: false }) : text;
	/** Erases the current progress line, if any. */
	const clearLine = () => {
		if (isLineOpen) terminal.write(CLEAR_LINE);
		isLineOpen = false;
	};
	const writeAt = (depth, text) => {
		clearLine();
		terminal.write(`${indentAt(depth)}${text.replaceAll("\n", `\n${indentAt(depth)}`)}\n`);
	};
	const writeStyled = (text) => {
		for (const [depth, group] of groups.entries()) {
			if (!group.isShown) writeAt(depth, group.heading);
			group.isShown = true;
		}
		writeAt(groups.length, text);
	};
	const write = (text) => writeStyled(show(text));
	const writeProblem = (style, name, problem) => writeStyled(`${styled(style, `${name}:`)} ${show(formatProblem(problem))}`);
	/** Shows a line until the next one. A line that was longer would be wrapped, and could not be erased. */
	const writeOpen = (text) => {
		const depth = groups.filter(({ isShown }) => isShown).length;
		const line = `${indentAt(depth)}${show(text).replaceAll(/\s+/g, " ")}`;
		terminal.write(`${CLEAR_LINE}${cut(line, (terminal.columns || Infinity) - 1)}`);
		isLineOpen = true;
	};
	/** Shows how far a group is: at once at a terminal, and not too often in a file. */
	const writeProgress = (text) => {
		if (terminal.isTTY === true) writeOpen(text);
		else if (now() - lastProgress >= 1e4) {
			lastProgress = now();
			write(text);
		}
	};
	const texts = progressTexts(now, writeProgress, every);
	return {
		async group(title, body, counted) {
			const start = now();
			const group = {
				heading: styled("bold", show(title)),
				isShown: false
			};
			groups.push(group);
			lastProgress = start;
			if (terminal.isTTY === true) writeOpen(title);
			const end = (made) => {
				const text = endText(now() - start, made);
				if (group.isShown) write(text);
				groups.pop();
				const isQuiet = made === "failed" && now() - start < QUICK;
				if (!group.isShown && isQuiet) clearLine();
				else if (!group.isShown) writeStyled(`${group.heading}: ${text}`);
			};
			try {
				const result = await texts.during(title, body);
				end(counted?.(result) ?? "done");
				return result;
			} catch (error) {
				end("failed");
				throw error;
			}
		},
		async wait(title, body) {
			lastProgress = now();
			try {
				return await texts.during(title, body);
			} finally {
				clearLine();
			}
		},
		info: write,
		detail(message) {
			if (isVerbose) write(message);
		},
		progress(done, total, label, share) {
			writeProgress(texts.step(done, total, label, share));
		},
		warning: (problem) => writeProblem("yellow", "warning", problem),
		error: (problem) => writeProblem("red", "error", problem),
		end: clearLine
	};
}
function indentAt(depth) {
	return "  ".repeat(depth);
}
// src/cli/program.ts
/**
* Returns the program with some commands. Results go to standard output, everything else to standard
* error.
*/
function commandLine(commands, host, signal, log = selectedLog(host)) {
	const context = contextOf(host, signal, log);
	const program = new Command("triton-aot").description("Compile Triton kernels ahead of time into C packages that C++ programs link").version(VERSION, "-V, --version", "Print the version").helpOption("-h, --help", "Print help").helpCommand("help [command]", "Print help for a command").configureHelp(HELP_STYLE).addOption(new Option("--log-format <format>", "Format of standard error").choices(LOG_FORMATS).default("text")).option("--verbose", "Show environments, costs and what is in the store").on("option:verbose", () => log.showDetails()).option("--debug", "Also show which programs are started, and what caused an error").on("option:debug", () => {
		log.showDetails();
		onDebug((text) => log.log.detail(text));
	}).on("option:log-format", (format) => log.select(format)).exitOverride().configureOutput({
		outputError: (text) => log.log.error(usageProblem(text, program)),
		writeErr: (text) => {
			if (log.format === "text") host.stderr.write(text);
		}
	}).showHelpAfterError(TRY_HELP).addHelpText("after", HELP);
	const propose = proposalsOf(host);
	for (const add of commands) {
		const answer = (isJson, json, text) => {
			host.stdout.write(isJson === true ? `${JSON.stringify(json, void 0, 2)}\n` : shownText(text, host.env));
		};
		add(program, context, answer, propose);
	}
	return program;
}
/** Matches commander's error for a word that belongs to no option. */
const TOO_MANY = /^too many arguments for '(?<name>[\w-]+)'/;
/** Describes an error of the command line. A manifest or package without its option gets a hint. */
function usageProblem(text, program) {
	const message = text.trimEnd().replace(/^error: /, "");
	const command = program.commands.find((each) => each.name() === TOO_MANY.exec(message)?.groups?.["name"]);
	const word = command?.args[command.registeredArguments.length];
	if (command === void 0 || word === void 0) return { message };
	const option = (/\.ya?ml$/i.test(word) ? ["--manifest", "--package"] : ["--package", "--manifest"]).find((long) => command.options.some((each) => each.long === long));
	return {
		message: `unexpected argument \`${word}\` of \`${command.name()}\``,
		...option !== void 0 && { hint: `Write \`triton-aot ${command.name()} ${option} ${shellQuote(word)}\`.` }
	};
}
const LOG_FORMATS = ["text", "json"];
function selectedLog({ stderr, env }, cut) {
	const show = (text) => shownText(text, env);
	let isVerbose = false;
	const open = (format) => format === "json" ? eventLog(stderr, Date.now, show) : terminalLog(stderr, Date.now, {
		show,
		hasColours: hasColours(stderr, env),
		cut,
		isVerbose
	});
	let [format, log] = ["text", open("text")];
	return {
		get format() {
			return format;
		},
		get log() {
			return log;
		},
		select: (selected) => [format, log] = [selected, open(selected)],
		showDetails() {
			isVerbose = true;
			log = open(format);
		}
	};
}
/** Returns true for a terminal that has colours, unless NO_COLOR is set. */
function hasColours(stream, env) {
	return stream.isTTY === true && (stream.getColorDepth?.(env) ?? 1) > 1;
}
const TRY_HELP = "For more information, try '--help'.";
/** Choices and the default follow an option's description, in parentheses and without quotes. */
const HELP_STYLE = { optionDescription: ({ description, argChoices, defaultValue, defaultValueDescription }) => {
	const initial = defaultValueDescription ?? String(defaultValue ?? "");
	const notes = [...argChoices === void 0 ? [] : [`one of ${argChoices.join(", ")}`], ...initial === "" ? [] : [`default: ${initial}`]];
	return notes.length === 0 ? description : `${description} (${notes.join("; ")})`;
} };
const HELP = `
Environment:
  ${HOME_VARIABLE}         Folder of Triton environments, downloads and the store
                          (default: triton-aot in the user's cache folder)
  GH_TOKEN, GITHUB_TOKEN  Token for GitHub, used by fetch, publish and verify
  GITHUB_REPOSITORY       Default of --repository
  GITHUB_API_URL          Address of GitHub's API (default: https://api.github.com)
  NO_COLOR                No colours on standard error

Exit codes:
    0  Success
    1  Internal error
    2  Invalid command line or manifest
    3  Environment problem, such as Python, Triton, disk or network
    4  A kernel did not compile
    5  A kernel's parameters do not match its cubin
    6  A smoke test or a measurement failed
    7  No usable GPU
    8  Refused as unsafe
    9  Verification failed
   10  A budget was exceeded, or something got worse by more than --fail-on allows
  130  Interrupted
  141  The reader of the output has closed it

Examples:
  triton-aot build --manifest kernels.yaml --out aot
  triton-aot smoke --package aot
  triton-aot pack --package aot --out release`;
function contextOf(host, signal, selected) {
	return {
		env: host.env,
		platform: readPlatform(),
		get log() {
			return selected.log;
		},
		signal,
		runTool: run,
		home: toolchainHome(host.env, homedir()),
		scratch: tmpdir(),
		memory: new Memory(),
		freeBytes,
		download: async (...download) => (await import("./web.js")).downloadFile(...download),
		now: Date.now
	};
}
/** Returns text for the user, with names and output of others, as nothing but text. */
function shownText(text, env) {
	const visible = visibleText(text);
	return env["GITHUB_ACTIONS"] === "true" ? withoutCommands(visible) : visible;
}
/** Reports the error that ended a command. */
function reportError(error, { format, log }) {
	if (error instanceof CommanderError) {
		if (format === "json" && error.code === "commander.help") log.error({
			message: "no command is given",
			hint: TRY_HELP
		});
		return;
	}
	debugError(error);
	for (const problem of problemsIn(error)) log.error(problem);
	if (error instanceof Failure && error.summary !== void 0) log.info(error.summary);
}
function problemsIn(error) {
	if (error instanceof Failure) return error.problems;
	if (error instanceof ProgramFailure) return error.isReported ? [] : [{ message: error.message }];
	return [{
		message: `internal error: ${error instanceof Error ? error.stack ?? error.message : String(error)}`,
		hint: "This is a bug in triton-aot. Please report it with the command and the manifest."
	}];
}
/**
* Returns the exit code for the error that ended a command: 0 if help or the version was requested.
*/
function exitStatusOf(error) {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	return error instanceof ProgramFailure ? error.status : exitCodeOf(error);
}
/** Returns the exit code if standard output cannot be written any more; says why, if it is not closed. */
function endOfOutput(error, log) {
	if (systemCode(error) === "EPIPE") return 141;
	log.error({ message: `cannot write to standard output: ${error.message}` });
	return 3;
}
// src/entries/command-line.ts
/** Runs the command that `process` was started with, and sets the exit code. */
async function runCommandLine() {
	registerFeatures();
	const cut = process.stderr.isTTY ? (await import("./columns.js")).cutToColumns : void 0;
	const selected = selectedLog(process, cut);
	process.once("exit", (code) => selected.log.end(code));
	process.stdout.on("error", (error) => {
		process.exitCode = endOfOutput(error, selected.log);
	});
	process.stderr.on("error", () => void 0);
	const interruption = interruptible(process);
	const argv = process.argv.slice(2);
	try {
		await commandLine(await loadCommands(argv), process, interruption.signal, selected).parseAsync();
	} catch (thrown) {
		const error = machineFailure(thrown) ?? thrown;
		reportError(error, selected);
		process.exitCode = exitStatusOf(error);
	} finally {
		interruption.release();
	}
}
export { runCommandLine };
