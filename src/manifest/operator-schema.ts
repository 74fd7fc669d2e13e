import { z } from 'zod';
import { expressionSchema, floatSchema, textSchema } from './smoke-schema.ts';

const literal = z.union([z.bigint(), floatSchema, z.boolean()], {
  error: 'expected an integer, a float, true or false',
});

const names = z.record(z.string(), textSchema('a name'), {
  error: 'expected a map of names in the kernel to names of the operator',
});

const backward = z.union(
  [
    z.string(),
    z.strictObject({
      op: textSchema('the name of an operator'),
      gradients: z
        .record(z.string(), textSchema('a tensor of this operator'), {
          error: 'expected a map such as { dy: y, dx: x }',
        })
        .optional()
        .describe(
          'For tensors of the other operator, the tensor here that each is the gradient of.',
        ),
    }),
  ],
  { error: 'expected the name of an operator, or a map with `op` and `gradients`' },
);

const shared = {
  arguments: z
    .record(
      z.string(),
      z.union([expressionSchema, floatSchema, z.boolean()], {
        error: 'expected a number, true, false or an expression such as `x.shape[0]`',
      }),
      { error: 'expected a map of sizes and scalar parameters to values' },
    )
    .optional()
    .describe(
      'Sizes and scalar parameters that callers do not give: numbers, or expressions of other sizes and of `TENSOR.shape[AXIS]` and `TENSOR.stride[AXIS]`.',
    ),
  defaults: z
    .record(z.string(), literal, { error: 'expected a map of arguments to values' })
    .optional()
    .describe('Values of scalar arguments that callers can leave out.'),
  returns: z
    .array(textSchema('an output'), { error: 'expected a list of outputs' })
    .optional()
    .describe('The outputs to return. Default: those that no later kernel reads.'),
  backward: backward
    .optional()
    .describe(
      'The operator that computes gradients. Its name, or a map with `op` and `gradients`.',
    ),
};

const inKernel = z.strictObject(
  {
    name: textSchema('a name')
      .optional()
      .describe(
        'The name of the operator. Kernels with the same name are one operator. Default: the name of the kernel.',
      ),
    names: names
      .optional()
      .describe('Other names of tensors, sizes and scalar parameters, by those in the kernel.'),
    ...shared,
  },
  { error: 'expected a name, or a map with settings of the operator' },
);

/** The schema of `op:` in a kernel. */
export const kernelOperatorSchema = z.union([z.string(), inKernel], {
  error: 'expected a name, or a map with settings of the operator',
});

/** The schema of an entry of `ops:`, without its `for`. */
export const operatorShape = {
  kernels: z
    .array(
      z.union(
        [
          z.string(),
          z.strictObject({
            kernel: textSchema('the name of a kernel'),
            names: names.optional(),
          }),
        ],
        { error: 'expected the name of a kernel, or a map with `kernel` and `names`' },
      ),
      { error: 'expected a list of kernels' },
    )
    .min(1, { error: 'expected at least one kernel' })
    .describe(
      'The kernels to launch, in order. Tensors, sizes and scalars of the same name are the same.',
    ),
  ...shared,
};

const jointOperator = z.strictObject(operatorShape);

export type RawOperator = z.infer<typeof jointOperator>;

/** The known keys of the map at a path inside `op:`, or inside an entry of `ops:`. */
export function operatorKeys(
  path: readonly (string | number)[],
  isJoint: boolean,
): readonly string[] {
  if (path[0] === 'backward') return ['op', 'gradients'];
  if (path[0] === 'kernels') return ['kernel', 'names'];
  return isJoint ? ['for', ...Object.keys(operatorShape)] : Object.keys(inKernel.shape);
}
