"""What the text of a kernel says for certain. Calls say the rest: they are recorded, and not read."""
