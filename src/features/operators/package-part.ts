import { assetFolder } from '../../base/assets.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import { fillTemplate } from '../../package/build-systems.ts';
import { cSourcePath, runtimeText, vendorFiles } from '../../package/c/vendor.ts';
import type { PackageFacts } from '../../package/facts.ts';
import type { PackagePart } from '../../package/parts.ts';
import {
  operatorsByVendor,
  operatorsPath,
  type VendorOperators,
  writeOperators,
} from './c/operators.ts';
import { OPERATORS } from './operator.ts';
import { operatorsJson, operatorsOf } from './operators-json.ts';

/** The folder of the C headers that sources of operators include, and of the template for CMake. */
export const OPERATOR_RUNTIME = assetFolder('src/features/operators/runtime/');

const HEADERS = ['aot_ffi.h', 'aot_errors.h', 'aot_check.h', 'aot_ops.h', 'aot_torch.h'];

/** The operators in packages: their C sources, their field in manifest.json, and their targets for CMake. */
export const operatorPackagePart: PackagePart = {
  facts: (plan, kernels) => [OPERATORS.with(operatorsOf(OPERATORS.of(plan) ?? [], kernels))],
  fields: (facts) => {
    const operators = OPERATORS.of(facts) ?? [];
    return operators.length === 0 ? {} : { operators: operatorsJson(operators) };
  },
  files: (facts, kernels) => {
    const vendors = packagedOperators(facts, kernels);
    return [
      ...vendors.flatMap((own) => [
        [operatorsPath(own.vendor), writeOperators(facts, own)] as const,
        ...(own.vendor === 'cuda' ? [header('aot_cuda_ops.h')] : vendorFiles(own.vendor, 'ops')),
      ]),
      ...(vendors.length === 0 ? [] : HEADERS.map(header)),
    ];
  },
  cmake: (facts, kernels) =>
    packagedOperators(facts, kernels).map(({ vendor, kernels: called }) => {
      const files = [operatorsPath(vendor), ...called.map((each) => cSourcePath(each, vendor))];
      const root = `\${_${facts.package}_root}`;
      const values = {
        NAME: facts.package,
        SOURCES: files.map((file) => `    "${root}/${file}"`).join('\n'),
      };
      return { vendor, text: fillTemplate('operators.cmake', values, OPERATOR_RUNTIME) };
    }),
};

function header(file: string): readonly [path: string, text: string] {
  return [`ops/${file}`, runtimeText(file, OPERATOR_RUNTIME)];
}

function packagedOperators(
  facts: PackageFacts,
  kernels: readonly Kernel[],
): readonly VendorOperators[] {
  return operatorsByVendor(OPERATORS.of(facts) ?? [], kernels);
}
