import { cString } from '../../base/text.ts';
import {
  allParameters,
  type Argument,
  hintSets,
  type Kernel,
} from '../../manifest/terms/kernel.ts';
import { parseCapability } from '../../manifest/terms/target.ts';
import { isInteger } from '../../manifest/terms/types.ts';
import {
  type AlgoChoice,
  type ChoiceTable,
  chosenAlgos,
  dependsOnDevice,
  type TunedDevice,
} from '../../manifest/tuning/choice.ts';
import { type CallClass, callClasses } from '../../manifest/tuning/classes.ts';
import { caseLabels, groupIndices, writeHintTests } from './conditions.ts';
import { type ImageTable, tableFunctions } from './table.ts';
import { vendorSources } from './vendor.ts';
import { vendorOf } from '../../manifest/terms/vendor.ts';

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
 * the first that has code for the device. Asks for the device only if the choice depends on it.
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
    functions: `${choice === undefined ? '' : `${writeRefuses(kernel.requirements.length > 0)}${writeTuned(kernel, choice)}`}${writeChoose(kernel, rows, choice)}`,
    byDefault: `    const struct aot_arguments aot_values = {${names.join(', ') || '0'}};
    return aot_launch_default(aot_values, stream);`,
    choose: `    const struct aot_arguments aot_values = {${values.map(integerOrGiven).join(', ') || '0'}};
    int aot_chosen, aot_fallback;
    return aot_choose_algo(&aot_values, stream, &aot_chosen, &aot_fallback) == AOT_GPU_SUCCESS ? aot_chosen : -1;`,
  };
}

/** Writes the measured choice as C. */
function writeTuned(kernel: Kernel, choice: AlgoChoice): string {
  const { devices, tables } = choice;
  const classes = callClasses(kernel);
  const written = tables.map((table, index) => writeTable(kernel, table, index));
  const models = written.map(({ models: own }) => own).join('');
  const helpers = `${models === '' ? '' : FASTEST}${models}${writeClasses(kernel, classes)}`;
  const head = dependsOnDevice(choice)
    ? `/* The devices that were measured. A device has the table of the first entry that fits it. */
static const struct aot_tuned_device aot_tuned_devices[] = {
${devices.map(writeDevice).join('\n')}
};

/* The algo for these values, as measured. */
static int aot_tuned_algo(const struct aot_arguments *a, int table) {`
    : `/* The algo for these values, as measured on ${namesOf(devices)}. */
static int aot_tuned_algo(const struct aot_arguments *a) {`;
  const start = classes.length > 1 ? '    const int of_class = class_of(a);\n' : '';
  const bodies = written.map(({ body }) => body);
  const [first = ''] = bodies;
  const body = dependsOnDevice(choice)
    ? `    switch (table) {
${groupIndices(bodies)
  .map(({ text, indices }) => `${caseLabels(indices)}\n${text.replaceAll(/^/gm, '    ')}`)
  .join('\n')}
    default:
        return 0;
    }`
    : first;
  return `${helpers}${head}
    (void)a;
${start}${body}
}

`;
}

/** Writes the models of a table, and the statements that choose by them. */
function writeTable(
  kernel: Kernel,
  { multiprocessors, length, classes }: ChoiceTable,
  index: number,
): { readonly models: string; readonly body: string } {
  const product = length.map((name) => ` * (double)a->${cNameOf(kernel, name)}`).join('');
  const models: string[] = [];
  const returns = classes.map(({ algos }, at) => {
    const [only] = algos;
    if (algos.length <= 1 || only === undefined) return `return ${only?.algo ?? 0};`;
    const name = `aot_times_${index}_${at}`;
    const rows = algos.map(
      ({ algo, resident, terms }) => `    {${algo}, ${resident}, {${terms.join(', ')}}},\n`,
    );
    models.push(`static const struct aot_time ${name}[] = {\n${rows.join('')}};\n\n`);
    return `return aot_fastest(a, ${name}, ${algos.length}, ${multiprocessors}, 1.0${product});`;
  });
  const [first = 'return 0;'] = returns;
  const body =
    returns.length === 1
      ? `    ${first}`
      : `    switch (of_class) {
${groupIndices(returns)
  .map(({ text, indices }) => `${caseLabels(indices)}\n        ${text}`)
  .join('\n')}
    default:
        return 0;
    }`;
  return { models: models.join(''), body };
}

function cNameOf(kernel: Kernel, name: string): string {
  return allParameters(kernel).find((each) => each.name === name)?.cName ?? '?';
}

const FASTEST = `/*
 * What a call with an algo takes, as measured: t[0] + t[1] length + waves (t[2] + t[3] length) + t[4] length blocks /
 * multiprocessors, in microseconds. A wave is as many blocks as all multiprocessors run at once.
 */
struct aot_time {
    int algo, resident;
    double t[5];
};

/* The algo that takes least of those that do not refuse the call. */
static int aot_fastest(const struct aot_arguments *a, const struct aot_time *times, int count, int multiprocessors,
                       double length) {
    double least = 0;
    int i, fastest = -1;
    for (i = 0; i < count; i++) {
        const double *t = times[i].t;
        const double room = (double)multiprocessors * times[i].resident;
        struct aot_grid grid = {0, 0, 0};
        double blocks, waves, time;
        if (aot_refuses(a, times[i].algo, &grid)) continue;
        /* With an empty grid, nothing runs. */
        if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return times[i].algo;
        blocks = (double)grid.x * (double)grid.y * (double)grid.z;
        waves = (double)(int64_t)(blocks / room);
        if (waves * room < blocks) waves += 1;
        time = t[0] + t[1] * length + waves * (t[2] + t[3] * length) + t[4] * length * blocks / multiprocessors;
        if (fastest >= 0 && time >= least) continue;
        least = time;
        fastest = times[i].algo;
    }
    return fastest < 0 ? times[0].algo : fastest;
}

`;

