import Foundation
import OrderedJSON
import Synchronization
import Testing
import UnderstudyTesting

@Suite("A stand-in by trait", .understudy("rocket-reserver", mode: .replay))
struct TraitTests {
  /// Sixteen tests at once on one server, each of which changes its world.
  @Test("Tests in parallel do not hear of one another", arguments: 1...16)
  func parallel(number: Int) async throws {
    let understudy = try Understudy.current
    var client = Client(url: understudy.url)
    #expect(try await client.launch("25").data?["launch"]?["isBooked"] == false)
    client.token = try await client.logIn("me@example.com")
    #expect(try await client.book("25").data?["bookTrips"]?["success"] == true)
    #expect(try await client.launch("25").data?["launch"]?["isBooked"] == true)
    #expect(understudy.requests.map(\.name) == ["LaunchDetails", "Login", "BookTrip", "LaunchDetails"])
    #expect(understudy.requests.map(\.kind) == [.query, .mutation, .mutation, .query])
    #expect(
      understudy.requests.allSatisfy { $0.source == .exact && $0.status == 200 && $0.endpoint == "rocket-reserver" })
    let name = "UnderstudyTestingTests.TraitTests%2Fparallel(number:)%20%5B"
    #expect(understudy.url.path().hasPrefix("/rocket-reserver/~\(name)"))
  }

  @Test func theServerIsShared() async throws {
    let mine = try Understudy.current.url
    #expect(mine.path() == "/rocket-reserver/~UnderstudyTestingTests.TraitTests%2FtheServerIsShared()")
    try await UnderstudyTrait.understudy("rocket-reserver", mode: .replay).run {
      let other = try Understudy.current.url
      #expect(other.port == mine.port)
      #expect(other.path() == "/rocket-reserver/~UnderstudyTestingTests.TraitTests%2FtheServerIsShared()%20(2)")
    }
    #expect(try Understudy.current.url == mine)
    try await UnderstudyTrait.understudy("rocket-reserver", mode: .replay, strict: true).run {
      let other = try Understudy.current.url
      #expect(other.port != mine.port)
    }
  }

  @Test(.understudy("rocket-reserver", mode: .replay)) func aTestsOwnTraitReplacesThatOfItsSuite() async throws {
    // With both, it would have a second session.
    let path = try Understudy.current.url.path()
    #expect(path == "/rocket-reserver/~UnderstudyTestingTests.TraitTests%2FaTestsOwnTraitReplacesThatOfItsSuite()")
  }

  @Test func aTestThatRunsAgainStartsOver() async throws {
    for _ in 0..<2 {
      try await UnderstudyTrait.understudy("rocket-reserver", mode: .replay).run {
        var client = Client(url: try Understudy.current.url)
        #expect(try await client.launch("25").data?["launch"]?["isBooked"] == false)
        client.token = try await client.logIn("me@example.com")
        _ = try await client.book("25")
        #expect(try Understudy.current.requests.count == 3)
      }
    }
  }

  @Test func missesAreToldAtTheTraitsLineAndBeforeWhatTheTestThrows() async throws {
    struct Surprise: Error {}
    let told = Told()
    let line = #line + 2
    try await withKnownIssue {
      try await UnderstudyTrait.understudy("rocket-reserver", mode: .replay).run {
        _ = try await Client(url: try Understudy.current.url).launch("1")
        throw Surprise()
      }
    } matching: {
      told.hear($0)
    }
    #expect(told.texts.count == 2)
    #expect(
      told.texts.first?.hasPrefix("No recording of query LaunchDetails with variables {\"launchId\":\"1\"}") == true)
    #expect(
      told.texts.first?.hasSuffix("--filter TraitTests.missesAreToldAtTheTraitsLineAndBeforeWhatTheTestThrows") == true)
    #expect(told.lines.first == line)
    // Nobody else is told.
    #expect(try Understudy.current.failures == [])
  }

  @Test func whatCannotBeStartedFailsTheTestWithoutRunningIt() async throws {
    let told = Told()
    try await withKnownIssue {
      try await UnderstudyTrait.understudy("nowhere", mode: .replay).run { Issue.record("it ran") }
    } matching: {
      told.hear($0)
    }
    #expect(told.texts.count == 1)
    #expect(told.texts.first?.contains("There is no endpoint \"nowhere\"") == true)
  }

  @Test func whoNamesNoSessionIsFoundOut() async throws {
    let told = Told()
    try await withKnownIssue {
      // A server that no other test has.
      try await UnderstudyTrait.understudy("rocket-reserver", mode: .replay, seed: 1).run {
        let url = try Understudy.current.url
        let bare = url.deletingLastPathComponent()
        #expect(try await Client(url: bare).launch("1").code == "UNDERSTUDY_NO_RECORDING")
      }
    } matching: {
      told.hear($0)
    }
    #expect(told.texts.count == 1)
    #expect(told.texts.first?.hasPrefix("A request without a session failed") == true)
  }

  @Test func whatAnEndedTestAsksFailsNobody() async throws {
    let trait = UnderstudyTrait.understudy("rocket-reserver", mode: .replay, seed: 2)
    try await trait.run {
      let ended = Mutex<URL?>(nil)
      try await trait.run {
        let url = try Understudy.current.url
        ended.withLock { $0 = url }
      }
      let url = try #require(ended.withLock { $0 })
      #expect(try await Client(url: url).launch("1").code == "UNDERSTUDY_NO_RECORDING")
      // The next test of that name begins anew.
      try await trait.run {
        let understudy = try Understudy.current
        #expect(understudy.url == url)
        #expect(understudy.requests.isEmpty)
      }
      _ = try await Client(url: url).launch("1")
    }
  }

  @Test func withoutATraitThereIsNone() async throws {
    await Task.detached {
      let error = #expect(throws: UnderstudyError.self) { try Understudy.current }
      #expect(error?.description.contains("@Test(.understudy(\"endpoint\"))") == true)
    }.value
  }
}

extension UnderstudyTrait {
  /// Does what the trait does to a test, in the test that runs.
  func run(_ body: @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
}
