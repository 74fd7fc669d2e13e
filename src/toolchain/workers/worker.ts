import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from '../../base/errors.ts';
import { OutputExcerpt } from '../../base/output.ts';
import {
  type Environment,
  type ProcessExit,
  type ProcessGroup,
  startProcess,
  waitForExit,
} from '../../base/process.ts';
import { tryParseJson } from '../../base/text.ts';
import { BRIDGE_VERSION, endedSchema, helloSchema } from './protocol.ts';

export interface WorkerContext {
  /** A Python interpreter that can import Triton. */
  readonly python: string;
  /** The folder of the bridge's Python files. */
  readonly bridge: string;
  /** The requests that it answers, as worker.py names them. Default: `compiler`. */
  readonly kind?: 'compiler' | 'reference' | undefined;
  readonly env: Environment;
  /** True to use namespaces where the machine allows it. Default: yes. */
  readonly namespaces?: boolean;
  /** An existing folder, in which each worker creates a folder for its temporary files. */
  readonly scratch: string;
  /** The time limit for the start of a worker. Default: 60 s. */
  readonly startTimeoutMs?: number;
  readonly signal: AbortSignal;
}

/**
 * The result of a request. `printed` is what it wrote to standard error, shortened in the middle.
 */
export type WorkerReply =
  | { readonly kind: 'answer'; readonly answer: unknown; readonly printed: string }
  | { readonly kind: 'timeout'; readonly printed: string }
  | ({ readonly kind: 'exit'; readonly printed: string } & ProcessExit);

/** Milliseconds in which a worker can end what kernel code has started, before it is killed. */
const GRACE = 2000;

/** A Python process that answers one request at a time. */
export class WorkerProcess {
  readonly #group: ProcessGroup;
  /** The folder that the worker can write to. It is removed when the worker is closed. */
  readonly scratch: string;
  /** `namespaces`, or why the worker has none. */
  isolation = '';
  /** True if Landlock protects other processes and files. */
  hasLandlock = false;
  /** The number of requests that it has answered. */
  answered = 0;
  readonly #printed = new OutputExcerpt();
  readonly #closed: Promise<void>;
  #exit: WorkerReply | undefined;
  #answer: { readonly id?: unknown } | undefined;
  /** The last characters of standard error, searched for the marker of a finished request. */
  #recent = '';
  #awaited: { readonly id: unknown; readonly settle: (reply: WorkerReply) => void } | undefined;

  private constructor(group: ProcessGroup, scratch: string) {
    this.#group = group;
    this.scratch = scratch;
    this.#closed = this.#watch();
  }

  /**
   * Starts a worker and waits for its first line.
   * @throws {Failure} `environment` with Python's output if it cannot start, cannot import Triton
   * or does not answer in time.
   */
  static async start(context: WorkerContext): Promise<WorkerProcess> {
    context.signal.throwIfAborted();
    const scratch = await mkdtemp(join(context.scratch, 'worker-'));
    // Sets of strings must have the same order in each process.
    const env = { ...context.env, PYTHONHASHSEED: '0' };
    let worker: WorkerProcess | undefined;
    const argv = [
      context.python,
      '-B',
      join(context.bridge, 'worker.py'),
      context.kind ?? 'compiler',
      ...(context.namespaces === false ? ['--no-namespaces'] : []),
      scratch,
    ];
    try {
      const group = startProcess(argv, { env, signal: context.signal, graceMs: GRACE });
      await new Promise((resolve, reject) => {
        group.child.once('spawn', resolve).once('error', reject);
      });
      worker = new WorkerProcess(group, scratch);
      await worker.#hello(context);
      return worker;
    } catch (error) {
      await (worker === undefined ? removeFolder(scratch) : worker.close());
      context.signal.throwIfAborted();
      throw error instanceof Failure
        ? error
        : cannotStart(context, 'could not be started', String(error));
    }
  }

