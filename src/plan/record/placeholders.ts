/** The values in which the choices of an entry differ: each is a placeholder of `for`. */
export class Choices {
  /** The texts of each placeholder, one for each choice. */
  readonly columns = new Map<string, readonly string[]>();

  /** Returns a value that has these texts in the choices: itself, or a placeholder. */
  value(name: string, texts: readonly string[]): string {
    const [first = ''] = texts;
    if (texts.every((text) => text === first)) return first;
    const same = [...this.columns].find(([, other]) =>
      other.every((text, row) => text === texts[row]),
    );
    if (same !== undefined) return `{${same[0]}}`;
    let free = name;
    for (let number = 2; this.columns.has(free); number += 1) free = `${name}_${number}`;
    this.columns.set(free, texts);
    return `{${free}}`;
  }

  /** As `value`, as YAML. */
  text(name: string, texts: readonly string[]): string {
    const value = this.value(name, texts);
    return texts.includes(value) ? value : JSON.stringify(value);
  }
}
