import { DEFAULT_RUN_TIMEOUT, DEFAULT_WAIT } from '../core/smoke/request.ts';
import type { ReleaseSource } from '../github/fetch/choose-release.ts';
import { REPOSITORY_FORM } from '../github/session.ts';
import { inputReader, type InputReader } from './inputs.ts';

/** A package in a release, as the workflow names it. */
export type NamedRelease = Pick<ReleaseSource, 'release' | 'asset' | 'token'> & {
  /** `owner/name`; the workflow's own when left out. */
  readonly repository: string | undefined;
};

/** The inputs of the sub-action smoke, as one value. The names are those of smoke/action.yml in camel case. */
export interface SmokeInputs {
  readonly package: string;
  readonly artifact: string | undefined;
  readonly release: NamedRelease | undefined;
  readonly manifest: string;
  readonly gpu: 'required' | 'auto';
  readonly device: string | undefined;
  readonly only: readonly string[];
  readonly sanitize: boolean;
  /** In seconds. */
  readonly wait: number;
  readonly timeout: number;
  readonly allowUntrusted: boolean;
}

/** The folder of a package where none is named. */
export const DEFAULT_PACKAGE = 'aot';

/** Every input's name in smoke/action.yml. */
export const SMOKE_INPUT_NAMES = [
  'package',
  'artifact',
  'release',
  'asset',
  'repository',
  'token',
  'manifest',
  'gpu',
  'device',
  'only',
  'sanitize',
  'wait',
  'timeout',
  'allow-untrusted',
] as const;

type SmokeInputName = (typeof SMOKE_INPUT_NAMES)[number];

/**
 * Reads all inputs. `get` gives an input's text, empty when it was not set.
 * @throws {Failure} `usage` naming every input that makes no sense.
 */
export function readSmokeInputs(get: (name: SmokeInputName) => string): SmokeInputs {
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
    wait: read.count('wait') ?? DEFAULT_WAIT,
    timeout: read.count('timeout') ?? DEFAULT_RUN_TIMEOUT,
    allowUntrusted: read.flag('allow-untrusted'),
  };
  if (inputs.artifact !== undefined && inputs.release !== undefined)
    read.refuse('inputs artifact and release: the package comes from one of them, not from both');
  read.check();
  return inputs;
}

function readRelease(read: InputReader<SmokeInputName>): NamedRelease | undefined {
  const release = read.text('release');
  const asset = read.text('asset');
  const repository = read.formed('repository', REPOSITORY_FORM, 'owner/name');
  if (release !== undefined) return { release, asset, repository, token: read.text('token') };
  for (const [input, text] of Object.entries({ asset, repository })) {
    if (text !== undefined) read.refuse(`input ${input}: it is of use with \`release\` only`);
  }
  return undefined;
}
