import GraphQLLanguage
import Testing

/// A text that is no document, with the first error: its sentence after `Syntax Error: `, its line and column.
struct SyntaxCase: CustomTestStringConvertible, Sendable {
  var source: String
  var message: String
  var line: Int
  var column: Int

  init(_ source: String, _ message: String, _ line: Int, _ column: Int) {
    self.source = source
    self.message = message
    self.line = line
    self.column = column
  }

  var testDescription: String { source.debugDescription }

  /// Parses the text and compares; the excerpt must point at the same line and column.
  func check(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let expected = Outcome(message: "Syntax Error: \(message)", line: line, column: column)
    #expect(outcome(of: source, limits: .schema) == expected, sourceLocation: sourceLocation)
    do throws(SyntaxError) {
      _ = try parse(SourceText(source), limits: .schema)
    } catch {
      let heading = "\(error.message)\n\nGraphQL request:\(line):\(column)\n"
      #expect(error.description.hasPrefix(heading), sourceLocation: sourceLocation)
      #expect(error.graphQLError.locations == [.init(line: line, column: column)], sourceLocation: sourceLocation)
    }
  }
}
