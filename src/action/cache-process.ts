import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Environment, run } from '../core/base/process.ts';

/** How long the service is waited for, in seconds. */
export interface CacheTimeouts {
  /** For a call without any transfer; the client may need three attempts, and ten seconds between them. */
  readonly call: number;
  /** For a file to come, calls included. */
  readonly restore: number;
  /** For a file to go. */
  readonly save: number;
}

const CACHE_TIMEOUTS: CacheTimeouts = { call: 30, restore: 120, save: 300 };

/** Asks the cache service. Never rejects; undefined: the run was interrupted meanwhile. */
export type AskCache = (
  request: Omit<RestoreRequest, 'callTimeout'> | Omit<SaveRequest, 'callTimeout'>,
) => Promise<CacheAnswer | undefined>;

interface CacheProcessSettings {
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly timeouts?: CacheTimeouts;
  /** The built src/cache.ts; by default the one beside this code in dist. */
  readonly program?: string;
}

const PROGRAM = fileURLToPath(new URL('cache-client.js', import.meta.url));

/** Asks by a process for each request, which is ended with all its children when it takes too long. */
export function cacheProcess({
  env,
  signal,
  timeouts = CACHE_TIMEOUTS,
  program = PROGRAM,
}: CacheProcessSettings): AskCache {
  return async (request) => {
    const seconds = timeouts[request.operation];
    const late = AbortSignal.timeout(seconds * 1000);
    try {
      const { stdout, stderr } = await run([process.execPath, program], {
        env: environmentOf(env),
        signal: AbortSignal.any([signal, late]),
        input: JSON.stringify({ ...request, callTimeout: timeouts.call }),
      });
      return readAnswer(stdout) ?? down(`the connection ended early${lastLine(stderr)}`);
    } catch (error) {
      if (signal.aborted) return undefined;
      return down(late.aborted ? `it took more than ${seconds} s` : String(error));
    }
  };
}

/** What the client reads, and what Node needs to reach the network: proxies and certificates. No other secrets. */
const PASSED_VARIABLES =
  /^(ACTIONS_(CACHE_\w+|RESULTS_URL|RUNTIME_TOKEN)|GITHUB_SERVER_URL|SEGMENT_DOWNLOAD_TIMEOUT_MINS|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|NODE_(EXTRA_CA_CERTS|OPTIONS|USE_\w+))$/i;

function environmentOf(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_VARIABLES.test(name)));
}

/** The client logs to standard output, too; the answer is its last line. */
function readAnswer(stdout: string): CacheAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    return cacheAnswerSchema.safeParse(answer).data;
  } catch {
    return undefined;
  }
}

function lastLine(stderr: string): string {
  const line = stderr.trimEnd().split('\n').at(-1);
  return line ? `: ${line}` : '';
}

function down(message: string): CacheAnswer {
  return { problem: 'down', message };
}

/** What the program of src/cache.ts is asked for, as JSON on its standard input. One process serves one request. */
export type CacheRequest = RestoreRequest | SaveRequest;

export interface RestoreRequest {
  readonly operation: 'restore';
  readonly prefixes: readonly string[];
  readonly file: string;
  /** How long a call of the service, without any transfer, may take: in seconds. */
  readonly callTimeout: number;
}

export interface SaveRequest {
  readonly operation: 'save';
  readonly name: string;
  readonly file: string;
  readonly callTimeout: number;
}

/**
 * Why a request was not served. `down`: the service cannot be used now, so that there is no use in asking again;
 * `denied`: the job's token does not allow this operation; `failed`: this request alone.
 */
const refusalSchema = z.object({
  problem: z.enum(['down', 'denied', 'failed']),
  message: z.string(),
});

const restoredSchema = z.object({ found: z.string().nullable() });

const savedSchema = z.object({ kept: z.boolean() });

/** Its answer: JSON on the last line of its standard output. */
const cacheAnswerSchema = z.union([restoredSchema, savedSchema, refusalSchema]);

export type CacheAnswer = z.infer<typeof cacheAnswerSchema>;
export type CacheRefusal = z.infer<typeof refusalSchema>;
