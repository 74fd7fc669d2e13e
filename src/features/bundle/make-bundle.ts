import { join, resolve } from 'node:path';
import type { BuildContext } from '../../base/context.ts';
import { filesBelow, makeFolder } from '../../base/files.ts';
import { makeScratch, removeFolder } from '../../base/leftovers.ts';
import { replaceFolder } from '../../base/replace-folder.ts';
import { plural } from '../../base/text.ts';
import { warpSizeOf } from '../../manifest/terms/target.ts';
import { mergeRecordings } from './recorded.ts';
import { readRecording } from '../../plan/recording.ts';
import { findCCompiler } from '../../prove/harness/tools.ts';
import { wheelMachine } from '../../toolchain/platform.ts';
import { bundledVendors } from './bundle-index.ts';
import { writeBundleWheel } from './bundle-wheel.ts';
import { recordedVariables } from './environment.ts';
import { checkEnvironment, fillCache, findPython } from './fill.ts';
import { replaceImage } from './oci.ts';
import { type BundleRequest, checkNames, chosenTargets } from './request.ts';
import { type BundleResult, missingKernels } from './result.ts';
import { writeBundle } from './write-bundle.ts';

/**
 * Compiles recorded kernels in the program's own Python, for any targets and without a GPU, so that
 * the program finds them where Triton looks for compiled kernels.
 * @throws {Failure} `usage` if nothing was recorded, or if recordings do not belong together;
 * `unsafe` if one has variables that it must not have;
 * `environment` if the Python is another one than the recorded one, or fails.
 */
export async function makeBundle(
  request: BundleRequest,
  context: BuildContext,
): Promise<BundleResult> {
  const { log } = context;
  const version = checkNames(request);
  const machine = wheelMachine(context.platform);
  const recorded = mergeRecordings(
    await Promise.all(request.recordings.map((each) => readRecording(each))),
    request.recordings,
  );
  const variables = recordedVariables(recorded.variables, context.env);
  const targets = chosenTargets(request, recorded);
  const name = `${request.name}_bundle`;
  const folder = resolve(request.out, name);
  const scratch = await makeScratch(context.scratch, 'bundle');
  try {
    // Empty for each bundle: what lies in a folder that is kept could have been changed.
    const cache = join(scratch, 'cache');
    await makeFolder(cache);
    const names = targets.map((target) => target.name);
    const filled = await log.group(
      `Compile ${plural(recorded.compiles.length, 'recorded specialisation')} for ${names.join(', ')}`,
      async () =>
        fillCache(
          {
            ...recorded,
            targets: targets.map((each) => [each.backend, each.arch, warpSizeOf(each)] as const),
            complete: request.complete,
            python: await findPython(request.python, context),
            paths: request.paths.map((each) => resolve(each)),
            recordings: request.recordings.map((each) => resolve(each)),
            variables,
            cache,
            compiler: await findCCompiler(context.env),
            scratch,
            jobs: request.jobs,
            timeout: request.timeout,
          },
          context,
        ),
      ({ entries }) => [entries.length, 'kernel'],
    );
    checkEnvironment(filled, recorded, request.python);
    const write = async (fresh: string) => {
      const written = await log.group(`Write ${name}`, () => writeBundle(fresh, filled, cache));
      const files = await filesBelow(fresh);
      const own = { name, folder: fresh, files, machine, out: request.out };
      const { python } = filled.environment;
      const wheel = { ...own, version, vendors: bundledVendors(filled), python };
      const wheelFile = request.wheel
        ? await log.group(`Make the wheel of ${name}`, () =>
            writeBundleWheel(wheel, context.signal),
          )
        : undefined;
      const image = request.image
        ? await log.group(`Write the OCI image of ${name}`, () =>
            replaceImage({ ...own, targets, ...written }, context),
          )
        : undefined;
      return { folder: fresh, ...written, wheel: wheelFile, image };
    };
    // Another process can replace the folder as soon as it is there, so all is made of the new one.
    const { entries, size, wheel, image } = await replaceFolder(folder, write, context);
    return {
      package: name,
      folder,
      wheel,
      image,
      targets: names,
      entries,
      size,
      added: filled.completed?.added ?? 0,
      leftOut: filled.completed?.leftOut ?? {},
      inductor: recorded.inductor,
      missing: missingKernels(recorded, filled),
    };
  } finally {
    await removeFolder(scratch);
  }
}
