"""`python -m baumeister` is the command `baumeister`."""

from baumeister.cli import main

main()
