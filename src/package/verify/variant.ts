import { z } from 'zod';
import { HIDDEN_PARAMETERS } from '../../compile/cubin/check.ts';
import { type CubinParameter, readCubin } from '../../compile/cubin/cubin.ts';
import { checkCubin, type ExpectedParameter } from '../../compile/cubin/parameters.ts';
import { checkPtx, ptxFacts } from '../../compile/cubin/ptx.ts';
import { type Resources, resourcesOf, resourcesSchema } from '../../compile/cubin/resources.ts';
import { tensorLayout, tensorParameters } from '../../compile/cubin/tensor-layout.ts';
import { Failure } from '../../base/errors.ts';
import { canonicalJson } from '../../base/text.ts';
import { CONSTANT_KINDS } from '../../manifest/terms/constant.ts';
import { minorRange, parseTarget } from '../../manifest/terms/target.ts';
import { type ArgumentType, parseArgumentType, sizeOf } from '../../manifest/terms/types.ts';
import { packageManifestSchema, type ReadPackage } from '../read.ts';
import type { EmbeddedImage } from './embedded.ts';

/**
 * Compares a variant in manifest.json with its cubin and its row of the table. Returns the
 * differences.
 */
export function checkVariant(
  kernel: FullKernel,
  variant: FullVariant,
  image: EmbeddedImage,
): readonly string[] {
  const { bytes, sha256 } = image.code;
  const changed =
    sha256 === variant.sha256 ? [] : ['the cubin in the C source is not the one in manifest.json'];
  const target = parseTarget(variant.target);
  if (target === undefined) return [...changed, `unknown target ${variant.target}`];
  let cubin;
  try {
    cubin = readCubin(bytes);
  } catch (error) {
    if (error instanceof Failure)
      return [...changed, ...error.problems.map(({ message }) => message)];
    throw error;
  }
  const inside = cubin.kernels.find(({ name }) => name === variant.symbol);
  const table = inside?.parameters ?? [];
  const parameters = [...passedParameters(kernel, variant, table), ...HIDDEN_PARAMETERS];
  const wrong = checkCubin(cubin, { kernel: variant.symbol, target, parameters });
  const { major, from, to } = minorRange(target);
  const { resources } = variant;
  const launch = {
    shared: resources.sharedDynamic,
    tensorMemory: resources.tensorColumns ?? 0,
    numWarps: resources.warps,
    numCtas: resources.ctas,
    cubin: bytes,
  };
  const taken = inside && resourcesOf(target, launch, inside);
  const facts: readonly Fact[] = [
    ['parameters', inside && layoutOf(table), layoutOf(variant.parameters)],
    ...RESOURCES.map(
      ([key, what]) => [what, textOf(taken?.[key]), textOf(resources[key])] as const,
    ),
    ['bytes of dynamic shared memory', String(image.shared), String(resources.sharedDynamic)],
    ['warps', String(image.warps), String(resources.warps)],
    ['blocks per cluster', String(image.ctas), String(resources.ctas)],
    ['symbol', image.kernel, variant.symbol],
    [
      'compute capabilities',
      `${image.major}.${image.from} to ${image.major}.${image.to}`,
      `${major}.${from} to ${major}.${to}`,
    ],
  ];
  return [...changed, ...wrong, ...differences(facts)];
}

type Fact = readonly [
  what: string,
  inSource: string | undefined,
  // Packages of earlier versions do not have all.
  inManifest: string | undefined,
];

function differences(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap(([what, inSource, inManifest]) =>
    inSource === inManifest || inSource === undefined || inManifest === undefined
      ? []
      : [`${what}: ${inSource} in the C source, but ${inManifest} in manifest.json`],
  );
}

/** The same for the PTX of a variant: it is launched as the cubin. */
export function checkVariantPtx(variant: FullVariant, image: EmbeddedImage): readonly string[] {
  const { ptx, resources, symbol, parameters } = variant;
  const target = parseTarget(variant.target);
  // The check of the cubin says this.
  if (ptx === undefined || target === undefined) return [];
  const { bytes, sha256 } = image.code;
  const changed =
    sha256 === ptx.sha256 ? [] : ['the PTX in the C source is not the one in manifest.json'];
  const text = Buffer.from(bytes).toString();
  const { target: name, version } = ptxFacts(text, target);
  const { major, from } = minorRange(target);
  return [
    ...changed,
    ...checkPtx(text, { kernel: symbol, target, parameters }),
    ...differences([
      ['architecture of the PTX', name, ptx.target],
      ['version of the PTX', version, ptx.version],
      ['bytes of the PTX', String(bytes.length), String(ptx.size)],
      [
        'bytes of dynamic shared memory of the PTX',
        String(image.shared),
        String(resources.sharedDynamic),
      ],
      ['warps of the PTX', String(image.warps), String(resources.warps)],
      ['blocks per cluster of the PTX', String(image.ctas), String(resources.ctas)],
      ['symbol of the PTX', image.kernel, symbol],
      ['compute capabilities of the PTX', `${image.major}.${image.from}`, `${major}.${from}`],
    ]),
  ];
}

