"""How puzzles are made: candidates from self-play, measured, explained and verified."""
