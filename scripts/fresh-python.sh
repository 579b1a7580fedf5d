#!/usr/bin/env bash
# Installs the Python package into a fresh virtual environment with Debian's packages alone, uses it,
# and writes how long each step took as JSON. Compiler caches are not used.
#
#   scripts/fresh-python.sh TU_FOLDER OUTPUT.json
set -euo pipefail
[ $# -eq 2 ] || { sed -n 2,5p "$0" >&2; exit 2; }
source=$(cd "$(dirname "$0")/.." && pwd)
data=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1 PYTHONPATH=
unset ISOTYPIC_BUILD_TREE CMAKE_ARGS
commit=$(git -C "$source" rev-parse --short HEAD)
git -C "$source" archive --prefix=isotypic/ HEAD | tar -x -C "$work"
python=$work/environment/bin/python

cat > "$work/doctests.py" <<'PROGRAM'
import doctest, importlib
names = ["", "._channels", "._dataset", "._graphs", "._readout", "._symmetry", ".sklearn", ".torch"]
results = [doctest.testmod(importlib.import_module("isotypic" + name)) for name in names]
assert sum(result.failed for result in results) == 0
print(sum(result.attempted for result in results), "examples")
PROGRAM
cat > "$work/pipeline.py" <<'PROGRAM'
import sys
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
import isotypic
from isotypic.sklearn import IsotypicFeatures
data = isotypic.read_dataset(sys.argv[1], "ENZYMES")
model = make_pipeline(IsotypicFeatures(["degree", "colours"], n_jobs=-1),
                      RandomForestClassifier(n_estimators=100, random_state=0))
print(f"accuracy {cross_val_score(model, data.graphs, data.y, cv=10).mean():.3f}")
PROGRAM

entries=()
step() {
  local name=$1
  shift
  TIMEFORMAT='%R %U %S'
  { time (cd "$work" && "$@" > output 2> errors) ; } 2> "$work/time" || { cat "$work/errors"; exit 1; }
  read -r real user system < "$work/time"
  entries+=("  {\"step\": \"$name\", \"printed\": \"$(tail -n 1 "$work/output")\", \"seconds\": $real, \"cpu_seconds\": $(
      awk "BEGIN {print $user + $system}")}")
}
step "python3 -m venv --system-site-packages" /usr/bin/python3 -m venv --system-site-packages environment
step "pip install --no-build-isolation ." "$work/environment/bin/pip" install --no-build-isolation --no-index ./isotypic
step "import isotypic" "$python" -c "import isotypic; print(isotypic.symmetry('IsP@OkWHG').order)"
step "doctests" "$python" doctests.py
step "ten folds of a scikit-learn pipeline on ENZYMES" "$python" pipeline.py "$data"
{
  echo '{"command": "scripts/fresh-python.sh TU docs/results/fresh_python.json", "commit": "'"$commit"'", "cores": '"$(nproc)"', "load": '"$(cut -d ' ' -f 1 /proc/loadavg)"', "steps": ['
  (IFS=$'\n'; sed '$!s/$/,/' <<< "${entries[*]}")
  echo ']}'
} > "$2"
