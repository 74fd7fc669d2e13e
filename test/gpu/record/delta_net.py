"""Training steps of a head on a frozen gated-delta-net layer, then one step of decoding. Needs the package fla-core."""

import torch
import torch.nn.functional as F
from fla.modules import FusedCrossEntropyLoss
from fla.ops.gated_delta_rule import chunk_gated_delta_rule, fused_recurrent_gated_delta_rule

HEADS, WIDTH, VOCABULARY = 2, 32, 192
DIM = HEADS * WIDTH
torch.manual_seed(0)
project = torch.nn.Linear(DIM, 3 * DIM + 2 * HEADS, bias=False).to("cuda", torch.bfloat16)
head = torch.nn.Linear(DIM, VOCABULARY, bias=False).to("cuda", torch.bfloat16)
loss_of = FusedCrossEntropyLoss()


@torch.no_grad()
def mix(x, rule):
    q, k, v, a, b = project(x).split([DIM] * 3 + [HEADS] * 2, dim=-1)
    q, k, v = (each.unflatten(-1, (HEADS, WIDTH)).contiguous() for each in (q, k, v))
    k = F.normalize(k, dim=-1)
    y, _ = rule(q, k, v, g=F.logsigmoid(a), beta=b.sigmoid())
    return y.flatten(-2)


for tokens in (128, 192):
    x = torch.randn(1, tokens, DIM, device="cuda", dtype=torch.bfloat16)
    labels = torch.randint(0, VOCABULARY, (tokens,), device="cuda")
    loss = loss_of(head(mix(x, chunk_gated_delta_rule)).flatten(0, 1), labels)
    loss.backward()
    print(tokens, loss.item(), head.weight.grad.float().std().item(), flush=True)
x = torch.randn(1, 16, DIM, device="cuda", dtype=torch.bfloat16)
print(mix(x, fused_recurrent_gated_delta_rule).float().sum().item())
