import { z } from 'zod';
import { resourcesSchema } from '../compile/cubin/resources.ts';
import { optionsSchema, readVendorOptions } from '../package/vendor-options.ts';
import { describeConfig } from '../manifest/terms/kernel.ts';
import { kindSchema, readConstants } from '../package/constants.ts';
import { MANIFEST_FILE } from '../package/layout.ts';
import { packageManifestSchema, parseManifest, readManifestText } from '../package/read.ts';
import { requireSums } from '../package/sums.ts';
import type { ListedKernel } from './listed.ts';
import { outputParts } from './parts.ts';

const kernelSchema = packageManifestSchema.shape.kernels.element;
const hintsSchema = kernelSchema.shape.hints.unwrap();

/** The parts of manifest.json that `list` shows. */
const listedSchema = packageManifestSchema.extend({
  kernels: z.array(
    kernelSchema.extend({
      source: z.string(),
      grid: z.string(),
      targets: z.array(z.string()),
      algos: z.array(
        z.looseObject({
          constants: z.record(z.string(), z.unknown()),
          kinds: z.record(z.string(), kindSchema).optional(),
          options: optionsSchema,
        }),
      ),
      hints: hintsSchema.extend({ unused: z.array(z.string()), omitted: z.number() }).optional(),
      variants: z.array(
        kernelSchema.shape.variants.element.extend({
          // Older versions wrote less.
          resources: resourcesSchema.optional().catch(undefined),
        }),
      ),
    }),
  ),
});

/**
 * Describes the kernels of a package by its manifest.json, whose checksum is checked. Other files are not read.
 * @throws {Failure} `usage` if there is no package or it has an unknown format, `verification` if
 * manifest.json is damaged.
 */
export async function readListedPackage(
  folder: string,
  withResources: boolean,
): Promise<readonly ListedKernel[]> {
  const text = await readManifestText(folder);
  const manifest = parseManifest(text, folder, listedSchema);
  await requireSums(folder, MANIFEST_FILE);
  const rowsOf = outputParts.parts.flatMap(
    ({ rowsOfPackage }) => rowsOfPackage?.(manifest, folder) ?? [],
  );
  return manifest.kernels.map((kernel) => {
    const { name, source, grid, gridParameters, targets, specialisations, hints } = kernel;
    const ptxTarget = kernel.variants.find(({ ptx }) => ptx !== undefined)?.target;
    return {
      name,
      source,
      signature: kernel.parameters,
      grid,
      ...(gridParameters.length > 0 && { gridParameters }),
      targets,
      ...(ptxTarget !== undefined && { ptxTarget }),
      algos: kernel.algos.map(({ options, constants, kinds: own, ...fields }) =>
        describeConfig({
          constants: readConstants({ constants, kinds: own }),
          options,
          ...readVendorOptions(fields),
        }),
      ),
      ...(kernel.requires !== undefined && { requires: kernel.requires }),
      ...(kernel.hooks !== undefined && { hooks: kernel.hooks }),
      ...(kernel.heuristics !== undefined && { heuristics: kernel.heuristics }),
      rows: rowsOf.flatMap((rows) => rows(name)),
      specialisations,
      ...(hints !== undefined && {
        hints: { origins: hints.origins, unused: hints.unused, omitted: hints.omitted },
      }),
      ...(kernel.unmeasured !== undefined && { unmeasured: kernel.unmeasured }),
      ...(withResources && {
        variants: kernel.variants.map(({ algo, specialisation, target, hash, resources }) => ({
          algo,
          specialisation,
          target,
          hash,
          status: 'stored' as const,
          ...(resources !== undefined && { resources }),
        })),
      }),
      ...(kernel.choice !== undefined && { choice: kernel.choice }),
    };
  });
}
