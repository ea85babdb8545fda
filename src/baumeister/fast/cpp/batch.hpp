// Thousands of positions stepped together, into arrays that the caller owns.
#pragma once

#include "binding.hpp"

namespace baumeister::binding {

template <class Core>
struct PyBatch {
    nb::object owner;
    const PyRules<Core>* made;
    std::vector<typename Core::Position> positions;
    std::vector<Random> randoms;
    bool by_points;  // rewards are points gained, else the share of the win
    int seat;        // who decides from outside, the others at random; below 0 all do
    std::mutex busy{};  // one thread at a time; who holds it never waits for the GIL

    const typename Core::Rules& rules() const { return made->rules; }
    int size() const { return static_cast<int>(positions.size()); }

    void restart(size_t i) {
        Core::kernels->first(rules(), positions[i]);
        Core::kernels->settle(rules(), positions[i], randoms[i]);
        others(i);
    }

    // What the others do until the seat is to decide: any legal number, each equally likely.
    void others(size_t i) {
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

    bool over(size_t i) const { return actor_of(i) == ENDED; }

    size_t index(int i) const {
        if (i < 0) i += size();
        if (i < 0 || i >= size()) throw nb::index_error("there is no such position");
        return static_cast<size_t>(i);
    }

    PyPosition<Core> at(size_t i) {
        const std::lock_guard<std::mutex> alone(busy);
        return {owner, made, positions[i], randoms[i]};
    }
};

using Given = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;  // of any kind, only read

// The arrays of a step; each may be left out.
template <class Core>
struct Arrays {
    std::optional<Array<float>> observations;
    std::optional<Array<uint8_t>> masks;
    std::optional<Array<float>> rewards;
    std::optional<Array<uint8_t>> dones;
    std::optional<Array<int32_t>> actors;

    void check(const PyBatch<Core>& batch) const {
        const size_t n = batch.positions.size();
        if (observations) check_length(*observations, n * static_cast<size_t>(batch.made->observation), "observations");
        if (masks) check_length(*masks, n * static_cast<size_t>(batch.rules().actions()), "masks");
        if (rewards) check_length(*rewards, n * static_cast<size_t>(batch.rules().players), "rewards");
        if (dones) check_length(*dones, n, "dones");
        if (actors) check_length(*actors, n, "actors");
    }

    void write(const PyBatch<Core>& batch, size_t i) const {
        const auto& rules = batch.rules();
        const auto& p = batch.positions[i];
        const int actor = Core::kernels->actor(rules, p);
        const int looking = batch.seat >= 0 ? batch.seat : actor < 0 ? 0 : actor;
        if (observations)
            Core::kernels->observe(rules, p, looking,
                                   observations->data() + i * static_cast<size_t>(batch.made->observation));
        if (masks) Core::kernels->mask(rules, p, masks->data() + i * static_cast<size_t>(rules.actions()));
        if (dones) dones->data()[i] = actor == ENDED;
        if (actors) actors->data()[i] = actor;
    }
};

template <class Core>
void rewards_of(const PyBatch<Core>& batch, size_t i, const int* before, float* out) {
    const auto& rules = batch.rules();
    int after[8];
    if (batch.by_points) {
        Core::kernels->points(rules, batch.positions[i], after);
        for (int player = 0; player < rules.players; ++player) out[player] = static_cast<float>(after[player] - before[player]);
        return;
    }
    for (int player = 0; player < rules.players; ++player) out[player] = 0;
    if (!batch.over(i)) return;
    Core::kernels->order(rules, batch.positions[i], after);
    int best = after[0], winners = 0;
    for (int player = 1; player < rules.players; ++player) best = after[player] > best ? after[player] : best;
    for (int player = 0; player < rules.players; ++player) winners += after[player] == best;
    for (int player = 0; player < rules.players; ++player)
        out[player] = after[player] == best ? 1.0f / static_cast<float>(winners) : 0;
}

// Numbers as the caller has them, of 32 bits or of 64; one that no game has is -1.
class Numbers {
   public:
    explicit Numbers(const Given& given) {
        if (given.dtype() == nb::dtype<int32_t>()) {
            first = static_cast<const int32_t*>(given.data());
        } else if (given.dtype() == nb::dtype<int64_t>()) {
            const int64_t* long_ones = static_cast<const int64_t*>(given.data());
            for (size_t i = 0; i < given.size(); ++i)
                own.push_back(long_ones[i] == static_cast<int32_t>(long_ones[i]) ? static_cast<int32_t>(long_ones[i]) : -1);
            first = own.data();
        } else {
            throw nb::type_error("actions must be int32 or int64");
        }
    }
    int32_t operator[](size_t i) const { return first[i]; }

