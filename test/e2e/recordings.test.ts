import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { KEY_SWITCHES } from '../../src/features/bundle/environment.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { compileC } from '../support/recording-hip.ts';
import { act } from '../support/runner.ts';
import { TRITON_VERSIONS, tritonPython, USUAL } from '../support/triton.ts';

const never = new AbortController().signal;

/** A file that says that it was imported, and has a function of this name. */
const file = (mark: string, name: string): string =>
  `open(${JSON.stringify(mark)}, "a").write("x")\ndef ${name}(x):\n    pass\n`;

/** A recording is data: it can come from another machine, and must not decide what runs on this one. */
describe('a recording', () => {
  it.each(TRITON_VERSIONS)(
    'may set every switch that the keys of Triton %s cover',
    async (version) => {
      // A name that a new Triton adds is either a switch, or left out because of what it names.
      const script = `
import json, os, re, subprocess
import triton._C.libtriton as library
# Names are in this section: a tenth of the library, which is read in seconds.
sections = subprocess.run(["readelf", "-SW", library.__file__], capture_output=True, text=True, check=True).stdout
offset, size = (int(each, 16) for each in re.search(r" \\.rodata +PROGBITS +\\w+ (\\w+) (\\w+)", sections).groups())
with open(library.__file__, "rb") as file:
    file.seek(offset)
    names = {each.decode() for each in re.findall(rb"[A-Z][A-Z0-9_x]{5,}(?=\\0)", file.read(size))}
os.environ.update(dict.fromkeys([*json.loads(os.environ["KNOWN"]), *names], "1"))
print(json.dumps(sorted(library.get_cache_invalidating_env_vars())))`;
      const known = { PATH: process.env['PATH'], KNOWN: JSON.stringify([...KEY_SWITCHES]) };
      const argv = [await tritonPython(version), '-c', script];
      const covered: string[] = JSON.parse((await run(argv, { env: known, signal: never })).stdout);
      expect(covered.length).toBeGreaterThan(20);
      const others = covered.filter((name) => !KEY_SWITCHES.has(name));
      expect(
        others.filter((name) => !/_PLUGIN_|DUMP_PATH$|DUMP_MIR$|_PARTITION_/.test(name)),
      ).toEqual([]);
    },
  );

  let space: Workspace;
  let python: string;
  /** The lines of the recording of the program, and those of its compiles. */
  let lines: readonly string[];
  let add: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    python = await tritonPython(USUAL);
    space = await workspace();
    await cp(join(ROOT, 'test/fixtures/bundle'), join(space.folder, 'app'), { recursive: true });
    lines = await record('recording', {});
    add = lines.map((line) => JSON.parse(line)).find((line) => line.function === 'add');
  });
  afterAll(() => space.remove());

  const at = (path: string): string => join(space.folder, path);

  const runPython = (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<ProcessResult> =>
    run([python, '-B', '-W', 'ignore', ...args], {
      cwd: at('app'),
      env: { PATH: process.env['PATH'], TRITON_CACHE_DIR: at('jit'), ...env },
      signal: never,
    });

  const record = async (
    to: string,
    env: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> => {
    const recorder = { PYTHONPATH: join(ROOT, 'python/record') };
    const settings = { ...recorder, TRITON_AOT_RECORD: at(to), ...env };
    expectSuccess(await runPython(['program.py', 'usual'], settings));
    const [name = ''] = await readdir(at(to));
    return (await readFile(at(`${to}/${name}`), 'utf8')).trim().split('\n');
  };

  const write = (folder: string, all: readonly string[]): Promise<void> =>
    space.write(`${folder}/1.jsonl`, all.map((line) => `${line}\n`).join(''));

  const bundle = (
    recording: string,
    more: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ProcessResult> => {
    const paths = more.includes('--paths') ? [] : ['--paths', 'app'];
    const args = ['--name', 'demo', '--python', python, '--targets', 'sm_90', ...paths, ...more];
    return space.triton(['bundle', recording, ...args], { env });
  };

  describe('that names variables', () => {
    const withVariables = (variables: Readonly<Record<string, string>>): Promise<void> =>
      write(
        'variables',
        lines.map((line) =>
          line.replace('"variables": {}', `"variables": ${JSON.stringify(variables)}`),
        ),
      );

    it.each(['LD_PRELOAD', 'PYTHONPATH', 'LLVM_PASS_PLUGIN_PATH', 'TRITON_PLUGIN_PATHS', 'PATH'])(
      'is refused if it sets %s, before anything runs',
      async (name) => {
        const mark = at(`preloaded-${name}`);
        await space.write(
          'p.c',
          `#include <stdio.h>\n__attribute__((constructor)) static void f(void) { FILE *o = fopen("${mark}", "a"); if (o) fclose(o); }\n`,
        );
        await compileC(['cc', '-shared', '-fPIC', at('p.c'), '-o', at('p.so')]);
        await withVariables({ [name]: at('p.so') });
        const result = await bundle('variables');
        expect(result.code).toBe(8);
        expect(result.stderr).toContain(
          `the recording sets the variable ${name} to \`${at('p.so')}\``,
        );
        expect(existsSync(mark)).toBe(false);
      },
    );

    it('gets the variables of the keys as they were recorded, whatever is set here', async () => {
      await record('without-fusion', { TRITON_DEFAULT_FP_FUSION: '0' });
      const own = { DISABLE_LLVM_OPT: '1', TRITON_DEFAULT_FP_FUSION: '1' };
      expectSuccess(await bundle('without-fusion', ['--out', 'fused'], own));
      const replayed = await runPython(['program.py', 'usual'], {
        PYTHONPATH: at('fused'),
        TRITON_CACHE_MANAGER: 'demo_bundle:Manager',
        TRITON_AOT_BUNDLE: 'error',
        TRITON_DEFAULT_FP_FUSION: '0',
      });
      expect(replayed.stdout).toBe('4 of 4 found\n');
    });
  });

  describe('that names modules', () => {
    let result: ProcessResult;
    const marks = ['elsewhere', 'beside', 'package', 'deploy', 'constant', 'cwd'].map(
      (name) => `ran-${name}`,
    );
    beforeAll(async () => {
      // Beside the recording, which is below the folder that is searched.
      await space.write('app/brought/beside.py', file(at('ran-beside'), 'add'));
      await space.write('app/brought/pack/__init__.py', file(at('ran-package'), 'none'));
      await space.write('app/brought/pack/inner.py', file(at('ran-package'), 'add'));
      await space.write('brought/elsewhere.py', file(at('ran-elsewhere'), 'own'));
      await space.write('app/deploy.py', file(at('ran-deploy'), 'deploy'));
      await space.write('app/other.py', file(at('ran-constant'), 'other'));
      await space.write('outside.py', file(at('ran-cwd'), 'add'));
      const also = (change: Readonly<Record<string, unknown>>): string =>
        JSON.stringify({ ...add, ...change });
      await write('app/brought', [
        ...lines,
        also({ module: '__main__', function: 'own', file: at('brought/elsewhere.py') }),
        also({ module: '__mp_main__', function: 'add', file: at('app/brought/beside.py') }),
        also({ module: 'brought.beside', file: at('app/brought/beside.py') }),
        also({ module: 'brought.pack.inner', file: at('app/brought/pack/inner.py') }),
        also({ module: 'deploy', file: at('app/deploy.py') }),
        also({ module: '__main__', file: at('app/deploy.py') }),
        also({ module: 'outside', file: at('outside.py') }),
        also({ module: 'antigravity', function: 'geohash', file: '/usr/lib/antigravity.py' }),
        also({ module: '.kernels', function: 'add', file: '' }),
        also({ constants: [[[4], { function: ['other', 'missing', at('app/other.py')] }]] }),
      ]);
      result = await bundle('app/brought');
    });

    it('bundles what the program has', () => {
      expect(result.code).toBe(4);
      expect(result.stdout).toContain('dist/demo_bundle: 4 kernels for sm_90');
      expect(result.stderr).toContain('lacks 10 recorded kernels');
    });

    it('runs no file that the user has not named, and none that lacks the kernel', () => {
      expect(marks.filter((name) => existsSync(at(name)))).toEqual([]);
    });

    it.each([
      [
        '__main__:own',
        'brought/elsewhere.py, which lies directly in none of the given folders: name the file too',
      ],
      ['__mp_main__:add', 'brought/beside.py, which lies directly in none of the given folders'],
      ['brought.beside:add', 'from which nothing is imported'],
      ['brought.pack.inner:add', 'from which nothing is imported'],
      ['deploy:add', '`deploy` has no `add`'],
      ['__main__:add', '`__main__` has no `add`'],
      ['outside:add', 'no folder of the path has `outside`'],
      ['antigravity:geohash', '`antigravity` is a module of Python itself'],
      ['.kernels:add', '`.kernels` is not the name of a module'],
      ['kernels:add', '`other` has no `missing`'],
    ])('says why %s is not in the bundle', (kernel, reason) => {
      const said = result.stderr.split('\n').filter((line) => line.includes(`${kernel}: `));
      expect(said.join('\n')).toContain(reason);
    });
  });

  it('finds kernels of packages without importing them, also in `if` and `try`', async () => {
    const kernel = 'import triton\n@triton.jit\ndef add(x):\n    pass\n';
    const indented = kernel.replaceAll(/^(?=.)/gm, '    ');
    await space.write('forms/pack/__init__.py', 'raise SystemExit("imported")\n');
    await space.write('forms/pack/inner.py', `if True:\n${indented}`);
    await space.write('forms/spread/one.py', `try:\n${indented}except ImportError:\n    pass\n`);
    await space.write('forms/methods.py', `class Kernels:\n${indented}`);
    await space.write('forms/inner.py', `def made():\n${indented}`);
    const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
from places import Refused, import_from, spec_of
import_from([sys.argv[2]])
def found(module, name):
    try:
        return spec_of(module, name, "").origin
    except Refused as refused:
        return str(refused)
print(json.dumps([found(*each.split(":")) for each in sys.argv[3:]]))
`;
    const asked = 'pack.inner:add spread.one:add methods:Kernels.add methods:add inner:add'.split(
      ' ',
    );
    const more = 'pack.absent:add methods.more:add json:loads pack.inner:sub'.split(' ');
    const code = join(ROOT, 'python/bundle/aot_bundle');
    const argv = ['-c', script, code, at('forms'), ...asked, ...more];
    const { stdout } = await runPython(argv, {});
    expect(JSON.parse(stdout)).toEqual([
      at('forms/pack/inner.py'),
      at('forms/spread/one.py'),
      at('forms/methods.py'),
      '`methods` has no `add`',
      '`inner` has no `add`',
      '`pack.absent` cannot be imported: no folder of the path has `pack.absent`',
      '`methods.more` cannot be imported: `methods` is not a package',
      '`json` is a module of Python itself',
      '`pack.inner` has no `sub`',
    ]);
  });

  it('gives modules no token, no input and no home of the user', async () => {
    await cp(at('app'), at('spying'), { recursive: true });
    const text = await readFile(at('app/kernels.py'), 'utf8');
    const spy = `\nimport json, os\nopen(${JSON.stringify(at('seen'))}, "w").write(json.dumps([dict(os.environ), os.path.expanduser("~"), open(f"/proc/{os.getppid()}/environ").read()]))\n`;
    await writeFile(at('spying/kernels.py'), text + spy);
    const secrets = Object.fromEntries(
      ['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'MY_SECRET'].map(
        (name) => [name, 'the-secret'],
      ),
    );
    const acted = await act(space, 'bundle', {
      inputs: {
        recordings: 'recording',
        name: 'demo',
        python,
        paths: 'spying',
        out: 'spied',
        'token-of-others': 'the-secret',
      },
      env: { ...secrets, PYTHONPATH: at('elsewhere') },
    });
    expect(acted.stdout).toContain('Write demo_bundle');
    const seen = await readFile(at('seen'), 'utf8');
    const [names, home] = JSON.parse(seen) as [Record<string, string>, string];
    expect(seen).not.toContain('the-secret');
    // CPATH has headers that `bundle` writes for a Python without its own.
    const allowed =
      /^(PATH|HOME|USER|LOGNAME|LANG|TZ|TMPDIR|LD_LIBRARY_PATH|RUNNER_TRACKING_ID|CC|CPATH|LC_\w+|TRITON_\w+)$/;
    expect(Object.keys(names).filter((name) => !allowed.test(name))).toEqual([]);
    expect(home).not.toBe(process.env['HOME']);
    expect(existsSync(home)).toBe(false);
  });
});
