# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# A thin face over the CMake presets. The two commands to know: make demo, make test.
.PHONY: all build demo test test-all quick t bench bindings reference performance docs check install uninstall \
    wheel packages clean bootstrap
# A build by Make below this one would name each folder that it enters.
MAKEFLAGS += --no-print-directory
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

all: build

bootstrap:
	@scripts/bootstrap.sh

# Without tests in a new folder; a folder that has them keeps them, and they are not built here.
build: bootstrap
	@[ -e build/CMakeCache.txt ] || { tests=-DARAUTO_BUILD_TESTS=OFF; [ ! -t 1 ] || echo "build: configuring"; }; \
	    scripts/configure.sh release $$tests >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmp -s build/summary build/summary.shown || { cat build/summary && cp build/summary build/summary.shown; }
	@scripts/build.sh build build -j $(JOBS) --target product

demo: build
	@examples/heat/demo.sh

# Every behaviour once. With PEERS=yes also with the MPIs, compilers and launchers of others, which it installs.
test:
	@scripts/bootstrap.sh test $(if $(filter yes,$(PEERS)),peers)
	@JOBS=$(JOBS) python3 scripts/run_tests.py gate

# Everything; STAGE=name for one stage of the table with which it ends.
test-all:
	@scripts/bootstrap.sh test peers
	@JOBS=$(JOBS) python3 scripts/run_tests.py all $(STAGE)

# For the time between two changes: units, the transports' contract, and some programs of each kind, built as far as
# they need it.
quick:
	@scripts/bootstrap.sh test
	@JOBS=$(JOBS) python3 scripts/run_tests.py quick

# The tests whose names match T, and what they need: `make t T=control.locks`.
t:
	@scripts/bootstrap.sh test
	@JOBS=$(JOBS) python3 scripts/run_tests.py only '$(T)'

bench: build
	@build/bin/arauto bench pt2pt

# Writes frontends/mpi/generated, and parts of headers, from frontends/mpi/bindings/calls.txt; and the prototypes of the
# shims of translated Fortran from translator/coarray_translator/shim_table.py.
bindings:
	@python3 frontends/mpi/bindings/generate.py
	@cd translator && python3 -m coarray_translator.shim_interfaces

# Writes docs/api from the comments in include/arauto.
reference:
	@python3 docs/reference.py

# Writes docs/performance and its pictures from docs/performance/records.
performance:
	@python3 bench/pages.py

# The site in build/site/html, with search.
docs:
	@scripts/bootstrap.sh docs
	@python3 docs/make_site.py --check
	@python3 docs/make_site.py --stage build/site
	@build/venv-docs/bin/sphinx-build -q -W --keep-going -b html build/site/pages build/site/html
	@echo "site: open build/site/html/index.html"

check:
	@scripts/bootstrap.sh check
	@python3 tests/tidy.py
	@python3 tests/commits.py || [ $$? -eq 77 ]
	@python3 tests/circles.py
	@python3 tests/standard_includes.py
	@python3 docs/reference.py --check
	@python3 docs/make_site.py --check
	@python3 docs/drawings.py --check
	@python3 docs/sentences.py --check
	@python3 bench/pages.py --check
	@python3 frontends/mpi/bindings/generate.py --check
	@cd translator && python3 -m coarray_translator.shim_interfaces --check
	@python3 tests/format.py || [ $$? -eq 77 ]
	@python3 tests/globals.py build || [ $$? -eq 77 ]
	@python3 tests/clang_tidy.py build || [ $$? -eq 77 ]

install: build
	@cmake --install build --prefix $(PREFIX)

# For pip; it needs Python.
wheel: build
	@python3 scripts/wheel.py build build/wheels

# A .deb and an .rpm, by what of dpkg-deb and rpmbuild is here.
packages:
	@scripts/bootstrap.sh packages
	@scripts/packages.sh

# What the last `make install` has installed; with the same DESTDIR.
uninstall:
	@cmake -DBUILD=build -P cmake/uninstall.cmake

# Leaves files that were fetched from the network.
clean:
	@rm -rf build-asan build-tsan build-clang build-arm64 build-dev build-packages
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name venv ! -name venv-docs ! -name checkers \
	    ! -name builders ! -name mpis ! -name compilers -exec rm -rf {} +
