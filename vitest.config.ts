import { defineConfig } from 'vitest/config';

/** Tests that compile C and C++, run Python, or wait for servers. */
const SLOW = 'test/**/*.slow.test.ts';

const project = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  test: {
    name,
    include: [...include],
    exclude: [...exclude],
    setupFiles: 'test/support/features.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A process runs many files of tests, and loads src once.
    isolate: false,
  },
});

/**
 * Unit tests take a minute. Integration tests also install and run Triton, and run dist. `npm test`
 * runs both but for those with the tag `long`, which `npm run test:long` runs.
 */
export default defineConfig({
  test: {
    projects: [
      project(
        'unit',
        ['test/**/*.test.ts'],
        [SLOW, 'test/{browser,e2e,integration,llvm,torch}/**'],
      ),
      project('integration', ['test/{browser,e2e,integration}/**/*.test.ts', SLOW]),
      project('llvm', ['test/llvm/*.test.ts']),
      project('torch', ['test/torch/*.test.ts']),
    ],
    tags: [{ name: 'long', description: 'Takes long, or needs a program that is compiled first.' }],
    globalSetup: 'test/support/setup.ts',
    // Most tests wait for programs that they start, one after another.
    maxWorkers: 4,
    // A process that has run many files takes its time to end, and longer on a busy machine.
    teardownTimeout: 120_000,
  },
});
