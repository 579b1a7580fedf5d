#!/bin/sh
# reproduce_test.sh ISOTYPIC: the command line of the experiments from outside.
set -eu
isotypic=$1
unset ISOTYPIC_DATA  # what is missing without data is to be missing
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

expect_status() {
  wanted=$1
  shift
  status=0
  "$@" > "$folder/stdout" 2> "$folder/stderr" || status=$?
  if [ "$status" -ne "$wanted" ]; then
    echo "expected exit code $wanted, got $status: $*" >&2
    cat "$folder/stderr" >&2
    exit 1
  fi
}

expect_status 2 "$isotypic" reproduce
expect_status 2 "$isotypic" reproduce nothing
expect_status 2 "$isotypic" reproduce separation --encoders nonsense
expect_status 2 "$isotypic" reproduce separation --readouts nonsense
expect_status 2 "$isotypic" reproduce separation --families nonsense
expect_status 2 "$isotypic" reproduce separation --blocks 0
expect_status 2 "$isotypic" reproduce separation --seeds 1
expect_status 2 "$isotypic" reproduce separation --json - --csv
expect_status 2 "$isotypic" reproduce separation --encoders GIN,GIN
expect_status 2 "$isotypic" reproduce srg16 --norm-bias nan
expect_status 2 "$isotypic" reproduce zinc --data "$folder" --readouts marked:2
grep -q 'a readout here must not mark nodes' "$folder/stderr"
expect_status 2 "$isotypic" reproduce zinc --data "$folder" --readouts sum+component_set
grep -q 'a readout here must not read components as a set' "$folder/stderr"
expect_status 2 "$isotypic" reproduce brec --data "$folder" --readouts marked:4
expect_status 2 "$isotypic" reproduce brec --data "$folder" --norm none
expect_status 2 "$isotypic" reproduce all --json -
expect_status 2 "$isotypic" reproduce brec
for bad in '--shard 0/0' '--shard 2/3x' '--threshold nan' '--epsilon inf' '--norm-bias 1e39' \
  '--readouts sum,sum' '--pairs 3,1' '--finished-only --shard 0/2' '--epochs 99999999999' '--json out/brec.journal --output out'; do
  # shellcheck disable=SC2086
  expect_status 2 "$isotypic" reproduce brec --data "$folder" $bad
done
expect_status 1 "$isotypic" reproduce separation --quick --output "$folder/stdout/x"
grep -q 'cannot create the folder' "$folder/stderr"
expect_status 0 "$isotypic" reproduce separation --help
grep -q -- --families "$folder/stdout"

expect_status 0 "$isotypic" reproduce separation --quick --encoders gin --readouts isotypic,sum \
  --families ribbons --output "$folder/out"
grep -q 'prism 5 / Moebius ladder 5' "$folder/stdout"
grep -q "page: $folder/out/separation-quick.html" "$folder/stderr"
grep -q '<table' "$folder/out/separation-quick.html"
expect_status 0 "$isotypic" report "$folder/out/separation-quick.json"
grep -q 'Separated pairs of' "$folder/stdout"
expect_status 0 "$isotypic" report "$folder/out/separation-quick.json" --figures
grep -q 'GIN/sum/separated' "$folder/stdout"
# The record is there even if nobody reads the tables.
expect_status 1 sh -c "\"$isotypic\" reproduce separation --quick --encoders gin --readouts sum \
  --families ribbons --output \"$folder/full\" > /dev/full"
test -e "$folder/full/separation-quick.json"

# The ladder needs neither training nor data.
expect_status 0 "$isotypic" reproduce ladder --quick --last marks-1 --output "$folder/ladder"
grep -q 'marks-1' "$folder/stdout"
expect_status 2 "$isotypic" reproduce ladder --last 4-wl

# Continuity does without molecules if there is no data.
expect_status 0 "$isotypic" reproduce continuity --quick --readouts sum,marked:1 --graphs 3 \
  --output "$folder/continuity"
grep -q 'molecules are left out' "$folder/stderr"
grep -q 'marked:1' "$folder/stdout"
expect_status 2 "$isotypic" reproduce continuity --classes crystals

# --json - prints the record and nothing else; report reads it.
expect_status 0 "$isotypic" reproduce ablation-separation --json - --output "$folder/out"
cp "$folder/stdout" "$folder/printed.json"
expect_status 0 "$isotypic" report "$folder/printed.json"

# The tasks on published data say what they miss; their options are checked.
mkdir "$folder/data"
expect_status 65 "$isotypic" reproduce zinc --data "$folder/data" --output "$folder/out"
grep -q "no data set 'ZINC'" "$folder/stderr"
# The folder of the option wins over that of the environment.
expect_status 65 env ISOTYPIC_DATA=/named/by/environment \
  "$isotypic" reproduce zinc --data "$folder/data" --output "$folder/out"
grep -q "in $folder/data" "$folder/stderr"
expect_status 2 "$isotypic" reproduce molhiv --data "$folder/data" --readouts sum+nonsense
expect_status 2 "$isotypic" reproduce spectral --data "$folder/data" --encoders nonsense
expect_status 65 "$isotypic" data show NOTHING --data "$folder/data"
expect_status 0 "$isotypic" data list --data "$folder/data" --csv
grep -q '^PROTEINS,no,' "$folder/stdout"
# It looks where train does: in DATA/NAME, DATA/TU/NAME and DATA itself.
mkdir "$folder/data/PROTEINS"
echo '1, 2' > "$folder/data/PROTEINS/PROTEINS_A.txt"
expect_status 0 "$isotypic" data list --data "$folder/data" --csv
grep -q '^PROTEINS,other content,' "$folder/stdout"
expect_status 0 "$isotypic" data list --data "$folder/data/PROTEINS" --csv
grep -q '^PROTEINS,other content,' "$folder/stdout"
rm -r "$folder/data/PROTEINS"
