import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { rm } from 'node:fs/promises';
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

  it('is not published if GitHub does not store the attestation', async () => {
    await using api = await startReleasesApi([], 'job-token', { tags: ['v1.0.0'] });
    const { GITHUB_API_URL: rest } = api.env;
    await using service = await startSigstoreService({ api: rest });
    service.refuse('POST api.github.com/repos/me/kernels/attestations', {
      status: 403,
      message: 'Resource not accessible by integration',
    });
    const { code, stdout } = await act(space, 'publish', {
      inputs: { package: folder, tag: 'v1.0.0', token: 'job-token' },
      env: { ...service.env, GITHUB_EVENT_NAME: 'push', RUNNER_ENVIRONMENT: 'github-hosted' },
    });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^::error::aot-demo-1\.0\.0: .*`permissions: attestations: write`/m);
    expect(api.releases.filter(({ draft }) => !draft)).toEqual([]);
  });
});
