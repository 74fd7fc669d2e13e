import { describe, expect, it } from '#jest';
import { readFetchInputs, requestOf } from '../../src/action/fetch.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { actionFile, namesRead } from './action-file.ts';

function given(texts: Readonly<Record<string, string>>): (name: string) => string {
  return (name) => texts[name] ?? '';
}

describe('the inputs of the sub-action fetch', () => {
  it('are those of its action.yml', () => {
    const { inputs } = actionFile('fetch/action.yml');
    expect(Object.keys(inputs).toSorted()).toEqual(namesRead(readFetchInputs));
  });

  it('have the defaults of its action.yml', () => {
    const { inputs } = actionFile('fetch/action.yml');
    const texts = Object.entries(inputs).map(([name, one]) => [name, one.default ?? '']);
    const nothing = { ...readFetchInputs(given({})), token: inputs['token']?.default };
    expect(readFetchInputs(given(Object.fromEntries(texts)))).toEqual(nothing);
    expect(nothing).toMatchObject({ out: 'aot', attestation: 'off' });
  });

  it('request a package from the workflow`s own repository, or another', () => {
    const env = { GITHUB_REPOSITORY: 'me/app' };
    const request = (texts: Readonly<Record<string, string>>) =>
      requestOf(readFetchInputs(given(texts)), env);
    const own = request({ release: '^1.2', targets: 'sm_80 sm_90' });
    expect(own).toMatchObject({
      source: { kind: 'release', repository: 'me/app', targets: ['sm_80', 'sm_90'] },
    });
    const other = request({ branch: 'main', repository: 'me/kernels', workflow: 'build.yml' });
    expect(other.source).toMatchObject({ kind: 'branch', repository: 'me/kernels' });
  });

  it.each([
    { release: 'v1', repository: 'kernels' },
    { release: 'v1', repository: 'me/..' },
    { release: 'v1', attestation: 'yes' },
    { release: 'v1', 'deny-self-hosted-runners': 'perhaps' },
    { release: 'v1' },
  ])('are rejected if they are invalid: %j', async (texts) => {
    expectGolden(await failureOf(() => requestOf(readFetchInputs(given(texts)), {})));
  });
});
