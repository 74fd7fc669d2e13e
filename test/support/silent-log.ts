import type { Log } from '../../src/base/context.ts';

/** Discards everything. */
export const silentLog: Log = {
  group: (_title, body) => body(),
  wait: (_title, body) => body(),
  info: () => undefined,
  detail: () => undefined,
  progress: () => undefined,
  warning: () => undefined,
};
