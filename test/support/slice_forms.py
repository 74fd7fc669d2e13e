"""Programs whose names are bound or changed in different ways, for compare_slices.py: (what, files, globals)."""

IMPORTS = "import triton\nimport triton.language as tl\n"


def jit(name, value):
    return f"@triton.jit\ndef {name}(x):\n    return x + {value}\n"


def lib(name, value):
    return IMPORTS + jit(name, value)


def const(value):
    return IMPORTS + f"V = tl.constexpr({value})\n"


def k(top, rest=None):
    return IMPORTS + top + "\n" + (CALLS if rest is None else rest)


def calling(name):
    return CALLS.replace("g(", f"{name}(")


def reading(value):
    return READS.replace("V", value)


CALLS = "@triton.jit\ndef f(x):\n    tl.store(x, g(1))\n"
READS = "@triton.jit\ndef f(x):\n    tl.store(x, V)\n"
A, B = lib("g", 1), lib("g", 2)
BOTH = {"a.py": A, "b.py": B}
TWO = lib("g", 1) + jit("h", 2)
CFG = "x = 2.0\ndef set(v):\n    global x\n    x = v\ndef get():\n    return x\n"
SWAP = jit("h", 2) + "def swap(fn):\n    return h\n"
FORMS = []


def form(what, files, answers=None):
    FORMS.append({"what": what, "files": files, "globals": answers or {}})


