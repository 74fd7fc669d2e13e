"""Compares what the emulation counts with Nsight Compute, launch by launch, on a machine with a GPU and `ncu`:
`python bench/counters/compare.py H200`."""

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
METRICS = {
    "load requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "async requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ldgsts.sum",
    "async sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts.sum",
    "store requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "shared load conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared store conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "shared load passes": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared store passes": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "instructions": "smsp__inst_executed.sum",
}
KERNELS = (
    "copy|gather|transpose|store_columns|softmax|scan|column_sums|sort|product|outer"
)


def measured():
    """The metrics of each launch, by Nsight Compute."""
    argv = [
        "ncu",
        "--csv",
        "--clock-control",
        "none",
        "--kernel-name-base",
        "function",
        "--kernel-name",
        f"regex:^({KERNELS})$",
    ]
    argv += [
        "--metrics",
        ",".join(METRICS.values()),
        sys.executable,
        str(HERE / "kernels.py"),
    ]
    text = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
    rows = csv.DictReader(io.StringIO(text[text.index('"ID"') :]))
    launches = {}
    for row in rows:
        launch = launches.setdefault(int(row["ID"]), {"kernel": row["Kernel Name"]})
        value = row["Metric Value"].replace(",", "")
        launch[row["Metric Name"]] = 0 if value == "n/a" else int(float(value))
    return [launches[key] for key in sorted(launches)]


def counted(gpu):
    """The counts of each launch, by the emulation."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(
                [str(ROOT / "python/emulate"), os.environ.get("PYTHONPATH", "")]
            ),
            "COUNTS": os.path.join(folder, "counts.jsonl"),
        }
        program = f"import sys; sys.path.insert(0, {str(HERE)!r}); import counting; import kernels"
        argv = [sys.executable, "-m", "triton_aot_emulate", "--gpu", gpu, "-c", program]
        subprocess.run(argv, check=True, env=environment, capture_output=True)
        return [
            json.loads(line)
            for line in Path(environment["COUNTS"]).read_text().splitlines()
        ]


def main():
    ours, theirs = counted(sys.argv[1]), measured()
    assert [each["kernel"] for each in ours] == [each["kernel"] for each in theirs], (
        "other launches"
    )
    equal = {}
    for our, their in zip(ours, theirs):
        metrics = {name: their[metric] for name, metric in METRICS.items()}
        for kind in ("requests", "sectors"):
            metrics[f"load {kind}"] += metrics.pop(f"async {kind}")
        for kind in ("conflicts", "passes"):
            metrics[f"shared {kind}"] = metrics.pop(f"shared load {kind}") + metrics.pop(f"shared store {kind}")
        parts = []
        for name, value in metrics.items():
            count = our["of"].get(name, 0)
            right, total = equal.get(name, (0, 0))
            equal[name] = right + (count == value), total + 1
            parts.append(
                f"{name} {count}" if count == value else f"{name} {count} (ncu {value})"
            )
        print(f"{our['kernel']:14}", "; ".join(parts))
    print(
        "equal:",
        ", ".join(
            f"{name} {right} of {total}" for name, (right, total) in equal.items()
        ),
    )
    print(
        re.sub(
            r"\s+",
            " ",
            subprocess.run(
                [
                    "nvidia-smi",
                    "--query-gpu=name,driver_version",
                    "--format=csv,noheader",
                ],
                capture_output=True,
                text=True,
            ).stdout,
        )
    )


main()
