"""ctest_properties_test.py CTEST BUILD SLOWNESS: every test has one known label and a limit.

SLOWNESS is what the build multiplies its limits by: more than 1 under a sanitizer.
"""

import json
import subprocess
import sys

LABELS = {"unit", "slow", "experiment", "package", "python", "docs", "browser"}
LONGEST = 900  # seconds, in a build without a sanitizer


def mistakes(test, longest):
    properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
    labels = properties.get("LABELS", [])
    if len(labels) != 1 or labels[0] not in LABELS:
        yield f"{test['name']}: has the labels {labels}, not one of {sorted(LABELS)}"
    if not 0 < properties.get("TIMEOUT", 0) <= longest:
        yield f"{test['name']}: has no TIMEOUT of at most {longest} s"


def main(ctest, build, slowness):
    listing = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"],
                             check=True, capture_output=True, text=True)
    # A program that is not built yet stands for its tests, without properties.
    tests = [test for test in json.loads(listing.stdout)["tests"]
             if not test["name"].endswith("_NOT_BUILT")]
    found = [mistake for test in tests for mistake in mistakes(test, LONGEST * int(slowness))]
    print(*found, f"{len(tests)} tests, {len(found)} mistakes", sep="\n")
    return 1 if found or not tests else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
