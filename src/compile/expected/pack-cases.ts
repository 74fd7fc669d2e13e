import { dirname, resolve } from 'node:path';
import { fileJson } from '../../base/text.ts';
import type { Log } from '../../base/context.ts';
import { readBelow } from '../../base/files.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { Problems } from '../../manifest/problems.ts';
import { toWire, type WireConstant } from '../../manifest/terms/constant.ts';
import type { Config, Kernel } from '../../manifest/terms/kernel.ts';
import type {
  CaseBuffer,
  GeneratedFacts,
  KernelSmoke,
  ScalarValue,
  ReachedCase,
} from '../../manifest/cases/case.ts';
import {
  CASES_FILE,
  CASES_FORMAT,
  type CasesDocument,
  isWholeCase,
  type KernelCases,
  type PackagedBuffer,
  type PackagedCase,
  TESTS_FOLDER,
  writeReal,
} from '../../manifest/cases/packaged.ts';
import { bytesOf, npyTypeOf } from '../../manifest/values/elements.ts';
import { NpyError, readNpy } from '../../manifest/values/npy.ts';
import {
  compressData,
  type ExpectedOutputs,
  type ReadData,
} from '../../manifest/values/packing.ts';
import { type Rounding, toleranceOf, withRounding } from './tolerance.ts';
import { infiniteOutputs, withTypicalSizes } from './typical.ts';

/** A kernel with the description of its tests for the package. */
export interface PackedKernel {
  readonly kernel: Kernel;
  readonly smoke: KernelSmoke;
  readonly cases: KernelCases;
  /** For generated cases whose buffers are not contiguous: the same calls with contiguous ones. */
  readonly contiguous: ReadonlyMap<PackagedCase, ContiguousCase>;
}

/** A call with contiguous buffers that has the same elements as another, and so the same outputs. */
export interface ContiguousCase {
  readonly smokeCase: ReachedCase;
  readonly packaged: PackagedCase;
}

