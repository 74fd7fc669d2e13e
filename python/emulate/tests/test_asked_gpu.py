"""What programs ask of the GPU with `nvidia-smi` and `pynvml`."""

import pytest
from program import emulate, write_program
from triton_aot_emulate.gpus import gpu_named
from triton_aot_emulate.nvidia_smi import main

H100 = "NVIDIA H100 80GB HBM3"


@pytest.mark.parametrize(
    ("written", "name", "arch", "multiprocessors"),
    [
        ("RTX 4090", "NVIDIA GeForce RTX 4090", 89, 128),
        ("rtx4090", "NVIDIA GeForce RTX 4090", 89, 128),
        ("NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090", 89, 128),
        ("rtx_4070-ti", "NVIDIA GeForce RTX 4070 Ti", 89, 60),
        ("RTX 5090 Laptop GPU", "NVIDIA GeForce RTX 5090 Laptop GPU", 120, 82),
        ("H100 SXM", H100, 90, 132),
        ("H100 PCIe", "NVIDIA H100 PCIe", 90, 114),
        ("NVIDIA A100-SXM4-40GB", "NVIDIA A100-SXM4-80GB", 80, 108),
        ("T4", "Tesla T4", 75, 40),
        ("cuda:90", H100, 90, 132),
        ("sm_75", "Tesla T4", 75, 40),
        ("sm_103", "NVIDIA B300", 103, 148),
        ("sm_121", "NVIDIA GB10", 121, 48),
    ],
)
def test_gpus_are_named_as_people_do(written, name, arch, multiprocessors):
    gpu = gpu_named(written)
    assert (gpu.name, gpu.arch, gpu.multiprocessors) == (name, arch, multiprocessors)


@pytest.mark.parametrize(
    ("written", "says"),
    [("V100", "V100 is sm_70, which is not one of"), ("H10", "did you mean H100"), ("GeForce", "unknown GPU")],
)
def test_other_gpus_are_refused(written, says):
    with pytest.raises(ValueError, match=says):
        gpu_named(written)


@pytest.mark.parametrize(
    ("argv", "printed"),
    [
        ("-L", f"GPU 0: {H100} (UUID: GPU-00000000-0000-0000-0000-001400000000)"),
        ("--query-gpu=name --format=csv,noheader", H100),
        ("--query-gpu=name,compute_cap --format=csv", f"name, compute_cap\n{H100}, 9.0"),
        ("-i 0 --query-gpu=memory.total,index --format=csv", "memory.total [MiB], index\n81920 MiB, 0"),
        ("--id=0 --format=csv,noheader,nounits --query-gpu=memory.total", "81920"),
        ("--query-gpu=utilization.gpu --format=csv,nounits", "utilization.gpu [%]\n0"),
    ],
)
def test_nvidia_smi_answers(argv, printed):
    assert main(argv.split(), gpu_named("H100")) == printed


@pytest.mark.parametrize("argv", ["", "-q"])
def test_nvidia_smi_describes_the_gpu(argv):
    printed = main(argv.split(), gpu_named("A100"))
    assert "Driver Version: 570." in printed
    assert "NVIDIA A100-SXM4-80GB" in printed


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        ("topo -m", "`topo -m`"),
        ("--query-gpu=fan.speed --format=csv", "`fan.speed`"),
        ("--query-gpu=name --format=xml", "--format=xml"),
        ("--query-gpu=name", "--query-gpu=name"),
        ("-i 1 -L", "the GPU `1`"),
        ("-L -i", "the GPU ``"),
    ],
)
def test_nvidia_smi_refuses_what_it_does_not_know(argv, named):
    with pytest.raises(ValueError, match=r".") as error:
        main(argv.split(), gpu_named("H100"))
    assert named in str(error.value)


def test_programs_find_nvidia_smi(tmp_path):
    write_program(
        tmp_path,
        """
import subprocess
print(subprocess.check_output("nvidia-smi --query-gpu=name --format=csv,noheader", shell=True, text=True), end="")
refused = subprocess.run(["nvidia-smi", "-r"], capture_output=True, text=True)
print(refused.returncode, refused.stderr, end="")
launched()
""",
    )
    ended = emulate(tmp_path, "--gpu=L4", "app.py")
    assert ended.stdout == "NVIDIA L4\n2 triton-aot: the emulated nvidia-smi does not know the arguments `-r`\n"
    assert ended.returncode == 0, ended.stderr


# As nvidia-ml-py on a machine without a driver.
PYNVML = """
NVML_ERROR_NOT_FOUND = 6
class NVMLError(Exception):
    pass
def ask(*args):
    raise NVMLError("there is no driver")
"""
ASKED = ("nvmlInit", "nvmlDeviceGetCount", "nvmlDeviceGetHandleByIndex", "nvmlDeviceGetName", "nvmlDeviceGetPowerUsage")


def test_pynvml_answers_where_it_is_installed(tmp_path):
    (tmp_path / "pynvml.py").write_text(PYNVML + "\n".join(f"def {name}(*args): ask()" for name in ASKED))
    write_program(
        tmp_path,
        """
import pynvml
pynvml.nvmlInit()
print(pynvml.nvmlDeviceGetCount(), pynvml.nvmlDeviceGetName(pynvml.nvmlDeviceGetHandleByIndex(0)))
for ask in (lambda: pynvml.nvmlDeviceGetHandleByIndex(1), lambda: pynvml.nvmlDeviceGetPowerUsage(0)):
    try:
        ask()
    except Exception as error:
        print(type(error).__name__, error)
launched()
""",
    )
    ended = emulate(tmp_path, "--gpu=H100", "app.py")
    assert ended.stdout.splitlines() == [
        f"1 {H100}",
        "NVMLError 6",
        "NeedsGpu `pynvml.nvmlDeviceGetPowerUsage` needs a GPU, and cannot be emulated",
    ], ended.stderr


def test_pynvml_stays_missing_where_it_is_not_installed(tmp_path):
    write_program(tmp_path, "launched()\nimport pynvml\n")
    ended = emulate(tmp_path, "app.py")
    assert ended.returncode == 1
    assert "No module named 'pynvml'" in ended.stderr
