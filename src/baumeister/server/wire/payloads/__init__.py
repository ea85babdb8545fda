"""Bodies of the HTTP interface that are not messages of the socket."""
