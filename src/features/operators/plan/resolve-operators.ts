import { vendorName, vendors } from '../../../manifest/terms/vendor.ts';
import { vendorsOf } from '../../../package/c/vendor.ts';
import { plural } from '../../../base/text.ts';
import type { OperatorSpec } from '../specs.ts';
import { didYouMean, type Problems } from '../../../manifest/problems.ts';
import {
  type Backward,
  describeScalar,
  type Implementation,
  layoutOf,
  type Operator,
} from '../operator.ts';
import { type ResolvedImplementation, resolveImplementation } from './implementation.ts';
import type { ReadKernel } from '../../../plan/states.ts';
import { launchesOf, type NamedLaunch } from './launches.ts';

/**
 * Joins the operators of a manifest with their kernels. Implementations whose kernels are not built
 * are left out.
 * @param problems bound to the manifest
 */
export function resolveOperators(
  specs: readonly OperatorSpec[],
  drafts: readonly ReadKernel[],
  problems: Problems,
): readonly Operator[] {
  const byName = new Map(drafts.map((draft) => [draft.kernel.name, draft]));
  const groups = new Map<string, Resolved[]>();
  for (const spec of specs) {
    const part = problems.under(spec.pathOf);
    const launches = launchesOf(spec, byName, part);
    const own = launches && resolveImplementation(spec, launches, part);
    if (launches === undefined || own === undefined) continue;
    checkVendors(launches, part);
    const group = groups.get(spec.name) ?? [];
    groups.set(spec.name, [...group, { spec, own, problems: part }]);
  }
  if (!problems.isEmpty) return [];
  for (const group of groups.values()) checkAgreement(group);
  const operators = new Map([...groups].map(([name, group]) => [name, join(name, group)]));
  if (!problems.isEmpty) return [];
  return [...operators.values()].map((operator) => {
    const { spec, problems: part } = firstOf(groups.get(operator.name) ?? []);
    const { backward } = spec;
    if (backward === undefined) return operator;
    const other = operators.get(backward.operator);
    const inBackward = part.at('backward');
    if (other !== undefined)
      return {
        ...operator,
        backward: resolveBackward(operator, other, backward.gradients, inBackward),
      };
    const isLeftOut = specs.some(({ name }) => name === backward.operator);
    if (!isLeftOut)
      inBackward.add(
        `there is no operator \`${backward.operator}\`${didYouMean(backward.operator, operators.keys())}`,
        `The operators are ${[...operators.keys()].join(', ')}.`,
      );
    return operator;
  });
}

/** Checks that GPUs of one vendor have code of all kernels of an operator. */
function checkVendors(launches: readonly NamedLaunch[], problems: Problems): void {
  if (
    vendors().some((vendor) =>
      launches.every((launch) => vendorsOf(launch.kernel).includes(vendor)),
    )
  )
    return;
  const only = vendors().flatMap((vendor) => {
    const own = launches.find((launch) => vendorsOf(launch.kernel).join() === vendor);
    return own === undefined ? [] : [`${own.kernel.name} has only ${vendorName(vendor)} targets`];
  });
  problems.add(
    `no GPU has code of all kernels of the operator: ${only.join(', ')}`,
    'Give both kernels targets of one vendor, or remove the operator.',
  );
}

interface Resolved {
  readonly spec: OperatorSpec;
  readonly own: ResolvedImplementation;
  readonly problems: Problems;
}

function firstOf(group: readonly Resolved[]): Resolved {
  const [first] = group;
  if (first === undefined) throw new Error('an operator without implementations');
  return first;
}

function join(name: string, group: readonly Resolved[]): Operator {
  const { own, problems } = firstOf(group);
  const { tensors, outputs, scalars } = own;
  return {
    name,
    place: problems.place ?? { file: '' },
    tensors,
    outputs,
    scalars,
    implementations: group.map(({ own: each }): Implementation => {
      const { layouts, temporaries, values, conditions, calls } = each;
      return { layouts, temporaries, values, conditions, calls };
    }),
    backward: undefined,
  };
}

/** Checks that implementations of one operator take the same arguments, and that each can be reached. */
function checkAgreement(group: readonly Resolved[]): void {
  const first = firstOf(group);
  const wanted = signatureOf(first.own);
  for (const [index, { spec, own, problems }] of group.entries()) {
    const found = signatureOf(own);
    if (found !== wanted) {
      problems.add(
        `implementations of the operator \`${spec.name}\` take different arguments: ${found} here, ${wanted} for ${kernelsOf(first)}`,
        'Give one of them another `name`, or the same names to tensors and scalars with `names`.',
      );
    }
    const rival = group
      .slice(0, index)
      .find((each) => each.own.conditions.length === 0 && typesOf(each.own) === typesOf(own));
    if (rival !== undefined) {
      problems.add(
        `this implementation of the operator \`${spec.name}\` is never used: ${kernelsOf(rival)} takes the same types`,
        'Give one of them another `name`, or write with `requires` which calls the first takes.',
      );
    }
    if (JSON.stringify(backwardOf(spec)) !== JSON.stringify(backwardOf(first.spec)))
      problems.at('backward').add(`\`backward\` differs from that of ${kernelsOf(first)}`);
  }
}

