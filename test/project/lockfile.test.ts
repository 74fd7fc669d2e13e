import { expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import semver from 'semver';
import { z } from 'zod';

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        engines: z.union([z.record(z.string(), z.string()), z.array(z.string())]).optional(),
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

// npm warns of each one that does not, in the first lines that a new user sees.
it('every package in the lockfile runs on the oldest Node of this one', () => {
  const nodeOf = (path: string): string => {
    const { engines = {} } = packages[path] ?? {};
    return Array.isArray(engines) ? '*' : (engines['node'] ?? '*');
  };
  const oldest = semver.minVersion(nodeOf(''))?.version ?? '';
  expect(oldest).toBe('20.19.0');
  const newer = Object.keys(packages).filter((path) => !semver.satisfies(oldest, nodeOf(path)));
  expect(newer).toEqual([]);
});
