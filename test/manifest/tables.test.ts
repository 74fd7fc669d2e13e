import { expect, it } from '#jest';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { manifestJsonSchema } from '../../src/manifest/schema.ts';
import { allOptions, describeOption } from '../../src/manifest/terms/options.ts';
import { allTerms } from '../../src/manifest/terms/vendor.ts';
import { ROOT } from '../support/command.ts';
import { namesIn, tablesIn } from '../support/tables.ts';

const FILE = 'docs/reference/manifest.md';

const object = z.object({ properties: z.record(z.string(), z.unknown()) });
const { properties: top } = object
  .extend({ properties: z.looseObject({ kernels: z.object({ additionalProperties: object }) }) })
  .parse(manifestJsonSchema());

function keysIn(heading: string): readonly string[] {
  return (tablesIn(FILE, heading)[0]?.first ?? []).flatMap(namesIn).toSorted();
}

it('the reference has a row for each key at the top of a manifest', () => {
  expect(keysIn('## Top level')).toEqual(Object.keys(top).toSorted());
});

it('the reference has a row for each key of a kernel', () => {
  const keys = Object.keys(top.kernels.additionalProperties.properties);
  const own = keys.filter((key) => !Object.hasOwn(allOptions(), key));
  expect(keysIn('## A kernel')).toEqual(own.toSorted());
});

it('the table of options is made from the options', () => {
  const [table] = tablesIn(FILE, '### Options');
  const made = optionsTable();
  if (process.env['UPDATE'] === '1') {
    const text = readFileSync(join(ROOT, FILE), 'utf8');
    writeFileSync(join(ROOT, FILE), text.replace(table?.text ?? '', made));
  } else expect(table?.text).toBe(made);
});

function optionsTable(): string {
  const rows = Object.entries(allOptions()).map(([name, option]) => {
    const expected = option.schema.safeParse(undefined).error?.issues[0]?.message ?? '';
    const defaults = [
      ...(option.default === undefined ? [] : [`default ${option.default}`]),
      ...allTerms().flatMap(({ title, defaults: own }) =>
        own[name] === undefined ? [] : [`for ${title} ${own[name]}`],
      ),
    ];
    const values = [expected.replace('expected ', ''), defaults.join(', ')].filter(Boolean);
    return `| \`${name}\` | ${values.join('; ')} | ${describeOption(option)} |`;
  });
  return ['| option | values | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
