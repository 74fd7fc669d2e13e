import { EMULATOR_FOLDER } from '../../base/assets.ts';
import type { BuildContext } from '../../base/context.ts';
import { type ProcessExit, runAttached } from '../../base/process.ts';
import { findBasePython } from '../../toolchain/python.ts';

/** Starts `triton_aot_emulate` from a folder that is on no path of the program's. */
const START =
  'import sys; sys.path.append(sys.argv.pop(1)); from triton_aot_emulate.command import main; sys.exit(main(sys.argv[1:]))';

interface Run {
  /** The options of `triton_aot_emulate`, as words. */
  readonly options: readonly string[];
  /** The program and its arguments; none if the options need none. */
  readonly program: readonly string[];
  /** True if the terminal has sent Ctrl-C to the program too. */
  readonly hasTerminal: boolean;
}

/**
 * Runs a program whose launches are emulated, with this process's own input and output.
 * @throws {Failure} `environment` if there is no Python that can start it.
 */
export async function runEmulated(
  { options, program, hasTerminal }: Run,
  context: Pick<BuildContext, 'env' | 'memory' | 'signal'>,
): Promise<ProcessExit> {
  const { python } = await findBasePython(undefined, context);
  const words = program.length === 0 ? options : [...options, '--', ...program];
  return runAttached([python, '-c', START, EMULATOR_FOLDER, ...words], {
    env: context.env,
    signal: context.signal,
    hasTerminal,
    output: 1,
  });
}
