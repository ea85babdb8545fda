"""Worker processes and their tasks: bots, hints, analyses, replays, practice."""
