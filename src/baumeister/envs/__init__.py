"""Research environments: PettingZoo, Gymnasium and OpenSpiel (the extra `envs`).

Each library has its own package and needs none of the others. All of them play positions of
`baumeister.fast` and show a seat only what it may know (docs/environments.md).
"""
