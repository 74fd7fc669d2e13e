def defined(): pass
