"""Card Nim, a game for Baumeister: keep a card up your sleeve and take the last stone."""
