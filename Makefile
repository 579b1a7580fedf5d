# The front door. `make run` and `make test` install what is missing (apt), build, and run.
#
#   make run      reproduce the separation experiment (no download); page in out/separation.html
#   make test     all tests
#   make check    the fast gear: unit tests without LibTorch, include arrows, format
#   make python   the Python package for Debian's interpreter, in build/python/python
#   make wheel    a wheel and a source distribution of the Python package, in build/dist
#   make deb      Debian packages of the command line and the library, in build/core/packages
#   make site     the documentation as a web site, in build/site/html
#   make bench    benchmarks; BREC is looked for in ISOTYPIC_DATA
#   make check-full   the long checks: sanitizers, clang-tidy, headers, fuzzing; hours
#   make fuzz     fuzz everything that reads, FUZZ_SECONDS each
#   make coloured-draws   canonical forms of DRAWS coloured graphs, against bliss
#   make killed-ranks   kill one of two training ranks KILLS times, and resume
#   make faults   make the system fail under every command, call after call; half an hour
#   make coverage which lines the tests run, room by room; pages in build/coverage-pages
#   make mutants  break one check at a time, and see whether a test notices; an hour
#   make format   clang-format
#   make tidy     clang-tidy on all that does not need LibTorch

PRESET ?= release
FUZZ_SECONDS ?= 60
DRAWS ?= 10000000
KILLS ?= 50
BUILD := build/$(PRESET)
ISOTYPIC := $(BUILD)/cli/isotypic

.PHONY: run test build python wheel deb site dependencies dev-dependencies browser-dependencies bench check check-full fuzz coloured-draws killed-ranks faults coverage mutants format tidy asan tsan clean

run: TARGETS := --target isotypic
run: build
	$(ISOTYPIC) reproduce separation --output out

test: build
	ctest --preset $(PRESET) -j 2

# ctest would start a program of tests anew for each of its tests, whose names have a dot. So the
# programs are called directly, and ctest runs the rest.
check:
	@scripts/install-dependencies.sh core
	@mkdir -p build
	@cmake --preset core > build/core.configure.log 2>&1 || { cat build/core.configure.log; exit 1; }
	cmake --build --preset core
	printf '%s\n' build/core/tests/*_tests | xargs -P 2 -I PROGRAM PROGRAM --gtest_brief=1
	ctest --preset core -L unit -E '[.]' -j 2
	scripts/check-arrows.py
	@if command -v clang-format > /dev/null; then scripts/gears.py format; \
	else echo "clang-format is not installed: the format was not checked"; fi

build: dependencies
	@cmake --preset $(PRESET) > $(BUILD).configure.log 2>&1 || { cat $(BUILD).configure.log; exit 1; }
	@grep '^-- isotypic: ' $(BUILD).configure.log || true
	cmake --build --preset $(PRESET) $(TARGETS)

python:
	@scripts/install-dependencies.sh core python
	cmake --preset python
	cmake --build --preset python
	@echo "Now: export PYTHONPATH=$(CURDIR)/build/python/python"

wheel:
	@scripts/install-dependencies.sh core python
	/usr/bin/python3 -m venv --system-site-packages build/wheel-environment
	/usr/bin/python3 setup.py -q egg_info --egg-base build sdist --dist-dir build/dist
	build/wheel-environment/bin/pip wheel --no-build-isolation --no-deps --wheel-dir build/dist .

deb:
	@scripts/install-dependencies.sh core
	cmake --preset core -DISOTYPIC_HARDENED=ON
	cmake --build --preset core --target isotypic
	cpack --config build/core/CPackConfig.cmake

site:
	@scripts/install-dependencies.sh core python site
	cmake --preset core > /dev/null
	cmake --build --preset core --target isotypic
	cmake --preset python > /dev/null
	cmake --build --preset python
	docs/site/build.py --program build/core/cli/isotypic --python build/python/python

dependencies:
	@mkdir -p build
	@scripts/install-dependencies.sh core nn python smiles

dev-dependencies:
	@scripts/install-dependencies.sh core nn python smiles dev

browser-dependencies: dev-dependencies
	@scripts/install-dependencies.sh browser

bench: dev-dependencies
	cmake --preset bench
	cmake --build --preset bench
	bench/run.sh build/bench

asan tsan: dev-dependencies
	cmake --workflow --preset $@

tidy: dev-dependencies
	cmake --workflow --preset tidy

check-full: browser-dependencies
	@scripts/install-dependencies.sh site
	scripts/gears.py --record docs/results/check-full.md \
	  arrows format browser asan-all asan-nn tsan tidy headers fuzz site wheel

fuzz: dev-dependencies
	scripts/fuzz.sh $(FUZZ_SECONDS)

coloured-draws: dev-dependencies
	cmake --preset core
	cmake --build --preset core --target coloured_draws
	build/core/tests/coloured_draws $(DRAWS)

killed-ranks: TARGETS := --target isotypic-learn
killed-ranks: build
	tests/train/killed_ranks.py $(BUILD)/cli/isotypic-learn $(KILLS)

faults:
	@scripts/install-dependencies.sh core
	cmake --preset core
	cmake --build --preset core --target isotypic fault_injector
	tests/faults/sweep.py build/core/cli/isotypic build/core/tests/libfault_injector.so \
	  --record docs/results/faults.json

# Programs one by one, as in `check`.
coverage: dev-dependencies
	cmake --preset coverage
	cmake --build --preset coverage
	find build/coverage -name '*.gcda' -delete
	for program in build/coverage/tests/*_tests; do $$program --gtest_brief=1 || exit 1; done
	scripts/coverage.py build/coverage --html build/coverage-pages

mutants: dev-dependencies
	cmake --preset core
	cmake --build --preset core --target core_tests report_tests
	scripts/mutate.py build/core docs/results/mutation.json

format: dev-dependencies
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf build
