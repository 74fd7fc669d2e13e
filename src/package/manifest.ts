import { join } from 'node:path';
import type { CheckedVariant } from '../compile/cubin/check.ts';
import { ptxFacts } from '../compile/cubin/ptx.ts';
import { readPlainFile } from '../base/files.ts';
import { groupBy } from '../base/groups.ts';
import { fileJson, sha256 } from '../base/text.ts';
import { digestOf } from './c/packing.ts';
import { describeSpecialisation, type Kernel, typedParameters } from '../manifest/terms/kernel.ts';
import { DEFAULT_EMBED, isLicenseExpression } from '../manifest/terms/package.ts';
import type { AlgoChooser } from '../plan/choosers.ts';
import { pathIn, type UnpackedPackage } from '../toolchain/unpacked-package.ts';
import { ptxasOf } from '../toolchain/wire/compiled-kernel.ts';
import type { Variant } from '../plan/variants.ts';
import { writeConstants } from './constants.ts';
import { GENERATOR_NAME, MANIFEST_FORMAT } from './layout.ts';
import type { PackageFacts, SourceLicenses } from './facts.ts';
import type { FileContent } from './made-files.ts';
import { writeVendorOptions } from './vendor-options.ts';
import { packageParts } from './parts.ts';

/** The contents of a package's files, by path relative to its folder. */
export type PackageFiles = ReadonlyMap<string, FileContent>;

/** Generates manifest.json: the content of the package, and how each cubin was built. */
export function packageManifest(facts: PackageFacts, checked: readonly CheckedVariant[]): string {
  const images = groupBy(checked, ({ variant }) => variant.kernel);
  const wheels = wheelsOf(checked, facts);
  const manifest = {
    format: MANIFEST_FORMAT,
    generator: { name: GENERATOR_NAME, version: facts.generatorVersion },
    package: facts.package,
    version: facts.version,
    ...(facts.license !== undefined && { license: facts.license }),
    triton: facts.tritonVersion,
    tritonDigest: tritonDigestOf(checked),
    ptxas: ptxasOf(checked.map(({ compiled }) => compiled)).toSorted(),
    embed: facts.embed ?? DEFAULT_EMBED,
    targets: [
      ...new Set([...images.keys()].flatMap(({ targets }) => targets.map(({ name }) => name))),
    ],
    ...(facts.builtFrom !== undefined && { builtFrom: { sha256: facts.builtFrom } }),
    sources: sourcesOf(checked, facts.sourceLicenses),
    ...(wheels.length > 0 && {
      packages: wheels.map(({ name, version, wheel, files, license }) => ({
        name,
        version,
        ...(wheel === undefined ? { filesSha256: files } : { sha256: wheel }),
        ...(license !== undefined && { license }),
      })),
    }),
    // Described one after the other, since the text needs less memory than the objects.
    kernels: [...images].map(([kernel, own]) => ({
      toJSON: () => ({
        ...kernelJson(kernel, facts.choosers?.get(kernel.name)),
        variants: own.map(describeVariant),
      }),
    })),
    ...Object.assign({}, ...packageParts.parts.map(({ fields }) => fields?.(facts))),
  };
  return fileJson(manifest);
}

/** The digest of the Triton that compiled the kernels, which all hashes of a build share. */
export function tritonDigestOf(checked: readonly CheckedVariant[]): string | undefined {
  return checked[0]?.variant.inputs.tritonDigest;
}

function kernelJson(
  kernel: Kernel,
  chooser: AlgoChooser | undefined,
): Readonly<Record<string, unknown>> {
  const unmeasured = chooser?.unmeasured ?? [];
  return {
    name: kernel.name,
    source: `${kernel.source.file}:${kernel.source.function}`,
    parameters: typedParameters(kernel.arguments),
    gridParameters: typedParameters(kernel.gridParameters),
    grid: kernel.gridText,
    targets: kernel.targets.map(({ name }) => name),
    ...kernel.settings,
    algos: kernel.configs.map((config) => ({
      ...writeConstants(config),
      options: config.options,
      ...writeVendorOptions(config),
    })),
    ...(kernel.heuristics.length > 0 && {
      heuristics: kernel.heuristics.map(({ parameter, text }) => ({ parameter, expression: text })),
    }),
    ...(kernel.requirements.length > 0 && {
      requires: kernel.requirements.map(({ text }) => text),
    }),
    ...(kernel.hooks !== undefined && kernel.hooks.length > 0 && { hooks: kernel.hooks }),
    specialisations: kernel.specialisations.map((specialisation) =>
      describeSpecialisation(kernel, specialisation),
    ),
    ...(kernel.automatic !== undefined && {
      hints: {
        ...kernel.automatic,
        origins: kernel.specialisations.map(({ origin }) => origin ?? 'the manifest'),
      },
    }),
    ...(untestedOf(kernel).length > 0 && { untested: untestedOf(kernel) }),
    ...(chooser !== undefined && { choice: chooser.json }),
    ...(unmeasured.length > 0 && { unmeasured }),
  };
}

