import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedDriver } from '../support/recorded-driver.ts';
import { startActionsApi } from '../support/actions-api.ts';
import { buildTools, NEWEST_CMAKE } from '../support/build-tools.ts';
import { type Workspace, workspace } from '../support/command.ts';
import { succeed } from '../support/consumer.ts';
import { startReleasesApi } from '../support/releases-api.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import { act, type Acted } from '../support/runner.ts';
import { vectorAdd } from '../support/vector-add.ts';

/** Adds 1000 numbers on the GPU; the output is poisoned first. */
const PROGRAM = `
#include <math.h>
#include <stdio.h>
#include <vector_add.h>
enum { N = 1000 };
int main(void) {
  float x[N], y[N], out[N];
  CUdeviceptr buffers[3];
  CUcontext context;
  int i, wrong = 0;
  if (cuInit(0) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS) return 2;
  if (cuCtxSetCurrent(context) != CUDA_SUCCESS) return 2;
  for (i = 0; i < N; i++) x[i] = (float)sin(i), y[i] = (float)cos(3 * i), out[i] = NAN;
  for (i = 0; i < 3; i++) if (cuMemAlloc(&buffers[i], sizeof x) != CUDA_SUCCESS) return 2;
  cuMemcpyHtoD(buffers[0], x, sizeof x);
  cuMemcpyHtoD(buffers[1], y, sizeof y);
  cuMemcpyHtoD(buffers[2], out, sizeof out);
  if (vector_add_fp32_default(NULL, buffers[0], buffers[1], buffers[2], N) != CUDA_SUCCESS) return 3;
  cuCtxSynchronize();
  cuMemcpyDtoH(out, buffers[2], sizeof out);
  for (i = 0; i < N; i++) wrong += !(fabs((double)out[i] - ((double)x[i] + (double)y[i])) <= 1e-6);
  printf("%d of %d wrong\\n", wrong, N);
  return wrong != 0;
}
`;

const BUILD = `
cmake_minimum_required(VERSION 3.18)
project(app C)
find_package(vector_add 1.0 REQUIRED CONFIG COMPONENTS vector_add_fp32)
add_executable(app main.c)
target_link_libraries(app PRIVATE vector_add::vector_add_fp32 m)
`;

const KERNELS = { GITHUB_REPOSITORY: 'me/kernels', GITHUB_RUN_ID: '7' };
const PUSHED = { name: 'push', payload: { ref: 'refs/tags/v1.0.0' } };
const tools = await buildTools(NEWEST_CMAKE);

describe('a kernel on its way to a program', () => {
  let driver: string;
  let kernels: Workspace;
  let service: ResultsService;
  let built: Acted;
  let app: Workspace;
  beforeAll(async () => {
    driver = await recordedDriver(vectorAdd());
    kernels = await workspace();
    await kernels.example('vector-add');
    service = await startResultsService();
    built = await act(kernels, 'main', {
      inputs: {
        only: 'vector_add_fp32',
        targets: 'sm_80,sm_90',
        smoke: 'required',
        artifact: 'aot',
      },
      env: {
        ...service.env,
        ...KERNELS,
        LD_LIBRARY_PATH: driver,
        RUNNER_ENVIRONMENT: 'github-hosted',
      },
    });
  });
  afterAll(async () => {
    await service.close();
    await kernels.remove();
  });
  beforeEach(async () => {
    app = await workspace({ 'main.c': PROGRAM, 'CMakeLists.txt': BUILD });
  });
  afterEach(() => app.remove());

  /**
   * Builds the program with the variables that `fetch` exported, on a machine that need not have a
   * driver, and runs it.
   */
  const runProgram = async ({ exported }: Acted): Promise<string> => {
    const folder = join(app.folder, 'build');
    await succeed(['cmake', '-S', app.folder, '-B', folder], { ...tools, ...exported });
    await succeed(['cmake', '--build', folder], tools);
    return succeed([join(folder, 'app')], { LD_LIBRARY_PATH: driver });
  };

  it('goes through a release to another repository', async () => {
    expect(built).toMatchObject({ code: 0, outputs: { smoke: 'passed' } });
    await using api = await startReleasesApi([], 'secret', { tags: ['v1.0.0'], reader: 'reader' });
    const publisher = await workspace();
    await cp(join(kernels.folder, 'aot'), join(publisher.folder, 'aot'), { recursive: true });
    const published = await act(publisher, 'publish', {
      event: PUSHED,
      inputs: { token: 'secret', attest: 'off', require: 'ran', 'require-targets': 'sm_90' },
      env: { ...api.env, GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.0.0' },
    });
    await publisher.remove();
    expect(published).toMatchObject({ code: 0, outputs: { published: 'true' } });

    const fetched = await act(app, 'fetch', {
      inputs: { release: '^1', repository: 'me/kernels', token: 'reader', targets: 'sm_90' },
      env: { ...api.env, GITHUB_REPOSITORY: 'you/app', TRITON_AOT_HOME: join(app.folder, 'home') },
    });
    expect(fetched).toMatchObject({
      code: 0,
      outputs: { asset: 'aot-vector_add-1.0.0.tar.gz', digest: published.outputs['digest'] },
    });
    expect(await runProgram(fetched)).toBe('0 of 1000 wrong\n');
  });

  it("goes through the artifact of a branch's newest successful run", async () => {
    expect(built.outputs['artifact-name']).toBe('aot');
    const artifacts = service.artifacts.map(({ name, content, digest }) => ({
      name,
      content,
      digest,
    }));
    await using api = await startActionsApi([{ conclusion: 'failure' }, { artifacts }]);
    const fetched = await act(app, 'fetch', {
      inputs: { branch: 'main', artifact: 'aot', repository: 'me/kernels', token: 'secret' },
      env: { ...api.env, GITHUB_REPOSITORY: 'you/app', TRITON_AOT_HOME: join(app.folder, 'home') },
    });
    expect(fetched).toMatchObject({
      code: 0,
      outputs: { asset: 'aot', digest: built.outputs['artifact-digest'] },
    });
    expect(await runProgram(fetched)).toBe('0 of 1000 wrong\n');
  });
});