/** What follows from the cubin, and from how it is launched. */
const RESOURCES: readonly (readonly [key: keyof Resources, what: string])[] = [
  ['registers', 'registers'],
  ['stack', 'bytes of stack'],
  ['sharedStatic', 'bytes of static shared memory'],
  ['size', 'bytes of the cubin'],
  ['code', 'bytes of machine code'],
  ['codeSha256', 'SHA-256 of the machine code'],
  ['instructions', 'instructions'],
  ['occupancy', 'occupancy'],
];

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : canonicalJson(value);
}

function layoutOf(table: readonly Pick<CubinParameter, 'offset' | 'size'>[]): string {
  return table.map(({ offset, size }) => `${size} at ${offset}`).join(', ') || 'none';
}

/** The parameters that the launcher passes to a variant's cubin, according to manifest.json. */
function passedParameters(
  kernel: FullKernel,
  variant: FullVariant,
  table: readonly CubinParameter[],
): readonly ExpectedParameter[] {
  const condition = kernel.specialisations[variant.specialisation] ?? '';
  const parts = condition.split(',').map((part) => part.trim().split(' '));
  const ones = new Set(parts.filter(isOne).map(([name]) => name));
  const passed: ExpectedParameter[] = [];
  for (const { name, type: text } of kernel.parameters) {
    if (ones.has(name)) continue;
    const type = parseArgumentType(text);
    if (type !== undefined) passed.push(...parametersOf(name, type, table, passed.length));
  }
  return passed;
}

/** Whether the words of a condition say that its argument is 1. */
function isOne(words: readonly string[]): boolean {
  return words.slice(1).join(' ') === '== 1';
}

/**
 * The size of a tensor map in bytes. Tensors are passed as a map, or as pointer, shape and strides.
 */
const MAP_SIZE = 128;

function parametersOf(
  name: string,
  type: ArgumentType,
  table: readonly CubinParameter[],
  index: number,
): readonly ExpectedParameter[] {
  if (type.kind !== 'tensor') return [{ name, size: sizeOf(type) }];
  const isMap = table[index]?.size === MAP_SIZE;
  return tensorParameters(
    name,
    isMap ? { kind: 'map', rank: type.block.length } : tensorLayout(type, undefined, table, index),
  );
}

const variantSchema = z.object({
  algo: z.number(),
  specialisation: z.number(),
  target: z.string(),
  hash: z.string(),
  symbol: z.string(),
  parameters: z.array(z.object({ offset: z.number(), size: z.number() })),
  // Packages of earlier versions do not have all.
  resources: z.object({
    ...resourcesSchema.partial().shape,
    ...resourcesSchema.pick({
      registers: true,
      stack: true,
      sharedStatic: true,
      sharedDynamic: true,
      warps: true,
      ctas: true,
      size: true,
    }).shape,
  }),
  sha256: z.string(),
  ptx: packageManifestSchema.shape.kernels.element.shape.variants.element.shape.ptx,
});

const algoSchema = z.object({
  constants: z.record(z.string(), z.unknown()),
  kinds: z.record(z.string(), z.enum(CONSTANT_KINDS)).optional(),
});

const kernelSchema = z.object({
  ...packageManifestSchema.shape.kernels.element.shape,
  algos: z.array(algoSchema),
  variants: z.array(variantSchema),
});

/** The parts of manifest.json that are compared with the package's files. */
export const fullManifestSchema = z.object({
  ...packageManifestSchema.shape,
  targets: z.array(z.string()),
  kernels: z.array(kernelSchema),
});

export type FullManifest = Readonly<z.infer<typeof fullManifestSchema>>;

/** A package folder with its full manifest. */
export interface FullPackage extends ReadPackage {
  readonly manifest: FullManifest;
}

export type FullKernel = z.infer<typeof kernelSchema>;
type FullVariant = z.infer<typeof variantSchema>;

/** `scale [algo 1, specialisation 0, sm_90]`. */
export function variantTitle(
  { name }: Pick<FullKernel, 'name'>,
  { algo, specialisation, target }: Pick<FullVariant, 'algo' | 'specialisation' | 'target'>,
): string {
  return `${name} [algo ${algo}, specialisation ${specialisation}, ${target}]`;
}
