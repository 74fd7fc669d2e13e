import { afterAll, beforeAll, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import { inspectSources } from '../../src/toolchain/reader.ts';
import { expectGolden } from '../support/golden.ts';
import { type WarmPython, warmPython } from '../support/warm-python.ts';

let warm: WarmPython;
let folder: string;

beforeAll(async () => {
  warm = await warmPython();
  folder = await mkdtemp(join(tmpdir(), 'heuristics-'));
  await writeFile(
    join(folder, 'elsewhere.py'),
    'def even(given): return given["n"] % 2 == 0\nCHANGED = {}\nCHANGED["A"] = even\n',
  );
});

afterAll(async () => {
  await warm.stop();
  await rm(folder, { recursive: true });
});

const NAMES = `
import triton
import triton.language as tl
from elsewhere import CHANGED as ELSEWHERE, even
from triton import cdiv

SIZE: int = 16
FLAG = True
TEXT = "a"
FRACTION = 1.5
CHANGED = 1
CHANGED = 2

def min(x, y): return x

def documented(args):
    """True for large sizes."""
    return args["n"] > 4

def long(args):
    n = args["n"]
    return n > 4

def nothing(args): return

def endless(args):
    while True: pass

def two(args, other): return args["n"]

def only(args, /): return args["n"] < 3

named = lambda args: args["n"] >= 8

class Kind: pass
`;

/** Returns what each value of decorators of a kernel is translated to, one a line. */
async function translated(decorators: string): Promise<string> {
  await writeFile(
    join(folder, 'k.py'),
    `${NAMES}\n${decorators}\n@triton.jit\ndef f(n, m, x): pass\n`,
  );
  const [source] = await inspectSources(
    folder,
    [{ file: 'k.py', function: 'f', mode: 'slice', globals: {}, installed: [], configs: false }],
    {
      python: warm.python,
      bridge: BRIDGE_FOLDER,
      env: process.env,
      signal: new AbortController().signal,
    },
  );
  if (source === undefined || 'error' in source) throw new Error(JSON.stringify(source));
  const heuristics = source.function?.heuristics ?? [];
  return heuristics
    .map(({ parameter, ...each }) =>
      'expression' in each
        ? `${parameter}: ${each.expression}`
        : `${parameter} stays: ${each.untranslated}`,
    )
    .join('\n');
}

it.each([
  ['sums', ['n["n"] + n["m"] - 2', '7 * n["n"] // 4 % 3', '-n["n"]', 'n["n"] / 2', '+n["n"]']],
  ['numbers', ['True', '3', '1.5', 'None', 'SIZE', 'FLAG', 'TEXT', 'FRACTION', 'CHANGED', 'Kind']],
  ['arguments', ['n["n"]', 'n["a b"]', 'n[0]', 'x["n"]', 'n.n', 'n']],
  [
    'comparisons',
    [
      'n["n"] == 1',
      'n["n"] != 1',
      'n["n"] < 1',
      'n["n"] <= 1',
      'n["n"] > 1',
      'n["n"] >= 1',
      '1 < n["n"] < 3',
      'n["n"] in (1, 2)',
    ],
  ],
  [
    'comparisons with None',
    ['n["x"] is None', 'n["x"] is not None', 'SIZE is None', 'n["n"] is SIZE', 'n["x"] is 1'],
  ],
  [
    'conditions',
    [
      'not n["n"]',
      'not n["n"] % 2 == 0',
      '16 if n["n"] % 16 == 0 else 1',
      '1 if n["n"] else 2',
      '1 if not n["n"] else 2',
      '1 if -n["n"] else 2',
      '1 if FLAG else 2',
      '1 if True else 2',
      '1 if 7 else 2',
      'n["n"] > 1 and n["m"] < 2 and n["x"] >= 3',
      'n["n"] > 1 or n["m"] < 2 or n["x"] >= 3',
      '1 if (n["n"] > 1 and n["m"] < 2) else 2',
      'n["n"] and n["m"] > 1',
      'n["n"] > 1 or n["m"]',
      '1 if bool(n["n"]) else 2',
      'bool(n["n"]) and True and all([n["m"] > 1])',
      'max(n["n"], 1) and n["m"] > 1',
    ],
  ],
  [
    'calls',
    [
      'triton.cdiv(n["n"], 4)',
      'cdiv(n["n"], SIZE)',
      'max(n["n"], 3, n["m"])',
      'min(n["n"], 3)',
      'triton.next_power_of_2(n["n"])',
      'triton.cdiv(n["n"], div=4)',
      'bool(n["n"])',
      'bool(n["n"] > 1)',
      'bool()',
      'int(n["n"] > 1)',
      'int(n["n"], 2)',
      'int(n["n"], base=2)',
      'abs(n["n"])',
      'n["n"]()',
    ],
  ],
  [
    'lists',
    [
      'all([n["n"] > 1, n["m"]])',
      'any((n["n"] > 1, n["m"], n["x"] < 2))',
      'all([])',
      'all(n["n"])',
      'all(each % 16 == 0 for each in (n["n"], n["m"]))',
      'any([each for each in [n["n"], n["m"]]])',
      'any(each > 1 for each in [n["n"]] if n["m"])',
      'all(a > b for a in [n["n"]] for b in [n["m"]])',
      'all(a > b for a, b in [n["n"]])',
      'all(each > 1 for each in [])',
      'all(each > 1 for each in n)',
      'any(each > 1 for each in [n["n"]]) and each > 1',
    ],
  ],
])('%s are written in the grid language, or stay', async (_what, bodies) => {
  const entries = bodies.map((body, index) => `"V${index}": lambda n: ${body},`);
  expectGolden(await translated(`@triton.heuristics({\n${entries.join('\n')}\n})`));
});

it('functions are found by their names', async () => {
  const names = [
    'documented',
    'long',
    'nothing',
    'endless',
    'two',
    'only',
    'named',
    'even',
    'Kind',
  ];
  const entries = [...names, 'unknown'].map((name) => `"${name}": ${name},`);
  expectGolden(await translated(`@triton.heuristics({${entries.join(' ')}})`));
});

it.each([
  ['two decorators', '@triton.heuristics({"A": only})\n@triton.heuristics(values={"B": only})', 2],
  ['other decorators', '@triton.autotune([], key=[])\n@triton.heuristics', 0],
  ['values that are changed where they are defined', '@triton.heuristics(ELSEWHERE)', 1],
  ['a value that is no literal', '@triton.heuristics(dict(A=only))', 1],
  ['keys that are no literals', '@triton.heuristics({"A": only, **other})', 1],
])('%s are read in their order', async (_what, decorators, count) => {
  const text = await translated(decorators);
  expect(text.split('\n').filter((line) => line !== '')).toHaveLength(count);
  expectGolden(text);
});
