import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// All temporary files of a run are in one folder, which is removed at its end.
const temporary = mkdtempSync(join(tmpdir(), 'triton-aot-tests-'));
process.env.TMPDIR = temporary;
process.env.TRITON_AOT_LOCKS = temporary;
process.env.TRITON_HOME = temporary;
const programs = join(temporary, 'bin');
cpSync(fileURLToPath(new URL('test/support/bin', import.meta.url)), programs, { recursive: true });
// Without the shim of a version manager, which takes longer than most scripts.
const [python] = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).split('\n');
process.env.PATH = [programs, dirname(python), process.env.PATH].join(':');
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** Tests that compile C and C++, run Python, or wait for servers. */
const SLOW = '\\.slow\\.test\\.ts$';

/** Tests with programs in Go, which are compiled first: act, and a check of workflows. */
const WORKFLOWS = ['/test/(e2e/(act|repository)|integration/workflows)\\.test\\.ts$'];

/**
 * Unit tests take a minute. Integration tests also install and run Triton, and run dist. Tests of
 * workflows, and those that need a browser, LLVM or PyTorch, are not part of `npm test`.
 */
const common = {
  // Projects do not take it from the settings of all.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  // Copies of the project, with one operator changed.
  modulePathIgnorePatterns: ['<rootDir>/.cache/'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
};

export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testRegex: ['/test/.*\\.test\\.ts$'],
      testPathIgnorePatterns: [SLOW, '/test/(browser|e2e|integration|llvm|torch)/'],
    },
    {
      ...common,
      displayName: 'integration',
      testRegex: ['/test/(e2e|integration)/.*\\.test\\.ts$', SLOW],
      testPathIgnorePatterns: WORKFLOWS,
    },
    { ...common, displayName: 'workflows', testRegex: WORKFLOWS },
    { ...common, displayName: 'browser', testRegex: ['/test/browser/.*\\.test\\.ts$'] },
    { ...common, displayName: 'llvm', testRegex: ['/test/llvm/.*\\.test\\.ts$'] },
    { ...common, displayName: 'torch', testRegex: ['/test/torch/.*\\.test\\.ts$'] },
  ],
  testTimeout: 120_000,
  // Most tests wait for programs that they start, one after another.
  maxWorkers: 4,
};
