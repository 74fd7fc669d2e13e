import { run } from '../../src/base/process.ts';
import { silentLog } from './silent-log.ts';

/** The context of what a test runs itself: its own environment, never interrupted, and without a log. */
export const HERE = {
  env: process.env,
  log: silentLog,
  signal: new AbortController().signal,
  runTool: run,
};
