import type { KernelEntry } from '../../manifest/entry.ts';
import { type Manifest, readManifest } from '../../manifest/manifest.ts';
import type { ToolchainContext } from '../../toolchain/installer.ts';
import { firstProblem, problemsOfEntries } from './check-entries.ts';
import type { EntryDescription } from './entry.ts';
import type { Head } from './head.ts';
import type { Inferred } from './inferred.ts';
import { addEntries, addPackages, fillIn, newManifest, packagesText } from './manifest-text.ts';

/** Reads a manifest without the entries that a person has not filled in. */
export const LEAVE_OUT = { leaveOut: true } as const;

/** A manifest that entries are added to. */
export interface Existing {
  readonly text: string;
  readonly manifest: Manifest;
}

/** An entry of a manifest as lists show it. */
export interface RecordedEntry {
  readonly name: string;
  readonly source: string;
  readonly calls: number;
  /** Doubts about the grid that the calls leave open; missing if there are no such doubts. */
  readonly doubt?: string;
}

/** A new entry with its name. */
export interface NewEntry {
  readonly inferred: Inferred;
  readonly entry: EntryDescription;
  readonly shown: RecordedEntry;
}

/**
 * Returns the entries that `build` could not take, each with the reason.
 * @param where `out` is the manifest's path, and `python` what packages of kernels are installed in
 */
export async function reasonsAgainst(
  described: readonly NewEntry[],
  existing: Manifest | undefined,
  write: (all: readonly NewEntry[]) => string,
  where: { readonly out: string; readonly python: string | undefined },
  context: ToolchainContext,
): Promise<ReadonlyMap<NewEntry, string>> {
  const { out, python } = where;
  const reasons = new Map<NewEntry, string>();
  for (const each of described) {
    const reason =
      otherVersion(each.inferred, described, existing) ??
      firstProblem(() => readManifest(write([each]), out, LEAVE_OUT));
    if (reason !== undefined) reasons.set(each, reason);
  }
  const valid = described.filter((each) => !reasons.has(each));
  if (valid.length === 0) return reasons;
  const manifest = readManifest(write(valid), out, LEAVE_OUT);
  const names = new Map(valid.map((each) => [each.shown.name, each]));
  const entries = manifest.kernels.filter((entry) => names.has(keyOf(entry)));
  for (const [entry, reason] of await problemsOfEntries(manifest, entries, python, context)) {
    const each = names.get(keyOf(entry));
    if (each !== undefined) reasons.set(each, reason);
  }
  return reasons;
}

/** The key of an entry in the manifest, with its placeholders. */
function keyOf({ pathOf }: KernelEntry): string {
  return String(pathOf([])[1]);
}

/** Returns the reason to refuse a kernel of a package that the manifest has in another version. */
function otherVersion(
  { package: own }: Inferred,
  described: readonly NewEntry[],
  existing: Manifest | undefined,
): string | undefined {
  if (own === undefined) return undefined;
  const others = described.flatMap(({ inferred }) => inferred.package ?? []);
  const pinned = [...(existing?.packages ?? []), ...others].find(({ name }) => name === own.name);
  return pinned === undefined || pinned.version === own.version
    ? undefined
    : `it is in ${own.name} ${own.version}, and the manifest has ${pinned.version}`;
}

/** Returns the text of a manifest with these entries. */
export function textWith(
  described: readonly NewEntry[],
  head: Head,
  existing: Existing | undefined,
): string {
  const entries = described.map(({ entry }) => entry);
  const packages = new Map(
    described.flatMap(({ inferred: { package: own } }) =>
      own === undefined ? [] : [[own.name, own.version] as const],
    ),
  );
  if (existing !== undefined) {
    const { text, rest } = fillIn(existing.text, entries);
    return addPackages(addEntries(text, rest) ?? text, packages);
  }
  const settings = [
    { name: 'package', text: head.package },
    { name: 'triton', text: head.triton },
    { name: 'targets', text: `[${head.targets.join(', ')}]` },
    ...(packages.size === 0 ? [] : [{ name: 'packages', text: packagesText(packages) }]),
  ];
  return newManifest(`Recorded from \`${head.command}\`.`, settings, entries);
}
