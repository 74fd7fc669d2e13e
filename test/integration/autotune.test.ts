import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const KERNELS = `import triton
import triton.language as tl

CONFIGS = [
    triton.Config({"BLOCK": block}, num_warps=warps, num_stages=stages)
    for block in (32, 64, 128, 256, 512, 1024)
    for warps in (1, 2, 4, 8)
    for stages in (2, 3, 4, 5)
]
FEW = [triton.Config({"BLOCK": block}) for block in (64, 128, 256)]


def for_size(configs, named_args, **kwargs):
    return [each for each in configs if each.kwargs["BLOCK"] <= named_args["n"] and each.num_stages == kwargs["STAGES"]]


def as_built(configs, named_args, n):
    width = triton.runtime.driver.active.utils.get_device_properties(0)["max_shared_mem"] // 1024
    assert named_args["x"].element_size() == 4 and named_args["x"].dtype is not None
    return [triton.Config({"BLOCK": 512 if width > 200 else 64})] + [each for each in configs if each.kwargs["BLOCK"] == n]


def for_shape(configs, named_args, **kwargs):
    return [each for each in configs if each.kwargs["BLOCK"] <= named_args["x"].numel()]


def catches(configs, named_args, **kwargs):
    try:
        return configs[: named_args["out"].numel()]
    except BaseException:
        return configs


def none(configs, named_args, **kwargs):
    return []


def wrong(configs, named_args, **kwargs):
    return configs[named_args["missing"]]


${[
  ['pruned', 'CONFIGS', 'for_size'],
  ['changed', 'FEW', 'as_built'],
  ['shaped', 'FEW', 'for_shape'],
  ['caught', 'FEW', 'catches'],
  ['emptied', 'FEW', 'none'],
  ['failing', 'CONFIGS', 'wrong'],
]
  .map(
    ([name, configs, prune]) => `
@triton.autotune(configs=${configs}, key=["n"], prune_configs_by={"early_config_prune": ${prune}})
@triton.jit
def ${name}(x, out, n, eps, STAGES: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n) + eps, mask=at < n)
`,
  )
  .join('\n')}`;

const MANIFEST = `package: demo
version: 1.0.0
triton: 3.9.0
targets: [sm_80, sm_90]
defaults:
  arguments: { x: '*fp32', out: '*fp32', n: i32, eps: fp32 }
  constants: { STAGES: 3 }
  grid: [cdiv(n, BLOCK)]
  specialise: listed
  configs: autotune
kernels:
${['pruned', 'changed', 'shaped', 'caught', 'emptied', 'failing']
  .map(
    (name) => `  ${name}:
    source: 'k.py:${name}'
    smoke:
      buffers: { x: [n], out: { shape: [n], role: out } }
      arguments: { eps: 1.5 }
      cases: [{ n: 64 }, { n: 129 }]
`,
  )
  .join('')}  uncalled: { source: 'k.py:pruned' }
  five: { source: 'k.py:pruned', configs: { autotune: 5 } }
`;

interface Listed {
  readonly name: string;
  readonly algos: readonly string[];
}

describe.each(TRITON_VERSIONS)('with Triton %s, configs of @triton.autotune', (version) => {
  let space: Workspace;
  beforeAll(async () => {
    space = await workspace({ 'k.py': KERNELS, 'kernels.yaml': MANIFEST });
  }, 600_000);
  afterAll(() => space.remove());

  it('are those that early_config_prune keeps for the cases', async () => {
    const options = ['--triton', version, '--python', await tritonPython(version)];
    const { code, stdout, stderr } = await space.triton(['list', '--json', ...options]);
    expectSuccess({ code, stderr });
    const kernels = JSON.parse(stdout) as readonly Listed[];
    const algos = kernels.flatMap(({ name, algos: all }) => [
      `${name}: ${all.length}`,
      ...all.slice(0, 5).map((each) => `  ${each.replaceAll(/STAGES=3, |, num_ctas.*/g, '')}`),
    ]);
    const notes = stderr.split('\n').filter((line) => /configs?\b/.test(line));
    expectGolden([...notes, ...algos].join('\n'));
  }, 300_000);

  it('must be a list', async () => {
    const none = await workspace({
      'k.py': KERNELS.replace('configs=CONFIGS', 'configs=len(CONFIGS)'),
      'kernels.yaml': `${MANIFEST.split('kernels:')[0]}kernels:
  pruned: { source: 'k.py:pruned' }
`,
    });
    try {
      const options = ['--triton', version, '--python', await tritonPython(version)];
      const { code, stderr } = await none.triton(['list', ...options]);
      expect(stderr).toContain('are 96 and no list');
      expect(stderr).toContain('List them in the manifest (`configs:`)');
      expect(stderr).not.toContain('Traceback');
      expect(code).toBe(4);
    } finally {
      await none.remove();
    }
  }, 300_000);
});
