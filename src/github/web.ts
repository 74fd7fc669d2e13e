import type { Download } from '../base/context.ts';
import { retry, type Timeouts } from './api.ts';
import { rootCause } from './api-error.ts';
import { openFetch } from './network.ts';

const TIMEOUTS: Timeouts = { idle: 60_000, total: 10 * 60_000, pauses: [1000, 4000] };

/** Gets files from any web server, into memory. */
export const downloadFile = webDownload(TIMEOUTS);

export function webDownload(timeouts: Timeouts): Download {
  return async (url, { signal: interruption, authorization, certificates }) => {
    const signal = AbortSignal.any([interruption, AbortSignal.timeout(timeouts.total)]);
    const encrypted = url.protocol === 'https:';
    const send = openFetch({ idle: timeouts.idle, encrypted, certificates });
    const headers = {
      'user-agent': 'triton-aot-action',
      'accept-encoding': 'identity',
      ...(authorization !== undefined && { authorization }),
    };
    let busy: Awaited<ReturnType<Download>> | undefined;
    const attempt = async (): ReturnType<Download> => {
      busy = undefined;
      const response = await send(url, { headers, signal });
      const { status } = response;
      const body = new Uint8Array(await response.arrayBuffer());
      const file = { status, url: new URL(response.url), body };
      if (status < 500 && status !== 429) return file;
      busy = file;
      throw new Error(`HTTP status ${status}`);
    };
    try {
      return await retry(attempt, { signal, timeouts });
    } catch (error) {
      if (busy !== undefined) return busy;
      throw rootCause(error);
    }
  };
}
