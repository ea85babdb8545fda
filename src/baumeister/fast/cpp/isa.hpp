// The instruction sets that the core is compiled for: levels of x86-64; elsewhere only the base, v2.
#pragma once

#include <cstdlib>
#include <cstring>

namespace baumeister {

enum class Isa { v2, v3, v4 };

inline const char* name_of(Isa isa) { return isa == Isa::v4 ? "v4" : isa == Isa::v3 ? "v3" : "v2"; }

// The best one that this machine supports, or the one that BAUMEISTER_ISA names if it does.
inline Isa choose_isa() {
    Isa best = Isa::v2;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt"))
        best = Isa::v3;
    if (best == Isa::v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bitalg") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2"))
        best = Isa::v4;
#endif
    const char* requested = std::getenv("BAUMEISTER_ISA");
    if (requested && !std::strcmp(requested, "v2")) return Isa::v2;
    if (requested && !std::strcmp(requested, "v3") && best != Isa::v2) return Isa::v3;
    return best;
}

}  // namespace baumeister
