"""Answers requests: compiles a variant, finds its hints, describes a kernel function, or computes its configs."""

import base64
import dataclasses
import itertools
import os
import shutil
import warnings
import zlib
from typing import Any

import triton
import triton.compiler.compiler as triton_compiler
from aot_compiled.miscompilations import TABLE, Place
from aot_sources.constants import from_wire
from aot_wire.check import parse
from aot_wire.messages import (
    OPTIONS,
    Compiled,
    CompiledKernel,
    CompileJob,
    CompileSettings,
    ConfigsComputed,
    DescribeJob,
    Envelope,
    HintChoice,
    HintJob,
    KernelSource,
    Miscompilation,
    TensorMap,
    WireConstant,
)
from triton import knobs
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, make_backend
from triton.runtime.cache import FileCacheManager

from .closure_process import Answer, Service
from .device import gpu_target
from .failure import JobFailure, compile_failure
from .function_description import configs_as_data, describe
from .hints import HintFinder, arguments_of, find_hints
from .kernel_files import KernelFiles
from .line_tables import file_hashes, namer
from .pruning import NotPruned
from .reproducible_ptxas import fix_temporary_names
from .rounding import rounding_of
from .stages import Stages
from .vendor import VENDORS
from .warm_up import warm_up

# Triton 3.9 says once in each process that this default may change. It is the JIT's, so kernels are compiled with it.
warnings.filterwarnings("ignore", "TRITON_DEFAULT_FP_FUSION is unset")


class Compiler(Service):
    def __init__(self) -> None:
        self._files = KernelFiles()
        self._stages = Stages()
        self._is_warm = False
        number_cache_entries()
        knobs.cache.manager_class = PrivateFiles

    def prepare(self, request: Envelope) -> None:
        if request["kind"] in ("compile", "hints") and not self._is_warm:
            self._is_warm = True
            warm_up()

    def start(self) -> None:
        fix_temporary_names()

    def answer(self, kind: str, request: object) -> Answer:
        try:
            if kind == "configs":
                return self._configs(parse(DescribeJob, request))
            if kind == "describe":
                asked = parse(DescribeJob, request)
                decorated = self._files.decorated(asked["source"], gpu_target(asked["target"]))
                return {"ok": True, "function": describe(decorated, asked["source"]["file"])}
            if kind == "hints":
                choices = self._hints(parse(HintJob, request))
                # Some of the compiles may have failed.
                self._files.run_again()
                return {"ok": True, "choices": choices}
            return self._compiled(parse(CompileJob, request))
        except JobFailure as failure:
            return failure.as_answer()

    def _configs(self, job: DescribeJob) -> ConfigsComputed:
        """All configs and, of calls, those that are kept, or why it is not known which they are."""
        source, target = job["source"], gpu_target(job["target"])
        if source["kind"] != "slice":
            raise ValueError("configs are computed by slices")
        file = source["file"]
        found: ConfigsComputed = {"ok": True, "configs": configs_as_data(self._files.configs(source, target), file)}
        if "calls" not in job:
            return found
        try:
            return {**found, "kept": configs_as_data(self._files.pruned(source, target, job["calls"]), file)}
        except NotPruned as reason:
            return {**found, "reason": str(reason)}

    def _compiled(self, job: CompileJob) -> Compiled:
        target = gpu_target(job["target"])
        kernel = self._compile(self._files.function(job["source"], target), job, target)
        self._files.check_inputs(job["source"])
        return {"ok": True, "kernel": kernel}

    def _compile(self, function: Any, job: CompileJob, target: GPUTarget) -> CompiledKernel:
        signature = signature_of(job)
        check_parameters(function, signature, job["source"]["file"])
        check_options(target, job["options"])
        source = triton_source(function, signature, constants_of(job["constants"]), job["divisors"])
        try:
            with self._stages.lines(namer(job["source"]), "lineInfo" in job.get("settings", {})):
                kernel = triton.compile(source, target=target, options=job["options"])
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._files.run_again()
            self._files.check()
            raise compile_failure(error, self._files.owned) from error
        finally:
            shutil.rmtree(os.environ["TRITON_CACHE_DIR"], ignore_errors=True)
        self._files.check()
        found = self._stages.take_miscompilations()
        ptx, located = self._stages.take_ptx(), self._stages.take_located_ptx()
        arguments = arguments_of({name: signature[name] for name in function.arg_names})
        described = describe_kernel(kernel, target)
        described["rounding"] = rounding_of(self._stages.take_ir(), arguments)
        described["miscompilations"] = [describe_miscompilation(place, job["source"]) for place in found]
        if not VENDORS[target.backend].has_ptx:
            return described
        packed = zlib.compress((file_hashes(job["source"]) + located).encode(), 9)
        described["packedPtx"] = base64.b64encode(packed).decode("ascii")
        if job.get("ptx"):
            described["ptx"] = ptx
        return described

    def _hints(self, job: HintJob) -> list[HintChoice]:
        """See find_hints. Uses the first of the targets that the kernel compiles for."""
        signature = signature_of(job)
        constants = {id(config): constants_of(config["constants"]) for config in job["configs"]}
        finder = None
        for wanted in job["targets"]:
            target = gpu_target(wanted)
            function = self._files.function(job["source"], target)
            check_parameters(function, signature, job["source"]["file"])

            def make_source(config: CompileSettings, hints: dict[str, int], function: Any = function) -> Any:
                ones = {name: 1 for name, value in hints.items() if value == 1}
                types = {**signature, **dict.fromkeys(ones, "constexpr")}
                divisors = {name: value for name, value in hints.items() if value != 1}
                return triton_source(function, types, {**constants[id(config)], **ones}, divisors)

            finder = HintFinder(make_source, target, function, signature, job)
            if finder.is_usable:
                break
        self._files.check()
        # Compiling the variants says why.
        return find_hints(finder, job) if finder is not None and finder.is_usable else []


