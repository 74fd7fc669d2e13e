#!/usr/bin/env node
/**
 * Changes one operator of a source file at a time, and runs the tests that reach it: a change that no
 * test notices points to a missing test or a needless line. The arguments are files and folders
 * below src; without any, those that must not fail silently. Tests are those of the same folder below
 * test, also slow ones. Results are kept in .cache/mutants.json, so that a second run tests only what
 * has changed. Fails if fewer than 95 % are noticed.
 */
import { dirname } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { statSync } from 'node:fs';

/** The code that decides if a result is right, and if code is trusted. */
const CRITICAL = [
  'action/trust.ts',
  'compile/budgets.ts',
  'compile/cubin',
  'compile/limits.ts',
  'compile/store',
  'github/fetch',
  'manifest/grid',
  'package/archive',
  'package/c',
  'plan/kernel-hash.ts',
];

const given = process.argv.slice(2).map((path) => path.replace(/^src\//, ''));
const paths = given.length > 0 ? given : CRITICAL;
const isFolder = (path) => statSync(new URL(`../src/${path}`, import.meta.url)).isDirectory();
const folders = paths.map((path) => (isFolder(path) ? path : dirname(path)));

// Instead of the projects of jest.config.js: Jest's own runner can tell which test reaches what. It loads all
// modules again for each file of tests, and reads TypeScript by itself.
const config = {
  projects: [],
  runner: 'jest-runner',
  testRegex: folders.map((folder) => `/test/${folder}/.*\\.test\\.ts$`),
  testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
  setupFiles: ['<rootDir>/test/support/features.ts'],
  transform: { '\\.ts$': '<rootDir>/scripts/strip-types.js' },
  extensionsToTreatAsEsm: ['.ts'],
  testTimeout: 120_000,
};

const results = await new Stryker({
  mutate: paths.map((path) => (isFolder(path) ? `src/${path}/**/*.ts` : `src/${path}`)),
  // Texts are compared by golden files where they matter.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex'] },
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { config, enableFindRelatedTests: true },
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  coverageAnalysis: 'perTest',
  // Loading the modules of a test file takes longer than its tests.
  timeoutMS: 30_000,
  concurrency: 2,
  incremental: true,
  incrementalFile: '.cache/mutants.json',
  tempDirName: '.cache/mutants',
  ignorePatterns: ['/.cache'],
  // TypeScript 7 has no library that could read it.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 95, break: 95 },
  warnings: { slow: false },
}).runMutationTest();
console.log(`${results.length} mutants`);
