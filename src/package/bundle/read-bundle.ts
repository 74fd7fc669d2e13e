import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure, isSystemError } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { filesBelow } from '../../base/files.ts';
import { sha256, tryParseJson } from '../../base/text.ts';
import { unpackZip } from '../archive/unzip.ts';
import {
  type BundleIndex,
  bundledVendors,
  INDEX_FILE,
  indexSchema,
  kernelFiles,
} from './bundle-index.ts';
import { metadataFiles } from './bundle-wheel.ts';

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
  const name = indexes.find((folder) => normalized(folder) === normalized(project));
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
  const info = `${project}-${version}.dist-info`;
  const vendors = bundledVendors(parsed.data);
  const metadata = Object.entries(metadataFiles({ name, version, vendors }, tag));
  const expected = new Map([
    [`${name}/${INDEX_FILE}`, sha256(content)],
    ...[...Object.entries(parsed.data.files), ...kernelFiles(parsed.data)].map(
      ([path, digest]) => [`${name}/${path}`, digest] as const,
    ),
    ...metadata.map(([file, text]) => [`${info}/${file}`, sha256(text)] as const),
  ]);
  const record = `${info}/RECORD`;
  const stray = paths.find((path) => path !== record && !expected.has(path));
  if (stray !== undefined) throw notABundle(wheel, `it also has ${stray}`);
  for (const path of [...expected.keys(), record])
    if (!paths.includes(path)) throw notABundle(wheel, `it lacks ${path}`);
  const rows = [`${record},,`];
  for (const [path, digest] of expected) {
    const found = await readFile(join(scratch, path));
    if (sha256(found) !== digest) throw notABundle(wheel, `${path} is not as it was written`);
    const encoded = Buffer.from(digest, 'hex').toString('base64url');
    rows.push(`${path},sha256=${encoded},${found.length}`);
  }
  const listed = (await readFile(join(scratch, record), 'utf8')).trimEnd().split(/\r?\n/);
  if (listed.toSorted().join('\n') !== rows.toSorted().join('\n'))
    throw notABundle(wheel, `${record} does not list the files of the wheel`);
  return { wheel, name, version, sha256: sha256(content), index: parsed.data };
}

/** The name of a project as the names of wheels have it. Source: the specification "Names and normalization" of PyPA. */
function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '_');
}

function notABundle(wheel: string, reason: string): Failure {
  return new Failure('verification', {
    message: `this is not the wheel of a bundle, or it is damaged: ${reason}`,
    place: { file: wheel },
    hint: 'Make it again with `triton-aot bundle --wheel`, with this version.',
  });
}
