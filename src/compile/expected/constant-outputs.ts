import type { Log } from '../../base/context.ts';
import { plural } from '../../base/text.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { PackagedBuffer, PackagedCase } from '../../manifest/values/document.ts';
import { countOf } from '../../manifest/values/layout.ts';
import { expectedBytes, type ReadData } from '../../manifest/values/packing.ts';
import { type PackedCases, readPacked } from './pack-cases.ts';

/**
 * Warns about outputs whose expected elements are equal in each case of a kernel that has inputs: a test
 * with them proves nothing, since a kernel that ignores its inputs passes it too.
 * @param cases with their expected outputs
 */
export function warnOfConstantOutputs(
  cases: PackedCases,
  { document }: Pick<Manifest, 'document'>,
  log: Log,
): void {
  const read = readPacked(cases);
  for (const { kernel, smoke, cases: own } of cases.kernels) {
    const found = own.cases.filter((each) => hasInputs(each));
    const names = new Set(found.flatMap(({ buffers }) => Object.keys(buffers)));
    const outputs = [...names].flatMap((name) => {
      const buffers = found.flatMap((each) => withExpected(each.buffers[name]));
      return buffers.length === 0 ? [] : [{ name, buffers }];
    });
    const constant = outputs.filter(
      ({ buffers }) =>
        buffers.every((each) => isConstant(each, read)) && buffers.some((each) => countOf(each) > 1),
    );
    const areAll = constant.length === outputs.length;
    // A lock or a counter that the kernel resets holds the same before and after.
    const reported = constant.filter(({ buffers }) => areAll || !buffers.every(isReset));
    for (const { name, buffers } of reported)
      log.warning({
        message: `${kernel.name}: all expected elements of ${name} are equal in ${plural(buffers.length, 'case')}, so the test does not show that they depend on the inputs`,
        place: document.locate([...smoke.path, 'buffers', name]),
        hint: 'Correct the types and the `fill` of the inputs, or the scalars in `arguments` and `cases`.',
      });
  }
}

function hasInputs({ buffers }: PackagedCase): boolean {
  return Object.values(buffers).some(
    (each) => each !== null && (each.role === 'in' || (each.role === 'inout' && !isReset(each))),
  );
}

function withExpected(buffer: PackagedBuffer | null | undefined): PackagedBuffer[] {
  return buffer?.expected === undefined ? [] : [buffer];
}

function isReset({ role, fill }: PackagedBuffer): boolean {
  return role === 'inout' && fill?.kind === 'constant';
}

/** Equal elements are compressed to less than this. */
const MOST_BYTES = 1024;

function isConstant(buffer: PackagedBuffer, read: ReadData): boolean {
  const { expected } = buffer;
  if (expected === undefined || read(expected.data.file).length > MOST_BYTES) return false;
  const bytes = expectedBytes(buffer, read) ?? new Uint8Array();
  const { elementSize } = expected.data;
  return bytes.every((byte, at) => byte === bytes[at % elementSize]);
}
