"""A software authenticator with its browser: what a phone does with passkeys."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

JSON = dict[str, Any]
PRESENT, ATTESTED = 0x01, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """Holds one passkey for the page at `origin`. `count` increases with each use, unless `counts`
    is false, as for passkeys synced between devices."""

    def __init__(self, origin: str, *, counts: bool = True) -> None:
        self.origin = origin
        self.count = 0
        self.counts = counts
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.host = ""
        self.user = ""

    def create(self, options: JSON) -> JSON:
        """navigator.credentials.create(), with attestation "none"."""
        assert {"type": "public-key", "alg": -7} in options["pubKeyCredParams"]
        assert options["authenticatorSelection"]["residentKey"] == "required"
        self.host, self.user = options["rp"]["id"], options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32), numbers.y.to_bytes(32)
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        known = self._known(PRESENT | ATTESTED) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": known})
        seen = self._seen("webauthn.create", options)
        return self._credential({"clientDataJSON": text(seen), "attestationObject": text(made)})

    def get(self, options: JSON) -> JSON:
        """navigator.credentials.get() with a discoverable credential."""
        assert not options.get("allowCredentials")
        assert options["rpId"] == self.host
        self.count += self.counts
        known, seen = self._known(PRESENT), self._seen("webauthn.get", options)
        signature = self.key.sign(known + sha256(seen).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {
                "clientDataJSON": text(seen),
                "authenticatorData": text(known),
                "signature": text(signature),
                "userHandle": self.user,
            }
        )

    def _known(self, flags: int) -> bytes:
        return sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _seen(self, kind: str, options: JSON) -> bytes:
        seen = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps({**seen, "crossOrigin": False}).encode()

    def _credential(self, response: JSON) -> JSON:
        """The credential as toJSON() returns it, with fields that the service ignores."""
        return {
            "id": text(self.id),
            "rawId": text(self.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {**response, "transports": ["internal"]},
        }
