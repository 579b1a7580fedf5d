#!/usr/bin/env bash
# Writes what a fixed set of commands prints and leaves behind, to compare two builds by `diff -r`.
#
#   scripts/behaviour.sh ISOTYPIC FOLDER [DATA]
#
# ISOTYPIC is the program of one build. Run it for two builds with two folders; a refactoring
# changes nothing but what it means to change. Versions, times and paths are taken out. DATA is
# the folder of published data sets; without it only generated data are used.
set -euo pipefail
isotypic=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
data=${3:+$(realpath "$3")}
cd "$folder"
export OMP_NUM_THREADS=1
unset ISOTYPIC_DATA

# Times, commits and the machine differ between equal builds.
normalise() {
  sed -E -e 's/[0-9.]+ (ms|s|us|min|h)\b/TIME/g' -e 's/[0-9]+ graphs\/s/SPEED/g' \
    -e '/"(seconds|commit|created|date|host|machine|cpu|compiler|started|finished)"/d' \
    -e 's/"[a-z_]*seconds": ?[0-9.e+-]+/"seconds": 0/g' -e 's/[0-9a-f]{7}(-dirty)?$/COMMIT/' "$@"
}

# run NAME WORDS...: keeps the output, the errors and the exit code.
run() {
  local name=$1 status=0
  shift
  "$isotypic" "$@" > "$name.out.raw" 2> "$name.err.raw" || status=$?
  normalise "$name.out.raw" > "$name.out"
  normalise "$name.err.raw" > "$name.err"
  echo "$status" > "$name.status"
  rm "$name.out.raw" "$name.err.raw"
}

# Graphs, symmetry, channels, features.
for family in "petersen" "cycle 12" "hypercube 4" "rook 4 4" "shrikhande" "complete 7" "star 9" \
  "random-regular 20 3" "random-tree 30"; do
  # shellcheck disable=SC2086
  "$isotypic" generate $family >> graphs.g6 2>> generate.err || echo "no family $family" >> generate.err
done
run inspect inspect graphs.g6
run inspect-channels inspect graphs.g6 --channels --generators
run inspect-json inspect graphs.g6 --channels --json
run inspect-csv inspect graphs.g6 --csv
run embed embed graphs.g6 --input degree
run embed-json embed graphs.g6 --input degree --json
run embed-npy embed graphs.g6 --input degree --npy features.npy
run embed-cache embed graphs.g6 --input degree --cache channels.cache
"$isotypic" generate rook 4 4 > rook.g6
"$isotypic" generate shrikhande > shrikhande.g6
run compare compare rook.g6 shrikhande.g6
run compare-json compare rook.g6 shrikhande.g6 --json
run explain explain graphs.g6 --features degree --rounds 2
run explain-json explain graphs.g6 --features degree --json
run missing inspect nowhere.g6
printf 'not a graph\x01\n' > bad.g6
run bad inspect bad.g6
run usage inspect --no-such-option

# Experiments: tables and records.
run separation reproduce separation --quick --encoders GIN,PNA --json - --output separation
run ablation reproduce ablation-separation --json - --output ablation
run srg16 reproduce srg16 --quick --encoders GIN --readouts sum,isotypic --jobs 1 --output srg16

# Published data: training, checkpoints, prediction.
if [ -n "$data" ]; then
  run brec reproduce brec --data "$data" --quick --pairs 0,3 --jobs 1 --output brec
  run rpc-lite reproduce brec-rpc-lite --data "$data" --quick --pairs 0,1 --jobs 1 --output rpc
  run data data show --data "$data/TU" ENZYMES
  for readout in sum isotypic sum+isotypic:gated; do
    run "train-$readout" train --data "$data/TU" --dataset ENZYMES --readout "$readout" --epochs 2 \
      --hidden 16 --layers 2 --quiet --output "model-$readout"
    run "predict-$readout" predict "model-$readout" --data "$data/TU"
  done
  run train-components train --data "$data/TU" --dataset ENZYMES --readout sum+isotypic --grouping components --epochs 1 \
    --hidden 16 --layers 2 --encoder GATv2 --quiet --output model-components
  run spectral reproduce spectral --data "$data/TU" --quick --jobs 1 --output spectral
fi

# What was left behind: records without times, checkpoints and caches by their checksum.
find . -name '*.json' | while read -r file; do
  normalise "$file" > "$file.normal" && mv "$file.normal" "$file"
done
find . -type f \( -name '*.checkpoint' -o -name channels -o -name '*.cache' -o -name '*.npy' \) | sort |
  while read -r file; do sha256sum "$file"; done > checksums
find . -name '*.journal' -delete -o -name '*.html' -delete -o -name '*.svg' -delete
