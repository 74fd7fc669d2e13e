"""A package whose import needs much more than its kernels do."""

import torch

import a_package_that_is_not_installed
from .model import Model
from .ops import *

raise RuntimeError("the package must not run")
