import Foundation
import RecordingsTestSupport
import Testing

@testable import Recordings

/// The files of a killed recorder, and the next recorder's report of them.
@Suite struct UnwrittenAnswersTests {
  let folder: TemporaryFolder
  let endpoint: EndpointFolder

  init() throws {
    folder = try TemporaryFolder()
    endpoint = EndpointFolder(name: "shop", below: folder.path)
  }

  /// A recorder that is killed: its counts stay.
  private func killed(answered: Int, settled: Int) throws {
    let unwritten = UnwrittenAnswers(path: endpoint.path)
    try unwritten.note(answered: answered)
    unwritten.note(settled: settled)
  }

  @Test func `answers that were not written when a recorder was killed are reported once`() throws {
    try killed(answered: 7, settled: 3)
    try killed(answered: 20, settled: 20)
    #expect(try endpoint.leftovers().unwritten == 4)
    let leftovers = try endpoint.removeLeftovers()
    #expect(leftovers.unwritten == 4)
    #expect(leftovers.counts.count == 2)
    #expect(
      leftovers.unwrittenSentence(endpoint: "shop")
        == "shop: 4 answers that clients received were not written when the recorder was killed.")
    #expect(folder.files() == [])
    #expect(try endpoint.removeLeftovers() == Leftovers())
  }

  @Test func `answers that are settled before they are counted are not missing`() throws {
    let unwritten = UnwrittenAnswers(path: endpoint.path)
    unwritten.note(settled: 2)
    try unwritten.note(answered: 5)
    unwritten.note(settled: 1)
    #expect(unwritten.count == 2)
    let file = try #require(folder.files().first { !$0.hasSuffix(".gitignore") })
    #expect(try folder.read(file) == "0000000000000000005\n0000000000000000003\n")
  }

  @Test func `the counts of a recorder that runs are left alone`() throws {
    let running = UnwrittenAnswers(path: endpoint.path)
    try running.note(answered: 3)
    try killed(answered: 5, settled: 0)
    #expect(try endpoint.removeLeftovers().unwritten == 5)
    #expect(try endpoint.leftovers() == Leftovers())
    running.note(settled: 1)
    #expect(running.count == 2)
    #expect(folder.files().count == 2)
    #expect(try folder.read("shop/.unwritten/.gitignore") == "*\n")
    running.remove()
    #expect(folder.files() == [])
  }

  @Test func `two recorders that end leave nothing`() throws {
    let (one, two) = (UnwrittenAnswers(path: endpoint.path), UnwrittenAnswers(path: endpoint.path))
    try one.note(answered: 1)
    try two.note(answered: 1)
    one.remove()
    #expect(folder.files().count == 2)
    two.remove()
    #expect(folder.files() == [])
  }

  @Test func `a file that is not a recorder's is no count`() throws {
    for (name, text) in [("1-x", "1\n0\n"), ("notes", "5"), ("2147483646-1", "what"), ("2147483646-2", "")] {
      try folder.write(text, to: "shop/.unwritten/\(name)")
    }
    #expect(try endpoint.removeLeftovers().unwritten == 0)
    #expect(folder.files() == ["shop/.unwritten/1-x", "shop/.unwritten/notes"])
  }

  @Test func `where it cannot be counted, that is said once`() throws {
    try folder.write("", to: "shop/.unwritten")
    let unwritten = UnwrittenAnswers(path: endpoint.path)
    #expect(throws: RecordingError.self) { try unwritten.note(answered: 1) }
    try unwritten.note(answered: 1)
    #expect(unwritten.count == 2)
    unwritten.remove()
  }

  @Test func `temporary files of recorders that are gone are found wherever they are`() throws {
    let sent = try Sent(countryDetail, endpoint: "shop")
    let store = try RecordingStore(path: endpoint.path, endpoint: "shop")
    _ = try store.save(response("1"), for: sent.key(#"{"code": "CA"}"#), document: sent.document)
    let operation = try #require(store.entries.first).folder
    let before = folder.files()
    let places = ["shop", "shop/\(operation)", "shop/\(operation)/answers", "shop/sessions"]
    let gone = places.map { "\($0)/.understudy-2147483646-7.tmp" }
    // The process 1 runs on every machine.
    let running = places.map { "\($0)/.understudy-1-7.tmp" }
    for name in gone + running { try folder.write("{ \"form", to: name) }
    #expect(Set(try endpoint.leftovers().temporary) == Set(gone.map { "\(folder.path)/\($0)" }))
    _ = try endpoint.removeLeftovers()
    #expect(folder.files() == (before + running).sorted())
  }
}
