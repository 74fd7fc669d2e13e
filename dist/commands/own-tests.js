import { Option } from "../vendor.js";
import { ProgramFailure } from "../start.js";
import { options_default, runEmulated } from "../core.js";
// src/features/own-tests/command.ts
/** The command `emulate`. Its options are those of `python -m triton_aot_emulate`. */
const addEmulateCommand = (program, context) => {
	const command = program.command("emulate").description("Run a program, such as a test suite, with its Triton kernels executed on the CPU").usage("[options] -- <program> [arguments...]").argument("[program...]", "Program to run, such as `pytest tests`");
	for (const { flag, value, help, initial } of options_default) {
		const option = new Option(value === "" ? flag : `${flag} <${value.toLowerCase()}>`, help);
		if (initial !== "") option.defaultValueDescription = initial;
		command.addOption(option);
	}
	command.addHelpText("after", HELP).action(async (words, chosen) => {
		if (words.length === 0 === (chosen["from"] === void 0)) command.error("error: expected a program after `--`, or --from", { exitCode: 2 });
		const options = command.options.flatMap((option) => {
			const value = chosen[option.attributeName()];
			return value === void 0 ? [] : [value === true ? `${option.long}` : `${option.long}=${value}`];
		});
		const exit = await runEmulated({
			options,
			program: words,
			hasTerminal: process.stdin.isTTY,
			output: 1
		}, context);
		context.signal.throwIfAborted();
		if (exit.code !== 0) throw new ProgramFailure(words[0] ?? "", exit, true);
	});
};
const HELP = `
The program runs unchanged and needs no GPU. Its Python needs Triton 3.6 to 3.9, PyTorch and NumPy.
Its kernels are compiled as for the GPU, and the compiled code is executed. An access out of
bounds, a race or a value that nothing has written is an error where the program launches the kernel.
The exit code is the program's. If it ended well, it is 6 if a launch was wrong, or 3 if one was not judged.

Examples:
  triton-aot emulate -- pytest tests
  triton-aot emulate --gpu H100 -- pytest -n 4 tests/kernels
  triton-aot emulate --report report.json -- python train.py --steps 1
  triton-aot emulate --from kept`;
export { addEmulateCommand };
