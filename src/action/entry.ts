/** One thing that a workflow can start: a row of the tables of src/entries. */
export interface Entry {
  /** Which code of the run, such as that of a pull request, it executes. Undefined: none. */
  readonly executes?: string;
  /** True if others get what it makes. */
  readonly publishes?: true;
}
