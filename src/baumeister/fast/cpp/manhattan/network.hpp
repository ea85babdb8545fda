// The weights of the network of policy and value. The rows of sparse inputs are quantised: 16-bit integers,
// with a scale for each unit such that no sum of active rows can overflow. Rows that are always added together
// are stored as their sums.
#pragma once

#include <atomic>
#include <cmath>
#include <initializer_list>

#include "network_matrix.hpp"
#include "position.hpp"

namespace baumeister::manhattan {

inline constexpr int BOTH_UNITS = PLACE_UNITS + ACTION_UNITS;  // of a place, and of the actions there
inline constexpr int ONTO = build_input::ONTO.length(), LOST = build_input::MAJORITY.most(1) + 1;

// Rows of a field, of which as many as `times` are active at once.
struct Slots {
    int first, length, times;
    template <class Field>
    constexpr Slots(const Field& field, int many = 1) : first(field.first), length(field.length()), times(many) {}
};

class Network {
   public:
    template <int UNITS>
    struct alignas(32) Row {
        int16_t of[UNITS] = {};
        Row& operator+=(const Row& other) {
            for (int unit = 0; unit < UNITS; ++unit) of[unit] = static_cast<int16_t>(of[unit] + other.of[unit]);
            return *this;
        }
        friend Row operator+(Row a, const Row& b) { return a += b; }
    };
    using PlaceRow = Row<BOTH_UNITS>;
    using ActionRow = Row<ACTION_UNITS>;

    // Rows of places; `building` and `empty` contain the bias and that no monster comes
    PlaceRow building[COLOURS][8][COLOURS];  // owner, height, ground
    PlaceRow shape[6][SIZES][COLOURS];       // tower, top − 1, colours − 1
    PlaceRow share[5][6][2][2];              // with `taken`
    PlaceRow rest[3][2][4];                  // cards, villa, opens
    PlaceRow monster[CARDS + 1];             // less that of none
    PlaceRow rival[COLOURS][5][6], own[COLOURS][5], vacant[COLOURS][5];
    PlaceRow empty;
    // Rows of builds
    ActionRow onto[2][ONTO][2][LOST];  // second colour, onto, gains, lost
    ActionRow threat[3][5][6];         // rival, capture, lead
    ActionRow size[7][SIZES];          // with `tower`
    ActionRow choice[CHOICE_ROWS];
    Row<DISTRICT_UNITS> district[DISTRICT_ROWS];
    Row<WHOLE_UNITS> whole[WHOLE_ROWS];
    // Dense layers; scales of their inputs are inside
    alignas(32) float place_unit[PLACE_UNITS];
    alignas(32) float district_unit[DISTRICT_UNITS], district_bias[DISTRICT_UNITS];
    alignas(32) float whole_unit[WHOLE_UNITS], whole_bias[WHOLE_UNITS];
    Matrix<PLACE_UNITS, DISTRICT_UNITS, 12> from_places;
    Matrix<PLACE_UNITS, WHOLE_UNITS> whole_from_places;
    Matrix<DISTRICT_UNITS, WHOLE_UNITS> whole_from_districts;
    Matrix<WHOLE_UNITS, LAST_UNITS, 12> last;
    alignas(32) float last_bias[LAST_UNITS];
    alignas(32) float value[LAST_UNITS][MOST_PLAYERS], value_bias[MOST_PLAYERS];
    // Of actions: in the units of the quantised rows
    Matrix<DISTRICT_UNITS, ACTION_UNITS> build_district;
    Matrix<LAST_UNITS, ACTION_UNITS, 12> build_last, choice_last;
    alignas(32) float build_bias[ACTION_UNITS], build_out[ACTION_UNITS], choice_bias[ACTION_UNITS], choice_out[ACTION_UNITS];

    const uint64_t id = next_id();  // another one for every network

    // From all weights in the order of `NETWORK_SHAPES` in `networks.py`.
    explicit Network(const float* weights);

