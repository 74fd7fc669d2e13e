import type { Problem } from '../base/errors.ts';
import { type Pace, paceMeter } from '../base/progress.ts';
import type { CommandLog, Terminal } from './log.ts';

/** Events while a command runs, for programs. The documentation has them as a table. */
type LogEvent =
  | { readonly event: 'group-start'; readonly title: string }
  | GroupEnd
  | { readonly event: 'info' | 'detail'; readonly message: string }
  | Progress
  | ProblemEvent
  | { readonly event: 'end'; readonly exitCode: number };

interface GroupEnd {
  readonly event: 'group-end';
  readonly title: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** The amount, if the group counts something. */
  readonly count?: number;
  readonly unit?: string;
}

interface Progress extends Pace {
  readonly event: 'progress';
  readonly done: number;
  readonly total: number;
  readonly label: string;
}

interface ProblemEvent {
  readonly event: 'warning' | 'error';
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The JSON path inside the file. */
  readonly path?: string;
  readonly hint?: string;
}

/** Returns a log that writes one JSON object per line. `show` makes text harmless. */
export function eventLog(
  stream: Pick<Terminal, 'write'>,
  now: () => number,
  show: (text: string) => string,
): CommandLog {
  const meter = paceMeter(now);
  const write = (event: LogEvent): void => {
    const line = JSON.stringify(event, (_key, value: unknown) =>
      typeof value === 'string' ? show(value) : value,
    );
    stream.write(`${line}\n`);
  };
  return {
    async group(title, body, counted) {
      const start = now();
      const end = (ok: boolean): GroupEnd => ({
        event: 'group-end',
        title,
        ok,
        seconds: (now() - start) / 1000,
      });
      write({ event: 'group-start', title });
      meter.start();
      try {
        const result = await body();
        const [count, unit] = counted?.(result) ?? [];
        write({
          ...end(true),
          ...(count !== undefined && unit !== undefined && { count, unit }),
        });
        return result;
      } catch (error) {
        write(end(false));
        throw error;
      }
    },
    wait: (_title, body) => body(),
    info: (message) => write({ event: 'info', message }),
    detail: (message) => write({ event: 'detail', message }),
    progress: (done, total, label, share) =>
      write({ event: 'progress', done, total, label, ...rounded(meter.after(done, total, share)) }),
    warning: (problem) => write(problemEvent('warning', problem)),
    error: (problem) => write(problemEvent('error', problem)),
    end: (exitCode) => write({ event: 'end', exitCode }),
  };
}

/** A measured time has no more than three digits. */
function rounded(pace: Pace): Pace {
  const entries = Object.entries(pace).map(([key, value]) => [key, Number(value.toPrecision(3))]);
  return Object.fromEntries(entries) as Pace;
}

function problemEvent(
  event: ProblemEvent['event'],
  { message, place, hint }: Problem,
): ProblemEvent {
  return { event, message, ...place, ...(hint !== undefined && { hint }) };
}
