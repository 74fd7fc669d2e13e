import { cString } from '../../base/text.ts';
import { allParameters, type Argument, type Kernel } from '../../manifest/terms/kernel.ts';
import { isInteger } from '../../manifest/terms/types.ts';
import {
  type AlgoChoice,
  dependsOnDevice,
  type TunedDevice,
} from '../../manifest/tuning/choice.ts';
import { algoOfBlocks, SPECIALISATION } from '../../manifest/tuning/points.ts';
import type { DecisionTree } from '../../manifest/tuning/tree.ts';
import { caseLabels, groupIndices } from './conditions.ts';
import { type ImageTable, tableFunctions } from './table.ts';

/** The C functions that choose the algo of a call. */
export interface WrittenChoice {
  /** Functions that the others call. */
  readonly functions: string;
  /** The body of `NAME_default`. */
  readonly byDefault: string;
  /** The body of `NAME_choose`. */
  readonly choose: string;
}

/**
 * Writes the C functions that choose the algo of a call: the measured one if it takes the call, else
 * the first that has code for the device. Only compares integers, and asks for the device only if
 * the choice depends on it.
 * @param choice undefined if nothing was measured
 */
export function writeChoice(
  kernel: Kernel,
  table: ImageTable,
  choice: AlgoChoice | undefined,
): WrittenChoice {
  const values = allParameters(kernel);
  const names = values.map(({ cName }) => cName);
  const rows = rowsOf(kernel, table);
  const isPlain = rows[0]?.isWhole === true;
  if (choice === undefined && isPlain) {
    const unused = values.filter(({ type }) => isInteger(type)).map(({ cName }) => cName);
    return {
      functions: '',
      byDefault: `    return ${kernel.name}(${['stream', ...names, '0'].join(', ')});`,
      choose: `${['stream', ...unused].map((name) => `    (void)${name};\n`).join('')}    return 0;`,
    };
  }
  return {
    functions: `${choice === undefined ? '' : writeTuned(choice, values)}${writeChoose(kernel, rows, choice)}`,
    byDefault: `    const struct aot_arguments aot_values = {${names.join(', ') || '0'}};
    return aot_launch_default(aot_values, stream);`,
    choose: `    const struct aot_arguments aot_values = {${values.map(integerOrGiven).join(', ') || '0'}};
    int aot_chosen, aot_fallback;
    return aot_choose_algo(&aot_values, stream, &aot_chosen, &aot_fallback) == CUDA_SUCCESS ? aot_chosen : -1;`,
  };
}

/** Writes the measured choice as C, which `verify` compares with manifest.json. */
export function writeTuned(choice: AlgoChoice, parameters: readonly Argument[]): string {
  const cases = choice.tables.map(({ tree }) => writeTree(tree, parameters, '        '));
  const [first = ''] = cases;
  if (!dependsOnDevice(choice))
    return `${writeBlocks(choice)}/* The algo for these values, as measured on ${namesOf(choice.devices)}. */
static int aot_tuned_algo(const struct aot_arguments *a) {
    (void)a;
${first.replaceAll(/^ {4}/gm, '')}
}

`;
  const branches = groupIndices(cases).map(
    ({ text, indices }) => `${caseLabels(indices)}\n${text}`,
  );
  const { devices } = choice;
  return `${writeBlocks(choice)}/* The devices that were measured. A device has the table of the first entry that fits it. */
static const struct aot_tuned_device aot_tuned_devices[] = {
${devices.map(writeDevice).join('\n')}
};

/* The algo for these values, as measured. */
static int aot_tuned_algo(const struct aot_arguments *a, int table) {
    (void)a;
    switch (table) {
${branches.join('\n')}
    default:
        return 0;
    }
}

`;
}

function writeDevice({ name, capability, table }: TunedDevice): string {
  const text = name === undefined ? 'NULL' : cString(name);
  const [major = 0, minor = 0] = (capability ?? '').split('.').map(Number);
  return `    {${text}, ${10 * major + minor}, ${table}},`;
}

function namesOf(devices: readonly TunedDevice[]): string {
  const names = devices.flatMap(({ name }) => name ?? []).join(', ');
  return names.replaceAll('*/', '* /').replaceAll('/*', '/ *');
}

function writeTree(tree: DecisionTree, parameters: readonly Argument[], indent: string): string {
  if ('algo' in tree) return `${indent}return ${tree.algo};`;
  const { value, atMost, small, large } = tree;
  const test = `${indent}if (${valueText(value, parameters)} <= ${literal(atMost)})`;
  const first =
    'algo' in small
      ? `${test} return ${small.algo};`
      : `${test} {\n${writeTree(small, parameters, `${indent}    `)}\n${indent}}`;
  return `${first}\n${writeTree(large, parameters, indent)}`;
}

function valueText(value: string, parameters: readonly Argument[]): string {
  if (value === SPECIALISATION) return 'specialisation_of(a)';
  const algo = algoOfBlocks(value);
  if (algo !== undefined) return `aot_blocks(a, ${algo})`;
  return `a->${parameters.find(({ name }) => name === value)?.cName ?? '?'}`;
}

