/** Remembers what a run has found out about the machine, so that it asks once. */
export class Memory {
  readonly #found = new Map<string, Promise<unknown>>();

  /** Returns what `find` returned first for this key, which says everything that it depends on. */
  once<T>(key: readonly unknown[], find: () => Promise<T>): Promise<T> {
    const text = JSON.stringify(key);
    const found = this.#found.get(text) ?? find();
    this.#found.set(text, found);
    // One key has one kind of value.
    return found as Promise<T>;
  }
}
