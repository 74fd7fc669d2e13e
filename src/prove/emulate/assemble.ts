import { join } from 'node:path';
import { z } from 'zod';
import { BRIDGE_FOLDER } from '../../base/assets.ts';
import type { BuildContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeScratch, removeFolder } from '../../base/leftovers.ts';
import { run } from '../../base/process.ts';
import { plural, tryParseJson } from '../../base/text.ts';
import { readSettings } from '../../manifest/terms/options.ts';
import type { PackagedKernel, ReadPackage } from '../../package/read.ts';
import { bridgeEnvironment } from '../../toolchain/environment.ts';
import { assembleAnswerSchema, type AssembleRequest } from '../../toolchain/wire/assemble.ts';
import type { WrittenCode } from './code.ts';
import type { CudaTarget } from '../../manifest/terms/vendor-terms.ts';

/** A variant whose PTX is executed. */
export interface ExecutedVariant {
  readonly kernel: PackagedKernel;
  readonly target: CudaTarget;
  readonly variant: PackagedKernel['variants'][number];
}

const algoSchema = z.object({ options: z.record(z.string(), z.unknown()) });

/**
 * Assembles the PTX of variants again, as their compile did, and compares the results with the cubins of
 * the package: what is executed is what the package has.
 * @throws {Failure} `verification` if they differ.
 */
export async function checkAssembled(
  { folder }: Pick<ReadPackage, 'folder'>,
  variants: readonly ExecutedVariant[],
  written: ReadonlyMap<string, WrittenCode>,
  { executable, jobs, emulate: { store } }: AssembleSettings,
  context: Pick<BuildContext, 'env' | 'scratch' | 'signal'>,
): Promise<void> {
  const known = variants.flatMap((each) => {
    const code = written.get(each.variant.hash);
    return code === undefined ? [] : [{ ...each, ...code }];
  });
  const kernels = known.map(({ kernel, target, variant, packedPtx, cubin }) => ({
    packedPtx: Buffer.from(packedPtx).toString('base64'),
    arch: target.arch,
    options: algoSchema.parse(kernel.algos[variant.algo]).options,
    settings: readSettings(kernel),
    cubin,
  }));
  const scratch = await makeScratch(context.scratch, 'assemble');
  try {
    const argv = [executable, '-B', '-s', join(BRIDGE_FOLDER, 'assemble.py')];
    const { code, stdout, stderr } = await run(argv, {
      env: { ...bridgeEnvironment(context.env), HOME: scratch, TMPDIR: scratch },
      signal: context.signal,
      input: JSON.stringify({ kernels, processes: jobs } satisfies AssembleRequest),
    });
    const answer = assembleAnswerSchema.safeParse(tryParseJson(stdout));
    if (code !== 0 || !answer.success) throw new Error(`cannot assemble PTX: ${stderr}`);
    const others = known.filter((_each, index) => answer.data[index] !== true);
    if (others.length === 0) return;
    const names = others.map(
      ({ kernel, variant }) =>
        `${kernel.name} [algo ${variant.algo}, specialisation ${variant.specialisation}, ${variant.target}]`,
    );
    throw new Failure('verification', {
      message: `the PTX in the store is not that of ${others.length} of ${plural(known.length, 'cubin')}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''}`,
      place: { file: folder },
      hint: `ptxas makes another cubin of it than the package has, so executing it says nothing about the package. Either the store ${store} was changed, or ptxas or its variables, such as PTXAS_OPTIONS, are others than in the build. Build the package again, with --store and a new folder.`,
    });
  } finally {
    await removeFolder(scratch);
  }
}

interface AssembleSettings {
  /** The Python with Triton. */
  readonly executable: string;
  readonly jobs: number;
  readonly emulate: { readonly store: string };
}
