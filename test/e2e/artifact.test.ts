import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedDriver } from '../support/recorded-driver.ts';
import { type Workspace, workspace } from '../support/command.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import { act, type Acted } from '../support/runner.ts';
import { vectorAdd } from '../support/vector-add.ts';

/** A kernel of the example with one variant for each target, and one case. */
const MANIFEST = `package: vector_add
triton: 3.9.0
targets: [sm_80, sm_90]
defaults: { specialise: listed }
kernels:
  vector_add_fp32:
    source: vector_add.py:add_kernel
    signature: "*fp32:16, *fp32:16, *fp32:16, i64:16, 1024"
    grid: [cdiv(n, BLOCK)]
    smoke:
      reference: reference.py:add
      buffers: { x_ptr: [n], y_ptr: [n], out_ptr: { shape: [n], role: out } }
      cases: [{ n: 4096 }]
`;

describe('the artifact of the action', () => {
  let space: Workspace;
  let right: string;
  let wrong: string;
  let service: ResultsService;
  beforeAll(async () => {
    // Triton 3.9 makes cubins with the ptxas of CUDA 13.
    const driver = { RECORDING_CUDA_VERSION: '13000' };
    right = await recordedDriver(vectorAdd(), driver);
    wrong = await recordedDriver(vectorAdd(1), driver);
    space = await workspace();
    await space.example('vector-add');
    await space.write('kernels.yaml', MANIFEST);
  });
  afterAll(() => space.remove());
  beforeEach(async () => void (service = await startResultsService()));
  afterEach(() => service.close());

  const env = (driver: string): Readonly<Record<string, string>> => ({
    ...service.env,
    LD_LIBRARY_PATH: driver,
    RUNNER_ENVIRONMENT: 'github-hosted',
    GITHUB_REPOSITORY: 'me/kernels',
    GITHUB_RUN_ID: '7',
  });

  const build = (driver: string, inputs: Readonly<Record<string, string>>): Promise<Acted> =>
    act(space, 'main', {
      inputs: {
        smoke: 'required',
        artifact: 'auto',
        matrix: 'null',
        ...inputs,
      },
      env: { ...env(driver), TRITON_AOT_STORE: join(space.folder, 'store') },
    });

  it('is the package with its evidence, which a later job tests; its name is taken', async () => {
    const built = await build(right, { matrix: '{"generator": "native"}' });
    expect(built).toMatchObject({ code: 0, outputs: { smoke: 'passed' } });
    const [{ digest } = { digest: '' }] = service.artifacts;
    expect(built.outputs).toMatchObject({
      'artifact-name': 'aot-vector_add-native',
      'artifact-id': '1',
      'artifact-url': 'https://github.com/me/kernels/actions/runs/7/artifacts/1',
      'artifact-digest': digest,
    });
    const later = await workspace();
    const tested = await act(later, 'smoke', {
      inputs: { artifact: built.outputs['artifact-name'] ?? '' },
      env: env(right),
    });
    expect(tested).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await readFile(tested.outputs['evidence'] ?? '', 'utf8')).toBe(
      await readFile(built.outputs['evidence'] ?? '', 'utf8'),
    );
    await later.remove();

    const other = await build(right, { matrix: '{"generator": "native"}', smoke: 'off' });
    expect(other).toMatchObject({ code: 2 });
    expect(other.stdout).toMatch(/^::error::cannot upload the artifact `aot-vector_add-native`: /m);
    expect(other.stdout).toContain('Set `artifact` to another name');
  });

  it('is uploaded also if the package fails its test, and the step fails', async () => {
    const built = await build(wrong, { artifact: 'broken' });
    expect(built).toMatchObject({
      code: 6,
      outputs: { smoke: 'failed', 'artifact-name': 'broken' },
    });
    expect(service.artifacts.map(({ name }) => name)).toEqual(['broken']);
  });

  it('is not made if `artifact` is not set', async () => {
    const built = await build(right, { smoke: 'off', artifact: '' });
    expect(built).toMatchObject({ code: 0, outputs: { 'artifact-name': '', 'artifact-id': '' } });
    const ofArtifacts = service.requests.filter(({ path }) => path.includes('ArtifactService'));
    expect(ofArtifacts).toEqual([]);
  });
});
