import type { Image } from '../../compile/cubin/check.ts';
import { gridFunctions } from '../../manifest/grid/emit-c.ts';
import { DEFAULT_EMBED, type EmbedForm } from '../../manifest/terms/package.ts';
import {
  allParameters,
  describeSpecialisation,
  hasPtx,
  hasTensors,
  integerOf,
  type Kernel,
  type Specialisation,
  specialisationOf,
} from '../../manifest/terms/kernel.ts';
import { isCuda } from '../../manifest/terms/nvidia.ts';
import { cTypeOf } from '../../manifest/terms/types.ts';
import type { VendorChooser } from '../../plan/choosers.ts';
import { writeChoice } from './choose.ts';
import { writeHeuristics, writeHintTests, writeRequirements } from './conditions.ts';
import { EMBED_PRAGMA, embedCubin, embedPacked } from './embed.ts';
import { type EmbeddedCode, embeddedCode, type Pack, packCode } from './packing.ts';
import { type PackageName, prototypes, ptxLogPrototype } from './header.ts';
import { writeGrids, writeLaunches } from './launch.ts';
import { defineVendor, vendorSources, vendorsOf } from './vendor.ts';
import { MISSING_ROW, tableFunctions, type TableImage, tableOf, writeLoad } from './table.ts';

/**
 * Writes the C source of a kernel: its cubins, their launch data, and the entry points.
 * @param images in the order of configs, specialisations and targets. Those of specialisations that a
 * config never reaches, and of configs that do not compile for a target, are missing.
 * @param chooser how an algo is chosen, if not always the first
 * @param embed how the cubins are written
 * @param pack compresses them
 */
export function writeSource(
  owner: PackageName,
  kernel: Kernel,
  images: readonly Image[],
  chooser?: VendorChooser,
  embed: EmbedForm = DEFAULT_EMBED,
  pack: Pack = packCode,
): string {
  const { cubins, ptx, all } = embeddedCode(images);
  const referenceTo = ({ form, of }: TableImage): string =>
    `${embed === 'raw' ? '' : '&'}${(form === 'ptx' ? ptx : cubins).get(of)?.symbol}`;
  const table = tableOf(kernel, images);
  const withPtx = hasPtx(kernel);
  const { chooseReady, log } = tableFunctions(kernel);
  const grids = writeGrids(kernel);
  const [heuristics, requirements] = [writeHeuristics(kernel), writeRequirements(kernel)];
  const functions = gridFunctions(
    [grids, heuristics, requirements].flatMap(({ emitted }) => emitted),
  );
  const launches = writeLaunches(kernel, table.images);
  const chosen = writeChoice(kernel, table, chooser);
  const { launch: entry, byDefault, choose, algos, load, unload } = prototypes(kernel);
  const values = allParameters(kernel).map(({ cName }) => cName);
  const rows = kernel.configs.length * kernel.specialisations.length;
  return `${vendorsOf(kernel).map(defineVendor).join('')}#include "${owner.package}/${kernel.name}.h"
#include "${owner.package}/aot_gpu.h"

${embed === 'raw' ? '' : '#include "aot_inflate.h"\n'}#include "${hasTensors(kernel) ? 'aot_pass_tensor.h' : 'aot_launch.h'}"${withPtx ? '\n#include "aot_ptx.h"' : ''}

${EMBED_PRAGMA}
${embed === 'raw' ? writeRawCode(all) : writePackedCode(all, pack)}
enum {
    ALGOS = ${kernel.configs.length},
    SPECIALISATIONS = ${kernel.specialisations.length},
    TARGETS = ${table.columns},${withPtx ? ' /* the last has PTX, for devices that no cubin is for */' : ''}
    ROWS = ${rows} /* an algo and a specialisation each, with one image for each target */
};

/* cubin, kernel, major, minor from, to, warps, cluster, shared memory, scratch, programmatic, cooperative */
static const struct aot_image images[ROWS * TARGETS] = {
${table.images.map((image) => (image === undefined ? MISSING_ROW : writeImage(image, referenceTo(image), kernel))).join('\n')}
};
static struct aot_slot slots[ROWS * TARGETS];
${withPtx ? 'static char ptx_log[AOT_PTX_LOG];\n' : ''}
struct aot_arguments {
${fields(kernel).join('\n')}
};

${functions}${grids.text}${heuristics.text}${requirements.text}
${writeDispatch(kernel)}
static aot_gpu_result aot_launch_kernel(struct aot_arguments a, aot_gpu_stream stream, int algo_id) {
    struct aot_grid grid = {0, 0, 0};
    const struct aot_image *image = NULL;
    aot_gpu_kernel loaded = NULL;
    aot_gpu_pointer scratch = 0, none = 0;
${kernel.heuristics.length === 0 ? '' : `    int64_t h[${kernel.heuristics.length}] = {0};\n`}    int specialisation, row;
    aot_gpu_result status = grid_of(&a, algo_id, &grid);
    if (status != AOT_GPU_SUCCESS) return status;
    if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return AOT_GPU_SUCCESS;
${writeJudgement(kernel)}    if (specialisation < 0) return AOT_GPU_INVALID_VALUE;
    row = (algo_id * SPECIALISATIONS + specialisation) * TARGETS;
    status = ${chooseReady}(&images[row], &slots[row], TARGETS, stream${log}, &image, &loaded);
    if (status != AOT_GPU_SUCCESS) return status;
    switch (${launches.selector}) {
${launches.branches}
    default:
        return AOT_GPU_INVALID_VALUE;
    }
}

${chosen.functions}/* Nothing but the parameters' own names may stand here: they can be any. */
${entry} {
    const struct aot_arguments aot_values = {${values.length === 0 ? '0' : values.join(', ')}};
    return aot_launch_kernel(aot_values, stream, algo_id);
}

${byDefault} {
${chosen.byDefault}
}

${choose} {
${chosen.choose}
}

${algos} {
    return ALGOS;
}

${load} {
${writeLoad(kernel, table)}
}

${unload} {
    return aot_unload_all(slots, ROWS * TARGETS);
}
${withPtx ? `\n${ptxLogPrototype(kernel)} {\n    return ptx_log;\n}\n` : ''}`;
}

