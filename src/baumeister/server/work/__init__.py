"""Worker processes and what they do: bots, hints, analyses, replays, practice."""
