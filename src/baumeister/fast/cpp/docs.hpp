// Docstrings and signatures of baumeister.fast.api, by tools/docs.py; do not edit.
#pragma once

namespace baumeister::docs::rules {

inline constexpr char self[] = R"--(A game under fixed options; made by `rules(options)` and cached.)--";
inline constexpr char options[] = R"--(The options of the game.)--";
inline constexpr char players[] = R"--(The number of players.)--";
inline constexpr char actions[] = R"--(The number of action numbers of players: the length of a mask.)--";
inline constexpr char observation[] = R"--(The length of an observation.)--";

}  // namespace baumeister::docs::rules

namespace baumeister::docs::position {

inline constexpr char self[] = R"--(A mutable position with a random generator of its own.

Positions are equal if their rules and everything in the game are, hidden cards included;
generators are not compared. Do not change a position that is a key of a dictionary.)--";
inline constexpr char init[] = R"--(Create the initial position; nothing is dealt yet.)--";
inline constexpr char init_sig[] = R"--(def __init__(self, rules: Rules, seed: int = 0) -> None)--";
inline constexpr char rules[] = R"--(The rules, options included.)--";
inline constexpr char actor[] = R"--(The player to act; CHANCE (-1) or OVER (-2).)--";
inline constexpr char legal[] = R"--(Return the legal numbers of the actor, ascending; at chance, the possible outcomes.)--";
inline constexpr char legal_sig[] = R"--(def legal(self) -> list[int])--";
inline constexpr char weights[] = R"--(Return the integer weight of each of `legal()` at a chance node.)--";
inline constexpr char weights_sig[] = R"--(def weights(self) -> list[int])--";
inline constexpr char apply[] = R"--(Take one step, chance included. IllegalNumberError, a ValueError, if it is illegal.)--";
inline constexpr char apply_sig[] = R"--(def apply(self, number: int) -> None)--";
inline constexpr char settle[] = R"--(Sample chance from the generator until a player is to act or the game is over.)--";
inline constexpr char settle_sig[] = R"--(def settle(self) -> None)--";
inline constexpr char step[] = R"--(`apply` and `settle`.)--";
inline constexpr char step_sig[] = R"--(def step(self, number: int) -> None)--";
inline constexpr char copy[] = R"--(Return an independent copy, generator included.)--";
inline constexpr char copy_sig[] = R"--(def copy(self) -> Position)--";
inline constexpr char reseed[] = R"--(Replace the generator.)--";
inline constexpr char reseed_sig[] = R"--(def reseed(self, seed: int) -> None)--";
inline constexpr char playout[] = R"--(Play to the end of the game, or of the round; return the number of decisions.

Decisions are uniformly random, or drawn from the softmax of a policy's logits times
`inverse_temperature`: one policy for all, or one for each player.)--";
inline constexpr char playout_sig[] = R"--(def playout(self, policy: Sequence[float] | None = None, policies: Sequence[Sequence[float]] | None = None, inverse_temperature: float = 1.0, round_only: bool = False) -> int)--";
inline constexpr char playouts[] = R"--(Play n uniformly random games from here; return the number of decisions.

The position itself does not change.)--";
inline constexpr char playouts_sig[] = R"--(def playouts(self, n: int, seed: int = 0, threads: int = 1, lockstep: bool = True) -> int)--";
inline constexpr char determinize[] = R"--(Return a position that the seat cannot distinguish from this one.

Hidden information is resampled, and the generator has this seed. Over the readable engine
this is impossible while a compound action is partly given.)--";
inline constexpr char determinize_sig[] = R"--(def determinize(self, seat: int, seed: int) -> Position)--";
inline constexpr char search[] = R"--(Search the decision of the player to act by information-set MCTS. Compiled core only.

The search ends after `nodes` simulations or `seconds`, whichever comes first. `leaf` says
how far a simulation is played out: "game", "round" or "none". Leaves are evaluated by
the game; by `evaluate`, which returns a value from 0 to 1 for each player; or by a
`value_network` of the game, beside a `policy` and "round" or "none". `exploration` is
the constant of UCB1, or of PUCT with a `policy`, which is the prior and guides playouts at
`inverse_temperature`. `among` restricts the search to these numbers; `open_cards` searches
the position as it is, without resampling hidden cards. Every player maximises their own
value; if `paranoid`, the opponents minimise that of the searching player, except in
secret choices, which are sampled. The tree is at most `depth` decisions deep; 0 is no
limit, 1 is flat Monte Carlo.

With `batch`, `evaluate(observations, masks)` returns priors and values of up to `batch`
leaves at once: see `baumeister.fast.search_many`, which also explains `noise`, `alpha`,
`logits` and `arrays`. The other arguments are then `nodes`, `seconds`, `seed`, `threads`,
`exploration`, `among` and `open_cards`.)--";
inline constexpr char search_sig[] = R"--(def search(self, *, nodes: int = 0, seconds: float = 0.0, seed: int = 0, threads: int = 1, leaf: str | None = None, exploration: float = 0.5, policy: Sequence[float] | None = None, evaluate: Callable[..., Any] | None = None, inverse_temperature: float = 1.0, among: Sequence[int] = (), open_cards: bool = False, value_network: Any = None, paranoid: bool = False, depth: int = 0, batch: int = 0, noise: float = 0.0, alpha: float = 0.3, logits: bool = False, arrays: tuple[Any, Any] | None = None) -> SearchResult)--";
inline constexpr char forecast[] = R"--(Return the expected result by simulations from the position as it is. Compiled core only.

