import type { BuildContext } from '../../core/context.ts';
import type { DistributionFile } from '../../core/distribution/distribution.ts';
import { withHome } from './access.ts';
import { planRelease } from './plan.ts';
import { withDistributions } from './preparation.ts';
import type { PublishRequest } from './request.ts';
import type { ReleaseFile } from './files.ts';
import { findRelease } from './record.ts';

/** What publishing would do. */
export interface Preview {
  readonly repository: string;
  readonly tag: string;
  readonly release: 'none' | 'draft' | 'published';
  readonly there: readonly ReleaseFile[];
  readonly lacking: readonly Omit<DistributionFile, 'file'>[];
}

/** Everything of `publishRelease` that changes nothing, with the same failures. */
export async function previewRelease(
  request: PublishRequest,
  context: BuildContext,
): Promise<Preview> {
  return withDistributions(request, context, (distributions) =>
    withHome(request, context, async (home) => {
      const { repository, tag } = request;
      const found = await findRelease(home, tag);
      const { there, lacking } = await planRelease(home, found, distributions, false);
      const named = lacking.map(({ file: _file, ...shown }) => shown);
      const release = found?.draft === true ? 'draft' : 'published';
      return { repository, tag, release: found ? release : 'none', there, lacking: named };
    }),
  );
}
