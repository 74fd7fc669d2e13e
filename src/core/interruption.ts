import { setMaxListeners } from 'node:events';
import { interrupted } from './process.ts';

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The part of `process` that tells of signals. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** A signal for the run that is aborted by Ctrl-C and by requests to end. */
export function interruptible(source: SignalSource): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  // Every running child process listens, and there are as many as the machine has cores.
  setMaxListeners(0, controller.signal);
  const listeners = ENDING.map((name) => {
    const listener = (): void => controller.abort(interrupted(name));
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
