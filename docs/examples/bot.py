"""A bot for Manhattan over JSON lines; any language will do (docs/bots.md).

baumeister arena manhattan --players 2 --bots "external:python3 docs/examples/bot.py,1"
"""

import json
import sys


def score(action, view, colours):
    """Score an action; builds read `build CARD SITE FLOORS [COLOUR]`."""
    words = action.split()
    if words[0] != "build":
        return 0
    site = "ABCDEF".index(words[2][0]) * 9 + int(words[2][1]) - 1
    building, floors = view["buildings"][site], int(words[3])
    colour = colours.index(words[4]) if len(words) > 4 else view["seat"]
    others = [count for each, count in enumerate(building["floors"]) if each != colour]
    lead = building["floors"][colour] + floors - max(others)
    gain = {-1: 1, colour: 0}.get(building["owner"], 2)  # empty site, own building, rival's
    return gain + min(lead, 5) / 5 - floors / 8


if __name__ == "__main__":
    print(json.dumps({"protocol": 2}), flush=True)  # ready
    for line in sys.stdin:
        message = json.loads(line)
        if message["protocol"] != 2:
            continue  # a question for programs that know only protocol 1
        if message["type"] == "new-game":
            colours = message["options"].get("colours")
        else:
            view = message["view"]
            best = max(message["legal"], key=lambda action: score(action, view, colours))
            print(json.dumps({"id": message["id"], "action": best}), flush=True)