/** The tests of a package, and their files by their paths in the package. */
export interface PackedCases {
  readonly kernels: readonly PackedKernel[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Describes the tests of kernels for the package, without expected outputs.
 * @throws {Failure} `usage` with each file that is missing or does not match its buffer.
 */
export async function packCases(
  kernels: readonly Kernel[],
  { document, file: manifestFile }: Pick<Manifest, 'document' | 'file'>,
): Promise<PackedCases> {
  const folder = resolve(dirname(manifestFile));
  const files = new Map<string, Uint8Array>();
  const problems = new Problems(document);
  const read = async (file: string, part: Problems): Promise<Uint8Array | undefined> => {
    const content = await readBelow(folder, file);
    if (!('problem' in content)) return content;
    part.add(`cannot read ${file}: ${content.problem}`);
    return undefined;
  };
  const packed: PackedKernel[] = [];
  for (const kernel of kernels) {
    const { smoke } = kernel;
    if (smoke === undefined) continue;
    for (const file of smoke.spec.test) {
      const content = await read(file, problems.at(...smoke.path, 'source'));
      if (content !== undefined) files.set(`${TESTS_FOLDER}/${kernel.name}/${file}`, content);
    }
    const context = { smoke, files, problems, read };
    const contiguous = new Map<PackagedCase, ContiguousCase>();
    const lists: PackagedCase[][] = [];
    for (const list of [smoke.cases, smoke.timed, smoke.proposed]) {
      const own: PackagedCase[] = [];
      for (const each of list) {
        const item = await packCase(each, context);
        own.push(item);
        const plain = each.generated?.contiguous;
        if (plain === undefined) continue;
        const packaged = withSeeds(await packCase(plain, context), item);
        contiguous.set(item, { smokeCase: plain, packaged });
      }
      lists.push(own);
    }
    packed.push({ kernel, smoke, cases: packKernel(kernel, smoke, lists), contiguous });
  }
  problems.throwIfAny();
  return { kernels: packed, files };
}

/**
 * Adds the expected outputs to the cases. A note says why a case has none, or the kernel if no case has
 * any.
 */
export function addExpected(
  { kernels, files }: PackedCases,
  expected: ReadonlyMap<PackagedCase, ExpectedOutputs>,
): PackedCases {
  const all = new Map(files);
  const packed = kernels.map((each): PackedKernel => {
    const { cases } = each.cases;
    const [note, ...others] = cases.filter(isWholeCase).map((item) => expected.get(item)?.note);
    if (note !== undefined && others.every((other) => other !== undefined)) {
      const left = cases.filter(
        ({ generated }) => !generated?.changes.some(({ kind }) => kind === 'data'),
      );
      return { ...each, cases: { ...each.cases, cases: left, expected: 'none', note } };
    }
    const isInfinite = infiniteOutputs(cases, expected);
    const kept = cases.filter((item) => !isLeftOut(item, expected.get(item)) && !isInfinite(item));
    const left = cases.filter((item) => !kept.includes(item));
    const [reason] = left.map((item) => expected.get(item)?.note ?? 'an output is infinite');
    const filled = kept.map((item) => {
      const { note: own, outputs = new Map() } = expected.get(item) ?? {};
      for (const { data, content } of outputs.values()) all.set(data.file, content);
      return { ...withOutputs(item, outputs), ...(own !== undefined && { note: own }) };
    });
    const leftOut = reason === undefined ? {} : { leftOut: { count: left.length, reason } };
    return { ...each, cases: { ...each.cases, cases: filled, ...leftOut } };
  });
  return { kernels: packed, files: all };
}

/**
 * Returns whether a generated case is no test: the reference refuses it, or gives no numbers. What the interpreter finds
 * wrong with the kernel's own accesses is tested.
 */
function isLeftOut(
  { generated }: PackagedCase,
  { note, isUnwritten = false, isOutside = false }: Partial<ExpectedOutputs> = {},
): boolean {
  return generated !== undefined && note !== undefined && !isUnwritten && !isOutside;
}

/** Returns a reader for the files of the tests before the package is written. */
export function readPacked({ files }: PackedCases): ReadData {
  return (file) => {
    const content = files.get(file);
    if (content === undefined) throw new Error(`the package has no file ${file}`);
    return content;
  };
}

/**
 * Warns about cases without expected outputs: those in which the kernel does not write all of an
 * output, and those that the interpreter cannot compute.
 * @param expected as for `addExpected`
 */
export function warnOfMissingOutputs(
  { kernels }: PackedCases,
  expected: ReadonlyMap<PackagedCase, ExpectedOutputs>,
  { document }: Pick<Manifest, 'document'>,
  log: Log,
): void {
  for (const { kernel, smoke, cases } of kernels) {
    const noted = cases.cases.flatMap((item) => {
      const { note, isUnwritten = false, isOutside = false } = expected.get(item) ?? {};
      // The manifest accepts an access outside of a buffer; otherwise there is no package.
      return note === undefined || isOutside || item.generated !== undefined
        ? []
        : [{ item, note, isUnwritten }];
    });
    for (const { item, note } of noted.filter(({ isUnwritten }) => isUnwritten))
      log.warning({
        message: `${kernel.name} (${item.name}): ${note}, so this case has no expected outputs`,
        place: document.locate(item.path),
        hint: 'Correct the kernel or the case. A condition in `requires:` refuses such calls; the role `inout` is for outputs that are written in part.',
      });
    const [first, ...others] = noted.filter(({ isUnwritten }) => !isUnwritten);
    if (first === undefined) continue;
    const count = others.length + 1;
    const all = cases.cases.filter((item) => isWholeCase(item) && !item.generated).length;
    const which = count === all ? '' : ` in ${count} of ${all} cases`;
    log.warning({
      message: `${kernel.name} is tested without expected outputs${which}, since Triton's interpreter cannot compute them: ${first.note}`,
      place: document.locate([...smoke.path, 'reference']),
      hint: 'Set `reference: FILE.py:FUNCTION` to a NumPy function, or set `reference: none`.',
    });
  }
}

/**
 * Returns the files of a package that describe its tests; none if no kernel is tested.
 * @param rounding that of each kernel, which widens the default tolerances
 */
export function casesFiles(
  packed: PackedCases,
  rounding: ReadonlyMap<string, Rounding>,
): ReadonlyMap<string, string | Uint8Array> {
  if (packed.kernels.length === 0) return new Map();
  const kernels = packed.kernels.map(({ kernel, smoke, cases }) =>
    withTypicalSizes(
      withRounding(cases, smoke.spec.tolerance, rounding.get(kernel.name)),
      readPacked(packed),
    ),
  );
  const document: CasesDocument = { format: CASES_FORMAT, kernels };
  const text = fileJson(document, writeReal);
  return new Map<string, string | Uint8Array>([[CASES_FILE, text], ...packed.files]);
}

function packKernel(
  { name, configs, choiceKey: key }: Kernel,
  { path, algos, spec: { expected, isDeterministic, accepted, test } }: KernelSmoke,
  [cases = [], timed = [], proposed = []]: readonly PackagedCase[][],
): KernelCases {
  return {
    name,
    path: [...path],
    constants: configs.map(writeConstants),
    expected: expected.kind,
    deterministic: isDeterministic,
    ...(accepted.length > 0 && { accepted: [...accepted] }),
    algos: [...algos],
    cases,
    ...(timed.length > 0 && { timed }),
    ...(proposed.length > 0 && { proposed }),
    ...(key !== undefined && { key: [...key] }),
    test: [...test],
  };
}

function writeConstants({ constants }: Config): Record<string, WireConstant> {
  return Object.fromEntries([...constants].map(([name, value]) => [name, toWire(value)]));
}

interface PackContext {
  readonly smoke: KernelSmoke;
  readonly files: Map<string, Uint8Array>;
  readonly problems: Problems;
  readonly read: (file: string, part: Problems) => Promise<Uint8Array | undefined>;
}

async function packCase(each: ReachedCase, context: PackContext): Promise<PackagedCase> {
  const buffers: [string, PackagedBuffer | null][] = [];
  for (const [name, buffer] of each.buffers) {
    buffers.push([name, buffer && (await packBuffer(name, buffer, context))]);
  }
  return {
    name: each.name,
    path: [...each.path],
    scalars: writeScalars(each.scalars),
    buffers: Object.fromEntries(buffers),
    ...(each.views.size > 0 && { views: packViews(each.views) }),
    ...(each.later.length > 0 && {
      later: each.later.map(({ kernel, scalars, buffers: passed }) => ({
        kernel,
        scalars: writeScalars(scalars),
        buffers: Object.fromEntries(passed),
      })),
    }),
    runs: each.runs.map(({ specialisation, offsets, algos }) => ({
      specialisation,
      offsets,
      ...(algos !== undefined && { algos: [...algos] }),
    })),
    ...(each.empty !== undefined && { empty: writeScalars(each.empty) }),
    ...(each.blocks !== undefined && {
      blocks: { ...each.blocks, at: each.blocks.at.map(([x, y, z]) => [x, y, z]) },
      note: 'only the accesses of chosen blocks are checked',
    }),
    ...(each.generated !== undefined && { generated: packGenerated(each.generated) }),
    grids: each.grids.map(([x, y, z]) => [Number(x), Number(y), Number(z)]),
    ...(each.bytes !== undefined && { bytes: Number(each.bytes) }),
    ...(each.flops !== undefined && { flops: Number(each.flops) }),
  };
}

function packViews(views: ReachedCase['views']): NonNullable<PackagedCase['views']> {
  return Object.fromEntries(
    [...views].map(([name, { of, offset, shape, strides }]) => [
      name,
      { of, offset, shape: [...shape], strides: [...strides] },
    ]),
  );
}

/** Gives the buffers of a case the random numbers of another. */
function withSeeds(item: PackagedCase, { buffers: others }: PackagedCase): PackagedCase {
  const buffers = Object.entries(item.buffers).map(
    ([name, buffer]) =>
      [name, buffer && { ...buffer, seed: others[name]?.seed ?? buffer.seed }] as const,
  );
  return { ...item, buffers: Object.fromEntries(buffers) };
}

function packGenerated({
  line,
  seed,
  changes,
  breaks,
}: GeneratedFacts): NonNullable<PackagedCase['generated']> {
  return {
    line,
    seed: String(seed),
    changes: changes.map(({ kind, text, strides, limits }) => ({
      kind,
      text,
      ...(strides !== undefined && { strides: [...strides] }),
      ...(limits !== undefined && { limits: [...limits] }),
    })),
    ...(breaks.length > 0 && { breaks: [...breaks] }),
  };
}

function writeScalars(scalars: ReadonlyMap<string, ScalarValue>): Record<string, string> {
  return Object.fromEntries(
    [...scalars].map(([name, { value }]) => [name, Object.is(value, -0) ? '-0' : String(value)]),
  );
}

async function packBuffer(
  name: string,
  buffer: CaseBuffer,
  context: PackContext,
): Promise<PackagedBuffer> {
  const { element, shape, strides, length, role, hasNaN, isTable, seed, fill, isSparse } = buffer;
  const packed = fill?.kind === 'file' ? await packFile(name, fill.file, buffer, context) : fill;
  return {
    element,
    shape: [...shape],
    strides: [...strides],
    length,
    role,
    ...(hasNaN && { nan: true as const }),
    seed,
    ...(packed !== undefined && { fill: packed }),
    ...(isTable && { table: true as const }),
    ...(isSparse && { sparse: true as const }),
    tolerance: toleranceOf(name, element, context.smoke.spec.tolerance),
  };
}

async function packFile(
  name: string,
  file: string,
  { element, shape }: CaseBuffer,
  { smoke, files, problems, read }: PackContext,
): Promise<PackagedBuffer['fill']> {
  const part = problems.at(...smoke.path, 'buffers', name, 'fill', 'file');
  const content = await read(file, part);
  if (content === undefined) return undefined;
  try {
    const array = readNpy(content);
    const type = npyTypeOf(element);
    if (array.type !== type)
      throw new NpyError(`has elements of type ${array.type}, expected ${type} for ${element}`);
    if (array.shape.join() !== shape.join()) {
      const [found, expected] = [array.shape.join(', '), shape.join(', ')];
      throw new NpyError(`has the shape [${found}], expected [${expected}]`);
    }
    const { data, content: packed } = compressData(array.bytes, bytesOf(element));
    files.set(data.file, packed);
    return { kind: 'data', data };
  } catch (error) {
    if (!(error instanceof NpyError)) throw error;
    part.add(`${file} ${error.message}`);
    return undefined;
  }
}

function withOutputs(item: PackagedCase, outputs: ExpectedOutputs['outputs']): PackagedCase {
  const buffers = Object.entries(item.buffers).map(([name, buffer]) => {
    const output = outputs.get(name);
    if (buffer === null || output === undefined) return [name, buffer] as const;
    return [name, { ...buffer, expected: { type: output.type, data: output.data } }] as const;
  });
  return { ...item, buffers: Object.fromEntries(buffers) };
}
