/** Bytes whose first lies at a multiple of `size` in their buffer, as a view of elements of that size needs. */
export function aligned(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  return bytes.byteOffset % size === 0 ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice();
}
