"""What scripts/bench-peers is made of; adapter.py alone is used by the adapters."""
