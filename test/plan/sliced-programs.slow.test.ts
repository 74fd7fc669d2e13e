import { afterAll, afterEach, beforeAll, beforeEach, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import type { InspectedSource } from '../../src/toolchain/wire/reading.ts';
import { inspectSources } from '../../src/plan/inspect-python.ts';
import { expectGolden } from '../support/golden.ts';
import { type WarmPython, warmPython } from '../support/warm-python.ts';

let warm: WarmPython;
let folder: string;

beforeAll(async () => {
  warm = await warmPython();
});

afterAll(() => warm.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** Takes the slice of `f` in a file. */
async function inspect(file: string): Promise<InspectedSource> {
  const [source] = await inspectSources(
    folder,
    [{ file, function: 'f', mode: 'slice', globals: {}, installed: [], configs: false }],
    {
      python: warm.python,
      bridge: BRIDGE_FOLDER,
      env: process.env,
      signal: new AbortController().signal,
    },
  );
  if (source === undefined) throw new Error('no answer');
  return source;
}

const LIB = 'import triton\n@triton.jit\ndef helper(x): return x\n';
const CALLS = ['@triton.jit', 'def f(x): tl.store(x, helper(x))'];
it.each<[what: string, lines: readonly string[]]>([
  [
    'a relative import that is missing, in a try',
    [
      'try:',
      '  from .missing import helper',
      'except ImportError:',
      '  from .lib import helper',
      ...CALLS,
    ],
  ],
  [
    'a module of a package of the project that is missing, in a try',
    [
      'try:',
      '  from pkg.missing import helper',
      'except ImportError:',
      '  from pkg.lib import helper',
      ...CALLS,
    ],
  ],
  [
    'a module in a try',
    [
      'try:',
      '  from . import lib',
      'except ImportError:',
      '  lib = None',
      '@triton.jit',
      'def f(x): tl.store(x, lib.helper(x))',
    ],
  ],
  ['a module of the project that is missing', ['from pkg.missing import helper', ...CALLS]],
  [
    'an environment variable in brackets whose name is computed',
    [
      'import os',
      'NAME = "A" + "B"',
      'V = tl.constexpr(os.environ[NAME])',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'an environment variable whose name is computed, if it is set',
    [
      'import os',
      'NAME = "A" + "B"',
      'V = tl.constexpr(NAME in os.environ)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'a function that may not be called and reads what is unknown',
    [
      'import torch',
      'size = lambda: torch.size',
      'V = tl.constexpr(2 if size is None else 3)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'a try whose statements run',
    [
      'try:',
      '  from triton.language.extra import libdevice',
      '  V = tl.constexpr(len(libdevice.__name__))',
      '  W = int("5")',
      '  X = int("6")',
      'except ImportError:',
      '  V = tl.constexpr(0)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'a finally after an import that fails, below a condition',
    [
      'import torch',
      'V = tl.constexpr(1)',
      'if torch.flag:',
      '  try:',
      '    from .missing import other',
      '  except ImportError:',
      '    pass',
      '  finally:',
      '    V = tl.constexpr(2)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'a finally after an import that fails, with a condition in it',
    [
      'import torch',
      'V = tl.constexpr(1)',
      'try:',
      '  from .missing import other',
      'except ImportError:',
      '  pass',
      'finally:',
      '  if torch.flag:',
      '    V = tl.constexpr(2)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'an `import *` that the compiler must try',
    [
      'try:',
      '  from triton.language.extra.future import *',
      '  from .lib import *',
      '  V = tl.constexpr(1)',
      'except ImportError:',
      '  V = tl.constexpr(2)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'another name of a list, which stands for something unknown later',
    [
      'import torch',
      'S = [1]',
      'other = S',
      'other = torch.names',
      'V = tl.constexpr(len(S))',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'imports of triton.language below an unknown condition that it does not read',
    [
      'import torch',
      'if torch.flag:',
      '  import triton.language as other',
      'else:',
      '  from triton import language as other',
      '@triton.jit',
      'def f(x): tl.store(x, 1)',
    ],
  ],
  [
    'an annotation that is imported below an unknown condition',
    [
      'import torch',
      'if torch.flag:',
      '  from triton.language import constexpr',
      'else:',
      '  from triton.language.core import constexpr',
      '@triton.jit',
      'def f(x, N: constexpr): tl.store(x, N)',
    ],
  ],
  ['a helper of a file in another encoding', ['from .latin import helper', ...CALLS]],
  [
    'imports in the function, one of something unknown',
    [
      '@triton.jit',
      'def f(x, N: tl.constexpr):',
      '  import torch',
      '  from .lib import helper',
      '  if N: tl.store(x, torch.size)',
      '  tl.store(x, helper(1))',
    ],
  ],
  ...['', '# a line'].map((line): [string, string[]] => [
    `blocks that end with what it does not need, ${line === '' ? 'once' : 'one line later'}`,
    [
      'import torch',
      ...(line === '' ? [] : [line]),
      'if torch.flag:',
      '  V = tl.constexpr(1)',
      '  W = 1',
      'else:',
      '  V = tl.constexpr(2)',
      '  W = 2',
      'if torch.flag:',
      '  try:',
      '    U = tl.constexpr(int("1"))',
      '    W = 2',
      '  except ValueError:',
      '    U = tl.constexpr(2)',
      '    W = 4',
      '  else:',
      '    W = 5',
      '    U = tl.constexpr(3)',
      '    W = 6',
      '  finally:',
      '    U = tl.constexpr(4)',
      'else:',
      '  U = tl.constexpr(5)',
      '@triton.jit',
      'def f(x, N: tl.constexpr):',
      '  if N: tl.store(x, V + U)',
    ],
  ]),
  ['a relative import that is missing', ['from .missing import helper', ...CALLS]],
  [
    'an else that it does not need',
    [
      'import torch',
      'V = tl.constexpr(1)',
      'if torch.flag:',
      '  V = tl.constexpr(2)',
      'else:',
      '  W = 3',
      '@triton.jit',
      'def f(x, N: tl.constexpr):',
      '  if N: tl.store(x, V)',
    ],
  ],
  [
    'unknown annotations in one line, and over lines',
    [
      'import torch',
      '@triton.jit',
      'def f(größe: torch.Tensor, n: torch.Size, m: Union[',
      '  torch.Size, int]) -> torch.Tensor: pass',
    ],
  ],
  ...['twice', 'star'].map((module): [string, string[]] => [
    `an annotation of Triton’s from a module of the project, ${module}`,
    [`from .${module} import constexpr`, '@triton.jit', 'def f(x, N: constexpr): tl.store(x, N)'],
  ]),
  [
    'a finally without an else',
    [
      'try:',
      '  V = tl.constexpr(int("4"))',
      'except ValueError:',
      '  V = tl.constexpr(2)',
      'finally:',
      '  U = tl.constexpr(3)',
      '@triton.jit',
      'def f(x): tl.store(x, V + U)',
    ],
  ],
  [
    'a function in the function, whose names the module has too',
    [
      'import torch',
      'y = torch.size',
      'g = torch.size',
      '@triton.jit',
      'def f(x):',
      '  def g(y): return y',
      '  tl.store(x, g(1))',
    ],
  ],
  [
    'a list that gets something unknown',
    [
      'import torch',
      'S = [1]',
      'S.append(torch.size)',
      'V = tl.constexpr(len(S))',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'a dict of another module that a function fills',
    [
      'import collections',
      'def fill(s): s["a"] = 1',
      'S = collections.OrderedDict()',
      'fill(S)',
      'V = tl.constexpr(len(S))',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'an import below a condition in the function',
    [
      '@triton.jit',
      'def f(x, N: tl.constexpr):',
      '  if N:',
      '    from .lib import helper',
      '  tl.store(x, helper(1))',
      '  tl.store(x, 1)',
    ],
  ],
  [
    'an import over lines in the function',
    [
      '@triton.jit',
      'def f(x):',
      '  from .lib import (',
      '    helper,',
      '  )',
      '  tl.store(x, helper(1))',
    ],
  ],
  ...['torch.size', 'tl.float16 if torch.flag else tl.float32', 'g if torch.flag else 1'].map(
    (value): [string, string[]] => [
      `an unknown value of the module: ${value}`,
      ['import torch', 'def g(): pass', `V = ${value}`, '@triton.jit', 'def f(x): tl.store(x, V)'],
    ],
  ),
  [
    'statements that share a line',
    [
      'import torch',
      'V = tl.constexpr(2); W = 3; U = tl.constexpr(4)',
      'if torch.flag:',
      '  S = tl.constexpr(5); T = 6',
      'else:',
      '  T = 7; S = tl.constexpr(',
      '    8)',
      '@triton.jit',
      'def f(x, N: tl.constexpr):',
      '  if N: tl.store(x, V + U + S)',
    ],
  ],
  [
    'two functions of a name, one with @triton.jit',
    [
      'import torch',
      'if torch.flag:',
      '  def helper(x): return torch.abs(x)',
      'else:',
      '  @triton.jit',
      '  def helper(x): return x',
      ...CALLS,
    ],
  ],
  [
    'types of torch',
    [
      'import torch',
      'V = tl.constexpr(torch.int32 == torch.float16)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'modules in packages, one of them as a value',
    [
      'from . import sub',
      'import pkg.sub.more as more',
      'LIBS = [sub.lib, more.deep]',
      '@triton.jit',
      'def f(x): tl.store(x, sub.more.deep.helper(len(LIBS)))',
    ],
  ],
  [
    'what @triton.jit tells profilers',
    ['import torch', '@triton.jit(launch_metadata=torch.name, noinline=True)', 'def f(x): pass'],
  ],
  [
    'what @triton.jit tells profilers, and an unknown argument of it',
    ['import torch', '@triton.jit(launch_metadata=torch.name, debug=torch.flag)', 'def f(x): pass'],
  ],
  [
    'an unknown decorator that is made from @triton.jit',
    ['import torch', 'jit = torch.compile(triton.jit)', '@jit', 'def f(x): pass'],
  ],
  [
    'a decorator that is made from nothing',
    ['import functools', 'jit = functools.partial()', '@jit', 'def f(x): pass'],
  ],
  [
    'an unknown call in a list in a list',
    [
      'import torch',
      'F = [torch.size(3)]',
      'G = [F]',
      'V = [G]',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'an elif that is the first condition',
    [
      'import torch',
      'if torch.a:',
      '  pass',
      'elif torch.b:',
      '  A = tl.constexpr(1)',
      '  B = tl.constexpr(2)',
      'else:',
      '  B = tl.constexpr(3)',
      '@triton.jit',
      'def f(x, N: tl.constexpr):',
      '  if N: tl.store(x, A + B)',
    ],
  ],
  ['a name of no module', ['from elsewhere import *', ...CALLS]],
  [
    'a decorator that is made from @triton.jit',
    ['def made(jit): return jit', 'jit = made(triton.jit)', '@jit', 'def f(x): pass'],
  ],
  [
    'an environment variable whose name is computed',
    [
      'import os',
      'NAME = "A" + "B"',
      'V = tl.constexpr(os.getenv(NAME))',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'handlers of exceptions',
    [
      'ERRORS = (ValueError, TypeError)',
      'try:',
      '  V = tl.constexpr(int("4"))',
      'except ERRORS:',
      '  V = tl.constexpr(2)',
      'except:',
      '  V = tl.constexpr(1)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ],
  ],
  [
    'the same import of Triton in two places',
    [
      'import torch',
      'if torch.cuda.is_available():',
      '  from triton.language import math as m',
      'else:',
      '  from triton.language import math as m',
      '@triton.jit',
      'def f(x): tl.store(x, m.exp(x))',
    ],
  ],
  [
    'different imports of Triton in two places',
    [
      'import torch',
      'if torch.cuda.is_available():',
      '  from triton.language import math as m',
      'else:',
      '  from triton.language.extra import libdevice as m',
      '@triton.jit',
      'def f(x): tl.store(x, m.exp(x))',
    ],
  ],
  [
    'an unknown name of the symbol',
    ['import torch', '@triton.jit(repr=torch.name, noinline=True)', 'def f(x): pass'],
  ],
  [
    'an unknown argument of @triton.jit',
    ['import torch', '@triton.jit(do_not_specialize=torch.names)', 'def f(x): pass'],
  ],
  [
    'another unknown argument of @triton.jit',
    ['import torch', '@triton.jit(version=torch.number)', 'def f(x): pass'],
  ],
  [
    'an unknown default of the kernel',
    ['import torch', 'M = 2', '@triton.jit', 'def f(x, n=torch.size, m=M): pass'],
  ],
  [
    'an unknown default of a helper',
    ['import torch', '@triton.jit', 'def helper(x, n=torch.size): return x', ...CALLS],
  ],
  [
    'a name of the module that the kernel sets from itself',
    [
      'scale = tl.constexpr(2)',
      '@triton.jit',
      'def f(x):',
      '  scale = scale * 2',
      '  tl.store(x, scale)',
    ],
  ],
])('a slice with %s', async (_what, lines) => {
  const imports = ['import triton', 'import triton.language as tl'];
  await write({
    'pkg/__init__.py': '',
    'pkg/lib.py': LIB,
    'pkg/twice.py': 'def constexpr(x): return x\nfrom triton.language import constexpr\n',
    'pkg/star.py': 'from .twice import *\n',
    'pkg/sub/lib.py': LIB,
    'pkg/sub/more/__init__.py': '',
    'pkg/sub/more/deep.py': LIB,
    'pkg/latin.py': `# coding: latin-1\n${LIB}`,
    'pkg/k.py': [...imports, ...lines].join('\n'),
  });
  const source = await inspect('pkg/k.py');
  if ('error' in source) {
    expectGolden(`${source.error.line}: ${source.error.message}\n${source.error.hint}`);
    return;
  }
  const { code, notes } = source;
  if (code.kind !== 'slice') throw new Error('not a slice');
  const modules = code.modules.map(({ path, text }) => `${path}\n${text.trim()}`);
  expectGolden([...modules, ...notes.map(({ line, message }) => `${line}: ${message}`)].join('\n'));
});
