import { cFloat, cInteger, cMessage } from '../../../base/text.ts';
import { isComparison } from '../../../manifest/grid/expression.ts';
import { parseAxis } from '../../../manifest/grid/format.ts';
import { allParameters, type Argument, type Kernel } from '../../../manifest/terms/kernel.ts';
import type { CallArgument, Implementation, OperatorLayout } from '../operator.ts';
import { cTypeOf, formatArgumentType, isInteger } from '../../../manifest/terms/types.ts';
import { bytesOf, encodeElements } from '../../../manifest/values/elements.ts';
import { formulaText, type ImplementationScope } from './implementation-scope.ts';

/** A launch of an implementation. */
interface KernelCall {
  readonly kernel: Kernel;
  /** One for each parameter of the kernel's C entry point. */
  readonly passed: readonly PassedArgument[];
}

/** An argument of a call, and the parameter that it is passed to. */
export interface PassedArgument {
  readonly kernel: Kernel;
  readonly argument: CallArgument;
  readonly to: Argument;
}

/** Returns the launches of an implementation with their kernels. */
export function callsOf(
  { calls }: Implementation,
  kernels: ReadonlyMap<string, Kernel>,
): readonly KernelCall[] {
  return calls.map(({ kernel: name, arguments: list }) => {
    const kernel = kernels.get(name);
    if (kernel === undefined) throw new Error(`the operator calls ${name}, which is no kernel`);
    const parameters = allParameters(kernel);
    if (parameters.length !== list.length)
      throw new Error(`the operator calls ${name} with another number of arguments`);
    const passed = parameters.flatMap((to, index) => {
      const argument = list[index];
      return argument === undefined ? [] : [{ kernel, argument, to }];
    });
    return { kernel, passed };
  });
}

/** The tensors that are passed as descriptors. */
export function describedTensors(passed: readonly PassedArgument[]): readonly string[] {
  const names = passed.flatMap(({ argument, to }) =>
    argument.kind === 'tensor' && to.type.kind === 'tensor' ? [argument.name] : [],
  );
  return [...new Set(names)];
}

/** The alignment in bytes that a tensor's address needs: more if all code of a kernel assumes it. */
export function alignmentOf(
  name: string,
  { element }: OperatorLayout,
  passed: readonly PassedArgument[],
): number {
  const needed = passed.map(({ kernel, argument, to }) => {
    if (argument.kind !== 'tensor' || argument.name !== name) return 0;
    if (to.type.kind === 'tensor') return 16;
    const index = kernel.arguments.indexOf(to);
    return Math.min(...kernel.specialisations.map(({ hints }) => hints[index] ?? 0));
  });
  return Math.max(bytesOf(element), ...needed);
}

/** Checks each integer against the types of the parameters that it is passed to. */
export function writeRanges(
  passed: readonly PassedArgument[],
  { values }: Implementation,
  scope: ImplementationScope,
): readonly string[] {
  const checks = new Map<string, string>();
  for (const { kernel, argument, to } of passed) {
    if (argument.kind !== 'value' || !isInteger(to.type)) continue;
    const range = rangeOf(cTypeOf(to.type));
    const tree = values.find(({ name }) => name === argument.name)?.tree;
    if (range === undefined || (tree !== undefined && isComparison(tree))) continue;
    const parameter = `${formatArgumentType(to.type)} parameter ${to.name} of ${kernel.name}`;
    const key = `${argument.name} ${range}`;
    if (checks.has(key)) continue;
    const given = [
      scope.local('v', argument.name),
      range,
      cMessage(meaningOf(argument.name, values)),
      cMessage(parameter),
    ];
    checks.set(key, `    if (aot_check_range(call, ${given.join(', ')}) != 0) return -1;`);
  }
  return [...checks.values()];
}

/** The limits of a C type; undefined for int64_t. */
function rangeOf(type: string): string | undefined {
  if (type === 'bool') return '0, 1';
  const [, unsigned, bits] = /^(u?)int(\d+)_t$/.exec(type) ?? [];
  if (unsigned === '') return bits === '64' ? undefined : `INT${bits}_MIN, INT${bits}_MAX`;
  return bits === '64' ? '0, INT64_MAX' : `0, UINT${bits}_MAX`;
}

/** Returns the name of a value in messages: an axis by its own name, others with their formula. */
function meaningOf(name: string, values: Implementation['values']): string {
  const formula = values.find((each) => each.name === name);
  const text = formula && formulaText(formula);
  if (text === undefined || text === name) return name;
  return parseAxis(text) === undefined ? `${name} (${text})` : text;
}

/** Launches a kernel, unless one before it failed. */
export function writeCall(
  { kernel: { name }, passed }: KernelCall,
  scope: ImplementationScope,
): readonly string[] {
  const given = passed.map(({ argument, to }) => writeArgument(argument, to, scope));
  return [
    '    if (status == AOT_GPU_SUCCESS) {',
    `        session.kernel = &${kernelLabel(name)};`,
    `        status = ${name}_default(${['session.stream', ...given].join(', ')});`,
    '    }',
  ];
}

/** The C name of what messages say about a kernel. */
export function kernelLabel(name: string): string {
  return `aot_kernel_${name}`;
}

function writeArgument(
  argument: CallArgument,
  { type }: Argument,
  scope: ImplementationScope,
): string {
  switch (argument.kind) {
    case 'null':
      return type.kind === 'tensor' ? 'NULL' : '0';
    case 'tensor':
      return type.kind === 'tensor'
        ? `&${scope.local('d', argument.name)}`
        : scope.address(argument.name);
    case 'value':
    case 'scalar':
      return `(${cTypeOf(type)})${scope.local('v', argument.name)}`;
    case 'number':
      return writeNumber(argument.value, type);
  }
}

function writeNumber(value: number, type: Argument['type']): string {
  if (type.kind === 'scalar' && /^b?f(p?)16$/.test(type.scalar)) {
    const bits = Buffer.from(encodeElements(type.scalar, Float64Array.of(value))).readUInt16LE();
    return `0x${bits.toString(16)}`;
  }
  return `(${cTypeOf(type)})${isInteger(type) ? cInteger(BigInt(value)) : cFloat(value)}`;
}
