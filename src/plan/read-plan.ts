import type { BuildContext, RunContext } from '../base/context.ts';
import type { Extras } from '../base/slot.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { checkSequence } from '../manifest/cases/sequence.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { Problems } from '../manifest/problems.ts';
import { describeHook } from '../manifest/terms/kernel.ts';
import { codeEnvironment } from '../toolchain/environment.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import type { UnpackedPackage } from '../toolchain/unpacked-package.ts';
import type { InspectedSource } from '../toolchain/wire/reading.ts';
import type { HashContext } from './kernel-hash.ts';
import { unpackPackages } from './packages.ts';
import { planParts } from './parts.ts';
import { resolveKernel } from './resolve.ts';
import type { ReadSelection } from './selection.ts';
import type { SourceCode } from './source-code.ts';
import { readKernelSources } from './sources.ts';
import type { ReadKernel } from './states.ts';
import { checkCount } from './variants.ts';

/** What is read for a plan, in addition to its kernels. */
export interface SourcesOfPlan {
  readonly manifest: Manifest;
  /** The code of each kernel, by the kernel's name. */
  readonly codes: ReadonlyMap<string, SourceCode>;
  /** The functions that compute expected outputs, by `referenceName`. */
  readonly references: ReadonlyMap<string, InspectedSource>;
  /** The packages whose modules are sources. Default: none. */
  readonly packages?: readonly UnpackedPackage[];
  readonly extras: Extras;
}

/** Everything that the manifest and the sources say: a plan without hints and variants. */
export interface ReadPlan extends SourcesOfPlan {
  readonly kernels: readonly { readonly read: ReadKernel; readonly code: SourceCode }[];
  readonly hashContext: HashContext;
}

/**
 * Reads the sources of the chosen kernels. Needs Python, and Triton only for kernels that cannot be
 * understood by reading their source, and for the digest of a Triton that is no known release.
 * @throws {Failure} `usage` with all problems at once.
 */
export async function readPlan(
  { manifest, chosen }: ReadSelection,
  toolchain: Toolchain,
  context: BuildContext,
): Promise<ReadPlan> {
  const packages = await unpackPackages(manifest, toolchain.named, context);
  const all = new Problems(manifest.document);
  // Before anything is done for each. Specialisations, and configs of autotune, are not known yet.
  checkCount(
    chosen.map(({ entry, targets }) => ({ entry, count: sizeOf(entry.configs) * targets.length })),
    all,
  );
  const problems = { usage: all.at(), compile: all.at() };
  const { kernels: sources, references } = await readKernelSources(
    manifest,
    chosen.map(({ entry }) => entry),
    packages,
    toolchain,
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
  const built = new Map(toResolve.map(({ kernel }) => [kernel.name, kernel]));
  for (const { kernel, entry } of toResolve)
    checkSequence({ kernel, smoke: entry.smoke }, built, problems.usage.under(entry.pathOf));
  const extras = new Map(
    planParts.parts.flatMap(({ resolve }) => resolve?.(manifest, toResolve, problems.usage) ?? []),
  );
  all.throwIfAny(problems.usage.isEmpty ? 'compile' : 'usage');
  const hashContext = {
    tritonVersion: manifest.triton,
    tritonDigest: await toolchain.digest(),
    machine: context.platform.arch,
    requirements: manifest.requirements,
    environment: await codeEnvironment(context.env),
  };
  return { manifest, kernels, codes, references, packages, hashContext, extras };
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
