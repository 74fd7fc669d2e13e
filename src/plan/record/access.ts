import type { Hint } from '../../manifest/terms/hint.ts';
import { alignmentIn } from './descriptors.ts';

/** The memory access of a compiled kernel that its intermediate code shows. */
export interface KernelAccess {
  /** Parameters that point to memory the kernel reads. */
  readonly reads: ReadonlySet<string>;
  /** Parameters that point to memory the kernel writes. */
  readonly writes: ReadonlySet<string>;
  /** The hints that tensor descriptors need which the kernel makes, by parameter. */
  readonly alignment: ReadonlyMap<string, Hint>;
  /** True if it has atomic operations, whose order differs from call to call. */
  readonly hasAtomics: boolean;
  /** True if it converts floats to 8-bit floats or to integers, which rounds. */
  readonly hasRounding: boolean;
  /** True if it has code that Triton's interpreter cannot run: functions of libdevice, assembly. */
  readonly hasForeignCode: boolean;
}

/**
 * Finds out which pointers a kernel reads and writes. `ttir` is Triton's intermediate code after
 * inlining (MLIR text): the value of every pointer is followed from the parameters to the loads and
 * stores, also through loops and branches.
 */
export function accessOf(ttir: string): KernelAccess {
  const origins: Origins = new Map();
  const [reads, writes] = [new Set<string>(), new Set<string>()];
  const lines = ttir.split('\n').map((line) => line.replace(/ loc\(.*$/, ''));
  for (const [value, name] of pointersIn(ttir)) origins.set(value, new Set([name]));
  // Values of a later iteration come from the end of the loop, so a pass can see more than the one before.
  for (let known = -1; known < sizeOf(origins);) {
    known = sizeOf(origins);
    const open: OpenRegion[] = [];
    for (const line of lines) follow(line, origins, open, reads, writes);
  }
  return {
    reads,
    writes,
    alignment: alignmentIn(ttir, lines, (value) => [...(origins.get(value) ?? [])]),
    hasAtomics: /tt\.atomic_|tt\.descriptor_reduce/.test(ttir),
    hasRounding: /arith\.fpto[su]i|tt\.fp_to_fp .*-> (?:tensor<[\dx]*)?f8/.test(ttir),
    hasForeignCode: /tt\.extern_elementwise|tt\.elementwise_inline_asm/.test(ttir),
  };
}

/** The parameters that each value may point into. */
type Origins = Map<string, Set<string>>;

/** A loop or branch whose end has not been reached: the values that its `yield` sets. */
interface OpenRegion {
  readonly results: readonly string[];
  readonly carried: readonly string[];
  /** The values that the condition of `scf.while` passes on to its body. */
  passed: readonly string[];
}

/** The pointers among the parameters of the kernel: each value with the parameter's name. */
function pointersIn(ttir: string): readonly (readonly [value: string, name: string])[] {
  const [, list = ''] = /tt\.func public @[^(]*\((.*)$/m.exec(ttir) ?? [];
  return list.split(/, (?=%)/).flatMap((text) => {
    const [, value = '', type = ''] = /^(%\w+): (.*)$/.exec(text) ?? [];
    // The name in Python is in the location: `loc("x_ptr"(#loc))`.
    const name = /loc\("([^"]+)"/.exec(type)?.[1] ?? value.slice(1);
    const isPointer = type.startsWith('!tt.ptr') || type.startsWith('!tt.tensordesc');
    return isPointer ? [[value, name.split('.')[0] ?? name] as const] : [];
  });
}

function follow(
  line: string,
  origins: Origins,
  open: OpenRegion[],
  reads: Set<string>,
  writes: Set<string>,
): void {
  const text = line.trim();
  const [, left = '', right = text] = /^(%[\w:, %]+?) = (.*)$/.exec(text) ?? [];
  const results = resultsOf(left);
  const operation = /^"?([\w.]+)/.exec(right)?.[1] ?? '';
  const operands = [...right.matchAll(/%\w+(?:#\d+)?/g)].map(([name]) => name);
  const from = (names: readonly string[]): Set<string> =>
    new Set(names.flatMap((name) => [...(origins.get(name) ?? [])]));
  if (['scf.for', 'scf.while', 'scf.if'].includes(operation)) {
    const carried = [...right.matchAll(/(%\w+) = (%\w+(?:#\d+)?)/g)].flatMap(
      ([, name = '', initial = '']) => {
        // The counter of `scf.for %i = %a to %b` is not carried.
        if (operation === 'scf.for' && right.startsWith(`scf.for ${name} =`)) return [];
        add(origins, name, from([initial]));
        return [name];
      },
    );
    for (const [index, result] of results.entries())
      add(origins, result, from(carried.slice(index, index + 1)));
    open.push({ results, carried, passed: [] });
  } else if (operation === 'scf.yield') {
    const region = open.at(-1);
    for (const [index, operand] of operands.entries()) {
      const targets = [region?.results[index], region?.carried[index]];
      for (const target of targets) if (target !== undefined) add(origins, target, from([operand]));
    }
  } else if (operation === 'scf.condition') {
    const region = open.at(-1);
    const passed = operands.slice(1);
    if (region !== undefined) region.passed = passed;
    for (const [index, operand] of passed.entries()) {
      const result = region?.results[index];
      if (result !== undefined) add(origins, result, from([operand]));
    }
  } else if (text.startsWith('^')) {
    const names = [...text.matchAll(/(%\w+):/g)].map(([, name = '']) => name);
    for (const [index, name] of names.entries())
      add(origins, name, from((open.at(-1)?.passed ?? []).slice(index, index + 1)));
  } else if (text === '}') {
    open.pop();
  } else if (WRITERS.includes(operation)) {
    for (const name of from(operands.slice(0, 1))) writes.add(name);
    if (operation.startsWith('tt.atomic') || operation === 'tt.descriptor_reduce')
      for (const name of from(operands.slice(0, 1))) reads.add(name);
  } else if (READERS.includes(operation)) {
    for (const name of from(operands.slice(0, 1))) reads.add(name);
  } else if (operation === 'tt.call') {
    // A function that was not inlined might do anything with its arguments.
    for (const name of from(operands)) {
      reads.add(name);
      writes.add(name);
    }
  } else if (carriesPointer(right)) {
    for (const result of results) add(origins, result, from(operands));
  }
}

const WRITERS = [
  'tt.store',
  'tt.descriptor_store',
  'tt.descriptor_scatter',
  'tt.descriptor_reduce',
  'tt.atomic_rmw',
  'tt.atomic_cas',
];
const READERS = ['tt.load', 'tt.descriptor_load', 'tt.descriptor_gather'];

/** `%a`, or `%a:2` for `%a#0` and `%a#1`. */
function resultsOf(left: string): string[] {
  return left.split(',').flatMap((each) => {
    const [, name = '', count] = /^\s*(%\w+)(?::(\d{1,4}))?\s*$/.exec(each) ?? [];
    if (name === '') return [];
    if (count === undefined) return [name];
    return Array.from({ length: Number(count) }, (_, index) => `${name}#${index}`);
  });
}

/** Counts what is known. It only grows, up to all parameters for each value. */
function sizeOf(origins: Origins): number {
  return [...origins.values()].reduce((sum, { size }) => sum + size, 0);
}

function carriesPointer(text: string): boolean {
  return /!tt\.ptr|!tt\.tensordesc|tt\.addptr|tt\.make_tensor_descriptor|arith\.select/.test(text);
}

function add(origins: Origins, name: string, more: ReadonlySet<string>): void {
  const known = origins.get(name) ?? new Set();
  for (const each of more) known.add(each);
  origins.set(name, known);
}
