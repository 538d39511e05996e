// swift-tools-version: 6.2
import PackageDescription

// An app's package as a user has it. Without traits, Understudy is its library for tests alone.

let package = Package(
  name: "trip-planner",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "understudy", path: "../..", traits: [])],
  targets: [
    .target(name: "TripPlanner"),
    .testTarget(
      name: "TripPlannerTests",
      dependencies: ["TripPlanner", .product(name: "UnderstudyTesting", package: "understudy")]),
    .testTarget(
      name: "TripPlannerXCTests",
      dependencies: ["TripPlanner", .product(name: "UnderstudyTesting", package: "understudy")]),
    // Tests that have to fail: run.sh runs them and compares what they say.
    .testTarget(
      name: "MissingTests",
      dependencies: ["TripPlanner", .product(name: "UnderstudyTesting", package: "understudy")]),
  ]
)
