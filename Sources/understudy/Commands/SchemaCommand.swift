import ArgumentParser

/// `understudy schema`: a schema fetched, printed, compared.
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Fetch a schema from its endpoint, print it, or compare two.",
    discussion: """
        understudy schema fetch https://countries.trevorblades.com --output schemas/countries.graphqls
        understudy schema print schemas/countries.graphqls
        understudy schema diff schemas/countries.graphqls new.json
      """,
    subcommands: [SchemaFetchCommand.self, SchemaPrintCommand.self, SchemaDiffCommand.self])
}
