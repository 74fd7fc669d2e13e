"""Starts the emulation in every Python that has this folder on PYTHONPATH."""

import os

from triton_aot_emulate.options import Options

_options = Options.from_environment(os.environ)
if _options is not None:
    from triton_aot_emulate.activate import activate

    activate(_options)
