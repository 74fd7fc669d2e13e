#!/bin/sh
# Tries a preloaded bundle with the monitors of vLLM and SGLang, on a machine with a GPU: `check.sh WHEELS`.
# WHEELS is a folder with `vllm` and `sglang`, the unpacked wheels. TRITON_AOT is the command (default: triton-aot), PYTHON the
# Python with PyTorch and Triton. Without preloading, each monitor must end the server; with it, none.
set -u
here=$(cd "$(dirname "$0")" && pwd)
wheels=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=${PYTHON:-python3}
cd "$here"
PYTHONPATH=$here/../../../python/record TRITON_AOT_RECORD=$work/recording "$python" server.py || exit
${TRITON_AOT:-triton-aot} bundle "$work/recording" --name engine --python "$python" --out "$work/dist" || exit

failed=0
run() { # ENGINE PRELOAD EXPECTED
  PYTHONPATH=$work/dist TRITON_CACHE_MANAGER=engine_bundle:Manager TRITON_AOT_BUNDLE=error TRITON_AOT_PRELOAD=$2 \
    TRITON_CACHE_DIR=/dev/null/none SGLANG_CRASH_ON_TRITON_LOAD_AFTER_READY=1 \
    "$python" server.py "$1" "$wheels/$1" >"$work/out" 2>&1
  got=$?
  if [ "$got" -eq "$3" ]; then verdict=ok; else verdict=FAIL failed=1; fi
  echo "$verdict $1, TRITON_AOT_PRELOAD=$2: exit code $got, expected $3"
  tail -n 7 "$work/out" | sed 's/^/   /'
}
for engine in vllm sglang; do
  run $engine 0 1
  run $engine 1 0
done
exit $failed
