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
  // By default, Jest leaves one CPU idle.
  maxWorkers: 2,
};
