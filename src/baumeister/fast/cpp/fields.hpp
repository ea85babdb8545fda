// Arrays of features inside one flat vector.
#pragma once

namespace baumeister {

// A field of this shape, in C order, that begins at index `first`.
template <int... SHAPE>
struct Field {
    int first;

    template <class... Index>
    constexpr int operator()(Index... index) const {
        static_assert(sizeof...(Index) == sizeof...(SHAPE));
        int at = 0;
        ((at = at * SHAPE + static_cast<int>(index)), ...);
        return first + at;
    }

    static constexpr int length() { return (SHAPE * ... * 1); }

    // The largest index along an axis.
    static constexpr int most(int axis) {
        constexpr int shape[] = {SHAPE...};
        return shape[axis] - 1;
    }
};

}  // namespace baumeister
