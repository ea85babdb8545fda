// Tangram City for Python.
#include "batch.hpp"
#include "bind_leaves.hpp"
#include "isa.hpp"
#include "tangram_city/validation.hpp"
#include "tangram_city/tile_steps.hpp"

using namespace baumeister;
using namespace baumeister::tangram_city;
using namespace baumeister::binding;

namespace {

// Planes of a board: the four quarters, one int each.
void read_planes(nb::handle planes, uint64_t* out) {
    row(planes, out, PLANES);
    for (int plane = 0; plane < PLANES; ++plane)
        if (out[plane] & ~ALL_FIELDS) throw ArgumentError("a plane has 49 bits");
}

nb::tuple planes_of(const uint64_t* planes) { return nb::make_tuple(planes[0], planes[1], planes[2], planes[3]); }

template <class T>
nb::list list_of(const T* values, int length) {
    nb::list found;
    for (int i = 0; i < length; ++i) found.append(values[i]);
    return found;
}

struct TangramCore {
    using Rules = tangram_city::Rules;
    using Position = tangram_city::Position;
    static constexpr int MOST_ACTIONS = ACTIONS;
    static constexpr int MOST_OUTCOMES = TILES;
    static constexpr int FEATURES = tangram_city::FEATURES;
    static constexpr int POLICY_UNITS = 0;  // no policy networks
    static constexpr size_t POLICY_WEIGHTS = 0;
    static inline const Kernels* kernels = nullptr;

    static int observation(const Rules& rules) { return OBSERVATION + OBSERVATION_OF_PLAYER * rules.players; }

    static void read(Rules& rules, const nb::dict& tables) {
        rules = {};
        rules.players = field<int>(tables, "players");
        rules.start_points = field<int>(tables, "start_points");
        rules.named_start = field<int>(tables, "start");
        rules.options = field<uint32_t>(tables, "options");
        rules.planning = field<uint8_t>(tables, "planning");
        row(field<nb::list>(tables, "harmony"), rules.harmony, FIELDS + 1);
        row(field<nb::list>(tables, "audiences"), rules.audience, CARDS);
        read_tiles(rules, field<nb::list>(tables, "tiles"));
        nb::list printed = field<nb::list>(tables, "printed");  // for each board, for each side: colour, planes
        if (nb::len(printed) != 2 * BOARD_COUNT) throw ArgumentError("a table has the wrong length");
        for (size_t at = 0; at < 2 * BOARD_COUNT; ++at) {
            rules.printed_colour[at / 2][at % 2] = nb::cast<bool>(printed[at][0]);
            read_planes(printed[at][1], rules.printed[at / 2][at % 2]);
        }
        nb::list spots = field<nb::list>(tables, "spots");  // planes, by number
        if (nb::len(spots) != SPOTS) throw ArgumentError("a table has the wrong length");
        for (int spot = 0; spot < SPOTS; ++spot) {
            uint64_t planes[PLANES];
            read_planes(spots[static_cast<size_t>(spot)], planes);
            const int kind = kind_of(quarters_of(planes, spot / 4));
            if (spot < 4) {
                rules.spot_kind[spot] = static_cast<uint8_t>(kind);
                std::memcpy(rules.spot[spot], planes, sizeof planes);
            }
            if (kind >= WHOLE || rules.spot_kind[spot % 4] != kind) throw ArgumentError("a spot is not a half field");
        }
    }

    // For each tile eight outlines: the set of its top left corners, and its planes at the first.
    static void read_tiles(Rules& rules, const nb::list& tiles) {
        if (nb::len(tiles) != TILES) throw ArgumentError("a table has the wrong length");
        int used = 0;
        for (size_t at = 0; at < TILES; ++at) {
            Tile& tile = rules.tiles[at];
            nb::list outlines = nb::cast<nb::list>(tiles[at]);
            if (nb::len(outlines) != LANES) throw ArgumentError("a table has the wrong length");
            for (size_t lane = 0; lane < LANES; ++lane) {
                nb::object outline = outlines[lane];
                tile.corners[lane] = nb::cast<uint64_t>(outline[0]) & ALL_FIELDS;
                read_planes(outline[1], tile.planes[lane]);
            }
            if (!make_steps(rules, tile, used)) throw ArgumentError("the outlines of a tile are not turns of each other");
        }
    }

    static const char* problem(const Rules& rules, const Position& p) { return tangram_city::problem(rules, p); }

