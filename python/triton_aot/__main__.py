import os
import sys

from ._errors import TritonAotError
from ._program import environment, program, started_as


def main() -> None:
    """The command `triton-aot`: this process becomes the program."""
    try:
        argv = program()
    except TritonAotError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    env = {**environment(), "TRITON_AOT_STARTED_AS": started_as()}
    os.execve(argv[0], [*argv, *sys.argv[1:]], env)


if __name__ == "__main__":
    main()
