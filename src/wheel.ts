import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { BuildContext } from './base/context.ts';
import { Failure, type Problem } from './base/errors.ts';
import { makeFolder, readIfExists, writeAtomically } from './base/files.ts';
import { makeScratch, removeFolder } from './base/leftovers.ts';
import { replaceFolder } from './base/replace-folder.ts';
import { sha256 } from './base/text.ts';
import { buildOperatorLibrary } from './prove/harness/build-library.ts';
import { settingsFor } from './prove/harness/compile-units.ts';
import { findCCompiler, findCudaHeader } from './prove/harness/tools.ts';
import { layoutOf, type Operator } from './manifest/terms/operator.ts';
import { parseTarget } from './manifest/terms/target.ts';
import { type Vendor, vendors, vendorTerms } from './manifest/terms/vendor.ts';
import { MANIFEST_FILE, SBOM_FILE, SUMS_FILE } from './package/layout.ts';
import { operatorsOf } from './package/operators.ts';
import { type ReadManifest, readPackage, type ReadPackage } from './package/read.ts';
import { type WheelMachine, wheelMachine } from './toolchain/platform.ts';
import { ensureWheelTools } from './toolchain/wheel-tools.ts';
import {
  checkHubVariants,
  hubKernel,
  variantMetadata,
  variantNames,
  writeVariants,
} from './package/wheel/hf-kernels.ts';
import { dtypeName, isReservedInPython } from './package/wheel/python-names.ts';
import { pythonPackage } from './package/wheel/python-package.ts';
import { pythonVersion } from './package/wheel/python-text.ts';
import { buildLibraryWheel } from './package/wheel/wheel-project.ts';
import { vendorSources } from './package/c/vendor.ts';

/** A wheel for `pip install`, or the folder `build` of a kernel for the Hugging Face Hub. */
export const WHEEL_LAYOUTS = ['wheel', 'hf-kernels'] as const;

type WheelLayout = (typeof WHEEL_LAYOUTS)[number];

export interface WheelRequest {
  /** The folder of the package. */
  readonly package: string;
  /** The folder to write to. */
  readonly out: string;
  /** The name for `pip install`, or on the Hub; undefined: that of the package. */
  readonly name: string | undefined;
  readonly layout: WheelLayout;
  /** The number of compilers that run at the same time. */
  readonly jobs: number;
}

/** Describes what was written. */
export interface WheelResult {
  readonly layout: WheelLayout;
  /** The name for `import`. */
  readonly package: string;
  /** The name for `pip install`, or on the Hub. */
  readonly name: string;
  /** As Python writes it. */
  readonly version: string;
  readonly operators: readonly string[];
  /** The wheel, or the folders of the variants. Absolute paths. */
  readonly files: readonly string[];
  /** Of the wheel, or of the library in all variants. */
  readonly sha256: string;
  /** Bytes of the same. */
  readonly size: number;
}

/**
 * Makes a Python package of the operators in a package, with a library that has everything compiled.
 * @throws {Failure} `usage` if there are no operators, or Python does not allow a name or version;
 * `environment` if the machine lacks something.
 */
export async function makeWheel(
  request: WheelRequest,
  context: BuildContext,
): Promise<WheelResult> {
  const pkg = await readPackage(request.package);
  const { package: name, operators = [] } = pkg.manifest;
  const problems = operatorProblems(pkg, operators);
  if (problems.length > 0) throw new Failure('usage', problems);
  const version = versionOf(pkg);
  const scratch = await makeScratch(context.scratch, 'wheel');
  const write = request.layout === 'wheel' ? writeWheel : writeHubKernel;
  try {
    const made = await write(
      { pkg, operators, vendors: byVendor(pkg.manifest), version, scratch, request },
      context,
    );
    return {
      layout: request.layout,
      package: name,
      name: made.name,
      version,
      operators: operators.map((operator) => operator.name),
      files: made.files,
      ...(await describeFile(made.content)),
    };
  } finally {
    await removeFolder(scratch);
  }
}

/** A wheel to make. */
interface WheelWork {
  readonly pkg: ReadPackage;
  readonly operators: readonly Operator[];
  readonly vendors: readonly OwnOperators[];
  readonly version: string;
  readonly scratch: string;
  readonly request: WheelRequest;
}

