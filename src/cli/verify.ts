import { basename } from 'node:path';
import { Failure } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import { readDocument } from '../manifest/yaml.ts';
import { verifyTritonTools } from '../package/triton-tools/triton-tools.ts';
import type { SourceComparison } from '../package/verify/finding.ts';
import { type Verification, verify } from '../verify.ts';
import { withVerifiedRelease } from '../github/fetch/verify-release.ts';
import {
  type AddCommands,
  addCompileOptions,
  type CompileOptions,
  JSON_OPTION,
} from './command.ts';

interface VerifyOptions extends CompileOptions {
  readonly package: string;
  readonly sources: boolean;
  readonly strict?: true;
  readonly reproducible?: true;
  readonly release?: string;
  readonly repository?: string;
  readonly asset?: string;
  readonly attestation?: true;
}

/** The command `verify`. */
export const addVerifyCommand: AddCommands = (program, context, answer) => {
  const command = addCompileOptions(program.command('verify'))
    .description('Check a package and compare it with its sources')
    .option('--package <folder>', 'Package, folder of packages, or archive', 'aot')
    .option('--no-sources', 'Do not compare the package with its sources')
    .option('--strict', 'Generate all C code again from manifest.json, and compare every byte')
    .option('--reproducible', 'Build the package again without a store, and compare every byte')
    .option(
      '--release <tag>',
      'Check a package of a release: a tag, `latest`, or a range such as ^1.2',
    )
    .option('--asset <name>', 'File of the release (default: the only matching archive)')
    .option('--repository <owner/name>', 'Repository of the release (default: $GITHUB_REPOSITORY)')
    .option('--attestation', 'Require an attestation by a workflow of the repository; needs gh')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (options: VerifyOptions) => {
      const isNamed = command.getOptionValueSource('manifest') === 'cli';
      if (await isFromTritonTools(options)) {
        const files = await verifyTritonTools(options, context);
        answer(
          options.json,
          () => ({ package: options.package, files }),
          () => `${plural(files, 'file')} in ${options.package} match the sources\n`,
        );
        return;
      }
      const { jobs, timeout, reproducible, strict } = options;
      const request = {
        sources: sourcesOf(options, isNamed),
        strict,
        rebuild: reproducible === true ? { jobs, timeout } : undefined,
      };
      const results = await withVerifiedRelease(options, context, async (path, checks) => {
        const verified = await verify({ ...request, package: path }, context);
        // The archive of a release is in a temporary folder.
        const shown = options.release === undefined ? undefined : { folder: basename(path) };
        return verified.map(({ pkg, checks: further, problems }) => ({
          pkg: { ...pkg, ...shown },
          checks: [...checks, ...further],
          problems,
        }));
      });
      answer(
        options.json,
        () => verifyJson(results),
        () => verifyText(results),
      );
      const problems = results.flatMap((result) => result.problems);
      if (problems.length > 0) throw new Failure('verification', problems);
    });
};

const HELP = `
Checks files, cubins, C interface, evidence and SBOM. A local package is also compared with its
sources if the manifest exists; a package of a release only with --manifest or --reproducible.
Private repositories need a token in GH_TOKEN or GITHUB_TOKEN.

Examples:
  triton-aot verify
  triton-aot verify --package aot --reproducible
  triton-aot verify --release v1.2.0 --repository owner/name --attestation`;

/** Returns whether the package is one of Triton's own tools, which has no manifest.json. */
async function isFromTritonTools({
  generator,
  manifest,
  release,
}: VerifyOptions): Promise<boolean> {
  if (release !== undefined || generator !== undefined) return generator === 'triton';
  const value = (await readDocument(manifest))?.value;
  const isMap = typeof value === 'object' && value !== null;
  return isMap && 'generator' in value && value.generator === 'triton';
}

function sourcesOf(options: VerifyOptions, isNamed: boolean): SourceComparison | undefined {
  const { sources, release, reproducible } = options;
  if (!sources) return undefined;
  // The checkout is usually not the commit of the release.
  const isWanted = release === undefined || isNamed || reproducible === true;
  return isWanted ? { selection: { ...options, generator: 'native' }, isNamed } : undefined;
}

const OUTCOMES = { ok: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

/** The text of `verify`: for each package, a line for each check. */
export function verifyText(results: readonly Verification[]): string {
  return results.map(textOf).join('');
}

export function verifyJson(results: readonly Verification[]): unknown {
  return { packages: results.map(jsonOf) };
}

function textOf({ pkg, checks }: Verification): string {
  const { manifest, folder } = pkg;
  const part = manifest.part === undefined ? '' : ` for ${manifest.part}`;
  const lines = checks.map(({ outcome, text }) => `  ${OUTCOMES[outcome].padEnd(7)}  ${text}\n`);
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
