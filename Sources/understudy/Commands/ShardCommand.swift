import ArgumentParser
import Maintenance

/// `understudy shard`: records in shards.
struct ShardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard",
    abstract: "Prepare folders to record in several CI jobs.",
    discussion: """
      Examples:

        understudy shard init shard-1

      Next: understudy help shard init.
      """,
    subcommands: [ShardInitCommand.self])
}

/// `understudy shard init`: creates a folder that one shard records into.
struct ShardInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a folder that one shard records into.",
    discussion: """
      The folder gets what all shards must share: endpoint.yaml, the salt of redacted values, the texts of persisted \
      queries, and the recorded setups of tests (scopes). Other recordings are not copied. Run it once in each shard, \
      with the same recordings.

      Record into the folder with --recordings, then join all folders with understudy merge.

      Examples:

        understudy shard init shard-1
        understudy shard init shard-2 --from recordings
        understudy shard init shard-3 \\
          --upstream http://localhost:8080/graphql --endpoint shop

      Exit codes: 0 created; 2 not created, for example because the folder is not empty; 64 wrong usage.

      Next: understudy exec --mode record --recordings shard-1 -- <your tests>
      """)

  @Argument(help: "The folder to create. It must be empty or missing.", completion: .directory)
  var folder: String

  @Option(
    help: .init("The folder of recordings to start from.", valueName: "folder"), completion: .directory)
  var from = "recordings"

  @Option(help: .init("The URL of the real API, if it was not recorded yet.", valueName: "URL"))
  var upstream: String?

  @Option(
    help: .init("This endpoint only. (default: all; with --upstream: by its host)", valueName: "name"),
    completion: Completions.anyEndpoint)
  var endpoint: String?

  func run() throws {
    let setup = try orWorkFailure {
      try ShardSetup(folder, from: from, upstream: upstream, endpoint: endpoint)
    }
    for line in setup.lines { Terminal.out(line) }
  }
}
