import {
  ACCEPTABLE_KINDS,
  type AcceptedFault,
  type BlockChoice,
  type CaseSpec,
  type ExpectedSource,
  type GenerateSpec,
  type Literal,
  type SmokeSpec,
  type Tolerance,
  type ToleranceSpec,
} from './case.ts';
import { type Expression, parseExpression } from '../expression.ts';
import { parseFunction, readInside } from '../paths.ts';
import type { Problems } from '../problems.ts';
import type { RawKernel } from '../schema.ts';
import { readBuffers, readChange } from './read-buffer.ts';
import { type FilledSmoke, filledSmokeSchema, smokeKeys } from './schema.ts';

/** Reads the section of one kernel. The result must not be used if there are problems. */
export function readSmoke(raw: RawKernel['smoke'], problems: Problems): SmokeSpec | undefined {
  if (raw === undefined) return undefined;
  const filled = filledSmokeSchema.safeParse(raw);
  if (!filled.success) {
    problems.addIssues(filled.error.issues, smokeKeys);
    return undefined;
  }
  const section = filled.data;
  const { bytes, cases: given = [] } = section;
  const isList = Array.isArray(given);
  const written = isList ? given : (given.written ?? []);
  const inWritten = problems.at('cases', ...(isList ? [] : ['written']));
  const spec: SmokeSpec = {
    expected: readExpected(section.reference ?? 'interpreter', problems.at('reference')),
    cases: written.map((each, index) => readCase(each, inWritten.at(index))),
    casesAt: isList ? ['cases'] : ['cases', 'written'],
    generate: isList || given.generate === undefined ? undefined : readGenerate(given),
    arguments: readMap(section.arguments, readValue, problems.at('arguments')),
    ...readBuffers(section.buffers, problems.at('buffers')),
    later: (section.followed_by ?? []).map((each, index) => ({
      kernel: each.kernel,
      arguments: readMap(each.arguments, readValue, problems.at('followed_by', index, 'arguments')),
    })),
    seed: section.seed ?? 0n,
    tolerance: readTolerance(section.tolerance, problems.at('tolerance')),
    algos: section.algos,
    specialisations: section.specialisations,
    isDeterministic: section.deterministic ?? true,
    accepted: readAccepted(section.accept),
    bytes: bytes === 'buffers' ? bytes : readMeasure(bytes, problems.at('bytes')),
    flops: readMeasure(section.flops, problems.at('flops')),
    test: readTest(section.source, problems.at('source')),
  };
  if (spec.cases.length === 0 && spec.generate === undefined && spec.test.length === 0) {
    problems.add(
      'missing `cases`: there is nothing to test',
      'List calls of the kernel, such as `cases: [{ M: 512 }]`, or name your own test in `source:`.',
    );
  }
  return spec;
}

function readGenerate({
  generate,
  seed = 0n,
}: Exclude<NonNullable<FilledSmoke['cases']>, readonly unknown[]>): GenerateSpec {
  return { count: Number(generate), seed };
}

type RawCase = Extract<NonNullable<FilledSmoke['cases']>, readonly unknown[]>[number];

function readCase(raw: RawCase, problems: Problems): CaseSpec {
  const values = new Map(
    Object.entries(raw).flatMap(([name, value]) =>
      value === undefined || typeof value === 'object' ? [] : [[name, value] as const],
    ),
  );
  const buffers =
    typeof raw.buffers === 'object'
      ? readMap(raw.buffers, readChange, problems.at('buffers'))
      : new Map();
  return { values, blocks: readBlocks(raw.blocks, problems.at('blocks')), buffers };
}

function readBlocks(chosen: RawCase['blocks'], problems: Problems): BlockChoice | undefined {
  if (typeof chosen !== 'object') return undefined;
  const blocks: BlockChoice = {
    first: Number(chosen.first ?? 0),
    last: Number(chosen.last ?? 0),
    sample: Number(chosen.sample ?? 0),
    at: (chosen.at ?? []).map(([x = 0n, y = 0n, z = 0n]) => [Number(x), Number(y), Number(z)]),
  };
  if (blocks.first + blocks.last + blocks.sample + blocks.at.length === 0)
    problems.add('no block is chosen', 'Write `blocks: { first: 1, sample: 8 }`.');
  return blocks;
}

