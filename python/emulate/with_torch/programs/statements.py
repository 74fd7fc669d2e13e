"""Statements about PyTorch on one GPU: each is tried alone, and says what it got or how it failed.

    python statements.py OUT.json [NAME…]

runs them on a real GPU or emulated. `statements.json` has the answers of a real one, and `test_statements.py` compares.
"""

# A statement is one expression where it can be.
# ruff: noqa: ARG004, B023, PLC3002, PLW0108

import contextlib
import copy
import io
import json
import os
import pickle
import signal
import sys
import threading
import warnings

import numpy as np
import torch
import torch.cuda.comm
from torch import nn
from torch.nn import functional

STATEMENTS = {}


def gpu(*shape, **options):
    return torch.ones(*shape, device="cuda", **options)


def host(*shape, **options):
    return torch.ones(*shape, **options)


def states(statement):
    """Adds a function to the statements, under its name as a sentence."""
    STATEMENTS[statement.__name__.replace("_", " ")] = statement
    return statement


def numbers(*values):
    return torch.tensor(values)


def numbers_there(*values):
    return torch.tensor(values, device="cuda")


def of_gpu(seed=0):
    return torch.Generator("cuda").manual_seed(seed)


def default_generator():
    torch.cuda.init()
    return torch.cuda.default_generators[0]


def same_numbers(seeded, other):
    """Whether two functions that draw get the same numbers."""
    return torch.equal(seeded(), other())


# CPU and GPU in one operator: what a GPU refuses.
STATEMENTS |= {
    f"mixed: {name}": statement
    for name, statement in {
        "add": lambda: gpu(3) + host(3),
        "add, the CPU's first": lambda: host(3) + gpu(3),
        "a tensor of one element that has a dimension": lambda: gpu(3) + host(1),
        "a scalar of the GPU with the CPU's tensor": lambda: host(3) + torch.tensor(1.0, device="cuda"),
        "add in place": lambda: gpu(3).add_(host(3)),
        "add in place to the CPU's": lambda: host(3).add_(gpu(3)),
        "comparison": lambda: gpu(3) == host(3),
        "maximum": lambda: torch.maximum(gpu(3), host(3)),
        "pow": lambda: gpu(3) ** host(3),
        "bitwise and": lambda: numbers_there(1) & numbers(1),
        "logical and": lambda: torch.logical_and(gpu(2), host(2)),
        "atan2": lambda: torch.atan2(gpu(2), host(2)),
        "mm": lambda: gpu(3, 3) @ host(3, 3),
        "mv": lambda: gpu(3, 3) @ host(3),
        "dot": lambda: torch.dot(gpu(3), host(3)),
        "bmm": lambda: torch.bmm(gpu(2, 3, 3), host(2, 3, 3)),
        "addmm": lambda: torch.addmm(host(3), gpu(3, 3), gpu(3, 3)),
        "baddbmm": lambda: torch.baddbmm(host(2, 3, 3), gpu(2, 3, 3), gpu(2, 3, 3)),
        "einsum": lambda: torch.einsum("ij,jk->ik", gpu(3, 3), host(3, 3)),
        "addcmul": lambda: torch.addcmul(gpu(3), host(3), gpu(3)),
        "lerp": lambda: torch.lerp(gpu(3), gpu(3), host(3)),
        "clamp": lambda: torch.clamp(gpu(3), min=host(3)),
        "where, values": lambda: torch.where(gpu(3) > 0, gpu(3), host(3)),
        "where, condition": lambda: torch.where(host(3) > 0, gpu(3), gpu(3)),
        "cat": lambda: torch.cat([gpu(3), host(3)]),
        "stack": lambda: torch.stack([gpu(3), host(3)]),
        "linear without cuda()": lambda: nn.Linear(3, 3)(gpu(2, 3)),
        "linear, input forgotten": lambda: nn.Linear(3, 3).cuda()(host(2, 3)),
        "linear, bias forgotten": lambda: functional.linear(gpu(2, 3), gpu(3, 3), host(3)),
        "embedding": lambda: nn.Embedding(5, 3).cuda()(numbers(1)),
        "embedding without cuda()": lambda: nn.Embedding(5, 3)(numbers_there(1)),
        "embedding bag": lambda: nn.EmbeddingBag(5, 3).cuda()(numbers(1, 2), numbers(0)),
        "cross_entropy": lambda: functional.cross_entropy(gpu(2, 3), numbers(0, 1)),
        "nll_loss": lambda: functional.nll_loss(gpu(2, 3), numbers(0, 1)),
        "mse_loss": lambda: functional.mse_loss(gpu(3), host(3)),
        "binary_cross_entropy": lambda: functional.binary_cross_entropy(gpu(3), host(3)),
        "binary_cross_entropy_with_logits": lambda: functional.binary_cross_entropy_with_logits(gpu(3), host(3)),
        "conv2d": lambda: nn.Conv2d(1, 1, 1)(gpu(1, 1, 2, 2)),
        "conv2d, input forgotten": lambda: nn.Conv2d(1, 1, 1).cuda()(host(1, 1, 2, 2)),
        "layer_norm": lambda: nn.LayerNorm(3)(gpu(2, 3)),
        "group_norm": lambda: nn.GroupNorm(1, 3)(gpu(2, 3)),
        "batch_norm": lambda: nn.BatchNorm1d(3)(gpu(2, 3)),
        "rms_norm": lambda: functional.rms_norm(gpu(2, 3), (3,), host(3)),
        "prelu": lambda: functional.prelu(gpu(3), host(1)),
        "attention": lambda: functional.scaled_dot_product_attention(
            gpu(1, 1, 2, 8), host(1, 1, 2, 8), gpu(1, 1, 2, 8)
        ),
        "lstm without cuda()": lambda: nn.LSTM(2, 3)(gpu(4, 1, 2)),
        "gru, state forgotten": lambda: nn.GRU(2, 3).cuda()(gpu(4, 1, 2), host(1, 1, 3)),
        "gather": lambda: gpu(3).gather(0, numbers(0)),
        "scatter": lambda: gpu(3).scatter(0, numbers(0), gpu(1)),
        "scatter_add, source": lambda: gpu(3).scatter_add(0, numbers_there(0), host(1)),
        "index_select": lambda: gpu(3).index_select(0, numbers(0)),
        "index_add": lambda: gpu(3).index_add(0, numbers(0), gpu(1)),
        "index_copy": lambda: gpu(3).index_copy(0, numbers(0), gpu(1)),
        "index_fill": lambda: gpu(3).index_fill(0, numbers(0), 2),
        "take": lambda: gpu(3).take(numbers(0)),
        "take_along_dim": lambda: torch.take_along_dim(gpu(3), numbers(0), 0),
        "masked_fill": lambda: gpu(3).masked_fill(host(3) > 0, 2),
        "masked_select": lambda: gpu(3).masked_select(host(3) > 0),
        "index of the GPU to the CPU's": lambda: host(3)[numbers_there(0)],
        "assigned value at indices": lambda: gpu(3).__setitem__(numbers_there(0, 1), host(2)),
        "index_put, values": lambda: gpu(3).index_put((numbers_there(0, 1),), host(2)),
        "out of the CPU": lambda: torch.add(gpu(3), gpu(3), out=torch.empty(3)),
        "out of the GPU": lambda: torch.add(host(3), host(3), out=torch.empty(3, device="cuda")),
        "out of mm": lambda: torch.mm(gpu(3, 3), gpu(3, 3), out=torch.empty(3, 3)),
        "out of cat": lambda: torch.cat([gpu(3), gpu(3)], out=torch.empty(6)),
        "out of sum": lambda: torch.sum(gpu(3), 0, out=torch.empty(())),
        "equal": lambda: torch.equal(gpu(3), host(3)),
        "allclose": lambda: torch.allclose(gpu(3), host(3)),
        "isclose": lambda: torch.isclose(gpu(3), host(3)),
        "isin": lambda: torch.isin(gpu(3), host(3)),
        "bucketize": lambda: torch.bucketize(gpu(3), host(3)),
        "searchsorted": lambda: torch.searchsorted(gpu(3), host(3)),
        "cross": lambda: torch.linalg.cross(gpu(3), host(3)),
        "cdist": lambda: torch.cdist(gpu(2, 3), host(2, 3)),
        "outer": lambda: torch.outer(gpu(2), host(2)),
        "kron": lambda: torch.kron(gpu(2), host(2)),
        "histogram of weights": lambda: torch.bincount(numbers_there(1, 2), weights=host(2)),
        "repeat_interleave": lambda: torch.repeat_interleave(gpu(2), numbers(1, 2)),
        "gradient": lambda: gpu(3, requires_grad=True).mul(1).backward(host(3)),
        "grad of the CPU": lambda: setattr(gpu(3, requires_grad=True), "grad", host(3)),
        "data of the CPU": lambda: setattr(gpu(3), "data", host(3)),
        "foreach add": lambda: torch._foreach_add([gpu(3)], [host(3)]),
        "generator of the CPU": lambda: torch.randn(2, device="cuda", generator=torch.Generator()),
        "generator of the GPU": lambda: torch.randn(2, generator=torch.Generator("cuda")),
        "generator of the CPU in place": lambda: gpu(2).normal_(generator=torch.Generator()),
        "generator of the CPU, randperm": lambda: torch.randperm(3, device="cuda", generator=torch.Generator()),
        "generator of the CPU, multinomial": lambda: torch.multinomial(gpu(3), 1, generator=torch.Generator()),
        "numpy": lambda: gpu(3).numpy(),
        "an array of a tensor": lambda: np.asarray(gpu(3)),
        "an array plus a tensor": lambda: np.ones(3, dtype=np.float32) + gpu(3),
    }.items()
}

