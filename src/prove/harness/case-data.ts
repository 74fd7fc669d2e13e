import { writeFile } from 'node:fs/promises';
import type { BlockChoice } from '../../manifest/cases/case.ts';
import type { PackagedBuffer, PackagedCase } from '../../manifest/cases/packaged.ts';
import { elementType } from '../../manifest/values/elements.ts';
import { canRepeat, fillElements } from '../../manifest/values/fill.ts';
import { expectedBytes, physicalInput, type ReadData } from '../../manifest/values/packing.ts';

/**
 * Writes the inputs and expected outputs of a case to files whose paths start with `prefix`.
 * Returns the lines of a plan file that describe the case.
 */
export async function describeComparedCase(
  item: PackagedCase,
  prefix: string,
  readData: ReadData,
): Promise<readonly string[]> {
  return describeCase(item, async (name, buffer, index) => {
    const { element, role, length, fill, expected, tolerance, nan } = buffer;
    const input = `${prefix}_${index}.input`;
    if (fill !== undefined) await writeFile(input, physicalInput(buffer, readData));
    const lines = [
      `buffer ${name} ${element} ${role} ${length} ${fill === undefined ? 'poison' : input}`,
      axesOf(name, buffer),
    ];
    const content = expectedBytes(buffer, readData);
    const { norm, rtol, atol, steps, default: type = '-' } = tolerance;
    const limits = `${norm} ${rtol} ${atol} ${type}`;
    const more = [
      ...(steps === undefined ? [] : [`steps ${name} ${steps}`]),
      ...(nan ? [`nan ${name}`] : []),
    ];
    // Without expected values, two calls are compared.
    const isOutput = role === 'out' || role === 'inout';
    if (expected === undefined || content === undefined)
      return isOutput ? [...lines, `tolerance ${name} ${limits}`, ...more] : lines;
    const file = `${prefix}_${index}.expected`;
    await writeFile(file, content);
    return [...lines, `expected ${name} ${expected.type} ${limits} ${file}`, ...more];
  });
}

/**
 * Like `describeComparedCase`, for a case of which only `blocks` run: outputs are poisoned, but not compared, and sparse
 * buffers have no file.
 */
export async function describePartialCase(
  item: PackagedCase,
  { first, last, sample, at }: BlockChoice,
  prefix: string,
  readData: ReadData,
): Promise<readonly string[]> {
  const lines = await describeCase(item, async (name, buffer, index) => {
    const { element, role, length, fill, sparse } = buffer;
    const axes = axesOf(name, buffer);
    if (sparse) return [`sparse ${name} ${element} ${role} ${length}`, axes];
    const input = fill === undefined ? 'poison' : `${prefix}_${index}.input`;
    if (fill !== undefined) await writeFile(input, physicalInput(buffer, readData));
    return [`buffer ${name} ${element} ${role} ${length} ${input}`, axes];
  });
  return [...lines, ['blocks', first, last, sample, ...at.flat()].join(' ')];
}

/**
 * Elements in the file of a computed input that is only timed. A prime, so that no two rows of a
 * matrix are alike.
 */
const TILE = 1_048_573;

/**
 * Like `describeComparedCase`, for a case whose outputs are not compared. A large input with computed
 * elements is a file of some of them, which the harness repeats: the buffers of such a case may be
 * very large. The elements between those of the layout have values too.
 */
export async function describeTimedCase(
  item: PackagedCase,
  prefix: string,
  readData: ReadData,
): Promise<readonly string[]> {
  return describeCase(item, async (name, buffer, index) => {
    const { element, role, length, fill, seed } = buffer;
    const input = `${prefix}_${index}.input`;
    const axes = axesOf(name, buffer);
    if (fill === undefined) return [`buffer ${name} ${element} ${role} ${length} poison`, axes];
    if (!canRepeat(fill) || length <= TILE) {
      await writeFile(input, physicalInput(buffer, readData));
      return [`buffer ${name} ${element} ${role} ${length} ${input}`, axes];
    }
    await writeFile(input, fillElements(fill, elementType(element), TILE, seed));
    return [`tiled ${name} ${element} ${role} ${length} ${input}`, axes];
  });
}

type DescribeBuffer = (
  name: string,
  buffer: PackagedBuffer,
  index: number,
) => Promise<readonly string[]>;

async function describeCase(
  item: PackagedCase,
  describeBuffer: DescribeBuffer,
): Promise<readonly string[]> {
  const lines = [
    ...Object.entries(item.scalars).map(([name, value]) => `scalar ${name} ${value}`),
    ...Object.entries(item.empty ?? {}).map(([name, value]) => `empty ${name} ${value}`),
  ];
  for (const [index, [name, buffer]] of Object.entries(item.buffers).entries()) {
    if (buffer === null) lines.push(`null ${name}`);
    else lines.push(...(await describeBuffer(name, buffer, index)));
    if (buffer?.table) lines.push(tableOf(name, buffer));
  }
  for (const [name, { of, offset, shape, strides }] of Object.entries(item.views ?? {}))
    lines.push(['same', name, of, offset, shape.length, ...shape, ...strides].join(' '));
  for (const { kernel, scalars, buffers } of item.later ?? [])
    lines.push(
      `later ${kernel}`,
      ...Object.entries(scalars).map(([name, value]) => `give ${name} ${value}`),
      ...Object.entries(buffers).map(([name, buffer]) => `pass ${name} ${buffer}`),
    );
  return lines;
}

/** The number of slices, and the elements from one to the next. */
function tableOf(name: string, { shape, strides }: PackagedBuffer): string {
  return ['table', name, shape[0] ?? 0, strides[0] ?? 0].join(' ');
}

function axesOf(name: string, { shape, strides }: PackagedBuffer): string {
  return ['axes', name, shape.length, ...shape, ...strides].join(' ');
}
