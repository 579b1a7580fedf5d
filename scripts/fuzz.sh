#!/usr/bin/env bash
# Builds the fuzz targets (clang, ASan, UBSan) and runs each for SECONDS, one after the other.
#
#   scripts/fuzz.sh SECONDS [TARGET...]
#
# Inputs have up to FUZZ_MAX_LEN bytes; unless it is set, 65536 of .npy, 4096 of what has many fields
# and 256 of graphs. Prints the executions of every target and their sum. A finding stops the script;
# its input is kept in build/fuzz/findings and belongs, once mended, in fuzz/regressions/TARGET.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $# -lt 1 || ! $1 =~ ^[0-9]+$ ]]; then
  echo "usage: scripts/fuzz.sh SECONDS [TARGET...]" >&2
  exit 64
fi
seconds=$1
shift
targets=("$@")
[[ ${#targets[@]} -gt 0 ]] || targets=(graph6 sparse6 dimacs edge_list graphml gml dot condition
  npy reader tu ogb cache record journal)

cmake --preset fuzz > /dev/null
cmake --build --preset fuzz

# Shallow stacks and a small quarantine: the parsers throw often, and these cost half the speed.
export ASAN_OPTIONS=malloc_context_size=4:quarantine_size_mb=8:use_sigaltstack=0

findings=build/fuzz/findings
mkdir -p "$findings"
total=0
for target in "${targets[@]}"; do
  grown=build/fuzz/grown/$target # what libFuzzer finds interesting, kept between runs
  log=build/fuzz/$target.log
  mkdir -p "$grown"
  case "$target" in
    npy) length=65536 ;;
    tu | ogb | cache | record | journal) length=4096 ;;
    *) length=256 ;;
  esac
  inputs=("$grown" "fuzz/corpus/$target")
  [[ ! -d fuzz/regressions/$target ]] || inputs+=("fuzz/regressions/$target")
  if ! "build/fuzz/fuzz/fuzz_$target" -max_total_time="$seconds" -max_len="${FUZZ_MAX_LEN:-$length}" -timeout=5 \
    -entropic=0 -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$findings/$target-" \
    "${inputs[@]}" > "$log" 2>&1; then
    echo "fuzz.sh: $target failed, see $log and $findings" >&2
    tail -n 40 "$log" >&2
    exit 1
  fi
  count=$(awk '/^stat::number_of_executed_units:/ {print $2}' "$log")
  printf '%-10s %12d executions\n' "$target" "$count"
  total=$((total + count))
done
printf '%-10s %12d executions\n' total "$total"
