import { describe, expect, it } from '#jest';
import { HARNESS_FOLDER } from '../../../src/base/assets.ts';
import { HARNESS_SOURCE } from '../../../src/prove/harness/build-harness.ts';
import { PROBE_SOURCE } from '../../../src/prove/harness/probe.ts';
import { run } from '../../../src/base/process.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { CUDA_INCLUDE } from '../../support/recording-cuda.ts';

const FLAGS = ['-std=c++17', '-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Werror'];

describe.each(COMPILERS)('the sources of the harness, with %s', (compiler) => {
  const plusPlus = compiler.replace('gcc', 'g++').replace(/^cc/, 'c++').replace('clang', 'clang++');

  it('compile without a warning', async () => {
    const { signal } = new AbortController();
    const argv = [
      plusPlus,
      ...FLAGS,
      `-I${CUDA_INCLUDE}`,
      `-I${HARNESS_FOLDER}`,
      '-fsyntax-only',
      HARNESS_SOURCE,
      PROBE_SOURCE,
    ];
    const { code, stderr } = await run(argv, { env: process.env, signal });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
