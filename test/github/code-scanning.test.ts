import { afterEach, beforeEach, expect, it } from '#jest';
import { gunzipSync } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { uploadSarif } from '../../src/github/code-scanning.ts';
import { sarifOf } from '../../src/report/sarif.ts';
import { type Answer, faults, type Server, startServer } from '../support/releases-api/server.ts';

const FINDING = { kind: 'race', level: 'error', kernel: 'k', message: 'm' } as const;
const SARIF = sarifOf(
  {
    category: 'check',
    findings: [{ ...FINDING, place: { file: '/a.py', line: 1 } }],
    unjudged: [],
  },
  '/',
);

let server: Server;
let answers: Answer[] = [];
const bodies: unknown[] = [];
beforeEach(async () => {
  answers = [];
  bodies.length = 0;
  server = await startServer(faults(), [], async ({ authorization }, request) => {
    bodies.push(JSON.parse(await text(request)));
    const body = { id: '1', url: 'https://api.example/sarifs/1' };
    if (authorization !== 'Bearer writer')
      return { status: 403, body: { message: 'Resource not accessible by integration' } };
    return answers.shift() ?? { status: 202, body };
  });
});
afterEach(() => server.close());

const upload = (token: string, more = {}): Promise<string> =>
  uploadSarif(SARIF, 'tritonAot/v1', token, {
    env: {
      GITHUB_API_URL: server.url,
      GITHUB_REPOSITORY: 'me/kernels',
      GITHUB_SHA: 'c'.repeat(40),
      GITHUB_REF: 'refs/pull/7/merge',
      ...more,
    },
    signal: new AbortController().signal,
  });

it('uploads SARIF for the commit of the run, with the fingerprint that GitHub reads', async () => {
  expect(await upload('writer')).toBe('https://api.example/sarifs/1');
  expect(server.seen.map(({ path }) => path)).toEqual(['/repos/me/kernels/code-scanning/sarifs']);
  const [{ sarif, ...rest }] = bodies as [{ sarif: string }];
  expect(rest).toEqual({ commit_sha: 'c'.repeat(40), ref: 'refs/pull/7/merge' });
  const sent = JSON.parse(gunzipSync(Buffer.from(sarif, 'base64')).toString()) as typeof SARIF;
  const [result] = sent.runs[0]?.results ?? [];
  const own = SARIF.runs[0]?.results?.[0]?.partialFingerprints?.['tritonAot/v1'];
  expect(result?.partialFingerprints).toEqual({
    'tritonAot/v1': own,
    primaryLocationLineHash: own,
  });
});

it('repeats an upload after an error of the server', async () => {
  answers = [{ status: 502, body: {} }];
  expect(await upload('writer')).toBe('https://api.example/sarifs/1');
  expect(bodies).toHaveLength(2);
});

it('says which permission the job needs, and what a repository without code scanning needs', async () => {
  const refused = await upload('reader').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    kind: 'environment',
    problems: [
      {
        message:
          'cannot write the code scanning results of me/kernels: GitHub responded with 403: Resource not accessible by integration',
        hint: expect.stringContaining('The job needs `permissions: security-events: write`'),
      },
    ],
  });
  const message = 'Advanced Security must be enabled for this repository to use code scanning.';
  answers = [{ status: 403, body: { message } }];
  await expect(upload('writer')).rejects.toThrow(message);
});

it('needs to know the commit', async () => {
  await expect(upload('writer', { GITHUB_SHA: '' })).rejects.toThrow(
    'GITHUB_SHA and GITHUB_REF do not say for which commit',
  );
});
