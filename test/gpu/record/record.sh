#!/bin/sh
# Records every program of this folder on a machine with a GPU: `record.sh OUT [GOLDEN_BYTES]`.
# Needs Python with PyTorch and Triton, but not Node: only the recorder's Python files run here.
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=$1
recorder=$here/../../../python/record
cd "$here"
for program in ${PROGRAMS:-vector_add softmax matmul layer_norm attention train overhead}; do
  echo "== $program"
  PYTHONPATH=$recorder${PYTHONPATH:+:$PYTHONPATH} TRITON_AOT_RECORD=$out/$program \
    TRITON_AOT_RECORD_GOLDEN=${2:-0} python3 $program.py
done
