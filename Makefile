# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# A thin face over the CMake presets. The two commands to know: make demo, make test.
.PHONY: all build demo test quick t bench bindings check install clean bootstrap
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

all: build

bootstrap:
	@scripts/bootstrap.sh

# Without tests in a new folder; a folder that has them keeps them, and they are not built here.
build: bootstrap
	@[ -e build/CMakeCache.txt ] || tests=-DARAUTO_BUILD_TESTS=OFF; \
	    scripts/configure.sh release $$tests >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build build -j $(JOBS) --target product

demo: build
	@examples/heat/demo.sh

# With PEERS=yes first also what the tests know of others and this machine lacks: MPIs, compilers, launchers.
test:
	@scripts/bootstrap.sh test $(if $(filter yes,$(PEERS)),peers)
	@JOBS=$(JOBS) scripts/test.sh

# For the time between two changes: units, the transports' contract, and some programs of each kind, built as far as they need it.
quick:
	@scripts/bootstrap.sh test
	@JOBS=$(JOBS) scripts/test.sh quick

# The tests whose names match T, and what they need: `make t T=control.locks`.
t:
	@scripts/bootstrap.sh test
	@JOBS=$(JOBS) scripts/test.sh only '$(T)'

bench: build
	@build/bin/arauto bench pt2pt

# What follows from frontends/mpi/bindings/calls.txt, into frontends/mpi/generated and the headers.
bindings:
	@python3 frontends/mpi/bindings/generate.py

check:
	@scripts/bootstrap.sh check
	@python3 tests/tidy.py
	@python3 tests/circles.py
	@python3 tests/standard_includes.py
	@python3 tests/check_api_pages.py
	@python3 tests/format.py || [ $$? -eq 77 ]

install: build
	@cmake --install build --prefix $(PREFIX)

# What was fetched from the network stays.
clean:
	@rm -rf build-asan build-tsan build-clang build-arm64 build-dev
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name venv ! -name checkers ! -name mpis -exec rm -rf {} +
