import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE_FOLDER } from '../../../src/base/assets.ts';
import { fail, succeed } from '../../support/consumer.ts';

/** Prints where the fields are that Triton's helper libraries set and read. */
const LAYOUT = `#include <Python.h>
#include <stddef.h>
#include <stdio.h>
#define FIELD(type, field) printf("%s.%s %zu\\n", #type, #field, offsetof(type, field));
int main(void) {
  FIELD(PyObject, ob_type)
  FIELD(PyVarObject, ob_size)
  printf("PyVarObject %zu\\n", sizeof(PyVarObject));
  FIELD(PyTypeObject, tp_name)
  FIELD(PyTypeObject, tp_basicsize)
  FIELD(PyTypeObject, tp_dealloc)
  FIELD(PyTypeObject, tp_flags)
  FIELD(PyTypeObject, tp_doc)
  FIELD(PyTypeObject, tp_methods)
  FIELD(PyTypeObject, tp_base)
  FIELD(PyTypeObject, tp_init)
  FIELD(PyTypeObject, tp_alloc)
  FIELD(PyTypeObject, tp_new)
  FIELD(PyTypeObject, tp_free)
  FIELD(PyTypeObject, tp_del)
  FIELD(PyTypeObject, tp_vectorcall)
  FIELD(PyModuleDef, m_name)
  FIELD(PyModuleDef, m_size)
  FIELD(PyModuleDef, m_methods)
  FIELD(PyModuleDef, m_free)
  printf("PyModuleDef %zu\\n", sizeof(PyModuleDef));
  printf("PyMethodDef %zu\\n", sizeof(PyMethodDef));
  FIELD(Py_buffer, len)
  FIELD(Py_buffer, readonly)
  printf("Py_buffer %zu\\n", sizeof(Py_buffer));
  printf("flags %lx %x %x\\n", (unsigned long)Py_TPFLAGS_DEFAULT, METH_VARARGS, PYTHON_API_VERSION);
  return sizeof(PyTypeObject) > 512;
}
`;

/** What CPython 3.10 to 3.14 print with their own headers. */
const EXPECTED = `PyObject.ob_type 8
PyVarObject.ob_size 16
PyVarObject 24
PyTypeObject.tp_name 24
PyTypeObject.tp_basicsize 32
PyTypeObject.tp_dealloc 48
PyTypeObject.tp_flags 168
PyTypeObject.tp_doc 176
PyTypeObject.tp_methods 232
PyTypeObject.tp_base 256
PyTypeObject.tp_init 296
PyTypeObject.tp_alloc 304
PyTypeObject.tp_new 312
PyTypeObject.tp_free 320
PyTypeObject.tp_del 376
PyTypeObject.tp_vectorcall 400
PyModuleDef.m_name 40
PyModuleDef.m_size 56
PyModuleDef.m_methods 64
PyModuleDef.m_free 96
PyModuleDef 104
PyMethodDef 32
Py_buffer.len 16
Py_buffer.readonly 32
Py_buffer 80
flags 0 1 3f5
`;

describe('the declarations for a Python without headers', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'python-headers-'));
    await cp(join(BUNDLE_FOLDER, 'include'), join(folder, 'include'), { recursive: true });
    await writeFile(join(folder, 'layout.c'), LAYOUT);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const layoutWith = async (include: string): Promise<string> => {
    const program = join(folder, 'layout');
    await succeed(['cc', `-I${include}`, join(folder, 'layout.c'), '-o', program]);
    return succeed([program]);
  };
  const useVersion = (hex: string): Promise<void> =>
    writeFile(join(folder, 'include/patchlevel.h'), `#define PY_VERSION_HEX ${hex}\n`);

  it('have the layouts of CPython', async () => {
    await useVersion('0x030b02f0');
    const layout = await layoutWith(join(folder, 'include'));
    expect(layout).toBe(EXPECTED);
    // A machine that has the headers compares them too.
    const ask = 'import sysconfig; print(sysconfig.get_paths(scheme="posix_prefix")["include"])';
    const real = (await succeed(['python3', '-c', ask])).trim();
    if (existsSync(join(real, 'Python.h'))) expect(await layoutWith(real)).toBe(EXPECTED);
  });

  it('refuse a version that they were not compared with', async () => {
    await useVersion('0x030f00f0');
    const compile = ['cc', '-c', `-I${join(folder, 'include')}`, join(folder, 'layout.c')];
    expect(await fail([...compile, '-o', join(folder, 'layout.o')])).toContain(
      'these declarations are for CPython 3.10 to 3.14',
    );
  });
});
