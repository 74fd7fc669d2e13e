import { parseArgumentType, sizeOf, type ArgumentType } from '../argument-type.ts';
import { checkCubin, type ExpectedParameter } from '../cubin/check.ts';
import { readCubin, type CubinParameter } from '../cubin/cubin.ts';
import { Failure } from '../errors.ts';
import { HIDDEN_PARAMETERS } from '../link.ts';
import { minorRange, parseTarget } from '../target.ts';
import { tensorLayout, tensorParameters } from '../tensor-layout.ts';
import type { EmbeddedImage } from './embedded.ts';
import type { WholeKernel, WholeVariant } from './manifest.ts';

/** What manifest.json says of a variant and its cubin, or its row of the table, does not. */
export function checkVariant(
  kernel: WholeKernel,
  variant: WholeVariant,
  image: EmbeddedImage,
): readonly string[] {
  const { bytes, sha256 } = image.cubin;
  const changed =
    sha256 === variant.sha256 ? [] : ['the C source holds another cubin than manifest.json says'];
  const target = parseTarget(variant.target);
  if (target === undefined) return [...changed, `${variant.target} is no target`];
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
  const facts: readonly (readonly [
    what: string,
    isThere: string | number | undefined,
    isSaid: string | number,
  ])[] = [
    ['parameters', inside && layoutOf(table), layoutOf(variant.parameters)],
    ['registers', inside?.registers, resources.registers],
    ['bytes of stack', inside?.stackBytes, resources.stack],
    ['bytes of static shared memory', inside?.staticSharedBytes, resources.sharedStatic],
    ['bytes', bytes.length, resources.size],
    ['bytes of dynamic shared memory at launch', image.shared, resources.sharedDynamic],
    ['warps', image.warps, resources.warps],
    ['blocks a cluster', image.ctas, resources.ctas],
    ['name', image.kernel, variant.symbol],
    [
      'devices',
      `${image.major}.${image.from} to ${image.major}.${image.to}`,
      `${major}.${from} to ${major}.${to}`,
    ],
  ];
  const differing = facts.flatMap(([what, isThere, isSaid]) =>
    isThere === isSaid || isThere === undefined
      ? []
      : [`${what}: the C source has ${isThere}, manifest.json says ${isSaid}`],
  );
  return [...changed, ...wrong, ...differing];
}

function layoutOf(table: readonly Pick<CubinParameter, 'offset' | 'size'>[]): string {
  return table.map(({ offset, size }) => `${size} at ${offset}`).join(', ') || 'none';
}

/** What the launcher passes to a variant's cubin, by what manifest.json says of the arguments. */
function passedParameters(
  kernel: WholeKernel,
  variant: WholeVariant,
  table: readonly CubinParameter[],
): readonly ExpectedParameter[] {
  const condition = kernel.specialisations[variant.specialisation] ?? '';
  const ones = new Set([...condition.matchAll(/(\S+) == 1(?:,|$)/g)].map(([, name]) => name));
  const passed: ExpectedParameter[] = [];
  for (const { name, type: text } of kernel.parameters) {
    if (ones.has(name)) continue;
    const type = parseArgumentType(text);
    if (type !== undefined) passed.push(...parametersOf(name, type, table, passed.length));
  }
  return passed;
}

/** The size of a tensor map in bytes: by it, tensors that are passed as one are known from those taken apart. */
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
