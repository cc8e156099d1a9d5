# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# A thin face over the CMake presets. The two commands to know: make demo, make test.
.PHONY: all build demo test bench check install clean bootstrap
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

all: build

bootstrap:
	@scripts/bootstrap.sh

build: bootstrap
	@cmake --preset release -DARAUTO_BUILD_TESTS=OFF >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build build -j $(JOBS)

demo: build
	@examples/heat/demo.sh

# With PEERS=yes first also what the tests know of others and this machine lacks: MPIs, compilers, launchers.
test:
	@scripts/bootstrap.sh test $(if $(filter yes,$(PEERS)),peers)
	@JOBS=$(JOBS) scripts/test.sh

bench: build
	@build/bin/arauto bench pt2pt

check:
	@python3 tests/tidy.py
	@python3 tests/check_api_pages.py

install: build
	@cmake --install build --prefix $(PREFIX)

# What was fetched from the network stays.
clean:
	@rm -rf build-asan build-tsan build-dev
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name venv -exec rm -rf {} +
