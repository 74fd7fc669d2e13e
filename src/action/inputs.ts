import { availableParallelism } from 'node:os';
import { GENERATORS, type Generator } from '../core/stock/generator.ts';
import { KNOWN_WRONG } from '../core/stock/known-wrong.ts';
import { inputReader } from './input-reader.ts';

/** The root action's inputs, as one value. The names are those of action.yml in camel case. */
export interface Inputs {
  readonly manifest: string;
  readonly targets: readonly string[] | undefined;
  readonly tritonVersion: string | undefined;
  readonly python: string | undefined;
  readonly out: string;
  readonly jobs: number;
  readonly only: readonly string[] | undefined;
  readonly generator: Generator | undefined;
  readonly allowKnownWrong: readonly string[];
  readonly cache: CacheMode;
  readonly smoke: SmokeMode;
  readonly device: string | undefined;
  readonly sanitize: boolean;
  readonly allowUntrusted: boolean;
}

/** auto: restore, and save where only people with write access can have caused the run. read: restore only. */
export const CACHE_MODES = ['auto', 'read', 'off'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/** auto: run where a GPU is, else compile and link only. required: fail without a GPU. */
export const SMOKE_MODES = ['auto', 'required', 'off'] as const;
export type SmokeMode = (typeof SMOKE_MODES)[number];

/** Every input's name in action.yml. */
export const INPUT_NAMES = [
  'manifest',
  'targets',
  'triton-version',
  'python',
  'out',
  'jobs',
  'only',
  'generator',
  'allow-known-wrong',
  'cache',
  'smoke',
  'device',
  'sanitize',
  'allow-untrusted',
] as const;

type InputName = (typeof INPUT_NAMES)[number];

/**
 * Reads all inputs. `get` gives an input's text, empty when it was not set.
 * @throws {Failure} `usage` naming every input that makes no sense.
 */
export function readInputs(get: (name: InputName) => string): Inputs {
  const read = inputReader(get);
  const inputs = {
    manifest: read.text('manifest') ?? 'kernels.yaml',
    targets: read.list('targets'),
    tritonVersion: read.text('triton-version'),
    python: read.text('python'),
    out: read.text('out') ?? 'aot',
    jobs: read.count('jobs') ?? availableParallelism(),
    only: read.list('only'),
    generator: read.choice('generator', GENERATORS),
    allowKnownWrong: read.some('allow-known-wrong', KNOWN_WRONG) ?? [],
    cache: read.choice('cache', CACHE_MODES) ?? 'auto',
    smoke: read.choice('smoke', SMOKE_MODES) ?? 'auto',
    device: read.text('device'),
    sanitize: read.flag('sanitize'),
    allowUntrusted: read.flag('allow-untrusted'),
  };
  read.check();
  return inputs;
}
