"""`python -m triton_aot_emulate [OPTIONS] PROGRAM…`"""

import sys

from .command import main

sys.exit(main(sys.argv[1:]))
