import { isPythonKeyword } from '../specs.ts';
import type { ElementType } from '../../../manifest/terms/types.ts';
import type { Operator } from '../operator.ts';

/**
 * The element types as PyTorch names them, which are also the names in messages. fp8e4b15 is
 * Triton's own.
 * Source: torch.Tensor, "Data types", in the documentation of PyTorch.
 */
const DTYPES: Readonly<Record<ElementType, string | undefined>> = {
  i1: 'bool',
  u1: 'bool',
  i8: 'int8',
  i16: 'int16',
  i32: 'int32',
  i64: 'int64',
  u8: 'uint8',
  u16: 'uint16',
  u32: 'uint32',
  u64: 'uint64',
  fp16: 'float16',
  bf16: 'bfloat16',
  fp32: 'float32',
  f32: 'float32',
  fp64: 'float64',
  fp8e4nv: 'float8_e4m3fn',
  fp8e4b8: 'float8_e4m3fnuz',
  fp8e4b15: undefined,
  fp8e5: 'float8_e5m2',
  fp8e5b16: 'float8_e5m2fnuz',
};

/** Returns the name of an element type in PyTorch; undefined if it has none. */
export function dtypeName(element: ElementType): string | undefined {
  return DTYPES[element];
}

/** Names that the generated module uses. */
const RESERVED: ReadonlySet<string> = new Set(
  `bool changed_gradients ctx float int library lost_gradients no_gradients register str torch Tensor wrong_axes wrong_dtypes wrong_size`.split(
    ' ',
  ),
);

/** Gives names that Python and the generated module allow, each to one thing. */
export class PythonNames {
  readonly #taken = new Set<string>();

  /** Returns `name` as it is, or with underscores at its end. */
  add(name: string): string {
    let free = name;
    while (isReservedInPython(free) || this.#taken.has(free)) free += '_';
    this.#taken.add(free);
    return free;
  }
}

/** Returns true if a name can be that of a Python package and of its operators. */
export function isReservedInPython(name: string): boolean {
  return isPythonKeyword(name) || RESERVED.has(name);
}

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
