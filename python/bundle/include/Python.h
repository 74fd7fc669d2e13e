/* SPDX-License-Identifier: MIT */
/*
 * The part of Python's C interface that Triton's helper libraries use, for a Python that is installed without its own
 * headers. fill.py adds this folder to the compiler's search path then, and writes patchlevel.h with PY_VERSION_HEX.
 *
 * The layouts are those of CPython 3.10 to 3.14 on 64-bit machines, except for free-threaded builds: they have been the
 * same since 3.8. What was added later is at the end of PyTypeObject, and zero. Macros of Python that depend on the
 * layout of other objects are functions here. Source: https://docs.python.org/3/c-api/
 */
#pragma once

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "patchlevel.h"

#if PY_VERSION_HEX < 0x030A0000 || PY_VERSION_HEX >= 0x030F0000
#error "these declarations are for CPython 3.10 to 3.14"
#endif
/* A function that is missing below must not be taken for one that returns int. */
#pragma GCC diagnostic error "-Wimplicit-function-declaration"

typedef ssize_t Py_ssize_t;
typedef Py_ssize_t Py_hash_t;
typedef struct _object PyObject;
typedef struct _typeobject PyTypeObject;

struct _object {
  Py_ssize_t ob_refcnt;
  PyTypeObject *ob_type;
};
typedef struct {
  PyObject ob_base;
  Py_ssize_t ob_size;
} PyVarObject;

#define PyObject_HEAD PyObject ob_base;
#define PyObject_HEAD_INIT(type) {1, (type)},
#define PyVarObject_HEAD_INIT(type, size) {PyObject_HEAD_INIT(type)(size)},
#define Py_TYPE(object) (((PyObject *)(object))->ob_type)

typedef void (*destructor)(PyObject *);
typedef void (*freefunc)(void *);
typedef int (*initproc)(PyObject *, PyObject *, PyObject *);
typedef PyObject *(*allocfunc)(PyTypeObject *, Py_ssize_t);
typedef PyObject *(*newfunc)(PyTypeObject *, PyObject *, PyObject *);
typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);

typedef struct {
  const char *ml_name;
  PyCFunction ml_meth;
  int ml_flags;
  const char *ml_doc;
} PyMethodDef;
#define METH_VARARGS 0x0001
#define METH_KEYWORDS 0x0002
#define METH_NOARGS 0x0004
#define METH_O 0x0008

struct _typeobject {
  PyVarObject ob_base;
  const char *tp_name;
  Py_ssize_t tp_basicsize, tp_itemsize;
  destructor tp_dealloc;
  Py_ssize_t tp_vectorcall_offset;
  void *tp_getattr, *tp_setattr, *tp_as_async, *tp_repr, *tp_as_number, *tp_as_sequence, *tp_as_mapping;
  void *tp_hash, *tp_call, *tp_str, *tp_getattro, *tp_setattro, *tp_as_buffer;
  unsigned long tp_flags;
  const char *tp_doc;
  void *tp_traverse, *tp_clear, *tp_richcompare;
  Py_ssize_t tp_weaklistoffset;
  void *tp_iter, *tp_iternext;
  PyMethodDef *tp_methods;
  void *tp_members, *tp_getset;
  PyTypeObject *tp_base;
  PyObject *tp_dict;
  void *tp_descr_get, *tp_descr_set;
  Py_ssize_t tp_dictoffset;
  initproc tp_init;
  allocfunc tp_alloc;
  newfunc tp_new;
  freefunc tp_free;
  void *tp_is_gc;
  PyObject *tp_bases, *tp_mro, *tp_cache;
  void *tp_subclasses;
  PyObject *tp_weaklist;
  destructor tp_del;
  unsigned int tp_version_tag;
  destructor tp_finalize;
  void *tp_vectorcall;
  void *tp_later[8];
};
#define Py_TPFLAGS_DEFAULT 0UL

typedef struct PyModuleDef {
  struct {
    PyObject ob_base;
    PyObject *(*m_init)(void);
    Py_ssize_t m_index;
    PyObject *m_copy;
  } m_base;
  const char *m_name, *m_doc;
  Py_ssize_t m_size;
  PyMethodDef *m_methods;
  void *m_slots, *m_traverse, *m_clear, *m_free;
} PyModuleDef;
#define PyModuleDef_HEAD_INIT {PyObject_HEAD_INIT(NULL) NULL, 0, NULL}

typedef struct {
  void *buf;
  PyObject *obj;
  Py_ssize_t len, itemsize;
  int readonly, ndim;
  char *format;
  Py_ssize_t *shape, *strides, *suboffsets;
  void *internal;
} Py_buffer;

#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *

extern PyObject _Py_NoneStruct;
#define Py_None (&_Py_NoneStruct)
#define Py_RETURN_NONE return Py_IncRef(Py_None), Py_None

void Py_IncRef(PyObject *);
void Py_DecRef(PyObject *);
#define Py_INCREF(object) Py_IncRef((PyObject *)(object))
#define Py_DECREF(object) Py_DecRef((PyObject *)(object))
#define Py_XINCREF Py_INCREF
#define Py_XDECREF Py_DECREF

