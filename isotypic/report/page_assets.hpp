// The style and the script of a page.
#pragma once

namespace isotypic::report {

extern const char* const page_style;
extern const char* const page_script;

}  // namespace isotypic::report
