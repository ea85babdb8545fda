"""The WebSocket: requests in, messages out."""
