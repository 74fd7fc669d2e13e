/** Unit tests take seconds and need Node and a C compiler; integration tests install and run real Triton. */
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
  // Of two processors Jest would leave one idle.
  maxWorkers: 2,
};
