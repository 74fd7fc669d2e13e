import { describe, it } from '#jest';
import { operatorsByVendor, writeOperators } from '../../../src/features/operators/c/operators.ts';
import { expectGolden } from '../../support/golden.ts';
import { operatorKernels, OPERATORS } from './support/operators.ts';

const OWNER = { package: 'nn', version: '1.2.0' };
const KERNELS = operatorKernels();

describe('the source of operators', () => {
  it.each(OPERATORS.map((operator) => [operator.name, operator] as const))(
    'is readable: %s',
    (_name, operator) => {
      const all = operatorsByVendor([operator], KERNELS);
      expectGolden(all.map((own) => writeOperators(OWNER, own)).join('\n'));
    },
  );
});
