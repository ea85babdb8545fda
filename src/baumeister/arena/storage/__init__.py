"""Games on disk: files of a tournament, their lines, records and merging."""