/** The specialisations that no case reaches, although there are cases. Only of those that are found. */
function untestedOf({ specialisations, smoke }: Kernel): readonly number[] {
  if (smoke === undefined || smoke.cases.length === 0) return [];
  const whole = smoke.cases.filter(({ blocks }) => blocks === undefined);
  const reached = new Set(whole.flatMap(({ runs }) => runs.map((run) => run.specialisation)));
  return specialisations.flatMap(({ origin }, index) =>
    origin === undefined || reached.has(index) ? [] : [index],
  );
}

function describeVariant(image: CheckedVariant): Readonly<Record<string, unknown>> {
  const { variant, compiled, parameters } = image;
  return {
    algo: image.config,
    specialisation: image.specialisation,
    target: image.target.name,
    hash: variant.hash,
    symbol: compiled.name,
    parameters: parameters.map(({ offset, size }) => ({ offset, size })),
    resources: image.resources,
    launch: {
      scratch: compiled.globalScratch.size,
      programmatic: compiled.launchPdl,
      cooperative: compiled.launchCooperativeGrid,
      ...(compiled.tensorMaps.length > 0 && { tensorMaps: compiled.tensorMaps }),
    },
    sha256: digestOf(compiled.cubin),
    ...(compiled.ptx !== undefined && {
      ptx: {
        ...ptxFacts(compiled.ptx, image.target),
        size: Buffer.byteLength(compiled.ptx),
        sha256: sha256(compiled.ptx),
      },
    }),
    evidence: 'abi-checked',
  };
}

/** A source file of a package's kernels. */
export interface PackagedSource {
  /** Relative to the manifest's folder, with slashes. */
  readonly path: string;
  readonly sha256: string;
  /** The hash of what the kernels use of the file, if that is not all of it. */
  readonly slice?: string | undefined;
  /** The SPDX expression in the file. */
  readonly license?: string | undefined;
}

/** Lists the source files of the kernels, sorted by path. */
export function sourcesOf(
  checked: readonly CheckedVariant[],
  licenses: SourceLicenses = new Map(),
): readonly PackagedSource[] {
  const whole = fileHashes(checked);
  return [...sourceHashes(checked.map(({ variant }) => variant))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, part]) => {
      const license = licenses.get(path);
      const hash = whole.get(path) ?? part;
      return {
        path,
        sha256: hash,
        ...(part !== hash && { slice: part }),
        ...(license !== undefined && { license }),
      };
    });
}

/** Returns the packages that sources of the kernels are in. */
export function wheelsOf(
  checked: readonly CheckedVariant[],
  { packages = [] }: PackageFacts,
): readonly UnpackedPackage[] {
  const paths = [...fileHashes(checked).keys()];
  return packages.filter(({ name }) => paths.some((path) => path.startsWith(pathIn(name))));
}

/** The hashes of the whole source files, by path. */
function fileHashes(checked: readonly CheckedVariant[]): ReadonlyMap<string, string> {
  // Most variants share their lists.
  const lists = new Set(checked.map(({ variant }) => variant.files));
  return new Map([...lists].flat().map(({ path, fileSha256 }) => [path, fileSha256]));
}

/** The hashes of what kernels use of their files, by path. One hash covers the parts of all kernels. */
function sourceHashes(variants: readonly Variant[]): ReadonlyMap<string, string> {
  const parts = new Map<string, Set<string>>();
  const closures = new Set(variants.map(({ inputs }) => inputs.closure));
  for (const { path, sha256: part } of [...closures].flat())
    parts.set(path, (parts.get(path) ?? new Set()).add(part));
  return new Map(
    [...parts].map(([path, hashes]) => {
      const [first = '', ...others] = [...hashes].toSorted();
      return [path, others.length === 0 ? first : sha256([first, ...others].join('\n'))];
    }),
  );
}

/** Reads the licences in all source files below the manifest's `folder`. */
export async function readLicenses(
  checked: readonly CheckedVariant[],
  folder: string,
): Promise<SourceLicenses> {
  const licenses = new Map<string, string>();
  for (const [path, hash] of fileHashes(checked)) {
    const content = await readPlainFile(join(folder, path)).catch(() => undefined);
    // The licence in a file that has changed may not be the one that was compiled.
    if (content === undefined || sha256(content) !== hash) continue;
    const license = licenseIn(content.toString('latin1'));
    if (license !== undefined) licenses.set(path, license);
  }
  return licenses;
}

/** The first `SPDX-License-Identifier:` of a file, in any form of comment. */
export function licenseIn(text: string): string | undefined {
  // Only the beginning of the rest of a line, more than a licence can have: a pattern for all of it
  // can take very long.
  for (const [, rest = ''] of text.matchAll(/SPDX-License-Identifier:(.{0,1100})/g)) {
    const license = /^[\w.+:() -]*[\w.+)]/.exec(rest.trim())?.[0];
    if (license !== undefined) return isLicenseExpression(license) ? license : undefined;
  }
  return undefined;
}
