import { availableParallelism } from 'node:os';
import { Failure } from '../core/errors.ts';
import { GENERATORS, isGenerator, type Generator } from '../core/stock/generator.ts';
import { isKnownWrong, KNOWN_WRONG } from '../core/stock/known-wrong.ts';

/** The action's inputs, as one value. The names are those of action.yml in camel case. */
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
}

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
] as const;

type InputName = (typeof INPUT_NAMES)[number];

/**
 * Reads all inputs. `get` gives an input's text, empty when it was not set.
 * @throws {Failure} `usage` naming every input that makes no sense.
 */
export function readInputs(get: (name: InputName) => string): Inputs {
  const jobs = get('jobs');
  const generator = get('generator') || undefined;
  const allowKnownWrong = list(get('allow-known-wrong')) ?? [];
  const problems = [
    ...(/^([1-9]\d{0,3})?$/.test(jobs) ? [] : [wrong('jobs', jobs, 'a whole number from 1')]),
    ...(generator === undefined || isGenerator(generator)
      ? []
      : [wrong('generator', generator, `one of ${GENERATORS.join(', ')}`)]),
    ...allowKnownWrong
      .filter((name) => !isKnownWrong(name))
      .map((name) => wrong('allow-known-wrong', name, `some of ${KNOWN_WRONG.join(', ')}`)),
  ];
  if (problems.length > 0) throw new Failure('usage', problems);
  return {
    manifest: get('manifest') || 'kernels.yaml',
    targets: list(get('targets')),
    tritonVersion: get('triton-version') || undefined,
    python: get('python') || undefined,
    out: get('out') || 'aot',
    jobs: jobs === '' ? availableParallelism() : Number(jobs),
    only: list(get('only')),
    generator: generator !== undefined && isGenerator(generator) ? generator : undefined,
    allowKnownWrong,
  };
}

function wrong(name: InputName, text: string, expected: string): { message: string } {
  return { message: `input ${name}: \`${text}\` is not usable: expected ${expected}` };
}

function list(text: string): readonly string[] | undefined {
  const items = text.split(/[\s,]+/).filter((item) => item !== '');
  return items.length === 0 ? undefined : items;
}
