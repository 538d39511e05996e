// swift-tools-version: 6.2
import PackageDescription

// An app's package as a user would have it, which takes Understudy from outside.

let package = Package(
  name: "trip-planner",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "understudy", path: "../..")],
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
