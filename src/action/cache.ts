import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { formatSize, plural } from '../base/text.ts';
import { scopeName } from '../compile/store/baseline.ts';
import type { BuildScope } from '../plan/selection.ts';
import {
  type BaselineCopy,
  copyDigest,
  EMPTY_COPY,
  readBaselineCopy,
  readCopy,
  type StoreCache,
  type StoreCopy,
  writeBaselineCopy,
  writeCopy,
} from '../compile/store/copy.ts';
import type { CacheMode } from './build-inputs.ts';
import { cachePolicy, missingService } from './cache-policy.ts';
import { readEventPayload } from './trust.ts';

/** GitHub's cache in a run. */
export interface OpenCache {
  /** Undefined if the run may neither restore nor save. */
  readonly store: StoreCache | undefined;
  /** Returns how many bytes of results were restored and saved. */
  readonly traffic: () => CacheTraffic;
  /** @throws {Failure} `environment` if results were not saved although the input requires it. */
  readonly requireSaved: () => void;
}

/** In bytes. */
export interface CacheTraffic {
  readonly restored: number;
  readonly saved: number;
}

type CacheContext = Pick<BuildContext, 'env' | 'log' | 'signal' | 'scratch' | 'platform'>;

/**
 * Opens GitHub's cache for what this run may do with it.
 * @throws {Failure} `environment` if the input requires it and the runner does not have it.
 */
export async function openCache(
  input: CacheMode,
  context: CacheContext,
  client: CacheClient = LIBRARY,
  limits: CacheLimits = LIMITS,
): Promise<OpenCache> {
  const { env, log } = context;
  const missing = missingService(env);
  if (input === 'required' && missing !== undefined) {
    const message = `there is no cache to save results to: ${missing}`;
    const hint = 'Set `cache: auto`, which goes on without it.';
    throw new Failure('environment', { message, hint });
  }
  const policy = cachePolicy(input, env, await readEventPayload(env));
  if (policy.remark !== undefined) log.info(policy.remark);
  let traffic: CacheTraffic = { restored: 0, saved: 0 };
  let loss: string | undefined;
  const requireSaved = (): void => {
    if (input !== 'required' || loss === undefined) return;
    const hint = `${SAVE_LOSS} Run the job again, or set \`cache: auto\`, which only warns.`;
    throw new Failure('environment', { message: loss, hint });
  };
  const opened = { traffic: () => traffic, requireSaved };
  if (!policy.restores && !policy.saves) return { ...opened, store: undefined };

  /** The library finds only archives of the same path: it gets the name alone, which is the same everywhere. */
  const folder = join(context.scratch, 'triton-aot-store-3');
  let earlier: StoreCopy = EMPTY_COPY;
  let baseline: BaselineCopy | undefined;
  /** A request that takes too long cannot be ended, and still uses the folder. */
  let isLate = false;

  /** Does requests with a time limit. Returns why they failed. */
  const attempt = async (
    seconds: number,
    body: () => Promise<void>,
  ): Promise<string | undefined> => {
    if (isLate) return 'an earlier request is still waiting for it';
    try {
      await within(seconds, context.signal, body());
      return undefined;
    } catch (error) {
      isLate = error instanceof LateError;
      return reasonOf(error);
    }
  };
  const clear = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const pull = async (prefixes: readonly string[], read: () => Promise<void>): Promise<void> => {
    await clear();
    if ((await client.restore(folder, prefixes)) !== undefined) await read();
    await clear();
    const restored = earlier.bytes + (baseline?.bytes ?? 0);
    traffic = { ...traffic, restored };
  };
  const push = async (key: string, bytes: number): Promise<void> => {
    if (!(await client.save(folder, key))) throw new Error('it did not keep the entry');
    traffic = { ...traffic, saved: traffic.saved + bytes };
    await clear();
  };

  const restore: StoreCache['restore'] = async (scope, store) => {
    if (!policy.restores) return;
    const keys = keysOf(scope, context);
    const reason = await attempt(limits.restore, async () => {
      await pull([keys.selection, keys.package], async () => {
        earlier = await readCopy(folder, scope, store);
      });
      await pull([keys.baseline], async () => {
        baseline = await readBaselineCopy(folder, scope, store);
      });
    });
    const { size } = earlier.entries;
    if (size > 0)
      log.info(`restored ${plural(size, 'result')} from the cache (${formatSize(earlier.bytes)})`);
    if (reason === undefined || context.signal.aborted) return;
    const hint = 'Kernels that are not in the store are compiled.';
    log.warning({ message: `cannot restore from GitHub's cache: ${reason}`, hint });
  };

  const save: StoreCache['save'] = async (scope, store) => {
    if (!policy.saves) return;
    const keys = keysOf(scope, context);
    const reason = await attempt(limits.save, async () => {
      await clear();
      const copy = await writeCopy(folder, scope, store, earlier, limits.bytes);
      if (copy !== undefined) {
        await push(`${keys.selection}${copyDigest(copy)}`, copy.bytes);
        const { size } = copy.entries;
        log.info(`saved ${plural(size, 'result')} to the cache (${formatSize(copy.bytes)})`);
      }
      const recorded = await writeBaselineCopy(folder, scope, store, baseline);
      if (recorded !== undefined) await push(`${keys.baseline}${recorded.digest}`, recorded.bytes);
    });
    if (reason === undefined || context.signal.aborted) return;
    loss = `cannot save to GitHub's cache: ${reason}`;
    log.warning({ message: loss, hint: SAVE_LOSS });
  };
  return { ...opened, store: { restore, save } };
}

