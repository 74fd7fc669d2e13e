import { describe, expect, it } from '@jest/globals';
import { BUILD_INPUT_NAMES, readBuildInputs } from '../../src/action/build-inputs.ts';
import { readSmokeInputs, SMOKE_INPUT_NAMES } from '../../src/action/smoke-inputs.ts';
import { Failure } from '../../src/core/base/errors.ts';
import { actionFile } from './action-file.ts';

const given =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string =>
    values[name] ?? '';

const ACTIONS = [
  ['action.yml', BUILD_INPUT_NAMES, readBuildInputs],
  ['smoke/action.yml', SMOKE_INPUT_NAMES, readSmokeInputs],
] as const;

describe.each(ACTIONS)('inputs of %s', (path, names, read) => {
  const { inputs } = actionFile(path);

  it('are those the program knows, one by one', () => {
    expect(Object.keys(inputs)).toEqual([...names]);
  });

  it('default to what it says', () => {
    // Expressions are the runner's.
    const defaults = Object.fromEntries(
      Object.entries(inputs).map(([name, { default: text = '' }]) => [
        name,
        text.startsWith('${{') ? '' : text,
      ]),
    );
    expect(read(given({}))).toEqual(read(given(defaults)));
  });
});

describe('inputs', () => {
  it('read lists with commas, spaces or lines', () => {
    expect(readBuildInputs(given({ targets: 'sm_80, sm_90\nsm_100', only: 'a* b' }))).toMatchObject(
      {
        targets: ['sm_80', 'sm_90', 'sm_100'],
        only: ['a*', 'b'],
      },
    );
  });

  it('name cases that are known to be wrong', () => {
    const inputs = readBuildInputs(
      given({ generator: 'triton', 'allow-known-wrong': 'float-scalar' }),
    );
    expect(inputs).toMatchObject({ generator: 'triton', allowKnownWrong: ['float-scalar'] });
    const read = (): unknown =>
      readBuildInputs(given({ 'allow-known-wrong': 'float-scalar, all' }));
    expect(read).toThrow('input allow-known-wrong: `all` is not usable: expected some of float-sc');
  });

  it('are refused all at once', () => {
    const read = (): unknown => readBuildInputs(given({ jobs: 'many', generator: 'magic' }));
    expect(read).toThrow(Failure);
    expect(read).toThrow(
      'input jobs: `many` is not usable: expected a whole number from 1\ninput generator: `magic` is not usable: expected one of native, triton',
    );
  });

  it('of a smoke test choose whether and where it runs', () => {
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

  it('name an artifact, and tell of the matrix it is for', () => {
    expect(readBuildInputs(given({}))).toMatchObject({ artifact: undefined, split: false });
    const texts = {
      artifact: 'auto',
      'retention-days': '14',
      split: 'true',
      matrix: '{\n  "target": "sm_90",\n  "fast": true\n}',
    };
    expect(readBuildInputs(given(texts))).toMatchObject({
      artifact: 'auto',
      retentionDays: 14,
      split: true,
      matrix: { target: 'sm_90', fast: true },
    });
    expect(readBuildInputs(given({ matrix: 'null' })).matrix).toBeUndefined();
  });

  it.each([
    [{ artifact: 'a/b' }, "input artifact: `a/b` cannot be an artifact's name"],
    [{ artifact: 'true' }, "input artifact: `true` cannot be an artifact's name"],
    [{ 'retention-days': '0' }, 'input retention-days: `0` is not usable'],
    [{ matrix: '[1]' }, 'input matrix: it is the runner that sets it'],
    [{ matrix: '{' }, 'input matrix: it is the runner that sets it'],
    [{ split: 'true', generator: 'triton' }, 'input split: '],
  ])('of an upload refuse %j', (texts, message) => {
    expect(() => readBuildInputs(given(texts))).toThrow(message);
  });

  it('of the sub-action become one value', () => {
    const texts = {
      package: 'out/aot',
      artifact: 'kernels',
      manifest: 'k/kernels.yaml',
      gpu: 'auto',
      device: 'GPU-1234',
      only: 'matmul_*, copy',
      sanitize: 'true',
      wait: '5',
      timeout: '120',
      'allow-untrusted': 'true',
    };
    expect(readSmokeInputs(given(texts))).toEqual({
      package: 'out/aot',
      artifact: 'kernels',
      release: undefined,
      manifest: 'k/kernels.yaml',
      gpu: 'auto',
      device: 'GPU-1234',
      only: ['matmul_*', 'copy'],
      sanitize: true,
      wait: 5,
      timeout: 120,
      allowUntrusted: true,
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
    [{ artifact: 'a', release: 'b' }, 'inputs artifact and release: the package comes from one'],
    [{ asset: 'a' }, 'input asset: it is of use with `release` only'],
    [{ repository: 'me/kernels' }, 'input repository: it is of use with `release` only'],
    [{ release: 'v1', repository: 'kernels' }, 'input repository: `kernels` is not usable'],
    [{ release: 'v1', repository: 'me/..' }, 'input repository: `me/..` is not usable'],
    [{ release: 'v1', repository: '../../x' }, 'input repository: `../../x` is not usable'],
  ])('of the sub-action refuse %j', (texts, message) => {
    expect(() => readSmokeInputs(given(texts))).toThrow(message);
  });

  it('of the sub-action are refused all at once', () => {
    const texts = {
      gpu: 'none',
      sanitize: 'yes',
      wait: '0',
      timeout: '1.5',
      'allow-untrusted': '1',
    };
    expect(() => readSmokeInputs(given(texts))).toThrow(
      [
        'input gpu: `none` is not usable: expected one of required, auto',
        'input sanitize: `yes` is not usable: expected true or false',
        'input wait: `0` is not usable: expected a whole number from 1',
        'input timeout: `1.5` is not usable: expected a whole number from 1',
        'input allow-untrusted: `1` is not usable: expected true or false',
      ].join('\n'),
    );
  });
});
