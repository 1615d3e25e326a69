// Placeholder so that the target exists.
