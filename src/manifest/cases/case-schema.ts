import { z } from 'zod';
import { changesOf } from './buffer-schema.ts';
import { floatSchema, type SchemaHole } from './schema-terms.ts';

/** The value of a name in a case. */
function literalOf(hole: SchemaHole) {
  return hole(
    z.union([z.bigint(), floatSchema, z.boolean()], {
      error: 'expected an integer, a float, true or false',
    }),
  );
}

function listOf<Case extends z.ZodType>(schema: Case) {
  return z
    .array(schema, { error: 'expected a list of cases such as [{ M: 512, N: 512 }]' })
    .min(1, { error: 'expected at least one case' });
}

/** Returns the schema of a list of cases that have nothing but values. */
export function casesOf(hole: SchemaHole) {
  const map = { error: 'expected a map of names to values' };
  return listOf(z.record(z.string(), literalOf(hole), map));
}

/** More would take long, and hardly find more. */
const MOST_GENERATED = 256n;
export const CASES_KEYS = ['written', 'generate', 'seed'] as const;

/** The most blocks that a part of `blocks` can choose. */
const MOST_BLOCKS = 65_536n;
export const BLOCK_KEYS = ['first', 'last', 'sample', 'at'] as const;

/**
 * Returns the schema of the cases of a test: next to its values, a case can say which of its blocks run, and
 * change buffers.
 */
export function testCasesOf(hole: SchemaHole) {
  const count = (what: string) =>
    hole(
      z
        .bigint({ error: 'expected a number of blocks' })
        .min(0n, { error: 'expected a number of blocks' })
        .max(MOST_BLOCKS, { error: `at most ${MOST_BLOCKS} blocks can be chosen` }),
    )
      .optional()
      .describe(what);
  const index = hole(
    z
      .bigint({ error: 'expected an index, counted from 0' })
      .min(0n, { error: 'expected an index, counted from 0' }),
  );
  const blocks = z
    .strictObject(
      {
        first: count('How many of the first blocks run.'),
        last: count('How many of the last blocks run.'),
        sample: count('How many blocks run of all, evenly spread, with the first and the last.'),
        at: z
          .array(
            z
              .array(index, { error: 'expected a list of indices such as [0, 5]' })
              .min(1, { error: 'expected one to three indices' })
              .max(3, { error: 'expected one to three indices' }),
            { error: 'expected a list of blocks such as [[0], [7, 3]]' },
          )
          .optional()
          .describe('Blocks by their indices on the axes of the grid.'),
      },
      { error: 'expected a map such as { first: 2, last: 2, sample: 8 }' },
    )
    .describe(
      'The blocks that run, emulated: their accesses are checked. Sizes can go beyond 2^31 elements.',
    );
  const literal = literalOf(hole);
  const list = listOf(
    z
      .object(
        // A kernel can have parameters with these names: their values are not maps.
        {
          blocks: z.union([literal, blocks]).optional(),
          buffers: z
            .union([literal, changesOf(hole)])
            .optional()
            .describe(
              'What buffers have in this case in place of what `buffers` of the section says.',
            ),
        },
        { error: 'expected a map of names to values' },
      )
      .catchall(literal),
  );
  const most = `expected a number of cases from 1 to ${MOST_GENERATED}`;
  return z.union(
    [
      list,
      z.strictObject({
        written: list.optional().describe('The cases that are listed.'),
        generate: hole(
          z.bigint({ error: most }).min(1n, { error: most }).max(MOST_GENERATED, { error: most }),
        ).describe('How many cases are generated.'),
        seed: hole(
          z
            .bigint({ error: 'expected an integer' })
            .min(0n, { error: 'expected an integer from 0' }),
        )
          .optional()
          .describe('The seed of the choice. Default: 0.'),
      }),
    ],
    { error: 'expected a list of cases such as [{ M: 512, N: 512 }], or { generate: 16 }' },
  );
}
