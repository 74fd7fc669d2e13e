import { describe, expect, it } from '#jest';
import { bundleOutputs, readBundleInputs } from '../../../src/features/bundle/action.ts';
import { failureOf } from '../../support/golden.ts';
import { actionFile, namesRead } from '../../action/action-file.ts';

const REQUIRED = { recordings: 'one, two', name: 'serve' };

function given(texts: Readonly<Record<string, string>>): (name: string) => string {
  return (name) => texts[name] ?? '';
}

describe('the inputs of the sub-action bundle', () => {
  const { inputs, outputs } = actionFile('bundle/action.yml');

  it('are those of its action.yml, with its defaults', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(namesRead(readBundleInputs));
    const texts = Object.entries(inputs).map(([name, one]) => [name, one.default ?? '']);
    const nothing = readBundleInputs(given(REQUIRED));
    expect(readBundleInputs(given({ ...Object.fromEntries(texts), ...REQUIRED }))).toEqual(nothing);
    expect(nothing).toMatchObject({ recordings: ['one', 'two'], out: 'dist', complete: false });
  });

  it('are rejected if they are missing or invalid', async () => {
    const none = await failureOf(() => readBundleInputs(given({})));
    expect(none).toContain('input recordings is not set');
    expect(none).toContain('input name is not set');
    const wrong = await failureOf(() => readBundleInputs(given({ ...REQUIRED, targets: 'sm_1' })));
    expect(wrong).toContain('unsupported target `sm_1`');
  });

  it('lead to the outputs of its action.yml', () => {
    const result = {
      package: 'serve_bundle',
      folder: '/d/serve_bundle',
      wheel: '/d/w.whl',
      image: undefined,
      targets: ['sm_90'],
      entries: 3,
      size: 1,
      added: 0,
      leftOut: {},
      inductor: 0,
      missing: [],
    };
    expect(Object.keys(bundleOutputs(result))).toEqual(Object.keys(outputs));
    expect(bundleOutputs(result)).toMatchObject({ wheel: '/d/w.whl', image: '', kernels: '3' });
  });
});
