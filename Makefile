# SPDX-License-Identifier: Apache-2.0
# Every target does its own set-up: on a bare Debian 12 with git, make and a compiler, as root or with sudo.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
TEST_JOBS ?= 2
RESULTS ?= results
DEMO ?= examples/slider_crank/model.toml

BUILD := cmake --build
RELEASE := build/release
SANITIZED := build/sanitized
THREADS := build/threads
CHECKS := check-files check-format check-include-order check-citations check-spelling check-docs \
          site check-viewer check-browser check-python check-embedding check-tidy check-sanitizers check-fuzz validate-quick

TIME ?= 600
PYTHON ?= /usr/bin/python3
WITH_PYTHON := -DFREEPLAY_PYTHON=ON -DPython_EXECUTABLE=$(PYTHON)

.PHONY: help demo build python test validate examples-index results-table scenes mechanisms fuzz bench bench-python coverage package check-package check check-deep check-python-memory check-threads format clean print-checks $(CHECKS)

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' Makefile

demo: ## build, run the main example, say which file to open
	@tools/setup --update build viewer
	@$(MAKE) --no-print-directory build
	@mkdir -p $(RESULTS)
	./freeplay run $(DEMO) --ideal -o $(RESULTS)/slider_crank.h5
	@echo
	@echo "Open this file in a browser: $(RESULTS)/slider_crank.html"
	@echo "  figures:         ./freeplay plot $(RESULTS)/slider_crank.h5 -o $(RESULTS)/figures/"
	@echo "  change numbers:  ./freeplay view $(DEMO)"
	@echo "  look inside:     ./freeplay info $(RESULTS)/slider_crank.h5"
	@echo "  as a table:      ./freeplay export $(RESULTS)/slider_crank.h5 -o $(RESULTS)"

build: ## the program, at the root as ./freeplay
	@tools/setup build viewer
	cmake --preset release
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay
	@ln -sfn $(RELEASE)/freeplay freeplay

python: build ## the Python package, for the system's Python
	@tools/setup python
	cmake --preset release $(WITH_PYTHON)
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_python
	cmake -E copy_directory $(RELEASE)/python/package/freeplay \
	  "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/freeplay"
	@cd / && $(PYTHON) -c 'import freeplay; print("import freeplay:", freeplay.__version__, "in", freeplay.__path__[0])'

test: build ## the whole suite
	@tools/setup python
	cmake --preset release $(WITH_PYTHON)
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_tests freeplay_python
	ctest --test-dir $(RELEASE) --output-on-failure -j $(TEST_JOBS)

validate: build ## the long cases; writes the tables and plots of validation/
	cmake --preset release -DFREEPLAY_VALIDATION=ON
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_validate
	$(RELEASE)/freeplay_validate

validate-quick: build ## the short cases; bounds hold and numbers are those of the pages of validation/
	cmake --preset release -DFREEPLAY_VALIDATION=ON
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_validate
	$(RELEASE)/freeplay_validate --quick $(RELEASE)/validation

examples-index: build ## draws pictures that examples lack, and writes examples/README.md
	@tools/examples_index --pictures ./freeplay

results-table: build ## writes tests/results/: after a change of results that is meant
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_tests
	FREEPLAY_WRITE_RESULTS=1 $(RELEASE)/freeplay_tests --file=tests/results_table_test.cpp
	@tools/setup checks
	cmake --preset sanitized
	$(BUILD) $(SANITIZED) -j $(JOBS) --target freeplay_tests
	FREEPLAY_WRITE_RESULTS=1 $(SANITIZED)/freeplay_tests --file=tests/results_table_test.cpp

SCENES ?= 0:1000
scenes: build ## runs random scenes, SCENES=FIRST:COUNT: how each ended, its cost, energy it gained; bad ones and hard contact problems are kept
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_tests
	FREEPLAY_SCENES=$(SCENES) FREEPLAY_SCENES_FOLDER=$(RELEASE)/scenes \
	  FREEPLAY_SCENES_PROBLEMS=$(abspath $(RELEASE))/scenes/problems $(RELEASE)/freeplay_tests --file=tests/random_scenes_test.cpp

MECHANISMS ?= 0:600
mechanisms: build ## runs random mechanisms, MECHANISMS=FIRST:COUNT, each also at a tenth of the step and beside a twin: ends, energies, warned and wrong; bad ones are kept and shrunk
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_tests
	FREEPLAY_MECHANISMS=$(MECHANISMS) FREEPLAY_MECHANISMS_FOLDER=$(RELEASE)/mechanisms FREEPLAY_SHRINK=1 \
	  $(RELEASE)/freeplay_tests --file=tests/random_mechanisms_test.cpp

fuzz: ## every fuzz target for TIME seconds (600); TARGET=model for one
	@tools/setup build viewer checks
	cmake --preset sanitized
	$(BUILD) $(SANITIZED) -j $(JOBS) --target fuzz_targets
	tools/fuzz $(SANITIZED) $(TIME) $(TARGET)

check-fuzz: ## every fuzz target for 20 s from its corpus, and every input that ever failed
	@FUZZ_SEED=1 $(MAKE) --no-print-directory fuzz TIME=20

