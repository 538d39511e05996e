import ArgumentParser
import GraphQLSchema
import SchemaSources

/// `understudy schema diff`: reports how two versions of a schema differ.
struct SchemaDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Report how two versions of a schema differ.",
    discussion: """
      Lists breaking changes (a valid operation becomes invalid), dangerous changes (client behavior may change) and safe \
      changes, with the change types of graphql-js. Order and comments are ignored. Custom directives are compared only if \
      both schemas are SDL, because introspection does not report them.

      Examples:

        understudy schema diff schemas/countries.graphqls new.graphqls
        understudy schema diff countries introspection.json --json
        understudy schema fetch https://countries.trevorblades.com |
          understudy schema diff countries -

      Exit codes: 0 no breaking changes; 1 breaking changes; 2 a schema cannot be read; 64 wrong usage.

      Next: save the newer schema in schemas/, and run understudy check.
      """)

  @ArgumentParser.Argument(
    help: "The older version: a file, an endpoint that has a schema, or - for standard input.",
    completion: Completions.schemas)
  var old: String

  @ArgumentParser.Argument(
    help: "The newer version: a file, an endpoint that has a schema, or - for standard input.",
    completion: Completions.schemas)
  var new: String

  @OptionGroup var schemas: SchemasOptions

  @Flag(help: "Print one JSON object a line on standard output; the last is the summary.")
  var json = false

  func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError("Only one of the two can come from standard input. Name a file for the other.")
    }
  }

  func run() async throws {
    let changes: [SchemaChange]
    do {
      let before = try SchemaInput.text(of: old, schemas: schemas.schemas)
      let after = try SchemaInput.text(of: new, schemas: schemas.schemas)
      var gaps: Set<IntrospectionGap> = []
      for text in [before, after] {
        let untold = text.gaps
        if let note = text.note(of: untold) { Terminal.err("note: \(note) That is not compared.") }
        gaps.formUnion(untold)
      }
      changes = schemaChanges(
        from: try before.schema().forgetting(gaps), to: try after.schema().forgetting(gaps),
        appliedDirectives: !before.isIntrospection && !after.isIntrospection)
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
    if json {
      for line in SchemaChangeText.json(changes) { Terminal.out(line) }
    } else {
      for line in SchemaChangeText.lines(changes) { Terminal.out(line) }
    }
    if changes.contains(where: { $0.severity == .breaking }) { throw ExitCode(1) }
  }
}
