import Testing

@testable import UnderstudyTesting

@Suite("What was asked, and what was used", .understudy("countries", mode: .replay))
struct AskedTests {
  private let understudy: Understudy

  init() throws { understudy = try Understudy.current }

  @Test func requestsAreAsTheClientSentThem() async throws {
    let client = Client(url: understudy.url)
    for code in ["CA", "JP", "CA"] { _ = try await client.country(code) }
    _ = try await client.send("{ __schema { queryType { name } } }")
    #expect(understudy.requests.map(\.name) == ["CountryDetail", "CountryDetail", "CountryDetail", nil])
    #expect(understudy.requests.map(\.source) == [.exact, .exact, .exact, .introspection])
    let asked = understudy.requests(named: "CountryDetail")
    #expect(asked.map { $0.variables["code"] } == ["CA", "JP", "CA"])
    #expect(asked[0].recording == "countries/query.CountryDetail-a6102ff9/code=CA-00c55aa4.json")
    #expect(asked[0].recording == asked[2].recording && asked[0].recording != asked[1].recording)
    #expect(asked[0].header("content-type") == "application/json" && asked[0].header("x-none") == nil)
    #expect("\(asked[0])" == "query CountryDetail, exact")
  }

  @Test func manyRequestsAtOnceAreAllThere() async throws {
    let client = Client(url: understudy.url)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for code in Array(repeating: ["CA", "JP"], count: 20).joined() {
        group.addTask { _ = try await client.country(code) }
      }
      try await group.waitForAll()
    }
    #expect(understudy.requests.count == 40)
    #expect(understudy.requests.filter { $0.variables["code"] == "JP" }.count == 20)
  }

  @Test func unusedRecordingsAreNamed() async throws {
    let client = Client(url: understudy.url)
    for code in ["CA", "JP"] { _ = try await client.country(code) }
    let unused = "countries/query.CountryDetail-a6102ff9/code=XX-413aa19b.json"
    #expect(try understudy.unusedRecordings(of: "CountryDetail") == [unused])
    #expect(try understudy.unusedRecordings().contains(unused))
    #expect(try understudy.unusedRecordings().count > 5)
    let told = Told()
    withKnownIssue {
      understudy.expectAllRecordingsUsed(of: "CountryDetail")
    } matching: {
      told.hear($0)
    }
    #expect(
      told.texts == [
        """
        1 recording was not used by this test:
          \(unused)
        Other tests may use them. Delete those that no test needs. To check only some operations, name them: of: "…".
        """
      ])
    _ = try await client.country("XX")
    understudy.expectAllRecordingsUsed(of: "CountryDetail")
    let error = try #require(throws: UnderstudyError.self) { try understudy.unusedRecordings(of: "Countries") }
    #expect(error.description.hasPrefix("Endpoint countries has no recordings of operation \"Countries\". Recorded: "))
  }

  /// All tests of this suite together use what they should.
  @Suite(.understudy("countries", mode: .replay, expecting: .allRecordingsUsed(of: "CountryDetail")))
  struct Together {
    @Test(arguments: ["CA", "JP", "XX"])
    func country(code: String) async throws {
      #expect(try await Client(url: try Understudy.current.url).country(code).status == 200)
    }

    @Suite struct Inner {
      @Test func more() async throws { _ = try await Client(url: try Understudy.current.url).country("CA") }
    }
  }

  @Test func anExpectationOfOneTestIsItsOwn() async throws {
    let told = Told()
    try await withKnownIssue {
      try await UnderstudyTrait.understudy(
        "countries", mode: .replay, expecting: .allRecordingsUsed(of: "CountryDetail")
      ).run {
        for code in ["CA", "XX"] { _ = try await Client(url: try Understudy.current.url).country(code) }
      }
    } matching: {
      told.hear($0)
    }
    #expect(told.texts.count == 1)
    #expect(told.texts.first?.contains("code=JP-4b4feb9a.json") == true)
  }

  @Test(.understudy("rocket-reserver", mode: .replay)) func inferredAnswersAreWarnedOf() async throws {
    let understudy = try Understudy.current
    let client = Client(url: understudy.url)
    _ = try await client.logIn("me@example.com")
    // Without the token: nobody asked so after the login when it was recorded.
    #expect(try await client.launch("25").status == 200)
    #expect(understudy.requests.map(\.source) == [.exact, .inferred])
    #expect(understudy.warnings.filter { $0.hasPrefix("inferred: rocket-reserver: query LaunchDetails") }.count == 1)
  }

  @Test func warningsArePrintedOnceWhereTheyAreAskedFor() {
    #expect(WarningPrinter.isOn(["UNDERSTUDY_WARNINGS": "1"]) && WarningPrinter.isOn([:]))
    for off in ["0", "false", "no"] { #expect(!WarningPrinter.isOn(["UNDERSTUDY_WARNINGS": off])) }
    let told = Lines()
    let printer = WarningPrinter(isOn: true) { told.add($0) }
    printer.print(["a", "b", "a"], of: "T.t")
    printer.print(["a"], of: "T.t")
    printer.print(["a"], of: nil)
    #expect(told.lines == ["understudy: T.t: a", "understudy: T.t: b", "understudy: a"])
    WarningPrinter(isOn: false) { _ in Issue.record("printed") }.print(["a"], of: nil)
  }

  @Test(
    arguments: [
      ("1", .int(1)), ("1.0", .double(1)), ("1e2", .double(100)),
      ("12345678901234567168", .double(12_345_678_901_234_567_168)),
      ("\"a\"", "a"), ("null", nil), ("[true, {\"a\": -7}]", [true, ["a": -7]]),
    ] as [(String, Understudy.JSONValue)])
  func values(text: String, value: Understudy.JSONValue) {
    #expect(JSONReader.value(Array(text.utf8)[...]) == value)
  }
}
