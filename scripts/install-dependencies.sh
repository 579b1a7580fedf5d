#!/usr/bin/env bash
# Installs what is missing, on Debian 12 and its relatives. Does nothing when all is there.
#
#   scripts/install-dependencies.sh [core|nn|python|smiles|dev|site|browser]...
#
# core: the library without LibTorch, the command line and their tests
# nn:   LibTorch and what the neural stack needs
# python: the Python package and its tests
# smiles: RDKit for `isotypic data smiles`
# dev:  formatters, linters, fuzzers and rivals of the benchmarks
# site: the documentation site
# browser: npm for the explorer, Chromium for the tests that click through it
set -euo pipefail

core=(g++ cmake ninja-build pkg-config libnauty2-dev libbliss-dev libeigen3-dev
      libopenblas-openmp-dev liblapacke-dev libcli11-dev nlohmann-json3-dev libboost-dev libboost-math-dev zlib1g-dev
      libexpat1-dev libgmp-dev liblmdb-dev libxxhash-dev libcpp-httplib-dev gnuplot-nox librsvg2-bin
      libgtest-dev libgmock-dev
      librapidcheck-dev parallel)
nn=(libtorch-dev libgloo-dev libxsmm-dev libopenblas0-openmp)
python=(python3-dev pybind11-dev python3-setuptools python3-wheel python3-venv python3-numpy
        python3-scipy python3-networkx python3-pytest python3-hypothesis python3-torch
        python3-sklearn python3-pandas python3-igraph python3-rdkit)
smiles=(librdkit-dev)
dev=(clang clang-tidy clang-format libclang-rt-dev libbenchmark-dev doxygen
     lintian gap-core gap-character-tables nauty ccache mypy gcovr)
site=(doxygen python3-sphinx furo python3-myst-parser python3-breathe python3-sphinx-copybutton
      libjs-mathjax python3-nbconvert python3-ipykernel)
browser=(chromium chromium-driver)
command -v npm >/dev/null || browser+=(npm)  # from wherever it is

wanted=()
for group in "${@:-core}"; do
  case "$group" in
    core) wanted+=("${core[@]}") ;;
    nn) wanted+=("${nn[@]}") ;;
    python) wanted+=("${python[@]}") ;;
    smiles) wanted+=("${smiles[@]}") ;;
    dev) wanted+=("${dev[@]}") ;;
    site) wanted+=("${site[@]}") ;;
    browser) wanted+=("${browser[@]}") ;;
    *) echo "install-dependencies: unknown group '$group' (core, nn, python, smiles, dev, site, browser)" >&2; exit 2 ;;
  esac
done

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

explain() {
  echo "install-dependencies: $1" >&2
  echo "Please install these packages yourself: ${missing[*]}" >&2
  exit 1
}
command -v apt-get >/dev/null || explain "there is no apt-get here."
sudo=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || explain "packages are missing, and you are neither root nor have sudo."
  sudo=(sudo)
fi
echo "Installing: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update -q >&2 || explain "apt-get update failed."
"${sudo[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}" >&2 ||
  explain "apt-get install failed."
