import ArgumentParser
import EndpointConfiguration
import GraphQLSchema
import NIOCore
import ProxyTLS
import Recordings
import SchemaSources

/// `understudy schema fetch`: fetches a schema by introspection, and prints it as SDL.
struct SchemaFetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Fetch an endpoint's schema and print it as SDL.",
    discussion: """
      Introspection does not report directives on definitions. Features that an older server does not support are listed on \
      standard error.

      Examples:

        understudy schema fetch https://countries.trevorblades.com
        understudy schema fetch https://countries.trevorblades.com \\
          --output schemas/countries.graphqls
        understudy schema fetch https://api.example.com/graphql \\
          --header "Authorization: Bearer $TOKEN"

      Exit codes: 0 written; 2 the API cannot be reached, or refuses introspection; 64 wrong usage.

      Next: understudy fake generates answers from schemas/. All options: understudy schema fetch --help-all
      """)

  @ArgumentParser.Argument(help: "The URL of the API.")
  var url: String

  @Option(
    name: .customLong("header"), parsing: .singleValue,
    help: .init(
      "Send this header, e.g. 'Authorization: Bearer …'. Repeatable.", valueName: "field"))
  var headers: [String] = []

  @Option(
    help: .init("The file to write. (default: standard output)", valueName: "file"),
    completion: .file(extensions: ["graphqls", "graphql"]))
  var output: String?

  @Flag(inversion: .prefixedNo, help: "Fetch descriptions, too.")
  var descriptions = true

  @Option(
    help: .init("Seconds that the API may take to answer.", valueName: "seconds"))
  var timeout = 30.0

  @OptionGroup var tls: UpstreamTLSOptions

  func validate() throws {
    guard timeout > 0 else { throw ValidationError("--timeout must be above 0.") }
    _ = try HeaderOption.fields(headers)
  }

  func run() async throws {
    let upstream = HTTPUpstream(timeout: .milliseconds(Int64(timeout * 1000)), tls: try trusted())
    let outcome: Result<SchemaFetch.Outcome, any Error>
    do {
      let fetch = SchemaFetch(
        url: try UpstreamURL(url), headers: try HeaderOption.fields(headers), hasDescriptions: descriptions,
        timeout: .milliseconds(Int64(timeout * 1000)), upstream: upstream)
      outcome = .success(try await fetch.run())
    } catch {
      outcome = .failure(error)
    }
    await upstream.shutdown()
    do {
      try write(try outcome.get())
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
  }

  private func trusted() throws(WorkFailure) -> UpstreamTLS {
    do { return try tls.read() } catch { throw WorkFailure("\(error)") }
  }

  private func write(_ outcome: SchemaFetch.Outcome) throws {
    for words in outcome.refused { Terminal.err("The server does not report \(words).") }
    for warning in outcome.schema.warnings { Terminal.err("warning: \(warning)") }
    let text = outcome.schema.printed()
    guard let output else { return Terminal.out(text) }
    let isNew = try FileWriting.replace(output, by: Array("\(text)\n".utf8))
    Terminal.err("\(output): \(outcome.schema.types.count) types\(isNew ? "" : ", unchanged").")
  }
}
