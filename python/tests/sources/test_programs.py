"""Slices of whole programs: what is kept of each, or why it is refused."""

import pytest
from golden import Golden
from project import Sources

LIB = "import triton\n@triton.jit\ndef helper(x): return x\n"

PROGRAMS = {
    "a relative import that is missing, in a try": """
try:
  from .missing import helper
except ImportError:
  from .lib import helper
@triton.jit
def f(x): tl.store(x, helper(x))
""",
    "a module of a package of the project that is missing, in a try": """
try:
  from pkg.missing import helper
except ImportError:
  from pkg.lib import helper
@triton.jit
def f(x): tl.store(x, helper(x))
""",
    "a module in a try": """
try:
  from . import lib
except ImportError:
  lib = None
@triton.jit
def f(x): tl.store(x, lib.helper(x))
""",
    "a module of the project that is missing": """
from pkg.missing import helper
@triton.jit
def f(x): tl.store(x, helper(x))
""",
    "an environment variable in brackets whose name is computed": """
import os
NAME = "A" + "B"
V = tl.constexpr(os.environ[NAME])
@triton.jit
def f(x): tl.store(x, V)
""",
    "an environment variable whose name is computed, if it is set": """
import os
NAME = "A" + "B"
V = tl.constexpr(NAME in os.environ)
@triton.jit
def f(x): tl.store(x, V)
""",
    "a function that may not be called and reads what is unknown": """
import torch
size = lambda: torch.size
V = tl.constexpr(2 if size is None else 3)
@triton.jit
def f(x): tl.store(x, V)
""",
    "a try whose statements run": """
try:
  from triton.language.extra import libdevice
  V = tl.constexpr(len(libdevice.__name__))
  W = int("5")
  X = int("6")
except ImportError:
  V = tl.constexpr(0)
@triton.jit
def f(x): tl.store(x, V)
""",
    "a finally after an import that fails, below a condition": """
import torch
V = tl.constexpr(1)
if torch.flag:
  try:
    from .missing import other
  except ImportError:
    pass
  finally:
    V = tl.constexpr(2)
@triton.jit
def f(x): tl.store(x, V)
""",
    "a finally after an import that fails, with a condition in it": """
import torch
V = tl.constexpr(1)
try:
  from .missing import other
except ImportError:
  pass
finally:
  if torch.flag:
    V = tl.constexpr(2)
@triton.jit
def f(x): tl.store(x, V)
""",
    "an `import *` that the compiler must try": """
try:
  from triton.language.extra.future import *
  from .lib import *
  V = tl.constexpr(1)
except ImportError:
  V = tl.constexpr(2)
@triton.jit
def f(x): tl.store(x, V)
""",
    "another name of a list, which stands for something unknown later": """
import torch
S = [1]
other = S
other = torch.names
V = tl.constexpr(len(S))
@triton.jit
def f(x): tl.store(x, V)
""",
    "imports of triton.language below an unknown condition that it does not read": """
import torch
if torch.flag:
  import triton.language as other
else:
  from triton import language as other
@triton.jit
def f(x): tl.store(x, 1)
""",
    "an annotation that is imported below an unknown condition": """
import torch
if torch.flag:
  from triton.language import constexpr
else:
  from triton.language.core import constexpr
@triton.jit
def f(x, N: constexpr): tl.store(x, N)
""",
    "a helper of a file in another encoding": """
from .latin import helper
@triton.jit
def f(x): tl.store(x, helper(x))
""",
    "imports in the function, one of something unknown": """
@triton.jit
def f(x, N: tl.constexpr):
  import torch
  from .lib import helper
  if N: tl.store(x, torch.size)
  tl.store(x, helper(1))
""",
    "blocks that end with what it does not need, once": """
import torch
if torch.flag:
  V = tl.constexpr(1)
  W = 1
else:
  V = tl.constexpr(2)
  W = 2
if torch.flag:
  try:
    U = tl.constexpr(int("1"))
    W = 2
  except ValueError:
    U = tl.constexpr(2)
    W = 4
  else:
    W = 5
    U = tl.constexpr(3)
    W = 6
  finally:
    U = tl.constexpr(4)
else:
  U = tl.constexpr(5)
@triton.jit
def f(x, N: tl.constexpr):
  if N: tl.store(x, V + U)
""",
    "blocks that end with what it does not need, one line later": """
import torch
# a line
if torch.flag:
  V = tl.constexpr(1)
  W = 1
else:
  V = tl.constexpr(2)
  W = 2
if torch.flag:
  try:
    U = tl.constexpr(int("1"))
    W = 2
  except ValueError:
    U = tl.constexpr(2)
    W = 4
  else:
    W = 5
    U = tl.constexpr(3)
    W = 6
  finally:
    U = tl.constexpr(4)
else:
  U = tl.constexpr(5)
@triton.jit
def f(x, N: tl.constexpr):
  if N: tl.store(x, V + U)
""",
    "a relative import that is missing": """
from .missing import helper
@triton.jit
def f(x): tl.store(x, helper(x))
""",
    "an else that it does not need": """
import torch
V = tl.constexpr(1)
if torch.flag:
  V = tl.constexpr(2)
else:
  W = 3
@triton.jit
def f(x, N: tl.constexpr):
  if N: tl.store(x, V)
""",
    "unknown annotations in one line, and over lines": """
import torch
@triton.jit
def f(größe: torch.Tensor, n: torch.Size, m: Union[
  torch.Size, int]) -> torch.Tensor: pass
""",
    "an annotation of Triton's from a module of the project, twice": """
from .twice import constexpr
@triton.jit
def f(x, N: constexpr): tl.store(x, N)
""",
    "an annotation of Triton's from a module of the project, star": """
from .star import constexpr
@triton.jit
def f(x, N: constexpr): tl.store(x, N)
""",
    "a finally without an else": """
try:
  V = tl.constexpr(int("4"))
except ValueError:
  V = tl.constexpr(2)
finally:
  U = tl.constexpr(3)
@triton.jit
def f(x): tl.store(x, V + U)
""",
    "a function in the function, whose names the module has too": """
import torch
y = torch.size
g = torch.size
@triton.jit
def f(x):
  def g(y): return y
  tl.store(x, g(1))
""",
    "a list that gets something unknown": """
import torch
S = [1]
S.append(torch.size)
V = tl.constexpr(len(S))
@triton.jit
def f(x): tl.store(x, V)
""",
    "a dict of another module that a function fills": """
import collections
def fill(s): s["a"] = 1
S = collections.OrderedDict()
fill(S)
V = tl.constexpr(len(S))
@triton.jit
def f(x): tl.store(x, V)
""",
    "an import below a condition in the function": """
@triton.jit
def f(x, N: tl.constexpr):
  if N:
    from .lib import helper
  tl.store(x, helper(1))
  tl.store(x, 1)
""",
    "an import over lines in the function": """
@triton.jit
def f(x):
  from .lib import (
    helper,
  )
  tl.store(x, helper(1))
""",
    "an unknown value of the module: torch.size": """
import torch
def g(): pass
V = torch.size
@triton.jit
def f(x): tl.store(x, V)
""",
    "an unknown value of the module: tl.float16 if torch.flag else tl.float32": """
import torch
def g(): pass
V = tl.float16 if torch.flag else tl.float32
@triton.jit
def f(x): tl.store(x, V)
""",
    "an unknown value of the module: g if torch.flag else 1": """
import torch
def g(): pass
V = g if torch.flag else 1
@triton.jit
def f(x): tl.store(x, V)
""",
    "statements that share a line": """
import torch
V = tl.constexpr(2); W = 3; U = tl.constexpr(4)
if torch.flag:
  S = tl.constexpr(5); T = 6
else:
  T = 7; S = tl.constexpr(
    8)
@triton.jit
def f(x, N: tl.constexpr):
  if N: tl.store(x, V + U + S)
""",
    "two functions of a name, one with @triton.jit": """
import torch
if torch.flag:
  def helper(x): return torch.abs(x)
else:
  @triton.jit
  def helper(x): return x
@triton.jit
def f(x): tl.store(x, helper(x))
""",
    "types of torch": """
import torch
V = tl.constexpr(torch.int32 == torch.float16)
@triton.jit
def f(x): tl.store(x, V)
""",
    "modules in packages, one of them as a value": """
from . import sub
import pkg.sub.more as more
LIBS = [sub.lib, more.deep]
@triton.jit
def f(x): tl.store(x, sub.more.deep.helper(len(LIBS)))
""",
    "what @triton.jit tells profilers": """
import torch
@triton.jit(launch_metadata=torch.name, noinline=True)
def f(x): pass
""",
    "what @triton.jit tells profilers, and an unknown argument of it": """
import torch
@triton.jit(launch_metadata=torch.name, debug=torch.flag)
def f(x): pass
""",
    "an unknown decorator that is made from @triton.jit": """
import torch
jit = torch.compile(triton.jit)
@jit
def f(x): pass
""",
    "a decorator that is made from nothing": """
import functools
jit = functools.partial()
@jit
def f(x): pass
""",
    "an unknown call in a list in a list": """
import torch
F = [torch.size(3)]
G = [F]
V = [G]
@triton.jit
def f(x): tl.store(x, V)
""",
    "an elif that is the first condition": """
import torch
if torch.a:
  pass
elif torch.b:
  A = tl.constexpr(1)
  B = tl.constexpr(2)
else:
  B = tl.constexpr(3)
@triton.jit
def f(x, N: tl.constexpr):
  if N: tl.store(x, A + B)
""",
    "a name of no module": """
from elsewhere import *
@triton.jit
def f(x): tl.store(x, helper(x))
""",
    "a decorator that is made from @triton.jit": """
def made(jit): return jit
jit = made(triton.jit)
@jit
def f(x): pass
""",
    "an environment variable whose name is computed": """
import os
NAME = "A" + "B"
V = tl.constexpr(os.getenv(NAME))
@triton.jit
def f(x): tl.store(x, V)
""",
    "handlers of exceptions": """
ERRORS = (ValueError, TypeError)
try:
  V = tl.constexpr(int("4"))
except ERRORS:
  V = tl.constexpr(2)
except:
  V = tl.constexpr(1)
@triton.jit
def f(x): tl.store(x, V)
""",
    "the same import of Triton in two places": """
import torch
if torch.cuda.is_available():
  from triton.language import math as m
else:
  from triton.language import math as m
@triton.jit
def f(x): tl.store(x, m.exp(x))
""",
    "different imports of Triton in two places": """
import torch
if torch.cuda.is_available():
  from triton.language import math as m
else:
  from triton.language.extra import libdevice as m
@triton.jit
def f(x): tl.store(x, m.exp(x))
""",
    "an unknown name of the symbol": """
import torch
@triton.jit(repr=torch.name, noinline=True)
def f(x): pass
""",
    "an unknown argument of @triton.jit": """
import torch
@triton.jit(do_not_specialize=torch.names)
def f(x): pass
""",
    "another unknown argument of @triton.jit": """
import torch
@triton.jit(version=torch.number)
def f(x): pass
""",
    "an unknown default of the kernel": """
import torch
M = 2
@triton.jit
def f(x, n=torch.size, m=M): pass
""",
    "an unknown default of a helper": """
import torch
@triton.jit
def helper(x, n=torch.size): return x
@triton.jit
def f(x): tl.store(x, helper(x))
""",
    "a name of the module that the kernel sets from itself": """
scale = tl.constexpr(2)
@triton.jit
def f(x):
  scale = scale * 2
  tl.store(x, scale)
""",
}

PACKAGE = {
    "pkg/__init__.py": "",
    "pkg/lib.py": LIB,
    "pkg/twice.py": "def constexpr(x): return x\nfrom triton.language import constexpr\n",
    "pkg/star.py": "from .twice import *\n",
    "pkg/sub/lib.py": LIB,
    "pkg/sub/more/__init__.py": "",
    "pkg/sub/more/deep.py": LIB,
    "pkg/latin.py": f"# coding: latin-1\n{LIB}",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_slice_of(name: str, sources: Sources, golden: Golden) -> None:
    imports = "import triton\nimport triton.language as tl"
    sources.write({**PACKAGE, "pkg/k.py": f"{imports}{PROGRAMS[name].rstrip()}"})
    answer = sources.inspect("pkg/k.py")
    if "error" in answer:
        error = answer["error"]
        golden.check(f"{error['line']}: {error['message']}\n{error['hint']}")
        return
    modules = [f"{each['path']}\n{each['text'].strip()}" for each in answer["code"]["modules"]]
    notes = [f"{each['line']}: {each['message']}" for each in answer["notes"]]
    golden.check("\n".join([*modules, *notes]))
