import { cMessage } from '../../../base/text.ts';
import type { Formula } from '../../../manifest/terms/kernel.ts';
import { type Implementation, layoutOf, type OperatorLayout } from '../operator.ts';
import { bytesOf } from '../../../manifest/values/elements.ts';
import { formulaText, type ImplementationScope } from './implementation-scope.ts';

/** Checks the shape, strides and address of a tensor; `alignment` is in bytes. */
export function writeTensorCheck(
  name: string,
  index: number,
  layout: OperatorLayout,
  alignment: number,
  scope: ImplementationScope,
): readonly string[] {
  const { shape, strides, why, lines } = writeLayout(name, layout, scope);
  const given = [index, shape, strides, why, alignment];
  return [...lines, `    if (aot_check_tensor(call, ${given.join(', ')}) != 0) return -1;`];
}

/** Declares where each temporary begins in the memory of a call, and how many bytes all need. */
export function writeTemporaries(
  implementation: Implementation,
  scope: ImplementationScope,
): readonly string[] {
  const { temporaries } = implementation;
  if (temporaries.length === 0) return [];
  return [
    `    size_t bytes = 0, ${temporaries.map((name) => `${scope.local('m', name)} = 0`).join(', ')};`,
    ...temporaries.flatMap((name) => {
      const layout = layoutOf(implementation, name);
      const { shape, why, lines } = writeLayout(name, layout, scope);
      const given = [
        cMessage(name),
        layout.shape.length,
        shape,
        why,
        bytesOf(layout.element),
        '&bytes',
        `&${scope.local('m', name)}`,
      ];
      return [...lines, `    if (aot_reserve(call, ${given.join(', ')}) != 0) return -1;`];
    }),
  ];
}

/** Declares the descriptor of a tensor that `writeTensorCheck` or `writeTemporaries` wrote. */
export function writeDescriptor(
  name: string,
  { shape, strides, element }: OperatorLayout,
  scope: ImplementationScope,
): readonly string[] {
  const descriptor = scope.local('d', name);
  const given = [
    cMessage(name),
    shape.length,
    scope.local('shape', name),
    strides === undefined ? 'NULL' : scope.local('strides', name),
    bytesOf(element),
    `${descriptor}.shape`,
    `${descriptor}.strides`,
  ];
  return [
    `    aot_tensor ${descriptor};`,
    `    ${descriptor}.nan_padding = false;`,
    `    if (aot_describe(call, ${given.join(', ')}) != 0) return -1;`,
  ];
}

/** Arrays in C, by their names: NULL if there is none. */
interface LayoutArrays {
  readonly shape: string;
  readonly strides: string;
  /** The texts that explain expected numbers: of the shape, then of the strides. */
  readonly why: string;
  /** Their declarations. */
  readonly lines: readonly string[];
}

/** Declares the arrays of a shape and of strides that are not those of a contiguous tensor. */
function writeLayout(
  name: string,
  { shape, strides = [] }: OperatorLayout,
  scope: ImplementationScope,
): LayoutArrays {
  const declare = (what: 'shape' | 'strides', list: readonly Formula[]): readonly string[] => {
    if (list.length === 0) return [];
    const { c, check } = scope.formulas(
      list,
      `the ${what} of ${name}, [${list.map(formulaText).join(', ')}],`,
      (each) => `{${each.join(', ')}}`,
    );
    return [`    const int64_t ${scope.local(what, name)}[] = ${c};`, ...check];
  };
  const nameOf = (what: string, list: readonly Formula[]): string =>
    list.length === 0 ? 'NULL' : scope.local(what, name);
  const why = nameOf('why', shape);
  const texts = [...shape, ...strides].map(reasonOf).join(', ');
  return {
    shape: nameOf('shape', shape),
    strides: nameOf('strides', strides),
    why,
    lines: [
      ...declare('shape', shape),
      ...declare('strides', strides),
      ...(why === 'NULL' ? [] : [`    static const char *const ${why}[] = {${texts}};`]),
    ],
  };
}

/** The text that explains an expected number; NULL if it is the number. */
function reasonOf(formula: Formula): string {
  return formula.tree.kind === 'integer' ? 'NULL' : cMessage(formulaText(formula));
}
