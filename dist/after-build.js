import { BENCH_FOLDER, BUNDLE_FOLDER, DEFAULT_MANIFEST, Failure, NEWEST_TESTED, OPERATORS_FOLDER, RECORDER_FOLDER, RUNTIME_FOLDER, canonicalJson, compareReleases, describeExit, fileJson, filesBelow, findExecutable, formatPlace, groupBy, indent, installerEnvironment, isSystemError, machineFailure, makeFolder, makeScratch, messageOf, normalName, plural, programEnvironment, readBelow, readIfExists, readPlainFile, readerContext, reasonOf as reasonOf$1, recordedVariables, removeFolder, replaceFolder, runAttached, runForeignProgram, runReader, selector, sha256, shellQuote, shownPath, stepCounter, systemCode, tryParseJson, wheelMachine, writeAtomically } from "./start.js";
import { ATOMICS_DIFFER, BUILD_BACKEND, DEFAULT_OPTIONS, DEFAULT_TIMING, MANIFEST_FILE, Problems, SBOM_FILE, SUMS_FILE, VENDORS, VENDOR_NAMES, addEntries, addPackages, blockSizes, buildProbe, buildTestPrograms, bytesOf, calledKernels, canRepeat, causeOf, changedSources, codeOfRun, compileUnit, compileUnits, constantText, contentsOf, dataFolders, describeDevice, describeRuns, emitPython, emitPythonCondition, emulate, endLine, ensureWheelTools, evaluateGrid, expressionText, failureText, findCCompiler, findCompilers, findCudaHeader, findDevice, findSanitizer, formatArgumentType, formatAxis, formatConstant, formatGrid, freeKernelName, freePackageName, functionFacts, groupByCause, includes, insideOf, integerOf as integerOf$1, isFloat, isInteger, isOptionName, isPythonKeyword, isUnsupported, kernelFunctionSchema, kernelOn, largestCase, lastLines, layoutOf, leaseDevice, linkName, makeFolders, measureKernel, meets, namesIn, namesModule, newManifest, operatorsOf, operatorsPath, packArchive, packageUnits, packagesText, parseArgumentType, parseAxis, parseGrid, parseManifestText, parseTarget, pathIn, physicalInput, rateText, readManifest, readPackage, readSmokePackage, readTargets, readTuning, recordedDevice, requestFor, resolveKernel, runSchema, scalar, selectKernels, selectTests, selectionOn, settingsFor, sourceLineOf, sourceReader, stepsFor, subjectOf, substitute, symbolsOf, testNeeds, testPackage, textOf, timeText as timeText$1, toWire, unpackPackages, unpackZip, unreadableSource, vendorFor, vendorOf, vendorsIn, versionSchema, warpSizeOf, wireConstantSchema, withDevice, withMeter, writeBeside, writeSums, writeTuning } from "./core.js";
import { _enum, _null, array, boolean, discriminatedUnion, literal as literal$1, looseObject, number, object, record as record$1, string, tuple as tuple$1, union, unknown } from "./vendor.js";
import { createHash } from "node:crypto";
import { copyFile, cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
// src/smoke.ts
/**
* Tests a package on a GPU, or on request on an emulator: selects the tests, builds a C++ program that
* calls every kernel (the harness), locks a GPU, runs the tests, and writes evidence.json to the package. Failed tests are
* part of the result; see `smokeFailure`.
* @throws {Failure} `usage`, `verification`, `environment`, `no-gpu`, or `smoke` if there is
* nothing to test or a user's own test does not compile.
*/
async function smoke(request, context) {
	const start = context.now();
	const pkg = await readSmokePackage(request.package);
	const changed = await changedSources(pkg, request.manifest);
	if (changed !== void 0) context.log.warning(changed);
	const selection = selectTests(pkg, request);
	const folder = await buildFolder(request, context);
	try {
		return resultOf(pkg, selection, await buildAndTest(pkg, selection, folder, request, context), (context.now() - start) / 1e3);
	} finally {
		if (request.keep === void 0) await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/**
* Returns a failed result as a failure; undefined if it passed or was only built. `locate` finds
* manifest lines.
*/
function smokeFailure({ runs, checks, outcome }, locate) {
	if (outcome !== "failed" && outcome !== "unsupported") return void 0;
	const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
	if (failed.length === 0) return new Failure("smoke", { message: "no test was run" });
	const isUnknown = outcome === "unsupported";
	return new Failure(isUnknown ? "no-gpu" : "smoke", groupByCause(failed, causeOf).map(([result, ...others]) => ({
		...failureAt(result, others.length, locate?.(result.path)),
		hint: isUnknown ? "The emulator cannot execute this. Test it on a GPU, or emulate another target with --target." : `Run only this test: ${result.command}`
	})));
}
/** Describes a failure, which others are like, at the line of the Python file, or else at that of its case. */
function failureAt(result, others, inManifest) {
	const rest = others === 0 ? "" : `; also in ${plural(others, "more test")}`;
	const at = sourceLineOf(result.problems);
	if (inManifest === void 0 || at === void 0) return {
		message: `${failureText(result)}${rest}`,
		place: inManifest
	};
	return {
		message: `${failureText(result, true)}${rest}`,
		place: {
			file: join(dirname(inManifest.file), at.file),
			line: at.line
		}
	};
}
async function buildFolder({ keep }, { scratch }) {
	if (keep === void 0) return makeScratch(scratch, "smoke");
	const folder = resolve(keep);
	await makeFolder(folder);
	return folder;
}
async function buildAndTest(pkg, selection, folder, request, context) {
	const { log } = context;
	const vendors = vendorsIn(selection.tests.map(({ kernel }) => kernel));
	if (request.sanitize && !vendors.includes("cuda")) throw noSanitizer();
	const sanitizer = request.sanitize ? await findSanitizer(context.env) : [];
	const settings = {
		compilers: await findCompilers(context.env),
		cudaInclude: await findCudaHeader(context.env),
		folder,
		jobs: request.jobs
	};
	const { emulate: emulation } = request;
	if (emulation?.when === "always") return emulate(pkg, selection, settings, {
		...request,
		emulate: emulation
	}, context);
	const needs = vendors.map((vendor) => testNeeds(vendor, pkg, selection.tests, request));
	const { probe, found, library, obstacles } = await log.group("Look for a GPU", async () => {
		const program = await buildProbe(settings, context);
		return {
			probe: program,
			...await findDevice(program, needs, request.device, context)
		};
	});
	const reason = joined(obstacles);
	if (reason !== void 0 && request.gpu === "required") throw new Failure("no-gpu", vendors.includes("cuda") ? withEmulation(obstacles, request) : obstacles);
	let why = reason;
	if (reason !== void 0 && emulation !== void 0) {
		log.info(`no GPU: ${reason.message}`);
		try {
			return await emulate(pkg, selection, settings, {
				...request,
				emulate: emulation
			}, context);
		} catch (error) {
			if (!(error instanceof Failure)) throw error;
			why = {
				...reason,
				message: `${reason.message}; and no emulation: ${error.message}`
			};
		}
	}
	if (request.sanitize && found?.vendor === "hip") throw noSanitizer();
	const build = (vendor) => log.group("Build the smoke test", () => buildTestPrograms(pkg, contentsOf(pkg, selectionOn(selection, vendor), vendor), settingsFor(vendor, settings, library), context), ({ harness, ownTests }) => [(harness === void 0 ? 0 : 1) + ownTests.size, "program"]);
	if (found === void 0) {
		for (const vendor of vendors) await build(vendor);
		log.info(`built, but not run: ${why?.message}`);
		return {
			reason: why,
			device: void 0,
			runs: [],
			checks: [],
			notes: []
		};
	}
	const programs = await build(found.vendor);
	const { tests, notes } = selectionOn(selection, found.vendor);
	const wantsSecond = tests.some(({ isWhole, runs }) => isWhole && runs.length > 0);
	const lease = await leaseDevice(probe, found, {
		...request,
		wantsSecond
	}, context);
	try {
		const setup = {
			pkg,
			programs,
			lease,
			request,
			sanitizer,
			...dataFolders(folder, request)
		};
		const tested = await log.group(`Test on ${lease.device.name} (${lease.device.uuid})`, () => testPackage(tests, setup, context), ({ runs, checks }) => [runs.length + checks.length, "test"]);
		return {
			reason: void 0,
			...tested,
			notes: [...notes, ...tested.notes]
		};
	} finally {
		await lease.release();
	}
}
function noSanitizer() {
	return new Failure("usage", {
		message: "compute-sanitizer is a tool of NVIDIA and does not test code for GPUs of AMD",
		hint: "Omit --sanitize."
	});
}
/** Adds the command that does the same test without a GPU, if there is one. */
function withEmulation(obstacles, { command, sanitize, device, requireTuned }) {
	if (command === void 0 || sanitize || device !== void 0 || requireTuned === true) return obstacles;
	const proposal = `To test it without a GPU: ${command} --emulate`;
	return obstacles.map((each, index) => index < obstacles.length - 1 ? each : {
		...each,
		hint: [each.hint, proposal].filter(Boolean).join("\n")
	});
}
/** Joins the reasons that there is no GPU of one vendor, and none of the other. */
function joined(obstacles) {
	const [first] = obstacles;
	const message = obstacles.map((each) => each.message).join("; ");
	return first && {
		...first,
		message
	};
}
function resultOf({ manifest, folder }, { untested }, results, seconds) {
	const { runs, checks, reason } = results;
	const all = [...runs, ...checks];
	const failed = all.filter(({ problems }) => problems.length > 0).length;
	const unsupported = all.filter(isUnsupported).length;
	const isFailed = failed > unsupported || all.length === 0;
	return {
		package: {
			name: manifest.package,
			version: manifest.version,
			folder
		},
		outcome: reason !== void 0 ? "built" : isFailed ? "failed" : unsupported > 0 ? "unsupported" : "passed",
		...results,
		untested,
		executed: all.length,
		failed,
		seconds
	};
}
// src/prove/measure/tune-table.ts
/** Returns a table for each measured kernel. */
function tuneTables({ kernels }) {
	return kernels.map(({ kernel, sizes, measured, kept }) => ({
		kernel,
		algos: new Set(sizes.flatMap(({ scores }) => scores.map(({ algo }) => algo))).size,
		measured,
		kept,
		rows: sizes.map(rowOf$1)
	}));
}
function rowOf$1({ case: size, scores, bytes, flops }) {
	const times = scores.flatMap(({ algo, microseconds }) => microseconds === void 0 ? [] : [{
		algo,
		microseconds
	}]);
	const faults = scores.length - times.length;
	const failed = faults === 0 ? "" : String(faults);
	const [best, ...others] = times.toSorted((a, b) => a.microseconds - b.microseconds);
	if (best === void 0) return {
		size,
		best: "",
		time: "",
		rate: "",
		first: "",
		slowest: "",
		faults: failed
	};
	const { microseconds } = best;
	const first = times.find(({ algo }) => algo === 0);
	return {
		size,
		best: String(best.algo),
		time: timeText$1([microseconds]),
		rate: [...rateText(flops === void 0 ? [] : [flops / microseconds / 1e6], "TFLOP/s"), ...rateText(bytes === void 0 ? [] : [bytes / microseconds / 1e3], "GB/s")].join(", "),
		first: ratioText$1(first?.microseconds, microseconds),
		slowest: ratioText$1(others.at(-1)?.microseconds, microseconds),
		faults: failed
	};
}
function ratioText$1(time, best) {
	return time === void 0 ? "" : `${(time / best).toFixed(2)} \u00d7`;
}
// src/tune.ts
/**
* Measures the algos of a package's kernels on a GPU over their sizes, and writes the tuning file
* after every algo, so that an interrupted run can go on. The file keeps what it has of other
* kernels and other GPUs. Sizes without a time are part of the result; see `tuneFailure`.
* @throws {Failure} `usage`, `verification`, `environment` or `no-gpu`.
*/
async function tune(request, context) {
	const start = context.now();
	const pkg = await readSmokePackage(request.package);
	const subjects = subjectsOf(pkg, request);
	await readTuning(request.file);
	const measured = subjects.map(({ kernel, sizes }) => ({
		kernel,
		cases: sizes.map((size) => size.case)
	}));
	return withMeter(pkg, measured, request, context, async (meter) => {
		await writeTuning(request.file, await readTuning(request.file) ?? []);
		const { name, uuid, capability } = meter.device;
		const own = subjects.filter(({ kernel }) => kernelOn(kernel, vendorOf(capability)));
		const kernels = await context.log.group(`Measure on ${name} (${uuid})`, () => measureAll(own, meter, pkg, request, context), (found) => [found.length, "kernel"]);
		const tuned = new Set(own.map(({ kernel }) => kernel.name));
		const untuned = selectKernels(pkg, request.only).filter((kernel) => !tuned.has(kernel.name));
		return {
			package: {
				name: pkg.manifest.package,
				version: pkg.manifest.version,
				folder: pkg.folder
			},
			device: meter.device,
			file: request.file,
			kernels,
			untuned: untuned.map((kernel) => kernel.name),
			seconds: (context.now() - start) / 1e3
		};
	});
}
/** Returns a failure with every size that no algo has a time for; undefined if there is none. */
function tuneFailure({ kernels }, locate) {
	const problems = kernels.flatMap(({ kernel, sizes }) => sizes.filter(({ scores }) => !scores.some(({ microseconds }) => microseconds !== void 0)).map(({ case: name, path, scores }) => {
		return {
			message: `${kernel}: no algo could be measured for ${name}: ${scores[0]?.fault ?? "there is no code for this GPU"}`,
			place: locate?.(path),
			hint: "`tune` measures the sizes of the manifest and others between them. Correct the kernel or, if it does not take such sizes, say so in its `requires:`."
		};
	}));
	return problems.length === 0 ? void 0 : new Failure("smoke", problems);
}
function subjectsOf(pkg, { only, algos }) {
	const chosen = selectKernels(pkg, only);
	const cases = new Map(pkg.cases.map((item) => [item.name, item]));
	const subjects = chosen.flatMap((kernel) => {
		const item = cases.get(kernel.name);
		if (item === void 0) return [];
		const subject = subjectOf(kernel, item, item.proposed);
		const own = subject.algos.filter((algo) => algos?.includes(algo) ?? true);
		return subject.sizes.length === 0 || own.length === 0 ? [] : [{
			...subject,
			algos: own
		}];
	});
	if (subjects.length > 0) return subjects;
	const which = algos === void 0 ? "" : ` with algo ${algos.join(" or ")}`;
	throw new Failure("usage", {
		message: `nothing to measure: none of the selected kernels has cases${which}`,
		place: { file: pkg.folder },
		hint: "Add `smoke:` with `cases`, or `tune:` with `cases` beside it, to the kernels in the manifest, and build the package again."
	});
}
async function measureAll(subjects, meter, pkg, request, context) {
	const total = subjects.reduce((sum, { algos }) => sum + algos.length, 0);
	let done = 0;
	const results = [];
	for (const subject of subjects) {
		const { name } = subject.kernel;
		const onAlgo = (algo) => context.log.progress(done += 1, total, `${name}, algo ${algo}`);
		results.push(await measureKernel(subject, meter, pkg.manifest.triton, request, context, onAlgo));
	}
	return results;
}
// src/prove/bench/job.ts
/** Milliseconds of one turn of a contender. */
const ROUND = 20;
/** Writes the job file for the tasks, and the inputs that cannot be computed. Returns its path. */
async function writeJob(tasks, settings) {
	const { folder, request, entries } = settings;
	const cases = [...new Set(tasks.map((task) => task.case))];
	const described = await Promise.all(cases.map((item, index) => describeCase(kernelOf(item, tasks), item, `case${index}`, settings)));
	const job = {
		library: settings.library,
		folder: resolve(dirname(request.manifest)),
		settings: {
			rounds: request.rounds,
			roundMilliseconds: ROUND
		},
		cases: described,
		tasks: tasks.map((task) => ({
			...describeTask(task, entries.get(task.kernel.name), request),
			symbol: linkName(settings.owner, task.kernel.name),
			case: cases.indexOf(task.case)
		}))
	};
	const file = join(folder, "job.json");
	await writeFile(file, JSON.stringify(job));
	return file;
}
function kernelOf(item, tasks) {
	const task = tasks.find((each) => each.case === item);
	if (task === void 0) throw new Error("a case without a task");
	return task.kernel;
}
async function describeCase({ parameters, gridParameters }, { scalars, buffers }, prefix, { folder, readData }) {
	const described = [];
	for (const [index, [name, buffer]] of Object.entries(buffers).entries()) {
		const file = join(folder, `${prefix}_${index}.input`);
		described.push([name, buffer && await describeBuffer(buffer, file, readData)]);
	}
	const types = [...parameters, ...gridParameters].map(({ name, type }) => [name, type]);
	return {
		scalars,
		types: Object.fromEntries(types),
		buffers: Object.fromEntries(described)
	};
}
/** Random numbers are computed on the GPU: only their distribution matters for the time. */
async function describeBuffer(buffer, file, readData) {
	const { element, shape, strides, length, role, seed, fill } = buffer;
	const described = {
		element,
		shape,
		strides,
		length,
		role,
		seed
	};
	if (fill === void 0 || canRepeat(fill)) return {
		...described,
		fill
	};
	await writeFile(file, physicalInput(buffer, readData));
	return {
		...described,
		fill: {
			kind: "data",
			file
		}
	};
}
function describeTask({ id, kernel, cases, case: item, algo }, entry, { manifest }) {
	const folder = resolve(dirname(manifest));
	const grid = item.grids?.[algo];
	const inFolder = (source) => source === void 0 || namesModule(source) ? source ?? null : {
		...source,
		file: join(folder, source.file)
	};
	const constants = cases.constants?.[algo] ?? {};
	return {
		id,
		kernel: kernel.name,
		algo,
		parameters: [...kernel.parameters, ...kernel.gridParameters].map(({ name, type }) => ({
			name,
			type,
			...blockOf(type, constants)
		})),
		constants,
		options: optionsOf$1(kernel.algos[algo]),
		grid: grid ?? null,
		source: grid === void 0 ? null : inFolder(entry?.source),
		torch: inFolder(entry?.bench?.torch)
	};
}
/** The sizes of the block that a tensor descriptor is made for. */
function blockOf(text, constants) {
	const type = parseArgumentType(text);
	if (type?.kind !== "tensor") return {};
	const values = Object.entries(constants).map(([name, wire]) => [name, wireConstantSchema.parse(wire)]);
	return { block: blockSizes(type, new Map(values)).map(Number) };
}
function optionsOf$1(algo) {
	return typeof algo === "object" && algo !== null && "options" in algo ? algo.options : {};
}
// src/prove/bench/tasks.ts
/** The kernels of tasks, each with its cases. */
function kernelsOf$1(tasks) {
	return [...new Set(tasks.map(({ kernel }) => kernel))].map((kernel) => {
		const own = tasks.filter((task) => task.kernel === kernel);
		return {
			kernel,
			cases: [...new Set(own.map((task) => task.case))]
		};
	});
}
/** A name of a task, for people. */
function taskLabel({ kernel, algo, case: item }) {
	return `${kernel.name} [algo ${algo}, ${item.name}]`;
}
/**
* Selects the cases and algos to measure, without those for which a GPU has no code. The algos of a
* case follow one another.
* @throws {Failure} `usage` if no case is selected, `no-gpu` if all selected kernels have code for AMD only.
*/
function selectTasks({ manifest, cases, folder }, request, capability) {
	const isChosen = selector(request.only);
	const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
	const kernels = chosen.flatMap((kernel) => kernelOn(kernel, "cuda") ?? []);
	if (kernels.length === 0 && chosen.length > 0) throw new Failure("no-gpu", {
		message: "the selected kernels have code for GPUs of AMD only, and `bench` measures on GPUs of NVIDIA",
		place: { file: folder },
		hint: "Measure them with `triton-aot tune`, or build them for a target of NVIDIA too."
	});
	const tasks = kernels.flatMap((kernel) => {
		const own = cases.find(({ name }) => name === kernel.name);
		return own === void 0 ? [] : tasksOfKernel(kernel, own, request, capability);
	});
	if (tasks.length > 0) return tasks.map((task, id) => ({
		...task,
		id
	}));
	const names = manifest.kernels.map(({ name }) => name).join(", ");
	throw new Failure("usage", {
		message: "there is nothing to measure: no kernel of the package has the selected cases and algos",
		place: { file: folder },
		hint: `Its kernels are ${names}. Cases are in the \`smoke:\` and \`tune:\` sections of the manifest.`
	});
}
function tasksOfKernel(kernel, cases, request, capability) {
	const hasCode = (algo) => capability === void 0 || kernel.specialisations.some((_text, specialisation) => codeOfRun(kernel, {
		algo,
		specialisation
	}, capability) !== void 0);
	const algos = cases.timed === void 0 ? cases.algos : [...kernel.algos.keys()];
	return (cases.timed ?? cases.cases).flatMap((item, index) => {
		if (index !== (request.case ?? index)) return [];
		return algos.filter((algo) => algo === (request.algo ?? algo) && hasCode(algo)).map((algo) => ({
			kernel,
			cases,
			case: item,
			algo
		}));
	});
}
// src/prove/bench/run-worker.ts
/**
* Measures the tasks in as few Python processes as possible. A task that crashes its process or
* hangs is set aside, and the others run in a new one.
* @throws {Failure} `environment` if Python cannot measure anything, such as without PyTorch.
*/
async function runWorker(tasks, settings, context) {
	const outcomes = /* @__PURE__ */ new Map();
	let versions;
	const settle = (task, outcome) => {
		outcomes.set(task, outcome);
		context.log.progress(outcomes.size, tasks.length, taskLabel(task));
	};
	for (;;) {
		const remaining = tasks.filter((task) => !outcomes.has(task));
		if (remaining.length === 0) return {
			versions,
			outcomes
		};
		const before = outcomes.size;
		const ended = await runInPython(await writeJob(remaining, settings), remaining, settings, context, settle);
		versions = ended.versions ?? versions;
		if (ended.failed !== void 0) settle(ended.failed, {
			...NOTHING_MEASURED,
			faults: { package: ended.problem }
		});
		if (outcomes.size === before) throw unusable(settings.python, ended.problem);
	}
}
async function runInPython(job, tasks, { python, env, limit }, { signal }, settle) {
	let versions;
	let failed;
	let fatal;
	const onLine = (line) => {
		const { event, printed } = parseEvent(line);
		if (event === void 0) return line;
		const task = "task" in event ? tasks.find(({ id }) => id === event.task) : void 0;
		if (event.event === "versions") versions = withoutTag(event);
		if (event.event === "fatal") fatal = event.message;
		if (event.event === "start") failed = task;
		if (event.event === "done" && task !== void 0) {
			settle(task, event);
			failed = void 0;
		}
		return printed === "" ? void 0 : printed;
	};
	const argv = [
		python,
		"-u",
		join(BENCH_FOLDER, "bench_worker.py"),
		job
	];
	const exit = await runForeignProgram(argv, {
		env,
		signal,
		limit,
		onLine
	});
	return {
		versions,
		failed,
		problem: fatal ?? problemOf(exit, limit)
	};
}
function problemOf(exit, limit) {
	const output = lastLines(exit.printed);
	return exit.isTimeout ? `no result after ${limit / 1e3} s: a kernel hangs, or it needs a longer --timeout${output}` : `Python ${describeExit(exit)}${output}`;
}
function unusable(python, problem) {
	return new Failure("environment", {
		message: `cannot measure with ${python}: ${problem}`,
		hint: "Name a Python with PyTorch and Triton in --python, or leave out --jit."
	});
}
const timesSchema = array(number().positive());
const textsSchema = record$1(string(), string());
const outcomeSchema = object({
	/** Microseconds on the GPU: the median of each round, by contender. */
	rounds: record$1(string(), timesSchema).default({}),
	/** Microseconds of the first call. */
	first: record$1(string(), number()).default({}),
	/** \u2016other \u2212 package\u2016 / \u2016package\u2016 of each output, by contender; null if one is not a number. */
	differences: record$1(string(), record$1(string(), number().nullable())).default({}),
	faults: textsSchema.default({})
});
/** An outcome without any times. */
const NOTHING_MEASURED = {
	rounds: {},
	first: {},
	differences: {},
	faults: {}
};
const eventSchema = discriminatedUnion("event", [
	object({
		event: literal$1("versions"),
		python: string(),
		triton: string(),
		torch: string()
	}),
	object({
		event: literal$1("start"),
		task: number()
	}),
	outcomeSchema.extend({
		event: literal$1("done"),
		task: number()
	}),
	object({
		event: literal$1("fatal"),
		message: string()
	}),
	object({ event: literal$1("end") })
]);
/** Parses a line of the worker. A kernel that prints may leave a line open before the event. */
function parseEvent(line) {
	const at = line.indexOf("{\"event\":");
	const event = at < 0 ? void 0 : eventSchema.safeParse(tryParseJson(line.slice(at))).data;
	return {
		event,
		printed: event === void 0 ? line : line.slice(0, at)
	};
}
function withoutTag({ event: _event, ...rest }) {
	return rest;
}
// src/prove/bench/runs.ts
/** Returns the result of a task from what was measured. */
function runOf({ kernel, case: item, algo }, { rounds, first, faults }) {
	const own = rounds["package"];
	const microseconds = own === void 0 || own.length === 0 ? void 0 : median(own);
	return {
		kernel: kernel.name,
		case: item.name,
		algo,
		microseconds,
		...ratesOf(item, microseconds),
		jit: compare(own, rounds["jit"]),
		torch: compare(own, rounds["torch"]),
		first,
		faults
	};
}
function ratesOf({ bytes, flops }, microseconds) {
	const per = (amount, unit) => amount === void 0 || microseconds === void 0 ? void 0 : amount / microseconds / unit;
	return {
		gigabytesPerSecond: per(bytes, 1e3),
		teraflops: per(flops, 1e6)
	};
}
/**
* Compares two contenders that took turns, in microseconds: the median of the ratios of their rounds, so that a
* change of the clocks between rounds does not count. Returns undefined without rounds.
*/
function compare(own, other) {
	if (own === void 0 || other === void 0) return void 0;
	const ratios = own.slice(0, other.length).map((time, round) => time / (other[round] ?? time));
	if (ratios.length === 0) return void 0;
	return {
		microseconds: median(other),
		ratio: median(ratios),
		...commonRange(ratios)
	};
}
/** Returns the range of numbers without the lowest and the highest tenth. */
function commonRange(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const outside = Math.floor(values.length / 10);
	const [from = NaN, to = NaN] = [sorted[outside], sorted[sorted.length - 1 - outside]];
	return {
		from,
		to
	};
}
/** Returns the median of numbers, of which there is at least one. */
function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const [low = NaN, high = NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
	return (low + high) / 2;
}
const NAMES = {
	jit: "the JIT",
	torch: "PyTorch"
};
/**
* Says where the outputs of others are not those of the package: then the times cannot be compared.
* Both may be off by the tolerance of the smoke test.
*/
function differenceNotes(measured) {
	return measured.flatMap(({ task: { kernel, algo, case: item }, outcome }) => Object.entries(outcome.differences).flatMap(([who, outputs]) => Object.entries(outputs).flatMap(([name, norm]) => {
		const tolerance = 2 * (item.buffers[name]?.tolerance.norm ?? 0);
		if (norm !== null && norm <= tolerance) return [];
		const how = norm === null ? "one of them is not a number" : `relative error ${norm.toPrecision(2)}`;
		return [`${kernel.name} [algo ${algo}, ${item.name}]: ${name} of ${NAMES[who] ?? who} differs from the package's (${how})`];
	})));
}
// src/prove/bench/package-calls.ts
/** Measures the tasks with the harness: no Python is needed. */
async function measurePackageCalls(pkg, tasks, request, context) {
	const settings = {
		...request,
		timing: DEFAULT_TIMING
	};
	return withMeter(pkg, kernelsOf$1(tasks), settings, context, async (meter) => {
		const { device } = meter;
		const calls = await context.log.group(`Measure on ${device.name} (${device.uuid})`, () => measureTasks(tasks, meter, context), () => [tasks.length, "measurement"]);
		const results = tasks.flatMap((task) => {
			const call = calls.get(task);
			return call === void 0 ? [] : [{
				task,
				call
			}];
		});
		return {
			device,
			versions: void 0,
			runs: results.filter(({ call }) => call.variant !== void 0).map(({ task, call }) => runOf(task, outcomeOf(call))),
			notes: results.flatMap(({ task, call: { variant, result } }) => variant === void 0 && result.kind === "fault" ? [`${taskLabel(task)} was not measured: ${result.fault.message}`] : [])
		};
	});
}
function outcomeOf({ result }) {
	if (result.kind === "fault") return {
		...NOTHING_MEASURED,
		faults: { package: result.fault.message }
	};
	return {
		...NOTHING_MEASURED,
		rounds: { package: [result.microseconds] },
		first: result.first === void 0 ? {} : { package: result.first }
	};
}
/** Measures the tasks of each algo of each kernel together. */
async function measureTasks(tasks, meter, { log }) {
	const found = /* @__PURE__ */ new Map();
	const groups = groupBy(tasks, ({ kernel, algo }) => `${kernel.name} [algo ${algo}]`);
	for (const [label, group] of groups) {
		const [first] = group;
		if (first === void 0) continue;
		const cases = group.map((task) => task.case);
		const calls = await meter.measure(first.kernel, first.algo, cases);
		for (const [index, task] of group.entries()) {
			const call = calls[index];
			if (call !== void 0) found.set(task, call);
		}
		log.progress(found.size, tasks.length, label);
	}
	return found;
}
// src/prove/harness/build-library.ts
/**
* Compiles kernels of a package to a shared library, which finds the driver when it is first called.
* Returns its path.
* @throws {Failure} `environment` if the package does not compile.
*/
async function buildPackageLibrary(pkg, kernels, settings, context) {
	await makeFolders(settings);
	const units = packageUnits(pkg, kernels, settings, ["-DAOT_DYNAMIC_DRIVER"]);
	await compileUnits(units, settings, context);
	return link(units, "package.so", [], settings, context);
}
/**
* Compiles the operators of a package for the vendor of the settings, with the kernels that they launch, to a shared
* library for processes that have loaded TVM-FFI. It exports the operators only, and finds the driver
* or the HIP runtime when one is first called. Returns its path.
* @param operators those that have code for the vendor
* @throws {Failure} `environment` if the package does not compile.
*/
async function buildOperatorLibrary(pkg, operators, settings, context) {
	const vendor = vendorFor(settings);
	await makeFolders(settings);
	const older = join(settings.folder, "older-glibc.h");
	await writeFile(older, OLDER_GLIBC);
	const flags = [
		vendor === "hip" ? "-DAOT_WITHOUT_ROCM" : "-DAOT_DYNAMIC_DRIVER",
		"-fvisibility=hidden",
		"-fexceptions",
		"-include",
		older
	];
	const called = calledKernels(operators);
	const units = [compileUnit(join(pkg.folder, operatorsPath(vendor)), "package", [
		...includes(pkg.folder, settings),
		"-O2",
		...flags
	], settings), ...packageUnits(pkg, [...called], settings, flags)];
	await compileUnits(units, settings, context);
	return link(units, `operators.${vendor}.so`, [
		"-s",
		"-Wl,--no-as-needed",
		"-l:libdl.so.2",
		"-Wl,--as-needed"
	], settings, context);
}
/**
* Names the first versions of functions that moved from libdl to libc in glibc 2.34, so that the
* library runs on older systems than the one that it is compiled on. Source: glibc's symbol lists.
*/
const OLDER_GLIBC = `#if defined(__x86_64__)
__asm__(".symver dlopen, dlopen@GLIBC_2.2.5\\n.symver dlsym, dlsym@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver dlopen, dlopen@GLIBC_2.17\\n.symver dlsym, dlsym@GLIBC_2.17");
#endif
`;
async function link(units, name, flags, settings, context) {
	const object = join(settings.folder, name);
	const objects = units.map((unit) => unit.object);
	const argv = [
		...settings.compilers.c,
		"-shared",
		...flags,
		...objects,
		"-pthread",
		"-ldl",
		"-o",
		object
	];
	await compileUnits([{
		argv,
		object,
		label: name,
		blame: "environment"
	}], settings, context);
	return object;
}
// src/prove/bench/jit-worker.ts
/**
* Finds the Python and the kernels' files.
* @throws {Failure} `usage` if the manifest is missing or wrong, `environment` without Python.
*/
async function readJitSetup({ manifest: { sources = [], packages = [] } }, { manifest: file, python = "python3" }, { env }) {
	const found = await findExecutable(python, env);
	if (found === void 0) throw new Failure("environment", {
		message: `Python not found: ${python}`,
		hint: "Name a Python with PyTorch and Triton in --python, or leave out --jit."
	});
	const { kernels } = readManifest(await readManifestText(file), file);
	const notes = packages.map(({ name, version }) => `the JIT runs kernels of the ${name} that this Python has, which must be ${version} to compare`);
	for (const { path, sha256: expected } of sources) {
		if (packages.some(({ name }) => path.startsWith(pathIn(name)))) continue;
		const content = await readPlainFile(join(dirname(file), path)).catch(() => void 0);
		if (content === void 0 || sha256(content) !== expected) notes.push(`${path} is not the file that the package was built from`);
	}
	return {
		python: found,
		entries: new Map(kernels.map((entry) => [entry.name, entry])),
		notes
	};
}
async function readManifestText(file) {
	try {
		return String(await readPlainFile(file));
	} catch (error) {
		const message = `cannot read the manifest: ${reasonOf$1(error)}`;
		throw new Failure("usage", {
			message,
			place: { file },
			hint: "Name the manifest of the package in --manifest: it says where the kernels are."
		}, { cause: error });
	}
}
/** Measures the tasks in Python, on one GPU, with an empty cache of the JIT. */
async function withJitWorker(pkg, tasks, { request, jit: { python, entries }, device, library }, context) {
	const folder = await makeScratch(context.scratch, "jit");
	const worker = {
		library,
		owner: pkg.manifest,
		folder,
		request,
		entries,
		readData: (file) => readFileSync(join(pkg.folder, file)),
		python,
		env: workerEnvironment(context.env, device.uuid, join(folder, "triton")),
		limit: request.timeout * 1e3
	};
	try {
		return await runWorker(tasks, worker, context);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/** Returns the user's environment, since the JIT must run as it does there, with an empty cache. */
function workerEnvironment(env, uuid, cache) {
	return {
		...env,
		CUDA_DEVICE_ORDER: "PCI_BUS_ID",
		CUDA_VISIBLE_DEVICES: uuid,
		TRITON_CACHE_DIR: cache,
		PYTHONDONTWRITEBYTECODE: "1"
	};
}
// src/prove/bench/beside-jit.ts
/** Bytes that PyTorch takes in addition to the buffers: its context, the flushes and its own outputs. */
const TORCH = 3 * 2 ** 30;
/**
* Measures the tasks in Python: the package is loaded as a shared library, so that all contenders
* have the same process, tensors, stream and events.
*/
async function measureBesideJit(pkg, selected, request, jit, context) {
	const { log } = context;
	const measured = kernelsOf$1(selected);
	const names = measured.map(({ kernel }) => kernel.name);
	const bytes = largestCase(measured) + TORCH;
	return withDevice({
		pkg,
		measured,
		bytes
	}, request, context, async ({ lease, tools }) => {
		const library = await log.group("Build the package", () => buildPackageLibrary(pkg, names, tools, context));
		const device = describeDevice(lease);
		const tasks = selectTasks(pkg, request, lease.device);
		const { versions, outcomes } = await log.group(`Measure on ${device.name} (${device.uuid})`, () => withJitWorker(pkg, tasks, {
			request,
			jit,
			device,
			library
		}, context), (found) => [found.outcomes.size, "measurement"]);
		const results = tasks.flatMap((task) => {
			const outcome = outcomes.get(task);
			return outcome === void 0 ? [] : [{
				task,
				outcome
			}];
		});
		return {
			device,
			versions,
			runs: results.map(({ task, outcome }) => runOf(task, outcome)),
			notes: [
				...jit.notes,
				...versionNotes(pkg, versions),
				...differenceNotes(results)
			]
		};
	});
}
function versionNotes({ manifest: { triton } }, versions) {
	return versions === void 0 || versions.triton === triton ? [] : [`the package was built with Triton ${triton}, the JIT is ${versions.triton}`];
}
// src/bench.ts
/**
* Measures a package on a GPU: each case with each algo. With `jit`, the same kernels through
* Triton's JIT and the functions of PyTorch take turns with it in one process. What
* fails is part of the result; see `benchFailure`.
* @throws {Failure} `usage`, `verification`, `environment` or `no-gpu`.
*/
async function bench(request, context) {
	const pkg = await readSmokePackage(request.package);
	const tasks = selectTasks(pkg, request);
	const jit = request.jit ? await readJitSetup(pkg, request, context) : void 0;
	const { package: name, version } = pkg.manifest;
	const measured = jit === void 0 ? await measurePackageCalls(pkg, tasks, request, context) : await measureBesideJit(pkg, tasks, request, jit, context);
	return {
		package: {
			name,
			version,
			folder: pkg.folder
		},
		...measured
	};
}
// src/prove/bench/result.ts
/** Returns the failure for a benchmark: calls of the package failed. */
function benchFailure(result) {
	const problems = benchProblems(result);
	return problems.length > 0 ? new Failure("smoke", problems) : void 0;
}
/** Returns the failed calls of the package. */
function benchProblems({ runs }) {
	return runs.flatMap(({ kernel, algo, case: name, faults }) => faults.package === void 0 ? [] : [{ message: `${kernel} [algo ${algo}, ${name}]: ${faults.package}` }]);
}
// src/prove/bench/tables.ts
/** Returns a table for each kernel. */
function benchTables({ runs }) {
	return [...new Set(runs.map(({ kernel }) => kernel))].map((kernel) => ({
		title: kernel,
		headings: HEADINGS,
		rows: runs.filter((run) => run.kernel === kernel).map(rowOf)
	}));
}
const HEADINGS = [
	"case",
	"algo",
	"time",
	"rate",
	"\u00f7 JIT",
	"\u00f7 torch",
	"first call",
	"JIT first call"
];
function rowOf(run) {
	const { case: name, algo, microseconds, jit, torch, first, faults } = run;
	return [
		name,
		String(algo),
		microseconds === void 0 ? "failed" : timeText(microseconds),
		[...run.teraflops === void 0 ? [] : [`${digits(run.teraflops)} TFLOP/s`], ...run.gigabytesPerSecond === void 0 ? [] : [`${digits(run.gigabytesPerSecond)} GB/s`]].join(", "),
		faults.jit === void 0 ? ratioText(jit) : "failed",
		faults.torch === void 0 ? ratioText(torch) : "failed",
		timeOrNothing(first.package),
		timeOrNothing(first.jit)
	];
}
function timeOrNothing(microseconds) {
	return microseconds === void 0 ? "" : timeText(microseconds);
}
/** Package \u00f7 other, and the range over the rounds if it is wide. */
function ratioText(comparison) {
	if (comparison === void 0) return "";
	const { ratio, from, to } = comparison;
	return to - from > .1 * ratio ? `${ratio.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})` : ratio.toFixed(2);
}
function timeText(microseconds) {
	if (microseconds < 1e3) return `${digits(microseconds)} \u00b5s`;
	return microseconds < 1e6 ? `${digits(microseconds / 1e3)} ms` : `${digits(microseconds / 1e6)} s`;
}
/** Three significant digits, without an exponent. */
function digits(value) {
	return String(Number(value.toPrecision(3)));
}
// src/package/wheel/hf-kernels.ts
/**
* The CUDA versions of the variants. The loader takes a variant with the same major version as
* PyTorch's, and the same or an older minor version: these two serve CUDA 12 and 13.
* Source: `_check_variants` in variants.py of kernels 0.17.2.
*/
const CUDA_VERSIONS = ["cu120", "cu130"];
/** The names of the variants for a machine, such as `tvm-ffi01-cu130-x86_64-linux`. */
function variantNames(machine) {
	return CUDA_VERSIONS.map((cuda) => `tvm-ffi01-${cuda}-${machine}-linux`);
}
/**
* Names a kernel of the Hub after a package.
* @throws {Failure} `usage` if the Hub does not allow the name.
*/
function hubKernel(name, digest) {
	const plain = name.toLowerCase().replaceAll("_", "-");
	if (!/^[a-z][-a-z0-9]*[a-z0-9]$/.test(plain)) throw new Failure("usage", {
		message: `\`${name}\` cannot be the name of a kernel on the Hugging Face Hub`,
		hint: "Set --name (input `name`) to letters, digits and `-`, beginning with a letter."
	});
	return {
		name: plain,
		id: `_${plain.replaceAll("-", "_")}_cuda_${digest.slice(0, 8)}`
	};
}
/** The metadata.json of a variant. Source: `Metadata` in _rust.pyi of kernels 0.17.2. */
function variantMetadata({ name, id }, manifest) {
	const targets = manifest.kernels.flatMap(({ variants }) => variants.map(({ target }) => target));
	const metadata = {
		name,
		id,
		version: Number(/^\d+/.exec(manifest.version)?.[0] ?? 0),
		license: manifest.license?.toLowerCase() ?? "unknown",
		"python-depends": ["tvm-ffi"],
		backend: {
			type: "cuda",
			archs: [...new Set(targets.flatMap(capabilityOf))]
		}
	};
	return fileJson(metadata);
}
/** The compute capability of a target, such as 9.0a for sm_90a. */
function capabilityOf(target) {
	const [, major, minor] = /^sm_(\d+)(\d[af]?)$/.exec(target) ?? [];
	return major === void 0 ? [] : [`${major}.${minor}`];
}
/** Writes the variants to `folder`, each with all `files` of the Python package. */
async function writeVariants(folder, names, files, metadata, library) {
	for (const name of names) {
		const variant = join(folder, name);
		await makeFolder(variant);
		for (const [path, text] of [...files, ["metadata.json", metadata]]) {
			await makeFolder(join(variant, path, ".."));
			await writeFile(join(variant, path), text);
		}
		await copyFile(library.file, join(variant, library.name));
	}
}
/**
* Checks that the folder `build` may be replaced: it contains nothing but variants.
* @throws {Failure} `usage` if it contains anything else.
*/
async function checkHubVariants(folder) {
	for (const name of await entriesOf(folder)) {
		if (await readIfExists(join(folder, name, "metadata.json")).catch(() => void 0) !== void 0) continue;
		throw new Failure("usage", {
			message: `the folder contains ${name}, which would be deleted`,
			place: { file: folder },
			hint: "Move it elsewhere, or choose another folder with --out."
		});
	}
}
async function entriesOf(folder) {
	try {
		return await readdir(folder);
	} catch (error) {
		if (systemCode(error) === "ENOENT") return [];
		throw error;
	}
}
// src/package/wheel/python-names.ts
/**
* The element types as PyTorch names them, which are also the names in messages. fp8e4b15 is
* Triton's own.
* Source: torch.Tensor, "Data types", in the documentation of PyTorch.
*/
const DTYPES = {
	i1: "bool",
	u1: "bool",
	i8: "int8",
	i16: "int16",
	i32: "int32",
	i64: "int64",
	u8: "uint8",
	u16: "uint16",
	u32: "uint32",
	u64: "uint64",
	fp16: "float16",
	bf16: "bfloat16",
	fp32: "float32",
	f32: "float32",
	fp64: "float64",
	fp8e4nv: "float8_e4m3fn",
	fp8e4b8: "float8_e4m3fnuz",
	fp8e4b15: void 0,
	fp8e5: "float8_e5m2",
	fp8e5b16: "float8_e5m2fnuz"
};
/** Returns the name of an element type in PyTorch; undefined if it has none. */
function dtypeName(element) {
	return DTYPES[element];
}
/** Names that the generated module uses. */
const RESERVED = new Set(`bool changed_gradients ctx float int library lost_gradients no_gradients register str torch Tensor wrong_axes wrong_dtypes wrong_size`.split(" "));
/** Gives names that Python and the generated module allow, each to one thing. */
var PythonNames = class {
	#taken = /* @__PURE__ */ new Set();
	/** Returns `name` as it is, or with underscores at its end. */
	add(name) {
		let free = name;
		while (isReservedInPython(free) || this.#taken.has(free)) free += "_";
		this.#taken.add(free);
		return free;
	}
};
/** Returns true if a name can be that of a Python package and of its operators. */
function isReservedInPython(name) {
	return isPythonKeyword(name) || RESERVED.has(name);
}
/** Names the arguments of an operator: most are called as in the manifest. */
function nameArguments(operator) {
	const names = new PythonNames();
	const pyNames = /* @__PURE__ */ new Map();
	const add = ({ name }) => {
		const own = names.add(name);
		pyNames.set(name, own);
		return own;
	};
	const tensors = operator.tensors.map(add);
	const scalars = operator.scalars.map(add);
	const outputs = operator.outputs.map(add);
	const values = operator.implementations.flatMap((each) => each.values.map(({ name }) => name));
	for (const name of new Set(values)) names.add(name);
	return {
		operator,
		tensors,
		scalars,
		outputs,
		pyNames,
		names
	};
}
// src/package/wheel/python-text.ts
/** Writes a default value, which means the same in Python and in a schema of PyTorch. */
function pythonLiteral(value, kind) {
	if (kind === "bool") return value === true || value === 1n || value === 1 ? "True" : "False";
	const text = String(typeof value === "boolean" ? Number(value) : value);
	return kind === "float" && /^-?\d+$/.test(text) ? `${text}.0` : text;
}
/** Writes a tuple. */
function pythonTuple(items) {
	return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}
/** Writes an assignment of all items of a tuple. */
function pythonUnpack(names, value) {
	return `${names.length === 1 ? pythonTuple(names) : names.join(", ")} = ${value}`;
}
/** Writes a function; `head` is its name with the parameters. */
function pythonFunction(head, body) {
	return `\ndef ${head}:\n${pythonBlock(body).join("\n")}\n`;
}
/** Writes the return of one value, or of several as a tuple with a line for each. */
function pythonReturn(values) {
	return values.length === 1 ? [`return ${values[0]}`] : [
		"return (",
		...values.map((value) => `    ${value},`),
		")"
	];
}
/** Writes branches of which one is taken: the last if the tests of those before it do not hold. */
function pythonBranches(branches) {
	return branches.flatMap(({ test, lines }, at) => {
		if (branches.length === 1) return lines;
		const isLast = at === branches.length - 1;
		return [at === 0 ? `if ${test}:` : isLast ? "else:" : `elif ${test}:`, ...pythonBlock(lines)];
	});
}
/** Indents lines, or texts of several lines, as the body of a statement. */
function pythonBlock(lines) {
	return lines.map((line) => indent(line, 4));
}
/** Source: PEP 440, appendix B, without epochs and local versions. */
const VERSION = /^v?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(?:post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?$/i;
const PHASES = {
	alpha: "a",
	a: "a",
	beta: "b",
	b: "b"
};
/**
* Returns the version of a package as Python writes it: 1.3.0-rc.1 is 1.3.0rc1.
* @throws {Failure} `usage` if Python has no such versions.
*/
function pythonVersion(version, file) {
	const found = parseVersion(version);
	if (found !== void 0) return found;
	throw new Failure("usage", {
		message: `Python packages cannot have the version \`${version}\``,
		place: { file },
		hint: "Use a version such as 1.3.0, 1.3.0-rc.1 or 1.3.0.dev4 in the manifest, and build the package again."
	});
}
/** Returns a version as Python writes it; undefined if Python has no such versions. */
function parseVersion(version) {
	const match = VERSION.exec(version);
	if (match === null) return void 0;
	const [, release = "", phase, phaseNumber, implicitPost, post, dev, devNumber] = match;
	const postNumber = implicitPost ?? post;
	return [
		release.split(".").map(plainNumber).join("."),
		phase === void 0 ? "" : `${PHASES[phase.toLowerCase()] ?? "rc"}${plainNumber(phaseNumber)}`,
		postNumber === void 0 ? "" : `.post${plainNumber(postNumber)}`,
		dev === void 0 ? "" : `.dev${plainNumber(devNumber)}`
	].join("");
}
/** Removes zeros before a number; 0 if there is no number. */
function plainNumber(text) {
	return String(BigInt(text || "0"));
}
/** Describes the tensors of an operator for its readers: dtypes and shapes, one line each. */
function describeTensors(operator) {
	const all = [...operator.tensors, ...operator.outputs];
	const values = valuesOf(operator);
	return [...all.map((tensor) => `${tensor.name}: ${describeTensor(tensor, operator)}`), ...values.length > 0 ? ["", `where ${values.join(", ")}.`] : []];
}
function describeTensor({ name, role }, { implementations }) {
	const layouts = implementations.map((each) => layoutOf(each, name));
	const strides = layouts.map((layout) => layout.strides && tuple(layout.strides));
	return [
		unique(layouts.map(({ element }) => dtypeName(element) ?? element)),
		`shape ${unique(layouts.map(({ shape }) => tuple(shape)))}`,
		...strides.every((text) => text === void 0) ? [] : [`strides ${unique(strides.map((text) => text ?? "contiguous"))}`],
		...role === "inout" ? ["changed in place"] : []
	].join(", ");
}
function unique(texts) {
	return [...new Set(texts)].join(" or ");
}
/** The values that shapes are written with, if all implementations agree. */
function valuesOf({ implementations }) {
	const [first, ...others] = implementations.map(({ values }) => values.map(({ name, text }) => `${name} = ${text}`));
	if (first === void 0 || others.some((each) => each.join() !== first.join())) return [];
	const texts = implementations.flatMap(({ layouts }) => [...layouts.values()].flatMap(({ shape, strides }) => [...shape, ...strides ?? []]));
	const words = new Set(texts.flatMap(({ text }) => text.match(/\w+/g) ?? []));
	return first.filter((text) => words.has(text.slice(0, text.indexOf(" "))));
}
function tuple(formulas) {
	return pythonTuple(formulas.map(({ text }) => text));
}
// src/package/wheel/dtype-table.ts
/** Returns what each call of an operator must look up by the dtypes of its tensors. */
function lookedUp({ outputs }, plan) {
	const isKnown = (output) => plan.shapes.every((alternatives, index) => alternatives.every((each) => dtypeArgument(plan, each, index, output) !== void 0));
	const unknown = outputs.flatMap((_output, at) => isKnown(at) ? [] : [at]);
	return [...plan.shapes.length > 1 ? ["shapes"] : [], ...unknown];
}
/** Writes the table of the dtypes that an operator takes, with what is looked up by them. */
function dtypeTable(operator, plan) {
	const looked = lookedUp(operator, plan);
	const lines = plan.signatures.map((signature) => {
		const key = pythonTuple(signature.elements.map(dtype));
		const values = looked.map((each) => each === "shapes" ? String(signature.shapes) : dtype(signature.outputs[each]));
		if (values.length === 0) return key;
		return `${key}: ${values.length === 1 ? values[0] : pythonTuple(values)}`;
	}).map((row) => `    ${row},\n`).join("");
	return looked.length === 0 ? `dict.fromkeys([\n${lines}])` : `{\n${lines}}`;
}
/** The key of a call with these tensors. */
function dtypeKey(tensors) {
	return pythonTuple(tensors.map((tensor) => `${tensor}.dtype`));
}
/**
* The dtype of an output as an argument of its allocation: empty if it is that of the tensor it is
* made from, which is one of its shape, or the first; undefined if it must be looked up.
* @param index of the shapes in the plan
*/
function dtypeArgument({ signatures }, { outputs }, index, output) {
	const origin = outputs[output]?.like ?? 0;
	const own = signatures.filter(({ shapes }) => shapes === index);
	const names = own.map((each) => dtype(each.outputs[output]));
	if (own.every((each, at) => dtype(each.elements[origin]) === names[at])) return "";
	return new Set(names).size === 1 ? `dtype=${names[0]}` : void 0;
}
function dtype(element) {
	const name = element === void 0 ? void 0 : dtypeName(element);
	if (name === void 0) throw new Error(`PyTorch has no dtype for ${element}`);
	return `torch.${name}`;
}
// src/package/wheel/output-plan.ts
/**
* Returns what the outputs of an operator depend on: implementations that differ in nothing else
* are taken together.
*/
function outputPlan(operator) {
	const found = /* @__PURE__ */ new Map();
	for (const implementation of operator.implementations) {
		const key = elementsOf(operator.tensors, implementation).join();
		found.set(key, [...found.get(key) ?? [], implementation]);
	}
	const shapes = [];
	const known = /* @__PURE__ */ new Map();
	return {
		signatures: [...found.values()].map((implementations) => {
			const [first] = implementations;
			if (first === void 0) throw new Error("a signature without an implementation");
			const alternatives = alternativesOf(operator, implementations);
			const key = alternatives.map(keyOf$1).join(" or ");
			const at = known.get(key) ?? shapes.push(alternatives) - 1;
			known.set(key, at);
			const outputs = elementsOf(operator.outputs, first);
			return {
				elements: elementsOf(operator.tensors, first),
				outputs,
				shapes: at
			};
		}),
		shapes
	};
}
/** A formula without names of `values`. */
function expanded(tree, { values }) {
	const known = /* @__PURE__ */ new Map();
	for (const value of values) known.set(value.name, substitute(value.tree, known));
	return substitute(tree, known);
}
/** True if an expression is nothing but the size of a tensor's axis. */
function isSize(tree, tensor, axis) {
	return tree.kind === "name" && tree.name === formatAxis({
		tensor,
		property: "shape",
		axis
	});
}
function elementsOf(tensors, implementation) {
	return tensors.map(({ name }) => layoutOf(implementation, name).element);
}
function alternativesOf(operator, implementations) {
	const all = implementations.map((implementation) => ({
		implementation,
		conditions: implementation.conditions,
		outputs: operator.outputs.map(({ name }) => shapeOf(name, implementation, operator))
	}));
	return new Set(all.map(({ outputs }) => outputs.map(shapeText).join())).size === 1 ? all.slice(0, 1).map((each) => ({
		...each,
		conditions: []
	})) : all;
}
function shapeOf(name, implementation, { tensors }) {
	const layout = layoutOf(implementation, name);
	const sizes = layout.shape.map(({ tree }) => expanded(tree, implementation));
	const strides = layout.strides?.map(({ tree }) => expanded(tree, implementation));
	const like = tensors.findIndex((tensor) => strides === void 0 && tensor.axes === sizes.length && sizes.every((size, axis) => isSize(size, tensor.name, axis)));
	return {
		sizes,
		strides,
		like: like === -1 ? void 0 : like
	};
}
/** Equal for equal sizes of all tensors and outputs. */
function keyOf$1({ implementation, conditions, outputs }) {
	const text = ({ tree }) => formatGrid(expanded(tree, implementation));
	const inputs = [...implementation.layouts].filter(([name]) => !implementation.temporaries.includes(name)).map(([name, { shape }]) => [name, shape.map(text)]);
	return JSON.stringify([
		inputs,
		conditions.map(text),
		outputs.map(shapeText)
	]);
}
function shapeText({ sizes, strides }) {
	return JSON.stringify([sizes.map(formatGrid), strides?.map(formatGrid)]);
}
// src/package/wheel/torch-autograd.ts
/**
* Writes the functions with which PyTorch computes the gradients of an operator, with another one.
* Gradients that the other operator does not take are those of outputs that are not differentiable.
*/
function autogradFunctions({ operator, tensors, scalars, outputs, pyNames }, backward, all) {
	const { name } = operator;
	const other = all.find((each) => each.name === backward.operator);
	if (other === void 0) throw new Error(`no operator ${backward.operator}`);
	const python = (each) => pyNames.get(each) ?? each;
	const saved = [...new Set(backward.tensors.flatMap((each) => each.kind === "saved" ? [python(each.name)] : []))];
	const kept = backward.scalars.map(python);
	const taken = new Set(backward.tensors.flatMap((each) => each.kind === "gradient" ? [each.name] : []));
	const constant = operator.outputs.filter((each) => !taken.has(each.name)).map((each) => python(each.name));
	const names = new PythonNames();
	for (const each of [...saved, ...kept]) names.add(each);
	const gradients = outputs.map((each) => names.add(`grad_${each}`));
	const computed = other.outputs.map((each) => names.add(each.name));
	const gradientOf = new Map(operator.outputs.map((each, at) => [each.name, gradients[at] ?? ""]));
	const passed = [...backward.tensors.map((each) => each.kind === "saved" ? python(each.name) : `${gradientOf.get(each.name)}.contiguous()`), ...backward.scalars.map((each) => `ctx.${python(each)}`)];
	const returned = [...operator.tensors.map((each, at) => {
		const index = backward.gradients.indexOf(each.name);
		if (index === -1) return "None";
		const gradient = computed[index] ?? "";
		return computed.length === 1 ? gradient : `${gradient} if ctx.needs_input_grad[${at}] else None`;
	}), ...scalars.map(() => "None")];
	const wanted = /* @__PURE__ */ new Set([...saved, ...kept]);
	const inputs = [...tensors, ...scalars];
	return [pythonFunction(`_${name}_save(ctx, inputs, output)`, [
		...inputs.some((each) => wanted.has(each)) ? [pythonUnpack(inputs, "inputs")] : [],
		...outputs.some((each) => wanted.has(each) || constant.includes(each)) ? [`${outputs.join(", ")} = output`] : [],
		`ctx.save_for_backward(${saved.join(", ")})`,
		...constant.length > 0 ? [`ctx.mark_non_differentiable(${constant.join(", ")})`] : [],
		...kept.map((each) => `ctx.${each} = ${each}`)
	]), pythonFunction(`_${name}_gradients(ctx, ${gradients.join(", ")})`, [
		...saved.length > 0 ? [pythonUnpack(saved, "ctx.saved_tensors")] : [],
		`${computed.join(", ")} = ${other.name}(${passed.join(", ")})`,
		...pythonReturn(returned)
	])];
}
// src/package/wheel/python-formulas.ts
/** Names what the formulas of an implementation use. Each function of the module has its own names. */
function pythonFormulas(named, implementation) {
	const { values } = implementation;
	const free = new PythonNames();
	for (const name of named.pyNames.values()) free.add(name);
	const locals = /* @__PURE__ */ new Map();
	const used = /* @__PURE__ */ new Set();
	const use = (tree) => {
		for (const { name } of namesIn(tree)) {
			const value = values.find((each) => each.name === name);
			if (value === void 0 || used.has(name)) continue;
			used.add(name);
			use(value.tree);
		}
	};
	const pyName = (name) => {
		const axis = parseAxis(name);
		if (axis !== void 0) {
			const tensor = named.pyNames.get(axis.tensor);
			return axis.property === "shape" ? `${tensor}.shape[${axis.axis}]` : `${tensor}.stride(${axis.axis})`;
		}
		const local = named.pyNames.get(name) ?? locals.get(name) ?? free.add(name);
		locals.set(name, local);
		return local;
	};
	const target = {
		pyName,
		min: "torch.sym_min",
		max: "torch.sym_max"
	};
	const text = (tree) => {
		use(tree);
		return emitPython(tree, target);
	};
	return {
		text,
		tuple: (formulas) => pythonTuple(formulas.map(({ tree }) => text(tree))),
		condition: ({ tree }) => emitPythonCondition(expanded(tree, implementation), target),
		lines: () => values.filter(({ name }) => used.has(name)).map(({ name, tree }) => `${pyName(name)} = ${emitPython(tree, target)}`)
	};
}
// src/package/wheel/torch-outputs.ts
/**
* Writes the function that allocates the outputs of a call and returns them. It refuses dtypes and
* numbers of axes for which it cannot know the outputs.
*/
function outputsBody(named, plan) {
	const { operator, tensors } = named;
	const found = new Map(lookedUp(operator, plan).map((each) => {
		const what = each === "shapes" ? each : `${named.outputs[each]}_dtype`;
		return [each, named.names.add(what)];
	}));
	return [
		...lookUp(named, [...found.values()]),
		...operator.tensors.flatMap(({ name, axes }, at) => [`if ${tensors[at]}.dim() != ${axes}:`, `    raise wrong_axes("${operator.name}", "${name}", ${tensors[at]}.dim(), ${axes})`]),
		...operator.outputs.length === 0 ? [] : allocations(named, plan, found)
	];
}
/** Assigns what the table has for a call to variables. */
function lookUp({ operator: { name, tensors: own }, tensors, names }, variables) {
	const key = dtypeKey(tensors);
	const error = `    raise wrong_dtypes("${name}", {${own.map((tensor, at) => `"${tensor.name}": ${tensors[at]}`).join(", ")}}, _${name}_dtypes)`;
	const [first] = variables;
	if (first === void 0) return [`if ${key} not in _${name}_dtypes:`, error];
	const entry = variables.length > 1 ? names.add("entry") : first;
	return [
		`${entry} = _${name}_dtypes.get(${key})`,
		`if ${entry} is None:`,
		error,
		...variables.length > 1 ? [`${variables.join(", ")} = ${entry}`] : []
	];
}
function allocations(named, plan, found) {
	return pythonBranches(plan.shapes.map((alternatives, index) => ({
		test: `${found.get("shapes")} == ${index}`,
		lines: pythonBranches(alternatives.map((each) => ({
			test: conditionOf(named, each),
			lines: allocation(named, plan, each, index, found)
		})))
	})));
}
function conditionOf(named, { implementation, conditions }) {
	const formulas = pythonFormulas(named, implementation);
	const texts = conditions.map((each) => formulas.condition(each));
	if (texts.length === 0) return "True";
	return texts.length === 1 ? texts.join("") : texts.map((text) => `(${text})`).join(" and ");
}
/** The lines that allocate the outputs of one implementation, and return them. */
function allocation(named, plan, shapes, index, found) {
	const { operator, tensors } = named;
	const formulas = pythonFormulas(named, shapes.implementation);
	const made = operator.outputs.map(({ name }, at) => {
		const looked = found.get(at);
		const dtype = looked === void 0 ? dtypeArgument(plan, shapes, index, at) : `dtype=${looked}`;
		const more = dtype === void 0 || dtype === "" ? "" : `, ${dtype}`;
		const like = shapes.outputs[at]?.like;
		if (like !== void 0) return `torch.empty_like(${tensors[like]}${more}, memory_format=torch.contiguous_format)`;
		const { shape, strides } = layoutOf(shapes.implementation, name);
		const sizes = formulas.tuple(shape);
		return strides === void 0 ? `${tensors[0]}.new_empty(${sizes}${more})` : `${tensors[0]}.new_empty_strided(${sizes}, ${formulas.tuple(strides)}${more})`;
	});
	return [...formulas.lines(), ...pythonReturn(made)];
}
/**
* Writes the fake of an operator: compares sizes as the library does, and allocates. Returns
* undefined if there are none to compare.
*/
function fakeBody(named, plan) {
	const { tensors, scalars, outputs, names } = named;
	const { name } = named.operator;
	const agreement = plan.shapes.map(([only, ...others]) => only === void 0 || others.length > 0 ? [] : agreementLines(named, only));
	if (agreement.every((lines) => lines.length === 0)) return void 0;
	const call = `_${name}_outputs(${[...tensors, ...scalars].join(", ")})`;
	const returned = outputs.length === 0 ? "" : names.add("outputs");
	const first = returned === "" ? call : `${returned} = ${call}`;
	const last = returned === "" ? [] : [`return ${returned}`];
	if (plan.shapes.length === 1) return [
		first,
		...agreement.flat(),
		...last
	];
	const variable = names.add("found");
	const part = lookedUp(named.operator, plan).length > 1 ? "[0]" : "";
	return [
		first,
		`${variable} = _${name}_dtypes[${dtypeKey(tensors)}]${part}`,
		...agreement.flatMap((lines, index) => lines.length === 0 ? [] : [`if ${variable} == ${index}:`, ...pythonBlock(lines)]),
		...last
	];
}
/** Compares the sizes of tensors that follow from others. */
function agreementLines(named, { implementation }) {
	const { operator, tensors } = named;
	const formulas = pythonFormulas(named, implementation);
	const checks = operator.tensors.flatMap(({ name }, at) => layoutOf(implementation, name).shape.flatMap(({ tree, text }, axis) => {
		if (isSize(expanded(tree, implementation), name, axis)) return [];
		const found = `${tensors[at]}.shape[${axis}]`;
		const expected = formulas.text(tree);
		return [
			"torch._check_value(",
			`    ${found} == ${/^[\w.[\]]+$/.test(expected) ? expected : `(${expected})`},`,
			`    lambda: wrong_size("${operator.name}", "${name}", ${axis}, ${found}, ${expected}, ${JSON.stringify(text)}),`,
			")"
		];
	}));
	return [...formulas.lines(), ...checks];
}
// src/package/wheel/torch-module.ts
/**
* Writes the module that registers operators with PyTorch, as `torch.ops.NAMESPACE.NAME`. Their code is
* the library's, without Python in a call, or Python for a PyTorch that lacks the functions for that.
* Each operator has a second one with gradients: `register_autograd` puts Python before every call.
*/
function torchModule(operators, namespace, heading) {
	return [
		`"""${heading} as operators of PyTorch."""\n`,
		header(namespace),
		...operators.map((operator) => operatorText(operator, operators))
	].join("\n");
}
function header(namespace) {
	return `from __future__ import annotations

import torch
from torch import Tensor

from ._checks import (
    changed_gradients,
    lost_gradients,
    no_gradients,
    wrong_axes,
    wrong_dtypes,
    wrong_size,
)
from ._library import library, register

if not hasattr(torch.library, "register_autograd"):
    raise ImportError(
        f"the operators of {__package__} need PyTorch 2.4 or later; {torch.__version__} is installed"
    )

_NAMESPACE = ${JSON.stringify(namespace)}
_library = torch.library.Library(_NAMESPACE, "FRAGMENT")

# torch.compile must pass tensors with the strides that they have without it.
_TAGS = (
    torch.Tag.pt2_compliant_tag,
    getattr(torch.Tag, "needs_exact_strides", torch.Tag.needs_fixed_stride_order),
)


def _define(operator, schema, run, fake, end=""):
    name = operator + end
    _library.define(name + schema, tags=_TAGS)
    if not register(operator, _NAMESPACE, name):
        _library.impl(name, run, "CUDA")
        # The library refuses these tensors, and says where they must be.
        _library.impl(name, run, "CPU")
    torch.library.register_fake(f"{_NAMESPACE}::{name}", fake, lib=_library)
    return getattr(getattr(torch.ops, _NAMESPACE), name).default


def _define_pair(operator, schema, run, fake, gradients, save):
    def plain_fake(*args):
        if torch.is_grad_enabled() and any(getattr(each, "requires_grad", False) for each in args):
            raise lost_gradients(operator)
        return fake(*args)

    # Calls take less time where no gradient is wanted.
    plain = _define(operator, schema, run, plain_fake)
    both = _define(operator, schema, run, fake, "_with_grad")
    torch.library.register_autograd(
        f"{_NAMESPACE}::{operator}_with_grad", gradients, setup_context=save, lib=_library
    )
    return plain, both
`;
}
function operatorText(operator, all) {
	const named = nameArguments(operator);
	const { name, backward } = operator;
	const plan = outputPlan(operator);
	const parameters = [...named.tensors, ...operator.scalars.map((scalar, at) => `${named.scalars[at]}${defaultText(scalar)}`)].join(", ");
	const fake = fakeBody(named, plan);
	const functions = [
		pythonFunction(`_${name}_outputs(${parameters})`, outputsBody(named, plan)),
		pythonFunction(`_${name}_run(${parameters})`, runBody(named)),
		...fake === void 0 ? [] : [pythonFunction(`_${name}_fake(${parameters})`, fake)],
		...backward === void 0 ? [] : autogradFunctions(named, backward, all)
	];
	return `
_${name}_call = library.get_function("${name}")
_${name}_dtypes = ${dtypeTable(operator, plan)}

${functions.join("\n")}

${registration(named, fake === void 0 ? "outputs" : "fake")}

${publicFunction(named)}`;
}
function runBody(named) {
	const { tensors, outputs, scalars } = named;
	const { name } = named.operator;
	const changed = changedTensors(named);
	const returned = outputs.join(", ");
	return [
		...refusal(named, changed.length > 0 ? "changed_gradients" : "lost_gradients"),
		`${returned === "" ? "" : `${returned} = `}_${name}_outputs(${[...tensors, ...scalars].join(", ")})`,
		`_${name}_call(${[
			...tensors,
			...outputs,
			...scalars
		].join(", ")})`,
		...changed.flatMap((each) => [`if not ${each}.is_inference():`, `    torch.autograd.graph.increment_version(${each})`]),
		...returned === "" ? [] : [`return ${returned}`]
	];
}
function changedTensors({ operator, tensors }) {
	return tensors.filter((_each, at) => operator.tensors[at]?.role === "inout");
}
/** Refuses calls whose gradients would be lost. */
function refusal(named, error) {
	return [`if ${wantsGradient(named)}:`, `    raise ${error}("${named.operator.name}")`];
}
/** Registers the functions of an operator, and of the one with gradients. */
function registration(named, fake) {
	const { name, backward } = named.operator;
	const isPlain = changedTensors(named).length > 0;
	const gradients = backward === void 0 ? [`*no_gradients("${name}")`] : [`_${name}_gradients`, `_${name}_save`];
	const given = [
		JSON.stringify(name),
		JSON.stringify(schemaText(named)),
		`_${name}_run`,
		`_${name}_${fake}`,
		...isPlain ? [] : gradients
	];
	return `${isPlain ? `_${name}_op = _define(` : `_${name}_op, _${name}_with_grad_op = _define_pair(`}\n${given.map((each) => `    ${each},\n`).join("")})`;
}
/** The arguments and results of a schema. Source: "The schema" in the documentation of torch.library. */
function schemaText({ operator, tensors, scalars, outputs }) {
	const types = {
		int: "SymInt",
		float: "float",
		bool: "bool"
	};
	const marks = operator.tensors.map(({ role }, at) => role === "inout" ? `(${String.fromCodePoint("a".charCodeAt(0) + at)}!)` : "");
	const inputs = [...tensors.map((name, at) => `Tensor${marks[at]} ${name}`), ...operator.scalars.map((scalar, at) => `${types[scalar.kind]} ${scalars[at]}${defaultText(scalar)}`)];
	const returned = outputs.map(() => "Tensor").join(", ");
	return `(${inputs.join(", ")}) -> ${outputs.length === 1 ? returned : `(${returned})`}`;
}
/** Writes the function that programs call. */
function publicFunction(named) {
	const { operator, tensors, scalars, outputs } = named;
	const { name } = operator;
	const call = [...tensors, ...scalars].join(", ");
	const body = changedTensors(named).length > 0 ? [...refusal(named, "changed_gradients"), `return _${name}_op(${call})`] : [
		`if ${wantsGradient(named)}:`,
		`    return _${name}_with_grad_op(${call})`,
		`return _${name}_op(${call})`
	];
	return pythonFunction(publicHead(named), [
		`"""${outputs.length === 0 ? "Returns nothing." : `Returns ${outputs.join(", ")}.`}`,
		"",
		...describeTensors(operator),
		"\"\"\"",
		...body
	]);
}
/** The most columns of a line, if it can be broken. */
const COLUMNS = 100;
function wantsGradient({ tensors }) {
	const each = tensors.map((tensor) => `${tensor}.requires_grad`);
	const text = each.length === 1 ? each.join("") : `(${each.join(" or ")})`;
	return `${text.length <= 60 ? text : `(\n    ${each.join("\n    or ")}\n)`} and torch.is_grad_enabled()`;
}
function publicHead({ operator, tensors, scalars, outputs }) {
	const parameters = [...tensors.map((name) => `${name}: Tensor`), ...operator.scalars.map((scalar, at) => {
		const value = defaultText(scalar).replace("=", " = ");
		return `${scalars[at]}: ${scalar.kind}${value}`;
	})];
	const end = `) -> ${annotation(outputs)}`;
	const head = `${operator.name}(${parameters.join(", ")}${end}`;
	if (`def ${head}:`.length <= COLUMNS) return head;
	return `${operator.name}(\n${parameters.map((each) => `    ${each},\n`).join("")}${end}`;
}
function annotation(outputs) {
	if (outputs.length <= 1) return outputs.length === 0 ? "None" : "Tensor";
	return `tuple[${outputs.map(() => "Tensor").join(", ")}]`;
}
function defaultText({ kind, default: value }) {
	return value === void 0 ? "" : `=${pythonLiteral(value, kind)}`;
}
// src/package/wheel/python-package.ts
/**
* Returns the text files of a Python package for operators, by path in its folder. The library
* `lib*.so` must be beside them.
*/
async function pythonPackage(pkg) {
	const heading = `The operators of ${pkg.name} ${pkg.version}`;
	return /* @__PURE__ */ new Map([
		["__init__.py", initText(pkg)],
		["_checks.py", await readText("_checks.py")],
		["_library.py", await readText("_library.py")],
		["_operators.py", torchModule(pkg.operators, pkg.namespace, heading)],
		["ffi.py", ffiText(pkg.operators, heading)],
		["py.typed", ""]
	]);
}
function readText(file) {
	return readFile(join(OPERATORS_FOLDER, file), "utf8");
}
function initText({ name, version, operators, namespace }) {
	const names = operators.map((operator) => operator.name).toSorted();
	return `"""Kernels of ${name} ${version}, compiled ahead of time.

For PyTorch, also as torch.ops.${namespace}.NAME:
${names.map((each) => `    ${name}.${each}\n`).join("")}
For other frameworks, and without PyTorch: ${name}.ffi
"""

from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import ffi

__all__ = [
${["ffi", ...names].map((each) => `    ${JSON.stringify(each)},\n`).join("")}]
__version__ = ${JSON.stringify(version)}

if _TYPE_CHECKING or _find_spec("torch") is not None:
    from ._operators import (
${names.map((each) => `        ${each},\n`).join("")}    )
else:

    def __getattr__(name):
        if name in __all__:
            raise AttributeError(f"{__name__}.{name} needs PyTorch; {__name__}.ffi.{name} does not")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
`;
}
function ffiText(operators, heading) {
	return `"""${heading} as functions of TVM-FFI.

They take tensors of any framework with DLPack: the inputs, then the outputs, which the caller
allocates, then the scalars. All arguments are positional. They run on the stream of the framework
that the tensors are of, if TVM-FFI knows it, else on that of \`tvm_ffi.use_raw_stream\`.
"""

from ._library import library as _library
${operators.map((operator) => {
		const { tensors, outputs, scalars } = nameArguments(operator);
		const parameters = [
			...tensors,
			...outputs,
			...scalars
		].join(", ");
		const lines = describeTensors(operator).map((line) => `${line}\n`);
		return `
${operator.name} = _library.get_function("${operator.name}")
"""${operator.name}(${parameters})

${lines.join("")}"""
`;
	}).join("")}`;
}
// src/package/wheel/wheel-project.ts
/** The dependency of every wheel. It has a stable ABI from 0.1.9 on. */
const TVM_FFI = "apache-tvm-ffi>=0.1.9,<0.2";
/**
* Writes the files of a project around its Python package, builds it with hatchling, and returns the
* path of the wheel. Its platform is the oldest that the library runs on, by auditwheel. The bytes
* of a wheel depend on its contents only.
* @throws {Failure} `usage` if the licence is unknown, `environment` if one of these tools fails.
*/
async function buildLibraryWheel(project, python, machine, context) {
	const { folder, name } = project;
	const texts = {
		description: `GPU kernels of ${name}, compiled ahead of time`,
		readme: readme(project),
		dependencies: [TVM_FFI],
		optional: { torch: ["torch>=2.4"] }
	};
	const make = (platform, out) => buildWheel({
		...project,
		texts
	}, `py3-none-${platform}`, out, python, context);
	return make(await platformOf(await make(`linux_${machine}`, "draft"), python, folder, context), "wheel");
}
/**
* Builds a wheel with a tag, such as `py3-none-any`, in the folder `out` of a project, and returns its
* path.
* @throws {Failure} `usage` if the licence is unknown, `environment` if hatchling fails.
*/
async function buildWheel(project, tag, out, python, context) {
	const { folder } = project;
	await mkdir(join(folder, out));
	await writeFile(join(folder, "hatch_build.py"), HOOK);
	await writeFile(join(folder, "README.md"), project.texts.readme);
	await writeFile(join(folder, "pyproject.toml"), projectFile(project, tag));
	await runPython(python, [
		"-m",
		"hatchling",
		"build",
		"--target",
		"wheel",
		"--directory",
		out
	], folder, context);
	const [wheel = ""] = await readdir(join(folder, out));
	return join(folder, out, wheel);
}
const auditSchema = object({ overall_tag: string() });
/** Returns the tag of the oldest platform with all symbols that the libraries of a wheel need. */
async function platformOf(wheel, python, folder, context) {
	const { stdout } = await runPython(python, [
		"-m",
		"auditwheel",
		"show",
		"--json",
		wheel
	], folder, context);
	const audit = auditSchema.safeParse(tryParseJson(stdout));
	if (audit.success) return audit.data.overall_tag;
	throw new Failure("environment", {
		message: "auditwheel does not say which platforms the library runs on",
		hint: stdout.trim()
	});
}
async function runPython(python, argv, cwd, { env, runTool, signal }) {
	const { SOURCE_DATE_EPOCH: _time, ...rest } = installerEnvironment(env);
	const own = {
		...rest,
		PYTHONDONTWRITEBYTECODE: "1",
		TMPDIR: cwd
	};
	const result = await runTool([
		python,
		"-I",
		...argv
	], {
		cwd,
		env: own,
		signal
	});
	if (result.code === 0) return result;
	const lines = `${result.stdout}\n${result.stderr}`.split("\n").filter((line) => line.trim() !== "");
	const last = lines.at(-1) ?? "no error message";
	const license = /Unknown license: '(.*)'/.exec(last)?.[1];
	if (license !== void 0) throw new Failure("usage", {
		message: `Python packages cannot have the licence \`${license}\`: it is not one of SPDX`,
		hint: "Set `license:` in the manifest to identifiers of https://spdx.org/licenses or to LicenseRef-NAME, and build the package again."
	});
	throw new Failure("environment", {
		message: `${argv[1]} cannot make the wheel: ${last}`,
		hint: lines.slice(0, -1).slice(-6).join("\n") || "Run it again."
	});
}
/** A hook of the build: hatchling's own tags name the Python that builds, which no file depends on. */
const HOOK = `from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformTag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["tag"] = self.config["tag"]
        build_data["pure_python"] = False
`;
/** Strings of JSON are strings of TOML. */
function projectFile(project, tag) {
	const { name, distribution, version, vendors, license, sbom, texts } = project;
	const text = JSON.stringify;
	return `[build-system]
requires = [${text(BUILD_BACKEND)}]
build-backend = "hatchling.build"

[project]
name = ${text(distribution)}
version = ${text(version)}
description = ${text(texts.description)}
readme = "README.md"
requires-python = ${text(REQUIRES_PYTHON)}
${license === void 0 ? "" : `license = ${text(license)}\n`}dependencies = ${text(texts.dependencies)}
classifiers = ${text(classifiersOf(vendors))}

[project.optional-dependencies]
${Object.entries(texts.optional).map(([extra, needed]) => `${extra} = ${text(needed)}\n`).join("")}
[tool.hatch.build.targets.wheel]
core-metadata-version = ${text("2.4")}
ignore-vcs = true
packages = [${text(name)}]
${sbom === void 0 ? "" : `sbom-files = [${text(sbom)}]\n`}
[tool.hatch.build.targets.wheel.hooks.custom]
tag = ${text(tag)}
`;
}
const REQUIRES_PYTHON = ">=3.9";
/** Returns the classifiers of a wheel with code for GPUs of these vendors. */
function classifiersOf(vendors) {
	return ["Operating System :: POSIX :: Linux", ...vendors.map((each) => GPU[each])];
}
/** The classifiers of PyPI, which has none for GPUs of AMD. */
const GPU = {
	cuda: "Environment :: GPU :: NVIDIA CUDA",
	hip: "Environment :: GPU"
};
function readme({ name, vendors }) {
	const needs = vendors.map((each) => each === "hip" ? "PyTorch for ROCm" : "an NVIDIA driver");
	const hip = vendors.includes("hip") ? "Its code for GPUs of AMD was checked, and not run on such a GPU.\n\n" : "";
	return `GPU kernels with their launch code, compiled ahead of time. Running them needs ${needs.join(" or ")}, but no
compiler, no CUDA toolkit and no Triton.

${hip}\`import ${name}\` registers the operators with PyTorch, if it is installed. \`${name}.ffi\` has them for
other frameworks. \`help(${name})\` lists them.
`;
}
// src/wheel.ts
/** A wheel for `pip install`, or the folder `build` of a kernel for the Hugging Face Hub. */
const WHEEL_LAYOUTS = ["wheel", "hf-kernels"];
/**
* Makes a Python package of the operators in a package, with a library that has everything compiled.
* @throws {Failure} `usage` if there are no operators, or Python does not allow a name or version;
* `environment` if the machine lacks something.
*/
async function makeWheel(request, context) {
	const pkg = await readPackage(request.package);
	const { package: name, operators = [] } = pkg.manifest;
	const problems = operatorProblems(pkg, operators);
	if (problems.length > 0) throw new Failure("usage", problems);
	const version = versionOf(pkg);
	const scratch = await makeScratch(context.scratch, "wheel");
	const write = request.layout === "wheel" ? writeWheel : writeHubKernel;
	try {
		const made = await write({
			pkg,
			operators,
			vendors: byVendor(pkg.manifest),
			version,
			scratch,
			request
		}, context);
		return {
			layout: request.layout,
			package: name,
			name: made.name,
			version,
			operators: operators.map((operator) => operator.name),
			files: made.files,
			...await describeFile(made.content)
		};
	} finally {
		await removeFolder(scratch);
	}
}
/** Divides the operators of a package by vendor. A vendor that none has code for is left out. */
function byVendor({ kernels, operators = [] }) {
	return VENDORS.flatMap((vendor) => {
		const isOwn = ({ target }) => parseTarget(target)?.backend === vendor;
		const names = kernels.flatMap(({ name, variants }) => variants.some(isOwn) ? [name] : []);
		const own = operatorsOf(operators, names);
		return own.length === 0 ? [] : [{
			vendor,
			operators: own
		}];
	});
}
/** The name of the library with the operators for a vendor. `_library.py` chooses by it. */
function libraryName(name, vendor) {
	return vendor === "hip" ? `lib${name}.hip.so` : `lib${name}.so`;
}
async function writeWheel(work, context) {
	const { log } = context;
	const { pkg, scratch, request } = work;
	const { package: name, license } = pkg.manifest;
	const distribution = request.name ?? name;
	if (!/^([A-Z0-9]|[A-Z0-9][A-Z0-9._-]*[A-Z0-9])$/i.test(distribution)) throw new Failure("usage", {
		message: `\`${distribution}\` cannot be the name of a Python package`,
		hint: "Set --name (input `name`) to letters, digits, `-`, `_` and `.`, beginning and ending with a letter or digit."
	});
	const machine = operatorMachine(context);
	const libraries = [];
	for (const own of work.vendors) libraries.push([libraryName(name, own.vendor), await compile(work, own, context)]);
	const python = await log.group("Install what makes wheels", () => ensureWheelTools(machine, context));
	const made = await log.group(`Make the wheel of ${name}`, async () => {
		const folder = join(scratch, "project");
		for (const [path, text] of await packageFilesOf(work, name)) {
			const file = join(folder, name, path);
			await makeFolder(dirname(file));
			await writeFile(file, text);
		}
		for (const [library, file] of libraries) await copyFile(file, join(folder, name, library));
		const sbom = await readIfExists(join(pkg.folder, SBOM_FILE));
		if (sbom !== void 0) await writeFile(join(folder, `${name}.cdx.json`), sbom);
		return buildLibraryWheel({
			folder,
			name,
			distribution,
			version: work.version,
			vendors: work.vendors.map(({ vendor }) => vendor),
			license,
			sbom: sbom && `${name}.cdx.json`
		}, python, machine, context);
	});
	const file = resolve(request.out, basename(made));
	await makeFolder(dirname(file));
	await writeAtomically(file, (temporary) => copyFile(made, temporary));
	return {
		name: distribution,
		files: [file],
		content: file
	};
}
async function writeHubKernel(work, context) {
	const { pkg, request, vendors } = work;
	const { package: name } = pkg.manifest;
	const cuda = vendors.find(({ vendor }) => vendor === "cuda");
	if (cuda === void 0) throw new Failure("usage", {
		message: `the operators of ${name} have code for GPUs of AMD only, and kernels of the Hugging Face Hub are made for GPUs of NVIDIA`,
		place: { file: join(pkg.folder, MANIFEST_FILE) },
		hint: "Make a wheel of them, or build the package for a target of NVIDIA too."
	});
	const variants = variantNames(operatorMachine(context));
	const kernel = hubKernel(request.name ?? name, pkg.packageSha256);
	const folder = resolve(request.out, "build");
	await checkHubVariants(folder);
	const file = await compile(work, cuda, context);
	await context.log.group(`Write the variants of ${kernel.name}`, async () => {
		const files = await packageFilesOf(work, kernel.id);
		const library = {
			name: libraryName(name, "cuda"),
			file
		};
		await makeFolder(dirname(folder));
		const write = async (fresh) => {
			await writeVariants(fresh, variants, files, variantMetadata(kernel, pkg.manifest), library);
			return { folder: fresh };
		};
		await replaceFolder(folder, write, context);
	});
	return {
		name: kernel.name,
		files: variants.map((variant) => join(folder, variant)),
		content: file
	};
}
function operatorMachine({ platform }) {
	return wheelMachine(platform, "operators cannot be compiled for");
}
async function compile({ pkg, scratch, request: { jobs } }, own, context) {
	const c = await findCCompiler(context.env);
	const cudaInclude = own.vendor === "cuda" ? await findCudaHeader(context.env) : void 0;
	const folder = join(scratch, "library");
	const machine = {
		compilers: {
			c,
			cxx: c
		},
		cudaInclude,
		folder,
		jobs
	};
	const settings = settingsFor(own.vendor, machine, void 0);
	const title = `Compile the operators of ${pkg.manifest.package}`;
	return context.log.group(own.vendor === "hip" ? `${title} for HIP` : title, () => buildOperatorLibrary(pkg, own.operators, settings, context));
}
/** The text files of the Python package, also with what the package is made from. */
async function packageFilesOf({ pkg, operators }, namespace) {
	const { package: name, version } = pkg.manifest;
	const provenance = await Promise.all([MANIFEST_FILE, SUMS_FILE].map(async (path) => [`provenance/${path}`, await readFile(join(pkg.folder, path), "utf8")]));
	const files = await pythonPackage({
		name,
		version,
		operators,
		namespace
	});
	return new Map([...files, ...provenance]);
}
function versionOf({ folder, manifest: { version } }) {
	return pythonVersion(version, join(folder, MANIFEST_FILE));
}
function operatorProblems({ folder, manifest }, operators) {
	const place = { file: join(folder, MANIFEST_FILE) };
	if (operators.length === 0) return [{
		message: `the package ${manifest.package} has no operators`,
		place,
		hint: "Add `op:` to a kernel in the manifest, and build the package again. docs/guides/operators.md explains how."
	}];
	return operators.flatMap((operator) => {
		const reason = unfit(operator, operators);
		return reason === void 0 ? [] : [{
			message: `operator ${operator.name}: ${reason}`,
			place,
			hint: "Change it in the manifest, and build the package again."
		}];
	});
}
/** Returns why PyTorch cannot have an operator; undefined if it can. */
function unfit({ name, tensors, outputs, implementations, backward }, operators) {
	if (isReservedInPython(name) || name === "ffi") return "Python, or the package that is made, does not allow this name";
	if (tensors.length === 0) return "without a tensor, PyTorch does not know the device of the outputs";
	const unknown = implementations.flatMap((each) => [...tensors, ...outputs].map(({ name: own }) => layoutOf(each, own).element)).find((element) => dtypeName(element) === void 0);
	if (unknown !== void 0) return `PyTorch has no dtype for ${unknown}`;
	if (backward === void 0) return void 0;
	if (tensors.some(({ role }) => role === "inout")) return "PyTorch computes no gradients of operators that change a tensor in place";
	return operators.some((each) => each.name === backward.operator) ? void 0 : `its gradients need the operator ${backward.operator}, which the package lacks`;
}
async function describeFile(file) {
	return {
		sha256: sha256(await readFile(file)),
		size: (await stat(file)).size
	};
}
// src/package/bundle/bundle-index.ts
/** The file that describes a bundle. It has the digests of all other files, so its SHA-256 identifies the bundle. */
const INDEX_FILE = "bundle.json";
const digest = string().regex(/^[0-9a-f]{64}$/);
const digests = record$1(string(), digest);
/** Is shown in release notes. */
const version$1 = string().regex(/^\d[\w.+-]{0,60}$/);
/** `bundle.json`. What each kernel was compiled from is read by the Python of a bundle only. */
const indexSchema = object({
	format: literal$1(1),
	environment: looseObject({
		version: version$1,
		python: version$1
	}),
	/** The digests of all files besides those of kernels, by their paths. */
	files: digests,
	entries: array(looseObject({
		/** Its folder below `cache`. */
		key: string().regex(/^[A-Z2-7]+$/),
		target: tuple$1([
			string(),
			union([number(), string().regex(/^\w+$/)]),
			number()
		]),
		files: digests
	}))
});
/** Returns the digests of the files of all kernels, by their paths in the bundle. */
function kernelFiles({ entries }) {
	return new Map(entries.flatMap(({ key, files }) => Object.entries(files).map(([name, sha256]) => [`cache/${key}/${name}`, sha256])));
}
/** The architectures that a bundle has kernels for, such as `sm_90`. */
function bundledTargets({ entries }) {
	return [...new Set(entries.map(({ target }) => targetName(target)))].toSorted();
}
/** The vendors of the GPUs that a bundle has kernels for. */
function bundledVendors({ entries }) {
	return VENDORS.filter((vendor) => entries.some(({ target }) => target[0] === vendor));
}
/** Returns the name of one of Triton's targets, such as `sm_90` or `gfx942`. */
function targetName([backend, arch]) {
	return backend === "cuda" ? `sm_${arch}` : String(arch);
}
// src/package/bundle/bundle-wheel.ts
/**
* Makes a wheel of a bundle, without dependencies, and returns its path.
* @param scratch a folder for the project
* @throws {Failure} `usage` if Python has no such version, `environment` if hatchling fails.
*/
async function writeBundleWheel({ name, version, vendors, folder, files, python, machine, out }, scratch, context) {
	for (const path of files) {
		await makeFolder(join(scratch, name, path, ".."));
		await copyFile(join(folder, path), join(scratch, name, path));
	}
	const project = {
		folder: scratch,
		name,
		distribution: name,
		version,
		vendors,
		license: void 0,
		sbom: void 0,
		texts: textsOf(name)
	};
	const [major, minor] = python.split(".");
	const made = await buildWheel(project, `cp${major}${minor}-none-linux_${machine}`, "dist", await ensureWheelTools(machine, context), context);
	const wheel = resolve(out, basename(made));
	await writeAtomically(wheel, (temporary) => copyFile(made, temporary));
	return wheel;
}
/** What the wheel of a bundle says about itself. The name is that of its program, and `_bundle`. */
function textsOf(name) {
	const program = name.slice(0, -7);
	return {
		description: `Compiled Triton kernels of ${program}`,
		readme: `Set \`TRITON_CACHE_MANAGER=${name}:Manager\`, and Triton finds the kernels of ${program} here.\n`,
		dependencies: [],
		optional: {}
	};
}
/**
* Returns the text of each file in the metadata of a bundle's wheel, as hatchling writes it, but for RECORD.
* @param tag such as `cp312-none-linux_x86_64`
*/
function metadataFiles({ name, version, vendors }, tag) {
	const { description, readme } = textsOf(name);
	const lines = [
		`Metadata-Version: 2.4`,
		`Name: ${name}`,
		`Version: ${version}`,
		`Summary: ${description}`,
		...classifiersOf(vendors).map((each) => `Classifier: ${each}`).toSorted(),
		`Requires-Python: ${REQUIRES_PYTHON}`,
		"Description-Content-Type: text/markdown"
	];
	const generator = BUILD_BACKEND.replace("==", " ");
	return {
		METADATA: `${lines.join("\n")}\n\n${readme}`,
		WHEEL: `Wheel-Version: 1.0\nGenerator: ${generator}\nRoot-Is-Purelib: false\nTag: ${tag}\n`
	};
}
// src/package/bundle/fill.ts
const file = tuple$1([string(), string()]);
const lineSchema$2 = discriminatedUnion("kind", [
	object({
		kind: literal$1("environment"),
		triton: string(),
		version: string(),
		python: string(),
		/** The end of the names of Python's extension modules. */
		suffix: string(),
		variables: record$1(string(), string()),
		/** The path of the HIP runtime in the program's image, if there are targets of AMD. */
		hipRuntime: string().optional()
	}),
	object({
		kind: literal$1("completed"),
		added: number(),
		/** How many specialisations of a kernel were too many. */
		leftOut: record$1(string(), number())
	}),
	object({
		kind: literal$1("helper"),
		name: file,
		source: string()
	}),
	object({
		kind: literal$1("total"),
		count: number()
	}),
	looseObject({
		kind: literal$1("entry"),
		module: string(),
		function: string(),
		target: tuple$1([
			string(),
			union([number(), string()]),
			number()
		]),
		/** The folder in Triton's cache, and its files that programs read. */
		key: string(),
		files: array(string()),
		/** A library that Triton 3.6 makes for each signature: its folder, others that it looks in, its file. */
		launcher: object({
			keys: array(string()),
			file: string()
		}).nullable()
	}),
	object({
		kind: literal$1("failed"),
		compile: looseObject({
			module: string(),
			function: string()
		}),
		reason: string()
	}),
	object({
		kind: literal$1("fault"),
		code: string(),
		path: string().nullish()
	}),
	object({
		kind: literal$1("tuned"),
		key: string(),
		file: string(),
		content: string()
	})
]);
/**
* Compiles recorded kernels into the folder of a cache, in the program's own Python and without a GPU.
* @throws {Failure} `environment` if Python or Triton fails as a whole, takes too long, or the disk is full.
*/
async function fillCache(request, context) {
	const { python, scratch, compiler, jobs, variables, compiles, timeout, ...rest } = request;
	const code = join(scratch, "python");
	const temporary = join(scratch, "tmp");
	await makeFolder(temporary);
	await writeFillCode(code);
	const stub = await buildStub(compiler, scratch, context);
	const home = join(scratch, "home");
	await makeFolder(home);
	const recorded = compiles.map(({ kind: _kind, ...compile }) => compile);
	const input = JSON.stringify({
		...rest,
		compiles: recorded,
		home,
		stub,
		processes: jobs
	});
	const { env, log, signal } = context;
	const lines = [];
	const progress = progressOf(log);
	const exit = await runForeignProgram([
		python,
		"-B",
		join(code, "fill.py")
	], {
		env: {
			...programEnvironment(env, variables),
			TMPDIR: temporary
		},
		signal,
		input,
		limit: timeout * 1e3,
		onLine: (text) => {
			const line = lineSchema$2.safeParse(tryParseJson(text)).data;
			if (line === void 0) return text;
			lines.push(line);
			progress(line);
		}
	}).catch((error) => {
		signal.throwIfAborted();
		throw new Failure("environment", { message: `cannot start ${python}: ${messageOf(error)}` });
	});
	const [fault] = ofKind$1(lines, "fault");
	if (fault !== void 0) throw machineFault(fault);
	const [environment] = ofKind$1(lines, "environment");
	if (exit.code !== 0 || exit.isTimeout || environment === void 0) throw new Failure("environment", {
		message: `${python} could not compile the recorded kernels: ${endOf(exit, timeout)}`,
		hint: exit.printed.trim().slice(-3e3)
	});
	return {
		environment,
		completed: ofKind$1(lines, "completed")[0],
		helpers: ofKind$1(lines, "helper"),
		entries: ofKind$1(lines, "entry"),
		failed: ofKind$1(lines, "failed"),
		tuned: ofKind$1(lines, "tuned")
	};
}
/** Builds a driver that Triton's helper libraries can be linked with. Returns its folder. */
async function buildStub(compiler, scratch, { env, signal, runTool }) {
	const folder = join(scratch, "stub");
	await makeFolder(folder);
	const shared = [
		"-shared",
		"-fPIC",
		"-Wl,-soname,libcuda.so.1"
	];
	const files = [
		"-o",
		join(folder, "libcuda.so.1"),
		join(RUNTIME_FOLDER, "libcuda_stub.c")
	];
	const own = {
		...env,
		TMPDIR: folder
	};
	const built = await runTool([
		...compiler,
		...shared,
		...files
	], {
		env: own,
		signal
	});
	if (built.code === 0) return folder;
	throw new Failure("environment", {
		message: `${compiler.join(" ")} cannot make a shared library`,
		hint: built.stderr.trim()
	});
}
/** Returns a function that reports the progress that a line says. */
function progressOf(log) {
	let step;
	return (line) => {
		if (line.kind === "total") step = stepCounter(line.count, log);
		if (line.kind === "entry") step?.(`${line.function} for ${targetName(line.target)}`);
		if (line.kind === "failed") step?.(line.compile.function);
	};
}
function machineFault({ code, path }) {
	const error = Object.assign(new Error(code), {
		code,
		syscall: "write",
		path: path ?? void 0
	});
	return machineFailure(error) ?? error;
}
function endOf(exit, timeout) {
	if (exit.isTimeout) return `an import or a compile took longer than ${plural(timeout, "second")} (raise the limit with --timeout)`;
	return lastLine$1(exit.printed) || `it ${describeExit(exit)}`;
}
/** The modules of every bundle that the filling Python needs too, as the package `aot_bundle`. */
async function writeFillCode(folder) {
	await writeBundledCode(join(folder, "aot_bundle"));
	for (const name of [
		"fill.py",
		"complete.py",
		"faults.py",
		"include"
	]) await cp(join(BUNDLE_FOLDER, name), join(folder, name), { recursive: true });
}
/** Writes the Python of a bundle. */
async function writeBundledCode(folder) {
	await cp(join(BUNDLE_FOLDER, "bundled"), folder, {
		recursive: true,
		filter: (path) => !path.includes("__pycache__")
	});
	for (const name of ["compiles.py", "journal.py"]) await copyFile(join(RECORDER_FOLDER, "triton_aot_recorder", name), join(folder, name));
}
function ofKind$1(lines, kind) {
	return lines.filter((line) => line.kind === kind);
}
function lastLine$1(text) {
	return text.trimEnd().split("\n").at(-1) ?? "";
}
// src/package/bundle/oci.ts
const LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";
/**
* Writes an OCI image layout with one layer: the bundle, below `io.triton.cache`. The labels are those
* of MCV's images, by which GKM and KServe find the GPUs that an image is for.
* Sources: OCI Image Format Specification 1.1, "Image Layout Specification"; redhat-et/GKM,
* mcv/docs/design.md, "Image Label Schema".
* @param out an empty folder
*/
async function writeImage({ name, files, folder, targets, entries, size, processor }, out, signal) {
	const blobs = join(out, "blobs/sha256");
	await makeFolder(blobs);
	const contents = await Promise.all(files.map(async (path) => ({
		path: `io.triton.cache/${name}/${path}`,
		file: join(folder, path),
		size: (await stat(join(folder, path))).size
	})));
	const draft = join(blobs, "layer");
	const packed = await packArchive(contents, draft, {
		signal,
		onEntry: () => void 0
	});
	await rename(draft, join(blobs, packed.sha256));
	const layer = {
		mediaType: LAYER,
		digest: `sha256:${packed.sha256}`,
		size: packed.size
	};
	const write = async (mediaType, value) => {
		const text = canonicalJson(value);
		const digest = sha256(text);
		await writeFile(join(blobs, digest), text);
		return {
			mediaType,
			digest: `sha256:${digest}`,
			size: Buffer.byteLength(text)
		};
	};
	const manifest = await write("application/vnd.oci.image.manifest.v1+json", {
		schemaVersion: 2,
		mediaType: "application/vnd.oci.image.manifest.v1+json",
		config: await write("application/vnd.oci.image.config.v1+json", {
			architecture: processor,
			os: "linux",
			rootfs: {
				type: "layers",
				diff_ids: [`sha256:${await tarDigest(join(blobs, packed.sha256))}`]
			},
			config: { Labels: {
				"cache.triton.image/variant": "multi",
				"cache.triton.image/entry-count": String(entries),
				"cache.triton.image/cache-size-bytes": String(size),
				"cache.triton.image/summary": JSON.stringify({ targets }),
				"org.opencontainers.image.title": name
			} }
		}),
		layers: [layer]
	});
	await writeFile(join(out, "oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
	await writeFile(join(out, "index.json"), canonicalJson({
		schemaVersion: 2,
		manifests: [manifest]
	}));
}
/** Returns the digest of what is compressed in a file. */
async function tarDigest(file) {
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), createGunzip(), hash);
	return hash.digest("hex");
}
// src/package/bundle/write-bundle.ts
/**
* Writes the Python package of a bundle: the cache manager, the kernels by their keys, Triton's helper
* libraries, and `bundle.json`, which says what each kernel was compiled from and has the digests of all
* other files. The bytes depend on the contents only.
* @param folder an empty folder
* @param cache the folder of Triton's cache with the results
*/
async function writeBundle(folder, { environment, entries, helpers, tuned }, cache) {
	await writeBundledCode(folder);
	let size = 0;
	const copy = async (from, to) => {
		const content = await readFile(from);
		size += content.length;
		await makeFolder(join(to, ".."));
		await writeFile(to, content);
		return sha256(content);
	};
	const described = [];
	for (const { kind: _kind, launcher, ...entry } of byKey(entries)) {
		const digests = {};
		for (const name of entry.files) digests[name] = await copy(join(cache, entry.key, name), join(folder, "cache", entry.key, name));
		if (launcher !== null) {
			const from = join(cache, launcher.keys[0] ?? "", launcher.file);
			for (const key of launcher.keys) await copy(from, join(folder, "cache", key, launcher.file));
		}
		described.push({
			...entry,
			files: digests
		});
	}
	for (const { name, source } of helpers) {
		const file = join(folder, "helpers", name[1]);
		await copy(join(cache, ...name), file);
		await writeFile(`${file}.source`, source);
	}
	for (const { key, file, content } of tuned) {
		await makeFolder(join(folder, "cache", key));
		await writeFile(join(folder, "cache", key, file), content);
	}
	const { kind: _kind, ...own } = environment;
	const kernels = kernelFiles({ entries: described });
	const files = {};
	for (const path of await filesBelow(folder)) if (!kernels.has(path)) files[path] = sha256(await readFile(join(folder, path)));
	const index = {
		format: 1,
		environment: own,
		files,
		entries: described
	};
	await writeFile(join(folder, INDEX_FILE), `${JSON.stringify(index, void 0, 1)}\n`);
	return {
		entries: described.length,
		size
	};
}
/** Two recorded compiles can have one key, such as one that a class of arguments contains. */
function byKey(entries) {
	return [...new Map(entries.map((entry) => [entry.key, entry])).values()].toSorted((a, b) => a.key < b.key ? -1 : 1);
}
// src/plan/record/recorded-compiles.ts
/**
* Joins recordings of one program, for the same environment.
* @param folders those of the recordings, for messages
* @throws {Failure} `usage` if nothing was recorded, or if they do not belong together.
*/
function mergeRecordings(recordings, folders) {
	const all = recordings.flatMap(({ compiles }) => compiles);
	const [environment, other] = distinct(recordings.flatMap((recording) => recording.environments).map(({ triton, variables }) => ({
		triton,
		variables
	})));
	if (environment === void 0) throw new Failure("usage", {
		message: `${folders.join(", ")}: no compiles were recorded`,
		hint: "Record the program with this version of triton-aot: `triton-aot record --keep FOLDER -- python app.py`."
	});
	if (other !== void 0) throw differentEnvironments(environment, other);
	const kept = all.filter(({ file }) => !INDUCTOR.test(file));
	const own = distinct(kept);
	const [compiles, refused] = [own.filter((each) => each.refused === void 0), own.filter((each) => each.refused !== void 0)];
	const targets = compiles.flatMap(({ target }) => parseTarget(`${target?.[0]}:${target?.[1]}`) ?? []);
	return {
		compiles,
		refused,
		tuned: distinct(recordings.flatMap(({ tuned }) => tuned)),
		inductor: all.length - kept.length,
		...environment,
		targets: distinct(targets)
	};
}
/** The files of kernels that torch.compile generates. */
const INDUCTOR = /torchinductor|\/inductor_cache\//;
/** Returns values without those that equal an earlier one. */
function distinct(values) {
	return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}
function differentEnvironments(one, other) {
	const name = [.../* @__PURE__ */ new Set([...Object.keys(one.variables), ...Object.keys(other.variables)])].find((each) => one.variables[each] !== other.variables[each]);
	return new Failure("usage", {
		message: name === void 0 ? "the recordings are of different Tritons" : `the recordings differ in the environment variable ${name}: ${one.variables[name] ?? "not set"}, and ${other.variables[name] ?? "not set"}`,
		hint: "Make a bundle for each of them."
	});
}
// src/plan/record/recording.ts
/** Part of the recording's format; the recorder writes the same number. */
const FORMAT$1 = 1;
/** The name of a parameter in Python. Files are called by it. */
const parameter = string().regex(/^[\p{L}_][\p{L}\p{N}_]*$/u);
/** A file beside the recording. */
const fileName = string().regex(/^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u);
/**
* Text in one line. A recording can come from another machine, and what it names becomes comments and
* values of a manifest: a line break would add keys.
*/
const oneLine$1 = string().regex(/^\P{Cc}*$/u);
const constants$3 = mapOf(union([wireConstantSchema, tuple$1([literal$1("other"), oneLine$1]).transform(([, value]) => ({
	kind: "other",
	value
}))]));
/** A version of a Python package. */
const version = string().regex(/^\w[\w.!+-]*$/);
const options = record$1(string(), union([
	number(),
	boolean(),
	oneLine$1,
	_null()
]));
const processLine = object({
	kind: literal$1("process"),
	format: number(),
	arguments: array(string()),
	/** The folder in which it started. */
	folder: oneLine$1,
	python: oneLine$1,
	hasTriton: boolean(),
	/** True if it ran Triton's interpreter, which launches nothing. */
	interpreted: boolean()
});
const tritonLine = object({
	kind: literal$1("triton"),
	version
});
const kernelLine = object({
	kind: literal$1("kernel"),
	id: number(),
	name: oneLine$1,
	/** null: compiled from a file of Triton's intermediate code. */
	source: object({
		file: oneLine$1,
		line: number()
	}).nullable(),
	/** The installed package that has the source. */
	package: object({
		name: string().regex(/^\w[\w.-]*$/),
		version,
		/** The dotted name of the module, and the folder from which it was imported. */
		module: string().regex(/^[\p{L}\p{N}_.-]+$/u),
		root: oneLine$1,
		/** Where it was installed from, if that is neither an index nor an archive. */
		url: oneLine$1.nullable(),
		/** True if the file is not the one that the package installed. */
		changed: boolean()
	}).optional(),
	/** The same source in the project's folder that a package was installed from. */
	project: oneLine$1.optional(),
	/** What planning asks for. */
	globals: array(object({
		name: oneLine$1,
		value: wireConstantSchema,
		/** The file in which the name stands; `alone`: it has another value in another file. */
		file: oneLine$1,
		alone: boolean(),
		/** True if only the configs of @triton.autotune need it. */
		configs: boolean()
	})).default([]),
	parameters: array(object({
		name: parameter,
		constexpr: boolean()
	})).default([]),
	/** Types by parameter, as Triton's JIT computed them; `constexpr` for those it fixed. */
	signature: mapOf(oneLine$1).default(/* @__PURE__ */ new Map()),
	constants: constants$3.default(/* @__PURE__ */ new Map()),
	/** Those that differ from Triton's defaults, and the number of warps and stages. */
	options: options.default({}),
	target: object({
		backend: oneLine$1,
		arch: union([number(), oneLine$1])
	}).optional(),
	autotune: object({ configs: array(object({
		constants: constants$3,
		options
	})) }).nullable().default(null),
	ttir: string().nullable().default(null)
});
const trialLine = object({
	kind: literal$1("trial"),
	kernel: number(),
	grid: array(number()),
	scalars: constants$3,
	buffers: mapOf(object({
		shape: array(number()),
		strides: array(number())
	}))
});
const place$1 = _enum(["buffer", "rows"]).nullable();
/** What the elements of a tensor of indices have in common, apart from those that are -1. */
const integersSchema = object({
	least: number(),
	greatest: number(),
	/** The places of elements that are -1; `end`: the last of rows. */
	sentinels: _enum([
		"none",
		"end",
		"anywhere"
	]),
	/** Whether no value is twice in the buffer, or in a row. */
	unique: place$1,
	sorted: place$1,
	/** Every element; null if there are many. */
	values: array(number()).nullable()
});
const callLine = trialLine.extend({
	kind: literal$1("call"),
	call: number(),
	integers: mapOf(integersSchema).default(/* @__PURE__ */ new Map())
});
const countLine = object({
	kind: literal$1("count"),
	kernel: number(),
	call: number(),
	count: number(),
	/** The median time on the GPU, in milliseconds. */
	gpuMs: number().nullable()
});
const moreLine = object({
	kind: literal$1("more"),
	kernel: number(),
	count: number()
});
const contentsLine = object({
	kind: literal$1("contents"),
	kernel: number(),
	call: number(),
	buffers: mapOf(object({
		elements: number(),
		/** The least and the greatest element before the call. */
		range: tuple$1([number(), number()]).nullable(),
		/** Elements that the call did not change; null if that is unknown. */
		unchanged: number().nullable(),
		/** Files beside the recording with the elements before and after the call. */
		files: object({
			before: fileName,
			after: fileName
		}).nullable()
	}))
});
/** The backend, the architecture and the warp size of a target, as in Triton's GPUTarget. */
const target = tuple$1([
	oneLine$1,
	union([number(), oneLine$1]),
	number()
]);
const functionFields = {
	module: oneLine$1,
	function: oneLine$1,
	file: oneLine$1.default("")
};
/** The parts of the keys of Triton's cache that all compiles of a process share. */
const environmentLine = object({
	kind: literal$1("environment"),
	/** The digest of `triton_key()`: the wheel's code. */
	triton: oneLine$1,
	/** The variables that are part of a key, if they are set. */
	variables: record$1(oneLine$1, oneLine$1)
});
/** One compile, as recorder/triton_aot_recorder/compiles.py describes it. */
const compileLine = looseObject({
	kind: literal$1("compile"),
	...functionFields,
	target: target.optional(),
	/** The reason for which it cannot be repeated. */
	refused: oneLine$1.optional()
});
/** A choice of @triton.autotune that it keeps in Triton's cache. */
const tunedLine = looseObject({
	kind: literal$1("tuned"),
	...functionFields,
	target
});
const lineSchema$1 = discriminatedUnion("kind", [
	environmentLine,
	compileLine,
	tunedLine,
	processLine,
	tritonLine,
	kernelLine,
	callLine,
	trialLine,
	countLine,
	moreLine,
	contentsLine,
	object({
		kind: literal$1("fault"),
		message: string()
	})
]);
/**
* Reads the recordings of all processes in a folder.
* @throws {Failure} `usage` if there is no such folder, `environment` if a file was written by another
* version of the recorder.
*/
async function readRecording(folder) {
	const files = (await filesIn(folder)).filter((file) => file.endsWith(".jsonl")).toSorted();
	const processes = await Promise.all(files.map(async (file) => linesOf(String(await readPlainFile(join(folder, file))), file)));
	const all = processes.flat();
	return {
		processes: ofKind(all, "process"),
		triton: ofKind(all, "triton")[0]?.version,
		kernels: processes.flatMap(kernelsOf),
		environments: ofKind(all, "environment"),
		compiles: ofKind(all, "compile"),
		tuned: ofKind(all, "tuned"),
		faults: [...new Set(ofKind(all, "fault").map(({ message }) => message))]
	};
}
async function filesIn(folder) {
	try {
		return await readdir(folder);
	} catch (error) {
		const code = systemCode(error);
		if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
		throw new Failure("usage", {
			message: `there is no recording here: ${code === "ENOENT" ? "no such folder" : "this is not a folder"}`,
			place: { file: folder },
			hint: `Record the program first: \`triton-aot record --keep ${code === "ENOENT" ? shellQuote(folder) : "FOLDER"} -- python app.py\`.`
		}, { cause: error });
	}
}
/** Reads lines. The last one of a process that was killed might be incomplete, and is left out. */
function linesOf(text, file) {
	return text.slice(0, text.lastIndexOf("\n") + 1).split("\n").flatMap((line) => {
		if (line === "") return [];
		const value = tryParseJson(line) ?? tryParseJson(line.replaceAll(/\b(NaN|-?Infinity)\b/g, "0"));
		const parsed = lineSchema$1.safeParse(value);
		if (parsed.success && (parsed.data.kind !== "process" || parsed.data.format === FORMAT$1)) return [parsed.data];
		throw new Failure("environment", {
			message: `cannot read the recording ${file}: it has a line that this version of triton-aot does not write`,
			hint: "Record the program again with this version."
		});
	});
}
function kernelsOf(lines) {
	const folder = ofKind(lines, "process")[0]?.folder ?? "";
	return ofKind(lines, "kernel").map((kernel) => {
		const all = lines.filter((line) => "kernel" in line && line.kernel === kernel.id);
		const counts = new Map(ofKind(all, "count").map((line) => [line.call, line]));
		return {
			...kernel,
			folder,
			contents: ofKind(all, "contents").at(-1),
			more: ofKind(all, "more").at(-1)?.count ?? 0,
			trials: ofKind(all, "trial").map((trial) => ({
				...trial,
				id: -1,
				count: 0,
				gpuMs: null,
				integers: /* @__PURE__ */ new Map()
			})),
			calls: ofKind(all, "call").map((call) => ({
				...call,
				id: call.call,
				count: counts.get(call.call)?.count ?? 1,
				gpuMs: counts.get(call.call)?.gpuMs ?? null
			}))
		};
	});
}
function ofKind(lines, kind) {
	return lines.filter((line) => line.kind === kind);
}
function mapOf(value) {
	return record$1(parameter, value).transform((map) => new Map(Object.entries(map)));
}
// src/bundle.ts
/**
* Compiles recorded kernels in the program's own Python, for any targets and without a GPU, so that
* the program finds them where Triton looks for compiled kernels.
* @throws {Failure} `usage` if nothing was recorded, or if recordings do not belong together;
* `unsafe` if one has variables that it must not have;
* `environment` if the Python is another one than the recorded one, or fails.
*/
async function makeBundle(request, context) {
	const { log } = context;
	const version = checkNames(request);
	const machine = wheelMachine(context.platform);
	const recorded = mergeRecordings(await Promise.all(request.recordings.map((each) => readRecording(each))), request.recordings);
	const variables = recordedVariables(recorded.variables, context.env);
	const targets = request.targets.length > 0 ? request.targets : recorded.targets;
	checkVendors(targets, recorded);
	const name = `${request.name}_bundle`;
	const folder = resolve(request.out, name);
	const scratch = await makeScratch(context.scratch, "bundle");
	try {
		const cache = join(scratch, "cache");
		await makeFolder(cache);
		const names = targets.map((target) => target.name).join(", ");
		const filled = await log.group(`Compile ${plural(recorded.compiles.length, "recorded specialisation")} for ${names}`, async () => fillCache({
			...recorded,
			targets: targets.map((each) => [
				each.backend,
				each.arch,
				warpSizeOf(each)
			]),
			complete: request.complete,
			python: await findPython(request.python, context),
			paths: request.paths.map((each) => resolve(each)),
			recordings: request.recordings.map((each) => resolve(each)),
			variables,
			cache,
			compiler: await findCCompiler(context.env),
			scratch,
			jobs: request.jobs,
			timeout: request.timeout
		}, context), ({ entries }) => [entries.length, "kernel"]);
		checkEnvironment(filled, recorded, request.python);
		const { content, wheel, image } = await replaceFolder(folder, async (fresh) => {
			const written = await log.group(`Write ${name}`, () => writeBundle(fresh, filled, cache));
			return {
				folder: fresh,
				content: written,
				...await writeOthers({
					request: {
						...request,
						version
					},
					name,
					folder: fresh,
					filled,
					targets,
					machine,
					...written
				}, scratch, context)
			};
		}, context);
		return {
			package: name,
			folder,
			wheel,
			image,
			targets: targets.map((target) => target.name),
			entries: content.entries,
			size: content.size,
			added: filled.completed?.added ?? 0,
			leftOut: filled.completed?.leftOut ?? {},
			inductor: recorded.inductor,
			missing: missingKernels(recorded, filled)
		};
	} finally {
		await removeFolder(scratch);
	}
}
/** Returns the version as Python writes it. */
function checkNames({ name, version }) {
	if (!/^[A-Za-z_]\w*$/.test(name)) throw new Failure("usage", {
		message: `\`${name}\` cannot be the name of a bundle: \`import ${name}_bundle\` must be Python`,
		hint: "Use letters, digits and `_`, beginning with a letter."
	});
	const found = parseVersion(version);
	if (found !== void 0) return found;
	throw new Failure("usage", {
		message: `Python packages cannot have the version \`${version}\``,
		hint: "Use a version such as 1.3.0, 1.3.0-rc.1 or 1.3.0.dev4."
	});
}
/** The hints of the JIT and the default options differ between vendors. */
function checkVendors(targets, { compiles }) {
	const lacking = targets.find(({ backend }) => !compiles.some(({ target }) => target?.[0] === backend));
	if (lacking === void 0) return;
	const vendor = VENDOR_NAMES[lacking.backend];
	throw new Failure("usage", {
		message: `nothing was recorded on a GPU of ${vendor}, so there is nothing to compile for ${lacking.name}`,
		hint: `Triton compiles other specialisations for another vendor. Record the program on a GPU of ${vendor} too, and give both folders.`
	});
}
function checkEnvironment({ environment }, recorded, python) {
	if (environment.triton === recorded.triton) return;
	throw new Failure("environment", {
		message: `${python} has another Triton than the program was recorded with: Triton ${environment.version}, Python ${environment.python}`,
		hint: "The key of a compiled kernel covers all of the wheel. Use the Python of the image in which the program runs, with --python, and record the program with the same wheel."
	});
}
async function findPython(name, { env }) {
	const found = await findExecutable(name, env);
	if (found !== void 0) return found;
	throw new Failure("environment", {
		message: `there is no ${name} on PATH`,
		hint: "Set --python to the program's own Python."
	});
}
function missingKernels({ refused }, { failed }) {
	return distinct([...refused.map((each) => ({
		kernel: kernelName$1(each),
		reason: each.refused ?? ""
	})), ...failed.map(({ compile, reason }) => ({
		kernel: kernelName$1(compile),
		reason
	}))]);
}
function kernelName$1({ module, function: name }) {
	return `${module}:${name}`;
}
async function writeOthers(made, scratch, context) {
	const { request, name } = made;
	const files = await filesBelow(made.folder);
	return {
		wheel: request.wheel ? await context.log.group(`Make the wheel of ${name}`, () => writeBundleWheel({
			name,
			version: request.version,
			vendors: bundledVendors(made.filled),
			folder: made.folder,
			files,
			python: made.filled.environment.python,
			machine: made.machine,
			out: request.out
		}, join(scratch, "wheel"), context)) : void 0,
		image: request.image ? await context.log.group(`Write the OCI image of ${name}`, () => writeLayout(made, files, context)) : void 0
	};
}
async function writeLayout({ request, name, folder, targets, machine, entries, size }, files, context) {
	const out = resolve(request.out, `${name}-oci`);
	const image = {
		name,
		files,
		folder,
		targets: targets.map((target) => ({
			backend: target.backend,
			arch: String(target.arch),
			warp_size: warpSizeOf(target)
		})),
		entries,
		size,
		processor: machine === "x86_64" ? "amd64" : "arm64"
	};
	const write = async (fresh) => {
		await writeImage(image, fresh, context.signal);
		return { folder: fresh };
	};
	await replaceFolder(out, write, context);
	return out;
}
/** @throws {Failure} `compile` if a bundle lacks recorded kernels. */
function checkComplete({ missing, folder }) {
	if (missing.length === 0) return;
	throw new Failure("compile", {
		message: `${folder} lacks ${plural(missing.length, "recorded kernel")}`,
		hint: missing.map(({ kernel, reason }) => `${kernel}: ${reason}`).join("\n")
	});
}
/**
* Reads the names of targets.
* @throws {Failure} `usage` if Triton does not compile for one.
*/
function bundleTargets(names = []) {
	const problems = new Problems();
	const targets = readTargets(names, problems);
	problems.throwIfAny();
	return targets;
}
// src/package/bundle/replays.ts
/** Part of the format of what python/bundle/bundled/replay.py writes, and of `replays.json`. */
const FORMAT = 1;
/** The first line of the file of a process. */
const headSchema = object({
	kind: literal$1("replay"),
	format: literal$1(FORMAT),
	/** The SHA-256 of `bundle.json`. */
	bundle: string(),
	/** `ran`: a program ran. `checked`: `python -m NAME_bundle` computed the keys, without a GPU. */
	how: _enum(["ran", "checked"]),
	mode: _enum([
		"overlay",
		"error",
		"report"
	]),
	triton: versionSchema,
	python: versionSchema,
	/** null: there was no GPU driver. */
	device: string().nullable().transform((name) => name === null ? null : recordedDevice(name)),
	run: runSchema.nullable()
});
const lineSchema = discriminatedUnion("kind", [
	headSchema,
	object({
		kind: literal$1("found"),
		key: string()
	}),
	object({
		kind: _enum(["missing", "compiled"]),
		kernel: string()
	})
]);
/**
* Reads what programs wrote below a folder while they ran with a bundle. What they wrote with other
* bundles is left out.
* @throws {Failure} `usage` if they wrote nothing; `verification` if a file is damaged.
*/
async function readReplays(folder, bundles, log) {
	const files = (await readdir(folder, { recursive: true }).catch(() => [])).filter((path) => path.endsWith(".jsonl")).toSorted();
	if (files.length === 0) throw new Failure("usage", {
		message: "there are no replays in this folder",
		place: { file: folder },
		hint: "Run the program with the bundle, and TRITON_AOT_REPLAY set to a folder. Give this folder."
	});
	const processes = await Promise.all(files.map((path) => readProcess(join(folder, path))));
	const known = new Set(bundles.map(({ sha256 }) => sha256));
	const others = processes.filter(({ head }) => !known.has(head.bundle));
	if (others[0] !== void 0) log.warning({
		message: `${plural(others.length, "replay")} of other bundles ${others.length === 1 ? "is" : "are"} left out`,
		place: { file: others[0].file },
		hint: "Run the program with the bundle that you publish."
	});
	return new Map(bundles.map((bundle) => [bundle, merge(bundle, processes.filter(({ head }) => head.bundle === bundle.sha256))]));
}
/** Reads whole lines. The last one of a process that was killed might be incomplete. */
async function readProcess(file) {
	const text = String(await readPlainFile(file));
	const parsed = text.slice(0, text.lastIndexOf("\n")).split("\n").map((line) => lineSchema.safeParse(tryParseJson(line)).data);
	const [head, ...lines] = parsed.filter((line) => line !== void 0);
	const isWhole = parsed.every((line) => line !== void 0);
	if (head?.kind === "replay" && isWhole && lines.every(({ kind }) => kind !== "replay")) return {
		file,
		head,
		lines
	};
	throw new Failure("verification", {
		message: "this is not a replay of a bundle, or it is damaged",
		place: { file },
		hint: "Run the program again with the bundle, and TRITON_AOT_REPLAY set to an empty folder."
	});
}
/** Counts what processes did that differ in nothing else. */
function merge({ index }, processes) {
	const groups = groupBy(processes, ({ head }) => JSON.stringify(Object.values(head)));
	const keys = new Set(index.entries.map(({ key }) => key));
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (first === void 0) return [];
		const lines = group.flatMap((process) => process.lines);
		const found = lines.flatMap((line) => line.kind === "found" ? line.key : []);
		const count = (kind) => lines.filter((line) => line.kind === kind).length;
		const { kind: _kind, format: _format, bundle: _bundle, ...head } = first.head;
		return [{
			...head,
			found: [...new Set(found)].filter((key) => keys.has(key)).toSorted(),
			missing: count("missing"),
			compiled: count("compiled")
		}];
	});
}
/** The text of `replays.json`. It names the bundle by the digest of its `bundle.json`. */
function replaysText({ sha256 }, replays) {
	return fileJson({
		format: FORMAT,
		bundleSha256: sha256,
		replays
	});
}
/** Says for each replay how much of a bundle was used, where, and what was not in it. */
function describeReplays({ index: { entries } }, replays) {
	if (replays.length === 0) return ["no run of a program was recorded"];
	return replays.map((replay) => {
		const { how, found, missing, compiled, device, triton, python, run, mode } = replay;
		const targets = bundledTargets({ entries: entries.filter(({ key }) => found.includes(key)) }).join(", ");
		const count = `${found.length} of ${plural(entries.length, "kernel")}`;
		const where = `with Triton ${triton} and Python ${python}, in ${describeRuns([{ run: run ?? void 0 }])}`;
		if (how === "checked") return `${count} had the same key when it was computed again ${where}`;
		return `${count} were used by a program on ${`${device ?? "no GPU"}${targets === "" ? "" : ` (${targets})`}`} ${where} (${mode} mode): ${missing} were missing, ${compiled} were compiled`;
	});
}
// src/package/bundle/distribute-bundle.ts
/** Writes the release files of a bundle to a folder. */
async function distributeBundle(bundle, replays, out) {
	const name = basename(bundle.wheel);
	const stem = name.slice(0, -4);
	const file = bundle.wheel;
	const content = await readFile(file);
	const described = [{
		kind: "archive",
		name,
		file,
		size: content.length,
		sha256: sha256(content)
	}, ...replays.length === 0 ? [] : [await writeBeside("replays", replaysText(bundle, replays), stem, out)]];
	return {
		bundle,
		replays,
		stem,
		files: [...described, await writeSums(stem, described, out)]
	};
}
// src/package/bundle/read-bundle.ts
/** The name of a wheel, as `bundle` writes it. */
const WHEEL = /^([a-z_]\w*_bundle)-([\w.+!]+)-(cp\d+-none-linux_\w+)\.whl$/i;
/**
* Reads the wheel of a bundle.
* @param scratch an empty folder
* @throws {Failure} `verification` if it is not the wheel of a bundle, or was changed; `usage` if it
* cannot be read.
*/
async function readBundle(wheel, scratch, signal) {
	const file = basename(wheel);
	const [, project = "", version = "", tag = ""] = WHEEL.exec(file) ?? [];
	if (project === "") throw notABundle(wheel, "its name is not that of a wheel of a bundle");
	await stat(wheel).catch((error) => {
		if (!isSystemError(error)) throw error;
		throw new Failure("usage", {
			message: `cannot read the bundle: ${reasonOf$1(error)}`,
			place: { file: wheel }
		}, { cause: error });
	});
	await unpackZip(wheel, scratch, signal);
	const paths = await filesBelow(scratch);
	const name = paths.filter((path) => basename(path) === INDEX_FILE).map(dirname).find((folder) => normalized(folder) === normalized(project));
	if (name === void 0) throw notABundle(wheel, `it has no ${project}/${INDEX_FILE}`);
	const content = await readFile(join(scratch, name, INDEX_FILE));
	const parsed = indexSchema.safeParse(tryParseJson(String(content)));
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		throw notABundle(wheel, `${INDEX_FILE} is not one: ${issue?.path.join(".")}: ${issue?.message}`);
	}
	const metadata = metadataFiles({
		name,
		version,
		vendors: bundledVendors(parsed.data)
	}, tag);
	const own = [...Object.entries(parsed.data.files), ...kernelFiles(parsed.data)];
	const info = `${project}-${version}.dist-info`;
	const difference = await differenceIn(scratch, paths, new Map([
		[`${name}/${INDEX_FILE}`, sha256(content)],
		...own.map(([path, digest]) => [`${name}/${path}`, digest]),
		...Object.entries(metadata).map(([path, text]) => [`${info}/${path}`, sha256(text)])
	]), `${info}/RECORD`);
	if (difference !== void 0) throw notABundle(wheel, difference);
	return {
		wheel,
		name,
		version,
		sha256: sha256(content),
		index: parsed.data
	};
}
/**
* Compares the files of an unpacked wheel with their digests, and its list of files with them. Returns the
* first difference. Source: "Recording installed projects" of PyPA, for RECORD.
*/
async function differenceIn(folder, paths, expected, record) {
	const stray = paths.find((path) => path !== record && !expected.has(path));
	if (stray !== void 0) return `it also has ${stray}`;
	const lacking = [...expected.keys(), record].find((path) => !paths.includes(path));
	if (lacking !== void 0) return `it lacks ${lacking}`;
	const rows = [`${record},,`];
	for (const [path, digest] of expected) {
		const found = await readFile(join(folder, path));
		if (sha256(found) !== digest) return `${path} is not as it was written`;
		rows.push(`${path},sha256=${Buffer.from(digest, "hex").toString("base64url")},${found.length}`);
	}
	return (await readFile(join(folder, record), "utf8")).trimEnd().split(/\r?\n/).toSorted().join("\n") === rows.toSorted().join("\n") ? void 0 : `${record} does not list the files of the wheel`;
}
/** The name of a project as the names of wheels have it. Source: the specification "Names and normalization" of PyPA. */
function normalized(name) {
	return name.toLowerCase().replaceAll(/[-_.]+/g, "_");
}
function notABundle(wheel, reason) {
	return new Failure("verification", {
		message: `this is not the wheel of a bundle, or it is damaged: ${reason}`,
		place: { file: wheel },
		hint: "Make it again with `triton-aot bundle --wheel`, with this version."
	});
}
// src/plan/init/guesses.ts
/** `note` says what the guess follows from; empty if that is the launch. */
const typed = {
	name: string(),
	type: string(),
	note: string()
};
const constant = {
	name: string(),
	value: wireConstantSchema,
	note: string()
};
const parameterSchema = discriminatedUnion("kind", [
	object({
		kind: literal$1("pointer"),
		...typed
	}),
	object({
		kind: literal$1("tensor"),
		...typed
	}),
	object({
		kind: literal$1("scalar"),
		...typed
	}),
	object({
		kind: literal$1("constant"),
		...constant,
		/** The line of @triton.heuristics that computes it from the arguments of a call. */
		computed: number().optional()
	}),
	object({
		kind: literal$1("config"),
		...constant
	}),
	object({
		kind: literal$1("heuristic"),
		name: string(),
		line: number()
	})
]);
const bufferSchema = object({
	name: string(),
	role: _enum([
		"in",
		"out",
		"inout"
	]),
	/** Null for a pointer that nothing uses, or whose size is not known. */
	shape: array(string()).nullable(),
	strides: array(string()).optional(),
	/** As in a manifest. */
	fill: unknown().optional()
});
const kernelGuessSchema = object({
	line: number(),
	/** The place of the launch that the guesses without a note come from; null if none was found. */
	launch: string().nullable(),
	/** The types that `{dtype}` stands for in the types of pointers, if the program allows several. */
	dtypes: array(string()).nullable(),
	function: kernelFunctionSchema,
	parameters: array(parameterSchema),
	/** The options of the launch, such as `num_warps`. */
	options: array(tuple$1([string(), number()])),
	/** True if @triton.autotune has its configs. */
	autotune: boolean(),
	/** True if it makes block pointers. */
	blockPointers: boolean(),
	grid: array(object({
		axis: string(),
		note: string()
	})),
	gridParameters: array(string()),
	/** Conditions of a call, such as `N <= BLOCK`. */
	requires: array(object({
		condition: string(),
		note: string()
	})),
	smoke: object({
		/** True if the sizes of all buffers are guessed. */
		complete: boolean(),
		why: string().optional(),
		buffers: array(bufferSchema),
		/** Values of scalars: a number or an expression. */
		arguments: array(tuple$1([string(), string()])),
		cases: array(record$1(string(), number())),
		/** The outputs that the kernel rounds to integers or fp8. */
		rounded: array(string()),
		/** False if the order of atomic operations can change the outputs. */
		deterministic: boolean()
	}),
	/**
	* Values that are known only when the program runs, with guesses. Null for a function or another
	* object that no constant can replace.
	*/
	globals: array(object({
		name: string(),
		value: wireConstantSchema.nullable(),
		message: string()
	})),
	/** The reason for which the kernel cannot be taken from its file, even with the globals. */
	problem: object({
		message: string(),
		hint: string()
	}).nullable()
});
const foundKernelSchema = object({
	path: string(),
	function: string(),
	line: number(),
	parameters: array(string())
});
const errorSchema = object({ error: object({
	message: string(),
	file: string().nullable(),
	line: number().nullable(),
	hint: string()
}) });
/**
* Lists the kernels of a file or of the files below a folder, without running them. Functions that
* other kernels of their file call are left out.
* @throws {Failure} `usage` if there is no such path, or no kernel.
*/
async function findKernels(path, request, context) {
	await checkExists(path);
	const answer = await ask({
		path: resolve(path),
		function: null
	}, request, context);
	const { kernels } = object({ kernels: array(foundKernelSchema) }).parse(answer);
	if (kernels.length > 0) return kernels;
	throw new Failure("usage", {
		message: `${path} has no kernels`,
		hint: "A kernel is a function with @triton.jit."
	});
}
/**
* Guesses the entry of a function, without running its file.
* @throws {Failure} `usage` if there is no such file or function, or if it is not a kernel.
*/
async function guessKernel(file, name, request, context) {
	await checkExists(file);
	const answer = await ask({
		path: sourcePath(file, request.manifest),
		function: name
	}, request, context);
	return object({ guess: kernelGuessSchema }).parse(answer).guess;
}
/**
* The path of a file relative to the manifest's folder, with forward slashes.
* @throws {Failure} `usage` if the file is elsewhere.
*/
function sourcePath(file, manifest) {
	const path = insideOf(resolve(manifest, ".."), resolve(file));
	if (path !== void 0) return path;
	throw new Failure("usage", {
		message: `${file} is not below the folder of ${manifest}`,
		hint: "Write the manifest to a folder that contains every kernel file, with --out."
	});
}
async function checkExists(path) {
	if (await stat(path).catch(() => void 0) === void 0) throw new Failure("usage", {
		message: `${path}: no such file or folder`,
		hint: "Name a function (`FILE.py:FUNCTION`), or a file or a folder to list its kernels."
	});
}
async function ask(question, { manifest, python }, context) {
	const reader = await readerContext(void 0, python, context);
	const folder = resolve(manifest, "..");
	const answer = await runReader("guess_manifest.py", {
		folder,
		...question
	}, reader);
	const refused = errorSchema.safeParse(answer);
	if (!refused.success) return answer;
	const { message, file, line, hint } = refused.data.error;
	const place = formatPlace({
		file: shownPath(resolve(folder, file ?? question.path), manifest),
		...line !== null && { line }
	});
	throw new Failure("usage", {
		message: `${place}: ${message}`,
		...hint !== "" && { hint }
	});
}
// src/plan/init/entry.ts
/**
* Writes a manifest with one kernel. `folder` is the name of its folder, `triton` the version to
* write unless the kernel needs an earlier one.
*/
function manifestOf(kernel, folder, triton) {
	return manifestWith(describe(kernel), kernel.guess, packageName$1(folder), triton);
}
/**
* Adds a kernel to the text of a manifest, at the end of `kernels`.
* @throws {Failure} `usage` if the text is not YAML, has the kernel already, or if there is no place
* for the kernel.
*/
function addToManifest(text, file, kernel) {
	const before = parseManifestText(text, file);
	const key = keyOfEntry(kernel);
	if (before.has(["kernels", key])) throw new Failure("usage", {
		message: `the manifest has a kernel \`${key}\``,
		place: before.locate(["kernels", key]),
		hint: "Give the new one another name with --name."
	});
	const added = addEntries(text, [describe(kernel)]);
	if (added !== void 0) return added;
	throw new Failure("usage", {
		message: "cannot add a kernel: `kernels` is not a map",
		place: before.locate(["kernels"]),
		hint: "Use --print, and copy the entry."
	});
}
/** Returns the key of a kernel's entry. It differs for each choice of an element type. */
function keyOfEntry({ name, guess }) {
	return guess.dtypes === null ? name : `${name}_{dtype}`;
}
/** Returns a name for a function's kernel that a C function can have. */
function kernelName(functionName) {
	return freeKernelName(functionName.replace(/_(triton_)?kernel_?$/, ""));
}
/** Returns a name for a package in a folder. */
function packageName$1(folder) {
	return freePackageName(folder.toLowerCase());
}
/** The last release with block pointers: 3.9.0 raises `Block pointers have been removed`. */
const LAST_WITH_BLOCK_POINTERS = "3.8.0";
function manifestWith(entry, guess, name, newest) {
	const note = "the exact Triton version";
	const triton = guess.blockPointers && compareReleases(newest, LAST_WITH_BLOCK_POINTERS) > 0 ? {
		text: LAST_WITH_BLOCK_POINTERS,
		note: `${note}: the last one with block pointers`
	} : {
		text: newest,
		note
	};
	const targets = needsHopper(guess) ? {
		text: "[sm_90]",
		note: "H100: fp8e4nv and tensor descriptors need it or a later GPU"
	} : {
		text: "[sm_80, sm_90]",
		note: "A100, H100: list every GPU architecture that your program runs on"
	};
	const settings = [
		{
			name: "package",
			text: name,
			note: `the header is <${name}.h>`
		},
		{
			name: "version",
			text: "0.1.0"
		},
		{
			name: "triton",
			...triton
		},
		{
			name: "targets",
			...targets
		}
	];
	return newManifest("Written by triton-aot init. What is marked \"guess\" is guessed from the text of the kernel: check it.", settings, [entry]);
}
/** True for types that earlier GPUs do not have. */
function needsHopper({ parameters }) {
	return parameters.some((each) => each.kind === "constant" || each.kind === "config" ? each.value.kind === "dtype" && each.value.value === "float8e4nv" : each.kind === "tensor" || each.kind === "pointer" && each.type.startsWith("*fp8e4nv"));
}
/** Describes the kernel's entry. The smoke test is commented out unless it fits the kernel. */
function describe(kernel) {
	const entry = complete(kernel);
	const problem = smokeProblem(entry, kernel.guess);
	return {
		...entry,
		smoke: entry.smoke && {
			...entry.smoke,
			problem
		}
	};
}
function complete({ name, source, guess }) {
	const { parameters, smoke } = guess;
	return {
		name: keyOfEntry({
			name,
			guess
		}),
		isGuess: true,
		...guess.dtypes !== null && { choices: /* @__PURE__ */ new Map([["dtype", guess.dtypes]]) },
		source,
		...guess.launch !== null && { launch: guess.launch },
		globals: guess.globals.map((each) => ({
			name: each.name,
			text: each.value === null ? "" : constantText(each.value),
			comment: each.message
		})),
		arguments: parameters.flatMap((each) => {
			if (each.kind !== "pointer" && each.kind !== "tensor" && each.kind !== "scalar") return [];
			const text = each.kind === "scalar" ? each.type : JSON.stringify(each.type);
			return [{
				name: each.name,
				text,
				note: each.note || void 0
			}];
		}),
		constants: parameters.flatMap((each) => {
			if (each.kind !== "constant") return [];
			const by = each.computed === void 0 ? "" : `${heuristicsOf(each.computed)} computes it`;
			const note = [each.note, by].filter((part) => part !== "").join(": ");
			return [{
				name: each.name,
				text: constantText(each.value),
				note: note || void 0
			}];
		}),
		heuristics: parameters.flatMap((each) => each.kind === "heuristic" ? [`${each.name} comes from ${heuristicsOf(each.line)}`] : []),
		requires: conditionsOf(guess),
		...guess.autotune && { configs: "autotune" },
		gridParameters: guess.gridParameters,
		grid: guess.grid.map(({ axis }) => axis),
		gridNote: gridNote(guess.grid),
		options: guess.options.map(([each, value]) => ({
			name: each,
			text: String(value)
		})),
		smoke: {
			reference: {
				text: "interpreter",
				note: "or a NumPy function of yours: reference.py:FUNCTION"
			},
			buffers: smoke.buffers,
			arguments: smoke.arguments.map(([each, text]) => ({
				name: each,
				text: expressionText(text)
			})),
			cases: smoke.cases.map((values) => Object.entries(values).map(([each, value]) => ({
				name: each,
				text: scalar(value)
			}))),
			others: [...stepsFor(smoke.rounded), ...smoke.deterministic ? [] : [ATOMICS_DIFFER]]
		}
	};
}
function heuristicsOf(line) {
	return `@triton.heuristics (line ${line})`;
}
/** The conditions of a call. Nothing checks values of heuristics without translation: a person must add theirs. */
function conditionsOf({ function: { heuristics }, requires }) {
	const found = heuristics.filter(({ untranslated }) => untranslated !== void 0);
	const [first] = found;
	const conditions = requires.map(({ condition }) => condition);
	const note = [...new Set(requires.map((each) => each.note))].join("; ");
	if (first === void 0) return conditions.length === 0 ? void 0 : {
		conditions,
		note
	};
	const names = found.map(({ parameter }) => parameter).filter((name) => name !== "*");
	const constants = names.length === 0 ? "the constants" : names.join(", ");
	return {
		conditions,
		note: note || "guess: they are always right",
		comment: `${heuristicsOf(first.line)} computes ${constants} for each call, and nothing checks the values above: list the conditions under which they are right, such as \`n <= 1024\``
	};
}
function gridNote(grid) {
	const [first, ...others] = grid.map(({ note }) => note);
	if (others.every((note) => note === first)) return first ?? "";
	return grid.map(({ note }, axis) => `axis ${axis}: ${note}`).join("; ");
}
/** Returns why the smoke test does not fit the kernel; undefined if it does. */
function smokeProblem(entry, guess) {
	if (!guess.smoke.complete) return guess.smoke.why ?? "the sizes of buffers are not known";
	const text = manifestWith({
		...entry,
		name: keyOfEntry({
			name: "check",
			guess
		})
	}, guess, "check", NEWEST_TESTED);
	const manifest = readManifest(text, "kernels.yaml");
	const problems = new Problems(manifest.document);
	const [read] = manifest.kernels;
	if (read === void 0) return "the entry is not valid";
	resolveKernel(read, factsOf(guess), manifest.targets, problems.under(read.pathOf));
	try {
		problems.throwIfAny();
		return;
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		return error.problems.find(({ place }) => place?.path?.includes(".smoke") === true)?.message;
	}
}
function factsOf({ function: fn, parameters }) {
	const { autotune } = fn;
	const guessed = parameters.flatMap((each) => each.kind === "config" ? [[each.name, each.value]] : []);
	const configs = autotune === "dynamic" ? [guessed, guessed.map(([each, value]) => [each, doubled(value)])].map((each) => ({
		constants: new Map(each),
		options: {}
	})) : autotune?.static.map(({ constants, options }) => ({
		constants: new Map(Object.entries(constants)),
		options
	}));
	return {
		...fn,
		autotune: configs,
		hooks: void 0
	};
}
/** Configs that are computed differ: a test must not depend on their values. */
function doubled(value) {
	return value.kind === "int" ? {
		kind: "int",
		value: value.value * 2n
	} : value;
}
// src/plan/record/check-entries.ts
/**
* Plans entries as `build` will, as far as that needs no Triton. Returns those that it would refuse, with the
* reasons. Without a Python that reads the sources, or without the wheels of packages, `build` finds out.
*/
async function problemsOfEntries(manifest, entries, context) {
	const folder = resolve(dirname(manifest.file));
	const wheels = await orWarn("the packages cannot be unpacked", [], context, async () => {
		if (manifest.packages.length > 0) await makeFolder(folder);
		return unpackPackages(manifest, context);
	});
	const hasWheels = wheels.length === manifest.packages.length;
	const readable = entries.filter(({ source }) => hasWheels || !namesModule(source));
	return orWarn("the sources cannot be read", /* @__PURE__ */ new Map(), context, async () => {
		const readSources = await sourceReader(manifest.triton, void 0, context, wheels);
		return checkEntries(manifest, readable, folder, readSources, context.log);
	});
}
/** Returns another result for a `Failure`, and warns of it. */
async function orWarn(what, otherwise, { log }, find) {
	try {
		return await find();
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const message = `${what}, so \`build\` may refuse kernels: ${error.message}`;
		log.warning({
			message,
			hint: error.problems[0]?.hint
		});
		return otherwise;
	}
}
async function checkEntries(manifest, entries, folder, readSources, log) {
	const sources = await readSources(entries.map((entry) => requestFor(entry, manifest)), folder);
	warnOfUnknown(entries, sources, log);
	return new Map(entries.flatMap((entry, index) => {
		const reason = reasonOf(entry, sources[index], manifest, log);
		return reason === void 0 ? [] : [[entry, reason]];
	}));
}
/** Warns of values that the program could not give, and that a kernel might need. */
function warnOfUnknown(entries, sources, log) {
	const unknown = entries.flatMap(({ source: { function: own } }, index) => {
		const source = sources[index];
		if (source === void 0 || "error" in source || source.code.kind !== "slice") return [];
		return source.code.unknown.map(({ message, hint }) => [`${own} may not compile: ${message}`, hint]);
	});
	for (const [message, hint] of new Map(unknown)) log.warning({
		message,
		hint
	});
}
function reasonOf(entry, source, manifest, log) {
	if (source === void 0) return void 0;
	if ("error" in source) {
		const { message, hint } = unreadableSource(source, entry.source.file, manifest.file);
		return oneLine(message, hint);
	}
	if (source.function === null) return void 0;
	const problems = new Problems(manifest.document);
	const facts = functionFacts(source.function, void 0, entry, { log });
	resolveKernel(entry, facts, manifest.targets, problems.under(entry.pathOf));
	return firstProblem(() => problems.throwIfAny());
}
/** Returns the first problem that a check throws, in one line; undefined if it throws none. */
function firstProblem(check) {
	try {
		check();
		return;
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const [first] = error.problems;
		return oneLine(first?.message ?? error.message, first?.hint);
	}
}
function oneLine(message, hint = "") {
	return `${message}${hint === "" ? "" : `. ${hint}`}`.replaceAll(/\s*\n\s*/g, "; ");
}
// src/plan/record/integer-facts.ts
/** Returns what is true of the integers of two calls. */
function commonIntegers(a, b) {
	return new Map([...a].flatMap(([name, facts]) => {
		const other = b.get(name);
		return other === void 0 ? [] : [[name, commonOf$1(facts, other)]];
	}));
}
/** Returns what is true of the elements of both tensors. */
function commonOf$1(a, b) {
	const weaker = (own) => a[own] === null || b[own] === null ? null : a[own] === b[own] ? a[own] : "rows";
	const places = [a.sentinels, b.sentinels];
	return {
		least: Math.min(a.least, b.least),
		greatest: Math.max(a.greatest, b.greatest),
		sentinels: ["anywhere", "end"].find((each) => places.includes(each)) ?? "none",
		unique: weaker("unique"),
		sorted: weaker("sorted"),
		values: a.values?.join() === b.values?.join() ? a.values : null
	};
}
// src/plan/record/place.ts
/**
* Returns where a kernel's source is. A recording that was brought here has the paths of another
* machine: then the folder in which the program started is this one.
*/
function findSource({ source, project, folder }, isBrought) {
	const own = resolve(folder, project ?? source?.file ?? "");
	const here = resolve(relative(folder, own));
	return (isBrought ? [here, own] : [own]).find((candidate) => existsSync(candidate));
}
/**
* Returns where to write the manifest by default: here, or in the nearest folder above all sources. A folder
* of the system, or the one with all of a person's projects, is too far.
*/
function placeFor({ kernels }, find, home = "/") {
	const files = kernels.flatMap((kernel) => kernel.package === void 0 && kernel.source !== null ? find(kernel) ?? [] : []);
	const here = resolve(".");
	if (files.every((file) => insideOf(here, file) !== void 0)) return DEFAULT_MANIFEST;
	let folder = files.some((file) => insideOf(here, file) !== void 0) ? here : dirname(files[0] ?? here);
	const isTooLow = () => existsSync(join(folder, "__init__.py")) || files.some((file) => insideOf(folder, file) === void 0);
	while (folder !== dirname(folder) && isTooLow()) folder = dirname(folder);
	return dirname(dirname(folder)) === dirname(folder) || insideOf(folder, home) !== void 0 || folder === resolve(".") ? DEFAULT_MANIFEST : relative(".", join(folder, DEFAULT_MANIFEST));
}
/** Returns where a manifest can have a file too that is not below its folder. */
function placeAbove(folder, file) {
	return join(folderAbove(folder, file), DEFAULT_MANIFEST);
}
/** Returns the nearest folder above a folder that a file is below; its own if that is the root. */
function folderAbove(folder, file) {
	const above = dirname(folder);
	if (above === folder) return dirname(file);
	return insideOf(above, file) === void 0 || dirname(above) === above ? folderAbove(above, file) : above;
}
// src/plan/record/refusals.ts
/**
* Returns the reason for which a kernel cannot be in a manifest; undefined if it can.
* @param inside the source in the manifest: a file below its folder, or the module of a package
*/
function reasonToSkip(kernel, file, inside, folder) {
	const { source, name, target } = kernel;
	if (source === null) return "it was compiled from intermediate code, not from a Python function";
	if (/^<.*>$/.test(source.file)) return `its source is not in a file: ${source.file}`;
	if (kernel.package === void 0 && file === void 0) return `its source ${source.file} does not exist`;
	if (typeof kernel.package?.url === "string") return `its package ${kernel.package.name} was installed from ${kernel.package.url}, not from a package index: install a released version, or record with the sources in the project`;
	if (kernel.package?.changed === true) return `${source.file} was changed after ${kernel.package.name} was installed, so the package does not have this kernel: install it again, or copy the file to the project`;
	if (inside === void 0) return `its source is outside the manifest's folder; \`--out ${placeAbove(folder, file ?? "")}\` writes a manifest that can have it`;
	if (name.includes(".")) return "it is defined inside another function or class";
	if (target?.backend !== "cuda") return `it was compiled for ${target?.backend ?? "nothing"}`;
	if (parseTarget(`cuda:${target.arch}`) === void 0) return `it was compiled for compute capability ${target.arch}, which no target has`;
	for (const parameter of kernel.parameters) {
		const type = kernel.signature.get(parameter.name) ?? "";
		const value = kernel.constants.get(parameter.name);
		if (value?.kind === "other") return `\`${parameter.name}\` is ${value.value}`;
		if (type === "constexpr" && value !== void 0) continue;
		if (type === "tuple") return `\`${parameter.name}\` is a tuple`;
		if (parseArgumentType(type) === void 0) return `\`${parameter.name}\` has the type \`${type}\``;
	}
}
/** Adds comments about kernels that are not in a manifest, except for those that it has. */
function addRefusals(text, refusals) {
	const lines = refusals.map(refusalLine).filter((line) => !text.includes(line));
	if (lines.length === 0) return text;
	return `${endLine(text)}\n# Not recorded:\n${lines.join("\n")}\n`;
}
function refusalLine({ name, file, line, reason }) {
	return `#   ${name}${file === "" ? "" : ` (${file}${line === void 0 ? "" : `:${line}`})`}: ${reason}`;
}
// src/plan/record/drafts.ts
/** Sorts compiled kernels into entries: those that differ in hints and sizes only are one. */
function draftEntries(kernels, folders) {
	const refusals = [];
	const groups = [];
	const sorted = kernels.toSorted((a, b) => countUnknown(a) - countUnknown(b));
	for (const kernel of sorted) {
		const file = folders.find(kernel);
		const inside = kernel.package?.module ?? (file === void 0 ? void 0 : insideOf(folders.folder, file));
		const reason = reasonToSkip(kernel, file, inside, folders.folder);
		if (reason === void 0) place(kernel, inside ?? "", folders.folder, groups);
		else refusals.push({
			name: kernel.name,
			file: inside ?? kernel.source?.file ?? "",
			line: kernel.source?.line,
			reason
		});
	}
	const position = (group) => kernels.indexOf(group.members[0]);
	return {
		drafts: groups.filter(({ members }) => members.some(wasCalled)).toSorted((a, b) => position(a) - position(b)).map(draftOf),
		refusals: [...new Map(refusals.map((each) => [canonicalJson(each), each])).values()]
	};
}
/** The type of a parameter that was 1 in every call so far: any integer. */
const UNKNOWN = "";
function place(kernel, file, folder, groups) {
	const own = typesOf(kernel);
	const { fixed } = settingsOf(kernel);
	const globals = globalsOf(kernel, folder, false);
	const key = canonicalJson({
		file,
		version: kernel.package?.version,
		globals: wires(globals),
		name: kernel.name,
		constants: wires(fixed.constants),
		options: fixed.options,
		parameters: [...own.keys()]
	});
	const group = groups.find((each) => each.key === key && [...own].every(([name, type]) => fits(type, each.types.get(name))));
	if (group === void 0) {
		groups.push({
			file,
			folder,
			key,
			types: own,
			globals,
			members: [kernel]
		});
		return;
	}
	group.members.push(kernel);
	for (const [name, type] of own) if (type !== UNKNOWN) group.types.set(name, type);
}
/** The values that the manifest must give, by their keys there. */
function globalsOf({ globals, package: own }, folder, ofConfigs) {
	const pathOf = (file) => (own === void 0 ? relative(folder, file) : join(`${normalName(own.name)}.whl`, relative(own.root, file))).replaceAll(sep, "/");
	return new Map(globals.filter(({ configs }) => configs === ofConfigs).map(({ name, file, alone, value }) => [alone ? `${pathOf(file)}:${name}` : name, value]));
}
function fits(type, other) {
	if (type === other) return true;
	return type === UNKNOWN && isIntegerType(other) || other === UNKNOWN && isIntegerType(type);
}
function isIntegerType(text) {
	const type = parseArgumentType(text ?? "");
	return type !== void 0 && isInteger(type);
}
/** The types of what callers pass. Triton's JIT makes a constant of an argument that is 1. */
function typesOf({ parameters, signature, constants }) {
	return new Map(parameters.flatMap(({ name, constexpr }) => {
		const type = signature.get(name) ?? "";
		if (type !== "constexpr") return [[name, type]];
		return !constexpr && isOne(constants.get(name)) ? [[name, UNKNOWN]] : [];
	}));
}
function isOne(constant) {
	return constant?.kind === "int" && constant.value === 1n;
}
function countUnknown(kernel) {
	return [...typesOf(kernel).values()].filter((type) => type === UNKNOWN).length;
}
/** Returns the constants and options that the configs of @triton.autotune set, and the others. */
function settingsOf(kernel) {
	const types = typesOf(kernel);
	const names = new Set((kernel.autotune?.configs ?? []).flatMap(({ constants, options }) => [...constants.keys(), ...Object.keys(options)]));
	const values = kernel.parameters.flatMap(({ name }) => {
		const value = kernel.constants.get(name);
		return value !== void 0 && value.kind !== "other" && !types.has(name) ? [[name, value]] : [];
	});
	const known = Object.entries(kernel.options).filter(([name, value]) => isOptionName(name) && value !== null);
	const part = (isTuned) => ({
		constants: new Map(values.filter(([name]) => names.has(name) === isTuned)),
		options: Object.fromEntries(known.filter(([name]) => names.has(name) === isTuned))
	});
	return {
		fixed: part(false),
		tuned: part(true)
	};
}
function wasCalled({ calls }) {
	return calls.length > 0;
}
function draftOf({ file, folder, types, globals, members: all }) {
	const members = all.filter(wasCalled);
	const first = members[0];
	const allConfigs = Math.max(...members.map(({ autotune }) => autotune?.configs.length ?? 0));
	return {
		file,
		function: first.name,
		line: first.source?.line ?? 1,
		parameters: first.parameters.map(({ name }) => name),
		types: new Map([...types].map(([name, type]) => [name, type === UNKNOWN ? "i32" : type])),
		...settingsOf(first).fixed,
		package: first.package && {
			name: normalName(first.package.name),
			version: first.package.version
		},
		globals,
		globalsOfConfigs: globalsOf(first, folder, true),
		configs: allConfigs === 0 ? [] : configsOf(members),
		allConfigs,
		calls: mergeCalls(members.flatMap((kernel) => callsOf(kernel, kernel.calls))),
		trials: all.flatMap((kernel) => callsOf(kernel, kernel.trials)),
		members,
		choices: []
	};
}
function callsOf(kernel, calls) {
	const ones = [...typesOf(kernel)].flatMap(([name, type]) => type === UNKNOWN ? [[name, {
		kind: "int",
		value: 1n
	}]] : []);
	return calls.map((call) => ({
		...call,
		kernel,
		config: settingsOf(kernel).tuned.constants,
		scalars: new Map([...[...call.scalars].flatMap(([name, value]) => value.kind === "other" ? [] : [[name, value]]), ...ones])
	}));
}
/** Floats decide neither sizes nor blocks: calls that differ in them only are one. */
function mergeCalls(calls) {
	const merged = /* @__PURE__ */ new Map();
	for (const call of calls) {
		const key = canonicalJson([
			call.grid,
			wires(new Map([...call.scalars].filter(([, { kind }]) => kind !== "float"))),
			wires(call.config),
			Object.fromEntries(call.buffers)
		]);
		const same = merged.get(key) ?? {
			...call,
			count: 0
		};
		merged.set(key, {
			...same,
			integers: commonIntegers(same.integers, call.integers),
			count: same.count + call.count,
			gpuMs: same.gpuMs ?? call.gpuMs
		});
	}
	return [...merged.values()];
}
function configsOf(members) {
	const counts = /* @__PURE__ */ new Map();
	for (const kernel of members) {
		const config = settingsOf(kernel).tuned;
		const key = canonicalJson([wires(config.constants), config.options]);
		const count = kernel.calls.reduce((sum, call) => sum + call.count, counts.get(key)?.count ?? 0);
		counts.set(key, {
			config,
			count
		});
	}
	return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ config }) => config);
}
/** The value of a constant or an option as a word. */
function valueText({ constants, options }, name) {
	const constant = constants.get(name);
	return constant === void 0 ? String(options[name]) : formatConstant(constant);
}
/** Returns constants as JSON. */
function wires(constants) {
	return Object.fromEntries([...constants].map(([name, value]) => [name, toWire(value)]));
}
// src/plan/record/descriptors.ts
/**
* The alignment of a tensor descriptor in bytes: of its address, and of every stride but the last.
* Source: CUDA Driver API, cuTensorMapEncodeTiled, as tl.make_tensor_descriptor requires it.
*/
const ALIGNMENT = 16;
/**
* Returns the hints of the pointers and strides from which a kernel makes tensor descriptors. Without them, a
* specialisation for any values is built, which is tested with unaligned buffers and faults.
* @param ttir the code after inlining
* @param lines its lines, without locations
* @param pointersOf returns the parameters that a value may point into
*/
function alignmentIn(ttir, lines, pointersOf) {
	const integers = integersIn(ttir, lines);
	const found = /* @__PURE__ */ new Map();
	for (const line of lines) {
		const [, base = "", list = "", bits = ""] = /tt\.make_tensor_descriptor (%\w+(?:#\d+)?), \[[^\]]*\], \[([^\]]*)\] : <[a-z]+(\d+)/.exec(line) ?? [];
		if (base === "") continue;
		for (const name of pointersOf(base)) found.set(name, ALIGNMENT);
		const elements = strideHint(Number(bits) / 8);
		for (const value of list.split(", ").slice(0, -1)) {
			const name = integers.get(value);
			if (name === void 0 || elements === 0) continue;
			const known = found.get(name) ?? 0;
			found.set(name, known > elements ? known : elements);
		}
	}
	return found;
}
/** The hint of a stride in elements of so many bytes; 0 if each stride is aligned. */
function strideHint(bytes) {
	return [
		16,
		8,
		4,
		2
	].find((hint) => hint * bytes === ALIGNMENT) ?? 0;
}
/** The integer parameters of the kernel, by the values that are one of them, also of another width. */
function integersIn(ttir, lines) {
	const [, list = ""] = /tt\.func public @[^(]*\((.*)$/m.exec(ttir) ?? [];
	const found = /* @__PURE__ */ new Map();
	for (const [, value = "", name = ""] of list.matchAll(/(%\w+): i\d+[^%]*?loc\("([^"]+)"/g)) found.set(value, name);
	for (const line of lines) {
		const [, result = "", operand = ""] = /(%\w+) = arith\.(?:extsi|extui|trunci) (%\w+) /.exec(line) ?? [];
		const name = found.get(operand);
		if (name !== void 0) found.set(result, name);
	}
	return found;
}
// src/plan/record/access.ts
/**
* Finds out which pointers a kernel reads and writes. `ttir` is Triton's intermediate code after
* inlining (MLIR text): the value of every pointer is followed from the parameters to the loads and
* stores, also through loops and branches.
*/
function accessOf(ttir) {
	const origins = /* @__PURE__ */ new Map();
	const [reads, writes] = [/* @__PURE__ */ new Set(), /* @__PURE__ */ new Set()];
	const lines = ttir.split("\n").map((line) => line.replace(/ loc\(.*$/, ""));
	for (const [value, name] of pointersIn(ttir)) origins.set(value, /* @__PURE__ */ new Set([name]));
	for (let known = -1; known < sizeOf(origins);) {
		known = sizeOf(origins);
		const open = [];
		for (const line of lines) follow(line, origins, open, reads, writes);
	}
	return {
		reads,
		writes,
		alignment: alignmentIn(ttir, lines, (value) => [...origins.get(value) ?? []]),
		hasAtomics: /tt\.atomic_|tt\.descriptor_reduce/.test(ttir),
		hasRounding: /arith\.fpto[su]i|tt\.fp_to_fp .*-> (?:tensor<[\dx]*)?f8/.test(ttir),
		hasForeignCode: /tt\.extern_elementwise|tt\.elementwise_inline_asm/.test(ttir)
	};
}
/** The pointers among the parameters of the kernel: each value with the parameter's name. */
function pointersIn(ttir) {
	const [, list = ""] = /tt\.func public @[^(]*\((.*)$/m.exec(ttir) ?? [];
	return list.split(/, (?=%)/).flatMap((text) => {
		const [, value = "", type = ""] = /^(%\w+): (.*)$/.exec(text) ?? [];
		const name = /loc\("([^"]+)"/.exec(type)?.[1] ?? value.slice(1);
		return type.startsWith("!tt.ptr") || type.startsWith("!tt.tensordesc") ? [[value, name.split(".")[0] ?? name]] : [];
	});
}
function follow(line, origins, open, reads, writes) {
	const text = line.trim();
	const [, left = "", right = text] = /^(%[\w:, %]+?) = (.*)$/.exec(text) ?? [];
	const results = resultsOf(left);
	const operation = /^"?([\w.]+)/.exec(right)?.[1] ?? "";
	const operands = [...right.matchAll(/%\w+(?:#\d+)?/g)].map(([name]) => name);
	const from = (names) => new Set(names.flatMap((name) => [...origins.get(name) ?? []]));
	if ([
		"scf.for",
		"scf.while",
		"scf.if"
	].includes(operation)) {
		const carried = [...right.matchAll(/(%\w+) = (%\w+(?:#\d+)?)/g)].flatMap(([, name = "", initial = ""]) => {
			if (operation === "scf.for" && right.startsWith(`scf.for ${name} =`)) return [];
			add(origins, name, from([initial]));
			return [name];
		});
		for (const [index, result] of results.entries()) add(origins, result, from(carried.slice(index, index + 1)));
		open.push({
			results,
			carried,
			passed: []
		});
	} else if (operation === "scf.yield") {
		const region = open.at(-1);
		for (const [index, operand] of operands.entries()) {
			const targets = [region?.results[index], region?.carried[index]];
			for (const target of targets) if (target !== void 0) add(origins, target, from([operand]));
		}
	} else if (operation === "scf.condition") {
		const region = open.at(-1);
		const passed = operands.slice(1);
		if (region !== void 0) region.passed = passed;
		for (const [index, operand] of passed.entries()) {
			const result = region?.results[index];
			if (result !== void 0) add(origins, result, from([operand]));
		}
	} else if (text.startsWith("^")) {
		const names = [...text.matchAll(/(%\w+):/g)].map(([, name = ""]) => name);
		for (const [index, name] of names.entries()) add(origins, name, from((open.at(-1)?.passed ?? []).slice(index, index + 1)));
	} else if (text === "}") open.pop();
	else if (WRITERS.includes(operation)) {
		for (const name of from(operands.slice(0, 1))) writes.add(name);
		if (operation.startsWith("tt.atomic") || operation === "tt.descriptor_reduce") for (const name of from(operands.slice(0, 1))) reads.add(name);
	} else if (READERS.includes(operation)) for (const name of from(operands.slice(0, 1))) reads.add(name);
	else if (operation === "tt.call") for (const name of from(operands)) {
		reads.add(name);
		writes.add(name);
	}
	else if (carriesPointer(right)) for (const result of results) add(origins, result, from(operands));
}
const WRITERS = [
	"tt.store",
	"tt.descriptor_store",
	"tt.descriptor_scatter",
	"tt.descriptor_reduce",
	"tt.atomic_rmw",
	"tt.atomic_cas"
];
const READERS = [
	"tt.load",
	"tt.descriptor_load",
	"tt.descriptor_gather"
];
/** `%a`, or `%a:2` for `%a#0` and `%a#1`. */
function resultsOf(left) {
	return left.split(",").flatMap((each) => {
		const [, name = "", count] = /^\s*(%\w+)(?::(\d{1,4}))?\s*$/.exec(each) ?? [];
		if (name === "") return [];
		if (count === void 0) return [name];
		return Array.from({ length: Number(count) }, (_, index) => `${name}#${index}`);
	});
}
/** Counts what is known. It only grows, up to all parameters for each value. */
function sizeOf(origins) {
	return [...origins.values()].reduce((sum, { size }) => sum + size, 0);
}
function carriesPointer(text) {
	return /!tt\.ptr|!tt\.tensordesc|tt\.addptr|tt\.make_tensor_descriptor|arith\.select/.test(text);
}
function add(origins, name, more) {
	const known = origins.get(name) ?? /* @__PURE__ */ new Set();
	for (const each of more) known.add(each);
	origins.set(name, known);
}
// src/plan/record/search.ts
/**
* Finds the most likely expression that has these values in all calls; undefined if there is none.
* An expression is a number, a name, `cdiv` of them, a product of up to three of these, or a `min`
* of two. Every expression was checked against every call.
*/
function findExpression(targets, names) {
	const first = targets[0];
	if (first === void 0) return void 0;
	const isFixed = targets.every((each) => each === first);
	const candidates = [];
	if (isFixed) candidates.push(literal(first, targets.length));
	if (isFixed && (first === 0n || first === 1n)) return candidates[0];
	const terms = termsOf(names);
	candidates.push(...terms.filter(({ values }) => isEqual(values, targets)));
	candidates.push(...products(targets, terms), ...minima(targets, terms));
	const [best, next] = candidates.toSorted((a, b) => a.cost - b.cost);
	const isClose = best !== void 0 && next !== void 0 && next.cost - best.cost < CLOSE;
	return best && isClose && next.text !== best.text ? {
		...best,
		rival: next.text
	} : best;
}
/** The difference in cost up to which two expressions are equally likely. */
const CLOSE = .3;
/** The cost of a number that is the same in all calls: with one call, almost anything is. */
function literal(value, calls) {
	const cost = calls > 1 ? 6 : 9;
	return {
		text: `${value}`,
		values: Array.from({ length: calls }, () => value),
		cost
	};
}
/** Every name, and everything that `cdiv` and divisions make of two names. */
function termsOf({ values, constants: given, hasQuotients }) {
	const constants = given.map((each) => ({
		...each,
		isConstant: true
	}));
	if (!hasQuotients) return [...values, ...constants];
	return [
		...values,
		...constants,
		...values.flatMap((value) => [...constants.flatMap((constant) => quotients(value, constant)), ...POWERS.flatMap((power) => quotientByNumber(value, power))]),
		...values.flatMap((value, index) => values.slice(index + 1).flatMap((other) => constants.flatMap((constant) => quotientOfProduct(value, other, constant))))
	];
}
const POWERS = [
	2n,
	4n,
	8n,
	16n,
	32n,
	64n,
	128n,
	256n,
	512n,
	1024n
];
function quotients(value, constant) {
	if (constant.values.some((each) => each <= 0n) || constant.values.every((each) => each === 1n)) return [];
	const cost = value.cost + 1 + affinity(value.text, constant.text);
	const divided = value.values.map((each, call) => cdiv(each, constant.values[call] ?? 1n));
	const isExact = value.values.every((each, call) => each % (constant.values[call] ?? 1n) === 0n);
	const text = `cdiv(${value.text}, ${constant.text})`;
	if (isExact) return [{
		text,
		values: divided,
		cost
	}];
	const floored = value.values.map((each, call) => each / (constant.values[call] ?? 1n));
	return [{
		text,
		values: divided,
		cost
	}, {
		text: `${value.text} // ${constant.text}`,
		values: floored,
		cost: cost + 1.5,
		isSum: true
	}];
}
/** A number as divisor is only believed if there are several values to see it in. */
function quotientByNumber(value, divisor) {
	if (new Set(value.values).size < 2) return [];
	const values = value.values.map((each) => cdiv(each, divisor));
	return [{
		text: `cdiv(${value.text}, ${divisor})`,
		values,
		cost: value.cost + 4
	}];
}
function quotientOfProduct(value, other, constant) {
	if (constant.values.some((each) => each <= 1n)) return [];
	const values = value.values.map((each, call) => cdiv(each * (other.values[call] ?? 1n), constant.values[call] ?? 1n));
	return [{
		text: `cdiv(${value.text} * ${other.text}, ${constant.text})`,
		values,
		cost: value.cost + other.cost + 2,
		isWhole: true
	}];
}
/** Products of two or three terms. A term that is 1 in all calls says nothing. */
function products(targets, terms) {
	const factors = terms.filter(({ values, isWhole }) => isWhole !== true && values.some((each) => each !== 1n) && divides(values, targets)).toSorted((a, b) => a.cost - b.cost);
	const byValues = /* @__PURE__ */ new Map();
	for (const factor of factors) {
		const key = factor.values.join();
		if (!byValues.has(key)) byValues.set(key, factor);
	}
	const pairs = (left, rest) => {
		const right = byValues.get(rest.join());
		if (right === void 0 || left.isConstant && right.isConstant) return [];
		return [product(factors.indexOf(right) < factors.indexOf(left) ? [right, left] : [left, right], left.cost + right.cost + 1)];
	};
	const found = factors.flatMap((left) => pairs(left, quotient(targets, left.values)));
	if (found.length > 0) return found;
	const likely = factors.slice(0, MOST_FACTORS);
	return likely.flatMap((left) => {
		const rest = quotient(targets, left.values);
		return likely.filter((middle) => divides(middle.values, rest)).flatMap((middle) => {
			const right = byValues.get(quotient(rest, middle.values).join());
			if (right === void 0 || [
				left,
				middle,
				right
			].every((each) => each.isConstant)) return [];
			return [product([
				left,
				middle,
				right
			], left.cost + middle.cost + right.cost + 2)];
		});
	});
}
/** Factors that are tried for products of three. */
const MOST_FACTORS = 24;
function product(factors, cost) {
	const text = factors.map((factor) => factor.isSum ? `(${factor.text})` : factor.text);
	const values = (factors[0]?.values ?? []).map((_value, call) => factors.reduce((result, { values: own }) => result * (own[call] ?? 1n), 1n));
	return {
		text: text.join(" * "),
		values,
		cost
	};
}
/** `min` of a limit and a term: as many blocks as there is work, but no more than the GPU has. */
function minima(targets, terms) {
	const most = targets.reduce((a, b) => a > b ? a : b);
	const limits = terms.filter(({ values }) => values.every((each) => each === values[0]));
	return [...terms, ...pairsOf(terms)].filter(({ values }) => values.every((each, call) => each >= (targets[call] ?? 0n)) && values.some((each, call) => each > (targets[call] ?? 0n)) && values.some((each, call) => each === targets[call]) && values.every((each, call) => each === targets[call] || targets[call] === most)).map((work) => {
		const limit = limits.find(({ values }) => values[0] === most);
		return {
			text: `min(${limit?.text ?? most}, ${work.text})`,
			values: targets,
			cost: work.cost + (limit?.cost ?? 4) + 1
		};
	});
}
function pairsOf(terms) {
	const quotientsOnly = terms.filter(({ text }) => text.startsWith("cdiv(")).slice(0, 60);
	return quotientsOnly.flatMap((left, index) => quotientsOnly.slice(index + 1).map((right) => product([left, right], left.cost + right.cost + 1)));
}
/**
* Returns how well a constant fits an argument by name: `BLOCK_M` is for `M`, and `BLOCK_N` is not.
* Negative: well.
*/
function affinity(value, constant) {
	const [own, last = ""] = [wordsOf(value), wordsOf(constant).at(-1)];
	const isBlock = /block|tile|chunk|^b[a-z]$/i.test(constant);
	if (own.length === 1 && own[0] === last || constant.toLowerCase() === `b${value.toLowerCase()}`) return -.6;
	const [first = ""] = own;
	return (last.length === 1 && (own.length === 1 ? first.length === 1 : false) ? 1 : 0) + (isBlock ? -.2 : .6);
}
function wordsOf(name) {
	return name.toLowerCase().split("_").filter(Boolean);
}
function cdiv(a, b) {
	return b === 0n ? 0n : (a + b - 1n) / b;
}
function isEqual(a, b) {
	return a.every((each, index) => each === b[index]);
}
function divides(factors, targets) {
	return factors.every((each, call) => each > 0n && (targets[call] ?? 0n) % each === 0n);
}
function quotient(targets, factors) {
	return targets.map((each, call) => each / (factors[call] ?? 1n));
}
// src/plan/record/grid.ts
const AXES = [
	"x",
	"y",
	"z"
];
/**
* Finds the grid in the arguments and constants, or else in the sizes of the buffers, which then
* are grid parameters. Launches that measured other configs, and calls of other entries of the same
* function, are evidence too.
*/
function findGrid(draft, all) {
	const own = [...draft.calls, ...draft.trials];
	const others = all.filter((each) => each !== draft && isSameFunction(each, draft));
	const evidence = [...own, ...others.flatMap(({ calls, trials }) => [...calls, ...trials])];
	const parameters = /* @__PURE__ */ new Map();
	const notes = /* @__PURE__ */ new Set();
	const axes = AXES.map((axis, index) => {
		const targets = own.map(({ grid }) => BigInt(grid[index] ?? 1));
		const found = findAxis(draft, evidence, index) ?? findAxis(draft, own, index);
		if (found === void 0) {
			const name = freeName(`grid_${axis}`, draft);
			parameters.set(name, {
				text: name,
				values: targets.slice(0, draft.calls.length),
				cost: 3
			});
			notes.add(`No expression fits the ${axis} axis of the grid in every call: callers pass it.`);
			return name;
		}
		for (const size of sizeTerms(draft, draft.calls)) {
			if (!wordsIn(found.text).includes(size.text)) continue;
			parameters.set(size.text, size);
			notes.add("The grid depends on a size that the kernel does not get: callers pass it.");
		}
		if (found.rival !== void 0 && parameters.size === 0) notes.add(`\`${found.rival}\` would also fit the ${axis} axis in every call.`);
		return found.text;
	});
	if (!axes.every((axis) => /^\w+$/.test(axis)) && new Set(evidence.map(({ grid }) => grid.join())).size === 1) notes.add("Every recorded call had the same grid: check that the expressions are meant.");
	while (axes.length > 1 && axes.at(-1) === "1") axes.pop();
	return {
		axes,
		parameters: [...parameters.values()],
		notes: [...notes]
	};
}
function isSameFunction(a, b) {
	return a.file === b.file && a.function === b.function;
}
/** Finds one axis; undefined if only a size fits that is not a likely one. */
function findAxis(draft, calls, index) {
	const targets = calls.map(({ grid }) => BigInt(grid[index] ?? 1));
	const names = {
		...gridNames(draft, calls),
		hasQuotients: true
	};
	const found = findExpression(targets, names);
	if (found !== void 0 && !/^\d+$/.test(found.text)) return found;
	if (found?.text === "1") return found;
	const values = [...names.values, ...sizeTerms(draft, calls)];
	const bySize = findExpression(targets, {
		...names,
		values
	});
	return bySize !== void 0 && bySize.cost < MOST_LIKELY ? bySize : found;
}
/** The cost from which an expression with sizes is less likely than a number. */
const MOST_LIKELY = 7;
/** The integer arguments and constants, with their values in every call. */
function gridNames(draft, calls) {
	const values = [...draft.types].flatMap(([name, text]) => {
		const type = parseArgumentType(text);
		if (type === void 0 || !isInteger(type)) return [];
		return termOf(name, calls, ({ scalars }) => scalars.get(name), nameCost(name));
	});
	const fixed = [...draft.constants.keys()].flatMap((name) => termOf(name, calls, ({ kernel }) => knownConstant(kernel.constants.get(name)), 3));
	const tuned = [...draft.configs[0]?.constants.keys() ?? []].flatMap((name) => termOf(name, calls, ({ config }) => config.get(name), 3));
	return {
		values,
		constants: [...fixed, ...tuned]
	};
}
function knownConstant(constant) {
	return constant?.kind === "other" ? void 0 : constant;
}
/** The cost of an argument in an expression. Strides and seeds rarely decide how many blocks there are. */
function nameCost(name) {
	return isStride(name) || /seed|offset|eps/i.test(name) ? 4 : 2;
}
function isStride(name) {
	return /stride|^ld[a-z]?$/i.test(name);
}
function termOf(name, calls, valueOf, cost) {
	const values = calls.flatMap((call) => integerOf(valueOf(call)) ?? []);
	return values.length === calls.length ? [{
		text: name,
		values,
		cost
	}] : [];
}
function integerOf(constant) {
	if (constant?.kind === "bool") return BigInt(constant.value);
	return constant?.kind === "int" ? constant.value : void 0;
}
/** The sizes of the buffers' axes, under names such as `x_size_0`. */
function sizeTerms(draft, calls) {
	return [...draft.calls[0].buffers].flatMap(([name, { shape }]) => shape.flatMap((_size, axis) => {
		const values = calls.flatMap(({ buffers }) => buffers.get(name)?.shape[axis] ?? []);
		if (values.length < calls.length) return [];
		return [{
			text: sizeName(name, axis, draft),
			values: values.map(BigInt),
			cost: 5
		}];
	}));
}
/** A name for the size of an axis: `x_size_0` for `x_ptr`. */
function sizeName(buffer, axis, draft) {
	const plain = buffer.replace(/_?ptr$/i, "").replaceAll(/^_+|_+$/g, "");
	return freeName(`${plain === "" ? buffer : plain}_size_${axis}`, draft);
}
function freeName(name, draft) {
	return draft.parameters.includes(name) ? freeName(`${name}_`, draft) : name;
}
function wordsIn(text) {
	return text.match(/[A-Za-z_]\w*/g) ?? [];
}
// src/plan/record/placeholders.ts
/** The values in which the choices of an entry differ: each is a placeholder of `for`. */
var Choices = class {
	/** The texts of each placeholder, one for each choice. */
	columns = /* @__PURE__ */ new Map();
	/** Returns a value that has these texts in the choices: itself, or a placeholder. */
	value(name, texts) {
		const [first = ""] = texts;
		if (texts.every((text) => text === first)) return first;
		const same = [...this.columns].find(([, other]) => other.every((text, row) => text === texts[row]));
		if (same !== void 0) return `{${same[0]}}`;
		let free = name;
		for (let number = 2; this.columns.has(free); number += 1) free = `${name}_${number}`;
		this.columns.set(free, texts);
		return `{${free}}`;
	}
	/** As `value`, as YAML. */
	text(name, texts) {
		const value = this.value(name, texts);
		return texts.includes(value) ? value : JSON.stringify(value);
	}
};
// src/plan/record/smoke-calls.ts
/** Bytes of the buffers of a case. */
const MOST_BYTES = 2 ** 30;
const MOST_CASES = 6;
const MOST_AXES = 8;
/** The calls of a draft among some. */
function ownCalls(draft, calls) {
	return calls.filter((call) => draft.calls.includes(call));
}
/** Says whether an entry can have cases, and some that Triton's interpreter computes in seconds. */
function hasCases(draft) {
	const usable = usableCalls(draft);
	return [usable.length > 0, usable.some(isSmall)];
}
/** The calls that a case can describe. */
function usableCalls(draft) {
	return draft.calls.filter((call) => isUsable(call, draft));
}
/** The calls to describe: of several choices, small ones of each if it has some. */
function callsOfChoices(draft) {
	if (draft.choices.length === 0) return chooseCalls(usableCalls(draft), draft);
	return draft.choices.flatMap((choice) => {
		const usable = usableCalls(choice);
		const small = usable.filter(isSmall);
		return chooseCalls(small.length > 0 ? small : usable, choice);
	});
}
/** Blocks and elements that Triton's interpreter computes in seconds. */
const MOST_BLOCKS = 1024;
const MOST_ELEMENTS = 2 ** 23;
/** True if Triton's interpreter computes a call in seconds. */
function isSmall({ grid, buffers }) {
	const elements = [...buffers.values()].map(({ shape }) => shape.reduce((a, b) => a * b, 1));
	return grid.reduce((a, b) => a * b, 1) <= MOST_BLOCKS && elements.reduce((a, b) => a + b, 0) <= MOST_ELEMENTS;
}
/** Leaves out equal cases. Of several choices, each keeps as many as the one with the fewest. */
function distinctCases({ choices }, cases, calls) {
	const distinct = (choices.length === 0 ? [calls] : choices.map((choice) => ownCalls(choice, calls))).map((group) => {
		const texts = group.map((call) => caseText(cases[calls.indexOf(call)] ?? /* @__PURE__ */ new Map()));
		return group.filter((_call, index) => texts.indexOf(texts[index] ?? "") === index);
	});
	const fewest = Math.min(...distinct.map(({ length }) => length));
	const kept = distinct.flatMap((group) => group.slice(0, fewest));
	return {
		cases: kept.map((call) => cases[calls.indexOf(call)] ?? /* @__PURE__ */ new Map()),
		calls: kept
	};
}
function caseText(values) {
	return canonicalJson(wires(values));
}
function isUsable(call, draft) {
	if (call.grid.some((size) => size < 1)) return false;
	return [...call.buffers].map(([name, { shape }]) => {
		const type = parseArgumentType(draft.types.get(name) ?? "");
		if (type === void 0 || type.kind === "scalar") return Number.POSITIVE_INFINITY;
		if (shape.length > MOST_AXES || shape.includes(0)) return Number.POSITIVE_INFINITY;
		return shape.reduce((a, b) => a * b, bytesOf(type.element));
	}).reduce((a, b) => a + b, 0) <= MOST_BYTES;
}
/** A small call for each set of hints, then those that took the most time. */
function chooseCalls(usable, draft) {
	const bySize = usable.toSorted((a, b) => workOf(a) - workOf(b));
	const chosen = /* @__PURE__ */ new Set();
	for (const kernel of draft.members) {
		const smallest = bySize.find((call) => call.kernel === kernel);
		if (smallest !== void 0 && chosen.size < MOST_CASES) chosen.add(smallest);
	}
	const byTime = usable.toSorted((a, b) => timeOf(b) - timeOf(a));
	for (const call of [...bySize.slice(0, 1), ...byTime]) if (chosen.size < MOST_CASES) chosen.add(call);
	return usable.filter((call) => chosen.has(call)).toSorted((a, b) => workOf(a) - workOf(b));
}
function workOf({ buffers }) {
	return [...buffers.values()].reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
}
function timeOf({ count, gpuMs }) {
	return count * (gpuMs ?? .01);
}
// src/plan/record/integers.ts
/** Fewer elements are in order by chance. */
const LEAST_SORTED = 4;
const SENTINEL = -1;
/**
* Describes the elements of a buffer of indices by what they have in common in the calls of the cases; undefined if the
* recording lacks that of one. Few elements that are the same in all of them are listed.
*/
function indexFill(name, draft, calls, names) {
	const facts = calls.map(({ integers }) => integers.get(name)).filter((each) => each !== void 0);
	const [first, ...others] = facts;
	if (first === void 0 || facts.length < calls.length) return void 0;
	const common = others.reduce(commonOf$1, first);
	const { least, greatest, values } = common;
	if (!Number.isSafeInteger(least) || !Number.isSafeInteger(greatest)) return void 0;
	if (least === greatest && common.sentinels === "none") return void 0;
	if (values !== null) return { values };
	const shapes = calls.map(({ buffers }) => buffers.get(name)?.shape ?? []);
	const counts = shapes.map((shape) => shape.reduce((a, b) => a * b, 1));
	const hasSentinels = common.sentinels === "anywhere" || common.sentinels === "end" && shapes[0]?.length === 1;
	const sorted = common.sorted !== null && common.sentinels === "none" && Math.max(...counts) >= LEAST_SORTED ? common.sorted : null;
	if (facts.every((each, index) => each.least === 0 && each.greatest === (counts[index] ?? 0) - 1) && common.unique === "buffer" && !hasSentinels && sorted === null) return "permutation";
	const groups = shapes.map((shape, index) => common.unique === "rows" ? shape.at(-1) ?? 1 : counts[index] ?? 1);
	const canBeUnique = (from) => hasSentinels || facts.every((each, index) => each.greatest - (from[index] ?? 0) >= (groups[index] ?? 1) - 1);
	const lowest = facts.map((each) => each.least);
	const unique = common.unique !== null && canBeUnique(lowest) ? common.unique : null;
	const both = unique === null || sorted === null || unique === sorted;
	return { uniform: {
		...limitsOf(facts, draft, calls, names, {
			isExact: both && sorted !== null,
			canRaise: (from) => unique === null || canBeUnique(facts.map(() => from))
		}),
		...unique !== null && { unique: unique === "rows" ? unique : true },
		...both && sorted !== null && { sorted: sorted === "rows" ? sorted : true },
		...hasSentinels && { sentinel: SENTINEL }
	} };
}
/** Finds limits that are right for every case. */
function limitsOf(facts, draft, calls, { find, inCase }, { isExact, canRaise }) {
	const inDraft = (valueOf) => draft.calls.map((call) => {
		const own = facts[calls.indexOf(call)];
		return own === void 0 ? void 0 : BigInt(valueOf(own));
	});
	const sizeOf = (more) => {
		const found = find(inDraft(({ greatest }) => greatest + more));
		if (found === void 0 || /^\d+$/.test(found)) return void 0;
		return more === 0 ? found : `${found} - 1`;
	};
	const tops = new Set(facts.map(({ greatest }) => greatest));
	const [top = 0] = tops;
	const bySize = isExact ? sizeOf(0) ?? sizeOf(1) : sizeOf(1) ?? sizeOf(0);
	const isFixed = tops.size === 1;
	const to = (isFixed && top < 2 ? void 0 : bySize) ?? (isFixed ? top : inCase(withZeros(inDraft(({ greatest }) => greatest)), "to"));
	const bottoms = facts.map(({ least }) => least);
	const [lowest, highest] = [Math.min(...bottoms), Math.max(...bottoms)];
	const isCommon = !isExact && highest <= Math.min(...tops) && canRaise(highest);
	if (lowest === highest || isCommon) return {
		from: highest,
		to
	};
	return {
		from: inCase(withZeros(inDraft(({ least }) => least)), "from"),
		to
	};
}
function withZeros(values) {
	return values.map((value) => value ?? 0n);
}
// src/plan/record/smoke-section.ts
/**
* Describes calls of the kernel. Sizes are expressions of arguments if these hold in every recorded
* call; otherwise each case sets them.
*/
function draftSmoke(draft, grid, access, only, choices) {
	const usable = usableCalls(draft);
	const calls = only === void 0 ? callsOfChoices(draft) : usable.filter((c) => only.includes(c));
	if (calls.length < (only?.length ?? 1)) return void 0;
	const sheet = new Sheet(draft, grid, calls);
	const pointers = [...draft.types].flatMap(([name, text]) => {
		const type = parseArgumentType(text);
		return type === void 0 || type.kind === "scalar" ? [] : [{
			name,
			type
		}];
	});
	const layouts = new Map(pointers.map(({ name }) => [name, only === void 0 ? sheet.layoutOf(name) : exactLayout(name, draft, calls, choices)]));
	const buffers = /* @__PURE__ */ new Map();
	for (const { name, type } of pointers) {
		const role = roleOf(name, draft, access);
		const { shape = [], strides } = layouts.get(name) ?? {};
		const indices = role === "out" || only !== void 0 ? void 0 : sheet.indicesOf(name);
		buffers.set(name, {
			shape,
			strides,
			role,
			fill: indices ?? fillOf(name, type, role, draft)
		});
	}
	return {
		...distinctCases(draft, sheet.cases(), calls),
		arguments: sheet.arguments,
		buffers
	};
}
/** The layout of one call in numbers, to which the files of the call fit. Of choices, each has its own. */
function exactLayout(name, draft, calls, choices) {
	const one = {
		shape: [1],
		strides: [1]
	};
	const layouts = calls.map(({ buffers }) => {
		const layout = buffers.get(name) ?? one;
		return layout.shape.length === 0 ? one : layout;
	});
	const texts = (kind) => (layouts[0]?.[kind] ?? []).map((_size, axis) => choices.value(sizeName(name, axis, draft).replace("_size_", kind === "shape" ? "_size_" : "_stride_"), layouts.map((layout) => String(layout[kind][axis] ?? 1))));
	const isPlain = layouts.every(({ shape, strides }) => isContiguous(shape, strides));
	return {
		shape: texts("shape"),
		strides: isPlain ? void 0 : texts("strides")
	};
}
/** The values that the cases set, and those that follow from them. */
var Sheet = class {
	arguments = /* @__PURE__ */ new Map();
	#draft;
	#calls;
	#names;
	/** Sizes that each case sets, with their values in every call of the draft. */
	#sizes = /* @__PURE__ */ new Map();
	#inCases = /* @__PURE__ */ new Set();
	constructor(draft, grid, calls) {
		this.#draft = draft;
		this.#calls = calls;
		const { values, constants } = gridNames(draft, draft.calls);
		const isShared = ({ text: name }) => draft.constants.has(name);
		const parameters = grid.parameters.map((each) => ({
			...each,
			cost: 1.8
		}));
		this.#names = {
			values: [...parameters, ...values],
			constants: constants.filter(isShared),
			hasQuotients: true
		};
		for (const { text: name, values: sizes } of grid.parameters) this.#sizes.set(name, sizes);
		this.#placeScalars();
	}
	/** Decides for each scalar whether the cases set it, or one value or expression does for all. */
	#placeScalars() {
		const values = this.#names.values.filter(({ text: name }) => !this.#draft.types.has(name));
		const scalars = [...this.#draft.types].filter(([, text]) => parseArgumentType(text)?.kind === "scalar");
		for (const [name, text] of scalars.filter(([each]) => !isStride(each))) {
			const given = this.#calls.map(({ scalars: own }) => own.get(name));
			const texts = new Set(given.map((each) => each === void 0 ? "" : formatConstant(each)));
			const isSize = /^[iu]/.test(text) && this.#calls.length === 1;
			if (given[0] !== void 0 && texts.size === 1 && !isSize) this.arguments.set(name, given[0]);
			else this.#inCases.add(name);
			values.push(...this.#names.values.filter((term) => term.text === name));
		}
		for (const [name] of scalars.filter(([each]) => isStride(each))) {
			const own = this.#names.values.find((term) => term.text === name);
			const names = {
				values,
				constants: this.#names.constants,
				hasQuotients: false
			};
			const found = own && findExpression(own.values, names);
			if (found === void 0) this.#inCases.add(name);
			else this.arguments.set(name, found.text);
			if (own !== void 0) values.push(own);
		}
	}
	layoutOf(name) {
		const layouts = this.#draft.calls.flatMap(({ buffers }) => buffers.get(name) ?? []);
		const axes = (layouts[0] ?? {
			shape: [],
			strides: []
		}).shape.map((_size, axis) => axis);
		const isSameRank = layouts.every(({ shape }) => shape.length === axes.length);
		const isPlain = layouts.every(({ shape, strides }) => isContiguous(shape, strides));
		const found = axes.map((axis) => this.#find(sizesOf(layouts, axis), nameCost));
		if (isPlain && (!isSameRank || axes.length === 0 || found.includes(void 0))) {
			const counts = layouts.map(({ shape }) => BigInt(shape.reduce((a, b) => a * b, 1)));
			const count = this.#find(counts, nameCost);
			if (count !== void 0) return {
				shape: [count.text],
				strides: void 0
			};
			if (!isSameRank) return {
				shape: [this.#inCase(counts, sizeName(name, 0, this.#draft))],
				strides: void 0
			};
		}
		const shape = axes.map((axis) => found[axis]?.text ?? this.#inCase(sizesOf(layouts, axis), sizeName(name, axis, this.#draft)));
		if (isPlain) return {
			shape,
			strides: void 0
		};
		return {
			shape,
			strides: axes.map((axis) => {
				const values = layouts.map((each) => BigInt(each.strides[axis] ?? 0));
				const stride = sizeName(name, axis, this.#draft).replace("_size_", "_stride_");
				return this.#find(values, (each) => strideCost(each, name))?.text ?? this.#inCase(values, stride);
			})
		};
	}
	/** Describes indices as the cases' calls had them; undefined if the recording does not show them. */
	indicesOf(name) {
		return indexFill(name, this.#draft, this.#calls, {
			find: (targets) => this.#findAmong(targets),
			inCase: (values, end) => this.#inCase(values, sizeName(name, 0, this.#draft).replace("_size_0", `_${end}`))
		});
	}
	/** Finds a size that has these values in the calls for which there are some. */
	#findAmong(targets) {
		const known = (values) => values.filter((_value, index) => targets[index] !== void 0);
		const sizes = [...this.#sizes].map(([text, values]) => ({
			text,
			values,
			cost: 1.8
		}));
		const values = [...this.#names.values.filter(({ text }) => !this.#sizes.has(text)), ...sizes].map((term) => ({
			...term,
			cost: nameCost(term.text),
			values: known(term.values)
		}));
		return findExpression(known(targets).map((target) => target ?? 0n), {
			values,
			constants: [],
			hasQuotients: false
		})?.text;
	}
	#find(targets, costOf) {
		const sizes = [...this.#sizes].map(([size, values]) => ({
			text: size,
			values,
			cost: 1.8
		}));
		return findExpression(targets, {
			values: [...this.#names.values.map((term) => ({
				...term,
				cost: costOf(term.text)
			})), ...sizes.filter((size) => !this.#names.values.some((term) => term.text === size.text))],
			constants: this.#names.constants,
			hasQuotients: false
		});
	}
	#inCase(values, name) {
		this.#sizes.set(name, values);
		return name;
	}
	cases() {
		return this.#calls.map((call) => {
			const index = this.#draft.calls.indexOf(call);
			const scalars = [...this.#inCases].flatMap((name) => {
				const value = call.scalars.get(name);
				return value === void 0 ? [] : [[name, value]];
			});
			const sizes = [...this.#sizes].map(([name, values]) => [name, {
				kind: "int",
				value: values[index] ?? 0n
			}]);
			return new Map([...scalars, ...sizes]);
		});
	}
};
function sizesOf(layouts, axis) {
	return layouts.map(({ shape }) => BigInt(shape[axis] ?? 0));
}
/** An argument that is called a stride comes first, and of these one with the buffer's letter. */
function strideCost(name, buffer) {
	if (!isStride(name)) return 2;
	return name.toLowerCase().split("_").map((word) => word.charAt(0)).includes(buffer.toLowerCase().charAt(0)) ? 1 : 1.4;
}
function isContiguous(shape, strides) {
	let step = 1;
	for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
		if (shape[axis] !== 1 && strides[axis] !== step) return false;
		step *= shape[axis] ?? 1;
	}
	return true;
}
/** Returns what a kernel does with a buffer. */
function roleOf(name, draft, access) {
	const seen = draft.members.flatMap(({ contents }) => contents?.buffers.get(name) ?? []);
	const keepsSome = !(draft.allConfigs > 1) && seen.some(({ unchanged }) => unchanged !== null && unchanged > 0);
	const changes = seen.some(({ unchanged, elements }) => unchanged !== null && unchanged < elements);
	if (access === void 0) return changes ? "inout" : "in";
	if (!access.writes.has(name)) return "in";
	return access.reads.has(name) || keepsSome ? "inout" : "out";
}
function unionOf(ranges) {
	return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}
/** Integers can be indices: what the buffer held in a small call is right for a large one too. */
function commonOf(ranges) {
	const from = Math.max(...ranges.map(([each]) => each));
	const to = Math.min(...ranges.map(([, each]) => each));
	return from <= to ? [from, to] : unionOf(ranges);
}
/** Contents like those that the program used: random numbers can be indices or square roots. */
function fillOf(name, type, role, draft) {
	if (role === "out") return void 0;
	const ranges = draft.members.flatMap(({ contents }) => {
		const range = contents?.buffers.get(name)?.range;
		return range === void 0 || range === null ? [] : [range];
	});
	const [from, to] = isFloat(type.element) ? unionOf(ranges) : commonOf(ranges);
	if (ranges.length === 0 || !Number.isFinite(from) || !Number.isFinite(to)) return void 0;
	if (from === 0 && to === 0) return "zeros";
	if (from === 1 && to === 1) return "ones";
	if (from === to) return { constant: from };
	if (type.element === "i1" || type.element === "u1") return void 0;
	if (!isFloat(type.element)) return Number.isSafeInteger(from) && Number.isSafeInteger(to) ? { uniform: {
		from,
		to
	} } : void 0;
	if (from < 0 && to > 0 && Math.max(-from, to) < 100 && Math.max(-from, to) > .1) return void 0;
	const [low, high] = [from > 0 && from < to / 100 ? 0 : Number(from.toPrecision(3)), Number(to.toPrecision(3))];
	return low < high ? { uniform: {
		from: low,
		to: high
	} } : { constant: low };
}
// src/plan/record/description.ts
/** Returns what a draft's kernels read and write, over all of them; undefined if it is unknown. */
function accessOfDraft({ members }) {
	const found = members.flatMap(({ ttir }) => ttir === null ? [] : [accessOf(ttir)]);
	const first = found[0];
	if (first === void 0) return void 0;
	return {
		...first,
		reads: new Set(found.flatMap(({ reads }) => [...reads])),
		writes: new Set(found.flatMap(({ writes }) => [...writes])),
		alignment: new Map(found.flatMap(({ alignment }) => [...alignment])),
		hasAtomics: found.some(({ hasAtomics }) => hasAtomics),
		hasRounding: found.some(({ hasRounding }) => hasRounding),
		hasForeignCode: found.some(({ hasForeignCode }) => hasForeignCode)
	};
}
/**
* Describes the entry of a kernel.
* @param all every draft: others of the same function are evidence for the grid
*/
function describeDraft(name, draft, all, golden) {
	const access = accessOfDraft(draft);
	const grid = findGrid(draft, all);
	const choices = new Choices();
	const ownConstants = constantsOf(draft, choices);
	const ownOptions = optionsOf(draft, choices);
	const smoke = draftSmoke(draft, grid, access, golden?.calls, choices);
	const these = draft.configs.length === 1 ? "this" : "these";
	return {
		name,
		comment: summary(draft),
		isGuess: false,
		source: `${draft.file}:${draft.function}`,
		globals: constantSettings(draft.globals),
		arguments: [...draft.types].map((each) => describeArgument(each, draft, access)),
		constants: ownConstants,
		configs: draft.configs.map(({ constants, options }) => [...constantSettings(constants), ...optionSettings(options)]),
		...draft.configs.length > 0 && { configsComment: `@triton.autotune chose ${these} of its ${plural(draft.allConfigs, "config")}. \`configs: autotune\` takes them all${needed(draft.globalsOfConfigs)}.` },
		gridParameters: grid.parameters.map(({ text }) => text),
		grid: grid.axes,
		gridComments: grid.notes,
		options: ownOptions,
		smoke: smoke && describeSmoke(smoke, draft, access, golden, choices),
		choices: choices.columns
	};
}
/** An argument. Pointers and strides from which the kernel makes a descriptor have the hint that it needs. */
function describeArgument([name, type], { calls }, access) {
	const hint = access?.alignment.get(name) ?? 0;
	const isMet = calls.map(({ scalars }) => scalars.get(name)).every((value) => value?.kind !== "int" || meets(value.value, hint));
	return hint === 0 || !isMet ? {
		name,
		text: scalar(type)
	} : {
		name,
		text: scalar(`${type}:${hint}`),
		note: "tensor descriptors need it"
	};
}
/** What the configs of @triton.autotune need in addition. */
function needed(globals) {
	const settings = [...globals].map(([name, value]) => `${scalar(name)}: ${constantText(value)}`);
	return settings.length === 0 ? "" : `, with \`globals: { ${settings.join(", ")} }\``;
}
function constantSettings(constants) {
	return [...constants].map(([name, value]) => ({
		name,
		text: constantText(value)
	}));
}
/** The constants; those that differ between choices are placeholders. */
function constantsOf({ constants, choices: all }, choices) {
	if (all.length === 0) return constantSettings(constants);
	return [...constants.keys()].map((name) => {
		const values = all.flatMap((each) => each.constants.get(name) ?? []);
		return {
			name,
			text: choices.text(name, values.map(constantText))
		};
	});
}
function optionsOf({ options, choices: all }, choices) {
	if (all.length === 0) return optionSettings(changedOptions(options));
	const changed = all.map((each) => changedOptions(each.options));
	return Object.keys(Object.assign({}, ...changed)).map((name) => {
		const values = all.map((each) => Reflect.get(each.options, name));
		return {
			name,
			text: choices.text(name, values.map(scalar))
		};
	});
}
function optionSettings(options) {
	return Object.entries(options).map(([name, value]) => ({
		name,
		text: scalar(value)
	}));
}
function changedOptions(options) {
	const changed = Object.entries(options).filter(([name, value]) => name === "num_warps" || Reflect.get(DEFAULT_OPTIONS, name) !== value);
	return Object.fromEntries(changed);
}
function summary({ file, line, calls, members }) {
	const count = calls.reduce((sum, call) => sum + call.count, 0);
	const more = members.reduce((sum, each) => sum + each.more, 0);
	const most = calls.toSorted((a, b) => b.count - a.count).find(({ gpuMs }) => gpuMs !== null);
	const times = calls.length === 1 ? "" : `, ${calls.length} different ones`;
	const time = most === void 0 ? "" : `, at most ${Number((most.gpuMs ?? 0).toPrecision(2))} ms on the GPU`;
	const unseen = more > 0 ? ` (${more} more were counted but not compared)` : "";
	return `${file}:${line}: ${plural(count + more, "call")}${times}${time}${unseen}`;
}
function describeSmoke(smoke, draft, access, golden, choices) {
	const { indices, ...reference } = expectedOf(smoke, access, golden);
	return {
		reference,
		buffers: [...smoke.buffers].map(([name, { fill, ...buffer }]) => {
			const file = golden?.inputs.get(name);
			const contents = file === void 0 ? fill : { file };
			return {
				name,
				...buffer,
				fill: buffer.role === "out" ? void 0 : contents
			};
		}),
		arguments: [...smoke.arguments].map(([name, value]) => ({
			name,
			text: typeof value === "string" ? expressionText(value) : constantText(value)
		})),
		cases: casesOf(smoke, indices, draft, choices),
		others: [...toleranceFor(smoke, draft, access), ...access?.hasAtomics === true ? [ATOMICS_DIFFER] : []]
	};
}
/** Quantised outputs are judged one step wide: a value between two numbers is rounded to either. */
function toleranceFor({ buffers }, { types }, access) {
	if (access?.hasRounding !== true) return [];
	const elementOf = (name) => {
		const type = parseArgumentType(types.get(name) ?? "");
		return type === void 0 || type.kind === "scalar" ? void 0 : type.element;
	};
	const all = [...buffers].map(([name, { role }]) => ({
		name,
		role,
		element: elementOf(name)
	}));
	const isOfWide = all.some(({ role, element }) => role !== "out" && element !== void 0 && isFloat(element) && !isQuantised(element));
	const outputs = all.filter(({ role, element }) => (role === "out" || role === "inout") && element !== void 0 && isQuantised(element));
	return isOfWide ? stepsFor(outputs.map(({ name }) => name)) : [];
}
function isQuantised(element) {
	return /^(?:[iu]8|fp8)/.test(element);
}
/** The cases. With choices, a case has a value for each: a placeholder if they differ. */
function casesOf({ cases, calls }, indices, { choices: all }, choices) {
	const chosen = indices.flatMap((index) => cases[index] ?? []);
	if (all.length === 0) return chosen.map(constantSettings);
	const kept = indices.flatMap((index) => calls[index] ?? []);
	const rows = all.map((each) => ownCalls(each, kept).map((call) => chosen[kept.indexOf(call)]));
	return (rows[0] ?? []).map((first, index) => [...first ?? []].map(([name]) => {
		const values = rows.flatMap((row) => row[index]?.get(name) ?? []);
		return {
			name,
			text: choices.text(name, values.map(constantText))
		};
	}));
}
/** Returns where the expected outputs come from, and the cases for which there are some. */
function expectedOf({ calls }, access, golden) {
	const all = calls.map((_call, index) => index);
	if (golden !== void 0) return {
		text: textOf(golden.reference),
		indices: all
	};
	const without = (reason) => ({
		text: "none",
		comment: `${reason}: nothing is compared. Record with --golden, or write a reference.`,
		indices: all
	});
	if (access === void 0) return without("Triton's interpreter does not run Gluon kernels");
	if (access.hasForeignCode) return without("Triton's interpreter does not run libdevice functions and assembly");
	const small = calls.flatMap((call, index) => isSmall(call) ? [index] : []);
	if (small.length === 0) return without("Every recorded call is too large for Triton's interpreter");
	return {
		text: "interpreter",
		indices: small
	};
}
// src/plan/record/golden.ts
/** The folder beside the manifest that has a folder for each kernel. */
const FOLDER = "golden";
/** Returns a call whose inputs and outputs the recording has, with its buffers; undefined if there is none. */
function goldenOf({ members, calls }) {
	for (const member of members) {
		const { contents } = member;
		const call = calls.find((each) => each.kernel === member && each.id === contents?.call);
		const buffers = [...contents?.buffers ?? []].flatMap(([name, { files }]) => files === null ? [] : [[name, files]]);
		if (call === void 0 || buffers.length === 0) continue;
		if (buffers.length === contents?.buffers.size) return {
			call,
			buffers
		};
	}
}
/**
* Copies the inputs and outputs of one recorded call to the manifest's folder, with a reference
* function that returns the outputs. Of an entry with choices, those of one call for each. Returns undefined if the
* recording lacks one.
* @throws {Failure} `environment` if a file is missing, or leads out of the recording.
*/
async function saveGolden(name, draft, recorded, folder) {
	const choices = draft.choices.length === 0 ? [draft] : draft.choices;
	const found = choices.flatMap((each) => goldenOf(each) ?? []);
	if (found.length < choices.length) return void 0;
	const access = accessOfDraft(draft);
	const inputs = /* @__PURE__ */ new Map();
	for (const [index, { buffers }] of found.entries()) {
		const own = join(FOLDER, nameOfChoice(name, choices[index]));
		await makeFolder(join(folder, own));
		const digests = /* @__PURE__ */ new Map();
		for (const [buffer, files] of buffers) {
			const role = roleOf(buffer, draft, access);
			if (role !== "out") {
				const file = `${buffer}.npy`;
				await copyRecorded(recorded, files.before, join(folder, own, file));
				inputs.set(buffer, join(FOLDER, name, file));
			}
			if (role !== "in") {
				const file = join(own, `${buffer}-expected.npy`);
				digests.set(buffer, sha256(await copyRecorded(recorded, files.after, join(folder, file))));
			}
		}
		const text = referenceText(nameOfChoice(name, choices[index]), digests);
		await writeFile(join(folder, own, "outputs.py"), text);
	}
	return {
		calls: found.map(({ call }) => call),
		inputs,
		reference: `${join(FOLDER, name)}/outputs.py:outputs`
	};
}
/** Replaces the placeholders in the name of an entry. */
function nameOfChoice(name, choice) {
	return name.replaceAll(/\{(\w+)\}/g, (placeholder, key) => choice === void 0 ? placeholder : valueText(choice, key));
}
/** Copies a file of a recording, which can come from another machine. Returns its bytes. */
async function copyRecorded(recorded, name, file) {
	const bytes = await readBelow(recorded, name, "the recording");
	if ("problem" in bytes) throw new Failure("environment", {
		message: `cannot read ${name} of the recording: ${bytes.problem}`,
		hint: "Record the program again."
	});
	await writeFile(file, bytes);
	return bytes;
}
/** The digests are in the text, so that the build sees when the files change. */
function referenceText(name, digests) {
	return `"""The outputs of ${name}, as the recorded program computed them."""

import hashlib
import pathlib

import numpy

SHA256 = {
${[...digests].map(([buffer, digest]) => `    "${buffer}": "${digest}",\n`).join("")}}


def outputs():
    return {name: load(name, digest) for name, digest in SHA256.items()}


def load(name, digest):
    file = pathlib.Path(__file__).with_name(f"{name}-expected.npy")
    if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
        raise ValueError(f"{file.name} was changed: record it again")
    return numpy.load(file)
`;
}
// src/plan/record/head.ts
/** Returns what the recorded program says: its name, its Triton, its GPUs. */
function headOf({ triton, kernels, processes }, command, out) {
	const targets = kernels.flatMap(({ target }) => parseTarget(`${target?.backend}:${target?.arch}`)?.name ?? []);
	const program = programOf(command.length > 0 ? command : processes[0]?.arguments ?? []);
	return {
		package: packageName(program, out),
		triton: (triton ?? "").replace(/\+.*$/, ""),
		targets: [...new Set(targets)],
		command: program.map((word) => shellQuote(basename(word)).replaceAll(/\p{Cc}+/gu, " ")).join(" ")
	};
}
/** Returns the words up to the program: its own arguments might be secret. */
function programOf(words) {
	const script = words.findIndex((word) => word.endsWith(".py"));
	const module = words.indexOf("-m");
	if (script === -1 && module === -1) return words.slice(0, 1);
	return words.slice(0, script === -1 || module !== -1 && module < script ? module + 2 : script + 1);
}
/**
* Names the package after the program: `train` for `python train.py` and `python -m train`, but after the folder for a
* program of others, such as `python -m pytest`.
*/
function packageName(program, out) {
	const last = program.at(-1) ?? "";
	const module = last.replaceAll(".", "/");
	const isOwn = existsSync(`${module}.py`) || existsSync(module);
	const name = last.endsWith(".py") || program.length > 1 && isOwn ? last : dirname(resolve(out));
	return freePackageName(basename(name).replace(/\.py$/, "").toLowerCase());
}
/** Warns of a program that has another Triton or GPU than its manifest says. */
function warnOfOtherHead(head, { file, triton, targets }, log) {
	if (triton !== head.triton) log.warning({
		message: `the program used Triton ${head.triton}, but the manifest has \`triton: ${triton}\``,
		place: {
			file,
			path: "triton"
		}
	});
	const missing = head.targets.filter((name) => !targets.some((target) => target.name === name));
	if (missing.length > 0) log.warning({
		message: `the program ran on ${missing.join(", ")}, which \`targets\` does not list`,
		place: {
			file,
			path: "targets"
		}
	});
}
// src/plan/record/families.ts
/**
* Joins the drafts of a function that differ in numbers only, such as a constexpr that is the number of columns: they
* become one entry with `for`. Drafts with configs of @triton.autotune stay apart.
* @param isGolden whether the entries get the outputs of recorded calls
*/
function joinDrafts(drafts, isGolden) {
	const families = /* @__PURE__ */ new Map();
	for (const draft of drafts) {
		const key = draft.configs.length > 0 ? canonicalJson([drafts.indexOf(draft)]) : kindOf(draft, isGolden);
		families.set(key, [...families.get(key) ?? [], draft]);
	}
	return [...families.values()].flatMap((family) => {
		const [first] = family;
		if (first === void 0 || family.length === 1) return family;
		const joined = {
			...first,
			calls: family.flatMap(({ calls }) => calls),
			trials: family.flatMap(({ trials }) => trials),
			members: family.flatMap(({ members }) => members),
			choices: family
		};
		return namesOf(joined) === void 0 ? family : [joined];
	});
}
/** Everything about a draft but the numbers in its constants and options. */
function kindOf(draft, isGolden) {
	const { file, function: own, types, constants, options, globals } = draft;
	return canonicalJson({
		file,
		own,
		version: draft.package?.version,
		globals: [...globals].map(([name, value]) => [name, toWire(value)]),
		types: [...types],
		constants: [...constants].map(([name, value]) => [name, isNumber(value) ? value.kind : toWire(value)]),
		options: Object.entries(options).map(([name, value]) => [name, typeof value === "number" ? "number" : value]),
		hasCases: hasCases(draft),
		golden: isGolden && goldenOf(draft)?.buffers.map(([name]) => [name, ranksOf(draft, name)])
	});
}
/**
* Returns the constants and options whose values name the choices of a joined draft, as few as that takes; undefined
* if no values do that are words.
*/
function namesOf({ choices, constants, options }) {
	const names = [...constants.keys(), ...Object.keys(options)];
	const words = names.map((name) => choices.map((choice) => valueText(choice, name))).map((texts, index) => ({
		name: names[index] ?? "",
		texts
	})).filter(({ texts }) => texts.every((text) => /^\w+$/.test(text)));
	const countOf = (chosen) => new Set(choices.map((_choice, row) => chosen.map(({ texts }) => texts[row]).join())).size;
	const alone = words.find((word) => countOf([word]) === choices.length);
	if (alone !== void 0) return [alone.name];
	const differing = words.filter((word) => countOf([word]) > 1);
	return countOf(differing) === choices.length ? differing.map(({ name }) => name) : void 0;
}
function isNumber({ kind }) {
	return kind === "int" || kind === "float";
}
function ranksOf({ calls }, name) {
	return calls[0]?.buffers.get(name)?.shape.length;
}
// src/plan/record/names.ts
/**
* Names entries: like the entry that the manifest has for the kernel, or after the function and, if
* there are several of it, after what differs: flags, element types, constants and options. No entry
* gets a C function of another one.
* @param isGolden whether the entries get the outputs of recorded calls
*/
function nameDrafts(drafts, manifest, isGolden) {
	const symbols = new Set(manifest?.kernels.flatMap(({ name }) => symbolsOf(name)));
	const kept = drafts.flatMap((draft) => {
		const existing = manifest && entryFor(draft, manifest);
		return existing === void 0 ? [] : [{
			draft,
			name: existing.name,
			isNew: false
		}];
	});
	const joined = joinDrafts(drafts.filter((draft) => kept.every((each) => each.draft !== draft)), isGolden);
	const all = [...kept.map(({ draft }) => draft), ...joined];
	const named = joined.map((draft) => {
		const likes = all.filter((other) => other.function === draft.function);
		const own = freeKernelName([draft.function, ...differences(draft, likes)].join("_"));
		const suffixes = draft.choices.length === 0 ? [""] : suffixesOf(draft);
		const isTaken = (base) => suffixes.some((suffix) => symbolsOf(base + suffix).some((each) => symbols.has(each)));
		let base = own;
		for (let number = 2; isTaken(base); number += 1) base = `${own}_${number}`;
		for (const suffix of suffixes) for (const symbol of symbolsOf(base + suffix)) symbols.add(symbol);
		const placeholders = draft.choices.length === 0 ? [] : namesOf(draft) ?? [];
		return {
			draft,
			name: [base, ...placeholders.map((each) => `{${each}}`)].join("_"),
			isNew: true
		};
	});
	return [...kept, ...named];
}
/** What the names of the choices of an entry end with: the values of its placeholders. */
function suffixesOf(draft) {
	const names = namesOf(draft) ?? [];
	return draft.choices.map((choice) => names.map((name) => `_${valueText(choice, name)}`).join(""));
}
/**
* Returns the entry of a manifest that describes the same kernel: the same function with the same
* types and constants. Hints may differ, since a person might have changed them.
*/
function entryFor(draft, manifest) {
	return manifest.kernels.find((entry) => entry.source.file === draft.file && entry.source.function === draft.function && hasTypes(entry, draft) && hasConstants(entry, draft));
}
function hasTypes({ shape }, { parameters, types }) {
	const own = new Map(shape.form === "arguments" ? [...shape.arguments].map(([name, { type }]) => [name, formatArgumentType(type)]) : shape.tokens.flatMap((token, index) => token.kind === "argument" ? [[parameters[index] ?? "", formatArgumentType(token.spec.type)]] : []));
	return own.size === types.size && [...types].every(([name, text]) => own.get(name) === plain(text));
}
/** Returns the type in its usual form: `tensordesc<fp16[64,64]>` without spaces. */
function plain(text) {
	const type = parseArgumentType(text);
	return type === void 0 ? text : formatArgumentType(type);
}
/** True if the entry's constants are the recorded ones. What it leaves out has a default. */
function hasConstants(entry, draft) {
	const fromSignature = entry.shape.form === "signature" ? entry.shape.tokens.flatMap((token, index) => token.kind === "constant" ? [[draft.parameters[index] ?? "", token.value]] : []) : [];
	const given = new Map([...fromSignature, ...entry.constants]);
	const configs = entry.configs === "autotune" ? [] : entry.configs;
	const tuned = new Set(configs.flatMap(({ constants }) => [...constants.keys()]));
	return [...draft.constants].every(([name, value]) => {
		const own = given.get(name);
		if (own === void 0) return true;
		return tuned.has(name) || canonicalJson(toWire(own)) === canonicalJson(toWire(value));
	});
}
/** Returns the words that set an entry apart from the others of its function, as few as that takes. */
function differences(draft, likes) {
	const features = featuresOf(likes).filter(({ keyOf }) => differ(likes, keyOf));
	const chosen = [];
	const groups = () => new Set(likes.map((each) => chosen.map(({ keyOf }) => keyOf(each)).join("\n"))).size;
	for (const each of features) {
		const before = groups();
		if (before === likes.length) break;
		chosen.push(each);
		if (groups() === before) chosen.pop();
	}
	return chosen.map(({ wordOf }) => wordOf(draft)).filter((word) => word !== "");
}
/** Returns the features of an entry. Those that say most about it come first. */
function featuresOf(likes) {
	const types = [...likes[0]?.types.keys() ?? []].filter((name) => likes.every((each) => each.types.has(name)));
	const isFixed = (name) => likes.every(({ choices }) => new Set(choices.map((choice) => valueText(choice, name))).size < 2);
	const constants = new Set(likes.flatMap((each) => [...each.constants.keys()]));
	const kindOf = (name) => likes.map((each) => each.constants.get(name)?.kind ?? "none").toSorted()[0] ?? "";
	const named = [...constants].filter(isFixed).toSorted((a, b) => rank(kindOf(a)) - rank(kindOf(b)));
	const options = new Set(likes.flatMap((each) => Object.keys(each.options).filter(isFixed)));
	return [
		{
			keyOf: ({ file }) => file,
			wordOf: ({ file }) => file.replaceAll(/^.*\/|\.py$/g, "")
		},
		...types.map((name) => feature(({ types: own }) => typeWord(own.get(name)))),
		...named.map((name) => feature(({ constants: own }) => constantWord(name, own.get(name)))),
		...[...options].map((name) => feature(({ options: own }) => `${name.replace("num_", "")}_${Reflect.get(own, name)}`))
	];
}
function feature(wordOf) {
	return {
		keyOf: wordOf,
		wordOf
	};
}
/** Returns a low number for what makes a good name: flags are better than block sizes, and these than missing arguments. */
function rank(kind) {
	return [
		"bool",
		"string",
		"dtype",
		"int",
		"float",
		"none"
	].indexOf(kind);
}
function typeWord(type) {
	if (type === void 0) return "";
	return type.replace(/^\*/, "").replace(/^tensordesc<(\w+)\[(.*)\]>$/, "$1_$2");
}
function constantWord(name, value) {
	const lower = name.toLowerCase();
	if (value === void 0) return "";
	if (value.kind === "none") return `no_${lower}`;
	if (value.kind === "bool") return value.value ? lower : `no_${lower}`;
	if (value.kind === "dtype" || value.kind === "string") return value.value;
	return `${lower}_${formatConstant(value).replace("-", "minus_").replace(".", "p")}`;
}
function differ(drafts, valueOf) {
	return new Set(drafts.map(valueOf)).size > 1;
}
// src/plan/record/requirements.ts
/**
* Returns the conditions of a call that the text of a kernel and of its launches says, such as
* `n <= BLOCK` after `BLOCK=triton.next_power_of_2(n)`: those over arguments that every recorded call
* meets. A recording shows some sizes only, and the constants are those of these sizes. The text of
* packages is not read.
*/
async function requirementsOf(draft, manifest, folder, context) {
	if (draft.package !== void 0) return void 0;
	const kept = (await conditionsIn(draft, manifest, folder, context)).filter((text) => draft.calls.every((call) => isMet(text, draft, call)));
	return kept.length === 0 ? void 0 : {
		conditions: kept,
		note: "from the text of the kernel and its launches"
	};
}
async function conditionsIn({ file, function: name }, manifest, folder, context) {
	try {
		const { requires } = await guessKernel(join(folder, file), name, { manifest }, context);
		return requires.map(({ condition }) => condition);
	} catch (error) {
		if (error instanceof Failure) return [];
		throw error;
	}
}
/** False for a condition that does not hold, and for names that the entry does not have. */
function isMet(text, { constants, choices }, call) {
	const parsed = parseGrid(text);
	const [tree] = parsed.ok ? parsed.axes : [];
	if (tree === void 0) return false;
	const own = choices.find(({ calls }) => calls.includes(call))?.constants ?? constants;
	const values = new Map([
		...own,
		...call.config,
		...call.scalars
	]);
	const numbers = new Map(namesIn(tree).map(({ name }) => {
		const value = values.get(name);
		return [name, value === void 0 ? void 0 : integerOf$1(value)];
	}));
	if ([...numbers.values()].includes(void 0)) return false;
	const result = evaluateGrid(tree, (name) => numbers.get(name) ?? 0n);
	return result.ok && result.value !== 0n;
}
// src/record.ts
/**
* Runs a program with the recorder and writes a manifest of the kernels it launched. A manifest
* that exists keeps everything it has.
* @throws {Failure} `environment` if the program cannot be started or has no Triton; `usage` if it
*   launched no kernel, or if the manifest that exists is wrong.
*/
async function record(request, context) {
	const existing = await readExisting(request.out ?? "kernels.yaml");
	if (request.from !== void 0) return writeManifest(await readRecording(request.from), request.from, existing, request, void 0, context);
	const folder = request.keep ?? await makeScratch(context.scratch, "record");
	try {
		const exit = await runRecorded(request, folder, context);
		return await writeManifest(await readRecording(folder), folder, existing, request, exit, context);
	} finally {
		if (request.keep === void 0) await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
async function readExisting(file) {
	const text = (await readIfExists(file))?.toString();
	return text === void 0 ? void 0 : {
		text,
		manifest: readManifest(text, file)
	};
}
/** Returns the environment that starts the recorder in a program and in the programs that it starts. */
function recorderEnvironment(env, folder, golden, manifestFolder = ".") {
	const path = [RECORDER_FOLDER, env["PYTHONPATH"] ?? ""].filter((each) => each !== "").join(":");
	return {
		...env,
		PYTHONPATH: path,
		TRITON_AOT_RECORD: resolve(folder),
		TRITON_AOT_RECORD_GOLDEN: `${golden}`,
		TRITON_AOT_RECORD_FOLDER: resolve(manifestFolder)
	};
}
async function runRecorded({ command, golden, hasTerminal, output, out = DEFAULT_MANIFEST }, folder, { env, signal }) {
	try {
		return await runAttached(command, {
			env: recorderEnvironment(env, folder, golden, dirname(out)),
			signal,
			hasTerminal,
			output
		});
	} catch (error) {
		if (error instanceof Failure) throw error;
		const reason = systemCode(error) === "ENOENT" ? "not found" : String(error);
		throw new Failure("environment", { message: `cannot start \`${command[0]}\`: ${reason}` });
	}
}
async function writeManifest(recording, recorded, here, request, exit, context) {
	const { log } = context;
	for (const fault of recording.faults) log.warning({
		message: `the recorder failed for a launch: ${lastLine(fault)}`,
		hint: fault
	});
	const find = (kernel) => findSource(kernel, request.from !== void 0);
	const out = request.out ?? (here === void 0 ? placeFor(recording, find, context.env["HOME"]) : "kernels.yaml");
	const existing = out === (request.out ?? "kernels.yaml") ? here : await readExisting(out);
	const folder = resolve(dirname(out));
	const { drafts, refusals } = draftEntries(recording.kernels, {
		folder,
		find
	});
	const head = headOf(recording, request.command, out);
	const refused = [...refusals];
	const described = [];
	const kept = [];
	for (const { draft, name, isNew } of nameDrafts(drafts, existing?.manifest, request.golden > 0)) {
		const shown = shownEntry(name, draft);
		if (!isNew) {
			kept.push(shown);
			continue;
		}
		const golden = request.golden > 0 ? await saveGolden(name, draft, recorded, folder) : void 0;
		const requires = await requirementsOf(draft, out, folder, context);
		const entry = {
			...describeDraft(name, draft, drafts, golden),
			requires
		};
		described.push({
			shown,
			draft,
			entry
		});
	}
	const write = (all) => textWith(all, head, existing);
	const reasons = await reasonsAgainst(described, existing?.manifest, write, out, context);
	for (const [{ draft }, reason] of reasons) refused.push({
		name: draft.function,
		file: draft.file,
		line: draft.line,
		reason
	});
	const taken = described.filter((each) => !reasons.has(each));
	const added = taken.map(({ shown }) => shown);
	const result = {
		manifest: out,
		added,
		kept,
		refused,
		exit
	};
	if (added.length === 0 && kept.length === 0) return {
		...result,
		nothing: nothingIn(recording)
	};
	if (existing !== void 0) warnOfOtherHead(head, existing.manifest, log);
	const text = addRefusals(write(taken), refused);
	readManifest(text, out);
	if (text !== existing?.text) {
		await makeFolder(folder);
		await writeAtomically(out, (temporary) => writeFile(temporary, text));
	}
	return {
		...result,
		nothing: void 0
	};
}
function shownEntry(name, { file, line, function: own, calls }) {
	const count = calls.reduce((sum, call) => sum + call.count, 0);
	return {
		name,
		source: `${file}:${line} ${own}`,
		calls: count
	};
}
/** Returns the entries that `build` could not take, each with the reason. */
async function reasonsAgainst(described, existing, write, out, context) {
	const reasons = /* @__PURE__ */ new Map();
	for (const each of described) {
		const reason = otherVersion(each.draft, described, existing) ?? firstProblem(() => readManifest(write([each]), out));
		if (reason !== void 0) reasons.set(each, reason);
	}
	const valid = described.filter((each) => !reasons.has(each));
	if (valid.length === 0) return reasons;
	const manifest = readManifest(write(valid), out);
	const names = new Map(valid.map((each) => [each.shown.name, each]));
	const entries = manifest.kernels.filter((entry) => names.has(keyOf(entry)));
	for (const [entry, reason] of await problemsOfEntries(manifest, entries, context)) {
		const each = names.get(keyOf(entry));
		if (each !== void 0) reasons.set(each, reason);
	}
	return reasons;
}
/** The key of an entry in the manifest, with its placeholders. */
function keyOf({ pathOf }) {
	return String(pathOf([])[1]);
}
/** Returns the reason to refuse a kernel of a package that the manifest has in another version. */
function otherVersion({ package: own }, described, existing) {
	if (own === void 0) return void 0;
	const others = described.flatMap(({ draft }) => draft.package ?? []);
	const pinned = [...existing?.packages ?? [], ...others].find(({ name }) => name === own.name);
	return pinned === void 0 || pinned.version === own.version ? void 0 : `it is in ${own.name} ${own.version}, and the manifest has ${pinned.version}`;
}
function textWith(described, head, existing) {
	const entries = described.map(({ entry }) => entry);
	const packages = new Map(described.flatMap(({ draft }) => draft.package === void 0 ? [] : [[draft.package.name, draft.package.version]]));
	if (existing !== void 0) return addPackages(addEntries(existing.text, entries) ?? existing.text, packages);
	const settings = [
		{
			name: "package",
			text: head.package
		},
		{
			name: "triton",
			text: head.triton
		},
		{
			name: "targets",
			text: `[${head.targets.join(", ")}]`
		},
		...packages.size === 0 ? [] : [{
			name: "packages",
			text: packagesText(packages)
		}]
	];
	return newManifest(`Recorded from \`${head.command}\`.`, settings, entries);
}
/** Returns the reason for which there is no manifest to write. */
function nothingIn({ processes, triton, kernels }) {
	const first = processes[0];
	if (first === void 0) return new Failure("usage", {
		message: "nothing was recorded: the program started no Python that reads PYTHONPATH",
		hint: "Python ignores PYTHONPATH with -I, -E and -S."
	});
	if (triton === void 0 && !processes.some(({ hasTriton }) => hasTriton)) return new Failure("environment", {
		message: `nothing was recorded: Python ${first.python} has no Triton`,
		hint: "Run the program with the Python that it usually runs with."
	});
	if (triton !== void 0 && compareReleases(triton, OLDEST_TRITON) < 0) return new Failure("environment", { message: `nothing was recorded: the program uses Triton ${triton}; expected ${OLDEST_TRITON} or later` });
	if (kernels.length > 0) return new Failure("usage", { message: "no manifest was written: none of the kernels can be in one" });
	const isInterpreted = processes.some(({ interpreted }) => interpreted);
	return new Failure("usage", {
		message: "nothing was recorded: the program launched no Triton kernel",
		...isInterpreted && { hint: "Unset TRITON_INTERPRET: the interpreter launches nothing." }
	});
}
/** The oldest Triton whose launches the recorder sees. */
const OLDEST_TRITON = "3.6.0";
function lastLine(text) {
	return text.trimEnd().split("\n").at(-1) ?? "";
}
export { WHEEL_LAYOUTS, addToManifest, bench, benchFailure, benchTables, bundleTargets, bundledTargets, checkComplete, describeReplays, distributeBundle, findKernels, guessKernel, kernelName, keyOfEntry, makeBundle, makeWheel, manifestOf, readBundle, readReplays, record, smoke, smokeFailure, sourcePath, tune, tuneFailure, tuneTables };
