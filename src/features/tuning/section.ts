import { z } from 'zod';
import type { ManifestPart } from '../../manifest/parts.ts';
import { casesOf } from '../../manifest/cases/case-schema.ts';
import {
  NO_HOLES,
  PLACEHOLDERS,
  type SchemaHole,
  textSchema,
} from '../../manifest/cases/schema-terms.ts';

/** The key of the section in a kernel. */
const SECTION = 'tune';

function sectionOf(hole: SchemaHole) {
  return z.strictObject(
    {
      cases: casesOf(hole)
        .optional()
        .describe(
          'The calls to measure, with the `arguments` and `buffers` of `smoke:`. Default: the cases of `smoke:`.',
        ),
      key: z
        .array(textSchema('the name of an integer parameter'), {
          error: 'expected a list of parameters such as [M, N]',
        })
        .min(1, { error: 'expected at least one parameter' })
        .optional()
        .describe('The integer parameters that the choice of an algo may depend on. Default: all.'),
    },
    { error: 'expected a map with `cases` or `key`' },
  );
}

const sectionSchema = sectionOf(PLACEHOLDERS);
const filledSchema = sectionOf(NO_HOLES);

/** The section `tune:` of kernels: what is timed to choose algos. */
export const tuningSection: ManifestPart = {
  kernelKeys: [
    {
      name: SECTION,
      schema: sectionSchema
        .optional()
        .describe('What is measured on a GPU to choose an algo by the sizes of a call.'),
      keysAt: () => Object.keys(sectionSchema.shape),
    },
  ],
  timingOf: (settings, problems) => {
    const raw = new Map(Object.entries(settings)).get(SECTION) ?? {};
    const filled = filledSchema.safeParse(raw);
    if (!filled.success) problems.at(SECTION).addIssues(filled.error.issues, () => []);
    const { cases = [], key } = filled.data ?? {};
    const chosen = cases.map((values) => new Map(Object.entries(values)));
    return { section: SECTION, cases: chosen, key };
  },
};