# Bindings and `import *`.
form("two stars", {**BOTH, "k.py": k("from a import *\nfrom b import *")})
form("explicit then star", {**BOTH, "k.py": k("from a import g\nfrom b import *")})
form("star then explicit", {**BOTH, "k.py": k("from a import *\nfrom b import g")})
form("def then star", {**BOTH, "k.py": k(jit("g", 9) + "from b import *")})
form("star then def", {**BOTH, "k.py": k("from b import *\n" + jit("g", 9))})
form("constant then star", {"b.py": const(2), "k.py": k("V = tl.constexpr(9)\nfrom b import *", READS)})
form("star after the kernel", {**BOTH, "k.py": k("from a import g", CALLS + "from b import *\n")})
form("two star constants", {"a.py": const(1), "b.py": const(2), "k.py": k("from a import *\nfrom b import *", READS)})
form("__all__ leaves out", {"a.py": A, "b.py": B + "__all__ = ['h']\nh = 1\n", "k.py": k("from a import *\nfrom b import *")})
form("__all__ computed", {"a.py": A, "b.py": B + "__all__ = [n for n in ('h',)]\nh = 1\n", "k.py": k("from a import *\nfrom b import *")})
form("__all__ computed, only", {"b.py": B + "__all__ = [n for n in ('g',)]\nh = 1\n", "k.py": k("from b import *")})
form("__all__ += and another's", {"a.py": A, "c.py": B + "__all__ = ['g']\n", "b.py": "import c\nfrom c import *\n__all__ = ['z']\nz = 1\n__all__ += c.__all__\n", "k.py": k("from a import *\nfrom b import *")})
form("__all__ append", {"a.py": A, "b.py": B + "__all__ = []\n__all__.append('g')\n", "k.py": k("from a import *\nfrom b import *")})
form("underscore", {"a.py": lib("_g", 1), "b.py": lib("_g", 2), "k.py": k("from a import _g\nfrom b import *", calling("_g"))})
form("chain of stars", {"a.py": A, "b.py": B, "c.py": "from b import *\n", "k.py": k("from a import *\nfrom c import *")})
form("chain explicit over star", {"a.py": A, "b.py": B, "c.py": "from b import *\nfrom a import g\n", "k.py": k("from c import *")})
form("in a package", {"p/__init__.py": "from .a import *\nfrom .b import *\n", "p/a.py": A, "p/b.py": B, "k.py": k("from p import g")})
form("in a package, explicit first", {"p/__init__.py": "from .a import g\nfrom .b import *\n", "p/a.py": A, "p/b.py": B, "k.py": k("from p import g")})
form("package module of the name", {"p/__init__.py": "from .a import *\n", "p/a.py": A, "p/g.py": B, "k.py": k("from p import g")})
form("star under if", {**BOTH, "k.py": k("N = 1\nfrom a import *\nif N > 0:\n    from b import *")})
form("star under a false if", {**BOTH, "k.py": k("N = 1\nfrom a import *\nif N > 3:\n    from b import *")})
form("stars under if and else", {**BOTH, "k.py": k("N = 1\nif N > 3:\n    from b import *\nelse:\n    from a import *")})
form("star under try", {**BOTH, "k.py": k("from a import g\ntry:\n    from b import *\nexcept ImportError:\n    pass")})
form("star under a try that fails", {**BOTH, "k.py": k("from a import g\ntry:\n    from missing.b import *\nexcept ImportError:\n    pass")})
form("read between", {"a.py": "def h():\n    return 1\n", "b.py": "def h():\n    return 2\n", "k.py": k("from a import *\nV = tl.constexpr(h())\nfrom b import *", READS)})
form("read between, in a function", {"a.py": "def h():\n    return 1\n", "b.py": "def h():\n    return 2\n", "k.py": k("from a import *\ndef z():\n    return h()\nV = tl.constexpr(z())\ndef h():\n    return 2", READS)})
form("circle of stars", {"a.py": "from b import *\n" + A, "b.py": "from a import *\n" + B, "k.py": k("from b import *")})
form("triton name then star", {"b.py": lib("exp", 2), "k.py": k("from triton.language import exp\nfrom b import *", calling("exp"))})
form("triton name then def", {"k.py": k("from triton.language import exp\n" + jit("exp", 3), calling("exp"))})
form("triton star then def", {"k.py": k("from triton.language import *\n" + jit("exp", 3), calling("exp"))})
form("def then triton star", {"k.py": k(jit("exp", 3) + "from triton.language import *", calling("exp"))})
form("star then triton star", {"b.py": lib("exp", 2), "k.py": k("from b import *\nfrom triton.language import *", calling("exp"))})
form("builtin from triton star", {"k.py": k("from triton.language import *", calling("max"))})
form("if: triton or own", {"b.py": lib("exp", 2), "k.py": k("FAST = False\nif FAST:\n    from triton.language import exp\nelse:\n    from b import exp", calling("exp"))})
form("import p.f shadows", {"p/__init__.py": A, "p/g.py": B, "k.py": k("import p.g\nimport p", calling("p.g"))})
form("import p.f elsewhere shadows", {"p/__init__.py": A, "p/g.py": B, "q.py": "import p.g\n", "k.py": k("import q\nfrom p import g")})
form("from .g import g", {"p/__init__.py": "from .g import g\n", "p/g.py": B, "k.py": k("import p.g\nimport p", calling("p.g"))})
form("from .impl import g, which imports it", {"p/__init__.py": "from .impl import g\n", "p/impl.py": "from .g import g\n", "p/g.py": B, "k.py": k("import p.g\nimport p", calling("p.g"))})
form("from . import module", {"p/__init__.py": "from . import g\n", "p/g.py": lib("h", 2), "k.py": k("import p", calling("p.g.h"))})
form("star of a package's module in __all__", {"p/__init__.py": "__all__ = ['m']\n", "p/m.py": B, "k.py": k("from p import *", calling("m.g"))})
# Changes in the same file.
form("setattr of a module", {"h.py": TWO, "k.py": k("import h\nsetattr(h, 'g', h.h)", calling("h.g"))})
form("setattr of a module, name computed", {"h.py": TWO, "k.py": k("import h\nfor n in ('g',):\n    setattr(h, n, h.h)", calling("h.g"))})
form("setattr of sys.modules", {"k.py": k(jit("g", 1) + jit("h", 2) + "import sys\nsetattr(sys.modules[__name__], 'g', h)")})
form("setattr of a class", {"k.py": k("class C:\n    v = 2\nsetattr(C, 'v', 3)\nV = tl.constexpr(C.v)", READS)})
form("globals item", {"k.py": k(jit("g", 1) + jit("h", 2) + "globals()['g'] = h")})
form("globals item before def", {"k.py": k(jit("h", 2) + "globals()['g'] = h\n" + jit("g", 1))})
form("globals only", {"k.py": k(jit("h", 2) + "globals()['g'] = h")})
form("globals item computed", {"k.py": k(jit("g", 1) + jit("h", 2) + "N = 'g'\nglobals()[N] = h")})
form("globals item of another name", {"k.py": k(jit("g", 1) + jit("h", 2) + "for i in (1, 2):\n    globals()[f'k_{i}'] = h")})
form("globals update", {"k.py": k(jit("g", 1) + jit("h", 2) + "globals().update(g=h)")})
form("globals update dict", {"k.py": k("V = tl.constexpr(2)\nglobals().update({'V': tl.constexpr(3)})", READS)})
form("globals update of a module", {"h.py": B, "k.py": k(jit("g", 1) + "import h\nglobals().update(vars(h))")})
form("globals in a function", {"k.py": k("V = tl.constexpr(2)\ndef i():\n    globals()['V'] = tl.constexpr(3)\ni()", READS)})
form("exec", {"k.py": k("V = tl.constexpr(2)\nexec('V = tl.constexpr(3)')", READS)})
form("exec of another name", {"k.py": k("V = tl.constexpr(2)\nexec('W = 3')", READS)})
form("exec before", {"k.py": k("exec('V = tl.constexpr(3)')\nV = tl.constexpr(2)", READS)})
form("exec in a dict", {"k.py": k("V = tl.constexpr(2)\nspace = {}\nexec('V = 3', space)", READS)})
form("exec computed", {"k.py": k("V = tl.constexpr(2)\ntext = 'V = tl.constexpr(3)'\nexec(text)", READS)})
form("vars of a module", {"h.py": TWO, "k.py": k("import h\nvars(h)['g'] = h.h", calling("h.g"))})
form("__dict__ of a module", {"h.py": TWO, "k.py": k("import h\nh.__dict__['g'] = h.h", calling("h.g"))})
form("__dict__ update", {"h.py": TWO, "k.py": k("import h\nh.__dict__.update(g=h.h)", calling("h.g"))})
form("sys.modules of a module", {"h.py": TWO, "b.py": B, "k.py": k("import sys, b\nsys.modules['h'] = b\nimport h", calling("h.g"))})
form("sys.modules attribute", {"h.py": TWO, "k.py": k("import sys, h\nsys.modules['h'].g = h.h", calling("h.g"))})
form("exec in __init__", {"p/__init__.py": "from .a import g\nexec('from .b import g')\n", "p/a.py": A, "p/b.py": B, "k.py": k("from p import g")})
form("setter of a module", {"cfg.py": CFG, "k.py": k("import cfg\ncfg.set(3.0)\nV = tl.constexpr(cfg.get())", READS)})
form("setter of a module by name", {"cfg.py": CFG, "k.py": k("from cfg import set, get\nset(3.0)\nV = tl.constexpr(get())", READS)})
form("setter of an object", {"cfg.py": "class C:\n    x = 2.0\n    def set(self, v):\n        self.x = v\ncfg = C()\n", "k.py": k("from cfg import cfg\ncfg.set(3.0)\nV = tl.constexpr(cfg.x)", READS)})
form("function that sets an item", {"k.py": k("T = {'a': 2.0}\ndef reg():\n    T['a'] = 3.0\nreg()\nV = tl.constexpr(T['a'])", READS)})
form("function that appends", {"k.py": k("T = [2]\ndef reg(v):\n    T.append(v)\nreg(3)\nV = tl.constexpr(len(T))", READS)})
form("function that calls one that sets", {"k.py": k("T = {'a': 2.0}\ndef reg():\n    T['a'] = 3.0\ndef all():\n    reg()\nall()\nV = tl.constexpr(T['a'])", READS)})
form("registering decorator", {"k.py": k("T = {}\ndef reg(fn):\n    T[fn.__name__] = 1\n    return fn\n@reg\ndef one():\n    pass\nV = tl.constexpr(len(T))", READS)})
form("assigned call that sets", {"k.py": k("T = {'a': 2.0}\ndef reg():\n    T['a'] = 3.0\n    return 1\n_ = reg()\nV = tl.constexpr(T['a'])", READS)})
# Changes in other files.
form("other file: attribute of a module", {"h.py": const(2), "o.py": IMPORTS + "import h\nh.V = tl.constexpr(3)\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file: function of a module", {"h.py": TWO, "o.py": "import h\nh.g = h.h\n", "k.py": k("import o\nfrom h import g")})
form("other file: attribute of a class", {"h.py": "class C:\n    v = 2\n", "o.py": "from h import C\nC.v = 3\n", "k.py": k("from h import C\nimport o\nV = tl.constexpr(C.v)", READS)})
form("other file: item", {"h.py": "R = {'v': 2}\n", "o.py": "from h import R\nR['v'] = 3\n", "k.py": k("from h import R\nimport o\nV = tl.constexpr(R['v'])", READS)})
form("other file: update", {"h.py": "R = {'v': 2}\n", "o.py": "import h\nh.R.update(v=3)\n", "k.py": k("from h import R\nimport o\nV = tl.constexpr(R['v'])", READS)})
form("other file: registering decorator", {"h.py": "R = {}\ndef reg(fn):\n    R[fn.__name__] = 1\n    return fn\n", "o.py": "from h import reg\n@reg\ndef one():\n    pass\n", "k.py": k("from h import R\nimport o\nV = tl.constexpr(len(R))", READS)})
form("other file: decorator with a name", {"h.py": "R = {}\ndef reg(name):\n    def add(fn):\n        R[name] = 1\n        return fn\n    return add\n", "o.py": "import h\n@h.reg('one')\ndef one():\n    pass\n", "k.py": k("from h import R\nimport o\nV = tl.constexpr(len(R))", READS)})
form("other file: function there", {"h.py": const(2), "o.py": IMPORTS + "import h\ndef patch():\n    h.V = tl.constexpr(3)\npatch()\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file: function in a third", {"h.py": const(2), "q.py": IMPORTS + "import h\ndef patch():\n    h.V = tl.constexpr(3)\n", "o.py": "from q import patch\npatch()\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file: function not called", {"h.py": const(2), "o.py": IMPORTS + "import h\ndef patch():\n    h.V = tl.constexpr(3)\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file: main only", {"h.py": const(2), "o.py": IMPORTS + "import h\nif __name__ == '__main__':\n    h.V = tl.constexpr(3)\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file: another value", {"h.py": const(2) + "W = 1\n", "o.py": IMPORTS + "import h\nh.W = tl.constexpr(3)\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file: another module", {"h.py": const(2), "i.py": const(2), "o.py": IMPORTS + "import i\ni.V = tl.constexpr(3)\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file not imported", {"h.py": const(2), "o.py": IMPORTS + "import h\nh.V = tl.constexpr(3)\n", "k.py": k("import h", reading("h.V"))})
form("other file: in a circle", {"o.py": IMPORTS + "import k\nk.V = tl.constexpr(3)\n", "k.py": k("V = tl.constexpr(2)\nimport o", READS)})
form("other file: setattr", {"h.py": const(2), "o.py": IMPORTS + "import h\nsetattr(h, 'V', tl.constexpr(3))\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file: the package's", {"p/__init__.py": IMPORTS + "from . import h\nh.V = tl.constexpr(3)\n", "p/h.py": const(2), "k.py": k("from p.h import V", READS)})
form("other file: setter", {"cfg.py": CFG, "o.py": "import cfg\ncfg.set(3.0)\n", "k.py": k("import cfg\nimport o\nV = tl.constexpr(cfg.get())", READS)})
form("other file: answered", {"h.py": const(2), "o.py": IMPORTS + "import h\nh.V = tl.constexpr(3)\n", "k.py": k("import h\nimport o", reading("h.V"))}, {"V": ["int", "3"]})
form("attribute assigned after the kernel", {"h.py": TWO, "k.py": k("import h", calling("h.g") + "h.g = h.h\n")})
form("other file: tuple", {"h.py": const(2), "o.py": IMPORTS + "import h\nh.V, h.W = tl.constexpr(3), 2\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("other file: alias", {"h.py": "R = {'v': 2}\n", "o.py": "import h\nother = h.R\nother['v'] = 3\n", "k.py": k("from h import R\nimport o\nV = tl.constexpr(R['v'])", READS)})
form("other file: passed to a function", {"h.py": "R = {'v': 2}\n", "o.py": "import h\ndef fill(r):\n    r['v'] = 3\nfill(h.R)\n", "k.py": k("from h import R\nimport o\nV = tl.constexpr(R['v'])", READS)})
form("other file: printed", {"h.py": "R = {'v': 2}\n", "o.py": "import h\nprint(h.R, end='', file=open('/dev/null', 'w'))\n", "k.py": k("from h import R\nimport o\nV = tl.constexpr(R['v'])", READS)})
form("other file: triton.language", {"o.py": "import triton.language as tl\nOLD = tl.cdiv\ntl.cdiv_new = OLD\n", "k.py": k("import o", calling("tl.cdiv"))})
# Decorators.
form("swap", {"k.py": k(SWAP + "@swap\n" + jit("g", 1))})
form("swap from elsewhere", {"w.py": IMPORTS + SWAP, "k.py": k("from w import swap\n@swap\n" + jit("g", 1))})
form("own jit", {"k.py": k(SWAP + "def my_jit(fn):\n    return h\n@my_jit\ndef g(x):\n    return x + 1\n")})
form("own honest jit", {"k.py": k("def my_jit(fn):\n    return triton.jit(fn)\n@my_jit\ndef g(x):\n    return x + 1\n")})
form("swap of torch", {"k.py": k("import torch\ndef swap(fn):\n    return torch.compile(fn)\n@swap\n" + jit("g", 1))})
form("unknown package", {"k.py": k("import torch\n@torch.compile\n" + jit("g", 1))})
form("same function", {"k.py": k("def keep(fn):\n    return fn\n@keep\n" + jit("g", 1))})
# Both.
form("with", {"k.py": k("V = tl.constexpr(2)\nimport contextlib\nwith contextlib.suppress(ValueError):\n    V = tl.constexpr(3)", READS)})
form("for", {"k.py": k("V = tl.constexpr(2)\nfor V in (tl.constexpr(3),):\n    pass", READS)})
form("walrus in star", {"b.py": IMPORTS + "if (V := tl.constexpr(3)):\n    pass\n", "k.py": k("V = tl.constexpr(2)\nfrom b import *", READS)})
form("f = wrap(f) after star", {"b.py": lib("g", 2) + jit("h", 3) + "def wrap(x):\n    return h\n", "k.py": k("from b import *\ng = wrap(g)")})
form("del then star", {"a.py": A, "b.py": B, "k.py": k("from a import *\ndel g\nfrom b import *")})
form("tuple target over star", {"a.py": const(1), "k.py": k("from a import *\nV, W = tl.constexpr(7), 1", READS)})
form("ann without value after star", {"a.py": const(1), "k.py": k("from a import *\nV: int", READS)})
form("aug after star", {"a.py": "V = 1\n", "k.py": k("from a import *\nV += 4\nW = tl.constexpr(V)", reading("W"))})
form("star in function package", {"p/__init__.py": "from .a import *\n", "p/a.py": "from .sub import *\n" + jit("zz", 1).replace("@triton.jit\n", ""), "p/sub/__init__.py": "from .x import *\nfrom .y import *\n", "p/sub/x.py": A, "p/sub/y.py": B, "k.py": k("from p import *")})
form("try both stars", {"a.py": A, "b.py": B, "k.py": k("try:\n    from a import *\nexcept ImportError:\n    from b import *")})
form("try missing star else", {"b.py": B, "k.py": k("try:\n    from a import *\nexcept ImportError:\n    from b import *")})
form("underscore in all", {"a.py": lib("_g", 1), "b.py": lib("_g", 2) + "__all__ = ['_g']\n", "k.py": k("from a import _g\nfrom b import *", calling("_g"))})
form("all tuple", {"a.py": A, "b.py": B + "__all__ = ('x',) + ('g',)\nx=1\n", "k.py": k("from a import *\nfrom b import *")})
form("class attr by function", {"k.py": k("class C:\n    v = 2\ndef s():\n    C.v = 3\ns()\nV = tl.constexpr(C.v)", READS)})
form("class method", {"k.py": k("class C:\n    v = 2\n    @classmethod\n    def s(cls, v):\n        cls.v = v\nC.s(3)\nV = tl.constexpr(C.v)", READS)})
form("class method elsewhere", {"h.py": "class C:\n    v = 2\n    @classmethod\n    def s(cls, v):\n        cls.v = v\n", "o.py": "from h import C\nC.s(3)\n", "k.py": k("from h import C\nimport o\nV = tl.constexpr(C.v)", READS)})
form("with in other", {"h.py": const(2), "o.py": IMPORTS + "import h\nfor i in (3,):\n    h.V = tl.constexpr(i)\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("aug in other", {"h.py": "W = 2\n", "o.py": "import h\nh.W += 1\n", "k.py": k("import h\nimport o\nV = tl.constexpr(h.W)", READS)})
form("multi-line other", {"h.py": "R = {}\n", "o.py": "import h\nh.R.update(\n    {\n        'a': 3,\n    }\n)\n", "k.py": k("from h import R\nimport o\nV = tl.constexpr(len(R))", READS)})
form("one-line if", {"h.py": const(2), "o.py": IMPORTS + "import h\nif True: h.V = tl.constexpr(3)\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("inner import in function", {"h.py": const(2), "o.py": IMPORTS + "def p():\n    import h\n    h.V = tl.constexpr(3)\np()\n", "k.py": k("import h\nimport o", reading("h.V"))})
form("lambda", {"k.py": k("T = [2]\nreg = lambda: T.append(3)\nreg()\nV = tl.constexpr(len(T))", READS)})
form("partial", {"k.py": k("import functools\nT = [2]\ndef a(t, v):\n    t.append(v)\nreg = functools.partial(a, T)\nreg(3)\nV = tl.constexpr(len(T))", READS)})
form("init of class", {"k.py": k("class C:\n    n = 0\n    def __init__(self):\n        C.n += 1\nC()\nV = tl.constexpr(C.n)", READS)})
form("init of class elsewhere", {"h.py": "class C:\n    n = 0\n    def __init__(self):\n        C.n += 1\n", "o.py": "import h\nx = h.C()\n", "k.py": k("import h\nimport o\nV = tl.constexpr(h.C.n)", READS)})
form("instance from elsewhere method", {"h.py": "class C:\n    def __init__(self):\n        self.v = 2\n    def set(self, v):\n        self.v = v\n    def get(self):\n        return self.v\nc = C()\n", "o.py": "from h import c\nc.set(3)\n", "k.py": k("from h import c\nimport o\nV = tl.constexpr(c.get())", READS)})
form("getter elsewhere", {"h.py": "class C:\n    def __init__(self):\n        self.v = 2\n    def get(self):\n        return self.v\nc = C()\n", "o.py": "from h import c\nx = c.get()\nprint\nc.get()\n", "k.py": k("from h import c\nimport o\nV = tl.constexpr(c.get())", READS)})
form("other module replaces function in pkg", {"p/__init__.py": "from .impl import g\n", "p/impl.py": A, "o.py": B + "import p\np.g = g\n", "k.py": k("import o\nfrom p import g")})
form("function in other swaps helper jit", {"h.py": TWO, "k.py": k("import h\ndef patch():\n    h.g = h.h\npatch()", calling("h.g"))})
form("mock of k from pkg", {"p/__init__.py": "from . import conf\nconf.set()\n", "p/conf.py": "V = 2\ndef set():\n    global V\n    V = 3\n", "k.py": k("from p.conf import V as W\nV = tl.constexpr(W)", READS)})
form("swap class decorator", {"k.py": k(jit("h", 2) + "class swap:\n    def __new__(cls, fn):\n        return h\n@swap\n" + jit("g", 1))})
form("own jit with args", {"k.py": k(SWAP + "def my_jit(n):\n    return swap\n@my_jit(3)\ndef g(x):\n    return x + 1\n")})
form("entry reassigned", {"k.py": k(jit("g", 1) + jit("h", 2), CALLS + "f = h\n")})
form("entry decorator changes module", {"k.py": k(jit("g", 1) + jit("h", 2) + "def deco(fn):\n    global g\n    g = h\n    return fn", '@deco\n' + CALLS)})
form("sys.modules name setattr in other", {"h.py": TWO + "import sys\nsetattr(sys.modules[__name__], 'g', h)\n", "k.py": k("from h import g")})
form("monkey in try", {"h.py": TWO, "o.py": "import h\ntry:\n    h.g = h.h\nexcept Exception:\n    pass\n", "k.py": k("import o\nfrom h import g")})
form("loop of setattr", {"h.py": TWO, "o.py": "import h\nfor n, v in {'g': h.h}.items():\n    setattr(h, n, v)\n", "k.py": k("import o\nfrom h import g")})
form("from import alias module change", {"p/__init__.py": "", "p/h.py": TWO, "o.py": "from p import h as hh\nhh.g = hh.h\n", "k.py": k("import o\nfrom p.h import g")})
form("import a.b change", {"p/__init__.py": "", "p/h.py": TWO, "o.py": "import p.h\np.h.g = p.h.h\n", "k.py": k("import o\nfrom p.h import g")})
form("list +=", {"h.py": "L = [1]\n", "o.py": "from h import L\nL += [2]\n", "k.py": k("import o\nfrom h import L\nV = tl.constexpr(len(L))", READS)})
form("del item", {"h.py": "L = [1, 2]\n", "o.py": "from h import L\ndel L[0]\n", "k.py": k("import o\nfrom h import L\nV = tl.constexpr(len(L))", READS)})
form("list add method", {"h.py": "L = set()\n", "o.py": "from h import L\nL.add(2)\n", "k.py": k("import o\nfrom h import L\nV = tl.constexpr(len(L))", READS)})
form("assigned pop", {"h.py": "L = [1, 2]\n", "o.py": "from h import L\nx = L.pop()\n", "k.py": k("import o\nfrom h import L\nV = tl.constexpr(len(L))", READS)})
form("insert assigned to _", {"h.py": "L = [1, 2]\n", "o.py": "from h import L\n_ = L.insert(0, 3)\n", "k.py": k("import o\nfrom h import L\nV = tl.constexpr(len(L))", READS)})
form("patched in function of kernel package init", {"p/__init__.py": "from .o import patch\npatch()\n", "p/o.py": IMPORTS + "from . import h\ndef patch():\n    h.V = tl.constexpr(3)\n", "p/h.py": const(2), "k.py": k("from p.h import V", READS)})
form("other file: not Python", {"h.py": const(2), "o.py": "try:\n    from q import patch\n    import h\n    patch(h.V)\nexcept SyntaxError:\n    pass\n", "q.py": "def patch(V:\n", "k.py": k("import h\nimport o", reading("h.V"))})

form("a try whose function may not import", {"h.py": "def get():\n    import missing\n    return 2\n", "k.py": k("import h\ntry:\n    import triton\n    V = tl.constexpr(h.get())\nexcept ImportError:\n    V = tl.constexpr(3)", READS)})
form("a try that imports Triton", {"k.py": k("try:\n    import triton\n    HAVE = True\n    W = abs(-1)\nexcept ImportError:\n    HAVE = False\nV = tl.constexpr(1 if HAVE else 2)", READS)})
