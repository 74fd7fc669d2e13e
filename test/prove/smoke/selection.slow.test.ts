import { describe, expect, it } from '#jest';
import { readSmokePackage, type SmokePackage } from '../../../src/package/cases.ts';
import {
  onGpus,
  selectionOn,
  selectTests,
  smallestCase,
  tasksOf,
  testNeeds,
  testOn,
} from '../../../src/prove/smoke/selection.ts';
import { rerunCommand, type SmokeRequest } from '../../../src/prove/smoke/request.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { scaleCase, scaleCases, smokePackage } from './smoke-package.ts';

describe('the selected tests', () => {
  it('are all cases with all algos and specialisations, and the checks', async () => {
    const { tests, untested } = selectTests(await read(), request());
    expect(untested).toEqual(['other']);
    expect(tests[0]?.runs.map(({ index, algo, specialisation }) => [index, algo, specialisation]))
      .toEqual([[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 1]]); // prettier-ignore
    expect(checks(tests, 1)).toEqual(['bad-algo', 'empty-grid', 'threads', 'memory']);
    expect(checks(tests, 2)).toContain('second-device');
  });

  it('are only those algos with which a case reaches a specialisation', async () => {
    const runs = [
      { specialisation: 0, offsets: {}, algos: [1] },
      { specialisation: 1, offsets: {}, algos: [0] },
    ];
    const pkg = await read([scaleCases({ cases: [scaleCase(16, { runs })] })]);
    const { tests } = selectTests(pkg, request());
    expect(tests[0]?.runs).toMatchObject([
      { algo: 0, specialisation: 1 },
      { algo: 1, specialisation: 0 },
    ]);
  });

  it('leave out algos that the device has no code for', async () => {
    const [test] = selectTests(await read(), request()).tests;
    if (test === undefined) throw new Error('no test');
    const variants = test.kernel.variants.filter(
      ({ algo, target }) => algo === 1 || target === 'sm_90',
    );
    const partial = { ...test, kernel: { ...test.kernel, variants } };
    const algosOn = (major: number, minor: number): readonly (readonly number[])[] => {
      const { cases, runs } = testOn(partial, { major, minor });
      return [cases.algos, runs.map(({ algo }) => algo)];
    };
    expect(algosOn(9, 0)).toEqual([
      [0, 1],
      [0, 1, 0, 1],
    ]);
    expect(algosOn(8, 6)).toEqual([[1], [1, 1]]);
  });

  it('have no check of the empty grid if the grid is never empty', async () => {
    const pkg = await read([scaleCases({ cases: [scaleCase(16, { empty: undefined })] })]);
    expect(checks(selectTests(pkg, request()).tests, 1)).not.toContain('empty-grid');
  });

  it('are one case with one algo, without checks, if requested', async () => {
    const { tests } = selectTests(await read(), request({ case: 1, algo: 0, only: ['sc*'] }));
    expect(tests[0]?.runs).toMatchObject([{ index: 1, algo: 0 }]);
    expect(checks(tests, 2)).toEqual([]);
  });

  it("are only the user's own test if there are no cases", async () => {
    const pkg = await read([scaleCases({ cases: [], test: ['test.cpp'] })]);
    const { tests } = selectTests(pkg, request());
    expect(tests).toMatchObject([{ kernel: { name: 'scale' }, runs: [], isWhole: true }]);
    expect(checks(tests, 2)).toEqual([]);
  });

  it.each([
    ['kernel', request({ only: ['nothing*'] })],
    ['case', request({ case: 7 })],
    ['algo', request({ case: 1, algo: 2 })],
    ['specialisation', request({ specialisation: 5 })],
    ['kernel with tests', request({ only: ['other'] })],
  ])('must not be empty: no such %s', async (_what, asked) => {
    const pkg = await read();
    const failure = await failureOf(() => selectTests(pkg, asked));
    expectGolden(failure.replace(pkg.folder, 'PACKAGE'));
  });
});

describe('the tests on a GPU', () => {
  it('have no case of which only some blocks run, and say so', async () => {
    const blocks = { first: 1, last: 1, sample: 0, at: [] };
    const large = scaleCase(2 ** 20, { name: 'large', blocks });
    const pkg = await read([scaleCases({ cases: [large, scaleCase(256)] })]);
    const selected = selectTests(pkg, request());
    const { tests, notes } = onGpus(selectionOn(selected, 'cuda'));
    expect(tests[0]?.runs.map(({ index }) => index)).toEqual([1, 1]);
    expect(notes).toEqual([
      'scale (large): not run, since a GPU cannot run some blocks of a grid; `smoke --emulate` checks their accesses',
    ]);
    expect(testNeeds('cuda', pkg, selected.tests, {}).memory).toBe(
      testNeeds('cuda', pkg, tests, {}).memory,
    );
    expect(smallestCase([large])).toBeUndefined();
  });
});

describe('the command that repeats a test', () => {
  it('has kernel, case and algo, quoted for a shell', () => {
    const run = { index: 1, algo: 0, specialisation: 2 };
    const plain = { package: 'aot', manifest: 'kernels.yaml', sanitize: false };
    expect(rerunCommand(plain, 'scale', run)).toBe(
      'triton-aot smoke --package aot --only scale --case 1 --algo 0 --specialisation 2',
    );
    const other = { package: "it's my aot", manifest: 'k2.yaml', sanitize: true };
    expect(rerunCommand(other, 'scale')).toBe(
      `triton-aot smoke --package 'it'\\''s my aot' --manifest k2.yaml --sanitize --only scale`,
    );
  });

  it('is the given one, with the selection', () => {
    const command = 'node dist/cli.js smoke --package aot --emulate --store store';
    const plain = { package: 'aot', manifest: 'kernels.yaml', sanitize: false, command };
    expect(rerunCommand(plain, 'scale')).toBe(`${command} --only scale`);
    expect(rerunCommand({ ...plain, command: undefined }, 'scale')).toBe(
      'triton-aot smoke --package aot --only scale',
    );
  });
});

async function read(kernels = [scaleCases()]): Promise<SmokePackage> {
  return readSmokePackage(await smokePackage(kernels));
}

function request(changes: Partial<SmokeRequest> = {}): SmokeRequest {
  return {
    package: 'aot',
    manifest: 'kernels.yaml',
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
