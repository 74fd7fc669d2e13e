import { Option } from 'commander';
import { delimiter } from 'node:path';
import { shellQuote } from '../core/base/text.ts';
import { type FetchedPackage, fetchPackage } from '../github/fetch/fetch.ts';
import {
  ATTESTATION_MODES,
  type AttestationMode,
  type FetchOptions,
  fetchRequest,
  searchPaths,
} from '../github/fetch/request.ts';
import { repositoryOf, tokenIn } from '../github/session.ts';
import { parseList } from './options.ts';
import type { AddCommands } from './program.ts';

type FetchCommandOptions = Partial<Omit<FetchOptions, 'token' | 'attestation'>> & {
  readonly out: string;
  readonly cache: boolean;
  readonly attestation: AttestationMode;
  readonly json?: true;
};

/** The command `fetch`, which gets a package. */
export const addFetchCommand: AddCommands = (program, context, answer) => {
  program
    .command('fetch')
    .description('get a package from a release or a workflow run; prints variables for a shell')
    .option('--repository <owner/name>', 'where the package is (GITHUB_REPOSITORY when left out)')
    .option('--release <tag>', 'a tag, `latest`, or a range such as ^1.2')
    .option('--asset <name>', "the release's file")
    .option('--branch <name>', 'the newest good workflow run for a branch, in place of a release')
    .option('--workflow <file>', 'the workflow that made it (any when left out)')
    .option('--artifact <glob>', 'the artifact of the run (aot* when left out)')
    .option('--package <name>', 'the package, where there are several')
    .option('--targets <list>', 'architectures that it must hold, such as sm_80,sm_90', parseList)
    .option('--digest <sha256>', 'of the archive that it must be')
    .addOption(
      new Option('--attestation <need>', "whether the repository's workflow must have signed it")
        .choices(ATTESTATION_MODES)
        .default('off'),
    )
    .option('--out <folder>', 'where the package is put', 'aot')
    .option('--no-cache', 'neither keep archives nor take kept ones')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nGH_TOKEN or GITHUB_TOKEN holds the token for private repositories and artifacts.',
    )
    .action(async ({ json, ...chosen }: FetchCommandOptions) => {
      const { env } = context;
      const token = tokenIn(env);
      const repository = repositoryOf(chosen.repository, env);
      const fetched = await fetchPackage(
        fetchRequest({ ...NOTHING, ...chosen, repository, token }),
        context,
      );
      answer(
        json === true ? { json } : {},
        () => fetched,
        () => fetchText(fetched),
      );
    });
};

/** Of what may be left out. */
const NOTHING = {
  release: undefined,
  branch: undefined,
  workflow: undefined,
  artifact: undefined,
  asset: undefined,
  package: undefined,
  targets: undefined,
  digest: undefined,
};

/** What `fetch` prints: what a POSIX shell takes, so that `eval "$(triton-aot fetch …)"` has CMake find the package. */
function fetchText({ folder }: FetchedPackage): string {
  return searchPaths(folder, {})
    .map(
      ({ name, folder: added }) =>
        `export ${name}=${shellQuote(added)}"\${${name}:+${delimiter}$${name}}"\n`,
    )
    .join('');
}
