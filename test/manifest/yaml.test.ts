import { describe, expect, it } from '#jest';
import { formatPlace } from '../../src/base/errors.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { expectCpuTime } from '../support/cpu-time.ts';

const HEAD = 'package: demo\ntriton: 3.8.0\ntargets: [sm_80, sm_90]\n';

const messageOf = (text: string) => failureOf(() => readManifest(text, 'nn/kernels.yaml'));

describe('comments, anchors, aliases and merge keys', () => {
  const text = `# yaml-language-server: $schema=kernels.schema.json
${HEAD}
kernels:
  a: &a   # the first
    source: k.py:a
    arguments: &arguments { x: "*fp32", n: i32 }   # both have these
    constants: { BLOCK: 64 }
    grid: &grid [n]
  b:
    <<: *a
    source: k.py:b
  c: { source: "k.py:c", arguments: *arguments, grid: *grid }
  d: *a
`;
  const { kernels } = readManifest(text, 'kernels.yaml');

  it('are resolved', () => {
    expect(
      kernels.map(({ name, source, constants, grid }) => [
        name,
        source.function,
        constants.size,
        grid.text,
      ]),
    ).toEqual([
      ['a', 'a', 1, 'n'],
      ['b', 'b', 1, 'n'],
      ['c', 'c', 0, 'n'],
      ['d', 'a', 1, 'n'],
    ]);
    expect(kernels[1]?.shape).toEqual(kernels[0]?.shape);
    expect(kernels[2]?.shape).toEqual(kernels[0]?.shape);
  });
});

describe('the place of a value', () => {
  const text = `${HEAD}defaults:
  constants:
    BLOCK: 64
    MODE: fast
  depends: [a.json]
  num_warps: 8
kernels:
  plain:
    source: k.py:plain
    signature: "*fp32"
    grid: 1
    constants: { MODE: slow }
  "for_{n}":
    for: { n: [1, 2] }
    source: k.py:k
    arguments: { x: "*fp32", y: [i32, "i32:16"] }
    configs:
      - { A: 1 }
      - { A: 2, B: 3 }
    grid: 1
`;
  const { kernels, document } = readManifest(text, 'nn/kernels.yaml');

  it.each([
    [0, [], '11:3', 'kernels.plain'],
    [0, ['constants', 'MODE'], '15:18', 'kernels.plain.constants.MODE'],
    [0, ['constants', 'BLOCK'], '6:5', 'defaults.constants.BLOCK'],
    [0, ['depends', 0], '8:13', 'defaults.depends[0]'],
    [0, ['num_warps'], '9:3', 'defaults.num_warps'],
    [1, [], '16:3', 'kernels["for_{n}"]'],
    [2, ['arguments', 'y'], '19:30', 'kernels["for_{n}"].arguments.y'],
    [2, ['arguments', 'y', 1], '19:39', 'kernels["for_{n}"].arguments.y[1]'],
    [2, ['configs', 1, 'B'], '22:17', 'kernels["for_{n}"].configs[1].B'],
    [2, ['configs', 2, 'C'], '20:5', 'kernels["for_{n}"].configs[2].C'],
    [0, ['arguments'], '11:3', 'kernels.plain.arguments'],
  ] as const)('of kernel %i at %j is line and column %s', (index, relative, at, path) => {
    const place = document.locate(kernels[index]?.pathOf(relative) ?? []);
    expect(formatPlace(place)).toBe(`nn/kernels.yaml:${at}`);
    expect(place.path).toBe(path);
  });

  it('is found through an alias', async () => {
    const aliased = `${HEAD}kernels:
  a: &a
    source: k.py:a
    signature: "*fp32"
    grid: )
  b: *a
`;
    expectGolden(await messageOf(aliased));
  });

  it('in the defaults is reported once for all kernels', async () => {
    const wrong = text.replace('depends: [a.json]', 'depends: [../a.json]');
    expectGolden(await messageOf(wrong));
  });

  it('counts columns in characters and lines with any line ending', async () => {
    const wrong = `${HEAD}kernels:\n  k: { source: "ü.py:k", signature: "*fp32", grid: "1)" }\n`;
    const message = await messageOf(wrong.replaceAll('\n', '\r\n'));
    const at = /nn\/kernels\.yaml:5:(\d+):/.exec(message)?.[1];
    expect(at).toBe(String((wrong.split('\n')[4] ?? '').indexOf('grid:') + 1));
  });
});

describe('a manifest of half a million characters', () => {
  it('is refused before it is parsed, which could take minutes', async () => {
    const text = '*x, '.repeat(2 ** 20);
    await expectCpuTime(1000, async () =>
      expectGolden(await failureOf(() => readManifest(text, 'kernels.yaml'))),
    );
  });
});

describe('a manifest that is nested too deeply', () => {
  it.each([
    ['? ', 1000],
    ['? ', 1800],
    ['- ', 3000],
    ['[', 100_000],
    ['{a: ', 20_000],
  ])('is refused with a sentence: %j, %i times', async (level, times) => {
    const message = await messageOf(`${HEAD}kernels:\n  ${level.repeat(times)}x`);
    expect(message).toMatch(/^usage: nn\/kernels\.yaml:\d+:\d+: /);
    expect(message).not.toMatch(/call stack/i);
  });
});
