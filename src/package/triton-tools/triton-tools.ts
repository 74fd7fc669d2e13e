import { join } from 'node:path';
import { fileJson } from '../../base/text.ts';
import { VERSION } from '../../base/assets.ts';
import type { BuildContext, Log } from '../../base/context.ts';
import { Failure, type Problem, systemCode } from '../../base/errors.ts';
import { readPlainFile } from '../../base/files.ts';
import { globMatcher } from '../../base/globs.ts';
import { groupBy } from '../../base/groups.ts';
import type { LineDifference } from '../../base/text.ts';
import type { PlannedBuild } from '../../compile/plan-build.ts';
import type { BuildRequest } from '../../compile/work.ts';
import { readDocument } from '../../manifest/yaml.ts';
import type { Manifest, Vendored } from '../../manifest/manifest.ts';
import { sealPackage } from '../files.ts';
import { GENERATOR_NAME, MANIFEST_FILE, SUMS_FILE } from '../layout.ts';
import { listFiles, writePackage } from '../folder.ts';
import type { PackageFiles } from '../manifest.ts';
import { type BuildSelection, completePlan, draftPlan, type Plan } from '../../plan/plan.ts';
import { NO_HINTS } from '../../plan/hint-request.ts';
import { invocationOf } from './invocation.ts';
import { firstDifferentLine, type VendoredFile } from './vendored.ts';
import { generateTree, type TreeRequest } from './tools.ts';

/**
 * Writes the files of Triton's own tools, and returns them. Says what is not done for them. Call
 * `checkOutputFolder` first.
 * @throws as `generateTree`.
 */
export async function buildWithTritonTools(
  planned: PlannedBuild,
  request: BuildRequest,
  context: BuildContext,
): Promise<readonly VendoredFile[]> {
  const { plan } = planned;
  const { out, allowKnownWrong } = request;
  noteUnused(planned, request, context.log);
  const tree = await generateTree(plan, request, context);
  await context.log.group(
    `Write the files to ${out}`,
    () => writePackage(out, tritonToolsFiles(plan, tree, allowKnownWrong), context),
    () => [tree.length, 'file'],
  );
  return tree;
}

function noteUnused({ plan, tuning }: PlannedBuild, { baseline }: BuildRequest, log: Log): void {
  if (tuning !== undefined)
    log.info(`${tuning.file} is not used: the code of Triton's own tools does not choose algos`);
  warnOfUncheckedBudgets(plan.manifest, log);
  if (plan.operators.length > 0)
    log.info("operators are left out: Triton's own tools do not make them");
  if (baseline?.compare !== undefined)
    log.info("nothing is compared: Triton's own tools do not say what their code takes of a GPU");
}

/** Warns that budgets are not checked, if there are any: Triton's own tools keep their cubins. */
export function warnOfUncheckedBudgets(
  { kernels }: Pick<Manifest, 'kernels'>,
  log: Pick<Log, 'warning'>,
): void {
  const [limit] = kernels.flatMap(({ budget }) => [...budget.limits.values()]);
  if (limit === undefined) return;
  log.warning({
    message: "budgets are not checked for files of Triton's own tools",
    place: limit.place,
    hint: 'Use the native generator to check them.',
  });
}

const FORMAT = 1;

/** Adds checksums and a manifest.json that says how each file was generated. */
function tritonToolsFiles(
  { manifest, kernels, variants }: Plan,
  tree: readonly VendoredFile[],
  allowedKnownWrong: readonly string[],
): PackageFiles {
  const { package: name, version, triton, targets } = manifest;
  const planned = groupBy(variants, ({ kernel }) => kernel);
  const description = {
    format: FORMAT,
    generator: { name: GENERATOR_NAME, version: VERSION, mode: 'triton' },
    package: name,
    version,
    triton,
    targets: targets.map((target) => target.name),
    allowedKnownWrong,
    kernels: kernels.map((kernel) => ({
      name: kernel.name,
      source: `${kernel.source.file}:${kernel.source.function}`,
      compiled: (planned.get(kernel) ?? []).map((variant) => ({
        target: variant.target.name,
        ...invocationOf(variant),
      })),
    })),
  };
  const texts = new Map(tree.map(({ path, text }) => [path, text]));
  return sealPackage(texts, fileJson(description));
}

