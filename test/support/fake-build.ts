import { checkAbi, type CheckedVariant } from '../../src/compile/cubin/check.ts';
import type { CompiledKernel } from '../../src/toolchain/wire/compiled-kernel.ts';
import type { Extras } from '../../src/base/slot.ts';
import type { BuildResult } from '../../src/build.ts';
import type { BuildRun } from '../../src/compile/run.ts';
import type { CaseProposal, CaseQuestion } from '../../src/manifest/cases/generate/proposal.ts';
import { caseQuestion } from '../../src/manifest/cases/generate/question.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { Problems } from '../../src/manifest/problems.ts';
import { type Kernel, passedArguments, specialisationOf } from '../../src/manifest/terms/kernel.ts';
import { isCuda } from '../../src/manifest/terms/nvidia.ts';
import { sizeOf } from '../../src/manifest/terms/types.ts';
import { planParts } from '../../src/plan/parts.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { HashContext } from '../../src/plan/kernel-hash.ts';
import { resolveKernel } from '../../src/plan/resolve.ts';
import type { SourceCode } from '../../src/plan/source-code.ts';
import type { FunctionFacts } from '../../src/plan/sources.ts';
import { completeKernel, untestedKernel } from '../../src/plan/specialise.ts';
import { variantsOf, type Variant } from '../../src/plan/variants.ts';
import { type FakeCubin, fakeCubin } from './fake-cubin.ts';
import { fakeHsaco } from './fake-hsaco.ts';

/** The parameters of each Python function, or all facts about it, by the function's name. */
export type Functions = Readonly<Record<string, readonly string[] | FunctionFacts>>;

const CONTEXT: HashContext = {
  tritonVersion: '3.8.0',
  tritonDigest: 'sha256:d19e57',
  machine: 'x64',
  requirements: [],
  environment: {},
};

/** Answers what generated cases change. */
export type Propose = (question: CaseQuestion) => CaseProposal;

/**
 * Resolves the kernels of a manifest without Python.
 * @throws {Failure} `usage`, as a build does.
 */
export function fakeKernels(
  manifestText: string,
  functions: Functions,
  propose?: Propose,
): readonly Kernel[] {
  return fakeDrafts(manifestText, functions, propose).map(({ kernel }) => kernel);
}

function fakeDrafts(manifestText: string, functions: Functions, propose?: Propose) {
  const manifest = readManifest(manifestText, 'kernels.yaml');
  const problems = new Problems(manifest.document);
  const drafts = manifest.kernels.flatMap((entry) => {
    const facts = factsOf(functions[entry.source.function] ?? []);
    const targets = entry.targets ?? manifest.targets;
    const inKernel = problems.under(entry.pathOf);
    const draft = resolveKernel(entry, facts, targets, inKernel);
    if (draft === undefined) return [];
    const question =
      propose && caseQuestion(untestedKernel(draft, undefined), entry.smoke, new Map(), 'no code');
    const generation = question && { proposal: propose(question), kernels: new Map() };
    return [{ draft, kernel: completeKernel(draft, undefined, inKernel, generation) }];
  });
  problems.throwIfAny();
  return drafts;
}

function factsOf(given: readonly string[] | FunctionFacts): FunctionFacts {
  return 'parameters' in given
    ? given
    : { line: 1, parameters: given.map((name) => ({ name })), heuristics: [] };
}

/** Returns what features keep of a plan. @throws {Failure} with all problems. */
function fakeExtras(manifestText: string, functions: Functions): Extras {
  const manifest = readManifest(manifestText, 'kernels.yaml');
  const problems = new Problems(manifest.document);
  const drafts = fakeDrafts(manifestText, functions).map(({ draft }) => draft);
  const extras = planParts.parts.flatMap(
    ({ resolve }) => resolve?.(manifest, drafts, problems) ?? [],
  );
  problems.throwIfAny();
  return new Map(extras);
}

/** Plans the variants of a manifest without Python. */
export function fakeVariants(manifestText: string, functions: Functions): readonly Variant[] {
  return fakeKernels(manifestText, functions).flatMap(planFake);
}

/** Plans a manifest without Python. */
export function fakePlan(manifestText: string, functions: Functions): Plan {
  const kernels = fakeKernels(manifestText, functions);
  return {
    manifest: readManifest(manifestText, 'kernels.yaml'),
    kernels,
    extras: fakeExtras(manifestText, functions),
    variants: kernels.flatMap(planFake),
    codes: new Map(kernels.map((kernel) => [kernel.name, codeOf(kernel)])),
    references: new Map(),
  };
}

