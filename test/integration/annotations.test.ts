import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { inspectSources } from '../../src/toolchain/reader.ts';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
import { PYTHON_CONTEXT, TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

/** Every form of annotation, by the name of its parameter. */
const FORMS = {
  language: 'tl.float64',
  half: 'tl.float16',
  brain: 'tl.bfloat16',
  unsigned: 'tl.uint8',
  truth: 'tl.int1',
  pointer: 'tl.pointer_type(tl.float32)',
  keyword: 'tl.pointer_type(element_ty=tl.int64)',
  nested: 'tl.pointer_type(tl.pointer_type(tl.float32))',
  lock: 'tl.pi32_t',
  made: 'tl.dtype("fp32")',
  alias: 'ROWS',
  imported: 'int16',
  whole: 'int',
  real: 'float',
  flag: 'bool',
  numpy: 'np.int32',
  text: '"i64"',
  starred: '"*fp16"',
  behind: '"fp32*"',
  constant: '"const *fp32"',
  memory: '"*kfp32"',
  dotted: '"tl.float16"',
  c: '"int32_t"',
  called: '"tl.pointer_type(tl.float32)"',
  spelled: '"triton.language.float32"',
  wrong: '"i33"',
  tensor: 'tl.tensor',
  constness: 'tl.const',
  optional: 'Optional[int]',
  constexpr: 'tl.constexpr',
  nothing: '',
};

const file = (first: string): string => `${first}
from typing import Optional

import numpy as np
import triton
import triton.language as tl
from triton.language import int16

ROWS = tl.pointer_type(tl.int64)


@triton.jit
def f(
${Object.entries(FORMS)
  .map(([name, form]) => `    ${name}${form && `: ${form}`},`)
  .join('\n')}
):
    pass
`;

const JIT = `import json, sys
sys.path.insert(0, sys.argv[1])
import now, postponed
print(json.dumps([{each.name: each.annotation_type.replace("*k", "*", 1) for each in file.f.params if each.annotation_type} for file in (now, postponed)]))
`;

describe.each(TRITON_VERSIONS)('the types of annotations in Triton %s', (version) => {
  let space: Workspace;
  let python: string;

  beforeAll(async () => {
    space = await workspace();
    await writeFile(join(space.folder, 'now.py'), file(''));
    await writeFile(join(space.folder, 'postponed.py'), file('from __future__ import annotations'));
    python = await tritonPython(version);
  }, 600_000);
  afterAll(() => space.remove());

  it('are read from the text as the JIT takes them', async () => {
    const jit = await run([python, '-c', JIT, space.folder], PYTHON_CONTEXT);
    const expected = JSON.parse(jit.stdout) as readonly Record<string, string>[];
    const found = await inspectSources(
      space.folder,
      ['now.py', 'postponed.py'].map((each) => ({
        file: each,
        function: 'f',
        mode: 'slice',
        globals: {},
        installed: ['numpy'],
        configs: false,
      })),
      {
        python,
        bridge: join(ROOT, 'python/bridge'),
        env: process.env,
        signal: new AbortController().signal,
      },
    );
    const types = found.map((source) =>
      'error' in source || source.function === null
        ? source
        : Object.fromEntries(
            source.function.parameters.flatMap(({ name, type }) =>
              type === undefined ? [] : [[name, type]],
            ),
          ),
    );
    expect(types).toEqual(expected);
    expect(Object.keys(expected[0] ?? {}).length).toBeGreaterThan(20);
    expect(Object.keys(expected[1] ?? {}).length).toBeGreaterThan(5);
  });
});
