import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The Python that most tests start. */
const PYTHON_SOURCES = ['bridge', 'emulate/aot_emulate', 'emulate/aot_variations'].map((folder) =>
  join(import.meta.dirname, '../../python', folder),
);

/** Prepares a run of the tests: its temporary folder, which is removed at its end, and PATH. */
export default function setup() {
  const temporary = mkdtempSync(join(tmpdir(), 'triton-aot-tests-'));
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  const programs = join(temporary, 'bin');
  cpSync(join(import.meta.dirname, 'bin'), programs, { recursive: true });
  // Without the shim of a version manager, which takes longer than most scripts.
  const [python = ''] = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).split('\n');
  // Programs start Python with `-B`, so that each would compile these files again.
  execFileSync(python, ['-m', 'compileall', '-q', ...PYTHON_SOURCES]);
  Object.assign(process.env, {
    TMPDIR: temporary,
    TRITON_AOT_LOCKS: temporary,
    TRITON_HOME: temporary,
    PATH: [programs, dirname(python), process.env.PATH].join(':'),
  });
}
