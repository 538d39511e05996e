# make demo      build a part of the program, replay the shipped recordings, show an answer, a miss and a fake; ends by itself
# make test      lint, build, unit tests, end-to-end tests with real clients
# make test-all  the same with the release file, and the long ones (marked `long`, the example package, the whole oracle,
#                a minute of fuzzing, ten minutes of requests of changing shape: SOAK=600)
# make oracle    compare the GraphQL engine with graphql-core, and with node-graphql where it is there; prints a table
# make conformance  run graphql-js's recorded cases, where they are there
# make bench     measure against a bare SwiftNIO server, mitmproxy and find, and the GraphQL engine and fakes against
#                node-graphql and graphql-core; prints a table for each script
# make fuzz      mutated documents, schemas and JSON against the properties of the GraphQL targets (SECONDS=60, SEED=1)
# make format    format the Swift code
# make docs      the guides and the Swift library's reference as web pages, .build/docs; a link that leads nowhere is an error
# make recordings  record recordings/ again, from the test servers
# make install   build the program and install it with manual pages, completions and the pytest plugin (PREFIX=/usr/local;
#                BINARY=FILE installs a program that is built already)
# make uninstall  remove what make install put there, and nothing else (PREFIX=/usr/local)
# make release   build one stripped file without a need of Swift, .build/release-static/understudy, try it where there is
#                nothing else, and package it for this platform: .build/release-files (see Tests/release/README.md).
#                With sessions in Redis or Valkey, which needs hiredis: TRAITS=Program,Redis
# make clean     remove what was built

SWIFT ?= swift
# (The index stays on: on Linux the tests are found by it.)
BUILD_FLAGS = --explicit-target-dependency-import-check error
SOURCES = Package.swift Sources Tests
PYTHON = .test-env/bin/python
# The program with sessions in Redis or Valkey, which needs hiredis.
BUILD_WITH_REDIS = $(SWIFT) build $(BUILD_FLAGS) --traits Program,Redis --scratch-path .build-redis --product understudy
# Two files of tests at a time; each starts servers of its own.
PYTEST = $(PYTHON) -m pytest -c Tests/pytest.ini -n 2 --dist loadfile Tests/Layout Tests/Upstreams Tests/EndToEnd Tests/Oracle

.PHONY: demo test test-all docs oracle conformance bench fuzz short-fuzz format lint build unit end-to-end recordings install uninstall release clean

# Warnings are errors wherever tests are built, and nowhere else: not in `make demo`, not in a plain `swift build`.
build unit end-to-end short-fuzz recordings test test-all: export UNDERSTUDY_STRICT_BUILD = 1

demo:
	@echo "Building what the demo shows: the engine and server of understudy replay and fake, without TLS and recording."
	@echo "The first time takes about 3 minutes on two cores, most of it for SwiftNIO and BoringSSL. After that, seconds."
	@$(SWIFT) build $(BUILD_FLAGS) --product understudy-demo
	@Tests/demo.sh

test: lint build unit short-fuzz end-to-end

# The end-to-end tests run once, with the release file. `make test` runs them with the debug build.
test-all: lint build unit short-fuzz
	UNDERSTUDY_MODEL_RUNS=12000 $(UNIT) --filter '^ReplayTests\.'
	UNDERSTUDY_MODEL_RUNS=1000 $(UNIT) --filter '^(EngineTests\.SessionLawTests|SharedSessionsTests\.SharedSessionLawTests)'
	Tests/typecheck-darwin.sh
	$(MAKE) docs
	$(MAKE) release
	$(SWIFT) build $(BUILD_FLAGS) -c release --product graphql-oracle
	Tests/setup-test-env.sh --browser
	$(BUILD_WITH_REDIS)
	UNDERSTUDY_REDIS_BIN=.build-redis/debug/understudy \
	  UNDERSTUDY_BIN=.build/release-static/understudy UNDERSTUDY_TEST_THREADS=1 UNDERSTUDY_SOAK_SECONDS=$(SOAK) \
	  $(PYTEST) -m "long or not long"
	SWIFT=$(SWIFT) Tests/ExamplePackage/run.sh
	$(MAKE) oracle
	$(MAKE) fuzz

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	Tests/Layout/folder_circles.py
	Tests/Layout/plain_words.py

