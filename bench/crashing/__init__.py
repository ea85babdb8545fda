"""The parts of the crash test (bench/crash.py): a server to kill, people who play, a ledger."""
