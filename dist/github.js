import { __toESM } from "./rolldown-runtime.js";
import { Failure, canonicalJson, findExecutable, globMatcher, makeScratch, plural, sha256, shellQuote, tryParseJson } from "./start.js";
import { ZodError, array, boolean, number, object, string, unknown, url } from "./vendor.js";
import { RequestError } from "./octokit.js";
import { getProxyForUrl, require_undici } from "./http.js";
import { EVIDENCE_FILE, MANIFEST_FILE, capabilityOf, checkOutputFolder, checkUnlistedFiles, describeRuns, distributeRead, findPackages, isCuda, isOfPackage, listFiles, missingEvidence, parseTarget, readEvidence, readPackage, readSums, releaseKinds, replaceOutput, runsOn, targetNames, unknownTargets, unpackArchive, unpackZip, weakerComparisons } from "./core.js";
import { require_semver } from "./semver.js";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { devNull } from "node:os";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { createSecureContext, rootCertificates } from "node:tls";
import { gzipSync } from "node:zlib";
// src/github/api-error.ts
/** The longest time that a write request waits for the rate limit, in seconds. */
const MAX_WAIT = 120;
/**
* The wait in seconds if GitHub does not say. Source: "Rate limits for the REST API", on secondary
* ones.
*/
const DEFAULT_WAIT = 60;
/** An error after which another attempt must wait. */
var RetryAfterError = class extends Error {
	seconds;
	constructor(message, seconds) {
		super(message);
		this.name = "RetryAfterError";
		this.seconds = seconds;
	}
};
/** Returns the error that caused all others, such as the system's. */
function rootCause(error) {
	if (error instanceof Failure || !(error instanceof Error) || error.cause === void 0) return error;
	return rootCause(error.cause);
}
/** True for the failure after a response with this status. */
function isStatus(error, status) {
	return error instanceof Failure && error.cause instanceof RequestError && error.cause.status === status;
}
/**
* Turns octokit's error into a `Failure` that says what to do, or into any other error if another
* attempt may succeed. `what` was requested; `permission` is what a token needs for it.
* Source: GitHub's REST API, "Troubleshooting" and "Rate limits".
*/
function apiError(error, what, permission) {
	if (!(error instanceof RequestError) || error.response === void 0) return new Error("no response", { cause: error });
	const { status, response } = error;
	const answer = `GitHub responded with ${status}${messageIn(response.data)}`;
	const verb = permission.endsWith("write") ? "write" : "read";
	const message = `cannot ${verb} ${what}: ${answer}`;
	if (status >= 500 || status === 408) return new Error(answer);
	if (status === 422 && verb === "write" && answer.includes("already_exists")) return new Error(message);
	const cause = error;
	if (status === 404) {
		const releaseHint = permission === "contents: read" ? " A draft has no tag yet, and `latest` is never a draft or a prerelease." : "";
		const problem = {
			message: `cannot find ${what}: it does not exist, or the token may not ${verb} it`,
			hint: `${permissionHint(permission)}${releaseHint}`
		};
		return new Failure("usage", problem, { cause });
	}
	const limit = status === 403 || status === 429 ? rateLimit(response) : void 0;
	if (limit !== void 0) {
		const limited = `cannot ${verb} ${what}: GitHub's rate limit is exceeded, ${limit.text}`;
		if (verb === "write" && limit.seconds <= MAX_WAIT) return new RetryAfterError(limited, limit.seconds);
		return new Failure("environment", {
			message: limited,
			hint: "Run the job again after that. The limit is higher with a `token` than without, and each token has its own."
		});
	}
	return new Failure("environment", {
		message,
		hint: statusHint(status, permission)
	}, { cause });
}
function statusHint(status, permission) {
	if (status === 401 || status === 403) return permissionHint(permission);
	return status === 422 ? "GitHub rejects the request. For example, the tag of a deleted immutable release cannot be used again." : "Run the job again, and check githubstatus.com.";
}
function permissionHint(permission) {
	const needed = `The job needs \`permissions: ${permission}\``;
	const [scope = ""] = permission.split(":");
	return permission.endsWith("write") ? `${needed}, which runs for forks and Dependabot never get. To write to another repository, pass a \`token\` that may write its ${scope}.` : `${needed}. To read another repository that is private, pass a \`token\` that may read its ${scope}.`;
}
const bodySchema = object({
	message: string(),
	errors: array(object({
		code: string().optional(),
		field: string().optional(),
		message: string().optional()
	})).catch([]).optional()
});
/** Returns the message in a body, and what is wrong with each invalid field. */
function messageIn(body) {
	const parsed = bodySchema.safeParse(body).data;
	if (parsed === void 0) return "";
	const details = (parsed.errors ?? []).map(({ message, field, code }) => message ?? [field, code].filter(Boolean).join(" "));
	return `: ${[parsed.message, ...details].join("; ")}`;
}
/** Returns the rate limit that a response reports, if it reports one. */
function rateLimit({ status, headers }) {
	const after = headers["retry-after"];
	if (after !== void 0) return {
		text: `for another ${after} s`,
		seconds: Number(after)
	};
	const reset = Number(headers["x-ratelimit-reset"]);
	if (headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset)) return {
		text: `until ${(/* @__PURE__ */ new Date(reset * 1e3)).toISOString()}`,
		seconds: Infinity
	};
	return status === 429 ? {
		text: "for some minutes",
		seconds: DEFAULT_WAIT
	} : void 0;
}
// src/github/api.ts
/** The only permission that publishing needs. */
const PERMISSION = "contents: write";
/** GitHub lists 10 000 items at most. */
const MAX_LIST_PAGES = 100;
const TIMEOUTS = {
	download: {
		idle: 6e4,
		total: 18e5,
		pauses: [
			1e3,
			3e3,
			9e3
		]
	},
	upload: {
		idle: 6e4,
		total: 6e5,
		pauses: [
			1e3,
			3e3,
			9e3
		]
	},
	publish: {
		idle: 12e4,
		total: 36e5,
		pauses: [
			1e3,
			3e3,
			9e3,
			27e3
		]
	}
};
const RETRY_HINTS = {
	download: "Run the job again.",
	upload: "Run the job again.",
	publish: "Run the job again: it continues where this one stopped."
};
/**
* Runs `work` with access to GitHub, within the total time of `timeouts`.
* @throws {Failure} the failure of `work`, or `environment` for any other error.
*/
async function withAccess({ verb, what, token }, { env, signal: interruption }, work, timeouts = TIMEOUTS[verb]) {
	const failure = (reason, cause) => {
		const problem = {
			message: `cannot ${verb} ${what}: ${reason}`,
			hint: `${RETRY_HINTS[verb]} On a self-hosted runner, check that it can reach GitHub. If it needs a proxy, set https_proxy.`
		};
		return new Failure("environment", problem, { cause });
	};
	const limit = new AbortController();
	const tooSlow = () => limit.abort(failure(`it took more than ${timeouts.total / 6e4} minutes`));
	const timer = setTimeout(tooSlow, timeouts.total);
	const signal = AbortSignal.any([interruption, limit.signal]);
	try {
		const { openClient } = await import("./client.js");
		return await work({
			signal,
			timeouts,
			client: openClient({
				api: new URL(env["GITHUB_API_URL"] || "https://api.github.com"),
				token,
				signal,
				idle: timeouts.idle
			})
		});
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Failure) throw error;
		throw failure(requestFailureText(error, timeouts), error);
	} finally {
		clearTimeout(timer);
	}
}
function requestFailureText(error, { idle }) {
	if (error instanceof ZodError) return "GitHub sent an unexpected response";
	const cause = rootCause(error);
	if (!(cause instanceof Error) || cause.message === "") return String(cause);
	return cause.message.endsWith("Timeout Error") ? `no data for ${idle / 1e3} s` : cause.message;
}
/**
* Repeats `attempt` until it succeeds, as often as `timeouts` allows. A `Failure` is final; any
* other error may be temporary. Rejects with the last one.
*/
async function retry(attempt, { signal, timeouts }) {
	for (let tries = 0;; tries += 1) try {
		return await attempt();
	} catch (error) {
		signal.throwIfAborted();
		const pause = timeouts.pauses[tries];
		const cause = rootCause(error);
		if (cause instanceof Failure) throw cause;
		if (pause === void 0) throw error;
		const wait = error instanceof RetryAfterError ? Math.max(pause, error.seconds * 1e3) : pause;
		await setTimeout$1(wait, void 0, { signal }).catch(() => signal.throwIfAborted());
	}
}
/**
* Repeats `work`, a sequence of requests, from its beginning; its requests are not repeated by
* themselves.
*/
function retryAsWhole(access, work) {
	const once = {
		...access,
		timeouts: {
			...access.timeouts,
			pauses: []
		}
	};
	return retry(() => work(once), access);
}
/**
* Returns a client whose requests fail as `apiError` says, and are repeated if they only read. No
* error that it throws has a status: octokit's paging would take one with 409 for the end of the list,
* and a response without a body for an empty list.
*/
function clientFor({ what, permission, uploads }, access) {
	const client = access.client(uploads);
	client.hook.wrap("request", (send, options) => {
		const attempt = async () => {
			const response = await Promise.resolve(send(options)).catch((error) => {
				throw apiError(error, what, permission);
			});
			const { status, data } = response;
			if (typeof data === "object" && data !== null || status === 204) return response;
			throw new Error("GitHub sent an unexpected response");
		};
		return options.method === "GET" ? retry(attempt, access) : attempt();
	});
	return client;
}
/** The headers of every request. */
const HEADERS = {
	accept: "application/vnd.github+json",
	"x-github-api-version": "2022-11-28"
};
/** Sends a request, and reads the response. Rejects as `apiError` says. */
async function request(asked, access) {
	const { method = "GET", url, values, schema } = asked;
	const headers = {
		...HEADERS,
		...values?.headers
	};
	const { data } = await clientFor(asked, access).request(`${method} ${url}`, {
		...values,
		headers
	});
	return schema.parse(data);
}
/** Like `request`, but returns undefined for a 404. */
async function requestIfThere(asked, access) {
	return request(asked, access).catch((error) => {
		if (!isStatus(error, 404)) throw error;
	});
}
/** Reads the items of a list, at most `most` pages of a hundred each. */
async function* listItems({ url, values, schema, ...subject }, access, most = MAX_LIST_PAGES) {
	const { paginate } = clientFor(subject, access);
	const parameters = {
		...values,
		per_page: 100,
		headers: HEADERS
	};
	let left = most;
	for await (const { data } of paginate.iterator(`GET ${url}`, parameters)) {
		yield* array(schema).parse(data);
		left -= 1;
		if (left === 0) return;
	}
}
/** Reads every item of a list. */
async function listAll(asked, access) {
	const items = [];
	for await (const item of listItems(asked, access)) items.push(item);
	return items;
}
// src/github/network.ts
var import_undici = require_undici();
/**
* Returns a `fetch` that goes through the proxies that the environment names. It sends the header
* `authorization` only to the origin of the first address, not to those of redirects.
*/
function openFetch({ idle, encrypted, certificates }) {
	const ca = [...rootCertificates, certificates ?? ""];
	const tls = certificates === void 0 ? {} : { secureContext: createSecureContext({ ca }) };
	const settings = {
		headersTimeout: idle,
		bodyTimeout: idle,
		connect: tls,
		requestTls: tls
	};
	const direct = new import_undici.Agent(settings);
	const proxies = /* @__PURE__ */ new Map();
	const agentFor = (url) => {
		const uri = getProxyForUrl(url.href);
		if (uri === "") return direct;
		const agent = proxies.get(uri) ?? new import_undici.ProxyAgent({
			...settings,
			uri
		});
		proxies.set(uri, agent);
		return agent;
	};
	const dispatcher = direct.compose(() => (options, handler) => {
		const url = new URL(options.origin ?? "");
		if (encrypted && url.protocol !== "https:") throw unencrypted(url);
		return agentFor(url).dispatch(options, handler);
	});
	return (url, init) => (0, import_undici.fetch)(url, {
		...init,
		dispatcher
	});
}
function unencrypted({ origin }) {
	return new Failure("environment", {
		message: `a server asks for requests to ${origin}, without encryption`,
		hint: "Check the address of the server, GITHUB_API_URL, and the proxy, if there is one."
	});
}
// src/github/repository.ts
/** `owner/name`. A name of only dots would change the path of an address. */
const REPOSITORY_FORM = /^[\w-]+\/(?!\.\.?$)[\w.-]+$/;
/**
* Returns the named repository, or the workflow's own.
* @throws {Failure} `usage` if there is neither, or it is not `owner/name`.
*/
function repositoryOf(named, env) {
	const repository = named ?? env["GITHUB_REPOSITORY"];
	if (repository !== void 0 && REPOSITORY_FORM.test(repository)) return repository;
	throw new Failure("usage", {
		message: repository === void 0 ? "no repository is given, and GITHUB_REPOSITORY is not set" : `\`${repository}\` is not a repository`,
		hint: "Set `--repository` (input `repository`) to owner/name."
	});
}
/** Returns the command line's token, from the variables that `gh` reads, if one is set. */
function tokenIn(env) {
	return env["GH_TOKEN"] || env["GITHUB_TOKEN"] || void 0;
}
/**
* Events that only people with write access can cause, and whose runs work on code in the
* repository. The runs of all other events may work on anyone's code. This is the only list:
* fetching and publishing both decide by it.
* Source: GitHub's documentation, "Events that trigger workflows".
*/
const TRUSTED_EVENTS = [
	"push",
	"schedule",
	"workflow_dispatch",
	"repository_dispatch",
	"merge_group",
	"release"
];
// src/github/digest.ts
/**
* Returns the hexadecimal digits of a SHA-256, with or without `sha256:` before it; undefined for
* anything else.
*/
function sha256In(text) {
	return /^(?:sha256:)?([0-9a-f]{64})$/.exec(text?.toLowerCase() ?? "")?.[1];
}
/**
* Returns the SHA-256 that `what` must have, in hexadecimal: the reported one or the pinned one.
* `input` is the input with the pinned one, for messages.
* @throws {Failure} `verification` if they differ, or there is neither.
*/
function agreedDigest(what, reported, pinned, input = "digest") {
	const wanted = sha256In(pinned);
	if (wanted !== void 0 && reported !== void 0 && wanted !== reported) throw new Failure("verification", {
		message: `the digest of ${what} is sha256:${reported}, but \`${input}\` is sha256:${wanted}`,
		hint: `Either the file was replaced or \`${input}\` is for another file. Find out which before you change \`${input}\`.`
	});
	const digest = reported ?? wanted;
	if (digest !== void 0) return digest;
	throw new Failure("verification", {
		message: `the digest of ${what} is unknown: GitHub has none for old files, and there is no list of checksums beside it`,
		hint: `Ask the person who uploaded it for its SHA-256, and set \`${input}\` to sha256:\u2026.`
	});
}
// src/github/download.ts
/** GitHub's limit for a file of a release. No package is that large. */
const MAX_DOWNLOAD_BYTES = 2 * 2 ** 30;
/**
* Downloads a file on GitHub to `file`, each attempt from the beginning, and verifies size and
* digest.
* @throws {Failure} `verification` if size or digest differ from the uploaded file's, `usage` if it
* is too large.
*/
async function download$1(remote, file, access, largest = MAX_DOWNLOAD_BYTES) {
	const { name, size: expected } = remote;
	if (expected !== void 0 && expected > largest) throw tooLarge(name, expected, largest);
	const measured = await retryAsWhole(access, (once) => downloadOnce(remote, file, once, largest));
	if (remote.sha256 !== void 0 && measured.sha256 !== remote.sha256) throw altered(name, `its digest is sha256:${measured.sha256}, not sha256:${remote.sha256}`);
	return measured;
}
/** Rejects with an error that is not a `Failure` if another attempt may succeed. */
async function downloadOnce({ name, url, accept, size: expected, permission }, file, access, largest) {
	const client = clientFor({
		what: `\`${name}\``,
		permission
	}, access);
	const settings = {
		headers: {
			...HEADERS,
			accept,
			"accept-encoding": "identity"
		},
		request: { parseSuccessResponseBody: false }
	};
	const { data } = await client.request(`GET ${url}`, settings).catch((error) => {
		throw isStatus(error, 410) ? expired(name) : error;
	});
	const hash = createHash("sha256");
	let size = 0;
	const measure = async function* (chunks) {
		for await (const chunk of chunks) {
			size += chunk.length;
			if (expected !== void 0 && size > expected) throw altered(name, `it has more than ${expected} bytes`);
			if (size > largest) throw tooLarge(name, size, largest);
			hash.update(chunk);
			yield chunk;
		}
	};
	await pipeline(data, measure, createWriteStream(file), { signal: access.signal });
	if (expected !== void 0 && size < expected) throw new Error(`received only ${size} of ${expected} bytes`);
	return {
		size,
		sha256: hash.digest("hex")
	};
}
function expired(name) {
	return new Failure("usage", {
		message: `\`${name}\` has expired: GitHub keeps artifacts for 90 days at most`,
		hint: "Run its workflow again, or fetch a release, which does not expire."
	});
}
function tooLarge(name, size, largest) {
	return new Failure("usage", {
		message: `\`${name}\` has ${size} bytes; the limit is ${largest}`,
		hint: "No package is that large. Choose another file."
	});
}
function altered(name, difference) {
	return new Failure("verification", {
		message: `\`${name}\` is not the file that was uploaded: ${difference}`,
		hint: "Run the job again. If it fails again, check what changes downloads, such as a proxy, and upload the file again."
	});
}
// src/github/attestation.ts
/** The path of a workflow, as `signerWorkflow` is. */
const WORKFLOW_FORM = /^(?:[\w.-]+\/){2}\.github\/workflows\/[\w.-]+\.ya?ml$/;
/** The predicate types of the attestations; docs/background/security.md describes them. */
const PROVENANCE_PREDICATE = "https://slsa.dev/provenance/v1";
const SBOM_PREDICATE = "https://cyclonedx.org/bom";
const EVIDENCE_PREDICATE = "https://github.com/triton-aot/triton-aot-action/evidence/v1";
const STATEMENTS = {
	evidence: {
		what: "the evidence",
		predicateType: EVIDENCE_PREDICATE
	},
	sbom: {
		what: "the SBOM",
		predicateType: SBOM_PREDICATE
	}
};
/** Returns what is stated about archives, other than their provenance, with a file of this kind. */
function statementOf(kind) {
	return [STATEMENTS, ...releaseKinds.parts.map(({ statements }) => statements)].find((table) => Object.hasOwn(table, kind))?.[kind];
}
/** The variables that `gh` needs: for its keys and settings, and to reach the network. */
const PASSED_VARIABLES = /^(PATH|HOME|XDG_(CACHE|CONFIG|STATE)_HOME|GH_CONFIG_DIR|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY)$/i;
/**
* Verifies with `gh` that a workflow of the repository attested the provenance of an archive, or
* another statement about it. Returns what was stated.
* @throws {Failure} `environment` if `gh` is missing, too old or cannot reach GitHub,
* `verification` if it finds no valid attestation.
*/
async function verifyAttestation(archive, source, context) {
	const { env, log, runTool, signal } = context;
	const { predicateType = PROVENANCE_PREDICATE } = source;
	const gh = await findExecutable("gh", env);
	if (gh === void 0) throw new Failure("environment", {
		message: `cannot verify ${archive}: GitHub's command line tool \`gh\` is not on PATH`,
		hint: "Install it from https://cli.github.com, or do not require an attestation."
	});
	const result = await runTool([
		gh,
		"attestation",
		"verify",
		archive,
		...flags(source)
	], {
		env: environmentOf(env, source.token),
		signal,
		onOutput: unseen
	});
	const verified = result.code === 0 ? verifiedIn(result.stdout, predicateType) : [];
	if (verified.length === 0) throw unverified(archive, source, result);
	const signers = new Set(verified.map(({ signature }) => signature.certificate.buildSignerURI));
	log.info(`${archive} was attested by ${[...signers].join(", ")}`);
	return verified.map(({ statement }) => statement.predicate);
}
/** The output is JSON. What it says is logged, or in the failure. */
function unseen() {}
/**
* The commands that verify the archive `name`, one per line: its digest, its provenance, its
* provenance with the attestations beside it, and the evidence of its GPU tests if there is any.
*/
function attestationCommands(name, repository, { hasEvidence = true, signerWorkflow } = {}) {
	const stem = name.replace(/\.(?:tar\.gz|whl)$/, "");
	const verify = `gh attestation verify ${name} --repo ${repository}${signerWorkflow === void 0 ? "" : ` --signer-workflow ${signerWorkflow}`}`;
	return [
		`sha256sum --check --ignore-missing ${stem}.SHA256SUMS`,
		verify,
		`${verify} --bundle ${stem}.sigstore.jsonl`,
		...hasEvidence ? [`${verify} --predicate-type ${EVIDENCE_PREDICATE} --format json`] : []
	];
}
/** Source: the manual of gh, "gh attestation verify". */
function flags(source) {
	const { repository, tag, signerWorkflow, denySelfHostedRunners, attestations } = source;
	const { predicateType = PROVENANCE_PREDICATE } = source;
	return [
		"--repo",
		repository,
		"--predicate-type",
		predicateType,
		"--format",
		"json",
		...tag === void 0 ? [] : ["--source-ref", `refs/tags/${tag}`],
		...signerWorkflow === void 0 ? [] : ["--signer-workflow", signerWorkflow],
		...denySelfHostedRunners === true ? ["--deny-self-hosted-runners"] : [],
		...attestations === void 0 ? [] : ["--bundle", attestations]
	];
}
function environmentOf(env, token) {
	const server = env["GITHUB_SERVER_URL"];
	return {
		...Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_VARIABLES.test(name))),
		GH_HOST: server ? new URL(server).host : env["GH_HOST"],
		GH_TOKEN: token ?? env["GH_TOKEN"] ?? env["GITHUB_TOKEN"],
		GH_NO_UPDATE_NOTIFIER: "1",
		GH_PROMPT_DISABLED: "1",
		NO_COLOR: "1"
	};
}
const verifiedSchema = array(object({ verificationResult: object({
	statement: object({
		predicateType: string(),
		predicate: unknown()
	}),
	signature: object({ certificate: object({ buildSignerURI: string() }) })
}) }));
/**
* Returns the statements that `gh` verified. Its exit status alone proves nothing: versions before 2.67 exit with 0 and
* print nothing if there are only attestations of another predicate type.
* Source: cli/cli, pkg/cmd/attestation/verify/verify.go.
*/
function verifiedIn(stdout, predicateType) {
	const results = (verifiedSchema.safeParse(tryParseJson(stdout)).data ?? []).map(({ verificationResult }) => verificationResult);
	return results.every(({ statement }) => statement.predicateType === predicateType) ? results : [];
}
/** The exit status of `gh` without a token. Source: its manual, "gh help exit-codes". */
const NEEDS_TOKEN = 4;
/** `gh` accepts signers of other repositories only if they are named. */
const REUSABLE = " If a reusable workflow that you trust publishes its releases, name it with `signer-workflow`.";
function unverified(archive, { repository, tag, signerWorkflow }, { code, stdout, stderr }) {
	const output = stderr.trim() || stdout.trim() || "nothing";
	const message = `cannot verify that ${repository} attested ${archive}: gh printed: ${output}`;
	if (code === NEEDS_TOKEN || /HTTP 40[13]\b/.test(output)) return new Failure("environment", {
		message,
		hint: `Pass a token that may read ${repository} and its attestations: \`permissions: attestations: read\`.`
	});
	if (/unknown (flag|command)/.test(output)) return new Failure("environment", {
		message,
		hint: "The `gh` on PATH is too old. Update it, see https://cli.github.com."
	});
	if (/HTTP 5\d\d\b|dial tcp|no such host|timeout/i.test(output)) return new Failure("environment", {
		message,
		hint: "Run it again, and check githubstatus.com. With the file `.sigstore.jsonl` beside the archive, attestations are not read from GitHub."
	});
	return new Failure("verification", {
		message,
		hint: `Do not use the archive. Fetch it again, and ask the owners of ${repository} whether one of their workflows published it${tag === void 0 ? "" : `, in a run for the tag ${tag}`}.${signerWorkflow === void 0 ? REUSABLE : ""}`
	});
}
// src/github/release-assets.ts
/**
* A file of a release. Source: GitHub's REST API, "Get a release asset"; assets before June 2025
* have no digest.
*/
const assetSchema = object({
	name: string(),
	url: url(),
	state: string(),
	size: number(),
	digest: string().nullish()
});
/** The largest list of checksums, in bytes. */
const MAX_SUMS = 2 ** 20;
/**
* Returns the name of an archive without its suffix. The names of all files about the same package begin
* with it.
*/
function archiveStem(archive) {
	return archive.replace(/\.(tar\.\w+|tgz)$/, "");
}
/** Returns an asset as something to download. */
function assetSource({ name, url, size, digest }, permission = "contents: read") {
	const sha256 = sha256In(digest);
	return {
		name,
		url,
		accept: "application/octet-stream",
		size,
		permission,
		...sha256 !== void 0 && { sha256 }
	};
}
/**
* Returns the SHA-256 that an asset must have, in hexadecimal: the one that GitHub reports,
* otherwise the one in the release's `<stem>.SHA256SUMS`, otherwise the pinned one. Downloads the
* list to `folder`.
* @throws {Failure} `verification` if there is none, or it differs from the pinned one.
*/
async function expectedDigest(asset, assets, pinned, folder, access) {
	const reported = sha256In(asset.digest) ?? await listedDigest(asset, assets, folder, access);
	return agreedDigest(`\`${asset.name}\``, reported, pinned);
}
async function listedDigest({ name }, assets, folder, access) {
	const list = [`${archiveStem(name)}.SHA256SUMS`, "SHA256SUMS"].flatMap((one) => assets.find((asset) => asset.name === one) ?? [])[0];
	if (list === void 0) return void 0;
	const file = join(folder, "sums");
	await download$1(assetSource(list), file, access, MAX_SUMS);
	return (await readFile(file, "utf8")).split("\n").map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trimEnd())).find((line) => line?.[2] === name)?.[1];
}
// src/github/fetch/choose.ts
/**
* Returns the only package. `title` is where the candidates are, for messages.
* @throws {Failure} `usage` if there are several, or it has no code for a wanted target.
*/
function chooseOne(candidates, { targets = [] }, title) {
	const packages = new Set(candidates.map((one) => one.package));
	if (packages.size > 1) throw new Failure("usage", {
		message: `${title} has several packages: ${[...packages].join(", ")}`,
		hint: "Name one in `package`."
	});
	const [only, ...others] = candidates;
	if (only === void 0 || others.length > 0) throw new Failure("usage", {
		message: `${title} has the package ${[...packages].join(", ")} more than once: ${candidates.map(({ name }) => name).join(", ")}`,
		hint: "Give packages different names in their manifests."
	});
	const { item, targets: held } = only;
	const missing = missingTargets(held ?? [], parseTargetNames(targets));
	if (held === void 0 || missing.length === 0) return item;
	throw new Failure("usage", {
		message: `${title} has no code for ${missing.map(({ name }) => name).join(", ")}`,
		hint: `It has code for ${held.join(", ")}. Add the missing targets to the manifest that it is built from, or remove them from \`targets\`.`
	});
}
/** Returns a problem for each name that is not a known target. */
function unknownTargetProblems(names) {
	return names.filter((name) => parseTarget(name) === void 0).map((name) => ({
		message: `targets: unknown target \`${name}\``,
		hint: `Known targets are ${targetNames().join(", ")}.`
	}));
}
/**
* Returns the targets with these names.
* @throws {Failure} `usage` for unknown names.
*/
function parseTargetNames(names = []) {
	const problems = unknownTargetProblems(names);
	if (problems.length > 0) throw new Failure("usage", problems);
	return names.flatMap((name) => parseTarget(name) ?? []);
}
/** Returns those of the wanted targets that none of the held ones runs on. */
function missingTargets(held, wanted) {
	const cubins = held.flatMap((name) => parseTarget(name) ?? []);
	return wanted.filter((target) => {
		if (!isCuda(target)) return !held.includes(target.name);
		return !cubins.some((cubin) => runsOn(cubin, capabilityOf(target)));
	});
}
// src/github/fetch/choose-asset.ts
const SUFFIXES = [".tar.gz", ".tgz"];
/**
* Finds the archive among the files of a release. `title` is the release, for messages.
* @throws {Failure} `usage` if none matches, or more than one.
*/
function chooseAsset(assets, wanted, title) {
	const uploaded = assets.filter(({ state }) => state === "uploaded");
	if (wanted.asset !== void 0) return namedAsset(uploaded, wanted.asset, title);
	const ofPackage = packageArchives(uploaded).filter((archive) => wanted.package === void 0 || archive.package === wanted.package);
	if (ofPackage.length === 0) throw notFound$2(`${title} has no archive${wanted.package === void 0 ? "" : ` of the package \`${wanted.package}\``}, aot-*.tar.gz`, uploaded);
	const candidates = ofPackage.map((archive) => ({
		item: archive.asset,
		package: archive.package ?? archive.stem,
		name: archive.asset.name,
		targets: void 0
	}));
	if (new Set(ofPackage.map(({ version }) => version)).size > 1 && new Set(candidates.map((one) => one.package)).size === 1) throw new Failure("usage", {
		message: `${title} has several versions: ${ofPackage.map(({ stem }) => stem).join(", ")}`,
		hint: "Name the file in `asset`."
	});
	return chooseOne(candidates, wanted, title);
}
function namedAsset(uploaded, name, title) {
	const asset = uploaded.find((one) => one.name === name);
	if (asset === void 0) throw notFound$2(`${title} has no file \`${name}\``, uploaded);
	if (SUFFIXES.some((suffix) => name.endsWith(suffix))) return asset;
	throw new Failure("usage", {
		message: `\`${name}\` of ${title} is not an archive of a package`,
		hint: `Set \`asset\` to a file that ends with ${SUFFIXES.join(", ")}.`
	});
}
/** One archive for each package. */
function packageArchives(assets) {
	const byStem = /* @__PURE__ */ new Map();
	for (const suffix of SUFFIXES) for (const asset of assets) {
		const stem = asset.name.slice(0, -suffix.length);
		if (!asset.name.endsWith(suffix) || !stem.startsWith("aot-") || byStem.has(stem)) continue;
		byStem.set(stem, {
			asset,
			stem,
			...parseStem(stem)
		});
	}
	return [...byStem.values()];
}
/** `aot-<package>-<version>`: a package's name is a C identifier, without hyphens. */
function parseStem(stem) {
	const [, name, version] = /^aot-([A-Za-z_]\w*)-(\d.*)$/.exec(stem) ?? [];
	return {
		package: name,
		version
	};
}
function notFound$2(message, uploaded) {
	const names = uploaded.map(({ name }) => name).join(", ") || "none";
	return new Failure("usage", {
		message,
		hint: `Its files are: ${names}. Set \`asset\` to the archive of a package, or choose another release.`
	});
}
// src/github/fetch/choose-release.ts
var import_semver = /* @__PURE__ */ __toESM(require_semver(), 1);
const releaseSchema$1 = object({
	tag_name: string(),
	html_url: string().optional(),
	draft: boolean(),
	prerelease: boolean(),
	assets: array(assetSchema)
});
/** The number of tags that a message lists. */
const SHOWN = 8;
/**
* Finds a release: `latest` (GitHub's newest that is neither draft nor prerelease), the one with
* this tag, or the highest version in a semver range.
* @throws {Failure} `usage` if there is none.
*/
async function chooseRelease(wanted, access) {
	const { release: name, repository } = wanted;
	const queryFor = (path) => ({
		url: `/repos/${repository}/releases/${path}`,
		values: { tag: name },
		what: `the release ${name} of ${repository}`,
		permission: "contents: read",
		schema: releaseSchema$1
	});
	if (name === "latest") return request({
		...queryFor(name),
		values: {}
	}, access);
	const byTag = queryFor("tags/{tag}");
	if ((0, import_semver.validRange)(name) === null) return request(byTag, access);
	const tagged = canBeTag(name) ? await requestIfThere(byTag, access) : void 0;
	if (tagged !== void 0) return tagged;
	const what = `the list of releases of ${repository}`;
	return highest(await listAll({
		...byTag,
		url: `/repos/${repository}/releases`,
		values: {},
		what
	}, access), wanted);
}
/** Source: git-check-ref-format, which forbids these and more. */
function canBeTag(name) {
	return !/[\s~^:?*[\\]/.test(name);
}
/** The release with the highest version in a range. @throws {Failure} `usage` if there is none. */
function highest(releases, wanted) {
	const published = releases.filter(({ draft }) => !draft);
	const [best] = ofPackage(published.flatMap((release) => versioned(release) ?? []).filter(({ version }) => (0, import_semver.satisfies)(version, wanted.release)).filter(({ release, version }) => !release.prerelease || (0, import_semver.prerelease)(version) !== null), wanted).toSorted((a, b) => (0, import_semver.rcompare)(a.version, b.version));
	if (best !== void 0) return best.release;
	const tags = published.map(({ tag_name: tag }) => tag);
	const test = canBeTag(wanted.release) ? "has the tag or is in the range" : "is in the range";
	const more = tags.length > SHOWN ? `, and ${tags.length - SHOWN} more` : "";
	throw new Failure("usage", {
		message: `no release of ${wanted.repository} ${test} ${wanted.release}`,
		hint: `The releases are: ${tags.slice(0, SHOWN).join(", ") || "none"}${more}. A range never matches drafts, and prereleases only if it names one (^1.3.0-rc.1).`
	});
}
const TAG_FORM = /^(?:(.+?)[-@/])??v?(\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?)$/;
/** Returns the version at the end of a tag. */
function versionIn(tag) {
	return TAG_FORM.exec(tag)?.[2];
}
/** Reads `v1.2.3`, `1.2.3`, `attention-v1.2.3`, `attention@1.2.3` and `attention/v1.2.3`. */
function versioned(release) {
	const [, prefix = "", version] = TAG_FORM.exec(release.tag_name) ?? [];
	return version === void 0 ? void 0 : {
		release,
		version,
		prefix
	};
}
/**
* Those with the package's name as prefix, or those without a prefix, or those with the only
* prefix.
*/
function ofPackage(releases, wanted) {
	const own = releases.filter(({ prefix }) => asName(prefix) === wanted.package);
	if (own.length > 0) return own;
	const plain = releases.filter(({ prefix }) => prefix === "");
	if (plain.length > 0) return plain;
	const prefixes = new Set(releases.map(({ prefix }) => prefix));
	if (prefixes.size <= 1) return releases;
	throw new Failure("usage", {
		message: `${wanted.repository} has releases of several packages in the range ${wanted.release}: ${[...prefixes].join(", ")}`,
		hint: "Name the package in `package`, or a release by its tag."
	});
}
/** A package's name is a C identifier; tags often have hyphens instead of underscores. */
function asName(prefix) {
	return prefix.replaceAll("-", "_");
}
// src/github/fetch/release.ts
/** The largest file with attestations, in bytes; most have some kilobytes. */
const MAX_ATTESTATIONS = 16 * 2 ** 20;
/**
* Downloads a package's archive from a release to `folder`, and verifies its digest and, if `signer`
* is set, its attestation.
* @throws {Failure} `usage` if there is no such release or archive, `verification` if it is not
* what was uploaded or attested, `environment` if the download fails.
*/
async function downloadReleaseArchive(source, folder, context, timeouts) {
	const { repository, token, signer, digest } = source;
	const what = `the release ${source.release} of ${repository}`;
	const fetch = async (access) => {
		const release = await chooseRelease(source, access);
		const { tag_name: tag, html_url: url, assets } = release;
		const asset = chooseAsset(assets, source, what);
		const kind = release.prerelease ? " (a prerelease)" : "";
		context.log.info(`${asset.name} of ${tag}${kind}, ${asset.size} bytes`);
		const sha256 = await expectedDigest(asset, assets, digest, folder, access);
		const file = join(folder, basename(asset.name));
		await download$1({
			...assetSource(asset),
			sha256
		}, file, access);
		const attestations = signer && await downloadAttestations(asset, assets, folder, access);
		return {
			archive: {
				file,
				name: asset.name,
				tag,
				url,
				sha256
			},
			attestations
		};
	};
	const { archive, attestations } = await withAccess({
		verb: "download",
		what,
		token
	}, context, fetch, timeouts);
	const { file, tag } = archive;
	if (signer !== void 0) await verifyAttestation(file, {
		...signer,
		repository,
		token,
		tag,
		attestations
	}, context);
	return archive;
}
/** Downloads `<stem>.sigstore.jsonl`, which publishing adds to the archives. */
async function downloadAttestations({ name }, assets, folder, access) {
	const asset = assets.find((one) => one.name === `${archiveStem(name)}.sigstore.jsonl`);
	if (asset === void 0 || asset.state !== "uploaded") return void 0;
	const file = join(folder, asset.name);
	await download$1(assetSource(asset), file, access, MAX_ATTESTATIONS);
	return file;
}
/**
* Checks that an archive has what its name promises, and, unless the release was named by its tag,
* the version in the tag. Otherwise an old package could pass for a new one.
* @throws {Failure} `verification`
*/
function checkReleased({ package: name, version }, archive, { release }) {
	const stem = archiveStem(archive.name);
	const isNamed = parseStem(stem).package === void 0 || stem === `aot-${name}-${version}`;
	const tagged = archive.tag === release ? void 0 : versionIn(archive.tag);
	if (isNamed && (tagged === void 0 || tagged === version)) return;
	const [other, hint] = isNamed ? [`the release ${archive.tag}`, `Ask those who published it. If its tags are not the versions of its packages, set \`release\` to the tag, ${archive.tag}.`] : [`the archive ${archive.name}`, "Do not use it. Ask those who published it how it got this name."];
	throw new Failure("verification", {
		message: `${other} has the package ${name} ${version}`,
		hint
	});
}
// src/github/code-scanning.ts
/**
* Uploads SARIF to code scanning for the commit of the workflow's run. GitHub processes it later. Returns the address
* that says how far it is.
* @param fingerprint the name of the fingerprint by which GitHub is to recognise results: it reads only its own name
* @throws {Failure} `environment` if the token may not, or the repository has no code scanning; `usage` outside of
* workflows.
*/
async function uploadSarif(sarif, fingerprint, token, { env, signal }) {
	const { GITHUB_SHA: commit, GITHUB_REF: ref } = env;
	const [owner, repo] = repositoryOf(void 0, env).split("/");
	const what = `the code scanning results of ${owner}/${repo}`;
	if (!commit || !ref) throw new Failure("usage", { message: `cannot upload ${what}: GITHUB_SHA and GITHUB_REF do not say for which commit` });
	const asked = {
		method: "POST",
		url: "/repos/{owner}/{repo}/code-scanning/sarifs",
		values: {
			owner,
			repo,
			commit_sha: commit,
			ref,
			sarif: gzipSync(JSON.stringify(withKnownFingerprints(sarif, fingerprint))).toString("base64")
		},
		what,
		permission: "security-events: write",
		schema: object({ url: string() })
	};
	return withAccess({
		verb: "upload",
		what,
		token
	}, {
		env,
		signal
	}, (access) => retryAsWhole(access, async (once) => (await request(asked, once)).url));
}
/** Source: GitHub, "SARIF support for code scanning", "Data for preventing duplicated alerts". */
function withKnownFingerprints(sarif, fingerprint) {
	const runs = sarif.runs.map(({ results = [], ...run }) => ({
		...run,
		results: results.map((result) => ({
			...result,
			partialFingerprints: {
				...result.partialFingerprints,
				primaryLocationLineHash: result.partialFingerprints?.[fingerprint] ?? ""
			}
		}))
	}));
	return {
		...sarif,
		runs
	};
}
// src/github/publish/release.ts
/** Runs `work` with the repository of the release, like `withAccess`. */
function withRepository({ repository, tag, token }, context, work, timeouts) {
	return withAccess({
		verb: "publish",
		what: releaseTitle({ repository }, tag),
		token
	}, context, (access) => work({
		...access,
		repository
	}), timeouts);
}
/** Source: GitHub's REST API, "Releases". Older servers do not report `immutable`. */
const releaseSchema = object({
	id: number(),
	tag_name: string(),
	draft: boolean(),
	immutable: boolean().nullish(),
	html_url: string(),
	upload_url: string()
});
const fileSchema = assetSchema.extend({
	id: number(),
	browser_download_url: string()
});
/** Returns what requests about releases have in common. */
function about(home, tag, path, schema) {
	return {
		url: `/repos/${home.repository}${path}`,
		what: releaseTitle(home, tag),
		permission: PERMISSION,
		schema
	};
}
/** Returns the name of a release in messages. */
function releaseTitle({ repository }, tag) {
	return `the release ${tag} of ${repository}`;
}
/**
* Finds the published release with a tag, otherwise the oldest draft for it, so that jobs that
* publish at the same time choose the same one.
*/
async function findReleaseByTag(home, tag) {
	const published = await requestIfThere({
		...about(home, tag, "/releases/tags/{tag}", releaseSchema),
		values: { tag }
	}, home);
	if (published !== void 0) return published;
	const [first] = (await listAll(about(home, tag, "/releases", releaseSchema), home)).filter((release) => release.tag_name === tag).toSorted((a, b) => Number(a.draft) - Number(b.draft) || a.id - b.id);
	return first;
}
/**
* Finds the release for a tag, or creates a draft. If several jobs create one at the same time, all
* continue with the oldest, and the others delete theirs.
*/
async function openRelease(home, draft) {
	let own;
	return retryAsWhole(home, async (once) => {
		let release = await findReleaseByTag(once, draft.tag);
		if (release === void 0) {
			own = await createDraft(once, draft);
			release = await findReleaseByTag(once, draft.tag) ?? own;
		}
		if (own !== void 0 && own.id !== release.id) await discard(once, own);
		return release;
	});
}
async function createDraft(home, draft) {
	const { tag, name, notes, isPrerelease, commit } = draft;
	const values = {
		tag_name: tag,
		name,
		body: notes,
		draft: true,
		prerelease: isPrerelease,
		...commit !== void 0 && !await hasTag(home, tag) && { target_commitish: commit }
	};
	return request({
		...about(home, tag, "/releases", releaseSchema),
		method: "POST",
		values
	}, home);
}
async function hasTag(home, tag) {
	return await requestIfThere({
		...about(home, tag, "/git/ref/tags/{tag}", unknown()),
		values: { tag }
	}, home) !== void 0;
}
/** Deletes a draft, unless another job has uploaded files to it. */
async function discard(home, release) {
	if ((await listAssets(home, release)).length > 0) return;
	await requestIfThere({
		...about(home, release.tag_name, `/releases/${release.id}`, unknown()),
		method: "DELETE"
	}, home);
}
/** Publishes a draft. May be repeated. */
async function publishDraft(home, { id, tag_name: tag }, latest) {
	const values = {
		draft: false,
		...latest !== void 0 && { make_latest: latest }
	};
	return request({
		...about(home, tag, `/releases/${id}`, releaseSchema),
		method: "PATCH",
		values
	}, home);
}
async function listAssets(home, { id, tag_name: tag }) {
	const list = about(home, tag, `/releases/${id}/assets`, fileSchema);
	return listAll({
		...list,
		what: `the list of files of ${list.what}`
	}, home);
}
/**
* Uploads a file, once. After an error that is not a `Failure` the file may still be there: list
* the assets before another attempt.
*/
async function uploadAsset(home, { upload_url: template }, { name, file, size }) {
	const uploads = new URL(template.replace(/\{[^}]*\}$/, ""));
	uploads.searchParams.set("name", name);
	const headers = {
		"content-type": "application/octet-stream",
		"content-length": size
	};
	const values = {
		data: createReadStream(file),
		headers
	};
	return request({
		what: `\`${name}\``,
		permission: PERMISSION,
		schema: fileSchema,
		method: "POST",
		url: uploads.href,
		values,
		uploads
	}, home);
}
async function deleteAsset(home, { name, url }) {
	await requestIfThere({
		what: `\`${name}\``,
		permission: PERMISSION,
		schema: unknown(),
		method: "DELETE",
		url
	}, home);
}
// src/github/publish/assets.ts
/** Compares a file with the release's file of the same name, by size and digest. */
async function assetState({ name, size, sha256 }, assets, home) {
	const asset = assets.find((one) => one.name === name);
	if (asset === void 0) return { kind: "missing" };
	if (asset.state !== "uploaded") return {
		kind: "incomplete",
		asset
	};
	const found = sha256In(asset.digest) ?? await downloadedDigest(home, asset);
	const digest = `sha256:${found}`;
	return found === sha256 && asset.size === size ? {
		kind: "present",
		asset: {
			...asset,
			digest
		}
	} : {
		kind: "different",
		asset,
		digest
	};
}
/** Returns the digest of a file for which the API has none, in hexadecimal. */
async function downloadedDigest(home, asset) {
	return (await download$1(assetSource(asset, PERMISSION), devNull, home)).sha256;
}
/** The problem of a different file with the same name. */
function assetConflict({ name, size, sha256 }, { asset, digest }) {
	return {
		message: `the release has a different \`${name}\`: ${digest} (${asset.size} bytes), not sha256:${sha256} (${size} bytes)`,
		hint: "Nothing was overwritten. Publish the change as a new version. If the release's file is wrong, delete it there and run the job again."
	};
}
/**
* Uploads the files that a release does not have yet, one after the other, and verifies all of
* them.
* @throws {Failure} `verification` if a different file has the name of one.
*/
async function uploadFiles(home, release, files, log) {
	const uploaded = /* @__PURE__ */ new Set();
	for (const [index, file] of files.entries()) {
		const isNew = await retryAsWhole(home, (once) => uploadIfMissing(once, release, file));
		if (isNew) uploaded.add(file);
		const how = isNew ? "uploaded" : "already present";
		log.progress(index + 1, files.length, `${file.name} (${file.size} bytes) ${how}`);
	}
	return retryAsWhole(home, async (once) => {
		const assets = await listAssets(once, release);
		const published = [];
		for (const file of files) {
			const state = await assetState(file, assets, once);
			if (state.kind !== "present") throw notAsUploaded(file, state.kind);
			published.push({
				asset: state.asset,
				isNew: uploaded.has(file)
			});
		}
		return published;
	});
}
/**
* Returns true if it uploaded the file. Each attempt starts by listing the assets: the one before may
* have uploaded the file, or a part of it.
*/
async function uploadIfMissing(home, release, file) {
	const state = await assetState(file, await listAssets(home, release), home);
	if (state.kind === "present") return false;
	if (state.kind === "different") throw new Failure("verification", assetConflict(file, state));
	if (state.kind === "incomplete") await deleteAsset(home, state.asset);
	await uploadAsset(home, release, file);
	return true;
}
function notAsUploaded({ name }, kind) {
	return new Failure("verification", {
		message: `\`${name}\` was uploaded, but it is ${kind} in the release`,
		hint: "Another job may be publishing to the same release, which was left as it is. Run this job again: it keeps the files that are correct."
	});
}
// src/github/publish/attested.ts
/** Returns the name of the file with a package's attestations. */
function attestationName({ stem }) {
	return `${stem}.sigstore.jsonl`;
}
/** Attests packages, and writes the attestations to files in `folder`. */
async function sign(unattested, folder, attest) {
	const files = [];
	const urls = [];
	if (attest === void 0) return {
		files,
		urls
	};
	for (const distribution of unattested) {
		const attestation = await attest(distribution);
		const name = attestationName(distribution);
		const file = join(folder, name);
		const text = attestation.lines.map((line) => `${line}\n`).join("");
		await writeFile(file, text);
		const size = Buffer.byteLength(text);
		files.push({
			kind: "attestation",
			name,
			file,
			size,
			sha256: sha256(text)
		});
		urls.push(...attestation.urls);
	}
	return {
		files,
		urls
	};
}
/** Attestations have some kilobytes and the SBOM. */
const LARGEST_ATTESTATION = 64 * 2 ** 20;
/**
* Verifies with `gh` that the attestations of a release are of these archives and state what a new
* signature would.
* @param folder for the download
* @throws {Failure} `verification` if they do not, `environment` if they cannot be verified.
*/
async function verifyExisting({ distribution, asset }, folder, home, { token, signerWorkflow }, context) {
	const { name } = asset;
	const attestations = join(folder, name);
	await download$1(assetSource(asset, PERMISSION), attestations, home, LARGEST_ATTESTATION);
	const { repository } = home;
	for (const archive of distribution.files.filter(({ kind }) => kind === "archive")) {
		const stated = async (predicateType) => {
			const source = {
				repository,
				token,
				attestations,
				predicateType,
				signerWorkflow
			};
			try {
				return await verifyAttestation(archive.file, source, context);
			} catch (error) {
				throw unproven(error, name, archive);
			}
		};
		await stated(PROVENANCE_PREDICATE);
		for (const { kind, file, name: signed } of distribution.files) {
			const statement = statementOf(kind);
			if (statement === void 0) continue;
			const content = JSON.parse(await readFile(file, "utf8"));
			if (!(await stated(statement.predicateType)).some((each) => canonicalJson(each) === canonicalJson(content))) throw stray(name, `does not attest \`${signed}\``);
		}
	}
}
function unproven(error, name, archive) {
	if (!(error instanceof Failure)) return error;
	const problems = error.problems.map(({ message, ...more }) => ({
		message: message.replaceAll(archive.file, archive.name),
		...more
	}));
	if (error.kind === "verification") return stray(name, `proves nothing: ${problems.map(({ message }) => message).join("; ")}`);
	return new Failure(error.kind, problems.map((problem) => ({
		...problem,
		message: `the release has \`${name}\`, which must be verified before it is kept: ${problem.message}`
	})), { cause: error });
}
function stray(name, reason) {
	return new Failure("verification", {
		message: `the release has \`${name}\`, which ${reason}`,
		hint: "Nothing was changed. Find out who uploaded it. Delete it from the release and run the job again, which signs the archives."
	});
}
// src/github/publish/draft.ts
/** Returns the draft to create if there is no release. */
function draftOf(request, distributions, env) {
	const { tag, repository, name, notes, prerelease } = request;
	const isOwn = repository === env["GITHUB_REPOSITORY"];
	return {
		tag,
		name: name ?? tag,
		notes: notes ?? releaseNotes(request, distributions, env["GITHUB_REPOSITORY"]),
		isPrerelease: prerelease ?? isPrerelease(tag),
		commit: isOwn ? env["GITHUB_SHA"] : void 0
	};
}
/**
* True if a tag names a prerelease version, such as `v1.2.0-rc.1`. In a repository with several
* packages the version may follow a name: `attention/v1.2.0-rc.1`, `attention-1.2.0-rc.1`.
*/
function isPrerelease(tag) {
	const [, version] = /(?:^|[/@_-])v?(\d+\.\d+\.\d+\S*)$/.exec(tag) ?? [];
	return version !== void 0 && (0, import_semver.prerelease)(version) !== null;
}
/**
* Writes the text of a release: what is in it, and how to verify it. `signer` is the repository whose
* workflow attests, if any does.
*/
function releaseNotes(request, distributions, signer) {
	const isSigned = request.attest !== void 0;
	return distributions.map((one) => {
		const commands = verifyCommands(one, request, isSigned ? signer : void 0);
		return `${one.notes}\nTo verify:\n\n${fenced(commands)}`;
	}).join("\n");
}
/** The commands that download and verify files that are released together, one per line. */
function verifyCommands({ stem, files, hasEvidence }, { tag, repository, signerWorkflow }, signer) {
	const archives = files.filter(({ kind }) => kind === "archive").map(({ name }) => name);
	const attested = signer === void 0 ? [] : archives.slice(0, 1);
	return [
		`gh release download ${shellQuote(tag)} --repo ${repository} --pattern '${stem}.*'`,
		`sha256sum --check ${stem}.SHA256SUMS`,
		...attested.flatMap((name) => attestationCommands(name, signer ?? "", {
			signerWorkflow,
			hasEvidence
		}))
	];
}
function fenced(lines) {
	return [
		"```sh",
		...lines,
		"```",
		""
	].join("\n");
}
// src/github/publish/plan.ts
/**
* Compares the files to publish with those of a release (undefined: it does not exist yet). Changes
* nothing.
* @throws {Failure} `verification` if the release has different files with the same names, or lacks
* files and is immutable.
*/
async function planRelease(home, release, distributions, isAttested) {
	const assets = release === void 0 ? [] : await listAssets(home, release);
	const states = /* @__PURE__ */ new Map();
	for (const file of distributions.flatMap(({ files }) => files)) states.set(file, await assetState(file, assets, home));
	const problems = [...states].flatMap(([file, state]) => state.kind === "different" ? assetConflict(file, state) : []);
	if (problems.length > 0) throw new Failure("verification", problems);
	const missing = [...states].flatMap(([file, { kind }]) => kind === "present" ? [] : file);
	const files = [...states.values()].flatMap((one) => one.kind === "present" ? one.asset : []);
	const { attested, unattested } = isAttested ? planAttestations(distributions, missing, assets) : {
		attested: [],
		unattested: []
	};
	const attestations = attested.map(({ asset }) => asset);
	const plan = {
		present: [...files, ...attestations],
		missing,
		unattested,
		attested
	};
	if (release?.immutable === true) requireNoChange(plan, releaseTitle(home, release.tag_name));
	return plan;
}
/** Every signature is different, so existing attestations are kept. */
function planAttestations(distributions, missing, assets) {
	const unattested = [];
	const attested = [];
	for (const distribution of distributions) {
		const name = attestationName(distribution);
		const found = assets.find((asset) => asset.name === name && asset.state === "uploaded");
		if (found === void 0) unattested.push(distribution);
		else {
			const archive = distribution.files.find((file) => file.kind === "archive" && missing.includes(file));
			if (archive !== void 0) throw strayAttestation(name, archive.name);
			attested.push({
				distribution,
				asset: found
			});
		}
	}
	return {
		unattested,
		attested
	};
}
function strayAttestation(name, archive) {
	return new Failure("verification", {
		message: `the release has \`${name}\`, but not the archive \`${archive}\` that it attests`,
		hint: `Nothing was overwritten. Delete \`${name}\` from the release and run the job again, or publish a new version.`
	});
}
function requireNoChange({ missing, unattested }, title) {
	const names = [...missing.map(({ name }) => name), ...unattested.map(attestationName)];
	if (names.length === 0) return;
	throw new Failure("verification", {
		message: `${title} is published and immutable, and lacks ${names.map((name) => `\`${name}\``).join(", ")}`,
		hint: "An immutable release takes no more files: publish a new version. To add files in several jobs, set `draft: true` in all but the last."
	});
}
// src/github/publish/packages.ts
/**
* Reads the packages to publish.
* @throws {Failure} `verification` if they are damaged or lack evidence.
*/
async function readReleasedPackages({ packages: paths, require: need }) {
	const found = await Promise.all(paths.map((folder) => findPackages(folder)));
	const packages = await Promise.all(found.flat().map((folder) => readPackage(folder)));
	const problems = await evidenceProblems(packages, need);
	if (problems.length > 0) throw new Failure("verification", problems);
	return packages;
}
/** Writes the release files of packages to a folder. */
async function packReleasedPackages(packages, out, context) {
	const packed = await context.log.group("Pack", () => distributeRead(packages, out, context), (all) => [all.length, "package"]);
	return Promise.all(packed.map(async ({ pkg, stem, files }) => ({
		stem,
		files,
		notes: await describePackage(pkg),
		remarks: [],
		hasEvidence: true
	})));
}
async function evidenceProblems(packages, need) {
	const missing = await Promise.all(packages.map((pkg) => missingEvidence(pkg, need)));
	return [...unknownTargets(packages, need).map((target) => ({
		message: `\`require-targets\` names ${target}, but no package has code for it`,
		hint: "Build for it, or remove it from `require-targets`."
	})), ...missing.flat()];
}
/** The number of kernels that are listed by name. */
const MAX_NAMES = 30;
async function describePackage(pkg) {
	const { package: name, version, triton, kernels } = pkg.manifest;
	const targets = new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)));
	const names = kernels.map((kernel) => `\`${kernel.name}\``);
	const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [];
	return `### ${name} ${version}

- kernels: ${[...names.slice(0, MAX_NAMES), ...more].join(", ")}
- targets: ${[...targets].join(", ")}
- compiled with Triton ${triton}
- evidence: ${await describeEvidence(pkg)}
`;
}
async function describeEvidence(pkg) {
	const evidence = await readEvidence(join(pkg.folder, EVIDENCE_FILE));
	const records = evidence.records.filter((one) => isOfPackage(one, pkg));
	const emulated = evidence.emulated.filter((one) => isOfPackage(one, pkg));
	if (records.length === 0 && emulated.length > 0) {
		const executed = new Set(emulated.map(({ kernel }) => kernel));
		return `the PTX (${[...new Set(emulated.map(({ target }) => target))].join(", ")}) of ${executed.size} of ${plural(pkg.manifest.kernels.length, "kernel")} executed on a CPU${weakerComparisons(emulated)}, in ${describeRuns(emulated)}; the cubins did not run`;
	}
	if (records.length === 0) return "every kernel's parameters checked against its cubin";
	const ran = new Set(records.map(({ kernel }) => kernel));
	const devices = new Set(records.map(({ device, target }) => `${device} (${target})`));
	return `${ran.size} of ${plural(pkg.manifest.kernels.length, "kernel")} ran on ${[...devices].join(", ")}, in ${describeRuns(records)}`;
}
// src/github/publish/request.ts
/**
* With `true`, a published release becomes `latest`; with `legacy` GitHub decides by date and version.
*/
const LATEST_MODES = [
	"true",
	"false",
	"legacy"
];
/**
* Writes the files of the release to a folder that exists while `work` runs. Sends no request to GitHub.
* @throws {Failure} `verification` for packages that are damaged or lack evidence, `usage` if there is
* nothing to publish, or the files cannot be files of one release.
*/
async function withDistributions(request, context, work) {
	checkRequest(request);
	const packages = await readReleasedPackages(request);
	const out = await makeScratch(context.scratch, "publish");
	try {
		const distributions = [...await packReleasedPackages(packages, out, context)];
		for (const kind of releaseKinds.parts) distributions.push(...await kind.distribute(request.others, out, context));
		checkFiles(distributions.flatMap(({ files }) => files));
		return await work(distributions, out);
	} finally {
		await rm(out, {
			recursive: true,
			force: true
		});
	}
}
function checkRequest({ packages, others }) {
	const kinds = releaseKinds.parts;
	if (packages.length > 0 || kinds.some(({ paths }) => (others[paths.name] ?? []).length > 0)) return;
	const names = ["package", ...kinds.map(({ name }) => name)].map((name) => `a ${name}`);
	throw new Failure("usage", { message: `there is ${names.length > 1 ? "neither" : "not"} ${names.join(" nor ")} to publish` });
}
function checkFiles(files) {
	const problems = [...files.filter(({ name }) => !/^[A-Za-z0-9][\w.+-]*$/.test(name)).map(({ name }) => ({
		message: `GitHub would rename \`${name}\``,
		hint: "Use only letters, digits, `.`, `+` and `-` in `version` of the manifest."
	})), ...files.filter(({ size }) => size >= MAX_DOWNLOAD_BYTES).map(({ name, size }) => ({
		message: `\`${name}\` has ${size} bytes; the limit for a file of a release is ${MAX_DOWNLOAD_BYTES}`,
		hint: "Build for fewer targets."
	}))];
	const twins = files.filter(({ name }, at) => files.findIndex((one) => one.name === name) < at);
	for (const { name } of twins) problems.push({
		message: `there are two files \`${name}\``,
		hint: "Leave one out."
	});
	if (problems.length > 0) throw new Failure("usage", problems);
}
// src/publish.ts
/**
* Uploads packages, and what features add, to the release of a tag, and publishes the release once it has
* all of them.
* Existing files are kept, so it can be called again after any failure.
* @throws {Failure} `verification` for packages that are damaged or lack evidence, and if the release
* has different files with the same names or takes no more files; `usage` and `environment`
* if GitHub rejects a request or cannot be reached.
*/
async function publishRelease(request, context, timeouts) {
	return withDistributions(request, context, (distributions, folder) => withRepository(request, context, (home) => publish({
		request,
		distributions,
		folder,
		home
	}, context), timeouts));
}
/** Does the part of `publishRelease` that changes nothing, with the same failures. */
async function previewRelease(request, context) {
	return withDistributions(request, context, (distributions) => withRepository(request, context, async (home) => {
		const { repository, tag } = request;
		const found = await findReleaseByTag(home, tag);
		const plan = await planRelease(home, found, distributions, false);
		const lacking = plan.missing.map(({ file: _file, ...shown }) => shown);
		const release = found?.draft === true ? "draft" : "published";
		return {
			repository,
			tag,
			release: found ? release : "none",
			there: plan.present,
			lacking
		};
	}));
}
async function publish(publication, context) {
	const { request, distributions, home, folder } = publication;
	const { tag, repository, attest, draft, latest, signerWorkflow } = request;
	const found = await findReleaseByTag(home, tag);
	const plan = await planRelease(home, found, distributions, attest !== void 0);
	for (const each of plan.attested) await verifyExisting(each, folder, home, request, context);
	const release = found ?? await openRelease(home, draftOf(request, distributions, context.env));
	const signed = await sign(plan.unattested, folder, attest);
	const uploaded = await context.log.group(`Upload to ${releaseTitle(home, tag)}`, () => uploadFiles(home, release, [...plan.missing, ...signed.files], context.log), (files) => [files.length, "file"]);
	const last = release.draft && !draft ? await retryAsWhole(home, (once) => publishDraft(once, release, latest)) : release;
	const files = [...plan.present.map((asset) => ({
		asset,
		isNew: false
	})), ...uploaded];
	return {
		repository,
		tag,
		id: last.id,
		url: last.html_url,
		isPublished: !last.draft,
		distributions,
		files: files.toSorted((a, b) => a.asset.name < b.asset.name ? -1 : 1),
		attestationUrls: signed.urls,
		signerWorkflow
	};
}
// src/github/fetch/artifact.ts
const artifactSchema = object({
	id: number(),
	name: string(),
	expired: boolean(),
	digest: string().nullish()
});
const ownerSchema = object({
	id: number(),
	full_name: string()
});
const runSchema = object({
	id: number(),
	html_url: string(),
	event: string(),
	head_branch: string().nullable(),
	head_sha: string(),
	conclusion: string().nullable(),
	created_at: string(),
	repository: ownerSchema,
	head_repository: ownerSchema.nullish()
});
/** The number of acceptable runs that are searched. */
const MAX_RUNS = 50;
/** Of a hundred artifacts each. A job can have five hundred. */
const MAX_ARTIFACT_PAGES = 10;
/**
* Downloads an artifact of the newest successful run for a branch to `folder`, and verifies
* its digest. Never takes runs that worked on a fork's code, whatever the name of their branch.
* @throws {Failure} `usage` if no artifact matches, or more than one, `verification` if it is not
* what was uploaded, `environment` if the download fails.
*/
async function downloadWorkflowArtifact(source, folder, context, timeouts) {
	const { repository, branch, token } = source;
	const what = `the artifact of ${branch} of ${repository}`;
	const fetch = async (access) => {
		const { run, artifact } = await findArtifact(source, access, context);
		const { id, name } = artifact;
		context.log.info(`the artifact ${name} of ${runText(run)}`);
		const sha256 = agreedDigest(`the artifact \`${name}\``, sha256In(artifact.digest), source.digest);
		const file = join(folder, `${id}.zip`);
		await download$1({
			name,
			url: `/repos/${repository}/actions/artifacts/${id}/zip`,
			accept: "application/vnd.github+json",
			sha256,
			permission: "actions: read"
		}, file, access);
		return {
			file,
			name,
			run,
			sha256
		};
	};
	return withAccess({
		verb: "download",
		what,
		token
	}, context, fetch, timeouts);
}
async function findArtifact(source, access, { log }) {
	const pattern = source.artifact ?? "aot*";
	const reasons = [];
	const skip = (run, reason) => {
		log.info(`skipped ${runText(run)}: ${reason}`);
		reasons.push(reason);
	};
	const isWanted = globMatcher([pattern], true);
	let searched = 0;
	for await (const run of listRuns(source, access)) {
		const reason = rejectReason(run, source.branch);
		if (reason !== void 0) {
			skip(run, reason);
			continue;
		}
		searched += 1;
		if (searched > MAX_RUNS) break;
		const matching = (await artifactsOf(run, source.repository, access)).filter(({ name }) => isWanted(name));
		const current = matching.filter(({ expired }) => !expired);
		if (current.length > 0) return {
			run,
			artifact: oneOf(current, source, run)
		};
		skip(run, matching.length > 0 ? "its artifact has expired" : `it has no artifact ${pattern}`);
	}
	throw notFound$1(source, pattern, reasons);
}
/** The artifacts of a run. Of several with one name, the last attempt's. */
async function artifactsOf({ id }, repository, access) {
	const first = {
		url: `/repos/${repository}/actions/runs/${id}/artifacts`,
		what: `the artifacts of run ${id} of ${repository}`,
		permission: "actions: read",
		schema: artifactSchema
	};
	const byName = /* @__PURE__ */ new Map();
	for await (const artifact of listItems(first, access, MAX_ARTIFACT_PAGES)) {
		const known = byName.get(artifact.name);
		if (known === void 0 || known.id < artifact.id) byName.set(artifact.name, artifact);
	}
	return [...byName.values()];
}
function oneOf(artifacts, { package: wanted, targets = [] }, run) {
	const [target] = targets;
	const ofTarget = narrowed(narrowed(artifacts, (name) => name === `aot-${wanted}` || name.startsWith(`aot-${wanted}-`)), (name) => targets.length === 1 && name.endsWith(`-${target}`));
	const [artifact, ...others] = ofTarget;
	if (artifact !== void 0 && others.length === 0) return artifact;
	throw new Failure("usage", {
		message: `several artifacts of ${runText(run)} match: ${ofTarget.map(({ name }) => name).join(", ")}`,
		hint: "Name one in `artifact`."
	});
}
/** Those with such a name, or all if there is none: names only hint at the content. */
function narrowed(artifacts, fits) {
	const matching = artifacts.filter(({ name }) => fits(name));
	return matching.length > 0 ? matching : artifacts;
}
function runText({ id, event, created_at: created }) {
	return `run ${id} (${event}, ${created})`;
}
function notFound$1(source, pattern, reasons) {
	const { repository, branch, workflow } = source;
	const shown = [...new Set(reasons)].slice(0, 5).join("; ");
	const hint = reasons.length === 0 ? "There is no successful run. Check `branch` and `workflow`." : `Skipped ${plural(reasons.length, "successful run")}: ${shown}. If the artifact has expired, run the workflow again, or fetch a release, which does not expire. Otherwise check \`workflow\` and \`artifact\`.`;
	const of = workflow === void 0 ? "" : ` of the workflow ${workflow}`;
	return new Failure("usage", {
		message: `no run${of} for the branch ${branch} of ${repository} has a usable artifact ${pattern}`,
		hint
	});
}
/** Of a hundred runs each. */
const MAX_RUN_PAGES = 3;
/** The successful runs for a branch, newest first, including those to reject. */
function listRuns(source, access) {
	const { repository, branch, workflow } = source;
	const of = workflow === void 0 ? "" : "workflows/{workflow}/";
	const runs = workflow === void 0 ? "workflow runs" : `runs of the workflow ${workflow}`;
	return listItems({
		url: `/repos/${repository}/actions/${of}runs`,
		values: {
			branch,
			status: "success",
			...workflow !== void 0 && { workflow: basename(workflow) }
		},
		what: `the list of ${runs} of ${repository}`,
		permission: "actions: read",
		schema: runSchema
	}, access, MAX_RUN_PAGES);
}
/** Says why a run must not be used; undefined if it may. */
function rejectReason(run, branch) {
	if (run.head_branch !== branch) return `it is for the branch ${run.head_branch ?? "(none)"}`;
	if (run.conclusion !== "success") return `its conclusion is ${run.conclusion ?? "pending"}`;
	if (run.head_repository?.id !== run.repository.id) return `it worked on the code of ${run.head_repository?.full_name ?? "a deleted fork"}`;
	return TRUSTED_EVENTS.includes(run.event) ? void 0 : `its event is ${run.event}, which can run on anyone's code`;
}
// src/github/fetch/choose-package.ts
/**
* Finds the package below `root`: there or in a folder of it. `source` is where it comes from, for
* messages.
* @throws {Failure} `usage` if none matches, or more than one, `verification` if one is damaged, or
* has files that its checksums do not list, which a build would compile.
*/
async function choosePackage(root, wanted, source, { log }) {
	const found = await packagesBelow(root);
	const candidates = found.map((item) => ({
		item,
		package: item.manifest.package,
		name: relative(root, item.folder) || ".",
		targets: packageTargets(item.manifest)
	})).filter((one) => wanted.package === void 0 || one.package === wanted.package);
	if (candidates.length === 0) throw await notFound(root, source, wanted, found);
	const pkg = chooseOne(candidates, wanted, source);
	const problems = await checkUnlistedFiles(pkg.folder, await readSums(pkg.folder));
	if (problems.length > 0) throw new Failure("verification", problems);
	const { package: name, version } = pkg.manifest;
	log.info(`${name} ${version} for ${packageTargets(pkg.manifest).join(", ")}`);
	for (const target of parseTargetNames(wanted.targets)) {
		const names = pkg.manifest.kernels.filter(({ variants }) => {
			return missingTargets(variants.map((variant) => variant.target), [target]).length > 0;
		}).map((kernel) => kernel.name).join(", ");
		if (names !== "") log.info(`not built for ${target.name}, by the manifest: ${names}`);
	}
	return pkg;
}
/** Packages inside a package belong to it, and are not listed. */
async function packagesBelow(root) {
	const folders = (await listFiles(root)).filter((file) => file === "manifest.json" || file.endsWith(`/manifest.json`)).map((file) => dirname(file)).toSorted();
	const outer = folders.filter((folder) => folder === "." || !folders.some((one) => one === "." || folder.startsWith(`${one}/`)));
	return Promise.all(outer.map((folder) => readPackage(join(root, folder))));
}
async function notFound(root, source, wanted, found) {
	const name = wanted.package === void 0 ? "" : ` \`${wanted.package}\``;
	const names = new Set(found.map(({ manifest }) => manifest.package));
	const files = await readdir(root);
	const shown = files.toSorted().slice(0, 5).join(", ") || "nothing";
	return new Failure("usage", {
		message: `${source} has no package${name}`,
		hint: names.size > 0 ? `It has: ${[...names].join(", ")}.` : `None of its folders has a ${MANIFEST_FILE}. It contains ${shown}${files.length > 5 ? ` and ${files.length - 5} more` : ""}.`
	});
}
/** Returns the targets that a package has cubins for. */
function packageTargets({ kernels }) {
	const names = kernels.flatMap(({ variants }) => variants.map(({ target }) => target));
	return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}
