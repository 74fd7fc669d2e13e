import { expect, it } from '#jest';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { vendors } from '../../src/manifest/terms/vendor.ts';

it.each(['bridge/aot_bridge', 'bundle/aot_bundle'])(
  'python/%s has a module for each vendor that has targets',
  async (folder) => {
    const files = await readdir(join('python', folder, 'vendors'));
    const own = files.filter((file) => /^[a-z]\w*\.py$/.test(file));
    expect(own.toSorted()).toEqual(
      vendors()
        .map((vendor) => `${vendor}.py`)
        .toSorted(),
    );
  },
);
