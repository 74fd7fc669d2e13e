import { defineConfig } from 'vitest/config';

/** Tests that compile C and C++, run Python, or wait for servers. */
const SLOW = 'test/**/*.slow.test.ts';

/** Tests with programs in Go, which are compiled first: act, and a check of workflows. */
const WORKFLOWS = ['test/e2e/{act,repository}.test.ts', 'test/integration/workflows.test.ts'];

const project = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  test: {
    name,
    include: [...include],
    exclude: [...exclude],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A process runs many files of tests, and loads src once.
    isolate: false,
  },
});

/**
 * Unit tests take a minute. Integration tests also install and run Triton, and run dist. Tests of
 * workflows, and those that need a browser or PyTorch, are not part of `npm test`.
 */
export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/**/*.test.ts'], [SLOW, 'test/{browser,e2e,integration,torch}/**']),
      project('integration', ['test/{e2e,integration}/**/*.test.ts', SLOW], WORKFLOWS),
      project('workflows', WORKFLOWS),
      project('browser', ['test/browser/*.test.ts']),
      project('torch', ['test/torch/*.test.ts']),
    ],
    globalSetup: 'test/support/setup.ts',
    // Most tests wait for programs that they start, one after another.
    maxWorkers: 4,
  },
});
