import OrderedJSON
package import Recordings

/// An endpoint with named sessions that all recorded the same.
package struct SessionFolder: Sendable {
  package let folder: TemporaryFolder
  package let endpoint: EndpointFolder
  package let folderName: String

  /// Paths below the test's folder.
  package var operation: String { "countries/\(folderName)" }
  /// The file of the session "a".
  package var session: String { folder.files().first { $0.hasPrefix("countries/sessions/a-") } ?? "" }
  /// Canada's.
  package var answer: String {
    folder.files().first { $0.contains("/answers/") && (try? folder.read($0))?.contains("Canada") == true } ?? ""
  }

  package init(_ folder: TemporaryFolder, sessions: [String]) throws {
    self.folder = folder
    endpoint = EndpointFolder(name: "countries", below: folder.path)
    let store = try endpoint.store()
    let sent = try Sent(countryDetail)
    folderName = try store.requireFolder(of: sent.key, document: sent.document)
    for name in sessions {
      var steps: [SessionRecording.Step] = []
      for (variables, body) in [(#"{"code":"CA"}"#, canada), (#"{"code":"JP"}"#, japan)] {
        let answer = response(body)
        let id = SessionFormat.id(of: answer)
        _ = try store.sessions.write(answer, as: id, inFolder: folderName)
        steps.append(
          .request(.init(operation: folderName, identity: .anonymous, variables: try object(variables), answers: [id])))
      }
      var beginning = try store.sessions.beginning(of: name)
      _ = try store.sessions.save(SessionRecording(name: name, steps: steps), since: &beginning)
    }
  }

  /// Replaces a text, which must be in the file.
  package func edit(_ file: String, _ old: String, _ new: String) throws {
    let text = try folder.read(file)
    guard text.contains(old) else { throw MissingText(text: old) }
    try folder.write(text.replacing(old, with: new), to: file)
  }
}

/// A text that is not in the file that a test edits.
package struct MissingText: Error {
  package let text: String
}
