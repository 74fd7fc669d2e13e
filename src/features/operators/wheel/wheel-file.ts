import { copyFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { BuildContext } from '../../../base/context.ts';
import { Failure } from '../../../base/errors.ts';
import { makeFolder, readIfExists, writeAtomically } from '../../../base/files.ts';
import { tryParseJson } from '../../../base/text.ts';
import { SBOM_FILE } from '../../../package/layout.ts';
import {
  buildWheel,
  type ToolContext,
  type WheelProject,
  runWheelTool,
} from '../../../package/wheel/wheel-project.ts';
import { ensureWheelTools } from '../../../toolchain/wheel-tools.ts';
import {
  compileLibrary,
  libraryName,
  operatorMachine,
  packageFilesOf,
  type WheelWork,
  type WrittenWheel,
} from './wheel-work.ts';
import { vendorTerms } from '../../../manifest/terms/vendor.ts';

/** Makes the wheel, for `pip install`. */
export async function writeWheel(work: WheelWork, context: BuildContext): Promise<WrittenWheel> {
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
    libraries.push([libraryName(name, own.vendor), await compileLibrary(work, own, context)]);
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

/** The dependency of every wheel. It has a stable ABI from 0.1.9 on. */
const TVM_FFI = 'apache-tvm-ffi>=0.1.9,<0.2';

/**
 * Writes the files of a project around its Python package, builds it with hatchling, and returns the
 * path of the wheel. Its platform is the oldest that the library runs on, by auditwheel. The bytes
 * of a wheel depend on its contents only.
 * @throws {Failure} `usage` if the licence is unknown, `environment` if one of these tools fails.
 */
async function buildLibraryWheel(
  project: Omit<WheelProject, 'texts'>,
  python: string,
  machine: string,
  context: ToolContext,
): Promise<string> {
  const { folder, name } = project;
  const texts = {
    description: `GPU kernels of ${name}, compiled ahead of time`,
    readme: readme(project),
    dependencies: [TVM_FFI],
    optional: { torch: ['torch>=2.4'] },
  };
  const make = (platform: string, out: string): Promise<string> =>
    buildWheel({ ...project, texts }, `py3-none-${platform}`, out, python, context);
  const draft = await make(`linux_${machine}`, 'draft');
  return make(await platformOf(draft, python, folder, context), 'wheel');
}

const auditSchema = z.object({ overall_tag: z.string() });

/** Returns the tag of the oldest platform with all symbols that the libraries of a wheel need. */
async function platformOf(
  wheel: string,
  python: string,
  folder: string,
  context: ToolContext,
): Promise<string> {
  const { stdout } = await runWheelTool(
    python,
    ['-m', 'auditwheel', 'show', '--json', wheel],
    folder,
    context,
  );
  const audit = auditSchema.safeParse(tryParseJson(stdout));
  if (audit.success) return audit.data.overall_tag;
  throw new Failure('environment', {
    message: 'auditwheel does not say which platforms the library runs on',
    hint: stdout.trim(),
  });
}

function readme({ name, vendors }: Pick<WheelProject, 'name' | 'vendors'>): string {
  const terms = vendors.map((each) => vendorTerms.of(each));
  const needs = terms.map((each) => each.needs);
  const untested = terms
    .filter(({ isTested }) => !isTested)
    .map(({ title }) => `Its code for ${title} GPUs was checked, and not run on such a GPU.\n\n`);
  return `GPU kernels with their launch code, compiled ahead of time. Running them needs ${needs.join(' or ')}, but no
compiler, no CUDA toolkit and no Triton.

${untested.join('')}\`import ${name}\` registers the operators with PyTorch, if it is installed. \`${name}.ffi\` has them for
other frameworks. \`help(${name})\` lists them.
`;
}
