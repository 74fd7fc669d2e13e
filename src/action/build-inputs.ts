import { EMULATE_MODES } from './gpu.ts';
import { z } from 'zod';
import { tryParseJson } from '../base/text.ts';
import { COUNT, DEFAULT_MANIFEST, DEFAULT_PACKAGE, type Form, oneOf } from '../base/form.ts';
import { workersFor } from '../base/workers.ts';
import { choiceSources } from '../plan/choosers.ts';
import { AUTO_BASELINE } from '../report/difference/baseline.ts';
import { parseShard, SHARD_FORM } from '../compile/shard.ts';
import { REGRESSIONS } from '../report/difference/regressions.ts';
import { AUTO_NAME, isArtifactName, type JobMatrix } from './artifact.ts';
import { type InputReader, inputsOf } from './inputs.ts';
import { readUpload } from './sarif.ts';

export type BuildInputs = ReturnType<typeof readBuildInputs>;

/**
 * auto: restore, and save if only people with write access can have caused the run. required: the
 * same, and fail if saving fails. read: restore only.
 */
const CACHE_MODES = ['auto', 'required', 'read', 'off'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/** auto: run if there is a GPU, otherwise only compile and link. required: fail without a GPU. */
const SMOKE_MODES = ['auto', 'required', 'off'] as const;
export type SmokeMode = (typeof SMOKE_MODES)[number];

/** Reads the inputs of the root action. */
export const readBuildInputs = inputsOf((read) => {
  const inputs = {
    manifest: read.text('manifest') ?? DEFAULT_MANIFEST,
    targets: read.list('targets'),
    tritonVersion: read.text('triton-version'),
    only: read.list('only'),
    /** Undefined for a whole package. */
    shard: read.value('shard', { parse: parseShard, expected: SHARD_FORM }),
    /** Folders with the results of shards. */
    results: read.list('results'),
    python: read.text('python'),
    out: read.text('out') ?? DEFAULT_PACKAGE,
    flags: read.flags(choiceSources.parts.map(({ flag }) => flag)),
    jobs: read.value('jobs', COUNT) ?? workersFor(),
    cache: read.value('cache', oneOf(CACHE_MODES)) ?? 'auto',
    smoke: read.value('smoke', oneOf(SMOKE_MODES)) ?? 'auto',
    emulate: read.value('emulate', oneOf(EMULATE_MODES)) ?? 'auto',
    device: read.text('device'),
    sanitize: read.flag('sanitize'),
    allowUntrusted: read.flag('allow-untrusted'),
    /** True if a report is written to the package's folder. */
    report: read.flag('report', true),
    summary: read.flag('summary', true),
    uploadSarif: readUpload(read),
    token: read.text('token'),
    /** The name of the artifact to upload, or `auto`; nothing is uploaded if undefined. */
    artifact: read.value('artifact', ARTIFACT),
    retentionDays: read.value('retention-days', COUNT),
    /** The job's values, if it has a matrix. */
    matrix: read.value('matrix', MATRIX) ?? undefined,
    ...readComparison(read),
  };
  if (inputs.shard !== undefined && inputs.results !== undefined)
    read.reject('input shard: it computes results, and writes no package: omit results');
  if (read.list('upgrade') !== undefined)
    read.reject('input upgrade: name the program whose launches are compared in the input emulate');
  return inputs;
});

/** Names what the build is compared with, and says what may not get worse. */
function readComparison(read: InputReader) {
  const baseline = read.text('baseline') ?? AUTO_BASELINE;
  const failOn = read.value('fail-on', oneOf([REGRESSIONS] as const));
  if (failOn !== undefined && baseline === NO_BASELINE)
    read.reject('input fail-on: there is nothing to compare with `baseline: none`');
  return { baseline, failOn };
}

const ARTIFACT: Form<string> = {
  expected: `\`${AUTO_NAME}\`, or a name without " : < > | * ? \\ / and line breaks`,
  // `true` is probably not meant as a name.
  parse: (name) => (isArtifactName(name) && !/^(true|false)$/i.test(name) ? name : undefined),
};

/** The value of the input `baseline` for no comparison. */
export const NO_BASELINE = 'none';

const MATRIX: Form<JobMatrix | null> = {
  expected: 'its default, `${{ toJSON(matrix) }}`: do not set it',
  parse: (text) => matrixSchema.safeParse(tryParseJson(text)).data,
};

const matrixSchema = z.record(z.string(), z.unknown()).nullable();
