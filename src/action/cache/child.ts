import { fileURLToPath } from 'node:url';
import { run, type Environment } from '../../core/process.ts';
import {
  cacheAnswerSchema,
  type CacheAnswer,
  type RestoreRequest,
  type SaveRequest,
} from './exchange.ts';

/** How long the service is waited for, in seconds. */
export interface Patience {
  /** For a call without any transfer; the client may need three attempts, and ten seconds between them. */
  readonly call: number;
  /** For a file to come, calls included. */
  readonly restore: number;
  /** For a file to go. */
  readonly save: number;
}

export const PATIENCE: Patience = { call: 30, restore: 120, save: 300 };

/** Asks the cache service. Never rejects; undefined: the run was interrupted meanwhile. */
export type AskCache = (
  request: Omit<RestoreRequest, 'patience'> | Omit<SaveRequest, 'patience'>,
) => Promise<CacheAnswer | undefined>;

export interface ChildSettings {
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly patience?: Patience;
  /** The built src/cache.ts; by default the one beside this code in dist. */
  readonly program?: string;
}

const PROGRAM = fileURLToPath(new URL('cache.js', import.meta.url));

/** Asks by a process for each request, which is ended with all its children when it takes too long. */
export function cacheChild({
  env,
  signal,
  patience = PATIENCE,
  program = PROGRAM,
}: ChildSettings): AskCache {
  return async (request) => {
    const seconds = patience[request.operation];
    const late = AbortSignal.timeout(seconds * 1000);
    try {
      const { stdout, stderr } = await run([process.execPath, program], {
        env: environmentOf(env),
        signal: AbortSignal.any([signal, late]),
        input: JSON.stringify({ ...request, patience: patience.call }),
      });
      return readAnswer(stdout) ?? down(`the connection ended early${lastLine(stderr)}`);
    } catch (error) {
      if (signal.aborted) return undefined;
      return down(late.aborted ? `it took more than ${seconds} s` : String(error));
    }
  };
}

/** What the client reads, and what Node needs to reach the network: proxies and certificates. No other secrets. */
const NEEDED =
  /^(ACTIONS_(CACHE_\w+|RESULTS_URL|RUNTIME_TOKEN)|GITHUB_SERVER_URL|SEGMENT_DOWNLOAD_TIMEOUT_MINS|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|NODE_(EXTRA_CA_CERTS|OPTIONS|USE_\w+))$/i;

function environmentOf(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.test(name)));
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
