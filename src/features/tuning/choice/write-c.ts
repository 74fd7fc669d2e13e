import { cString } from '../../../base/text.ts';
import { allParameters, hintSets, type Kernel } from '../../../manifest/terms/kernel.ts';
import { parseCapability } from '../../../manifest/terms/target.ts';
import { caseLabels, groupIndices, writeHintTests } from '../../../package/c/conditions.ts';
import { vendorSources } from '../../../package/c/vendor.ts';
import { vendorOf } from '../../../manifest/terms/vendor.ts';
import type { DeviceLookup, WrittenChooser } from '../../../plan/choosers.ts';
import {
  type AlgoChoice,
  type ChoiceTable,
  chosenAlgos,
  dependsOnDevice,
  type TunedDevice,
} from './choice.ts';
import { type CallClass, callClasses } from './classes.ts';

/** Writes a measured choice as C. */
export function writeMeasured(kernel: Kernel, choice: AlgoChoice): WrittenChooser {
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
  const functions = `${helpers}${head}
    (void)a;
${start}${body}
}

`;
  const algos = chosenAlgos(choice);
  if (!dependsOnDevice(choice)) return { functions, algo: 'aot_tuned_algo(a)', algos };
  return { functions, algo: 'aot_tuned_algo(a, table)', algos, lookup: LOOKUP };
}

const LOOKUP: DeviceLookup = {
  statics: '    static int cache[AOT_CACHED_DEVICES];\n',
  locals: '    int table = 0;\n',
  call: 'aot_table(device, aot_tuned_devices, cache, &table)',
};

/** Writes the models of a table, and the statements that choose by them. */
function writeTable(
  kernel: Kernel,
  { multiprocessors, length, rows: few, classes }: ChoiceTable,
  index: number,
): { readonly models: string; readonly body: string } {
  const product = length.map((name) => ` * (double)a->${cNameOf(kernel, name)}`).join('');
  const rowCount = few === undefined ? '0' : `(double)a->${cNameOf(kernel, few)}`;
  const models: string[] = [];
  const returns = classes.map(({ algos }, at) => {
    const [only] = algos;
    if (algos.length <= 1 || only === undefined) return `return ${only?.algo ?? 0};`;
    const name = `aot_times_${index}_${at}`;
    const rows = algos.map(
      ({ algo, resident, isWhole = false, terms }) =>
        `    {${algo}, ${resident}, ${Number(isWhole)}, {${terms.join(', ')}}},\n`,
    );
    models.push(`static const struct aot_time ${name}[] = {\n${rows.join('')}};\n\n`);
    return `return aot_fastest(a, ${name}, ${algos.length}, ${multiprocessors}, 1.0${product}, ${rowCount});`;
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
 * What a call with an algo takes, as measured: t[0] + t[1] length + waves (t[2] + t[3] length) + share t[4] + busy
 * length t[5] + share length t[6] / rows, in microseconds. A wave is as many blocks as all multiprocessors run at once.
 * The share is blocks / multiprocessors; busy is the share, or the next whole number.
 */
struct aot_time {
    int algo, resident, whole;
    double t[7];
};

/* The algo that takes least of those that do not refuse the call. */
static int aot_fastest(const struct aot_arguments *a, const struct aot_time *times, int count, int multiprocessors,
                       double length, double rows) {
    /* Without rows that all blocks read, t[6] is 0. */
    const double shared = length / (rows > 1 ? rows : 1);
    double least = 0;
    int i, fastest = -1;
    for (i = 0; i < count; i++) {
        const double *t = times[i].t;
        const double room = (double)multiprocessors * times[i].resident;
        struct aot_grid grid = {0, 0, 0};
        double blocks, waves, share, busy, time;
        if (aot_refuses(a, times[i].algo, &grid)) continue;
        /* With an empty grid, nothing runs. */
        if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return times[i].algo;
        blocks = (double)grid.x * (double)grid.y * (double)grid.z;
        waves = (double)(int64_t)(blocks / room);
        if (waves * room < blocks) waves += 1;
        share = blocks / multiprocessors;
        busy = (double)(int64_t)share;
        if (!times[i].whole) busy = share;
        else if (busy < share) busy += 1;
        time = t[0] + t[1] * length + waves * (t[2] + t[3] * length) + share * t[4] + busy * length * t[5] +
               share * shared * t[6];
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
