"""The parts of the crash test (bench/crash.py): a server to kill, players and a ledger."""
