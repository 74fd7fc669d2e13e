import { HttpClient } from "./http.js";
import { createSecureContext, rootCertificates } from "node:tls";
import https from "node:https";
// src/github/agent.ts
/**
* Returns the agent for requests to `url`. It goes through the proxy that the environment names, if
* any. It trusts `certificates`, in PEM, besides Node's own.
*/
function agentFor(url, certificates) {
	const agent = new HttpClient().getAgent(url.href);
	if (certificates === void 0 || url.protocol !== "https:") return agent;
	if (agent instanceof https.Agent) return trustingAgent(certificates);
	if (agent.options !== void 0) Object.assign(agent.options, { ca: [...rootCertificates, certificates] });
	return agent;
}
let known;
/** Reads certificates once, which takes as long as many requests, and keeps connections. */
function trustingAgent(certificates) {
	if (known?.certificates !== certificates) {
		const secureContext = createSecureContext({ ca: [...rootCertificates, certificates] });
		known = {
			certificates,
			agent: new https.Agent({
				keepAlive: true,
				secureContext
			})
		};
	}
	return known.agent;
}
export { agentFor };
