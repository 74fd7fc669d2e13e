import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type Generator, GENERATORS } from '../core/manifest/schema.ts';
import { KNOWN_WRONG } from '../core/triton-tools/known-wrong.ts';
import { AUTO_NAME, isArtifactName, type JobMatrix } from './artifact.ts';
import { inputReader, type InputReader } from './inputs.ts';

/** The root action's inputs, as one value. The names are those of action.yml in camel case. */
export interface BuildInputs {
  readonly manifest: string;
  readonly targets: readonly string[] | undefined;
  readonly tritonVersion: string | undefined;
  readonly python: string | undefined;
  readonly out: string;
  /** Whether each target gets a package of its own. */
  readonly split: boolean;
  readonly jobs: number;
  readonly only: readonly string[] | undefined;
  readonly generator: Generator | undefined;
  readonly allowKnownWrong: readonly string[];
  readonly cache: CacheMode;
  readonly smoke: SmokeMode;
  readonly device: string | undefined;
  readonly sanitize: boolean;
  readonly allowUntrusted: boolean;
  /** The name of the artifact the package becomes, or `auto`; nothing is uploaded where there is none. */
  readonly artifact: string | undefined;
  readonly retentionDays: number | undefined;
  /** The job's values, where it is one of several. */
  readonly matrix: JobMatrix | undefined;
}

/** auto: restore, and save where only people with write access can have caused the run. read: restore only. */
const CACHE_MODES = ['auto', 'read', 'off'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/** auto: run where a GPU is, else compile and link only. required: fail without a GPU. */
const SMOKE_MODES = ['auto', 'required', 'off'] as const;
export type SmokeMode = (typeof SMOKE_MODES)[number];

/** Every input's name in action.yml. */
export const BUILD_INPUT_NAMES = [
  'manifest',
  'targets',
  'triton-version',
  'python',
  'out',
  'split',
  'jobs',
  'only',
  'generator',
  'allow-known-wrong',
  'cache',
  'smoke',
  'device',
  'sanitize',
  'allow-untrusted',
  'artifact',
  'retention-days',
  'matrix',
] as const;

type InputName = (typeof BUILD_INPUT_NAMES)[number];

/**
 * Reads all inputs. `get` gives an input's text, empty when it was not set.
 * @throws {Failure} `usage` naming every input that makes no sense.
 */
export function readBuildInputs(get: (name: InputName) => string): BuildInputs {
  const read = inputReader(get);
  const inputs = {
    manifest: read.text('manifest') ?? 'kernels.yaml',
    targets: read.list('targets'),
    tritonVersion: read.text('triton-version'),
    python: read.text('python'),
    out: read.text('out') ?? 'aot',
    split: read.flag('split'),
    jobs: read.count('jobs') ?? availableParallelism(),
    only: read.list('only'),
    generator: read.choice('generator', GENERATORS),
    allowKnownWrong: read.some('allow-known-wrong', KNOWN_WRONG) ?? [],
    cache: read.choice('cache', CACHE_MODES) ?? 'auto',
    smoke: read.choice('smoke', SMOKE_MODES) ?? 'auto',
    device: read.text('device'),
    sanitize: read.flag('sanitize'),
    allowUntrusted: read.flag('allow-untrusted'),
    artifact: readArtifact(read),
    retentionDays: read.count('retention-days'),
    matrix: readMatrix(read),
  };
  if (inputs.split && inputs.generator === 'triton')
    read.refuse("input split: files of Triton's own tools are no package that can be split");
  read.check();
  return inputs;
}

function readArtifact(read: InputReader<InputName>): string | undefined {
  const name = read.text('artifact');
  // Who writes `true` means something else.
  const isFlag = /^(true|false)$/i.test(name ?? '');
  if (name !== undefined && (isFlag || !isArtifactName(name))) {
    read.refuse(
      `input artifact: \`${name}\` cannot be an artifact's name: expected \`${AUTO_NAME}\`, or a name without " : < > | * ? \\ / and line breaks`,
    );
  }
  return name;
}

const matrixSchema = z.record(z.string(), z.unknown()).nullable();

function readMatrix(read: InputReader<InputName>): JobMatrix | undefined {
  const text = read.text('matrix');
  if (text === undefined) return undefined;
  try {
    return matrixSchema.parse(JSON.parse(text)) ?? undefined;
  } catch {
    read.refuse('input matrix: it is the runner that sets it, to `${{ toJSON(matrix) }}`');
    return undefined;
  }
}
