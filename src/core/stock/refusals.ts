import type { Problem } from '../errors.ts';
import { passedArguments, type Config, type Kernel } from '../kernel.ts';
import { hintSuffix, readHints } from './suffix.ts';

/** Options that stand for what compile.py does anyway. */
const IMPLIED: Readonly<Record<string, unknown>> = { enable_fp_fusion: true, num_ctas: 1 };

const SETTABLE = ['num_warps', 'num_stages'];

/** What Triton's tools have no way to say, or end with an error on: for these there are no files to be written. */
export function refusals(kernel: Kernel, triton: string): readonly Problem[] {
  const messages = [
    ...kernel.configs.flatMap((config) => [...constantsOf(config), ...optionsOf(config)]),
    ...repeatedConfigs(kernel),
    ...argumentsOf(kernel),
    ...unreadable(kernel, triton),
  ];
  return [...new Set(messages)].map((message) => ({
    message: `${kernel.name}: ${message}`,
    place: kernel.place,
    hint: 'Use the native generator, which can do this.',
  }));
}

function constantsOf({ constants }: Config): readonly string[] {
  return [...constants].flatMap(([name, { kind }]) =>
    kind === 'int' || kind === 'float'
      ? []
      : [`the constant \`${name}\` is of kind ${kind}: compile.py takes integers and floats only`],
  );
}

function optionsOf({ options }: Config): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    SETTABLE.includes(name) || IMPLIED[name] === value
      ? []
      : [`\`${name}: ${value}\`: compile.py has no such option, only num_warps and num_stages`],
  );
}

/** compile.py names its files by signature, num_warps and num_stages: equal ones are one file. */
function repeatedConfigs({ configs }: Kernel): readonly string[] {
  const first = new Map<string, number>();
  return configs.flatMap(({ constants, options }, index) => {
    const values = [...constants.values()].map((constant) =>
      JSON.stringify(Object.values(constant).map(String)),
    );
    const key = [...values, options.num_warps, options.num_stages].join(' ');
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    return before === undefined
      ? []
      : [`algo ${index} is the same as algo ${before}: compile.py would write one file for both`];
  });
}

function argumentsOf(kernel: Kernel): readonly string[] {
  const tensors = kernel.arguments.filter(({ type }) => type.kind === 'tensor');
  const isEmpty = kernel.specialisations.some(
    (specialisation) => passedArguments(kernel, specialisation).length === 0,
  );
  return [
    ...tensors.map(
      ({ name }) => `\`${name}\` is a tensor descriptor, which compile.py cannot pass on`,
    ),
    ...kernel.gridParameters.map(
      ({ name }) =>
        `the grid parameter \`${name}\`: compile.py's functions take the kernel's arguments only`,
    ),
    ...(isEmpty
      ? ['there is no run-time argument left: compile.py writes C that does not compile']
      : []),
  ];
}

function unreadable(kernel: Kernel, triton: string): readonly string[] {
  return kernel.specialisations.flatMap((specialisation) =>
    readHints(kernel, specialisation, triton) === undefined
      ? [
          `link.py cannot read the hints \`${hintSuffix(kernel, specialisation, triton)}\` and ends with an error (Triton 3.7 to 3.9)`,
        ]
      : [],
  );
}
