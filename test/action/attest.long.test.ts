import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAttestor } from '../../src/action/attest.ts';
import type { Distribution, DistributionFile } from '../../src/package/archive/distribution.ts';
import type { BuildContext } from '../../src/base/context.ts';
import { formatProblem, type Problem } from '../../src/base/errors.ts';
import { interruptedFailure } from '../../src/base/interrupts.ts';
import { type Environment, run } from '../../src/base/process.ts';
import { sha256 } from '../../src/base/text.ts';
import type { Attestation } from '../../src/github/attestation.ts';
import { ROOT } from '../support/command.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { type SigstoreService, startSigstoreService } from '../support/sigstore-service.ts';
import type { AttestTask } from '../support/sigstore-service/job.ts';
import { silentLog } from '../support/silent-log.ts';

const EVIDENCE = { format: 1, records: [{ kernel: 'add', target: 'sm_90', outcome: 'ran' }] };
const SBOM = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [] };
const FILES = {
  archive: ['aot-demo-1.0.0.tar.gz', 'an archive'],
  evidence: ['aot-demo-1.0.0.evidence.json', JSON.stringify(EVIDENCE)],
  sbom: ['aot-demo-1.0.0.cdx.json', JSON.stringify(SBOM)],
  sums: ['aot-demo-1.0.0.SHA256SUMS', 'sums'],
} as const;
const SUBJECTS = [{ name: FILES.archive[0], digest: { sha256: sha256('an archive') } }];

interface Ended {
  readonly attestation?: Attestation;
  readonly failure?: { readonly kind: string; readonly problems: readonly Problem[] };
  readonly log: string;
}

interface Bundle {
  readonly mediaType: string;
  readonly verificationMaterial: {
    readonly certificate: { readonly rawBytes: string };
    readonly tlogEntries?: readonly object[];
    readonly timestampVerificationData: { readonly rfc3161Timestamps?: readonly object[] };
  };
  readonly dsseEnvelope: {
    readonly payload: string;
    readonly payloadType: string;
    readonly signatures: readonly [{ readonly sig: string }];
  };
}

describe('an attestation', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attest-'));
    for (const [name, text] of Object.values(FILES)) await writeFile(join(folder, name), text);
    // Bundled as in dist, to notice modules that do not survive that.
    const rolldown = join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
    const job = join(ROOT, 'test/support/sigstore-service/job.ts');
    const options = ['--dir', join(folder, 'job'), '--platform', 'node', '--format', 'esm'];
    const bundled = await node([rolldown, job, ...options], {});
    expect(bundled).toMatchObject({ code: 0 });
    await writeFile(join(folder, 'job/package.json'), '{"type":"module","version":"1.0.0"}');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const node = (argv: readonly string[], env: Environment) =>
    run([process.execPath, ...argv], {
      env: { PATH: process.env['PATH'], ...env },
      signal: new AbortController().signal,
    });

  function distributionOf(...kinds: readonly (keyof typeof FILES)[]): Distribution {
    const files = kinds.map((kind): DistributionFile => {
      const [name, text] = FILES[kind];
      return { kind, name, file: join(folder, name), size: text.length, sha256: sha256(text) };
    });
    return { stem: 'aot-demo-1.0.0', files };
  }

  async function attest(
    service: SigstoreService,
    distribution = distributionOf('archive'),
    token = 'job-token',
  ): Promise<Ended> {
    const task: AttestTask = { mode: 'auto', token, distribution };
    const argv = [join(folder, 'job/job.js'), JSON.stringify(task)];
    const { code, stdout, stderr } = await node(argv, service.env);
    if (code !== 0) throw new Error(stderr);
    return { ...(JSON.parse(stderr) as object), log: stdout };
  }

  it('has the provenance of the archives, the SBOM and the evidence of GPU tests', async () => {
    await using service = await startSigstoreService();
    const { attestation } = await attest(
      service,
      distributionOf('archive', 'sbom', 'evidence', 'sums'),
    );
    const bundles = attestation?.lines.map((line) => JSON.parse(line) as Bundle) ?? [];
    expect(service.stored).toEqual(bundles);
    expect(attestation?.urls).toEqual(
      [101, 102, 103].map((id) => `https://github.com/me/kernels/attestations/${id}`),
    );
    expect(bundles.map(statementOf)).toEqual([
      {
        _type: 'https://in-toto.io/Statement/v1',
        subject: SUBJECTS,
        predicateType: 'https://slsa.dev/provenance/v1',
        predicate: expect.objectContaining({
          runDetails: {
            builder: {
              id: 'https://github.com/me/kernels/.github/workflows/release.yml@refs/heads/main',
            },
            metadata: {
              invocationId: 'https://github.com/me/kernels/actions/runs/3/attempts/1',
            },
          },
        }),
      },
      {
        _type: 'https://in-toto.io/Statement/v1',
        subject: SUBJECTS,
        predicateType: 'https://cyclonedx.org/bom',
        predicate: SBOM,
      },
      {
        _type: 'https://in-toto.io/Statement/v1',
        subject: SUBJECTS,
        predicateType: 'https://github.com/triton-aot/triton-aot-action/evidence/v1',
        predicate: EVIDENCE,
      },
    ]);
    for (const bundle of bundles) {
      expect(isSigned(bundle, service.certificate)).toBe(true);
      expect(bundle.verificationMaterial.tlogEntries).toHaveLength(1);
    }
  });

  it('of a private repository is timestamped by GitHub and not in the public log', async () => {
    await using service = await startSigstoreService({ visibility: 'private' });
    const { attestation } = await attest(service);
    const [bundle] = attestation?.lines.map((line) => JSON.parse(line) as Bundle) ?? [];
    expect(bundle?.verificationMaterial).toMatchObject({
      timestampVerificationData: { rfc3161Timestamps: [expect.anything()] },
    });
    expect(service.requests.filter((name) => name.includes('sigstore.dev'))).toEqual([]);
  });

  it('succeeds if each service fails once', async () => {
    await using service = await startSigstoreService();
    for (const host of ['fulcio.sigstore.dev', 'rekor.sigstore.dev', 'api.github.com'])
      service.refuse(`POST ${host}`, { status: 503, times: 1 });
    const { attestation } = await attest(service);
    expect(attestation?.lines).toHaveLength(1);
    expect(service.requests.filter((name) => name.includes('fulcio'))).toHaveLength(2);
  });

  it.each([
    ['POST api.github.com', { status: 403, message: 'Resource not accessible by integration' }],
    [
      'POST api.github.com',
      { status: 404, message: 'Feature not available for the me organization.' },
    ],
    ['GET runner.actions.githubusercontent.com', { status: 403, message: 'no' }],
    ['POST fulcio.sigstore.dev', { status: 400, message: 'who are you' }],
    ['POST rekor.sigstore.dev', { status: 503 }],
  ])('fails if %s is answered with %j', async (request, refusal) => {
    await using service = await startSigstoreService();
    service.refuse(request, refusal);
    const { failure } = await attest(service);
    expect(failure?.kind).toBe('environment');
    expectGolden(failure?.problems.map(formatProblem).join('\n') ?? '');
  });

  it('fails if GitHub does not know the token, and does not show it', async () => {
    await using service = await startSigstoreService();
    const { failure, log } = await attest(service, distributionOf('archive'), 'wrong-token');
    expect(failure?.problems).toMatchObject([{ message: expect.stringContaining('Bad cred') }]);
    expect(JSON.stringify(failure) + log.replaceAll(/::(add-mask|debug)::.*/g, '')).not.toMatch(
      /wrong-token|request-token|eyJ/,
    );
  });
});

