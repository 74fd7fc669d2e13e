"""Finds autotuners whose trials change the result: a GPU times each config on the program's own tensors, before the launch itself.

What a kernel adds to, or replaces by a function of itself, is wrong after that, unless `restore_value`, `reset_to_zero` or a hook puts
it back (triton-lang/triton#6547). So a launch that may read what another one has left is made again, after a trial.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from triton.runtime.autotuner import Autotuner

from ..findings import LaunchError
from ..replays import recording
from .tensors import contents_of, tensors_in

if TYPE_CHECKING:
    from ..contents import Saved
    from ..emulation import Emulation


def watch_tuning(emulation: Emulation, all_configs: bool) -> None:
    """Makes each call of an autotuner that tunes show what its trials change, also of classes with their own `run`.

    The trials are those of the config that was chosen, or of all configs.
    """

    def init_subclass(cls: Any, /, **kwargs: Any) -> None:
        super(Autotuner, cls).__init_subclass__(**kwargs)
        if "run" in vars(cls):
            cls.run = _watched(cls.run, emulation, all_configs)

    Autotuner.run = _watched(Autotuner.run, emulation, all_configs)
    Autotuner.__init_subclass__ = classmethod(init_subclass)


def note_trial(tuner: Any, config: Any) -> None:
    """An autotuner is about to try a config."""
    tuning = vars(tuner).get("emulated_tuning")
    if tuning is not None:
        tuning.note(config)


def _watched(run: Any, emulation: Emulation, all_configs: bool) -> Any:
    @wraps(run)
    def watched(self: Any, *args: Any, **kwargs: Any) -> Any:
        if emulation.is_trying or recording() is not None or vars(self).get("emulated_tuning") is not None:
            return run(self, *args, **kwargs)
        tuning = self.emulated_tuning = _Tuning(self, args, kwargs)
        emulation.takes_rereads()
        try:
            result = run(self, *args, **kwargs)
        finally:
            self.emulated_tuning = None
        if tuning.tried and emulation.takes_rereads():
            tuning.judge(emulation, tuning.tried if all_configs else [self.best_config])
        return result

    return watched


class _Tuning:
    """A call of an autotuner. It tunes if it has `tried` configs."""

    def __init__(self, tuner: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._tuner, self._args, self._kwargs = tuner, args, kwargs
        self._named = {**dict(zip(tuner.arg_names, args)), **kwargs}
        self._contents = contents_of([])
        self._before: Saved = {}
        self.tried: list[Any] = []

    def note(self, config: Any) -> None:
        if not self.tried:
            tensors = [(name, each) for name, value in self._named.items() for each in tensors_in(value)]
            self._contents = contents_of(tensors)
            self._before = self._contents.save()
        self.tried.append(config)

    def judge(self, emulation: Emulation, configs: list[Any]) -> None:
        """Raises KernelFault if the call has other results after a trial of one of the configs. Leaves the tensors as they are."""
        after = self._contents.save()
        try:
            for config in configs:
                self._judge(emulation, config, after if config is self._tuner.best_config else None)
        finally:
            self._contents.restore(after)
            self._tuner.nargs = None

    def _judge(self, emulation: Emulation, config: Any, alone: Saved | None) -> None:
        code = self._tuner.base_fn.__code__
        kernel, at = code.co_name, (code.co_filename, code.co_firstlineno)
        try:
            with emulation.trying(is_long=True):
                if alone is None:
                    self._contents.restore(self._before)
                    self._launch(config)
                    alone = self._contents.save()
                self._contents.restore(self._before)
                self._try(config)
                self._launch(config)
        except LaunchError as error:
            if not error.finding.is_known:
                emulation.report(error.finding)
                raise
            changed = error.finding.message
        else:
            changed = "; ".join(self._contents.differences(alone))
        if changed:
            emulation.wrong(
                kernel,
                "tuning",
                f"has another result after a trial of the config {config}: {changed}. An autotuner tries its configs on the tensors "
                "of the call, before the launch itself: name what the kernel reads and changes in `restore_value` or `reset_to_zero`",
                at,
            )

    def _try(self, config: Any) -> None:
        """Runs a config as `Autotuner._bench` does."""
        tuner, named = self._tuner, {**self._named, **config.all_kwargs()}
        tuner.nargs = dict(zip(tuner.arg_names, self._args))
        if config.pre_hook:
            config.pre_hook(named)
        tuner.pre_hook(named)
        tuner.fn.run(*self._args, **self._kwargs, **config.all_kwargs())
        tuner.post_hook(named, exception=None)

    def _launch(self, config: Any) -> None:
        """Runs a config as `Autotuner.run` does after its trials."""
        tuner, named = self._tuner, {**self._named, **config.all_kwargs()}
        tuner.nargs = dict(zip(tuner.arg_names, self._args))
        tuner.pre_hook(named, reset_only=True)
        if config.pre_hook:
            config.pre_hook(named)
        tuner.fn.run(*self._args, **self._kwargs, **config.all_kwargs())
