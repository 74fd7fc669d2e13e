import { expect, it } from '#jest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/command.ts';

// rolldown writes the path of each module as a comment before its code.
it('dist has the licence of every library in it', () => {
  const dist = join(ROOT, 'dist');
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const libraries = scripts.flatMap((name) => {
    const text = readFileSync(join(dist, name), 'utf8');
    const modules = text.matchAll(/^\/\/ \S*\bnode_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm);
    return [...modules].map(([, library = '']) => library);
  });
  expect(new Set(libraries).size).toBeGreaterThan(50);
  const licences = readFileSync(join(dist, 'LICENCES.txt'), 'utf8');
  const missing = [...new Set(libraries)].filter((name) => !licences.includes(`\n${name} `));
  // The first one begins the file.
  expect(missing.filter((name) => !licences.startsWith(`${name} `))).toEqual([]);
});