# What a GPU permits.
STATEMENTS |= {
    f"permitted: {name}": statement
    for name, statement in {
        "a scalar of the CPU": lambda: gpu(3) + torch.tensor(2.0),
        "a scalar of the CPU first": lambda: torch.tensor(2.0) * gpu(3),
        "a scalar of the CPU in place": lambda: gpu(3).mul_(torch.tensor(2.0)),
        "a comparison with a scalar of the CPU": lambda: gpu(3) < torch.tensor(2.0),
        "a scalar of the CPU in where": lambda: torch.where(gpu(3) > 0, torch.tensor(2.0), gpu(3)),
        "two scalars of the CPU in where": lambda: torch.where(gpu(3) > 0, torch.tensor(2.0), torch.tensor(3.0)),
        "numbers in where": lambda: torch.where(gpu(3) > 0, 1.0, 2.0),
        "a number in where": lambda: torch.where(gpu(3) > 0, gpu(3), 2.0),
        "a scalar of the CPU in maximum": lambda: torch.maximum(gpu(3), torch.tensor(2.0)),
        "a scalar of the CPU in clamp": lambda: torch.clamp(gpu(3), max=torch.tensor(0.5)),
        "a scalar of the CPU in lerp": lambda: torch.lerp(gpu(3), gpu(3), torch.tensor(0.5)),
        "a scalar of the CPU in addcmul": lambda: torch.addcmul(gpu(3), torch.tensor(2.0), gpu(3)),
        "a scalar of the CPU in masked_fill": lambda: gpu(3).masked_fill(gpu(3) > 0, torch.tensor(2.0)),
        "a scalar of the CPU in fill": lambda: gpu(3).fill_(torch.tensor(2.0)),
        "a scalar of the CPU in isclose": lambda: torch.isclose(gpu(3), torch.tensor(1.0)),
        "a scalar of the CPU in foreach": lambda: torch._foreach_mul([gpu(3)], torch.tensor(2.0)),
        "a scalar of the CPU in index_put": lambda: gpu(3).index_put((numbers_there(0),), torch.tensor(2.0)),
        "a scalar of the CPU in index_fill": lambda: gpu(3).index_fill(0, numbers_there(0), torch.tensor(2.0)),
        "copy_": lambda: gpu(3).copy_(host(3) * 2),
        "copy_ to the CPU": lambda: host(3).copy_(gpu(3) * 2),
        "foreach copy": lambda: (lambda there: torch._foreach_copy_([there], [host(3) * 2]) and there)(gpu(3)),
        "an index of the CPU": lambda: gpu(3)[numbers(0, 2)],
        "a list as index": lambda: gpu(3)[[0, 2]],
        "a mask of the CPU": lambda: gpu(3)[torch.tensor([True, False, True])],
        "indices of both": lambda: gpu(3, 3)[numbers(0), numbers_there(1)],
        "assignment at an index of the CPU": lambda: (lambda x: x.__setitem__(numbers(0), 5) or x)(gpu(3)),
        "assignment of a scalar of the CPU": lambda: (
            lambda x: x.__setitem__(numbers_there(0), torch.tensor(5.0)) or x
        )(gpu(3)),
        "assignment of the CPU's to a slice": lambda: (lambda x: x.__setitem__(slice(0, 2), host(2) * 5) or x)(gpu(3)),
        "index_put at indices of the CPU": lambda: gpu(3).index_put((numbers(0),), gpu(1) * 2),
        "tensor_split at indices of the CPU": lambda: [len(each) for each in torch.tensor_split(gpu(3), numbers(1))],
        "a shape from a tensor of the CPU": lambda: gpu(3)[: numbers(2)[0]],
        "one_hot": lambda: functional.one_hot(numbers_there(0, 2)),
        "a lstm": lambda: nn.LSTM(2, 3).cuda()(gpu(4, 1, 2))[0].shape,
        "packed sequences": lambda: nn.utils.rnn.pack_padded_sequence(gpu(3, 2, 1), numbers(3, 1)).data,
        "padded sequences": lambda: nn.utils.rnn.pad_sequence([gpu(2), gpu(1)]),
        "embedding bag": lambda: nn.EmbeddingBag(5, 3).cuda()(numbers_there(1, 2), numbers_there(0)).shape,
        "interpolation": lambda: functional.interpolate(gpu(1, 1, 2, 2), scale_factor=2).shape,
        "grid_sample": lambda: functional.grid_sample(gpu(1, 1, 2, 2), gpu(1, 1, 1, 2) * 0),
        "unfold": lambda: functional.unfold(gpu(1, 1, 2, 2), 2),
        "std": lambda: gpu(3).std(),
        "quantile": lambda: torch.quantile(gpu(3), 0.5),
        "quantiles": lambda: torch.quantile(gpu(3), gpu(2) / 2),
        "histc": lambda: torch.histc(gpu(3), 2),
        "bincount": lambda: torch.bincount(numbers_there(1, 2)),
        "combinations": lambda: torch.combinations(numbers_there(1, 2)),
        "tril_indices": lambda: torch.tril_indices(2, 2, device="cuda"),
        "meshgrid": lambda: torch.meshgrid(gpu(2), gpu(2), indexing="ij")[0],
        "nan_to_num": lambda: torch.nan_to_num(gpu(3)),
        "diag": lambda: torch.diag(gpu(2)),
        "cov": lambda: torch.cov(numbers_there([1.0, 2.0], [3.0, 4.0])),
        "stft": lambda: torch.stft(gpu(8), 4, return_complex=True, window=gpu(4)).shape,
        "attention with a mask": lambda: (
            functional.scaled_dot_product_attention(
                gpu(1, 1, 2, 8), gpu(1, 1, 2, 8), gpu(1, 1, 2, 8), is_causal=True
            ).shape
        ),
        "multi-head attention": lambda: (
            nn.MultiheadAttention(8, 2).cuda()(gpu(2, 1, 8), gpu(2, 1, 8), gpu(2, 1, 8))[0].shape
        ),
        "a transformer layer": lambda: nn.TransformerEncoderLayer(8, 2, 8).cuda()(gpu(2, 1, 8)).shape,
        "ctc_loss with lengths of the CPU": lambda: (
            functional.ctc_loss(
                gpu(4, 1, 3).log_softmax(2), torch.ones(1, 2, dtype=torch.int), torch.tensor([4]), torch.tensor([2])
            ).device
        ),
        "a triplet loss": lambda: functional.triplet_margin_loss(gpu(2, 3), gpu(2, 3), gpu(2, 3) * 2).device,
        "a cosine loss": lambda: functional.cosine_embedding_loss(gpu(2, 3), gpu(2, 3), gpu(2)).device,
        "label smoothing": lambda: functional.cross_entropy(gpu(2, 3), numbers_there(0, 1), label_smoothing=0.1).device,
        "a script": lambda: torch.jit.script(scripted)(gpu(3)),
        "vmap with an index": lambda: torch.vmap(lambda x, i: x[i])(gpu(2, 3), numbers_there([0], [1])),
        "a jacobian": lambda: torch.func.jacrev(lambda x: x * x)(gpu(2)),
        "a hessian": lambda: torch.func.hessian(lambda x: (x**3).sum())(gpu(2)),
        "functional_call": lambda: torch.func.functional_call(
            nn.Linear(2, 1), {"weight": gpu(1, 2), "bias": gpu(1)}, gpu(1, 2)
        ),
        "weight norm": lambda: nn.utils.parametrizations.weight_norm(nn.Linear(2, 2).cuda())(gpu(1, 2)).device,
        "spectral norm": lambda: nn.utils.parametrizations.spectral_norm(nn.Linear(2, 2).cuda())(gpu(1, 2)).device,
        "a nested tensor": lambda: torch.nested.nested_tensor([gpu(2), gpu(3)]).device,
        "a nested tensor of the CPU's": lambda: torch.nested.nested_tensor([host(2), host(3)], device="cuda").is_cuda,
        "a nested tensor with jagged layout": lambda: torch.nested.nested_tensor(
            [host(2), host(3)], device="cuda", layout=torch.jagged
        ).values(),
        "a sum of a nested tensor": lambda: (
            (torch.nested.nested_tensor([gpu(2), gpu(3)], layout=torch.jagged) * 2).device
        ),
        "a sparse product": lambda: torch.sparse.mm(gpu(2, 2).to_sparse(), gpu(2, 2)),
        "a csr tensor": lambda: gpu(2, 2).to_sparse_csr().values().device,
        "a quantised range": lambda: torch.fake_quantize_per_tensor_affine(gpu(2), 0.5, 0, 0, 255),
    }.items()
}


def scripted(x: torch.Tensor):
    return x + torch.zeros([3], device=x.device) + torch.ones_like(x)


@states
def a_module_trains():
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 2)).cuda()
    losses = []
    for kind in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop, torch.optim.Adagrad):
        optimiser = kind(model.parameters(), lr=0.01)
        loss = functional.cross_entropy(model(gpu(3, 4)), numbers_there(0, 1, 0))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad()
        losses.append(str(loss.device))
    return losses


@states
def the_step_of_adam_is_on_the_cpu():
    weight = nn.Parameter(gpu(2))
    optimiser = torch.optim.Adam([weight])
    weight.sum().backward()
    optimiser.step()
    return optimiser.state[weight]["step"].device, optimiser.state[weight]["exp_avg"].device


@states
def optimisers_take_each_way():
    steps = []
    for options in ({"foreach": True}, {"fused": True}, {"capturable": True}, {"amsgrad": True}):
        weight = nn.Parameter(gpu(2))
        optimiser = torch.optim.Adam([weight], **options)
        for _ in range(2):
            weight.sum().backward()
            optimiser.step()
        steps.append(optimiser.state[weight]["step"].device)
    return steps


@states
def the_state_of_an_optimiser_is_loaded_where_its_parameters_are():
    weight = nn.Parameter(gpu(2))
    optimiser = torch.optim.Adam([weight])
    weight.sum().backward()
    optimiser.step()
    state = copy.deepcopy(optimiser.state_dict())
    state["state"][0]["exp_avg"] = state["state"][0]["exp_avg"].cpu()
    optimiser.load_state_dict(state)
    return optimiser.state[weight]["exp_avg"].device, optimiser.state[weight]["step"].device


@states
def a_scaler_scales():
    weight = nn.Parameter(gpu(2))
    optimiser = torch.optim.SGD([weight], lr=1.0)
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    scaler.scale(weight.sum()).backward()
    scaled = weight.grad.tolist()
    scaler.unscale_(optimiser)
    scaler.step(optimiser)
    scaler.update()
    return scaled, weight.tolist(), scaler.get_scale()


