import { join } from 'node:path';
import type { Problem } from '../../../base/errors.ts';
import { layoutOf, type Operator } from '../operator.ts';
import { MANIFEST_FILE } from '../../../package/layout.ts';
import type { ReadPackage } from '../../../package/read.ts';
import { dtypeName, isReservedInPython } from './python-names.ts';

/** Says why a Python package cannot have the operators of a package; no problems if it can. */
export function operatorProblems(
  { folder, manifest }: ReadPackage,
  operators: readonly Operator[],
): readonly Problem[] {
  const place = { file: join(folder, MANIFEST_FILE) };
  if (operators.length === 0) {
    const message = `the package ${manifest.package} has no operators`;
    const hint =
      'Add `op:` to a kernel in the manifest, and build the package again. docs/guides/operators.md explains how.';
    return [{ message, place, hint }];
  }
  return operators.flatMap((operator) => {
    const reason = unfit(operator, operators);
    return reason === undefined
      ? []
      : [
          {
            message: `operator ${operator.name}: ${reason}`,
            place,
            hint: 'Change it in the manifest, and build the package again.',
          },
        ];
  });
}

/** Returns why PyTorch cannot have an operator; undefined if it can. */
function unfit(
  { name, tensors, outputs, implementations, backward }: Operator,
  operators: readonly Operator[],
): string | undefined {
  if (isReservedInPython(name) || name === 'ffi')
    return 'Python, or the package that is made, does not allow this name';
  if (tensors.length === 0)
    return 'without a tensor, PyTorch does not know the device of the outputs';
  const unknown = implementations
    .flatMap((each) => [...tensors, ...outputs].map(({ name: own }) => layoutOf(each, own).element))
    .find((element) => dtypeName(element) === undefined);
  if (unknown !== undefined) return `PyTorch has no dtype for ${unknown}`;
  if (backward === undefined) return undefined;
  if (tensors.some(({ role }) => role === 'inout'))
    return 'PyTorch computes no gradients of operators that change a tensor in place';
  return operators.some((each) => each.name === backward.operator)
    ? undefined
    : `its gradients need the operator ${backward.operator}, which the package lacks`;
}