function writeRawCode(code: readonly EmbeddedCode[]): string {
  return code
    .map(({ symbol, bytes, hasEnd }) =>
      // C adds a NUL by itself.
      embedCubin(symbol, hasEnd ? bytes.subarray(0, -1) : bytes),
    )
    .join('\n');
}

function writePackedCode(all: readonly EmbeddedCode[], pack: Pack): string {
  return all
    .map(({ symbol, bytes, base }) =>
      embedPacked(symbol, pack(bytes, base?.bytes), bytes.length, base?.symbol),
    )
    .join('\n');
}

function writeImage(image: TableImage, reference: string, kernel: Kernel): string {
  const { compiled, target, form } = image;
  const { major, from, to } = vendorSources.of(target.backend).devices(target);
  const specialisation = specialisationOf(kernel, image.specialisation);
  const values = [
    reference,
    JSON.stringify(compiled.name),
    major,
    from,
    form === 'ptx' ? -1 : to,
    compiled.numWarps,
    compiled.numCtas,
    compiled.shared,
    compiled.globalScratch.size,
    // Before sm_90 there is no such launch, and the option does not change the kernel.
    compiled.launchPdl && isCuda(target) && target.arch >= 90 ? 1 : 0,
    compiled.launchCooperativeGrid ? 1 : 0,
  ];
  const when = describeSpecialisation(kernel, specialisation);
  return `    {${values.join(', ')}}, /* algo ${image.config}, ${form === 'ptx' ? 'PTX of ' : ''}${target.name}${when === '' ? '' : `, ${when}`} */`;
}

function fields(kernel: Kernel): readonly string[] {
  const all = allParameters(kernel);
  // C has no empty structs.
  if (all.length === 0) return ['    char none;'];
  return all.map(({ type, cName }) => `    ${cTypeOf(type)} ${cName};`);
}

/** Writes the statements that refuse a call, and choose its specialisation. */
function writeJudgement({
  heuristics,
  requirements,
}: Pick<Kernel, 'heuristics' | 'requirements'>): string {
  return [
    requirements.length === 0 ? '' : orReturn('check_requirements(&a, algo_id)'),
    heuristics.length === 0 ? '' : orReturn('heuristics_of(&a, algo_id, h)'),
    `    specialisation = specialisation_of(&a${heuristics.length === 0 ? '' : ', h'});\n`,
  ].join('');
}

function orReturn(call: string): string {
  return `    status = ${call};\n    if (status != AOT_GPU_SUCCESS) return status;\n`;
}

function writeDispatch(kernel: Kernel): string {
  const { heuristics, specialisations } = kernel;
  const conditions = specialisations.map((each) => conditionsOf(kernel, each));
  const always = conditions.findIndex((list) => list.length === 0);
  const tested = always === -1 ? conditions : conditions.slice(0, always);
  const [parameter, comment] =
    heuristics.length === 0
      ? ['', '']
      : [
          ', const int64_t *h',
          ` \`h\`: the values of ${heuristics.map(({ parameter: name }) => name).join(', ')}.`,
        ];
  return `/* The first specialisation that the values fit; -1 when none does.${comment} */
static int specialisation_of(const struct aot_arguments *a${parameter}) {
    (void)a;
${tested.map((list, index) => `    if (${list.join(' && ')}) return ${index};\n`).join('')}    return ${always};
}
`;
}

function conditionsOf(kernel: Kernel, { hints, heuristics }: Specialisation): readonly string[] {
  const computed = kernel.heuristics.flatMap(({ parameter }, index) => {
    const value = heuristics.get(parameter);
    return value === undefined ? [] : [`h[${index}] == ${integerOf(value)}`];
  });
  return [...writeHintTests(kernel, hints), ...computed];
}
