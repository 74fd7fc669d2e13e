import { cMessage } from '../../../base/text.ts';
import { type EmittedGrid, emitGrid } from '../../../manifest/grid/emit-c.ts';
import { foldGrid } from '../../../manifest/grid/evaluate.ts';
import {
  childrenOf,
  definedIn,
  type GridExpression,
  namesIn,
} from '../../../manifest/grid/expression.ts';
import { parseAxis } from '../../../manifest/grid/format.ts';
import { parameterName } from '../../../manifest/terms/c-names.ts';
import type { Formula } from '../../../manifest/terms/kernel.ts';
import { type Implementation, layoutOf } from '../operator.ts';

/** A C expression, and the statements after it that raise an error if it has no value. */
interface WrittenFormula {
  readonly c: string;
  readonly check: readonly string[];
}

/** The names of an implementation in C, and the formulas written so far. */
export class ImplementationScope {
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

  /** The address of a tensor or temporary. */
  address(name: string): string {
    return this.implementation.temporaries.includes(name)
      ? `aot_memory(&session, ${this.local('m', name)})`
      : `aot_address(${this.local('t', name)})`;
  }

  /** Writes a formula as C. `subject` begins the message if it has no value. */
  formula(formula: Formula, subject: string): WrittenFormula {
    return this.formulas([formula], subject, ([c = '']) => c);
  }

  /** Writes formulas in one C expression. */
  formulas(
    list: readonly Formula[],
    subject: string,
    join: (each: readonly string[]) => string,
  ): WrittenFormula {
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
    const c = join(emitted.axes);
    const faults = new Set(list.flatMap(({ tree }) => faultsIn(foldGrid(tree, new Map()))));
    if (faults.size === 0) return { c, check: [] };
    const message = this.message(`${subject} ${[...faults].join(' or ')}`, list);
    return { c, check: [`    if (bad) return aot_raise(call, "ValueError", ${message});`] };
  }

  /** The arguments of a function like printf: a text, and the values of the names in formulas. */
  message(text: string, formulas: readonly Formula[]): string {
    const names = [
      ...new Set(formulas.flatMap(({ tree }) => namesIn(tree).map(({ name }) => name))),
    ];
    const before = text.replaceAll('%', '%%');
    if (names.length === 0) return cMessage(before);
    const format = names.map((name, index) =>
      cMessage(`${index === 0 ? `${before} (` : ', '}${name} = %`),
    );
    const values = names.map((name) => this.value(name)).join(', ');
    return `${format.join(' PRId64 ')} PRId64 ")", ${values}`;
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

/** Names the faults that can happen when C computes an expression. */
function faultsIn(expression: GridExpression): readonly string[] {
  const inside = childrenOf(expression).flatMap(faultsIn);
  if (expression.kind === 'negate') return ['overflows', ...inside];
  if (expression.kind !== 'binary') return inside;
  const { operator, right } = expression;
  if (['+', '-', '*'].includes(operator)) return ['overflows', ...inside];
  const isSafe = right.kind === 'integer' && right.value > 0n;
  return ['/', '%', 'cdiv'].includes(operator) && !isSafe ? ['divides by zero', ...inside] : inside;
}

/** A formula as messages have it. */
export function formulaText({ text }: Formula): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
