import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ScratchContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { plural, sha256 } from '../../base/text.ts';
import type { Released } from '../../github/publish/released.ts';
import { writeBeside, writeSums } from '../../package/archive/distribution.ts';
import { bundledTargets } from './bundle-index.ts';
import { readBundle, type ReadBundle } from './read-bundle.ts';
import { describeReplays, readReplays, type Replay, replaysText } from './replays.ts';

/** The bundles to publish. */
interface PublishedBundles {
  /** Wheels of bundles, or folders with wheels of bundles directly below them. */
  readonly bundles: readonly string[];
  /** A folder with what programs wrote while they ran with the bundles, at any depth. */
  readonly replays: string | undefined;
}

/**
 * Checks each file of bundles, takes the replays that are of exactly these, and writes the files of a release.
 * @throws {Failure} `verification` if one is damaged, `usage` if one cannot be read, or for replays without a bundle.
 */
export async function distributeBundles(
  { bundles: paths, replays: folder }: PublishedBundles,
  out: string,
  context: ScratchContext,
): Promise<readonly Released[]> {
  if (paths.length === 0 && folder !== undefined)
    throw new Failure('usage', {
      message: 'replays are of bundles, and there is no bundle to publish',
      hint: 'Set `bundles` (`--bundle`) too.',
    });
  if (paths.length === 0) return [];
  const check = async (): Promise<readonly Released[]> => {
    const bundles: ReadBundle[] = [];
    for (const wheel of (await Promise.all(paths.map(findWheels))).flat()) {
      const scratch = join(out, `bundle-${bundles.length}`);
      await mkdir(scratch);
      bundles.push(await readBundle(wheel, scratch, context.signal));
      await rm(scratch, { recursive: true, force: true });
    }
    const replays =
      folder === undefined ? undefined : await readReplays(folder, bundles, context.log);
    return Promise.all(
      bundles.map((bundle) => distributeOne(bundle, replays?.get(bundle) ?? [], out)),
    );
  };
  return context.log.group('Check the bundles', check, (all) => [all.length, 'bundle']);
}

/** Returns a wheel, or the wheels directly in a folder. */
async function findWheels(path: string): Promise<readonly string[]> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) return [path];
  const wheels = (await readdir(path)).filter((name) => name.endsWith('.whl')).toSorted();
  if (wheels.length > 0) return wheels.map((name) => join(path, name));
  throw new Failure('usage', {
    message: 'no bundle found: there is no wheel in this folder',
    place: { file: path },
    hint: 'Make one with `triton-aot bundle --wheel`.',
  });
}

/** Writes what was replayed with a bundle, and checksums. Their stem is that of the wheel. */
async function distributeOne(
  bundle: ReadBundle,
  replays: readonly Replay[],
  out: string,
): Promise<Released> {
  const file = bundle.wheel;
  const name = basename(file);
  const stem = name.slice(0, -'.whl'.length);
  const content = await readFile(file);
  const wheel = { kind: 'archive', name, file, size: content.length, sha256: sha256(content) };
  const text = replaysText(bundle, replays);
  const described = [
    wheel,
    ...(replays.length === 0
      ? []
      : [await writeBeside(['replays', 'replays.json'], text, stem, out)]),
  ];
  const evidence = describeReplays(bundle, replays);
  return {
    stem,
    files: [...described, await writeSums(stem, described, out)],
    notes: notesOf(bundle, evidence),
    remarks: evidence.map((line) => `${bundle.name}: ${line}`),
    hasEvidence: false,
  };
}

function notesOf({ name, version, index }: ReadBundle, evidence: readonly string[]): string {
  const { entries, environment } = index;
  return `### ${name} ${version}

- ${plural(entries.length, 'kernel')} for a Python program that runs with \`TRITON_CACHE_MANAGER=${name}:Manager\`
- targets: ${bundledTargets(index).join(', ')}
- for Triton ${environment.version} and Python ${environment.python}
${evidence.map((line) => `- evidence: ${line}\n`).join('')}`;
}
