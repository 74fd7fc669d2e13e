#!/bin/sh
# Runs the two programs that measure themselves in turns, without and with the recorder.
here=$(cd "$(dirname "$0")" && pwd)
recorder=$here/../../../src/recorder
cd "$here"
for round in 1 2 3; do
  for program in vector_add "train.py 800"; do
    script=${program%% *}
    script=${script%.py}.py
    steps=$(echo "$program" | cut -s -d' ' -f2)
    echo "$script without: $(python3 $script $steps | tail -1)"
    echo "$script with:    $(PYTHONPATH=$recorder TRITON_AOT_RECORD=$(mktemp -d) python3 $script $steps | tail -1)"
  done
done
