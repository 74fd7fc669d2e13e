import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildContext, Memory } from '../../src/base/context.ts';
import { Failure } from '../../src/base/errors.ts';
import { run } from '../../src/base/process.ts';
import { build } from '../../src/build.ts';
import { freeBytes } from '../../src/base/files.ts';
import { readPlatform } from '../../src/toolchain/platform.ts';
import { hintSuffix, readHints } from '../../src/package/triton-tools/refusals.ts';
import { verifyTritonTools } from '../../src/package/triton-tools/triton-tools.ts';
import { TEST_HOME } from '../support/command.ts';
import { COMPILERS } from '../support/compilers.ts';
import { fakeKernels } from '../support/fake-build.ts';
import { silentLog } from '../support/silent-log.ts';
import { TRITON_VERSIONS, tritonPython, tritonTools } from '../support/triton.ts';
import { downloadFile } from '../../src/github/web.ts';

const KERNELS = fileURLToPath(new URL('../fixtures/kernels', import.meta.url));
const TOOL = fileURLToPath(new URL('../support/run_triton_tool.py', import.meta.url));
const signal = new AbortController().signal;

const HEAD = `package: demo
triton: 3.9.0
targets: [sm_90]
generator: triton
kernels:
`;

const GOOD = `${HEAD}  add:
    source: triton_tools.py:add
    arguments: { x: "*fp32:16", y: "*fp32:16", n: [i32:16, i32] }
    configs: [{ BLOCK: 128 }, { BLOCK: 64, num_warps: 2, num_stages: 1 }]
    grid: [cdiv(n, BLOCK)]
  strided:
    source: triton_tools.py:strided
    signature: "*fp16:16, *fp16, i64, i32:1, 64"
    grid: (n + 63) / 64, min(n, 4) * stride
`;

const WRONG = `${HEAD}  scaled:
    source: triton_tools.py:scaled
    signature: "*fp32:16, 128, i32:16, fp32"
    grid: cdiv(n, 128)
`;

/** The arguments a user would pass to compile.py per variant; link.py gets the headers in this order. */
const CALLS: Readonly<
  Record<
    string,
    readonly (readonly [warps: string, stages: string, signature: string, grid: string])[]
  >
> = {
  add: [
    ['4', '3', '*fp32:16, *fp32:16, i32:16, 128', '(n + 127) / 128, 1, 1'],
    ['4', '3', '*fp32:16, *fp32:16, i32, 128', '(n + 127) / 128, 1, 1'],
    ['2', '1', '*fp32:16, *fp32:16, i32:16, 64', '(n + 63) / 64, 1, 1'],
    ['2', '1', '*fp32:16, *fp32:16, i32, 64', '(n + 63) / 64, 1, 1'],
  ],
  strided: [['4', '3', '*fp16:16, *fp16, i64, i32:1, 64', '(n + 63) / 64, (n < 4 ? n : 4) * 1, 1']],
  scaled: [['4', '3', '*fp32:16, 128, i32:16, fp32', '(n + 127) / 128, 1, 1']],
};

