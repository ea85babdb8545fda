// The judge of Manhattan for Python, and the games it learns from.
#pragma once

#include "../binding.hpp"
#include "judging.hpp"

namespace baumeister::manhattan {

using namespace binding;

template <class Core>
void bind_judge(nb::module_& m) {
    using Position = PyPosition<Core>;
    nb::class_<Judge>(m, "ManhattanValueNetwork", "A network that predicts how likely each player is to win; see docs/evaluation.md.")
        .def("__init__",
             [](Judge* self, nb::object given) {
                 const auto weights = array_of<float>(given, JUDGE, "the weights");
                 if (!std::all_of(weights.data, weights.data + JUDGE, [](float each) { return std::isfinite(each); }))
                     throw nb::value_error("the weights must be finite");
                 new (self) Judge(weights.data);
             },
             "weights"_a)
        .def("win_probabilities",
             [](const Judge& self, const Position& position, int seat) {
                 if (Core::kernels->actor(position.rules(), position.p) < 0)
                     throw nb::value_error("no player owes a decision here");
                 float chances[4];
                 Core::kernels->judge(position.rules(), position.p, seat_of(position, seat), self, chances);
                 return std::vector<float>(chances, chances + position.rules().players);
             },
             "position"_a, "seat"_a);
    m.def("manhattan_training_data",
          [](nb::object rules, nb::list given, int samples, uint64_t seed, nb::object given_rows, nb::object given_results, int threads) {
              const auto* made = rules_of<Core>(rules);
              Given<float> results;
              if (!take<float>(given_results, results)) refuse_array(given_results, "the results", kind_of<float>(), true);
              if (samples < 1 || samples > 64) throw nb::value_error("samples must be 1 to 64");
              const size_t of_game = static_cast<size_t>(samples) * static_cast<size_t>(made->rules.players);
              const int games = static_cast<int>(results.size / of_game);
              const auto rows = array_of<uint8_t>(given_rows, static_cast<size_t>(games) * static_cast<size_t>(samples) * SIGNS, "the rows");
              std::vector<Policies<Core>> policies;
              std::vector<Learner> learners;
              for (nb::handle each : given) {
                  const nb::dict learner = value_of<nb::dict>(each);
                  policies.emplace_back(learner["policy"]);
                  learners.push_back({field<float>(learner, "share"), static_cast<const Judge*>(judge_of<Core>(learner["value_network"])),
                                      policies.back().policy(), field<int>(learner, "candidates"), field<float>(learner, "inverse_temperature"),
                                      field<int>(learner, "nodes"), field<float>(learner, "exploration")});
                  if (!learners.back().judge && !learners.back().policy && !learners.back().nodes)
                      throw nb::value_error("an agent needs a value network, a policy or nodes");
              }
              if (learners.size() < 2) throw nb::value_error("there must be the agent that learns and at least one opponent");
              check_threads(threads);
              const Random random{seed, 0};
              nb::gil_scoped_release free;
              std::atomic<int64_t> total = 0;
              std::atomic<int> next = 0;
              Pool::mine().run(threads, [&](int) {
                  for (int game; (game = next++) < games;)
                      total += Core::kernels->lesson(made->rules, learners.data(), static_cast<int>(learners.size()),
                                                              random.split(static_cast<uint64_t>(game)), samples,
                                                              rows.data + static_cast<size_t>(game) * static_cast<size_t>(samples) * SIGNS,
                                                              results.data + static_cast<size_t>(game) * of_game);
              });
              return total.load();
          },
          "rules"_a, "agents"_a, "samples"_a, "seed"_a, "rows"_a, "results"_a, "threads"_a = 1);
}

}  // namespace baumeister::manhattan
