"""Runs emulated: what `torch.cuda` answers."""

import multiprocessing
import threading

import pytest
import torch
from torch.utils.checkpoint import checkpoint
from triton_aot_emulate.findings import NeedsGpu
from triton_aot_emulate.torch_side.cuda import KEPT


def test_the_gpu():
    assert torch.cuda.is_available()
    assert torch.cuda.device_count() == 1
    assert torch.cuda.get_device_capability() == (9, 0)
    assert torch.cuda.get_device_name(0) == "NVIDIA H100 80GB HBM3"
    properties = torch.cuda.get_device_properties("cuda")
    assert (properties.multi_processor_count, properties.total_memory) == (132, 80 * 2**30)
    assert str(torch.accelerator.current_accelerator()) == "cuda"
    assert torch.version.cuda
    with torch.cuda.device(0):
        assert torch.cuda.current_device() == 0
    torch.cuda.synchronize()


def is_refused(name):
    try:
        getattr(torch.cuda, name)()
    except NeedsGpu as error:
        return name in str(error)
    except Exception:
        return False
    return False


def test_each_name_of_torch_cuda_is_answered_or_refused():
    """A name that PyTorch adds must not reach CUDA: it is refused until it has an answer."""
    refused = {name for name in torch.cuda.__all__ if name not in KEPT and is_refused(name)}
    # What is known to need a GPU. The rest of `torch.cuda.__all__` is answered: nothing else is refused.
    assert refused <= {
        "caching_allocator_alloc", "caching_allocator_delete", "current_blas_handle", "current_solver_handle",
        "change_current_allocator", "host_memory_stats", "host_memory_stats_as_nested_dict", "list_gpu_processes",
        "memory_snapshot", "memory_stats_as_nested_dict", "temperature", "power_draw", "clock_rate", "export_dot",
        "export_graph_data", "reset_accumulated_host_memory_stats", "reset_peak_host_memory_stats",
    }  # fmt: skip
    assert "current_blas_handle" in refused


def test_streams_and_events():
    stream = torch.cuda.Stream()
    assert torch.cuda.current_stream().cuda_stream == 0
    with torch.cuda.stream(stream):
        assert torch.cuda.current_stream() == stream
        assert torch._C._cuda_getCurrentRawStream(0) == stream.cuda_stream != 0
        with torch.cuda.stream(None):
            assert torch.cuda.current_stream() == stream
    with stream:
        assert torch.cuda.current_stream() is stream
    assert torch.cuda.current_stream() == torch.cuda.default_stream() != stream
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    stream.wait_stream(torch.cuda.current_stream())
    end.record(stream)
    end.synchronize()
    assert start.query()
    assert start.elapsed_time(end) > 0
    with pytest.raises(ValueError, match="enable_timing=True"):
        torch.cuda.Event().elapsed_time(end)


def test_streams_and_events_of_any_device():
    stream = torch.Stream(device="cuda")
    event = torch.Event(device="cuda", enable_timing=True)
    event.record(stream)
    assert isinstance(stream, torch.cuda.Stream)
    assert event.query()


def test_streams_belong_to_threads():
    seen = []
    with torch.cuda.stream(torch.cuda.Stream()):
        thread = threading.Thread(target=lambda: seen.append(torch.cuda.current_stream().cuda_stream))
        thread.start()
        thread.join()
    assert seen == [0]