// src/fetch.ts
/**
* Fetches a package from a release, or from the newest successful run of a workflow, to
* `request.out`. Verifies every step, and replaces an existing package there as a whole, but no
* other folder.
* @throws {Failure} `usage` if there is no such package, or it lacks a target; `verification` if
* anything differs from what was uploaded or built, or is unsafe to unpack; `environment` if the
* download fails.
*/
async function fetchPackage({ source, out }, context, timeouts) {
	await checkOutputFolder(out);
	const work = await makeScratch(context.scratch, "fetch");
	try {
		const downloaded = await download(source, work, context, timeouts);
		const { manifest } = await replaceOutput(out, downloaded.unpack, context);
		return {
			folder: resolve(out),
			package: manifest.package,
			version: manifest.version,
			targets: packageTargets(manifest),
			repository: source.repository,
			origin: downloaded.origin,
			digest: `sha256:${downloaded.sha256}`,
			attested: source.kind === "release" && source.signer !== void 0
		};
	} finally {
		await rm(work, {
			recursive: true,
			force: true
		});
	}
}
async function download(source, work, context, timeouts) {
	if (source.kind === "branch") {
		const { file, name, run, sha256 } = await downloadWorkflowArtifact(source, work, context, timeouts);
		const { id, head_sha: commit, html_url: url } = run;
		return {
			origin: {
				kind: "branch",
				run: id,
				commit,
				artifact: name,
				url
			},
			sha256,
			async unpack(folder) {
				await unpackZip(file, folder, context.signal);
				return choosePackage(folder, source, `the artifact ${name}`, context);
			}
		};
	}
	const archive = await downloadReleaseArchive(source, work, context, timeouts);
	const { file, name, tag, url, sha256 } = archive;
	return {
		origin: {
			kind: "release",
			tag,
			asset: name,
			url
		},
		sha256,
		async unpack(folder) {
			await unpackArchive(file, folder, context.signal);
			const pkg = await choosePackage(folder, source, `the archive ${name}`, context);
			checkReleased(pkg.manifest, archive, source);
			return pkg;
		}
	};
}
// src/github/fetch/request.ts
/** With `required`, a workflow of the repository must have attested the archive. */
const ATTESTATION_MODES = ["off", "required"];
/**
* Turns options into a request.
* @throws {Failure} `usage` with every problem of the options.
*/
function fetchRequest(options) {
	const problems = problemsOf(options);
	if (problems.length > 0) throw new Failure("usage", problems);
	const { repository, token, digest, out, release, asset, branch = "", workflow, artifact } = options;
	const targets = options.targets?.flatMap((name) => parseTarget(name)?.name ?? []);
	const common = {
		repository,
		token,
		package: options.package,
		targets,
		digest
	};
	if (release === void 0) return {
		source: {
			kind: "branch",
			...common,
			branch,
			workflow,
			artifact
		},
		out
	};
	const { signerWorkflow, denySelfHostedRunners } = options;
	const signer = options.attestation === "required" ? {
		signerWorkflow,
		denySelfHostedRunners
	} : void 0;
	return {
		source: {
			kind: "release",
			...common,
			release,
			asset,
			signer
		},
		out
	};
}
function only(name, other) {
	return `${name}: it can only be used with \`${other}\``;
}
function unattested(name) {
	return `${name}: it needs \`attestation\` to be \`required\``;
}
function problemsOf(options) {
	const { release, branch, workflow, artifact, asset, digest, signerWorkflow } = options;
	const isAttested = options.attestation === "required";
	const isRelease = release !== void 0;
	const isEither = isRelease !== (branch !== void 0);
	return [...[
		[!isEither, "release, branch: set exactly one of them"],
		[!isRelease && asset !== void 0, only("asset", "release")],
		[!isRelease && isAttested, only("attestation", "release")],
		[isRelease && isEither && workflow !== void 0, only("workflow", "branch")],
		[isRelease && isEither && artifact !== void 0, only("artifact", "branch")],
		[!isAttested && signerWorkflow !== void 0, unattested("signer-workflow")],
		[!isAttested && options.denySelfHostedRunners === true, unattested("deny-self-hosted-runners")],
		[signerWorkflow !== void 0 && !WORKFLOW_FORM.test(signerWorkflow), `signer-workflow: \`${signerWorkflow}\` is not a workflow such as owner/name/.github/workflows/release.yml`],
		[digest !== void 0 && sha256In(digest) === void 0, `digest: \`${digest}\` is not sha256: and 64 hexadecimal digits`]
	].filter(([isBroken]) => isBroken).map(([, message]) => ({ message })), ...unknownTargetProblems(options.targets ?? [])];
}
/** The variables with which CMake and pkg-config find the package in `folder` before others. */
function searchPaths(folder, env) {
	const paths = {
		CMAKE_PREFIX_PATH: folder,
		PKG_CONFIG_PATH: join(folder, "lib", "pkgconfig")
	};
	return Object.entries(paths).map(([name, added]) => {
		return {
			name,
			folder: added,
			value: [added, ...(env[name] ?? "").split(delimiter).filter((one) => one !== "" && one !== added)].join(delimiter)
		};
	});
}
// src/github/fetch/verify-release.ts
/**
* Runs `body` on a package's path, with the checks that have passed. The archive of a release is
* downloaded before and removed afterwards.
* @throws {Failure} as `downloadReleaseArchive` and `verifyAttestation`.
*/
async function withVerifiedRelease(wanted, context, body) {
	const { release, attestation = false } = wanted;
	if (release === void 0 && !attestation) return body(wanted.package, []);
	if (release === void 0) await requireArchive(wanted.package);
	const { env } = context;
	const repository = repositoryOf(wanted.repository, env);
	const token = tokenIn(env);
	const folder = await makeScratch(context.scratch, "release");
	try {
		const { asset, targets } = wanted;
		const source = {
			repository,
			token,
			asset,
			targets,
			signer: attestation ? {} : void 0
		};
		const checks = [];
		let path = wanted.package;
		if (release === void 0) await verifyAttestation(path, {
			repository,
			token
		}, context);
		else {
			const archive = await downloadReleaseArchive({
				...source,
				release
			}, folder, context);
			path = archive.file;
			const text = `${archive.name} of ${repository} ${archive.tag} is the file that was uploaded (sha256 ${archive.sha256})`;
			checks.push({
				name: "archive",
				outcome: "ok",
				text
			});
		}
		if (attestation) {
			const text = `a workflow of ${repository} attested the provenance`;
			checks.push({
				name: "attestation",
				outcome: "ok",
				text
			});
		}
		return await body(path, checks);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/** @throws {Failure} `usage` for anything but a file. */
async function requireArchive(path) {
	if ((await stat(path).catch(() => void 0))?.isFile() === true) return;
	throw new Failure("usage", {
		message: "only archives have attestations, and this is not a file",
		place: { file: path },
		hint: "Name the archive with --package, or its release with --release."
	});
}
export { ATTESTATION_MODES, LATEST_MODES, REPOSITORY_FORM, TRUSTED_EVENTS, WORKFLOW_FORM, agreedDigest, downloadReleaseArchive, fetchPackage, fetchRequest, openFetch, previewRelease, publishRelease, repositoryOf, retry, rootCause, searchPaths, sha256In, statementOf, tokenIn, uploadSarif, verifyCommands, withVerifiedRelease };
