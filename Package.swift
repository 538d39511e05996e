// swift-tools-version: 6.2
import PackageDescription

// Each target with its tests, lowest layer first: a target may import only what it names here, or what those import; the
// build checks it (`--explicit-target-dependency-import-check error` in the Makefile). The README.md in each folder
// describes the target.

/// Whether warnings are errors. The Makefile says so for its tests; elsewhere a new deprecation in a dependency must not
/// break the build.
let isStrict = Context.environment["UNDERSTUDY_STRICT_BUILD"] != nil

/// Settings of every target: Swift 6, `any` spelled out, imports internal unless said otherwise.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// Settings of the program's modules. Bodies of functions are not handed to other modules, which would cost a third of
/// the time of a release build. The library for tests is without: SwiftPM refuses dependencies with unsafe flags.
let ofProgram: [SwiftSetting] = settings + [.unsafeFlags(["-disable-cmo"], .when(configuration: .release))]

/// The toolchain's own linker. The system's takes up to twice as long, which is a part of every debug build.
let linker: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux], configuration: .debug))]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], besides pages: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: ["README.md"] + pages, swiftSettings: ofProgram,
    linkerSettings: linker)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// A product of another package. Without the trait `Program` nobody needs it, so that a package that wants the library for
/// tests alone, and says `traits: []`, clones none of them.
func external(
  _ name: String, _ package: String, platforms: [PackageDescription.Platform]? = nil
) -> Target.Dependency {
  .product(
    name: name, package: package,
    condition: platforms.map { .when(platforms: $0, traits: ["Program"]) } ?? .when(traits: ["Program"]))
}

func nio(_ name: String, package: String = "swift-nio") -> Target.Dependency { external(name, package) }

let deque = external("DequeModule", "swift-collections")