bench: ## speed against the hand-written kernel, Siconos, Simbody, MuJoCo and Bullet
	@tools/setup build viewer browser bench
	cmake --preset bench
	$(BUILD) build/bench -j $(JOBS) --target freeplay_siconos_test freeplay_bench freeplay_contacts_bench \
	  freeplay_compliant_bench freeplay_spatial_bench freeplay_friction_bench \
	  freeplay_play_bench freeplay_numbers_bench freeplay_formula_bench freeplay_scenes_bench freeplay_problems_bench
	build/bench/freeplay_siconos_test --gtest_brief=1
	build/bench/freeplay_bench
	build/bench/freeplay_contacts_bench
	build/bench/freeplay_compliant_bench
	build/bench/freeplay_spatial_bench
	build/bench/freeplay_friction_bench
	build/bench/freeplay_play_bench
	build/bench/freeplay_numbers_bench
	build/bench/freeplay_formula_bench
	build/bench/freeplay_scenes_bench quick 20
	cd viewer && node bench/large_page.mjs

bench-python: build ## what Freeplay costs from Python: runs, steps, laws, threads
	@tools/setup python
	cmake --preset release $(WITH_PYTHON)
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_python
	PYTHONPATH=$(RELEASE)/python/package $(PYTHON) bench/python/measure.py

package: build ## Debian packages of the program, the library and the Python package, in build/packages/
	@tools/setup package python
	cmake --preset release $(WITH_PYTHON)
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_python
	cd $(RELEASE) && cpack -G DEB -B "$(CURDIR)/build/packages"
	@ls build/packages/*.deb

check-package: package ## the packages in a bare Debian made by debootstrap; needs root and the network
	@tools/setup root
	@tools/check_package

coverage: ## line coverage of src/ by the suite
	@tools/setup build viewer coverage
	cmake --preset coverage
	$(BUILD) build/coverage -j $(JOBS) --target coverage

check: $(CHECKS) ## every check of CI but the suite itself

check-files: ## licence lines, no paths of one machine, no function over 80 lines
	@tools/check_files
	@tools/check_sizes

check-format: ## clang-format
	@tools/setup checks
	@tools/check_format

check-include-order: ## a folder includes only what stands above it; no name is that of two types
	@tools/check_include_order
	@tools/check_types

check-citations: ## every key resolves in docs/references.bib
	@tools/check_citations

check-spelling: ## codespell
	@tools/setup checks
	@tools/check_spelling

check-docs: ## links of the pages resolve; the index of the examples is theirs; numbers in the text of validation/ stand in a bound, in a model, or have a source
	@tools/check_docs
	@tools/examples_index --check
	@tools/check_numbers

site: ## the documentation as a site, build/site/index.html; every link of it is followed
	@tools/setup site
	@tools/make_site

check-viewer: ## types and unit tests of the viewer
	@tools/setup viewer
	@tools/check_viewer

check-browser: build ## reports in a real browser
	@tools/setup browser
	@cd viewer && node tests/run_browser.mjs ../freeplay

check-python: build ## types of the Python package
	@tools/setup python python-checks
	cmake --preset release $(WITH_PYTHON)
	$(BUILD) $(RELEASE) -j $(JOBS) --target freeplay_python
	cd $(RELEASE)/python/package && $(PYTHON) -m mypy --strict -p freeplay && \
	  PYTHONPATH=. $(PYTHON) -m mypy.stubtest freeplay._freeplay --allowlist $(CURDIR)/python/stubtest_allowlist.txt

check-embedding: build ## the programs of examples/embedding against the installed library
	rm -rf build/installed
	cmake --install $(RELEASE) --prefix build/installed >/dev/null
	cmake -S examples/embedding -B build/embedding -G Ninja -DCMAKE_PREFIX_PATH="$(CURDIR)/build/installed"
	$(BUILD) build/embedding -j $(JOBS)
	ctest --test-dir build/embedding --output-on-failure

check-tidy: ## clang-tidy over src/ and apps/: what changed and a part of the rest; ALL=1 for all
	@tools/setup build viewer checks
	@cmake --preset clang -DFREEPLAY_PCH=OFF -DFREEPLAY_TOGETHER=OFF >/dev/null
	@tools/check_tidy build/clang $(if $(ALL),--all)

check-sanitizers: ## program and suite with clang, warnings as errors; the suite under ASan and UBSan but for its longest files
	@tools/setup build viewer checks
	cmake --preset sanitized $(if $(ALL),-DFREEPLAY_VALIDATION=ON)
	$(BUILD) $(SANITIZED) -j $(JOBS)
	$(if $(ALL),FREEPLAY_FAILING_ALLOCATIONS=200) ctest --test-dir $(SANITIZED) --output-on-failure -j $(TEST_JOBS) $(if $(ALL),,-LE long)

check-threads: ## what runs in several threads, under ThreadSanitizer: runs at once, studies, result files, the page of `view`
	@tools/setup build viewer checks
	cmake --preset threads
	$(BUILD) $(THREADS) -j $(JOBS) --target freeplay freeplay_tests
	ctest --test-dir $(THREADS) --output-on-failure -j $(TEST_JOBS)

check-python-memory: build ## the Python tests with the module under ASan and UBSan, and what it leaks
	@tools/setup checks python
	cmake --preset sanitized $(WITH_PYTHON)
	$(BUILD) $(SANITIZED) -j $(JOBS) --target freeplay_python
	PYTHON=$(PYTHON) tools/check_python_memory $(SANITIZED)

check-deep: ## what takes too long for CI: the whole suite and the Python tests under the sanitizers, threads, clang-tidy on every file
	@$(MAKE) --no-print-directory check-sanitizers check-python-memory check-threads check-tidy ALL=1

format: ## let clang-format write every C++ file
	@tools/setup checks
	@tools/check_format --fix

clean: ## remove what was built
	rm -rf build freeplay

print-checks:
	@echo $(CHECKS)
