"""What crosses between TypeScript and Python: the types of messages, how they are checked, and constants."""
