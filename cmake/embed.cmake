# cmake -DNAME=name -DFILES=a,b -DOUTPUT=file.cpp -P embed.cmake: bytes of files as C++.
string(REPLACE "," ";" files "${FILES}")
set(bytes "")
foreach(file ${files})
  file(READ ${file} content HEX)
  string(APPEND bytes "${content}")
endforeach()
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"isotypic/explore/internal/assets.hpp\"

namespace isotypic::explore {
namespace {
const char bytes[] = {${bytes}'\\0'};
}
std::string_view ${NAME}() { return {bytes, sizeof(bytes) - 1}; }
}  // namespace isotypic::explore
")
