package import GraphQLExecution

/// The formats of many results in one HTTP body.
package enum StreamFormat: Hashable, Sendable {
  /// Server-sent events (graphql-sse, distinct connections mode).
  case events
  /// Apollo's multipart protocol for subscriptions (`subscriptionSpec=1.0`).
  case subscriptionParts
  /// The parts of one result.
  case parts(IncrementalFormat)

  package var contentType: String {
    switch self {
    case .events: "text/event-stream; charset=utf-8"
    case .subscriptionParts: "multipart/mixed;boundary=graphql;subscriptionSpec=1.0"
    case .parts(.deferSpec20220824): "multipart/mixed;boundary=graphql;deferSpec=20220824"
    case .parts(.draft): "multipart/mixed;boundary=\"-\""
    }
  }

  fileprivate var boundary: String {
    switch self {
    case .events, .subscriptionParts, .parts(.deferSpec20220824): "graphql"
    case .parts(.draft): "-"
    }
  }
}

/// Writes results as chunks of one HTTP body.
///
/// The boundary that ends a multipart part is written with the part, because clients wait for it.
package struct StreamWriter: Sendable {
  package let format: StreamFormat
  private var hasBegun = false

  package init(_ format: StreamFormat) { self.format = format }

  /// The stream breaks off.
  package struct Dropped: Error {}

  /// Appends the bytes of one event.
  /// - Throws: if the connection must break.
  package mutating func write(_ event: StreamEvent, to bytes: inout [UInt8]) throws(Dropped) {
    switch event {
    case .drop, .close: throw Dropped()
    case .next, .errors, .complete: break
    }
    switch format {
    case .events: writeEvent(event, to: &bytes)
    case .subscriptionParts, .parts: writePart(event, to: &bytes)
    }
  }

  /// Appends a heartbeat, if the format has one.
  mutating func writeHeartbeat(to bytes: inout [UInt8]) {
    switch format {
    case .events: bytes += Array(":\n\n".utf8)
    case .subscriptionParts: writePart(Array("{}".utf8), to: &bytes)
    case .parts: break
    }
  }

  private func writeEvent(_ event: StreamEvent, to bytes: inout [UInt8]) {
    func next(_ payload: [UInt8]) {
      bytes += Array("event: next\n".utf8)
      for line in payload.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        bytes += Array("data: ".utf8)
        bytes += line
        bytes.append(UInt8(ascii: "\n"))
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    switch event {
    case .next(let payload): next(payload)
    case .errors(let errors):
      next(Array(#"{"errors":"#.utf8) + errors + Array("}".utf8))
      bytes += Self.completeEvent
    case .complete: bytes += Self.completeEvent
    case .drop, .close: break
    }
  }

  private static let completeEvent = Array("event: complete\ndata:\n\n".utf8)

  private mutating func writePart(_ event: StreamEvent, to bytes: inout [UInt8]) {
    switch event {
    case .next(let payload):
      if format == .subscriptionParts {
        writePart(Array(#"{"payload":"#.utf8) + payload + Array("}".utf8), to: &bytes)
      } else {
        writePart(payload, to: &bytes)
      }
    case .errors(let errors):
      if format == .subscriptionParts {
        writePart(Array(#"{"payload":null,"errors":"#.utf8) + errors + Array("}".utf8), to: &bytes)
      } else {
        writePart(Array(#"{"errors":"#.utf8) + errors + Array(#","hasNext":false}"#.utf8), to: &bytes)
      }
      close(&bytes)
    case .complete: close(&bytes)
    case .drop, .close: break
    }
  }

  private mutating func writePart(_ json: [UInt8], to bytes: inout [UInt8]) {
    begin(&bytes)
    bytes += Array("\r\ncontent-type: application/json\r\n\r\n".utf8)
    bytes += json
    bytes += Array("\r\n--\(format.boundary)".utf8)
  }

  private mutating func begin(_ bytes: inout [UInt8]) {
    if hasBegun { return }
    hasBegun = true
    bytes += Array("\r\n--\(format.boundary)".utf8)
  }

  private mutating func close(_ bytes: inout [UInt8]) {
    begin(&bytes)
    bytes += Array("--".utf8)
  }
}
