import { expect } from '#jest';

/**
 * Runs `body`, which must not take more CPU time than this on a machine on which `reference` takes 100 ms. A
 * busy machine hardly changes CPU time, a slow one does: there the limit is higher.
 */
export async function expectCpuTime(milliseconds: number, body: () => unknown): Promise<void> {
  const taken = await cpuTime(body);
  if (taken < milliseconds) return;
  const slowness = Math.max(1, (await cpuTime(reference)) / 100);
  expect(taken).toBeLessThan(milliseconds * slowness);
}

async function cpuTime(body: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Work of the kind that is limited: it searches and joins text. */
function reference(): number {
  let found = 0;
  for (let round = 0; round < 200; round += 1) {
    const words = Array.from({ length: 2000 }, (_, index) => `word ${index * round}`);
    found += words.join('\n').match(/\d+7$/gm)?.length ?? 0;
  }
  return found;
}
