import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from '../base/errors.ts';
import {
  type Environment,
  OutputExcerpt,
  type ProcessGroup,
  startProcess,
} from '../base/process.ts';
import { BRIDGE_VERSION, helloSchema } from './protocol.ts';

export interface WorkerContext {
  /** An interpreter that has Triton. */
  readonly python: string;
  /** The folder of the bridge's Python files. */
  readonly bridge: string;
  /** Which of them is started; the one that compiles for packages when left out. */
  readonly program?: 'compile_worker.py' | 'triton_tools_worker.py' | 'reference_worker.py';
  /** What messages call it: the `compiler` process when left out. */
  readonly role?: 'compiler' | 'reference' | undefined;
  readonly env: Environment;
  /** An existing folder; each worker keeps its temporary files in one of its own below it. */
  readonly scratch: string;
  /** How long a worker may take to start. */
  readonly startTimeoutMs?: number;
  readonly signal: AbortSignal;
}

/** How a request ended. `printed` is what it wrote to standard error meanwhile, shortened in the middle. */
export type WorkerReply =
  | { readonly kind: 'answer'; readonly answer: unknown; readonly printed: string }
  | { readonly kind: 'timeout'; readonly printed: string }
  | {
      readonly kind: 'ended';
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
      readonly printed: string;
    };

/** A Python process that compiles one request after the other, with a scratch folder of its own. */
export class WorkerProcess {
  readonly #group: ProcessGroup;
  readonly #scratch: string;
  readonly #printed = new OutputExcerpt();
  readonly #closed: Promise<void>;
  #ended: WorkerReply | undefined;
  #answer: { readonly id?: unknown } | undefined;
  /** The last characters of standard error, in which the marker of a finished request is looked for. */
  #recent = '';
  #awaited: { readonly id: unknown; readonly settle: (reply: WorkerReply) => void } | undefined;

  private constructor(group: ProcessGroup, scratch: string) {
    this.#group = group;
    this.#scratch = scratch;
    this.#closed = this.#watch();
  }

  /**
   * Starts a worker and waits for its first line. Throws Failure `environment` with what Python printed when
   * it cannot start, lacks Triton or is silent for too long.
   */
  static async start(context: WorkerContext): Promise<WorkerProcess> {
    context.signal.throwIfAborted();
    const scratch = await mkdtemp(join(context.scratch, 'worker-'));
    await mkdir(join(scratch, 'tmp'));
    const env = {
      ...context.env,
      TMPDIR: join(scratch, 'tmp'),
      TRITON_CACHE_DIR: join(scratch, 'cache'),
      // Sets of strings must not be walked in another order in each process.
      PYTHONHASHSEED: '0',
    };
    let worker: WorkerProcess | undefined;
    const argv = [
      context.python,
      '-B',
      join(context.bridge, context.program ?? 'compile_worker.py'),
    ];
    try {
      const group = startProcess(argv, { env, signal: context.signal });
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
        : cannotStart(context.python, 'could not be started', String(error));
    }
  }

  /** Sends one request; never rejects. After any reply but an answer the worker is of no further use. */
  async request(message: { readonly id: number }, timeoutMs: number): Promise<WorkerReply> {
    this.#printed.clear();
    const reply = this.#next(message.id, timeoutMs);
    this.#group.child.stdin.write(`${JSON.stringify(message)}\n`);
    return reply;
  }

  /** Ends the process with all its children and removes its scratch folder. */
  async close(): Promise<void> {
    this.#group.kill();
    await this.#closed;
    await removeFolder(this.#scratch);
  }

  async #hello(context: WorkerContext): Promise<void> {
    const seconds = (context.startTimeoutMs ?? 60_000) / 1000;
    const reply = await this.#next(undefined, seconds * 1000);
    const hello = reply.kind === 'answer' ? helloSchema.safeParse(reply.answer) : undefined;
    if (hello?.success === true && hello.data.bridge === BRIDGE_VERSION) return;
    const why =
      reply.kind === 'timeout'
        ? `was not ready after ${seconds} seconds`
        : hello?.success === true
          ? `runs another version of the bridge (${hello.data.bridge}, not ${BRIDGE_VERSION})`
          : 'could not be started';
    throw cannotStart(context.python, why, reply.printed);
  }

  #next(id: unknown, timeoutMs: number): Promise<WorkerReply> {
    if (this.#ended !== undefined) return Promise.resolve(this.#ended);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#settle({ kind: 'timeout', printed: this.#printed.text });
        this.#group.kill();
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

  #watch(): Promise<void> {
    const { child } = this.#group;
    createInterface({ input: child.stdout }).on('line', (line) => this.#readAnswer(line));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#readPrinted(text));
    return new Promise((resolve) => {
      child.once('exit', () => {
        // What the worker started must not outlive it, nor hold its pipes open.
        this.#group.kill();
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, 1000).unref();
      });
      child.once('close', (code, signal) => {
        this.#ended = { kind: 'ended', code, signal, printed: this.#printed.text };
        this.#settle(this.#ended);
        resolve();
      });
    });
  }

  /** Lines that do not answer the request were printed by someone else before the bridge took the stream. */
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

  /** A request is over once both its answer and the marker after all it printed have come. */
  #finish(): void {
    if (this.#answer === undefined) return;
    const { id } = this.#answer;
    const marker = `\u001E${String(id)}\n`;
    if (id !== undefined && !this.#recent.includes(marker)) return;
    const printed = this.#printed.text.replace(marker, '');
    this.#recent = '';
    this.#settle({ kind: 'answer', answer: this.#answer, printed });
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

function cannotStart(python: string, why: string, printed: string): Failure {
  const details = printed.trim().slice(-2000);
  return new Failure('environment', {
    message: `the compile worker (${python}) ${why}${details === '' ? '' : `:\n${details}`}`,
    hint: 'Check that this Python can run `import triton`.',
  });
}

function parseObject(line: string): { readonly id?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
