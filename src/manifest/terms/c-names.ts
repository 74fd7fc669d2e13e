import { isListed } from './reserved-names.ts';
import { allTerms } from './vendor.ts';

/** The C functions that a kernel's source defines; the last one only if it has PTX. */
export function symbolsOf(name: string, withPtx = false): readonly string[] {
  return [
    name,
    `${name}_default`,
    `${name}_choose`,
    `${name}_get_num_algos`,
    `load_${name}`,
    `unload_${name}`,
    ...(withPtx ? [`${name}_ptx_log`] : []),
  ];
}

/** Names in the C code of kernels and in the program that tests them, other than those that begin with `aot_`. */
const GENERATED =
  /^(?:stream|algo_id|smoke|images|slots|ptx_log|(?:cubin|ptx)_\d+(?:_stream)?|grid_(?:of|add|sub|mul|div|mod|cdiv|min|max|eq|ne|lt|le|gt|ge)|heuristics_of|check_requirements|specialisation_of|class_of|ALGOS|SPECIALISATIONS|TARGETS|ROWS)$/;

/** Returns why a kernel cannot have the name, which its C functions and files get; undefined if it can. */
export function kernelNameProblem(name: string): string | undefined {
  const problem = formProblem(name);
  if (problem !== undefined) return problem;
  if (GENERATED.test(name)) return 'the C code of kernels uses it';
  // CMake's target for the operators of a package.
  if (name === 'operators') return 'the operators of a package have this name in CMake';
  if (name === 'main') return 'C programs start with it';
  if (name.startsWith('CU')) return 'names that start with `CU` belong to CUDA';
  for (const { driver, prefixes } of allTerms()) {
    const prefix = driverPrefix(name, prefixes);
    if (prefix !== undefined)
      return `names that start with \`${prefix}\` and a capital letter belong to ${driver}`;
  }
  const declared = symbolsOf(name, true).find(
    (symbol) => isListed(symbol, 'declared') || isListed(symbol, 'macros'),
  );
  if (declared === undefined) return undefined;
  const subject = declared === name ? 'it' : `\`${declared}\``;
  return `headers of ${libraries()} declare ${subject}`;
}

/** Returns why a package cannot have the name, which its header, library and CMake package get. */
export function packageNameProblem(name: string): string | undefined {
  const problem = formProblem(name);
  if (problem !== undefined) return problem;
  if (isListed(name, 'headers')) return `<${name}.h> is a header of ${libraries()}`;
  if (isListed(name, 'libraries'))
    return `lib${name} is a library of the system or of a GPU toolkit`;
  if (isListed(name, 'cmake')) return 'CMake uses it';
  return undefined;
}

/** Returns why a package cannot have a kernel of the name: its header would be one of the system. */
export function kernelHeaderProblem(packageName: string, kernel: string): string | undefined {
  const path = `${packageName}/${kernel}`;
  return isListed(path, 'headers') ? `<${path}.h> is a header of the system` : undefined;
}

/** The libraries whose names kernels and packages cannot have. */
function libraries(): string {
  const drivers = allTerms().map(({ driver }) => driver);
  return `the C library, the compiler${drivers.length > 1 ? ', ' : ' or '}${drivers.join(' or ')}`;
}

function driverPrefix(name: string, prefixes: readonly string[]): string | undefined {
  return prefixes.find((each) => name.startsWith(each) && /^[A-Z]/.test(name.slice(each.length)));
}

function formProblem(name: string): string | undefined {
  if (!/^[A-Za-z]\w*$/.test(name) || name.includes('__'))
    return 'expected a letter, then letters, digits and single underscores';
  if (isListed(name, 'keywords')) return 'it is a keyword of C or C++';
  if (/^aot_/i.test(name)) return 'names that start with `aot_` are reserved';
  return undefined;
}

/** Makes a name that a kernel can have: `random_kernel` for `random`. */
export function freeKernelName(text: string): string {
  return freeName(text, 'kernel', kernelNameProblem);
}

/** Makes a name that a package can have: `math_kernels` for `math`. */
export function freePackageName(text: string): string {
  return freeName(text, 'kernels', packageNameProblem);
}

function freeName(
  text: string,
  word: string,
  problemOf: (name: string) => string | undefined,
): string {
  const plain = text.replaceAll(/\W+/g, '_').replaceAll(/_{2,}/g, '_').replaceAll(/^_|_$/g, '');
  if (plain === '') return word;
  const candidates = [plain, `${plain}_${word}`, `${word}_${plain}`];
  return candidates.find((name) => problemOf(name) === undefined) ?? word;
}

/** True for names that the C code around parameters uses: types, and names that begin like those of a driver. */
function isAroundParameters(name: string): boolean {
  return (
    /^(?:aot_|AOT_|CU)|_t$/.test(name) ||
    allTerms().some(({ prefixes }) => driverPrefix(name, prefixes) !== undefined)
  );
}

/** Returns a C name for a Python parameter: the same name if C and the generated code allow it. */
export function parameterName(name: string, taken: ReadonlySet<string>): string {
  // A leading underscore before a capital or another underscore is reserved for the compiler.
  const plain = name.replaceAll(/\W/g, '_').replace(/^_(?=[A-Z_])/, 'p_');
  let candidate = isAroundParameters(plain) ? `p_${plain}_` : plain;
  // Parameters can have the names of functions and types, but not of macros.
  while (isListed(candidate, 'keywords') || isListed(candidate, 'macros') || taken.has(candidate))
    candidate += '_';
  return candidate;
}
