import { outputParts } from '../../cli/parts.ts';
import { manifestParts } from '../../manifest/parts.ts';
import { packageParts } from '../../package/parts.ts';
import { planParts } from '../../plan/parts.ts';
import { OPERATORS } from './operator.ts';
import { operatorOutputPart } from './output-part.ts';
import { operatorPackagePart } from './package-part.ts';
import { resolveOperators } from './plan/resolve-operators.ts';
import { KERNEL_KEY, TOP_KEY } from './schema.ts';
import { readOperators, SPECS } from './specs.ts';

/** Registers operators: `op:` and `ops:` of manifests, functions over tensors in packages, and `wheel`. */
export function registerOperators(): void {
  manifestParts.add({
    kernelKeys: [KERNEL_KEY],
    topKeys: [TOP_KEY],
    read: (top, kernels, problems) => [SPECS.with(readOperators(top, kernels, problems))],
  });
  planParts.add({
    resolve: (manifest, drafts, problems) => [
      OPERATORS.with(resolveOperators(SPECS.of(manifest) ?? [], drafts, problems)),
    ],
  });
  packageParts.add(operatorPackagePart);
  outputParts.add(operatorOutputPart);
}
