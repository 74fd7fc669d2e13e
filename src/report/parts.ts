import { slot } from '../base/slot.ts';
import type { Kernel } from '../manifest/terms/kernel.ts';
import type { AlgoChooser } from '../plan/choosers.ts';
import type { Html } from './html.ts';
import type { Report, ReportKernel } from './report.ts';

/** What a feature adds to reports. */
export interface ReportPart {
  /** Returns fields of a kernel in report.json. @param chooser undefined if it has none */
  readonly fieldsOf: (
    kernel: Kernel,
    chooser: AlgoChooser | undefined,
  ) => Readonly<Record<string, unknown>>;
  /** Returns a word for what is proven of a kernel on a target; undefined if nothing is. */
  readonly proofOf: (kernel: ReportKernel, target: string) => string | undefined;
  /** A section of the page. */
  readonly section: {
    readonly title: string;
    /** Returns undefined if there is nothing to show. */
    readonly contentOf: (report: Report) => Html | undefined;
  };
}

/** What features add to reports. */
export const reportParts = slot<ReportPart>();
