import EndpointConfiguration
import OrderedJSON
import Recordings
import Transports

/// The answer to an introspection query: JSON with a schema or a refusal. Any other answer is an error.
struct FetchedAnswer {
  let json: JSON
  /// The reasons why the server sent no schema; nil if it did.
  let refusal: [String]?

  /// - Throws: an error that describes an answer of another kind.
  init(_ answer: (head: UpstreamResponse, body: [UInt8]), from url: UpstreamURL) throws(SchemaFetchError) {
    let head = answer.head
    let body = ByteOrderMark.removed(from: answer.body)
    let type = head.headers.mediaType
    let parsed: Result<JSON, JSONError>
    do throws(JSONError) { parsed = .success(try JSON.parse(body)) } catch { parsed = .failure(error) }
    switch (head.status, parsed) {
    // Gateways in front of an endpoint request credentials in any format.
    case (401, _), (403, _), (407, _):
      throw .unauthorized(url, status: head.status, messages: (try? parsed.get()).flatMap(Self.messages) ?? [])
    case (300..<400, _): throw .redirected(url, status: head.status, to: head.headers[first: "location"])
    case (let status, .success(let json)):
      self.json = json
      if json["data"]?["__schema"]?["types"] != nil {
        refusal = nil
      } else if let messages = Self.messages(in: json) {
        refusal = messages
      } else if [400, 422, 500].contains(status) {
        // Gateways reject a query in formats of their own. A plainer query may pass.
        refusal = [Self.words(of: json)]
      } else if status >= 400 {
        throw .status(url, status: status, mediaType: type, body: body)
      } else {
        throw .noSchema(url, json)
      }
    case (let status, .failure(let error)):
      let isPage = type == "text/html" || body.first { $0 > 0x20 } == UInt8(ascii: "<")
      if isPage { throw .page(url, status: status) }
      if status >= 400 { throw .status(url, status: status, mediaType: type, body: body) }
      throw .notJSON(url, error, body: body)
    }
  }

  /// The messages of an error answer; nil for other answers.
  private static func messages(in json: JSON) -> [String]? {
    guard let errors = json["errors"]?.arrayValue, !errors.isEmpty else { return nil }
    return errors.map { $0["message"]?.stringValue ?? $0.compactText }
  }

  /// The message of an answer in another format than GraphQL's, such as `{"message": "Bad Request"}`.
  private static func words(of json: JSON) -> String {
    let places = [json["message"], json["error"]?["message"], json["error"], json["detail"]]
    return places.lazy.compactMap { $0?.stringValue }.first ?? json.brief(limit: 200)
  }
}
