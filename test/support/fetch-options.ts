import type { FetchOptions } from '../../src/github/fetch/request.ts';

/** The options of fetching with nothing chosen. */
export const WISH: FetchOptions = {
  repository: 'me/kernels',
  token: 'secret',
  release: undefined,
  branch: undefined,
  workflow: undefined,
  artifact: undefined,
  asset: undefined,
  package: undefined,
  targets: undefined,
  digest: undefined,
  attestation: 'off',
  out: 'aot',
};
