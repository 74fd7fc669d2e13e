import type { EmulatedRun } from '../../prove/emulate/program.ts';

/** A request to `record`, or to `init` of a program or a call. */
export interface RecordRequest {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The options of the emulation; undefined if the launches run on a GPU. */
  readonly emulated?: Pick<EmulatedRun, 'options' | 'python'> | undefined;
  /** The one kernel that gets an entry; undefined: each that was launched. */
  readonly only?: { readonly file: string; readonly function: string } | undefined;
  /**
   * The manifest to write, or to add entries to. Default: `kernels.yaml` here, or in the nearest folder that has the
   * sources of all kernels.
   */
  readonly out: string | undefined;
  /** Bytes of inputs and outputs to keep for each kernel; 0: none. */
  readonly golden: number;
  /** A folder with recordings made before; the program is then not run. */
  readonly from: string | undefined;
  /** The folder to keep the recording in, for `bundle`; undefined: it is removed. */
  readonly keep: string | undefined;
  /** True if the program's input is a terminal. */
  readonly hasTerminal: boolean;
  /** Where the program's standard output goes, as a file descriptor of this process. */
  readonly output: 1 | 2;
}
