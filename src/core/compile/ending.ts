import { constants } from 'node:os';
import type { CompileFailure, KernelSource } from './job.ts';
import type { Reply, WorkerContext } from './worker.ts';

const SIGNAL_MEANINGS: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGKILL: 'killed, probably out of memory',
  SIGABRT: 'aborted, usually by a failed check inside the compiler',
  SIGSEGV: 'crashed with a segmentation fault',
  SIGBUS: 'crashed with a bus error',
  SIGFPE: 'crashed with an arithmetic error',
  SIGILL: 'crashed with an illegal instruction',
};

/** Characters of a dead worker's output a message shows. */
const SHOWN = 1500;

/** What is reported for the job a worker was busy with when it died or took too long. */
export function endingFailure(
  reply: Exclude<Reply, { kind: 'answer' }>,
  source: KernelSource,
  { timeoutMs, role = 'compiler' }: Pick<WorkerContext, 'role'> & { readonly timeoutMs: number },
): CompileFailure {
  const printed = reply.printed.trim().slice(-SHOWN);
  const said = printed === '' ? '' : `:\n${printed}`;
  if (reply.kind === 'timeout') {
    const limit = `took longer than ${timeoutMs / 1000} seconds (raise the limit with --timeout)`;
    return { reason: 'timeout', message: `${limit}${said}`, file: source.file };
  }
  const message = `the ${role} process ${endingInWords(reply.code, reply.signal)}${said}`;
  return { reason: 'crash', message, file: source.file };
}

function endingInWords(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === null) return `ended with status ${code ?? 'unknown'}`;
  const number = constants.signals[signal];
  return `was ended by signal ${number} (${signal}: ${SIGNAL_MEANINGS[signal] ?? 'from outside'})`;
}
