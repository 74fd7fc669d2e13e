import { describe, expect, it } from '#jest';
import { z } from 'zod';
import { resourcesSchema } from '../../src/compile/cubin/resources.ts';
import { evidenceSchema } from '../../src/package/evidence.ts';
import { packageManifest } from '../../src/package/manifest.ts';
import { packageManifestSchema } from '../../src/package/read.ts';
import { fakeChecked } from '../support/fake-build.ts';
import { namesIn, tablesIn } from '../support/tables.ts';

const FILE = 'docs/reference/package.md';

/** The fields of the first table below a heading, with those of the objects in them, such as `kernels[].name`. */
function documented(heading: string): readonly string[] {
  const cells = tablesIn(FILE, heading)[0]?.first ?? [];
  return cells.flatMap((cell) => {
    const names = namesIn(cell);
    const owner = names[0]?.slice(0, names[0].lastIndexOf('.') + 1) ?? '';
    return names.map((name) => (name.includes('.') ? name : `${owner}${name}`));
  });
}

/** The fields of an object, without what these consist of. */
function documentedOf(heading: string, object: string): readonly string[] {
  const paths = documented(heading).filter((path) => path.startsWith(`${object}.`));
  return distinct(...paths.map((path) => path.slice(object.length + 1).split(/[.[]/)[0] ?? ''));
}

const topLevel = (heading: string) =>
  documented(heading)
    .filter((path) => !/[.[]/.test(path))
    .toSorted();

const distinct = (...names: readonly string[]) => [...new Set(names)].toSorted();

describe('the reference for manifest.json', () => {
  const written = z
    .looseObject({ kernels: z.array(z.looseObject({ variants: z.array(z.looseObject({})) })) })
    .parse(
      JSON.parse(
        packageManifest(
          { package: 'demo', version: '1.2.0', tritonVersion: '3.8.0', generatorVersion: '0.1.0' },
          fakeChecked(
            'package: demo\ntriton: 3.8.0\ntargets: [sm_80]\nkernels:\n  k: { source: "k.py:k", signature: "*fp32", grid: 1 }\n',
            { k: ['x'] },
          ),
        ),
      ),
    );
  const read = packageManifestSchema.shape;
  const kernel = read.kernels.element.shape;

  it('has a row for each field', () => {
    // The feature that writes them documents its fields here too.
    const all = distinct(...Object.keys(written), ...Object.keys(read), 'operators');
    expect(topLevel('## manifest.json')).toEqual(all);
  });

  it('has a row for each field of a kernel', () => {
    const fields = written.kernels.flatMap((each) => Object.keys(each));
    expect(documentedOf('## manifest.json', 'kernels[]')).toEqual(
      distinct(...fields, ...Object.keys(kernel)),
    );
  });

  it('has a row for each field of a variant', () => {
    const fields = written.kernels.flatMap(({ variants }) =>
      variants.flatMap((each) => Object.keys(each)),
    );
    const all = distinct(...fields, ...Object.keys(kernel.variants.element.shape));
    expect(documentedOf('## manifest.json', 'variants[]')).toEqual(all);
  });
});

it('the reference for resources has a row for each field', () => {
  const { shape } = resourcesSchema.unwrap();
  const parts = documented('### Resources').map((path) => path.split('.')[0] ?? '');
  expect(distinct(...parts)).toEqual(Object.keys(shape).toSorted());
});

describe('the reference for evidence.json', () => {
  const { records, emulated, tuned } = evidenceSchema.shape;

  it('has a row for each list', () => {
    expect(topLevel('## evidence.json')).toEqual(Object.keys(evidenceSchema.shape).toSorted());
  });

  it('has a row for each field of a record', () => {
    const fields = documentedOf('## evidence.json', 'records[]');
    expect(fields).toEqual(Object.keys(records.element.shape).toSorted());
  });

  it.each([
    ['emulated', emulated.unwrap().element.shape],
    ['tuned', tuned.unwrap().element.shape],
  ])('has a row for what only records of %s have', (name, shape) => {
    const shared = documentedOf('## evidence.json', 'records[]');
    const own = documentedOf('## evidence.json', `${name}[]`);
    expect(Object.keys(shape)).toEqual(expect.arrayContaining([...own]));
    expect([...shared, ...own]).toEqual(expect.arrayContaining(Object.keys(shape)));
  });
});
