import type { Component, LicenseExpression } from '@cyclonedx/cyclonedx-library/Models';
import type { CheckedVariant } from '../compile/cubin/check.ts';
import { groupBy } from '../base/groups.ts';
import { asciiControls, sha256 } from '../base/text.ts';
import { isLicenseExpression } from '../manifest/terms/package.ts';
import { pathIn, type UnpackedPackage } from '../toolchain/unpacked-package.ts';
import { ptxasOf } from '../toolchain/wire/compiled-kernel.ts';
import type * as Cyclonedx from './cyclonedx.ts';
import { GENERATOR_NAME, SBOM_FILE } from './layout.ts';
import type { PackageFacts } from './facts.ts';
import {
  type PackagedSource,
  type PackageFiles,
  packageManifest,
  sourcesOf,
  tritonDigestOf,
  wheelsOf,
} from './manifest.ts';

/** The licence of this program, of its files in packages, and of Triton. */
const MIT = 'MIT';
const NVIDIA = {
  name: 'NVIDIA Corporation',
  url: 'https://www.nvidia.com',
  license: 'NVIDIA CUDA Toolkit EULA',
  licenseUrl: 'https://docs.nvidia.com/cuda/eula/index.html',
};

/**
 * Generates the SBOM. Like the rest of the package it only depends on what was built: it has no
 * time, and its serial number is derived from manifest.json.
 * @param manifest the text of `packageManifest`
 */
export async function sbomFiles(
  facts: PackageFacts,
  checked: readonly CheckedVariant[],
  manifest: string = packageManifest(facts, checked),
): Promise<PackageFiles> {
  // Loaded late: few runs write packages.
  const library = await import('./cyclonedx.ts');
  const { Models, Spec, Serialize } = library;
  const bom = new Models.Bom({
    serialNumber: serialNumberOf(sha256(manifest)),
  });
  bom.metadata.component = describeComponents(facts, checked, bom.components, library);
  bom.metadata.tools.components.add(ours(GENERATOR_NAME, facts, library));
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  // The library would sort by the machine's locale.
  const options = { sortLists: false, space: 2 };
  const text = new Serialize.JsonSerializer(factory).serialize(bom, options);
  return new Map([[SBOM_FILE, `${asciiControls(text)}\n`]]);
}

/** A UUID (version 8, custom) derived from the hash of a package's manifest.json. */
export function serialNumberOf(manifestSha256: string): string {
  const digits = manifestSha256.slice(0, 32).split('');
  digits[12] = '8';
  digits[16] = '8';
  const text = digits.join('');
  const parts = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ].map(([from, to]) => text.slice(from, to));
  return `urn:uuid:${parts.join('-')}`;
}

type Library = typeof Cyclonedx;

/** Describes the package, and adds what it contains to `components`. */
function describeComponents(
  facts: PackageFacts,
  checked: readonly CheckedVariant[],
  components: Set<Component>,
  library: Library,
): Component {
  const { Enums, Models } = library;
  const { version } = facts;
  const bomRef = `pkg:generic/${facts.package}@${version}`;
  const whole = new Models.Component(Enums.ComponentType.Library, facts.package, {
    bomRef,
    purl: bomRef,
    version,
  });
  if (facts.license !== undefined) whole.licenses.add(expression(facts.license, library));
  const made = tools(facts, checked, library);
  const launcher = ours('launcher', facts, library);
  const sources = new Map(
    sourcesOf(checked, facts.sourceLicenses).map((source) => [source.path, file(source, library)]),
  );
  const wheels = wheelsOf(checked, facts).map(
    (each) => [pathIn(each.name), wheel(each, library)] as const,
  );
  const packages = wheels.map(([, component]) => component);
  for (const component of [launcher, ...made, ...packages, ...sources.values()])
    components.add(component);
  whole.dependencies.add(launcher.bomRef);
  for (const [{ name, source }, variants] of groupBy(checked, ({ variant }) => variant.kernel)) {
    const kernel = new Models.Component(Enums.ComponentType.Library, name, {
      bomRef: `kernel:${name}`,
      version,
      description: `${source.function} of ${source.file}, compiled`,
    });
    if (facts.license !== undefined) kernel.licenses.add(expression(facts.license, library));
    const paths = sourcesOf(variants).map(({ path }) => path);
    const from = [
      ...wheels.flatMap(([start, each]) =>
        paths.some((path) => path.startsWith(start)) ? [each] : [],
      ),
      ...paths.flatMap((path) => sources.get(path) ?? []),
    ];
    for (const part of [...from, ...made]) kernel.dependencies.add(part.bomRef);
    whole.dependencies.add(kernel.bomRef);
    components.add(kernel);
  }
  return whole;
}