def signature_of(job: CompileJob | HintJob) -> dict[str, str]:
    return dict(job["signature"])


def triton_source(
    function: Any, signature: dict[str, str], constants: dict[str, Any], divisors: dict[str, int]
) -> ASTSource:
    position = {name: index for index, name in enumerate(function.arg_names)}
    return source_class(function)(
        fn=function,
        signature={name: signature[name] for name in function.arg_names},
        constexprs={**defaults_of(function, signature), **constants},
        attrs={(position[name],): [["tt.divisibility", divisor]] for name, divisor in divisors.items()},
    )


def number_cache_entries() -> None:
    """Replaces Triton's cache keys with numbers, which saves 0.7 s for the first kernel of each worker.

    Triton's key hashes all of libtriton and the output of `ptxas --version`. It only names a folder in the cache,
    which is private here and emptied after each kernel. Without this function, Triton only starts more slowly.
    """
    if hasattr(triton_compiler, "get_cache_key"):
        numbers = itertools.count()
        triton_compiler.get_cache_key = lambda *args, **kwargs: f"entry {next(numbers)}"


class PrivateFiles(FileCacheManager):
    """Writes the files of Triton's cache at once. Triton writes each to a new folder and renames it, for the sake
    of other processes that would read it: here there are none. This saves about 2 ms."""

    def put(self, data: Any, filename: str, binary: bool = True) -> str:
        path = self._make_path(filename)
        with open(path, "wb" if isinstance(data, bytes) else "w") as file:
            file.write(data if isinstance(data, bytes) else str(data))
        return path

    def put_group(self, filename: str, group: Any) -> str:
        """Nothing looks for the entry again."""
        return ""


def source_class(function: Any) -> type[ASTSource]:
    if not function.is_gluon():
        return ASTSource
    from triton.experimental.gluon._runtime import GluonASTSource

    return GluonASTSource


def check_parameters(function: Any, signature: dict[str, str], file: str) -> None:
    missing = [name for name in function.arg_names if name not in signature]
    extra = [name for name in signature if name not in function.arg_names]
    problems = []
    if missing:
        problems.append(f"missing: {', '.join(missing)}")
    if extra:
        problems.append(f"unknown: {', '.join(extra)}")
    if problems:
        expected = f"the parameters of {function.__name__} are {', '.join(function.arg_names)}"
        raise JobFailure("parameters", f"{expected}; {'; '.join(problems)}", file)


