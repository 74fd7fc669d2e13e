import { addPath } from '@actions/core';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMAND_LINE, VERSION } from '../base/assets.ts';
import type { BuildContext } from '../base/context.ts';
import { shellQuote } from '../base/text.ts';
import { inputsOf } from './inputs.ts';
import { setOutputs } from './summary.ts';

/** The sub-action setup has no inputs. */
export const readSetupInputs = inputsOf(() => ({}));

/**
 * Puts `triton-aot` on PATH for later steps of the job. It runs this version with the Node of the runner, so that the job
 * needs no other.
 */
export async function runSetup(_inputs: object, context: BuildContext): Promise<void> {
  const folder = join(context.scratch, 'triton-aot-bin');
  const path = join(folder, 'triton-aot');
  await mkdir(folder, { recursive: true });
  const program = [process.execPath, COMMAND_LINE].map(shellQuote).join(' ');
  await writeFile(path, `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o755 });
  addPath(folder);
  context.log.info(`triton-aot ${VERSION} is on PATH for the next steps`);
  setOutputs({ version: VERSION, path });
}
