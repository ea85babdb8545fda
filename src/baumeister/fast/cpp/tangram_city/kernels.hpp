// The compiled cores of Tangram City.
#pragma once

#include "../kernels.hpp"
#include "position.hpp"

namespace baumeister::tangram_city {

using Kernels = KernelsOf<Rules, Position>;

namespace v2 { extern const Kernels KERNELS; }
#if defined(__x86_64__)
namespace v3 { extern const Kernels KERNELS; }
namespace v4 { extern const Kernels KERNELS; }
#endif

}  // namespace baumeister::tangram_city
