import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const manifestSchema = z.object({
  defaults: z.record(z.string(), z.unknown()).default({}),
  kernels: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/**
 * The kernels of a manifest at a path below `folder`, for a manifest in `folder` that has kernels of
 * several: with the defaults, and without smoke cases and the operators that need them.
 */
export async function kernelsOf(
  folder: string,
  manifest: string,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const text = await readFile(join(folder, manifest), 'utf8');
  const { defaults, kernels } = manifestSchema.parse(parse(text));
  return Object.fromEntries(
    Object.entries(kernels).map(([name, kernel]) => {
      const { op: _op, smoke: _smoke, tune: _tune, ...merged } = { ...defaults, ...kernel };
      return [name, { ...merged, source: join(dirname(manifest), String(merged['source'])) }];
    }),
  );
}
