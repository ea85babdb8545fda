"""An own bot with a torch network everywhere. Run it in this folder; needs httpx and websockets."""

import subprocess, sys
from pathlib import Path

import client, gymnasium, httpx, numpy as np, torch
import baumeister.envs.gymnasium  # noqa: F401  (registers the environments)
from baumeister import arena
from baumeister.bots import Decision
from baumeister.bots.analysis import analyse
from baumeister.bots.position import decided_by
from baumeister.fast import manhattan
from baumeister.records import load

RULES = manhattan.rules({"players": 2, "rounds": 1})


class OwnBot:
    def __init__(self, game):
        self.game = game
        self.network = torch.nn.Linear(RULES.observation, RULES.actions)

    def decide(self, view, _legal, _budget, rng):
        def choose(position, _left):  # by number, as the network does
            position.observe(view.seat, seen := np.zeros(RULES.observation, np.float32))
            return max(position.legal(), key=self.network(torch.from_numpy(seen)).__getitem__)

        return Decision(decided_by(self.game, view, rng, choose))


def play_and_analyse(folder):
    bots, kept = [OwnBot, "3"], Path(folder, "games")
    print(arena.play("manhattan", RULES.options, bots, games=4, records=kept).bots[0].won)
    env = gymnasium.make("baumeister/Manhattan-v1", opponents=OwnBot, players=2, rounds=1)
    _, info = env.reset(seed=1)
    while "points" not in info:
        *_, info = env.step(info["action_mask"].argmax())
    print(info["points"], analyse(load(min(kept.iterdir())), nodes=50).players)


def play_at_a_table(folder, port):
    serve = [sys.executable, "-m", "baumeister", "serve", "--data", folder, "--port", port]
    with subprocess.Popen([*serve, "--bot", "Own=own_bot:OwnBot"]) as service:
        url = f"http://127.0.0.1:{port}"
        httpx.Client(transport=httpx.HTTPTransport(retries=9)).get(f"{url}/health")
        print(client.play(url, "house:own"))
        service.terminate()


if __name__ == "__main__":
    play_and_analyse("."), play_at_a_table(".", "8421")