let package = Package(
  name: "understudy",
  // iOS for the library for tests alone, which nobody has built for it yet; the program starts commands.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "understudy", targets: ["understudy"]),
    .library(name: "UnderstudyTesting", targets: ["UnderstudyTesting"]),
  ],
  traits: [
    .default(enabledTraits: ["Program"]),
    .trait(name: "Program", description: "The program understudy, with all that it depends on."),
    .trait(
      name: "Redis",
      description:
        "Sessions in Redis or Valkey (--sessions redis://…). Needs hiredis: libhiredis-dev, brew install hiredis."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    // MARK: JSON
    module("OrderedJSON"),
    tests("OrderedJSONTests", ["OrderedJSON"]),

    // MARK: Patterns
    module("RegularExpressions"),
    tests("RegularExpressionsTests", ["RegularExpressions"]),

    // MARK: GraphQL
    module("GraphQLLanguage"),
    tests("GraphQLLanguageTests", ["GraphQLLanguage"]),

    module("GraphQLSchema", ["OrderedJSON", "GraphQLLanguage"], besides: ["Validation/README.md"]),
    tests("GraphQLSchemaTests", ["GraphQLSchema", "OrderedJSON", "GraphQLLanguage"]),

    module("GraphQLExecution", ["GraphQLSchema", "OrderedJSON", "GraphQLLanguage"]),
    tests("GraphQLExecutionTests", ["GraphQLExecution", "GraphQLSchema", "OrderedJSON", "GraphQLLanguage"]),

    // MARK: Recordings and replay
    module("FakeClauses", ["OrderedJSON"]),

    module(
      "Recordings",
      [
        "OrderedJSON", "RegularExpressions", "GraphQLLanguage", deque,
        external("Crypto", "swift-crypto"),
      ]),
    tests(
      "RecordingsTests",
      ["RecordingsTestSupport", "EndpointConfiguration", "Recordings", "OrderedJSON", "GraphQLLanguage"],
      resources: [.copy("Fixtures")]),

    module("Redaction", ["Recordings", "OrderedJSON", "GraphQLLanguage", deque]),
    tests("RedactionTests", ["RecordingsTestSupport", "Redaction", "Recordings", "OrderedJSON", "GraphQLLanguage"]),

    module(
      "EndpointConfiguration",
      [
        "Redaction", "Recordings", "FakeClauses", "OrderedJSON", "GraphQLLanguage",
        external("Yams", "Yams"),
      ]),
    tests(
      "EndpointConfigurationTests",
      [
        "RecordingsTestSupport", "EndpointConfiguration", "Redaction", "Recordings", "FakeClauses", "OrderedJSON",
        "GraphQLLanguage",
      ]),

    module("Replay", ["Recordings", "OrderedJSON", "GraphQLLanguage"]),
    tests("ReplayTests", ["Replay", "EndpointConfiguration", "Recordings", "OrderedJSON", "GraphQLLanguage"]),

    // MARK: Fakes
    module("FakeValues", ["GraphQLSchema", "OrderedJSON"]),
    tests("FakeValuesTests", ["FakeValues", "GraphQLSchema", "OrderedJSON"]),

    module(
      "Fakes",
      [
        "FakeClauses", "FakeValues", "GraphQLExecution", "GraphQLSchema", "RegularExpressions", "OrderedJSON",
        "GraphQLLanguage", external("HashTreeCollections", "swift-collections"),
      ]),
    tests(
      "FakesTests",
      ["Fakes", "FakeClauses", "FakeValues", "GraphQLExecution", "GraphQLSchema", "OrderedJSON", "GraphQLLanguage"]),

    // MARK: The engine and its sockets
    module("Output"),
    tests("OutputTests", ["Output"]),
    module("Transports", ["Recordings", "GraphQLExecution", "GraphQLLanguage", "OrderedJSON"]),
    tests(
      "TransportsTests",
      ["TestSupport", "Transports", "Recordings", "GraphQLExecution", "GraphQLLanguage", "OrderedJSON"]),
    module(
      "Requests",
      [
        "Transports", "EndpointConfiguration", "Redaction", "Replay", "Recordings", "GraphQLExecution", "GraphQLSchema",
        "GraphQLLanguage", "OrderedJSON", deque,
      ]),
    module(
      "SchemaSources",
      [
        "EndpointConfiguration", "Transports", "Replay", "Fakes", "Recordings", "GraphQLExecution", "GraphQLSchema",
        "GraphQLLanguage", "OrderedJSON",
      ]),
    tests(
      "SchemaSourcesTests",
      [
        "TestSupport", "SchemaSources", "Transports", "EndpointConfiguration", "Replay", "Recordings", "GraphQLSchema",
        "GraphQLLanguage", "OrderedJSON",
      ]),
    module(
      "Engine",
      [
        "SchemaSources", "Requests", "Transports", "Output", "Replay", "Fakes", "FakeValues", "Recordings",
        "GraphQLExecution", "GraphQLSchema", "GraphQLLanguage", "OrderedJSON", "EndpointConfiguration", "Redaction",
      ]),
    tests(
      "EngineTests",
      [
        "SchemaSources", "Requests", "Transports", "Output", "TestSupport", "Engine", "Replay",
        "Recordings", "GraphQLExecution", "GraphQLSchema", "GraphQLLanguage", "OrderedJSON", "EndpointConfiguration",
      ]),

    // MARK: Sessions of several replicas
    module(
      "SharedSessions",
      [
        "Engine", "Requests", "Transports", "EndpointConfiguration", "Replay", "Recordings", "OrderedJSON", deque,
        external("Crypto", "swift-crypto"),
      ]),
    .systemLibrary(name: "CHiredis"),
    module(
      "RedisSessions",
      [
        "SharedSessions", "Requests", "Transports", "Recordings",
        .target(name: "CHiredis", condition: .when(traits: ["Redis"])),
        nio("NIOCore"), nio("NIOPosix"), nio("NIOTLS"), nio("NIOSSL", package: "swift-nio-ssl"),
      ]),
    tests(
      "SharedSessionsTests",
      [
        "TestSupport", "RecordingsTestSupport", "RedisSessions", "SharedSessions", "ControlAPI", "Engine", "Requests",
        "Transports", "Recordings", "EndpointConfiguration", "OrderedJSON",
      ]),

    // MARK: Everything offline
    module(
      "Maintenance",
      [
        "SchemaSources", "Requests", "Transports", "Engine", "Replay", "Recordings", "GraphQLExecution",
        "GraphQLSchema", "EndpointConfiguration", "Redaction", "GraphQLLanguage", "OrderedJSON",
      ]),
    tests(
      "MaintenanceTests",
      [
        "RecordingsTestSupport", "TestSupport", "Maintenance", "Engine", "Replay", "EndpointConfiguration", "Redaction",
        "Recordings", "GraphQLSchema", "GraphQLLanguage", "OrderedJSON", "SchemaSources", "Requests", "Transports",
      ]),

    module(
      "Interchange",
      [
        "SchemaSources", "Requests", "Transports", "Maintenance", "Engine", "Recordings", "GraphQLSchema",
        "EndpointConfiguration", "Redaction",
        "GraphQLLanguage", "OrderedJSON",
        external("Yams", "Yams"),
      ]),
    tests(
      "InterchangeTests",
      ["Requests", "Transports", "Interchange", "Engine", "Recordings", "GraphQLLanguage", "OrderedJSON"],
      resources: [.copy("Fixtures")]),

    module(
      "Proxy",
      [
        "OrderedJSON", "Recordings", "Transports", "Requests", nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"),
        nio("NIOWebSocket"),
        nio("NIOExtras", package: "swift-nio-extras"),
      ]),
    .systemLibrary(name: "CZlib"),
    module(
      "ProxyTLS",
      [
        "EndpointConfiguration", "OrderedJSON", "Recordings", "Transports", "Requests", "Proxy", nio("NIOCore"),
        nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"), "CZlib",
        nio("NIOSSL", package: "swift-nio-ssl"), nio("NIOHTTP2", package: "swift-nio-http2"), nio("NIOTLS"),
        external("X509", "swift-certificates"), external("SwiftASN1", "swift-asn1"),
        external("Crypto", "swift-crypto"),
        external("AsyncHTTPClient", "async-http-client"),
      ]),
    tests(
      "ProxyTests",
      [
        "Transports", "ProxyTLS", "Proxy", "Requests", "OrderedJSON", nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"),
        nio("NIOWebSocket"),
        nio("NIOEmbedded"), nio("NIOSSL", package: "swift-nio-ssl"),
        external("X509", "swift-certificates"),
        external("SwiftASN1", "swift-asn1"), external("Crypto", "swift-crypto"),
        external("AsyncHTTPClient", "async-http-client"),
      ]),

    // MARK: The pages under /__understudy/
    module(
      "ControlAPI",
      [
        "SchemaSources", "Requests", "Transports", "Engine", "Replay", "FakeValues", "Recordings", "GraphQLLanguage",
        "OrderedJSON", "EndpointConfiguration",
      ]),

    tests("ControlAPITests", ["ControlAPI", "Requests"]),

    // MARK: What a run came to
    module("Reports", ["Maintenance", "Engine", "Requests", "Replay", "Recordings", "GraphQLLanguage", "OrderedJSON"]),
    tests(
      "ReportsTests",
      [
        "Transports", "Reports", "Maintenance", "Engine", "Requests", "Replay", "Recordings", "GraphQLSchema",
        "GraphQLLanguage", "OrderedJSON",
      ]),

    // MARK: The page at / and its API
    .target(name: "DashboardResources", path: "Sources/Dashboard/Embedding"),
    .target(
      name: "Dashboard",
      dependencies: [
        "DashboardResources", "ControlAPI", "Reports", "Maintenance", "Engine", "SchemaSources", "Requests", "Output",
        "Transports", "Replay", "Fakes", "EndpointConfiguration", "Recordings", "GraphQLExecution", "GraphQLSchema",
        "GraphQLLanguage", "OrderedJSON", deque,
      ], exclude: ["README.md", "Resources", "Embedding"], swiftSettings: ofProgram),
    tests(
      "DashboardTests",
      [
        "TestSupport", "Dashboard", "Output", "Engine", "Requests", "Transports", "Recordings", "GraphQLLanguage",
        "OrderedJSON",
      ]),

    // MARK: The library for tests
    // On Foundation alone: it starts the program, or finds a running one.
    .target(name: "UnderstudyTesting", exclude: ["README.md"], swiftSettings: settings),
    tests("UnderstudyTestingTests", ["UnderstudyTesting", "OrderedJSON"]),

    // MARK: The program
    .executableTarget(
      name: "understudy",
      dependencies: [
        "Output", "SchemaSources", "RedisSessions", "SharedSessions", "Requests", "Transports", "ProxyTLS", "Proxy",
        "Interchange", "Reports", "Maintenance", "Dashboard", "Engine", "Replay", "Recordings", "GraphQLSchema",
        "GraphQLLanguage", "OrderedJSON", "EndpointConfiguration", "Redaction",
        nio("NIOCore"),
        external("ArgumentParser", "swift-argument-parser"),
        external("UnixSignals", "swift-service-lifecycle"),
        external("Subprocess", "swift-subprocess", platforms: [.macOS, .linux]),
        external("SystemPackage", "swift-system", platforms: [.linux]),
      ], exclude: ["README.md"],
      resources: [.embedInCode("Plugins/understudy_pytest.py")]
        + [
          "cypress.js", "github.yml", "gitlab.yml", "jest.cjs", "kotlin.kt", "node-test.mjs", "playwright.ts",
          "swift-testing.swift.txt", "understudy-start.sh", "understudy-stop.sh", "vitest.mjs", "xcuitest.swift.txt",
        ].map { .embedInCode("Templates/\($0)") },
      swiftSettings: settings),

    // MARK: What `make demo` shows
    .executableTarget(
      name: "understudy-demo", dependencies: ["Proxy", "ControlAPI", "Engine"], path: "Tests/Demo",
      swiftSettings: settings),

    // MARK: Helpers of tests
    .target(
      name: "RecordingsTestSupport", dependencies: ["Recordings", "OrderedJSON", "GraphQLLanguage"],
      path: "Tests/RecordingsTestSupport", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "Transports", "ControlAPI", "Engine", "Requests", "Replay", "Recordings", "GraphQLLanguage", "OrderedJSON",
      ],
      path: "Tests/TestSupport", swiftSettings: settings),

    // MARK: Comparison with other GraphQL engines
    .executableTarget(
      name: "graphql-oracle", dependencies: ["GraphQLExecution", "GraphQLSchema", "GraphQLLanguage", "OrderedJSON"],
      path: "Tests/Oracle/GraphQLOracle", swiftSettings: settings),

    // MARK: Fuzzing
    .executableTarget(
      name: "graphql-fuzz", dependencies: ["GraphQLExecution", "GraphQLSchema", "GraphQLLanguage", "OrderedJSON"],
      path: "Tests/Fuzz/GraphQLFuzz", swiftSettings: settings),

    // MARK: Benchmarks
    .executableTarget(
      name: "bare-server",
      dependencies: [nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("_NIOFileSystem")],
      path: "Tests/Benchmarks/BareServer", swiftSettings: settings),
    .executableTarget(
      name: "bare-tunnel", dependencies: [nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1")],
      path: "Tests/Benchmarks/BareTunnel", swiftSettings: settings),
    .executableTarget(
      name: "bare-sockets",
      dependencies: [nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"), nio("_NIOFileSystem")],
      path: "Tests/Benchmarks/BareSockets", swiftSettings: settings),
    .executableTarget(
      name: "graphql-bench", dependencies: ["Recordings", "GraphQLSchema", "GraphQLLanguage", "OrderedJSON"],
      path: "Tests/Benchmarks/GraphQLBench", swiftSettings: settings),
    .executableTarget(
      name: "fakes-bench",
      dependencies: ["Fakes", "GraphQLExecution", "GraphQLSchema", "GraphQLLanguage", "OrderedJSON"],
      path: "Tests/Benchmarks/FakesBench", swiftSettings: settings),
  ]
)
