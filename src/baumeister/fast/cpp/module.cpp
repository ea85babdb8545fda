// The extension module `baumeister.fast._core`.
#include <nanobind/nanobind.h>

#include "errors.hpp"
#include "isa.hpp"

namespace nb = nanobind;

void bind_manhattan(nb::module_& m, baumeister::Isa isa);
void bind_tangram_city(nb::module_& m, baumeister::Isa isa);

NB_MODULE(_core, m) {
    nb::set_leak_warnings(false);  // positions may outlive the interpreter at exit
    m.doc() = "The compiled cores; see baumeister.fast.";
    baumeister::binding::register_errors();
    const baumeister::Isa isa = baumeister::choose_isa();
    m.attr("ISA") = baumeister::name_of(isa);
    bind_manhattan(m, isa);
    bind_tangram_city(m, isa);
}
