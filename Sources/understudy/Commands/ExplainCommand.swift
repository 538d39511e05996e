import ArgumentParser
import GraphQLLanguage
import Transports

/// `understudy explain`: the cause and the fix of an error code.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain an error code: its cause and the fix.",
    discussion: """
      Every error that Understudy makes has a code in extensions.code. The message of the error has the details. Without \
      a code, this command lists all of them.

      Examples:

        understudy explain UNDERSTUDY_FORBIDDEN_HOST
        understudy explain forbidden-host
        understudy explain

      Exit codes: 0 explained; 64 wrong usage, or no such code.

      Next: understudy show --why, for the mutations that affect an answer.
      """)

  @ArgumentParser.Argument(
    help: "The code; UNDERSTUDY_ at its start is optional.",
    completion: .list(ErrorCode.allCases.map(\.rawValue)))
  var code: String?

  @Flag(help: .init("Print the table of the guide \"Error codes\".", visibility: .private))
  var markdown = false

  private func known() throws -> ErrorCode? {
    guard let code else { return nil }
    let name = code.uppercased().replacing("-", with: "_")
    if let known = ErrorCode(rawValue: name) ?? ErrorCode(rawValue: "UNDERSTUDY_\(name)") { return known }
    let offer = didYouMean(suggestionList(name, ErrorCode.allCases.map(\.rawValue)).prefix(2).map { $0 })
    throw ValidationError("There is no error code \"\(code)\".\(offer) To list the codes: understudy explain")
  }

  func validate() throws { _ = try known() }

  func run() throws {
    for code in try known().map({ [$0] }) ?? ErrorCode.allCases {
      Terminal.out(markdown ? Self.row(code) : Self.text(code))
    }
  }

  private static func text(_ code: ErrorCode) -> String {
    let explanation = code.explanation
    return "\(code.rawValue)\n  Cause: \(explanation.cause.plain)\n  Fix:   \(explanation.fix.plain)"
  }

  private static func row(_ code: ErrorCode) -> String {
    "| `\(code.rawValue)` | \(code.explanation.cause) | \(code.explanation.fix) |"
  }
}

extension String {
  /// Without the backticks of Markdown.
  fileprivate var plain: String { replacing("`", with: "") }
}
