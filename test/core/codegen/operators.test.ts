import { describe, expect, it } from '@jest/globals';
import { operatorsOf, writeOperators } from '../../../src/core/codegen/operators.ts';
import { expectGolden } from '../../support/golden.ts';
import { operatorKernels, OPERATORS } from '../../support/operators.ts';

const OWNER = { package: 'nn', version: '1.2.0' };
const KERNELS = operatorKernels();

describe('the source of operators', () => {
  it.each(OPERATORS.map((operator) => [operator.name, operator] as const))(
    'is readable: %s',
    (_name, operator) => {
      expectGolden(writeOperators(OWNER, [operator], KERNELS));
    },
  );

  it('has the implementations whose kernels are in the package', () => {
    const few = KERNELS.filter(({ name }) => name === 'softmax_fp16' || name === 'partial');
    const operators = operatorsOf(OPERATORS, few);
    expect(operators.map(({ name, implementations }) => [name, implementations.length])).toEqual([
      ['softmax', 1],
      ['picky', 1],
    ]);
    expect(writeOperators(OWNER, operators, few)).not.toContain('softmax_fp32');
    expect(operatorsOf(OPERATORS, [])).toEqual([]);
  });
});
