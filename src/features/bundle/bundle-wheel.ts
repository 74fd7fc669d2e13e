import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sha256 } from '../../base/text.ts';
import type { Vendor } from '../../manifest/terms/vendor-terms.ts';
import { writeZip, type ZippedFile } from '../../package/archive/zip.ts';
import { GENERATOR_NAME } from '../../package/layout.ts';
import {
  classifiersOf,
  METADATA_VERSION,
  REQUIRES_PYTHON,
} from '../../package/wheel/wheel-project.ts';
import type { WheelMachine } from '../../toolchain/platform.ts';

/** A bundle to make a wheel of. */
interface BundleWheel {
  /** The name for `import`, which is also that for `pip install`. */
  readonly name: string;
  readonly version: string;
  /** The vendors of GPUs that it has kernels for. */
  readonly vendors: readonly Vendor[];
  /** The folder of the bundle, and its files relative to it. */
  readonly folder: string;
  readonly files: readonly string[];
  /** The version of Python that it is for: of Triton, whose wheels are for one Python. */
  readonly python: string;
  readonly machine: WheelMachine;
  /** The folder to write to. */
  readonly out: string;
}

/**
 * Makes a wheel of a bundle, without dependencies, and returns its path. Needs no other program and no network: a
 * wheel is a zip with its metadata. The bytes depend on the contents only.
 * Source: PyPA's specification "Binary distribution format".
 * @throws {Failure} `usage` if it would be too large for a zip.
 */
export async function writeBundleWheel(bundle: BundleWheel, signal: AbortSignal): Promise<string> {
  const { name, version, python, machine, out } = bundle;
  const [major, minor] = python.split('.');
  const tag = `cp${major}${minor}-none-linux_${machine}`;
  const stem = `${normalizedProject(name)}-${version}`;
  const wheel = resolve(out, `${stem}-${tag}.whl`);
  await writeZip(filesOf(bundle, tag, `${stem}.dist-info`), wheel, signal);
  return wheel;
}

/** Yields the files of a wheel. The metadata comes last, as the specification recommends. */
async function* filesOf(
  { name, version, vendors, folder, files }: BundleWheel,
  tag: string,
  info: string,
): AsyncGenerator<ZippedFile> {
  const rows: string[] = [];
  const listed = (path: string, content: Uint8Array): ZippedFile => {
    rows.push(recordRow(path, sha256(content), content.length));
    return { path, content };
  };
  for (const path of files.toSorted())
    yield listed(`${name}/${path}`, await readFile(join(folder, path)));
  const metadata = metadataFiles({ name, version, vendors }, tag);
  for (const [path, text] of Object.entries(metadata))
    yield listed(`${info}/${path}`, Buffer.from(text));
  const record = `${info}/RECORD`;
  yield { path: record, content: Buffer.from([...rows, `${record},,`, ''].join('\n')) };
}

/** The line of a file in RECORD, without its end. `size` is in bytes. Source: PyPA's "Recording installed projects". */
export function recordRow(path: string, digest: string, size: number): string {
  return `${path},sha256=${Buffer.from(digest, 'hex').toString('base64url')},${size}`;
}

/** The name of a project as the names of wheels have it. Source: PyPA's specification "Names and normalization". */
export function normalizedProject(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '_');
}

/**
 * Returns the text of each file in the metadata of a bundle's wheel, but for RECORD. The name is that
 * of its program, and `_bundle`.
 * @param tag such as `cp312-none-linux_x86_64`
 */
export function metadataFiles(
  { name, version, vendors }: Pick<BundleWheel, 'name' | 'version' | 'vendors'>,
  tag: string,
): Readonly<Record<'METADATA' | 'WHEEL', string>> {
  const program = name.slice(0, -'_bundle'.length);
  const lines = [
    `Metadata-Version: ${METADATA_VERSION}`,
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: Compiled Triton kernels of ${program}`,
    ...classifiersOf(vendors)
      .map((each) => `Classifier: ${each}`)
      .toSorted(),
    `Requires-Python: ${REQUIRES_PYTHON}`,
    'Description-Content-Type: text/markdown',
  ];
  const readme = `Set \`TRITON_CACHE_MANAGER=${name}:Manager\`, and Triton finds the kernels of ${program} here.\n`;
  return {
    METADATA: `${lines.join('\n')}\n\n${readme}`,
    WHEEL: `Wheel-Version: 1.0\nGenerator: ${GENERATOR_NAME}\nRoot-Is-Purelib: false\nTag: ${tag}\n`,
  };
}
