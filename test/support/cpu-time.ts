import { expect } from 'vitest';

/** Runs `body`, which must not take more CPU time than this. A busy machine does not change that time. */
export async function expectCpuTime(milliseconds: number, body: () => unknown): Promise<void> {
  const before = process.cpuUsage();
  await body();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(milliseconds);
}
