// A batch: steps many positions at once, and writes the results to the caller's arrays.
#pragma once

#include <cstring>

#include "binding.hpp"

namespace baumeister::binding {

template <class Core>
struct PyBatch {
    nb::object owner;
    const PyRules<Core>* data;
    std::vector<typename Core::Position> positions;
    std::vector<Random> randoms;
    bool by_points;  // rewards are points as they are scored; else the share of the win
    int seat;        // the only player who decides, the others play at random; negative: all decide
    std::mutex mutex{};  // its holder never waits for the GIL

    const typename Core::Rules& rules() const { return data->rules; }
    int size() const { return static_cast<int>(positions.size()); }

    void restart(size_t i) {
        Core::kernels->initial(rules(), positions[i]);
        Core::kernels->settle(rules(), positions[i], randoms[i]);
        play_opponents(i);
    }

    // Plays the other players uniformly at random until the seat is to act.
    void play_opponents(size_t i) {
        if (seat < 0) return;
        uint16_t numbers[Core::MOST_ACTIONS];
        for (int actor = actor_of(i); actor >= 0 && actor != seat; actor = actor_of(i)) {
            const int found = Core::kernels->legal(rules(), positions[i], numbers);
            const uint32_t picked = below(upper(randoms[i].next()), static_cast<uint32_t>(found));
            Core::kernels->apply(rules(), positions[i], numbers[picked]);
            Core::kernels->settle(rules(), positions[i], randoms[i]);
        }
    }

    int actor_of(size_t i) const { return Core::kernels->actor(rules(), positions[i]); }

    void reset(uint64_t seed) {
        const Random random{seed, 0};
        for (size_t i = 0; i < positions.size(); ++i) {
            randoms[i] = random.split(i);
            restart(i);
        }
    }

    bool over(size_t i) const { return actor_of(i) == GAME_OVER; }

    size_t index(int given) const {
        const int i = given < 0 ? given + size() : given;
        if (i < 0 || i >= size()) throw NoPositionError("there is no position " + std::to_string(given) + ": the batch has " + std::to_string(size()));
        return static_cast<size_t>(i);
    }

    PyPosition<Core> at(size_t i) {
        const std::lock_guard<std::mutex> lock(mutex);
        return {owner, data, positions[i], randoms[i]};
    }
};

// The arrays of a step; each is optional.
template <class Core>
struct Arrays {
    Buffer<float> observations;
    Buffer<uint8_t> masks;
    Buffer<float> rewards;
    Buffer<uint8_t> dones;
    Buffer<int32_t> actors;

    static Arrays of(const PyBatch<Core>& batch, nb::handle observations, nb::handle masks, nb::handle rewards,
                     nb::handle dones, nb::handle actors) {
        const size_t n = batch.positions.size();
        return {array_if<float>(observations, n * static_cast<size_t>(batch.data->observation), "observations"),
                array_if<uint8_t>(masks, n * static_cast<size_t>(batch.rules().actions()), "masks"),
                array_if<float>(rewards, n * static_cast<size_t>(batch.rules().players), "rewards"),
                array_if<uint8_t>(dones, n, "dones"), array_if<int32_t>(actors, n, "actors")};
    }

