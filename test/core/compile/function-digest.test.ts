import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../src/core/base/text.ts';
import {
  parseCompiled,
  parseDigested,
  type VariantJob,
} from '../../../src/core/bridge/protocol.ts';
import { functionDigests, functionKey } from '../../../src/core/compile/reuse-by-function.ts';
import { fakeContext, fakeInterpreter } from '../../support/fake-digests.ts';

let scratch: string;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'digest-'));
});

afterEach(async () => {
  await rm(scratch, { recursive: true });
});

function job(name: string, arch = 80): VariantJob {
  return {
    source: { path: ['/k'], module: 'k', file: '/k/k.py', function: name },
    signature: [],
    constants: {},
    divisibleBy16: [],
    options: {},
    target: { backend: 'cuda', arch, warpSize: 32 },
  };
}

describe('the digests of functions', () => {
  it('are computed once each, by one process', async () => {
    const python = await fakeInterpreter(scratch);
    const jobs = [job('add'), job('sub'), job('add', 90)];
    const digests = await functionDigests(jobs, { python }, fakeContext(scratch));
    expect(digests).toEqual(
      new Map([
        ['/k/k.py:add', sha256('add')],
        ['/k/k.py:sub', sha256('sub')],
      ]),
    );
    expect(await readFile(join(scratch, 'asked'), 'utf8')).toBe('digest add\ndigest sub\n');
    expect((await readFile(join(scratch, 'starts'), 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  it('are omitted for functions that have none, cannot be imported or crash Python', async () => {
    const python = await fakeInterpreter(scratch);
    const jobs = ['opaque', 'missing', 'crashes', 'add'].map((name) => job(name));
    const digests = await functionDigests(jobs, { python }, fakeContext(scratch));
    expect([...digests.keys()]).toEqual([functionKey(job('add').source)]);
  });

  it('need no Python if there are no functions', async () => {
    expect(await functionDigests([], { python: '/nowhere' }, fakeContext(scratch))).toEqual(
      new Map(),
    );
  });
});

describe('an answer', () => {
  const digest = sha256('add');

  it.each<[answer: object, parsed: string | undefined]>([
    [{ ok: true, digest }, digest],
    [{ ok: true, digest: null }, undefined],
    [{ ok: true }, undefined],
  ])('%j is read', (answer, parsed) => {
    expect(parseDigested(answer)).toBe(parsed);
  });

  it('with an invalid digest is rejected', () => {
    expect(() => parseDigested({ ok: true, digest: 'x' })).toThrow();
    expect(() => parseCompiled({ ok: true, digest: 5 }, '')).toThrow();
  });
});
