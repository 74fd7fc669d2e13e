/** A place outside of this machine that keeps files by name. Names are never reused for other content. Never throws: what fails is a warning and a miss. */
export interface Remote {
  /** Writes the newest file whose name starts with the first of `prefixes` that has any to `file`, and gives its full name. */
  restore(prefixes: readonly string[], file: string): Promise<string | undefined>;
  /** Whether the file is kept under the name now (also when somebody else has just kept it). */
  save(name: string, file: string): Promise<boolean>;
}
