import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { INPUT_NAMES, readInputs } from '../../src/action/inputs.ts';
import { Failure } from '../../src/core/errors.ts';

const action = z
  .object({
    inputs: z.record(
      z.string(),
      z.object({ description: z.string(), default: z.string().optional() }),
    ),
    runs: z.object({ using: z.string(), main: z.string() }),
  })
  .parse(parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')));

const given =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string =>
    values[name] ?? '';

describe('inputs', () => {
  it('are those of action.yml, one by one', () => {
    expect([...INPUT_NAMES]).toEqual(Object.keys(action.inputs));
  });

  it('default to what action.yml says', () => {
    const defaults = Object.fromEntries(
      Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']),
    );
    expect(readInputs(given({}))).toEqual(readInputs(given(defaults)));
  });

  it('read lists with commas, spaces or lines', () => {
    expect(readInputs(given({ targets: 'sm_80, sm_90\nsm_100', only: 'a* b' }))).toMatchObject({
      targets: ['sm_80', 'sm_90', 'sm_100'],
      only: ['a*', 'b'],
    });
  });

  it('name cases that are known to be wrong', () => {
    const inputs = readInputs(given({ generator: 'triton', 'allow-known-wrong': 'float-scalar' }));
    expect(inputs).toMatchObject({ generator: 'triton', allowKnownWrong: ['float-scalar'] });
    const read = (): unknown => readInputs(given({ 'allow-known-wrong': 'float-scalar, all' }));
    expect(read).toThrow('input allow-known-wrong: `all` is not usable: expected some of float-sc');
  });

  it('are refused all at once', () => {
    const read = (): unknown => readInputs(given({ jobs: 'many', generator: 'magic' }));
    expect(read).toThrow(Failure);
    expect(read).toThrow(
      'input jobs: `many` is not usable: expected a whole number from 1\ninput generator: `magic` is not usable: expected one of native, triton',
    );
  });
});
