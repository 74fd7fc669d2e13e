import { HttpClient } from '@actions/http-client';
import type { Agent } from 'node:http';
import https from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';

// A module of its own, so that dist loads the HTTP client only when a request is made.

/**
 * Returns the agent for requests to `url`. It goes through the proxy that the environment names, if
 * any. It trusts `certificates`, in PEM, besides Node's own.
 */
export function agentFor(url: URL, certificates: string | undefined): Agent {
  const agent: Agent & { readonly options?: object } = new HttpClient().getAgent(url.href);
  if (certificates === undefined || url.protocol !== 'https:') return agent;
  if (agent instanceof https.Agent) return trustingAgent(certificates);
  if (agent.options !== undefined)
    Object.assign(agent.options, { ca: [...rootCertificates, certificates] });
  return agent;
}

let known: { readonly certificates: string; readonly agent: https.Agent } | undefined;

/** Reads certificates once, which takes as long as many requests, and keeps connections. */
function trustingAgent(certificates: string): https.Agent {
  if (known?.certificates !== certificates) {
    const secureContext = createSecureContext({ ca: [...rootCertificates, certificates] });
    known = { certificates, agent: new https.Agent({ keepAlive: true, secureContext }) };
  }
  return known.agent;
}
