import { join, resolve } from 'node:path';
import type { BuildContext } from './base/context.ts';
import { Failure } from './base/errors.ts';
import { filesBelow, makeFolder } from './base/files.ts';
import { makeScratch, removeFolder } from './base/leftovers.ts';
import { findExecutable } from './base/process.ts';
import { replaceFolder } from './base/replace-folder.ts';
import { plural } from './base/text.ts';
import { Problems } from './manifest/problems.ts';
import { readTargets, type Target, warpSizeOf } from './manifest/terms/target.ts';
import { bundledVendors } from './package/bundle/bundle-index.ts';
import { writeBundleWheel } from './package/bundle/bundle-wheel.ts';
import { type Filled, fillCache } from './package/bundle/fill.ts';
import { writeImage } from './package/bundle/oci.ts';
import { writeBundle } from './package/bundle/write-bundle.ts';
import { parseVersion } from './package/wheel/python-text.ts';
import { distinct, mergeRecordings, type Recorded } from './plan/record/recorded-compiles.ts';
import { readRecording, type RecordedCompile } from './plan/record/recording.ts';
import { findCCompiler } from './prove/harness/tools.ts';
import { recordedVariables } from './toolchain/environment.ts';
import { type WheelMachine, wheelMachine } from './toolchain/platform.ts';
import { vendorName } from './manifest/terms/vendor.ts';

export interface BundleRequest {
  /** Folders with recordings, by `record` or by a bundle that reports what it lacks. */
  readonly recordings: readonly string[];
  /** The name of the Python package, without `_bundle`. */
  readonly name: string;
  readonly version: string;
  /** The folder to write to. */
  readonly out: string;
  /** The program's Python, by path or by a name on PATH. */
  readonly python: string;
  /**
   * The folders that the program's modules are imported from, besides Python's own. A file is the
   * program's own, if that is in none of them.
   */
  readonly paths: readonly string[];
  /** Empty: the recorded ones. */
  readonly targets: readonly Target[];
  /** True to add the other specialisations of each recorded kernel. */
  readonly complete: boolean;
  /** True to make a wheel, or an OCI image layout, of the folder. */
  readonly wheel: boolean;
  readonly image: boolean;
  readonly jobs: number;
  /** The seconds that the import of the modules, or a compile, may take. */
  readonly timeout: number;
}

export interface BundleResult {
  /** The name for `import`. */
  readonly package: string;
  readonly folder: string;
  readonly wheel: string | undefined;
  readonly image: string | undefined;
  readonly targets: readonly string[];
  /** Compiled kernels, and bytes of all files. */
  readonly entries: number;
  readonly size: number;
  /** Specialisations that `complete` added, and that were too many, by kernel. */
  readonly added: number;
  readonly leftOut: Readonly<Record<string, number>>;
  /** Kernels of torch.compile, which PyTorch keeps itself. */
  readonly inductor: number;
  readonly missing: readonly MissingKernel[];
}

/** A recorded kernel that is not in the bundle. */
interface MissingKernel {
  readonly kernel: string;
  readonly reason: string;
}

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
  const targets = request.targets.length > 0 ? request.targets : recorded.targets;
  checkVendors(targets, recorded);
  const name = `${request.name}_bundle`;
  const folder = resolve(request.out, name);
  const scratch = await makeScratch(context.scratch, 'bundle');
  try {
    // Empty for each bundle: what lies in a folder that is kept could have been changed.
    const cache = join(scratch, 'cache');
    await makeFolder(cache);
    const names = targets.map((target) => target.name).join(', ');
    const filled = await log.group(
      `Compile ${plural(recorded.compiles.length, 'recorded specialisation')} for ${names}`,
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
    // Another process can replace the folder as soon as it is there, so all is made of the new one.
    const { content, wheel, image } = await replaceFolder(
      folder,
      async (fresh) => {
        const written = await log.group(`Write ${name}`, () => writeBundle(fresh, filled, cache));
        const own = { request: { ...request, version }, name, folder: fresh, filled, targets };
        const others = await writeOthers({ ...own, machine, ...written }, scratch, context);
        return { folder: fresh, content: written, ...others };
      },
      context,
    );
    return {
      package: name,
      folder,
      wheel,
      image,
      targets: targets.map((target) => target.name),
      entries: content.entries,
      size: content.size,
      added: filled.completed?.added ?? 0,
      leftOut: filled.completed?.leftOut ?? {},
      inductor: recorded.inductor,
      missing: missingKernels(recorded, filled),
    };
  } finally {
    await removeFolder(scratch);
  }
}

