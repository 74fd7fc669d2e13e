import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const HOOKS = `import triton
import triton.language as tl


def zero_out(args):
    """Atomic additions need it."""
    args["out"].zero_()


def zero_split(nargs):
    out, split = nargs["out"], nargs.get("SPLIT", 1)
    other = nargs["x"]
    if split == 1:
        return
    other.fill_(0.0)


def set_block_size(nargs):
    block = nargs["B"]
    if not hasattr(nargs["x"], "block_shape"):
        return
    nargs["x"].block_shape = [block]


def count(args):
    CALLS.append(args["n"])


CALLS = []


def get_configs(pre_hook=None):
    return [triton.Config({"B": b}, pre_hook=pre_hook) for b in (64, 128)]


def hidden(which):
    return [triton.Config(**{"kwargs": {"B": 64}, "pre_hook": which})]
`;

/** Each kernel by its name, with the decorators that it has and what follows it. */
const KERNELS: Readonly<Record<string, readonly [before: string, after?: string]>> = {
  plain: ['@triton.autotune([triton.Config({"B": 64}, pre_hook=zero_out)], key=["n"])'],
  by_position: ['@triton.autotune([triton.Config({"B": 64}, 4, 3, 1, None, zero_out)], key=["n"])'],
  conditional: ['@triton.autotune([triton.Config({"B": 64}, pre_hook=zero_split)], key=["n"])'],
  anonymous: [
    '@triton.autotune([triton.Config({"B": 64}, pre_hook=lambda a: a["out"].zero_())], key=["n"])',
  ],
  opaque: ['@triton.autotune([triton.Config({"B": 64}, pre_hook=count)], key=["n"])'],
  computed: ['@triton.autotune(configs=get_configs(pre_hook=zero_out), key=["n"])'],
  unseen: ['@triton.autotune(configs=hidden(zero_out), key=["n"])'],
  added: ['', 'added.add_pre_run_hook(zero_out)'],
  shapes: ['@triton.autotune(configs=get_configs(pre_hook=set_block_size), key=["n"])'],
  without: ['@triton.autotune(configs=get_configs(), key=["n"], reset_to_zero=["out"])'],
  own: ['@triton.autotune(configs=get_configs(pre_hook=zero_out), key=["n"])'],
};

/** Those whose configs are in the manifest. */
const OWN = new Set(['own', 'added']);

const SOURCE = `${HOOKS}
${Object.entries(KERNELS)
  .map(
    ([name, [before, after = '']]) => `
${before}
@triton.jit
def ${name}(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(out, tl.sum(tl.load(x + at, mask=at < n, other=0.0), 0))


${after}
`,
  )
  .join('\n')}`;

const manifest = (more = ''): string => `package: hooks
triton: 3.9.0
targets: [sm_90]
defaults:
  specialise: listed
  arguments: { x: "*fp32", out: "*fp32", n: i32 }
  grid: [cdiv(n, B)]
kernels:
${Object.keys(KERNELS)
  .map(
    (name) =>
      `  ${name}: { source: "k.py:${name}", configs: ${OWN.has(name) ? '[{ B: 32 }]' : 'autotune'}${more} }`,
  )
  .join('\n')}
`;

describe.each(TRITON_VERSIONS)('functions that the JIT of Triton %s calls first', (version) => {
  let space: Workspace;
  let run: (...command: readonly string[]) => ReturnType<Workspace['triton']>;

  beforeAll(async () => {
    space = await workspace({
      'k.py': SOURCE,
      'kernels.yaml': manifest(),
      'strict.yaml': manifest(', strict_configs: true'),
    });
    const common = ['--triton', version, '--python', await tritonPython(version)];
    run = (...command) => space.triton([...command, ...common]);
  }, 600_000);
  afterAll(() => space.remove());

  it('are warnings of a build, and in headers and lists', async () => {
    const built = await run('build', '--jobs', '1');
    expectSuccess(built);
    const warnings = built.stderr.split('\n').filter((line) => line.includes('before each launch'));
    expectGolden(warnings.map((line) => line.trim()).join('\n'));
    const header = await readFile(join(space.folder, 'aot/include/hooks/plain.h'), 'utf8');
    expect(header).toContain(` *   zero_out (k.py:5), which zeroes \`out\`\n`);
    const without = await readFile(join(space.folder, 'aot/include/hooks/without.h'), 'utf8');
    expect(without).not.toContain('Before each launch');
    const packaged = await space.triton(['list', '--package', 'aot']);
    const listed = await run('list');
    const line = '  call first: zero_out (k.py:5), which zeroes `out`\n';
    expect([packaged.stdout.includes(line), listed.stdout.includes(line)]).toEqual([true, true]);
  }, 300_000);

  it('are errors with strict_configs', async () => {
    const { code, stderr } = await run('plan', '--manifest', 'strict.yaml');
    const errors = stderr.split('\n').filter((line) => line.startsWith('error:'));
    expect({ code, errors: errors.length }).toEqual({ code: 2, errors: 9 });
  });
});
