import ArgumentParser

/// `understudy fixture`: writes fixtures for generated data.
struct FixtureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fixture",
    abstract: "Write fixtures: queries with exact answers.",
    discussion: """
      Examples:

        understudy fixture add '{ countries { code name } }' --endpoint countries

      Next: understudy help fixture add.
      """,
    subcommands: [FixtureAddCommand.self])
}
