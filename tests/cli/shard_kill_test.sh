#!/bin/bash
# shard_kill_test.sh ISOTYPIC KILLS: a shard of embed and one of data channels are each killed
# (kill -9) KILLS times and started again. Nothing that was finished may be lost, and the merged
# results must be, byte for byte, those of a run that was never interrupted.
set -eu
isotypic=$1
kills=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Random trees: small ones in a DOT file, larger ones, whose channels fill a store, in TU layout. A
# process gets some way before it is killed, so there must be enough of them.
python3 - "$kills" <<'PYTHON'
import pathlib, random, sys
random.seed(24)
kills = int(sys.argv[1])


def tree(nodes):
    return [(random.randrange(max(0, v - 4), v), v) for v in range(1, nodes)]


graphs = [tree(random.randint(20, 40)) for _ in range(40 * kills + 400)]
pathlib.Path("trees.dot").write_text("".join(
    "graph { " + " ".join(f"{u} -- {v};" for u, v in edges) + " }\n" for edges in graphs))
count = 160 * kills + 200
edges, indicator = [], []
for graph in range(1, count + 1):
    first, nodes = len(indicator) + 1, random.randint(50, 64)
    indicator += [graph] * nodes
    for u, v in tree(nodes):
        edges += [(first + u, first + v), (first + v, first + u)]
pathlib.Path("TREES").mkdir()
pathlib.Path("TREES/TREES_A.txt").write_text("".join(f"{u}, {v}\n" for u, v in edges))
pathlib.Path("TREES/TREES_graph_indicator.txt").write_text("".join(f"{g}\n" for g in indicator))
pathlib.Path("TREES/TREES_graph_labels.txt").write_text("".join(f"{g % 2}\n" for g in range(count)))
PYTHON

size() { stat -c %s "$1" 2> /dev/null || echo 0; }

# kill_and_resume FILE ARGUMENTS...: kills the program as soon as FILE has grown, and again.
# On a busy machine the program may end before it is killed: then it starts from nothing again.
kill_and_resume() {
  local file=$1 done_kills=0 too_late=0
  shift
  while [ "$done_kills" -lt "$kills" ]; do
    local before
    before=$(size "$file")
    "$isotypic" "$@" --threads 1 > /dev/null 2>> log &
    local child=$!
    while [ "$(size "$file")" -le "$before" ] && kill -0 $child 2> /dev/null; do sleep 0.002; done
    kill -9 $child 2> /dev/null || true
    local status=0
    wait $child 2> /dev/null || status=$?
    # 128 + 9: it was still running, and was killed.
    if [ $status -eq 137 ]; then
      done_kills=$((done_kills + 1))
    elif [ $status -eq 0 ] && [ $too_late -lt $((10 + kills)) ]; then
      too_late=$((too_late + 1))
      rm "$file"
      continue
    else
      echo "exit $status after $done_kills kills; $too_late runs ended before they were killed"
      cat log
      return 1
    fi
    if [ "$(size "$file")" -lt "$before" ]; then
      echo "$file has lost what was finished"
      return 1
    fi
  done
  "$isotypic" "$@" > last.json 2>> log
  echo "$done_kills kills of $1"
}

embed=(embed trees.dot --json --rp-dim 64)
"$isotypic" "${embed[@]}" -o whole.jsonl
kill_and_resume part-0 "${embed[@]}" --shard 0/2 -o part-0
"$isotypic" "${embed[@]}" --shard 1/2 -o part-1
"$isotypic" merge part-0 part-1 -o merged.jsonl 2>> log
cmp whole.jsonl merged.jsonl

channels=(data channels TREES --data . --blocks 0)
"$isotypic" "${channels[@]}" --cache whole.channels > /dev/null
kill_and_resume 0.channels "${channels[@]}" --shard 0/2 --cache 0.channels --json
# The last run found in the store what the killed ones had finished.
python3 - <<'PYTHON'
import json
last = json.load(open("last.json"))
assert 0 < last["found in the file"] < last["graphs"], last
PYTHON
"$isotypic" "${channels[@]}" --shard 1/2 --cache 1.channels > /dev/null
"$isotypic" merge whole.channels -o copy.channels 2>> log
"$isotypic" merge 0.channels 1.channels -o merged.channels 2>> log
cmp copy.channels merged.channels
echo "equal bytes"