def test_graphs_are_replayed_and_not_run_when_captured():
    x = torch.ones(2, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        assert torch.cuda.is_current_stream_capturing()
        x += 1
        y = x * 2
        view = y[:1]
        view -= 1
    assert x.tolist() == [1, 1]
    graph.replay()
    graph.replay()
    assert (x.tolist(), y.tolist()) == ([3, 3], [5, 6])
    x.fill_(10)
    graph.replay()
    assert y.tolist() == [21, 22]


def test_graphed_callables_compute():
    module = torch.nn.Linear(2, 2, device="cuda")
    x = torch.ones(1, 2, device="cuda")
    assert torch.equal(torch.cuda.make_graphed_callables(module, (x,))(x), module(x))


def test_memory_is_counted():
    before = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    tensor = torch.empty(1024, device="cuda")
    view = tensor[10:]
    assert torch.cuda.memory_allocated() == before + 4096
    del tensor
    assert torch.cuda.memory_allocated() == before + 4096
    del view
    assert torch.cuda.memory_allocated() == before
    assert torch.cuda.max_memory_allocated() == before + 4096
    assert torch.cuda.memory_stats()["allocated_bytes.all.peak"] == before + 4096


def test_more_than_the_gpu_has_is_out_of_memory():
    with pytest.raises(torch.cuda.OutOfMemoryError, match=r"Tried to allocate 100\.00 GiB"):
        torch.empty(100 * 2**30, device="cuda", dtype=torch.uint8)


def test_seeds():
    torch.manual_seed(3)
    first = torch.randn(3, device="cuda")
    torch.cuda.manual_seed_all(3)
    assert torch.equal(first, torch.randn(3, device="cuda"))
    own = torch.Generator(device="cuda").manual_seed(3)
    assert str(own.device) == "cuda"
    assert torch.equal(first, torch.randn(3, device="cuda", generator=own))
    with torch.random.fork_rng(devices=[0]):
        torch.rand(1, device="cuda")
    state = torch.cuda.get_rng_state()
    second = torch.rand(2, device="cuda")
    torch.cuda.set_rng_state(state)
    assert torch.equal(second, torch.rand(2, device="cuda"))


def test_optimisers_and_checkpoints():
    weight = torch.nn.Parameter(torch.ones(4, 4, device="cuda"))
    for options in ({}, {"foreach": True}, {"fused": True}):
        optimizer = torch.optim.AdamW([weight], **options)
        loss = checkpoint(
            lambda x: torch.nn.functional.dropout(x @ weight), torch.ones(2, 4, device="cuda"), use_reentrant=False
        )
        loss.sum().backward()
        total = torch.nn.utils.clip_grad_norm_([weight], 1.0)
        assert total.is_cuda
        assert weight.grad.is_cuda
        optimizer.step()
        optimizer.zero_grad()


def test_scaled_gradients():
    weight = torch.nn.Parameter(torch.ones(4, device="cuda"))
    scaler = torch.amp.GradScaler("cuda")
    optimizer = torch.optim.SGD([weight], lr=1.0)
    scaler.scale(weight.sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    assert weight.tolist() == [0] * 4


def test_operators_of_the_program_run_on_the_gpu_only_there():
    @torch.library.custom_op("emulated::place", mutates_args=(), device_types="cpu")
    def place(x: torch.Tensor) -> torch.Tensor:
        return x + 1

    @place.register_kernel("cuda")
    def _(x):
        return torch.full_like(x, 7) + torch.zeros(1, device="cuda")

    assert place(torch.ones(1)).item() == 2
    result = place(torch.ones(1, device="cuda"))
    assert (result.item(), result.is_cuda) == (7, True)


@pytest.mark.parametrize("define", [torch.library.custom_op, torch.library.triton_op])
def test_what_operators_of_the_program_make_is_where_they_say(define):
    @define(f"emulated::makes_{define.__name__}", mutates_args=())
    def makes(x: torch.Tensor, device: torch.device) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return torch.empty_like(x).fill_(1), torch.zeros(2), torch.ones(2, device=device)

    for x, places in ((torch.ones(2, device="cuda"), [True, False, True]), (torch.ones(2), [False, False, True])):
        assert [each.is_cuda for each in makes(x, torch.device("cuda"))] == places


def test_a_graph_runs_an_operator_of_the_program_once():
    @torch.library.custom_op("emulated::increase", mutates_args=("x",))
    def increase(x: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        return x * 10

    x = torch.zeros(1, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = increase(x)
    x.zero_()
    graph.replay()
    assert (x.item(), result.item()) == (1, 10)


def test_operators_that_only_a_gpu_has_fail_with_their_names():
    torch.library.define("emulated::only", "(Tensor x) -> Tensor")
    with pytest.raises(NeedsGpu, match=r"the operator `emulated.only.default`"):
        torch.ops.emulated.only(torch.ones(1, device="cuda"))


def test_nccl_and_cuda_extensions_fail_with_their_names():
    from torch.utils import cpp_extension

    with pytest.raises(NeedsGpu, match="the process group `nccl`"):
        torch.distributed.init_process_group("nccl", init_method="tcp://127.0.0.1:1", rank=0, world_size=1)
    with pytest.raises(NeedsGpu, match="the CUDA extension `fast`"):
        cpp_extension.load("fast", ["fast.cpp", "fast.cu"])
    with pytest.raises(NeedsGpu, match="the CUDA extension `fast`"):
        cpp_extension.load_inline("fast", cpp_sources="", cuda_sources="__global__ void f() {}")


def send(queue, done):
    queue.put(torch.arange(3, device="cuda"))
    queue.put(torch.arange(2))
    done.wait(60)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_send_tensors(method):
    context = torch.multiprocessing.get_context(method)
    queue, done = context.Queue(), context.Event()
    process = context.Process(target=send, args=(queue, done))
    process.start()
    there, here = queue.get(timeout=120), queue.get(timeout=120)
    assert (there.tolist(), there.is_cuda, here.is_cuda) == ([0, 1, 2], True, False)
    done.set()
    process.join(60)
    assert process.exitcode == 0


def test_forked_processes_compute():
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(is_on_gpu) == "cuda"


def is_on_gpu():
    return (torch.ones(2, device="cuda") * 2).device.type
