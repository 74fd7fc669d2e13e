import { formatArgumentType } from '../argument-type.ts';
import { emitGrid, gridFunctions } from '../grid/emit.ts';
import { gridScope } from '../grid/scope.ts';
import { allParameters, type Argument, type Kernel } from '../kernel.ts';
import { groupIndices, labels } from './cases.ts';

/** The C function that computes the grid, and those it calls. Algos whose grids come out equal share a case. */
export function writeGrids(kernel: Kernel): { readonly functions: string; readonly text: string } {
  const parameters = new Map(allParameters(kernel).map((argument) => [argument.name, argument]));
  const emitted = kernel.configs.map((config) =>
    emitGrid(kernel.grid, {
      names: gridScope(kernel.arguments, kernel.gridParameters, config),
      cName: (name) => gridValue(parameters.get(name)),
      bad: '&bad',
    }),
  );
  const cases = groupIndices(emitted.map(({ axes }) => writeAxes(axes)));
  return {
    functions: gridFunctions(emitted),
    text: `
static CUresult grid_of(const struct aot_arguments *a, int algo_id, struct aot_grid *grid) {
    int bad = 0;
    (void)a;
    switch (algo_id) {
${cases.map(({ text, indices }) => `${labels(indices)}\n${text}\n        break;`).join('\n')}
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    return bad ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
`,
  };
}

function writeAxes([x = '1', y = '1', z = '1']: readonly string[]): string {
  return [`grid->x = ${x};`, `grid->y = ${y};`, `grid->z = ${z};`]
    .map((line) => `        ${line}`)
    .join('\n');
}

function gridValue(argument: Argument | undefined): string {
  if (argument === undefined) throw new Error('the grid was not checked against the arguments');
  return formatArgumentType(argument.type) === 'u64'
    ? `aot_from_u64(a->${argument.cName}, &bad)`
    : `(int64_t)a->${argument.cName}`;
}
