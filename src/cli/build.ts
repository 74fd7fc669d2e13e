import { type Command, Option } from 'commander';
import { join } from 'node:path';
import type { CheckedVariant } from '../compile/cubin/check.ts';
import type { BuildContext } from '../base/context.ts';
import { SIZE, DEFAULT_PACKAGE } from '../base/form.ts';
import { groupBy } from '../base/groups.ts';
import { formatSize, plural } from '../base/text.ts';
import { checkRegressions } from '../report/difference/baseline.ts';
import { build, type BuildResult } from '../build.ts';
import { FailedBuild } from '../compile/run.ts';
import { parseShard, type Shard, SHARD_FORM } from '../compile/shard.ts';
import { buildShard, type ShardResult } from '../shard.ts';
import { differenceJson, differenceText } from '../report/difference/text.ts';
import { originOf, reportBuild } from '../report/create.ts';
import { writeReport } from '../report/files.ts';
import { HOME_VARIABLE } from '../toolchain/installation.ts';
import type { AddCommands } from './command.ts';
import {
  addBaselineOptions,
  addCompileOptions,
  baselineOf,
  type BaselineOptions,
  type CompileOptions,
} from './build-options.ts';
import { choiceSources } from '../plan/choosers.ts';
import { addFlags, flagsIn, JSON_OPTION, valueOf } from './options.ts';
import { outputParts } from './parts.ts';
import { variantJson } from './plan.ts';
import { givenOptions, type Propose } from './propose.ts';
import { DEFAULT_STORE_LIMIT } from '../compile/store/prune.ts';
import { vendorName } from '../manifest/terms/vendor.ts';

interface BuildOptions extends CompileOptions, BaselineOptions {
  readonly out: string;
  readonly store?: string;
  readonly storeLimit: number;
  readonly report?: string;
  readonly shard?: Shard;
  readonly results?: string[];
}

/** The command `build`. */
export const addBuildCommand: AddCommands = (program, context, answer, propose) => {
  const flags = choiceSources.parts.map(({ flag }) => flag);
  const command = addBaselineOptions(addCompileOptions(program.command('build')))
    .description('Compile kernels and write a package')
    .option('--out <folder>', 'Folder to write the package to', DEFAULT_PACKAGE);
  addFlags(command, flags)
    .option(
      '--store <folder>',
      `Folder of the store, which keeps compiled kernels (default: store in $${HOME_VARIABLE} or the user's cache folder)`,
    )
    .addOption(
      new Option('--store-limit <size>', 'Maximum size of the store after the build')
        .argParser(valueOf(SIZE))
        .default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT)),
    )
    .option('--report <folder>', 'Write a report to this folder: HTML, Markdown and JSON')
    .addOption(
      new Option('--shard <i/n>', 'Compute the i-th of n shares of the work, and write no package')
        .argParser(valueOf({ parse: parseShard, expected: SHARD_FORM }))
        .conflicts(['results', 'report', 'baseline', 'failOn', 'recordBaseline']),
    )
    .option('--results <folders...>', 'Build from what --shard has written to these folders')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (options: BuildOptions, self: Command) => {
      const store = options.store ?? join(context.home, 'store');
      const { shard } = options;
      if (shard !== undefined) {
        const own = { ...options, baseline: undefined, shard, store };
        const result = await buildShard({ ...own, flags: flagsIn(options, flags) }, context);
        answer(options.json, result, shardText(result));
        return;
      }
      const times = options.report !== undefined;
      const result = await reported(options.report, context, () =>
        build(
          {
            ...options,
            store,
            times,
            baseline: baselineOf(options),
            flags: flagsIn(options, flags),
          },
          context,
        ),
      );
      const given = givenOptions(self, (name) => SHARED_WITH_SMOKE.includes(name));
      answer(options.json, buildJson(result), buildText(result, given, propose));
      if (options.failOn !== undefined) checkRegressions(result);
    });
};

/** Builds, and writes the report if it is wanted, even if the build fails. */
async function reported(
  folder: string | undefined,
  context: Pick<BuildContext, 'env' | 'now'>,
  body: () => Promise<BuildResult>,
): Promise<BuildResult> {
  try {
    const result = await body();
    if (folder !== undefined)
      await writeReport(folder, await reportBuild(result, originOf(context)));
    return result;
  } catch (error) {
    if (folder !== undefined && error instanceof FailedBuild)
      await writeReport(folder, await reportBuild(error, originOf(context)));
    throw error;
  }
}

