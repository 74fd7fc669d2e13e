import { describe, expect, it } from '#jest';
import { readPublishInputs } from '../../src/action/publish.ts';
import { publishOutputs } from '../../src/action/publish-report.ts';
import { registerFeatures } from '../../src/entries/features.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { actionFile, namesRead } from './action-file.ts';
import { PUBLISHED } from './published.ts';

registerFeatures();

const given =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string =>
    values[name] ?? '';

describe('inputs of publish/action.yml', () => {
  const { inputs, outputs } = actionFile('publish/action.yml');

  it('are exactly those that the program reads', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(namesRead(readPublishInputs));
  });

  it('have the defaults of the file', () => {
    // The runner evaluates expressions.
    const defaults = Object.fromEntries(
      Object.entries(inputs).map(([name, { default: text = '' }]) => [
        name,
        text.startsWith('${{') ? '' : text,
      ]),
    );
    expect(readPublishInputs(given({}))).toEqual(readPublishInputs(given(defaults)));
  });

  it('come with exactly the outputs that the program sets', () => {
    expect(Object.keys(publishOutputs(PUBLISHED))).toEqual(Object.keys(outputs));
  });
});

describe('inputs of publish', () => {
  it('are bundles without a package only if the package is empty', () => {
    const bundles = { bundles: 'dist, x.whl', replays: 'replays' };
    expect(readPublishInputs(given(bundles))).toMatchObject({
      package: [],
      others: { bundles: ['dist', 'x.whl'], replays: ['replays'] },
    });
    const both = readPublishInputs(given({ ...bundles, package: 'aot' }));
    expect(both.package).toEqual(['aot']);
    expect(readPublishInputs(given({})).package).toEqual(['aot']);
  });

  it('are read into one value', () => {
    const texts = {
      package: 'a/aot, b/aot\nc',
      tag: 'demo/v1',
      repository: 'me/.kernels',
      token: 't',
      require: 'ran',
      'require-targets': 'sm_80, sm_90',
      attest: 'required',
      draft: 'true',
      prerelease: 'false',
      latest: 'legacy',
      name: 'Kernels',
      notes: 'New,\nand good.',
    };
    expect(readPublishInputs(given(texts))).toEqual({
      package: ['a/aot', 'b/aot', 'c'],
      others: { bundles: [], replays: [] },
      tag: 'demo/v1',
      repository: 'me/.kernels',
      token: 't',
      require: { kind: 'ran', targets: ['sm_80', 'sm_90'] },
      attest: 'required',
      draft: true,
      prerelease: 'false',
      latest: 'legacy',
      name: 'Kernels',
      notes: 'New,\nand good.',
      summary: true,
    });
  });

  it('are rejected all at once', async () => {
    const texts = {
      repository: 'me/..',
      require: 'built',
      'require-targets': 'sm_90',
      attest: 'yes',
      draft: '1',
      prerelease: 'no',
    };
    expectGolden(await failureOf(() => readPublishInputs(given(texts))));
  });
});