@states
def a_batch_norm_counts_where_it_is():
    norm = nn.BatchNorm1d(2).cuda()
    norm(gpu(3, 2))
    return norm.num_batches_tracked, norm.running_mean.device


@states
def gradients_cross_from_the_cpu():
    here = host(3, requires_grad=True)
    (here.cuda() * 2).sum().backward()
    return here.grad


@states
def gradients_cross_to_the_cpu():
    there = gpu(3, requires_grad=True)
    (there.cpu() * 2).sum().backward()
    return there.grad


@states
def a_function_of_autograd_makes_its_gradient_where_it_says():
    class Halved(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x / 2

        @staticmethod
        def backward(ctx, gradient):
            at = torch.zeros(3, device=gradient.device), torch.zeros(3), torch.zeros_like(gradient, device="cpu")
            return gradient * 0 + len([each for each in at if each.is_cuda])

    x = gpu(3, requires_grad=True)
    Halved.apply(x).sum().backward()
    return x.grad


@states
def a_gradient_of_the_wrong_place_is_refused():
    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, gradient):
            return gradient.cpu()

    Wrong.apply(gpu(3, requires_grad=True)).sum().backward()


@states
def a_hook_gets_the_gpu():
    seen = []
    x = gpu(3, requires_grad=True)
    x.register_hook(lambda gradient: seen.append(gradient.device))
    x[0].backward()
    return seen


@states
def a_checkpoint_keeps_dropout():
    from torch.utils.checkpoint import checkpoint

    x = gpu(64, requires_grad=True)
    y = checkpoint(lambda value: functional.dropout(value), x, use_reentrant=False)
    y.sum().backward()
    return torch.equal(x.grad, y.detach())


# Generators.
STATEMENTS |= {
    "the state of a generator has 16 bytes": lambda: default_generator().get_state(),
    "the state of a generator is its seed and offset": lambda: of_gpu(5).get_state().view(torch.int64),
    "rng state": lambda: (torch.cuda.manual_seed(7), torch.cuda.get_rng_state().view(torch.int64))[1],
    "rng states": lambda: [each.shape for each in torch.cuda.get_rng_state_all()],
    "rng state of a device by name": lambda: torch.cuda.get_rng_state("cuda:0").shape,
    "the default generator says": lambda: str(default_generator().device),
    "a generator says": lambda: str(torch.Generator("cuda").device),
    "a generator says its type": lambda: [type(each).__name__ for each in (of_gpu(), default_generator())],
    "a generator is a generator": lambda: isinstance(of_gpu(), torch.Generator),
    "the first seed of a generator": lambda: torch.Generator("cuda").initial_seed(),
    "initial seed": lambda: (torch.cuda.manual_seed(9), torch.cuda.initial_seed(), torch.initial_seed() == 9)[1:],
    "manual_seed seeds both": lambda: (torch.manual_seed(4), torch.cuda.initial_seed(), torch.initial_seed())[1:],
    "the offset of a generator": lambda: of_gpu().get_offset(),
    "an offset that was set": lambda: (
        lambda g: (g.set_offset(8), g.get_offset(), g.get_state().view(torch.int64))[1:]
    )(of_gpu(3)),
    "an offset that is odd": lambda: of_gpu().set_offset(3),
    "a state of the wrong size": lambda: of_gpu().set_state(torch.zeros(7, dtype=torch.uint8)),
    "the state of a CPU's generator for a GPU's": lambda: of_gpu().set_state(torch.Generator().get_state()),
    "a state of a wrong type": lambda: of_gpu().set_state(torch.zeros(16)),
    "a state on the GPU": lambda: of_gpu().set_state(of_gpu().get_state().cuda()),
    "the offset of a CPU's generator": lambda: torch.Generator().get_offset(),
    "the state of a CPU's generator": lambda: torch.Generator().get_state().shape,
    "a seed that is negative": lambda: of_gpu(-1).initial_seed(),
    "a generator of a device that is none": lambda: str(torch.Generator("cuda:1").device),
    "rand takes a generator": lambda: torch.rand(3, device="cuda", generator=of_gpu()).device,
    "seeds decide": lambda: same_numbers(
        lambda: torch.rand(9, device="cuda", generator=of_gpu(1)),
        lambda: torch.rand(9, device="cuda", generator=of_gpu(1)),
    ),
    "other seeds, other numbers": lambda: same_numbers(
        lambda: torch.rand(9, device="cuda", generator=of_gpu(1)),
        lambda: torch.rand(9, device="cuda", generator=of_gpu(2)),
    ),
    "a bernoulli takes a generator": lambda: torch.bernoulli(gpu(3), generator=of_gpu()),
    "a seed of an initialisation": lambda: same_numbers(
        lambda: nn.init.normal_(gpu(3), generator=of_gpu(1)), lambda: nn.init.normal_(gpu(3), generator=of_gpu(1))
    ),
    "seed_all": lambda: torch.cuda.seed_all(),
    "a pickled generator": lambda: pickle.loads(pickle.dumps(of_gpu(3))).initial_seed(),
}


@states
def a_draw_of_the_gpu_leaves_the_cpus_numbers():
    torch.manual_seed(0)
    first = torch.randn(2)
    torch.manual_seed(0)
    torch.randn(7, device="cuda")
    gpu(3).normal_()
    functional.dropout(gpu(3))
    return torch.equal(first, torch.randn(2))


@states
def a_seed_of_the_gpu_leaves_the_cpus_numbers():
    torch.manual_seed(0)
    first = torch.randn(2)
    torch.manual_seed(0)
    torch.cuda.manual_seed(9)
    return torch.equal(first, torch.randn(2))


@states
def a_draw_of_the_cpu_leaves_the_gpus_numbers():
    torch.manual_seed(0)
    first = torch.randn(2, device="cuda")
    torch.manual_seed(0)
    torch.randn(7)
    return torch.equal(first, torch.randn(2, device="cuda"))


@states
def a_draw_moves_the_offset():
    generator = of_gpu()
    offsets = []
    for count in (1, 1, 1000):
        torch.rand(count, device="cuda", generator=generator)
        offsets.append(generator.get_offset())
    return [offset % 4 for offset in offsets], sorted(set(offsets)) == offsets


@states
def small_draws_move_the_offset_by_four():
    generator = of_gpu()
    torch.rand(16, device="cuda", generator=generator)
    torch.randn(16, device="cuda", generator=generator)
    torch.randint(5, (16,), device="cuda", generator=generator)
    return generator.get_offset()


@states
def a_state_is_restored():
    generator = of_gpu(3)
    torch.rand(5, device="cuda", generator=generator)
    state = generator.get_state()
    first = torch.rand(5, device="cuda", generator=generator)
    other = torch.Generator("cuda")
    other.set_state(state)
    return torch.equal(first, torch.rand(5, device="cuda", generator=other))


@states
def a_program_counts_the_offset_up_as_flag_gems_does():
    generator = default_generator()
    torch.cuda.manual_seed(11)
    state = generator.get_state()
    seed, offset = state.view(torch.int64)
    state.view(torch.int64)[1] += 12
    generator.set_state(state)
    return int(seed), int(offset), generator.get_offset()


@states
def clones_of_states():
    generator = of_gpu(3)
    generator.set_offset(4)
    clone = generator.clone_state()
    torch.rand(1, device="cuda", generator=clone)
    return generator.get_offset(), clone.get_offset() > 4, clone.initial_seed()


@states
def states_that_graphs_share():
    generator, other = of_gpu(3), of_gpu(4)
    other.graphsafe_set_state(generator.graphsafe_get_state())
    torch.rand(1, device="cuda", generator=generator)
    return other.initial_seed(), other.get_offset() == generator.get_offset()


@states
def forked_random_numbers():
    torch.cuda.manual_seed(1)
    with torch.random.fork_rng(devices=[0]):
        first = torch.rand(3, device="cuda")
    return torch.equal(first, torch.rand(3, device="cuda"))


@states
def set_rng_state_of_all():
    torch.cuda.manual_seed_all(2)
    state = torch.cuda.get_rng_state_all()
    first = torch.rand(3, device="cuda")
    torch.cuda.set_rng_state_all(state)
    return torch.equal(first, torch.rand(3, device="cuda"))


@states
def dropout_repeats_with_its_seed():
    masks = []
    for _ in range(2):
        torch.cuda.manual_seed(3)
        masks.append(functional.dropout(gpu(64)))
    return torch.equal(*masks), torch.equal(masks[0], functional.dropout(gpu(64)))


@states
def randperm_on_the_gpu():
    return sorted(torch.randperm(5, device="cuda").tolist()), torch.randperm(5, device="cuda").device


@states
def a_sampler_takes_the_cpus_generator():
    generator = torch.Generator().manual_seed(0)
    loader = torch.utils.data.DataLoader(gpu(4).cpu(), batch_size=2, shuffle=True, generator=generator)
    return [each.device for each in loader]


