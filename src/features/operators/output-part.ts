import type { ListedRows, OutputPart } from '../../cli/parts.ts';
import { describeOperator, type Operator, OPERATORS } from './operator.ts';
import { operatorsIn } from './operators-json.ts';

/** What `list` says of the operators that launch a kernel, and the step after a build of operators. */
export const operatorOutputPart: OutputPart = {
  rowsOfPlan: (plan) => {
    const operators = OPERATORS.of(plan) ?? [];
    return (kernel) => rowsOf(operators, kernel);
  },
  rowsOfPackage: (manifest, folder) => {
    const operators = operatorsIn(manifest, folder);
    return (kernel) => rowsOf(operators, kernel);
  },
  nextCommands: ({ out, plan }) =>
    (OPERATORS.of(plan) ?? []).length === 0 ? [] : [['wheel', '--package', out]],
};

function rowsOf(operators: readonly Operator[], kernel: string): readonly ListedRows[] {
  const texts = operators.flatMap((operator) =>
    operator.implementations.flatMap((each) =>
      each.calls.some((call) => call.kernel === kernel) ? [describeOperator(operator, each)] : [],
    ),
  );
  return texts.length === 0 ? [] : [{ name: 'operators', label: 'operator', texts }];
}
