/**
 * A place where features hang something in: the core asks the slot, and knows none of the features.
 * `registerFeatures` of `src/entries` has them add their parts before anything runs.
 */
interface Slot<Part> {
  readonly add: (part: Part) => void;
  /** The parts, in the order in which the features are registered. */
  readonly parts: readonly Part[];
}

/** Makes a slot without parts. */
export function slot<Part>(): Slot<Part> {
  const parts: Part[] = [];
  return { add: (part) => parts.push(part), parts };
}

/** The data of features on a value of the core, by key. A feature uses only keys that it has made. */
export type Extras = ReadonlyMap<object, unknown>;

/** An entry of extras: a key, and what is kept under it. */
export type Extra = readonly [key: object, value: unknown];

/** A name under which a feature keeps a `Value` on values of the core. */
interface Key<Value> {
  readonly name: string;
  /** Returns what is kept under this key; undefined if nothing is. */
  readonly of: (extended: { readonly extras?: Extras | undefined }) => Value | undefined;
  /** Returns an entry for a new map of extras. */
  readonly with: (value: Value) => Extra;
}

/** Makes a key. @param name shown when the extras are printed */
export function key<Value>(name: string): Key<Value> {
  const made: Key<Value> = {
    name,
    // Only `with` of this key puts a value under it.
    of: ({ extras }) => extras?.get(made) as Value | undefined,
    with: (value) => [made, value],
  };
  return made;
}
