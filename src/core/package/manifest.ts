import { formatArgumentType } from '../argument-type.ts';
import type { Constant } from '../constant.ts';
import { sha256 } from '../hash.ts';
import type { Kernel } from '../kernel.ts';
import { describeSpecialisation } from '../launcher/interface.ts';
import type { LinkedVariant } from '../link.ts';
import { sourcesOf, type SourceLicenses } from './sources.ts';

/** What a package says of itself besides its kernels. */
export interface PackageFacts {
  readonly package: string;
  readonly version: string;
  readonly tritonVersion: string;
  /** The version of this program. */
  readonly generatorVersion: string;
  /** The only target that is in the package, where others have packages of their own. */
  readonly part?: string | undefined;
  /** The SPDX expression of the manifest. */
  readonly license?: string | undefined;
  readonly sourceLicenses?: SourceLicenses | undefined;
}

/** The name by which a folder is recognised as a package of ours. */
export const GENERATOR_NAME = 'triton-aot';

/** The format of manifest.json, for readers. */
export const MANIFEST_FORMAT = 1;

/** manifest.json: what is inside the package and how each cubin came about. */
export function packageManifest(facts: PackageFacts, linked: readonly LinkedVariant[]): string {
  const kernels = [...new Set(linked.map(({ variant }) => variant.kernel))];
  const manifest = {
    format: MANIFEST_FORMAT,
    generator: { name: GENERATOR_NAME, version: facts.generatorVersion },
    package: facts.package,
    version: facts.version,
    ...(facts.license !== undefined && { license: facts.license }),
    ...(facts.part !== undefined && { part: facts.part }),
    triton: facts.tritonVersion,
    ptxas: [...new Set(linked.map(({ compiled }) => compiled.ptxas))].toSorted(),
    targets: [...new Set(linked.map(({ target }) => target.name))],
    sources: sourcesOf(linked, facts.sourceLicenses),
    kernels: kernels.map((kernel) => ({
      ...describeKernel(kernel),
      variants: linked
        .filter(({ variant }) => variant.kernel === kernel)
        .map((image) => describeVariant(image)),
    })),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function describeKernel(kernel: Kernel): Readonly<Record<string, unknown>> {
  return {
    name: kernel.name,
    source: `${kernel.source.file}:${kernel.source.function}`,

    parameters: kernel.arguments.map(({ name, type }) => ({
      name,
      type: formatArgumentType(type),
    })),
    gridParameters: kernel.gridParameters.map(({ name, type }) => ({
      name,
      type: formatArgumentType(type),
    })),
    algos: kernel.configs.map(({ constants, options }) => ({
      constants: Object.fromEntries([...constants].map(([name, value]) => [name, toJson(value)])),
      options,
    })),
    specialisations: kernel.specialisations.map((specialisation) =>
      describeSpecialisation(kernel, specialisation),
    ),
  };
}

function describeVariant(image: LinkedVariant): Readonly<Record<string, unknown>> {
  const { variant, compiled, cubinKernel } = image;
  return {
    algo: image.config,
    specialisation: image.specialisation,
    target: image.target.name,
    hash: variant.hash,
    symbol: compiled.name,
    parameters: cubinKernel.parameters.map(({ offset, size }) => ({ offset, size })),
    resources: {
      registers: cubinKernel.registers,
      stack: cubinKernel.stackBytes,
      sharedStatic: cubinKernel.staticSharedBytes,
      sharedDynamic: compiled.shared,
      warps: compiled.numWarps,
      ctas: compiled.numCtas,
      size: compiled.cubin.length,
    },
    sha256: sha256(compiled.cubin),
    evidence: 'abi-checked',
  };
}

/** JSON has no place for large integers, infinities and dtypes: those are written as text. */
function toJson(constant: Constant): unknown {
  switch (constant.kind) {
    case 'none':
      return null;
    case 'int': {
      const number = Number(constant.value);
      return Number.isSafeInteger(number) ? number : String(constant.value);
    }
    case 'float':
      return Number.isFinite(constant.value) ? constant.value : String(constant.value);
    case 'dtype':
      return `tl.${constant.value}`;
    case 'bool':
    case 'string':
      return constant.value;
  }
}