/** Writes the function that finds the class of a call, if there are several. */
function writeClasses(kernel: Kernel, classes: readonly CallClass[]): string {
  if (classes.length === 1) return '';
  const sets = hintSets(kernel).map((hints) => writeHintTests(kernel, hints).join(' && '));
  // With heuristics, a set of hints has several specialisations.
  const hints =
    kernel.heuristics.length === 0
      ? 'specialisation_of(a)'
      : sets.reduceRight(
          (rest, text, index) => (text === '' ? String(index) : `${text} ? ${index} : ${rest}`),
          String(sets.length - 1),
        );
  const branches = sets.map((_text, index) => {
    const at = classes.findIndex((each) => each.hints === index);
    const whole = classes[at]?.whole.map(({ cName }) => `a->${cName} % 16 == 0`) ?? [];
    // The class after it takes all other calls.
    const value = whole.length === 0 ? String(at) : `${whole.join(' && ')} ? ${at} : ${at + 1}`;
    return `    case ${index}:\n        return ${value};\n`;
  });
  return `/* The class of a call: the hints that its values meet, and if its rows are aligned to more than these say. */
static int class_of(const struct aot_arguments *a) {
    switch (${hints}) {
${branches.join('')}    default:
        return 0;
    }
}

`;
}

function writeDevice({ name, capability, table }: TunedDevice): string {
  const text = name === undefined ? 'NULL' : cString(name);
  const parsed = parseCapability(capability ?? '0.0');
  const number = vendorSources.of(vendorOf(capability ?? '')).number(parsed);
  return `    {${text}, ${number}, ${table}},`;
}

function namesOf(devices: readonly TunedDevice[]): string {
  const names = devices.flatMap(({ name }) => name ?? []).join(', ');
  return names.replaceAll('*/', '* /').replaceAll('/*', '/ *');
}

/** Pointers count as not null; the values of other parameters decide nothing. */
function integerOrGiven({ type, cName }: Argument): string {
  if (isInteger(type)) return cName;
  return type.kind === 'pointer' ? '(aot_gpu_pointer)16' : '0';
}

function writeChoose(
  kernel: Kernel,
  rows: readonly AlgoRow[],
  choice: AlgoChoice | undefined,
): string {
  const hasCode = tableFunctions(kernel).choose;
  const isPlain = rows[0]?.isWhole === true;
  const tuned = choice === undefined ? [] : chosenAlgos(choice);
  const mayLack = tuned.some((algo) => rows[algo]?.isWhole !== true);
  const byDevice = choice !== undefined && dependsOnDevice(choice);
  const needsRows = !isPlain || mayLack;
  const needsDevice = needsRows || byDevice;
  const device = `    int device = 0;
${needsRows ? `    /* A row of each algo. */\n    static const int rows[ALGOS] = {${rows.map(({ row }) => row).join(', ')}};\n    int capability = 0;\n` : ''}${byDevice ? '    int table = 0;\n' : ''}    aot_gpu_result status = aot_find_driver();
    if (status == AOT_GPU_SUCCESS) status = aot_device(stream, &device);
${needsRows ? '    if (status == AOT_GPU_SUCCESS) status = aot_capability(device, &capability);\n' : ''}${byDevice ? '    if (status == AOT_GPU_SUCCESS) status = aot_table(device, aot_tuned_devices, cache, &table);\n' : ''}    if (status != AOT_GPU_SUCCESS) return status;
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
    choice === undefined
      ? '    *algo_id = *fallback;\n'
      : `    *algo_id = aot_tuned_algo(a${byDevice ? ', table' : ''});
    if (aot_refuses(a, *algo_id, &grid)${lacks}) *algo_id = *fallback;
`;
  return `/* The algo of a call by default, and the first one that has code for the device. */
static aot_gpu_result aot_choose_algo(const struct aot_arguments *a, aot_gpu_stream stream, int *algo_id, int *fallback) {
${byDevice ? '    static int cache[AOT_CACHED_DEVICES];\n' : ''}${choice === undefined ? '' : '    struct aot_grid grid = {0, 0, 0};\n'}${needsDevice ? device : '    (void)stream;\n'}${choice === undefined ? '    (void)a;\n' : ''}${first}${chosen}    return AOT_GPU_SUCCESS;
}

static aot_gpu_result aot_launch_default(struct aot_arguments a, aot_gpu_stream stream) {
    int algo_id, fallback;
    aot_gpu_result status = aot_choose_algo(&a, stream, &algo_id, &fallback);
    /* The call fails in the same way, unless its grid is empty. */
    if (status != AOT_GPU_SUCCESS) return aot_launch_kernel(a, stream, 0);
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
