import { Option } from "../vendor.js";
import { formatSize, plural } from "../start.js";
import { DEFAULT_STORE_LIMIT, checkRegressions, computeShard, mergeShards } from "../core.js";
import { JSON_OPTION, REPORT_OPTION, STORE_OPTION, addBaselineOptions, baselineOf, buildJson, buildText, jobsOption, parseCount, parseSizeOption, reported } from "./common.js";
import { join } from "node:path";
// src/cli/shards.ts
const PLAN_OPTION = [
	"--plan <folder>",
	"Folder of the plan",
	"plan"
];
const PYTHON_OPTION = ["--python <exe>", "Python interpreter (default: as for build)"];
/** The commands `shard` and `merge`: a build on several machines. `plan --out` begins it. */
const addShardCommands = (program, context, answer) => {
	program.command("shard").description("Compute one shard of a plan").argument("<number>", "Which shard, from 1", parseCount).option(...PLAN_OPTION).option("--out <folder>", "Folder to write the results to", "part").option(...PYTHON_OPTION).addOption(jobsOption()).option("--timeout <seconds>", "Time limit for one compile", parseCount, 600).option(...JSON_OPTION).addHelpText("after", SHARD_HELP).action(async (shard, options) => {
		const result = await computeShard({
			...options,
			shard
		}, context);
		answer(options.json, () => ({
			shard,
			computed: result.computed,
			reused: result.reused,
			out: options.out
		}), () => shardText(result, shard, options.out));
	});
	addBaselineOptions(program.command("merge")).description("Write the package from the results of shards").argument("[parts...]", "Folders with the results of the shards").option(...PLAN_OPTION).option("--out <folder>", "Folder to write the package to", "aot").option("--split", "Write one package per target, to <out>/<target>").option("--strict-tuning", "Fail if tuning.json has measurements of other code").option(...STORE_OPTION).addOption(new Option("--store-limit <size>", "Maximum size of the store afterwards").argParser(parseSizeOption).default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT))).option(...PYTHON_OPTION).addOption(jobsOption()).option("--timeout <seconds>", "Time limit for one compile", parseCount, 600).option(...REPORT_OPTION).option(...JSON_OPTION).addHelpText("after", MERGE_HELP).action(async (parts, options) => {
		const store = options.store ?? join(context.home, "store");
		const times = options.report !== void 0;
		const result = await reported(options.report, context.log, () => mergeShards({
			...options,
			parts,
			store,
			times,
			baseline: baselineOf(options)
		}, context));
		answer(options.json, () => buildJson(result), () => buildText(result));
		checkRegressions(result, options.failOn);
	});
};
const SHARD_HELP = `
Run it in the folder where the plan was made, with the same sources. The results that
an earlier run left in --out are not computed again.

Example:
  triton-aot shard 3 --plan plan --out part-3`;
const MERGE_HELP = `
Needs the results of every shard. The package has the same bytes as one built on one
machine.

Example:
  triton-aot merge --plan plan part-*`;
function shardText({ plan, computed, reused }, shard, out) {
	const before = reused === 0 ? "" : `, ${reused} from an earlier run`;
	return `Wrote shard ${shard} of ${plan.shards.length} to ${out} (${plural(computed, "result")} computed${before})\n`;
}
export { addShardCommands };