# Device indexes: one GPU is there.
STATEMENTS |= {
    f"second GPU: {name}": statement
    for name, statement in {
        "a factory": lambda: torch.ones(1, device="cuda:1"),
        "tensor": lambda: torch.tensor([1], device="cuda:1"),
        "empty": lambda: torch.empty(1, device=torch.device("cuda", 1)),
        "a number": lambda: torch.zeros(1, device=1),
        "to": lambda: host(1).to("cuda:1"),
        "to from the GPU": lambda: gpu(1).to("cuda:1"),
        "to a number": lambda: host(1).to(1),
        "cuda": lambda: host(1).cuda(1),
        "a module": lambda: nn.Linear(1, 1).cuda(1),
        "a module made there": lambda: nn.Linear(1, 1, device="cuda:1"),
        "a context": lambda: torch.cuda.device(1).__enter__(),
        "set_device": lambda: torch.cuda.set_device(1),
        "set_device by name": lambda: torch.cuda.set_device("cuda:1"),
        "get_device_properties": lambda: torch.cuda.get_device_properties(1),
        "get_device_name": lambda: torch.cuda.get_device_name(1),
        "get_device_capability": lambda: torch.cuda.get_device_capability("cuda:1"),
        "synchronize": lambda: torch.cuda.synchronize(1),
        "a stream": lambda: torch.cuda.Stream(device=1),
        "current_stream": lambda: torch.cuda.current_stream(1),
        "memory_allocated": lambda: torch.cuda.memory_allocated(1),
        "mem_get_info": lambda: torch.cuda.mem_get_info(1),
        "manual seeds": lambda: torch.cuda.get_rng_state(1),
        "load": lambda: loaded({"x": host(1)}, "cuda:1"),
        "a device object": lambda: str(torch.device("cuda:1")),
        "like": lambda: torch.zeros_like(host(1), device="cuda:1"),
    }.items()
}
STATEMENTS |= {
    "devices": lambda: (torch.cuda.device_count(), torch.cuda.current_device(), torch.cuda.is_available()),
    "the first device by number": lambda: torch.ones(1, device=0).device,
    "a device of another kind": lambda: torch.ones(1, device="gpu"),
    "a negative device": lambda: torch.ones(1, device="cuda:-1"),
    "the device of a context": lambda: (torch.cuda.device(0).__enter__(), torch.cuda.current_device()),
    "device -1 changes nothing": lambda: torch.cuda.device(-1).__enter__(),
    "set_device of the first": lambda: torch.cuda.set_device("cuda:0"),
    "set_device of the CPU": lambda: torch.cuda.set_device("cpu"),
    "properties of the CPU": lambda: torch.cuda.get_device_properties("cpu"),
    "a device equals": lambda: (gpu(1).device == torch.device("cuda"), gpu(1).device == torch.device("cuda:0")),
    "get_device": lambda: (gpu(1).get_device(), host(1).get_device()),
    "empty tensors are there": lambda: torch.empty(0, device="cuda").is_cuda,
    "an accelerator": lambda: (str(torch.accelerator.current_accelerator()), torch.accelerator.device_count()),
    "peers": lambda: torch.cuda.can_device_access_peer(0, 0),
}


def loaded(value, location=None):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, map_location=location)


# Storages, memory, dlpack, arrays.
STATEMENTS |= {
    "the device of a storage": lambda: str(gpu(3).untyped_storage().device),
    "the device of a typed storage": lambda: str(gpu(3).storage().device),
    "a storage is_cuda": lambda: (gpu(3).untyped_storage().is_cuda, host(3).untyped_storage().is_cuda),
    "get_device of a storage": lambda: gpu(3).untyped_storage().get_device(),
    "the type of a storage": lambda: gpu(3).storage().type(),
    "a storage goes to the CPU": lambda: str(gpu(3).untyped_storage().cpu().device),
    "a storage goes to the GPU": lambda: str(host(3).untyped_storage().cuda().device),
    "a clone of a storage": lambda: str(gpu(3).untyped_storage().clone().device),
    "a storage that is made": lambda: str(torch.UntypedStorage(8, device="cuda").device),
    "a tensor of a storage": lambda: torch.empty(0, device="cuda").set_(gpu(3).untyped_storage()).shape,
    "set_ to a storage of the CPU": lambda: torch.empty(0, device="cuda").set_(host(3).untyped_storage()),
    "set_ to a tensor of the CPU": lambda: torch.empty(0, device="cuda").set_(host(3)),
    "numbers of a storage": lambda: gpu(3).storage().tolist(),
    "a storage that is pinned": lambda: host(3).pin_memory().untyped_storage().is_pinned(),
    "addresses are multiples of 512": lambda: [
        torch.empty(n, device="cuda").data_ptr() % 512 for n in (1, 3, 7, 100, 1000, 5000)
    ],
    "addresses of copies are multiples of 512": lambda: [
        each.data_ptr() % 512
        for each in (
            gpu(3) + 1,
            host(5).cuda(),
            gpu(3, 3).t().contiguous(),
            torch.cat([gpu(1), gpu(2)]),
            gpu(7).clone(),
        )
    ],
    "addresses of data are multiples of 512": lambda: [
        each.data_ptr() % 512
        for each in (torch.tensor([1, 2], device="cuda"), torch.as_tensor(np.ones(5), device="cuda"), gpu(9).sum())
    ],
    "addresses of parameters are multiples of 512": lambda: [
        each.data_ptr() % 512 for each in nn.Linear(3, 5).cuda().parameters()
    ],
    "a view is where its offset is": lambda: (lambda x: x[3:].data_ptr() - x.data_ptr())(gpu(9)),
    "from_dlpack": lambda: torch.from_dlpack(gpu(3)),
    "from_dlpack of a capsule": lambda: torch.from_dlpack(torch.utils.dlpack.to_dlpack(gpu(3))).device,
    "from_dlpack shares memory": lambda: (lambda x: torch.from_dlpack(x).data_ptr() == x.data_ptr())(gpu(3)),
    "__dlpack_device__": lambda: [int(each) for each in gpu(3).__dlpack_device__()],
    "__dlpack_device__ of the CPU": lambda: [int(each) for each in host(3).__dlpack_device__()],
    "from_dlpack of the CPU": lambda: torch.from_dlpack(np.ones(2, dtype=np.float32)),
    "numpy's from_dlpack": lambda: np.from_dlpack(gpu(3)),
    "__cuda_array_interface__": lambda: (lambda i: (i["shape"], i["typestr"], i["version"]))(
        gpu(3).__cuda_array_interface__
    ),
    "__cuda_array_interface__ of the CPU": lambda: host(3).__cuda_array_interface__,
    "as_tensor of what has the interface": lambda: torch.as_tensor(gpu(3), device="cuda").device,
    "memory_allocated counts in 512": lambda: counted(lambda: torch.empty(1, device="cuda")),
    "memory_allocated counts what is allocated": lambda: counted(lambda: torch.empty(1000, device="cuda")),
    "freed memory": lambda: counted(lambda: torch.empty(1000, device="cuda").numel()),
    "memory_history": lambda: torch.cuda.memory._record_memory_history(enabled=None),
    "memory_history that is on": lambda: torch.cuda.memory._record_memory_history(max_entries=10),
    "a snapshot": lambda: sorted(torch.cuda.memory._snapshot())[:3],
    "a pool": lambda: type(torch.cuda.MemPool()).__name__,
    "a pool is used": lambda: in_pool(),
    "empty_cache": lambda: torch.cuda.empty_cache(),
    "memory stats": lambda: (gpu(1), torch.cuda.memory_stats()["num_ooms"])[1],
    "too much": lambda: torch.empty(2**50, device="cuda"),
    "a pinned tensor": lambda: (host(3).pin_memory().is_pinned(), host(3).pin_memory().device, host(3).is_pinned()),
    "pinned at birth": lambda: torch.empty(3, pin_memory=True).is_pinned(),
    "a pinned tensor of the GPU": lambda: gpu(3).pin_memory(),
    "a pinned factory of the GPU": lambda: torch.empty(3, device="cuda", pin_memory=True),
    "pinned like": lambda: torch.empty_like(host(3), pin_memory=True).is_pinned(),
    "a view of pinned memory": lambda: host(3).pin_memory()[1:].is_pinned(),
    "a pinned loader": lambda: [
        each.is_pinned() for each in torch.utils.data.DataLoader(host(4), batch_size=2, pin_memory=True)
    ],
    "a non-blocking copy": lambda: host(3).pin_memory().to("cuda", non_blocking=True),
    "share_memory_": lambda: gpu(3).share_memory_().is_shared(),
}


def counted(make):
    gpu(1)
    before = torch.cuda.memory_allocated()
    kept = make()
    return torch.cuda.memory_allocated() - before, type(kept).__name__


def in_pool():
    pool = torch.cuda.MemPool()
    with torch.cuda.use_mem_pool(pool):
        return gpu(3)


# Streams, events and graphs.
STATEMENTS |= {
    "the default stream": lambda: (torch.cuda.current_stream().cuda_stream, torch.cuda.default_stream().cuda_stream),
    "a stream differs": lambda: torch.cuda.Stream() == torch.cuda.current_stream(),
    "a stream is current in its context": lambda: in_stream(),
    "a stream waits": lambda: torch.cuda.Stream().wait_stream(torch.cuda.current_stream()),
    "a stream has a priority": lambda: torch.cuda.Stream(priority=-1).priority,
    "the device of a stream": lambda: str(torch.cuda.Stream().device),
    "the priorities": lambda: torch.cuda.Stream.priority_range(),
    "a synchronised stream is done": lambda: (lambda s: (s.synchronize(), s.query())[1])(torch.cuda.Stream()),
    "an event that was not recorded": lambda: torch.cuda.Event().query(),
    "an event without times": lambda: recorded(False),
    "an event with times": lambda: recorded(True) > 0,
    "an event that was not recorded has no time": lambda: torch.cuda.Event(enable_timing=True).elapsed_time(
        torch.cuda.Event(enable_timing=True)
    ),
    "record_stream": lambda: gpu(3).record_stream(torch.cuda.current_stream()),
    "record_stream of the CPU": lambda: host(3).record_stream(torch.cuda.current_stream()),
    "a generic stream": lambda: (str(torch.Stream(device="cuda").device), type(torch.Stream("cuda")).__name__),
    "a stream is a stream": lambda: isinstance(torch.cuda.Stream(), torch.Stream),
    "an event is an event": lambda: isinstance(torch.cuda.Event(), torch.Event),
    "a graph replays": lambda: replayed(),
    "a graph that is empty is replayed": lambda: torch.cuda.CUDAGraph().replay(),
    "a synchronisation in a capture": lambda: captured(lambda x: x.item()),
    "a copy to the CPU in a capture": lambda: captured(lambda x: x.cpu()),
    "a capture in a capture": lambda: captured(lambda x: torch.cuda.graph(torch.cuda.CUDAGraph()).__enter__()),
    "random numbers in a capture": lambda: replayed_numbers(),
    "a graph says that it captures": lambda: capturing(),
    "graphed callables": lambda: (
        torch.cuda.make_graphed_callables(nn.Linear(2, 2).cuda(), (gpu(1, 2),))(gpu(1, 2)).shape
    ),
    "sleep": lambda: torch.cuda._sleep(1000),
    "nvtx": lambda: torch.cuda.nvtx.range_pop() if torch.cuda.nvtx.range_push("x") is None else 0,
}


