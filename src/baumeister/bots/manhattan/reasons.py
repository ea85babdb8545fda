"""Reasons for a decision in Manhattan.

Only public information is used, trays, supplies and buildings (M7), never hands; and the cards that
opponents may hold, if they are given.
"""

from __future__ import annotations

from baumeister.bots.analysis.result import Reason
from baumeister.bots.manhattan.choice_reasons import choosing
from baumeister.bots.manhattan.lasting import Unseen, guards, guards_top, lasts
from baumeister.games.manhattan.actions import Action, Build, Choose, Forfeit
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.rules import apply, scoring_now
from baumeister.games.manhattan.scoring import Scoring
from baumeister.games.manhattan.state import State


def reasons(state: State, seat: int, action: Action, unseen: Unseen = None) -> list[Reason]:
    """What the action does, what it scores, how long it lasts."""
    match action:
        case Build():
            return _build(state, seat, action, unseen)
        case Choose():
            return choosing(state, seat, action)
        case Forfeit(_, floors):
            return [{"code": "forfeits", "floors": floors}]
    raise ValueError(f"{action} is not a player's decision")


# --- building --------------------------------------------------------------------------


def _build(state: State, seat: int, action: Build, unseen: Unseen) -> list[Reason]:
    after = apply(state, seat, action)
    site = action.site
    old, new = scoring_now(state), scoring_now(after)
    found = [_does(state, seat, action)]
    found += _monster(state, after, seat, site)
    found += _points(state, seat, old, new)
    found += changes(state, old, new)
    found += _kept(state, seat, action)
    if after.buildings[site].height:  # the monster may have destroyed it
        found += guards(state, after, seat, site, unseen)
        found += guards_top(state, after, seat, unseen)
        found += lasts(after, seat, site, unseen)
    return found


def changes(state: State, old: Scoring, new: Scoring) -> list[Reason]:
    """Who gains and loses majorities and the highest building from one scoring to another."""
    return [*_majorities(state, old, new), *_highest(state, old, new)]


def _does(state: State, seat: int, action: Build) -> Reason:
    """What the build does to the site."""
    before = state.buildings[action.site]
    place = {"site": SITE_NAMES[action.site], "floors": action.floors}
    if not before.height:
        return {"code": "founds", **place}
    owner = state.setup.owner(before.owner)
    if owner != seat:
        return {"code": "takes", **place, "from": owner}
    return {"code": "raises", **place}


def _points(state: State, seat: int, old: Scoring, new: Scoring) -> list[Reason]:
    """The points everybody would gain or lose if the round were scored now, own points first."""
    found: list[Reason] = []
    for each in (seat, *(other for other in range(state.setup.players) if other != seat)):
        colours = state.setup.colours[each]
        gain = sum(new.items[c].total - old.items[c].total for c in colours)
        urban = sum(new.items[c].urban - old.items[c].urban for c in colours)
        if gain:
            reason: Reason = {"code": "points", "seat": each, "gain": gain}
            helps = each != seat and gain > 0
            found.append({**reason, "against": True} if helps else reason)
        if urban and state.urban:
            found.append({"code": "urban", "card": state.urban, "seat": each, "gain": urban})
    return found


def _majorities(state: State, old: Scoring, new: Scoring) -> list[Reason]:
    """Districts whose majority changes (M3.2)."""
    named = EDITIONS[state.options.edition].districts
    found: list[Reason] = []
    for number, (was, now) in enumerate(zip(old.districts, new.districts, strict=True)):
        if was.colour == now.colour:
            continue
        place = {"district": DISTRICTS[number], "named": named[number]}
        if now.colour is not None:
            seat = state.setup.owner(now.colour)
            reason = {"code": "majority", **place, "seat": seat}
            if was.colour is not None:
                reason["from"] = state.setup.owner(was.colour)
            if reason.get("from") != seat:  # not between two colours of one player
                found.append(reason)
        elif was.colour is not None:
            found.append({"code": "no-majority", **place, "from": state.setup.owner(was.colour)})
    return found


def _highest(state: State, old: Scoring, new: Scoring) -> list[Reason]:
    """The highest building changes hands, or two tie for it (M3.1)."""
    was, now = old.highest_colour, new.highest_colour
    if was == now:
        return []
    if now is not None:
        seat = state.setup.owner(now)
        reason: Reason = {"code": "highest", "seat": seat, "height": new.height}
        if was is None:
            return [reason]
        owner = state.setup.owner(was)
        return [{**reason, "from": owner}] if owner != seat else []
    assert was is not None
    return [{"code": "level", "from": state.setup.owner(was), "height": new.height}]


def _monster(state: State, after: State, seat: int, site: int) -> list[Reason]:
    """What the monster destroys of opponents on its way (M5.1, M5.2)."""
    if after.monster < 0:
        return []
    hit = after.monster
    before = state.buildings[hit]
    if hit == site or not before.height or after.buildings[hit].height == before.height:
        return []
    owner = state.setup.owner(before.owner)
    if owner == seat:
        return []
    lost = before.height - after.buildings[hit].height
    return [{"code": "monster", "site": SITE_NAMES[hit], "from": owner, "floors": lost}]


def _kept(state: State, seat: int, action: Build) -> list[Reason]:
    """The largest block, if a smaller one was used instead."""
    sizes = [
        size
        for colour in state.setup.colours[seat]
        for size, count in enumerate(state.trays[colour], start=1)
        if count
    ]
    largest = max(sizes)
    return [{"code": "keeps", "floors": largest}] if largest > action.floors else []
