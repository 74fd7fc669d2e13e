import { EMULATOR_FOLDER } from '../../base/assets.ts';
import type { BuildContext } from '../../base/context.ts';
import { type ProcessExit, runAttached } from '../../base/process.ts';
import { findBasePython, inspectNamedPython } from '../../toolchain/python.ts';

/** Starts the emulation from a folder that is on no path of the program's. */
const START =
  'import sys; sys.path.append(sys.argv.pop(1)); from triton_aot_emulate.command import main; sys.exit(main(sys.argv[1:]))';

export interface EmulatedRun {
  /** The options of `python -m triton_aot_emulate`, as words. */
  readonly options: readonly string[];
  /** The program and its arguments; with the option `--call`, a file of Python; none if the options need none. */
  readonly program: readonly string[];
  /** The Python that evaluates the code of `--call`. Default: the first suitable one on PATH. Programs have their own. */
  readonly python?: string | undefined;
  /** True if the terminal has sent Ctrl-C to the program too. */
  readonly hasTerminal: boolean;
  /** Where the program's standard output goes, as a file descriptor of this process. */
  readonly output: 1 | 2;
}

/**
 * Runs a program whose launches are emulated, with this process's own input and output.
 * @throws {Failure} `environment` if there is no Python that can start it.
 */
export async function runEmulated(
  { options, program, python, hasTerminal, output }: EmulatedRun,
  context: Pick<BuildContext, 'env' | 'memory' | 'signal'>,
): Promise<ProcessExit> {
  const { python: executable } =
    python === undefined
      ? await findBasePython(undefined, context)
      : await inspectNamedPython({ name: python, requirements: [] }, context);
  const words = program.length === 0 ? options : [...options, '--', ...program];
  return runAttached([executable, '-c', START, EMULATOR_FOLDER, ...words], {
    env: context.env,
    signal: context.signal,
    hasTerminal,
    output,
  });
}
