import { manifestParts } from '../../manifest/parts.ts';
import { choiceSources } from '../../plan/choosers.ts';
import { caseProposers } from '../../manifest/cases/derive.ts';
import { furtherChecks } from '../../prove/smoke/further-checks.ts';
import { reportParts } from '../../report/parts.ts';
import { describeChoice, readMeasuredChoices, STRICT_FLAG } from './choice/chooser.ts';
import { derivedCases } from './derived-cases.ts';
import { tuningReport } from './report.ts';
import { tuningSection } from './section.ts';

/**
 * Algos are measured on a GPU (`tune`), and chosen by these measurements for the sizes of a call.
 */
export function registerTuning(): void {
  choiceSources.add({ flag: STRICT_FLAG, read: readMeasuredChoices, describe: describeChoice });
  furtherChecks.add({
    name: 'tuned',
    flag: {
      name: 'require-tuned',
      help: 'Fail if the chosen algo of any size takes more than 1.1 times the best, or nothing was measured',
    },
    timed: ({ timed = [] }) => timed,
    run: async (kernel, setup, context) =>
      (await import('./measure/check.ts')).checkChoice(kernel, setup, context),
  });
  caseProposers.add(derivedCases);
  reportParts.add(tuningReport);
  manifestParts.add(tuningSection);
}
