import { beforeAll, describe, expect, it } from '#jest';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCubin } from '../../src/compile/cubin/code-formats.ts';
import { countInstructions, type InstructionCounts } from '../../src/compile/cubin/instructions.ts';
import { run } from '../../src/base/process.ts';
import { HERE } from '../support/here.ts';
import { TRITON_VERSIONS, tritonTools } from '../support/triton.ts';

// ptxas of Triton makes code for every architecture, and nvdisasm of Triton says what it is.

const SUM = 'st.global.v4.u32 [%rd2+256], {%r20, %r21, %r22, %r23};';
const WGMMA = (instruction: string, result: string): string =>
  `wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.${instruction}; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; ${result}`;
const STORE_F = 'st.global.f32 [%rd2+4], %f1;';
const MMA = '{%f1,%f2,%f3,%f4},{%r1,%r2,%r3,%r4},{%r20,%r21},{%f1,%f2,%f3,%f4}';
const ALL = [75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121];
const from = (first: number): number[] => ALL.filter((arch) => arch >= first);

/** PTX, and the architectures that have it. */
const SNIPPETS: readonly (readonly [ptx: string, archs: readonly number[]])[] = [
  ['ld.global.u8 %r5, [%rd2+32]; st.global.u8 [%rd2+33], %r5;', ALL],
  ['ld.global.s16 %r5, [%rd2+36]; st.global.u16 [%rd2+38], %r5;', ALL],
  ['ld.global.nc.v4.u32 {%r20,%r21,%r22,%r23}, [%rd2+64];' + SUM, ALL],
  ['ld.v2.u32 {%r20,%r21}, [%rd1+64]; st.u32 [%rd1+128], %r20;' + SUM, ALL],
  [
    'ld.global.v4.b64 {%rd10,%rd11,%rd12,%rd13}, [%rd2+64]; st.global.v4.b64 [%rd2+128], {%rd10,%rd11,%rd12,%rd13};',
    from(100),
  ],
  [
    'atom.global.add.u32 %r20, [%rd2], %r1; atom.global.cas.b32 %r21, [%rd2+4], %r1, %r2; red.global.add.f32 [%rd2+8], %f1; red.global.max.s32 [%rd2+12], %r1; atom.add.u32 %r22, [%rd1+16], %r1; atom.global.exch.b64 %rd10, [%rd2+16], %rd3;' +
      SUM,
    ALL,
  ],
  [
    'red.global.add.v4.f32 [%rd2], {%f1,%f2,%f3,%f4}; atom.global.add.v4.f32 {%f5,%f6,%f7,%f8}, [%rd2+16], {%f1,%f2,%f3,%f4}; st.global.v4.f32 [%rd2+256], {%f5,%f6,%f7,%f8};',
    from(90),
  ],
  [
    'cp.async.ca.shared.global [%r100], [%rd2], 4; cp.async.ca.shared.global [%r100+8], [%rd2+8], 8; cp.async.cg.shared.global [%r100+16], [%rd2+16], 16; cp.async.wait_all;',
    from(80),
  ],
  [
    'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r100], [%rd2], 64, [%r100+128]; cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r100], 64; cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd2], [%r100], 64; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;',
    from(90),
  ],
  [
    'cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r100], [%rd7, {%r1,%r2}], [%r100+1024]; cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd7, {%r1,%r2}], [%r100]; cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%rd7, {%r1,%r2}], [%r100]; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;',
    from(90),
  ],
  [
    'mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4},{%r1,%r2},{%r20},{%f1,%f2,%f3,%f4};' +
      STORE_F,
    ALL,
  ],
  [
    'mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r20,%r21},{%r1},{%r24},{%r20,%r21};' + SUM,
    ALL,
  ],
  [`mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 ${MMA};${STORE_F}`, from(80)],
  [`mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 ${MMA};${STORE_F}`, from(80)],
  [
    'mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d3,%d4},{%d1},{%d2},{%d1,%d2}; st.global.f64 [%rd2+40], %d3;',
    from(80),
  ],
  [
    'mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%r20,%r21,%r22,%r23},{%r1,%r2,%r3,%r4},{%r24,%r25},{%r20,%r21,%r22,%r23};' +
      SUM,
    [80, 86, 87, 89, 90],
  ],
  [
    `mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 ${MMA};${STORE_F}`,
    [89, 90, 100, 103, 110, 120, 121],
  ],
  [
    `mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0 ${MMA},%r24,{0,0},%r25,{0,0};${STORE_F}`,
    [120, 121],
  ],
  [
    `mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 ${MMA},%r24,{0,0},%r25,{0,0};${STORE_F}`,
    [120, 121],
  ],
  [WGMMA('m64n8k16.f32.f16.f16 {%f1,%f2,%f3,%f4},%rd3,%rd3,1,1,1,0,0', STORE_F), [90]],
  [WGMMA('m64n8k32.f32.e4m3.e4m3 {%f1,%f2,%f3,%f4},%rd3,%rd3,1,1,1', STORE_F), [90]],
  [WGMMA('m64n8k32.s32.s8.s8 {%r20,%r21,%r22,%r23},%rd3,%rd3,1', SUM), [90]],
  [WGMMA('m64n8k256.s32.b1.b1.and.popc {%r20,%r21,%r22,%r23},%rd3,%rd3,1', SUM), [90]],
  ['tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd3, %rd3, %r2, %p1;', [100, 103, 110]],
  ['tcgen05.mma.cta_group::1.kind::f16 [%r1], [%r3], %rd3, %r2, %p1;', [100, 103, 110]],
  ['tcgen05.mma.cta_group::1.kind::f8f6f4 [%r1], %rd3, %rd3, %r2, %p1;', [100, 103, 110]],
  [
    'tcgen05.mma.cta_group::1.kind::mxf4.block_scale [%r1], %rd3, %rd3, %r2, [%r3], [%r4], %p1;',
    [100, 103, 110],
  ],
];

