"""What the kernel must compute, in float64."""

import numpy as np


def query_gradient(q, k, lse, tile_list, tile_count, tile_size, scale):
    heads, blocks, BLOCK, D = q.shape
    dq = np.zeros(q.shape)
    for head in range(heads):
        for block in range(blocks):
            for tile in tile_list[head, block, : tile_count[head, block]]:
                keys = k[head, tile, : tile_size[tile]]
                scores = q[head, block] @ keys.T * scale
                dq[head, block] += np.exp(scores - lse[head, block][:, None]) @ keys
    return dq
