"""The web service: tables, people, wire, storage (docs/protocol.md, docs/self-hosting.md)."""
