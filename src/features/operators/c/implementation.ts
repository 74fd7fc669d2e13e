import { indent } from '../../../base/text.ts';
import type { EmittedGrid } from '../../../manifest/grid/emit-c.ts';
import type { Formula, Kernel } from '../../../manifest/terms/kernel.ts';
import { type Implementation, layoutOf, type Operator } from '../operator.ts';
import { formulaText, ImplementationScope } from './implementation-scope.ts';
import {
  alignmentOf,
  callsOf,
  describedTensors,
  type PassedArgument,
  writeCall,
  writeRanges,
} from './kernel-calls.ts';
import { writeDescriptor, writeTemporaries, writeTensorCheck } from './tensor-layouts.ts';

/** The C function of an implementation. */
interface WrittenImplementation {
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
  const scope = new ImplementationScope(implementation);
  const calls = callsOf(implementation, kernels);
  const passed = calls.flatMap((call) => call.passed);
  const described = describedTensors(passed);
  const after = [
    ...implementation.conditions.flatMap((each) => writeCondition(each, scope)),
    ...writeTensorChecks(operator, implementation, passed, scope),
    ...writeRanges(passed, implementation, scope),
    ...writeTemporaries(implementation, scope),
    ...described.flatMap((each) => writeDescriptor(each, layoutOf(implementation, each), scope)),
    '    struct aot_session session;',
    `    aot_gpu_result status = aot_enter(call, ${implementation.temporaries.length === 0 ? '0' : 'bytes'}, &session);`,
    ...described.map((each) => `    ${scope.local('d', each)}.data = ${scope.address(each)};`),
    ...calls.flatMap((call) => writeCall(call, scope)),
    '    return aot_leave(call, &session, status);',
  ];
  const lines = [...usedValues(implementation, after, scope), ...after];
  const whole = [...declarations(operator, lines, scope), ...lines];
  return {
    text: `static int ${name}(const struct aot_call *call) {\n${whole.join('\n')}\n}\n`,
    emitted: scope.emitted,
  };
}

function writeCondition(condition: Formula, scope: ImplementationScope): readonly string[] {
  const text = formulaText(condition);
  const { c, check } = scope.formula(condition, text);
  const message = scope.message(`${text} does not hold`, [condition]);
  const unmet = `return aot_unmet(call, ${message});`;
  if (check.length === 0) return [`    if (${c} == 0) ${unmet}`];
  // What has no value is no condition that another implementation could meet.
  return [
    '    {',
    `        const int64_t holds = ${c};`,
    ...check.map((line) => indent(line, 4)),
    `        if (holds == 0) ${unmet}`,
    '    }',
  ];
}

function writeTensorChecks(
  { tensors, outputs }: Operator,
  implementation: Implementation,
  passed: readonly PassedArgument[],
  scope: ImplementationScope,
): readonly string[] {
  return [...tensors, ...outputs].flatMap(({ name }, index) => {
    const layout = layoutOf(implementation, name);
    return writeTensorCheck(name, index, layout, alignmentOf(name, layout, passed), scope);
  });
}

/** Computes the values that the lines use, and those that these are computed from. */
function usedValues(
  { values }: Implementation,
  lines: readonly string[],
  scope: ImplementationScope,
): readonly string[] {
  return values.toReversed().reduce<readonly string[]>((known, value) => {
    const local = scope.local('v', value.name);
    if (!uses([...known, ...lines], local)) return known;
    const { c, check } = scope.formula(value, `${value.name} = ${formulaText(value)}`);
    return [`    const int64_t ${local} = ${c};`, ...check, ...known];
  }, []);
}

/** Declares the tensors and scalars that the lines use. */
function declarations(
  { tensors, outputs, scalars }: Operator,
  lines: readonly string[],
  scope: ImplementationScope,
): readonly string[] {
  const all = [...tensors, ...outputs];
  const found = [
    ...all.map(({ name }, index) => {
      const local = scope.local('t', name);
      const text = `const struct aot_dl_tensor *const ${local} = aot_tensor_at(call, ${index});`;
      return { local, text };
    }),
    ...scalars.map(({ name, kind }, index) => {
      const local = scope.local('v', name);
      const type = kind === 'float' ? 'double' : 'int64_t';
      const text = `const ${type} ${local} = aot_${kind}_at(call, ${all.length + index});`;
      return { local, text };
    }),
    { local: 'bad', text: 'int bad = 0;' },
  ];
  return found.flatMap(({ local, text }) => (uses(lines, local) ? [`    ${text}`] : []));
}

/** Returns true if lines of C use a local variable other than by naming it in texts. */
function uses(lines: readonly string[], local: string): boolean {
  const use = new RegExp(String.raw`(?<![\w"])${local}\b`);
  return lines.some((line) => use.test(line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')));
}
