import { namesProgram, readBuildInputs, readProgramInputs, runAction, runBuild, runProgram } from "./action.js";
// src/entries/root-action.ts
/** Reads the inputs of a build, or of a program that runs in place of one. */
function readRootInputs(get) {
	return namesProgram(get) ? readProgramInputs(get) : readBuildInputs(get);
}
/** Does what the inputs of the root action ask for. */
async function runRoot(inputs, context) {
	await ("script" in inputs ? runProgram(inputs, context) : runBuild(inputs, context));
}
// src/entries/actions/main.ts
await runAction(process, "main", readRootInputs, runRoot);
export {};
