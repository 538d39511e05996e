package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// An operation that a client sends: its document and the key's first part.
package struct Sent: Sendable {
  package let document: Document
  package let canonical: CanonicalOperation
  package let key: DocumentKey

  package init(_ text: String, operationName: String? = nil, endpoint: String = "countries") throws {
    document = try parse(SourceText(text))
    canonical = try CanonicalOperation(of: document, operationName: operationName)
    key = DocumentKey(endpoint: endpoint, operation: canonical)
  }

  /// The key with variables written as JSON; nil for none.
  package func key(_ variables: String? = nil, identity: Caller = .anonymous) throws -> OperationKey {
    key.key(variables: try variables.map(object), identity: identity)
  }
}

/// The object that a JSON text is.
package func object(_ text: String) throws -> JSONObject {
  guard case .object(let object) = try JSON.parse(text: text) else { throw NotAnObject() }
  return object
}

package struct NotAnObject: Error {}

/// A response with a JSON body.
package func response(_ body: String, status: Int = 200, type: String = "application/json") -> RecordedResponse {
  RecordedResponse(
    status: status, headers: [(name: "Content-Type", value: type)], body: Array(body.utf8), keeping: ResponseHeaders())
}

package let countryDetail = "query CountryDetail($code: ID!) { country(code: $code) { name } }"
package let canada = #"{"data":{"country":{"name":"Canada"}}}"#
package let japan = #"{"data":{"country":{"name":"Japan"}}}"#

extension RecordedResponse {
  /// The events, where it has some.
  package var eventList: RecordedEvents? {
    if case .events(let events) = body { events } else { nil }
  }
}
