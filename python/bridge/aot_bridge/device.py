"""Stands in for the GPU that code is generated for: answers what kernel files ask about it, from its architecture.

Nothing here asks a GPU. A question without an answer ends the file, even if the file would catch an ordinary error and
go on with values for another GPU.
"""

from typing import Any, NoReturn

from aot_wire.messages import JobTarget
from triton.backends.compiler import GPUTarget

from .vendor import VENDORS


def gpu_target(target: JobTarget) -> GPUTarget:
    return GPUTarget(target["backend"], target["arch"], target["warpSize"])


UNANSWERED = "the file asks for `{}`, which is known only when the program runs"


class UnknownValue(BaseException):
    """A value that is known only when the program runs. Not an Exception, so that files do not catch it."""


class Strict:
    """An object with some answers. `questions` collects what was asked in vain."""

    def __init__(self, name: str, questions: list[str], /, **answers: Any):
        self.__dict__.update(answers)
        self.__dict__["_strict_name"] = name
        self.__dict__["_strict_questions"] = questions

    def __getattr__(self, attribute: str) -> Any:
        # Python itself looks for special names, for example to copy or show an object.
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        question = f"{self._strict_name}.{attribute}"
        self._strict_questions.append(question)
        raise UnknownValue(UNANSWERED.format(question))


class TargetDriver(Strict):
    """Triton's driver for the target. Set `target` before kernel files run."""

    target: Any
    asked: bool

    def __init__(self, **more: Any):
        questions: list[str] = []
        utils = Strict("driver.active.utils", questions, get_device_properties=lambda device=0: self.properties())
        super().__init__(
            "driver.active",
            questions,
            target=None,
            # True once a file asked for the target, so that its definitions may depend on it.
            asked=False,
            questions=questions,
            utils=utils,
            get_current_target=self._get_target,
            get_current_device=lambda: 0,
            get_active_torch_device=self._torch_device,
            is_active=lambda: True,
            **more,
        )

    def _get_target(self) -> GPUTarget:
        self.__dict__["asked"] = True
        return self.target

    def properties(self) -> dict:
        """The properties that Triton's driver gives for a device."""
        target = self._get_target()
        vendor = VENDORS[target.backend]
        answers = {
            "max_shared_mem": vendor.shared_memory.get(target.arch),
            "multiprocessor_count": vendor.multiprocessors.get(target.arch),
            "max_num_regs": vendor.registers,
            "warpSize": target.warp_size,
        }
        return Answers({name: value for name, value in answers.items() if value is not None}, self.questions)

    def _torch_device(self) -> Any:
        try:
            import torch
        except ImportError as error:
            self.questions.append("driver.active.get_active_torch_device()")
            raise UnknownValue("the file asks for the torch device, and torch is not installed") from error
        return torch.device("cuda", 0)


class Answers(dict[str, int]):
    """A dict in which a missing key is an unanswered question."""

    def __init__(self, answers: dict[str, int], questions: list[str]):
        super().__init__(answers)
        self._questions = questions

    def _refuse(self, key: object) -> NoReturn:
        question = f"get_device_properties()[{key!r}]"
        self._questions.append(question)
        raise UnknownValue(UNANSWERED.format(question))

    def __missing__(self, key: str) -> NoReturn:
        self._refuse(key)

    def get(self, key: str, default: object = None) -> int:
        return self[key] if key in self else self._refuse(key)
