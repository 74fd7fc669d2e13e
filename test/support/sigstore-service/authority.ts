import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../src/core/base/process.ts';

/** The part of a certificate request that is used. */
export interface CertificateRequest {
  readonly credentials: { readonly oidcIdentityToken: string };
  readonly publicKeyRequest: {
    readonly publicKey: { readonly content: string };
    readonly proofOfPossession: string;
  };
}

/** A certificate authority for the service's hosts and for signing keys. */
export interface Authority extends AsyncDisposable {
  /** Its certificate, which also names the hosts: for the server, and for clients that trust it. */
  readonly certificateFile: string;
  readonly certificate: string;
  readonly key: string;
  /** Returns a certificate in PEM; undefined if the client does not have the private key. */
  issue(request: CertificateRequest): Promise<string | undefined>;
}

export async function createAuthority(hosts: readonly string[]): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  const openssl = async (...args: readonly string[]): Promise<void> => {
    const signal = new AbortController().signal;
    const env = { PATH: process.env['PATH'] };
    const { code, stderr } = await run(['openssl', ...args], { cwd: folder, env, signal });
    if (code !== 0) throw new Error(stderr);
  };
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const named = ['-subj', '/CN=Fake authority', '-addext', `subjectAltName=${names}`];
  await openssl('req', '-x509', ...made, ...named, '-keyout', 'ca.key', '-out', 'ca.pem');
  let issued = 0;
  return {
    certificateFile: join(folder, 'ca.pem'),
    certificate: await readFile(join(folder, 'ca.pem'), 'utf8'),
    key: await readFile(join(folder, 'ca.key'), 'utf8'),
    issue: async ({ credentials, publicKeyRequest: { publicKey, proofOfPossession } }) => {
      const proof = Buffer.from(proofOfPossession, 'base64');
      const subject = Buffer.from(subjectOf(credentials.oidcIdentityToken));
      if (!verify(null, subject, createPublicKey(publicKey.content), proof)) return undefined;
      issued += 1;
      const [keyFile, file] = [`${issued}.pub`, `${issued}.pem`];
      await writeFile(join(folder, keyFile), publicKey.content);
      const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '1'];
      await openssl('x509', '-new', '-force_pubkey', keyFile, '-subj', '/', ...by, '-out', file);
      return readFile(join(folder, file), 'utf8');
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

function subjectOf(token: string): string {
  const [, claims = ''] = token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly sub: string }).sub;
}
