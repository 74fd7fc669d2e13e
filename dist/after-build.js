import { BENCH_FOLDER, BUNDLE_FOLDER, Failure, NO_FLAGS, RECORDER_FOLDER, RUNTIME_FOLDER, assetFolder, canonicalJson, describeExit, fileJson, filesBelow, findExecutable, groupBy, indent, installerEnvironment, isHarmlessVariable, isSystemError, keptVariables, keyOfLine, linePage, machineFailure, makeFolder, makeScratch, messageOf, plural, readIfExists, readPlainFile, reasonOf, removeFolder, replaceFolder, runForeignProgram, selector, sha256, stepCounter, systemCode, threeDigits, tryParseJson, wheelMachine, wireConstantSchema, wireSchema, writeAtomically } from "./start.js";
import { _enum, array, discriminatedUnion, int, literal, looseObject, number, object, record, string, tuple as tuple$1, union, unknown } from "./vendor.js";
import { BUFFER_ROLES, BUILD_BACKEND, DEFAULT_TIMING, GENERATOR_NAME, MANIFEST_FILE, Problems, SBOM_FILE, SUMS_FILE, allTerms, blockSizes, buildProbe, buildTestPrograms, calledKernels, canBeTimed, canRepeat, changedSources, codeOfRun, compileUnit, compileUnits, contentsOf, dataFolders, describeDevice, describeRuns, emulate, ensureWheelTools, findCCompiler, findCompilers, findCudaHeader, findDevice, findSanitizer, formatAxis, formatGrid, generatedFindings, includes, isComparison, isGenerated, isInteger, isPythonKeyword, isUnsupported, kernelOn, largestCase, lastLines, layoutOf, leaseDevice, linkName, makeFolders, namesIn, namesModule, onGpus, operatorsIn, operatorsOf, operatorsPath, packArchive, packageUnits, parseArgumentType, parseAxis, parseTarget, pathIn, physicalInput, rateText, readManifest, readPackage, readRecording, readSmokePackage, readTargets, readTuning, recordedDevice, runSchema, selectKernels, selectTests, selectionOn, settingsFor, substitute, testNeeds, testPackage, timeText as timeText$1, unpackZip, vendorHarnesses, vendorName, vendorOf, vendorSources, vendorTerms, vendors, vendorsIn, versionSchema, warpSizeOf, withDevice, withGeneratedCases, withMeter, writeTuning, writeZip } from "./core.js";
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
// src/prove/smoke/source-lines.ts
/** The lines that are shown on each side of the one that is named. */
const AROUND = 2;
/** The most characters of a line, and the most lines that are named. */
const LONGEST = 200;
const MOST = 100;
/**
* Reads the lines that problems name. A file that is not the one that the package was built from has other lines, so
* it is left out.
* @param manifest the file of the manifest, in whose folder the sources are
*/
async function readExcerpts(problems, { sources = [] }, manifest, env) {
	const named = new Map(problems.flatMap(({ at }) => at ? [[keyOfLine(at), at]] : []));
	const texts = /* @__PURE__ */ new Map();
	const excerpts = [];
	for (const { file, line } of [...named.values()].slice(0, MOST)) {
		const path = join(dirname(manifest), file);
		if (!texts.has(file)) {
			const hash = sources.find((source) => source.path === file)?.sha256;
			const content = await readIfExists(path).catch(() => void 0);
			const isOwn = content !== void 0 && sha256(content) === hash;
			texts.set(file, isOwn ? content.toString().split(/\r?\n/) : void 0);
		}
		const text = texts.get(file);
		if (text === void 0 || text[line - 1] === void 0) continue;
		const first = Math.max(1, line - AROUND);
		const lines = text.slice(first - 1, line + AROUND).map((each) => each.slice(0, LONGEST));
		const url = linePage(env, path, line);
		excerpts.push({
			file,
			line,
			first,
			lines,
			...url !== void 0 && { url }
		});
	}
	return excerpts;
}
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
	const folder = await buildFolder(request, context);
	const { generate } = request;
	try {
		const tested = generate === void 0 ? pkg : await withGeneratedCases(pkg, {
			...request,
			generate
		}, folder, context);
		const selection = selectTests(tested, request);
		const results = await buildAndTest(tested, selection, folder, request, context);
		const sources = await readExcerpts([...results.runs, ...results.checks].flatMap((each) => each.problems), pkg.manifest, request.manifest, context.env);
		return resultOf(pkg, selection, {
			...results,
			sources
		}, (context.now() - start) / 1e3);
	} finally {
		if (request.keep === void 0) await rm(folder, {
			recursive: true,
			force: true
		});
	}
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
	const compilers = await findCompilers(context.env);
	const cudaInclude = await findCudaHeader(context.env);
	const kept = join(context.home, "objects");
	const settings = {
		compilers,
		cudaInclude,
		folder,
		jobs: request.jobs,
		kept
	};
	const emulated = settingsFor("cuda", settings, void 0);
	const { emulate: emulation } = request;
	if (emulation?.when === "always") return emulate(pkg, selection, emulated, {
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
			return await emulate(pkg, selection, emulated, {
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
	if (request.sanitize && (found?.vendor ?? "cuda") !== "cuda") throw noSanitizer();
	const build = (vendor) => log.group("Build the smoke test", () => buildTestPrograms(pkg, contentsOf(pkg, onGpus(selectionOn(selection, vendor)), vendor), settingsFor(vendor, settings, library), context), ({ harness, ownTests }) => [(harness === void 0 ? 0 : 1) + ownTests.size, "program"]);
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
	const { tests, notes } = onGpus(selectionOn(selection, found.vendor));
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
		message: "compute-sanitizer is an NVIDIA tool, and tests code for NVIDIA GPUs only",
		hint: "Omit --sanitize."
	});
}
/** Adds the command that does the same test without a GPU, if there is one. */
function withEmulation(obstacles, { command, sanitize, device, flags = NO_FLAGS }) {
	const needsGpu = sanitize || device !== void 0 || flags.size > 0;
	if (command === void 0 || needsGpu) return obstacles;
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
		...runs.some(isGenerated) && { generated: generatedFindings(runs) },
		untested,
		executed: all.length,
		failed,
		seconds
	};
}
// src/features/tuning/measure/tune-table.ts
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
// src/features/tuning/measure/scores.ts
/** The sizes of cases. Of cases with the same integers, only the first is one. */
function tuningSizes({ parameters, gridParameters }, cases) {
	const integers = [...parameters, ...gridParameters].filter(({ type }) => {
		const parsed = parseArgumentType(type);
		return parsed !== void 0 && isInteger(parsed);
	});
	const sizes = cases.map((item) => {
		const values = integers.flatMap(({ name }) => {
			const text = item.scalars[name];
			return text === void 0 ? [] : [[name, valueOf(text)]];
		});
		return {
			case: item,
			values: Object.fromEntries(values)
		};
	});
	return sizes.filter(({ values }, index) => sizes.findIndex((other) => isSame(other.values, values)) === index);
}
/** Large integers are texts, since JSON cannot represent them. */
function valueOf(text) {
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : text;
}
function isSame(a, b) {
	const names = Object.keys(a);
	return names.length === Object.keys(b).length && names.every((name) => String(a[name]) === String(b[name]));
}
/** The entry of a kernel on a device; undefined if it was not measured there. */
function entryOf(entries, kernel, device) {
	return entries.find((entry) => isEntryOf(entry, kernel, device));
}
/** The entries with one replaced or added. */
function withEntry(entries, fresh) {
	return [...entries.filter((entry) => !isEntryOf(entry, fresh.kernel, fresh.device)), fresh];
}
function isEntryOf(entry, kernel, { name, capability }) {
	const { device } = entry;
	return entry.kernel === kernel && device.name === name && device.capability === capability;
}
/** The score of a size that an entry has for the code of a variant, with the number of its algo. */
function earlierScore(earlier, { values }, algo, { hash }) {
	const score = (earlier?.sizes.find((each) => isSame(each.values, values)))?.scores.find((each) => each.hash === hash);
	return score && {
		...score,
		algo
	};
}
/** Significant digits of a time: the median is not more precise. */
const DIGITS = 5;
/** Characters of a fault. */
const MAX_FAULT = 200;
/** Returns the score of a measured call in the tuning file; undefined if there is no code for it. */
function scoreOf({ algo, variant, result }) {
	if (variant === void 0) return void 0;
	const { hash } = variant;
	if (result.kind === "time") return {
		algo,
		hash,
		microseconds: Number(result.microseconds.toPrecision(DIGITS))
	};
	const { kind, message } = result.fault;
	const [first = ""] = message.split("\n");
	const errors = vendorSources.rows().map(([, { names }]) => names.errors.invalidValue);
	const isRefusal = new RegExp(String.raw`\b(?:${errors.join("|")})\b`).test(message);
	return {
		algo,
		hash,
		fault: `${kind === "launch" && isRefusal ? "refused" : kind}: ${first.replace(/:$/, "")}`.slice(0, MAX_FAULT)
	};
}
// src/features/tuning/measure/tune-kernel.ts
/**
* Returns what there is to measure of a kernel, with further cases or without. Only tested algos reach
* the cases of the test.
*/
function subjectOf(kernel, item, further = []) {
	return {
		kernel,
		sizes: tuningSizes(kernel, [...item.timed ?? item.cases.filter(canBeTimed), ...further]),
		algos: item.timed === void 0 ? item.algos : [...kernel.algos.keys()],
		key: item.key
	};
}
/** Measures what the file does not have of a kernel, and writes it after every algo. */
async function measureKernel({ kernel, sizes, algos, key }, meter, triton, { file, again }, context, onAlgo) {
	const { device } = meter;
	const old = entryOf(await readTuning(file) ?? [], kernel.name, device);
	const earlier = old?.device.driver === device.driver && old.triton === triton ? old : void 0;
	let clocks = earlier?.device.clocks;
	const scores = new Map(sizes.map((size) => {
		const kept = [...kernel.algos.keys()].flatMap((algo) => {
			const variant = meter.variantOf(kernel, algo, size.case);
			if (variant === void 0 || again && algos.includes(algo)) return [];
			const score = earlierScore(earlier, size, algo, variant);
			return score === void 0 ? [] : [score];
		});
		return [size, new Map(kept.map((score) => [score.algo, score]))];
	}));
	const kept = countOf(scores);
	const save = async () => {
		const { name, capability, multiprocessors, driver } = device;
		const entry = {
			kernel: kernel.name,
			device: {
				name,
				capability,
				multiprocessors,
				driver,
				...clocks !== void 0 && { clocks }
			},
			triton,
			...key !== void 0 && { key: [...key] },
			sizes: sizes.map((size) => ({
				values: size.values,
				scores: inOrder(scores.get(size))
			}))
		};
		await writeTuning(file, withEntry(await readTuning(file) ?? [], entry));
	};
	for (const algo of algos) {
		const missing = sizes.filter((size) => scores.get(size)?.has(algo) !== true && meter.variantOf(kernel, algo, size.case) !== void 0);
		if (missing.length > 0) {
			const calls = await meter.measure(kernel, algo, missing.map((size) => size.case));
			for (const [index, call] of calls.entries()) {
				const score = scoreOf(call);
				const size = missing[index];
				if (size !== void 0 && score !== void 0) scores.get(size)?.set(algo, score);
				if (call.result.kind === "time") clocks = widened(clocks, call.result.clocks);
			}
			await save();
			warnOfFaults(kernel.name, algo, calls, context);
		}
		onAlgo(algo);
	}
	await save();
	return {
		kernel: kernel.name,
		sizes: sizes.map((size) => ({
			case: size.case.name,
			path: size.case.path,
			scores: inOrder(scores.get(size)),
			bytes: size.case.bytes,
			flops: size.case.flops
		})),
		measured: countOf(scores) - kept,
		kept
	};
}
function countOf(scores) {
	return [...scores.values()].reduce((sum, own) => sum + own.size, 0);
}
function inOrder(scores) {
	return [...scores?.values() ?? []].toSorted((a, b) => a.algo - b.algo);
}
function widened(earlier, seen) {
	if (earlier === void 0 || seen === void 0) return earlier ?? seen;
	return {
		from: Math.min(earlier.from, seen.from),
		to: Math.max(earlier.to, seen.to)
	};
}
/** Warns about an algo that has no time for some sizes, with the first reason. */
function warnOfFaults(kernel, algo, calls, { log }) {
	const faults = calls.flatMap(({ case: { name }, result }) => result.kind === "fault" ? [{
		name,
		message: result.fault.message
	}] : []);
	const [first] = faults;
	if (first === void 0) return;
	const more = faults.length === 1 ? "" : ` and ${plural(faults.length - 1, "more size")}`;
	log.warning({
		message: `${kernel}: algo ${algo} is not measured for ${first.name}${more}: ${first.message}`,
		hint: "It is never chosen for these sizes."
	});
}
// src/features/tuning/measure/tune.ts
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
async function describeCase({ parameters, gridParameters }, { scalars, buffers, views }, prefix, { folder, readData }) {
	const described = [];
	for (const [index, [name, buffer]] of Object.entries(buffers).entries()) {
		const file = join(folder, `${prefix}_${index}.input`);
		described.push([name, buffer && await describeBuffer(buffer, file, readData)]);
	}
	const types = [...parameters, ...gridParameters].map(({ name, type }) => [name, type]);
	return {
		scalars,
		types: Object.fromEntries(types),
		buffers: Object.fromEntries(described),
		...views !== void 0 && { views }
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
		options: optionsOf(kernel.algos[algo]),
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
const algoSchema = object({ options: record(string(), unknown()).default({}) });
function optionsOf(algo) {
	return algoSchema.parse(algo).options;
}
// src/prove/bench/tasks.ts
/** The kernels of tasks, each with its cases. */
function kernelsOf(tasks) {
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
* @throws {Failure} `usage` if no case is selected, `no-gpu` if no selected kernel has code for NVIDIA.
*/
function selectTasks({ manifest, cases, folder }, request, capability) {
	const isChosen = selector(request.only);
	const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
	const kernels = chosen.flatMap((kernel) => kernelOn(kernel, "cuda") ?? []);
	if (kernels.length === 0 && chosen.length > 0) throw new Failure("no-gpu", {
		message: "the selected kernels have no code for NVIDIA GPUs, and `bench` measures on no others",
		place: { file: folder },
		hint: "Measure them with `triton-aot tune`, or build them for an NVIDIA target too."
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
		if (index !== (request.case ?? index) || !canBeTimed(item)) return [];
		return algos.filter((algo) => algo === (request.algo ?? algo) && hasCode(algo)).map((algo) => ({
			kernel,
			cases,
			case: item,
			algo
		}));
	});
}
// src/prove/bench/wire.ts
const numbers = array(int());
/** What a buffer holds before the first call. Random numbers are made on the GPU. */
const fillSchema = discriminatedUnion("kind", [
	object({
		kind: literal("normal"),
		mean: number(),
		deviation: number()
	}).meta({ id: "NormalFill" }),
	object({
		kind: literal("uniform"),
		from: number(),
		to: number()
	}).meta({ id: "UniformFill" }),
	object({
		kind: literal("constant"),
		value: number()
	}).meta({ id: "ConstantFill" }),
	object({
		kind: literal("data"),
		file: string()
	}).meta({ id: "DataFill" })
]);
const bufferSchema = object({
	element: string(),
	shape: numbers,
	strides: numbers,
	length: int(),
	role: _enum(BUFFER_ROLES),
	seed: string(),
	fill: fillSchema.optional()
}).meta({ id: "BenchBuffer" });
/** A parameter that gets the memory of a buffer; offset and strides in its elements. */
const viewSchema = object({
	of: string(),
	offset: int(),
	shape: numbers,
	strides: numbers
}).meta({ id: "BenchView" });
const caseSchema = object({
	scalars: record(string(), string()),
	/** The types of the kernel's parameters by name. */
	types: record(string(), string()),
	/** Null for a pointer that is null. */
	buffers: record(string(), bufferSchema.nullable()),
	views: record(string(), viewSchema).optional()
}).meta({ id: "BenchCase" });
/** A function: its absolute file, or the module of a package. */
const functionSchema = object({
	file: string(),
	function: string()
}).meta({ id: "BenchFunction" });
const taskSchema = object({
	id: int(),
	kernel: string(),
	algo: int(),
	/** The C function. */
	symbol: string(),
	/** The index of the case. */
	case: int(),
	parameters: array(object({
		name: string(),
		type: string(),
		/** The sizes of the block that a tensor descriptor is made for. */
		block: numbers.optional()
	}).meta({ id: "BenchParameter" })),
	constants: record(string(), wireSchema),
	options: record(string(), unknown()),
	/** Null if the JIT cannot launch the kernel; then it has no source either. */
	grid: numbers.nullable(),
	source: functionSchema.nullable(),
	torch: functionSchema.nullable()
}).meta({ id: "BenchTask" });
object({
	/** The package's shared library. */
	library: string(),
	/** The manifest's. */
	folder: string(),
	settings: object({
		rounds: int(),
		roundMilliseconds: number()
	}).meta({ id: "BenchSettings" }),
	cases: array(caseSchema),
	tasks: array(taskSchema)
}).meta({ id: "BenchJob" });
const timesSchema = array(number().positive());
const textsSchema = record(string(), string());
const outcomeSchema = object({
	/** Microseconds on the GPU: the median of each round, by contender. */
	rounds: record(string(), timesSchema).default({}),
	/** Microseconds of the first call. */
	first: record(string(), number()).default({}),
	/** \u2016other \u2212 package\u2016 / \u2016package\u2016 of each output, by contender; null if one is not a number. */
	differences: record(string(), record(string(), number().nullable())).default({}),
	faults: textsSchema.default({})
}).meta({ id: "BenchOutcome" });
/** What bench_worker.py says, one line for each. */
const eventSchema = discriminatedUnion("event", [
	object({
		event: literal("versions"),
		python: string(),
		triton: string(),
		torch: string()
	}).meta({ id: "BenchVersions" }),
	object({
		event: literal("start"),
		task: int()
	}).meta({ id: "BenchStart" }),
	outcomeSchema.extend({
		event: literal("done"),
		task: int()
	}).meta({ id: "BenchDone" }),
	object({
		event: literal("fatal"),
		message: string()
	}).meta({ id: "BenchFatal" }),
	object({ event: literal("end") }).meta({ id: "BenchEnd" })
]);
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
/** An outcome without any times. */
const NOTHING_MEASURED = {
	rounds: {},
	first: {},
	differences: {},
	faults: {}
};
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
/** Returns the median of one or more numbers. */
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
	return withMeter(pkg, kernelsOf(tasks), settings, context, async (meter) => {
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
	return linkLibrary(units, "package.so", [], settings, context);
}
/** Links compiled units to a shared library, and returns its path. @throws as `buildPackageLibrary`. */
async function linkLibrary(units, name, flags, settings, context) {
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
		const message = `cannot read the manifest: ${reasonOf(error)}`;
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
	const measured = kernelsOf(selected);
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
		[...run.teraflops === void 0 ? [] : [`${threeDigits(run.teraflops)} TFLOP/s`], ...run.gigabytesPerSecond === void 0 ? [] : [`${threeDigits(run.gigabytesPerSecond)} GB/s`]].join(", "),
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
	if (microseconds < 1e3) return `${threeDigits(microseconds)} \u00b5s`;
	return microseconds < 1e6 ? `${threeDigits(microseconds / 1e3)} ms` : `${threeDigits(microseconds / 1e6)} s`;
}
// src/package/wheel/python-version.ts
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
// src/features/operators/wheel/python-names.ts
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
// src/features/operators/wheel/fit.ts
/** Says why a Python package cannot have the operators of a package; no problems if it can. */
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
// src/features/operators/wheel/build-library.ts
/**
* Compiles the operators of a package for the vendor of the settings, with the kernels that they launch, to a shared
* library for processes that have loaded TVM-FFI. It exports the operators only, and finds the driver
* when one is first called. Returns its path.
* @param operators those that have code for the vendor
* @throws {Failure} `environment` if the package does not compile.
*/
async function buildOperatorLibrary(pkg, operators, settings, context) {
	const { vendor } = settings;
	await makeFolders(settings);
	const older = join(settings.folder, "older-glibc.h");
	await writeFile(older, OLDER_GLIBC);
	const { dynamic } = vendorHarnesses.of(vendor);
	const flags = [
		...dynamic,
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
	return linkLibrary(units, `operators.${vendor}.so`, [
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
// src/features/operators/wheel/python-text.ts
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
// src/features/operators/wheel/dtype-table.ts
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
// src/features/operators/wheel/output-plan.ts
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
			const key = alternatives.map(keyOf).join(" or ");
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
function keyOf({ implementation, conditions, outputs }) {
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
// src/features/operators/wheel/torch-autograd.ts
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
// src/features/operators/wheel/emit-python.ts
/**
* Writes an expression without errors (see `checkGrid`) as Python. It computes what `evaluateGrid`
* computes, without its limit to 64 bits; a division by zero is Python's error.
*/
function emitPython(expression, target) {
	return write(expression, target).text;
}
/** Writes an expression as a condition, which is true unless it is 0. */
function emitPythonCondition(expression, target) {
	if (isComparison(expression)) {
		const { operator, left, right } = expression;
		return `${inside(left, SUM, target)} ${operator} ${inside(right, SUM, target)}`;
	}
	return `${inside(expression, SUM, target)} != 0`;
}
/**
* Ranks how tightly Python expressions bind; no operand needs more than a sign. Source: The Python
* Language Reference, 6.17.
*/
const [CHOICE, SUM, PRODUCT, SIGN] = [
	0,
	1,
	2,
	3
];
function write(expression, target) {
	switch (expression.kind) {
		case "integer": return {
			text: String(expression.value),
			binding: SIGN
		};
		case "name": return {
			text: target.pyName(expression.name),
			binding: SIGN
		};
		case "defined": return {
			text: "1",
			binding: SIGN
		};
		case "negate": return {
			text: `-${inside(expression.operand, SIGN, target)}`,
			binding: SIGN
		};
		case "binary": return writeBinary(expression, target);
		case "choice": {
			const { condition, whenTrue, whenFalse } = expression;
			const [yes, no] = [inside(whenTrue, SUM, target), inside(whenFalse, CHOICE, target)];
			return {
				text: `${yes} if ${emitPythonCondition(condition, target)} else ${no}`,
				binding: CHOICE
			};
		}
	}
}
function writeBinary(expression, target) {
	const { operator, left, right } = expression;
	switch (operator) {
		case "+":
		case "-": return {
			text: `${inside(left, SUM, target)} ${operator} ${inside(right, PRODUCT, target)}`,
			binding: SUM
		};
		case "*":
		case "/":
		case "%": {
			const sign = operator === "/" ? "//" : operator;
			return {
				text: `${inside(left, PRODUCT, target)} ${sign} ${inside(right, SIGN, target)}`,
				binding: PRODUCT
			};
		}
		case "cdiv": return {
			text: `-(-${inside(left, SIGN, target)} // ${inside(right, SIGN, target)})`,
			binding: SIGN
		};
		case "min":
		case "max": {
			const [a, b] = [left, right].map((child) => write(child, target).text);
			return {
				text: `${target[operator]}(${a}, ${b})`,
				binding: SIGN
			};
		}
		case "==":
		case "!=":
		case "<":
		case "<=":
		case ">":
		case ">=": return {
			text: `1 if ${emitPythonCondition(expression, target)} else 0`,
			binding: CHOICE
		};
	}
}
/** Writes an operand, in parentheses if it binds less tightly than `least`. */
function inside(expression, least, target) {
	const { text, binding } = write(expression, target);
	return binding < least ? `(${text})` : text;
}
// src/features/operators/wheel/python-formulas.ts
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
// src/features/operators/wheel/torch-outputs.ts
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
// src/features/operators/wheel/torch-module.ts
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
// src/features/operators/wheel/python-package.ts
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
	return readFile(join(assetFolder("python/operators/"), file), "utf8");
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
// src/features/operators/wheel/wheel-work.ts
/** A wheel for `pip install`, or the folder `build` of a kernel for the Hugging Face Hub. */
const WHEEL_LAYOUTS = ["wheel", "hf-kernels"];
/** Divides the operators of a package by vendor. A vendor that none has code for is left out. */
function byVendor({ kernels }, operators) {
	return vendors().flatMap((vendor) => {
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
	return `lib${name}${vendorSources.of(vendor).suffix}.so`;
}
/** Returns the machine that libraries are compiled on. @throws as `wheelMachine`. */
function operatorMachine({ platform }) {
	return wheelMachine(platform, "operators cannot be compiled for");
}
/** Compiles the operators for a vendor to a library, and returns its path. */
async function compileLibrary({ pkg, scratch, request: { jobs } }, own, context) {
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
	return context.log.group(own.vendor === "cuda" ? title : `${title} for ${vendorTerms.of(own.vendor).driver}`, () => buildOperatorLibrary(pkg, own.operators, settings, context));
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
// src/features/operators/wheel/hf-kernels.ts
/** Makes the folder `build` of a kernel for the Hugging Face Hub. */
async function writeHubKernel(work, context) {
	const { pkg, request, vendors } = work;
	const { package: name } = pkg.manifest;
	const cuda = vendors.find(({ vendor }) => vendor === "cuda");
	if (cuda === void 0) throw new Failure("usage", {
		message: `the operators of ${name} have no code for NVIDIA GPUs, which kernels of the Hugging Face Hub are made for`,
		place: { file: join(pkg.folder, MANIFEST_FILE) },
		hint: "Make a wheel of them, or build the package for an NVIDIA target too."
	});
	const variants = variantNames(operatorMachine(context));
	const kernel = hubKernel(request.name ?? name, pkg.packageSha256);
	const folder = resolve(request.out, "build");
	await checkHubVariants(folder);
	const file = await compileLibrary(work, cuda, context);
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
// src/package/wheel/wheel-project.ts
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
	await runWheelTool(python, [
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
/** Runs a module of Python that makes or reads wheels. @throws {Failure} as `buildWheel`. */
async function runWheelTool(python, argv, cwd, { env, runTool, signal }) {
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
	return ["Operating System :: POSIX :: Linux", ...vendors.map((each) => vendorTerms.of(each).classifier)];
}
// src/features/operators/wheel/wheel-file.ts
/** Makes the wheel, for `pip install`. */
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
	for (const own of work.vendors) libraries.push([libraryName(name, own.vendor), await compileLibrary(work, own, context)]);
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
const auditSchema = object({ overall_tag: string() });
/** Returns the tag of the oldest platform with all symbols that the libraries of a wheel need. */
async function platformOf(wheel, python, folder, context) {
	const { stdout } = await runWheelTool(python, [
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
function readme({ name, vendors }) {
	const terms = vendors.map((each) => vendorTerms.of(each));
	const needs = terms.map((each) => each.needs);
	const untested = terms.filter(({ isTested }) => !isTested).map(({ title }) => `Its code for ${title} GPUs was checked, and not run on such a GPU.\n\n`);
	return `GPU kernels with their launch code, compiled ahead of time. Running them needs ${needs.join(" or ")}, but no
compiler, no CUDA toolkit and no Triton.

${untested.join("")}\`import ${name}\` registers the operators with PyTorch, if it is installed. \`${name}.ffi\` has them for
other frameworks. \`help(${name})\` lists them.
`;
}
// src/features/operators/wheel.ts
/**
* Makes a Python package of the operators in a package, with a library that has everything compiled.
* @throws {Failure} `usage` if there are no operators, or Python does not allow a name or version;
* `environment` if the machine lacks something.
*/
async function makeWheel(request, context) {
	const pkg = await readPackage(request.package);
	const operators = operatorsIn(pkg.manifest, pkg.folder);
	const problems = operatorProblems(pkg, operators);
	if (problems.length > 0) throw new Failure("usage", problems);
	const version = pythonVersion(pkg.manifest.version, join(pkg.folder, MANIFEST_FILE));
	const scratch = await makeScratch(context.scratch, "wheel");
	const write = request.layout === "wheel" ? writeWheel : writeHubKernel;
	try {
		const made = await write({
			pkg,
			operators,
			vendors: byVendor(pkg.manifest, operators),
			version,
			scratch,
			request
		}, context);
		return {
			layout: request.layout,
			package: pkg.manifest.package,
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
async function describeFile(file) {
	return {
		sha256: sha256(await readFile(file)),
		size: (await stat(file)).size
	};
}
// src/features/bundle/recorded.ts
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
// src/features/bundle/bundle-index.ts
/** The file that describes a bundle. It has the digests of all other files, so its SHA-256 identifies the bundle. */
const INDEX_FILE = "bundle.json";
const digest = string().regex(/^[0-9a-f]{64}$/);
const digests = record(string(), digest);
/** Is shown in release notes. */
const version = string().regex(/^\d[\w.+-]{0,60}$/);
/** `bundle.json`. What each kernel was compiled from is read by the Python of a bundle only. */
const indexSchema = object({
	format: literal(1),
	environment: looseObject({
		version,
		python: version
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
	return vendors().filter((vendor) => entries.some(({ target }) => target[0] === vendor));
}
/** Returns the name of one of Triton's targets: NVIDIA's have numbers there. */
function targetName([backend, arch]) {
	return backend === "cuda" ? `sm_${arch}` : String(arch);
}
// src/features/bundle/bundle-wheel.ts
/**
* Makes a wheel of a bundle, without dependencies, and returns its path. Needs no other program and no network: a
* wheel is a zip with its metadata. The bytes depend on the contents only.
* Source: PyPA's specification "Binary distribution format".
* @throws {Failure} `usage` if it would be too large for a zip.
*/
async function writeBundleWheel(bundle, signal) {
	const { name, version, python, machine, out } = bundle;
	const [major, minor] = python.split(".");
	const tag = `cp${major}${minor}-none-linux_${machine}`;
	const stem = `${normalizedProject(name)}-${version}`;
	const wheel = resolve(out, `${stem}-${tag}.whl`);
	await writeZip(filesOf(bundle, tag, `${stem}.dist-info`), wheel, signal);
	return wheel;
}
/** Yields the files of a wheel. The metadata comes last, as the specification recommends. */
async function* filesOf({ name, version, vendors, folder, files }, tag, info) {
	const rows = [];
	const listed = (path, content) => {
		rows.push(recordRow(path, sha256(content), content.length));
		return {
			path,
			content
		};
	};
	for (const path of files.toSorted()) yield listed(`${name}/${path}`, await readFile(join(folder, path)));
	const metadata = metadataFiles({
		name,
		version,
		vendors
	}, tag);
	for (const [path, text] of Object.entries(metadata)) yield listed(`${info}/${path}`, Buffer.from(text));
	const record = `${info}/RECORD`;
	yield {
		path: record,
		content: Buffer.from([
			...rows,
			`${record},,`,
			""
		].join("\n"))
	};
}
/** The line of a file in RECORD, without its end. `size` is in bytes. Source: PyPA's "Recording installed projects". */
function recordRow(path, digest, size) {
	return `${path},sha256=${Buffer.from(digest, "hex").toString("base64url")},${size}`;
}
/** The name of a project as the names of wheels have it. Source: PyPA's specification "Names and normalization". */
function normalizedProject(name) {
	return name.toLowerCase().replaceAll(/[-_.]+/g, "_");
}
/**
* Returns the text of each file in the metadata of a bundle's wheel, but for RECORD. The name is that
* of its program, and `_bundle`.
* @param tag such as `cp312-none-linux_x86_64`
*/
function metadataFiles({ name, version, vendors }, tag) {
	const program = name.slice(0, -7);
	const lines = [
		`Metadata-Version: 2.4`,
		`Name: ${name}`,
		`Version: ${version}`,
		`Summary: Compiled Triton kernels of ${program}`,
		...classifiersOf(vendors).map((each) => `Classifier: ${each}`).toSorted(),
		`Requires-Python: ${REQUIRES_PYTHON}`,
		"Description-Content-Type: text/markdown"
	];
	const readme = `Set \`TRITON_CACHE_MANAGER=${name}:Manager\`, and Triton finds the kernels of ${program} here.\n`;
	return {
		METADATA: `${lines.join("\n")}\n\n${readme}`,
		WHEEL: `Wheel-Version: 1.0\nGenerator: ${GENERATOR_NAME}\nRoot-Is-Purelib: false\nTag: ${tag}\n`
	};
}
// src/features/bundle/environment.ts
/**
* The switches of Triton that the keys of its cache cover. Left out on purpose, since a recording is
* data: what names a library (LLVM_PASS_PLUGIN_PATH, TRITON_PLUGIN_PATHS) or where to write
* (MLIR_DUMP_PATH, TRITON_DUMP_MIR, TRITON_PARTITION_SCHEDULING_\u2026).
* Source: CACHE_INVALIDATING_ENV_VARS of libtriton (include/triton/Tools/Sys/GetEnv.hpp) 3.6.0, 3.8.0 and 3.9.0.
*/
const KEY_SWITCHES = new Set(`
    ALLOW_LHS_TMEM_LAYOUT_CONVERSION AMDGCN_ENABLE_DUMP AMDGCN_USE_BUFFER_ATOMICS
    AMDGCN_USE_BUFFER_OPS DISABLE_LLVM_OPT DISABLE_MMA_V3 DISABLE_MMA_V5 DISABLE_PTXAS_OPT
    LLVM_ENABLE_TIMING LLVM_EXTRACT_DI_LOCAL_VARIABLES LLVM_IR_ENABLE_DUMP
    MLIR_DISABLE_MULTITHREADING MLIR_ENABLE_DIAGNOSTICS MLIR_ENABLE_DUMP MLIR_ENABLE_TIMING
    NVPTX_ENABLE_DUMP TRITON_CONSAN_INIT_ALLOCATIONS TRITON_DEFAULT_FP_FUSION
    TRITON_DISABLE_LINE_INFO TRITON_ENABLE_ASAN TRITON_ENABLE_EXPERIMENTAL_CONSAN
    TRITON_ENABLE_LLVM_DEBUG TRITON_F32_DEFAULT TRITON_FORCE_DISABLE_FP_FUSION
    TRITON_HIP_USE_ASYNC_COPY TRITON_HIP_USE_BLOCK_PINGPONG TRITON_HIP_USE_COEXEC_SCHEDULER
    TRITON_HIP_USE_EXPERT_SCHEDULING TRITON_HIP_USE_IN_THREAD_TRANSPOSE TRITON_LLVM_DEBUG_ONLY
    TRITON_OVERRIDE_ARCH TRITON_PREFER_TMEM_16x256_LAYOUT USE_IR_LOC
  `.match(/\w+/g));
/**
* Returns the variables of a recording. It can come from another machine, so it may only set
* switches of Triton, and repeat what the user has set.
* @throws {Failure} `unsafe` with all others.
*/
function recordedVariables(recorded, env) {
	const others = Object.entries(recorded).filter(([name, value]) => !KEY_SWITCHES.has(name) && env[name] !== value);
	if (others.length === 0) return recorded;
	throw new Failure("unsafe", others.map(([name, value]) => ({
		message: `the recording sets the variable ${name} to \`${value}\`, and may only set switches of Triton`,
		hint: `A recording must not decide which libraries and programs run here. If the program needs the variable, set it to the same value before you run \`bundle\`.`
	})));
}
/** True for the C compiler of Triton's helper libraries, and for where it looks for a vendor's own libraries. */
function isForHelpers(name) {
	return name === "CC" || allTerms().some(({ libraryVariables }) => libraryVariables.includes(name));
}
/**
* Returns the environment for the modules of a recorded program. Like that for kernel code, it has
* listed variables only. Those that are part of a key are as they were recorded.
* @param recorded what `recordedVariables` returned
*/
function programEnvironment(env, recorded) {
	return {
		...keptVariables(env, (name) => !KEY_SWITCHES.has(name) && (isHarmlessVariable(name) || isForHelpers(name))),
		...recorded
	};
}
// src/features/bundle/fill.ts
const file = tuple$1([string(), string()]);
const lineSchema$1 = discriminatedUnion("kind", [
	looseObject({
		kind: literal("environment"),
		triton: string(),
		version: string(),
		python: string(),
		/** The end of the names of Python's extension modules. */
		suffix: string(),
		variables: record(string(), string())
	}),
	object({
		kind: literal("completed"),
		added: number(),
		/** How many specialisations of a kernel were too many. */
		leftOut: record(string(), number())
	}),
	object({
		kind: literal("helper"),
		name: file,
		source: string()
	}),
	object({
		kind: literal("total"),
		count: number()
	}),
	looseObject({
		kind: literal("entry"),
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
		kind: literal("failed"),
		compile: looseObject({
			module: string(),
			function: string()
		}),
		reason: string()
	}),
	object({
		kind: literal("fault"),
		code: string(),
		path: string().nullish()
	}),
	object({
		kind: literal("tuned"),
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
			const line = lineSchema$1.safeParse(tryParseJson(text)).data;
			if (line === void 0) return text;
			lines.push(line);
			progress(line);
		}
	}).catch((error) => {
		signal.throwIfAborted();
		throw new Failure("environment", { message: `cannot start ${python}: ${messageOf(error)}` });
	});
	const [fault] = ofKind(lines, "fault");
	if (fault !== void 0) throw machineFault(fault);
	const [environment] = ofKind(lines, "environment");
	if (exit.code !== 0 || exit.isTimeout || environment === void 0) throw new Failure("environment", {
		message: `${python} could not compile the recorded kernels: ${endOf(exit, timeout)}`,
		hint: exit.printed.trim().slice(-3e3)
	});
	return {
		environment,
		completed: ofKind(lines, "completed")[0],
		helpers: ofKind(lines, "helper"),
		entries: ofKind(lines, "entry"),
		failed: ofKind(lines, "failed"),
		tuned: ofKind(lines, "tuned")
	};
}
/**
* Returns the path of the program's Python.
* @throws {Failure} `environment` if there is none of this name.
*/
async function findPython(name, { env }) {
	const found = await findExecutable(name, env);
	if (found !== void 0) return found;
	throw new Failure("environment", {
		message: `there is no ${name} on PATH`,
		hint: "Set --python to the program's own Python."
	});
}
/** @throws {Failure} `environment` if another Triton compiled than the recorded one. */
function checkEnvironment({ environment }, recorded, python) {
	if (environment.triton === recorded.triton) return;
	throw new Failure("environment", {
		message: `the Triton in ${python} differs from the recorded one: Triton ${environment.version}, Python ${environment.python}`,
		hint: "The key of a compiled kernel covers all of the wheel. Use the Python of the image in which the program runs, with --python, and record the program with the same wheel."
	});
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
	return lastLine(exit.printed) || `it ${describeExit(exit)}`;
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
	await cp(join(BUNDLE_FOLDER, "aot_bundle"), folder, {
		recursive: true,
		filter: (path) => !path.includes("__pycache__")
	});
	for (const name of ["compiles.py", "journal.py"]) await copyFile(join(RECORDER_FOLDER, "aot_record", name), join(folder, name));
}
function ofKind(lines, kind) {
	return lines.filter((line) => line.kind === kind);
}
function lastLine(text) {
	return text.trimEnd().split("\n").at(-1) ?? "";
}
// src/features/bundle/oci.ts
const LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";
/** Writes the OCI image layout of a bundle to a folder in `out`, which it returns. */
async function replaceImage(image, context) {
	const out = resolve(image.out, `${image.name}-oci`);
	const write = async (fresh) => {
		await writeImage(image, fresh, context.signal);
		return { folder: fresh };
	};
	await replaceFolder(out, write, context);
	return out;
}
/**
* Writes an OCI image layout with one layer: the bundle, below `io.triton.cache`. The labels are those
* of MCV's images, by which GKM and KServe find the GPUs that an image is for.
* Sources: OCI Image Format Specification 1.1, "Image Layout Specification"; redhat-et/GKM,
* mcv/docs/design.md, "Image Label Schema".
* @param out an empty folder
*/
async function writeImage({ name, files, folder, targets, entries, size, machine }, out, signal) {
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
			architecture: machine === "x86_64" ? "amd64" : "arm64",
			os: "linux",
			rootfs: {
				type: "layers",
				diff_ids: [`sha256:${await tarDigest(join(blobs, packed.sha256))}`]
			},
			config: { Labels: {
				"cache.triton.image/variant": "multi",
				"cache.triton.image/entry-count": String(entries),
				"cache.triton.image/cache-size-bytes": String(size),
				"cache.triton.image/summary": JSON.stringify({ targets: targets.map(imageTarget) }),
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
/** A target as MCV writes it. */
function imageTarget(target) {
	return {
		backend: target.backend,
		arch: String(target.arch),
		warp_size: warpSizeOf(target)
	};
}
/** Returns the digest of what is compressed in a file. */
async function tarDigest(file) {
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), createGunzip(), hash);
	return hash.digest("hex");
}
// src/features/bundle/request.ts
/**
* Checks the name of a bundle, and returns its version as Python writes it.
* @throws {Failure} `usage` if Python allows one of them not.
*/
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
/**
* Returns the targets of a bundle.
* @throws {Failure} `usage` if nothing was recorded on a GPU of the vendor of one: the hints of the JIT
* and the default options differ between vendors.
*/
function chosenTargets(request, recorded) {
	const targets = request.targets.length > 0 ? request.targets : recorded.targets;
	const lacking = targets.find(({ backend }) => !recorded.compiles.some(({ target }) => target?.[0] === backend));
	if (lacking === void 0) return targets;
	const vendor = vendorName(lacking.backend);
	throw new Failure("usage", {
		message: `nothing was recorded on an ${vendor} GPU, so there is nothing to compile for ${lacking.name}`,
		hint: `Triton compiles other specialisations for another vendor. Record the program on an ${vendor} GPU too, and give both folders.`
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
// src/features/bundle/result.ts
/** Returns the recorded kernels that are not compiled. */
function missingKernels({ refused }, { failed }) {
	return distinct([...refused.map((each) => ({
		kernel: kernelName(each),
		reason: each.refused ?? ""
	})), ...failed.map(({ compile, reason }) => ({
		kernel: kernelName(compile),
		reason
	}))]);
}
function kernelName({ module, function: name }) {
	return `${module}:${name}`;
}
/** @throws {Failure} `compile` if a bundle lacks recorded kernels. */
function checkComplete({ missing, folder }) {
	if (missing.length === 0) return;
	throw new Failure("compile", {
		message: `${folder} lacks ${plural(missing.length, "recorded kernel")}`,
		hint: missing.map(({ kernel, reason }) => `${kernel}: ${reason}`).join("\n")
	});
}
// src/features/bundle/write-bundle.ts
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
// src/features/bundle/make-bundle.ts
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
	const targets = chosenTargets(request, recorded);
	const name = `${request.name}_bundle`;
	const folder = resolve(request.out, name);
	const scratch = await makeScratch(context.scratch, "bundle");
	try {
		const cache = join(scratch, "cache");
		await makeFolder(cache);
		const names = targets.map((target) => target.name);
		const filled = await log.group(`Compile ${plural(recorded.compiles.length, "recorded specialisation")} for ${names.join(", ")}`, async () => fillCache({
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
		const write = async (fresh) => {
			const written = await log.group(`Write ${name}`, () => writeBundle(fresh, filled, cache));
			const files = await filesBelow(fresh);
			const own = {
				name,
				folder: fresh,
				files,
				machine,
				out: request.out
			};
			const { python } = filled.environment;
			const wheel = {
				...own,
				version,
				vendors: bundledVendors(filled),
				python
			};
			const wheelFile = request.wheel ? await log.group(`Make the wheel of ${name}`, () => writeBundleWheel(wheel, context.signal)) : void 0;
			const image = request.image ? await log.group(`Write the OCI image of ${name}`, () => replaceImage({
				...own,
				targets,
				...written
			}, context)) : void 0;
			return {
				folder: fresh,
				...written,
				wheel: wheelFile,
				image
			};
		};
		const { entries, size, wheel, image } = await replaceFolder(folder, write, context);
		return {
			package: name,
			folder,
			wheel,
			image,
			targets: names,
			entries,
			size,
			added: filled.completed?.added ?? 0,
			leftOut: filled.completed?.leftOut ?? {},
			inductor: recorded.inductor,
			missing: missingKernels(recorded, filled)
		};
	} finally {
		await removeFolder(scratch);
	}
}
// src/features/bundle/read-bundle.ts
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
			message: `cannot read the bundle: ${reasonOf(error)}`,
			place: { file: wheel }
		}, { cause: error });
	});
	await unpackZip(wheel, scratch, signal);
	const paths = await filesBelow(scratch);
	const name = paths.filter((path) => basename(path) === INDEX_FILE).map(dirname).find((folder) => normalizedProject(folder) === normalizedProject(project));
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
		rows.push(recordRow(path, digest, found.length));
	}
	return (await readFile(join(folder, record), "utf8")).trimEnd().split(/\r?\n/).toSorted().join("\n") === rows.toSorted().join("\n") ? void 0 : `${record} does not list the files of the wheel`;
}
function notABundle(wheel, reason) {
	return new Failure("verification", {
		message: `this is not the wheel of a bundle, or it is damaged: ${reason}`,
		place: { file: wheel },
		hint: "Make it again with `triton-aot bundle --wheel`, with this version."
	});
}
// src/features/bundle/replays.ts
/** Part of the format of what python/bundle/aot_bundle/replay.py writes, and of `replays.json`. */
const FORMAT = 1;
/** The first line of the file of a process. */
const headSchema = object({
	kind: literal("replay"),
	format: literal(FORMAT),
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
		kind: literal("found"),
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
export { WHEEL_LAYOUTS, bench, benchFailure, benchTables, bundleTargets, bundledTargets, checkComplete, describeReplays, makeBundle, makeWheel, readBundle, readReplays, replaysText, smoke, subjectOf, tune, tuneFailure, tuneTables };