/** Returns the version as Python writes it. */
function checkNames({ name, version }: BundleRequest): string {
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new Failure('usage', {
      message: `\`${name}\` cannot be the name of a bundle: \`import ${name}_bundle\` must be Python`,
      hint: 'Use letters, digits and `_`, beginning with a letter.',
    });
  const found = parseVersion(version);
  if (found !== undefined) return found;
  throw new Failure('usage', {
    message: `Python packages cannot have the version \`${version}\``,
    hint: 'Use a version such as 1.3.0, 1.3.0-rc.1 or 1.3.0.dev4.',
  });
}

/** The hints of the JIT and the default options differ between vendors. */
function checkVendors(targets: readonly Target[], { compiles }: Recorded): void {
  const lacking = targets.find(
    ({ backend }) => !compiles.some(({ target }) => target?.[0] === backend),
  );
  if (lacking === undefined) return;
  const vendor = vendorName(lacking.backend);
  throw new Failure('usage', {
    message: `nothing was recorded on an ${vendor} GPU, so there is nothing to compile for ${lacking.name}`,
    hint: `Triton compiles other specialisations for another vendor. Record the program on an ${vendor} GPU too, and give both folders.`,
  });
}

function checkEnvironment({ environment }: Filled, recorded: Recorded, python: string): void {
  if (environment.triton === recorded.triton) return;
  throw new Failure('environment', {
    message: `${python} has another Triton than the program was recorded with: Triton ${environment.version}, Python ${environment.python}`,
    hint: 'The key of a compiled kernel covers all of the wheel. Use the Python of the image in which the program runs, with --python, and record the program with the same wheel.',
  });
}

async function findPython(name: string, { env }: BuildContext): Promise<string> {
  const found = await findExecutable(name, env);
  if (found !== undefined) return found;
  throw new Failure('environment', {
    message: `there is no ${name} on PATH`,
    hint: "Set --python to the program's own Python.",
  });
}

function missingKernels({ refused }: Recorded, { failed }: Filled): readonly MissingKernel[] {
  return distinct([
    ...refused.map((each) => ({ kernel: kernelName(each), reason: each.refused ?? '' })),
    ...failed.map(({ compile, reason }) => ({ kernel: kernelName(compile), reason })),
  ]);
}

function kernelName({
  module,
  function: name,
}: Pick<RecordedCompile, 'module' | 'function'>): string {
  return `${module}:${name}`;
}

/** A bundle that was written. */
interface WrittenBundle {
  readonly request: BundleRequest;
  readonly name: string;
  readonly folder: string;
  readonly filled: Filled;
  readonly targets: readonly Target[];
  readonly machine: WheelMachine;
  readonly entries: number;
  readonly size: number;
}

async function writeOthers(
  made: WrittenBundle,
  scratch: string,
  context: BuildContext,
): Promise<Pick<BundleResult, 'wheel' | 'image'>> {
  const { request, name } = made;
  const files = await filesBelow(made.folder);
  return {
    wheel: request.wheel
      ? await context.log.group(`Make the wheel of ${name}`, () =>
          writeBundleWheel(
            {
              name,
              version: request.version,
              vendors: bundledVendors(made.filled),
              folder: made.folder,
              files,
              python: made.filled.environment.python,
              machine: made.machine,
              out: request.out,
            },
            join(scratch, 'wheel'),
            context,
          ),
        )
      : undefined,
    image: request.image
      ? await context.log.group(`Write the OCI image of ${name}`, () =>
          writeLayout(made, files, context),
        )
      : undefined,
  };
}

async function writeLayout(
  { request, name, folder, targets, machine, entries, size }: WrittenBundle,
  files: readonly string[],
  context: BuildContext,
): Promise<string> {
  const out = resolve(request.out, `${name}-oci`);
  const image = {
    name,
    files,
    folder,
    targets: targets.map((target) => ({
      backend: target.backend,
      arch: String(target.arch),
      warp_size: warpSizeOf(target),
    })),
    entries,
    size,
    processor: machine === 'x86_64' ? 'amd64' : 'arm64',
  };
  const write = async (fresh: string): Promise<{ readonly folder: string }> => {
    await writeImage(image, fresh, context.signal);
    return { folder: fresh };
  };
  await replaceFolder(out, write, context);
  return out;
}

/** @throws {Failure} `compile` if a bundle lacks recorded kernels. */
export function checkComplete({ missing, folder }: BundleResult): void {
  if (missing.length === 0) return;
  throw new Failure('compile', {
    message: `${folder} lacks ${plural(missing.length, 'recorded kernel')}`,
    hint: missing.map(({ kernel, reason }) => `${kernel}: ${reason}`).join('\n'),
  });
}

/**
 * Reads the names of targets.
 * @throws {Failure} `usage` if Triton does not compile for one.
 */
export function bundleTargets(names: readonly string[] = []): readonly Target[] {
  const problems = new Problems();
  const targets = readTargets(names, problems);
  problems.throwIfAny();
  return targets;
}