/**
 * Returns what Triton would return for a variant. Its parameters are the passed arguments and two
 * scratch pointers.
 */
export function fakeCompiled(
  variant: Variant,
  cubin: Partial<FakeCubin> = {},
  record: Partial<CompiledKernel> = {},
): CompiledKernel {
  const { kernel, target } = variant;
  const passed = passedArguments(kernel, specialisationOf(kernel, variant.specialisation));
  const sizes = passed.flatMap(({ type }) => (type.kind === 'tensor' ? [] : [sizeOf(type)]));
  const parameters = [...sizes, 8, 8];
  const name = kernel.source.function;
  return {
    cubin: new Uint8Array(
      isCuda(target)
        ? fakeCubin({ arch: target.arch, name, parameters, ...cubin })
        : fakeHsaco({ target, name, parameters, ...cubin }),
    ),
    name,
    ptxas: '13.0',
    shared: 0,
    tensorMemory: 0,
    numWarps: Number(kernel.configs[variant.config]?.options.num_warps),
    numCtas: 1,
    globalScratch: { size: 0, align: 1 },
    profileScratch: { size: 0, align: 1 },
    launchPdl: false,
    launchCooperativeGrid: false,
    tensorMaps: [],
    rounding: {},
    miscompilations: [],
    ...(variant.job.ptx && { ptx: fakePtx(record.name ?? name, target.name, parameters) }),
    ...record,
  };
}

/** Returns PTX of a kernel without code, as Triton writes it. */
export function fakePtx(name: string, target: string, sizes: readonly number[]): string {
  const parameters = sizes.map((size, index) => `\t.param .b${8 * size} ${name}_param_${index}`);
  return `//
// Generated by LLVM NVPTX Back-End
//

.version 8.8
.target ${target}
.address_size 64

.visible .entry ${name}(
${parameters.join(',\n')}
)
.reqntid 128
{
\tret;
}
`;
}

/** Returns the variants of a manifest, compiled and checked. */
export function fakeChecked(
  manifestText: string,
  functions: Functions,
  compile: (variant: Variant) => CompiledKernel = fakeCompiled,
): readonly CheckedVariant[] {
  const variants = fakeVariants(manifestText, functions);
  return checkAbi(variants.map((variant) => [variant, compile(variant)] as const));
}

/** Returns the result of a build, with one variant compiled and the others from the store. */
export function fakeResult(
  manifestText: string,
  functions: Functions,
): BuildResult & { readonly run: BuildRun } {
  const checked = fakeChecked(manifestText, functions);
  const variants = checked.map(({ variant }) => variant);
  const kernels = [...new Set(variants.map(({ kernel }) => kernel))];
  const plan = {
    manifest: readManifest(manifestText, 'kernels.yaml'),
    kernels,
    extras: new Map(),
    variants,
    plan: planFake,
    requestHints: () => undefined,
    codes: new Map(kernels.map((kernel) => [kernel.name, codeOf(kernel)])),
    references: new Map(),
  };
  return {
    plan,
    run: {
      plan,
      kernels: new Map(checked.map(({ variant, compiled }) => [variant.hash, compiled])),
      failed: new Map(),
      seconds: new Map(variants.slice(0, 1).map(({ hash }) => [hash, 1.25])),
      times: new Map(),
      elapsed: 2.5,
    },
    choosers: new Map(),
    checked,
    out: 'aot',
    compiled: 1,
    cached: checked.length - 1,
  };
}

/**
 * Returns the code of a function without Python: a file that is imported.
 * @param files what the code depends on: hashes by path
 */
export function fakeCode(
  file: string,
  name: string,
  files: Readonly<Record<string, string>> = {},
): SourceCode {
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  const closure = Object.keys(files).map((path) => `/project/${path}`);
  return {
    source: {
      kind: 'import',
      path: ['/project'],
      module,
      file: `/project/${file}`,
      function: name,
      folder: '/project',
      closure,
      depends: [],
    },
    module,
    files: Object.entries(files).map(([path, hash]) => ({
      path,
      sha256: hash,
      fileSha256: hash,
    })),
  };
}

function codeOf({ source }: Kernel): SourceCode {
  return fakeCode(source.file, source.function);
}

function planFake(kernel: Kernel): Variant[] {
  return variantsOf(kernel, codeOf(kernel), CONTEXT);
}
