import { HttpClient } from "./http.js";
import https from "node:https";
// src/github/agent.ts
/**
* Returns the agent for requests to `url`. It goes through the proxy that the environment names, if
* any, and then trusts `ca`. Without a proxy, the request itself says what it trusts.
*/
function agentFor(url, ca) {
	const agent = new HttpClient().getAgent(url.href);
	if (ca !== void 0 && agent !== https.globalAgent && agent.options !== void 0) Object.assign(agent.options, { ca });
	return agent;
}
export { agentFor };
