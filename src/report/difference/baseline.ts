import { join } from 'node:path';
import type { BuildContext } from '../../base/context.ts';
import { reasonOf } from '../../base/faults.ts';
import { canonicalJson } from '../../base/text.ts';
import { type ComparedBuild, parseBuild, readBuild } from './build.ts';
import { compareBuilds, type Difference } from './difference.ts';
import { failOnRegressions } from './regressions.ts';
import { MANIFEST_FILE } from '../../package/layout.ts';
import { readManifestText } from '../../package/read.ts';
import type { Plan } from '../../plan/plan.ts';
import {
  type Baseline,
  baselineFile,
  readBaseline,
  writeBaseline,
} from '../../compile/store/baseline.ts';
import type { DirectoryStore } from '../../compile/store/store.ts';
import type { BuildRequest } from '../../compile/work.ts';
import { scopeOf } from '../../plan/selection.ts';

/** The baseline that the store has recorded last. */
export const AUTO_BASELINE = 'auto';

/**
 * Compares the package that a build has written with its baseline, and records it as the next one, as
 * the request says. Returns undefined if there is nothing to compare with.
 */
type FinishBaseline = (folder: string) => Promise<Difference | undefined>;

/**
 * Opens the baseline of a build before anything is compiled.
 * @throws {Failure} `usage` or `verification` if the path that the request names has no package.
 */
export async function openBaseline(
  packageName: string,
  { directory }: DirectoryStore,
  { baseline = {}, targets, only, triton }: BuildRequest,
  { log, now }: Pick<BuildContext, 'log' | 'now'>,
): Promise<FinishBaseline> {
  const { compare, record = false, commit } = baseline;
  if (compare === undefined && !record) return () => Promise.resolve(undefined);
  const isNamed = compare !== undefined && compare !== AUTO_BASELINE;
  const named = isNamed ? { ...(await readBuild(compare)), origin: compare } : undefined;
  const scope = scopeOf(packageName, { targets, only, triton });
  const usesStore = record || compare === AUTO_BASELINE;
  const recorded = usesStore ? await readBaseline(baselineFile(directory, scope)) : undefined;
  return async (folder) => {
    const text = await readManifestText(folder);
    const before = named ?? (compare === undefined ? undefined : buildOf(recorded));
    if (compare !== undefined && before === undefined)
      log.info(
        'no build is recorded to compare with: `--record-baseline` records one, as the action does for pushes to the default branch',
      );
    const manifest: unknown = JSON.parse(text);
    const isSame = canonicalJson(manifest) === canonicalJson(recorded?.manifest ?? null);
    if (record && !isSame) {
      const file = baselineFile(directory, scope);
      const content = { time: now(), ...(commit !== undefined && { commit }), manifest };
      await save(file, content, log);
    }
    return before && compareBuilds(before, parseBuild(text, join(folder, MANIFEST_FILE)));
  };
}

/**
 * Checks what got worse, at the places of the kernels in the manifest.
 * @throws {Failure} `threshold` with everything that got worse by more than is allowed.
 */
export function checkRegressions({
  difference,
  plan,
}: {
  readonly difference?: Difference | undefined;
  readonly plan: Plan;
}): void {
  if (difference === undefined) return;
  const places = new Map(plan.kernels.map(({ name, place }) => [name, place]));
  failOnRegressions(difference, (kernel) => places.get(kernel));
}

/** A recorded build; undefined if this version cannot read it. */
function buildOf(baseline: Baseline | undefined): ComparedBuild | undefined {
  if (baseline === undefined) return undefined;
  const { time, commit, manifest } = baseline;
  const day = new Date(time).toISOString().slice(0, 10);
  const origin = `${commit === undefined ? 'the build' : `commit ${commit.slice(0, 7)}`} of ${day}`;
  try {
    return { ...parseBuild(JSON.stringify(manifest), 'the recorded baseline'), origin };
  } catch {
    // Of another format: the next recorded build replaces it.
    return undefined;
  }
}

/** Never fails: a full disk may not fail a build. */
async function save(file: string, content: Baseline, log: BuildContext['log']): Promise<void> {
  try {
    await writeBaseline(file, content);
  } catch (error) {
    log.warning({
      message: `cannot record the build as a baseline: ${reasonOf(error)}`,
      place: { file },
    });
    return;
  }
  log.info('recorded the build as the baseline of later ones');
}
