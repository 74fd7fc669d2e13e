#!/usr/bin/env node
import process from 'node:process';

// The command line. Its commands are in src/cli, which a Node that is too old cannot load.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `error: triton-aot needs Node 20.19 or newer, and this is ${process.versions.node}\n`,
  );
  process.exitCode = 3;
} else {
  const { runCommandLine } = await import('./main.ts');
  await runCommandLine();
}
