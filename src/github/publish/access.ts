import type { BuildContext } from '../../core/context.ts';
import { withAccess } from '../access.ts';
import type { Home } from './home.ts';
import type { PublishRequest } from './request.ts';
import { nameOf } from './record.ts';
import type { Patience } from '../request.ts';

/** Does `work` with the repository that is published to, as `withAccess` does. */
export function withHome<T>(
  { repository, tag, token }: PublishRequest,
  context: BuildContext,
  work: (home: Home) => Promise<T>,
  patience?: Patience,
): Promise<T> {
  const errand = { named: nameOf({ repository }, tag), done: 'published', token } as const;
  return withAccess(errand, context, (access) => work({ repository, access }), patience);
}
