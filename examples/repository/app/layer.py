"""A feed-forward layer in PyTorch, with the operators of the release: `pip install mlp-1.0.0-*.whl`."""

import mlp
import torch


class FeedForward(torch.nn.Module):
    """RMSNorm, then SwiGLU. The operators have no gradients, so it is for inference only."""

    def __init__(self, size: int, hidden: int):
        super().__init__()
        self.norm = torch.nn.Parameter(torch.ones(size))
        self.gate = torch.nn.Linear(size, hidden, bias=False)
        self.up = torch.nn.Linear(size, hidden, bias=False)
        self.down = torch.nn.Linear(hidden, size, bias=False)

    @torch.inference_mode()
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        rows = mlp.rms_norm(x.reshape(-1, x.shape[-1]), self.norm)
        gated = mlp.silu_mul(self.gate(rows).reshape(-1), self.up(rows).reshape(-1))
        return x + self.down(gated.reshape(rows.shape[0], -1)).reshape(x.shape)
