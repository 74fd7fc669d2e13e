import { visibleText } from '../../base/text.ts';
import { symbolsOf } from '../../manifest/terms/c-names.ts';
import {
  allParameters,
  type Argument,
  type Config,
  describeConfig,
  describeHook,
  describeSpecialisation,
  hasPtx,
  hasTensors,
  isNotFor,
  type Kernel,
} from '../../manifest/terms/kernel.ts';
import { cTypeOf, isInteger } from '../../manifest/terms/types.ts';
import type { AlgoChooser } from '../../plan/choosers.ts';
import { commonNames, type GpuNames, namesFor, vendorsOf } from './vendor.ts';
import { isCuda, minorRange } from '../../manifest/terms/nvidia.ts';
import { vendorName } from '../../manifest/terms/vendor.ts';

/** The prototypes of a kernel's entry points, without a semicolon. */
export function prototypes(
  kernel: Kernel,
  names: GpuNames = commonNames(),
): Readonly<Record<'launch' | 'byDefault' | 'choose' | 'algos' | 'load' | 'unload', string>> {
  const { name } = kernel;
  const { result, stream } = names;
  const all = allParameters(kernel);
  const parameters = [`${stream} stream`, ...cParameters(all, names)];
  const integers = cParameters(
    all.filter(({ type }) => isInteger(type)),
    names,
  );
  return {
    launch: `${result} ${name}(${[...parameters, 'int algo_id'].join(', ')})`,
    byDefault: `${result} ${name}_default(${parameters.join(', ')})`,
    choose: `int ${name}_choose(${[`${stream} stream`, ...integers].join(', ')})`,
    algos: `int ${name}_get_num_algos(void)`,
    load: `${result} load_${name}(void)`,
    unload: `${result} unload_${name}(void)`,
  };
}

/** The prototype of the function that says why PTX was not compiled, without a semicolon. */
export function ptxLogPrototype({ name }: Pick<Kernel, 'name'>): string {
  return `const char *${name}_ptx_log(void)`;
}

function cParameters(parameters: readonly Argument[], names: GpuNames): readonly string[] {
  return parameters.map(
    ({ type, cName }) => `${type.kind === 'pointer' ? names.pointer : cTypeOf(type)} ${cName}`,
  );
}

/** The name and version in a package's symbols. */
export interface PackageName {
  readonly package: string;
  readonly version: string;
}

/**
 * The symbol of a function. It contains package and version, so that one program can link kernels
 * of the same name from several packages or versions.
 */
export function linkName({ package: name, version }: PackageName, symbol: string): string {
  return `${name}_${version.replaceAll(/\W/g, '_')}_${symbol}`;
}

/** Writes the public header of a kernel. `chooser` says how its algo is chosen, if not always the first. */
export function writeHeader(owner: PackageName, kernel: Kernel, chooser?: AlgoChooser): string {
  const names = namesFor(vendorsOf(kernel));
  const { invalidValue, noBinary } = names.errors;
  const guard = `AOT_${kernel.name}_OF_${owner.package}_H`;
  const withPtx = hasPtx(kernel);
  const symbols = symbolsOf(kernel.name, withPtx);
  const [launch, byDefault, choose, algos, load, unload, ptxLog] = [
    ...Object.values(prototypes(kernel, names)),
    ptxLogPrototype(kernel),
  ].map(
    (prototype, index) => `${prototype}\n    __asm__("${linkName(owner, symbols[index] ?? '')}")`,
  );
  return `${comment([
    `${kernel.name}: the Triton kernel ${kernel.source.function}, compiled ahead of time for ${kernel.targets.map(({ name }) => name).join(', ')}.`,
    '',
    `Every function works in the current context, from any thread. ${noBinary}: the device`,
    withPtx ? 'is none of those above, and older than the PTX.' : 'is none of those above.',
    ...describePtx(kernel),
  ])}
#ifndef ${guard}
#define ${guard}

#include <stdbool.h>
#include <stdint.h>

#include "${names.header}"
${hasTensors(kernel) ? '#include "aot_tensor.h"\n' : ''}
${comment([
  'Launches the kernel on `stream`. An empty grid succeeds and launches nothing; an unknown algo_id and',
  `argument values that no specialisation fits give ${invalidValue}.`,
  '',
  'algo_id:',
  ...kernel.configs.map(
    (config, index) => `  ${index}: ${describeConfig(config)}${missingTargets(kernel, config)}`,
  ),
  ...describeHooks(kernel),
  ...describeConditions(kernel, invalidValue),
  ...describeHints(kernel),
])}
${launch};

${describeDefault(kernel, chooser)}
${byDefault};

/* The algo that the function above launches for these integers on the stream's device; -1 if it has none. */
${choose};

/* How many algos there are: valid ids are 0 to one less. */
${algos};

/* Loads what the current device needs ahead of the first call, which otherwise does so. */
${load};

/* Unloads the kernel from every device; a later call loads it again. Must not overlap with other calls. */
${unload};
${withPtx ? `\n${PTX_LOG_COMMENT}\n${ptxLog};\n` : ''}
#endif
`;
}

