import { Octokit, paginateRest } from "./octokit.js";
import { openFetch } from "./github.js";
// src/github/client.ts
const ApiClient = Octokit.plugin(paginateRest);
/** Returns a function that makes clients. `uploads` is the address that the API gives for uploads. */
function openClient({ api, token, signal, idle }) {
	const send = openFetch({
		idle,
		encrypted: api.protocol === "https:"
	});
	return (uploads) => {
		const isTrusted = (url) => [api.origin, uploads?.origin].includes(new URL(url).origin);
		const authorized = (url, init) => {
			const headers = new Headers(init.headers);
			if (token !== void 0 && isTrusted(url)) headers.set("authorization", `Bearer ${token}`);
			return send(url, {
				...init,
				headers: [...headers]
			});
		};
		return new ApiClient({
			baseUrl: api.href.replace(/\/$/, ""),
			userAgent: "triton-aot-action",
			request: {
				fetch: authorized,
				signal
			}
		});
	};
}
export { openClient };
