import { join } from 'node:path';
import { Option } from 'commander';
import { formatSize, plural } from '../base/text.ts';
import { DEFAULT_TIMEOUT } from '../toolchain/workers/pool.ts';
import { checkRegressions } from '../report/difference/baseline.ts';
import { mergeShards } from '../shards/merge.ts';
import { computeShard, type ShardResult } from '../shards/shard.ts';
import { DEFAULT_STORE_LIMIT } from '../compile/store/prune.ts';
import { addBaselineOptions, baselineOf, type BaselineOptions } from './baseline.ts';
import { buildJson, buildText, REPORT_OPTION, reported } from './build.ts';
import {
  type AddCommands,
  JSON_OPTION,
  jobsOption,
  parseCount,
  parseSizeOption,
  STORE_OPTION,
} from './command.ts';

interface ShardOptions {
  readonly plan: string;
  readonly out: string;
  readonly python?: string;
  readonly jobs: number;
  readonly timeout: number;
  readonly json?: true;
}

interface MergeOptions extends ShardOptions, BaselineOptions {
  readonly report?: string;
  readonly split?: true;
  readonly strictTuning?: true;
  readonly store?: string;
  readonly storeLimit: number;
}

const PLAN_OPTION = ['--plan <folder>', 'Folder of the plan', 'plan'] as const;
const PYTHON_OPTION = ['--python <exe>', 'Python interpreter (default: as for build)'] as const;

/** The commands `shard` and `merge`: a build on several machines. `plan --out` begins it. */
export const addShardCommands: AddCommands = (program, context, answer) => {
  program
    .command('shard')
    .description('Compute one shard of a plan')
    .argument('<number>', 'Which shard, from 1', parseCount)
    .option(...PLAN_OPTION)
    .option('--out <folder>', 'Folder to write the results to', 'part')
    .option(...PYTHON_OPTION)
    .addOption(jobsOption())
    .option('--timeout <seconds>', 'Time limit for one compile', parseCount, DEFAULT_TIMEOUT)
    .option(...JSON_OPTION)
    .addHelpText('after', SHARD_HELP)
    .action(async (shard: number, options: ShardOptions) => {
      const result = await computeShard({ ...options, shard }, context);
      answer(
        options.json,
        () => ({ shard, computed: result.computed, reused: result.reused, out: options.out }),
        () => shardText(result, shard, options.out),
      );
    });
  addBaselineOptions(program.command('merge'))
    .description('Write the package from the results of shards')
    .argument('[parts...]', 'Folders with the results of the shards')
    .option(...PLAN_OPTION)
    .option('--out <folder>', 'Folder to write the package to', 'aot')
    .option('--split', 'Write one package per target, to <out>/<target>')
    .option('--strict-tuning', 'Fail if tuning.json has measurements of other code')
    .option(...STORE_OPTION)
    .addOption(
      new Option('--store-limit <size>', 'Maximum size of the store afterwards')
        .argParser(parseSizeOption)
        .default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT)),
    )
    .option(...PYTHON_OPTION)
    .addOption(jobsOption())
    .option('--timeout <seconds>', 'Time limit for one compile', parseCount, DEFAULT_TIMEOUT)
    .option(...REPORT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', MERGE_HELP)
    .action(async (parts: string[], options: MergeOptions) => {
      const store = options.store ?? join(context.home, 'store');
      const times = options.report !== undefined;
      const result = await reported(options.report, context.log, () =>
        mergeShards({ ...options, parts, store, times, baseline: baselineOf(options) }, context),
      );
      answer(
        options.json,
        () => buildJson(result),
        () => buildText(result),
      );
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

function shardText({ plan, computed, reused }: ShardResult, shard: number, out: string): string {
  const before = reused === 0 ? '' : `, ${reused} from an earlier run`;
  return `Wrote shard ${shard} of ${plan.shards.length} to ${out} (${plural(computed, 'result')} computed${before})\n`;
}