let tools: string;
let folder: string;

beforeAll(async () => {
  tools = join(await tritonTools(TRITON_VERSIONS[0] ?? ''), 'bin');
  folder = await mkdtemp(join(tmpdir(), 'instructions-'));
});

describe('countInstructions', () => {
  it.each(ALL)('sees what nvdisasm sees in code for sm_%d', async (arch) => {
    const own = SNIPPETS.filter(([, archs]) => archs.includes(arch));
    const { cubin, printed } = await assemble(own.map(([ptx]) => ptx).join('\n'), arch);
    const counts = await countOf(cubin);
    expect(counts).toEqual(countPrinted(printed));
    // Otherwise the two could agree on nothing.
    expect(counts.tensorCore).toBeGreaterThanOrEqual(2);
    expect(counts.atomics).toBeGreaterThanOrEqual(5);
    expect(counts.bulkCopies).toBe(arch >= 90 ? 6 : 0);
    expect(Object.keys(counts.asyncCopies)).toEqual(arch >= 80 ? ['4', '8', '16'] : []);
    expect(Object.keys(counts.globalLoads)).toEqual(
      expect.arrayContaining(['1', '2', '8', '16', ...(arch >= 100 ? ['32'] : [])]),
    );
  });

  it('counts the spills that ptxas reports', async () => {
    // More values at once than there are registers.
    const indices = Array.from({ length: 64 }, (_, index) => index);
    const ptx = [
      ...indices.map((i) => `ld.global.f32 %f${i + 10}, [%rd2+${4096 + 4 * i}];`),
      'bar.sync 0;',
      ...indices.map((i) => `fma.rn.f32 %f${i + 10}, %f${i + 10}, %f${73 - i}, %f${i + 10};`),
      'bar.sync 0;',
      ...indices.map((i) => `st.global.f32 [%rd2+${4096 + 4 * i}], %f${i + 10};`),
    ].join('\n');
    const { cubin, messages } = await assemble(ptx, 80, ['--maxrregcount=24', '-v']);
    const [, stores, loads] =
      /(\d+) bytes spill stores, (\d+) bytes spill loads/.exec(messages) ?? [];
    const counts = await countOf(cubin);
    expect(counts.spillBytes).toBe(Number(stores));
    expect(counts.spillBytes).toBeGreaterThan(0);
    expect(counts.spillLoads).toBeLessThanOrEqual(Number(loads) / 4);
    expect(counts.spillLoads).toBeGreaterThan(0);
  });
});

