import { tmpdir } from 'node:os';
import { type BuildContext, Memory } from '../../../src/base/context.ts';
import { run } from '../../../src/base/process.ts';
import { readPlatform } from '../../../src/toolchain/platform.ts';
import { silentLog } from '../../support/silent-log.ts';
import { noNetwork } from '../../support/no-network.ts';

/** A context for checks of a package. */
export function fakeContext(): BuildContext {
  return {
    env: process.env,
    platform: readPlatform(),
    log: silentLog,
    signal: new AbortController().signal,
    runTool: run,
    home: tmpdir(),
    scratch: tmpdir(),
    memory: new Memory(),
    freeBytes: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
    download: noNetwork,
    now: () => 0,
  };
}
