import type { Backward, Operator } from '../operator.ts';
import { type NamedOperator, PythonNames } from './python-names.ts';
import { pythonFunction, pythonReturn, pythonUnpack } from './python-text.ts';

/**
 * Writes the functions with which PyTorch computes the gradients of an operator, with another one.
 * Gradients that the other operator does not take are those of outputs that are not differentiable.
 */
export function autogradFunctions(
  { operator, tensors, scalars, outputs, pyNames }: NamedOperator,
  backward: Backward,
  all: readonly Operator[],
): readonly string[] {
  const { name } = operator;
  const other = all.find((each) => each.name === backward.operator);
  if (other === undefined) throw new Error(`no operator ${backward.operator}`);
  const python = (each: string): string => pyNames.get(each) ?? each;
  const saved = [
    ...new Set(
      backward.tensors.flatMap((each) => (each.kind === 'saved' ? [python(each.name)] : [])),
    ),
  ];
  const kept = backward.scalars.map(python);
  const taken = new Set(
    backward.tensors.flatMap((each) => (each.kind === 'gradient' ? [each.name] : [])),
  );
  const constant = operator.outputs
    .filter((each) => !taken.has(each.name))
    .map((each) => python(each.name));

  const names = new PythonNames();
  for (const each of [...saved, ...kept]) names.add(each);
  const gradients = outputs.map((each) => names.add(`grad_${each}`));
  const computed = other.outputs.map((each) => names.add(each.name));
  const gradientOf = new Map(
    operator.outputs.map((each, at) => [each.name, gradients[at] ?? ''] as const),
  );
  const passed = [
    ...backward.tensors.map((each) =>
      each.kind === 'saved' ? python(each.name) : `${gradientOf.get(each.name)}.contiguous()`,
    ),
    ...backward.scalars.map((each) => `ctx.${python(each)}`),
  ];
  const returned = [
    ...operator.tensors.map((each, at) => {
      const index = backward.gradients.indexOf(each.name);
      if (index === -1) return 'None';
      const gradient = computed[index] ?? '';
      return computed.length === 1
        ? gradient
        : `${gradient} if ctx.needs_input_grad[${at}] else None`;
    }),
    ...scalars.map(() => 'None'),
  ];
  const wanted = new Set([...saved, ...kept]);
  const inputs = [...tensors, ...scalars];
  return [
    pythonFunction(`_${name}_save(ctx, inputs, output)`, [
      ...(inputs.some((each) => wanted.has(each)) ? [pythonUnpack(inputs, 'inputs')] : []),
      ...(outputs.some((each) => wanted.has(each) || constant.includes(each))
        ? [`${outputs.join(', ')} = output`]
        : []),
      `ctx.save_for_backward(${saved.join(', ')})`,
      ...(constant.length > 0 ? [`ctx.mark_non_differentiable(${constant.join(', ')})`] : []),
      ...kept.map((each) => `ctx.${each} = ${each}`),
    ]),
    pythonFunction(`_${name}_gradients(ctx, ${gradients.join(', ')})`, [
      ...(saved.length > 0 ? [pythonUnpack(saved, 'ctx.saved_tensors')] : []),
      `${computed.join(', ')} = ${other.name}(${passed.join(', ')})`,
      ...pythonReturn(returned),
    ]),
  ];
}
