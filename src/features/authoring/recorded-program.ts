import { dirname, resolve } from 'node:path';
import { RECORDER_FOLDER } from '../../base/assets.ts';
import type { BuildContext } from '../../base/context.ts';
import { Failure, systemCode } from '../../base/errors.ts';
import { DEFAULT_MANIFEST } from '../../base/form.ts';
import { type ProcessExit, runAttached } from '../../base/process.ts';
import { runEmulated } from '../../prove/emulate/program.ts';
import type { RecordRequest } from './record-request.ts';

/** Returns the environment that starts the recorder in a program and in the programs that it starts. */
function recorderEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
  golden: number,
  manifestFolder = '.',
): Readonly<Record<string, string | undefined>> {
  const path = [RECORDER_FOLDER, env['PYTHONPATH'] ?? ''].filter((each) => each !== '').join(':');
  return {
    ...env,
    PYTHONPATH: path,
    TRITON_AOT_RECORD: resolve(folder),
    TRITON_AOT_RECORD_GOLDEN: `${golden}`,
    TRITON_AOT_RECORD_FOLDER: resolve(manifestFolder),
  };
}

/**
 * Runs a program, with its launches emulated if the request says so, and has the recorder write what it launches to a
 * folder.
 * @throws {Failure} `environment` if it cannot be started.
 */
export async function runRecorded(
  { command, emulated, golden, hasTerminal, output, out = DEFAULT_MANIFEST }: RecordRequest,
  folder: string,
  context: Pick<BuildContext, 'env' | 'memory' | 'signal'>,
): Promise<ProcessExit> {
  const { env, signal } = context;
  if (emulated !== undefined) {
    const options = [...emulated.options, `--record=${resolve(folder)}`];
    return runEmulated({ ...emulated, options, program: command, hasTerminal, output }, context);
  }
  try {
    return await runAttached(command, {
      env: recorderEnvironment(env, folder, golden, dirname(out)),
      signal,
      hasTerminal,
      output,
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = systemCode(error) === 'ENOENT' ? 'not found' : String(error);
    throw new Failure('environment', { message: `cannot start \`${command[0]}\`: ${reason}` });
  }
}
