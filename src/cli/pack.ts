import { distribute, findPackages } from '../core/archive/distribute.ts';
import type { Distribution } from '../core/archive/distribution.ts';
import { ARCHIVE_FORMATS, type ArchiveFormat } from '../core/archive/pack.ts';
import { formatSize } from '../core/base/text.ts';
import { parseArchiveFormats, parseList } from './options.ts';
import type { AddCommands } from './program.ts';

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
    .option('--package <folders>', 'packages, or a folder that has them', parseList, ['aot'])
    .option('--out <folder>', 'where the archives go, with checksums and SBOM', 'release')
    .option('--formats <list>', 'archives to make', parseArchiveFormats, [...ARCHIVE_FORMATS])
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

/** What `pack` prints: what was packed, and each file with its size and SHA-256. */
function packText(distributions: readonly Distribution[], out: string): string {
  return distributions
    .map(({ pkg: { folder, manifest }, files }) => {
      const widths = {
        name: Math.max(...files.map(({ name }) => name.length)),
        size: Math.max(...files.map(({ size }) => formatSize(size).length)),
      };
      const lines = files.map(
        ({ name, size, sha256 }) =>
          `  ${name.padEnd(widths.name)}  ${formatSize(size).padStart(widths.size)}  ${sha256}\n`,
      );
      const part = manifest.part === undefined ? '' : ` for ${manifest.part}`;
      return `${manifest.package} ${manifest.version}${part} (${folder}) in ${out}\n${lines.join('')}`;
    })
    .join('');
}

function packJson(distributions: readonly Distribution[]): unknown {
  return {
    packages: distributions.map(({ pkg: { folder, manifest }, stem, files }) => ({
      package: manifest.package,
      version: manifest.version,
      ...(manifest.part !== undefined && { part: manifest.part }),
      folder,
      stem,
      files,
    })),
  };
}
