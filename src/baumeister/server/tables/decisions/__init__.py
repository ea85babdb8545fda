"""What happens when somebody sends a command to a table."""