/** The operators that have code for a vendor. */
interface OwnOperators {
  readonly vendor: Vendor;
  readonly operators: readonly Operator[];
}

/** Divides the operators of a package by vendor. A vendor that none has code for is left out. */
function byVendor({ kernels, operators = [] }: ReadManifest): readonly OwnOperators[] {
  return vendors().flatMap((vendor) => {
    const isOwn = ({ target }: { readonly target: string }): boolean =>
      parseTarget(target)?.backend === vendor;
    const names = kernels.flatMap(({ name, variants }) => (variants.some(isOwn) ? [name] : []));
    const own = operatorsOf(operators, names);
    return own.length === 0 ? [] : [{ vendor, operators: own }];
  });
}

/** The name of the library with the operators for a vendor. `_library.py` chooses by it. */
function libraryName(name: string, vendor: Vendor): string {
  return `lib${name}${vendorSources.of(vendor).suffix}.so`;
}

/** The name and the files of the result, and the file that says what is in them. */
interface WrittenWheel extends Pick<WheelResult, 'name' | 'files'> {
  readonly content: string;
}

async function writeWheel(work: WheelWork, context: BuildContext): Promise<WrittenWheel> {
  const { log } = context;
  const { pkg, scratch, request } = work;
  const { package: name, license } = pkg.manifest;
  const distribution = request.name ?? name;
  // Source: PEP 508, "Names".
  if (!/^([A-Z0-9]|[A-Z0-9][A-Z0-9._-]*[A-Z0-9])$/i.test(distribution)) {
    throw new Failure('usage', {
      message: `\`${distribution}\` cannot be the name of a Python package`,
      hint: 'Set --name (input `name`) to letters, digits, `-`, `_` and `.`, beginning and ending with a letter or digit.',
    });
  }
  const machine = operatorMachine(context);
  const libraries: [name: string, file: string][] = [];
  for (const own of work.vendors)
    libraries.push([libraryName(name, own.vendor), await compile(work, own, context)]);
  const python = await log.group('Install what makes wheels', () =>
    ensureWheelTools(machine, context),
  );
  const made = await log.group(`Make the wheel of ${name}`, async () => {
    const folder = join(scratch, 'project');
    for (const [path, text] of await packageFilesOf(work, name)) {
      const file = join(folder, name, path);
      await makeFolder(dirname(file));
      await writeFile(file, text);
    }
    for (const [library, file] of libraries) await copyFile(file, join(folder, name, library));
    const sbom = await readIfExists(join(pkg.folder, SBOM_FILE));
    if (sbom !== undefined) await writeFile(join(folder, `${name}.cdx.json`), sbom);
    const project = {
      folder,
      name,
      distribution,
      version: work.version,
      vendors: work.vendors.map(({ vendor }) => vendor),
      license,
      sbom: sbom && `${name}.cdx.json`,
    };
    return buildLibraryWheel(project, python, machine, context);
  });
  const file = resolve(request.out, basename(made));
  await makeFolder(dirname(file));
  await writeAtomically(file, (temporary) => copyFile(made, temporary));
  return { name: distribution, files: [file], content: file };
}

async function writeHubKernel(work: WheelWork, context: BuildContext): Promise<WrittenWheel> {
  const { pkg, request, vendors } = work;
  const { package: name } = pkg.manifest;
  const cuda = vendors.find(({ vendor }) => vendor === 'cuda');
  if (cuda === undefined)
    throw new Failure('usage', {
      message: `the operators of ${name} have no code for NVIDIA GPUs, which kernels of the Hugging Face Hub are made for`,
      place: { file: join(pkg.folder, MANIFEST_FILE) },
      hint: 'Make a wheel of them, or build the package for an NVIDIA target too.',
    });
  const variants = variantNames(operatorMachine(context));
  const kernel = hubKernel(request.name ?? name, pkg.packageSha256);
  const folder = resolve(request.out, 'build');
  await checkHubVariants(folder);
  const file = await compile(work, cuda, context);
  await context.log.group(`Write the variants of ${kernel.name}`, async () => {
    const files = await packageFilesOf(work, kernel.id);
    const library = { name: libraryName(name, 'cuda'), file };
    await makeFolder(dirname(folder));
    const write = async (fresh: string): Promise<{ readonly folder: string }> => {
      await writeVariants(fresh, variants, files, variantMetadata(kernel, pkg.manifest), library);
      return { folder: fresh };
    };
    await replaceFolder(folder, write, context);
  });
  return {
    name: kernel.name,
    files: variants.map((variant) => join(folder, variant)),
    content: file,
  };
}