def in_stream():
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        inside = torch.cuda.current_stream() == stream
    return inside, torch.cuda.current_stream() == stream


def recorded(timed):
    start, end = (torch.cuda.Event(enable_timing=timed) for _ in range(2))
    start.record()
    gpu(1000).sum()
    end.record()
    end.synchronize()
    return start.elapsed_time(end)


def replayed():
    x, graph = gpu(2), torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        x += 1
        y = x * 2
    before = x.tolist()
    graph.replay()
    graph.replay()
    return before, x, y


def captured(work):
    x, graph = gpu(1), torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work(x)
    return "captured"


def replayed_numbers():
    graph = torch.cuda.CUDAGraph()
    torch.cuda.manual_seed(0)
    with torch.cuda.graph(graph):
        x = torch.rand(8, device="cuda")
    graph.replay()
    first = x.clone()
    graph.replay()
    return torch.equal(first, x)


def capturing():
    said = [torch.cuda.is_current_stream_capturing()]
    with torch.cuda.graph(torch.cuda.CUDAGraph()):
        said.append(torch.cuda.is_current_stream_capturing())
    return said


# Saving, copying, types and texts.
STATEMENTS |= {
    "saved and loaded": lambda: loaded({"x": gpu(2), "y": host(2)}),
    "loaded to the CPU": lambda: loaded(gpu(2), "cpu"),
    "loaded to the GPU": lambda: loaded(host(2), "cuda"),
    "loaded by a function": lambda: loaded(gpu(2), lambda storage, location: storage),
    "loaded by a table": lambda: loaded(gpu(2), {"cuda:0": "cpu"}),
    "locations that a loader sees": lambda: locations(),
    "pickled": lambda: pickle.loads(pickle.dumps(gpu(2))),
    "copied deeply": lambda: copy.deepcopy(gpu(2)),
    "a loaded module": lambda: loaded(nn.Linear(2, 2).cuda().state_dict())["weight"].device,
    "a state dict of the GPU in a module of the CPU": lambda: (
        lambda m: (m.load_state_dict(nn.Linear(2, 2).cuda().state_dict()), m.weight.device)[1]
    )(nn.Linear(2, 2)),
    "text": lambda: repr(gpu(2)),
    "text of a parameter": lambda: repr(nn.Parameter(gpu(2))),
    "text of an empty tensor": lambda: repr(torch.empty(0, device="cuda")),
    "text of a scalar": lambda: f"{torch.tensor(1.5, device='cuda'):.2f} {torch.tensor(2, device='cuda')}",
    "type": lambda: (gpu(2).type(), gpu(2).half().type(), host(2).type()),
    "a legacy type": lambda: torch.cuda.FloatTensor(2).device,
    "a legacy type of the CPU": lambda: torch.FloatTensor(2).device,
    "a legacy instance": lambda: (isinstance(gpu(2), torch.cuda.FloatTensor), isinstance(gpu(2), torch.FloatTensor)),
    "new": lambda: gpu(2).new(3).device,
    "new_tensor": lambda: gpu(2).new_tensor([1, 2]),
    "new_empty on the CPU": lambda: gpu(2).new_empty(2, device="cpu").device,
    "zeros_like on the CPU": lambda: torch.zeros_like(gpu(2), device="cpu"),
    "zeros_like on the GPU": lambda: torch.zeros_like(host(2), device="cuda"),
    "rand_like": lambda: torch.rand_like(gpu(2)).device,
    "to a tensor": lambda: host(2).to(gpu(1)),
    "to is the same": lambda: (lambda x: (x.to("cuda") is x, x.cuda() is x, x.cpu() is x, x.to("cuda:0") is x))(gpu(1)),
    "to with copy": lambda: (lambda x: x.to("cuda", copy=True) is x)(gpu(1)),
    "to another type and place": lambda: host(2).to("cuda", torch.float16),
    "meta to the GPU": lambda: torch.ones(2, device="meta").to("cuda"),
    "to_empty": lambda: nn.Linear(1, 1, device="meta").to_empty(device="cuda").weight.device,
    "item": lambda: torch.tensor(2.5, device="cuda").item(),
    "tolist": lambda: numbers_there([1, 2], [3, 4]).tolist(),
    "bool of several": lambda: bool(gpu(2)),
    "len and iteration": lambda: [each.device for each in gpu(2)],
    "is_shared": lambda: gpu(2).is_shared(),
    "requires grad keeps": lambda: gpu(2, requires_grad=True).is_leaf,
    "a leaf moves to no leaf": lambda: host(2, requires_grad=True).cuda().is_leaf,
    "a tensor of numpy": lambda: torch.from_numpy(np.ones(2, dtype=np.float32)).cuda(),
    "complex": lambda: torch.view_as_real(gpu(2, dtype=torch.complex64)),
}


def locations():
    seen = []

    def see(storage, location):
        seen.append(location)
        return storage

    loaded([gpu(1), host(1)], see)
    return seen


# Modes.
STATEMENTS |= {
    "autocast of mm": lambda: in_autocast(lambda: gpu(2, 2) @ gpu(2, 2)),
    "autocast of a sum": lambda: in_autocast(lambda: gpu(2, dtype=torch.float16).sum()),
    "autocast of softmax": lambda: in_autocast(lambda: gpu(2, dtype=torch.float16).softmax(0)),
    "autocast of linear": lambda: in_autocast(lambda: nn.Linear(2, 2).cuda()(gpu(1, 2))),
    "autocast leaves the CPU": lambda: in_autocast(lambda: host(2, 2) @ host(2, 2)),
    "autocast of cat": lambda: in_autocast(lambda: torch.cat([gpu(2), gpu(2, dtype=torch.float16)])),
    "autocast says": lambda: (torch.is_autocast_enabled("cuda"), str(torch.get_autocast_dtype("cuda"))),
    "autocast to bfloat16": lambda: in_autocast(lambda: gpu(2, 2) @ gpu(2, 2), torch.bfloat16),
    "autocast of binary_cross_entropy": lambda: in_autocast(lambda: functional.binary_cross_entropy(gpu(2), gpu(2))),
    "inference mode": lambda: inferred(),
    "inference tensors cannot be saved for backward": lambda: inferred_grad(),
    "no_grad": lambda: under(torch.no_grad(), lambda: (gpu(2, requires_grad=True) * 2).requires_grad),
    "in place on a leaf": lambda: gpu(2, requires_grad=True).add_(1),
    "in place on what backward needs": lambda: spoilt(),
    "deterministic algorithms refuse": lambda: deterministic(lambda: torch.histc(gpu(3), 2)),
    "deterministic algorithms refuse cumsum": lambda: deterministic(lambda: torch.cumsum(gpu(3), 0)),
    "deterministic scatter_add": lambda: deterministic(lambda: gpu(3).scatter_add(0, numbers_there(0, 0), gpu(2))),
    "deterministic mm": lambda: deterministic(lambda: (gpu(2, 2) @ gpu(2, 2)).shape),
    "deterministic empty": lambda: deterministic(lambda: torch.empty(2, device="cuda").isnan()),
    "a default device": lambda: under(torch.device("cuda"), lambda: [torch.ones(1).device, torch.tensor([1]).device]),
    "a default device that is set": lambda: (torch.set_default_device("cuda"), nn.Linear(1, 1).weight.device)[1],
    "a default type": lambda: torch.set_default_tensor_type(torch.cuda.FloatTensor) or torch.ones(1).device,
    "anomaly mode": lambda: under(torch.autograd.detect_anomaly(), lambda: nan_backward()),
    "a thread is on the GPU": lambda: in_thread(lambda: gpu(2) * 2),
    "tf32": lambda: (torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32),
    "matmul precision": lambda: torch.get_float32_matmul_precision(),
    "a dispatch mode sees the GPU": lambda: dispatched(),
    "a function mode sees moves": lambda: function_mode(),
    "a subclass keeps its type": lambda: subclassed(),
    "a wrapper subclass": lambda: wrapped(),
    "sync debug mode": lambda: gpu(1) is None or torch.cuda.set_sync_debug_mode("error") or gpu(1).item(),
    "profiler": lambda: profiled(),
}


def in_autocast(compute, dtype=torch.float16):
    with torch.autocast("cuda", dtype=dtype):
        return str(compute().dtype)


def under(mode, compute):
    with mode:
        return compute()


def inferred():
    with torch.inference_mode():
        x = gpu(2, requires_grad=True) * 2
    return x.is_inference(), x.requires_grad, x.device


def inferred_grad():
    with torch.inference_mode():
        x = gpu(2)
    return (x * gpu(2, requires_grad=True)).sum().backward()


def spoilt():
    x = gpu(2, requires_grad=True)
    y = x.exp()
    y += 1
    y.sum().backward()


def deterministic(compute):
    torch.use_deterministic_algorithms(True)
    return compute()


def nan_backward():
    x = torch.zeros(1, device="cuda", requires_grad=True)
    (x.sqrt() * 0).sum().backward()


def in_thread(compute):
    found = []
    thread = threading.Thread(target=lambda: found.append(compute()))
    thread.start()
    thread.join()
    return found


