import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemCode } from './errors.ts';

// Temporary folders and files have their owner in their names: `aot.MACHINE-PID-START-RANDOM.new`. So a
// later process can remove those of a process that was killed.

/** The suffix of files that are still being written. */
export const PARTIAL_SUFFIX = '.part';

const OWNED = /^(.+)\.([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{8}(\.new|\.old|\.part)?$/;

/** Returns a new name that says that this process owns it. */
export async function ownedName(stem: string, suffix: string): Promise<string> {
  const start = (await readProcess(process.pid))?.start ?? '0';
  const owner = `${await machine()}-${process.pid}-${start}`;
  return `${stem}.${owner}-${randomBytes(4).toString('hex')}${suffix}`;
}

/** Begins the names of folders for temporary files. */
const SCRATCH = 'triton-aot-';

/**
 * Creates a folder for temporary files in `parent`, which only this user can read, and removes those
 * that ended processes left there.
 * @throws the system's error.
 */
export async function makeScratch(parent: string, purpose: string): Promise<string> {
  const folder = join(parent, await ownedName(`${SCRATCH}${purpose}`, ''));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // The path that the message is about.
    throw Object.assign(error as Error, { syscall: 'mkdtemp' });
  }
  await removeLeftovers(parent, (each) => each.startsWith(SCRATCH), folder);
  return folder;
}

/** Folders of other machines, containers and of the time before a restart are left alone so long. */
const UNKNOWN_OWNER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Removes temporary folders and files in `parent` whose process has ended, if they belong to this user.
 * Never fails.
 * @param isStem returns whether to look at one, given the first part of its name
 * @param fresh a new one there: its time is that of the disk
 */
export async function removeLeftovers(
  parent: string,
  isStem: (stem: string) => boolean,
  fresh: string,
): Promise<void> {
  for (const folder of await leftoversIn(parent, isStem, fresh))
    await removeFolder(folder).catch(() => undefined);
}

/** Returns what `removeLeftovers` removes. */
export async function leftoversIn(
  parent: string,
  isStem: (stem: string) => boolean,
  fresh: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await readdir(parent).catch(() => [])) {
    const [, stem, owner, pid, start, suffix] = OWNED.exec(name) ?? [];
    if (stem === undefined || !isStem(stem)) continue;
    const folder = join(parent, name);
    const stats = await lstat(folder).catch(() => undefined);
    const isKind = suffix === PARTIAL_SUFFIX ? stats?.isFile() : stats?.isDirectory();
    if (stats === undefined || isKind !== true || stats.uid !== process.getuid?.()) continue;
    const isOver =
      owner === (await machine())
        ? !(await isAlive(Number(pid), start ?? ''))
        : (await timeOf(fresh)) - stats.mtimeMs > UNKNOWN_OWNER_MS;
    if (isOver) found.push(folder);
  }
  return found;
}

async function timeOf(file: string): Promise<number> {
  return lstat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** Removes a folder, also one that its owner made read-only. @throws the system's error. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(systemCode(error) ?? '')) throw error;
    await allowChanges(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

async function allowChanges(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await allowChanges(join(folder, entry.name));
  }
}

let machineId: Promise<string> | undefined;

/** Identifies what process ids are valid in: this machine since its start, and this container. */
function machine(): Promise<string> {
  return (machineId ??= Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]).then((ids) => {
    const hash = createHash('sha256').update([hostname(), ...ids].join('\n'));
    return hash.digest('hex').slice(0, 8);
  }));
}

/** True if a process exists that was started at that time. */
async function isAlive(pid: number, start: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return false;
  }
  const found = await readProcess(pid);
  // Process ids are used again. A zombie has ended.
  return found === undefined || (found.start === start && !/[ZX]/.test(found.state));
}

/** Reads when a process was started, in ticks since the machine's start; undefined without /proc. */
async function readProcess(
  pid: number,
): Promise<{ readonly state: string; readonly start: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Fields 3 and 22, counted from 1. The second one, the name, can have spaces and parentheses.
  // Source: proc(5).
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields?.[0], fields?.[19]];
  return state === undefined || start === undefined ? undefined : { state, start };
}
