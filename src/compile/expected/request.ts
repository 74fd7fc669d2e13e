import {
  closeSync,
  constants as modes,
  fstatSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { plural } from '../../base/text.ts';
import { type Constant, toWire } from '../../manifest/terms/constant.ts';
import { allParameters, type Argument } from '../../manifest/terms/kernel.ts';
import type { ScalarValue } from '../../manifest/cases/case.ts';
import { blockSizes, type ElementType } from '../../manifest/terms/types.ts';
import type { PackagedBuffer, PackagedView } from '../../manifest/cases/packaged.ts';
import {
  bytesOf,
  decodeFloats,
  elementType,
  encodeElements,
  isFloat,
  npyTypeOf,
} from '../../manifest/values/elements.ts';
import { countOf, toLogical } from '../../manifest/values/layout.ts';
import { writeNpy } from '../../manifest/values/npy.ts';
import {
  type ExpectedOutputs,
  type PackedOutput,
  packFloats,
  packIntegers,
  physicalInput,
  type ReadData,
} from '../../manifest/values/packing.ts';
import type {
  ExpectedRequest,
  InterpretedArgument,
  ReferenceArgument,
} from '../../toolchain/wire/expected.ts';
import { constantsOf, type ExpectedJob, sharedConstants } from './jobs.ts';

/** Writes the inputs of a job as files into `folder`, and returns the request to the bridge. */
export function writeExpectedRequest(
  job: ExpectedJob,
  folder: string,
  readData: ReadData,
): ExpectedRequest {
  if (job.kind === 'interpreter')
    return {
      kind: job.kind,
      arguments: interpreterArguments(job, folder, readData),
      outputs: outputsOf(job).map(([name, { role }]) => ({
        name,
        file: outputFile(folder, name),
        ...(role === 'out' && { written: writtenFile(folder, name) }),
      })),
      grid: job.grid,
    };
  return {
    kind: job.kind,
    arguments: referenceArguments(job, folder, readData),
    outputs: outputsOf(job).map(([name, { element: text, shape, nan }]) => {
      const element = elementType(text);
      const type = isFloat(element) ? '<f8' : npyTypeOf(element);
      return { name, file: outputFile(folder, name), type, shape, ...(nan && { nan }) };
    }),
  };
}

/** Reads the outputs that the bridge has written. */
export function readExpectedOutputs(job: ExpectedJob, folder: string): ExpectedOutputs {
  const outputs = new Map<string, PackedOutput>();
  for (const [name, buffer] of outputsOf(job)) {
    const element = elementType(buffer.element);
    const file = readOutput(outputFile(folder, name));
    // A reference returns doubles in the order of the axes, the interpreter memory, with bf16 as
    // fp32.
    const type = job.kind === 'reference' ? 'fp64' : element === 'bf16' ? 'fp32' : element;
    const bytes = job.kind === 'reference' ? file : toLogical(file, buffer, bytesOf(type));
    const isChecked = job.kind === 'interpreter' && buffer.role === 'out';
    const missing = isChecked ? unwritten(readOutput(writtenFile(folder, name)), buffer) : 0;
    if (missing > 0) {
      const note = `the kernel does not write ${missing} of ${plural(countOf(buffer), 'element')} of ${name}`;
      return { note, isUnwritten: true, outputs: new Map() };
    }
    if (!isFloat(element)) {
      outputs.set(name, packIntegers(element, bytes));
      continue;
    }
    const values = decodeFloats(type, bytes);
    const isRead = job.kind === 'interpreter' && buffer.nan !== true;
    const wrong = isRead ? unusable(values) : undefined;
    if (wrong !== undefined) return { note: `${name} came out ${wrong}`, outputs: new Map() };
    outputs.set(name, packFloats(element, values));
  }
  return { outputs };
}

/** Reads a file that kernel code has written. Refuses links, which could lead to what only this process can read. */
function readOutput(path: string): Buffer {
  const file = openSync(path, modes.O_RDONLY | modes.O_NOFOLLOW | modes.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The number of elements that the kernel has not written; the gaps between rows do not count. */
function unwritten(written: Uint8Array, buffer: PackagedBuffer): number {
  return toLogical(written, buffer, 1).reduce((count, each) => count + (each === 0 ? 1 : 0), 0);
}

/** Returns what is wrong with values, for a note in the package; undefined if they can be used. */
function unusable(values: Float64Array): string | undefined {
  const nans = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  if (nans > 0) return `as NaN in ${nans} of ${plural(values.length, 'element')}`;
  const isInfinite = values.length > 0 && values.every((value) => !Number.isFinite(value));
  return isInfinite ? 'as nothing but infinities' : undefined;
}

function outputsOf({ packaged }: ExpectedJob): [string, PackagedBuffer][] {
  return Object.entries(packaged.buffers).flatMap(([name, buffer]): [string, PackagedBuffer][] => {
    return buffer?.role === 'out' || buffer?.role === 'inout' ? [[name, buffer]] : [];
  });
}

const outputFile = (folder: string, name: string): string => join(folder, `${name}.out`);
const writtenFile = (folder: string, name: string): string => join(folder, `${name}.written`);

/** Returns the inputs, scalars and shared constants by name, for a reference function. */
function referenceArguments(
  job: ExpectedJob,
  folder: string,
  readData: ReadData,
): Readonly<Record<string, ReferenceArgument>> {
  const given: Record<string, ReferenceArgument> = {};
  for (const { name, type } of allParameters(job.kernel)) {
    const value = job.smokeCase.scalars.get(name);
    if (type.kind === 'scalar' && value !== undefined)
      given[name] = { kind: 'value', value: toWire(scalarConstant(type.scalar, value)) };
  }
  const { buffers, views = {} } = job.packaged;
  for (const name of [...Object.keys(buffers), ...Object.keys(views)]) {
    const view = views[name];
    const buffer = buffers[view?.of ?? name];
    if (buffer === null) given[name] = { kind: 'value', value: toWire({ kind: 'none' }) };
    if (buffer?.role !== 'in' && buffer?.role !== 'inout') continue;
    const file = join(folder, `${name}.npy`);
    writeFileSync(file, logicalNpy(buffer, view, readData));
    given[name] = { kind: 'array', file };
  }
  const shared = sharedConstants(job.kernel, job.smokeCase);
  for (const [name, value] of Object.entries(shared)) given[name] = { kind: 'value', value };
  return given;
}

/** Returns the value that the kernel receives: floats are rounded to their type. */
function scalarConstant(element: ElementType, { kind, value }: ScalarValue): Constant {
  if (element === 'i1' || element === 'u1') return { kind: 'bool', value: Number(value) !== 0 };
  if (kind === 'integer' && !isFloat(element)) return { kind: 'int', value };
  const [rounded = NaN] = decodeFloats(
    element,
    encodeElements(element, Float64Array.of(Number(value))),
  );
  return { kind: 'float', value: rounded };
}

/** Returns a buffer as an array, or what a parameter with its memory sees of it. */
function logicalNpy(
  buffer: PackagedBuffer,
  view: PackagedView | undefined,
  readData: ReadData,
): Uint8Array {
  const element = elementType(buffer.element);
  const size = bytesOf(element);
  const { shape, strides } = view ?? buffer;
  const physical = physicalInput(buffer, readData).subarray((view?.offset ?? 0) * size);
  const bytes = toLogical(physical, { shape, strides, length: physical.length / size }, size);
  return isFloat(element)
    ? writeNpy({
        type: '<f8',
        shape,
        bytes: new Uint8Array(decodeFloats(element, bytes).buffer),
      })
    : writeNpy({ type: npyTypeOf(element), shape, bytes });
}

/** Returns every parameter of the kernel, for the interpreter. */
function interpreterArguments(
  job: ExpectedJob,
  folder: string,
  readData: ReadData,
): Readonly<Record<string, InterpretedArgument>> {
  const constants = Object.entries(constantsOf(job.config)).map(
    ([name, value]) => [name, { kind: 'constant' as const, value }] as const,
  );
  const others = job.kernel.arguments.map(
    (each) => [each.name, interpreterArgument(each, job, folder, readData)] as const,
  );
  return Object.fromEntries([...constants, ...others]);
}

function interpreterArgument(
  { name, type }: Argument,
  job: ExpectedJob,
  folder: string,
  readData: ReadData,
): InterpretedArgument {
  if (type.kind === 'scalar') {
    const value = job.smokeCase.scalars.get(name);
    if (value === undefined) throw new Error(`the case has no ${name}`);
    const bytes = Buffer.from(scalarBytes(type.scalar, value)).toString('base64');
    return { kind: 'scalar', type: tritonName(type.scalar), bytes };
  }
  const element = tritonName(type.element);
  const view = job.packaged.views?.[name];
  if (view !== undefined) {
    const { of, offset, shape, strides } = view;
    if (type.kind === 'pointer') return { kind: 'view', element, of, offset };
    const block = blockSizes(type, job.config.constants).map(Number);
    return { kind: 'tensor-view', element, of, offset, shape, strides, block };
  }
  const buffer = job.packaged.buffers[name];
  if (buffer === null || buffer === undefined) return { kind: 'null', element };
  const file = join(folder, `${name}.in`);
  writeFileSync(file, physicalInput(buffer, readData));
  const { shape, strides } = buffer;
  if (type.kind === 'pointer') return { kind: 'buffer', element, file, shape };
  const block = blockSizes(type, job.config.constants).map(Number);
  return { kind: 'tensor', element, file, shape, strides, block };
}

function scalarBytes(type: ElementType, { kind, value }: ScalarValue): Uint8Array {
  if (kind === 'float' || isFloat(type))
    return encodeElements(type, Float64Array.of(Number(value)));
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64LE(BigInt.asUintN(64, value));
  return bits.subarray(0, bytesOf(type));
}

/** Returns the name of a type that Triton's functions accept. */
function tritonName(type: ElementType): ElementType {
  return type === 'f32' ? 'fp32' : type;
}
