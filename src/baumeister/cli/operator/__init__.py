"""Commands for whoever runs the web service."""
