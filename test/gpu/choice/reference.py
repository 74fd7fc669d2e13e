def product(a_ptr, b_ptr):
    return a_ptr @ b_ptr
