import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Log, Memory } from '../../src/base/context.ts';
import { LOCKS_FOLDER } from '../../src/base/assets.ts';
import type { Problem } from '../../src/base/errors.ts';
import { type Environment, run } from '../../src/base/process.ts';
import type { ToolchainContext } from '../../src/toolchain/installer.ts';
import { UV_VERSION } from '../../src/toolchain/uv.ts';
import { noNetwork } from '../support/no-network.ts';

/** The content of Triton 3.8.0 for CPython 3.11 on x86_64. */
const RELEASED = '44d715a958cfd1f31663481bcdd8c55fc9b865b6e851fc93074044b79e150890';

/** A fake machine: a folder with programs on PATH, a home, system configuration, and the log. */
export interface Machine {
  readonly root: string;
  readonly bin: string;
  readonly env: Environment;
  readonly logged: string[];
  readonly warned: Problem[];
  readonly controller: AbortController;
  readonly context: ToolchainContext;
}

export async function makeMachine(): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'toolchain-'));
  const bin = join(root, 'bin');
  await mkdir(bin);
  const env = { PATH: bin, HOME: join(root, 'user') };
  const logged: string[] = [];
  const warned: Problem[] = [];
  const controller = new AbortController();
  const log: Log = {
    group: (_title, body) => body(),
    wait: (_title, body) => body(),
    info: (message) => logged.push(message),
    detail: (message) => logged.push(message),
    progress: () => undefined,
    warning: (problem) => warned.push(problem),
  };
  const context: Machine['context'] = {
    home: join(root, 'home'),
    env,
    platform: { os: 'linux', arch: 'x64', glibc: '2.36', etc: join(root, 'etc') },
    log,
    signal: controller.signal,
    runTool: run,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(1e12),
    download: noNetwork,
    now: Date.now,
  };
  return { root, bin, env, logged, warned, controller, context };
}

/** Returns the names in the folder of environments. */
export async function toolchains(machine: Machine): Promise<readonly string[]> {
  return readdir(join(machine.root, 'home', 'toolchains')).catch(() => []);
}

export async function writeScript(file: string, body: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${body}\n`);
  await chmod(file, 0o755);
  return file;
}

export interface FakePython {
  readonly version?: string;
  readonly tag?: string;
  readonly implementation?: string;
  readonly triton?: string;
  readonly unmet?: readonly string[];
  /** What requirements must contain for `unmet` to be the answer. Default: any. */
  readonly unmetFor?: string;
  /** What its Triton's files contain, for digests. */
  readonly content?: string;
}

/**
 * Writes a Python that answers the probe, and runs uv. The file `triton` beside it has the version of
 * its Triton, and the file `damage` what the probe finds wrong.
 */
export async function writeFakePython(
  machine: Machine,
  name: string,
  fake: FakePython = {},
): Promise<string> {
  const version = fake.version ?? '3.12.4';
  const [major, minor] = version.split('.');
  const identity = [
    fake.implementation ?? 'cpython',
    version,
    fake.tag ?? `cp${major}${minor}`,
    64,
  ];
  const packages = JSON.stringify({
    triton: 'TRITON',
    content: fake.content ?? RELEASED,
    damage: 'DAMAGE',
    unmet: 'UNMET',
  });
  const file = await writeScript(
    name.includes('/') ? name : join(machine.bin, name),
    `
PATH=/usr/bin:/bin
here=$(dirname "$0")
identity="${identity.join(' ')} $(printf %s "$0" | od -An -v -tx1 | tr -d ' \\n')"
[ "$2 $4" = '-S identity' ] && { echo "$identity"; exit; }
[ "$2" = -S ] && exec python3 "$@"
damage='[]'; [ -f "$here/damage" ] && damage=$(cat "$here/damage")
triton=null; [ -f "$here/triton" ] && triton="\\"$(cat "$here/triton")\\""
unmet='[]'; [ $# -gt 4 ] && case "$*" in *'${fake.unmetFor ?? ''}'*) unmet='${JSON.stringify(fake.unmet ?? [])}' ;; esac
echo "$identity" '${packages}' | sed "s/\\"TRITON\\"/$triton/; s/\\"UNMET\\"/$unmet/; s|\\"DAMAGE\\"|$damage|"`,
  );
  if (fake.triton !== undefined) await writeFile(join(dirname(file), 'triton'), fake.triton);
  return file;
}

/**
 * The text of a uv that creates environments by copying the base Python, and "installs" Triton by
 * writing its version to a file, after `install`. Appends each call to `calls` next to `bin`. What is
 * in the file `cached-damage` there is installed too, until the cache is cleaned. It "installs" the
 * Python `managed-python` there, if there is one.
 */
export function fakeUv(machine: Machine, install = '', version = UV_VERSION): string {
  return `#!/bin/sh
PATH=/usr/bin:/bin
[ "$1" = --version ] && { echo 'uv ${version} (fake)'; exit; }
echo "uv $*" >> '${machine.root}/calls'
case "$1" in
  venv) mkdir -p "$5/bin" && cp "$4" "$5/bin/python" ;;
  pip)
    python=$4
    env > '${machine.root}/installer-env'
    ls -A > '${machine.root}/installer-folder'
    ${install}
    version=$(while [ "$1" != -r ]; do shift; done; sed -n 's/^triton==\\([^ ]*\\).*/\\1/p' "$2")
    echo "$version" > "$(dirname "$python")/triton"
    [ -f '${machine.root}/cached-damage' ] && cp '${machine.root}/cached-damage' "$(dirname "$python")/damage"
    echo " + triton" >&2 ;;
  python)
    [ "$2" = install ] && cp '${machine.root}/managed-python' "$UV_PYTHON_INSTALL_DIR"
    managed="$UV_PYTHON_INSTALL_DIR/managed-python"
    [ -x "$managed" ] && echo "$managed" ;;
  cache) rm -f '${machine.root}/cached-damage' ;;
esac
`;
}

/** Writes a `fakeUv` on PATH. */
export async function writeFakeUv(
  machine: Machine,
  install?: string,
  version?: string,
): Promise<string> {
  const file = join(machine.bin, 'uv');
  await writeFile(file, fakeUv(machine, install, version), { mode: 0o755 });
  return file;
}

/** Returns the installers' calls so far, without the random part of the work folder's name. */
export async function calls(machine: Machine): Promise<readonly string[]> {
  const text = await readFile(join(machine.root, 'calls'), 'utf8').catch(() => '');
  return text
    .replaceAll(machine.root, '')
    .replaceAll(LOCKS_FOLDER, '/locks/')
    .replaceAll(/\.making\.[\w-]+/g, '.making')
    .split('\n')
    .filter(Boolean);
}

/** Returns the files in the working directory of the last installation. */
export async function installerFolder(machine: Machine): Promise<readonly string[]> {
  const text = await readFile(join(machine.root, 'installer-folder'), 'utf8');
  return text.split('\n').filter(Boolean);
}

/** Returns the environment of the last installation. */
export async function installerSaw(machine: Machine): Promise<string> {
  return readFile(join(machine.root, 'installer-env'), 'utf8');
}
