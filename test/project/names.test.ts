import { expect, it } from '#jest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/command.ts';

const DECLARATION =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|type|interface) (\w+)/gm;
const LIST = /^export (?:type )?\{([^}]*)\}/gm;
const NAMESPACE = /^export \* as (\w+)/gm;

/** Returns the names that a TypeScript file exports. */
function exportedNames(text: string): string[] {
  const listed = [...text.matchAll(LIST)].flatMap(([, items = '']) => items.split(','));
  return [
    ...[...text.matchAll(DECLARATION), ...text.matchAll(NAMESPACE)].map(([, name = '']) => name),
    ...listed.flatMap((item) => /(\w+)\s*$/.exec(item)?.[1] ?? []),
  ];
}

it('no two exports of src have the same name', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const owners = new Map<string, string[]>();
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    for (const name of exportedNames(readFileSync(join(ROOT, 'src', file), 'utf8')))
      owners.set(name, [...(owners.get(name) ?? []), file]);
  }
  expect(owners.size).toBeGreaterThan(100);
  expect([...owners].filter(([, where]) => where.length > 1)).toEqual([]);
});
