// Searches of many positions whose leaves are evaluated together, for Python (`leaves.py`).
#pragma once

#include <cmath>

#include "batch.hpp"
#include "leaf_tree.hpp"

namespace baumeister::binding {

template <class Core>
struct PyLeafSearch {
    nb::object owner;
    const PyRules<Core>* data;
    size_t batch;
    std::vector<std::unique_ptr<LeafTree>> trees;
    std::vector<float> own_observations{};
    std::vector<uint8_t> own_masks{};
    Buffer<float> observations{};
    Buffer<uint8_t> masks{};
    struct Row { int32_t tree, k; };
    std::vector<Row> rows{};  // of the batch that waits for its evaluation
    size_t next = 0;          // the tree that fills the first rows
    std::mutex mutex{};       // its holder never waits for the GIL

    size_t width() const { return static_cast<size_t>(data->observation); }
    size_t actions() const { return static_cast<size_t>(data->rules.actions()); }

    // Fills the rows of a batch from the unfinished trees, in turn and in equal parts.
    int gather(int threads) {
        const std::lock_guard<std::mutex> lock(mutex);
        std::vector<size_t> active;
        for (size_t i = 0; i < trees.size(); ++i) {
            const size_t at = (next + i) % trees.size();
            if (!trees[at]->finished()) active.push_back(at);
        }
        rows.clear();
        if (active.empty()) return 0;
        if (active.size() > batch) active.resize(batch);
        next = (active.back() + 1) % trees.size();
        const size_t each = batch / active.size(), more = batch % active.size();
        spread_evenly(active.size(), threads, [&](size_t i) { trees[active[i]]->gather(static_cast<int>(each + (i < more))); });
        for (size_t at : active)
            for (int k = 0; k < trees[at]->waiting(); ++k) rows.push_back({static_cast<int32_t>(at), k});
        spread_evenly(rows.size(), threads, [&](size_t row) {
            trees[static_cast<size_t>(rows[row].tree)]->write(rows[row].k, observations.data + row * width(), masks.data + row * actions());
        });
        return static_cast<int>(rows.size());
    }

    template <class Work>
    static void spread_evenly(size_t n, int threads, Work work) {
        const size_t parts = std::min(n, static_cast<size_t>(threads));
        const auto run = [&](int part) {
            for (size_t i = n * static_cast<size_t>(part) / parts; i < n * (static_cast<size_t>(part) + 1) / parts; ++i) work(i);
        };
        if (parts <= 1) {
            for (size_t i = 0; i < n; ++i) work(i);
        } else {
            Pool::mine().run(static_cast<int>(parts), run);
        }
    }

    // The array of an answer, converted to float32 if need be.
    static Buffer<const float> answered(nb::handle object, const char* name) {
        nb::ndarray<const float, nb::c_contig, nb::device::cpu> array;
        if (!nb::try_cast(object, array, true)) raise_array_error(object, name, "float32", false);
        return {nb::ndarray<>(array), array.data(), array.size()};
    }

    void answer(nb::object given_priors, nb::object given_values, int threads) {
        check_threads(threads);
        const auto priors = answered(given_priors, "priors"), values = answered(given_values, "values");  // may wait for the GIL
        const std::lock_guard<std::mutex> lock(mutex);
        const size_t players = static_cast<size_t>(data->rules.players), n = rows.size();
        check_shape(priors, "priors", actions());
        const bool own_only = values.kept.ndim() == 1 && players <= 2;
        if (!own_only) check_shape(values, "values", players);
        else if (values.size != n) refuse("values must have the shape (" + std::to_string(n) + ",), not (" + std::to_string(values.size) + ",)");
        const size_t columns = own_only ? 1 : players;
        for (size_t i = 0; i < n * columns; ++i) {
            const float value = values.data[i];
            if (!std::isfinite(value)) refuse("values of row " + std::to_string(i / columns) + ": a value is not finite");
            // a solo player's is points / 200, which may exceed 1
            if (value < -1e-3f || (players > 1 && value > 1.001f))
                refuse("values of row " + std::to_string(i / columns) + ": " + std::to_string(value) + " is not from 0 (lost) to 1 (won)");
        }
        std::vector<size_t> first;  // rows where a tree begins
        for (size_t row = 0; row < n; ++row)
            if (!row || rows[row].tree != rows[row - 1].tree) first.push_back(row);
        first.push_back(n);
        std::vector<const char*> problems(n, nullptr);
        spread_evenly(first.size() - 1, threads, [&](size_t i) {
            for (size_t row = first[i]; row < first[i + 1]; ++row) {
                const float* value = values.data + row * columns;
                const float pair[2] = {value[0], 1 - value[0]};
                problems[row] = trees[static_cast<size_t>(rows[row].tree)]->answer(rows[row].k, priors.data + row * actions(), own_only ? pair : value);
            }
        });
        rows.clear();  // even if some are refused: the others were taken
        for (size_t row = 0; row < n; ++row)
            if (problems[row]) refuse("priors of row " + std::to_string(row) + ": a prior " + problems[row]);
    }

    [[noreturn]] static void refuse(const std::string& message) { throw ArgumentError(message); }

