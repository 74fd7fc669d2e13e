import { join } from 'node:path';
import { readCubin } from '../../compile/cubin/code-formats.ts';
import { checkCubin } from '../../compile/cubin/parameters.ts';
import { checkPtx } from '../../compile/cubin/ptx.ts';
import { launchExcess } from '../../compile/limits.ts';
import { Failure, type Problem, systemCode } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { readPlainFile } from '../../base/files.ts';
import { plural, sha256 } from '../../base/text.ts';
import { isCuda, minorRange } from '../../manifest/terms/nvidia.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import { cSourcePath } from '../c/vendor.ts';
import { type EmbeddedImage, readImages } from './embedded.ts';
import { type CheckFinding, checkResult } from './finding.ts';
import {
  type VerifiedKernel,
  type VerifiedPackage,
  type VerifiedVariant,
  variantTitle,
} from './package.ts';
import { vendors } from '../../manifest/terms/vendor.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/**
 * Checks the cubins and the PTX in the C sources: they are those of manifest.json, read exactly the
 * parameters that the C functions pass, and can be launched on their targets.
 */
export async function checkInterface({ folder, manifest }: VerifiedPackage): Promise<CheckFinding> {
  const { kernels } = manifest;
  const problems: Problem[] = [];
  let parameters = 0;
  for (const { kernel, variants, vendor } of kernels.flatMap(byVendor)) {
    const file = join(folder, cSourcePath(kernel, vendor));
    const messages = await messagesOf(kernel.name, async () => {
      const images = readImages(await readPlainFile(file));
      const cubins = images.filter(({ form }) => form === 'cubin');
      for (const { passed } of cubins) parameters += passed.length;
      return [
        ...checkImages(kernel, variants, cubins, 'cubins'),
        ...checkImages(
          kernel,
          variants.filter(({ ptx }) => ptx !== undefined),
          images.filter(({ form }) => form === 'ptx'),
          'PTX',
        ),
      ];
    });
    problems.push(...messages.map((message) => ({ message, place: { file } })));
  }
  const variants = kernels.flatMap((kernel) => kernel.variants);
  const withPtx = variants.filter(({ ptx }) => ptx !== undefined).length;
  const code = `${plural(variants.length, 'cubin')}${withPtx === 0 ? '' : ` and ${withPtx} PTX`}`;
  const text = `${code} of ${plural(kernels.length, 'kernel')} checked against manifest.json, and the C functions pass all ${plural(parameters, 'parameter')} correctly`;
  return checkResult('interface', text, problems);
}

/** Returns the variants in each C source of a kernel. */
function byVendor(kernel: VerifiedKernel) {
  return vendors().flatMap((vendor) => {
    const variants = kernel.variants.filter(
      ({ target }) => (parseTarget(target)?.backend ?? 'cuda') === vendor,
    );
    return variants.length === 0 ? [] : [{ kernel, variants, vendor }];
  });
}

/** Returns the problems that `body` finds, or why it cannot read its file. */
async function messagesOf(
  title: string,
  body: () => Promise<readonly string[]> | readonly string[],
): Promise<readonly string[]> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Failure)
      return error.problems.map(({ message }) => `${title}: ${message}`);
    if (systemCode(error) === undefined) throw error;
    return [`${title}: cannot read its source: ${reasonOf(error)}`];
  }
}

/** Compares variants with their images: both have the order of the table. */
function checkImages(
  kernel: VerifiedKernel,
  variants: readonly VerifiedVariant[],
  images: readonly EmbeddedImage[],
  what: 'cubins' | 'PTX',
): readonly string[] {
  if (variants.length !== images.length)
    return [
      `${kernel.name}: the C source has ${what} for ${plural(images.length, 'variant')}, and manifest.json for ${variants.length}`,
    ];
  return variants.flatMap((variant, index) => {
    const image = images[index];
    if (image === undefined) return [];
    const title = variantTitle(kernel, variant);
    return checkImage(variant, image).map((message) => `${title}: ${message}`);
  });
}

function checkImage(variant: VerifiedVariant, image: EmbeddedImage): readonly string[] {
  const target = parseTarget(variant.target);
  if (target === undefined) return [`unknown target ${variant.target}`];
  const what = image.form === 'ptx' ? 'the PTX' : 'the cubin';
  const hash = image.form === 'ptx' ? variant.ptx?.sha256 : variant.sha256;
  const listed = listedRow(variant, target, image.form);
  const row = rowText(image);
  return [
    ...(sha256(image.bytes) === hash
      ? []
      : [`${what} in the C source is not the one in manifest.json`]),
    ...(row === listed ? [] : [`the C source has ${row}, but manifest.json lists ${listed}`]),
    ...(image.form === 'ptx'
      ? checkPtx(Buffer.from(image.bytes).toString(), {
          kernel: variant.symbol,
          target,
          parameters: image.passed,
        })
      : checkCode(variant, target, image)),
  ];
}

function checkCode(
  { symbol, resources }: VerifiedVariant,
  target: Target,
  { bytes, passed, shared, warps, ctas }: EmbeddedImage,
): readonly string[] {
  try {
    const wrong = checkCubin(readCubin(bytes), {
      kernel: symbol,
      target,
      parameters: passed,
      warps,
    });
    const excess = launchExcess(target, {
      name: symbol,
      cubin: bytes,
      shared,
      numWarps: warps,
      numCtas: ctas,
      tensorMemory: resources.tensorColumns,
    });
    return excess === undefined
      ? wrong
      : [...wrong, `no ${target.name} GPU can launch the kernel: ${excess.message}`];
  } catch (error) {
    if (error instanceof Failure) return error.problems.map(({ message }) => message);
    throw error;
  }
}

function rowText(row: Omit<EmbeddedImage, 'form' | 'bytes' | 'passed'>): string {
  return `algo ${row.algo}, specialisation ${row.specialisation}, ${row.kernel} for ${row.capabilities} with ${plural(row.warps, 'warp')}, ${plural(row.ctas, 'block')} per cluster and ${plural(row.shared, 'byte')} of shared memory`;
}

/** Describes the row of the C source that manifest.json asks for. */
function listedRow(
  { algo, specialisation, symbol, resources }: VerifiedVariant,
  target: Target,
  form: EmbeddedImage['form'],
): string {
  if (!isCuda(target)) {
    const { warps, ctas, sharedDynamic: shared } = resources;
    const row = { algo, specialisation, kernel: symbol, warps, ctas, shared };
    return rowText({ ...row, capabilities: target.name });
  }
  const { major, from, to } = minorRange(target);
  const capabilities = form === 'ptx' ? `${major}.${from}` : `${major}.${from} to ${major}.${to}`;
  const { warps, ctas, sharedDynamic: shared } = resources;
  return rowText({ algo, specialisation, kernel: symbol, capabilities, warps, ctas, shared });
}