/** The tools that compiled the kernels: Triton and its assemblers. */
function tools(
  { tritonVersion }: PackageFacts,
  checked: readonly CheckedVariant[],
  library: Library,
): readonly Component[] {
  const { Enums, Models } = library;
  const assemblers = ptxasOf(checked.map(({ compiled }) => compiled)).map((version) => {
    const ptxas = new Models.Component(Enums.ComponentType.Application, 'ptxas', {
      bomRef: `ptxas@${version}`,
      version,
      description: 'Assembled the kernels; comes with Triton',
      supplier: new Models.OrganizationalEntity({ name: NVIDIA.name, url: new Set([NVIDIA.url]) }),
    });
    ptxas.licenses.add(new Models.NamedLicense(NVIDIA.license, { url: NVIDIA.licenseUrl }));
    return ptxas;
  });
  const purl = `pkg:pypi/triton@${tritonVersion}`;
  const triton = new Models.Component(Enums.ComponentType.Library, 'triton', {
    bomRef: purl,
    purl,
    version: tritonVersion,
    description: 'Compiled the kernels',
  });
  triton.licenses.add(expression(MIT, library));
  const digest = tritonDigestOf(checked);
  if (digest !== undefined)
    triton.properties.add(new Models.Property(`${GENERATOR_NAME}:digest`, digest));
  for (const { bomRef } of assemblers) triton.dependencies.add(bomRef);
  return [triton, ...assemblers];
}

/** This program, or its C code in the package. */
function ours(
  name: typeof GENERATOR_NAME | 'launcher',
  { generatorVersion: version }: PackageFacts,
  library: Library,
): Component {
  const { Enums, Models } = library;
  const component =
    name === GENERATOR_NAME
      ? new Models.Component(Enums.ComponentType.Application, name, { version })
      : new Models.Component(Enums.ComponentType.Library, `${GENERATOR_NAME}-${name}`, {
          bomRef: name,
          version,
          description: `The C code around the kernels, written by ${GENERATOR_NAME}`,
        });
  component.licenses.add(expression(MIT, library));
  return component;
}

function file({ path, sha256: hash, license }: PackagedSource, library: Library): Component {
  const { Enums, Models } = library;
  const component = new Models.Component(Enums.ComponentType.File, path, {
    bomRef: `source:${path}`,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], hash]]),
  });
  if (license !== undefined) component.licenses.add(expression(license, library));
  return component;
}

/** A package whose modules have code of kernels. */
function wheel(
  { name, version, wheel: hash, files, license }: UnpackedPackage,
  library: Library,
): Component {
  const { Enums, Models } = library;
  const purl = `pkg:pypi/${name}@${version}`;
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl,
    purl,
    version,
    description: 'Has sources of the kernels',
  });
  // In CycloneDX, the hash of a component is that of its archive.
  if (hash !== undefined) component.hashes.set(Enums.HashAlgorithm['SHA-256'], hash);
  else component.properties.add(new Models.Property(`${GENERATOR_NAME}:files`, files));
  if (license !== undefined)
    component.licenses.add(
      isLicenseExpression(license)
        ? expression(license, library)
        : new Models.NamedLicense(license),
    );
  return component;
}

function expression(license: string, { Models }: Library): LicenseExpression {
  return new Models.LicenseExpression(license);
}
