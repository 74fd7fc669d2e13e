import { copyFile, link, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { pathExists } from '../base/files.ts';
import { mapConcurrently, run } from '../base/process.ts';
import { sha256 } from '../base/text.ts';
import { type ByteSource, memorySource, remoteSource } from './byte-source.ts';
import { installerEnvironment } from './environment.ts';
import {
  type InstallationKey,
  moveIntoPlace,
  removeInstallation,
  withWorkFolder,
} from './installation.ts';
import { NUMPY, numpyWheel } from './numpy-wheels.ts';
import { fetchFromPlaces, findOnServer, type WantedPackage } from './package-places.ts';
import type { PackageSettings } from './package-settings.ts';
import type { BasePython } from './python.ts';
import { type ReleasedWheel, releasedWheel, type WheelName } from './triton-wheels.ts';
import { unpackWheel, type WheelSelection } from './unpack-wheel.ts';

/** Bytes that an environment made from parts needs, and a margin. */
export const PARTS_BYTES = 0.6e9;

/** The folder of the unpacked parts of wheels, which environments share by hard links. */
export function partsFolder(home: string): string {
  return join(home, 'parts');
}

/** What Triton compiles for CUDA without. */
const TRITON_LEFT_OUT =
  /^triton\/(?:FileCheck$|instrumentation\/|plugins\/|backends\/amd\/(?:include|lib)\/|backends\/nvidia\/(?:include\/|lib\/cupti|bin\/(?:cuobjdump|nvdisasm)$))/;

/** What no import of NumPy loads. */
const NUMPY_LEFT_OUT = /^numpy\/(?:.*\/)?(?:tests|include)\/|^numpy\/.*\.(?:a|pyi)$/;

/** Sources that few kernels import, if any: not compiled in advance. */
const RARE =
  '/(profiler|_internal_testing|gsan|triton_to_gluon_translator|extra/hip|f2py|numpy/(ma|polynomial|random|testing|typing|fft)|_pyinstaller|distutils)(/|[.]py$)';

type PartsContext = Pick<
  BuildContext,
  'download' | 'env' | 'handedOn' | 'home' | 'log' | 'now' | 'signal'
>;

/** What an environment is made of. */
export interface Ingredients {
  readonly triton: ReleasedWheel;
  readonly numpy: WheelName | undefined;
}

/**
 * Returns what to make the environment of, if its packages are known releases and nothing about it is
 * unusual; undefined if uv must install.
 */
export async function ingredients(
  { tritonVersion, tag, machine, requirements, base: named }: InstallationKey,
  base: BasePython,
  { offline }: PackageSettings,
  { handedOn }: PartsContext,
): Promise<Ingredients | undefined> {
  const triton = releasedWheel({ tritonVersion, tag, machine });
  const numpy = requirements.length === 0 ? undefined : numpyWheel(tag, machine);
  const isKnown =
    requirements.length === 0 ||
    (JSON.stringify(requirements) === JSON.stringify(NUMPY) && numpy !== undefined);
  // The base of an environment is another Python.
  const isEnvironment = await pathExists(join(dirname(base.python), '..', 'pyvenv.cfg'));
  const isUnusual = named !== undefined || handedOn !== undefined || offline || isEnvironment;
  return triton === undefined || !isKnown || isUnusual ? undefined : { triton, numpy };
}

/**
 * Creates an environment in `work`/env from parts of wheels, which are downloaded if necessary, and
 * returns that folder.
 * @throws any error if uv must install instead.
 */
export async function installParts(
  { triton, numpy }: Ingredients,
  base: BasePython,
  settings: PackageSettings,
  work: string,
  context: PartsContext,
): Promise<string> {
  const kept = [
    keptPart(tritonPart(triton, base), context, (folder) =>
      getTriton(triton, base, settings, folder, context),
    ),
    ...(numpy === undefined
      ? []
      : [
          keptPart(numpyPart(numpy, base), context, (folder) =>
            getNumpy(numpy, base, settings, folder, context),
          ),
        ]),
  ];
  await Promise.allSettled(kept);
  const parts = await Promise.all(kept);
  const folder = join(work, 'env');
  const packages = join(
    folder,
    'lib',
    `python${base.version.replace(/\.\d+$/, '')}`,
    'site-packages',
  );
  await mkdir(join(folder, 'bin'), { recursive: true });
  await mkdir(packages, { recursive: true });
  // Source: PEP 405, "Specification".
  const lines = [
    `home = ${dirname(base.python)}`,
    'include-system-site-packages = false',
    `version = ${base.version}`,
  ];
  await writeFile(join(folder, 'pyvenv.cfg'), `${lines.join('\n')}\n`);
  await symlink(base.python, join(folder, 'bin', 'python'));
  for (const part of parts) await linkAll(part, packages);
  return folder;
}

/** Removes the parts that an environment is made of, since they are damaged. */
export async function forgetParts(
  { triton, numpy }: Ingredients,
  base: BasePython,
  { home }: PartsContext,
): Promise<void> {
  const names = [
    tritonPart(triton, base),
    ...(numpy === undefined ? [] : [numpyPart(numpy, base)]),
  ];
  for (const name of names) await removeInstallation(join(partsFolder(home), name));
}

function tritonPart({ name, content }: ReleasedWheel, base: BasePython): string {
  return partName(name, base, [content, TRITON_LEFT_OUT.source]);
}

function numpyPart({ name, sha256: digest }: WheelName, base: BasePython): string {
  return partName(name, base, [digest, NUMPY_LEFT_OUT.source]);
}

/** Its bytecode is that of one version of Python. */
function partName(wheel: string, { tag }: BasePython, what: readonly string[]): string {
  const [name, version] = wheel.split('-');
  const key = sha256(JSON.stringify([wheel, tag, RARE, ...what])).slice(0, 12);
  return `${name}-${version}-${tag}-${key}`;
}

/** Returns the folder of a part, which `make` makes at first use. */
async function keptPart(
  name: string,
  { home, now }: PartsContext,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = resolve(partsFolder(home), name);
  if (await pathExists(folder)) {
    await utimes(folder, now() / 1000, now() / 1000).catch(() => undefined);
    return folder;
  }
  return withWorkFolder(folder, async (work) => {
    const made = join(work, 'part');
    await mkdir(made);
    await make(made);
    await moveIntoPlace(made, folder, work, async () => (await pathExists(folder)) || undefined);
    return folder;
  });
}

async function getTriton(
  { name, bytes, content, loaded }: ReleasedWheel,
  base: BasePython,
  settings: PackageSettings,
  folder: string,
  context: PartsContext,
): Promise<void> {
  const wanted = wantedFile('triton', name);
  const get = await findOnServer(wanted, settings, context);
  if (get === undefined) throw new Error(`no server has ${name}`);
  const source = remoteSource(bytes, get);
  const selection = { content, loaded, leftOut: TRITON_LEFT_OUT };
  await unpackAndCompile(source, selection, base, folder, context).finally(() => source.close());
}

async function getNumpy(
  { name, sha256: digest }: WheelName,
  base: BasePython,
  settings: PackageSettings,
  folder: string,
  context: PartsContext,
): Promise<void> {
  const answer = await fetchFromPlaces(wantedFile('numpy', name, digest), settings, context);
  if (!answer.ok) throw new Error(answer.tried.join('; '));
  const selection = { content: undefined, loaded: {}, leftOut: NUMPY_LEFT_OUT };
  await unpackAndCompile(memorySource(answer.content), selection, base, folder, context);
}

function wantedFile(project: string, name: string, digest?: string): WantedPackage {
  return { project, what: name, isWanted: (each) => each === name, sha256: digest };
}

/** Unpacks, and compiles the Python sources meanwhile: the bridge writes no bytecode. */
async function unpackAndCompile(
  source: ByteSource,
  selection: Omit<WheelSelection, 'onSources'>,
  { python }: BasePython,
  folder: string,
  { env, signal }: PartsContext,
): Promise<void> {
  let compiled: Promise<unknown> | undefined;
  const onSources = (): void => {
    const argv = [python, '-I', '-S', '-m', 'compileall', '-q', '-x', RARE, folder];
    // Whatever does not compile is compiled, or fails, when it is imported.
    compiled = run(argv, { env: installerEnvironment(env), signal }).catch(() => undefined);
  };
  try {
    await unpackWheel(source, { ...selection, onSources }, folder);
  } finally {
    await compiled;
  }
  signal.throwIfAborted();
}

/** Links, or copies on a disk without links, the files below a folder. */
async function linkAll(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  await mapConcurrently(entries, 8, async (entry) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target);
      await linkAll(source, target);
    } else {
      await link(source, target).catch(() => copyFile(source, target));
    }
  });
}
