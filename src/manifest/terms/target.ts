import type { Problems } from '../problems.ts';
import { targetOfGpu } from './gpu-names.ts';
import { allTerms, vendorOf, vendorTerms } from './vendor.ts';
import type { Capability, LaunchLimits, Target } from './vendor-terms.ts';

/** Threads of a warp. */
export function warpSizeOf(target: Target): 32 | 64 {
  return vendorTerms.of(target.backend).warpSize(target);
}

/** Returns every target name that a manifest may use. */
export function targetNames(): readonly string[] {
  return allTerms().flatMap(({ targets }) => targets);
}

/** Parses a target such as `sm_90`, or a GPU such as `H100`; undefined if Triton does not compile for it. */
export function parseTarget(text: string): Target | undefined {
  const named = parseTargetName(text);
  if (named !== undefined) return named;
  const gpu = targetOfGpu(text);
  return gpu === undefined ? undefined : parseTargetName(gpu);
}

function parseTargetName(name: string): Target | undefined {
  for (const { parse } of allTerms()) {
    const target = parse(name);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** Says which target a name most likely means: `sm90`, `sm_90a`, `9.0`, `compute_90`, an old GPU. */
function adviceFor(name: string): string {
  const gpu = targetOfGpu(name);
  const names = targetNames();
  if (gpu !== undefined) return `${name.trim()} is ${gpu}, which is not one of ${names.join(', ')}`;
  const meant = allTerms().flatMap((terms) => terms.meant(name.trim()) ?? []);
  const likely = names.find((each) => meant.includes(each));
  return likely === undefined
    ? `expected a GPU such as H100, or one of ${names.join(', ')}`
    : `did you mean \`${likely}\`?`;
}

/** Returns the first supported Triton version that compiles for the target. */
export function firstTritonFor(target: Target): string {
  return vendorTerms.of(target.backend).since(target);
}

/** Reads a compute capability such as `9.0`, or the name of an architecture. */
export function parseCapability(text: string): Capability {
  return vendorTerms.of(vendorOf(text)).readCapability(text) ?? { major: 0, minor: 0 };
}

/** Formats what `parseCapability` reads. */
export function capabilityText(capability: Capability): string {
  return 'arch' in capability ? capability.arch : `${capability.major}.${capability.minor}`;
}

/** Formats it for sentences: `compute capability 9.0`, or the name of an architecture. */
export function describeCapability(text: string): string {
  return vendorTerms.of(vendorOf(text)).describeCapability(text);
}

/** Names the version of a GPU's driver, such as `CUDA 13.0`. */
export function describeDriver(capability: string, version: string): string {
  return `${vendorTerms.of(vendorOf(capability)).driver} ${version}`;
}

/** True if a GPU runs code compiled for the target. */
export function runsOn(target: Target, capability: Capability): boolean {
  return vendorTerms.of(target.backend).runsOn(target, capability);
}

/** Returns the limits of launches. */
export function launchLimits(target: Target): LaunchLimits {
  return vendorTerms.of(target.backend).limits(target);
}

/** Parses target names. Duplicates are problems. */
export function readTargets(names: readonly string[], problems: Problems): readonly Target[] {
  return names.flatMap((name, index) => {
    const target = parseTarget(name);
    if (target === undefined) {
      problems.at(index).add(`unsupported target \`${name}\`; ${adviceFor(name)}`);
      return [];
    }
    if (names.findIndex((other) => parseTarget(other)?.name === target.name) < index) {
      problems.at(index).add(`duplicate target ${target.name}`);
      return [];
    }
    return [target];
  });
}

/** Parses the targets of a kernel, which must be among the manifest's own if it has some. */
export function readKernelTargets(
  names: readonly string[],
  own: readonly Target[] | undefined,
  problems: Problems,
): readonly Target[] {
  const targets = readTargets(names, problems);
  if (own === undefined) return targets;
  const ownNames = own.map(({ name }) => name);
  for (const { name } of targets) {
    if (ownNames.includes(name)) continue;
    const index = names.findIndex((each) => parseTarget(each)?.name === name);
    problems
      .at(index)
      .add(
        `target ${name} is not in the manifest's \`targets\` (${ownNames.join(', ')})`,
        'Add it there or remove it here: a kernel can only leave out targets of the manifest.',
      );
  }
  return targets;
}
