#!/usr/bin/env node
import { i as Option, n as CommanderError, r as InvalidArgumentError, t as Command } from "./vendor.js";
import { $ as formatSize, A as entryName, C as listStore, D as directoryStore, E as explainMisses, F as toolchainHome, I as readDocument, K as interruptible, M as readPlatform, N as freeBytes, O as storedVariants, P as HOME_VARIABLE, Q as SIZE_FORM, S as clearStore, T as readHistory, W as variantName, X as VERSION, Y as describeConfig, Z as DEFAULT_STORE_LIMIT, _ as deviceLockFolder, a as distribute, at as formatProblem, ct as KNOWN_WRONG, dt as manifestJsonSchema, et as parseSize, f as kernelTables, j as prepare, k as ENTRY_KINDS, lt as describeSpecialisation, m as smokeFailure, n as verifyTritonTools, nt as Failure, p as smoke, r as shardsOf, rt as exitCodeOf, s as findPackages, t as verify, u as ARCHIVE_FORMATS, ut as GENERATORS, w as pruneStore, x as build } from "./core.js";
import { a as fetchPackage, c as LATEST_MODES, h as tokenIn, i as searchPaths, l as verifyCommands, m as repositoryOf, n as ATTESTATION_MODES, o as previewRelease, r as fetchRequest, s as publishRelease, t as withVerifiedRelease } from "./github.js";
import { availableParallelism, tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
// src/cli/options.ts
/** Items between commas. */
function parseList(text) {
	const items = text.split(",").map((item) => item.trim());
	if (items.includes("")) throw new InvalidArgumentError("Expected a list with commas and no empty item.");
	return items;
}
function parseKnownWrong(text) {
	return some(text, KNOWN_WRONG);
}
function parseArchiveFormats(text) {
	return some(text, ARCHIVE_FORMATS);
}
/** A number of things, or of seconds. */
function parseCount(text) {
	return wholeNumber(text, 1);
}
/** A place in a list. */
function parseIndex(text) {
	return wholeNumber(text, 0);
}
/** A size in bytes. */
function parseSizeOption(text) {
	const bytes = parseSize(text);
	if (bytes === void 0) throw new InvalidArgumentError(`Expected ${SIZE_FORM}.`);
	return bytes;
}
function some(text, known) {
	return parseList(text).map((item) => {
		const found = known.find((one) => one === item);
		if (found !== void 0) return found;
		throw new InvalidArgumentError(`Expected some of ${known.join(", ")}.`);
	});
}
function wholeNumber(text, least) {
	const number = Number(text);
	if (text.trim() === "" || !Number.isSafeInteger(number) || number < least) throw new InvalidArgumentError(`Expected a whole number from ${least}.`);
	return number;
}
/** Adds the options that say what is built. */
function addSelection(command) {
	return command.option("--manifest <file>", "what to build", "kernels.yaml").option("--targets <list>", "architectures such as sm_80,sm_90 (instead of the manifest's)", parseList).option("--triton <version>", "exact Triton version (instead of the manifest's)").option("--only <globs>", "entry points to build, such as \"matmul_*\" (all when left out)", parseList).option("--python <exe>", "a Python, with or without Triton (one on PATH when left out)").option("--json", "print one JSON document");
}
/** Adds the options that say how it is compiled. */
function compileOptions(command) {
	return command.option("--jobs <n>", "compiles at once", parseCount, availableParallelism()).option("--timeout <seconds>", "after which a compile is given up", parseCount, 600).addOption(new Option("--generator <name>", "who writes the C: this program, or Triton's own tools (default: the manifest's, else native)").choices(GENERATORS)).option("--allow-known-wrong <cases>", "write files of Triton's own tools that are known to be wrong in these cases", parseKnownWrong, []);
}
// src/cli/output.ts
/** What `build` prints: a line for each entry point. */
function buildText(result) {
	const { manifest, kernels } = result.preparation;
	const lines = kernels.map(({ name }) => {
		return `  ${name}: ${summary(result.linked.filter(({ variant }) => variant.kernel.name === name))}`;
	});
	const counts = `${result.compiled} compiled, ${result.cached} from the store`;
	return `${manifest.package} ${manifest.version} in ${result.packages.join(", ")} (${counts})\n${lines.join("\n")}\n`;
}
function buildJson(result) {
	const { manifest } = result.preparation;
	return {
		package: manifest.package,
		version: manifest.version,
		triton: manifest.triton,
		out: result.out,
		packages: result.packages,
		compiled: result.compiled,
		cached: result.cached,
		variants: result.linked.map(({ variant, compiled, cubinKernel }) => ({
			...variantJson(variant),
			registers: cubinKernel.registers,
			stack: cubinKernel.stackBytes,
			shared: cubinKernel.staticSharedBytes + compiled.shared,
			size: compiled.cubin.length
		}))
	};
}
/** What `plan` prints: a line for each variant. */
function planText({ variants }, stored) {
	return variants.map((variant) => {
		const { hash } = variant;
		return `${hash.slice(0, 16)}  ${statusOf(variant, stored).padEnd(7)}  ${variantName(variant)}\n`;
	}).join("");
}
function planJson({ manifest, variants }, stored) {
	return {
		package: manifest.package,
		triton: manifest.triton,
		variants: variants.map((variant) => ({
			...variantJson(variant),
			status: statusOf(variant, stored)
		}))
	};
}
/** What `plan --shards` prints: a line for each. */
function shardsText(shards) {
	return shards.map(({ only, variants }) => `${variants} variants: --only ${only.join(",")}\n`).join("");
}
/** Fit for the matrix of a workflow. */
function shardsJson(shards) {
	return { shards: shards.map(({ only, variants }) => ({
		only: only.join(","),
		variants
	})) };
}
/** What `list` prints: entry points with their algos, specialisations and targets. */
function listText({ kernels }) {
	return kernels.map((kernel) => {
		const { source, targets, configs, specialisations } = kernel;
		return [
			`${kernel.name}  (${source.file}:${source.line} ${source.function})`,
			`  targets: ${targets.map(({ name }) => name).join(", ")}`,
			...configs.map((config, index) => `  algo ${index}: ${describeConfig(config)}`),
			...specialisations.map((specialisation, index) => {
				const condition = describeSpecialisation(kernel, specialisation);
				return `  specialisation ${index}: ${condition === "" ? "any values" : condition}`;
			}),
			""
		].join("\n");
	}).join("");
}
function listJson({ kernels }) {
	return kernels.map((kernel) => ({
		name: kernel.name,
		source: `${kernel.source.file}:${kernel.source.function}`,
		line: kernel.source.line,
		targets: kernel.targets.map(({ name }) => name),
		algos: kernel.configs.map(describeConfig),
		specialisations: kernel.specialisations.map((specialisation) => describeSpecialisation(kernel, specialisation))
	}));
}
function statusOf(variant, stored) {
	return stored.has(variant) ? "stored" : "missing";
}
/** What JSON tells of each variant. */
function variantJson(variant) {
	return {
		kernel: variant.kernel.name,
		algo: variant.config,
		specialisation: variant.specialisation,
		target: variant.target.name,
		hash: variant.hash
	};
}
function summary(images) {
	const targets = [...new Set(images.map(({ target }) => target.name))].join(", ");
	const bytes = images.reduce((sum, { compiled }) => sum + compiled.cubin.length, 0);
	const registers = images.map(({ cubinKernel }) => cubinKernel.registers);
	const spilling = images.filter(({ cubinKernel }) => cubinKernel.stackBytes > 0).length;
	return [
		`${images.length} variants for ${targets}`,
		`${(bytes / 1024).toFixed(0)} KiB`,
		`${Math.max(...registers)} registers at most`,
		...spilling > 0 ? [`${spilling} use stack memory`] : []
	].join(", ");
}
// src/cli/build.ts
/** The command `build`. */
const addBuildCommands = (program, context, answer) => {
	compileOptions(addSelection(program.command("build"))).description("compile what the manifest names and write the package").option("--out <folder>", "where the package goes", "aot").option("--split", "write a package of its own for each target, into <out>/<target>").option("--store <folder>", `where results are kept (default: store in $${HOME_VARIABLE} or the user's cache folder)`).addOption(new Option("--store-limit <size>", "how large the store may be after the build").argParser(parseSizeOption).default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT))).action(async (options) => {
		const store = options.store ?? join(context.home, "store");
		const result = await build({
			...options,
			store
		}, context);
		answer(options, () => result.generator === "triton" ? tritonToolsJson(result) : buildJson(result), () => result.generator === "triton" ? tritonToolsText(result) : buildText(result));
	});
};
/** What `build` prints where Triton's own tools wrote the files: a line for each entry point. */
function tritonToolsText({ preparation, out, files }) {
	const { manifest, kernels } = preparation;
	const lines = kernels.map(({ name }) => {
		return `  ${name}: ${files.filter((file) => file.startsWith(`${name}/`)).length} files\n`;
	});
	return `${manifest.package} ${manifest.version} in ${out}, as Triton ${manifest.triton} writes it\n${lines.join("")}`;
}
function tritonToolsJson({ preparation, out, files, compiled }) {
	const { manifest } = preparation;
	return {
		package: manifest.package,
		version: manifest.version,
		triton: manifest.triton,
		out,
		compiled,
		cached: 0,
		files
	};
}
// src/cli/explain.ts
/** The command `explain`, which tells what a build would compile, and why. */
const addExplainCommand = (program, context, answer) => {
	addSelection(program.command("explain")).description("which variants are stored, and why the others would be compiled; needs no Triton").argument("<kernel>", "entry points, such as \"matmul_*\"", parseList).option("--store <folder>", "where results are kept (default: as for build)").action(async (kernels, options) => {
		const { only = [], store = join(context.home, "store") } = options;
		const preparation = await prepare({
			...options,
			only: [...kernels, ...only]
		}, context);
		const stored = directoryStore(store, context.log);
		const missing = [];
		for (const variant of preparation.variants) if (await stored.read(entryName("kernel", variant.hash)) === void 0) missing.push(variant);
		const history = await readHistory(store, preparation.manifest.package);
		const misses = new Map(explainMisses(missing, history).flatMap(({ text, variants }) => variants.map((variant) => [variant, text])));
		answer(options, () => explainJson(preparation, misses), () => explainText(preparation, misses));
	});
};
function explainText({ variants }, misses) {
	return variants.map((variant) => `${variantName(variant)}: ${misses.get(variant) ?? "stored"}\n`).join("");
}
function explainJson({ manifest, variants }, misses) {
	return {
		package: manifest.package,
		triton: manifest.triton,
		variants: variants.map((variant) => {
			const reason = misses.get(variant);
			return {
				...variantJson(variant),
				stored: reason === void 0,
				...reason !== void 0 && { reason }
			};
		})
	};
}
// src/cli/fetch.ts
/** The command `fetch`, which gets a package. */
const addFetchCommand = (program, context, answer) => {
	program.command("fetch").description("get a package from a release or a workflow run; prints variables for a shell").option("--repository <owner/name>", "where the package is (GITHUB_REPOSITORY when left out)").option("--release <tag>", "a tag, `latest`, or a range such as ^1.2").option("--asset <name>", "the release's file").option("--branch <name>", "the newest good workflow run for a branch, in place of a release").option("--workflow <file>", "the workflow that made it (any when left out)").option("--artifact <glob>", "the artifact of the run (aot* when left out)").option("--package <name>", "the package, where there are several").option("--targets <list>", "architectures that it must hold, such as sm_80,sm_90", parseList).option("--digest <sha256>", "of the archive that it must be").addOption(new Option("--attestation <need>", "whether the repository's workflow must have signed it").choices(ATTESTATION_MODES).default("off")).option("--out <folder>", "where the package is put", "aot").option("--no-cache", "neither keep archives nor take kept ones").option("--json", "print one JSON document").addHelpText("after", "\nGH_TOKEN or GITHUB_TOKEN holds the token for private repositories and artifacts.").action(async ({ json, ...chosen }) => {
		const { env } = context;
		const token = tokenIn(env);
		const repository = repositoryOf(chosen.repository, env);
		const fetched = await fetchPackage(fetchRequest({
			...NOTHING,
			...chosen,
			repository,
			token
		}), context);
		answer(json === true ? { json } : {}, () => fetched, () => fetchText(fetched));
	});
};
/** Of what may be left out. */
const NOTHING = {
	release: void 0,
	branch: void 0,
	workflow: void 0,
	artifact: void 0,
	asset: void 0,
	package: void 0,
	targets: void 0,
	digest: void 0
};
/** What `fetch` prints: what a POSIX shell takes, so that `eval "$(triton-aot fetch …)"` has CMake find the package. */
function fetchText({ folder }) {
	return searchPaths(folder, {}).map(({ name, folder: added }) => `export ${name}=${quoted(added)}"\${${name}:+${delimiter}$${name}}"\n`).join("");
}
/** For a POSIX shell: nothing in single quotes means anything. */
function quoted(text) {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
// src/cli/log.ts
/** Between two progress lines where lines cannot be rewritten, in milliseconds. */
const PROGRESS_INTERVAL = 2e3;
/** A log for people at a terminal, or for a file: headings, indented lines, progress. */
function terminalLog(terminal, now) {
	let depth = 0;
	let lastProgress = -Infinity;
	let isLineOpen = false;
	const write = (text) => {
		if (isLineOpen) terminal.write("\r\x1B[K");
		isLineOpen = false;
		terminal.write(`${"  ".repeat(depth)}${text.replaceAll("\n", `\n${"  ".repeat(depth)}`)}\n`);
	};
	return {
		async group(title, body) {
			const start = now();
			write(title);
			depth += 1;
			lastProgress = -Infinity;
			try {
				const result = await body();
				write(`done in ${((now() - start) / 1e3).toFixed(1)} s`);
				return result;
			} finally {
				if (isLineOpen) terminal.write("\r\x1B[K");
				isLineOpen = false;
				depth -= 1;
			}
		},
		info: write,
		progress(done, total, label) {
			const text = `[${done}/${total}] ${label}`;
			if (terminal.isTTY === true && done < total) {
				terminal.write(`\r\u001B[K${"  ".repeat(depth)}${text}`);
				isLineOpen = true;
			} else if (done === total || now() - lastProgress >= PROGRESS_INTERVAL) {
				lastProgress = now();
				write(text);
			}
		},
		warning: (problem) => write(`warning: ${formatProblem(problem)}`)
	};
}
// src/cli/pack.ts
/** The command `pack`, which makes archives of packages. */
const addPackCommand = (program, context, answer) => {
	program.command("pack").description("make archives of packages, the same to the byte wherever they are made").option("--package <folders>", "packages, or a folder that has them", parseList, ["aot"]).option("--out <folder>", "where the archives go, with checksums and SBOM", "release").option("--formats <list>", "archives to make", parseArchiveFormats, [...ARCHIVE_FORMATS]).option("--json", "print one JSON document").action(async (options) => {
		const { formats, out } = options;
		const packages = (await Promise.all(options.package.map(findPackages))).flat();
		const distributions = await context.log.group(`Pack into ${out}`, () => distribute({
			packages,
			formats,
			out
		}, context));
		answer(options, () => packJson(distributions), () => packText(distributions, out));
	});
};
/** What `pack` prints: what was packed, and each file with its size and SHA-256. */
function packText(distributions, out) {
	return distributions.map(({ pkg: { folder, manifest }, files }) => {
		const widths = {
			name: Math.max(...files.map(({ name }) => name.length)),
			size: Math.max(...files.map(({ size }) => formatSize(size).length))
		};
		const lines = files.map(({ name, size, sha256 }) => `  ${name.padEnd(widths.name)}  ${formatSize(size).padStart(widths.size)}  ${sha256}\n`);
		const part = manifest.part === void 0 ? "" : ` for ${manifest.part}`;
		return `${manifest.package} ${manifest.version}${part} (${folder}) in ${out}\n${lines.join("")}`;
	}).join("");
}
function packJson(distributions) {
	return { packages: distributions.map(({ pkg: { folder, manifest }, stem, files }) => ({
		package: manifest.package,
		version: manifest.version,
		...manifest.part !== void 0 && { part: manifest.part },
		folder,
		stem,
		files
	})) };
}
// src/cli/plan.ts
/** The commands that only look: `plan`, `list` and `schema`. */
const addLookCommands = (program, context, answer) => {
	addSelection(program.command("plan")).description("the variants, their hashes, and which are stored; needs no Triton").option("--store <folder>", "where results are kept (default: as for build)").option("--shards <n>", "entry points for so many jobs, each with about as much to do", parseCount).action(async (options) => {
		const preparation = await prepare(options, context);
		const store = directoryStore(options.store ?? join(context.home, "store"), context.log);
		const stored = await storedVariants(preparation.variants, store);
		if (options.shards === void 0) {
			answer(options, () => planJson(preparation, stored), () => planText(preparation, stored));
			return;
		}
		const shards = shardsOf(preparation.variants, stored, options.shards);
		answer(options, () => shardsJson(shards), () => shardsText(shards));
	});
	addSelection(program.command("list")).description("kernels, algos, specialisations and targets").action(async (options) => {
		const preparation = await prepare(options, context);
		answer(options, () => listJson(preparation), () => listText(preparation));
	});
	program.command("schema").description("the JSON Schema of kernels.yaml, for editors").action(() => answer({ json: true }, manifestJsonSchema, () => ""));
};
// src/cli/publish.ts
/** The command `publish`, which adds packages to a release. */
const addPublishCommand = (program, context, answer) => {
	program.command("publish").description("attach packages to a release of a GitHub repository; what is there already is kept").option("--package <folders>", "packages, or a folder that has them", parseList, ["aot"]).requiredOption("--tag <tag>", "the release's tag").option("--repository <owner/name>", "the repository (that of GITHUB_REPOSITORY when left out)").option("--formats <list>", `archives to make (${ARCHIVE_FORMATS.join(",")})`, parseArchiveFormats).addOption(new Option("--require <evidence>", "without which nothing is published").choices(["abi-checked", "ran"]).default("abi-checked")).option("--require-targets <list>", "targets on which everything must have run", parseList).option("--draft", "leave a draft as one").option("--prerelease", "make a new release a prerelease (what the tag says when left out)").option("--no-prerelease", "make it none").addOption(new Option("--latest <mode>", "becomes the latest one").choices([...LATEST_MODES])).option("--name <title>", "title of a new release (the tag when left out)").option("--notes <text>", "text of a new release (what the packages are when left out)").option("--dry-run", "show what would be uploaded, and change nothing").option("--json", "print one JSON document").addHelpText("after", HELP$1).action(async (options) => {
		const { dryRun, json, package: packages, requireTargets, ...chosen } = options;
		const { env } = context;
		const request = {
			packages,
			tag: chosen.tag,
			repository: repositoryOf(chosen.repository, env),
			token: tokenIn(env),
			formats: chosen.formats ?? ARCHIVE_FORMATS,
			require: required(chosen.require, requireTargets),
			draft: chosen.draft === true,
			prerelease: chosen.prerelease,
			latest: chosen.latest,
			name: chosen.name,
			notes: chosen.notes,
			attest: void 0
		};
		const as = json === true ? { json } : {};
		if (dryRun === true) {
			const preview = await previewRelease(request, context);
			answer(as, () => preview, () => previewText(preview));
			return;
		}
		if (request.token === void 0) throw NO_TOKEN();
		const published = await publishRelease(request, context);
		answer(as, () => publishedJson(published), () => publishedText(published));
	});
};
const HELP$1 = `
The token is taken from GH_TOKEN or GITHUB_TOKEN, and needs to write the repository's contents. GITHUB_API_URL names
another server than api.github.com. Archives are attested in workflows only, by the sub-action publish: only there GitHub
says who builds them.`;
const NO_TOKEN = () => new Failure("usage", {
	message: "there is no token to publish with",
	hint: "Put one that may write the repository's contents in GH_TOKEN: GH_TOKEN=$(gh auth token)."
});
function required(kind, targets) {
	if (kind === "ran") return {
		kind,
		targets: targets ?? []
	};
	if (targets === void 0) return { kind };
	throw new Failure("usage", { message: "--require-targets is of use with `--require ran` only" });
}
/** What `publish` prints: each file, new or kept, where they are, and how to verify them. */
function publishedText(published) {
	const { files, isPublished, url } = published;
	return [
		...files.map(({ asset, isNew }) => fileLine(isNew ? "uploaded" : "kept", asset.name, asset.digest)),
		`${isPublished ? "published" : "draft"}: ${url}`,
		"To verify:",
		...published.distributions.flatMap((one) => verifyCommands(one, published, void 0)),
		""
	].join("\n");
}
/** The same for programs. */
function publishedJson({ files, distributions: _packed, ...more }) {
	return {
		...more,
		files: files.map(({ asset, isNew }) => ({
			...asset,
			isNew
		}))
	};
}
/** What `publish --dry-run` prints. */
function previewText({ repository, tag, release, there, lacking }) {
	return [
		`The release ${tag} of ${repository} ${{
			none: "would be made",
			draft: "is a draft",
			published: "is published"
		}[release]}.`,
		...there.map(({ name, digest }) => fileLine("kept", name, digest)),
		...lacking.map(({ name, sha256 }) => fileLine("to upload", name, `sha256:${sha256}`)),
		""
	].join("\n");
}
function fileLine(how, name, digest) {
	return `${how.padEnd(9)} ${name} ${digest ?? ""}`.trimEnd();
}
// src/cli/smoke.ts
/** The command `smoke`, which tests a package on a GPU. */
const addSmokeCommand = (program, context, answer) => {
	program.command("smoke").description("test a package on a GPU as its manifest says; needs no Python and no Triton").option("--package <folder>", "the package to test", "aot").option("--manifest <file>", "where failures are shown, if it is there", "kernels.yaml").addOption(new Option("--gpu <need>", "without one: fail, or compile and link the test only").choices(["required", "auto"]).default("required")).option("--device <number or UUID>", "the GPU to test on (an idle one when left out)").option("--only <globs>", "kernels to test (all when left out)", parseList).option("--case <n>", "one case of each kernel, by its number from 0", parseIndex).option("--algo <n>", "one algo of each kernel", parseIndex).option("--sanitize", "run under compute-sanitizer, which the machine must have").option("--wait <seconds>", "for a GPU that other tests use", parseCount, 600).option("--timeout <seconds>", "after which a run is given up", parseCount, 60).option("--jobs <n>", "compiles at once", parseCount, availableParallelism()).option("--keep <folder>", "keep the compiled test here").option("--json", "print one JSON document").action(async ({ manifest, only = [], sanitize, json, ...chosen }) => {
		const request = {
			...chosen,
			only,
			sanitize: sanitize === true,
			lockFolder: deviceLockFolder(context.env)
		};
		const result = await smoke(request, context);
		answer(json === true ? { json } : {}, () => result, () => smokeText(result));
		const document = await readDocument(manifest);
		const failure = smokeFailure(result, (path) => document?.locate(path));
		if (failure !== void 0) throw failure;
	});
};
const HEADINGS = {
	name: "case",
	runs: "runs",
	norm: "error",
	max: "largest",
	time: "time",
	rate: "rate"
};
const COLUMNS = [
	"name",
	"runs",
	"norm",
	"max",
	"time",
	"rate"
];
/** What `smoke` prints: a table for each kernel, what could not be tested, and how many passed. */
function smokeText(result) {
	const { executed, failed, untested, notes } = result;
	return [
		heading(result),
		...kernelTables(result).flatMap(tableLines),
		...untested.length > 0 ? [`no smoke test: ${untested.join(", ")}`] : [],
		...notes.map((note) => `note: ${note}`),
		...result.outcome === "built" ? [] : [`${executed - failed} passed, ${failed} failed`],
		""
	].join("\n");
}
function heading({ package: tested, device, reason }) {
	const name = `${tested.name} ${tested.version} in ${tested.folder}`;
	if (device !== void 0) return `${name} on ${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`;
	return `${name}: compiled and linked, not run${reason === void 0 ? "" : `: ${reason.message}`}`;
}
function tableLines(table) {
	const facts = [
		...table.runs > 0 ? [`${counted(table.runs, "run")} ${table.comparison}`] : [],
		...table.checks > 0 ? [counted(table.checks, "check")] : [],
		...table.failedChecks > 0 ? [`${counted(table.failedChecks, "check")} failed`] : []
	];
	const rows = table.cases.length === 0 ? [] : [HEADINGS, ...table.cases];
	const columns = COLUMNS.filter((column) => table.cases.some((row) => row[column] !== ""));
	const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
	return [`${table.kernel}: ${facts.join(", ")}`, ...rows.map((row) => {
		return `  ${columns.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join("  ")}`.trimEnd();
	})];
}
function counted(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
// src/cli/store.ts
/** The command `store`, which shows what is kept, and removes some or all of it. */
const addStoreCommand = (program, context, answer) => {
	program.command("store").description("what the store holds; also makes it smaller").option("--store <folder>", "where results are kept (default: as for build)").option("--prune <size>", "remove what was not used for longest where it is larger", parseSizeOption).addOption(new Option("--clear", "remove every result").conflicts("prune")).option("--json", "print one JSON document").action(async (options) => {
		const directory = options.store ?? join(context.home, "store");
		const removed = await remove(directory, options);
		const view = {
			directory,
			files: await listStore(directory),
			removed
		};
		answer(options, () => storeJson(view), () => storeText(view));
	});
};
async function remove(directory, { prune, clear }) {
	if (clear === true) return clearStore(directory);
	return prune === void 0 ? void 0 : pruneStore(directory, prune);
}
/** What `store` prints: its folder, a line for each kind of entry, and the sum. */
function storeText({ directory, files, removed }) {
	const { entries, bytes, oldestUse, newestUse, kinds } = summaryOf(files);
	const lines = ENTRY_KINDS.map((kind) => `  ${kind}: ${countOf(kinds[kind].entries)}, ${formatSize(kinds[kind].bytes)}`);
	const span = oldestUse === null || newestUse === null ? "" : `, used from ${dayOf(oldestUse)} to ${dayOf(newestUse)}`;
	return [
		...removed === void 0 ? [] : [`removed ${countOf(removed.entries)}, ${formatSize(removed.bytes)}`],
		directory,
		...lines,
		`  in all ${countOf(entries)}, ${formatSize(bytes)}${span}`,
		""
	].join("\n");
}
/** The same with bytes and moments; `bytes` is all that the store's files hold, those that are no entries too. */
function storeJson({ directory, files, removed }) {
	return {
		store: directory,
		...summaryOf(files),
		...removed && { removed }
	};
}
function summaryOf(files) {
	const entries = files.filter(({ role }) => role.kind === "entry");
	const ofKind = (kind) => {
		const some = entries.filter(({ role }) => role.kind === "entry" && isOf(kind, role.name));
		return {
			entries: some.length,
			bytes: bytesOf(some)
		};
	};
	const uses = entries.map(({ usedMs }) => usedMs).toSorted((a, b) => a - b);
	return {
		entries: entries.length,
		bytes: bytesOf(files),
		kinds: {
			kernel: ofKind("kernel"),
			expected: ofKind("expected"),
			alias: ofKind("alias")
		},
		oldestUse: momentOf(uses[0]),
		newestUse: momentOf(uses.at(-1))
	};
}
function isOf(kind, name) {
	return name.endsWith(`.${kind}`);
}
function bytesOf(files) {
	return files.reduce((sum, { size }) => sum + size, 0);
}
function momentOf(ms) {
	return ms === void 0 ? null : new Date(ms).toISOString();
}
function dayOf(moment) {
	return moment.slice(0, 10);
}
function countOf(entries) {
	return `${entries} ${entries === 1 ? "entry" : "entries"}`;
}
// src/cli/verify.ts
/** The command `verify`, which checks a package, its archive, or one in a release. */
const addVerifyCommand = (program, context, answer) => {
	const command = compileOptions(addSelection(program.command("verify"))).description("check a package: files, cubins and C interface, and whether the sources give it").option("--package <folder>", "the package, or its archive", "aot").option("--release <tag>", "check the archive of a release: a tag, `latest`, or a range such as ^1.2").option("--asset <name>", "the release's file, where it has several").option("--repository <owner/name>", "whose release it is (that of GITHUB_REPOSITORY when left out)").option("--attestation", "the repository's workflow must have signed the archive; needs gh").option("--reproducible", "build it again, with nothing from any store, and compare every byte").option("--no-sources", "leave the sources alone").addHelpText("after", HELP).action(async (options) => {
		const isNamed = command.getOptionValueSource("manifest") === "cli";
		if (await isStock(options)) {
			const files = await verifyTritonTools(options, context);
			answer(options, () => ({
				package: options.package,
				files
			}), () => `${files} files in ${options.package} are what the sources give\n`);
			return;
		}
		const { jobs, timeout, reproducible } = options;
		const request = {
			sources: sourcesOf(options, isNamed),
			rebuild: reproducible === true ? {
				jobs,
				timeout
			} : void 0
		};
		const results = await withVerifiedRelease(options, context, async (path, checks) => {
			const verified = await verify({
				...request,
				package: path
			}, context);
			const shown = options.release === void 0 ? void 0 : { folder: basename(path) };
			return verified.map(({ pkg, checks: further, problems }) => ({
				pkg: {
					...pkg,
					...shown
				},
				checks: [...checks, ...further],
				problems
			}));
		});
		answer(options, () => verifyJson(results), () => verifyText(results));
		const problems = results.flatMap((result) => result.problems);
		if (problems.length > 0) throw new Failure("verification", problems);
	});
};
const HELP = `
The package is compared with the manifest where there is one for it; a release only where --manifest names one.
GH_TOKEN or GITHUB_TOKEN holds the token for releases of private repositories.`;
/** Committed files of Triton's own tools are another thing than a package. */
async function isStock({ generator, manifest, release }) {
	if (release !== void 0 || generator !== void 0) return generator === "triton";
	const value = (await readDocument(manifest))?.value;
	return typeof value === "object" && value !== null && "generator" in value && value.generator === "triton";
}
function sourcesOf(options, isNamed) {
	const { sources, release, reproducible } = options;
	if (!sources) return void 0;
	return release === void 0 || isNamed || reproducible === true ? {
		selection: {
			...options,
			generator: "native"
		},
		isNamed
	} : void 0;
}
const MARKS = {
	ok: "ok",
	failed: "!!",
	skipped: "--"
};
/** What `verify` prints: for each package a line for each thing that was looked at, or why it was not. */
function verifyText(results) {
	return results.map(textOf).join("");
}
function verifyJson(results) {
	return { packages: results.map(jsonOf) };
}
function textOf({ pkg, checks }) {
	const { manifest, folder } = pkg;
	const part = manifest.part === void 0 ? "" : ` for ${manifest.part}`;
	const lines = checks.map(({ outcome, text }) => `  ${MARKS[outcome]}  ${text}\n`);
	return `${manifest.package} ${manifest.version}${part} in ${folder}\n${lines.join("")}`;
}
function jsonOf({ pkg, checks, problems }) {
	const { manifest, manifestSha256, folder } = pkg;
	return {
		package: manifest.package,
		version: manifest.version,
		...manifest.part !== void 0 && { part: manifest.part },
		folder,
		manifestSha256,
		checks,
		problems
	};
}
// src/cli/program.ts
/** All commands. Results go to standard output, everything else to standard error. */
function commandLine(host, signal) {
	const context = contextOf(host, signal);
	const answer = (options, json, text) => {
		host.stdout.write(options.json === true ? `${JSON.stringify(json(), void 0, 2)}\n` : text());
	};
	const program = new Command("triton-aot").description("Compiles Triton kernels ahead of time into a C package that C++ programs link.").version(VERSION).exitOverride().showHelpAfterError("(--help tells how)").addHelpText("after", EXIT_CODES);
	for (const add of COMMANDS) add(program, context, answer);
	return program;
}
const COMMANDS = [
	addBuildCommands,
	addSmokeCommand,
	addVerifyCommand,
	addPackCommand,
	addPublishCommand,
	addFetchCommand,
	addLookCommands,
	addExplainCommand,
	addStoreCommand
];
const EXIT_CODES = `
Exit codes: 0 ok, 1 unexpected, 2 usage or manifest, 3 environment, 4 a kernel did not compile,
5 a parameter check failed, 6 a smoke test failed, 7 no usable GPU, 8 refused as unsafe,
9 verification failed, 130 interrupted.`;
function contextOf(host, signal) {
	return {
		cwd: host.cwd(),
		env: host.env,
		platform: readPlatform(),
		log: terminalLog(host.stderr, now),
		signal,
		home: toolchainHome(host.env),
		scratch: tmpdir(),
		freeBytes,
		now
	};
}
function now() {
	return performance.now();
}
/** What standard error shows of whatever ended the command: nothing where it has been told already. */
function describeError(error) {
	if (error instanceof CommanderError) return "";
	if (error instanceof Failure) return error.problems.map((problem) => `error: ${formatProblem(problem)}\n`).join("");
	return `internal error: ${error instanceof Error ? error.stack ?? error.message : String(error)}\nThis is a defect of triton-aot. Please report it with the command and the manifest.\n`;
}
/** The status the command ends with: 2 for a command line that makes no sense, 0 where help was asked for. */
function exitStatusOf(error) {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	return exitCodeOf(error);
}
// src/cli.ts
const interruption = interruptible(process);
try {
	await commandLine(process, interruption.signal).parseAsync();
} catch (error) {
	process.stderr.write(describeError(error));
	process.exitCode = exitStatusOf(error);
} finally {
	interruption.release();
}
export {};
