import { type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a certificate says. */
export interface CertificateFacts {
  /** Its common name; without one, the subject is empty. */
  readonly subject?: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  /** Hosts that it is for. With any, it is the certificate of an authority too. */
  readonly hosts?: readonly string[];
}

const DAY = 86_400_000;

/** Returns an X.509 certificate in PEM, for a day, signed with an ECDSA key. Source: RFC 5280. */
export function signCertificate(facts: CertificateFacts, key: KeyObject): string {
  const { subject, issuer, publicKey, hosts = [] } = facts;
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const alternatives = hosts.map((host) => der(0x82, Buffer.from(host)));
  const extensions = [
    sequence(oid(BASIC_CONSTRAINTS), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
    sequence(oid(ALTERNATIVE_NAMES), der(0x04, sequence(...alternatives))),
  ];
  const content = sequence(
    der(0xa0, integer(2)), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    sequence(time(Date.now() - DAY / 2), time(Date.now() + DAY / 2)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(hosts.length === 0 ? [] : [der(0xa3, sequence(...extensions))]),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, key));
  const lines =
    sequence(content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** The contents of object identifiers: 1.2.840.10045.4.3.2, 2.5.29.19, 2.5.29.17, 2.5.4.3. */
const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];
const ALTERNATIVE_NAMES = [0x55, 0x1d, 0x11];
const COMMON_NAME = [0x55, 0x04, 0x03];

/** A value in DER: its tag, its length and its content. Source: X.690. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

function oid(content: readonly number[]): Buffer {
  return der(0x06, Buffer.from(content));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function nameOf(common: string | undefined): Buffer {
  if (common === undefined) return sequence();
  return sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(common)))));
}

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replaceAll(/[-:T]|\..*/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2)}Z`));
}
