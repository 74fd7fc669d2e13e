import { HttpClient } from '@actions/http-client';
import type { Agent } from 'node:http';

// A module of its own, so that dist loads the HTTP client only when a request is made.

/**
 * Returns the agent for requests to `url`. It goes through the proxy that the environment names, if
 * any.
 */
export function agentFor(url: URL): Agent {
  return new HttpClient().getAgent(url.href);
}
