import { readFile } from 'node:fs/promises';
import { readElf } from '../../compile/cubin/elf.ts';
import { cTypeOf, isInteger, parseArgumentType } from '../../manifest/terms/types.ts';
import type { PackagedKernel } from '../../package/read.ts';

/**
 * Returns the package-specific C++ file of the harness: a table of the kernels, with a uniform call
 * of each.
 */
export function writeGlue(packageName: string, kernels: readonly PackagedKernel[]): string {
  return `#include "smoke.hpp"

#include <${packageName}.h>

namespace smoke {

${kernels.map(writeKernel).join('\n\n')}

const std::vector<Kernel> kernels = {
${kernels.map(writeEntry).join('\n')}
};

}  // namespace smoke
`;
}

/** True if any kernel takes a tensor. The harness then needs the tensor type of the package. */
export function takesTensors(kernels: readonly PackagedKernel[]): boolean {
  return kernels.some((kernel) => parametersOf(kernel).some(({ type }) => type.includes('<')));
}

type Parameter = PackagedKernel['parameters'][number];

/** The parameters between the stream and the algo id, in C's order. */
function parametersOf({ parameters, gridParameters }: PackagedKernel): readonly Parameter[] {
  return [...parameters, ...gridParameters];
}

function writeKernel(kernel: PackagedKernel, index: number): string {
  const parameters = parametersOf(kernel);
  const values = parameters.map(({ type }, at) => writeValue(type, `v[${at}]`));
  const unused = parameters.length === 0 ? '' : ' v';
  const table = parameters.map(
    ({ name, type }) => `    {${JSON.stringify(name)}, ${JSON.stringify(type)}},`,
  );
  return `static CUresult call_${index}(CUstream stream, const Value *${unused}, int algo) {
  return ::${kernel.name}(${['stream', ...values, 'algo'].join(', ')});
}
static const std::vector<Parameter> parameters_${index} = {
${table.join('\n')}
};${writeChooser(kernel, index)}`;
}

/** Asks for the chosen algo by the integers of a call. */
function writeChooser(kernel: PackagedKernel, index: number): string {
  const values = parametersOf(kernel).flatMap(({ type }, at) => {
    const parsed = parseArgumentType(type);
    return parsed !== undefined && isInteger(parsed) ? [writeValue(type, `v[${at}]`)] : [];
  });
  return `
static int choose_${index}(CUstream stream, const Value *${values.length === 0 ? '' : ' v'}) {
  return ::${kernel.name}_choose(${['stream', ...values].join(', ')});
}`;
}

function writeEntry({ name, variants }: PackagedKernel, index: number): string {
  const hasPtx = variants.some(({ ptx }) => ptx !== undefined);
  const log = hasPtx ? `, &::${name}_ptx_log` : '';
  return `    {"${name}", &call_${index}, &::${name}_get_num_algos, &::load_${name}, &::unload_${name}, parameters_${index}, &choose_${index}${log}},`;
}

function writeValue(typeText: string, value: string): string {
  const type = parseArgumentType(typeText);
  if (type === undefined) throw new Error(`unknown type: ${typeText}`);
  switch (type.kind) {
    case 'pointer':
      return `${value}.pointer`;
    case 'tensor':
      return `&${value}.tensor`;
    case 'scalar': {
      const { scalar } = type;
      if (scalar === 'fp16' || scalar === 'bf16') return `${value}.half_bits(${scalar})`;
      const c = cTypeOf(type);
      return c === 'float' || c === 'double' ? `${value}.real<${c}>()` : `${value}.integer<${c}>()`;
    }
  }
}

/** CUDA_ERROR_STUB_LIBRARY. Other drivers might have no such error. */
const STUB_ERROR = 34;

/**
 * Returns C for a library with every driver function that the object files use, by their names. The test is linked
 * with this stub, so that it can be built without a driver. The stub is never loaded.
 */
export async function writeDriverStub(
  objects: readonly string[],
  functions: RegExp,
): Promise<string> {
  const names = new Set<string>();
  for (const object of objects) {
    const { symbols } = readElf(await readFile(object));
    for (const { name } of symbols) if (functions.test(name)) names.add(name);
  }
  const stubs = [...names]
    .toSorted()
    .map((name) => `int ${name}(void) { return ${STUB_ERROR}; }\n`);
  return `/* A stub of the driver, for linking only. */\n${stubs.join('')}`;
}
