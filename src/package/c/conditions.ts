import type { EmittedGrid } from '../../manifest/grid/emit-c.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import { caseLabels, emitFor, type ExpressionScope, groupIndices } from './expressions.ts';

/** The C functions that judge the arguments of a call; empty for a kernel that needs none. */
export interface WrittenConditions {
  readonly emitted: readonly EmittedGrid[];
  readonly text: string;
}

/** Writes the function that computes the values of the heuristics, in their order. */
export function writeHeuristics(kernel: ExpressionScope): WrittenConditions {
  const { heuristics, configs } = kernel;
  if (heuristics.length === 0) return { emitted: [], text: '' };
  const names = heuristics.map(({ parameter }) => parameter);
  const emitted = configs.map((config) =>
    emitFor(
      kernel,
      config,
      names.map((name) => ({ kind: 'name', name, offset: 0 })),
    ),
  );
  const cases = emitted.map(({ axes }) =>
    axes.map((value, index) => `        h[${index}] = ${value};`).join('\n'),
  );
  return {
    emitted,
    text: writeSwitch(
      'static CUresult heuristics_of(const struct aot_arguments *a, int algo_id, int64_t *h)',
      cases,
    ),
  };
}

/** Writes the function that refuses calls which do not meet the kernel's requirements. */
export function writeRequirements(
  kernel: ExpressionScope & Pick<Kernel, 'requirements'>,
): WrittenConditions {
  const { requirements, configs } = kernel;
  if (requirements.length === 0) return { emitted: [], text: '' };
  const trees = requirements.map(({ tree }) => tree);
  const emitted = configs.map((config) => emitFor(kernel, config, trees));
  const cases = emitted.map(({ axes }) =>
    axes.map((value) => `        if (${value} == 0) return CUDA_ERROR_INVALID_VALUE;`).join('\n'),
  );
  return {
    emitted,
    text: writeSwitch(
      'static CUresult check_requirements(const struct aot_arguments *a, int algo_id)',
      cases,
    ),
  };
}

function writeSwitch(head: string, cases: readonly string[]): string {
  const branches = groupIndices(cases).map(
    ({ text, indices }) => `${caseLabels(indices)}\n${text}\n        break;`,
  );
  return `
${head} {
    int bad = 0;
    (void)a;
    switch (algo_id) {
${branches.join('\n')}
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    return bad ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
`;
}
