# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# A thin face over the CMake presets. The two commands to know: make demo, make test.
.PHONY: all build demo test test-release test-sanitizers bench check install clean bootstrap
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

test: bootstrap
	@scripts/test.sh

bench: build
	@build/bin/arauto bench pt2pt

check:
	@python3 tests/tidy.py

install: build
	@cmake --install build --prefix $(PREFIX)

clean:
	@rm -rf build build-asan build-tsan build-dev
