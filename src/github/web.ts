import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import type { ByteRange, Download } from '../base/context.ts';
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
        if (access.range !== undefined && status === 200) {
          response.destroy();
          return { status, url: answer.url, body: new Uint8Array() };
        }
        const body =
          status === 206 && access.range !== undefined
            ? await readRange(response, access.range)
            : await buffer(response);
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

/** Reads into memory that is allocated once. */
async function readRange(
  response: IncomingMessage,
  { start, end }: ByteRange,
): Promise<Uint8Array> {
  const body = Buffer.allocUnsafe(end - start);
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    chunk.copy(body, length);
    length += chunk.length;
  });
  await finished(response);
  const isWanted = response.headers['content-range']?.startsWith(`bytes ${start}-${end - 1}/`);
  if (isWanted === true && length === body.length) return body;
  throw new Error('the server sent other bytes of the file than were asked for');
}
