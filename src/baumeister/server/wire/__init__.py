"""Everything that leaves the service: the one place to audit for secrets."""
