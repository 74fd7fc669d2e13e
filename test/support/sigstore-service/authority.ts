import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signCertificate } from './certificate.ts';

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
  issue(request: CertificateRequest): string | undefined;
}

export async function createAuthority(hosts: readonly string[]): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  const certificateFile = join(folder, 'ca.pem');
  const issuer = 'Fake authority';
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = signCertificate({ subject: issuer, issuer, publicKey, hosts }, privateKey);
  await writeFile(certificateFile, certificate);
  return {
    certificateFile,
    certificate,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issue({ credentials, publicKeyRequest: { publicKey: asked, proofOfPossession } }) {
      const key = createPublicKey(asked.content);
      const proof = Buffer.from(proofOfPossession, 'base64');
      const subject = Buffer.from(subjectOf(credentials.oidcIdentityToken));
      if (!verify(null, subject, key, proof)) return undefined;
      return signCertificate({ issuer, publicKey: key }, privateKey);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

function subjectOf(token: string): string {
  const [, claims = ''] = token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly sub: string }).sub;
}
