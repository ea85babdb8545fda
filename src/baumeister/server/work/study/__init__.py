"""What workers do for the study pages."""
