import type { CheckedVariant } from '../abi/check.ts';
import type { PackedCases, PackedKernel } from '../expected/pack-cases.ts';
import type { Kernel } from '../model/kernel.ts';
import { TESTS_FOLDER } from '../testdata/document.ts';
import type { PackageFiles } from './manifest.ts';

/** The content of the package for one target. */
interface TargetPart {
  readonly target: string;
  readonly checked: readonly CheckedVariant[];
}

/**
 * Makes a part for each target, identical to the package of a build for this target only, except that
 * algos have the same numbers in all parts: one that does not compile for the target is listed. All
 * parts define the same functions: a program links one of them.
 */
export function splitByTarget(checked: readonly CheckedVariant[]): readonly TargetPart[] {
  const targets = [...new Set(checked.map(({ target }) => target.name))];
  return targets.map((target) => {
    const own = checked.filter((image) => image.target.name === target);
    const narrowed = new Map(
      own.map(({ variant: { kernel } }) => [kernel, narrowKernel(kernel, target)] as const),
    );
    const narrow = (kernel: Kernel): Kernel => narrowed.get(kernel) ?? kernel;
    return {
      target,
      checked: own.map((image) => ({
        ...image,
        variant: { ...image.variant, kernel: narrow(image.variant.kernel) },
      })),
    };
  });
}

/** The test cases of a part's kernels, with their files. */
export function casesOfPart({ kernels, files }: PackedCases, { checked }: TargetPart): PackedCases {
  const names = new Set(checked.map(({ variant }) => variant.kernel.name));
  const own = kernels.filter(({ kernel }) => names.has(kernel.name));
  const data = new Set(own.flatMap(dataOf));
  const isOwn = (path: string): boolean =>
    data.has(path) || own.some(({ kernel }) => path.startsWith(`${TESTS_FOLDER}/${kernel.name}/`));
  return { kernels: own, files: new Map([...files].filter(([path]) => isOwn(path))) };
}

/** Joins the files of all parts, each in a folder named after its target. */
export function joinParts(parts: readonly (readonly [TargetPart, PackageFiles])[]): PackageFiles {
  return new Map(
    parts.flatMap(([{ target }, files]) =>
      [...files].map(([path, content]) => [`${target}/${path}`, content] as const),
    ),
  );
}

function narrowKernel(kernel: Kernel, target: string): Kernel {
  return { ...kernel, targets: kernel.targets.filter(({ name }) => name === target) };
}

function dataOf({ cases }: PackedKernel): readonly string[] {
  const buffers = cases.cases.flatMap((item) => Object.values(item.buffers));
  return buffers.flatMap((buffer) => [
    ...(buffer?.fill?.kind === 'data' ? [buffer.fill.data.file] : []),
    ...(buffer?.expected === undefined ? [] : [buffer.expected.data.file]),
  ]);
}