   private:
    static constexpr float MOST = 32000;

    static uint64_t next_id() {
        static std::atomic<uint64_t> last = 0;
        return ++last;
    }

    // Adds the largest sums of rows that can be active, by unit.
    static void bound(const float* rows, int units, std::initializer_list<Slots> fields, float* bounds) {
        for (const Slots& field : fields)
            for (int unit = 0; unit < units; ++unit) {
                float most = 0;
                for (int row = 0; row < field.length; ++row) most = std::fmax(most, std::fabs(rows[(field.first + row) * units + unit]));
                bounds[unit] += static_cast<float>(field.times) * (most + 1.0f / 256);
            }
    }

    // The largest power of two that keeps everything within the bound.
    static float scale_for(float most) {
        float scale = 4096;
        while (scale > 1.0f / 1024 && scale * most > MOST) scale /= 2;
        return scale;
    }

    static int16_t quantised(float weight, float scale) {
        const float scaled = weight * scale;
        return static_cast<int16_t>(scaled < -MOST ? -MOST : scaled > MOST ? MOST : scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
    }
};

inline Network::Network(const float* weights) {
    auto next = [&](int rows, int units) {
        const float* found = weights;
        weights += rows * units;
        return found;
    };
    const float* place = next(PLACE_ROWS, PLACE_UNITS);
    const float* place_bias = next(1, PLACE_UNITS);
    const float* of_district = next(DISTRICT_ROWS, DISTRICT_UNITS);
    const float* of_district_bias = next(1, DISTRICT_UNITS);
    const float* to_district = next(PLACE_UNITS, DISTRICT_UNITS);
    const float* of_whole = next(WHOLE_ROWS, WHOLE_UNITS);
    const float* of_whole_bias = next(1, WHOLE_UNITS);
    const float* places_to_whole = next(PLACE_UNITS, WHOLE_UNITS);
    const float* districts_to_whole = next(DISTRICT_UNITS, WHOLE_UNITS);
    const float* to_last = next(WHOLE_UNITS, LAST_UNITS);
    const float* of_last_bias = next(1, LAST_UNITS);
    const float* to_value = next(LAST_UNITS, MOST_PLAYERS);
    const float* of_value_bias = next(1, MOST_PLAYERS);
    const float* action_place = next(PLACE_ROWS, ACTION_UNITS);
    const float* action_build = next(BUILD_ROWS, ACTION_UNITS);
    const float* action_choice = next(CHOICE_ROWS, ACTION_UNITS);
    const float* of_action_bias = next(1, ACTION_UNITS);
    const float* of_choice_bias = next(1, ACTION_UNITS);
    const float* district_to_action = next(DISTRICT_UNITS, ACTION_UNITS);
    const float* last_to_action = next(LAST_UNITS, ACTION_UNITS);
    const float* last_to_choice = next(LAST_UNITS, ACTION_UNITS);
    const float* of_build_out = next(1, ACTION_UNITS);
    const float* of_choice_out = next(1, ACTION_UNITS);

    // Scales by unit
    float scale[BOTH_UNITS] = {}, district_scale[DISTRICT_UNITS] = {}, whole_scale[WHOLE_UNITS] = {}, choice_scale[ACTION_UNITS] = {};
    {
        namespace in = place_input;
        const std::initializer_list<Slots> fields = {
            in::OWNER, in::HEIGHT, in::TOWER, {in::RIVAL, 3}, in::OWN, {in::VACANT, 4}, in::CARDS, in::SHARE, in::TAKEN,
            in::COLOURS, in::GROUND, in::TOP, in::MONSTER, in::OPENS, in::VILLA};
        for (int unit = 0; unit < PLACE_UNITS; ++unit) scale[unit] = std::fabs(place_bias[unit]);
        bound(place, PLACE_UNITS, fields, scale);
        bound(action_place, ACTION_UNITS, fields, scale + PLACE_UNITS);
    }
    {
        namespace in = build_input;
        bound(action_build, ACTION_UNITS, {{in::CAPTURE, 3}, {in::LEAD, 3}, in::TOWER, in::SIZE, in::SECOND, in::ONTO, in::MAJORITY}, scale + PLACE_UNITS);
    }
    {
        namespace in = choice_input;
        bound(action_choice, ACTION_UNITS, {{in::BLOCKS, 4}, in::ONE, in::FORFEIT, in::SECOND}, choice_scale);
    }
    {
        namespace in = district_input;
        bound(of_district, DISTRICT_UNITS, {{in::COUNTS, 4}, in::EMPTY, in::OPENS}, district_scale);
    }
    {
        namespace in = whole_input;
        bound(of_whole, WHOLE_UNITS,
              {in::HIGH, {in::HIGH_TAKEN, 3}, {in::BELOW, 4}, {in::SCORED, 4}, {in::STANDING, 4}, in::TURNS, in::FIRST, {in::CHOSEN, 4},
               {in::TRAY, 16}, {in::SUPPLY, 16}, in::HELD, in::CHOOSING, in::PLAYERS, in::TWO_COLOURS, in::ROUNDS, in::BLOCKS, in::HAND,
               in::CHOICE, {in::RULES, 9}, in::URBAN, {in::URBAN_PILE, URBAN_CARDS}},
              whole_scale);
    }
    for (float& each : scale) each = scale_for(each);
    for (float& each : district_scale) each = scale_for(each);
    for (float& each : whole_scale) each = scale_for(each);
    for (float& each : choice_scale) each = scale_for(each);
    const float* action_scale = scale + PLACE_UNITS;

    // Rows of places
    {
        namespace in = place_input;
        auto row = [&](int at) {
            PlaceRow made;
            for (int unit = 0; unit < PLACE_UNITS; ++unit) made.of[unit] = quantised(place[at * PLACE_UNITS + unit], scale[unit]);
            for (int unit = 0; unit < ACTION_UNITS; ++unit) made.of[PLACE_UNITS + unit] = quantised(action_place[at * ACTION_UNITS + unit], action_scale[unit]);
            return made;
        };
        PlaceRow bias;
        for (int unit = 0; unit < PLACE_UNITS; ++unit) bias.of[unit] = quantised(place_bias[unit], scale[unit]);
        bias += row(in::MONSTER(0));
        for (int a = 0; a < COLOURS; ++a)
            for (int b = 0; b < 8; ++b)
                for (int c = 0; c < COLOURS; ++c) building[a][b][c] = bias + row(in::OWNER(a)) + row(in::HEIGHT(b)) + row(in::GROUND(c));
        for (int a = 0; a < 6; ++a)
            for (int b = 0; b < SIZES; ++b)
                for (int c = 0; c < COLOURS; ++c) shape[a][b][c] = row(in::TOWER(a)) + row(in::TOP(b + 1)) + row(in::COLOURS(c + 1));
        for (int a = 0; a < 5; ++a)
            for (int b = 0; b < 6; ++b)
                for (int c = 0; c < 2; ++c)
                    for (int d = 0; d < 2; ++d) share[a][b][c][d] = row(in::SHARE(a, b)) + row(in::TAKEN(c, d));
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 2; ++b)
                for (int c = 0; c < 4; ++c) rest[a][b][c] = row(in::CARDS(a)) + row(in::VILLA(b)) + row(in::OPENS(c));
        for (int a = 0; a <= CARDS; ++a)
            for (int unit = 0; unit < BOTH_UNITS; ++unit)
                monster[a].of[unit] = static_cast<int16_t>(row(in::MONSTER(a)).of[unit] - row(in::MONSTER(0)).of[unit]);
        for (int a = 0; a < COLOURS; ++a)
            for (int b = 0; b < 5; ++b) {
                own[a][b] = row(in::OWN(a, b)), vacant[a][b] = row(in::VACANT(a, b));
                for (int c = 0; c < 6; ++c) rival[a][b][c] = row(in::RIVAL(a, b, c));
            }
        empty = bias + row(in::OWNER(COLOURS)) + row(in::HEIGHT(0)) + row(in::TOWER(6)) + row(in::COLOURS(0)) + row(in::GROUND(COLOURS)) + row(in::TOP(0));
    }
    // Rows of builds and choices
    {
        namespace in = build_input;
        auto row = [&](int at) {
            ActionRow made;
            for (int unit = 0; unit < ACTION_UNITS; ++unit) made.of[unit] = quantised(action_build[at * ACTION_UNITS + unit], action_scale[unit]);
            return made;
        };
        for (int a = 0; a < 2; ++a)
            for (int b = 0; b < ONTO; ++b)
                for (int c = 0; c < 2; ++c)
                    for (int d = 0; d < LOST; ++d) onto[a][b][c][d] = row(in::SECOND(a)) + row(in::ONTO(b)) + row(in::MAJORITY(c, d));
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 5; ++b)
                for (int c = 0; c < 6; ++c) threat[a][b][c] = row(in::CAPTURE(a, b)) + row(in::LEAD(a, c));
        for (int a = 0; a < 7; ++a)
            for (int b = 0; b < SIZES; ++b) size[a][b] = row(in::TOWER(a)) + row(in::SIZE(b));
    }
    for (int at = 0; at < CHOICE_ROWS; ++at)
        for (int unit = 0; unit < ACTION_UNITS; ++unit) choice[at].of[unit] = quantised(action_choice[at * ACTION_UNITS + unit], choice_scale[unit]);
    for (int at = 0; at < DISTRICT_ROWS; ++at)
        for (int unit = 0; unit < DISTRICT_UNITS; ++unit) district[at].of[unit] = quantised(of_district[at * DISTRICT_UNITS + unit], district_scale[unit]);
    for (int at = 0; at < WHOLE_ROWS; ++at)
        for (int unit = 0; unit < WHOLE_UNITS; ++unit) whole[at].of[unit] = quantised(of_whole[at * WHOLE_UNITS + unit], whole_scale[unit]);

