#!/usr/bin/env node
import process from "node:process";
// src/entries/cli.ts
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || major === 20 && minor < 19) {
	process.stderr.write([
		`error: triton-aot needs Node 20.19 or newer, and this is ${process.versions.node}`,
		"    Get a newer one from https://nodejs.org/en/download, or with a version manager, such as `nvm install 22`.",
		"    In a workflow, actions/setup-node installs it.",
		""
	].join("\n"));
	process.exitCode = 3;
} else {
	const { runCommandLine } = await import("./command-line.js");
	await runCommandLine();
}
export {};
