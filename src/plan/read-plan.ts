import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure, systemCode } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { readPlainFile } from '../base/files.ts';
import { selector } from '../base/globs.ts';
import type { Extras } from '../base/slot.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { type Manifest, readManifest } from '../manifest/manifest.ts';
import { Problems } from '../manifest/problems.ts';
import { describeHook } from '../manifest/terms/kernel.ts';
import { codeEnvironment } from '../toolchain/environment.ts';
import { manifestTriton } from '../toolchain/toolchain.ts';
import type { UnpackedWheel } from '../toolchain/wheels.ts';
import type { InspectedSource } from '../toolchain/wire/reading.ts';
import type { KeptWorkers } from '../toolchain/workers/kept-workers.ts';
import { type SourceReader, sourceReader } from './inspect-python.ts';
import type { HashContext } from './kernel-hash.ts';
import { unpackPackages } from './packages.ts';
import { planParts } from './parts.ts';
import { resolveKernel } from './resolve.ts';
import type { SourceCode } from './source-code.ts';
import { readKernelSources } from './sources.ts';
import type { ReadKernel } from './states.ts';
import { checkCount } from './variants.ts';

/** The user's choice of what to build. */
export interface BuildSelection {
  /** The manifest's path. */
  readonly manifest: string;
  readonly targets?: readonly string[] | undefined;
  readonly triton?: string | undefined;
  /** Globs that match names of kernels. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** A Python interpreter by path or name. */
  readonly python?: string | undefined;
  /** True if sources are read again, also if an earlier run has read them. */
  readonly anew?: boolean | undefined;
  /** Workers that wait for jobs of the run. Default: workers end with the jobs. */
  readonly kept?: KeptWorkers | undefined;
}

/** What is read for a plan, in addition to its kernels. */
export interface SourcesOfPlan {
  readonly manifest: Manifest;
  /** The code of each kernel, by the kernel's name. */
  readonly codes: ReadonlyMap<string, SourceCode>;
  /** The functions that compute expected outputs, by `referenceName`. */
  readonly references: ReadonlyMap<string, InspectedSource>;
  /** The packages whose modules are sources. Default: none. */
  readonly packages?: readonly UnpackedWheel[];
  readonly extras: Extras;
}

/** Everything that the manifest and the sources say: a plan without hints and variants. */
export interface ReadPlan extends SourcesOfPlan {
  readonly kernels: readonly { readonly read: ReadKernel; readonly code: SourceCode }[];
  readonly hashContext: HashContext;
}

/**
 * Reads manifest and sources. Needs Python, and Triton only for kernels that cannot be understood by
 * reading their source, and for the digest of a Triton that is no known release.
 * @param onManifest called with the manifest, before anything else is read
 * @throws {Failure} `usage` with all problems at once.
 */
export async function readPlan(
  selection: BuildSelection,
  context: BuildContext,
  onManifest?: (manifest: Manifest) => Promise<void>,
): Promise<ReadPlan> {
  const manifest = await loadManifest(selection);
  await onManifest?.(manifest);
  const packages = await unpackPackages(manifest, context);
  const choice = {
    tritonVersion: manifest.triton,
    named: selection.python,
    anew: selection.anew,
  };
  const readSources = sourceReader(choice, context, packages);
  return { ...(await readManifestPlan(manifest, selection, readSources, context)), packages };
}

