import { basename, join } from 'node:path';
import { Option } from 'commander';
import { Failure } from '../base/errors.ts';
import { type Verification, verify } from '../verify.ts';
import { withVerifiedRelease } from '../github/fetch/verify-release.ts';
import { DEFAULT_PACKAGE } from '../base/form.ts';
import type { AddCommands } from './command.ts';
import { addCompileOptions, type CompileOptions } from './build-options.ts';
import {
  ASSET_OPTION,
  JSON_OPTION,
  RELEASE_OPTION,
  REPOSITORY_OPTION,
  STORE_OPTION,
} from './options.ts';

interface VerifyOptions extends Omit<CompileOptions, 'manifest'> {
  readonly manifest?: string;
  readonly package: string;
  readonly store?: string;
  readonly release?: string;
  readonly repository?: string;
  readonly asset?: string;
  readonly attestation?: true;
}

/** Adds the command `verify`. */
export const addVerifyCommand: AddCommands = (program, context, answer) => {
  addCompileOptions(program.command('verify'), MANIFEST_OPTION)
    .description('Check a package, or build it again and compare every byte')
    .option('--package <folder>', 'Package, folder of packages, or archive', DEFAULT_PACKAGE)
    .option(...STORE_OPTION)
    .option(...RELEASE_OPTION)
    .option(...ASSET_OPTION)
    .option(...REPOSITORY_OPTION)
    .option('--attestation', 'Require an attestation by a workflow of the repository; needs gh')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (options: VerifyOptions) => {
      const { manifest } = options;
      const store = options.store ?? join(context.home, 'store');
      const rebuild = manifest === undefined ? undefined : { ...options, manifest, store };
      const results = await withVerifiedRelease(options, context, async (path, checks) => {
        const verified = await verify({ rebuild, package: path }, context);
        // The archive of a release is in a temporary folder.
        const shown = options.release === undefined ? undefined : { folder: basename(path) };
        return verified.map(({ pkg, checks: further, problems }) => ({
          pkg: { ...pkg, ...shown },
          checks: [...checks, ...further],
          problems,
        }));
      });
      answer(options.json, verifyJson(results), verifyText(results));
      const problems = results.flatMap((result) => result.problems);
      if (problems.length > 0) throw new Failure('verification', problems);
    });
};

const MANIFEST_OPTION = new Option(
  '--manifest <file>',
  'Manifest of the package, to build it again and compare every byte',
);

const HELP = `
Checks files, cubins, C interface, limits, evidence and SBOM. With --manifest, the package is built
again with the results in the store, and every byte is compared.
Private repositories need a token in GH_TOKEN or GITHUB_TOKEN.

Examples:
  triton-aot verify
  triton-aot verify --package aot --manifest kernels.yaml
  triton-aot verify --release v1.2.0 --repository owner/name --attestation`;

const OUTCOMES = { ok: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

/** Returns the text of `verify`: for each package, a line for each check. */
export function verifyText(results: readonly Verification[]): string {
  return results.map(verificationText).join('');
}

export function verifyJson(results: readonly Verification[]): unknown {
  return { packages: results.map(jsonOf) };
}

function verificationText({ pkg, checks }: Verification): string {
  const { manifest, folder } = pkg;
  const lines = checks.map(({ outcome, text }) => `  ${OUTCOMES[outcome].padEnd(7)}  ${text}\n`);
  return `${manifest.package} ${manifest.version} in ${folder}\n${lines.join('')}`;
}

function jsonOf({ pkg, checks, problems }: Verification): unknown {
  const { manifest, manifestSha256, folder } = pkg;
  return {
    package: manifest.package,
    version: manifest.version,
    folder,
    manifestSha256,
    checks,
    problems,
  };
}