def dispatched():
    from torch.utils._python_dispatch import TorchDispatchMode

    seen = []

    class See(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((str(func), [str(each.device) for each in args if isinstance(each, torch.Tensor)]))
            return func(*args, **(kwargs or {}))

    x = gpu(2)
    with See():
        x.mul(2).sum()
    return seen


def function_mode():
    seen = []

    class See(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            seen.append(func.__name__)
            return func(*args, **(kwargs or {}))

    with See():
        torch.ones(2).to("cuda")
        torch.tensor([1], device="cuda")
    return seen


def subclassed():
    class Named(torch.Tensor):
        pass

    x = host(2).as_subclass(Named).cuda()
    return type(x).__name__, type(x * 2).__name__, x.device


def wrapped():
    class Pair(torch.Tensor):
        @staticmethod
        def __new__(cls, inner):
            return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype, device=inner.device)

        def __init__(self, inner):
            self.inner = inner

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            return func(*[each.inner if isinstance(each, Pair) else each for each in args], **(kwargs or {}))

    pair = Pair(gpu(2))
    return pair.device, (pair * 2).device, pair.is_cuda


def profiled():
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        gpu(2) * 2
    return any("aten::mul" in each.key for each in profile.key_averages())


# Whole programs' helpers.
STATEMENTS |= {
    "jit.trace": lambda: torch.jit.trace(lambda x: x * 2, (gpu(2),))(gpu(2)),
    "jit.trace of a module": lambda: torch.jit.trace(nn.Linear(2, 2).cuda(), (gpu(1, 2),))(gpu(1, 2)).device,
    "jit.script": lambda: torch.jit.script(scripted)(gpu(3)).device,
    "DataParallel": lambda: nn.DataParallel(nn.Linear(4, 4).cuda(), device_ids=[0])(host(3, 4)).device,
    "DataParallel of all": lambda: nn.DataParallel(nn.Linear(4, 4).cuda())(gpu(3, 4)).device,
    "comm scatter": lambda: torch.cuda.comm.scatter(gpu(4), [0]),
    "comm scatter from the CPU": lambda: torch.cuda.comm.scatter(host(4), [0]),
    "comm gather": lambda: torch.cuda.comm.gather([gpu(2), gpu(2)], destination=0),
    "comm broadcast": lambda: torch.cuda.comm.broadcast(gpu(2), [0]),
    "comm broadcast_coalesced": lambda: torch.cuda.comm.broadcast_coalesced([gpu(2)], [0]),
    "comm reduce_add": lambda: torch.cuda.comm.reduce_add([gpu(2)], 0),
    "testing.assert_close with the CPU": lambda: torch.testing.assert_close(gpu(2), host(2)),
    "testing.assert_close": lambda: torch.testing.assert_close(gpu(2), gpu(2)),
    "testing.make_tensor": lambda: torch.testing.make_tensor(2, dtype=torch.float32, device="cuda").device,
    "gradcheck": lambda: torch.autograd.gradcheck(lambda x: x * x, gpu(2, dtype=torch.float64, requires_grad=True)),
    "FakeTensorMode": lambda: fake(),
    "FakeTensorMode of a real tensor": lambda: faked(),
    "make_fx": lambda: traced("real"),
    "make_fx with fake tensors": lambda: traced("fake"),
    "make_fx with symbols": lambda: traced("symbolic"),
    "opcheck": lambda: checked(),
    "export": lambda: str(torch.export.export(nn.Linear(2, 2).cuda(), (gpu(1, 2),)).module()(gpu(1, 2)).device),
    "export has the operator": lambda: (
        "linear" in torch.export.export(nn.Linear(2, 2).cuda(), (gpu(1, 2),)).graph_module.code
    ),
    "compile": lambda: torch.compile(lambda x: x + 1, backend="eager")(gpu(2)),
    "compile of a module has _orig_mod": lambda: hasattr(
        torch.compile(nn.Linear(2, 2).cuda(), backend="eager"), "_orig_mod"
    ),
    "compile calls a backend": lambda: own_backend(),
    "compile refuses a graph break": lambda: broken(),
    "is_compiling in compile": lambda: torch.compile(
        lambda x: x + 1 if torch.compiler.is_compiling() else x, backend="eager"
    )(gpu(1)),
    "functionalize": lambda: torch.func.functionalize(lambda x: x.clone().add_(1))(gpu(2)),
    "an operator of the program": lambda: twice()(gpu(2)),
    "an operator for the GPU given the CPU's": lambda: twice()(host(2)),
    "an operator without a kernel": lambda: without_kernel(),
}


def fake():
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        x = torch.empty(3, device="cuda")
        return x.device, (x * 2).device, (x + torch.tensor(1.0)).device


def faked():
    from torch._subclasses.fake_tensor import FakeTensorMode

    mode = FakeTensorMode()
    x = mode.from_tensor(gpu(2))
    return x.device, (x @ x).device, x.is_cuda


def traced(mode):
    from torch.fx.experimental.proxy_tensor import make_fx

    return "mul" in make_fx(lambda x: x * 2, tracing_mode=mode)(gpu(3)).code


def twice():
    @torch.library.custom_op("statements::twice", mutates_args=(), device_types="cuda")
    def operator(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    operator.register_fake(lambda x: torch.empty_like(x))
    return operator


def checked():
    return torch.library.opcheck(twice(), (gpu(4),))


def own_backend():
    seen = []

    def backend(module, inputs):
        seen.append(len(inputs))
        return module.forward

    torch.compile(lambda x: x + 1, backend=backend)(gpu(3))
    return len(seen)


def broken():
    def function(x):
        torch._dynamo.graph_break()
        return x + 1

    return torch.compile(function, fullgraph=True, backend="eager")(gpu(1))


def without_kernel():
    library = torch.library.Library("statements_lib", "DEF")
    library.define("half(Tensor x) -> Tensor")
    library.impl("half", lambda x: x / 2, "CPU")
    return torch.ops.statements_lib.half(gpu(2))


# What programs do all the time.
STATEMENTS |= {
    f"works: {name}": statement
    for name, statement in {
        "tensor of scalars of the GPU": lambda: torch.tensor([gpu(1)[0], gpu(1)[0]]),
        "tensor of a scalar of the GPU": lambda: torch.tensor(gpu(1)[0]).device,
        "full of a scalar of the GPU": lambda: torch.full((2,), gpu(1)[0].item(), device="cuda"),
        "new_full": lambda: gpu(1).new_full((2,), 3),
        "fill_ with a scalar of the GPU": lambda: host(2).fill_(gpu(1)[0] * 2),
        "an empty tensor of the CPU in cat": lambda: torch.cat([gpu(2), torch.empty(0)]),
        "where of a mask": lambda: torch.where(gpu(2) > 0),
        "nonzero": lambda: gpu(2).nonzero(),
        "assignment to a mask": lambda: (lambda x: x.__setitem__(x > 0, 5.0) or x)(gpu(2)),
        "assignment of a scalar to a mask": lambda: (lambda x: x.__setitem__(x > 0, torch.tensor(5.0)) or x)(gpu(2)),
        "assignment of one element to a mask": lambda: (lambda x: x.__setitem__(x > 0, host(1)) or x)(gpu(2)),
        "assignment of a scalar of the GPU to the CPU": lambda: (lambda x: x.__setitem__([0], gpu(1)[0] * 5) or x)(
            host(2)
        ),
        "assignment of the GPU's to the CPU's slice": lambda: (lambda x: x.__setitem__(slice(0, 2), gpu(2) * 5) or x)(
            host(2)
        ),
        "assignment with a list and a slice": lambda: (lambda x: x.__setitem__((slice(None), [0]), 5.0) or x)(
            gpu(2, 2)
        ),
        "assignment of an array's tensor": lambda: (
            lambda x: x.__setitem__(slice(None), torch.from_numpy(np.zeros(2, dtype=np.float32))) or x
        )(gpu(2)),
        "a number of numpy": lambda: gpu(2) * np.float32(2),
        "a number of numpy first": lambda: np.float64(2) * gpu(2),
        "alpha": lambda: torch.add(gpu(2), gpu(2), alpha=2),
        "a gradient that is a scalar of the CPU": lambda: gpu(2, requires_grad=True).sum().backward(torch.tensor(1.0)),
        "searchsorted of a number": lambda: torch.searchsorted(gpu(2), 2.0),
        "bucketize": lambda: torch.bucketize(gpu(2), gpu(2)),
        "isin": lambda: torch.isin(gpu(2), 1.0),
        "unique": lambda: torch.unique(numbers_there(1, 1, 2), return_counts=True),
        "sort and topk": lambda: (gpu(3).sort().indices.device, gpu(3).topk(2).values.device),
        "cumulative sums": lambda: gpu(3).cumsum(0),
        "fft": lambda: torch.fft.rfft(gpu(4)).real,
        "inverse": lambda: torch.linalg.inv(torch.eye(2, device="cuda")),
        "solve": lambda: torch.linalg.solve(torch.eye(2, device="cuda"), gpu(2, 1)),
        "svd": lambda: torch.linalg.svd(torch.eye(2, device="cuda")).S,
        "norm": lambda: torch.linalg.norm(gpu(4)),
        "complex": lambda: torch.view_as_real(torch.complex(gpu(1), gpu(1))),
        "pad": lambda: functional.pad(gpu(2), (1, 1)),
        "one element per row": lambda: gpu(2, 2)[torch.arange(2), numbers_there(0, 1)],
        "arange of the GPU as index": lambda: gpu(2, 2)[torch.arange(2, device="cuda"), numbers_there(0, 1)],
        "a sum of a list": lambda: sum([gpu(1), gpu(1)]),
        "a mean of a list": lambda: torch.stack([gpu(1)[0], gpu(1)[0]]).mean(),
        "padded packed sequences": lambda: nn.utils.rnn.pad_packed_sequence(
            nn.utils.rnn.pack_padded_sequence(gpu(3, 2, 1), numbers(3, 1))
        ),
        "a lstm of packed sequences": lambda: (
            nn.LSTM(1, 2).cuda()(nn.utils.rnn.pack_padded_sequence(gpu(3, 2, 1), numbers(3, 1)))[1][0].device
        ),
        "backward of a lstm": lambda: with_gradient(nn.LSTM(2, 3), gpu(4, 1, 2), lambda y: y[0]),
        "backward of a gru": lambda: with_gradient(
            nn.GRU(2, 3, bidirectional=True, num_layers=2), gpu(4, 1, 2), lambda y: y[0]
        ),
        "backward of a convolution": lambda: with_gradient(nn.Conv2d(1, 2, 2), gpu(1, 1, 3, 3)),
        "backward of a transposed convolution": lambda: with_gradient(nn.ConvTranspose1d(1, 2, 2), gpu(1, 1, 3)),
        "backward of batch norm": lambda: with_gradient(nn.BatchNorm1d(2), gpu(3, 2)),
        "backward of group norm": lambda: with_gradient(nn.GroupNorm(1, 2), gpu(3, 2)),
        "backward of layer norm": lambda: with_gradient(nn.LayerNorm(2), gpu(3, 2)),
        "backward of rms norm": lambda: with_gradient(nn.RMSNorm(2), gpu(3, 2)),
        "backward of prelu": lambda: with_gradient(nn.PReLU(), gpu(3, 2)),
        "backward of pooling": lambda: with_gradient(nn.AdaptiveAvgPool2d(1), gpu(1, 1, 3, 3)),
        "backward of max pooling": lambda: with_gradient(nn.MaxPool2d(2), gpu(1, 1, 4, 4)),
        "backward of interpolation": lambda: with_gradient(
            nn.Upsample(scale_factor=2, mode="bilinear"), gpu(1, 1, 2, 2)
        ),
        "backward of dropout": lambda: with_gradient(nn.Dropout(), gpu(8)),
        "backward of attention": lambda: with_gradient(nn.TransformerEncoderLayer(8, 2, 8), gpu(2, 1, 8)),
        "backward of a decoder": lambda: with_gradient(
            nn.TransformerDecoderLayer(8, 2, 8), gpu(2, 1, 8), None, gpu(2, 1, 8)
        ),
        "backward of an embedding": lambda: with_weight(nn.Embedding(4, 2), numbers_there(1, 1)),
        "backward of an embedding bag": lambda: with_weight(nn.EmbeddingBag(4, 2), numbers_there([1, 1])),
        "backward of indices": lambda: differentiated(lambda x: x[numbers(0, 0)]),
        "backward of indices of the GPU": lambda: differentiated(lambda x: x[numbers_there(0, 0)]),
        "backward of a mask": lambda: differentiated(lambda x: x[x > 0]),
        "backward of masked_fill": lambda: differentiated(lambda x: x.masked_fill(x > 0, 2.0)),
        "backward of where": lambda: differentiated(lambda x: torch.where(x > 0, x, 0.0)),
        "backward of gather": lambda: differentiated(lambda x: x.gather(0, numbers_there(0))),
        "backward of scatter": lambda: differentiated(lambda x: x.scatter(0, numbers_there(0), 2.0)),
        "backward of cat": lambda: differentiated(lambda x: torch.cat([x, x])),
        "backward of max": lambda: differentiated(lambda x: x.max()),
        "backward of a median": lambda: differentiated(lambda x: x.median()),
        "backward of sort": lambda: differentiated(lambda x: x.sort().values),
        "backward of std": lambda: differentiated(lambda x: (x * torch.arange(3, device="cuda")).std()),
        "backward of a norm": lambda: differentiated(lambda x: x.norm()),
        "backward of cumprod": lambda: differentiated(lambda x: x.cumprod(0)),
        "backward of logsumexp": lambda: differentiated(lambda x: x.logsumexp(0)),
        "backward of einsum": lambda: differentiated(lambda x: torch.einsum("i,j->ij", x, x)),
        "backward of a scalar of the CPU": lambda: differentiated(lambda x: x * torch.tensor(2.0)),
        "backward to a scalar of the CPU": lambda: to_scalar(),
        "backward of a weighted loss": lambda: differentiated(
            lambda x: functional.cross_entropy(x[None], numbers_there(0), weight=gpu(3), label_smoothing=0.1)
        ),
        "backward of binary_cross_entropy_with_logits": lambda: differentiated(
            lambda x: functional.binary_cross_entropy_with_logits(x, x.detach(), pos_weight=gpu(3))
        ),
        "backward of kl_div": lambda: differentiated(lambda x: functional.kl_div(x, x.detach(), reduction="batchmean")),
        "backward of huber loss": lambda: differentiated(lambda x: functional.huber_loss(x, x.detach() * 2)),
        "backward of margin loss": lambda: differentiated(
            lambda x: functional.multi_margin_loss(x[None], numbers_there(0))
        ),
        "backward of gaussian loss": lambda: differentiated(
            lambda x: functional.gaussian_nll_loss(x, x.detach(), gpu(3))
        ),
        "second derivatives": lambda: twice_differentiated(),
        "forward derivatives": lambda: torch.func.jvp(lambda x: x.sin(), (gpu(2) * 0,), (gpu(2),))[1],
        "vmap that draws": lambda: (
            torch.vmap(lambda x: x + torch.rand(1, device="cuda"), randomness="different")(gpu(2, 1)).shape
        ),
        "vmap of grad": lambda: torch.vmap(torch.func.grad(lambda x: (x * x).sum()))(gpu(2, 2)),
        "vmap of an index": lambda: torch.vmap(lambda x: x[numbers_there(0)])(gpu(2, 3)),
        "a learning rate that is a tensor": lambda: stepped(torch.optim.Adam, lr=torch.tensor(0.5)),
        "a learning rate that is a tensor, foreach": lambda: stepped(
            torch.optim.Adam, lr=torch.tensor(0.5), foreach=True, capturable=True
        ),
        "sgd with momentum": lambda: stepped(torch.optim.SGD, lr=0.5, momentum=0.9, nesterov=True),
        "radam": lambda: stepped(torch.optim.RAdam, lr=0.5),
        "nadam": lambda: stepped(torch.optim.NAdam, lr=0.5),
        "adamax": lambda: stepped(torch.optim.Adamax, lr=0.5),
        "adadelta": lambda: stepped(torch.optim.Adadelta, lr=0.5),
        "rprop": lambda: stepped(torch.optim.Rprop, lr=0.5),
        "asgd": lambda: stepped(torch.optim.ASGD, lr=0.5),
        "a schedule": lambda: scheduled(),
        "clip_grad_norm_ of both": lambda: clipped(),
        "clip_grad_value_": lambda: nn.utils.clip_grad_value_([trained()], 0.5),
        "an average of models": lambda: averaged(),
        "parameters to a vector": lambda: nn.utils.parameters_to_vector([gpu(2), gpu(1)]),
        "a normal distribution": lambda: torch.distributions.Normal(0.0, gpu(2)).log_prob(gpu(2) * 0).device,
        "a sample": lambda: torch.distributions.Normal(gpu(2), torch.tensor(1.0, device="cuda")).rsample().device,
        "a categorical distribution": lambda: torch.distributions.Categorical(gpu(2)).sample().device,
        "a divergence": lambda: torch.distributions.kl_divergence(
            torch.distributions.Normal(gpu(1), gpu(1)), torch.distributions.Normal(gpu(1), gpu(1))
        ),
        "a multivariate distribution": lambda: (
            torch.distributions.MultivariateNormal(gpu(2), torch.eye(2, device="cuda")).sample().device
        ),
        "sparse indices of the CPU": lambda: torch.sparse_coo_tensor(numbers([0]), gpu(1), (2,)).device,
        "a sparse tensor plus a dense one": lambda: torch.sparse_coo_tensor([[0]], [1.0], (2,), device="cuda") + gpu(2),
        "a dense one of a sparse": lambda: torch.sparse_coo_tensor([[0]], [1.0], (2,), device="cuda").to_dense(),
        "a mask of float": lambda: (
            functional.scaled_dot_product_attention(
                gpu(1, 1, 2, 8), gpu(1, 1, 2, 8), gpu(1, 1, 2, 8), attn_mask=gpu(2, 2) * 0
            ).shape
        ),
        "a mask of a transformer": lambda: nn.Transformer.generate_square_subsequent_mask(2, device="cuda").device,
        "encoder with padding": lambda: (
            nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 8), 1)
            .cuda()
            .eval()(gpu(2, 1, 8), src_key_padding_mask=torch.zeros(1, 2, dtype=torch.bool, device="cuda"))
            .shape
        ),
        "affine grids": lambda: functional.affine_grid(gpu(1, 2, 3), (1, 1, 2, 2)).device,
        "istft": lambda: (
            torch.istft(torch.stft(gpu(16), 4, return_complex=True, window=gpu(4)), 4, window=gpu(4)).device
        ),
        "tensordot": lambda: torch.tensordot(gpu(2, 2), gpu(2, 2), 1),
        "trapezoids": lambda: torch.trapezoid(gpu(3)),
        "roll and flip": lambda: gpu(3).roll(1).flip(0),
        "repeat_interleave": lambda: torch.repeat_interleave(gpu(2), numbers_there(1, 2)),
        "repeat_interleave with a number": lambda: gpu(2).repeat_interleave(2),
        "index_reduce": lambda: gpu(2).index_reduce(0, numbers_there(0), gpu(1) * 3, "amax"),
        "scatter_reduce": lambda: gpu(2).scatter_reduce(0, numbers_there(0), gpu(1) * 3, "sum"),
        "masked_scatter": lambda: gpu(2).masked_scatter(gpu(2) > 0, gpu(2) * 3),
        "bernoulli of numbers": lambda: torch.bernoulli(gpu(2)),
        "normal of tensors": lambda: torch.normal(gpu(2), gpu(2)).device,
        "gumbel": lambda: functional.gumbel_softmax(gpu(2)).device,
        "rrelu": lambda: functional.rrelu(gpu(2), training=True).device,
        "alpha dropout": lambda: functional.alpha_dropout(gpu(2), training=True).device,
        "cosine similarity": lambda: functional.cosine_similarity(gpu(2, 2), gpu(2, 2)),
        "pairwise distance": lambda: functional.pairwise_distance(gpu(2, 2), gpu(2, 2)).device,
        "local response norm": lambda: functional.local_response_norm(gpu(1, 2, 2), 2).device,
        "lp pool": lambda: functional.lp_pool1d(gpu(1, 1, 4), 2, 2),
        "fold": lambda: functional.fold(gpu(1, 4, 1), (2, 2), 2),
        "unique_consecutive": lambda: numbers_there(1, 1, 2).unique_consecutive(),
        "a half of linear": lambda: (nn.Linear(2, 2).cuda().half()(gpu(1, 2).half())).dtype,
        "a checkpoint of a model": lambda: (
            loaded(copy.deepcopy(nn.Linear(2, 2).cuda()).state_dict(), "cpu")["bias"].device
        ),
        "lazy modules": lambda: nn.LazyLinear(2).cuda()(gpu(1, 3)).device,
        "a hook of a module": lambda: hooked(),
        "a quantile of several dimensions": lambda: gpu(2, 2).quantile(numbers_there(0.5), dim=1).device,
        "lexsort": lambda: numbers_there(3, 1, 2).argsort(stable=True),
        "a histogram": lambda: torch.histogram(gpu(3).cpu(), 2).hist,
        "addr": lambda: torch.addr(gpu(2, 2), gpu(2), gpu(2)),
        "polynomials": lambda: torch.vander(gpu(2)),
        "xor and shifts": lambda: (numbers_there(1) ^ 3, numbers_there(1) << 2),
        "clamp_min with a scalar": lambda: gpu(2).clamp_min(torch.tensor(2.0, device="cuda")),
        "div with rounding": lambda: torch.div(gpu(2), torch.tensor(2.0), rounding_mode="floor"),
        "remainder of a number": lambda: torch.remainder(5, numbers_there(3)),
        "pow of a number": lambda: 2 ** gpu(2),
        "a number minus": lambda: 1 - gpu(2),
        "linspace between tensors": lambda: torch.linspace(
            torch.tensor(0.0, device="cuda"), torch.tensor(1.0, device="cuda"), 2, device="cuda"
        ),
        "broadcast_tensors": lambda: torch.broadcast_tensors(gpu(2, 1), gpu(2))[0].device,
        "block_diag": lambda: torch.block_diag(gpu(1, 1), gpu(1, 1)),
        "type_as": lambda: (
            host(2).type_as(gpu(1)).device,
            gpu(2).type_as(host(1)).device,
            host(2).type_as(gpu(1).half()),
        ),
        "view_as and expand_as": lambda: (gpu(4).view_as(host(2, 2)).device, gpu(1).expand_as(host(2)).device),
        "like of the other": lambda: (torch.full_like(gpu(2), 3), torch.empty_like(host(2), device="cuda").device),
        "lists with scalars of the CPU": lambda: torch._foreach_mul([gpu(2)], [torch.tensor(2.0)]),
        "norms of lists of both": lambda: [each.device for each in torch._foreach_norm([gpu(2), host(2)])],
        "a scalar of the CPU in addcdiv": lambda: torch.addcdiv(gpu(2), gpu(2), torch.tensor(2.0)),
        "a scalar of the CPU over, in addcdiv": lambda: torch.addcdiv(gpu(2), torch.tensor(2.0), gpu(2)),
        "a scalar of the CPU begins, in lerp": lambda: torch.lerp(torch.tensor(0.0), gpu(2), 0.5),
        "scalars of both in stack": lambda: torch.stack([torch.tensor(1.0), gpu(1)[0]]),
        "a scalar of the CPU in isin": lambda: torch.isin(gpu(2), torch.tensor(1.0)),
        "a condition that is a scalar of the CPU": lambda: torch.where(torch.tensor(True), gpu(2), gpu(2) * 2),
        "masked_fill of the CPU's with the GPU's": lambda: host(2).masked_fill(host(2) > 0, gpu(1)[0]),
        "index_put of the CPU's with the GPU's": lambda: host(2).index_put((numbers(0),), gpu(1)[0]),
        "add in place of a scalar of the GPU": lambda: torch.tensor(1.0).add_(gpu(1)[0]),
        "scalars of both": lambda: torch.tensor(1.0) + gpu(1)[0],
        "a scalar of the CPU in mv": lambda: torch.addmm(torch.tensor(1.0), gpu(2, 2), gpu(2, 2)),
        "nonzero in a capture": lambda: captured(lambda x: x.nonzero()),
        "a mask in a capture": lambda: captured(lambda x: x[x > 0]),
        "synchronisation in a capture": lambda: captured(lambda x: torch.cuda.synchronize()),
        "a copy of pinned memory in a capture": lambda: (lambda y: captured(lambda x: x.copy_(y)))(
            host(1).pin_memory()
        ),
        "a copy of the CPU's in a capture": lambda: (lambda y: captured(lambda x: x.copy_(y)))(host(1)),
        "a print in a capture": lambda: captured(repr),
        "cartesian products": lambda: torch.cartesian_prod(gpu(1), gpu(1)),
    }.items()
}

