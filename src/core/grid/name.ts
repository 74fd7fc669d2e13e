/**
 * What a name stands for in a grid. `why` completes "`x` is …", such as "a pointer" or "a string constant".
 */
export type GridName =
  | { readonly kind: 'value' }
  | { readonly kind: 'constant'; readonly value: bigint }
  | { readonly kind: 'unusable'; readonly why: string };

export type GridNames = ReadonlyMap<string, GridName>;
