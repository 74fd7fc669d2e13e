import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import type { ProcessResult } from '../../base/process.ts';
import { installerEnvironment } from '../../toolchain/environment.ts';
import { BUILD_BACKEND } from '../../toolchain/wheel-tools.ts';
import { vendorTerms } from '../../manifest/terms/vendor.ts';
import type { Vendor } from '../../manifest/terms/vendor-terms.ts';

/** A wheel to make: a project with its Python package in the folder `name`. */
export interface WheelProject {
  /** The folder of the project. */
  readonly folder: string;
  /** The name for `import`. */
  readonly name: string;
  /** The name for `pip install`. */
  readonly distribution: string;
  /** As Python writes it. */
  readonly version: string;
  /** The vendors of GPUs that it has code for. */
  readonly vendors: readonly Vendor[];
  /** An SPDX expression. */
  readonly license: string | undefined;
  /** A file of the project; undefined if there is none. */
  readonly sbom: string | undefined;
  readonly texts: WheelTexts;
}

/** What a wheel says about itself. */
export interface WheelTexts {
  readonly description: string;
  readonly readme: string;
  readonly dependencies: readonly string[];
  /** Further dependencies, by the names that people install them with: `NAME[torch]`. */
  readonly optional: Readonly<Record<string, readonly string[]>>;
}

export type ToolContext = Pick<RunContext, 'env' | 'runTool' | 'signal'>;

/**
 * Builds a wheel with a tag, such as `py3-none-any`, in the folder `out` of a project, and returns its
 * path.
 * @throws {Failure} `usage` if the licence is unknown, `environment` if hatchling fails.
 */
export async function buildWheel(
  project: WheelProject,
  tag: string,
  out: string,
  python: string,
  context: ToolContext,
): Promise<string> {
  const { folder } = project;
  await mkdir(join(folder, out));
  await writeFile(join(folder, 'hatch_build.py'), HOOK);
  await writeFile(join(folder, 'README.md'), project.texts.readme);
  await writeFile(join(folder, 'pyproject.toml'), projectFile(project, tag));
  const argv = ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', out];
  await runWheelTool(python, argv, folder, context);
  const [wheel = ''] = await readdir(join(folder, out));
  return join(folder, out, wheel);
}

/** Runs a module of Python that makes or reads wheels. @throws {Failure} as `buildWheel`. */
export async function runWheelTool(
  python: string,
  argv: readonly string[],
  cwd: string,
  { env, runTool, signal }: ToolContext,
): Promise<ProcessResult> {
  // Else the time that another tool sets would be in the wheel.
  const { SOURCE_DATE_EPOCH: _time, ...rest } = installerEnvironment(env);
  const own = { ...rest, PYTHONDONTWRITEBYTECODE: '1', TMPDIR: cwd };
  const result = await runTool([python, '-I', ...argv], { cwd, env: own, signal });
  if (result.code === 0) return result;
  const lines = `${result.stdout}\n${result.stderr}`
    .split('\n')
    .filter((line) => line.trim() !== '');
  const last = lines.at(-1) ?? 'no error message';
  const license = /Unknown license: '(.*)'/.exec(last)?.[1];
  if (license !== undefined) {
    throw new Failure('usage', {
      message: `Python packages cannot have the licence \`${license}\`: it is not one of SPDX`,
      hint: 'Set `license:` in the manifest to identifiers of https://spdx.org/licenses or to LicenseRef-NAME, and build the package again.',
    });
  }
  throw new Failure('environment', {
    message: `${argv[1]} cannot make the wheel: ${last}`,
    hint: lines.slice(0, -1).slice(-6).join('\n') || 'Run it again.',
  });
}

/** A hook of the build: hatchling's own tags name the Python that builds, which no file depends on. */
const HOOK = `from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformTag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["tag"] = self.config["tag"]
        build_data["pure_python"] = False
`;

/** Strings of JSON are strings of TOML. */
function projectFile(project: WheelProject, tag: string): string {
  const { name, distribution, version, vendors, license, sbom, texts } = project;
  const text = JSON.stringify;
  return `[build-system]
requires = [${text(BUILD_BACKEND)}]
build-backend = "hatchling.build"

[project]
name = ${text(distribution)}
version = ${text(version)}
description = ${text(texts.description)}
readme = "README.md"
requires-python = ${text(REQUIRES_PYTHON)}
${license === undefined ? '' : `license = ${text(license)}\n`}dependencies = ${text(texts.dependencies)}
classifiers = ${text(classifiersOf(vendors))}

[project.optional-dependencies]
${Object.entries(texts.optional)
  .map(([extra, needed]) => `${extra} = ${text(needed)}\n`)
  .join('')}
[tool.hatch.build.targets.wheel]
core-metadata-version = ${text(METADATA_VERSION)}
ignore-vcs = true
packages = [${text(name)}]
${sbom === undefined ? '' : `sbom-files = [${text(sbom)}]\n`}
[tool.hatch.build.targets.wheel.hooks.custom]
tag = ${text(tag)}
`;
}

export const METADATA_VERSION = '2.4';
export const REQUIRES_PYTHON = '>=3.9';

/** Returns the classifiers of a wheel with code for GPUs of these vendors. */
export function classifiersOf(vendors: readonly Vendor[]): readonly string[] {
  return [
    'Operating System :: POSIX :: Linux',
    ...vendors.map((each) => vendorTerms.of(each).classifier),
  ];
}