/* Arguments: with PY_SSIZE_T_CLEAN, which all sources define that need it. */
int _PyArg_ParseTuple_SizeT(PyObject *, const char *, ...);
int _PyArg_ParseTupleAndKeywords_SizeT(PyObject *, PyObject *, const char *, char **, ...);
PyObject *_Py_BuildValue_SizeT(const char *, ...);
#define PyArg_ParseTuple _PyArg_ParseTuple_SizeT
#define PyArg_ParseTupleAndKeywords _PyArg_ParseTupleAndKeywords_SizeT
#define Py_BuildValue _Py_BuildValue_SizeT
void PyBuffer_Release(Py_buffer *);

/* Errors */
extern PyObject *PyExc_MemoryError, *PyExc_RuntimeError, *PyExc_SystemError, *PyExc_TypeError, *PyExc_ValueError;
void PyErr_SetString(PyObject *, const char *);
PyObject *PyErr_Format(PyObject *, const char *, ...);
PyObject *PyErr_NoMemory(void);
PyObject *PyErr_Occurred(void);
void PyErr_Clear(void);

/* Numbers, text and bytes */
extern PyTypeObject PyLong_Type;
int PyType_IsSubtype(PyTypeObject *, PyTypeObject *);
#define PyLong_Check(object) PyType_IsSubtype(Py_TYPE(object), &PyLong_Type)
long PyLong_AsLong(PyObject *);
long long PyLong_AsLongLong(PyObject *);
unsigned long PyLong_AsUnsignedLong(PyObject *);
unsigned long long PyLong_AsUnsignedLongLong(PyObject *);
PyObject *PyLong_FromLong(long);
PyObject *PyLong_FromUnsignedLongLong(unsigned long long);
PyObject *PyBool_FromLong(long);
double PyFloat_AsDouble(PyObject *);
int _PyFloat_Pack2(double, unsigned char *, int); /* 3.10 */
int PyFloat_Pack2(double, char *, int);           /* 3.11 and later */
PyObject *PyUnicode_InternFromString(const char *);
const char *PyUnicode_AsUTF8AndSize(PyObject *, Py_ssize_t *);
PyObject *PyBytes_FromStringAndSize(const char *, Py_ssize_t);
char *PyBytes_AsString(PyObject *);
#define PyBytes_AS_STRING PyBytes_AsString

/* Lists and tuples: a list has a pointer to its items after its size, a tuple has them at its end. */
extern PyTypeObject PyList_Type, PyTuple_Type;
PyObject *PySequence_Fast(PyObject *, const char *);
static inline PyObject **PySequence_Fast_ITEMS(PyObject *sequence) {
  if (PyType_IsSubtype(Py_TYPE(sequence), &PyList_Type)) return *(PyObject ***)((PyVarObject *)sequence + 1);
  return (PyObject **)((char *)sequence + PyTuple_Type.tp_basicsize);
}
#define PySequence_Fast_GET_SIZE(sequence) (((PyVarObject *)(sequence))->ob_size)
#define PySequence_Fast_GET_ITEM(sequence, index) (PySequence_Fast_ITEMS(sequence)[index])

/* Objects and types */
PyObject *PyObject_Init(PyObject *, PyTypeObject *);
#define PyObject_INIT(object, type) PyObject_Init((PyObject *)(object), (type))
PyObject *PyObject_GetAttrString(PyObject *, const char *);
PyObject *PyObject_CallObject(PyObject *, PyObject *);
PyObject *PyObject_CallFunctionObjArgs(PyObject *, ...);
PyObject *PyObject_CallMethodObjArgs(PyObject *, PyObject *, ...);
#define PyObject_CallOneArg(callable, argument) PyObject_CallFunctionObjArgs(callable, argument, NULL)
#define PyObject_CallMethodNoArgs(object, name) PyObject_CallMethodObjArgs(object, name, NULL)
int PyType_Ready(PyTypeObject *);
PyObject *PyType_GenericNew(PyTypeObject *, PyObject *, PyObject *);

/* Modules */
#define PYTHON_API_VERSION 1013
PyObject *PyModule_Create2(PyModuleDef *, int);
#define PyModule_Create(definition) PyModule_Create2(definition, PYTHON_API_VERSION)
int PyModule_AddFunctions(PyObject *, PyMethodDef *);
int PyModule_AddIntConstant(PyObject *, const char *, long);
int PyModule_AddObject(PyObject *, const char *, PyObject *);
PyObject *PyImport_ImportModule(const char *);

/* Threads */
typedef struct _ts PyThreadState;
typedef enum { PyGILState_LOCKED, PyGILState_UNLOCKED } PyGILState_STATE;
PyGILState_STATE PyGILState_Ensure(void);
void PyGILState_Release(PyGILState_STATE);
PyThreadState *PyEval_SaveThread(void);
void PyEval_RestoreThread(PyThreadState *);
#define Py_BEGIN_ALLOW_THREADS { PyThreadState *_save = PyEval_SaveThread();
#define Py_END_ALLOW_THREADS PyEval_RestoreThread(_save); }
