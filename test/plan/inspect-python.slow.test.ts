import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import { Failure } from '../../src/base/errors.ts';
import { inspectSources } from '../../src/toolchain/reader.ts';
import { type ReaderContext, runReader } from '../../src/toolchain/reader.ts';
import type { SourceRequest } from '../../src/toolchain/wire/reading.ts';

// What is read of sources is tested in python/tests/sources.

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function context(changes: Partial<ReaderContext> = {}): ReaderContext {
  const signal = new AbortController().signal;
  return { python: 'python3', bridge: BRIDGE_FOLDER, env: process.env, signal, ...changes };
}

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

function request(file: string, mode: SourceRequest['mode']): SourceRequest {
  return { file, function: 'f', mode, globals: {}, installed: [], configs: false };
}

describe('reading functions', () => {
  it('turns the values of Python into constants', async () => {
    await write({
      'k.py':
        'import triton\nimport triton.language as tl\n' +
        '@triton.jit\ndef f(x, A=4, B: tl.constexpr = tl.float16, C=-1.5): pass\n',
    });
    const [source] = await inspectSources(folder, [request('k.py', 'slice')], context());
    expect(source).toMatchObject({
      code: { kind: 'slice', modules: [{ path: 'k.py' }] },
      function: {
        parameters: [
          { name: 'x', constexpr: false, hasDefault: false },
          { name: 'A', default: { kind: 'int', value: 4n } },
          { name: 'B', constexpr: true, default: { kind: 'dtype', value: 'float16' } },
          { name: 'C', default: { kind: 'float', value: -1.5 } },
        ],
      },
    });
  });

  it('goes on after one that cannot be read', async () => {
    await write({ 'k.py': '' });
    const files = ['none.py', 'k.py'].map((file) => request(file, 'reference'));
    const [bad, good] = await inspectSources(folder, files, context());
    expect(bad).toMatchObject({ error: { kind: 'missing', message: 'no such file' } });
    expect(good).toMatchObject({ code: { kind: 'import', closure: [{ path: 'k.py' }] } });
  });
});

describe('the Python that reads the files', () => {
  it('is named if it cannot be started', async () => {
    const reading = inspectSources(folder, [], context({ python: '/nowhere/python' }));
    const error: unknown = await reading.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({
      kind: 'environment',
      message: expect.stringContaining('/nowhere/python could not read the kernel files'),
    });
  });

  it('is ended if it takes too long', async () => {
    const python = join(folder, 'python');
    await writeFile(python, '#!/bin/sh\nsleep 60\n', { mode: 0o755 });
    const reading = runReader('inspect_sources.py', {}, context({ python }), { seconds: 0.2 });
    await expect(reading).rejects.toThrow(
      `${python} could not read the kernel files: it was ended because it took longer than 0.2 seconds`,
    );
  });

  it('has a limit of its memory, which does not end it', async () => {
    await write({ 'large.py': `x = [${'[],'.repeat(500_000)}]\n`, 'k.py': '' });
    const sources = ['large.py', 'k.py'].map((file) => request(file, 'import'));
    const question = { manifestFolder: folder, packages: {}, sources };
    const limits = { memory: 120e6 };
    const answer = await runReader('inspect_sources.py', question, context(), limits);
    expect(answer).toMatchObject({
      sources: [
        {
          error: {
            file: 'large.py',
            message: 'the code is nested too deeply, or too large, for Python to read it',
          },
        },
        { code: { kind: 'import' } },
      ],
    });
  });

  it('stops if the run is aborted', async () => {
    const reason = new Error('stop');
    const reading = inspectSources(folder, [], context({ signal: AbortSignal.abort(reason) }));
    await expect(reading).rejects.toBe(reason);
  });
});
