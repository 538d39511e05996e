import ArgumentParser
import Engine
import GraphQLSchema
import SchemaSources

/// `understudy schema print`: prints a schema as SDL.
struct SchemaPrintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Print a schema as SDL.",
    discussion: """
      Reads SDL or introspection JSON, and prints readable SDL: extensions are merged, and definitions keep their order. \
      Printing the output again gives the same text. Warnings go to standard error. All schema errors are reported at \
      once, with file, line and column.

      Examples:

        understudy schema print countries              # schemas/countries.graphqls
        understudy schema print introspection.json
        cat new.graphqls | understudy schema print -

      Exit codes: 0 printed; 2 the schema is invalid or cannot be read; 64 wrong usage.

      Next: understudy schema diff compares two schemas.
      """)

  @ArgumentParser.Argument(
    help: "A file, an endpoint that has a schema, or - for standard input. (default: the only schema)",
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