/** Writes the function that counts blocks, if a choice compares their number. */
function writeBlocks({ tables }: AlgoChoice): string {
  if (!tables.some(({ tree }) => comparesBlocks(tree))) return '';
  return `/* The number of blocks that an algo launches. */
static double aot_blocks(const struct aot_arguments *a, int algo_id) {
    struct aot_grid grid = {0, 0, 0};
    if (grid_of(a, algo_id, &grid) != CUDA_SUCCESS) return 0;
    return (double)grid.x * (double)grid.y * (double)grid.z;
}

`;
}

function comparesBlocks(tree: DecisionTree): boolean {
  if ('algo' in tree) return false;
  return (
    algoOfBlocks(tree.value) !== undefined ||
    comparesBlocks(tree.small) ||
    comparesBlocks(tree.large)
  );
}

const INT_MAX = 2n ** 31n - 1n;
const INT64_MAX = 2n ** 63n - 1n;

function literal(value: bigint): string {
  if (value >= -INT_MAX && value <= INT_MAX) return String(value);
  if (value < -INT64_MAX) return `(-INT64_C(${INT64_MAX}) - 1)`;
  return value > INT64_MAX ? `UINT64_C(${value})` : `INT64_C(${value})`;
}

/** Pointers count as not null; the values of other parameters decide nothing. */
function integerOrGiven({ type, cName }: Argument): string {
  if (isInteger(type)) return cName;
  return type.kind === 'pointer' ? '16' : '0';
}

function writeChoose(
  kernel: Kernel,
  rows: readonly AlgoRow[],
  choice: AlgoChoice | undefined,
): string {
  const { requirements } = kernel;
  const hasCode = tableFunctions(kernel).choose;
  const isPlain = rows[0]?.isWhole === true;
  const tuned = new Set(choice?.tables.flatMap(({ algos }) => algos));
  const mayLack = [...tuned].some((algo) => rows[algo]?.isWhole !== true);
  const byDevice = choice !== undefined && dependsOnDevice(choice);
  const needsRows = !isPlain || mayLack;
  const needsDevice = needsRows || byDevice;
  const device = `    CUdevice device = 0;
${needsRows ? `    /* A row of each algo. */\n    static const int rows[ALGOS] = {${rows.map(({ row }) => row).join(', ')}};\n    int capability = 0;\n` : ''}${byDevice ? '    int table = 0;\n' : ''}    CUresult status = aot_find_driver();
    if (status == CUDA_SUCCESS) status = aot_device(stream, &device);
${needsRows ? '    if (status == CUDA_SUCCESS) status = aot_capability(device, &capability);\n' : ''}${byDevice ? '    if (status == CUDA_SUCCESS) status = aot_table(device, aot_tuned_devices, cache, &table);\n' : ''}    if (status != CUDA_SUCCESS) return status;
`;
  const first = isPlain
    ? '    *fallback = 0;\n'
    : `    for (*fallback = 0; ${hasCode}(&images[rows[*fallback] * TARGETS], TARGETS, capability) < 0;) {
        if (++*fallback == ALGOS) return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
`;
  const lacks = mayLack
    ? ` || ${hasCode}(&images[rows[*algo_id] * TARGETS], TARGETS, capability) < 0`
    : '';
  const chosen =
    choice === undefined
      ? '    *algo_id = *fallback;\n'
      : `    *algo_id = aot_tuned_algo(a${byDevice ? ', table' : ''});
    if (aot_refuses(*a, *algo_id)${lacks}) *algo_id = *fallback;
`;
  return `${choice === undefined ? '' : writeRefuses(requirements.length > 0)}/* The algo of a call by default, and the first one that has code for the device. */
static CUresult aot_choose_algo(const struct aot_arguments *a, CUstream stream, int *algo_id, int *fallback) {
${byDevice ? '    static int cache[AOT_CACHED_DEVICES];\n' : ''}${needsDevice ? device : '    (void)stream;\n'}${choice === undefined ? '    (void)a;\n' : ''}${first}${chosen}    return CUDA_SUCCESS;
}

static CUresult aot_launch_default(struct aot_arguments a, CUstream stream) {
    int algo_id, fallback;
    CUresult status = aot_choose_algo(&a, stream, &algo_id, &fallback);
    /* The call fails in the same way, unless its grid is empty. */
    if (status != CUDA_SUCCESS) return aot_launch_kernel(a, stream, 0);
${
  choice === undefined
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
  return `/* Whether an algo refuses a call that another one may take. */
static int aot_refuses(struct aot_arguments a, int algo_id) {
    struct aot_grid grid = {0, 0, 0};
    if (grid_of(&a, algo_id, &grid) != CUDA_SUCCESS) return 1;
${hasRequirements ? '    if (check_requirements(&a, algo_id) != CUDA_SUCCESS) return 1;\n' : ''}    return grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535;
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