# More of what a GPU refuses: tensors of the CPU from every source.
STATEMENTS |= {
    f"mixed with {name}": (lambda make: lambda: gpu(3) + make())(make)
    for name, make in {
        "arange": lambda: torch.arange(3),
        "linspace": lambda: torch.linspace(0, 1, 3),
        "randn": lambda: torch.randn(3),
        "from_numpy": lambda: torch.from_numpy(np.ones(3)),
        "tensor": lambda: torch.tensor([1.0, 2.0, 3.0]),
        "a like": lambda: torch.ones_like(host(3)),
        "new_ones": lambda: host(3).new_ones(3),
        "a parameter": lambda: nn.Parameter(torch.randn(3)),
        "another type": lambda: host(3).double(),
        "cpu()": lambda: gpu(3).cpu(),
        "to": lambda: gpu(3).to("cpu", torch.float64),
        "randperm": lambda: torch.randperm(3),
        "a window": lambda: torch.hann_window(3),
        "normal": lambda: torch.normal(0.0, 1.0, (3,)),
        "what was computed": lambda: torch.arange(3) * 2.0 + 1,
        "what was loaded": lambda: loaded(host(3)),
        "a pinned tensor": lambda: host(3).pin_memory(),
        "a legacy constructor": lambda: torch.FloatTensor([1, 2, 3]),
        "a legacy constructor of sizes": lambda: torch.Tensor(3).zero_(),
        "a view": lambda: host(2, 3)[0],
        "one_hot": lambda: functional.one_hot(numbers(0), 3)[0],
        "where": lambda: torch.where(host(3) > 0, 1.0, 2.0),
        "a result of autograd": lambda: of_autograd(),
    }.items()
}


