import OrderedJSON
import Recordings
import Requests

/// The body of a request to edit an answer.
struct EditRequest {
  let file: String
  /// Nil for an answer of named sessions.
  let state: String?
  let index: Int
  private let body: JSON
  let isToBeSaved: Bool
  /// The text of the file that the user saw; nil to edit whatever is there.
  let before: String?

  private static let names = ["file", "state", "index", "body", "save", "before"]

  init(_ bytes: [UInt8]) throws(DashboardProblem) {
    let json: JSON
    do {
      json = try JSON.parse(bytes)
    } catch {
      throw Self.problem("The body is not JSON: \(error).")
    }
    guard let members = json.objectValue else { throw Self.problem("The body is \(json.kindDescription).") }
    if let odd = members.members.first(where: { !Self.names.contains($0.name) }) {
      throw Self.problem("There is no member \(SessionName.shown(odd.name)).")
    }
    guard let file = members["file"]?.stringValue else { throw Self.problem("\"file\" is missing or not a string.") }
    guard let body = members["body"] else { throw Self.problem("\"body\" is missing.") }
    func given(_ name: String) -> JSON? { members[name].flatMap { $0.isNull ? nil : $0 } }
    if let state = given("state"), state.stringValue == nil { throw Self.problem("\"state\" is not a string.") }
    if let save = given("save"), save.boolValue == nil { throw Self.problem("\"save\" is not true or false.") }
    if let before = given("before"), before.stringValue == nil { throw Self.problem("\"before\" is not a string.") }
    let index = given("index")?.intValue ?? (given("index") == nil ? 0 : -1)
    guard index >= 0 else { throw Self.problem("\"index\" is not a whole number from 0.") }
    self.file = file
    self.body = body
    self.index = index
    state = given("state")?.stringValue
    isToBeSaved = given("save")?.boolValue ?? false
    before = given("before")?.stringValue
  }

  private static func problem(_ what: String) -> DashboardProblem {
    DashboardProblem(
      400,
      """
      \(what)
      An edit needs an object with file, state, index, body and save.
      Send for example {"file":"shop/query.Cart-1f3a9c2e/12ab34cd.json","state":"start","index":0,"body":{"data":{}},"save":false}
      """)
  }

  /// Returns the new body of an answer, in the form of the old one.
  /// - Throws: 409 for an answer that is not edited here.
  func body(insteadOf old: RecordedBody) throws(DashboardProblem) -> RecordedBody {
    switch old {
    case .json(let old): return .json(body.withNumberTexts(of: old))
    case .text:
      guard let text = body.stringValue else { return .json(body) }
      return .text(LoneSurrogates.decoded(text))
    case .events: throw Self.notEditable("a stream of events")
    case .bytes, .file: throw Self.notEditable("binary data")
    }
  }

  private static func notEditable(_ what: String) -> DashboardProblem {
    DashboardProblem(
      409,
      """
      The answer was not edited.
      It is \(what), which the page shows but does not edit.
      Edit the file with your editor, then run: understudy fmt
      """)
  }
}
