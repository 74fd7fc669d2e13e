import { join } from 'node:path';
import { Failure, type Problem, systemCode } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { readPlainFile } from '../../base/files.ts';
import { plural } from '../../base/text.ts';
import { cTypeOf, parseArgumentType } from '../../manifest/terms/types.ts';
import { MANIFEST_FILE } from '../files.ts';
import { type EmbeddedKernel, readEmbedded } from './embedded.ts';
import { type CheckFinding, checkResult } from './finding.ts';
import {
  checkVariant,
  checkVariantPtx,
  type FullKernel,
  type FullManifest,
  variantTitle,
} from './variant.ts';

/**
 * Compares manifest.json with the C sources and headers: the cubins, the parameters and resources
 * that each cubin declares, and the C functions that pass the parameters.
 */
export async function checkInterface(
  folder: string,
  manifest: FullManifest,
): Promise<CheckFinding> {
  const problems: Problem[] = [...checkTargets(folder, manifest)];
  for (const kernel of manifest.kernels) {
    problems.push(...(await checkKernel(folder, manifest, kernel)));
  }
  const variants = manifest.kernels.flatMap((kernel) => kernel.variants);
  const parameters = variants.reduce((sum, variant) => sum + variant.parameters.length, 0);
  const withPtx = variants.filter(({ ptx }) => ptx !== undefined).length;
  const code = `${plural(variants.length, 'cubin')}${withPtx === 0 ? '' : ` and ${withPtx} PTX`}`;
  const text = `${code} of ${plural(manifest.kernels.length, 'kernel')} checked against manifest.json, and the C functions pass all ${plural(parameters, 'parameter')} correctly`;
  return checkResult('interface', text, problems);
}

/** Checks that the package's targets are those of its kernels. A part has one target. */
function checkTargets(folder: string, { targets, part, kernels }: FullManifest): Problem[] {
  const had = [...new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)))];
  const said = part === undefined ? targets : [part];
  if (had.toSorted().join() === said.toSorted().join() && said.length === targets.length) return [];
  const message = `manifest.json lists the targets ${said.join(', ')}, but its kernels have ${had.join(', ')}`;
  return [{ message, place: { file: join(folder, MANIFEST_FILE) } }];
}

async function checkKernel(
  folder: string,
  manifest: FullManifest,
  kernel: FullKernel,
): Promise<readonly Problem[]> {
  const { name } = kernel;
  const source = join(folder, 'src', `${name}.c`);
  const header = join(folder, 'include', manifest.package, `${name}.h`);
  try {
    const embedded = readEmbedded(await readPlainFile(source));
    const prototype = checkPrototypes(String(await readPlainFile(header)), embedded, kernel);
    const rows = [...checkRows(embedded, kernel), ...checkPtxRows(embedded, kernel)];
    return [
      ...prototype.map((message) => ({ message: `${name}: ${message}`, place: { file: header } })),
      ...rows.map((message) => ({ message, place: { file: source } })),
    ];
  } catch (error) {
    return reasonsOf(error).map((message) => ({
      message: `${name}: ${message}`,
      place: { file: source },
    }));
  }
}

/** Why a kernel's files could not be checked. */
function reasonsOf(error: unknown): readonly string[] {
  if (error instanceof Failure) return error.problems.map(({ message }) => message);
  if (systemCode(error) === undefined) throw error;
  return [`cannot read its source or header: ${reasonOf(error)}`];
}

/**
 * Checks that the source has the parameters that manifest.json lists, in order, and the header
 * declares them.
 */
function checkPrototypes(
  header: string,
  { parameters }: EmbeddedKernel,
  kernel: FullKernel,
): readonly string[] {
  const types = [...kernel.parameters, ...kernel.gridParameters].map(({ type }) =>
    parseArgumentType(type),
  );
  const expected = types.map((type) => (type === undefined ? '?' : cTypeOf(type)));
  const inSource = parameters.map((parameter) => parameter.replace(/ ?(?<!\w)\w+$/, ''));
  const declared = (name: string, last: readonly string[]): string =>
    `CUresult ${name}(${['CUstream stream', ...parameters, ...last].join(', ')})\n`;
  return [
    ...(expected.join() === inSource.join()
      ? []
      : [
          `the C functions take (${inSource.join(', ')}), but manifest.json lists (${expected.join(', ')})`,
        ]),
    ...[declared(kernel.name, ['int algo_id']), declared(`${kernel.name}_default`, [])].flatMap(
      (prototype) =>
        header.includes(prototype) ? [] : [`the header does not declare \`${prototype.trim()}\``],
    ),
  ];
}

/**
 * Checks the rows of the table, which have the order of the variants: by algo, specialisation and
 * target.
 */
function checkRows(embedded: EmbeddedKernel, kernel: FullKernel): readonly string[] {
  const { algos, specialisations, targets, images } = embedded;
  const { variants } = kernel;
  const present = images.flatMap((image, place) => (image === undefined ? [] : [{ image, place }]));
  const sizes = [algos, specialisations, images.length, present.length];
  const listed = [
    kernel.algos.length,
    kernel.specialisations.length,
    algos * specialisations * targets,
    variants.length,
  ];
  if (sizes.join() !== listed.join() || targets === 0) {
    return [
      `${kernel.name}: the C source has ${plural(algos, 'algo')}, ${plural(specialisations, 'specialisation')}, ${plural(targets, 'target')} and ${plural(present.length, 'cubin')}; manifest.json has ${plural(kernel.algos.length, 'algo')}, ${plural(kernel.specialisations.length, 'specialisation')} and ${plural(variants.length, 'variant')}`,
    ];
  }
  const names = new Map<number, string>();
  return present.flatMap(({ image, place }, index) => {
    const variant = variants[index];
    if (variant === undefined) return [];
    const row = Math.floor(place / targets);
    const column = place % targets;
    names.set(column, names.get(column) ?? variant.target);
    const isInOrder =
      variant.algo === Math.floor(row / specialisations) &&
      variant.specialisation === row % specialisations &&
      variant.target === names.get(column);
    const problems = isInOrder
      ? checkVariant(kernel, variant, image)
      : ['manifest.json lists it in the wrong order'];
    return problems.map((message) => `${variantTitle(kernel, variant)}: ${message}`);
  });
}

/** Checks that the source has the PTX of the variants that have some in manifest.json, and no other. */
function checkPtxRows(
  { ptx, specialisations }: EmbeddedKernel,
  kernel: FullKernel,
): readonly string[] {
  const listed = kernel.variants.filter((variant) => variant.ptx !== undefined);
  const rows = new Map(
    listed.map((variant) => [variant.algo * specialisations + variant.specialisation, variant]),
  );
  const present = [...ptx.keys()].filter((row) => ptx[row] !== undefined);
  if (rows.size !== listed.length || present.join() !== [...rows.keys()].join()) {
    return [
      `${kernel.name}: the C source has PTX for ${plural(present.length, 'variant')}, manifest.json for ${listed.length}, or for others`,
    ];
  }
  return [...rows].flatMap(([row, variant]) => {
    const image = ptx[row];
    if (image === undefined) return [];
    const title = variantTitle(kernel, variant);
    return checkVariantPtx(variant, image).map((message) => `${title}: ${message}`);
  });
}
