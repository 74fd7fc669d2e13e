import { visibleText } from '../base/text.ts';
import { type EmittedGrid, emitGrid } from '../grid/emit-c.ts';
import { foldGrid } from '../grid/evaluate.ts';
import { parseAxis } from '../grid/format.ts';
import {
  childrenOf,
  COMPARISONS,
  definedIn,
  type GridExpression,
  namesIn,
} from '../grid/expression.ts';
import { parameterName } from '../model/c-names.ts';
import { allParameters, type Argument, type Formula, type Kernel } from '../model/kernel.ts';
import type {
  CallArgument,
  Implementation,
  Operator,
  OperatorCall,
  OperatorLayout,
} from '../model/operator.ts';
import { cTypeOf, formatArgumentType, isInteger } from '../model/types.ts';
import { bytesOf, encodeElements } from '../testdata/elements.ts';

/** The C function of an implementation. */
export interface WrittenImplementation {
  readonly text: string;
  readonly emitted: readonly EmittedGrid[];
}

/**
 * Writes the C function that checks a call with the implementation's element types and launches its
 * kernels. It returns 0, -1 if it raised an error, or 1 if a condition does not hold.
 */
export function writeImplementation(
  name: string,
  operator: Operator,
  implementation: Implementation,
  kernels: ReadonlyMap<string, Kernel>,
): WrittenImplementation {
  const scope = new Scope(implementation);
  const { values, conditions, temporaries, calls } = implementation;
  const tensors = [...operator.tensors, ...operator.outputs];
  const after = [
    ...conditions.flatMap((each) => writeCondition(each, scope)),
    ...tensors.flatMap(({ name: tensor }, index) => {
      const layout = layoutOf(implementation, tensor);
      return writeCheck(tensor, index, layout, alignmentOf(tensor, layout, calls, kernels), scope);
    }),
    ...writeRanges(implementation, kernels, scope),
    ...writeTemporaries(implementation, scope),
    ...writeDescriptors(implementation, kernels, scope),
    '    struct aot_session session;',
    `    CUresult status = aot_enter(call, ${temporaries.length === 0 ? '0' : 'bytes'}, &session);`,
    ...describedIn(calls, kernels).map(
      (each) => `    ${scope.local('d', each)}.data = ${scope.address(each)};`,
    ),
    ...calls.flatMap((call) => writeCall(call, kernels, scope)),
    '    return aot_leave(call, &session, status);',
  ];
  const lines = values.toReversed().reduce<readonly string[]>((rest, value) => {
    const local = scope.local('v', value.name);
    if (!uses(rest, local)) return rest;
    const { c, check } = scope.formula(value, `${value.name} = ${textOf(value)}`);
    return [`    const int64_t ${local} = ${c};`, ...check, ...rest];
  }, after);
  const whole = [...declarations(operator, lines, scope), ...lines];
  return {
    text: `static int ${name}(const struct aot_call *call) {\n${whole.join('\n')}\n}\n`,
    emitted: scope.emitted,
  };
}

/** The names of an implementation in C, and the formulas written so far. */
class Scope {
  readonly emitted: EmittedGrid[] = [];
  private readonly locals = new Map<string, string>();
  private readonly implementation: Implementation;

  constructor(implementation: Implementation) {
    this.implementation = implementation;
  }

  /** A local variable; `prefix` says what it is of the thing with that name. */
  local(prefix: string, name: string): string {
    const key = `${prefix}_${name}`;
    const taken = new Set([
      ...this.locals.values(),
      ...this.implementation.calls.map(({ kernel }) => `${kernel}_default`),
    ]);
    const local = this.locals.get(key) ?? parameterName(key, taken);
    this.locals.set(key, local);
    return local;
  }

  /**
   * Writes a formula as C. `check` are statements after it, which raise an error if it has no value;
   * `subject` begins their message.
   */
  formula(formula: Formula, subject: string) {
    return this.formulas([formula], subject, ([c = '']) => c);
  }

  /** Writes formulas in one C expression. */
  formulas(
    list: readonly Formula[],
    subject: string,
    join: (each: readonly string[]) => string,
  ): { readonly c: string; readonly check: readonly string[] } {
    const used = list.flatMap(({ tree }) => [...namesIn(tree), ...definedIn(tree)]);
    const emitted = emitGrid(
      list.map(({ tree }) => tree),
      {
        names: new Map(used.map(({ name }) => [name, { kind: 'value' }])),
        cName: (name) => this.value(name),
        cDefined: () => '1',
        bad: '&bad',
      },
    );
    this.emitted.push(emitted);
    const fault = faultOf(list);
    if (fault === undefined) return { c: join(emitted.axes), check: [] };
    const message = this.message(`${subject} ${fault}`, list);
    return {
      c: join(emitted.axes),
      check: [`    if (bad) return aot_raise(call, "ValueError", ${message});`],
    };
  }

