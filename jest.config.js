/** Tests that compile C and C++, run Python, or wait for servers. */
const SLOW = String.raw`\.slow\.test\.ts$`;
/** Tests that take longer, or that need a program which is compiled first. */
const LONG = String.raw`\.long\.test\.ts$`;
const INTEGRATION = '/test/(browser|e2e|integration)/';
const OTHERS = '/test/(llvm|torch)/';

const project = (displayName, testRegex, testPathIgnorePatterns = []) => ({
  displayName,
  testRegex,
  testPathIgnorePatterns,
  roots: ['<rootDir>/test'],
  // In bare Node: a process runs many files of tests, and loads src once.
  runner: 'jest-light-runner/child-process',
  setupFiles: ['<rootDir>/test/support/worker.js', '<rootDir>/test/support/features.ts'],
  transform: {},
});

/**
 * Unit tests take a minute. Integration tests also install and run Triton, and run dist. `npm test`
 * runs both; `npm run test:long` runs the long tests of either.
 */
export default {
  projects: [
    project('unit', String.raw`\.test\.ts$`, [SLOW, LONG, INTEGRATION, OTHERS]),
    project('integration', [`${INTEGRATION}.*\\.test\\.ts$`, SLOW], [LONG]),
    project('long', LONG),
    project('llvm', '/test/llvm/'),
    project('torch', '/test/torch/'),
  ],
  globalSetup: '<rootDir>/test/support/setup.js',
  // Most tests wait for programs that they start, one after another.
  maxWorkers: 6,
  watchman: false,
};