/** Reads the sources of a manifest. @throws as `readPlan`. */
export async function readManifestPlan(
  manifest: Manifest,
  selection: BuildSelection,
  readSources: SourceReader,
  context: BuildContext,
): Promise<ReadPlan> {
  const chosen = chooseKernels(manifest, selection, context);
  const entries = chosen.map(({ entry }) => entry);
  const all = new Problems(manifest.document);
  // Before anything is done for each. Specialisations, and configs of autotune, are not known yet.
  checkCount(
    chosen.map(({ entry, targets }) => ({ entry, count: sizeOf(entry.configs) * targets.length })),
    all,
  );
  const problems = { usage: all.at(), compile: all.at() };
  const { kernels: sources, references } = await readKernelSources(
    manifest,
    entries,
    selection,
    readSources,
    problems,
    context,
  );
  const codes = new Map<string, SourceCode>();
  const kernels = chosen.flatMap(({ entry, targets }) => {
    const source = sources.get(entry);
    if (source === undefined) return [];
    const inKernel = problems.usage.under(entry.pathOf);
    const { file = entry.source.file } = source;
    const placed = { ...entry, source: { ...entry.source, file } };
    const read = resolveKernel(placed, source.function, targets, inKernel);
    if (read === undefined) return [];
    checkHooks(read, manifest, inKernel, context);
    codes.set(entry.name, source.code);
    return [{ read, code: source.code }];
  });
  const toResolve = kernels.map(({ read }) => read);
  const extras = new Map(
    planParts.parts.flatMap(({ resolve }) => resolve?.(manifest, toResolve, problems.usage) ?? []),
  );
  all.throwIfAny(problems.usage.isEmpty ? 'compile' : 'usage');
  const hashContext = {
    tritonVersion: manifest.triton,
    tritonDigest: await manifestTriton(manifest, selection.python, context),
    machine: context.platform.arch,
    requirements: manifest.requirements,
    environment: await codeEnvironment(context.env),
  };
  return { manifest, kernels, codes, references, hashContext, extras };
}

/**
 * Warns of the functions that Triton's JIT calls before each launch of a kernel, since calls from C do
 * not. With `strict_configs` they are problems.
 */
function checkHooks(
  { entry, kernel }: ReadKernel,
  { document }: Manifest,
  problems: Problems,
  { log }: Pick<RunContext, 'log'>,
): void {
  for (const hook of kernel.hooks ?? []) {
    const message = `${kernel.name}: before each launch, Triton's JIT calls ${describeHook(hook)}; the C function does not`;
    const hint = 'Do the same before each call.';
    if (entry.strictConfigs)
      problems
        .at('strict_configs')
        .add(
          message,
          'Move what it does into the kernel or to its callers, or remove `strict_configs`.',
        );
    else log.warning({ message, place: document.locate(entry.pathOf(['source'])), hint });
  }
}

function sizeOf(configs: KernelEntry['configs']): number {
  return configs === 'autotune' ? 1 : configs.length;
}

async function loadManifest(selection: BuildSelection): Promise<Manifest> {
  const { manifest: file, targets, triton } = selection;
  let text: string;
  try {
    text = String(await readPlainFile(file));
  } catch (error) {
    const code = systemCode(error);
    const message = `cannot read the manifest: ${code === 'ENOENT' ? 'no such file' : reasonOf(error)}`;
    const option = '`--manifest` (input `manifest`)';
    const hint =
      code === 'ENOENT'
        ? `\`triton-aot init FILE.py:FUNCTION\` writes one for a kernel. ${option} names another.`
        : `Name the manifest's file with ${option}, not a folder.`;
    throw new Failure('usage', { message, place: { file }, hint }, { cause: error });
  }
  return readManifest(text, file, { targets, triton });
}

function chooseKernels(
  manifest: Manifest,
  { only = [] }: BuildSelection,
  { log }: Pick<RunContext, 'log'>,
): { readonly entry: KernelEntry; readonly targets: Manifest['targets'] }[] {
  const isChosen = selector(only);
  const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
  if (chosen.length === 0) {
    throw new Failure('usage', {
      message: `no kernel matches ${only.map((glob) => `\`${glob}\``).join(' or ')}`,
      place: { file: manifest.file },
      hint: `The kernels are ${manifest.kernels.map(({ name }) => name).join(', ')}.`,
    });
  }
  return chosen.flatMap((entry) => {
    const targets = manifest.targets.filter(
      ({ name }) => entry.targets?.some((target) => target.name === name) ?? true,
    );
    if (targets.length > 0) return [{ entry, targets }];
    log.warning({
      message: `skipping ${entry.name}: none of its targets is built`,
      place: manifest.document.locate(entry.pathOf(['targets'])),
    });
    return [];
  });
}