function backwardOf({ backward }: OperatorSpec): unknown {
  return backward && [backward.operator, [...backward.gradients]];
}

function kernelsOf({ spec }: Resolved): string {
  return spec.launches.map(({ kernel }) => `\`${kernel}\``).join(' and ');
}

/** Text such as `(x[2 axes], scale: float = 0.5) -> (y[2 axes])`. */
function signatureOf({ tensors, outputs, scalars }: ResolvedImplementation): string {
  const taken = [
    ...tensors.map(
      ({ name, role, axes: count }) =>
        `${role === 'inout' ? 'inout ' : ''}${name}[${plural(count, 'axis', 'axes')}]`,
    ),
    ...scalars.map(describeScalar),
  ];
  const made = outputs.map(({ name, axes: count }) => `${name}[${plural(count, 'axis', 'axes')}]`);
  return `\`(${taken.join(', ')}) -> (${made.join(', ')})\``;
}

/** The element types that a call must have. */
function typesOf(own: ResolvedImplementation): string {
  return own.tensors.map(({ name }) => layoutOf(own, name).element).join(', ');
}

/**
 * Finds what the backward operator takes: gradients that the manifest names, tensors of the same
 * name, and by their names (`dy`, `d_y`, `grad_y` or `y_grad`) gradients of outputs.
 */
function resolveBackward(
  forward: Operator,
  other: Operator,
  given: ReadonlyMap<string, string>,
  problems: Problems,
): Backward | undefined {
  const outputs = forward.outputs.map(({ name }) => name);
  const inputs = forward.tensors.map(({ name }) => name);
  const inGradients = problems.at('gradients');
  const gradientOf = (name: string, among: readonly string[], what: string): string | undefined => {
    const named = given.get(name);
    const found = named ?? among.find((each) => gradientNames(each).includes(name));
    if (found !== undefined && among.includes(found)) return found;
    const part = named === undefined ? problems : inGradients.at(name);
    part.add(
      named === undefined
        ? `\`${name}\` of \`${other.name}\` is no gradient of ${what} of \`${forward.name}\`${what === 'an output' ? ', and no tensor of it' : ''}`
        : `\`${forward.name}\` has no ${what.replace(/^an? /, '')} \`${named}\`${didYouMean(named, among)}`,
      `Name it: \`backward: { op: ${other.name}, gradients: { ${name}: ${among[0] ?? 'x'} } }\`.`,
    );
    return undefined;
  };
  const taken = [...other.tensors, ...other.outputs].map(({ name }) => name);
  for (const name of given.keys()) {
    if (!taken.includes(name))
      inGradients
        .at(name)
        .add(
          `\`${other.name}\` has no tensor \`${name}\`${didYouMean(name, taken)}`,
          `It has ${taken.join(', ')}.`,
        );
  }
  const changed = [...forward.tensors, ...other.tensors].filter(({ role }) => role === 'inout');
  for (const { name } of changed) {
    problems.add(
      `\`${name}\` is changed in place, so there are no gradients`,
      'Operators with `backward`, and those that compute gradients, must not have buffers with the role `inout`.',
    );
  }
  const tensors = other.tensors.flatMap(({ name }): Backward['tensors'][number][] => {
    if (!given.has(name) && [...inputs, ...outputs].includes(name))
      return [{ kind: 'saved', name }];
    const of = gradientOf(name, outputs, 'an output');
    return of === undefined ? [] : [{ kind: 'gradient', name: of }];
  });
  const gradients = other.outputs.flatMap(({ name }) => gradientOf(name, inputs, 'a tensor') ?? []);
  const scalars = other.scalars.map(({ name, kind }) => {
    if (!forward.scalars.some((each) => each.name === name && each.kind === kind))
      problems.add(
        `\`${other.name}\` takes the ${kind} \`${name}\`, which \`${forward.name}\` does not`,
        `Give it a value in \`arguments\` of \`${other.name}\`.`,
      );
    return name;
  });
  return problems.isEmpty ? { operator: other.name, tensors, scalars, gradients } : undefined;
}

function gradientNames(name: string): readonly string[] {
  return [`d${name}`, `d_${name}`, `grad_${name}`, `${name}_grad`];
}