async function countOf(cubin: string): Promise<InstructionCounts> {
  const { arch, kernels } = readCubin(await readFile(cubin));
  return countInstructions(kernels[0]?.code ?? [], Number(arch));
}

/** Assembles a kernel with this code. */
async function assemble(
  code: string,
  arch: number,
  options: readonly string[] = [],
): Promise<{ cubin: string; printed: string; messages: string }> {
  const name = `sm_${arch}${arch >= 90 ? 'a' : ''}`;
  const version = arch >= 110 ? '9.0' : arch >= 100 ? '8.8' : '8.7';
  const ptx = join(folder, `${name}.ptx`);
  const cubin = join(folder, `${name}.cubin`);
  await writeFile(
    ptx,
    `.version ${version}
.target ${name}
.address_size 64
.extern .shared .align 128 .b8 sm[];
.visible .entry k(.param .u64 p, .param .align 64 .b8 tm[128]) {
.reg .b64 %rd<20>; .reg .b32 %r<200>; .reg .f32 %f<200>; .reg .f64 %d<20>; .reg .pred %p<10>;
ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd2, %rd1;
ld.global.u32 %r1, [%rd2]; ld.global.u32 %r2, [%rd2+4]; ld.global.u32 %r3, [%rd2+8]; ld.global.u32 %r4, [%rd2+12];
ld.global.f64 %d1, [%rd2+16]; ld.global.f64 %d2, [%rd2+24];
mov.u32 %r100, sm; cvt.u64.u32 %rd3, %r100; mov.u64 %rd7, tm;
ld.global.v4.u32 {%r20,%r21,%r22,%r23}, [%rd2+64]; ld.global.v4.u32 {%r24,%r25,%r26,%r27}, [%rd2+128];
${code}
ret;
}
`,
  );
  const assembler = arch >= 100 ? 'ptxas-blackwell' : 'ptxas';
  const argv = [join(tools, assembler), `-arch=${name}`, ...options, ptx, '-o', cubin];
  const assembled = await run(argv, { env: process.env, signal: HERE.signal });
  expect(assembled).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') });
  const { stdout } = await run([join(tools, 'nvdisasm'), '-c', cubin], {
    env: process.env,
    signal: HERE.signal,
  });
  return { cubin, printed: stdout, messages: assembled.stderr };
}

const TENSOR_CORE = /^([IHBDQO]MMA|UTC[HQIO]MMA|[HIBQ]GMMA)\b/;
const WIDE: readonly (readonly [RegExp, number])[] = [
  [/\.[US]8\b/, 1],
  [/\.[US]16\b/, 2],
  [/\.64\b/, 8],
  [/\.128\b/, 16],
  [/\.256\b/, 32],
];

/** Counts instructions in the text of nvdisasm. */
function countPrinted(text: string): InstructionCounts {
  const names = [...text.matchAll(/\/\*[0-9a-f]{4,}\*\/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)/g)].map(
    ([, name = '']) => name,
  );
  const those = (pattern: RegExp): readonly string[] => names.filter((name) => pattern.test(name));
  const widthOf = (name: string): number =>
    WIDE.find(([pattern]) => pattern.test(name.replace(/\.LTC\d+B/, '')))?.[1] ?? 4;
  const byWidth = (pattern: RegExp): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const name of those(pattern)) counts[widthOf(name)] = (counts[widthOf(name)] ?? 0) + 1;
    return counts;
  };
  return {
    total: names.length - those(/^NOP\b/).length,
    globalLoads: byWidth(/^LDG?\b/),
    globalStores: byWidth(/^STG?\b/),
    asyncCopies: byWidth(/^LDGSTS\b/),
    bulkCopies: those(/^(UTMALDG|UTMASTG|UTMAREDG|UBLKCP|UBLKRED)\b/).length,
    atomics: those(/^(ATOMG?|REDG?)\b/).length,
    tensorCore: those(TENSOR_CORE).length,
    spillLoads: those(/^LDL\b/).length,
    spillStores: those(/^STL\b/).length,
    spillBytes: those(/^STL\b/).reduce((sum, name) => sum + widthOf(name), 0),
  };
}
