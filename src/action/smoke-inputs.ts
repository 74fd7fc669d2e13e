import { DEFAULT_WAIT } from '../prove/harness/lease.ts';
import { DEFAULT_RUN_TIMEOUT } from '../prove/smoke/request.ts';
import type { ReleaseSource } from '../github/fetch/choose-release.ts';
import { REPOSITORY_FORM } from '../github/repository.ts';
import { DEFAULT_PACKAGE, inputReader, type InputReader } from './inputs.ts';

/** A package in a release. */
export type NamedRelease = Pick<ReleaseSource, 'release' | 'asset' | 'token'> & {
  /** `owner/name`; the workflow's own if left out. */
  readonly repository: string | undefined;
};

/** The inputs of the sub-action smoke, by their names in smoke/action.yml in camel case. */
export type SmokeInputs = Readonly<ReturnType<typeof readSmokeInputs>>;

/**
 * Reads all inputs. `get` returns an input's text, empty if it is not set.
 * @throws {Failure} `usage` with every invalid input.
 */
export function readSmokeInputs(get: (name: string) => string) {
  const read = inputReader(get);
  const inputs = {
    package: read.text('package') ?? DEFAULT_PACKAGE,
    artifact: read.text('artifact'),
    release: readRelease(read),
    manifest: read.text('manifest') ?? 'kernels.yaml',
    gpu: read.choice('gpu', ['required', 'auto'] as const) ?? 'required',
    device: read.text('device'),
    only: read.list('only') ?? [],
    sanitize: read.flag('sanitize'),
    requireTuned: read.flag('require-tuned'),
    /** In seconds, like `timeout`. */
    wait: read.count('wait') ?? DEFAULT_WAIT,
    timeout: read.count('timeout') ?? DEFAULT_RUN_TIMEOUT,
    allowUntrusted: read.flag('allow-untrusted'),
    summary: read.flag('summary', true),
  };
  if (inputs.artifact !== undefined && inputs.release !== undefined)
    read.reject('inputs artifact and release: set only one of them');
  read.check();
  return inputs;
}

function readRelease(read: InputReader): NamedRelease | undefined {
  const release = read.text('release');
  const asset = read.text('asset');
  const repository = read.formed('repository', REPOSITORY_FORM, 'owner/name');
  const token = read.text('token');
  if (release !== undefined) return { release, asset, repository, token };
  for (const [input, text] of Object.entries({ asset, repository })) {
    if (text !== undefined) read.reject(`input ${input}: it can only be used with \`release\``);
  }
  return undefined;
}
