"""The web service: tables, people, socket, HTTP and storage (docs/protocol.md,
docs/self-hosting.md)."""
