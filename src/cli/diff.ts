import { rm } from 'node:fs/promises';
import { isArchiveName } from '../package/archive/pack.ts';
import { findPackageFolder, unpackArchive } from '../package/archive/unpack.ts';
import type { ScratchContext } from '../base/context.ts';
import { makeScratch } from '../base/leftovers.ts';
import { compareBuilds } from '../report/difference/difference.ts';
import { differenceMarkdown } from '../report/difference/markdown.ts';
import { type ComparedBuild, readBuild } from '../report/difference/build.ts';
import { differenceJson, differenceText } from '../report/difference/text.ts';
import { failOnRegressions, type REGRESSIONS } from '../report/difference/regressions.ts';
import type { AddCommands } from './command.ts';
import { failOnOption } from './build-options.ts';
import { JSON_OPTION } from './options.ts';

interface DiffOptions {
  readonly failOn?: typeof REGRESSIONS;
  readonly markdown?: true;
  readonly json?: true;
}

/** The command `diff`. */
export const addDiffCommand: AddCommands = (program, context, answer) => {
  program
    .command('diff')
    .description('Compare two builds of a package: registers, spills, occupancy, size')
    .argument('<before>', 'Package, archive, or manifest.json')
    .argument('<after>', 'What to compare it with, in any of these forms')
    .addOption(failOnOption())
    .option('--markdown', 'Print Markdown, for a job summary or a comment')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (before: string, after: string, options: DiffOptions) => {
      const builds = [await open(before, context), await open(after, context)] as const;
      const difference = compareBuilds(...builds);
      answer(
        options.json,
        differenceJson(difference),
        options.markdown === true ? differenceMarkdown(difference) : differenceText(difference),
      );
      if (options.failOn !== undefined) failOnRegressions(difference);
    });
};

const HELP = `
Needs no GPU. "Changed in metadata only" means: the same machine code.

Regressions are new spills, a lower occupancy, 10 % more registers or shared memory, and 20 %
more size.

Examples:
  triton-aot diff old/aot aot
  triton-aot diff aot-demo-1.2.0.tar.gz aot --fail-on regressions
  triton-aot diff old/aot aot --markdown >> "$GITHUB_STEP_SUMMARY"`;

/** Reads a build, from an archive too. */
async function open(
  path: string,
  { scratch, signal }: Pick<ScratchContext, 'scratch' | 'signal'>,
): Promise<ComparedBuild> {
  if (!isArchiveName(path)) return readBuild(path);
  const folder = await makeScratch(scratch, 'archive');
  try {
    await unpackArchive(path, folder, signal);
    return await readBuild(await findPackageFolder(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
