/** Equal texts with the indices they belong to: one branch of a switch serves them all. */
export interface Group {
  readonly text: string;
  readonly indices: readonly number[];
}

/** Groups equal texts, in the order of their first index. */
export function groupIndices(texts: readonly string[]): Group[] {
  const groups = new Map<string, number[]>();
  for (const [index, text] of texts.entries())
    groups.set(text, [...(groups.get(text) ?? []), index]);
  return [...groups].map(([text, indices]) => ({ text, indices }));
}

/** The labels of one branch. */
export function labels(indices: readonly number[]): string {
  return indices.map((index) => `    case ${index}:`).join('\n');
}
