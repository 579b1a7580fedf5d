#!/usr/bin/env bash
# Runs every benchmark of a build directory: bench/run.sh build/bench
# BREC is looked for in $ISOTYPIC_DATA/brec or ../shared/data/brec; without it that part is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/bench}
data=${ISOTYPIC_DATA:-../shared/data}

echo "== families (google/benchmark)"
"$build/bench/symmetry_bench" --benchmark_min_time=0.05
if [ -d "$data/brec" ]; then
  echo "== BREC: symmetry and orbitals against bare nauty"
  recipe=${ISOTYPIC_RECIPE_CSV:-build/networkx.csv}
  if [ ! -e "$recipe" ]; then
    echo "(for the paper's recipe beside it, run first, for an hour or so:"
    echo " bench/networkx_recipe.py $data/brec $recipe)"
    recipe=
  fi
  "$build/bench/brec_symmetry" "$data/brec" ${recipe:+"$recipe"}
  echo "== BREC: channels and features against bare nauty and eigensolver"
  "$build/bench/channels_bench" "$data/brec" build/channels_bench.json
else
  echo "== BREC: skipped, there is no $data/brec (set ISOTYPIC_DATA)"
fi

echo "== training steps against PyTorch Geometric (ISOTYPIC_PYG) or plain PyTorch"
/usr/bin/python3 bench/pyg_step.py "$build/bench/nn_bench"
