import { type Case, integer, launched, p, q, refused } from './case.ts';

/** What a launch can need beside arguments. */
export const LAUNCH_CASES: Readonly<Record<string, readonly Case[]>> = {
  'a grid of arguments, constants and grid parameters': [
    launched('places(0, P, 3, 2, 18, 0)', {
      kernel: 'places',
      parameters: [p, integer(3, 4), integer(2, 4)],
      grid: [3, 2, 2],
    }),
    launched('places(0, P, 9, 2, 1, 1)', {
      kernel: 'places',
      parameters: [p, integer(9, 4), integer(2, 4)],
      grid: [3, 8, 1],
    }),
  ],
  'an empty grid': ['0, 2, 2', '3, 0, 2', '3, -1, 2', '3, 2, 16', '-7, 2, 2'].map((sizes) => ({
    call: `places_default(0, P, ${sizes})`,
  })),
  'the limits of each axis': [
    launched('counts_default(0, P, INT32_MAX, 1, 1)', {
      kernel: 'counts',
      parameters: [p, 'ffffff7f', '01000000', '01000000'],
      grid: [2147483647, 1, 1],
    }),
    launched('counts_default(0, P, 1, 65535, 65535)', {
      kernel: 'counts',
      parameters: [p, '01000000', 'ffff0000', 'ffff0000'],
      grid: [1, 65535, 65535],
    }),
    refused('counts_default(0, P, 1, 65536, 1)'),
    refused('counts_default(0, P, 1, 1, 65536)'),
  ],
  'a grid whose product leaves 32 bits, or 64': [
    launched('counts_product_default(0, P, 46340, 46340, 1)', {
      kernel: 'counts',
      parameters: [p, '04b50000', '04b50000', '01000000'],
      grid: [46340 * 46340, 1, 1],
    }),
    refused('counts_product_default(0, P, 32768, 65536, 1)'),
    refused('counts_product_default(0, P, 65536, 65536, 1)'),
    refused('counts_product_default(0, P, INT32_MAX, INT32_MAX, INT32_MAX)'),
  ],
  'more shared memory than a launch has by default': [
    launched('shared_16384_default(0, P, Q)', {
      kernel: 'through_shared',
      parameters: [p, q],
      threads: 128,
      shared: 65536,
    }),
    launched('shared_32768_default(0, P, Q)', {
      kernel: 'through_shared',
      parameters: [p, q],
      threads: 128,
      shared: 131072,
    }),
  ],
  'a cluster of two blocks': [
    launched(
      'cluster_default(0, P, Q, 3)',
      {
        kernel: 'cluster',
        parameters: [p, q],
        grid: [6, 1, 1],
        attributes: { cluster: [2, 1, 1], clusterSchedulingPolicy: 1 },
      },
      90,
    ),
    refused('cluster_default(0, P, Q, 1 << 30)', 90),
  ],
  'programmatic dependent launches': ['produces', 'consumes'].map((kernel) =>
    launched(
      `${kernel}_default(0, P, Q, 4)`,
      {
        kernel,
        parameters: [p, q],
        grid: [4, 1, 1],
        attributes: { programmaticStreamSerialization: 1 },
      },
      90,
    ),
  ),
  'a cooperative launch': [
    launched('meets_default(0, P, Q, 5)', {
      kernel: 'meets',
      parameters: [p, q],
      grid: [5, 1, 1],
      attributes: { cooperative: 1 },
    }),
  ],
  'more warps than num_warps says': [
    launched(
      'gluon_split_default(0, P, 5)',
      { kernel: 'split', parameters: [p, integer(5, 4)], threads: 256 },
      90,
    ),
  ],
};
