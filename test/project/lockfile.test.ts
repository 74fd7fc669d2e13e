import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')));

// Without them, `npm ci` fails on that platform.
it('the lockfile contains the optional packages of all platforms', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        packages[`${path}/node_modules/${name}`] === undefined &&
        packages[`node_modules/${name}`] === undefined,
    ),
  );
  expect(missing).toEqual([]);
});