/** Every file below a folder by path, as text. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    files[relative(folder, file)] = await readFile(file, 'utf8');
  }
  return files;
}

async function inOrderOfWriting(files: readonly string[]): Promise<readonly string[]> {
  const written = await Promise.all(
    files.map(async (file) => ({ file, time: (await stat(file, { bigint: true })).mtimeNs })),
  );
  return written.toSorted((a, b) => Number(a.time - b.time)).map(({ file }) => file);
}

function contextOf(env: Readonly<Record<string, string>> = {}): BuildContext {
  return {
    env: { ...process.env, ...env },
    platform: readPlatform(),
    log: silentLog,
    signal,
    runTool: run,
    home: TEST_HOME,
    scratch: tmpdir(),
    memory: new Memory(),
    freeBytes,
    download: downloadFile,
    now: () => performance.now(),
  };
}

describe.each(TRITON_VERSIONS)('the generator `triton` with Triton %s', (version) => {
  let folder: string;
  let python: string;

  beforeAll(async () => {
    python = await tritonPython(version);
    folder = await mkdtemp(join(tmpdir(), 'triton-tools-'));
    for (const name of ['triton_tools.py', 'triton_tools_helper.py']) {
      await cp(join(KERNELS, name), join(folder, name));
    }
    await writeFile(join(folder, 'good.yaml'), GOOD);
    await writeFile(join(folder, 'wrong.yaml'), WRONG);
    await buildFrom('good.yaml', 'aot');
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true }));

  function settings(manifest: string, allowKnownWrong: readonly string[] = []) {
    return {
      manifest: join(folder, manifest),
      triton: version,
      python,
      allowKnownWrong,
      jobs: 1,
      timeout: 60,
    };
  }

  async function buildFrom(
    manifest: string,
    out: string,
    allow: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const request = {
      ...settings(manifest, allow),
      out: join(folder, out),
      store: '/nowhere',
      storeLimit: 0,
    };
    await build(request, contextOf(env));
  }

  async function failureOf(running: Promise<unknown>): Promise<Failure> {
    const error: unknown = await running.catch((reason: unknown) => reason);
    if (error instanceof Failure) return error;
    throw error;
  }

  async function tools(
    calls: readonly (readonly string[])[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { PATH } = process.env;
    const cache = { TRITON_CACHE_DIR: join(folder, 'cache'), TRITON_HOME: folder };
    const found = await run([python, '-B', TOOL, '90'], {
      cwd: folder,
      env: { PATH, ...cache, ...env },
      input: calls.map((call) => `${JSON.stringify(call)}\n`).join(''),
      signal,
    });
    if (found.code !== 0) throw new Error(found.stderr);
  }

  /** Runs the tools as a user would, one process per command line. Returns what they wrote. */
  async function literally(
    names: readonly string[],
    kernels: string,
    env: Readonly<Record<string, string>>,
  ): Promise<Record<string, string>> {
    const out = await mkdtemp(join(folder, 'literal-'));
    const compile: (readonly string[])[] = [];
    for (const name of names) {
      await mkdir(join(out, name));
      for (const [warps, stages, signature, grid] of CALLS[name] ?? []) {
        const what = ['-n', name, '-on', name, '-s', signature, '-g', grid];
        const how = ['-w', warps, '-ns', stages, '-o', join(out, name, name)];
        compile.push(['triton.tools.compile', ...what, ...how, join(kernels, 'triton_tools.py')]);
      }
    }
    await tools(compile, env);
    const link = await Promise.all(
      names.map(async (name) => {
        const files = await readdir(join(out, name));
        const headers = files.filter((file) => file.endsWith('.h'));
        const ordered = await inOrderOfWriting(headers.map((file) => join(out, name, file)));
        return ['triton.tools.link', ...ordered, '-o', join(out, name, name)];
      }),
    );
    await tools(link);
    return filesOf(out);
  }

  async function writtenTo(out: string): Promise<Record<string, string>> {
    const {
      'manifest.json': manifest,
      SHA256SUMS: sums,
      ...files
    } = await filesOf(join(folder, out));
    expect([typeof manifest, typeof sums]).toEqual(['string', 'string']);
    return files;
  }

  it('writes the same bytes as the tools, wherever the kernels are', async () => {
    const elsewhere = join(folder, 'else where');
    await mkdir(elsewhere);
    for (const name of ['triton_tools.py', 'triton_tools_helper.py']) {
      await cp(join(KERNELS, name), join(elsewhere, name));
    }
    const env = { TRITON_DISABLE_LINE_INFO: '1' };
    expect(await writtenTo('aot')).toEqual(await literally(['add', 'strided'], elsewhere, env));
  });

  it('writes line tables, which are the default of the tools, if the environment asks for it', async () => {
    const env = { TRITON_DISABLE_LINE_INFO: '0' };
    const manifest = join(folder, 'lines.yaml');
    await writeFile(manifest, GOOD.replace(/ {2}add:[^]*(?= {2}strided:)/, ''));
    await buildFrom('lines.yaml', 'lines', [], env);
    const files = await writtenTo('lines');
    expect(files).toEqual(await literally(['strided'], folder, {}));
    const without = await writtenTo('aot');
    const paths = Object.keys(files);
    expect(Object.keys(without)).toEqual(expect.arrayContaining(paths));
    expect(paths.filter((path) => without[path] !== files[path])).toEqual([
      expect.stringMatching(/^strided\/strided\.\w+\.c$/),
    ]);
  });

  it('writes C that compiles against the CUDA header', async () => {
    const include = join(await tritonTools(version), 'include');
    const sources = Object.keys(await writtenTo('aot')).filter((file) => file.endsWith('.c'));
    expect(sources.length).toBe(4 + 1 + 1 + 1);
    for (const source of sources) {
      const [compiler = 'cc'] = COMPILERS;
      const argv = [compiler, '-c', '-I', include, join(folder, 'aot', source), '-o', '/dev/null'];
      const { code, stderr } = await run(argv, { env: process.env, signal });
      expect({ source, code, stderr: code === 0 ? '' : stderr }).toEqual({
        source,
        code: 0,
        stderr: '',
      });
    }
  });

  it('refuses files with known errors, and writes them unchanged if that is allowed', async () => {
    const failure = await failureOf(buildFrom('wrong.yaml', 'wrong'));
    expect(failure.kind).toBe('unsafe');
    expect(failure.message).toContain('scaled: compile.py passes `factor` (fp32) as a double');
    expect(failure.message).toContain('scaled: link.py checks `x % 16 == 0 && factor % 16 == 0`');
    await buildFrom('wrong.yaml', 'wrong', ['float-scalar', 'misread-hint']);
    const files = await writtenTo('wrong');
    expect(files).toEqual(await literally(['scaled'], folder, { TRITON_DISABLE_LINE_INFO: '1' }));
    expect(files['scaled/scaled.h']).toContain('double factor');
    expect(files['scaled/scaled.c']).toContain('factor % 16 == 0');
  });

  it('refuses known errors that only the compiled kernel shows', async () => {
    const manifest = `${HEAD}  renamed:
    source: triton_tools.py:renamed
    signature: "*fp32, 16"
    grid: 1
`;
    await writeFile(join(folder, 'renamed.yaml'), manifest);
    const failure = await failureOf(buildFrom('renamed.yaml', 'renamed'));
    expect(failure).toMatchObject({
      kind: 'unsafe',
      message: expect.stringContaining(
        'the C of compile.py looks for `renamed` in the cubin, but the kernel is named `another_name` there (Triton 3.6 to 3.9) (known wrong: renamed-kernel)',
      ),
    });
    await buildFrom('renamed.yaml', 'renamed', ['renamed-kernel']);
  });

  it('reports the errors of the tools', async () => {
    const manifest = `${HEAD}  described:
    source: triton_tools.py:described
    signature: "*fp16, *fp16, i32, i32, 16"
    grid: 1
  tuned:
    source: triton_tools.py:tuned
    signature: "*i32, i32, 64"
    grid: 1
`;
    await writeFile(join(folder, 'described.yaml'), manifest);
    const failure = await failureOf(buildFrom('described.yaml', 'described'));
    expect(failure).toMatchObject({
      kind: 'compile',
      message: expect.stringMatching(/triton_tools\.py:\d+: described \[sm_90\]: .*global scratch/),
    });
    expect(failure.problems[1]?.message).toBe(
      'tuned [sm_90]: compile.py does not support @triton.autotune and @triton.heuristics',
    );
  });

  it('reads the hints of compile.py as link.py does', async () => {
    const hints = [[], [0], [1], [3], [9], [10], [12], [2, 12], [0, 1, 12], [5, 21], [2, 21], [13]];
    const cases = hints.flatMap((positions) =>
      [22, 4].map((constant) => {
        const names = Array.from({ length: 23 }, (_each, index) => `a${index}`);
        const args = names
          .filter((_name, index) => index !== constant)
          .map(
            (name) => `${name}: ${positions.includes(Number(name.slice(1))) ? '"i32:16"' : 'i32'}`,
          );
        const manifest = `${HEAD}  k:
    source: k.py:f
    arguments: { ${args.join(', ')} }
    constants: { a${constant}: 8 }
    grid: 1
`;
        const [kernel] = fakeKernels(manifest, { f: names });
        if (kernel === undefined) throw new Error('no kernel');
        const own = kernel.specialisations[0]?.hints ?? [];
        return {
          suffix: hintSuffix(kernel, own, version),
          read: readHints(kernel, own, version)?.map((hint) => (hint === 0 ? null : 16)),
        };
      }),
    );
    const program = `import json, sys
from triton.tools.link import HeaderParser
def read(suffix):
    try:
        return HeaderParser()._match_suffix(suffix, ", ".join(["int32_t a"] * 22))[1]
    except Exception:
        return None
print(json.dumps([read(suffix) for suffix in json.load(sys.stdin)]))`;
    const { stdout, stderr } = await run([python, '-c', program], {
      env: { PATH: process.env['PATH'] },
      input: JSON.stringify(cases.map(({ suffix }) => suffix)),
      signal,
    });
    expect([stderr, JSON.parse(stdout)]).toEqual(['', cases.map(({ read }) => read ?? null)]);
  });

  it('verifies a tree and names each file that differs, is missing or is extra', async () => {
    const verify = (only?: readonly string[]): Promise<number> =>
      verifyTritonTools(
        { ...settings('good.yaml'), package: join(folder, 'tree'), only },
        contextOf(),
      );
    await cp(join(folder, 'aot'), join(folder, 'tree'), { recursive: true });
    expect(await verify()).toBe(10 + 4);

    await rm(join(folder, 'tree/manifest.json'));
    await writeFile(join(folder, 'tree/strided/strided.c'), 'drifted');
    await rm(join(folder, 'tree/add/add.h'));
    await writeFile(join(folder, 'tree/add/old.c'), 'extra');
    const failure = await failureOf(verify());
    expect(failure.kind).toBe('verification');
    expect(failure.problems.map(({ message, place }) => [message, place?.file])).toEqual([
      ['missing: the tools write this file', join(folder, 'tree/add/add.h')],
      ['extra: the tools do not write this file', join(folder, 'tree/add/old.c')],
      [
        expect.stringMatching(/^drifted: the tools write `#.*`, found `drifted`$/),
        join(folder, 'tree/strided/strided.c'),
      ],
    ]);
    const partial = await failureOf(verify(['strided']));
    expect(partial.problems).toHaveLength(1);
  });

  it('writes and verifies files as the manifest keeps them', async () => {
    const kept = `vendored: { flat: true, header: "// {source}", trailing_whitespace: trimmed }\n`;
    await writeFile(join(folder, 'kept.yaml'), `${kept}${GOOD}`);
    await buildFrom('kept.yaml', 'kept');
    const files = await writtenTo('kept');
    const original = await writtenTo('aot');
    expect(Object.keys(files).toSorted()).toEqual(
      Object.keys(original)
        .map((path) => path.slice(path.indexOf('/') + 1))
        .toSorted(),
    );
    expect(files['add.h']).toBe(
      `// triton_tools.py:add\n${original['add/add.h']?.replaceAll(/ +$/gm, '').trimEnd()}\n`,
    );
    const request = { ...settings('kept.yaml'), package: join(folder, 'kept') };
    expect(await verifyTritonTools(request, contextOf())).toBe(10 + 4);
    expect(await verifyTritonTools({ ...request, only: ['add'] }, contextOf())).toBe(10);
  });

  it('leaves no files behind next to the sources', async () => {
    const names = await readdir(folder);
    expect(names.filter((name) => name.startsWith('__') || name.includes('.new'))).toEqual([]);
  });
});

