import { Argument } from "../vendor.js";
import { shellQuote } from "../start.js";
// src/cli/completion.ts
const SHELLS = [
	"bash",
	"zsh",
	"fish"
];
/** The command `completion`. It is added after all others, since its scripts have their names and options. */
const addCompletionCommand = (program, _context, answer) => {
	program.command("completion").description("Print a script that lets a shell complete commands and options").addArgument(new Argument("<shell>", "The shell").choices(SHELLS)).addHelpText("after", COMPLETION_HELP).action((shell) => answer(void 0, void 0, completionScript(program, shell)));
};
/** Returns the script for a shell. Where it knows no word, the shell completes names of files. */
function completionScript(program, shell) {
	if (shell === "fish") return fishScript(program);
	return (shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "") + bashScript(program);
}
const visibleOptions = (command) => command.createHelp().visibleOptions(command);
const visibleCommands = (command) => command.createHelp().visibleCommands(command);
/** The long forms of a command's options. */
function flags(command) {
	return visibleOptions(command).flatMap(({ long }) => long ?? []).join(" ");
}
function bashScript(program) {
	const commands = visibleCommands(program);
	const choices = [program, ...commands].flatMap((command) => {
		const name = command === program ? "" : command.name();
		const first = command.registeredArguments[0]?.argChoices;
		return [...visibleOptions(command).map(({ long, argChoices }) => [`${name}${long}`, argChoices]), [`${name}${name}`, first]].flatMap(([words, values]) => values === void 0 ? [] : [[words, values]]);
	});
	const name = program.name();
	return `# ${name}: completion for bash
_triton_aot() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[$((COMP_CWORD-1))]} command='' each words=''
  for each in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "$each" in ${commands.map((command) => command.name()).join("|")}) command=$each; break ;; esac
  done
  COMPREPLY=()
  case "$command$before" in
${choices.map(([option, values]) => `    ${option}) words=${shellQuote(values.join(" "))} ;;`).join("\n")}
    *) case "$word" in
      -*) case "$command" in
${commands.map((command) => `        ${command.name()}) words=${shellQuote(flags(command))} ;;`).join("\n")}
        *) words=${shellQuote(flags(program))} ;;
      esac ;;
      *) [ -n "$command" ] || words=${shellQuote(commands.map((command) => command.name()).join(" "))} ;;
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _triton_aot ${name}
`;
}
function fishScript(program) {
	const lines = (when, command) => visibleOptions(command).map((option) => [
		`complete -c ${program.name()} -n '${when}'`,
		...option.long === void 0 ? [] : ["-l", option.long.slice(2)],
		...option.required || option.optional ? ["-r"] : [],
		...option.argChoices === void 0 ? [] : [
			"-f",
			"-a",
			fishQuote(option.argChoices.join(" "))
		],
		`-d ${fishQuote(option.description)}`
	].join(" "));
	const commands = visibleCommands(program);
	const names = commands.map((command) => `complete -c ${program.name()} -n '__fish_use_subcommand' -f -a ${command.name()} -d ${fishQuote(command.description())}`);
	const options = commands.flatMap((command) => lines(`__fish_seen_subcommand_from ${command.name()}`, command));
	return `${[
		...lines("__fish_use_subcommand", program),
		...names,
		...options
	].join("\n")}\n`;
}
/** Quotes text for fish, where only `\\` and `'` are special in single quotes. */
function fishQuote(text) {
	return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
const COMPLETION_HELP = `
Examples:
  source <(triton-aot completion bash)    # in ~/.bashrc
  source <(triton-aot completion zsh)     # in ~/.zshrc, after compinit
  triton-aot completion fish > ~/.config/fish/completions/triton-aot.fish`;
export { addCompletionCommand };
