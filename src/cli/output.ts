import type { CheckedVariant } from '../core/abi/check.ts';
import type { BuildResult } from '../core/build/build.ts';
import { describeConfig } from '../core/codegen/header.ts';
import { describeSpecialisation } from '../core/model/kernel.ts';
import type { Preparation } from '../core/plan/prepare.ts';
import type { Shard } from '../core/plan/shards.ts';
import { type Variant, variantName } from '../core/plan/variants.ts';

/** What `build` prints: a line for each entry point. */
export function buildText(result: BuildResult): string {
  const { manifest, kernels } = result.preparation;
  const lines = kernels.map(({ name }) => {
    const images = result.checked.filter(({ variant }) => variant.kernel.name === name);
    return `  ${name}: ${summary(images)}`;
  });
  const counts = `${result.compiled} compiled, ${result.cached} from the store`;
  return `${manifest.package} ${manifest.version} in ${result.packages.join(', ')} (${counts})\n${lines.join('\n')}\n`;
}

export function buildJson(result: BuildResult): unknown {
  const { manifest } = result.preparation;
  return {
    package: manifest.package,
    version: manifest.version,
    triton: manifest.triton,
    out: result.out,
    packages: result.packages,
    compiled: result.compiled,
    cached: result.cached,
    variants: result.checked.map(({ variant, compiled, cubinKernel }) => ({
      ...variantJson(variant),
      registers: cubinKernel.registers,
      stack: cubinKernel.stackBytes,
      shared: cubinKernel.staticSharedBytes + compiled.shared,
      size: compiled.cubin.length,
    })),
  };
}

/** What `plan` prints: a line for each variant. */
export function planText({ variants }: Preparation, stored: ReadonlySet<Variant>): string {
  return variants
    .map((variant) => {
      const { hash } = variant;
      return `${hash.slice(0, 16)}  ${statusOf(variant, stored).padEnd(7)}  ${variantName(variant)}\n`;
    })
    .join('');
}

export function planJson(
  { manifest, variants }: Preparation,
  stored: ReadonlySet<Variant>,
): unknown {
  return {
    package: manifest.package,
    triton: manifest.triton,
    variants: variants.map((variant) => ({
      ...variantJson(variant),
      status: statusOf(variant, stored),
    })),
  };
}

/** What `plan --shards` prints: a line for each. */
export function shardsText(shards: readonly Shard[]): string {
  return shards
    .map(({ only, variants }) => `${variants} variants: --only ${only.join(',')}\n`)
    .join('');
}

/** Fit for the matrix of a workflow. */
export function shardsJson(shards: readonly Shard[]): unknown {
  return { shards: shards.map(({ only, variants }) => ({ only: only.join(','), variants })) };
}

/** What `list` prints: entry points with their algos, specialisations and targets. */
export function listText({ kernels }: Preparation): string {
  return kernels
    .map((kernel) => {
      const { source, targets, configs, specialisations } = kernel;
      return [
        `${kernel.name}  (${source.file}:${source.line} ${source.function})`,
        `  targets: ${targets.map(({ name }) => name).join(', ')}`,
        ...configs.map((config, index) => `  algo ${index}: ${describeConfig(config)}`),
        ...specialisations.map((specialisation, index) => {
          const condition = describeSpecialisation(kernel, specialisation);
          return `  specialisation ${index}: ${condition === '' ? 'any values' : condition}`;
        }),
        '',
      ].join('\n');
    })
    .join('');
}

export function listJson({ kernels }: Preparation): unknown {
  return kernels.map((kernel) => ({
    name: kernel.name,
    source: `${kernel.source.file}:${kernel.source.function}`,
    line: kernel.source.line,
    targets: kernel.targets.map(({ name }) => name),
    algos: kernel.configs.map(describeConfig),
    specialisations: kernel.specialisations.map((specialisation) =>
      describeSpecialisation(kernel, specialisation),
    ),
  }));
}

function statusOf(variant: Variant, stored: ReadonlySet<Variant>): 'stored' | 'missing' {
  return stored.has(variant) ? 'stored' : 'missing';
}

/** What JSON tells of each variant. */
export function variantJson(variant: Variant): Readonly<Record<string, unknown>> {
  return {
    kernel: variant.kernel.name,
    algo: variant.config,
    specialisation: variant.specialisation,
    target: variant.target.name,
    hash: variant.hash,
  };
}

function summary(images: readonly CheckedVariant[]): string {
  const targets = [...new Set(images.map(({ target }) => target.name))].join(', ');
  const bytes = images.reduce((sum, { compiled }) => sum + compiled.cubin.length, 0);
  const registers = images.map(({ cubinKernel }) => cubinKernel.registers);
  const spilling = images.filter(({ cubinKernel }) => cubinKernel.stackBytes > 0).length;
  return [
    `${images.length} variants for ${targets}`,
    `${(bytes / 1024).toFixed(0)} KiB`,
    `${Math.max(...registers)} registers at most`,
    ...(spilling > 0 ? [`${spilling} use stack memory`] : []),
  ].join(', ');
}
