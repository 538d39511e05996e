package import OrderedJSON

/// `graphql-ws`, the older protocol, of the `subscriptions-transport-ws` library (its PROTOCOL.md). Violations are
/// answered with a message, and few close the connection.
package struct SubscriptionsTransportWS: SocketProtocol {
  package init() {}

  package let name = "graphql-ws"

  package func read(_ message: JSONObject, type: String) throws(SocketProblem) -> ClientMessage {
    let members = MessageMembers(message: message, type: type)
    do throws(MessageMembers.Fault) {
      switch type {
      case "connection_init": return .initialise(try members.optionalPayload())
      case "connection_terminate": return .terminate
      case "start": return .subscribe(id: try members.id(), try members.operation())
      case "stop": return .stop(id: try members.id())
      default: throw MessageMembers.Fault("Invalid message type!")
      }
    } catch {
      guard type != "connection_init" else { throw unreadable(error.detail) }
      // Errors in an operation's message are reported as errors of that operation, so that its caller gets them.
      let payload: JSON = ["message": .string(error.detail)]
      guard let id = try? members.id() else {
        throw SocketProblem(says: self.message(("type", "error"), ("payload", payload)))
      }
      throw SocketProblem(says: self.message(("type", "error"), ("id", .string(id)), ("payload", payload)))
    }
  }

  package func acknowledgement(_ payload: JSON?) -> [SocketText] {
    let members = [("type", "connection_ack")] + (payload.map { [("payload", $0)] } ?? [])
    return [message(members)] + (keepAlive.map { [$0] } ?? [])
  }

  package func refusal(_ payload: JSON?) -> SocketProblem {
    SocketProblem(says: message([("type", "connection_error")] + (payload.map { [("payload", $0)] } ?? [])))
  }

  /// The library's client does not wait for the acknowledgement; its server does.
  package var mayPrecedeAcknowledgement: Bool { true }
  package var keepAlive: SocketText? { message(("type", "ka")) }

  package func pong(_ payload: JSON?) -> SocketText? { nil }

  package func resultHead(id: String) -> [UInt8] { head([("type", "data"), ("id", .string(id))]) }

  /// The payload is a single error.
  package func failure(_ errors: [UInt8], id: String) -> SocketText {
    let first = (try? JSON.parse(errors))?[0] ?? ["message": "The operation failed."]
    return message(("type", "error"), ("id", .string(id)), ("payload", first))
  }

  /// The library's server sends validation errors as `data`.
  package var sendsErrorsAsResult: Bool { true }

  package func complete(id: String) -> SocketText {
    message(("type", "complete"), ("id", .string(id)), ("payload", .null))
  }

  /// Clients wait for it, because the library's server sends it.
  package var confirmsStop: Bool { true }

  package func unreadable(_ detail: String) -> SocketProblem { SocketProblem(says: connectionError(detail)) }

  package var early: SocketProblem {
    let reason = "The client sent an operation before connection_init."
    return SocketProblem(says: connectionError(reason), code: 1011, reason: reason)
  }

  package var repeated: SocketProblem? { nil }
  package func taken(id: String) -> SocketProblem? { nil }
  package var late: SocketProblem? { nil }

  private func connectionError(_ detail: String) -> SocketText {
    message(("type", "connection_error"), ("payload", ["message": .string(detail)]))
  }
}
