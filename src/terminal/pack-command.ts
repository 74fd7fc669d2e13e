import { ARCHIVE_FORMATS, type ArchiveFormat } from '../core/archive/format.ts';
import { distribute, findPackages } from '../core/distribution/distribute.ts';
import type { AddCommands } from './command.ts';
import { archiveFormats, list } from './option.ts';
import { packJson, packText } from './pack-answers.ts';

interface PackOptions {
  readonly package: readonly string[];
  readonly out: string;
  readonly formats: readonly ArchiveFormat[];
  readonly json?: true;
}

/** The command `pack`, which makes archives of packages. */
export const addPackCommand: AddCommands = (program, context, answer) => {
  program
    .command('pack')
    .description('make archives of packages, the same to the byte wherever they are made')
    .option('--package <folders>', 'packages, or a folder that has them', list, ['aot'])
    .option('--out <folder>', 'where the archives go, with checksums and SBOM', 'release')
    .option('--formats <list>', 'archives to make', archiveFormats, [...ARCHIVE_FORMATS])
    .option('--json', 'print one JSON document')
    .action(async (options: PackOptions) => {
      const { formats, out } = options;
      const packages = (await Promise.all(options.package.map(findPackages))).flat();
      const distributions = await context.log.group(`Pack into ${out}`, () =>
        distribute({ packages, formats, out }, context),
      );
      answer(
        options,
        () => packJson(distributions),
        () => packText(distributions, out),
      );
    });
};
