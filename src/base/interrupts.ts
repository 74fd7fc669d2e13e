import { setMaxListeners } from 'node:events';
import { Failure } from './errors.ts';

/** The failure of a run that signal `name` interrupted. */
export function interruptedFailure(name: NodeJS.Signals): Failure {
  return new Failure('interrupted', { message: `interrupted by ${name}` }, { cause: name });
}

/** Returns the signal that aborted a run of `interruptible`. */
export function signalOf(reason: unknown): NodeJS.Signals {
  const name = reason instanceof Failure ? reason.cause : undefined;
  return INTERRUPTS.find((each) => each === name) ?? 'SIGTERM';
}

const INTERRUPTS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The part of `process` that reports signals. */
interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** The exit code of an interrupted run. */
const INTERRUPTED = 130;

/** Milliseconds in which signals count as one: npm forwards the Ctrl-C that the terminal sent too. */
const SAME_INTERRUPT = 1000;

/**
 * Returns an abort signal for the run, aborted by Ctrl-C and by requests to terminate. The run then
 * ends its programs and removes temporary files; a second signal ends this process at once.
 */
export function interruptible(
  source: SignalSource,
  now: () => number = Date.now,
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  // Every child process adds a listener, and there are as many as the machine has cores.
  setMaxListeners(0, controller.signal);
  let firstMs: number | undefined;
  const listeners = INTERRUPTS.map((name) => {
    const listener = (): void => {
      firstMs ??= now();
      if (now() - firstMs > SAME_INTERRUPT) source.exit(INTERRUPTED);
      controller.abort(interruptedFailure(name));
    };
    source.on(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    release: () => {
      for (const { name, listener } of listeners) source.off(name, listener);
    },
  };
}
