import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileDigest, readPlainFile } from '../base/files.ts';
import { sha256 } from '../base/text.ts';
import type { PackagePin } from '../manifest/packages.ts';
import { markerFile, moveIntoPlace, withWorkFolder } from './installation.ts';
import type { ToolchainContext } from './installer.ts';

/** The files of a package, unpacked: they are in no environment, and none of their code has run. */
export interface UnpackedPackage extends PackagePin {
  /** The SHA-256 of its wheel; undefined if it is not known. */
  readonly wheel?: string | undefined;
  /** The SHA-256 of the list of its Python files and its metadata, each with its SHA-256. */
  readonly files: string;
  /** The folder of its modules. */
  readonly folder: string;
  /** What the package says of its licence: an SPDX expression, or the name of one. */
  readonly license: string | undefined;
}

/** The start of the paths of a package's modules, as inspect_sources.py names them. */
export function pathIn(name: string): string {
  return `${name}.whl/`;
}

/** The place of an unpacked package, and what is in it. */
interface Unpacking {
  /** The name of its folder. */
  readonly name: string;
  /** A line that says which package it is, by a hash. */
  readonly requirement: string;
}

/**
 * Returns a package that was unpacked before; undefined if it was not. The digests of all files were noted
 * then, and are compared now: undefined, with a warning, if it is damaged.
 */
export async function storedPackage(
  pin: PackagePin,
  { name, requirement }: Unpacking,
  context: ToolchainContext,
): Promise<UnpackedPackage | undefined> {
  const { log, now } = context;
  const folder = folderOf(name, context);
  const state = await unpackedState(folder, requirement);
  if (state === 'missing') return undefined;
  if (state !== 'whole') {
    log.warning({
      message: `the unpacked files of ${pin.name} ${pin.version} are damaged and will be unpacked again: ${state.damage}`,
      place: { file: folder },
    });
    return undefined;
  }
  // For pruning, as environments.
  await utimes(markerFile(folder), now() / 1000, now() / 1000).catch(() => undefined);
  return describe(pin, folder);
}

/**
 * Unpacks a package. `unpack` writes its files into a folder, and `placeOf` says where they are kept, by the
 * SHA-256 of their list. Other processes may unpack the same at once.
 */
export async function unpackPackage(
  pin: PackagePin,
  placeOf: (files: string) => Unpacking,
  unpack: (modules: string, work: string) => Promise<void>,
  context: ToolchainContext,
): Promise<UnpackedPackage> {
  return withWorkFolder(folderOf('any', context), async (work) => {
    const made = join(work, 'package');
    const modules = join(made, 'modules');
    await unpack(modules, work);
    const seal = await sealOf(modules);
    const { name, requirement } = placeOf(sourcesDigest(seal));
    const folder = folderOf(name, context);
    context.log.detail(`keeping ${pin.name} ${pin.version} in ${folder}`);
    await writeFile(markerFile(made), `${requirement}${seal}`);
    context.signal.throwIfAborted();
    await moveIntoPlace(made, folder, work, async () =>
      (await unpackedState(folder, requirement)) === 'whole' ? true : undefined,
    );
    return describe(pin, folder);
  });
}

async function describe(pin: PackagePin, folder: string): Promise<UnpackedPackage> {
  const modules = join(folder, 'modules');
  const files = sourcesDigest(String(await readPlainFile(markerFile(folder))));
  return { ...pin, files, folder: modules, license: await licenseOf(modules) };
}

/** Beside environments, so that it is removed with them when it was not used for long. */
function folderOf(name: string, { home }: Pick<ToolchainContext, 'home'>): string {
  return resolve(home, 'toolchains', name);
}

/**
 * Returns the text that describes unpacked files: the SHA-256 of each as sha256sum prints it. What is
 * neither a file nor a folder has a word in its place.
 */
async function sealOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const lines: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    const digest = entry.isFile() ? await fileDigest(file).catch(() => 'unreadable') : 'no-file';
    lines.push(`${digest}  ${relative(folder, file)}\n`);
  }
  return lines.toSorted().join('');
}

/** The lines of a seal that are the same for all who install a wheel: installers add and change other files. */
const SOURCES = /^[0-9a-f]{64} {2}(?:.*\.py|[^/\n]*\.dist-info\/METADATA)\n/gm;

/** Returns the SHA-256 of the lines for what kernels are read from. copy_installed.py copies the same files. */
function sourcesDigest(seal: string): string {
  return sha256([...seal.matchAll(SOURCES)].join(''));
}

/** Compares unpacked files with what was noted of them. Earlier versions noted no files: those are missing. */
async function unpackedState(
  folder: string,
  requirement: string,
): Promise<'whole' | 'missing' | { readonly damage: string }> {
  const noted = await readPlainFile(markerFile(folder)).then(String, () => requirement);
  if (noted === requirement) return 'missing';
  if (!noted.startsWith(requirement)) return { damage: 'the list of its files is damaged' };
  const found = `${requirement}${await sealOf(join(folder, 'modules'))}`;
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
