/** A switch that a feature adds to a command: the option `--NAME` of the command line, and the input NAME of the action. */
export interface Flag {
  readonly name: string;
  /** The text of the option's help. */
  readonly help: string;
}

/** The names of the flags that are set. */
export type Flags = ReadonlySet<string>;

/** The flags of a run that sets none. */
export const NO_FLAGS: Flags = new Set();