describe.each(TRITON_VERSIONS)('a warp-specialised kernel with Triton %s', (version) => {
  it('is refused if the C would launch too few warps', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'triton-tools-'));
    const manifest = `${HEAD.replace('sm_90', 'sm_100')}  specialised:
    source: triton_tools.py:specialised
    signature: "*fp16:16, *fp16:16, *fp32:16, i32:16, 128"
    grid: 1
`;
    await writeFile(join(folder, 'kernels.yaml'), manifest);
    for (const name of ['triton_tools.py', 'triton_tools_helper.py']) {
      await cp(join(KERNELS, name), join(folder, name));
    }
    const request = {
      manifest: join(folder, 'kernels.yaml'),
      triton: version,
      allowKnownWrong: [],
      python: await tritonPython(version),
      jobs: 1,
      timeout: 60,
      out: join(folder, 'aot'),
      store: '/nowhere',
      storeLimit: 0,
    };
    const building = build(request, contextOf());
    // Triton 3.8.0 does not specialise the warps of this kernel.
    const asExpected = version === '3.6.0' ? expect(building).rejects : expect(building).resolves;
    await asExpected.toMatchObject(
      version !== '3.6.0'
        ? { compiled: 1 }
        : {
            kind: 'unsafe',
            message: expect.stringContaining(
              'the C of compile.py launches 4 warps, but the kernel is warp-specialised and needs 12',
            ),
          },
    );
    await rm(folder, { recursive: true });
  }, 600_000);
});
