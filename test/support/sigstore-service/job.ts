import { type AttestMode, openAttestor } from '../../../src/action/attest.ts';
import { runnerContext } from '../../../src/action/run.ts';
import type { Distribution } from '../../../src/package/archive/distribution.ts';
import { Failure } from '../../../src/base/errors.ts';

/** The only argument of the program below, as JSON. */
export interface AttestTask {
  readonly mode: AttestMode;
  readonly token: string | undefined;
  readonly distribution: Distribution;
}

// A job that attests a distribution. It is a separate process because the library reads its
// environment once. Pauses take a hundredth of the time, but not the library's limit for a request.
const REQUEST_LIMIT = 10_000;
const started = globalThis.setTimeout;
const hurried = (callback: () => void, ms = 0): unknown =>
  started(callback, ms === REQUEST_LIMIT ? ms : ms / 100);
globalThis.setTimeout = hurried as typeof setTimeout;

const { mode, token, distribution } = JSON.parse(process.argv[2] ?? '') as AttestTask;
const context = runnerContext(process.env, new AbortController().signal);

async function main(): Promise<object> {
  try {
    const attestor = openAttestor(mode, token, context);
    return { attestation: await attestor?.(distribution) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failure: { kind: error.kind, problems: error.problems } };
  }
}

process.stderr.write(JSON.stringify(await main()));
