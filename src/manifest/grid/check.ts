import { nearest } from '../../base/text.ts';
import { fitsInt64, foldGrid, type GridFault } from './evaluate.ts';
import { definedIn, type GridExpression, type GridNames, namesIn } from './expression.ts';

/** An error on one axis (0 is x). `offset` counts in the text the grid was parsed from. */
export interface GridProblem {
  readonly message: string;
  readonly axis: number;
  readonly offset: number;
}

/**
 * The axes of a grid and the maximum number of blocks on each.
 * Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
 */
export const GRID_AXES = [
  { name: 'x', limit: 2n ** 31n - 1n },
  { name: 'y', limit: 65535n },
  { name: 'z', limit: 65535n },
] as const;

const FAULTS: Readonly<Record<GridFault, string>> = {
  'division by zero': 'division by zero: this divisor is always 0',
  overflow: 'overflow: this value never fits in 64 bits',
};

/** Returns the errors in a grid that do not depend on values. A name is reported once per axis. */
export function checkGrid(
  axes: readonly GridExpression[],
  names: GridNames,
): readonly GridProblem[] {
  return axes.flatMap((expression, axis) =>
    [...checkNames(expression, names), ...checkValues(expression, names, axis)]
      .toSorted((left, right) => left.offset - right.offset)
      .map((problem) => ({ ...problem, axis })),
  );
}

type AxisProblem = Omit<GridProblem, 'axis'>;

function checkNames(expression: GridExpression, names: GridNames): readonly AxisProblem[] {
  const uses = namesIn(expression);
  const firstUses = new Map(uses.toReversed().map(({ name, offset }) => [name, offset]));
  const wrong = [...firstUses].flatMap(([name, offset]) => {
    const message = checkName(name, names);
    return message === undefined ? [] : [{ message, offset }];
  });
  const unknown = definedIn(expression)
    .filter(({ name }) => !names.has(name))
    .map(({ name, offset }) => ({ message: unknownName(name, [...names.keys()]), offset }));
  return [...wrong, ...unknown];
}

function checkName(name: string, names: GridNames): string | undefined {
  const meaning = names.get(name);
  switch (meaning?.kind) {
    case undefined:
      return unknownName(name, usableNames(names));
    case 'unusable':
      return `\`${name}\` is ${meaning.why}; only integers can be used here`;
    case 'constant':
      if (fitsInt64(meaning.value)) return undefined;
      return `\`${name}\` is ${meaning.value}, which does not fit in 64 bits`;
    case 'value':
      return undefined;
  }
}

function usableNames(names: GridNames): readonly string[] {
  return [...names].filter(([, { kind }]) => kind !== 'unusable').map(([known]) => known);
}

function unknownName(name: string, usable: readonly string[]): string {
  const message = `unknown name \`${name}\``;
  if (usable.length === 0) return `${message}; there is no integer argument or constant to use`;
  const likely = nearest(name, usable);
  const question = likely === undefined ? '' : ` did you mean \`${likely}\`?`;
  return `${message};${question} available names: ${usable.join(', ')}`;
}

function checkValues(
  expression: GridExpression,
  names: GridNames,
  index: number,
): readonly AxisProblem[] {
  const problems: AxisProblem[] = [];
  const folded = foldGrid(expression, names, (fault, offset) => {
    problems.push({ message: FAULTS[fault], offset });
  });
  const axis = GRID_AXES[index];
  if (axis !== undefined && folded.kind === 'integer' && folded.value > axis.limit) {
    const message = `the ${axis.name} axis is always ${folded.value} blocks; the limit is ${axis.limit}`;
    problems.push({ message, offset: expression.offset });
  }
  return problems;
}
