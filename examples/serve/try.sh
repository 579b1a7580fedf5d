#!/usr/bin/env bash
# Trains a small network on cycles and paths, and asks it questions line by line.
#
#   examples/serve/try.sh ISOTYPIC SERVE
set -euo pipefail
isotypic=$1
serve=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Graph g has 4 nodes with the labels 5 and 6 in turn: a cycle (class 1) or a path (class 2).
mkdir SHAPES
for g in $(seq 1 40); do
  first=$((4 * g - 3))
  for v in 0 1 2 3; do
    echo "$g" >> SHAPES/SHAPES_graph_indicator.txt
    echo $((5 + v % 2)) >> SHAPES/SHAPES_node_labels.txt
  done
  for v in 0 1 2; do echo "$((first + v)), $((first + v + 1))" >> SHAPES/SHAPES_A.txt; done
  if ((g % 2)); then echo "$first, $((first + 3))" >> SHAPES/SHAPES_A.txt; fi
  echo $((2 - g % 2)) >> SHAPES/SHAPES_graph_labels.txt
done
"$isotypic" train --dataset SHAPES --data . --hidden 16 --layers 2 --dropout 0 \
  --learning-rate 0.01 --epochs 60 --output model > /dev/null 2>&1

printf '%s\n' \
  '{"graph": "Cl", "node_labels": [5, 6, 5, 6]}' \
  '{"graph": "Ch", "node_labels": [5, 6, 5, 6]}' \
  'Cl' \
  'not a graph' \
  '{"graph": "Cl", "node_labels": [5, 6, 5, 9]}' \
  '{"graph": "Cl", "node_labels": [5, 6, 5]}' \
  '{"graph": "Cl", "labels": [5, 6, 5, 6]}' \
  '{"graph": "Ch", "node_labels": [5, 6, 5, 6]}' \
  '' \
  | "$serve" model > answers
cat answers

expect() {  # line, text
  sed -n "$1p" answers | grep -qF -- "$2" || { echo "line $1 does not say: $2" >&2; exit 1; }
}
[ "$(wc -l < answers)" -eq 9 ]
expect 1 '{"line":1,"class":1,"probability of 1":'
expect 2 '{"line":2,"class":2,'
expect 3 '{"line":3,"error":"graph 0 has 0 columns of node labels, the model takes 1"}'
expect 4 '{"line":4,"error":'
expect 5 'graph 0 has the node label 9, the model knows 0 to 6'
expect 6 '\"node_labels\" has 3 rows, not 4'
expect 7 'there is no field \"labels\"'
expect 9 '{"line":9,"error":"the line is empty"}'
[ "$(sed -n 2p answers | cut -d, -f2-)" = "$(sed -n 8p answers | cut -d, -f2-)" ]

# An answer comes before the next question: a program can talk with it.
coproc talk { "$serve" model; }
printf '%s\n' '{"graph": "Ch", "node_labels": [5, 6, 5, 6]}' >&"${talk[1]}"
read -r -t 60 answer <&"${talk[0]}"
[ "${answer#*,}" = "$(sed -n 2p answers | cut -d, -f2-)" ]
pid=$talk_PID
eval "exec ${talk[1]}>&-"
wait "$pid"

"$serve" no_such_model < /dev/null && exit 1
[ $? -eq 65 ]
