#!/usr/bin/env bash
# Runs the blocks of docs/tutorials/start.md, each in a fresh clone, and writes how long they took as JSON.
# Packages must be installed already; compiler caches are not used.
#
#   scripts/newcomer.sh OUTPUT.json
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1

# The shell code below the heading "## $1", with this repository in place of the URL.
block() {
  awk -v heading="## $1" '/^## / {here = $0 == heading} /^```$/ {inside = 0}
                          here && inside {print} /^```sh$/ {inside = 1}' \
      "$source/docs/tutorials/start.md" | sed "s|git clone URL|git clone -q $source|"
}

entries=()
for way in "In Python" "In C++" "On the command line"; do
  folder=$work/${way// /_}
  mkdir "$folder"
  lines=$(block "$way")
  count=$(wc -l <<< "$lines")
  [ "$count" -ge 1 ] && [ "$count" -le 5 ] || { echo "newcomer: '$way' has $count lines"; exit 1; }
  TIMEFORMAT='%R %U %S'
  { time (cd "$folder" && bash -euc "$lines" > "$folder/output" 2> "$folder/errors") ; } \
      2> "$folder/time" || { cat "$folder/errors"; exit 1; }
  read -r real user system < "$folder/time"
  entries+=("  {\"way\": \"$way\", \"lines\": $count, \"seconds\": $real, \"cpu_seconds\": $(
      awk "BEGIN {print $user + $system}")}")
done
{
  echo '{"command": "scripts/newcomer.sh", "cores": '"$(nproc)"', "load": '"$(cut -d ' ' -f 1 /proc/loadavg)"', "ways": ['
  (IFS=$'\n'; sed '$!s/$/,/' <<< "${entries[*]}")
  echo ']}'
} > "$1"
