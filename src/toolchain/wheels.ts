import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure, type Problem } from '../base/errors.ts';
import type { PackagePin } from '../manifest/packages.ts';
import { withWorkFolder } from './installation.ts';
import { failureOf, type Installer, runUv, type ToolchainContext } from './installer.ts';
import { wheelMachine } from './platform.ts';
import { findBasePython } from './python.ts';
import { redact } from './package-index.ts';
import { storedPackage, type UnpackedPackage, unpackPackage } from './unpacked-package.ts';
import { IndexUnreached, saysUnreached } from './unreached.ts';
import { findUv, UV_WHEELS } from './uv.ts';

/**
 * The wheels that are chosen: those for this Python on this machine, so that all machines have the same
 * sources. Most packages have one wheel for all. Building another form of package would run its code.
 */
const CHOICE = [
  '--no-deps',
  '--only-binary=:all:',
  '--python-version=3.12',
  '--python-platform=x86_64-manylinux_2_28',
];

/**
 * Asks the index for the wheel of a package, and returns its SHA-256.
 * @throws {Failure} `usage` if it has none; `environment` if it does not answer: `IndexUnreached` without a network.
 */
export async function findWheel(pin: PackagePin, context: ToolchainContext): Promise<string> {
  return withWorkFolder(workBeside(context), async (work) => {
    const installer = await installerIn(work, context);
    context.log.detail(`looking for the wheel of ${pin.name} ${pin.version}`);
    const list = join(work, 'packages.in');
    await writeFile(list, `${pin.name}==${pin.version}\n`);
    const form = ['--format', 'pylock.toml', '--no-header', '--quiet'];
    const args = ['pip', 'compile', '--python', installer.base.python, ...form, ...CHOICE, list];
    const { code, stdout, stderr } = await runUv(args, installer, context);
    const sha256 = chosenWheel(stdout);
    if (code !== 0 || sha256 === undefined) throw wheelFailure(pin, redact(`${stdout}\n${stderr}`));
    return sha256;
  });
}

/** Returns the SHA-256 of the wheel in a lock file. Early versions of uv list all wheels. Source: PEP 751. */
function chosenWheel(lock: string): string | undefined {
  const pattern = /"[^"]*\/([^"/]+\.whl)".*?\bsha256 = "([0-9a-f]{64})"/g;
  const wheels = [...lock.matchAll(pattern)].map(([, name = '', hash]) => ({ name, hash }));
  const fits = /-none-any\.whl|-cp3\d+-abi3-manylinux\S*x86_64|-cp312-cp312-manylinux\S*x86_64/;
  return (wheels.length === 1 ? wheels[0] : wheels.find(({ name }) => fits.test(name)))?.hash;
}

/**
 * Returns the files of the wheel with this SHA-256, which is downloaded and unpacked into the home folder at first
 * use, and later found there without a network.
 * @throws {Failure} `usage` if the index has no such wheel; `environment` if it does not answer: `IndexUnreached`
 * without a network.
 */
export async function unpackWheel(
  pin: PackagePin,
  sha256: string,
  context: ToolchainContext,
): Promise<UnpackedPackage> {
  const { name, version } = pin;
  const place = {
    name: `wheel-${name}-${version}-${sha256.slice(0, 16)}`,
    requirement: `${name}==${version} --hash=sha256:${sha256}\n`,
  };
  const unpack = async (modules: string, work: string): Promise<void> => {
    const installer = await installerIn(work, context);
    const list = join(work, 'packages.txt');
    await writeFile(list, place.requirement);
    const target = ['--python', installer.base.python, '--target', modules];
    // uv compares the SHA-256 of what it downloads, not that of what its cache has unpacked before.
    const fresh = ['--no-cache', '--require-hashes', ...CHOICE, '-r', list];
    const args = ['pip', 'install', ...target, ...fresh];
    const { code, stdout, stderr } = await runUv(args, installer, context);
    if (code !== 0) throw wheelFailure(pin, redact(`${stdout}\n${stderr}`));
  };
  const found =
    (await storedPackage(pin, place, context)) ??
    (await unpackPackage(pin, () => place, unpack, context));
  return { ...found, wheel: sha256 };
}

function workBeside({ home }: Pick<ToolchainContext, 'home'>): string {
  return resolve(home, 'toolchains', 'wheel');
}

async function installerIn(work: string, context: ToolchainContext): Promise<Installer> {
  const base = await findBasePython(undefined, context);
  return { uv: await findUv(UV_WHEELS[wheelMachine(context.platform)], context), base, work };
}

/** Explains the answers of uv that do not mean that the index is out of reach. */
function wheelFailure(pin: PackagePin, output: string): Failure {
  const failure = failureOf(`cannot get the wheel of ${pin.name} ${pin.version}`, output);
  // First, since without a network uv finds no version of what its cache lacks.
  if (saysUnreached(output)) return new IndexUnreached(failure.problems);
  const problem = explained(pin, output);
  return problem === undefined ? failure : new Failure('usage', { ...problem, place: pin.place });
}

function explained({ name, version }: PackagePin, output: string): Problem | undefined {
  if (/\bHash mismatch\b/.test(output)) {
    const [expected, found] = [...output.matchAll(/sha256:([0-9a-f]{64})/g)].map(
      ([, hash]) => hash,
    );
    return {
      message: `the wheel of ${name} ${version} has another SHA-256 than the lock file says: ${found} instead of ${expected}`,
      hint: 'The lock file was changed, or the index now has another file under this version. If you trust the file, remove the line of the package from the lock file and build again.',
    };
  }
  if (/\bwas not found in the package registry\b/.test(output))
    return { message: `the package index has no package \`${name}\`` };
  if (/\bthere is no version of\b/.test(output))
    return { message: `the package index has no version ${version} of ${name}` };
  if (/\bhas no (?:usable )?wheels\b/.test(output))
    return {
      message: `${name} ${version} has no wheel for Linux and Python 3.12`,
      hint: 'Building it from its source would run its code. Copy the files with kernels beside the manifest instead.',
    };
  return undefined;
}
