// The value network of Manhattan and the games it is trained on, for Python.
#pragma once

#include "../binding.hpp"
#include "value_network.hpp"

namespace baumeister::manhattan {

using namespace binding;

template <class Core>
void bind_training(nb::module_& m) {
    using Position = PyPosition<Core>;
    nb::class_<ValueNetwork>(m, "ManhattanValueNetwork", "A network that predicts how likely each player is to win; see docs/how-bots-think.md.")
        .def("__init__",
             [](ValueNetwork* self, nb::object given_first, nb::object given_rest) {
                 const auto first = array_of<int16_t>(given_first, VALUE_FIRST, "the first layer");
                 const auto rest = array_of<float>(given_rest, VALUE_REST, "the rest");
                 if (!std::all_of(rest.data, rest.data + VALUE_REST, [](float each) { return std::isfinite(each); }))
                     throw ArgumentError("the weights must be finite");
                 new (self) ValueNetwork(first.data, rest.data);
             },
             "first"_a, "rest"_a)
        .def("win_probabilities",
             [](const ValueNetwork& self, const Position& position, int seat) {
                 if (Core::kernels->actor(position.rules(), position.p) < 0)
                     throw ArgumentError("no player is to act here");
                 float win_probabilities[MOST_PLAYERS];
                 Core::kernels->value_network(position.rules(), position.p, seat_of(position, seat), self, win_probabilities);
                 return std::vector<float>(win_probabilities, win_probabilities + position.rules().players);
             },
             "position"_a, "seat"_a);
    m.def("manhattan_training_data",
          [](nb::object rules, nb::list object, int samples, uint64_t seed, nb::object given_rows, nb::object given_results, nb::object given_values, int threads) {
              const auto* data = rules_of<Core>(rules);
              Buffer<float> results;
              if (!take<float>(given_results, results)) raise_array_error(given_results, "the results", kind_of<float>(), true);
              const auto values = array_of<float>(given_values, results.size, "the values");
              if (samples < 1 || samples > MOST_SAMPLES) throw ArgumentError("samples must be 1 to 64");
              const size_t of_game = static_cast<size_t>(samples) * static_cast<size_t>(data->rules.players);
              const int games = static_cast<int>(results.size / of_game);
              const auto rows = array_of<uint8_t>(given_rows, static_cast<size_t>(games) * static_cast<size_t>(samples) * INPUT_FEATURES, "the rows");
              std::vector<PolicyWeights<Core>> policies;
              std::vector<Agent> agents;
              for (nb::handle each : object) {
                  const nb::dict agent = value_of<nb::dict>(each);
                  policies.emplace_back(agent["policy"]);
                  agents.push_back({field<float>(agent, "share"), static_cast<const ValueNetwork*>(value_network_of<Core>(agent["value_network"])),
                                    policies.back().policy(), field<float>(agent, "inverse_temperature"),
                                    field<int>(agent, "nodes"), field<float>(agent, "exploration")});
                  const Agent& made = agents.back();
                  if (!made.policy && !made.nodes) throw ArgumentError("an agent needs a policy or nodes");
                  if (made.value_network && !(made.policy && made.nodes))
                      throw ArgumentError("an agent with a value network needs a policy and nodes");
              }
              if (agents.size() < 2) throw ArgumentError("there must be the agent that learns and at least one opponent");
              check_threads(threads);
              const Random random{seed, 0};
              nb::gil_scoped_release no_gil;
              std::atomic<int64_t> total = 0;
              std::atomic<int> next = 0;
              Pool::mine().run(threads, [&](int) {
                  for (int game; (game = next++) < games;)
                      total += Core::kernels->training_game(data->rules, agents.data(), static_cast<int>(agents.size()),
                                                              random.split(static_cast<uint64_t>(game)), samples,
                                                              rows.data + static_cast<size_t>(game) * static_cast<size_t>(samples) * INPUT_FEATURES,
                                                              results.data + static_cast<size_t>(game) * of_game,
                                                              values.data + static_cast<size_t>(game) * of_game);
              });
              return total.load();
          },
          "rules"_a, "agents"_a, "samples"_a, "seed"_a, "rows"_a, "results"_a, "values"_a, "threads"_a = 1);
}

}  // namespace baumeister::manhattan
