import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import type { RequestInit } from 'undici';
import { openFetch } from './network.ts';

const ApiClient = Octokit.plugin(paginateRest);
export type ApiClient = InstanceType<typeof ApiClient>;

interface ClientSettings {
  readonly api: URL;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  /** The time limit without a byte, in milliseconds. */
  readonly idle: number;
}

/** Returns a function that makes clients. `uploads` is the address that the API gives for uploads. */
export function openClient({
  api,
  token,
  signal,
  idle,
}: ClientSettings): (uploads?: URL) => ApiClient {
  const send = openFetch({ idle, encrypted: api.protocol === 'https:' });
  return (uploads) => {
    // The addresses of files and of further pages come from the server. octokit would send the token
    // to all of them.
    const isTrusted = (url: string): boolean =>
      [api.origin, uploads?.origin].includes(new URL(url).origin);
    const authorized = (url: string, init: RequestInit): ReturnType<typeof send> => {
      const headers = new Headers(init.headers);
      if (token !== undefined && isTrusted(url)) headers.set('authorization', `Bearer ${token}`);
      return send(url, { ...init, headers: [...headers] });
    };
    return new ApiClient({
      baseUrl: api.href.replace(/\/$/, ''),
      userAgent: 'triton-aot-action',
      request: { fetch: authorized, signal },
    });
  };
}
