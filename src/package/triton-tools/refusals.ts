import type { Problem } from '../../base/errors.ts';
import type { Hint } from '../../manifest/terms/hint.ts';
import { type Config, type Kernel, passedArguments } from '../../manifest/terms/kernel.ts';
import { isHip } from '../../manifest/terms/target.ts';
import { compareReleases } from '../../manifest/terms/triton-version.ts';

/** Options with these values are what compile.py does by default. */
const IMPLIED: Readonly<Record<string, unknown>> = { enable_fp_fusion: true, num_ctas: 1 };

const SETTABLE = ['num_warps', 'num_stages'];

/** Returns a problem for everything that Triton's tools have no option for, or fail at. */
export function unsupportedProblems(kernel: Kernel, triton: string): readonly Problem[] {
  const messages = [
    ...kernel.targets
      .filter(isHip)
      .map(({ name }) => `the target ${name}: only those of NVIDIA are supported here`),
    ...kernel.configs.flatMap((config) => [...constantsOf(config), ...optionsOf(config)]),
    ...repeatedConfigs(kernel),
    ...argumentsOf(kernel),
    ...otherDivisors(kernel),
    ...unreadableHints(kernel, triton),
    ...conditionsOf(kernel),
    ...(kernel.lineInfo
      ? [
          '`line_info: true`: the line tables of compile.py have the absolute path and the time of the kernel file',
        ]
      : []),
  ];
  return [...new Set(messages)].map((message) => ({
    message: `${kernel.name}: ${message}`,
    place: kernel.place,
    hint: 'Use the native generator, which supports this.',
  }));
}

function constantsOf({ constants }: Config): readonly string[] {
  return [...constants].flatMap(([name, { kind }]) =>
    kind === 'int' || kind === 'float'
      ? []
      : [
          `the constant \`${name}\` is of kind ${kind}, but compile.py only accepts integers and floats`,
        ],
  );
}

function optionsOf({ options }: Config): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    SETTABLE.includes(name) || IMPLIED[name] === value
      ? []
      : [`\`${name}: ${value}\`: compile.py has no such option, only num_warps and num_stages`],
  );
}

/** compile.py names files by signature, num_warps and num_stages: equal configs share a file. */
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
      : [
          `algo ${index} is the same as algo ${before}, and compile.py would write one file for both`,
        ];
  });
}

function argumentsOf(kernel: Kernel): readonly string[] {
  const given = [
    ...kernel.arguments.map(({ name }) => name),
    ...kernel.heuristics.map(({ parameter }) => parameter),
    ...constantNames(kernel),
  ];
  const fromPython = kernel.parameters.filter((name) => !given.includes(name));
  const tensors = kernel.arguments.filter(({ type }) => type.kind === 'tensor');
  const isEmpty = kernel.specialisations.some(
    (specialisation) => passedArguments(kernel, specialisation).length === 0,
  );
  return [
    ...tensors.map(
      ({ name }) => `\`${name}\` is a tensor descriptor, which compile.py does not support`,
    ),
    ...fromPython.map(
      (name) => `\`${name}\` has the default of the Python function, which compile.py does not use`,
    ),
    ...kernel.gridParameters.map(
      ({ name }) =>
        `the grid parameter \`${name}\` is not supported: functions of compile.py only take the kernel's arguments`,
    ),
    ...(isEmpty
      ? ['no run-time argument is left, and without one compile.py writes C that does not compile']
      : []),
  ];
}

function constantNames({ configs }: Kernel): readonly string[] {
  return configs.flatMap(({ constants }) => [...constants.keys()]);
}

/** Their functions pass what they get: they neither compute a parameter nor refuse a call. */
function conditionsOf({ heuristics, requirements }: Kernel): readonly string[] {
  return [
    ...heuristics.map(
      ({ parameter }) =>
        `\`${parameter}\` is computed by @triton.heuristics, which functions of link.py do not do`,
    ),
    ...requirements.map(
      ({ text }) => `functions of link.py do not check the condition \`${text}\``,
    ),
  ];
}

function otherDivisors({ arguments: args, specialisations }: Kernel): readonly string[] {
  return specialisations.flatMap(({ hints }) =>
    args.flatMap(({ name }, index) => {
      const hint = hints[index] ?? 0;
      return [0, 1, 16].includes(hint)
        ? []
        : [`\`${name}\` has the hint \`:${hint}\`, but compile.py knows only :16 and :1`];
    }),
  );
}

function unreadableHints(kernel: Kernel, triton: string): readonly string[] {
  return kernel.specialisations.flatMap(({ hints }) =>
    readHints(kernel, hints, triton) === undefined
      ? [
          `link.py fails to read the hints \`${hintSuffix(kernel, hints, triton)}\` (Triton 3.7 to 3.9)`,
        ]
      : [],
  );
}

const LETTERS: Readonly<Partial<Record<Hint, string>>> = { 16: 'd', 1: 'c' };

/**
 * The file name suffix in which compile.py encodes the hints: by position among all parameters,
 * constants included. Triton 3.6 lists every position, later releases only those with a hint.
 */
export function hintSuffix(kernel: Kernel, hints: readonly Hint[], triton: string): string {
  const byName = new Map(kernel.arguments.map(({ name }, index) => [name, hints[index] ?? 0]));
  return kernel.parameters
    .map((name, position) => {
      const letter = LETTERS[byName.get(name) ?? 0] ?? '';
      return letter !== '' || listsEveryPosition(triton) ? `${position}${letter}` : '';
    })
    .join('');
}

/**
 * Reads the suffix as link.py does: by position among the run-time arguments, and by what the rest
 * of the text starts with. Returns the hints of the run-time arguments; undefined if link.py fails.
 * Source: link.py of 3.6.0, 3.8.0 and 3.9.0, compared by test/integration/triton-tools.test.ts.
 */
export function readHints(
  kernel: Kernel,
  suffixed: readonly Hint[],
  triton: string,
): readonly Hint[] | undefined {
  let rest = hintSuffix(kernel, suffixed, triton);
  const hints = kernel.arguments.map((_argument, position): Hint => {
    if (!rest.startsWith(String(position))) return 0;
    rest = rest.slice(String(position).length);
    const hint = hintOf(rest.charAt(0));
    if (hint !== 0) rest = rest.slice(1);
    return hint;
  });
  return rest === '' || listsEveryPosition(triton) ? hints : undefined;
}

function hintOf(letter: string): Hint {
  if (letter === 'd') return 16;
  return letter === 'c' ? 1 : 0;
}

function listsEveryPosition(triton: string): boolean {
  return compareReleases(triton, '3.7.0') < 0;
}
