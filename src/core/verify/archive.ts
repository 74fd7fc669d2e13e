import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatOf } from '../archive/format.ts';
import type { BuildContext } from '../context.ts';
import { distribute } from '../distribution/distribute.ts';
import { firstDifference } from './differences.ts';
import { found, skipped, type Finding } from './finding.ts';
import type { WholePackage } from './manifest.ts';
import type { OpenedArchive } from './opened.ts';

/** There is nothing in an archive but the package. */
export function checkBeside({ file, beside }: OpenedArchive): Finding {
  const problems = beside.map((name) => ({
    message: `the archive also holds ${name}, which is no part of the package`,
    place: { file },
  }));
  return found('archive', `${basename(file)} holds the package and nothing else`, problems);
}

/** Packs the package of an archive once more: the archive must come out the same to the byte. */
export async function checkRepacked(
  { folder }: WholePackage,
  { file: archive }: OpenedArchive,
  context: BuildContext,
): Promise<Finding> {
  const name = basename(archive);
  const format = formatOf(name);
  if (format === undefined)
    return skipped('repacked', `${name} is not packed again: its name does not tell how`);
  const out = await mkdtemp(join(context.scratch, 'pack-'));
  try {
    const [packed] = await distribute({ packages: [folder], formats: [format], out }, context);
    const again = packed?.files.find(({ kind }) => kind === 'archive');
    if (again === undefined) throw new Error('nothing was packed');
    const [ours, theirs] = [await readFile(archive), await readFile(again.file)];
    const offset = firstDifference(ours, theirs);
    const problem = {
      message: `the archive differs from one of the same package packed again, first at byte ${offset}`,
      place: { file: archive },
      hint: 'It was packed by another program, or by another version of triton-aot.',
    };
    return found(
      'repacked',
      `packed again, ${name} is the same to the byte`,
      offset === undefined ? [] : [problem],
    );
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
