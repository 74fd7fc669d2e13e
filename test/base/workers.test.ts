import { describe, expect, it } from '#jest';
import { availableParallelism } from 'node:os';
import { memoryNote, usableMemory, workersFor } from '../../src/base/workers.ts';

describe('the number of workers', () => {
  it.each([
    ['a hosted runner', 4, 16e9, 4],
    ['a small container on a large machine', 64, 4e9, 8],
    ['a machine with less than one needs', 2, 3e8, 1],
    ['a machine with many cores', 64, 512e9, 64],
  ])('of %s', (_name, cores, memory, workers) => {
    expect(workersFor({ cores, memory })).toBe(workers);
  });

  it('of this machine is not more than its cores', () => {
    const workers = workersFor();
    expect(workers).toBeGreaterThanOrEqual(1);
    expect(workers).toBeLessThanOrEqual(availableParallelism());
  });

  it('is explained if memory is the limit', () => {
    const small = { cores: 8, memory: 1.6e9 };
    expect(memoryNote(3, small)).toBe(
      '3 workers for 8 cores: each may need 500 MB of the 1.6 GB of memory',
    );
    // The user has chosen another number.
    expect(memoryNote(2, small)).toBeUndefined();
    expect(memoryNote(8, { cores: 8, memory: 16e9 })).toBeUndefined();
  });
});

describe('the memory that can be used', () => {
  it.each([
    ['of a container', 2e9, 30e9, 2e9],
    ['of a container on a machine that has less left', 8e9, 3e9, 3e9],
    ['without a cgroup', 0, 30e9, 30e9],
    ['with a cgroup of version 1 without a limit', 9223372036854771712, 30e9, 30e9],
    ['with a cgroup of version 2 without a limit', 18446744073709552000, 30e9, 30e9],
  ])('%s', (_name, constrained, available, memory) => {
    expect(usableMemory(constrained, available)).toBe(memory);
  });
});