function readExpected(text: string, problems: Problems): ExpectedSource {
  if (text === 'interpreter' || text === 'none') return { kind: text };
  const source = parseFunction(text);
  if (source === undefined) {
    const expected = 'expected `FILE.py:FUNCTION`, `interpreter` or `none`';
    problems.add(`invalid reference \`${text}\`: ${expected}`);
    return { kind: 'none' };
  }
  const file = readInside(source.file, problems) ?? source.file;
  return { kind: 'reference', source: { ...source, file } };
}

/** Reads every value of a map, leaving out those with problems. */
function readMap<Raw, Value>(
  raw: Readonly<Record<string, Raw>> | undefined,
  read: (raw: Raw, problems: Problems) => Value | undefined,
  problems: Problems,
): ReadonlyMap<string, Value> {
  const entries = Object.entries(raw ?? {}).flatMap(([name, each]) => {
    const value = read(each, problems.at(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Map(entries);
}

function readValue(raw: string | Literal, problems: Problems): Literal | Expression | undefined {
  return typeof raw === 'string' ? parseExpression(raw, problems) : raw;
}

function readMeasure(raw: string | bigint | undefined, problems: Problems): Expression | undefined {
  return raw === undefined ? undefined : parseExpression(raw, problems);
}

function readTolerance(raw: FilledSmoke['tolerance'], problems: Problems): ToleranceSpec {
  const { norm, rtol, atol, steps, ...named } = raw ?? {};
  const floats = Object.entries({ norm, rtol, atol, steps }).filter(
    ([, value]) => value !== undefined,
  );
  if (floats.length > 0 && Object.keys(named).length > 0) {
    problems.add(
      '`tolerance` mixes numbers with names',
      'Give `norm`, `rtol`, `atol` or `steps` once for all outputs, or by name of an output or element type.',
    );
  }
  return {
    floats: floats.length === 0 ? undefined : readLimits(Object.fromEntries(floats), problems),
    named: readMap(named, readLimits, problems),
  };
}

type RawLimits = Readonly<Record<string, bigint | number | undefined>>;

function readLimits(raw: RawLimits, problems: Problems): Partial<Tolerance> {
  const limits = Object.entries(raw).flatMap(([name, value]) => {
    if (value !== undefined && value >= 0 && Number.isFinite(Number(value)))
      return [[name, Number(value)]];
    problems.at(name).add(`expected a finite number that is not negative, found ${value}`);
    return [];
  });
  if (raw['steps'] !== undefined && limits.length > 1)
    problems.add('`steps` cannot be given together with `norm`, `rtol` or `atol`');
  return Object.fromEntries(limits);
}

function readAccepted(raw: FilledSmoke['accept']): readonly AcceptedFault[] {
  return ACCEPTABLE_KINDS.flatMap((kind) =>
    Object.entries(raw?.[kind] ?? {}).map(([buffer, reason]) => ({ kind, buffer, reason })),
  );
}

function readTest(raw: FilledSmoke['source'], problems: Problems): readonly string[] {
  const files = typeof raw === 'string' ? [raw] : (raw ?? []);
  const first = files[0];
  const of = (index: number): Problems => (typeof raw === 'string' ? problems : problems.at(index));
  if (first?.endsWith('.cu')) {
    of(0).add(
      `\`${first}\` needs nvcc, but tests are compiled without the CUDA toolkit`,
      'Call the kernels from a C++ file (.cpp, .cc or .cxx). It can include <cuda.h>.',
    );
  } else if (first !== undefined && !/\.(cpp|cc|cxx)$/.test(first)) {
    of(0).add(
      `\`${first}\` is not a C++ file`,
      'List the file to compile (.cpp, .cc or .cxx) before the files it includes.',
    );
  }
  return files.flatMap((file, index) => readInside(file, of(index)) ?? []);
}
