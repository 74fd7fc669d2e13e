import { cFloat, cInteger, cMessage } from '../../../base/text.ts';
import { gridFunctions } from '../../../manifest/grid/emit-c.ts';
import { dlpackType } from '../dlpack.ts';
import { hasPtx, type Kernel } from '../../../manifest/terms/kernel.ts';
import {
  calledKernels,
  implementationsWith,
  type Implementation,
  layoutOf,
  type Operator,
  type OperatorScalar,
} from '../operator.ts';
import type { PackageName } from '../../../package/c/header.ts';
import { writeImplementation } from './implementation.ts';
import { kernelLabel } from './kernel-calls.ts';
import { defineVendor, kernelFor, vendorSources, vendorsOf } from '../../../package/c/vendor.ts';
import { vendors } from '../../../manifest/terms/vendor.ts';
import type { Vendor } from '../../../manifest/terms/vendor-terms.ts';

/** The operators of a package as the source for a vendor has them. */
export interface VendorOperators {
  readonly vendor: Vendor;
  /** All operators. Those without code for the vendor have no implementations. */
  readonly operators: readonly Operator[];
  /** The kernels that they call, in the order of the package. */
  readonly kernels: readonly Kernel[];
}

/** Divides the operators of a package by vendor. A vendor that no operator has code for is left out. */
export function operatorsByVendor(
  operators: readonly Operator[],
  kernels: readonly Kernel[],
): readonly VendorOperators[] {
  return vendors().flatMap((vendor) => {
    const own = kernels.filter((kernel) => vendorsOf(kernel).includes(vendor));
    const names = own.map(({ name }) => name);
    const here = operators.map((operator) => ({
      ...operator,
      implementations: implementationsWith(operator, names),
    }));
    if (here.every(({ implementations }) => implementations.length === 0)) return [];
    const called = calledKernels(here);
    const launched = own.filter(({ name }) => called.has(name));
    return [{ vendor, operators: here, kernels: launched.map((each) => kernelFor(each, vendor)) }];
  });
}

/** The path of the C source of a package's operators for a vendor. */
export function operatorsPath(vendor: Vendor): string {
  return `ops/operators${vendorSources.of(vendor).suffix}.c`;
}

/**
 * Writes the C source of a package's operators for a vendor: a function for each in the calling
 * convention of TVM-FFI's stable C ABI, and one that registers it with PyTorch. It needs the headers
 * of the package, and the headers of operators beside it.
 */
