import { createHash } from 'node:crypto';
import {
  type Answer,
  answer,
  type Fault,
  faults,
  type SeenRequest,
  startServer,
} from './releases-api/server.ts';

/** An artifact of a run, with optional defects. */
export interface ServedArtifact {
  readonly name: string;
  /** A zip. */
  readonly content: Buffer;
  readonly expired?: boolean;
  /** The digest that the API reports; that of the content by default. */
  readonly digest?: string | null;
}

export interface ServedRun {
  readonly artifacts?: readonly ServedArtifact[];
  readonly branch?: string;
  readonly event?: string;
  readonly conclusion?: string;
  /** The repository whose code it worked on; that of the run by default. `null` if deleted. */
  readonly head?: string | null;
  /** The workflow's file name. */
  readonly workflow?: string;
}

/** GitHub's API for workflow runs and their artifacts, whose files are on another server. */
export interface ActionsApi extends AsyncDisposable {
  /** The variables that a runner sets. */
  readonly env: Readonly<Record<string, string>>;
  readonly asked: readonly SeenRequest[];
  readonly stored: readonly SeenRequest[];
  /** Makes the next request fail whose method and path contain the text. */
  once(part: string, fault: Fault): void;
}

const OWN = 'me/kernels';
const BASE = `/api/v3/repos/${OWN}/actions`;

/**
 * Serves runs of `me/kernels`, newest first, numbered down to 1, to requests with `token`. Like
 * GitHub's, the list includes runs of forks, whose branches can have any name.
 */
export async function startActionsApi(
  runs: readonly ServedRun[],
  token = 'secret',
): Promise<ActionsApi> {
  const rules = faults();
  const kept = runs.flatMap(({ artifacts = [] }, index) =>
    artifacts.map((artifact) => ({ ...artifact, run: runs.length - index })),
  );
  // Later runs have larger numbers.
  const idOf = (artifact: (typeof kept)[number]): number => kept.length - kept.indexOf(artifact);
  const find = (id: number) => kept.find((artifact) => idOf(artifact) === id);

  const storage = await startServer(rules, [], async ({ path }) => {
    const artifact = find(Number(path.slice('/blob/'.length)));
    return { status: artifact === undefined ? 404 : 200, body: artifact?.content };
  });

  const serve = (path: string): Answer => {
    const { pathname, searchParams } = new URL(path, 'http://any');
    const [, called = ''] = pathname.split(`${BASE}/`);
    const [, workflow, run, id] =
      /^(?:workflows\/([^/]+)\/)?runs(?:\/(\d+)\/artifacts)?$|^artifacts\/(\d+)\/zip$/.exec(
        called,
      ) ?? [];
    if (id !== undefined) {
      const artifact = find(Number(id));
      if (artifact?.expired === true)
        return { status: 410, body: { message: 'Artifact has expired' } };
      return artifact === undefined
        ? { status: 404 }
        : { status: 302, body: 'moved', headers: { location: `${storage.url}/blob/${id}` } };
    }
    if (run !== undefined) {
      const artifacts = kept.filter((one) => String(one.run) === run);
      return page(
        'artifacts',
        artifacts.map((one) => artifactJson(one, idOf(one))),
        searchParams,
        `${api.url}${pathname}`,
      );
    }
    if (!called.endsWith('runs')) return { status: 404 };
    const found = runs
      .map((one, index) => ({ ...one, id: runs.length - index }))
      .filter((one) => workflow === undefined || (one.workflow ?? 'build.yml') === workflow);
    if (workflow !== undefined && found.length === 0) return { status: 404 };
    const branch = searchParams.get('branch') ?? 'main';
    return page(
      'workflow_runs',
      found.map((one) => runJson(one, branch)),
      searchParams,
      `${api.url}${pathname}`,
    );
  };

  const api = await startServer(rules, [], async ({ path, authorization }) =>
    authorization === `Bearer ${token}` ? serve(path) : { status: 404 },
  );

  return {
    env: { GITHUB_API_URL: `${api.url}/api/v3`, GITHUB_REPOSITORY: OWN },
    asked: api.seen,
    stored: storage.seen,
    once: rules.once,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([api.close(), storage.close()]);
    },
  };
}

export { answer };

function runJson(run: ServedRun & { readonly id: number }, asked: string): unknown {
  const { id, branch = asked, event = 'push', conclusion = 'success', head = OWN } = run;
  return {
    id,
    html_url: `https://github.example/${OWN}/actions/runs/${id}`,
    event,
    conclusion,
    head_branch: branch,
    head_sha: 'c'.repeat(40),
    created_at: '2026-01-01T00:00:00Z',
    repository: { id: 1, full_name: OWN },
    head_repository: head === null ? null : { id: head === OWN ? 1 : 2, full_name: head },
  };
}

function artifactJson(
  { name, content, digest, expired = false }: ServedArtifact,
  id: number,
): unknown {
  const own = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  return {
    id,
    name,
    expired,
    size_in_bytes: content.length,
    digest: digest === undefined ? own : digest,
  };
}

function page(key: string, items: readonly unknown[], asked: URLSearchParams, url: string): Answer {
  const size = Math.min(Number(asked.get('per_page') ?? 30), 100);
  const number = Number(asked.get('page') ?? 1);
  const next = new URLSearchParams({ ...Object.fromEntries(asked), page: String(number + 1) });
  const isLast = number * size >= items.length;
  return {
    status: 200,
    body: { total_count: items.length, [key]: items.slice((number - 1) * size, number * size) },
    headers: isLast ? {} : { link: `<${url}?${next.toString()}>; rel="next"` },
  };
}
