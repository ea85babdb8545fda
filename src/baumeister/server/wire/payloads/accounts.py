"""Bodies about people: accounts, sessions, passkeys, mail addresses, and the local network."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(min_length=1, max_length=60, examples=["Ada"])]
Login = Annotated[str, Meta(min_length=3, max_length=30, examples=["ada"])]
Password = Annotated[str, Meta(min_length=10, max_length=200, examples=["correct horse battery"])]
PersonId = Annotated[str, Meta(max_length=32)]


class NewPerson(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewGuest(NewPerson, frozen=True):
    """A guest. If a recent visitor has the name, the first free one of `otherwise` replaces it;
    without `otherwise` the name stays as it is."""

    otherwise: Annotated[list[Name], Meta(max_length=100)] = []


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    login: Login
    password: Password


class PasswordChange(Struct, frozen=True, forbid_unknown_fields=True):
    old: Annotated[str, Meta(max_length=200, examples=["correct horse battery"])]
    password: Password


class SessionInfo(Struct, frozen=True):
    """A browser or program that is logged in as you."""

    id: str
    device: str
    """Browser and system, such as "Firefox, Android"; empty if unknown."""
    began: int
    seen: int
    """When it was last used, to the hour."""
    current: bool
    """Whether it made this request."""


CredentialId = Annotated[str, Meta(min_length=1, max_length=1400, pattern="^[A-Za-z0-9_-]+$")]
Base64Url = Annotated[str, Meta(max_length=12_000, pattern="^[A-Za-z0-9_-]*$")]


class Attestation(Struct, frozen=True, rename="camel"):
    """AuthenticatorAttestationResponse, the part that is needed."""

    client_data_json: Base64Url = field(name="clientDataJSON")
    attestation_object: Base64Url


class Assertion(Struct, frozen=True, rename="camel"):
    """AuthenticatorAssertionResponse."""

    client_data_json: Base64Url = field(name="clientDataJSON")
    authenticator_data: Base64Url
    signature: Base64Url
    user_handle: Base64Url


class MadeCredential(Struct, frozen=True, rename="camel"):
    """The toJSON() of what navigator.credentials.create() returned."""

    id: CredentialId
    raw_id: CredentialId
    type: Literal["public-key"]
    response: Attestation


class ShownCredential(Struct, frozen=True, rename="camel"):
    """The toJSON() of what navigator.credentials.get() returned."""

    id: CredentialId
    raw_id: CredentialId
    type: Literal["public-key"]
    response: Assertion


class NewPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """A new passkey; `name` helps you to tell your passkeys apart."""

    credential: MadeCredential
    name: Name = "Passkey"


class PasskeyLogin(Struct, frozen=True, forbid_unknown_fields=True):
    credential: ShownCredential


class Passkey(Struct, frozen=True):
    id: str
    name: str
    created: int


class Network(Struct, frozen=True):
    """The network of the machine that the service runs on."""

    chosen: bool | None
    """Whether other devices may join; null: nobody has decided yet."""
    address: str | None
    """The service's URL for other devices; null: they may not join, or there is no network."""


class NetworkChoice(Struct, frozen=True, forbid_unknown_fields=True):
    on: bool


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """The token that moves a session to another name of this machine, such as localhost."""

    token: Annotated[str, Meta(max_length=64)]


class Mail(Struct, frozen=True):
    """Mail for games with days per decision."""

    offered: bool
    """Whether this service sends mail."""
    address: str | None
    """Your confirmed address."""


class MailAddress(Struct, frozen=True, forbid_unknown_fields=True):
    address: Annotated[str, Meta(min_length=3, max_length=254)]


class MailToken(Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, Meta(max_length=1000, pattern="^[A-Za-z0-9_-]*$")]


class Mute(Struct, frozen=True, forbid_unknown_fields=True):
    person: PersonId
    on: bool = True


class Person(Struct, frozen=True):
    id: str
    name: str
    login: str | None
    mutes: list[str]
    account: bool
    """Whether you can log in again with a password or a passkey; a guest has only the cookie."""
