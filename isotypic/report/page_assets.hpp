// The style of a page.
#pragma once

namespace isotypic::report {

extern const char* const page_style;

}  // namespace isotypic::report
