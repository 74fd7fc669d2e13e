import torch

LIMIT = 1024
