"""Launches of all kinds, as a program makes them on a GPU. `test_launches.py` runs these tests with an emulated H100."""

import gc
import threading
from typing import NamedTuple

import pytest
import torch
import torch.multiprocessing
import triton
import triton.language as tl
from triton import knobs

F32 = dict(dtype=torch.float32, device="cuda")


@triton.jit
def scale(x, factor, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, mask=at < n) * factor, mask=at < n)


class Pair(NamedTuple):
    source: torch.Tensor
    factor: float


@triton.jit
def scale_pair(out, pair, more, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(pair.source + at) * pair.factor + more[1][0])


def test_tuples():
    x, out = torch.arange(16, **F32), torch.zeros(16, **F32)
    scale_pair[(1,)](out, Pair(x, 3.0), (None, (5,)), 16)
    assert out.tolist() == [3 * each + 5 for each in range(16)]


def test_a_tuple_names_what_is_accessed():
    with pytest.raises(RuntimeError, match=r"element 8 of pair\.source, whose shape is"):
        scale_pair[(1,)](torch.zeros(16, **F32), Pair(torch.zeros(8, **F32), 3.0), (None, (5,)), 16)


@triton.jit
def convert(out, value, OTHER: tl.constexpr, dtype: tl.constexpr):
    if OTHER is None:
        tl.store(out, value.to(dtype))


@pytest.mark.parametrize("value", [7, -(2**40), 2**63 + 1, True, 2.5])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_scalars_and_types(value, dtype):
    out = torch.zeros(1, dtype=dtype, device="cuda")
    convert[(1,)](out, value, None, {torch.float32: tl.float32, torch.float64: tl.float64}[dtype])
    assert out.item() == torch.tensor(float(value), dtype=dtype).item()


def test_a_float_larger_than_fp32_is_infinite():
    out = torch.zeros(1, **F32)
    convert[(1,)](out, 1e300, None, tl.float32)
    assert out.item() == float("inf")


def test_what_is_no_pointer():
    class Wrong:
        dtype = torch.float32

        def data_ptr(self):
            return 2.5 if hasattr(self, "is_asked") else self.ask()

        def ask(self):
            self.is_asked = True
            return 16

    with pytest.raises(TypeError, match="data_ptr method of Pointer object must return 64-bit int"):
        scale[(1,)](Wrong(), 2.0, 16, 16)


def test_an_object_with_an_address_means_memory_of_the_program():
    x = torch.ones(16, **F32)

    class Address:
        dtype = torch.float32

        def data_ptr(self):
            return x.data_ptr()

    scale[(1,)](Address(), 2.0, 16, 16)
    assert x.tolist() == [2.0] * 16


@triton.jit
def sum_of(addresses, out, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), tl.float32)
    for index in range(count):
        row = tl.load(addresses + index).to(tl.pointer_type(tl.float32))
        total += tl.load(row + tl.arange(0, BLOCK))
    tl.store(out + tl.arange(0, BLOCK), total)


def test_tensors_of_pointers():
    rows = [torch.full((16,), float(index), **F32) for index in range(4)]
    addresses, out = torch.tensor([each.data_ptr() for each in rows], device="cuda"), torch.zeros(16, **F32)
    sum_of[(1,)](addresses, out, 4, 16)
    assert out.tolist() == [6.0] * 16


def test_pointers_to_freed_memory():
    rows = [torch.zeros(1 << 22, **F32) for _ in range(2)]
    addresses = torch.tensor([each.data_ptr() for each in rows], device="cuda")
    del rows
    gc.collect()
    with pytest.raises(RuntimeError, match="sum_of: reads 4 bytes at element"):
        sum_of[(1,)](addresses, torch.zeros(16, **F32), 2, 16)


