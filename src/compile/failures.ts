import { dirname, join } from 'node:path';
import type { Place, Problem } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import { plural } from '../base/text.ts';
import type { CompileFailure } from '../toolchain/workers/answers.ts';
import {
  type Constant,
  formatConstant,
  isPowerOfTwo,
  TORCH_DTYPE,
} from '../manifest/terms/constant.ts';
import { algoSettings } from '../manifest/terms/kernel.ts';
import { packageOfModule } from '../manifest/terms/python-packages.ts';
import { type Variant, variantName } from '../plan/variants.ts';

export interface FailedVariant {
  readonly variant: Variant;
  readonly failure: CompileFailure;
  /** The place to blame, if it is not the kernel's code. */
  readonly place?: Place | undefined;
}

/**
 * Describes failures: one problem for each cause, with the variants and kernels that it affects. The
 * hint for the first missing module names all of them.
 * @param manifest the manifest's path
 */
export function problemsOf(failures: readonly FailedVariant[], manifest: string): Problem[] {
  const causes = new Map<string, FailedVariant[]>();
  for (const failed of failures) {
    const cause = causeOf(failed);
    causes.set(cause, [...(causes.get(cause) ?? []), failed]);
  }
  const groups = [...causes.values()];
  const modules = [...new Set(failures.flatMap(({ failure }) => missingModule(failure) ?? []))];
  const firstMissing = groups.find(isMissing);
  return groups.map((group) => problemOf(group, group === firstMissing ? modules : [], manifest));
}

function causeOf({ variant, failure, place }: FailedVariant): string {
  const module = missingModule(failure);
  if (module !== undefined) return `module ${module}`;
  // Without a file, only the kernel's own source says where the failure is.
  const { file, function: name } = variant.kernel.source;
  if (place !== undefined) return JSON.stringify([failure, place]);
  return JSON.stringify([failure, ...(failure.file === undefined ? [file, name] : [])]);
}

function isMissing(group: readonly FailedVariant[]): boolean {
  return group.some(({ failure }) => missingModule(failure) !== undefined);
}

function missingModule({ reason, missingModule: module }: CompileFailure): string | undefined {
  return reason === 'import' ? module : undefined;
}

function problemOf(
  group: readonly FailedVariant[],
  modules: readonly string[],
  manifest: string,
): Problem {
  const [first] = group;
  if (first === undefined) throw new Error('a cause without a failure');
  const { variant, failure } = first;
  const { source } = variant.kernel;
  const others = group.length - 1;
  const more = others === 0 ? '' : ` and ${plural(others, 'more variant')}`;
  const file = failure.file ?? join(dirname(manifest), source.file);
  return {
    message: `${variantName(variant)}${algoSettings(variant.kernel, variant.config)}${more}${kernelsOf(group)}: ${shownMessage(failure)}`,
    place: first.place ?? { file: shownPath(file, manifest), line: failure.line ?? source.line },
    hint: missingModule(failure) === undefined ? hintFor(group) : requirementsHint(modules),
  };
}

/** The most kernels that a message names. */
const MOST_NAMES = 8;

function kernelsOf(group: readonly FailedVariant[]): string {
  const names = [...new Set(group.map(({ variant }) => variant.kernel.name))];
  if (names.length < 2) return '';
  const rest = names.length - MOST_NAMES;
  return ` (${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${plural(rest, 'more kernel')}` : ''})`;
}

function requirementsHint(modules: readonly string[]): string | undefined {
  if (modules.length === 0) return undefined;
  const packages = modules.map((module) => {
    const name = packageOfModule(module);
    return name === module ? `\`${name}\`` : `\`${name}\` (for the module \`${module}\`)`;
  });
  const what = modules.length === 1 ? 'the module' : 'modules of your own';
  return `Add ${packages.join(', ')} to \`requirements:\` in the manifest, or put ${what} next to the kernel file.`;
}

/** Triton's message when a kernel reads a name of its module that is not a `tl.constexpr`. */
const GLOBAL = /^NameError: Cannot access global variable (\w+) from within/;

/** Triton's messages when a kernel uses a tuple as if it were a number. */
const NEEDS_NO_TUPLE = /\btuple\b|arguments must be of type tl\.constexpr/;

/** The message of Triton 3.6 and 3.7 when a kernel uses an element of a tuple, which is a plain value there. */
const RAW_ELEMENT = /^AttributeError: '(?:int|float|bool|str)' object has no attribute 'type'/;

function shownMessage({ message }: CompileFailure): string {
  const name = GLOBAL.exec(message)?.[1];
  return name === undefined
    ? message
    : `the kernel reads the global \`${name}\`, which is not a tl.constexpr`;
}

function hintFor(group: readonly FailedVariant[]): string | undefined {
  const { message = '', hint } = group[0]?.failure ?? {};
  if (hint !== undefined) return hint;
  const global = GLOBAL.exec(message)?.[1];
  if (global !== undefined)
    return `For a number, write \`${global} = tl.constexpr(…)\` in the file. Give anything else to the kernel as a constant, such as \`tl.float32\` for a dtype of torch, or as an argument.`;
  if (/power of (?:2|two)/i.test(message)) {
    const values = valuesOf(group, (each) => each.kind === 'int' && !isPowerOfTwo(each.value));
    if (values !== undefined) return `Not a power of two: ${values}.`;
  }
  if (message.includes("'str' object has no attribute")) {
    const values = valuesOf(group, isTorchDtype);
    if (values !== undefined)
      return `Triton cannot convert to a dtype of torch: ${values}. Dtypes of Triton begin with \`tl.\`, such as \`tl.float16\`.`;
  }
  if (message.includes("'str' object is not callable")) {
    const values = valuesOf(group, ({ kind }) => kind === 'string');
    if (values !== undefined)
      return `A constant in quotes is text: ${values}. Give a function as the default of the parameter in the Python file.`;
  }
  const tuples = valuesOf(group, ({ kind }) => kind === 'tuple');
  if (tuples !== undefined && NEEDS_NO_TUPLE.test(message))
    return `A list in the manifest is a tuple: ${tuples}. To build the kernel for each value of a list, write one entry of \`configs:\` for each.`;
  if (tuples !== undefined && RAW_ELEMENT.test(message))
    return `Triton before 3.8 does not take an element of a tuple for a constexpr: ${tuples}. Write it as \`tl.constexpr(NAME[0])\` in the kernel. It takes no text in a tuple that is inside a tuple.`;
  return undefined;
}

function isTorchDtype(constant: Constant): boolean {
  return constant.kind === 'string' && TORCH_DTYPE.test(constant.value);
}

/** The constants of the variants that are wanted, such as `BLOCK` = 1000. */
function valuesOf(
  group: readonly FailedVariant[],
  isWanted: (constant: Constant) => boolean,
): string | undefined {
  const values = group.flatMap(({ variant: { kernel, config } }) =>
    [...(kernel.configs[config]?.constants ?? [])].flatMap(([name, constant]) =>
      isWanted(constant) ? [`\`${name}\` = ${formatConstant(constant)}`] : [],
    ),
  );
  const distinct = [...new Set(values)];
  return distinct.length === 0 ? undefined : distinct.slice(0, MOST_NAMES).join(', ');
}
