import { describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, formatProblem } from '../../src/base/errors.ts';
import { machineFailure } from '../../src/base/faults.ts';
import { expectGolden } from '../support/golden.ts';

async function errorOf(body: () => unknown): Promise<unknown> {
  try {
    await body();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
}

describe('a failed system call is a fault of the machine', () => {
  it.each<[what: string, body: () => unknown]>([
    ['a full disk, which writes do not name', () => writeFile('/dev/full', 'text')],
    ['a missing folder', () => writeFile('/nowhere/file', '')],
    ['a file in place of a folder', () => mkdir('/dev/null/folder')],
    ['a folder in place of a file', () => readFile('/tmp')],
    ['a mount point', () => rename('/proc', '/other')],
    ['a missing folder for temporary files', () => mkdtemp('/nowhere/triton-aot-')],
  ])('%s', async (_what, body) => {
    const failure = machineFailure(await errorOf(body), 'aot');
    expect(failure?.kind).toBe('environment');
    expectGolden(failure?.problems.map(formatProblem).join('\n') ?? '');
  });

  it('the current folder was removed', () => {
    const error = Object.assign(new Error('no'), { code: 'ENOENT', syscall: 'uv_cwd' });
    expectGolden(machineFailure(error)?.message ?? '');
  });

  it('every other one has a message and a remedy', () => {
    const codes = ['EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'EXDEV'];
    const texts = codes.map((code) => {
      const error = Object.assign(new Error('no'), { code, syscall: 'open', path: '/x' });
      return machineFailure(error)?.message;
    });
    expectGolden(texts.join('\n'));
  });
});

describe('a defect of this program is not a fault of the machine', () => {
  it.each<[what: string, error: unknown]>([
    ['an error of JavaScript', new TypeError('no')],
    ['a failure', new Failure('usage', { message: 'no' })],
    [
      'a wrong argument of a system call',
      Object.assign(new Error(), { code: 'EBADF', syscall: 'x' }),
    ],
    ['an error of Node', Object.assign(new Error(), { code: 'ERR_INVALID_ARG_TYPE' })],
    ['a code without a call', Object.assign(new Error(), { code: 'ENOENT' })],
    ['text', 'ENOENT'],
    ['nothing', undefined],
  ])('%s', (_what, error) => {
    expect(machineFailure(error)).toBeUndefined();
  });
});

it('the place of a fault is where it happened, if the system says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const error = await errorOf(() => readFile(join(folder, 'x')));
  expect(machineFailure(error, 'aot')?.problems[0]?.place).toEqual({ file: join(folder, 'x') });
  await rm(folder, { recursive: true });
});
