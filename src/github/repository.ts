import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';

/** `owner/name`. A name of only dots would change the path of an address. */
export const REPOSITORY_FORM = /^[\w-]+\/(?!\.\.?$)[\w.-]+$/;

/**
 * Returns the named repository, or the workflow's own.
 * @throws {Failure} `usage` if there is neither, or it is not `owner/name`.
 */
export function repositoryOf(named: string | undefined, env: Environment): string {
  const repository = named ?? env['GITHUB_REPOSITORY'];
  if (repository !== undefined && REPOSITORY_FORM.test(repository)) return repository;
  throw new Failure('usage', {
    message:
      repository === undefined
        ? 'no repository is given, and GITHUB_REPOSITORY is not set'
        : `\`${repository}\` is not a repository`,
    hint: 'Set `--repository` (input `repository`) to owner/name.',
  });
}

/** Returns the command line's token, from the variables that `gh` reads, if one is set. */
export function tokenIn(env: Environment): string | undefined {
  return env['GH_TOKEN'] || env['GITHUB_TOKEN'] || undefined;
}

/**
 * Events that only people with write access can cause, and whose runs work on code in the
 * repository. The runs of all other events may work on anyone's code. This is the only list:
 * fetching and publishing both decide by it.
 * Source: GitHub's documentation, "Events that trigger workflows".
 */
export const TRUSTED_EVENTS = [
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'merge_group',
  'release',
];
