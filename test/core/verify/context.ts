import { tmpdir } from 'node:os';
import { type BuildContext, silentLog } from '../../../src/core/base/context.ts';
import { readPlatform } from '../../../src/core/toolchain/platform.ts';

/** The world as far as checks of a package look at it. */
export function fakeContext(): BuildContext {
  return {
    env: process.env,
    platform: readPlatform(),
    log: silentLog,
    signal: new AbortController().signal,
    home: tmpdir(),
    scratch: tmpdir(),
    freeBytes: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
    now: () => 0,
  };
}
