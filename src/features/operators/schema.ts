import { z } from 'zod';
import type { Path } from '../../base/errors.ts';
import type { FeatureKey } from '../../manifest/parts.ts';
import { forSchema } from '../../manifest/schema.ts';
import { expressionSchema, floatSchema, textSchema } from '../../manifest/cases/schema-terms.ts';

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

const kernelOperator = z.union([z.string(), inKernel], {
  error: 'expected a name, or a map with settings of the operator',
});

export type RawKernelOperator = z.infer<typeof kernelOperator>;

const jointOperator = z
  .strictObject(
    {
      for: forSchema.describe(
        'Values by name, as for kernels: one implementation of the operator for each choice.',
      ),
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
    },
    { error: 'expected a map with `kernels`' },
  )
  .describe('An operator over tensors that launches several kernels.');

export type RawJointOperator = z.infer<typeof jointOperator>;

/** `op:` of a kernel. */
export const KERNEL_KEY: FeatureKey = {
  name: 'op',
  schema: kernelOperator
    .optional()
    .describe(
      'The operator over tensors that the kernel is, for PyTorch and others: its name, or a map. It needs `smoke.buffers`.',
    ),
  keysAt: (path) => keysAt(path, inKernel.shape),
};

/** `ops:` of the manifest. */
export const TOP_KEY: FeatureKey = {
  name: 'ops',
  schema: z
    .record(z.string(), jointOperator, { error: 'expected a map of operator names to settings' })
    .optional()
    .describe('Operators that launch several kernels. `op` in a kernel makes one of that kernel.'),
  keysAt: ([_name, ...path]) => keysAt(path, jointOperator.shape),
};

/** The known keys of the map at a path in the settings of an operator. */
function keysAt(path: Path, settings: object): readonly string[] {
  if (path[0] === 'backward') return ['op', 'gradients'];
  if (path[0] === 'kernels') return ['kernel', 'names'];
  return Object.keys(settings);
}