export function writeOperators(
  owner: PackageName,
  { vendor, operators, kernels: called }: VendorOperators,
): string {
  const byName = new Map(called.map((kernel) => [kernel.name, kernel]));
  const written = operators.map((operator) => writeOperator(operator, byName));
  const functions = gridFunctions(written.flatMap(({ emitted }) => emitted));
  const labels = called.map((kernel) => {
    const targets = kernel.targets.map((each) => each.name).join(', ');
    const log = hasPtx(kernel) ? `${kernel.name}_ptx_log` : 'NULL';
    return `static const struct aot_kernel ${kernelLabel(kernel.name)} = {${cMessage(kernel.name)}, ${cMessage(targets)}, ${log}};\n`;
  });
  return `${defineVendor(vendor)}/*
 * The operators of the package ${owner.package} ${owner.version}: functions over tensors that check their arguments
 * and launch kernels, in the calling convention of TVM-FFI's stable C ABI. They take tensors, then outputs, which the
 * caller allocates, then scalars, and return None. PyTorch calls the same operators through its dispatcher.
 */
${called.map(({ name }) => `#include "${owner.package}/${name}.h"\n`).join('')}#include "${owner.package}/aot_gpu.h"

#include "aot_ops.h"
#include "aot_torch.h"

${labels.join('')}
${functions}${functions === '' ? '' : '\n'}${written.map(({ text }) => text).join('\n')}`;
}

function writeOperator(operator: Operator, kernels: ReadonlyMap<string, Kernel>) {
  const { name, implementations, scalars, tensors, outputs } = operator;
  const all = [...tensors, ...outputs];
  const functionOf = (index: number): string => `aot_implementation_${index}_of_${name}`;
  const elementsOf = (index: number): string => `aot_elements_${index}_of_${name}`;
  const written = implementations.map((each, index) => {
    const { text, emitted } = writeImplementation(functionOf(index), operator, each, kernels);
    const elements = writeElements(elementsOf(index), operator, each);
    return { text: `${describeTypes(operator, each)}${elements}\n${text}`, emitted };
  });
  const rows = [
    ...all.map(
      (tensor) =>
        `    {${cMessage(tensor.name)}, AOT_TENSOR, ${tensor.axes}, ${tensor.role === 'inout' ? 1 : 0}, 0},`,
    ),
    ...scalars.map(writeScalar),
  ];
  const required = all.length + scalars.filter((each) => each.default === undefined).length;
  const facts = [
    cMessage(name),
    `aot_arguments_of_${name}`,
    tensors.length,
    all.length,
    required,
    rows.length,
    implementations.length,
    written.length === 0 ? 'NULL' : `aot_implementations_of_${name}`,
  ];
  const text = `/* ${name}(${rows.length === 0 ? '' : [...all, ...scalars].map((each) => each.name).join(', ')}) */
static const struct aot_argument aot_arguments_of_${name}[] = {
${rows.join('\n')}
};

${written.map((each) => `${each.text}\n`).join('')}${
    written.length === 0
      ? ''
      : `static const struct aot_implementation aot_implementations_of_${name}[] = {
${written.map((_each, index) => `    {${elementsOf(index)}, ${functionOf(index)}},`).join('\n')}
};

`
  }static const struct aot_operation aot_operation_${name} = {
    ${facts.join(', ')}
};

AOT_OPERATOR int __tvm_ffi_${name}(void *self, const struct aot_any *args, int32_t count, struct aot_any *result);

AOT_OPERATOR int __tvm_ffi_${name}(void *self, const struct aot_any *args, int32_t count, struct aot_any *result) {
    (void)self;
    return aot_call_operation(&aot_operation_${name}, args, count, result);
}

static void aot_torch_${name}(aot_torch_value *values, uint64_t arguments, uint64_t results) {
    struct aot_torch_tensor tensors[${all.length}];
    struct aot_any all[${rows.length}];
    (void)arguments;
    (void)results;
    aot_torch_call(&aot_operation_${name}, values, tensors, all);
}

AOT_OPERATOR int aot_torch_register_${name}(const char *part, const char *name);

AOT_OPERATOR int aot_torch_register_${name}(const char *part, const char *name) {
    return aot_torch_register(part, name, aot_torch_${name});
}
`;
  return { text, emitted: written.flatMap(({ emitted }) => emitted) };
}

function writeScalar({ name, kind, default: value = 0n }: OperatorScalar): string {
  const [integer, number] =
    kind === 'float' ? ['0', cFloat(Number(value))] : [cInteger(BigInt(value)), '0'];
  return `    {${cMessage(name)}, AOT_${kind.toUpperCase()}, 0, ${integer}, ${number}},`;
}

function describeTypes({ tensors, outputs }: Operator, implementation: Implementation): string {
  const types = [...tensors, ...outputs].map(
    ({ name }) => `${name}: ${layoutOf(implementation, name).element}`,
  );
  return `/* ${types.join(', ')} */\n`;
}

function writeElements(
  variable: string,
  { name: operator, tensors, outputs }: Operator,
  implementation: Implementation,
): string {
  const types = [...tensors, ...outputs].map(({ name }) => {
    const type = dlpackType(layoutOf(implementation, name).element);
    if (type === undefined) throw new Error(`${operator}: DLPack has no type for ${name}`);
    return `{${type.code}, ${type.bits}}`;
  });
  return `static const struct aot_element ${variable}[] = {${types.join(', ')}};\n`;
}
