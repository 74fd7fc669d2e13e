import type { PackagedBuffer } from './document.ts';
import { unpack } from './compress.ts';
import { fillElements } from './fill.ts';
import { countOf, POISON, toPhysical } from './layout.ts';
import { bytesOf, elementType } from './number-format.ts';

/** The content of a file of the package, by its path in the package. */
export type ReadData = (file: string) => Uint8Array;

/** The bytes of the whole physical buffer before the kernel runs. */
export function physicalInput(buffer: PackagedBuffer, readData: ReadData): Uint8Array {
  const element = elementType(buffer.element);
  const bytes = bytesOf(element);
  const { fill } = buffer;
  if (fill === undefined) return new Uint8Array(buffer.length * bytes).fill(POISON);
  const logical =
    fill.kind === 'data'
      ? unpack(readData(fill.data.file), fill.data.elementSize)
      : fillElements(fill, element, countOf(buffer), buffer.seed);
  return toPhysical(logical, buffer, bytes);
}

/**
 * The expected elements in the order of the axes, little-endian, in the type that `buffer.expected` names; undefined
 * where there are none.
 */
export function expectedBytes(buffer: PackagedBuffer, readData: ReadData): Uint8Array | undefined {
  const data = buffer.expected?.data;
  return data === undefined ? undefined : unpack(readData(data.file), data.elementSize);
}
