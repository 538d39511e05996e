import OrderedJSON
import Testing

@Suite("The public JSON parsing corpus")
struct CorpusTests {
  @Test("What every parser has to accept is accepted and printed as it was", arguments: Accepted.all)
  func accepts(_ accepted: Accepted) throws {
    let value = try JSON.parse(Array(accepted.text.utf8))
    #expect(value.serialize() == Array(accepted.printed.utf8))
    try expectRoundTrips(value)
  }

  @Test("What no parser may accept is rejected", arguments: Rejected.all)
  func rejects(_ rejected: Rejected) {
    let error = #expect(throws: JSONError.self) { try JSON.parse(rejected.bytes) }
    #expect(error?.code == rejected.code)
    #expect((0...rejected.bytes.count).contains(error?.offset ?? -1))
  }

  @Test("What is left to the parser is kept to the digit, unless it is not UTF-8", arguments: Either.all)
  func decides(_ either: Either) throws {
    if let rejection = either.rejection {
      let error = #expect(throws: JSONError.self) { try JSON.parse(either.bytes) }
      #expect(error?.code == rejection)
    } else {
      let value = try JSON.parse(either.bytes)
      #expect(value.serialize() == either.bytes)
      try expectRoundTrips(value)
    }
  }

  @Test("Every case of the corpus is in the tables, once")
  func complete() {
    #expect(Accepted.all.count == 95)
    #expect(Rejected.all.count == 193)
    #expect(Either.all.count == 35)
    #expect(Set(Accepted.all.map(\.name)).count == Accepted.all.count)
    #expect(Set(Rejected.all.map(\.name)).count == Rejected.all.count)
    #expect(Set(Either.all.map(\.name)).count == Either.all.count)
  }

  @Test("No accepted text can be cut short, save a number and white space", arguments: Accepted.all)
  func rejectsEveryPrefix(_ accepted: Accepted) throws {
    let bytes = Array(accepted.text.utf8)
    let whole = try JSON.parse(bytes)
    guard whole.numberValue == nil else { return }
    for length in bytes.indices {
      guard let part = try? JSON.parse(bytes[..<length]) else { continue }
      // What was cut off can only have been white space.
      #expect(part == whole)
    }
  }
}

/// That printing and reading again gives the very same value, compact and pretty.
func expectRoundTrips(_ value: JSON, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let compact = value.serialize()
  let pretty = value.serializePretty()
  #expect(try JSON.parse(compact) == value, sourceLocation: sourceLocation)
  #expect(try JSON.parse(pretty) == value, sourceLocation: sourceLocation)
  #expect(try JSON.parse(pretty).serialize() == compact, sourceLocation: sourceLocation)
  #expect(try JSON.parse(compact).serializePretty() == pretty, sourceLocation: sourceLocation)
}
