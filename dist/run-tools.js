import { BRIDGE_FOLDER, Failure, canonicalJson, formatConstant, groupBy, sha256 } from "./start.js";
import { checkAbi, isCuda, isNumber, knownFaults, splitSignature, writtenFiles } from "./core.js";
import { basename, dirname, join, resolve } from "node:path";
// src/features/triton-generator/run-tools.ts
/**
* Runs compile.py for each variant, and link.py for all that is linked together. Warns of what their code
* is known to do wrong. The store keeps what they write.
* @throws {Failure} `usage` for several targets, or one that is not NVIDIA's; `compile` if a tool fails; `abi` if a cubin
* of compile.py reads other parameters than the manifest has.
*/
async function makeToolFiles(calls, { plan, checked }, store, toolchain, request, context) {
	const runs = calls.flatMap((call) => runsOf(call, checked));
	const [target, ...others] = new Set(runs.map(({ variant }) => variant.target));
	if (others.length > 0 || target !== void 0 && !isCuda(target)) throw new Failure("usage", {
		message: `the files of Triton's own tools are for one NVIDIA architecture, and this build is for ${[target, ...others].map((each) => each?.name).join(", ")}`,
		place: {
			file: plan.manifest.file,
			path: "generator"
		},
		hint: "Their names do not contain the target. Build each target into a folder of its own, with `--targets` and `--out`."
	});
	const files = /* @__PURE__ */ new Map();
	for (const [link, linked] of groupBy(runs, (run) => run.link)) {
		warnOfFaults(linked, plan.manifest.triton, context);
		const args = linked.map(argumentsOf);
		const hashes = linked.map(({ variant }) => variant.variant.hash);
		const key = sha256(canonicalJson({
			tools: 1,
			hashes,
			args,
			link
		}));
		const run = () => runTools(linked, args, plan.manifest, toolchain, request, context);
		const title = `Run Triton's compile.py and link.py for ${link}`;
		const written = await store.files.get(key) ?? await context.log.group(title, run, ({ size }) => [size, "file"]);
		checkAbi(linked.map((each) => {
			const { variant, compiled } = each.variant;
			return [variant, {
				...compiled,
				cubin: cubinOf(each, written)
			}];
		}));
		await store.files.put(key, written);
		for (const [path, text] of written) files.set(path, text);
	}
	return files;
}
/** Returns the runs for a kernel's variants with the hints of its signature, which are tried last. */
function runsOf(call, checked) {
	return checked.filter(({ variant: { kernel, specialisation } }) => kernel.name === call.kernel && specialisation === kernel.specialisations.length - 1).map((variant) => {
		const { kernel, config } = variant.variant;
		const tokens = kernel.parameters.map((name, at) => {
			const constant = kernel.configs[config]?.constants.get(name);
			return [name, constant ? formatConstant(constant) : call.tokens[at] ?? ""];
		});
		return {
			...call,
			variant,
			byName: new Map(tokens)
		};
	});
}
function warnOfFaults(linked, triton, { log }) {
	const faults = linked.flatMap(({ kernel, variant, byName }) => [...byName].flatMap(([name, token], at) => {
		const before = [...byName.values()].slice(0, at);
		const others = linked.flatMap((run) => run.byName.get(name) ?? []);
		const found = knownFaults(triton, {
			name,
			token,
			before,
			linked: others,
			variant
		});
		const { place } = variant.variant.kernel;
		return found.map((fault) => [`${kernel}: ${fault} (Triton ${triton})`, place]);
	}));
	const hint = "The package's own functions do this right: include its own header instead.";
	for (const [message, place] of new Map(faults)) log.warning({
		message,
		place,
		hint
	});
}
/** The arguments of compile.py after the file. */
function argumentsOf({ out, variant: { variant }, byName }) {
	const { kernel, job } = variant;
	const value = (name) => {
		const token = byName.get(name) ?? name;
		return token.endsWith(":1") ? "1" : isNumber(token) ? token : name;
	};
	const grid = splitSignature(kernel.gridText.replaceAll(/\b[A-Za-z_]\w*/g, value));
	const { num_warps: warps, num_stages: stages } = job.options;
	const named = [
		"-n",
		kernel.source.function,
		"-on",
		basename(out),
		"-o",
		out
	];
	const signature = [
		"-w",
		String(warps),
		"-ns",
		String(stages),
		"-s",
		[...byName.values()].join(", ")
	];
	return [
		...named,
		...signature,
		"-g",
		[
			...grid,
			"1",
			"1"
		].slice(0, 3).join(",")
	];
}
/** Runs the tools for variants that are linked together. Returns what they write. */
async function runTools(linked, args, manifest, toolchain, request, context) {
	const { python } = await toolchain.interpreter();
	const [{ kernel, link, variant }] = linked;
	const { job, target, kernel: planned } = variant.variant;
	const script = join(BRIDGE_FOLDER, "triton_tools.py");
	return writtenFiles({
		argv: [
			python,
			"-B",
			script,
			String(target.arch),
			link
		],
		name: `${kernel}: Triton's own tools`,
		place: planned.place,
		input: JSON.stringify(args.map((each) => [resolve(job.source.file), ...each])),
		paths: [link, ...linked.map(({ out }) => out)],
		modules: resolve(dirname(manifest.file)),
		timeout: request.timeout * linked.length
	}, context);
}
/** Returns the cubin in the C file of a run. The file's name has a hash of what compile.py got. */
function cubinOf({ out, variant, byName }, files) {
	const { num_warps: warps, num_stages: stages } = variant.variant.job.options;
	const hashed = [...byName.values(), `warps${warps}xstages${stages}`].join(" ");
	const start = `${out}.${sha256(hashed).slice(0, 8)}_`;
	const path = [...files.keys()].find((each) => each.startsWith(start) && each.endsWith(".c"));
	const [, bytes = ""] = /CUBIN_NAME\[\d+\] = \{ ([^}]*) \}/.exec(String(Buffer.from(files.get(path ?? "") ?? []))) ?? [];
	return Uint8Array.from(bytes.split(", "), Number);
}
export { makeToolFiles };
