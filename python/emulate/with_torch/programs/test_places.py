"""Runs emulated: where tensors are, and what goes from one place to the other."""

import copy
import io
import pickle
import threading
import warnings

import numpy as np
import pytest
import torch

GPU = "cuda:0"
SOURCES = {
    "zeros": lambda: torch.zeros(3, device="cuda"),
    "a device of PyTorch": lambda: torch.zeros(3, device=torch.device("cuda")),
    "an integer": lambda: torch.zeros(3, device=0),
    "tensor": lambda: torch.tensor([1.0, 2.0], device="cuda"),
    "as_tensor": lambda: torch.as_tensor(np.ones(3), device="cuda"),
    "asarray": lambda: torch.asarray([1, 2], device="cuda"),
    "a generator": lambda: torch.randn(3, device="cuda", generator=torch.Generator("cuda")),
    "like": lambda: torch.zeros_like(torch.ones(2), device="cuda"),
    "new": lambda: torch.ones(2, device="cuda").new_zeros(2),
    "new_tensor": lambda: torch.ones(2, device="cuda").new_tensor([2]),
    "new_tensor with a device": lambda: torch.ones(2).new_tensor([2], device="cuda"),
    "cuda": lambda: torch.ones(2).cuda(),
    "cuda with a number": lambda: torch.ones(2).cuda(0),
    "to by name": lambda: torch.ones(2).to(device="cuda", dtype=torch.float16),
    "to by position": lambda: torch.ones(2).to("cuda", torch.float16),
    "to a number": lambda: torch.ones(2).to(0),
    "to where another is": lambda: torch.ones(2).to(torch.zeros(1, device="cuda")),
    "a type": lambda: torch.ones(2).type(torch.cuda.HalfTensor),
    "the name of a type": lambda: torch.ones(2).type("torch.cuda.HalfTensor"),
    "a legacy type": lambda: torch.cuda.FloatTensor(2, 3),
    "a legacy type with values": lambda: torch.cuda.LongTensor([2, 3]),
    "sparse": lambda: torch.sparse_coo_tensor([[0]], [1.0], (3,), device="cuda"),
    "a view": lambda: torch.ones(2, device="cuda")[1:].view(-1),
    "detach": lambda: torch.ones(2, device="cuda", requires_grad=True).detach(),
    "another type": lambda: torch.ones(2, device="cuda").half().to(torch.float64),
    "contiguous": lambda: torch.ones(2, 3, device="cuda").t().contiguous(),
    "one of several results": lambda: torch.ones(2, 2, device="cuda").max(0).indices,
    "with a number of the CPU": lambda: torch.ones(2, device="cuda") * torch.tensor(2.0),
    "out": lambda: torch.add(torch.ones(2, device="cuda"), 1, out=torch.empty(2, device="cuda")),
    "a module": lambda: torch.nn.Linear(2, 2).cuda()(torch.ones(2, 2, device="cuda")),
    "a module made there": lambda: torch.nn.Linear(2, 2, device="cuda").weight,
    "one_hot": lambda: torch.nn.functional.one_hot(torch.tensor([0, 2], device="cuda")),
    "vmap": lambda: torch.vmap(lambda x: x * 2)(torch.ones(2, 2, device="cuda")),
    "grad of a function": lambda: torch.func.grad(lambda x: (x * 2).sum())(torch.ones(2, device="cuda")),
    "a deep copy": lambda: copy.deepcopy(torch.ones(2, device="cuda")),
    "pickle": lambda: pickle.loads(pickle.dumps(torch.ones(2, device="cuda"))),
    "a lstm": lambda: torch.nn.LSTM(2, 3, device="cuda")(torch.ones(4, 1, 2, device="cuda"))[0],
}
ON_CPU = {
    "zeros": lambda: torch.zeros(3),
    "zeros by name": lambda: torch.zeros(3, device="cpu"),
    "cpu": lambda: torch.ones(2, device="cuda").cpu(),
    "to": lambda: torch.ones(2, device="cuda").to("cpu"),
    "to where another is": lambda: torch.ones(2, device="cuda").to(torch.zeros(1)),
    "like": lambda: torch.zeros_like(torch.ones(2, device="cuda"), device="cpu"),
    "from_numpy": lambda: torch.from_numpy(np.ones(2)),
    "copied to": lambda: torch.zeros(2).copy_(torch.ones(2, device="cuda")),
    "computed": lambda: torch.ones(2, device="cuda").cpu() * 2,
    "meta, which is neither": lambda: torch.ones(2, device="meta"),
}


