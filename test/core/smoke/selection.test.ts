import { describe, expect, it } from '@jest/globals';
import { Failure } from '../../../src/core/base/errors.ts';
import { readSmokePackage, type SmokePackage } from '../../../src/core/package/read.ts';
import { rerunCommand, type SmokeRequest } from '../../../src/core/smoke/request.ts';
import { selectTests, tasksOf } from '../../../src/core/smoke/selection.ts';
import { scaleCase, scaleCases, smokePackage } from './smoke-package.ts';

describe('what is tested', () => {
  it('is every case with every algo and specialisation, and the checks', async () => {
    const { tests, untested } = selectTests(await read(), request());
    expect(untested).toEqual(['other']);
    expect(tests[0]?.runs.map(({ index, algo, specialisation }) => [index, algo, specialisation]))
      .toEqual([[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 1]]); // prettier-ignore
    expect(checks(tests, 1)).toEqual(['bad-algo', 'empty-grid', 'threads', 'memory']);
    expect(checks(tests, 2)).toContain('second-device');
  });

  it('is no empty grid where the grid never is', async () => {
    const pkg = await read([scaleCases({ cases: [scaleCase(16, { empty: undefined })] })]);
    expect(checks(selectTests(pkg, request()).tests, 1)).not.toContain('empty-grid');
  });

  it('is one case with one algo, without checks, when asked for', async () => {
    const { tests } = selectTests(await read(), request({ case: 1, algo: 0, only: ['sc*'] }));
    expect(tests[0]?.runs).toMatchObject([{ index: 1, algo: 0 }]);
    expect(checks(tests, 2)).toEqual([]);
  });

  it("is the user's own test alone where there are no cases", async () => {
    const pkg = await read([scaleCases({ cases: [], test: ['test.cpp'] })]);
    const { tests } = selectTests(pkg, request());
    expect(tests).toMatchObject([{ kernel: { name: 'scale' }, runs: [], isWhole: true }]);
    expect(checks(tests, 2)).toEqual([]);
  });

  it.each([
    [request({ only: ['nothing*'] }), 'usage', /named like nothing\*[^]*There are scale, other/],
    [request({ case: 7 }), 'usage', /with case 7[^]*scale has cases 0 to 1 with algos 0, 1/],
    [request({ case: 1, algo: 2 }), 'usage', /with case 1 and algo 2/],
    [request({ only: ['other'] }), 'smoke', /nothing was tested[^]*`smoke:` section/],
  ])('is refused where it is nothing (%#)', async (asked, kind, message) => {
    const pkg = await read();
    const caught = catchFailure(() => selectTests(pkg, asked));
    expect(caught.kind).toBe(kind);
    expect(caught.message).toMatch(message);
  });
});

describe('the command that runs a test alone', () => {
  it('names kernel, case and algo, and quotes what a shell would take apart', () => {
    const run = { index: 1, algo: 0 };
    expect(rerunCommand({ package: 'aot', sanitize: false }, 'scale', run)).toBe(
      'triton-aot smoke --package aot --only scale --case 1 --algo 0',
    );
    expect(rerunCommand({ package: "it's my aot", sanitize: true }, 'scale')).toBe(
      `triton-aot smoke --package 'it'\\''s my aot' --only scale --sanitize`,
    );
  });
});

async function read(kernels = [scaleCases()]): Promise<SmokePackage> {
  return readSmokePackage(await smokePackage(kernels));
}

function request(changes: Partial<SmokeRequest> = {}): SmokeRequest {
  return {
    package: 'aot',
    gpu: 'required',
    only: [],
    sanitize: false,
    wait: 1,
    timeout: 1,
    jobs: 1,
    lockFolder: '/',
    ...changes,
  };
}

function checks(tests: ReturnType<typeof selectTests>['tests'], devices: number): string[] {
  return tests
    .flatMap((test) => tasksOf(test, devices))
    .flatMap((task) => (task.kind === 'check' ? [task.check] : []));
}

function catchFailure(body: () => unknown): Failure {
  try {
    body();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('no failure');
}
