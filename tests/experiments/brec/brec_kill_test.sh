#!/bin/bash
# brec_kill_test.sh ISOTYPIC KILLS: a sharded run of BREC is killed (kill -9) at KILLS random
# moments, resumed and merged; the merged journal and the record's rows must be, byte for byte,
# those of a run that was never interrupted. Skipped (77) where BREC is absent.
set -eu
isotypic=$1
kills=$2
data=${ISOTYPIC_DATA:-$(dirname "$0")/../../../../shared/data}
if [ ! -e "$data/brec" ]; then
  echo "BREC is not in $data; set ISOTYPIC_DATA"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() {
  "$isotypic" reproduce brec --data "$data" --readouts isotypic,sum --seeds 1 --pairs 90,119 \
    --epochs 3 --jobs 1 "$@" > /dev/null 2>> "$folder/log"
}

# The rows of a record stand one to a line.
rows() { grep '"pair":' "$1" | sed 's/,$//'; }

begin=$(date +%s%N)
run --output "$folder/whole"
milliseconds=$((($(date +%s%N) - begin) / 1000000))
"$isotypic" merge "$folder/whole/brec.journal" -o "$folder/whole.journal" 2> /dev/null

RANDOM=2026
done_kills=0
round=0
while [ "$done_kills" -lt "$kills" ]; do
  round=$((round + 1))
  out=$folder/round$round
  for shard in 0 1; do
    for _ in 1 2 3; do
      # In the background without a function, so that the process itself is killed.
      "$isotypic" reproduce brec --data "$data" --readouts isotypic,sum --seeds 1 --pairs 90,119 \
        --epochs 3 --jobs 1 --shard $shard/2 --output "$out" > /dev/null 2>> "$folder/log" &
      child=$!
      # A shard is half of the run: any moment of it, and some in which it is already done.
      moment=$((RANDOM * milliseconds / 32768 / 2))
      sleep "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))"
      kill -9 $child 2> /dev/null || true
      status=0
      wait $child 2> /dev/null || status=$?
      # 128 + 9: it was still running, and was killed.
      if [ $status -eq 137 ]; then done_kills=$((done_kills + 1)); fi
    done
    run --shard $shard/2 --output "$out"
  done
  "$isotypic" merge "$out"/brec-shard-1-of-2.journal "$out"/brec-shard-0-of-2.journal \
    -o "$out/brec.journal" 2> /dev/null
  cmp "$out/brec.journal" "$folder/whole.journal"
  run --output "$out"
  cmp <(rows "$out/brec.json") <(rows "$folder/whole/brec.json")
done
echo "$done_kills kills in $round rounds: equal bytes"
