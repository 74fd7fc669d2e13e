import { createSecureContext, rootCertificates } from 'node:tls';
import { getProxyForUrl } from 'proxy-from-env';
import { Agent, type Dispatcher, fetch, ProxyAgent, type RequestInit, type Response } from 'undici';
import { Failure } from '../base/errors.ts';

/** Sends a request. Rejects only if there is no response. */
type Fetch = (url: URL | string, init?: RequestInit) => Promise<Response>;

interface FetchSettings {
  /** The time limit without a byte, in milliseconds. */
  readonly idle: number;
  /** Refuses requests and redirects without encryption. */
  readonly encrypted: boolean;
  /** Certificates to trust in addition to Node's own, in PEM. */
  readonly certificates?: string | undefined;
}

/**
 * Returns a `fetch` that goes through the proxies that the environment names. It sends the header
 * `authorization` only to the origin of the first address, not to those of redirects.
 */
export function openFetch({ idle, encrypted, certificates }: FetchSettings): Fetch {
  const ca = [...rootCertificates, certificates ?? ''];
  const tls = certificates === undefined ? {} : { secureContext: createSecureContext({ ca }) };
  const settings = { headersTimeout: idle, bodyTimeout: idle, connect: tls, requestTls: tls };
  const direct = new Agent(settings);
  const proxies = new Map<string, Dispatcher>();
  const agentFor = (url: URL): Dispatcher => {
    const uri = getProxyForUrl(url.href);
    if (uri === '') return direct;
    const agent = proxies.get(uri) ?? new ProxyAgent({ ...settings, uri });
    proxies.set(uri, agent);
    return agent;
  };
  // Every request passes here, those of redirects too.
  const dispatcher = direct.compose(() => (options, handler) => {
    const url = new URL(options.origin ?? '');
    if (encrypted && url.protocol !== 'https:') throw unencrypted(url);
    return agentFor(url).dispatch(options, handler);
  });
  return (url, init) => fetch(url, { ...init, dispatcher });
}

function unencrypted({ origin }: URL): Failure {
  return new Failure('environment', {
    message: `a server asks for requests to ${origin}, without encryption`,
    hint: 'Check the address of the server, GITHUB_API_URL, and the proxy, if there is one.',
  });
}