const SAVE_LOSS = 'The next run compiles the same kernels again.';

interface CacheLimits {
  /** Seconds that restoring may take. */
  readonly restore: number;
  /** Seconds that saving may take. */
  readonly save: number;
  /** The most bytes of an entry. What the build itself used is saved even if it is larger. */
  readonly bytes: number;
}

const LIMITS: CacheLimits = { restore: 120, save: 300, bytes: 500e6 };

/** The beginnings of keys. A digest of the content follows. */
interface Keys {
  /** Of the results of any selection of the package. */
  readonly package: string;
  /** Of the results of this selection. */
  readonly selection: string;
  /**
   * Of the recorded build. It is a separate entry, since the results that a pull request saves
   * hide those of the default branch, which alone records builds.
   */
  readonly baseline: string;
}

/** Long names are cut: a key can have 512 characters. */
function keysOf(scope: BuildScope, { platform }: CacheContext): Keys {
  const all = `triton-aot-2-${platform.os}-${platform.arch}-${scope.package.slice(0, 200)}-`;
  const selection = scopeName(scope);
  return {
    package: `${all}store-`,
    selection: `${all}store-${selection}-`,
    baseline: `${all}baseline-${selection}-`,
  };
}

class LateError extends Error {}

/** Rejects if `work` takes too long or the run is interrupted. `work` itself goes on. */
async function within(seconds: number, signal: AbortSignal, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let interrupt: (() => void) | undefined;
  const end = new Promise<never>((_settle, reject) => {
    const late = new LateError(`it took more than ${seconds} s`);
    timer = setTimeout(() => reject(late), seconds * 1000);
    interrupt = () => reject(late);
    signal.addEventListener('abort', interrupt, { once: true });
  });
  try {
    await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
    if (interrupt !== undefined) signal.removeEventListener('abort', interrupt);
  }
}

/** The calls to GitHub's cache. */
export interface CacheClient {
  /** Restores the newest entry of the first prefix that has one to a folder, and returns its key. */
  restore(folder: string, prefixes: readonly string[]): Promise<string | undefined>;
  /** Returns whether there is an entry of this key now, from this run or from another one. */
  save(folder: string, key: string): Promise<boolean>;
}

/** The milliseconds after which the library has resolved the path that it saves. */
const RESOLVED = 500;

/** The client is GitHub's own. It reports failures of the service in the log, and as a miss. */
const LIBRARY: CacheClient = {
  async restore(folder, [first = '', ...others]) {
    const { restoreCache } = await import('@actions/cache');
    return flattened(folder, () => restoreCache([basename(folder)], first, others));
  },
  async save(folder, key) {
    const { restoreCache, saveCache } = await import('@actions/cache');
    const name = basename(folder);
    // The library resolves the path against the current directory before it sends anything.
    const here = process.cwd();
    process.chdir(dirname(folder));
    const saving = saveCache([name], key);
    await Promise.race([saving, sleep(RESOLVED, undefined, { ref: false })]).finally(() =>
      process.chdir(here),
    );
    await saving;
    // What it returns does not tell a failure from an entry that exists.
    return (await restoreCache([name], key, [], { lookupOnly: true })) === key;
  },
};

/**
 * Lets GNU tar extract every member of an archive directly below a folder, links' targets included.
 * The library extracts with `tar -P`, which writes to any path that an archive names.
 */
async function flattened<T>(folder: string, extract: () => Promise<T>): Promise<T> {
  const version = await promisify(execFile)('tar', ['--version']).catch(() => undefined);
  if (version?.stdout.includes('GNU tar') !== true) throw new Error('GNU tar is not on PATH');
  if (!/^[\w./@+-]+$/.test(folder))
    throw new Error(`RUNNER_TEMP has special characters: ${folder}`);
  await mkdir(folder);
  const before = process.env['TAR_OPTIONS'];
  // The last part of the name, or a fixed name for what has none.
  process.env['TAR_OPTIONS'] = `--transform=s,/*$,,;s,^.*/,,;s,^[.]*$,none,;s,^,${folder}/,`;
  try {
    return await extract();
  } finally {
    if (before === undefined) delete process.env['TAR_OPTIONS'];
    else process.env['TAR_OPTIONS'] = before;
  }
}
