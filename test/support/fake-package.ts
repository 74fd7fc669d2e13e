import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAbi } from '../../src/compile/cubin/check.ts';
import type { CompiledKernel } from '../../src/toolchain/wire/compiled-kernel.ts';
import type { Extras } from '../../src/base/slot.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { packageFiles } from '../../src/package/files.ts';
import { writePackage } from '../../src/package/folder.ts';
import type { Choosers } from '../../src/plan/choosers.ts';
import type { Variant } from '../../src/plan/variants.ts';
import { fakeCompiled, fakePlan, type Functions } from './fake-build.ts';
import { HERE } from './here.ts';

/** Properties of a compiled variant that differ from the usual. */
export type Adjustment = (variant: Variant) => Partial<Omit<CompiledKernel, 'cubin'>>;

/** The registers of a variant. Variants with equal registers have equal cubins. */
export type Registers = (variant: Variant) => number;

/** Writes a package with cubins without code, for the recording driver. Returns its folder. */
export async function fakePackage(
  manifestText: string,
  functions: Functions,
  adjust: Adjustment = () => ({}),
  registers: Registers = ({ config, specialisation }) => 16 + config * 8 + specialisation,
  choosers?: Choosers['choosers'],
): Promise<string> {
  const { variants } = fakePlan(manifestText, functions);
  const compile = (variant: Variant): CompiledKernel => {
    const record = adjust(variant);
    const name = record.name ?? variant.kernel.source.function;
    return fakeCompiled(variant, { name, registers: registers(variant) }, record);
  };
  return packageOf(manifestText, variants, compile, choosers);
}

/** Writes a package with these variants. Returns its folder. */
export async function packageOf(
  manifestText: string,
  variants: readonly Variant[],
  compile: (variant: Variant) => CompiledKernel,
  choosers?: Choosers['choosers'],
  extras?: Extras,
): Promise<string> {
  const linked = checkAbi(variants.map((variant) => [variant, compile(variant)] as const));
  const manifest = readManifest(manifestText, 'kernels.yaml');
  const facts = {
    package: manifest.package,
    version: manifest.version,
    embed: manifest.embed,
    tritonVersion: '3.8.0',
    generatorVersion: '0.0.0',
    choosers,
    extras,
  };
  const folder = join(await mkdtemp(join(tmpdir(), 'fake-package-')), 'aot');
  await writePackage(folder, packageFiles(facts, linked), HERE);
  return folder;
}
