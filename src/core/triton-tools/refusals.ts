import type { Problem } from '../base/errors.ts';
import {
  type Config,
  type Hint,
  type Kernel,
  passedArguments,
  type Specialisation,
} from '../model/kernel.ts';
import { compareReleases } from '../model/triton-version.ts';

/** Options that stand for what compile.py does anyway. */
const IMPLIED: Readonly<Record<string, unknown>> = { enable_fp_fusion: true, num_ctas: 1 };

const SETTABLE = ['num_warps', 'num_stages'];

/** What Triton's tools have no way to say, or end with an error on: for these there are no files to be written. */
export function unsupportedProblems(kernel: Kernel, triton: string): readonly Problem[] {
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

const LETTERS: Readonly<Record<Hint, string>> = {
  none: '',
  'divisible-by-16': 'd',
  'equal-to-1': 'c',
};

/** The hints link.py finds for the run-time arguments, in their order; undefined where it gives up. */
type ReadHints = readonly Hint[] | undefined;

/**
 * The suffix in which compile.py writes the hints down: by position among all parameters, constants included.
 * Triton 3.6 lists every position, later releases only those with a hint.
 */
export function hintSuffix(kernel: Kernel, specialisation: Specialisation, triton: string): string {
  const hints = new Map(
    kernel.arguments.map(({ name }, index) => [name, specialisation[index] ?? 'none']),
  );
  return kernel.parameters
    .map((name, position) => {
      const letter = LETTERS[hints.get(name) ?? 'none'];
      return letter !== '' || listsAll(triton) ? `${position}${letter}` : '';
    })
    .join('');
}

/**
 * How link.py reads that suffix: by position among the run-time arguments, and by what the rest of the text starts
 * with. Source: what link.py of 3.6.0, 3.8.0 and 3.9.0 does; test/integration/stock.test.ts compares.
 */
export function readHints(
  kernel: Kernel,
  specialisation: Specialisation,
  triton: string,
): ReadHints {
  let rest = hintSuffix(kernel, specialisation, triton);
  const hints = kernel.arguments.map((_argument, position): Hint => {
    if (!rest.startsWith(String(position))) return 'none';
    rest = rest.slice(String(position).length);
    const hint = hintOf(rest.charAt(0));
    if (hint !== 'none') rest = rest.slice(1);
    return hint;
  });
  return rest === '' || listsAll(triton) ? hints : undefined;
}

function hintOf(letter: string): Hint {
  if (letter === 'd') return 'divisible-by-16';
  return letter === 'c' ? 'equal-to-1' : 'none';
}

function listsAll(triton: string): boolean {
  return compareReleases(triton, '3.7.0') < 0;
}