const PTX_LOG_COMMENT = `/*
 * What the driver said when it could not compile the kernel's PTX; empty if that has not happened. Calls
 * then give its error, such as CUDA_ERROR_INVALID_PTX or CUDA_ERROR_UNSUPPORTED_PTX_VERSION.
 */`;

function describePtx(kernel: Kernel): readonly string[] {
  if (!hasPtx(kernel) || kernel.ptxTarget === undefined || !isCuda(kernel.ptxTarget)) return [];
  const { major, from } = minorRange(kernel.ptxTarget);
  return [
    '',
    `Other devices of compute capability ${major}.${from} or later get PTX of ${kernel.ptxTarget.name}, which the driver compiles when it`,
    'loads the kernel: the first call can take seconds.',
  ];
}

/** Writes the header that includes those of all kernels. */
export function writeUmbrellaHeader(packageName: string, kernels: readonly Kernel[]): string {
  const guard = `AOT_${packageName}_H`;
  const includes = kernels.map(({ name }) => `#include "${packageName}/${name}.h"`);
  return `/* Every kernel of the package ${packageName}. */
#ifndef ${guard}
#define ${guard}

${includes.join('\n')}

#endif
`;
}

/** Names the targets for which an algo gives CUDA_ERROR_NO_BINARY_FOR_GPU; mostly none. */
function missingTargets({ targets }: Kernel, config: Config): string {
  const missing = targets.filter((target) => isNotFor(config, target));
  return missing.length === 0 ? '' : ` (not for ${missing.map(({ name }) => name).join(', ')})`;
}

function describeDefault(kernel: Kernel, chooser: AlgoChooser | undefined): string {
  const [first] = kernel.configs;
  const isPartial = first !== undefined && missingTargets(kernel, first) !== '';
  const other = isPartial ? 'the first algo that exists for the device' : 'algo 0';
  if (chooser === undefined) return `/* The same with ${other}. */`;
  return comment([
    ...chooser.description,
    `If the algo refuses the call, ${other} is launched.`,
    ...vendorsOf(kernel).flatMap((vendor) =>
      chooser.on(vendor) === undefined ? [`${vendorName(vendor)} GPUs always get ${other}.`] : [],
    ),
  ]);
}

function describeHooks({ hooks = [] }: Kernel): readonly string[] {
  if (hooks.length === 0) return [];
  return [
    '',
    "Before each launch Triton's JIT calls the functions below, and this function does not. Do the same first:",
    ...hooks.map((hook) => `  ${describeHook(hook)}`),
  ];
}

function describeConditions(
  { heuristics, requirements }: Kernel,
  invalidValue: string,
): readonly string[] {
  return [
    ...(requirements.length === 0
      ? []
      : [
          '',
          `Calls that do not meet all of these give ${invalidValue}:`,
          ...requirements.map(({ text }) => `  ${text}`),
        ]),
    ...(heuristics.length === 0
      ? []
      : [
          '',
          'Computed from the arguments:',
          ...heuristics.map(({ parameter, text }) => `  ${parameter} = ${text}`),
        ]),
  ];
}

function describeHints(kernel: Kernel): readonly string[] {
  const described = kernel.specialisations.map((specialisation) =>
    describeSpecialisation(kernel, specialisation),
  );
  if (described.every((text) => text === '')) return [];
  return [
    '',
    'Argument values, the first that fits:',
    ...described.map((text) => `  ${text || 'any'}`),
  ];
}

/** Writes a C comment that no text inside can end. */
function comment(lines: readonly string[]): string {
  const safe = lines.map((line) =>
    ` * ${visibleText(line).replaceAll('*/', '* /').replaceAll('/*', '/ *')}`.trimEnd(),
  );
  return ['/*', ...safe, ' */'].join('\n');
}
