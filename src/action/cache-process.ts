import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { tryParseJson } from '../core/base/text.ts';
import type { ScratchContext } from '../core/base/context.ts';
import { makeScratch } from '../core/base/leftovers.ts';
import { type Environment, type ProcessResult, run } from '../core/base/process.ts';
import { type CacheRefusal, cacheRefusal, loggedReason } from './cache-errors.ts';

/**
 * What src/cache-client.ts is asked for, as JSON on its standard input, with the `token` of the
 * service. Each process serves one request.
 */
export type CacheRequest =
  | { readonly operation: 'restore'; readonly prefixes: readonly string[]; readonly file: string }
  | { readonly operation: 'save'; readonly name: string; readonly file: string }
  | { readonly operation: 'find'; readonly name: string };

const refusalSchema: z.ZodType<CacheRefusal> = z.object({
  problem: z.enum(['down', 'denied', 'failed']),
  message: z.string(),
});

/** The answer: JSON on the last line of standard output. */
const answerSchema = z.union([
  z.object({ found: z.string().nullable() }),
  z.object({ kept: z.boolean() }),
  refusalSchema,
]);

export type CacheAnswer = z.infer<typeof answerSchema>;

/** How long to wait for the service, in seconds. */
export interface CacheTimeouts {
  /**
   * For a call. The library logs every attempt, with at most 15 seconds between two, and during a
   * transfer its progress each second: a longer silence means that a call gets no answer.
   */
  readonly call: number;
  /** For a download, including its calls. */
  readonly restore: number;
  /** For an upload, including its calls. */
  readonly save: number;
}

const CACHE_TIMEOUTS: CacheTimeouts = { call: 30, restore: 120, save: 300 };

/** Sends a request to the cache service. Never rejects; undefined if the run was interrupted. */
export type AskCache = (
  request: Exclude<CacheRequest, { readonly operation: 'find' }>,
) => Promise<CacheAnswer | undefined>;

interface CacheProcessSettings extends Pick<ScratchContext, 'env' | 'signal' | 'scratch'> {
  readonly timeouts?: CacheTimeouts;
  /** The built src/cache-client.ts; by default the one beside this code in dist. */
  readonly program?: string;
}

const PROGRAM = fileURLToPath(new URL('cache-client.js', import.meta.url));

/** The token of the cache service, as the library expects it in the environment. */
const TOKEN_VARIABLE = 'ACTIONS_RUNTIME_TOKEN';

/** Starts a process for each request, and ends it and its children if it takes too long. */
export function cacheProcess({
  timeouts = CACHE_TIMEOUTS,
  program = PROGRAM,
  ...context
}: CacheProcessSettings): AskCache {
  const { signal } = context;
  const serve = async (request: CacheRequest): Promise<CacheAnswer> => {
    const total = request.operation === 'find' ? timeouts.call : timeouts[request.operation];
    const limits = { total, silent: timeouts.call };
    const argv = [process.execPath, program];
    // Other processes can read the environment that a process starts with.
    const input = JSON.stringify({ ...request, token: context.env[TOKEN_VARIABLE] });
    const { stdout, stderr } = await runWithin(limits, argv, input, context);
    const answer = readAnswer(stdout);
    if (answer === undefined) return down(`the connection ended early${lastLine(stderr)}`);
    const reason = isMiss(answer) ? loggedReason(stdout) : undefined;
    return reason === undefined ? answer : cacheRefusal(reason);
  };
  return async (request) => {
    try {
      const answer = await serve(request);
      if (request.operation !== 'save' || !mayBeKept(answer)) return answer;
      const kept = await serve({ operation: 'find', name: request.name });
      if ('found' in kept && kept.found === request.name) return { kept: true };
      return isTaken(answer) ? { kept: false } : answer;
    } catch (error) {
      return signal.aborted ? undefined : down(error instanceof Error ? error.message : 'unknown');
    }
  };
}

/**
 * Runs a program in an empty folder. Rejects if it takes too long, or prints nothing for too long
 * (in seconds).
 */
async function runWithin(
  limits: Readonly<Record<'total' | 'silent', number>>,
  argv: readonly string[],
  input: string,
  { env, signal, scratch }: CacheProcessSettings,
): Promise<ProcessResult> {
  const late = new AbortController();
  const endAfter = (seconds: number, reason: string): NodeJS.Timeout =>
    setTimeout(() => late.abort(new Error(reason)), seconds * 1000);
  const folder = await makeScratch(scratch, 'cache');
  const total = endAfter(limits.total, `it took more than ${limits.total} s`);
  const silence = endAfter(limits.silent, `no answer within ${limits.silent} s`);
  try {
    return await run(argv, {
      cwd: folder,
      env: environmentOf(env),
      signal: AbortSignal.any([signal, late.signal]),
      input,
      onOutput: () => silence.refresh(),
    });
  } finally {
    clearTimeout(total);
    clearTimeout(silence);
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * What the library reads, its tools, and what Node needs to reach the network: proxies and
 * certificates. It gets no other secrets.
 */
const PASSED_VARIABLES =
  /^(PATH|ACTIONS_(CACHE_\w+|RESULTS_URL)|GITHUB_SERVER_URL|SEGMENT_DOWNLOAD_TIMEOUT_MINS|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|NODE_(EXTRA_CA_CERTS|OPTIONS|USE_\w+))$/i;

function environmentOf(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_VARIABLES.test(name)));
}

/** The library logs to standard output too. */
function readAnswer(stdout: string): CacheAnswer | undefined {
  return answerSchema.safeParse(tryParseJson(stdout.trimEnd().split('\n').at(-1) ?? '')).data;
}

function isMiss(answer: CacheAnswer): boolean {
  return ('found' in answer && answer.found === null) || ('kept' in answer && !answer.kept);
}

/** Whether an entry of the name exists already. */
function isTaken(answer: CacheAnswer): boolean {
  return 'problem' in answer && /\(409\)|already exists/.test(answer.message);
}

/**
 * Whether the entry may be there although saving it failed: another job saved it, or only the last
 * answer was lost.
 */
function mayBeKept(answer: CacheAnswer): boolean {
  const isUnconfirmed = 'problem' in answer && answer.message.includes('FinalizeCacheEntryUpload');
  return isUnconfirmed || isTaken(answer);
}

function lastLine(stderr: string): string {
  const line = stderr.trimEnd().split('\n').at(-1);
  return line ? `: ${line}` : '';
}

function down(message: string): CacheAnswer {
  return { problem: 'down', message };
}
