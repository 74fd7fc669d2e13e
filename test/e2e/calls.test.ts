import { afterAll, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Workspace, workspace } from '../support/command.ts';

// What needs PyTorch is in test/torch. These programs note launches, and launch nothing.
const NOTES = `
import os, sys
from triton_aot_emulate.events import Varied
from triton_aot_emulate.findings import Finding
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options
from triton_aot_emulate.tally import Tally
tally = Tally(Journal(Options.from_environment(os.environ).folder))
def good(kernel="add", *, how="all", why=""):
    tally.begin(kernel); tally.end(kernel, 0.5, is_judged=True)
    tally.shown(Varied("run_" + kernel, os.path.abspath("app.py"), 9, "call", how, why, 1, [kernel]))
def bad(kernel="add", **values):
    good(kernel)
    fault = {"at": {"file": os.path.abspath("app.py"), "line": 6}}
    wrong = {"kernel": kernel, "kind": "out-of-bounds", "message": "reads too far", "launched": ["app.py", 3], **values}
    tally.found(Finding(fault=fault, **wrong))
`;

let space: Workspace;
beforeAll(async () => {
  space = await workspace();
});
beforeEach(() => space.write('app.py', NOTES));
afterAll(() => space.remove());

/** A program that is given, or a call in its module. */
const ways = (code: string): [string, string[]][] => [
  ['a program', ['--', 'python3', '-c', `from app import *; ${code}`]],
  ['a call', ['app.py', '--call', code]],
];

describe('check of a run', () => {
  it('hands the reference and the wish for gradients on', async () => {
    const code = 'from app import *; good(); print(Options.from_environment(os.environ))';
    const options = ['--reference', 'row.py:softmax', '--gradients'];
    const { stdout } = await space.triton(['check', ...options, '--', 'python3', '-c', code]);
    expect(stdout).toContain("reference='row.py:softmax', gradients=True");
  });

  it.each(ways('good(); bad("silu"); good("mul"); bad("mul", level="warning")'))(
    'has a verdict for each kernel that %s launches',
    async (_what, words) => {
      const { code, stdout, stderr } = await space.triton(['check', ...words]);
      const lines = stdout.split('\n').filter((line) => !/^$|^Accesses, races/.test(line));
      expect(lines.toSorted()).toEqual([
        'add: no fault found (1 launch for sm_80)',
        'app.py:6: mul: in doubt (2 launches for sm_80)',
        'app.py:6: silu: wrong (1 launch for sm_80)',
      ]);
      expect(code).toBe(6);
      expect(stderr).toContain('reads too far');
    },
  );

  it.each(ways('good()'))('ends well if nothing of %s is wrong', async (_what, words) => {
    expect(await space.triton(['check', ...words])).toMatchObject({ code: 0 });
  });

  it.each([
    ['bad(); sys.exit(1)', 6],
    ['good(); sys.exit(9)', 9],
  ])(
    'is wrong if a program fails because of it, and else fails as it does: %s',
    async (text, status) => {
      const words = ['--', 'python3', '-c', `from app import *; ${text}`];
      expect(await space.triton(['check', ...words])).toMatchObject({ code: status });
    },
  );

  it.each([
    [
      'good(how="not", why="it did not end")',
      3,
      'add: not repeated (1 launch for sm_80): it did not end\n',
    ],
    [
      'good(how="part", why="there was no time for more")',
      0,
      'add: repeated in part (1 launch for sm_80): there',
    ],
    [
      'good(how="not", why="it did not end"); good()',
      0,
      'add: no fault found (2 launches for sm_80)\n',
    ],
    [
      'good(); sys.exit(9)',
      9,
      'add: not checked to the end, since the program or a test failed (1 launch',
    ],
    ['good(); bad("mul"); sys.exit(9)', 6, 'add: no fault found (1 launch for sm_80)\n'],
    [
      'good(); good("mul", how="failed"); sys.exit(1)',
      1,
      'add: no fault found (1 launch for sm_80)\n',
    ],
  ])('has a verdict for calls that are not repeated to the end: %s', async (text, status, says) => {
    const words = ['--', 'python3', '-c', `from app import *; ${text}`];
    const { code, stdout } = await space.triton(['check', ...words]);
    expect({ code, says: stdout.includes(says) ? says : stdout }).toEqual({ code: status, says });
    expect(stdout.includes('no fault found')).toBe(says.includes('no fault found'));
  });

  it('does not call a kernel right that was not judged', async () => {
    const code = 'bad(kind="too-long", is_known=False); tally.begin("mul")';
    const { stdout } = await space.triton(['check', '--target', 'sm_90', 'app.py', '--call', code]);
    expect(stdout).toContain('add: not checked (1 launch for sm_90)\n');
    expect(stdout).toContain('mul: not checked (1 launch for sm_90)\n');
  });

  it('prints the report as JSON, and nothing else', async () => {
    const call = ['--call', 'good(); print("of the program")'];
    const { stdout, stderr } = await space.triton(['check', 'app.py', ...call, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ right: true, kernels: [{ kernel: 'add' }] });
    expect(stderr).toContain('of the program');
  });
});