Players follow the policy. A `value_network` values the leaves by the mean of what all seats
see. One simulation in `every` is played to the end of the game, for the points.)--";
inline constexpr char forecast_sig[] = R"--(def forecast(self, *, nodes: int = 0, seconds: float = 0.0, seed: int = 0, leaf: str = 'round', policy: Sequence[float] | None = None, inverse_temperature: float = 1.0, every: int = 4, value_network: Any = None) -> Forecast)--";
inline constexpr char features[] = R"--(Write a row of float32 features for each of `legal()`; return the number of rows.

Compiled core only.)--";
inline constexpr char features_sig[] = R"--(def features(self, out: WriteableBuffer) -> int)--";
inline constexpr char logits[] = R"--(Return the policy's logit for each of `legal()`.

Without the compiled core only for the policy networks of Manhattan.)--";
inline constexpr char logits_sig[] = R"--(def logits(self, policy: Sequence[float]) -> list[float])--";
inline constexpr char points[] = R"--(Return each player's points.)--";
inline constexpr char points_sig[] = R"--(def points(self) -> list[int])--";
inline constexpr char standing[] = R"--(Return each player's points if the round were scored now.)--";
inline constexpr char standing_sig[] = R"--(def standing(self) -> list[int])--";
inline constexpr char ranks[] = R"--(Return each player's rank at the end; 1 has won, ties share a rank.)--";
inline constexpr char ranks_sig[] = R"--(def ranks(self) -> list[int])--";
inline constexpr char mask[] = R"--(Write 1 for each legal number and 0 elsewhere: `rules.actions` of uint8 or bool.

All 0 where no player is to act.)--";
inline constexpr char mask_sig[] = R"--(def mask(self, out: WriteableBuffer) -> None)--";
inline constexpr char observe[] = R"--(Write the observation of the seat: `rules.observation` of float32.)--";
inline constexpr char observe_sig[] = R"--(def observe(self, seat: int, out: WriteableBuffer) -> None)--";
inline constexpr char state[] = R"--(Return the readable state; ValueError while a compound action is partly given.)--";
inline constexpr char state_sig[] = R"--(def state(self) -> Any)--";
inline constexpr char of[] = R"--(Return the position of a readable state, with a generator of seed 0.)--";
inline constexpr char of_sig[] = R"--(def of(rules: Rules, state: Any) -> Position)--";
inline constexpr char bytes[] = R"--(The position and its generator; only the engine that wrote it can read it.)--";
inline constexpr char bytes_sig[] = R"--(def __bytes__(self) -> bytes)--";
inline constexpr char from_bytes[] = R"--(Return the position written by `bytes` under the same rules; ValueError if it is none.)--";
inline constexpr char from_bytes_sig[] = R"--(def from_bytes(rules: Rules, data: bytes) -> Position)--";

}  // namespace baumeister::docs::position

namespace baumeister::docs::batch {

inline constexpr char self[] = R"--(Positions stepped together into the caller's arrays. Compiled core only.

Arrays are contiguous, on the CPU, and optional: `observations` of the player to act (float32,
n × `rules.observation`; of the first player where the game is over); `masks` (uint8 or bool,
n × `rules.actions`); `rewards` (float32, n × players); `dones` (uint8 or bool, n); `actors`
(int32, n).)--";
inline constexpr char init[] = R"--(Create n games, with chance settled.

`reward` is "win", the share of the win at the end, or "points", as they are scored. With a
`seat` only that player decides, the others play at random, and all observations are the
seat's.)--";
inline constexpr char init_sig[] = R"--(def __init__(self, rules: Rules, n: int, seed: int = 0, reward: str = 'win', seat: int = -1) -> None)--";
inline constexpr char rules[] = R"--(The rules of all positions.)--";
inline constexpr char reward[] = R"--("win" or "points".)--";
inline constexpr char seat[] = R"--(The only player whose decisions are stepped; -1 if all players are.)--";
inline constexpr char bytes[] = R"--(The positions and their generators, for `restore`.)--";
inline constexpr char bytes_sig[] = R"--(def __bytes__(self) -> bytes)--";
inline constexpr char restore[] = R"--(Set all positions and generators from the `bytes` of a batch of the same size.)--";
inline constexpr char restore_sig[] = R"--(def restore(self, data: bytes) -> None)--";
inline constexpr char copy[] = R"--(Return an independent copy, generators included.)--";
inline constexpr char copy_sig[] = R"--(def copy(self) -> Batch)--";
inline constexpr char getitem[] = R"--(Return a copy of one position.)--";
inline constexpr char getitem_sig[] = R"--(def __getitem__(self, index: int) -> Position)--";
inline constexpr char reset[] = R"--(Start new games.)--";
inline constexpr char reset_sig[] = R"--(def reset(self, seed: int = 0, observations: Any = None, masks: Any = None, actors: Any = None) -> None)--";
inline constexpr char step[] = R"--(Take one decision (int32 or int64, n) in each game and settle chance.

Games that are over restart instead. If an action is illegal, IllegalNumberError is raised
and no game changes.)--";
inline constexpr char step_sig[] = R"--(def step(self, actions: Any, observations: Any = None, masks: Any = None, rewards: Any = None, dones: Any = None, actors: Any = None, threads: int = 1) -> None)--";
inline constexpr char sample[] = R"--(Write a uniformly random legal number for each game (int32 or int64, n).)--";
inline constexpr char sample_sig[] = R"--(def sample(self, actions: Any) -> None)--";
inline constexpr char playouts[] = R"--(Play copies at random to the end and write all points (int16, n × players).

Return the number of decisions.)--";
inline constexpr char playouts_sig[] = R"--(def playouts(self, seed: int = 0, points: Any = None, threads: int = 1, lockstep: bool = True) -> int)--";

}  // namespace baumeister::docs::batch
