import { makeFolder } from "./start.js";
import { DEFAULT_TIMING, choiceOn, describeDevice, meterOn, vendorOf } from "./core.js";
import { subjectOf } from "./after-build.js";
// src/features/tuning/measure/check.ts
/** The longest time of a chosen algo, as a multiple of the best algo's. */
const LIMIT = 1.1;
/** Milliseconds of timing one algo with one size. */
const TIMING = 100;
/** Compares the algos that a package chooses with the best, if the kernel has several. */
async function checkChoice({ kernel, cases }, { pkg, lease, harness, folder, timeout, isRequired }, context) {
	if (kernel.algos.length < 2) return void 0;
	if (choiceOn(kernel, vendorOf(describeDevice(lease).capability)) === void 0) {
		if (!isRequired) return void 0;
		return { problems: [{
			kind: "check",
			message: `the kernel has ${kernel.algos.length} algos, but no measurements; run \`triton-aot tune\`, commit tuning.json and build the package again`
		}] };
	}
	await makeFolder(folder);
	const timing = {
		...DEFAULT_TIMING,
		milliseconds: TIMING
	};
	const build = () => Promise.resolve({ harness });
	const meter = meterOn({
		pkg,
		lease,
		build,
		folder,
		timing,
		timeout
	}, context);
	const { sizes, worst, problems } = await compareChosen({
		kernel,
		cases
	}, meter);
	const evidence = (facts) => worst === void 0 ? {} : { tuned: [{
		...facts,
		outcome: "tuned",
		sizes,
		worst
	}] };
	return {
		problems,
		evidence
	};
}
/**
* Times every algo of a kernel that was measured for all its sizes, and compares with the best the
* algo that the package chooses. What seems slow is timed once more.
*/
async function compareChosen({ kernel, cases }, meter) {
	const { sizes, algos } = subjectOf(kernel, cases);
	const items = sizes.map((size) => size.case);
	const chosen = await meter.chosen(kernel, items);
	const times = /* @__PURE__ */ new Map();
	for (const algo of algos) times.set(algo, await timesOf(meter, kernel, algo, sizes));
	const problems = [];
	const ratios = [];
	for (const [index, size] of sizes.entries()) {
		const name = size.case.name;
		const own = chosen[index];
		const [best] = [...times].flatMap(([algo, all]) => {
			const time = all.get(size);
			return time === void 0 ? [] : [{
				algo,
				time
			}];
		}).toSorted((a, b) => a.time - b.time);
		const time = own === void 0 ? void 0 : times.get(own)?.get(size);
		if (own === void 0 || best === void 0 || time === void 0) {
			const what = own === void 0 ? "no algo is chosen" : `algo ${own} is chosen, but has no time`;
			problems.push({
				kind: "check",
				message: `${what} for ${name}`
			});
			continue;
		}
		let ratio = time / best.time;
		if (ratio > LIMIT) {
			const again = async (algo) => (await timesOf(meter, kernel, algo, [size])).get(size) ?? Infinity;
			ratio = Math.min(ratio, await again(own) / await again(best.algo));
		}
		ratios.push(ratio);
		if (ratio <= LIMIT) continue;
		const message = `algo ${own}, which is chosen for ${name}, takes ${ratio.toFixed(2)} \u00d7 the time of algo ${best.algo}; at most ${LIMIT} \u00d7 is allowed`;
		problems.push({
			kind: "check",
			message
		});
	}
	const isComplete = ratios.length === sizes.length && sizes.length > 0;
	return {
		sizes: sizes.length,
		worst: isComplete ? Number(Math.max(...ratios).toFixed(3)) : void 0,
		problems
	};
}
/** Measures the times of an algo in microseconds, for the sizes for which it has one. */
async function timesOf(meter, kernel, algo, sizes) {
	const calls = await meter.measure(kernel, algo, sizes.map((size) => size.case));
	return new Map(calls.flatMap(({ result }, index) => {
		const size = sizes[index];
		return result.kind === "time" && size !== void 0 ? [[size, result.microseconds]] : [];
	}));
}
export { checkChoice };
