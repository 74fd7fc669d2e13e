import { z } from 'zod';
import { workersFor } from '../base/workers.ts';
import { AUTO_BASELINE } from '../report/difference/baseline.ts';
import { parseShard, type Shard, SHARD_FORM } from '../compile/shard.ts';
import { parseThresholds } from '../report/difference/regressions.ts';
import { GENERATORS } from '../manifest/schema.ts';
import { KNOWN_WRONG } from '../package/triton-tools/known-wrong.ts';
import { AUTO_NAME, isArtifactName, type JobMatrix } from './artifact.ts';
import { inputReader, type InputReader } from './inputs.ts';

/** The inputs of the root action, by their names in action.yml in camel case. */
export type BuildInputs = Readonly<ReturnType<typeof readBuildInputs>>;

/**
 * auto: restore, and save if only people with write access can have caused the run. required: the
 * same, and fail if saving fails. read: restore only.
 */
const CACHE_MODES = ['auto', 'required', 'read', 'off'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/** auto: run if there is a GPU, otherwise only compile and link. required: fail without a GPU. */
const SMOKE_MODES = ['auto', 'required', 'off'] as const;
export type SmokeMode = (typeof SMOKE_MODES)[number];

/**
 * Reads all inputs. `get` returns an input's text, empty if it is not set.
 * @throws {Failure} `usage` with every invalid input.
 */
export function readBuildInputs(get: (name: string) => string) {
  const read = inputReader(get);
  const inputs = {
    manifest: read.text('manifest') ?? 'kernels.yaml',
    targets: read.list('targets'),
    tritonVersion: read.text('triton-version'),
    only: read.list('only'),
    /** Undefined for a whole package. */
    shard: readShard(read),
    /** Folders with the results of shards. */
    results: read.list('results'),
    python: read.text('python'),
    out: read.text('out') ?? 'aot',
    /** True if each target gets its own package. */
    split: read.flag('split'),
    /** True if measurements of other code than the build's are an error. */
    strictTuning: read.flag('strict-tuning'),
    jobs: read.count('jobs') ?? workersFor(),
    cache: read.choice('cache', CACHE_MODES) ?? 'auto',
    smoke: read.choice('smoke', SMOKE_MODES) ?? 'auto',
    device: read.text('device'),
    sanitize: read.flag('sanitize'),
    allowUntrusted: read.flag('allow-untrusted'),
    /** True if a report is written to the package's folder. */
    report: read.flag('report', true),
    summary: read.flag('summary', true),
    /** The name of the artifact to upload, or `auto`; nothing is uploaded if undefined. */
    artifact: readArtifact(read),
    retentionDays: read.count('retention-days'),
    /** The job's values, if it has a matrix. */
    matrix: readMatrix(read),
    ...readComparison(read),
    generator: read.choice('generator', GENERATORS),
    allowKnownWrong: read.some('allow-known-wrong', KNOWN_WRONG) ?? [],
  };
  if (inputs.shard !== undefined && (inputs.results !== undefined || inputs.split))
    read.reject('input shard: it computes results, and writes no package: omit results and split');
  read.check();
  return inputs;
}

function readShard(read: InputReader): Shard | undefined {
  const text = read.text('shard');
  const shard = text === undefined ? undefined : parseShard(text);
  if (text !== undefined && shard === undefined)
    read.reject(`input shard: invalid value \`${text}\`: expected ${SHARD_FORM}`);
  return shard;
}

/** Names what the build is compared with, and says what may not get worse. */
function readComparison(read: InputReader) {
  const baseline = read.text('baseline') ?? AUTO_BASELINE;
  const text = read.text('fail-on');
  const failOn = text === undefined ? undefined : parseThresholds(text);
  if (failOn === undefined || !('problem' in failOn)) {
    if (failOn !== undefined && baseline === NO_BASELINE)
      read.reject('input fail-on: there is nothing to compare with `baseline: none`');
    return { baseline, failOn };
  }
  read.reject(`input fail-on: ${failOn.problem}`);
  return { baseline, failOn: undefined };
}

function readArtifact(read: InputReader): string | undefined {
  const name = read.text('artifact');
  // `true` is probably not meant as a name.
  const isFlag = /^(true|false)$/i.test(name ?? '');
  if (name !== undefined && (isFlag || !isArtifactName(name))) {
    read.reject(
      `input artifact: invalid name \`${name}\`: expected \`${AUTO_NAME}\`, or a name without " : < > | * ? \\ / and line breaks`,
    );
  }
  return name;
}

/** The value of the input `baseline` for no comparison. */
export const NO_BASELINE = 'none';

const matrixSchema = z.record(z.string(), z.unknown()).nullable();

function readMatrix(read: InputReader): JobMatrix | undefined {
  const text = read.text('matrix');
  if (text === undefined) return undefined;
  try {
    return matrixSchema.parse(JSON.parse(text)) ?? undefined;
  } catch {
    read.reject('input matrix: do not set it; its default is `${{ toJSON(matrix) }}`');
    return undefined;
  }
}
