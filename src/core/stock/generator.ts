/** Who writes the C: this program, or Triton's own compile.py and link.py. */
export const GENERATORS = ['native', 'triton'] as const;

export type Generator = (typeof GENERATORS)[number];

export function isGenerator(name: string): name is Generator {
  return (GENERATORS as readonly string[]).includes(name);
}
