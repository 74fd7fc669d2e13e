import type { Log } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import type { KernelEntry } from '../../manifest/entry.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { Problems } from '../../manifest/problems.ts';
import type { InspectedSource, SourceReader } from '../inspect-python.ts';
import { resolveKernel } from '../resolve.ts';
import { functionFacts, requestFor, unreadableSource } from '../sources.ts';

/**
 * Plans entries, as far as that needs no Triton.
 * @param folder the manifest's
 * @returns the reasons for which `build` would refuse entries
 */
export async function problemsOfEntries(
  manifest: Manifest,
  entries: readonly KernelEntry[],
  folder: string,
  readSources: SourceReader,
  log: Log,
): Promise<ReadonlyMap<KernelEntry, string>> {
  const requests = entries.map((entry) => requestFor(entry, manifest));
  const sources = await readSources(requests, folder);
  warnOfUnknown(entries, sources, log);
  return new Map(
    entries.flatMap((entry, index) => {
      const reason = reasonOf(entry, sources[index], manifest);
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
): string | undefined {
  if (source === undefined) return undefined;
  if ('error' in source) {
    const { message, hint } = unreadableSource(source, entry.source.file, manifest.file);
    return oneLine(message, hint);
  }
  // Only Triton can say what this function is.
  if (source.function === null) return undefined;
  const problems = new Problems(manifest.document);
  const facts = functionFacts(source.function, undefined);
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
