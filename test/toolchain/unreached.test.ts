import { expect, it } from '#jest';
import { isUnanswered, saysUnreached } from '../../src/toolchain/unreached.ts';

it.each([
  [
    'no name server',
    'Failed to fetch: https://a/simple/b/\n  cause: client error (Connect)\n  cause: dns error',
  ],
  [
    'a closed port',
    'cause: client error (Connect)\n  cause: tcp connect error\n  cause: Connection refused',
  ],
  [
    'a proxy that is down',
    'cause: tunnel error: failed to create underlying connection\n  cause: tcp connect error',
  ],
  [
    'a firewall',
    'cause: error sending request for url (https://a/simple/b/)\n  cause: operation timed out',
  ],
  [
    'UV_OFFLINE',
    'hint: Packages were unavailable because the network was disabled. When the network',
  ],
])('the index is out of reach with %s', (_what, output) => {
  expect(saysUnreached(output)).toBe(true);
});

it.each([
  [
    'a certificate that is not trusted',
    'cause: client error (Connect)\n  cause: invalid peer certificate: UnknownIssuer',
  ],
  [
    'missing credentials',
    'cause: HTTP status client error (401 Unauthorized) for url (https://a/simple/b/)',
  ],
  [
    'an error of the server',
    'cause: HTTP status server error (503 Service Unavailable) for url (https://a/b/)',
  ],
  ['another file than was locked', 'Hash mismatch for `b==1.0`'],
])('the index is reached if it answers with %s', (_what, output) => {
  expect(saysUnreached(output)).toBe(false);
});

it('a download is unanswered if no server was there, however deep the cause is', () => {
  const caused = (code: string): Error =>
    new Error('https://a/', { cause: Object.assign(new Error('failed'), { code }) });
  expect(isUnanswered(caused('ECONNREFUSED'))).toBe(true);
  expect(isUnanswered(caused('EAI_AGAIN'))).toBe(true);
  expect(isUnanswered(caused('CERT_HAS_EXPIRED'))).toBe(false);
  expect(isUnanswered(new Error('HTTP status 503'))).toBe(false);
});
