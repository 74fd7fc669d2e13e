import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CertificateRequest, createAuthority } from './sigstore-service/authority.ts';
import { createIssuer, ISSUER } from './sigstore-service/identity.ts';
import {
  forward,
  type ProxiedAnswer,
  type ProxiedRequest,
  startProxy,
} from './sigstore-service/proxy.ts';

const HOSTS = [
  'runner.actions.githubusercontent.com',
  'token.actions.githubusercontent.com',
  'fulcio.sigstore.dev',
  'rekor.sigstore.dev',
  'fulcio.githubapp.com',
  'timestamp.githubapp.com',
  'api.github.com',
];

const REQUEST_TOKEN = 'request-token';

export interface SigstoreOptions {
  /** GitHub's own services sign for private repositories. */
  readonly visibility?: 'public' | 'private';
  /** Serves the rest of GitHub's API, like GitHub Enterprise: without encryption, below a path. */
  readonly api?: string | undefined;
}

/** A refusal of the first `times` requests whose name begins with `request`, or of all. */
export interface Refusal {
  readonly status: number;
  readonly message?: string;
  readonly times?: number;
}

/**
 * All services of @actions/attest, at the real addresses: identities, certificates, the log,
 * GitHub's API.
 */
export interface SigstoreService extends AsyncDisposable {
  /**
   * The variables of a runner for a job with `id-token: write`, and those that lead to the service.
   */
  readonly env: Readonly<Record<string, string>>;
  /** The authority's certificate. */
  readonly certificate: string;
  /** The bundles that were sent to GitHub, as JSON. */
  readonly stored: readonly unknown[];
  /** `POST fulcio.sigstore.dev/api/v2/signingCert` … */
  readonly requests: readonly string[];
  refuse(request: string, refusal: Refusal): void;
}

type Answer = (request: ProxiedRequest) => ProxiedAnswer | Promise<ProxiedAnswer>;

/** Starts the service behind a proxy on a free port. */
export async function startSigstoreService({
  visibility = 'public',
  api,
}: SigstoreOptions = {}): Promise<SigstoreService> {
  const folder = await mkdtemp(join(tmpdir(), 'sigstore-'));
  const event = join(folder, 'event.json');
  await writeFile(event, JSON.stringify({ repository: { visibility } }));
  const authority = await createAuthority(HOSTS);
  const issuer = createIssuer();
  const stored: unknown[] = [];
  const requests: string[] = [];
  const refusals = new Map<string, { readonly refusal: Refusal; left: number }>();

  const certify: Answer = async ({ body }) => {
    const certificate = authority.issue(parse(body) as CertificateRequest);
    if (certificate === undefined) return json(400, { message: 'no proof of possession' });
    const chain = { certificates: [certificate, authority.certificate] };
    return json(201, { signedCertificateEmbeddedSct: { chain } });
  };
  const answers: Readonly<Record<string, Answer>> = {
    'GET runner.actions.githubusercontent.com/token': ({ query, headers }) =>
      headers.authorization === `Bearer ${REQUEST_TOKEN}`
        ? json(200, { value: issuer.token(query.get('audience') ?? '') })
        : json(401, { message: 'unauthorized' }),
    'GET token.actions.githubusercontent.com/.well-known/openid-configuration': () =>
      json(200, { jwks_uri: `${ISSUER}/.well-known/jwks` }),
    'GET token.actions.githubusercontent.com/.well-known/jwks': () => json(200, issuer.keys),
    'POST fulcio.sigstore.dev/api/v2/signingCert': certify,
    'POST fulcio.githubapp.com/api/v2/signingCert': certify,
    'POST rekor.sigstore.dev/api/v1/log/entries': () => json(201, logEntry(requests.length)),
    'POST timestamp.githubapp.com/api/v1/timestamp': () => ({ status: 201, body: 'a timestamp' }),
    'POST api.github.com/repos/me/kernels/attestations': ({ body, headers }) => {
      if (headers.authorization !== 'token job-token')
        return json(401, { message: 'Bad credentials' });
      stored.push((parse(body) as { readonly bundle: unknown }).bundle);
      return json(201, { id: 100 + stored.length });
    },
  };

  const answer = async (request: ProxiedRequest): Promise<ProxiedAnswer> => {
    const name = request.name.replace(/ 127\.0\.0\.1:\d+\/api\/v3\//, ' api.github.com/');
    requests.push(name);
    const found = [...refusals].find(([start, { left }]) => name.startsWith(start) && left > 0);
    if (found !== undefined) {
      const [, entry] = found;
      entry.left -= 1;
      return json(entry.refusal.status, { message: entry.refusal.message ?? 'injected' });
    }
    const own = answers[name];
    if (own !== undefined) return own(request);
    return api === undefined
      ? json(404, { message: 'Not Found' })
      : forward(request, new URL(api).origin);
  };
  const { certificate, certificateFile, key } = authority;
  const proxy = await startProxy({ key, cert: certificate }, HOSTS, answer);

  return {
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `https://${HOSTS[0]}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: 'me/kernels',
      GITHUB_SERVER_URL: 'https://github.com',
      HTTPS_PROXY: proxy.url,
      https_proxy: proxy.url,
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: certificateFile,
      ...(api !== undefined && { GITHUB_API_URL: `${proxy.url}/api/v3` }),
    },
    certificate,
    stored,
    requests,
    refuse: (request, refusal) =>
      void refusals.set(request, { refusal, left: refusal.times ?? Infinity }),
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await authority[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

function logEntry(logIndex: number): object {
  const hash = '00'.repeat(32);
  const body = Buffer.from(JSON.stringify({ apiVersion: '0.0.1', kind: 'dsse' }));
  const inclusionProof = {
    logIndex,
    treeSize: logIndex + 1,
    rootHash: hash,
    hashes: [],
    checkpoint: 'a checkpoint',
  };
  const entry = {
    body: body.toString('base64'),
    integratedTime: 1_700_000_000,
    logID: hash,
    logIndex,
    verification: { signedEntryTimestamp: 'AAAA', inclusionProof },
  };
  return { [hash]: entry };
}

function json(status: number, body: object): ProxiedAnswer {
  return { status, body: JSON.stringify(body) };
}

function parse(body: Buffer): unknown {
  return JSON.parse(body.toString());
}
