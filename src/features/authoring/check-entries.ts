import { dirname, resolve } from 'node:path';
import type { Log } from '../../base/context.ts';
import { Failure, formatProblem } from '../../base/errors.ts';
import { makeFolder } from '../../base/files.ts';
import type { KernelEntry } from '../../manifest/entry.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { namesModule } from '../../manifest/paths.ts';
import { Problems } from '../../manifest/problems.ts';
import type { ToolchainContext } from '../../toolchain/installer.ts';
import { inspectSources, readerContext } from '../../toolchain/reader.ts';
import type { InspectedSource } from '../../toolchain/wire/reading.ts';
import { unpackPackages } from '../../plan/packages.ts';
import { resolveKernel } from '../../plan/resolve.ts';
import { functionFacts, requestFor, unreadableSource } from '../../plan/sources.ts';

/**
 * Plans entries as `build` will, as far as that needs no Triton. Returns those that it would refuse, with the
 * reasons. Without a Python that reads the sources, or without the packages, `build` finds out.
 * @param python where packages are installed; undefined: the first suitable one on `PATH`
 */
export async function problemsOfEntries(
  manifest: Manifest,
  entries: readonly KernelEntry[],
  python: string | undefined,
  context: ToolchainContext,
): Promise<ReadonlyMap<KernelEntry, string>> {
  const folder = resolve(dirname(manifest.file));
  const packages = await orWarn('the packages cannot be unpacked', [], context, async () => {
    if (manifest.packages.length > 0) await makeFolder(folder);
    return unpackPackages(manifest, python, context);
  });
  const hasPackages = packages.length === manifest.packages.length;
  const readable = entries.filter(({ source }) => hasPackages || !namesModule(source));
  return orWarn('the sources cannot be read', new Map(), context, async () => {
    const requests = readable.map((entry) => requestFor(entry, manifest));
    const reader = await readerContext(manifest.triton, undefined, context);
    const sources = await inspectSources(folder, requests, reader, packages);
    return checkEntries(manifest, readable, sources, context.log);
  });
}

/** Returns another result for a `Failure`, and warns of it. */
async function orWarn<Result>(
  what: string,
  otherwise: Result,
  { log }: Pick<ToolchainContext, 'log'>,
  find: () => Promise<Result>,
): Promise<Result> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const message = `${what}, so \`build\` may refuse kernels: ${error.message}`;
    log.warning({ message, hint: error.problems[0]?.hint });
    return otherwise;
  }
}

function checkEntries(
  manifest: Manifest,
  entries: readonly KernelEntry[],
  sources: readonly InspectedSource[],
  log: Log,
): ReadonlyMap<KernelEntry, string> {
  warnOfUnknown(entries, sources, log);
  return new Map(
    entries.flatMap((entry, index) => {
      const reason = reasonOf(entry, sources[index], manifest, log);
      return reason === undefined ? [] : [[entry, reason] as const];
    }),
  );
}

/** Warns of values that the program could not give, and that a kernel might need. */
function warnOfUnknown(
  entries: readonly KernelEntry[],
  sources: readonly InspectedSource[],
  log: Log,
): void {
  const unknown = entries.flatMap(({ source: { function: own } }, index) => {
    const source = sources[index];
    if (source === undefined || 'error' in source || source.code.kind !== 'slice') return [];
    return source.code.unknown.map(
      ({ message, hint }) => [`${own} may not compile: ${message}`, hint] as const,
    );
  });
  for (const [message, hint] of new Map(unknown)) log.warning({ message, hint });
}

function reasonOf(
  entry: KernelEntry,
  source: InspectedSource | undefined,
  manifest: Manifest,
  log: Log,
): string | undefined {
  if (source === undefined) return undefined;
  if ('error' in source) {
    const { hint, ...located } = unreadableSource(source, entry.source.file, manifest.file);
    return oneLine(formatProblem(located), hint);
  }
  // Only Triton can say what this function is.
  if (source.function === null) return undefined;
  const problems = new Problems(manifest.document);
  const facts = functionFacts(source.function, undefined, entry, { log });
  resolveKernel(entry, facts, manifest.targets, problems.under(entry.pathOf));
  return firstProblem(() => problems.throwIfAny());
}

/** Returns the first problem that a check throws, in one line; undefined if it throws none. */
export function firstProblem(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [first] = error.problems;
    return oneLine(first?.message ?? error.message, first?.hint);
  }
}

function oneLine(message: string, hint = ''): string {
  return `${message}${hint === '' ? '' : `. ${hint}`}`.replaceAll(/\s*\n\s*/g, '; ');
}
