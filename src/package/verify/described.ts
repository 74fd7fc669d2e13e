import { z } from 'zod';
import { type Image, passedParameters } from '../../compile/cubin/check.ts';
import { tensorMapSchema } from '../../toolchain/workers/protocol.ts';
import { parseGrid } from '../../manifest/grid/parse.ts';
import { reservedName } from '../../manifest/terms/c-names.ts';
import {
  type Argument,
  type Config,
  DEFAULT_KEPT,
  type Formula,
  type Hint,
  type Kernel,
  type Specialisation,
} from '../../manifest/terms/kernel.ts';
import { EMBED_FORMS } from '../../manifest/terms/package.ts';
import { parseTarget, type Target } from '../../manifest/terms/target.ts';
import { parseArgumentType } from '../../manifest/terms/types.ts';
import { readConstants } from '../constants.ts';
import { namedArguments } from '../../plan/resolve.ts';
import { fullManifestSchema } from './variant.ts';

const kernelSchema = fullManifestSchema.shape.kernels.element;

/** Names that C comments and strings can contain: no character in them could end a comment or string. */
const identifier = z.string().regex(/^[\p{L}_$][\p{L}\p{N}_$.]*$/u, { error: 'not a name' });
const parameters = z.array(z.object({ name: identifier, type: z.string() }));
const count = z.number().int().nonnegative();

const describedKernelSchema = kernelSchema.extend({
  source: z.string(),
  parameters,
  gridParameters: parameters,
  grid: z.string(),
  targets: z.array(z.string()),
  algos: z.array(
    kernelSchema.shape.algos.element.extend({
      options: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
    }),
  ),
  variants: z.array(
    kernelSchema.shape.variants.element.extend({
      symbol: identifier,
      launch: z.object({
        scratch: count,
        programmatic: z.boolean(),
        cooperative: z.boolean(),
        tensorMaps: z.array(tensorMapSchema).optional(),
      }),
    }),
  ),
});

/** Everything in manifest.json that the C code is generated from. */
export const describedManifestSchema = fullManifestSchema.extend({
  generator: z.object({ version: z.string() }),
  /** Packages of earlier versions are all `raw`, and do not say so. */
  embed: z.enum(EMBED_FORMS).default('raw'),
  kernels: z.array(describedKernelSchema),
});

type DescribedKernel = z.infer<typeof describedKernelSchema>;

/**
 * Makes the kernel that manifest.json describes, as far as C code is generated from it.
 * @throws {Error} if no build writes this: the message says why.
 */
export function describedKernel(described: DescribedKernel): Kernel {
  const { name, algos, heuristics = [], requires = [], variants } = described;
  const reserved = reservedName(name);
  if (reserved !== undefined) throw new Error(`invalid kernel name: ${reserved}`);
  const targets = described.targets.map(targetNamed);
  const typed = [described.parameters, described.gridParameters].map((list) =>
    list.map(({ name: each, type }) => ({ name: each, type: typeNamed(type) })),
  );
  const [args, gridParameters] = namedArguments(name, typed[0] ?? [], typed[1] ?? []);
  const [file = '', functionName = ''] = described.source.split(/:(?=[^:]*$)/);
  return {
    name,
    source: { file, function: functionName, line: 1 },
    arguments: args,
    gridParameters,
    targets,
    configs: algos.map((algo, index): Config => {
      const own = variants.filter((variant) => variant.algo === index);
      return {
        constants: readConstants(algo),
        options: algo.options,
        notFor: targets.filter(({ name: each }) => !own.some(({ target }) => target === each)),
      };
    }),
    heuristics: heuristics.map(({ parameter, expression }) => ({
      parameter: identifier.parse(parameter),
      ...formulaOf(expression),
    })),
    requirements: requires.map(formulaOf),
    specialisations: described.specialisations.map((text) =>
      specialisationOf(text, args, heuristics),
    ),
    grid: axesOf(described.grid),
    gridText: described.grid,
    // The rest has no part in the C code.
    place: { file },
    parameters: [],
    mayDropConfigs: false,
    automatic: undefined,
    depends: [],
    lineInfo: false,
    ptxTarget: targets.find(({ name: each }) =>
      variants.some(({ target, ptx }) => target === each && ptx !== undefined),
    ),
    smoke: undefined,
    tune: { key: undefined, keep: DEFAULT_KEPT },
  };
}

