import { describe, expect, it } from '#jest';
import { readWheelInputs, wheelOutputs } from '../../../src/features/operators/action.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { actionFile, namesRead } from '../../action/action-file.ts';

function given(texts: Readonly<Record<string, string>>): (name: string) => string {
  return (name) => texts[name] ?? '';
}

describe('the inputs of the sub-action wheel', () => {
  const { inputs, outputs } = actionFile('wheel/action.yml');

  it('are those of its action.yml, with its defaults', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(namesRead(readWheelInputs));
    const texts = Object.entries(inputs).map(([name, one]) => [name, one.default ?? '']);
    const nothing = readWheelInputs(given({}));
    expect(readWheelInputs(given(Object.fromEntries(texts)))).toEqual(nothing);
    expect(nothing).toMatchObject({ package: 'aot', out: 'dist', layout: 'wheel' });
  });

  it('are rejected if they are invalid', async () => {
    expectGolden(await failureOf(() => readWheelInputs(given({ layout: 'sdist' }))));
  });

  it('lead to the outputs of its action.yml', () => {
    const result = {
      package: 'nn',
      name: 'my-nn',
      version: '1.0',
      operators: ['softmax'],
      sha256: '',
      size: 1,
    };
    const wheel = wheelOutputs({ ...result, layout: 'wheel', files: ['/dist/nn.whl'] });
    expect(Object.keys(wheel)).toEqual(Object.keys(outputs));
    expect(wheel).toMatchObject({ wheel: '/dist/nn.whl', files: '["/dist/nn.whl"]' });
    const kernel = wheelOutputs({ ...result, layout: 'hf-kernels', files: ['/a', '/b'] });
    expect(kernel).toMatchObject({ wheel: '', files: '["/a","/b"]', operators: '["softmax"]' });
  });
});
