import { DEFAULT_RUN_TIMEOUT, DEFAULT_WAIT } from '../core/smoke/request.ts';
import { inputReader } from './input-reader.ts';

/** The inputs of the sub-action smoke, as one value. The names are those of smoke/action.yml in camel case. */
export interface SmokeInputs {
  readonly package: string;
  readonly artifact: string | undefined;
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

/** Every input's name in smoke/action.yml. */
export const SMOKE_INPUT_NAMES = [
  'package',
  'artifact',
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
    package: read.text('package') ?? 'aot',
    artifact: read.text('artifact'),
    manifest: read.text('manifest') ?? 'kernels.yaml',
    gpu: read.choice('gpu', ['required', 'auto'] as const) ?? 'required',
    device: read.text('device'),
    only: read.list('only') ?? [],
    sanitize: read.flag('sanitize'),
    wait: read.count('wait') ?? DEFAULT_WAIT,
    timeout: read.count('timeout') ?? DEFAULT_RUN_TIMEOUT,
    allowUntrusted: read.flag('allow-untrusted'),
  };
  read.check();
  return inputs;
}
