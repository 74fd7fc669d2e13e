import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { join } from 'node:path';
import { isCuda } from '../../../src/manifest/terms/nvidia.ts';
import { parseTarget } from '../../../src/manifest/terms/target.ts';
import { directoryStore } from '../../../src/compile/store/store.ts';
import { readSmokePackage, type SmokePackage } from '../../../src/package/cases.ts';
import { checkAssembled, type ExecutedVariant } from '../../../src/prove/emulate/assemble.ts';
import { type WrittenCode, writeCode } from '../../../src/prove/emulate/code.ts';
import { expectSuccess, type Workspace, workspace } from '../../support/command.ts';
import { failureOf } from '../../support/golden.ts';
import { silentLog } from '../../support/silent-log.ts';
import { PYTHON_CONTEXT, tritonPython, USUAL } from '../../support/triton.ts';

const SOURCE = `import triton
import triton.language as tl

@triton.jit
def scale(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.device_assert(n > 0)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 3.0 + 1.0, mask=at < n)
`;
const kernel = (name: string, more: string): string => `  ${name}:
    source: scale.py:scale
    arguments: { x: "*fp32:16", y: "*fp32:16", n: "i32:16" }
    constants: { BLOCK: 128 }
    specialise: listed
    grid: cdiv(n, BLOCK)
    ${more}
`;
const MANIFEST = `package: demo
triton: ${USUAL}
targets: [sm_80, sm_90, sm_100]
kernels:
${kernel('usual', 'num_warps: 2')}${kernel('plain', 'enable_fp_fusion: false')}${kernel('lines', 'line_info: true')}${kernel('checked', 'debug: true')}${kernel('limited', 'ptx_options: --opt-level 1')}`;

let space: Workspace;
let pkg: SmokePackage;
let written: ReadonlyMap<string, WrittenCode>;
let variants: readonly ExecutedVariant[];
beforeAll(async () => {
  space = await workspace({ 'kernels.yaml': MANIFEST, 'scale.py': SOURCE });
  expectSuccess(await space.triton(['build', '--store', 'store']));
  pkg = await readSmokePackage(join(space.folder, 'aot'));
  const { kernels } = pkg.manifest;
  const store = directoryStore(join(space.folder, 'store'), silentLog, () => 0);
  const names = kernels.map(({ name }) => name);
  written = await writeCode(pkg, names, undefined, store, join(space.folder, 'ptx'));
  variants = kernels.flatMap((each) =>
    each.variants.flatMap((variant) => {
      const target = parseTarget(variant.target);
      return target !== undefined && isCuda(target) ? [{ kernel: each, target, variant }] : [];
    }),
  );
});
afterAll(() => space.remove());

const check = async (code: typeof written, env = process.env): Promise<void> => {
  const settings = { executable: await tritonPython(USUAL), jobs: 2, emulate: { store: 'store' } };
  return checkAssembled(pkg, variants, code, settings, {
    ...PYTHON_CONTEXT,
    env,
    scratch: space.folder,
  });
};

describe('PTX that is assembled again', () => {
  it('gives the cubins of the package, with each option that ptxas gets', async () => {
    expect(variants).toHaveLength(15);
    await check(written);
  });

  it('is refused if it is that of another kernel, and all that differ are named', async () => {
    const [first, second] = ['usual', 'checked'].map(
      (name) => variants.find((each) => each.kernel.name === name)?.variant.hash ?? '',
    );
    const swapped = new Map(written);
    const other = written.get(second ?? '')?.packedPtx ?? Buffer.of();
    swapped.set(first ?? '', { cubin: written.get(first ?? '')?.cubin ?? '', packedPtx: other });
    const failure = await failureOf(() => check(swapped));
    expect(failure).toContain('the PTX in the store is not that of 1 of 15 cubins: usual [algo 0,');
  });

  it('is refused if ptxas does not take it', async () => {
    const { deflateSync } = await import('node:zlib');
    const packedPtx = deflateSync('// source of nothing\n');
    const broken = new Map([...written].map(([hash, each]) => [hash, { ...each, packedPtx }]));
    expect(await failureOf(() => check(broken))).toContain('15 of 15 cubins');
  });

  it('is refused with other variables of ptxas than in the build', async () => {
    const failure = await failureOf(() =>
      check(written, { ...process.env, DISABLE_PTXAS_OPT: '1' }),
    );
    expect(failure).toMatch(
      /of 15 cubins[^]*or ptxas or its variables, such as PTXAS_OPTIONS, are others/,
    );
  });
});