class Transposed(torch.autograd.Function):
    """Its gradient has other strides than the tensor, so that autograd copies it."""

    @staticmethod
    def forward(_ctx, x):
        return x.clone()

    @staticmethod
    def backward(_ctx, gradient):
        return gradient.t().contiguous().t()


@pytest.mark.parametrize("name", SOURCES)
def test_says_cuda(name):
    tensor = SOURCES[name]()
    assert str(tensor.device) == GPU
    assert tensor.is_cuda
    assert not tensor.is_cpu
    assert tensor.get_device() == 0


@pytest.mark.parametrize("name", ON_CPU)
def test_says_what_it_is(name):
    tensor = ON_CPU[name]()
    assert tensor.device.type == ("meta" if "meta" in name else "cpu")
    assert not tensor.is_cuda
    assert tensor.get_device() == -1


def test_says_cuda_in_texts_and_types():
    tensor = torch.ones(2, device="cuda")
    assert repr(tensor) == "tensor([1., 1.], device='cuda:0')"
    assert tensor.type() == "torch.cuda.FloatTensor"
    assert isinstance(tensor, torch.cuda.FloatTensor)
    assert not isinstance(torch.ones(2), torch.cuda.FloatTensor)


def test_moves_are_copies_and_the_same_place_is_none():
    here = torch.ones(3)
    there = here.cuda()
    there += 1
    assert there.cuda() is there
    assert there.to("cuda") is there
    assert here.cpu() is here
    back = there.cpu()
    back += 1
    assert (here.tolist(), there.tolist(), back.tolist()) == ([1] * 3, [2] * 3, [3] * 3)


def test_an_array_shares_no_memory_with_the_gpu():
    array = np.ones(3, dtype=np.float32)
    there = torch.as_tensor(array, device="cuda")
    there += 1
    assert array.tolist() == [1] * 3


def test_gradients_are_where_their_tensors_are():
    there = torch.ones(3, device="cuda", requires_grad=True)
    there.cpu().sum().backward()
    here = torch.ones(3, requires_grad=True)
    (here.cuda() * 2).sum().backward()
    halves = torch.ones(3, requires_grad=True)
    halves.to("cuda", torch.float16).sum().backward()
    assert str(there.grad.device) == GPU
    assert here.grad.device.type == "cpu"
    assert here.grad.tolist() == [2] * 3
    assert halves.grad.dtype == torch.float32


@pytest.mark.parametrize(
    "select",
    [
        lambda x: x[1],
        lambda x: x[torch.tensor(1, device="cuda")],
        lambda x: x.unbind()[0],
        lambda x: x.max(0).values,
        lambda x: x.gather(0, torch.zeros(1, 1, dtype=torch.long, device="cuda")),
        lambda x: x.masked_select(x > 0),
        lambda x: x.as_strided((2,), (1,)),
        lambda x: x.topk(1).values,
        Transposed.apply,
    ],
)
def test_gradients_that_pytorch_makes_from_nothing_are_there_too(select):
    x = torch.ones(3, 4, device="cuda", requires_grad=True)
    select(x).sum().backward()
    assert x.grad.is_cuda


def test_modules_keep_their_parameters():
    module = torch.nn.Linear(2, 2)
    weight = module.weight
    module.to("cuda")
    assert module.weight is weight
    assert weight.is_cuda
    module.cpu()
    assert not weight.is_cuda


def test_arrays_cannot_be_made_of_what_is_on_the_gpu():
    tensor = torch.ones(2, device="cuda")
    with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
        tensor.numpy()
    with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
        np.asarray(tensor)
    assert tensor.cpu().numpy().tolist() == [1, 1]


