import type { Operator } from '../operator.ts';
import type { ElementType } from '../../../manifest/terms/types.ts';
import type { OutputPlan, Shapes } from './output-plan.ts';
import { dtypeName } from './python-names.ts';
import { pythonTuple } from './python-text.ts';

/** The result of a look-up in a call: the index of its shapes, or the dtype of the output with this index. */
export type LookedUp = 'shapes' | number;

/** Returns what each call of an operator must look up by the dtypes of its tensors. */
export function lookedUp({ outputs }: Operator, plan: OutputPlan): readonly LookedUp[] {
  const isKnown = (output: number): boolean =>
    plan.shapes.every((alternatives, index) =>
      alternatives.every((each) => dtypeArgument(plan, each, index, output) !== undefined),
    );
  const unknown = outputs.flatMap((_output, at) => (isKnown(at) ? [] : [at]));
  return [...(plan.shapes.length > 1 ? (['shapes'] as const) : []), ...unknown];
}

/** Writes the table of the dtypes that an operator takes, with what is looked up by them. */
export function dtypeTable(operator: Operator, plan: OutputPlan): string {
  const looked = lookedUp(operator, plan);
  const rows = plan.signatures.map((signature) => {
    const key = pythonTuple(signature.elements.map(dtype));
    const values = looked.map((each) =>
      each === 'shapes' ? String(signature.shapes) : dtype(signature.outputs[each]),
    );
    if (values.length === 0) return key;
    return `${key}: ${values.length === 1 ? values[0] : pythonTuple(values)}`;
  });
  const lines = rows.map((row) => `    ${row},\n`).join('');
  return looked.length === 0 ? `dict.fromkeys([\n${lines}])` : `{\n${lines}}`;
}

/** The key of a call with these tensors. */
export function dtypeKey(tensors: readonly string[]): string {
  return pythonTuple(tensors.map((tensor) => `${tensor}.dtype`));
}

/**
 * The dtype of an output as an argument of its allocation: empty if it is that of the tensor it is
 * made from, which is one of its shape, or the first; undefined if it must be looked up.
 * @param index of the shapes in the plan
 */
export function dtypeArgument(
  { signatures }: OutputPlan,
  { outputs }: Shapes,
  index: number,
  output: number,
): string | undefined {
  const origin = outputs[output]?.like ?? 0;
  const own = signatures.filter(({ shapes }) => shapes === index);
  const names = own.map((each) => dtype(each.outputs[output]));
  if (own.every((each, at) => dtype(each.elements[origin]) === names[at])) return '';
  return new Set(names).size === 1 ? `dtype=${names[0]}` : undefined;
}

function dtype(element: ElementType | undefined): string {
  const name = element === undefined ? undefined : dtypeName(element);
  if (name === undefined) throw new Error(`PyTorch has no dtype for ${element}`);
  return `torch.${name}`;
}
