#!/usr/bin/env bash
# Installs the build tree, and builds examples/consumer against what was installed: by find_package
# and by pkg-config. Then once more with the project as a subdirectory (compiled, not linked).
#
#   consume.sh BUILD_DIRECTORY SOURCE_DIRECTORY CXX
set -euo pipefail
build=$1 source=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CXX=$compiler

cmake --install "$build" --prefix "$work/prefix" > "$work/install.log"

echo "what installed headers include is installed"
headers=$(dirname "$(find "$work/prefix" -path '*/isotypic/isotypic.hpp')")
# In the library's own words: #include "isotypic/room/name.hpp"
grep -rhoE '^#include "isotypic/[^"]+"' "$headers" | sort -u | cut -d'"' -f2 > "$work/included"
[ -s "$work/included" ]
while read -r header; do
  [ -f "$headers/../$header" ] || { echo "$header is not installed"; exit 1; }
done < "$work/included"
[ -z "$(find "$headers" -path '*/internal/*' -o -path '*/kernels/*')" ]

echo "find_package"
cmake -G Ninja -S "$source/examples/consumer" -B "$work/consumer" \
      -DCMAKE_PREFIX_PATH="$work/prefix" > "$work/configure.log"
cmake --build "$work/consumer" > "$work/build.log" || { cat "$work/build.log"; exit 1; }
"$work/consumer/consumer" > "$work/features.txt"
[ "$(wc -l < "$work/features.txt")" -eq 88 ]

echo "pkg-config"
export PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name isotypic.pc)")
read -ra flags <<< "$(pkg-config --cflags --libs isotypic)"
"$compiler" -std=c++20 "$source/examples/consumer/main.cpp" -o "$work/by_pkg_config" "${flags[@]}"
library_path=$(dirname "$PKG_CONFIG_PATH")
LD_LIBRARY_PATH=$library_path "$work/by_pkg_config" | cmp - "$work/features.txt"

if [ -n "$(find "$work/prefix" -name isotypic-nn-targets.cmake)" ]; then
  echo "find_package with the neural stack"
  mkdir "$work/nn"
  cat > "$work/nn/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(neural_consumer LANGUAGES CXX)
find_package(isotypic 0.1 REQUIRED COMPONENTS core nn)
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE isotypic::nn)
END
  cat > "$work/nn/main.cpp" <<END
#include "isotypic/nn/readouts/isotypic_readout.hpp"
int main() { return isotypic::nn::IsotypicReadout({}, 4).width() == 88 ? 0 : 1; }
END
  cmake -G Ninja -S "$work/nn" -B "$work/nn/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
        > "$work/configure.log" 2>&1 || { cat "$work/configure.log"; exit 1; }
  cmake --build "$work/nn/build" > "$work/build.log" || { cat "$work/build.log"; exit 1; }
  "$work/nn/build/consumer"
fi

echo "another version is refused"
sed 's/isotypic 0.1/isotypic 99.0/' "$source/examples/consumer/CMakeLists.txt" > "$work/CMakeLists.txt"
cp "$source/examples/consumer/main.cpp" "$work"
! cmake -G Ninja -S "$work" -B "$work/refused" -DCMAKE_PREFIX_PATH="$work/prefix" \
      > "$work/refused.log" 2>&1
grep -q 'compatible with requested version "99.0"' "$work/refused.log"

echo "add_subdirectory"
cat > "$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES CXX)
add_subdirectory($source isotypic)
add_library(user OBJECT $source/examples/consumer/main.cpp)
target_link_libraries(user PRIVATE isotypic::core)
END
cmake -G Ninja -S "$work" -B "$work/parent" > "$work/parent.log"
cmake --build "$work/parent" --target user > "$work/build.log" || { cat "$work/build.log"; exit 1; }
