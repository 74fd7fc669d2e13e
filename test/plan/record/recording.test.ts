import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRecording } from '../../../src/plan/record/recording.ts';
import { failureOf } from '../../support/golden.ts';

it('a recording that is not there is an error with its folder, and how to make one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recording-'));
  try {
    const missing = join(folder, 'missing');
    expect(await failureOf(() => readRecording(missing))).toBe(
      `usage: ${missing}: there is no recording here: no such folder\n    Record the program first: \`triton-aot record --keep ${missing} -- python app.py\`.`,
    );
    const file = join(folder, 'kernels.yaml');
    await writeFile(file, '');
    expect(await failureOf(() => readRecording(file))).toContain(
      `usage: ${file}: there is no recording here: this is not a folder\n    Record the program first: \`triton-aot record --keep FOLDER `,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
