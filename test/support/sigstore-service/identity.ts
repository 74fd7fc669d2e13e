import { generateKeyPairSync, sign } from 'node:crypto';

export const ISSUER = 'https://token.actions.githubusercontent.com';

/** The claims of a job's identity token. Source: GitHub, "OpenID Connect reference". */
const CLAIMS = {
  iss: ISSUER,
  sub: 'repo:me/kernels:ref:refs/heads/main',
  ref: 'refs/heads/main',
  sha: '0123456789012345678901234567890123456789',
  repository: 'me/kernels',
  event_name: 'push',
  job_workflow_ref: 'me/kernels/.github/workflows/release.yml@refs/heads/main',
  workflow_ref: 'me/kernels/.github/workflows/release.yml@refs/heads/main',
  repository_id: '1',
  repository_owner_id: '2',
  runner_environment: 'github-hosted',
  run_id: '3',
  run_attempt: '1',
};

/** Issues identity tokens of jobs, and has the keys to verify them. */
export interface Issuer {
  token(audience: string): string;
  readonly keys: object;
}

export function createIssuer(): Issuer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const header = { alg: 'RS256', typ: 'JWT', kid: 'key-1' };
  return {
    keys: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256' }] },
    token: (audience) => {
      const now = Math.floor(Date.now() / 1000);
      const claims = { ...CLAIMS, aud: audience, iat: now, nbf: now - 60, exp: now + 600 };
      const text = `${encode(header)}.${encode(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
