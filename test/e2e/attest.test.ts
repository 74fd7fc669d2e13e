import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../src/base/text.ts';
import {
  EVIDENCE_PREDICATE,
  PROVENANCE_PREDICATE,
  SBOM_PREDICATE,
} from '../../src/github/attestation.ts';
import { type Workspace, workspace } from '../support/command.ts';
import { fakePackage } from '../support/fake-package.ts';
import { startReleasesApi } from '../support/releases-api.ts';
import { act } from '../support/runner.ts';
import { startSigstoreService } from '../support/sigstore-service.ts';

const MANIFEST = `
package: demo
version: 1.0.0
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  copy: { source: "demo.py:copy_kernel", signature: "*fp32", grid: 1 }
`;

const SBOM = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [] };

interface Statement {
  readonly subject: readonly {
    readonly name: string;
    readonly digest: { readonly sha256: string };
  }[];
  readonly predicateType: string;
  readonly predicate: unknown;
}

describe('a release that the action attests', () => {
  let space: Workspace;
  let folder: string;
  beforeAll(async () => {
    space = await workspace();
    folder = await fakePackage(MANIFEST, { copy_kernel: ['x'] });
  });
  afterAll(async () => {
    await space.remove();
    await rm(folder, { recursive: true });
  });

  it('has a file with bundles for its archives: provenance, SBOM and evidence of the GPU test', async () => {
    const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
    const sums = await readFile(join(folder, 'SHA256SUMS'));
    const hashes = { manifestSha256: sha256(manifest), packageSha256: sha256(sums) };
    const record = { ...hashes, kernel: 'copy', algo: 0, specialisation: 0 };
    const ran = { target: 'sm_90', outcome: 'ran', device: 'H100', capability: '9.0' };
    const evidence = {
      format: 1,
      records: [{ ...record, ...ran, driver: '13.0', triton: '3.8.0' }],
    };
    await writeFile(join(folder, 'evidence.json'), JSON.stringify(evidence));
    await writeFile(join(folder, 'sbom.cdx.json'), JSON.stringify(SBOM));
    await using api = await startReleasesApi([], 'job-token', { tags: ['v1.0.0'] });
    const { GITHUB_API_URL: rest } = api.env;
    await using service = await startSigstoreService({ api: rest });
    const { code, stdout } = await act(space, 'publish', {
      inputs: { package: folder, tag: 'v1.0.0', token: 'job-token', attest: 'required' },
      env: { ...service.env, GITHUB_EVENT_NAME: 'push', RUNNER_ENVIRONMENT: 'github-hosted' },
    });
    expect(stdout).not.toContain('::error');
    expect(code).toBe(0);
    const assets = new Map(
      api.releases.flatMap((release) => release.assets).map(({ name, content }) => [name, content]),
    );
    const bundles =
      assets.get('aot-demo-1.0.0.sigstore.jsonl')?.toString().trim().split('\n') ?? [];
    const statements = bundles.map((line) => {
      const { dsseEnvelope } = JSON.parse(line) as {
        readonly dsseEnvelope: { readonly payload: string };
      };
      return JSON.parse(Buffer.from(dsseEnvelope.payload, 'base64').toString()) as Statement;
    });
    expect(statements.map(({ predicateType }) => predicateType).toSorted()).toEqual([
      SBOM_PREDICATE,
      EVIDENCE_PREDICATE,
      PROVENANCE_PREDICATE,
    ]);
    for (const { subject } of statements) {
      const digests = subject.map(({ name, digest }) => [name, digest.sha256]);
      expect(Object.fromEntries(digests)).toEqual({
        'aot-demo-1.0.0.tar.gz': sha256(assets.get('aot-demo-1.0.0.tar.gz') ?? ''),
      });
    }
    const predicateOf = (type: string): unknown =>
      statements.find(({ predicateType }) => predicateType === type)?.predicate;
    expect(predicateOf(EVIDENCE_PREDICATE)).toEqual(evidence);
    expect(predicateOf(SBOM_PREDICATE)).toEqual(SBOM);
  });
});
