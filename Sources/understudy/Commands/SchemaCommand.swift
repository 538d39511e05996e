import ArgumentParser

/// `understudy schema`: fetches, prints or compares schemas.
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Fetch, print or compare schemas.",
    discussion: """
      Examples:

        understudy schema fetch https://countries.trevorblades.com
        understudy schema print schemas/countries.graphqls
        understudy schema diff countries new.graphqls

      Next: understudy help schema fetch, and so on.
      """,
    subcommands: [SchemaFetchCommand.self, SchemaPrintCommand.self, SchemaDiffCommand.self])
}
