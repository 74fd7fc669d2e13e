import { describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { isMap, parseDocument } from 'yaml';
import { RESERVED_NAMES_FILE } from '../../../src/base/assets.ts';
import { Failure } from '../../../src/base/errors.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import {
  freeKernelName,
  freePackageName,
  kernelHeaderProblem,
  kernelNameProblem,
  packageNameProblem,
  parameterName,
} from '../../../src/manifest/terms/c-names.ts';
import { ROOT } from '../../support/command.ts';
import { expectGolden } from '../../support/golden.ts';

const manifest = (packageName: string, kernel: string): string => `package: ${packageName}
triton: 3.9.0
targets: [sm_80]
kernels:
  ${kernel}: { source: "k.py:k", signature: "*fp32, i32", grid: 1 }
`;

function problemsOf(text: string): string {
  try {
    readManifest(text, 'kernels.yaml');
    return '';
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/** The names of a list, as the script that makes it has written them. */
function listed(list: string): readonly string[] {
  const text = readFileSync(RESERVED_NAMES_FILE, 'utf8');
  return (new RegExp(String.raw`\n\[${list}\]\n([^[]*)`).exec(text)?.[1] ?? '').trim().split('\n');
}

/** Names that people give to kernels. */
const ORDINARY = `
  adam adamw add add_rms_norm all any arange argmax argmin attention attn_fwd axpy backward bias bitonic_sort blend blur
  bmm cast cat chunk clamp combine compare compress conv conv1d conv2d copy cross_entropy cumprod cumsum decode dequant
  dequantize dispatch distance dot dropout embedding eq expand fft fill filter find flash_attention flip forward fused
  fwd gather ge geglu gelu gemm gemv group_norm gt hist histogram image inverse jacobi kron l2norm layer_norm layernorm
  le leaky_relu lerp linear linspace lion load log_softmax logsumexp lookup lt mamba mask masked_fill matmul max mean
  merge mha min mish mix mm moe mul mv ne neg noise norm normal one_hot ones outer pack pad permute pool project prefill
  prefix_sum prod project quant quantize randn reciprocal reduce relu repeat reshape resize reverse rms_norm rmsnorm roll
  rope rotary rotate route router sample saxpy scale scan scatter select_rows sgd shift sigmoid silu slice softmax
  softmax_t softplus solve sort square stack step store sub sum swap swiglu tile topk total trace transform transpose
  tril triu unique unpack update upsample var var_mean vector_add vdot where zeros
  `
  .trim()
  .split(/\s+/);

describe('the name of a kernel', () => {
  it('is refused at its line, with a name that is free', () => {
    const names =
      'accept clone cubin_0 dim3 environ float4 gamma images int int8_t main poll random rsqrt select send stream';
    const messages = names.split(' ').map((name) => problemsOf(manifest('demo', name)));
    expectGolden(messages.filter((text) => text !== '').join('\n'));
  });

  it.each([
    ['declared', 4000, kernelNameProblem],
    ['macros', 5000, kernelNameProblem],
    ['keywords', 90, kernelNameProblem],
    ['keywords', 90, packageNameProblem],
    ['libraries', 60, packageNameProblem],
    ['cmake', 160, packageNameProblem],
  ] as const)('cannot be one of the list [%s]', (list, least, problemOf) => {
    const names = listed(list);
    expect(names.length).toBeGreaterThan(least);
    expect(names.filter((name) => problemOf(name) === undefined)).toEqual([]);
  });

  it('is refused by the manifest for every 200th name of the lists', () => {
    const names = ['declared', 'macros', 'keywords'].flatMap(listed);
    const sample = names.filter((_name, index) => index % 200 === 0);
    expect(sample.length).toBeGreaterThan(40);
    for (const name of sample)
      expect(problemsOf(manifest('demo', name))).toMatch(
        /^kernels\.yaml:5:3: invalid kernel name .*\n {4}Choose another name, such as `\w+`\.$/,
      );
  });

  it('can be one that only old programs find in libc, or that C++ has in std', () => {
    // Source: `nm -D libc.so.6` has step@GLIBC_2.2.5, which linkers do not use.
    for (const name of ['step', 'advance', 'copy', 'fill', 'sort', 'vector', 'byte'])
      expect([name, kernelNameProblem(name)]).toEqual([name, undefined]);
  });

  it('can be any ordinary one', () => {
    expect(ORDINARY.filter((name) => kernelNameProblem(name) !== undefined)).toEqual([]);
  });

  it('can be that of each kernel in the repository', () => {
    const patterns = ['examples/**/*.yaml', 'bench/**/*.yaml', 'test/{cases,gpu,slices}/**/*.yaml'];
    const files = globSync(patterns, { cwd: ROOT });
    const found = files.flatMap((file) => {
      const document = parseDocument(readFileSync(join(ROOT, file), 'utf8'));
      const kernels = document.get('kernels');
      const names = isMap(kernels) ? kernels.items.map(({ key }) => String(key)) : [];
      return names.map((name) => name.replaceAll(/\{\w+\}/g, 'x'));
    });
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((name) => kernelNameProblem(name) !== undefined)).toEqual([]);
  });

  it('is made free with few changes', () => {
    const texts = ['random', 'softmax', '2add', 'cuInit', 'aot_add', '_', 'a-b__c', 'int', 'main'];
    expect(texts.map(freeKernelName)).toEqual([
      'random_kernel',
      'softmax',
      'kernel_2add',
      'kernel_cuInit',
      'kernel_aot_add',
      'kernel',
      'a_b_c',
      'int_kernel',
      'main_kernel',
    ]);
    for (const name of ['declared', 'macros', 'keywords'].flatMap(listed))
      expect([name, kernelNameProblem(freeKernelName(name))]).toEqual([name, undefined]);
  });
});

describe('the name of a package', () => {
  it('is refused at its line, with a name that is free', () => {
    const names = 'CMAKE Threads cuda double m math my-demo poll pthread regex string torch';
    expectGolden(
      names
        .split(' ')
        .map((name) => problemsOf(manifest(name, 'add')))
        .join('\n'),
    );
  });

  it('cannot be that of a header', () => {
    const names = listed('headers').filter((name) => !name.includes('/'));
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name) => packageNameProblem(name) === undefined)).toEqual([]);
    for (const name of names)
      expect([name, packageNameProblem(freePackageName(name))]).toEqual([name, undefined]);
  });

  it('cannot be that of a folder of headers together with a kernel of the same name as a header', () => {
    expect(problemsOf(manifest('sys', 'types'))).toMatch(
      /^kernels\.yaml:5:3: invalid kernel name `types` in the package `sys`: <sys\/types\.h> is a header/,
    );
    expect(kernelHeaderProblem('sys', 'softmax')).toBeUndefined();
    expect(kernelHeaderProblem('hip', 'hip_runtime')).toBeDefined();
  });

  it('can be a function of C, which the package does not declare', () => {
    for (const name of ['random', 'select', 'exp', 'kernels', 'attention', 'triton_kernels', 'ops'])
      expect([name, packageNameProblem(name)]).toEqual([name, undefined]);
  });
});

describe('the name of a parameter', () => {
  const none = new Set<string>();

  it('stays as it is unless it is a keyword, a macro, or around parameters', () => {
    const names =
      'x random index int8_t I errno linux NULL class CUstream hipSuccess AOT_HIP stream'.split(
        ' ',
      );
    expect(names.map((name) => parameterName(name, new Set(['stream'])))).toEqual(
      'x random index p_int8_t_ I_ errno_ linux_ NULL_ class_ p_CUstream_ p_hipSuccess_ p_AOT_HIP_ stream_'.split(
        ' ',
      ),
    );
  });

  it('is never a keyword or a macro', () => {
    for (const name of ['keywords', 'macros'].flatMap(listed))
      expect(parameterName(name, none)).not.toBe(name);
  });
});
