import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assetFolder } from '../../../base/assets.ts';
import type { Operator } from '../operator.ts';
import { describeTensors } from './python-text.ts';
import { nameArguments } from './python-names.ts';
import { torchModule } from './torch-module.ts';

/** A Python package to write. */
interface PythonPackage {
  /** Its name for `import`. */
  readonly name: string;
  /** The version of the package that the operators are of. */
  readonly version: string;
  readonly operators: readonly Operator[];
  /** The part of `torch.ops` for its operators: a process may load several builds of a package. */
  readonly namespace: string;
}

/**
 * Returns the text files of a Python package for operators, by path in its folder. The library
 * `lib*.so` must be beside them.
 */
export async function pythonPackage(pkg: PythonPackage): Promise<ReadonlyMap<string, string>> {
  const heading = `The operators of ${pkg.name} ${pkg.version}`;
  return new Map([
    ['__init__.py', initText(pkg)],
    ['_checks.py', await readText('_checks.py')],
    ['_library.py', await readText('_library.py')],
    ['_operators.py', torchModule(pkg.operators, pkg.namespace, heading)],
    ['ffi.py', ffiText(pkg.operators, heading)],
    ['py.typed', ''],
  ]);
}

function readText(file: string): Promise<string> {
  return readFile(join(assetFolder('python/operators/'), file), 'utf8');
}

function initText({ name, version, operators, namespace }: PythonPackage): string {
  const names = operators.map((operator) => operator.name).toSorted();
  return `"""Kernels of ${name} ${version}, compiled ahead of time.

For PyTorch, also as torch.ops.${namespace}.NAME:
${names.map((each) => `    ${name}.${each}\n`).join('')}
For other frameworks, and without PyTorch: ${name}.ffi
"""

from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import ffi

__all__ = [
${['ffi', ...names].map((each) => `    ${JSON.stringify(each)},\n`).join('')}]
__version__ = ${JSON.stringify(version)}

if _TYPE_CHECKING or _find_spec("torch") is not None:
    from ._operators import (
${names.map((each) => `        ${each},\n`).join('')}    )
else:

    def __getattr__(name):
        if name in __all__:
            raise AttributeError(f"{__name__}.{name} needs PyTorch; {__name__}.ffi.{name} does not")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
`;
}

function ffiText(operators: readonly Operator[], heading: string): string {
  const functions = operators.map((operator) => {
    const { tensors, outputs, scalars } = nameArguments(operator);
    const parameters = [...tensors, ...outputs, ...scalars].join(', ');
    const lines = describeTensors(operator).map((line) => `${line}\n`);
    return `
${operator.name} = _library.get_function("${operator.name}")
"""${operator.name}(${parameters})

${lines.join('')}"""
`;
  });
  return `"""${heading} as functions of TVM-FFI.

They take tensors of any framework with DLPack: the inputs, then the outputs, which the caller
allocates, then the scalars. All arguments are positional. They run on the stream of the framework
that the tensors are of, if TVM-FFI knows it, else on that of \`tvm_ffi.use_raw_stream\`.
"""

from ._library import library as _library
${functions.join('')}`;
}
