"""Programs of which some order the work of streams, and some do not: each function is one. `python unordered.py` says what each of them shows."""

import json

import torch
import triton
import triton.language as tl
from triton.language.extra import cuda as tle

N = 1000


@triton.jit
def add_one(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n) + 1, mask=at < n)


@triton.jit
def dependent(x, y, w, n, BLOCK: tl.constexpr, WAIT: tl.constexpr, LAUNCH: tl.constexpr):
    """Reads weights before it waits, and x after that."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    if LAUNCH == "early":
        tle.gdc_launch_dependents()
    weight = tl.load(w + at, mask=mask)
    if WAIT:
        tle.gdc_wait()
    value = tl.load(x + at, mask=mask)
    if LAUNCH == "late":
        tle.gdc_launch_dependents()
    tl.store(y + at, value * weight, mask=mask)


def add(x, y):
    add_one[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), BLOCK=128)
    return y


def depend(x, y, w, wait=True, launch="late", pdl=True):
    grid = (triton.cdiv(x.numel(), 128),)
    dependent[grid](x, y, w, x.numel(), BLOCK=128, WAIT=wait, LAUNCH=launch, launch_pdl=pdl)
    return y


def vectors(count=3):
    return [torch.ones(N, device="cuda") for _ in range(count)]


def complete():
    """Vectors whose values are there."""
    made = vectors()
    torch.cuda.synchronize()
    return made


def side_and_vectors():
    """A stream, and vectors whose values are there."""
    return torch.cuda.Stream(), *complete()


def red_kernel_reads_what_another_stream_writes():
    x, y, _z = vectors()
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        add(x, y)


def red_stream_made_after_the_launch():
    x, y, z = vectors()
    torch.cuda.synchronize()
    add(x, y)
    with torch.cuda.stream(torch.cuda.Stream()):
        add(y, z)


def red_operator_reads_what_a_kernel_writes():
    side, x, y, _z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x, y)
    return y * 2


def red_kernel_writes_what_an_operator_reads():
    side, x, y, z = side_and_vectors()
    z.copy_(y)
    with torch.cuda.stream(side):
        add(x, y)


def red_kernel_writes_what_a_kernel_reads():
    side, x, y, z = side_and_vectors()
    add(x, z)
    with torch.cuda.stream(side):
        add(y, x)


def red_two_operators():
    with torch.cuda.stream(torch.cuda.Stream()):
        a = torch.rand(N, device="cuda")
    torch.mul(a, 5, out=a)


def red_wait_of_the_wrong_stream():
    side, x, y, z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x, y)
    torch.cuda.current_stream().wait_stream(torch.cuda.Stream())
    add(y, z)


def red_event_recorded_too_early():
    side, x, y, z = side_and_vectors()
    done = torch.cuda.Event()
    with torch.cuda.stream(side):
        done.record()
        add(x, y)
    done.wait()
    add(y, z)


def red_the_same_half():
    side, x, y, z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x[: N // 2], y[: N // 2])
    add(z[: N // 2], y[: N // 2])


def green_one_stream():
    x, y, z = vectors()
    add(x, y)
    add(y, z)
    return z * 2


def green_same_side_stream():
    side, x, y, z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x, y)
    with torch.cuda.stream(side):
        add(y, z)


def green_wait_stream():
    x, y, z = vectors()
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        add(x, y)
    torch.cuda.current_stream().wait_stream(side)
    assert (add(y, z) * 2).sum().item() == 6 * N


def green_events():
    x, y, z = vectors()
    side, ready, done = torch.cuda.Stream(), torch.cuda.Event(), torch.cuda.Event()
    ready.record()
    side.wait_event(ready)
    with torch.cuda.stream(side):
        add(x, y)
        done.record()
    done.wait()
    add(y, z)


def green_event_of_a_third_stream():
    side, x, y, z = side_and_vectors()
    third = torch.cuda.Stream()
    with torch.cuda.stream(side):
        add(x, y)
    third.wait_stream(side)
    torch.cuda.current_stream().wait_event(third.record_event())
    add(y, z)


def green_synchronize():
    x, y, z = vectors()
    torch.cuda.synchronize()
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        add(x, y)
    side.synchronize()
    add(y, z)


def green_event_synchronize():
    side, x, y, z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x, y)
        done = side.record_event()
    done.synchronize()
    add(y, z)


def green_item_waits_for_the_stream():
    side, x, y, z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x, y)
        y[0].item()
    add(y, z)


def green_list_waits_for_the_stream():
    side, x, y, z = side_and_vectors()
    with torch.cuda.stream(side):
        assert add(x, y).tolist() == [2.0] * N
    add(y, z)


def green_time_between_events():
    side, x, y, z = side_and_vectors()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    with torch.cuda.stream(side):
        begin.record()
        add(x, y)
        end.record()
    begin.elapsed_time(end)
    add(y, z)


def green_prefetch():
    """Copies in a stream of their own, one step ahead, as a loader does."""
    side, batches = torch.cuda.Stream(), [torch.full((N,), 1.0 + i, pin_memory=True) for i in range(3)]
    total = torch.zeros(N, device="cuda")
    with torch.cuda.stream(side):
        ahead = batches[0].to("cuda", non_blocking=True)
    for each in [*batches[1:], None]:
        torch.cuda.current_stream().wait_stream(side)
        now, ahead = ahead, None
        now.record_stream(torch.cuda.current_stream())
        if each is not None:
            with torch.cuda.stream(side):
                ahead = each.to("cuda", non_blocking=True)
        total += add(now, torch.empty_like(now))
    assert total[0].item() == 9


def red_prefetch_into_one_buffer():
    side, host = torch.cuda.Stream(), torch.ones(N, pin_memory=True)
    buffer = torch.empty(N, device="cuda")
    for _ in range(2):
        with torch.cuda.stream(side):
            buffer.copy_(host, non_blocking=True)
        torch.cuda.current_stream().wait_stream(side)
        add(buffer, torch.empty_like(buffer))


def green_prefetch_into_one_buffer():
    side, host = torch.cuda.Stream(), torch.ones(N, pin_memory=True)
    buffer = torch.empty(N, device="cuda")
    for _ in range(2):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            buffer.copy_(host, non_blocking=True)
        torch.cuda.current_stream().wait_stream(side)
        add(buffer, torch.empty_like(buffer))


def green_gradients_of_a_side_stream():
    weight = torch.ones(N, device="cuda", requires_grad=True)
    optimizer = torch.optim.SGD([weight], lr=0.1)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(2):
            optimizer.zero_grad(set_to_none=True)
            (weight * weight).sum().backward()
            optimizer.step()
    torch.cuda.current_stream().wait_stream(side)
    return weight.sum().item()


def green_tensors_without_strides():
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        parts = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)], device="cuda") * 2
        table = torch.eye(4, device="cuda").to_sparse() @ torch.ones(4, 2, device="cuda")
    torch.cuda.current_stream().wait_stream(side)
    assert [each.sum().item() for each in (*parts.unbind(), table)] == [12, 24, 8]


def green_graph_of_two_streams():
    x, y, z = vectors()
    graph, side = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    with torch.cuda.graph(graph):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            add(x, y)
        add(x, z)
        torch.cuda.current_stream().wait_stream(side)
        y += z
    graph.replay()
    assert y.sum().item() == 4 * N


def red_graph_of_two_streams():
    x, y, z = vectors()
    graph, side = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    with torch.cuda.graph(graph):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            add(x, y)
        y += z
        torch.cuda.current_stream().wait_stream(side)


def green_cpu_waits_for_the_stream():
    side, x, y, z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x, y).cpu()
    add(y, z)


def green_values_of_the_cpu():
    x, y = torch.tensor([1.0] * N, device="cuda"), torch.ones(N).cuda()
    with torch.cuda.stream(torch.cuda.Stream()):
        add(x, y)


def green_both_read():
    side, x, y, z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x, y)
    add(x, z)


def green_two_halves():
    side, x, y, _z = side_and_vectors()
    with torch.cuda.stream(side):
        add(x[: N // 2], y[: N // 2])
    add(x[N // 2 :], y[N // 2 :])
    y[N // 2 :].mul_(2)


def green_columns():
    side, _x, _y, z = side_and_vectors()
    table = z.view(10, 100)
    with torch.cuda.stream(side):
        table[:, :30].mul_(2)
    table[:, 30:].mul_(2)


def red_columns():
    side, _x, _y, z = side_and_vectors()
    table = z.view(10, 100)
    with torch.cuda.stream(side):
        table[:, :31].mul_(2)
    table[:, 30:].mul_(2)


def green_new_memory_at_an_old_address():
    for _ in range(4):
        side, x, y, z = side_and_vectors()
        with torch.cuda.stream(side):
            add(x, y)
        torch.cuda.current_stream().wait_stream(side)
        del x, y, z


def green_graph():
    x, y, z = vectors()
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        add(x, y)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        add(x, y)
        add(y, z)
    x.fill_(5)
    graph.replay()
    assert z.sum().item() == 7 * N


def red_graph_replayed_in_another_stream():
    x, y, z = vectors()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        add(x, y)
    with torch.cuda.stream(torch.cuda.Stream()):
        graph.replay()
    add(y, z)


def green_backward():
    """PyTorch orders the streams of a backward pass."""
    x = torch.ones(N, device="cuda", requires_grad=True)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        y = (x * x).sum()
    y.backward()
    return x.grad * 2


def red_pinned_copy_is_read():
    _side, x, y, _z = side_and_vectors()
    host = torch.empty(N, pin_memory=True)
    host.copy_(add(x, y), non_blocking=True)
    return host.sum()


def red_pinned_copy_as_array():
    x, y, _z = vectors()
    return add(x, y).to("cpu", non_blocking=True).numpy()


def red_pinned_source_is_changed():
    x, _y, _z = vectors()
    host = torch.zeros(N, pin_memory=True)
    x.copy_(host, non_blocking=True)
    host.fill_(1)


def red_pinned_source_of_a_new_tensor_is_changed():
    host = torch.zeros(N, pin_memory=True)
    x = host.to("cuda", non_blocking=True)
    host[3] = 1
    return x


def green_blocking_copy_to_a_new_tensor():
    host = torch.zeros(N, pin_memory=True)
    x = host.to("cuda")
    host[3] = 1
    return x


def red_wait_of_an_event_before_the_copy():
    x, y, _z = vectors()
    done = torch.cuda.Event()
    done.record()
    host = add(x, y).to("cpu", non_blocking=True)
    done.synchronize()
    return host.tolist()


def green_pinned_copy_after_synchronize():
    x, y, _z = vectors()
    host = add(x, y).to("cpu", non_blocking=True)
    assert host.is_pinned()
    torch.cuda.current_stream().synchronize()
    assert host.numpy().sum() == 2 * N


def green_pinned_copy_after_event():
    x, y, _z = vectors()
    host = torch.empty(N, pin_memory=True)
    host.copy_(add(x, y), non_blocking=True)
    done = torch.cuda.Event()
    done.record()
    done.synchronize()
    assert host.tolist() == [2.0] * N


def green_memory_that_is_not_pinned():
    x, y, _z = vectors()
    host = torch.empty(N)
    host.copy_(add(x, y), non_blocking=True)
    assert host.sum().item() == 2 * N
    x.copy_(host, non_blocking=True)
    host.fill_(1)


def green_blocking_copy_of_pinned_memory():
    x, y, _z = vectors()
    host = torch.empty(N, pin_memory=True)
    host.copy_(add(x, y))
    assert host.sum().item() == 2 * N
    x.copy_(host)
    host.fill_(1)


def green_pinned_source_is_read():
    x, _y, _z = vectors()
    host = torch.zeros(N, pin_memory=True)
    x.copy_(host, non_blocking=True)
    return host.sum()


def green_half_of_pinned_memory():
    x, _y, _z = vectors()
    host = torch.zeros(N, pin_memory=True)
    host[: N // 2].copy_(x[: N // 2], non_blocking=True)
    return host[N // 2 :].sum()


def red_dependent_without_wait():
    x, y, w = complete()
    add(w, x)
    depend(x, y, w, wait=False)


def red_weights_of_the_kernel_before():
    x, y, w = complete()
    add(x, w)
    depend(x, y, w)


def red_dependent_writes_what_the_kernel_before_reads():
    x, y, w = complete()
    depend(x, torch.empty_like(x), w)
    depend(w, x, y, wait=False)


def red_two_kernels_before():
    """The kernel in between lets the third begin before it waits for the first."""
    x, y, w = complete()
    v = torch.empty_like(w)
    add(x, w)
    depend(y, v, x, launch="early")
    depend(v, y, w)


def green_two_kernels_before():
    x, y, w = complete()
    v = torch.empty_like(w)
    add(x, w)
    depend(y, v, x, launch="late")
    depend(v, y, w)


def green_dependent_waits():
    x, y, w = complete()
    add(w, x)
    depend(x, y, w)
    depend(y, x, w)
    return x * 2


def green_without_launch_pdl():
    x, y, w = complete()
    add(w, x)
    depend(x, y, w, wait=False, pdl=False)


def green_dependent_after_synchronize():
    x, y, w = complete()
    add(w, x)
    torch.cuda.synchronize()
    depend(x, y, w, wait=False)


def green_dependent_after_a_copy():
    x, y, w = complete()
    x.copy_(w)
    depend(x, y, w, wait=False)


def shown(program):
    """The finding of a program; empty if there is none."""
    try:
        program()
    except RuntimeError as error:
        return str(error)
    finally:
        torch.cuda.synchronize()
    return ""


if __name__ == "__main__":
    programs = {name: each for name, each in globals().items() if name.startswith(("red_", "green_"))}
    with open("shown.json", "w") as file:
        json.dump({name: shown(each) for name, each in programs.items()}, file)
