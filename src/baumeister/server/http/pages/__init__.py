"""HTTP: the browser client, shared links and their pictures."""