def test_hooks(fresh_knobs):
    seen = []
    fresh_knobs.launch_enter_hook = lambda metadata: seen.append(("enter", metadata.get()["name"]))
    fresh_knobs.launch_exit_hook = lambda metadata: seen.append(("exit", metadata.get()["name"]))
    fresh_knobs.kernel_load_end_hook = lambda module, function, name, *_: seen.append((function > 0, name))

    @triton.jit
    def hooked(x):
        tl.store(x, 1)

    x = torch.zeros(1, **F32)
    hooked[(1,)](x)
    hooked[(0,)](x)
    names = [(each[0], each[1].rsplit(".", 1)[-1]) for each in seen]
    assert names == [(True, "hooked"), *2 * [("enter", "hooked"), ("exit", "hooked")]]


@pytest.fixture
def fresh_knobs():
    with knobs.runtime.scope():
        yield knobs.runtime


def test_what_a_compiled_kernel_has():
    kernel = scale.warmup(torch.float32, 2.0, 100, BLOCK=128, grid=(1,))
    assert kernel.asm["cubin"].startswith(b"\x7fELF")
    assert kernel.asm.get("cubin") == kernel.asm["cubin"]
    assert kernel.asm.get("amdgcn") is None
    assert {"ttir", "ttgir", "llir", "ptx", "cubin"} <= kernel.asm.keys()
    assert ".target sm_90a" in kernel.asm["ptx"]
    assert "EXIT" in kernel.asm["sass"]
    assert not hasattr(kernel, "n_regs")
    kernel[(1, 1, 1)](torch.ones(100, **F32), 2.0, 100, 128)
    assert 8 <= kernel.n_regs <= 64
    assert kernel.n_spills == 0
    assert (kernel.metadata.num_warps, kernel.metadata.target.arch) == (4, 90)
    assert triton.runtime.driver.active.utils.get_device_properties(0)["multiprocessor_count"] == 132


def test_grids():
    x = torch.ones(16, **F32)
    scale[(0,)](x, 2.0, 16, 16)
    scale[(2, 0, 2)](x, 2.0, 16, 16)
    assert x.tolist() == [1.0] * 16
    with pytest.raises(RuntimeError, match=r"Triton Error \[CUDA\]: invalid argument"):
        scale[(1, 1 << 16)](x, 2.0, 16, 16)


