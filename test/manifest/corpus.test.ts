import { describe, expect, it } from '#jest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../src/base/errors.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { expectGoldenFile } from '../support/golden.ts';

const folder = join(import.meta.dirname, '../fixtures/manifests');

function messagesFor(file: string): string {
  try {
    readManifest(readFileSync(join(folder, file), 'utf8'), file);
    return 'no problems\n';
  } catch (error) {
    if (error instanceof Failure && error.kind === 'usage') return `${error.message}\n`;
    throw error;
  }
}

describe('an invalid manifest fails with the messages in its .expected file', () => {
  const manifests = readdirSync(folder).filter((file) => file.endsWith('.yaml'));

  it.each(manifests)('%s', (file) => {
    expectGoldenFile(join(folder, file.replace('.yaml', '.expected')), messagesFor(file));
  });

  it('covers every manifest in the folder', () => {
    expect(manifests.length).toBeGreaterThan(15);
  });
});
