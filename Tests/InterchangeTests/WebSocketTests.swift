import Testing

@testable import Interchange

@Suite("Import of WebSockets")
struct WebSocketTests {
  @Test("A subscription keeps its events, and what had been changed when they came; a query over it is a query")
  func subscription() async throws {
    let folder = try TestFolder()
    let (plan, log) = try await importing([fixture("chrome-websocket.har")], into: folder)
    #expect(plan.targets.map(\.name) == ["launches"] && plan.skipped.isEmpty)
    #expect(
      log.outcomes.sorted()
        == [
          #"new mutation BookTrip {"id":"25"}"#, "new query Booked", "new query Booked",
          "new subscription TripsBooked",
        ].sorted())
    let files = folder.contents(below: "recordings/launches")
    let stream = try #require(files.first { $0.key.contains("subscription.TripsBooked") && $0.key.hasSuffix(".json") })
    let mutation = try #require(files.first { $0.key.contains("mutation.BookTrip") && $0.key.hasSuffix(".json") })
    let next = try #require(mutation.value.firstMatch(of: /"next": "([0-9a-f]+)"/)).1
    #expect(stream.value.contains(#""tripsBooked": 0"#) && stream.value.contains(#""tripsBooked": 1"#))
    #expect(stream.value.contains(#""after": "\#(next)""#))
    #expect(stream.value.contains(#""how": "open""#))
    // The second event came a quarter of a second after the mutation was sent, and so long after its answer.
    #expect(stream.value.contains(#""wait": 240"#), "\(stream.value)")
    // Before the mutation there was no trip, after it there is one.
    let booked = try #require(files.first { $0.key.contains("query.Booked") && $0.key.hasSuffix(".json") })
    #expect(booked.value.contains(#""start""#) && booked.value.contains(String(next)))
  }
}
