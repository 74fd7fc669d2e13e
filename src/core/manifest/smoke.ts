import type { Path } from '../base/errors.ts';
import type { ExpectedSource, Literal, Tolerance } from '../model/smoke-case.ts';
import { type Expression, parseExpression } from './expression.ts';
import { readFunction, readInside } from './paths.ts';
import type { Problems, Report } from './problems.ts';
import type { RawKernel } from './schema.ts';
import { type BufferSpec, readBuffer } from './smoke-buffer.ts';
import { type FilledSmoke, filledSmokeSchema, smokeKeys } from './smoke-schema.ts';

/** The `smoke:` section of one kernel, understood as far as is possible without the kernel's parameters. */
export interface SmokeSpec {
  readonly expected: ExpectedSource;
  /** What each case chooses, in the manifest's order. */
  readonly cases: readonly ReadonlyMap<string, Literal>[];
  readonly arguments: ReadonlyMap<string, Literal | Expression>;
  readonly buffers: ReadonlyMap<string, BufferSpec | null>;
  readonly seed: bigint;
  readonly tolerance: ToleranceSpec;
  /** undefined: all. */
  readonly algos: readonly bigint[] | undefined;
  readonly specialisations: readonly bigint[] | undefined;
  readonly isDeterministic: boolean;
  /** `buffers`: what the buffers hold. */
  readonly bytes: Expression | 'buffers' | undefined;
  readonly flops: Expression | undefined;
  /** The user's own test: the file to compile, then those it includes. */
  readonly test: readonly string[];
}

/** What the manifest says of the tolerance: for every floating-point output, or by name. */
export interface ToleranceSpec {
  readonly floats: Partial<Tolerance> | undefined;
  /** Names of buffers and of element types; a buffer's own counts first. */
  readonly named: ReadonlyMap<string, Partial<Tolerance>>;
}

/**
 * Reads the section of one kernel. What is wrong goes to `problems`, and then what comes back is not to be used.
 * @param at where a path inside the section stands in the manifest.
 */
export function readSmoke(
  raw: RawKernel['smoke'],
  at: (relative: Path) => Path,
  problems: Problems,
): SmokeSpec | undefined {
  if (raw === undefined) return undefined;
  const filled = filledSmokeSchema.safeParse(raw);
  if (!filled.success) {
    problems.addIssues(filled.error.issues, smokeKeys, at);
    return undefined;
  }
  const section = filled.data;
  const problem: Report = (path, message, hint) => problems.add(at(path), message, hint);
  const buffers = Object.entries(section.buffers ?? {}).flatMap(([name, buffer]) => {
    const read = readBuffer(buffer, ['buffers', name], problem);
    return read === undefined ? [] : [[name, read] as const];
  });
  const { bytes } = section;
  const spec: SmokeSpec = {
    expected: readExpected(section.reference ?? 'interpreter', problem),
    cases: (section.cases ?? []).map((chosen) => new Map(Object.entries(chosen))),
    arguments: readArguments(section.arguments ?? {}, problem),
    buffers: new Map(buffers),
    seed: section.seed ?? 0n,
    tolerance: readTolerance(section.tolerance, problem),
    algos: section.algos,
    specialisations: section.specialisations,
    isDeterministic: section.deterministic ?? true,
    bytes: bytes === 'buffers' ? bytes : readExpression(bytes, ['bytes'], problem),
    flops: readExpression(section.flops, ['flops'], problem),
    test: readTest(section.source, problem),
  };
  if (spec.cases.length === 0 && spec.test.length === 0) {
    problem(
      [],
      'missing `cases`: nothing would be tested',
      'List calls of the kernel, such as `cases: [{ M: 512 }]`, or name your own test in `source:`.',
    );
  }
  return spec;
}

function readExpected(text: string, problem: Report): ExpectedSource {
  if (text === 'interpreter' || text === 'none') return { kind: text };
  const source = readFunction(text);
  if (source === undefined) {
    const expected = 'expected `FILE.py:FUNCTION`, `interpreter` or `none`';
    problem(['reference'], `\`${text}\` names no reference: ${expected}`);
    return { kind: 'none' };
  }
  const file = readInside(source.file, ['reference'], problem) ?? source.file;
  return { kind: 'reference', source: { ...source, file } };
}

function readArguments(
  raw: NonNullable<FilledSmoke['arguments']>,
  problem: Report,
): SmokeSpec['arguments'] {
  const read = Object.entries(raw).flatMap(([name, value]) => {
    const given =
      typeof value === 'string' ? readExpression(value, ['arguments', name], problem) : value;
    return given === undefined ? [] : [[name, given] as const];
  });
  return new Map(read);
}

function readExpression(
  text: string | bigint | undefined,
  path: Path,
  problem: Report,
): Expression | undefined {
  if (text === undefined) return undefined;
  const parsed = parseExpression(text);
  if (parsed.ok) return parsed.value;
  problem(path, parsed.message);
  return undefined;
}

type RawLimits = Readonly<Record<string, bigint | number | undefined>>;

function readTolerance(raw: FilledSmoke['tolerance'], problem: Report): ToleranceSpec {
  const { norm, rtol, atol, ...named } = raw ?? {};
  const floats = Object.entries({ norm, rtol, atol }).filter(([, value]) => value !== undefined);
  if (floats.length > 0 && Object.keys(named).length > 0) {
    problem(
      ['tolerance'],
      'both numbers and names: expected one of them',
      'Name every output or its element type, or none.',
    );
  }
  return {
    floats:
      floats.length === 0
        ? undefined
        : readLimits(Object.fromEntries(floats), ['tolerance'], problem),
    named: new Map(
      Object.entries(named).map(([name, limits]) => [
        name,
        readLimits(limits, ['tolerance', name], problem),
      ]),
    ),
  };
}

function readLimits(raw: RawLimits, path: Path, problem: Report): Partial<Tolerance> {
  const limits = Object.entries(raw).flatMap(([name, value]) => {
    if (value !== undefined && value >= 0 && Number.isFinite(Number(value)))
      return [[name, Number(value)]];
    problem([...path, name], `${value}: expected a finite number not below 0`);
    return [];
  });
  return Object.fromEntries(limits);
}

function readTest(raw: FilledSmoke['source'], problem: Report): readonly string[] {
  const files = typeof raw === 'string' ? [raw] : (raw ?? []);
  const first = files[0];
  const path = (index: number): Path => (typeof raw === 'string' ? ['source'] : ['source', index]);
  if (first?.endsWith('.cu')) {
    problem(
      path(0),
      `\`${first}\` needs nvcc, and a test is compiled without the CUDA toolkit`,
      'Call the kernels from a C++ file (.cpp, .cc or .cxx); <cuda.h> is at hand.',
    );
  } else if (first !== undefined && !/\.(cpp|cc|cxx)$/.test(first)) {
    problem(path(0), `\`${first}\`: expected a C++ file (.cpp, .cc or .cxx) first`);
  }
  return files.flatMap((file, index) => readInside(file, path(index), problem) ?? []);
}
