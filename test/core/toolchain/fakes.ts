import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log } from '../../../src/core/base/context.ts';
import type { Problem } from '../../../src/core/base/errors.ts';
import type { Environment } from '../../../src/core/base/process.ts';
import type { ToolchainContext } from '../../../src/core/toolchain/toolchain.ts';

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
    info: (message) => logged.push(message),
    progress: () => undefined,
    warning: (problem) => warned.push(problem),
  };
  const context: ToolchainContext = {
    home: join(root, 'home'),
    env,
    platform: { os: 'linux', arch: 'x64', glibc: '2.36', etc: join(root, 'etc') },
    log,
    signal: controller.signal,
    freeBytes: () => Promise.resolve(1e12),
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
  readonly venv?: boolean;
  readonly triton?: string;
  readonly unmet?: readonly string[];
  /** What `pip install` does before it succeeds. */
  readonly pip?: string;
  /** What `pip download` does. */
  readonly download?: string;
}

/**
 * Writes a Python that answers the probe, creates environments by copying itself, and "installs"
 * Triton by writing its version to a file. Appends each call but the probe to `calls` next to `bin`.
 */
export async function writeFakePython(
  machine: Machine,
  name: string,
  fake: FakePython = {},
): Promise<string> {
  const version = fake.version ?? '3.12.4';
  const [major, minor] = version.split('.');
  const facts = JSON.stringify({
    python: 'SELF',
    implementation: fake.implementation ?? 'cpython',
    version,
    tag: fake.tag ?? `cp${major}${minor}`,
    bits: 64,
    venv: fake.venv ?? true,
    triton: 'TRITON',
    unmet: 'UNMET',
  });
  const file = await writeScript(
    name.includes('/') ? name : join(machine.bin, name),
    `
PATH=/usr/bin:/bin
here=$(dirname "$0")
[ "$2" = -c ] || echo "python $*" >> '${machine.root}/calls'
case "$2 $3 $4" in
  -c*)
    triton=null; [ -f "$here/triton" ] && triton="\\"$(cat "$here/triton")\\""
    unmet='[]'; [ $# -gt 3 ] && unmet='${JSON.stringify(fake.unmet ?? [])}'
    echo '${facts}' | sed "s/\\"TRITON\\"/$triton/; s/\\"UNMET\\"/$unmet/; s|SELF|$0|" ;;
  "-m venv "*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
  "-m pip install")
    env > '${machine.root}/installer-env'
    ls -A > '${machine.root}/installer-folder'
    ${fake.pip ?? ''}
    for argument in "$@"; do case "$argument" in triton==*) echo "\${argument#triton==}" > "$here/triton";; esac; done
    echo "Successfully installed triton" ;;
  "-m pip download")
    ${fake.download ?? 'exit 1'} ;;
esac`,
  );
  if (fake.triton !== undefined) await writeFile(join(dirname(file), 'triton'), fake.triton);
  return file;
}

/** A uv that creates environments by copying the base Python. */
export async function writeFakeUv(machine: Machine, install = ''): Promise<string> {
  return writeScript(
    join(machine.bin, 'uv'),
    `
PATH=/usr/bin:/bin
echo "uv $*" >> '${machine.root}/calls'
case "$1" in
  venv) mkdir -p "$5/bin" && cp "$4" "$5/bin/python" ;;
  pip)
    ls -A > '${machine.root}/installer-folder'
    ${install}
    for argument in "$@"; do case "$argument" in triton==*) echo "\${argument#triton==}" > "$(dirname "$4")/triton";; esac; done
    echo " + triton" >&2 ;;
esac`,
  );
}

/** Returns the installers' calls so far, without the random part of the work folder's name. */
export async function calls(machine: Machine): Promise<readonly string[]> {
  const text = await readFile(join(machine.root, 'calls'), 'utf8').catch(() => '');
  return text
    .replaceAll(machine.root, '')
    .replaceAll(/\.making-\w+/g, '.making')
    .split('\n')
    .filter(Boolean);
}

/** Returns the files in the working directory of the last installation. */
export async function installerFolder(machine: Machine): Promise<readonly string[]> {
  const text = await readFile(join(machine.root, 'installer-folder'), 'utf8');
  return text.split('\n').filter(Boolean);
}

/** Returns the environment of the last `pip install`. */
export async function installerSaw(machine: Machine): Promise<string> {
  return readFile(join(machine.root, 'installer-env'), 'utf8');
}
