import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sizeOf } from '../../src/core/argument-type.ts';
import type { CompiledKernel } from '../../src/core/compile/job.ts';
import { Failure } from '../../src/core/errors.ts';
import { passedArguments, type Kernel } from '../../src/core/kernel.ts';
import { readLauncherHeaders } from '../../src/core/launcher/headers.ts';
import { linkVariants } from '../../src/core/link.ts';
import { readManifest } from '../../src/core/manifest/manifest.ts';
import { Problems } from '../../src/core/manifest/problems.ts';
import { packageFiles } from '../../src/core/package/files.ts';
import { writePackage } from '../../src/core/package/folder.ts';
import { planKernel, type Variant } from '../../src/core/plan.ts';
import type { FunctionFacts } from '../../src/core/source/facts.ts';
import { resolveKernel } from '../../src/core/resolve.ts';
import { fakeCubin } from './fake-cubin.ts';

/** The parameters of each Python function, by the function's name. */
export type Functions = Readonly<Record<string, readonly string[]>>;

/** What a compiled variant tells beside the ordinary. */
export type Adjustment = (variant: Variant) => Partial<Omit<CompiledKernel, 'cubin'>>;

/** Registers make the cubins of different variants differ, and equal ones of others equal. */
export type Registers = (variant: Variant) => number;

/** Every kernel of a manifest, resolved without any Python. Throws Failure `usage` as a build would. */
export function fakeKernels(manifestText: string, functions: Functions): readonly Kernel[] {
  const manifest = readManifest(manifestText, 'kernels.yaml');
  const problems = new Problems(manifest.document);
  const kernels = manifest.kernels.flatMap((entry) => {
    const names = functions[entry.source.function] ?? [];
    const facts: FunctionFacts = { line: 1, parameters: names.map((name) => ({ name })) };
    return resolveKernel(entry, facts, manifest.targets, manifest.document, problems) ?? [];
  });
  if (problems.list.length > 0) throw new Failure('usage', problems.list);
  return kernels;
}

/** A whole package around cubins without code: for the recording driver. Gives its folder. */
export async function fakePackage(
  manifestText: string,
  functions: Functions,
  adjust: Adjustment = () => ({}),
  registers: Registers = ({ config, specialisation }) => 16 + config * 8 + specialisation,
): Promise<string> {
  const variants = fakeKernels(manifestText, functions).flatMap(planFake);
  const linked = linkVariants(
    variants.map(
      (variant) => [variant, compileFake(variant, adjust(variant), registers(variant))] as const,
    ),
  );
  const manifest = readManifest(manifestText, 'kernels.yaml');
  const facts = {
    package: manifest.package,
    version: manifest.version,
    tritonVersion: '3.8.0',
    generatorVersion: '0.0.0',
  };
  const folder = join(await mkdtemp(join(tmpdir(), 'fake-package-')), 'aot');
  await writePackage(folder, packageFiles(facts, linked, await readLauncherHeaders()));
  return folder;
}

function planFake(kernel: Kernel): Variant[] {
  const { file, function: name } = kernel.source;
  const module = { path: ['/'], module: name, file: `/${file}`, closure: [] };
  const context = { tritonVersion: '3.8.0', machine: 'x64', requirements: [], environment: {} };
  return planKernel(kernel, module, context);
}

/** As Triton does it: the arguments that are left, then two pointers of its own. */
function compileFake(
  variant: Variant,
  adjustment: Partial<Omit<CompiledKernel, 'cubin'>>,
  registers: number,
): CompiledKernel {
  const { kernel, config } = variant;
  const specialisation = kernel.specialisations[variant.specialisation] ?? [];
  const sizes = passedArguments(kernel, specialisation).flatMap(({ type }) =>
    type.kind === 'tensor' ? [] : [sizeOf(type)],
  );
  const name = adjustment.name ?? kernel.source.function;
  const cubin = fakeCubin({
    arch: variant.target.arch,
    name,
    parameters: [...sizes, 8, 8],
    registers,
  });
  return {
    cubin: new Uint8Array(cubin),
    name,
    ptxas: '13.0',
    shared: 0,
    numWarps: Number(kernel.configs[config]?.options.num_warps),
    numCtas: 1,
    globalScratch: { size: 0, align: 1 },
    profileScratch: { size: 0, align: 1 },
    launchPdl: false,
    launchCooperativeGrid: false,
    tensorMaps: [],
    ...adjustment,
  };
}
