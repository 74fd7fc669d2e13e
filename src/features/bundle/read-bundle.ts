import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure, isSystemError } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { filesBelow } from '../../base/files.ts';
import { sha256, tryParseJson } from '../../base/text.ts';
import { unpackZip } from '../../package/archive/unzip.ts';
import {
  type BundleIndex,
  bundledVendors,
  INDEX_FILE,
  indexSchema,
  kernelFiles,
} from './bundle-index.ts';
import { metadataFiles, normalizedProject, recordRow } from './bundle-wheel.ts';

/** The wheel of a bundle, each file of which is as it was written. */
export interface ReadBundle {
  /** The path of the wheel. */
  readonly wheel: string;
  /** The name for `import`. */
  readonly name: string;
  readonly version: string;
  /** The SHA-256 of `bundle.json`, which has the digests of all other files. */
  readonly sha256: string;
  readonly index: BundleIndex;
}

/** The name of a wheel, as `bundle` writes it. */
const WHEEL = /^([a-z_]\w*_bundle)-([\w.+!]+)-(cp\d+-none-linux_\w+)\.whl$/i;

/**
 * Reads the wheel of a bundle.
 * @param scratch an empty folder
 * @throws {Failure} `verification` if it is not the wheel of a bundle, or was changed; `usage` if it
 * cannot be read.
 */
export async function readBundle(
  wheel: string,
  scratch: string,
  signal: AbortSignal,
): Promise<ReadBundle> {
  const file = basename(wheel);
  const [, project = '', version = '', tag = ''] = WHEEL.exec(file) ?? [];
  if (project === '') throw notABundle(wheel, 'its name is not that of a wheel of a bundle');
  await stat(wheel).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw new Failure(
      'usage',
      { message: `cannot read the bundle: ${reasonOf(error)}`, place: { file: wheel } },
      { cause: error },
    );
  });
  await unpackZip(wheel, scratch, signal);
  const paths = await filesBelow(scratch);
  const indexes = paths.filter((path) => basename(path) === INDEX_FILE).map(dirname);
  const name = indexes.find((folder) => normalizedProject(folder) === normalizedProject(project));
  if (name === undefined) throw notABundle(wheel, `it has no ${project}/${INDEX_FILE}`);
  const content = await readFile(join(scratch, name, INDEX_FILE));
  const parsed = indexSchema.safeParse(tryParseJson(String(content)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw notABundle(
      wheel,
      `${INDEX_FILE} is not one: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  }
  const vendors = bundledVendors(parsed.data);
  const metadata = metadataFiles({ name, version, vendors }, tag);
  const own = [...Object.entries(parsed.data.files), ...kernelFiles(parsed.data)];
  const info = `${project}-${version}.dist-info`;
  const expected = new Map([
    [`${name}/${INDEX_FILE}`, sha256(content)],
    ...own.map(([path, digest]) => [`${name}/${path}`, digest] as const),
    ...Object.entries(metadata).map(([path, text]) => [`${info}/${path}`, sha256(text)] as const),
  ]);
  const difference = await differenceIn(scratch, paths, expected, `${info}/RECORD`);
  if (difference !== undefined) throw notABundle(wheel, difference);
  return { wheel, name, version, sha256: sha256(content), index: parsed.data };
}

/**
 * Compares the files of an unpacked wheel with their digests, and its list of files with them. Returns the
 * first difference. Source: "Recording installed projects" of PyPA, for RECORD.
 */
async function differenceIn(
  folder: string,
  paths: readonly string[],
  expected: ReadonlyMap<string, string>,
  record: string,
): Promise<string | undefined> {
  const stray = paths.find((path) => path !== record && !expected.has(path));
  if (stray !== undefined) return `it also has ${stray}`;
  const lacking = [...expected.keys(), record].find((path) => !paths.includes(path));
  if (lacking !== undefined) return `it lacks ${lacking}`;
  const rows = [`${record},,`];
  for (const [path, digest] of expected) {
    const found = await readFile(join(folder, path));
    if (sha256(found) !== digest) return `${path} is not as it was written`;
    rows.push(recordRow(path, digest, found.length));
  }
  const listed = (await readFile(join(folder, record), 'utf8')).trimEnd().split(/\r?\n/);
  return listed.toSorted().join('\n') === rows.toSorted().join('\n')
    ? undefined
    : `${record} does not list the files of the wheel`;
}

function notABundle(wheel: string, reason: string): Failure {
  return new Failure('verification', {
    message: `this is not the wheel of a bundle, or it is damaged: ${reason}`,
    place: { file: wheel },
    hint: 'Make it again with `triton-aot bundle --wheel`, with this version.',
  });
}
