import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { makeFolder, readIfExists, writeAtomically } from '../base/files.ts';
import { tryParseJson } from '../base/text.ts';
import { withEvidence } from './add.ts';
import { reportMarkdown } from './markdown.ts';
import { REPORT_FILES } from '../package/layout.ts';
import { htmlReport } from './page.ts';
import { type Report, reportSchema } from './report.ts';
import { PAGE_STYLE } from '../base/assets.ts';

/** GitHub renders files up to this size, in bytes. */
const MARKDOWN_BYTES = 512 * 1024;

/**
 * Writes the report's files to a folder.
 * @throws {Failure} `environment` if they cannot be written.
 */
export async function writeReport(folder: string, report: Report): Promise<void> {
  const rest = `See ${REPORT_FILES.html}.`;
  const texts = {
    [REPORT_FILES.json]: `${JSON.stringify(report)}\n`,
    [REPORT_FILES.markdown]: reportMarkdown(report, { bytes: MARKDOWN_BYTES, rest }),
    [REPORT_FILES.html]: htmlReport(report, await readFile(PAGE_STYLE, 'utf8')),
  };
  try {
    await makeFolder(folder);
    for (const [name, text] of Object.entries(texts))
      await writeAtomically(join(folder, name), (fresh) => writeFile(fresh, text));
  } catch (error) {
    const message = `cannot write the report: ${reasonOf(error)}`;
    throw new Failure('environment', { message, place: { file: folder } }, { cause: error });
  }
}

/**
 * Changes the report in a folder, with what the package proves now.
 * @param of the folder of the package whose evidence counts
 * @throws {Failure} `usage` if there is no report, `environment` if it cannot be written.
 */
export async function updateReport(
  folder: string,
  of: string,
  change: (report: Report) => Report,
): Promise<Report> {
  const old = await readReport(folder);
  if (old === undefined) {
    throw new Failure('usage', {
      message: 'there is no report here',
      place: { file: folder },
      hint: 'Build with `--report` and this folder first.',
    });
  }
  const report = change(await withEvidence(old, of));
  await writeReport(folder, report);
  return report;
}

/**
 * Changes the report in the folder of a package, if there is one. Returns the absolute path of the page
 * for people; empty if there is no report.
 * @throws as `updateReport`.
 */
export async function updateReportOf(
  folder: string,
  change: (report: Report) => Report,
): Promise<string> {
  if (!existsSync(join(folder, REPORT_FILES.json))) return '';
  await updateReport(folder, folder, change);
  return resolve(folder, REPORT_FILES.html);
}

/**
 * Reads the report in a folder; undefined if there is none.
 * @throws {Failure} `usage` if it is not a report of this version.
 */
export async function readReport(folder: string): Promise<Report | undefined> {
  const file = join(folder, REPORT_FILES.json);
  const text = (await readIfExists(file))?.toString();
  if (text === undefined) return undefined;
  const parsed = reportSchema.safeParse(tryParseJson(text));
  if (parsed.success) return parsed.data;
  throw new Failure('usage', {
    message: 'this is not a report of this version of triton-aot',
    place: { file },
    hint: 'Build with `--report` again, or delete the file.',
  });
}
