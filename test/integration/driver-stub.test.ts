import { beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { succeed } from '../support/consumer.ts';
import { TRITON_VERSIONS, tritonTools } from '../support/triton.ts';

const STUB = new URL('../../src/package/c/runtime/libcuda_stub.c', import.meta.url);

/** Programs with streams of each thread, and the versions of functions of earlier toolkits. */
const MACROS = ['', '-DCUDA_API_PER_THREAD_DEFAULT_STREAM', '-D__CUDA_API_VERSION_INTERNAL'];

describe("the package's stub of the driver", () => {
  let stub: ReadonlySet<string>;
  beforeAll(async () => {
    const text = await succeed(['cc', '-E', STUB.pathname]);
    stub = new Set([...text.matchAll(/\bint (cu\w+)\(void\) \{/g)].map(([, name = '']) => name));
  });

  // Each Triton brings NVIDIA's header: CUDA 12.8 and 13.1.
  it.each(TRITON_VERSIONS)('has all functions of the cuda.h of Triton %s', async (version) => {
    const header = join(await tritonTools(version), 'include/cuda.h');
    expect(await readFile(header, 'utf8')).toContain('CUDA_VERSION');
    for (const macro of MACROS) {
      const argv = ['cc', '-E', '-P', ...(macro === '' ? [] : [macro]), header];
      const functions = [...(await succeed(argv)).matchAll(/\bCUresult (cu[A-Z]\w*)\(/g)];
      expect(functions.length).toBeGreaterThan(400);
      expect(functions.map(([, name = '']) => name).filter((name) => !stub.has(name))).toEqual([]);
    }
  });
});
