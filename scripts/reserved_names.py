"""Writes the names that packages and kernels cannot have: src/manifest/terms/reserved-names.txt.

usage: PYTHON scripts/reserved_names.py

PYTHON has the newest Triton, whose wheel has the headers of CUDA and HIP. Needs Debian, for its lists of the files of
glibc and GCC, and gcc, g++, clang, clang++ and cmake.

The compilers decide: each header is included, and each identifier in it is declared as a function. A name that this
fails for is in the list, so names in C++'s `std` and tags of structs in C are not.
"""

import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile

OUT = pathlib.Path(__file__).parent.parent / "src/manifest/terms/reserved-names.txt"

# Sources: C23 (N3220), 6.4.1 with the spellings of C11; C++23 (N4950), [lex.key] and [lex.digraph]; contract_assert of
# C++26; asm and typeof of GNU C before C23.
KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await
    co_return co_yield compl concept const const_cast consteval constexpr constinit continue contract_assert decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch
    template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using virtual
    void volatile wchar_t while xor xor_eq""".split()

# Functions and macros that C23 and POSIX.1-2024 add, and those of glibc 2.37 to 2.42, for systems newer than this one.
# Sources: N3220, 7.12, 7.18 and 7.20; POSIX.1-2024, "Change History"; NEWS of glibc.
NEWER_MATH = """
    acospi asinpi atan2pi atanpi compoundn cospi exp10m1 exp2m1 log10p1 log2p1 logp1 pown powr rootn rsqrt sinpi
    tanpi""".split()
NEWER = """
    ckd_add ckd_mul ckd_sub free_aligned_sized free_sized memalignment memset_explicit unreachable
    posix_close posix_devctl sig2str str2sig strlcat strlcpy wcslcat wcslcpy getlocalename_l
    pidfd_getpid pidfd_spawn pidfd_spawnp sched_getattr sched_setattr mseal pthread_gettid_np""".split() + [
    f"stdc_{name}{suffix}"
    for name in """
        bit_ceil bit_floor bit_width count_ones count_zeros first_leading_one first_leading_zero first_trailing_one
        first_trailing_zero has_single_bit leading_ones leading_zeros trailing_ones trailing_zeros""".split()
    for suffix in ["", "_uc", "_us", "_ui", "_ul", "_ull"]
]

# Headers of glibc that describe devices, binary formats and debuggers, whose macros are most of all macros; and those
# that do not compile.
LEFT_OUT = re.compile(
    r"(?:bits|gnu|scsi|finclude|sys/platform)/.*|(?:elf|link|proc_service|syscall|thread_db|regexp|sys/(?:auxv|elf|pci|"
    r"procfs|soundcard|syscall|user|vm86))\.h"
)
# Headers of GCC for programs.
GCC_HEADERS = """
    float.h iso646.h limits.h omp.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdnoreturn.h""".split()
CUDA_HEADERS = "cuda.h cuda_runtime.h cuda_fp16.h cuda_bf16.h cuda_fp8.h cuComplex.h math_constants.h".split()
# A header of libcu++, which Triton does not have.
NV_TARGET = "#define NV_IF_TARGET(...)\n#define NV_IF_ELSE_TARGET(...)\n"

# Headers of the toolkits of NVIDIA and AMD that are not on this machine, and libraries of these and of PyTorch.
MORE_HEADERS = """
    cublas cublasLt cublasXt cublas_api cublas_v2 cudnn cufft cufftXt cufftw cufile curand curand_kernel cusolverDn
    cusolverMg cusolverSp cusolver_common cusparse cusparseLt cutensor fatbinary nccl npp nppcore nppdefs nvJitLink
    nvPTXCompiler nvToolsExt nvblas nvcuvid nvjpeg nvml nvrtc rccl""".split()
MORE_LIBRARIES = """
    MIOpen amdhip64 c10 c10_cuda c10_hip cublas cublasLt cuda cudart cudart_static cudadevrt cudnn cufft cufile cupti
    curand cusolver cusparse hipblas hipblaslt hiprtc hsa_runtime64 nccl nvJitLink nvToolsExt nvfatbin nvidia_ml
    nvptxcompiler_static nvrtc rccl rocblas torch torch_cpu torch_cuda torch_hip torch_python""".split()
# find_package sets variables of these names and _VERSION, _FOUND and so on, which CMake uses itself.
CMAKE_VARIABLES = "BUILD CMAKE CPACK CTEST FETCHCONTENT PACKAGE PROJECT".split()

IDENTIFIER = re.compile(r"\b[A-Za-z]\w*\b")
# Names, and headers in a folder: the header of a kernel is PACKAGE/KERNEL.h.
HAS_FORM = re.compile(r"[A-Za-z]\w*(?:/[A-Za-z]\w*)?")
# Names that c-names.ts refuses by their form.
BY_FORM = re.compile(r"\w*__\w*|(?:cu|cuda|hip)[A-Z]\w*|CU\w*")


def run(argv, text=""):
    return subprocess.run(argv, input=text, capture_output=True, text=True)


def output(*argv):
    result = run(argv)
    if result.returncode != 0:
        sys.exit(f"{' '.join(argv)}: {result.stderr}")
    return result.stdout


class Names:
    """The names found so far."""

    def __init__(self):
        self.macros = set()
        self.declared = set()

    def add_header(self, compiler, flags, header):
        """Adds the names of a header: its macros, and identifiers that cannot be declared as functions after it."""
        include = f"#include <{header}>\n"
        text = run([*compiler, *flags, "-E", "-P", "-"], include)
        if text.returncode != 0:
            sys.exit(f"{header}: {text.stderr}")
        defined = run([*compiler, *flags, "-E", "-dM", "-"], include).stdout
        macros = re.findall(r"^#define ([A-Za-z]\w*)(\(?)", defined, re.M)
        self.macros |= {name for name, bracket in macros if bracket == ""}
        self.declared |= {name for name, bracket in macros if bracket != ""}
        undefined = "".join(f"#undef {name}\n" for name, _ in sorted(macros))
        # Functions can hide tags of structs, but C++ names those in std without `struct`.
        self.declared |= set(re.findall(r"\busing ::([A-Za-z]\w*);", text.stdout))
        self.add_refused(compiler, flags, include + undefined, set(IDENTIFIER.findall(text.stdout)))

    def add_refused(self, compiler, flags, before, candidates, kinds="error"):
        """Adds the candidates whose declaration gives a message."""
        names = sorted(candidates - set(KEYWORDS))
        head = f"{before}\nstruct aot_probe;\n"
        lines = [f"struct aot_probe *{name}(struct aot_probe *);\n" for name in names]
        limit = "-ferror-limit=0" if "clang" in compiler[0] else "-fmax-errors=0"
        argv = [*compiler, *flags, limit, "-fsyntax-only", "-fno-diagnostics-show-caret", "-"]
        found = re.findall(rf"^<stdin>:(\d+):\d+: (?:{kinds}): ", run(argv, head + "".join(lines)).stderr, re.M)
        first = head.count("\n") + 1
        self.declared |= {names[int(line) - first] for line in found if 0 <= int(line) - first < len(names)}


def files_of(*packages):
    return [line for package in packages for line in output("dpkg", "-L", package).split("\n")]


def main():
    gcc = output("gcc", "-dumpversion").strip().split(".")[0]
    triton = pathlib.Path(importlib.util.find_spec("triton").origin).parent / "backends"
    cuda, hip = triton / "nvidia/include", triton / "amd/include"
    in_libc = [re.sub(r"^/usr/include/(?:[\w-]+-linux-gnu/)?", "", file) for file in files_of("libc6-dev") if file.endswith(".h")]

    names = Names()
    for header in [*sorted(set(in_libc)), *GCC_HEADERS]:
        if LEFT_OUT.fullmatch(header) is None:
            names.add_header(["gcc"], ["-x", "c", "-std=gnu17", "-D_GNU_SOURCE", "-w"], header)
    # C++ declares a few more names outside of std.
    cxx = ["-x", "c++", "-std=gnu++20", "-w"]
    for compiler in ["g++", "clang++"]:
        names.add_header([compiler], cxx, "bits/stdc++.h")
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "nv/target"
        target.parent.mkdir()
        target.write_text(NV_TARGET)
        for header in CUDA_HEADERS:
            names.add_header(["g++"], [*cxx, f"-I{cuda}", f"-I{folder}"], header)
    # As nvcc and hipcc see them: with the functions for the device, which C++ can overload.
    nvcc = ["-D__CUDACC__", "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=1"]
    names.add_header(["g++"], [*cxx, f"-I{cuda}", *nvcc], "cuda_runtime.h")
    names.add_header(["g++"], [*cxx, f"-I{hip}", "-D__HIP_PLATFORM_AMD__"], "hip/hip_runtime.h")
    hipcc = ["-x", "hip", "--cuda-host-only", "-nogpulib", "-nogpuinc", "-std=gnu++20", "-w"]
    names.add_header(["clang++"], [*hipcc, f"-I{hip}", "-D__HIP_PLATFORM_AMD__"], "hip/hip_runtime.h")
    # Functions that compilers know without a header: another type is a warning.
    program = pathlib.Path(output("gcc", "-print-prog-name=cc1").strip()).read_bytes()
    builtins = {each.decode() for each in re.findall(rb"\b__builtin_([a-z]\w*)\b", program)}
    for compiler in ["gcc", "clang"]:
        names.add_refused([compiler], ["-x", "c", "-std=gnu17", "-Wall"], "", builtins | names.declared, "error|warning")
    # What libc and libm export, but for symbols that only old programs find.
    libraries = [output("gcc", f"-print-file-name={file}").strip() for file in ["libc.so.6", "libm.so.6"]]
    exported = output("nm", "-D", "--defined-only", "--with-symbol-versions", *libraries)
    names.declared |= set(re.findall(r" ([A-Za-z]\w*)@@", exported))
    names.declared |= {*NEWER, *(name + suffix for name in NEWER_MATH for suffix in ["", "f", "l"])}

    system = files_of("libc6-dev", f"libgcc-{gcc}-dev", f"libstdc++-{gcc}-dev")
    roots = r"/usr/include/(?:c\+\+/\d+/|[\w-]+-linux-gnu/(?:c\+\+/\d+/)?)?|/usr/lib/gcc/[\w-]+/\d+/include/"
    headers = {re.sub(rf"^(?:{roots})", "", file) for file in system if re.match(roots, file)}
    headers |= {str(file.relative_to(root)) for root in [cuda, hip] for file in root.rglob("*.h")}
    headers = {file.removesuffix(".h") for file in headers if file.endswith(".h")}
    archives = {match[1] for file in system if (match := re.search(r"/lib(\w+)\.(?:so|a)$", file))}
    modules = set(re.findall(r"^Find(\w+)$", output("cmake", "--help-module-list"), re.M))

    def macro(file, name):
        return int(re.search(rf"#define {name} +(\d+)", file.read_text())[1])

    def version(program):
        return re.search(r"\d+\.[\d.]+\d", output(program, "--version").split("\n")[0].split(")")[-1])[0]

    number = macro(cuda / "cuda.h", "CUDA_VERSION")
    rocm = [macro(hip / "hip/hip_version.h", f"HIP_VERSION_{part}") for part in ["MAJOR", "MINOR"]]
    sources = {
        **{"glibc": version("ldd"), "GCC": version("gcc"), "clang": version("clang"), "CMake": version("cmake")},
        "CUDA": f"{number // 1000}.{number % 1000 // 10}",
        "HIP": f"{rocm[0]}.{rocm[1]}",
    }
    macros = names.macros - set(KEYWORDS)
    sections = {
        "keywords": KEYWORDS,
        "macros": macros,
        "declared": names.declared - macros - set(KEYWORDS),
        "headers": headers | set(MORE_HEADERS),
        "libraries": archives | set(MORE_LIBRARIES),
        "cmake": modules | set(CMAKE_VARIABLES),
    }
    lines = [f"# Written by scripts/reserved_names.py from {', '.join(map(' '.join, sources.items()))}. Do not edit."]
    for section, found in sections.items():
        kept = sorted(name for name in found if HAS_FORM.fullmatch(name) and BY_FORM.fullmatch(name) is None)
        lines += ["", f"[{section}]", *kept]
    OUT.write_text("\n".join(lines) + "\n")
    print(f"{OUT}: {', '.join(f'{len(found)} {section}' for section, found in sections.items())}")


if __name__ == "__main__":
    main()
