import type { ByteRange, Download } from '../base/context.ts';
import { retry, type Timeouts } from './api.ts';
import { rootCause } from './api-error.ts';
import { openFetch } from './network.ts';

const TIMEOUTS: Timeouts = { idle: 60_000, total: 10 * 60_000, pauses: [1000, 4000] };

/** Gets files from any web server, into memory. */
export const downloadFile = webDownload(TIMEOUTS);

export function webDownload(timeouts: Timeouts): Download {
  return async (url, { signal: interruption, authorization, certificates, range }) => {
    const signal = AbortSignal.any([interruption, AbortSignal.timeout(timeouts.total)]);
    const encrypted = url.protocol === 'https:';
    const send = openFetch({ idle: timeouts.idle, encrypted, certificates });
    const headers = {
      'user-agent': 'triton-aot-action',
      'accept-encoding': 'identity',
      ...(authorization !== undefined && { authorization }),
      ...(range && { range: `bytes=${range.start}-${range.end - 1}` }),
    };
    let busy: Awaited<ReturnType<Download>> | undefined;
    const attempt = async (): ReturnType<Download> => {
      busy = undefined;
      const response = await send(url, { headers, signal });
      const { status } = response;
      const isWhole = range !== undefined && status === 200;
      if (isWhole) await response.body?.cancel();
      const body = isWhole ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
      if (range !== undefined && status === 206)
        checkRange(body, response.headers.get('content-range'), range);
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

function checkRange(body: Uint8Array, sent: string | null, { start, end }: ByteRange): void {
  const isWanted = sent?.startsWith(`bytes ${start}-${end - 1}/`);
  if (isWanted === true && body.length === end - start) return;
  throw new Error('the server sent other bytes of the file than were asked for');
}
