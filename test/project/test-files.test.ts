import { expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { globSync } from 'tinyglobby';
import { ROOT } from '../support/command.ts';

// A pattern in jest.config.js that matches nothing is no error for Jest, and the tests are then just fewer.
it('every file of tests belongs to a project of jest.config.js', () => {
  const argv = ['node_modules/jest/bin/jest.js', '--listTests', '--json'];
  const text = execFileSync(process.execPath, argv, { cwd: ROOT, encoding: 'utf8' });
  const listed = JSON.parse(text.slice(text.indexOf('['))) as string[];
  const files = globSync('test/**/*.test.ts', { cwd: ROOT, absolute: true });
  expect(listed.toSorted()).toEqual(files.toSorted());
});
