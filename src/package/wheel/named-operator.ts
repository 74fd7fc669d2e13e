import type { Operator } from '../../manifest/terms/operator.ts';
import { PythonNames } from './python-names.ts';

/** An operator with the names that its arguments have in Python. */
export interface NamedOperator {
  readonly operator: Operator;
  readonly tensors: readonly string[];
  readonly outputs: readonly string[];
  readonly scalars: readonly string[];
  /** The same, by the names of the operator. */
  readonly pyNames: ReadonlyMap<string, string>;
  /** For further local variables: none is called as a value of the operator. */
  readonly names: PythonNames;
}

/** Names the arguments of an operator: most are called as in the manifest. */
export function nameArguments(operator: Operator): NamedOperator {
  const names = new PythonNames();
  const pyNames = new Map<string, string>();
  const add = ({ name }: { readonly name: string }): string => {
    const own = names.add(name);
    pyNames.set(name, own);
    return own;
  };
  const tensors = operator.tensors.map(add);
  const scalars = operator.scalars.map(add);
  const outputs = operator.outputs.map(add);
  const values = operator.implementations.flatMap((each) => each.values.map(({ name }) => name));
  for (const name of new Set(values)) names.add(name);
  return { operator, tensors, scalars, outputs, pyNames, names };
}