    void check_shape(const Buffer<const float>& array, const char* name, size_t columns) const {
        if (array.kept.ndim() == 2 && array.kept.shape(0) == rows.size() && array.kept.shape(1) == columns) return;
        std::string shape;
        for (size_t axis = 0; axis < array.kept.ndim(); ++axis)
            shape += (axis ? ", " : "") + std::to_string(array.kept.shape(axis));
        refuse(std::string(name) + " must have the shape (" + std::to_string(rows.size()) + ", " + std::to_string(columns) + "), not (" + shape + ")");
    }
};

template <class Core>
void bind_leaf_search(nb::module_& m, const char* name) {
    using Self = PyLeafSearch<Core>;
    nb::class_<Self>(m, name, "Searches of many positions whose leaves are evaluated together; see baumeister.fast.search_many.")
        .def("__init__",
             [](Self* self, nb::list positions, int64_t nodes, int batch, uint64_t seed, float exploration, std::vector<int> among,
                bool open_cards, float noise, float alpha, bool logits, nb::object observations, nb::object masks) {
                 if (!nb::len(positions)) throw ArgumentError("there is nothing to search: no position is given");
                 if (nodes < 1) throw ArgumentError("a search needs a budget: nodes above 0, or seconds above 0");
                 if (batch < 1 || batch > 1 << 20) throw ArgumentError("batch must be 1 to 1048576");
                 if (!(exploration >= 0) || !std::isfinite(exploration)) throw ArgumentError("exploration must be 0 or more");
                 if (!(noise >= 0 && noise <= 1)) throw ArgumentError("noise must be 0 to 1");
                 if (!(alpha > 0) || !std::isfinite(alpha)) throw ArgumentError("alpha must be above 0");
                 std::sort(among.begin(), among.end());
                 const LeafSettings settings{nodes, exploration, among, open_cards, noise, alpha, logits};
                 const PyRules<Core>* data = nullptr;
                 nb::object owner;
                 std::vector<std::unique_ptr<LeafTree>> trees;
                 for (nb::handle each : positions) {
                     const std::string which = "position " + std::to_string(trees.size());
                     if (!nb::isinstance<PyPosition<Core>>(each)) throw ArgumentTypeError((which + " is not a position of the same game").c_str());
                     const auto& position = *nb::inst_ptr<PyPosition<Core>>(each);
                     if (!data) data = position.data, owner = position.owner;
                     if (position.data != data) throw ArgumentError((which + " has other rules than the first").c_str());
                     if (Core::kernels->actor(data->rules, position.p) < 0)
                         throw ArgumentError(("there is nothing to search in " + which + ": no player is to act").c_str());
                     for (int number : among)
                         if (!Core::kernels->is_legal(data->rules, position.p, number)) throw ArgumentError("among must be legal numbers");
                     trees.push_back(Core::kernels->leaf_tree(data->rules, position.p, settings, Random{seed, 0}.split(trees.size())));
                 }
                 const size_t rows = static_cast<size_t>(batch);
                 new (self) Self{owner, data, rows, std::move(trees)};
                 try {
                     if (observations.is_none()) {
                         self->own_observations.resize(rows * self->width());
                         self->own_masks.resize(rows * self->actions());
                         self->observations = {{}, self->own_observations.data(), self->own_observations.size()};
                         self->masks = {{}, self->own_masks.data(), self->own_masks.size()};
                     } else {
                         self->observations = array_of<float>(observations, rows * self->width(), "observations");
                         self->masks = array_of<uint8_t>(masks, rows * self->actions(), "masks");
                     }
                 } catch (...) {
                     self->~Self();
                     throw;
                 }
             },
             "positions"_a, "nodes"_a, "batch"_a, "seed"_a = 0, "exploration"_a = 0.5f, "among"_a = std::vector<int>{},
             "open_cards"_a = false, "noise"_a = 0.0f, "alpha"_a = 0.3f, "logits"_a = false, "observations"_a = nb::none(), "masks"_a = nb::none())
        .def("arrays",
             [](nb::handle_t<Self> object) {
                 Self& self = nb::cast<Self&>(object);
                 return nb::make_tuple(
                     nb::ndarray<nb::numpy, float>(self.own_observations.data(), {self.batch, self.width()}, object),
                     nb::ndarray<nb::numpy, bool>(self.own_masks.data(), {self.batch, self.actions()}, object));
             },
             "The core's own observations (float32) and masks (bool), as NumPy arrays of `batch` rows.")
        .def("gather",
             [](Self& self, int threads) {
                 check_threads(threads);
                 nb::gil_scoped_release no_gil;
                 return self.gather(threads);
             },
             "threads"_a = 1, "Simulate until a batch of leaves waits; write them and return their number, 0 at the end.")
        .def("answer", &Self::answer, "priors"_a.none(), "values"_a.none(), "threads"_a = 1, "Take the evaluation of the leaves that wait.")
        .def("results",
             [](Self& self) {
                 std::vector<SearchResult> results(self.trees.size());
                 {
                     const std::lock_guard<std::mutex> lock(self.mutex);
                     for (size_t i = 0; i < results.size(); ++i) self.trees[i]->report(results[i]);
                 }
                 nb::list all;
                 for (const SearchResult& each : results)
                     all.append(nb::make_tuple(each.numbers, each.visits, each.values, each.simulations, each.shares, each.points, each.errors));
                 return all;
             },
             "What was found in each position, as the fields of a SearchResult.");
}

}  // namespace baumeister::binding
