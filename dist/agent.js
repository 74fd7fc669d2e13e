import { HttpClient } from "./http.js";
// src/github/agent.ts
/**
* Returns the agent for requests to `url`. It goes through the proxy that the environment names, if
* any.
*/
function agentFor(url) {
	return new HttpClient().getAgent(url.href);
}
export { agentFor };
