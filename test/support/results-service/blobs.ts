import { createHash } from 'node:crypto';
import type { Answer, Received } from './exchange.ts';

/** A place for a blob, with its addresses for clients. */
export interface Blob {
  readonly uploadUrl: string;
  /** `fileName` is the name with which a browser saves it. */
  downloadUrl(fileName?: string): string;
  /** Undefined until its upload is complete. */
  content(): Buffer | undefined;
  remove(): void;
}

/** The part of Azure Storage's block blobs that its client for Node uses. */
export interface Blobs {
  /** `content` is the content before any upload. */
  reserve(path: string, content?: Buffer): Blob;
  put(received: Received): Answer;
  /** `change` damages content before it is sent. */
  get(received: Received, change: (content: Buffer) => Buffer): Answer;
}

interface Stored {
  readonly blocks: Map<string, Buffer>;
  content?: Buffer;
  type?: string;
}

/** Addresses begin with `origin`. */
export function createBlobs(origin: string): Blobs {
  const stored = new Map<string, Stored>();
  return {
    reserve: (path, content) => {
      const place: Stored = { blocks: new Map(), ...(content && { content }) };
      stored.set(`/${path}`, place);
      // Each has a signature, which the clients then mask in the log.
      const url = `${origin}/${path}?sig=`;
      return {
        uploadUrl: `${url}up-${path}`,
        downloadUrl: (fileName) =>
          `${url}down-${path}${fileName === undefined ? '' : `&rscd=${disposition(fileName)}`}`,
        content: () => place.content,
        remove: () => stored.delete(`/${path}`),
      };
    },
    put: (received) => {
      const place = stored.get(received.url.pathname);
      return place === undefined ? refusal(404, 'BlobNotFound') : put(place, received);
    },
    get: (received, change) => {
      const { content, type = '' } = stored.get(received.url.pathname) ?? {};
      if (content === undefined) return refusal(404, 'BlobNotFound');
      return get(change(content), type, received);
    },
  };
}

function put(place: Stored, { url, headers, body }: Received): Answer {
  const part = url.searchParams.get('comp');
  if (part === 'block') {
    place.blocks.set(url.searchParams.get('blockid') ?? '', body);
    return created();
  }
  const content = part === 'blocklist' ? assemble(place.blocks, body.toString()) : body;
  if (content === undefined) return refusal(400, 'InvalidBlockList');
  place.content = content;
  place.type = String(headers['x-ms-blob-content-type'] ?? 'application/octet-stream');
  return created();
}

function assemble(blocks: ReadonlyMap<string, Buffer>, list: string): Buffer | undefined {
  const ids = [...list.matchAll(/<(?:Latest|Uncommitted)>([^<]+)</g)];
  const found = ids.map(([, id = '']) => blocks.get(id));
  return found.every((block) => block !== undefined) ? Buffer.concat(found) : undefined;
}

function get(content: Buffer, type: string, { url, headers, method }: Received): Answer {
  const range = /^bytes=(\d+)-(\d*)$/.exec(String(headers['x-ms-range'] ?? headers.range));
  const [start, end] = [Number(range?.[1] ?? 0), Number(range?.[2] || content.length - 1)];
  if (start > 0 && start >= content.length) return refusal(416, 'InvalidRange');
  const body = content.subarray(start, end + 1);
  const attachment = url.searchParams.get('rscd');
  return {
    status: range === null ? 200 : 206,
    headers: {
      ...ofBlob(content),
      'content-type': type,
      ...(method === 'HEAD' && { 'content-length': String(body.length) }),
      'x-ms-blob-type': 'BlockBlob',
      'accept-ranges': 'bytes',
      ...(attachment !== null && { 'content-disposition': attachment }),
      ...(range !== null && {
        'content-range': `bytes ${start}-${start + body.length - 1}/${content.length}`,
      }),
    },
    body: method === 'HEAD' ? Buffer.alloc(0) : body,
  };
}

function created(): Answer {
  return { status: 201, headers: ofBlob(Buffer.alloc(0)), body: Buffer.alloc(0) };
}

function refusal(status: number, code: string): Answer {
  const headers = { 'content-type': 'application/xml', 'x-ms-error-code': code };
  return { status, headers, body: Buffer.from(`<Error><Code>${code}</Code></Error>`) };
}

function ofBlob(content: Buffer): Readonly<Record<string, string>> {
  const etag = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return {
    etag: `"0x${etag}"`,
    'last-modified': new Date(0).toUTCString(),
    'x-ms-request-id': '1',
  };
}

function disposition(fileName: string): string {
  return encodeURIComponent(`attachment; filename="${fileName}"`);
}
