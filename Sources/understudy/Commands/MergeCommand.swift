import ArgumentParser
import Maintenance

/// `understudy merge`: joins the recordings of several shards.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the recordings of several shards.",
    discussion: """
      Merges folders that were recorded separately, for example by the jobs of a CI matrix. A session of a shard replaces \
      the whole session in --into; sessions that no shard recorded stay. Requests without a session are merged one by \
      one. Setups (scopes) that several shards recorded become one.

      If two shards recorded a session or a request differently, that is a conflict: it is listed, and nothing is written. \
      The order of the folders does not matter. Interrupted, run it again.

      Examples:

        understudy merge shards/1 shards/2 --into recordings
        understudy merge shards/* --into recordings --endpoint countries

      Exit codes: 0 merged; 1 conflicts; 2 not merged, for example because the shards have different rules; 64 wrong usage.

      Next: understudy check, then run your tests with understudy exec.
      """)

  @Argument(help: "The shards' folders of recordings.", completion: .directory)
  var shards: [String]

  @Option(help: .init("The folder to merge into. It need not exist.", valueName: "folder"), completion: .directory)
  var into = "recordings"

  @Option(help: .init("Merge this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var schemas: SchemasOptions

  func run() throws {
    var merge = try orWorkFailure {
      try ShardMerge(shards, into: into, endpoint: endpoint, schemas: schemas.schemas)
    }
    let conflicts = merge.conflicts
    guard conflicts.isEmpty else {
      for line in conflicts.flatMap(\.lines) { Terminal.err(line) }
      let count = conflicts.count == 1 ? "1 conflict" : "\(conflicts.count) conflicts"
      Terminal.err("understudy: \(count). Nothing was written.")
      throw ExitCode(1)
    }
    for line in try orWorkFailure({ try merge.carryOut() }) { Terminal.out(line) }
    for note in merge.notes { Terminal.err("note: \(note)") }
  }
}
