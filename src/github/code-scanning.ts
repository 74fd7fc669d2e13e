import { gzipSync } from 'node:zlib';
import type { Log } from 'sarif';
import { z } from 'zod';
import type { RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { request, retryAsWhole, withAccess } from './api.ts';
import { repositoryOf } from './repository.ts';

/**
 * Uploads SARIF to code scanning for the commit of the workflow's run. GitHub processes it later. Returns the address
 * that says how far it is.
 * @param fingerprint the name of the fingerprint by which GitHub is to recognise results: it reads only its own name
 * @throws {Failure} `environment` if the token may not, or the repository has no code scanning; `usage` outside of
 * workflows.
 */
export async function uploadSarif(
  sarif: Log,
  fingerprint: string,
  token: string | undefined,
  { env, signal }: Pick<RunContext, 'env' | 'signal'>,
): Promise<string> {
  const { GITHUB_SHA: commit, GITHUB_REF: ref } = env;
  const [owner, repo] = repositoryOf(undefined, env).split('/');
  const what = `the code scanning results of ${owner}/${repo}`;
  if (!commit || !ref)
    throw new Failure('usage', {
      message: `cannot upload ${what}: GITHUB_SHA and GITHUB_REF do not say for which commit`,
    });
  const content = gzipSync(JSON.stringify(withKnownFingerprints(sarif, fingerprint)));
  const values = { owner, repo, commit_sha: commit, ref, sarif: content.toString('base64') };
  const asked = {
    method: 'POST',
    url: '/repos/{owner}/{repo}/code-scanning/sarifs',
    values,
    what,
    permission: 'security-events: write',
    schema: z.object({ url: z.string() }),
  } as const;
  return withAccess({ verb: 'upload', what, token }, { env, signal }, (access) =>
    // A second upload replaces the first.
    retryAsWhole(access, async (once) => (await request(asked, once)).url),
  );
}

/** Source: GitHub, "SARIF support for code scanning", "Data for preventing duplicated alerts". */
function withKnownFingerprints(sarif: Log, fingerprint: string): Log {
  const runs = sarif.runs.map(({ results = [], ...run }) => ({
    ...run,
    results: results.map((result) => ({
      ...result,
      partialFingerprints: {
        ...result.partialFingerprints,
        primaryLocationLineHash: result.partialFingerprints?.[fingerprint] ?? '',
      },
    })),
  }));
  return { ...sarif, runs };
}
