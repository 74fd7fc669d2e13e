import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { readManifest } from '../../../src/core/manifest/manifest.ts';
const folder = join(import.meta.dirname, '../../fixtures/manifests');
it('gen', () => {
  for (const f of readdirSync(folder).filter((x) => x.endsWith('.yaml'))) {
    let m;
    try {
      readManifest(readFileSync(join(folder, f), 'utf8'), f);
      m = 'accepted';
    } catch (e) {
      m = (e as Error).name === 'Failure' ? (e as Error).message : 'CRASH ' + (e as Error).stack;
    }
    writeFileSync(join(folder, f.replace('.yaml', '.expected')), m + '\n');
  }
});
