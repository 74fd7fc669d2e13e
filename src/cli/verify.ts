import { basename } from 'node:path';
import { Failure } from '../core/base/errors.ts';
import { readDocument } from '../core/manifest/yaml.ts';
import { verifyTritonTools } from '../core/triton-tools/triton-tools.ts';
import { type SourceComparison, type Verification, verify } from '../core/verify/verify.ts';
import { withVerifiedRelease } from '../github/fetch/verify-release.ts';
import { addSelection, type CompileOptions, compileOptions } from './options.ts';
import type { AddCommands } from './program.ts';

interface VerifyOptions extends CompileOptions {
  readonly package: string;
  readonly sources: boolean;
  readonly reproducible?: true;
  readonly release?: string;
  readonly repository?: string;
  readonly asset?: string;
  readonly attestation?: true;
}

/** The command `verify`, which checks a package, its archive, or one in a release. */
export const addVerifyCommand: AddCommands = (program, context, answer) => {
  const command = compileOptions(addSelection(program.command('verify')))
    .description('check a package: files, cubins and C interface, and whether the sources give it')
    .option('--package <folder>', 'the package, or its archive', 'aot')
    .option(
      '--release <tag>',
      'check the archive of a release: a tag, `latest`, or a range such as ^1.2',
    )
    .option('--asset <name>', "the release's file, where it has several")
    .option(
      '--repository <owner/name>',
      'whose release it is (that of GITHUB_REPOSITORY when left out)',
    )
    .option('--attestation', "the repository's workflow must have signed the archive; needs gh")
    .option('--reproducible', 'build it again, with nothing from any store, and compare every byte')
    .option('--no-sources', 'leave the sources alone')
    .addHelpText('after', HELP)
    .action(async (options: VerifyOptions) => {
      const isNamed = command.getOptionValueSource('manifest') === 'cli';
      if (await isStock(options)) {
        const files = await verifyTritonTools(options, context);
        answer(
          options,
          () => ({ package: options.package, files }),
          () => `${files} files in ${options.package} are what the sources give\n`,
        );
        return;
      }
      const { jobs, timeout, reproducible } = options;
      const request = {
        sources: sourcesOf(options, isNamed),
        rebuild: reproducible === true ? { jobs, timeout } : undefined,
      };
      const results = await withVerifiedRelease(options, context, async (path, checks) => {
        const verified = await verify({ ...request, package: path }, context);
        // What a release has is downloaded for the time only.
        const shown = options.release === undefined ? undefined : { folder: basename(path) };
        return verified.map(({ pkg, checks: further, problems }) => ({
          pkg: { ...pkg, ...shown },
          checks: [...checks, ...further],
          problems,
        }));
      });
      answer(
        options,
        () => verifyJson(results),
        () => verifyText(results),
      );
      const problems = results.flatMap((result) => result.problems);
      if (problems.length > 0) throw new Failure('verification', problems);
    });
};

const HELP = `
The package is compared with the manifest where there is one for it; a release only where --manifest names one.
GH_TOKEN or GITHUB_TOKEN holds the token for releases of private repositories.`;

/** Committed files of Triton's own tools are another thing than a package. */
async function isStock({ generator, manifest, release }: VerifyOptions): Promise<boolean> {
  if (release !== undefined || generator !== undefined) return generator === 'triton';
  const value = (await readDocument(manifest))?.value;
  const isMap = typeof value === 'object' && value !== null;
  return isMap && 'generator' in value && value.generator === 'triton';
}

function sourcesOf(options: VerifyOptions, isNamed: boolean): SourceComparison | undefined {
  const { sources, release, reproducible } = options;
  if (!sources) return undefined;
  // A checkout is of its own day, and releases of theirs.
  const isWanted = release === undefined || isNamed || reproducible === true;
  return isWanted ? { selection: { ...options, generator: 'native' }, isNamed } : undefined;
}

const MARKS = { ok: 'ok', failed: '!!', skipped: '--' } as const;

/** What `verify` prints: for each package a line for each thing that was looked at, or why it was not. */
export function verifyText(results: readonly Verification[]): string {
  return results.map(textOf).join('');
}

export function verifyJson(results: readonly Verification[]): unknown {
  return { packages: results.map(jsonOf) };
}

function textOf({ pkg, checks }: Verification): string {
  const { manifest, folder } = pkg;
  const part = manifest.part === undefined ? '' : ` for ${manifest.part}`;
  const lines = checks.map(({ outcome, text }) => `  ${MARKS[outcome]}  ${text}\n`);
  return `${manifest.package} ${manifest.version}${part} in ${folder}\n${lines.join('')}`;
}

function jsonOf({ pkg, checks, problems }: Verification): unknown {
  const { manifest, manifestSha256, folder } = pkg;
  return {
    package: manifest.package,
    version: manifest.version,
    ...(manifest.part !== undefined && { part: manifest.part }),
    folder,
    manifestSha256,
    checks,
    problems,
  };
}
