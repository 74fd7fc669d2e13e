import { describe, expect, it } from '@jest/globals';
import {
  PUBLISH_INPUT_NAMES,
  publishOutputs,
  readPublishInputs,
} from '../../src/action/publish.ts';
import { actionFile } from './action-file.ts';
import { PUBLISHED } from './published.ts';

const given =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string =>
    values[name] ?? '';

describe('inputs of publish/action.yml', () => {
  const { inputs, outputs } = actionFile('publish/action.yml');

  it('are those the program knows, one by one', () => {
    expect(Object.keys(inputs)).toEqual([...PUBLISH_INPUT_NAMES]);
  });

  it('default to what it says', () => {
    // Expressions are the runner's.
    const defaults = Object.fromEntries(
      Object.entries(inputs).map(([name, { default: text = '' }]) => [
        name,
        text.startsWith('${{') ? '' : text,
      ]),
    );
    expect(readPublishInputs(given({}))).toEqual(readPublishInputs(given(defaults)));
  });

  it('come with the outputs the program has, one by one', () => {
    expect(Object.keys(publishOutputs(PUBLISHED))).toEqual(Object.keys(outputs));
  });
});

describe('inputs of publish', () => {
  it('become one value', () => {
    const texts = {
      package: 'a/aot, b/aot\nc',
      tag: 'demo/v1',
      repository: 'me/.kernels',
      token: 't',
      formats: 'tar.gz',
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
      tag: 'demo/v1',
      repository: 'me/.kernels',
      token: 't',
      formats: ['tar.gz'],
      require: { kind: 'ran', targets: ['sm_80', 'sm_90'] },
      attest: 'required',
      draft: true,
      prerelease: 'false',
      latest: 'legacy',
      name: 'Kernels',
      notes: 'New,\nand good.',
    });
  });

  it('are refused all at once', () => {
    const texts = {
      repository: 'me/..',
      formats: 'zip',
      require: 'built',
      'require-targets': 'sm_90',
      attest: 'yes',
      draft: '1',
      prerelease: 'no',
    };
    expect(() => readPublishInputs(given(texts))).toThrow(
      [
        'input repository: `me/..` is not usable: expected owner/name',
        'input formats: `zip` is not usable: expected some of tar.zst, tar.gz',
        'input require: `built` is not usable: expected one of abi-checked, ran',
        'input require-targets: it is of use with `require: ran` only',
        'input attest: `yes` is not usable: expected one of auto, required, off',
        'input draft: `1` is not usable: expected true or false',
        'input prerelease: `no` is not usable: expected one of auto, true, false',
      ].join('\n'),
    );
  });
});
