import { readBuildInputs } from '../action/build-inputs.ts';
import { runBuild } from '../action/build.ts';
import type { BuildContext } from '../base/context.ts';
import { namesProgram, readProgramInputs, runProgram } from '../features/own-tests/action.ts';

type RootInputs = ReturnType<typeof readBuildInputs> | ReturnType<typeof readProgramInputs>;

/** Reads the inputs of a build, or of a program that runs in place of one. */
export function readRootInputs(get: (name: string) => string): RootInputs {
  return namesProgram(get) ? readProgramInputs(get) : readBuildInputs(get);
}

/** Does what the inputs of the root action ask for. */
export async function runRoot(inputs: RootInputs, context: BuildContext): Promise<void> {
  await ('script' in inputs ? runProgram(inputs, context) : runBuild(inputs, context));
}
