import { allParameters, type Argument, type Kernel } from '../../manifest/terms/kernel.ts';
import { isInteger } from '../../manifest/terms/types.ts';
import type { VendorChooser, WrittenChooser } from '../../plan/choosers.ts';
import { type ImageTable, tableFunctions } from './table.ts';

/** The C functions that choose the algo of a call. */
interface WrittenChoice {
  /** Functions that the others call. */
  readonly functions: string;
  /** The body of `NAME_default`. */
  readonly byDefault: string;
  /** The body of `NAME_choose`. */
  readonly choose: string;
}

/**
 * Writes the C functions that choose the algo of a call: that of the chooser if it takes the call, else
 * the first that has code for the device. Asks for the device only if the choice depends on it.
 * @param chooser undefined: none is better than the first
 */
export function writeChoice(
  kernel: Kernel,
  table: ImageTable,
  chooser: VendorChooser | undefined,
): WrittenChoice {
  const values = allParameters(kernel);
  const names = values.map(({ cName }) => cName);
  const rows = rowsOf(kernel, table);
  const isPlain = rows[0]?.isWhole === true;
  if (chooser === undefined && isPlain) {
    const unused = values.filter(({ type }) => isInteger(type)).map(({ cName }) => cName);
    return {
      functions: '',
      byDefault: `    return ${kernel.name}(${['stream', ...names, '0'].join(', ')});`,
      choose: `${['stream', ...unused].map((name) => `    (void)${name};\n`).join('')}    return 0;`,
    };
  }
  const written = chooser?.write(kernel);
  const own =
    written === undefined
      ? ''
      : `${writeRefuses(kernel.requirements.length > 0)}${written.functions}`;
  return {
    functions: `${own}${writeChoose(kernel, rows, written)}`,
    byDefault: `    const struct aot_arguments aot_values = {${names.join(', ') || '0'}};
    return aot_launch_default(aot_values, stream);`,
    choose: `    const struct aot_arguments aot_values = {${values.map(integerOrGiven).join(', ') || '0'}};
    int aot_chosen, aot_fallback;
    return aot_choose_algo(&aot_values, stream, &aot_chosen, &aot_fallback) == AOT_GPU_SUCCESS ? aot_chosen : -1;`,
  };
}

/** Pointers count as not null; the values of other parameters decide nothing. */
function integerOrGiven({ type, cName }: Argument): string {
  if (isInteger(type)) return cName;
  return type.kind === 'pointer' ? '(aot_gpu_pointer)16' : '0';
}

function writeChoose(
  kernel: Kernel,
  rows: readonly AlgoRow[],
  chooser: WrittenChooser | undefined,
): string {
  const hasCode = tableFunctions(kernel).choose;
  const isPlain = rows[0]?.isWhole === true;
  const mayLack = chooser?.algos.some((algo) => rows[algo]?.isWhole !== true) === true;
  const lookup = chooser?.lookup;
  const needsRows = !isPlain || mayLack;
  const needsDevice = needsRows || lookup !== undefined;
  const device = `    int device = 0;
${needsRows ? `    /* A row of each algo. */\n    static const int rows[ALGOS] = {${rows.map(({ row }) => row).join(', ')}};\n    int capability = 0;\n` : ''}${lookup?.locals ?? ''}    aot_gpu_result status = aot_find_driver();
    if (status == AOT_GPU_SUCCESS) status = aot_device(stream, &device);
${needsRows ? '    if (status == AOT_GPU_SUCCESS) status = aot_capability(device, &capability);\n' : ''}${lookup === undefined ? '' : `    if (status == AOT_GPU_SUCCESS) status = ${lookup.call};\n`}    if (status != AOT_GPU_SUCCESS) return status;
`;
  const first = isPlain
    ? '    *fallback = 0;\n'
    : `    for (*fallback = 0; ${hasCode}(&images[rows[*fallback] * TARGETS], TARGETS, capability) < 0;) {
        if (++*fallback == ALGOS) return AOT_GPU_NO_BINARY;
    }
`;
  const lacks = mayLack
    ? ` || ${hasCode}(&images[rows[*algo_id] * TARGETS], TARGETS, capability) < 0`
    : '';
  const chosen =
    chooser === undefined
      ? '    *algo_id = *fallback;\n'
      : `    *algo_id = ${chooser.algo};
    if (aot_refuses(a, *algo_id, &grid)${lacks}) *algo_id = *fallback;
`;
  return `/* The algo of a call by default, and the first one that has code for the device. */
static aot_gpu_result aot_choose_algo(const struct aot_arguments *a, aot_gpu_stream stream, int *algo_id, int *fallback) {
${lookup?.statics ?? ''}${chooser === undefined ? '' : '    struct aot_grid grid = {0, 0, 0};\n'}${needsDevice ? device : '    (void)stream;\n'}${chooser === undefined ? '    (void)a;\n' : ''}${first}${chosen}    return AOT_GPU_SUCCESS;
}

static aot_gpu_result aot_launch_default(struct aot_arguments a, aot_gpu_stream stream) {
    int algo_id, fallback;
    aot_gpu_result status = aot_choose_algo(&a, stream, &algo_id, &fallback);
    /* The call fails in the same way, unless its grid is empty. */
    if (status != AOT_GPU_SUCCESS) return aot_launch_kernel(a, stream, 0);
${
  chooser === undefined
    ? '    return aot_launch_kernel(a, stream, algo_id);\n'
    : `    status = aot_launch_kernel(a, stream, algo_id);
    /* On a device that nobody measured, an algo may need more than there is. */
    if (algo_id == fallback || !aot_is_refusal(status)) return status;
    return aot_launch_kernel(a, stream, fallback);
`
}}

`;
}

/** Writes the check of all that depends on the algo and not on the device. The launch itself checks everything. */
function writeRefuses(hasRequirements: boolean): string {
  return `/* Whether an algo refuses a call that another one may take. Computes its grid. */
static int aot_refuses(const struct aot_arguments *a, int algo_id, struct aot_grid *grid) {
    if (grid_of(a, algo_id, grid) != AOT_GPU_SUCCESS) return 1;
${hasRequirements ? '    if (check_requirements(a, algo_id) != AOT_GPU_SUCCESS) return 1;\n' : ''}    return grid->x > INT32_MAX || grid->y > 65535 || grid->z > 65535;
}

`;
}

/** A row of images that an algo has, and whether it has them for all targets. */
interface AlgoRow {
  readonly row: number;
  readonly isWhole: boolean;
}

function rowsOf(kernel: Kernel, { columns, images }: ImageTable): readonly AlgoRow[] {
  return kernel.configs.map((_config, config) => {
    const first = config * kernel.specialisations.length;
    const rows = kernel.specialisations.map((_specialisation, index) => {
      const row = first + index;
      const own = images.slice(row * columns, (row + 1) * columns);
      return { row, count: own.filter((image) => image !== undefined).length };
    });
    const { row, count } = rows.find((each) => each.count > 0) ?? { row: first, count: 0 };
    return { row, isWhole: count === columns };
  });
}
