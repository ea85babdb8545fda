"""The HTTP interface of the study pages."""
