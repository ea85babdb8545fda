"""The games as research environments: PettingZoo, Gymnasium, OpenSpiel (the extra `envs`).

Each library has a package of its own here; whoever uses one needs none of the others. All of
them play positions of `baumeister.fast`, compiled or plain, and show a seat what it may know.
What they are and what they promise is in docs/environments.md.
"""
