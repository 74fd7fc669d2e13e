import { HttpClient } from '@actions/http-client';
import type { Agent } from 'node:http';
import https from 'node:https';

// A module of its own, so that dist loads the HTTP client only when a request is made.

/**
 * Returns the agent for requests to `url`. It goes through the proxy that the environment names, if
 * any, and then trusts `ca`. Without a proxy, the request itself says what it trusts.
 */
export function agentFor(url: URL, ca: readonly string[] | undefined): Agent {
  const agent: Agent & { readonly options?: object } = new HttpClient().getAgent(url.href);
  if (ca !== undefined && agent !== https.globalAgent && agent.options !== undefined)
    Object.assign(agent.options, { ca });
  return agent;
}
