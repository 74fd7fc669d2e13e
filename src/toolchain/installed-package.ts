import { z } from 'zod';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { makeFolder } from '../base/files.ts';
import { run } from '../base/process.ts';
import { tryParseJson } from '../base/text.ts';
import type { PackagePin } from '../manifest/packages.ts';
import type { ToolchainContext } from './installer.ts';
import { readerContext } from './reader.ts';
import { storedPackage, type UnpackedPackage, unpackPackage } from './unpacked-package.ts';

/** Where a copy of an installed package is kept, by the SHA-256 of the list of its files. */
function placeOf(
  { name, version }: PackagePin,
  files: string,
): { readonly name: string; readonly requirement: string } {
  return {
    name: `installed-${name}-${version}-${files.slice(0, 16)}`,
    requirement: `${name}==${version} files sha256:${files}\n`,
  };
}

/** Returns the copy with these files that an earlier run has made; undefined if there is none. */
export function copiedPackage(
  pin: PackagePin,
  files: string,
  context: ToolchainContext,
): Promise<UnpackedPackage | undefined> {
  return storedPackage(pin, placeOf(pin, files), context);
}

/**
 * Copies a package from the Python that it is installed in, without importing it, if there is no index. Each file is compared with
 * the hash that the installer noted in RECORD.
 * @param python the Python, by path or name; undefined: the first suitable one on `PATH`
 * @throws {Failure} `environment` if it is not installed there in this version, or not as a wheel was unpacked.
 */
export async function copyInstalled(
  pin: PackagePin,
  python: string | undefined,
  context: ToolchainContext,
): Promise<UnpackedPackage> {
  const { python: found, env, signal } = await readerContext(undefined, python, context);
  const copy = async (modules: string): Promise<void> => {
    await makeFolder(modules);
    const script = [`${BRIDGE_FOLDER}/copy_installed.py`, pin.name, pin.version, modules];
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const { stdout, stderr } = await run([found, '-I', '-B', ...script], { env, signal: limited });
    const answer = answerSchema.safeParse(tryParseJson(stdout));
    if (!answer.success)
      throw new Failure('environment', {
        message: `${found} could not copy it: ${stderr.slice(-2000).trim()}`,
      });
    if (answer.data !== null) throw new Failure('environment', problemOf(answer.data, pin, found));
  };
  const copied = await unpackPackage(pin, (files) => placeOf(pin, files), copy, context);
  context.log.info(
    `the package index cannot be reached: ${pin.name} ${pin.version} was copied from ${found}`,
  );
  return copied;
}

const LIMIT_MS = 300_000;

const KINDS = [
  'not-installed',
  'other-version',
  'editable',
  'no-list',
  'no-hash',
  'missing',
  'changed',
  'no-modules',
] as const;

/** The answer of copy_installed.py. `detail` is a version, an address or a file. */
const answerSchema = z.object({ kind: z.enum(KINDS), detail: z.string() }).nullable();

const REINSTALL = 'Reinstall the package from its wheel, such as with pip.';
const COPY = 'copy the files with kernels beside the manifest and name them as FILE.py:FUNCTION.';

/** Describes a fault, in words that follow "and". */
function problemOf(
  { kind, detail }: NonNullable<z.infer<typeof answerSchema>>,
  { name, version }: PackagePin,
  python: string,
): Problem {
  switch (kind) {
    case 'not-installed':
      return {
        message: `${name} is not installed in ${python}`,
        hint: 'Name the Python that has it with --python (input `python`).',
      };
    case 'other-version':
      return {
        message: `${python} has version ${detail} of ${name}`,
        hint: `Name a Python that has ${version} with --python (input \`python\`), or write ${detail} in \`packages:\`.`,
      };
    case 'editable':
      return {
        message: `${python} has an editable install of ${name} from ${detail}: no list has the hashes of its files`,
        hint: `Install the package from a wheel, or ${COPY}`,
      };
    case 'no-list':
      return {
        message: `${name} in ${python} has no list of its files (RECORD)`,
        hint: REINSTALL,
      };
    case 'no-hash':
      return {
        message: `the list of files (RECORD) of ${name} has no SHA-256 of ${detail}`,
        hint: REINSTALL,
      };
    case 'missing':
      return {
        message: `the list of files (RECORD) of ${name} names ${detail}, which is missing`,
        hint: REINSTALL,
      };
    case 'changed':
      return {
        message: `${detail} was changed after it was installed: its hash is not the one in the package's list of files (RECORD)`,
        hint: `Reinstall the package from its wheel. If you want to build the changed file, ${COPY}`,
      };
    case 'no-modules':
      return {
        message: `the list of files (RECORD) of ${name} in ${python} has no Python file`,
        hint: REINSTALL,
      };
  }
}
