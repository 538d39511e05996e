package import OrderedJSON

/// `graphql-transport-ws`, the protocol of the `graphql-ws` library (its PROTOCOL.md). Violations close the connection
/// with the codes and reasons of the library's server.
package struct GraphQLTransportWS: SocketProtocol {
  package init() {}

  package let name = "graphql-transport-ws"

  package func read(_ message: JSONObject, type: String) throws(SocketProblem) -> ClientMessage {
    let members = MessageMembers(message: message, type: type)
    do throws(MessageMembers.Fault) {
      switch type {
      case "connection_init": return .initialise(try members.optionalPayload())
      case "ping": return .ping(try members.optionalPayload())
      case "pong":
        _ = try members.optionalPayload()
        return .pong
      case "subscribe": return .subscribe(id: try members.id(), try members.operation())
      case "complete": return .stop(id: try members.id())
      case "connection_ack", "next", "error":
        throw MessageMembers.Fault("Unexpected message of type \(type) received")
      default: throw MessageMembers.Fault("Invalid message 'type' property \"\(type)\"")
      }
    } catch {
      throw unreadable(error.detail)
    }
  }

  package func acknowledgement(_ payload: JSON?) -> [SocketText] {
    [message([("type", "connection_ack")] + (payload.map { [("payload", $0)] } ?? []))]
  }

  /// There is no message for a refusal, so the library's server closes the connection.
  package func refusal(_ payload: JSON?) -> SocketProblem {
    SocketProblem(code: 4403, reason: payload?["message"]?.stringValue ?? "Forbidden")
  }

  package var mayPrecedeAcknowledgement: Bool { false }
  package var keepAlive: SocketText? { nil }

  package func pong(_ payload: JSON?) -> SocketText? {
    guard let payload else { return message(("type", "pong")) }
    return message(("type", "pong"), ("payload", payload))
  }

  package func resultHead(id: String) -> [UInt8] { head([("id", .string(id)), ("type", "next")]) }

  package func failure(_ errors: [UInt8], id: String) -> SocketText {
    message(("id", .string(id)), ("type", "error"), payload: errors)
  }

  package var sendsErrorsAsResult: Bool { false }

  package func complete(id: String) -> SocketText { message(("id", .string(id)), ("type", "complete")) }

  package var confirmsStop: Bool { false }

  package func unreadable(_ detail: String) -> SocketProblem { SocketProblem(code: 4400, reason: detail) }
  package var early: SocketProblem { SocketProblem(code: 4401, reason: "Unauthorized") }
  package var repeated: SocketProblem? { SocketProblem(code: 4429, reason: "Too many initialisation requests") }
  package func taken(id: String) -> SocketProblem? {
    SocketProblem(code: 4409, reason: "Subscriber for \(id) already exists")
  }
  package var late: SocketProblem? { SocketProblem(code: 4408, reason: "Connection initialisation timeout") }
}
