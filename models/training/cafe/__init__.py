"""Seeded generator of Café's training conversations."""
