import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// All temporary files of a run are in one folder, which is removed at its end.
const temporary = mkdtempSync(join(tmpdir(), 'triton-aot-tests-'));
process.env.TMPDIR = temporary;
const programs = join(temporary, 'bin');
cpSync(fileURLToPath(new URL('test/support/bin', import.meta.url)), programs, { recursive: true });
process.env.PATH = `${programs}:${process.env.PATH}`;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** Unit tests need Node and a C compiler. Integration tests install and run Triton, or run dist. */
const common = {
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
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
      testMatch: ['<rootDir>/test/{core,action,cli,github,project}/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/{e2e,integration}/**/*.test.ts'],
    },
  ],
  testTimeout: 120_000,
  // Most tests wait for programs that they start, one after another.
  maxWorkers: 4,
};
