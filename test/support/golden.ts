import { expect } from '#jest';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Failure } from '../../src/base/errors.ts';
import { ROOT } from './command.ts';

// Texts that people read are kept in test/golden, one file for each test file. UPDATE=1 writes what the tests see.

/** Sections of a golden file start with a line like this, and the test's name. */
const HEADING = '=== ';

/** How often a test has compared something so far; a test may do so more than once. */
const comparisons = new Map<string, number>();

/** Compares `text` with what the golden file holds for the current test. Paths of temporary folders are for the caller to replace. */
export function expectGolden(text: string): void {
  const { currentTestName = '', testPath = '' } = expect.getState();
  const file = join(
    ROOT,
    'test/golden',
    relative(join(ROOT, 'test'), testPath).replace(/(\.slow|\.long)?(\.test)?\.ts$/, '.txt'),
  );
  const number = (comparisons.get(currentTestName) ?? 0) + 1;
  comparisons.set(currentTestName, number);
  const title = currentTestName.replaceAll(/\n/g, ' ');
  const name = number === 1 ? title : `${title} (${number})`;
  if (process.env['UPDATE'] === '1') write(file, name, text);
  const known = read(file).get(name);
  if (known === undefined)
    throw new Error(`${file} has no section \`${name}\`: run the test with UPDATE=1`);
  expect(text.trimEnd()).toBe(known);
}

/** Compares `text` with a whole file, which UPDATE=1 writes. */
export function expectGoldenFile(file: string, text: string): void {
  if (process.env['UPDATE'] === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

/** What a person reads of the failure that `body` ends with, after its kind. Fails where it does not fail. */
export async function failureOf(body: () => unknown): Promise<string> {
  try {
    await body();
  } catch (error) {
    if (error instanceof Failure)
      return [`${error.kind}: ${error.message}`, error.summary ?? []].flat().join('\n');
    throw error;
  }
  throw new Error('expected a failure, but there was none');
}

function read(file: string): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return new Map();
  }
  const sections = `\n${text}`.split(`\n${HEADING}`).slice(1);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end + 1).trimEnd()];
    }),
  );
}

function write(file: string, name: string, text: string): void {
  const sections = read(file).set(name, text.trimEnd());
  const sorted = [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, sorted.map(([each, body]) => `${HEADING}${each}\n${body}\n`).join('\n'));
}
