import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Failure, type Problem } from '../base/errors.ts';
import { fileDigest, readPlainFile } from '../base/files.ts';
import type { PackagePin } from '../manifest/packages.ts';
import { markerFile, moveIntoPlace, withWorkFolder } from './installation.ts';
import { failureOf, type Installer, runUv, type ToolchainContext } from './installer.ts';
import { wheelMachine } from './platform.ts';
import { findBasePython } from './python.ts';
import { redact } from './package-index.ts';
import { findUv, UV_WHEELS } from './uv.ts';

/** A package with the SHA-256 of its wheel. */
export interface LockedPackage extends PackagePin {
  readonly sha256: string;
}

/** The wheel of a package, unpacked: it is in no environment, and none of its code has run. */
export interface UnpackedWheel extends LockedPackage {
  /** The folder of its modules. */
  readonly folder: string;
  /** What the package says of its licence: an SPDX expression, or the name of one. */
  readonly license: string | undefined;
}

/** The start of the paths of a package's modules, as inspect_sources.py names them. */
export function pathIn(name: string): string {
  return `${name}.whl/`;
}

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
 * Asks the index for the wheels of packages.
 * @throws {Failure} `usage` if it has none; `environment` if it does not answer.
 */
export async function lockPackages(
  pins: readonly PackagePin[],
  context: ToolchainContext,
): Promise<readonly LockedPackage[]> {
  return withWorkFolder(wheelFolder(context, 'lock'), async (work) => {
    const installer = await installerIn(work, context);
    const locked: LockedPackage[] = [];
    for (const pin of pins) {
      context.log.detail(`looking for the wheel of ${pin.name} ${pin.version}`);
      const list = join(work, 'packages.in');
      await writeFile(list, `${pin.name}==${pin.version}\n`);
      const form = ['--format', 'pylock.toml', '--no-header', '--quiet'];
      const args = ['pip', 'compile', '--python', installer.base.python, ...form, ...CHOICE, list];
      const { code, stdout, stderr } = await runUv(args, installer, context);
      const sha256 = chosenWheel(stdout);
      if (code !== 0 || sha256 === undefined)
        throw wheelFailure(pin, redact(`${stdout}\n${stderr}`));
      locked.push({ ...pin, sha256 });
    }
    return locked;
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
 * Returns the wheel of a package, which is downloaded and unpacked into the home folder at first use, and
 * later found there without a network. The digests of all files are noted then, and compared at each later
 * use: what is damaged is unpacked again. Other processes may do the same at once.
 * @throws {Failure} `usage` if the index has no such wheel; `environment` if it does not answer.
 */
export async function unpackWheel(
  pin: LockedPackage,
  context: ToolchainContext,
): Promise<UnpackedWheel> {
  const { name, version, sha256 } = pin;
  const { home, log, now } = context;
  const folder = wheelFolder({ home }, `${name}-${version}-${sha256.slice(0, 16)}`);
  const requirement = `${name}==${version} --hash=sha256:${sha256}\n`;
  const found = await unpackedState(folder, requirement);
  if (found === 'whole') {
    // For pruning, as environments.
    await utimes(markerFile(folder), now() / 1000, now() / 1000).catch(() => undefined);
  } else {
    if (found !== 'missing')
      log.warning({
        message: `the unpacked wheel of ${name} ${version} is damaged and will be unpacked again: ${found.damage}`,
        place: { file: folder },
      });
    await withWorkFolder(folder, async (work) => {
      const installer = await installerIn(work, context);
      log.detail(`unpacking ${name} ${version} into ${folder}`);
      const made = join(work, 'wheel');
      const list = join(work, 'packages.txt');
      await writeFile(list, requirement);
      const modules = join(made, 'modules');
      const target = ['--python', installer.base.python, '--target', modules];
      // uv compares the SHA-256 of what it downloads, not that of what its cache has unpacked before.
      const fresh = ['--no-cache', '--require-hashes', ...CHOICE, '-r', list];
      const args = ['pip', 'install', ...target, ...fresh];
      const { code, stdout, stderr } = await runUv(args, installer, context);
      if (code !== 0) throw wheelFailure(pin, redact(`${stdout}\n${stderr}`));
      await writeFile(markerFile(made), await sealOf(requirement, modules));
      context.signal.throwIfAborted();
      await moveIntoPlace(made, folder, work, async () =>
        (await unpackedState(folder, requirement)) === 'whole' ? true : undefined,
      );
    });
  }
  const modules = join(folder, 'modules');
  return { ...pin, folder: modules, license: await licenseOf(modules) };
}

/**
 * Returns the text that describes an unpacked wheel: the requirement, and the SHA-256 of each file as
 * sha256sum prints it. What is neither a file nor a folder has a word in its place.
 */
async function sealOf(requirement: string, folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const lines: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    const digest = entry.isFile() ? await fileDigest(file).catch(() => 'unreadable') : 'no-file';
    lines.push(`${digest}  ${relative(folder, file)}\n`);
  }
  return `${requirement}${lines.toSorted().join('')}`;
}

/** Compares an unpacked wheel with what was noted of it. Earlier versions noted no files: those are missing. */
async function unpackedState(
  folder: string,
  requirement: string,
): Promise<'whole' | 'missing' | { readonly damage: string }> {
  const noted = await readPlainFile(markerFile(folder)).then(String, () => requirement);
  if (noted === requirement) return 'missing';
  if (!noted.startsWith(requirement)) return { damage: 'the list of its files is damaged' };
  const found = await sealOf(requirement, join(folder, 'modules'));
  if (noted === found) return 'whole';
  const [before = new Map<string, string>(), now = new Map<string, string>()] = [noted, found].map(
    (text) => new Map(text.split('\n').map((line) => [line.slice(line.indexOf('  ') + 2), line])),
  );
  const changed = [...before].find(([path, line]) => now.get(path) !== line)?.[0];
  const added = [...now.keys()].find((path) => !before.has(path));
  if (changed === undefined) return { damage: `it also has ${added}` };
  const what = now.has(changed) ? 'is not as it was unpacked' : 'is missing';
  return { damage: `${changed} ${what}` };
}

/** Beside environments, so that it is removed with them when it was not used for long. */
function wheelFolder({ home }: Pick<ToolchainContext, 'home'>, name: string): string {
  return resolve(home, 'toolchains', `wheel-${name}`);
}

async function installerIn(work: string, context: ToolchainContext): Promise<Installer> {
  const base = await findBasePython(undefined, context);
  return { uv: await findUv(UV_WHEELS[wheelMachine(context.platform)], context), base, work };
}

/** Explains the answers of uv that do not mean that the index is out of reach. */
function wheelFailure(pin: PackagePin, output: string): Failure {
  const problem = explained(pin, output);
  if (problem !== undefined) return new Failure('usage', { ...problem, place: pin.place });
  return failureOf(`cannot get the wheel of ${pin.name} ${pin.version}`, output);
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

/** Reads the licence from the metadata. Source: "Core metadata specifications" of Python packaging. */
async function licenseOf(folder: string): Promise<string | undefined> {
  const { glob } = await import('tinyglobby');
  const [file] = await glob('*.dist-info/METADATA', { cwd: folder, absolute: true });
  const text = file === undefined ? '' : await readFile(file, 'utf8');
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const field = (pattern: RegExp): string | undefined => pattern.exec(head)?.[1]?.trim();
  return (
    field(/^License-Expression:(.+)/m) ??
    // The text of a licence may follow.
    field(/^License:(.+)/m) ??
    field(/^Classifier: License ::.*:: (.+)/m)
  );
}
