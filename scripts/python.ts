// Runs the tools of Python's sources: `npm run python:check` and `npm run python:test -- [PYTEST ARGUMENTS]`.
// They are in an environment below .cache, made from python/dev-requirements.txt as the program makes its own.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCKS_FOLDER } from '../src/base/assets.ts';
import { Memory } from '../src/base/context.ts';
import { freeBytes } from '../src/base/files.ts';
import { run } from '../src/base/process.ts';
import { sha256 } from '../src/base/text.ts';
import { downloadFile } from '../src/github/web.ts';
import { NEWEST_TESTED } from '../src/manifest/terms/triton-version.ts';
import type { ToolchainContext } from '../src/toolchain/installer.ts';
import { describeDamage } from '../src/toolchain/inspected-python.ts';
import { NUMPY, shareEnvironment } from '../src/toolchain/own-environment.ts';
import { readPlatform, wheelMachine } from '../src/toolchain/platform.ts';
import { findBasePython } from '../src/toolchain/python.ts';
import { ensureToolchain } from '../src/toolchain/toolchain.ts';

const ROOT = process.cwd();
const WORKSPACE = join(ROOT, 'python');
const [LOCK, NUMPY_LOCK] = [
  join(WORKSPACE, 'dev-requirements.txt'),
  join(LOCKS_FOLDER, 'numpy.txt'),
];

const CONTEXT: ToolchainContext = {
  home: join(ROOT, '.cache'),
  env: process.env,
  platform: readPlatform(),
  log: {
    group: (_title, body) => body(),
    wait: (_title, body) => body(),
    info: console.log,
    detail: () => undefined,
    progress: () => undefined,
    warning: console.warn,
  },
  signal: new AbortController().signal,
  runTool: run,
  memory: new Memory(),
  freeBytes,
  download: downloadFile,
  now: Date.now,
};

/** Returns a Python with the tools, and NumPy for its types. */
async function ensureTools(): Promise<string> {
  const base = await findBasePython(undefined, CONTEXT);
  const machine = wheelMachine(CONTEXT.platform);
  const locks = [LOCK, NUMPY_LOCK];
  const marker = (await Promise.all(locks.map((file) => readFile(file, 'utf8')))).join('');
  const name = `python-tools-${base.tag}-${machine}-${sha256(marker).slice(0, 8)}`;
  const { python } = await shareEnvironment(
    {
      folder: join(CONTEXT.home, name),
      marker,
      what: 'ruff, mypy and pytest',
      base,
      machine,
      prepare: async () => [
        ['--require-hashes', '--only-binary=:all:', ...locks.flatMap((file) => ['-r', file])],
      ],
      problem: ({ damage }) =>
        damage.length === 0 ? undefined : `has damaged files: ${describeDamage(damage)}`,
    },
    CONTEXT,
  );
  return python;
}

/** Runs all checks, also if one fails. Returns whether all have passed. */
async function check(): Promise<boolean> {
  const python = await ensureTools();
  const tools = [['ruff', 'check'], ['ruff', 'format', '--check'], ['mypy']];
  return tools.map((argv) => passes([python, '-m', ...argv])).every(Boolean);
}

/**
 * Runs pytest in a Python with Triton and NumPy, whose own packages come before those of the tools. Without arguments, it
 * runs all tests that do not take long. With `--cov`, it fails if they run too little of the code.
 */
async function test(args: readonly string[]): Promise<boolean> {
  const library = join(await ensureTools(), '../../lib');
  const tools = readdirSync(library).map((name) => join(library, name, 'site-packages'));
  const { python } = await ensureToolchain(
    {
      tritonVersion: process.env['TEST_TRITON']?.split(',').at(-1) ?? NEWEST_TESTED,
      requirements: NUMPY,
      python: process.env['TRITON_AOT_TEST_PYTHON'],
    },
    CONTEXT,
  );
  const start = `import sys; sys.path += ${JSON.stringify(tools)}; import pytest; sys.exit(pytest.main())`;
  return passes([python, '-B', '-c', start, ...args]);
}

function passes([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: WORKSPACE, stdio: 'inherit' }).status === 0;
}

const [command, ...args] = process.argv.slice(2);
const ok = command === 'test' ? await test(args) : await check();
process.exitCode = ok ? 0 : 1;
