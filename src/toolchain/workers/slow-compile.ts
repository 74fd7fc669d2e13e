import type { Log } from '../../base/context.ts';
import type { Problem } from '../../base/errors.ts';
import type { CompileJob } from './protocol.ts';
import type { KernelSource } from '../wire/source.ts';

/** The part of a job that decides how long a compile takes. */
export type CompileSettings = Pick<CompileJob, 'constants' | 'options'>;

/** Most compiles take a second or two, and the largest kernels well under a minute. */
const SLOW = 60_000;

/** From so many elements of a block in a thread on, the compiler takes minutes. */
const MANY_ELEMENTS = 256;

/** The threads of most warps. */
const WARP = 32;

/** The warnings that a log has, which are said once for each kernel. */
const said = new WeakMap<Log, Set<string>>();

/** Waits for a job, and warns if that takes long, while it goes on. */
export async function warnIfSlow<T>(
  describe: () => Problem,
  { log, slowMs = SLOW }: { readonly log?: Log | undefined; readonly slowMs?: number | undefined },
  running: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => {
    if (log === undefined) return;
    const problem = describe();
    const known = said.get(log) ?? new Set();
    said.set(log, known);
    if (!known.has(problem.message)) log.warning(problem);
    known.add(problem.message);
  }, slowMs);
  timer.unref();
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}

/** Says that a compile takes long, and which constant is the likely reason. */
export function slowCompile(
  source: KernelSource,
  settings: CompileSettings | undefined,
  {
    timeoutMs,
    slowMs = SLOW,
  }: { readonly timeoutMs: number; readonly slowMs?: number | undefined },
): Problem {
  const limit = `It ends after ${timeoutMs / 1000} s (--timeout).`;
  const reason =
    settings === undefined ? undefined : (unrolledLoop(source, settings) ?? largeBlock(settings));
  return {
    message: `${source.function} has been compiling for ${Math.round(slowMs / 1000)} s, and goes on`,
    hint: reason === undefined ? limit : `${reason}\n${limit}`,
  };
}

/** From so many turns on, a loop of which the compiler writes each is a likely reason. */
const MANY_TURNS = 16;

/** Names the constant in the bounds of a loop with `tl.static_range` that has many turns: the largest of them. */
function unrolledLoop(source: KernelSource, { constants }: CompileSettings): string | undefined {
  if (source.kind !== 'slice') return undefined;
  const bounds = source.modules.flatMap(({ text }) => [...text.matchAll(STATIC_RANGE)]);
  const names = new Set(bounds.flatMap(([, text = '']) => text.match(/\w+/g) ?? []));
  const largest = integersOf(constants).find(({ name }) => names.has(name));
  if (largest === undefined || largest.value < MANY_TURNS) return undefined;
  return `\`${largest.name}\` is ${largest.value}: the kernel has a loop over \`tl.static_range\` with it, and the compiler writes code for each turn. Use a smaller number, or \`tl.range\`.`;
}

/** The arguments of `tl.static_range`, of which each can have one pair of parentheses. */
const STATIC_RANGE = /\bstatic_range\(((?:[^()]|\([^()]*\))*)\)/g;

/** Names the largest constant if it is probably the size of a block that is too large. */
function largeBlock({ constants, options }: CompileSettings): string | undefined {
  const [largest] = integersOf(constants);
  const threads = WARP * Number(options['num_warps'] ?? 4);
  if (largest === undefined || largest.value < MANY_ELEMENTS * threads) return undefined;
  const each = Math.floor(largest.value / threads);
  return `\`${largest.name}\` is ${largest.value}: each of ${threads} threads has ${each} elements of such a block, and the compiler writes code for all of them. Use a smaller block, and more blocks in the grid.`;
}

/** The integer constants, the largest first. */
function integersOf(constants: CompileSettings['constants']) {
  return Object.entries(constants)
    .flatMap(([name, [kind, text]]) => (kind === 'int' ? [{ name, value: Number(text) }] : []))
    .toSorted((a, b) => b.value - a.value);
}
