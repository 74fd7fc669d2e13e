import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure, messageOf } from '../base/errors.ts';
import { makeFolder, readIfExists, writeAtomically } from '../base/files.ts';
import { sha256 } from '../base/text.ts';
import { fetchFromPlaces } from './package-places.ts';
import type { PackageSettings } from './package-settings.ts';
import { isWheelFor, releasedWheel, type WheelName, type WheelTarget } from './triton-wheels.ts';

/** A wheel of Triton on the disk, whose content was compared with its digest. */
export interface WheelFile extends WheelName {
  readonly file: string;
}

type WheelContext = RunContext & Pick<BuildContext, 'download' | 'handedOn' | 'home' | 'now'>;

/**
 * Returns the wheel of Triton to install from: the one that an earlier job has handed on, or one
 * that this job keeps for others; undefined if uv has to ask the index.
 * @throws {Failure} `verification` if the wheel was handed on and is damaged.
 */
export async function wheelToInstall(
  target: WheelTarget,
  settings: PackageSettings,
  context: WheelContext,
): Promise<WheelFile | undefined> {
  const { handedOn } = context;
  if (handedOn === undefined) return undefined;
  if (handedOn === 'keep') return keptWheel(target, settings, context);

  const { folder, wheel } = handedOn;
  const released = releasedWheel(target);
  if (released === undefined ? !isWheelFor(wheel.name, target) : released.name !== wheel.name) {
    const { tritonVersion, tag, machine } = target;
    context.log.info(
      `${wheel.name} is not for Triton ${tritonVersion}, ${tag} and ${machine}: the index is asked`,
    );
    return undefined;
  }
  const file = join(folder, wheel.name);
  const content = await readIfExists(file);
  const expected = released ?? wheel;
  if (content !== undefined && sha256(content) === expected.sha256) return { ...expected, file };
  throw new Failure('verification', {
    message: `the wheel of Triton is ${content === undefined ? 'missing' : 'damaged'}`,
    place: { file },
    hint: 'Run the job that wrote the plan again.',
  });
}

/** The folder of the wheels that are kept for other jobs. */
export function wheelFolder(home: string): string {
  return join(home, 'wheels');
}

/**
 * Returns the wheel of Triton from the home folder. Downloads it at first use; warns and returns
 * undefined if that is not possible.
 */
export async function keptWheel(
  target: WheelTarget,
  settings: PackageSettings,
  context: WheelContext,
): Promise<WheelFile | undefined> {
  const { home, log, now } = context;
  const folder = wheelFolder(home);
  const released = releasedWheel(target);
  const isWanted = (name: string): boolean =>
    released === undefined ? isWheelFor(name, target) : name === released.name;
  const kept = (await readdir(folder).catch(() => [])).find(isWanted);
  if (kept !== undefined) {
    const file = join(folder, kept);
    const digest = sha256(await readFile(file));
    await utimes(file, now() / 1000, now() / 1000).catch(() => undefined);
    if (released === undefined || digest === released.sha256)
      return { name: kept, sha256: digest, file };
  }
  const { tritonVersion, tag, machine } = target;
  const what = released?.name ?? `a wheel of Triton ${tritonVersion} for ${tag} and ${machine}`;
  log.info(`downloading ${what}, which other jobs use too`);
  const wanted = { project: 'triton', what, isWanted, sha256: released?.sha256 };
  const answer = await fetchFromPlaces(wanted, settings, context);
  if (!answer.ok) return cannotKeep(answer.tried.join('\n'), context);
  const { name, content } = answer;
  const file = join(folder, name);
  try {
    await makeFolder(folder);
    await writeAtomically(file, (temporary) => writeFile(temporary, content));
  } catch (error) {
    return cannotKeep(messageOf(error), context);
  }
  return { name, sha256: sha256(content), file };
}

function cannotKeep(hint: string, { log }: WheelContext): undefined {
  const message = 'cannot keep a wheel of Triton for other jobs, so that each asks the index';
  log.warning({ message, hint });
}
