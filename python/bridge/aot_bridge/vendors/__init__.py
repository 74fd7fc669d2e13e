"""What is different for a vendor's GPUs: a module with a `VENDOR` (vendor.py) for each, by Triton's name of its backend."""
