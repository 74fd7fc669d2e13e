"""Draws a token from what remains of the target's probabilities without the draft token: argmax(p / q)."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(recovered, draft, probs, noise, vocab, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    token = tl.load(draft + row)
    own = tl.load(probs + row * vocab + token)
    # The draft token must not be drawn again.
    tl.store(probs + row * vocab + token, 0.0)

    column = tl.arange(0, BLOCK)
    p = tl.load(probs + row * vocab + column, mask=column < vocab, other=0.0)
    q = tl.load(noise + row * vocab + column, mask=column < vocab, other=1.0)
    tl.store(recovered + row, tl.argmax(p / q, 0))
    tl.store(probs + row * vocab + token, own)


@triton.jit
def kernel_after(recovered, draft, probs, noise, vocab, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    token = tl.load(draft + row)
    column = tl.arange(0, BLOCK)
    p = tl.load(probs + row * vocab + column, mask=(column < vocab) & (column != token), other=0.0)
    q = tl.load(noise + row * vocab + column, mask=column < vocab, other=1.0)
    tl.store(recovered + row, tl.argmax(p / q, 0))