   private:
    std::vector<int32_t> own;
    const int32_t* first;
};

template <class Core>
void step_batch(PyBatch<Core>& self, Given actions, std::optional<Array<float>> observations,
                std::optional<Array<uint8_t>> masks, std::optional<Array<float>> rewards,
                std::optional<Array<uint8_t>> dones, std::optional<Array<int32_t>> actors, int threads) {
    const Arrays<Core> arrays{observations, masks, rewards, dones, actors};
    check_length(actions, self.positions.size(), "actions");
    arrays.check(self);
    const auto& rules = self.rules();
    const Numbers numbers(actions);
    std::atomic<int> wrong = -1;
    {
        nb::gil_scoped_release free;
        const std::lock_guard<std::mutex> alone(self.busy);
        spread(self.size(), threads, [&](int from, int to) {
            for (int i = from; i < to; ++i)
                if (!self.over(static_cast<size_t>(i)) && !Core::kernels->is_legal(rules, self.positions[static_cast<size_t>(i)], numbers[static_cast<size_t>(i)]))
                    wrong = i;
        });
        if (wrong < 0)
            spread(self.size(), threads, [&](int from, int to) {
                for (size_t i = static_cast<size_t>(from); i < static_cast<size_t>(to); ++i) {
                    int before[8] = {};
                    if (self.over(i)) {  // the next game; the action is not looked at
                        self.restart(i);
                        Core::kernels->points(rules, self.positions[i], before);
                    } else {
                        if (self.by_points) Core::kernels->points(rules, self.positions[i], before);
                        Core::kernels->apply(rules, self.positions[i], numbers[i]);
                        Core::kernels->settle(rules, self.positions[i], self.randoms[i]);
                        self.others(i);
                    }
                    if (arrays.rewards)
                        rewards_of(self, i, before, arrays.rewards->data() + i * static_cast<size_t>(rules.players));
                    arrays.write(self, i);
                }
            });
    }
    if (wrong >= 0) {
        const size_t i = static_cast<size_t>(wrong.load());
        nb::object face = nb::cast(self.at(i));
        self.made->refuse(face, numbers[i], wrong.load());
        throw nb::value_error("not legal");
    }
}

template <class Core>
void bind_batch(nb::module_& m, const char* name) {
    using Self = PyBatch<Core>;
    using Floats = std::optional<Array<float>>;
    using Bytes = std::optional<Array<uint8_t>>;
    using Ints = std::optional<Array<int32_t>>;
    nb::class_<Self>(m, name, "Positions stepped together; see docs/fast.md.")
        .def("__init__",
             [](Self* self, nb::object rules, int n, uint64_t seed, const std::string& reward, int seat) {
                 if (n < 1) throw nb::value_error("a batch needs at least one position");
                 if (reward != "win" && reward != "points") throw nb::value_error("reward must be win or points");
                 const auto* made = rules_of<Core>(rules);
                 if (seat < -1 || seat >= made->rules.players) throw nb::value_error("there is no such seat");
                 new (self) Self{rules, made, std::vector<typename Core::Position>(static_cast<size_t>(n)),
                                 std::vector<Random>(static_cast<size_t>(n)), reward == "points", seat};
                 self->reset(seed);
             },
             "rules"_a, "n"_a, "seed"_a = 0, "reward"_a = "win", "seat"_a = -1)
        .def_prop_ro("rules", [](const Self& self) { return self.owner; })
        .def("__len__", &Self::size)
        .def("__getitem__",
             [](Self& self, int i) { return self.at(self.index(i)); })
        .def("__setitem__",
             [](Self& self, int i, const PyPosition<Core>& position) {
                 const size_t at = self.index(i);
                 if (position.made != self.made) throw nb::value_error("the position has other rules than the batch");
                 const std::lock_guard<std::mutex> alone(self.busy);
                 self.positions[at] = position.p;
                 self.randoms[at] = position.random;
             })
        .def("reset",
             [](Self& self, uint64_t seed, Floats observations, Bytes masks, Ints actors) {
                 const Arrays<Core> arrays{observations, masks, {}, {}, actors};
                 arrays.check(self);
                 nb::gil_scoped_release free;
                 const std::lock_guard<std::mutex> alone(self.busy);
                 self.reset(seed);
                 for (size_t i = 0; i < self.positions.size(); ++i) arrays.write(self, i);
             },
             "seed"_a = 0, "observations"_a.noconvert() = nb::none(), "masks"_a.noconvert() = nb::none(), "actors"_a.noconvert() = nb::none())
        .def("step", step_batch<Core>, "actions"_a, "observations"_a.noconvert() = nb::none(), "masks"_a.noconvert() = nb::none(),
             "rewards"_a.noconvert() = nb::none(), "dones"_a.noconvert() = nb::none(), "actors"_a.noconvert() = nb::none(), "threads"_a = 1)
        .def("sample",
             [](Self& self, Array<int32_t> actions) {
                 check_length(actions, self.positions.size(), "actions");
                 nb::gil_scoped_release free;
                 const std::lock_guard<std::mutex> alone(self.busy);
                 for (size_t i = 0; i < self.positions.size(); ++i) {
                     uint16_t numbers[Core::MOST_ACTIONS];
                     const int found = Core::kernels->legal(self.rules(), self.positions[i], numbers);
                     actions.data()[i] = found ? numbers[below(upper(self.randoms[i].next()), static_cast<uint32_t>(found))] : 0;
                 }
             },
             "actions"_a.noconvert())
        .def("playouts",
             [](Self& self, uint64_t seed, std::optional<Array<int16_t>> points, int threads, bool lockstep) {
                 const int players = self.rules().players;
                 std::vector<int16_t> own;
                 if (points) check_length(*points, self.positions.size() * static_cast<size_t>(players), "points");
                 else own.resize(self.positions.size() * static_cast<size_t>(players));
                 int16_t* out = points ? points->data() : own.data();
                 const Random random{seed, 0};
                 std::atomic<int64_t> decisions = 0;
                 nb::gil_scoped_release free;
                 const std::lock_guard<std::mutex> alone(self.busy);
                 spread(self.size(), threads, [&](int from, int to) {
                     decisions += Core::kernels->playouts(self.rules(), self.positions.data() + from, 1, to - from, random,
                                                          from, lockstep, out + static_cast<ptrdiff_t>(from) * players);
                 });
                 return decisions.load();
             },
             "seed"_a = 0, "points"_a.noconvert() = nb::none(), "threads"_a = 1, "lockstep"_a = true);
}

}  // namespace baumeister::binding
