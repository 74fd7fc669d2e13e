import type { Log, RunContext } from '../base/context.ts';
import { Failure, systemCode } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { readPlainFile } from '../base/files.ts';
import { selector } from '../base/globs.ts';
import type { GenerateSpec } from '../manifest/cases/case.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { type Manifest, readManifest } from '../manifest/manifest.ts';

/** The user's choice of what to build. */
export interface BuildSelection {
  /** The manifest's path. */
  readonly manifest: string;
  /** The manifest's text, if there is no file: the path then says what its paths are relative to. */
  readonly text?: string | undefined;
  readonly targets?: readonly string[] | undefined;
  readonly triton?: string | undefined;
  /** Globs that match names of kernels. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** A Python interpreter by path or name. */
  readonly python?: string | undefined;
  /** Cases to generate for each kernel with a `smoke:` section, in place of what the manifest says. */
  readonly generate?: GenerateSpec | undefined;
}

/** The selected part of a package. Builds are compared with builds of the same scope. */
export interface BuildScope extends Pick<BuildSelection, 'targets' | 'only' | 'triton'> {
  readonly package: string;
}

/** Returns the scope of a build. The manifest may change, so it has the parts of the request. */
export function scopeOf(
  name: string,
  { targets, only, triton }: Omit<BuildScope, 'package'>,
): BuildScope {
  return { package: name, targets, only, triton };
}

/** A kernel to build, for the targets of the manifest that it is for. */
interface ChosenKernel {
  readonly entry: KernelEntry;
  readonly targets: Manifest['targets'];
}

/** A manifest, and the kernels of it to build. */
export interface ReadSelection {
  readonly manifest: Manifest;
  readonly chosen: readonly ChosenKernel[];
}

/**
 * Reads a manifest, and chooses the kernels to build. Warns of kernels without a target.
 * @throws {Failure} `usage` with all problems at once, and if there is no such kernel.
 */
export async function readSelection(
  { manifest: file, text, only = [], targets, triton, generate }: BuildSelection,
  { log }: Pick<RunContext, 'log'>,
): Promise<ReadSelection> {
  const manifest = readManifest(text ?? (await readText(file)), file, { targets, triton });
  const chosen = chooseKernels(manifest, only, log);
  if (generate === undefined) return { manifest, chosen };
  return {
    manifest,
    chosen: chosen.map((each) => ({ ...each, entry: generating(each.entry, generate) })),
  };
}

/** A kernel with generated cases, if it has a section to generate them from. */
function generating(entry: KernelEntry, generate: GenerateSpec): KernelEntry {
  const { smoke } = entry;
  return smoke === undefined ? entry : { ...entry, smoke: { ...smoke, generate } };
}

async function readText(file: string): Promise<string> {
  try {
    return String(await readPlainFile(file));
  } catch (error) {
    const code = systemCode(error);
    const message = `cannot read the manifest: ${code === 'ENOENT' ? 'no such file' : reasonOf(error)}`;
    const option = '`--manifest` (input `manifest`)';
    const hint =
      code === 'ENOENT'
        ? `\`triton-aot init FILE.py:FUNCTION\` writes one for a kernel. ${option} names another.`
        : `Name the manifest's file with ${option}, not a folder.`;
    throw new Failure('usage', { message, place: { file }, hint }, { cause: error });
  }
}

/** Adds the kernels that the cases of the chosen ones launch. */
function withLaterKernels(
  chosen: readonly KernelEntry[],
  all: readonly KernelEntry[],
): readonly KernelEntry[] {
  const later = new Set(
    chosen.flatMap(({ smoke }) => smoke?.later.map(({ kernel }) => kernel) ?? []),
  );
  const more = all.filter((each) => chosen.includes(each) || later.has(each.name));
  return more.length === chosen.length ? chosen : withLaterKernels(more, all);
}

function chooseKernels(
  manifest: Manifest,
  only: readonly string[],
  log: Log,
): readonly ChosenKernel[] {
  const isChosen = selector(only);
  const chosen = withLaterKernels(
    manifest.kernels.filter(({ name }) => isChosen(name)),
    manifest.kernels,
  );
  if (chosen.length === 0) {
    throw new Failure('usage', {
      message: `no kernel matches ${only.map((glob) => `\`${glob}\``).join(' or ')}`,
      place: { file: manifest.file },
      hint: `The kernels are ${manifest.kernels.map(({ name }) => name).join(', ')}.`,
    });
  }
  return chosen.flatMap((entry) => {
    const targets = manifest.targets.filter(
      ({ name }) => entry.targets?.some((target) => target.name === name) ?? true,
    );
    if (targets.length > 0) return [{ entry, targets }];
    log.warning({
      message: `skipping ${entry.name}: none of its targets is built`,
      place: manifest.document.locate(entry.pathOf(['targets'])),
    });
    return [];
  });
}
