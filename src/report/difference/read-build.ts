import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, systemCode } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { readIfExists, readPlainFile } from '../../base/files.ts';
import { MANIFEST_FILE } from '../../package/files.ts';
import { REPORT_FILES } from '../../package/folder.ts';
import { parseDocument } from '../../package/read.ts';
import { MANIFEST_FORMAT } from '../../package/manifest.ts';
import {
  type ComparedBuild,
  comparedBuild,
  comparedManifestSchema,
  joinBuilds,
} from './compared-build.ts';

const WHAT = 'Pass the folder of a package, a folder of split packages, or a manifest.json.';

/**
 * Reads a build to compare: a package, the packages directly below a folder, or a manifest.json.
 * Times are those of the report.json beside it. Checksums are not checked.
 * @throws {Failure} `usage` if there is none or another program wrote it, `verification` if it is
 * damaged.
 */
export async function readBuild(path: string): Promise<ComparedBuild> {
  const files = await manifestsAt(path);
  const builds = await Promise.all(files.map(readOne));
  const [first, ...others] = builds;
  if (first !== undefined) return joinBuilds([first, ...others]);
  throw new Failure('usage', {
    message: `there is no package to compare: no ${MANIFEST_FILE} here or in a folder directly below`,
    place: { file: path },
    hint: WHAT,
  });
}

async function readOne(file: string): Promise<ComparedBuild> {
  const text = (await readPlainFile(file)).toString();
  const report = await readIfExists(join(dirname(file), REPORT_FILES.json)).catch(() => undefined);
  return parseBuild(text, file, report?.toString());
}

/** Parses a manifest.json, and the report.json of the package. @throws as `readBuild`. */
export function parseBuild(text: string, file: string, reportText?: string): ComparedBuild {
  try {
    const manifest = parseDocument(text, file, comparedManifestSchema, MANIFEST_FORMAT);
    return comparedBuild(manifest, reportText);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    throw new Failure(
      'usage',
      error.problems.map((problem) => ({ ...problem, hint: WHAT })),
      { cause: error },
    );
  }
}

/** The files of a package or of split packages, sorted; empty if there are none. */
async function manifestsAt(path: string): Promise<readonly string[]> {
  try {
    if ((await stat(path)).isFile()) return [path];
    const own = join(path, MANIFEST_FILE);
    if (await isFile(own)) return [own];
    const entries = await readdir(path);
    const below = entries.toSorted().map((name) => join(path, name, MANIFEST_FILE));
    const found = await Promise.all(below.map(isFile));
    return below.filter((_file, index) => found[index]);
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
    throw new Failure('usage', {
      message: isMissing ? 'no such file or folder' : `cannot be read: ${reasonOf(error)}`,
      place: { file: path },
      hint: WHAT,
    });
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}
