# The front door. `make run` and `make test` install what is missing (apt), build, and run.
#
#   make run      the main job on embedded data: the separation suite; page in out/separation.html
#   make test     all tests
#   make bench    benchmarks; BREC is looked for in ISOTYPIC_DATA or ../shared/data
#   make check-full   the long checks: sanitizers, clang-tidy, relabelling draws
#   make fuzz     fuzz every parser, FUZZ_SECONDS each
#   make format   clang-format
#   make tidy     clang-tidy on the core

PRESET ?= release
FUZZ_SECONDS ?= 60
BUILD := build/$(PRESET)
ISOTYPIC := $(BUILD)/cli/isotypic

.PHONY: run test build dependencies dev-dependencies bench check-full fuzz format tidy asan tsan clean

run: build
	$(ISOTYPIC) reproduce separation --output out

test: build
	ctest --preset $(PRESET) -j 2

build: dependencies
	@cmake --preset $(PRESET) > $(BUILD).configure.log 2>&1 || { cat $(BUILD).configure.log; exit 1; }
	cmake --build --preset $(PRESET)

dependencies:
	@mkdir -p build
	@scripts/install-dependencies.sh core nn

dev-dependencies:
	@scripts/install-dependencies.sh core nn dev

bench: dev-dependencies
	cmake --preset bench
	cmake --build --preset bench
	bench/run.sh build/bench

asan tsan: dev-dependencies
	cmake --workflow --preset $@

tidy: dev-dependencies
	cmake --workflow --preset tidy

check-full: asan tsan tidy

fuzz: dev-dependencies
	scripts/fuzz.sh $(FUZZ_SECONDS)

format: dev-dependencies
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf build