def with_gradient(module, x, of=None, *more):
    x.requires_grad_()
    y = module.cuda()(x, *more)
    (of or (lambda value: value))(y).sum().backward()
    return x.grad.device, [each.grad.device for each in module.parameters()]


def with_weight(module, indices):
    module.cuda()(indices).sum().backward()
    return module.weight.grad.sum(1)


def differentiated(function):
    x = gpu(3, requires_grad=True)
    function(x).sum().backward()
    return x.grad.device


def of_autograd():
    x = host(3, requires_grad=True)
    return torch.autograd.grad((x * x).sum(), x)[0]


def twice_differentiated():
    x = gpu(2, requires_grad=True)
    (first,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    return second


def to_scalar():
    scale = torch.tensor(2.0, requires_grad=True)
    (gpu(3) * scale).sum().backward()
    return scale.grad


def trained():
    weight = nn.Parameter(gpu(2))
    (weight * 2).sum().backward()
    return weight


def stepped(kind, **options):
    weight = trained()
    optimiser = kind([weight], **options)
    optimiser.step()
    optimiser.step()
    state = optimiser.state[weight]
    return {
        name: value.device if isinstance(value, torch.Tensor) else type(value).__name__ for name, value in state.items()
    }


def scheduled():
    optimiser = torch.optim.AdamW([trained()])
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 0.1, total_steps=4)
    optimiser.step()
    schedule.step()
    return len(schedule.get_last_lr())


def clipped():
    here = nn.Parameter(host(2))
    here.sum().backward()
    return nn.utils.clip_grad_norm_([trained(), here], 1.0)


def averaged():
    model = nn.Linear(1, 1).cuda()
    average = torch.optim.swa_utils.AveragedModel(model)
    average.update_parameters(model)
    average.update_parameters(model)
    return average.n_averaged, average.module.weight.device


def hooked():
    seen = []
    module = nn.Linear(2, 2).cuda()
    module.register_full_backward_hook(lambda _, before, after: seen.append((before[0].device, after[0].device)))
    module(gpu(1, 2, requires_grad=True)).sum().backward()
    return seen


# Running them.
# Seconds for a statement, and characters of an exception that are compared.
SECONDS, WORDS = 100, 200


def plain(value):
    """A value as JSON has it. Tensors are their place, type, shape and, if they are small, numbers."""
    if isinstance(value, torch.Tensor):
        small = value.numel() <= 16 and value.layout is torch.strided and not value.is_nested
        numbers = value.detach().cpu().tolist() if small else None
        return {"device": str(value.device), "dtype": str(value.dtype), "shape": [*value.shape], "values": numbers}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    return value if isinstance(value, (int, float, str, type(None))) else str(value)


def answer(statement):
    try:
        return {"value": plain(statement())}
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        return {"raises": type(error).__name__, "words": lines[0][:WORDS].strip()}


def start(name):
    """Tries a statement in a process of its own. Returns its number and the pipe that the answer comes through."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    os.close(read)
    with contextlib.suppress(BaseException):
        warnings.simplefilter("ignore")
        signal.alarm(SECONDS)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        with os.fdopen(write, "w") as pipe:
            json.dump(answer(STATEMENTS[name]), pipe)
    os._exit(0)


def collect(child, read):
    with os.fdopen(read) as pipe:
        text = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return json.loads(text) if text else {"ended": status}


def run(names, at_once):
    """The answers to statements, by name, and in their order."""
    answers, waiting, running = {}, list(names), []
    while waiting or running:
        while waiting and len(running) < at_once:
            name = waiting.pop(0)
            running.append((name, *start(name)))
        name, child, read = running.pop(0)
        answers[name] = collect(child, read)
        print(name, json.dumps(answers[name]), flush=True)
    return answers


def main():
    names = sys.argv[2:] or [*STATEMENTS]
    answers = run(names, int(os.environ.get("AT_ONCE", "1")))
    properties = torch.cuda.get_device_properties(0)
    versions = {"gpu": properties.name, "torch": torch.__version__, "cuda": torch.version.cuda}
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump({"ran": versions, "answers": answers}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
