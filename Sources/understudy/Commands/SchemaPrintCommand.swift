import ArgumentParser
import Engine
import GraphQLSchema
import SchemaSources

/// `understudy schema print`: a schema as SDL.
struct SchemaPrintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Print a schema as SDL.",
    discussion: """
      Takes SDL or the JSON of introspection, and writes what a person would write: extensions put together, one \
      definition below the other in the order in which they came. Printing what was printed changes nothing. What is \
      odd in the schema goes to standard error; where it is wrong, all that is wrong, with file, line and column.

      Examples:

        understudy schema print countries              # schemas/countries.graphqls
        understudy schema print introspection.json
        cat new.graphqls | understudy schema print -

      Exit codes: 0 it was printed; 2 it is wrong, or cannot be read; 64 wrong usage.

      Next: understudy help schema diff compares two.
      """)

  @ArgumentParser.Argument(
    help: "A file, an endpoint that has a schema, or - for standard input. (default: the only schema that there is)",
    completion: Completions.schemas)
  var schema: String?

  @OptionGroup var schemas: SchemasOptions

  func run() async throws {
    do {
      let text = try SchemaInput.text(of: schema, schemas: schemas.schemas)
      let schema = try text.schema()
      for warning in schema.warnings { Terminal.err("warning: \(warning.report(in: text.name))") }
      Terminal.out(schema.printed())
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
  }
}
