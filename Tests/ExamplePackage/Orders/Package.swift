// swift-tools-version: 6.2
import PackageDescription

// A user's package with one parameterized test, and the same with XCTest. run.sh copies it out of the repository.

let package = Package(
  name: "orders",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "understudy", path: Context.environment["UNDERSTUDY_PACKAGE"] ?? "../../..", traits: [])
  ],
  targets: [
    .testTarget(
      name: "OrdersTests", dependencies: [.product(name: "UnderstudyTesting", package: "understudy")]),
    .testTarget(
      name: "OrdersXCTests", dependencies: [.product(name: "UnderstudyTesting", package: "understudy")]),
  ]
)
