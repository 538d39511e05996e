package import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// A single recording as it would be replayed, for `understudy show OPERATION`.
package struct RecordingText: Sendable {
  private let request: RecordedRequest
  private let colors: TextColors

  package init(_ request: RecordedRequest, colors: TextColors = TextColors(isOn: false)) {
    self.request = request
    self.colors = colors
  }

  /// The document, the variables, and each state with its answers.
  package var lines: [String] {
    var lines = [
      colors.bold(
        HTTPExchange.title(request.name, request.variables) ?? "\(request.kind) \(request.name ?? "(anonymous)")"),
      colors.dim(request.file),
    ]
    if request.identity != "anonymous" { lines.append("identity: \(RecordingError.printable(request.identity))") }
    if let session = request.session { lines.append("session: \(RecordingError.printable(session))") }
    for header in request.recording.headers {
      lines.append(RecordingError.printable("request header \(header.name): \(header.value)"))
    }
    lines += ["", colors.dim("document")] + text(request.document.printed())
    lines += ["", colors.dim("variables")] + json(.object(request.variables))
    var shown: [(state: String, responses: [RecordedResponse])] = []
    for state in request.recording.states {
      lines += ["", colors.bold(title(state))]
      if let same = shown.first(where: { $0.responses == state.responses }) {
        lines.append("  same as in state \(same.state)")
        continue
      }
      shown.append((state.name, state.responses))
      for (number, response) in state.responses.enumerated() {
        if state.responses.count > 1 { lines.append(colors.dim("answer \(number + 1) of \(state.responses.count)")) }
        lines += self.lines(of: response)
      }
    }
    return lines
  }

  private func title(_ state: Recording.State) -> String {
    var title = "state \(state.name)"
    let history = request.explanation.states.first { $0.name == state.name }?.history
    if let last = history?.last { title += ", after \(last)" }
    if let next = state.next, next != state.name { title += ", leads to \(next)" }
    return RecordingError.printable(title)
  }

  private func lines(of response: RecordedResponse) -> [String] {
    var lines = ["HTTP \(response.status)"]
    lines += response.fields.map { RecordingError.printable("\($0.name): \($0.value)") }
    switch response.body {
    case .json(let body): lines += json(body)
    case .text(let body): lines += text(body)
    case .bytes(let bytes): lines.append("\(bytes.count) bytes of binary data")
    case .file(let bytes): lines.append("\(bytes.count) bytes in \(BodyFile.place(of: bytes, response))")
    case .events(let events):
      for (number, event) in events.events.enumerated() {
        let after = event.after.map { ", in state \($0)" } ?? ""
        lines.append(colors.dim("event \(number + 1)\(after)"))
        lines += json(event.payload)
      }
      lines.append(colors.dim(Self.end(events.end)))
    }
    return lines
  }

  private static func end(_ end: RecordedEvents.End) -> String {
    switch end {
    case .complete: "the upstream ended it"
    case .errors(let errors): "it ended with errors: \(errors.brief(limit: 200))"
    case .dropped: "the connection broke"
    case .closed(let close): RecordingError.printable("the upstream closed the WebSocket (\(close.shown))")
    case .open: "the client disconnected before the end"
    }
  }

  private func json(_ json: JSON) -> [String] {
    text(String(decoding: json.serializePretty(), as: UTF8.self)).map(colors.json)
  }

  /// Returns the lines with control characters escaped for the terminal.
  private func text(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { RecordingError.printable(String($0)) }
        .joined(separator: "\t")
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}
