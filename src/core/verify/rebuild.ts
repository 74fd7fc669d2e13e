import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '../build.ts';
import type { BuildContext } from '../context.ts';
import type { BuildSelection } from '../prepare.ts';
import { differences } from './differences.ts';
import { selectionFor } from './drift.ts';
import { counted, found, type Finding } from './finding.ts';
import type { WholePackage } from './manifest.ts';
import type { RebuildSettings } from './request.ts';

/** Builds a package once more, with nothing from any store, and compares every byte. Needs what a build needs. */
export async function checkRebuilt(
  pkg: WholePackage,
  request: BuildSelection & RebuildSettings,
  context: BuildContext,
): Promise<Finding> {
  const scratch = await mkdtemp(join(context.scratch, 'rebuild-'));
  const { part } = pkg.manifest;
  const out = join(scratch, 'aot');
  try {
    await build(
      {
        ...selectionFor(pkg, request),
        out,
        split: part !== undefined,
        store: join(scratch, 'store'),
        storeLimit: Number.MAX_SAFE_INTEGER,
        allowKnownWrong: [],
      },
      context,
    );
    const rebuilt = part === undefined ? out : join(out, part);
    const { files, problems } = await differences(pkg.folder, rebuilt);
    return found(
      'rebuilt',
      `built again, ${counted(files, 'file')} are the same to the byte`,
      problems,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
