import type { Problem } from './errors.ts';
import type { Environment, ProcessOptions, ProcessResult } from './process.ts';

/** The values that most steps of a run use. */
export interface RunContext {
  readonly env: Environment;
  readonly log: Log;
  /** Aborted when the run must end; ends every child process too. */
  readonly signal: AbortSignal;
  readonly runTool: RunTool;
}

/**
 * Runs a tool that people know, and whose command and output they read when something is wrong: the
 * installer, compilers, `gh`. The command line uses `run`, the action shows the command in its log.
 * The tool has no input, so it must not ask. As with `run`, a non-zero status is a result, and the
 * tool and all that it has started end when `signal` is aborted.
 */
export type RunTool = (argv: readonly string[], options: ToolOptions) => Promise<ProcessResult>;

interface ToolOptions extends Pick<ProcessOptions, 'cwd' | 'env' | 'signal'> {
  /**
   * Called with each chunk of output (of either stream), which is then not shown. Without it,
   * the action shows the output.
   */
  readonly onOutput?: (text: string) => void;
}

/** The values for steps that write temporary files. */
export interface ScratchContext extends RunContext {
  /** The folder for temporary files. */
  readonly scratch: string;
}

/** Everything a run uses of the outside world. Functions take the part they need. */
export interface BuildContext extends ScratchContext {
  /** Keeps what the run has found out, such as its Pythons. */
  readonly memory: Memory;
  readonly platform: Platform;
  readonly download: Download;
  /** The folder where Triton environments are kept. */
  readonly home: string;
  /** Returns how many bytes are free on the disk that holds `path`. */
  readonly freeBytes: (path: string) => Promise<number>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Gets a file from a web server. Follows redirects, knows the proxies of the environment, and tries
 * again if the server is busy. Resolves for any status; rejects if there is no response.
 */
export type Download = (
  url: URL,
  settings: {
    /** Sent to this server only. */
    readonly authorization?: string | undefined;
    /** Certificates to trust in addition to the usual ones, in PEM. */
    readonly certificates?: string | undefined;
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  /** The address after redirects. */
  readonly url: URL;
  readonly body: Uint8Array;
}>;

/** Reports what a run does. The command line and the action each implement it. */
export interface Log {
  /**
   * Runs `body` under a heading, and ends with the time it took. `counted` says what its result is,
   * such as 3 kernels. The action folds the lines that it logs.
   */
  group<T>(title: string, body: () => Promise<T>, counted?: (result: T) => Count): Promise<T>;
  /** Runs `body` without a heading. Only if it takes long, says so under this title. */
  wait<T>(title: string, body: () => Promise<T>): Promise<T>;
  info(message: string): void;
  /** Reports what only helps to find the cause of something. The terminal shows it with `--verbose`. */
  detail(message: string): void;
  /**
   * Reports `done` of `total` steps of the current group; `label` names the one just finished. `share`
   * is the share of the work that is done, from 0 to 1, if steps differ in their time.
   */
  progress(done: number, total: number, label: string, share?: number): void;
  warning(problem: Problem): void;
}

/** An amount, and the noun for one. */
export type Count = readonly [amount: number, noun: string];

/** The facts about this machine that decide which Triton wheels run on it. */
export interface Platform {
  /** As `process.platform` names it. */
  readonly os: string;
  /** As `process.arch` names it. */
  readonly arch: string;
  /** glibc's version; undefined if the C library is not glibc. */
  readonly glibc: string | undefined;
  /** The folder of system-wide configuration, such as `/etc`. */
  readonly etc: string;
}

/** Remembers what a run has found out about the machine, so that it asks once. */
export class Memory {
  readonly #found = new Map<string, Promise<unknown>>();
  readonly #facts = new Set<string>();

  /** Returns what `find` returned first for this key, which says everything that it depends on. */
  once<T>(key: readonly unknown[], find: () => Promise<T>): Promise<T> {
    const text = JSON.stringify(key);
    const found = this.#found.get(text) ?? find();
    this.#found.set(text, found);
    // One key has one kind of value.
    return found as Promise<T>;
  }

  /** Notes a fact that was found out by the way. */
  note(fact: string): void {
    this.#facts.add(fact);
  }

  knows(fact: string): boolean {
    return this.#facts.has(fact);
  }
}
