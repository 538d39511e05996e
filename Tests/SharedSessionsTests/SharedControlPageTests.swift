import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

@testable import ControlAPI
@testable import SharedSessions

/// The pages of the control API that are refused with `--sessions`, because only one replica would know of the change.
struct SharedControlPageTests {
  /// A change by a page of the control API, and the options with which it is refused.
  struct Change: Hashable, CustomStringConvertible {
    let method: String
    let path: String
    let refused: Refused

    enum Refused {
      case never
      /// With a store, in which each replica serves each session.
      case withStore
      /// With `--sessions begun`, too.
      case always
    }

    var description: String { "\(method) \(path)" }
  }

  private static let changes: [Change] = [
    Change(method: "POST", path: "sessions/<name>/reset", refused: .never),
    Change(method: "POST", path: "begin", refused: .never),
    Change(method: "POST", path: "end", refused: .never),
    Change(method: "POST", path: "recorded", refused: .never),
    Change(method: "POST", path: "reload", refused: .never),
    Change(method: "POST", path: "pause", refused: .always),
    Change(method: "POST", path: "resume", refused: .always),
    Change(method: "POST", path: "enter", refused: .always),
    Change(method: "POST", path: "goes-on", refused: .always),
    Change(method: "POST", path: "listeners", refused: .always),
    Change(method: "DELETE", path: "listeners/<number>", refused: .always),
    Change(method: "POST", path: "faults", refused: .withStore),
    Change(method: "DELETE", path: "faults", refused: .withStore),
    Change(method: "DELETE", path: "faults/<number>", refused: .withStore),
    Change(method: "POST", path: "answers", refused: .withStore),
    Change(method: "DELETE", path: "answers", refused: .withStore),
    Change(method: "DELETE", path: "answers/<number>", refused: .withStore),
  ]

  /// A new page must be in the list above, so that somebody decides whether it works on several replicas.
  @Test func everyChangeIsListed() {
    let all = ControlPage.all.flatMap { page in
      page.methods.filter { $0 != "GET" }.map { "\($0) \(page.path)" }
    }
    #expect(Set(all) == Set(Self.changes.map(\.description)))
  }

  @Test(arguments: changes, [true, false])
  func aChangeOfOneReplicaIsRefused(change: Change, isAlone: Bool) async throws {
    let engine = try Replicas(1, store: MemorySessionStore(isAlone: isAlone)).engines[0]
    let path = change.path.replacing("<name>", with: "a").replacing("<number>", with: "1")
    let (status, json) = try await engine.sent(
      ClientRequest(
        method: change.method, target: "/__understudy/\(path)",
        headers: ["Host": "localhost", "Content-Type": "application/json"], body: Array("{}".utf8)))
    let message = json["errors"]?.arrayValue?.first?["message"]?.stringValue ?? ""
    let isRefused = change.refused == .always || change.refused == .withStore && !isAlone
    let sentence = "/__understudy/\(change.path) does not work with --sessions"
    #expect((status == 409 && message.hasPrefix(sentence)) == isRefused, "\(status) \(message)")
  }

  /// Reading shows what the replica has.
  @Test(arguments: ControlPage.all.filter { $0.methods.contains("GET") }.map(\.path), [true, false])
  func aPageThatChangesNothingIsNotRefused(path: String, isAlone: Bool) async throws {
    let engine = try Replicas(1, store: MemorySessionStore(isAlone: isAlone)).engines[0]
    let path = path.replacing("<name>", with: "a").replacing("<number>", with: "1")
    let answer = await engine.respond(
      to: ClientRequest(method: "GET", target: "/__understudy/\(path)", headers: ["Host": "localhost"], body: [])
    ).get()
    #expect(try await !answer.text.contains("does not work with --sessions"))
  }
}
