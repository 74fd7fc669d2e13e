import { slot } from '../base/slot.ts';
import type { BuildResult } from '../build.ts';
import type { ReadManifest } from '../package/read.ts';
import type { Plan } from '../plan/plan.ts';

/** A row for each of some texts, in what `list` says of a kernel. */
export interface ListedRows {
  /** The name of the list of texts in the JSON. */
  readonly name: string;
  /** The label of each row. */
  readonly label: string;
  readonly texts: readonly string[];
}

/** Returns the rows of a kernel, by its name. */
type RowsOfKernel = (kernel: string) => readonly ListedRows[];

/** The part of a feature in the output of commands. */
export interface OutputPart {
  readonly rowsOfPlan?: (plan: Pick<Plan, 'extras'>) => RowsOfKernel;
  readonly rowsOfPackage?: (manifest: ReadManifest, folder: string) => RowsOfKernel;
  /** The commands that can be next after a build, each as words. */
  readonly nextCommands?: (result: BuildResult) => readonly (readonly string[])[];
}

/** The parts of output that features add. */
export const outputParts = slot<OutputPart>();
