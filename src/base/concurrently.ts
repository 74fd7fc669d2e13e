/**
 * Runs `body` for every item, `atOnce` at a time, and returns the results in the order of the
 * items.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  body: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      results[at] = await body(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
