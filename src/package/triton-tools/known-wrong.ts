import type { Problem } from '../../base/errors.ts';
import { isKeyword } from '../../manifest/terms/c-names.ts';
import { hintConditions, type Hint } from '../../manifest/terms/hint.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import { formatArgumentType, isInteger, sizeOf } from '../../manifest/terms/types.ts';
import { readHints } from './refusals.ts';

/**
 * Known errors in files of compile.py and link.py, by the name that allows them.
 * Source: the tools of Triton 3.6.0, 3.8.0 and 3.9.0.
 */
export const KNOWN_WRONG = [
  'float-scalar',
  'misread-hint',
  'split-one',
  'wide-one',
  'constant-name',
  'parameter-name',
  'several-targets',
  'renamed-kernel',
  'warp-specialised',
] as const;

type KnownWrong = (typeof KNOWN_WRONG)[number];

/** The problem for a known error in the files of a kernel. */
export function knownWrongProblem(kernel: Kernel, name: KnownWrong, what: string): Problem {
  return {
    message: `${kernel.name}: ${what} (known wrong: ${name})`,
    place: kernel.place,
    hint: `Use the native generator, which does this right, or write the files anyway with --allow-known-wrong ${name}.`,
  };
}

/** Finds known errors that the plan alone shows, except for those in `allowed`. */
export function knownWrong(
  kernel: Kernel,
  triton: string,
  allowed: ReadonlySet<string>,
): readonly Problem[] {
  return Object.entries(CHECKS)
    .filter(([name]) => !allowed.has(name))
    .flatMap(([name, check]) =>
      [...new Set(check(kernel, triton))].map((what) =>
        knownWrongProblem(kernel, name as KnownWrong, what),
      ),
    );
}

type Check = (kernel: Kernel, triton: string) => readonly string[];

const CHECKS: Readonly<Record<Exclude<KnownWrong, 'renamed-kernel' | 'warp-specialised'>, Check>> =
  {
    'float-scalar': ({ arguments: args }) =>
      args.flatMap(({ name, type }) =>
        type.kind === 'scalar' && /^(?:b?f|fp)(?:16|32)$/.test(type.scalar)
          ? [
              `compile.py passes \`${name}\` (${type.scalar}) as a double, but the kernel reads only ${sizeOf(type)} of its 8 bytes (Triton 3.4 to 3.9)`,
            ]
          : [],
      ),

    'misread-hint': (kernel, triton) =>
      kernel.specialisations.flatMap(({ hints }) => {
        const read = readHints(kernel, hints, triton);
        if (read === undefined || read.every((hint, index) => hint === hints[index])) return [];
        const [found, meant] = [read, hints].map((each) => conditions(kernel, each));
        return [
          `link.py checks ${found}, but the kernel is compiled for ${meant}, because ${reason(kernel)}`,
        ];
      }),

    'split-one': ({ arguments: args, specialisations }) =>
      args.flatMap(({ name }, index) => {
        const hints = new Set(specialisations.map(({ hints: own }) => own[index]));
        return hints.size > 1 && hints.has(1)
          ? [
              `link.py makes separate algos for \`${name}\` with and without \`:1\`, so the caller has to choose (Triton 3.6 to 3.9)`,
            ]
          : [];
      }),

    'wide-one': ({ arguments: args, specialisations }) =>
      args.flatMap(({ name, type }, index) =>
        isInteger(type) &&
        formatArgumentType(type).endsWith('64') &&
        specialisations.some(({ hints }) => hints[index] === 1)
          ? [
              `compile.py declares \`${name}\` (${formatArgumentType(type)}:1) as int32_t, which truncates the value before it is compared with 1 (Triton 3.6 to 3.9)`,
            ]
          : [],
      ),

    'constant-name': ({ configs }) =>
      configs.flatMap(({ constants }) =>
        [...constants].flatMap(([name, constant]) =>
          constant.kind === 'float' || (constant.kind === 'int' && constant.value < 0n)
            ? [
                `link.py writes the constant \`${name}\` (${constant.value}) into the name of a function, which is not valid C (Triton 3.6 to 3.9)`,
              ]
            : [],
        ),
      ),

    'parameter-name': (kernel) =>
      kernel.arguments.flatMap(({ name }) =>
        isKeyword(name) || LOCALS.has(name) || name === kernel.name
          ? [
              `with a parameter named \`${name}\`, the generated files do not compile as both C and C++ (Triton 3.6 to 3.9)`,
            ]
          : [],
      ),

    'several-targets': ({ targets }) =>
      targets.length > 1
        ? [
            `compile.py names its files without the target, so the files for ${targets.at(-1)?.name} replace those for ${targets
              .slice(0, -1)
              .map(({ name }) => name)
              .join(
                ', ',
              )}; build each target into its own folder with --targets (Triton 3.6 to 3.9)`,
          ]
        : [],
  };

/** Variables in the generated functions of compile.py and link.py. */
const LOCALS: ReadonlySet<string> = new Set([
  'stream',
  'algo_id',
  'gX',
  'gY',
  'gZ',
  'args',
  'global_scratch',
  'profile_scratch',
]);

function conditions(kernel: Kernel, hints: readonly Hint[]): string {
  const parts = kernel.arguments.flatMap(({ name }, index) => hintConditions(name, hints[index]));
  return `\`${parts.join(' && ') || 'nothing'}\``;
}

function reason(kernel: Kernel): string {
  const runtime = new Set(kernel.arguments.map(({ name }) => name));
  const leading = kernel.parameters.slice(0, kernel.arguments.length);
  return leading.every((name) => runtime.has(name))
    ? 'link.py reads positions from 10 on digit by digit (Triton 3.7 to 3.9)'
    : 'link.py does not count constants before an argument (Triton 3.6 to 3.9)';
}