const KERNEL = `
import triton

@triton.jit
def double_kernel(x_ptr, n): ...

def double(x, factor: float, out=None):
    double_kernel[(1,)](x, x.numel())
`;

describe('check of files', () => {
  const call = "double(x=torch.randn(64, 1000, device='cuda'), factor=1.0)";

  it('says which call to write if nothing launches the kernels', async () => {
    await space.write('double.py', KERNEL);
    await space.write('none.py', 'x = 1\n');
    const { code, stdout, stderr } = await space.triton(['check', 'double.py', 'none.py']);
    expect(stderr).toContain('warning: none.py has no kernels');
    expect(stderr).toContain(`triton-aot check double.py --call "${call}"\n`);
    expect(stderr).toContain('error: double.py: nothing launches its kernels: no test imports it');
    expect(stdout).toBe('double.py:5: double_kernel: not checked (no launch)\n');
    expect(code).toBe(2);
    expect(await space.triton(['check', 'none.py'])).toMatchObject({ code: 0, stdout: '' });
  });

  it.each([
    ['bad.py', 'bad.py:1: '],
    ['missing.py', 'missing.py: No such file or directory'],
    ['double.py:other', 'there is no kernel `other` in it; its kernels: `double_kernel`'],
    ['binary.py', 'binary.py: source code string cannot contain null bytes'],
  ])('refuses %s, and says why', async (name, says) => {
    await space.write('double.py', KERNEL);
    await space.write('bad.py', 'def f(:\n');
    await space.write('binary.py', 'x = 1\0\n');
    const { code, stderr } = await space.triton(['check', name]);
    expect({
      code,
      says: stderr.includes(`error: `) && stderr.includes(says) ? says : stderr,
    }).toEqual({
      code: 2,
      says,
    });
  });
});

describe('init of a run', () => {
  it.each(ways('good()'))('says that %s launches no kernel', async (_what, words) => {
    const { code, stderr } = await space.triton(['init', ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain('error: no manifest was written: no Triton kernel was launched\n');
    expect(existsSync(join(space.folder, 'kernels.yaml'))).toBe(false);
  });

  it('ends as the program does', async () => {
    const words = ['--', 'python3', '-c', 'import app, sys; sys.exit(9)'];
    expect(await space.triton(['init', ...words])).toMatchObject({ code: 9 });
  });
});

describe.each(['init', 'check'])('%s with a wrong call', (command) => {
  it.each([
    [['app.py', '--call', 'good('], "--call: `good(` is not Python: '(' was never closed"],
    [['no.py', '--call', 'good()'], '--call: there is no file no.py'],
    [['app.py', 'b.py', '--call', 'good()'], 'expected one FILE.py with --call'],
    [['app.py', '--call', 'good(1, 2)'], 'raised TypeError: good() takes from 0 to 1 positional'],
    [['app.py', '--call', 'good()', '--python', 'no-such'], 'cannot use no-such: not found on'],
  ])('says what is wrong with %j', async (words, says) => {
    const { code, stderr } = await space.triton([command, ...words]);
    expect(stderr).toContain(says);
    expect(code).toBe(words.includes('no-such') ? 3 : 2);
  });
});

it.each([
  [['init', '--print', '--', 'python3'], '--print is not for a program or a call'],
  [['init', '--name', 'a', 'app.py', '--call', 'good()'], '--name is not for a program or a call'],
  [['check', '--seed', '3', '--', 'python3'], "unknown option '--seed'"],
  [['init', '--'], 'expected a program after `--`'],
  [['init'], 'expected a kernel, a file or a folder, or a program after `--`'],
  [['init', 'a.py', 'b.py'], 'expected a kernel, a file or a folder, or a program after `--`'],
])('%j is wrong usage', async (words, says) => {
  const { code, stderr } = await space.triton(words);
  expect({ code, stderr: stderr.split('\n')[0] }).toEqual({ code: 2, stderr: `error: ${says}` });
});
