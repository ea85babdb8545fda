"""The texts of mails. They contain nothing that a player has written."""

from __future__ import annotations

from typing import Final, NamedTuple


class MailText(NamedTuple):
    subject: str
    text: str


CONFIRM: Final = {
    "en": MailText(
        "Confirm your address",
        "Somebody, probably you, asked for an email whenever it is their turn in a game on"
        " Baumeister. To confirm, open this link within a day:\n\n{link}\n\nIf it was not you,"
        " ignore this email: you will not get any more.\n",
    ),
    "de": MailText(
        "Bestätige deine Adresse",
        "Jemand, vermutlich du, möchte per Mail erfahren, wann bei Baumeister ein Zug ansteht."
        " Öffne zum Bestätigen innerhalb eines Tages diesen Link:\n\n{link}\n\nWarst du das"
        " nicht, brauchst du nichts zu tun: Es kommen keine weiteren Mails.\n",
    ),
    "nl": MailText(
        "Bevestig je adres",
        "Iemand, waarschijnlijk jij, wil van Baumeister een mail krijgen bij elke beurt. Open deze"
        " link binnen een dag om dat te bevestigen:\n\n{link}\n\nWas jij dat niet, dan hoef je"
        " niets te doen: er komen verder geen mails.\n",
    ),
    "fr": MailText(
        "Confirmez votre adresse",
        "Quelqu’un, sans doute vous, souhaite être prévenu par courriel quand c’est son tour de"
        " jouer à Baumeister. Pour confirmer, ouvrez ce lien dans les 24 heures\N{NO-BREAK SPACE}:"
        "\n\n{link}\n\nSi ce n’est pas vous, ne faites rien\N{NO-BREAK SPACE}: vous ne recevrez"
        " aucun autre courriel.\n",
    ),
}
TURN: Final = {
    "en": MailText(
        "{game}: it is your turn",
        "It is your turn. The table is here:\n\n{link}\n\nTo stop these emails: {stop}\n",
    ),
    "de": MailText(
        "{game}: Du bist am Zug",
        "Du bist am Zug. Hier ist der Tisch:\n\n{link}\n\nKeine Mails mehr? {stop}\n",
    ),
    "nl": MailText(
        "{game}: je bent aan de beurt",
        "Je bent aan de beurt. Hier is de tafel:\n\n{link}\n\nGeen mails meer? {stop}\n",
    ),
    "fr": MailText(
        "{game}\N{NO-BREAK SPACE}: à vous de jouer",
        "C’est à vous de jouer. La table est ici\N{NO-BREAK SPACE}:\n\n{link}\n\n"
        "Pour ne plus recevoir de courriels\N{NO-BREAK SPACE}: {stop}\n",
    ),
}


def filled(texts: dict[str, MailText], language: str, **values: str) -> MailText:
    """A text in this language, or in English."""
    subject, text = texts.get(language, texts["en"])
    return MailText(subject.format(**values), text.format(**values))