  /**
   * Sends one request. Never rejects. After any reply but an answer, the worker cannot be used
   * again. An aborted signal ends the worker.
   */
  async request(
    message: { readonly id: number },
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<WorkerReply> {
    this.#printed.clear();
    const end = (): void => this.#group.end();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    const replied = this.#next(message.id, timeoutMs);
    this.#group.child.stdin.write(`${JSON.stringify(message)}\n`);
    const reply = await replied;
    signal.removeEventListener('abort', end);
    if (reply.kind === 'answer') this.answered += 1;
    return reply;
  }

  /** True if it can get a request: its process has not ended. */
  get isAlive(): boolean {
    return this.#exit === undefined;
  }

  /** Ends the process with everything it has started and removes its scratch folder. */
  async close(): Promise<void> {
    this.#group.end();
    await this.#closed;
    await removeFolder(this.scratch);
  }

  async #hello(context: WorkerContext): Promise<void> {
    const seconds = (context.startTimeoutMs ?? 60_000) / 1000;
    const reply = await this.#next(undefined, seconds * 1000);
    const hello = reply.kind === 'answer' ? helloSchema.safeParse(reply.answer) : undefined;
    if (hello?.success === true && hello.data.bridge === BRIDGE_VERSION) {
      this.isolation = hello.data.isolation;
      this.hasLandlock = hello.data.landlock;
      return;
    }
    const why =
      reply.kind === 'timeout'
        ? `was not ready after ${seconds} seconds`
        : hello?.success === true
          ? `runs another version of the bridge (${hello.data.bridge}, not ${BRIDGE_VERSION})`
          : 'could not be started';
    throw cannotStart(context, why, reply.printed);
  }

  #next(id: unknown, timeoutMs: number): Promise<WorkerReply> {
    if (this.#exit !== undefined) return Promise.resolve(this.#exit);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#settle({ kind: 'timeout', printed: this.#printed.text });
        this.#group.end();
      }, timeoutMs);
      this.#awaited = {
        id,
        settle: (reply) => {
          clearTimeout(timer);
          resolve(reply);
        },
      };
    });
  }

  #settle(reply: WorkerReply): void {
    this.#awaited?.settle(reply);
    this.#awaited = undefined;
    this.#answer = undefined;
  }

  async #watch(): Promise<void> {
    const { child } = this.#group;
    createInterface({ input: child.stdout }).on('line', (line) => this.#readAnswer(line));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#readPrinted(text));
    const exit = await waitForExit(this.#group);
    this.#exit = { kind: 'exit', ...exit, printed: this.#printed.text };
    this.#settle(this.#exit);
  }

  /** A line that does not answer the request was printed before the bridge took over the stream. */
  #readAnswer(line: string): void {
    const answer = parseObject(line);
    if (answer === undefined || answer.id !== this.#awaited?.id) this.#printed.append(`${line}\n`);
    else this.#answer = answer;
    this.#finish();
  }

  #readPrinted(text: string): void {
    this.#recent = (this.#recent + text).slice(-64);
    this.#printed.append(text);
    this.#finish();
  }

  /** A request is finished when both its answer and the marker after its output have arrived. */
  #finish(): void {
    if (this.#answer === undefined) return;
    const { id } = this.#answer;
    const marker = `\u001E${String(id)}\n`;
    if (id !== undefined && !this.#recent.includes(marker)) return;
    const printed = this.#printed.text.replace(marker, '');
    this.#recent = '';
    const ended = endedSchema.safeParse(this.#answer);
    this.#settle(
      ended.success
        ? { kind: 'exit', ...ended.data.exit, printed }
        : { kind: 'answer', answer: this.#answer, printed },
    );
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

function cannotStart(
  { python, kind = 'compiler' }: WorkerContext,
  why: string,
  printed: string,
): Failure {
  const details = printed.trim().slice(-2000);
  return new Failure('environment', {
    message: `the ${kind} process (${python}) ${why}${details === '' ? '' : `:\n${details}`}`,
    hint: 'Check that this Python can run `import triton`.',
  });
}

function parseObject(line: string): { readonly id?: unknown } | undefined {
  const value = tryParseJson(line);
  return typeof value === 'object' && value !== null ? value : undefined;
}
