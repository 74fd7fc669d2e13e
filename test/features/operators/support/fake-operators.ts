import { type Operator, OPERATORS } from '../../../../src/features/operators/operator.ts';
import { fakePlan, type Functions } from '../../../support/fake-build.ts';

/** Resolves the operators of a manifest without Python. @throws {Failure} with all problems. */
export function fakeOperators(manifestText: string, functions: Functions): readonly Operator[] {
  return OPERATORS.of(fakePlan(manifestText, functions)) ?? [];
}