const HELP = `
Triton is installed first if anything has to be compiled. No GPU is needed.

Examples:
  triton-aot build
  triton-aot build --manifest kernels/kernels.yaml --out build/aot
  triton-aot build --targets sm_80,sm_90 --only "matmul_*"
  triton-aot build --baseline old/aot --fail-on regressions
  triton-aot build --shard 2/8 --out part-2
  triton-aot build --results part-*`;

function shardText({ shard, out, computed, cached }: ShardResult): string {
  return `Wrote shard ${shard.index} of ${shard.count} to ${out} (${plural(computed, 'result')} computed, ${cached} from the store)\n`;
}

/** The options of `build` that `smoke` has too, with the same meaning. */
const SHARED_WITH_SMOKE = ['manifest', 'store', 'python'];

/**
 * Returns the text of a build: a line for the package, one for each kernel, and what to do next.
 * `shared` are the options that the user gave and that `smoke` needs too.
 */
export function buildText(
  result: BuildResult,
  shared: readonly string[],
  propose: Propose,
): string {
  const { manifest, kernels } = result.plan;
  const checked = groupBy(result.checked, ({ variant }) => variant.kernel.name);
  const lines = kernels.map(({ name }) => `  ${name}: ${summary(checked.get(name) ?? [])}\n`);
  const counts = `${result.compiled} compiled, ${result.cached} from the store`;
  const difference = result.difference && `\n${differenceText(result.difference)}`;
  const next = nextSteps(result, shared, propose).join('\n  or ');
  return `Wrote ${manifest.package} ${manifest.version} to ${result.out} (${counts})\n${lines.join('')}${difference ?? ''}Next: ${next}\n`;
}

/** Returns what to do with a package, first a test: without a GPU if it has code that the emulator executes. */
function nextSteps(
  result: BuildResult,
  shared: readonly string[],
  propose: Propose,
): readonly string[] {
  const { out, plan } = result;
  const further = outputParts.parts.flatMap(({ nextCommands }) => nextCommands?.(result) ?? []);
  const tested = plan.kernels.filter(({ smoke }) => smoke !== undefined);
  const vendors = new Set(tested.flatMap(({ targets }) => targets.map(({ backend }) => backend)));
  const smoke = ['smoke', '--package', out];
  const test = vendors.has('cuda')
    ? [propose(...smoke, '--emulate', ...shared), 'the same without --emulate, which needs a GPU']
    : [
        `${propose(...smoke, ...shared)}\n  which needs an ${[...vendors].map(vendorName).join(' or ')} GPU: there is no emulator for its code`,
      ];
  return [
    ...(tested.length > 0 ? test : []),
    ...further.map((words) => propose(...words)),
    `#include <${plan.manifest.package}.h>`,
  ];
}

function summary(images: readonly CheckedVariant[]): string {
  const names = images.flatMap(({ variant }) => variant.kernel.targets.map(({ name }) => name));
  const targets = [...new Set(names)].join(', ');
  const bytes = images.reduce((sum, { resources }) => sum + resources.size, 0);
  const ptx = new Set(
    images.flatMap(({ compiled, target }) => (compiled.ptx ? [target.name] : [])),
  );
  const registers = images.map(({ resources }) => resources.registers);
  const spilling = images.filter(({ resources }) => resources.stack > 0).length;
  return [
    `${plural(images.length, 'variant')} for ${targets}${ptx.size === 0 ? '' : ` and PTX of ${[...ptx].join(', ')}`}`,
    `${(bytes / 1024).toFixed(0)} KiB`,
    `up to ${Math.max(...registers)} registers`,
    ...(spilling > 0 ? [`${plural(spilling, 'variant')} using stack memory`] : []),
  ].join(', ');
}

export function buildJson(result: BuildResult): unknown {
  const { manifest } = result.plan;
  return {
    package: manifest.package,
    version: manifest.version,
    triton: manifest.triton,
    out: result.out,
    compiled: result.compiled,
    cached: result.cached,
    variants: result.checked.map(({ variant, compiled, resources }) => ({
      ...variantJson(variant),
      registers: resources.registers,
      stack: resources.stack,
      shared: resources.sharedStatic + resources.sharedDynamic,
      size: resources.size,
      ...(compiled.ptx !== undefined && { ptxSize: Buffer.byteLength(compiled.ptx) }),
    })),
    ...(result.difference !== undefined && { difference: differenceJson(result.difference) }),
  };
}
