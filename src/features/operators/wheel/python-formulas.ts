import { emitPython, emitPythonCondition } from './emit-python.ts';
import { type GridExpression, namesIn } from '../../../manifest/grid/expression.ts';
import { parseAxis } from '../../../manifest/grid/format.ts';
import type { Formula } from '../../../manifest/terms/kernel.ts';
import type { Implementation } from '../operator.ts';
import { type NamedOperator, PythonNames } from './python-names.ts';
import { expanded } from './output-plan.ts';
import { pythonTuple } from './python-text.ts';

/** The formulas of an implementation in a function of the module. */
interface PythonFormulas {
  /** Writes a formula. It can use local variables, which `lines` assigns. */
  text(tree: GridExpression): string;
  /** Writes formulas as a tuple. */
  tuple(formulas: readonly Formula[]): string;
  /** Writes a formula as a condition without local variables. */
  condition(formula: Formula): string;
  /** Assigns the values that `text` and `tuple` have used so far. */
  lines(): readonly string[];
}

/** Names what the formulas of an implementation use. Each function of the module has its own names. */
export function pythonFormulas(
  named: NamedOperator,
  implementation: Implementation,
): PythonFormulas {
  const { values } = implementation;
  const free = new PythonNames();
  for (const name of named.pyNames.values()) free.add(name);
  const locals = new Map<string, string>();
  const used = new Set<string>();
  const use = (tree: GridExpression): void => {
    for (const { name } of namesIn(tree)) {
      const value = values.find((each) => each.name === name);
      if (value === undefined || used.has(name)) continue;
      used.add(name);
      use(value.tree);
    }
  };
  const pyName = (name: string): string => {
    const axis = parseAxis(name);
    if (axis !== undefined) {
      const tensor = named.pyNames.get(axis.tensor);
      return axis.property === 'shape'
        ? `${tensor}.shape[${axis.axis}]`
        : `${tensor}.stride(${axis.axis})`;
    }
    const local = named.pyNames.get(name) ?? locals.get(name) ?? free.add(name);
    locals.set(name, local);
    return local;
  };
  const target = { pyName, min: 'torch.sym_min', max: 'torch.sym_max' };
  const text = (tree: GridExpression): string => {
    use(tree);
    return emitPython(tree, target);
  };
  return {
    text,
    tuple: (formulas) => pythonTuple(formulas.map(({ tree }) => text(tree))),
    condition: ({ tree }) => emitPythonCondition(expanded(tree, implementation), target),
    lines: () =>
      values
        .filter(({ name }) => used.has(name))
        .map(({ name, tree }) => `${pyName(name)} = ${emitPython(tree, target)}`),
  };
}
