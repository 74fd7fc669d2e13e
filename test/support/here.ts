import { run } from '../../src/base/process.ts';

/** The context of what a test runs itself: its own environment, and never interrupted. */
export const HERE = { env: process.env, signal: new AbortController().signal, runTool: run };
