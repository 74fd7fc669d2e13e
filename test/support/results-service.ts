import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Artifact, createArtifactService } from './results-service/artifacts.ts';
import { createBlobs } from './results-service/blobs.ts';
import { type CacheEntry, createCacheService } from './results-service/cache.ts';
import { createCacheServiceV1, type TakenAnswer } from './results-service/cache-v1.ts';
import type { Fault, Occasion } from './results-service/faults.ts';
import { type Job, tokenOf } from './results-service/job.ts';
import { createTraffic, type RequestRecord } from './results-service/traffic.ts';

export interface ResultsServiceOptions {
  /** The job that `env` is for. */
  readonly job?: Job;
  /** Entries of an earlier service. */
  readonly entries?: readonly CacheEntry[];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * Gives blobs addresses of Azure, like GitHub's. @actions/cache downloads these with the Azure
   * client, unlike others. The service is then the HTTP proxy of the environment.
   */
  readonly azure?: boolean;
  /** Offers version 1 of the cache service instead of version 2, as one of these servers does. */
  readonly cacheV1?: TakenAnswer;
}

/**
 * The part of GitHub's service for caches and artifacts that @actions/cache and @actions/artifact
 * use.
 */
export interface ResultsService extends AsyncDisposable {
  readonly url: string;
  /** The variables that a runner sets for the job of the options. */
  readonly env: Readonly<Record<string, string>>;
  /** The variables that a runner sets for another job of the same repository. */
  envOf(job: Job): Readonly<Record<string, string>>;
  readonly entries: readonly CacheEntry[];
  readonly artifacts: readonly Artifact[];
  readonly requests: readonly RequestRecord[];
  /** Makes requests fail whose name matches the expression or begins with the text. */
  fail(request: string | RegExp, fault: Fault, occasion?: Occasion): void;
  close(): Promise<void>;
}

/**
 * Starts the service on a free port. It keeps everything in memory, and RUNNER_TEMP in a temporary
 * folder.
 */
export async function startResultsService(
  options: ResultsServiceOptions = {},
): Promise<ResultsService> {
  const { now = Date.now, azure = false } = options;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to listen on');
  const url = `http://127.0.0.1:${address.port}`;
  const temporary = await mkdtemp(join(tmpdir(), 'results-service-'));

  const blobs = createBlobs(azure ? 'http://results.blob.core.windows.net' : url);
  const cache = createCacheService(blobs, now, options.entries ?? []);
  const artifacts = createArtifactService(blobs, now);
  const cacheV1 = createCacheServiceV1(cache, blobs, options.cacheV1 ?? 'github');
  const traffic = createTraffic({ ...cache.calls, ...artifacts.calls }, blobs, cacheV1);
  server.on('request', (request, response) => {
    traffic.serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  // As a proxy it connects to itself, whatever the host.
  server.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.emit('connection', socket);
  });

  const envOf = (job: Job): Readonly<Record<string, string>> => ({
    ...(options.cacheV1 === undefined
      ? { ACTIONS_CACHE_SERVICE_V2: 'True' }
      : { ACTIONS_CACHE_URL: `${url}/` }),
    ACTIONS_RESULTS_URL: `${url}/`,
    ACTIONS_RUNTIME_TOKEN: tokenOf(job),
    GITHUB_ACTIONS: 'true',
    GITHUB_REF: job.ref ?? 'refs/heads/main',
    GITHUB_SERVER_URL: 'https://github.com',
    RUNNER_TEMP: temporary,
    ...(azure && proxied(url)),
  });
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    await rm(temporary, { recursive: true, force: true });
  };

  return {
    url,
    env: envOf(options.job ?? {}),
    envOf,
    get entries() {
      return cache.entries();
    },
    get artifacts() {
      return artifacts.artifacts();
    },
    requests: traffic.requests,
    fail: traffic.fail,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The Azure client prefers a proxy for HTTPS, even for addresses without it. */
function proxied(url: string): Readonly<Record<string, string>> {
  const none = { HTTPS_PROXY: '', https_proxy: '', ALL_PROXY: '', all_proxy: '' };
  return {
    ...none,
    HTTP_PROXY: url,
    http_proxy: url,
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  };
}