def test_threads():
    tensors = [torch.ones(256, **F32) for _ in range(4)]

    def run(x, factor):
        for _ in range(3):
            scale[(2,)](x, float(factor), 256, 128)

    threads = [threading.Thread(target=run, args=(x, factor)) for factor, x in enumerate(tensors)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [x[255].item() for x in tensors] == [0, 1, 8, 27]


def _double(x):
    scale[(1,)](x, 2.0, 16, 16)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_children(method):
    x = torch.ones(16, **F32).share_memory_()
    scale[(1,)](x, 3.0, 16, 16)
    context = torch.multiprocessing.get_context(method)
    child = context.Process(target=_double, args=(x,))
    child.start()
    child.join()
    assert child.exitcode == 0
    assert x.tolist() == [6.0] * 16


@triton.jit
def show(x, BLOCK: tl.constexpr):
    tl.device_print("value", tl.load(x + tl.arange(0, BLOCK)))


def test_printing(capfd):
    show[(2,)](torch.arange(128, dtype=torch.int32, device="cuda"), 128)
    lines = capfd.readouterr().out.splitlines()
    assert sorted(lines) == sorted(f"pid ({pid}, 0, 0) idx ({i:3}) value: {i}" for pid in range(2) for i in range(128))


@triton.jit(debug=True)
def positive(x, BLOCK: tl.constexpr):
    tl.device_assert(tl.load(x + tl.arange(0, BLOCK)) > 0, "must be positive")


def test_assertions():
    positive[(1,)](torch.ones(16, **F32), 16)
    with pytest.raises(RuntimeError, match=r"must be positive \(.*launching\.py:\d+\).*device-side assert triggered"):
        positive[(1,)](torch.zeros(16, **F32), 16)


def test_benchmarks():
    calls = []
    assert triton.testing.do_bench(lambda: calls.append(1)) > 0
    assert len(triton.testing.do_bench(lambda: calls.append(1), quantiles=[0.5, 0.2, 0.8])) == 3
    assert triton.testing.do_bench(lambda: calls.append(1), quantiles=[0.5]) > 0
    assert len(triton.testing.do_bench_cudagraph(lambda: calls.append(1), return_mode="all")) == 1
    assert triton.runtime.driver.active.get_benchmarker()(lambda: calls.append(1), quantiles=(0.5, 0.2))[1] > 0
    assert len(calls) == 5


def test_cooperative_launches():
    x = torch.ones(16, **F32)
    scale[(1,)](x, 2.0, 16, 16, launch_cooperative_grid=True)
    assert x.tolist() == [2.0] * 16
    with pytest.raises(RuntimeError, match="too many blocks in cooperative launch"):
        scale[(1 << 16,)](x, 2.0, 16, 16, launch_cooperative_grid=True)


def test_multiprocessors_are_those_of_the_gpu():
    @triton.jit
    def which(own, count):
        pid = tl.program_id(0)
        tl.store(own + pid, tl.inline_asm_elementwise("mov.u32 $0, %smid;", "=r", [], tl.int32, is_pure=True, pack=1))
        tl.store(
            count + pid, tl.inline_asm_elementwise("mov.u32 $0, %nsmid;", "=r", [], tl.int32, is_pure=True, pack=1)
        )

    own, count = (torch.zeros(134, device="cuda", dtype=torch.int32) for _ in range(2))
    which[(134,)](own, count)
    assert own.tolist() == [*range(132), 0, 1]
    assert set(count.tolist()) == {132}


def test_clusters_and_programmatic_launches():
    x = torch.ones(512, **F32)
    scale[(2,)](x, 2.0, 512, 256, num_ctas=2)
    torch.cuda.synchronize()  # scale does not wait for the kernel before it
    scale[(2,)](x, 2.0, 512, 256, launch_pdl=True)
    assert x.tolist() == [4.0] * 512
    assert triton.runtime.driver.active.utils.cuOccupancyMaxActiveClusters(1, 0, 4) > 0


def test_races_are_watched_wherever_buffers_are():
    @triton.jit
    def last(out, x, BLOCK: tl.constexpr):
        pid = tl.program_id(0)
        tl.store(out, tl.load(x + pid * BLOCK) + pid, mask=pid > 0)

    # The allocator has small tensors in the heap, and maps pages for large ones, far away.
    near, far = (torch.ones(count, dtype=torch.int32, device="cuda") for count in (1, 1 << 24))
    assert abs(near.data_ptr() - far.data_ptr()) > 1 << 36
    with pytest.raises(RuntimeError, match=r"last: writes element 0 of out .*nothing orders the two"):
        last[(4,)](near, far, 1024)


def test_a_module_is_unloaded():
    scale.warmup(torch.float32, 2.0, 100, BLOCK=64, grid=(1,)).run  # noqa: B018  # loads it
    scale.device_caches.clear()
    gc.collect()


def test_cublas():
    from triton._C.libtriton import nvidia

    a, b = (torch.randn(shape, device="cuda").half() for shape in ((16, 32), (8, 32)))
    out = torch.zeros(16, 8, device="cuda", dtype=torch.float16)
    cublas = nvidia.cublas.CublasLt(torch.empty(1 << 20, device="cuda", dtype=torch.uint8))
    cublas.matmul(a, b, out)
    torch.testing.assert_close(out, (a.float() @ b.float().T).half())
    cublas.gemm(a, b, out, out, 2.0, -1.0)
    torch.testing.assert_close(out, (a.float() @ b.float().T).half())
    with pytest.raises(RuntimeError, match="cuBLAS with block scales needs a GPU"):
        cublas.block_scaled_matmul_mxfp8(a, b, out, a, b)