  /** The arguments of a function like printf: a text, and the values of the names in formulas. */
  message(text: string, formulas: readonly Formula[]): string {
    const names = [
      ...new Set(formulas.flatMap(({ tree }) => namesIn(tree).map(({ name }) => name))),
    ];
    const before = text.replaceAll('%', '%%');
    if (names.length === 0) return quote(before);
    const format = names.map((name, index) =>
      quote(`${index === 0 ? `${before} (` : ', '}${name} = %`),
    );
    const values = names.map((name) => this.value(name)).join(', ');
    return `${format.join(' PRId64 ')} PRId64 ")", ${values}`;
  }

  /** The address of a tensor or temporary. */
  address(name: string): string {
    return this.implementation.temporaries.includes(name)
      ? `session.memory + ${this.local('m', name)}`
      : `aot_address(${this.local('t', name)})`;
  }

  /** The value of a name in a formula. */
  private value(name: string): string {
    const axis = parseAxis(name);
    if (axis === undefined) return this.local('v', name);
    const tensor = this.local('t', axis.tensor);
    if (axis.property === 'shape') return `${tensor}->shape[${axis.axis}]`;
    // Where a tensor must be contiguous, strides of axes with one element are as if they counted.
    const isDense = layoutOf(this.implementation, axis.tensor).strides === undefined;
    return `${isDense ? 'aot_dense_stride' : 'aot_stride'}(${tensor}, ${axis.axis})`;
  }
}

/** What can go wrong in formulas; undefined: nothing. */
function faultOf(list: readonly Formula[]): string | undefined {
  const faults = list.flatMap(({ tree }) => faultsIn(foldGrid(tree, new Map())));
  return faults.length === 0 ? undefined : [...new Set(faults)].join(' or ');
}

function faultsIn(expression: GridExpression): readonly string[] {
  const inside = childrenOf(expression).flatMap(faultsIn);
  if (expression.kind === 'negate') return ['overflows', ...inside];
  if (expression.kind !== 'binary') return inside;
  const { operator, right } = expression;
  if (['+', '-', '*'].includes(operator)) return ['overflows', ...inside];
  const isSafe = right.kind === 'integer' && right.value > 0n;
  return ['/', '%', 'cdiv'].includes(operator) && !isSafe ? ['divides by zero', ...inside] : inside;
}

function layoutOf({ layouts }: Implementation, name: string): OperatorLayout {
  const layout = layouts.get(name);
  if (layout === undefined) throw new Error(`the operator has no layout of ${name}`);
  return layout;
}

function parametersOf(kernels: ReadonlyMap<string, Kernel>, name: string): readonly Argument[] {
  return allParameters(kernelOf(kernels, name));
}

function kernelOf(kernels: ReadonlyMap<string, Kernel>, name: string): Kernel {
  const kernel = kernels.get(name);
  if (kernel === undefined) throw new Error(`the operator calls ${name}, which is no kernel`);
  return kernel;
}

/** Returns all pairs of an argument and its parameter. */
function passedIn(
  calls: readonly OperatorCall[],
  kernels: ReadonlyMap<string, Kernel>,
): readonly { readonly kernel: Kernel; readonly argument: CallArgument; readonly to: Argument }[] {
  return calls.flatMap((call) => {
    const kernel = kernelOf(kernels, call.kernel);
    return allParameters(kernel).flatMap((to, index) => {
      const argument = call.arguments[index];
      return argument === undefined ? [] : [{ kernel, argument, to }];
    });
  });
}

/** The alignment in bytes that a tensor's address needs: more if all code of a kernel assumes it. */
function alignmentOf(
  name: string,
  { element }: OperatorLayout,
  calls: readonly OperatorCall[],
  kernels: ReadonlyMap<string, Kernel>,
): number {
  const isWide = passedIn(calls, kernels).some(({ kernel, argument, to }) => {
    if (argument.kind !== 'tensor' || argument.name !== name) return false;
    const index = kernel.arguments.indexOf(to);
    const isHinted = kernel.specialisations.every(
      ({ hints }) => hints[index] === 'divisible-by-16',
    );
    return to.type.kind === 'tensor' || isHinted;
  });
  return isWide ? 16 : bytesOf(element);
}

function writeCondition(condition: Formula, scope: Scope): readonly string[] {
  const text = textOf(condition);
  const { c, check } = scope.formula(condition, text);
  const message = scope.message(`${text} does not hold`, [condition]);
  const unmet = `return aot_unmet(call, ${message});`;
  if (check.length === 0) return [`    if (${c} == 0) ${unmet}`];
  // What has no value is no condition that another implementation could meet.
  return [
    '    {',
    `        const int64_t holds = ${c};`,
    ...check.map(indent),
    `        if (holds == 0) ${unmet}`,
    '    }',
  ];
}

function writeCheck(
  name: string,
  index: number,
  layout: OperatorLayout,
  alignment: number,
  scope: Scope,
): readonly string[] {
  const { shape, strides } = layout;
  const [why, isNone] = [scope.local('why', name), shape.length === 0];
  const texts = [...shape, ...(strides ?? [])].map(reasonOf).join(', ');
  return [
    ...writeLayout(name, layout, scope),
    ...(isNone ? [] : [`    static const char *const ${why}[] = {${texts}};`]),
    `    if (aot_check_tensor(call, ${index}, ${[
      isNone ? 'NULL' : scope.local('shape', name),
      isNone || strides === undefined ? 'NULL' : scope.local('strides', name),
      isNone ? 'NULL' : why,
      alignment,
    ].join(', ')}) != 0) return -1;`,
  ];
}

/** Declares the arrays of a shape and of strides that are not those of a contiguous tensor. */
function writeLayout(
  name: string,
  { shape, strides = [] }: OperatorLayout,
  scope: Scope,
): readonly string[] {
  return [['shape', shape] as const, ['strides', strides] as const].flatMap(([what, list]) => {
    if (list.length === 0) return [];
    const { c, check } = scope.formulas(
      list,
      `the ${what === 'shape' ? 'shape' : 'strides'} of ${name}, [${list.map(textOf).join(', ')}],`,
      (each) => `{${each.join(', ')}}`,
    );
    return [`    const int64_t ${scope.local(what, name)}[] = ${c};`, ...check];
  });
}

/** The text that explains an expected number; NULL if it is the number. */
function reasonOf(formula: Formula): string {
  return formula.tree.kind === 'integer' ? 'NULL' : quote(textOf(formula));
}

/** Checks each integer against the types of the parameters that it is passed to. */
function writeRanges(
  { calls, values }: Implementation,
  kernels: ReadonlyMap<string, Kernel>,
  scope: Scope,
): readonly string[] {
  const checks = new Map<string, string>();
  for (const { kernel, argument, to } of passedIn(calls, kernels)) {
    if (argument.kind !== 'value' || !isInteger(to.type)) continue;
    const range = rangeOf(cTypeOf(to.type));
    const tree = values.find(({ name }) => name === argument.name)?.tree;
    const isComparison =
      tree?.kind === 'binary' && COMPARISONS.some((each) => each === tree.operator);
    if (range === undefined || isComparison) continue;
    const parameter = `${formatArgumentType(to.type)} parameter ${to.name} of ${kernel.name}`;
    const key = `${argument.name} ${range}`;
    if (checks.has(key)) continue;
    const given = [
      scope.local('v', argument.name),
      range,
      quote(meaningOf(argument.name, values)),
      quote(parameter),
    ];
    checks.set(key, `    if (aot_check_range(call, ${given.join(', ')}) != 0) return -1;`);
  }
  return [...checks.values()];
}

/** How messages call a value: an axis by its own name, others with their formula. */
function meaningOf(name: string, values: Implementation['values']): string {
  const formula = values.find((each) => each.name === name);
  const text = formula && textOf(formula);
  if (text === undefined || text === name) return name;
  return parseAxis(text) === undefined ? `${name} (${text})` : text;
}

/** The limits of a C type; undefined for int64_t. */
function rangeOf(type: string): string | undefined {
  if (type === 'bool') return '0, 1';
  const [, unsigned, bits] = /^(u?)int(\d+)_t$/.exec(type) ?? [];
  if (unsigned === '') return bits === '64' ? undefined : `INT${bits}_MIN, INT${bits}_MAX`;
  return bits === '64' ? '0, INT64_MAX' : `0, UINT${bits}_MAX`;
}

function writeTemporaries(implementation: Implementation, scope: Scope): readonly string[] {
  const { temporaries } = implementation;
  if (temporaries.length === 0) return [];
  return [
    `    size_t bytes = 0, ${temporaries.map((name) => `${scope.local('m', name)} = 0`).join(', ')};`,
    ...temporaries.flatMap((name) => {
      const layout = layoutOf(implementation, name);
      const isNone = layout.shape.length === 0;
      const why = scope.local('why', name);
      const given = [
        quote(name),
        layout.shape.length,
        isNone ? 'NULL' : scope.local('shape', name),
        isNone ? 'NULL' : why,
        bytesOf(layout.element),
        '&bytes',
        `&${scope.local('m', name)}`,
      ];
      return [
        ...writeLayout(name, layout, scope),
        ...(isNone
          ? []
          : [
              `    static const char *const ${why}[] = {${layout.shape.map(reasonOf).join(', ')}};`,
            ]),
        `    if (aot_reserve(call, ${given.join(', ')}) != 0) return -1;`,
      ];
    }),
  ];
}

/** The tensors that are passed as descriptors. */
function describedIn(
  calls: readonly OperatorCall[],
  kernels: ReadonlyMap<string, Kernel>,
): readonly string[] {
  const names = passedIn(calls, kernels).flatMap(({ argument, to }) =>
    argument.kind === 'tensor' && to.type.kind === 'tensor' ? [argument.name] : [],
  );
  return [...new Set(names)];
}

function writeDescriptors(
  implementation: Implementation,
  kernels: ReadonlyMap<string, Kernel>,
  scope: Scope,
): readonly string[] {
  return describedIn(implementation.calls, kernels).flatMap((name) => {
    const { shape, strides, element } = layoutOf(implementation, name);
    const descriptor = scope.local('d', name);
    const given = [
      quote(name),
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
  });
}

function writeCall(
  call: OperatorCall,
  kernels: ReadonlyMap<string, Kernel>,
  scope: Scope,
): readonly string[] {
  const parameters = parametersOf(kernels, call.kernel);
  if (parameters.length !== call.arguments.length)
    throw new Error(`the operator calls ${call.kernel} with another number of arguments`);
  const given = parameters.map((to, index) => writeArgument(call.arguments[index], to, scope));
  return [
    '    if (status == CUDA_SUCCESS) {',
    `        session.kernel = &${kernelLabel(call.kernel)};`,
    `        status = ${call.kernel}_default(${['session.stream', ...given].join(', ')});`,
    '    }',
  ];
}

/** The C name of what messages say about a kernel. */
export function kernelLabel(name: string): string {
  return `aot_kernel_${name}`;
}

function writeArgument(argument: CallArgument | undefined, to: Argument, scope: Scope): string {
  const { type } = to;
  switch (argument?.kind) {
    case undefined:
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
      return writeNumber(argument.value, to);
  }
}

function writeNumber(value: number, { type }: Argument): string {
  if (type.kind === 'scalar' && /^b?f(p?)16$/.test(type.scalar)) {
    const bits = Buffer.from(encodeElements(type.scalar, Float64Array.of(value))).readUInt16LE();
    return `0x${bits.toString(16)}`;
  }
  return `(${cTypeOf(type)})${isInteger(type) ? cInteger(BigInt(value)) : cFloat(value)}`;
}

/** Writes an integer of 64 bits as C. */
export function cInteger(value: bigint): string {
  if (value > 2n ** 63n - 1n) return `UINT64_C(${value})`;
  if (value === -(2n ** 63n)) return 'INT64_MIN';
  return `${value < 0n ? '-' : ''}INT64_C(${value < 0n ? -value : value})`;
}

/** Writes a float as a C `double`. */
export function cFloat(value: number): string {
  if (Number.isNaN(value)) return '__builtin_nan("")';
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}__builtin_inf()`;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Declares the tensors and scalars that the lines use. */
function declarations(
  { tensors, outputs, scalars }: Operator,
  lines: readonly string[],
  scope: Scope,
): readonly string[] {
  const all = [...tensors, ...outputs];
  return [
    ...all.map(
      ({ name }, index) =>
        [
          scope.local('t', name),
          (local: string) =>
            `const struct aot_dl_tensor *const ${local} = aot_tensor_at(call, ${index});`,
        ] as const,
    ),
    ...scalars.map(
      ({ name, kind }, index) =>
        [
          scope.local('v', name),
          (local: string) =>
            `const ${kind === 'float' ? 'double' : 'int64_t'} ${local} = aot_${kind}_at(call, ${all.length + index});`,
        ] as const,
    ),
    ['bad', (local: string) => `int ${local} = 0;`] as const,
  ].flatMap(([local, declare]) => (uses(lines, local) ? [`    ${declare(local)}`] : []));
}

function uses(lines: readonly string[], local: string): boolean {
  const use = new RegExp(String.raw`(?<![\w"])${local}\b`);
  return lines.some((line) => use.test(line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')));
}

function indent(line: string): string {
  return `    ${line}`;
}

/** A formula as messages have it. */
function textOf({ text }: Formula): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Writes a text as a C string. `??` begins a trigraph in C11. */
export function quote(text: string): string {
  return JSON.stringify(visibleText(text)).replaceAll('?', String.raw`\?`);
}
