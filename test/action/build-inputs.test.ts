import { describe, expect, it } from '#jest';
import { readBuildInputs } from '../../src/action/build-inputs.ts';
import { readBenchInputs } from '../../src/action/bench.ts';
import { readSmokeInputs } from '../../src/action/smoke.ts';
import { readTuneInputs } from '../../src/features/tuning/action.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { actionFile, namesRead } from './action-file.ts';

const given =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string =>
    values[name] ?? '';

const ACTIONS = [
  ['action.yml', readBuildInputs],
  ['smoke/action.yml', readSmokeInputs],
  ['tune/action.yml', readTuneInputs],
  ['bench/action.yml', readBenchInputs],
] as const;

describe.each(ACTIONS)('inputs of %s', (path, read) => {
  const { inputs } = actionFile(path);

  it('are exactly those that the program reads', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(namesRead(read));
  });

  it('have the defaults of the file', () => {
    // The runner evaluates expressions.
    const defaults = Object.fromEntries(
      Object.entries(inputs).map(([name, { default: text = '' }]) => [
        name,
        text.startsWith('${{') ? '' : text,
      ]),
    );
    expect(read(given({}))).toEqual(read(given(defaults)));
  });
});

it('the action for the reusable workflow has the inputs and outputs of the root action', () => {
  const { inputs, outputs, runs } = actionFile('kernels/action.yml');
  const root = actionFile('action.yml');
  expect({ inputs, outputs }).toEqual({ inputs: root.inputs, outputs: root.outputs });
  expect(runs.main).toBe(`../${root.runs.main}`);
});

describe('inputs', () => {
  it('name a shard, or folders with the results of shards', async () => {
    expect(readBuildInputs(given({ shard: '2/8' })).shard).toEqual({ index: 2, count: 8 });
    expect(readBuildInputs(given({ results: 'a b' })).results).toEqual(['a', 'b']);
    for (const shard of ['0/8', '9/8', '2', '1/257'])
      expect(await failureOf(() => readBuildInputs(given({ shard })))).toContain('input shard');
    const both = { shard: '1/2', results: 'a' };
    expect(await failureOf(() => readBuildInputs(given(both)))).toContain('input shard');
  });

  it('compare no launches without a program that makes them', async () => {
    const said = await failureOf(() => readBuildInputs(given({ upgrade: '3.9.0' })));
    expect(said).toContain('input upgrade: name the program');
  });

  it('are lists with commas, spaces or line breaks', () => {
    expect(readBuildInputs(given({ targets: 'sm_80, sm_90\nsm_100', only: 'a* b' }))).toMatchObject(
      {
        targets: ['sm_80', 'sm_90', 'sm_100'],
        only: ['a*', 'b'],
      },
    );
  });

  it('of tune name algos, and the file is beside the manifest', async () => {
    const inputs = readTuneInputs(given({ algo: '0, 3\n7', manifest: 'kernels/all.yaml' }));
    expect(inputs).toMatchObject({ algo: [0, 3, 7], out: 'kernels/tuning.json', again: false });
    expect(readTuneInputs(given({ out: 'h100.json' }))).toMatchObject({ out: 'h100.json' });
    expectGolden(await failureOf(() => readTuneInputs(given({ algo: '1 best', again: 'yes' }))));
  });

  it('are rejected all at once', async () => {
    const read = (): unknown => readBuildInputs(given({ jobs: 'many', generator: 'magic' }));
    expectGolden(await failureOf(read));
  });

  it('of a smoke test decide whether and where it runs', () => {
    expect(readBuildInputs(given({}))).toMatchObject({
      smoke: 'auto',
      sanitize: false,
      allowUntrusted: false,
    });
    const chosen = { smoke: 'required', device: '1', sanitize: 'TRUE', 'allow-untrusted': 'true' };
    expect(readBuildInputs(given(chosen))).toMatchObject({
      smoke: 'required',
      device: '1',
      sanitize: true,
      allowUntrusted: true,
    });
  });

  it('name an artifact and the matrix of the job', () => {
    expect(readBuildInputs(given({}))).toMatchObject({ artifact: undefined });
    const texts = {
      artifact: 'auto',
      'retention-days': '14',
      matrix: '{\n  "target": "sm_90",\n  "fast": true\n}',
    };
    expect(readBuildInputs(given(texts))).toMatchObject({
      artifact: 'auto',
      retentionDays: 14,
      matrix: { target: 'sm_90', fast: true },
    });
    expect(readBuildInputs(given({ matrix: 'null' })).matrix).toBeUndefined();
  });

  it.each([
    { artifact: 'a/b' },
    { artifact: 'true' },
    { 'retention-days': '0' },
    { matrix: '[1]' },
    { matrix: '{' },
  ])('of an upload reject %j', async (texts) => {
    expectGolden(await failureOf(() => readBuildInputs(given(texts))));
  });

  it('of the sub-action are read into one value', () => {
    const texts = {
      package: 'out/aot',
      artifact: 'kernels',
      'artifact-digest': `sha256:${'A1'.repeat(32)}`,
      manifest: 'k/kernels.yaml',
      gpu: 'auto',
      emulate: 'never',
      python: 'python3.12',
      device: 'GPU-1234',
      only: 'matmul_*, copy',
      generate: '16',
      seed: '3',
      sanitize: 'true',
      'require-tuned': 'true',
      wait: '5',
      timeout: '120',
      'allow-untrusted': 'true',
      'upload-sarif': 'true',
      token: 'secret',
    };
    expect(readSmokeInputs(given(texts))).toEqual({
      package: 'out/aot',
      artifact: 'kernels',
      artifactDigest: 'a1'.repeat(32),
      release: undefined,
      manifest: 'k/kernels.yaml',
      gpu: 'auto',
      emulate: 'never',
      python: 'python3.12',
      device: 'GPU-1234',
      only: ['matmul_*', 'copy'],
      generate: 16,
      seed: 3,
      sanitize: true,
      flags: new Set(['require-tuned']),
      wait: 5,
      timeout: 120,
      allowUntrusted: true,
      summary: true,
      token: 'secret',
      uploadSarif: true,
    });
  });

  it('of the sub-action name a release', () => {
    const texts = { release: 'v1.2/rc', asset: 'a.tar.gz', repository: 'me/.kernels', token: 't' };
    expect(readSmokeInputs(given(texts))).toMatchObject({
      artifact: undefined,
      release: { release: 'v1.2/rc', asset: 'a.tar.gz', repository: 'me/.kernels', token: 't' },
    });
    expect(readSmokeInputs(given({ release: 'latest' })).release).toEqual({ release: 'latest' });
  });

  it.each([
    { artifact: 'a', release: 'b' },
    { artifact: 'a', 'artifact-digest': 'sha256:1' },
    { 'artifact-digest': 'a1'.repeat(32) },
    { asset: 'a' },
    { repository: 'me/kernels' },
    { release: 'v1', repository: 'kernels' },
    { release: 'v1', repository: 'me/..' },
    { release: 'v1', repository: '../../x' },
  ])('of the sub-action reject %j', async (texts) => {
    expectGolden(await failureOf(() => readSmokeInputs(given(texts))));
  });

  it('of the sub-action are rejected all at once', async () => {
    const texts = {
      gpu: 'none',
      sanitize: 'yes',
      wait: '0',
      timeout: '1.5',
      'allow-untrusted': '1',
    };
    expectGolden(await failureOf(() => readSmokeInputs(given(texts))));
  });
});