describe('whether a job attests', () => {
  const ALLOWED = {
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://runner',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
  };
  const messages: string[] = [];
  const contextOf = (env: Environment): BuildContext => {
    messages.length = 0;
    const log = { ...silentLog, info: (message: string) => void messages.push(message) };
    return { env, log } as BuildContext;
  };

  it('depends on its permissions, and on the server', () => {
    for (const server of ['', 'https://github.com', 'https://corp.ghe.com']) {
      const env = { ...ALLOWED, GITHUB_SERVER_URL: server };
      expect(openAttestor('auto', 't', contextOf(env))).toBeInstanceOf(Function);
      expect(openAttestor('off', 't', contextOf(env))).toBeUndefined();
    }
  });

  it('is interrupted with the run', async () => {
    const signal = AbortSignal.abort(interruptedFailure('SIGTERM'));
    const context = { ...contextOf(ALLOWED), signal };
    const attested = openAttestor('auto', 't', context)?.({ stem: 'a', files: [] });
    await expect(attested).rejects.toMatchObject({ kind: 'interrupted' });
  });

  it.each([
    [{}, 't'],
    [{ ...ALLOWED, GITHUB_SERVER_URL: 'https://git.corp' }, 't'],
    [{ ...ALLOWED, GITHUB_SERVER_URL: 'https://xghe.com' }, 't'],
    [ALLOWED, undefined],
  ])('is logged, and is a failure if it is required: %j', async (env, token) => {
    expect(openAttestor('auto', token, contextOf(env))).toBeUndefined();
    expectGolden(messages.join('\n'));
    expectGolden(await failureOf(() => openAttestor('required', token, contextOf(env))));
  });
});

describe('what a job attests', () => {
  it('is for its own repository, not for releases of another', async () => {
    const env = {
      ACTIONS_ID_TOKEN_REQUEST_URL: 'https://id.example/',
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
      GITHUB_REPOSITORY: 'me/kernels',
    };
    const context = { env, log: silentLog } as unknown as BuildContext;
    expect(openAttestor('auto', 't', context, 'me/kernels')).toBeInstanceOf(Function);
    expect(openAttestor('auto', 't', context, 'me/releases')).toBeUndefined();
    expectGolden(await failureOf(() => openAttestor('required', 't', context, 'me/releases')));
  });
});

function statementOf({ dsseEnvelope }: Bundle): unknown {
  expect(dsseEnvelope.payloadType).toBe('application/vnd.in-toto+json');
  return JSON.parse(Buffer.from(dsseEnvelope.payload, 'base64').toString());
}

/** True if the signature is by the key of a certificate of the authority. */
function isSigned({ dsseEnvelope, verificationMaterial }: Bundle, authority: string): boolean {
  const { payload, payloadType, signatures } = dsseEnvelope;
  const certificate = new X509Certificate(
    Buffer.from(verificationMaterial.certificate.rawBytes, 'base64'),
  );
  const body = Buffer.from(payload, 'base64');
  // Source: DSSE, "Pre-Authentication Encoding".
  const signed = `DSSEv1 ${payloadType.length} ${payloadType} ${body.length} ${body.toString()}`;
  const signature = Buffer.from(signatures[0].sig, 'base64');
  return (
    certificate.verify(createPublicKey(authority)) &&
    verify(null, Buffer.from(signed), certificate.publicKey, signature)
  );
}