    // The contents of a position as plain values; `compiled.py` turns them into a readable state.
    static nb::dict fields(const Rules& rules, const Position& p) {
        nb::dict found;
        found["phase"] = p.phase;
        found["round"] = p.round;
        found["slot"] = p.slot;
        found["dealt"] = p.dealt;
        found["pillar"] = p.pillar;
        found["pile"] = p.pile;
        found["cards"] = list_of(p.cards, CARDS);
        found["points"] = list_of(p.points, rules.players);
        found["todo"] = list_of(p.todo, rules.players);
        found["number"] = list_of(p.number, rules.players);
        found["side"] = list_of(p.side, rules.players);
        nb::list cover, fresh, scores;
        for (int player = 0; player < rules.players; ++player) {
            cover.append(nb::make_tuple(planes_of(p.cover[player][0]), planes_of(p.cover[player][1])));
            fresh.append(planes_of(p.fresh[player]));
        }
        for (const auto& round : p.scores) {
            nb::list players;
            for (int player = 0; player < rules.players; ++player) players.append(list_of(round[player], 3));
            scores.append(players);
        }
        found["cover"] = cover;
        found["fresh"] = fresh;
        found["scores"] = scores;
        return found;
    }

    static void from_fields(const Rules& rules, Position& p, const nb::dict& fields) {
        const size_t players = static_cast<size_t>(rules.players);
        kernels->initial(rules, p);
        p.phase = field<uint8_t>(fields, "phase");
        p.round = field<uint8_t>(fields, "round");
        p.slot = field<uint8_t>(fields, "slot");
        p.dealt = field<uint8_t>(fields, "dealt");
        p.pillar = field<int8_t>(fields, "pillar");
        p.pile = field<uint32_t>(fields, "pile");
        row(field<nb::list>(fields, "cards"), p.cards, CARDS);
        row(field<nb::list>(fields, "points"), p.points, players);
        row(field<nb::list>(fields, "todo"), p.todo, players);
        row(field<nb::list>(fields, "number"), p.number, players);
        row(field<nb::list>(fields, "side"), p.side, players);
        nb::list cover = field<nb::list>(fields, "cover"), fresh = field<nb::list>(fields, "fresh");
        nb::list scores = field<nb::list>(fields, "scores");
        if (nb::len(cover) != players || nb::len(fresh) != players || nb::len(scores) != ROUNDS)
            throw ArgumentError("a table has the wrong length");
        for (size_t player = 0; player < players; ++player) {
            for (size_t colour = 0; colour < 2; ++colour) read_planes(cover[player][colour], p.cover[player][colour]);
            read_planes(fresh[player], p.fresh[player]);
            for (size_t round = 0; round < ROUNDS; ++round) row(scores[round][player], p.scores[round][player], 3);
        }
        p.turn = static_cast<int8_t>(actor_of(rules, p));
    }
};

const PlanKernels* plans = nullptr;

using Self = PyPosition<TangramCore>;

ValueNetwork network_of(const std::vector<float>& weights) {
    if (weights.size() != VALUE_WEIGHTS || !std::all_of(weights.begin(), weights.end(), [](float weight) { return std::isfinite(weight); }))
        throw ArgumentError(("a value network has " + std::to_string(VALUE_WEIGHTS) + " weights, all finite").c_str());
    return ValueNetwork(weights);
}

void check_decides(const Self& self) {
    if (self.p.turn < 0 || self.p.phase != PLACE)
        throw ArgumentError("there is nothing to plan: no player has a piece to place here");
}

nb::tuple plan(const Self& self, const ValueNetwork& network, int64_t nodes, double seconds, uint64_t seed, int orders,
               int candidates, int horizon, int depth, const std::vector<int>& consider, const std::vector<int>& cards) {
    check_decides(self);
    if (nodes < 0 || !(seconds >= 0) || (nodes == 0 && seconds == 0))
        throw ArgumentError("a plan needs a budget: nodes above 0, or seconds above 0");
    if (orders < 1 || orders > MOST_ORDERS) throw ArgumentError(("orders are 1 to " + std::to_string(MOST_ORDERS)).c_str());
    if (candidates < 1 || depth < 0 || horizon < 0) throw ArgumentError("candidates are 1 or more, depth and horizon 0 or more");
    for (int number : consider)
        if (!TangramCore::kernels->is_legal(self.rules(), self.p, number))
            throw ArgumentError((std::to_string(number) + " cannot be considered: it is not legal here").c_str());
    if (!cards.empty() && !plans->are_hidden_cards(self.rules(), self.p, cards))
        throw ArgumentError("cards must be all that the player may not see, each once");
    PlanSettings settings{seed, nodes, seconds, orders, candidates, horizon, depth, &network, consider, cards};
    settings.interrupted = interrupted;
    const tangram_city::Position root = self.p;  // another thread may step the position meanwhile
    PlanResult found;
    {
        nb::gil_scoped_release no_gil;
        plans->plan(self.rules(), root, settings, found);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return nb::make_tuple(found.numbers, found.values, found.points, found.complete, found.simulations);
}

// A row for each legal number.
std::vector<std::vector<float>> board_features(const Self& self) {
    check_decides(self);
    uint16_t numbers[ACTIONS];
    std::vector<float> rows(ACTIONS * BOARD_FEATURES);
    const int found = plans->board_features(self.rules(), self.p, numbers, rows.data());
    std::vector<std::vector<float>> lists;
    for (int i = 0; i < found; ++i) lists.emplace_back(rows.begin() + i * BOARD_FEATURES, rows.begin() + (i + 1) * BOARD_FEATURES);
    return lists;
}

// For each legal number.
std::vector<float> values(const ValueNetwork& self, const Self& position) {
    check_decides(position);
    std::vector<float> points(ACTIONS);
    points.resize(static_cast<size_t>(plans->values(position.rules(), position.p, self, points.data())));
    return points;
}

float points_to_come(const ValueNetwork& self, const Self& position) {
    check_decides(position);
    return plans->points_to_come(position.rules(), position.p, self);
}

std::vector<float> roll_out(const Self& self, const ValueNetwork& network, int orders, uint64_t seed, int horizon, int depth) {
    check_decides(self);
    if (orders < 1 || orders > MOST_ORDERS) throw ArgumentError(("orders are 1 to " + std::to_string(MOST_ORDERS)).c_str());
    if (depth < 0 || horizon < 0) throw ArgumentError("depth and horizon are 0 or more");
    PlanSettings settings;
    settings.seed = seed, settings.horizon = horizon, settings.depth = depth, settings.network = &network;
    const tangram_city::Position root = self.p;  // another thread may step the position meanwhile
    std::vector<float> points(static_cast<size_t>(orders));
    nb::gil_scoped_release no_gil;
    plans->roll_out(self.rules(), root, settings, orders, points.data());
    return points;
}

int play_by_network(Self& self, const ValueNetwork& network) {
    Self other(self);  // another thread may step the position meanwhile
    int decisions;
    {
        nb::gil_scoped_release no_gil;
        decisions = plans->play_by_network(other.rules(), other.p, network, other.random);
    }
    self.p = other.p;
    self.random = other.random;
    return decisions;
}

}  // namespace

void bind_tangram_city(nb::module_& m, Isa isa) {
    TangramCore::kernels = &v2::KERNELS;
    plans = &v2::PLANS;
#if defined(__x86_64__)
    if (isa == Isa::v3) TangramCore::kernels = &v3::KERNELS, plans = &v3::PLANS;
    if (isa == Isa::v4) TangramCore::kernels = &v4::KERNELS, plans = &v4::PLANS;
#endif
    bind_rules<TangramCore>(m, "TangramRules");
    bind_position<TangramCore>(m, "TangramPosition");
    nb::class_<ValueNetwork>(m, "TangramValueNetwork")
        .def("__init__", [](ValueNetwork* self, const std::vector<float>& weights) { new (self) ValueNetwork(network_of(weights)); }, "weights"_a)
        .def("points_to_come", points_to_come, "position"_a)
        .def("values", values, "position"_a);
    const nb::object position = m.attr("TangramPosition");
    nb::cpp_function_def(plan, nb::scope(position), nb::name("plan"), nb::is_method(),
                         nb::kw_only(), "network"_a, "nodes"_a = 0, "seconds"_a = 0.0, "seed"_a = 0, "orders"_a = 32,
                         "candidates"_a = 8, "horizon"_a = 13, "depth"_a = 0, "consider"_a = std::vector<int>{}, "cards"_a = std::vector<int>{});
    nb::cpp_function_def(board_features, nb::scope(position), nb::name("board_features"), nb::is_method());
    nb::cpp_function_def(play_by_network, nb::scope(position), nb::name("play_by_network"), nb::is_method(), "network"_a);
    nb::cpp_function_def(roll_out, nb::scope(position), nb::name("roll_out"), nb::is_method(), nb::kw_only(),
                         "network"_a, "orders"_a, "seed"_a = 0, "horizon"_a = 13, "depth"_a = 0);
    bind_batch<TangramCore>(m, "TangramBatch");
    bind_leaf_search<TangramCore>(m, "TangramLeafSearch");
}