    void write(const PyBatch<Core>& batch, size_t i) const {
        const auto& rules = batch.rules();
        const auto& p = batch.positions[i];
        const int actor = Core::kernels->actor(rules, p);
        const int observer = batch.seat >= 0 ? batch.seat : actor < 0 ? 0 : actor;
        if (observations)
            Core::kernels->observe(rules, p, observer,
                                   observations.data + i * static_cast<size_t>(batch.data->observation));
        if (masks) Core::kernels->mask(rules, p, masks.data + i * static_cast<size_t>(rules.actions()));
        if (dones) dones.data[i] = actor == GAME_OVER;
        if (actors) actors.data[i] = actor;
    }
};

template <class Core>
void rewards_of(const PyBatch<Core>& batch, size_t i, const int* before, float* out) {
    const auto& rules = batch.rules();
    if (batch.by_points) {
        int after[8];
        Core::kernels->points(rules, batch.positions[i], after);
        for (int player = 0; player < rules.players; ++player) out[player] = static_cast<float>(after[player] - before[player]);
        return;
    }
    for (int player = 0; player < rules.players; ++player) out[player] = 0;
    if (!batch.over(i)) return;
    int order[8];
    Core::kernels->order(rules, batch.positions[i], order);
    shares(rules.players, order, out);
}

template <class Core>
void step_batch(PyBatch<Core>& self, nb::object actions, nb::object observations, nb::object masks,
                nb::object rewards, nb::object dones, nb::object actors, int threads) {
    const Numbers numbers(actions, self.positions.size());
    const auto arrays = Arrays<Core>::of(self, observations, masks, rewards, dones, actors);
    const auto& rules = self.rules();
    std::atomic<int> illegal = -1;
    std::vector<uint8_t> ended(self.positions.size());  // whether the next game begins; the action is then ignored
    {
        nb::gil_scoped_release no_gil;
        const std::lock_guard<std::mutex> lock(self.mutex);
        spread(self.size(), threads, [&](int from, int to) {
            for (int i = from; i < to; ++i) {
                const size_t at = static_cast<size_t>(i);
                if (Core::kernels->is_legal(rules, self.positions[at], numbers[at]) || (ended[at] = self.over(at))) continue;
                int first = illegal;  // on several threads too, report the first
                while ((first < 0 || i < first) && !illegal.compare_exchange_weak(first, i)) {}
                break;
            }
        });
        if (illegal < 0)
            spread(self.size(), threads, [&](int from, int to) {
                for (size_t i = static_cast<size_t>(from); i < static_cast<size_t>(to); ++i) {
                    int before[8] = {};
                    if (ended[i]) {
                        self.restart(i);
                        Core::kernels->points(rules, self.positions[i], before);
                    } else {
                        if (self.by_points) Core::kernels->points(rules, self.positions[i], before);
                        Core::kernels->apply(rules, self.positions[i], numbers[i]);
                        Core::kernels->settle(rules, self.positions[i], self.randoms[i]);
                        self.play_opponents(i);
                    }
                    if (arrays.rewards)
                        rewards_of(self, i, before, arrays.rewards.data + i * static_cast<size_t>(rules.players));
                    arrays.write(self, i);
                }
            });
    }
    if (illegal >= 0) {
        const size_t i = static_cast<size_t>(illegal.load());
        nb::object position = nb::cast(self.at(i));
        self.data->refuse(position, numbers[i], illegal.load());
        throw ArgumentError("illegal action");
    }
}

template <class Core>
void bind_batch(nb::module_& m, const char* name) {
    using Self = PyBatch<Core>;
    nb::class_<Self>(m, name, docs::batch::self)
        .def("__init__",
             [](Self* self, nb::object rules, int n, uint64_t seed, const std::string& reward, int seat) {
                 if (n < 1) throw ArgumentError("a batch needs at least one position");
                 if (reward != "win" && reward != "points") throw ArgumentError("reward must be win or points");
                 const auto* data = rules_of<Core>(rules);
                 if (seat < -1 || seat >= data->rules.players) throw ArgumentError("seat must be -1 (all players) to " + std::to_string(data->rules.players - 1));
                 new (self) Self{rules, data, std::vector<typename Core::Position>(static_cast<size_t>(n)),
                                 std::vector<Random>(static_cast<size_t>(n)), reward == "points", seat};
                 self->reset(seed);
             },
             "rules"_a.none(), "n"_a, "seed"_a = 0, "reward"_a = "win", "seat"_a = -1,
             DOC(batch, init))
        .def_prop_ro("rules", [](const Self& self) { return self.owner; }, docs::batch::rules)
        .def_prop_ro("reward", [](const Self& self) { return self.by_points ? "points" : "win"; }, docs::batch::reward)
        .def_prop_ro("seat", [](const Self& self) { return self.seat; }, docs::batch::seat)
        .def("__bytes__",
             [](Self& self) {
                 const std::lock_guard<std::mutex> lock(self.mutex);
                 const size_t each = sizeof self.positions[0] + sizeof self.randoms[0];
                 std::string data(self.positions.size() * each, '\0');
                 for (size_t i = 0; i < self.positions.size(); ++i) {
                     std::memcpy(data.data() + i * each, &self.positions[i], sizeof self.positions[i]);
                     std::memcpy(data.data() + i * each + sizeof self.positions[i], &self.randoms[i], sizeof self.randoms[i]);
                 }
                 return nb::bytes(data.data(), data.size());
             },
             DOC(batch, bytes))
        .def("restore",
             [](Self& self, nb::bytes bytes) {
                 const size_t each = sizeof self.positions[0] + sizeof self.randoms[0], needed = self.positions.size() * each;
                 if (bytes.size() != needed)
                     throw ArgumentError("the data has " + std::to_string(bytes.size()) + " bytes, this batch needs " + std::to_string(needed) +
                                         ": it must come from one of the same size, game and build");
                 std::vector<typename Core::Position> positions(self.positions.size());
                 std::vector<Random> randoms(positions.size());
                 const char* from = static_cast<const char*>(bytes.data());
                 for (size_t i = 0; i < positions.size(); ++i) {
                     std::memcpy(&positions[i], from + i * each, sizeof positions[i]);
                     std::memcpy(&randoms[i], from + i * each + sizeof positions[i], sizeof randoms[i]);
                     if (const char* problem = Core::problem(self.rules(), positions[i]))
                         throw ArgumentError("position " + std::to_string(i) + " of the batch: " + problem);
                 }
                 const std::lock_guard<std::mutex> lock(self.mutex);
                 self.positions = std::move(positions);
                 self.randoms = std::move(randoms);
             },
             "data"_a,
             DOC(batch, restore))
        .def("__len__", &Self::size)
        .def("__getitem__",
             [](Self& self, int i) { return self.at(self.index(i)); },
             DOC(batch, getitem))
        .def("__setitem__",
             [](Self& self, int i, const PyPosition<Core>& position) {
                 const size_t at = self.index(i);
                 if (position.data != self.data)
                     throw ArgumentError("position " + std::to_string(i) + " cannot be set: it has other rules than the batch");
                 const std::lock_guard<std::mutex> lock(self.mutex);
                 self.positions[at] = position.p;
                 self.randoms[at] = position.random;
             })
        .def("reset",
             [](Self& self, uint64_t seed, nb::object observations, nb::object masks, nb::object actors) {
                 const auto arrays = Arrays<Core>::of(self, observations, masks, nb::none(), nb::none(), actors);
                 nb::gil_scoped_release no_gil;
                 const std::lock_guard<std::mutex> lock(self.mutex);
                 self.reset(seed);
                 for (size_t i = 0; i < self.positions.size(); ++i) arrays.write(self, i);
             },
             "seed"_a = 0, "observations"_a = nb::none(), "masks"_a = nb::none(), "actors"_a = nb::none(),
             DOC(batch, reset))
        .def("step", step_batch<Core>, "actions"_a, "observations"_a = nb::none(), "masks"_a = nb::none(),
             "rewards"_a = nb::none(), "dones"_a = nb::none(), "actors"_a = nb::none(), "threads"_a = 1,
             DOC(batch, step))
        .def("sample",
             [](Self& self, nb::object object) {
                 Buffer<int32_t> narrow;
                 Buffer<int64_t> wide;
                 if (!take<int32_t>(object, narrow) && !take<int64_t>(object, wide)) raise_array_error(object, "actions", "int32 or int64", true);
                 check_length(narrow ? narrow.size : wide.size, self.positions.size(), "actions");
                 nb::gil_scoped_release no_gil;
                 const std::lock_guard<std::mutex> lock(self.mutex);
                 for (size_t i = 0; i < self.positions.size(); ++i) {
                     uint16_t numbers[Core::MOST_ACTIONS];
                     const int found = Core::kernels->legal(self.rules(), self.positions[i], numbers);
                     const int number = found ? numbers[below(upper(self.randoms[i].next()), static_cast<uint32_t>(found))] : 0;
                     if (narrow) narrow.data[i] = number;
                     else wide.data[i] = number;
                 }
             },
             "actions"_a,
             DOC(batch, sample))
        .def("playouts",
             [](Self& self, uint64_t seed, nb::object object, int threads, bool lockstep) {
                 const int players = self.rules().players;
                 const size_t length = self.positions.size() * static_cast<size_t>(players);
                 const auto points = array_if<int16_t>(object, length, "points");
                 std::vector<int16_t> own(points ? 0 : length);
                 int16_t* out = points ? points.data : own.data();
                 const Random random{seed, 0};
                 std::atomic<int64_t> decisions = 0;
                 nb::gil_scoped_release no_gil;
                 const std::lock_guard<std::mutex> lock(self.mutex);
                 spread(self.size(), threads, [&](int from, int to) {
                     decisions += Core::kernels->playouts(self.rules(), self.positions.data() + from, 1, to - from, random,
                                                          from, lockstep, out + static_cast<ptrdiff_t>(from) * players);
                 });
                 return decisions.load();
             },
             "seed"_a = 0, "points"_a = nb::none(), "threads"_a = 1, "lockstep"_a = true,
             DOC(batch, playouts));
}

}  // namespace baumeister::binding
