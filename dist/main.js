import { a as setOutput, i as info, n as getInput, o as warning, r as group, s as summary, t as error } from "./runner.js";
import { _ as isGenerator, b as formatProblem, d as describeSpecialisation, g as GENERATORS, h as isKnownWrong, l as toolchainHome, m as KNOWN_WRONG, n as interruptible, o as readPlatform, r as build, s as freeBytes, u as describeConfig, v as Failure, y as exitCodeOf } from "./core.js";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
// src/action/inputs.ts
/**
* Reads all inputs. `get` gives an input's text, empty when it was not set.
* @throws {Failure} `usage` naming every input that makes no sense.
*/
function readInputs(get) {
	const jobs = get("jobs");
	const generator = get("generator") || void 0;
	const allowKnownWrong = list(get("allow-known-wrong")) ?? [];
	const problems = [
		.../^([1-9]\d{0,3})?$/.test(jobs) ? [] : [wrong("jobs", jobs, "a whole number from 1")],
		...generator === void 0 || isGenerator(generator) ? [] : [wrong("generator", generator, `one of ${GENERATORS.join(", ")}`)],
		...allowKnownWrong.filter((name) => !isKnownWrong(name)).map((name) => wrong("allow-known-wrong", name, `some of ${KNOWN_WRONG.join(", ")}`))
	];
	if (problems.length > 0) throw new Failure("usage", problems);
	return {
		manifest: get("manifest") || "kernels.yaml",
		targets: list(get("targets")),
		tritonVersion: get("triton-version") || void 0,
		python: get("python") || void 0,
		out: get("out") || "aot",
		jobs: jobs === "" ? availableParallelism() : Number(jobs),
		only: list(get("only")),
		generator: generator !== void 0 && isGenerator(generator) ? generator : void 0,
		allowKnownWrong
	};
}
function wrong(name, text, expected) {
	return { message: `input ${name}: \`${text}\` is not usable: expected ${expected}` };
}
function list(text) {
	const items = text.split(/[\s,]+/).filter((item) => item !== "");
	return items.length === 0 ? void 0 : items;
}
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
// src/action/report.ts
/** Rows of the summary's table: the runner drops a summary above 1 MiB as a whole. */
const MOST_ROWS = 500;
/** Every output's name in action.yml, with its value. */
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
/** Builds the package and tells the workflow about it. */
async function runBuild(inputs, env, signal) {
	const context = contextOf(env, signal);
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
	for (const [name, value] of Object.entries(outputsOf(result))) setOutput(name, value);
	await (result.generator === "triton" ? writeStockSummary(result) : writeSummary(result));
}
function contextOf(env, signal) {
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
// src/main.ts
const interruption = interruptible(process);
try {
	await runBuild(readInputs(getInput), process.env, interruption.signal);
} catch (error) {
	if (error instanceof Failure) annotateErrors(error.problems);
	else annotateErrors([{ message: error instanceof Error ? error.stack ?? error.message : String(error) }]);
	process.exitCode = exitCodeOf(error);
} finally {
	interruption.release();
}
export {};
