import type { CheckedVariant } from '../compile/cubin/check.ts';
import { groupBy } from '../base/groups.ts';
import type { PackedCases, PackedKernel } from '../compile/expected/pack-cases.ts';
import type { Kernel } from '../manifest/terms/kernel.ts';
import { type KernelCases, TESTS_FOLDER } from '../manifest/values/document.ts';
import { MadeFiles, makersOf } from './made-files.ts';
import type { PackageFiles } from './manifest.ts';

/** The content of the package for one target. */
interface TargetPart {
  readonly target: string;
  readonly checked: readonly CheckedVariant[];
  /** The algos of the whole build that the part has, by kernel. */
  readonly algos: ReadonlyMap<string, readonly number[]>;
}

/**
 * Makes a part for each target, identical to the package of a build for this target only. Algos that
 * do not compile for it have no number in the part. All parts define the same functions: a program
 * links one of them.
 */
export function splitByTarget(checked: readonly CheckedVariant[]): readonly TargetPart[] {
  const kernelTargets = checked.flatMap(({ variant }) => variant.kernel.targets);
  const targets = [...new Set(kernelTargets.map(({ name }) => name))];
  return targets.map((target) => {
    const own = checked.filter((image) => image.target.name === target);
    const narrowed = new Map(
      [...groupBy(own, ({ variant }) => variant.kernel)].map(([kernel, images]) => {
        const kept = new Set(images.map(({ config }) => config));
        const left = kernel.configs.flatMap((_config, index) => (kept.has(index) ? [index] : []));
        return [kernel, { algos: left, kernel: narrowKernel(kernel, target, left) }] as const;
      }),
    );
    const algos = new Map([...narrowed].map(([{ name }, here]) => [name, here.algos]));
    const renumbered = own.flatMap((image) => {
      const here = narrowed.get(image.variant.kernel);
      if (here === undefined) return [];
      const config = here.algos.indexOf(image.config);
      return [{ ...image, config, variant: { ...image.variant, config, kernel: here.kernel } }];
    });
    return { target, checked: renumbered, algos };
  });
}

/** The test cases of a part's kernels, with their files. */
export function casesOfPart({ kernels, files }: PackedCases, { algos }: TargetPart): PackedCases {
  const own = kernels.flatMap((each) => {
    const kept = algos.get(each.kernel.name);
    return kept === undefined ? [] : [{ ...each, cases: renumberCases(each.cases, kept) }];
  });
  const data = new Set(own.flatMap(dataOf));
  const isOwn = (path: string): boolean =>
    data.has(path) || own.some(({ kernel }) => path.startsWith(`${TESTS_FOLDER}/${kernel.name}/`));
  return { kernels: own, files: new Map([...files].filter(([path]) => isOwn(path))) };
}

/** Joins the files of all parts, each in a folder named after its target. */
export function joinParts(
  parts: readonly (readonly [Pick<TargetPart, 'target'>, PackageFiles])[],
): PackageFiles {
  return new MadeFiles(
    parts.flatMap(([{ target }, files]) =>
      makersOf(files).map(([path, make]) => [`${target}/${path}`, make] as const),
    ),
  );
}

function narrowKernel(kernel: Kernel, target: string, algos: readonly number[]): Kernel {
  return {
    ...kernel,
    configs: kernel.configs.filter((_config, index) => algos.includes(index)),
    targets: kernel.targets.filter(({ name }) => name === target),
  };
}

/** The cases with the numbers of the kept algos. */
function renumberCases(cases: KernelCases, kept: readonly number[]): KernelCases {
  const renumber = (algos: readonly number[]): number[] =>
    algos.flatMap((algo) => (kept.includes(algo) ? [kept.indexOf(algo)] : []));
  const renumbered = cases.cases.map((item) => ({
    ...item,
    runs: item.runs.flatMap((run) => {
      const algos = run.algos && renumber(run.algos);
      if (algos?.length === 0) return [];
      return [{ ...run, ...(algos !== undefined && { algos }) }];
    }),
  }));
  return { ...cases, algos: renumber(cases.algos), cases: renumbered };
}

function dataOf({ cases }: PackedKernel): readonly string[] {
  const buffers = cases.cases.flatMap((item) => Object.values(item.buffers));
  return buffers.flatMap((buffer) => [
    ...(buffer?.fill?.kind === 'data' ? [buffer.fill.data.file] : []),
    ...(buffer?.expected === undefined ? [] : [buffer.expected.data.file]),
  ]);
}