/** Returns true if a manifest names Triton's own tools as the generator, or the request does. */
export async function usesTritonTools({
  generator,
  manifest,
}: Pick<BuildSelection, 'generator' | 'manifest'>): Promise<boolean> {
  if (generator !== undefined) return generator === 'triton';
  const value = (await readDocument(manifest))?.value;
  const isMap = typeof value === 'object' && value !== null;
  return isMap && 'generator' in value && value.generator === 'triton';
}

interface TritonToolsVerifyRequest extends Omit<TreeRequest, 'python'>, BuildSelection {
  /** The folder that holds the committed files. */
  readonly package: string;
}

/** Files this program adds. A verified tree may lack them. */
const OWN_FILES = new Set([MANIFEST_FILE, SUMS_FILE]);

/**
 * Compares a tree with what the sources produce. Returns the number of files.
 * @throws {Failure} `verification` with each file that differs, is missing or is extra.
 */
export async function verifyTritonTools(
  request: TritonToolsVerifyRequest,
  context: BuildContext,
): Promise<number> {
  const plan = await context.log.group(
    `Plan ${request.manifest}`,
    async () => completePlan(await draftPlan(request, context), NO_HINTS, context),
    ({ variants }) => [variants.length, 'variant'],
  );
  const expected = await generateTree(plan, request, context);
  const { vendored } = plan.manifest;
  // With --only, files of other entry points are neither expected nor extra.
  const starts = plan.kernels.map(({ name }) => `${name}${vendored.flat ? '.' : '/'}`);
  const isOurs = (path: string): boolean =>
    request.only === undefined || starts.some((start) => path.startsWith(start));
  const problems = await treeProblems(expected, request.package, vendored, isOurs);
  if (problems.length > 0) throw new Failure('verification', problems);
  return expected.length;
}

/**
 * Compares the files in a folder with those that the tools write.
 * @param isOurs whether a file that the tools do not write should not be there
 */
export async function treeProblems(
  expected: readonly VendoredFile[],
  folder: string,
  vendored: Vendored,
  isOurs: (path: string) => boolean = () => true,
): Promise<Problem[]> {
  const found = new Set(await filesBelow(folder));
  const texts = new Map(expected.map(({ path, text }) => [path, text]));
  const isExtra = globMatcher(vendored.extraFiles);
  const paths = [...new Set([...texts.keys(), ...found])].toSorted();
  const problems: Problem[] = [];
  for (const path of paths) {
    const text = texts.get(path);
    const place = { file: join(folder, path) };
    if (text === undefined) {
      if (!OWN_FILES.has(path) && isOurs(path) && !isExtra(path)) {
        const hint = 'Remove it, or add it to `extra_files:` in `vendored:`.';
        problems.push({ message: 'extra: the tools do not write this file', place, hint });
      }
    } else if (!found.has(path)) {
      problems.push({ message: 'missing: the tools write this file', place });
    } else {
      const difference = firstDifferentLine(
        text,
        String(await readPlainFile(place.file)),
        vendored,
      );
      if (difference !== undefined) problems.push(drifted(place.file, difference));
    }
  }
  return problems;
}

function drifted(file: string, difference: LineDifference): Problem {
  const { line, column, expected, found } = difference;
  const [wanted, actual] = [expected, found].map((text) =>
    text === undefined ? 'nothing' : `\`${text}\``,
  );
  return {
    message: `drifted: the tools write ${wanted}, found ${actual}`,
    place: { file, line, column },
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    return await listFiles(folder);
  } catch (error) {
    const message =
      systemCode(error) === 'ENOENT'
        ? 'no such folder'
        : `cannot read the folder: ${String(error)}`;
    throw new Failure('usage', {
      message,
      place: { file: folder },
      hint: 'Pass the folder of the committed files with --package.',
    });
  }
}