def test_default_devices():
    torch.set_default_device("cuda")
    try:
        made = [torch.zeros(1), torch.tensor([1]), torch.nn.Linear(1, 1).weight, torch.arange(3)]
        own = torch.tensor([1], device="cpu")
    finally:
        torch.set_default_device("cpu")
    assert [str(each.device) for each in made] == [GPU] * 4
    assert own.device.type == "cpu"
    with torch.device("cuda"):
        assert torch.tensor([1]).is_cuda
    assert not torch.tensor([1]).is_cuda


@pytest.mark.parametrize(
    ("location", "first", "second"),
    [(None, "cuda", "cpu"), ("cpu", "cpu", "cpu"), ("cuda", "cuda", "cuda"), (torch.device("cuda:0"), "cuda", "cuda")],
)
def test_saved_tensors(location, first, second):
    file = io.BytesIO()
    torch.save({"first": torch.ones(2, device="cuda"), "second": torch.zeros(1)}, file)
    file.seek(0)
    loaded = torch.load(file, map_location=location)
    assert (loaded["first"].device.type, loaded["second"].device.type) == (first, second)


def test_pinned_memory():
    pinned = torch.empty(3, pin_memory=True)
    assert (pinned.is_pinned(), torch.ones(2).pin_memory().is_pinned(), torch.ones(2).is_pinned()) == (
        True,
        True,
        False,
    )
    assert not pinned.is_cuda
    with pytest.raises(RuntimeError, match="only dense CPU tensors can be pinned"):
        torch.ones(2, device="cuda").pin_memory()


def test_threads():
    said = []
    thread = threading.Thread(target=lambda: said.append(repr(torch.ones(2, device="cuda").mul(2))))
    thread.start()
    thread.join()
    assert said == ["tensor([2., 2.], device='cuda:0')"]


def test_subclasses_with_functions_of_their_own():
    class Named(torch.Tensor):
        pass

    tensor = torch.ones(2).as_subclass(Named)
    moved = tensor.cuda()
    assert type(moved) is Named
    assert type(moved * 2) is Named
    assert moved.is_cuda
    assert (moved * 2).is_cuda


def test_a_function_mode_sees_moves():
    seen = []

    class Mode(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            seen.append(func.__name__)
            return func(*args, **(kwargs or {}))

    with Mode():
        torch.ones(2).to("cuda")
        torch.tensor([1], device="cuda")
    assert seen == ["ones", "to", "tensor"]


def test_tensors_of_values_can_be_pinned():
    tensor = torch.tensor([1, 2], dtype=torch.int32, pin_memory=True, device="cpu")
    assert (tensor.tolist(), tensor.is_pinned(), tensor.is_cuda) == ([1, 2], True, False)
    assert not torch.tensor([1], pin_memory=False).is_pinned()
    with pytest.raises(RuntimeError, match="Only dense CPU tensors can be pinned"):
        torch.tensor([1], pin_memory=True, device="cuda")


def test_functions_of_a_library_serve_operators_as_long_as_it_is_there():
    def instead(tensor, other, *, alpha=1):
        return tensor * 7 + 0 * other * alpha

    tensor = torch.ones(2, device="cuda")
    library = torch.library.Library("aten", "IMPL")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library.impl("sub.Tensor", instead, "CUDA")
    assert (tensor - tensor).tolist() == [7, 7]
    library._destroy()
    assert (tensor - tensor).tolist() == [0, 0]


def test_functions_for_the_gpu_come_before_the_parts_of_an_operator():
    tensor, library = torch.ones(2, device="cuda"), torch.library.Library("aten", "IMPL")
    assert torch.outer(tensor, tensor).tolist() == [[1, 1], [1, 1]]
    library.impl("no_such_operator", lambda: None, "CUDA")
    library.impl("outer", lambda left, right: left[:, None] * right * 7, "CUDA")
    assert torch.outer(tensor, tensor).tolist() == [[7, 7], [7, 7]]
    on_cpu = torch.ones(2, requires_grad=True)
    torch.outer(on_cpu, on_cpu).sum().backward()
    assert on_cpu.grad.tolist() == [4, 4]
    library._destroy()
    assert torch.outer(tensor, tensor).tolist() == [[1, 1], [1, 1]]