    // Dense layers
    from_places.set(to_district, 1.0f / PLACES_DIVISOR);
    whole_from_places.set(places_to_whole, 1.0f / WHOLE_DIVISOR);
    whole_from_districts.set(districts_to_whole, 1.0f / DISTRICTS_DIVISOR);
    for (int unit = 0; unit < PLACE_UNITS; ++unit) place_unit[unit] = 1 / scale[unit];
    for (int out = 0; out < DISTRICT_UNITS; ++out) {
        district_unit[out] = 1 / district_scale[out];
        district_bias[out] = of_district_bias[out];
    }
    for (int out = 0; out < WHOLE_UNITS; ++out) {
        whole_unit[out] = 1 / whole_scale[out];
        whole_bias[out] = of_whole_bias[out];
    }
    last.set(to_last, 1);
    for (int out = 0; out < LAST_UNITS; ++out) last_bias[out] = of_last_bias[out];
    for (int out = 0; out < MOST_PLAYERS; ++out) {
        value_bias[out] = of_value_bias[out];
        for (int in = 0; in < LAST_UNITS; ++in) value[in][out] = to_value[in * MOST_PLAYERS + out];
    }
    build_district.set(district_to_action, 1);
    build_last.set(last_to_action, 1);
    choice_last.set(last_to_choice, 1);
    for (int out = 0; out < ACTION_UNITS; ++out) {
        build_bias[out] = of_action_bias[out] * action_scale[out];
        choice_bias[out] = of_choice_bias[out] * choice_scale[out];
        build_out[out] = of_build_out[out] / action_scale[out];
        choice_out[out] = of_choice_out[out] / choice_scale[out];
        build_district.step[out] *= action_scale[out];
        build_last.step[out] *= action_scale[out];
        choice_last.step[out] *= choice_scale[out];
    }
}

}  // namespace baumeister::manhattan
