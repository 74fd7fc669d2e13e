import { buffer } from 'node:stream/consumers';
import type { Download } from '../base/context.ts';
import { retry, statusOf, type Timeouts, webGet } from './http.ts';

const TIMEOUTS: Timeouts = { idle: 60_000, total: 10 * 60_000, pauses: [1000, 4000] };

/** Gets files from any web server, into memory. */
export const downloadFile = webDownload(TIMEOUTS);

export function webDownload(timeouts: Timeouts): Download {
  return async (url, { signal: interruption, ...settings }) => {
    const signal = AbortSignal.any([interruption, AbortSignal.timeout(timeouts.total)]);
    const access = { ...settings, signal, timeouts };
    let busy: Awaited<ReturnType<Download>> | undefined;
    try {
      return await retry(async () => {
        busy = undefined;
        const answer = await webGet(url, access);
        const { response } = answer;
        const status = statusOf(response);
        const body = await buffer(response);
        const file = { status, url: answer.url, body };
        if (status < 500 && status !== 429) return file;
        busy = file;
        throw new Error(`HTTP status ${status}`);
      }, access);
    } catch (error) {
      if (busy !== undefined) return busy;
      throw error;
    }
  };
}