/** Makes the images of a kernel, from what manifest.json says and the code by its SHA-256. */
export function describedImages(
  { variants }: DescribedKernel,
  kernel: Kernel,
  code: ReadonlyMap<string, Uint8Array>,
): readonly Image[] {
  const codeOf = (sha256: string): Buffer => {
    const bytes = code.get(sha256);
    if (bytes === undefined) throw new Error(`the C source has no cubin ${sha256}`);
    return Buffer.from(bytes);
  };
  return variants.map(({ algo, specialisation, target, sha256, symbol, ...rest }) => {
    const { resources, launch } = rest;
    const table = rest.parameters.map((each, ordinal) => ({ ...each, ordinal }));
    const { tensorMaps = [] } = launch;
    const { tensors } = passedParameters({ kernel, specialisation }, { tensorMaps }, table);
    return {
      config: algo,
      specialisation,
      target: targetNamed(target),
      tensors,
      compiled: {
        cubin: codeOf(sha256),
        name: symbol,
        numWarps: resources.warps,
        numCtas: resources.ctas,
        shared: resources.sharedDynamic,
        globalScratch: { size: launch.scratch, align: 1 },
        launchPdl: launch.programmatic,
        launchCooperativeGrid: launch.cooperative,
        tensorMaps,
        // The rest has no part in the C code.
        ptxas: '',
        tensorMemory: 0,
        profileScratch: { size: 0, align: 1 },
        accesses: [],
        ptx: rest.ptx && codeOf(rest.ptx.sha256).toString(),
      },
    };
  });
}

function targetNamed(name: string): Target {
  const target = parseTarget(name);
  if (target === undefined) throw new Error(`unknown target ${name}`);
  return target;
}

function typeNamed(text: string): Argument['type'] {
  const type = parseArgumentType(text);
  if (type === undefined) throw new Error(`unknown type ${text}`);
  return type;
}

function axesOf(text: string): Kernel['grid'] {
  const parsed = parseGrid(text);
  if (!parsed.ok) throw new Error(`\`${text}\` is not an expression: ${parsed.message}`);
  return parsed.axes;
}

function formulaOf(text: string): Formula {
  const [tree, ...others] = axesOf(text);
  if (tree === undefined || others.length > 0) throw new Error(`\`${text}\` is not one expression`);
  return { tree, text };
}

/** Reads conditions as `describeSpecialisation` writes them: `a % 16 == 0, n == 1, EVEN = True`. */
function specialisationOf(
  text: string,
  args: readonly Argument[],
  heuristics: NonNullable<DescribedKernel['heuristics']>,
): Specialisation {
  const conditions = new Set(text === '' ? [] : text.split(', '));
  const hints = args.map(({ name }): Hint => {
    if (conditions.delete(`${name} % 16 == 0`)) return 'divisible-by-16';
    return conditions.delete(`${name} == 1`) ? 'equal-to-1' : 'none';
  });
  const values = heuristics.flatMap(({ parameter }) => {
    const found = [...conditions].find((each) => each.startsWith(`${parameter} = `)) ?? '';
    const [, value] = / = (True|False|-?\d+)$/.exec(found) ?? [];
    if (value === undefined) return [];
    conditions.delete(found);
    const isBool = value === 'True' || value === 'False';
    const constant = isBool
      ? ({ kind: 'bool', value: value === 'True' } as const)
      : ({ kind: 'int', value: BigInt(value) } as const);
    return [[parameter, constant] as const];
  });
  if (conditions.size > 0) throw new Error(`unknown condition \`${[...conditions].join(', ')}\``);
  return { hints, heuristics: new Map(values) };
}