function operatorMachine({ platform }: Pick<BuildContext, 'platform'>): WheelMachine {
  return wheelMachine(platform, 'operators cannot be compiled for');
}

async function compile(
  { pkg, scratch, request: { jobs } }: WheelWork,
  own: OwnOperators,
  context: BuildContext,
): Promise<string> {
  const c = await findCCompiler(context.env);
  const cudaInclude = own.vendor === 'cuda' ? await findCudaHeader(context.env) : undefined;
  const folder = join(scratch, 'library');
  // All sources are C.
  const machine = { compilers: { c, cxx: c }, cudaInclude, folder, jobs };
  const settings = settingsFor(own.vendor, machine, undefined);
  const title = `Compile the operators of ${pkg.manifest.package}`;
  return context.log.group(
    own.vendor === 'cuda' ? title : `${title} for ${vendorTerms.of(own.vendor).driver}`,
    () => buildOperatorLibrary(pkg, own.operators, settings, context),
  );
}

/** The text files of the Python package, also with what the package is made from. */
async function packageFilesOf(
  { pkg, operators }: WheelWork,
  namespace: string,
): Promise<ReadonlyMap<string, string>> {
  const { package: name, version } = pkg.manifest;
  const provenance = await Promise.all(
    [MANIFEST_FILE, SUMS_FILE].map(
      async (path) =>
        [`provenance/${path}`, await readFile(join(pkg.folder, path), 'utf8')] as const,
    ),
  );
  const files = await pythonPackage({ name, version, operators, namespace });
  return new Map([...files, ...provenance]);
}

function versionOf({ folder, manifest: { version } }: ReadPackage): string {
  return pythonVersion(version, join(folder, MANIFEST_FILE));
}

function operatorProblems(
  { folder, manifest }: ReadPackage,
  operators: readonly Operator[],
): readonly Problem[] {
  const place = { file: join(folder, MANIFEST_FILE) };
  if (operators.length === 0) {
    const message = `the package ${manifest.package} has no operators`;
    const hint =
      'Add `op:` to a kernel in the manifest, and build the package again. docs/guides/operators.md explains how.';
    return [{ message, place, hint }];
  }
  return operators.flatMap((operator) => {
    const reason = unfit(operator, operators);
    return reason === undefined
      ? []
      : [
          {
            message: `operator ${operator.name}: ${reason}`,
            place,
            hint: 'Change it in the manifest, and build the package again.',
          },
        ];
  });
}

/** Returns why PyTorch cannot have an operator; undefined if it can. */
function unfit(
  { name, tensors, outputs, implementations, backward }: Operator,
  operators: readonly Operator[],
): string | undefined {
  if (isReservedInPython(name) || name === 'ffi')
    return 'Python, or the package that is made, does not allow this name';
  if (tensors.length === 0)
    return 'without a tensor, PyTorch does not know the device of the outputs';
  const unknown = implementations
    .flatMap((each) => [...tensors, ...outputs].map(({ name: own }) => layoutOf(each, own).element))
    .find((element) => dtypeName(element) === undefined);
  if (unknown !== undefined) return `PyTorch has no dtype for ${unknown}`;
  if (backward === undefined) return undefined;
  if (tensors.some(({ role }) => role === 'inout'))
    return 'PyTorch computes no gradients of operators that change a tensor in place';
  return operators.some((each) => each.name === backward.operator)
    ? undefined
    : `its gradients need the operator ${backward.operator}, which the package lacks`;
}

async function describeFile(
  file: string,
): Promise<{ readonly sha256: string; readonly size: number }> {
  return { sha256: sha256(await readFile(file)), size: (await stat(file)).size };
}
