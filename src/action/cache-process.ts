import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { tryParseJson } from '../base/text.ts';
import type { Log, ScratchContext } from '../base/context.ts';
import { makeScratch } from '../base/leftovers.ts';
import { type Environment, type ProcessResult, run } from '../base/process.ts';
import {
  type CacheLimit,
  type CacheRefusal,
  cacheRefusal,
  isSaveRefused,
  loggedReason,
} from './cache-errors.ts';

/**
 * What src/action/cache-client.ts is asked for, as JSON on its standard input, with the `token` of the
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

/** Beside the answer, if the last response of the service was that there are too many requests. */
const limitSchema: z.ZodType<CacheLimit> = z.object({ limitedFor: z.number() });

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
  /** Before another attempt, if there were too many requests. GitHub counts those of a minute. */
  readonly limit: number;
}

const CACHE_TIMEOUTS: CacheTimeouts = { call: 30, restore: 120, save: 300, limit: 60 };

/** Sends a request to the cache service. Never rejects; undefined if the run was interrupted. */
export type AskCache = (
  request: Exclude<CacheRequest, { readonly operation: 'find' }>,
) => Promise<CacheAnswer | undefined>;

interface CacheProcessSettings extends Pick<ScratchContext, 'env' | 'signal' | 'scratch'> {
  readonly log: Pick<Log, 'info'>;
  readonly timeouts?: CacheTimeouts;
  /** The built src/action/cache-client.ts; by default the one beside this code in dist. */
  readonly program?: string;
}

const PROGRAM = fileURLToPath(new URL('cache-client.js', import.meta.url));

/** The token of the cache service, as the library expects it in the environment. */
const TOKEN_VARIABLE = 'ACTIONS_RUNTIME_TOKEN';

/** What a request led to. */
interface Served {
  readonly answer: CacheAnswer;
  readonly limit: CacheLimit | undefined;
}

/**
 * Starts a process for each request, and ends it and its children if it takes too long. If there are
 * too many requests, waits once in a run as long as the service asks for, and tries again.
 */
export function cacheProcess({
  timeouts = CACHE_TIMEOUTS,
  program = PROGRAM,
  ...context
}: CacheProcessSettings): AskCache {
  const { signal } = context;
  const serve = async (request: CacheRequest): Promise<Served> => {
    const total = request.operation === 'find' ? timeouts.call : timeouts[request.operation];
    const limits = { total, silent: timeouts.call };
    const argv = [process.execPath, program];
    // Other processes can read the environment that a process starts with.
    const input = JSON.stringify({ ...request, token: context.env[TOKEN_VARIABLE] });
    return readOutput(await runWithin(limits, argv, input, context));
  };

  let waiting: Promise<void> | undefined;
  const wait = async (seconds: number): Promise<void> => {
    context.log.info(`GitHub's cache gets too many requests: waiting ${seconds} s`);
    await pause(seconds * 1000, undefined, { signal });
  };

  const ask = async (request: CacheRequest): Promise<CacheAnswer> => {
    const before = waiting;
    await before;
    const { answer, limit } = await serve(request);
    if (limit === undefined) return answer;
    const seconds = Math.ceil(limit.limitedFor);
    if (seconds > timeouts.limit) return down(`${LIMITED}, and asks to wait ${seconds} s`);
    if (before !== undefined) return down(LIMITED);
    // Requests at the same time wait together.
    await (waiting ??= wait(seconds));
    const again = await serve(request);
    return again.limit === undefined ? again.answer : down(LIMITED);
  };

  return async (request) => {
    try {
      const answer = await ask(request);
      if (request.operation !== 'save' || !mayBeKept(answer)) return answer;
      const kept = await ask({ operation: 'find', name: request.name });
      if ('found' in kept && kept.found === request.name) return { kept: true };
      return isTaken(answer) ? { kept: false } : answer;
    } catch (error) {
      return signal.aborted ? undefined : down(error instanceof Error ? error.message : 'unknown');
    }
  };
}

const LIMITED = 'it gets too many requests (status 429)';

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
function readOutput({ stdout, stderr }: ProcessResult): Served {
  const line: unknown = tryParseJson(stdout.trimEnd().split('\n').at(-1) ?? '');
  const printed = answerSchema.safeParse(line).data;
  if (printed === undefined)
    return { answer: down(`the connection ended early${lastLine(stderr)}`), limit: undefined };
  const isRefused = isMiss(printed) || ('kept' in printed && isSaveRefused(stdout));
  const reason = isRefused ? loggedReason(stdout) : undefined;
  const answer = reason === undefined ? printed : cacheRefusal(reason);
  const isDone = !('problem' in answer) && !isMiss(answer);
  return { answer, limit: isDone ? undefined : limitSchema.safeParse(line).data };
}

function isMiss(answer: CacheAnswer): boolean {
  return ('found' in answer && answer.found === null) || ('kept' in answer && !answer.kept);
}

/** Each version of the service, and act's, has words of its own. */
const TAKEN = /\(409\)|already exist/;

/** Whether an entry of the name exists already. */
function isTaken(answer: CacheAnswer): boolean {
  return 'problem' in answer && TAKEN.test(answer.message);
}

/** The last call of an upload, in version 2 and version 1 of the service. */
const UNCONFIRMED = /FinalizeCacheEntryUpload|commitCache|commit cache/;

/**
 * Whether the entry may be there although saving it failed: another job saved it, or only the last
 * answer was lost.
 */
function mayBeKept(answer: CacheAnswer): boolean {
  const isUnconfirmed = 'problem' in answer && UNCONFIRMED.test(answer.message);
  return isUnconfirmed || isTaken(answer);
}

function lastLine(stderr: string): string {
  const line = stderr.trimEnd().split('\n').at(-1);
  return line ? `: ${line}` : '';
}

function down(message: string): CacheAnswer {
  return { problem: 'down', message };
}
