import { Failure } from '../core/errors.ts';
import type { Environment } from '../core/process.ts';

/** `owner/name`; names of dots alone would lead elsewhere. */
export const REPOSITORY_FORM = /^[\w-]+\/(?!\.\.?$)[\w.-]+$/;

/**
 * The repository that is named, else the workflow's own.
 * @throws {Failure} `usage` where neither tells.
 */
export function repositoryOf(named: string | undefined, env: Environment): string {
  const repository = named ?? env['GITHUB_REPOSITORY'];
  if (repository !== undefined && REPOSITORY_FORM.test(repository)) return repository;
  throw new Failure('usage', {
    message:
      repository === undefined
        ? 'nothing tells of which repository the package is'
        : `\`${repository}\` is no repository`,
    hint: 'Name it in `repository`: owner/name.',
  });
}
