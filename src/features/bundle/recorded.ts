import { Failure } from '../../base/errors.ts';
import { canonicalJson } from '../../base/text.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import type { RecordedCompile, RecordedTuning, Recording } from '../../plan/recording.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** What several recordings of one program have together. */
export interface Recorded {
  readonly compiles: readonly RecordedCompile[];
  readonly tuned: readonly RecordedTuning[];
  /** Those that cannot be repeated. */
  readonly refused: readonly RecordedCompile[];
  /** The number of compiles that torch.compile started. */
  readonly inductor: number;
  /** The digest of Triton. */
  readonly triton: string;
  /** The environment variables that are part of the keys. */
  readonly variables: Readonly<Record<string, string>>;
  readonly targets: readonly Target[];
}

/**
 * Joins recordings of one program, for the same environment.
 * @param folders those of the recordings, for messages
 * @throws {Failure} `usage` if nothing was recorded, or if they do not belong together.
 */
export function mergeRecordings(
  recordings: readonly Recording[],
  folders: readonly string[],
): Recorded {
  const all = recordings.flatMap(({ compiles }) => compiles);
  const environments = recordings.flatMap((recording) => recording.environments);
  const [environment, other] = distinct(
    environments.map(({ triton, variables }) => ({ triton, variables })),
  );
  if (environment === undefined)
    throw new Failure('usage', {
      message: `${folders.join(', ')}: no compiles were recorded`,
      hint: 'Record the program with this version of triton-aot: `triton-aot record --keep FOLDER -- python app.py`.',
    });
  if (other !== undefined) throw differentEnvironments(environment, other);
  const kept = all.filter(({ file }) => !INDUCTOR.test(file));
  const own = distinct(kept);
  const [compiles, refused] = [
    own.filter((each) => each.refused === undefined),
    own.filter((each) => each.refused !== undefined),
  ];
  const targets = compiles.flatMap(
    ({ target }) => parseTarget(`${target?.[0]}:${target?.[1]}`) ?? [],
  );
  return {
    compiles,
    refused,
    tuned: distinct(recordings.flatMap(({ tuned }) => tuned)),
    inductor: all.length - kept.length,
    ...environment,
    targets: distinct(targets),
  };
}

/** The files of kernels that torch.compile generates. */
const INDUCTOR = /torchinductor|\/inductor_cache\//;

/** Returns values without those that equal an earlier one. */
export function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}

type Environment = Pick<Recorded, 'triton' | 'variables'>;

function differentEnvironments(one: Environment, other: Environment): Failure {
  const names = [...new Set([...Object.keys(one.variables), ...Object.keys(other.variables)])];
  const name = names.find((each) => one.variables[each] !== other.variables[each]);
  return new Failure('usage', {
    message:
      name === undefined
        ? 'the recordings are of different Tritons'
        : `the recordings differ in the environment variable ${name}: ${one.variables[name] ?? 'not set'}, and ${other.variables[name] ?? 'not set'}`,
    hint: 'Make a bundle for each of them.',
  });
}