def constants_of(constants: dict[str, WireConstant]) -> dict[str, Any]:
    try:
        return {name: from_wire(wire) for name, wire in constants.items()}
    except AttributeError as error:
        raise JobFailure("parameters", f"unknown constant `tl.{error.name}`: {error}") from error


def defaults_of(function: Any, signature: dict[str, str]) -> dict[str, Any]:
    """Returns the defaults of constexpr parameters, also those that no manifest can give, such as layouts."""
    return {
        each.name: each.default for each in function.params if each.has_default and signature[each.name] == "constexpr"
    }


def check_options(target: GPUTarget, options: dict[str, Any]) -> None:
    """Rejects unknown options, which Triton ignores silently."""
    backend = make_backend(target)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            kind = type(backend.parse_options({}))
            known = OPTIONS & {field.name for field in dataclasses.fields(kind)}
            unknown = [name for name in options if name not in known]
            if not unknown:
                backend.parse_options(dict(options))
    except Exception as error:
        raise JobFailure("options", str(error) or type(error).__name__) from error
    if unknown:
        available = f"available options: {', '.join(sorted(known))}"
        raise JobFailure("options", f"Triton {triton.__version__} has no option {', '.join(unknown)}; {available}")


def describe_kernel(kernel: Any, target: GPUTarget) -> CompiledKernel:
    """All but what the stages tell: types to which values are rounded, places of miscompilations, the PTX."""
    metadata = kernel.metadata

    def field(name: str, default: Any) -> Any:
        value = getattr(metadata, name, None)
        return default if value is None else value

    vendor = VENDORS[target.backend]
    return {
        "cubin": base64.b64encode(kernel.asm[vendor.code]).decode("ascii"),
        "name": metadata.name,
        "ptxas": vendor.ptxas_version(target.arch),
        "shared": metadata.shared,
        "tensorMemory": field("tmem_size", 0),
        # With warp specialisation, Triton sets this to the total.
        "numWarps": metadata.num_warps,
        "numCtas": field("num_ctas", 1),
        "globalScratch": {"size": field("global_scratch_size", 0), "align": field("global_scratch_align", 1)},
        "profileScratch": {"size": field("profile_scratch_size", 0), "align": field("profile_scratch_align", 1)},
        "launchPdl": bool(field("launch_pdl", False)),
        "launchCooperativeGrid": bool(field("launch_cooperative_grid", False)),
        "tensorMaps": [describe_tensor_map(entry) for entry in field("tensordesc_meta", None) or []],
        "rounding": {},
        "miscompilations": [],
    }


def describe_miscompilation(place: Place, source: KernelSource) -> Miscompilation:
    """Adds the hash of the file: the same code can be at another line later."""
    entry, path = TABLE[place.issue], place.file
    modules = source["modules"] if source["kind"] == "slice" else []
    hashes = {part["path"]: part["fileSha256"] for part in modules}
    return {
        "issue": place.issue,
        "message": entry.message,
        "right": entry.right,
        "file": path,
        "line": place.line,
        "sha256": hashes.get(path),
    }


# Triton uses the device's numbers of data types. The driver's numbers of these are different.
HOST_DATA_TYPES = {8: 10, 9: 8, 10: 9}


def describe_tensor_map(entry: dict[str, Any]) -> TensorMap:
    described: TensorMap = {
        "dataType": HOST_DATA_TYPES.get(entry["elem_type"], entry["elem_type"]),
        "swizzle": entry["swizzle"],
        "elementSize": entry["elem_size"],
        "box": list(entry["block_size"]),
    }
    modes = [mode for mode, key in (("im2col", "is_im2col"), ("fp4 padding", "fp4_padded")) if entry.get(key)]
    if modes:
        described["mode"] = ", ".join(modes)
    return described
