# The front door. `make run` and `make test` install what is missing (apt), build, and run.
#
#   make run      reproduce the separation experiment (no download); page in out/separation.html
#   make test     all tests
#   make python   the Python package for Debian's interpreter, in build/python/python
#   make deb      Debian packages of the command line and the library, in build/core/packages
#   make docs     the API reference (Doxygen), in build/docs/html
#   make bench    benchmarks; BREC is looked for in ISOTYPIC_DATA or ../shared/data
#   make check-full   the long checks: sanitizers, clang-tidy, headers that compile alone
#   make fuzz     fuzz every parser, FUZZ_SECONDS each
#   make format   clang-format
#   make tidy     clang-tidy on the core

PRESET ?= release
FUZZ_SECONDS ?= 60
BUILD := build/$(PRESET)
ISOTYPIC := $(BUILD)/cli/isotypic

.PHONY: run test build python deb docs dependencies dev-dependencies bench check-full headers fuzz format tidy asan tsan clean

run: TARGETS := --target isotypic
run: build
	$(ISOTYPIC) reproduce separation --output out

test: build
	ctest --preset $(PRESET) -j 2

build: dependencies
	@cmake --preset $(PRESET) > $(BUILD).configure.log 2>&1 || { cat $(BUILD).configure.log; exit 1; }
	cmake --build --preset $(PRESET) $(TARGETS)

python:
	@scripts/install-dependencies.sh core python
	cmake --preset python
	cmake --build --preset python
	@echo "Now: export PYTHONPATH=$(CURDIR)/build/python/python"

deb:
	@scripts/install-dependencies.sh core
	cmake --preset core
	cmake --build --preset core --target isotypic
	cpack --config build/core/CPackConfig.cmake

docs: dev-dependencies
	@mkdir -p build/docs
	doxygen docs/Doxyfile

dependencies:
	@mkdir -p build
	@scripts/install-dependencies.sh core nn python

dev-dependencies:
	@scripts/install-dependencies.sh core nn python dev

bench: dev-dependencies
	cmake --preset bench
	cmake --build --preset bench
	bench/run.sh build/bench

asan tsan: dev-dependencies
	cmake --workflow --preset $@

tidy: dev-dependencies
	cmake --workflow --preset tidy

check-full: asan tsan tidy headers

# Every header of every library compiles alone; `make test` checks those of the core.
headers: dependencies
	cmake --preset dev
	cmake --build --preset dev --target all_verify_interface_header_sets

fuzz: dev-dependencies
	scripts/fuzz.sh $(FUZZ_SECONDS)

format: dev-dependencies
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf build