build:
	$(SWIFT) build $(BUILD_FLAGS) --build-tests

# Without what the outside says of the library's mode: its tests record, which CI forbids, and say themselves what is set.
# Eight at a time: were all begun at once, one that waits for a server would wait for its turn as well, a minute long.
UNIT = env -u CI -u UNDERSTUDY_MODE -u UNDERSTUDY_WARNINGS SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 \
  $(SWIFT) test --skip-build
# The tests of the server's time limits run apart: beside tests that compute they would come too late.
TIMED = ProxyTests

unit: build
	$(UNIT) --skip $(TIMED)
	$(UNIT) --filter $(TIMED)

# With two event loops here, with one in `test-all`.
end-to-end: build
	Tests/setup-test-env.sh
	UNDERSTUDY_TEST_THREADS=2 $(PYTEST)

oracle: conformance
	Tests/setup-test-env.sh --oracle
	UNDERSTUDY_ORACLE=.build/release/graphql-oracle $(PYTHON) Tests/Oracle/compare.py

conformance:
	Tests/setup-test-env.sh
	$(SWIFT) build $(BUILD_FLAGS) -c release --product graphql-oracle
	UNDERSTUDY_ORACLE=.build/release/graphql-oracle $(PYTHON) Tests/Oracle/conformance.py

bench:
	Tests/setup-test-env.sh --bench
	$(SWIFT) build $(BUILD_FLAGS) -c release --product understudy
	$(SWIFT) build $(BUILD_FLAGS) -c release --product bare-server
	$(SWIFT) build $(BUILD_FLAGS) -c release --product bare-tunnel
	$(SWIFT) build $(BUILD_FLAGS) -c release --product bare-sockets
	$(SWIFT) build $(BUILD_FLAGS) -c release --product graphql-bench
	$(SWIFT) build $(BUILD_FLAGS) -c release --product fakes-bench
	$(PYTHON) Tests/Benchmarks/recording.py
	$(PYTHON) Tests/Benchmarks/bench.py
	$(PYTHON) Tests/Benchmarks/sessions.py
	$(PYTHON) Tests/Benchmarks/sockets.py
	$(PYTHON) Tests/Benchmarks/parts.py
	$(PYTHON) Tests/Benchmarks/derived.py
	$(PYTHON) Tests/Benchmarks/language.py
	$(PYTHON) Tests/Benchmarks/fakes.py
	$(BUILD_WITH_REDIS) -c release
	UNDERSTUDY_BIN=.build-redis/release/understudy $(PYTHON) Tests/Benchmarks/replicas.py

SOAK ?= 600
SECONDS ?= 60
SEED ?= 1
# What is mutated, as arguments of the command after it.
FUZZ = find schemas recordings \( -name '*.graphql' -o -name '*.graphqls' -o -name '*.json' \) -print0 | sort -z | xargs -0

fuzz:
	$(SWIFT) build $(BUILD_FLAGS) -c release --product graphql-fuzz
	$(FUZZ) .build/release/graphql-fuzz --seconds $(SECONDS) --seed $(SEED) --note .build/fuzz-run

short-fuzz: build
	$(FUZZ) .build/debug/graphql-fuzz --runs 1500

format:
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

recordings: build
	Tests/setup-test-env.sh
	PYTHONPATH=Tests/Upstreams $(PYTHON) Tests/EndToEnd/record_shipped.py

docs:
	SWIFT="$(SWIFT)" Tests/Layout/docs.py

PREFIX ?= /usr/local
BINARY ?= .build/release-static/understudy

install:
ifeq ($(origin BINARY), file)
	SWIFT="$(SWIFT)" Tests/release/build.sh
endif
	Tests/release/install.py "$(PREFIX)" --program "$(BINARY)"

uninstall:
	Tests/release/install.py "$(PREFIX)" --remove

release:
	SWIFT="$(SWIFT)" Tests/release/build.sh
	Tests/release/smoke.sh
	Tests/release/package.py .build/release-static/understudy .build/release-files

clean:
	rm -rf .build .test-env
