import { join } from 'node:path';
import type { z } from 'zod';
import type { Image } from '../../compile/cubin/check.ts';
import { VERSION } from '../../base/assets.ts';
import { messageOf, type Problem, systemCode } from '../../base/errors.ts';
import { readIfExists } from '../../base/files.ts';
import { lineDifference } from '../../base/line-difference.ts';
import { plural, tryParseJson, visibleText } from '../../base/text.ts';
import { readRuntimeHeaders } from '../c/header.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import { generatedFiles, MANIFEST_FILE, SUMS_FILE } from '../files.ts';
import { listFiles, SIDE_FILES } from '../folder.ts';
import type { PackageFiles } from '../manifest.ts';
import { readManifestText } from '../read.ts';
import { SBOM_FILE } from '../sbom.ts';
import { CASES_FILE, DATA_FOLDER, TESTS_FOLDER } from '../../manifest/values/document.ts';
import { describedImages, describedKernel, describedManifestSchema } from './described.ts';
import { readEmbedded } from './embedded.ts';
import { type CheckFinding, checkResult } from './finding.ts';

/**
 * Generates the C code and the files for build systems again, from manifest.json and the cubins, and
 * compares them byte by byte. Needs neither sources nor Triton.
 */
export async function checkGenerated(folder: string): Promise<CheckFinding> {
  const file = join(folder, MANIFEST_FILE);
  const failed = (message: string, hint: string): CheckFinding =>
    checkResult('generated', '', [{ message, place: { file }, hint }]);
  const parsed = describedManifestSchema.safeParse(tryParseJson(await readManifestText(folder)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return failed(
      `${MANIFEST_FILE} does not describe the C code: ${issue?.path.join('.')}: ${issue?.message}`,
      'Packages of earlier versions do not: build the package again with this version.',
    );
  }
  const { version } = parsed.data.generator;
  const hint =
    version === VERSION
      ? 'The package was changed, or another state of this version of triton-aot built it.'
      : `triton-aot ${version} built the package: verify it with that version, this is ${VERSION}.`;
  let files: PackageFiles;
  let problems: readonly Problem[];
  try {
    files = await generate(folder, parsed.data);
    problems = await findDifferences(folder, files);
  } catch (error) {
    if (systemCode(error) !== undefined) throw error;
    // Values that no build writes.
    const reason = messageOf(error);
    return failed(`no C code can be generated from ${MANIFEST_FILE}: ${reason}`, hint);
  }
  return checkResult(
    'generated',
    `generating again gives the same ${plural(files.size, 'file')}: the C code is what ${MANIFEST_FILE} describes`,
    problems.map((problem) => ({ ...problem, hint })),
  );
}

async function generate(
  folder: string,
  { kernels, ...manifest }: z.infer<typeof describedManifestSchema>,
): Promise<PackageFiles> {
  const images = new Map<Kernel, readonly Image[]>();
  for (const described of kernels) {
    const kernel = describedKernel(described);
    const source = await readIfExists(join(folder, 'src', `${described.name}.c`));
    if (source === undefined) throw new Error(`there is no src/${described.name}.c`);
    const { images: cubins, ptx } = readEmbedded(source);
    const code = [...cubins, ...ptx].flatMap((image) =>
      image === undefined ? [] : [[image.code.sha256, image.code.bytes] as const],
    );
    images.set(kernel, describedImages(described, kernel, new Map(code)));
  }
  const facts = {
    operators: manifest.operators,
    package: manifest.package,
    version: manifest.version,
    embed: manifest.embed,
    tritonVersion: manifest.triton,
    generatorVersion: manifest.generator.version,
    choices: new Map(
      kernels.flatMap(({ name, choice }) =>
        choice === undefined ? [] : [[name, choice] as const],
      ),
    ),
  };
  return generatedFiles(facts, images, await readRuntimeHeaders());
}

async function findDifferences(
  folder: string,
  expected: PackageFiles,
): Promise<readonly Problem[]> {
  const present = (await listFiles(folder)).filter((path) => !isOther(path));
  const paths = [...new Set([...expected.keys(), ...present])].toSorted();
  const problems: Problem[] = [];
  for (const path of paths) {
    const file = join(folder, path);
    const wanted = expected.get(path);
    if (wanted === undefined) {
      problems.push({ message: 'extra: no build writes this file', place: { file } });
      continue;
    }
    const found = await readIfExists(file);
    const bytes = Buffer.from(wanted);
    if (found === undefined)
      problems.push({ message: 'missing: every build writes this file', place: { file } });
    else if (!found.equals(bytes)) problems.push(changed(file, found, bytes));
  }
  return problems;
}

function changed(file: string, found: Buffer, wanted: Buffer): Problem {
  // Bytes that are no text look the same as text.
  const difference =
    lineDifference(wanted.toString(), found.toString()) ??
    lineDifference(wanted.toString('latin1'), found.toString('latin1'));
  if (difference === undefined) throw new Error(`${file} does not differ`);
  const { line, column } = difference;
  const [expected, actual] = [difference.expected, difference.found].map((text) =>
    text === undefined ? 'nothing' : `\`${visibleText(text)}\``,
  );
  const message = `generating it again gives ${expected} here, found ${actual}`;
  return { message, place: { file, line, column } };
}

/** Whether a file is not generated from manifest.json. The tests are the package's own. */
function isOther(path: string): boolean {
  return (
    [MANIFEST_FILE, SUMS_FILE, SBOM_FILE, CASES_FILE, ...SIDE_FILES].includes(path) ||
    path.startsWith(`${DATA_FOLDER}/`) ||
    path.startsWith(`${TESTS_FOLDER}/`)
  );
}
